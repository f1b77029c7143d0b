# SPDX-License-Identifier: Apache-2.0
"""The order of what P4Info describes: that of p4c, whose output people compare as text.

Expected by hand from p4c 1.2.5.16: the front end inlines controls, what an instance holds going where it is declared
(frontends/p4/inlining.cpp); `C.apply()` makes an instance behind all others (directCalls.cpp); actions of the program
go to the front (localizeActions.cpp); then blocks are walked in breadth (control-plane/p4RuntimeArchHandler.h).
"""

import subprocess

import pytest
from google.protobuf import text_format
from reference_kit import needs
from tests.compiler.compiler_kit import build, source

from p4soft.messages import p4info_pb2

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
