# SPDX-License-Identifier: Apache-2.0
"""The trie of one table, as the control plane changes it: it grows in its place, and is tidied beside it.

Whoever deletes many prefixes leaves much of a trie unused. A small one is copied then, at once. For a large one, which
would take milliseconds, a second trie is filled beside it: every update of the table puts a few prefixes there, and
does to it what it does to the first one, in which lookups go on until the second one has all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.memory_words import write_word
from p4soft.switch.native.tables.trie_pool import Prefix, TriePool
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.errors import OutOfMemory

_SMALL = 4096
"""Units that are copied at once, in less time than a burst takes."""
_STEP = 4
"""Prefixes that one update puts into the second trie."""
_LOOK = 256
"""Entry numbers, most of them perhaps free, that one update looks at for them."""


class TrieStore:
    """One trie, whose address is kept up to date in the word at `pointer`.

    Attributes:
        entries: by number: those in the trie, and others with a prefix that is in the trie.
    """

    def __init__(
        self,
        memory: Memory,
        pointer: int,
        words: int,
        what: str,
        *,
        entries: Sequence[Entry | None],
        prefix_of: Callable[[Entry], Prefix],
    ) -> None:
        """For keys of `words` words; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._pointer, self._words, self._what = memory, pointer, words, what
        self.entries, self._prefix_of = entries, prefix_of
        self._pool = TriePool(memory, words, what)
        self._second: TriePool | None = None
        self._looked_at = 0
        self._use(self._pool)

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._pool.size + (self._second.size if self._second is not None else 0)

    @property
    def count(self) -> int:
        """How many prefixes are in the trie."""
        return self._pool.entries

    def free(self) -> None:
        """Give the memory back."""
        self._pool.free()
        self._forget()

    def find(self, prefix: Prefix) -> int:
        """The number of the prefix's entry, or -1."""
        return self._pool.find(prefix)

    def make_room(self) -> None:
        """See that there is room for one more prefix; raises OutOfMemory, and then nothing has changed."""
        self._pool.make_room()
        self._use(self._pool)

    def put(self, prefix: Prefix, number: int) -> int:
        """Let a prefix, for which there is room, lead to a number; the one to which it led before, or -1."""
        before = self._pool.put(prefix, number)
        if self._second is not None:
            self._put_second(prefix, number)
            self._step()
        return before

    def drop(self, prefix: Prefix) -> None:
        """Remove a prefix, which is there."""
        self._pool.drop(prefix)
        if self._second is not None:
            if self._second.find(prefix) >= 0:
                self._second.drop(prefix)
            self._step()
        elif self._pool.is_loose():
            self._begin()

    def _use(self, pool: TriePool) -> None:
        self._pool = pool
        write_word(self._pointer, pool.address)

    def _step(self) -> None:
        """Put a few prefixes into the second trie; when it has all, it is the one."""
        left = _STEP
        for entry in self.entries[self._looked_at : self._looked_at + _LOOK]:
            self._looked_at += 1
            if entry is None:
                continue
            prefix = self._prefix_of(entry)
            self._put_second(prefix, self._pool.find(prefix))
            left -= 1
            if not left:
                break
        if self._second is not None and self._looked_at >= len(self.entries):
            self._replace(self._second)
            self._second = None

    def _begin(self) -> None:
        pool = self._pool
        try:
            if pool.live <= _SMALL:
                self._replace(pool.copied())
            else:
                self._second = TriePool(self._memory, self._words, self._what, units=pool.live)
                self._looked_at = 0
        except OutOfMemory:
            return  # it was to save memory only: the first one still does

    def _put_second(self, prefix: Prefix, number: int) -> None:
        if self._second is None:
            return
        try:
            self._second.make_room()
        except OutOfMemory:
            self._forget()
        else:
            self._second.put(prefix, number)

    def _replace(self, pool: TriePool) -> None:
        old = self._pool
        self._use(pool)
        old.free()

    def _forget(self) -> None:
        if self._second is not None:
            self._second.free()
            self._second = None
