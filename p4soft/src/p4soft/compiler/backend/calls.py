# SPDX-License-Identifier: Apache-2.0
"""What a call does, by its kind: bodies are inlined, tables applied, built-in methods become primitives.

Controls are inlined with one scope per instance. Tables and actions exist once per instance; so where a control is
applied at several places, its parameters need the same storage in every application.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, expressions, externs, statements, tables
from p4soft.compiler.backend.context import Context, ControlScope, Frame
from p4soft.compiler.backend.expressions import bind, copy_out
from p4soft.compiler.backend.ir import Const, Named, Prim, Stmt
from p4soft.compiler.backend.storage import (
    Env,
    HeaderPlace,
    InstanceValue,
    Nothing,
    StackElementPlace,
    StackPlace,
    UnionPlace,
    Value,
)
from p4soft.compiler.diagnostics import MAX_COPIES, Span, Unsupported
from p4soft.compiler.evaluation import Instance, walk
from p4soft.compiler.types import BitType

# --- Controls --------------------------------------------------------------------------------------------------------


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


def _apply_block(call: ast.Call, frame: Frame) -> None:
    """Apply a control or a parser. Raises Unsupported: it is neither control nor parser."""
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
    once = _applications(frame.ctx, instance) == 1
    places = None if once else _places(frame.ctx, scope, decl, call.span)
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


# --- Controls that are applied at several places: where their parameters live ----------------------------------------


def _applications(ctx: Context, instance: Instance) -> int:
    """How many places of the inlined program apply an instance (2 stands for many)."""
    known = ctx.apply_counts.get(id(instance))
    if known is not None:
        return known
    parent, declared = instance.parent, instance.declared_by
    if parent is None:
        count = 1 if declared is None else 2
    elif declared is None:
        count = _applications(ctx, parent)
    else:
        calls = len(_calls(instance))
        count = 2 if _is_passed_on(instance) else calls * _applications(ctx, parent)
    ctx.apply_counts[id(instance)] = count
    return count


def _places(ctx: Context, scope: ControlScope, decl: ast.ControlDecl, span: Span) -> dict[int, Value | None]:
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
    """Whether an instance is a constructor's argument, applied inside the object that gets it."""
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


# --- Calls -----------------------------------------------------------------------------------------------------------


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
            return _call_function(call, frame)
        case ast.CallKind.ACTION:
            tables.call_action(call, frame)
            return Nothing()
        case ast.CallKind.EXTERN_FUNCTION:
            return externs.function(call, frame)
        case ast.CallKind.EXTERN_METHOD:
            return externs.method(call, frame)
        case ast.CallKind.TABLE_APPLY:
            tables.apply_table(call, frame)
            return Nothing()
        case ast.CallKind.CONTROL_APPLY | ast.CallKind.PARSER_APPLY | ast.CallKind.TYPE_APPLY:
            _apply_block(call, frame)
            return Nothing()
        case ast.CallKind.STATIC_ASSERT:
            return Nothing()
        case _:
            return _call_builtin(call, frame)


# --- Functions: inlined where they are called ------------------------------------------------------------------------


def _call_function(call: ast.Call, frame: Frame) -> Value:
    """Inline a function; its result. Raises Unsupported: something in it cannot be lowered."""
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
        statements.lower_items(decl.body.items[:-1], inner)
        return expressions.lower(simple, inner)
    result: Value = Nothing()
    if not statements.is_void(result_type):
        result = frame.ctx.layout.temporary("tmp_" + decl.name, result_type, call.span)
    statements.scoped(decl.body.items, inner, call.span, decl.name, None if isinstance(result, Nothing) else result)
    copy_out(outs, frame)
    return result


def _single_return(body: ast.Block) -> ast.Expression | None:
    """The value of a body whose only return is its last statement."""
    if not body.items or not isinstance(body.items[-1], ast.Return):
        return None
    if any(isinstance(n, ast.Return) for item in body.items[:-1] for n in walk(item)):
        return None
    return body.items[-1].value


# --- Methods of headers and stacks: `isValid`, `setValid`, `push_front`, ... -----------------------------------------


def _call_builtin(call: ast.Call, frame: Frame) -> Value:
    """Lower a call of a built-in method; its value, `Nothing` for all but `isValid`.

    Raises:
        Unsupported: its receiver has no such method on BMv2.
    """
    if call.receiver is None:
        raise Unsupported(call.span, "this call is not supported")
    target = expressions.lower(call.receiver, frame)
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
