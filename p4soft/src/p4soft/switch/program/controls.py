# SPDX-License-Identifier: Apache-2.0
"""Reads pipelines: tables, conditionals, action calls and the graph they form."""

from __future__ import annotations

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.exprs import ExprReader, is_bool
from p4soft.switch.program.graph import back_edges, successors
from p4soft.switch.program.model import ActionCallNode, ActionProfileSpec, Conditional, Pipeline, TableSpec
from p4soft.switch.program.names import Names
from p4soft.switch.program.objects import check_algorithm, read_calc_input
from p4soft.switch.program.tables import ControlContext, next_node, read_table


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
