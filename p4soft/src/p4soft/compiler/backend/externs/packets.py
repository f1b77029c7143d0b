# SPDX-License-Identifier: Apache-2.0
"""core.p4's packet_in and packet_out."""

from __future__ import annotations

from collections.abc import Callable

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.externs.operands import arguments
from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Expr, Lookahead, Named, Operand, ParserOp, Prim
from p4soft.compiler.backend.storage.layout import scalar_type
from p4soft.compiler.backend.storage.values import (
    HeaderPlace,
    HeaderValue,
    Nothing,
    StackEndPlace,
    StackPlace,
    StructValue,
    UnionEndMember,
    UnionPlace,
    Value,
)
from p4soft.compiler.source import Span
from p4soft.compiler.types import BitType
from p4soft.compiler.unsupported import Unsupported


def _extract(call: ast.Call, frame: Frame) -> Value:
    args = arguments(call)
    target: Operand
    if isinstance(args[0], ast.DontCareExpr):
        kind = frame.env.resolve(call.bound_type_args[0])
        place: Value = frame.ctx.layout.variable("skipped", kind, call.span)
    else:
        place = expressions.lvalue(args[0], frame)
    match place:
        case HeaderPlace():
            target = Named("regular", place.name)
        case StackEndPlace(which="next") if isinstance(place.type, types.HeaderType):
            target = Named("stack", place.stack.name)
        case UnionEndMember(which="next"):
            target = Named("union_stack", f"{place.stack.name}\n{place.member}")
        case _:
            raise Unsupported(args[0].span, "BMv2 extracts into a header, a union member or stack.next")
    if len(args) == 1:
        frame.emit(ParserOp("extract", (target,), call.span))
    else:
        frame.emit(ParserOp("extract_VL", (target, expressions.scalar(args[1], frame)), call.span))
    return Nothing()


def _advance(call: ast.Call, frame: Frame) -> Value:
    frame.emit(ParserOp("advance", (expressions.scalar(arguments(call)[0], frame),), call.span))
    return Nothing()


def _lookahead(call: ast.Call, frame: Frame) -> Value:
    kind = frame.env.resolve(call.bound_type_args[0])
    width = types.width_of(kind)
    if not width:
        raise Unsupported(call.span, f"lookahead of {kind}: its width is not fixed")
    bits = frame.saved(Lookahead(BitType(width), 0, width), call.span, "lookahead")
    return _from_bits(kind, bits, width, call.span)


def _from_bits(kind: types.Type, bits: Expr, high: int, span: Span) -> Value:
    """A value of a type from the bits below `high` of a bit string, first field first."""
    stored = scalar_type(kind)
    if stored is not None:
        width = types.width_of(kind) or 0
        if isinstance(stored, BitType) and not stored.signed and high == width and bits.type == stored:
            return bits
        return arithmetic.cast(arithmetic.slice_(bits, high - 1, high - width), stored)
    kind = types.representation(kind)
    parts: dict[str, Value] = {}
    inner: list[tuple[str, types.Type]]
    match kind:
        case types.StructLike():
            inner = [(f.name, f.type) for f in kind.fields]
        case types.TupleType():
            inner = [(str(i), t) for i, t in enumerate(kind.elements)]
        case types.StackType():
            inner = [(str(i), kind.element) for i in range(kind.size)]
        case _:
            raise Unsupported(span, f"lookahead of {kind} is not supported")
    for name, type_ in inner:
        parts[name] = _from_bits(type_, bits, high, span)
        high -= types.width_of(type_) or 0
    return HeaderValue(kind, True, parts) if isinstance(kind, types.HeaderType) else StructValue(kind, parts)


def _emit(call: ast.Call, frame: Frame) -> Value:
    _emit_value(expressions.lower(arguments(call)[0], frame), frame, call.span)
    return Nothing()


def _emit_value(value: Value, frame: Frame, span: Span) -> None:
    match value:
        case HeaderPlace():
            frame.emit(Prim("emit", (Named("header", value.name),), span))
        case StackPlace():
            for element in value.elements:
                _emit_value(element, frame, span)
        case StructValue() | UnionPlace():
            for member in value.members.values():
                _emit_value(member, frame, span)
        case _:
            raise Unsupported(span, "only headers, unions, stacks and structs of them can be emitted")


PACKET_METHODS: dict[tuple[str, str], Callable[[ast.Call, Frame], Value]] = {
    ("packet_in", "extract"): _extract,
    ("packet_in", "advance"): _advance,
    ("packet_in", "lookahead"): _lookahead,
    ("packet_out", "emit"): _emit,
}
