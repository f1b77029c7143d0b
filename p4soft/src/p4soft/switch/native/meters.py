# SPDX-License-Identifier: Apache-2.0
"""Meters whose words (`state.meters`) are in native memory, and their arithmetic in machine code."""

from __future__ import annotations

from llvmlite import ir
from typing_extensions import override

from p4soft.switch.native.ints import I64, POINTER
from p4soft.switch.native.memory import Numbers, Rows
from p4soft.switch.native.unit import Body, Unit
from p4soft.switch.program.model import MeterArraySpec
from p4soft.switch.state.cells import (
    BURST,
    COMMITTED,
    CONFIGURED,
    EARNED,
    GREEN,
    MOST_TOKENS,
    ORIGIN,
    PEAK,
    RATE,
    RED,
    TOKENS,
    WORDS,
    YELLOW,
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
    return b.call(body.unit.once("meter", lambda: _function(body.unit)), [words, now, amount])


def _function(unit: Unit) -> ir.Function:
    """`meter(words, now, amount)`: as `Meter.execute`."""
    take = _take_function(unit)
    body = unit.apart("meter", I64, (POINTER, I64, I64))
    b = body.b
    words, now, amount = body.function.args
    zero = ir.Constant(I64, 0)
    with body.when(b.icmp_unsigned("==", _load(body, words, CONFIGURED), zero)):
        b.ret(ir.Constant(I64, GREEN))
    passed = b.sub(now, _load(body, words, ORIGIN))
    elapsed = b.sitofp(b.select(b.icmp_signed("<", passed, zero), zero, passed), _DOUBLE)
    for bucket, otherwise in ((PEAK, RED), (COMMITTED, YELLOW)):
        enough = b.call(take, [body.at(words, 8 * bucket), elapsed, amount])
        with body.when(b.icmp_unsigned("==", enough, zero)):
            b.ret(ir.Constant(I64, otherwise))
    b.ret(ir.Constant(I64, GREEN))
    return body.function


def _take_function(unit: Unit) -> ir.Function:
    """`meter.take(bucket, elapsed, amount)`: refill a bucket, and whether the amount was there, which is then gone."""
    body = unit.function("meter.take", I64, (POINTER, _DOUBLE, I64))
    b = body.b
    bucket, elapsed, amount = body.function.args
    earned = b.fmul(elapsed, b.bitcast(_load(body, bucket, RATE), _DOUBLE))
    most = ir.Constant(_DOUBLE, float(MOST_TOKENS))
    many = b.fcmp_ordered(">=", earned, most)
    total = b.fptosi(b.select(many, most, earned), I64)
    refilled = b.sub(b.add(_load(body, bucket, TOKENS), total), _load(body, bucket, EARNED))
    burst = _load(body, bucket, BURST)
    tokens = b.select(b.icmp_signed("<", refilled, burst), refilled, burst)
    enough = b.icmp_signed(">=", tokens, amount)
    left = b.select(enough, b.sub(tokens, amount), tokens)
    b.store(left, body.at(bucket, 8 * TOKENS), align=8)
    b.store(total, body.at(bucket, 8 * EARNED), align=8)
    b.ret(b.zext(enough, I64))
    return body.function


def _load(body: Body, pointer: ir.Value, word: int) -> ir.Value:
    return body.b.load(body.at(pointer, 8 * word), typ=I64, align=8)
