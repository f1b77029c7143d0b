# SPDX-License-Identifier: Apache-2.0
"""Ternary and range tables: the entry with the best rank among those that match.

Up to 64 entries are rows that are compared one after another. More are a tuple space: a hash table searched once for
each distinct mask, best priority first. What a key has in two fields says which masks that can be (tuple pruning:
Srinivasan, Suri and Varghese, "Packet classification using tuple space search", SIGCOMM 1999). A range field is matched
exactly in the bits that both its limits have in common, which narrows the search down, and then held against its
limits.
"""

from __future__ import annotations

import ctypes
import itertools
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache, reduce
from operator import mul

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.ints import I32, I64, POINTER
from p4soft.switch.native.memory import Memory, read_word, words_of, write_word
from p4soft.switch.native.tables.base import ROOT_SIZE, Ahead, NativeIndex
from p4soft.switch.native.tables.exact import TAGS_APART, Dimension, HashBlock
from p4soft.switch.native.tables.updates import Target, updates
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.errors import InvalidEntry, OutOfMemory
from p4soft.switch.state.lookup import Entry, pack, range_fields
from p4soft.switch.state.match import MatchField, Range

# --- An entry as native code sees it (ranked.h): value, mask, rank, and the limits of its ranges ---------------------


HASH, TUPLES, NODES, ROWS, MASKS = 0, 8, 16, 24, 32
TUPLES_HEADER = ROWS_HEADER = 16
TAGS = 8
BOUND, TAG, TUPLE_MASK = 0, 8, 16
AHEAD = 60
"""Tags whose masks lookups in parts find."""
ROW_RANK, ROW_VALUE = 0, 8
NODE_RANGES = 16
NUMBER_BITS = 32
_NUMBER_MASK = (1 << NUMBER_BITS) - 1
HIGHEST_PRECEDENCE = 0x7FFF_FFFF


def rank_value(precedence: int, number: int) -> int:
    """The rank of an entry: a better one has a smaller rank. The highest precedence is best, then the lowest number."""
    return ((HIGHEST_PRECEDENCE - precedence) << NUMBER_BITS) | (number + 1)


class Placed(Struct, frozen=True):
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


class RangeField(Struct, frozen=True):
    """Where a range field is in the concatenated key: `width` bits, `shift` bits from the low end."""

    shift: int
    width: int

    @property
    def words(self) -> int:
        """Words of each of its two limits."""
        return words_of(self.width)

    def limits(self, low: int, high: int) -> bytes:
        return low.to_bytes(8 * self.words, "little") + high.to_bytes(8 * self.words, "little")


def limits_size(ranges: Sequence[RangeField]) -> int:
    """Bytes of the limits of all range fields."""
    return sum(16 * r.words for r in ranges)


def node_size(ranges: Sequence[RangeField]) -> int:
    """Bytes of a node: its links, and a low and a high limit for each range field."""
    return NODE_RANGES + limits_size(ranges)


def descriptor_size(words: int) -> int:
    """Bytes of a descriptor for keys of `words` words."""
    return TUPLE_MASK + 8 * words


def row_size(words: int, ranges: Sequence[RangeField]) -> int:
    """Bytes of a row for keys of `words` words."""
    return ROW_VALUE + 16 * words + limits_size(ranges)


# --- The tuples of a tuple space: one for each distinct mask, in order of their bounds -------------------------------


_SMALLEST = 4
_CHOICES = 3
"""Sets of bits that are tried for one dimension."""
_MOST_DIMENSIONS = 2
FEW_SLOTS = 512
"""Smaller blocks are not kept for long, and all of them is in the cache."""
_LOOKED_AT = 32
"""Tuples that are enough to choose by."""
_COSTS = (0.0, 0.5, 0.75)
"""What a search in so many dimensions takes, as against the search for one more tuple: memory comes side by side."""


class Tuple:
    """One distinct mask: its tag in records, how many entries have it, and a rank that none of them is better than."""

    __slots__ = ("bound", "count", "mask", "tag")

    def __init__(self, tag: int, mask: int, bound: int) -> None:
        self.tag, self.mask, self.bound = tag, mask, bound
        self.count = 0


class TupleSpace:
    """The tuples by mask, and their descriptors for native code; where these are is kept in a table's root."""

    def __init__(self, memory: Memory, root: int, words: int, what: str) -> None:
        """No tuples yet; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._pointer, self._what = memory, root + TUPLES, what
        self._mask_bytes, self._stride = words * 8, descriptor_size(words)
        self.by_mask: dict[int, Tuple] = {}
        self._order: list[tuple[int, int]] = []
        self._tags: list[int] = []
        self._places = _SMALLEST
        with ExitStack() as made:
            self._masks = memory.allocate(AHEAD * self._mask_bytes, what)
            made.callback(memory.free, self._masks)
            self._block = memory.allocate(self._bytes_for(_SMALLEST), what)
            made.pop_all()
        write_word(self._pointer, self._block.address)
        write_word(root + MASKS, self._masks.address)

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size + self._masks.size

    @property
    def tags(self) -> int:
        """How many tags have ever been in use at once: every tag is below."""
        return len(self.by_mask) + len(self._tags)

    def free(self) -> None:
        self._memory.free(self._block)
        self._memory.free(self._masks)

    def make_room(self) -> None:
        """See that there is place for one more tuple; raises OutOfMemory, and then nothing has changed."""
        if len(self._order) < self._places:
            return
        old, new = self._block, self._memory.allocate(self._bytes_for(self._places * 2), self._what)
        ctypes.memmove(new.address, old.address, self._bytes_for(self._places))
        write_word(self._pointer, new.address)
        self._block = new
        self._places *= 2
        self._memory.free(old)

    def add(self, mask: int, bound: int) -> Tuple:
        """A new tuple; there is place for it."""
        tag = self._tags.pop() if self._tags else len(self.by_mask)
        made = Tuple(tag, mask, bound)
        self.by_mask[mask] = made
        if tag < AHEAD:
            where = self._masks.address + tag * self._mask_bytes
            ctypes.memmove(where, mask.to_bytes(self._mask_bytes, "little"), self._mask_bytes)
        write_word(self._block.address + TAGS, self.tags)
        self._place(made, len(self._order))
        write_word(self._block.address, len(self._order))
        return made

    def remove(self, gone: Tuple) -> None:
        """Forget a tuple that no entry has any more."""
        at = bisect_left(self._order, (gone.bound, gone.tag))
        del self._order[at]
        write_word(self._block.address, len(self._order))
        self._move(at + 1, at, len(self._order) - at)
        del self.by_mask[gone.mask]
        self._tags.append(gone.tag)

    def dimensions(self, parts: Sequence[int], slots: int) -> list[Dimension]:
        """By which parts of the key's bits a hash block of so many slots leaves out most tuples; none: by hardly any.

        The more bits, the fewer entries have the same ones; but a tuple whose mask has not all of them is open.
        """
        if slots < FEW_SLOTS:
            return []
        tuples = list(itertools.islice(self.by_mask.values(), _LOOKED_AT))
        best: list[int] = []
        least = float(len(tuples))
        shares = cache(lambda common, places: [_share(t, common, places) for t in tuples])
        choices = [[0, *_common_bits([t.mask for t in tuples], part)] for part in parts]
        for chosen in itertools.product(*choices):
            bits = [common for common in chosen if common]
            if not bits:
                continue
            each = (shares(common, slots // len(bits)) for common in bits)
            tried = sum(map(mul, *each)) if len(bits) == _MOST_DIMENSIONS else sum(*each)
            if tried + _COSTS[len(bits)] < least:
                best, least = bits, tried + _COSTS[len(bits)]
        return [Dimension(bits, self._open(bits)) for bits in best]

    def _open(self, bits: int) -> int:
        found = 0
        for t in self.by_mask.values():
            if bits & ~t.mask:
                found |= 1 << t.tag % TAGS_APART
        return found

    def lower(self, changed: Tuple, bound: int) -> None:
        """Give a tuple a better bound than it had."""
        at = bisect_left(self._order, (changed.bound, changed.tag))
        del self._order[at]
        changed.bound = bound
        self._place(changed, at)

    def came(self, tagged: Sequence[int]) -> None:
        """Take notice of entries that have come, by tag, and of the bounds and the order that they led to."""
        by_tag = {changed.tag: changed for changed in self.by_mask.values()}
        for place in range(len(self._order)):
            address = self._address(place)
            bound, tag = read_word(address + BOUND), read_word(address + TAG)
            self._order[place] = (bound, tag)
            by_tag[tag].bound = bound
            by_tag[tag].count += tagged[tag]

    def set_bounds(self, bounds: dict[int, int]) -> None:
        """Give every tuple a new bound, by tag."""
        for changed in self.by_mask.values():
            changed.bound = bounds[changed.tag]
        self._order.clear()
        for changed in sorted(self.by_mask.values(), key=lambda t: (t.bound, t.tag)):
            self._place(changed, len(self._order))

    def _place(self, placed: Tuple, gap: int) -> None:
        """Write a descriptor where it belongs, which is at `gap` or before; `gap` is free."""
        at = bisect_left(self._order, (placed.bound, placed.tag))
        self._order.insert(at, (placed.bound, placed.tag))
        self._move(at, at + 1, gap - at)
        address = self._address(at)
        ctypes.memmove(address + TUPLE_MASK, placed.mask.to_bytes(self._mask_bytes, "little"), self._mask_bytes)
        write_word(address + TAG, placed.tag)
        write_word(address + BOUND, placed.bound)

    def _move(self, start: int, to: int, count: int) -> None:
        if count > 0:
            ctypes.memmove(self._address(to), self._address(start), count * self._stride)

    def _address(self, place: int) -> int:
        return self._block.address + TUPLES_HEADER + place * self._stride

    def _bytes_for(self, places: int) -> int:
        return TUPLES_HEADER + places * self._stride


def _common_bits(masks: Sequence[int], part: int) -> list[int]:
    """Bits of a part that all masks have which have at least so many, for some numbers of bits."""
    having = [mask & part for mask in masks]
    sizes = sorted({bits.bit_count() for bits in having if bits} or {part.bit_count()})
    return [
        reduce(int.__and__, (bits for bits in having if bits.bit_count() >= least), part)
        for least in sizes[:: len(sizes) // _CHOICES + 1]
    ]


def _share(t: Tuple, bits: int, places: int) -> float:
    """In how many of the places of a dimension a tuple has its bit."""
    return 1.0 if bits & ~t.mask else min(1.0, t.count / min(places, 1 << bits.bit_count()))


# --- Many entries: a tuple space -------------------------------------------------------------------------------------


_NODES = 4
_WORST = (1 << 64) - 1


class TupleStore:
    """The tuple space of one table, whose addresses are kept in its root.

    An entry takes a node, and a record of the hash table unless it shares one (`HashBlock` says how much that is); each
    distinct mask takes a descriptor.
    """

    def __init__(
        self, memory: Memory, root: int, words: int, ranges: Sequence[RangeField], what: str, *, parts: Sequence[int]
    ) -> None:
        """No entries yet, for a key with at most two parts by which tuples are left out.

        Raises:
            OutOfMemory: it names `what` the memory is for.
        """
        self._memory, self._root, self._what = memory, root, what
        self._updates, self._parts = updates(), parts
        self._key_bytes, self._record_words = 8 * words, words + 1
        self._stride = node_size(ranges)
        self._node_count = _NODES
        with ExitStack() as made:
            self._nodes = memory.allocate(_NODES * self._stride, what)
            made.callback(memory.free, self._nodes)
            self._tuples = TupleSpace(memory, root, words, what)
            made.callback(self._tuples.free)
            self._hash = HashBlock(memory, root + HASH, self._record_words, what, dimensions=self._dimensions)
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
            self._hash.tuple_came(space.tag, space.mask)
        elif placed.rank < space.bound:
            self._tuples.lower(space, placed.rank)
        if placed.limits:
            node = self._nodes.address + placed.number * self._stride
            ctypes.memmove(node + NODE_RANGES, placed.limits, len(placed.limits))
        distance = self._updates.chain_add(*self._arguments(space.tag, placed))
        if distance:
            self._hash.added(distance - 1)
        space.count += 1

    def make_room_for(self, handles: Sequence[int]) -> None:
        """See that so many entries can come at once; raises OutOfMemory, and then nothing has changed."""
        self._hash.make_room_for(len(handles))
        self._make_node(max(handles))

    def aim(self, target: Target) -> None:
        self._tagged = self._memory.allocate(8 * (self._tuples.tags + 1), self._what)
        target.stride, target.tagged = self._stride, self._tagged.address

    def came(self, target: Target) -> None:
        if target.new_records:
            self._hash.came(target.new_records, target.farthest)
        self._tuples.came([read_word(self._tagged.address + 8 * tag) for tag in range(self._tuples.tags)])
        self._memory.free(self._tagged)

    def remove(self, placed: Placed) -> None:
        space = self._tuples.by_mask[placed.mask]
        self._hash.removed(self._updates.chain_remove(*self._arguments(space.tag, placed)))
        space.count -= 1
        if not space.count:
            self._tuples.remove(space)
        elif placed.rank == space.bound:
            self._stale += 1
            if self._stale * 4 > self._hash.slots:
                self._renew_bounds()

    def alike(self, placed: Placed, end: int) -> Iterator[int]:
        """Numbers of entries that match alike, with ranks from `placed.rank` to before `end`, best first."""
        space, rank = self._tuples.by_mask.get(placed.mask), placed.rank
        if space is None:
            return
        key = self._key(space.tag, placed)
        while True:
            where = self._hash.address, self._record_words, self._nodes.address, self._stride
            rank = self._updates.chain_find(*where, key, rank, placed.limits)
            if not rank or rank >= end:
                return
            yield (rank & _NUMBER_MASK) - 1
            rank += 1

    def _dimensions(self, slots: int) -> list[Dimension]:
        return self._tuples.dimensions(self._parts, slots)

    def _key(self, tag: int, placed: Placed) -> bytes:
        return tag.to_bytes(8, "little") + placed.value.to_bytes(self._key_bytes, "little")

    def _arguments(self, tag: int, placed: Placed) -> tuple[int, int, int, int, bytes, int]:
        key = self._key(tag, placed)
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


# --- A few entries: rows, from the best rank to the worst ------------------------------------------------------------


_FEWEST_ROWS = 4


class RowStore:
    """The rows of one table, whose address is kept in its root."""

    def __init__(self, memory: Memory, root: int, words: int, ranges: Sequence[RangeField], what: str) -> None:
        """No rows yet; raises OutOfMemory, which names `what` the memory is for."""
        self._memory, self._pointer, self._what = memory, root + ROWS, what
        self._key_bytes, self._stride = 8 * words, row_size(words, ranges)
        self._ranks: list[int] = []
        self._places = _FEWEST_ROWS
        self._block = memory.allocate(self._bytes_for(_FEWEST_ROWS), what)

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size

    def use(self) -> None:
        """From now on lookups look here."""
        write_word(self._pointer, self._block.address)

    def free(self) -> None:
        """Give the memory back; lookups look elsewhere."""
        write_word(self._pointer, 0)
        self._memory.free(self._block)

    def add(self, placed: Placed) -> None:
        """Add an entry; raises OutOfMemory, and then nothing has changed."""
        if len(self._ranks) == self._places:
            self._grow()
        at = bisect_left(self._ranks, placed.rank)
        row = self._row(at)
        ctypes.memmove(row + self._stride, row, (len(self._ranks) - at) * self._stride)
        write_word(row + ROW_RANK, placed.rank)
        content = (
            placed.value.to_bytes(self._key_bytes, "little")
            + placed.mask.to_bytes(self._key_bytes, "little")
            + placed.limits
        )
        ctypes.memmove(row + ROW_VALUE, content, len(content))
        self._ranks.insert(at, placed.rank)
        write_word(self._block.address, len(self._ranks))

    def remove(self, placed: Placed) -> None:
        at = bisect_left(self._ranks, placed.rank)
        row = self._row(at)
        del self._ranks[at]
        ctypes.memmove(row, row + self._stride, (len(self._ranks) - at) * self._stride)
        write_word(self._block.address, len(self._ranks))

    def alike(self, placed: Placed, end: int) -> Iterator[int]:
        """Numbers of entries with ranks from `placed.rank` to before `end`, best first."""
        for rank in self._ranks[bisect_left(self._ranks, placed.rank) : bisect_left(self._ranks, end)]:
            yield (rank & _NUMBER_MASK) - 1

    def _grow(self) -> None:
        old, new = self._block, self._memory.allocate(self._bytes_for(self._places * 2), self._what)
        ctypes.memmove(new.address, old.address, self._bytes_for(self._places))
        self._block = new
        self._places *= 2
        self.use()
        self._memory.free(old)

    def _row(self, place: int) -> int:
        return self._block.address + ROWS_HEADER + place * self._stride

    def _bytes_for(self, places: int) -> int:
        return ROWS_HEADER + places * self._stride


# --- The tables ------------------------------------------------------------------------------------------------------


class RankedLookup(Struct, frozen=True):
    """The search, for keys of `words` words with these range fields."""

    words: int
    ranges: tuple[RangeField, ...] = ()

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        return self._part(module, name, "ranked_lookup", I32, self._fields(module, f"{name}.ranges"))

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead:
        """Which masks it can be, the records that are worth a search, the nodes that they lead to, and the search."""
        fields = self._fields(module, f"{name}.ranges.ahead")
        locate = TABLES.specialised(module, f"{name}.locate", "ranked_locate", ir.Constant(I64, self.words))
        take = self._part(module, f"{name}.take", "ranked_take", I32, fields, where=True)
        follow = self._part(module, f"{name}.follow", "ranked_follow", I64, fields, where=True)
        return Ahead(locate, take, follow, 2 if self.ranges else 1)

    def _part(
        self,
        module: ir.Module,
        name: str,
        function: str,
        result: ir.Type,
        fields: ir.Value,
        *,
        where: bool = False,
    ) -> ir.Function:
        """One of the C functions, with room for a masked key, for these words and ranges."""
        general = TABLES.declared(module, function)
        made = ir.Function(module, ir.FunctionType(result, (POINTER, POINTER, *((I64,) if where else ()))), name)
        made.attributes.add("nounwind")
        b = ir.IRBuilder(made.append_basic_block("entry"))
        masked = b.alloca(ir.ArrayType(I64, self.words + 1))
        masked.type = POINTER
        words, count = (ir.Constant(I64, number) for number in (self.words, len(self.ranges)))
        b.ret(b.call(general, [*made.args[:2], masked, words, fields, count, *made.args[2:]]))
        return made

    def _fields(self, module: ir.Module, name: str) -> ir.Value:
        """The range fields as `range_field`s, if there are any."""
        numbers = [number for field in self.ranges for number in (field.shift, field.width)]
        if not numbers:
            return ir.Constant(POINTER, None)
        kind = ir.ArrayType(I32, len(numbers))
        fields = ir.GlobalVariable(module, kind, name)
        fields.linkage, fields.global_constant, fields.initializer = "internal", True, ir.Constant(kind, numbers)
        fields.type = POINTER
        return fields


MOST_ROWS = 64
FEWEST_TUPLED = 32
"""With fewer entries a table goes back from a tuple space to rows."""


def _parts(spec: TableSpec) -> list[int]:
    """The key's exact fields, and the widest other ones: two parts, if there are as many."""
    exact, others, shift = 0, [], 0
    for field in reversed(spec.key):
        bits = (1 << field.width) - 1 << shift
        shift += field.width
        if field.match in ("exact", "valid"):
            exact |= bits
        else:
            others.append(bits)
    others.sort(key=int.bit_count, reverse=True)
    return [part for part in (exact, *others) if part][:2]


class RankedIndex(NativeIndex):
    """What ternary and range tables have in common; they differ in where an entry is placed."""

    def __init__(self, spec: TableSpec, memory: Memory, ranges: tuple[RangeField, ...] = ()) -> None:
        self._widths = [k.width for k in spec.key]
        self._ranges = ranges
        self._parts = _parts(spec)
        super().__init__(spec, memory, RankedLookup(words_of(sum(self._widths)), ranges))
        self._count = 0
        self._store: RowStore | TupleStore = self._rows()
        self._store.use()

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._store.size

    @override
    def free(self) -> None:
        self._store.free()
        self._memory.free(self._root)

    @override
    def add(self, entry: Entry) -> None:
        if entry.priority > HIGHEST_PRECEDENCE:
            raise InvalidEntry(
                f"{self._what}: priority {entry.priority}; accepted: at most {HIGHEST_PRECEDENCE} (highest wins)"
            )
        self._number(entry)
        if self._count == MOST_ROWS and isinstance(self._store, RowStore):
            self._to_tuples(self._store)
        self._store.add(self._placed(entry))
        self.numbered.put(entry)
        self._count += 1
        self._counted(self._count)

    @override
    def remove(self, entry: Entry) -> None:
        self._store.remove(self._placed(entry))
        self.numbered.drop(entry.handle)
        self._count -= 1
        self._counted(self._count)
        if self._count < FEWEST_TUPLED and isinstance(self._store, TupleStore):
            self._to_rows(self._store)

    @override
    def make_room_for(self, handles: Sequence[int]) -> bool:
        if isinstance(self._store, RowStore):
            if self._count + len(handles) <= MOST_ROWS:
                return False
            self._to_tuples(self._store)
        assert isinstance(self._store, TupleStore)
        self._store.make_room_for(handles)
        return True

    @override
    def aim(self, target: Target, count: int) -> None:
        assert isinstance(self._store, TupleStore)
        self._store.aim(target)

    @override
    def came(self, target: Target, count: int) -> None:
        assert isinstance(self._store, TupleStore)
        self._store.came(target)
        self._count += count
        self._counted(self._count)

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        if priority > HIGHEST_PRECEDENCE:
            return None
        first, end = rank_value(priority, -1), rank_value(priority - 1, -1)
        for number in self._store.alike(Placed(-1, first, *self._match(key)), end):
            entry = self.entry(number)
            if entry is not None and entry.key == key:
                return entry
        return None

    @abstractmethod
    def _match(self, key: tuple[MatchField, ...]) -> tuple[int, int, bytes]:
        """Where a key matches: value, mask and limits."""

    def _placed(self, entry: Entry) -> Placed:
        return Placed(entry.handle, rank_value(entry.priority, entry.handle), *self._match(entry.key))

    def _to_tuples(self, rows: RowStore) -> None:
        """Move all entries to a tuple space; raises OutOfMemory, and then lookups look at the rows as before."""
        tuples = TupleStore(self._memory, self.root, self.words, self._ranges, self._what, parts=self._parts)
        try:
            self._fill(tuples)
        except OutOfMemory:
            tuples.free()
            raise
        self._store = tuples
        rows.free()

    def _to_rows(self, tuples: TupleStore) -> None:
        """Move all entries to rows, if there is memory: the tuple space finds them as well."""
        rows = None
        try:
            rows = self._rows()
            self._fill(rows)
        except OutOfMemory:
            if rows is not None:
                rows.free()
            return
        rows.use()
        self._store = rows
        tuples.free()

    def _rows(self) -> RowStore:
        return RowStore(self._memory, self.root, self.words, self._ranges, self._what)

    def _fill(self, store: RowStore | TupleStore) -> None:
        for number in self.numbered.handles():
            entry = self.numbered.get(number)
            if entry is not None:
                store.add(self._placed(entry))


class NativeTernaryIndex(RankedIndex):
    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        super().__init__(spec, memory)

    def lookup(self, key: int) -> Entry | None:
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def _match(self, key: tuple[MatchField, ...]) -> tuple[int, int, bytes]:
        return (*pack(key, self._widths), b"")


class NativeRangeIndex(RankedIndex):
    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        widths = [k.width for k in spec.key]
        self._fields = {i: RangeField(sum(widths[i + 1 :]), widths[i]) for i in range_fields(spec.key)}
        super().__init__(spec, memory, tuple(self._fields.values()))

    def lookup(self, key: int, values: Sequence[int] = ()) -> Entry | None:  # noqa: ARG002  # they are in the key
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def _match(self, key: tuple[MatchField, ...]) -> tuple[int, int, bytes]:
        value, mask = pack(key, self._widths)
        limits = b""
        for i, field in self._fields.items():
            match = key[i]
            assert isinstance(match, Range), match
            differing = (match.low ^ match.high).bit_length()
            common = ((1 << field.width) - 1) >> differing << differing
            mask |= common << field.shift
            value |= (match.low & common) << field.shift
            limits += field.limits(match.low, match.high)
        return value, mask, limits
