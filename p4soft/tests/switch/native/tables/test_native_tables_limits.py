# SPDX-License-Identifier: Apache-2.0
"""Native tables where it gets tight: hostile keys, no memory, the ends of number ranges."""

import ctypes
import mmap
import random
import subprocess
import sys

import pytest
from guarded_memory_kit import GuardedMemory
from native_tables_kit import Pair, ScarceMemory, random_match, random_value, spec

from p4soft.switch.native.memory import Arena, read_word
from p4soft.switch.native.tables import exact, make_native_index
from p4soft.switch.native.tables.exact import SEED
from p4soft.switch.state import Exact, InvalidEntry, Lpm, Range, Ternary
from p4soft.switch.state.errors import OutOfMemory
from p4soft.switch.state.lookup import Entry


def pair(table, memory=None):
    return Pair(table, make_native_index(table, memory or GuardedMemory()))


def agree(both, *values):
    """Assert that both indexes find the same, and return what."""
    python, native = both.both(values)
    assert native is python, values
    return native


# --- Hostile keys ------------------------------------------------------------------------------------------------


def test_keys_that_all_hash_to_the_same(monkeypatch):
    """With a known seed anyone can make such keys: all is slow then, but right."""
    monkeypatch.setattr(exact, "random_word", lambda: 0)  # seed 0, multiplier 1: the hash of (x, 0) is 0
    both = pair(spec("exact", ("exact", 64), ("exact", 64)))
    keys = [(Exact(i), Exact(0)) for i in range(1, 700)]
    for key in keys:
        both.add(key)
    for i, key in enumerate(keys):
        if i % 3:
            both.remove(key)
    for i in range(701):
        assert (agree(both, i, 0) is not None) == (0 < i < 700 and (i - 1) % 3 == 0)


def test_keys_that_hash_to_the_same_are_parted_by_a_new_seed(monkeypatch):
    seeds = iter((0, 0, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9))
    monkeypatch.setattr(exact, "random_word", lambda: next(seeds))
    monkeypatch.setattr(exact, "_FAR", 3)
    index = make_native_index(spec("exact", ("exact", 64), ("exact", 64)), Arena())
    for i in range(5):  # the last one is four records from where it should be
        assert read_word(index._hash.address + SEED) == 0
        index.add(Entry(i, (Exact(i), Exact(0)), 0, None))
    assert read_word(index._hash.address + SEED) == 0x9E3779B97F4A7C15
    assert [index.lookup((i, 0)).handle for i in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("fields", [[("lpm", 128)], [("exact", 9), ("lpm", 32)], [("lpm", 150), ("exact", 100)]])
def test_prefixes_of_every_length_within_each_other(fields):
    table = spec("lpm", *fields)
    both = pair(table)
    position = next(i for i, f in enumerate(fields) if f[0] == "lpm")
    width = fields[position][1]
    ones = (1 << width) - 1

    def key(length):
        parts = [Exact(1)] * len(fields)
        parts[position] = Lpm(ones >> (width - length) << (width - length), length)
        return tuple(parts)

    def find(value):
        parts = [1] * len(fields)
        parts[position] = value
        return agree(both, *parts)

    order = [n for n in range(width + 1) if both.python.same_bits(key(n)) is None]
    random.Random(1).shuffle(order)
    for length in order:
        both.add(key(length))
    for bit in range(width):
        found = find(ones ^ (1 << bit))
        assert found.key[position].prefix_len == width - 1 - bit or width % 8
    assert find(ones).key[position].prefix_len == width
    for length in order[::2]:
        both.remove(key(length))
    for bit in range(width):
        find(ones ^ (1 << bit))
    for length in order[1::2]:
        both.remove(key(length))
        assert find(ones) is None or length != order[-1]
    assert find(ones) is None


def test_prefixes_that_look_at_no_bit_of_a_padded_field():
    """simple_switch counts padding: of 12 bits, prefixes of 0 to 4 look at none, and the longest of them wins."""
    both = pair(spec("lpm", ("lpm", 12)))
    for length in (2, 0, 4, 1):
        both.add((Lpm(0, length),))
    assert agree(both, 0xFFF).key == (Lpm(0, 4),)
    both.remove((Lpm(0, 1),))
    both.remove((Lpm(0, 4),))
    assert agree(both, 0xFFF).key == (Lpm(0, 2),)
    both.add((Lpm(0, 3),))
    assert agree(both, 0).key == (Lpm(0, 3),)
    for length in (3, 2, 0):
        both.remove((Lpm(0, length),))
    assert agree(both, 0) is None


@pytest.mark.parametrize("match", [Ternary(0x50, 0xF0), Range(0x50, 0x5F)])
@pytest.mark.parametrize("count", [20, 300])
def test_the_same_match_with_many_priorities(match, count):
    kind = "ternary" if isinstance(match, Ternary) else "range"
    both = pair(spec(kind, (kind, 8)))
    rng = random.Random(2)
    priorities = rng.sample(range(1, 10_000), count)
    for priority in priorities:
        both.add((match,), priority)
        assert agree(both, 0x5A).priority == max(p for _, p in both.by_key)
    rng.shuffle(priorities)
    for n, priority in enumerate(priorities):
        both.remove((match,), priority)
        left = priorities[n + 1 :]
        assert (agree(both, 0x5A).priority if left else agree(both, 0x5A)) == (max(left) if left else None)
    assert agree(both, 0x4A) is None


def test_equal_priorities_go_to_the_lowest_handle():
    both = pair(spec("ternary", ("ternary", 16)))
    for i in range(100):
        both.add((Ternary(0, 1 << (i % 16)) if i < 16 else Ternary(0, i << 4),), 7)
    assert agree(both, 0).handle == 0
    both.remove((Ternary(0, 1),), 7)
    assert agree(both, 0).handle == 1
    both.add((Ternary(0, 0xF00F),), 7)  # takes handle 0 again, though it came last
    assert agree(both, 0).key == (Ternary(0, 0xF00F),)


def test_ranges_that_all_overlap():
    both = pair(spec("range", ("range", 16), ("exact", 8)))
    rng = random.Random(3)
    for i in range(200):
        both.add((Range(i, 0xFFFF - i), Exact(1)), rng.randint(1, 50))
    for value in (*range(0, 0x200, 7), *range(0xFE00, 0x10000, 5)):
        agree(both, value, 1)
        assert agree(both, value, 2) is None


def test_more_masks_than_entries_share():
    both = pair(spec("ternary", ("ternary", 64)))
    rng = random.Random(4)
    masks = [rng.getrandbits(64) for _ in range(400)]
    for mask in masks:
        both.add((Ternary(rng.getrandbits(64) & mask, mask),), rng.randint(1, 1000))
    for key, _ in list(both.by_key):
        agree(both, key[0].value)
    for key, priority in list(both.by_key)[:350]:
        both.remove(key, priority)
        agree(both, key[0].value)


# --- Ends of ranges ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["exact", "lpm", "ternary", "range"])
def test_a_field_without_bits(kind):
    both = pair(spec(kind, (kind, 0)))
    key = {"exact": Exact(0), "lpm": Lpm(0, 0), "ternary": Ternary(0, 0), "range": Range(0, 0)}[kind]
    assert agree(both, 0) is None
    both.add((key,), 1)
    assert agree(both, 0) is not None
    both.remove((key,), 1)
    assert agree(both, 0) is None


@pytest.mark.parametrize("kind", ["exact", "lpm", "ternary", "range"])
@pytest.mark.parametrize("width", [1, 63, 64, 65, 127, 128, 129, 300, 2048])
def test_the_highest_and_lowest_values(kind, width):
    both = pair(spec(kind, (kind, width)))
    full = (1 << width) - 1
    make = {
        "exact": Exact,
        "lpm": lambda v: Lpm(v, width),
        "ternary": lambda v: Ternary(v, full),
        "range": lambda v: Range(v, v),
    }[kind]
    for value in (0, full, full >> 1):
        both.add((make(value),), 1)
    for value in (0, 1 & full, full, full >> 1, full - 1, (full >> 1) + 1):
        agree(both, value)


def test_priorities_to_the_highest_of_p4runtime():
    both = pair(spec("ternary", ("ternary", 8)))
    both.add((Ternary(0, 0),), 2**31 - 1)
    both.add((Ternary(1, 1),), 1)
    assert agree(both, 1).priority == 2**31 - 1
    with pytest.raises(InvalidEntry, match=r"^table t: priority 2147483648; accepted: at most 2147483647"):
        both.native.add(Entry(5, (Ternary(2, 2),), 2**31, None))
    assert agree(both, 2).priority == 2**31 - 1


# --- Memory ------------------------------------------------------------------------------------------------------

FIELDS = {
    "exact": [("exact", 32)],
    "lpm": [("lpm", 32)],
    "ternary": [("ternary", 32)],
    "range": [("range", 16), ("ternary", 16)],
}


@pytest.mark.parametrize("kind", FIELDS)
def test_without_memory_nothing_changes(kind):
    """What fails for want of memory leaves the table as it was, and works when tried again."""
    table = spec(kind, *FIELDS[kind])
    memory = ScarceMemory(100)
    both = pair(table, memory)
    memory.allowed = 0
    rng = random.Random(kind)
    failed, keys, pools = 0, [], [[] for _ in table.key]
    while len(keys) < 400:
        key = tuple(random_match(rng, k, pool) for k, pool in zip(table.key, pools, strict=True))
        if any(key == k for k, _ in keys):
            continue
        priority = rng.randint(1, 9) if kind in ("ternary", "range") else 0
        keys.append((key, priority))
        entry = Entry(len(keys) - 1, key, priority, None)
        try:
            both.native.add(entry)
        except OutOfMemory as error:
            assert str(error).startswith("table t: no memory for "), error
            failed += 1
            for k, _ in keys[-20:]:
                agree(both, *(random_value(rng, part, [m]) for part, m in zip(table.key, k, strict=True)))
            before = memory.used
            memory.allowed = 0
            with pytest.raises(OutOfMemory):
                both.native.add(entry)
            assert memory.used == before, "what a failed addition took is given back"
            memory.allowed = 1000
            both.native.add(entry)
            memory.allowed = 0
        both.python.add(entry)
        agree(both, *(random_value(rng, part, [m]) for part, m in zip(table.key, key, strict=True)))
    assert failed >= 3
    for handle, (key, priority) in enumerate(keys):  # removing needs no memory
        entry = Entry(handle, key, priority, None)
        both.python.remove(entry)
        both.native.remove(entry)
        agree(both, *(random_value(rng, part, [m]) for part, m in zip(table.key, key, strict=True)))


@pytest.mark.parametrize("kind", FIELDS)
def test_every_block_is_given_back(kind):
    table = spec(kind, *FIELDS[kind])
    arena = Arena()
    index = make_native_index(table, arena)
    rng = random.Random(5)
    for i in range(500):
        index.add(Entry(i, tuple(random_match(rng, k, []) for k in table.key), 1, None))
    assert arena.used >= index.size > 0
    index.free()
    assert arena.used == 0


def test_what_switches_have_alike_is_not_at_one_place_of_a_page():
    places = [[arena.allocate(1 << 15, "a test").address for _ in range(20)] for arena in [Arena() for _ in range(32)]]
    assert not any(address % 64 for addresses in places for address in addresses)
    assert len({addresses[0] % 4096 for addresses in places}) == 32
    assert all({address % 4096 for address in addresses} == {addresses[0] % 4096} for addresses in places)


def test_blocks_are_zero_and_apart_however_often_they_are_reused():
    arena, rng, blocks = Arena(), random.Random(6), []
    for _ in range(2000):
        if blocks and rng.random() < 0.5:
            block, content = blocks.pop(rng.randrange(len(blocks)))
            assert read(block) == content
            arena.free(block)
        else:
            size = rng.choice((1, 64, 65, 1000, 32768, 32769, 300_000))
            block = arena.allocate(size, "a test")
            assert block.address % 64 == 0
            assert block.size >= size
            assert not any(read(block))
            content = rng.randbytes(8) * (block.size // 8)
            write(block, content)
            blocks.append((block, read(block)))
    for block, content in blocks:
        assert read(block) == content
        arena.free(block)
    assert arena.used == 0


def read(block):
    return ctypes.string_at(block.address, block.size)


def write(block, content):
    ctypes.memmove(block.address, content, len(content))


@pytest.mark.parametrize("size", [1 << 62, 1 << 80])
def test_absurd_sizes_are_refused(size):
    with pytest.raises(OutOfMemory, match=rf"^table t: no memory for {size} more bytes \("):
        Arena().allocate(size, "table t")


def test_a_kernel_without_huge_pages(monkeypatch):
    monkeypatch.setattr(mmap, "MADV_HUGEPAGE", 9999)
    block = Arena().allocate(5 << 20, "a test")
    write(block, bytes(range(256)))
    assert read(block)[:256] == bytes(range(256))


LIMITED = """
import resource
from native_tables_kit import spec
from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.state import Exact
from p4soft.switch.state.lookup import Entry
from p4soft.switch.state.errors import OutOfMemory
index = make_native_index(spec("exact", ("exact", 256)), Arena())
entries = [Entry(i, (Exact(i),), 0, None) for i in range(60_000)]
assert index.lookup(0) is None  # compiled while there is memory for it, as a switch does
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 3_000_000, resource.RLIM_INFINITY))
try:
    for n, entry in enumerate(entries):
        index.add(entry)
except OutOfMemory as error:
    assert all(index.lookup(i).handle == i for i in range(n)) and index.lookup(n) is None
    print(error)
"""


def test_a_machine_without_memory():
    done = subprocess.run(
        [sys.executable, "-c", LIMITED],
        env={"PYTHONPATH": ":".join(p for p in sys.path if p), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.startswith("table t: no memory for "), done.stdout + done.stderr


# --- Growth ------------------------------------------------------------------------------------------------------


BOUNDS = {"exact": 60, "lpm": 100, "ternary": 130, "range": 150}
"""Bytes per entry that docs/performance.md promises for keys of up to 64 bits, from 1,000 entries on.

Half as much again while a table moves to a block of twice the size.
"""


def distinct_keys(kind, count):
    """That many match keys of a table in `FIELDS`."""
    rng, keys = random.Random(7), {}
    while len(keys) < count:
        value, length = rng.getrandbits(32), rng.randint(8, 32)
        mask = (1 << length) - 1 << (32 - length)
        key = {
            "exact": (Exact(value),),
            "lpm": (Lpm(value & mask, length),),
            "ternary": (Ternary(value & mask, mask),),
            "range": (Range(value & 0xFFF0, value & 0xFFFF), Ternary(value >> 16, 0xFFFF)),
        }[kind]
        keys[key] = None
    return list(keys)


@pytest.mark.parametrize("kind", BOUNDS)
def test_growth_is_amortised_and_memory_bounded(kind):
    """Few new blocks however many entries there are, and no more memory than promised, up and down again."""
    memory = ScarceMemory(60)
    index = make_native_index(spec(kind, *FIELDS[kind]), memory)
    entries = [
        Entry(i, key, 1, None) for i, key in enumerate(distinct_keys(kind, 8_000 if kind == "range" else 20_000))
    ]
    moving = 0
    for count, entry in enumerate(entries, 1):
        index.add(entry)
        assert count < 1000 or index.size < 1.5 * BOUNDS[kind] * count
        moving += index.size >= BOUNDS[kind] * count
    assert moving < len(entries) / 10
    peak = index.size
    memory.allowed = 60
    random.Random(8).shuffle(entries)
    for entry in entries[:-100]:
        index.remove(entry)
    if kind in ("exact", "lpm"):  # nodes of a tuple space stay until few entries are left
        assert index.size < peak / 8
    for entry in entries[-100:]:
        index.remove(entry)
    assert index.size < 8192
