# SPDX-License-Identifier: Apache-2.0
"""Compile-time arithmetic at arbitrary precision (specification sections 8.5 to 8.8 and 18.1)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.diagnostics import MAX_CONSTANT_BITS


class ConstantError(Exception):
    """A constant expression without a value (division by zero, a negative shift)."""


def bounds(type_: t.BitType) -> tuple[int, int]:
    if type_.signed:
        return -(1 << (type_.width - 1)) if type_.width else 0, (1 << max(type_.width - 1, 0)) - 1
    return 0, (1 << type_.width) - 1


def to_type(value: int, type_: t.Type) -> int:
    """`value` wrapped to the representation of a type; unchanged for `int`."""
    below = t.representation(type_)
    return below.wrap(value) if isinstance(below, t.BitType) else value


def unary(op: str, value: ast.ConstValue, type_: t.Type) -> ast.ConstValue | None:
    if isinstance(value, bool):
        return (not value) if op == "!" else None
    if not isinstance(value, int):
        return None
    if op == "-":
        return to_type(-value, type_)
    if op == "~":
        return to_type(~value, type_)
    return value if op == "+" else None


def binary(
    op: str, left: ast.ConstValue, right: ast.ConstValue, type_: t.Type, operand_types: tuple[t.Type, t.Type]
) -> ast.ConstValue | None:
    """`left op right`, the result being of type `type_`; None when it has no compile-time value.

    Raises:
        ConstantError: the operation is undefined for these values.
    """
    if op == "==":
        return left == right
    if op == "!=":
        return left != right
    if isinstance(left, bool) and isinstance(right, bool):
        return {"&&": left and right, "||": left or right}.get(op)
    if isinstance(left, str) and isinstance(right, str):
        return left + right if op == "++" else None
    if isinstance(left, int) and isinstance(right, int):
        return _integers(op, left, right, type_, operand_types)
    return None


def _integers(op: str, a: int, b: int, type_: t.Type, operand_types: tuple[t.Type, t.Type]) -> ast.ConstValue | None:
    match op:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b
        case "+":
            return to_type(a + b, type_)
        case "-":
            return to_type(a - b, type_)
        case "*":
            _check_size(a.bit_length() + b.bit_length())
            return to_type(a * b, type_)
        case "/" | "%":
            if b == 0:
                raise ConstantError("division by zero")
            if a < 0 or b < 0:
                raise ConstantError(f"`{op}` is not defined for negative numbers")
            return to_type(a // b if op == "/" else a % b, type_)
        case "&":
            return to_type(a & b, type_)
        case "|":
            return to_type(a | b, type_)
        case "^":
            return to_type(a ^ b, type_)
        case "<<" | ">>":
            if b < 0:
                raise ConstantError(f"shift by the negative amount {b}")
            if op == ">>":
                return a >> min(b, MAX_CONSTANT_BITS)
            below = t.representation(type_)
            if isinstance(below, t.BitType):
                return below.wrap(a << min(b, below.width))
            _check_size(a.bit_length() + b)
            return a << b
        case "|+|" | "|-|":
            below = t.representation(type_)
            if not isinstance(below, t.BitType):
                return None
            low, high = bounds(below)
            return max(low, min(high, a + b if op == "|+|" else a - b))
        case "++":
            left, right = (t.representation(o) for o in operand_types)
            if isinstance(left, t.BitType) and isinstance(right, t.BitType):
                return to_type((a << right.width) | (b & ((1 << right.width) - 1)), type_)
    return None


def _check_size(bits: int) -> None:
    if bits > MAX_CONSTANT_BITS:
        raise ConstantError(f"the value needs more than {MAX_CONSTANT_BITS} bits")


def cast(value: ast.ConstValue, source: t.Type, target: t.Type) -> ast.ConstValue | None:
    """A constant converted by a cast that was found legal."""
    below, origin = t.representation(target), t.representation(source)
    if isinstance(below, t.BitType):
        return below.wrap(int(value)) if isinstance(value, int) else None
    if isinstance(below, t.BoolType) and isinstance(origin, t.BitType | t.InfIntType) and isinstance(value, int):
        return bool(value)
    return value
