# SPDX-License-Identifier: Apache-2.0
"""Native tables grow and shrink a little with each update: no packet waits for all entries to move."""

from __future__ import annotations

import random

import pytest
from guarded_memory_kit import GuardedMemory
from native_tables_kit import Pair, spec

from targets.softswitch.native.tables import Arena, make_native_index
from targets.softswitch.native.tables.hash_block import HashBlock
from targets.softswitch.state import Exact, Range, Ternary
from targets.softswitch.state.entry import Entry

FIELDS = {
    "exact": (("exact", 32),),
    "ternary": (("ternary", 32),),
    "range": (("range", 16), ("exact", 16)),
}
MASKS = [(1 << length) - 1 << (32 - length) for length in (16, 20, 24, 28, 32)]
STEP = 32
"""Slots of an older block that one update may move."""


def keys_of(kind, count):
    rng, keys = random.Random(kind), {}
    while len(keys) < count:
        value, mask = rng.getrandbits(32), rng.choice(MASKS)
        low = value & 0xFF00
        key = {
            "exact": (Exact(value),),
            "ternary": (Ternary(value & mask, mask),),
            "range": (Range(low, low + rng.choice((0, 3, 255))), Exact(value >> 16)),
        }[kind]
        keys[key] = None
    return list(keys)


def block_of(index):
    return index._hash if hasattr(index, "_hash") else getattr(index._store, "_hash", None)


def values(key):
    return [getattr(match, "value", None) if not isinstance(match, Range) else match.low for match in key]


@pytest.mark.parametrize("kind", FIELDS)
def test_every_lookup_is_right_while_entries_move(kind):
    """Up and down again, with lookups of what has moved, what has not and what is not there after each update."""
    table, rng = spec(kind, *FIELDS[kind]), random.Random(3)
    both = Pair(table, make_native_index(table, GuardedMemory()))
    keys, moving = keys_of(kind, 700), 0

    def look():
        nonlocal moving
        block = block_of(both.native)
        moving += block is not None and block._older is not None
        for key in rng.sample(keys, 6):
            native, python = both.both(values(key))[::-1]
            assert native is python, key

    present = []
    for i, key in enumerate(keys):
        present.append((key, 1 + i % 7 if kind != "exact" else 0))
        both.add(*present[-1])
        look()
        if i % 5 == 4:  # also of those that have not moved yet
            both.remove(*present.pop(rng.randrange(len(present))))
            look()
    rng.shuffle(present)
    for key, priority in present:
        both.remove(key, priority)
        look()
    assert moving > 40


@pytest.mark.parametrize("kind", FIELDS)
def test_no_update_moves_more_than_a_few(kind, monkeypatch):
    """Among 6,000 entries too, whatever is added and removed: at most 2 steps for each update of a table."""
    moved, native_step = [], HashBlock._step

    def noted(self):
        before = self._moved if self._older is not None else None
        native_step(self)
        if before is not None:
            moved[-1] += 1
            assert self._moved - before <= STEP

    monkeypatch.setattr(HashBlock, "_step", noted)
    index = make_native_index(spec(kind, *FIELDS[kind]), Arena())
    entries = [Entry(i, key, 1, None) for i, key in enumerate(keys_of(kind, 6000))]
    for entry in entries:
        moved.append(0)
        index.add(entry)
        if entry.handle % 3 == 2:
            moved.append(0)
            index.remove(entry)
    for entry in entries:
        if entry.handle % 3 != 2:
            moved.append(0)
            index.remove(entry)
    assert sum(n > 0 for n in moved) > 200
    together = kind != "exact"  # the first 64 entries of a ternary table go into a tuple space together
    assert sum(n > 2 for n in moved) == together


def test_large_memory_grows_without_being_copied():
    """Its pages are moved: that takes as long for a megabyte as for a page."""
    arena = Arena()
    block = arena.allocate(1 << 20, "it")
    mapping = block.mapping
    for size in (3 << 20, 5 << 20):
        block = arena.grow(block, size, "it")
        assert (block.mapping, block.size, arena.used) == (mapping, size, size)
    arena.free(block)
    assert arena.used == 0
