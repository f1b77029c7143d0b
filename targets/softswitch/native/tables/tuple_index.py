# SPDX-License-Identifier: Apache-2.0
"""Tuple space search as the control plane fills it: the common part of ternary and range tables."""

from __future__ import annotations

import ctypes

from typing_extensions import override

from targets.softswitch.native.tables.arena import Block, Memory
from targets.softswitch.native.tables.base import ROOT_SIZE, NativeIndex
from targets.softswitch.native.tables.chains import NODE_RANGES, NUMBER_BITS
from targets.softswitch.native.tables.hash_block import HashBlock
from targets.softswitch.native.tables.memory_words import words_of, write_word
from targets.softswitch.native.tables.tuple_lookup import HASH, NODES, TUPLES, RangeField, TupleLookup, node_size
from targets.softswitch.native.tables.tuples import TupleSpace
from targets.softswitch.native.tables.updates import updates
from targets.softswitch.program.model import TableSpec
from targets.softswitch.state.entry import Entry

HIGHEST_PRECEDENCE = 0x7FFF_FFFF
_NODES = 4
_WORST = (1 << 64) - 1


class TupleIndex(NativeIndex):
    """Entries by (value, mask) and precedence; of equals the lowest number wins.

    An entry takes a node, and a record of the hash table unless it shares one (`HashBlock` says how much that is); each
    distinct mask takes a descriptor.
    """

    def __init__(self, spec: TableSpec, memory: Memory, ranges: tuple[RangeField, ...] = ()) -> None:
        super().__init__(spec, memory, TupleLookup(words_of(sum(k.width for k in spec.key)), ranges))
        self._updates = updates()
        self._record_words = self.words + 1
        self._hash = HashBlock(memory, self.root + HASH, self._record_words, self._what)
        self._tuples = TupleSpace(memory, self.root + TUPLES, self.words, self._what)
        self._stride = node_size(ranges)
        self._nodes = memory.allocate(_NODES * self._stride, self._what)
        self._node_count = _NODES
        write_word(self.root + NODES, self._nodes.address)
        self._stale = 0

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._hash.size + self._tuples.size + self._nodes.size

    @override
    def free(self) -> None:
        self._hash.free()
        self._tuples.free()
        self._memory.free(self._nodes)
        self._memory.free(self._root)

    def _insert(self, entry: Entry, value: int, mask: int, precedence: int, limits: bytes = b"") -> None:
        """Make `entry` findable where `key & mask == value`, the highest precedence first."""
        number = self._number(entry)
        rank = _rank(precedence, number)
        self._hash.make_room()
        self._make_node(number)
        space = self._tuples.by_mask.get(mask)
        if space is None:
            self._tuples.make_room()
            space = self._tuples.add(mask, rank)
        elif rank < space.bound:
            self._tuples.lower(space, rank)
        if limits:
            ctypes.memmove(self._nodes.address + number * self._stride + NODE_RANGES, limits, len(limits))
        key = self._record_key(space.tag, value)
        distance = self._updates.chain_add(
            self._hash.address, self._record_words, self._nodes.address, self._stride, key, rank
        )
        if distance:
            self._hash.added(distance - 1)
        space.count += 1
        self._entries[number] = entry

    def _delete(self, entry: Entry, value: int, mask: int, precedence: int) -> None:
        """Make `entry` unfindable; it is there."""
        space, rank = self._tuples.by_mask[mask], _rank(precedence, entry.handle)
        key = self._record_key(space.tag, value)
        erased = self._updates.chain_remove(
            self._hash.address, self._record_words, self._nodes.address, self._stride, key, rank
        )
        self._hash.removed(erased)
        self._entries[entry.handle] = None
        space.count -= 1
        if not space.count:
            self._tuples.remove(space)
        elif rank == space.bound:
            self._stale += 1
            if self._stale * 4 > self._hash.slots:
                self._renew_bounds()

    def _renew_bounds(self) -> None:
        """Bounds stay good when a tuple's best entry goes, but not tight: make them so once that pays."""
        self._stale = 0
        bounds = (ctypes.c_uint64 * self._tuples.tags)(*[_WORST] * self._tuples.tags)
        self._updates.chain_bounds(self._hash.address, self._record_words, ctypes.addressof(bounds))
        self._tuples.set_bounds(dict(enumerate(bounds)))

    def _record_key(self, tag: int, value: int) -> bytes:
        return tag.to_bytes(8, "little") + self._bytes(value)

    def _make_node(self, number: int) -> None:
        """See that there is a node for an entry; raises OutOfMemory, and then nothing has changed."""
        if number < self._node_count:
            return
        count = max(number + 1, self._node_count * 2)
        old: Block = self._nodes
        new = self._memory.allocate(count * self._stride, self._what)
        ctypes.memmove(new.address, old.address, self._node_count * self._stride)
        write_word(self.root + NODES, new.address)
        self._nodes, self._node_count = new, count
        self._memory.free(old)


def _rank(precedence: int, number: int) -> int:
    return ((HIGHEST_PRECEDENCE - precedence) << NUMBER_BITS) | (number + 1)
