# SPDX-License-Identifier: Apache-2.0
"""The state of one switch in native memory, and the context through which machine code finds it."""

from __future__ import annotations

from typing_extensions import override

from p4soft.switch.hashes import ALGORITHMS, CUSTOM_CRCS, HashFunction
from p4soft.switch.native import records
from p4soft.switch.native.calculations import NativeCrc
from p4soft.switch.native.context import RANDOM, ContextLayout, Host
from p4soft.switch.native.entries import EntryRows, NativeValueSet, ProfileRows
from p4soft.switch.native.memory import NativeCounterArray, NativeRegisterArray, Rows, new_memory, write_word
from p4soft.switch.native.meters import METER_SIZE, DirectMeters, NativeMeterArray
from p4soft.switch.native.primitives import RandomState
from p4soft.switch.native.tables import make_native_index
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
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.lookup import AnyIndex, make_index
from p4soft.switch.state.switch_state import EntryMaker, ParserValueSet, ProfileMakers, Storage


class NativeStorage(Storage):
    """Where a program's state lives for the native engine.

    Attributes:
        context: the address of the context.
        random: the state of the switch's random numbers.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.memory = new_memory()
        self.layout = ContextLayout(program)
        self._context = self.memory.allocate(8 * self.layout.words, "the switch's context")
        self.context = self._context.address
        self.random = RandomState(self.memory)
        write_word(self.word(RANDOM), self.random.address)
        self._arguments = records.arguments_of(program)

    def word(self, index: int) -> int:
        """The address of a word of the context."""
        return self.context + 8 * index

    @override
    def counters(self, spec: CounterArraySpec) -> CounterArray:
        array = NativeCounterArray(spec.name, spec.size, self.memory)
        write_word(self.word(self.layout.counters[spec.name]), array.address)
        return array

    @override
    def registers(self, spec: RegisterArraySpec) -> RegisterArray:
        array = NativeRegisterArray(spec.name, spec.size, spec.bitwidth, self.memory)
        write_word(self.word(self.layout.registers[spec.name]), array.address)
        return array

    @override
    def meters(self, spec: MeterArraySpec) -> MeterArray:
        return NativeMeterArray(spec, self._meter_rows(spec))

    @override
    def calculation(self, spec: Calculation) -> HashFunction:
        return self._hash((Host.HASH, spec.id), spec.algo, f"calculation {spec.name}")

    @override
    def selector(self, spec: ActionProfileSpec, algo: str) -> HashFunction:
        return self._hash((Host.SELECT, spec.id), algo, f"the selector of {spec.name}")

    def _hash(self, who: tuple[Host, int], algo: str, what: str) -> HashFunction:
        word = self.layout.crcs.get(who)
        if word is None:
            return ALGORITHMS[algo]()
        crc = NativeCrc(CUSTOM_CRCS[algo], self.memory, what)
        write_word(self.word(word), crc.address)
        return crc

    def _meter_rows(self, spec: MeterArraySpec) -> Rows:
        return Rows(self.memory, self.word(self.layout.meters[spec.name]), METER_SIZE, f"meter {spec.name}")

    @override
    def value_set(self, spec: ValueSet) -> ParserValueSet:
        found = NativeValueSet(spec.name, spec.width, self.memory)
        write_word(self.word(self.layout.value_sets[spec.name]), found.address)
        return found

    @override
    def index(self, spec: TableSpec) -> AnyIndex:
        if spec.is_constant:  # machine code runs its action without looking it up
            return make_index(spec)
        index = make_native_index(spec, self.memory)
        write_word(self.word(self.layout.roots[spec.name]), index.root)
        return index

    @override
    def entries(self, spec: TableSpec) -> EntryMaker:
        if spec.is_constant:
            return Entry
        size = records.entry_size(self._program, spec)
        rows = Rows(self.memory, self.word(self.layout.records[spec.name]), size, f"table {spec.name}")
        direct = self._program.meters[spec.direct_meter] if spec.direct_meter is not None else None
        meters = DirectMeters(self._meter_rows(direct)) if direct is not None else None
        return EntryRows(rows, self._arguments, meters).entry

    @override
    def profile(self, spec: ActionProfileSpec) -> ProfileMakers:
        size, what = records.member_size(self._program, spec.name), f"action profile {spec.name}"
        members = Rows(self.memory, self.word(self.layout.members[spec.name]), size, what)
        groups = Rows(self.memory, self.word(self.layout.groups[spec.name]), records.GROUP_SIZE, what)
        rows = ProfileRows(members, groups, self._arguments, self.memory)
        return ProfileMakers(rows.member, rows.group)
