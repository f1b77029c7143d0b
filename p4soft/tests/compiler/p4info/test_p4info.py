# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""P4Info of whole programs: ids, names, widths, annotations and what is left out."""

from google.protobuf import text_format
from tests.compiler.compiler_kit import build, source

from p4soft.compiler.p4info.preamble import Prefix, jenkins_one_at_a_time
from p4soft.messages import p4info_pb2


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
