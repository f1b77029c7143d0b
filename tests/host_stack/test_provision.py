# SPDX-License-Identifier: Apache-2.0
"""From a topology, or by name, to NICs with their parameters."""

import random
import re
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest
from command_kit import ran
from host_stack_kit import (
    Pipe,
)
from nic_wire_kit import pattern

import host_stack
import topologies
from host_stack import (
    CapabilityError,
    ConnectionParameters,
    Nic,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    WireOptions,
    provision,
)
from host_stack.__main__ import main
from host_stack.config import PortOptions
from host_stack.parameters import MRC, ROCE, groups
from host_stack.paths.expansion import PLANE_UPLINK
from host_stack.provision import NAMED, QpParameters, connect, nic_config
from host_stack.roce import provision as roce_provision
from host_stack.wire.options import ConfigError, EvSplit

# --- From a topology -------------------------------------------------------------------------------------------------
# From a topology to NICs: every EV expands to the path the topology names.

ROOT = Path(topologies.__file__).parent
LAB = topologies.load(ROOT / "lab.yaml")
PAPER = topologies.load(ROOT / "paper-8plane.yaml")


@pytest.mark.parametrize("fabric", [LAB, PAPER], ids=["lab", "paper"])
def test_templates_expand_to_the_topologys_paths(fabric):
    """Whatever the NIC has asked for before: what peers have in common is worked out once."""
    rng = random.Random(1)
    asked = {src: provision.FabricPaths(fabric, fabric.nic(src)) for src in rng.sample(range(fabric.nics), 4)}
    for _ in range(60):
        (src, paths), dst = rng.choice([*asked.items()]), rng.randrange(fabric.nics)
        a, b = fabric.nic(src), fabric.nic(dst)
        template = paths.template(b.address.to_bytes(16, "big"))
        for _ in range(10):
            plane = rng.randrange(fabric.planes)
            uplink = rng.randrange(template.uplinks)
            t1 = None if a.t0 == b.t0 else uplink
            assert template.destination(plane, uplink) == fabric.path(src, dst, plane, t1).destination
        assert template.uplinks == (1 if a.t0 == b.t0 else fabric.t1s)


def test_paths_resolve_addresses_lazily_and_only_real_ones():
    paths = provision.FabricPaths(PAPER, PAPER.nic(0))
    last = PAPER.nic(PAPER.nics - 1)
    template = paths.template(last.address.to_bytes(16, "big"))
    assert template.uplinks == 256
    assert paths.template(bytes(16)) is None
    assert paths.template((last.address + 1).to_bytes(16, "big")) is None
    assert paths.template((last.address | 1 << 100).to_bytes(16, "big")) is None


def test_ipv4_nics_are_found_by_their_addresses_and_no_others():
    fabric = topologies.load(ROOT / "lab.yaml", {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16"})
    options = {"network": "ipv4", "ev_mode": "udp"}
    here, there = (
        Nic(provision.nic_config(fabric, name, overrides=dict(options)), seed=1) for name in ("nic0", "nic3")
    )
    assert (here.config.address, there.config.address) == (bytes((10, 0, 0, 1)), bytes((10, 0, 0, 6)))
    assert provision.peer_address(here, fabric.nic("nic3")) == there.config.address
    assert provision.peer_address(Nic(provision.nic_config(fabric, 0), seed=1), fabric.nic(3))[:2] == b"\xfd\x6d"
    paths = here.config.paths
    assert paths.template(there.config.address) is not None
    for nobody in ((10, 0, 0, 0), (10, 0, 0, 3), (10, 0, 0, 9), (10, 1, 0, 1)):
        assert paths.template(bytes(nobody)) is None
    pair = provision.connect(fabric, here, there)
    assert {ev.plane for ev in pair.a.evs or ()} == {0, 1}


def test_ipv4_needs_addresses_and_udp_only_evs():
    with pytest.raises(ConfigError, match="network: the topology has no nic_prefix_ipv4; accepted: ipv6"):
        provision.nic_config(LAB, 0, overrides={"network": "ipv4", "ev_mode": "udp"})
    with pytest.raises(ConfigError, match="network: 4 is unknown; accepted: ipv6, ipv4"):
        provision.nic_config(LAB, 0, overrides={"network": 4})
    fabric = topologies.load(ROOT / "lab.yaml", {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16"})
    with pytest.raises(ConfigError, match="ev_mode: srv6 has no place in IPv4; accepted: udp"):
        provision.nic_config(fabric, 0, overrides={"network": "ipv4"})


def test_nic_config_from_the_lab():
    config = provision.nic_config(LAB, "nic2", trimming=False, overrides={"reorder_ns": 5, "ev_halves": "sport_low"})
    node = LAB.nic("nic2")
    assert config.address == node.address.to_bytes(16, "big")
    assert [int.from_bytes(p.mac, "big") for p in config.ports] == [node.mac(0), node.mac(1)]
    assert [int.from_bytes(p.peer_mac, "big") for p in config.ports] == [
        LAB.t0(p, node.t0).mac(node.downlink) for p in (0, 1)
    ]
    assert config.wire.trimming is False
    assert config.wire.ev_halves is EvSplit.SPORT_LOW
    assert config.transport.reorder_ns == 5
    assert config.transport.base_rtt_ns == LAB.base_rtt_ns
    assert config.wire.dscp.control == LAB.qos.roles["CONTROL"].dscp


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"reorder": 5}, r"reorder: no such NIC option; accepted: ack_timeout, async_event_depth, "),
        ({"reorder_ns": "soon"}, r"reorder_ns: 'soon'; accepted: a whole number"),
        ({"ev_halves": "up"}, r"ev_halves: 'up' is unknown; accepted: sport_high, sport_low"),
        ({"path_mtu": 100}, r"path_mtu: 100 is no path MTU; accepted: a multiple of 4 from 256 to 8192"),
    ],
)
def test_bad_overrides(overrides, message):
    with pytest.raises(ConfigError, match=message):
        provision.nic_config(LAB, 0, overrides=overrides)


def rewrite(name, port, frame, _now):
    """The T0 of the receiver gives the frame its MACs."""
    node = LAB.nic(3 if name == "nic0" else 0)
    return [(0, node.mac(port).to_bytes(6, "big") + frame[6:])]


def test_connected_queue_pairs_transfer():
    a, b = (Nic(provision.nic_config(LAB, i), seed=i) for i in (0, 3))
    pair = provision.connect(LAB, a, b, evs=64)
    assert sorted((e.plane, e.uplink) for e in pair.a.evs) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    region = b.register_memory(100_000)
    pair.a.post_write(pattern(100_000), region.address, region.r_key)
    pipe = Pipe([a, b])
    pipe.hook = rewrite
    pipe.run(lambda: pair.a.counters.messages_completed == 1)
    assert bytes(region.data) == pattern(100_000)
    for _, name, port, frame in pipe.sent:
        ev = int.from_bytes(frame[94:96] + frame[56:58], "big")
        src, dst = (0, 3) if name == "nic0" else (3, 0)
        path = LAB.path(src, dst, *PLANE_UPLINK.path(ev))
        assert int.from_bytes(frame[38:54], "big") == path.destination
        assert path.egress_port == port


def test_connect_limits():
    a, b = (Nic(provision.nic_config(LAB, i), seed=i) for i in (0, 3))
    one = provision.connect(LAB, a, b, paths=1)
    assert len(one.a.evs) == 1
    small = provision.connect(LAB, a, b, evs=2)
    assert [e.plane for e in small.a.evs if e.active] == [0, 1]
    big = Nic(provision.nic_config(PAPER, 0), 1), Nic(provision.nic_config(PAPER, PAPER.nics - 1), 2)
    pair = provision.connect(PAPER, *big, evs=128)
    assert sum(e.active for e in pair.a.evs) == 128
    assert sum(not e.active for e in pair.a.evs) == 128
    with pytest.raises(host_stack.ConfigError, match="evs: 0 is out of range"):
        provision.connect(LAB, a, b, evs=0)
    with pytest.raises(host_stack.ConfigError, match="no path to"):
        provision.connect(LAB, a, big[1])


def test_defaults_are_proportional_to_the_round_trip():
    options = provision.transport_options(LAB)
    assert options.reorder_ns == 4 * LAB.base_rtt_ns
    assert options.path_mtu == LAB.spec.mtu
    assert isinstance(options, TransportOptions)


def test_nics_that_do_not_understand_each_other_are_not_connected():
    a = Nic(provision.nic_config(LAB, "nic0"), 1)
    b = Nic(provision.nic_config(LAB, "nic2", overrides={"ev_halves": "sport_low", "path_mtu": 1024}), 2)
    with pytest.raises(CapabilityError, match="ev_halves: sport_high here, sport_low at the peer") as caught:
        provision.connect(LAB, a, b)
    assert f"path_mtu: {LAB.spec.mtu} here, 1024 at the peer" in str(caught.value)
    assert [qp.state.name for nic in (a, b) for qp in nic.queue_pairs.values()] == ["INIT", "INIT"]


def test_a_plane_that_the_peer_has_no_port_in_is_refused():
    a = Nic(provision.nic_config(LAB, "nic0"), 1)
    whole = provision.nic_config(LAB, "nic2")
    b = Nic(replace(whole, ports=whole.ports[:1]), 2)
    qp, peer = (
        provision.open_qp(LAB, nic, other.config.address, parameters=QpParameters({"planes": planes}))
        for nic, other, planes in ((a, b, None), (b, a, (0,)))
    )
    own, told = provision.connection_parameters(LAB, a, qp), provision.connection_parameters(LAB, b, peer)
    with pytest.raises(ConfigError, match=r"planes: plane 1 has no port at both ends; accepted: 0\.\.0"):
        provision.enter_rts(qp, own, told)
    assert provision.connect(LAB, a, b, parameters=QpParameters({"planes": (0,)})).a.state.name == "RTS"


def test_ends_in_two_processes_greet_each_other_in_json():
    a, b = (Nic(provision.nic_config(LAB, name), seed) for seed, name in enumerate(("nic0", "nic3")))
    qps = [provision.open_qp(LAB, nic, peer.config.address) for nic, peer in ((a, b), (b, a))]
    lines = [provision.connection_parameters(LAB, nic, qp).to_json() for nic, qp in zip((a, b), qps, strict=True)]
    for qp, own, peer in zip(qps, lines, reversed(lines), strict=True):
        provision.enter_rts(qp, ConnectionParameters.from_json(own), ConnectionParameters.from_json(peer))
    region = b.register_memory(100_000)
    data = pattern(100_000)
    qps[0].post_write(data, region.address, region.r_key)
    pipe = Pipe([a, b])
    pipe.hook = rewrite
    pipe.run(lambda: qps[0].counters.messages_completed == 1)
    assert bytes(region.data) == data


# --- The list of parameters ------------------------------------------------------------------------------------------
# `python -m host_stack parameters` has every parameter, with the default that a NIC really gets.

GROUPS = [*groups(), *groups(of_roce=True)]
ROWS = {(group.kind, each.name): each for group in GROUPS for each in group.parameters}


def said(*words):
    return ran(main, "parameters", *words)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group.kind.__module__}.{group.kind.__name__}")
def test_every_field_has_its_words_in_order(group):
    assert [each.name for each in group.parameters] == [each.name for each in fields(group.kind)]
    for each in group.parameters:
        assert each.what, each.name
        assert each.source, each.name
        assert each.default or each.otherwise or each.accepted[:1].isupper(), f"{each.name}: no default"


@pytest.mark.parametrize("named", [NAMED, roce_provision.NAMED])
def test_every_name_of_scenarios_is_marked_and_says_what_is_accepted(named):
    of = {kind: names for kind, names in named.items() if kind in (*MRC, *ROCE)}
    assert of
    for kind, names in of.items():
        for name in names:
            assert ROWS[kind, name].named, name
            assert ROWS[kind, name].accepted, name


def test_the_choices_are_those_of_the_enums():
    for (kind, name), row in ROWS.items():
        default = next(each.default for each in fields(kind) if each.name == name)
        if isinstance(default, Enum) and name != "access":
            assert row.accepted.split(", ") == [str(each.value) for each in type(default)], name


def test_the_defaults_of_a_fabric_are_true():
    lab = topologies.load("topologies/lab.yaml")
    a, b = (Nic(nic_config(lab, name), seed=1) for name in ("nic0", "nic3"))
    for options in (a.config.transport, a.config.port_options):
        for field in fields(options):
            value, row = getattr(options, field.name), ROWS[type(options), field.name]
            if value != field.default:
                assert row.otherwise == f"{value / lab.base_rtt_ns:g} RTT", field.name
            elif field.name != "path_mtu":
                assert not row.otherwise, field.name
    assert {PortOptions, TransportOptions} == {type(a.config.transport), type(a.config.port_options)}
    assert connect(lab, a, b).a.query().rtr.service_time is (ROWS[RtrAttributes, "service_time"].otherwise == "true")


def test_defaults_in_words():
    assert ROWS[WireOptions, "udp_ports_accepted"].default == "4791, 4971"
    assert ROWS[RtsAttributes, "ack_timeout"].what.endswith("(7: 131 us)")
    assert RtsAttributes().timeout_ns(0) == 131_072


def test_the_command_lists_all_or_what_is_asked_for():
    everything = said().stdout
    assert max(map(len, everything.splitlines())) <= 80
    assert all(re.search(rf"^[* ] {row.name}\b", everything, re.MULTILINE) for row in ROWS.values() if row.named is True
               and any(row is each for group in groups() for each in group.parameters))  # fmt: skip
    assert said("sack_thr").stdout == (
        "TransportOptions: timers and limits\n"
        "* sack_threshold_bytes = 16384; accepted: bytes, 1 or more\n"
        "      a SACK after so many, each packet counting at least 1,024 [own]\n"
    )
    assert "DcqcnParameters: " in said("--roce").stdout
    refused = said("xyz")
    assert refused.returncode == 1
    assert refused.stderr.startswith("error: xyz: no such parameter; accepted: a part of name, address, ")
