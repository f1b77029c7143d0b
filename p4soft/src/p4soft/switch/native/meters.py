# SPDX-License-Identifier: Apache-2.0
"""Meters whose words (`state.meters`) are in native memory, and their arithmetic in machine code."""

from __future__ import annotations

from llvmlite import ir
from typing_extensions import override

from p4soft.switch.native.ints import I64
from p4soft.switch.native.memory import Numbers, Rows
from p4soft.switch.native.unit import Body
from p4soft.switch.program.model import MeterArraySpec
from p4soft.switch.state.cells import (
    WORDS,
    Meter,
    MeterArray,
    Words,
)
from p4soft.switch.state.errors import OutOfMemory

METER_SIZE = 8 * WORDS
_DOUBLE = ir.DoubleType()
_MASK64 = (1 << 64) - 1


class RowWords(Words):
    """The words of one meter in rows that may move as they grow."""

    __slots__ = ("_at", "_rows")

    def __init__(self, rows: Rows, number: int) -> None:
        self._rows = rows
        self._at = number * WORDS

    @override
    def __getitem__(self, index: int, /) -> int:
        value = self._rows.longs[self._at + index]
        return value - (1 << 64) if value >> 63 else value

    @override
    def __setitem__(self, index: int, value: int, /) -> None:
        self._rows.longs[self._at + index] = value & _MASK64


class DirectMeters:
    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._numbers = Numbers()

    def settle(self, meter: Meter) -> int:
        """Keep a meter's state in native memory: the number of its row; raises OutOfMemory."""
        number = self._numbers.take()
        try:
            self._rows.reserve(number + 1)
        except OutOfMemory:
            self._numbers.give_back(number)
            raise
        meter.move(RowWords(self._rows, number))
        return number

    def unsettle(self, meter: Meter, number: int) -> None:
        """The row is no longer the meter's, which keeps its state."""
        meter.move([0] * WORDS)
        self._numbers.give_back(number)


class NativeMeterArray(MeterArray):
    """An indirect meter whose cells are rows, as many as it has cells; raises OutOfMemory."""

    __slots__ = ("_rows",)

    def __init__(self, spec: MeterArraySpec, rows: Rows) -> None:
        super().__init__(spec.name, spec.size, spec.unit)
        rows.reserve(max(1, spec.size))
        self._rows = rows

    @override
    def new_cell(self, index: int) -> Meter:
        return Meter(RowWords(self._rows, index))


def colour(body: Body, rows: ir.Value, number: ir.Value, now: ir.Value, amount: ir.Value) -> ir.Value:
    """The colour (64 bits) of a packet by the meter in a row: `now` in microseconds, `amount` in the meter's units."""
    b = body.b
    words = body.part(rows, b.mul(number, ir.Constant(I64, METER_SIZE)), METER_SIZE)
    return b.call(body.unit.fixed("meter_colour"), [words, now, amount])
