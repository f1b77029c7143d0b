# SPDX-License-Identifier: Apache-2.0
"""CRCs whose parameters the control plane may change: they lie in native memory, where machine code reads them.

    shift to the highest byte | mask of the width | initial | final | input reflected | end reflected | table

64 bits each; the table has 256. A register ends reflected by turning 64 bits round and shifting them to the right by
what "end reflected" says; 64 there: it does not.
"""

from __future__ import annotations

import ctypes
import struct

from llvmlite import ir
from typing_extensions import override

from p4soft.switch.externs.crc import Crc, CrcParameters
from p4soft.switch.native.ints import I8, I64
from p4soft.switch.native.tables import Memory
from p4soft.switch.native.unit import Body

_SHIFT, _MASK, _INITIAL, _FINAL, _REFLECT_IN, _REFLECT_OUT, _TABLE = range(0, 56, 8)
_AS_IT_IS = 64
"""_REFLECT_OUT of a CRC that does not end reflected."""


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


def run(body: Body, at: ir.Value, parts: list[tuple[ir.Value, ir.Value]]) -> ir.Value:
    """The CRC whose parameters are at `at`, of some (address, length) pieces one after the other, as 64 bits."""
    b = body.b

    def word(offset: int) -> ir.Value:
        return b.load(body.at(at, offset), typ=I64, align=8)

    turn_byte = body.unit.intrinsic("llvm.bitreverse.i8", ir.FunctionType(I8, (I8,)))
    turn = body.unit.intrinsic("llvm.bitreverse.i64", ir.FunctionType(I64, (I64,)))
    shift, mask = word(_SHIFT), word(_MASK)
    reflected = b.icmp_unsigned("!=", word(_REFLECT_IN), ir.Constant(I64, 0))
    register = body.variable(I64)
    b.store(word(_INITIAL), register)
    for pointer, length in parts:
        with body.count_to(length) as i:
            byte = b.load(body.at(pointer, i), typ=I8)
            byte = b.zext(b.select(reflected, b.call(turn_byte, [byte]), byte), I64)
            now = b.load(register)
            row = b.and_(b.xor(b.lshr(now, shift), byte), ir.Constant(I64, 0xFF))
            entry = b.load(body.at(at, b.add(b.shl(row, ir.Constant(I64, 3)), ir.Constant(I64, _TABLE))), typ=I64)
            b.store(b.xor(entry, b.and_(b.shl(now, ir.Constant(I64, 8)), mask)), register)
    out, end = word(_REFLECT_OUT), b.load(register)
    as_it_is = b.icmp_unsigned(">=", out, ir.Constant(I64, _AS_IT_IS))
    turned = b.lshr(b.call(turn, [end]), b.select(as_it_is, ir.Constant(I64, 0), out))
    return b.xor(b.select(as_it_is, end, turned), word(_FINAL))
