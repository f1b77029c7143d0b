# SPDX-License-Identifier: Apache-2.0
"""The native functions that change a trie. See `trie` for its layout."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from p4soft.llvm.ir import I64, VOID, Code, Word, function
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
    PoolCode,
    chunk,
    emit_pool,
    rank_of,
)

# --- Nodes, leaves and prefixes --------------------------------------------------------------------------------------


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


# --- The functions ---------------------------------------------------------------------------------------------------


def emit_trie_updates(module: ir.Module) -> None:
    """Add the functions that change tries. `value` is a key whose bits after the first `length` are 0.

    * `trie_find(pool, words, value, length, root)`: the number + 1 of the prefix's entry, or 0;
    * `trie_put(pool, words, value, length, root, number)`: adds a prefix, or changes its number; the number + 1 that it
      had, or 0. There is room for the reserve of `lpm`'s pool;
    * `trie_drop(pool, words, value, length, root)`: removes a prefix that is there;
    * `trie_copy(from, to, words, root)`: copies everything into another pool, which is fresh and large enough.

    `root` is the root node's unit.
    """
    pools, differing = emit_pool(module), emit_differing(module)
    reach = _emit_reach(module, pools, differing)
    _emit_find(module, pools, reach)
    _emit_put(module, pools, differing, _emit_set_entry(module, pools))
    _emit_drop(module, pools, reach)
    _emit_copy(module, pools)


_NOWHERE, _LEAF, _NODE = 0, 1, 2
_PREFIX = (I64, I64, I64, I64, I64)


def _emit_reach(module: ir.Module, pools: PoolCode, differing: ir.Function) -> ir.Function:
    """Where a prefix is: in a leaf of the node that goes to `found`, in that node, or nowhere. Its parent: `parent`."""
    with function(module, "trie_reach", I64, (*_PREFIX, I64, I64)) as (f, arguments):
        pool, words, value, length, root, found, parent = arguments
        trie, prefix = TrieCode(pools, f, pool, words), Prefix(f, words, value, length)
        node, above = f.variable(trie.at(root)), f.variable(0)
        with f.loop(lambda: trie.depth(node.get()) < prefix.depth):
            this = node.get()
            bits = trie.chunk(value, trie.depth(this))
            with f.when(trie.has(this, LEAVES_PRESENT, bits)):
                leaf = trie.leaf(this, bits)
                equal = f.call(differing, (value, leaf + LEAF_VALUE, words)).equals(words * 64)
                f.store(this, found)
                f.store(above.get(), parent)
                f.ret((equal & trie.length(leaf).equals(length)).choose(f.constant(_LEAF), f.constant(_NOWHERE)))
            with f.when(~trie.has(this, CHILDREN_PRESENT, bits)):
                f.ret(f.constant(_NOWHERE))
            above.set(this)
            node.set(trie.child(this, bits))
        this = node.get()
        f.store(this, found)
        f.store(above.get(), parent)
        there = trie.depth(this).equals(prefix.depth) & trie.has(this, PREFIXES, prefix.place)
        with f.when(there & (f.call(differing, (value, this + VALUE, words)) >= prefix.depth)):
            f.ret(f.constant(_NODE))
        f.ret(f.constant(_NOWHERE))
    return f.function


def _emit_find(module: ir.Module, pools: PoolCode, reach: ir.Function) -> None:
    with function(module, "trie_find", I64, _PREFIX) as (f, (pool, words, value, length, root)):
        trie, prefix = TrieCode(pools, f, pool, words), Prefix(f, words, value, length)
        found, parent = f.address(), f.address()
        where = f.call(reach, (pool, words, value, length, root, found, parent))
        node = f.load(found)
        with f.when(where.equals(_LEAF)):
            leaf = trie.leaf(node, trie.chunk(value, trie.depth(node)))
            f.ret(f.load(leaf + LEAF_NUMBER, 32).resized(64) + 1)
        with f.when(where.equals(_NOWHERE)):
            f.ret(f.constant(0))
        prefixes, entries = f.load(node + PREFIXES), trie.unit(node, ENTRIES)
        with f.when(prefixes.ones().equals(1)):
            f.ret(entries + 1)
        f.ret(f.load(trie.at(entries) + rank_of(prefixes, prefix.place) * NUMBER_SIZE, 32).resized(64) + 1)


def _emit_set_entry(module: ir.Module, pools: PoolCode) -> ir.Function:
    """Give a node an entry at a place, or change it; the number + 1 of the one that was there, or 0."""
    with function(module, "trie_set_entry", I64, (I64, I64, I64, I64)) as (f, (pool, node, place, number)):
        size, only = f.constant(NUMBER_SIZE), f.constant(1) << place
        trie = TrieCode(pools, f, pool, f.constant(0))
        prefixes, entries = f.load(node + PREFIXES), f.load(node + ENTRIES, 32)
        with f.when((prefixes | only).equals(only)):
            f.store(number.resized(32), node + ENTRIES)
            f.store(only, node + PREFIXES)
            f.ret(prefixes.equals(0).choose(0, entries.resized(64) + 1))
        array, count = f.variable(entries.resized(64)), prefixes.ones()
        with f.when(count.equals(1)):
            array.set(f.call(pools.take, (pool, f.call(pools.units, (f.constant(1), size)))))
            f.store(entries, trie.at(array.get()))
        rank, before = rank_of(prefixes, place), f.variable(0)
        with f.either((prefixes & only).equals(0)) as (fresh, taken):
            with fresh:
                array.set(f.call(pools.widen, (pool, array.get(), count, size, rank)))
            with taken:
                before.set(f.load(trie.at(array.get()) + rank * NUMBER_SIZE, 32).resized(64) + 1)
        f.store(number.resized(32), trie.at(array.get()) + rank * NUMBER_SIZE)
        f.store(array.get().resized(32), node + ENTRIES)
        f.store(prefixes | only, node + PREFIXES)
        f.ret(before.get())
    return f.function


def _emit_put(module: ir.Module, pools: PoolCode, differing: ir.Function, set_entry: ir.Function) -> None:
    insert = _emit_insert(module, pools, set_entry)
    with function(module, "trie_put", I64, (*_PREFIX, I64)) as (f, (pool, words, value, length, root, number)):
        trie, prefix = TrieCode(pools, f, pool, words), Prefix(f, words, value, length)
        node = f.variable(trie.at(root))
        with f.loop(lambda: f.constant(1, 1)):
            this = node.get()
            here = trie.depth(this)
            common = f.call(differing, (value, this + VALUE, words))
            with f.when((common < here) & (common < prefix.depth)):
                trie.part(this, level_of(f, common), value)
                f.ret(f.call(insert, (pool, words, this, value, length, number)))
            with f.when(prefix.depth < here):
                trie.part(this, prefix.depth, value)
            with f.when(prefix.depth <= here):
                f.ret(f.call(set_entry, (pool, this, prefix.place, number)))
            bits = trie.chunk(value, here)
            with f.when(trie.has(this, LEAVES_PRESENT, bits)):
                leaf = trie.leaf(this, bits)
                other, shared = trie.length(leaf), f.call(differing, (value, leaf + LEAF_VALUE, words))
                before = f.load(leaf + LEAF_NUMBER, 32)
                with f.when(shared.equals(words * 64) & other.equals(length)):
                    f.store(number.resized(32), leaf + LEAF_NUMBER)
                    f.ret(before.resized(64) + 1)
                # Two prefixes: where they part, or where the shorter one ends, there is a node from now on.
                at = f.variable(level_of(f, shared))
                for depth in (prefix.depth, Prefix(f, words, leaf + LEAF_VALUE, other).depth):
                    at.set((depth < at.get()).choose(depth, at.get()))
                made = trie.add_child(this, bits, at.get(), value)
                f.call(insert, (pool, words, made, leaf + LEAF_VALUE, other, before.resized(64)))
                f.call(insert, (pool, words, made, value, length, number))
                trie.drop(this, LEAVES_PRESENT, bits)
                f.ret(f.constant(0))
            with f.when(~trie.has(this, CHILDREN_PRESENT, bits)):
                f.ret(f.call(insert, (pool, words, this, value, length, number)))
            node.set(trie.child(this, bits))


def _emit_insert(module: ir.Module, pools: PoolCode, set_entry: ir.Function) -> ir.Function:
    """Give a node a prefix that is not there: one that ends in it, or a leaf. 0."""
    arguments = (I64, I64, I64, I64, I64, I64)
    with function(module, "trie_insert", I64, arguments) as (f, (pool, words, node, value, length, number)):
        trie, prefix = TrieCode(pools, f, pool, words), Prefix(f, words, value, length)
        with f.when(trie.depth(node).equals(prefix.depth)):
            f.ret(f.call(set_entry, (pool, node, prefix.place, number)))
        leaf = trie.add_leaf(node, trie.chunk(value, trie.depth(node)))
        f.store(number.resized(32), leaf + LEAF_NUMBER)
        f.store(length.resized(32), leaf + LEAF_LENGTH)
        pools.copy(f, leaf + LEAF_VALUE, value, words * 8)
        f.ret(f.constant(0))
    return f.function


def _emit_drop(module: ir.Module, pools: PoolCode, reach: ir.Function) -> None:
    tidy = _emit_tidy(module, pools)
    with function(module, "trie_drop", VOID, _PREFIX) as (f, (pool, words, value, length, root)):
        trie, prefix, size = TrieCode(pools, f, pool, words), Prefix(f, words, value, length), f.constant(NUMBER_SIZE)
        found, parent = f.address(), f.address()
        where = f.call(reach, (pool, words, value, length, root, found, parent))
        with f.when(where.equals(_NOWHERE)):
            f.ret()
        node = f.load(found)
        with f.when(where.equals(_LEAF)):
            trie.drop(node, LEAVES_PRESENT, trie.chunk(value, trie.depth(node)))
            f.call(tidy, (pool, words, node, f.load(parent)))
            f.ret()
        prefixes = f.load(node + PREFIXES)
        count = prefixes.ones()
        with f.when(count > 1):
            array, rank = trie.unit(node, ENTRIES), rank_of(prefixes, prefix.place)
            left = f.variable(f.call(pools.narrow, (pool, array, count, size, rank)))
            with f.when(count.equals(2)):
                kept = f.load(trie.at(left.get()), 32)
                f.call(pools.give, (pool, left.get(), f.call(pools.units, (f.constant(1), size))))
                left.set(kept.resized(64))
            f.store(left.get().resized(32), node + ENTRIES)
        f.store(prefixes ^ (f.constant(1) << prefix.place), node + PREFIXES)
        f.call(tidy, (pool, words, node, f.load(parent)))
        f.ret()


def _emit_tidy(module: ir.Module, pools: PoolCode) -> ir.Function:
    """After a removal: a node (not the root) that has but one thing left gives way to it, if there is room."""
    with function(module, "trie_tidy", VOID, (I64, I64, I64, I64)) as (f, (pool, words, node, parent)):
        trie = TrieCode(pools, f, pool, words)
        children, leaves, prefixes = (f.load(node + w).ones() for w in (CHILDREN_PRESENT, LEAVES_PRESENT, PREFIXES))
        with f.when(parent.equals(0) | (children + leaves + prefixes > 1)):
            f.ret()
        bits = trie.chunk(node + VALUE, trie.depth(parent))
        with f.when((children + leaves + prefixes).equals(0)):
            trie.drop(parent, CHILDREN_PRESENT, bits)
            f.ret()
        with f.when(children.equals(1)):
            unit = trie.unit(node, CHILDREN)
            pools.copy(f, node, trie.at(unit), trie.node_size)
            f.call(pools.give, (pool, unit, f.call(pools.units, (f.constant(1), trie.node_size))))
            f.ret()
        with f.when(~trie.has_room_for_leaves()):
            f.ret()
        leaf = trie.add_leaf(parent, bits)
        with f.when(leaves.equals(1)):
            unit = trie.unit(node, LEAVES)
            pools.copy(f, leaf, trie.at(unit), trie.leaf_size)
            f.call(pools.give, (pool, unit, f.call(pools.units, (f.constant(1), trie.leaf_size))))
        with f.when(prefixes.equals(1)):
            trie.leaf_of_prefix(leaf, node)
        trie.drop(parent, CHILDREN_PRESENT, bits)
        f.ret()
    return f.function


def _emit_copy(module: ir.Module, pools: PoolCode) -> None:
    with function(module, "trie_copy_below", VOID, (I64, I64, I64, I64)) as (f, (source, to, words, node)):
        old, new = TrieCode(pools, f, source, words), TrieCode(pools, f, to, words)

        def copied(which: int, count: Word, size: Word) -> Word:
            """Where the copy of one of the node's arrays is."""
            array = f.call(pools.take, (to, f.call(pools.units, (count, size))))
            pools.copy(f, new.at(array), old.at(old.unit(node, which)), count * size)
            f.store(array.resized(32), node + which)
            return new.at(array)

        children, leaves, prefixes = (f.load(node + w).ones() for w in (CHILDREN_PRESENT, LEAVES_PRESENT, PREFIXES))
        with f.when(prefixes > 1):
            copied(ENTRIES, prefixes, f.constant(NUMBER_SIZE))
        with f.when(leaves.differs(0)):
            copied(LEAVES, leaves, new.leaf_size)
        with f.when(children.differs(0)):
            array, i = copied(CHILDREN, children, new.node_size), f.variable(0)
            with f.loop(lambda: i.get() < children):
                f.call(f.function, (source, to, words, array + i.get() * new.node_size))
                i.set(i.get() + 1)
        f.ret()
    below = f.function
    with function(module, "trie_copy", VOID, (I64, I64, I64, I64)) as (f, (source, to, words, root)):
        old, new = TrieCode(pools, f, source, words), TrieCode(pools, f, to, words)
        pools.copy(f, new.at(root), old.at(root), new.node_size)
        f.call(below, (source, to, words, new.at(root)))
        f.ret()
