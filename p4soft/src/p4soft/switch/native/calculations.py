# SPDX-License-Identifier: Apache-2.0
"""Hash inputs (bits concatenated without padding, fields of invalid headers left out), hashes and checksums."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.switch.codegen.layout import CHECKSUM_ERROR, OFFSET, TRUNCATE
from p4soft.switch.hashes import CRC16, CRC32, CRC_CCITT, Crc, CrcParameters
from p4soft.switch.native import ints
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I1, I8, I32, I64, POINTER, Int, resize
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER, Cell, Host
from p4soft.switch.native.memory import Memory
from p4soft.switch.native.unit import Body, Unit
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import CalcInput, Const, FieldRef, HeaderRef

# --- CRCs whose parameters the control plane may change --------------------------------------------------------------


# They lie in native memory, where machine code reads them (`crc` in hashes.c).

_TABLE = 48
_AS_IT_IS = 64
"""The shift of a CRC that does not end reflected."""


class NativeCrc(Crc):
    """A CRC whose parameters are in native memory too, at `address`."""

    __slots__ = ("_block", "address")

    def __init__(self, parameters: CrcParameters, memory: Memory, what: str) -> None:
        self._block = memory.allocate(_TABLE + 8 * 256, what)
        self.address = self._block.address
        super().__init__(parameters)

    @override
    def configure(self, parameters: CrcParameters) -> None:
        super().configure(parameters)
        p, mask = parameters, (1 << parameters.width) - 1
        out = 64 - p.width if p.reflect_out else _AS_IT_IS
        head = (p.width - 8, mask, p.initial & mask, p.final_xor & mask, int(p.reflect_in), out)
        image = struct.pack("<262Q", *head, *self.table)
        ctypes.memmove(self.address, image, len(image))


# --- BMv2's hash algorithms over bytes in native memory (hashes.c) ---------------------------------------------------


class Algorithm(Struct, frozen=True):
    """A hash as a fold over bytes.

    Attributes:
        initial: the state that it begins with.
        step: the function `(state, bytes before, bytes, how many, ...)` that takes more bytes to another state.
        more: what else that gets: numbers, or a table of 32-bit numbers.
        final: what the last state is combined with by exclusive or; None: it is a sum to fold.
    """

    initial: int
    step: str
    more: tuple[int | tuple[int, ...], ...] = ()
    final: int | None = 0


def _table(parameters: CrcParameters) -> tuple[int, ...]:
    """The table of a CRC; reflected when it reads its input so."""
    width, out = parameters.width, []
    mask, top = (1 << width) - 1, 1 << (width - 1)
    reflected = int(f"{parameters.polynomial:0{width}b}"[::-1], 2)
    for byte in range(256):
        if parameters.reflect_in:
            value = byte
            for _ in range(8):
                value = value >> 1 ^ (reflected if value & 1 else 0)
        else:
            value = byte << (width - 8)
            for _ in range(8):
                value = (value << 1 ^ (parameters.polynomial if value & top else 0)) & mask
        out.append(value)
    return tuple(out)


def _crc(parameters: CrcParameters) -> Algorithm:
    assert parameters.reflect_in == parameters.reflect_out, parameters
    table = _table(parameters)
    if parameters.reflect_in:
        return Algorithm(parameters.initial, "crc_reflected", (table,), parameters.final_xor)
    return Algorithm(parameters.initial, "crc_forward", (table, parameters.width), parameters.final_xor)


ALGORITHMS: dict[str, Algorithm] = {
    "crc16": _crc(CRC16),
    "crc32": _crc(CRC32),
    "crcCCITT": _crc(CRC_CCITT),
    "cksum16": Algorithm(0, "sum16", final=None),
    "csum16": Algorithm(0, "sum16", final=None),
    "xor16": Algorithm(0, "xor_words", (2,)),
    "xor32": Algorithm(0, "xor_words", (4,)),
    "identity": Algorithm(0, "first_bytes"),
}

Parts = Sequence[tuple[ir.Value, ir.Value]]
"""(address, length) pieces, one after the other."""


def run_hash(body: Body, algorithm: Algorithm, parts: Parts) -> ir.Value:
    """The hash of some bytes, as 64 bits."""
    more = [
        ir.Constant(I64, given) if isinstance(given, int) else body.unit.words_constant(given, 32)
        for given in algorithm.more
    ]
    state, _ = _folded(body, algorithm.step, ir.Constant(I64, algorithm.initial), parts, more)
    return fold_sum(body, state) if algorithm.final is None else body.b.xor(state, ir.Constant(I64, algorithm.final))


def run_custom_crc(body: Body, at: ir.Value, parts: Parts) -> ir.Value:
    """The CRC whose parameters are at `at`, of some bytes, as 64 bits."""
    state, length = _folded(body, "crc_custom", ir.Constant(I64, 0), parts, [at])
    return body.b.call(body.unit.fixed("crc_custom_end"), [state, length, at])


def _folded(
    body: Body, step: str, state: ir.Value, parts: Parts, more: Sequence[ir.Value]
) -> tuple[ir.Value, ir.Value]:
    """The state after all bytes, and how many they are."""
    before: ir.Value = ir.Constant(I64, 0)
    for pointer, length in parts:
        state = body.b.call(body.unit.fixed(step), [state, before, pointer, length, *more])
        before = body.b.add(before, length)
    return state, before


def fold_sum(body: Body, total: ir.Value) -> ir.Value:
    """The complement of a sum of 16-bit words, folded (RFC 1071)."""
    return body.b.call(body.unit.fixed("folded_sum"), [total])


# --- Inputs, hashes and checksums of a program -----------------------------------------------------------------------


_SUMS = ("csum16", "cksum16")
PIECE = 64  # bits appended at a time


class _Item(Struct, frozen=True, eq=False):
    """Bits of the input: of a constant, or of a field that is left out while `header` is invalid."""

    header: str | None
    width: int
    value: int | tuple[ir.Value, Cell]
    length: tuple[ir.Value, Cell] | None = None


def emit_calculation(unit: Unit, name: str, algo: str, inputs: Sequence[CalcInput], host: tuple[Host, int]) -> None:
    """The function `name(context, packet)`: the hash of the inputs, 64 bits; `host` is where Python computes it."""
    body = unit.apart(name, I64, (POINTER, POINTER))
    _Calculation(body, algo, inputs, host).emit()


class _Calculation:
    def __init__(self, body: Body, algo: str, inputs: Sequence[CalcInput], host: tuple[Host, int]) -> None:
        self.body = body
        self.exprs = Exprs(body)
        self.algo = algo
        self.host = host
        self.payload = any(i.kind == "payload" for i in inputs)
        self.items = [item for i in inputs for item in self._items(i)]

    def emit(self) -> None:
        b = self.body.b
        if self.algo in _SUMS and not self.payload and self._one_guard():
            b.ret(self._plain_sum())
            return
        most = sum(item.width for item in self.items)
        buffer = self.body.room(most // 8 + 24)
        self.body.clear(buffer, most // 8 + 24)
        length = self._serialise(buffer)
        parts = [(buffer, length)]
        if self.payload:
            parts.append(self._unparsed())
        custom = self.body.unit.context.crcs.get(self.host)
        if custom is not None:
            b.ret(run_custom_crc(self.body, self.body.pointer_in_context(custom), parts))
            return
        algorithm = ALGORITHMS.get(self.algo)
        if algorithm is not None:
            b.ret(run_hash(self.body, algorithm, parts))
            return
        room = self.body.room(32)
        parts += [(ir.Constant(POINTER, None), ir.Constant(I64, 0))] * (2 - len(parts))
        for i, (pointer, size) in enumerate(parts):
            b.store(pointer, self.body.at(room, 16 * i), align=8)
            b.store(size, self.body.at(room, 16 * i + 8), align=8)
        b.ret(self.body.host(self.host[0], self.host[1], room))

    def _items(self, item: CalcInput) -> list[_Item]:
        match item.kind:
            case "const":
                assert isinstance(item.expr, Const), item
                return [_Item(None, item.width, item.expr.value & ((1 << item.width) - 1))]
            case "field":
                assert isinstance(item.expr, FieldRef), item
                return [self._field(item.expr, whole=False)]
            case "header":
                assert isinstance(item.expr, HeaderRef), item
                header = self.exprs.program.headers[item.expr.name]
                return [self._field(FieldRef(header.name, f.name), whole=True) for f in header.type.fields]
        return []

    def _field(self, ref: FieldRef, *, whole: bool) -> _Item:
        place = self.exprs.instance(ref.header)
        header = self.exprs.program.headers[ref.header]
        kind = self.exprs.layout.field_type(ref)
        if ref.field == VALID:
            return _Item(None, 1, (place.pointer, Cell(0, 1)))
        guard = None if header.metadata and not whole else ref.header
        length = self.exprs.shape(place).length
        where = self.exprs.field(ref)
        return _Item(guard, kind.width, where, (place.pointer, length) if kind.varbit and length else None)

    def _one_guard(self) -> bool:
        """Whether the whole input is there or not, and as long as it always is."""
        return all(i.length is None for i in self.items) and len({i.header for i in self.items}) == 1

    def _plain_sum(self) -> ir.Value:
        """The Internet checksum of an input whose layout is known, without writing it down."""
        body, b = self.body, self.body.b
        width = sum(i.width for i in self.items)
        padded = -(-width // 16) * 16
        if not width:
            return ir.Constant(I64, 0xFFFF)
        words = [ir.Constant(I64, 0)] * (padded // 16)
        at = 0  # bits from the start
        for item in self.items:
            value, left = self._value(item), item.width
            while left:
                take = min(left, 16 - at % 16)
                left -= take
                part = b.and_(_shifted(b, value, left), ir.Constant(I64, (1 << take) - 1))
                words[at // 16] = b.or_(words[at // 16], b.shl(part, ir.Constant(I64, 16 - at % 16 - take)))
                at += take
        total = words[0]
        for word in words[1:]:
            total = b.add(total, word)
        guard = self.items[0].header
        if guard is not None:
            total = b.select(self.exprs.is_valid(self.exprs.instance(guard)), total, ir.Constant(I64, 0))
        return fold_sum(body, total)

    def _value(self, item: _Item) -> ir.Value:
        """The bits of an item, `item.width` wide."""
        if isinstance(item.value, int):
            return ir.Constant(ir.IntType(item.width), item.value)
        return resize(self.body.b, self.body.load(*item.value), item.width)

    def _serialise(self, buffer: ir.Value) -> ir.Value:
        """Write the input to a cleared buffer; its length in bytes, the last padded with zeros."""
        body, b = self.body, self.body.b
        at = body.variable(I64)
        b.store(ir.Constant(I64, 0), at)
        append = body.unit.fixed("append_bits")
        for item in self.items:
            if item.width == 0:
                continue
            if item.header is None:
                self._append(append, buffer, at, item)
            else:
                with body.when(self.exprs.is_valid(self.exprs.instance(item.header))):
                    self._append(append, buffer, at, item)
        return b.lshr(b.add(b.load(at), ir.Constant(I64, 7)), ir.Constant(I64, 3))

    def _append(self, append: ir.Function, buffer: ir.Value, at: ir.Value, item: _Item) -> None:
        b = self.body.b
        if item.length is not None:
            self._append_varbit(append, buffer, at, item)
            return
        value, left = self._value(item), item.width
        while left:
            take = left % PIECE or PIECE
            left -= take
            piece = _shifted(b, value, left)
            if take < 64:
                piece = b.and_(piece, ir.Constant(I64, (1 << take) - 1))
            b.call(append, [buffer, b.load(at), piece, ir.Constant(I64, take)])
            b.store(b.add(b.load(at), ir.Constant(I64, take)), at)

    def _append_varbit(self, append: ir.Function, buffer: ir.Value, at: ir.Value, item: _Item) -> None:
        """The bytes a variable-length field has now, highest first."""
        b, body = self.body.b, self.body
        assert item.length is not None and not isinstance(item.value, int), item
        pointer, cell = item.value
        count = b.lshr(b.zext(body.load(*item.length).value, I64), ir.Constant(I64, 3))
        with body.count_to(count) as i:
            place = b.sub(b.sub(count, i), ir.Constant(I64, 1))
            byte = b.load(body.at(body.at(pointer, cell.offset), place), typ=I8)
            b.call(append, [buffer, b.load(at), b.zext(byte, I64), ir.Constant(I64, 8)])
            b.store(b.add(b.load(at), ir.Constant(I64, 8)), at)

    def _unparsed(self) -> tuple[ir.Value, ir.Value]:
        """The payload; of a truncated packet no more than it keeps, headers not counted (simple_switch's rule)."""
        b, body = self.body.b, self.body
        frame = b.load(body.at(body.packet, FRAME_POINTER), typ=POINTER, align=8)
        length = b.load(body.at(body.packet, FRAME_LENGTH), typ=I64, align=8)
        offset, kept = body.slot(OFFSET).value, body.slot(TRUNCATE).value
        rest = b.sub(length, offset)
        zero = ir.Constant(I64, 0)
        # A negative limit is Python's slice end from the back.
        back = b.add(b.add(offset, kept), length)
        from_back = b.select(b.icmp_signed(">", b.sub(back, offset), zero), b.sub(back, offset), zero)
        ends_before = b.icmp_signed("<", b.add(offset, kept), zero)
        cut = b.select(ends_before, from_back, b.select(b.icmp_signed(">", kept, zero), kept, zero))
        size = b.select(b.icmp_signed("<", cut, rest), cut, rest)
        return body.at(frame, offset), size


def _shifted(b: ir.IRBuilder, value: ir.Value, by: int) -> ir.Value:
    """`value >> by` as 64 bits, what is above them lost."""
    if by:
        value = b.lshr(value, ir.Constant(value.type, by))
    return resize(b, Int(value, ints.width_of(value)), 64)


def emit_checksums(unit: Unit) -> None:
    """`verify(context, packet)` and `update_checksums(context, packet)`."""
    verify = unit.step("verify", I32, (POINTER, POINTER))
    verify.set_slot(CHECKSUM_ERROR, 0)
    update = unit.function("update_checksums", I32, (POINTER, POINTER))
    for checksum in unit.program.checksums:
        for body, wanted in ((verify, checksum.verify), (update, checksum.update)):
            if not wanted:
                continue
            b, exprs = body.b, Exprs(body)
            conditions = [] if checksum.condition is None else [checksum.condition]
            exprs.share(conditions)
            holds = ir.Constant(I1, 1)
            if body is verify:
                holds = exprs.is_valid(exprs.instance(checksum.target.header))
            for condition in conditions:
                holds = b.and_(holds, exprs.boolean(condition))
            exprs.forget()
            with body.when(holds):
                found = b.call(unit.calculations[checksum.calculation], [body.context, body.packet])
                pointer, cell = exprs.field(checksum.target)
                if body is verify:
                    with body.when(ints.compare(b, "!=", Int(found, 64), body.load(pointer, cell))):
                        body.set_slot(CHECKSUM_ERROR, 1)
                else:
                    body.store(pointer, cell, exprs.fit(Int(found, 64), cell))
    for body in (verify, update):
        body.b.ret(ir.Constant(I32, 0))
