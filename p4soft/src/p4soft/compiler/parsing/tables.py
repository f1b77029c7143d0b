# SPDX-License-Identifier: Apache-2.0
"""Tables (specification section 14.2)."""

from __future__ import annotations

from collections.abc import Callable

from p4soft.compiler import ast
from p4soft.compiler.parsing.statements import StatementParser
from p4soft.compiler.parsing.tokens import SyntaxProblem
from p4soft.compiler.parsing.typerefs import T
from p4soft.compiler.preprocessing.lexer import EOF, INT, Token


class TableParser(StatementParser):
    """Reads tables: keys, actions, entries, properties."""

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
        """An action's name, perhaps with arguments."""
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
