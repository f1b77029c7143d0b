# SPDX-License-Identifier: Apache-2.0
"""P4_16 tokens (specification section 6, "P4 language definition"), and the stream of them under the parser.

One regular expression serves the preprocessor and the parser: the preprocessor works on these tokens too, so every
token keeps its own place in the original text, whatever was included or expanded around it. `>>` is never one token,
because of `list<bit<8>>`; the parser joins adjacent `>` where a shift may stand. The stream has look-ahead, scopes of
names, error recovery, and errors that many people make.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches

from p4soft.compiler.diagnostics import Diagnostics, Span

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
