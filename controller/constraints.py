# SPDX-License-Identifier: Apache-2.0
"""What a P4 program demands of its table entries (`@entry_restriction`, `@action_restriction`), and whether one obeys.

The constraints are those of a P4Info, in the language of p4-constraints (`p4soft.constraints`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

from controller.errors import ConstraintError, PipelineError
from controller.pipeline import EXACT, LPM, OPTIONAL, RANGE, TERNARY, FieldInfo, Pipeline
from controller.switch_plan import entry_text, match_text, value_text
from p4soft import constraints as language
from p4soft.constraints import ConstraintTypeError, Facts, Type, Value, predicate
from p4soft.table_entries import Exact, Lpm, Match, Range, TableEntry, Ternary

TABLES, ACTIONS = "@entry_restriction", "@action_restriction"
_KINDS = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}


@dataclass(frozen=True, slots=True)
class _Rule:
    """One condition of a constraint: those that `;` or `&&` join at the top are several."""

    text: str
    names: tuple[str, ...]
    obeyed: Callable[[Facts], bool]


class Rules:
    """What a program demands of entries.

    Raises:
        PipelineError: a constraint of the P4Info is none; the message says which, where and why.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._tables_of_pipeline = pipeline.tables
        where, info = pipeline.source, pipeline.p4info
        self._tables = {
            table.preamble.name: _rules(
                TABLES,
                table.preamble.annotations,
                {field.name: _type(field) for field in pipeline.tables[table.preamble.name].fields.values()},
                f"{where}: table {table.preamble.name}",
            )
            for table in info.tables
        }
        self._actions = {
            action.preamble.name: _rules(
                ACTIONS,
                action.preamble.annotations,
                {param.name: Type("bit", param.bitwidth) for param in action.params},
                f"{where}: action {action.preamble.name}",
            )
            for action in info.actions
        }

    @staticmethod
    def of(pipeline: Pipeline) -> Rules:
        """The rules of a pipeline, read once; raises PipelineError."""
        found = _known.get(pipeline)
        if found is None:
            found = _known[pipeline] = Rules(pipeline)
        return found

    def check(self, entry: TableEntry) -> None:
        """Nothing, if the entry fits the P4Info (`entry_codec.encode` tells) and obeys.

        Raises:
            ConstraintError: with the table, the condition, the values it speaks of, and the entry.
        """
        rules = self._tables.get(entry.table, ())
        if rules:
            keys = {field.name: _value(entry, field) for field in self._tables_of_pipeline[entry.table].fields.values()}
            _hold(entry, TABLES, rules, Facts(keys, entry.priority))
        rules = self._actions.get(entry.action, ())
        if rules:
            _hold(entry, ACTIONS, rules, Facts(entry.params))

    def names(self, table: str, action: str) -> frozenset[str]:
        """The fields, parameters and attributes (`::priority`) that the rules for such an entry speak of."""
        rules = (*self._tables.get(table, ()), *self._actions.get(action, ()))
        return frozenset(name for rule in rules for name in rule.names)


_known: WeakKeyDictionary[Pipeline, Rules] = WeakKeyDictionary()


def _hold(entry: TableEntry, kind: str, rules: Iterable[_Rule], facts: Facts) -> None:
    for rule in rules:
        if not rule.obeyed(facts):
            if kind == TABLES:
                shown = {name: match_text(name, match, entry.table) for name, match in entry.match.items()}
            else:
                shown = {name: value_text(name, value) for name, value in entry.params.items()}
            shown_values = {**shown, "::priority": str(facts.priority)}
            values = ", ".join(f"{name} = {shown_values.get(name, 'anything')}" for name in rule.names)
            raise ConstraintError(
                f"{entry.table}: {kind} of {entry.table if kind == TABLES else entry.action} wants {rule.text}"
                f"{f', but {values}' if values else ''}: {entry_text(entry)}"
            )


def _rules(kind: str, annotations: Iterable[str], types: Mapping[str, Type], where: str) -> tuple[_Rule, ...]:
    rules: list[_Rule] = []
    for annotation in annotations:
        if not re.match(rf"{kind}\s*\(", annotation):
            continue
        text = " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', annotation))
        try:
            for condition in _conditions(_parsed(text)):
                rules.append(_Rule(language.text_of(condition), _names(condition), predicate(condition, types)))
        except (language.ConstraintSyntaxError, ConstraintTypeError) as error:
            raise PipelineError(f"{where}: {kind}: {error}") from None
    return tuple(rules)


_parsed = cache(language.parse)


def _conditions(expression: language.Expression) -> list[language.Expression]:
    if isinstance(expression, language.Logic) and expression.operator == "&&":
        return [condition for operand in expression.operands for condition in _conditions(operand)]
    return [expression]


def _names(node: language.Expression) -> tuple[str, ...]:
    """The keys, parameters and attributes that an expression speaks of, each once."""
    match node:
        case language.Name():
            return (node.name,)
        case language.Field():
            return (node.key.name,)
        case language.Attribute():
            return (f"::{node.name}",)
        case language.Not() | language.Negative():
            return _names(node.operand)
        case language.Comparison():
            return tuple(dict.fromkeys((*_names(node.left), *_names(node.right))))
        case language.Logic():
            return tuple(dict.fromkeys(name for operand in node.operands for name in _names(operand)))
    return ()


def _type(field: FieldInfo) -> Type:
    return Type(_KINDS.get(field.kind, "unspecified"), field.bits)


def _value(entry: TableEntry, field: FieldInfo) -> Value:
    """What the entry matches in a field; what it leaves out matches anything (P4Runtime, "don't care")."""
    match = entry.match.get(field.name)
    full = (1 << field.bits) - 1
    if match is None:
        anything: dict[int, Match] = {LPM: Lpm(0, 0), RANGE: Range(0, full)}
        return anything.get(field.kind, Ternary(0, 0))
    return Ternary(match.value, full) if field.kind == OPTIONAL and isinstance(match, Exact) else match
