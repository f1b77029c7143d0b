# SPDX-License-Identifier: Apache-2.0
"""Controls that are applied at several places: where their parameters live.

Tables and actions exist once per instance, so its parameters need the same storage in every application.
"""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend.context import Context, ControlScope
from p4soft.compiler.backend.storage.values import Value
from p4soft.compiler.evaluation.instances import Instance, walk
from p4soft.compiler.source import Span


def applications(ctx: Context, instance: Instance) -> int:
    """How many places of the inlined program apply an instance (2 stands for many)."""
    known = ctx.apply_counts.get(id(instance))
    if known is not None:
        return known
    parent, declared = instance.parent, instance.declared_by
    if parent is None:
        count = 1 if declared is None else 2
    elif declared is None:
        count = applications(ctx, parent)
    else:
        calls = len(_calls(instance))
        count = 2 if _is_passed_on(instance) else calls * applications(ctx, parent)
    ctx.apply_counts[id(instance)] = count
    return count


def places(ctx: Context, scope: ControlScope, decl: ast.ControlDecl, span: Span) -> dict[int, Value | None]:
    """Storage for the parameters, by declaration; None for one whose argument is always the same storage."""
    found: dict[int, Value | None] = {}
    direct = _always_the_same(scope.instance, decl)
    for i, param in enumerate(decl.params):
        if isinstance(param.type, types.ExternType):
            continue
        if i in direct:
            found[id(param)] = None
            continue
        known = scope.env.find(param)
        found[id(param)] = (
            known if known is not None else ctx.layout.variable(param.name, scope.env.resolve(param.type), span)
        )
    return found


def _calls(instance: Instance) -> list[ast.Call]:
    """The calls in its parent's body that apply an instance by its name or, for `Type.apply`, are it."""
    parent = instance.parent
    if parent is None or not isinstance(parent.decl, ast.ControlDecl):
        return []
    calls = [node for node in walk(parent.decl.body) if isinstance(node, ast.Call)]
    if instance.declared_by is None:
        return [call for call in calls if parent.children.get(id(call)) is instance]
    return [c for c in calls if isinstance(c.receiver, ast.PathExpr) and c.receiver.decl is instance.declared_by]


def _is_passed_on(instance: Instance) -> bool:
    """Whether an instance is a constructor's argument, to be applied by whoever gets it."""
    parent = instance.parent
    return parent is not None and any(instance in child.args.values() for child in parent.children.values())


def _always_the_same(instance: Instance, decl: ast.ControlDecl) -> set[int]:
    """The `out` and `inout` parameters, by position, whose arguments are the same storage in every application.

    These can be bound to it, as in a control that is applied once, when nothing else that is passed reaches it. A
    parameter or variable of the parent has the same storage however often the parent is applied itself.
    """
    calls = _calls(instance)
    parent = instance.parent
    if not calls or parent is None or not isinstance(parent.decl, ast.ControlDecl) or _is_passed_on(instance):
        return set()
    lasting = {id(d) for d in (*parent.decl.params, *parent.decl.locals)}
    found: set[int] = set()
    for i, param in enumerate(decl.params):
        first = calls[0].bound_args[i].value
        root = _root(first)
        if param.direction not in ("out", "inout") or root is None or id(root) not in lasting:
            continue
        if all(_same(first, c.bound_args[i].value) and not _reached_otherwise(root, decl, c, i) for c in calls):
            found.add(i)
    return found


def _reached_otherwise(root: ast.Declaration, decl: ast.ControlDecl, call: ast.Call, position: int) -> bool:
    """Whether another argument of a call lies in `root`, or may change it as it is evaluated.

    An `in` one is a copy. It counts for an `out` parameter only, for that one is made invalid before the copy is made.
    """
    is_out = decl.params[position].direction == "out"
    for i, (param, arg) in enumerate(zip(decl.params, call.bound_args, strict=True)):
        if i == position or arg.value is None:
            continue
        shares = is_out or param.direction in ("out", "inout")
        for node in walk(arg.value):
            if shares and isinstance(node, ast.PathExpr) and node.decl is root:
                return True
            if isinstance(node, ast.Call) and node.kind is not ast.CallKind.IS_VALID:
                return True
    return False


def _root(expr: ast.Expression | None) -> ast.Declaration | None:
    """The variable or parameter that a chain of fields starts from."""
    while isinstance(expr, ast.Member) and expr.kind is ast.MemberKind.FIELD:
        expr = expr.base
    return expr.decl if isinstance(expr, ast.PathExpr) else None


def _same(one: ast.Expression | None, other: ast.Expression | None) -> bool:
    """Whether two chains of fields are the same."""
    if isinstance(one, ast.Member) and isinstance(other, ast.Member):
        return one.name == other.name and _same(one.base, other.base)
    return isinstance(one, ast.PathExpr) and isinstance(other, ast.PathExpr) and one.decl is other.decl
