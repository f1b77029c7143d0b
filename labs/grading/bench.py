# SPDX-License-Identifier: Apache-2.0
"""A student's program on a switch of either target: random tables in, random frames through, what came out judged.

Frames are built field by field, with a token by which an output is known again. A `Bench` runs a compiled answer, and
says in words for a student, packet by packet, what came out and should not have. A `ServedBench` also lets a student's
own program talk to the switch over P4Runtime. Every lab in which a P4 program is written begins with `running`: it
compiles, and its tables take entries. `Exits` are ports whose queues labs 04 and 05 fill.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from ipaddress import IPv6Address
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from google.protobuf import text_format
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from common.text import plural
from labs.grading.lesson import Item, UngradableError, Work, WrongError
from labs.grading.sandbox import Limits, check_includes, run_python
from p4soft.messages import p4info_pb2, p4runtime_pb2
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
from ptf_tests.headers import internet
from ptf_tests.headers.codec import encode
from ptf_tests.headers.decoding import gist, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import compare_frames

# --- Frames ----------------------------------------------------------------------------------------------------------


ETHERNET_BYTES, IPV6_BYTES, UDP_BYTES = 14, 40, 8
TOKEN_BYTES = 8
TOKEN_AT = ETHERNET_BYTES + IPV6_BYTES + UDP_BYTES
"""Offset of the token in a `V6` frame: within the first 70 bytes, so that it survives any trim."""

ROCE_PORT = 4791


class V6(Struct, frozen=True):
    """An Ethernet frame with IPv6, UDP and a payload that begins with its token. Lengths are in bytes.

    Attributes:
        payload_length: of the IPv6 header; None for what is right.
        kept: the frame ends after this many bytes; None: it is whole.
    """

    dst: int
    src: int
    hop_limit: int
    dscp: int
    ecn: int
    flow_label: int
    dst_mac: int
    src_mac: int
    sport: int
    payload: bytes
    payload_length: int | None = None
    kept: int | None = None

    def but(self, **changes: object) -> V6:
        """The same frame with other values in some of its fields."""
        return replace(self, **changes)

    @property
    def token(self) -> bytes:
        return self.payload[:TOKEN_BYTES]

    def wire(self) -> bytes:
        """The frame's bytes, without the checksum of Ethernet; the checksum of UDP is zero."""
        length = UDP_BYTES + len(self.payload)
        macs = {"dst": self.dst_mac, "src": self.src_mac, "ethertype": internet.IPV6_TYPE}
        header = {
            "version": 6, "dscp": self.dscp, "ecn": self.ecn, "flow_label": self.flow_label,
            "payload_length": length if self.payload_length is None else self.payload_length,
            "next_header": internet.UDP_PROTOCOL, "hop_limit": self.hop_limit, "src": self.src, "dst": self.dst,
        }  # fmt: skip
        udp = {"sport": self.sport, "dport": ROCE_PORT, "length": length}
        parts = ((internet.ETHERNET, macs), (internet.IPV6, header), (internet.UDP, udp))
        frame = b"".join(encode(layout, fields) for layout, fields in parts) + self.payload
        return frame if self.kept is None else frame[: self.kept]


def random_v6(rng: Random, *, size: int | None = None, **fields: int) -> V6:
    """A frame of random values; `size` is that of the whole frame, at least 70 bytes, or None for 70 to 400."""
    size = rng.randint(TOKEN_AT + TOKEN_BYTES, 400) if size is None else size
    return V6(
        dst=fields.pop("dst", rng.getrandbits(128)),
        src=fields.pop("src", 0xFD << 120 | rng.getrandbits(64)),
        hop_limit=fields.pop("hop_limit", rng.randint(3, 255)),
        dscp=fields.pop("dscp", rng.randrange(64)),
        ecn=fields.pop("ecn", rng.randrange(4)),
        flow_label=fields.pop("flow_label", rng.getrandbits(20)),
        dst_mac=fields.pop("dst_mac", random_mac(rng)),
        src_mac=fields.pop("src_mac", random_mac(rng)),
        sport=fields.pop("sport", rng.randint(0xC000, 0xFFFF)),
        payload=rng.randbytes(size - TOKEN_AT),
        **fields,
    )


def random_mac(rng: Random) -> int:
    """A random unicast address, locally administered (IEEE 802, bits 1 and 0 of the first octet)."""
    return 0x02 << 40 | rng.getrandbits(40)


def block_of(rng: Random) -> int:
    """A random 32-bit uSID block out of fc00::/8."""
    return 0xFC << 24 | rng.getrandbits(24)


def usids(rng: Random, count: int) -> list[int]:
    """Different random global uSIDs of 16 bits, 0x0001 to 0xDFFF."""
    return rng.sample(range(1, 0xE000), count)


def carrier(block: int, *parts: int) -> int:
    """The address `block : usid : usid ...`, zero filled (F3216): 32 bits of block, 16 of each uSID, six at most."""
    value = block
    for part in parts:
        value = value << 16 | part
    return value << 16 * (6 - len(parts))


def address(value: int) -> str:
    """An IPv6 address in text (RFC 5952)."""
    return str(IPv6Address(value))


# --- What came out, judged -------------------------------------------------------------------------------------------


Out = tuple[int, bytes]
"""Port, and the frame that left there."""

_RULES = WireRules()
_SHOWN = 96
_FIELDS = 6


class Probe(Struct, frozen=True):
    """A frame to send, and what must become of it.

    Attributes:
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
    return frame.hex() if len(frame) <= _SHOWN else f"{frame[:_SHOWN].hex()}... ({len(frame)} bytes)"


# --- A switch with an answer -----------------------------------------------------------------------------------------


QUEUES = 8
_MOST_TEXT = 3000
_TRACE_LINES = 40
_START_S = 90.0


class Compiled(Struct, frozen=True):
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
    words = ["-m", "labs.grading.programs", "compile", work.target, str(work.answer), str(folder)]
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

    def set_default(self, table: str, action: str) -> None:
        """Set a table's default action, one without parameters. Raises WrongError as `add` does."""
        try:
            spec = find_table(self._device.program, table)
            self._device.set_default(spec, self.call(table, action, {}))
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
    return Exact(value)


def prefix(value: int, length: int, width: int = 128) -> Lpm:
    """A longest-prefix key field: the first `length` of `width` bits; the others are set to zero."""
    return Lpm(value >> width - length << width - length, length)


# --- How a lab with a program begins ---------------------------------------------------------------------------------


COMPILES = Item("compiles", "the program compiles", "the line that the compiler names")


def tables_item(shows: str) -> Item:
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
        """Every entry that was written, each in the form of `encoded`. Raises UngradableError without an answer."""
        entity = p4runtime_pb2.Entity()
        entity.table_entry.table_id = 0
        try:
            found = [each.table_entry for each in self._session.read([entity])]
        except SessionError as error:
            raise UngradableError(str(error)) from None
        return [_canonical(each) for each in found if not each.is_default_action]

    def encoded(self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int]) -> bytes:
        spec = find_table(self._device.program, table)
        entity = Encoder(self._p4info).table_entry(spec, tuple(key), 0, self.call(table, action, params))
        return _canonical(entity.table_entry)

    def described(self, table: str) -> list[str]:
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


# --- Ports whose queues fill -----------------------------------------------------------------------------------------


PORTS = range(12)
SHORTEST = TOKEN_AT + TOKEN_BYTES
LARGEST = 1500
IPV6_AT = 14 + 40
"""Bytes in front of an IPv6 payload: Ethernet's header and IPv6's."""


class Exit(Struct, frozen=True):
    """An egress port, and how frames get there: all by one ingress port, because BMv2 keeps no order between two."""

    port: int
    ingress: int
    block: int
    mac: int

    def install(self, bench: Bench) -> None:
        """Write its route, a /64."""
        bench.add("route", [prefix(self.block << 64, 64)], "forward", {"port": self.port, "dst_mac": self.mac})

    def frame(self, rng: Random, size: int, **fields: int) -> V6:
        return random_v6(rng, size=size, dst=self.block << 64 | rng.getrandbits(64), **fields)

    def passes(self, frame: V6, why: str, **changes: object) -> Probe:
        """It comes out, with the next hop's MAC address and these changes."""
        after = frame.but(dst_mac=self.mac, **changes).wire()
        return Probe(self.ingress, frame.wire(), frame.token, ((self.port, after),), why)

    def drops(self, frame: V6, why: str) -> Probe:
        return Probe(self.ingress, frame.wire(), frame.token, (), why)


class Exits:
    """A port of its own, with empty queues, for each item."""

    def __init__(self, rng: Random) -> None:
        self._exits = [
            Exit(port, rng.choice(PORTS), rng.getrandbits(60) | 0x2 << 60, random_mac(rng)) for port in PORTS
        ]
        rng.shuffle(self._exits)

    def take(self, bench: Bench) -> Exit:
        found = self._exits.pop()
        found.install(bench)
        return found


def split(rng: Random, total: int, count: int) -> list[int]:
    """Random frame sizes, `count` of them, whose sum is `total` bytes."""
    sizes = []
    for left in range(count, 0, -1):
        rest = left - 1
        low = max(SHORTEST, total - rest * LARGEST)
        high = min(LARGEST, total - rest * SHORTEST)
        sizes.append(rng.randint(low, high))
        total -= sizes[-1]
    return sizes


def dscps(rng: Random, count: int) -> list[int]:
    return rng.sample(range(64), count)


def key(port: int, queue: int | None = None) -> list[object]:
    return [exact(port)] if queue is None else [exact(port), exact(queue)]
