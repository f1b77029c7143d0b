# SPDX-License-Identifier: Apache-2.0
"""What a call does, by its kind: bodies are inlined, tables applied, built-in methods become primitives."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler.backend.calls import actions, builtin_methods, controls, functions, tables
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.externs import dispatch as externs
from p4soft.compiler.backend.storage.values import Nothing, Value
from p4soft.compiler.limits import MAX_COPIES
from p4soft.compiler.unsupported import Unsupported


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
            return functions.call_function(call, frame)
        case ast.CallKind.ACTION:
            actions.call_action(call, frame)
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
            return builtin_methods.call_builtin(call, frame)
