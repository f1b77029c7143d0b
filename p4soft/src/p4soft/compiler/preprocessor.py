# SPDX-License-Identifier: Apache-2.0
"""The C preprocessor as P4_16 uses it (specification section 6.3), on P4 tokens.

`#include`, `#define` (object-like, function-like, variadic, `#` and `##`), `#undef`, `#if` and its family, `#error`,
`#warning`, `#pragma once`, `#line` (ignored: places always name the file really read). Tokens of a macro's body are
placed at the macro's use. `#include <file>` looks in the include directories and then in our own `p4include/`;
`#include "file"` looks beside the including file first.

`Preprocessor` makes tokens, for the parser. `preprocessed` makes text, as `p4c` leaves it in `NAME.p4i`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from msgspec import Struct

from p4soft.compiler.diagnostics import NOWHERE, CompileErrors, Diagnostics, Span
from p4soft.compiler.macros import Macro, MacroError, evaluate, expand, parse_define, resolve_defined
from p4soft.compiler.parsing.tokens import EOF, ID, INT, KEYWORDS, STRAY, STRING, TOKEN_PATTERN, Token

MOST_NAMES = 10_000
"""Of a folder, to look through for what an include may have meant."""
P4INCLUDE = Path(__file__).resolve().with_name("p4include")
"""Our own core.p4 and v1model.p4."""

MAX_INCLUDE_DEPTH = 100
MAX_FILE_NAME = 255
"""Of an included file, in characters; the system refuses to look for longer ones."""

NEVER_CLOSED = "never-closed"
"""The code of errors after which the rest of the file cannot be read sensibly."""

_SKIP = re.compile(
    r"/\*[\s\S]*?(?:\*/|\Z)|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|(?P<directive>(?:^|(?<=\n))[ \t]*\#[ \t]*(?P<name>\w+))",
    re.ASCII,
)
_INCLUDE_TARGET = re.compile(r'\s*(?:<(?P<system>[^>\n]+)>|"(?P<local>[^"\n]+)")\s*(?://.*|/\*.*)?$')
_CONDITIONALS = ("if", "ifdef", "ifndef", "elif", "else", "endif")


MAX_SOURCE_BYTES = 16 << 20
"""Of one file; devices have no end."""


class _Group:
    """One open `#if`."""

    __slots__ = ("place", "saw_else", "taken")

    def __init__(self, place: Span, taken: bool) -> None:
        self.place = place
        self.taken = taken
        self.saw_else = False


class Preprocessor:
    def __init__(
        self,
        diagnostics: Diagnostics,
        include_dirs: Sequence[Path] = (),
        defines: Mapping[str, str | None] | None = None,
    ) -> None:
        self._diagnostics = diagnostics
        self._include_dirs = [*include_dirs, P4INCLUDE]
        self._macros: dict[str, Macro] = {}
        self._once: set[Path] = set()
        self._depth = 0
        self._out: list[Token] = []
        for name, value in (defines or {}).items():
            text = f"{name} {'1' if value is None else value}"
            self._define(self._scan_line(text, f"-D{name}"), NOWHERE._replace(file=f"-D{name}"))

    def run(self, source: Path) -> list[Token]:
        """All tokens of a file, ending in an EOF token. Raises CompileErrors: the file cannot be read."""
        name = str(source)
        text = self._read(source, name)
        if text is None:
            self._diagnostics.raise_if_errors()
            raise CompileErrors(self._diagnostics.items)
        self._file(text, name, source)
        line = max(1, text.count("\n") + (not text.endswith("\n")))
        column = len(self._diagnostics.sources.line(name, line) or "") + 1
        self._out.append(Token(EOF, "", name, line, column, column))
        return self._out

    def _read(self, path: Path, name: str, at: Span | None = None) -> str | None:
        try:
            with path.open("rb") as stream:
                content = stream.read(MAX_SOURCE_BYTES + 1)
            text = content.decode("utf-8-sig")
        except OSError as e:
            self._diagnostics.error(at or Span(name, 0, 0, 0, 0), f"cannot read {name}: {e.strerror or e}")
            return None
        except UnicodeDecodeError as e:
            self._diagnostics.error(
                at or Span(name, 0, 0, 0, 0), f"cannot read {name}: byte {e.start} is not UTF-8", expected="UTF-8 text"
            )
            return None
        if len(content) > MAX_SOURCE_BYTES:
            limit = f"at most {MAX_SOURCE_BYTES:,} bytes"
            self._diagnostics.error(at or Span(name, 0, 0, 0, 0), f"cannot read {name}: too large", expected=limit)
            return None
        self._diagnostics.sources.add(name, text)
        return text

    # ---------------------------------------------------------------------------------------------------- files

    def _file(self, text: str, name: str, path: Path) -> None:
        """Scan one file: tokens of active groups go to `_out`, expanded."""
        match = TOKEN_PATTERN.match
        macros = self._macros
        groups: list[_Group] = []
        chunk: list[Token] = []
        needs_expansion = False
        position, line, line_start = 0, 1, 0
        fresh_line, spaced = True, True
        spliced = -1
        """Where a word goes on that a backslash at the end of a line has split."""
        end = len(text)
        while position < end:
            found = match(text, position)
            assert found is not None
            group = found.lastgroup
            stop = found.end()
            if group == "space":
                spaced = True
            elif group == "newline":
                line += 1
                line_start = stop
                fresh_line = spaced = True
            elif group in {"id", "int"} and position == spliced:
                needs_expansion = _lengthen(chunk[-1], found[0]) in macros or needs_expansion
            elif group == "id":
                word = found[0]
                kind = word if word in KEYWORDS else ID
                chunk.append(Token(kind, word, name, line, position - line_start + 1, stop - line_start + 1, spaced))
                if word in macros or word in {"__LINE__", "__FILE__"}:
                    needs_expansion = True
                fresh_line = spaced = False
            elif group == "op":
                word = found[0]
                if word[0] == "#" and fresh_line:
                    if chunk:
                        self._out += expand(chunk, macros, self._report) if needs_expansion else chunk
                        chunk, needs_expansion = [], False
                    place = Span(name, line, position - line_start + 1, line, stop - line_start + 1)
                    stop = self._obey(text, stop, place, path, groups)
                    line += text.count("\n", position, stop)
                    line_start = text.rfind("\n", 0, stop) + 1
                    fresh_line = spaced = True
                else:
                    chunk.append(
                        Token(word, word, name, line, position - line_start + 1, stop - line_start + 1, spaced)
                    )
                    fresh_line = spaced = False
            elif group == "int":
                column = position - line_start + 1
                if stop < end and (text[stop].isalnum() or text[stop] == "_"):
                    while stop < end and (text[stop].isalnum() or text[stop] == "_"):
                        stop += 1
                    self._diagnostics.error(
                        Span(name, line, column, line, stop - line_start + 1),
                        f"malformed number `{text[position:stop]}`",
                        expected="an integer such as 10, 0x1F, 0b101, 8w255 or 4s7",
                    )
                    chunk.append(Token(INT, "0", name, line, column, stop - line_start + 1, spaced))
                else:
                    chunk.append(Token(INT, found[0], name, line, column, stop - line_start + 1, spaced))
                fresh_line = spaced = False
            elif group == "string":
                column, first_end = position - line_start + 1, text.find("\n", position, stop)
                last = stop if first_end < 0 else first_end
                word = found[0]
                if first_end >= 0:
                    word, stop = self._long_string(text, position, name, path, groups) or (word, stop)
                chunk.append(Token(STRING, word, name, line, column, last - line_start + 1, spaced))
                if first_end >= 0:
                    line += text.count("\n", position, stop)
                    line_start = text.rfind("\n", 0, stop) + 1
                fresh_line = spaced = False
            elif group == "continuation":
                line += 1
                line_start = stop
                if not spaced and chunk and _is_word(chunk[-1]):
                    spliced = stop
            elif group == "comment":
                newlines = text.count("\n", position, stop)
                if newlines:
                    line += newlines
                    line_start = text.rfind("\n", 0, stop) + 1
                spaced = True
            elif group == "line_comment":
                spaced = True
            else:
                column = position - line_start + 1
                if group == "bad" and text[position] != '"':
                    chunk.append(Token(STRAY, text[position], name, line, column, column + 1, spaced))
                else:
                    stop = self._never_closed(text, position, Span(name, line, column, line, 0))
                fresh_line = spaced = False
            position = stop
        if chunk:
            self._out += expand(chunk, macros, self._report) if needs_expansion else chunk
        for group_ in groups:
            self._diagnostics.error(
                group_.place, "this conditional is never closed", expected="#endif before the file ends"
            )

    def _obey(self, text: str, position: int, place: Span, path: Path, groups: list[_Group]) -> int:
        """Obey the directive after the `#` before a position; returns the end of the text that it is or rules out."""
        body, stop = _logical_line(text, position)
        if self._directive(body, place, path, groups):
            stop = self._skip_group(text, stop, place.file, groups, text.count("\n", 0, stop) + 1)
        return stop

    def _long_string(
        self, text: str, position: int, name: str, path: Path, groups: list[_Group]
    ) -> tuple[str, int] | None:
        def obey(at: int) -> int:
            line, start = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
            return self._obey(text, at, Span(name, line, 1, line, at - start + 1), path, groups)

        def expanded(piece: str) -> str:
            tokens = expand(self._scan_line(piece, name), self._macros, self._report)
            return "".join((" " if n and token.spaced else "") + token.text for n, token in enumerate(tokens))

        return _read_long_string(text, position, obey, expanded)

    def _never_closed(self, text: str, position: int, place: Span) -> int:
        """Report a comment or string without end; returns where to go on."""
        if text.startswith("/*", position):
            width, stop, message = 2, len(text), "this comment is never closed; expected `*/`"
        else:
            stop = text.find("\n", position)
            stop = len(text) if stop < 0 else stop
            width, message = stop - position, 'this string is never closed; expected `"`'
        self._diagnostics.error(place._replace(end_column=place.column + width), message, code=NEVER_CLOSED)
        return stop

    def _skip_group(self, text: str, position: int, name: str, groups: list[_Group], line: int) -> int:
        """Skip text of an inactive group; returns where an active one (or the end of the file) begins."""
        depth = 0
        counted = position
        for found in _SKIP.finditer(text, position):
            if found["directive"] is None:
                continue
            directive = found["name"]
            if directive in {"if", "ifdef", "ifndef"}:
                depth += 1
            elif directive == "endif" and depth:
                depth -= 1
            elif depth == 0 and directive in {"elif", "else", "endif"}:
                line += text.count("\n", counted, found.start("name"))
                counted = found.start("name")
                start = text.rfind("\n", 0, found.start("name")) + 1
                hash_at = text.index("#", start)
                place = Span(name, line, hash_at - start + 1, line, found.end("name") - start + 1)
                body, stop = _logical_line(text, found.start("name"))
                if not self._conditional(directive, body[len(directive) :], place, groups):
                    return stop
        return len(text)

    # ---------------------------------------------------------------------------------------------------- directives

    def _directive(self, body: str, place: Span, path: Path, groups: list[_Group]) -> bool:
        """Obey one directive of an active group. True: the text that follows is inactive."""
        found = re.match(r"\s*(\w+)", body, re.ASCII)
        if found is None:
            if body.strip():
                self._diagnostics.error(place, "malformed preprocessor directive", expected="a directive name after #")
            return False
        name, rest = found[1], body[found.end() :]
        if name in _CONDITIONALS:
            return self._conditional(name, rest, place, groups)
        if name == "include":
            self._include(rest, place, path)
        elif name == "define":
            self._define(self._scan_line(rest, place.file, place.line), place)
        elif name == "undef":
            words = rest.split()
            if not words:
                self._diagnostics.error(place, "#undef without a name", expected="#undef NAME")
            else:
                self._macros.pop(words[0], None)
        elif name == "error":
            self._diagnostics.error(place, f"#error {rest.strip()}")
        elif name == "warning":
            self._diagnostics.warn(place, f"#warning {rest.strip()}", code="preprocessor")
        elif name == "pragma":
            if rest.strip() == "once":
                self._once.add(path.resolve())
        elif name != "line" and not name.isdigit():
            self._diagnostics.error(
                place,
                f"unknown preprocessor directive #{name}",
                expected="include, define, undef, if, ifdef, ifndef, ...",
            )
        return False

    def _conditional(self, name: str, rest: str, place: Span, groups: list[_Group]) -> bool:
        """`#if` and its family. True: the text that follows is inactive."""
        if name in {"if", "ifdef", "ifndef"}:
            taken = self._condition(name, rest, place)
            groups.append(_Group(place, taken))
            return not taken
        if not groups:
            self._diagnostics.error(place, f"#{name} without an #if before it")
            return False
        group = groups[-1]
        if name == "endif":
            groups.pop()
            return False
        if group.saw_else:
            self._diagnostics.error(place, f"#{name} after #else", notes=[(group.place, "the conditional starts here")])
        if name == "else":
            group.saw_else = True
            active = not group.taken
        else:
            active = not group.taken and self._condition("if", rest, place)
        group.taken = group.taken or active
        return not active

    def _condition(self, name: str, rest: str, place: Span) -> bool:
        tokens = self._scan_line(rest, place.file, place.line)
        if name != "if":
            if not tokens or not (tokens[0].kind == ID or tokens[0].kind in KEYWORDS):
                self._diagnostics.error(place, f"#{name} without a name", expected=f"#{name} NAME")
                return False
            return (tokens[0].text in self._macros) == (name == "ifdef")
        try:
            return evaluate(expand(resolve_defined(tokens, self._macros), self._macros, self._report)) != 0
        except MacroError as e:
            self._diagnostics.error(place, f"cannot evaluate #if: {e}", expected="a constant integer expression")
            return False

    def _define(self, tokens: list[Token], place: Span) -> None:
        try:
            macro = parse_define(tokens)
        except MacroError as e:
            self._diagnostics.error(
                place, f"malformed #define: {e}", expected="#define NAME or #define NAME(parameters) body"
            )
            return
        self._macros[macro.name] = macro

    def _include(self, rest: str, place: Span, path: Path) -> None:
        target = _INCLUDE_TARGET.match(rest)
        if target is None:
            tokens = expand(self._scan_line(rest, place.file, place.line), self._macros, self._report)
            target = _INCLUDE_TARGET.match("".join(t.text for t in tokens))
        if target is None:
            self._diagnostics.error(place, "malformed #include", expected='#include <file> or #include "file"')
            return
        wanted = target["system"] or target["local"]
        searched = list(self._include_dirs) if target["system"] else [path.parent, *self._include_dirs]
        for directory in searched:
            candidate = directory / wanted
            if len(wanted) <= MAX_FILE_NAME and "\0" not in wanted and candidate.is_file():
                break
        else:
            where = ", ".join("the standard includes" if d == P4INCLUDE else _display(d) for d in searched)
            hint = _nearest(wanted, [path.parent, *self._include_dirs])
            self._diagnostics.error(place, f"cannot find the include file {wanted}; searched {where}{hint}")
            return
        if candidate.resolve() in self._once:
            return
        if self._depth >= MAX_INCLUDE_DEPTH:
            self._diagnostics.error(
                place, f"#include nested more than {MAX_INCLUDE_DEPTH} deep: does {wanted} include itself?"
            )
            raise CompileErrors(self._diagnostics.items)
        name = _display(candidate)
        if directory == P4INCLUDE:
            self._diagnostics.sources.library.add(name)
        text = self._read(candidate, name, place)
        if text is not None:
            self._depth += 1
            self._file(text, name, candidate)
            self._depth -= 1

    def _scan_line(self, text: str, file: str, line: int = 0) -> list[Token]:
        """Tokens of a directive's line (all placed at its line, for messages only)."""
        tokens: list[Token] = []
        spaced = True
        for found in TOKEN_PATTERN.finditer(text):
            group = found.lastgroup
            if group == "continuation":
                continue
            if group in {"space", "newline", "comment", "line_comment"}:
                spaced = True
                continue
            word = found[0]
            if group in {"id", "int"} and not spaced and tokens and _is_word(tokens[-1]):
                _lengthen(tokens[-1], word)  # also `8w`: one token to the preprocessor, `##` may add digits
                continue
            kind = {"id": ID, "int": INT, "string": STRING}.get(group or "", word)
            if kind == ID and word in KEYWORDS:
                kind = word
            tokens.append(Token(kind, word, file, line, 1, 1, spaced))
            spaced = False
        return tokens

    def _report(self, token: Token, message: str) -> None:
        self._diagnostics.error(token.span, message)


def _is_word(token: Token) -> bool:
    return token.kind in {ID, INT} or token.kind in KEYWORDS


def _lengthen(token: Token, more: str) -> str:
    """Add the second part of a split word or number to the first; returns the whole."""
    token.text += more
    if token.kind != INT:
        token.kind = token.text if token.text in KEYWORDS else ID
    return token.text


def _logical_line(text: str, position: int) -> tuple[str, int]:
    """The rest of a directive's line with continuations and comments joined, and the index of the line's end."""
    start = position
    while True:
        newline = text.find("\n", position)
        comment = text.find("/*", position, newline if newline >= 0 else len(text))
        if comment >= 0 and "//" not in text[position:comment]:
            close = text.find("*/", comment + 2)
            position = len(text) if close < 0 else close + 2
            continue
        if newline < 0:
            return text[start:], len(text)
        if text[start:newline].rstrip("\r").endswith("\\"):
            position = newline + 1
            continue
        return text[start:newline], newline


def _display(path: Path) -> str:
    """A path as messages show it: relative to the working directory when it is below it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return str(path)
    return str(path) if relative.startswith("..") else relative


def _nearest(wanted: str, directories: Sequence[Path]) -> str:
    """`; did you mean ...?`: a file of nearly that name where was looked, or one of that name one folder below."""
    if len(wanted) > MAX_FILE_NAME or "\0" in wanted:
        return ""
    folder, _, name = wanted.rpartition("/")
    found: dict[str, str] = {}
    for directory in directories:
        for file in _files(directory / folder):
            if file == name and directory == directories[0]:
                return (
                    f'; did you mean `"{wanted}"`?'  # it stands beside the including file, and <> does not look there
                )
            found.setdefault(Path(file).stem, f"{folder}/{file}" if folder else file)
    close = get_close_matches(Path(name).stem, list(found), 1, cutoff=0.7)
    if close:
        return f"; did you mean `{found[close[0]]}`?"
    for directory in directories:
        for below in _folders(directory):
            if (directory / below / name).is_file():
                return f"; did you mean `{below}/{name}`?"
    return ""


def _files(directory: Path) -> Iterator[str]:
    """Names of files in a folder; none if it cannot be read."""
    return _entries(directory, lambda entry: entry.is_file())


def _folders(directory: Path) -> Iterator[str]:
    return _entries(directory, lambda entry: entry.is_dir())


def _entries(directory: Path, wanted: Callable[[os.DirEntry[str]], bool]) -> Iterator[str]:
    try:
        with os.scandir(directory) as entries:
            yield from sorted(entry.name for entry in islice(entries, MOST_NAMES) if wanted(entry))
    except OSError:
        return


# --- Strings of several lines ----------------------------------------------------------------------------------------

# Annotations have such strings. C knows none, so the cpp that p4c runs reads them as text: from the second line on it
# obeys directives there, which leave empty lines, expands macros, and keeps of the white space between words one space;
# comments stay. The line that the string begins on is kept as it is.

_PART = re.compile(r'(?:[^"\\\n]|\\[\s\S])*')
_DIRECTIVE = re.compile(r"[ \t]*\#[ \t]*(?=(?:if|ifdef|ifndef|elif|else|endif|define|undef)\b)")
_COMMENT = re.compile(r"(//[^\n]*|/\*[\s\S]*?\*/)")
_CONTINUATION = re.compile(r"\\\r?\n")


def _read_long_string(
    text: str, position: int, obey: Callable[[int], int], expanded: Callable[[str], str]
) -> tuple[str, int] | None:
    """The string that begins at a quote, with its quotes, and where the text goes on; None if it is never closed.

    Args:
        text: the whole file.
        position: of the opening quote.
        obey: obeys the directive whose name is at a position; answers where the text goes on, at a line's end.
        expanded: a piece of a line, without comments, with macros expanded and tokens spaced as cpp writes them.
    """
    found = _PART.match(text, position + 1)
    assert found is not None
    parts = ['"', found[0]]
    position = found.end()
    while position < len(text) and text[position] == "\n":
        parts.append("\n")
        position += 1
        directive = _DIRECTIVE.match(text, position)
        if directive is not None:
            stop = obey(directive.end())
            parts.append("\n" * text.count("\n", position, stop))
            position = stop
            continue
        found = _PART.match(text, position)
        assert found is not None
        parts.append(_line(found[0], expanded))
        position = found.end()
    if position >= len(text):
        return None
    return "".join(parts) + '"', position + 1


def _line(text: str, expanded: Callable[[str], str]) -> str:
    joined, newlines = _CONTINUATION.subn("", text)
    content = joined.lstrip(" \t")
    pieces = _COMMENT.split(content)
    pieces[0::2] = [_spaced(piece, expanded) for piece in pieces[0::2]]
    return " " * (len(joined) - len(content)) + "".join(pieces) + "\n" * newlines


def _spaced(piece: str, expanded: Callable[[str], str]) -> str:
    """A piece between comments or the ends of the line, of the white space around which one space is kept."""
    words = expanded(piece)
    before = " " if piece[:1].isspace() else ""
    after = " " if words and piece[-1:].isspace() else ""
    return before + words + after


# --- The program as text ---------------------------------------------------------------------------------------------


_MOST_BLANK_LINES = 7
"""Where more lines are empty, a marker says the next one's number."""


class Preprocessed(Struct, frozen=True):
    """A program after preprocessing.

    Attributes:
        text: with its includes and without directives and comments; `# LINE "FILE"` says where lines come from.
        files: all that was read, the program first.
    """

    text: str
    files: tuple[str, ...]


def preprocessed(source: Path, include_dirs: Sequence[Path], defines: Mapping[str, str | None]) -> Preprocessed:
    """Preprocess a program. Raises CompileErrors: a file cannot be read, or a directive is wrong."""
    diagnostics = Diagnostics()
    text, file, line = "", "", 0
    pieces: list[str] = []
    for token in Preprocessor(diagnostics, include_dirs, {"__TARGET_BMV2__": "1", **defines}).run(source):
        if token.kind == EOF:
            break
        if token.file != file or not line <= token.line <= line + _MOST_BLANK_LINES:
            pieces.append(f'{text}\n# {token.line} "{token.file}"\n' if text else f'# {token.line} "{token.file}"\n')
            text, file = "", token.file
        elif token.line > line:
            pieces.append(text + "\n" * (token.line - line))
            text = ""
        indent = token.column - 1 - len(text)
        text += " " * indent if not text or indent > 0 else " " * token.spaced
        text += token.text
        line = token.line + token.text.count("\n")
    diagnostics.raise_if_errors()
    return Preprocessed("".join(pieces) + text + "\n", tuple(diagnostics.sources.files))
