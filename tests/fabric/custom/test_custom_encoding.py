# SPDX-License-Identifier: Apache-2.0
"""Entries as people write them become P4Runtime updates, and faults of custom networks."""

import json

import pytest
from google.protobuf import text_format

from common.documents import DocumentError
from controller.pipeline import Pipeline
from fabric.custom.entries import Group, Written, parse_entry, read_entries
from fabric.custom.network import CustomNetwork, updates
from fabric.custom.reading import CustomFabric
from fabric.errors import BuildError
from fabric.live import tc
from fabric.live.cabling import Cable, Veths
from fabric.live.description import BringUp
from fabric.live.network import Network
from fabric.live.tc import CableEnd, Shape
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.targets import get_target

# --- Entries ---------------------------------------------------------------------------------------------------------
# Entries as people write them become P4Runtime updates; what does not fit the program is told with its place.

FIELDS = [
    ("hdr.ip.dst", 32, "LPM"),
    ("hdr.eth.src", 48, "EXACT"),
    ("meta.port", 16, "TERNARY"),
    ("meta.time", 8, "RANGE"),
]
P4INFO = f"""
tables {{
  preamble {{ id: 100 name: "In.routes" }}
  match_fields {{ id: 1 name: "hdr.ip.dst" bitwidth: 32 match_type: LPM }}
  action_refs {{ id: 200 }} action_refs {{ id: 201 scope: DEFAULT_ONLY }}
}}
tables {{
  preamble {{ id: 101 name: "In.filter" }}
  {
    "".join(
        f'match_fields {{ id: {number} name: "{name}" bitwidth: {bits} match_type: {kind} }}'
        for number, (name, bits, kind) in enumerate(FIELDS, 1)
    )
}
  action_refs {{ id: 200 }}
}}
tables {{ preamble {{ id: 102 name: "In.plain" }} action_refs {{ id: 200 }} }}
actions {{
  preamble {{ id: 200 name: "In.forward" }}
  params {{ id: 1 name: "mac" bitwidth: 48 }} params {{ id: 2 name: "port" bitwidth: 9 }}
}}
actions {{ preamble {{ id: 201 name: "In.drop" }} }}
"""
PIPELINE = Pipeline(text_format.Parse(P4INFO, p4info_pb2.P4Info()), b"{}", "router.p4")
FORWARD = """action { action { action_id: 200
  params { param_id: 1 value: "\\010\\000\\000\\000\\001\\001" } params { param_id: 2 value: "\\002" } } }"""


def made(*written):
    placed = [Written(f"mine.yaml:{line}: entries", what) for line, what in enumerate(written, 7)]
    return [each.update for each in updates(PIPELINE, placed)]


def entry(text):
    return text_format.Parse(text, p4runtime_pb2.TableEntry())


@pytest.mark.parametrize(
    ("table", "text", "last_byte", "length"),
    [
        ("routes", "10.0.1.0/24 -> forward(08:00:00:00:01:01, 2)", 0, 24),
        ("In.routes", f"hdr.ip.dst=10.0.1.7/24->In.forward(port=2, mac={0x080000000101})", 0, 24),
        ("routes", "dst = 0x0a000107 -> forward(08:00:00:00:01:01, 0b10)", 7, 32),
    ],
)
def test_a_route(table, text, last_byte, length):
    (update,) = made(parse_entry(table, text))
    match = f'lpm {{ value: "\\n\\000\\001\\00{last_byte}" prefix_len: {length} }}'
    assert update.type == p4runtime_pb2.Update.INSERT
    assert update.entity.table_entry == entry(f"table_id: 100 match {{ field_id: 1 {match} }} {FORWARD}")


def test_the_default_action_may_be_one_that_only_it_may_have():
    (update,) = made(parse_entry("routes", "default -> drop"))
    assert update.type == p4runtime_pb2.Update.MODIFY
    wanted = entry("table_id: 100 is_default_action: true action { action { action_id: 201 } }")
    assert update.entity.table_entry == wanted


def test_every_kind_of_match_and_the_first_line_is_the_strongest():
    lines = (
        "10.0.0.0/8, 08:00:00:00:00:01, 0x12&&&0xff, 3..9 -> forward(1, 1)",
        "*, 08:00:00:00:00:01, *, * -> forward(1, 1)",
        "src=08:00:00:00:00:01, port=0x1200/8 -> forward(1, 1) priority 900",
    )
    first, second, third = (each.entity.table_entry for each in made(*(parse_entry("filter", line) for line in lines)))
    assert first.priority > second.priority > 0
    assert third.priority == 900
    kinds = {match.field_id: match.WhichOneof("field_match_type") for match in first.match}
    assert kinds == {1: "lpm", 2: "exact", 3: "ternary", 4: "range"}
    assert (first.match[2].ternary.value, first.match[2].ternary.mask) == (b"\x12", b"\xff")
    assert (first.match[3].range.low, first.match[3].range.high) == (b"\x03", b"\x09")
    assert [match.field_id for match in second.match] == [2]
    assert (third.match[1].ternary.value, third.match[1].ternary.mask) == (b"\x12\x00", b"\xff\x00")


def test_groups_and_clone_sessions():
    group, clone = made(Group(1, ((1, 1), (2, 2)), clones=False), Group(5, ((3, 1),), clones=True, length=64))
    ports = group.entity.packet_replication_engine_entry.multicast_group_entry
    assert (ports.multicast_group_id, [each.egress_port for each in ports.replicas]) == (1, [1, 2])
    session = clone.entity.packet_replication_engine_entry.clone_session_entry
    assert (session.session_id, session.packet_length_bytes, session.replicas[0].egress_port) == (5, 64, 3)


@pytest.mark.parametrize(
    ("table", "text", "said"),
    [
        ("rout", "1 -> forward(1, 1)", "the program has no table 'rout'; accepted: In.routes, In.filter, In.plain"),
        ("routes", "10.0.0.1 -> send(1)", "table In.routes has no action 'send'; accepted: In.forward"),
        ("routes", "10.0.0.1 -> drop()", "table In.routes has no action 'drop'; accepted: In.forward"),
        ("routes", "10.0.0.1 -> forward(1)", "parameter port has no value"),
        ("routes", "10.0.0.1 -> forward(1, 512)", "parameter port: 512 does not fit; accepted: 0..511 (9 bits)"),
        ("routes", "10.0.0.1 -> forward(1, 2, 3)", "3 values; accepted: action In.forward has mac, port"),
        ("routes", "10.0.0.1 -> forward(1, mac=2)", "mac is given twice; accepted: action In.forward has mac, port"),
        (
            "routes",
            "banana -> forward(1, 2)",
            "table In.routes, field hdr.ip.dst: 'banana' is not a number or an address; accepted: 10, 0x0a, 0b1010, or "
            "a MAC, IPv4 or IPv6 address",
        ),
        (
            "routes",
            "10.0.0.1 -> forward(here, 2)",
            "action In.forward, parameter mac: 'here' is not a number or an address; accepted: 10,",
        ),
        ("routes", "10.0.0.0/33 -> forward(1, 2)", "hdr.ip.dst: prefix length 33; accepted: 0..32"),
        ("routes", "1..2 -> forward(1, 2)", "hdr.ip.dst: `1..2` does not suit it; accepted: lpm: value/prefix length"),
        (
            "filter",
            "*, 08:00:00:00:00:01/8 -> forward(1, 1)",
            "hdr.eth.src: `08:00:00:00:00:01/8` does not suit it",
        ),
        ("filter", "10.0.0.0/8 -> forward(1, 1)", "exact match field hdr.eth.src has no value"),
        ("filter", "*, 1 -> forward(1, 1) priority 0", "priority 0 is out of range; accepted: 1..2147483647"),
        ("plain", "1 -> forward(1, 1)", "table In.plain has no key; accepted: `default -> action(...)`"),
    ],
)
def test_what_does_not_fit_the_program(table, text, said):
    with pytest.raises(BuildError) as refusal:
        made(parse_entry(table, text))
    assert str(refusal.value).startswith("mine.yaml:7: entries: ")
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "text", ["", "->", "1, -> a()", "1 -> a(1,)", "1/ -> a()", "1 -> a(1..2)", "1 -> a() priority x"]
)
def test_what_is_no_entry(text):
    with pytest.raises(ValueError, match=r"is not an entry|comma too many|is not a value|is not one number"):
        parse_entry("routes", text)


RUNTIME = {
    "target": "bmv2",
    "table_entries": [
        {"table": "In.routes", "default_action": True, "action_name": "In.drop", "action_params": {}},
        {
            "table": "In.routes", "match": {"hdr.ip.dst": ["10.0.1.0", 24]}, "action_name": "In.forward",
            "action_params": {"mac": "08:00:00:00:01:01", "port": 2},
        },
        {
            "table": "In.filter", "priority": 3, "action_name": "In.forward", "action_params": {"mac": 1, "port": 1},
            "match": {"hdr.eth.src": "08:00:00:00:00:01", "meta.port": [18, 255], "meta.time": [3, 9]},
        },
    ],
    "multicast_group_entries": [{"multicast_group_id": 1, "replicas": [{"egress_port": 1, "instance": 1}]}],
    "clone_session_entries": [{"clone_session_id": 5, "replicas": [{"egress_port": 3}], "packet_length_bytes": 64}],
}  # fmt: skip


def test_a_runtime_file_of_the_tutorials(tmp_path):
    file = tmp_path / "s1-runtime.json"
    file.write_text(json.dumps(RUNTIME, indent=2))
    default, route, rule, group, clone = made(*(each.what for each in read_entries(file)))
    assert default.entity.table_entry.is_default_action
    assert route == made(parse_entry("routes", "10.0.1.0/24 -> forward(08:00:00:00:01:01, 2)"))[0]
    text = "src=08:00:00:00:00:01, port=18&&&255, time=3..9 -> forward(1, 1) priority 3"
    assert rule == made(parse_entry("filter", text))[0]
    assert group.entity.packet_replication_engine_entry.HasField("multicast_group_entry")
    assert clone.entity.packet_replication_engine_entry.clone_session_entry.packet_length_bytes == 64
    assert str(file) in read_entries(file)[1].where


def test_a_write_request_is_written_as_it_is(tmp_path):
    request = p4runtime_pb2.WriteRequest(updates=made(parse_entry("routes", "10.0.1.0/24 -> forward(1, 2)")))
    file = tmp_path / "s1.txtpb"
    file.write_text(text_format.MessageToString(request))
    assert made(*(each.what for each in read_entries(file))) == list(request.updates)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("s1.txtpb", "updates { nothing }", "not a P4Runtime WriteRequest: 1:11"),
        ("s1.json", '{"updates": 7}', "not a P4Runtime WriteRequest: "),
        ("s1.json", '{"table_entries": [{"table": 7}]}', "table_entries.0.table: should be a valid string, got 7"),
        (
            "s1.json",
            '{"table_entries": [\n{"table": "t",\n"match": {"f": [1, 2, 3]}}]}',
            "s1.json:3: table_entries.0",
        ),
        ("s1.json", "{", "not valid YAML"),
    ],
)
def test_a_file_of_entries_that_is_none(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    with pytest.raises((BuildError, DocumentError)) as refusal:
        made(*(each.what for each in read_entries(tmp_path / name)))
    assert said in str(refusal.value)


# --- Faults ----------------------------------------------------------------------------------------------------------
# What a fault does to the links of a custom network: to BMv2's not what it does to ours.


@pytest.mark.parametrize(
    ("cuts", "asked"),
    [
        (False, [["link set s2.3 down"], ["link set s2.3 up"]]),
        (True, [("cut", "s1--s2", True), ("cut", "s1--s2", False)]),  # it would hear nothing from other ports either
    ],
)
def test_a_link_goes_down_and_comes_up(monkeypatch, cuts, asked):
    done = []
    links = Veths.__new__(Veths)  # nothing is laid: only what is done to it counts
    ends = CableEnd("s1", 2, "s1.2"), CableEnd("s2", 3, "s2.3")
    links.cables = {"s1--s2": Cable(*ends, between_switches=True, shape=Shape(1000, 0))}
    links._nics, links._cuts = {}, cuts
    monkeypatch.setattr(tc, "run_ip", lambda lines: done.append(list(lines)))
    monkeypatch.setattr(links, "cut", lambda link, off: done.append(("cut", link, off)))
    links.set_state("s1--s2", False)
    links.set_state("s1--s2", True)
    assert done == asked


@pytest.mark.parametrize(("target", "cuts"), [("embedded", False), ("bmv2", True)])
def test_links_are_cut_on_bmv2_alone(monkeypatch, target, cuts):
    seen = []
    monkeypatch.setattr(Network, "__init__", lambda _self, described, _tables, _how: seen.append(described.cuts))
    CustomNetwork(
        CustomFabric(name="n", file=None, switches={}, links={}, programs={}), BringUp(get_target(target), None)
    )
    assert seen == [cuts]
