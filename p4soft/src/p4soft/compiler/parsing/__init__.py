# SPDX-License-Identifier: Apache-2.0
"""The parser: recursive descent for declarations and statements, precedence climbing for expressions.

P4_16's grammar cannot be parsed without knowing which names are types (`(T) x`, `a < b`), so the parser keeps
scopes of names as it goes. Layers, each a subclass of the one before: `tokens` (stream, scopes, recovery),
`expressions` (types, expressions; keysets and annotations), `statements`, and here declarations (specification sections
7.2 and 10 to 14): tables; parsers and controls; all others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import Diagnostics
from p4soft.compiler.parsing.expressions import T
from p4soft.compiler.parsing.statements import StatementParser
from p4soft.compiler.parsing.tokens import DECLARATION_STARTS, EOF, ID, INT, SyntaxProblem, Token, without_strays

__all__ = ["parse_program"]


# --- Tables (section 14.2) -------------------------------------------------------------------------------------------


class TableParser(StatementParser):
    def table(self, annotations: list[ast.Annotation]) -> ast.TableDecl:
        """A table, from the keyword on."""
        start = self.advance()
        name = self.name("the table's name")
        table = ast.TableDecl(
            name.span, name.text, [], [], [], False, None, False, {}, annotations=annotations, name_span=name.span
        )
        self.expect("{", "and the table's properties")
        seen: dict[str, Token] = {}
        while self.token.kind not in {"}", EOF}:
            position = self.position
            try:
                self._property(table, seen)
            except SyntaxProblem as e:
                self.recover(e, position, self.nesting, len(self.scopes))
        self.expect("}", "after the table's properties")
        if "actions" not in seen:
            self.report(SyntaxProblem(name.span, f"the table `{name.text}` has no actions", "`actions = { ... }`"))
        table.span = self.span_from(start)
        self.declare(name.text, is_type=False)
        return table

    def _property(self, table: ast.TableDecl, seen: dict[str, Token]) -> None:
        annotations = self.annotations()
        start = self.token
        const = self.accept("const")
        name = self.name("a table property (key, actions, default_action, entries, size, ...)")
        if name.text in seen:
            self.diagnostics.error(
                name.span,
                f"table {table.name} has two properties `{name.text}`",
                notes=[(seen[name.text].span, "the first one is here")],
            )
        seen[name.text] = name
        self.expect("=", f"after `{name.text}`")
        if const and name.text in {"key", "actions"}:
            raise SyntaxProblem(start.span, f"`{name.text}` cannot be const", f"`{name.text} = {{`")
        if name.text == "key":
            self._list_of(table.key, self._key_element)
        elif name.text == "actions":
            self._list_of(table.actions, self._listed_action)
        elif name.text == "entries":
            table.has_entries, table.entries_const = True, const
            self._list_of(table.entries, self._entry)
        elif name.text == "default_action":
            if "actions" not in seen:
                message = f"the default action of table `{table.name}` stands before its list of actions"
                self.report(SyntaxProblem(name.span, message, "`actions = { ... }` first"))
            table.default_action, table.default_const = self.action_ref(annotations), const
            self.expect(";", "after the default action")
        else:
            value = self.expression()
            span = self.span_from(start)
            self.expect(";", f"after the value of `{name.text}`")
            table.properties[name.text] = ast.TableProperty(span, name.text, value, const, annotations)

    def _list_of(self, found: list[T], parse: Callable[[], T]) -> None:
        self.expect("{")
        while self.token.kind not in {"}", EOF}:
            position = self.position
            try:
                found.append(parse())
            except SyntaxProblem as e:
                self.recover(e, position, self.nesting, len(self.scopes))
        self.expect("}", "to close the list")
        self.accept(";")

    def _key_element(self) -> ast.KeyElement:
        start = self.token
        expression = self.expression()
        self.expect(":", "and the match kind")
        kind = self.name("a match kind (exact, ternary, lpm, ...)")
        annotations = self.annotations()
        span = self.span_from(start)
        self.expect(";", "after the key element")
        return ast.KeyElement(span, expression, kind.text, annotations)

    def _listed_action(self) -> ast.ActionRef:
        annotations = self.annotations()
        action = self.action_ref(annotations)
        self.expect(";", "after the action")
        return action

    def action_ref(self, annotations: list[ast.Annotation]) -> ast.ActionRef:
        start = self.token
        absolute = self.accept(".")
        name = self.name("an action's name")
        has_args = self.token.kind == "("
        args = self.arguments() if has_args else []
        return ast.ActionRef(self.span_from(start), name.text, args, has_args, absolute, annotations)

    def _entry(self) -> ast.Entry:
        start = self.token
        const = self.accept("const")
        priority: ast.Expression | None = None
        if self.token.text == "priority" and self.peek().kind == "=":
            self.advance()
            self.advance()
            if self.token.kind not in {INT, "("} and not self.at_name():
                raise self.problem("the entry's priority (a number, or an expression in parentheses)")
            priority = self.expression()
            self.expect(":", "after the priority")
        keysets = self.keyset()
        self.expect(":", "and the entry's action")
        action = self.action_ref([])
        annotations = self.annotations()
        span = self.span_from(start)
        self.expect(";", "after the entry")
        return ast.Entry(span, keysets, action, const, priority, annotations)


# --- Parsers, controls, actions --------------------------------------------------------------------------------------


class BlockParser(TableParser):
    """Reads parsers with their states, and controls with what is declared in them."""

    def _parser(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        return self._with_body("parser", annotations, ast.ParserTypeDecl, ast.ParserDecl, self._parser_body)

    def _with_body(
        self,
        what: str,
        annotations: list[ast.Annotation],
        type_decl: type[ast.ParserTypeDecl] | type[ast.ControlTypeDecl],
        decl: Callable[..., ast.Declaration],
        body: Callable[[], tuple[list[ast.Declaration], object]],
    ) -> ast.Declaration:
        """A parser or control, or without a body its type; `body` reads declarations and states, or the apply block."""
        start = self.advance()
        name = self.name(f"the {what}'s name")
        self.declare(name.text, is_type=True)
        with self.scope():
            type_params = self.type_params()
            params = self.parameters()
            if self.token.kind == ";":
                span = self.span_from(start)
                self.advance()
                return type_decl(span, name.text, params, type_params, annotations=annotations, name_span=name.span)
            ctor_params = self.parameters() if self.token.kind == "(" else []
            self.expect("{", f"and the {what}'s body, or `;`")
            contents = body()
        span = self.span_from(start)
        return decl(
            span, name.text, params, ctor_params, *contents, type_params, annotations=annotations, name_span=name.span
        )

    def _parser_body(self) -> tuple[list[ast.Declaration], list[ast.ParserState]]:
        locals_: list[ast.Declaration] = []
        states: list[ast.ParserState] = []
        while self.token.kind not in {"}", EOF}:
            self._item(locals_, states)
        self.expect("}", "after the parser's states")
        return locals_, states

    def _item(self, locals_: list[ast.Declaration], states: list[ast.ParserState]) -> None:
        with self.recovering():
            annotations = self.annotations()
            kind = self.token.kind
            if kind == "state":
                states.append(self._state(annotations))
            elif kind == "value_set":
                locals_.append(self._value_set(annotations))
            elif kind == "const":
                locals_.append(self.const_declaration(annotations))
            elif self.starts_declaration() or self.at_name():
                locals_.append(self.variable_or_instance(annotations))
            else:
                raise self.problem("a state, constant, variable, value set or instantiation")

    def _value_set(self, annotations: list[ast.Annotation]) -> ast.ValueSetDecl:
        start = self.advance()
        self.expect("<", "and the type of the values")
        type_ref = self.type_arg()
        self.expect(">", "after the type of the values")
        self.expect("(", "and the number of values")
        size = self.expression()
        self.expect(")", "after the number of values")
        name = self.name("the value set's name")
        span = self.span_from(start)
        self.expect(";", "after the value set")
        self.declare(name.text, is_type=False)
        return ast.ValueSetDecl(span, name.text, type_ref, size, annotations=annotations, name_span=name.span)

    def _state(self, annotations: list[ast.Annotation]) -> ast.ParserState:
        start = self.advance()
        name = self.name("the state's name")
        self.expect("{", "and the state's statements")
        items: list[ast.BlockItem] = []
        transition: ast.ParserTransition | None = None
        with self.scope():
            while self.token.kind not in {"}", EOF}:
                if self.token.kind == "transition":
                    transition = self._transition()
                    if self.token.kind == ";":
                        raise self.problem("`}`: no `;` stands after select(...) { ... }")
                    if self.token.kind != "}":
                        raise self.problem("`}`: the transition is the last statement of a state")
                    break
                with self.recovering():
                    items.append(self.statement())
        self.expect("}", "to close the state")
        return ast.ParserState(
            self.span_from(start), name.text, items, transition, annotations=annotations, name_span=name.span
        )

    def _transition(self) -> ast.ParserTransition:
        start = self.advance()
        if self.token.kind != "select":
            state = self.name("a state's name or select(...)")
            self.expect(";", "after the transition")
            return ast.ParserTransition(state.span, state.text)
        self.advance()
        self.expect("(", "after select")
        selectors: list[ast.Expression] = []
        while self.token.kind != ")":
            selectors.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")", "after the selectors")
        self.expect("{", "and the select cases")
        cases: list[ast.SelectCase] = []
        while self.token.kind not in {"}", EOF}:
            position = self.position
            try:
                first = self.token
                keysets = self.keyset()
                self.expect(":", "and the next state")
                state = self.name("the next state's name")
                span = self.span_from(first)
                self.expect(";", "after the select case")
                cases.append(ast.SelectCase(span, keysets, state.text))
            except SyntaxProblem as e:
                self.recover(e, position, self.nesting, len(self.scopes))
        self.expect("}", "to close the select")
        return ast.ParserTransition(self.span_from(start), "", selectors, cases, True)

    # ------------------------------------------------------------------------------------------------ controls

    def _control(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        return self._with_body("control", annotations, ast.ControlTypeDecl, ast.ControlDecl, self._control_body)

    def _control_body(self) -> tuple[list[ast.Declaration], ast.Block]:
        locals_: list[ast.Declaration] = []
        while self.token.kind not in {"}", EOF, "apply"} and not (self.token.kind == "@" and self._annotated_apply()):
            self._control_local(locals_)
        apply_annotations = self.annotations()
        self.expect("apply", "and the control's body")
        apply_annotations += self.annotations()
        body = self.block(apply_annotations)
        if self.token.kind != "}":
            raise self.problem("`}` to close the control; or one is missing above")
        self.advance()
        return locals_, body

    def _annotated_apply(self) -> bool:
        position = self.position
        try:
            self.annotations()
            return self.token.kind == "apply"
        except SyntaxProblem:
            return False
        finally:
            self.seek(position)

    def _control_local(self, locals_: list[ast.Declaration]) -> None:
        with self.recovering():
            annotations = self.annotations()
            kind = self.token.kind
            if kind == "action":
                locals_.append(self._action(annotations))
            elif kind == "table":
                locals_.append(self.table(annotations))
            elif kind == "const":
                locals_.append(self.const_declaration(annotations))
            elif self.starts_declaration() or self.at_name():
                locals_.append(self.variable_or_instance(annotations))
            else:
                raise self.problem("an action, table, constant, variable or instantiation, or the apply block")

    def _action(self, annotations: list[ast.Annotation]) -> ast.ActionDecl:
        start = self.advance()
        name = self.name("the action's name")
        with self.scope():
            params = self.parameters()
            body = self.block()
        self.declare(name.text, is_type=False)
        span = self.span_from(start)
        return ast.ActionDecl(span, name.text, params, body, annotations=annotations, name_span=name.span)


# --- The top level ---------------------------------------------------------------------------------------------------


TOP_LEVEL = "a declaration (header, struct, parser, control, action, const, typedef, extern, an instantiation, ...)"


def parse_program(tokens: Sequence[Token], diagnostics: Diagnostics) -> ast.Program:
    """The syntax tree of a token list that ends in EOF. Syntax errors are recorded in `diagnostics`."""
    return DeclarationParser(without_strays(tokens, diagnostics), diagnostics).program()


class DeclarationParser(BlockParser):
    def program(self) -> ast.Program:
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
        """One top-level declaration. Raises SyntaxProblem: something else stands there."""
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
