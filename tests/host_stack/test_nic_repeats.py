# SPDX-License-Identifier: Apache-2.0
"""No loss stops a sender for long: not of a packet that is lost again, not at the end of a write, not of its ACK."""

from itertools import pairwise

import pytest
from host_stack_kit import ACK, PROBE, SACK, Peer, is_data, opcode_of, psn_of
from nic_ports_kit import Planes

from host_stack import EvState, TransportOptions
from host_stack.wire.headers import CcState, Seth

FIRST = 0xFFFFF0
RTT = TransportOptions().base_rtt_ns
REORDER = TransportOptions().reorder_ns


def number_of(frame):
    return psn_of(frame) - FIRST & 0xFFFFFF


class Lossy(Planes):
    """Loses the first transmissions of some packets by `a`: so many of each, by number from 0."""

    def __init__(self, lost, **more):
        super().__init__(planes=2, uplinks=8, **more)
        self.left = dict(lost)
        self.entropies = []

    def hook(self, name, _port, frame, _now):
        number = number_of(frame)
        if name == "a" and is_data(frame) and self.left.get(number, 0):
            self.left[number] -= 1
            self.lost += 1
            self.entropies.append(self.b._parser.parse(frame).entropy)
            return []
        return [(0, frame)]

    def sent_ns(self, number):
        return [at for at, _, frame in self.sent("a") if is_data(frame) and number_of(frame) == number]

    def gap(self):
        """The longest time in which no new data left before all of it had."""
        seen, last_ns, longest = set(), 0, 0
        for at, _, frame in self.sent("a"):
            if is_data(frame) and psn_of(frame) not in seen:
                seen.add(psn_of(frame))
                longest = max(longest, at - last_ns)
                last_ns = at
        return longest

    def done_ns(self):
        (done,) = self.qa.poll_completions()
        assert done.status.value == "success"
        return done.time_ns


@pytest.mark.parametrize("times", [2, 3])
def test_a_packet_that_is_lost_again_does_not_close_the_window_for_long(times):
    """A window of 43 us: the packet counts as lost after 27, and what was sent again then would count after 54."""
    lossy = Lossy({100: times}, mpr=2)
    lossy.write(600 * 4096)
    lossy.run(2_000_000)
    assert lossy.lost == times
    assert lossy.gap() <= 2 * RTT * (times - 1)
    assert lossy.qb.counters.duplicates == 0
    lossy.done_ns()


@pytest.mark.parametrize("lost", [{59: 1}, {40: 1, 55: 1, 58: 1}, dict.fromkeys(range(45, 60), 1)])
def test_the_end_of_a_write_is_sent_again_within_two_round_trips(lost):
    lossy = Lossy(lost)
    lossy.write(60 * 4096)
    lossy.run(2_000_000)
    sent_ns = lossy.sent_ns(59)
    assert all(at_ns - sent_ns[0] <= 3 * RTT for number in lost for at_ns in lossy.sent_ns(number))
    assert lossy.done_ns() - sent_ns[0] <= 4 * RTT
    assert lossy.qb.counters.duplicates == 0


def test_what_is_lost_again_at_the_end_of_a_write_is_sent_again_as_soon():
    lossy = Lossy({59: 3})
    lossy.write(60 * 4096)
    lossy.run(2_000_000)
    sent = lossy.sent_ns(59)
    assert len(sent) == 4
    assert all(later - earlier <= 3 * RTT for earlier, later in pairwise(sent))
    lossy.done_ns()


def test_an_ack_that_is_lost_is_asked_for_within_two_round_trips():
    lossy = Lossy({})
    lost = []

    def hook(name, _port, frame, now):
        if name == "b" and opcode_of(frame) == ACK and not lost:
            lost.append(now)
            return []
        return [(0, frame)]

    lossy.pipe.hook = hook
    lossy.write(60 * 4096)
    lossy.run(2_000_000)
    assert lossy.done_ns() - lost[0] <= 3 * RTT


def test_the_ev_of_a_repeated_packet_rests_and_is_blamed_when_the_packet_would_have_counted_as_lost():
    lossy = Lossy({59: 1})
    lossy.write(60 * 4096)
    lossy.run(2_000_000)
    (entropy,) = lossy.entropies
    entry = lossy.qa.evs.get(entropy)
    assert entry.resting
    assert entry.state is not EvState.ASSUMED_BAD
    lossy.write(60 * 4096)
    begun = lossy.pipe.now
    lossy.run(4_000_000)
    assert entry.state is EvState.ASSUMED_BAD or entry.good_since_ns > begun
    assert [event.entropy for event in lossy.a.events if event.reason == "loss"] == [entropy]
    assert not any(
        is_data(frame) and lossy.b._parser.parse(frame).entropy == entropy
        for _, _, frame in lossy.sent("a", since=begun, until=begun + RTT // 2)
    )


def test_the_ev_of_a_packet_that_was_only_late_is_not_blamed():
    lossy = Lossy({})
    late = []

    def hook(name, _port, frame, _now):
        if name == "a" and is_data(frame) and number_of(frame) == 59 and not late:
            late.append(frame)
            return [(18_000, frame)]
        return [(0, frame)]

    lossy.pipe.hook = hook
    lossy.write(60 * 4096)
    lossy.run(2_000_000)
    lossy.write(600 * 4096)
    lossy.run(4_000_000)
    assert lossy.qa.counters.evs_retired == 0
    assert not any(entry.resting for entry in lossy.qa.evs)


# --- Peers that mean harm ---------------------------------------------------------------------------------------------


def silent_until(peer, end_ns, answer=lambda _packet: ()):
    """Let the NIC's timers run until `end_ns`; what it sent."""
    out = []
    while (wake := peer.nic.next_wakeup()) is not None and wake <= end_ns:
        peer.now = max(peer.now, wake)
        for packet in peer.drain():
            out.append(packet)
            for frame in answer(packet):
                peer.nic.receive(1, frame, peer.now)
    return out


def test_a_peer_that_answers_no_probe_is_asked_ever_more_seldom():
    peer = Peer()
    peer.qp.post_write(bytes(20 * 4096), 0x1000, 1)
    peer.drain()
    start = peer.now
    out = silent_until(peer, start + 120_000)  # before the local ACK timeout
    probes = [p for p in out if p.bth.opcode == PROBE]
    # Every half of tail_probe_ns, but for the first few.
    assert 3 <= len(probes) <= 120_000 // (TransportOptions().tail_probe_ns // 2) + 2
    assert not any(p.kind.data for p in out)


def test_a_peer_that_is_never_missing_but_the_oldest_packet_gets_it_a_few_times():
    """It acknowledges whatever else is sent, with timestamps of just now, so that everything else is evidence."""
    peer = Peer()
    peer.qp.post_write(bytes(4096 * 4096), 0x1000, 1)
    peer.drain()
    sent = []
    for step in range(400):
        peer.now += 1_000
        top = min(step, 100)
        bitmap = (1 << min(top, 63)) - 1
        seth = Seth(0, False, top + 1, 0xC0010001, 0, 0, FIRST - 1, 0, 2, bitmap)
        state = CcState(peer.now // 128 & 0xFFFF, 0, 0)
        peer.nic.receive(1, peer.control(SACK, seth.pack() + state.pack()), peer.now)
        sent += [p.bth.psn for p in peer.drain() if p.kind.data]
    assert sent.count(FIRST) <= 400_000 // REORDER + 8
    assert len(peer.qp.requestor.state.losses.repeats.open) <= 64


def test_answers_to_probes_that_report_nothing_give_everything_a_few_times():
    peer = Peer()
    peer.qp.post_write(bytes(16 * 4096), 0x1000, 1)
    peer.drain()

    def nothing(packet):
        if packet.bth.opcode != PROBE:
            return ()
        return (peer.sack(-1, 0, probe=packet.control[0].probe_id),)

    start = peer.now
    out = silent_until(peer, start + 2_000_000, nothing)
    data = [p.bth.psn for p in out if p.kind.data]
    assert max(data.count(psn) for psn in set(data)) <= 8 + 2_000_000 // REORDER
    while (wake := peer.nic.next_wakeup()) is not None and peer.qp.requestor.posted and wake < peer.now + 10**11:
        peer.now = max(peer.now, wake)
        peer.drain()
    assert peer.qp.error is not None
    assert peer.qp.requestor._cc._destination.inflight == 0
    assert not peer.qp.requestor.state.losses.repeats.open


@pytest.mark.parametrize("spare", [0, 2000, 4100, 4140])
def test_a_closed_congestion_window_is_asked_about_as_soon_as_the_end_of_a_write(spare):
    """However little of a packet still fits into it: what lies between a packet's payload and its size with headers."""
    other = Peer()
    other.qp.post_write(bytes(4096), 0x1000, 1)
    size = other.drain()[0].udp_length + 40
    peer = Peer(cwnd=20 * size + spare)
    peer.qp.post_write(bytes(4096 * 200), 0x1000, 1)
    assert sum(packet.kind.data for packet in peer.drain()) == 20
    peer.now += RTT
    assert sum(packet.kind.data for packet in peer.give(peer.sack(19, 19))) == 20
    peer.now += RTT + RTT // 2 + 200
    assert [packet.bth.opcode for packet in peer.drain()] == [PROBE]
