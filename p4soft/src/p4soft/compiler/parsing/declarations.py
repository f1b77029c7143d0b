# SPDX-License-Identifier: Apache-2.0
"""Top-level declarations (P4_16 §7.2, §10 to §12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p4soft.compiler import ast
from p4soft.compiler.parsing.blocks import BlockParser
from p4soft.compiler.parsing.tokens import DECLARATION_STARTS, SyntaxProblem, without_strays
from p4soft.compiler.preprocessing.lexer import EOF, ID, Token
from p4soft.compiler.source import Diagnostics

TOP_LEVEL = "a declaration (header, struct, parser, control, action, const, typedef, extern, an instantiation, ...)"


def parse_program(tokens: Sequence[Token], diagnostics: Diagnostics) -> ast.Program:
    """The syntax tree of a token list that ends in EOF. Syntax errors are recorded in `diagnostics`."""
    return DeclarationParser(without_strays(tokens, diagnostics), diagnostics).program()


class DeclarationParser(BlockParser):
    """Reads a whole program: types, externs, parsers, controls, instances."""

    def program(self) -> ast.Program:
        """All declarations up to the end of the file."""
        found: list[ast.Declaration] = []
        while self.token.kind != EOF:
            if self.accept(";"):
                continue
            position = self.position
            try:
                found.append(self.declaration())
            except SyntaxProblem as e:
                self.report(e)
                self.nesting = 0
                del self.scopes[1:]
                self.skip_item(position)
                if self.position == position or self.token.kind == "}":
                    self.advance()
        return ast.Program(found)

    def declaration(self) -> ast.Declaration:
        """One top-level declaration.

        Raises:
            SyntaxProblem: something else stands there.
        """
        annotations = self.annotations()
        kind = self.token.kind
        parse = _DECLARATIONS.get(kind)
        if parse is not None and not (kind in {"error", "match_kind"} and self.peek().kind != "{"):
            return parse(self, annotations)
        if kind == "type" and self._begins_type(self.peek()):
            return self._typedef(annotations)
        if self.at_type_keyword() or kind == "." or self.at_name():
            type_ref = self.type_ref()
            if self.token.kind == "(":
                return self.instance(annotations, type_ref)
            if self.at_name() and self.peek().kind in {"(", "<"}:
                return self.function(annotations, type_ref)
            if self.at_name() and self.peek().kind in {";", "="}:
                raise SyntaxProblem(
                    type_ref.span, "a variable cannot be declared at the top level", "`const` before the type"
                )
            raise self.problem("`(` and constructor arguments, or a function's name")
        raise self.problem(TOP_LEVEL)

    def _begins_type(self, token: Token) -> bool:
        return token.kind in {ID, ".", "bit", "int", "bool", "varbit", "error", "string"}

    # ------------------------------------------------------------------------------------------------ types

    def _fields(self) -> list[ast.StructField]:
        self.expect("{", "and the fields")
        found: list[ast.StructField] = []
        while self.token.kind not in {"}", EOF}:
            position = self.position
            try:
                annotations = self.annotations()
                type_ref = self.type_ref()
                name = self.name("the field's name")
                type_ref = self.declarator(type_ref)
                span = self.span_from(type_ref.span)
                self.expect(";", "after the field")
                found.append(ast.StructField(span, name.text, type_ref, annotations=annotations, name_span=name.span))
            except SyntaxProblem as e:
                if self.token.kind in DECLARATION_STARTS:
                    raise
                self.recover(e, position, self.nesting, len(self.scopes))
        self.expect("}", "after the fields")
        return found

    def _composite(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        """`header`, `struct` or `header_union`."""
        start = self.advance()
        name = self.name(f"the {start.kind.replace('_', ' ')}'s name")
        self.declare(name.text, is_type=True)
        with self.scope():
            type_params = self.type_params()
            fields = self._fields()
        make = {"header": ast.HeaderDecl, "struct": ast.StructDecl, "header_union": ast.HeaderUnionDecl}[start.kind]
        span = self.span_from(start)
        return make(span, name.text, fields, type_params, annotations=annotations, name_span=name.span)

    def _typedef(self, annotations: list[ast.Annotation]) -> ast.TypedefDecl:
        start = self.advance()
        inner: ast.Declaration | None = None
        if start.kind == "typedef" and self.token.kind in _TYPEDEF_OF:
            with self.scope():
                inner = _DECLARATIONS[self.token.kind](self, [])
            type_ref: ast.TypeRef = ast.NamedTypeRef(inner.span, inner.name)
        else:
            type_ref = self.type_ref()
        name = self.name("the new type's name")
        span = self.span_from(start)
        self.expect(";", f"after the {start.text} declaration")
        self.declare(name.text, is_type=True)
        is_new = start.kind == "type"
        return ast.TypedefDecl(span, name.text, type_ref, is_new, inner, annotations=annotations, name_span=name.span)

    def _enum(self, annotations: list[ast.Annotation]) -> ast.EnumDecl:
        start = self.advance()
        underlying: ast.TypeRef | None = None
        if not (self.at_name() and self.peek().kind == "{"):
            underlying = self.type_ref()
        name = self.name("the enum's name")
        self.declare(name.text, is_type=True)
        self.expect("{", "and the enum's members")
        members: list[ast.EnumMember] = []
        while self.token.kind != "}":
            inner = self.annotations()
            member = self.name("an enum member's name")
            value = self.expression() if self.accept("=") else None
            span = self.span_from(member)
            members.append(ast.EnumMember(span, member.text, value, annotations=inner, name_span=member.span))
            if not self.accept(","):
                break
        self.expect("}", "after the enum's members")
        span = self.span_from(start)
        return ast.EnumDecl(span, name.text, members, underlying, annotations=annotations, name_span=name.span)

    def _members(self) -> list[Token]:
        self.expect("{")
        names: list[Token] = []
        while self.token.kind != "}":
            self.annotations()
            names.append(self.name())
            if not self.accept(","):
                break
        self.expect("}", "after the members")
        return names

    def _error(self, annotations: list[ast.Annotation]) -> ast.ErrorDecl:
        start = self.advance()
        members = [ast.ErrorMember(n.span, n.text, name_span=n.span) for n in self._members()]
        return ast.ErrorDecl(self.span_from(start), "error", members, annotations=annotations, name_span=start.span)

    def _match_kind(self, annotations: list[ast.Annotation]) -> ast.MatchKindDecl:
        start = self.advance()
        members = [ast.MatchKindMember(n.span, n.text, name_span=n.span) for n in self._members()]
        span = self.span_from(start)
        return ast.MatchKindDecl(span, "match_kind", members, annotations=annotations, name_span=start.span)

    def _const(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        return self.const_declaration(annotations)

    # ------------------------------------------------------------------------------------------------ externs

    def _extern(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        start = self.advance()
        if self.at_name() and self._extern_object():
            return self._extern_object_rest(start, annotations)
        with self.scope():
            result = self._result_type()
            name = self.name("the function's name")
            type_params = self.type_params()
            params = self.parameters()
        span = self.span_from(start)
        self.expect(";", "after the extern function")
        self.declare(name.text, is_type=False)
        return ast.ExternFunctionDecl(
            span, name.text, result, params, type_params, annotations=annotations, name_span=name.span
        )

    def _result_type(self) -> ast.TypeRef:
        return self.type_ref()

    def _extern_object(self) -> bool:
        """Whether `Name {` or `Name<...> {` follows."""
        distance = 1
        if self.peek(distance).kind == "<":
            while self.peek(distance).kind not in {">", EOF, ";", "{"}:
                distance += 1
            distance += 1
        return self.peek(distance).kind in {"{", ";"}

    def _extern_object_rest(self, start: Token, annotations: list[ast.Annotation]) -> ast.ExternDecl:
        name = self.name()
        self.declare(name.text, is_type=True)
        methods: list[ast.MethodDecl] = []
        with self.scope():
            type_params = self.type_params()
            if not self.accept(";"):
                self.expect("{", "and the extern's methods")
                while self.token.kind not in {"}", EOF}:
                    methods.append(self._method(name.text))
                self.expect("}", "after the extern's methods")
        span = self.span_from(start)
        return ast.ExternDecl(span, name.text, methods, type_params, annotations=annotations, name_span=name.span)

    def _method(self, extern: str) -> ast.MethodDecl:
        annotations = self.annotations()
        start = self.token
        abstract = self.accept("abstract")
        result: ast.TypeRef | None = None
        with self.scope():
            if self.token.text == extern and self.peek().kind == "(":
                name = self.advance()
                type_params: list[ast.TypeParam] = []
            else:
                result = self._result_type()
                name = self.name("the method's name")
                type_params = self.type_params()
            params = self.parameters()
        span = self.span_from(start)
        self.expect(";", "after the method")
        return ast.MethodDecl(
            span, name.text, result, params, type_params, abstract, annotations=annotations, name_span=name.span
        )

    def _package(self, annotations: list[ast.Annotation]) -> ast.PackageTypeDecl:
        start = self.advance()
        name = self.name("the package's name")
        self.declare(name.text, is_type=True)
        with self.scope():
            type_params = self.type_params()
            params = self.parameters()
        span = self.span_from(start)
        self.expect(";", "after the package declaration")
        return ast.PackageTypeDecl(span, name.text, params, type_params, annotations=annotations, name_span=name.span)


_TYPEDEF_OF = frozenset({"header", "struct", "header_union", "enum"})
"""Declarations that may stand inside of a typedef."""

_DECLARATIONS: dict[str, Callable[[DeclarationParser, list[ast.Annotation]], ast.Declaration]] = {
    "header": DeclarationParser._composite,
    "struct": DeclarationParser._composite,
    "header_union": DeclarationParser._composite,
    "typedef": DeclarationParser._typedef,
    "enum": DeclarationParser._enum,
    "error": DeclarationParser._error,
    "match_kind": DeclarationParser._match_kind,
    "const": DeclarationParser._const,
    "extern": DeclarationParser._extern,
    "package": DeclarationParser._package,
    "parser": DeclarationParser._parser,
    "control": DeclarationParser._control,
    "action": DeclarationParser._action,
}
