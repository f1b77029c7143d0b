# SPDX-License-Identifier: Apache-2.0
"""P4_16 tokens (specification section 6, "P4 language definition").

One regular expression serves the preprocessor and the parser: the preprocessor works on these tokens too, so every
token keeps its own place in the original text, whatever was included or expanded around it. `>>` is never one token,
because of `list<bit<8>>`; the parser joins adjacent `>` where a shift may stand.
"""

from __future__ import annotations

import re

from p4soft.compiler.diagnostics import Span

ID, INT, STRING, EOF = "identifier", "integer", "string", "end of file"
STRAY = "stray character"
"""The kind of a character that begins no token; only free-form annotations may hold one."""

KEYWORDS = frozenset(
    {"abstract", "action", "apply", "bit", "bool", "break", "const", "continue", "control", "default", "else", "enum"}
    | {"error", "exit", "extern", "false", "for", "header", "header_union", "if", "in", "inout", "int", "list"}
    | {"match_kind", "out", "package", "parser", "return", "select", "state", "string", "struct", "switch", "table"}
    | {"this", "transition", "true", "tuple", "type", "typedef", "value_set", "varbit", "void"}
)

SOFT_KEYWORDS = frozenset({"apply", "state", "type", "list", "this"})
"""Keywords that may also name things."""

TOKEN_PATTERN = re.compile(
    r"""
      (?P<space>[ \t\r\f\v]+)
    | (?P<newline>\n)
    | (?P<id>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<int>(?:[0-9][0-9_]*[ws](?=[0-9]))?
              (?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|0[dD][0-9_]+|[0-9][0-9_]*))
    | (?P<line_comment>//[^\n]*)
    | (?P<comment>/\*[\s\S]*?\*/)
    | (?P<open_comment>/\*)
    | (?P<op>&&&|\.\.\.|\|[+-]\|=?|<<=|\#\#|\+\+|\.\.|&&|\|\||==|!=|<=|>=|<<|[-+*/%&|^]=
             |[-+*/%&|^~!?:;,.<>=(){}\[\]@\#])
    | (?P<string>"(?:[^"\\]|\\[\s\S])*")
    | (?P<continuation>\\\r?\n)
    | (?P<bad>.)
    """,
    re.VERBOSE | re.ASCII,
)

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


class Token:
    """A token and its place. `spaced`: white space or a line start stands before it.

    `kind` is ID, INT, STRING, EOF, or the text itself for keywords and operators. `hidden` are the macros it came out
    of, which it must not be expanded by again.
    """

    __slots__ = ("column", "end_column", "file", "hidden", "kind", "line", "spaced", "text")

    def __init__(  # noqa: PLR0917 - built for every token: positional for speed
        self,
        kind: str,
        text: str,
        file: str,
        line: int,
        column: int,
        end_column: int,
        spaced: bool = True,
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        self.kind = kind
        self.text = text
        self.file = file
        self.line = line
        self.column = column
        self.end_column = end_column
        self.spaced = spaced
        self.hidden = hidden

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.column, self.line, self.end_column)

    def moved_to(self, place: Token, hidden: frozenset[str]) -> Token:
        """A copy that stands where `place` does: a macro's body reported at the macro's use."""
        return Token(
            self.kind,
            self.text,
            place.file,
            place.line,
            place.column,
            place.end_column,
            self.spaced,
            self.hidden | hidden,
        )

    def __str__(self) -> str:
        return self.kind if self.kind == EOF else f"`{self.text}`"

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {self.text!r}, {self.file}:{self.line}:{self.column})"


def unquote(text: str) -> str:
    """The value of a string literal as written, quotes included."""
    if "\\" not in text:
        return text[1:-1]
    return _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), text[1:-1])


_BASES = {"x": 16, "X": 16, "b": 2, "B": 2, "o": 8, "O": 8, "d": 10, "D": 10}
_SIZED = re.compile(r"([0-9][0-9_]*)([ws])(.+)")


def parse_integer(text: str) -> tuple[int, int | None, bool]:
    """(value, width or None, signed) of an integer literal as the token pattern accepts it.

    Raises:
        ValueError: a prefix without digits (`0x_`).
    """
    width: int | None = None
    signed = False
    if (sized := _SIZED.fullmatch(text)) is not None:
        width = int(sized[1].replace("_", ""))
        signed = sized[2] == "s"
        text = sized[3]
    digits = text.replace("_", "")
    if len(digits) > 1 and digits[0] == "0" and digits[1] in _BASES:
        return int(digits[2:], _BASES[digits[1]]), width, signed
    return int(digits, 10), width, signed
