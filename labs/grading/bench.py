# SPDX-License-Identifier: Apache-2.0
"""A student's program on a switch of either target: random tables in, random frames through, what came out judged.

A `Bench` runs a compiled answer, and says in words for a student, packet by packet, what came out and should not have.
A `ServedBench` also lets a student's own program talk to the switch over P4Runtime. `running` is how every lab begins
in which a P4 program is written: it compiles, and its tables take entries.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf import text_format
from typing_extensions import override

from common.text import plural
from labs.grading.frames import address
from labs.grading.lesson import Item, UngradableError, Work, WrongError
from labs.grading.sandbox import Limits, check_includes, run_python
from p4soft.p4runtime_client import Session, SessionError
from p4soft.stf.device import Device, EmbeddedDevice, Recorder
from p4soft.stf.remote import DEVICE_ID, Encoder, RemoteDevice, open_remote, open_session
from p4soft.stf.runner import find, find_action, find_table
from p4soft.stf.statements import RefusedError, StfError
from p4soft.switch import Program, ProgramError, load_program
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.state import ActionCall, CounterValue, Exact, Lpm, MatchField
from p4soft.switch.trace import is_hidden, render
from p4soft.targets import CompiledFiles, SwitchOptions, TargetError, get_target
from p4soft.targets.bmv2 import COMPILER
from ptf_tests.headers.decoding import gist, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import compare_frames

# --- What came out, judged -------------------------------------------------------------------------------------------


Out = tuple[int, bytes]
"""Port, and the frame that left there."""

_RULES = WireRules()
_SHOWN = 96
_FIELDS = 6


@dataclass(frozen=True, slots=True)
class Probe:
    """A frame to send, and what must become of it.

    Attributes:
        port: where it goes in.
        frame: its bytes.
        token: bytes of it that no other frame has and that every answer to it keeps, by which answers are found.
        expected: ports and frames that must come out, in any order; empty: it is dropped.
        why: the reason, with its source, as the end of a sentence: "... because".
    """

    port: int
    frame: bytes
    token: bytes
    expected: tuple[Out, ...]
    why: str


def judge(
    probes: Sequence[Probe], outputs: Sequence[Out], ignoring: Callable[[bytes], bytes] = bytes
) -> tuple[int | None, str] | None:
    """None when every probe did what it should, after `ignoring` of both sides, and nothing else came out.

    Otherwise which probe (its place, or None for a frame that belongs to none) and what is wrong, sent, expected, came.
    """
    came: dict[int, list[Out]] = {place: [] for place in range(len(probes))}
    strays = []
    for output in outputs:
        place = next((at for at, probe in enumerate(probes) if probe.token in output[1]), None)
        if place is None:
            strays.append(output)
        else:
            came[place].append(output)

    def compared(frames: Sequence[Out]) -> list[Out]:
        return sorted((port, ignoring(frame)) for port, frame in frames)

    wrong = [at for at, probe in enumerate(probes) if compared(came[at]) != compared(probe.expected)]
    if wrong:
        return wrong[0], _failure(probes[wrong[0]], came[wrong[0]], len(wrong), len(probes), ignoring)
    if strays:
        port, frame = strays[0]
        return None, f"a frame came out of port {port} that is none of those sent:\n  {shown(frame)}"
    return None


def _failure(probe: Probe, came: Sequence[Out], wrong: int, sent: int, ignoring: Callable[[bytes], bytes]) -> str:
    lines = [f"sent into port {probe.port}: {described(probe.frame)}", f"  {shown(probe.frame)}"]
    if probe.expected:
        for port, frame in probe.expected:
            lines += [f"expected out of port {port}: {described(frame)}", f"  {shown(frame)}"]
    else:
        lines.append("expected: nothing comes out")
    lines.append(f"because {probe.why}")
    lines += _came(probe, came, ignoring)
    lines.append(f"({wrong} of {plural(sent, 'packet')} of this item went wrong; this is the first)")
    return "\n".join(lines)


def _came(probe: Probe, came: Sequence[Out], ignoring: Callable[[bytes], bytes]) -> list[str]:
    if not came:
        return ["came: nothing"]
    lines = []
    for port, frame in came:
        lines += [f"came out of port {port}: {described(frame)}", f"  {shown(frame)}"]
        if len(probe.expected) == 1:
            wanted = probe.expected[0]
            lines += _differences((wanted[0], ignoring(wanted[1])), (port, ignoring(frame)))
    if len(came) > max(1, len(probe.expected)):
        lines.append(f"that is {plural(len(came), 'frame')}, not {len(probe.expected)}")
    return lines


def _differences(expected: Out, came: Out) -> list[str]:
    lines = [] if expected[0] == came[0] else [f"  port: {came[0]}, not {expected[0]}"]
    if len(expected[1]) != len(came[1]):
        lines.append(f"  length: {len(came[1])} bytes, not {len(expected[1])}")
    for layer, pair in compare_frames(expected[1], came[1], _RULES).differing()[:_FIELDS]:
        ours = pair.expected.value if pair.expected else "not there"
        theirs = pair.received.value if pair.received else "not there"
        lines.append(f"  {layer}, {pair.name}: {theirs}, not {ours}" if ours != theirs else f"  {layer}, {pair.name}")
    return lines


def described(frame: bytes) -> str:
    """A frame in a line: its size, and the gist of its IP header."""
    found = next((each for each in layers(frame) if each.protocol in ("IPv6", "IPv4")), None)
    return f"{len(frame)} bytes" + (f", {found.protocol} {gist(found)}" if found else "")


def shown(frame: bytes) -> str:
    """A frame in hexadecimal, its beginning when it is long."""
    return frame.hex() if len(frame) <= _SHOWN else f"{frame[:_SHOWN].hex()}... ({len(frame)} bytes)"


# --- A switch with an answer -----------------------------------------------------------------------------------------


QUEUES = 8
_MOST_TEXT = 3000
_TRACE_LINES = 40
_START_S = 90.0


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program that compiles, and what it is on the embedded switch."""

    files: CompiledFiles
    program: Program


def compiled(work: Work) -> Compiled:
    """Compile the answer with the target's compiler; it includes what lies beside it, and the standard includes.

    Raises:
        WrongError: it does not compile, with the compiler's messages.
        UngradableError: the target cannot be used here.
    """
    target = get_target(work.target)
    reason = target.unavailable()
    if reason is not None:
        raise UngradableError(reason)
    folder = work.room / "compiled"
    folder.mkdir(exist_ok=True)
    try:
        files = target.compile(work.answer, folder) if work.target == "embedded" else _confined(work, folder)
        check_includes(work.answer, work.answer.parent)
        return Compiled(files, load_program(files.json.read_text(), source=str(work.answer)))
    except (TargetError, ProgramError) as error:
        raise WrongError(f"it does not compile:\n{cut(str(error))}") from None


def _confined(work: Work, folder: Path) -> CompiledFiles:
    """Compile with p4c, which reads no other files where the kernel confines. Raises TargetError with its messages."""
    compiler = shutil.which(COMPILER)
    own = [work.answer.parent, *([Path(compiler).resolve().parents[1]] if compiler else [])]
    words = ["-m", "labs.grading.compiling", work.target, str(work.answer), str(folder)]
    ended = run_python(words, room=folder, reads=own, limits=Limits(cpu_seconds=60, memory=4 << 30))
    if ended.why:
        raise TargetError(ended.output.strip() or ended.why)
    return CompiledFiles(folder / f"{work.answer.stem}.json", folder / f"{work.answer.stem}.p4info.txtpb")


def cut(text: str) -> str:
    """The beginning of a text that may be megabytes."""
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}\n... and {len(text) - _MOST_TEXT} characters more"


class Bench:
    """A switch that runs a compiled answer. A context manager; names may be the end of a name in P4Info."""

    def __init__(self, work: Work, program: Compiled, ports: Sequence[int]) -> None:
        """Start it. Raises UngradableError if the switch does not start, WrongError if it does not take the program."""
        self._work = work
        self._recorder = Recorder()
        self._device = self._open(work, program, ports)
        self._sent = 0
        self._seen = 0
        self._wanted = dict.fromkeys(ports, 0)

    def _open(self, work: Work, program: Compiled, ports: Sequence[int]) -> Device:
        if work.target == "embedded":
            # The Python engine starts at once, and says why it did what it did.
            return EmbeddedDevice(program.program, recorder=self._recorder, engine="python", priority_queues=QUEUES)
        options = SwitchOptions(priority_queues=QUEUES, start_timeout_s=_START_S)
        try:
            return open_remote(get_target(work.target), program.files, ports, work.room, options)
        except RefusedError as error:
            raise WrongError(f"the switch does not take it: {cut(str(error))}") from None
        except StfError as error:
            raise UngradableError(str(error)) from None

    def add(
        self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int] | None = None,
        *, priority: int = 0,
    ) -> None:  # fmt: skip
        """Write a table entry; the largest priority (0 or more) wins.

        Raises:
            WrongError: the program has no such table, action or parameters.
        """
        try:
            spec = find_table(self._device.program, table)
            self._device.add(spec, tuple(key), priority, self.call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no entry: {error}") from None

    def set_default(self, table: str, action: str, params: Mapping[str, int] | None = None) -> None:
        """Set a table's default action. Raises WrongError as `add` does."""
        try:
            spec = find_table(self._device.program, table)
            self._device.set_default(spec, self.call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no default action: {error}") from None

    def call(self, table: str, name: str, params: Mapping[str, int]) -> ActionCall:
        """An action of a table with its parameters, by their names. Raises WrongError if there is none such."""
        spec = find_table(self._device.program, table)
        action = find_action(self._device.program, spec, name)
        names = [each.name for each in action.params]
        if sorted(names) != sorted(params):
            raise WrongError(f"action {name} has the parameters ({', '.join(names)}), not ({', '.join(params)})")
        return ActionCall(action.name, tuple(params[each] for each in names))

    def counter(self, name: str, index: int) -> CounterValue:
        """Packets and bytes of a cell of an indirect counter. Raises WrongError when there is none."""
        try:
            return self._device.read_counter(find("counter", name, self._device.program.counters), index)
        except StfError as error:
            raise WrongError(f"counter {name}: {error}") from None

    def pass_time(self, seconds: float) -> None:
        """Let the switch's clock go on: at once on the embedded switch, in real time on BMv2."""
        self._device.pass_time(seconds)

    def check(self, probes: Sequence[Probe], *, ignoring: Callable[[bytes], bytes] = bytes) -> None:
        """Send every probe's frame, in order, and compare what comes out, by probe.

        Args:
            probes: the frames, and what must become of them.
            ignoring: a frame without what other items judge; both sides are compared after it.

        Raises:
            WrongError: the first probe of which something else came out, field by field, with the switch's trace
                where it has one.
        """
        first = self._sent
        expected = Counter(port for probe in probes for port, _ in probe.expected)
        came = self.exchange([(probe.port, probe.frame) for probe in probes], expected)
        found = judge(probes, came, ignoring)
        if found is None:
            return
        which, text = found
        trace = self._trace(first + which) if which is not None and self._work.all_passed_so_far else []
        raise WrongError("\n".join([text, *trace]))

    def exchange(self, frames: Sequence[Out], expected: Mapping[int, int]) -> list[Out]:
        """Send frames (ingress port, bytes), in order, and return what comes out.

        `expected` says how many frames are waited for at each port. Raises WrongError if the switch fails.
        """
        try:
            for port, frame in frames:
                self._device.send(port, frame)
                self._sent += 1
            for port, number in expected.items():
                self._wanted[port] = self._wanted.get(port, 0) + number
            self._device.settle(self._wanted)
        except StfError as error:
            raise WrongError(f"the switch failed: {cut(str(error))}") from None
        new = self._device.outputs()[self._seen :]
        self._seen += len(new)
        return [(output.port, output.frame) for output in new]

    def _trace(self, packet: int) -> list[str]:
        path, name = str(self._work.answer), self._work.answer.name
        events = [event for event in self._recorder.events.get(packet, []) if not is_hidden(event)]
        lines = [render(event).replace(path, name) for event in events]
        more = [f"... and {plural(len(lines) - _TRACE_LINES, 'line')} more"] if len(lines) > _TRACE_LINES else []
        return ["what the switch did with it:", *(f"  {line}" for line in lines[:_TRACE_LINES] + more)] if lines else []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._device.close()


def exact(value: int) -> Exact:
    """A key field that must be equal."""
    return Exact(value)


def prefix(value: int, length: int, width: int = 128) -> Lpm:
    """A longest-prefix key field: the first `length` of `width` bits; the others are set to zero."""
    return Lpm(value >> width - length << width - length, length)


# --- How a lab with a program begins ---------------------------------------------------------------------------------


COMPILES = Item("compiles", "the program compiles", "the line that the compiler names")


def tables_item(shows: str) -> Item:
    """The item that the tables are there; `shows` names them."""
    look = "leave names and parameters as in the starter; a table that is never applied is removed by the compiler"
    return Item("tables", shows, look)


@contextmanager
def running(work: Work, ports: Sequence[int], install: Callable[[Bench], None]) -> Iterator[Bench]:
    """The answer on a switch whose tables `install` has filled; grades those first two items, which must hold."""
    with work.must(COMPILES.name):
        program = compiled(work)
    with ExitStack() as stack:
        with work.must("tables"):
            bench = stack.enter_context(Bench(work, program, ports))
            install(bench)
        yield bench


# --- A switch that a student's program talks to ----------------------------------------------------------------------


class ServedBench(Bench):
    """A `Bench` with a P4Runtime server on loopback. The embedded switch stays in this process, in virtual time.

    Attributes:
        address: `host:port` of the server.
        device_id: of P4Runtime.
    """

    def __init__(self, work: Work, program: Compiled, ports: Sequence[int]) -> None:
        """Start it. Raises as `Bench` does."""
        self._undo = ExitStack()
        self._p4info = p4info_pb2.P4Info()
        text_format.Parse(program.files.p4info.read_text(), self._p4info)
        super().__init__(work, program, ports)
        self._session = Session("the switch", self.address, self.device_id)
        self._undo.callback(self._session.close)

    @override
    def _open(self, work: Work, program: Compiled, ports: Sequence[int]) -> Device:
        device = super()._open(work, program, ports)
        if isinstance(device, RemoteDevice):
            self.address, self.device_id = device.address, DEVICE_ID
            return device
        assert isinstance(device, EmbeddedDevice)
        server = P4RuntimeServer(device.switch)
        server.start()
        self._undo.callback(server.stop)
        self.address, self.device_id = server.address, device.switch.device_id
        try:
            open_session(self.address, self.device_id, self._p4info, program.files.json.read_bytes(), self._undo)
        except StfError as error:
            raise UngradableError(str(error)) from None
        return device

    def entries(self) -> list[bytes]:
        """Every entry that somebody wrote, each in the form of `encoded`. Raises UngradableError without an answer."""
        entity = p4runtime_pb2.Entity()
        entity.table_entry.table_id = 0
        try:
            found = [each.table_entry for each in self._session.read([entity])]
        except SessionError as error:
            raise UngradableError(str(error)) from None
        return [_canonical(each) for each in found if not each.is_default_action]

    def encoded(self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int]) -> bytes:
        """An entry in a form that compares."""
        spec = find_table(self._device.program, table)
        entity = Encoder(self._p4info).table_entry(spec, tuple(key), 0, self.call(table, action, params))
        return _canonical(entity.table_entry)

    def described(self, table: str) -> list[str]:
        """The entries of a table, for people."""
        name = find_table(self._device.program, table).name
        return [text for each in self.entries() if (text := self.text(each)).startswith(f"{name} ")]

    def text(self, entry: bytes) -> str:
        """An entry for people, by the names of P4Info."""
        return _text(self._p4info, p4runtime_pb2.TableEntry.FromString(entry))

    @override
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._undo.close()
        super().__exit__(kind, value, trace)


def _text(p4info: p4info_pb2.P4Info, entry: p4runtime_pb2.TableEntry) -> str:
    """An entry by the names of P4Info; addresses of 128 bits as IPv6 writes them."""
    table = next(each for each in p4info.tables if each.preamble.id == entry.table_id)
    fields = {each.id: each for each in table.match_fields}
    keys = []
    for match in entry.match:
        field = fields[match.field_id]
        raw = match.exact.value or match.lpm.value or match.ternary.value
        value = int.from_bytes(raw, "big")
        shown = address(value) if field.bitwidth == 128 else f"{value:#x}"
        length = f"/{match.lpm.prefix_len}" if match.HasField("lpm") else ""
        keys.append(f"{field.name}={shown}{length}")
    action = next(each for each in p4info.actions if each.preamble.id == entry.action.action.action_id)
    names = {each.id: each.name for each in action.params}
    params = [f"{names[each.param_id]}=0x{each.value.hex()}" for each in entry.action.action.params]
    return f"{table.preamble.name} {', '.join(keys)} -> {action.preamble.name}({', '.join(params)})"


def _canonical(entry: p4runtime_pb2.TableEntry) -> bytes:
    kept = p4runtime_pb2.TableEntry(table_id=entry.table_id, priority=entry.priority, action=entry.action)
    kept.match.extend(sorted(entry.match, key=lambda field: field.field_id))
    return kept.SerializeToString(deterministic=True)
