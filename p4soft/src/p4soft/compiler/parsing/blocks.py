# SPDX-License-Identifier: Apache-2.0
"""Parsers, controls and actions (P4_16 §13, §14)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler.parsing.tables import TableParser
from p4soft.compiler.parsing.tokens import SyntaxProblem
from p4soft.compiler.preprocessing.lexer import EOF


class BlockParser(TableParser):
    """Reads parsers with their states, and controls with what is declared in them."""

    def _parser(self, annotations: list[ast.Annotation]) -> ast.Declaration:
        start = self.advance()
        name = self.name("the parser's name")
        self.declare(name.text, is_type=True)
        with self.scope():
            type_params = self.type_params()
            params = self.parameters()
            if self.token.kind == ";":
                span = self.span_from(start)
                self.advance()
                return ast.ParserTypeDecl(
                    span, name.text, params, type_params, annotations=annotations, name_span=name.span
                )
            ctor_params = self.parameters() if self.token.kind == "(" else []
            self.expect("{", "and the parser's body, or `;`")
            locals_: list[ast.Declaration] = []
            states: list[ast.ParserState] = []
            while self.token.kind not in {"}", EOF}:
                self._item(locals_, states)
            self.expect("}", "after the parser's states")
        return ast.ParserDecl(
            self.span_from(start),
            name.text,
            params,
            ctor_params,
            locals_,
            states,
            type_params,
            annotations=annotations,
            name_span=name.span,
        )

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
        start = self.advance()
        name = self.name("the control's name")
        self.declare(name.text, is_type=True)
        with self.scope():
            type_params = self.type_params()
            params = self.parameters()
            if self.token.kind == ";":
                span = self.span_from(start)
                self.advance()
                return ast.ControlTypeDecl(
                    span, name.text, params, type_params, annotations=annotations, name_span=name.span
                )
            ctor_params = self.parameters() if self.token.kind == "(" else []
            self.expect("{", "and the control's body, or `;`")
            locals_: list[ast.Declaration] = []
            while self.token.kind not in {"}", EOF, "apply"} and not (
                self.token.kind == "@" and self._annotated_apply()
            ):
                self._control_local(locals_)
            apply_annotations = self.annotations()
            self.expect("apply", "and the control's body")
            apply_annotations += self.annotations()
            body = self.block(apply_annotations)
            if self.token.kind != "}":
                raise self.problem("`}` to close the control; or one is missing above")
            self.advance()
        return ast.ControlDecl(
            self.span_from(start),
            name.text,
            params,
            ctor_params,
            locals_,
            body,
            type_params,
            annotations=annotations,
            name_span=name.span,
        )

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
