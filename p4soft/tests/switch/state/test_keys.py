# SPDX-License-Identifier: Apache-2.0
"""Keys of tables: the quick check accepts what the one with the good messages does; an index tells keys apart."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.switch.native.tables.native_tables_kit import random_match, spec

from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.state import Exact, InvalidEntry, Lpm, Range, Ternary, Valid
from p4soft.switch.state.lookup import Entry, make_index
from p4soft.switch.state.match import KeyCheck, check_key

ints = st.sampled_from([-(1 << 200), -1, 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 240, 255, 256, 1 << 200])
matches = st.one_of(
    st.builds(Exact, ints),
    st.builds(Lpm, ints, ints),
    st.builds(Ternary, ints, ints),
    st.builds(Range, ints, ints),
    st.builds(Valid, st.booleans()),
)
fields = st.tuples(st.sampled_from(["exact", "lpm", "ternary", "range", "valid"]), st.sampled_from([1, 3, 4, 8]))


def refusal(function):
    try:
        function()
    except InvalidEntry as error:
        return str(error)
    return None


@given(st.lists(fields, max_size=3), st.lists(matches, max_size=3))
@example([("lpm", 8)], [Lpm(0xF0, 4)])
@example([("lpm", 3)], [Lpm(0x8, 3)])
@example([("ternary", 4), ("exact", 8)], [Ternary(5, 7), Exact(255)])
def test_the_quick_check_refuses_what_the_check_refuses(shape, key):
    table = spec("ternary", *shape)
    assert refusal(lambda: KeyCheck(table).check(key)) == refusal(lambda: check_key(table, key))


@pytest.mark.parametrize(
    "make", [make_index, lambda table: make_native_index(table, Arena())], ids=["python", "native"]
)
@pytest.mark.parametrize("count", [3, 300])
@pytest.mark.parametrize(
    "table",
    [
        spec("exact", ("exact", 32), ("exact", 3)),
        spec("lpm", ("exact", 4), ("lpm", 12)),
        spec("ternary", ("ternary", 16), ("lpm", 12)),
        spec("range", ("range", 6), ("ternary", 4)),
        spec("range", ("range", 80), ("exact", 2)),
    ],
    ids=lambda table: table.match,
)
def test_an_index_finds_a_key_with_its_priority_and_no_other(make, table, count):
    rng, index, pool = random.Random(count), make(table), []
    entries = {}
    while len(entries) < count:
        key = tuple(random_match(rng, part, pool) for part in table.key)
        priority = rng.randint(1, 3) if table.match in ("ternary", "range") else 0
        if table.match == "lpm" and index.same_bits(key) is not None:
            continue
        assert (index.find(key, priority) is not None) == ((key, priority) in entries)
        if (key, priority) not in entries:
            entries[key, priority] = Entry(len(entries), key, priority, None)
            index.add(entries[key, priority])
    for (key, priority), entry in list(entries.items())[::2]:
        assert index.find(key, priority) is entry
        index.remove(entry)
        assert index.find(key, priority) is None
    for (key, priority), entry in list(entries.items())[1::2]:
        assert index.find(key, priority) is entry
