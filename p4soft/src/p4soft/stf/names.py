# SPDX-License-Identifier: Apache-2.0
"""Finds what a test means: names may be the end of a control-plane name (`t` for `MyIngress.t`), as p4c allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from p4soft.stf import statements as s
from p4soft.stf.errors import RefusedError
from p4soft.stf.values import default_match, to_match
from p4soft.switch.program.model import Action, Program, TableSpec
from p4soft.switch.state import ActionCall, MatchField

_INDEX = re.compile(r"\$([0-9]+)")
_VALID = "$valid$"


def find(kind: str, name: str, accepted: Iterable[str], where: str = "the program") -> str:
    """The one name of `accepted` that `name` means: itself, else what ends in `.name`, else what ends in `name`.

    Raises:
        RefusedError: nothing fits, or several do.
    """
    names = list(dict.fromkeys(accepted))
    if name in names:
        return name
    for suffix in (f".{name}", name):
        candidates = [n for n in names if n.endswith(suffix)]
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise RefusedError(f"{kind} {name!r} is ambiguous; it may be: {', '.join(candidates)}")
    raise RefusedError(f"{where} has no {kind} {name!r}; accepted: {', '.join(names) or 'none'}")


def find_table(program: Program, name: str) -> TableSpec:
    """The table a test calls `name`; raises RefusedError."""
    tables = {t.name: t for t in program.tables()}
    return tables[find("table", name, tables)]


def find_action(program: Program, table: TableSpec, name: str) -> Action:
    """The action of `table` a test calls `name`; raises RefusedError."""
    actions = {program.actions[i].name: program.actions[i] for i in table.actions}
    return actions[find("action", name, actions, f"table {table.name}")]


def to_key(table: TableSpec, matches: Sequence[s.Match]) -> tuple[MatchField, ...]:
    """The whole key, in the table's order; fields not mentioned match anything (exact ones 0). Raises RefusedError."""
    given: dict[str, s.Match] = {}
    for match in matches:
        name = _find_field(table, match.field)
        if name in given:
            raise RefusedError(f"table {table.name}: match field {name} is given twice")
        given[name] = match
    return tuple(to_match(k, given[k.name].value) if k.name in given else default_match(k) for k in table.key)


def _find_field(table: TableSpec, written: str) -> str:
    """As p4c: `$N` may stand for `[N]`, and `valid` or `x.valid` for a validity key."""
    names = [k.name for k in table.key]
    wanted = _INDEX.sub(r"[\1]", written)
    for candidate in (wanted, f"{wanted}$", f"{wanted}.{_VALID}"):
        if candidate in names:
            return candidate
    if wanted == "valid" or wanted.endswith((".valid", ".$valid")):
        wanted = wanted[: wanted.rindex("valid")].rstrip("$") + _VALID
    endings = [n for n in names if n.endswith((f".{wanted}$", f".{wanted}.{_VALID}"))]
    if len(endings) == 1:
        return endings[0]
    return find("match field", wanted, names, f"table {table.name}")


def to_call(program: Program, table: TableSpec, call: s.Call) -> ActionCall:
    """The action call, arguments in declaration order; raises RefusedError."""
    action = find_action(program, table, call.action)
    names = [p.name for p in action.params]
    signature = f"{action.name}({', '.join(f'{p.name}: {p.width} bits' for p in action.params)})"
    values: dict[str, int] = {}
    for i, argument in enumerate(call.arguments):
        if argument.name is not None and argument.name not in names:
            raise RefusedError(f"the action has no parameter {argument.name!r}; accepted: {signature}")
        if i >= len(names):
            raise RefusedError(f"{len(call.arguments)} arguments; accepted: {signature}")
        name = names[i] if argument.name is None else argument.name
        if name in values:
            raise RefusedError(f"parameter {name} is given twice; accepted: {signature}")
        values[name] = argument.value.number()
    missing = [n for n in names if n not in values]
    if missing:
        raise RefusedError(f"no value for {', '.join(missing)}; accepted: {signature}")
    for param in action.params:
        if values[param.name] >> param.width:
            raise RefusedError(f"{param.name}: {values[param.name]:#x} does not fit; accepted: {signature}")
    return ActionCall(action.name, tuple(values[n] for n in names))
