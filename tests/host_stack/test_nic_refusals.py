# SPDX-License-Identifier: Apache-2.0
"""What cannot work is refused at set-up with the field and what is accepted; foreign partitions are not heard."""

from dataclasses import replace

import pytest
from host_stack_kit import PROBE, Peer, address, config, kinds, template

from host_stack import ConfigError, EvProfile, InitAttributes, Nic, StaticPaths, WireOptions
from host_stack.wire.bth import Bth, BthCodec
from host_stack.wire.codec import Erth, Peth
from host_stack.wire.constants import EndpointOp
from host_stack.wire.opcodes import Opcode
from host_stack.wire.options import BthFlagOrder


@pytest.mark.parametrize("floor", [-1, 0, 5, 1000])
def test_a_floor_that_the_active_set_does_not_have_is_refused(floor):
    nic = Nic(config("n", 1, [2]), 1)
    profile = EvProfile(template(2, 2), min_active=floor)
    with pytest.raises(ConfigError, match=rf"ev_min_active: {floor} is out of range; accepted: 1\.\.4"):
        nic.create_qp().modify_to_init(InitAttributes(profile))


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
