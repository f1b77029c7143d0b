# SPDX-License-Identifier: Apache-2.0
"""Types as written."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.compiler.ast.base import Declaration, Expression, TypeRef


@dataclass(eq=False, slots=True)
class BaseTypeRef(TypeRef):
    """`bool`, `error`, `match_kind`, `string`, `void`, `int` (arbitrary precision) or `_`."""

    name: str


@dataclass(eq=False, slots=True)
class BitTypeRef(TypeRef):
    """`bit<w>`, `int<w>`, `varbit<w>`, or plain `bit` (width None, meaning 1). `name` is bit, int or varbit."""

    name: str
    width: Expression | None


@dataclass(eq=False, slots=True)
class NamedTypeRef(TypeRef):
    """`Name`, `.Name` (absolute) or `Name<args>`; `decl` is the type declaration meant."""

    name: str
    args: list[TypeRef] = field(default_factory=list)
    absolute: bool = False
    decl: Declaration | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class TupleTypeRef(TypeRef):
    """`tuple<...>` as written."""

    args: list[TypeRef]


@dataclass(eq=False, slots=True)
class ListTypeRef(TypeRef):
    """`list<element>` as written."""

    element: TypeRef


@dataclass(eq=False, slots=True)
class StackTypeRef(TypeRef):
    """`element[size]`: a header or union stack."""

    element: TypeRef
    size: Expression
