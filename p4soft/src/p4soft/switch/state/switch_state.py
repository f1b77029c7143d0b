# SPDX-License-Identifier: Apache-2.0
"""Everything a loaded program keeps between packets, by P4 name, and what it is made of.

That is plain Python objects, or objects over the memory of a native engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from msgspec import Struct
from typing_extensions import override

from p4soft.switch.hashes import ALGORITHMS, HashFunction
from p4soft.switch.program.model import (
    ActionProfileSpec,
    Calculation,
    CounterArraySpec,
    MeterArraySpec,
    Program,
    RegisterArraySpec,
    TableSpec,
    ValueSet,
)
from p4soft.switch.state.cells import CounterArray, MeterArray, RegisterArray
from p4soft.switch.state.errors import EntryExists, EntryNotFound, InvalidEntry, TableFull, UnknownObject
from p4soft.switch.state.lookup import AnyIndex, Entry, make_index
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.pre import MulticastNodes, PacketReplicationEngine
from p4soft.switch.state.profiles import ActionProfile, ActionSet, Group, Member, PortStates
from p4soft.switch.state.table import Table

# --- Parser value sets -----------------------------------------------------------------------------------------------


class ParserValueSet:
    """Values a parse state compares its (unpadded, concatenated) select key with.

    The data path reads `members`: the key is in the set when `key & mask == value & mask` for one member.
    """

    __slots__ = ("max_size", "members", "name", "width")

    def __init__(self, name: str, width: int, max_size: int | None = None) -> None:
        self.name = name
        self.width = width
        self.max_size = max_size
        self.members: list[tuple[int, int]] = []

    def insert(self, value: int, mask: int | None = None) -> None:
        """Add a value (`width` bits), with an optional mask; raises InvalidEntry, EntryExists or TableFull."""
        member = self._member(value, mask)
        if member in self.members:
            raise EntryExists(f"value set {self.name}: {value:#x} is already a member")
        if self.max_size is not None and len(self.members) >= self.max_size:
            raise TableFull(f"value set {self.name} is full ({self.max_size} members)")
        self.members.append(member)
        self.changed()

    def delete(self, value: int, mask: int | None = None) -> None:
        """Remove a value; raises EntryNotFound."""
        member = self._member(value, mask)
        if member not in self.members:
            raise EntryNotFound(f"value set {self.name}: {value:#x} is not a member")
        self.members.remove(member)
        self.changed()

    def clear(self) -> None:
        self.members.clear()
        self.changed()

    def changed(self) -> None:
        """Called after every change of `members`."""

    def _member(self, value: int, mask: int | None) -> tuple[int, int]:
        full = (1 << self.width) - 1
        for label, number in (("value", value), ("mask", full if mask is None else mask)):
            if not 0 <= number <= full:
                raise InvalidEntry(f"value set {self.name}: {label} {number:#x} does not fit {self.width} bits")
        used = full if mask is None else mask
        return (value & used, used)


# --- What makes the objects ------------------------------------------------------------------------------------------


EntryMaker = Callable[[int, Sequence[MatchField], int, ActionRef | None], Entry]
"""Makes an entry from its handle, key, priority and action."""


class ProfileMakers(Struct, frozen=True):
    member: Callable[[int, ActionCall, int], Member]
    group: Callable[[int, int], Group]


class Storage(Protocol):
    """Makes the objects of one program's state. Each method is called once for each object of the program."""

    def counters(self, spec: CounterArraySpec) -> CounterArray:
        """An indirect counter."""

    def registers(self, spec: RegisterArraySpec) -> RegisterArray:
        """One register array."""

    def meters(self, spec: MeterArraySpec) -> MeterArray:
        """An indirect meter."""

    def calculation(self, spec: Calculation) -> HashFunction:
        """The hash function of a calculation."""

    def selector(self, spec: ActionProfileSpec, algo: str) -> HashFunction:
        """The hash function of an action selector."""

    def value_set(self, spec: ValueSet) -> ParserValueSet:
        """A parser value set."""

    def index(self, spec: TableSpec) -> AnyIndex:
        """A table's lookup structure."""

    def entries(self, spec: TableSpec) -> EntryMaker:
        """What makes a table's entries."""

    def profile(self, spec: ActionProfileSpec) -> ProfileMakers:
        """What makes an action profile's members and groups."""

    def batches(self, tables: Sequence[WireTable]) -> Batches | None:
        """What takes many entries of these tables at once; None: nothing does."""


# --- Many entries at once, as P4Runtime has them ---------------------------------------------------------------------


class WireField(Struct, frozen=True):
    """A match field: its P4Info id, exact, lpm, ternary, range or optional, and its width in bits."""

    id: int
    kind: str
    width: int


class WireAction(Struct, frozen=True):
    """An action that entries may have: its ids in P4Info and in the program, its parameters' ids and widths."""

    id: int
    action_id: int
    name: str
    parameters: tuple[int, ...]
    widths: tuple[int, ...]


class WireTable(Struct, frozen=True):
    """What a table's entries look like in a WriteRequest.

    Attributes:
        table: the table.
        id: P4Info's.
        fields: in the order of the table's key.
        decode: the key, the priority and the action of a TableEntry.
    """

    table: Table
    id: int
    fields: tuple[WireField, ...]
    actions: tuple[WireAction, ...]
    decode: Callable[[bytes], tuple[tuple[MatchField, ...], int, ActionCall]]


class Batch(Protocol):
    """A WriteRequest some of whose updates are plain: each inserts an entry and sets nothing unusual.

    Attributes:
        head: the request without its updates, serialised.
        count: of its updates.
        all_plain: whether all of them are.
    """

    head: bytes
    count: int
    all_plain: bool

    def insert(self, first: int, most: int, now_us: int) -> tuple[Table, Sequence[int]] | None:
        """Insert entries from update `first` on, `most` at most; their table, and the handles of those it inserted.

        It stops before the first one that is to be looked at by itself, perhaps to be refused. None: that is `first`.
        """


class Batches(Protocol):
    """Finds plain updates."""

    def split(self, request: bytes) -> Batch | None:
        """A serialised WriteRequest; None: it has no plain update, or is none."""


class PlainStorage(Storage):
    """Plain Python objects, which the generated Python is fastest with."""

    @override
    def counters(self, spec: CounterArraySpec) -> CounterArray:
        return CounterArray(spec.name, spec.size)

    @override
    def registers(self, spec: RegisterArraySpec) -> RegisterArray:
        return RegisterArray(spec.name, spec.size, spec.bitwidth)

    @override
    def meters(self, spec: MeterArraySpec) -> MeterArray:
        return MeterArray(spec.name, spec.size, spec.unit)

    @override
    def calculation(self, spec: Calculation) -> HashFunction:
        return ALGORITHMS[spec.algo]()

    @override
    def selector(self, spec: ActionProfileSpec, algo: str) -> HashFunction:
        return ALGORITHMS[algo]()

    @override
    def value_set(self, spec: ValueSet) -> ParserValueSet:
        return ParserValueSet(spec.name, spec.width)

    @override
    def index(self, spec: TableSpec) -> AnyIndex:
        return make_index(spec)

    @override
    def entries(self, spec: TableSpec) -> EntryMaker:
        return Entry

    @override
    def profile(self, spec: ActionProfileSpec) -> ProfileMakers:
        return ProfileMakers(Member, Group)

    @override
    def batches(self, tables: Sequence[WireTable]) -> None:
        return None


# --- The state -------------------------------------------------------------------------------------------------------


_T = TypeVar("_T")


@lru_cache(maxsize=64)
def _stateless_tables(program: Program) -> Mapping[str, Table]:
    """Tables that no client can change and no packet counts in, the same for all switches that run the program."""
    return {
        spec.name: Table(spec, program.actions)
        for spec in program.tables()
        if spec.is_constant and not spec.with_counters and spec.direct_meter is None
    }


class SwitchState:
    """The run-time state of one program on one switch.

    Attributes (all dicts are keyed by the program's names and are read-only to callers):
        tables: match-action tables.
        counters: indirect counters (direct ones live in the entries of their table).
        meters: indirect meters (likewise).
        registers: register arrays.
        action_profiles: action profiles and selectors.
        value_sets: parser value sets.
        ports: which ports are up.
        pre: multicast groups and clone sessions.
        multicast: the same groups as nodes.
        hashes: the hash function of each calculation, by the calculation's name; a custom CRC is a `Crc`, whose
            `configure` is BMv2's set_crc*_parameters.
        selector_hashes: the hash function of each action selector, by the profile's name.
        storage: what all of it is made of.
    """

    def __init__(self, program: Program, ports: PortStates | None = None, storage: Storage | None = None) -> None:
        """`ports` outlives programs; None: every port is up. `storage` makes what the state is made of."""
        self.program = program
        self.ports = ports or PortStates()
        self.storage = storage = storage or PlainStorage()
        self.counters = {c.name: storage.counters(c) for c in program.counters.values() if not c.direct}
        self.meters = {m.name: storage.meters(m) for m in program.meters.values() if not m.direct}
        self.registers = {r.name: storage.registers(r) for r in program.registers.values()}
        self.value_sets = {v.name: storage.value_set(v) for v in program.value_sets.values()}
        self.pre = PacketReplicationEngine()
        self.multicast = MulticastNodes(self.pre)
        self.hashes = {c.name: storage.calculation(c) for c in program.calculations.values()}
        self.selector_hashes = {
            p.name: storage.selector(p, p.selector_algo) for p in program.action_profiles.values() if p.selector_algo
        }
        self.action_profiles: dict[str, ActionProfile] = {}
        for profile in program.action_profiles.values():
            users = [t for t in program.tables() if t.action_profile == profile.name]
            ids = dict.fromkeys(i for t in users for i in t.actions)
            actions = ActionSet(f"action profile {profile.name}", ids, program.actions)
            makers = storage.profile(profile)
            self.action_profiles[profile.name] = ActionProfile(
                profile.name,
                profile.max_size,
                profile.selector_algo is not None,
                actions,
                self.ports,
                new_member=makers.member,
                new_group=makers.group,
            )
        shared = _stateless_tables(program)
        self.tables = {t.name: shared[t.name] if t.name in shared else self._table(t) for t in program.tables()}

    def table(self, name: str) -> Table:
        """The table; raises UnknownObject."""
        return self._find("table", self.tables, name)

    def counter(self, name: str) -> CounterArray:
        """The indirect counter; raises UnknownObject."""
        return self._find("counter", self.counters, name)

    def meter(self, name: str) -> MeterArray:
        """The indirect meter; raises UnknownObject."""
        return self._find("meter", self.meters, name)

    def register(self, name: str) -> RegisterArray:
        """The register; raises UnknownObject."""
        return self._find("register", self.registers, name)

    def action_profile(self, name: str) -> ActionProfile:
        """The action profile or selector; raises UnknownObject."""
        return self._find("action profile", self.action_profiles, name)

    def value_set(self, name: str) -> ParserValueSet:
        """The parser value set; raises UnknownObject."""
        return self._find("value set", self.value_sets, name)

    def ports_changed(self) -> None:
        """Take notice of a change in `ports`."""
        for profile in self.action_profiles.values():
            profile.ports_changed()

    def reset(self) -> None:
        """Forget what was written since the program was loaded, by anybody: entries, cells, multicast groups.

        Entries that the program gives and that are not const go too, and default actions are the program's again.
        Clone sessions stay, as BMv2's mirroring sessions do.
        """
        for table in self.tables.values():
            table.reset()
        for profile in self.action_profiles.values():
            profile.reset()
        for counter in self.counters.values():
            counter.reset()
        for meter in self.meters.values():
            meter.reset()
        for register in self.registers.values():
            register.reset()
        for value_set in self.value_sets.values():
            value_set.clear()
        self.pre.groups.clear()
        self.multicast.reset()

    def expired_entries(self, now_us: int) -> list[tuple[Table, Entry]]:
        """Entries of all tables whose idle time-out has passed; the caller decides what to do about them."""
        return [(t, e) for t in self.tables.values() if t.spec.support_timeout for e in t.expired(now_us)]

    def _table(self, spec: TableSpec) -> Table:
        profile = self.action_profiles[spec.action_profile] if spec.action_profile else None
        meter = self.program.meters[spec.direct_meter] if spec.direct_meter else None
        return Table(
            spec,
            self.program.actions,
            profile,
            meter,
            index=self.storage.index(spec),
            new_entry=self.storage.entries(spec),
        )

    def _find(self, kind: str, where: dict[str, _T], name: str) -> _T:
        found = where.get(name)
        if found is None:
            raise UnknownObject(f"{self.program.source}: no {kind} {name!r}; it has: {', '.join(where) or 'none'}")
        return found
