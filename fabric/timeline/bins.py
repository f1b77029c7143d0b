# SPDX-License-Identifier: Apache-2.0
"""Rows of numbers over time in bounded memory: when there are too many, each two become one that covers both."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


class Joined(Enum):
    """What two values of neighbouring bins are together."""

    SUM = "sum"
    PEAK = "peak"
    LAST = "last"


class Bins:
    """Bins of equal length, but for the last one, which may be shorter.

    Attributes:
        from_ns: where the first begins.
        step_ns: how long each is.
        rows: the values of each.
    """

    def __init__(self, joined: Sequence[Joined], *, from_ns: int, step_ns: int, most: int) -> None:
        """Rows of as many values as `joined` has; `most` of them, an even number, are too many."""
        self._sums = [place for place, each in enumerate(joined) if each is Joined.SUM]
        self._peaks = [place for place, each in enumerate(joined) if each is Joined.PEAK]
        self._most = most
        self.from_ns = from_ns
        self.step_ns = step_ns
        self.rows: list[list[int]] = []

    def add(self, row: list[int]) -> None:
        """The values of the next bin."""
        self.rows.append(row)
        if len(self.rows) >= self._most:
            self.halve()

    def halve(self) -> None:
        """Join each two bins."""
        rows = self.rows
        self.rows = [
            self._join(rows[place], rows[place + 1]) if place + 1 < len(rows) else rows[place]
            for place in range(0, len(rows), 2)
        ]
        self.step_ns *= 2

    def _join(self, one: list[int], other: list[int]) -> list[int]:
        both = list(other)
        for place in self._sums:
            both[place] += one[place]
        for place in self._peaks:
            both[place] = max(both[place], one[place])
        return both

    @property
    def next_ns(self) -> int:
        """When the bin that is not there yet ends."""
        return self.from_ns + (len(self.rows) + 1) * self.step_ns

    def start_ns(self, place: int) -> int:
        """When a bin begins."""
        return self.from_ns + place * self.step_ns
