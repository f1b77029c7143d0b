# SPDX-License-Identifier: Apache-2.0
"""Tables whose fields are all exact (or valid): one hash table, which grows and shrinks as Python changes it.

A key of at most SHORT bits is no search: an array has a number for each.

At most 5 of 8 slots are used. A table grows to twice its slots, and shrinks to half when fewer than 1 of 8 is used, so
a record takes at most 8 times its size, and 3.2 times while a table only grows (`record_size`: 8 bytes and 8 for each
word of the key, and 1 of the filter).

Nobody waits while that happens: the new block is there at once, and every update moves what is in a few slots of the
old one, which goes when it is empty. Until then, for as many updates as 1 of 32 of its slots, there is memory for both.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.ints import I64
from p4soft.switch.native.memory import Block, Memory, read_word, view, words_of, write_word
from p4soft.switch.native.tables.base import ROOT_SIZE, Ahead, NativeIndex, joined
from p4soft.switch.native.tables.updates import Target, updates
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.errors import OutOfMemory
from p4soft.switch.state.lookup import Entry, pack
from p4soft.switch.state.match import MatchField

# --- The hash table (hashing.h) --------------------------------------------------------------------------------------


HEADER = 64
MASK, SEED, MULTIPLIER, SHIFT, FILTER, OLDER, TAGS, DIMENSIONS = range(0, 64, 8)
FILTER_BITS = 8
"""For each slot, in words."""
TAG_BYTES = 4
"""For each slot, of all dimensions together."""
TAGS_APART = 32
"""Tuples whose tags are equal modulo this have the same bit."""
OPEN, PART = 0, 8
"""Of a dimension."""


class Dimension(Struct, frozen=True):
    """A part of the key's bits, and the tuples whose masks have not all of it, a bit for each tag modulo 32."""

    part: int
    open: int


def record_size(words: int) -> int:
    """Bytes of a record whose key has `words` words."""
    return 8 + 8 * words


_SMALLEST = 8
_FAR = 256
"""Records between one and its home that random keys do not come to: a new seed is due."""
_STEP = 32
"""Slots that one update moves."""


class HashBlock:
    """One hash block, whose address is kept up to date in the word at `pointer`."""

    __slots__ = (
        "_block",
        "_dimensions",
        "_made_of",
        "_memory",
        "_moved",
        "_native",
        "_older",
        "_older_slots",
        "_pointer",
        "_removed",
        "_reseeded_at",
        "_seeds",
        "_what",
        "_words",
        "count",
        "slots",
    )

    def __init__(
        self,
        memory: Memory,
        pointer: int,
        words: int,
        what: str,
        *,
        dimensions: Callable[[int], Sequence[Dimension]] = lambda _: (),
    ) -> None:
        """For keys of `words` words; raises OutOfMemory, which names `what` the memory is for.

        The first word of a tuple space's keys is a tag; `dimensions` says those of a new block of so many slots.
        """
        self._dimensions = dimensions
        self._made_of: dict[int, Sequence[Dimension]] = {}  # by block's address
        self._memory, self._pointer, self._words, self._what = memory, pointer, words, what
        self._native = updates()
        self.count = 0
        self.slots = _SMALLEST
        self._reseeded_at = self._removed = 0
        self._seeds = _new_seeds()
        self._block = self._made(self.slots, self._seeds)
        self._older: Block | None = None
        self._older_slots = self._moved = 0
        write_word(pointer, self._block.address)

    @property
    def address(self) -> int:
        return self._block.address

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size + (self._older.size if self._older is not None else 0)

    def tuple_came(self, tag: int, mask: int) -> None:
        """There is a new tuple: say in which dimensions it is open."""
        for address, made in self._made_of.items():
            for i, dimension in enumerate(made):
                if dimension.part & ~mask:
                    at = address + read_word(address + TAGS) + i * self._dimension_size + OPEN
                    write_word(at, read_word(at) | 1 << tag % TAGS_APART)

    @property
    def _dimension_size(self) -> int:
        return PART + 8 * (self._words - 1)

    def make_room(self) -> None:
        """See that there is an empty record; raises OutOfMemory, and then nothing has changed."""
        if (self.count + 1) * 8 > self.slots * 5:
            self._move_to(self.slots * 2, self._seeds)

    def added(self, distance: int) -> None:
        """A record has been put at `distance` slots from its home."""
        self.count += 1
        self._step()
        if distance > _FAR and self.count >= 2 * self._reseeded_at:
            # More keys than chance explains start in the same place: other seeds part them.
            self._reseeded_at = self.count
            self._move_if_memory_allows(self.slots, _new_seeds())

    def make_room_for(self, count: int) -> None:
        """See that there are so many empty records; raises OutOfMemory, and then nothing has changed."""
        slots = self.slots
        while (self.count + count) * 8 > slots * 5:
            slots *= 2
        if slots > self.slots:
            self._move_to(slots, self._seeds)

    def came(self, count: int, farthest: int) -> None:
        """As `added`, for so many records at once."""
        self.count += count - 1
        self._step(count * _STEP)
        self.added(farthest)

    def removed(self, records: int) -> None:
        self.count -= records
        self._removed += records
        self._step()
        if self.slots > _SMALLEST and self.count * 8 < self.slots:
            self._move_if_memory_allows(self.slots // 2, self._seeds)
        elif self._removed * 2 > self.slots:
            # The filter still lets removed keys pass: make a new one.
            self._move_if_memory_allows(self.slots, self._seeds)

    def free(self) -> None:
        self._memory.free(self._block)
        if self._older is not None:
            self._memory.free(self._older)

    def _move_if_memory_allows(self, slots: int, seeds: tuple[int, int]) -> None:
        """For the better only: not while records are moving already."""
        if self._older is None:
            with suppress(OutOfMemory):
                self._move_to(slots, seeds)

    def _move_to(self, slots: int, seeds: tuple[int, int]) -> None:
        """Begin to move to a block of `slots` slots, or more if it could be full before every record has moved."""
        while self._older is not None:  # there is room for all who come until then: see below
            self._step()
        while (slots * 5 // 8 - self.count) * _STEP < self.slots:
            slots *= 2
        new = self._made(slots, seeds)
        write_word(new.address + OLDER, self._block.address)
        write_word(self._pointer, new.address)
        self._older, self._older_slots, self._moved = self._block, self.slots, 0
        self._block, self._seeds, self.slots, self._removed = new, seeds, slots, 0
        if self._older_slots <= _STEP:
            self._step()

    def _step(self, slots: int = _STEP) -> None:
        """Move what is in the next slots of the older block; with the same seeds that goes through memory in order."""
        if self._older is None:
            return
        self._moved = self._native.hash_move(self._block.address, self._words, self._moved, slots)
        if self._moved >= self._older_slots:
            write_word(self._block.address + OLDER, 0)
            self._made_of.pop(self._older.address, None)
            self._memory.free(self._older)
            self._older = None

    def _made(self, slots: int, seeds: tuple[int, int]) -> Block:
        records = HEADER + slots * record_size(self._words)
        filter_words = max(2, slots * FILTER_BITS // 64)
        tags = records + 8 * filter_words
        dimensions = self._dimensions(slots)
        more = len(dimensions) * self._dimension_size + TAG_BYTES * slots if dimensions else 0
        block = self._memory.allocate(tags + more, self._what)
        if dimensions:
            write_word(block.address + TAGS, tags)
            write_word(block.address + DIMENSIONS, len(dimensions))
            size = self._dimension_size
            image = b"".join(
                d.open.to_bytes(PART, "little") + d.part.to_bytes(size - PART, "little") for d in dimensions
            )
            ctypes.memmove(block.address + tags, image, len(image))
            self._made_of[block.address] = dimensions
        write_word(block.address + MASK, slots - 1)
        write_word(block.address + SHIFT, 64 - (filter_words - 1).bit_length())
        write_word(block.address + FILTER, records)
        for where, word in zip((SEED, MULTIPLIER), seeds, strict=True):
            write_word(block.address + where, word)
        return block


def _new_seeds() -> tuple[int, int]:
    return random_word(), random_word() | 1


def random_word() -> int:
    """64 random bits. No result of a lookup depends on them."""
    return int.from_bytes(os.urandom(8), "little")


# --- The tables ------------------------------------------------------------------------------------------------------


class ExactLookup(Struct, frozen=True):
    """One search. The root's first word is the hash block's address."""

    words: int

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        return TABLES.specialised(module, name, "exact_lookup", ir.Constant(I64, self.words))

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead:
        """Where a key's search begins, in most cases where it is found, is asked for."""
        words = ir.Constant(I64, self.words)
        locate = TABLES.specialised(module, f"{name}.locate", "exact_locate", words)
        return Ahead(locate, TABLES.specialised(module, f"{name}.take", "exact_take", words))


SHORT = 12
"""Bits of a key, together: an array of 16 KiB."""


def is_short(table: TableSpec) -> bool:
    return table.match == "exact" and sum(k.width for k in table.key) <= SHORT


class ShortLookup(Struct, frozen=True):
    """A place in an array. The root's first word is its address."""

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        return TABLES.specialised(module, name, "short_lookup", ir.Constant(I64, 1))

    def emit_ahead(self, module: ir.Module, name: str) -> Ahead | None:  # noqa: ARG002  as the others'
        """There is nothing to wait for."""
        return None


class NativeShortIndex(NativeIndex):
    """The native counterpart of `ExactIndex` for short keys: for each key, its entry's number + 1, or 0."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        self._widths = [k.width for k in spec.key]
        super().__init__(spec, memory, ShortLookup())
        self._block = memory.allocate(4 << sum(self._widths), self._what)
        self._numbers = view(memory, self._block.address, 4 << sum(self._widths), "I")
        write_word(self.root, self._block.address)

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._block.size

    @override
    def free(self) -> None:
        self._memory.free(self._block)
        self._memory.free(self._root)

    def lookup(self, key: Hashable) -> Entry | None:
        """As that of `NativeExactIndex`."""
        return self._found(joined(key, self._widths))

    @override
    def add(self, entry: Entry) -> None:
        self._numbers[self._place(entry.key)] = self._number(entry) + 1
        self.numbered.put(entry)

    @override
    def remove(self, entry: Entry) -> None:
        place = self._place(entry.key)
        if not self._numbers[place]:
            raise KeyError(entry)
        self._numbers[place] = 0
        self.numbered.drop(entry.handle)

    @override
    def make_room_for(self, handles: Sequence[int]) -> bool:
        return True

    @override
    def aim(self, target: Target, count: int) -> None:
        """The root says it all."""

    @override
    def came(self, target: Target, count: int) -> None:
        """The array has them all."""

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        return self.entry(self._numbers[self._place(key)] - 1)

    def _place(self, key: tuple[MatchField, ...]) -> int:
        return pack(key, self._widths)[0]


class NativeExactIndex(NativeIndex):
    """The native counterpart of `ExactIndex`: 8 bytes and 8 a word of the key, 1.6 to 3.2 times while it grows."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        self._widths = [k.width for k in spec.key]
        super().__init__(spec, memory, ExactLookup(words_of(sum(self._widths))))
        self._hash = HashBlock(memory, self.root, self.words, self._what)
        self._updates = updates()

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._hash.size

    @override
    def free(self) -> None:
        self._hash.free()
        self._memory.free(self._root)

    def lookup(self, key: Hashable) -> Entry | None:
        """The entry with this key: the single field's value, or the tuple of all fields' values."""
        return self._found(joined(key, self._widths))

    @override
    def add(self, entry: Entry) -> None:
        key = self._bytes(pack(entry.key, self._widths)[0])
        number = self._number(entry)
        self._hash.make_room()
        self._hash.added(self._updates.hash_put(self._hash.address, self.words, key, number + 1))
        self.numbered.put(entry)
        self._counted(self._hash.count)

    @override
    def remove(self, entry: Entry) -> None:
        key = self._bytes(pack(entry.key, self._widths)[0])
        record = self._updates.hash_find(self._hash.address, self.words, key)
        if not record:
            raise KeyError(entry)
        self._updates.hash_erase(self._hash.address, self.words, record)
        self._hash.removed(1)
        self.numbered.drop(entry.handle)
        self._counted(self._hash.count)

    @override
    def make_room_for(self, handles: Sequence[int]) -> bool:
        self._hash.make_room_for(len(handles))
        return True

    @override
    def aim(self, target: Target, count: int) -> None:
        """The root says it all."""

    @override
    def came(self, target: Target, count: int) -> None:
        if count:
            self._hash.came(count, target.farthest)
            self._counted(self._hash.count)

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        packed = self._bytes(pack(key, self._widths)[0])
        record = self._updates.hash_find(self._hash.address, self.words, packed)
        return self.entry(read_word(record) - 1) if record else None
