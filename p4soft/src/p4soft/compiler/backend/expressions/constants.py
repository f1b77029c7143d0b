# SPDX-License-Identifier: Apache-2.0
"""Compile-time constants as values."""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Const
from p4soft.compiler.backend.storage.layout import scalar_type
from p4soft.compiler.backend.storage.values import Symbol, Value
from p4soft.compiler.source import Span
from p4soft.compiler.types import BOOL, BitType
from p4soft.compiler.unsupported import Unsupported


def constant(value: object, type_: types.Type, span: Span) -> Value:
    """A compile-time constant of a type as a value.

    Raises:
        Unsupported: there are no values of its type at run time.
    """
    if isinstance(value, str):
        return Symbol(value, type_)
    if isinstance(value, tuple):
        return aggregates.from_list(type_, [constant(v, t, span) for v, t in _with_types(value, type_)])
    stored = scalar_type(type_)
    match value:
        case ast.ErrorMember():
            return Const(stored or BitType(32), value.number)
        case ast.EnumMember():
            return Const(stored or BitType(32), value.position if value.number is None else value.number)
        case bool():
            return Const(BOOL, int(value))
        case int():
            if stored is None:
                return Const(BitType(max(32, value.bit_length() + 1), value < 0), value)
            return arithmetic.const(stored, value)
        case _:
            raise Unsupported(span, f"a constant of type {type_} is not supported here")


def _with_types(values: tuple[object, ...], type_: types.Type) -> list[tuple[object, types.Type]]:
    match type_:
        case types.StructLike():
            return list(zip(values, (f.type for f in type_.fields), strict=True))
        case types.TupleType():
            return list(zip(values, type_.elements, strict=True))
        case types.StackType() | types.ListType():
            return [(v, type_.element) for v in values]
        case _:
            return [(v, type_) for v in values]
