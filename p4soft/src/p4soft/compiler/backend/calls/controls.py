# SPDX-License-Identifier: Apache-2.0
"""Controls and parsers that are applied: controls are inlined, with one scope per instance."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions, statements
from p4soft.compiler.backend.calls import shared_controls
from p4soft.compiler.backend.calls.arguments import bind, copy_out
from p4soft.compiler.backend.context import Context, ControlScope, Frame
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir.nodes import Stmt
from p4soft.compiler.backend.storage.values import Env, InstanceValue, Nothing, Value
from p4soft.compiler.evaluation.instances import Instance
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


@dataclass(slots=True)
class EnterParser(Stmt):
    """Run a sub-parser: its states are cloned where it is called. `env` has its parameters bound."""

    instance: Instance
    env: Env
    span: Span


def _instance_of(call: ast.Call, frame: Frame) -> Instance:
    if call.kind is ast.CallKind.TYPE_APPLY:
        instance = frame.instance
        while instance is not None:
            if id(call) in instance.children:
                return instance.children[id(call)]
            instance = instance.parent
        raise Unsupported(call.span, "this type cannot be applied here")
    if call.receiver is None:
        raise Unsupported(call.span, "nothing to apply")
    value = expressions.lower(call.receiver, frame)
    if not isinstance(value, InstanceValue):
        raise Unsupported(call.span, "only controls, parsers and tables can be applied")
    return value.instance


def apply_block(call: ast.Call, frame: Frame) -> None:
    """Apply a control or a parser.

    Raises:
        Unsupported: it is neither control nor parser.
    """
    instance = _instance_of(call, frame)
    decl = instance.decl
    if isinstance(decl, ast.ParserDecl):
        env = Env(constructor_env(frame.ctx, instance))
        outs = bind(decl.params, call.bound_args, frame, env, call.span)
        frame.emit(EnterParser(instance, env, call.span))
        copy_out(outs, frame)
        return
    if not isinstance(decl, ast.ControlDecl):
        raise Unsupported(call.span, f"'{instance.name}' has no body to apply")
    scope = scope_of(frame.ctx, instance, frame.pipeline)
    once = shared_controls.applications(frame.ctx, instance) == 1
    places = None if once else shared_controls.places(frame.ctx, scope, decl, call.span)
    outs = bind(decl.params, call.bound_args, frame, scope.env, call.span, places=places)
    inner = replace(frame, on_exit=(*outs, *frame.on_exit))
    scope.on_exit = inner.on_exit
    body(scope, inner, again=not once)
    copy_out(outs, frame)


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
                value = expressions.constant(given, env.resolve(param.type), instance.span)
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
            statements.declare(local, inner, fresh=again)
        elif local.initial is not None:
            aggregates.assign(place, expressions.lower(local.initial, inner), inner, local.span)
        else:
            aggregates.invalidate(place, inner, local.span)
    scope.bound = True
    statements.scoped(decl.body.items, replace(inner, env=Env(scope.env)), decl.body.span, decl.name)
