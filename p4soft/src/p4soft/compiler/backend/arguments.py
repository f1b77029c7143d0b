# SPDX-License-Identifier: Apache-2.0
"""Arguments of a call: evaluated as they are written, copied in, and copied out when it returns (P4_16 §6.8, §8.1).

When no argument overlaps another, an `out` or `inout` parameter is bound to the argument's own storage, which has the
same effect and saves the copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, expressions
from p4soft.compiler.backend.context import CopyOut, Frame, Step, evaluate_in_order
from p4soft.compiler.backend.ir import Assign, Const, Expr, FieldRef, ParamRef
from p4soft.compiler.backend.storage import (
    Builtin,
    Env,
    InstanceValue,
    Nothing,
    SliceOf,
    Symbol,
    Value,
    leaves,
    overlap,
)
from p4soft.compiler.diagnostics import Span


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
    """Evaluate arguments, bind parameters in `env`, emit the copies in; the copies to make on return, in their order.

    `places`: fixed storage of the parameters (by declaration), used instead of binding to the arguments; None for a
    parameter that is bound to its argument in spite of overlaps. `shared`: what the callee can reach besides its
    parameters.
    """
    written_order = sorted(zip(params, args, strict=True), key=lambda pair: pair[1].position)
    steps = [_step(param, arg) for param, arg in written_order]
    values = evaluate_in_order(steps, frame)
    outs: list[CopyOut] = []
    for i, ((param, _arg), step, value) in enumerate(zip(written_order, steps, values, strict=True)):
        others = [*shared, *(v for j, v in enumerate(values) if j != i)]
        written = [
            *shared,
            *(v for j, v in enumerate(values) if j != i and written_order[j][0].direction in ("out", "inout")),
        ]
        type_ = env.resolve(param.type)
        fixed = None if places is None else places.get(id(param))
        if param.direction in ("out", "inout"):
            direct = places is not None and id(param) in places and fixed is None
            saved = step.saved if isinstance(step, _Out) else None
            aliased = (
                isinstance(value, Nothing | SliceOf)
                or saved is not None
                or (not direct and any(overlap(value, o) for o in others))
            )
            if not aliased and fixed is None:
                if param.direction == "out":
                    _start(param, value, type_, frame, span)
                env.bind(param, value)
                continue
            start = value if saved is None else saved
            place = fixed if fixed is not None else saved
            if place is None:
                place = frame.ctx.layout.variable(param.name, type_, span)
            if param.direction == "inout" and place is not saved:
                aggregates.assign(place, start, frame, span)
            elif param.direction == "out":
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


def copy_out(outs: Sequence[CopyOut], frame: Frame) -> None:
    for out in outs:
        aggregates.assign(out.target, out.source, frame, out.span)


def _start(param: ast.Parameter, place: Value, type_: types.Type, frame: Frame, span: Span) -> None:
    """Set an `out` parameter before the body writes it: headers invalid, and 0 where the body may not write it.

    P4 leaves the latter open; p4c's code has a fresh variable there, which BMv2 starts at 0.
    """
    if param.undefined:
        aggregates.assign(place, aggregates.default(type_, span), frame, span)
    else:
        aggregates.invalidate(place, frame, span)


def _in_value(value: Value, written: list[Value], frame: Frame, param: ast.Parameter, span: Span) -> Value:
    """The value of an `in` parameter: the argument itself where nothing can change it meanwhile, else a copy."""
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


@dataclass(slots=True)
class _Out:
    """An `out` or `inout` argument: a place, whose indices no later argument changes.

    `saved` is its value at its step, if it is `inout` and a later argument may change it.
    """

    param: ast.Parameter
    expr: ast.Expression
    saved: Value | None = None

    def value(self, frame: Frame) -> Value:
        place = expressions.lvalue(self.expr, frame)
        return aggregates.pinned(place, frame, self.expr.span, len(frame.out))

    def saved_value(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        if self.param.direction == "out" or self.saved is not None or isinstance(value, Nothing):
            return value, 0
        if all(isinstance(later, Assign) and not overlap(later.target, value) for later in frame.out[at:]):
            return value, 0
        type_ = frame.type(self.expr)
        self.saved, added = aggregates.copied(self.param.name, type_, value, frame, (self.expr.span, at))
        return value, added


@dataclass(frozen=True, slots=True)
class _Omitted:
    """An unused `out` argument, or an optional one that is not given."""

    def value(self, _frame: Frame) -> Value:
        return Nothing()

    def saved_value(self, value: Value, _frame: Frame, _at: int) -> tuple[Value, int]:
        return value, 0


def _step(param: ast.Parameter, arg: ast.BoundArg) -> Step:
    if arg.value is None:
        return _Omitted()
    return _Out(param, arg.value) if param.direction in ("out", "inout") else expressions.Operand(arg.value, param.name)
