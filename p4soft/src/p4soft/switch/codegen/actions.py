# SPDX-License-Identifier: Apache-2.0
"""Generates one function per action: `A<id>(F, a)` with the arguments in the tuple `a`."""

from __future__ import annotations

from p4soft.switch.codegen.exprs import ExprGen
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.codegen.primitives import PrimitiveGen
from p4soft.switch.codegen.stores import StoreGen
from p4soft.switch.codegen.writer import Writer
from p4soft.switch.program.expr import Const
from p4soft.switch.program.model import Action, PrimitiveCall

_JUMPS = ("_jump", "_jump_if_zero")
MAX_ITERATIONS = 1 << 16


def emit_action(writer: Writer, layout: Layout, action: Action, *, hidden: bool) -> None:
    """The function of one action; `hidden`: it is no table's, it only wraps statements."""
    exprs = ExprGen(layout, writer, action.params)
    primitives = PrimitiveGen(writer, exprs, StoreGen(writer, exprs))
    writer.comment(f"action {action.name}", action.source)
    with writer.block(f"def A{action.id}(F, a):"):
        if action.params:
            names = "".join(f"p{i}, " for i in range(len(action.params)))
            writer.line(f"{names.rstrip()} = a")
        pairs = "".join(f"({p.name!r}, p{i}), " for i, p in enumerate(action.params))
        writer.trace("ActionEntered", repr(action.name), f"({pairs})", writer.src(action.source), repr(hidden))
        emit_primitives(writer, primitives, action.primitives)


def emit_primitives(writer: Writer, primitives: PrimitiveGen, calls: tuple[PrimitiveCall, ...]) -> None:
    """A list of primitives; jumps set a program counter that segments test, in a Python loop if any goes back."""
    jumps = [(i, _offset(c)) for i, c in enumerate(calls) if c.op in _JUMPS]
    if not jumps:
        for call in calls:
            primitives.emit(call)
        return
    writer.line("pc = 0")
    targets = {target for _, target in jumps}
    if all(target > i for i, target in jumps):
        _segments(writer, primitives, calls, targets)
        return
    with writer.block(f"for _ in range({MAX_ITERATIONS}):"):
        _segments(writer, primitives, calls, targets)
        writer.line("break")
    with writer.block("else:"):
        writer.line(f"raise AssertionFailed('a loop in P4 ran more than {MAX_ITERATIONS} times')")


def _segments(writer: Writer, primitives: PrimitiveGen, calls: tuple[PrimitiveCall, ...], targets: set[int]) -> None:
    """Straight runs of primitives between jumps and their targets, each guarded by the program counter."""
    i = 0
    while i < len(calls):
        end = i + 1
        while end < len(calls) and end not in targets and calls[end - 1].op not in _JUMPS:
            end += 1
        with writer.block(f"if pc <= {i}:"):
            for j, call in enumerate(calls[i:end], i):
                if call.op == "_jump":
                    _jump(writer, j, call)
                elif call.op == "_jump_if_zero":
                    primitives.exprs.hoist(call.args)
                    with writer.block(f"if {primitives.exprs.is_zero(call.args[0])}:"):
                        _jump(writer, j, call)
                    primitives.exprs.forget()
                else:
                    primitives.emit(call)
        i = end


def _jump(writer: Writer, at: int, call: PrimitiveCall) -> None:
    writer.line(f"pc = {_offset(call)}")
    if _offset(call) <= at:
        writer.line("continue")


def _offset(call: PrimitiveCall) -> int:
    target = call.args[-1]
    assert isinstance(target, Const), call
    return target.value
