# SPDX-License-Identifier: Apache-2.0
"""Macros of the preprocessor: definition, expansion, and the expressions of `#if`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from p4soft.compiler.parsing.tokens import ID, INT, KEYWORDS, STRING, TOKEN_PATTERN, Token, parse_integer

Report = Callable[[Token, str], None]


class MacroError(Exception):
    """A malformed definition or condition; the message says what is wrong."""


class Macro(Struct, frozen=True):
    """`#define name body` (params None) or `#define name(params) body`; a variadic's last takes the rest."""

    name: str
    params: tuple[str, ...] | None
    variadic: bool
    body: tuple[Token, ...]


MAX_EXPANSION = 500_000
"""Tokens. Macros that double one another would otherwise fill the memory."""

MAX_DEPTH = 200
"""Levels of macro calls in the arguments of macro calls."""


def parse_define(tokens: Sequence[Token]) -> Macro:
    """A macro from the tokens after `#define`. Raises MacroError: no name, or a malformed parameter list."""
    if not tokens or not _is_word(tokens[0]):
        raise MacroError("no name to define")
    name = tokens[0].text
    if len(tokens) < 2 or tokens[1].kind != "(" or tokens[1].spaced:
        return Macro(name, None, False, tuple(tokens[1:]))
    params: list[str] = []
    variadic = False
    i = 2
    while i < len(tokens) and tokens[i].kind != ")":
        token = tokens[i]
        if token.kind == "...":
            params.append("__VA_ARGS__")
            variadic = True
        elif _is_word(token):
            params.append(token.text)
            if i + 1 < len(tokens) and tokens[i + 1].kind == "...":
                variadic = True
                i += 1
        else:
            raise MacroError(f"{token} is no parameter name")
        i += 1
        if i < len(tokens) and tokens[i].kind == ",":
            i += 1
            if variadic:
                raise MacroError("nothing may follow `...`")
        elif i < len(tokens) and tokens[i].kind != ")":
            raise MacroError(f"unexpected {tokens[i]} in the parameter list")
    if i >= len(tokens):
        raise MacroError("the parameter list is never closed")
    return Macro(name, tuple(params), variadic, tuple(tokens[i + 1 :]))


class _TooMuch(Exception):  # noqa: N818 - leaves an expansion that must be given up
    def __init__(self, at: Token, message: str) -> None:
        super().__init__(message)
        self.at = at


class _Work:
    """The work that one expansion may still do."""

    def __init__(self) -> None:
        self.tokens = MAX_EXPANSION
        self.depth = 0

    def spend(self, at: Token, tokens: int) -> None:
        self.tokens -= tokens
        if self.tokens < 0:
            raise _TooMuch(at, f"the expansion of macros here has more than {MAX_EXPANSION:,} tokens")

    def enter(self, at: Token) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _TooMuch(at, f"the arguments of macros are nested more than {MAX_DEPTH} levels deep here")


def expand(tokens: Sequence[Token], macros: Mapping[str, Macro], report: Report) -> list[Token]:
    """Expand all macros in a run of tokens. An expansion that grows without end is reported, and leaves nothing."""
    try:
        return _expand(tokens, macros, report, _Work())
    except _TooMuch as problem:
        report(problem.at, str(problem))
        return []


def _expand(tokens: Sequence[Token], macros: Mapping[str, Macro], report: Report, work: _Work) -> list[Token]:
    out: list[Token] = []
    todo = list(reversed(tokens))
    while todo:
        token = todo.pop()
        macro = macros.get(token.text) if token.kind == ID or token.kind in KEYWORDS else None
        if macro is None:
            out.append(_builtin(token))
            continue
        if token.text in token.hidden:
            out.append(token)
            continue
        if macro.params is None:
            replaced = _substitute(macro, [], token, macros, report, work)
        else:
            if not todo or todo[-1].kind != "(":
                out.append(token)
                continue
            args = _take_arguments(macro, todo, token, report)
            if args is None:
                out.append(token)
                continue
            replaced = _substitute(macro, args, token, macros, report, work)
        if replaced:
            replaced[0].spaced = token.spaced
        work.spend(token, len(replaced))
        todo += reversed(replaced)
    return out


def _builtin(token: Token) -> Token:
    if token.text == "__LINE__":
        return Token(INT, str(token.line), token.file, token.line, token.column, token.end_column, token.spaced)
    if token.text == "__FILE__":
        return Token(STRING, f'"{token.file}"', token.file, token.line, token.column, token.end_column, token.spaced)
    return token


def _take_arguments(macro: Macro, todo: list[Token], use: Token, report: Report) -> list[list[Token]] | None:
    """Pop `( arguments )` off the reversed token list."""
    args: list[list[Token]] = [[]]
    depth = 0
    params = macro.params or ()
    while todo:
        token = todo.pop()
        if token.kind in {"(", "[", "{"}:
            depth += 1
            if depth == 1:
                continue
        elif token.kind in {")", "]", "}"}:
            depth -= 1
            if depth == 0:
                break
        elif token.kind == "," and depth == 1 and not (macro.variadic and len(args) >= len(params)):
            args.append([])
            continue
        args[-1].append(token)
    else:
        report(use, f"the arguments of macro {macro.name} are never closed; expected `)`")
        return None
    if not params and args == [[]]:
        args = []
    if macro.variadic and len(args) == len(params) - 1:
        args.append([])
    if len(args) != len(params):
        report(use, f"macro {macro.name} takes {len(params)} arguments, not {len(args)}")
        return None
    return args


def _substitute(  # noqa: PLR0917 - the state of one expansion, handed down
    macro: Macro, args: list[list[Token]], use: Token, macros: Mapping[str, Macro], report: Report, work: _Work
) -> list[Token]:
    hidden = use.hidden | {macro.name}
    by_name = dict(zip(macro.params or (), args, strict=True))
    out: list[Token] = []
    body = macro.body
    i = 0
    rest = macro.params[-1] if macro.params else ""
    left_is_empty = False
    """Whether an empty argument stands on the left of the next `##`."""
    while i < len(body):
        token = body[i]
        pasted = i + 1 < len(body) and body[i + 1].kind == "##"
        if token.kind == "##" and (out or left_is_empty) and i + 1 < len(body):
            following = body[i + 1]
            right = [t.moved_to(use, hidden) for t in by_name.get(following.text, [following])]
            if right:
                out[len(out) if left_is_empty else -1 :] = right if left_is_empty else _paste(out[-1], right, use)
            elif not left_is_empty and macro.variadic and following.text == rest and out[-1].kind == ",":
                out.pop()  # `, ## __VA_ARGS__`, as cpp does
            left_is_empty = left_is_empty and not right
            i += 2
            continue
        if token.kind == "#" and i + 1 < len(body) and body[i + 1].text in by_name:
            text = "".join((" " if n and t.spaced else "") + t.text for n, t in enumerate(by_name[body[i + 1].text]))
            text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
            out.append(Token(STRING, text, use.file, use.line, use.column, use.end_column, token.spaced))
            i += 2
            continue
        if token.text in by_name and _is_word(token):
            arg = by_name[token.text]
            work.enter(use)
            piece = [t.moved_to(use, frozenset()) for t in (arg if pasted else _expand(arg, macros, report, work))]
            work.depth -= 1
            if piece:
                piece[0].spaced = token.spaced
            # Arguments keep their own place: an error inside an argument is best shown there.
            for new, old in zip(piece, arg, strict=False):
                if new.text == old.text:
                    new.line, new.column, new.end_column, new.file = old.line, old.column, old.end_column, old.file
            out += piece
            left_is_empty = pasted and not piece
        else:
            out.append(token.moved_to(use, hidden))
            left_is_empty = False
        i += 1
    return out


def _paste(left: Token, right: list[Token], use: Token) -> list[Token]:
    """`##` between a token and a run of them; what makes no single token stays two, as in the cpp that p4c runs."""
    text = left.text + right[0].text
    found = TOKEN_PATTERN.fullmatch(text)
    if found is None or found.lastgroup not in _PASTED:
        return [left, *right]
    kind = _PASTED[found.lastgroup] or text
    if text in KEYWORDS:
        kind = text
    hidden = left.hidden | right[0].hidden
    whole = Token(kind, text, use.file, use.line, use.column, use.end_column, left.spaced, hidden)
    return [whole, *right[1:]]


_PASTED = {"id": ID, "int": INT, "string": STRING, "op": ""}
"""The tokens that two tokens may become, with their kinds; an operator's kind is itself."""


def _is_word(token: Token) -> bool:
    return token.kind == ID or token.kind in KEYWORDS


# ----------------------------------------------------------------------------------------------------------------- #if


def resolve_defined(tokens: Sequence[Token], macros: Mapping[str, Macro]) -> list[Token]:
    """Replace `defined X` and `defined(X)` by 1 or 0 (before macros are expanded).

    Raises:
        MacroError: no name follows.
    """
    out: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.text == "defined":
            parenthesised = i + 1 < len(tokens) and tokens[i + 1].kind == "("
            at = i + 2 if parenthesised else i + 1
            last = at + 1 if parenthesised else at
            if last >= len(tokens) or not _is_word(tokens[at]) or (parenthesised and tokens[last].kind != ")"):
                raise MacroError("malformed `defined`")
            value = "1" if tokens[at].text in macros else "0"
            out.append(Token(INT, value, token.file, token.line, token.column, token.end_column))
            i = last + 1
        else:
            out.append(token)
            i += 1
    return out


_BITS = 64
"""Width of the values of #if: C's intmax_t."""

_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)


def evaluate(tokens: Sequence[Token]) -> int:
    """The value of an `#if` expression whose macros are expanded; names left over count 0, as in C.

    Raises:
        MacroError: not an integer expression.
    """
    parser = _Condition(tokens)
    try:
        value = parser.ternary()
    except RecursionError:
        raise MacroError("it is nested too deeply") from None
    if parser.position < len(tokens):
        raise MacroError(f"unexpected {tokens[parser.position]}")
    return value


class _Condition:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    def _peek(self) -> str:
        if self.position >= len(self.tokens):
            return ""
        token = self.tokens[self.position]
        if token.kind == ">" and self.position + 1 < len(self.tokens):
            following = self.tokens[self.position + 1]
            if following.kind == ">" and not following.spaced:
                return ">>"
        return token.kind

    def ternary(self) -> int:
        condition = self._level(0)
        if self._peek() != "?":
            return condition
        self.position += 1
        then = self.ternary()
        if self._peek() != ":":
            raise MacroError("`?` without `:`")
        self.position += 1
        otherwise = self.ternary()
        return then if condition else otherwise

    def _level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        left = self._level(level + 1)
        while (op := self._peek()) in _LEVELS[level]:
            self.position += 2 if op == ">>" else 1
            left = _apply(op, left, self._level(level + 1))
        return left

    def _unary(self) -> int:
        op = self._peek()
        if not op:
            raise MacroError("an operand is missing")
        token = self.tokens[self.position]
        self.position += 1
        if op == "!":
            return int(not self._unary())
        if op == "-":
            return -self._unary()
        if op == "+":
            return self._unary()
        if op == "~":
            return ~self._unary()
        if op == "(":
            value = self.ternary()
            if self._peek() != ")":
                raise MacroError("`(` without `)`")
            self.position += 1
            return value
        if op == INT:
            try:
                return _wrapped(parse_integer(token.text)[0])
            except ValueError:
                raise MacroError(f"malformed number {token}") from None
        if _is_word(token):
            return 1 if token.text == "true" else 0
        raise MacroError(f"unexpected {token}")


def _wrapped(value: int) -> int:
    """A value as the preprocessor of C computes: 64 bits, signed."""
    value &= (1 << _BITS) - 1
    return value - (1 << _BITS) if value >> (_BITS - 1) else value


def _apply(op: str, left: int, right: int) -> int:
    return _wrapped(_unbounded(op, left, right))


def _unbounded(op: str, left: int, right: int) -> int:
    if op in {"/", "%"}:
        if right == 0:
            raise MacroError("division by zero")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if op == "/" else left - quotient * right
    if op in {"<<", ">>"}:
        if not 0 <= right <= 4096:
            raise MacroError(f"shift by {right}")
        return left << right if op == "<<" else left >> right
    operations: dict[str, Callable[[int, int], int]] = {
        "||": lambda a, b: int(bool(a or b)),
        "&&": lambda a, b: int(bool(a and b)),
        "|": lambda a, b: a | b,
        "^": lambda a, b: a ^ b,
        "&": lambda a, b: a & b,
        "==": lambda a, b: int(a == b),
        "!=": lambda a, b: int(a != b),
        "<": lambda a, b: int(a < b),
        "<=": lambda a, b: int(a <= b),
        ">": lambda a, b: int(a > b),
        ">=": lambda a, b: int(a >= b),
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
    }
    return operations[op](left, right)
