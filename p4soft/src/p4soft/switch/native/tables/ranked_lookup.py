# SPDX-License-Identifier: Apache-2.0
"""Looks up a ternary or range table: rows from the best rank to the worst while they are few, or else a tuple space.

root:  hash block | tuples | nodes | rows          (addresses; rows is 0 when the tuple space has the entries)
rows:  how many | unused, then one row each        row: rank | value words | mask words | limits
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.native.ir_blocks import I32, POINTER, Code, Word, function
from p4soft.switch.native.tables.placement import RangeField, all_within, limits_size
from p4soft.switch.native.tables.tuple_lookup import TupleSearch

ROWS = 24
ROWS_HEADER = 16
ROW_RANK, ROW_VALUE = 0, 8


def row_size(words: int, ranges: Sequence[RangeField]) -> int:
    """Bytes of a row for keys of `words` words."""
    return ROW_VALUE + 16 * words + limits_size(ranges)


@dataclass(frozen=True)
class RankedLookup:
    """The search, for keys of `words` words with these range fields."""

    words: int
    ranges: tuple[RangeField, ...] = ()

    def emit(self, module: ir.Module, name: str) -> ir.Function:
        """Add the lookup function."""
        with function(module, name, I32, (POINTER, POINTER)) as (f, (root, at)):
            key = [f.load(at + 8 * i) for i in range(self.words)]
            rows = f.load(root + ROWS)
            with f.when(rows.differs(0)):
                self._rows(f, rows, key, at)
            TupleSearch(f, root, key, at, self.ranges).emit()
        return f.function

    def emit_ahead(self, module: ir.Module, name: str, whole: ir.Function) -> None:
        """None: which masks must be tried follows from what is found."""
        del module, name, whole

    def _rows(self, f: Code, rows: Word, key: Sequence[Word], at: Word) -> None:
        """Return the first row that matches."""
        size = row_size(self.words, self.ranges)
        row = f.variable(rows + ROWS_HEADER)
        end = row.get() + f.load(rows) * size
        with f.loop(lambda: row.get() < end):
            this, different = row.get(), f.constant(0)
            for i, word in enumerate(key):
                value, mask = f.load(this + ROW_VALUE + 8 * i), f.load(this + ROW_VALUE + 8 * (self.words + i))
                different = different | ((word & mask) ^ value)
            with f.when(different.equals(0)):
                limits = this + ROW_VALUE + 16 * self.words
                with f.when(all_within(f, self.ranges, limits, f.load(at, 64 * self.words))):
                    f.ret(f.load(this + ROW_RANK).resized(32) - 1)
            row.set(this + size)
        f.ret(f.constant(-1, 32))
