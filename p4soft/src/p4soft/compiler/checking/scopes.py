# SPDX-License-Identifier: Apache-2.0
"""The base of the checker: scopes of names, and reports of unknown names.

`CheckerBase` is the state of one run. The classes of the other modules add to it, each to the one before.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from enum import Enum, auto
from functools import cache

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.diagnostics import NOWHERE, Diagnostics, Span
from p4soft.compiler.preprocessor import P4INCLUDE


class BlockKind(Enum):
    """Where in a program the checker is; decides what may stand there."""

    TOP = auto()
    PARSER = auto()
    CONTROL = auto()
    ACTION = auto()
    FUNCTION = auto()


class Scope:
    """Names of one block; lookups continue in the blocks around it."""

    __slots__ = ("hides_parameters", "names", "outer")

    def __init__(self, outer: Scope | None) -> None:
        self.outer = outer
        self.hides_parameters = False
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

    def visible(self) -> dict[str, ast.Declaration]:
        """All declarations that can be used here, by name, the nearest first."""
        found: dict[str, ast.Declaration] = {}
        scope: Scope | None = self
        while scope is not None:
            for name, decl in scope.names.items():
                found.setdefault(name, decl)
            scope = scope.outer
        return found


def constructor_names(decl: ast.Declaration) -> list[str]:
    """The names of a parser's, control's or package's constructor parameters."""
    return [
        p.name for p in (decl.params if isinstance(decl, ast.PackageTypeDecl) else getattr(decl, "ctor_params", []))
    ]


FUNCTIONS = (ast.FunctionDecl, ast.ExternFunctionDecl)
Variant = ast.ParserDecl | ast.ControlDecl | ast.PackageTypeDecl
"""Declarations that constructor parameters can overload."""


class CheckerBase:
    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.top = Scope(None)
        self.scope = self.top
        self.block_kind = BlockKind.TOP
        self.result: t.Type = t.VOID
        self.loops = 0
        self.errors: dict[str, ast.ErrorMember] = {}
        self.match_kinds: dict[str, ast.MatchKindMember] = {}
        self.overloads: dict[str, list[ast.FunctionDecl | ast.ExternFunctionDecl]] = {}
        self.variants: dict[str, list[Variant]] = {}
        self.pristine: dict[ast.Declaration, ast.ParserDecl | ast.ControlDecl] = {}
        self.copies: dict[tuple[ast.Declaration, tuple[t.Type, ...]], ast.ParserDecl | ast.ControlDecl] = {}
        self.switch_subject: ast.Expression | None = None
        self.constructor_params: set[ast.Declaration] = set()
        self.used: set[ast.Declaration] = set()
        self.written: set[ast.Declaration] = set()
        self.block_locals: list[ast.Declaration] = []
        self.static_constants: dict[ast.ConstDecl, bool] = {}
        self.asked_for_include = False
        self.part_counts: dict[int, tuple[t.Type, int]] = {}

    # ------------------------------------------------------------------------------------------------ reporting

    def error(
        self, at: ast.Node | Span, message: str, expected: str = "", notes: Sequence[tuple[Span, str]] = ()
    ) -> None:
        """Record an error, unless it is about the type of something that was reported already."""
        if str(t.UNKNOWN) in message + expected and self.diagnostics.has_errors:
            return
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
    def nested(self, *, hides_parameters: bool = False) -> Iterator[Scope]:
        """A scope inside the current one; `hides_parameters`: names in it may hide parameters around it."""
        outer = self.scope
        self.scope = Scope(outer)
        self.scope.hides_parameters = hides_parameters
        try:
            yield self.scope
        finally:
            self.scope = outer

    @contextmanager
    def inside(self, kind: BlockKind, result: t.Type = t.VOID) -> Iterator[None]:
        before = self.block_kind, self.result, self.loops
        self.block_kind, self.result, self.loops = kind, result, 0
        try:
            yield
        finally:
            self.block_kind, self.result, self.loops = before

    def declare(self, declaration: ast.Declaration) -> None:
        name = declaration.name
        before = self.scope.names.get(name)
        if before is not None:
            if isinstance(before, FUNCTIONS) and isinstance(declaration, FUNCTIONS) and self.scope is self.top:
                self.overloads[name].append(declaration)
                return
            if isinstance(declaration, Variant) and self._is_variant(declaration):
                self.variants[name].append(declaration)
                return
            place = before.name_span if before.name_span.line else before.span
            self.error(
                declaration.name_span,
                f"`{name}` is declared twice in the same scope",
                notes=[(place, "the first declaration is here")] if place != NOWHERE else [],
            )
            return
        self._shadowing(declaration)
        if isinstance(declaration, FUNCTIONS):
            self.overloads[name] = [declaration]
        elif isinstance(declaration, Variant):
            self.variants[name] = [declaration]
        elif self.scope is not self.top and not self.scope.hides_parameters:
            self.block_locals.append(declaration)
        self.scope.names[name] = declaration

    def _is_variant(self, declaration: Variant) -> bool:
        """Whether constructor parameters tell this declaration from those of the same name before it."""
        known = self.variants.get(declaration.name, []) if self.scope is self.top else []
        names = constructor_names(declaration)
        return bool(known) and all(type(k) is type(declaration) and constructor_names(k) != names for k in known)

    def _shadowing(self, declaration: ast.Declaration) -> None:
        """A declaration must not hide a parameter, unless it belongs to the parser or control itself."""
        outer = self.scope.outer
        hidden = outer.lookup(declaration.name) if outer is not None else None
        if not isinstance(hidden, ast.Parameter) or not isinstance(declaration, ast.VarDecl | ast.ConstDecl):
            return
        notes = [(hidden.span, "the parameter is declared here")]
        message = f"`{declaration.name}` hides the parameter of that name"
        if self.scope.hides_parameters:
            self.diagnostics.warn(declaration.name_span, message, code="shadow", notes=notes)
        else:
            self.error(declaration.name_span, message, "another name", notes)

    def lookup(self, name: str, absolute: bool, at: Span, what: str) -> ast.Declaration | None:
        """The declaration a name means, or None after reporting that there is none."""
        found = (self.top if absolute else self.scope).lookup(name)
        if found is None and self.include_missing(name, at):
            return None
        if found is None:
            visible = (self.top if absolute else self.scope).visible()
            owner = _method_owner(name, visible) if what == "function or action" else ""
            hint = "" if owner else _similar(name, what, visible)
            self.error(at, f"{what} `{name}` is not declared{hint}", owner)
            return None
        self.used.add(found)
        return found

    def include_missing(self, name: str, at: Span) -> bool:
        """Whether a name means nothing because `#include <v1model.p4>` is missing, which is said at the first such."""
        if self.top.lookup("V1Switch") is not None or name not in _library_names():
            return False
        if not self.asked_for_include:
            self.asked_for_include = True
            self.error(at, f"`{name}` is not declared: its include is missing", "`#include <v1model.p4>`")
        return True

    # ------------------------------------------------------------------------------------------------ upper layers

    @abstractmethod
    def expression(self, expression: ast.Expression, hint: t.Type | None = None) -> ast.Expression:
        """Check an expression; returns it, or what replaces it. `hint`: the type wanted, for inference only."""

    @abstractmethod
    def coerce(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        """Convert a checked expression implicitly to a type, or report that `what` has the wrong one."""

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


# --- What a message can suggest for a name that means nothing --------------------------------------------------------


_LIBRARY = ("core.p4", "v1model.p4")
_DECLARED = re.compile(
    r"^(?:extern|struct|enum|package|parser|control|action|typedef bit<\d+>)\s+(?:void\s+|bool\s+)?(\w+)", re.MULTILINE
)
_MATCH_KINDS = re.compile(r"^match_kind \{([^}]*)\}", re.MULTILINE)

_TYPES = (
    ast.HeaderDecl,
    ast.StructDecl,
    ast.HeaderUnionDecl,
    ast.EnumDecl,
    ast.TypedefDecl,
    ast.TypeParam,
    ast.ExternDecl,
    ast.PackageTypeDecl,
    ast.ParserTypeDecl,
    ast.ControlTypeDecl,
    ast.ParserDecl,
    ast.ControlDecl,
)
_CALLED = (ast.ActionDecl, ast.FunctionDecl, ast.ExternFunctionDecl)


@cache
def _library_names() -> frozenset[str]:
    """What core.p4 and v1model.p4 declare."""
    names = {"error"}
    for file in _LIBRARY:
        text = (P4INCLUDE / file).read_text()
        names.update(_DECLARED.findall(text))
        names.update(word for kinds in _MATCH_KINDS.findall(text) for word in re.findall(r"\w+", kinds))
    return frozenset(names)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`; did you mean ...?`, or nothing."""
    close = get_close_matches(name, list(names), 1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _similar(name: str, what: str, visible: Mapping[str, ast.Declaration]) -> str:
    """A suggestion among the declarations of the kind wanted (`what`, as in messages)."""
    kinds: tuple[type[ast.Declaration], ...] = _TYPES
    if what == "action":
        kinds = (ast.ActionDecl,)
    elif what == "function or action":
        kinds = _CALLED
    elif what != "type":
        return did_you_mean(name, (n for n, d in visible.items() if not isinstance(d, (*_TYPES, *_CALLED))))
    return did_you_mean(name, (n for n, d in visible.items() if isinstance(d, kinds)))


def _method_owner(name: str, visible: Mapping[str, ast.Declaration]) -> str:
    """`packet.extract(...)` for a call of `extract(...)`: an object at hand that has the method."""
    for owner, decl in visible.items():
        type_ = decl.type
        if not isinstance(decl, ast.Parameter | ast.Instantiation) or not isinstance(type_, t.ExternType):
            continue
        if isinstance(type_.decl, ast.ExternDecl) and any(m.name == name and m.result for m in type_.decl.methods):
            return f"`{owner}.{name}(...)`"
    return ""
