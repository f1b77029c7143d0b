# SPDX-License-Identifier: Apache-2.0
"""Table entries, action profile members and groups, and meter rates for every table of a P4Info."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.workload.keys import OPTIONAL, RANGE, TERNARY, Key, field_match, keys_of
from p4soft.fidelity.workload.pools import PORTS, Pools
from p4soft.fidelity.workload.restrictions import Restriction
from p4soft.p4runtime_client.bytestring import bytestring
from p4soft.switch import Program
from p4soft.switch.program.model import ConstMatch, TableSpec
from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

_INSERT, _MODIFY = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.MODIFY
_RANKED = (TERNARY, RANGE, OPTIONAL)
_MEMBERS, _GROUPS, _GROUP_SIZE = 6, 3, 3
_NEW_DEFAULT = 0.4
_TRIES = 4
_Ref = p4info_pb2.ActionRef


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry to write. `matches` are by match field, in the order of the table's key; None matches anything."""

    table: str
    matches: tuple[Match | None, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """One P4Runtime update, with what to call it in a report, and the table entry it is, if one."""

    name: str
    message: p4runtime_pb2.Update
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A table that takes entries: its match fields, what it demands of them, and the actions they may have (ids)."""

    table: p4info_pb2.Table
    keys: tuple[Key, ...]
    restriction: Restriction
    actions: tuple[int, ...]

    @property
    def ranked(self) -> bool:
        """Whether entries carry a priority."""
        return any(key.kind in _RANKED for key in self.keys)

    @property
    def defaults(self) -> tuple[int, ...]:
        """The actions (ids) that may be written as its default one; none where that is const."""
        if self.table.const_default_action_id or self.table.implementation_id:
            return ()
        return tuple(ref.id for ref in self.table.action_refs if ref.scope != _Ref.TABLE_ONLY)


def given(program: Program) -> Iterator[Entry]:
    """The entries that the program itself has."""
    for spec in program.tables():
        for entry in spec.entries:
            yield Entry(spec.name, tuple(_match(m, key.width) for m, key in zip(entry.key, spec.key, strict=True)))


def _match(match: ConstMatch, width: int) -> Match:
    match match.match:
        case "lpm":
            return Lpm(match.value, match.prefix_len)
        case "ternary":
            return Ternary(match.value & match.mask, match.mask)
        case "range":
            return Range(match.value, min(match.high, (1 << width) - 1))
    return Exact(match.value)


class EntryMaker:
    """Makes entries for one program.

    Attributes:
        notes: tables without entries, with the reason.
        targets: once `updates` was read to its end, the tables that take entries or another default action, by name.
    """

    def __init__(self, info: p4info_pb2.P4Info, program: Program, pools: Pools, seed: str, per_table: int) -> None:
        self._info = info
        self._program = program
        self._pools = pools
        self._seed = seed
        self._per_table = per_table
        self._actions = {action.preamble.id: action for action in info.actions}
        self._widths = {a.name: [p.width for p in a.params] for a in program.actions.values()}
        self._specs = {spec.name: spec for spec in program.tables()}
        self._profiles = {profile.preamble.id: profile for profile in info.action_profiles}
        self._users: dict[int, list[p4info_pb2.Table]] = {}
        for table in info.tables:
            if table.implementation_id and table.preamble.name in self._specs:
                self._users.setdefault(table.implementation_id, []).append(table)
        self._members: dict[int, list[int]] = {}
        self._groups: dict[int, list[int]] = {}
        self.notes: list[str] = []
        self.targets: dict[str, Target] = {}

    def updates(self) -> Iterator[Update]:
        """Members, groups, entries, default actions; each after what it needs."""
        for profile_id in sorted(self._users):
            yield from self._profile(self._profiles[profile_id], self._users[profile_id])
        for table in self._info.tables:
            spec = self._specs.get(table.preamble.name)
            if spec is None:
                self.notes.append(f"table {table.preamble.name}: not in the JSON")
            elif table.is_const_table or table.has_initial_entries:  # BMv2 takes all of a program's to be const
                self.notes.append(f"table {table.preamble.name}: entries of the program")
            else:
                yield from self._table(table, spec)

    def _rng(self, name: str) -> random.Random:
        return random.Random(f"{self._seed}/{name}")

    def _profile(self, profile: p4info_pb2.ActionProfile, tables: list[p4info_pb2.Table]) -> Iterator[Update]:
        name, rng = profile.preamble.name, self._rng(profile.preamble.name)
        actions = self._offered_by_all(tables)
        if not actions:
            self.notes.append(f"action profile {name}: the tables that share it have no action in common")
        # Selectors count the sum of weights against the size; one entry of a group weighs one here.
        count = min(_MEMBERS, profile.size or _MEMBERS)
        members = self._members.setdefault(profile.preamble.id, [])
        for number in range(1, count + 1 if actions else 1):
            update = p4runtime_pb2.Update(type=_INSERT)
            member = update.entity.action_profile_member
            member.action_profile_id, member.member_id = profile.preamble.id, number
            self._fill(rng, member.action, actions[number % len(actions)])
            members.append(number)
            yield Update(f"member {number} of {name}", update)
        groups = self._groups.setdefault(profile.preamble.id, [])
        for number in range(1, _GROUPS + 1 if profile.with_selector and members else 1):
            update = p4runtime_pb2.Update(type=_INSERT)
            group = update.entity.action_profile_group
            group.action_profile_id, group.group_id, group.max_size = profile.preamble.id, number, _GROUP_SIZE
            for member_id in sorted(rng.sample(members, min(rng.randint(1, _GROUP_SIZE), len(members)))):
                group.members.add(member_id=member_id, weight=1)
            groups.append(number)
            yield Update(f"group {number} of {name}", update)

    def _table(self, table: p4info_pb2.Table, spec: TableSpec) -> Iterator[Update]:
        name, rng = table.preamble.name, self._rng(table.preamble.name)
        keys = keys_of(table, [key.width for key in spec.key])
        target = Target(table, keys, Restriction(table, keys), tuple(self._offered(table)))
        if target.defaults and rng.random() < _NEW_DEFAULT:
            yield self.default(rng, target, rng.choice(target.defaults))
        if target.defaults:
            self.targets[name] = target
        if not keys or not target.actions:
            return
        if table.implementation_id and not self._members.get(table.implementation_id):
            return
        if len(keys) != len(table.match_fields):
            self.notes.append(f"table {name}: P4Info and JSON have other keys")
            return
        self.targets[name] = target
        yield from self._drawn(rng, target)

    def _drawn(self, rng: random.Random, target: Target) -> Iterator[Update]:
        """As many entries as are wanted and found."""
        name, restriction = target.table.preamble.name, target.restriction
        if restriction.unread:
            self.notes.append(f"table {name}: @entry_restriction not read: {restriction.unread}")
        seen: set[tuple[Match | None, ...]] = set()
        wanted = min(self._per_table, target.table.size or self._per_table)
        for number in range(wanted * _TRIES):
            if len(seen) == wanted:
                break
            priority = rng.randint(1, self._per_table) if target.ranked else 0
            found = restriction.draw(rng, self._pools, priority)
            if found is None:
                self.notes.append(f"table {name}: no entry was found that obeys its @entry_restriction")
                break
            chosen, priority = found
            matches = tuple(chosen[key.name] for key in target.keys)
            if matches in seen:
                continue
            seen.add(matches)
            yield self.entry(rng, target, matches, priority, target.actions[number % len(target.actions)])

    def entry(
        self, rng: random.Random, target: Target, matches: tuple[Match | None, ...], priority: int, action: int
    ) -> Update:
        """An entry with these matches; what its action (an id) is given is drawn, as is a member or group."""
        table = target.table
        update = p4runtime_pb2.Update(type=_INSERT)
        entry = update.entity.table_entry
        entry.table_id, entry.priority = table.preamble.id, priority
        entry.match.extend(field_match(k, m) for k, m in zip(target.keys, matches, strict=True) if m is not None)
        if table.implementation_id:
            groups, members = self._groups[table.implementation_id], self._members[table.implementation_id]
            if groups and rng.random() < 0.6:
                entry.action.action_profile_group_id = rng.choice(groups)
            elif members:
                entry.action.action_profile_member_id = rng.choice(members)
        else:
            self._fill(rng, entry.action.action, action)
        if any(m.preamble.id in table.direct_resource_ids for m in self._info.direct_meters):
            rates(rng, entry.meter_config)
        return Update(
            f"entry of {table.preamble.name}: {_one_line(entry)}", update, Entry(table.preamble.name, matches)
        )

    def default(self, rng: random.Random, target: Target, action: int) -> Update:
        """This default action (an id); what it is given is drawn."""
        table = target.table
        update = p4runtime_pb2.Update(type=_MODIFY)
        entry = update.entity.table_entry
        entry.table_id, entry.is_default_action = table.preamble.id, True
        self._fill(rng, entry.action.action, action)
        return Update(f"default action of {table.preamble.name}", update)

    def _offered(self, table: p4info_pb2.Table) -> list[int]:
        return [ref.id for ref in table.action_refs if ref.scope != _Ref.DEFAULT_ONLY]

    def _offered_by_all(self, tables: list[p4info_pb2.Table]) -> list[int]:
        """What members may do in every table that shares a profile: BMv2's P4Runtime knows one of the tables alone."""
        return [action for action in self._offered(tables[0]) if all(action in self._offered(t) for t in tables)]

    def _fill(self, rng: random.Random, message: p4runtime_pb2.Action, action_id: int) -> None:
        action = self._actions[action_id]
        widths = self._widths.get(action.preamble.name, [])
        message.action_id = action_id
        for number, param in enumerate(action.params):
            known = widths[number] if number < len(widths) else 0
            width = min(param.bitwidth or known, known or param.bitwidth)
            port = "port" in param.name and width <= 16
            value = rng.choice(PORTS) if port and not PORTS[-1] >> width else self._pools.pick(rng, width)
            message.params.add(param_id=param.id, value=bytestring(value))


def rates(rng: random.Random, config: p4runtime_pb2.MeterConfig) -> None:
    """Few tokens that hardly come back, so that a run's colours do not hang on how fast it is."""
    config.cir = config.pir = 1
    config.cburst = rng.choice((1, 3, 100, 500))
    config.pburst = config.cburst + rng.choice((0, 2, 300))


def _one_line(entry: p4runtime_pb2.TableEntry) -> str:
    return " ".join(str(entry).split())
