# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""What P4Info leaves out or keeps as p4c does: dead code, registers behind a typedef, an empty `type_info`."""

from __future__ import annotations

import pytest
from tests.compiler.compiler_kit import build, source

LOCALS = "action own() { hdr.h.a = 1; } table t { key = { hdr.h.a : exact; } actions = { own; } const default_action = own; }"
DROP = "void drop(inout standard_metadata_t s) { mark_to_drop(s); }"
GLOBALS = "action shared(inout bit<8> x) { x = 1; }"


@pytest.mark.parametrize(
    ("ingress", "tables", "actions"),
    [
        ("t.apply();", ["MyIngress.t"], ["MyIngress.own"]),
        ("return; t.apply();", [], []),
        ("hdr.h.a = (false ? (t.apply().hit ? 8w1 : 8w2) : 8w3);", [], []),
        ("hdr.h.a = (true ? (t.apply().hit ? 8w1 : 8w2) : 8w3);", ["MyIngress.t"], ["MyIngress.own"]),
        ("if (false && t.apply().hit) { hdr.h.a = 2; }", [], []),
        ("if (true) { exit; } else { own(); }", [], []),
        ("if (false) { t.apply(); } else { own(); }", [], ["MyIngress.own"]),
        # p4c keeps what stands behind an exit, unless the control has a return somewhere.
        ("exit; t.apply();", ["MyIngress.t"], ["MyIngress.own"]),
        ("exit; shared(hdr.h.a);", [], ["shared"]),
        ("if (true) { exit; } own();", [], ["MyIngress.own"]),
        ("if (hdr.h.a == 1) { return; } else { exit; } own();", [], []),
        ("if (hdr.h.a == 1) { return; } exit; t.apply();", [], []),
    ],
)
def test_dead_code_leaves_nothing_behind(tmp_path, ingress, tables, actions):
    info = build(tmp_path, source(globals=GLOBALS, locals=LOCALS, ingress=ingress)).p4info
    assert [t.preamble.name for t in info.tables] == tables
    assert sorted(a.preamble.name for a in info.actions) == actions


def test_p4c_leaves_out_registers_whose_type_a_typedef_names(tmp_path):
    text = source(
        globals="typedef register<bit<8>> cell_t;",
        locals="cell_t(4) hidden; register<bit<8>>(4) plain;",
        ingress="hidden.write(0, 1); plain.write(0, 1);",
    )
    assert [r.preamble.name for r in build(tmp_path, text).p4info.registers] == ["MyIngress.plain"]


@pytest.mark.parametrize(
    ("parts", "present"),
    [
        ({}, False),
        ({"locals": LOCALS, "ingress": "t.apply();"}, True),
        ({"locals": "register<bit<8>>(4) r;", "ingress": "r.write(0, 1);"}, True),
        ({"ingress": "mark_to_drop(std);"}, True),
        ({"globals": DROP, "ingress": "drop(std);"}, True),
        ({"ingress": "return; mark_to_drop(std);"}, False),
        ({"ingress": "if (false) { mark_to_drop(std); }"}, False),
        ({"locals": LOCALS.replace("table", "@hidden table"), "ingress": "t.apply();"}, False),
        ({"locals": "@hidden register<bit<8>>(4) r;", "ingress": "r.write(0, 1);"}, True),
    ],
)
def test_type_info_is_there_when_p4c_touches_it(tmp_path, parts, present):
    assert build(tmp_path, source(**parts)).p4info.HasField("type_info") == present


def test_externs_at_top_level_are_there_whether_or_not_they_are_used(tmp_path):
    """DASH has some fifty counters that only a controller touches."""
    compiled = build(
        tmp_path,
        source(
            globals="""
                counter(8, CounterType.packets) idle_counter;
                meter(4, MeterType.bytes) idle_meter;
                register<bit<16>>(2) idle_register;
                action_profile(6) idle_profile;
                action_selector(HashAlgorithm.crc16, 5, 4) idle_selector;
                direct_counter(CounterType.packets) idle_direct;
                counter(1, CounterType.bytes) busy_counter;
                """,
            ingress="busy_counter.count(0);",
        ),
    )
    info, json = compiled.p4info, compiled.json
    assert {c.preamble.name: c.size for c in info.counters} == {"idle_counter": 8, "busy_counter": 1}
    assert {p.preamble.name: p.size for p in info.action_profiles} == {"idle_profile": 6, "idle_selector": 5}
    assert [(m.preamble.name, m.size) for m in info.meters] == [("idle_meter", 4)]
    assert [(r.preamble.name, r.size) for r in info.registers] == [("idle_register", 2)]
    assert not info.direct_counters
    arrays = {kind: [item["name"] for item in json[f"{kind}_arrays"]] for kind in ("counter", "meter", "register")}
    assert arrays == {
        "counter": ["idle_counter", "busy_counter"],
        "meter": ["idle_meter"],
        "register": ["idle_register"],
    }


def test_value_sets_that_no_state_names(tmp_path):
    sets = "value_set<bit<8>>(4) idle; value_set<bit<8>>(4) busy;"
    select = "transition select(hdr.h.a) { busy: accept; default: accept; }"
    info = build(tmp_path, source(parser_locals=sets, after_extract=select)).p4info
    assert [s.preamble.name for s in info.value_sets] == ["MyParser.busy"]


SELECTORS = """
    action f(bit<9> p) { std.egress_spec = p; }
    action_profile(4) own;
    table used { key = { hdr.h.a : exact; } actions = { f; } @name("with_name") implementation = action_profile(16); }
    table unused { key = { hdr.h.a : exact; hdr.h.a : selector; } actions = { f; }
                   implementation = action_selector(HashAlgorithm.crc16, 32, 8); }
    table unused_too { key = { hdr.h.a : exact; } actions = { f; } implementation = own; }
"""


def test_an_implementation_without_name_goes_with_its_table(tmp_path):
    info = build(tmp_path, source(locals=SELECTORS, ingress="used.apply();")).p4info
    assert [profile.size for profile in info.action_profiles] == [4, 16]
