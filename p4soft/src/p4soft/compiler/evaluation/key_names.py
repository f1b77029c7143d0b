# SPDX-License-Identifier: Apache-2.0
"""Control-plane names of table keys (P4_16 §18.2.1): `@name`, or the key expression as written."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler.evaluation.names import name_annotation
from p4soft.compiler.unsupported import Unsupported


def key_name(element: ast.KeyElement) -> str:
    """The name of a key element.

    Raises:
        Unsupported: the expression is too complex to be named and has no @name.
    """
    explicit = name_annotation(element.annotations)
    if explicit is not None:
        return explicit
    name = _name(element.expression)
    if name is None:
        raise Unsupported(
            element.span,
            "this key expression needs a name for the control plane",
            expected='an annotation @name("...")',
        )
    return name


def _name(expr: ast.Expression) -> str | None:
    match expr:
        case ast.PathExpr():
            return f".{expr.name}" if expr.absolute else expr.name
        case ast.Member():
            return _member(expr)
        case ast.Index():
            base, index = _name(expr.base), _name(expr.index)
            return None if base is None or index is None else f"{base}[{index}]"
        case ast.Slice():
            base = _name(expr.base)
            return None if base is None else f"{base}[{expr.high_value}:{expr.low_value}]"
        case ast.IntLiteral():
            return _number(expr)
        case ast.Call() if expr.kind is ast.CallKind.IS_VALID and expr.receiver is not None:
            base = _name(expr.receiver)
            return None if base is None else f"{base}.$valid$"
        case ast.Binary(op="&"):
            left, right = _name(expr.left), _name(expr.right)
            return None if left is None or right is None else f"{left} & {right}"
        case ast.Cast(implicit=True):
            return _name(expr.operand)
        case _:
            return None


def _number(literal: ast.IntLiteral) -> str:
    """A literal in the base it was written in, without leading zeros."""
    digits = literal.text.lower()
    for prefix, form in (("0x", "x"), ("0b", "b"), ("0o", "o")):
        if prefix in digits:
            return f"{prefix}{literal.value:{form}}"
    return str(literal.value)


def _member(expr: ast.Member) -> str | None:
    """`base.field` with the field's own @name; a name that starts with `.` is absolute."""
    own = expr.name
    if isinstance(expr.decl, ast.StructField):
        explicit = name_annotation(expr.decl.annotations)
        if explicit is not None:
            own = explicit
    if own.startswith("."):
        return own[1:]
    base = _name(expr.base)
    return None if base is None else f"{base}.{own}"
