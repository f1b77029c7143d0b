# SPDX-License-Identifier: Apache-2.0
"""Generated entries and packets: the switch takes them, they obey the program, and they reach all of it."""

import re

import pytest
from long_kit import share
from tests.compiler.compiler_kit import build, source

from p4soft.fidelity.trial import Clock, run_embedded
from p4soft.fidelity.workload import Amount, cpu_port, generate, without_translation
from p4soft.fidelity.workload.entries import PORTS
from p4soft.fidelity.workload.frames import compared, originals
from p4soft.switch import SimpleSwitch, load_program
from p4soft.table_entries import Lpm, Ternary

# --- Entries and packets ---------------------------------------------------------------------------------------------
# Generated entries and packets: the switch takes them, they obey the program, and they reach all of it.

TABLE = """
action set(bit<8> v) {{ hdr.h.b = v; }}
action forward(bit<9> port) {{ std.egress_spec = port; }}
{restriction}
table t {{
    key = {{ hdr.h.a : {kind} @name("a"); hdr.h.c : exact @name("c"); }}
    actions = {{ set; forward; NoAction; }}
    {more}
}}
"""


def with_table(kind="exact", restriction="", more="", **parts):
    return source(locals=TABLE.format(kind=kind, restriction=restriction, more=more), ingress="t.apply();", **parts)


def workload(tmp_path, text, seed="1", amount=None):
    compiled = build(tmp_path, text)
    info, _note = without_translation(compiled.p4info, load_program(compiled.json))
    return compiled.json, info, generate(compiled.json, info, seed, amount or Amount())


def written(found, table="MyIngress.t"):
    return [u.entry.matches for u in found.updates if u.entry is not None and u.entry.table == table]


@pytest.mark.parametrize("kind", ["exact", "lpm", "ternary", "range", "optional"])
def test_every_kind_of_match_gets_entries_that_the_switch_takes(tmp_path, kind):
    document, info, found = workload(tmp_path, with_table(kind))
    assert len(written(found)) == 8
    assert len(set(written(found))) == 8
    outcome = run_embedded(document, info, found, Clock())
    assert outcome.writes == [""] * len(found.updates)
    assert len(outcome.packets) == 48
    assert not outcome.faults


def test_same_seed_same_workload(tmp_path):
    _, _, one = workload(tmp_path, with_table("ternary"))
    _, _, two = workload(tmp_path, with_table("ternary"))
    _, _, other = workload(tmp_path, with_table("ternary"), seed="2")
    assert (one.packets, [u.message for u in one.updates]) == (two.packets, [u.message for u in two.updates])
    assert one.packets != other.packets


def test_packets_hit_entries_and_actions_vary(tmp_path):
    _, _, found = workload(tmp_path, with_table())
    first = {(matches[0].value, matches[1].value) for matches in written(found)}
    hits = {(frame[0], int.from_bytes(frame[2:4], "big")) for _, frame in found.packets if len(frame) >= 4} & first
    assert len(hits) >= 4
    actions = {u.message.entity.table_entry.action.action.action_id for u in found.updates if u.entry is not None}
    assert len(actions) == 3


def test_sizes_and_const_tables_are_honoured(tmp_path):
    _, _, small = workload(tmp_path, with_table(more="size = 3;"))
    assert len(written(small)) == 3
    _, _, const = workload(tmp_path, with_table(more="const entries = { (1, 2) : set(3); }"))
    assert written(const) == []
    assert "table MyIngress.t: entries of the program" in const.notes
    assert any(frame[:1] == b"\1" and frame[2:4] == b"\0\2" for _, frame in const.packets)


def test_restrictions_are_obeyed_and_priorities_too(tmp_path):
    text = '@entry_restriction("a::mask == 0 || a::value == 7; c != 0; ::priority == 900;")'
    _, _, found = workload(tmp_path, with_table("ternary", restriction=text))
    entries = written(found)
    assert len(entries) >= 4
    assert all(first is None or (isinstance(first, Ternary) and first.value == 7) for first, _ in entries)
    assert all(second.value for _, second in entries)
    assert {u.message.entity.table_entry.priority for u in found.updates if u.entry is not None} == {900}


@pytest.mark.parametrize(
    ("text", "note"),
    [("a::mask == 0 && a::mask != 0", "no entry was found"), ("nobody == 1", "not read: unknown name nobody")],
)
def test_a_restriction_that_cannot_be_met_or_read_is_noted(tmp_path, text, note):
    _, _, found = workload(tmp_path, with_table("ternary", restriction=f'@entry_restriction("{text}")'))
    assert any(note in line for line in found.notes)


def test_prefixes_have_no_bits_behind_them(tmp_path):
    _, _, found = workload(tmp_path, with_table("lpm"), amount=Amount(entries=40))
    lengths = {first.prefix_len for first, _ in written(found) if isinstance(first, Lpm)}
    assert len(lengths) > 2
    assert all(first.value & (0xFF >> first.prefix_len) == 0 for first, _ in written(found) if first is not None)


def test_profiles_get_members_and_groups(tmp_path):
    text = source(
        locals="action set(bit<8> v) { hdr.h.b = v; }"
        "action_selector(HashAlgorithm.crc16, 32w16, 32w14) choice;"
        "table t { key = { hdr.h.a : exact; hdr.h.c : selector; } actions = { set; } implementation = choice; }",
        ingress="t.apply();",
    )
    document, info, found = workload(tmp_path, text)
    kinds = [u.message.entity.WhichOneof("entity") for u in found.updates]
    assert kinds.count("action_profile_member") == 6
    assert kinds.count("action_profile_group") == 3
    assert run_embedded(document, info, found, Clock()).writes == [""] * len(found.updates)


def test_a_profile_whose_tables_have_no_action_in_common_stays_empty(tmp_path):
    text = source(
        locals="action set(bit<8> v) { hdr.h.b = v; } action clear() { hdr.h.b = 0; }"
        "action_profile(32w16) shared;"
        "table t { key = { hdr.h.a : exact; } actions = { set; } implementation = shared; }"
        "table u { key = { hdr.h.a : exact; } actions = { clear; } implementation = shared; }",
        ingress="t.apply(); u.apply();",
    )
    _document, _info, found = workload(tmp_path, text)
    assert not [u for u in found.updates if u.message.entity.WhichOneof("entity") != "packet_replication_engine_entry"]
    assert "action profile MyIngress.shared: the tables that share it have no action in common" in found.notes


def test_meters_get_rates_and_counters_are_read(tmp_path):
    text = source(
        locals="meter(4, MeterType.packets) m; counter(4, CounterType.packets) c; register<bit<8>>(4) r;",
        ingress="m.execute_meter((bit<32>)hdr.h.a[1:0], hdr.h.b); c.count((bit<32>)hdr.h.a[1:0]);"
        "r.write((bit<32>)hdr.h.a[1:0], 8w9);",
    )
    document, info, found = workload(tmp_path, text)
    outcome = run_embedded(document, info, found, Clock())
    assert outcome.cells["meter MyIngress.m[0]"] != ""
    assert (
        sum(int(re.search(r"packet_count: (\d+)", outcome.cells[f"counter MyIngress.c[{i}]"])[1]) for i in range(4)) > 9
    )
    assert {outcome.cells[f"register MyIngress.r[{i}]"] for i in range(4)} == {"0x9"}


STATES = {
    "after_extract": "transition select(hdr.h.a, hdr.h.c) { (7, 0x1234 &&& 0xff3f) : item; (_, 3) : peek; "
    "default : accept; }",
    "states": """
    state item {
        packet.extract(hdr.items.next);
        transition select(hdr.items.last.kind) { 0x81 : item; 0x42 : last; default : reject; }
    }
    state peek { transition select(packet.lookahead<bit<12>>()) { 0xabc : last; default : accept; } }
    state last {
        verify(hdr.h.e == 0x5a, error.NoMatch);
        packet.extract(hdr.v, (bit<32>)hdr.h.s[3:0] * 8);
        transition accept;
    }
    """,
    "globals": "header v_t { bit<8> kind; varbit<96> options; }",
    "more_headers": "v_t v;",
}


class Visits:
    """A tracer that keeps the parser states."""

    def __init__(self):
        self.states = set()
        self.edges = set()

    def event(self, event):
        name = type(event).__name__
        if "state" in name.lower() or hasattr(event, "state"):
            self.states.add(getattr(event, "state", None))


def test_packets_reach_every_state_and_pass_verify(tmp_path):
    document, _info, found = workload(tmp_path, source(**STATES))
    visits = Visits()
    switch = SimpleSwitch(tracer=visits)
    switch.faults_are_fatal = True
    switch.load(load_program(document))
    emitted = [len(switch.receive(port, frame, n)) for n, (port, frame) in enumerate(found.packets)]
    assert {"start", "item", "peek", "last"} <= visits.states
    assert sum(emitted) == 48
    # Those with the header behind `verify`: 0x5a in e, after two or more items or at once.
    assert sum(frame[9:10] == b"\x5a" for _, frame in found.packets) >= 5


def test_the_cpu_port_is_what_ports_are_compared_with(tmp_path):
    text = source(
        globals='@controller_header("packet_in") header in_t { bit<16> port; }',
        more_headers="in_t packet_in;",
        ingress="if (std.ingress_port == 510) { std.egress_spec = 3; }",
    )
    document, info, found = workload(tmp_path, text)
    assert cpu_port(document, info) == 510
    assert 510 in {port for port, _ in found.packets}
    plain = build(tmp_path, source(ingress="if (std.ingress_port == 510) { std.egress_spec = 3; }"))
    assert cpu_port(plain.json, plain.p4info) is None


def test_translated_types_are_plain_numbers_for_both_switches(tmp_path):
    text = source(
        globals='@p4runtime_translation("a/b", string) type bit<9> port_id;',
        more_meta="port_id port;",
        locals="action forward(port_id p) { std.egress_spec = (bit<9>)p; }"
        "table t { key = { meta.port : exact; } actions = { forward; } }",
        ingress="meta.port = (port_id)std.ingress_port; t.apply();",
    )
    document, info, found = workload(tmp_path, text)
    (table,) = [t for t in info.tables if t.preamble.name == "MyIngress.t"]
    assert (table.match_fields[0].bitwidth, table.match_fields[0].HasField("type_name")) == (9, False)
    assert run_embedded(document, info, found, Clock()).writes == [""] * len(found.updates)
    assert {matches[0].value for matches in written(found)} & set(PORTS)


# --- Tables that look for what others wrote --------------------------------------------------------------------------
# Packets get through pipelines in which every table looks for what the one before it has written.

DEEP = """
action drop() { mark_to_drop(std); }
action set_vrf(bit<16> vrf, bit<1> admin) { meta.vrf = vrf; meta.admin = admin; }
action set_nexthop(bit<24> id) { meta.nexthop = id; }
action set_port(bit<9> port) { std.egress_spec = port; meta.x = 1; }
action permit() { meta.x = 2; }
table classify { key = { hdr.h.d : exact @name("d"); } actions = { set_vrf; @defaultonly drop; }
                 const default_action = drop(); }
table route { key = { meta.vrf : exact; hdr.h.c : lpm; } actions = { set_nexthop; drop; }
              const default_action = drop(); }
table nexthop { key = { meta.nexthop : exact; } actions = { set_port; @defaultonly drop; }
                const default_action = drop(); }
table filter { key = { meta.x : exact; hdr.h.b : ternary; meta.nexthop : ternary @name("hop"); }
               actions = { permit; @defaultonly drop; } const default_action = drop(); }
"""
DEEP_APPLY = """
if (!classify.apply().hit) { return; }
if (meta.admin == 0) { drop(); return; }
if (!route.apply().hit) { return; }
if (!nexthop.apply().hit) { return; }
filter.apply();
"""


def deep(locals_=DEEP, apply=DEEP_APPLY):
    return source(locals=locals_, ingress=apply, more_meta="bit<16> vrf; bit<1> admin; bit<24> nexthop; bit<8> way;")


def outcome(tmp_path, text, seed="1"):
    compiled = build(tmp_path, text)
    found = generate(compiled.json, compiled.p4info, seed, Amount())
    return found, run_embedded(compiled.json, compiled.p4info, found, Clock())


@pytest.mark.parametrize("seed", share("123", "1"))
def test_most_packets_come_through_four_tables(tmp_path, seed):
    found, after = outcome(tmp_path, deep(), seed)
    assert after.writes == [""] * len(found.updates)
    through = sum(bool(frames) for frames in after.packets)
    assert through >= 24, "with entries drawn by chance not one of 48 does"
    assert through < 48, "some are lost: a drop is behaviour too"


def test_entries_keep_to_restrictions_and_sizes(tmp_path):
    text = deep(
        DEEP.replace("table filter {", '@entry_restriction("hop::mask == 0; ::priority < 9;") table filter { size = 6;')
    )
    found, after = outcome(tmp_path, text)
    assert after.writes == [""] * len(found.updates)
    entries = [u for u in found.updates if u.entry is not None and u.entry.table == "MyIngress.filter"]
    assert 0 < len(entries) <= 6
    assert all(u.entry.matches[2] is None for u in entries)
    assert all(u.message.entity.table_entry.priority < 9 for u in entries)
    assert sum(bool(frames) for frames in after.packets) >= 12


def test_both_ways_of_a_condition_are_taken(tmp_path):
    """One of 65536 values of a field, which is compared as a copy in metadata."""
    apply = "meta.vrf = hdr.h.c; if (meta.vrf == 0x4d52) { hdr.h.b = 0xee; } else { mark_to_drop(std); }"
    found, after = outcome(tmp_path, source(more_meta="bit<16> vrf;", ingress=apply))
    through = [number for number, frames in enumerate(after.packets) if frames]
    assert len(through) >= 12
    assert all(found.packets[number][1][2:4] == b"\x4d\x52" for number in through if len(found.packets[number][1]) > 9)


def test_the_default_action_is_changed_where_it_drops(tmp_path):
    locals_ = "action drop() { mark_to_drop(std); } action forward(bit<9> port) { std.egress_spec = port; }"
    table = "table t { actions = { drop; forward; } default_action = drop(); }"
    for seed in "12345":
        _, after = outcome(tmp_path, source(locals=locals_ + table, ingress="t.apply();"), seed)
        assert any(after.packets)


def test_same_seed_same_entries(tmp_path):
    compiled = build(tmp_path, deep())
    one, two = (generate(compiled.json, compiled.p4info, "1", Amount(packets=12)) for _ in range(2))
    assert (one.packets, [u.message for u in one.updates]) == (two.packets, [u.message for u in two.updates])


def test_a_packet_that_never_ends_costs_no_more_than_its_share(tmp_path):
    """Every packet recirculates for ever: nothing can be done, and it is over soon all the same."""
    text = source(
        locals="action again() { meta.x = meta.x + 1; } table t { key = { hdr.h.a : exact; } actions = { again; } }",
        ingress="t.apply();",
        egress="recirculate_preserving_field_list(0);",
    )
    compiled = build(tmp_path, text)
    assert len(generate(compiled.json, compiled.p4info, "1", Amount(packets=12)).packets) == 12


def test_headers_that_are_members_of_a_union_in_a_stack(tmp_path):
    """Traces name them by their place in the stack."""
    text = source(
        globals="header o_t { bit<8> kind; bit<8> value; } header_union u_t { o_t one; item_t two; }",
        more_headers="u_t[3] us;",
        after_extract="transition select(hdr.h.e) { 1 : one; 2 : two; default : accept; }",
        states="state one { packet.extract(hdr.us.next.one); transition accept; }"
        "state two { packet.extract(hdr.us.next.two); transition accept; }",
        ingress="if (hdr.h.a != 0x77) { mark_to_drop(std); }",
    )
    _, after = outcome(tmp_path, text)
    assert sum(bool(frames) for frames in after.packets) >= 12


def test_fields_are_compared_as_their_copies_are(tmp_path):
    compiled = build(
        tmp_path,
        source(
            more_meta="bit<16> one; bit<16> two;",
            ingress="meta.one = hdr.h.c; meta.two = meta.one; if (meta.two == 77 || hdr.h.a > 8) { hdr.h.b = 1; }",
        ),
    )
    program = load_program(compiled.json)
    wanted = {str(ref): values for ref, values in compared(program).items()}
    assert 77 in wanted["h.c"]
    assert {7, 8, 9} <= set(wanted["h.a"])
    assert any(str(ref).endswith("two") and "h.c" in map(str, refs) for ref, refs in originals(program).items())
