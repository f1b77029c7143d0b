# SPDX-License-Identifier: Apache-2.0
"""Looks up a tuple space: one search of the hash table for each distinct mask, the most promising mask first.

    root:    hash block | tuples | nodes                     (addresses)
    tuples:  how many | unused, then one descriptor each     descriptor: bound | tag | mask words

No entry of a tuple is better than its bound, and descriptors are in order of bounds: the search ends at the first one
whose bound is worse than what has been found. A record's key is its tuple's tag and the masked words of the key.
"""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from targets.softswitch.native.ir_blocks import I32, POINTER, Code, Variable, Word, function
from targets.softswitch.native.tables.chains import NODE_NEXT, NODE_RANGES, NODE_RANK, number_of
from targets.softswitch.native.tables.hashing import Hashed

HASH, TUPLES, NODES = 0, 8, 16
TUPLES_HEADER = 16
BOUND, TAG, TUPLE_MASK = 0, 8, 16

NOTHING = 0xFFFF_FFFF_0000_0000
"""A rank that is worse than any, of entry number -1."""


def descriptor_size(words: int) -> int:
    """Bytes of a descriptor for keys of `words` words."""
    return TUPLE_MASK + 8 * words


@dataclass(frozen=True)
class RangeField:
    """Where a range field is in the concatenated key: `width` bits, `shift` bits from the low end."""

    shift: int
    width: int

    @property
    def words(self) -> int:
        """Words of each of its two limits in a node."""
        return -(-self.width // 64)


def node_size(ranges: tuple[RangeField, ...]) -> int:
    """Bytes of a node: its links, and a low and a high limit for each range field."""
    return NODE_RANGES + sum(16 * r.words for r in ranges)


@dataclass(frozen=True)
class TupleLookup:
    """The search, for keys of `words` words with these range fields."""

    words: int
    ranges: tuple[RangeField, ...] = ()

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        """Add the lookup function."""
        with function(module, name, I32, (POINTER, POINTER)) as (f, (root, at)):
            key = [f.load(at + 8 * i) for i in range(self.words)]
            table, tuples = Hashed.at(f, f.load(root + HASH)), f.load(root + TUPLES)
            descriptor = f.variable(tuples + TUPLES_HEADER)
            end = descriptor.get() + f.load(tuples) * descriptor_size(self.words)
            best = f.variable(NOTHING)
            with f.loop(lambda: descriptor.get() < end) as search:
                this = descriptor.get()
                with f.when(f.load(this + BOUND) > best.get()):
                    search.leave()
                masked = [word & f.load(this + TUPLE_MASK + 8 * i) for i, word in enumerate(key)]

                def found(_record: Word, rank: Word) -> None:
                    if self.ranges:
                        self._walk(f, f.load(root + NODES), f.load(at, 64 * self.words), rank, best)
                    else:
                        best.set((rank < best.get()).choose(rank, best.get()))

                table.search([f.load(this + TAG), *masked], found)
                descriptor.set(this + descriptor_size(self.words))
            f.ret(best.get().resized(32) - 1)
        return f.function

    def _walk(self, f: Code, nodes: Word, key: Word, first: Word, best: Variable) -> None:
        """Take the first entry of a chain whose ranges the key is in, unless it is no better than the best one."""
        number = f.variable(number_of(first))
        with f.loop(lambda: number.get().differs(0)) as walk:
            node = nodes + (number.get() - 1) * node_size(self.ranges)
            rank = f.load(node + NODE_RANK)
            with f.when(rank > best.get()):
                walk.leave()
            with f.when(self._within(f, node + NODE_RANGES, key)):
                best.set(rank)
                walk.leave()
            number.set(f.load(node + NODE_NEXT))

    def _within(self, f: Code, at: Word, key: Word) -> Word:
        inside, offset = f.constant(1, 1), 0
        for field in self.ranges:
            bits = 64 * field.words
            value = (key >> field.shift).resized(field.width).resized(bits)
            low, high = f.load(at + offset, bits), f.load(at + offset + 8 * field.words, bits)
            inside = inside & (low <= value) & (value <= high)
            offset += 16 * field.words
        return inside
