# SPDX-License-Identifier: Apache-2.0
"""Reads parsers, parser value sets and deparsers."""

from __future__ import annotations

from collections.abc import Mapping

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import Const, Expr, FieldRef, Lookahead, StackField, UnionStackField
from p4soft.switch.program.exprs import ExprReader, ParserExprReader, is_bool
from p4soft.switch.program.header_model import HeaderType
from p4soft.switch.program.kinds import require
from p4soft.switch.program.model import Deparser, KeyPart, Parser, ParserOp, ParseState, Transition, ValueSet
from p4soft.switch.program.names import Names
from p4soft.switch.program.primitives import read_primitive

PARSER_OPS = ("extract", "extract_VL", "set", "verify", "shift", "advance", "primitive")


def read_value_sets(root: Cursor) -> dict[str, ValueSet]:
    """The program's parser value sets by name."""
    found = {}
    for at in root.array("parse_vsets"):
        found[at.name()] = ValueSet(at.name(), at.get("id").integer(), at.get("compressed_bitwidth").integer(low=1))
    return found


def read_parsers(root: Cursor, names: Names, value_sets: Mapping[str, ValueSet]) -> dict[str, Parser]:
    """The program's parsers by name."""
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
    """The program's deparsers by name."""
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
