# SPDX-License-Identifier: Apache-2.0
"""Mutation operators on expressions and statements: each a small mistake that compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ptf_tests.mutants.places import Json, Place, Program, at, removed, replaced

Change = tuple[str, Program]
"""What was changed, and the changed program."""

Operator = Callable[[Program, Place], Iterator[Change]]
"""All changes of one kind at one place."""

_SWAPS: Mapping[str, Mapping[str, str]] = {
    "boundary": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "comparison_reversed": {"<": ">", ">": "<", "<=": ">=", ">=": "<="},
    "equality": {"==": "!=", "!=": "=="},
    "logic": {"and": "or", "or": "and"},
    "arithmetic": {"+": "-", "-": "+"},
    "shift_direction": {"<<": ">>", ">>": "<<"},
}


def _swap(operator: str) -> Operator:
    swaps = _SWAPS[operator]

    def change(program: Program, place: Place) -> Iterator[Change]:
        node = place.node
        if isinstance(node, dict) and isinstance(node.get("op"), str) and node.get("left") is not None:
            old = str(node["op"])
            if old in swaps:
                yield f"{old} -> {swaps[old]}", replaced(program, (*place.path, "op"), swaps[old])

    return change


def _constant(step: int) -> Operator:
    def change(program: Program, place: Place) -> Iterator[Change]:
        old = _number(place.node)
        if old is not None and old + step >= 0 and not (_is_shift_amount(program, place) or _is_mask(program, place)):
            yield f"{old:#x} -> {old + step:#x}", _renumbered(program, place, old + step)

    return change


def shift_amount(program: Program, place: Place) -> Iterator[Change]:
    """A shift by 8 bits more, or one bit less."""
    old = _number(place.node)
    if old is not None and _is_shift_amount(program, place):
        for new in (old + 8, old - 1):
            if new >= 0:
                yield f"shift by {old} -> {new}", _renumbered(program, place, new)


def width(program: Program, place: Place) -> Iterator[Change]:
    """A value cut to the lowest quarter of its bits, or to the upper half: the wrong width or slice."""
    old = _number(place.node)
    if old is not None and old > 1 and _is_mask(program, place):
        bits = old.bit_length()
        for new in (old & (1 << max(1, bits // 4)) - 1, old >> bits // 2 << bits // 2):
            yield f"mask {old:#x} -> {new:#x}", _renumbered(program, place, new)


def condition_negated(program: Program, place: Place) -> Iterator[Change]:
    """An `if` that takes the other branch."""
    node = place.node
    if isinstance(node, dict) and "true_next" in node:
        swapped = {**node, "true_next": node["false_next"], "false_next": node["true_next"]}
        yield "condition negated", replaced(program, place.path, swapped)


def operand_dropped(program: Program, place: Place) -> Iterator[Change]:
    """One side of an `and` or `or` is forgotten."""
    node = place.node
    if isinstance(node, dict) and node.get("op") in ("and", "or"):
        for forgotten, kept in (("left", "right"), ("right", "left")):
            other = node[kept]
            if isinstance(other, dict) and other.get("type") == "expression":
                yield f"{forgotten} side of {node['op']} forgotten", replaced(program, place.path, other["value"])


def conditional_operands(program: Program, place: Place) -> Iterator[Change]:
    """`a ? b : c` as `a ? c : b`."""
    node = place.node
    if isinstance(node, dict) and node.get("op") == "?":
        swapped = {**node, "left": node["right"], "right": node["left"]}
        yield "? operands swapped", replaced(program, place.path, swapped)


def statement_dropped(program: Program, place: Place) -> Iterator[Change]:
    """A statement is missing, counters aside."""
    if _is_primitive(place) and _operation(place) != "count":
        yield "dropped", removed(program, place.path)


def statements_exchanged(program: Program, place: Place) -> Iterator[Change]:
    """A statement comes after the next one, which uses or overwrites what it writes, or the other way round."""
    holder, index = at(program, place.parent), place.path[-1]
    if not (_is_primitive(place) and isinstance(holder, list) and isinstance(index, int) and index + 1 < len(holder)):
        return
    (first, target), (second, next_target) = (_used(statement) for statement in holder[index : index + 2])
    if target & (second | next_target) or next_target & first:
        order = [*holder[:index], holder[index + 1], holder[index], *holder[index + 2 :]]
        yield "after the next statement", replaced(program, place.parent, order)


def counter_dropped(program: Program, place: Place) -> Iterator[Change]:
    """A counter is not incremented."""
    if _is_primitive(place) and _operation(place) == "count":
        yield "dropped", removed(program, place.path)


def counter_index(program: Program, place: Place) -> Iterator[Change]:
    """A counter is incremented at the index after the right one: another queue, another port."""
    if _is_primitive(place) and _operation(place) == "count":
        index = at(program, (*place.path, "parameters", 1))
        one: Json = {"type": "hexstr", "value": "0x01"}
        wrong: Json = {"type": "expression", "value": {"op": "+", "left": index, "right": one}}
        wrong = {"type": "expression", "value": wrong}
        yield "at the next index", replaced(program, (*place.path, "parameters", 1), wrong)


def counter_exchanged(program: Program, place: Place) -> Iterator[Change]:
    """Another counter of the same control is incremented."""
    if not (_is_primitive(place) and _operation(place) == "count"):
        return
    mine = str(at(program, (*place.path, "parameters", 0, "value")))
    names = [str(array["name"]) for array in _list(program, "counter_arrays") if not array.get("is_direct")]
    rivals = [name for name in names if name.rpartition(".")[0] == mine.rpartition(".")[0]]
    if len(rivals) > 1:
        other = rivals[(rivals.index(mine) + 1) % len(rivals)]
        changed = replaced(program, (*place.path, "parameters", 0, "value"), other)
        yield f"counts {other.rpartition('.')[2]}", changed


def wrong_field(program: Program, place: Place) -> Iterator[Change]:
    """Another field of the same header and width is read."""
    if not _is_target(place):
        yield from _other_field(program, place, "reads")


def wrong_target(program: Program, place: Place) -> Iterator[Change]:
    """Another field of the same header and width is written."""
    if _is_target(place):
        yield from _other_field(program, place, "writes")


def _other_field(program: Program, place: Place, verb: str) -> Iterator[Change]:
    node = place.node
    if not (isinstance(node, dict) and node.get("type") == "field" and isinstance(node["value"], list)):
        return
    header, name = (str(part) for part in node["value"])
    other = sibling(program, header, name)
    if other is not None:
        wrong: Json = [header, other]
        yield f"{verb} {header}.{other} for {name}", replaced(program, (*place.path, "value"), wrong)


def wrong_parameter(program: Program, place: Place) -> Iterator[Change]:
    """Another parameter of the action, of the same width, is used."""
    node = place.node
    if not (isinstance(node, dict) and node.get("type") in ("runtime_data", "local") and place.path[0] == "actions"):
        return
    parameters = at(program, (*place.path[:2], "runtime_data"))
    mine = node["value"]
    assert isinstance(parameters, list)
    assert isinstance(mine, int)
    known = [(str(each["name"]), each["bitwidth"]) for each in parameters if isinstance(each, dict)]
    same = [number for number, (_, bits) in enumerate(known) if bits == known[mine][1]]
    if len(same) > 1:
        other = same[(same.index(mine) + 1) % len(same)]
        yield f"{known[other][0]} for {known[mine][0]}", replaced(program, (*place.path, "value"), other)


EXPRESSIONS: Mapping[str, Operator] = MappingProxyType(
    {
        **{name: _swap(name) for name in _SWAPS},
        "constant_plus_one": _constant(1),
        "constant_minus_one": _constant(-1),
        "shift_amount": shift_amount,
        "width": width,
        "condition_negated": condition_negated,
        "operand_dropped": operand_dropped,
        "conditional_operands": conditional_operands,
        "statement_dropped": statement_dropped,
        "statements_exchanged": statements_exchanged,
        "counter_dropped": counter_dropped,
        "counter_index": counter_index,
        "counter_exchanged": counter_exchanged,
        "wrong_field": wrong_field,
        "wrong_target": wrong_target,
        "wrong_parameter": wrong_parameter,
    }
)
"""Name -> all changes of this kind at a place."""


def _number(node: Json) -> int | None:
    if isinstance(node, dict) and node.get("type") == "hexstr" and isinstance(node.get("value"), str):
        return int(str(node["value"]), 16)
    return None


def _renumbered(program: Program, place: Place, value: int) -> Program:
    return replaced(program, (*place.path, "value"), f"{value:#x}")


def _is_shift_amount(program: Program, place: Place) -> bool:
    holder = at(program, place.parent)
    return place.path[-1] == "right" and isinstance(holder, dict) and holder.get("op") in ("<<", ">>")


def _is_mask(program: Program, place: Place) -> bool:
    holder = at(program, place.parent)
    return isinstance(holder, dict) and holder.get("op") == "&"


def _is_primitive(place: Place) -> bool:
    return isinstance(place.path[-1], int) and place.path[-2] in ("primitives", "parser_ops")


def _is_target(place: Place) -> bool:
    return place.path[-2:] == ("parameters", 0)


def _used(statement: Json) -> tuple[set[str], set[str]]:
    """What a statement reads, and what it writes; headers by their names, fields as `header.field`."""
    assert isinstance(statement, dict)
    parameters = statement.get("parameters")
    assert isinstance(parameters, list)
    return {name for each in parameters[1:] for name in _names(each)}, set(_names(parameters[0]) if parameters else ())


def _names(node: Json) -> Iterator[str]:
    if isinstance(node, dict):
        value = node.get("value")
        if node.get("type") in ("field", "header", "stack_field", "register", "header_stack"):
            yield ".".join(map(str, value)) if isinstance(value, list) else str(value)
        for below in node.values():
            yield from _names(below)
    elif isinstance(node, list):
        for below in node:
            yield from _names(below)


def _operation(place: Place) -> str:
    return str(place.node.get("op")) if isinstance(place.node, dict) else ""


def _list(program: Program, section: str) -> list[dict[str, Json]]:
    values = program.get(section)
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def sibling(program: Program, header: str, name: str) -> str | None:
    """The next field of the same width in the header, or None."""
    kinds = {str(h["name"]): str(h["header_type"]) for h in _list(program, "headers")}
    kind = next((t for t in _list(program, "header_types") if t["name"] == kinds.get(header)), None)
    if kind is None or not isinstance(kind["fields"], list):
        return None
    widths = {str(field[0]): field[1] for field in kind["fields"] if isinstance(field, list)}
    same = [field for field, bits in widths.items() if bits == widths.get(name)]
    if name not in widths or len(same) < 2:
        return None
    return same[(same.index(name) + 1) % len(same)]
