# SPDX-License-Identifier: Apache-2.0
"""What all nodes, expressions, declarations and types as written share; annotations; compile-time values."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.compiler.source import Span
from p4soft.compiler.types import UNKNOWN, Type


@dataclass(eq=False, slots=True)
class Node:
    """Base of all nodes."""

    span: Span


@dataclass(eq=False, slots=True)
class Expression(Node):
    """Base of expressions. The package's docstring says what `type` and `const_value` mean."""

    type: Type = field(default=UNKNOWN, kw_only=True)
    const_value: ConstValue | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class StringLiteral(Expression):
    """A string literal; `value` has escapes resolved."""

    value: str


@dataclass(eq=False, slots=True)
class Annotation(Node):
    """`@name`, `@name(body)`, `@name[exprs]` or `@name[key=value, ...]`; `@pragma name body` becomes `@name(body)`.

    Unstructured bodies: `text` is the body with tokens separated as in the source, `tokens` the tokens, and
    `expressions` the body parsed as an expression list when it is one (`@id(1)`, `@name("x")`), else empty.
    Structured bodies: `expressions` or `pairs` are filled and `structured` is true.
    """

    name: str
    structured: bool = False
    text: str | None = None
    tokens: list[str] = field(default_factory=list)
    expressions: list[Expression] = field(default_factory=list)
    pairs: list[tuple[str, Expression]] = field(default_factory=list)

    @property
    def string(self) -> str | None:
        """The body when it is a single string literal (`@name("x")`), else None."""
        if len(self.expressions) == 1 and isinstance(self.expressions[0], StringLiteral):
            return self.expressions[0].value
        return None


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
class EnumMember(Declaration):
    """A member of an enum; `value` is the expression of a serialisable one, `number` its evaluated value.

    `position` among the members is set by the checker: a member without a value is this number in BMv2.
    """

    value: Expression | None = None
    number: int | None = field(default=None, kw_only=True)
    position: int = field(default=0, kw_only=True)


@dataclass(eq=False, slots=True)
class ErrorMember(Declaration):
    """A member of the `error` name space; `number` is its position over the whole program."""

    number: int = field(default=-1, kw_only=True)


ConstValue = int | bool | str | EnumMember | ErrorMember | tuple["ConstValue", ...]
"""A value known at compile time."""


@dataclass(eq=False, slots=True)
class TypeRef(Node):
    """A type as written. `type` is set by the checker."""

    type: Type = field(default=UNKNOWN, kw_only=True)
