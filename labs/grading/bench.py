# SPDX-License-Identifier: Apache-2.0
"""A student's program on a switch of either target: random tables in, random frames through, what came out judged."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from labs.grading.frames import address
from labs.grading.judging import Out, Probe, judge
from labs.grading.lesson import UngradableError, Work, WrongError
from ptf_tests.report.text import plural
from targets import CompiledFiles, SwitchOptions, TargetError, get_target
from targets.softswitch import Program, ProgramError, load_program
from targets.softswitch.state import ActionCall, CounterValue, Exact, Lpm, MatchField
from targets.softswitch.trace_text import is_hidden, render
from targets.stf.device import Device
from targets.stf.embedded import EmbeddedDevice, Recorder
from targets.stf.errors import RefusedError, StfError
from targets.stf.names import find, find_action, find_table
from targets.stf.remote import DEVICE_ID, open_remote

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
    """Compile the answer with the target's compiler.

    Raises:
        WrongError: it does not compile, with the compiler's messages.
        UngradableError: the target cannot be used here.
    """
    target = get_target(work.target)
    reason = target.unavailable()
    if reason is not None:
        raise UngradableError(reason)
    try:
        files = target.compile(work.answer, work.room / "compiled")
        return Compiled(files, load_program(files.json.read_text(), source=str(work.answer)))
    except (TargetError, ProgramError) as error:
        raise WrongError(f"it does not compile:\n{cut(str(error))}") from None


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
            self._device.add(spec, tuple(key), priority, self._call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no entry: {error}") from None

    def set_default(self, table: str, action: str, params: Mapping[str, int] | None = None) -> None:
        """Set a table's default action. Raises WrongError as `add` does."""
        try:
            spec = find_table(self._device.program, table)
            self._device.set_default(spec, self._call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no default action: {error}") from None

    def _call(self, table: str, name: str, params: Mapping[str, int]) -> ActionCall:
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
        trace = self._trace(first + which) if which is not None and self._work.first_failure else []
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


class ProcessBench(Bench):
    """A switch process on either target, so that a student's own program can talk to it; in real time.

    Attributes:
        address: `host:port` of its P4Runtime server.
        device_id: of P4Runtime.
    """

    def __init__(self, work: Work, program: Compiled, ports: Sequence[int]) -> None:
        """Start it. Raises as `Bench` does."""
        super().__init__(work, program, ports)
        self.address = self._remote.address
        self.device_id = DEVICE_ID

    @override
    def _open(self, work: Work, program: Compiled, ports: Sequence[int]) -> Device:
        folder = Path(tempfile.mkdtemp(dir=work.room))
        options = SwitchOptions(priority_queues=QUEUES, start_timeout_s=_START_S, engine="python")
        try:
            self._remote = open_remote(get_target(work.target), program.files, ports, folder, options)
        except StfError as error:
            raise UngradableError(str(error)) from None
        return self._remote

    def entries(self) -> list[bytes]:
        """Every entry that somebody wrote, each in the form of `encoded`."""
        return [_canonical(each) for each in self._remote.entries()]

    def encoded(self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int]) -> bytes:
        """An entry in a form that compares."""
        spec = find_table(self._device.program, table)
        return _canonical(self._remote.encoded(spec, tuple(key), self._call(table, action, params)))

    def described(self, table: str) -> list[str]:
        """The entries of a table, for people."""
        name = find_table(self._device.program, table).name
        return [text for each in self.entries() if (text := self.text(each)).startswith(f"{name} ")]

    def text(self, entry: bytes) -> str:
        """An entry for people, by the names of P4Info."""
        return entry_text(self._remote.p4info, p4runtime_pb2.TableEntry.FromString(entry))


def entry_text(p4info: p4info_pb2.P4Info, entry: p4runtime_pb2.TableEntry) -> str:
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


def exact(value: int) -> Exact:
    """A key field that must be equal."""
    return Exact(value)


def prefix(value: int, length: int, width: int = 128) -> Lpm:
    """A longest-prefix key field: the first `length` of `width` bits; the others are set to zero."""
    return Lpm(value >> width - length << width - length, length)
