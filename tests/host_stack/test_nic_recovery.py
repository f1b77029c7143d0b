# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: ARG001, ARG005 - every hook takes (name, port, frame, now)
"""A transfer survives what the network does to it, and no loss stops a sender for long."""

import random
from itertools import pairwise

import pytest
from host_stack_kit import (
    ACK,
    NACK,
    PROBE,
    SACK,
    Peer,
    Transfer,
    is_data,
    opcode_of,
    psn_of,
    template,
    trim,
    uplink_of,
)
from nic_ports_kit import Planes
from nic_wire_kit import with_ce

from host_stack import (
    CompletionStatus,
    EvProfile,
    EvState,
    QpState,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)
from host_stack.wire.headers import CcState, Seth
from host_stack.wire.options import IntactTrim

# --- Losses of all kinds ---------------------------------------------------------------------------------------------
# A transfer survives what the network does to it: trims, marks, losses, dead links, dead peers.

MIB = 1 << 20


def test_trim_is_nacked_and_retransmitted_on_another_ev_at_once():
    trimmed: dict[int, int] = {}
    again: dict[int, int] = {}

    def hook(name, _p, frame, _now):
        if name == "a" and is_data(frame):
            ev = int.from_bytes(frame[94:96] + frame[56:58], "big")
            if frame[110] & 0x20:
                again[psn_of(frame)] = ev
                assert frame[15] >> 4 & 3 == 2  # still ECT(0)
                assert (frame[14] & 15) << 2 | frame[15] >> 6 == 8  # DSCP TRIMMABLE_RETX
            elif psn_of(frame) % 5 == 0:
                trimmed[psn_of(frame)] = ev
                return [(0, trim(frame, 12))]
        return [(0, frame)]

    t = Transfer(MIB, hook).run().arrived()
    counters = t.qa.counters
    assert counters.nacks_received == {1: len(trimmed)}
    assert t.qb.counters.nacks_sent == {1: len(trimmed)}
    assert counters.trims_signalled == counters.retransmissions == t.qb.counters.trims_received == len(trimmed)
    assert again.keys() == trimmed.keys()
    assert all(again[psn] != trimmed[psn] for psn in trimmed)
    assert counters.losses_inferred == counters.timeouts == counters.evs_retired == 0
    assert {e.reason for e in t.a.events} == {"trimmed", "visited"}


def test_last_hop_trim_does_not_blame_the_path():
    t = Transfer(
        MIB,
        lambda n, p, f, now: [(0, trim(f, 16))] if is_data(f) and psn_of(f) % 9 == 0 and not f[110] & 32 else [(0, f)],
    )
    t.run().arrived()
    assert set(t.qa.counters.nacks_received) == {2}
    assert not t.a.events


def test_nack_lost_is_found_like_any_loss():
    t = Transfer(
        MIB,
        lambda n, p, f, now: (
            [(0, trim(f))]
            if is_data(f) and psn_of(f) == 20 and not f[110] & 32
            else []
            if opcode_of(f) == NACK
            else [(0, f)]
        ),
    )
    t.run().arrived()
    assert t.qa.counters.losses_inferred == 1


def test_marks_skip_the_ev_and_nothing_is_sent_again():
    t = Transfer(MIB, lambda n, p, f, now: [(0, with_ce(f) if p == 1 and uplink_of(f) == 0 else f)]).run().arrived()
    counters = t.qa.counters
    assert counters.sacks_marked > 0
    assert counters.evs_skipped > 0
    assert counters.retransmissions == 0
    marked, clean = (t.qa.evs.get(0xC0010000 + uplink).packets for uplink in range(2))
    assert marked < clean * 0.75
    assert {e.entropy for e in t.a.events} == {0xC0010000}


def test_dead_t1_is_left_at_once_and_revived_after_it_returns():
    dead = range(60_000, 200_000)
    size = 8 * MIB
    t = Transfer(size, lambda n, p, f, now: [] if p == 1 and uplink_of(f) == 0 and now in dead else [(0, f)])
    t.run().arrived()
    counters = t.qa.counters
    assert counters.evs_retired == 1
    assert counters.evs_revived == 1
    events = [e for e in t.a.events if EvState.ASSUMED_BAD in (e.old, e.new)]
    assert [(e.entropy, e.new, e.reason) for e in events] == [
        (0xC0010000, EvState.ASSUMED_BAD, "loss"),
        (0xC0010000, EvState.GOOD, "probed"),
    ]
    assert 60_000 < events[0].time_ns < 60_000 + 40_000  # "few tens of microseconds"
    # At most one failed probe and three successes at 50 us each after the return.
    assert 200_000 < events[1].time_ns < 200_000 + 4 * 50_000 + 10_000
    assert counters.timeouts == 0
    line = 2048 // 2 * (4096 + 142 + 24) * 8 // 100
    assert t.pipe.now < line * 1.1  # both planes keep working
    # Nothing was sent on the dead path between retirement and revival but probes.
    between = [f for now, n, p, f in t.pipe.sent if n == "a" and events[0].time_ns < now < events[1].time_ns]
    assert not any(is_data(f) and f[94:96] == b"\xc0\x01" and uplink_of(f) == 0 for f in between)
    assert any(opcode_of(f) == 0xD8 and uplink_of(f) == 0 for f in between)


def test_dead_plane_leaves_the_other_at_full_speed():
    size = 4 * MIB
    t = Transfer(size, lambda n, p, f, now: [] if p == 1 and now > 50_000 else [(0, f)]).run().arrived()
    # The plane is left as a whole: no EV of it is blamed.
    assert t.a.counters["plane.silent"] == 1
    assert not [e for e in t.a.events if e.new is EvState.ASSUMED_BAD]
    # 50 us on two planes, the rest on one, with 4 % of headers; and what it takes to notice: the window runs out
    # (20 us), 30 us of silence, a probe on the dead plane, 15 us later one on the other, a round trip.
    line = 50_000 + (size - 50_000 * 200 // 8) * 8 // 100
    assert t.pipe.now < line * 1.04 + 75_000
    assert t.qa.counters.timeouts == 0


def test_a_port_that_is_down_is_not_used():
    t = Transfer(MIB)
    t.pipe.down = {("a", 1)}
    t.run().arrived()
    assert t.qa.counters.plane_packets == [256, 0]
    assert t.qa.counters.as_dict()["plane_packets"] == {0: 256}
    assert t.qa.counters.retransmissions == 0


def test_trims_with_one_port_down_are_still_repaired():
    """The NACK's EV is avoided, but not for ever: the only other plane never comes free."""
    t = Transfer(
        MIB,
        lambda n, p, f, now: [(0, trim(f))] if is_data(f) and psn_of(f) % 7 == 0 and not f[110] & 32 else [(0, f)],
        uplinks=1,
    )
    t.pipe.down = {("a", 1)}
    t.run().arrived()


def test_lossy_ev_of_sixteen_leaves_the_active_set_for_a_backup():
    rng = random.Random(8)
    t = Transfer(
        4 * MIB,
        lambda n, p, f, now: [] if p == 0 and uplink_of(f) == bad and rng.random() < 0.2 else [(0, f)],
        uplinks=32,
        profile=EvProfile(template(2, 32), active_per_plane=8, backup_per_plane=8),
    )
    bad = next(e.uplink for e in t.qa.evs if e.plane == 0 and e.active)
    t.run().arrived()
    assert t.qa.evs.get(0xC0000000 | bad).state is EvState.ASSUMED_BAD
    assert t.qa.counters.evs_retired == 1
    assert sum(e.reason == "activated" and e.plane == 0 for e in t.a.events) == 1
    assert t.qa.evs.usable() == 16


def test_tail_loss_is_found_by_a_reliability_probe():
    lost = []

    def hook(name, _p, frame, _now):
        if name == "a" and opcode_of(frame) == 0xC8 and not lost:
            lost.append(frame)
            return []
        return [(0, frame)]

    t = Transfer(5 * 4096, hook).run().arrived()
    assert t.qa.counters.probes_sent == 1
    assert t.qa.counters.repeats == 1
    assert t.qa.counters.timeouts == 0
    assert t.pipe.now < 40_000


@pytest.mark.parametrize("size", [100, 5 * 4096])
def test_lost_transport_ack_is_repeated(size):
    lost = []

    def hook(_n, _p, frame, _now):
        if opcode_of(frame) == ACK and len(lost) < 2:
            lost.append(frame)
            return []
        return [(0, frame)]

    t = Transfer(size, hook).run().arrived()
    assert t.qb.counters.messages_received == 1
    assert t.qb.counters.acks_sent == 3
    assert t.qb.counters.duplicates == 2


def test_dead_peer_ends_in_error_with_exponential_backoff():
    rts = RtsAttributes(ack_timeout=4, linear_retries=2, exponential_retries=3)
    t = Transfer(3 * 4096, lambda n, p, f, now: [], rts=rts).run()
    assert t.qa.state is QpState.ERROR
    done = t.qa.poll_completions()
    assert [(c.status, c.wr_id) for c in done] == [(CompletionStatus.RETRY_EXCEEDED, 7)]
    # 1.024 us * 2^4 = 16384 ns: first try and two linear retries, then 2, 4, 8 times as long.
    assert t.qa.counters.timeouts == 6
    assert t.pipe.now == pytest.approx(16384 * (3 + 2 + 4 + 8), abs=2000)
    t.pipe.run(limit_ns=t.pipe.now + 1_000_000)
    assert t.a.next_wakeup() is None  # nothing keeps running for a dead queue pair


def test_timeout_is_reset_by_progress():
    rts = RtsAttributes(ack_timeout=4, linear_retries=1, exponential_retries=0)
    silent = [range(10_000, 30_000), range(80_000, 100_000), range(150_000, 170_000)]
    t = Transfer(4 * MIB, lambda n, p, f, now: [] if any(now in r for r in silent) else [(0, f)], rts=rts)
    t.run().arrived()
    assert t.qa.counters.timeouts >= 2


def test_intact_remarked_packet_is_nacked_or_placed():
    def hook(n, _p, f, _now):
        return [(0, trim(f, 12, 5000))] if is_data(f) and not f[110] & 32 else [(0, f)]

    nacked = Transfer(100, hook).run().arrived()
    assert nacked.qa.counters.nacks_received == {1: 1}
    placed = Transfer(100, hook, wire=WireOptions(intact_trim=IntactTrim.PLACE)).run().arrived()
    assert placed.qa.counters.nacks_received == {}


def test_remote_access_error_fails_both_ends_and_writes_nothing():
    t = Transfer(10_000)
    t.qa.post_write(b"y" * 5000, t.region.address + 9000, t.region.r_key, wr_id=1)
    t.qa.post_write(b"z", t.region.address, t.region.r_key, wr_id=2)
    t.pipe.run(lambda: t.qa.error is not None)
    assert [(c.wr_id, c.status) for c in t.qa.poll_completions()] == [
        (1, CompletionStatus.REMOTE_ACCESS),
        (2, CompletionStatus.FLUSHED),
    ]
    assert t.qb.state is QpState.ERROR
    assert t.qb.counters.access_errors == 2  # the short second packet arrives first, and is refused too
    assert bytes(t.region.data) == bytes(10_000)


# --- Losses of what was sent again -----------------------------------------------------------------------------------
# No loss stops a sender for long: not of a packet that is lost again, not at the end of a write, not of its ACK.

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
