# SPDX-License-Identifier: Apache-2.0
"""Our own switch, on which a workload is tried before anybody is judged by it: what a packet meets on its way."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.workload.entries import Update
from p4soft.fidelity.workload.frames import Packet
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.trace import (
    ActionEntered,
    ConditionEvaluated,
    HeaderExtracted,
    ParserFailed,
    TableApplied,
    TraceEvent,
)

_SWITCH_LOG = logging.getLogger("p4soft.switch")
_TIMEOUT_S = 30.0
_START_US, _GAP_US, _REST_US = 1_000_000, 2_000, 60_000_000
_MOST_EVENTS = 20_000
"""Of one packet: what goes round and round is not looked at any closer."""

EntryId = tuple[str, int]
"""A table's name and an entry's handle; -1 is the default entry."""


@dataclass
class Journey:
    """What one packet met.

    Attributes:
        frames: how many frames left the switch.
        faulted: an assertion failed, or it went round too often.
        applied: every table it came to: which entry it hit (-1: none), the values of the key, and the action.
        extracted: each header, with the byte it begins at and its fields' names.
        parsed: the parser found no error.
        turns: every outcome of a table or condition and every action, each once: by which way it went.
    """

    frames: int = 0
    faulted: bool = False
    applied: list[TableApplied] = field(default_factory=list)
    extracted: list[HeaderExtracted] = field(default_factory=list)
    parsed: bool = True
    turns: set[tuple[str, str]] = field(default_factory=set)

    @property
    def through(self) -> bool:
        """Whether the packet came through, and nothing broke on the way."""
        return self.frames > 0 and not self.faulted

    @property
    def relies_on(self) -> set[EntryId]:
        """The entries without which it would have gone another way; default entries are (table, -1)."""
        return {(event.table, event.handle) for event in self.applied}

    @property
    def depth(self) -> int:
        """How far it came: tables, hits count twice."""
        return len({(e.table, e.hit) for e in self.applied}) + len({e.table for e in self.applied if e.hit})


class Recorder:
    """A tracer that keeps what a journey tells."""

    def __init__(self) -> None:
        self.events = 0
        self.begin()

    def begin(self) -> None:
        """Start anew, with the next packet."""
        self.journey = Journey()
        self._last = self.events + _MOST_EVENTS

    def event(self, event: TraceEvent) -> None:
        """Keep what the journey has a place for."""
        self.events += 1
        if self.events > self._last:
            self.journey.faulted = True
            return
        match event:
            case TableApplied():
                self.journey.applied.append(event)
                self.journey.turns.add((event.table, str(event.hit)))
            case ActionEntered() if not event.hidden:
                self.journey.turns.add((event.action, ""))
            case ConditionEvaluated():
                self.journey.turns.add((event.name, str(event.result)))
            case HeaderExtracted():
                self.journey.extracted.append(event)
            case ParserFailed():
                self.journey.parsed = False


class Rehearsal:
    """A switch with a program and entries, which packets are tried on.

    Args:
        switch: has the program; `recorder` is its tracer.
        session: writes to it.
    """

    def __init__(self, switch: SimpleSwitch, session: Session, recorder: Recorder) -> None:
        self._switch = switch
        self._session = session
        self._recorder = recorder
        self._now_us = _START_US

    @property
    def events(self) -> int:
        """How much happened so far: what all of it cost, on any machine."""
        return self._recorder.events

    def write(self, update: p4runtime_pb2.Update) -> bool:
        """Write one update; whether it was accepted."""
        try:
            self._session.write([_without_rates(update)])
        except SessionError:
            return False
        return True

    def insert(self, update: Update, table: str) -> int | None:
        """Insert an entry; its handle, or None when it is refused."""
        before = self._handles(table)
        if not self.write(update.message):
            return None
        return next(iter(self._handles(table) - before), None)

    def free(self, table: str) -> int:
        """How many more entries a table takes."""
        assert self._switch.state is not None
        found = self._switch.state.tables[table]
        return found.spec.max_size - len(found)

    def _handles(self, table: str) -> set[int]:
        assert self._switch.state is not None
        return {entry.handle for entry in self._switch.state.tables[table].entries()}

    def send(self, packet: Packet) -> Journey:
        """What a packet meets."""
        self._now_us += _GAP_US
        self._recorder.begin()
        faults = self._switch.faults
        port, frame = packet
        emitted = self._switch.receive(port, frame, self._now_us)
        if self._switch.next_event_us() is not None:
            self._now_us += _REST_US
            emitted += self._switch.advance(self._now_us)
        journey = self._recorder.journey
        journey.frames = len(emitted)
        journey.faulted |= self._switch.faults > faults
        return journey


def handles(rehearsal: Rehearsal, updates: Iterable[Update]) -> Mapping[EntryId, int]:
    """Write all updates; for each entry that was accepted its number among them."""
    found: dict[EntryId, int] = {}
    for number, update in enumerate(updates):
        if update.entry is None:
            rehearsal.write(update.message)
        elif (handle := rehearsal.insert(update, update.entry.table)) is not None:
            found[update.entry.table, handle] = number
    return found


@contextmanager
def rehearse(document: dict[str, object], info: p4info_pb2.P4Info) -> Iterator[Rehearsal | None]:
    """A switch with a program and no entries; None when it does not take the P4Info."""
    with ExitStack() as undo:
        # It says one line for every assertion that fails: here they are looked for.
        undo.callback(_SWITCH_LOG.setLevel, _SWITCH_LOG.level)
        _SWITCH_LOG.setLevel(logging.CRITICAL)
        switch = SimpleSwitch(engine="python")
        server = P4RuntimeServer(switch, clock=lambda: _START_US)
        undo.callback(server.stop)
        server.start()
        session = Session("the switch", server.address, 0, timeout_s=_TIMEOUT_S)
        undo.callback(session.close)
        recorder = Recorder()
        switch.tracer = recorder
        try:
            session.become_primary()
            session.set_pipeline(info, json.dumps(document).encode())
        except SessionError:
            yield None
            return
        yield Rehearsal(switch, session, recorder)


def _without_rates(update: p4runtime_pb2.Update) -> p4runtime_pb2.Update:
    """An entry's meter left out: hundreds of tries would use its tokens up."""
    if not update.entity.HasField("table_entry") or not update.entity.table_entry.HasField("meter_config"):
        return update
    found = p4runtime_pb2.Update()
    found.CopyFrom(update)
    found.entity.table_entry.ClearField("meter_config")
    return found
