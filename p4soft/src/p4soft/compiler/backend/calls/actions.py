# SPDX-License-Identifier: Apache-2.0
"""Actions: those that stay actions of the JSON, and those that are inlined in others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions, statements
from p4soft.compiler.backend.calls.arguments import bind, copy_out
from p4soft.compiler.backend.context import ActionInfo, ControlScope, CopyOut, Frame
from p4soft.compiler.backend.ir.nodes import Const, ParamRef, RunAction, ScalarType, Stmt
from p4soft.compiler.backend.storage.layout import scalar_type
from p4soft.compiler.backend.storage.values import Env, Value
from p4soft.compiler.evaluation.instances import walk
from p4soft.compiler.evaluation.names import control_plane_name, qualified
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


def call_action(call: ast.Call, frame: Frame) -> None:
    """Run an action: by a hidden table in a control's body, inlined elsewhere.

    Raises:
        Unsupported: it is no action.
    """
    decl = call.decl
    if not isinstance(decl, ast.ActionDecl):
        raise Unsupported(call.span, "an action is needed here")
    if frame.block == "control":
        _run_action(call, decl, frame)
        return
    home = home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=reached(decl, home))
    inner = replace(frame, env=env, break_label=None, continue_label=None, on_exit=(*outs, *frame.on_exit))
    statements.scoped(decl.body.items, inner, call.span, decl.name)
    copy_out(outs, frame)


def _run_action(call: ast.Call, decl: ast.ActionDecl, frame: Frame) -> None:
    """An action called from a control's body: it stays an action of its own, run by a hidden table, as p4c does it."""
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
    home = home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=reached(decl, home))
    info = _specialised(frame, decl, env, (*outs, *frame.on_exit))
    frame.emit(RunAction(info.id, decl.name, (), call.span))
    copy_out(outs, frame)


def reached(decl: ast.ActionDecl, home: Env) -> list[Value]:
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
    on_exit = _exits_of(frame) if _can_exit(decl) else ()
    key = (id(frame.scope), id(decl), on_exit)
    known = frame.ctx.action_index.get(key)
    if known is None:
        env = Env(home_env(decl, frame))
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
    return frame.ctx.new_action(action_name(decl, frame.scope), [], out, decl.span)


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
    home = home_env(decl, frame)
    env = Env(home)
    out: list[Stmt] = []
    inner = Frame(frame.ctx, env, out, "action", frame.pipeline, frame.scope, frame.instance)
    outer = replace(inner, env=frame.env)
    shared = reached(decl, home)
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
    return frame.ctx.new_action(action_name(decl, frame.scope), params, out, decl.span)


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
