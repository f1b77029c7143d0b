# SPDX-License-Identifier: Apache-2.0
"""Binary operators on scalars, and what may stand for one."""

from __future__ import annotations

from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Const, Expr
from p4soft.compiler.backend.storage.values import StructValue, Value
from p4soft.compiler.source import Span
from p4soft.compiler.types import BitType
from p4soft.compiler.unsupported import Unsupported


def as_scalar(value: Value, span: Span) -> Expr:
    """A value as a scalar expression.

    Raises:
        Unsupported: it is an aggregate.
    """
    found = aggregates.scalar_of(value)
    if found is not None:
        return found
    if isinstance(value, StructValue) and len(value.members) == 1:
        return as_scalar(next(iter(value.members.values())), span)
    raise Unsupported(span, "a bit, int, bool, enum or error value is needed here")


def operation(op: str, left: Expr, right: Expr, span: Span) -> Expr:
    """`left op right`, or what `left op= right` assigns; `&&` and `||` are not among them.

    Raises:
        Unsupported: a shift by an amount that BMv2 programs may not have, or a division that is no shift.
    """
    if arithmetic.is_comparison(op):
        return arithmetic.compare(op, left, right)
    match op:
        case "|+|" | "|-|":
            return arithmetic.saturating(op, left, right)
        case "++":
            return arithmetic.concat(left, right)
        case "<<" | ">>":
            _check_shift(right, span)
        case "/" | "%":
            _check_division(op, left, right, span)
    return arithmetic.binary(op, left, right)


def _check_division(op: str, left: Expr, right: Expr, span: Span) -> None:
    """What is known at compile time can be divided, and anything by a power of two, which is a shift."""
    if isinstance(right, Const) and (isinstance(left, Const) or not right.value & (right.value - 1)):
        return
    message = f"`{op}` of values known only at run time: switches have no divider"
    raise Unsupported(span, message, expected="a constant on both sides, or a power of two on the right")


MAX_SHIFT_WIDTH = 8
"""BMv2 shifts big integers by whatever it is told; p4c refuses run-time amounts of more than 8 bits, and so do we."""


def _check_shift(right: Expr, span: Span) -> None:
    width = right.type.width if isinstance(right.type, BitType) else 1
    if isinstance(right, Const):
        if right.value > 1 << MAX_SHIFT_WIDTH:
            raise Unsupported(span, f"shift amount {right.value} is limited to {1 << MAX_SHIFT_WIDTH} on this target")
    elif width > MAX_SHIFT_WIDTH:
        raise Unsupported(
            span,
            f"the shift amount has {width} bits; BMv2 programs may shift by at most {MAX_SHIFT_WIDTH}-bit amounts",
            expected=f"a cast of the amount to bit<{MAX_SHIFT_WIDTH}>",
        )
