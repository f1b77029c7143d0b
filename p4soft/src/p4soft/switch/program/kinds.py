# SPDX-License-Identifier: Apache-2.0
"""What an expression yields, and which operators take it: checked while a program is read, so that what loads can run.

The operators and their operands are those of BMv2's expressions (JSON_format.md, "expressions").
"""

from __future__ import annotations

from typing import Literal

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import (
    AccessUnionHeader,
    Bool,
    Const,
    Deref,
    Expr,
    HeaderRef,
    ObjectRef,
    Op,
    ParamsVector,
    StackRef,
    Str,
    UnionRef,
    UnionStackRef,
)
from p4soft.switch.program.header_model import HeaderType
from p4soft.switch.program.names import Names

Kind = Literal["data", "bool", "header", "stack", "union", "union_stack", "string", "vector", "object"]

MAX_CAST_WIDTH = 1 << 16
"""Widest result of `two_comp_mod` and the saturating casts, in bits; as wide as a field can be."""

ARITH = frozenset(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))
CASTS = frozenset(("two_comp_mod", "usat_cast", "sat_cast"))
COMPARE = frozenset((">", ">=", "<", "<="))
EQUALITY = frozenset(("==", "!="))
LOGIC = frozenset(("and", "or"))
SIGNS = frozenset(("+", "-"))
_UNARY: dict[str, tuple[tuple[Kind, ...], Kind]] = {
    "~": (("data",), "data"),
    "not": (("bool",), "bool"),
    "valid": (("header",), "bool"),
    "valid_union": (("union",), "bool"),
    "d2b": (("data",), "bool"),
    "b2d": (("bool",), "data"),
    "last_stack_index": (("stack", "union_stack"), "data"),
    "size_stack": (("stack", "union_stack"), "data"),
}
OPERATORS = ARITH | CASTS | COMPARE | EQUALITY | LOGIC | frozenset(_UNARY) | {"?"}

_LEAVES: tuple[tuple[type, Kind], ...] = (
    (Bool, "bool"),
    (HeaderRef, "header"),
    (AccessUnionHeader, "header"),
    (StackRef, "stack"),
    (UnionRef, "union"),
    (UnionStackRef, "union_stack"),
    (Str, "string"),
    (ParamsVector, "vector"),
    (ObjectRef, "object"),
)


def kind_of(expr: Expr) -> Kind:
    """What a checked expression yields."""
    if isinstance(expr, Op):
        if expr.op == "?" and expr.left is not None:
            return kind_of(expr.left)
        if expr.op in _UNARY:
            return _UNARY[expr.op][1]
        return "bool" if expr.op in COMPARE | EQUALITY | LOGIC else "data"
    if isinstance(expr, Deref):
        return "header" if isinstance(expr.stack, StackRef) else "union"
    return next((kind for leaf, kind in _LEAVES if isinstance(expr, leaf)), "data")


def require(at: Cursor, expr: Expr, *kinds: Kind) -> Expr:
    """`expr`, which must yield one of some kinds.

    Raises:
        ProgramError: it yields something else.
    """
    found = kind_of(expr)
    if found not in kinds:
        raise at.fail(f"expected {' or '.join(kinds)}, got {found}")
    return expr


def operation(at: Cursor, names: Names, op: Op) -> Op:
    """`op`, whose operands must be of the kinds its operator takes.

    Raises:
        ProgramError: one is not, or is missing.
    """
    right_at = at.get("right")
    assert op.right is not None, op
    if op.op in _UNARY:
        require(right_at, op.right, *_UNARY[op.op][0])
        return Op(op.op, None, op.right)
    if op.left is None:
        if op.op not in SIGNS:
            raise at.fail(f"operator {op.op!r} needs a left operand")
        require(right_at, op.right, "data")
        return op
    left_at = at.get("left")
    if op.op == "?":
        assert op.cond is not None, op
        require(at.get("cond"), op.cond, "bool")
        require(right_at, op.right, kind_of(require(left_at, op.left, "data", "bool")))
    elif op.op in EQUALITY:
        left = require(left_at, op.left, "data", "bool", "header", "union", "stack")
        require(right_at, op.right, kind_of(left))
        if not same_shape(names, op.left, op.right):
            raise right_at.fail("compares headers of different types")
    else:
        kind: Kind = "bool" if op.op in LOGIC else "data"
        require(left_at, op.left, kind)
        require(right_at, op.right, kind)
        if op.op in CASTS and not (isinstance(op.right, Const) and 1 <= op.right.value <= MAX_CAST_WIDTH):
            raise right_at.fail(f"{op.op}: expected a constant width in 1..{MAX_CAST_WIDTH}")
    return op


def same_shape(names: Names, left: Expr, right: Expr) -> bool:
    """Whether one header, union or stack can be copied to, or compared with, the other; True for data."""
    return shape(names, left) == shape(names, right)


def shape(names: Names, expr: Expr) -> tuple[HeaderType, ...]:
    """The types of the headers an expression is made of, in order; empty for data."""
    match expr:
        case HeaderRef(name=name):
            return (names.headers[name].type,)
        case AccessUnionHeader(union=union, index=index):
            return (shape(names, union)[index],)
        case UnionRef(name=name):
            return tuple(names.headers[header].type for _, header in names.unions[name].members)
        case Deref(stack=stack):
            each = shape(names, stack)
            return each[: len(each) // elements(names, stack)]
        case StackRef(name=name):
            return (names.stacks[name].type,) * elements(names, expr)
        case UnionStackRef(name=name):
            return tuple(t for union in names.union_stacks[name].unions for t in shape(names, UnionRef(union)))
    return ()


def elements(names: Names, stack: StackRef | UnionStackRef) -> int:
    """How many elements a stack has."""
    if isinstance(stack, StackRef):
        return len(names.stacks[stack.name].headers)
    return len(names.union_stacks[stack.name].unions)
