# SPDX-License-Identifier: Apache-2.0
"""Many entries in a tuple space, as the control plane fills it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import ExitStack

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.chains import NODE_RANGES
from p4soft.switch.native.tables.hash_block import HashBlock
from p4soft.switch.native.tables.memory_words import write_word
from p4soft.switch.native.tables.placement import Placed, RangeField
from p4soft.switch.native.tables.tuple_lookup import HASH, NODES, TUPLES, node_size
from p4soft.switch.native.tables.tuples import TupleSpace
from p4soft.switch.native.tables.updates import updates

_NODES = 4
_WORST = (1 << 64) - 1


class TupleStore:
    """The tuple space of one table, whose addresses are kept in its root.

    An entry takes a node, and a record of the hash table unless it shares one (`HashBlock` says how much that is); each
    distinct mask takes a descriptor.
    """

    def __init__(self, memory: Memory, root: int, words: int, ranges: Sequence[RangeField], what: str) -> None:
        """No entries yet; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._root, self._what = memory, root, what
        self._updates = updates()
        self._key_bytes, self._record_words = 8 * words, words + 1
        self._stride = node_size(ranges)
        self._node_count = _NODES
        with ExitStack() as made:
            self._nodes = memory.allocate(_NODES * self._stride, what)
            made.callback(memory.free, self._nodes)
            self._hash = HashBlock(memory, root + HASH, self._record_words, what)
            made.callback(self._hash.free)
            self._tuples = TupleSpace(memory, root + TUPLES, words, what)
            made.pop_all()
        write_word(root + NODES, self._nodes.address)
        self._stale = 0

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._hash.size + self._tuples.size + self._nodes.size

    def free(self) -> None:
        """Give the memory back; lookups look elsewhere."""
        self._hash.free()
        self._tuples.free()
        self._memory.free(self._nodes)

    def add(self, placed: Placed) -> None:
        """Add an entry; raises OutOfMemory, and then nothing has changed."""
        self._hash.make_room()
        self._make_node(placed.number)
        space = self._tuples.by_mask.get(placed.mask)
        if space is None:
            self._tuples.make_room()
            space = self._tuples.add(placed.mask, placed.rank)
        elif placed.rank < space.bound:
            self._tuples.lower(space, placed.rank)
        if placed.limits:
            node = self._nodes.address + placed.number * self._stride
            ctypes.memmove(node + NODE_RANGES, placed.limits, len(placed.limits))
        distance = self._updates.chain_add(*self._arguments(space.tag, placed))
        if distance:
            self._hash.added(distance - 1)
        space.count += 1

    def remove(self, placed: Placed) -> None:
        """Remove an entry, which is there."""
        space = self._tuples.by_mask[placed.mask]
        self._hash.removed(self._updates.chain_remove(*self._arguments(space.tag, placed)))
        space.count -= 1
        if not space.count:
            self._tuples.remove(space)
        elif placed.rank == space.bound:
            self._stale += 1
            if self._stale * 4 > self._hash.slots:
                self._renew_bounds()

    def _arguments(self, tag: int, placed: Placed) -> tuple[int, int, int, int, bytes, int]:
        key = tag.to_bytes(8, "little") + placed.value.to_bytes(self._key_bytes, "little")
        return self._hash.address, self._record_words, self._nodes.address, self._stride, key, placed.rank

    def _renew_bounds(self) -> None:
        """Bounds stay good when a tuple's best entry goes, but not tight: make them so once that pays."""
        self._stale = 0
        bounds = (ctypes.c_uint64 * self._tuples.tags)(*[_WORST] * self._tuples.tags)
        self._updates.chain_bounds(self._hash.address, self._record_words, bounds)
        self._tuples.set_bounds(dict(enumerate(bounds)))

    def _make_node(self, number: int) -> None:
        """See that there is a node for an entry; raises OutOfMemory, and then nothing has changed."""
        if number < self._node_count:
            return
        count = max(number + 1, self._node_count * 2)
        self._nodes, self._node_count = self._memory.grow(self._nodes, count * self._stride, self._what), count
        write_word(self._root + NODES, self._nodes.address)
