# SPDX-License-Identifier: Apache-2.0
"""Exact integers in LLVM IR: every value knows how many bits it may need, so that nothing ever overflows.

BMv2 and the generated Python compute with integers without bounds. An `Int` here is a native integer of whatever width
holds every value that the expression can have; where only the low bits are wanted (`& mask`, an assignment),
`exprs.low` computes only those.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from llvmlite import ir
from msgspec import Struct

from p4soft.llvm import Unsupported

MAX_WIDTH = 8192  # bits of an intermediate value; wider ones make LLVM slow out of all proportion

I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
POINTER = ir.PointerType()
VOID = ir.VoidType()


class Int(Struct, frozen=True, eq=False):
    """An integer: `value` is extended from `bits` bits (by zeros, or by its sign) to the width of its LLVM type."""

    value: ir.Value
    bits: int
    signed: bool = False

    @property
    def signed_bits(self) -> int:
        """Bits it needs as a signed number."""
        return self.bits if self.signed else self.bits + 1


def const(value: int) -> Int:
    """A number known now."""
    if value < 0:
        bits = (-value - 1).bit_length() + 1
        return Int(ir.Constant(ir.IntType(bits), value), bits, signed=True)
    bits = max(1, value.bit_length())
    return Int(ir.Constant(ir.IntType(bits), value), bits)


def width_of(value: ir.Value) -> int:
    """Bits of an LLVM integer."""
    return int(value.type.width)


def resize(b: ir.IRBuilder, x: Int, width: int) -> ir.Value:
    """`x` modulo 2**width, as an integer of `width` bits."""
    have = width_of(x.value)
    number = known(x)
    if number is not None:
        return ir.Constant(ir.IntType(width), number & ((1 << width) - 1))
    if have > width:
        return b.trunc(x.value, ir.IntType(width))
    if have < width:
        return b.sext(x.value, ir.IntType(width)) if x.signed else b.zext(x.value, ir.IntType(width))
    return x.value


def sized(bits: int) -> int:
    """`bits`, checked. Raises Unsupported: more than MAX_WIDTH."""
    if bits > MAX_WIDTH:
        raise Unsupported(f"an intermediate value may take {bits} bits; accepted: up to {MAX_WIDTH}")
    return max(1, bits)


def known(x: Int) -> int | None:
    """The number, when it is known now."""
    if not isinstance(x.value, ir.Constant):
        return None
    width = width_of(x.value)
    number = int(x.value.constant) & ((1 << width) - 1)  # a constant of LLVM is -7 as well as what has its bits
    return number - (1 << width) if x.signed and number >> (width - 1) else number


def common(b: ir.IRBuilder, left: Int, right: Int) -> tuple[ir.Value, ir.Value, bool]:
    """Both in one width that holds either, and whether that is signed."""
    if not left.signed and not right.signed:
        width = sized(max(left.bits, right.bits))
        return resize(b, left, width), resize(b, right, width), False
    width = sized(max(left.signed_bits, right.signed_bits))
    return resize(b, left, width), resize(b, right, width), True


def compare(b: ir.IRBuilder, op: str, left: Int, right: Int) -> ir.Value:
    """`left op right` as one bit."""
    x, y, signed = common(b, left, right)
    return b.icmp_signed(op, x, y) if signed else b.icmp_unsigned(op, x, y)


def add(b: ir.IRBuilder, left: Int, right: Int) -> Int:
    signed = left.signed or right.signed
    bits = sized((max(left.signed_bits, right.signed_bits) if signed else max(left.bits, right.bits)) + 1)
    return Int(b.add(resize(b, left, bits), resize(b, right, bits)), bits, signed)


def subtract(b: ir.IRBuilder, left: Int, right: Int) -> Int:
    """The difference, signed."""
    bits = sized(max(left.signed_bits, right.signed_bits) + 1)
    return Int(b.sub(resize(b, left, bits), resize(b, right, bits)), bits, signed=True)


def multiply(b: ir.IRBuilder, left: Int, right: Int) -> Int:
    signed = left.signed or right.signed
    bits = sized(left.signed_bits + right.signed_bits if signed else left.bits + right.bits)
    return Int(b.mul(resize(b, left, bits), resize(b, right, bits)), bits, signed)


def bitwise(b: ir.IRBuilder, op: str, left: Int, right: Int) -> Int:
    """`& | ^` on infinite two's complement."""
    if op == "&" and (not left.signed or not right.signed):
        bits = min(x.bits for x in (left, right) if not x.signed)
        return Int(b.and_(resize(b, left, bits), resize(b, right, bits)), bits)
    x, y, signed = common(b, left, right)
    value = {"&": b.and_, "|": b.or_, "^": b.xor}[op](x, y)
    return Int(value, width_of(value), signed)


def invert(b: ir.IRBuilder, x: Int) -> Int:
    """The complement `~x`, signed."""
    bits = sized(x.signed_bits)
    return Int(b.not_(resize(b, x, bits)), bits, signed=True)


def negate(b: ir.IRBuilder, x: Int) -> Int:
    """The negative `-x`, signed."""
    return subtract(b, const(0), x)


def choose(b: ir.IRBuilder, condition: ir.Value, yes: Int, no: Int) -> Int:
    x, y, signed = common(b, yes, no)
    return Int(b.select(condition, x, y), width_of(x), signed)


def is_negative(b: ir.IRBuilder, x: Int) -> ir.Value:
    if not x.signed:
        return ir.Constant(I1, 0)
    return b.icmp_signed("<", x.value, ir.Constant(x.value.type, 0))


def below(b: ir.IRBuilder, x: Int, limit: int) -> ir.Value:
    """Whether 0 <= x < limit."""
    small = compare(b, "<", x, const(limit))
    return b.and_(b.not_(is_negative(b, x)), small) if x.signed else small


def clamp(b: ir.IRBuilder, x: Int, low: int, high: int) -> Int:
    """`min(max(x, low), high)`, as narrow as its limits."""
    raised = choose(b, compare(b, "<", x, const(low)), const(low), x) if x.signed or low > 0 else x
    fits = not raised.signed and raised.bits <= high.bit_length()
    cut = raised if fits else choose(b, compare(b, ">", raised, const(high)), const(high), raised)
    signed = low < 0
    bits = max(const(low).signed_bits, const(high).signed_bits) if signed else const(high).bits
    return Int(resize(b, cut, bits), bits, signed)


def saturate(b: ir.IRBuilder, x: Int, width: int, signed: bool) -> Int:
    """A value clamped to the range of `width` bits."""
    if signed:
        return clamp(b, x, -(1 << (width - 1)), (1 << (width - 1)) - 1)
    return clamp(b, x, 0, (1 << width) - 1)


def saturating_add(b: ir.IRBuilder, left: Int, right: Int, width: int, signed: bool) -> Int:
    """The sum clamped to the range of `width` bits; as processors do it if both are in that range."""
    if _in_range(left, width, signed) and _in_range(right, width, signed):
        name = "llvm.sadd.sat" if signed else "llvm.uadd.sat"
        return Int(_intrinsic(b, name, left, right, width), width, signed)
    return saturate(b, add(b, left, right), width, signed)


def saturating_subtract(b: ir.IRBuilder, left: Int, right: Int, width: int, signed: bool) -> Int:
    """The difference clamped to the range of `width` bits.

    Of unsigned values it is as narrow as the left one: more than that can be leaves 0, no matter how much more.
    """
    if not signed and not left.signed and not right.signed:
        most = saturate(b, right, left.bits, signed=False)
        value = _intrinsic(b, "llvm.usub.sat", left, most, left.bits)
        return saturate(b, Int(value, left.bits), width, signed=False)
    if signed and _in_range(left, width, signed) and _in_range(right, width, signed):
        return Int(_intrinsic(b, "llvm.ssub.sat", left, right, width), width, signed=True)
    return saturate(b, subtract(b, left, right), width, signed)


def _in_range(x: Int, width: int, signed: bool) -> bool:
    """Whether every value that `x` can have fits `width` bits."""
    return x.signed_bits <= width if signed else not x.signed and x.bits <= width


def _intrinsic(b: ir.IRBuilder, name: str, left: Int, right: Int, width: int) -> ir.Value:
    """A function of LLVM's on two integers of `width` bits."""
    kind = ir.IntType(width)
    function = b.module.declare_intrinsic(name, (kind,), ir.FunctionType(kind, (kind, kind)))
    return b.call(function, [resize(b, left, width), resize(b, right, width)])


def wrap(b: ir.IRBuilder, value: ir.Value, width: int) -> Int:
    """An integer of `width` bits, taken as signed."""
    return Int(b.trunc(value, ir.IntType(width)) if width_of(value) > width else value, width, signed=True)


def shift_left(b: ir.IRBuilder, x: Int, amount: int) -> Int:
    """`x << amount`, the amount known."""
    bits = sized(x.bits + amount)
    return Int(b.shl(resize(b, x, bits), ir.Constant(ir.IntType(bits), amount)), bits, x.signed)


def shift_left_by(b: ir.IRBuilder, x: Int, amount: Int, limit: int) -> Int:
    """`x << amount`; 0 for an amount below zero or not below `limit`."""
    most = min(limit - 1, (1 << min(amount.bits, 40)) - 1)
    bits = sized(x.bits + most)
    return Int(low_shift_left(b, resize(b, x, bits), amount), bits, x.signed)


def low_shift_left(b: ir.IRBuilder, value: ir.Value, amount: Int) -> ir.Value:
    """The low bits of `value << amount`, in the width of `value`; 0 for an amount below zero."""
    width = width_of(value)
    fits = below(b, amount, width)
    safe = b.select(fits, resize(b, amount, width), _zero(width))
    return b.select(fits, b.shl(value, safe), _zero(width))


def shift_right(b: ir.IRBuilder, x: Int, amount: Int) -> Int:
    """`x >> amount`; 0 for an amount below zero."""
    number = known(amount)
    width = width_of(x.value)
    if number is not None:
        if number < 0:
            return const(0)
        if number >= x.bits:
            number = x.bits - 1 if x.signed else None
            if number is None:
                return const(0)
        shift = b.ashr if x.signed else b.lshr
        return Int(shift(x.value, ir.Constant(x.value.type, number)), x.bits - number or 1, x.signed)
    fits = below(b, amount, width)
    most = ir.Constant(x.value.type, width - 1)
    safe = b.select(fits, resize(b, amount, width), most)
    shifted = b.ashr(x.value, safe) if x.signed else b.select(fits, b.lshr(x.value, safe), _zero(width))
    if amount.signed:
        shifted = b.select(is_negative(b, amount), _zero(width), shifted)
    return Int(shifted, x.bits, x.signed)


def word_at(b: ir.IRBuilder, x: Int, amount: Int) -> Int:
    """The low 64 bits of `x >> amount`, both unsigned.

    The words of `x` that have them are chosen. LLVM would shift all words, in memory; and it finds out here, from how
    `amount` is made, that a word is meant from its first bit on, or that `amount` is in range.
    """
    count = -(-x.bits // 64)
    value, zero = resize(b, x, 64 * count), _zero(64)
    words = [b.trunc(b.lshr(value, ir.Constant(value.type, 64 * i)), I64) for i in range(count)]
    fits = below(b, amount, 64 * count)
    at = b.select(fits, resize(b, amount, 64), zero)
    number = b.lshr(at, ir.Constant(I64, 6))
    low, high = _chosen(b, words, number), _chosen(b, [*words[1:], zero], number)
    function = b.module.declare_intrinsic("llvm.fshr", (I64,), ir.FunctionType(I64, (I64, I64, I64)))
    return Int(b.select(fits, b.call(function, [high, low, at]), zero), 64)


def _chosen(b: ir.IRBuilder, values: Sequence[ir.Value], number: ir.Value) -> ir.Value:
    """`values[number]`, which the bits of `number` choose; any of the values if `number` is too large."""
    bit = 1
    while len(values) > 1:
        odd = b.icmp_unsigned("!=", b.and_(number, ir.Constant(number.type, bit)), _zero(64))
        pairs = zip_longest(values[::2], values[1::2])
        values = [even if other is None else b.select(odd, other, even) for even, other in pairs]
        bit *= 2
    return values[0]


def _zero(width: int) -> ir.Constant:
    return ir.Constant(ir.IntType(width), 0)
