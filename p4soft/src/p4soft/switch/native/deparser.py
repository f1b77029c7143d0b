# SPDX-License-Identifier: Apache-2.0
"""The deparser: valid headers in order, then the unparsed rest of the frame, cut to what truncation leaves."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import NO_LIMIT, OFFSET, RECIRCULATE, TRUNCATE, fixed_bytes
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I32, I64, POINTER
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER
from p4soft.switch.native.places import Place
from p4soft.switch.native.primitives import Primitives
from p4soft.switch.native.unit import FAILED, Body, Unit
from p4soft.switch.native.wire import copy_reversed, split, write_fields
from p4soft.switch.program.model import Deparser


def room_for_headers(unit: Unit, deparser: Deparser) -> int:
    """Bytes that all headers together can take."""
    types = [unit.program.headers[name].type for name in deparser.order]
    return sum(t.max_bytes or fixed_bytes(unit.program, t) for t in types if t.fields)


def emit_deparser(unit: Unit, deparser: Deparser) -> None:
    """`deparse(context, packet, out)`: bytes written, or minus what a failed assertion returns.

    `out` has room for every header and the whole frame.
    """
    before = unit.function("deparser_primitives", I32, (POINTER, POINTER))
    primitives = Primitives(Exprs(before))
    primitives.emit_all(deparser.primitives)
    before.b.ret(ir.Constant(I32, 0))
    body = unit.function("deparse", I64, (POINTER, POINTER, POINTER), public=True)
    b, out = body.b, body.function.args[2]
    b.call(unit.module.globals["update_checksums"], [body.context, body.packet])
    if deparser.primitives:
        status = b.call(before.function, [body.context, body.packet])
        with body.when(b.icmp_signed(">=", status, ir.Constant(I32, FAILED))):
            b.ret(b.neg(b.zext(status, I64)))
    at = body.variable(I64)
    b.store(ir.Constant(I64, 0), at)
    exprs = Exprs(body)
    for name in deparser.order:
        place = exprs.instance(name)
        if place.type.fields:
            with body.when(exprs.is_valid(place)):
                _serialise(body, exprs, place, body.at(out, b.load(at)), at)
    headers = b.load(at)
    offset = body.slot(OFFSET).value
    frame = b.load(body.at(body.packet, FRAME_POINTER), typ=POINTER, align=8)
    rest = b.sub(b.load(body.at(body.packet, FRAME_LENGTH), typ=I64, align=8), offset)
    # What recirculates is a copy, of full length.
    again = b.icmp_signed("!=", body.slot(RECIRCULATE).value, ir.Constant(I64, 0))
    limit = b.select(again, ir.Constant(I64, NO_LIMIT), body.slot(TRUNCATE).value)
    total = b.add(headers, rest)
    with body.when(b.icmp_signed("<=", total, limit)):
        body.copy(body.at(out, headers), body.at(frame, offset), rest)
        b.ret(total)
    with body.when(b.icmp_signed(">=", headers, limit)):
        zero = ir.Constant(I64, 0)
        # A limit below zero is Python's slice end from the back.
        back = b.add(headers, limit)
        from_back = b.select(b.icmp_signed(">", back, zero), back, zero)
        b.ret(b.select(b.icmp_signed("<", limit, zero), from_back, limit))
    body.copy(body.at(out, headers), body.at(frame, offset), b.sub(limit, headers))
    b.ret(limit)


def _serialise(body: Body, exprs: Exprs, place: Place, out: ir.Value, at: ir.Value) -> None:
    b, shape = body.b, exprs.shape(place)
    size = fixed_bytes(exprs.program, place.type)
    if shape.length is None:
        write_fields(body, place.pointer, out, list(zip(place.type.fields, shape.fields, strict=True)))
        b.store(b.add(b.load(at), ir.Constant(I64, size)), at)
        return
    before, varbit, after = split(place.type, shape)
    first = sum(f.width for f, _ in before) // 8
    write_fields(body, place.pointer, out, before)
    extra = b.lshr(b.zext(body.load(place.pointer, shape.length).value, I64), ir.Constant(I64, 3))
    copy_reversed(body, body.at(out, first), body.at(place.pointer, varbit.offset), extra)
    write_fields(body, place.pointer, body.at(body.at(out, first), extra), after)
    b.store(b.add(b.load(at), b.add(extra, ir.Constant(I64, size))), at)
