# SPDX-License-Identifier: Apache-2.0
"""Packets get through pipelines in which every table looks for what the one before it has written."""

import pytest
from long_kit import share
from tests.compiler.compiler_kit import build, source

from p4soft.fidelity.trial import Clock, run_embedded
from p4soft.fidelity.workload import Amount, generate
from p4soft.fidelity.workload.frames import compared, originals
from p4soft.switch import load_program

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
