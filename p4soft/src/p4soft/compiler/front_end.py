# SPDX-License-Identifier: Apache-2.0
"""The front end: source file in, typed program out.

`nearest_span` and `internal_errors` serve the whole compiler: they find the place in the program at which it failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb

from p4soft.compiler import ast
from p4soft.compiler.checking import Checker
from p4soft.compiler.diagnostics import NOWHERE, CompileErrors, Diagnostics, SourceMap, Span
from p4soft.compiler.parsing import parse_program
from p4soft.compiler.parsing.tokens import Token, TokenStream
from p4soft.compiler.preprocessor import NEVER_CLOSED, Preprocessor
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


# --- Errors of the compiler itself -----------------------------------------------------------------------------------


class InternalError(CompileErrors):
    """The compiler failed at a program, right or wrong; its one diagnostic says at which place. `__cause__` is why."""


def nearest_span(error: BaseException, source: str) -> Span:
    """The place in the program that was being worked on when an exception was raised; the whole file if unknown.

    Asks the frames of the traceback, the innermost first, which syntax tree node or token they were called for: that
    costs nothing as long as nothing goes wrong.
    """
    for frame, _line in reversed(list(walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            span = _place(value)
            if span is not None and span.line and span.file != NOWHERE.file:
                return span
    return Span(source, 0, 0, 0, 0)


def _place(value: object) -> Span | None:
    match value:
        case Span():
            return value
        case ast.Node() | Token():
            return value.span
        case TokenStream():
            return value.token.span
    return None


@contextmanager
def internal_errors(source: str) -> Iterator[None]:
    """Turn any exception but `CompileErrors` into an `InternalError`.

    Raises:
        InternalError: something else than `CompileErrors` was raised.
    """
    try:
        yield
    except CompileErrors:
        raise
    except Exception as error:
        diagnostics = Diagnostics()
        span = nearest_span(error, source)
        with suppress(OSError, UnicodeDecodeError):
            diagnostics.sources.add(span.file, Path(span.file).read_bytes().decode("utf-8-sig"))
        what = f"internal error of the compiler: {type(error).__name__}: {' '.join(str(error).split())}"
        diagnostics.error(span, what, expected="a report of this to its authors, with the program", code="internal")
        raise InternalError(diagnostics.items) from error
