# SPDX-License-Identifier: Apache-2.0
"""Keys of tables: the quick reading of well-formed ones accepts exactly what the check with the good messages does."""

from hypothesis import example, given
from hypothesis import strategies as st
from tests.switch.native.tables.native_tables_kit import spec

from p4soft.switch.state import Exact, InvalidEntry, Lpm, Range, Ternary, Valid
from p4soft.switch.state.match import KeyReader, check_key

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
def test_the_reader_refuses_what_the_check_refuses(shape, key):
    table = spec("ternary", *shape)
    assert refusal(lambda: KeyReader(table).numbers(key)) == refusal(lambda: check_key(table, key))


@given(st.lists(st.tuples(fields, matches, matches), min_size=1, max_size=3))
def test_different_keys_have_different_numbers(parts):
    table = spec("ternary", *(field for field, _, _ in parts))
    one, two = [a for _, a, _ in parts], [b for _, _, b in parts]
    if refusal(lambda: check_key(table, one)) is None and refusal(lambda: check_key(table, two)) is None:
        read = KeyReader(table).numbers
        assert (read(one) == read(two)) == (one == two)
