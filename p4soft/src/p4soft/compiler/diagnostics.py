# SPDX-License-Identifier: Apache-2.0
"""Places in source text, what the compiler says about them, and how large things may be.

A `Span` names a stretch of *original* source text (before preprocessing). `SourceMap` keeps the text of every file
read, so that a diagnostic can show the line with a caret and the back end can write BMv2's
`source_info.source_fragment`. `Diagnostics` collects what one run finds; `CompileErrors` carries it to the caller.
`Unsupported` is how the back end refuses a construct.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec import Struct

# --- Limits: a typo, or hostile input, must not exhaust memory or time -----------------------------------------------


# Python writes integers of up to 4,300 decimal digits; constants stay below that, so that any message can hold one.


MAX_WIDTH = 2048
"""Widest bit<W> and int<W>, in bits: p4c's own limit."""

MAX_VARBIT = 1 << 16
"""Widest varbit<W>, in bits; far above any frame's size."""

MAX_CONSTANT_BITS = 1 << 13
"""Largest `int` (arbitrary precision, compile time only), in bits."""

MAX_PARTS = 1 << 16
"""Most fields and elements a type is made of, those of its parts included: structs of structs double quickly."""

MAX_COPIES = 20_000
"""Most calls after inlining, and most instances: functions that call functions double quickly too."""

MAX_ENTRIES = (1 << 31) - 1
"""Largest size of a table or a value set: P4Info's."""

MAX_ERRORS = 100
"""Most errors that are reported."""

MAX_STACK = 1 << 16
"""Most elements of a stack."""

DEFAULT_TABLE_SIZE = 1024
"""Entries of a table that does not say: p4c's and P4Info's."""


# --- Diagnostics -----------------------------------------------------------------------------------------------------


class Span(NamedTuple):
    """A stretch of source text. Lines and columns count from 1; `end_column` is one past the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, end: Span) -> Span:
        """The span from the start of this one to the end of another (this one if the other is in another file)."""
        if end.file != self.file or (end.end_line, end.end_column) < (self.end_line, self.end_column):
            return self
        return Span(self.file, self.line, self.column, end.end_line, end.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<built-in>", 0, 0, 0, 0)
"""The span of things no source text declares."""

MAX_EXCERPT = 160
"""Longest stretch of a source line a message shows, in characters."""

MAX_WORD = 60
"""Longest name or number a message shows whole, in characters."""

MAX_CHOICES = 12
"""Most names a message offers."""

MAX_MESSAGE = 400
"""Longest message, in characters."""

_LONG_WORD = re.compile(rf"[0-9A-Za-z_]{{{MAX_WORD + 1},}}")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")


def shortened(text: str) -> str:
    """Text for a message, with huge numbers and endless types shortened in the middle."""
    text = _LONG_WORD.sub(lambda word: f"{word[0][: MAX_WORD // 2]}...{word[0][-8:]}", text)
    return text if len(text) <= MAX_MESSAGE else f"{text[: MAX_MESSAGE - 60]} ... {text[-50:]}"


def one_of(names: Iterable[str]) -> str:
    """What a message expects when there is a choice of names; empty if there is none, cut short if there are many."""
    known = list(names)
    if len(known) > MAX_CHOICES:
        return f"one of {', '.join(known[:MAX_CHOICES])}, ... ({len(known)} in all)"
    return f"one of {', '.join(known)}" if known else ""


class SourceMap:
    """The original text of every file a compilation read, by the name diagnostics use for it."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}
        self.library: set[str] = set()
        """The files among them that are our own includes."""

    def add(self, file: str, text: str) -> None:
        self._lines[file] = text.split("\n")

    @property
    def files(self) -> list[str]:
        """The names of all files, in the order in which they were first read."""
        return list(self._lines)

    def line(self, file: str, line: int) -> str | None:
        """One line of a file (counting from 1) without its end, or None if there is no such line."""
        lines = self._lines.get(file)
        if lines is None or not 1 <= line <= len(lines):
            return None
        return lines[line - 1].rstrip("\r")

    def lines(self, file: str) -> list[str]:
        """All lines of a file; empty if the file is unknown."""
        return self._lines.get(file, [])

    def fragment(self, span: Span) -> str:
        """The source text a span covers, as one string with the original line breaks; empty if unknown."""
        if span.line == span.end_line:
            text = self.line(span.file, span.line)
            return "" if text is None else text[span.column - 1 : span.end_column - 1]
        lines = self._lines.get(span.file, [])[span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == span.end_line - span.line + 1:
            lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return "\n".join(lines)


class Diagnostic(Struct, frozen=True):
    """One error or warning.

    `expected` says what would have been accepted ("" when the message says it all); `code` is a short stable name
    (`unused-action`, `type-mismatch`) that tests and people can grep for; `notes` are further places worth looking at.
    """

    severity: Literal["error", "warning"]
    span: Span
    message: str
    expected: str = ""
    code: str = ""
    source_line: str = ""
    notes: tuple[tuple[Span, str], ...] = ()

    @property
    def file(self) -> str:
        return self.span.file

    @property
    def line(self) -> int:
        """The line, counting from 1 (0 when the diagnostic is about a whole file)."""
        return self.span.line

    @property
    def column(self) -> int:
        """The column, counting from 1 (0 when the diagnostic is about a whole line or file)."""
        return self.span.column

    def __str__(self) -> str:
        """`file:line:column: error: message; expected ...`, the source line, a caret."""
        where = self.span.file
        if self.span.line:
            where += f":{self.span.line}:{self.span.column}"
        text = f"{where}: {self.severity}: {self.message}"
        if self.expected:
            text += f"; expected {self.expected}"
        if self.code and self.severity == "warning":
            text += f" [{self.code}]"
        if self.source_line and self.span.line:
            text += self._excerpt()
        for span, note in self.notes:
            text += f"\n{span}: note: {note}"
        return text

    def _excerpt(self) -> str:
        """The source line with a caret under the span; of a very long line only the part around it."""
        line, column = self.source_line, self.span.column
        end = self.span.end_column if self.span.end_line == self.span.line else len(line.rstrip()) + 1
        if len(line) > MAX_EXCERPT:
            first = max(0, column - 1 - MAX_EXCERPT // 2)
            line = line[first : first + MAX_EXCERPT]
            column, end = column - first, end - first
        line = _UNPRINTABLE.sub("\ufffd", line)
        width = max(1, min(end, len(line) + 1) - column)
        indent = "".join("\t" if c == "\t" else " " for c in line[: column - 1])
        return f"\n    {line}\n    {indent}{'^' * width}"


class CompileErrors(Exception):  # noqa: N818 - the name is part of the contract in docs/architecture.md
    """A program was refused. `diagnostics` holds every error and warning, in the order found."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity == "error")


@dataclass
class Diagnostics:
    """Collects errors and warnings of one compilation. The back end reports through the same object."""

    sources: SourceMap = field(default_factory=SourceMap)
    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[object, ...]] = field(default_factory=set)
    _errors: int = 0

    def error(
        self, span: Span, message: str, *, expected: str = "", code: str = "", notes: Sequence[tuple[Span, str]] = ()
    ) -> None:
        """Record an error. Raises CompileErrors: it is one of very many."""
        self._add("error", span, message, expected, code, notes)

    def warn(
        self, span: Span, message: str, *, expected: str = "", code: str = "", notes: Sequence[tuple[Span, str]] = ()
    ) -> None:
        """Record a likely mistake; compilation goes on to the end."""
        self._add("warning", span, message, expected, code, notes)

    def _add(  # noqa: PLR0917
        self,
        severity: Literal["error", "warning"],
        span: Span,
        message: str,
        expected: str,
        code: str,
        notes: Sequence[tuple[Span, str]],
    ) -> None:
        key = (severity, span.file, span.line, span.column, message)
        if key in self._seen:
            return
        self._seen.add(key)
        source_line = self.sources.line(span.file, span.line) or ""
        message, expected = shortened(message), shortened(expected)
        self.items.append(Diagnostic(severity, span, message, expected, code, source_line, tuple(notes)))
        self._errors += severity == "error"
        if self._errors == MAX_ERRORS:
            self.items.append(Diagnostic("error", span, "too many errors; the rest of the program was not read"))
            raise CompileErrors(self.items)

    @property
    def has_errors(self) -> bool:
        return any(d.severity == "error" for d in self.items)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.items if d.severity == "warning")

    def raise_if_errors(self) -> None:
        """Raise `CompileErrors` with everything recorded so far if any of it is an error."""
        if self.has_errors:
            raise CompileErrors(self.items)


class Unsupported(Exception):  # noqa: N818 - not an error of the program: a limit of the target
    """A valid P4 construct that BMv2's simple_switch (or this compiler) cannot run. Becomes a diagnostic."""

    def __init__(self, span: Span, message: str, *, expected: str = "") -> None:
        self.span = span
        self.message = message
        self.expected = expected
        super().__init__(f"{span}: {message}")
