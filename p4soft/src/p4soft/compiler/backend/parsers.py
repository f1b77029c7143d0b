# SPDX-License-Identifier: Apache-2.0
"""Parsers and the deparser as BMv2 JSON. Sub-parsers are inlined: their states are cloned at every call.

BMv2 states are straight-line: a choice inside a state (`if`, `?:` with side effects) splits it into several, as p4c
does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from msgspec.structs import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import calls as controls
from p4soft.compiler.backend import expressions, statements
from p4soft.compiler.backend.actions import (
    data,
    expression,
    hexstr,
    lvalue,
    operand,
    primitives,
    transition_key,
)
from p4soft.compiler.backend.calls import EnterParser
from p4soft.compiler.backend.context import Context, Frame
from p4soft.compiler.backend.ir import (
    Assign,
    Const,
    Exit,
    Expr,
    FieldRef,
    If,
    Label,
    Leave,
    Named,
    ParserOp,
    Prim,
    Scope,
    Stmt,
    UnionStackLastRef,
)
from p4soft.compiler.backend.storage import Env, Json, Names, scalar_type
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.evaluation import Instance, qualified
from p4soft.compiler.types import BitType


@dataclass
class State:
    """One BMv2 parse state being built."""

    name: str
    span: Span | None = None
    ops: list[Json] = field(default_factory=list)
    key: list[Json] = field(default_factory=list)
    transitions: list[Json] = field(default_factory=list)


def _default(next_state: str | None) -> Json:
    return {"type": "default", "value": None, "mask": None, "next_state": next_state}


class ParserWriter:
    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._names = Names()
        self._states: list[State] = []
        self._labels: dict[int, State] = {}
        self.value_sets: list[Json] = []

    def parser(self, instance: Instance, env: Env) -> Json:
        """The `parsers` item of the top-level parser; its parameters are bound in `env`."""
        self._names.reserve("accept")
        self._names.reserve("reject")
        self._enter(instance, env, None)
        return {
            "name": "parser",
            "id": 0,
            "init_state": "start",
            "parse_states": [
                {
                    "name": s.name,
                    "id": i,
                    # p4c leaves places out of parsers; BMv2 ignores them, our traces show them.
                    **({} if s.span is None else {"source_info": self._ctx.source_info(s.span)}),
                    "parser_ops": s.ops,
                    "transitions": s.transitions,
                    "transition_key": s.key,
                }
                for i, s in enumerate(self._states)
            ],
        }

    def _state(self, name: str, span: Span | None = None) -> State:
        state = State(self._names.new(name), span)
        self._states.append(state)
        return state

    # ------------------------------------------------------------------ one parser instance

    def _enter(self, instance: Instance, env: Env, after: State | None) -> State:
        """Clone a parser's states; `accept` leads to `after` (None: the end). The start state."""
        decl = instance.decl
        assert isinstance(decl, ast.ParserDecl)
        frame = Frame(self._ctx, env, [], "parser", "parser", None, instance)
        prologue: list[Stmt] = []
        for local in decl.locals:
            if isinstance(local, ast.VarDecl):
                statements.declare(local, frame.into(prologue))
            elif isinstance(local, ast.ValueSetDecl):
                self._value_set(local, instance)
        prefix = "" if after is None else f"{instance.name.rpartition('.')[2]}_"
        start_decl = next((s for s in decl.states if s.name == "start"), None)
        if start_decl is None:
            raise Unsupported(decl.span, f"parser '{decl.name}' has no start state")
        ordered = [start_decl, *(s for s in decl.states if s is not start_decl)]
        reachable = _reachable(start_decl)
        ordered = [s for s in ordered if id(s) in reachable]
        states = {id(s): self._state(prefix + s.name, s.span) for s in ordered}
        if prologue and id(start_decl) in _loop_targets(ordered):
            entry = self._state(f"{prefix}start")
            if after is None:  # the parser's entry is called start, and nothing refers to either name yet
                entry.name, states[id(start_decl)].name = states[id(start_decl)].name, entry.name
            self._ops(prologue, entry)
            entry.transitions = [_default(states[id(start_decl)].name)]
        else:
            entry = states[id(start_decl)]
        for state_decl in ordered:
            out: list[Stmt] = list(prologue) if entry is states[id(state_decl)] else []
            inner = replace(frame, out=out, env=Env(env))
            statements.lower_items(state_decl.items, inner)
            current = self._ops(out, states[id(state_decl)])
            if current is not None:
                self._transition(state_decl, current, states, after, inner)
        return entry

    def _value_set(self, decl: ast.ValueSetDecl, instance: Instance) -> None:
        name = qualified(instance.name, decl)
        if any(v["name"] == name for v in self.value_sets):
            return
        element = decl.type.element if isinstance(decl.type, types.SetType) else decl.type
        width = types.width_of(element)
        if width is None:
            raise Unsupported(decl.span, f"value set '{decl.name}' has elements without a fixed width")
        self.value_sets.append(
            {"name": name, "id": len(self.value_sets), "compressed_bitwidth": width, "max_size": decl.size_value}
        )

    # ------------------------------------------------------------------ statements

    def _ops(self, body: Sequence[Stmt], state: State) -> State | None:
        """Append statements to a state; the state they end in (None: nothing follows)."""
        current: State | None = state
        for stmt in body:
            if current is None:
                return None
            match stmt:
                case Assign():
                    self._op({"op": "set", "parameters": [lvalue(stmt.target), data(stmt.value)]}, stmt.span, current)
                case Prim():
                    current.ops.append({"op": "primitive", "parameters": [self._primitive(stmt)]})
                case ParserOp():
                    self._op(_parser_op(stmt), stmt.span, current)
                case If():
                    current = self._choice(stmt, current)
                case Scope():
                    after = State("")
                    self._labels[id(stmt.label)] = after
                    current = self._join(self._ops(stmt.body, current), after, stmt.label)
                case Leave():
                    target = self._labels[id(stmt.label)]
                    self._named(target)
                    current.transitions = [_default(target.name)]
                    current = None
                case EnterParser():
                    after = self._state(f"{current.name}_after")
                    entry = self._enter(stmt.instance, stmt.env, after)
                    current.transitions = [_default(entry.name)]
                    current = after
                case _:
                    raise Unsupported(stmt.span, "this is not supported in a parser on BMv2")
        return current

    def _op(self, op: Json, span: Span, state: State) -> None:
        state.ops.append({**op, "source_info": self._ctx.source_info(span)})

    def _primitive(self, stmt: Prim) -> Json:
        return {
            "op": stmt.op,
            "parameters": [operand(a) for a in stmt.args],
            "source_info": self._ctx.source_info(stmt.span),
        }

    def _named(self, state: State) -> None:
        if not state.name:
            state.name = self._names.new("join")
            self._states.append(state)

    def _join(self, ended: State | None, after: State, label: Label) -> State | None:
        """The state after a scope: a separate one only if something jumped to the scope's end."""
        del self._labels[id(label)]
        if not after.name:
            return ended
        if ended is not None:
            ended.transitions = [_default(after.name)]
        return after

    def _choice(self, stmt: If, current: State) -> State | None:
        flag = self._flag(stmt.condition, current)
        then = self._state(f"{current.name}_true")
        current.key = [flag]
        after: State | None = None
        ends: list[State] = []
        then_end = self._ops(stmt.then, then)
        if then_end is not None:
            ends.append(then_end)
        otherwise_name: str
        if stmt.otherwise:
            otherwise = self._state(f"{current.name}_false")
            otherwise_name = otherwise.name
            otherwise_end = self._ops(stmt.otherwise, otherwise)
            if otherwise_end is not None:
                ends.append(otherwise_end)
            if ends:
                after = self._state(f"{current.name}_join")
        else:
            after = self._state(f"{current.name}_join")
            otherwise_name = after.name
        if after is not None:
            for end in ends:
                end.transitions = [_default(after.name)]
        current.transitions = [
            {"type": "hexstr", "value": "0x01", "mask": None, "next_state": then.name},
            _default(otherwise_name),
        ]
        return after

    def _flag(self, condition: Expr, state: State) -> Json:
        key = transition_key(condition)
        if key is not None:
            return key
        place = self._ctx.layout.scalar("cond", condition.type)
        state.ops.append({"op": "set", "parameters": [lvalue(place), data(condition)]})
        stored = transition_key(place)
        assert stored is not None
        return stored

    # ------------------------------------------------------------------ transitions

    def _transition(
        self, decl: ast.ParserState, state: State, states: dict[int, State], after: State | None, frame: Frame
    ) -> None:
        transition = decl.transition

        def target(name: str, state_decl: ast.ParserState | None, span: Span) -> str | None:
            if state_decl is not None:
                return states[id(state_decl)].name
            if name == "reject":
                self._ctx.program.diagnostics.warn(
                    span, "simple_switch has no explicit reject: the packet continues as after accept", code="reject"
                )
                return None
            return None if after is None else after.name

        if transition is None:
            state.transitions = [_default(target("reject", None, decl.span))]
            return
        if not transition.is_select:
            state.transitions = [_default(target(transition.state, transition.decl, transition.span))]
            return
        out: list[Stmt] = []
        keys = [self._select_key(selector, frame.into(out)) for selector in transition.selectors]
        last = self._ops(out, state)
        if last is None:
            return
        last.key = [self._flag(key, last) for key in keys]
        widths = [k.type.width if isinstance(k.type, BitType) else 1 for k in keys]
        for case in transition.cases:
            next_state = target(case.state, case.decl, case.span)
            if not case.keysets or not keys:
                last.transitions.append(_default(next_state))
                continue
            first = case.keysets[0]
            if isinstance(first, ast.PathExpr) and isinstance(first.decl, ast.ValueSetDecl):
                if len(case.keysets) > 1 and not all(
                    isinstance(k, ast.PathExpr) and k.decl is first.decl for k in case.keysets
                ):
                    raise Unsupported(case.span, "a value set must match the whole select key on BMv2")
                name = qualified(frame.instance.name if frame.instance else "", first.decl)
                last.transitions.append({"type": "parse_vset", "value": name, "mask": None, "next_state": next_state})
                continue
            for keyset in expand_ranges(
                [self._keyset(k, w, frame) for k, w in zip(case.keysets, widths, strict=False)], widths
            ):
                value, mask, size = combine(keyset, widths)
                if mask == 0:
                    last.transitions.append(_default(next_state))
                else:
                    full = combine([(0, (1 << w) - 1) for w in widths], widths)[1]
                    last.transitions.append(
                        {
                            "type": "hexstr",
                            "value": hexstr(value, size * 8),
                            "mask": None if mask == full else hexstr(mask, size * 8),
                            "next_state": next_state,
                        }
                    )

    def _select_key(self, selector: ast.Expression, frame: Frame) -> Expr:
        value = expressions.lower(selector, frame)
        key = expressions.as_scalar(value, selector.span)
        if isinstance(key, UnionStackLastRef) or transition_key(key) is not None:
            return key
        stored = scalar_type(frame.type(selector))
        if stored is None:
            raise Unsupported(selector.span, "a select key must be a scalar")
        return frame.saved(key, selector.span, "key")

    def _keyset(self, keyset: ast.Expression, width: int, frame: Frame) -> tuple[int, int] | range:
        everything = (1 << width) - 1

        def number(expr: ast.Expression) -> int:
            value = expressions.lower(expr, frame)
            if not isinstance(value, Const):
                raise Unsupported(expr.span, "a select case must be a constant on BMv2")
            return value.value & everything

        match keyset:
            case ast.DefaultExpr() | ast.DontCareExpr():
                return 0, 0
            case ast.Mask():
                mask = number(keyset.mask)
                return number(keyset.value) & mask, mask
            case ast.Range():
                return range(number(keyset.low), number(keyset.high) + 1)
            case _:
                return number(keyset), everything


def _parser_op(stmt: ParserOp) -> Json:
    parameters: list[object] = []
    for arg in stmt.args:
        match arg:
            case Named(kind="union_stack"):
                parameters.append({"type": "union_stack", "value": arg.name.split("\n")})
            case Named():
                parameters.append({"type": arg.kind, "value": arg.name})
            case Expr() if stmt.op == "verify":
                parameters.append(expression(arg))
            case Expr() if stmt.op == "extract_VL":
                parameters.append({"type": "expression", "value": expression(arg)})
            case Expr():
                parameters.append(data(arg))
            case _:
                raise Unsupported(stmt.span, "this argument is not supported in a parser")
    return {"op": stmt.op, "parameters": parameters}


def _successors(state: ast.ParserState) -> list[ast.ParserState]:
    transition = state.transition
    if transition is None:
        return []
    found = [transition.decl] if not transition.is_select else [c.decl for c in transition.cases]
    return [s for s in found if s is not None]


def _reachable(start: ast.ParserState) -> set[int]:
    seen = {id(start)}
    queue = [start]
    while queue:
        for successor in _successors(queue.pop()):
            if id(successor) not in seen:
                seen.add(id(successor))
                queue.append(successor)
    return seen


def _loop_targets(states: Sequence[ast.ParserState]) -> set[int]:
    return {id(successor) for state in states for successor in _successors(state)}


def parser_env(ctx: Context, instance: Instance) -> Env:
    """The environment of a parser instance, parameters not yet bound."""
    return Env(controls.constructor_env(ctx, instance))


# --- Select keysets: ranges as masks, and several keys as the one byte-padded number BMv2 compares -------------------


Ternary = tuple[int, int]
"""(value, mask)."""


def range_to_masks(low: int, high: int, width: int) -> Iterator[Ternary]:
    """The fewest aligned value/mask pairs that cover `low..high` (inclusive) of `width` bits."""
    everything = (1 << width) - 1
    while low <= high:
        size = low & -low if low else 1 << width
        while low + size - 1 > high:
            size >>= 1
        yield low, everything & ~(size - 1)
        low += size


def expand_ranges(keysets: Sequence[Ternary | range], widths: Sequence[int]) -> list[list[Ternary]]:
    """Every combination of keysets with the ranges replaced by masks."""
    choices: list[list[Ternary]] = []
    for i, keyset in enumerate(keysets):
        if isinstance(keyset, range):
            choices.append(list(range_to_masks(keyset.start, keyset.stop - 1, widths[i])))
        else:
            choices.append([keyset])
    return [list(choice) for choice in product(*choices)]


def combine(keysets: Sequence[Ternary], widths: Sequence[int]) -> tuple[int, int, int]:
    """Byte-padded keys one after the other: value, mask, length in bytes. A single default keyset covers all keys."""
    if len(keysets) < len(widths):
        return 0, 0, sum((w + 7) // 8 for w in widths)
    value = mask = size = 0
    for (part, part_mask), width in zip(keysets, widths, strict=True):
        length = (width + 7) // 8
        value = value << (8 * length) | part
        mask = mask << (8 * length) | part_mask
        size += length
    return value, mask, size


# --- The deparser: the order in which headers are emitted, and what runs before that ---------------------------------


def deparser_json(body: Sequence[Stmt], span: Span, ctx: Context) -> Json:
    """The one item of `deparsers`.

    simple_switch runs all statements first and emits the headers then; how much room it leaves for them it has decided
    before both.

    Raises:
        Unsupported: something that depends on a condition, or changes a header.
    """
    metadata = {item["name"] for item in ctx.layout.headers if item["metadata"]}
    order: list[str] = []
    before: list[Stmt] = []
    for stmt in straight(body):
        if isinstance(stmt, Prim) and stmt.op == "emit" and isinstance(stmt.args[0], Named):
            order.append(stmt.args[0].name)
        elif isinstance(stmt, Assign | Prim) and not set(_written(stmt)) - metadata:
            before.append(stmt)
        else:
            what = "simple_switch's deparser can only emit headers as they are, call externs and set variables"
            raise Unsupported(stmt.span, what)
    return {
        "name": "deparser",
        "id": 0,
        "source_info": ctx.source_info(span),
        "order": order,
        "primitives": primitives(before, ctx),
    }


def straight(body: Sequence[Stmt]) -> list[Stmt]:
    """The statements that run, up to a `return` or `exit`; choices are refused."""
    out: list[Stmt] = []
    _run(body, out)
    return out


def _run(body: Sequence[Stmt], out: list[Stmt]) -> Label | Exit | None:
    """Append what runs; what the rest is left for, if anything."""
    for stmt in body:
        match stmt:
            case Scope():
                left = _run(stmt.body, out)
                if left is not None and left is not stmt.label:
                    return left
            case Leave():
                return stmt.label
            case Exit():
                return stmt
            case If():
                raise Unsupported(stmt.span, "conditions are not supported in this control on simple_switch")
            case _:
                out.append(stmt)
    return None


def _written(stmt: Assign | Prim) -> Iterator[str]:
    """The instances of headers and metadata that a statement may write to."""
    if isinstance(stmt, Assign):
        yield stmt.target.header if isinstance(stmt.target, FieldRef) else stmt.target.stack
    for arg in stmt.args if isinstance(stmt, Prim) else ():
        if isinstance(arg, Named) and arg.kind.startswith("header"):
            yield arg.name
