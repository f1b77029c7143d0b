# SPDX-License-Identifier: Apache-2.0
"""Lowered expressions and operands as BMv2 JSON."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler.backend.ir import (
    Binary,
    Const,
    Expr,
    FieldRef,
    LastIndex,
    Lookahead,
    LValue,
    Mux,
    Named,
    Operand,
    ParamRef,
    StackElementRef,
    StackLastRef,
    Text,
    Unary,
    UnionStackLastRef,
    Valid,
    ValidUnion,
    Vector,
)
from p4soft.compiler.backend.storage import Json
from p4soft.compiler.types import BitType, BoolType


def hexstr(value: int, width: int) -> str:
    """A number as BMv2 reads it: `0x`, big endian, padded to the bytes of `width` bits; negative ones with a sign."""
    digits = f"{abs(value):0{(width + 7) // 8 * 2}x}"
    return f"{'-' if value < 0 else ''}0x{digits}"


def _hex(expr: Const) -> Json:
    width = expr.type.width if isinstance(expr.type, BitType) else 1
    return {"type": "hexstr", "value": hexstr(expr.value, width)}


def _operation(op: str, left: object, right: object) -> Json:
    return {"type": "expression", "value": {"op": op, "left": left, "right": right}}


def _stored_bool(field: Json) -> Json:
    return _operation("d2b", None, field)


def expression(expr: Expr) -> Json:
    """An expression inside an expression. Bools stored as data are converted with `d2b`.

    Raises:
        TypeError: there is no JSON for it: it only occurs in parsers, or as a place.
    """
    is_bool = isinstance(expr.type, BoolType)
    match expr:
        case Const():
            return {"type": "bool", "value": bool(expr.value)} if is_bool else _hex(expr)
        case FieldRef():
            field: Json = {"type": "field", "value": [expr.header, expr.name]}
            return _stored_bool(field) if is_bool else field
        case ParamRef():
            local: Json = {"type": "local", "value": expr.index}
            return _stored_bool(local) if is_bool else local
        case Valid():
            return _stored_bool({"type": "field", "value": [expr.header, "$valid$"]})
        case ValidUnion():
            return _operation("valid_union", None, {"type": "header_union", "value": expr.union})
        case LastIndex():
            return _operation("last_stack_index", None, {"type": "header_stack", "value": expr.stack})
        case StackLastRef():
            last: Json = {"type": "stack_field", "value": [expr.stack, expr.name]}
            return _stored_bool(last) if is_bool else last
        case StackElementRef():
            stack: Json = {"type": "header_stack", "value": expr.stack}
            element = _operation(
                "access_field", _operation("dereference_header_stack", stack, expression(expr.index)), expr.offset
            )
            return _stored_bool(element) if is_bool else element
        case Unary():
            return _operation(expr.op, None, expression(expr.operand))
        case Binary(op="widen"):
            return expression(expr.left)
        case Binary():
            return _operation(expr.op, expression(expr.left), expression(expr.right))
        case Mux():
            return {
                "type": "expression",
                "value": {
                    "op": "?",
                    "left": expression(expr.if_true),
                    "right": expression(expr.if_false),
                    "cond": expression(expr.condition),
                },
            }
        case _:
            raise TypeError(f"{expr!r} cannot be part of an expression")


def _wrapped(inner: Json) -> Json:
    """BMv2 wants a computed argument inside one more `expression` object."""
    return {"type": "expression", "value": inner}


def data(expr: Expr) -> Json:
    """An expression as an argument of a primitive: bools become data (`b2d`), computed ones are wrapped."""
    if isinstance(expr.type, BoolType):
        match expr:
            case Const():
                return _hex(expr)
            case FieldRef():
                return {"type": "field", "value": [expr.header, expr.name]}
            case ParamRef():
                return {"type": "runtime_data", "value": expr.index}
            case Valid():
                return {"type": "field", "value": [expr.header, "$valid$"]}
            case Lookahead():
                return {"type": "lookahead", "value": [expr.offset, expr.width]}
            case _:
                return _wrapped(_operation("b2d", None, expression(expr)))
    match expr:
        case Const() | FieldRef():
            return expression(expr)
        case ParamRef():
            return {"type": "runtime_data", "value": expr.index}
        case Lookahead():
            return {"type": "lookahead", "value": [expr.offset, expr.width]}
        case Binary(op="widen"):
            return data(expr.left)
        case _:
            return _wrapped(expression(expr))


def lvalue(target: LValue) -> Json:
    match target:
        case FieldRef():
            return {"type": "field", "value": [target.header, target.name]}
        case StackElementRef():
            stack: Json = {"type": "header_stack", "value": target.stack}
            element = _operation("dereference_header_stack", stack, expression(target.index))
            return _wrapped(_operation("access_field", element, target.offset))


def operand(arg: Operand) -> Json:
    """An argument of a primitive."""
    match arg:
        case Named():
            return {"type": arg.kind, "value": arg.name}
        case Text():
            return {"type": "string", "value": arg.value}
        case Vector():
            return {"type": "parameters_vector", "value": [data(item) for item in arg.items]}
        case _:
            return data(arg)


def transition_key(expr: Expr) -> Json | None:
    """A select key as BMv2 takes it, or None if it must be computed into a field first."""
    match expr:
        case FieldRef():
            return {"type": "field", "value": [expr.header, expr.name]}
        case Valid():
            return {"type": "field", "value": [expr.header, "$valid$"]}
        case StackLastRef():
            return {"type": "stack_field", "value": [expr.stack, expr.name]}
        case UnionStackLastRef():
            return {"type": "union_stack_field", "value": [expr.stack, expr.member, expr.name]}
        case _:
            return None


def inputs(items: Sequence[Expr]) -> list[Json]:
    """Fields and constants of a calculation or field list; constants carry their width.

    Raises:
        TypeError: one is neither field nor constant: lowering has saved all others.
    """
    result: list[Json] = []
    for item in items:
        match item:
            case FieldRef():
                result.append({"type": "field", "value": [item.header, item.name]})
            case Const():
                width = item.type.width if isinstance(item.type, BitType) else 1
                value = item.value & ((1 << width) - 1)
                result.append({"type": "hexstr", "value": hexstr(value, width), "bitwidth": width})
            case _:
                raise TypeError(f"{item!r} cannot be an input of a calculation")
    return result
