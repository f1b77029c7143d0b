# SPDX-License-Identifier: Apache-2.0
"""Headers between the wire, big-endian bits without gaps, and their struct: 8 bytes at a time."""

from __future__ import annotations

from llvmlite import ir

from targets.softswitch.native.errors import Unsupported
from targets.softswitch.native.ints import I8, I64, Int, resize, width_of
from targets.softswitch.native.layout import Cell, Shape
from targets.softswitch.native.unit import Body
from targets.softswitch.program.header_model import FieldType, HeaderType


def load_big(body: Body, pointer: ir.Value, size: int) -> ir.Value:
    """`size` bytes (1 to 8), highest first, as 64 bits."""
    b, value, done = body.b, ir.Constant(I64, 0), 0
    while done < size:
        step = next(s for s in (8, 4, 2, 1) if s <= size - done)
        kind = ir.IntType(8 * step)
        part = b.load(body.at(pointer, done), typ=kind, align=1)
        wide = resize(b, Int(_swap(body, part), 8 * step), 64)
        done += step
        value = b.or_(value, b.shl(wide, ir.Constant(I64, 8 * (size - done)))) if size > step else wide
    return value


def store_big(body: Body, pointer: ir.Value, value: ir.Value, size: int) -> None:
    """The low `size` bytes (1 to 8) of 64 bits, highest first."""
    b, left, at = body.b, size, 0
    while left:
        step = next(s for s in (8, 4, 2, 1) if s <= left)
        left -= step
        part = b.lshr(value, ir.Constant(I64, 8 * left)) if left else value
        b.store(_swap(body, resize(b, Int(part, 64), 8 * step)), body.at(pointer, at), align=1)
        at += step


def _swap(body: Body, value: ir.Value) -> ir.Value:
    width = width_of(value)
    if width == 8:
        return value
    kind = ir.FunctionType(value.type, (value.type,))
    return body.b.call(body.unit.intrinsic(f"llvm.bswap.i{width}", kind), [value])


Fields = list[tuple[FieldType, Cell]]


class Bits:
    """Consecutive bits of a packet, from a byte on; each 8 bytes are loaded once."""

    def __init__(self, body: Body, pointer: ir.Value, size: int) -> None:
        self.body = body
        self.pointer = pointer
        self.size = size
        self._words: dict[int, ir.Value] = {}

    def take(self, at: int, width: int) -> ir.Value:
        """`width` bits from bit `at` on."""
        b, kind = self.body.b, ir.IntType(max(width, 1))
        value, left = ir.Constant(kind, 0), width
        while left:
            word, inside = divmod(at, 64)
            bits = min(64, 8 * self.size - 64 * word)
            step = min(left, bits - inside)
            part = self._word(word, bits // 8)
            if bits - inside - step:
                part = b.lshr(part, ir.Constant(I64, bits - inside - step))
            if step < 64:
                part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
            left, at = left - step, at + step
            wide = resize(b, Int(part, 64), width)
            value = b.or_(value, b.shl(wide, ir.Constant(kind, left))) if step < width else wide
        return value

    def _word(self, number: int, size: int) -> ir.Value:
        if number not in self._words:
            self._words[number] = load_big(self.body, self.body.at(self.pointer, 8 * number), size)
        return self._words[number]


def read_fields(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Cut consecutive fields of fixed width, a whole number of bytes together, into a struct."""
    total = sum(f.width for f, _ in fields)
    bits, at = Bits(body, source, total // 8), 0
    for field, cell in fields:
        body.store(to, cell, bits.take(at, field.width))
        at += field.width


def write_fields(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Put fields of a struct one after the other, as `read_fields` reads them."""
    b, total = body.b, sum(f.width for f, _ in fields)
    words: dict[int, ir.Value] = {}
    at = 0
    for field, cell in fields:
        value, left = body.load(source, cell).value, field.width
        value = resize(b, Int(value, width_of(value)), max(field.width, 1))
        while left:
            word, inside = divmod(at, 64)
            bits = min(64, total - 64 * word)
            step = min(left, bits - inside)
            left, at = left - step, at + step
            part = b.lshr(value, ir.Constant(value.type, left)) if left else value
            part = resize(b, Int(part, field.width), 64)
            if step < 64 and step < field.width:
                part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
            part = b.shl(part, ir.Constant(I64, bits - inside - step))
            words[word] = b.or_(words[word], part) if word in words else part
    for word, value in words.items():
        store_big(body, body.at(to, 8 * word), value, min(8, total // 8 - 8 * word))


def split(header_type: HeaderType, shape: Shape) -> tuple[Fields, Cell, Fields]:
    """What comes before and after a header's variable-length field, and that field.

    Raises:
        Unsupported: it does not start on a byte.
    """
    pairs = list(zip(header_type.fields, shape.fields, strict=True))
    number = next(i for i, (f, _) in enumerate(pairs) if f.varbit)
    before, after = pairs[:number], pairs[number + 1 :]
    if sum(f.width for f, _ in before) % 8:
        raise Unsupported(f"the variable-length field of header type {header_type.name} does not start on a byte")
    varbit = pairs[number][1]
    assert header_type.max_bytes == header_type.fixed_bits // 8 + varbit.width // 8, header_type
    return before, varbit, after


def copy_reversed(body: Body, to: ir.Value, source: ir.Value, count: ir.Value) -> None:
    """`count` bytes, the last first: between the wire and the machine's byte order."""
    b = body.b
    with body.count_to(count) as i:
        place = b.sub(b.sub(count, i), ir.Constant(I64, 1))
        b.store(b.load(body.at(source, place), typ=I8), body.at(to, i), align=1)
