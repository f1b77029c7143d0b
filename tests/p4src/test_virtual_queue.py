# SPDX-License-Identifier: Apache-2.0
"""Admission against an exact model: random arrivals at a fast and a slow port, every decision compared.

The model (`p4src_queue_model`) keeps each queue's own bytes in fractions and serves them by strict priority; the
program keeps cumulative fixed-point backlogs. Only what docs/pipeline.md promises is shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

import p4src_tables as tables
import pytest
from p4src_frames import ETHERNET, UDP, ipv6
from p4src_queue_model import RATE_UNIT, PortModel, Profile

from controller import program as names
from controller.program import QUEUES
from ptf_tests.dut import entries

PORT, IN = 1, 0
MBPS = 1 << 27
"""1 Mb/s in units of `rate` (docs/pipeline.md)."""
DESTINATION = tables.address(0x3000)
TRIM_DSCP = 60
FIRST_DSCP = 8
"""DSCP 8 + q goes to queue q; DSCP 16 + q too, and may be trimmed."""
CE = 3


@dataclass(frozen=True)
class Link:
    """A port's speed and arrival pattern. Times in us, sizes in bytes."""

    rate: int
    gaps: tuple[int, ...]
    limits: tuple[int, ...]


LINKS = {
    "100 Gb/s": Link(100_000 * MBPS, (0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 50), (9_000, 60_000, 250_000)),
    "5 Mb/s": Link(5 * MBPS, (0, 1, 7, 100, 333, 3_000, 40_000), (2_000, 9_000, 60_000)),
    # A rate whose bytes per microsecond have all 30 bits of fraction.
    "odd": Link(3 * MBPS // 7 * 5 + 1, (0, 1, 3, 1_001, 9_999), (1_600, 9_000, 30_000)),
}


def profiles(rng, link):
    """One profile per queue: some blocked, some trimming, some marking; the rates that are not 0 are equal."""
    found = []
    for _ in range(QUEUES):
        rate = 0 if rng.random() < 0.12 else link.rate
        low = rng.randrange(20_000)
        # A slope of all ones from a minimum on, or a step: then the model knows which packets are marked.
        high = low + rng.choice((0, 0, 5_000))
        found.append(
            Profile(
                rate,
                rng.choice(link.limits) + rng.randrange(3),
                trim=rng.random() < 0.5,
                ecn=rng.random() < 0.6,
                ecn_min=low,
                ecn_max=high,
                slope=0xFFFFFFFF if high > low else 0,
                overhead=rng.choice((0, 24, 255)),
            )
        )
    return found


def profile_entry(queue, profile, control):
    entry = entries.queue_profile(
        PORT,
        queue,
        rate=profile.rate,
        overhead=profile.overhead,
        limit=profile.limit,
        trim=profile.trim,
        ecn=(profile.ecn_min, profile.ecn_max) if profile.ecn else None,
        control=control,
    )
    if profile.ecn:
        entry.params["ecn_slope_per_byte"] = profile.slope
    return entry


def frame_of(size, dscp, ecn):
    return (ETHERNET + ipv6(DESTINATION, bytes(max(0, size - 54)), UDP, traffic_class=dscp << 2 | ecn))[:size]


def fill(embedded, data, trim, trim_queue, trim_size):
    embedded.insert(
        [
            entries.route6("fcbb:bbbb:3000::/48", PORT),
            *(entries.tc_to_queue(queue, queue) for queue in range(QUEUES)),
            *(entries.dscp_to_tc(FIRST_DSCP + q, q) for q in range(QUEUES)),
            *(entries.dscp_to_tc(FIRST_DSCP + 8 + q, q, trim_eligible=True) for q in range(QUEUES)),
            *(profile_entry(q, profile, names.DATA_QUEUE_CONTROL) for q, profile in enumerate(data) if profile),
            *([profile_entry(trim_queue, trim, names.TRIM_QUEUE_CONTROL)] if trim else []),
            tables.trimming(PORT, size=trim_size, dscp=TRIM_DSCP, queue=trim_queue),
        ]
    )


def decide(model, data, trim, arrival, *, trim_queue, trim_size):
    """What the documents want: (drop reason or None, queue, output size, may be CE, must be CE)."""
    now, queue, size, eligible, ecn = arrival
    profile = data[queue]
    admitted, backlog = model.offer(queue, size, profile, now)
    if admitted:
        chance = profile.marking_probability(backlog) if profile and ecn else Fraction(0)
        return None, queue, size, chance > 0, chance == 1
    if not (eligible and profile.trim):
        return "queue_full", queue, 0, False, False
    kept = min(size, trim_size)
    admitted, _ = model.offer(trim_queue, kept, trim, now)
    return (None if admitted else "trim_queue_full"), trim_queue, kept, False, False


def observed(emissions, drops, before):
    reasons = [name for name, packets in drops.items() if packets != before[name]]
    assert len(emissions) + len(reasons) == 1
    if reasons:
        return reasons[0], None, 0, None
    (out,) = emissions
    assert out.port == PORT
    return None, out.priority, len(out.frame), out.frame[15] >> 4 & 3


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize("seed", range(3))
def test_decisions_equal_the_exact_model(embedded, name, seed):
    link, rng = LINKS[name], Random(f"{name} {seed}")
    data, trim = profiles(rng, link), rng.choice((None, *profiles(rng, link)))
    if seed == 0:
        data[rng.randrange(QUEUES)] = None  # no profile: no limit
    trim_queue, trim_size = rng.randrange(QUEUES), rng.choice((128, 256))
    fill(embedded, data, trim, trim_queue, trim_size)
    model = PortModel(link.rate)
    wanted: dict[tuple[str, int], int] = {}
    invisible, seen, now = 0, set(), rng.randrange(1 << 40)
    model.now_us = 0

    def bump(counter, queue):
        wanted[counter, PORT * QUEUES + queue] = wanted.get((counter, PORT * QUEUES + queue), 0) + 1

    for number in range(700):
        now += rng.choice(link.gaps)
        queue, eligible, ecn = rng.randrange(QUEUES), rng.random() < 0.6, rng.randrange(4)
        size = rng.choice((54, 64, 127, 128, 129, 256, 257, 1514, 4200, 9000))
        arrival = (now, queue, size, eligible, ecn)
        dscp = FIRST_DSCP + queue + (8 if eligible else 0)
        before = embedded.drops(IN)
        emissions = embedded.receive(IN, frame_of(size, dscp, ecn), now)
        reason, out_queue, out_size, out_ecn = observed(emissions, embedded.drops(IN), before)
        want = decide(model, data, trim, arrival, trim_queue=trim_queue, trim_size=trim_size)
        story = f"frame {number}: {arrival}; queue holds {float(model.backlog(queue)):.3f} bytes; model says {want}"
        assert reason == want[0], story
        trimmed = size > 0 and (reason == "trim_queue_full" or (reason is None and _is_trimmed(emissions)))
        if reason is None:
            assert (out_queue, out_size) == want[1:3], story
            assert out_ecn in ({CE} if want[4] else {ecn, CE} if want[3] else {ecn}), story
        _expect_counters(bump, queue, trim_queue, reason, trimmed)
        if reason is None and not trimmed and want[3]:
            if want[4] or out_ecn != ecn:
                bump("queue_wred_ecn_marked_packets", queue)
            else:
                invisible += ecn == CE
        seen.add(reason or ("trimmed" if trimmed else "marked" if want[3] else "admitted"))
    moved = {key: n for key, n in embedded.moved().items() if key[0].startswith("queue_")}
    if not invisible:
        assert moved == wanted
    assert {"admitted", "queue_full"} <= seen


def _is_trimmed(emissions):
    frame = emissions[0].frame
    return ((frame[14] & 0xF) << 4 | frame[15] >> 4) >> 2 == TRIM_DSCP


def _expect_counters(bump, queue, trim_queue, reason, trimmed):
    if not trimmed and reason is None:
        bump("queue_packets", queue)
        return
    bump("queue_dropped_packets", queue)
    if trimmed:
        bump("queue_trim_packets", queue)
        bump("queue_tx_trim_packets" if reason is None else "queue_dropped_trim_packets", queue)
        if reason is None:
            bump("queue_packets", trim_queue)


def one_queue_port(embedded, *, rate=LINKS["5 Mb/s"].rate, limit=10_000, ecn=None):
    """A port whose queues all have one profile; returns a function (queue, size, time) -> admitted."""
    profile = Profile(rate, limit, ecn=ecn is not None, ecn_min=(ecn or (0, 0))[0], ecn_max=(ecn or (0, 0))[1])
    fill(embedded, [profile] * QUEUES, None, 0, 128)
    return lambda queue, size, now, code=0: embedded.receive(IN, frame_of(size, FIRST_DSCP + queue, code), now)


def test_a_queue_holds_exactly_its_limit(embedded):
    send = one_queue_port(embedded, limit=3_000)
    assert send(3, 1_000, 5)
    assert send(3, 2_000, 5)
    assert not send(3, 54, 5)


def test_it_drains_at_the_rate_to_the_byte(embedded):
    # 5 Mb/s is 0.625 bytes per us: 1,000 bytes take 1,600 us.
    send = one_queue_port(embedded, limit=1_000)
    assert send(0, 1_000, 10_000)
    assert not send(0, 100, 10_159)  # 99.375 bytes have left
    assert send(0, 100, 10_160)  # 100 bytes have left
    assert not send(0, 54, 10_160)


def test_higher_queues_delay_lower_ones_and_not_the_other_way_round(embedded):
    send = one_queue_port(embedded, limit=3_000)
    assert send(5, 2_500, 1)
    assert not send(4, 600, 1)
    assert send(4, 500, 1)
    assert not send(0, 54, 1)
    assert send(6, 3_000, 1)
    assert send(7, 3_000, 1)
    assert not send(7, 54, 1)


def test_the_lowest_queue_is_starved_until_the_higher_ones_have_left(embedded):
    send = one_queue_port(embedded, limit=1_000)
    assert send(7, 1_000, 0)
    assert send(0, 1_000, 1_600)  # queue 7 is empty now
    assert send(7, 1_000, 1_600)  # and does not wait for queue 0
    assert not send(0, 1_000, 3_200)  # queue 7 went first: queue 0 still holds its packet
    assert send(0, 1_000, 4_800)


def test_the_time_stamp_wraps_around(embedded):
    send = one_queue_port(embedded, limit=1_000)
    assert send(0, 1_000, (1 << 48) - 800)
    assert not send(0, 1_000, (1 << 48) - 1)
    assert not send(0, 1_000, (1 << 48) + 799)
    assert send(0, 1_000, (1 << 48) + 800)


def test_the_backlog_is_rounded_up_for_the_marking_threshold(embedded):
    send = one_queue_port(embedded, limit=100_000, ecn=(1_000, 1_000))
    assert send(2, 1_000, 0, 2)[0].frame[15] >> 4 & 3 == 2
    # 0.625 of a byte has left: 999.375 bytes count as 1,000, and the step is at 1,000.
    assert send(2, 1_000, 1, 2)[0].frame[15] >> 4 & 3 == CE


def test_marking_grows_linearly_between_the_thresholds(embedded):
    # A blocked clock: backlog 5,000 between 0 and 20,000 is a probability of a quarter.
    profile = Profile(1, 0xFFFFFFFF, ecn=True, ecn_min=0, ecn_max=20_000, slope=(1 << 32) // 20_000)
    fill(embedded, [profile] * QUEUES, None, 0, 128)
    embedded.receive(IN, frame_of(5_000, FIRST_DSCP + 1, 0), 0)
    register = embedded.switch.state.register("port_backlog")
    state, marks, count = register.cells[PORT], 0, 2_000
    for _ in range(count):
        register.cells[PORT] = state
        marks += embedded.receive(IN, frame_of(64, FIRST_DSCP + 1, 1), 0)[0].frame[15] >> 4 & 3 == CE
    # Five standard deviations of a binomial (n = 2,000, p = 1/4) are 97.
    assert abs(marks - count // 4) < 97


@pytest.mark.parametrize("queue", [0, 3, 7])
def test_rate_0_admits_nothing_and_leaves_the_other_queues_alone(embedded, queue):
    blocked, open_ = Profile(0, 0xFFFFFFFF), Profile(LINKS["5 Mb/s"].rate, 1_000)
    fill(embedded, [blocked if q == queue else open_ for q in range(QUEUES)], None, 0, 128)
    other = 5
    assert embedded.receive(IN, frame_of(1_000, FIRST_DSCP + other, 0), 0)
    for now in (0, 1, 799, 800):
        assert not embedded.receive(IN, frame_of(64, FIRST_DSCP + queue, 0), now)
    # 1,600 us after the first packet the wire is free again, whatever was refused in between.
    assert not embedded.receive(IN, frame_of(1_000, FIRST_DSCP + other, 0), 1_599)
    assert embedded.receive(IN, frame_of(1_000, FIRST_DSCP + other, 0), 1_600)


def test_the_unit_of_rate_is_what_the_page_says():
    assert 100_000 * MBPS * RATE_UNIT == 12_500  # 100 Gb/s is 12,500 bytes per us
