# SPDX-License-Identifier: Apache-2.0
"""Errors of the compiler itself, and where in the program it was when one happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from traceback import walk_tb

from p4soft.compiler import ast
from p4soft.compiler.parsing.tokens import TokenStream
from p4soft.compiler.preprocessing.lexer import Token
from p4soft.compiler.source import NOWHERE, CompileErrors, Diagnostics, Span


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
