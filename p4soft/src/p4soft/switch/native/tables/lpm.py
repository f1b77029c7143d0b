# SPDX-License-Identifier: Apache-2.0
"""Tables with one lpm field, the rest exact: a trie over the concatenated key, the lpm field last."""

from __future__ import annotations

from typing_extensions import override

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.base import ROOT_SIZE, NativeIndex
from p4soft.switch.native.tables.memory_words import words_of
from p4soft.switch.native.tables.trie import TrieLookup
from p4soft.switch.native.tables.trie_pool import Prefix
from p4soft.switch.native.tables.trie_store import TrieStore
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.lookup import lpm_order, pack, shifts
from p4soft.switch.state.match import Lpm, MatchField


class NativeLpmIndex(NativeIndex):
    """The native counterpart of `LpmIndex`."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        self._order = lpm_order(spec.key)
        self._widths = [spec.key[i].width for i in self._order]
        self._ignored = shifts(self._widths[-1])
        super().__init__(spec, memory, TrieLookup(words_of(sum(self._widths))))
        self._store = TrieStore(
            memory, self.root, self.words, self._what, entries=self._entries, prefix_of=lambda e: self._place(e.key)
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
        """The entry with the longest matching prefix."""
        return self._found(key)

    def same_bits(self, key: tuple[MatchField, ...]) -> Entry | None:
        """The entry whose prefix has this length and looks at the same bits with the same values, if there is one."""
        place, length = self._place(key), self._length(key)
        found = self._at(place)
        if found is None or self._length(found.key) == length:
            return found
        return next((e for e in self._hidden.get(place, ()) if self._length(e.key) == length), None)

    @override
    def add(self, entry: Entry) -> None:
        place, number = self._place(entry.key), self._number(entry)
        self._store.make_room()
        rival = self._put(place, entry)
        if rival is not None:
            loser, winner = sorted((rival, entry), key=lambda e: self._length(e.key))
            self._hidden.setdefault(place, []).append(loser)
            self._put(place, winner)
        self._entries[number] = entry
        self._counted(self._store.count)

    @override
    def remove(self, entry: Entry) -> None:
        place = self._place(entry.key)
        hidden = self._hidden.get(place, [])
        self._entries[entry.handle] = None
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
        prefix = key[self._order[-1]]
        assert isinstance(prefix, Lpm), prefix
        value = prefix.value
        if len(key) > 1:
            value |= pack(tuple(key[i] for i in self._order[:-1]), self._widths[:-1])[0] << self._widths[-1]
        ignored = self._ignored[prefix.prefix_len]
        return self._bytes(value >> ignored << ignored), 64 * self.words - ignored

    def _length(self, key: tuple[MatchField, ...]) -> int:
        match = key[self._order[-1]]
        assert isinstance(match, Lpm), match
        return match.prefix_len
