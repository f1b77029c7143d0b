# SPDX-License-Identifier: Apache-2.0
"""The lowered program: scalar expressions over BMv2 storage, and statements close to BMv2 primitives.

Everything P4_16 has above that (structs, calls, scopes, directions, side effects inside expressions) is gone: the
lowering resolved it to storage locations, temporaries and this small language. Expressions have no side effects. Types
are `BitType` (errors and enums are 32-bit values) or `BoolType`; a `FieldRef` may also be varbit.

`binary`, `cast` and the others make expressions. BMv2 computes with unbounded integers and only truncates when a value
is stored in a field. So every intermediate result that may leave its type's range is masked (`&`, unsigned) or wrapped
(`two_comp_mod`, signed), as p4c does. Constants are folded. Operations that cannot leave the range are not masked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from p4soft.compiler.diagnostics import Span
from p4soft.compiler.types import BIT32, BOOL, BitType, BoolType, VarbitType

ScalarType = BitType | BoolType | VarbitType


class Expr:
    """Base of lowered expressions; every one has a `type`."""

    __slots__ = ()
    type: ScalarType


class Const(Expr, Struct, frozen=True):
    """A constant, already within the range of its type (bool: 0 or 1; signed: negative values as such)."""

    type: ScalarType
    value: int


class FieldRef(Expr, Struct, frozen=True):
    """A field of a header or metadata instance. Bool fields are stored in one bit."""

    type: ScalarType
    header: str
    name: str


class ParamRef(Expr, Struct, frozen=True):
    """The index-th runtime parameter of the enclosing action."""

    type: ScalarType
    index: int


class StackLastRef(Expr, Struct, frozen=True):
    """A field of the last valid element of a header stack (`stack.last.field` in a parser)."""

    type: ScalarType
    stack: str
    name: str


class StackElementRef(Expr, Struct, frozen=True):
    """A field of a stack element whose index is computed at run time; `offset` is the field's place in the header."""

    type: ScalarType
    stack: str
    index: Expr
    offset: int


class UnionStackLastRef(Expr, Struct, frozen=True):
    """A field of a member of the last valid union of a union stack (parser select keys only)."""

    type: ScalarType
    stack: str
    member: str
    name: str


class Valid(Expr, Struct, frozen=True):
    header: str
    type: ScalarType = BOOL


class ValidUnion(Expr, Struct, frozen=True):
    """Whether any member of a header union is valid."""

    union: str
    type: ScalarType = BOOL


class LastIndex(Expr, Struct, frozen=True):
    """The index of the last valid element of a stack, 32 bits."""

    stack: str
    type: ScalarType = BIT32


class Lookahead(Expr, Struct, frozen=True):
    """Bits ahead of the parser's cursor, without consuming them."""

    type: ScalarType
    offset: int
    width: int


class Unary(Expr, Struct, frozen=True):
    """`~` (on data), `not` (on bool)."""

    type: ScalarType
    op: str
    operand: Expr


class Binary(Expr, Struct, frozen=True):
    """BMv2's binary operations, `two_comp_mod`, `sat_cast` and `usat_cast` included (their right side is a width).

    BMv2 computes with unbounded integers: code that builds a `Binary` adds the mask that keeps it in range
    (`arithmetic`).
    """

    type: ScalarType
    op: str
    left: Expr
    right: Expr


class Mux(Expr, Struct, frozen=True):
    """`condition ? if_true : if_false`."""

    type: ScalarType
    condition: Expr
    if_true: Expr
    if_false: Expr


LValue = FieldRef | StackElementRef


class Named(Struct, frozen=True):
    """A primitive's argument that is an object; `kind` is BMv2's name for its type (header, register_array, ...)."""

    kind: str
    name: str


class Text(Struct, frozen=True):
    value: str


class Vector(Struct, frozen=True):
    """A `parameters_vector` argument."""

    items: tuple[Expr, ...]


Operand = Expr | Named | Text | Vector


class Stmt:
    """Base of lowered statements; every one has a `span` in the source."""

    __slots__ = ()
    span: Span


@dataclass(slots=True)
class Assign(Stmt):
    """Copy a scalar (or a varbit) into a field."""

    target: LValue
    value: Expr
    span: Span


@dataclass(slots=True)
class Prim(Stmt):
    """A BMv2 primitive call."""

    op: str
    args: Sequence[Operand]
    span: Span


@dataclass(slots=True)
class ParserOp(Stmt):
    """`extract`, `extract_VL`, `advance` or `verify`."""

    op: str
    args: Sequence[Operand]
    span: Span


@dataclass(slots=True)
class If(Stmt):
    """A choice between two bodies; either may be empty."""

    condition: Expr
    then: list[Stmt]
    otherwise: list[Stmt]
    span: Span


@dataclass(slots=True)
class Label:
    """The end of a `Scope` or `Loop` part, as a jump target. Compared by identity."""

    name: str
    used: bool = False


@dataclass(slots=True)
class Scope(Stmt):
    """A body that `Leave(label)` jumps to the end of: an inlined function, action or control, or a loop's body."""

    body: list[Stmt]
    label: Label
    span: Span


@dataclass(slots=True)
class Leave(Stmt):
    """Jump to the end of the enclosing scope of that label (return, break, continue)."""

    label: Label
    span: Span


@dataclass(slots=True)
class Loop(Stmt):
    """`while (condition) body`; the condition's own statements run before each test. `done` is where `break` leads.

    A loop is one piece of an action: BMv2's graph of tables has no cycles.
    """

    prelude: list[Stmt]
    condition: Expr
    body: list[Stmt]
    done: Label
    span: Span


@dataclass(slots=True)
class Exit(Stmt):
    """End this packet's processing in the pipeline."""

    span: Span


@dataclass(slots=True)
class ApplyTable(Stmt):
    """Apply a table. `hit`/`miss` run after a hit or miss; `cases` after the named actions (None: any other)."""

    table: str
    span: Span
    hit: list[Stmt] = field(default_factory=list)
    miss: list[Stmt] = field(default_factory=list)
    cases: list[tuple[tuple[str | None, ...], list[Stmt]]] = field(default_factory=list)


@dataclass(slots=True)
class RunAction(Stmt):
    """Run an action directly from a control: becomes a hidden table named after it."""

    action_id: int
    action_name: str
    data: tuple[Const, ...]
    span: Span


def children(expr: Expr) -> tuple[Expr, ...]:
    match expr:
        case Unary():
            return (expr.operand,)
        case Binary():
            return (expr.left, expr.right)
        case Mux():
            return (expr.condition, expr.if_true, expr.if_false)
        case StackElementRef():
            return (expr.index,)
        case _:
            return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and everything below it."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def reads_storage(expr: Expr) -> bool:
    """Whether the value can change while the program runs (it is neither a constant nor runtime action data)."""
    return any(not isinstance(e, Const | ParamRef | Unary | Binary | Mux) for e in walk(expr))


@dataclass(slots=True)
class ChecksumCall(Stmt):
    """One verify_checksum or update_checksum; `inputs` are fields and constants."""

    condition: Expr
    inputs: tuple[Expr, ...]
    target: FieldRef
    algorithm: str
    verify: bool
    payload: bool
    span: Span


_NEVER_OUT_OF_RANGE = frozenset({"&", "|", "^"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def wrap(type_: ScalarType, value: int) -> int:
    """A value brought into the range of its type (P4_16 §8.6, §8.7: modulo 2^width)."""
    if isinstance(type_, BoolType):
        return int(bool(value))
    return type_.wrap(value) if isinstance(type_, BitType) else value


def const(type_: ScalarType, value: int) -> Const:
    """A constant, wrapped into its type."""
    return Const(type_, wrap(type_, value))


TRUE = Const(BOOL, 1)
FALSE = Const(BOOL, 0)
_WIDTH_TYPE = BitType(32)


def _bits(expr: Expr) -> BitType:
    if not isinstance(expr.type, BitType):
        raise TypeError(f"not a bit or int value: {expr!r}")
    return expr.type


def clamp(expr: Expr, type_: BitType) -> Expr:
    """The expression masked or wrapped to a type it may lie outside of."""
    if isinstance(expr, Const):
        return const(type_, expr.value)
    if type_.signed:
        return Binary(type_, "two_comp_mod", expr, Const(_WIDTH_TYPE, type_.width))
    return Binary(type_, "&", expr, Const(type_, (1 << type_.width) - 1))


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """Arithmetic or bitwise operation on two values of one type (shifts: any type on the right); result in range."""
    type_ = _bits(left)
    if isinstance(left, Const) and isinstance(right, Const):
        folded = _fold(op, left.value, right.value, type_)
        if folded is not None:
            return const(type_, folded)
    if isinstance(right, Const) and right.value == 0 and op in ("+", "-", "|", "^", "<<", ">>"):
        return left
    raw = Binary(type_, op, left, right)
    if op in _NEVER_OUT_OF_RANGE or (op in (">>", "/", "%") and not type_.signed):
        return raw
    return clamp(raw, type_)


def _fold(op: str, left: int, right: int, type_: BitType) -> int | None:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" if right > 0 and left >= 0:
            return left // right
        case "%" if right > 0 and left >= 0:
            return left % right
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "<<" if right >= 0:
            return left << right if right < type_.width else 0
        case ">>" if right >= 0:
            return left >> right
        case _:
            return None


def saturating(op: str, left: Expr, right: Expr) -> Expr:
    """`|+|` or `|-|`: BMv2's `usat_cast`/`sat_cast` of the unbounded result."""
    type_ = _bits(left)
    plain = op.strip("|")
    if isinstance(left, Const) and isinstance(right, Const):
        exact = left.value + right.value if plain == "+" else left.value - right.value
        low = -(1 << (type_.width - 1)) if type_.signed else 0
        high = (1 << (type_.width - (1 if type_.signed else 0))) - 1
        return Const(type_, min(max(exact, low), high))
    cast = "sat_cast" if type_.signed else "usat_cast"
    return Binary(type_, cast, Binary(type_, plain, left, right), Const(_WIDTH_TYPE, type_.width))


def compare(op: str, left: Expr, right: Expr) -> Expr:
    """Comparison of two scalars; bool result."""
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        return Const(BOOL, int({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]))
    if isinstance(left.type, BoolType):
        for side, other in ((left, right), (right, left)):
            if isinstance(side, Const):
                return other if bool(side.value) == (op == "==") else logical_not(other)
    return Binary(BOOL, op, left, right)


def logical_and(left: Expr, right: Expr) -> Expr:
    """`&&` of two side-effect-free conditions."""
    if isinstance(left, Const):
        return right if left.value else FALSE
    if isinstance(right, Const) and right.value:
        return left
    return Binary(BOOL, "and", left, right)


def logical_or(left: Expr, right: Expr) -> Expr:
    """`||` of two side-effect-free conditions."""
    if isinstance(left, Const):
        return TRUE if left.value else right
    if isinstance(right, Const) and not right.value:
        return left
    return Binary(BOOL, "or", left, right)


def logical_not(expr: Expr) -> Expr:
    """`!` of a condition, without piling one on another."""
    if isinstance(expr, Const):
        return FALSE if expr.value else TRUE
    if isinstance(expr, Unary) and expr.op == "not":
        return expr.operand
    return Unary(BOOL, "not", expr)


def negate(expr: Expr) -> Expr:
    """Unary minus: `0 - x`, wrapped."""
    return binary("-", Const(expr.type, 0), expr)


def complement(expr: Expr) -> Expr:
    """`~`, masked to the operand's width."""
    type_ = _bits(expr)
    if isinstance(expr, Const):
        return const(type_, ~expr.value)
    return clamp(Unary(type_, "~", expr), type_)


def mux(condition: Expr, if_true: Expr, if_false: Expr) -> Expr:
    """`?:` on side-effect-free operands."""
    if isinstance(condition, Const):
        return if_true if condition.value else if_false
    if if_true == if_false:
        return if_true
    return Mux(if_true.type, condition, if_true, if_false)


def cast(expr: Expr, to: ScalarType) -> Expr:
    """Explicit conversion between scalar types (P4_16 §8.11).

    Raises:
        TypeError: `to` is a varbit type, which nothing is cast to.
    """
    if expr.type == to:
        return expr
    if isinstance(to, BoolType):
        return compare("!=", expr, Const(expr.type, 0))
    if not isinstance(to, BitType):
        raise TypeError(f"no scalar cast to {to}")
    if isinstance(expr.type, BoolType):
        return mux(expr, const(to, 1), const(to, 0))
    source = _bits(expr)
    if isinstance(expr, Const):
        return const(to, expr.value)
    if source.signed == to.signed and source.width <= to.width:
        return _retyped(expr, to)
    if not source.signed and to.signed and source.width < to.width:
        return _retyped(expr, to)
    return clamp(expr, to)


def _retyped(expr: Expr, to: BitType) -> Expr:
    """The same value seen as a wider type: no operation is needed, only the static type changes."""
    match expr:
        case Mux():
            return Mux(to, expr.condition, expr.if_true, expr.if_false)
        case _:
            return Binary(to, "widen", expr, Const(_WIDTH_TYPE, to.width))


def slice_(expr: Expr, high: int, low: int) -> Expr:
    """`expr[high:low]`: unsigned, `high - low + 1` bits."""
    to = BitType(high - low + 1)
    source = _bits(expr)
    if isinstance(expr, Const):
        return const(to, expr.value >> low)
    if low == 0 and high == source.width - 1 and not source.signed:
        return expr
    shifted = expr if low == 0 else Binary(source, ">>", expr, Const(_WIDTH_TYPE, low))
    if high == source.width - 1 and not source.signed:
        return _retyped(shifted, to)
    return clamp(shifted, to)


def concat(left: Expr, right: Expr) -> Expr:
    """`left ++ right`; the result has the left operand's signedness."""
    a, b = _bits(left), _bits(right)
    to = BitType(a.width + b.width, a.signed)
    if isinstance(left, Const) and isinstance(right, Const):
        return const(to, (left.value << b.width) | BitType(b.width).wrap(right.value))
    low = cast(right, BitType(b.width)) if b.signed else right
    shifted = Binary(to, "<<", left, Const(_WIDTH_TYPE, b.width))
    return Binary(to, "|", shifted, low)


def replace_slice(whole: Expr, high: int, low: int, part: Expr) -> Expr:
    """`whole` with bits `high..low` replaced by `part` (assignment to a slice)."""
    type_ = _bits(whole)
    unsigned = BitType(type_.width)
    mask = ((1 << (high - low + 1)) - 1) << low
    keep = Const(unsigned, ((1 << type_.width) - 1) & ~mask)
    moved = part if low == 0 else Binary(unsigned, "<<", part, Const(_WIDTH_TYPE, low))
    if isinstance(part, Const):
        moved = Const(unsigned, part.value << low)
    merged: Expr = Binary(unsigned, "|", Binary(unsigned, "&", whole, keep), moved)
    return clamp(merged, type_) if type_.signed else merged


def conjunction(terms: list[Expr]) -> Expr:
    """All of them (true when empty)."""
    result: Expr = TRUE
    for term in terms:
        result = term if isinstance(result, Const) and result.value else logical_and(result, term)
    return result


def is_comparison(op: str) -> bool:
    return op in _COMPARISONS
