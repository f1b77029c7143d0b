# SPDX-License-Identifier: Apache-2.0
"""Tables, lowered at their first application, and actions.

Some actions stay actions of the JSON; others are inlined.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, expressions, statements
from p4soft.compiler.backend.context import ActionInfo, CopyOut, Frame, KeyInfo, TableInfo
from p4soft.compiler.backend.expressions import bind, copy_out
from p4soft.compiler.backend.ir import ApplyTable, Const, Expr, FieldRef, ParamRef, RunAction, ScalarType, Stmt, Valid
from p4soft.compiler.backend.storage import Env, Value, scalar_type
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.evaluation import Instance, action_name, control_plane_name, is_local, key_name, qualified, walk
from p4soft.compiler.types import BitType, NewType


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
    listed = [(ref, listed_action(ref, inner)) for ref in decl.actions]
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
    """The place and the mask of a key that is written as a place and constant masks.

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
        lowered = action(frame, no_action)
        info.actions.append((ast.ActionRef(decl.span, "NoAction", decl=no_action), lowered))
        return lowered, (), False
    for listed, lowered in info.actions:
        if listed.decl is ref.decl:
            return lowered, constant_data(ref, frame), decl.default_const
    assert ref.decl is not None
    lowered = action(frame, ref.decl)
    info.actions.append((ref, lowered))
    return lowered, constant_data(ref, frame), decl.default_const


_TABLE_EXTERNS = {
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
    if instance is None or instance.kind not in _TABLE_EXTERNS[name]:
        kinds = " or ".join(_TABLE_EXTERNS[name])
        raise Unsupported(
            prop.span, f"'{name}' of table '{decl.name}' is of the wrong kind", expected=f"a {kinds} instance"
        )
    return instance


# --- Actions ---------------------------------------------------------------------------------------------------------


def call_action(call: ast.Call, frame: Frame) -> None:
    """Run an action: by a hidden table in a control's body, inlined elsewhere. Raises Unsupported: it is no action."""
    decl = call.decl
    if not isinstance(decl, ast.ActionDecl):
        raise Unsupported(call.span, "an action is needed here")
    if frame.block == "control":
        _run_action(call, decl, frame)
        return
    home = _home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=_reached(decl, home))
    inner = replace(frame, env=env, break_label=None, continue_label=None, on_exit=(*outs, *frame.on_exit))
    statements.scoped(decl.body.items, inner, call.span, decl.name)
    copy_out(outs, frame)


def _run_action(call: ast.Call, decl: ast.ActionDecl, frame: Frame) -> None:
    """An action called from a control's body: it stays a separate action, run by a hidden table, as p4c does it."""
    constants: list[Const] = []
    for param, arg in zip(decl.params, call.bound_args, strict=True):
        if param.direction == "" and arg.value is not None and arg.value.const_value is not None:
            value = expressions.lower(arg.value, frame)
            if isinstance(value, Const):
                constants.append(value)
    if len(constants) == len(decl.params):
        info = action(frame, decl)
        frame.emit(RunAction(info.id, decl.name, tuple(constants), call.span))
        return
    home = _home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=_reached(decl, home))
    info = _specialised(frame, decl, env, (*outs, *frame.on_exit))
    frame.emit(RunAction(info.id, decl.name, (), call.span))
    copy_out(outs, frame)


def _reached(decl: ast.ActionDecl, home: Env) -> list[Value]:
    """What an action's body, and the actions it calls, can reach of its control's variables and parameters."""
    values: dict[int, Value] = {}
    for node in _nodes(decl):
        if isinstance(node, ast.PathExpr) and node.decl is not None:
            value = home.find(node.decl)
            if value is not None:
                values[id(node.decl)] = value
    return list(values.values())


def calls_method_of(decl: ast.ActionDecl, extern: str) -> bool:
    """Whether an action, or one it calls, calls a method of an instance of this extern."""
    calls = (node for node in _nodes(decl) if isinstance(node, ast.Call) and node.receiver is not None)
    found = (call.receiver.type for call in calls if call.receiver is not None)
    return any(isinstance(type_, types.ExternType) and type_.name == extern for type_ in found)


def _can_exit(decl: ast.ActionDecl) -> bool:
    return any(isinstance(node, ast.Exit) for node in _nodes(decl))


def _nodes(decl: ast.ActionDecl) -> Iterator[ast.Node]:
    """Everything in the bodies of an action and of those it calls."""
    seen: set[int] = set()
    queue = [decl]
    while queue:
        action = queue.pop()
        seen.add(id(action))
        for node in walk(action.body):
            yield node
            if isinstance(node, ast.Call) and isinstance(node.decl, ast.ActionDecl) and id(node.decl) not in seen:
                queue.append(node.decl)


def _home_env(decl: ast.ActionDecl, frame: Frame) -> Env:
    """The environment an action was declared in: its control's, or the globals."""
    scope = frame.scope
    return scope.env if scope is not None and is_local(decl, scope.instance) else frame.ctx.globals


def _name(decl: ast.ActionDecl, frame: Frame) -> str:
    return action_name(decl, None if frame.scope is None else frame.scope.instance)


def action(frame: Frame, decl: ast.ActionDecl) -> ActionInfo:
    """An action whose parameters all come from the control plane, lowered at first use."""
    on_exit = _exits_of(frame) if _can_exit(decl) else ()
    key = (id(frame.scope), id(decl), on_exit)
    known = frame.ctx.action_index.get(key)
    if known is None:
        env = Env(_home_env(decl, frame))
        for i, param in enumerate(decl.params):
            env.bind(param, ParamRef(_param_type(param, env, param.span), i))
        known = _specialised(frame, decl, env, on_exit)
        known.params.extend((control_plane_name(p), _param_type(p, env, p.span)) for p in decl.params)
        frame.ctx.action_index[key] = known
    return known


def _param_type(param: ast.Parameter, env: Env, span: Span) -> ScalarType:
    stored = scalar_type(env.resolve(param.type))
    if stored is None or isinstance(stored, types.VarbitType):
        raise Unsupported(
            span, f"action parameter '{param.name}' has type {param.type}", expected="a bit, int, bool or enum type"
        )
    return stored


def _exits_of(frame: Frame) -> tuple[CopyOut, ...]:
    return () if frame.scope is None else frame.scope.on_exit


def _specialised(frame: Frame, decl: ast.ActionDecl, env: Env, on_exit: tuple[CopyOut, ...]) -> ActionInfo:
    """An action with (some) parameters bound to storage in `env`."""
    out: list[Stmt] = []
    inner = Frame(frame.ctx, env, out, "action", frame.pipeline, frame.scope, frame.instance, on_exit=on_exit)
    statements.scoped(decl.body.items, inner, decl.span, decl.name)
    return frame.ctx.new_action(_name(decl, frame), [], out, decl.span)


def listed_action(ref: ast.ActionRef, frame: Frame) -> ActionInfo:
    """An action of a table's list; arguments given there are bound inside the action.

    Raises:
        Unsupported: it is no action, or has a parameter that the control plane cannot give.
    """
    decl = ref.decl
    if decl is None:
        raise Unsupported(ref.span, f"'{ref.name}' is not an action")
    directed = [
        (p, a) for p, a in zip(decl.params, ref.bound_args, strict=False) if p.direction and a.value is not None
    ]
    if not directed:
        return action(frame, decl)
    home = _home_env(decl, frame)
    env = Env(home)
    out: list[Stmt] = []
    inner = Frame(frame.ctx, env, out, "action", frame.pipeline, frame.scope, frame.instance)
    outer = replace(inner, env=frame.env)
    shared = _reached(decl, home)
    outs = bind([p for p, _a in directed], [a for _p, a in directed], outer, env, ref.span, shared=shared)
    params: list[tuple[str, ScalarType]] = []
    for param in decl.params:
        if not param.direction:
            stored = _param_type(param, env, param.span)
            env.bind(param, ParamRef(stored, len(params)))
            params.append((control_plane_name(param), stored))
    ending = replace(inner, on_exit=(*outs, *_exits_of(frame)))
    statements.scoped(decl.body.items, ending, decl.span, decl.name)
    copy_out(outs, inner)
    return frame.ctx.new_action(_name(decl, frame), params, out, decl.span)


def constant_data(ref: ast.ActionRef, frame: Frame) -> tuple[Const, ...]:
    """The constant arguments of an action's control-plane parameters in a default action or an entry.

    Raises:
        Unsupported: an argument is not a constant.
    """
    data: list[Const] = []
    if ref.decl is None:
        return ()
    for param, arg in zip(ref.decl.params, ref.bound_args, strict=False):
        if param.direction:
            continue
        value = None if arg.value is None else expressions.lower(arg.value, frame)
        if not isinstance(value, Const):
            raise Unsupported(ref.span, f"argument '{param.name}' of '{ref.name}' must be a constant")
        data.append(value)
    return tuple(data)
