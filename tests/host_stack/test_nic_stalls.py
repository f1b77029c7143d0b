# SPDX-License-Identifier: Apache-2.0
"""What a NIC waits for ends by a timer of its own, and no timer of it runs on the spot."""

import itertools

from host_stack_kit import PROBE, SACK, Peer, kinds

from host_stack import TransportOptions
from host_stack.wire.codec import Peth


def test_an_answer_whose_port_is_gone_leaves_by_another_without_anybody_asking_again():
    peer = Peer()
    peer.nic.receive(1, peer.control(PROBE, Peth(5, 0, 0, 0).pack()), peer.now)  # it came by plane 1
    assert peer.nic.transmit(0b01, peer.now) is None
    wake = peer.nic.next_wakeup()
    assert wake == peer.now + TransportOptions().base_rtt_ns
    sent = peer.nic.transmit(0b01, wake)
    assert sent is not None
    assert sent[0] == 0
    assert kinds([peer.parser.parse(sent[1])]) == [SACK]


def test_an_answer_waits_for_its_port_no_longer_than_for_any():
    peer = Peer(transport=TransportOptions(reverse_probe_interval_ns=1 << 60))
    peer.nic.receive(1, peer.control(PROBE, Peth(5, 0, 0, 0).pack()), peer.now)
    assert peer.nic.transmit(0, peer.now) is None
    wake = peer.nic.next_wakeup()
    assert wake is not None
    assert peer.nic.transmit(0, wake) is None  # no port at all: whoever gives one asks again
    later = peer.nic.next_wakeup()
    assert later is not None and later >= 1 << 60  # the way back is probed then; no timer of the answer
    sent = peer.nic.transmit(0b11, wake + 1)
    assert sent is not None


def test_the_shortest_silence_there_is_stops_no_clock():
    peer = Peer(transport=TransportOptions(tail_probe_ns=1, reverse_probe_interval_ns=1 << 60))
    peer.qp.post_write(b"x", 0, 1)
    peer.drain()
    probes = 0
    for at_ns in itertools.count(peer.now + 1):
        if probes == 5:
            break
        assert at_ns < peer.now + 100
        while (sent := peer.nic.transmit(0b11, at_ns)) is not None:
            probes += peer.parser.parse(sent[1]).bth.opcode == PROBE
