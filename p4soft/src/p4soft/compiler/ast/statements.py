# SPDX-License-Identifier: Apache-2.0
"""Statements, and the variables declared among them."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.compiler.ast.base import Annotation, Declaration, Expression, Node, TypeRef
from p4soft.compiler.ast.expressions import Call, PathExpr


@dataclass(eq=False, slots=True)
class Statement(Node):
    """Base of statements. Declarations occur among them too (`BlockItem`)."""


BlockItem = Statement | Declaration


@dataclass(eq=False, slots=True)
class VarDecl(Declaration):
    """`type name = initial;`."""

    type_ref: TypeRef
    initial: Expression | None


@dataclass(eq=False, slots=True)
class Block(Statement):
    """`{ ... }`: statements with a scope of their own."""

    items: list[BlockItem]
    annotations: list[Annotation] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Assign(Statement):
    """`left = right;` (op "") or `left op= right;`."""

    left: Expression
    right: Expression
    op: str = ""


@dataclass(eq=False, slots=True)
class CallStatement(Statement):
    """A call as a statement."""

    call: Call


@dataclass(eq=False, slots=True)
class If(Statement):
    """`if (condition) then else otherwise`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@dataclass(eq=False, slots=True)
class SwitchCase(Node):
    """`label: body`; body None falls through to the next case."""

    label: Expression
    body: Block | None


@dataclass(eq=False, slots=True)
class Switch(Statement):
    """`switch (subject) { cases }`; the subject's type is ActionEnumType for `t.apply().action_run`."""

    subject: Expression
    cases: list[SwitchCase]


@dataclass(eq=False, slots=True)
class Return(Statement):
    """`return;` or `return value;`."""

    value: Expression | None


@dataclass(eq=False, slots=True)
class Exit(Statement):
    """`exit;`: ends the whole pipeline."""


@dataclass(eq=False, slots=True)
class Break(Statement):
    """`break;`: leaves the innermost loop."""


@dataclass(eq=False, slots=True)
class Continue(Statement):
    """`continue;`: on to the loop's next round."""


@dataclass(eq=False, slots=True)
class Empty(Statement):
    """`;` on its own."""


@dataclass(eq=False, slots=True)
class For(Statement):
    """`for (init; condition; update) body`."""

    init: list[BlockItem]
    condition: Expression
    update: list[Statement]
    body: Statement
    annotations: list[Annotation] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ForIn(Statement):
    """`for (type name in collection) body`; the collection is a Range, a stack or a list."""

    variable: VarDecl | PathExpr
    collection: Expression
    body: Statement
    annotations: list[Annotation] = field(default_factory=list)
