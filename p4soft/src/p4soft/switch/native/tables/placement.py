# SPDX-License-Identifier: Apache-2.0
"""An entry of a ternary or range table as native code sees it: value, mask, rank, and the limits of its ranges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.switch.native.ir_blocks import Code, Word

NUMBER_BITS = 32
HIGHEST_PRECEDENCE = 0x7FFF_FFFF
NOTHING = 0xFFFF_FFFF_0000_0000
"""A rank that is worse than any, of entry number -1."""


def rank_value(precedence: int, number: int) -> int:
    """The rank of an entry: a better one has a smaller rank. The highest precedence is best, then the lowest number."""
    return ((HIGHEST_PRECEDENCE - precedence) << NUMBER_BITS) | (number + 1)


def number_of(rank: Word) -> Word:
    """The number + 1 of a rank's entry."""
    return rank & ((1 << NUMBER_BITS) - 1)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an entry matches: `key & mask == value`, and each range field within its limits.

    Attributes:
        number: the entry's number.
        rank: see `rank_value`.
        limits: for each range field its lowest and its highest value, in whole words.
    """

    number: int
    rank: int
    value: int
    mask: int
    limits: bytes = b""


@dataclass(frozen=True)
class RangeField:
    """Where a range field is in the concatenated key: `width` bits, `shift` bits from the low end."""

    shift: int
    width: int

    @property
    def words(self) -> int:
        """Words of each of its two limits."""
        return max(1, -(-self.width // 64))

    def limits(self, low: int, high: int) -> bytes:
        """The two limits as native code reads them."""
        return low.to_bytes(8 * self.words, "little") + high.to_bytes(8 * self.words, "little")

    def within(self, f: Code, limits: Word, key: Word) -> Word:
        """One bit: the field, of a key that is one wide word, is within the limits at an address."""
        bits = 64 * self.words
        value = (key >> self.shift).resized(self.width).resized(bits) if self.width else f.constant(0)
        return (f.load(limits, bits) <= value) & (value <= f.load(limits + 8 * self.words, bits))


def limits_size(ranges: Sequence[RangeField]) -> int:
    """Bytes of the limits of all range fields."""
    return sum(16 * r.words for r in ranges)


def all_within(f: Code, ranges: Sequence[RangeField], limits: Word, key: Word) -> Word:
    """One bit: every range field of the key is within its limits, which start at an address."""
    inside, offset = f.constant(1, 1), 0
    for field in ranges:
        inside = inside & field.within(f, limits + offset, key)
        offset += 16 * field.words
    return inside
