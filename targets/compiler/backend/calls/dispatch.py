# SPDX-License-Identifier: Apache-2.0
"""Lowering of calls: bodies are inlined, tables applied, built-in methods become primitives.

Parameters follow copy-in/copy-out (P4_16 §6.8). When no argument overlaps another, an `out` or `inout` parameter is
bound to the argument's own storage, which has the same effect and saves the copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from targets.compiler import ast, types
from targets.compiler.backend.calls import arguments, controls, shared_controls
from targets.compiler.backend.context import Frame
from targets.compiler.backend.expressions import aggregates
from targets.compiler.backend.expressions import lowering as exprs
from targets.compiler.backend.externs import dispatch as externs
from targets.compiler.backend.ir.nodes import (
    ApplyTable,
    Const,
    Expr,
    FieldRef,
    Named,
    ParamRef,
    Prim,
    RunAction,
    Stmt,
)
from targets.compiler.backend.statements import lowering as stmts
from targets.compiler.backend.storage.values import (
    Builtin,
    Env,
    HeaderPlace,
    InstanceValue,
    Nothing,
    SliceOf,
    StackElementPlace,
    StackPlace,
    Symbol,
    UnionPlace,
    Value,
    leaves,
    overlap,
)
from targets.compiler.evaluation.instances import Instance, walk
from targets.compiler.limits import MAX_COPIES
from targets.compiler.source import Span
from targets.compiler.types import BitType
from targets.compiler.unsupported import Unsupported


@dataclass(slots=True)
class EnterParser(Stmt):
    """Run a sub-parser: its states are cloned where it is called. `env` has its parameters bound."""

    instance: Instance
    env: Env
    span: Span


def lower_call(call: ast.Call, frame: Frame) -> Value:
    """Lower a call; its value, `Nothing` for void ones.

    Raises:
        Unsupported: it cannot be lowered, or is one of too many.
    """
    frame.ctx.calls += 1
    if frame.ctx.calls > MAX_COPIES:
        message = f"the program has more than {MAX_COPIES} calls once functions and parsers are inlined"
        raise Unsupported(call.span, message, expected="fewer calls that make calls themselves")
    match call.kind:
        case ast.CallKind.FUNCTION:
            return _function(call, frame)
        case ast.CallKind.ACTION:
            return _action(call, frame)
        case ast.CallKind.EXTERN_FUNCTION:
            return externs.function(call, frame)
        case ast.CallKind.EXTERN_METHOD:
            return externs.method(call, frame)
        case ast.CallKind.TABLE_APPLY:
            table_apply(call, frame)
            return Nothing()
        case ast.CallKind.CONTROL_APPLY | ast.CallKind.PARSER_APPLY | ast.CallKind.TYPE_APPLY:
            return _block_apply(call, frame)
        case ast.CallKind.STATIC_ASSERT:
            return Nothing()
        case _:
            return _builtin(call, frame)


# ---------------------------------------------------------------------------------------------- parameters


@dataclass(slots=True)
class CopyOut:
    """A copy to make when the callee returns."""

    target: Value
    source: Value
    span: Span


def bind(
    params: Sequence[ast.Parameter],
    args: Sequence[ast.BoundArg],
    frame: Frame,
    env: Env,
    span: Span,
    *,
    places: dict[int, Value | None] | None = None,
    shared: Sequence[Value] = (),
) -> list[CopyOut]:
    """Evaluate arguments, bind parameters in `env`, emit the copies in; the copies to make on return.

    `places`: fixed storage of the parameters (by declaration), used instead of binding to the arguments; None for a
    parameter that is bound to its argument whatever overlaps it. `shared`: what the callee can reach besides its
    parameters.
    """
    values = arguments.in_order(params, args, frame)
    outs: list[CopyOut] = []
    for i, (param, value) in enumerate(zip(params, values, strict=True)):
        others = [*shared, *(v for j, v in enumerate(values) if j != i)]
        written = [*shared, *(v for j, v in enumerate(values) if j != i and params[j].direction in ("out", "inout"))]
        type_ = env.resolve(param.type)
        fixed = None if places is None else places.get(id(param))
        if param.direction in ("out", "inout"):
            direct = places is not None and id(param) in places and fixed is None
            aliased = isinstance(value, Nothing | SliceOf) or (not direct and any(overlap(value, o) for o in others))
            if not aliased and fixed is None:
                if param.direction == "out":
                    _start(param, value, type_, frame, span)
                env.bind(param, value)
                continue
            place = fixed if fixed is not None else frame.ctx.layout.variable(param.name, type_, span)
            if param.direction == "inout":
                aggregates.assign(place, value, frame, span)
            else:
                _start(param, place, type_, frame, span)
            if not isinstance(value, Nothing):
                outs.append(CopyOut(value, place, span))
            env.bind(param, place)
        elif fixed is not None:
            aggregates.assign(fixed, value, frame, span)
            env.bind(param, fixed)
        else:
            env.bind(param, _in_value(value, written, frame, param, span))
    return outs


def _start(param: ast.Parameter, place: Value, type_: types.Type, frame: Frame, span: Span) -> None:
    """What an `out` parameter is before the body writes it: headers invalid, and 0 where the body may not write it.

    P4 leaves the latter open; p4c's code has a fresh variable there, which BMv2 starts at 0.
    """
    if param.undefined:
        aggregates.assign(place, aggregates.default(type_, span), frame, span)
    else:
        aggregates.invalidate(place, frame, span)


def _in_value(value: Value, written: list[Value], frame: Frame, param: ast.Parameter, span: Span) -> Value:
    """What an `in` parameter stands for: the value itself where nothing can change it meanwhile, else a copy."""
    if isinstance(value, Builtin | InstanceValue | Symbol | Nothing | Const | ParamRef):
        return value
    if isinstance(value, Expr):
        if isinstance(value, FieldRef) and not any(overlap(value, other) for other in written):
            return value
        return frame.saved(value, span, param.name)
    constant = all(isinstance(leaf, Const) for leaf in leaves(value))
    if constant or not any(overlap(value, other) for other in written):
        return value
    place = frame.ctx.layout.variable(param.name, aggregates.type_of(value, span), span)
    aggregates.assign(place, value, frame, span)
    return place


def copy_out(outs: Sequence[CopyOut], frame: Frame) -> None:
    """Make the copies of a return, in parameter order."""
    for out in outs:
        aggregates.assign(out.target, out.source, frame, out.span)


# ---------------------------------------------------------------------------------------------- functions and actions


def _function(call: ast.Call, frame: Frame) -> Value:
    decl = call.decl
    if not isinstance(decl, ast.FunctionDecl):
        raise Unsupported(call.span, "this function has no body")
    env = Env(frame.ctx.globals)
    bound_types = [frame.env.resolve(t) for t in call.bound_type_args]
    for type_param, type_ in zip(decl.type_params, bound_types, strict=False):
        if isinstance(type_param.type, types.TypeVar):
            env.type_args[type_param.type] = type_
    outs = bind(decl.params, call.bound_args, frame, env, call.span)
    result_type = env.resolve(decl.result.type)
    inner = replace(frame, env=env, break_label=None, continue_label=None)
    simple = _single_return(decl.body)
    if simple is not None and not outs:
        stmts.lower_items(decl.body.items[:-1], inner)
        return exprs.lower(simple, inner)
    result: Value = Nothing()
    if not stmts.is_void(result_type):
        result = frame.ctx.layout.temporary("tmp_" + decl.name, result_type, call.span)
    stmts.scoped(decl.body.items, inner, call.span, decl.name, None if isinstance(result, Nothing) else result)
    copy_out(outs, frame)
    return result


def _single_return(body: ast.Block) -> ast.Expression | None:
    """The value of a body whose only return is its last statement."""
    if not body.items or not isinstance(body.items[-1], ast.Return):
        return None
    if any(isinstance(n, ast.Return) for item in body.items[:-1] for n in walk(item)):
        return None
    return body.items[-1].value


def _action(call: ast.Call, frame: Frame) -> Value:
    decl = call.decl
    if not isinstance(decl, ast.ActionDecl):
        raise Unsupported(call.span, "an action is needed here")
    if frame.block == "control":
        _run_action(call, decl, frame)
        return Nothing()
    home = controls.home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=reached(decl, home))
    inner = replace(frame, env=env, break_label=None, continue_label=None)
    stmts.scoped(decl.body.items, inner, call.span, decl.name)
    copy_out(outs, frame)
    return Nothing()


def reached(decl: ast.ActionDecl, home: Env) -> list[Value]:
    """What an action's body, and the actions it calls, can reach of its control's variables and parameters."""
    values: dict[int, Value] = {}
    seen: set[int] = set()
    queue = [decl]
    while queue:
        action = queue.pop()
        seen.add(id(action))
        for node in walk(action.body):
            if isinstance(node, ast.Call) and isinstance(node.decl, ast.ActionDecl) and id(node.decl) not in seen:
                queue.append(node.decl)
            elif isinstance(node, ast.PathExpr) and node.decl is not None:
                value = home.find(node.decl)
                if value is not None:
                    values[id(node.decl)] = value
    return list(values.values())


def _run_action(call: ast.Call, decl: ast.ActionDecl, frame: Frame) -> None:
    """An action called from a control's body: it stays an action of its own, run by a hidden table, as p4c does it."""
    constants: list[Const] = []
    for param, arg in zip(decl.params, call.bound_args, strict=True):
        if param.direction == "" and arg.value is not None and arg.value.const_value is not None:
            value = exprs.lower(arg.value, frame)
            if isinstance(value, Const):
                constants.append(value)
    if len(constants) == len(decl.params):
        info = controls.action(frame, decl)
        frame.emit(RunAction(info.id, decl.name, tuple(constants), call.span))
        return
    home = controls.home_env(decl, frame)
    env = Env(home)
    outs = bind(decl.params, call.bound_args, frame, env, call.span, shared=reached(decl, home))
    info = controls.specialised_action(frame, decl, env)
    frame.emit(RunAction(info.id, decl.name, (), call.span))
    copy_out(outs, frame)


# ---------------------------------------------------------------------------------------------- tables and blocks


def table_apply(call: ast.Call, frame: Frame) -> ApplyTable:
    """Apply a table: compute the keys that are not plain storage, then the application itself."""
    if frame.block != "control" or frame.scope is None or not isinstance(call.decl, ast.TableDecl):
        raise Unsupported(call.span, "tables can only be applied in the body of an ingress or egress control")
    info = controls.table(frame, call.decl)
    for key, element in zip(info.keys, info.decl.key, strict=True):
        if key.computed:
            aggregates.assign(key.target, exprs.scalar(element.expression, frame), frame, element.span)
    stmt = ApplyTable(info.name, call.span)
    frame.emit(stmt)
    return stmt


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
    value = exprs.lower(call.receiver, frame)
    if not isinstance(value, InstanceValue):
        raise Unsupported(call.span, "only controls, parsers and tables can be applied")
    return value.instance


def _block_apply(call: ast.Call, frame: Frame) -> Value:
    instance = _instance_of(call, frame)
    decl = instance.decl
    if isinstance(decl, ast.ParserDecl):
        env = Env(controls.constructor_env(frame.ctx, instance))
        outs = bind(decl.params, call.bound_args, frame, env, call.span)
        frame.emit(EnterParser(instance, env, call.span))
        copy_out(outs, frame)
        return Nothing()
    if not isinstance(decl, ast.ControlDecl):
        raise Unsupported(call.span, f"'{instance.name}' has no body to apply")
    scope = controls.scope_of(frame.ctx, instance, frame.pipeline)
    once = shared_controls.applications(frame.ctx, instance) == 1
    places = None if once else shared_controls.places(frame.ctx, scope, decl, call.span)
    outs = bind(decl.params, call.bound_args, frame, scope.env, call.span, places=places)
    controls.body(scope, frame, again=not once)
    copy_out(outs, frame)
    return Nothing()


# ---------------------------------------------------------------------------------------------- built-in methods


def _builtin(call: ast.Call, frame: Frame) -> Value:
    if call.receiver is None:
        raise Unsupported(call.span, "this call is not supported")
    target = exprs.lower(call.receiver, frame)
    span = call.span
    match call.kind:
        case ast.CallKind.IS_VALID:
            return aggregates.valid(target, span)
        case ast.CallKind.SET_VALID | ast.CallKind.SET_INVALID:
            op = "add_header" if call.kind is ast.CallKind.SET_VALID else "remove_header"
            _set_validity(target, op, frame, span)
            return Nothing()
        case ast.CallKind.PUSH_FRONT | ast.CallKind.POP_FRONT:
            if not isinstance(target, StackPlace):
                raise Unsupported(span, "only header stacks can be pushed to and popped from")
            arg = call.bound_args[0].value if call.bound_args else call.args[0].value
            count = None if arg is None else arg.const_value
            if not isinstance(count, int):
                raise Unsupported(span, "the count must be a constant")
            op = "push" if call.kind is ast.CallKind.PUSH_FRONT else "pop"
            kind = "header_union_stack" if isinstance(target.type.element, types.HeaderUnionType) else "header_stack"
            frame.emit(Prim(op, (Named(kind, target.name), Const(BitType(32), count)), span))
            return Nothing()
        case _:
            raise Unsupported(span, "this call is not supported")


def _set_validity(target: Value, op: str, frame: Frame, span: Span) -> None:
    match target:
        case HeaderPlace():
            frame.emit(Prim(op, (Named("header", target.name),), span))
        case StackElementPlace():
            aggregates.dynamic_element(
                target, frame, span, lambda element, inner: inner.emit(Prim(op, (Named("header", element.name),), span))
            )
        case UnionPlace() if op == "remove_header":
            aggregates.invalidate(target, frame, span)
        case _:
            raise Unsupported(span, "the validity of this cannot be changed here")
