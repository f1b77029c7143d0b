# SPDX-License-Identifier: Apache-2.0
"""Metadata that one pipeline alone uses are variables of its function; what packets do is as in Python."""

from __future__ import annotations

import pytest
from native_pair_kit import FRAMES, KIND, Pair, X, Y, Z
from program_kit import assign, bytes_program, const, extract, field, op, std

from p4soft.switch import load_program
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.layout import NativeLayout
from p4soft.switch.program.controls import own_fields
from p4soft.switch.program.model import FieldRef

MINE, WIDE, LATE, BOTH, PARSED, KEPT = (
    field("meta", name) for name in ("mine", "wide", "late", "both", "parsed", "kept")
)
FIELDS = {"mine": 8, "wide": 560, "late": 8, "both": 8, "parsed": 8, "kept": 8, "unused": 8}


def sliced(at, width):
    return op("&", op(">>", WIDE, const(at)), const((1 << width) - 1))


@pytest.fixture
def program():
    """Ingress shows what is in its variables before it sets them, an action of two nodes changes one."""
    b = bytes_program(FIELDS)
    b.json["parsers"][0]["parse_states"].clear()
    b.state("start", extract("h"), {"op": "set", "parameters": [PARSED, KIND]})
    b.json["field_lists"].append({"id": 1, "name": "kept", "elements": [KEPT]})
    b.action("twice", *(assign(MINE, op("+", MINE, Y)) for _ in range(4)))
    b.run("show", assign(X, op("+", MINE, sliced(8, 8))), assign(BOTH, PARSED), following="wide", start=True)
    b.run("wide", assign(WIDE, op("*", Z, const(3**350))), assign(KEPT, const(1)), following="first")
    b.table("first", [("exact", KIND)], ["twice"], default=("twice", []), following="second")
    b.table("second", [], ["twice"], default=("twice", []), following="mix")
    b.run(
        "mix",
        assign(Y, op("+", op("^", MINE, sliced(64, 8)), op("+", sliced(256, 200), sliced(552, 8)))),
        following="port",
    )
    b.run("port", assign(std("egress_spec"), const(3)), assign(Z, op("+", Z, sliced(512, 48))))
    b.run("late", assign(X, op("+", X, op("+", LATE, BOTH))), assign(LATE, X), control=1, start=True)
    b.start("late", 1)
    return load_program(b.json)


def refs(*names):
    return tuple(FieldRef("meta", name) for name in names)


def test_which_fields_are_variables(program):
    everything = frozenset(program.actions)
    assert own_fields(program, everything) == {"ingress": refs("mine", "wide"), "egress": refs("late")}
    without = frozenset(a.id for a in program.actions.values() if a.name != "twice")
    assert own_fields(program, without) == {"ingress": refs("wide"), "egress": refs("late")}


def test_a_header_used_as_a_whole_has_none():
    b = bytes_program(FIELDS)
    b.run("set", assign(MINE, const(1)), {"op": "mark_to_drop", "parameters": [{"type": "header", "value": "meta"}]})
    b.start("set")
    found = load_program(b.json)
    assert own_fields(found, frozenset(found.actions)) == {"ingress": (), "egress": ()}


def test_variables_begin_with_0_and_are_one_packets(program):
    pair = Pair(program)
    for now in range(3):
        pair.burst(FRAMES, now)
    pair.check()


def test_what_is_set_for_each_packet_is_without_them(program):
    layout = NativeLayout(Layout(program))
    assert set(layout.own) == {*refs("mine", "wide", "late")}
    assert layout.own_size == {"ingress": 8 + 72, "egress": 8}
    assert layout.size - layout.set_size == 88
    places = [layout.cell(layout.layout.slot(ref)) for ref in layout.own]
    assert all(layout.set_size <= cell.offset <= layout.size - cell.size for cell in places)
