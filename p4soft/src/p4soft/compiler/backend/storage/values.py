# SPDX-License-Identifier: Apache-2.0
"""What names and expressions stand for while a program is being lowered.

A *place* is storage (something assignable): a scalar l-value, a struct of places, a header instance, a stack, a
union. A *value* is a place, a scalar expression, or an aggregate that only exists at compile time (a list, a header
literal, an extern instance, ...).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from p4soft.compiler import ast, types
from p4soft.compiler.backend.ir.nodes import Expr, FieldRef, LValue, StackElementRef, StackLastRef
from p4soft.compiler.evaluation.instances import Instance


@dataclass(frozen=True, slots=True)
class StructValue:
    """A struct, tuple or list: members by field name (tuples: "0", "1", ...). A place when all its members are."""

    type: types.Type
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class HeaderPlace:
    """A header instance by name; `members` are its fields (nested structs as `StructValue`)."""

    type: types.HeaderType
    name: str
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StackElementPlace:
    """A stack element whose index is known at run time only."""

    type: types.HeaderType
    stack: StackPlace
    index: Expr
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StackEndPlace:
    """`stack.next` or `stack.last` in a parser."""

    type: types.Type
    stack: StackPlace
    which: str
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StackPlace:
    """A header stack or union stack by name, with its elements."""

    type: types.StackType
    name: str
    elements: tuple[HeaderPlace | UnionPlace, ...]


@dataclass(frozen=True, slots=True)
class UnionPlace:
    """A header union instance; `members` are header places (or, for `stack.next`, end places)."""

    type: types.HeaderUnionType
    name: str
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class UnionEndMember:
    """Member `member` of `stack.next`/`stack.last` of a union stack, in a parser."""

    type: types.HeaderType
    stack: StackPlace
    which: str
    member: str
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class HeaderValue:
    """A header literal: fields and validity; `members` is empty for `{#}`."""

    type: types.Type
    valid: bool
    members: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A compile-time-only constant: a string, an enum member that has no run-time representation, a match kind."""

    value: object
    type: types.Type


@dataclass(frozen=True, slots=True)
class SliceOf:
    """Bits `high..low` of a scalar l-value, as an assignment target."""

    base: LValue
    high: int
    low: int


@dataclass(frozen=True, slots=True)
class InstanceValue:
    """An extern, parser or control instance."""

    instance: Instance


@dataclass(frozen=True, slots=True)
class Builtin:
    """`packet_in` or `packet_out`."""

    name: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A void result, or an `out` argument nobody wants."""


Value = (
    Expr
    | StructValue
    | HeaderPlace
    | StackElementPlace
    | StackEndPlace
    | StackPlace
    | UnionPlace
    | UnionEndMember
    | HeaderValue
    | Symbol
    | SliceOf
    | InstanceValue
    | Builtin
    | Nothing
)


@dataclass(slots=True)
class Env:
    """Bindings of declarations to values, chained: an inlined body sees its own and its lexical parents'."""

    parent: Env | None
    bindings: dict[int, Value] = field(default_factory=dict)
    type_args: dict[types.TypeVar, types.Type] = field(default_factory=dict)
    keep: list[ast.Declaration] = field(default_factory=list)

    def bind(self, decl: ast.Declaration, value: Value) -> None:
        """Bind a declaration (by identity)."""
        self.bindings[id(decl)] = value
        self.keep.append(decl)

    def find(self, decl: ast.Declaration) -> Value | None:
        """The value bound to a declaration, or None."""
        env: Env | None = self
        key = id(decl)
        while env is not None:
            if key in env.bindings:
                return env.bindings[key]
            env = env.parent
        return None

    def resolve(self, type_: types.Type) -> types.Type:
        """A type with the type arguments of all enclosing generic bodies substituted."""
        env: Env | None = self
        while env is not None:
            if env.type_args:
                type_ = types.substitute(type_, env.type_args)
            env = env.parent
        return type_


def members_of(value: Value) -> Mapping[str, Value] | None:
    """The named members of an aggregate value, or None for others."""
    match value:
        case StructValue() | HeaderPlace() | StackElementPlace() | StackEndPlace() | UnionPlace() | UnionEndMember():
            return value.members
        case HeaderValue():
            return value.members
        case _:
            return None


def leaves(value: Value) -> Iterator[Value]:
    """The scalars (and other indivisible parts) of a value, in declaration order."""
    match value:
        case StackPlace():
            for element in value.elements:
                yield from leaves(element)
        case _:
            members = members_of(value)
            if members is None:
                yield value
            else:
                for member in members.values():
                    yield from leaves(member)


def storage_names(value: Value) -> frozenset[tuple[str, str]]:
    """The storage a place covers, as (header instance, field) pairs; whole stacks for dynamic elements."""
    names: set[tuple[str, str]] = set()
    for leaf in leaves(value):
        match leaf:
            case FieldRef():
                names.add((leaf.header, leaf.name))
            case StackElementRef() | StackLastRef():
                names.add((leaf.stack, ""))
            case SliceOf():
                names |= storage_names(leaf.base)
            case _:
                pass
    match value:
        case HeaderPlace() | UnionPlace() | StackPlace():
            names.add((value.name, "$valid$"))
        case StackElementPlace() | StackEndPlace() | UnionEndMember():
            names.add((value.stack.name, ""))
        case _:
            pass
    for header, _field in list(names):
        if "[" in header:
            names.add((header.partition("[")[0], ""))
    return frozenset(names)


def overlap(a: Value, b: Value) -> bool:
    """Whether two places may share storage."""
    left, right = storage_names(a), storage_names(b)
    if left & right:
        return True
    stacks = {header for header, name in left if not name} & {header for header, name in right if not name}
    return bool(stacks)
