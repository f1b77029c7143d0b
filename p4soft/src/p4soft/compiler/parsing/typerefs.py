# SPDX-License-Identifier: Apache-2.0
"""Types as written (specification section 7)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from p4soft.compiler import ast
from p4soft.compiler.limits import MAX_CONSTANT_BITS, MAX_WIDTH
from p4soft.compiler.parsing.mistakes import misspelt
from p4soft.compiler.parsing.tokens import SyntaxProblem, TokenStream
from p4soft.compiler.preprocessing.lexer import ID, INT, Token, parse_integer

T = TypeVar("T")

BASE_TYPES = frozenset({"bool", "error", "match_kind", "string", "void"})
TYPE_KEYWORDS = BASE_TYPES | {"bit", "int", "varbit", "tuple", "list"}


class TypeParser(TokenStream):
    """Reads types as written; expressions in them are a subclass's."""

    @abstractmethod
    def expression(self) -> ast.Expression:
        """An expression without masks and ranges."""

    @abstractmethod
    def width(self) -> ast.Expression:
        """An expression in which a `>` outside of parentheses is the end."""

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
        """Whether a token can begin a type argument."""
        if token.kind in TYPE_KEYWORDS or token.text in {"_", "."} or token.kind == ">":
            return True
        return token.kind == ID and self.is_type(token.text)

    def integer_literal(self) -> ast.IntLiteral:
        """Take an integer literal."""
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
