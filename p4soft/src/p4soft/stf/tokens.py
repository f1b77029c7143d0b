# SPDX-License-Identifier: Apache-2.0
"""Splits one line into words for the parser: names, numbers, punctuation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as Choice

from p4soft.stf.values import NUMBER

Kind = Choice["name", "number", "float", "mark", "end"]

_PART = r"[A-Za-z_$][A-Za-z_$0-9]*(?:\[[0-9]+\])?"
_NAME = rf"{_PART}(?:\.{_PART})*"
_TOKENS = re.compile(
    rf"(?P<quoted>\"[^\"]+\")|(?P<float>[0-9]+\.[0-9]+(?!\.?[0-9]))|(?P<number>{NUMBER})(?![A-Za-z_$0-9])"
    rf"|(?P<name>{_NAME})|(?P<mark>&&&|->|\.\.|==|!=|<=|>=|[:,()/=<>*])|(?P<blank>[ \t\r]+)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word; `text` of a quoted name comes without its quotes."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return "the end of the line" if self.kind == "end" else repr(self.text)


END = Token("end", "")


def without_comment(line: str) -> str:
    """The line without its comment (`#` to the end, but not inside quotes) and surrounding blanks."""
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:i].strip()
    return line.strip()


def tokenize(text: str) -> list[Token]:
    """The words of `text`; raises ValueError at a character that starts none."""
    tokens = []
    at = 0
    while at < len(text):
        found = _TOKENS.match(text, at)
        if found is None:
            raise ValueError(f"cannot read {text[at : at + 12]!r}")
        at = found.end()
        kind, word = found.lastgroup, found.group()
        if kind == "quoted":
            tokens.append(Token("name", word[1:-1]))
        elif kind == "name":
            tokens.append(Token("name", word))
        elif kind == "number":
            tokens.append(Token("number", word))
        elif kind == "float":
            tokens.append(Token("float", word))
        elif kind == "mark":
            tokens.append(Token("mark", word))
    return tokens


class Cursor:
    """Reads a list of tokens from left to right; every refusal is a ValueError for people."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def peek(self, ahead: int = 0) -> Token:
        """A token to come, `END` after the last one."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else END

    def take(self, kind: Kind, what: str) -> str:
        """The text of the next token, which must be of this kind."""
        token = self.peek()
        if token.kind != kind:
            raise ValueError(f"expected {what}, found {token}")
        self._at += 1
        return token.text

    def accept(self, *marks: str) -> str:
        """The next token's text if it is one of these marks, "" otherwise."""
        token = self.peek()
        if token.kind != "mark" or token.text not in marks:
            return ""
        self._at += 1
        return token.text

    def expect(self, mark: str) -> None:
        """Step over a mark that must come now."""
        if not self.accept(mark):
            raise ValueError(f"expected '{mark}', found {self.peek()}")

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek().kind != "end":
            raise ValueError(f"unexpected {self.peek()}")
