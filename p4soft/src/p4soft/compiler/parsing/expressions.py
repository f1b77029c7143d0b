# SPDX-License-Identifier: Apache-2.0
"""Types as written, expressions, keysets and annotations (specification sections 7, 8, 13.6 and 20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import MAX_CONSTANT_BITS, MAX_WIDTH
from p4soft.compiler.parsing.tokens import (
    EOF,
    ID,
    INT,
    SOFT_KEYWORDS,
    STRING,
    SyntaxProblem,
    Token,
    TokenStream,
    misspelt,
    parse_integer,
    unquote,
)

T = TypeVar("T")

BASE_TYPES = frozenset({"bool", "error", "match_kind", "string", "void"})
TYPE_KEYWORDS = BASE_TYPES | {"bit", "int", "varbit", "tuple", "list"}


PRECEDENCE = {
    "||": 1,
    "&&": 2,
    "==": 3,
    "!=": 3,
    "<": 4,
    ">": 4,
    "<=": 4,
    ">=": 4,
    "|": 5,
    "^": 6,
    "&": 7,
    "<<": 8,
    ">>": 8,
    "++": 9,
    "+": 9,
    "-": 9,
    "|+|": 9,
    "|-|": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}
"""Binding strength of binary operators; unlike in C, `&`, `^` and `|` bind tighter than comparisons."""


class ExpressionParser(TokenStream):
    """Reads types as written, and expressions by the precedence of their operators: each occurs in the other."""

    greater_ends = False
    """Whether a `>` is the end of the expression being read: `bit<W + 1>`."""

    # ------------------------------------------------------------------------------------------------ speculation

    def attempt(self, parse: Callable[[], T]) -> T | None:
        """Parse, or go back to where we were and return None."""
        position, nesting = self.position, self.nesting
        try:
            return parse()
        except SyntaxProblem:
            self.seek(position)
            self.nesting = nesting
            return None

    # ------------------------------------------------------------------------------------------------ types

    def at_type_keyword(self) -> bool:
        """Whether the current token can only begin a type (`list` only when `<` follows)."""
        kind = self.token.kind
        if kind == "list":
            return self.peek().kind == "<"
        return kind in TYPE_KEYWORDS

    def type_ref(self) -> ast.TypeRef:
        """A type, stacks included."""
        with self.nested():
            start = self.token
            ref = self.plain_type()
            while self.token.kind == "[":
                size = self._size()
                ref = ast.StackTypeRef(self.span_from(start), ref, size)
            return ref

    def _size(self) -> ast.Expression:
        self.expect("[")
        size = self.expression()
        self.expect("]", "after the number of elements")
        return size

    def declarator(self, ref: ast.TypeRef) -> ast.TypeRef:
        """The type of `type name[n]...`, from behind the name on."""
        while self.token.kind == "[":
            size = self._size()
            ref = ast.StackTypeRef(ref.span, ref, size)
        return ref

    def plain_type(self) -> ast.TypeRef:
        """A type that is no stack."""
        start = self.token
        kind = start.kind
        if kind in BASE_TYPES:
            self.advance()
            return ast.BaseTypeRef(start.span, kind)
        if kind in {"bit", "int", "varbit"}:
            self.advance()
            if self.token.kind != "<":
                if kind == "int":
                    return ast.BaseTypeRef(start.span, "int")
                if kind == "varbit":
                    raise self.problem("`<` and the maximum width of the varbit")
                return ast.BitTypeRef(start.span, kind, None)
            self.advance()
            if self.token.kind not in {INT, "(", "-", "+", "~"} and not self.at_name():
                raise self.problem("a width in bits (a number, a constant's name or an expression in parentheses)")
            width = self.width()
            self.expect(">", "after the width")
            return ast.BitTypeRef(self.span_from(start), kind, width)
        if kind == "tuple":
            self.advance()
            if self.token.kind != "<":
                raise self.problem("`<` after tuple")
            return ast.TupleTypeRef(self.span_from(start), self.type_args())
        if kind == "list" and self.peek().kind == "<":
            self.advance()
            self.advance()
            element = self.type_arg()
            self.expect(">", "after the list's element type")
            return ast.ListTypeRef(self.span_from(start), element)
        absolute = self.accept(".")
        if not self.at_name() or self.token.text == "_":
            raise self.problem("a type")
        name = self.advance()
        if self.token.kind == "<" and self.peek().kind == INT and not self.is_type(name.text):
            raise misspelt(name, self.type_names())
        args = self.type_args() if self.token.kind == "<" else []
        return ast.NamedTypeRef(self.span_from(start), name.text, args, absolute)

    def type_args(self) -> list[ast.TypeRef]:
        """Type arguments with the angle brackets around them."""
        self.expect("<")
        args: list[ast.TypeRef] = []
        if self.token.kind != ">":
            args.append(self.type_arg())
            while self.accept(","):
                args.append(self.type_arg())
        self.expect(">", "after the type arguments")
        return args

    def type_arg(self) -> ast.TypeRef:
        """A type argument: a type or `_`."""
        if self.token.kind == ID and self.token.text == "_":
            return ast.BaseTypeRef(self.advance().span, "_")
        return self.type_ref()

    def starts_type_argument(self, token: Token) -> bool:
        if token.kind in TYPE_KEYWORDS or token.text in {"_", "."} or token.kind == ">":
            return True
        return token.kind == ID and self.is_type(token.text)

    def integer_literal(self) -> ast.IntLiteral:
        token = self.advance()
        try:
            value, width, signed = parse_integer(token.text)
        except ValueError:
            self.report(SyntaxProblem(token.span, f"malformed number {token}", "digits (at most 4300)"))
            value, width, signed = 0, None, False
        if value.bit_length() > MAX_CONSTANT_BITS:
            self.report(SyntaxProblem(token.span, f"{token} is too large", f"at most {MAX_CONSTANT_BITS} bits"))
            value = 0
        if width is not None and width > MAX_WIDTH:
            self.report(SyntaxProblem(token.span, f"{token} is too wide", f"a width of at most {MAX_WIDTH} bits"))
            width = None
        return ast.IntLiteral(token.span, value, width, signed, token.text)

    # ------------------------------------------------------------------------------------------------ expressions

    def expression(self) -> ast.Expression:
        """An expression without masks and ranges."""
        outer, self.greater_ends = self.greater_ends, False
        try:
            return self._conditional()
        finally:
            self.greater_ends = outer

    def width(self) -> ast.Expression:
        """An expression in which a `>` outside of parentheses is the end."""
        outer, self.greater_ends = self.greater_ends, True
        try:
            return self._conditional()
        finally:
            self.greater_ends = outer

    def _conditional(self) -> ast.Expression:
        """As p4c's grammar has it, `a ? b : c ? d : e` is `(a ? b : c) ? d : e`."""
        with self.nested():
            start = self.token
            left = self.binary(1)
            while self.token.kind == "?":
                self.advance()
                then = self.expression()
                self.expect(":", "of the conditional expression")
                otherwise = self.binary(1)
                left = ast.Ternary(self.span_from(start), left, then, otherwise)
            return left

    def binary(self, minimum: int) -> ast.Expression:
        """Operators of at least that binding strength. As in p4c, parentheses around an operand are in the span."""
        start = self.token
        left = self.unary()
        while True:
            op = self.token.kind
            if self.greater_ends and op in {">", ">="}:
                return left
            if op == ">" and self._is_shift_right():
                op = ">>"
            precedence = PRECEDENCE.get(op)
            if precedence is None or precedence < minimum or (op == "+" and self.peek().kind == ":"):
                return left
            self.advance()
            if op == ">>":
                self.advance()
            right = self.binary(precedence + 1)
            left = ast.Binary(self.span_from(start), op, left, right)

    def _is_shift_right(self) -> bool:
        following = self.peek()
        return following.kind == ">" and not following.spaced

    def unary(self) -> ast.Expression:
        """Prefix operators and casts."""
        start = self.token
        kind = start.kind
        if kind in {"!", "~", "-", "+"}:
            self.advance()
            with self.nested():
                operand = self.unary()
            return ast.Unary(self.span_from(start), kind, operand)
        if kind == "(":
            cast = self._cast()
            if cast is not None:
                return cast
        return self.postfix()

    def _cast(self) -> ast.Expression | None:
        """A cast, or None when the parenthesis is of another kind."""
        start, following = self.token, self.peek()
        if following.kind in TYPE_KEYWORDS:
            if following.kind in {"error", "list"} and self.peek(2).kind != ("<" if following.kind == "list" else ")"):
                return None
        elif following.kind == ".":
            if not self.is_type(self.peek(2).text):
                return None
        elif following.kind != ID or not self.is_type(following.text):
            return None

        def target() -> ast.TypeRef:
            self.advance()
            ref = self.type_ref()
            self.expect(")", "after the type of the cast")
            return ref

        position = self.position
        ref = self.attempt(target)
        if ref is None:
            if following.kind in TYPE_KEYWORDS:
                self.seek(position)
                target()
            return None
        with self.nested():
            operand = self.unary()
        return ast.Cast(self.span_from(start), ref, operand)

    def postfix(self) -> ast.Expression:
        """A primary with members, indices, slices and calls."""
        start = self.token
        expression = self.primary()
        while True:
            kind = self.token.kind
            if kind == ".":
                self.advance()
                name = self.name("a member's name")
                expression = ast.Member(self.span_from(start), expression, name.text)
            elif kind == "[":
                self.advance()
                index = self.expression()
                if self.accept(":"):
                    low = self.expression()
                    self.expect("]", "after the slice")
                    expression = ast.Slice(self.span_from(start), expression, index, low)
                elif self.token.kind == "+" and self.peek().kind == ":":
                    self.advance()
                    self.advance()
                    width = self.expression()
                    self.expect("]", "after the width")
                    expression = ast.PartSelect(self.span_from(start), expression, index, width)
                else:
                    self.expect("]", "after the index")
                    expression = ast.Index(self.span_from(start), expression, index)
            elif kind == "(":
                expression = self._call(start, expression, [])
            elif (
                kind == "<"
                and isinstance(expression, ast.PathExpr | ast.Member)
                and self.starts_type_argument(self.peek())
            ):
                args = self.attempt(self._call_type_args)
                if args is None:
                    return expression
                expression = self._call(start, expression, args)
            else:
                return expression

    def _call_type_args(self) -> list[ast.TypeRef]:
        args = self.type_args()
        if self.token.kind != "(":
            raise self.problem("`(`")
        return args

    def _call(self, start: Token, callee: ast.Expression, type_args: list[ast.TypeRef]) -> ast.Expression:
        args = self.arguments()
        if isinstance(callee, ast.TypeNameExpr):
            return ast.ConstructorCall(self.span_from(start), callee.ref, args)
        return ast.Call(self.span_from(start), callee, type_args, args)

    def arguments(self) -> list[ast.Argument]:
        self.expect("(")
        args: list[ast.Argument] = []
        while self.token.kind != ")":
            start = self.token
            name: str | None = None
            if (start.kind == ID or start.kind in SOFT_KEYWORDS) and self.peek().kind == "=":
                name = self.advance().text
                self.advance()
            value: ast.Expression
            if self.token.text == "_" and self.token.kind == ID:
                value = ast.DontCareExpr(self.advance().span)
            else:
                value = self.expression()
            args.append(ast.Argument(self.span_from(start), name, value))
            if not self.accept(","):
                break
        self.expect(")", "after the arguments")
        return args

    def primary(self) -> ast.Expression:
        token = self.token
        kind = token.kind
        if kind == ID:
            if token.text == "_":
                raise self.problem("an expression")
            if self.is_type(token.text):
                return self._type_name()
            self.advance()
            return ast.PathExpr(token.span, token.text)
        if kind == INT:
            return self.integer_literal()
        if kind in {"true", "false"}:
            self.advance()
            return ast.BoolLiteral(token.span, kind == "true")
        if kind == "(":
            self.advance()
            inner = self.expression()
            self.expect(")", "to close the parenthesis")
            return inner
        if kind == "{":
            return self._braces()
        if kind == STRING:
            self.advance()
            return ast.StringLiteral(token.span, unquote(token.text))
        if kind == "this" and self.peek().kind == ".":
            self.advance()
            return ast.ThisExpr(token.span)
        if kind == ".":
            following = self.peek()
            if following.kind != ID and following.kind not in SOFT_KEYWORDS:
                self.advance()
                raise self.problem("a name after `.`")
            if self.scopes[0].get(following.text):
                return self._type_name()
            self.advance()
            name = self.advance()
            return ast.PathExpr(self.span_from(token), name.text, absolute=True)
        if kind == "...":
            self.advance()
            return ast.DotsExpr(token.span)
        if kind in TYPE_KEYWORDS and (kind != "list" or self.peek().kind == "<"):
            return self._type_name()
        if kind in SOFT_KEYWORDS:
            self.advance()
            return ast.PathExpr(token.span, token.text)
        raise self.problem("an expression")

    def _type_name(self) -> ast.Expression:
        """A type where an expression is wanted: the base of a member, or a constructor."""
        start = self.token
        ref = self.plain_type()
        if self.token.kind not in {".", "("}:
            raise SyntaxProblem(
                self.span_from(start),
                f"the type `{start.text}` is no value",
                "`.member` or `(arguments)` after the type",
            )
        return ast.TypeNameExpr(ref.span, ref)

    def _braces(self) -> ast.Expression:
        """`{ a, b }`, `{ a = 1 }` or `{#}`."""
        start = self.advance()
        if self.token.kind == "#" and self.peek().kind == "}" and not (self.token.spaced or self.peek().spaced):
            self.advance()
            self.advance()
            return ast.InvalidExpr(self.span_from(start))
        fields: list[ast.NamedExpr] = []
        elements: list[ast.Expression] = []
        dots = False
        while self.token.kind != "}":
            item = self.token
            if dots:
                raise SyntaxProblem(item.span, f"unexpected {item}", "`}`: nothing may follow `...`")
            if item.kind == "...":
                self.advance()
                dots = True
            elif (item.kind == ID or item.kind in SOFT_KEYWORDS) and self.peek().kind == "=":
                if elements:
                    raise SyntaxProblem(item.span, "named and unnamed values are mixed", "one kind in the whole list")
                self.advance()
                self.advance()
                value = self.expression()
                fields.append(ast.NamedExpr(self.span_from(item), item.text, value))
            elif fields:
                raise SyntaxProblem(item.span, "named and unnamed values are mixed", "`name = value`")
            else:
                elements.append(self.expression())
            if not self.accept(","):
                break
        self.expect("}", "to close the list")
        if fields:
            return ast.StructExpr(self.span_from(start), fields, dots)
        return ast.ListExpr(self.span_from(start), elements, dots)


# --- Keysets and annotations -----------------------------------------------------------------------------------------


class KeysetParser(ExpressionParser):
    # ------------------------------------------------------------------------------------------------ keysets

    def keyset(self) -> list[ast.Expression]:
        """A keyset of a select case or a table entry: one expression per selector, or a single one."""
        if self.token.kind == "(":
            parts = self.attempt(self._tuple_keyset)
            if parts is not None:
                return parts
        return [self.simple_keyset()]

    def _tuple_keyset(self) -> list[ast.Expression]:
        self.expect("(")
        parts = [self.simple_keyset()]
        while self.accept(","):
            parts.append(self.simple_keyset())
        self.expect(")")
        reduced = isinstance(parts[0], ast.Mask | ast.Range | ast.DefaultExpr)
        if (len(parts) == 1 and not reduced) or self.token.kind != ":":
            raise self.problem("a keyset")
        return parts

    def simple_keyset(self) -> ast.Expression:
        """`default`, `_`, a value, `value &&& mask` or `low .. high`."""
        token = self.token
        if token.kind == "default" or (token.kind == ID and token.text == "_"):
            self.advance()
            return ast.DefaultExpr(token.span)
        left = self.expression()
        if self.accept("&&&"):
            mask = self.expression()
            return ast.Mask(left.span.to(mask.span), left, mask)
        if self.accept(".."):
            high = self.expression()
            return ast.Range(left.span.to(high.span), left, high)
        return left

    # ------------------------------------------------------------------------------------------------ annotations

    def annotations(self) -> list[ast.Annotation]:
        found: list[ast.Annotation] = []
        while self.token.kind == "@":
            found.append(self._annotation())
        return found

    def _annotation(self) -> ast.Annotation:
        start = self.advance()
        name = self.token
        if not name.text[:1].isidentifier():
            raise self.problem("the annotation's name")
        self.advance()
        if name.text == "pragma":
            return self._pragma(start)
        if self.accept("("):
            first = self.position
            self._skip_balanced()
            body = list(self.tokens[first : self.position - 1])
            span = self.span_from(start)
            return ast.Annotation(
                span, name.text, False, _joined(body), [t.text for t in body], self._as_list(first, self.position - 1)
            )
        if self.token.kind == "[":
            return self._structured(start, name.text)
        return ast.Annotation(self.span_from(start), name.text)

    def _pragma(self, start: Token) -> ast.Annotation:
        if self.token.line != start.line:
            raise self.problem("a name on the line of @pragma")
        name = self.advance()
        first = self.position
        while self.token.kind != EOF and self.token.line == start.line and self.token.file == start.file:
            self.advance()
        body = list(self.tokens[first : self.position])
        expressions = self._as_list(first, self.position)
        text = _joined(body) if body else None
        return ast.Annotation(self.span_from(start), name.text, False, text, [t.text for t in body], expressions)

    def _skip_balanced(self) -> None:
        depth = 1
        while depth:
            kind = self.token.kind
            if kind == EOF:
                raise self.problem("`)` to close the annotation")
            depth += (kind == "(") - (kind == ")")
            self.advance()

    def _as_list(self, first: int, end: int) -> list[ast.Expression]:
        """The body of an unstructured annotation as expressions if it reads as such; leaves the position alone."""
        after = self.position
        self.seek(first)

        def parse() -> list[ast.Expression]:
            items: list[ast.Expression] = []
            while self.position < end:
                items.append(self.expression())
                if not self.accept(","):
                    break
            if self.position != end:
                raise self.problem("the end of the annotation")
            return items

        items = self.attempt(parse)
        self.seek(after)
        return items or []

    def _structured(self, start: Token, name: str) -> ast.Annotation:
        self.expect("[")
        pairs: list[tuple[str, ast.Expression]] = []
        expressions: list[ast.Expression] = []
        while self.token.kind != "]":
            if self.at_name() and self.peek().kind == "=":
                key = self.advance().text
                self.advance()
                pairs.append((key, self.expression()))
            else:
                expressions.append(self.expression())
            if pairs and expressions:
                raise self.problem("either `key = value` pairs or expressions, not both")
            if not self.accept(","):
                break
        self.expect("]", "to close the annotation")
        return ast.Annotation(self.span_from(start), name, True, None, [], expressions, pairs)


def _joined(tokens: list[Token]) -> str:
    """Tokens as text, one blank where white space stood between them."""
    return "".join((" " if n and t.spaced else "") + t.text for n, t in enumerate(tokens))
