# SPDX-License-Identifier: Apache-2.0
"""Reads header types, headers, stacks and unions, parsers, parser value sets and deparsers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from p4soft.switch.program.actions import read_primitive
from p4soft.switch.program.cursor import Cursor, Names
from p4soft.switch.program.expressions import ExprReader, ParserExprReader, is_bool, require
from p4soft.switch.program.model import (
    Const,
    Deparser,
    Expr,
    FieldRef,
    FieldType,
    Header,
    HeaderStack,
    HeaderType,
    HeaderUnion,
    KeyPart,
    Lookahead,
    Parser,
    ParserOp,
    ParseState,
    StackField,
    Transition,
    UnionStack,
    UnionStackField,
    ValueSet,
)

# --- Headers ---------------------------------------------------------------------------------------------------------


_T = TypeVar("_T")

MAX_WIDTH = 1 << 16


def read_headers(root: Cursor, names: Names) -> None:
    """Fill `names` with every header-like object of the program."""
    for at in root.array("header_types"):
        kind = _header_type(at)
        names.types[kind.name] = kind
    by_id: dict[int, Header] = {}
    for at in root.array("headers"):
        type_at = at.get("header_type")
        if type_at.text() not in names.types:
            raise type_at.fail(f"no header type is called {type_at.text()!r}")
        header = Header(
            at.name(), at.get("id").integer(), names.types[type_at.text()], at.optional_bool("metadata", False)
        )
        if header.name in names.headers or header.id in by_id:
            raise at.fail(f"header {header.name!r} (id {header.id}) is declared twice")
        names.headers[header.name] = by_id[header.id] = header
    for at in root.array("header_stacks"):
        members = [_by_id(i, by_id, "header") for i in at.get("header_ids").items()]
        if not members:
            raise at.get("header_ids").fail("a header stack needs at least one header")
        stack = HeaderStack(at.name(), at.get("id").integer(), members[0].type, tuple(m.name for m in members))
        names.stacks[stack.name] = stack
    _read_unions(root, names, by_id)


def _read_unions(root: Cursor, names: Names, by_id: dict[int, Header]) -> None:
    member_names: dict[str, list[str]] = {}
    for at in root.array("header_union_types"):
        member_names[at.name()] = [pair.pair()[0].text() for pair in at.get("headers").items()]
    unions: dict[int, HeaderUnion] = {}
    for at in root.array("header_unions"):
        union_type = at.get("union_type").text()
        if union_type not in member_names:
            raise at.get("union_type").fail(f"no header union type is called {union_type!r}")
        headers = [_by_id(i, by_id, "header") for i in at.get("header_ids").items()]
        labels = member_names[union_type]
        if len(headers) != len(labels):
            raise at.get("header_ids").fail(f"union type {union_type} has {len(labels)} members, got {len(headers)}")
        members = tuple((label, h.name) for label, h in zip(labels, headers, strict=True))
        union = HeaderUnion(at.name(), at.get("id").integer(), union_type, members)
        names.unions[union.name] = unions[union.id] = union
    for at in root.array("header_union_stacks"):
        elements = [_by_id(i, unions, "header union") for i in at.get("header_union_ids").items()]
        if not elements:
            raise at.get("header_union_ids").fail("a header union stack needs at least one union")
        name = at.name()
        names.union_stacks[name] = UnionStack(
            name, at.get("id").integer(), at.get("union_type").text(), tuple(u.name for u in elements)
        )


def _by_id(at: Cursor, where: dict[int, _T], what: str) -> _T:
    number = at.integer()
    if number not in where:
        raise at.fail(f"no {what} has id {number}")
    return where[number]


def _header_type(at: Cursor) -> HeaderType:
    name = at.name()
    fields: list[FieldType] = []
    max_length = at.find("max_length")
    max_bytes = max_length.integer() if max_length else None
    for item in at.get("fields").items():
        parts = list(item.items())
        if not 2 <= len(parts) <= 4:
            raise item.fail("expected [name, width], [name, width, signed] or [name, width, signed, saturating]")
        signed = len(parts) > 2 and parts[2].boolean()
        saturating = len(parts) > 3 and parts[3].boolean()
        if parts[1].value == "*":
            if any(f.varbit for f in fields):
                raise item.fail(f"header type {name} has two variable-length fields; at most one is allowed")
            fields.append(FieldType(parts[0].text(), 0, False, True))
        else:
            fields.append(FieldType(parts[0].text(), parts[1].integer(high=MAX_WIDTH), signed, saturating=saturating))
    fixed = sum(f.width for f in fields)
    for i, found in enumerate(fields):
        if found.varbit:
            if max_bytes is None:
                raise at.fail(f"header type {name} has a variable-length field, so it needs 'max_length'")
            fields[i] = FieldType(found.name, max(0, max_bytes * 8 - fixed), False, True)
    return HeaderType(name, at.get("id").integer(), tuple(fields), max_bytes)


# --- Parsers ---------------------------------------------------------------------------------------------------------


PARSER_OPS = ("extract", "extract_VL", "set", "verify", "shift", "advance", "primitive")


def read_value_sets(root: Cursor) -> dict[str, ValueSet]:
    found = {}
    for at in root.array("parse_vsets"):
        found[at.name()] = ValueSet(at.name(), at.get("id").integer(), at.get("compressed_bitwidth").integer(low=1))
    return found


def read_parsers(root: Cursor, names: Names, value_sets: Mapping[str, ValueSet]) -> dict[str, Parser]:
    parsers = {}
    for at in root.array("parsers"):
        states_at = list(at.get("parse_states").items())
        known = {s.name() for s in states_at}
        states = {s.name(): _state(s, names, value_sets, known) for s in states_at}
        init = at.optional_str("init_state")
        if init is not None and init not in states:
            raise at.get("init_state").fail(f"no parse state is called {init!r}")
        parsers[at.name()] = Parser(at.name(), init, states)
    return parsers


def read_deparsers(root: Cursor, names: Names) -> dict[str, Deparser]:
    found = {}
    reader = ExprReader(names)
    for at in root.array("deparsers"):
        order = tuple(names.header(h).name for h in at.get("order").items())
        primitives = tuple(read_primitive(p, reader) for p in at.array("primitives"))
        found[at.name()] = Deparser(at.name(), order, primitives, at.source_info())
    return found


def _state(at: Cursor, names: Names, value_sets: Mapping[str, ValueSet], known: set[str]) -> ParseState:
    ops = tuple(_op(op, names) for op in at.array("parser_ops"))
    key = tuple(_key_part(k, names) for k in at.array("transition_key"))
    transitions = [_transition(t, value_sets, known) for t in at.array("transitions")]
    return ParseState(at.name(), at.get("id").integer(), ops, key, tuple(transitions), at.source_info())


def _op(at: Cursor, names: Names) -> ParserOp:
    op = at.get("op").text()
    if op not in PARSER_OPS:
        raise at.get("op").fail(f"unknown parser operation {op!r}; accepted: {', '.join(PARSER_OPS)}")
    reader = ParserExprReader(names)
    params = list(at.get("parameters").items())
    counts = {"extract": 1, "extract_VL": 2, "set": 2, "verify": 2, "shift": 1, "advance": 1, "primitive": 1}
    if len(params) != counts[op]:
        raise at.get("parameters").fail(f"{op} takes {counts[op]} parameters, got {len(params)}")
    source = at.source_info()
    if op == "primitive":
        return ParserOp(op, call=read_primitive(params[0], reader), source=source)
    if op in ("extract", "extract_VL"):
        target, header_type = _extract_target(params[0], names)
        length = tuple(require(p, reader.read(p), "data") for p in params[1:])
        if op == "extract_VL" and header_type.varbit is None:
            raise params[0].fail(f"extract_VL: header type {header_type.name} has no variable-length field")
        if op == "extract" and header_type.varbit is not None:
            raise params[0].fail(f"extract: header type {header_type.name} has a variable-length field; use extract_VL")
        return ParserOp(op, target, length, source=source)
    if op == "shift":
        return ParserOp("advance", args=(Const(params[0].integer() * 8),), source=source)
    args = tuple(reader.read(p) for p in params)
    if op == "set" and not isinstance(args[0], FieldRef | StackField):
        raise params[0].fail("set: expected a field")
    if op == "verify" and not is_bool(args[0]):
        raise params[0].fail("verify: expected a boolean expression")
    require(params[-1], args[-1], "data")
    return ParserOp(op, args=args, source=source)


def _extract_target(at: Cursor, names: Names) -> tuple[tuple[str, ...], HeaderType]:
    kind = at.get("type").text()
    value = at.get("value")
    if kind == "regular":
        header = names.header(value)
        return (header.name,), header.type
    if kind == "stack":
        stack = names.stack(value)
        return ("stack", stack.name), stack.type
    if kind == "union_stack":
        stack_at, member_at = value.pair()
        unions = names.union_stack(stack_at)
        members = dict(names.unions[unions.unions[0]].members)
        member = member_at.text()
        if member not in members:
            raise member_at.fail(f"union type {unions.union_type} has no member {member!r}")
        return ("union_stack", unions.name, member), names.headers[members[member]].type
    raise at.get("type").fail(f"unknown extract target {kind!r}; accepted: regular, stack, union_stack")


def _key_part(at: Cursor, names: Names) -> KeyPart:
    expr = ParserExprReader(names).read(at)
    width = _width(expr, names)
    if width is None:
        raise at.fail("a transition key is made of fields, stack fields, union stack fields and lookaheads")
    return KeyPart(expr, width)


def _width(expr: Expr, names: Names) -> int | None:
    if isinstance(expr, FieldRef):
        return names.field_type(expr).width
    if isinstance(expr, Lookahead):
        return expr.width
    if isinstance(expr, StackField):
        found = names.stacks[expr.stack].type.field(expr.field)
        return found.width if found else None
    if isinstance(expr, UnionStackField):
        members = dict(names.unions[names.union_stacks[expr.stack].unions[0]].members)
        found = names.headers[members[expr.member]].type.field(expr.field)
        return found.width if found else None
    return None


def _transition(at: Cursor, value_sets: Mapping[str, ValueSet], known: set[str]) -> Transition:
    next_state = at.optional_str("next_state")
    if next_state is not None and next_state not in known:
        raise at.get("next_state").fail(f"no parse state is called {next_state!r}")
    kind = at.optional_str("type") or "hexstr"
    mask_at = at.find("mask")
    mask = mask_at.hex() if mask_at else None
    if kind == "default" or at.get("value").value == "default":
        return Transition("default", 0, None, None, next_state)
    if kind == "parse_vset":
        name = at.get("value").text()
        if name not in value_sets:
            raise at.get("value").fail(f"no parser value set is called {name!r}")
        return Transition("parse_vset", 0, mask, name, next_state)
    if kind == "hexstr":
        return Transition("hexstr", at.get("value").hex(), mask, None, next_state)
    raise at.get("type").fail(f"unknown transition type {kind!r}; accepted: default, hexstr, parse_vset")
