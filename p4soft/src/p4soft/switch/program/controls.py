# SPDX-License-Identifier: Apache-2.0
"""Reads pipelines: tables, conditionals, action calls and the graph they form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar, get_args

from msgspec.structs import replace

from p4soft.switch.program.actions import check_algorithm, read_calc_input
from p4soft.switch.program.cursor import VALID, Cursor, Names
from p4soft.switch.program.expressions import ExprReader, children, is_bool
from p4soft.switch.program.model import (
    Action,
    ActionCallNode,
    ActionData,
    ActionProfileSpec,
    Conditional,
    ConstMatch,
    Expr,
    FieldRef,
    HeaderRef,
    InitialEntry,
    KeyField,
    MatchKind,
    MeterArraySpec,
    Pipeline,
    Program,
    TableKind,
    TableSpec,
    ignored_bits,
)

# --- Tables ----------------------------------------------------------------------------------------------------------


_T = TypeVar("_T")

_KINDS: dict[str, MatchKind] = {k: k for k in get_args(MatchKind)}
_TABLE_KINDS: dict[str, TableKind] = {k: k for k in get_args(TableKind)}
_OTHERS: dict[str, frozenset[str]] = {
    "exact": frozenset(("exact", "valid")),
    "lpm": frozenset(("exact", "valid", "lpm")),
    "ternary": frozenset(("exact", "valid", "lpm", "ternary")),
    "range": frozenset(("exact", "valid", "lpm", "ternary", "range")),
}


@dataclass(slots=True)
class ControlContext:
    names: Names
    actions: Mapping[int, Action]
    meters: Mapping[str, MeterArraySpec]
    profiles: dict[str, ActionProfileSpec]


def read_table(at: Cursor, context: ControlContext, nodes: set[str]) -> TableSpec:
    """The table at `at`, with every reference checked; `nodes` are the names of the pipeline's nodes."""
    names, actions, meters, profiles = context.names, context.actions, context.meters, context.profiles
    name = at.name()
    match_type = _choice(at.get("match_type"), {k: _KINDS[k] for k in _OTHERS})
    kind = _choice(at.get("type"), _TABLE_KINDS)
    key = tuple(_key_field(k, names, match_type) for k in at.get("key").items())
    if sum(k.match == "lpm" for k in key) > 1:
        raise at.get("key").fail("more than one lpm field in a table is not allowed")
    if match_type == "lpm" and not any(k.match == "lpm" for k in key):
        raise at.get("key").fail("an lpm table needs an lpm field")
    ids = _actions(at, actions)
    profile = at.get("action_profile").text() if kind != "simple" else None
    if profile is not None:
        if profile not in profiles:
            raise at.get("action_profile").fail(f"no action profile is called {profile!r}")
        if kind == "indirect_ws" and profiles[profile].selector_algo is None:
            raise at.get("action_profile").fail(f"action profile {profile!r} has no selector, which indirect_ws needs")
    meter = at.optional_str("direct_meters")
    if meter is not None and meter not in meters:
        raise at.get("direct_meters").fail(f"no meter array is called {meter!r}")
    default_at = at.find("default_entry")
    default = _action_data(default_at, actions) if default_at else None
    nexts_at = at.get("next_tables")
    nexts = {k: next_node(nexts_at, k, nodes) for k in (nexts_at.value if isinstance(nexts_at.value, dict) else ())}
    split = "__HIT__" in nexts or "__MISS__" in nexts
    by_action: dict[int, str | None] = {}
    if not split:
        for i in ids:
            if actions[i].name not in nexts:
                raise nexts_at.fail(f"no next node for action {actions[i].name!r}")
            by_action[i] = nexts[actions[i].name]
    if default is not None and default.action_id not in ids:
        raise at.get("default_entry").fail(f"action {default.action_id} is not one of the table's actions")
    entries = tuple(_entry(e, key, actions) for e in at.array("entries"))
    _refuse_duplicates(at, match_type, key, entries)
    return TableSpec(
        name=name,
        id=at.get("id").integer(),
        match=match_type,
        kind=kind,
        key=key,
        actions=ids,
        max_size=max(at.optional_int("max_size", 1024), len(entries)),
        with_counters=at.optional_bool("with_counters", False),
        support_timeout=at.optional_bool("support_timeout", False),
        action_profile=profile,
        direct_meter=meter,
        default=default,
        default_action_const=default_at is not None and default_at.optional_bool("action_const", False),
        default_entry_const=default_at is not None and default_at.optional_bool("action_entry_const", False),
        entries=entries,
        entries_const=bool(entries),
        next_by_action=by_action,
        next_hit=nexts.get("__HIT__"),
        next_miss=nexts.get("__MISS__"),
        split_on_hit=split,
        base_default_next=next_node(at, "base_default_next", nodes),
        source=at.source_info(),
        counting_actions=tuple(name.text() for name in at.array("counting_actions")),
        metering_actions=tuple(name.text() for name in at.array("metering_actions")),
    )


def _choice(at: Cursor, accepted: Mapping[str, _T]) -> _T:
    if at.text() not in accepted:
        raise at.fail(f"{at.text()!r} is unknown; accepted: {', '.join(accepted)}")
    return accepted[at.text()]


def next_node(at: Cursor, key: str, nodes: Iterable[str]) -> str | None:
    """The node that member `key` names, None for the end of the pipeline."""
    name = at.optional_str(key)
    if name is not None and name not in nodes:
        raise at.get(key).fail(f"no table, conditional or action call is called {name!r}")
    return name


def _actions(at: Cursor, actions: Mapping[int, Action]) -> tuple[int, ...]:
    if at.find("action_ids") is not None:
        ids = [(i, i.integer()) for i in at.array("action_ids")]
    else:
        by_name = {a.name: a.id for a in actions.values()}
        ids = [(a, by_name.get(a.text(), -1)) for a in at.array("actions")]
    for where, number in ids:
        if number not in actions:
            raise where.fail(f"no such action: {where.value!r}")
    return tuple(number for _, number in ids)


def _action_data(at: Cursor, actions: Mapping[int, Action]) -> ActionData:
    action_id = at.get("action_id").integer()
    if action_id not in actions:
        raise at.get("action_id").fail(f"no action has id {action_id}")
    args = tuple(a.hex() for a in at.array("action_data"))
    wanted = actions[action_id].params
    if len(args) != len(wanted):
        raise at.fail(f"action {actions[action_id].name} takes {len(wanted)} arguments, got {len(args)}")
    return ActionData(action_id, tuple(a & ((1 << p.width) - 1) for a, p in zip(args, wanted, strict=True)))


def _key_field(at: Cursor, names: Names, table_match: str) -> KeyField:
    kind = _choice(at.get("match_type"), _KINDS)
    if kind not in _OTHERS[table_match]:
        raise at.get("match_type").fail(f"a {table_match} table cannot have a {kind} field")
    target_at = at.get("target")
    if kind == "valid":
        ref, width = FieldRef(names.header(target_at).name, VALID), 1
    else:
        ref = names.field(target_at)
        width = names.field_type(ref).width
    mask_at = at.find("mask")
    name = at.optional_str("name") or (ref.header if kind == "valid" else str(ref))
    return KeyField(name, kind, ref, width, mask_at.hex() if mask_at else None)


def _entry(at: Cursor, key: tuple[KeyField, ...], actions: Mapping[int, Action]) -> InitialEntry:
    parts = list(at.get("match_key").items())
    if len(parts) != len(key):
        raise at.get("match_key").fail(f"the table's key has {len(key)} fields, got {len(parts)}")
    matches = tuple(_match(p, k) for p, k in zip(parts, key, strict=True))
    priority = at.optional_int("priority", 1)
    ranked_at = at.find("p4runtime_priority")
    return InitialEntry(
        matches,
        priority,
        _action_data(at.get("action_entry"), actions),
        at.source_info(),
        const=at.optional_bool("is_const", False),
        p4runtime_priority=None if ranked_at is None else ranked_at.integer(low=1, high=2**31 - 1),
    )


def _refuse_duplicates(
    at: Cursor, match: MatchKind, key: tuple[KeyField, ...], entries: tuple[InitialEntry, ...]
) -> None:
    """No two entries may match by the same bits (and have the same priority, where entries have one)."""
    seen: dict[tuple[object, ...], int] = {}
    for number, (entry_at, entry) in enumerate(zip(at.array("entries"), entries, strict=True)):
        bits = tuple(_bits_looked_at(m, k.width) for m, k in zip(entry.key, key, strict=True))
        ranked = match in ("ternary", "range")
        first = seen.setdefault((bits, entry.priority if ranked else 0), number)
        if ranked and entry.p4runtime_priority is not None:
            first = min(first, seen.setdefault((bits, "p4runtime", entry.p4runtime_priority), number))
        if first != number:
            raise entry_at.fail(
                f"matches by the same bits as entry {first}; accepted: entries that differ (a prefix counts from the "
                "first bit of a field's first byte, padding included)"
            )


def _bits_looked_at(match: ConstMatch, width: int) -> ConstMatch:
    if match.match != "lpm":
        return match
    ignored = ignored_bits(width, match.prefix_len)
    return replace(match, value=match.value >> ignored << ignored)


def _match(at: Cursor, field: KeyField) -> ConstMatch:
    kind = at.get("match_type").text()
    if kind != field.match:
        raise at.get("match_type").fail(f"the table matches {field.name} as {field.match}, got {kind}")
    full = (1 << field.width) - 1
    if kind == "valid":
        return ConstMatch("valid", int(at.get("key").boolean()))
    if kind == "range":
        low, high = at.get("start").hex() & full, at.get("end").hex() & full
        if low > high:
            raise at.fail(f"the range {low:#x}..{high:#x} is empty")
        return ConstMatch("range", field.looked_at(low), high=high)
    value = field.looked_at(at.get("key").hex() & full)
    if kind == "lpm":
        length = at.get("prefix_length").integer(high=field.width)
        return ConstMatch("lpm", value & ~((1 << (field.width - length)) - 1), prefix_len=length)
    if kind == "ternary":
        mask = at.get("mask").hex() & full
        return ConstMatch("ternary", value & mask, mask)
    return ConstMatch("exact", value)


# --- The graph -------------------------------------------------------------------------------------------------------


def successors(pipeline: Pipeline, node: str) -> tuple[str | None, ...]:
    """Every node that can follow `node`, without repetitions, in declaration order."""
    found: Iterable[str | None]
    if node in pipeline.conditionals:
        conditional = pipeline.conditionals[node]
        found = (conditional.true_next, conditional.false_next)
    elif node in pipeline.action_calls:
        found = (pipeline.action_calls[node].next_node,)
    else:
        table = pipeline.tables[node]
        if not table.key and table.split_on_hit:
            found = (table.next_miss,)  # without a key nothing is ever hit
        elif table.is_constant and table.default is not None:
            found = (table.next_by_action[table.default.action_id],)
        elif table.split_on_hit:
            found = (table.next_hit, table.next_miss)
        else:
            found = (*table.next_by_action.values(), *(() if table.default else (table.base_default_next,)))
    return tuple(dict.fromkeys(found))


def topological(pipeline: Pipeline) -> list[str]:
    """Every node that can be reached, each before those that can follow it."""
    order: list[str] = []
    seen: set[str] = set()
    stack: list[tuple[str, bool]] = [] if pipeline.init is None else [(pipeline.init, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((s, False) for s in successors(pipeline, node) if s is not None)
    return order[::-1]


def joins(pipeline: Pipeline) -> dict[str, str | None]:
    """Of each node, the next one that every way from it passes (its immediate post-dominator); None: the end."""
    depth: dict[str | None, int] = {None: 0}
    up: dict[str | None, str | None] = {}

    def meet(left: str | None, right: str | None) -> str | None:
        while left != right:
            if depth[left] >= depth[right]:
                left = up[left]
            else:
                right = up[right]
        return left

    order = topological(pipeline)
    for node in reversed(order):
        up[node] = reduce(meet, successors(pipeline, node) or (None,))
        depth[node] = depth[up[node]] + 1
    return {node: up[node] for node in order}


def back_edges(roots: Iterable[str], following: Callable[[str], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """The edges that close a loop in depth-first walks from each of `roots`; any graph."""
    done: set[str] = set()
    for root in roots:
        path = [] if root in done else [(root, iter(following(root)))]
        on_path = {root}
        while path:
            node, ways = path[-1]
            entered = next(ways, None)
            if entered is None:
                path.pop()
                on_path.discard(node)
                done.add(node)
            elif entered in on_path:
                yield node, entered
            elif entered not in done:
                on_path.add(entered)
                path.append((entered, iter(following(entered))))


# --- Pipelines -------------------------------------------------------------------------------------------------------


def read_pipelines(root: Cursor, context: ControlContext) -> dict[str, Pipeline]:
    """Pipelines by name; action profiles are added to the context."""
    found = {}
    for at in root.array("pipelines"):
        for profile_at in at.array("action_profiles"):
            profile = _profile(profile_at, context.names)
            context.profiles[profile.name] = profile
    for at in root.array("pipelines"):
        found[at.name()] = _pipeline(at, context)
    return found


def _pipeline(at: Cursor, context: ControlContext) -> Pipeline:
    nodes = {n.name() for key in ("tables", "conditionals", "action_calls") for n in at.array(key)}
    tables: dict[str, TableSpec] = {}
    for item in at.array("tables"):
        table = read_table(item, context, nodes)
        if table.name in tables:
            raise item.fail(f"table {table.name!r} is declared twice")
        tables[table.name] = table
    conditionals = {}
    for item in at.array("conditionals"):
        condition = ExprReader(context.names).read(item.get("expression"))
        if not is_bool(condition):
            raise item.get("expression").fail("expected a boolean expression")
        conditionals[item.name()] = Conditional(
            item.name(),
            item.get("id").integer(),
            condition,
            next_node(item, "true_next", nodes),
            next_node(item, "false_next", nodes),
            item.source_info(),
        )
    calls = {}
    for item in at.array("action_calls"):
        action = item.get("action_id").integer()
        if action not in context.actions or context.actions[action].params:
            raise item.get("action_id").fail(f"action {action} does not exist or takes parameters")
        calls[item.name()] = ActionCallNode(
            item.name(), item.get("id").integer(), action, next_node(item, "next_node", nodes), item.source_info()
        )
    pipeline = Pipeline(at.name(), next_node(at, "init_table", nodes), tables, conditionals, calls, at.source_info())

    def following(name: str) -> list[str]:
        return [s for s in successors(pipeline, name) if s is not None]

    for _, entered in back_edges((*tables, *conditionals, *calls), following):
        raise at.fail(f"node {entered!r} can be reached from itself; P4 controls have no loops")
    return pipeline


def _profile(at: Cursor, names: Names) -> ActionProfileSpec:
    selector = at.find("selector")
    size = at.get("max_size").integer()
    if selector is None:
        return ActionProfileSpec(at.name(), at.get("id").integer(), size)
    inputs = tuple(read_calc_input(i, names) for i in selector.array("input"))
    return ActionProfileSpec(at.name(), at.get("id").integer(), size, check_algorithm(selector.get("algo")), inputs)


# --- Fields that are variables of a pipeline -------------------------------------------------------------------------


_STANDARD = frozenset(("standard_metadata", "intrinsic_metadata", "queueing_metadata"))


def actions_of(program: Program, table: TableSpec) -> tuple[int, ...]:
    """Ids of the actions that an entry of a table, or a member it refers to, may have."""
    ids = dict.fromkeys(table.actions)
    if table.action_profile is not None:
        for other in program.tables():
            if other.action_profile == table.action_profile:
                ids.update(dict.fromkeys(other.actions))
    if table.default is not None:
        ids[table.default.action_id] = None
    return tuple(ids)


def nodes_of_actions(program: Program) -> Counter[int]:
    """How many nodes may run an action, by its number."""
    return Counter(number for pipeline in program.pipelines.values() for number in _runs(program, pipeline))


def own_fields(program: Program, actions: frozenset[int]) -> dict[str, tuple[FieldRef, ...]]:
    """By pipeline, the metadata fields that only its conditionals, its keys and some actions use, each by its name.

    They are 0 when the pipeline begins, and what comes after it cannot tell what is in them.
    """
    used = {name: set(_inner(_of_pipeline(program, p, actions))) for name, p in program.pipelines.items()}
    elsewhere = (*_outside_pipelines(program), *program.aliases.values())
    others = set(_inner((*elsewhere, *_of_actions(program, program.actions.keys() - actions))))
    whole = {e.name for found in (others, *used.values()) for e in found if isinstance(e, HeaderRef)}
    whole |= _STANDARD | _reached_otherwise(program)
    own: dict[str, list[FieldRef]] = {name: [] for name in program.pipelines}
    for header in program.headers.values():
        if not header.metadata or header.type.varbit or header.name in whole:
            continue
        for field in header.type.fields:
            ref = FieldRef(header.name, field.name)
            users = [name for name, found in used.items() if ref in found]
            if len(users) == 1 and ref not in others:
                own[users[0]].append(ref)
    return {name: tuple(refs) for name, refs in own.items()}


def may_be_read(program: Program) -> frozenset[FieldRef]:
    """The fields that a program names, and all of the headers that it uses as wholes, other than to drop a packet."""
    calls = (call for action in program.actions.values() for call in action.primitives)
    named = set(_inner(arg for call in calls if call.op != "mark_to_drop" for arg in call.args))
    for pipeline in program.pipelines.values():
        named.update(_inner(_of_pipeline(program, pipeline, frozenset())))
    named.update(_inner(_outside_pipelines(program)))
    whole = {part.name for part in named if isinstance(part, HeaderRef)} | _reached_otherwise(program)
    headers = (header for name, header in program.headers.items() if name in whole)
    fields = (FieldRef(header.name, field.name) for header in headers for field in header.type.fields)
    return frozenset((*fields, *(part for part in named if isinstance(part, FieldRef))))


def _reached_otherwise(program: Program) -> set[str]:
    """The headers that are extracted, emitted, or part of a stack or union: no field of theirs need be named."""
    found = {name for stack in program.stacks.values() for name in stack.headers}
    found |= {name for union in program.unions.values() for _, name in union.members}
    found |= {name for deparser in program.deparsers.values() for name in deparser.order}
    states = (state for parser in program.parsers.values() for state in parser.states.values())
    return found | {name for state in states for op in state.ops for name in op.target}


def _runs(program: Program, pipeline: Pipeline) -> Iterator[int]:
    """The actions that each node of a pipeline may run."""
    yield from (call.action_id for call in pipeline.action_calls.values())
    for table in pipeline.tables.values():
        yield from actions_of(program, table)


def _of_pipeline(program: Program, pipeline: Pipeline, actions: frozenset[int]) -> Iterator[Expr]:
    """What the pipeline's nodes compute, and those of some actions that it runs."""
    yield from (conditional.condition for conditional in pipeline.conditionals.values())
    yield from (key.target for table in pipeline.tables.values() for key in table.key)
    yield from _of_actions(program, actions.intersection(_runs(program, pipeline)))


def _of_actions(program: Program, actions: Iterable[int]) -> Iterator[Expr]:
    return (arg for number in actions for call in program.actions[number].primitives for arg in call.args)


def _outside_pipelines(program: Program) -> Iterator[Expr]:
    for state in (state for parser in program.parsers.values() for state in parser.states.values()):
        yield from (part.expr for part in state.key)
        for op in state.ops:
            yield from (*op.args, *(op.call.args if op.call is not None else ()))
    for deparser in program.deparsers.values():
        yield from (arg for call in deparser.primitives for arg in call.args)
    inputs = [c.inputs for c in program.calculations.values()]
    inputs += [p.selector_input for p in program.action_profiles.values()]
    yield from (item.expr for items in inputs for item in items if item.expr is not None)
    for checksum in program.checksums:
        yield from (checksum.target, *(() if checksum.condition is None else (checksum.condition,)))
    yield from (meter.result for meter in program.meters.values() if meter.result is not None)
    yield from (ref for learn in program.learn_lists.values() for ref in learn.elements)
    yield from (ref for refs in program.field_lists.values() for ref in refs)


def _inner(exprs: Iterable[Expr]) -> Iterator[FieldRef | HeaderRef]:
    """The fields and headers that expressions name."""
    for expr in exprs:
        if isinstance(expr, FieldRef | HeaderRef):
            yield expr
        else:
            yield from _inner(children(expr))
