# SPDX-License-Identifier: Apache-2.0
"""The state of one switch in native memory: table entries, members, groups, value sets, and output queues.

Only the control plane writes members, groups and value sets: the Python objects keep what they are and write it
through. Machine code finds all of it through the context (`layout`).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from p4soft.switch.hashes import ALGORITHMS, CUSTOM_CRCS, HashFunction
from p4soft.switch.native import layout
from p4soft.switch.native.calculations import NativeCrc
from p4soft.switch.native.layout import (
    ENTRY_ARGUMENTS,
    MEMBER_ARGUMENTS,
    RANDOM,
    Arguments,
    Cell,
    ContextLayout,
    Host,
    pack_arguments,
)
from p4soft.switch.native.memory import (
    Block,
    Memory,
    NativeCounterArray,
    NativeRegisterArray,
    Numbers,
    Rows,
    new_memory,
    view,
    write_word,
)
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
from p4soft.switch.queues import Queue
from p4soft.switch.state.cells import CounterArray, Meter, MeterArray, RegisterArray
from p4soft.switch.state.lookup import NO_ACTION_ID, AnyIndex, Entry, make_index
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.profiles import Group, Member
from p4soft.switch.state.switch_state import EntryMaker, ParserValueSet, ProfileMakers, Storage

# --- Members, groups, value sets -------------------------------------------------------------------------------------


class ProfileRows:
    def __init__(self, members: Rows, groups: Rows, arguments: Mapping[int, Arguments], memory: Memory) -> None:
        self.members = members
        self.groups = groups
        self.arguments = arguments
        self.memory = memory
        self.member_numbers = Numbers()
        self.group_numbers = Numbers()

    def member(self, member_id: int, action: ActionCall, action_id: int) -> Member:
        return NativeMember(self, member_id, action, action_id)

    def group(self, group_id: int, max_size: int) -> Group:
        return NativeGroup(self, group_id, max_size)


class NativeMember(Member):
    """A member; `number` is its record's."""

    __slots__ = ("_table", "number")

    def __init__(self, table: ProfileRows, member_id: int, action: ActionCall, action_id: int) -> None:
        self._table = table
        self.number = table.member_numbers.take()
        table.members.reserve(self.number + 1)
        super().__init__(member_id, action, action_id)
        self.changed()

    @override
    def changed(self) -> None:
        rows = self._table.members
        rows.clear(self.number)
        at = rows.address + self.number * rows.size
        ctypes.c_int32.from_address(at).value = self.action_id
        places = self._table.arguments[self.action_id]
        if places.size:
            ctypes.memmove(at + MEMBER_ARGUMENTS, pack_arguments(places, self.args), places.size)

    @override
    def retire(self) -> None:
        self._table.member_numbers.give_back(self.number)


class NativeGroup(Group):
    """A group; `number` is its record's."""

    __slots__ = ("_block", "_table", "number")

    def __init__(self, table: ProfileRows, group_id: int, max_size: int) -> None:
        self._table = table
        self._block: Block | None = None
        self.number = table.group_numbers.take()
        table.groups.reserve(self.number + 1)
        super().__init__(group_id, max_size)
        self.changed()

    @override
    def changed(self) -> None:
        memory, old = self._table.memory, self._block
        count = len(self.picks)
        block = memory.allocate(max(1, count) * 4, f"group {self.group_id}")
        numbers = [m.number for m in self.picks if isinstance(m, NativeMember)]
        image = b"".join(number.to_bytes(4, "little") for number in numbers)
        ctypes.memmove(block.address, image, len(image))
        at = self._table.groups.address + self.number * layout.GROUP_SIZE
        write_word(at + layout.PICKS, block.address)
        write_word(at + layout.PICK_COUNT.offset, count)
        self._block = block
        if old is not None:
            memory.free(old)

    @override
    def retire(self) -> None:
        self._table.group_numbers.give_back(self.number)
        if self._block is not None:
            self._table.memory.free(self._block)
            self._block = None


class NativeValueSet(ParserValueSet):
    """A value set; its root has how many members there are and where their values and masks are."""

    __slots__ = ("_block", "_memory", "_root", "address")

    def __init__(self, name: str, width: int, memory: Memory) -> None:
        super().__init__(name, width)
        self._memory = memory
        self._root = memory.allocate(16, f"value set {name}")
        self._block: Block | None = None
        self.address = self._root.address

    @override
    def changed(self) -> None:
        size, old = Cell(0, self.width).size, self._block
        image = b"".join(number.to_bytes(size, "little") for member in self.members for number in member)
        self._block = self._memory.allocate(max(1, len(image)), f"value set {self.name}")
        ctypes.memmove(self._block.address, image, len(image))
        write_word(self.address + 8, self._block.address)
        write_word(self.address, len(self.members))
        if old is not None:
            self._memory.free(old)


# --- Table entries ---------------------------------------------------------------------------------------------------


_PACKETS, _BYTES, _LAST_HIT = (c.offset // 8 for c in (layout.PACKETS, layout.BYTES, layout.LAST_HIT))
_MASK64 = (1 << 64) - 1
_PACKED_KEPT = 4096
"""Sets of arguments of a table to keep."""


class EntryRows:
    def __init__(self, rows: Rows, arguments: Mapping[int, Arguments], meters: DirectMeters | None) -> None:
        self.rows = rows
        self.meters = meters
        self.arguments = arguments
        self._blank = struct.pack("<iiii", NO_ACTION_ID, -1, -1, -1).ljust(
            rows.size, b"\0"
        )  # action, member, group, meter
        self._packed: dict[tuple[int, tuple[int, ...]], bytes] = {}

    def entry(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> Entry:
        self.rows.reserve(handle + 2)
        self.rows.fill(handle + 1, self._blank)
        return NativeEntry(self, handle, key, priority, action)

    def packed(self, action_id: int, values: tuple[int, ...]) -> bytes:
        """Arguments as a record has them, "" for none; many entries share them."""
        found = self._packed.get((action_id, values))
        if found is None:
            places = self.arguments.get(action_id)
            fits = places is not None and len(places.cells) == len(values) and places.size
            found = pack_arguments(places, values) if places is not None and fits else b""
            if len(self._packed) >= _PACKED_KEPT:
                self._packed.clear()
            self._packed[action_id, values] = found
        return found


class NativeEntry(Entry):
    """An entry whose counters and time of last hit are in its record, which has a copy of what it is to do.

    After `retire` the record may be another entry's: the last values stay with this object.
    """

    __slots__ = ("_at", "_kept", "_meter_number", "_table")

    def __init__(
        self, table: EntryRows, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None
    ) -> None:
        self._table = table
        self._at = (handle + 1) * table.rows.size // 8
        self._meter_number = -1
        self._kept: dict[int, int] | None = {}  # the record is blank already: what follows need not be written to it
        super().__init__(handle, key, priority, action)
        self._kept = None

    @override
    def retire(self) -> None:
        if self._kept is None:
            self._unsettle()
            self._kept = {word: self._read(word) for word in (_PACKETS, _BYTES, _LAST_HIT)}

    def _read(self, word: int) -> int:
        return self._table.rows.longs[self._at + word] if self._kept is None else self._kept[word]

    def _write(self, word: int, value: int) -> None:
        if self._kept is None:
            self._table.rows.longs[self._at + word] = value & _MASK64
        else:
            self._kept[word] = value & _MASK64

    def _write_small(self, offset: int, value: int) -> None:
        if self._kept is None:
            ctypes.c_int32.from_address(self._table.rows.address + 8 * self._at + offset).value = value

    def _write_arguments(self, values: tuple[int, ...]) -> None:
        packed = self._table.packed(self.action_id, values) if self._kept is None else b""
        if packed:
            at = self._table.rows.address + 8 * self._at + ENTRY_ARGUMENTS
            ctypes.memmove(at, packed, len(packed))

    @property
    def packets(self) -> int:
        return self._read(_PACKETS)

    @packets.setter
    def packets(self, value: int) -> None:
        self._write(_PACKETS, value)

    @property
    def bytes(self) -> int:
        return self._read(_BYTES)

    @bytes.setter
    def bytes(self, value: int) -> None:
        self._write(_BYTES, value)

    @property
    def last_hit_us(self) -> int:
        value = self._read(_LAST_HIT)
        return value - (1 << 64) if value >> 63 else value

    @last_hit_us.setter
    def last_hit_us(self, value: int) -> None:
        self._write(_LAST_HIT, value)

    @property
    def action_id(self) -> int:
        """The action, -1: none."""
        return int(_action_id.__get__(self))

    @action_id.setter
    def action_id(self, value: int) -> None:
        _action_id.__set__(self, value)
        self._write_small(layout.ACTION.offset, value)

    @property
    def args(self) -> tuple[int, ...]:
        return tuple(_args.__get__(self))

    @args.setter
    def args(self, value: tuple[int, ...]) -> None:
        _args.__set__(self, value)
        self._write_arguments(value)

    @property
    def member(self) -> Member | None:
        found: Member | None = _member.__get__(self)
        return found

    @member.setter
    def member(self, value: Member | None) -> None:
        _member.__set__(self, value)
        self._write_small(layout.MEMBER.offset, value.number if isinstance(value, NativeMember) else -1)

    @property
    def group(self) -> Group | None:
        found: Group | None = _group.__get__(self)
        return found

    @group.setter
    def group(self, value: Group | None) -> None:
        _group.__set__(self, value)
        self._write_small(layout.GROUP.offset, value.number if isinstance(value, NativeGroup) else -1)

    @property
    def meter(self) -> Meter | None:
        """The direct meter, whose state is in native memory as long as the entry is in its table."""
        found: Meter | None = _meter.__get__(self)
        return found

    @meter.setter
    def meter(self, value: Meter | None) -> None:
        if self._kept is None:
            self._unsettle()
            meters = self._table.meters
            if value is not None and meters is not None:
                self._meter_number = meters.settle(value)
            self._write_small(layout.METER.offset, self._meter_number)
        _meter.__set__(self, value)

    def _unsettle(self) -> None:
        meters, meter = self._table.meters, self.meter
        if self._meter_number >= 0 and meters is not None and meter is not None:
            meters.unsettle(meter, self._meter_number)
            self._meter_number = -1


def _slot(name: str) -> Any:  # noqa: ANN401  a slot's descriptor has no type of its own
    """The place that `Entry` itself has for an attribute."""
    return Entry.__dict__[name]


_action_id, _args, _member, _group, _meter = map(_slot, ("action_id", "args", "member", "group", "meter"))
assert NO_ACTION_ID == -1


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
        self.layout = ContextLayout(program)
        self._context = self.memory.allocate(8 * self.layout.words, "the switch's context")
        self.context = self._context.address
        self.random = RandomState(self.memory)
        write_word(self.word(RANDOM), self.random.address)
        self._arguments = layout.arguments_of(program)

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
        size = layout.entry_size(self._program, spec)
        rows = Rows(self.memory, self.word(self.layout.records[spec.name]), size, f"table {spec.name}")
        direct = self._program.meters[spec.direct_meter] if spec.direct_meter is not None else None
        meters = DirectMeters(self._meter_rows(direct)) if direct is not None else None
        return EntryRows(rows, self._arguments, meters).entry

    @override
    def profile(self, spec: ActionProfileSpec) -> ProfileMakers:
        size, what = layout.member_size(self._program, spec.name), f"action profile {spec.name}"
        members = Rows(self.memory, self.word(self.layout.members[spec.name]), size, what)
        groups = Rows(self.memory, self.word(self.layout.groups[spec.name]), layout.GROUP_SIZE, what)
        rows = ProfileRows(members, groups, self._arguments, self.memory)
        return ProfileMakers(rows.member, rows.group)


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
