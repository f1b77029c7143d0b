# SPDX-License-Identifier: Apache-2.0
"""States, tables, tests and statements as boxes."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.explain.blocks import Statement
from p4soft.explain.boxes import Box, Line, wrap
from p4soft.explain.describe import Describer
from p4soft.switch.program.model import ParseState, SourceInfo, TableSpec

MAX_STATEMENTS = 8
MAX_CASES = 3
ACCEPT = "accept"


def state_box(describer: Describer, state: ParseState) -> Box:
    """A parse state: what it extracts and sets, and what it selects on."""
    card = describer.state(state)
    lines = [Line(state.name, "name"), *(Line(s.text) for s in card.statements)]
    if card.key:
        lines += [Line(text, "key") for text in wrap(f"select ({card.key})", 44)]
    accepted = [case for case, target in card.cases if target == ACCEPT]
    if accepted:
        lines.append(Line(f"{f'{shortened(accepted)} ' if card.key else ''}→ {ACCEPT}", "dim"))
    tip = "\n".join([_where(state.name, state.source), *(s.text for s in card.statements)])
    return Box("state", tuple(lines), tip)


def table_box(describer: Describer, table: TableSpec) -> Box:
    """A table: key, actions and what else there is to it."""
    card = describer.table(table)
    lines = [Line(table.name, "name")]
    lines += [Line(f"{name}: {kind} bit<{width}>", "key") for name, _, kind, width in card.keys]
    lines += [Line(describer.action(action)) for action in card.actions]
    lines += [Line(f"{what}: {value}", "dim") for what, value in card.facts]
    tip = [_where(table.name, table.source)]
    tip += [f"{name} = {field}: {kind} bit<{width}>" for name, field, kind, width in card.keys]
    tip += [_where(describer.action(a), a.source) for a in card.actions]
    tip += [f"{what}: {value}" for what, value in card.facts]
    return Box("table", tuple(lines), "\n".join(tip))


def test_box(text: str, source: SourceInfo | None) -> Box:
    """A condition that the drawing asks at a fork."""
    return Box("test", tuple(Line(part) for part in wrap(text, 48)), _where(text, source))


def statements_box(statements: Sequence[Statement]) -> Box:
    """A run of statements, the first ones in full view and all of them in the tip."""
    shown = statements if len(statements) <= MAX_STATEMENTS else statements[: MAX_STATEMENTS - 1]
    lines = [Line(s.text) for s in shown]
    if len(shown) < len(statements):
        lines.append(Line(f"… {len(statements) - len(shown)} more", "dim"))
    return Box("statements", tuple(lines), "\n".join(_where(s.text, s.source) for s in statements))


def note_box(text: str, tip: str = "") -> Box:
    """Something said in passing: a place control goes to, an empty control, an end."""
    return Box("note", (Line(text, "dim"),), tip)


def shortened(cases: Sequence[str]) -> str:
    """The first few cases of a select."""
    text = ", ".join(cases[:MAX_CASES])
    return f"{text}, …" if len(cases) > MAX_CASES else text


def _where(text: str, source: SourceInfo | None) -> str:
    return f"{text}  [{source}]" if source is not None else text
