# SPDX-License-Identifier: Apache-2.0
"""What a call does, by its kind: bodies are inlined, tables applied, built-in methods become primitives."""

from __future__ import annotations

from dataclasses import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, controls, expressions, externs, statements, tables
from p4soft.compiler.backend.arguments import bind, copy_out
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.ir import Const, Named, Prim
from p4soft.compiler.backend.storage import Env, HeaderPlace, Nothing, StackElementPlace, StackPlace, UnionPlace, Value
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.evaluation import walk
from p4soft.compiler.limits import MAX_COPIES
from p4soft.compiler.types import BitType


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
            controls.apply_block(call, frame)
            return Nothing()
        case ast.CallKind.STATIC_ASSERT:
            return Nothing()
        case _:
            return _call_builtin(call, frame)


# --- Functions: inlined where they are called ------------------------------------------------------------------------


def _call_function(call: ast.Call, frame: Frame) -> Value:
    """Inline a function; its result.

    Raises:
        Unsupported: something in it cannot be lowered.
    """
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
