# SPDX-License-Identifier: Apache-2.0
"""Select keysets: ranges as masks, keys as byte-padded concatenations."""

from hypothesis import given, settings
from hypothesis import strategies as st

from p4soft.compiler.backend.parsers import combine, expand_ranges, range_to_masks


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 255), st.integers(0, 255))
def test_a_range_is_covered_exactly_and_without_overlap(a, b):
    low, high = min(a, b), max(a, b)
    masks = list(range_to_masks(low, high, 8))
    for value in range(256):
        assert sum(value & mask == prefix for prefix, mask in masks) == (low <= value <= high)


def test_the_whole_range_is_one_mask():
    assert list(range_to_masks(0, 255, 8)) == [(0, 0)]
    assert list(range_to_masks(1, 6, 3)) == [(1, 7), (2, 6), (4, 6), (6, 7)]


def test_keys_are_padded_to_bytes():
    # The example of BMv2's JSON_format.md: 12-bit 0xaba and 2-bit 0x3 make 0x0aba03.
    assert combine([(0xABA, 0xFFF), (3, 3)], [12, 2]) == (0x0ABA03, 0x0FFF03, 3)


def test_one_default_covers_all_keys():
    assert combine([(0, 0)], [12, 2]) == (0, 0, 3)


def test_ranges_multiply():
    assert expand_ranges([range(1, 3), (5, 0xFF)], [8, 8]) == [[(1, 255), (5, 255)], [(2, 255), (5, 255)]]
