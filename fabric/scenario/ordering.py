# SPDX-License-Identifier: Apache-2.0
"""What of a workload comes after what: names looked up, circles and what would come too late found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.documents import Problem
from fabric.scenario.names import unknown
from fabric.scenario.workload import WorkItem, WriteSpec


def predecessors(workload: Sequence[WorkItem]) -> list[tuple[int, ...]]:
    """Per item the indices of those that it comes after, in the order of the file; unknown names are left out."""
    indices = {item.name: index for index, item in enumerate(workload) if item.name is not None}
    return [tuple(dict.fromkeys(indices[name] for name in item.after if name in indices)) for item in workload]


def ordering_problems(workload: Sequence[WorkItem], limit_ns: int) -> list[Problem]:
    """What is wrong with names, with what comes after what, and with messages that are due after the limit (ns)."""
    return [*_names(workload), *_circle(workload), *_too_late(workload, limit_ns)]


def _names(workload: Sequence[WorkItem]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, item in enumerate(workload):
        if item.name is not None and first.setdefault(item.name, index) != index:
            also = f"{item.name!r} is also the name of workload.{first[item.name]}"
            yield Problem(("workload", index, "name"), also, "a name that nothing else has")
    for index, item in enumerate(workload):
        for position, name in enumerate(item.after):
            if name not in first:
                refused = unknown("item", name, first) if first else None
                what = refused.what if refused else f"no item named {name!r}"
                accepted = refused.accepted if refused else "the `name` of another item; none has one"
                yield Problem(("workload", index, "after", position), what, accepted)


def _circle(workload: Sequence[WorkItem]) -> Iterator[Problem]:
    """The first circle, told at its first item."""
    before = predecessors(workload)
    done: set[int] = set()
    for start in range(len(workload)):
        trail: dict[int, None] = {}  # in its order
        todo = [(start, 0)]  # an item, and its predecessor that is looked at next
        while todo:
            index, position = todo.pop()
            if position == 0:
                if index in done:
                    continue
                if index in trail:
                    circle = [*trail][[*trail].index(index) :]
                    first = min(circle)
                    turned = circle[circle.index(first) :] + circle[: circle.index(first)]
                    names = " after ".join(str(workload[each].name) for each in [*turned, first])
                    yield Problem(("workload", first, "after"), f"a circle: {names}", "what can begin by itself")
                    return
                trail[index] = None
            if position < len(before[index]):
                todo += [(index, position + 1), (before[index][position], 0)]
            else:
                done.add(index)
                trail.popitem()


def _too_late(workload: Sequence[WorkItem], limit_ns: int) -> Iterator[Problem]:
    for index, item in enumerate(workload):
        if isinstance(item, WriteSpec) and item.every is not None and item.at < limit_ns:
            last_ns = item.at + (item.times - 1) * item.every
            if last_ns >= limit_ns:
                what = f"message {item.times} of {item.times} is due at {last_ns} ns, which is not before the limit"
                longest = (limit_ns - 1 - item.at) // (item.times - 1)
                accepted = f"at most {longest} ns, fewer `times`, or a later `limit`" if longest else "fewer `times`"
                yield Problem(("workload", index, "every"), what, accepted)
