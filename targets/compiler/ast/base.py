# SPDX-License-Identifier: Apache-2.0
"""What all nodes share, and types as written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from targets.compiler.source import Span
from targets.compiler.types import UNKNOWN, Type

if TYPE_CHECKING:
    from targets.compiler.ast.expressions import Annotation, Expression


@dataclass(eq=False, slots=True)
class Node:
    """Base of all nodes."""

    span: Span


@dataclass(eq=False, slots=True)
class Declaration(Node):
    """Base of everything that has a name. `type` is set by the checker."""

    name: str
    annotations: list[Annotation] = field(default_factory=list, kw_only=True)
    type: Type = field(default=UNKNOWN, kw_only=True)
    name_span: Span = field(default=Span("", 0, 0, 0, 0), kw_only=True)

    def annotation(self, name: str) -> Annotation | None:
        """The first annotation of that name (without `@`), or None."""
        for annotation in self.annotations:
            if annotation.name == name:
                return annotation
        return None


@dataclass(eq=False, slots=True)
class TypeParam(Declaration):
    """A type parameter of a generic declaration; `.type` is its TypeVar."""


@dataclass(eq=False, slots=True)
class TypeRef(Node):
    """A type as written. `type` is set by the checker."""

    type: Type = field(default=UNKNOWN, kw_only=True)


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
    """`tuple<...>`."""

    args: list[TypeRef]


@dataclass(eq=False, slots=True)
class ListTypeRef(TypeRef):
    """`list<element>`."""

    element: TypeRef


@dataclass(eq=False, slots=True)
class StackTypeRef(TypeRef):
    """`element[size]`."""

    element: TypeRef
    size: Expression
