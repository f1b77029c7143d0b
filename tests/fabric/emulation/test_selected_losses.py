# SPDX-License-Identifier: Apache-2.0
"""What is lost for what is in it: the frames that are named, on the wires that are named, and no others."""

from __future__ import annotations

import random

import pytest
from fabric_kit import LAB, fake_network

import topologies
from fabric.emulation.network import SelectedLosses
from fabric.scenario.faults import Selection
from fabric.scenario.reading import load

TOPOLOGY = topologies.load(LAB)
ADDRESS = [TOPOLOGY.nic(index).address.to_bytes(16, "big") for index in range(4)]
EV = 0xC0010001
CABLE = "p0-t0-0:2--p0-t1-0:0"


def ipv6(next_header, source, destination, label, rest):
    word = 6 << 28 | label
    return (
        word.to_bytes(4, "big") + len(rest).to_bytes(2, "big") + bytes([next_header, 64]) + source + destination + rest
    )


def frame(source, destination, entropy, *, routing=False, outer=True, label_high=0):
    """A NIC's frame (wire-format §1.1): Ethernet, outer IPv6, perhaps a routing header, inner IPv6, UDP."""
    label = label_high << 16 | entropy & 0xFFFF
    udp = (entropy >> 16).to_bytes(2, "big") + (4791).to_bytes(2, "big") + bytes(60)
    inner = ipv6(17, ADDRESS[source], ADDRESS[destination], label, udp)
    if not outer:
        return bytes(12) + b"\x86\xdd" + inner
    segment = bytes([41, 2, 4, 0, 0, 0, 0, 0]) + bytes(16) if routing else b""
    return bytes(12) + b"\x86\xdd" + ipv6(43 if routing else 41, ADDRESS[source], bytes(16), label, segment + inner)


HOW = ({}, {"routing": True}, {"outer": False}, {"label_high": 5})


@pytest.mark.parametrize(
    ("frames", "source", "destination", "entropy", "lost"),
    [
        (Selection(EV), 0, 2, EV, True),
        (Selection(EV), 3, 1, EV, True),
        (Selection(EV), 0, 2, EV + 1, False),
        (Selection(EV), 0, 2, EV + 0x10000, False),
        (Selection(source="nic0", destination="nic2"), 0, 2, 9, True),
        (Selection(source="nic0", destination="nic2"), 2, 0, 9, False),
        (Selection(source="nic0", destination="nic2"), 1, 2, 9, False),
        (Selection(EV, "nic0", "nic2"), 0, 2, EV, True),
        (Selection(EV, "nic0", "nic2"), 0, 2, 9, False),
        (Selection(EV, "nic0", "nic2"), 0, 3, EV, False),
    ],
)
def test_a_frame_is_known_by_its_innermost_headers(frames, source, destination, entropy, lost):
    losses = SelectedLosses(TOPOLOGY, "1")
    losses.set(frames, 1.0)
    assert [losses.take(frame(source, destination, entropy, **how)) for how in HOW] == [lost] * len(HOW)


def test_ipv4_has_its_source_port_alone():
    topology = topologies.load(LAB, {"nic_prefix_ipv4": "10.0.0.0/16", "ecmp": True})
    addresses = [topology.nic(index).ipv4_address.to_bytes(4, "big") for index in (0, 2)]
    header = bytes([0x45, 0, 0, 88, 0, 0, 0, 0, 64, 17, 0, 0]) + b"".join(addresses)
    packet = bytes(12) + b"\x08\x00" + header + b"\xc0\x01" + bytes(66)
    losses = SelectedLosses(topology, "1")
    losses.set(Selection(0xC0010000, "nic0", "nic2"), 1.0)
    assert losses.take(packet) is True
    losses.set(Selection(0xC0010000, "nic0", "nic2"), 0.0)
    losses.set(Selection(EV), 1.0)
    assert losses.take(packet) is False


def test_any_bytes_are_fine():
    rng = random.Random(1)
    losses = SelectedLosses(TOPOLOGY, "1")
    losses.set(Selection(EV), 1.0)
    whole = frame(0, 2, EV, routing=True)
    for length in range(len(whole)):
        losses.take(whole[:length])
    for _ in range(2000):
        mutated = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            mutated[rng.randrange(len(mutated))] = rng.randrange(256)
        losses.take(bytes(mutated))


def test_the_rate_is_that_asked_for_and_ends():
    losses = SelectedLosses(TOPOLOGY, "1")
    losses.set(Selection(EV), 0.2)
    wanted, other = frame(0, 2, EV), frame(0, 2, EV + 1)
    taken = [losses.take(wanted) for _ in range(5000) if not losses.take(other)]
    assert len(taken) == 5000 and 870 < sum(taken) < 1130  # 1000 within four and a half standard deviations
    losses.set(Selection(EV), 0)
    assert not losses


def looked_at(network):
    return {wire.name for link in network.links.values() for wire in link if wire.loses is not None}


def test_frames_are_looked_at_once_on_their_way_unless_a_link_is_named(scenario_file):
    network = fake_network(load(scenario_file()))
    network.set_selected_loss(Selection(EV, "nic0", "nic2"), 0.2)
    assert looked_at(network) == {"nic0:0>p0-t0-0:0", "nic0:1>p1-t0-0:0"}
    network.set_selected_loss(Selection(EV), 0.5)
    assert len(looked_at(network)) == 8
    network.set_selected_loss(Selection(EV), 0)
    assert looked_at(network) == {"nic0:0>p0-t0-0:0", "nic0:1>p1-t0-0:0"}
    network.set_selected_loss(Selection(EV, "nic0", "nic2"), 0)
    assert looked_at(network) == set()
    network.set_selected_loss(Selection(EV, "nic0", "nic2", CABLE), 0.2)
    assert looked_at(network) == {"p0-t0-0:2>p0-t1-0:0", "p0-t1-0:0>p0-t0-0:2"}
