# SPDX-License-Identifier: Apache-2.0
"""A slice has the names, addresses and entries of the whole fabric, and only what its NICs' paths need."""

import ipaddress

import pytest
import yaml

import controller
import topologies
from controller.program import MAX_PORT
from topologies.slicing import HIGHEST_PORT, Slice, SliceWish, parse_wish

LINKS = {"host": {"rate": "100 Gb/s", "delay": "500 ns"}, "fabric": {"rate": "100 Gb/s", "delay": "1 us"}}
PAPER = topologies.LAB.with_name("paper-8plane.yaml")


@pytest.fixture
def load(tmp_path):
    def load(**fields):
        file = tmp_path / "fabric.yaml"
        file.write_text(
            yaml.safe_dump(
                {"name": "here", "planes": 2, "t0s_per_plane": 3, "t1s_per_plane": 2, "links": LINKS, **fields}
            )
        )
        return topologies.load(file)

    return load


def test_has_what_paths_need(load):
    part = Slice(load(downlinks_per_t0=4), ["nic9", "nic2"])
    assert [nic.name for nic in part.all_nics()] == ["nic2", "nic9"]
    assert [switch.name for switch in part.switches() if switch.plane == 0] == [
        "p0-t0-0",
        "p0-t0-2",
        "p0-t1-0",
        "p0-t1-1",
    ]
    assert [link.name for link in part.links() if link.name.startswith(("p1", "nic2:1", "nic9:1"))] == [
        "nic2:1--p1-t0-0:2",
        "nic9:1--p1-t0-2:1",
        "p1-t0-0:4--p1-t1-0:0",
        "p1-t0-0:5--p1-t1-1:0",
        "p1-t0-2:4--p1-t1-0:2",
        "p1-t0-2:5--p1-t1-1:2",
    ]
    assert (part.switch_count, part.link_count) == (8, 12)


def test_addresses_are_those_of_the_whole(load):
    whole = load(downlinks_per_t0=4)
    part = Slice(whole, ["nic2", "nic9"])
    for name in ("nic2", "nic9"):
        mine, its = part.nic(name), whole.nic(name)
        assert (mine.t0, mine.downlink, mine.address, mine.mac(1)) == (its.t0, its.downlink, its.address, its.mac(1))
    assert part.path("nic2", "nic9", 1, 1) == whole.path("nic2", "nic9", 1, 1)
    assert part.path(0, 1, 1, 1) == whole.path(2, 9, 1, 1)
    left_out = ipaddress.ip_address(whole.nic(3).address)
    assert whole.nic_with_address(left_out).name == "nic3"
    assert part.nic_with_address(left_out) is None


def test_entries_are_some_of_the_whole(load):
    whole = load(downlinks_per_t0=4, ecmp=True)
    part = Slice(whole, ["nic2", "nic9"])
    for switch in part.switches():
        planned = controller.plan(whole, switch.name)
        mine = controller.plan(part, switch)
        assert mine.device_id == planned.device_id
        assert set(map(str, mine.entries)) < set(map(str, planned.entries)), switch.name


def test_what_a_slice_leaves_out_is_not_there(load):
    part = Slice(load(downlinks_per_t0=4), ["nic2", "nic9"], planes=1)
    for ask, name in (
        (part.switch, "p0-t0-1"),
        (part.switch, "p1-t0-0"),
        (part.nic, "nic3"),
    ):
        with pytest.raises(topologies.TopologyError, match=f"no .* named '{name}'"):
            ask(name)


def test_nics_of_one_t0_need_no_t1(load):
    part = Slice(load(downlinks_per_t0=4), ["nic1", "nic2"], planes=1)
    assert [switch.name for switch in part.switches()] == ["p0-t0-0"]


@pytest.fixture
def six_ports(monkeypatch):
    """v1model as if its ports ended at 4: a T0 of 6 ports has one that it cannot send to."""
    monkeypatch.setattr("topologies.slicing.HIGHEST_PORT", 4)


@pytest.mark.usefixtures("six_ports")
def test_the_cable_of_a_port_that_v1model_cannot_send_to_moves(load):
    part = Slice(load(downlinks_per_t0=4), ["nic0", "nic5"])
    assert part.moved == (5, 2), "downlinks 0 and 1 have NICs"
    last = part.fabric_link(0, 0, 1)
    assert last.name == "p0-t0-0:2--p0-t1-1:0"
    assert part.link(last.name) == last
    t0, t1 = part.switch("p0-t0-0"), part.switch("p0-t1-1")
    assert [(port.number, port.peer) for port in t0.ports()] == [(0, "nic0"), (2, "p0-t1-1"), (4, "p0-t1-0")]
    assert (t0.port(2).peer_port, t1.port(0).peer_port, t0.port(5)) == (0, 2, None)
    assert controller.plan(part, t0).max_port == 4


@pytest.mark.usefixtures("six_ports")
def test_no_port_is_free_for_it(load):
    with pytest.raises(topologies.TopologyError, match="cannot send to port 5 of a T0, and no downlink is free"):
        Slice(load(downlinks_per_t0=4), ["nic0", "nic1", "nic6", "nic7"])


def test_the_papers_slice():
    part = Slice(topologies.load(PAPER), ["nic17", "nic90210"])
    assert part.switch_count == 8 * (2 + 256)
    assert part.planes * part.t1s == 2048, "paths"
    assert part.moved == (511, 0)
    assert HIGHEST_PORT == MAX_PORT


@pytest.mark.parametrize(
    ("nics", "planes", "message"),
    [
        (["nic1"], None, "a slice of nic1; accepted: 2 NICs or more, each once"),
        (["nic1", "nic1"], None, "a slice of nic1, nic1; accepted: 2 NICs or more, each once"),
        (["nic1", "nic99"], None, "no NIC named 'nic99'"),
        (["nic1", "nic2"], 3, r"a slice of 3 planes; accepted: 1\.\.2"),
    ],
)
def test_refused(load, nics, planes, message):
    with pytest.raises(topologies.TopologyError, match=message):
        Slice(load(downlinks_per_t0=4), nics, planes)


def test_words_of_a_slice():
    assert parse_wish("nic 17 nic 90210 plane 0-7") == SliceWish(("nic17", "nic90210"), 8)
    assert parse_wish("nic left nic right") == SliceWish(("left", "right"), None)
    assert parse_wish("plane 0 nic 1 nic 2").planes == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nic 1",
        "nic 1 nic",
        "nic 1 nic 2 plane 1-2",
        "nic 1 nic 2 plane 0-x",
        "t0 1 t0 2",
        "nic 1 nic 2 plane 0 plane 0",
    ],
)
def test_other_words_are_refused(text):
    with pytest.raises(topologies.TopologyError, match="accepted: `nic NAME` twice or more"):
        parse_wish(text)
