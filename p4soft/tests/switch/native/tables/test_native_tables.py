# SPDX-License-Identifier: Apache-2.0
"""The native lookup structures find what the Python ones find, and grow and shrink a little at a time."""

from __future__ import annotations

import itertools
import os
import random

import pytest
from guarded_memory_kit import GuardedMemory
from llvmlite import ir
from native_tables_kit import Pair, ScarceMemory, random_match, random_value, spec

from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import exact, lpm, make_native_index, ranked
from p4soft.switch.native.tables.exact import HashBlock
from p4soft.switch.native.tables.lpm import TriePool
from p4soft.switch.state import Exact, Lpm, Range, Ternary
from p4soft.switch.state.lookup import Entry
from p4soft.switch.state.match import Valid

# --- Lookups ---------------------------------------------------------------------------------------------------------
# The native lookup structures find what the Python ones find, whatever is added, removed and looked up.

ROUNDS = int(os.environ.get("NATIVE_TABLES_ROUNDS", "6"))
"""Random tables of each kind and memory; the full run is NATIVE_TABLES_ROUNDS=500."""

MEMORIES = {"arena": Arena, "guarded": GuardedMemory}
KINDS = {
    "exact": ("exact", "valid"),
    "lpm": ("exact", "valid"),
    "ternary": ("exact", "valid", "ternary"),
    "range": ("exact", "valid", "ternary", "range"),
}


def random_fields(rng, kind):
    """A key of that kind of table: one to four fields, 1 to about 300 bits together."""
    count = rng.randint(1, 4)
    width = rng.choice((8, 16, 32, 64, 128, 300)) // count
    fields = []
    for _ in range(count):
        match = rng.choice(KINDS[kind])
        fields.append((match, 1 if match == "valid" else rng.choice((max(1, width), rng.randint(1, max(1, width))))))
    if kind == "lpm" or (kind != "exact" and rng.random() < 0.2):
        fields[rng.randrange(count)] = ("lpm", rng.choice((1, 3, 12, 32, 48, 64, 65, 128)))
    if kind == "range" and not any(match == "range" for match, _ in fields):
        fields[0] = ("range", max(1, width))
    return fields


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_same_winner_as_in_python(kind, memory, seed, monkeypatch):
    if seed % 2:
        monkeypatch.setattr(ranked, "FEW_SLOTS", 0)  # small tuple spaces have tags too
    rng = random.Random(f"{kind} {seed}")
    table = spec(kind, *random_fields(rng, kind))
    pair = Pair(table, make_native_index(table, MEMORIES[memory]()))
    pools = [[] for _ in table.key]
    used = [[] for _ in table.key]
    priorities = rng.choice((1, 3, 1000)) if kind in ("ternary", "range") else 0
    hits = 0
    for step in range(360):
        if pair.by_key and rng.random() < (0.25 if step < 250 else 0.9):
            pair.remove(*rng.choice(list(pair.by_key)))
        else:
            key = tuple(random_match(rng, k, pool) for k, pool in zip(table.key, pools, strict=True))
            if kind != "lpm" or pair.python.same_bits(key) is None:
                pair.add(key, rng.randint(1, priorities) if priorities else 0)
                for match, seen in zip(key, used, strict=True):
                    seen.append(match)
        for _ in range(8):
            near = [[m] for m in rng.choice(list(pair.by_key))[0]] if rng.random() < 0.5 and pair.by_key else used
            values = [random_value(rng, k, n) for k, n in zip(table.key, near, strict=True)]
            python, native = pair.both(values)
            assert native is python, (table.key, values)
            hits += python is not None
    assert hits > 100


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("fields", [[("exact", 1)], [("exact", 9), ("exact", 3)], [("valid", 1), ("exact", 6)]])
def test_every_key_of_few_bits(fields, memory):
    pair = Pair(spec("exact", *fields), make_native_index(spec("exact", *fields), MEMORIES[memory]()))
    assert pair.native.how == exact.ShortLookup()
    keys = list(itertools.product(*(range(1 << width) for _, width in fields)))
    matches = [
        tuple(Valid(bool(v)) if m == "valid" else Exact(v) for v, (m, _) in zip(k, fields, strict=True)) for k in keys
    ]
    rng = random.Random(7)
    for taken in (0.5, 0.9):
        for match in matches:
            there = (match, 0) in pair.by_key
            if rng.random() < taken:
                pair.remove(match) if there else pair.add(match)
        for key, match in zip(keys, matches, strict=True):
            python, native = pair.both(list(key))
            assert native is python is pair.by_key.get((match, 0)) is pair.native.find(match, 0)


@pytest.mark.parametrize("width", [12, 64, 70, 128, 200])
def test_keys_that_leave_the_way_to_a_leaf(width):
    """What is found then is the last prefix on the way, which may be the root's."""
    table = spec("lpm", ("lpm", width))
    pair = Pair(table, make_native_index(table, Arena()))
    rng, top = random.Random(width), 1 << (width - 1)
    lengths = [0, 1, 2, 5, 6, 7, width - 1, width]
    for length in lengths:
        pair.add((Lpm((top | top >> 3) >> (width - length) << (width - length), length),))
    while pair.by_key:
        for _ in range(200):
            value = (top | top >> 3) ^ (1 << rng.randrange(width)) ^ (rng.random() < 0.5) * (1 << rng.randrange(width))
            python, native = pair.both([value])
            assert native is python, hex(value)
        pair.remove(*rng.choice(list(pair.by_key)))


def test_tables_that_are_looked_up_alike_share_a_function():
    module, memory = ir.Module(), Arena()
    one, same, other = (
        make_native_index(spec("exact", *fields), memory)
        for fields in ([("exact", 32)], [("exact", 9), ("exact", 48)], [("exact", 65)])
    )
    assert one.emit_lookup(module, "one") is same.emit_lookup(module, "same")
    assert other.emit_lookup(module, "other") is not one.emit_lookup(module, "again")
    assert [f.name for f in module.functions if f.blocks] == ["one", "other"]
    elsewhere = ir.Module()
    assert one.emit_lookup(elsewhere, "one").module is elsewhere


# --- Growth ----------------------------------------------------------------------------------------------------------
# Native tables grow and shrink a little with each update: no packet waits for all entries to move.

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


# --- Tries -------------------------------------------------------------------------------------------------------


def prefixes(count):
    rng, keys = random.Random(9), {}
    while len(keys) < count:
        length = rng.choice((16, 24, 32, 48, 64))
        keys[(Lpm(rng.getrandbits(64) >> (64 - length) << (64 - length), length),)] = None
    return [Entry(i, key, 0, None) for i, key in enumerate(keys)]


def test_a_trie_grows_in_its_place():
    """The mapping that it was given first is the one that it has with 15,000 prefixes."""
    index, mappings = make_native_index(spec("lpm", ("lpm", 64)), Arena()), []
    for entry in prefixes(15_000):
        index.add(entry)
        mapping = index._store._pool._block.mapping
        if mapping is not None and mapping not in mappings:
            mappings.append(mapping)
    assert len(mappings) == 1
    assert index.size > 20 * 32768


def test_no_update_of_a_trie_moves_more_than_a_few(monkeypatch):
    """Deleting all but a few leaves a trie of their size, and no update moves more than 4 prefixes of a large one."""
    puts, put = [], TriePool.put

    def noted(self, prefix, number):
        puts[-1] += 1
        return put(self, prefix, number)

    def copied(self):
        assert self.live <= lpm._SMALL
        return TriePool.copied.original(self)

    index, entries = make_native_index(spec("lpm", ("lpm", 64)), Arena()), prefixes(15_000)
    for entry in entries:
        index.add(entry)
    peak = index.size
    copied.original = TriePool.copied
    monkeypatch.setattr(TriePool, "put", noted)
    monkeypatch.setattr(TriePool, "copied", copied)
    random.Random(4).shuffle(entries)
    for entry in entries[:-50]:
        puts.append(0)
        index.remove(entry)
    assert max(puts) == 4
    assert index.size < peak / 50
    assert all(index.lookup(e.key[0].value) is e for e in entries[-50:])


@pytest.mark.parametrize("memory", [GuardedMemory, lambda: ScarceMemory(1 << 30)], ids=["guarded", "scarce"])
@pytest.mark.parametrize("fields", [[("lpm", 32)], [("exact", 7), ("lpm", 12)], [("lpm", 130)]], ids=str)
def test_every_lookup_is_right_while_a_trie_is_tidied(fields, memory, monkeypatch):
    """Also with prefixes that look at the same bits, as padding makes possible, and when memory ends meanwhile."""
    monkeypatch.setattr(lpm, "_SMALL", 0)
    monkeypatch.setattr(lpm, "_STEP", 1)
    monkeypatch.setattr(lpm, "_LOOK", 6)
    table, rng, tidied = spec("lpm", *fields), random.Random(5), 0
    both = Pair(table, make_native_index(table, memory()))

    def add():
        both.native._memory.allowed = 1 << 30
        key = tuple(random_match(rng, part, []) for part in table.key)
        if both.python.same_bits(key) is None:
            both.add(key)

    while len(both.by_key) < 400:
        add()
    for step in range(700):
        if both.by_key and rng.random() < 0.8:
            both.native._memory.allowed = 1 << 30 if step % 3 else 0  # for ScarceMemory
            both.remove(*rng.choice(list(both.by_key)))
        else:
            add()
        tidied += both.native._store._second is not None
        near = [[m] for m in rng.choice(list(both.by_key))[0]] if both.by_key else [[]] * len(fields)
        for _ in range(4):
            values = [random_value(rng, part, m) for part, m in zip(table.key, near, strict=True)]
            python, native = both.both(values)
            assert native is python, (step, values)
    assert tidied > 20
