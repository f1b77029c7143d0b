# SPDX-License-Identifier: Apache-2.0
"""The language of p4-constraints, and the rules that p4src states."""

from __future__ import annotations

import json

import pytest
from controller_kit import compiled, trimming

from controller import plan
from controller import program as names
from controller.client import SwitchClient
from controller.errors import ConstraintError, PipelineError
from controller.pipeline import Pipeline, Rules
from controller.switch_plan import SwitchPlan
from p4soft.constraints import BOOL, ConstraintSyntaxError, ConstraintTypeError, Facts, Type, parse, predicate, text_of
from p4soft.messages import p4info_pb2
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.table_entries import Exact, Lpm, Range, TableEntry, Ternary

# --- The language ----------------------------------------------------------------------------------------------------
# The language of p4-constraints as its specification has it, and entries held against the rules of p4src.

ALL_32 = (1 << 32) - 1
TYPES = {
    "ipv4.valid": Type("exact", 1),
    "ipv6.valid": Type("exact", 1),
    "ipv4.dst": Type("ternary", 32),
    "ipv6.dst": Type("lpm", 128),
    "hdr.ethernet.dst_addr": Type("exact", 48),
    "hdr.ipv4.dst_addr": Type("optional", 32),
    "port": Type("range", 16),
}
VALUES = {
    "ipv4.valid": Exact(1),
    "ipv6.valid": Exact(0),
    "ipv4.dst": Ternary(10, ALL_32),
    "ipv6.dst": Lpm(0, 0),
    "hdr.ethernet.dst_addr": Exact(4),
    "hdr.ipv4.dst_addr": Ternary(0, 0),
    "port": Range(0, 0xFFFF),
}


def holds(text, priority=0, **changes):
    values = {**VALUES, **{name.replace("__", "."): value for name, value in changes.items()}}
    return predicate(parse(text), TYPES)(Facts(values, priority))


@pytest.mark.parametrize(
    ("text", "changes", "verdict"),
    [
        # Keys and comparisons
        ("ipv4.valid == 1", {}, True),
        ("ipv4.valid == 1", {"ipv4__valid": Exact(0)}, False),
        # Accessing the fields of a key
        ("ipv6.dst::prefix_length <= 64", {"ipv6__dst": Lpm(0, 64)}, True),
        ("ipv6.dst::prefix_length <= 64", {"ipv6__dst": Lpm(0, 65)}, False),
        ("port::low == 0 && port::high == -1", {}, True),
        # Attribute access
        ("::priority < 0x7ffffff", {"priority": 0x7FFFFFE}, True),
        ("::priority < 0x7ffffff", {"priority": 0x7FFFFFF}, False),
        # Boolean operations
        ("ipv4.valid == 0 -> ipv4.dst::mask == 0", {}, True),
        ("ipv4.valid == 0 -> ipv4.dst::mask == 0", {"ipv4__valid": Exact(0)}, False),
        ("ipv4.valid == 0 -> ipv4.dst::mask == 0", {"ipv4__valid": Exact(0), "ipv4__dst": Ternary(0, 0)}, True),
        ("ipv4.valid == 1 -> ipv6.valid == 0;\n ipv6.valid == 1 -> ipv4.valid == 0;", {}, True),
        ("ipv4.valid == 1 -> ipv6.valid == 0; ipv6.valid == 1 -> ipv4.valid == 0", {"ipv6__valid": Exact(1)}, False),
        ("!true || !(ipv4.valid == 0)", {}, True),
        ("(ipv4.valid == 0) == false", {}, True),
        ("false", {}, False),
        # Negation and casts: an int is bits modulo 2^W, bits are an exact match
        ("hdr.ipv4.dst_addr::mask == 0 || hdr.ipv4.dst_addr::mask == -1", {}, True),
        ("hdr.ipv4.dst_addr::mask == -1", {"hdr__ipv4__dst_addr": Ternary(3, ALL_32)}, True),
        ("ipv4.dst == 10", {}, True),
        ("ipv4.dst == 10", {"ipv4__dst": Ternary(10, 0xFF)}, False),
        ("port == 7", {"port": Range(7, 7)}, True),
        ("ipv6.dst == ipv6('::1')", {"ipv6__dst": Lpm(1, 128)}, True),
        ("1 > -12 && --2 == 2", {}, True),
        # Network addresses and numerals
        ("hdr.ethernet.dst_addr::value < mac('00:00:00:00:00:05')", {}, True),
        ("hdr.ipv4.dst_addr == ipv4('0.0.0.255')", {"hdr__ipv4__dst_addr": Ternary(255, ALL_32)}, True),
        ("ipv6.dst::value > ipv6('::')", {}, False),
        ("0b101 == 5 && 0o17 == 15 && 0x1F == 31 && 0d9 == 9", {}, True),
        ("/* both\n lines */ true // and the rest", {}, True),
    ],
)
def test_the_examples_of_the_specification(text, changes, verdict):
    assert holds(text, **changes) is verdict


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ipv4.valid == ipv6.valid == 0", r"1:26: unexpected '=='; put one side into parentheses"),
        ("true -> true -> true", r"1:14: unexpected '->'"),
        ("ipv4.valid ==", "ends too early"),
        ("a = 1", r"1:3: unexpected '='"),
        ("true;\n ?", r"2:2: unexpected '\?'"),
        ("ipv4('1.2.3') == 1", r"1:1: bad address ipv4\('1.2.3'\)"),
        ("mac('0:1:2:3:4:5') == 1", "bad address mac"),
        ("ipv7('::') == 1", "accepted: ipv4, ipv6 or mac"),
    ],
)
def test_what_is_no_constraint(text, message):
    with pytest.raises(ConstraintSyntaxError, match=message):
        parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(ipv4.valid == ipv6.valid) == 0", "compares bool with int"),
        ("nobody == 1", "unknown name nobody; accepted: ipv4.valid"),
        ("ipv4.valid::mask == 1", "has no mask; accepted: value"),
        ("::size == 1", "unknown attribute ::size; accepted: ::priority"),
        ("ipv4.dst < 3", r"orders ternary<32>"),
        ("ipv4.dst == ipv6.dst", r"compares ternary<32> with lpm<128>"),
        ("-ipv4.dst::mask == 1", r"ipv4.dst::mask is of type bit<32>; accepted: int"),
        ("!1 == 2", "1 is of type int; accepted: bool"),
        ("7", "7 is of type int; accepted: bool"),
    ],
)
def test_constraints_that_make_no_sense(text, message):
    with pytest.raises(ConstraintTypeError, match=message):
        predicate(parse(text), TYPES)


@pytest.mark.parametrize("text", ["a.b::mask != 0 -> (c == 1 || d == 2) && !e", "(a -> b) -> c", "-(-1) < ::priority"])
def test_text_of_a_tree_is_that_tree(text):
    assert parse(text_of(parse(text))) == parse(text)


def test_bool_is_a_type_of_its_own():
    assert str(BOOL) == "bool"


def small(annotation, action_annotation=""):
    info = p4info_pb2.P4Info()
    action = info.actions.add()
    action.preamble.id, action.preamble.name = 0x0100_0001, "a"
    action.preamble.annotations.extend([action_annotation] if action_annotation else [])
    action.params.add(id=1, name="v", bitwidth=8)
    table = info.tables.add()
    table.preamble.id, table.preamble.name = 0x0200_0001, "t"
    table.preamble.annotations.append(annotation)
    table.match_fields.add(id=1, name="k", bitwidth=8, match_type=p4info_pb2.MatchField.TERNARY)
    table.match_fields.add(id=2, name="o", bitwidth=8, match_type=p4info_pb2.MatchField.OPTIONAL)
    table.action_refs.add(id=0x0100_0001)
    return Pipeline(info, b"", "small.p4info")


def test_what_an_entry_leaves_out_matches_anything():
    rules = Rules(small('@entry_restriction("k::mask == 0; o::mask == 0 || o == 3; ::priority < 9")'))
    rules.check(TableEntry("t", {}, "a", {"v": 0}, 1))
    rules.check(TableEntry("t", {"o": Exact(3)}, "a", {"v": 0}, 1))
    with pytest.raises(ConstraintError, match=r"@entry_restriction of t wants ::priority < 9, but ::priority = 9: t "):
        rules.check(TableEntry("t", {}, "a", {"v": 0}, 9))
    with pytest.raises(ConstraintError, match=r"t: @entry_restriction of t wants k::mask == 0, but k = 1&&&0x3: t k=1"):
        rules.check(TableEntry("t", {"k": Ternary(1, 3)}, "a", {"v": 0}, 1))
    with pytest.raises(ConstraintError, match=r"wants o::mask == 0 \|\| o == 3, but o = 4"):
        rules.check(TableEntry("t", {"o": Exact(4)}, "a", {"v": 0}, 1))


def test_an_action_and_literals_in_pieces():
    rules = Rules(small('@entry_restriction("true")', '@action_restriction("v > 1;" "v != 7")'))
    rules.check(TableEntry("t", {}, "a", {"v": 2}, 1))
    with pytest.raises(ConstraintError, match=r"t: @action_restriction of a wants v != 7, but v = 7: t .*-> a\(v=7\)"):
        rules.check(TableEntry("t", {}, "a", {"v": 7}, 1))


def test_a_rule_that_cannot_be_understood():
    with pytest.raises(
        PipelineError, match=r"small.p4info: table t: @entry_restriction: unknown name x; accepted: k, o"
    ):
        Rules(small('@entry_restriction("x == 1")'))


# --- Rules of p4src --------------------------------------------------------------------------------------------------
# The rules that p4src states, enforced by every write of the client.

HOP = {"src_mac": 1, "dst_mac": 2}
PROFILE = {
    "rate": 1,
    "frame_overhead": 0,
    "limit": 1,
    "packet_discard_action": 0,
    "ecn": 1,
    "ecn_min_threshold": 6,
    "ecn_max_threshold": 5,
    "ecn_slope_per_byte": 0,
}
QUEUE = {"egress_port": Exact(1), "queue": Exact(0)}
NO_PORT = TableEntry(names.ROUTE_IPV6, {"dst_addr": Lpm(0, 0)}, names.SET_NEXTHOP_IPV6, {"port": 511, **HOP})
TOO_SHORT = TableEntry(
    names.SWITCH_TRIMMING,
    {"egress_port": Exact(1)},
    names.SET_TRIM,
    trimming(size=127),
)


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline(compiled().p4info, json.dumps(compiled().json).encode(), "p4src/main.p4")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (NO_PORT, r"route_ipv6: @action_restriction of \S+set_nexthop_ipv6 wants port != 511, but port = 511: "),
        (TOO_SHORT, r"switch_trimming: @action_restriction of \S+set_trim wants size >= 128, but size = 127: "),
        (
            TableEntry(names.PORT_ISOLATION, {"ingress_port": Exact(511)}, names.ISOLATE),
            "@entry_restriction of .* wants ingress_port != 511, but ingress_port = 511",
        ),
        (
            TableEntry(names.DATA_QUEUE_PROFILE, QUEUE, names.SET_DATA_QUEUE_PROFILE, PROFILE),
            "wants ecn == 1 -> ecn_min_threshold <= ecn_max_threshold, "
            "but ecn = 1, ecn_min_threshold = 6, ecn_max_threshold = 5",
        ),
    ],
)
def test_rules(pipeline, entry, message):
    with pytest.raises(ConstraintError, match=message):
        Rules(pipeline).check(entry)


def test_plans_obey(pipeline, lab):
    rules = Rules(pipeline)
    for fabric, switch in ((lab, "p0-t0-0"), (lab, "p1-t1-0")):
        for entry in plan(fabric, switch).entries:
            rules.check(entry)


def test_every_write_enforces(pipeline):
    server = P4RuntimeServer(SimpleSwitch(device_id=1))
    server.start()
    try:
        with SwitchClient(server.address, 1, pipeline) as client:
            client.become_primary()
            client.set_pipeline()
            writes = server.writes
            for write in (client.insert, client.modify):
                with pytest.raises(ConstraintError, match="wants size >= 128"):
                    write([TOO_SHORT])
            with pytest.raises(ConstraintError, match="wants port != 511"):
                client.install(SwitchPlan("s", 1, (NO_PORT,), 0))
            assert server.writes == writes
    finally:
        server.stop()
