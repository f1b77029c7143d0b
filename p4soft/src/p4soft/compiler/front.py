# SPDX-License-Identifier: Apache-2.0
"""The front end: source file in, typed program out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from p4soft.compiler import ast
from p4soft.compiler.checking import Checker
from p4soft.compiler.internal import nearest_span
from p4soft.compiler.parsing import parse_program
from p4soft.compiler.preprocessing.preprocessor import NEVER_CLOSED, Preprocessor
from p4soft.compiler.source import Diagnostics, SourceMap
from p4soft.interpreter import deep_recursion

TOO_DEEP = "an expression or statement is nested too deeply"


@dataclass
class TypedProgram:
    """A checked program; `ast` says what holds of its nodes.

    `globals` are the top-level declarations by name (errors and match kinds excluded; of overloaded functions the
    first, see `ast.Call.decl` for the one meant). `errors` are all error names in order (`NoError` first with our
    core.p4), `match_kinds` likewise. `main` is the package instance named `main`, None if the program has none.
    `diagnostics` collects the warnings; the back end reports through it too.
    """

    source: str
    program: ast.Program
    globals: Mapping[str, ast.Declaration]
    errors: Sequence[str]
    match_kinds: Sequence[str]
    main: ast.Instantiation | None
    sources: SourceMap
    diagnostics: Diagnostics


def check_file(
    source: Path, include_dirs: Sequence[Path] = (), defines: Mapping[str, str | None] | None = None
) -> TypedProgram:
    """Preprocess, parse and check a P4_16 file.

    Raises:
        CompileErrors: the file cannot be read, or has errors; carries every error found.
    """
    diagnostics = Diagnostics()
    macros = {"__TARGET_BMV2__": "1", **(defines or {})}
    try:
        with deep_recursion():
            tokens = Preprocessor(diagnostics, include_dirs, macros).run(source)
            if any(d.code == NEVER_CLOSED for d in diagnostics.items):
                diagnostics.raise_if_errors()
            program = parse_program(tokens, diagnostics)
            diagnostics.raise_if_errors()
            checker = Checker(diagnostics)
            checker.program(program)
    except RecursionError as error:
        diagnostics.error(nearest_span(error, str(source)), TOO_DEEP)
    diagnostics.raise_if_errors()
    return TypedProgram(
        source=str(source),
        program=program,
        globals=checker.top.names,
        errors=tuple(checker.errors),
        match_kinds=tuple(checker.match_kinds),
        main=checker.main,
        sources=diagnostics.sources,
        diagnostics=diagnostics,
    )
