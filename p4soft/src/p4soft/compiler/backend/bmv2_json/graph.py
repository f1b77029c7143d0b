# SPDX-License-Identifier: Apache-2.0
"""A control's body as BMv2's graph of tables and conditionals.

Built from the end: every statement list is lowered with the name of the node that follows it. Statements that are
neither tables nor choices are gathered into hidden actions, run by hidden tables (`tbl_<file><line>`, as p4c names
them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from p4soft.compiler.backend.bmv2_json.expressions import expression
from p4soft.compiler.backend.context import Context, TableInfo
from p4soft.compiler.backend.ir.nodes import (
    ApplyTable,
    Assign,
    Const,
    Exit,
    If,
    Label,
    Leave,
    Loop,
    Prim,
    RunAction,
    Scope,
    Stmt,
)
from p4soft.compiler.backend.storage.layout import Json
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


@dataclass(slots=True)
class TableNode:
    """Where a table leads: by outcome (`__HIT__`, `__MISS__`) or by action name."""

    info: TableInfo
    next_tables: dict[str, str | None]
    base_default_next: str | None
    span: Span


@dataclass(slots=True)
class HiddenTable:
    """A table the compiler made to run one action."""

    name: str
    action_id: int
    action_name: str
    data: tuple[Const, ...]
    next: str | None
    span: Span


@dataclass(slots=True)
class Conditional:
    """A choice between two nodes; None is the pipeline's end."""

    name: str
    condition: Json
    true_next: str | None
    false_next: str | None
    span: Span


@dataclass
class Graph:
    """One pipeline's nodes in program order and the name of the first."""

    init: str | None = None
    tables: list[TableNode | HiddenTable] = field(default_factory=list)
    conditionals: list[Conditional] = field(default_factory=list)


class GraphBuilder:
    """Turns lowered statements into a graph. `tables` are the pipeline's tables by control-plane name."""

    def __init__(self, ctx: Context, tables: dict[str, TableInfo], pipeline: str) -> None:
        self._ctx = ctx
        self._tables = tables
        self._pipeline = pipeline
        self._graph = Graph()
        self._nodes: dict[str, TableNode] = {}
        self._labels: dict[int, str | None] = {}

    def build(self, body: Sequence[Stmt]) -> Graph:
        """The graph of a whole control."""
        self._graph.init = self._list(body, None)
        self._graph.tables.reverse()
        self._graph.conditionals.reverse()
        return self._graph

    def _list(self, body: Sequence[Stmt], following: str | None) -> str | None:
        reachable: list[Stmt] = []
        for stmt in body:
            reachable.append(stmt)
            if isinstance(stmt, Leave | Exit):
                break
        node = following
        run: list[Stmt] = []
        for stmt in reversed(reachable):
            if isinstance(stmt, Assign | Prim | Loop):
                run.append(stmt)
                continue
            if run:
                node = self._hidden(list(reversed(run)), node)
                run = []
            node = self._one(stmt, node)
        return self._hidden(list(reversed(run)), node) if run else node

    def _one(self, stmt: Stmt, following: str | None) -> str | None:
        match stmt:
            case If():
                then, otherwise = self._list(stmt.then, following), self._list(stmt.otherwise, following)
                name = self._ctx.names.new("node")
                item = Conditional(name, expression(stmt.condition), then, otherwise, stmt.span)
                self._graph.conditionals.append(item)
                return name
            case Scope():
                self._labels[id(stmt.label)] = following
                return self._list(stmt.body, following)
            case Leave():
                return self._target(stmt.label)
            case Exit():
                return None
            case RunAction():
                table = self._ctx.names.new(f"tbl_{stmt.action_name}")
                self._graph.tables.append(
                    HiddenTable(table, stmt.action_id, stmt.action_name, stmt.data, following, stmt.span)
                )
                return table
            case ApplyTable():
                return self._table(stmt, following)
            case _:
                raise Unsupported(stmt.span, "this is not supported in the body of a control on BMv2")

    def _target(self, label: Label) -> str | None:
        return self._labels[id(label)]

    def _hidden(self, body: list[Stmt], following: str | None) -> str:
        span = body[0].span
        name = self._ctx.names.new(hidden_name(span))
        action = self._ctx.new_action(name, [], body, span)
        table = self._ctx.names.new(f"tbl_{name}")
        self._graph.tables.append(HiddenTable(table, action.id, name, (), following, span.to(body[-1].span)))
        return table

    def _table(self, stmt: ApplyTable, following: str | None) -> str:
        info = self._tables[stmt.table]
        next_tables: dict[str, str | None] = {}
        default_next: str | None
        if stmt.hit or stmt.miss:
            next_tables["__HIT__"] = self._list(stmt.hit, following)
            next_tables["__MISS__"] = self._list(stmt.miss, following)
            default_next = None
        else:
            other = following
            for labels, body in stmt.cases:
                entry = self._list(body, following)
                for label in labels:
                    if label is None:
                        other = entry
                    else:
                        next_tables[label] = entry
            for _ref, action in info.actions:
                next_tables.setdefault(action.name, other)
            default_next = following
        known = self._nodes.get(stmt.table)
        if known is None:
            known = TableNode(info, next_tables, default_next, stmt.span)
            self._nodes[stmt.table] = known
            self._graph.tables.append(known)
        elif known.next_tables != next_tables or known.base_default_next != default_next:
            raise Unsupported(
                stmt.span,
                f"table '{stmt.table}' is applied at several places that continue differently, which BMv2 cannot do",
                expected="one application, or the same statement after each of them",
            )
        return stmt.table


def hidden_name(span: Span) -> str:
    """p4c's name for a synthesised action: the file's name and the line."""
    stem = PurePath(span.file).name.partition(".")[0]
    name = "".join(c for c in stem.lstrip("0123456789_-") if c.isalnum() or c == "_")
    if not name:
        return "act"
    return f"{name}{'l' if name[-1].isdigit() else ''}{span.line}"
