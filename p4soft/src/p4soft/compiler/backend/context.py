# SPDX-License-Identifier: Apache-2.0
"""What lowering a program shares: storage, generated objects, diagnostics; and the frame a body is lowered in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend.ir import ApplyTable, Assign, Const, Expr, FieldRef, Label, ScalarType, Stmt
from p4soft.compiler.backend.storage import Env, Json, Layout, Names, Value
from p4soft.compiler.diagnostics import Span
from p4soft.compiler.evaluation import Evaluator, Instance
from p4soft.compiler.front_end import TypedProgram


@dataclass
class ActionInfo:
    """One action of the JSON: `name` is the control plane's, `id` unique (specialised copies share the name)."""

    id: int
    name: str
    params: list[tuple[str, ScalarType]]
    body: list[Stmt]
    span: Span


@dataclass
class KeyInfo:
    """One element of a table key: the storage matched on, an optional constant mask, its control-plane name."""

    match_kind: str
    target: Expr
    mask: int | None
    name: str
    type: ScalarType
    computed: bool


@dataclass
class TableInfo:
    """A table instance. `actions` pairs what the action list says with the lowered action."""

    name: str
    decl: ast.TableDecl
    scope: ControlScope
    keys: list[KeyInfo]
    actions: list[tuple[ast.ActionRef, ActionInfo]]
    default: tuple[ActionInfo, tuple[Const, ...], bool] | None
    implementation: Instance | None = None
    selector_input: list[Expr] = field(default_factory=list)
    counter: Instance | None = None
    meter: Instance | None = None


class CopyOut(Struct, frozen=True, eq=False):
    """A copy to make when the callee returns, or when an `exit` in it ends the callers too."""

    target: Value
    source: Value
    span: Span


@dataclass
class ControlScope:
    """The inside of one control instance: its environment, and its tables and actions lowered so far.

    `on_exit` are the copies that an `exit` makes first for the caller of the control.
    """

    instance: Instance
    env: Env
    pipeline: str
    tables: dict[int, TableInfo] = field(default_factory=dict)
    on_exit: tuple[CopyOut, ...] = ()
    bound: bool = False


class Lowering(Struct, frozen=True):
    """How expressions reach the calls in them, which have expressions in turn.

    `lower_program` hands these down, so that no module imports one that imports it.
    """

    call: Callable[[ast.Call, Frame], Value]
    apply_table: Callable[[ast.Call, Frame], ApplyTable]


class Calculation(Struct, frozen=True):
    """A named calculation over some scalars, and over the packet's payload for some checksums."""

    name: str
    algorithm: str
    inputs: Sequence[Expr]
    span: Span | None
    payload: bool = False


class FieldList(Struct, frozen=True):
    """What a clone, a recirculation or a resubmission preserves."""

    name: str
    fields: Sequence[Expr]


class LearnList(Struct, frozen=True):
    name: str
    span: Span
    items: Sequence[Expr]


@dataclass
class Context:
    lowering: Lowering
    program: TypedProgram
    layout: Layout
    evaluator: Evaluator
    globals: Env
    left_out: frozenset[str] = frozenset()
    actions: list[ActionInfo] = field(default_factory=list)
    action_index: dict[tuple[object, ...], ActionInfo] = field(default_factory=dict)
    scopes: dict[int, ControlScope] = field(default_factory=dict)
    apply_counts: dict[int, int] = field(default_factory=dict)
    calculations: list[Calculation] = field(default_factory=list)
    field_lists: list[FieldList] = field(default_factory=list)
    learn_lists: list[LearnList] = field(default_factory=list)
    field_list_ids: dict[str, int] = field(default_factory=dict)
    meter_results: dict[int, FieldRef] = field(default_factory=dict)
    names: Names = field(default_factory=Names)
    calls: int = 0

    def new_action(self, name: str, params: list[tuple[str, ScalarType]], body: list[Stmt], span: Span) -> ActionInfo:
        info = ActionInfo(len(self.actions), name, params, body, span)
        self.actions.append(info)
        return info

    def calculation(
        self, algorithm: str, inputs: Sequence[Expr], span: Span | None, *, payload: bool = False
    ) -> Calculation:
        """A new calculation of the JSON, named like no other."""
        found = Calculation(self.names.new("calc"), algorithm, inputs, span, payload)
        self.calculations.append(found)
        return found

    def source_info(self, span: Span) -> Json:
        """BMv2's `source_info` of a span: columns from 0, the text of the first line."""
        text = self.program.sources.fragment(span)
        first, newline, _rest = text.partition("\n")
        fragment = first.rstrip().removesuffix(";").rstrip() + (" ..." if newline else "")
        return {
            "filename": span.file,
            "line": span.line,
            "column": max(0, span.column - 1),
            "source_fragment": fragment,
        }


class Frame(Struct, frozen=True):
    """Where lowering stands: the names in scope, the statement list being appended to, where `return` leads.

    `on_exit`: the copies that `exit` makes before it ends the callers, the innermost call's first.

    `block` is what simple_switch runs the code in: "parser", "control" (a pipeline's graph), "action", "deparser",
    "verify" or "update"; `pipeline` is "parser", "ingress", "egress", "deparser", "verify" or "update".
    """

    ctx: Context
    env: Env
    out: list[Stmt]
    block: str
    pipeline: str
    scope: ControlScope | None = None
    instance: Instance | None = None
    return_label: Label | None = None
    return_place: Value | None = None
    break_label: Label | None = None
    continue_label: Label | None = None
    on_exit: tuple[CopyOut, ...] = ()

    def into(self, out: list[Stmt]) -> Frame:
        """The same frame appending to another list."""
        return replace(self, out=out)

    def inner(self) -> Frame:
        """A frame with a nested name scope, appending to the same list."""
        return replace(self, env=Env(self.env))

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def temp(self, type_: ScalarType, hint: str = "tmp") -> FieldRef:
        return self.ctx.layout.scalar(hint, type_)

    def saved(self, expr: Expr, span: Span, hint: str = "tmp", at: int | None = None) -> FieldRef:
        """The value of an expression, stored in a temporary at position `at` of the statements (default: the end)."""
        temporary = self.temp(expr.type, hint)
        if hint == "tmp":  # the others are loop counters and the like, which change
            self.ctx.layout.mark_temporary(temporary)
        self.out.insert(len(self.out) if at is None else at, Assign(temporary, expr, span))
        return temporary

    def type(self, node: ast.Expression | ast.Declaration) -> types.Type:
        """A node's type with the enclosing generics' arguments substituted."""
        return self.env.resolve(node.type)


# --- Evaluation from left to right (P4_16 §8.1) ----------------------------------------------------------------------


class Step(Protocol):
    """The evaluation of one of several expressions that are evaluated one after the other."""

    def value(self, frame: Frame) -> Value:
        """Its value now; statements it needs are appended to the frame."""

    def saved_value(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        """Called when a later step has statements: what stands for `value` then.

        Also how many statements, put in at position `at` of the frame's, it took to save it there.
        """


def evaluate_in_order(steps: Sequence[Step], frame: Frame) -> list[Value]:
    """The values of several expressions, each as it was at its step."""
    values: list[Value] = []
    marks: list[int] = []
    for step in steps:
        before = len(frame.out)
        values.append(step.value(frame))
        if len(frame.out) > before:
            for i in reversed(range(len(marks))):
                values[i], added = steps[i].saved_value(values[i], frame, marks[i])
                marks = [mark + added if j >= i else mark for j, mark in enumerate(marks)]
        marks.append(len(frame.out))
    return values
