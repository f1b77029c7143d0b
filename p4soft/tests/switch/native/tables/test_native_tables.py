# SPDX-License-Identifier: Apache-2.0
"""The native lookup structures find what the Python ones find, whatever is added, removed and looked up."""

import os
import random

import pytest
from guarded_memory_kit import GuardedMemory
from llvmlite import ir
from native_tables_kit import Pair, random_match, random_value, spec

from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import make_native_index, ranked

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
