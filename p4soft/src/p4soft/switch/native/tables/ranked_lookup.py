# SPDX-License-Identifier: Apache-2.0
"""Looks up a ternary or range table: rows from the best rank to the worst while they are few, or else a tuple space.

    root:    hash block | tuples | nodes | rows        (addresses; rows is 0 when the tuple space has the entries)
    rows:    how many | unused, then one row each         row: rank | value words | mask words | limits
    tuples:  how many | unused, then one descriptor each  descriptor: bound | tag | mask words
    nodes:   one node for each entry number               node: rank | number + 1 of the next, 0 at the end | ranges ...

No entry of a tuple is better than its bound, and descriptors are in order of bounds: the search ends at the first one
whose bound is worse than what has been found. A record's key is its tuple's tag and the masked words of the key; its
rank is the first entry's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llvmlite import ir

from p4soft.llvm.ir import I32, I64, POINTER, VOID, Code, Variable, Word, function
from p4soft.switch.native.tables.hashing import KEY, RANK, Hashed

# --- An entry as native code sees it: value, mask, rank, and the limits of its ranges --------------------------------


NUMBER_BITS = 32
HIGHEST_PRECEDENCE = 0x7FFF_FFFF
NOTHING = 0xFFFF_FFFF_0000_0000
"""A rank that is worse than any, of entry number -1."""


def rank_value(precedence: int, number: int) -> int:
    """The rank of an entry: a better one has a smaller rank. The highest precedence is best, then the lowest number."""
    return ((HIGHEST_PRECEDENCE - precedence) << NUMBER_BITS) | (number + 1)


def number_of(rank: Word) -> Word:
    """The number + 1 of a rank's entry."""
    return rank & ((1 << NUMBER_BITS) - 1)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an entry matches: `key & mask == value`, and each range field within its limits.

    Attributes:
        number: the entry's number.
        rank: see `rank_value`.
        limits: for each range field its lowest and its highest value, in whole words.
    """

    number: int
    rank: int
    value: int
    mask: int
    limits: bytes = b""


@dataclass(frozen=True)
class RangeField:
    """Where a range field is in the concatenated key: `width` bits, `shift` bits from the low end."""

    shift: int
    width: int

    @property
    def words(self) -> int:
        """Words of each of its two limits."""
        return max(1, -(-self.width // 64))

    def limits(self, low: int, high: int) -> bytes:
        return low.to_bytes(8 * self.words, "little") + high.to_bytes(8 * self.words, "little")

    def within(self, f: Code, limits: Word, key: Word) -> Word:
        """One bit: the field, of a key that is one wide word, is within the limits at an address."""
        bits = 64 * self.words
        value = (key >> self.shift).resized(self.width).resized(bits) if self.width else f.constant(0)
        return (f.load(limits, bits) <= value) & (value <= f.load(limits + 8 * self.words, bits))


def limits_size(ranges: Sequence[RangeField]) -> int:
    """Bytes of the limits of all range fields."""
    return sum(16 * r.words for r in ranges)


def all_within(f: Code, ranges: Sequence[RangeField], limits: Word, key: Word) -> Word:
    """One bit: every range field of the key is within its limits, which start at an address."""
    inside, offset = f.constant(1, 1), 0
    for field in ranges:
        inside = inside & field.within(f, limits + offset, key)
        offset += 16 * field.words
    return inside


# --- Entries that share a record of the hash table: a chain from the best rank to the worst --------------------------


NODE_RANK, NODE_NEXT, NODE_RANGES = 0, 8, 16


def emit_chain_updates(module: ir.Module) -> None:
    """Add the functions that change chains; `emit_updates` adds the others.

    * `chain_add(block, words, nodes, stride, key, rank)`: adds an entry; 0 when it shares a record, or else 1 + the
      new record's distance from its home. There is an empty record, and a node for the entry;
    * `chain_remove(block, words, nodes, stride, key, rank)`: removes an entry; how many records that removes;
    * `chain_bounds(block, words, bounds)`: lowers each tag's word in an array to the best rank of its records.
    """
    _emit_add(module)
    _emit_remove(module)
    _emit_bounds(module)


_UPDATE = (I64, I64, I64, I64, POINTER, I64)


def _emit_add(module: ir.Module) -> None:
    find, put = module.get_global("hash_find"), module.get_global("hash_put")
    with function(module, "chain_add", I64, _UPDATE) as (f, (block, words, nodes, stride, key, rank)):
        node = _node(nodes, stride, number_of(rank))
        f.store(rank, node + NODE_RANK)
        record = f.call(find, (block, words, key))
        with f.when(record.equals(0)):
            f.store(0, node + NODE_NEXT)
            f.ret(f.call(put, (block, words, key, rank)) + 1)
        first = f.load(record + RANK)
        with f.when(rank < first):
            f.store(number_of(first), node + NODE_NEXT)
            f.store(rank, record + RANK)
            f.ret(f.constant(0))
        before = f.variable(_node(nodes, stride, number_of(first)))
        following = f.variable(f.load(before.get() + NODE_NEXT))
        with f.loop(lambda: following.get().differs(0)) as walk:
            with f.when(f.load(_node(nodes, stride, following.get()) + NODE_RANK) > rank):
                walk.leave()
            before.set(_node(nodes, stride, following.get()))
            following.set(f.load(before.get() + NODE_NEXT))
        f.store(following.get(), node + NODE_NEXT)
        f.store(number_of(rank), before.get() + NODE_NEXT)
        f.ret(f.constant(0))


def _emit_remove(module: ir.Module) -> None:
    find, erase = module.get_global("hash_find"), module.get_global("hash_erase")
    with function(module, "chain_remove", I64, _UPDATE) as (f, (block, words, nodes, stride, key, rank)):
        record = f.call(find, (block, words, key))
        with f.when(record.equals(0)):
            f.ret(f.constant(0))
        first, number = f.load(record + RANK), number_of(rank)
        following = f.load(_node(nodes, stride, number) + NODE_NEXT)
        with f.when(first.equals(rank)):
            with f.when(following.equals(0)):
                f.call(erase, (block, words, record))
                f.ret(f.constant(1))
            f.store(f.load(_node(nodes, stride, following) + NODE_RANK), record + RANK)
            f.ret(f.constant(0))
        at = f.variable(_node(nodes, stride, number_of(first)))
        with f.loop(lambda: f.load(at.get() + NODE_NEXT).differs(number)) as walk:
            with f.when(f.load(at.get() + NODE_NEXT).equals(0)):
                f.ret(f.constant(0))
            at.set(_node(nodes, stride, f.load(at.get() + NODE_NEXT)))
            walk.again()
        f.store(following, at.get() + NODE_NEXT)
        f.ret(f.constant(0))


def _emit_bounds(module: ir.Module) -> None:
    with function(module, "chain_bounds", VOID, (I64, I64, POINTER)) as (f, (block, words, bounds)):
        here, size = f.variable(block), words * 8 + KEY
        with f.loop(lambda: here.get().differs(0)):
            table, slot = Hashed.at(f, here.get()), f.variable(0)
            with f.loop(lambda: slot.get() <= table.mask):
                record = table.record(slot.get(), size)
                rank = f.load(record + RANK)
                with f.when(rank.differs(0)):
                    _lower(f, bounds + f.load(record + KEY) * 8, rank)
                slot.set(slot.get() + 1)
            here.set(table.older())
        f.ret()


def _lower(f: Code, at: Word, value: Word) -> None:
    with f.when(value < f.load(at)):
        f.store(value, at)


def _node(nodes: Word, stride: Word, number: Word) -> Word:
    """The address of the node of entry `number` - 1."""
    return nodes + (number - 1) * stride


# --- A tuple space: one search for each distinct mask, the most promising mask first ---------------------------------


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
        """Search one block for records with a tuple's tag and masked words."""
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


# --- Rows, or a tuple space ------------------------------------------------------------------------------------------


ROWS = 24
ROWS_HEADER = 16
ROW_RANK, ROW_VALUE = 0, 8


def row_size(words: int, ranges: Sequence[RangeField]) -> int:
    """Bytes of a row for keys of `words` words."""
    return ROW_VALUE + 16 * words + limits_size(ranges)


@dataclass(frozen=True)
class RankedLookup:
    """The search, for keys of `words` words with these range fields."""

    words: int
    ranges: tuple[RangeField, ...] = ()

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        with function(module, name, I32, (POINTER, POINTER)) as (f, (root, at)):
            key = [f.load(at + 8 * i) for i in range(self.words)]
            rows = f.load(root + ROWS)
            with f.when(rows.differs(0)):
                self._rows(f, rows, key, at)
            TupleSearch(f, root, key, at, self.ranges).emit()
        return f.function

    def emit_ahead(self, module: ir.Module, name: str, whole: ir.Function) -> None:
        """None: which masks must be tried follows from what is found."""
        del module, name, whole

    def _rows(self, f: Code, rows: Word, key: Sequence[Word], at: Word) -> None:
        """Return the first row that matches."""
        size = row_size(self.words, self.ranges)
        row = f.variable(rows + ROWS_HEADER)
        end = row.get() + f.load(rows) * size
        with f.loop(lambda: row.get() < end):
            this, different = row.get(), f.constant(0)
            for i, word in enumerate(key):
                value, mask = f.load(this + ROW_VALUE + 8 * i), f.load(this + ROW_VALUE + 8 * (self.words + i))
                different = different | ((word & mask) ^ value)
            with f.when(different.equals(0)):
                limits = this + ROW_VALUE + 16 * self.words
                with f.when(all_within(f, self.ranges, limits, f.load(at, 64 * self.words))):
                    f.ret(f.load(this + ROW_RANK).resized(32) - 1)
            row.set(this + size)
        f.ret(f.constant(-1, 32))
