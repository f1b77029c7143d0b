# SPDX-License-Identifier: Apache-2.0
"""Lowered expressions and actions as BMv2 JSON: structured statements become a flat list of primitives with jumps."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler.backend.context import ActionInfo, Context
from p4soft.compiler.backend.ir import (
    Assign,
    Binary,
    Const,
    Exit,
    Expr,
    FieldRef,
    If,
    Label,
    LastIndex,
    Leave,
    Lookahead,
    Loop,
    LValue,
    Mux,
    Named,
    Operand,
    ParamRef,
    Prim,
    Scope,
    StackElementRef,
    StackLastRef,
    Stmt,
    Text,
    Unary,
    UnionStackLastRef,
    Valid,
    ValidUnion,
    Vector,
)
from p4soft.compiler.backend.storage import Json
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.types import BitType, BoolType

# --- Expressions -----------------------------------------------------------------------------------------------------


def hexstr(value: int, width: int) -> str:
    """A number as BMv2 reads it: `0x`, big endian, padded to the bytes of `width` bits; negative ones with a sign."""
    digits = f"{abs(value):0{(width + 7) // 8 * 2}x}"
    return f"{'-' if value < 0 else ''}0x{digits}"


def _hex(expr: Const) -> Json:
    width = expr.type.width if isinstance(expr.type, BitType) else 1
    return {"type": "hexstr", "value": hexstr(expr.value, width)}


def _operation(op: str, left: object, right: object) -> Json:
    return {"type": "expression", "value": {"op": op, "left": left, "right": right}}


def _stored_bool(field: Json) -> Json:
    return _operation("d2b", None, field)


def expression(expr: Expr) -> Json:
    """An expression inside an expression. Bools stored as data are converted with `d2b`.

    Raises:
        TypeError: there is no JSON for it: it only occurs in parsers, or as a place.
    """
    is_bool = isinstance(expr.type, BoolType)
    match expr:
        case Const():
            return {"type": "bool", "value": bool(expr.value)} if is_bool else _hex(expr)
        case FieldRef():
            field: Json = {"type": "field", "value": [expr.header, expr.name]}
            return _stored_bool(field) if is_bool else field
        case ParamRef():
            local: Json = {"type": "local", "value": expr.index}
            return _stored_bool(local) if is_bool else local
        case Valid():
            return _stored_bool({"type": "field", "value": [expr.header, "$valid$"]})
        case ValidUnion():
            return _operation("valid_union", None, {"type": "header_union", "value": expr.union})
        case LastIndex():
            return _operation("last_stack_index", None, {"type": "header_stack", "value": expr.stack})
        case StackLastRef():
            last: Json = {"type": "stack_field", "value": [expr.stack, expr.name]}
            return _stored_bool(last) if is_bool else last
        case StackElementRef():
            stack: Json = {"type": "header_stack", "value": expr.stack}
            element = _operation(
                "access_field", _operation("dereference_header_stack", stack, expression(expr.index)), expr.offset
            )
            return _stored_bool(element) if is_bool else element
        case Unary():
            return _operation(expr.op, None, expression(expr.operand))
        case Binary(op="widen"):
            return expression(expr.left)
        case Binary():
            return _operation(expr.op, expression(expr.left), expression(expr.right))
        case Mux():
            return {
                "type": "expression",
                "value": {
                    "op": "?",
                    "left": expression(expr.if_true),
                    "right": expression(expr.if_false),
                    "cond": expression(expr.condition),
                },
            }
        case _:
            raise TypeError(f"{expr!r} cannot be part of an expression")


def _wrapped(inner: Json) -> Json:
    """BMv2 wants a computed argument inside one more `expression` object."""
    return {"type": "expression", "value": inner}


def data(expr: Expr) -> Json:
    """An expression as an argument of a primitive: bools become data (`b2d`), computed ones are wrapped."""
    if isinstance(expr.type, BoolType):
        match expr:
            case Const():
                return _hex(expr)
            case FieldRef():
                return {"type": "field", "value": [expr.header, expr.name]}
            case ParamRef():
                return {"type": "runtime_data", "value": expr.index}
            case Valid():
                return {"type": "field", "value": [expr.header, "$valid$"]}
            case Lookahead():
                return {"type": "lookahead", "value": [expr.offset, expr.width]}
            case _:
                return _wrapped(_operation("b2d", None, expression(expr)))
    match expr:
        case Const() | FieldRef():
            return expression(expr)
        case ParamRef():
            return {"type": "runtime_data", "value": expr.index}
        case Lookahead():
            return {"type": "lookahead", "value": [expr.offset, expr.width]}
        case Binary(op="widen"):
            return data(expr.left)
        case _:
            return _wrapped(expression(expr))


def lvalue(target: LValue) -> Json:
    match target:
        case FieldRef():
            return {"type": "field", "value": [target.header, target.name]}
        case StackElementRef():
            stack: Json = {"type": "header_stack", "value": target.stack}
            element = _operation("dereference_header_stack", stack, expression(target.index))
            return _wrapped(_operation("access_field", element, target.offset))


def operand(arg: Operand) -> Json:
    """An argument of a primitive."""
    match arg:
        case Named():
            return {"type": arg.kind, "value": arg.name}
        case Text():
            return {"type": "string", "value": arg.value}
        case Vector():
            return {"type": "parameters_vector", "value": [data(item) for item in arg.items]}
        case _:
            return data(arg)


def transition_key(expr: Expr) -> Json | None:
    """A select key as BMv2 takes it, or None if it must be computed into a field first."""
    match expr:
        case FieldRef():
            return {"type": "field", "value": [expr.header, expr.name]}
        case Valid():
            return {"type": "field", "value": [expr.header, "$valid$"]}
        case StackLastRef():
            return {"type": "stack_field", "value": [expr.stack, expr.name]}
        case UnionStackLastRef():
            return {"type": "union_stack_field", "value": [expr.stack, expr.member, expr.name]}
        case _:
            return None


def inputs(items: Sequence[Expr]) -> list[Json]:
    """Fields and constants of a calculation or field list; constants carry their width.

    Raises:
        TypeError: one is neither field nor constant: lowering has saved all others.
    """
    result: list[Json] = []
    for item in items:
        match item:
            case FieldRef():
                result.append({"type": "field", "value": [item.header, item.name]})
            case Const():
                width = item.type.width if isinstance(item.type, BitType) else 1
                value = item.value & ((1 << width) - 1)
                result.append({"type": "hexstr", "value": hexstr(value, width), "bitwidth": width})
            case _:
                raise TypeError(f"{item!r} cannot be an input of a calculation")
    return result


# --- Actions ---------------------------------------------------------------------------------------------------------


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
