# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: ARG001, ARG005 - every hook takes (name, port, frame, now)
"""Two NICs over a pipe that loses, trims, marks, delays and dies; virtual time throughout."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from host_stack_kit import (
    ACK,
    NACK,
    Pipe,
    config,
    is_data,
    join,
    opcode_of,
    pattern,
    psn_of,
    template,
    trim,
    uplink_of,
    with_ce,
)

from host_stack import (
    Completion,
    CompletionKind,
    CompletionStatus,
    EvProfile,
    EvState,
    Nic,
    QpState,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)
from host_stack.wire.options import IntactTrim

MIB = 1 << 20


class Transfer:
    """One write from a to b over a hook."""

    def __init__(self, size=MIB, hook=None, *, uplinks=2, wire=None, transport=None, limit_ns=20_000_000, **kw):
        self.a = Nic(config("a", 1, [2], uplinks=uplinks, wire=wire, transport=transport), seed=1)
        self.b = Nic(config("b", 2, [1], uplinks=uplinks, wire=wire, transport=transport), seed=2)
        self.qa, self.qb = join(self.a, self.b, **kw)
        self.data = pattern(size)
        self.region = self.b.register_memory(size)
        self.pipe = Pipe([self.a, self.b])
        if hook is not None:
            self.pipe.hook = hook
        self.limit_ns = limit_ns

    def run(self):
        self.qa.post_write(self.data, self.region.address, self.region.r_key, wr_id=7)
        self.pipe.run(
            lambda: self.qa.counters.messages_completed == 1 or self.qa.error is not None, limit_ns=self.limit_ns
        )
        return self

    def arrived(self):
        expected = Completion(CompletionKind.WRITE, CompletionStatus.SUCCESS, 7, len(self.data), None, self.pipe.now)
        assert self.qa.poll_completions() == [expected]
        assert bytes(self.region.data) == self.data
        return self


def test_clean_transfer_at_line_rate_over_every_path():
    t = Transfer(4 * MIB).run().arrived()
    # 1024 packets of 4096 + 142 + 24 bytes over two 100 Gb/s ports, plus a round trip, with SACKs the other way.
    line = 1024 // 2 * (4096 + 142 + 24) * 8 // 100
    assert line <= t.pipe.now <= line * 1.05
    counters = t.qa.counters
    assert counters.data_packets == 1024
    assert counters.retransmissions == counters.losses_inferred == counters.timeouts == 0
    assert counters.plane_packets == {0: 512, 1: 512}
    assert max(counters.ev_packets.values()) - min(counters.ev_packets.values()) <= 2
    assert t.qb.counters.bytes_placed == 4 * MIB
    assert t.qb.counters.duplicates == 0
    assert t.a.counters["tx.frames"] == t.b.counters["rx.frames"]
    assert not any(name.startswith("drop.") for name in (*t.a.counters, *t.b.counters))


@pytest.mark.parametrize("size", [1, 3, 4095, 4096, 4097, 3 * 4096 + 1])
def test_odd_sizes(size):
    t = Transfer(size).run().arrived()
    opcodes = [opcode_of(f) for _, name, _, f in t.pipe.sent if name == "a" and is_data(f)]
    packets = -(-size // 4096)
    assert opcodes == ([0xCA] if packets == 1 else [0xC6] + [0xC7] * (packets - 2) + [0xC8])


def test_reordering_is_not_loss():
    rng = random.Random(4)
    t = Transfer(MIB, lambda n, p, f, now: [(rng.randrange(15_000), f)]).run().arrived()
    assert t.qb.counters.out_of_order > 50
    assert t.qa.counters.retransmissions == 0
    assert t.qa.counters.evs_retired == 0


def test_duplicated_frames_change_nothing():
    t = Transfer(MIB, lambda n, p, f, now: [(0, f), (700, f)]).run().arrived()
    assert t.qb.counters.bytes_placed == MIB
    assert t.qb.counters.duplicates > 200
    assert t.qa.counters.retransmissions == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rate", [0.01, 0.1])
def test_random_loss_both_ways(rate, seed):
    rng = random.Random(seed)
    t = Transfer(MIB, lambda n, p, f, now: [] if rng.random() < rate else [(0, f)]).run().arrived()
    assert t.qa.counters.losses_inferred + t.qa.counters.timeout_losses > 0
    assert t.qa.counters.retransmissions >= 1


@pytest.mark.parametrize("seed", range(4))
def test_everything_at_once(seed):
    """Loss, trims, marks, reordering and duplication together: every byte arrives once."""
    rng = random.Random(seed)

    def hook(_n, _p, frame, _now):
        dice = rng.random()
        if dice < 0.05:
            return []
        if dice < 0.25 and is_data(frame):
            return [(0, trim(frame, rng.choice((12, 16)), rng.choice((122, 128, 256)), rng.random() < 0.5))]
        if dice < 0.4:
            frame = with_ce(frame)
        out = [(rng.randrange(8000), frame)]
        return out * 2 if dice > 0.9 else out

    t = Transfer(MIB, hook).run().arrived()
    assert t.qb.counters.bytes_placed == MIB
    assert t.qa.state is QpState.RTS


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
    assert t.a.events == []


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
    assert {e.plane for e in t.a.events if e.new is EvState.ASSUMED_BAD} == {1}
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
    assert t.qa.counters.losses_inferred == 1
    assert t.qa.counters.timeouts == 0
    assert t.pipe.now < 60_000


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


def test_writes_with_immediates_complete_in_order():
    rng = random.Random(3)
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    qa, qb = join(a, b, rts=RtsAttributes(max_immediates=32))
    region = b.register_memory(200_000)
    pipe = Pipe([a, b])
    pipe.hook = lambda n, p, f, now: [] if rng.random() < 0.1 else [(rng.randrange(12_000), f)]
    offset = 0
    for number in range(100):
        payload = pattern(1 + 97 * number % 9000, number)[: 1 + 37 * number % 1900]
        if number % 3:
            qa.post_write_imm(payload, region.address + offset, region.r_key, number, wr_id=number)
        else:
            qa.post_write(payload, region.address + offset, region.r_key, wr_id=number)
        offset += len(payload)
    pipe.run(lambda: qa.counters.messages_completed == 100)
    done = qa.poll_completions()
    assert [c.wr_id for c in done] == list(range(100))
    assert {c.status for c in done} == {CompletionStatus.SUCCESS}
    got = qb.poll_completions()
    assert [c.imm for c in got] == [n for n in range(100) if n % 3]
    assert {c.kind for c in got} == {CompletionKind.RECV_IMM}
    assert [c.wr_id for c in got] == [n + 1 for n in range(100) if n % 3]
    meths = {}
    for _, name, _, frame in pipe.sent:
        if name == "a" and is_data(frame):
            rqmsn, msn = int.from_bytes(frame[114:116], "big"), int.from_bytes(frame[116:118], "big")
            meths[msn] = rqmsn
    counting = iter(range(1, 1000))
    assert meths == {n + 1: (next(counting) if n % 3 else 0) for n in range(100)}


def test_no_more_immediates_in_flight_than_negotiated():
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    qa, qb = join(a, b, rts=RtsAttributes(max_immediates=4))
    region = b.register_memory(16)
    pipe = Pipe([a, b])
    for number in range(12):
        qa.post_write_imm(b"x", region.address, region.r_key, number)
    most = 0

    def open_now():
        nonlocal most
        sent = sum(is_data(f) for _, n, _, f in pipe.sent if n == "a")
        most = max(most, sent - qa.counters.messages_completed)
        return qa.counters.messages_completed == 12

    pipe.run(open_now)
    assert most == 4
    assert qb.counters.immediates == 12


def test_both_directions_and_two_queue_pairs_share_the_ports():
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    first, second = join(a, b), join(a, b, psn=77)
    pipe = Pipe([a, b])
    flows = [(first[0], b), (second[0], b), (first[1], a)]
    regions = []
    for number, (qp, target) in enumerate(flows):
        region = target.register_memory(MIB)
        regions.append((region, pattern(MIB, number)))
        qp.post_write(regions[-1][1], region.address, region.r_key)
    ends = {}

    def done():
        for number, (qp, _) in enumerate(flows):
            if qp.counters.messages_completed and number not in ends:
                ends[number] = pipe.now
        return len(ends) == 3

    pipe.run(done)
    assert all(bytes(region.data) == data for region, data in regions)
    assert abs(ends[0] - ends[1]) < 0.1 * ends[0]  # they take turns
    assert ends[2] < ends[0]  # the other direction is not in their way


def test_small_windows_do_not_stall():
    for cwnd in (1, 4400, 9000):
        t = Transfer(MIB // 4, cwnd=cwnd).run().arrived()
        assert t.qa.counters.timeouts == t.qa.counters.probes_sent == 0


def test_psn_window_limits_what_is_sent():
    acks_stopped = lambda n, p, f, now: [(0, f)] if n == "a" else []  # noqa: E731
    t = Transfer(4 * MIB, acks_stopped, cwnd=1 << 30, mpr=1, limit_ns=60_000).run()
    psns = {psn_of(f) for _, n, _, f in t.pipe.sent if n == "a" and is_data(f)}
    assert len(psns) == 128


def test_without_trim_support_data_is_no_trim():
    t = Transfer(MIB, wire=WireOptions(trimming=False)).run().arrived()
    assert {f[15] >> 6 | (f[14] & 15) << 2 for _, n, _, f in t.pipe.sent if is_data(f)} == {0}


def test_intact_remarked_packet_is_nacked_or_placed():
    def hook(n, _p, f, _now):
        return [(0, trim(f, 12, 5000))] if is_data(f) and not f[110] & 32 else [(0, f)]

    nacked = Transfer(100, hook).run().arrived()
    assert nacked.qa.counters.nacks_received == {1: 1}
    placed = Transfer(100, hook, wire=WireOptions(intact_trim=IntactTrim.PLACE)).run().arrived()
    assert placed.qa.counters.nacks_received == {}


def test_same_seed_same_bytes():
    def frames():
        rng = random.Random(5)
        t = Transfer(MIB, lambda n, p, f, now: [] if rng.random() < 0.05 else [(0, f)]).run()
        return [(now, n, p, f) for now, n, p, f in t.pipe.sent], t.qa.counters.as_dict()

    assert frames() == frames()


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
    assert t.qb.counters.access_errors == 1
    assert bytes(t.region.data) == bytes(10_000)


def test_incast_with_a_fixed_window_makes_steady_progress():
    """3:1 into port queues of 150 kB that trim on the last hop: full speed for the receiver, nobody starves."""
    nics = [Nic(config(f"n{i}", i, [9]), i) for i in (1, 2, 3)]
    sink = Nic(config("sink", 9, [1, 2, 3]), 9)
    pipe = Pipe([*nics, sink])
    drained = [0, 0]
    limit_ns = 150_000 * 8 // 100

    def hook(name, port, frame, now):
        if name == "sink":
            return [(0, frame)]
        wait = max(0, drained[port] - now)
        if is_data(frame) and wait > limit_ns:
            cut = trim(frame, 16)
            return [(200, cut)]
        drained[port] = max(drained[port], now) + (len(frame) + 24) * 8 // 100
        return [(drained[port] - now, frame)]

    pipe.hook = hook
    flows = []
    for nic in nics:
        qp, _ = join(nic, sink, cwnd=180_000)
        region = sink.register_memory(MIB)
        qp.post_write(pattern(MIB), region.address, region.r_key)
        flows.append((qp, region))
    ends = {}

    def done():
        for number, (qp, _) in enumerate(flows):
            if qp.counters.messages_completed and number not in ends:
                ends[number] = pipe.now
        return len(ends) == 3

    pipe.run(done)
    assert all(bytes(region.data) == pattern(MIB) for _, region in flows)
    assert sum(qp.counters.trims_signalled for qp, _ in flows) > 100
    assert all(qp.counters.timeouts == 0 for qp, _ in flows)
    assert all(qp.counters.evs_retired == 0 for qp, _ in flows)
    ideal = 3 * 256 * (4096 + 142 + 24) * 8 // 200
    assert max(ends.values()) < ideal * 1.25
    assert min(ends.values()) > 0.7 * max(ends.values())


def test_reverse_probes_run_only_while_data_comes_in_and_none_goes_out():
    t = Transfer(MIB).run().arrived()
    probes = Counter(n for _, n, _, f in t.pipe.sent if opcode_of(f) == 0xD8)
    assert set(probes) == {"b"}
    assert t.b.counters["ev_probe.answered"] >= probes["b"] - 1
    t.pipe.run(limit_ns=t.pipe.now + 200_000)
    later = Counter(n for now, n, _, f in t.pipe.sent if opcode_of(f) == 0xD8)
    assert later["b"] <= probes["b"] + 2
    assert t.a.next_wakeup() is None
    assert t.b.next_wakeup() is None


def test_worst_packet_latency_is_recorded():
    slow = []

    def hook(n, _p, f, _now):
        if n == "a" and is_data(f) and not slow:
            slow.append(f)
            return [(9_000, f)]
        return [(0, f)]

    t = Transfer(MIB // 8, hook).run().arrived()
    # 9 us more than the pipe's 3 us + 0.34 us; ticks of 128 ns.
    assert 12_200 <= t.qb.counters.worst_one_way_ns <= 12_600
    assert t.qa.counters.worst_delivery_ns >= 15_300
    assert t.qa.counters.deliveries == 32


def test_transport_options_are_used():
    t = Transfer(MIB, transport=replace(TransportOptions(), path_mtu=1024, sack_threshold_bytes=2048)).run().arrived()
    assert t.qa.counters.data_packets == 1024
    assert t.qb.counters.sacks_sent > 300
