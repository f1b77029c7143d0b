# SPDX-License-Identifier: Apache-2.0
"""Keysets (specification section 13.6) and annotations (section 20)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler.parsing.expressions import ExpressionParser
from p4soft.compiler.preprocessing.lexer import EOF, ID, Token


class KeysetParser(ExpressionParser):
    """Parses keysets and annotations."""

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
        """Any number of annotations."""
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
                span, name.text, False, joined(body), [t.text for t in body], self._as_list(first, self.position - 1)
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
        text = joined(body) if body else None
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


def joined(tokens: list[Token]) -> str:
    """Tokens as text, one blank where white space stood between them."""
    return "".join((" " if n and t.spaced else "") + t.text for n, t in enumerate(tokens))
