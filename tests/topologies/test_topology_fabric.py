# SPDX-License-Identifier: Apache-2.0
"""The fabric model, and slices of it."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import controller
import topologies
from controller.program import MAX_PORT
from topologies import TopologyError, srv6
from topologies.slicing import HIGHEST_PORT, Slice, SliceWish, parse_wish

# --- The model -------------------------------------------------------------------------------------------------------
# The fabric model: names, ports, links, uSIDs, addresses, paths, as the wire profile and docs/architecture.md say.

HERE = Path(topologies.__file__).parent
LAB = topologies.load(HERE / "lab.yaml")
PAPER = topologies.load(HERE / "paper-8plane.yaml")


def test_switch_names_tiers_and_usids():
    assert [(s.name, s.usid) for s in LAB.switches()] == [
        ("p0-t0-0", 0x1000), ("p0-t0-1", 0x1001), ("p0-t1-0", 0x2000), ("p0-t1-1", 0x2001),
        ("p1-t0-0", 0x1200), ("p1-t0-1", 0x1201), ("p1-t1-0", 0x2100), ("p1-t1-1", 0x2101),
    ]  # fmt: skip
    assert [s.device_id for s in LAB.switches()] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_usid_layout_at_its_corners():
    assert PAPER.switch("p7-t0-511").usid == 0x1FFF
    assert PAPER.switch("p7-t1-255").usid == 0x27FF
    assert srv6.downlink_usid(7, 255) == 0x37FF
    assert PAPER.switch("p0-t0-0").usid == 0x1000


def test_all_usids_of_the_paper_fabric_are_unique_and_global():
    switches = [s.usid for s in PAPER.switches()]
    downlinks = [srv6.downlink_usid(plane, port) for plane in range(8) for port in range(256)]
    assert len(set(switches + downlinks)) == 8 * (512 + 256 + 256)
    assert min(switches + downlinks) > 0
    assert max(switches + downlinks) <= 0xDFFF


def test_ports_of_a_t0():
    ports = [(p.number, p.role, p.peer, p.peer_port) for p in LAB.switch("p1-t0-1").ports()]
    assert ports == [
        (0, "host", "nic2", 1),
        (1, "host", "nic3", 1),
        (2, "fabric", "p1-t1-0", 1),
        (3, "fabric", "p1-t1-1", 1),
    ]


def test_ports_of_a_t1():
    ports = [(p.number, p.role, p.peer, p.peer_port) for p in LAB.switch("p0-t1-1").ports()]
    assert ports == [(0, "fabric", "p0-t0-0", 3), (1, "fabric", "p0-t0-1", 3)]


@pytest.mark.parametrize("name", [s.name for s in LAB.switches()])
def test_both_ends_of_a_link_agree(name):
    switch = LAB.switch(name)
    for port in switch.ports():
        assert (name, port.number) in port.link.ends
        assert (port.peer, port.peer_port) in port.link.ends
        if port.role == "fabric":
            back = LAB.switch(port.peer).port(port.peer_port)
            assert (back.peer, back.peer_port, back.link) == (name, port.number, port.link)
            assert port.peer_mac == LAB.switch(port.peer).mac(port.peer_port)
        else:
            assert port.peer_mac == LAB.nic(port.peer).mac(switch.plane)


def test_links_of_the_lab():
    links = list(LAB.links())
    assert len(links) == 2 * (4 + 2 * 2)
    assert len({link.name for link in links}) == len(links)
    host, fabric = LAB.link("nic3:1--p1-t0-1:1"), LAB.link("p0-t0-1:2--p0-t1-0:1")
    assert (host.rate_bps, host.delay_ns, host.role) == (10**11, 500, "host")
    assert (fabric.rate_bps, fabric.delay_ns, fabric.role) == (10**11, 1000, "fabric")
    assert LAB.link("p1-t0-1:1--nic3:1") == host  # either order
    assert all(LAB.link(link.name) == link for link in links)


@pytest.mark.parametrize(
    "name", ["", "nic0", "nic0:1--p0-t0-0:0", "nic9:0--p0-t0-0:0", "p0-t0-0:0--p0-t0-0:0", "a--b--c"]
)
def test_unknown_links_are_refused(name):
    with pytest.raises(TopologyError, match="no link named"):
        LAB.link(name)


def test_nic_attachment_and_addresses():
    nic = LAB.nic("nic3")
    assert (nic.index, nic.t0, nic.downlink) == (3, 1, 1)
    assert nic.address_text == "fd6d:7263:0:1::2"
    assert [LAB.nic(i).address for i in range(4)] == [n.address for n in LAB.all_nics()]
    assert PAPER.nic(131_071).address_text == "fd6d:7263:0:1ff::100"
    assert (PAPER.nic(131_071).t0, PAPER.nic(131_071).downlink) == (511, 255)


def test_macs_are_locally_administered_unicast_and_unique():
    macs = [nic.mac(plane) for nic in LAB.all_nics() for plane in range(2)]
    macs += [switch.mac(port.number) for switch in LAB.switches() for port in switch.ports()]
    assert len(set(macs)) == len(macs)
    for mac in [*macs, PAPER.nic(131_071).mac(7), PAPER.switch("p7-t0-511").mac(511)]:
        assert mac < 1 << 48
        assert mac >> 40 & 0b11 == 0b10


def test_path_across_a_t1():
    path = LAB.path("nic0", "nic3", 1, 1)
    assert path.switches == ("p1-t0-0", "p1-t1-1", "p1-t0-1")
    assert path.usids == (0x1200, 0x2101, 0x1201, 0x3101)
    assert path.destination == 0xFCBBBBBB_1200_2101_1201_3101_0000_0000
    assert (path.plane, path.t1, path.egress_port) == (1, 1, 1)


def test_t0_local_path():
    path = LAB.path(2, 3, 0, None)
    assert path.switches == ("p0-t0-1",)
    assert path.destination == 0xFCBBBBBB_1001_3001_0000_0000_0000_0000


def test_self_probe_loop():
    assert LAB.path(0, 0, 0, 1).usids == (0x1000, 0x2001, 0x1000, 0x3000)
    assert LAB.path(0, 0, 0, None).usids == (0x1000, 0x3000)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("nic0", "nic3", 0, None), "different T0s .*accepted: a T1 0..1"),
        (("nic0", "nic3", 2, 0), "no plane 2; accepted: 0..1"),
        (("nic0", "nic3", 0, 2), "no T1 2; accepted: 0..1"),
        (("nic0", "nic3", 0, -1), "no T1 -1"),
        (("nic0", "nic4", 0, 0), r"no NIC named 'nic4'; accepted: nic0 .. nic3 \(4 NICs\)"),
        (("nic00", "nic3", 0, 0), "no NIC named"),
        ((4, "nic3", 0, 0), "no NIC 4; accepted: 0..3"),
    ],
)
def test_bad_paths_are_refused(arguments, what):
    with pytest.raises(TopologyError, match=what):
        LAB.path(*arguments)


@pytest.mark.parametrize("name", ["p2-t0-0", "p0-t0-2", "p0-t2-0", "p00-t0-0", "nic0", "", "p0-t1-", "p0-t0-0 "])
def test_unknown_switches_are_refused(name):
    with pytest.raises(TopologyError, match="no switch named"):
        LAB.switch(name)


def test_custom_nic_names_and_empty_downlinks(tmp_path):
    text = (
        (HERE / "lab.yaml").read_text(encoding="utf-8").replace("nics: 4", "nics: 3\nnic_names: [gpu-a, gpu-b, nic0]")
    )
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    fabric = topologies.load(tmp_path / "x.yaml")
    assert fabric.nic("nic0").index == 2
    assert [p.peer for p in fabric.switch("p0-t0-0").ports()][:2] == ["gpu-a", "gpu-b"]
    assert [p.number for p in fabric.switch("p0-t0-1").ports()] == [0, 2, 3]  # downlink 1 is empty
    assert fabric.switch("p0-t0-1").link(1) is None
    with pytest.raises(TopologyError, match="no NIC named 'nic1'"):
        fabric.nic("nic1")
    assert len(list(fabric.links())) == 2 * (3 + 4)


def test_bandwidth_delay_product():
    # Four link delays each way (2 x 500 ns + 2 x 1000 ns = 3 us one way), plus a full frame on four 100 Gb/s links:
    # 4096 + 142 header bytes + 24 bytes of preamble, FCS and gap = 4262 bytes = 340.96 ns, 340 whole ns each.
    assert LAB.base_rtt_ns == 2 * 3000 + 4 * 340
    assert LAB.bdp_bytes == 7360 * 100 // 8


@settings(max_examples=200, deadline=None)
@given(src=st.integers(0, 131_071), dst=st.integers(0, 131_071), plane=st.integers(0, 7), t1=st.integers(0, 255))
def test_every_pair_of_the_paper_fabric_has_its_path(src, dst, plane, t1):
    path = PAPER.path(src, dst, plane, t1)
    # Decode the destination by the bit positions of docs/wire-profile.md.
    own, up, down, last, *rest = [path.destination >> shift & 0xFFFF for shift in (80, 64, 48, 32, 16, 0)]
    assert path.destination >> 96 == 0xFCBBBBBB
    assert rest == [0, 0]
    assert own == 0x1000 | plane << 9 | src // 256
    assert up == 0x2000 | plane << 8 | t1
    assert down == 0x1000 | plane << 9 | dst // 256
    assert last == 0x3000 | plane << 8 | dst % 256


def test_address_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="7 uSIDs"):
        srv6.address(0xFCBBBBBB, [1] * 7)
    with pytest.raises(ValueError, match="uSID 0x0"):
        srv6.address(0xFCBBBBBB, [0])


# --- addresses


def ipv4_lab(**overrides: object) -> topologies.Fabric:
    return topologies.load(HERE / "lab.yaml", {"ecmp": True, "nic_prefix_ipv4": "10.1.0.0/16", **overrides})


def test_each_t0_has_a_subnet_of_ipv4_as_small_as_its_downlinks_allow():
    """RFC 791, RFC 1122 §3.2.1.3: the first address of a subnet is the network, the last its broadcast address."""
    addresses = {nic.name: str(IPv4Address(nic.ipv4_address or 0)) for nic in ipv4_lab().all_nics()}
    assert addresses == {"nic0": "10.1.0.1", "nic1": "10.1.0.2", "nic2": "10.1.0.5", "nic3": "10.1.0.6"}
    one = ipv4_lab(downlinks_per_t0=1, nics=2)
    assert [str(IPv4Address(nic.ipv4_address or 0)) for nic in one.all_nics()] == ["10.1.0.1", "10.1.0.5"]
    three = ipv4_lab(downlinks_per_t0=3, nics=6, nic_prefix_ipv4="192.168.7.0/28")
    assert str(IPv4Address(three.nic(5).ipv4_address or 0)) == "192.168.7.11"


def test_the_papers_fabric_fits_a_slash_14():
    paper = HERE / "paper-8plane.yaml"
    fabric = topologies.load(paper, {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/14"})
    assert str(IPv4Address(fabric.nic(131_071).ipv4_address or 0)) == "10.3.255.0"
    with pytest.raises(TopologyError, match="512 T0s with a /23 of 512 each; accepted: a prefix of /14"):
        topologies.load(paper, {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/15"})


def test_a_nic_is_found_by_either_of_its_addresses_and_by_no_other():
    fabric = ipv4_lab(nics=3)
    for nic in fabric.all_nics():
        assert fabric.nic_with_address(IPv6Address(nic.address)) == nic
        assert fabric.nic_with_address(IPv4Address(nic.ipv4_address or 0)) == nic
    # Network, broadcast, a downlink without a NIC, past the last T0, another prefix.
    for text in ("10.1.0.0", "10.1.0.3", "10.1.0.6", "10.1.0.9", "10.2.0.1", "fd6d:7263::", "fd6d:7263::3", "fd6e::1"):
        assert fabric.nic_with_address(ip_address(text)) is None, text
    assert LAB.nic_with_address(IPv4Address(1)) is None


def test_no_nic_is_at_a_port_behind_the_downlinks():
    lab = topologies.load(topologies.LAB)
    assert lab.nic_at(0, lab.downlinks) is None, "nic2 hangs on the next T0"


# --- Slices ----------------------------------------------------------------------------------------------------------
# A slice has the names, addresses and entries of the whole fabric, and only what its NICs' paths need.

LINKS = {"host": {"rate": "100 Gb/s", "delay": "500 ns"}, "fabric": {"rate": "100 Gb/s", "delay": "1 us"}}
SLICED = topologies.LAB.with_name("paper-8plane.yaml")


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
    part = Slice(topologies.load(SLICED), ["nic17", "nic90210"])
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
