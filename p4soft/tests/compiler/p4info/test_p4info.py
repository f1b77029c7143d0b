# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""P4Info: what is in it, with which ids, in which order."""

from __future__ import annotations

import subprocess

import pytest
from google.protobuf import text_format
from reference_kit import needs
from tests.compiler.compiler_kit import build, source

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import NOWHERE, Unsupported
from p4soft.compiler.p4info.preamble import Prefix, Symbols, field_ids, jenkins_one_at_a_time
from p4soft.messages import p4info_pb2

# --- Whole programs --------------------------------------------------------------------------------------------------
# P4Info of whole programs: ids, names, widths, annotations and what is left out.


def _id(kind, name):
    return kind << 24 | jenkins_one_at_a_time(name) & 0xFFFFFF


def _info(tmp_path, **parts):
    return build(tmp_path, source(**parts)).p4info


def test_a_table_with_everything(tmp_path):
    info = _info(
        tmp_path,
        globals='@p4runtime_translation("example.org/port", string) type bit<9> port_id_t;',
        more_meta="port_id_t port;",
        locals="""
        direct_counter(CounterType.packets_and_bytes) seen;
        @id(0x42) action set_a(@format(IPV4_ADDRESS) bit<32> addr, port_id_t port) { hdr.h.d = addr; meta.port = port; }
        @brief("Routes.") @custom("x", 1) table t {
            key = { hdr.h.d: lpm @name("dst") @format(IPV4_ADDRESS); meta.port: exact; hdr.h.e: optional @id(9); hdr.h.a: selector; }
            actions = { set_a; @defaultonly NoAction; }
            const default_action = NoAction();
            counters = seen;
        }
        """,
        ingress="t.apply();",
    )
    expected = p4info_pb2.P4Info()
    text_format.Parse(
        f"""
        pkg_info {{ arch: "v1model" }}
        tables {{
          preamble {{
            id: {_id(Prefix.TABLE, "MyIngress.t")} name: "MyIngress.t" alias: "t"
            annotations: "@custom(\\"x\\" , 1)" doc {{ brief: "Routes." }}
          }}
          match_fields {{ id: 1 name: "dst" annotations: "@format(IPV4_ADDRESS)" bitwidth: 32 match_type: LPM }}
          match_fields {{ id: 2 name: "meta.port" match_type: EXACT type_name {{ name: "port_id_t" }} }}
          match_fields {{ id: 9 name: "hdr.h.e" bitwidth: 8 match_type: OPTIONAL }}
          action_refs {{ id: {0x01000042} }}
          action_refs {{ id: 21257015 annotations: "@defaultonly" scope: DEFAULT_ONLY }}
          const_default_action_id: 21257015
          initial_default_action {{ action_id: 21257015 }}
          direct_resource_ids: {_id(Prefix.DIRECT_COUNTER, "MyIngress.seen")}
          size: 1024
        }}
        actions {{
          preamble {{ id: 21257015 name: "NoAction" alias: "NoAction" annotations: "@noWarn(\\"unused\\")" }}
        }}
        actions {{
          preamble {{ id: {0x01000042} name: "MyIngress.set_a" alias: "set_a" }}
          params {{ id: 1 name: "addr" annotations: "@format(IPV4_ADDRESS)" bitwidth: 32 }}
          params {{ id: 2 name: "port" type_name {{ name: "port_id_t" }} }}
        }}
        direct_counters {{
          preamble {{ id: {_id(Prefix.DIRECT_COUNTER, "MyIngress.seen")} name: "MyIngress.seen" alias: "seen" }}
          spec {{ unit: BOTH }}
          direct_table_id: {_id(Prefix.TABLE, "MyIngress.t")}
        }}
        type_info {{
          new_types {{
            key: "port_id_t"
            value {{ translated_type {{ uri: "example.org/port" sdn_string {{}} }} }}
          }}
        }}
        """,
        expected,
    )
    assert info == expected


def test_unused_objects_are_left_out(tmp_path):
    info = _info(
        tmp_path,
        locals="""
        action used() { helper(); } action helper() { hdr.h.a = 1; } action unused() { }
        table t { key = { hdr.h.a: exact; } actions = { used; } }
        table never { key = { hdr.h.a: exact; } actions = { unused; } }
        """.replace(
            "action used() { helper(); } action helper() { hdr.h.a = 1; }",
            "action helper() { hdr.h.a = 1; } action used() { helper(); }",
        ),
        ingress="t.apply(); return; never.apply();",
    )
    assert [t.preamble.name for t in info.tables] == ["MyIngress.t"]
    assert sorted(a.preamble.name for a in info.actions) == ["MyIngress.used", "NoAction"]


def test_an_action_that_is_only_called_has_no_parameters_left(tmp_path):
    info = _info(tmp_path, locals="action act(bit<8> v) { hdr.h.a = v; }", ingress="act(5);")
    (action,) = info.actions
    assert (action.preamble.name, len(action.params)) == ("MyIngress.act", 0)


def test_nested_instances_and_externs(tmp_path):
    info = _info(
        tmp_path,
        globals="""
        control Sub(inout bit<8> v) {
            counter(16, CounterType.packets) c; register<bit<20>>(4) r; @name("rate") meter(8, MeterType.bytes) m;
            action_selector(HashAlgorithm.crc32, 64, 10) s;
            action set(bit<8> to) { v = to; c.count(0); }
            table t { key = { v: exact; v: selector; } actions = { set; } implementation = s; }
            apply { t.apply(); }
        }
        """,
        locals="Sub() one; Sub() two;",
        ingress="one.apply(hdr.h.a); two.apply(hdr.h.b);",
    )
    assert sorted((t.preamble.name, t.preamble.alias) for t in info.tables) == [
        ("MyIngress.one.t", "one.t"),
        ("MyIngress.two.t", "two.t"),
    ]
    assert sorted(c.preamble.name for c in info.counters) == ["MyIngress.one.c", "MyIngress.two.c"]
    assert {c.size for c in info.counters} == {16}
    assert sorted(m.preamble.name for m in info.meters) == ["MyIngress.one.rate", "MyIngress.two.rate"]
    assert {r.type_spec.bitstring.bit.bitwidth for r in info.registers} == {20}
    profile = next(p for p in info.action_profiles if p.preamble.name == "MyIngress.one.s")
    table = next(t for t in info.tables if t.preamble.name == "MyIngress.one.t")
    assert (profile.with_selector, profile.size, list(profile.table_ids)) == (True, 64, [table.preamble.id])
    assert table.implementation_id == profile.preamble.id
    assert [f.name for f in table.match_fields] == ["v"]


def test_packet_io_headers(tmp_path):
    info = _info(
        tmp_path,
        globals='@controller_header("packet_in") header packet_in_t { bit<9> ingress_port; @hidden bit<7> _pad; }',
        more_headers="packet_in_t packet_in;",
    )
    (header,) = info.controller_packet_metadata
    assert header.preamble.id == _id(Prefix.CONTROLLER_HEADER, "packet_in_t")
    assert (header.preamble.name, header.preamble.alias) == ("packet_in", "packet_in")
    assert list(header.preamble.annotations) == ['@controller_header("packet_in")']
    assert [(m.id, m.name, m.bitwidth) for m in header.metadata] == [(1, "ingress_port", 9)]


def test_entries_digests_and_value_sets(tmp_path):
    info = _info(
        tmp_path,
        globals="struct learn_t { bit<8> a; bool known; }",
        parser_locals="value_set<bit<16>>(8) ports;",
        after_extract="transition select(hdr.h.c) { ports: accept; default: accept; }",
        locals="""
        action set_a(bit<8> v) { hdr.h.a = v; digest<learn_t>(1, { hdr.h.a, true }); }
        table t { key = { hdr.h.b: exact; } actions = { set_a; } default_action = set_a(7); const entries = { 1: set_a(2); } }
        """,
        ingress="t.apply();",
    )
    (table,) = info.tables
    assert (table.is_const_table, table.has_initial_entries, table.const_default_action_id) == (True, True, 0)
    assert [(a.param_id, a.value) for a in table.initial_default_action.arguments] == [(1, b"\x07")]
    assert [(v.preamble.name, v.size, v.match[0].bitwidth) for v in info.value_sets] == [("MyParser.ports", 8, 16)]
    (digest,) = info.digests
    assert (digest.preamble.name, digest.type_spec.struct.name) == ("learn_t", "learn_t")
    assert [m.name for m in info.type_info.structs["learn_t"].members] == ["a", "known"]


def test_package_information(tmp_path):
    text = source().replace("V1Switch(", '@pkginfo(name="switch", version="1.2") @brief("A test.") V1Switch(')
    info = build(tmp_path, text).p4info
    assert (info.pkg_info.name, info.pkg_info.version, info.pkg_info.arch) == ("switch", "1.2", "v1model")
    assert info.pkg_info.doc.brief == "A test."


# --- Ids and aliases -------------------------------------------------------------------------------------------------
# P4Info ids and aliases. The numbers are those every p4c release gives the p4lang tutorials' basic.p4.


def _with_id(value):
    return ast.Annotation(NOWHERE, "id", expressions=[ast.IntLiteral(NOWHERE, value)])


@pytest.mark.parametrize(
    ("kind", "name", "number"),
    [
        (Prefix.TABLE, "MyIngress.ipv4_lpm", 37375156),
        (Prefix.ACTION, "MyIngress.ipv4_forward", 28792405),
        (Prefix.ACTION, "MyIngress.drop", 25652968),
        (Prefix.ACTION, "NoAction", 21257015),
    ],
)
def test_ids_are_p4cs(kind, name, number):
    symbols = Symbols()
    symbols.add(kind, name, (), NOWHERE)
    symbols.resolve()
    assert symbols.id(kind, name) == number


def test_hash_of_the_published_example():
    # Bob Jenkins' one-at-a-time hash as published: "a" -> 0xca2e9442, the phrase -> 0x519e91f5.
    assert jenkins_one_at_a_time("a") == 0xCA2E9442
    assert jenkins_one_at_a_time("The quick brown fox jumps over the lazy dog") == 0x519E91F5


def test_a_given_id_moves_a_colliding_name_on():
    symbols = Symbols()
    symbols.add(Prefix.ACTION, "mine", [_with_id(21257015)], NOWHERE)
    symbols.add(Prefix.ACTION, "NoAction", (), NOWHERE)
    symbols.resolve()
    assert symbols.id(Prefix.ACTION, "mine") == 21257015
    assert symbols.id(Prefix.ACTION, "NoAction") == 21257016


def test_a_short_id_gets_its_prefix_and_a_wrong_prefix_is_refused():
    symbols = Symbols()
    symbols.add(Prefix.TABLE, "t", [_with_id(7)], NOWHERE)
    symbols.resolve()
    assert symbols.id(Prefix.TABLE, "t") == 0x02000007
    with pytest.raises(Unsupported, match="wrong 8-bit prefix"):
        symbols.add(Prefix.TABLE, "u", [_with_id(0x01000001)], NOWHERE)
    with pytest.raises(Unsupported, match="several objects"):
        symbols.add(Prefix.TABLE, "v", [_with_id(7)], NOWHERE)


def test_aliases_are_the_shortest_unique_suffixes():
    symbols = Symbols()
    for name in ("d.a.c", "e.b.c", "x", "in.x.y"):
        symbols.add(Prefix.TABLE, name, (), NOWHERE)
    symbols.resolve()
    assert [symbols.alias(n) for n in ("d.a.c", "e.b.c", "x", "in.x.y")] == ["a.c", "b.c", "x", "y"]


def test_a_name_that_is_a_suffix_of_another_keeps_its_whole_name():
    symbols = Symbols()
    symbols.add(Prefix.ACTION, "drop", (), NOWHERE)
    symbols.add(Prefix.ACTION, "Ingress.drop", (), NOWHERE)
    symbols.resolve()
    assert (symbols.alias("drop"), symbols.alias("Ingress.drop")) == ("drop", "Ingress.drop")


def test_field_ids_count_from_one_around_the_given_ones():
    assert field_ids([[], [], []], NOWHERE) == [1, 2, 3]
    assert field_ids([[_with_id(2)], [], []], NOWHERE) == [2, 3, 4]
    assert field_ids([[], [_with_id(1)], []], NOWHERE) == [2, 1, 3]
    with pytest.raises(Unsupported, match="0 is not"):
        field_ids([[_with_id(0)]], NOWHERE)
    with pytest.raises(Unsupported, match="several times"):
        field_ids([[_with_id(3)], [_with_id(3)]], NOWHERE)


# --- Left out --------------------------------------------------------------------------------------------------------
# What P4Info leaves out or keeps as p4c does: dead code, registers behind a typedef, an empty `type_info`.

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


# --- Order -----------------------------------------------------------------------------------------------------------
# The order of what P4Info describes: that of p4c, whose output people compare as text.
#
# Expected by hand from p4c 1.2.5.16: the front end inlines controls, what an instance holds going where it is declared
# (frontends/p4/inlining.cpp); `C.apply()` makes an instance behind all others (directCalls.cpp); actions of the program
# go to the front (localizeActions.cpp); then blocks are walked in breadth (control-plane/p4RuntimeArchHandler.h).

NESTED = source(
    globals="""
    struct told_t { bit<8> a; }
    action everywhere(inout h_t h) { h.e = 1; }
    control Deep(inout h_t h) {
        counter(4, CounterType.packets) deep_counter;
        action deep() { deep_counter.count(0); }
        table deep_table { key = { h.a : exact; } actions = { deep; everywhere(h); } }
        apply { deep_table.apply(); }
    }
    control Sub(inout h_t h) {
        register<bit<8>>(2) before;
        action sub_first(bit<8> v) { before.write(0, v); }
        Deep() inner;
        action sub_second() { h.b = 2; }
        table sub_table { key = { h.a : exact; } actions = { sub_second; sub_first; NoAction; } }
        apply { sub_table.apply(); inner.apply(h); }
    }
    control Direct(inout h_t h) {
        action direct() { h.b = 3; }
        table direct_table { key = { h.a : exact; } actions = { direct; } }
        apply { direct_table.apply(); }
    }
    """,
    locals="""
    action own_first() { hdr.h.b = 4; }
    counter(8, CounterType.bytes) own_counter;
    Sub() second;
    Sub() first;
    Sub() unused;
    action own_last() { own_counter.count(1); digest<told_t>(1, { hdr.h.a }); }
    register<bit<8>>(4) own_register;
    table own_table { key = { hdr.h.a : exact; } actions = { own_last; own_first; } }
    """,
    ingress="Direct.apply(hdr.h); first.apply(hdr.h); own_table.apply(); second.apply(hdr.h);",
    egress_locals="""
    action last() { hdr.h.b = 5; }
    counter(2, CounterType.packets) egress_counter;
    table egress_table { key = { hdr.h.a : exact; } actions = { last; } }
    """,
    egress="egress_table.apply(); egress_counter.count(0);",
)

EXPECTED = {
    "tables": [
        "MyIngress.second.inner.deep_table",
        "MyIngress.second.sub_table",
        "MyIngress.first.inner.deep_table",
        "MyIngress.first.sub_table",
        "MyIngress.own_table",
        "MyIngress.Direct.direct_table",
        "MyEgress.egress_table",
    ],
    "actions": [
        "everywhere",
        "NoAction",
        "MyIngress.own_first",
        "MyIngress.second.sub_first",
        "MyIngress.second.inner.deep",
        "MyIngress.second.sub_second",
        "MyIngress.first.sub_first",
        "MyIngress.first.inner.deep",
        "MyIngress.first.sub_second",
        "MyIngress.own_last",
        "MyIngress.Direct.direct",
        "MyEgress.last",
    ],
    "counters": [
        "MyIngress.own_counter",
        "MyIngress.second.inner.deep_counter",
        "MyIngress.first.inner.deep_counter",
        "MyEgress.egress_counter",
    ],
    "registers": ["MyIngress.second.before", "MyIngress.first.before", "MyIngress.own_register"],
}


def names(info):
    return {kind: [item.preamble.name for item in getattr(info, kind)] for kind in EXPECTED}


def test_what_sub_controls_hold_stands_where_they_are_declared(tmp_path):
    """Of a control instantiated in a control, twice, and applied in another order than declared."""
    assert names(build(tmp_path, NESTED).p4info) == EXPECTED


def test_profiles_that_tables_make_come_behind_all_others(tmp_path):
    """p4c reaches what is in a table after all that is in its control, and in the controls beside it."""
    locals_ = """
    table t { key = { hdr.h.a : exact; } actions = { NoAction; }
              @name("in_table") implementation = action_profile(32); }
    action_profile(16) declared;
    table u { key = { hdr.h.a : exact; } actions = { NoAction; } implementation = declared; }
    """
    egress = """
    action_profile(8) of_egress;
    table v { key = { hdr.h.a : exact; } actions = { NoAction; } implementation = of_egress; }
    """
    program = source(locals=locals_, ingress="t.apply(); u.apply();", egress_locals=egress, egress="v.apply();")
    info = build(tmp_path, program).p4info
    assert [p.preamble.name.rpartition(".")[2] for p in info.action_profiles] == ["declared", "of_egress", "in_table"]


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_as_p4c_orders_them(tmp_path):
    (tmp_path / "p4c.p4").write_text(NESTED)
    command = ["p4c-bm2-ss", "p4c.p4", "-o", "p4c.json", "--p4runtime-files", "p4c.txtpb"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    theirs = text_format.Parse((tmp_path / "p4c.txtpb").read_text(), p4info_pb2.P4Info())
    assert names(theirs) == EXPECTED
