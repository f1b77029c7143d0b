# SPDX-License-Identifier: Apache-2.0
"""Arguments of a call, evaluated from left to right (P4_16 §8.1)."""

from __future__ import annotations

from collections.abc import Sequence

from targets.compiler import ast
from targets.compiler.backend.context import Frame
from targets.compiler.backend.expressions import aggregates
from targets.compiler.backend.expressions import lowering as exprs
from targets.compiler.backend.ir.nodes import Expr, Stmt, reads_storage
from targets.compiler.backend.statements import lowering as stmts
from targets.compiler.backend.storage.values import Nothing, Value, leaves
from targets.compiler.source import Span


def in_order(params: Sequence[ast.Parameter], args: Sequence[ast.BoundArg], frame: Frame) -> list[Value]:
    """The values of all arguments, as each was at its turn: an `in` one does not see what a later one changes."""
    values: list[Value] = []
    marks: list[int] = []
    for param, arg in zip(params, args, strict=True):
        before = len(frame.out)
        if arg.value is None:
            values.append(Nothing())
        elif param.direction in ("out", "inout"):
            place = stmts.lvalue(arg.value, frame)
            values.append(aggregates.pinned(place, frame, arg.value.span, len(frame.out)))
        else:
            values.append(exprs.lower(arg.value, frame))
        if len(frame.out) > before:
            for i in reversed(range(len(marks))):
                expr = args[i].value
                if expr is None or params[i].direction in ("out", "inout") or not _can_change(values[i], frame):
                    continue
                values[i], added = _kept(values[i], frame, params[i].name, expr.span, marks[i])
                marks = [m + added if j >= i else m for j, m in enumerate(marks)]
        marks.append(len(frame.out))
    return values


def _can_change(value: Value, frame: Frame) -> bool:
    if isinstance(value, Expr) and frame.ctx.layout.is_temporary(value):
        return False
    return any(isinstance(leaf, Expr) and reads_storage(leaf) for leaf in leaves(value))


def _kept(value: Value, frame: Frame, name: str, span: Span, at: int) -> tuple[Value, int]:
    """A copy of a value, made at position `at` of the statements; how many statements that took."""
    if isinstance(value, Expr):
        return frame.saved(value, span, at=at), 1
    copying: list[Stmt] = []
    place = frame.ctx.layout.variable(name, aggregates.type_of(value, span), span)
    aggregates.assign(place, value, frame.into(copying), span)
    frame.out[at:at] = copying
    return place, len(copying)
