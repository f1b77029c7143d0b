# SPDX-License-Identifier: Apache-2.0
"""The memory of one trie, as Python sees it. It grows in its place: everything in it is addressed from its start."""

from __future__ import annotations

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.memory_words import read_word, write_word
from p4soft.switch.native.tables.trie import END, FANOUT, FRESH, LIVE, UNIT, leaf_size, node_size, root_unit
from p4soft.switch.native.tables.updates import updates

_NUMBERS = FANOUT * 4 // UNIT
"""Units of the largest array of entry numbers."""

Prefix = tuple[bytes, int]
"""A key whose bits after the first so many are 0, in whole words, and how many those are."""


class TriePool:
    """One trie in one block, which may be elsewhere after `make_room`.

    Attributes:
        entries: how many prefixes are in it.
    """

    def __init__(self, memory: Memory, words: int, what: str, entries: int = 0, units: int = 0) -> None:
        """Room for `entries` prefixes to come and `units` beside, for keys of `words` words.

        Raises:
            OutOfMemory: it names `what` the memory is for.
        """
        self._memory, self._words, self._what = memory, words, what
        self._native = updates()
        self._node_units = node_size(words) // UNIT
        self._leaf_units = -(-leaf_size(words) // UNIT)
        self._most = (FANOUT + 3) * (self._node_units + self._leaf_units) + _NUMBERS
        self._sure = 0  # so many additions have room, whatever they are
        self._root = root_unit(words)
        self.entries = entries
        fresh = self._root + self._node_units
        self._end = fresh + units + 2 * self._reserve()
        self._block = memory.allocate(self._end * UNIT, what)
        write_word(self.address + FRESH, fresh)
        write_word(self.address + END, self._end)

    @property
    def address(self) -> int:
        """Where the pool is now."""
        return self._block.address

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size

    @property
    def live(self) -> int:
        """Units that its arrays take."""
        return read_word(self.address + LIVE)

    def is_loose(self) -> bool:
        """Whether it takes more than four times the memory that it would take if it were made now."""
        return self._end - self._root > 4 * (self.live + 2 * self._reserve())

    def find(self, prefix: Prefix) -> int:
        """The number of the prefix's entry, or -1."""
        return self._native.trie_find(self.address, self._words, *prefix, self._root) - 1

    def make_room(self) -> None:
        """See that there is room for one more prefix; raises OutOfMemory, and then nothing has changed."""
        if self._sure:
            self._sure -= 1
            return
        if self._room() < self._reserve():
            end = self._end + max(self._end // 4, 2 * self._reserve())
            self._block, self._end = self._memory.grow(self._block, end * UNIT, self._what), end
            write_word(self.address + END, end)
        self._sure = max(0, self._room() // self._most - 1)

    def put(self, prefix: Prefix, number: int) -> int:
        """Let a prefix, for which there is room, lead to a number; the one to which it led before, or -1."""
        before = self._native.trie_put(self.address, self._words, *prefix, self._root, number) - 1
        self.entries += before < 0
        return before

    def drop(self, prefix: Prefix) -> None:
        """Remove a prefix, which is there."""
        self._native.trie_drop(self.address, self._words, *prefix, self._root)
        self.entries -= 1

    def copied(self) -> TriePool:
        """A copy without what this one wastes; raises OutOfMemory."""
        made = TriePool(self._memory, self._words, self._what, self.entries, 2 * self.live)
        self._native.trie_copy(self.address, made.address, self._words, self._root)
        return made

    def free(self) -> None:
        """Give the memory back."""
        self._memory.free(self._block)

    def _room(self) -> int:
        return self._end - read_word(self.address + FRESH)

    def _reserve(self) -> int:
        """Units that one more prefix takes at most: arrays of children and leaves, a node that parts two, numbers."""
        return min(self._most, (2 * self.entries + 7) * (self._node_units + self._leaf_units) + _NUMBERS)
