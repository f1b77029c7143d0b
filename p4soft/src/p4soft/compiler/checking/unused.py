# SPDX-License-Identifier: Apache-2.0
"""Declarations nothing uses: a warning for each, as p4c's `unused`, except in our own includes."""

from __future__ import annotations

from collections.abc import Iterable

from p4soft.compiler import ast
from p4soft.compiler.checking.base import CheckerBase

_KINDS: tuple[tuple[type[ast.Declaration], str, str], ...] = (
    (ast.TableDecl, "table", "applied"),
    (ast.ActionDecl, "action", "used"),
    (ast.VarDecl, "variable", "used"),
    (ast.ConstDecl, "constant", "used"),
    (ast.Instantiation, "instance", "used"),
    (ast.ParserDecl, "parser", "instantiated"),
    (ast.ControlDecl, "control", "instantiated"),
    (ast.FunctionDecl, "function", "called"),
    (ast.TypedefDecl, "type", "used"),
    (ast.ValueSetDecl, "value-set", "used"),
)


def warn_unused(checker: CheckerBase, program: ast.Program, main: ast.Declaration | None) -> None:
    """Warn of unused declarations: inside parsers and controls always, at the top level if there is a program."""
    for decl in program.declarations:
        if isinstance(decl, ast.ControlDecl | ast.ParserDecl):
            _warn(checker, decl.locals)
    _warn(checker, checker.block_locals)
    if main is not None:
        _warn(checker, (d for d in program.declarations if d is not main))


def _warn(checker: CheckerBase, declarations: Iterable[ast.Declaration]) -> None:
    for decl in declarations:
        if decl in checker.used or decl.span.file in checker.diagnostics.sources.library or _quiet(decl):
            continue
        for type_, kind, verb in _KINDS:
            if isinstance(decl, type_):
                what = f"the {kind.replace('-', ' ')} `{decl.name}` is never {verb}"
                checker.diagnostics.warn(decl.name_span, what, code=f"unused-{kind}")
                break


def _quiet(decl: ast.Declaration) -> bool:
    return any(a.name == "noWarn" and a.string == "unused" for a in decl.annotations)
