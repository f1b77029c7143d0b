# SPDX-License-Identifier: Apache-2.0
"""What a program's state is made of: plain Python objects, or objects over the memory of a native engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from p4soft.switch.externs.algorithms import ALGORITHMS, HashFunction
from p4soft.switch.program.model import (
    ActionProfileSpec,
    Calculation,
    CounterArraySpec,
    MeterArraySpec,
    RegisterArraySpec,
    TableSpec,
    ValueSet,
)
from p4soft.switch.state.arrays import CounterArray, RegisterArray
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.lookup import AnyIndex, make_index
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.meters import MeterArray
from p4soft.switch.state.profiles import Group, Member
from p4soft.switch.state.value_sets import ParserValueSet

EntryMaker = Callable[[int, Sequence[MatchField], int, ActionRef | None], Entry]
"""Makes an entry from its handle, key, priority and action."""


@dataclass(frozen=True, slots=True)
class ProfileMakers:
    """What makes members and groups of one action profile."""

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
