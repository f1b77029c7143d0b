# SPDX-License-Identifier: Apache-2.0
"""Tables with one lpm field, the rest exact: a trie over the concatenated key, the lpm field last.

A trie grows in its place: everything in it is addressed from its start. Whoever deletes many prefixes leaves much of it
unused. A small one is copied then, at once. For a large one, which would take milliseconds, a second trie is filled
meanwhile: every update of the table puts a few prefixes there, and does to it what it does to the first one, in which
lookups go on until the second one has all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.ints import I64
from p4soft.switch.native.memory import Memory, read_word, words_of, write_word
from p4soft.switch.native.tables.base import ROOT_SIZE, Ahead, NativeIndex
from p4soft.switch.native.tables.updates import Target, updates
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.errors import OutOfMemory
from p4soft.switch.state.lookup import Entries, Entry, lpm_order, pack, shifts
from p4soft.switch.state.match import Lpm, MatchField

# --- The memory of a trie (trie.c) -----------------------------------------------------------------------------------


UNIT = 16
FRESH, END, LIVE = 0, 8, 16
FANOUT = 64
_FREE_LISTS = 32


def node_size(words: int) -> int:
    """Bytes of a node for keys of `words` words: whole units."""
    return -(-(40 + 8 * words) // UNIT) * UNIT


def leaf_size(words: int) -> int:
    """Bytes of a leaf for keys of `words` words."""
    return 8 + 8 * words


def root_unit(words: int) -> int:
    """Where in a pool its root node is: after the free lists, of which there is one for each size of an array."""
    largest = FANOUT * node_size(words) // UNIT
    return -(-(_FREE_LISTS + 4 * (largest + 1)) // UNIT)


_NUMBERS = FANOUT * 4 // UNIT
"""Units of the largest array of entry numbers."""

Prefix = tuple[bytes, int]
"""A key, in whole words, and how many of its first bits count; the other bits are 0."""


class TriePool:
    """One trie in one block, which may be elsewhere after `make_room`.

    Attributes:
        entries: how many prefixes are in it.
    """

    def __init__(self, memory: Memory, words: int, what: str, entries: int = 0, units: int = 0) -> None:
        """Room for `entries` more prefixes and `units` units in addition, for keys of `words` words.

        Raises:
            OutOfMemory: it names `what` the memory is for.
        """
        self._memory, self._words, self._what = memory, words, what
        self._native = updates()
        self._node_units = node_size(words) // UNIT
        self._leaf_units = -(-leaf_size(words) // UNIT)
        self._most = (FANOUT + 3) * (self._node_units + self._leaf_units) + _NUMBERS
        self._sure = 0  # this many additions have room in any case
        self._root = root_unit(words)
        self.entries = entries
        fresh = self._root + self._node_units
        self._end = fresh + units + 2 * self._reserve()
        self._block = memory.allocate(self._end * UNIT, what)
        write_word(self.address + FRESH, fresh)
        write_word(self.address + END, self._end)

    @property
    def address(self) -> int:
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
            self._grow(2 * self._reserve())
        self._sure = max(0, self._room() // self._most - 1)

    def make_room_for(self, count: int) -> None:
        """See that there is room for some of so many more prefixes (`most`); raises OutOfMemory as `make_room`."""
        self._sure = 0
        if self._room() < self.most(count):
            self._grow(2 * self.most(count))

    def most(self, count: int) -> int:
        """Units that each of so many more prefixes takes at most."""
        return self._reserve(count)

    def came(self, count: int) -> None:
        self.entries += count

    def put(self, prefix: Prefix, number: int) -> int:
        """Let a prefix, for which there is room, lead to a number; the one to which it led before, or -1."""
        before = self._native.trie_put(self.address, self._words, *prefix, self._root, number) - 1
        self.entries += before < 0
        return before

    def drop(self, prefix: Prefix) -> None:
        self._native.trie_drop(self.address, self._words, *prefix, self._root)
        self.entries -= 1

    def copied(self) -> TriePool:
        """A copy without what this one wastes; raises OutOfMemory."""
        made = TriePool(self._memory, self._words, self._what, self.entries, 2 * self.live)
        self._native.trie_copy(self.address, made.address, self._words, self._root)
        return made

    def free(self) -> None:
        self._memory.free(self._block)

    def _room(self) -> int:
        return self._end - read_word(self.address + FRESH)

    def _reserve(self, count: int = 1) -> int:
        """Units that one more prefix takes at most: arrays of children and leaves, a node that parts two, numbers."""
        entries = self.entries + count - 1
        return min(self._most, (2 * entries + 7) * (self._node_units + self._leaf_units) + _NUMBERS)

    def _grow(self, units: int) -> None:
        end = self._end + max(self._end // 4, units)
        self._block, self._end = self._memory.grow(self._block, end * UNIT, self._what), end
        write_word(self.address + END, end)


# --- The trie of a table ---------------------------------------------------------------------------------------------


_SMALL = 4096
"""Units that are copied at once, in less time than a burst takes."""
_STEP = 4
"""Prefixes that one update puts into the second trie."""
_LOOK = 256
"""Entry numbers, most of them perhaps free, that one update looks at for them."""


class TrieStore:
    """One trie, whose address is kept up to date in the word at `pointer`.

    Attributes:
        entries: those in the trie, and others with a prefix that is in the trie.
    """

    def __init__(
        self,
        memory: Memory,
        pointer: int,
        words: int,
        what: str,
        *,
        entries: Entries,
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
        return self._pool.entries

    def free(self) -> None:
        self._pool.free()
        self._forget()

    def find(self, prefix: Prefix) -> int:
        """The number of the prefix's entry, or -1."""
        return self._pool.find(prefix)

    def make_room(self) -> None:
        """See that there is room for one more prefix; raises OutOfMemory, and then nothing has changed."""
        self._pool.make_room()
        self._use(self._pool)

    def make_room_for(self, count: int) -> None:
        """As `TriePool.make_room_for`: whoever puts many prefixes into the first trie ends the second one."""
        self._forget()
        self._pool.make_room_for(count)
        self._use(self._pool)

    def aim(self, target: Target, count: int) -> None:
        target.trie_root, target.trie_most = root_unit(self._words), self._pool.most(count)

    def came(self, count: int) -> None:
        self._pool.came(count)

    def put(self, prefix: Prefix, number: int) -> int:
        """Let a prefix, for which there is room, lead to a number; the one to which it led before, or -1."""
        before = self._pool.put(prefix, number)
        if self._second is not None:
            self._put_second(prefix, number)
            self._step()
        return before

    def drop(self, prefix: Prefix) -> None:
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
        for number in range(self._looked_at, min(self._looked_at + _LOOK, self.entries.bound)):
            self._looked_at += 1
            entry = self.entries.get(number)
            if entry is None:
                continue
            prefix = self._prefix_of(entry)
            self._put_second(prefix, self._pool.find(prefix))
            left -= 1
            if not left:
                break
        if self._second is not None and self._looked_at >= self.entries.bound:
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


# --- The tables ------------------------------------------------------------------------------------------------------


_ROUNDS = 3
"""Nodes after the root that are visited side by side for several keys: 64^4 is more than memory carries."""


class TrieLookup(Struct, frozen=True):
    """The walk down. The root's first word is the pool's address."""

    words: int

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        made = TABLES.specialised(module, name, "trie_lookup", ir.Constant(I64, self.words))
        made.attributes.add("alwaysinline")  # it is short, and the key in registers
        return made

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead:
        words = ir.Constant(I64, self.words)
        locate, take, follow = (
            TABLES.specialised(module, f"{name}.{part}", f"trie_{part}", words) for part in ("locate", "take", "follow")
        )
        return Ahead(locate, take, follow, _ROUNDS)


class NativeLpmIndex(NativeIndex):
    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        order = lpm_order(spec.key)
        self._widths = [spec.key[i].width for i in order]
        self._ignored = shifts(self._widths[-1])
        super().__init__(spec, memory, TrieLookup(words_of(sum(self._widths))))
        self.order = order
        self._store = TrieStore(
            memory, self.root, self.words, self._what, entries=self.numbered, prefix_of=lambda e: self._place(e.key)
        )
        self._hidden: dict[Prefix, list[Entry]] = {}
        """Entries that look at the same bits as another whose prefix is longer, as padding makes possible."""

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._store.size

    @override
    def free(self) -> None:
        self._store.free()
        self._memory.free(self._root)

    def lookup(self, key: int) -> Entry | None:
        return self._found(key)

    @override
    def same_bits(self, key: tuple[MatchField, ...]) -> Entry | None:
        """The entry whose prefix has this length and looks at the same bits with the same values, if there is one."""
        place, length = self._place(key), self._length(key)
        found = self._at(place)
        if found is None or self._length(found.key) == length:
            return found
        return next((e for e in self._hidden.get(place, ()) if self._length(e.key) == length), None)

    @override
    def make_room_for(self, handles: Sequence[int]) -> bool:
        self._store.make_room_for(len(handles))
        return True

    @override
    def aim(self, target: Target, count: int) -> None:
        self._store.aim(target, count)

    @override
    def came(self, target: Target, count: int) -> None:
        self._store.came(count)
        self._counted(self._store.count)

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        found = self.same_bits(key)
        return found if found is not None and found.key == key else None

    @override
    def add(self, entry: Entry) -> None:
        self._number(entry)
        place = self._place(entry.key)
        self._store.make_room()
        rival = self._put(place, entry)
        if rival is not None:
            loser, winner = sorted((rival, entry), key=lambda e: self._length(e.key))
            self._hidden.setdefault(place, []).append(loser)
            self._put(place, winner)
        self.numbered.put(entry)
        self._counted(self._store.count)

    @override
    def remove(self, entry: Entry) -> None:
        place = self._place(entry.key)
        hidden = self._hidden.get(place, [])
        self.numbered.drop(entry.handle)
        if entry in hidden:
            hidden.remove(entry)
        elif hidden:
            following = max(hidden, key=lambda e: self._length(e.key))
            hidden.remove(following)
            self._put(place, following)
        else:
            self._store.drop(place)
            self._counted(self._store.count)
        if not hidden:
            self._hidden.pop(place, None)

    def _put(self, place: Prefix, entry: Entry) -> Entry | None:
        """Let a prefix lead to `entry`; where it led before."""
        return self.entry(self._store.put(place, entry.handle))

    def _at(self, place: Prefix) -> Entry | None:
        return self.entry(self._store.find(place))

    def _place(self, key: tuple[MatchField, ...]) -> Prefix:
        """The prefix as the trie takes it: value and length."""
        prefix = key[self.order[-1]]
        assert isinstance(prefix, Lpm), prefix
        value = prefix.value
        if len(key) > 1:
            value |= pack(tuple(key[i] for i in self.order[:-1]), self._widths[:-1])[0] << self._widths[-1]
        ignored = self._ignored[prefix.prefix_len]
        return self._bytes(value >> ignored << ignored), 64 * self.words - ignored

    def _length(self, key: tuple[MatchField, ...]) -> int:
        match = key[self.order[-1]]
        assert isinstance(match, Lpm), match
        return match.prefix_len
