# SPDX-License-Identifier: Apache-2.0
"""Everything a loaded program keeps between packets, by P4 name."""

from __future__ import annotations

from typing import TypeVar

from p4soft.switch.program.model import Program, TableSpec
from p4soft.switch.state.actions import ActionSet
from p4soft.switch.state.arrays import CounterArray, RegisterArray
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.errors import UnknownObject
from p4soft.switch.state.meters import MeterArray
from p4soft.switch.state.multicast import MulticastNodes
from p4soft.switch.state.ports import PortStates
from p4soft.switch.state.pre import PacketReplicationEngine
from p4soft.switch.state.profiles import ActionProfile
from p4soft.switch.state.storage import PlainStorage, Storage
from p4soft.switch.state.table import Table
from p4soft.switch.state.value_sets import ParserValueSet

_T = TypeVar("_T")


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
        self.tables = {t.name: self._table(t) for t in program.tables()}

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
