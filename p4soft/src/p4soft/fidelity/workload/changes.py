# SPDX-License-Identifier: Apache-2.0
"""A workload's entries while they are changed: what a packet's way offers to change, and what takes it back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.workload.entries import EntryMaker, Target, Update
from p4soft.fidelity.workload.keys import EXACT, TERNARY
from p4soft.fidelity.workload.rehearsal import EntryId, Journey, Rehearsal, handles
from p4soft.fidelity.workload.restrictions import exactly
from p4soft.switch.trace import TableApplied
from p4soft.table_entries import Match, Ternary

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
        """Write an entry, or a default action, anew."""
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
        """Another default action."""
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
