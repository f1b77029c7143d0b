# SPDX-License-Identifier: Apache-2.0
"""Looks up a tuple space: one search of the hash table for each distinct mask, the most promising mask first.

    root:    hash block | tuples | nodes                     (addresses)
    tuples:  how many | unused, then one descriptor each     descriptor: bound | tag | mask words

No entry of a tuple is better than its bound, and descriptors are in order of bounds: the search ends at the first one
whose bound is worse than what has been found. A record's key is its tuple's tag and the masked words of the key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.switch.native.ir_blocks import Code, Variable, Word
from p4soft.switch.native.tables.chains import NODE_NEXT, NODE_RANGES, NODE_RANK
from p4soft.switch.native.tables.hashing import Hashed
from p4soft.switch.native.tables.placement import NOTHING, RangeField, all_within, limits_size, number_of

HASH, TUPLES, NODES = 0, 8, 16
TUPLES_HEADER = 16
BOUND, TAG, TUPLE_MASK = 0, 8, 16


def descriptor_size(words: int) -> int:
    """Bytes of a descriptor for keys of `words` words."""
    return TUPLE_MASK + 8 * words


def node_size(ranges: Sequence[RangeField]) -> int:
    """Bytes of a node: its links, and a low and a high limit for each range field."""
    return NODE_RANGES + limits_size(ranges)


@dataclass(frozen=True)
class TupleSearch:
    """The search while it is written: a table's root, the words of a key, and where they are."""

    f: Code
    root: Word
    key: Sequence[Word]
    at: Word
    ranges: Sequence[RangeField]

    def emit(self) -> None:
        """Return the number of the best entry for the key, or -1."""
        f, size = self.f, descriptor_size(len(self.key))
        table, tuples = Hashed.at(f, f.load(self.root + HASH)), f.load(self.root + TUPLES)
        older = table.older()
        descriptor, best = f.variable(tuples + TUPLES_HEADER), f.variable(NOTHING)
        end = descriptor.get() + f.load(tuples) * size
        with f.loop(lambda: descriptor.get() < end) as search:
            this = descriptor.get()
            with f.when(f.load(this + BOUND) > best.get()):
                search.leave()
            masked = [f.load(this + TAG), *(w & f.load(this + TUPLE_MASK + 8 * i) for i, w in enumerate(self.key))]
            self._search(table, masked, best)
            with f.when(older.differs(0)):
                self._search(Hashed.at(f, older), masked, best)
            descriptor.set(this + size)
        f.ret(best.get().resized(32) - 1)

    def _search(self, table: Hashed, masked: Sequence[Word], best: Variable) -> None:
        """Search one block for what has a tuple's tag and masked words."""
        hashed = table.hash(masked)

        def found(_record: Word, rank: Word) -> None:
            if self.ranges:
                self._walk(rank, best)
            else:
                best.set((rank < best.get()).choose(rank, best.get()))

        with self.f.when(table.may_have(hashed)):
            table.search(hashed, masked, found)

    def _walk(self, first: Word, best: Variable) -> None:
        """Take the first entry of a chain whose ranges the key is in, unless it is no better than the best one."""
        f, key = self.f, self.f.load(self.at, 64 * len(self.key))
        nodes, number = f.load(self.root + NODES), f.variable(number_of(first))
        with f.loop(lambda: number.get().differs(0)) as walk:
            node = nodes + (number.get() - 1) * node_size(self.ranges)
            rank = f.load(node + NODE_RANK)
            with f.when(rank > best.get()):
                walk.leave()
            with f.when(all_within(f, self.ranges, node + NODE_RANGES, key)):
                best.set(rank)
                walk.leave()
            number.set(f.load(node + NODE_NEXT))
