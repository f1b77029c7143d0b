# SPDX-License-Identifier: Apache-2.0
"""Links, and what is lost on them."""

from __future__ import annotations

import random

import pytest
from fabric_kit import LAB, fake_network

import topologies
from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.network import SelectedLosses
from fabric.emulation.nodes import Direction
from fabric.scenario.faults import Selection
from fabric.scenario.reading import load

# --- Links -----------------------------------------------------------------------------------------------------------


class Sink:
    def __init__(self, loop):
        self.loop = loop
        self.got = []

    def deliver(self, port, transit):
        self.got.append((self.loop.now, port, transit.frame))


def direction(loop, sink, **options):
    settings = {"rate_bps": 100_000_000_000, "delay_ns": 500, "seed": "1", **options}
    return Direction(loop, "a:0>b:1", sink=sink, sink_port=1, **settings)


def setup(**options):
    loop = EventLoop()
    sink = Sink(loop)
    return loop, sink, direction(loop, sink, **options)


def frame(size, fill=b"x"):
    return Transit(fill * size, 0, 0)


def test_a_frame_takes_its_bytes_plus_24_at_the_link_rate_plus_the_delay():
    loop, sink, wire = setup()
    wire.send(frame(1226))  # (1226 + 24) x 8 bits at 100 Gb/s = 100 ns
    loop.run(10**6)
    assert [(now, port) for now, port, _ in sink.got] == [(600, 1)]


def test_short_frames_are_padded_to_64_bytes_with_fcs():
    loop, sink, wire = setup(rate_bps=1_000_000_000)
    wire.send(frame(10))  # 84 bytes on the wire (IEEE 802.3 minimum) = 672 ns at 1 Gb/s
    loop.run(10**6)
    assert sink.got[0][0] == 672 + 500
    assert len(sink.got[0][2]) == 10


def test_a_saturated_link_carries_exactly_its_rate():
    loop, sink, wire = setup(limit_bytes=1 << 30)
    for _ in range(1000):
        wire.send(frame(4238))  # 340.96 ns each: fractions must not be lost or rounded up
    loop.run(10**9)
    assert len(sink.got) == 1000
    assert sink.got[-1][0] == 340_960 + 500


def test_higher_priority_leaves_first_but_does_not_interrupt():
    loop, sink, wire = setup()
    for fill, priority in ((b"a", 1), (b"b", 1), (b"c", 0), (b"d", 7), (b"e", 6), (b"f", 7)):
        wire.send(frame(1226, fill), priority)
    loop.run(10**6)
    assert "".join(chr(got[2][0]) for got in sink.got) == "adfebc"


def test_queued_bytes_and_their_peak():
    loop, _, wire = setup()
    for _ in range(4):
        wire.send(frame(1000))
    assert (wire.queued_bytes, wire.peak_bytes) == (3000, 3000)  # the first is on the wire
    loop.run(10**6)
    assert (wire.queued_bytes, wire.peak_bytes) == (0, 3000)


def test_a_full_queue_loses_the_newcomer():
    loop, sink, wire = setup(limit_bytes=2500)
    for _ in range(5):
        wire.send(frame(1000))
    loop.run(10**6)
    assert len(sink.got) == 3  # one on the wire, two in 2500 bytes
    assert wire.lost_overflow == 2


def test_loss_follows_the_seed_and_the_probability():
    def lost(seed, probability):
        loop, sink, wire = setup(seed=seed)
        wire.loss = probability
        for _ in range(2000):
            wire.send(frame(100))
        loop.run(10**9)
        assert len(sink.got) + wire.lost_random == 2000
        return [got[0] for got in sink.got]

    assert lost("1", 0.2) == lost("1", 0.2)
    assert lost("1", 0.2) != lost("2", 0.2)
    # 2000 draws at 0.2: 1600 kept, standard deviation 18
    assert 1500 < len(lost("1", 0.2)) < 1700
    assert len(lost("1", 0.0)) == 2000
    assert lost("1", 1.0) == []


def test_a_link_that_goes_down_loses_what_is_queued_and_in_flight():
    loop, sink, wire = setup()
    for _ in range(4):
        wire.send(frame(1226))
    loop.run(350)  # three on the wire (none arrived before 600), one queued or being sent
    assert not sink.got
    wire.set_state(False)
    wire.send(frame(1226))
    loop.run(10**6)
    assert sink.got == []
    assert wire.lost_down == 5
    assert wire.queued_bytes == 0


def test_a_link_that_comes_back_carries_again_and_tells_its_sender():
    loop, sink, wire = setup()
    told = []
    wire.on_idle = lambda: told.append(loop.now)
    wire.set_state(False)
    loop.run(1000)
    loop.at(2000, lambda _: wire.set_state(True))
    loop.run(2000)
    assert told == [2000]
    wire.send(frame(1226))
    loop.run(10**6)
    assert [got[0] for got in sink.got] == [2000 + 600]


def test_down_and_up_again_at_once_does_not_revive_old_frames():
    loop, sink, wire = setup()
    wire.send(frame(1226, b"o"))
    wire.set_state(False)
    wire.set_state(True)
    wire.send(frame(1226, b"n"))
    loop.run(10**6)
    assert [got[2][:1] for got in sink.got] == [b"n"]


def test_a_new_rate_holds_from_the_next_frame():
    loop, sink, wire = setup()
    wire.send(frame(1226))
    wire.set_rate(10_000_000_000)
    wire.send(frame(1226))
    loop.run(10**6)
    assert [got[0] for got in sink.got] == [600, 100 + 1000 + 500]


def test_the_tap_sees_a_frame_when_its_first_bit_leaves_even_if_it_gets_lost():
    loop, _, wire = setup()
    taken = []
    wire.tap = lambda now, data: taken.append((now, len(data)))
    wire.loss = 1.0
    wire.send(frame(1226))
    wire.send(frame(1226))
    loop.run(10**6)
    assert taken == [(0, 1226), (100, 1226)]


# --- Selected losses -------------------------------------------------------------------------------------------------
# What is lost for what is in it: the frames that are named, on the wires that are named, and no others.

TOPOLOGY = topologies.load(LAB)
ADDRESS = [TOPOLOGY.nic(index).address.to_bytes(16, "big") for index in range(4)]
EV = 0xC0010001
CABLE = "p0-t0-0:2--p0-t1-0:0"


def ipv6(next_header, source, destination, label, rest):
    word = 6 << 28 | label
    return (
        word.to_bytes(4, "big") + len(rest).to_bytes(2, "big") + bytes([next_header, 64]) + source + destination + rest
    )


def named_frame(source, destination, entropy, *, routing=False, outer=True, label_high=0):
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
    assert [losses.take(named_frame(source, destination, entropy, **how)) for how in HOW] == [lost] * len(HOW)


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
    whole = named_frame(0, 2, EV, routing=True)
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
    wanted, other = named_frame(0, 2, EV), named_frame(0, 2, EV + 1)
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
