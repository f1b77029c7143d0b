# SPDX-License-Identifier: Apache-2.0
"""What the native functions that change a trie are written with: its nodes, leaves and prefixes. See `trie`."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.native.ir_blocks import I64, Code, Word, function
from p4soft.switch.native.tables.pool import PoolCode
from p4soft.switch.native.tables.trie import (
    CHILDREN,
    CHILDREN_PRESENT,
    DEPTH,
    END,
    ENTRIES,
    FANOUT,
    FRESH,
    LEAF_LENGTH,
    LEAF_NUMBER,
    LEAF_VALUE,
    LEAVES,
    LEAVES_PRESENT,
    LEVEL_BITS,
    PREFIXES,
    UNIT,
    VALUE,
    chunk,
    rank_of,
)

NUMBER_SIZE = 4
_ARRAYS = {CHILDREN_PRESENT: CHILDREN, LEAVES_PRESENT: LEAVES}


def level_of(f: Code, bit: Word) -> Word:
    """The depth of the level that has a bit."""
    return (bit & ~f.constant(63)) + (bit & 63) // LEVEL_BITS * LEVEL_BITS


def emit_differing(module: ir.Module) -> ir.Function:
    """The first bit in which two values differ, counted from the highest; as many as there are bits when in none."""
    with function(module, "trie_differing", I64, (I64, I64, I64)) as (f, (one, other, words)):
        i = f.variable(words)
        with f.loop(lambda: i.get().differs(0)):
            i.set(i.get() - 1)
            difference = f.load(one + i.get() * 8) ^ f.load(other + i.get() * 8)
            with f.when(difference.differs(0)):
                f.ret((words - 1 - i.get()) * 64 + difference.leading_zeros())
        f.ret(words * 64)
    return f.function


def value_chunk(f: Code, words: Word, value: Word, depth: Word) -> Word:
    """The bits of a level, of the value at an address."""
    return chunk(f.load(value + (words - 1) * 8 - (depth >> 6) * 8), depth)


class Prefix:
    """Where a prefix ends: the depth of its last node if it were one, and its place there."""

    def __init__(self, f: Code, words: Word, value: Word, length: Word) -> None:
        bits = ((length - 1) & 63) + 1
        last = bits // LEVEL_BITS * LEVEL_BITS
        start = (last > 60).choose(60, last)
        self.depth = length.equals(0).choose(0, ((length - 1) & ~f.constant(63)) + start)
        count = length - self.depth
        self.place = (f.constant(1) << count) | (
            value_chunk(f, words, value, self.depth) >> (f.constant(LEVEL_BITS) - count)
        )


@dataclass(frozen=True)
class TrieCode:
    """A trie while code that changes it is written: its pool's address, and how many words its keys have."""

    pools: PoolCode
    f: Code
    pool: Word
    words: Word

    @property
    def node_size(self) -> Word:
        """Bytes of a node."""
        return (self.words * 8 + (VALUE + UNIT - 1)) // UNIT * UNIT

    @property
    def leaf_size(self) -> Word:
        """Bytes of a leaf."""
        return self.words * 8 + LEAF_VALUE

    def at(self, unit: Word) -> Word:
        """The address of a unit."""
        return self.pool + unit * UNIT

    def unit(self, node: Word, which: int) -> Word:
        """Where one of a node's arrays is."""
        return self.f.load(node + which, 32).resized(64)

    def depth(self, node: Word) -> Word:
        """A node's depth."""
        return self.f.load(node + DEPTH, 32).resized(64)

    def length(self, leaf: Word) -> Word:
        """The length of a leaf's prefix."""
        return self.f.load(leaf + LEAF_LENGTH, 32).resized(64)

    def chunk(self, value: Word, depth: Word) -> Word:
        """The bits of a level, of the value at an address."""
        return value_chunk(self.f, self.words, value, depth)

    def has(self, node: Word, which: int, bit: Word) -> Word:
        """One bit: a bit of one of a node's three maps is set."""
        return ((self.f.load(node + which) >> bit) & 1).differs(0)

    def child(self, node: Word, bits: Word) -> Word:
        """The address of the child, which is there, for a level's bits."""
        return self._element(node, CHILDREN_PRESENT, bits)

    def leaf(self, node: Word, bits: Word) -> Word:
        """The address of the leaf, which is there, for a level's bits."""
        return self._element(node, LEAVES_PRESENT, bits)

    def add_leaf(self, node: Word, bits: Word) -> Word:
        """The address of a new leaf, which is to be written, where a node has nothing."""
        return self._add(node, LEAVES_PRESENT, bits)

    def add_child(self, node: Word, bits: Word, depth: Word, value: Word) -> Word:
        """The address of a new child with nothing in it, where a node has none."""
        made = self._add(node, CHILDREN_PRESENT, bits)
        self._make_node(made, depth, value)
        return made

    def drop(self, node: Word, which: int, bits: Word) -> None:
        """Take a child or a leaf, which is there, out of a node."""
        f, present, array = self.f, self.f.load(node + which), _ARRAYS[which]
        arguments = (self.pool, self.unit(node, array), present.ones(), self._size(which), rank_of(present, bits))
        f.store(f.call(self.pools.narrow, arguments).resized(32), node + array)
        f.store(present ^ (f.constant(1) << bits), node + which)

    def part(self, node: Word, depth: Word, value: Word) -> None:
        """Put a node of less depth above a node, in its place, and let it be the only child."""
        f, pools = self.f, self.pools
        array = f.call(pools.take, (self.pool, f.call(pools.units, (f.constant(1), self.node_size))))
        pools.copy(f, self.at(array), node, self.node_size)
        self._make_node(node, depth, value)
        f.store(f.constant(1) << self.chunk(self.at(array) + VALUE, depth), node + CHILDREN_PRESENT)
        f.store(array.resized(32), node + CHILDREN)

    def has_room_for_leaves(self) -> Word:
        """One bit: there is room for all the leaves that a node can have."""
        fresh = self.f.load(self.pool + FRESH) + self.leaf_size * FANOUT // UNIT
        return fresh <= self.f.load(self.pool + END)

    def leaf_of_prefix(self, leaf: Word, node: Word) -> None:
        """Write the leaf for the only prefix that ends in a node."""
        f, depth = self.f, self.depth(node)
        place = f.constant(63) - f.load(node + PREFIXES).leading_zeros()
        count = f.constant(63) - place.leading_zeros()
        bits, start = place ^ (f.constant(1) << count), depth & 63
        f.store(self.unit(node, ENTRIES).resized(32), leaf + LEAF_NUMBER)
        f.store((depth + count).resized(32), leaf + LEAF_LENGTH)
        i, last = f.variable(0), self.words - 1 - (depth >> 6)
        with f.loop(lambda: i.get() < self.words):
            word = f.load(node + VALUE + i.get() * 8)
            kept = word & ~(~f.constant(0) >> start)
            ending = kept | bits.equals(0).choose(0, bits << ((f.constant(64) - start - count) & 63))
            found = (i.get() > last).choose(word, i.get().equals(last).choose(ending, f.constant(0)))
            f.store(found, leaf + LEAF_VALUE + i.get() * 8)
            i.set(i.get() + 1)

    def _element(self, node: Word, which: int, bits: Word) -> Word:
        array = self.at(self.unit(node, _ARRAYS[which]))
        return array + rank_of(self.f.load(node + which), bits) * self._size(which)

    def _add(self, node: Word, which: int, bits: Word) -> Word:
        f, present, array = self.f, self.f.load(node + which), _ARRAYS[which]
        rank, size = rank_of(present, bits), self._size(which)
        unit = f.call(self.pools.widen, (self.pool, self.unit(node, array), present.ones(), size, rank))
        f.store(unit.resized(32), node + array)
        f.store(present | (f.constant(1) << bits), node + which)
        return self.at(unit) + rank * size

    def _make_node(self, node: Word, depth: Word, value: Word) -> None:
        f = self.f
        for word in (CHILDREN_PRESENT, LEAVES_PRESENT, PREFIXES, CHILDREN):
            f.store(0, node + word)
        f.store(0, node + ENTRIES, 32)
        f.store(depth.resized(32), node + DEPTH)
        self.pools.copy(f, node + VALUE, value, self.words * 8)

    def _size(self, which: int) -> Word:
        return self.node_size if which == CHILDREN_PRESENT else self.leaf_size
