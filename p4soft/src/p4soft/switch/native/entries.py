# SPDX-License-Identifier: Apache-2.0
"""Table entries, members and groups of action profiles, and value sets, with records in native memory.

Only the control plane writes members, groups and value sets: the Python objects keep what they are and write it
through.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from p4soft.switch.native import records
from p4soft.switch.native.layout import Cell
from p4soft.switch.native.memory import Block, Memory, Numbers, Rows, write_word
from p4soft.switch.native.meters import DirectMeters
from p4soft.switch.native.records import ENTRY_ARGUMENTS, MEMBER_ARGUMENTS, Arguments, pack_arguments
from p4soft.switch.state.cells import Meter
from p4soft.switch.state.entry import NO_ACTION_ID, Entry
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.profiles import Group, Member
from p4soft.switch.state.switch_state import ParserValueSet

# --- Members, groups, value sets -------------------------------------------------------------------------------------


class ProfileRows:
    """The records of one action profile."""

    def __init__(self, members: Rows, groups: Rows, arguments: Mapping[int, Arguments], memory: Memory) -> None:
        self.members = members
        self.groups = groups
        self.arguments = arguments
        self.memory = memory
        self.member_numbers = Numbers()
        self.group_numbers = Numbers()

    def member(self, member_id: int, action: ActionCall, action_id: int) -> Member:
        """A new member with its record."""
        return NativeMember(self, member_id, action, action_id)

    def group(self, group_id: int, max_size: int) -> Group:
        """A new group with its record."""
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
        at = self._table.groups.address + self.number * records.GROUP_SIZE
        write_word(at + records.PICKS, block.address)
        write_word(at + records.PICK_COUNT.offset, count)
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


_PACKETS, _BYTES, _LAST_HIT = (c.offset // 8 for c in (records.PACKETS, records.BYTES, records.LAST_HIT))
_MASK64 = (1 << 64) - 1
_PACKED_KEPT = 4096
"""Sets of arguments of a table to keep."""


class EntryRows:
    """The records of one table."""

    def __init__(self, rows: Rows, arguments: Mapping[int, Arguments], meters: DirectMeters | None) -> None:
        self.rows = rows
        self.meters = meters
        self.arguments = arguments
        self._blank = struct.pack("<iiii", NO_ACTION_ID, -1, -1, -1).ljust(
            rows.size, b"\0"
        )  # action, member, group, meter
        self._packed: dict[tuple[int, tuple[int, ...]], bytes] = {}

    def entry(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> Entry:
        """A new entry with its record."""
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
        """Packets that hit the entry."""
        return self._read(_PACKETS)

    @packets.setter
    def packets(self, value: int) -> None:
        self._write(_PACKETS, value)

    @property
    def bytes(self) -> int:
        """Bytes of the packets that hit the entry."""
        return self._read(_BYTES)

    @bytes.setter
    def bytes(self, value: int) -> None:
        self._write(_BYTES, value)

    @property
    def last_hit_us(self) -> int:
        """Time of the last hit."""
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
        self._write_small(records.ACTION.offset, value)

    @property
    def args(self) -> tuple[int, ...]:
        """Arguments of the action."""
        return tuple(_args.__get__(self))

    @args.setter
    def args(self, value: tuple[int, ...]) -> None:
        _args.__set__(self, value)
        self._write_arguments(value)

    @property
    def member(self) -> Member | None:
        """The member behind a MemberRef."""
        found: Member | None = _member.__get__(self)
        return found

    @member.setter
    def member(self, value: Member | None) -> None:
        _member.__set__(self, value)
        self._write_small(records.MEMBER.offset, value.number if isinstance(value, NativeMember) else -1)

    @property
    def group(self) -> Group | None:
        """The group behind a GroupRef."""
        found: Group | None = _group.__get__(self)
        return found

    @group.setter
    def group(self, value: Group | None) -> None:
        _group.__set__(self, value)
        self._write_small(records.GROUP.offset, value.number if isinstance(value, NativeGroup) else -1)

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
            self._write_small(records.METER.offset, self._meter_number)
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
