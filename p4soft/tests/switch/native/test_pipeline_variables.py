# SPDX-License-Identifier: Apache-2.0
"""Metadata that one pipeline alone uses are variables of its function; what packets do is as in Python."""

from __future__ import annotations

import pytest
from native_pair_kit import FRAMES, KIND, Pair, X, Y, Z
from program_kit import assign, bytes_program, const, extract, field, op, std

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.engine import build
from p4soft.switch.native.layout import NativeLayout
from p4soft.switch.program.controls import may_be_read, own_fields
from p4soft.switch.program.model import FieldRef
from p4soft.switch.state.match import ActionCall, Exact, MemberRef

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


@pytest.mark.parametrize(("width", "nodes", "inlined"), [(64, 2, True), (1024, 1, True), (1024, 2, False)])
def test_an_action_of_several_nodes_is_inlined_if_it_touches_few_words(width, nodes, inlined):
    b = bytes_program({"a": width, "b": width})
    a, other = field("meta", "a"), field("meta", "b")
    b.action("it", *(assign(a, op("+", op("*", a, const(3)), other)) for _ in range(2)), assign(X, op(">>", a, Y)))
    b.table("first", [("exact", KIND)], ["it"], default=("it", []), following="second")
    b.table("second", [("exact", X)], ["it"] if nodes == 2 else [], following="out")
    b.run("out", assign(std("egress_spec"), const(3)))
    b.start("first")
    found = load_program(b.json)
    layout = NativeLayout(Layout(found))
    number = next(action.id for action in found.actions.values() if action.name == "it")
    assert (number in layout.inlined) is inlined
    function = build(found, layout).actions[number]
    assert set(function.attributes) >= {"alwaysinline" if inlined else "noinline"}
    pair = Pair(found)
    pair.burst(FRAMES, 0)
    pair.check()


def with_a_reader(name, reader):
    """A program that shows one of the metadata that a switch writes before egress."""
    b = bytes_program({"copy": 48})
    drop = {"op": "mark_to_drop", "parameters": [{"type": "header", "value": "standard_metadata"}]}
    b.run("port", assign(std("egress_spec"), const(1)), start=True)
    b.action("show", assign(X, const(200)))
    b.action("drop", drop)
    value = std(name)
    if reader == "action":
        b.run("read", assign(Z, op("&", value, const(0xFFFF))), control=1, start=True)
    elif reader == "condition":
        b.condition("read", op(">", value, const(3)), "shown", None, control=1)
        b.run("shown", assign(X, const(100)), control=1)
        b.start("read", 1)
    elif reader == "key":
        b.table("read", [("exact", value)], ["show", "drop"], default=("show", []), control=1)
        b.start("read", 1)
    elif reader == "checksum":
        b.json["calculations"].append({"name": "sum", "id": 0, "algo": "csum16", "input": [value]})
        update = {"name": "u", "id": 0, "target": ["h", "z"], "type": "generic", "calculation": "sum", "verify": False}
        b.json["checksums"].append({**update, "update": True, "if_cond": None})
    return load_program(b.json)


WRITTEN = ("enq_timestamp", "egress_global_timestamp", "deq_timedelta")


@pytest.mark.parametrize("reader", ["action", "condition", "key", "checksum", None])
@pytest.mark.parametrize("name", WRITTEN)
def test_metadata_of_queues_are_there_for_whoever_reads_them(name, reader):
    program = with_a_reader(name, reader)
    found = may_be_read(program)
    assert {other for other in WRITTEN if FieldRef("standard_metadata", other) in found} == (
        {name} if reader else set()
    )
    pair = Pair(program)
    if reader == "key":
        pair.change(lambda switch: switch.state.tables["read"].insert([Exact(7)], ActionCall("drop")))
    for now in (2, 4, 7, 0x12345):
        pair.burst(FRAMES, now)
    pair.check()


def compiled(text, tmp_path):
    source = tmp_path / "program.p4"
    source.write_text(text)
    return load_program(compile_file(source).json)


SHARED_PROFILE = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> kind; bit<8> x; bit<8> y; bit<16> z; }
struct H { h_t h; }
struct M { bit<64> a; bit<1000> b; bit<8> e; }
action_profile(16) ap;
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) {
    state start { p.extract(h.h); transition accept; }
}
control V(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) {
    action big(bit<64> v) {
        m.a = m.a + v;
        m.b = (m.b << 7) + (bit<1000>)v * 0x1234567890abcdef1;
        h.h.x = h.h.x + m.a[7:0];
    }
    table t { key = { h.h.kind : exact; } actions = { big; NoAction; } implementation = ap; }
    apply { s.egress_spec = 3; t.apply(); h.h.y = m.a[7:0] + m.b[70:63]; }
}
control E(inout H h, inout M m, inout standard_metadata_t s) {
    action small(bit<8> v) { m.e = m.e + v; }
    table t { key = { h.h.kind : exact; } actions = { small; NoAction; } implementation = ap; }
    apply { t.apply(); h.h.z = (bit<16>)m.e; }
}
control C(inout H h, inout M m) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


def test_a_member_of_a_profile_that_two_pipelines_share_is_run_by_both(tmp_path):
    program = compiled(SHARED_PROFILE, tmp_path)
    pair = Pair(program)
    big = next(action for action in program.actions.values() if action.name.endswith("big"))

    def fill(switch):
        switch.state.action_profiles["ap"].insert_member(1, ActionCall(big.name, (0x1122334455667788,)))
        for table in switch.state.tables.values():
            if table.spec.action_profile is not None:
                table.insert((Exact(1),), MemberRef(1))

    for switch in pair.both:
        fill(switch)
    pair.burst(FRAMES, 0)
    pair.check()


WIDE_FIELDS = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> kind; bit<8> y; bit<16> z; bit<1024> q0; }
struct H { h_t h; }
struct M { bit<190> m2; int<65> m6; int<64> m9; int<512> m10; int<513> m11; bit<63> m0; bit<1025> m8; }
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) {
    state start { p.extract(h.h); transition accept; }
}
control V(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) { apply { s.egress_spec = 1; } }
control E(inout H h, inout M m, inout standard_metadata_t s) {
    action a1() {
        m.m10 = (bit<190>)(bit<64>)m.m9 == m.m2 ? (int<512>)m.m11 : (int<512>)(bit<512>)h.h.q0[300:300];
    }
    action a2() {
        m.m0 = (bit<63>)m.m8;
        m.m10 = (int<512>)m.m6;
        h.h.y = (bit<8>)((bit<513>)m.m11 == (bit<513>)m.m2 ? m.m2[7:0] : h.h.z[7:0]);
        h.h.z = m.m2[15:0];
        h.h.y = (bit<8>)(bit<64>)m.m9;
    }
    table t { key = { m.m10[11:0] : exact @name("a"); } actions = { a1; a2; } default_action = a1(); }
    table u { key = { m.m0 : exact; } actions = { a1; a2; } default_action = a2(); }
    apply { t.apply(); u.apply(); }
}
control C(inout H h, inout M m) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""


def test_wide_fields_that_llvm_does_not_take_word_by_word(tmp_path):
    pair = Pair(compiled(WIDE_FIELDS, tmp_path))
    pair.burst([(0, bytes([kind]) * 132 + b"rest") for kind in range(6)], 0)
    pair.check()


def extracting(*names):
    return [extract("h"), *({"op": "extract", "parameters": [{"type": "stack", "value": name}]} for name in names)]


def with_metadata_headers(reached):
    """A program whose metadata headers are reached by something else than their fields' names."""
    b = bytes_program()
    b.json["parsers"][0]["parse_states"].clear()
    port = assign(std("egress_spec"), const(1))
    if reached in ("extract", "emit"):
        b.header("g", [["q", 8, False], ["r", 8, False]], emit=reached == "emit")
        b.state("start", extract("h"), extract("g"))
        to, value = (X, op("+", field("g", "q"), field("g", "r")))
        if reached == "emit":
            to, value = field("g", "q"), op("+", field("g", "q"), const(1))
        b.run("set", port, assign(to, value), start=True)
    else:
        b.stack("g", [["q", 8, False], ["r", 8, False]], 3)
        b.state("start", *extracting("g", "g"))
        last = {"type": "stack_field", "value": ["g", "r"]}
        b.run("set", port, assign(field("g[1]", "r"), const(77)), assign(Y, last), start=True)
    for header in b.json["headers"]:
        header["metadata"] = header["metadata"] or header["name"].startswith("g")
    return load_program(b.json)


@pytest.mark.parametrize("reached", ["extract", "emit", "stack"])
def test_a_header_that_is_reached_otherwise_has_none(reached):
    program = with_metadata_headers(reached)
    assert own_fields(program, frozenset(program.actions)) == {"ingress": (), "egress": ()}
    pair = Pair(program)
    pair.burst(FRAMES, 0)
    pair.check()
