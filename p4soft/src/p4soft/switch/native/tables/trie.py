# SPDX-License-Identifier: Apache-2.0
"""Longest prefix match in native memory: a trie of 64-way nodes, compressed: every node parts or ends entries.

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


def _largest_array(words: int) -> int:
    """Units of the largest array there is: all children of a node."""
    return FANOUT * node_size(words) // UNIT


def root_unit(words: int) -> int:
    """Where in a pool its root node is."""
    return -(-(FREE_LISTS + 4 * (_largest_array(words) + 1)) // UNIT)


def chunk(word: Word, depth: Word) -> Word:
    """The bits of a level, in a word of 6 bits: of a key's (or value's) word that has them."""
    return (word << (depth & 63)) >> (64 - LEVEL_BITS)


def _rank_of(present: Word, place: Word) -> Word:
    """How many of the bits that are set in `present` are below `place`."""
    return (present & ((place.code.constant(1) << place) - 1)).ones()


@dataclass(frozen=True)
class TrieLookup:
    """The walk down. The root's first word is the pool's address."""

    words: int

    def emit(self, module: ir.Module, name: str) -> ir.Function:
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
                    self._leaf(f, key, array + _rank_of(leaves, bits) * leaf_size(self.words))
                    walk.leave()
                with f.when(((present >> bits) & 1).equals(0)):
                    walk.leave()
                child = f.load(this + CHILDREN, 32).resized(64)
                node.set(pool + child * UNIT + _rank_of(present, bits) * node_size(self.words))
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
        rank = _rank_of(there, bits)
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
        f.ret(f.load(pool + entries.resized(64) * UNIT + _rank_of(prefixes, place) * 4, 32))

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


# --- Nodes, leaves and prefixes --------------------------------------------------------------------------------------


NUMBER_SIZE = 4
_ARRAYS = {CHILDREN_PRESENT: CHILDREN, LEAVES_PRESENT: LEAVES}


def _level_of(f: Code, bit: Word) -> Word:
    """The depth of the level that has a bit."""
    return (bit & ~f.constant(63)) + (bit & 63) // LEVEL_BITS * LEVEL_BITS


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


def _value_chunk(f: Code, words: Word, value: Word, depth: Word) -> Word:
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
            _value_chunk(f, words, value, self.depth) >> (f.constant(LEVEL_BITS) - count)
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
        return self.pool + unit * UNIT

    def unit(self, node: Word, which: int) -> Word:
        """Where one of a node's arrays is."""
        return self.f.load(node + which, 32).resized(64)

    def depth(self, node: Word) -> Word:
        return self.f.load(node + DEPTH, 32).resized(64)

    def length(self, leaf: Word) -> Word:
        return self.f.load(leaf + LEAF_LENGTH, 32).resized(64)

    def chunk(self, value: Word, depth: Word) -> Word:
        return _value_chunk(self.f, self.words, value, depth)

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
        arguments = (self.pool, self.unit(node, array), present.ones(), self._size(which), _rank_of(present, bits))
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
        return array + _rank_of(self.f.load(node + which), bits) * self._size(which)

    def _add(self, node: Word, which: int, bits: Word) -> Word:
        f, present, array = self.f, self.f.load(node + which), _ARRAYS[which]
        rank, size = _rank_of(present, bits), self._size(which)
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
    pools, differing = emit_pool(module), _emit_differing(module)
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
        f.ret(f.load(trie.at(entries) + _rank_of(prefixes, prefix.place) * NUMBER_SIZE, 32).resized(64) + 1)


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
        rank, before = _rank_of(prefixes, place), f.variable(0)
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
                trie.part(this, _level_of(f, common), value)
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
                at = f.variable(_level_of(f, shared))
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
            array, rank = trie.unit(node, ENTRIES), _rank_of(prefixes, prefix.place)
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
