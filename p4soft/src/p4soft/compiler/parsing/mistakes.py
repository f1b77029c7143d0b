# SPDX-License-Identifier: Apache-2.0
"""What people coming from C or Python write, and misspelt keywords: syntax errors that say what P4 has instead."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from p4soft.compiler.parsing.tokens import SyntaxProblem
from p4soft.compiler.preprocessing.lexer import KEYWORDS, Token

_FOREIGN = {
    "while": "`for (...)`, or a loop of parser states",
    "do": "`for (...)`, or a loop of parser states",
    "goto": "`transition` in a parser state, `if` in a control",
    "elif": "`else if (...)`",
    "elseif": "`else if (...)`",
    "case": "`label: { ... }` inside switch",
    "def": "`action name(...) { ... }` or a function, `type name(...) { ... }`",
    "var": "a type before the variable's name, such as `bit<8> x;`",
    "let": "a type before the variable's name, such as `bit<8> x;`",
}

_ONLY_OUTSIDE = {
    "action": "an action before the apply block",
    "table": "a table before the apply block",
    "state": "a state directly inside a parser",
    "parser": "a parser at the top level",
    "control": "a control at the top level",
    "header": "a header at the top level",
    "struct": "a struct at the top level",
    "typedef": "a typedef at the top level",
}


def misplaced(token: Token, following: Token) -> SyntaxProblem | None:
    """The problem with a statement that begins with a foreign word or a declaration's keyword, or None."""
    if token.kind in _ONLY_OUTSIDE:
        kind = f"{'an' if token.kind[0] in 'aeiou' else 'a'} {token.kind}"
        return SyntaxProblem(token.span, f"{kind} cannot be declared among statements", _ONLY_OUTSIDE[token.kind])
    if token.text in _FOREIGN and following.kind not in {"=", ".", "[", ";"}:
        return SyntaxProblem(token.span, f"P4 has no `{token.text}`", _FOREIGN[token.text])
    return None


def misspelt(token: Token, types: Iterable[str]) -> SyntaxProblem:
    """The problem with a word that stands where a type or a keyword must."""
    close = get_close_matches(token.text, [*KEYWORDS, *types], 1)
    hint = f"; did you mean `{close[0]}`?" if close else ""
    return SyntaxProblem(token.span, f"`{token.text}` is neither a type nor a keyword{hint}", "")
