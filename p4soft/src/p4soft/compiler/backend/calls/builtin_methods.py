# SPDX-License-Identifier: Apache-2.0
"""Methods of headers and stacks: `isValid`, `setValid`, `push_front`, ..."""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.expressions import aggregates, comparison
from p4soft.compiler.backend.ir.nodes import Const, Named, Prim
from p4soft.compiler.backend.storage.values import (
    HeaderPlace,
    Nothing,
    StackElementPlace,
    StackPlace,
    UnionPlace,
    Value,
)
from p4soft.compiler.source import Span
from p4soft.compiler.types import BitType
from p4soft.compiler.unsupported import Unsupported


def call_builtin(call: ast.Call, frame: Frame) -> Value:
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
            return comparison.valid(target, span)
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
