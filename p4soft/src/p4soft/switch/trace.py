# SPDX-License-Identifier: Apache-2.0
"""What happened to a packet, as structured events; `trace_output` makes lines for people of them, and JSON objects.

An untraced switch runs code in which none of this exists; see codegen. The events and their fields are a format that
others read (docs/tracing.md): fields may be added at the end, never renamed or removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from p4soft.switch.program.model import SourceInfo

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
    _copies: Iterator[int] = field(default_factory=lambda: count(1), compare=False, repr=False)

    def new_copy(self) -> Journey:
        """The journey of one more copy of this packet."""
        return replace(self, copy=next(self._copies))

    def again(self) -> Journey:
        """The next pass of this packet."""
        return replace(self, pass_number=self.pass_number + 1)


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """Base of all events."""

    at: Journey

    @property
    def packet(self) -> int:
        """Number of the frame given to the switch; copies keep their origin's."""
        return self.at.packet


@dataclass(frozen=True, slots=True)
class Received(TraceEvent):
    """A frame enters the ingress parser. `cause` is normal, resubmit or recirculate."""

    port: int
    length: int
    time_us: int
    cause: str
    frame: bytes = b""


@dataclass(frozen=True, slots=True)
class ParserStateEntered(TraceEvent):
    """The parser enters a state."""

    parser: str
    state: str
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class HeaderExtracted(TraceEvent):
    """A header was extracted: `length` bytes from byte `offset` of the frame; `fields` are (name, value) pairs."""

    header: str
    offset: int
    length: int
    fields: Pairs
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class ParserAdvanced(TraceEvent):
    """The parser skipped `bits` bits, from byte `offset` of the frame on."""

    bits: int
    offset: int
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class ParserTransition(TraceEvent):
    """The parser leaves a state; `next_state` None is accept.

    `key` are the select's (expression, value) pairs, () without a select. `matched` is the case that was taken:
    a value, "value &&& mask", "value set NAME", or "default" when none of the others matched; "" without a select.
    """

    state: str
    key: Pairs
    matched: str
    next_state: str | None
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class ParserFailed(TraceEvent):
    """The parser stopped with an error; ingress still runs, with standard_metadata.parser_error set."""

    state: str
    error: str
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class ChecksumChecked(TraceEvent):
    """A checksum was verified (`phase` verify) or written (update)."""

    name: str
    phase: str
    computed: int
    found: int
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class PipelineEntered(TraceEvent):
    """A control starts."""

    pipeline: str
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class ConditionEvaluated(TraceEvent):
    """An `if` was decided."""

    name: str
    result: bool
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class TableApplied(TraceEvent):
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


@dataclass(frozen=True, slots=True)
class ActionEntered(TraceEvent):
    """An action runs with these (parameter, value) pairs; `hidden`: it only wraps statements outside any action."""

    action: str
    params: Pairs
    source: SourceInfo | None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class FieldChanged(TraceEvent):
    """A field got another value."""

    field: str
    old: int
    new: int
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class ValidityChanged(TraceEvent):
    """A header became valid or invalid."""

    header: str
    valid: bool
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class PrimitiveRan(TraceEvent):
    """A primitive that does more than write a field (register, counter, hash, clone, digest, drop, log_msg...).

    `detail` is for people; `target` names the object it works on ("" if none), `values` the numbers in play.
    """

    primitive: str
    detail: str
    source: SourceInfo | None
    target: str = ""
    values: Pairs = ()


@dataclass(frozen=True, slots=True)
class DigestSent(TraceEvent):
    """A digest goes to the control plane."""

    digest: str
    fields: Pairs


@dataclass(frozen=True, slots=True)
class Copied(TraceEvent):
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


@dataclass(frozen=True, slots=True)
class Enqueued(TraceEvent):
    """The packet entered an output queue; `depth` is the number of packets already in it."""

    port: int
    priority: int
    depth: int


@dataclass(frozen=True, slots=True)
class Dequeued(TraceEvent):
    """The packet left its queue and enters egress."""

    port: int
    priority: int
    time_us: int


@dataclass(frozen=True, slots=True)
class Deparsed(TraceEvent):
    """The deparser wrote these headers, `length` bytes, in front of `payload` bytes that were never parsed."""

    headers: tuple[str, ...]
    length: int
    payload: int
    source: SourceInfo | None = None


@dataclass(frozen=True, slots=True)
class Truncated(TraceEvent):
    """The deparsed packet was cut from `length` to `kept` bytes."""

    length: int
    kept: int


@dataclass(frozen=True, slots=True)
class Emitted(TraceEvent):
    """The packet left the switch."""

    port: int
    length: int
    frame: bytes = b""


@dataclass(frozen=True, slots=True)
class Dropped(TraceEvent):
    """The packet was dropped in `stage`, because of `reason`; `source` is the P4 line that decided, if one did."""

    stage: str
    reason: str
    source: SourceInfo | None


class Tracer(Protocol):
    """Receives every event of a traced switch, in order."""

    def event(self, event: TraceEvent) -> None:
        """Take one event. Runs on the packet path: must not raise."""


# --- Traces of chosen packets: all that happens to them and to their copies, and nothing else ------------------------


@dataclass(frozen=True, slots=True)
class BytePattern:
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


@dataclass(frozen=True, slots=True)
class PacketFilter:
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
        """Pass one event on."""
        for tracer in self.tracers:
            tracer.event(event)


def with_tracer(present: Tracer | None, one: Tracer) -> Tracer:
    """A Tracer with one more output than another."""
    return one if present is None else SeveralTracers([*_all(present), one])


def without_tracer(present: Tracer | None, one: Tracer) -> Tracer | None:
    """A Tracer that tells all but one; None: nobody is left."""
    left = [tracer for tracer in _all(present) if tracer is not one]
    if len(left) > 1:
        return SeveralTracers(left)
    return left[0] if left else None


def _all(tracer: Tracer | None) -> Sequence[Tracer]:
    if tracer is None:
        return ()
    return tracer.tracers if isinstance(tracer, SeveralTracers) else (tracer,)
