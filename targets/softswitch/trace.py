# SPDX-License-Identifier: Apache-2.0
"""What happened to a packet, as structured events. `trace_text` turns them into lines for people.

An untraced switch runs code in which none of this exists; see codegen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from targets.softswitch.program.header_model import SourceInfo


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """Base of all events. `packet` numbers the frames given to the switch from 0; copies keep their origin's number."""

    packet: int


@dataclass(frozen=True, slots=True)
class Received(TraceEvent):
    """A frame enters the ingress parser. `cause` is normal, resubmit or recirculate."""

    port: int
    length: int
    time_us: int
    cause: str


@dataclass(frozen=True, slots=True)
class ParserStateEntered(TraceEvent):
    """The parser enters a state."""

    parser: str
    state: str


@dataclass(frozen=True, slots=True)
class HeaderExtracted(TraceEvent):
    """A header was extracted: `length` bytes from byte `offset` of the frame; `fields` are (name, value) pairs."""

    header: str
    offset: int
    length: int
    fields: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ParserTransition(TraceEvent):
    """The parser leaves a state. `key` is None without a select; `next_state` None is accept."""

    state: str
    key: int | None
    next_state: str | None


@dataclass(frozen=True, slots=True)
class ParserFailed(TraceEvent):
    """The parser stopped with an error; ingress still runs, with standard_metadata.parser_error set."""

    state: str
    error: str


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
    `via` names the profile member (and group) that supplied the action, "" without a profile.
    """

    table: str
    key: tuple[tuple[str, int], ...]
    hit: bool
    handle: int
    entry: str
    action: str
    via: str
    source: SourceInfo | None
    entry_source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class ActionEntered(TraceEvent):
    """An action runs with these (parameter, value) pairs."""

    action: str
    params: tuple[tuple[str, int], ...]
    source: SourceInfo | None


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
    """A primitive without a field to show for it (register access, counter, clone, digest, drop, log_msg...)."""

    primitive: str
    detail: str
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class Copied(TraceEvent):
    """The switch made a copy: `kind` is clone_i2e, clone_e2e, multicast, resubmit or recirculate."""

    kind: str
    detail: str


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
class Truncated(TraceEvent):
    """The deparsed packet was cut from `length` to `kept` bytes."""

    length: int
    kept: int


@dataclass(frozen=True, slots=True)
class Emitted(TraceEvent):
    """The packet left the switch."""

    port: int
    length: int


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
