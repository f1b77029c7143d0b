# SPDX-License-Identifier: Apache-2.0
"""The hash table in native memory, as native code sees it: open addressing, linear probing, keys stored whole.

    block:   mask (slots - 1) | seed | multiplier | shift | filter's offset | older block | unused ... (64 bytes)
             then slots records, then the filter: 8 bits for each slot
    record:  rank | key words                      (64 bits each)

A record is empty when its rank is 0. `rank` is what a lookup wants: the entry's number + 1 in its low half and its
precedence in its high half, lowest first, so that the better of two matches is the smaller rank. Deletion moves the
records behind the gap back, so nothing but entries is ever probed. Seeds are secret random numbers: who chooses
keys cannot choose where they go. The filter has the bit set that a key's highest hash bits name, for every key in the
table and some that were removed since the block was made: most searches for what is not there end at it.

A block that takes another's place has the other's address until all records have moved, a few with each update: a
record is in one of the two, and what searches looks into both. Older blocks have none that is older still.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from llvmlite import ir

from p4soft.llvm.ir import I64, POINTER, VOID, Code, Word, function

HEADER = 64
MASK, SEED, MULTIPLIER, SHIFT, FILTER, OLDER = 0, 8, 16, 24, 32, 40
FILTER_BITS = 8
"""For each slot."""
RANK, KEY = 0, 8


def record_size(words: int) -> int:
    """Bytes of a record whose key has `words` words."""
    return KEY + 8 * words


@dataclass(frozen=True)
class Hashed:
    """A hash block while code that reads it is written: its address, and what its header says."""

    code: Code
    block: Word
    mask: Word
    seed: Word
    multiplier: Word

    @classmethod
    def at(cls, code: Code, block: Word) -> Hashed:
        """The block at an address, its header read now."""
        return cls(code, block, code.load(block + MASK), code.load(block + SEED), code.load(block + MULTIPLIER))

    def mixed(self, state: Word, word: Word) -> Word:
        """The hash of one more word: both halves of a product of 128 bits, folded."""
        product = (state ^ word).resized(128) * self.multiplier.resized(128)
        return (product ^ (product >> 64)).resized(64)

    def hash(self, key: Sequence[Word]) -> Word:
        state = self.seed
        for word in key:
            state = self.mixed(state, word)
        return state

    def filter_byte(self, hashed: Word) -> tuple[Word, Word]:
        """The address of the filter's byte for a hash, and which of its bits (8 bits wide)."""
        f, bit = self.code, hashed >> self.code.load(self.block + SHIFT)
        return self.block + f.load(self.block + FILTER) + (bit >> 3), (f.constant(1) << (bit & 7)).resized(8)

    def may_have(self, hashed: Word) -> Word:
        """One bit: a key with this hash may be in the table."""
        at, bit = self.filter_byte(hashed)
        return (self.code.load(at, 8) & bit).differs(0)

    def older(self) -> Word:
        """The address of the block whose records have not all moved to this one, or 0."""
        return self.code.load(self.block + OLDER)

    def record(self, slot: Word, size: Word | int) -> Word:
        """The address of a slot's record, of `size` bytes."""
        return self.block + HEADER + slot * size

    def search(self, hashed: Word, key: Sequence[Word], found: Callable[[Word, Word], None]) -> None:
        """Write the search for a key with this hash; `found(record, rank)` writes what is done with its record."""
        f, size = self.code, record_size(len(key))
        slot = f.variable(hashed & self.mask)
        with f.loop(lambda: f.constant(1, 1)) as probe:
            record = self.record(slot.get(), size)
            rank = f.load(record + RANK)
            with f.when(rank.equals(0)):
                probe.leave()
            with f.when(same(f, record + KEY, key)):
                found(record, rank)
                if not f.builder.block.is_terminated:
                    probe.leave()
            slot.set((slot.get() + 1) & self.mask)


def same(f: Code, at: Word, key: Sequence[Word]) -> Word:
    """One bit: the words at an address are those of `key`."""
    different = f.constant(0)
    for i, word in enumerate(key):
        different = different | (f.load(at + 8 * i) ^ word)
    return different.equals(0)


def emit_updates(module: ir.Module) -> None:
    """Add the functions that change hash blocks, for keys of any number of words. Addresses and counts are i64.

    * `hash_find(block, words, key)`: the address of the key's record, in this block or the older one, or 0;
    * `hash_put(block, words, key, rank)`: sets its rank in this block, in a new record if need be; how far that is from
      its home. There is an empty record;
    * `hash_erase(block, words, record)`: removes a record of this block or the older one;
    * `hash_move(block, words, slot, count)`: moves what is in `count` slots of the older block, from `slot` on; up to
      there it is empty. The slot that is next.
    """
    hashing = _emit_hash(module)
    _emit_find(module, hashing)
    put = _emit_put(module, hashing)
    _emit_move(module, put, _emit_erase(module, hashing))


def _emit_hash(module: ir.Module) -> ir.Function:
    with function(module, "hash_of", I64, (I64, I64, I64)) as (f, (block, words, key)):
        table = Hashed.at(f, block)
        state, i = f.variable(table.seed), f.variable(0)
        with f.loop(lambda: i.get() < words):
            state.set(table.mixed(state.get(), f.load(key + i.get() * 8)))
            i.set(i.get() + 1)
        f.ret(state.get())
    return f.function


def _same_words(f: Code, one: Word, other: Word, words: Word) -> Word:
    different, i = f.variable(0), f.variable(0)
    with f.loop(lambda: i.get() < words):
        different.set(different.get() | (f.load(one + i.get() * 8) ^ f.load(other + i.get() * 8)))
        i.set(i.get() + 1)
    return different.get().equals(0)


def _copy_words(f: Code, source: Word, to: Word, words: Word) -> None:
    i = f.variable(0)
    with f.loop(lambda: i.get() < words):
        f.store(f.load(source + i.get() * 8), to + i.get() * 8)
        i.set(i.get() + 1)


def _emit_find(module: ir.Module, hashing: ir.Function) -> None:
    with function(module, "hash_find", I64, (I64, I64, POINTER)) as (f, (block, words, key)):
        here, size = f.variable(block), words * 8 + KEY
        with f.loop(lambda: here.get().differs(0)):
            table = Hashed.at(f, here.get())
            slot = f.variable(f.call(hashing, (table.block, words, key)) & table.mask)
            with f.loop(lambda: f.load(table.record(slot.get(), size)).differs(0)):
                record = table.record(slot.get(), size)
                with f.when(_same_words(f, record + KEY, key, words)):
                    f.ret(record)
                slot.set((slot.get() + 1) & table.mask)
            here.set(table.older())
        f.ret(f.constant(0))


def _emit_put(module: ir.Module, hashing: ir.Function) -> ir.Function:
    with function(module, "hash_put", I64, (I64, I64, POINTER, I64)) as (f, (block, words, key, rank)):
        table, size = Hashed.at(f, block), words * 8 + KEY
        hashed = f.call(hashing, (block, words, key))
        at, bit = table.filter_byte(hashed)
        f.store(f.load(at, 8) | bit, at)
        slot, distance = f.variable(hashed & table.mask), f.variable(0)
        with f.loop(lambda: f.load(table.record(slot.get(), size)).differs(0)) as probe:
            with f.when(_same_words(f, table.record(slot.get(), size) + KEY, key, words)):
                probe.leave()
            slot.set((slot.get() + 1) & table.mask)
            distance.set(distance.get() + 1)
        record = table.record(slot.get(), size)
        _copy_words(f, key, record + KEY, words)
        f.store(rank, record)
        f.ret(distance.get())
    return f.function


def _emit_erase(module: ir.Module, hashing: ir.Function) -> ir.Function:
    with function(module, "hash_erase", VOID, (I64, I64, I64)) as (f, (newest, words, record)):
        size = words * 8 + KEY
        end = (f.load(newest + MASK) + 1) * size + HEADER
        block = (record - newest < end).choose(newest, f.load(newest + OLDER))
        table = Hashed.at(f, block)
        gap = f.variable((record - block - HEADER) // size)
        slot = f.variable((gap.get() + 1) & table.mask)
        with f.loop(lambda: f.load(table.record(slot.get(), size)).differs(0)):
            moved = table.record(slot.get(), size)
            home = f.call(hashing, (block, words, moved + KEY)) & table.mask
            with f.when(((slot.get() - home) & table.mask) >= ((slot.get() - gap.get()) & table.mask)):
                _copy_words(f, moved, table.record(gap.get(), size), words + 1)
                gap.set(slot.get())
            slot.set((slot.get() + 1) & table.mask)
        f.store(0, table.record(gap.get(), size))
        f.ret()
    return f.function


def _emit_move(module: ir.Module, put: ir.Function, erase: ir.Function) -> None:
    with function(module, "hash_move", I64, (I64, I64, I64, I64)) as (f, (block, words, slot, count)):
        table, size = Hashed.at(f, f.load(block + OLDER)), words * 8 + KEY
        at, slots = f.variable(slot), table.mask + 1
        end = (slots - slot < count).choose(slots, slot + count)
        with f.loop(lambda: at.get() < end):
            record = table.record(at.get(), size)
            with f.loop(lambda: f.load(record + RANK).differs(0)):  # the record behind it moves here once it is gone
                f.call(put, (block, words, record + KEY, f.load(record + RANK)))
                f.call(erase, (table.block, words, record))
            at.set(at.get() + 1)
        f.ret(end)
