# SPDX-License-Identifier: Apache-2.0
"""Expressions (specification section 8)."""

from __future__ import annotations

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler.parsing.tokens import SyntaxProblem
from p4soft.compiler.parsing.typerefs import TYPE_KEYWORDS, TypeParser
from p4soft.compiler.preprocessing.lexer import ID, INT, SOFT_KEYWORDS, STRING, Token, unquote

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


class ExpressionParser(TypeParser):
    """Reads expressions by the precedence of their operators."""

    greater_ends = False
    """Whether a `>` is the end of the expression being read: `bit<W + 1>`."""

    @override
    def expression(self) -> ast.Expression:
        outer, self.greater_ends = self.greater_ends, False
        try:
            return self._conditional()
        finally:
            self.greater_ends = outer

    @override
    def width(self) -> ast.Expression:
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
        """Arguments of a call with the parentheses around them."""
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
        """The smallest expressions."""
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
