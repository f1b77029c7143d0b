# SPDX-License-Identifier: Apache-2.0
"""The graph that a pipeline's tables, conditionals and action calls form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from p4soft.switch.program.model import Pipeline


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
