# SPDX-License-Identifier: Apache-2.0
"""Division and remainder of integers of any width, as BMv2 and the generated Python define them.

Machines divide 64 bits, and what LLVM calls for more is not in every process; wider numbers are divided bit by bit.
"""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.native.ints import I64, Int, is_negative, resize, sized
from p4soft.switch.native.unit import Body, Unit


def divide(body: Body, op: str, left: Int, right: Int) -> Int:
    """`left / right` rounded towards zero, or `left % right` with the sign of `left`; 0 for a division by zero."""
    b = body.b
    bits = sized(max(left.bits, right.bits))
    x, y = (_magnitude(body, v, bits) for v in (left, right))
    zero = b.icmp_unsigned("==", y, ir.Constant(y.type, 0))
    safe = b.select(zero, ir.Constant(y.type, 1), y)
    if bits <= 64:
        result = (b.udiv if op == "/" else b.urem)(x, safe)
    else:
        name = f"divide.{bits}"
        pair = b.call(body.unit.once(name, lambda: _long_division(body.unit, name, bits)), [x, safe])
        result = b.extract_value(pair, 0 if op == "/" else 1)
    result = b.select(zero, ir.Constant(y.type, 0), result)
    value = Int(result, bits)
    if not left.signed and not right.signed:
        return value
    minus = is_negative(b, left)
    if op == "/":
        minus = b.xor(minus, is_negative(b, right))
    wide = resize(b, value, sized(bits + 1))
    return Int(b.select(minus, b.sub(ir.Constant(wide.type, 0), wide), wide), bits + 1, signed=True)


def _magnitude(body: Body, value: Int, bits: int) -> ir.Value:
    b = body.b
    if not value.signed:
        return resize(b, value, bits)
    wide = resize(b, value, bits)
    return b.select(is_negative(b, value), b.sub(ir.Constant(wide.type, 0), wide), wide)


def _long_division(unit: Unit, name: str, bits: int) -> ir.Function:
    """The function that gives quotient and remainder of integers of `bits` bits."""
    kind, wide = ir.IntType(bits), ir.IntType(bits + 1)
    inner = unit.function(name, ir.LiteralStructType([kind, kind]), (kind, kind))
    b = inner.b
    x, y = inner.function.args
    divisor = b.zext(y, wide)
    quotient, rest = inner.variable(kind), inner.variable(wide)
    b.store(ir.Constant(kind, 0), quotient)
    b.store(ir.Constant(wide, 0), rest)
    with inner.count_to(ir.Constant(I64, bits)) as i:
        shift = b.sub(ir.Constant(I64, bits - 1), i)
        place = b.trunc(shift, kind) if bits < 64 else b.zext(shift, kind) if bits > 64 else shift
        bit = b.and_(b.lshr(x, place), ir.Constant(kind, 1))
        now = b.or_(b.shl(b.load(rest), ir.Constant(wide, 1)), b.zext(bit, wide))
        fits = b.icmp_unsigned(">=", now, divisor)
        b.store(b.select(fits, b.sub(now, divisor), now), rest)
        more = b.or_(b.load(quotient), b.shl(b.zext(fits, kind), place))
        b.store(more, quotient)
    pair = ir.Constant(ir.LiteralStructType([kind, kind]), ir.Undefined)
    pair = b.insert_value(pair, b.load(quotient), 0)
    pair = b.insert_value(pair, b.trunc(b.load(rest), kind), 1)
    b.ret(pair)
    return inner.function
