# SPDX-License-Identifier: Apache-2.0
"""Headers between the wire, big-endian bits without gaps, and their struct: 8 bytes at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from llvmlite import ir

from p4soft.llvm.process import Unsupported
from p4soft.switch.native.ints import I8, I64, POINTER, VOID, Int, resize, width_of
from p4soft.switch.native.layout import Cell, Shape
from p4soft.switch.native.unit import Body
from p4soft.switch.program.model import FieldType, HeaderType

_WORDS = (8, 4, 2, 1)
"""Bytes that a processor reads and writes at once."""
_FEW = 4
"""Fields whose code is no longer than a call, about."""


def _load(body: Body, pointer: ir.Value, size: int) -> Int:
    """`size` bytes (1 to 8), highest first."""
    if size not in _WORDS:
        return Int(load_big(body, pointer, size), 64)
    return Int(_swap(body, body.b.load(pointer, typ=ir.IntType(8 * size), align=1)), 8 * size)


def _store(body: Body, pointer: ir.Value, value: Int, size: int) -> None:
    """The low `size` bytes (1 to 8) of a number, highest first."""
    if size not in _WORDS:
        store_big(body, pointer, resize(body.b, value, 64), size)
    else:
        body.b.store(_swap(body, resize(body.b, value, 8 * size)), pointer, align=1)


def load_big(body: Body, pointer: ir.Value, size: int) -> ir.Value:
    """`size` bytes (1 to 8), highest first, as 64 bits."""
    b, value, done = body.b, ir.Constant(I64, 0), 0
    while done < size:
        step = next(s for s in _WORDS if s <= size - done)
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
        step = next(s for s in _WORDS if s <= left)
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
_Emit = Callable[[Body, ir.Value, ir.Value, Fields], None]


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
    _per_shape(body, _read, source, to, fields)


def write_fields(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Put fields of a struct one after the other, as `read_fields` reads them."""
    _per_shape(body, _write, source, to, fields)


def _per_shape(body: Body, emit: _Emit, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Code for fields, here; or, in a large program, a call of the function that all headers of their shape share."""
    if not body.unit.is_large or len(fields) < _FEW:
        emit(body, source, to, fields)
        return
    shape = repr([(field.width, cell) for field, cell in fields])

    def make() -> ir.Function:
        apart = body.unit.apart(name, VOID, (POINTER, POINTER))
        emit(apart, apart.function.args[0], apart.function.args[1], fields)
        apart.b.ret_void()
        return apart.function

    name = f"wire.{emit.__name__}.{hashlib.sha256(shape.encode()).hexdigest()[:16]}"
    body.b.call(body.unit.once(name, make), [source, to])


def _read(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    for first, run in _runs(fields):
        _read_run(body, body.at(source, first), to, run)


def _write(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    for first, run in _runs(fields):
        _write_run(body, source, body.at(to, first), run)


def _runs(fields: Fields) -> Iterator[tuple[int, Fields]]:
    """The fewest fields that are whole bytes together, and the byte that they start at."""
    first, width, run = 0, 0, []
    for pair in fields:
        run.append(pair)
        width += pair[0].width
        if width % 8 == 0:
            yield first, run
            first, width, run = first + width // 8, 0, []


def _read_run(body: Body, source: ir.Value, to: ir.Value, run: Fields) -> None:
    field, cell = run[0]
    if len(run) == 1 and field.width > 0 and (field.width <= 64 or not cell.signed):
        for first, size, part in _words_of(field, cell):
            body.store(to, part, resize(body.b, _load(body, body.at(source, first), size), part.width))
        return
    bits, at = Bits(body, source, sum(f.width for f, _ in run) // 8), 0
    for field, cell in run:
        body.store(to, cell, bits.take(at, field.width))
        at += field.width


def _write_run(body: Body, source: ir.Value, to: ir.Value, run: Fields) -> None:
    field, cell = run[0]
    if len(run) == 1 and field.width > 0:
        for first, size, part in _words_of(field, cell):
            found = body.load(source, part).value
            _store(body, body.at(to, first), Int(found, width_of(found)), size)
        return
    b, total = body.b, sum(f.width for f, _ in run)
    words: dict[int, ir.Value] = {}
    at = 0
    for field, cell in run:
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


def _words_of(field: FieldType, cell: Cell) -> Iterator[tuple[int, int, Cell]]:
    """The words in memory of a field of whole bytes: the byte where each is on the wire, how many it has, its cell."""
    size = field.width // 8
    if size <= 8:
        yield 0, size, cell
        return
    for done in range(0, size, 8):
        part = min(8, size - done)
        yield size - done - part, part, Cell(cell.offset + done, 64)


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
