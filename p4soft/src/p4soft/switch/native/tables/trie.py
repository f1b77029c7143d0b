# SPDX-License-Identifier: Apache-2.0
"""Longest prefix match in native memory: a trie of 64-way nodes without nodes that have nothing to decide.

A key of W words is looked at from its highest bit on, 6 bits at a time, and the last 4 bits of each word at once: 11
levels a word, none across words. A node stands where entries end or part; the bits that all entries below have in
common are skipped, and compared when the node is reached.

    pool:  next fresh unit | end | units in use | unused | a list of free arrays for each size | root node | arrays ...
    node:  children present (64 bits) | leaves present (64) | prefixes that end here (64)
           | children (32) | leaves (32) | entries (32) | depth (32) | value
    leaf:  entry's number (32) | prefix length (32) | value

Arrays are addressed in units of 16 bytes from the pool's start. `children` is an array of the nodes of those present,
in order; `leaves` one of the leaves: a child with one entry is a leaf. A prefix that ends after n of a level's bits
(0 to 5) has the place 2^n + those bits; `entries` is the array of their entry numbers in order of place, or the number
itself when there is one.

A lookup visits at most 11 nodes a word, however many entries and lengths there are. What it branches on is in the nodes
above the leaf, which are few, so that a processor need not wait for one leaf to begin with the next lookup. n entries
take at most n nodes and n leaves: every node but the root has two of entries, leaves and children.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llvmlite import ir

from p4soft.llvm.ir import I32, I64, POINTER, VOID, Code, Word, function
from p4soft.switch.native.tables.base import Ahead

# --- The trie, and lookups -------------------------------------------------------------------------------------------


UNIT = 16
FRESH, END, LIVE = 0, 8, 16
FREE_LISTS = 32

CHILDREN_PRESENT, LEAVES_PRESENT, PREFIXES, CHILDREN, LEAVES, ENTRIES, DEPTH, VALUE = 0, 8, 16, 24, 28, 32, 36, 40
LEAF_NUMBER, LEAF_LENGTH, LEAF_VALUE = 0, 4, 8

FANOUT = 64
LEVEL_BITS = 6

_ROUNDS = 3
"""Nodes after the root that are visited side by side for several keys: 64^4 is more than memory carries."""


def node_size(words: int) -> int:
    """Bytes of a node for keys of `words` words: whole units."""
    return -(-(VALUE + 8 * words) // UNIT) * UNIT


def leaf_size(words: int) -> int:
    """Bytes of a leaf for keys of `words` words."""
    return LEAF_VALUE + 8 * words


def largest_array(words: int) -> int:
    """Units of the largest array there is: all children of a node."""
    return FANOUT * node_size(words) // UNIT


def root_unit(words: int) -> int:
    """Where in a pool its root node is."""
    return -(-(FREE_LISTS + 4 * (largest_array(words) + 1)) // UNIT)


def chunk(word: Word, depth: Word) -> Word:
    """The bits of a level, in a word of 6 bits: of a key's (or value's) word that has them."""
    return (word << (depth & 63)) >> (64 - LEVEL_BITS)


def rank_of(present: Word, place: Word) -> Word:
    """How many of the bits that are set in `present` are below `place`."""
    return (present & ((place.code.constant(1) << place) - 1)).ones()


@dataclass(frozen=True)
class TrieLookup:
    """The walk down. The root's first word is the pool's address."""

    words: int

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        """Add the lookup function."""
        masks = _masks(module, f"{name}.prefixes")
        with function(module, name, I32, (POINTER, POINTER)) as (f, (root, at)):
            pool = f.load(root)
            key = [f.load(at + 8 * i) for i in reversed(range(self.words))]
            node, last, matching = f.variable(pool + root_unit(self.words) * UNIT), f.variable(0), f.variable(0)
            with f.loop(lambda: f.constant(1, 1)) as walk:
                this = node.get()
                depth = f.load(this + DEPTH, 32).resized(64)
                prefixes, present, leaves = (f.load(this + w) for w in (PREFIXES, CHILDREN_PRESENT, LEAVES_PRESENT))
                with f.when(self._differs(f, key, this + VALUE, depth).differs(0)):
                    walk.leave()
                bits = chunk(f.load(at + 8 * (self.words - 1) - (depth >> 6) * 8), depth)
                ending = prefixes & f.load(Word(f, f.builder.ptrtoint(masks, I64)) + bits * 8)
                last.set(ending.equals(0).choose(last.get(), this))
                matching.set(ending.equals(0).choose(matching.get(), ending))
                with f.when(((leaves >> bits) & 1).differs(0)):
                    array = pool + f.load(this + LEAVES, 32).resized(64) * UNIT
                    self._leaf(f, key, array + rank_of(leaves, bits) * leaf_size(self.words))
                    walk.leave()
                with f.when(((present >> bits) & 1).equals(0)):
                    walk.leave()
                child = f.load(this + CHILDREN, 32).resized(64)
                node.set(pool + child * UNIT + rank_of(present, bits) * node_size(self.words))
            with f.when(last.get().equals(0)):
                f.ret(f.constant(-1, 32))
            self._entry(f, pool, last.get(), f.constant(63) - matching.get().leading_zeros())
        return f.function

    def emit_ahead(self, module: ir.Module, name: str, whole: ir.Function) -> Ahead:
        """The way to the leaf to which a key's bits lead, one node a round: in a large trie, each may be in no cache.

        The walk does not compare what nodes skip: if a key has other bits there, the leaf has too. Where it is: a
        node, or a leaf + 1.
        """
        with function(module, f"{name}.locate", I64, (POINTER, POINTER)) as (f, (root, at)):
            pool = f.load(root)
            f.ret(self._below(f, pool, at, pool + root_unit(self.words) * UNIT))
        locate = f.function
        with function(module, f"{name}.follow", I64, (POINTER, POINTER, I64)) as (f, (root, at, where)):
            with f.when(where.equals(0) | (where & 1).differs(0)):
                f.ret(where)
            f.ret(self._below(f, f.load(root), at, where))
        follow = f.function
        with function(module, f"{name}.take", I32, (POINTER, POINTER, I64)) as (f, (root, at, where)):
            with f.when((where & 1).differs(0)):
                self._leaf(f, [f.load(at + 8 * i) for i in reversed(range(self.words))], where - 1)
            f.ret(f.call(whole, (root, at)))
        return Ahead(locate, f.function, follow, _ROUNDS)

    def _below(self, f: Code, pool: Word, at: Word, node: Word) -> Word:
        """Where a key's bits lead from a node, without a branch; 0: nowhere. It is asked for."""
        present, leaves = f.load(node + CHILDREN_PRESENT), f.load(node + LEAVES_PRESENT)
        depth = f.load(node + DEPTH, 32).resized(64)
        bits = chunk(f.load(at + 8 * (self.words - 1) - (depth >> 6) * 8), depth)
        is_leaf = ((leaves >> bits) & 1).differs(0)
        there = is_leaf.choose(leaves, present)
        array = pool + f.load(node + CHILDREN + is_leaf.resized(64) * (LEAVES - CHILDREN), 32).resized(64) * UNIT
        rank = rank_of(there, bits)
        below = array + is_leaf.choose(rank * leaf_size(self.words), rank * node_size(self.words))
        f.prefetch(below, VALUE)
        return ((there >> bits) & 1).differs(0).choose(below + is_leaf.resized(64), f.constant(0))

    def _leaf(self, f: Code, key: Sequence[Word], leaf: Word) -> None:
        """Return the entry of a leaf if the key has its prefix."""
        length = f.load(leaf + LEAF_LENGTH, 32).resized(64)
        with f.when(self._differs(f, key, leaf + LEAF_VALUE, length).equals(0)):
            f.ret(f.load(leaf + LEAF_NUMBER, 32))

    @staticmethod
    def _entry(f: Code, pool: Word, node: Word, place: Word) -> None:
        """Return the entry of a prefix that ends in a node."""
        prefixes, entries = f.load(node + PREFIXES), f.load(node + ENTRIES, 32)
        with f.when((prefixes & (prefixes - 1)).equals(0)):
            f.ret(entries)
        f.ret(f.load(pool + entries.resized(64) * UNIT + rank_of(prefixes, place) * 4, 32))

    @staticmethod
    def _differs(f: Code, key: Sequence[Word], value: Word, length: Word) -> Word:
        """Not 0 when the first bits of the key are not those of a value; `key` starts with its highest word."""
        word, bits = length >> 6, length & 63
        result = f.constant(0)
        for i, given in enumerate(key):
            whole = given ^ f.load(value + 8 * (len(key) - 1 - i))
            part = (whole >> 1) >> (f.constant(63) - bits)
            looked_at = (word > i).choose(whole, word.equals(i).choose(part, f.constant(0)))
            result = result | looked_at
        return result


def _masks(module: ir.Module, name: str) -> ir.GlobalVariable:
    """For each chunk, the places of all prefixes of it."""
    kind = ir.ArrayType(I64, FANOUT)
    masks = ir.GlobalVariable(module, kind, name)
    masks.linkage, masks.global_constant = "internal", True
    places = [sum(1 << (1 << n | bits >> (LEVEL_BITS - n)) for n in range(LEVEL_BITS)) for bits in range(FANOUT)]
    masks.initializer = ir.Constant(kind, [ir.Constant(I64, p) for p in places])
    return masks


# --- Arrays in a trie's pool: taken, given back, and changed one element at a time -----------------------------------


# An array of n elements has room for the next number of the row 1, 2, 3, 4, 6, 8, 12, 16, 24, ..., in whole units.


@dataclass(frozen=True)
class PoolCode:
    """The native functions that others are made of; all arguments and results are words of 64 bits.

    * `take(pool, units)`: the unit where a new array starts. There is room;
    * `give(pool, unit, units)`: frees an array;
    * `units(count, size)`: how many units an array of `count` elements of `size` bytes takes;
    * `widen(pool, unit, count, size, index)`: opens a gap of one element; where the array is then;
    * `narrow(pool, unit, count, size, index)`: removes an element; where the array is then. That needs no room: the end
      of the array is freed.
    """

    take: ir.Function
    give: ir.Function
    units: ir.Function
    widen: ir.Function
    narrow: ir.Function
    move: ir.Function

    def copy(self, f: Code, to: Word, source: Word, size: Word | int) -> None:
        """Copy `size` bytes, which may overlap."""
        length = size if isinstance(size, Word) else f.constant(size)
        f.call(self.move, (to, source, length))


def emit_pool(module: ir.Module) -> PoolCode:
    """Add the functions to a module."""
    move = ir.Function(module, ir.FunctionType(POINTER, (POINTER, POINTER, I64)), "memmove")
    take, give, units = _emit_take(module), _emit_give(module), _emit_units(module)
    widen = _emit_widen(module, take, give, units, move)
    return PoolCode(take, give, units, widen, _emit_narrow(module, give, units, move), move)


def _free_list(pool: Word, units: Word) -> Word:
    return pool + FREE_LISTS + units * 4


def _emit_take(module: ir.Module) -> ir.Function:
    with function(module, "pool_take", I64, (I64, I64)) as (f, (pool, units)):
        f.store(f.load(pool + LIVE) + units, pool + LIVE)
        first = f.load(_free_list(pool, units), 32)
        with f.when(first.differs(0)):
            f.store(f.load(pool + first.resized(64) * UNIT, 32), _free_list(pool, units))
            f.ret(first.resized(64))
        fresh = f.load(pool + FRESH)
        f.store(fresh + units, pool + FRESH)
        f.ret(fresh)
    return f.function


def _emit_give(module: ir.Module) -> ir.Function:
    with function(module, "pool_give", VOID, (I64, I64, I64)) as (f, (pool, unit, units)):
        f.store(f.load(pool + LIVE) - units, pool + LIVE)
        f.store(f.load(_free_list(pool, units), 32), pool + unit * UNIT)
        f.store(unit.resized(32), _free_list(pool, units))
        f.ret()
    return f.function


def _emit_units(module: ir.Module) -> ir.Function:
    with function(module, "pool_units", I64, (I64, I64)) as (f, (count, size)):
        power = f.constant(1) << (f.constant(64) - (count - 1).leading_zeros())
        less = power - (power >> 2)
        room = ((power > 2) & (count <= less)).choose(less, power)
        f.ret((room * size + (UNIT - 1)) // UNIT)
    return f.function


def _emit_widen(
    module: ir.Module, take: ir.Function, give: ir.Function, units: ir.Function, move: ir.Function
) -> ir.Function:
    with function(module, "pool_widen", I64, (I64, I64, I64, I64, I64)) as (f, (pool, unit, count, size, index)):
        old, new = f.variable(0), f.call(units, (count + 1, size))
        with f.when(count.differs(0)):
            old.set(f.call(units, (count, size)))
        before, after = index * size, (count - index) * size
        source = pool + unit * UNIT
        with f.when(old.get().equals(new)):
            f.call(move, (source + before + size, source + before, after))
            f.ret(unit)
        made = f.call(take, (pool, new))
        to = pool + made * UNIT
        with f.when(count.differs(0)):
            f.call(move, (to, source, before))
            f.call(move, (to + before + size, source + before, after))
            f.call(give, (pool, unit, old.get()))
        f.ret(made)
    return f.function


def _emit_narrow(module: ir.Module, give: ir.Function, units: ir.Function, move: ir.Function) -> ir.Function:
    with function(module, "pool_narrow", I64, (I64, I64, I64, I64, I64)) as (f, (pool, unit, count, size, index)):
        old = f.call(units, (count, size))
        before, after = index * size, (count - 1 - index) * size
        source = pool + unit * UNIT
        with f.when(count.equals(1)):
            f.call(give, (pool, unit, old))
            f.ret(f.constant(0))
        f.call(move, (source + before, source + before + size, after))
        new = f.call(units, (count - 1, size))
        with f.when(old.differs(new)):
            f.call(give, (pool, unit + new, old - new))
        f.ret(unit)
    return f.function
