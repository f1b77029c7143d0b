# SPDX-License-Identifier: Apache-2.0
"""What happened to a packet, as structured events; lines of text for people made of them, and JSON lines.

An untraced switch runs code in which none of this exists; see codegen. The events and their fields are a format that
others read (`p4soft explain --events` lists them): fields may be added at the end, never renamed or removed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Protocol, TextIO

from msgspec import Struct

from p4soft.switch.program.model import SourceInfo

# --- Trace -----------------------------------------------------------------------------------------------------------


Pairs = tuple[tuple[str, int], ...]  # (name, value)


@dataclass(frozen=True, slots=True)
class Journey:
    """Which trip of which packet an event belongs to.

    Attributes:
        packet: number of the frame given to the switch, from 0.
        pass_number: 0 at first, one more after each resubmit or recirculate.
        copy: 0 for the frame itself; clones and multicast replicas count from 1, in the order they were made.
    """

    packet: int
    pass_number: int = 0
    copy: int = 0
    _copies: Iterator[int] = dataclasses.field(default_factory=lambda: count(1), compare=False, repr=False)

    def new_copy(self) -> Journey:
        return replace(self, copy=next(self._copies))

    def again(self) -> Journey:
        return replace(self, pass_number=self.pass_number + 1)


class TraceEvent(Struct, frozen=True):
    at: Journey

    @property
    def packet(self) -> int:
        """Number of the frame given to the switch; copies keep their origin's."""
        return self.at.packet


class Received(TraceEvent, frozen=True):
    """A frame enters the ingress parser. `cause` is normal, resubmit or recirculate."""

    port: int
    length: int
    time_us: int
    cause: str
    frame: bytes = b""


class ParserStateEntered(TraceEvent, frozen=True):
    parser: str
    state: str
    source: SourceInfo | None = None


class HeaderExtracted(TraceEvent, frozen=True):
    """A header was extracted: `length` bytes from byte `offset` of the frame; `fields` are (name, value) pairs."""

    header: str
    offset: int
    length: int
    fields: Pairs
    source: SourceInfo | None = None


class ParserAdvanced(TraceEvent, frozen=True):
    """The parser skipped `bits` bits, from byte `offset` of the frame on."""

    bits: int
    offset: int
    source: SourceInfo | None = None


class ParserTransition(TraceEvent, frozen=True):
    """The parser leaves a state; `next_state` None is accept.

    `key` are the select's (expression, value) pairs, () without a select. `matched` is the case that was taken:
    a value, "value &&& mask", "value set NAME", or "default" when none of the others matched; "" without a select.
    """

    state: str
    key: Pairs
    matched: str
    next_state: str | None
    source: SourceInfo | None = None


class ParserFailed(TraceEvent, frozen=True):
    """The parser stopped with an error; ingress still runs, with standard_metadata.parser_error set."""

    state: str
    error: str
    source: SourceInfo | None = None


class ChecksumChecked(TraceEvent, frozen=True):
    """A checksum was verified (`phase` verify) or written (update)."""

    name: str
    phase: str
    computed: int
    found: int
    source: SourceInfo | None


class PipelineEntered(TraceEvent, frozen=True):
    """A control starts."""

    pipeline: str
    source: SourceInfo | None = None


class ConditionEvaluated(TraceEvent, frozen=True):
    name: str
    result: bool
    source: SourceInfo | None


class TableApplied(TraceEvent, frozen=True):
    """A table was looked up.

    `key` are (field name, value) pairs; `entry` describes the entry hit, "" for a miss; `handle` is -1 for a miss;
    `via` names the profile member (and group) that supplied the action, "" without a profile; `const` says that the
    entry (or, on a miss, the default action) is fixed by the program.
    """

    table: str
    key: Pairs
    hit: bool
    handle: int
    entry: str
    action: str
    via: str
    source: SourceInfo | None
    entry_source: SourceInfo | None
    const: bool = False


class ActionEntered(TraceEvent, frozen=True):
    """An action runs with these (parameter, value) pairs; `hidden`: it only wraps statements outside any action."""

    action: str
    params: Pairs
    source: SourceInfo | None
    hidden: bool = False


class FieldChanged(TraceEvent, frozen=True):
    field: str
    old: int
    new: int
    source: SourceInfo | None


class ValidityChanged(TraceEvent, frozen=True):
    header: str
    valid: bool
    source: SourceInfo | None


class PrimitiveRan(TraceEvent, frozen=True):
    """A primitive that does more than write a field.

    `primitive` is count, direct_counter, execute_meter, direct_meter, register_read, register_write, hash, random,
    digest, clone, resubmit, recirculate, truncate, mark_to_drop, push_front, pop_front, log_msg, assert, assume or
    exit. `detail` is for people; `target` names the object it works on ("" if none), `values` the numbers in play.
    """

    primitive: str
    detail: str
    source: SourceInfo | None
    target: str = ""
    values: Pairs = ()


class DigestSent(TraceEvent, frozen=True):
    digest: str
    fields: Pairs


class Copied(TraceEvent, frozen=True):
    """The switch made a copy: `kind` is clone_i2e, clone_e2e, multicast, resubmit or recirculate.

    `new_copy` and `new_pass` say which journey the copy begins, `port` where it is queued (None: back to ingress),
    `preserved` the fields a field list carries over.
    """

    kind: str
    detail: str
    new_copy: int = 0
    new_pass: int = 0
    port: int | None = None
    preserved: Pairs = ()


class Enqueued(TraceEvent, frozen=True):
    """The packet entered an output queue; `depth` is the number of packets already in it."""

    port: int
    priority: int
    depth: int


class Dequeued(TraceEvent, frozen=True):
    """The packet left its queue and enters egress."""

    port: int
    priority: int
    time_us: int


class Deparsed(TraceEvent, frozen=True):
    """The deparser wrote these headers, `length` bytes, in front of `payload` bytes that were never parsed."""

    headers: tuple[str, ...]
    length: int
    payload: int
    source: SourceInfo | None = None


class Truncated(TraceEvent, frozen=True):
    """The deparsed packet was cut from `length` to `kept` bytes."""

    length: int
    kept: int


class Emitted(TraceEvent, frozen=True):
    port: int
    length: int
    frame: bytes = b""


class Dropped(TraceEvent, frozen=True):
    """The packet was dropped in `stage`, because of `reason`; `source` is the P4 line that decided, if one did."""

    stage: str
    reason: str
    source: SourceInfo | None


class Tracer(Protocol):
    """Receives every event of a traced switch, in order."""

    def event(self, event: TraceEvent) -> None:
        """Take one event. Runs on the packet path: must not raise."""


# --- Traces of chosen packets: all that happens to them and to their copies, and nothing else ------------------------


class BytePattern(Struct, frozen=True):
    """Bytes at an offset of the frame, compared where `mask` has ones; `value` and `mask` are equally long."""

    offset: int
    value: bytes
    mask: bytes

    @classmethod
    def parse(cls, text: str) -> BytePattern:
        """Read OFFSET:HEX[&MASK], as 12:86dd or 20:40&f0. Raises ValueError with a complete message."""
        wanted = "OFFSET:HEX[&MASK] with whole bytes in hexadecimal, as 12:86dd or 20:40&f0"
        where, colon, rest = text.partition(":")
        value, ampersand, mask = rest.partition("&")
        try:
            if not colon or not where.isascii() or not where.isdigit():
                raise ValueError
            found = bytes.fromhex(value.removeprefix("0x"))
            ones = bytes.fromhex(mask.removeprefix("0x")) if ampersand else b"\xff" * len(found)
        except ValueError:
            raise ValueError(f"{text!r}; accepted: {wanted}") from None
        if not found or len(found) != len(ones):
            raise ValueError(f"{text!r}: value and mask must be equally long, and not empty; accepted: {wanted}")
        return cls(int(where), found, ones)

    def matches(self, frame: bytes) -> bool:
        """Whether the frame is long enough and holds the bytes."""
        part = frame[self.offset : self.offset + len(self.value)]
        if len(part) < len(self.value):
            return False
        return all((a ^ b) & m == 0 for a, b, m in zip(part, self.value, self.mask, strict=True))


class PacketFilter(Struct, frozen=True):
    """Which received frames to trace: every condition given must hold.

    Attributes:
        numbers: packet numbers, from 0 in order of arrival; empty: any.
        port: ingress port, or None for any.
        patterns: what the frame must hold.
    """

    numbers: frozenset[int] = frozenset()
    port: int | None = None
    patterns: Sequence[BytePattern] = ()

    def accepts(self, event: Received) -> bool:
        """Whether to trace the packet that begins with this event."""
        if self.numbers and event.packet not in self.numbers:
            return False
        if self.port is not None and event.port != self.port:
            return False
        return all(p.matches(event.frame) for p in self.patterns)


class FilteringTracer:
    """A Tracer that passes on the events of the packets a PacketFilter accepts, copies and later passes included."""

    def __init__(self, inner: Tracer, packets: PacketFilter) -> None:
        self._inner = inner
        self._filter = packets
        self._chosen: set[int] = set()

    def event(self, event: TraceEvent) -> None:
        """Decide when a frame first arrives; then follow it."""
        if isinstance(event, Received) and event.cause == "normal" and self._filter.accepts(event):
            self._chosen.add(event.packet)
        if event.packet in self._chosen:
            self._inner.event(event)


class SeveralTracers:
    """A Tracer that passes every event on to several others, in order."""

    def __init__(self, tracers: Sequence[Tracer]) -> None:
        self.tracers = tuple(tracers)

    def event(self, event: TraceEvent) -> None:
        for tracer in self.tracers:
            tracer.event(event)


def with_tracer(present: Tracer | None, one: Tracer) -> Tracer:
    """A Tracer with one more output than another."""
    return one if present is None else SeveralTracers([*_all(present), one])


def without_tracer(present: Tracer | None, one: Tracer) -> Tracer | None:
    """A Tracer without one of its outputs; None: no output is left."""
    left = [tracer for tracer in _all(present) if tracer is not one]
    if len(left) > 1:
        return SeveralTracers(left)
    return left[0] if left else None


def _all(tracer: Tracer | None) -> Sequence[Tracer]:
    if tracer is None:
        return ()
    return tracer.tracers if isinstance(tracer, SeveralTracers) else (tracer,)


# --- Text: one line per event, indented by where the packet is -------------------------------------------------------


HIDDEN = "tbl_"  # p4c wraps bare statements in tables; their names mean nothing to people


def _at(source: SourceInfo | None) -> str:
    return f"  [{source}]" if source else ""


def _pairs(pairs: Pairs) -> str:
    return ", ".join(f"{name}={value:#x}" for name, value in pairs)


def _bytes(count: int) -> str:
    return f"{count} byte{'' if count == 1 else 's'}"


def journey(at: Journey) -> str:
    """Which packet, copy and pass: `#3`, `#3.1` for its first copy, `#3.1+2` for that copy's third pass."""
    copy = f".{at.copy}" if at.copy else ""
    return f"#{at.packet}{copy}{f'+{at.pass_number}' if at.pass_number else ''}"


def render(event: TraceEvent) -> str:
    """One line for one event, without the packet's number."""
    match event:
        case Received():
            again = "" if event.cause == "normal" else f" ({event.cause})"
            return f"received on port {event.port}: {_bytes(event.length)} at {event.time_us} us{again}"
        case ParserStateEntered():
            return f"  parser state {event.state}{_at(event.source)}"
        case HeaderExtracted():
            where = f"{_bytes(event.length)} at {event.offset}"
            return f"    extract {event.header} ({where}): {_pairs(event.fields)}{_at(event.source)}"
        case ParserAdvanced():
            return f"    advance by {event.bits} bits from byte {event.offset}{_at(event.source)}"
        case ParserTransition():
            return _transition(event)
        case ParserFailed():
            return f"    parser stops in {event.state}: {event.error}; ingress still runs{_at(event.source)}"
        case ChecksumChecked():
            return _checksum(event)
        case PipelineEntered():
            return f"  control {event.pipeline}{_at(event.source)}"
        case ConditionEvaluated():
            text = event.source.fragment if event.source and event.source.fragment else event.name
            return f"    if {text}: {'true' if event.result else 'false'}{_at(event.source)}"
        case TableApplied():
            return _table(event)
        case ActionEntered():
            return f"      action {event.action}({_pairs(event.params)}){_at(event.source)}"
        case FieldChanged():
            return f"        {event.field}: {event.old:#x} -> {event.new:#x}{_at(event.source)}"
        case ValidityChanged():
            state = "valid" if event.valid else "invalid"
            return f"        {event.header} becomes {state}{_at(event.source)}"
        case PrimitiveRan():
            inputs = f" of {_pairs(_hash_inputs(event))}" if event.primitive == "hash" else ""
            return f"        {event.primitive}: {event.detail}{inputs}{_at(event.source)}"
        case _:
            return _between_controls(event)


def _between_controls(event: TraceEvent) -> str:
    match event:
        case DigestSent():
            return f"  digest {event.digest} to the control plane: {_pairs(event.fields)}"
        case Copied():
            return _copied(event)
        case Enqueued():
            return f"  queued for port {event.port} priority {event.priority} ({event.depth} ahead)"
        case Dequeued():
            return f"  leaves the queue of port {event.port} priority {event.priority} at {event.time_us} us"
        case Deparsed():
            headers = ", ".join(event.headers) or "no header"
            rest = f"and {_bytes(event.payload)} of payload" if event.payload else "and no payload"
            return f"  deparser writes {headers} ({_bytes(event.length)}) {rest}{_at(event.source)}"
        case Truncated():
            return f"    truncated from {event.length} to {event.kept} bytes"
        case Emitted():
            return f"  sent out of port {event.port}: {_bytes(event.length)}"
        case Dropped():
            return f"  DROPPED in {event.stage}: {event.reason}{_at(event.source)}"
        case _:
            return f"  {event}"


def _transition(event: ParserTransition) -> str:
    text = f"    {event.state} -> {event.next_state or 'accept'}"
    if not event.matched:
        return f"{text}{_at(event.source)}"
    return f"{text} on {_pairs(event.key)} (case {event.matched}){_at(event.source)}"


def _hash_inputs(event: PrimitiveRan) -> Pairs:
    return event.values[:-1]  # the last one is the result, which `detail` has


def _checksum(event: ChecksumChecked) -> str:
    verdict = f"writes {event.computed:#x} over {event.found:#x}"
    if event.phase == "verify":
        verdict = (
            "is right" if event.computed == event.found else f"is wrong: {event.found:#x}, not {event.computed:#x}"
        )
    return f"    checksum {event.name} {verdict}{_at(event.source)}"


def _table(event: TableApplied) -> str:
    looked_up = f" key {_pairs(event.key)}" if event.key else ""
    const = "const " if event.const else ""
    if event.hit:
        found = f"hit {const}entry {event.handle} ({event.entry}){_at(event.entry_source)} ->"
    else:
        found = f"{'miss' if event.key else 'no key'} -> {const}default"
    via = f" via {event.via}" if event.via else ""
    return f"    table {event.table}{looked_up}: {found} {event.action}{via}{_at(event.source)}"


def _copied(event: Copied) -> str:
    became = journey(Journey(event.packet, event.new_pass, event.new_copy))
    kept = f", keeping {_pairs(event.preserved)}" if event.preserved else ""
    return f"  {event.kind}: {event.detail}, as {became}{kept}"


def is_hidden(event: TraceEvent) -> bool:
    """Whether an event is about a wrapper p4c makes up, which people need not see."""
    if isinstance(event, TableApplied):
        return event.table.startswith(HIDDEN)
    return isinstance(event, ActionEntered) and event.hidden


class TextTracer:
    """A Tracer that writes each line, prefixed with the packet's `journey`, to a text stream."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def event(self, event: TraceEvent) -> None:
        """Write one line, or none for the actions' wrappers p4c makes up."""
        if is_hidden(event):
            return
        with contextlib.suppress(OSError):  # a closed pipe must not cost packets
            self._out.write(f"{journey(event.at)} {render(event)}\n")


# --- JSON: one object per event, with the members that `p4soft explain --events` lists --------------------------------


# Numbers of packets, ports, bytes and times are JSON numbers. Values of P4 fields, parameters and keys can be wider
# than any JSON reader's integers and are hexadecimal strings ("0x1f", "-0x1" for negative signed fields); frames are
# hexadecimal bytes. A place in the P4 source is {"file", "line", "column", "text"}; unknown is null.

# Members whose integers are values of P4 fields, by event.
_WIDE = {FieldChanged: ("old", "new"), ChecksumChecked: ("computed", "found")}


def event_kinds() -> list[type[TraceEvent]]:
    """Every kind of event, roughly in the order of a packet's way."""
    kinds = [each for each in globals().values() if isinstance(each, type) and issubclass(each, TraceEvent)]
    return [kind for kind in kinds if kind is not TraceEvent]


def event_name(kind: type[TraceEvent]) -> str:
    """What the member "event" says: the class in lower case with underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_TYPES = {
    "int": "number", "int | None": "number?", "str": "string", "str | None": "string?", "bool": "boolean",
    "bytes": "bytes", "Pairs": "pairs", "tuple[str, ...]": "strings", "SourceInfo | None": "place",
}  # fmt: skip


def members(kind: type[TraceEvent]) -> dict[str, str]:
    """What the JSON of an event has after packet, pass, copy and event, with its types of docs/tracing.md."""
    wide = _WIDE.get(kind, ())
    return {
        name: "hex" if name in wide else _TYPES[written]
        for name, written in kind.__annotations__.items()
        if name != "at"
    }


def to_object(event: TraceEvent) -> dict[str, object]:
    found: dict[str, object] = {
        "packet": event.at.packet,
        "pass": event.at.pass_number,
        "copy": event.at.copy,
        "event": event_name(type(event)),
    }
    wide = _WIDE.get(type(event), ())
    for name in event.__struct_fields__:
        if name != "at":
            value = getattr(event, name)
            found[name] = hex(value) if name in wide else _value(value)
    return found


def _value(value: object) -> object:
    match value:
        case bytes():
            return value.hex()
        case SourceInfo():
            return {"file": value.filename, "line": value.line, "column": value.column, "text": value.fragment}
        case tuple():
            return [{"name": v[0], "value": hex(v[1])} if isinstance(v, tuple) else v for v in value]
        case _:
            return value


class JsonTracer:
    """A Tracer that writes one JSON object per line to a text stream."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def event(self, event: TraceEvent) -> None:
        with contextlib.suppress(OSError):  # a closed pipe must not cost packets
            self._out.write(json.dumps(to_object(event)) + "\n")
