# SPDX-License-Identifier: Apache-2.0
"""Mutation operators on parsers, tables, checksums and deparsers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ptf_tests.mutants.operators import Change, Operator, sibling
from ptf_tests.mutants.places import Json, Place, Program, at, places, removed, replaced

_NEXT = frozenset({"true_next", "false_next", "base_default_next", "init_table"})
"""Keys whose value is the name of the next table or conditional."""


def transition_dropped(program: Program, place: Place) -> Iterator[Change]:
    """A parser does not look for one kind of header."""
    if _is_transition(place) and isinstance(place.node, dict) and place.node.get("type") != "default":
        yield f"no transition for {place.node.get('value')}", removed(program, place.path)


def transition_exchanged(program: Program, place: Place) -> Iterator[Change]:
    """A parser goes on where the next transition would lead."""
    transitions, mine = at(program, place.parent), place.path[-1]
    if not (_is_transition(place) and isinstance(transitions, list) and isinstance(mine, int)):
        return
    targets = [transition["next_state"] for transition in transitions if isinstance(transition, dict)]
    other = targets[(mine + 1) % len(targets)]
    if other != targets[mine]:
        changed = replaced(program, (*place.path, "next_state"), other)
        yield f"to {other or 'accept'} instead of {targets[mine] or 'accept'}", changed


def table_skipped(program: Program, place: Place) -> Iterator[Change]:
    """A table is not applied: whatever led to it goes on as after a miss."""
    if isinstance(place.node, dict) and _is_table(place):
        changed = _redirected(program, {str(place.node["name"]): _after(place.node)})
        yield f"{place.node['name']} not applied", changed


def table_order(program: Program, place: Place) -> Iterator[Change]:
    """A table is applied after the one that follows it."""
    first = place.node
    if not (isinstance(first, dict) and _is_table(place)):
        return
    follower = next((t for t in places(program) if _is_table(t) and _name(t) == _after(first)), None)
    if follower is None or _leaves(first) != {_after(first)} or not isinstance(follower.node, dict):
        return
    second = follower.node
    if _leaves(second) != {_after(second)}:
        return
    names = str(first["name"]), str(second["name"])
    # Whatever led to the first leads to the second, which leads to the first, which goes on where the second did.
    changed = _redirected(program, {names[0]: names[1]})
    changed = replaced(changed, follower.path, _leading_to(second, names[0]))
    yield f"{names[0]} after {names[1]}", replaced(changed, place.path, _leading_to(first, _after(second)))


def wrong_key(program: Program, place: Place) -> Iterator[Change]:
    """A table looks up another field of the same header and width."""
    if place.path[-1] != "target" or place.path[-3:-2] != ("key",) or not isinstance(place.node, list):
        return
    header, name = (str(part) for part in place.node)
    other = sibling(program, header, name)
    if other is not None:
        wrong: Json = [header, other]
        yield f"looks up {header}.{other} for {name}", replaced(program, place.path, wrong)


def checksum_dropped(program: Program, place: Place) -> Iterator[Change]:
    """A checksum is neither updated nor verified."""
    if place.parent == ("checksums",):
        yield "dropped", removed(program, place.path)


def checksum_input(program: Program, place: Place) -> Iterator[Change]:
    """A field is left out of a checksum or a hash."""
    node = place.node
    if place.path[:1] == ("calculations",) and place.path[-2:-1] == ("input",) and isinstance(node, dict):
        fields = node.get("value")
        yield (
            f"without {'.'.join(map(str, fields)) if isinstance(fields, list) else fields}",
            removed(program, place.path),
        )


def deparser_order(program: Program, place: Place) -> Iterator[Change]:
    """Two neighbours leave in the wrong order."""
    holder, index = at(program, place.parent), place.path[-1]
    if not (place.path[-2:-1] == ("order",) and isinstance(holder, list) and isinstance(index, int)):
        return
    if index + 1 < len(holder):
        order = [*holder[:index], holder[index + 1], holder[index], *holder[index + 2 :]]
        yield f"{holder[index + 1]} before {holder[index]}", replaced(program, place.parent, order)


def header_not_emitted(program: Program, place: Place) -> Iterator[Change]:
    """A header is parsed, and left out of what leaves."""
    if place.path[-2:-1] == ("order",):
        yield f"{place.node} not emitted", removed(program, place.path)


STRUCTURE: Mapping[str, Operator] = MappingProxyType(
    {
        "transition_dropped": transition_dropped,
        "transition_exchanged": transition_exchanged,
        "table_skipped": table_skipped,
        "table_order": table_order,
        "wrong_key": wrong_key,
        "checksum_dropped": checksum_dropped,
        "checksum_input": checksum_input,
        "deparser_order": deparser_order,
        "header_not_emitted": header_not_emitted,
    }
)
"""Name -> all changes of this kind at a place."""


def _is_transition(place: Place) -> bool:
    return isinstance(place.path[-1], int) and place.path[-2] == "transitions"


def _is_table(place: Place) -> bool:
    """Whether it is a table with a key; the compiler makes others, of one action each."""
    node = place.node
    return isinstance(node, dict) and "match_type" in node and "next_tables" in node and bool(node["key"])


def _name(place: Place) -> Json:
    return place.node.get("name") if isinstance(place.node, dict) else None


def _leaves(table: dict[str, Json]) -> set[Json]:
    """Where a table leads."""
    nexts = table["next_tables"]
    return set(map(_hashable, nexts.values())) if isinstance(nexts, dict) else set()


def _hashable(name: Json) -> str | None:
    return name if isinstance(name, str) else None


def _after(table: dict[str, Json]) -> Json:
    """Where a table leads on a miss."""
    nexts = table["next_tables"]
    assert isinstance(nexts, dict)
    return nexts["__MISS__"] if "__MISS__" in nexts else table.get("base_default_next")


def _leading_to(table: dict[str, Json], after: Json) -> dict[str, Json]:
    nexts = table["next_tables"]
    assert isinstance(nexts, dict)
    return {**table, "base_default_next": after, "next_tables": dict.fromkeys(nexts, after)}


def _redirected(program: Program, instead: Mapping[str, Json]) -> Program:
    """The program with whatever leads to a table of `instead` leading to its value."""
    changed = program
    for place in places(program):
        if _leads_on(place) and isinstance(place.node, str) and place.node in instead:
            changed = replaced(changed, place.path, instead[place.node])
    return changed


def _leads_on(place: Place) -> bool:
    return place.path[0] == "pipelines" and (place.path[-1] in _NEXT or place.path[-2:-1] == ("next_tables",))
