# SPDX-License-Identifier: Apache-2.0
"""Functions: inlined where they are called."""

from __future__ import annotations

from dataclasses import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions, statements
from p4soft.compiler.backend.calls.arguments import bind, copy_out
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.storage.values import Env, Nothing, Value
from p4soft.compiler.evaluation.instances import walk
from p4soft.compiler.unsupported import Unsupported


def call_function(call: ast.Call, frame: Frame) -> Value:
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
