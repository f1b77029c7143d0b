# SPDX-License-Identifier: Apache-2.0
"""`random` in machine code: the numbers that Python's `random.Random.randint` would draw, from the same state.

That is a Mersenne Twister (Matsumoto and Nishimura, MT19937): 624 words of 32 bits, made anew when all are used.

    words, 32 bits each | how many of them are used, 64 bits
"""

from __future__ import annotations

import ctypes
import random

from llvmlite import ir

from p4soft.switch.native.context import RANDOM
from p4soft.switch.native.ints import I32, I64, I128, POINTER, VOID
from p4soft.switch.native.tables import Memory
from p4soft.switch.native.tables.memory_words import read_word, write_word
from p4soft.switch.native.unit import Body, Unit

_WORDS, _MIDDLE = 624, 397
_USED = 4 * _WORDS
_UPPER, _LOWER, _TWIST = 0x8000_0000, 0x7FFF_FFFF, 0x9908_B0DF
_TEMPERING = ((False, 11, 0xFFFF_FFFF), (True, 7, 0x9D2C_5680), (True, 15, 0xEFC6_0000), (False, 18, 0xFFFF_FFFF))
"""Shifts to the left or not, by how many bits, and of what is shifted the bits that count."""


class RandomState:
    """The state of a generator, which belongs to machine code between `take` and `give_back`; `address` is where."""

    def __init__(self, memory: Memory) -> None:
        self._block = memory.allocate(_USED + 8, "random numbers")
        self.address = self._block.address
        self._words = (ctypes.c_uint32 * _WORDS).from_address(self.address)

    def take(self, rng: random.Random) -> None:
        """Go on where a generator of Python's is."""
        _, (*words, used), _ = rng.getstate()
        self._words[:] = words
        write_word(self.address + _USED, used)

    def give_back(self, rng: random.Random) -> None:
        """Let a generator of Python's go on where this one is."""
        version, _, gauss = rng.getstate()
        rng.setstate((version, (*self._words, read_word(self.address + _USED)), gauss))


def emit_between(unit: Unit) -> ir.Function:
    """`random.between(context, low, high)`: as `randint`, low <= high, 64 bits each; made once for a module."""
    return unit.once("random.between", lambda: _emit_between(unit))


def _emit_between(unit: Unit) -> ir.Function:
    draw = _emit_draw(unit)
    body = unit.apart("random.between", I64, (POINTER, I64, I64))
    b = body.b
    context, low, high = body.function.args
    count = b.add(b.zext(b.sub(high, low), I128), ir.Constant(I128, 1))  # 65 bits at most
    leading = unit.intrinsic("llvm.ctlz.i128", ir.FunctionType(I128, (I128, ir.IntType(1))))
    bits = b.trunc(b.sub(ir.Constant(I128, 128), b.call(leading, [count, ir.Constant(ir.IntType(1), 0)])), I64)
    drawn, left, at = body.variable(I128), body.variable(I64), body.variable(I64)
    again, more, whole, end = (body.block(name) for name in ("again", "more", "whole", "end"))
    b.branch(again)
    b.position_at_end(again)  # words from the lowest on, of the last its highest bits, until the number is below count
    b.store(ir.Constant(I128, 0), drawn)
    b.store(bits, left)
    b.store(ir.Constant(I64, 0), at)
    b.branch(more)
    b.position_at_end(more)
    word, wanted = b.zext(b.call(draw, [context]), I64), b.load(left)
    last = b.icmp_unsigned("<=", wanted, ir.Constant(I64, 32))
    cut = b.select(last, b.sub(ir.Constant(I64, 32), wanted), ir.Constant(I64, 0))
    part = b.shl(b.zext(b.lshr(word, cut), I128), b.zext(b.load(at), I128))
    b.store(b.or_(b.load(drawn), part), drawn)
    b.store(b.add(b.load(at), ir.Constant(I64, 32)), at)
    b.store(b.sub(wanted, ir.Constant(I64, 32)), left)
    b.cbranch(last, whole, more)
    b.position_at_end(whole)
    b.cbranch(b.icmp_unsigned("<", b.load(drawn), count), end, again)
    b.position_at_end(end)
    b.ret(b.add(low, b.trunc(b.load(drawn), I64)))
    return body.function


def _emit_draw(unit: Unit) -> ir.Function:
    """`random.draw(context)`: 32 random bits."""
    renew = _emit_renew(unit)
    body = unit.function("random.draw", I32, (POINTER,))
    b, state = body.b, body.pointer_in_context(RANDOM)
    used = b.load(body.at(state, _USED), typ=I64, align=8)
    with body.when(b.icmp_unsigned(">=", used, ir.Constant(I64, _WORDS))):
        b.call(renew, [state])
        b.store(ir.Constant(I64, 0), body.at(state, _USED), align=8)
    used = b.load(body.at(state, _USED), typ=I64, align=8)
    value = _load(body, state, used)
    b.store(b.add(used, ir.Constant(I64, 1)), body.at(state, _USED), align=8)
    for left, by, kept in _TEMPERING:
        shift = b.shl if left else b.lshr
        value = b.xor(value, b.and_(shift(value, ir.Constant(I32, by)), ir.Constant(I32, kept)))
    b.ret(value)
    return body.function


def _emit_renew(unit: Unit) -> ir.Function:
    """`random.renew(state)`: the next 624 words."""
    body = unit.apart("random.renew", VOID, (POINTER,))
    b, (state,) = body.b, body.function.args
    with body.count_to(ir.Constant(I64, _WORDS)) as i:
        upper = b.and_(_load(body, state, i), ir.Constant(I32, _UPPER))
        lower = b.and_(_load(body, state, _around(body, i, 1)), ir.Constant(I32, _LOWER))
        both = b.or_(upper, lower)
        odd = b.icmp_unsigned("!=", b.and_(both, ir.Constant(I32, 1)), ir.Constant(I32, 0))
        twist = b.select(odd, ir.Constant(I32, _TWIST), ir.Constant(I32, 0))
        far = _load(body, state, _around(body, i, _MIDDLE))
        made = b.xor(far, b.xor(b.lshr(both, ir.Constant(I32, 1)), twist))
        b.store(made, body.at(state, b.shl(i, ir.Constant(I64, 2))), align=4)
    b.ret_void()
    return body.function


def _around(body: Body, i: ir.Value, ahead: int) -> ir.Value:
    """The number of the word `ahead` of word i, from the last on to the first."""
    b, size = body.b, ir.Constant(I64, _WORDS)
    number = b.add(i, ir.Constant(I64, ahead))
    return b.select(b.icmp_unsigned("<", number, size), number, b.sub(number, size))


def _load(body: Body, state: ir.Value, number: ir.Value) -> ir.Value:
    return body.b.load(body.at(state, body.b.shl(number, ir.Constant(I64, 2))), typ=I32, align=4)
