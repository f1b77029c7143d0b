# SPDX-License-Identifier: Apache-2.0
"""The event log of simple_switch (--nanolog): what happens to each packet, on a nanomsg socket, while somebody listens.

Only then is the program traced, which the Python engine does: a log that nobody reads costs nothing.
"""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import xxhash

from p4soft.switch import SimpleSwitch
from p4soft.switch.notifications import PublishingSocket
from p4soft.switch.program.model import Program
from p4soft.switch.trace import (
    ActionEntered,
    ChecksumChecked,
    ConditionEvaluated,
    Deparsed,
    Emitted,
    FieldChanged,
    HeaderExtracted,
    Journey,
    ParserAdvanced,
    ParserFailed,
    ParserStateEntered,
    ParserTransition,
    PipelineEntered,
    PrimitiveRan,
    Received,
    TableApplied,
    TraceEvent,
    ValidityChanged,
    with_tracer,
    without_tracer,
)

# --- Messages: a header, little-endian without gaps, then numbers of 32 bits -----------------------------------------


# The layouts and kinds are those of BMv2's `msg_hdr_t` in bm_sim/event_logger.cpp. Objects have the ids that the
# program's JSON gives them.
_HEADER = struct.Struct("<iQIQQQ")
_CONTEXT = 0


class Kind(IntEnum):
    """The kind of a message, by the number that starts it (`EventType` in BMv2)."""

    PACKET_IN = 0
    PACKET_OUT = 1
    PARSER_START = 2
    PARSER_DONE = 3
    PARSER_EXTRACT = 4
    DEPARSER_START = 5
    DEPARSER_DONE = 6
    DEPARSER_EMIT = 7
    CHECKSUM_UPDATE = 8
    PIPELINE_START = 9
    PIPELINE_DONE = 10
    CONDITION_EVAL = 11
    TABLE_HIT = 12
    TABLE_MISS = 13
    ACTION_EXECUTE = 14
    CONFIG_CHANGE = 999


class PacketName(NamedTuple):
    """Which packet: XXH64 of the frame, its number, and which of its copies."""

    signature: int
    number: int
    copy: int


def message(kind: Kind, device_id: int, packet: PacketName, *numbers: int) -> bytes:
    """A message to subscribers: the header, and the numbers of its kind."""
    header = _HEADER.pack(kind, device_id, _CONTEXT, *packet)
    return header + struct.pack(f"<{len(numbers)}i", *numbers)


class Ids:
    """The ids of a program's named objects."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Read them from a program's BMv2 JSON."""
        self.parser = _ids(document["parsers"])
        self.deparser = _ids(document["deparsers"])
        self.pipeline = _ids(document["pipelines"])
        self.header = _ids(document["headers"])
        tables = [table for pipeline in document["pipelines"] for table in pipeline["tables"]]
        conditions = [condition for pipeline in document["pipelines"] for condition in pipeline["conditionals"]]
        self.table, self.condition = _ids(tables), _ids(conditions)
        self.updates = [each["id"] for each in document["checksums"] if each.get("update", True)]
        self._actions = _ids(document["actions"])
        self._actions_of = {
            table["name"]: dict(zip(table["actions"], table["action_ids"], strict=True)) for table in tables
        }
        self.wrapping = {
            table["actions"][0]: table["id"] for table in tables if not table["key"] and len(table["actions"]) == 1
        }
        """By action, the table without a key that there is only to run it: traces leave it out."""

    def action(self, name: str, table: str | None) -> int:
        """The id of an action that a table chose, or that runs by itself: several actions may have one name."""
        found = self._actions_of.get(table, {}).get(name) if table is not None else None
        return self._actions[name] if found is None else found


def _ids(objects: list[dict[str, Any]]) -> dict[str, int]:
    return {each["name"]: each["id"] for each in objects}


# --- The log ---------------------------------------------------------------------------------------------------------


_MOST_SIGNATURES = 4096
"""Packets whose frames are remembered for what comes later of them."""
_NOBODY = PacketName(0, 0, 0)
_IN_PARSER = (ParserStateEntered, HeaderExtracted, ParserAdvanced, ParserTransition, ParserFailed)
_ANYWHERE = (FieldChanged, ValidityChanged, PrimitiveRan, ActionEntered)


class EventLog:
    """Traces a switch for its subscribers. All but what nng calls under the switch's lock."""

    def __init__(self, switch: SimpleSwitch, address: str, on_change: Callable[[], None]) -> None:
        """Listen at `address`; `on_change`, from any thread, asks for `tick`. Raises PublisherError."""
        self._switch = switch
        self._works = False
        self._socket = PublishingSocket("--nanolog", address, on_change)
        self._program: Program | None = None
        self._ids: Ids | None = None
        self._signatures: dict[int, int] = {}
        self._phase: tuple[Kind, int, PacketName] | None = None
        self._table: str | None = None

    @property
    def counts(self) -> Counter[str]:
        """Subscribers that were refused, by reason."""
        return self._socket.counts

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def next_tick_us(self) -> int | None:
        """At once, when the first subscriber has come, the last has gone, or another program runs."""
        listened = self._socket.subscribers > 0
        return 0 if listened != self._works or (listened and self._program is not self._switch.program) else None

    def tick(self, _now_us: int) -> None:
        """Begin or end tracing; report another program."""
        listened = self._socket.subscribers > 0
        if listened and not self._works:
            self._switch.tracer = with_tracer(self._switch.tracer, self)
            self._program = self._switch.program
            self._read_ids()
        elif self._works and not listened:
            self._switch.tracer = without_tracer(self._switch.tracer, self)
        elif listened and self._program is not self._switch.program:
            self._notice_program()
        self._works = listened

    def event(self, event: TraceEvent) -> None:
        """Publish what an event says, if BMv2 has a message for it."""
        if self._program is not self._switch.program:
            self._notice_program()
        if self._ids is not None:
            self._end_phase(event)
            self._publish(event, self._ids)

    def _notice_program(self) -> None:
        self._program = self._switch.program
        self._socket.send(message(Kind.CONFIG_CHANGE, self._switch.device_id, _NOBODY))
        self._read_ids()

    def _read_ids(self) -> None:
        self._phase, self._ids = None, None
        if self._program is not None:
            self._ids = Ids(json.loads(self._program.text))

    def _name(self, at: Journey) -> PacketName:
        return PacketName(self._signatures.get(at.packet, 0), at.packet, at.copy)

    def _send(self, kind: Kind, at: Journey, *numbers: int) -> None:
        self._socket.send(message(kind, self._switch.device_id, self._name(at), *numbers))

    def _begin_phase(self, event: TraceEvent, kind: Kind, end: Kind, number: int) -> None:
        self._send(kind, event.at, number)
        self._phase = end, number, self._name(event.at)

    def _end_phase(self, event: TraceEvent) -> None:
        """The parser's or a pipeline's end, which has no event, before what comes after it."""
        if self._phase is None or isinstance(event, _ANYWHERE):
            return
        kind, number, name = self._phase
        if kind is Kind.PARSER_DONE:
            verifies = isinstance(event, ChecksumChecked) and event.phase == "verify"
            inside = isinstance(event, _IN_PARSER) or verifies
        else:
            inside = isinstance(event, ConditionEvaluated | TableApplied)
        if not inside:
            self._socket.send(message(kind, self._switch.device_id, name, number))
            self._phase = None

    def _publish(self, event: TraceEvent, ids: Ids) -> None:
        match event:
            case Received():
                self._remember(event)
                if event.cause == "normal":
                    self._send(Kind.PACKET_IN, event.at, event.port)
            case ParserStateEntered() if self._phase is None:
                self._begin_phase(event, Kind.PARSER_START, Kind.PARSER_DONE, ids.parser[event.parser])
            case HeaderExtracted():
                self._send(Kind.PARSER_EXTRACT, event.at, ids.header[event.header])
            case PipelineEntered():
                self._begin_phase(event, Kind.PIPELINE_START, Kind.PIPELINE_DONE, ids.pipeline[event.pipeline])
            case ConditionEvaluated():
                self._send(Kind.CONDITION_EVAL, event.at, ids.condition[event.name], event.result)
            case TableApplied():
                self._table = event.table
                if event.hit:
                    self._send(Kind.TABLE_HIT, event.at, ids.table[event.table], event.handle)
                else:
                    self._send(Kind.TABLE_MISS, event.at, ids.table[event.table])
            case ActionEntered():
                if event.hidden and event.action in ids.wrapping:
                    self._send(Kind.TABLE_MISS, event.at, ids.wrapping[event.action])
                self._send(Kind.ACTION_EXECUTE, event.at, ids.action(event.action, self._table))
                self._table = None
            case Deparsed():
                self._deparsed(event, ids)
            case Emitted():
                self._send(Kind.PACKET_OUT, event.at, event.port)

    def _deparsed(self, event: Deparsed, ids: Ids) -> None:
        (number,) = ids.deparser.values()
        self._send(Kind.DEPARSER_START, event.at, number)
        for checksum in ids.updates:
            self._send(Kind.CHECKSUM_UPDATE, event.at, checksum)
        for header in event.headers:
            self._send(Kind.DEPARSER_EMIT, event.at, ids.header[header])
        self._send(Kind.DEPARSER_DONE, event.at, number)

    def _remember(self, event: Received) -> None:
        self._signatures[event.packet] = xxhash.xxh64_intdigest(event.frame)
        if len(self._signatures) > _MOST_SIGNATURES:
            del self._signatures[next(iter(self._signatures))]
