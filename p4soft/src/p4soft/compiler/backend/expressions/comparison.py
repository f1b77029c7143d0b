# SPDX-License-Identifier: Apache-2.0
"""Validity of headers, and `==` of structs, headers, stacks and unions."""

from __future__ import annotations

from collections.abc import Iterable

from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Const, Expr, Valid, ValidUnion
from p4soft.compiler.backend.storage.values import (
    HeaderPlace,
    HeaderValue,
    StackElementPlace,
    StackEndPlace,
    StackPlace,
    StructValue,
    UnionPlace,
    Value,
    members_of,
)
from p4soft.compiler.source import Span
from p4soft.compiler.types import BOOL
from p4soft.compiler.unsupported import Unsupported


def valid(value: Value, span: Span) -> Expr:
    """`isValid()` of a header or union.

    Raises:
        Unsupported: it is neither.
    """
    match value:
        case HeaderPlace():
            return Valid(value.name)
        case UnionPlace():
            return ValidUnion(value.name)
        case HeaderValue():
            return Const(BOOL, int(value.valid))
        case StackElementPlace():
            result: Expr = arithmetic.FALSE
            for i, element in enumerate(value.stack.elements):
                here = arithmetic.compare("==", value.index, arithmetic.const(value.index.type, i))
                result = arithmetic.logical_or(result, arithmetic.logical_and(here, valid(element, span)))
            return result
        case StackEndPlace() if value.which == "last":
            return any_of(valid(element, span) for element in value.stack.elements)
        case _:
            raise Unsupported(span, "the validity of this cannot be asked for here")


def any_of(terms: Iterable[Expr]) -> Expr:
    """At least one of them."""
    result: Expr = arithmetic.FALSE
    for term in terms:
        result = arithmetic.logical_or(result, term)
    return result


def equal(left: Value, right: Value, span: Span) -> Expr:
    """`==` of two aggregates (P4_16 §8.12, §8.17): member by member; headers also compare validity.

    Raises:
        Unsupported: they have no members to compare.
    """
    if isinstance(left, Expr) and isinstance(right, Expr):
        return arithmetic.compare("==", left, right)
    if isinstance(left, StackPlace) and isinstance(right, StackPlace):
        pairs = zip(left.elements, right.elements, strict=True)
        return arithmetic.conjunction([equal(a, b, span) for a, b in pairs])
    mine, theirs = members_of(left), members_of(right)
    if mine is None or theirs is None:
        raise Unsupported(span, "these cannot be compared")
    if isinstance(left, StructValue) and isinstance(right, StructValue):
        return arithmetic.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    if isinstance(left, UnionPlace) and isinstance(right, UnionPlace):
        return arithmetic.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    if isinstance(left, UnionPlace) or isinstance(right, UnionPlace):
        union, other = (left, right) if isinstance(left, UnionPlace) else (right, left)
        if isinstance(other, HeaderValue) and not other.valid:
            return arithmetic.logical_not(valid(union, span))
        raise Unsupported(span, "a header union can only be compared with a header union or {#}")
    a_valid = Const(BOOL, 1) if isinstance(left, StructValue) else valid(left, span)
    b_valid = Const(BOOL, 1) if isinstance(right, StructValue) else valid(right, span)
    if isinstance(left, HeaderValue) and not left.valid:
        return arithmetic.logical_not(b_valid)
    if isinstance(right, HeaderValue) and not right.valid:
        return arithmetic.logical_not(a_valid)
    same = arithmetic.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    both = arithmetic.logical_and(arithmetic.logical_and(a_valid, b_valid), same)
    neither = arithmetic.logical_and(arithmetic.logical_not(a_valid), arithmetic.logical_not(b_valid))
    return arithmetic.logical_or(neither, both)
