# SPDX-License-Identifier: Apache-2.0
"""The memory of one trie, as Python sees it: it grows, shrinks and is tidied by being copied into a new pool.

A new pool has twice the memory that arrays use, so that copies cost no more than the additions between them.
"""

from __future__ import annotations

from targets.softswitch.native.tables.arena import Block, Memory
from targets.softswitch.native.tables.memory_words import read_word, write_word
from targets.softswitch.native.tables.trie import (
    END,
    FANOUT,
    FRESH,
    LIVE,
    UNIT,
    leaf_size,
    node_size,
    root_unit,
)
from targets.softswitch.native.tables.updates import updates
from targets.softswitch.state.errors import OutOfMemory

_NUMBERS = FANOUT * 4 // UNIT
"""Units of the largest array of entry numbers."""


class TriePool:
    """One pool, whose address is kept up to date in the word at `pointer`.

    Attributes:
        root: the root node's unit.
        entries: how many prefixes are in it.
    """

    __slots__ = (
        "_block",
        "_leaf_units",
        "_memory",
        "_most",
        "_native",
        "_node_units",
        "_pointer",
        "_sure",
        "_what",
        "_words",
        "entries",
        "root",
    )

    def __init__(self, memory: Memory, pointer: int, words: int, what: str) -> None:
        """For keys of `words` words; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._pointer, self._words, self._what = memory, pointer, words, what
        self._native = updates()
        self._node_units = node_size(words) // UNIT
        self._leaf_units = -(-leaf_size(words) // UNIT)
        self._most = (FANOUT + 3) * (self._node_units + self._leaf_units) + _NUMBERS
        self._sure = 0  # so many additions have room, whatever they are
        self.root = root_unit(words)
        self.entries = 0
        self._block = self._made(2 * self._reserve())
        write_word(pointer, self._block.address)

    @property
    def address(self) -> int:
        """Where the pool is now."""
        return self._block.address

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size

    def make_room(self) -> None:
        """See that there is room for one more prefix; raises OutOfMemory, and then nothing has changed."""
        if self._sure:
            self._sure -= 1
            return
        if self._room() < self._reserve():
            self._rebuild(2 * read_word(self.address + LIVE) + 2 * self._reserve())
        self._sure = max(0, self._room() // self._most - 1)

    def removed(self) -> None:
        """A prefix has been removed."""
        self.entries -= 1
        live, end = read_word(self.address + LIVE), read_word(self.address + END)
        wanted = 2 * live + 2 * self._reserve()
        if end - self.root > 4 * wanted:
            try:
                self._rebuild(wanted)
            except OutOfMemory:
                return  # it was to save memory only: the old pool still does

    def free(self) -> None:
        """Give the memory back."""
        self._memory.free(self._block)

    def _room(self) -> int:
        return read_word(self.address + END) - read_word(self.address + FRESH)

    def _reserve(self) -> int:
        """Units that one more prefix takes at most: arrays of children and leaves, a node that parts two, numbers."""
        return min(self._most, (2 * self.entries + 7) * (self._node_units + self._leaf_units) + _NUMBERS)

    def _rebuild(self, units: int) -> None:
        old, new = self._block, self._made(units)
        self._native.trie_copy(old.address, new.address, self._words, self.root)
        write_word(self._pointer, new.address)
        self._block, self._sure = new, 0
        self._memory.free(old)

    def _made(self, units: int) -> Block:
        fresh = self.root + self._node_units
        block = self._memory.allocate((fresh + units) * UNIT, self._what)
        write_word(block.address + FRESH, fresh)
        write_word(block.address + END, fresh + units)
        return block
