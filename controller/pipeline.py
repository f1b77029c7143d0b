# SPDX-License-Identifier: Apache-2.0
"""A compiled program, indexed: tables, fields, actions and parameters of its P4Info, and what it demands of entries.

The demands are the constraints of the P4Info (`@entry_restriction`, `@action_restriction`), in the language of
p4-constraints (`p4soft.constraints`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from google.protobuf import text_format
from msgspec import Struct

from controller.errors import ConstraintError, PipelineError
from controller.switch_plan import entry_text, match_text, value_text
from p4soft import constraints as language
from p4soft.constraints import ConstraintTypeError, Facts, Type, Value, predicate
from p4soft.messages import p4info_pb2
from p4soft.p4runtime_client import encoded_config
from p4soft.table_entries import Exact, Lpm, Match, Range, TableEntry, Ternary

EXACT: int = p4info_pb2.MatchField.EXACT
LPM: int = p4info_pb2.MatchField.LPM
TERNARY: int = p4info_pb2.MatchField.TERNARY
RANGE: int = p4info_pb2.MatchField.RANGE
OPTIONAL: int = p4info_pb2.MatchField.OPTIONAL

_T = TypeVar("_T")


class FieldInfo(Struct, frozen=True):
    """A match field: id, name, width in bits, P4Info match type."""

    id: int
    name: str
    bits: int
    kind: int


class ActionInfo(Struct, frozen=True):
    """An action: id, name, parameters as name to (id, width in bits)."""

    id: int
    name: str
    params: Mapping[str, tuple[int, int]]


class TableInfo(Struct, frozen=True):
    """A table.

    Attributes:
        id: P4Info id.
        name: Full P4Info name.
        fields: Match fields by name.
        actions: Actions an entry may have (not the default-only ones), by full name.
        needs_priority: It has a ternary, range or optional field.
        is_const: The program fills it; a client may not write it.
        action_profile: Id of its action profile or selector, 0 for none.
    """

    id: int
    name: str
    fields: Mapping[str, FieldInfo]
    actions: Mapping[str, ActionInfo]
    needs_priority: bool
    is_const: bool
    action_profile: int


class Pipeline:
    """A program's P4Info and device config.

    Attributes:
        p4info: The P4Info message.
        device_config: The BMv2 JSON, as bytes.
        source: Where the P4Info came from, for messages.
        tables: Tables by full name.
        actions: Actions by full name.
        counters: Indexed counters by full name: (id, size).
        action_profiles: Action profiles and selectors by full name: id.
        has_initial_entries: Whether a table that others may write has entries as soon as the program is loaded.
    """

    def __init__(self, p4info: p4info_pb2.P4Info, device_config: bytes, source: str = "p4info") -> None:
        self.p4info = p4info
        self.device_config = device_config
        self.source = source
        actions_by_id = {action.preamble.id: _action_info(action) for action in p4info.actions}
        self.actions = {action.name: action for action in actions_by_id.values()}
        self.tables = {table.preamble.name: _table_info(table, actions_by_id) for table in p4info.tables}
        self.counters: dict[str, tuple[int, int]] = {c.preamble.name: (c.preamble.id, c.size) for c in p4info.counters}
        self.action_profiles: dict[str, int] = {p.preamble.name: p.preamble.id for p in p4info.action_profiles}
        self.has_initial_entries = any(t.has_initial_entries and not t.is_const_table for t in p4info.tables)
        self.tables_by_id = {table.id: table for table in self.tables.values()}
        self.actions_by_id = actions_by_id

    @classmethod
    def load(cls, p4info: Path, device_config: Path) -> Pipeline:
        """Read a P4Info text file and a BMv2 JSON file.

        Raises:
            PipelineError: A file cannot be read or parsed.
        """
        try:
            text = p4info.read_text(encoding="utf-8")
            config = device_config.read_bytes()
        except OSError as error:
            raise PipelineError(f"{error.filename}: cannot read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise PipelineError(f"{p4info}: not P4Info in protobuf text format: not UTF-8 text") from None
        message = p4info_pb2.P4Info()
        try:
            text_format.Parse(text, message)
        except text_format.ParseError as error:
            raise PipelineError(f"{p4info}: not P4Info in protobuf text format: {error}") from None
        return cls(message, config, str(p4info))

    @cached_property
    def cookie(self) -> int:
        """64 bits that identify this very P4Info and device config.

        A switch stores and returns the cookie of its pipeline, so that an equal one means the same program.
        """
        digest = hashlib.sha256(self.p4info.SerializeToString(deterministic=True))
        digest.update(hashlib.sha256(self.device_config).digest())
        return int.from_bytes(digest.digest()[:8], "big") or 1  # 0 means "no cookie" in P4Runtime

    @cached_property
    def encoded(self) -> bytes:
        """The program with its cookie, as `BaseSession.load` takes it."""
        return encoded_config(self.p4info, self.device_config, self.cookie)

    def table(self, name: str) -> TableInfo:
        """The table of that name. Raises PipelineError naming the tables there are."""
        return lookup(self.tables, name, "table", self.source)


def lookup(names: Mapping[str, _T], name: str, what: str, where: str) -> _T:
    """``names[name]``, or a PipelineError that lists the accepted names."""
    try:
        return names[name]
    except KeyError:
        accepted = ", ".join(sorted(names)) or "none"
        raise PipelineError(f"{where}: no {what} {name!r}; accepted: {accepted}") from None


def _action_info(action: p4info_pb2.Action) -> ActionInfo:
    params = {param.name: (param.id, param.bitwidth) for param in action.params}
    return ActionInfo(action.preamble.id, action.preamble.name, params)


def _table_info(table: p4info_pb2.Table, actions: Mapping[int, ActionInfo]) -> TableInfo:
    fields = {
        field.name: FieldInfo(field.id, field.name, field.bitwidth, field.match_type) for field in table.match_fields
    }
    allowed = [
        actions[ref.id]
        for ref in table.action_refs
        if ref.scope != p4info_pb2.ActionRef.DEFAULT_ONLY and ref.id in actions
    ]
    return TableInfo(
        id=table.preamble.id,
        name=table.preamble.name,
        fields=fields,
        actions={action.name: action for action in allowed},
        needs_priority=any(field.kind in (TERNARY, RANGE, OPTIONAL) for field in fields.values()),
        is_const=table.is_const_table,
        action_profile=table.implementation_id,
    )


# --- What the program demands of entries ------------------------------------------------------------------------------


TABLES, ACTIONS = "@entry_restriction", "@action_restriction"
_KINDS = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}


class _Rule(Struct, frozen=True):
    """One condition of a constraint: those that `;` or `&&` join at the top are several."""

    text: str
    names: tuple[str, ...]
    obeyed: Callable[[Facts], bool]


class Rules:
    """What a program demands of entries.

    Attributes:
        on: the names of tables and actions that there are rules for.

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
        self.on = frozenset(name for rules in (self._tables, self._actions) for name, some in rules.items() if some)

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
