# SPDX-License-Identifier: Apache-2.0
"""Reads of unwritten variables, and out parameters left unwritten: a walk over a checked program.

The walk keeps, for the point it is at, what is written on some path (`maybe`) and on every path (`sure`) to it, and the
headers that are invalid on every path (`gone`). It follows actions into the tables and calls that run them, parser
states along their transitions until nothing changes, and loops twice. In doubt it is silent: a part of a value written
counts as the whole, a header made valid as all its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.diagnostics import Diagnostics

# --- What is known at one point of the program -----------------------------------------------------------------------


Location = tuple[ast.Declaration, tuple[str, ...]]
"""A variable or parameter and the names of the fields that lead into it."""


@dataclass
class State:
    """The variables that are written at the walk's present place."""

    maybe: set[Location] = field(default_factory=set)
    sure: set[Location] = field(default_factory=set)
    gone: set[Location] = field(default_factory=set)

    def copy(self) -> State:
        """A copy, for one way of a choice."""
        return State(set(self.maybe), set(self.sure), set(self.gone))

    def write(self, location: Location) -> None:
        """From now on the location has a value, and its headers may be valid."""
        self.maybe.add(location)
        self.sure.add(location)
        self.revive(location)

    def revive(self, location: Location) -> None:
        """Headers in a location may be valid from now on."""
        decl, path = location
        self.gone = {g for g in self.gone if g[0] is not decl or g[1][: len(path)] != path}

    def forget(self, decl: ast.Declaration) -> None:
        """Start a variable again: nothing written, its headers invalid."""
        self.maybe = {x for x in self.maybe if x[0] is not decl}
        self.sure = {x for x in self.sure if x[0] is not decl}
        self.revive((decl, ()))
        self.gone.update((decl, path) for path in _headers(decl.type))


def _merge(states: Iterable[State | None]) -> State | None:
    """The state where several paths meet; None (a path that never gets there) does not count."""
    found: State | None = None
    for state in states:
        if state is None:
            continue
        if found is None:
            found = state.copy()
            continue
        both = {x for x in found.sure if _covered(x, state.sure)} | {x for x in state.sure if _covered(x, found.sure)}
        found = State(found.maybe | state.maybe, both, found.gone & state.gone)
    return found


def _covered(location: Location, written: set[Location]) -> bool:
    """Whether the location or something around it was written."""
    decl, path = location
    return any((decl, path[:n]) in written for n in range(len(path) + 1))


def _touched(location: Location, written: set[Location]) -> bool:
    """Whether the location, something around it or a part of it was written."""
    if _covered(location, written):
        return True
    decl, path = location
    return any(d is decl and p[: len(path)] == path for d, p in written)


def _place(node: ast.Expression) -> Location | None:
    """The variable, parameter or field of one that an expression names, or None."""
    path: list[str] = []
    while isinstance(node, ast.Member) and node.kind is ast.MemberKind.FIELD:
        path.append(node.name)
        node = node.base
    if isinstance(node, ast.PathExpr) and isinstance(node.decl, ast.VarDecl | ast.Parameter):
        return node.decl, tuple(reversed(path))
    return None


def _headers(type_: t.Type, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The fields that lead to the headers in a value (those in stacks and unions excepted)."""
    if isinstance(type_, t.HeaderType):
        return [path]
    if isinstance(type_, t.StructType):
        return [p for f in type_.fields for p in _headers(f.type, (*path, f.name))]
    return []


def _inside_header(location: Location) -> bool:
    """Whether it is a field of a header: whether that can be read is a question of validity."""
    decl, path = location
    return any(path[: len(header)] == header for header in _headers(decl.type))


def _plain(type_: t.Type) -> bool:
    """Whether a value of the type is undefined until written: numbers and the like, and structs of those."""
    below = t.representation(type_)
    if isinstance(below, t.StructType):
        return bool(below.fields) and all(_plain(f.type) for f in below.fields)
    if isinstance(below, t.TupleType):
        return bool(below.elements) and all(map(_plain, below.elements))
    return isinstance(below, t.BitType | t.BoolType | t.EnumType | t.ErrorType)


# --- The walk --------------------------------------------------------------------------------------------------------


MAX_DEPTH = 8
"""How deep calls of actions are followed."""
MAX_STEPS = 100_000
"""How many statements one walk looks at before it gives up: actions that call actions multiply."""


def check_flow(program: ast.Program, diagnostics: Diagnostics) -> None:
    """Warn about reads of unwritten variables and unwritten out parameters in a program without errors."""
    for decl in program.declarations:
        match decl:
            case ast.ControlDecl() if not decl.type_params:
                Walk(diagnostics).control(decl)
            case ast.ParserDecl() if not decl.type_params:
                Walk(diagnostics).parser(decl)
            case ast.FunctionDecl() if not decl.type_params:
                Walk(diagnostics).function(decl)


class Walk:
    """The walk over one parser, control or function."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.state: State | None = State()
        self.tracked: set[ast.Declaration] = set()
        self.called: set[ast.Declaration] = set()
        self.silent = 0
        self.returns: list[State] = []
        self.leaves: list[State] = []
        self.depth = 0
        self.steps = 0

    # ------------------------------------------------------------------------------------------------ declarations

    def control(self, decl: ast.ControlDecl) -> None:
        self._track(decl.params)
        for item in decl.locals:
            if isinstance(item, ast.VarDecl):
                self.statement(item)
        self.statement(decl.body)
        self._ends(decl.name, decl.params, _merge([self.state, *self.returns]))

    def function(self, decl: ast.FunctionDecl) -> None:
        self._track(decl.params)
        self.called.update(decl.params)
        self.statement(decl.body)
        self._ends(decl.name, decl.params, _merge([self.state, *self.returns]))

    def parser(self, decl: ast.ParserDecl) -> None:
        """A parser: states along their transitions until nothing changes, then once more to report."""
        self._track(decl.params)
        for item in decl.locals:
            if isinstance(item, ast.VarDecl):
                self.statement(item)
        start = next((s for s in decl.states if s.name == "start"), None)
        if start is None or self.state is None:
            return
        entry: dict[ast.ParserState, State] = {start: self.state}
        todo = [start]
        self.silent += 1
        while todo:
            node = todo.pop()
            for target in self._parser_state(node, entry[node].copy()):
                before = entry.get(target)
                after = _merge([before, self.state])
                if after is not None and (before is None or after != before):
                    entry[target] = after
                    todo.append(target)
        self.silent -= 1
        accepted: list[State | None] = []
        for node in decl.states:
            if node in entry:
                self._parser_state(node, entry[node].copy())
                if _accepts(node):
                    accepted.append(self.state)
        self._ends(decl.name, decl.params, _merge(accepted))

    def _parser_state(self, node: ast.ParserState, state: State) -> list[ast.ParserState]:
        self.state = state
        for item in node.items:
            self.statement(item)
        if node.transition is None:
            return []
        for selector in node.transition.selectors:
            self.read(selector)
        targets = [node.transition.decl, *(c.decl for c in node.transition.cases)]
        return [target for target in targets if target is not None]

    def _track(self, params: Sequence[ast.Parameter]) -> None:
        for param in params:
            if param.direction == "out":
                self.tracked.add(param)
                if self.state is not None:
                    self.state.forget(param)

    def _ends(self, name: str, params: Sequence[ast.Parameter], state: State | None) -> None:
        if state is None:
            return
        for param in params:
            if param.direction != "out" or not _plain(param.type):
                continue
            location: Location = (param, ())
            if not _touched(location, state.sure):
                param.undefined = param in self.called
                always = "may not be" if _touched(location, state.maybe) else "is never"
                message = f"the out parameter `{param.name}` {always} written when `{name}` ends"
                self.diagnostics.warn(param.span, message, code="uninitialized-out-param")

    # ------------------------------------------------------------------------------------------------ statements

    def statement(self, node: ast.BlockItem) -> None:
        self.steps += 1
        if self.state is None or self.steps > MAX_STEPS:
            self.state = None
            return
        match node:
            case ast.VarDecl():
                self.tracked.add(node)
                if node.initial is not None:
                    self.read(node.initial)
                    self.state.write((node, ()))
                else:
                    self.state.forget(node)
            case ast.Assign():
                self._subscripts(node.left)
                if node.op:
                    self.read(node.left)
                self.read(node.right)
                self._write(node.left)
            case ast.CallStatement():
                self.read(node.call)
            case ast.Block():
                for item in node.items:
                    self.statement(item)
            case ast.If():
                self._if(node)
            case ast.Switch():
                self._switch(node)
            case ast.Return():
                if node.value is not None:
                    self.read(node.value)
                self.returns.append(self.state)
                self.state = None
            case ast.Exit():
                self.state = None
            case ast.Break() | ast.Continue():
                self.leaves.append(self.state)
                self.state = None
            case ast.For() | ast.ForIn():
                self._loop(node)

    def _if(self, node: ast.If) -> None:
        self.read(node.condition)
        if self.state is None:
            return
        self._asked(node.condition)
        before = self.state.copy()
        known = node.condition.const_value
        self.state = None if known is False else self.state
        self.statement(node.then)
        then, self.state = self.state, None if known is True else before
        if node.otherwise is not None:
            self.statement(node.otherwise)
        self.state = _merge([then, self.state])

    def _asked(self, condition: ast.Expression) -> None:
        """A header whose validity a condition asks for is not certainly invalid behind it."""
        match condition:
            case ast.Call(kind=ast.CallKind.IS_VALID, receiver=receiver) if receiver is not None:
                location = _place(receiver)
                if location is not None and self.state is not None:
                    self.state.revive(location)
            case ast.Unary():
                self._asked(condition.operand)
            case ast.Binary():
                self._asked(condition.left)
                self._asked(condition.right)

    def _switch(self, node: ast.Switch) -> None:
        self.read(node.subject)
        before = self.state
        if before is None:
            return
        ends: list[State | None] = []
        for case in node.cases:
            if case.body is not None:
                self.state = before.copy()
                self.statement(case.body)
                ends.append(self.state)
        if not any(isinstance(c.label, ast.DefaultExpr) for c in node.cases):
            ends.append(before)
        self.state = _merge(ends)

    def _loop(self, node: ast.For | ast.ForIn) -> None:
        """The body once without warnings, for what later rounds can read, then once more."""
        if isinstance(node, ast.For):
            for item in node.init:
                self.statement(item)
        else:
            self.read(node.collection)
        entry = self.state
        if entry is None:
            return
        outer, self.leaves = self.leaves, []
        self.silent += 1
        self._round(node, entry.copy())
        self.silent -= 1
        again = _merge([entry, self.state, *self.leaves])
        assert again is not None
        self.leaves = []
        self._round(node, State(set(again.maybe), set(entry.sure), set(again.gone)))
        self.state = _merge([again, self.state, *self.leaves])
        self.leaves = outer

    def _round(self, node: ast.For | ast.ForIn, state: State) -> None:
        self.state = state
        if isinstance(node, ast.For):
            self.read(node.condition)
        elif isinstance(node.variable, ast.VarDecl):
            self.tracked.add(node.variable)
            state.write((node.variable, ()))
        else:
            self._write(node.variable)
        self.statement(node.body)
        if isinstance(node, ast.For):
            for item in node.update:
                self.statement(item)

    # ------------------------------------------------------------------------------------------------ expressions

    def read(self, node: ast.Expression) -> None:
        """An expression whose value is used."""
        if self.state is None:
            return
        match node:
            case ast.PathExpr() | ast.Member() if (location := _place(node)) is not None:
                if not self._invalid(node, location) and location[0] in self.tracked:
                    self._check(node, location)
            case ast.Member() | ast.Slice():
                self.read(node.base)
            case ast.Index():
                self.read(node.index)
                self._subscripts(node.base)
            case ast.Call():
                self._call(node)
            case ast.Unary() | ast.Cast():
                self.read(node.operand)
            case ast.Binary(op="&&" | "||"):
                self.read(node.left)
                before = self.state.copy()
                self._asked(node.left)
                self.read(node.right)
                self.state = _merge([before, self.state])
            case ast.Binary():
                self.read(node.left)
                self.read(node.right)
            case ast.Mask():
                self.read(node.value)
                self.read(node.mask)
            case ast.Range():
                self.read(node.low)
                self.read(node.high)
            case ast.Ternary():
                self.read(node.condition)
                self._asked(node.condition)
                before = self.state.copy()
                self.read(node.then)
                then, self.state = self.state, before
                self.read(node.otherwise)
                self.state = _merge([then, self.state])
            case ast.ListExpr():
                for element in node.elements:
                    self.read(element)
            case ast.StructExpr():
                for named in node.fields:
                    self.read(named.value)

    def _invalid(self, node: ast.Expression, location: Location) -> bool:
        """Whether a header's field is used while the header is invalid; warns."""
        if self.state is None:
            return False
        decl, path = location
        for length in range(len(path)):
            header = (decl, path[:length])
            if header in self.state.gone:
                if not self.silent:
                    name = ".".join((decl.name, *path[:length]))
                    message = f"`{'.'.join((decl.name, *path))}` is used here, but the header `{name}` is invalid"
                    hint = "extract(), setValid() or an assignment of the whole header before it"
                    self.diagnostics.warn(node.span, message, expected=hint, code="invalid-header")
                return True
        return False

    def _check(self, node: ast.Expression, location: Location) -> None:
        if self.silent or self.state is None or not _plain(node.type) or _inside_header(location):
            return
        if _touched(location, self.state.sure):
            return
        if isinstance(location[0], ast.Parameter):
            location[0].undefined = location[0] in self.called
        name = ".".join((location[0].name, *location[1]))
        if _touched(location, self.state.maybe):
            message = f"`{name}` may be read here before it is written"
        else:
            message = f"`{name}` is read here, but nothing has been written to it"
        self.diagnostics.warn(node.span, message, code="uninitialized-use")

    def _subscripts(self, node: ast.Expression) -> None:
        """The indices inside an expression that names a place."""
        while isinstance(node, ast.Member | ast.Index | ast.Slice):
            if isinstance(node, ast.Index):
                self.read(node.index)
            node = node.base

    def _write(self, node: ast.Expression) -> None:
        while isinstance(node, ast.Index | ast.Slice) or (
            isinstance(node, ast.Member) and node.kind is not ast.MemberKind.FIELD
        ):
            node = node.base
        location = _place(node)
        if location is not None and self.state is not None:
            self._invalid(node, location)
            self.state.write(location)
        elif isinstance(node, ast.Member):
            self._write(node.base)

    # ------------------------------------------------------------------------------------------------ calls

    def _call(self, node: ast.Call) -> None:
        kind = ast.CallKind
        if node.kind in {kind.SET_VALID, kind.SET_INVALID, kind.PUSH_FRONT, kind.POP_FRONT}:
            if node.receiver is not None:
                self._write(node.receiver)
                location = _place(node.receiver)
                if node.kind is kind.SET_INVALID and location is not None and self.state is not None:
                    self.state.gone.add(location)
            return
        if node.kind in {kind.IS_VALID, kind.SIZE_OF, kind.STATIC_ASSERT}:
            return
        written: list[ast.Expression] = []
        for bound in node.bound_args:
            if bound.value is None or isinstance(bound.value, ast.DontCareExpr):
                continue
            if bound.param.direction in {"out", "inout"}:
                written.append(bound.value)
                self._subscripts(bound.value)
            if bound.param.direction != "out":
                self.read(bound.value)
        if isinstance(node.decl, ast.ActionDecl):
            self._action(node.decl)
        elif isinstance(node.decl, ast.TableDecl):
            self._table(node.decl)
        for target in written:
            self._write(target)

    def _table(self, table: ast.TableDecl) -> None:
        for key in table.key:
            self.read(key.expression)
        before = self.state
        if before is None:
            return
        ends: list[State | None] = []
        refs = table.actions if table.default_action is not None else [*table.actions, None]
        for ref in refs:
            self.state = before.copy()
            if ref is not None:
                for bound in ref.bound_args:
                    if bound.value is not None and bound.param.direction != "out":
                        self.read(bound.value)
                if ref.decl is not None:
                    self._action(ref.decl)
                for bound in ref.bound_args:
                    if bound.value is not None and bound.param.direction in {"out", "inout"}:
                        self._write(bound.value)
            ends.append(self.state)
        self.state = _merge(ends)

    def _action(self, decl: ast.ActionDecl) -> None:
        """Run an action's body where it is called."""
        if self.state is None or self.depth >= MAX_DEPTH:
            return
        outer, self.returns = self.returns, []
        self.depth += 1
        self._track(decl.params)
        self.called.update(decl.params)
        self.statement(decl.body)
        self.state = _merge([self.state, *self.returns])
        self._ends(decl.name, decl.params, self.state)
        self.depth -= 1
        self.returns = outer


def _accepts(node: ast.ParserState) -> bool:
    transition = node.transition
    if transition is None:
        return False
    if not transition.is_select:
        return transition.state == "accept"
    return any(c.state == "accept" for c in transition.cases)
