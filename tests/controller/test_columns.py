# SPDX-License-Identifier: Apache-2.0
"""Tables as columns: equal to the planned entries, one digest for equal entries, files that notice damage."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from controller_kit import compiled

import controller
import topologies
from controller import ControllerError
from controller.columns import SCHEMAS, ColumnPlanner, SwitchTables, from_bytes, read, to_bytes
from controller.pipeline import EXACT, LPM, TERNARY, Pipeline
from controller.program import ACL_DISABLE_TRIM, DISABLE_TRIM, ROUTE_IPV6
from p4soft.table_entries import Exact, Lpm, TableEntry, Ternary

SAMPLED = ("p0-t0-0", "p3-t0-511", "p7-t0-17", "p0-t1-0", "p7-t1-255")


def test_schemas_are_those_of_the_compiled_program():
    kinds = {"exact": EXACT, "lpm": LPM, "ternary": TERNARY}
    pipeline = Pipeline(compiled().p4info, b"")
    assert list(SCHEMAS) == list(pipeline.tables)
    for name, table in pipeline.tables.items():
        fields = {each.name: (each.kind, each.bits) for each in table.fields.values()}
        assert {field: (kinds[kind], bits) for field, (kind, bits) in SCHEMAS[name].fields.items()} == fields
        actions = {
            action: {param: bits for param, (_, bits) in info.params.items()} for action, info in table.actions.items()
        }
        assert SCHEMAS[name].actions == actions
        assert SCHEMAS[name].has_priority == table.needs_priority


def check_equal(fabric, switch):
    planned = {entry.key: entry for entry in controller.plan(fabric, switch).entries}
    tables = ColumnPlanner(fabric).plan(fabric.switch(switch))
    assert tables.by_key() == planned
    assert (tables.switch, tables.device_id) == (switch, fabric.switch(switch).device_id)
    assert tables.digest == SwitchTables.of_entries(switch, 0, planned.values()).digest


def test_the_lab_is_planned_alike_as_columns_and_as_entries(lab):
    for switch in lab.switches():
        check_equal(lab, switch.name)


@pytest.mark.parametrize("switch", SAMPLED)
def test_the_papers_switches_are_planned_alike(paper, switch):
    check_equal(paper, switch)


VARIANTS = (
    {"nics": 3},
    {"nics": 1},
    {"qos.trim.enabled": False},
    {"qos.trim.queue": 7, "qos.trim.size": 128, "qos.trim.lengths": "preserve"},
    {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16", "links.rates": {"p0-t0-0--p0-t1-1": "50 Gb/s"}},
)


@pytest.mark.parametrize("overrides", VARIANTS)
def test_other_fabrics_are_planned_alike(overrides):
    fabric = topologies.load(topologies.LAB, overrides)
    for switch in fabric.switches():
        check_equal(fabric, switch.name)


def test_the_digest_is_of_the_entries_and_not_of_their_order(lab):
    entries = list(controller.plan(lab, "p0-t0-0").entries)
    digest = SwitchTables.of_entries("a", 1, entries).digest
    random.Random(1).shuffle(entries)
    assert SwitchTables.of_entries("b", 2, entries).digest == digest
    for changed in (entries[1:], [replace(entries[0], params={**entries[0].params, "port": 1}), *entries[1:]]):
        try:
            assert SwitchTables.of_entries("a", 1, changed).digest != digest
        except ControllerError as error:  # an action without a port
            assert "accepted" in str(error)


def test_every_kind_of_match_comes_back():
    match = {"src_addr": Ternary(1 << 127 | 1, 1 << 127 | 1), "dscp": Ternary(4, 63)}
    acl = TableEntry(ACL_DISABLE_TRIM, match, DISABLE_TRIM, {}, priority=7)
    everything = TableEntry(ROUTE_IPV6, {}, "FabricIngress.route.blackhole_ipv6")
    tables = SwitchTables.of_entries("x", 1, [acl, everything])
    assert list(tables.entries()) == [everything, acl]


def route(**changes):
    entry = TableEntry(
        ROUTE_IPV6,
        {"dst_addr": Lpm(1 << 127, 1)},
        "FabricIngress.route.set_nexthop_ipv6",
        {"port": 1, "src_mac": 2, "dst_mac": 3},
    )
    return replace(entry, **changes)


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ([route(), route(params={"port": 2})], "x: two entries with one key: FabricIngress.route.route_ipv6 "),
        ([route(params={"port": 512})], "port 512; accepted: 0..0x1ff (9 bits)"),
        ([route(match={"dst_addr": Exact(1)})], "field dst_addr: Exact; accepted: lpm"),
        ([route(action="FabricIngress.route.teleport")], "an action, field or parameter"),
        ([route(match={"src_addr": Lpm(1, 1)})], "an action, field or parameter"),
        ([route(table="#5")], "x: no table '#5' in p4src; accepted: FabricIngress.validate.port_isolation,"),
    ],
)  # fmt: skip
def test_strange_entries_are_named(entries, what):
    with pytest.raises(ControllerError) as caught:
        SwitchTables.of_entries("x", 1, entries)
    assert what in str(caught.value)


def test_a_file_holds_a_switch(lab, tmp_path):
    tables = ColumnPlanner(lab).plan(lab.switch("p1-t1-0"))
    path = tmp_path / "a.tables"
    path.write_bytes(to_bytes(tables, "topology"))
    again = read(path)
    assert (again.switch, again.device_id, again.digest) == ("p1-t1-0", 7, tables.digest)
    assert list(again.entries()) == list(tables.entries())


def test_no_damage_to_a_file_goes_unnoticed(lab):
    """Each byte changed, each length short of the whole: an error that begins with the file's name, or equal tables."""
    tables = ColumnPlanner(lab).plan(lab.switch("p0-t0-0"))
    data = to_bytes(tables, "topology")
    draw = random.Random(4)
    damaged = [data[:length] for length in range(0, len(data), 7)]
    for at in range(0, len(data), 2):
        damaged.append(data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :])
    for each in damaged:
        try:
            found = from_bytes(each, "file")
        except ControllerError as error:
            assert str(error).startswith("file: ")
        else:
            assert found.digest == tables.digest  # the name, or the id, was hit: the index knows both
