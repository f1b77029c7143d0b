# SPDX-License-Identifier: Apache-2.0
"""Actions as BMv2 primitives: structured statements become a flat list with `_jump` and `_jump_if_zero`."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler.backend.bmv2_json.expressions import data, hexstr, lvalue, operand
from p4soft.compiler.backend.context import ActionInfo, Context
from p4soft.compiler.backend.ir import Assign, Exit, If, Label, Leave, Loop, Prim, Scope, Stmt
from p4soft.compiler.backend.storage import Json
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.types import BitType

_OFFSET_WIDTH = 32


def action_json(info: ActionInfo, ctx: Context) -> Json:
    """One item of `actions`."""
    params = [{"name": n, "bitwidth": t.width if isinstance(t, BitType) else 1} for n, t in info.params]
    calls = primitives(info.body, ctx)
    found: Json = {"name": info.name, "id": info.id, "runtime_data": params, "primitives": calls}
    if calls:  # p4c leaves the place out; the format has it, and traces show it
        found["source_info"] = ctx.source_info(info.span)
    return found


def primitives(body: Sequence[Stmt], ctx: Context) -> list[Json]:
    return _Linear(ctx).run(body)


class _Linear:
    """Flattens one action's body; jump targets are filled in when the position of their label is known."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._out: list[Json] = []
        self._open: dict[int, list[int]] = {}
        self._spans: list[Span] = []
        self._keep: list[Label] = []
        self._end = Label("end")

    def run(self, body: Sequence[Stmt]) -> list[Json]:
        self._block(body)
        self._place(self._end)
        for waiting in self._open.values():
            raise Unsupported(self._spans[waiting[0]], "return from inside a loop in a control's body is not supported")
        return self._out

    def _block(self, body: Sequence[Stmt]) -> None:
        for i, stmt in enumerate(body):
            self._statement(stmt)
            if isinstance(stmt, Leave | Exit) and i < len(body) - 1:
                break

    def _add(self, op: str, parameters: list[Json], span: Span) -> None:
        self._out.append({"op": op, "parameters": parameters, "source_info": self._ctx.source_info(span)})
        self._spans.append(span)

    def _jump(self, label: Label, span: Span, condition: Json | None = None) -> None:
        self._open.setdefault(id(label), []).append(len(self._out))
        self._keep.append(label)
        if condition is None:
            self._add("_jump", [], span)
        else:
            self._add("_jump_if_zero", [condition], span)

    def _jump_to(self, position: int, span: Span) -> None:
        self._add("_jump", [_offset(position)], span)

    def _place(self, label: Label) -> None:
        """The label is here: jumps to it get this offset; one that would only lead to the next primitive is dropped."""
        waiting = self._open.pop(id(label), [])
        last = len(self._out) - 1
        if waiting and waiting[-1] == last and self._out[last]["op"] == "_jump" and not self._targeted(last + 1):
            self._out.pop()
            self._spans.pop()
            waiting.pop()
        for position in waiting:
            parameters = self._out[position]["parameters"]
            assert isinstance(parameters, list)
            parameters.append(_offset(len(self._out)))

    def _targeted(self, position: int) -> bool:
        """Whether a jump already placed leads to a position."""
        target = _offset(position)
        for primitive in self._out:
            if primitive["op"] in ("_jump", "_jump_if_zero"):
                parameters = primitive["parameters"]
                assert isinstance(parameters, list)
                if parameters and parameters[-1] == target:
                    return True
        return False

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case Assign():
                self._add("assign", [lvalue(stmt.target), data(stmt.value)], stmt.span)
            case Prim():
                self._add(stmt.op, [operand(a) for a in stmt.args], stmt.span)
            case If():
                otherwise, done = Label("else"), Label("endif")
                self._jump(otherwise, stmt.span, data(stmt.condition))
                self._block(stmt.then)
                if stmt.otherwise:
                    if not (stmt.then and isinstance(stmt.then[-1], Leave | Exit)):
                        self._jump(done, stmt.span)
                    self._place_else(otherwise)
                    self._block(stmt.otherwise)
                    self._place(done)
                else:
                    self._place_else(otherwise)
            case Scope():
                self._block(stmt.body)
                self._place(stmt.label)
            case Leave():
                self._jump(stmt.label, stmt.span)
            case Loop():
                start = len(self._out)
                self._block(stmt.prelude)
                self._jump(stmt.done, stmt.span, data(stmt.condition))
                self._block(stmt.body)
                self._jump_to(start, stmt.span)
                self._place_else(stmt.done)
            case Exit():
                self._add("exit", [], stmt.span)
                self._jump(self._end, stmt.span)
            case _:
                raise Unsupported(stmt.span, "this is not supported inside an action on BMv2")

    def _place_else(self, label: Label) -> None:
        """As `_place`, without dropping anything: the waiting jump is conditional."""
        for position in self._open.pop(id(label), []):
            parameters = self._out[position]["parameters"]
            assert isinstance(parameters, list)
            parameters.append(_offset(len(self._out)))


def _offset(position: int) -> Json:
    return {"type": "hexstr", "value": hexstr(position, _OFFSET_WIDTH)}
