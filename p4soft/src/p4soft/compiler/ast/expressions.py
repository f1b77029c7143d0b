# SPDX-License-Identifier: Apache-2.0
"""Expressions, and the arguments of calls."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from p4soft.compiler.ast.base import Declaration, Expression, Node, TypeRef
from p4soft.compiler.ast.signatures import MethodDecl
from p4soft.compiler.types import Param, Type


@dataclass(eq=False, slots=True)
class IntLiteral(Expression):
    """`10`, `8w10`, `8s10`, `0x1F`. `width` is None for an unsized literal (as written); the value is as written."""

    value: int
    width: int | None = None
    signed: bool = False
    text: str = ""


@dataclass(eq=False, slots=True)
class BoolLiteral(Expression):
    """`true` or `false`."""

    value: bool


@dataclass(eq=False, slots=True)
class PathExpr(Expression):
    """A name, or `.name` (absolute)."""

    name: str
    absolute: bool = False
    decl: Declaration | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class ThisExpr(Expression):
    """`this` (inside the abstract-method bodies of an extern instance)."""


@dataclass(eq=False, slots=True)
class TypeNameExpr(Expression):
    """A type used as the base of a member: `MeterType.bytes`, `error.NoError`, `MyParser.apply(...)`, `bit<8>.…`."""

    ref: TypeRef


class MemberKind(enum.Enum):
    """What `base.name` is."""

    UNRESOLVED = enum.auto()
    FIELD = enum.auto()  # struct, header or union field; decl is the StructField
    ENUM_MEMBER = enum.auto()  # decl is the EnumMember; base is a TypeNameExpr
    ERROR_MEMBER = enum.auto()  # decl is the ErrorMember
    STACK_NEXT = enum.auto()
    STACK_LAST = enum.auto()
    STACK_LAST_INDEX = enum.auto()
    STACK_SIZE = enum.auto()
    TABLE_HIT = enum.auto()  # base is a Call of kind TABLE_APPLY
    TABLE_MISS = enum.auto()
    TABLE_ACTION_RUN = enum.auto()
    METHOD = enum.auto()  # only as the callee of a Call; see Call.kind


@dataclass(eq=False, slots=True)
class Member(Expression):
    """`base.name`: a field, or one of the words that `kind` lists."""

    base: Expression
    name: str
    kind: MemberKind = field(default=MemberKind.UNRESOLVED, kw_only=True)
    decl: Declaration | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Index(Expression):
    """`base[index]` on a header stack, tuple or list."""

    base: Expression
    index: Expression


@dataclass(eq=False, slots=True)
class Slice(Expression):
    """`base[high:low]`, both inclusive; `high_value`/`low_value` are the evaluated bounds."""

    base: Expression
    high: Expression
    low: Expression
    high_value: int = field(default=-1, kw_only=True)
    low_value: int = field(default=-1, kw_only=True)


@dataclass(eq=False, slots=True)
class PartSelect(Expression):
    """`base[index +: width]`, as written; the checker replaces it by a Slice or a shift."""

    base: Expression
    index: Expression
    width: Expression


@dataclass(eq=False, slots=True)
class Unary(Expression):
    """`op operand` with op one of `-`, `+`, `~`, `!`."""

    op: str
    operand: Expression


@dataclass(eq=False, slots=True)
class Binary(Expression):
    """`left op right`; op is one of `* / % + - |+| |-| << >> ++ & ^ | == != < > <= >= && ||`.

    Both operands have the same type except for shifts and `++`.
    """

    op: str
    left: Expression
    right: Expression


@dataclass(eq=False, slots=True)
class Ternary(Expression):
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(eq=False, slots=True)
class Cast(Expression):
    """`(target) operand`; `target` is None for implicit casts. The type cast to is `.type`."""

    target: TypeRef | None
    operand: Expression
    implicit: bool = False


@dataclass(eq=False, slots=True)
class Mask(Expression):
    """`value &&& mask` (`.type` is a SetType)."""

    value: Expression
    mask: Expression


@dataclass(eq=False, slots=True)
class Range(Expression):
    """`low .. high`, inclusive (`.type` is a SetType)."""

    low: Expression
    high: Expression


@dataclass(eq=False, slots=True)
class DefaultExpr(Expression):
    """`default`, or `_` in a set position: matches everything. In switch statements: the default label."""


@dataclass(eq=False, slots=True)
class DontCareExpr(Expression):
    """`_` as an argument: an out value nobody wants, or an optional argument left out."""


@dataclass(eq=False, slots=True)
class DotsExpr(Expression):
    """`...` as an initialiser: default value of its `.type`."""


@dataclass(eq=False, slots=True)
class ListExpr(Expression):
    """`{ a, b }` or `(a, b)` in a keyset. `has_dots`: it ended in `...` (the missing elements were appended)."""

    elements: list[Expression]
    has_dots: bool = False


@dataclass(eq=False, slots=True)
class NamedExpr(Node):
    """`name = value` of a struct expression."""

    name: str
    value: Expression


@dataclass(eq=False, slots=True)
class StructExpr(Expression):
    """`{ a = 1, b = 2 }`. After checking the fields are all there, in declaration order."""

    fields: list[NamedExpr]
    has_dots: bool = False


@dataclass(eq=False, slots=True)
class InvalidExpr(Expression):
    """`{#}`: an invalid header or header union."""


@dataclass(eq=False, slots=True)
class Argument(Node):
    """`value` or `name = value`."""

    name: str | None
    value: Expression


@dataclass(eq=False, slots=True)
class BoundArg:
    """The value of one declared parameter of a call.

    `value` is None when the caller left out an optional parameter without default; a DontCareExpr when it wrote `_`.
    `defaulted`: the value is the parameter's default, not written at the call. `position`: its place among the
    arguments as written, which is the order they are evaluated and copied back in.
    """

    param: Param
    value: Expression | None
    defaulted: bool = False
    position: int = 0


class CallKind(enum.Enum):
    """What a `Call` calls."""

    UNRESOLVED = enum.auto()
    ACTION = enum.auto()  # direct call; decl: ActionDecl
    FUNCTION = enum.auto()  # decl: FunctionDecl
    EXTERN_FUNCTION = enum.auto()  # decl: ExternFunctionDecl (mark_to_drop, verify, hash, ...)
    EXTERN_METHOD = enum.auto()  # receiver: instance or parameter of ExternType; decl: MethodDecl (packet.extract ...)
    ABSTRACT_METHOD = enum.auto()  # same, the method has a body in the instantiation
    TABLE_APPLY = enum.auto()  # receiver: PathExpr to the TableDecl; decl: TableDecl
    CONTROL_APPLY = enum.auto()  # receiver: PathExpr to the Instantiation; decl: ControlDecl (or type decl)
    PARSER_APPLY = enum.auto()  # receiver: PathExpr to the Instantiation; decl: ParserDecl
    TYPE_APPLY = enum.auto()  # `Type.apply(...)`; receiver: TypeNameExpr; decl: ControlDecl or ParserDecl
    IS_VALID = enum.auto()  # header or header union
    SET_VALID = enum.auto()
    SET_INVALID = enum.auto()
    PUSH_FRONT = enum.auto()  # stack; bound_args[0] is the constant count
    POP_FRONT = enum.auto()
    SIZE_OF = enum.auto()  # minSizeInBits/Bytes, maxSizeInBits/Bytes: const_value is set
    STATIC_ASSERT = enum.auto()  # static_assert(...): checked at compile time; const_value is true


@dataclass(eq=False, slots=True)
class Call(Expression):
    """`callee<type_args>(args)`: anything from a function to `t.apply()`; `kind` says what."""

    callee: Expression
    type_args: list[TypeRef]
    args: list[Argument]
    kind: CallKind = field(default=CallKind.UNRESOLVED, kw_only=True)
    decl: Declaration | None = field(default=None, kw_only=True)
    receiver: Expression | None = field(default=None, kw_only=True)
    bound_type_args: tuple[Type, ...] = field(default=(), kw_only=True)
    bound_args: list[BoundArg] = field(default_factory=list, kw_only=True)


@dataclass(eq=False, slots=True)
class ConstructorCall(Expression):
    """`Type<args>(args)` as an expression: a nameless instance."""

    ref: TypeRef
    args: list[Argument]
    constructor: MethodDecl | None = field(default=None, kw_only=True)
    bound_args: list[BoundArg] = field(default_factory=list, kw_only=True)
