# SPDX-License-Identifier: Apache-2.0
"""Strings of several lines, as annotations have them. C knows none, so the cpp that p4c runs reads them as text.

From the second line on it obeys directives there, which leave empty lines, expands macros, and keeps of the white space
between words one space; comments stay. The line that the string begins on is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PART = re.compile(r'(?:[^"\\\n]|\\[\s\S])*')
_DIRECTIVE = re.compile(r"[ \t]*\#[ \t]*(?=(?:if|ifdef|ifndef|elif|else|endif|define|undef)\b)")
_COMMENT = re.compile(r"(//[^\n]*|/\*[\s\S]*?\*/)")
_CONTINUATION = re.compile(r"\\\r?\n")


def read_long_string(
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
