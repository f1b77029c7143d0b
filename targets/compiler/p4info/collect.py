# SPDX-License-Identifier: Apache-2.0
"""What of a program the control plane sees: walks the instance tree, leaving out what p4c removes as unused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from targets.compiler import ast, types
from targets.compiler.evaluation.instances import Evaluator, Instance, blocks, walk
from targets.compiler.evaluation.names import control_plane_name, qualified


@dataclass
class Block:
    """One control or parser instance with the objects of its own that are used."""

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


def action_name(decl: ast.ActionDecl, instance: Instance) -> str:
    """The control-plane name of an action used in a control."""
    if isinstance(instance.decl, ast.ControlDecl) and any(local is decl for local in instance.decl.locals):
        return qualified(instance.name, decl)
    return control_plane_name(decl)


def default_ref(table: ast.TableDecl, no_action: ast.ActionDecl) -> ast.ActionRef:
    """A table's default action: the declared one, else NoAction."""
    if table.default_action is not None:
        return table.default_action
    return ast.ActionRef(table.span, "NoAction", decl=no_action)


def _control(instance: Instance, decl: ast.ControlDecl, no_action: ast.ActionDecl) -> Block:
    block = Block(instance)
    applied = _applied(decl)
    wanted: dict[int, ast.ActionDecl] = {}
    for local in decl.locals:
        if isinstance(local, ast.TableDecl) and id(local) in applied:
            block.tables.append((qualified(instance.name, local), local))
            refs = [*local.actions, default_ref(local, no_action), *(e.action for e in local.entries)]
            for ref in refs:
                if ref.decl is not None:
                    block.in_tables.add(id(ref.decl))
                    wanted.setdefault(id(ref.decl), ref.decl)
    for node in _reachable(decl.body):
        if isinstance(node, ast.Call) and node.kind is ast.CallKind.ACTION and isinstance(node.decl, ast.ActionDecl):
            wanted.setdefault(id(node.decl), node.decl)
    local_first = [a for a in decl.locals if isinstance(a, ast.ActionDecl) and id(a) in wanted]
    others = [a for key, a in wanted.items() if all(a is not mine for mine in local_first)]
    block.actions = [(action_name(a, instance), a) for a in (*others, *local_first)]
    for body in (decl.body, *(a.body for _name, a in block.actions)):
        for node in _reachable(body):
            if isinstance(node, ast.Call) and node.kind is ast.CallKind.EXTERN_FUNCTION and node.decl is not None:
                block.calls_externs = True
                if node.decl.name == "digest":
                    block.digests.append(node)
    return block


def _described(instance: Instance) -> bool:
    """Whether this is an extern P4Info can describe; p4c leaves out registers whose type a typedef names."""
    if not isinstance(instance.type, types.ExternType):
        return False
    ref = instance.declared_by.type_ref if instance.declared_by is not None else None
    behind_typedef = isinstance(ref, ast.NamedTypeRef) and isinstance(ref.decl, ast.TypedefDecl)
    return instance.kind != "register" or not behind_typedef


def collect(root: Instance, evaluator: Evaluator, no_action: ast.ActionDecl) -> Iterator[Block]:
    """The blocks of a program, outermost first."""
    top = Block(root)
    top.externs.extend(i for i in evaluator.globals.values() if _described(i))
    yield top
    unused: set[int] = set()
    for instance in blocks(root):
        decl = instance.decl
        if id(instance) in unused or (instance.parent is not None and id(instance.parent) in unused):
            unused.add(id(instance))
            continue
        if not isinstance(decl, ast.ControlDecl | ast.ParserDecl):
            continue
        used = _instances_used(instance)
        for child in instance.children.values():
            if isinstance(child.decl, ast.ControlDecl | ast.ParserDecl) and id(child) not in used:
                unused.add(id(child))
        block = _control(instance, decl, no_action) if isinstance(decl, ast.ControlDecl) else Block(instance)
        if isinstance(decl, ast.ParserDecl):
            named = {id(n.decl) for state in decl.states for n in walk(state) if isinstance(n, ast.PathExpr)}
            sets = (s for s in decl.locals if isinstance(s, ast.ValueSetDecl) and id(s) in named)
            block.value_sets = [(qualified(instance.name, s), s) for s in sets]
        gone = _gone_with_tables(decl) if isinstance(decl, ast.ControlDecl) else ()
        block.externs.extend(c for key, c in instance.children.items() if key not in gone and _described(c))
        yield block
