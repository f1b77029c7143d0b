# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: ARG001, ARG005 - every hook takes (name, port, frame, now)
"""A transfer survives what the network does to it: trims, marks, losses, dead links, dead peers."""

import random

import pytest
from host_stack_kit import (
    ACK,
    NACK,
    Transfer,
    is_data,
    opcode_of,
    psn_of,
    template,
    trim,
    uplink_of,
)
from nic_wire_kit import with_ce

from host_stack import (
    CompletionStatus,
    EvProfile,
    EvState,
    QpState,
    RtsAttributes,
    WireOptions,
)
from host_stack.wire.options import IntactTrim

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
    marked, clean = counters.ev_packets[0xC0010000], counters.ev_packets[0xC0010001]
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
    assert t.qa.counters.plane_packets == {0: 256}
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
