# SPDX-License-Identifier: Apache-2.0
"""P4Info-driven encoding, and the enums of `p4src/`."""

from __future__ import annotations

import pytest
from controller_kit import build
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import Exact, Lpm, PipelineError, Range, TableEntry, Ternary
from controller.encoding import decode, encode
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from controller.program import read_enums

# --- Encoding --------------------------------------------------------------------------------------------------------
# P4Info-driven encoding: canonical bytes, don't-care fields, and every way an entry can fail to fit.

PIPELINE = Pipeline(build(), b"", "doc.p4info.txtpb")
ROUTE = "FabricIngress.route.route_ipv6"
NEXTHOP = "FabricIngress.route.set_nexthop_ipv6"
ACL = "FabricIngress.classify.acl_disable_trim"
DISABLE = "FabricIngress.classify.disable_trim"
QUEUES, SET_QUEUE = "FabricIngress.classify.tc_to_queue", "FabricIngress.classify.set_queue"
PARAMS = {"port": 3, "src_mac": 0x0210_0000_0003, "dst_mac": 0x0220_0000_0000}


def test_golden_route():
    entry = TableEntry(ROUTE, {"dst_addr": Lpm(0xFCBBBBBB_2001 << 80, 48)}, NEXTHOP, PARAMS)
    message = encode(PIPELINE, entry)
    [match] = message.match
    assert match.lpm.value == bytes.fromhex("fcbbbbbb20010000 0000000000000000")
    assert match.lpm.prefix_len == 48
    # Canonical: no leading zero bytes (P4Runtime specification, "Bytestrings").
    assert [param.value.hex() for param in message.action.action.params] == ["03", "021000000003", "022000000000"]
    assert message.priority == 0


@pytest.mark.parametrize("action", [None, "FabricIngress.route.no_such"])
def test_an_action_that_there_is_not_is_refused_from_the_first_entry_on(action):
    pipeline = Pipeline(build(), b"", "doc.p4info.txtpb")
    with pytest.raises(PipelineError, match=f"no action {action!r}; accepted: "):
        encode(pipeline, TableEntry(ROUTE, {"dst_addr": Lpm(0, 0)}, action))


def test_zero_is_one_byte():
    message = encode(
        PIPELINE,
        TableEntry(QUEUES, {"tc": Exact(0)}, SET_QUEUE, {"queue": 0}),
    )
    assert message.match[0].exact.value == b"\x00"
    assert message.action.action.params[0].value == b"\x00"


def test_matches_on_nothing_are_left_out():
    message = encode(PIPELINE, TableEntry(ROUTE, {"dst_addr": Lpm(0, 0)}, "FabricIngress.route.blackhole_ipv6"))
    assert not message.match
    acl = TableEntry(
        ACL,
        {"dscp": Ternary(0, 0), "next_header": Ternary(17, 0xFF)},
        DISABLE,
        priority=1,
    )
    assert [match.field_id for match in encode(PIPELINE, acl).match] == [4]


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (TableEntry("FabricIngress.nope", {}, "x"), "no table 'FabricIngress.nope'; accepted: FabricIngress."),
        (TableEntry(ROUTE, {"dst": Lpm(0, 0)}, NEXTHOP, PARAMS), "no match field 'dst'; accepted: dst_addr"),
        (TableEntry(ROUTE, {}, "FabricIngress.my_sid.uN"), "no action 'FabricIngress.my_sid.uN'; accepted: Fab"),
        (TableEntry(ROUTE, {}, "NoAction"), "no action 'NoAction'"),  # default only
        (TableEntry(ROUTE, {}, NEXTHOP, {**PARAMS, "x": 1}), "no parameter 'x'; .* dst_mac, port, src_mac"),
        (TableEntry(ROUTE, {}, NEXTHOP, {"port": 3, "src_mac": 1}), "parameter dst_mac has no value"),
        (TableEntry(ROUTE, {}, NEXTHOP, {**PARAMS, "port": 512}), r"port: 512 does not fit; .* 0..511 \(9 bits\)"),
        (TableEntry(ROUTE, {}, NEXTHOP, {**PARAMS, "port": -1}), "parameter port: -1 does not fit"),
        (TableEntry(ROUTE, {"dst_addr": Exact(1)}, NEXTHOP, PARAMS), "a exact match; accepted: lpm"),
        (TableEntry(ROUTE, {"dst_addr": Range(1, 2)}, NEXTHOP, PARAMS), "a range match; accepted: lpm"),
        (TableEntry(ROUTE, {"dst_addr": Lpm(1, 48)}, NEXTHOP, PARAMS), "bits set after prefix length 48"),
        (TableEntry(ROUTE, {"dst_addr": Lpm(0, 129)}, NEXTHOP, PARAMS), "prefix length 129; accepted: 0..128"),
        (TableEntry(ROUTE, {"dst_addr": Lpm(1 << 128, 128)}, NEXTHOP, PARAMS), "does not fit"),
        (TableEntry(ROUTE, {}, NEXTHOP, PARAMS, priority=1), "priority 1; accepted: 0"),
        (TableEntry(ACL, {}, DISABLE), "priority 0; accepted: 1..2147483647"),
        (TableEntry(ACL, {"dscp": Ternary(3, 1)}, DISABLE, priority=1), "outside its mask 0x1"),
        (TableEntry(QUEUES, {}, SET_QUEUE, {"queue": 0}), "exact match field tc has no value"),
        (TableEntry(ROUTE, {}, "", group=1), "no selector"),
    ],
)  # fmt: skip
def test_an_entry_that_does_not_fit_is_refused(entry, what):
    with pytest.raises(PipelineError, match=what) as caught:
        encode(PIPELINE, entry)
    assert str(caught.value).startswith("doc.p4info.txtpb: ")


@settings(deadline=None)  # a machine with other work takes longer than the default
@given(
    value=st.integers(0, 2**128 - 1),
    length=st.integers(1, 128),
    port=st.integers(0, 511),
    macs=st.integers(0, 2**48 - 1),
)
def test_routes_survive_the_wire(value, length, port, macs):
    prefix = value >> (128 - length) << (128 - length)
    params = {"port": port, "src_mac": macs, "dst_mac": macs ^ 1}
    entry = TableEntry(ROUTE, {"dst_addr": Lpm(prefix, length)}, NEXTHOP, params)
    assert decode(PIPELINE, encode(PIPELINE, entry)) == entry


def test_padded_bytes_of_a_switch_mean_the_same():
    entry = TableEntry(QUEUES, {"tc": Exact(1)}, SET_QUEUE, {"queue": 1})
    message = encode(PIPELINE, entry)
    message.match[0].exact.value = b"\x00\x01"
    assert decode(PIPELINE, message) == entry


def test_unknown_ids_are_shown_not_crashed_on():
    message = encode(PIPELINE, TableEntry(ROUTE, {}, NEXTHOP, PARAMS))
    message.table_id, message.action.action.action_id = 5, 6
    entry = decode(PIPELINE, message)
    assert (entry.table, entry.action) == ("#5", "#6")


def test_cookie_depends_on_both_files():
    assert PIPELINE.cookie == Pipeline(build(), b"").cookie
    assert PIPELINE.cookie != Pipeline(build(), b"x").cookie
    assert PIPELINE.cookie != Pipeline(build(without="route.ecmp_member"), b"").cookie


def test_bad_files_are_named(tmp_path, files):
    p4info, config = files
    with pytest.raises(PipelineError, match=r"none\.txtpb: cannot read: No such file"):
        Pipeline.load(tmp_path / "none.txtpb", config)
    (tmp_path / "bad.txtpb").write_text("tables { nope: 1 }", encoding="utf-8")
    with pytest.raises(PipelineError, match=r"bad\.txtpb: not P4Info in protobuf text format: 1:10"):
        Pipeline.load(tmp_path / "bad.txtpb", config)
    assert Pipeline.load(p4info, config).tables.keys() == PIPELINE.tables.keys()


# --- Enums -----------------------------------------------------------------------------------------------------------
# The enums of `p4src/` are read whole, or not at all: no member is lost, no number misread.


def read(tmp_path, text):
    (tmp_path / "some.p4").write_text(text, encoding="utf-8")
    return read_enums(tmp_path)


def test_hexadecimal_numbers(tmp_path):
    assert read(tmp_path, "enum bit<5> r { NONE = 0, SOURCE_INVALID = 0xF, B = 0b11 }")["r"].members == {
        "NONE": 0,
        "SOURCE_INVALID": 15,
        "B": 3,
    }


def test_members_on_one_line_and_comments(tmp_path):
    text = "enum bit<2> r {\n  A = 0, B = 1, // C = 2,\n  /* D = 3, } */ E = 3, // last, = of all\n}"
    assert read(tmp_path, text)["r"].members == {"A": 0, "B": 1, "E": 3}


def test_width_is_that_of_the_program(tmp_path):
    found = read(tmp_path, "#define BITS 6\nenum bit<BITS> r { A = 63 }\nenum bit<1> s { B = 1 }")
    assert {name: enum.width for name, enum in found.items()} == {"r": 6, "s": 1}


def test_enums_without_numbers_are_not_for_tables(tmp_path):
    assert read(tmp_path, "enum color_t { RED, GREEN }") == {}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("enum bit<2> r {\n  A = 0,\n  B = A + 1 }", r"some\.p4:3: enum r: 'B = A \+ 1'; accepted: NAME = number"),
        ("enum bit<2> r { A = 0 B = 1 }", r"some\.p4:1: enum r: 'A = 0 B = 1'; accepted"),
        ("enum bit<2> r { A }", r"some\.p4:1: enum r: 'A'; accepted"),
        ("enum bit<2> r { A = 0x }", r"some\.p4:1: enum r: 'A = 0x'; accepted"),
        ("\nenum bit<2> r { A = 4 }", r"some\.p4:2: enum r: A = 4 does not fit; accepted: 0\.\.3"),
        ("enum other_t r { A = 4 }", r"some\.p4:1: 'enum other_t r'; accepted: enum bit<WIDTH> NAME"),
        ("enum bit<BITS> r { A = 4 }", r"some\.p4:1: 'enum bit<BITS> r'; accepted: enum bit<WIDTH> NAME"),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path, text, what):
    with pytest.raises(ControllerError, match=what):
        read(tmp_path, text)


def test_unreadable_file(tmp_path):
    (tmp_path / "some.p4").mkdir()
    with pytest.raises(ControllerError, match=r"some\.p4: cannot read: Is a directory"):
        read_enums(tmp_path)
