# SPDX-License-Identifier: Apache-2.0
"""Statements (specification section 12) and the declarations that may stand among them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from p4soft.compiler import ast
from p4soft.compiler.parsing.expressions import KeysetParser
from p4soft.compiler.parsing.tokens import EOF, ID, SyntaxProblem, Token, misplaced, misspelt

ASSIGNMENT_OPERATORS = {
    "=": "",
    "+=": "+",
    "-=": "-",
    "|+|=": "|+|",
    "|-|=": "|-|",
    "*=": "*",
    "/=": "/",
    "%=": "%",
    "<<=": "<<",
    "&=": "&",
    "|=": "|",
    "^=": "^",
}


class StatementParser(KeysetParser):
    def block(self, annotations: list[ast.Annotation] | None = None) -> ast.Block:
        """`{ statements }`; a syntax error inside is recorded and the rest still parsed."""
        start = self.expect("{")
        items: list[ast.BlockItem] = []
        with self.scope(), self.nested():
            while self.token.kind not in {"}", EOF}:
                with self.recovering():
                    items.append(self.statement())
        self.expect("}", "to close the block")
        return ast.Block(self.span_from(start), items, annotations or [])

    @contextmanager
    def recovering(self) -> Iterator[None]:
        """One item of a block; its syntax error is recorded, and the rest of it skipped."""
        position, nesting, depth = self.position, self.nesting, len(self.scopes)
        try:
            yield
        except SyntaxProblem as e:
            self.recover(e, position, nesting, depth)

    def recover(self, problem: SyntaxProblem, position: int, nesting: int, depth: int) -> None:
        """Record a syntax error of the item that began at `position` and go to the next item."""
        self.report(problem)
        self.nesting = nesting
        del self.scopes[depth:]
        self.skip_item(position)
        if self.position == position and self.token.kind != "}":
            self.advance()

    def statement(self) -> ast.BlockItem:
        """A statement or a declaration among statements. Raises SyntaxProblem: something else stands there."""
        annotations = self.annotations() if self.token.kind == "@" else []
        start = self.token
        kind = start.kind
        if kind == "{":
            return self.block(annotations)
        if kind == "if":
            return self._if()
        if kind == "switch":
            return self._switch()
        if kind == "for":
            return self._for(annotations)
        if kind == "return":
            self.advance()
            value = None if self.token.kind == ";" else self.expression()
            span = self.span_from(start)
            self.expect(";", "after the return statement")
            return ast.Return(span, value)
        if kind in {"exit", "break", "continue"}:
            self.advance()
            self.expect(";", f"after {kind}")
            span = start.span
            return ast.Exit(span) if kind == "exit" else ast.Break(span) if kind == "break" else ast.Continue(span)
        if kind == ";":
            self.advance()
            return ast.Empty(start.span)
        if kind == "const":
            return self.const_declaration(annotations)
        problem = misplaced(start, self.peek())
        if problem is not None:
            raise problem
        if kind == "else":
            raise SyntaxProblem(start.span, "`else` without an `if` before it", "")
        if self.starts_declaration():
            return self.variable_or_instance(annotations)
        return self.simple_statement()

    def starts_declaration(self) -> bool:
        """Whether a variable declaration or an instantiation (`T x`, `T(..) x`, `T<..>..`, `T[n] x`) begins here."""
        kind = self.token.kind
        if self.at_type_keyword():
            return not (kind == "error" and self.peek().kind == ".")
        if kind == ".":
            return self.scopes[0].get(self.peek().text, False) and self.peek(2).kind != "."
        if kind == ID and self.is_type(self.token.text):
            following = self.peek().kind
            if following == "<":
                return self.attempt(self._generic_application) is None
            return following not in {".", "="}
        # A misspelt type: `Foo x;` can be nothing but a declaration; the checker will say that Foo is unknown.
        return kind == ID and self.peek().kind == ID and self.peek(2).kind in {";", "="}

    def _generic_application(self) -> bool:
        """Succeeds (without moving) on `Type<args>.apply(...)`."""
        position = self.position
        self.plain_type()
        if self.token.kind != ".":
            raise self.problem("`.`")
        self.seek(position)
        return True

    def const_declaration(self, annotations: list[ast.Annotation]) -> ast.ConstDecl:
        """`const type name = value;`."""
        start = self.expect("const")
        type_ref = self.type_ref()
        name = self.name("the constant's name")
        self.expect("=", "and the constant's value")
        value = self.expression()
        span = self.span_from(start)
        self.expect(";", "after the constant's value")
        self.declare(name.text, is_type=False)
        return ast.ConstDecl(span, name.text, type_ref, value, annotations=annotations, name_span=name.span)

    def variable_or_instance(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        """`type name;`, `type name = value;`, `type(args) name;`."""
        start = self.token
        type_ref = self.type_ref()
        if self.token.kind == "(":
            return self.instance(annotations, type_ref)
        if start.kind == ID and not self.is_type(start.text) and self.peek().kind not in {";", "=", "["}:
            raise misspelt(start, self.type_names())
        name = self.name("a variable's name, or `(` and constructor arguments")
        type_ref = self.declarator(type_ref)
        initial = self.expression() if self.accept("=") else None
        span = self.span_from(start)
        self.expect(";", "after the variable declaration")
        self.declare(name.text, is_type=False)
        return ast.VarDecl(span, name.text, type_ref, initial, annotations=annotations, name_span=name.span)

    def instance(self, annotations: list[ast.Annotation], type_ref: ast.TypeRef) -> ast.Instantiation:
        """The rest of an instantiation, from its constructor arguments on.

        Raises:
            SyntaxProblem: something else stands there.
        """
        args = self.arguments()
        name = self.name("the instance's name")
        if self.token.kind == "[":
            raise SyntaxProblem(self.token.span, "an array of instances is not supported", "`;`: one instance per name")
        methods: list[ast.BlockItem] = []
        has_initializer = self.accept("=")
        if has_initializer:
            self.expect("{", "and the abstract methods' bodies")
            with self.scope():
                while self.token.kind not in {"}", EOF}:
                    methods.append(self.method_body())
            self.expect("}", "after the abstract methods")
        span = self.span_from(type_ref.span)
        self.expect(";", "after the instantiation")
        self.declare(name.text, is_type=False)
        return ast.Instantiation(
            span, name.text, type_ref, args, methods, has_initializer, annotations=annotations, name_span=name.span
        )

    def method_body(self) -> ast.BlockItem:
        """A function or instantiation inside an instance's initialiser block."""
        annotations = self.annotations()
        type_ref = self.type_ref()
        if self.token.kind == "(":
            return self.instance(annotations, type_ref)
        return self.function(annotations, type_ref)

    def function(self, annotations: list[ast.Annotation], result: ast.TypeRef) -> ast.FunctionDecl:
        name = self.name("the function's name")
        with self.scope():
            type_params = self.type_params()
            params = self.parameters()
            body = self.block()
        self.declare(name.text, is_type=False)
        return ast.FunctionDecl(
            self.span_from(result.span),
            name.text,
            result,
            params,
            body,
            type_params,
            annotations=annotations,
            name_span=name.span,
        )

    def type_params(self) -> list[ast.TypeParam]:
        """`<T, U>` or nothing; declares the names as types."""
        found: list[ast.TypeParam] = []
        if not self.accept("<"):
            return found
        while True:
            name = self.name("a type parameter's name")
            self.declare(name.text, is_type=True)
            found.append(ast.TypeParam(name.span, name.text, name_span=name.span))
            if not self.accept(","):
                break
        self.expect(">", "after the type parameters")
        return found

    def parameters(self) -> list[ast.Parameter]:
        """`(` parameters `)`; declares the names."""
        self.expect("(", "and the parameters")
        found: list[ast.Parameter] = []
        while self.token.kind != ")":
            annotations = self.annotations()
            start = self.token
            direction = self.advance().kind if start.kind in {"in", "out", "inout"} else ""
            type_ref = self.type_ref()
            name = self.name("the parameter's name")
            default = self.expression() if self.accept("=") else None
            span = self.span_from(start)
            self.declare(name.text, is_type=False)
            found.append(
                ast.Parameter(
                    span, name.text, direction, type_ref, default, annotations=annotations, name_span=name.span
                )
            )
            if not self.accept(","):
                break
        self.expect(")", "after the parameters")
        return found

    # ------------------------------------------------------------------------------------------------ statements

    def _assignment_or_call(self) -> ast.Statement:
        start = self.token
        left = self.postfix()
        op = ASSIGNMENT_OPERATORS.get(self.token.kind)
        if op is None and self.token.kind == ">" and self.peek().kind == ">=" and not self.peek().spaced:
            self.advance()
            op = ">>"
        if op is not None:
            self.advance()
            right = self.expression()
            statement: ast.Statement = ast.Assign(self.span_from(start), left, right, op)
        elif isinstance(left, ast.Call):
            statement = ast.CallStatement(left.span, left)
        elif self.token.kind == "++" or (self.token.kind == "-" and self.peek().kind == "-"):
            sign = "+" if self.token.kind == "++" else "-"
            raise SyntaxProblem(self.token.span, f"P4 has no `{sign}{sign}` statement", f"`{sign}= 1`")
        elif isinstance(left, ast.ConstructorCall) and self.at_name():
            raise SyntaxProblem(self.token.span, "an instantiation cannot stand here", "a statement")
        else:
            raise self.problem("`=` or `(`: an assignment or a call")
        return statement

    def simple_statement(self) -> ast.Statement:
        statement = self._assignment_or_call()
        self.expect(";", "after the statement")
        return statement

    def _if(self) -> ast.If:
        start = self.advance()
        self.expect("(", "after if")
        condition = self.expression()
        if self.token.kind == "=":
            raise SyntaxProblem(self.token.span, "an assignment cannot be a condition", "`==` to compare")
        self.expect(")", "after the condition")
        then = self._branch()
        otherwise = self._branch() if self.accept("else") else None
        return ast.If(self.span_from(start), condition, then, otherwise)

    def _branch(self) -> ast.Statement:
        with self.nested():
            if self.token.kind == "const" or self.starts_declaration():
                raise SyntaxProblem(
                    self.token.span, "a declaration cannot be a branch on its own", "a statement or a block"
                )
            item = self.statement()
        if isinstance(item, ast.Statement):
            return item
        raise SyntaxProblem(item.span, "a declaration cannot be a branch on its own", "a statement or a block")

    def _switch(self) -> ast.Switch:
        start = self.advance()
        self.expect("(", "after switch")
        subject = self.expression()
        self.expect(")", "after the switch expression")
        self.expect("{", "and the cases")
        cases: list[ast.SwitchCase] = []
        while self.token.kind not in {"}", EOF}:
            position = self.position
            try:
                label = self.simple_keyset()
                self.expect(":", "after the case's label")
                body = self.block() if self.token.kind == "{" else None
                if body is None and self.token.kind == ";":
                    raise self.problem("a block `{ ... }` or the next label")
                cases.append(ast.SwitchCase(self.span_from(label.span), label, body))
            except SyntaxProblem as e:
                self.recover(e, position, self.nesting, len(self.scopes))
        self.expect("}", "to close the switch statement")
        return ast.Switch(self.span_from(start), subject, cases)

    def _for(self, annotations: list[ast.Annotation]) -> ast.Statement:
        start = self.advance()
        self.expect("(", "after for")
        with self.scope():
            loop = self._for_in(start, annotations)
            if loop is not None:
                return loop
            init: list[ast.BlockItem] = []
            while self.token.kind != ";":
                init.append(self._for_init())
                if not self.accept(","):
                    break
            self.expect(";", "after the loop's initialisation")
            condition = self.expression()
            self.expect(";", "after the loop's condition")
            update: list[ast.Statement] = []
            while self.token.kind != ")":
                update.append(self._assignment_or_call())
                if not self.accept(","):
                    break
            self.expect(")", "after the loop's head")
            body = self._branch()
        return ast.For(self.span_from(start), init, condition, update, body, annotations)

    def _for_init(self) -> ast.BlockItem:
        annotations = self.annotations()
        if not self.starts_declaration():
            return self._assignment_or_call()
        type_ref = self.type_ref()
        name = self.name("the loop variable's name")
        initial = self.expression() if self.accept("=") else None
        self.declare(name.text, is_type=False)
        span = self.span_from(type_ref.span)
        return ast.VarDecl(span, name.text, type_ref, initial, annotations=annotations, name_span=name.span)

    def _for_in(self, start: Token, annotations: list[ast.Annotation]) -> ast.ForIn | None:
        """`for (variable in collection) body`, or None (nothing taken) if this is the other kind."""
        untyped: list[Token] = []

        def head() -> ast.VarDecl:
            inner = self.annotations()
            if self.at_name() and self.peek().kind == "in":
                untyped.append(self.token)
            type_ref = self.type_ref()
            name = self.name("the loop variable's name")
            span = self.span_from(type_ref.span)
            self.expect("in")
            return ast.VarDecl(span, name.text, type_ref, None, annotations=inner, name_span=name.span)

        variable = self.attempt(head)
        if untyped:
            name = untyped[0]
            raise SyntaxProblem(name.span, f"the loop variable {name} has no type", f"`type {name.text} in ...`")
        if variable is None:
            return None
        collection = self.simple_keyset()
        self.expect(")", "after the loop's head")
        if isinstance(variable, ast.VarDecl):
            self.declare(variable.name, is_type=False)
        body = self._branch()
        return ast.ForIn(self.span_from(start), variable, collection, body, annotations)
