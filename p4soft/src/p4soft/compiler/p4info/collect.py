# SPDX-License-Identifier: Apache-2.0
"""The parts of a program that the control plane sees: the instance tree without what p4c removes as unused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from p4soft.compiler import ast, types
from p4soft.compiler.evaluation import Evaluator, Instance, control_plane_name, qualified, walk


@dataclass
class Block:
    """A piece of a control's or parser's instance: its own objects that are used and stand together."""

    instance: Instance
    tables: list[tuple[str, ast.TableDecl]] = field(default_factory=list)
    actions: list[tuple[str, ast.ActionDecl]] = field(default_factory=list)
    externs: list[Instance] = field(default_factory=list)
    value_sets: list[tuple[str, ast.ValueSetDecl]] = field(default_factory=list)
    digests: list[ast.Call] = field(default_factory=list)
    calls_externs: bool = False
    """Whether it calls any extern function."""
    in_tables: set[int] = field(default_factory=set)
    """Identities of the actions some table lists."""


def _reachable(body: ast.Block) -> Iterator[ast.Node]:
    """The nodes of a control's or action's body that p4c does not remove as dead, with what they call and use.

    That are the keys of tables and the bodies of functions. What stands behind `exit` is removed only in a control
    that has a `return` somewhere.
    """
    seen: set[int] = set()
    queue: list[ast.Node] = _alive(body)
    while queue:
        for node in _running(queue.pop(0)):
            yield node
            if not isinstance(node, ast.Call) or id(node.decl) in seen:
                continue
            seen.add(id(node.decl))
            if isinstance(node.decl, ast.TableDecl):
                queue.extend(key.expression for key in node.decl.key)
            elif isinstance(node.decl, ast.FunctionDecl):
                queue.extend(_alive(node.decl.body))


def _alive(body: ast.Block) -> list[ast.Node]:
    """The parts of a body that can run."""
    ends: tuple[type[ast.Node], ...] = (ast.Return,)
    if any(isinstance(n, ast.Return) for n in walk(body)):
        ends = (ast.Return, ast.Exit)
    return _live(body, ends)[0]


def _running(top: ast.Node) -> Iterator[ast.Node]:
    """A node and what is below it, without what a constant condition rules out."""
    dead: set[int] = set()
    for node in walk(top):
        if id(node) in dead:
            continue
        yield node
        for part in _ruled_out(node):
            dead.update(id(n) for n in walk(part))


def _ruled_out(node: ast.Node) -> Iterator[ast.Node]:
    """The parts of a conditional expression or statement that never run."""
    match node:
        case ast.Ternary(condition=condition, then=then, otherwise=otherwise) if condition.const_value is not None:
            yield otherwise if condition.const_value else then
        case ast.Binary(op="&&", left=left, right=right) if left.const_value is False:
            yield right
        case ast.Binary(op="||", left=left, right=right) if left.const_value is True:
            yield right
        case ast.If(condition=condition, then=then, otherwise=other) if condition.const_value is not None:
            if not condition.const_value:
                yield then
            elif other is not None:
                yield other


def _live(statement: ast.BlockItem, ending: tuple[type[ast.Node], ...]) -> tuple[list[ast.Node], bool]:
    """The parts of a statement that can run, and whether nothing after it can."""
    match statement:
        case ast.Block():
            parts: list[ast.Node] = []
            for item in statement.items:
                found, ends = _live(item, ending)
                parts.extend(found)
                if ends:
                    return parts, True
            return parts, False
        case ast.If(condition=condition) if condition.const_value is not None:
            branch = statement.then if condition.const_value else statement.otherwise
            return ([], False) if branch is None else _live(branch, ending)
        case ast.If():
            then, then_ends = _live(statement.then, ending)
            otherwise, otherwise_ends = (
                ([], False) if statement.otherwise is None else _live(statement.otherwise, ending)
            )
            return [statement.condition, *then, *otherwise], then_ends and otherwise_ends
        case _:
            return [statement], isinstance(statement, ending)


def _applied(decl: ast.ControlDecl) -> set[int]:
    """Identities of the tables a control's body applies."""
    return {
        id(node.decl)
        for node in _reachable(decl.body)
        if isinstance(node, ast.Call) and node.kind is ast.CallKind.TABLE_APPLY and node.decl is not None
    }


def _gone_with_tables(decl: ast.ControlDecl) -> set[int]:
    """Identities of what stands in properties of tables that nothing applies: p4c removes it with them."""
    applied = _applied(decl)
    tables = [local for local in decl.locals if isinstance(local, ast.TableDecl) and id(local) not in applied]
    return {id(prop.value) for table in tables for prop in table.properties.values()}


def _instances_used(instance: Instance) -> set[int]:
    """Identities of the child instances that are applied (or passed on) somewhere in their parent."""
    used: set[int] = set()
    decl = instance.decl
    bodies: list[ast.Node] = []
    if isinstance(decl, ast.ControlDecl):
        bodies = [decl.body]
    elif isinstance(decl, ast.ParserDecl):
        bodies = list(decl.states)
    for body in bodies:
        for node in walk(body):
            if isinstance(node, ast.PathExpr) and node.decl is not None and id(node.decl) in instance.children:
                used.add(id(instance.children[id(node.decl)]))
            elif isinstance(node, ast.Call) and id(node) in instance.children:
                used.add(id(instance.children[id(node)]))
    for child in instance.children.values():
        used.update(id(a) for a in child.args.values() if isinstance(a, Instance))
    return used


def default_ref(table: ast.TableDecl, no_action: ast.ActionDecl) -> ast.ActionRef:
    """A table's default action: the declared one, else NoAction."""
    if table.default_action is not None:
        return table.default_action
    return ast.ActionRef(table.span, "NoAction", decl=no_action)


@dataclass
class _Control:
    tables: set[int] = field(default_factory=set)
    """Identities, as of `actions`."""
    actions: set[int] = field(default_factory=set)
    in_table: dict[int, list[ast.ActionDecl]] = field(default_factory=dict)
    """The actions that a table uses, by the table's identity."""
    called: list[ast.ActionDecl] = field(default_factory=list)
    """The actions that the body calls."""
    in_tables: set[int] = field(default_factory=set)
    in_actions: list[ast.Call] = field(default_factory=list)
    """Extern functions that its own actions call; `in_body` those of its body."""
    in_body: list[ast.Call] = field(default_factory=list)


def _used(decl: ast.ControlDecl, no_action: ast.ActionDecl) -> _Control:
    found = _Control(_applied(decl))
    wanted: dict[int, ast.ActionDecl] = {}
    for local in decl.locals:
        if isinstance(local, ast.TableDecl) and id(local) in found.tables:
            for ref in (*local.actions, default_ref(local, no_action), *(e.action for e in local.entries)):
                if ref.decl is not None:
                    found.in_tables.add(id(ref.decl))
                    found.in_table.setdefault(id(local), []).append(ref.decl)
                    wanted.setdefault(id(ref.decl), ref.decl)
    for node in _reachable(decl.body):
        if isinstance(node, ast.Call) and node.kind is ast.CallKind.ACTION and isinstance(node.decl, ast.ActionDecl):
            wanted.setdefault(id(node.decl), node.decl)
            found.called.append(node.decl)
    own = [a for a in decl.locals if isinstance(a, ast.ActionDecl) and id(a) in wanted]
    found.actions = {id(a) for a in own}
    for action in own:
        found.in_actions.extend(_functions_called(action.body))
    found.in_body = list(_functions_called(decl.body))
    return found


def _functions_called(body: ast.Block) -> Iterator[ast.Call]:
    for node in _reachable(body):
        if isinstance(node, ast.Call) and node.kind is ast.CallKind.EXTERN_FUNCTION and node.decl is not None:
            yield node


def _described(instance: Instance) -> bool:
    """Whether this is an extern P4Info can describe; p4c leaves out registers whose type a typedef names."""
    if not isinstance(instance.type, types.ExternType):
        return False
    ref = instance.declared_by.type_ref if instance.declared_by is not None else None
    behind_typedef = isinstance(ref, ast.NamedTypeRef) and isinstance(ref.decl, ast.TypedefDecl)
    return instance.kind != "register" or not behind_typedef


class _Inlined:
    """One block of the package with all that is inside, in the order that p4c's inlining leaves.

    What an instance of another block holds comes where the instance is declared; that of `C.apply()` behind what is
    declared (frontends/p4/inlining.cpp, directCalls.cpp). Actions of the program come first (localizeActions.cpp), and
    what tables make themselves comes behind all blocks, because p4c walks them in breadth.
    """

    def __init__(self, no_action: ast.ActionDecl, late: list[Block]) -> None:
        self.blocks: list[Block] = []
        self._no_action = no_action
        self._late = late
        self._seen: set[int] = set()
        self._shared: dict[int, ast.ActionDecl] = {}
        self._called: list[_Control] = []
        self._in_tables: set[int] = set()
        self._in_actions: list[ast.Call] = []
        self._in_body: list[ast.Call] = []

    def take(self, top: Instance) -> Iterator[Block]:
        """The pieces of a block of the package."""
        self._add(top)
        for control in self._called:
            self._share(control, control.called)
        shared = Block(top, in_tables=self._in_tables)
        shared.actions = [(control_plane_name(a), a) for a in self._shared.values()]
        in_shared = [call for action in self._shared.values() for call in _functions_called(action.body)]
        called = [*in_shared, *self._in_actions, *self._in_body]
        shared.calls_externs = bool(called)
        shared.digests = [call for call in called if call.decl is not None and call.decl.name == "digest"]
        yield shared
        yield from self.blocks

    def _add(self, instance: Instance) -> None:
        if id(instance) in self._seen:
            return
        self._seen.add(id(instance))
        for given in instance.args.values():
            if isinstance(given, Instance) and _is_block(given):
                self._add(given)
        decl = instance.decl
        if isinstance(decl, ast.ControlDecl):
            self._declared(instance, decl, _used(decl, self._no_action))
        elif isinstance(decl, ast.ParserDecl):
            self._declared(instance, decl, _Control())

    def _declared(self, instance: Instance, decl: ast.ControlDecl | ast.ParserDecl, control: _Control) -> None:
        """The objects that a block declares, in order, and then those that it makes elsewhere."""
        self._in_tables |= control.in_tables
        self._in_actions.extend(control.in_actions)
        self._in_body.extend(control.in_body)
        applied = _instances_used(instance)
        gone = _gone_with_tables(decl) if isinstance(decl, ast.ControlDecl) else set()
        named: set[int] = set()
        if isinstance(decl, ast.ParserDecl):
            named = {id(n.decl) for state in decl.states for n in walk(state) if isinstance(n, ast.PathExpr)}
        inside = {id(prop.value) for t in decl.locals if isinstance(t, ast.TableDecl) for prop in t.properties.values()}
        piece = Block(instance, in_tables=control.in_tables)
        for local in decl.locals:
            name = qualified(instance.name, local)
            if isinstance(local, ast.TableDecl) and id(local) in control.tables:
                piece.tables.append((name, local))
                self._share(control, control.in_table.get(id(local), ()))
            elif isinstance(local, ast.ActionDecl) and id(local) in control.actions:
                piece.actions.append((name, local))
            elif isinstance(local, ast.ValueSetDecl) and id(local) in named:
                piece.value_sets.append((name, local))
            elif (child := instance.children.get(id(local))) is not None:
                piece = self._child(piece, child, applied)
        for key, child in instance.children.items():
            if key in inside:
                if key not in gone and _described(child):
                    self._late.append(Block(instance, externs=[child]))
            elif all(key != id(local) for local in decl.locals):
                piece = self._child(piece, child, applied)
        self.blocks.append(piece)
        self._called.append(control)

    def _share(self, control: _Control, used: Iterable[ast.ActionDecl]) -> None:
        for action in used:
            if id(action) not in control.actions:
                self._shared.setdefault(id(action), action)

    def _child(self, piece: Block, child: Instance, applied: set[int]) -> Block:
        """Add what an instance is or holds; the piece that goes on."""
        if _described(child):
            piece.externs.append(child)
        elif _is_block(child) and id(child) in applied:
            self.blocks.append(piece)
            self._add(child)
            return Block(piece.instance, in_tables=piece.in_tables)
        return piece


def _is_block(instance: Instance) -> bool:
    return isinstance(instance.decl, ast.ControlDecl | ast.ParserDecl)


def collect(root: Instance, evaluator: Evaluator, no_action: ast.ActionDecl) -> Iterator[Block]:
    """The pieces of a program in the order in which p4c describes what is in them."""
    yield Block(root, externs=[i for i in evaluator.globals.values() if _described(i)])
    late: list[Block] = []
    for top in dict.fromkeys(i for i in root.args.values() if isinstance(i, Instance)):
        if _is_block(top):
            yield from _Inlined(no_action, late).take(top)
    yield from late
