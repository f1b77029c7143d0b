# SPDX-License-Identifier: Apache-2.0
"""Arguments of BMv2 primitives: what can be passed as it is, and what goes through a temporary."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir.nodes import Const, Expr, FieldRef, Operand, ParamRef, Prim
from p4soft.compiler.backend.storage.layout import scalar_type
from p4soft.compiler.backend.storage.values import Nothing, Value, leaves
from p4soft.compiler.source import Span
from p4soft.compiler.types import BitType
from p4soft.compiler.unsupported import Unsupported

ID_TYPE = BitType(32)


def arguments(call: ast.Call) -> list[ast.Expression]:
    """The arguments of an extern call, all of them given.

    Raises:
        Unsupported: one is left out.
    """
    result: list[ast.Expression] = []
    for arg in call.bound_args:
        if arg.value is None:
            raise Unsupported(call.span, f"argument '{arg.param.name}' is missing")
        result.append(arg.value)
    return result


def in_written_order(call: ast.Call, frame: Frame, *positions: int) -> list[Value]:
    """The values of the arguments at some positions, evaluated in the order in which the call has them."""
    given = arguments(call)
    order = sorted(positions, key=lambda position: call.bound_args[position].position)
    values = dict(zip(order, expressions.in_order([given[position] for position in order], frame), strict=True))
    return [values[position] for position in positions]


def simple(value: Expr, frame: Frame, span: Span) -> Expr:
    """A primitive's argument: BMv2 takes constants, fields and action data; anything else goes through a temporary."""
    if isinstance(value, Const | FieldRef | ParamRef):
        return value
    return frame.saved(value, span)


def value_in(expr: ast.Expression, frame: Frame) -> Expr:
    """An `in` argument of a primitive."""
    return simple(expressions.scalar(expr, frame), frame, expr.span)


def place_out(expr: ast.Expression, frame: Frame) -> tuple[FieldRef, Value | None]:
    """The field a primitive writes, and the place to copy it to afterwards if that is another.

    Raises:
        Unsupported: it is not a scalar.
    """
    place = expressions.lvalue(expr, frame)
    if isinstance(place, FieldRef):
        return place, None
    stored = scalar_type(frame.type(expr))
    if isinstance(place, Nothing):
        return frame.temp(stored or ID_TYPE), None
    if stored is None:
        raise Unsupported(expr.span, "a scalar is needed here")
    return frame.temp(stored), place


def writes(op: str, args: Sequence[Operand], out: tuple[FieldRef, Value | None], frame: Frame, span: Span) -> Value:
    """Emit a primitive that writes a field, and the copy of the field to where the program wants it."""
    frame.emit(Prim(op, args, span))
    if out[1] is not None:
        aggregates.assign(out[1], out[0], frame, span)
    return Nothing()


def enum_name(expr: ast.Expression) -> str:
    """The name of an enum member known at compile time.

    Raises:
        Unsupported: it is known at run time only.
    """
    if isinstance(expr.const_value, ast.EnumMember):
        return expr.const_value.name
    raise Unsupported(expr.span, "this must be an enum member known at compile time")


def constant_index(expr: ast.Expression) -> int:
    """An integer known at compile time.

    Raises:
        Unsupported: it is known at run time only.
    """
    value = expr.const_value
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unsupported(expr.span, "this must be a constant on simple_switch")
    return value


def listed(value: Value, frame: Frame, span: Span) -> list[Expr]:
    """The scalars of a list, each in storage or constant: what a calculation or a digest reads."""
    result: list[Expr] = []
    for leaf in leaves(value):
        item = simple(expressions.as_scalar(leaf, span), frame, span)
        result.append(frame.saved(item, span) if isinstance(item, ParamRef) else item)
    return result
