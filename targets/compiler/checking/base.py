# SPDX-License-Identifier: Apache-2.0
"""What every layer of the checker shares: scopes, reporting, what has been seen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from enum import Enum, auto

from targets.compiler import ast
from targets.compiler import types as t
from targets.compiler.source import NOWHERE, Diagnostics, Span


class Place(Enum):
    """Where in a program the checker is; decides what may stand there."""

    TOP = auto()
    PARSER = auto()
    CONTROL = auto()
    ACTION = auto()
    FUNCTION = auto()


class Scope:
    """Names of one block; lookups continue in the blocks around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None) -> None:
        self.outer = outer
        self.names: dict[str, ast.Declaration] = {}

    def lookup(self, name: str) -> ast.Declaration | None:
        """The declaration a name means here, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def visible(self) -> list[str]:
        """All names that can be used here."""
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names += scope.names
            scope = scope.outer
        return names


FUNCTIONS = (ast.FunctionDecl, ast.ExternFunctionDecl)


class CheckerBase:
    """State of one run of the checker."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.top = Scope(None)
        self.scope = self.top
        self.place = Place.TOP
        self.result: t.Type = t.VOID
        self.loops = 0
        self.errors: dict[str, ast.ErrorMember] = {}
        self.match_kinds: dict[str, ast.MatchKindMember] = {}
        self.overloads: dict[str, list[ast.FunctionDecl | ast.ExternFunctionDecl]] = {}
        self.switch_subject: ast.Expression | None = None
        self.constructor_params: set[ast.Declaration] = set()
        self.used: set[ast.Declaration] = set()
        self.written: set[ast.Declaration] = set()

    # ------------------------------------------------------------------------------------------------ reporting

    def error(
        self, at: ast.Node | Span, message: str, expected: str = "", notes: Sequence[tuple[Span, str]] = ()
    ) -> None:
        """Record an error."""
        span = at.span if isinstance(at, ast.Node) else at
        self.diagnostics.error(span, message, expected=expected, notes=notes, code="check")

    def unknown(self, expression: ast.Expression, message: str, expected: str = "") -> ast.Expression:
        """Record an error about an expression and give it the type that fits everywhere."""
        self.error(expression, message, expected)
        expression.type = t.UNKNOWN
        expression.const_value = None
        return expression

    # ------------------------------------------------------------------------------------------------ scopes

    @contextmanager
    def nested(self) -> Iterator[Scope]:
        """A scope inside the current one."""
        outer = self.scope
        self.scope = Scope(outer)
        try:
            yield self.scope
        finally:
            self.scope = outer

    @contextmanager
    def inside(self, place: Place, result: t.Type = t.VOID) -> Iterator[None]:
        """Check the body of something."""
        before = self.place, self.result, self.loops
        self.place, self.result, self.loops = place, result, 0
        try:
            yield
        finally:
            self.place, self.result, self.loops = before

    def declare(self, declaration: ast.Declaration) -> None:
        """Enter a name into the current scope."""
        name = declaration.name
        before = self.scope.names.get(name)
        if before is not None:
            if isinstance(before, FUNCTIONS) and isinstance(declaration, FUNCTIONS) and self.scope is self.top:
                self.overloads[name].append(declaration)
                return
            place = before.name_span if before.name_span.line else before.span
            self.error(
                declaration.name_span,
                f"`{name}` is declared twice in the same scope",
                notes=[(place, "the first declaration is here")] if place != NOWHERE else [],
            )
            return
        if isinstance(declaration, FUNCTIONS):
            self.overloads[name] = [declaration]
        self.scope.names[name] = declaration

    def lookup(self, name: str, absolute: bool, at: Span, what: str) -> ast.Declaration | None:
        """The declaration a name means, or None after reporting that there is none."""
        found = (self.top if absolute else self.scope).lookup(name)
        if found is None:
            close = get_close_matches(name, (self.top if absolute else self.scope).visible(), 1)
            hint = f"; did you mean `{close[0]}`?" if close else ""
            self.error(at, f"{what} `{name}` is not declared{hint}")
            return None
        self.used.add(found)
        return found

    # ------------------------------------------------------------------------------------------------ upper layers

    @abstractmethod
    def expression(self, expression: ast.Expression, hint: t.Type | None = None) -> ast.Expression:
        """Check an expression; returns it, or what replaces it. `hint`: the type wanted, for inference only."""

    @abstractmethod
    def coerce(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        """Convert a checked expression implicitly to a type, or report that this is impossible."""

    def integer(self, expression: ast.Expression, what: str) -> tuple[ast.Expression, int | None]:
        """Check an expression that must be an integer known at compile time."""
        checked = self.expression(expression)
        value = checked.const_value
        if isinstance(checked.type, t.UnknownType):
            return checked, None
        below = t.representation(checked.type)
        if not isinstance(below, t.BitType | t.InfIntType):
            self.error(checked, f"{what} has type `{checked.type}`", "an integer known at compile time")
            return checked, None
        if not isinstance(value, int):
            self.error(checked, f"{what} is not known at compile time", "a constant integer")
            return checked, None
        return checked, value
