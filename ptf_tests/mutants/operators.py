# SPDX-License-Identifier: Apache-2.0
"""Mutation operators: small mistakes that compile, at sites of a compiled program (BMv2 JSON); and their mutants.

Programs are values: a change makes another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

# --- Mutation sites, and how to change one ---------------------------------------------------------------------------


Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Program: TypeAlias = dict[str, Json]
Path = tuple[str | int, ...]

EXECUTED = ("parsers", "calculations", "actions", "pipelines", "checksums", "deparsers")
"""Sections of the JSON whose contents decide what happens to a packet."""

SOURCES = "p4src/"
"""What names of source files start with, which is left out where they are shown."""


class Site(Struct, frozen=True):
    """A value of the program.

    Attributes:
        path: keys and indices from the root.
        node: the value.
        file: the P4 source it was compiled from, as far as the JSON tells.
        line: there.
        text: the innermost statement or condition around it, as in the source.
        owner: name of the innermost action, table, conditional or parser state around it.
    """

    path: Path
    node: Json
    file: str
    line: int
    text: str
    owner: str

    @property
    def parent(self) -> Path:
        return self.path[:-1]


class _Around(Struct, frozen=True):
    file: str = ""
    line: int = 0
    text: str = ""
    owner: str = ""


def sites(program: Program) -> Iterator[Site]:
    """Every value of the executed sections, in the order of the file."""
    for section in EXECUTED:
        yield from _walk(program.get(section), (section,), _Around(owner=section))


def _walk(node: Json, path: Path, around: _Around) -> Iterator[Site]:
    if isinstance(node, dict):
        around = _around(node, around)
    yield Site(path, node, around.file, around.line, around.text, around.owner)
    if isinstance(node, dict):
        for key, value in node.items():
            if key != "source_info":
                yield from _walk(value, (*path, key), around)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _walk(value, (*path, index), around)


def _around(node: dict[str, Json], outer: _Around) -> _Around:
    name = node.get("name")
    owner = name if isinstance(name, str) else outer.owner
    source = node.get("source_info")
    if not isinstance(source, dict):
        return _Around(outer.file, outer.line, outer.text, owner)
    file, line, text = (source.get(key) for key in ("filename", "line", "source_fragment"))
    assert isinstance(line, int)
    return _Around(str(file).rpartition(SOURCES)[2], line, str(text), owner)


def element(program: Program, path: Path) -> str:
    """Name of the parser state, action, table or conditional around a path; "" outside of these.

    What is wrong in there has no influence on packets that do not get there.
    """
    depth = {"parsers": 4, "actions": 2, "pipelines": 4}.get(str(path[0]), 0)
    if not depth or len(path) < depth:
        return ""
    found = at(program, path[:depth])
    return str(found["name"]) if isinstance(found, dict) else ""


def child(node: Json, part: str | int) -> Json:
    """The value below a key or an index. Raises KeyError, IndexError or TypeError when there is none."""
    if isinstance(node, dict) and isinstance(part, str):
        return node[part]
    if isinstance(node, list) and isinstance(part, int):
        return node[part]
    raise TypeError(f"nothing below {part!r}")


def at(program: Program, path: Path) -> Json:
    """The value at a path. Raises KeyError, IndexError or TypeError when there is none."""
    node: Json = program
    for part in path:
        node = child(node, part)
    return node


def replaced(program: Program, path: Path, value: Json) -> Program:
    """The program with another value at `path`; the rest is shared with `program`."""
    changed = _changed(program, path, [value])
    assert isinstance(changed, dict)
    return changed


def removed(program: Program, path: Path) -> Program:
    """The program without the list item at `path`; the rest is shared with `program`."""
    changed = _changed(program, path, [])
    assert isinstance(changed, dict)
    return changed


def _changed(node: Json, path: Path, values: list[Json]) -> Json:
    """`node` with `values` in place of what is at `path`, which must be in a list unless there is one value."""
    first, *rest = path
    below = values if not rest else [_changed(child(node, first), tuple(rest), values)]
    if isinstance(node, dict) and isinstance(first, str):
        (value,) = below
        return {**node, first: value}
    assert isinstance(node, list)
    assert isinstance(first, int)
    return [*node[:first], *below, *node[first + 1 :]]


# --- Operators on expressions and statements -------------------------------------------------------------------------


Change = tuple[str, Program]
"""What was changed, and the changed program."""

Operator = Callable[[Program, Site], Iterator[Change]]
"""All changes of one kind at one site."""

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

    def change(program: Program, site: Site) -> Iterator[Change]:
        node = site.node
        if isinstance(node, dict) and isinstance(node.get("op"), str) and node.get("left") is not None:
            old = str(node["op"])
            if old in swaps:
                yield f"{old} -> {swaps[old]}", replaced(program, (*site.path, "op"), swaps[old])

    return change


def _constant(step: int) -> Operator:
    def change(program: Program, site: Site) -> Iterator[Change]:
        old = _number(site.node)
        if old is not None and old + step >= 0 and not (_is_shift_amount(program, site) or _is_mask(program, site)):
            yield f"{old:#x} -> {old + step:#x}", _renumbered(program, site, old + step)

    return change


def shift_amount(program: Program, site: Site) -> Iterator[Change]:
    """A shift by 8 bits more, or one bit less."""
    old = _number(site.node)
    if old is not None and _is_shift_amount(program, site):
        for new in (old + 8, old - 1):
            if new >= 0:
                yield f"shift by {old} -> {new}", _renumbered(program, site, new)


def width(program: Program, site: Site) -> Iterator[Change]:
    """A value cut to the lowest quarter of its bits, or to the upper half: the wrong width or slice."""
    old = _number(site.node)
    if old is not None and old > 1 and _is_mask(program, site):
        bits = old.bit_length()
        for new in (old & (1 << max(1, bits // 4)) - 1, old >> bits // 2 << bits // 2):
            yield f"mask {old:#x} -> {new:#x}", _renumbered(program, site, new)


def condition_negated(program: Program, site: Site) -> Iterator[Change]:
    """An `if` that takes the other branch."""
    node = site.node
    if isinstance(node, dict) and "true_next" in node:
        swapped = {**node, "true_next": node["false_next"], "false_next": node["true_next"]}
        yield "condition negated", replaced(program, site.path, swapped)


def operand_dropped(program: Program, site: Site) -> Iterator[Change]:
    """One side of an `and` or `or` is forgotten."""
    node = site.node
    if isinstance(node, dict) and node.get("op") in ("and", "or"):
        for forgotten, kept in (("left", "right"), ("right", "left")):
            other = node[kept]
            if isinstance(other, dict) and other.get("type") == "expression":
                yield f"{forgotten} side of {node['op']} forgotten", replaced(program, site.path, other["value"])


def conditional_operands(program: Program, site: Site) -> Iterator[Change]:
    """`a ? b : c` as `a ? c : b`."""
    node = site.node
    if isinstance(node, dict) and node.get("op") == "?":
        swapped = {**node, "left": node["right"], "right": node["left"]}
        yield "? operands swapped", replaced(program, site.path, swapped)


def statement_dropped(program: Program, site: Site) -> Iterator[Change]:
    """A statement is missing, counters aside."""
    if _is_primitive(site) and _operation(site) != "count":
        yield "dropped", removed(program, site.path)


def statements_exchanged(program: Program, site: Site) -> Iterator[Change]:
    """A statement comes after the next one, which uses or overwrites what it writes, or the other way round."""
    holder, index = at(program, site.parent), site.path[-1]
    if not (_is_primitive(site) and isinstance(holder, list) and isinstance(index, int) and index + 1 < len(holder)):
        return
    (first, target), (second, next_target) = (_used(statement) for statement in holder[index : index + 2])
    if target & (second | next_target) or next_target & first:
        order = [*holder[:index], holder[index + 1], holder[index], *holder[index + 2 :]]
        yield "after the next statement", replaced(program, site.parent, order)


def counter_dropped(program: Program, site: Site) -> Iterator[Change]:
    """A counter is not incremented."""
    if _is_primitive(site) and _operation(site) == "count":
        yield "dropped", removed(program, site.path)


def counter_index(program: Program, site: Site) -> Iterator[Change]:
    """A counter is incremented at the index after the right one: another queue, another port."""
    if _is_primitive(site) and _operation(site) == "count":
        index = at(program, (*site.path, "parameters", 1))
        one: Json = {"type": "hexstr", "value": "0x01"}
        wrong: Json = {"type": "expression", "value": {"op": "+", "left": index, "right": one}}
        wrong = {"type": "expression", "value": wrong}
        yield "at the next index", replaced(program, (*site.path, "parameters", 1), wrong)


def counter_exchanged(program: Program, site: Site) -> Iterator[Change]:
    """Another counter of the same control is incremented."""
    if not (_is_primitive(site) and _operation(site) == "count"):
        return
    mine = str(at(program, (*site.path, "parameters", 0, "value")))
    names = [str(array["name"]) for array in _list(program, "counter_arrays") if not array.get("is_direct")]
    rivals = [name for name in names if name.rpartition(".")[0] == mine.rpartition(".")[0]]
    if len(rivals) > 1:
        other = rivals[(rivals.index(mine) + 1) % len(rivals)]
        changed = replaced(program, (*site.path, "parameters", 0, "value"), other)
        yield f"counts {other.rpartition('.')[2]}", changed


def wrong_field(program: Program, site: Site) -> Iterator[Change]:
    """Another field of the same header and width is read."""
    if not _is_target(site):
        yield from _other_field(program, site, "reads")


def wrong_target(program: Program, site: Site) -> Iterator[Change]:
    """Another field of the same header and width is written."""
    if _is_target(site):
        yield from _other_field(program, site, "writes")


def _other_field(program: Program, site: Site, verb: str) -> Iterator[Change]:
    node = site.node
    if not (isinstance(node, dict) and node.get("type") == "field" and isinstance(node["value"], list)):
        return
    header, name = (str(part) for part in node["value"])
    other = sibling(program, header, name)
    if other is not None:
        wrong: Json = [header, other]
        yield f"{verb} {header}.{other} for {name}", replaced(program, (*site.path, "value"), wrong)


def wrong_parameter(program: Program, site: Site) -> Iterator[Change]:
    """Another parameter of the action, of the same width, is used."""
    node = site.node
    if not (isinstance(node, dict) and node.get("type") in ("runtime_data", "local") and site.path[0] == "actions"):
        return
    parameters = at(program, (*site.path[:2], "runtime_data"))
    mine = node["value"]
    assert isinstance(parameters, list)
    assert isinstance(mine, int)
    known = [(str(each["name"]), each["bitwidth"]) for each in parameters if isinstance(each, dict)]
    same = [number for number, (_, bits) in enumerate(known) if bits == known[mine][1]]
    if len(same) > 1:
        other = same[(same.index(mine) + 1) % len(same)]
        yield f"{known[other][0]} for {known[mine][0]}", replaced(program, (*site.path, "value"), other)


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
"""Name -> all changes of this kind at a site."""


def _number(node: Json) -> int | None:
    if isinstance(node, dict) and node.get("type") == "hexstr" and isinstance(node.get("value"), str):
        return int(str(node["value"]), 16)
    return None


def _renumbered(program: Program, site: Site, value: int) -> Program:
    return replaced(program, (*site.path, "value"), f"{value:#x}")


def _is_shift_amount(program: Program, site: Site) -> bool:
    holder = at(program, site.parent)
    return site.path[-1] == "right" and isinstance(holder, dict) and holder.get("op") in ("<<", ">>")


def _is_mask(program: Program, site: Site) -> bool:
    holder = at(program, site.parent)
    return isinstance(holder, dict) and holder.get("op") == "&"


def _is_primitive(site: Site) -> bool:
    return isinstance(site.path[-1], int) and site.path[-2] in ("primitives", "parser_ops")


def _is_target(site: Site) -> bool:
    return site.path[-2:] == ("parameters", 0)


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


def _operation(site: Site) -> str:
    return str(site.node.get("op")) if isinstance(site.node, dict) else ""


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


# --- Operators on parsers, tables, checksums and deparsers -----------------------------------------------------------


_NEXT = frozenset({"true_next", "false_next", "base_default_next", "init_table"})
"""Keys whose value is the name of the next table or conditional."""


def transition_dropped(program: Program, site: Site) -> Iterator[Change]:
    """A parser does not look for one kind of header."""
    if _is_transition(site) and isinstance(site.node, dict) and site.node.get("type") != "default":
        yield f"no transition for {site.node.get('value')}", removed(program, site.path)


def transition_exchanged(program: Program, site: Site) -> Iterator[Change]:
    """A parser goes on where the next transition would lead."""
    transitions, mine = at(program, site.parent), site.path[-1]
    if not (_is_transition(site) and isinstance(transitions, list) and isinstance(mine, int)):
        return
    targets = [transition["next_state"] for transition in transitions if isinstance(transition, dict)]
    other = targets[(mine + 1) % len(targets)]
    if other != targets[mine]:
        changed = replaced(program, (*site.path, "next_state"), other)
        yield f"to {other or 'accept'} instead of {targets[mine] or 'accept'}", changed


def table_skipped(program: Program, site: Site) -> Iterator[Change]:
    """A table is not applied: whatever led to it goes on as after a miss."""
    if isinstance(site.node, dict) and _is_table(site):
        changed = _redirected(program, {str(site.node["name"]): _after(site.node)})
        yield f"{site.node['name']} not applied", changed


def table_order(program: Program, site: Site) -> Iterator[Change]:
    """A table is applied after the one that follows it."""
    first = site.node
    if not (isinstance(first, dict) and _is_table(site)):
        return
    follower = next((t for t in sites(program) if _is_table(t) and _name(t) == _after(first)), None)
    if follower is None or _leaves(first) != {_after(first)} or not isinstance(follower.node, dict):
        return
    second = follower.node
    if _leaves(second) != {_after(second)}:
        return
    names = str(first["name"]), str(second["name"])
    # Whatever led to the first leads to the second, which leads to the first, which goes on where the second did.
    changed = _redirected(program, {names[0]: names[1]})
    changed = replaced(changed, follower.path, _leading_to(second, names[0]))
    yield f"{names[0]} after {names[1]}", replaced(changed, site.path, _leading_to(first, _after(second)))


def wrong_key(program: Program, site: Site) -> Iterator[Change]:
    """A table looks up another field of the same header and width."""
    if site.path[-1] != "target" or site.path[-3:-2] != ("key",) or not isinstance(site.node, list):
        return
    header, name = (str(part) for part in site.node)
    other = sibling(program, header, name)
    if other is not None:
        wrong: Json = [header, other]
        yield f"looks up {header}.{other} for {name}", replaced(program, site.path, wrong)


def checksum_dropped(program: Program, site: Site) -> Iterator[Change]:
    """A checksum is neither updated nor verified."""
    if site.parent == ("checksums",):
        yield "dropped", removed(program, site.path)


def checksum_input(program: Program, site: Site) -> Iterator[Change]:
    """A field is left out of a checksum or a hash."""
    node = site.node
    if site.path[:1] == ("calculations",) and site.path[-2:-1] == ("input",) and isinstance(node, dict):
        fields = node.get("value")
        yield (
            f"without {'.'.join(map(str, fields)) if isinstance(fields, list) else fields}",
            removed(program, site.path),
        )


def deparser_order(program: Program, site: Site) -> Iterator[Change]:
    """Two neighbours leave in the wrong order."""
    holder, index = at(program, site.parent), site.path[-1]
    if not (site.path[-2:-1] == ("order",) and isinstance(holder, list) and isinstance(index, int)):
        return
    if index + 1 < len(holder):
        order = [*holder[:index], holder[index + 1], holder[index], *holder[index + 2 :]]
        yield f"{holder[index + 1]} before {holder[index]}", replaced(program, site.parent, order)


def header_not_emitted(program: Program, site: Site) -> Iterator[Change]:
    """A header is parsed, and left out of what leaves."""
    if site.path[-2:-1] == ("order",):
        yield f"{site.node} not emitted", removed(program, site.path)


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
"""Name -> all changes of this kind at a site."""


def _is_transition(site: Site) -> bool:
    return isinstance(site.path[-1], int) and site.path[-2] == "transitions"


def _is_table(site: Site) -> bool:
    """Whether it is a table with a key; the compiler makes others, of one action each."""
    node = site.node
    return isinstance(node, dict) and "match_type" in node and "next_tables" in node and bool(node["key"])


def _name(site: Site) -> Json:
    return site.node.get("name") if isinstance(site.node, dict) else None


def _leaves(table: dict[str, Json]) -> set[Json]:
    nexts = table["next_tables"]
    return set(map(_hashable, nexts.values())) if isinstance(nexts, dict) else set()


def _hashable(name: Json) -> str | None:
    return name if isinstance(name, str) else None


def _after(table: dict[str, Json]) -> Json:
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
    for site in sites(program):
        if _leads_on(site) and isinstance(site.node, str) and site.node in instead:
            changed = replaced(changed, site.path, instead[site.node])
    return changed


def _leads_on(site: Site) -> bool:
    return site.path[0] == "pipelines" and (site.path[-1] in _NEXT or site.path[-2:-1] == ("next_tables",))


# --- Mutants ---------------------------------------------------------------------------------------------------------


OPERATORS: Mapping[str, Operator] = MappingProxyType({**EXPRESSIONS, **STRUCTURE})
"""Every operator by name."""
VENDOR = "vendor"
"""Operator of the mutants written by hand."""


class Mutant(Struct, frozen=True):
    """One broken program.

    Attributes:
        id: says what is wrong; stable while the statement around it stays as it is.
        operator: which mistake, or `vendor`.
        file: P4 source below p4src/.
        line: there.
        what: what was changed into what, or the story of a vendor's mutant.
        element: the parser state, action, table or conditional that is wrong, "" if the mistake is not in one.
        program: the broken program.
    """

    id: str
    operator: str
    file: str
    line: int
    what: str
    element: str
    program: Program


def every(program: Program, operator: str) -> Iterator[Mutant]:
    """All mutants of an operator, in the order of the program; none equals the program."""
    seen: Counter[str] = Counter()
    for site in sites(program):
        for what, changed in OPERATORS[operator](program, site):
            if changed == program:
                continue
            name = _mutant_name(operator, site, what)
            seen[name] += 1
            identity = name if seen[name] == 1 else f"{name} ({seen[name]})"
            wrong = element(program, site.path)
            yield Mutant(identity, operator, site.file, site.line, f"{site.text}: {what}", wrong, changed)


def sample(mutants: Sequence[Mutant], count: int) -> list[Mutant]:
    """So many of them in their order, chosen as if by lot.

    Their ids decide: a larger sample contains a smaller one, and a change elsewhere in the program changes nothing.
    """
    chosen = {mutant.id for mutant in sorted(mutants, key=_lot)[:count]}
    return [mutant for mutant in mutants if mutant.id in chosen]


def _lot(mutant: Mutant) -> bytes:
    return sha256(mutant.id.encode()).digest()


def _mutant_name(operator: str, site: Site, what: str) -> str:
    return f"{operator} {site.file}: {' '.join(site.text.split())}: {what}"
