# SPDX-License-Identifier: Apache-2.0
"""Flows through one marking queue, twice: with our two halves of DCQCN, packet by packet, and as the fluid model of
Zhu et al. (SIGCOMM 2015, section 5.1), which its authors found to agree with their hardware.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from host_stack.roce import DcqcnParameters, NotificationPoint, ReactionPoint

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
