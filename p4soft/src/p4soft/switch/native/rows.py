# SPDX-License-Identifier: Apache-2.0
"""Rows of equal size in native memory, as many as are asked for, at an address that one word of the context holds."""

from __future__ import annotations

import ctypes

from p4soft.switch.native.cells import view
from p4soft.switch.native.tables import Memory
from p4soft.switch.native.tables.memory_words import write_word


class Rows:
    """An array that grows; `where` is the address of the word that says where it is.

    Attributes:
        size: bytes of a row, a multiple of 8.
        longs: all of it as unsigned 64-bit integers; another object after it has grown.
    """

    __slots__ = ("_block", "_count", "_memory", "_what", "_where", "longs", "size")

    def __init__(self, memory: Memory, where: int, size: int, what: str) -> None:
        self.size = size
        self._memory = memory
        self._where = where
        self._what = what
        self._count = 0
        self._block = memory.allocate(size, what)
        self._adopt()
        self.reserve(1)

    @property
    def address(self) -> int:
        """Where row 0 is now."""
        return self._block.address

    def reserve(self, count: int) -> None:
        """See that there are `count` rows; raises OutOfMemory, and then nothing has changed."""
        if count <= self._count:
            return
        self._block = self._memory.grow(self._block, max(count, 2 * self._count, 4) * self.size, self._what)
        self._adopt()

    def clear(self, number: int) -> None:
        """Zero a row."""
        ctypes.memset(self._block.address + number * self.size, 0, self.size)

    def fill(self, number: int, image: bytes) -> None:
        """Set a row to an image of its size."""
        ctypes.memmove(self._block.address + number * self.size, image, self.size)

    def _adopt(self) -> None:
        self._count = self._block.size // self.size
        self.longs = view(self._memory, self._block.address, self._block.size // 8 * 8)
        write_word(self._where, self._block.address)


class Numbers:
    """Small numbers that are given out, the lowest free one first."""

    __slots__ = ("_free", "_next")

    def __init__(self) -> None:
        self._free: list[int] = []
        self._next = 0

    def take(self) -> int:
        """A number that nobody has."""
        if self._free:
            return self._free.pop()
        self._next += 1
        return self._next - 1

    def give_back(self, number: int) -> None:
        """Nobody has it any more."""
        self._free.append(number)
