# SPDX-License-Identifier: Apache-2.0
"""Select keysets: ranges as masks, and several keys as the one byte-padded number BMv2 compares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

Ternary = tuple[int, int]
"""(value, mask)."""


def range_to_masks(low: int, high: int, width: int) -> Iterator[Ternary]:
    """The fewest aligned value/mask pairs that cover `low..high` (inclusive) of `width` bits."""
    everything = (1 << width) - 1
    while low <= high:
        size = low & -low if low else 1 << width
        while low + size - 1 > high:
            size >>= 1
        yield low, everything & ~(size - 1)
        low += size


def expand_ranges(keysets: Sequence[Ternary | range], widths: Sequence[int]) -> list[list[Ternary]]:
    """Every combination of keysets with the ranges replaced by masks."""
    choices: list[list[Ternary]] = []
    for i, keyset in enumerate(keysets):
        if isinstance(keyset, range):
            choices.append(list(range_to_masks(keyset.start, keyset.stop - 1, widths[i])))
        else:
            choices.append([keyset])
    return [list(choice) for choice in product(*choices)]


def combine(keysets: Sequence[Ternary], widths: Sequence[int]) -> tuple[int, int, int]:
    """Byte-padded keys one after the other: value, mask, length in bytes. A single default keyset covers all keys."""
    if len(keysets) < len(widths):
        return 0, 0, sum((w + 7) // 8 for w in widths)
    value = mask = size = 0
    for (part, part_mask), width in zip(keysets, widths, strict=True):
        length = (width + 7) // 8
        value = value << (8 * length) | part
        mask = mask << (8 * length) | part_mask
        size += length
    return value, mask, size
