# SPDX-License-Identifier: Apache-2.0
"""Parsers: states, transitions, select (specification section 13)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.base import Place
from p4soft.compiler.checking.tables import Tables
from p4soft.compiler.limits import MAX_ENTRIES
from p4soft.compiler.source import one_of

BUILT_IN_STATES = frozenset({"accept", "reject"})


class Parsers(Tables):
    """Parsers: their states, select keys and transitions."""

    def parser(self, decl: ast.ParserDecl) -> None:
        """A parser with its body; declares it."""
        self.remember(decl)
        self.parser_body(decl)
        self.declare(decl)

    def parser_body(self, decl: ast.ParserDecl) -> None:
        """A parser with its body."""
        with self.nested():
            variables = self.type_params(decl.type_params)
            ctor = self.parameters(decl.ctor_params, declare=True)
            self.constructor_params.update(decl.ctor_params)
            params = self.parameters(decl.params, declare=True, apply=True)
            self.data_parameters(decl.params)
            decl.type = t.ParserType(decl.name, decl, params, ctor, type_args=variables)
            with self.inside(Place.PARSER), self.nested(hides_parameters=True):
                for item in decl.locals:
                    if isinstance(item, ast.ValueSetDecl):
                        self._value_set(item)
                    else:
                        self.local(item)
                self._states(decl)

    def _value_set(self, decl: ast.ValueSetDecl) -> None:
        element = self.type_ref(decl.type_ref)
        decl.size, size = self.integer(decl.size, "the value set's size")
        decl.size_value = size or 0
        if not 0 <= decl.size_value <= MAX_ENTRIES:
            self.error(decl.size, f"a value set of {size} values is not possible", f"0 to {MAX_ENTRIES} values")
        decl.type = t.SetType(element)
        self.declare(decl)

    def _states(self, decl: ast.ParserDecl) -> None:
        states: dict[str, ast.ParserState] = {}
        for state in decl.states:
            state.type = t.STATE
            if state.name in BUILT_IN_STATES:
                self.error(state.name_span, f"the state `{state.name}` is built in and cannot be declared")
                continue
            states[state.name] = state
            self.declare(state)
        if "start" not in states:
            self.error(decl.name_span, f"the parser `{decl.name}` has no state `start`", "`state start { ... }`")
        for state in decl.states:
            with self.nested():
                self.items(state.items)
                if state.transition is not None:
                    self._transition(state.transition, states)
                else:
                    message = f"the state `{state.name}` has no transition, which means `transition reject;`"
                    hint = "a transition, such as `transition accept;`"
                    self.diagnostics.warn(state.name_span, message, expected=hint, code="parser-transition")
        self._reachable(decl, states)

    def _transition(self, node: ast.ParserTransition, states: dict[str, ast.ParserState]) -> None:
        if not node.is_select:
            node.decl = self._target(node.state, node, states)
            return
        node.selectors = [self._selector(s) for s in node.selectors]
        types = [s.type for s in node.selectors]
        default_seen = False
        for case in node.cases:
            if default_seen:
                self.diagnostics.warn(case.span, "this case is never reached: it follows a default", code="unreachable")
            case.decl = self._target(case.state, case, states)
            self._case(case, types)
            default_seen = default_seen or all(isinstance(k, ast.DefaultExpr) for k in case.keysets)

    def _target(self, name: str, at: ast.Node, states: dict[str, ast.ParserState]) -> ast.ParserState | None:
        if name in BUILT_IN_STATES:
            return None
        state = states.get(name)
        if state is None:
            self.error(at, f"there is no state `{name}`", one_of([*states, "accept", "reject"]))
        return state

    def _selector(self, selector: ast.Expression) -> ast.Expression:
        checked = self.expression(selector)
        if isinstance(checked.type, t.InfIntType):
            return self.unknown(checked, "the selector is an `int`", "an expression with a width, such as 8w1")
        if not _selectable(checked.type):
            return self.unknown(
                checked, f"a selector cannot have type `{checked.type}`", "bit<W>, int<W>, bool, enum or error"
            )
        return checked

    def _case(self, case: ast.SelectCase, types: list[t.Type]) -> None:
        keysets = case.keysets
        if len(keysets) == 1 and len(types) != 1:
            only = keysets[0]
            if isinstance(only, ast.DefaultExpr):
                case.keysets = keysets = [ast.DefaultExpr(only.span) for _ in types]
            elif isinstance(only, ast.ListExpr):
                case.keysets = keysets = only.elements
            else:
                self._set_of_all(case, types)
                return
        if len(keysets) != len(types):
            span = keysets[0].span.to(keysets[-1].span)
            self.error(span, f"this case matches {len(keysets)} values", f"{len(types)}, one for each selector")
            return
        for n, (keyset, type_) in enumerate(zip(keysets, types, strict=True)):
            what = "the value matched" if len(types) == 1 else f"value {n + 1} of the case"
            keysets[n] = self._select_keyset(keyset, type_, what)

    def _select_keyset(self, keyset: ast.Expression, type_: t.Type, what: str) -> ast.Expression:
        if isinstance(keyset, ast.PathExpr):
            checked = self.expression(keyset)
            if isinstance(checked, ast.PathExpr) and isinstance(checked.decl, ast.ValueSetDecl):
                element = checked.type.element if isinstance(checked.type, t.SetType) else t.UNKNOWN
                if not _set_matches(element, [type_]):
                    self.error(keyset, f"the value set holds `{element}`", f"`{type_}`")
                return checked
        if isinstance(keyset, ast.ListExpr) and isinstance(type_, t.TupleType | t.StructType):
            return self.coerce(self.expression(keyset), type_, what)
        return self.keyset(keyset, type_, what)

    def _set_of_all(self, case: ast.SelectCase, types: list[t.Type]) -> None:
        """One value set for all selectors together."""
        checked = self.expression(case.keysets[0])
        case.keysets[0] = checked
        if isinstance(checked.type, t.UnknownType):
            return
        if not isinstance(checked.type, t.SetType):
            self.error(checked, "this case matches one value", f"{len(types)}, one for each selector")
        elif not _set_matches(checked.type.element, types):
            wanted = ", ".join(map(str, types))
            self.error(checked, f"the value set holds `{checked.type.element}`", f"({wanted})")

    def _reachable(self, decl: ast.ParserDecl, states: dict[str, ast.ParserState]) -> None:
        todo = [states["start"]] if "start" in states else []
        seen: set[ast.ParserState] = set(todo)
        while todo:
            transition = todo.pop().transition
            if transition is None:
                continue
            for target in [transition.decl, *(c.decl for c in transition.cases)]:
                if target is not None and target not in seen:
                    seen.add(target)
                    todo.append(target)
        if todo_ended := "start" in states and not any(_ends(s) for s in seen):
            self.error(
                decl.name_span, f"the parser `{decl.name}` never reaches accept or reject", "a transition to accept"
            )
        for state in decl.states:
            if not todo_ended and state not in seen and state.name in states and "start" in states:
                self.diagnostics.warn(
                    state.name_span, f"the state `{state.name}` is never reached", code="unused-state"
                )


def _selectable(type_: t.Type) -> bool:
    if isinstance(type_, t.TupleType):
        return all(map(_selectable, type_.elements))
    return isinstance(t.representation(type_), t.UnknownType | t.BitType | t.BoolType | t.EnumType | t.ErrorType)


def _ends(state: ast.ParserState) -> bool:
    """Whether a state can end the parser."""
    transition = state.transition
    if transition is None:
        return True
    if not transition.is_select:
        return transition.decl is None
    return any(c.decl is None for c in transition.cases)


def _set_matches(element: t.Type, types: list[t.Type]) -> bool:
    if isinstance(element, t.UnknownType) or any(isinstance(x, t.UnknownType) for x in types):
        return True
    if len(types) == 1 and (element == types[0] or t.representation(element) == t.representation(types[0])):
        return True
    match element:
        case t.StructType():
            return [t.representation(f.type) for f in element.fields] == [t.representation(x) for x in types]
        case t.TupleType(elements):
            return [t.representation(e) for e in elements] == [t.representation(x) for x in types]
    return False
