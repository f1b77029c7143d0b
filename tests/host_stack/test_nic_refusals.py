# SPDX-License-Identifier: Apache-2.0
"""What cannot work is refused at set-up with the field and what is accepted; foreign partitions are not heard."""

from dataclasses import replace

import pytest
from host_stack_kit import PROBE, Peer, address, config, kinds, template

from host_stack import CcProfile, ConfigError, EvProfile, InitAttributes, Nic, QpHint, StaticPaths, WireOptions
from host_stack.wire.constants import EndpointOp
from host_stack.wire.headers import Bth, BthCodec, Erth, Opcode, Peth
from host_stack.wire.options import BthFlagOrder


@pytest.mark.parametrize("floor", [-1, 0, 5, 1000])
def test_a_floor_that_the_active_set_does_not_have_is_refused(floor):
    nic = Nic(config("n", 1, [2]), 1)
    with pytest.raises(ConfigError, match=rf"ev_min_active: {floor} is out of range; accepted: 1\.\.4"):
        nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(2, 2), min_active=floor)))


def test_a_floor_that_the_denylist_leaves_nothing_of_is_refused():
    denied = frozenset(template(2, 2).entropies(0))
    with pytest.raises(ConfigError, match=r"ev_min_active: 3 is out of range; accepted: 1\.\.2"):
        Nic(config("n", 1, [2]), 1).create_qp().modify_to_init(
            InitAttributes(EvProfile(template(2, 2), min_active=3, denied=denied))
        )


@pytest.mark.parametrize(
    ("kw", "message"),
    [
        ({"active_per_plane": 3}, r"active_per_plane: 3 is out of range; accepted: 1\.\.2"),
        ({"active_per_plane": 0}, r"active_per_plane: 0 is out of range; accepted: 1\.\.2"),
        ({"backup_per_plane": -1}, "backup_per_plane: -1 is out of range; accepted: 0"),
        ({"planes": ()}, r"planes: \(\); accepted: one plane or more, each once"),
        ({"planes": (0, 0)}, r"planes: \(0, 0\); accepted: one plane or more, each once"),
        ({"planes": (2,)}, r"planes: 2 does not exist; accepted: 0\.\.1"),
        ({"paths": 0}, "paths: 0; accepted: at least 1"),
    ],
)
def test_evs_that_there_are_not_are_refused(kw, message):
    with pytest.raises(ConfigError, match=message):
        EvProfile(template(2, 2), **kw)
    assert EvProfile(template(2, 2)).sizes() == {0: (2, 0), 1: (2, 0)}  # nobody said how many


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"uplink_masks": (1 << 64, 1 << 64)},
            "masks: 0x00000000000000010000000000000000; accepted",
        ),
        (
            {"plane_masks": (1 << 64,), "uplink_masks": (3 << 64,)},
            "masks: 0x00000000000000030000000000000000",
        ),
        ({"plane_masks": (0,)}, "masks: 0x0+; accepted: bits of an address that no other mask has"),
        ({"plane_masks": (1 << 128,)}, "masks: 0x1"),
        ({"planes": 3}, r"planes: 3 is out of range; accepted: 1\.\.2"),
        ({"uplinks": 0}, r"uplinks: 0 is out of range; accepted: 1\.\.2"),
    ],
)
def test_masks_that_give_two_evs_one_path_are_refused(change, message):
    with pytest.raises(ConfigError, match=message):
        replace(template(2, 2), **change)


@pytest.mark.parametrize("name", ["num_qps_per_peer", "num_send_peers", "num_remote_recv_peers"])
def test_a_hint_of_nobody_is_refused(name):
    with pytest.raises(ConfigError, match=rf"hint\.{name}: 0 is out of range; accepted: 1\.\."):
        QpHint(**{name: 0})


@pytest.mark.parametrize("algorithm", ["fixed-window", "uet-1.0-nscc"])
def test_a_window_of_zero_is_refused(algorithm):
    name = "window" if algorithm == "fixed-window" else "max_cwnd"
    with pytest.raises(ConfigError, match=rf"cc\.{name}: 0 is out of range; accepted: 1\.\."):
        CcProfile(algorithm, {name: 0})


def test_more_planes_than_ports_are_refused():
    nic = Nic(config("n", 1, [2], planes=2), 1)
    with pytest.raises(ConfigError, match=r"planes: plane 2 has no port; accepted: 0\.\.1"):
        nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(4, 2))))
    nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(4, 2), planes=(0, 1))))


def probe(peer, pkey):
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(PROBE, peer.qp.qpn, 0, pkey=pkey))
    return peer.frame(bth + Peth(1, 0, 0, 0).pack(), dscp=0)


@pytest.mark.parametrize(
    ("own", "theirs", "heard"),
    [
        (0xFFFF, 0xFFFF, True),
        (0xFFFF, 0x7FFF, True),  # a limited member talks to a full one
        (0x7FFF, 0xFFFF, True),
        (0x7FFF, 0x7FFF, False),  # two limited members do not talk (IBTA 10.9.3)
        (0xFFFF, 0x8001, False),
        (0x8001, 0xFFFF, False),
        (0x8001, 0x0001, True),
    ],
)
def test_packets_of_another_partition_are_dropped(own, theirs, heard):
    peer = Peer(WireOptions(pkey=own))
    assert kinds(peer.give(probe(peer, theirs))) == ([0xDC] if heard else [])
    assert peer.nic.counters["drop.pkey"] == (not heard)


def test_a_probe_of_a_plane_that_this_nic_has_no_port_for_is_not_answered():
    """The fabric has four planes, this NIC two ports: IndexError it was."""
    peer = Peer()
    nic = Nic(replace(config("n", 1, [2]), paths=StaticPaths({address(2): template(4, 2)})), 1)
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(Opcode.ENDPOINT_REQUEST, 2, 1))
    for plane, answered in ((1, True), (2, False), (3, False)):
        request = peer.frame(
            bth + Erth(EndpointOp.EV_PROBE, 0).pack(), dscp=46, ecn=0, entropy=0xC000_0000 | plane << 16
        )
        nic.receive(1, request, peer.now)
        assert (nic.transmit(0b11, peer.now) is not None) is answered
    assert nic.counters["drop.probe_bad_ev"] == 2
