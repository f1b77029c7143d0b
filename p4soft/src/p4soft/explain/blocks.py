# SPDX-License-Identifier: Apache-2.0
"""The graph of a control as nested blocks: what follows a branch whatever it decides stands after it, once.

A node that several branches enter although it is not where they all meet again is written where it is met first;
elsewhere a Jump names it.
"""

from __future__ import annotations

from dataclasses import dataclass

from p4soft.explain.expressions import Writer, as_written
from p4soft.switch.program.controls import joins, successors
from p4soft.switch.program.model import Action, Pipeline, Program, SourceInfo, TableSpec


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement and where the source has it."""

    text: str
    source: SourceInfo | None


@dataclass(frozen=True, slots=True)
class Statements:
    """A run of statements outside any table."""

    items: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """One test of an `if` ... `else if` chain and what follows when it is true."""

    name: str
    text: str
    source: SourceInfo | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """An `if` ... `else if` ... `else` chain; a side with nothing to do is empty."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """A table and what its result leads to: (what happened, what follows) pairs, () when it makes no difference."""

    table: TableSpec
    branches: tuple[tuple[str, tuple[Item, ...]], ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """Control goes on at a node that is shown elsewhere."""

    target: str


Item = Statements | Choice | Applied | Jump


def is_hidden(table: TableSpec) -> bool:
    """Whether a table only wraps statements, as p4c makes them: no key, and one action for ever."""
    return table.is_constant and table.name.startswith("tbl_")


def short(name: str) -> str:
    """The last part of a qualified name."""
    return name.rpartition(".")[2]


def statements_of(writer: Writer, action: Action) -> tuple[Statement, ...]:
    """An action's statements. One P4 statement that became several primitives is said once."""
    found: list[Statement] = []
    for call in action.primitives:
        statement = Statement(writer.primitive(call, action.params), call.source)
        if not found or found[-1] != statement or statement.source is None:
            found.append(statement)
    return tuple(found)


def read_blocks(program: Program, pipeline: Pipeline) -> tuple[Item, ...]:
    """The blocks of one pipeline, in order of execution."""
    return _Reader(program, pipeline).region(pipeline.init, None)


class _Reader:
    def __init__(self, program: Program, pipeline: Pipeline) -> None:
        self._program = program
        self._pipeline = pipeline
        self._writer = Writer(program)
        self._joins = joins(pipeline)
        self._seen: set[str] = set()

    def region(self, node: str | None, stop: str | None) -> tuple[Item, ...]:
        """Everything from `node` up to, not including, `stop`."""
        items: list[Item] = []
        while node is not None and node != stop:
            if node in self._seen:
                items.append(Jump(node))
                break
            self._seen.add(node)
            item = self._item(node)
            if isinstance(item, Statements) and items and isinstance(items[-1], Statements):
                items[-1] = Statements(items[-1].items + item.items)
            elif not isinstance(item, Statements) or item.items:
                items.append(item)
            node = self._joins[node]
        return tuple(items)

    def _item(self, node: str) -> Item:
        pipeline, join = self._pipeline, self._joins[node]
        if node in pipeline.conditionals:
            condition = pipeline.conditionals[node]
            text = as_written(condition.source) or self._writer.expression(condition.condition)
            then = self.region(condition.true_next, join)
            otherwise = self.region(condition.false_next, join)
            arm = Arm(node, text, condition.source, then)
            if len(otherwise) == 1 and isinstance(otherwise[0], Choice) and then:
                return Choice((arm, *otherwise[0].arms), otherwise[0].otherwise)
            return Choice((arm,), otherwise)
        if node in pipeline.action_calls:
            return Statements(statements_of(self._writer, self._program.actions[pipeline.action_calls[node].action_id]))
        table = pipeline.tables[node]
        if is_hidden(table) and table.default is not None:
            return Statements(statements_of(self._writer, self._program.actions[table.default.action_id]))
        return Applied(table, self._branches(table, join))

    def _branches(self, table: TableSpec, join: str | None) -> tuple[tuple[str, tuple[Item, ...]], ...]:
        if len(successors(self._pipeline, table.name)) < 2:
            return ()
        if table.split_on_hit:
            return (("hit", self.region(table.next_hit, join)), ("miss", self.region(table.next_miss, join)))
        targets: dict[str | None, list[str]] = {}
        for action, following in table.next_by_action.items():
            targets.setdefault(following, []).append(short(self._program.actions[action].name))
        if table.default is None:
            targets.setdefault(table.base_default_next, []).append("no action")
        return tuple((" or ".join(names), self.region(node, join)) for node, names in targets.items())
