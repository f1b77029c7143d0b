# SPDX-License-Identifier: Apache-2.0
"""Which values of a frame's fields make a difference: what a program compares a field, or a copy of it, with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p4soft.switch import Program
from p4soft.switch.program.model import Const, Expr, FieldRef, Op, PrimitiveCall

_EQUAL = frozenset({"==", "!="})
_ORDER = frozenset({"<", "<=", ">", ">="})
_BITS = frozenset({"&", "|"})
_COPIES = frozenset({"assign", "set"})
_ROUNDS = 4
"""How many copies after one another are followed."""


def originals(program: Program) -> Mapping[FieldRef, frozenset[FieldRef]]:
    """For every field the fields that it may be a copy of, itself included; casts and masks count as copies."""
    found: dict[FieldRef, set[FieldRef]] = {}
    for call in _calls(program):
        if call.op in _COPIES and len(call.args) == 2 and isinstance(call.args[0], FieldRef):
            sources = set(_fields(call.args[1]))
            if len(sources) == 1:
                found.setdefault(call.args[0], set()).update(sources)
    for _ in range(_ROUNDS):
        for sources in found.values():
            sources |= {further for source in sorted(sources, key=str) for further in found.get(source, ())}
    return {ref: frozenset(sources | {ref}) for ref, sources in found.items()}


def compared(program: Program) -> Mapping[FieldRef, tuple[int, ...]]:
    """For every field the constants that it, or a copy of it, is compared with in an `if`, and those next to them."""
    origins = originals(program)
    found: dict[FieldRef, set[int]] = {}
    for pipeline in program.pipelines.values():
        for conditional in pipeline.conditionals.values():
            for ref, value in _comparisons(conditional.condition):
                for source in origins.get(ref, {ref}):
                    found.setdefault(source, set()).add(value)
    return {ref: tuple(sorted(values)) for ref, values in found.items()}


def _calls(program: Program) -> Iterator[PrimitiveCall]:
    for action in program.actions.values():
        yield from action.primitives
    for parser in program.parsers.values():
        for state in parser.states.values():
            yield from (PrimitiveCall("set", tuple(op.args[:2])) for op in state.ops if op.op == "set")


def _comparisons(expr: Expr) -> Iterator[tuple[FieldRef, int]]:
    if not isinstance(expr, Op):
        return
    if expr.op in _EQUAL | _ORDER | _BITS:
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if side is not None and isinstance(other, Const) and other.value >= 0:
                near = (-1, 0, 1) if expr.op in _ORDER else (0,)
                yield from ((ref, other.value + by) for ref in _fields(side) for by in near if other.value + by >= 0)
    for inner in (expr.cond, expr.left, expr.right):
        if inner is not None:
            yield from _comparisons(inner)


def _fields(expr: Expr) -> Iterator[FieldRef]:
    match expr:
        case FieldRef():
            yield expr
        case Op():
            for inner in (expr.cond, expr.left, expr.right):
                if inner is not None:
                    yield from _fields(inner)
