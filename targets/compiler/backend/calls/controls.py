# SPDX-License-Identifier: Apache-2.0
"""Control instances: their scopes, tables and actions, lowered once per instance."""

from __future__ import annotations

from dataclasses import replace

from targets.compiler import ast, types
from targets.compiler.backend.calls import dispatch as calls
from targets.compiler.backend.context import ActionInfo, Context, ControlScope, Frame, KeyInfo, TableInfo
from targets.compiler.backend.expressions import aggregates
from targets.compiler.backend.expressions import lowering as exprs
from targets.compiler.backend.ir.nodes import Binary, Const, Expr, FieldRef, ParamRef, ScalarType, Stmt, Valid
from targets.compiler.backend.statements import lowering as stmts
from targets.compiler.backend.storage.layout import scalar_type
from targets.compiler.backend.storage.values import Env, InstanceValue, Nothing, Value
from targets.compiler.evaluation.instances import Instance
from targets.compiler.evaluation.key_names import key_name
from targets.compiler.evaluation.names import control_plane_name, qualified
from targets.compiler.source import Span
from targets.compiler.unsupported import Unsupported


def constructor_env(ctx: Context, instance: Instance) -> Env:
    """The environment of an instance's declarations: its constructor parameters above the globals."""
    env = Env(ctx.globals)
    decl = instance.decl
    if isinstance(decl, ast.ControlDecl | ast.ParserDecl):
        for type_param, type_ in zip(decl.type_params, instance.type.type_args, strict=False):
            if isinstance(type_param.type, types.TypeVar):
                env.type_args[type_param.type] = type_
        for param in decl.ctor_params:
            given = instance.args.get(param.name)
            value: Value
            if given is None:
                value = Nothing()
            elif isinstance(given, Instance):
                value = InstanceValue(given)
            else:
                value = exprs.constant(given, env.resolve(param.type), instance.span)
            env.bind(param, value)
    return env


def scope_of(ctx: Context, instance: Instance, pipeline: str) -> ControlScope:
    """The scope of a control instance, made at first use."""
    scope = ctx.scopes.get(id(instance))
    if scope is None:
        scope = ControlScope(instance, Env(constructor_env(ctx, instance)), pipeline)
        ctx.scopes[id(instance)] = scope
    return scope


def body(scope: ControlScope, frame: Frame, *, again: bool = False) -> None:
    """Lower a control's variables and body; its parameters are bound. `again`: the code may run more than once."""
    decl = scope.instance.decl
    assert isinstance(decl, ast.ControlDecl)
    inner = replace(
        frame,
        env=scope.env,
        scope=scope,
        instance=scope.instance,
        break_label=None,
        continue_label=None,
    )
    for local in decl.locals:
        if not isinstance(local, ast.VarDecl):
            continue
        place = scope.env.find(local) if scope.bound else None
        if place is None:
            stmts.declare(local, inner, fresh=again)
        elif local.initial is not None:
            aggregates.assign(place, exprs.lower(local.initial, inner), inner, local.span)
        else:
            aggregates.invalidate(place, inner, local.span)
    scope.bound = True
    stmts.scoped(decl.body.items, replace(inner, env=Env(scope.env)), decl.body.span, decl.name)


# ---------------------------------------------------------------------------------------------- actions


def _is_local(decl: ast.ActionDecl, scope: ControlScope | None) -> bool:
    return (
        scope is not None
        and isinstance(scope.instance.decl, ast.ControlDecl)
        and any(local is decl for local in scope.instance.decl.locals)
    )


def home_env(decl: ast.ActionDecl, frame: Frame) -> Env:
    """The environment an action was declared in: its control's, or the globals."""
    scope = frame.scope
    return scope.env if scope is not None and _is_local(decl, scope) else frame.ctx.globals


def action_name(decl: ast.ActionDecl, scope: ControlScope | None) -> str:
    """An action's control-plane name."""
    if scope is not None and _is_local(decl, scope):
        return qualified(scope.instance.name, decl)
    return control_plane_name(decl)


def action(frame: Frame, decl: ast.ActionDecl) -> ActionInfo:
    """An action whose parameters all come from the control plane, lowered at first use."""
    key = (id(frame.scope), id(decl))
    known = frame.ctx.action_index.get(key)
    if known is None:
        env = Env(home_env(decl, frame))
        for i, param in enumerate(decl.params):
            env.bind(param, ParamRef(_param_type(param, env, param.span), i))
        known = specialised_action(frame, decl, env)
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


def specialised_action(frame: Frame, decl: ast.ActionDecl, env: Env) -> ActionInfo:
    """An action with (some) parameters bound to storage in `env`."""
    out: list[Stmt] = []
    inner = Frame(frame.ctx, env, out, "action", frame.pipeline, frame.scope, frame.instance)
    stmts.scoped(decl.body.items, inner, decl.span, decl.name)
    return frame.ctx.new_action(action_name(decl, frame.scope), [], out, decl.span)


def _listed_action(ref: ast.ActionRef, frame: Frame) -> ActionInfo:
    """An action of a table's list; arguments given there are bound inside the action."""
    decl = ref.decl
    if decl is None:
        raise Unsupported(ref.span, f"'{ref.name}' is not an action")
    directed = [
        (p, a) for p, a in zip(decl.params, ref.bound_args, strict=False) if p.direction and a.value is not None
    ]
    if not directed:
        return action(frame, decl)
    home = home_env(decl, frame)
    env = Env(home)
    out: list[Stmt] = []
    inner = Frame(frame.ctx, env, out, "action", frame.pipeline, frame.scope, frame.instance)
    outer = replace(inner, env=frame.env)
    shared = calls.reached(decl, home)
    outs = calls.bind([p for p, _a in directed], [a for _p, a in directed], outer, env, ref.span, shared=shared)
    params: list[tuple[str, ScalarType]] = []
    for param in decl.params:
        if not param.direction:
            stored = _param_type(param, env, param.span)
            env.bind(param, ParamRef(stored, len(params)))
            params.append((control_plane_name(param), stored))
    stmts.scoped(decl.body.items, inner, decl.span, decl.name)
    calls.copy_out(outs, inner)
    return frame.ctx.new_action(action_name(decl, frame.scope), params, out, decl.span)


def constant_data(ref: ast.ActionRef, frame: Frame) -> tuple[Const, ...]:
    """The constant arguments of an action's control-plane parameters in a default action or an entry."""
    data: list[Const] = []
    if ref.decl is None:
        return ()
    for param, arg in zip(ref.decl.params, ref.bound_args, strict=False):
        if param.direction:
            continue
        value = None if arg.value is None else exprs.lower(arg.value, frame)
        if not isinstance(value, Const):
            raise Unsupported(ref.span, f"argument '{param.name}' of '{ref.name}' must be a constant")
        data.append(value)
    return tuple(data)


# ---------------------------------------------------------------------------------------------- tables


def table(frame: Frame, decl: ast.TableDecl) -> TableInfo:
    """A table of the frame's control, lowered at first application."""
    scope = frame.scope
    assert scope is not None
    known = scope.tables.get(id(decl))
    if known is not None:
        return known
    inner = replace(frame, env=scope.env)
    keys = [_key(element, inner) for element in decl.key]
    actions = [(ref, _listed_action(ref, inner)) for ref in decl.actions]
    info = TableInfo(qualified(scope.instance.name, decl), decl, scope, keys, actions, None)
    scope.tables[id(decl)] = info
    info.default = _default(info, inner)
    info.implementation = _property_instance(decl, "implementation", inner)
    info.counter = _property_instance(decl, "counters", inner)
    info.meter = _property_instance(decl, "meters", inner)
    info.selector_input = [key.target for key in keys if key.match_kind == "selector"]
    return info


def _key(element: ast.KeyElement, frame: Frame) -> KeyInfo:
    probe: list[Stmt] = []
    value = exprs.scalar(element.expression, frame.into(probe))
    name = key_name(element)
    if not probe:
        match value:
            case FieldRef() | Valid():
                return KeyInfo(element.match_kind, value, None, name, value.type, computed=False)
            case Binary(type=type_, op="&", left=FieldRef() as left, right=Const() as right) if left.type == type_:
                return KeyInfo(element.match_kind, left, right.value, name, type_, computed=False)
            case _:
                pass
    target: Expr = frame.temp(value.type, "key")
    return KeyInfo(element.match_kind, target, None, name, value.type, computed=True)


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
    instance: Instance | None = None
    if isinstance(prop.value, ast.ConstructorCall):
        instance = None if frame.instance is None else frame.instance.children.get(id(prop.value))
    else:
        value = exprs.lower(prop.value, frame)
        if isinstance(value, InstanceValue):
            instance = value.instance
    if instance is None or instance.kind not in TABLE_EXTERNS[name]:
        kinds = " or ".join(TABLE_EXTERNS[name])
        raise Unsupported(
            prop.span, f"'{name}' of table '{decl.name}' is of the wrong kind", expected=f"a {kinds} instance"
        )
    return instance
