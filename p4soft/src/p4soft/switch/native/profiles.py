# SPDX-License-Identifier: Apache-2.0
"""Members and groups of action profiles, and parser value sets, with copies in native memory.

Only the control plane writes them, so the Python objects keep what they are and write it through.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from typing_extensions import override

from p4soft.switch.native import records
from p4soft.switch.native.control import pack_arguments
from p4soft.switch.native.layout import Cell
from p4soft.switch.native.records import MEMBER_ARGUMENTS, Arguments
from p4soft.switch.native.rows import Numbers, Rows
from p4soft.switch.native.tables import Block, Memory
from p4soft.switch.native.tables.memory_words import write_word
from p4soft.switch.state.match import ActionCall
from p4soft.switch.state.profiles import Group, Member
from p4soft.switch.state.value_sets import ParserValueSet


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
