# SPDX-License-Identifier: Apache-2.0
"""The token stream under the parser: look-ahead, scopes of names, error recovery, and errors that many people make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches

from p4soft.compiler.diagnostics import Diagnostics, Span
from p4soft.compiler.preprocessing.lexer import EOF, ID, KEYWORDS, SOFT_KEYWORDS, STRAY, STRING, Token

MAX_NESTING = 200
"""Deepest nesting of expressions, types and blocks accepted; keeps hostile input from exhausting the stack."""

STATEMENT_STARTS = frozenset({"if", "return", "exit", "switch", "transition", "const", "for", "break", "continue"})
DECLARATION_STARTS = frozenset(
    {"action", "const", "control", "enum", "error", "extern", "header", "header_union"}
    | {"match_kind", "package", "parser", "state", "struct", "table", "typedef", "value_set"}
)


class SyntaxProblem(Exception):  # noqa: N818 - carries a diagnostic up to the next recovery point
    """A syntax error on its way to a recovery point."""

    def __init__(self, span: Span, message: str, expected: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected


def without_strays(tokens: Sequence[Token], diagnostics: Diagnostics) -> list[Token]:
    """The tokens without the characters that begin none, reported unless they stand in `@name(free-form text)`."""
    kept: list[Token] = []
    depth = 0
    for n, token in enumerate(tokens):
        if depth:
            depth += (token.kind == "(") - (token.kind == ")")
        elif token.kind == "(" and n >= 2 and tokens[n - 2].kind == "@":
            depth = 1
        elif token.kind == STRAY:
            diagnostics.error(token.span, f"unexpected character {token.text!r}", code="syntax")
            continue
        kept.append(token)
    return kept


class TokenStream:
    def __init__(self, tokens: Sequence[Token], diagnostics: Diagnostics) -> None:
        self.tokens = tokens
        self.position = 0
        self.token = tokens[0]
        self.diagnostics = diagnostics
        self.scopes: list[dict[str, bool]] = [{}]
        self.nesting = 0

    # ------------------------------------------------------------------------------------------------ look-ahead

    def advance(self) -> Token:
        token = self.token
        if self.position + 1 < len(self.tokens):
            self.position += 1
            self.token = self.tokens[self.position]
        return token

    def peek(self, distance: int = 1) -> Token:
        """The token `distance` after the current one."""
        return self.tokens[min(self.position + distance, len(self.tokens) - 1)]

    def seek(self, position: int) -> None:
        self.position = position
        self.token = self.tokens[position]

    def accept(self, kind: str) -> bool:
        if self.token.kind == kind:
            self.advance()
            return True
        return False

    def expect(self, kind: str, context: str = "") -> Token:
        """Take a token that must be of that kind; `context` says where (`after the type`)."""
        if self.token.kind != kind:
            raise self.problem(f"`{kind}`" + (f" {context}" if context else ""))
        return self.advance()

    def problem(self, expected: str) -> SyntaxProblem:
        span = self.token.span
        if (
            expected.startswith(("`;`", "`)`", "`}`", "`]`"))
            and self.position
            and self.token.line != self._previous.line
        ):
            end = self._previous
            span = Span(end.file, end.line, end.end_column, end.line, end.end_column + 1)
        for near in (self.token, self._previous):
            if near.kind == STRING and "\n" in near.text:
                return SyntaxProblem(near.span, "a string that is not closed on its line is followed by this", '`"`')
        return SyntaxProblem(span, f"unexpected {self.token}", expected)

    @property
    def _previous(self) -> Token:
        return self.tokens[self.position - 1]

    def span_from(self, start: Token | Span) -> Span:
        """The span from a token (or span) to the last token taken."""
        end = self.tokens[self.position - 1] if self.position else self.token
        if start.file != end.file or (end.line, end.end_column) < (start.line, start.column):
            return start if isinstance(start, Span) else start.span
        return Span(start.file, start.line, start.column, end.line, end.end_column)

    # ------------------------------------------------------------------------------------------------ names

    def at_name(self) -> bool:
        """Whether the current token can name something."""
        return self.token.kind == ID or self.token.kind in SOFT_KEYWORDS

    def name(self, what: str = "a name") -> Token:
        """Take the token that must be a name now; `what` is what it names, for the message."""
        if self.token.kind == ID or self.token.kind in SOFT_KEYWORDS:
            if self.token.text == "_":
                raise self.problem(what)
            return self.advance()
        raise self.problem(what)

    def declare(self, name: str, *, is_type: bool) -> None:
        self.scopes[-1][name] = is_type

    def is_type(self, name: str) -> bool:
        for scope in reversed(self.scopes):
            found = scope.get(name)
            if found is not None:
                return found
        return False

    def type_names(self) -> list[str]:
        return [name for scope in self.scopes for name, is_type in scope.items() if is_type]

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.scopes.append({})
        depth = len(self.scopes)
        try:
            yield
        finally:
            del self.scopes[depth - 1 :]

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Count one level of nesting. Raises SyntaxProblem: there are too many."""
        self.nesting += 1
        try:
            if self.nesting > MAX_NESTING:
                raise SyntaxProblem(
                    self.token.span, f"nested too deeply: more than {MAX_NESTING} levels", "simpler source text"
                )
            yield
        finally:
            self.nesting -= 1

    # ------------------------------------------------------------------------------------------------ recovery

    def report(self, problem: SyntaxProblem) -> None:
        self.diagnostics.error(problem.span, problem.message, expected=problem.expected, code="syntax")

    def skip_item(self, start: int) -> None:
        """After a syntax error in an item that began at token `start`: go to where the next item may begin.

        That is after a `;` or a closed `{}` at the item's own depth, before the `}` that ends the block around it, or
        before a keyword that begins a statement or declaration on a new line.
        """
        depth = 0
        for token in self.tokens[start : self.position]:
            depth += (token.kind == "{") - (token.kind == "}")
        depth = max(depth, 0)
        while self.token.kind != EOF:
            kind = self.token.kind
            if kind == "{":
                depth += 1
            elif kind == "}":
                if depth == 0:
                    return
                depth -= 1
                if depth == 0:
                    self.advance()
                    self.accept(";")
                    return
            elif depth == 0:
                if kind == ";":
                    self.advance()
                    return
                begins_item = kind in STATEMENT_STARTS or kind in DECLARATION_STARTS
                if begins_item and self.position > start and self.token.line != self._previous.line:
                    return
            self.advance()


# --- What people coming from C or Python write, and misspelt keywords ------------------------------------------------


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
