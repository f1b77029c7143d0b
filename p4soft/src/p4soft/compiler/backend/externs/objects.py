# SPDX-License-Identifier: Apache-2.0
"""Methods of v1model's extern objects: counters, meters, registers."""

from __future__ import annotations

from collections.abc import Callable

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.externs.operands import arguments, in_written_order, place_out, simple, value_in, writes
from p4soft.compiler.backend.ir.nodes import Const, FieldRef, Named, Prim
from p4soft.compiler.backend.storage.values import Nothing, Value
from p4soft.compiler.evaluation.instances import Instance
from p4soft.compiler.types import BitType, BoolType
from p4soft.compiler.unsupported import Unsupported


def _count(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    frame.emit(Prim("count", (Named("counter_array", instance.name), value_in(arguments(call)[0], frame)), call.span))
    return Nothing()


def _direct_count(_instance: Instance, _call: ast.Call, _frame: Frame) -> Value:
    return Nothing()


def _execute_meter(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    index, result = arguments(call)
    number = value_in(index, frame)
    out = place_out(result, frame)
    return writes("execute_meter", (Named("meter_array", instance.name), number, out[0]), out, frame, call.span)


def _direct_meter(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    target = expressions.lvalue(arguments(call)[0], frame)
    if not isinstance(target, FieldRef):
        raise Unsupported(call.span, "the result of a direct meter must be a header or metadata field")
    known = frame.ctx.meter_results.setdefault(id(instance), target)
    if known != target:
        raise Unsupported(
            call.span, f"all reads of direct meter '{instance.name}' must have the same destination on BMv2"
        )
    return Nothing()


def _register_read(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    result, index = arguments(call)
    out = place_out(result, frame)
    number = value_in(index, frame)
    return writes("register_read", (out[0], Named("register_array", instance.name), number), out, frame, call.span)


def _register_write(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    values = in_written_order(call, frame, 0, 1)
    index, value = (simple(expressions.as_scalar(v, call.span), frame, call.span) for v in values)
    if isinstance(value, Const) and isinstance(value.type, BoolType):
        value = Const(BitType(1), value.value)
    frame.emit(Prim("register_write", (Named("register_array", instance.name), index, value), call.span))
    return Nothing()


METHODS: dict[tuple[str, str], Callable[[Instance, ast.Call, Frame], Value]] = {
    ("counter", "count"): _count,
    ("direct_counter", "count"): _direct_count,
    ("meter", "execute_meter"): _execute_meter,
    ("direct_meter", "read"): _direct_meter,
    ("register", "read"): _register_read,
    ("register", "write"): _register_write,
}
