# SPDX-License-Identifier: Apache-2.0
"""Pipelines as BMv2 JSON: tables with keys, actions, defaults and entries, conditionals, action profiles.

A control's body becomes BMv2's graph of tables and conditionals, built from the end: every statement list is lowered
with the name of the node that follows it. Statements that are neither tables nor choices are gathered into hidden
actions, run by hidden tables (`tbl_<file><line>`, as p4c names them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from p4soft.compiler import ast
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.actions import expression, hexstr, inputs
from p4soft.compiler.backend.context import Context, Frame, KeyInfo, TableInfo
from p4soft.compiler.backend.ir import (
    ApplyTable,
    Assign,
    Const,
    Exit,
    FieldRef,
    If,
    Label,
    Leave,
    Loop,
    Prim,
    RunAction,
    Scope,
    Stmt,
    Valid,
)
from p4soft.compiler.backend.storage import Json
from p4soft.compiler.backend.tables import calls_method_of, constant_data
from p4soft.compiler.diagnostics import DEFAULT_TABLE_SIZE, Span, Unsupported
from p4soft.compiler.evaluation import Instance, entry_priorities, has_priorities, largest_priority_wins
from p4soft.compiler.types import BitType

# --- The graph -------------------------------------------------------------------------------------------------------


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
        name = self._ctx.names.new(_hidden_name(span))
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


def _hidden_name(span: Span) -> str:
    """p4c's name for a synthesised action: the file's name and the line."""
    stem = PurePath(span.file).name.partition(".")[0]
    name = "".join(c for c in stem.lstrip("0123456789_-") if c.isalnum() or c == "_")
    if not name:
        return "act"
    return f"{name}{'l' if name[-1].isdigit() else ''}{span.line}"


# --- Tables ----------------------------------------------------------------------------------------------------------


_MATCH_TYPES = {"exact": "exact", "lpm": "lpm", "ternary": "ternary", "range": "range", "optional": "ternary"}


class PipelineWriter:
    """Writes the pipelines; ids are unique over both."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._tables = 0
        self._conditionals = 0
        self._profiles = 0
        self._pipelines = 0

    def pipeline(self, name: str, graph: Graph, decl: ast.ControlDecl, span: Span) -> Json:
        """One item of `pipelines`."""
        profiles: dict[str, Json] = {}
        tables = [
            self._table(node, profiles) if isinstance(node, TableNode) else self._hidden(node) for node in graph.tables
        ]
        number = self._pipelines
        self._pipelines += 1
        where = decl.name_span if decl.name_span.line else span
        return {
            "name": name,
            "id": number,
            "source_info": self._ctx.source_info(where),
            "init_table": graph.init,
            "tables": tables,
            "action_profiles": list(profiles.values()),
            "conditionals": [self._conditional(c) for c in graph.conditionals],
        }

    def _next_table_id(self) -> int:
        self._tables += 1
        return self._tables - 1

    def _conditional(self, node: Conditional) -> Json:
        number = self._conditionals
        self._conditionals += 1
        return {
            "name": node.name,
            "id": number,
            "source_info": self._ctx.source_info(node.span),
            "expression": node.condition,
            "true_next": node.true_next,
            "false_next": node.false_next,
        }

    def _hidden(self, node: HiddenTable) -> Json:
        action = self._ctx.actions[node.action_id]
        return {
            "name": node.name,
            "id": self._next_table_id(),
            "source_info": self._ctx.source_info(node.span),
            "key": [],
            "match_type": "exact",
            "type": "simple",
            "max_size": DEFAULT_TABLE_SIZE,
            "with_counters": False,
            "support_timeout": False,
            "direct_meters": None,
            "action_ids": [node.action_id],
            "actions": [action.name],
            "base_default_next": node.next,
            "next_tables": {action.name: node.next},
            "default_entry": _default_entry(node.action_id, node.data, const=True),
        }

    def _table(self, node: TableNode, profiles: dict[str, Json]) -> Json:
        info = node.info
        decl = info.decl
        where = decl.name_span if decl.name_span.line else decl.span
        timeout = decl.properties.get("support_timeout")
        item: Json = {
            "name": info.name,
            "id": self._next_table_id(),
            "source_info": self._ctx.source_info(where),
            "key": [
                _key_json(k, e.span) for k, e in zip(info.keys, decl.key, strict=True) if k.match_kind != "selector"
            ],
            "match_type": _match_type(info),
        }
        if info.implementation is None:
            item["type"] = "simple"
        else:
            selector = info.implementation.kind == "action_selector"
            item["type"] = "indirect_ws" if selector else "indirect"
            item["action_profile"] = info.implementation.name
            self._profile(info, info.implementation, profiles)
        item["max_size"] = table_size(decl)
        item["with_counters"] = info.counter is not None
        item["support_timeout"] = timeout is not None and timeout.value.const_value is True
        item["direct_meters"] = None if info.meter is None else info.meter.name
        if info.counter is not None:
            item.update(_executing("counting_actions", info, "direct_counter"))
        if info.meter is not None:
            item.update(_executing("metering_actions", info, "direct_meter"))
        seen: dict[int, str] = {}
        for _ref, action in info.actions:
            seen.setdefault(action.id, action.name)
        item["action_ids"] = list(seen)
        item["actions"] = list(seen.values())
        item["base_default_next"] = node.base_default_next
        item["next_tables"] = node.next_tables
        if info.implementation is None and info.default is not None:
            action, data, const = info.default
            item["default_entry"] = _default_entry(action.id, data, const=const)
        elif decl.default_action is not None:
            self._ctx.program.diagnostics.warn(
                decl.default_action.span,
                f"table '{decl.name}' has an action profile: simple_switch does not support a default action for it",
                code="default-action",
            )
        if decl.entries:
            ranks = _entry_ranks(decl)
            entries = [self._entry(info, entry, rank) for entry, rank in zip(decl.entries, ranks, strict=True)]
            item["entries"] = entries
            if not decl.entries_const:
                _preinitialized(decl, entries, ranks, ranked=item["match_type"] in ("ternary", "range"))
        return item

    def _profile(self, info: TableInfo, instance: Instance, profiles: dict[str, Json]) -> None:
        selector = instance.kind == "action_selector"
        fields = [_selector_field(e, info) for e in info.selector_input] if selector else []
        known = profiles.get(instance.name)
        if known is not None:
            if selector and known["selector"]["input"] != inputs(fields):  # type: ignore[index]
                raise Unsupported(
                    info.decl.span,
                    f"tables that share action selector '{instance.name}' must have the same selector keys",
                )
            return
        item: Json = {
            "name": instance.name,
            "id": self._profiles,
            "source_info": self._ctx.source_info(instance.span),
            "max_size": instance.integer("size"),
        }
        self._profiles += 1
        if selector:
            item["selector"] = {"algo": instance.member("algorithm"), "input": inputs(fields)}
        profiles[instance.name] = item

    # ------------------------------------------------------------------ entries

    def _entry(self, info: TableInfo, entry: ast.Entry, rank: int) -> Json:
        frame = Frame(self._ctx, info.scope.env, [], "control", info.scope.pipeline, info.scope, info.scope.instance)
        keys: list[Json] = []
        for key, keyset in zip((k for k in info.keys if k.match_kind != "selector"), entry.keysets, strict=True):
            keys.append(_keyset(key, keyset, frame))
        lowered = next((a for r, a in info.actions if r.decl is entry.action.decl), None)
        if lowered is None:
            raise Unsupported(entry.action.span, f"'{entry.action.name}' is not an action of table '{info.decl.name}'")
        data = constant_data(entry.action, frame)
        return {
            "source_info": self._ctx.source_info(entry.span),
            "match_key": keys,
            "action_entry": {"action_id": lowered.id, "action_data": [_datum(d) for d in data]},
            "priority": rank,
        }


def _executing(member: str, info: TableInfo, extern: str) -> Json:
    """The actions that call the table's direct counter or meter, where others do not.

    BMv2, which takes no notice of it, executes them whatever the action calls; P4Runtime §9.1.10 asks.
    """
    names = {action.name: calls_method_of(ref.decl, extern) for ref, action in info.actions if ref.decl}
    some = any(names.values()) and not all(names.values())
    return {member: [name for name, calls in names.items() if calls]} if some else {}


def _selector_field(expr: object, info: TableInfo) -> FieldRef:
    if isinstance(expr, FieldRef):
        return expr
    raise Unsupported(info.decl.span, "selector keys must be fields")


def _datum(value: Const) -> str:
    width = value.type.width if isinstance(value.type, BitType) else 1
    return hexstr(value.value & ((1 << width) - 1), width)


def _default_entry(action_id: int, data: tuple[Const, ...], *, const: bool) -> Json:
    return {
        "action_id": action_id,
        "action_const": const,
        "action_data": [_datum(d) for d in data],
        "action_entry_const": const,
    }


def table_size(decl: ast.TableDecl) -> int:
    """`max_size` of a table: the number of its entries, const or not (as p4c), its `size`, or the default."""
    return len(decl.entries) or decl.size_value or DEFAULT_TABLE_SIZE


def _entry_ranks(decl: ast.TableDecl) -> list[int]:
    """BMv2's priority of each entry: 1 wins.

    Without `priority =` the first entry wins; with it, `largest_priority_wins` and `priority_delta` (P4_16 §14.2.1.4)
    decide.
    The older annotation `@priority(n)` is BMv2's own number.
    """
    if not has_priorities(decl):
        return [_annotated_priority(entry, i + 1) for i, entry in enumerate(decl.entries)]
    values = entry_priorities(decl)
    sign = -1 if largest_priority_wins(decl) else 1
    order = sorted(range(len(values)), key=lambda i: sign * values[i])
    ranks = [0] * len(values)
    for rank, index in enumerate(order):
        ranks[index] = rank + 1
    return ranks


def _preinitialized(decl: ast.TableDecl, items: list[Json], ranks: list[int], *, ranked: bool) -> None:
    """Add what P4Runtime shows of entries that are not const, and BMv2's format has no place for.

    Each member says more than p4c does, and is left out where it would say nothing; BMv2 takes no notice of it.
    """
    for entry, item in zip(decl.entries, items, strict=True):
        if entry.const:
            item["is_const"] = True
    if not ranked or not largest_priority_wins(decl):
        return  # P4Runtime's largest priority wins always
    priorities = entry_priorities(decl)
    by_position = list(range(len(items), 0, -1))
    if min(priorities) < 1 or by_position == priorities == [len(items) + 1 - rank for rank in ranks]:
        return
    if not has_priorities(decl) and ranks != sorted(by_position):
        return  # BMv2's own @priority decides
    keys = {(str(item["match_key"]), priority) for item, priority in zip(items, priorities, strict=True)}
    if len(keys) < len(items):
        return  # two that would be the same entry for P4Runtime
    for item, priority in zip(items, priorities, strict=True):
        item["p4runtime_priority"] = priority


def _annotated_priority(entry: ast.Entry, default: int) -> int:
    for annotation in entry.annotations:
        if annotation.name == "priority" and annotation.expressions:
            value = annotation.expressions[0]
            number = value.value if isinstance(value, ast.IntLiteral) else value.const_value
            if isinstance(number, int):
                return number
    return default


def _match_type(info: TableInfo) -> str:
    """The table's match type: range before ternary before lpm before exact (BMv2's JSON format).

    Raises:
        Unsupported: BMv2 has no table with such keys.
    """
    kinds = [k.match_kind for k in info.keys]
    if kinds.count("lpm") > 1:
        raise Unsupported(info.decl.span, f"table '{info.decl.name}' has more than one lpm key; BMv2 allows one")
    for kind in kinds:
        if kind not in _MATCH_TYPES and kind != "selector":
            raise Unsupported(info.decl.span, f"match kind '{kind}' is not supported", expected=", ".join(_MATCH_TYPES))
    if "range" in kinds:
        return "range"
    if "ternary" in kinds or "optional" in kinds:
        return "ternary"
    return "lpm" if "lpm" in kinds else "exact"


def _key_json(key: KeyInfo, span: Span) -> Json:
    match key.target:
        case FieldRef():
            target = [key.target.header, key.target.name]
        case Valid():
            target = [key.target.header, "$valid$"]
        case _:
            raise Unsupported(span, "a table key must be a field")
    width = key.type.width if isinstance(key.type, BitType) else 1
    mask = None if key.mask is None else hexstr(key.mask, width)
    return {
        "match_type": _MATCH_TYPES.get(key.match_kind, key.match_kind),
        "name": key.name,
        "target": target,
        "mask": mask,
    }


def _keyset(key: KeyInfo, keyset: ast.Expression, frame: Frame) -> Json:
    width = key.type.width if isinstance(key.type, BitType) else 1
    everything = (1 << width) - 1
    kind = key.match_kind

    def number(expr: ast.Expression) -> int:
        value = expressions.lower(expr, frame)
        if not isinstance(value, Const):
            raise Unsupported(expr.span, "an entry's key must be a constant")
        return value.value & everything

    item: Json = {"match_type": _MATCH_TYPES[kind]}
    is_default = isinstance(keyset, ast.DefaultExpr | ast.DontCareExpr)
    match keyset:
        case ast.Mask():
            value, mask = number(keyset.value), number(keyset.mask)
        case ast.Range():
            value, mask = number(keyset.low), everything
        case _ if is_default:
            value, mask = 0, 0
        case _:
            value, mask = number(keyset), everything
    match kind:
        case "exact":
            if mask != everything or isinstance(keyset, ast.Range):
                raise Unsupported(keyset.span, "an exact key needs a single value")
            item["key"] = hexstr(value, width)
        case "ternary" | "optional":
            item["key"] = hexstr(value & mask, width)
            item["mask"] = hexstr(mask, width)
        case "lpm":
            length = mask.bit_count()
            if mask != everything & ~((1 << (width - length)) - 1):
                raise Unsupported(keyset.span, "the mask of an lpm key must be a prefix")
            item["key"] = hexstr(value & mask, width)
            item["prefix_length"] = length
        case _:
            high = number(keyset.high) if isinstance(keyset, ast.Range) else everything if is_default else value
            item["start"] = hexstr(value, width)
            item["end"] = hexstr(high, width)
    return item
