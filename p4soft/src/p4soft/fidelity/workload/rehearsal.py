# SPDX-License-Identifier: Apache-2.0
"""Tries a workload on our own switch, and repairs it, before both switches are compared with it.

Entries drawn by chance seldom agree along a pipeline of many tables, each of which looks for what the one before it has
written. Here a packet shows the way: where it misses, an entry is made of the very key that it came with; where it hits
and is lost all the same, the entry's action is drawn again, unless a packet that came through relies on it; and now and
then a field of the frame is. What does not bring the packet further is taken back.
"""

from __future__ import annotations

import json
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from p4soft.fidelity.workload.entries import (
    EXACT,
    PORTS,
    TERNARY,
    Entry,
    EntryMaker,
    Pools,
    Target,
    Update,
    exactly,
    example,
)
from p4soft.fidelity.workload.frames import Packet, compared, originals
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import Program, SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.program.model import FieldRef
from p4soft.switch.trace import (
    ActionEntered,
    ConditionEvaluated,
    HeaderExtracted,
    ParserFailed,
    TableApplied,
    TraceEvent,
)
from p4soft.table_entries import Match, Ternary

# --- Rehearsal -------------------------------------------------------------------------------------------------------


_SWITCH_LOG = logging.getLogger("p4soft.switch")
_TIMEOUT_S = 30.0
_START_US, _GAP_US, _REST_US = 1_000_000, 2_000, 60_000_000
_MOST_EVENTS = 20_000
"""Of one packet: what goes round and round is not looked at any closer."""

EntryId = tuple[str, int]
"""A table's name and an entry's handle; -1 is the default entry."""


@dataclass
class Journey:
    """The events of one packet.

    Attributes:
        frames: how many frames left the switch.
        faulted: an assertion failed, or it went round too often.
        applied: every table it came to: which entry it hit (-1: none), the values of the key, and the action.
        extracted: each header, with the byte it begins at and its fields' names.
        parsed: the parser found no error.
        branches: every outcome of a table or condition and every action, each once: by which way it went.
    """

    frames: int = 0
    faulted: bool = False
    applied: list[TableApplied] = field(default_factory=list)
    extracted: list[HeaderExtracted] = field(default_factory=list)
    parsed: bool = True
    branches: set[tuple[str, str]] = field(default_factory=set)

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
        self.journey = Journey()
        self._last = self.events + _MOST_EVENTS

    def event(self, event: TraceEvent) -> None:
        self.events += 1
        if self.events > self._last:
            self.journey.faulted = True
            return
        match event:
            case TableApplied():
                self.journey.applied.append(event)
                self.journey.branches.add((event.table, str(event.hit)))
            case ActionEntered() if not event.hidden:
                self.journey.branches.add((event.action, ""))
            case ConditionEvaluated():
                self.journey.branches.add((event.name, str(event.result)))
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


# --- Changed entries -------------------------------------------------------------------------------------------------


_OFTEN, _SELDOM = 0.9, 0.7
"""How often an entry is changed rather than the packet: where a table missed, and where none did."""
_LOOSE = 0.3
_VARIANTS = 12
_FRESH = 0.5
_PRIORITIES = 16

Undo = Callable[[], object]
"""Takes a change back; the last change first."""


class Changes:
    """The entries of a workload, on the switch and as updates.

    Attributes:
        most: how many entries may be added to a table.

    Args:
        maker: made the entries.
        rehearsal: has the program, and no entries yet.
        rng: decides everything that is left to chance.
        updates: the workload's.
    """

    def __init__(self, maker: EntryMaker, rehearsal: Rehearsal, rng: random.Random, updates: Sequence[Update]) -> None:
        self.most = 0
        self._maker = maker
        self._rehearsal = rehearsal
        self._rng = rng
        self._updates: list[Update | None] = list(updates)
        self._written: dict[EntryId, int] = dict(handles(rehearsal, updates))
        self._relied_on: set[EntryId] = set()
        self._actions: Counter[tuple[str, int]] = Counter()
        self._added: Counter[str] = Counter()
        names = {target.table.preamble.id: name for name, target in maker.targets.items()}
        for number, update in enumerate(updates):
            if update.message.entity.table_entry.is_default_action:
                self._written[names[update.message.entity.table_entry.table_id], -1] = number

    @property
    def updates(self) -> list[Update]:
        """All that is written now, in an order in which it can be."""
        return [update for update in self._updates if update is not None]

    def rely_on(self, journey: Journey) -> None:
        """Leave the entries of a packet's way as they are, from now on."""
        self._relied_on |= journey.relies_on

    def propose(self, journey: Journey) -> Undo | None:
        """Change an entry on a packet's way, by chance; what takes it back, or None when nothing was changed."""
        missed = [e for e in journey.applied if not e.hit and self._room(e)]
        hits = [e for e in journey.applied if e.hit and self._may_change(e)]
        defaults = [e for e in journey.applied if not e.hit and self._may_change(e) and self._defaults(e)]
        moves: list[Callable[[], Undo | None]] = []
        if missed:
            # The last miss is the likeliest to be what the packet died of.
            moves += [lambda: self._fill(missed[-1:]), lambda: self._fill([self._rng.choice(missed)])]
            moves.append(lambda: self._fill(missed))
        if hits:
            moves += [lambda: self._again(self._rng.choice(hits)), lambda: self._again(hits[-1])]
        if defaults:
            moves.append(lambda: self._default(self._rng.choice(defaults)))
        if not moves or self._rng.random() >= (_OFTEN if missed else _SELDOM):
            return None
        return self._rng.choice(moves)()

    def _defaults(self, event: TableApplied) -> tuple[int, ...]:
        return self._maker.targets[event.table].defaults

    def _room(self, event: TableApplied) -> bool:
        """Whether an entry can be made of what missed."""
        target = self._maker.targets.get(event.table)
        return (
            target is not None
            and bool(target.actions)
            and len(target.keys) == len(event.key) > 0
            and self._added[event.table] < self.most
            and self._rehearsal.free(event.table) > 0
        )

    def _may_change(self, event: TableApplied) -> bool:
        known = event.handle == -1 or (event.table, event.handle) in self._written
        return (
            known
            and event.table in self._maker.targets
            and (event.table, event.handle) not in self._relied_on
            and not event.const
        )

    def _fill(self, events: Sequence[TableApplied]) -> Undo | None:
        """Entries for the keys that a packet came with."""
        steps = [step for event in events if (step := self._insert(event)) is not None]

        def undo() -> None:
            for step in reversed(steps):
                step()

        return undo if steps else None

    def _insert(self, event: TableApplied) -> Undo | None:
        """An entry for the key that a packet came with."""
        target = self._maker.targets[event.table]
        drawn = self._matches(target, [value for _, value in event.key])
        if drawn is None:
            return None
        matches, priority = drawn
        update = self._maker.entry(self._rng, target, matches, priority, self._action(target, target.actions))
        handle = self._rehearsal.insert(update, event.table)
        if handle is None:
            return None
        number = len(self._updates)
        self._updates.append(update)
        self._written[event.table, handle] = number
        self._added[event.table] += 1

        def undo() -> None:
            self._rehearsal.write(_as(p4runtime_pb2.Update.DELETE, update))
            del self._written[event.table, handle]
            self._updates[number] = None
            self._added[event.table] -= 1

        return undo

    def _again(self, event: TableApplied) -> Undo | None:
        """The entry that a packet hit, with another action or other data."""
        number = self._written[event.table, event.handle]
        old = self._updates[number]
        assert old is not None and old.entry is not None
        target = self._maker.targets[event.table]
        action = self._action(target, target.actions)
        if target.table.implementation_id == 0 and self._rng.random() < _FRESH:
            action = old.message.entity.table_entry.action.action.action_id
        priority = old.message.entity.table_entry.priority
        return self._replace(number, self._maker.entry(self._rng, target, old.entry.matches, priority, action))

    def _replace(self, number: int, update: Update) -> Undo | None:
        old = self._updates[number]
        if not self._rehearsal.write(_as(p4runtime_pb2.Update.MODIFY, update)):
            return None
        self._updates[number] = update

        def undo() -> None:
            assert old is not None
            self._rehearsal.write(_as(p4runtime_pb2.Update.MODIFY, old))
            self._updates[number] = old

        return undo

    def _default(self, event: TableApplied) -> Undo | None:
        target = self._maker.targets[event.table]
        update = self._maker.default(self._rng, target, self._action(target, target.defaults))
        number = self._written.get((event.table, -1))
        if number is not None:
            return self._replace(number, update)
        if not self._rehearsal.write(update.message):
            return None
        self._written[event.table, -1] = number = len(self._updates)
        self._updates.append(update)

        def undo() -> None:
            initial = p4runtime_pb2.Update(type=p4runtime_pb2.Update.MODIFY)
            initial.entity.table_entry.table_id = target.table.preamble.id
            initial.entity.table_entry.is_default_action = True
            self._rehearsal.write(initial)
            del self._written[event.table, -1]
            self._updates[number] = None

        return undo

    def _action(self, target: Target, offered: Sequence[int]) -> int:
        """One of those that were taken least."""
        name = target.table.preamble.name
        fewest = min(self._actions[name, action] for action in offered)
        chosen = self._rng.choice([action for action in offered if self._actions[name, action] <= fewest + 1])
        self._actions[name, chosen] += 1
        return chosen

    def _matches(self, target: Target, values: Sequence[int]) -> tuple[tuple[Match | None, ...], int] | None:
        """Matches that these values meet, and a priority, as the table's restriction allows; None if none was found."""
        rng = self._rng
        for number in range(_VARIANTS):
            loose = _LOOSE if number else 0.0
            found: dict[str, Match | None] = {}
            for key, value in zip(target.keys, values, strict=True):
                whole = exactly(key, value & (1 << key.width) - 1)
                if key.kind == TERNARY and rng.random() < loose:
                    mask = rng.getrandbits(key.width)
                    whole = Ternary(value & mask, mask)
                found[key.name] = None if key.kind != EXACT and rng.random() < loose else whole
                if isinstance(whole, Ternary) and not whole.mask:
                    found[key.name] = None
            ranks = target.restriction.ranks()
            priority = (rng.choice(ranks) if ranks else rng.randint(1, _PRIORITIES)) if target.ranked else 0
            if target.restriction.obeyed(found, priority):
                return tuple(found[key.name] for key in target.keys), priority
        return None


def _as(kind: p4runtime_pb2.Update.Type.ValueType, update: Update) -> p4runtime_pb2.Update:
    """The same entity in another kind of update."""
    found = p4runtime_pb2.Update()
    found.CopyFrom(update.message)
    found.type = kind
    return found


# --- Changed packets -------------------------------------------------------------------------------------------------


_PORT, _ENTRY, _CONDITION = 0.1, 0.4, 0.3

Places = Mapping[FieldRef, tuple[int, int]]
"""Where fields are in a frame: the bit each begins at, counted from the first of the frame, and its width."""


class Mutator:
    """Changes one thing in a packet.

    Args:
        program: whose headers the fields are of.
        entries: what its tables hold from the start.
        pools: values for everything else.
    """

    def __init__(self, program: Program, entries: Iterable[Entry], pools: Pools) -> None:
        self._program = program
        self._pools = pools
        self._compared = compared(program)
        origins = originals(program)
        keys = {spec.name: [(part.target, part.width) for part in spec.key] for spec in program.tables()}
        self._wanted: dict[FieldRef, list[tuple[Match, int]]] = {}
        for entry in entries:
            for (target, width), match in zip(keys[entry.table], entry.matches, strict=True):
                for source in sorted(origins.get(target, {target}), key=str) if match is not None else ():
                    assert match is not None
                    self._wanted.setdefault(source, []).append((match, width))

    def changed(self, rng: random.Random, packet: Packet, journey: Journey) -> Packet:
        """The packet with another port, or another value in a field that the parser saw on this journey."""
        port, frame = packet
        places = dict(self._places(journey.extracted, len(frame)))
        if not places or rng.random() < _PORT:
            return rng.choice(PORTS), frame
        refs = sorted(places, key=str)
        ref = rng.choice(refs)
        wanted, compared_with = [f for f in refs if f in self._wanted], [f for f in refs if f in self._compared]
        chance = rng.random()
        if wanted and chance < _ENTRY:
            ref = rng.choice(wanted)
            value = example(rng, *rng.choice(self._wanted[ref]))
        elif compared_with and chance < _ENTRY + _CONDITION:
            ref = rng.choice(compared_with)
            value = rng.choice(self._compared[ref])
        else:
            value = self._pools.pick(rng, places[ref][1])
        start, width = places[ref]
        return port, _with(frame, start, width, value)

    def _places(self, extracted: Sequence[HeaderExtracted], length: int) -> Iterator[tuple[FieldRef, tuple[int, int]]]:
        for event in extracted:
            start = 8 * event.offset
            header = self._program.headers.get(event.header)  # a stack of unions' element has no instance of its own
            for kind in header.type.fields if header is not None else ():
                if kind.varbit or start + kind.width > 8 * length:
                    break
                if kind.width:
                    yield FieldRef(event.header, kind.name), (start, kind.width)
                start += kind.width


def _with(frame: bytes, start: int, width: int, value: int) -> bytes:
    """A frame with `width` bits from bit `start` on made a value's."""
    shift = 8 * len(frame) - start - width
    mask = (1 << width) - 1
    whole = int.from_bytes(frame, "big") & ~(mask << shift) | (value & mask) << shift
    return whole.to_bytes(len(frame), "big")


# --- Repair ----------------------------------------------------------------------------------------------------------


_TRIES = 100
"""How often a packet is tried before it is left as it is."""
_STUCK = 24
"""Tries in a row that bring a packet no further."""
_EVENTS = 15_000
"""The cost that the tries of one packet may have on average, in events of the trace."""
_LEFT_ALONE = 0.2
"""How many packets may be lost as they were: a drop is behaviour too."""
_MORE = 4
"""How many times as many entries a table may get in addition: one share to repair, the rest to go elsewhere."""
_FRUITLESS = 8
"""Packets in a row that found no new way: there is hardly another."""
_MUTATIONS = 3
_WITNESSES = 8


class Repair:
    """Changes a workload's entries and packets until packets get through.

    Args:
        changes: the workload's entries.
        rehearsal: the switch that they are on.
        mutator: changes packets.
        rng: decides everything that is left to chance.
    """

    def __init__(self, changes: Changes, rehearsal: Rehearsal, mutator: Mutator, rng: random.Random) -> None:
        self._changes = changes
        self._rehearsal = rehearsal
        self._mutator = mutator
        self._rng = rng
        self._branches: set[tuple[str, str]] = set()
        self._through: list[tuple[Packet, Journey]] = []

    def run(self, packets: Sequence[Packet], per_table: int) -> list[Packet]:
        """The packets to take instead, as many; the entries that go with them are in `changes` then.

        Args:
            packets: as they were drawn.
            per_table: how many entries a table was to get; it gets no more than a few times as many.
        """
        self._changes.most = per_table
        found = list(packets)
        self._last = self._rehearsal.events + _EVENTS * len(packets)
        lost = [number for number in range(len(found)) if not self._first(found[number])]
        tried = self._rng.sample(lost, int((1 - _LEFT_ALONE) * len(lost)))
        for number in tried:
            found[number] = self._repaired(found[number]) or found[number]
        self._changes.most = per_table * _MORE
        if not self._worn_out:
            self._send_elsewhere(found, tried)
        return found

    @property
    def _worn_out(self) -> bool:
        """Whether all that the tries may cost is spent."""
        return self._rehearsal.events > self._last

    def _first(self, packet: Packet) -> bool:
        """Whether a packet comes through with the entries as they were drawn."""
        if self._worn_out:
            return True
        journey = self._rehearsal.send(packet)
        if journey.through:
            self._settle(packet, journey)
        return journey.through

    def _send_elsewhere(self, found: list[Packet], lost: Sequence[int]) -> None:
        """Exchange packets that show nothing new for others that do, and those in `lost` for some that come through."""
        alike: list[int] = []
        seen: set[tuple[str, str]] = set()
        for number, packet in enumerate(found):
            journey = self._rehearsal.send(packet)
            if journey.branches <= seen:
                alike.append(number)
            elif not journey.faulted:
                seen |= journey.branches
        self._rng.shuffle(alike)
        fruitless = 0
        for number in alike[: int((1 - _LEFT_ALONE) * len(alike))]:
            other = self._elsewhere() if fruitless < _FRUITLESS else None
            fruitless = fruitless + 1 if other is None else 0
            found[number] = other or found[number]
        for number in lost:
            if not self._rehearsal.send(found[number]).through:
                found[number] = self._likewise(found[number])

    def _settle(self, packet: Packet, journey: Journey) -> None:
        self._changes.rely_on(journey)
        self._branches |= journey.branches
        if journey.through:
            self._through.append((packet, journey))

    # One packet.

    def _repaired(self, packet: Packet) -> Packet | None:
        """The packet, or one that was made of it, with entries that let it through; None if no way was found."""
        return self._climb(packet, lambda journey: journey.through, self._further)

    def _elsewhere(self) -> Packet | None:
        """A packet made of one that came through, with entries, so that it takes a way that none has taken; or None."""
        if not self._through:
            return None
        # The later a packet was found, the farther from the usual way it goes.
        packet, journey = self._through[max(self._rng.randrange(len(self._through)) for _ in range(2))]
        for _ in range(self._rng.randint(1, _MUTATIONS)):
            packet = self._mutator.changed(self._rng, packet, journey)
        lost_will_do = self._rng.random() < _LEFT_ALONE

        def reached(journey: Journey) -> bool:
            return (journey.through or lost_will_do) and not journey.faulted and bool(journey.branches - self._branches)

        return self._climb(packet, reached, self._newer)

    def _likewise(self, packet: Packet) -> Packet:
        """Instead of a packet one that comes through as another did, some field changed; itself if there is none."""
        for _ in range(_STUCK if self._through and not self._worn_out else 0):
            changed = self._mutator.changed(self._rng, *self._rng.choice(self._through))
            if self._rehearsal.send(changed).through:
                return changed
        return packet

    def _climb(
        self, packet: Packet, reached: Callable[[Journey], bool], worth: Callable[[Journey], tuple[int, ...]]
    ) -> Packet | None:
        """Change a packet and its entries step by step, none of which is for the worse, until it is where it should be.

        Where it does not get there, or others no longer come through, everything is taken back, and there is None.
        """
        if self._worn_out:
            return None
        journey, stuck = self._rehearsal.send(packet), 0
        steps: list[Undo] = []
        for _ in range(_TRIES):
            if reached(journey) or stuck >= _STUCK or self._worn_out:
                break
            undo = self._changes.propose(journey)
            changed = packet if undo is not None else self._mutator.changed(self._rng, packet, journey)
            after = self._rehearsal.send(changed)
            if worth(after) >= worth(journey):
                stuck = 0 if worth(after) > worth(journey) else stuck + 1
                packet, journey = changed, after
                steps += [undo] if undo is not None else []
            else:
                stuck += 1
                if undo is not None:
                    undo()
        if reached(journey) and (not steps or self._others_still_come()):
            self._settle(packet, journey)
            return packet
        for undo in reversed(steps):
            undo()
        return None

    def _others_still_come(self) -> bool:
        """Whether some of those that came through still do: a new entry may stand before one that they relied on."""
        some = self._rng.sample(self._through, min(_WITNESSES, len(self._through)))
        return all(self._rehearsal.send(packet).through for packet, _ in some)

    def _further(self, journey: Journey) -> tuple[int, ...]:
        """Sorts journeys: better ones go through, are whole, parsed, far, and reach new places, in this order."""
        new = len(journey.branches - self._branches)
        return journey.through, not journey.faulted, journey.parsed, journey.depth, new

    def _newer(self, journey: Journey) -> tuple[int, ...]:
        """Sorts journeys: better ones are whole, reach new places, go through, and far, in this order."""
        return not journey.faulted, len(journey.branches - self._branches), journey.through, journey.depth
