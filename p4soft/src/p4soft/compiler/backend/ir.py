# SPDX-License-Identifier: Apache-2.0
"""The lowered program: scalar expressions over BMv2 storage, and statements close to BMv2 primitives.

Everything P4_16 has above that (structs, calls, scopes, directions, side effects inside expressions) is gone: the
lowering resolved it to storage locations, temporaries and this small language. Expressions have no side effects. Types
are `BitType` (errors and enums are 32-bit values) or `BoolType`; a `FieldRef` may also be varbit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from p4soft.compiler.diagnostics import Span
from p4soft.compiler.types import BIT32, BOOL, BitType, BoolType, VarbitType

ScalarType = BitType | BoolType | VarbitType


class Expr:
    """Base of lowered expressions; every one has a `type`."""

    __slots__ = ()
    type: ScalarType


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A constant, already within the range of its type (bool: 0 or 1; signed: negative values as such)."""

    type: ScalarType
    value: int


@dataclass(frozen=True, slots=True)
class FieldRef(Expr):
    """A field of a header or metadata instance. Bool fields are stored in one bit."""

    type: ScalarType
    header: str
    name: str


@dataclass(frozen=True, slots=True)
class ParamRef(Expr):
    """The index-th runtime parameter of the enclosing action."""

    type: ScalarType
    index: int


@dataclass(frozen=True, slots=True)
class StackLastRef(Expr):
    """A field of the last valid element of a header stack (`stack.last.field` in a parser)."""

    type: ScalarType
    stack: str
    name: str


@dataclass(frozen=True, slots=True)
class StackElementRef(Expr):
    """A field of a stack element whose index is computed at run time; `offset` is the field's place in the header."""

    type: ScalarType
    stack: str
    index: Expr
    offset: int


@dataclass(frozen=True, slots=True)
class UnionStackLastRef(Expr):
    """A field of a member of the last valid union of a union stack (parser select keys only)."""

    type: ScalarType
    stack: str
    member: str
    name: str


@dataclass(frozen=True, slots=True)
class Valid(Expr):
    header: str
    type: ScalarType = BOOL


@dataclass(frozen=True, slots=True)
class ValidUnion(Expr):
    """Whether any member of a header union is valid."""

    union: str
    type: ScalarType = BOOL


@dataclass(frozen=True, slots=True)
class LastIndex(Expr):
    """The index of the last valid element of a stack, 32 bits."""

    stack: str
    type: ScalarType = BIT32


@dataclass(frozen=True, slots=True)
class Lookahead(Expr):
    """Bits ahead of the parser's cursor, without consuming them."""

    type: ScalarType
    offset: int
    width: int


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`~` (on data), `not` (on bool)."""

    type: ScalarType
    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """BMv2's binary operations, `two_comp_mod`, `sat_cast` and `usat_cast` included (their right side is a width).

    BMv2 computes with unbounded integers: code that builds a `Binary` adds the mask that keeps it in range
    (`arithmetic`).
    """

    type: ScalarType
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Mux(Expr):
    """`condition ? if_true : if_false`."""

    type: ScalarType
    condition: Expr
    if_true: Expr
    if_false: Expr


LValue = FieldRef | StackElementRef


@dataclass(frozen=True, slots=True)
class Named:
    """A primitive's argument that is an object; `kind` is BMv2's name for its type (header, register_array, ...)."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Text:
    value: str


@dataclass(frozen=True, slots=True)
class Vector:
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
