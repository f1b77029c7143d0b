# SPDX-License-Identifier: Apache-2.0
"""DCQCN: the rules of its paper, what a NIC makes of them, and how flows share a bottleneck."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

import pytest
from nic_wire_kit import pattern, with_ce
from roce_kit import Peer, Wire, config, is_request, join, opcode_of

from host_stack.errors import ConfigError
from host_stack.roce import CompletionStatus, DcqcnParameters, Nic, NotificationPoint, ReactionPoint
from host_stack.roce.wire import Bth

# --- The bottleneck --------------------------------------------------------------------------------------------------
# Flows through one marking queue, twice: with our two halves of DCQCN, packet by packet, and as the fluid model of
# Zhu et al. (SIGCOMM 2015, section 5.1), which its authors found to agree with their hardware.

PACKET = 1000
"""Bytes."""


@dataclass(frozen=True)
class Marking:
    """RED at the switch: nothing below k_min bytes, everything above k_max, up to p_max at k_max."""

    k_min: float = 5_000
    k_max: float = 200_000
    p_max: float = 0.01

    def probability(self, queue: float) -> float:
        if queue <= self.k_min:
            return 0.0
        if queue > self.k_max:
            return 1.0
        return (queue - self.k_min) / (self.k_max - self.k_min) * self.p_max


class _Flow:
    def __init__(self, parameters: DcqcnParameters, line_bps: int, start_bps: float, first_ns: int) -> None:
        self.sender = ReactionPoint(parameters, line_bps)
        self.sender.start_at(start_bps)
        self.receiver = NotificationPoint(parameters.cnp_interval_ns)
        self.next_ns = float(first_ns)
        self.cnps: deque[int] = deque()
        self.sent = 0


@dataclass
class Trace:
    """Rates (bits/s) per flow and queue (bytes), one value per interval: what was sent in it, and the mean queue."""

    interval_ns: int
    rates: list[list[float]]
    queue: list[float]

    def mean_rate(self, flow: int, begin_ns: int, end_ns: int) -> float:
        part = [rates[flow] for rates in self.rates[begin_ns // self.interval_ns : end_ns // self.interval_ns]]
        return sum(part) / len(part)

    def mean_queue(self, begin_ns: int, end_ns: int) -> float:
        part = self.queue[begin_ns // self.interval_ns : end_ns // self.interval_ns]
        return sum(part) / len(part)


def fixed_point(flows: int, line_bps: int = 40_000_000_000) -> float:
    """The standing queue (bytes) at which equations 5 to 9 stand still, with the default parameters and marking."""
    marking = Marking()
    mark = fixed_mark(flows, line_bps, DcqcnParameters(), marking, PACKET)
    return marking.k_min + mark / marking.p_max * (marking.k_max - marking.k_min)


def fixed_alpha(flows: int, line_bps: int, p: DcqcnParameters, marking: Marking, packet: int) -> float:
    """The estimate of congestion there: how often a packet was marked in a period of the alpha timer (eq. 7)."""
    mark = fixed_mark(flows, line_bps, p, marking, packet)
    return 1 - (1 - mark) ** (line_bps / flows / (8 * packet) * p.alpha_timer_ns / 1e9)


def fixed_mark(flows: int, line_bps: int, p: DcqcnParameters, marking: Marking, packet: int) -> float:
    """The probability of a mark at which equations 5 to 9 stand still; ``packet``: bytes on the wire.

    Zhu et al., "ECN or Delay" (CoNEXT 2016, section 3.1) show that there is one, that all flows have the same rate in
    it, and which marking probability p solves it: cut and growth of the current rate, and of the target, are in
    balance. Solved by halving; no part of it is integrated.
    """
    rate = line_bps / flows / (8 * packet)
    bytes_apart = p.byte_counter / packet
    time_apart = rate * p.increase_timer_ns / 1e9
    cnp_packets, alpha_packets = rate * p.cnp_interval_ns / 1e9, rate * p.alpha_timer_ns / 1e9

    def excess(mark: float) -> float:
        keep = 1 - mark
        cut, alpha = 1 - keep**cnp_packets, 1 - keep**alpha_packets
        growth = [(mark / (keep**-apart - 1), keep ** (p.fast_recovery * apart)) for apart in (bytes_apart, time_apart)]
        events = sum(rate_of for rate_of, _ in growth)
        beyond = sum(rate_of * slow for rate_of, slow in growth)
        gap = rate * alpha * cut / (p.cnp_interval_ns / 1e9 * rate * events)  # of the target over the rate, by eq. 9
        return gap * cut / (p.cnp_interval_ns / 1e9) - p.additive_bps / (8 * packet) * rate * beyond  # eq. 8

    low, high = 1e-9, marking.p_max
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if excess(middle) > 0 else (middle, high)
    return low


def packets(
    starts_bps: Sequence[float],
    *,
    line_bps: int = 40_000_000_000,
    parameters: DcqcnParameters | None = None,
    marking: Marking | None = None,
    delay_ns: int = 2_000,
    until_ns: int,
    interval_ns: int = 1_000_000,
    seed: int = 1,
) -> Trace:
    """Packet by packet. ``delay_ns``: from the queue to a receiver, and from there to the sender."""
    parameters, marking = parameters or DcqcnParameters(), marking or Marking()
    rng = Random(seed)
    flows = [_Flow(parameters, line_bps, rate, 17 * i) for i, rate in enumerate(starts_bps)]
    trace = Trace(interval_ns, [], [])
    byte_ns = 8e9 / line_bps
    free_ns = 0.0  # when the queue will be empty
    boundary = interval_ns
    backlogs = count = 0.0
    while True:
        flow = min(flows, key=lambda f: f.next_ns)
        now = flow.next_ns
        if now >= boundary:
            trace.rates.append([f.sent * 8e9 / interval_ns for f in flows])
            trace.queue.append(backlogs / max(count, 1))
            backlogs = count = 0.0
            for f in flows:
                f.sent = 0
            boundary += interval_ns
            if boundary > until_ns:
                return trace
        while flow.cnps and flow.cnps[0] <= now:
            flow.sender.on_cnp(flow.cnps.popleft())
        backlog = max(0.0, free_ns - now) / byte_ns
        backlogs += backlog
        count += 1
        free_ns = max(free_ns, now) + PACKET * byte_ns
        arrives = int(free_ns) + delay_ns
        due = flow.receiver.next_ns()
        if due is not None and due <= arrives and flow.receiver.run(due):
            flow.cnps.append(due + delay_ns)
        if backlog > marking.k_min and rng.random() < marking.probability(backlog) and flow.receiver.on_marked(arrives):
            flow.cnps.append(arrives + delay_ns)
        flow.sent += PACKET
        flow.sender.on_sent(PACKET, int(now))
        flow.next_ns = now + PACKET * 8e9 / flow.sender.rate_bps


def fluid(
    starts_bps: Sequence[float],
    *,
    line_bps: int = 40_000_000_000,
    parameters: DcqcnParameters | None = None,
    marking: Marking | None = None,
    delay_ns: int = 50_000,
    until_ns: int,
    interval_ns: int = 1_000_000,
    step_ns: int = 2_000,
) -> Trace:
    """Equations 5 to 9 of the paper, by Euler's method; rates in packets/s. ``delay_ns``: of the control loop, tau*."""
    p, marking = parameters or DcqcnParameters(), marking or Marking()
    unit = 8 * PACKET
    capacity = line_bps / unit
    current = [rate / unit for rate in starts_bps]
    target = list(current)
    alpha = [1.0] * len(current)
    additive, events = p.additive_bps / unit, p.byte_counter / PACKET
    tau, tau_alpha, period = p.cnp_interval_ns / 1e9, p.alpha_timer_ns / 1e9, p.increase_timer_ns / 1e9
    steps, dt = delay_ns // step_ns, step_ns / 1e9
    marks: deque[float] = deque([0.0] * (steps + 1))
    past = [deque([rate] * (steps + 1)) for rate in current]
    queue = 0.0
    trace = Trace(interval_ns, [], [])
    sums, backlogs, per = [0.0] * len(current), 0.0, interval_ns // step_ns
    for step in range(until_ns // step_ns):
        marks.append(marking.probability(queue))
        mark = marks.popleft()
        for i, rate in enumerate(current):
            past[i].append(rate)
            old = past[i].popleft()
            if mark > 0:
                keep = 1 - mark
                cut = 1 - keep ** (tau * old) if mark < 1 else 1.0
                seen = 1 - keep ** (tau_alpha * old) if mark < 1 else 1.0
                by_bytes = old * mark / (keep**-events - 1) if mark < 1 else 0.0
                by_time = old * mark / (keep ** -(period * old) - 1) if mark < 1 else 0.0
                fast_bytes = keep ** (p.fast_recovery * events) if mark < 1 else 0.0
                fast_time = keep ** (p.fast_recovery * period * old) if mark < 1 else 0.0
            else:
                cut = seen = 0.0
                by_bytes, by_time = old / events, 1 / period
                fast_bytes = fast_time = 1.0
            grow = (target[i] - rate) / 2 * (by_bytes + by_time)
            change = -rate * alpha[i] / (2 * tau) * cut + grow
            target[i] += dt * (
                -(target[i] - rate) / tau * cut + additive * (by_bytes * fast_bytes + by_time * fast_time)
            )
            target[i] = min(target[i], capacity)
            alpha[i] += dt * p.g / tau_alpha * (seen - alpha[i])
            current[i] = min(max(rate + dt * change, p.minimum_bps / unit), capacity)
            sums[i] += rate * unit
        queue = max(0.0, queue + dt * (sum(current) - capacity) * PACKET)
        backlogs += queue
        if (step + 1) % per == 0:
            trace.rates.append([total / per for total in sums])
            trace.queue.append(backlogs / per)
            sums, backlogs = [0.0] * len(current), 0.0
    return trace


# --- Rules and NICs --------------------------------------------------------------------------------------------------
# DCQCN: the rules of its paper, and what a NIC makes of them.

# --- Rules -----------------------------------------------------------------------------------------------------------
# DCQCN: each rule of the paper (Zhu et al., SIGCOMM 2015, section 3), and how its flows share one bottleneck (5).

LINE = 40_000_000_000
MS = 1_000_000
ALPHA_NS = TIMER_NS = 55_000


def cut(cnps: int = 1) -> ReactionPoint:
    point = ReactionPoint(DcqcnParameters(), LINE)
    for _ in range(cnps):
        point.on_cnp(0)
    return point


def test_a_flow_starts_at_line_rate_and_stays_there():
    point = ReactionPoint(DcqcnParameters(), LINE)
    point.on_sent(1 << 30, 10**9)
    assert point.rate_bps == LINE and not point.limited


def test_the_first_cnp_halves_the_rate():
    """Eq. 1 with alpha = 1: R_T = R_C, R_C = R_C (1 - alpha / 2)."""
    point = cut()
    assert (point.target_bps, point.rate_bps, point.limited) == (LINE, LINE / 2, True)


def test_alpha_rises_with_cnps_and_decays_without():
    """Eq. 1 and 2: alpha = (1 - g) alpha + g at a CNP; alpha = (1 - g) alpha after each 55 us without."""
    point, g = cut(), 1 / 256
    assert point.alpha(0) == 1.0
    assert point.alpha(ALPHA_NS - 1) == 1.0
    assert point.alpha(ALPHA_NS) == pytest.approx(1 - g)
    assert point.alpha(10 * ALPHA_NS + 1) == pytest.approx((1 - g) ** 10)
    before = point.alpha(10 * ALPHA_NS)
    rate = 0.0
    point.advance(10 * ALPHA_NS)
    rate = point.rate_bps
    point.on_cnp(10 * ALPHA_NS)
    assert point.rate_bps == pytest.approx(rate * (1 - before / 2))
    assert point.alpha(10 * ALPHA_NS) == pytest.approx((1 - g) * before + g)


def test_fast_recovery_by_the_timer_then_additive_increase():
    """F = 5: until five events of either kind R_C goes half way to R_T, which stays; then R_T grows by R_AI."""
    point = cut(2)  # 10 Gb/s, target 20 Gb/s
    target, rate = 20e9, 10e9
    for event in range(1, 9):
        point.advance(event * TIMER_NS - 1)
        assert point.rate_bps == pytest.approx(rate)
        point.advance(event * TIMER_NS)
        if event >= 5:
            target += 40e6
        rate = (rate + target) / 2
        assert (point.rate_bps, point.target_bps) == (pytest.approx(rate), pytest.approx(target))


def test_the_byte_counter_counts_too_and_both_together_are_hyper():
    parameters = DcqcnParameters(byte_counter=1000)
    point = ReactionPoint(parameters, LINE)
    point.on_cnp(0)
    point.on_cnp(0)
    point.on_sent(4999, 1)
    assert point.target_bps == 20e9
    point.on_sent(1, 2)  # the fifth event
    assert point.target_bps == 20e9 + 40e6
    point.advance(5 * TIMER_NS)  # five more, of the timer: both have five now
    assert point.target_bps == 20e9 + 6 * 40e6
    point.on_sent(1000, 5 * TIMER_NS + 1)
    assert point.target_bps == 20e9 + 7 * 40e6
    point.advance(6 * TIMER_NS)  # six of both
    assert point.target_bps == 20e9 + 7 * 40e6 + 200e6
    # ns3-rdma: i * R_HAI for the i-th stage.
    point.on_sent(1000, 6 * TIMER_NS + 1)
    assert point.target_bps == 20e9 + 7 * 40e6 + 2 * 200e6
    point.advance(7 * TIMER_NS)
    assert point.target_bps == 20e9 + 7 * 40e6 + 4 * 200e6


def test_a_flow_may_begin_where_others_have_settled():
    """At a rate and with an alpha; its timer runs from its first packet, whenever that is."""
    point = ReactionPoint(DcqcnParameters(begin_bps=10_000_000_000, alpha=0.2), LINE)
    assert (point.rate_bps, point.limited) == (10e9, True)
    point.on_sent(1000, MS)
    point.advance(MS + 5 * TIMER_NS - 1)
    assert point.target_bps == 10e9
    point.advance(MS + 5 * TIMER_NS)
    assert point.target_bps == 10e9 + 40e6
    other = ReactionPoint(DcqcnParameters(begin_bps=10_000_000_000, alpha=0.2), LINE)
    other.on_cnp(MS)
    assert other.rate_bps == pytest.approx(10e9 * (1 - 0.2 / 2))
    assert ReactionPoint(DcqcnParameters(begin_bps=10**12), LINE).rate_bps == LINE


def test_a_cnp_begins_recovery_anew():
    point = cut()
    point.advance(7 * TIMER_NS)
    point.on_cnp(7 * TIMER_NS + 10)
    target = point.target_bps
    point.advance(7 * TIMER_NS + 10 + 4 * TIMER_NS)
    assert point.target_bps == target
    point.advance(7 * TIMER_NS + 10 + 5 * TIMER_NS)
    assert point.target_bps == min(LINE, target + 40e6)


def test_a_recovered_flow_is_not_limited():
    point = cut()
    point.advance(10**9)
    assert point.rate_bps == LINE and not point.limited


def test_no_rate_below_the_minimum():
    assert cut(100).rate_bps == 40_000_000


def test_a_receiver_says_so_at_once_then_once_per_interval():
    """Section 3.1, figure 6."""
    point = NotificationPoint(50_000)
    assert point.next_ns() is None
    assert point.on_marked(1_000)
    assert not point.on_marked(2_000) and not point.on_marked(50_999)
    assert point.next_ns() == 51_000
    assert not point.run(50_999) and point.run(51_000)
    # Nothing marked since: silence at the end of this one, and the next mark is answered at once.
    assert point.next_ns() is None and not point.run(101_000)
    assert point.on_marked(101_001)


def test_a_port_that_paces_forgets_what_was_marked_in_between():
    point = NotificationPoint(4_000, remembers=False)
    assert point.on_marked(1_000) and not point.on_marked(4_999)
    assert point.next_ns() is None and not point.run(5_000)
    assert point.on_marked(5_000)


@pytest.mark.parametrize(
    "wrong",
    [
        {"g": 0},
        {"g": 1.5},
        {"g": "x"},
        {"byte_counter": 0},
        {"alpha_timer_ns": 1.5},
        {"additive_bps": True},
        {"alpha": 0},
        {"alpha": 1.01},
        {"alpha": True},
        {"begin_bps": 0},
        {"begin_bps": 1e9},
        {"cnp_pacing": "nic"},
    ],
)
def test_parameters_out_of_range(wrong):
    with pytest.raises(ConfigError, match=f"{next(iter(wrong))}: .* accepted"):
        DcqcnParameters(**wrong)


# --- One bottleneck --------------------------------------------------------------------------------------------------


def test_two_flows_converge_to_fair_shares_as_the_fluid_model_does():
    """SIGCOMM 2015, section 5: flows at 40 and 5 Gb/s meet on 40 Gb/s; K_min 5 kB, K_max 200 kB, P_max 1 %, 55 us.

    The criterion: over each 30 ms from 15 ms on our rates are those of the paper's fluid model within 5 % of the link;
    in the second half both flows have the fair share by the same measure, the link is full, and the standing queue is
    within 20 % of the fixed point that is published (CoNEXT 2016, section 3.1), which the model comes to within 3 %.
    What comes before is the next test's.
    """
    ours, model = packets([40e9, 5e9], until_ns=120 * MS), fluid([40e9, 5e9], until_ns=120 * MS)
    for begin, end in ((15, 45), (45, 75), (75, 105), (60, 120)):
        for flow in (0, 1):
            expected = model.mean_rate(flow, begin * MS, end * MS)
            assert ours.mean_rate(flow, begin * MS, end * MS) == pytest.approx(expected, abs=0.05 * LINE)
    for flow in (0, 1):
        assert model.mean_rate(flow, 60 * MS, 120 * MS) == pytest.approx(LINE / 2, rel=0.01)
        assert ours.mean_rate(flow, 60 * MS, 120 * MS) == pytest.approx(LINE / 2, abs=0.05 * LINE)
    assert sum(ours.mean_rate(flow, 60 * MS, 120 * MS) for flow in (0, 1)) > 0.98 * LINE
    assert model.mean_queue(90 * MS, 120 * MS) == pytest.approx(fixed_point(2), rel=0.03)
    assert ours.mean_queue(60 * MS, 120 * MS) == pytest.approx(fixed_point(2), rel=0.2)


@pytest.mark.long
def test_the_way_to_fair_shares():
    """The transient, with five seeds: the slow flow rises as the model's does, and the gap closes as is published.

    CoNEXT 2016, section 3.3: the difference of any two flows' rates shrinks exponentially. Here: from one 10 ms to the
    next it does in the mean of the seeds, until noise is left (a twelfth of the link), and in 40 ms to a quarter or
    less. The fast flow is not compared with the model before 15 ms: its first cuts, at alpha near 1, halve its rate or
    do not, so that seeds differ by 20 Gb/s.
    """
    runs = [packets([40e9, 5e9], until_ns=50 * MS, seed=seed) for seed in range(1, 6)]
    model = fluid([40e9, 5e9], until_ns=15 * MS)
    for begin in range(0, 15, 5):
        expected = model.mean_rate(1, begin * MS, (begin + 5) * MS)
        for run in runs:
            assert run.mean_rate(1, begin * MS, (begin + 5) * MS) == pytest.approx(expected, abs=0.05 * LINE)
    gaps = [
        fmean(
            abs(run.mean_rate(0, at * MS, (at + 10) * MS) - run.mean_rate(1, at * MS, (at + 10) * MS)) for run in runs
        )
        for at in range(0, 50, 10)
    ]
    assert gaps[:3] == sorted(gaps[:3], reverse=True)
    assert max(gaps[3:]) < min(LINE / 12, gaps[2])
    assert gaps[4] < gaps[0] / 4


@pytest.mark.parametrize(("flows", "alpha"), [(7, 0.14), (8, 0.15), (56, 0.23)])
def test_the_alpha_that_figures_begin_with_is_that_of_the_fixed_point(flows, alpha):
    """400 Gb/s, R_AI grown as the link, marks between 1 and 2 MiB up to 5 %, frames of 4,198 bytes on the wire."""
    grown = DcqcnParameters(additive_bps=400_000_000)
    marking = Marking(1 << 20, 2 << 20, 0.05)
    assert fixed_alpha(flows, 400_000_000_000, grown, marking, 4198) == pytest.approx(alpha, abs=0.006)


def test_with_the_parameters_of_qcn_they_do_not():
    """Section 5.2: the "strawman" (timer 1.5 ms, byte counter 150 kB, cut-off marking at 40 kB) leaves flows apart."""
    strawman = DcqcnParameters(increase_timer_ns=1_500_000, byte_counter=150_000)
    cut_off = Marking(40_000, 40_000, 1)
    ours = packets([40e9, 5e9], parameters=strawman, marking=cut_off, until_ns=60 * MS)
    model = fluid([40e9, 5e9], parameters=strawman, marking=cut_off, until_ns=60 * MS)
    for trace in (ours, model):
        assert trace.mean_rate(0, 40 * MS, 60 * MS) > 4 * trace.mean_rate(1, 40 * MS, 60 * MS)


# --- CNPs of a NIC ---------------------------------------------------------------------------------------------------
# DCQCN in a NIC: marks become CNPs, and CNPs a pace.

CNP = 0x81


def test_a_marked_packet_is_answered_with_a_cnp():
    peer = Peer(dcqcn=DcqcnParameters())
    got = peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert [packet.bth.opcode for packet in got] == [CNP, 0x11]
    assert got[0].bth.becn and not got[0].bth.fecn and got[0].bth.psn == 0
    # Within 50 us no other, and at their end one for all.
    marked = [peer.request(n, 0x0A, b"abcd", body=peer.reth(4), ecn=3, ack=False) for n in (1, 2, 3)]
    assert peer.give(*marked) == []
    assert peer.nic.next_wakeup() == peer.now - 300 + 50_000
    assert [packet.bth.opcode for packet in peer.later(50_000)] == [CNP]
    assert peer.later(50_000) == [] and peer.nic.next_wakeup() is None
    assert (peer.qp.counters.marked, peer.qp.counters.cnps_sent) == (4, 2)


def test_a_port_may_pace_the_cnps_of_all_its_queue_pairs():
    """ConnectX: min_time_between_cnps is of the port. Two marked queue pairs get one CNP, of whose it was first."""
    for pacing, cnps in (("qp", [1, 1]), ("port", [1, 0])):
        a, b = (Nic(config(n, dcqcn=DcqcnParameters(cnp_pacing=pacing)), seed=n) for n in (1, 2))
        pairs = [join(a, b) for _ in range(2)]
        region = b.register_memory(4)
        for own, _ in pairs:
            own.post_write(b"abcd", region.address, region.r_key)
        now = 0
        while (sent := a.transmit(1, now)) is not None:
            b.receive(0, with_ce(sent[1]), now)
            now += 400
        while b.transmit(1, now) is not None:
            now += 400
        assert [other.counters.cnps_sent for _, other in pairs] == cnps


def test_without_dcqcn_marks_are_counted_only():
    peer = Peer()
    peer.give(peer.request(0, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert (peer.qp.counters.marked, peer.qp.counters.cnps_sent) == (1, 0)


def test_a_marked_packet_out_of_sequence_counts_too():
    peer = Peer(dcqcn=DcqcnParameters())
    got = peer.give(peer.request(5, 0x0A, b"abcd", body=peer.reth(4), ecn=3))
    assert [packet.bth.opcode for packet in got] == [CNP, 0x11]


def test_a_cnp_is_no_part_of_the_connections_sequence():
    peer = Peer(dcqcn=DcqcnParameters())
    peer.qp.post_write(b"x" * 4096, 0, 0)
    cnp = peer.frame(Bth(CNP, peer.qp.qpn, 0, becn=True), payload=bytes(16), ecn=0)
    peer.nic.receive(0, cnp, peer.now)
    assert peer.qp.counters.cnps_received == 1
    assert peer.qp.reaction_point.rate_bps == 50_000_000_000
    assert peer.qp.counters.data_packets == 0


def test_a_rate_is_kept():
    """Halved twice from 100 Gb/s: 25 Gb/s on the wire, until the timer raises it."""
    peer = Peer(dcqcn=DcqcnParameters(increase_timer_ns=1 << 40))
    cnp = peer.frame(Bth(CNP, peer.qp.qpn, 0, becn=True), payload=bytes(16), ecn=0)
    peer.give(cnp, cnp)
    peer.qp.post_write(b"x" * 1024 * 100, 0, 0)
    times = []
    while len(times) < 100:
        sent = peer.nic.transmit(1, peer.now)
        if sent is None:
            peer.now = peer.nic.next_wakeup()
        else:
            times.append(peer.now)
    # Of a full packet: 14 Ethernet, 40 IPv6, 8 UDP, 12 BTH, 4 ICRC, 24 of the wire.
    gaps = {later - earlier for earlier, later in itertools.pairwise(times[2:-1])}
    assert gaps == {(1024 + 78 + 24) * 8 // 25}


def test_one_flow_through_a_marking_wire():
    """Everything is marked: the rate falls until hardly anything is sent, and all of it arrives."""
    a, b = (Nic(config(n, dcqcn=DcqcnParameters()), seed=n) for n in (1, 2))
    qa, qb = join(a, b)
    region = b.register_memory(400_000)
    qa.post_write(pattern(400_000), region.address, region.r_key)
    wire = Wire(a, b, hook=lambda frame, _now: [(0, with_ce(frame) if is_request(frame) else frame)])
    wire.run()
    assert bytes(region.data) == pattern(400_000)
    assert qa.poll_completions()[0].status is CompletionStatus.SUCCESS
    cnps = [now for now, name, _, frame in wire.sent if name == "n2" and opcode_of(frame) == CNP]
    assert len(cnps) == qb.counters.cnps_sent == qa.counters.cnps_received > 2
    assert all(later - earlier >= 49_000 for earlier, later in itertools.pairwise(cnps))
