# SPDX-License-Identifier: Apache-2.0
"""Table entries, action profile members and groups, and meter rates for every table of a P4Info.

Matches are drawn from pools of few values for each width, which actions and packets use as well. An entry that the
table's @entry_restriction does not allow is drawn again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from p4soft.constraints import (
    Attribute,
    Comparison,
    Constant,
    ConstraintSyntaxError,
    ConstraintTypeError,
    Expression,
    Facts,
    Field,
    Logic,
    Name,
    Not,
    Type,
    Value,
    parse,
    predicate,
)
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import bytestring
from p4soft.switch import Program
from p4soft.switch.program.model import ConstMatch, TableSpec
from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

# --- Pools of values -------------------------------------------------------------------------------------------------


PORTS = tuple(range(1, 9))
"""Where frames go in and, if entries say so, out. All below 512 and none of them the drop port (511)."""

PORT_BITS = 9
_CONSTANTS, _RANDOM = 3, 1
_SMALL = (1, 2, 3)
_POOLED = 0.9


class Pools:
    """The values of one program: small numbers, constants that its JSON holds, and a few random ones.

    Args:
        document: the BMv2 JSON.
        seed: of the random ones.
    """

    def __init__(self, document: Mapping[str, object], seed: str) -> None:
        self._seed = seed
        self._constants = sorted(set(_constants(document)))
        self._pools: dict[int, tuple[int, ...]] = {}

    def of(self, width: int) -> tuple[int, ...]:
        """The values of this width in bits, in a fixed order, each once."""
        if width not in self._pools:
            self._pools[width] = self._make(width)
        return self._pools[width]

    def pick(self, rng: random.Random, width: int) -> int:
        """A value of the pool, the first ones more often than the others; or now and then any."""
        if width <= 0:
            return 0
        if rng.random() >= _POOLED:
            return rng.getrandbits(width)
        pool = self.of(width)
        return pool[int(rng.random() ** 2 * len(pool))]

    def _make(self, width: int) -> tuple[int, ...]:
        if width <= 2:
            return tuple(range(1 << max(width, 0)))
        if width == PORT_BITS:
            return PORTS
        rng = random.Random(f"{self._seed}/{width}")
        # A constant of about this width is likely to have been written for a field of it.
        fitting = [c for c in self._constants if width // 2 < c.bit_length() <= width]
        chosen = rng.sample(fitting, min(_CONSTANTS, len(fitting)))
        values = [*_SMALL, *chosen, *(rng.getrandbits(width) for _ in range(_RANDOM))]
        return tuple(dict.fromkeys(v for v in values if not v >> width))


def _constants(node: object) -> Iterator[int]:
    if isinstance(node, Mapping):
        value = node.get("value")
        if node.get("type") in ("hexstr", "default", "parse_vset") and isinstance(value, str):
            if value.startswith("0x"):
                yield int(value, 16)
            return
        for inner in node.values():
            yield from _constants(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _constants(inner)


# --- Matches ---------------------------------------------------------------------------------------------------------


_Field = p4info_pb2.MatchField
EXACT, LPM, TERNARY, RANGE, OPTIONAL = (
    _Field.EXACT,
    _Field.LPM,
    _Field.TERNARY,
    _Field.RANGE,
    _Field.OPTIONAL,
)
_FULL = 0.5
_BYTE = 8


class Key(Struct, frozen=True):
    """One match field: its P4Info id, name, kind of match and width in bits."""

    id: int
    name: str
    kind: int
    width: int


def keys_of(table: p4info_pb2.Table, widths: Sequence[int]) -> tuple[Key, ...]:
    """The match fields of a table; `widths` are those in the data path: a translated type may be wider for clients."""
    return tuple(
        Key(field.id, field.name, field.match_type, width)
        for field, width in zip(table.match_fields, widths, strict=False)
    )


def draw(rng: random.Random, pools: Pools, key: Key, omitted: float) -> Match | None:
    """A match, or None for "anything" where the kind allows that, as often as `omitted` (0 to 1) says."""
    if key.kind == EXACT:
        return Exact(pools.pick(rng, key.width))
    if rng.random() < omitted:
        return None
    full = (1 << key.width) - 1
    value = pools.pick(rng, key.width)
    if key.kind == OPTIONAL:
        return Exact(value)
    if key.kind == LPM:
        length = key.width if rng.random() < _FULL else _prefix(rng, key.width)
        # BMv2 counts a prefix from the first bit of the field's first byte and refuses bits that it does not look at.
        seen = max(0, length - -key.width % _BYTE)
        return Lpm(value & ~(full >> seen), length) if length else None
    if key.kind == RANGE:
        low, high = sorted((value, pools.pick(rng, key.width)))
        return None if (low, high) == (0, full) else Range(low, high)
    mask = full if rng.random() < _FULL else rng.choice((rng.getrandbits(key.width), full & ~(full >> 1), full >> 1))
    return Ternary(value & mask, mask) if mask else None


def _prefix(rng: random.Random, width: int) -> int:
    whole = range(_BYTE, width, _BYTE)
    return rng.choice(whole) if whole and rng.random() < _FULL else rng.randint(0, width)


def field_match(key: Key, match: Match) -> p4runtime_pb2.FieldMatch:
    found = p4runtime_pb2.FieldMatch(field_id=key.id)
    match match:
        case Exact() if key.kind == OPTIONAL:
            found.optional.value = bytestring(match.value)
        case Exact():
            found.exact.value = bytestring(match.value)
        case Lpm():
            found.lpm.value, found.lpm.prefix_len = bytestring(match.value), match.prefix_len
        case Ternary():
            found.ternary.value = bytestring(match.value)
            found.ternary.mask = bytestring(match.mask)
        case Range():
            found.range.low, found.range.high = bytestring(match.low), bytestring(match.high)
    return found


def example(rng: random.Random, match: Match, width: int) -> int:
    """A value that meets a match."""
    match match:
        case Exact():
            return match.value
        case Lpm():
            return match.value | rng.getrandbits(width) & ((1 << width) - 1 >> match.prefix_len)
        case Ternary():
            return match.value | rng.getrandbits(width) & ~match.mask
        case Range():
            return rng.randint(match.low, match.high)


# --- @entry_restriction ----------------------------------------------------------------------------------------------


Matches = Mapping[str, Match | None]
"""Match fields by name; None matches anything."""

_KINDS: dict[int, str] = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}
_RESTRICTION = re.compile(r"@entry_restriction\s*\(")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PRIORITY = "::priority"
_TRIES = 600
_OMITTED = (0.2, 0.6, 0.9)
"""How many of its keys an entry leaves out: so that tables with many keys are hit as well."""
_WANTED, _SPARE = 0.7, 0.95


class Restriction:
    """What one table demands of its entries. `unread` says why a restriction could not be read, or is ""."""

    def __init__(self, table: p4info_pb2.Table, keys: Sequence[Key]) -> None:
        self._keys = tuple(keys)
        self._obeyed: Callable[[Facts], bool] | None = None
        self._wanted: dict[str, set[int]] = {}
        self.unread = ""
        annotation = next((a for a in table.preamble.annotations if _RESTRICTION.match(a)), None)
        if annotation is None:
            return
        text = " ".join(_STRING.findall(annotation))
        types = {key.name: Type(_KINDS.get(key.kind, "unspecified"), key.width) for key in keys}
        try:
            self._obeyed = predicate(parse(text), types)
        except (ConstraintSyntaxError, ConstraintTypeError) as error:
            self.unread = str(error)
            return
        for name, value in _mentioned(parse(text)):
            self._wanted.setdefault(name, set()).add(value)

    def draw(self, rng: random.Random, pools: Pools, priority: int) -> tuple[Matches, int] | None:
        """Match fields and a priority (0 stays 0) that obey; None when none were found in several hundred tries."""
        ranks = self.ranks()
        for _ in range(_TRIES):
            omitted = rng.choice(_OMITTED)
            if priority and ranks:
                priority = rng.choice(ranks)
            found = {key.name: self._draw_one(rng, pools, key, omitted) for key in self._keys}
            # An entry that matches everything leaves nothing for the others.
            if all(match is None for match in found.values()) and rng.random() < _SPARE:
                continue
            if self.obeyed(found, priority):
                return found, priority
        return None

    def obeyed(self, matches: Matches, priority: int) -> bool:
        """Whether an entry with these match fields and this priority is allowed."""
        return self._obeyed is None or self._obeyed(self._facts(matches, priority))

    def ranks(self) -> list[int]:
        return sorted(value for value in self._wanted.get(_PRIORITY, ()) if value)

    def _draw_one(self, rng: random.Random, pools: Pools, key: Key, omitted: float) -> Match | None:
        """As without a restriction, or a value that the restriction names."""
        wanted = sorted(v for v in self._wanted.get(key.name, ()) if not v >> key.width)
        if wanted and rng.random() < _WANTED and (key.kind == EXACT or rng.random() >= omitted):
            return exactly(key, rng.choice(wanted))
        return draw(rng, pools, key, omitted)

    def _facts(self, matches: Matches, priority: int) -> Facts:
        return Facts({key.name: _value(key, matches[key.name]) for key in self._keys}, priority)


def _mentioned(node: Expression) -> Iterator[tuple[str, int]]:
    """What keys are compared with, and what lies next to it; priority is `::priority`."""
    match node:
        case Comparison(_, left, right):
            for side, other in ((left, right), (right, left)):
                name = _name(side)
                if name and isinstance(other, Constant) and not isinstance(other.value, bool):
                    yield from (
                        (name, value) for value in (other.value, other.value + 1, other.value - 1) if value >= 0
                    )
        case Logic(_, operands):
            for operand in operands:
                yield from _mentioned(operand)
        case Not(operand):
            yield from _mentioned(operand)


def _name(node: Expression) -> str:
    match node:
        case Name(name) | Field(Name(name), "value"):
            return name
        case Attribute("priority"):
            return _PRIORITY
    return ""


def exactly(key: Key, value: int) -> Match:
    """The match of a key's kind that meets one value only."""
    match key.kind:
        case kind if kind == LPM:
            return Lpm(value, key.width)
        case kind if kind == RANGE:
            return Range(value, value)
        case kind if kind == TERNARY:
            return Ternary(value, (1 << key.width) - 1)
    return Exact(value)


def _value(key: Key, match: Match | None) -> Value:
    full = (1 << key.width) - 1
    if match is None:
        anything: dict[int, Match] = {LPM: Lpm(0, 0), RANGE: Range(0, full)}
        return anything.get(key.kind, Ternary(0, 0))
    return Ternary(match.value, full) if key.kind == OPTIONAL and isinstance(match, Exact) else match


# --- Entries ---------------------------------------------------------------------------------------------------------


_INSERT, _MODIFY = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.MODIFY
_RANKED = (TERNARY, RANGE, OPTIONAL)
_MEMBERS, _GROUPS, _GROUP_SIZE = 6, 3, 3
_NEW_DEFAULT = 0.4
_TRIES_ENTRIES = 4
_Ref = p4info_pb2.ActionRef


class Entry(Struct, frozen=True):
    """One entry to write. `matches` are by match field, in the order of the table's key; None matches anything."""

    table: str
    matches: tuple[Match | None, ...]


class Update(Struct, frozen=True):
    """One P4Runtime update, with what to call it in a report, and the table entry it is, if one."""

    name: str
    message: p4runtime_pb2.Update
    entry: Entry | None = None


class Target(Struct, frozen=True):
    """A table that takes entries: its match fields, what it demands of them, and the actions they may have (ids)."""

    table: p4info_pb2.Table
    keys: tuple[Key, ...]
    restriction: Restriction
    actions: tuple[int, ...]

    @property
    def ranked(self) -> bool:
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
        """As many entries as are wanted, or fewer if no more are found."""
        name, restriction = target.table.preamble.name, target.restriction
        if restriction.unread:
            self.notes.append(f"table {name}: @entry_restriction not read: {restriction.unread}")
        seen: set[tuple[Match | None, ...]] = set()
        wanted = min(self._per_table, target.table.size or self._per_table)
        for number in range(wanted * _TRIES_ENTRIES):
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
