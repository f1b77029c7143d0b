# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: ARG005 - every hook takes (name, port, frame, now)
"""Two NICs over a pipe that loses, trims, marks, delays and dies; virtual time throughout."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from host_stack_kit import (
    Pipe,
    Transfer,
    config,
    is_data,
    join,
    opcode_of,
    psn_of,
    trim,
)
from nic_wire_kit import pattern, with_ce

from host_stack import (
    CompletionKind,
    CompletionStatus,
    Nic,
    QpState,
    RtsAttributes,
    TransportOptions,
    WireOptions,
)

MIB = 1 << 20


def test_clean_transfer_at_line_rate_over_every_path():
    t = Transfer(4 * MIB).run().arrived()
    # 1024 packets of 4096 + 142 + 24 bytes over two 100 Gb/s ports, plus a round trip, with SACKs the other way.
    line = 1024 // 2 * (4096 + 142 + 24) * 8 // 100
    assert line <= t.pipe.now <= line * 1.05
    counters = t.qa.counters
    assert counters.data_packets == 1024
    assert counters.retransmissions == counters.losses_inferred == counters.timeouts == 0
    assert counters.plane_packets == [512, 512]
    packets = [entry.packets for entry in t.qa.evs]
    assert max(packets) - min(packets) <= 2
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


def test_same_seed_same_bytes():
    def frames():
        rng = random.Random(5)
        t = Transfer(MIB, lambda n, p, f, now: [] if rng.random() < 0.05 else [(0, f)]).run()
        return [(now, n, p, f) for now, n, p, f in t.pipe.sent], t.qa.counters.as_dict()

    assert frames() == frames()


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
