# SPDX-License-Identifier: Apache-2.0
"""The native functions that change a trie. See `trie` for its layout."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from targets.softswitch.native.ir_blocks import I64, VOID, Code, Word, function
from targets.softswitch.native.tables.pool import PoolCode, emit_pool
from targets.softswitch.native.tables.trie import (
    CHILDREN,
    CHILDREN_PRESENT,
    DEPTH,
    ENTRIES,
    LEVEL_BITS,
    PREFIXES,
    UNIT,
    VALUE,
    chunk,
    rank_of,
)

_NUMBER_SIZE = 4


@dataclass(frozen=True)
class _Leaf:
    """A prefix to add: the address of its value, where it ends, and its entry's number."""

    value: Word
    depth: Word
    place: Word
    number: Word


@dataclass(frozen=True)
class _Trie:
    """What the functions share: the pool's, and the arguments that all of them have."""

    pools: PoolCode
    f: Code
    pool: Word
    words: Word

    @property
    def size(self) -> Word:
        """Bytes of a node."""
        return (self.words * 8 + (VALUE + UNIT - 1)) // UNIT * UNIT

    def at(self, unit: Word) -> Word:
        """The address of a unit."""
        return self.pool + unit * UNIT

    def value_chunk(self, value: Word, depth: Word) -> Word:
        """The bits of a level, of the value at an address."""
        word = self.f.load(value + (self.words - 1) * 8 - (depth >> 6) * 8)
        return chunk(word, depth)

    def children(self, node: Word) -> Word:
        """The unit of a node's children."""
        return self.f.load(node + CHILDREN, 32).resized(64)

    def child(self, node: Word, bits: Word) -> Word:
        """The address of the child, which is there, for a level's bits."""
        present = self.f.load(node + CHILDREN_PRESENT)
        return self.at(self.children(node)) + rank_of(present, bits) * self.size

    def make_leaf(self, node: Word, leaf: _Leaf) -> None:
        """Write a node with one entry and no child."""
        f = self.f
        self.make_node(node, leaf.value, leaf.depth)
        f.store(f.constant(1) << leaf.place, node + PREFIXES)
        f.store(leaf.number.resized(32), node + ENTRIES)

    def make_node(self, node: Word, value: Word, depth: Word) -> None:
        """Write a node with nothing."""
        f = self.f
        f.store(0, node + CHILDREN_PRESENT)
        f.store(0, node + PREFIXES)
        f.store(0, node + CHILDREN, 64)
        f.store(depth, node + DEPTH)
        self.pools.copy(f, node + VALUE, value, self.words * 8)

    def drop_child(self, node: Word, bits: Word) -> None:
        """Take a child, which is there, out of a node."""
        f, present = self.f, self.f.load(node + CHILDREN_PRESENT)
        arguments = (self.pool, self.children(node), present.ones(), self.size, rank_of(present, bits))
        f.store(f.call(self.pools.narrow, arguments).resized(32), node + CHILDREN)
        f.store(present ^ (f.constant(1) << bits), node + CHILDREN_PRESENT)

    def spare(self, node: Word) -> None:
        """Put a node's only child in its place if it has nothing but that."""
        f, present = self.f, self.f.load(node + CHILDREN_PRESENT)
        with f.when(f.load(node + PREFIXES).equals(0) & present.ones().equals(1)):
            unit = self.children(node)
            self.pools.copy(f, node, self.at(unit), self.size)
            f.call(self.pools.give, (self.pool, unit, f.call(self.pools.units, (f.constant(1), self.size))))


def emit_trie_updates(module: ir.Module) -> None:
    """Add the functions that change tries. `value` is a key whose bits after the prefix are 0; see `place_of`.

    * `trie_find(pool, words, value, depth, place, root)`: the number + 1 of the prefix's entry, or 0;
    * `trie_put(pool, words, value, depth, place, root, number)`: adds a prefix, or changes its number; the
      number + 1 that it had, or 0. There is room for the largest array, a pair of nodes and an array of numbers;
    * `trie_drop(pool, words, value, depth, place, root)`: removes a prefix that is there;
    * `trie_copy(from, to, words, root)`: copies everything into another pool, which is fresh and large enough.

    `root` is the root node's unit.
    """
    pools = emit_pool(module)
    differing = _emit_differing(module)
    reach = _emit_reach(module, pools, differing)
    _emit_find(module, pools, reach)
    _emit_put(module, pools, differing, _emit_set_entry(module, pools))
    _emit_drop(module, pools, reach)
    _emit_copy(module, pools)


def _emit_differing(module: ir.Module) -> ir.Function:
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


def _emit_reach(module: ir.Module, pools: PoolCode, differing: ir.Function) -> ir.Function:
    """The address of the node where a prefix ends, if there is one, or else 0; its parent's goes to `parent`."""
    arguments = (I64, I64, I64, I64, I64, I64)
    with function(module, "trie_reach", I64, arguments) as (f, (pool, words, value, depth, root, parent)):
        trie = _Trie(pools, f, pool, words)
        node, above = f.variable(trie.at(root)), f.variable(0)
        with f.loop(lambda: f.load(node.get() + DEPTH) < depth):
            here = f.load(node.get() + DEPTH)
            bits = trie.value_chunk(value, here)
            with f.when(((f.load(node.get() + CHILDREN_PRESENT) >> bits) & 1).equals(0)):
                f.ret(f.constant(0))
            above.set(node.get())
            node.set(trie.child(node.get(), bits))
        f.store(above.get(), parent)
        there = f.load(node.get() + DEPTH).equals(depth)
        with f.when(there & (f.call(differing, (value, node.get() + VALUE, words)) >= depth)):
            f.ret(node.get())
        f.ret(f.constant(0))
    return f.function


def _emit_find(module: ir.Module, pools: PoolCode, reach: ir.Function) -> None:
    arguments = (I64, I64, I64, I64, I64, I64)
    with function(module, "trie_find", I64, arguments) as (f, (pool, words, value, depth, place, root)):
        trie, parent = _Trie(pools, f, pool, words), f.address()
        node = f.call(reach, (pool, words, value, depth, root, parent))
        with f.when(node.equals(0)):
            f.ret(f.constant(0))
        prefixes = f.load(node + PREFIXES)
        with f.when(((prefixes >> place) & 1).equals(0)):
            f.ret(f.constant(0))
        entries = f.load(node + ENTRIES, 32).resized(64)
        with f.when(prefixes.ones().equals(1)):
            f.ret(entries + 1)
        f.ret(f.load(trie.at(entries) + rank_of(prefixes, place) * _NUMBER_SIZE, 32).resized(64) + 1)


def _emit_set_entry(module: ir.Module, pools: PoolCode) -> ir.Function:
    """Give a node an entry at a place, or change it; the number + 1 of the one that was there, or 0."""
    with function(module, "trie_set_entry", I64, (I64, I64, I64, I64)) as (f, (pool, node, place, number)):
        size, only = f.constant(_NUMBER_SIZE), f.constant(1) << place
        trie = _Trie(pools, f, pool, f.constant(0))
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
                before.set(f.load(trie.at(array.get()) + rank * _NUMBER_SIZE, 32).resized(64) + 1)
        f.store(number.resized(32), trie.at(array.get()) + rank * _NUMBER_SIZE)
        f.store(array.get().resized(32), node + ENTRIES)
        f.store(prefixes | only, node + PREFIXES)
        f.ret(before.get())
    return f.function


def _emit_put(module: ir.Module, pools: PoolCode, differing: ir.Function, set_entry: ir.Function) -> None:
    arguments = (I64, I64, I64, I64, I64, I64, I64)
    with function(module, "trie_put", I64, arguments) as (f, (pool, words, value, depth, place, root, number)):
        trie, leaf = _Trie(pools, f, pool, words), _Leaf(value, depth, place, number)
        node = f.variable(trie.at(root))
        empty = (f.load(node.get() + PREFIXES) | f.load(node.get() + CHILDREN_PRESENT)).equals(0)
        with f.when(empty):
            trie.make_leaf(node.get(), leaf)
            f.ret(f.constant(0))
        with f.loop(lambda: f.constant(1, 1)):
            this = node.get()
            here = f.load(this + DEPTH)
            common = f.call(differing, (value, this + VALUE, words))
            with f.when((common < here) & (common < depth)):
                _part(trie, this, _level(f, common), value)
                _add_leaf(trie, this, leaf)
                f.ret(f.constant(0))
            with f.when(depth < here):
                _part(trie, this, depth, value)
                f.ret(f.call(set_entry, (pool, this, place, number)))
            with f.when(depth.equals(here)):
                f.ret(f.call(set_entry, (pool, this, place, number)))
            bits = trie.value_chunk(value, here)
            with f.when(((f.load(this + CHILDREN_PRESENT) >> bits) & 1).equals(0)):
                _add_leaf(trie, this, leaf)
                f.ret(f.constant(0))
            node.set(trie.child(this, bits))


def _level(f: Code, bit: Word) -> Word:
    """The depth of the level that has a bit."""
    within = (bit & 63) // LEVEL_BITS * LEVEL_BITS
    return (bit & ~f.constant(63)) + within


def _part(trie: _Trie, node: Word, depth: Word, value: Word) -> None:
    """Put a node of less depth above a node, in its place, and let it be the only child."""
    f, pools = trie.f, trie.pools
    array = f.call(pools.widen, (trie.pool, f.constant(0), f.constant(0), trie.size, f.constant(0)))
    pools.copy(f, trie.at(array), node, trie.size)
    trie.make_node(node, value, depth)
    f.store(f.constant(1) << trie.value_chunk(trie.at(array) + VALUE, depth), node + CHILDREN_PRESENT)
    f.store(array.resized(32), node + CHILDREN)


def _add_leaf(trie: _Trie, node: Word, leaf: _Leaf) -> None:
    """Give a node a child with one entry, where it has none."""
    f, pools = trie.f, trie.pools
    present, bits = f.load(node + CHILDREN_PRESENT), trie.value_chunk(leaf.value, f.load(node + DEPTH))
    rank = rank_of(present, bits)
    array = f.call(pools.widen, (trie.pool, trie.children(node), present.ones(), trie.size, rank))
    f.store(array.resized(32), node + CHILDREN)
    f.store(present | (f.constant(1) << bits), node + CHILDREN_PRESENT)
    trie.make_leaf(trie.at(array) + rank * trie.size, leaf)


def _emit_drop(module: ir.Module, pools: PoolCode, reach: ir.Function) -> None:
    arguments = (I64, I64, I64, I64, I64, I64)
    with function(module, "trie_drop", VOID, arguments) as (f, (pool, words, value, depth, place, root)):
        trie, parent, size = _Trie(pools, f, pool, words), f.address(), f.constant(_NUMBER_SIZE)
        node = f.call(reach, (pool, words, value, depth, root, parent))
        prefixes = f.load(node + PREFIXES)
        count = prefixes.ones()
        with f.when(count > 1):
            array = f.load(node + ENTRIES, 32).resized(64)
            left = f.variable(f.call(pools.narrow, (pool, array, count, size, rank_of(prefixes, place))))
            with f.when(count.equals(2)):
                kept = f.load(trie.at(left.get()), 32)
                f.call(pools.give, (pool, left.get(), f.call(pools.units, (f.constant(1), size))))
                left.set(kept.resized(64))
            f.store(left.get().resized(32), node + ENTRIES)
        f.store(prefixes ^ (f.constant(1) << place), node + PREFIXES)
        with f.when(count > 1):
            f.ret()
        above = f.load(parent)
        with f.when(f.load(node + CHILDREN_PRESENT).equals(0)):
            with f.when(above.equals(0)):
                f.ret()
            trie.drop_child(above, trie.value_chunk(value, f.load(above + DEPTH)))
            trie.spare(above)
            f.ret()
        trie.spare(node)
        f.ret()


def _emit_copy(module: ir.Module, pools: PoolCode) -> None:
    arguments = (I64, I64, I64, I64)
    with function(module, "trie_copy_below", VOID, arguments) as (f, (source, to, words, node)):
        old, new = _Trie(pools, f, source, words), _Trie(pools, f, to, words)
        prefixes, children = f.load(node + PREFIXES), f.load(node + CHILDREN_PRESENT).ones()
        with f.when(prefixes.ones() > 1):
            units = f.call(pools.units, (prefixes.ones(), f.constant(_NUMBER_SIZE)))
            array = f.call(pools.take, (to, units))
            pools.copy(f, new.at(array), old.at(f.load(node + ENTRIES, 32).resized(64)), units * UNIT)
            f.store(array.resized(32), node + ENTRIES)
        with f.when(children.differs(0)):
            array = f.call(pools.take, (to, f.call(pools.units, (children, new.size))))
            pools.copy(f, new.at(array), old.at(old.children(node)), children * new.size)
            f.store(array.resized(32), node + CHILDREN)
            i = f.variable(0)
            with f.loop(lambda: i.get() < children):
                f.call(f.function, (source, to, words, new.at(array) + i.get() * new.size))
                i.set(i.get() + 1)
        f.ret()
    below = f.function
    with function(module, "trie_copy", VOID, (I64, I64, I64, I64)) as (f, (source, to, words, root)):
        old, new = _Trie(pools, f, source, words), _Trie(pools, f, to, words)
        pools.copy(f, new.at(root), old.at(root), new.size)
        f.call(below, (source, to, words, new.at(root)))
        f.ret()
