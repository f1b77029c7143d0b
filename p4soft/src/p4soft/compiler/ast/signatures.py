# SPDX-License-Identifier: Apache-2.0
"""Parameters, and what is declared by them alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.compiler.ast.base import Declaration, Expression, TypeRef


@dataclass(eq=False, slots=True)
class TypeParam(Declaration):
    """A type parameter of a generic declaration; `.type` is its TypeVar."""


@dataclass(eq=False, slots=True)
class Parameter(Declaration):
    """A parameter; `direction` is "", "in", "out" or "inout".

    `undefined` is set by the checker: the body of the function or action may end before it writes this `out` parameter,
    or read it before.
    """

    direction: str
    type_ref: TypeRef
    default: Expression | None = None
    undefined: bool = False

    @property
    def is_optional(self) -> bool:
        """Whether a call may leave it out: `@optional`."""
        return any(a.name == "optional" for a in self.annotations)


@dataclass(eq=False, slots=True)
class MethodDecl(Declaration):
    """A method or (`result` None) constructor of an extern object."""

    result: TypeRef | None
    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)
    abstract: bool = False
