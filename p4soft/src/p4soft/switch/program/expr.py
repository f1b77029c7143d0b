# SPDX-License-Identifier: Apache-2.0
"""Expressions and references of BMv2 JSON ("type value objects") as a typed tree.

`Expr` covers everything that may stand as a primitive's argument: values, left values and named objects.
Booleans and data share the tree; the loader checks which is which where it matters.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldRef:
    """A field of a header or metadata instance. Field `$valid$` is the hidden validity bit."""

    header: str
    field: str

    def __str__(self) -> str:
        return f"{self.header}.{self.field}"


@dataclass(frozen=True, slots=True)
class Const:
    """An integer constant (a JSON hexstr), possibly negative."""

    value: int


@dataclass(frozen=True, slots=True)
class Bool:
    """A boolean constant."""

    value: bool


@dataclass(frozen=True, slots=True)
class Str:
    """A string (log_msg's format)."""

    value: str


@dataclass(frozen=True, slots=True)
class Param:
    """Runtime data number `index` of the enclosing action."""

    index: int


@dataclass(frozen=True, slots=True)
class StackField:
    """A field of the last valid element of a header stack."""

    stack: str
    field: str


@dataclass(frozen=True, slots=True)
class UnionStackField:
    """A field of one member of the last valid element of a union stack."""

    stack: str
    member: str
    field: str


@dataclass(frozen=True, slots=True)
class Lookahead:
    """`width` bits at `offset` bits from the parser's cursor, without consuming them."""

    offset: int
    width: int


@dataclass(frozen=True, slots=True)
class RegisterRef:
    """A register cell used as a value."""

    array: str
    index: Expr


@dataclass(frozen=True, slots=True)
class HeaderRef:
    """A header instance."""

    name: str


@dataclass(frozen=True, slots=True)
class StackRef:
    """A header stack."""

    name: str


@dataclass(frozen=True, slots=True)
class UnionRef:
    """A header union."""

    name: str


@dataclass(frozen=True, slots=True)
class UnionStackRef:
    """A stack of header unions."""

    name: str


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A named extern object: kind is calculation, meter_array, counter_array, register_array or extern."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class ParamsVector:
    """A list of values (log_msg's arguments)."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Op:
    """An operator with its operands; `cond` only for the ternary operator `?`."""

    op: str
    left: Expr | None
    right: Expr | None
    cond: Expr | None = None


@dataclass(frozen=True, slots=True)
class AccessField:
    """Field number `index` of a header that may be known only at run time."""

    header: Expr
    index: int


@dataclass(frozen=True, slots=True)
class AccessUnionHeader:
    """Member number `index` of a union that may be known only at run time."""

    union: Expr
    index: int


@dataclass(frozen=True, slots=True)
class Deref:
    """Element `index` of a header stack or union stack, index known at run time."""

    stack: StackRef | UnionStackRef
    index: Expr


Expr = (
    FieldRef
    | Const
    | Bool
    | Str
    | Param
    | StackField
    | UnionStackField
    | Lookahead
    | RegisterRef
    | HeaderRef
    | StackRef
    | UnionRef
    | UnionStackRef
    | ObjectRef
    | ParamsVector
    | Op
    | AccessField
    | AccessUnionHeader
    | Deref
)
