# SPDX-License-Identifier: Apache-2.0
"""What a NIC waits for ends by a timer of its own, and no timer of it runs on the spot."""

import itertools

import pytest
from host_stack_kit import PROBE, SACK, Peer, Pipe, config, join, kinds

from host_stack import Nic, TransportOptions
from host_stack.wire.headers import Peth


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


def _done_ns(queue_pairs, window):
    """When 512 packets from so many queue pairs, which share a window of so many, are done; and the probes sent."""
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for name, number in (("a", 1), ("b", 2)))
    senders = [join(a, b, cwnd=window * 4200)[0] for _ in range(queue_pairs)]
    pipe = Pipe([a, b])
    for sender in senders:
        region = b.register_memory(512 * 4096 // queue_pairs)
        sender.post_write(bytes(region.length), region.address, region.r_key)
    pipe.run(limit_ns=5_000_000)
    done = [completion.time_ns for sender in senders for completion in sender.poll_completions()]
    assert len(done) == queue_pairs
    return max(done), sum(sender.counters.probes_sent for sender in senders)


@pytest.mark.parametrize(("queue_pairs", "window"), [(8, 12), (16, 12), (8, 20)])
def test_queue_pairs_that_share_a_window_do_not_wait_for_reports_of_packets_that_none_may_send(queue_pairs, window):
    """A receiver reports after four packets of a queue pair (16 KiB), and here the window has fewer of each."""
    alone_ns, _ = _done_ns(1, window)
    shared_ns, probes = _done_ns(queue_pairs, window)
    assert probes == 0
    assert shared_ns <= 1.2 * alone_ns
