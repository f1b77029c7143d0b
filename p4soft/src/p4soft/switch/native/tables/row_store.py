# SPDX-License-Identifier: Apache-2.0
"""A few entries in rows, from the best rank to the worst, as the control plane fills them."""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections.abc import Sequence

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.memory_words import write_word
from p4soft.switch.native.tables.placement import Placed, RangeField
from p4soft.switch.native.tables.ranked_lookup import ROW_RANK, ROW_VALUE, ROWS, ROWS_HEADER, row_size

_SMALLEST = 4


class RowStore:
    """The rows of one table, whose address is kept in its root."""

    def __init__(self, memory: Memory, root: int, words: int, ranges: Sequence[RangeField], what: str) -> None:
        """No rows yet; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._pointer, self._what = memory, root + ROWS, what
        self._key_bytes, self._stride = 8 * words, row_size(words, ranges)
        self._ranks: list[int] = []
        self._places = _SMALLEST
        self._block = memory.allocate(self._bytes_for(_SMALLEST), what)

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size

    def use(self) -> None:
        """From now on lookups look here."""
        write_word(self._pointer, self._block.address)

    def free(self) -> None:
        """Give the memory back; lookups look elsewhere."""
        write_word(self._pointer, 0)
        self._memory.free(self._block)

    def add(self, placed: Placed) -> None:
        """Add an entry; raises OutOfMemory, and then nothing has changed."""
        if len(self._ranks) == self._places:
            self._grow()
        at = bisect_left(self._ranks, placed.rank)
        row = self._row(at)
        ctypes.memmove(row + self._stride, row, (len(self._ranks) - at) * self._stride)
        write_word(row + ROW_RANK, placed.rank)
        content = (
            placed.value.to_bytes(self._key_bytes, "little")
            + placed.mask.to_bytes(self._key_bytes, "little")
            + placed.limits
        )
        ctypes.memmove(row + ROW_VALUE, content, len(content))
        self._ranks.insert(at, placed.rank)
        write_word(self._block.address, len(self._ranks))

    def remove(self, placed: Placed) -> None:
        """Remove an entry, which is there."""
        at = bisect_left(self._ranks, placed.rank)
        row = self._row(at)
        del self._ranks[at]
        ctypes.memmove(row, row + self._stride, (len(self._ranks) - at) * self._stride)
        write_word(self._block.address, len(self._ranks))

    def _grow(self) -> None:
        old, new = self._block, self._memory.allocate(self._bytes_for(self._places * 2), self._what)
        ctypes.memmove(new.address, old.address, self._bytes_for(self._places))
        self._block = new
        self._places *= 2
        self.use()
        self._memory.free(old)

    def _row(self, place: int) -> int:
        return self._block.address + ROWS_HEADER + place * self._stride

    def _bytes_for(self, places: int) -> int:
        return ROWS_HEADER + places * self._stride
