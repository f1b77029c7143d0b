# SPDX-License-Identifier: Apache-2.0
"""The state of one switch in native memory: table entries, members, groups, value sets, and output queues.

Only the control plane writes members, groups and value sets: the Python objects keep what they are and write it
through. Machine code finds all of it through the context (`layout`).
"""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from p4soft.switch.hashes import ALGORITHMS, CUSTOM_CRCS, HashFunction
from p4soft.switch.native import layout
from p4soft.switch.native.calculations import NativeCrc
from p4soft.switch.native.layout import (
    RANDOM,
    ContextLayout,
    Host,
)
from p4soft.switch.native.memory import (
    NativeCounterArray,
    NativeRegisterArray,
    Rows,
    new_memory,
    view,
    write_word,
)
from p4soft.switch.native.meters import METER_SIZE, DirectMeters, NativeMeterArray
from p4soft.switch.native.primitives import RandomState
from p4soft.switch.native.records import EntryRows, NativeBatches, NativeValueSet, ProfileRows
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
from p4soft.switch.queues import Queue
from p4soft.switch.state.cells import CounterArray, MeterArray, RegisterArray
from p4soft.switch.state.lookup import AnyIndex, Entry, make_index
from p4soft.switch.state.switch_state import Batches, EntryMaker, ParserValueSet, ProfileMakers, Storage, WireTable

# --- Storage ---------------------------------------------------------------------------------------------------------


class NativeStorage(Storage):
    """Where a program's state lives for the native engine.

    Attributes:
        context: the address of the context.
        random: the state of the switch's random numbers.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.memory = new_memory()
        self.layout = ContextLayout.of(program)
        self._context = self.memory.allocate(8 * self.layout.words, "the switch's context")
        self.context = self._context.address
        self.random = RandomState(self.memory)
        write_word(self.word(RANDOM), self.random.address)
        self._arguments = layout.arguments_of(program)
        self._entry_rows: dict[str, EntryRows] = {}

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
        size = layout.entry_sizes(self._program)[spec.name]
        rows = Rows(self.memory, self.word(self.layout.records[spec.name]), size, f"table {spec.name}")
        direct = self._program.meters[spec.direct_meter] if spec.direct_meter is not None else None
        meters = DirectMeters(self._meter_rows(direct)) if direct is not None else None
        made = self._entry_rows[spec.name] = EntryRows(rows, self._arguments, meters, layout.entry_left_out(spec))
        return made.entry

    @override
    def profile(self, spec: ActionProfileSpec) -> ProfileMakers:
        size, what = layout.member_size(self._program, spec.name), f"action profile {spec.name}"
        members = Rows(self.memory, self.word(self.layout.members[spec.name]), size, what)
        groups = Rows(self.memory, self.word(self.layout.groups[spec.name]), layout.GROUP_SIZE, what)
        rows = ProfileRows(members, groups, self._arguments, self.memory)
        return ProfileMakers(rows.member, rows.group)

    @override
    def batches(self, tables: Sequence[WireTable]) -> Batches:
        return NativeBatches(tables, self._entry_rows, self.memory)


# --- Queues ----------------------------------------------------------------------------------------------------------


PORTS = 1024  # ports that have a place; those beyond leave through Python
_LIMIT = (1 << 62) - 1


class NativeQueue(Queue):
    __slots__ = ("_row",)

    def __init__(self, row: memoryview, like: Queue) -> None:
        self._row = row
        super().__init__(like.depth, like.delay_ns, like.size, like.last_ns)

    @property
    def last_ns(self) -> int:
        return self._row[0]

    @last_ns.setter
    def last_ns(self, value: int) -> None:
        self._row[0] = max(-_LIMIT, min(value, _LIMIT))

    @property
    def delay_ns(self) -> int:
        return self._row[1]

    @delay_ns.setter
    def delay_ns(self, value: int) -> None:
        self._row[1] = value

    @property
    def size(self) -> int:
        return self._row[2]

    @size.setter
    def size(self, value: int) -> None:
        self._row[2] = value

    @property
    def depth(self) -> int:
        return self._row[3]

    @depth.setter
    def depth(self, value: int) -> None:
        self._row[3] = min(value, _LIMIT)


class QueueMemory:
    """The queues of one switch.

    Attributes:
        address: where the array of the ports' rows is.
    """

    def __init__(self) -> None:
        self._memory = new_memory()
        self._ports = self._memory.allocate(8 * PORTS, "output queues")
        self.address = self._ports.address
        self._rows: dict[int, int] = {}

    def open(self, port: int, queues: list[Queue]) -> list[Queue]:
        """The queues of a port, like those given."""
        if not 0 <= port < PORTS:
            return queues
        block = self._memory.allocate(layout.QUEUE_SIZE * len(queues), f"queues of port {port}")
        rows = view(self._memory, block.address, block.size, "q")
        step = layout.QUEUE_SIZE // 8
        made: list[Queue] = [NativeQueue(rows[i * step : (i + 1) * step], q) for i, q in enumerate(queues)]
        self._rows[port] = block.address
        self.show(port)
        return made

    def hide(self, port: int) -> None:
        """Let machine code stop at every packet of `port` instead of looking at its queues."""
        if port in self._rows:
            write_word(self.address + 8 * port, 0)

    def show(self, port: int) -> None:
        """Let machine code look at a port's queues."""
        if port in self._rows:
            write_word(self.address + 8 * port, self._rows[port])
