# SPDX-License-Identifier: Apache-2.0
"""A program's pipeline as a text diagram: one tree per parser and control, P4 source lines in the right-hand column."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.explain.description import (
    Applied,
    Choice,
    Describer,
    Item,
    Statements,
    byte_count,
    is_hidden,
    read_blocks,
    short,
    statements_of,
)
from p4soft.switch.program.model import Action, Pipeline, Program, SourceInfo

_COLUMN = 92  # where source places begin, at least
_INTO, _LAST, _THROUGH, _PAST = "├─ ", "└─ ", "│  ", "   "


def to_text(program: Program) -> str:
    return _Page(program).render()


class _Page:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._describer = Describer(program)
        self._lines: list[str] = []

    def render(self) -> str:
        program = self._program
        major, minor = program.version
        self._lines.append(f"program {program.name or program.source} (BMv2 JSON {major}.{minor})")
        self._parser()
        self._checksums("verified", "verify")
        for name in ("ingress", "egress"):
            self._control(program.pipelines[name])
        self._checksums("updated", "update")
        self._deparser()
        self._actions()
        self._objects()
        return "\n".join(self._lines) + "\n"

    def _line(self, text: str, source: SourceInfo | None = None) -> None:
        self._lines.append(f"{text:<{_COLUMN}}  {source}".rstrip() if source is not None else text.rstrip())

    def _title(self, text: str, source: SourceInfo | None = None) -> None:
        self._lines.append("")
        self._line(text, source)

    def _parser(self) -> None:
        parser = self._program.parsers["parser"]
        self._title(f"parser, starts in {parser.init_state}" if parser.init_state else "parser: accepts at once")
        names = sorted(parser.states, key=lambda name: name != parser.init_state)
        for i, name in enumerate(names):
            state = parser.states[name]
            last = i == len(names) - 1
            margin = _PAST if last else _THROUGH
            self._line(f"{_LAST if last else _INTO}state {name}", state.source)
            card = self._describer.state(state)
            for statement in card.statements:
                self._line(f"{margin}   {statement.text}", statement.source)
            if not card.key:
                self._line(f"{margin}   -> {card.cases[0][1]}")
                continue
            self._line(f"{margin}   select ({card.key})")
            width = max(len(case) for case, _ in card.cases)
            for case, target in card.cases:
                self._line(f"{margin}      {case:<{width}}  -> {target}")

    def _checksums(self, done: str, phase: str) -> None:
        chosen = [c for c in self._program.checksums if (c.update if phase == "update" else c.verify)]
        if not chosen:
            return
        self._title(f"checksums {done}")
        for i, checksum in enumerate(chosen):
            branch = _LAST if i == len(chosen) - 1 else _INTO
            self._line(f"{branch}{self._describer.checksum(checksum)}", checksum.source)

    def _control(self, pipeline: Pipeline) -> None:
        name = pipeline.source.fragment if pipeline.source is not None else ""
        self._title(f"control {pipeline.name}{f' ({name})' if name else ''}", pipeline.source)
        items = read_blocks(self._program, pipeline)
        if items:
            self._items(items, "")
        else:
            self._line(f"{_LAST}nothing to do")

    def _items(self, items: Sequence[Item], margin: str) -> None:
        for i, item in enumerate(items):
            last = i == len(items) - 1
            self._item(item, margin + (_LAST if last else _INTO), margin + (_PAST if last else _THROUGH))

    def _item(self, item: Item, head: str, margin: str) -> None:
        match item:
            case Statements(items=statements):
                for i, statement in enumerate(statements):
                    self._line(f"{head if i == 0 else margin}{statement.text}", statement.source)
            case Choice():
                for i, arm in enumerate(item.arms):
                    self._line(f"{head if i == 0 else f'{margin}else '}if ({arm.text})", arm.source)
                    self._items(arm.items, margin)
                    if not arm.items and (item.otherwise or i < len(item.arms) - 1):
                        self._line(f"{margin}{_LAST}nothing")
                if item.otherwise:
                    self._line(f"{margin}else")
                    self._items(item.otherwise, margin)
            case Applied():
                self._table(item, head, margin)
            case _:
                self._line(f"{head}goes on at {item.target}, shown elsewhere")

    def _table(self, item: Applied, head: str, margin: str) -> None:
        table, card = item.table, self._describer.table(item.table)
        inner = margin + (_THROUGH if item.branches else _PAST)
        self._line(f"{head}table {table.name}", table.source)
        width = max((len(k[0]) for k in card.keys), default=0)
        for i, (name, field, kind, bits) in enumerate(card.keys):
            label = "key" if i == 0 else ""
            of = "" if name == field else f" = {field}"
            self._line(f"{inner}{label:<9}{name:<{width}}  {kind} bit<{bits}>{of}")
        if not card.keys:
            self._line(f"{inner}{'key':<9}none")
        for i, action in enumerate(card.actions):
            self._line(f"{inner}{'actions' if i == 0 else '':<9}{self._describer.action(action)}", action.source)
        for what, value in card.facts:
            self._line(f"{inner}{what:<9}{value}")
        for i, (what, following) in enumerate(item.branches):
            last = i == len(item.branches) - 1
            nothing = "" if following else ": nothing more"
            self._line(f"{margin}{_LAST if last else _INTO}after {what}{nothing}")
            self._items(following, margin + (_PAST if last else _THROUGH))

    def _deparser(self) -> None:
        deparser = self._program.deparsers["deparser"]
        self._title("deparser, headers that are valid, in this order", deparser.source)
        for i, name in enumerate(deparser.order):
            kind = self._program.headers[name].type
            size = byte_count(kind) + (" and more" if kind.varbit else "")
            self._line(f"{_LAST if i == len(deparser.order) - 1 else _INTO}{name} ({size})")

    def _actions(self) -> None:
        shown = self._table_actions()
        if not shown:
            return
        self._title("actions")
        writer = self._describer.writer
        for i, action in enumerate(shown):
            last = i == len(shown) - 1
            self._line(f"{_LAST if last else _INTO}{self._describer.action(action)}", action.source)
            for statement in statements_of(writer, action):
                self._line(f"{_PAST if last else _THROUGH}   {statement.text}", statement.source)

    def _table_actions(self) -> list[Action]:
        """The actions that tables run, each once, without the empty ones."""
        found: dict[tuple[str, SourceInfo | None], Action] = {}
        for table in self._program.tables():
            for number in () if is_hidden(table) else table.actions:
                action = self._program.actions[number]
                if action.primitives:
                    found.setdefault((action.name, action.source), action)
        return sorted(found.values(), key=lambda a: (short(a.name), a.id))

    def _objects(self) -> None:
        objects = self._describer.objects()
        if not objects:
            return
        self._title("state and lists")
        for i, (kind, name, what) in enumerate(objects):
            self._line(f"{_LAST if i == len(objects) - 1 else _INTO}{kind} {name}: {what.text}", what.source)
