# SPDX-License-Identifier: Apache-2.0
"""Lowering of `for` loops (P4_16 1.2.5): real loops of BMv2 jumps inside actions, unrolled over stacks and lists."""

from __future__ import annotations

from dataclasses import replace

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Const, Expr, Label, Loop, Scope, Stmt
from p4soft.compiler.backend.storage.values import StackPlace, StructValue, Value
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


def _body(body: ast.Statement, frame: Frame, done: Label, span: Span) -> list[Stmt]:
    """The loop's body as a scope that `continue` leaves.

    A loop in a control's body becomes an action, for only actions have jumps; so what is inside is inside an action.
    """
    again = Label("continue")
    inner: list[Stmt] = []
    block = "action" if frame.block == "control" else frame.block
    inside = replace(frame.inner(), out=inner, block=block, break_label=done, continue_label=again)
    frame.ctx.lowering.statement(body, inside)
    return [Scope(inner, again, span)] if again.used else inner


def lower_for(item: ast.For, frame: Frame) -> None:
    """`for (init; condition; update) body`."""
    frame = frame.inner()
    for start in item.init:
        frame.ctx.lowering.statement(start, frame)
    prelude: list[Stmt] = []
    condition = expressions.scalar(item.condition, frame.into(prelude))
    done = Label("break")
    body = _body(item.body, frame, done, item.span)
    for update in item.update:
        frame.ctx.lowering.statement(update, frame.into(body))
    frame.emit(Loop(prelude, condition, body, done, item.span))


def lower_for_in(item: ast.ForIn, frame: Frame) -> None:
    """`for (type name in collection) body`.

    Raises:
        Unsupported: the collection is known at run time only.
    """
    frame = frame.inner()
    if isinstance(item.variable, ast.VarDecl):
        frame.ctx.lowering.statement(item.variable, frame)
        place = frame.env.find(item.variable)
    else:
        place = expressions.lower(item.variable, frame)
    if place is None:
        raise Unsupported(item.span, "this loop variable is not supported")
    done = Label("break")
    if isinstance(item.collection, ast.Range):
        _over_range(item, item.collection, place, frame, done)
        return
    collection = expressions.lower(item.collection, frame)
    elements: list[Value] = []
    match collection:
        case StackPlace():
            elements.extend(collection.elements)
        case StructValue():
            elements.extend(collection.members.values())
        case _:
            raise Unsupported(item.collection.span, "only ranges, lists and stacks can be iterated over")
    out: list[Stmt] = []
    for element in elements:
        aggregates.assign(place, element, frame.into(out), item.span)
        out.extend(_body(item.body, frame, done, item.span))
    if done.used:
        frame.emit(Scope(out, done, item.span))
    else:
        frame.out.extend(out)


def _over_range(item: ast.ForIn, range_: ast.Range, place: Value, frame: Frame, done: Label) -> None:
    low, high = (expressions.as_scalar(v, range_.span) for v in expressions.in_order([range_.low, range_.high], frame))
    variable = expressions.as_scalar(place, item.span)
    if not isinstance(high, Const):
        high = frame.saved(high, range_.span, "last")
    counter: Expr = frame.saved(low, range_.span, "next")
    running = frame.saved(arithmetic.compare("<=", counter, high), range_.span, "more")
    body: list[Stmt] = []
    inner = frame.into(body)
    aggregates.assign(place, counter, inner, item.span)
    body.extend(_body(item.body, frame, done, item.span))
    aggregates.assign(running, arithmetic.compare("<", counter, high), inner, item.span)
    aggregates.assign(counter, arithmetic.binary("+", counter, Const(variable.type, 1)), inner, item.span)
    frame.emit(Loop([], running, body, done, item.span))
