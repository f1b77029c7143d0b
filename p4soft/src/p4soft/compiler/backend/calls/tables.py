# SPDX-License-Identifier: Apache-2.0
"""Tables: lowered at their first application."""

from __future__ import annotations

from dataclasses import replace

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.calls import actions
from p4soft.compiler.backend.context import ActionInfo, Frame, KeyInfo, TableInfo
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir.nodes import ApplyTable, Const, Expr, FieldRef, Stmt, Valid
from p4soft.compiler.evaluation.instances import Instance
from p4soft.compiler.evaluation.key_names import key_name
from p4soft.compiler.evaluation.names import qualified
from p4soft.compiler.types import BitType, NewType
from p4soft.compiler.unsupported import Unsupported


def apply_table(call: ast.Call, frame: Frame) -> ApplyTable:
    """Apply a table: compute the keys that are not plain storage, then the application itself.

    Raises:
        Unsupported: this is not the body of a pipeline's control.
    """
    if frame.block != "control" or frame.scope is None or not isinstance(call.decl, ast.TableDecl):
        raise Unsupported(call.span, "tables can only be applied in the body of an ingress or egress control")
    info = table(frame, call.decl)
    for key, element in zip(info.keys, info.decl.key, strict=True):
        if key.computed:
            aggregates.assign(key.target, expressions.scalar(element.expression, frame), frame, element.span)
    stmt = ApplyTable(info.name, call.span)
    frame.emit(stmt)
    return stmt


def table(frame: Frame, decl: ast.TableDecl) -> TableInfo:
    """A table of the frame's control, lowered at first application."""
    scope = frame.scope
    assert scope is not None
    known = scope.tables.get(id(decl))
    if known is not None:
        return known
    inner = replace(frame, env=scope.env)
    keys = [_key(element, inner) for element in decl.key]
    listed = [(ref, actions.listed_action(ref, inner)) for ref in decl.actions]
    info = TableInfo(qualified(scope.instance.name, decl), decl, scope, keys, listed, None)
    scope.tables[id(decl)] = info
    info.default = _default(info, inner)
    info.implementation = _property_instance(decl, "implementation", inner)
    info.counter = _property_instance(decl, "counters", inner)
    info.meter = _property_instance(decl, "meters", inner)
    info.selector_input = [key.target for key in keys if key.match_kind == "selector"]
    return info


def _key(element: ast.KeyElement, frame: Frame) -> KeyInfo:
    probe: list[Stmt] = []
    value = expressions.scalar(element.expression, frame.into(probe))
    name = key_name(element)
    if not probe:
        if isinstance(value, FieldRef | Valid):
            return KeyInfo(element.match_kind, value, None, name, value.type, computed=False)
        place, mask = _masked(element.expression, frame)
        field = None if place is None else expressions.scalar(place, frame.into([]))
        if isinstance(field, FieldRef) and isinstance(field.type, BitType) and mask > 0:
            everything = (1 << field.type.width) - 1
            kept = None if mask & everything == everything else mask
            return KeyInfo(element.match_kind, field, kept, name, field.type, computed=False)
    target: Expr = frame.temp(value.type, "key")
    return KeyInfo(element.match_kind, target, None, name, value.type, computed=True)


def _masked(expr: ast.Expression, frame: Frame) -> tuple[ast.Expression | None, int]:
    """What a key is compared with if it is written as a place and constant masks, and the mask.

    For these alone p4c has BMv2 cut the bits off the key and off entries; any other key is a value (P4_16 §14.2.1.1),
    which an entry with more bits than the key can have does not match. So is a cast from a type of the same width.
    """
    while isinstance(expr, ast.Cast | ast.Slice):
        inner = expr.base if isinstance(expr, ast.Slice) else expr.operand
        to, of = frame.type(expr), frame.type(inner)
        if to != of and not isinstance(to, NewType):
            return None, 0
        expr = inner
    if isinstance(expr, ast.PathExpr | ast.Member):
        return (None, 0) if _in_stack(expr) else (expr, -1)
    if isinstance(expr, ast.Binary) and expr.op == "&":
        for value, other in ((expr.left, expr.right), (expr.right, expr.left)):
            constant = expressions.scalar(other, frame.into([]))
            if isinstance(constant, Const):
                place, mask = _masked(value, frame)
                return place, mask & constant.value
    return None, 0


def _in_stack(place: ast.Expression) -> bool:
    """Whether a place is in an element of a stack: p4c looks such a one up as a value where it is masked."""
    while isinstance(place, ast.Member):
        place = place.base
    return isinstance(place, ast.Index)


def _default(info: TableInfo, frame: Frame) -> tuple[ActionInfo, tuple[Const, ...], bool]:
    decl = info.decl
    ref = decl.default_action
    if ref is None:
        no_action = frame.ctx.program.globals.get("NoAction")
        if not isinstance(no_action, ast.ActionDecl):
            raise Unsupported(
                decl.span, f"table '{decl.name}' has no default action and the program declares no NoAction"
            )
        for listed, lowered in info.actions:
            if listed.decl is no_action:
                return lowered, (), False
        lowered = actions.action(frame, no_action)
        info.actions.append((ast.ActionRef(decl.span, "NoAction", decl=no_action), lowered))
        return lowered, (), False
    for listed, lowered in info.actions:
        if listed.decl is ref.decl:
            return lowered, actions.constant_data(ref, frame), decl.default_const
    assert ref.decl is not None
    lowered = actions.action(frame, ref.decl)
    info.actions.append((ref, lowered))
    return lowered, actions.constant_data(ref, frame), decl.default_const


TABLE_EXTERNS = {
    "implementation": ("action_profile", "action_selector"),
    "counters": ("direct_counter",),
    "meters": ("direct_meter",),
}
"""Table properties that name an extern instance, and of which kind."""


def _property_instance(decl: ast.TableDecl, name: str, frame: Frame) -> Instance | None:
    prop = decl.properties.get(name)
    if prop is None:
        return None
    instance = None if frame.instance is None else frame.ctx.evaluator.property_instance(decl, name, frame.instance)
    if instance is None or instance.kind not in TABLE_EXTERNS[name]:
        kinds = " or ".join(TABLE_EXTERNS[name])
        raise Unsupported(
            prop.span, f"'{name}' of table '{decl.name}' is of the wrong kind", expected=f"a {kinds} instance"
        )
    return instance
