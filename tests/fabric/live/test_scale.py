# SPDX-License-Identifier: Apache-2.0
"""Time runs slower by a factor and nothing else changes: rates divide, delays multiply, bytes and ratios stay."""

from pathlib import Path

import pytest

import topologies
from fabric.live.scale import Clock, Scale, rounded

LAB = Path(__file__).parents[3] / "topologies" / "lab.yaml"


def test_rates_divide_and_delays_multiply():
    slow = Scale(10_000).slowed(topologies.load(LAB))
    host = slow.host_link(0, 0)
    assert (host.rate_bps, host.delay_ns) == (10_000_000, 5_000_000)  # 100 Gb/s and 500 ns
    assert slow.fabric_link(1, 0, 1).delay_ns == 10_000_000  # 1 us


def test_bytes_stay_bytes():
    """The bandwidth-delay product, and with it every queue limit, is what it was.

    But for what the topology rounds: four times less than 1 ns of 100 Gb/s, 50 bytes.
    """
    fabric = topologies.load(LAB)
    for factor in (2, 1_000, 50_000):
        assert abs(Scale(factor).slowed(fabric).bdp_bytes - fabric.bdp_bytes) <= 50


def test_there_and_back():
    scale = Scale(50_000)
    assert scale.fabric_ns(scale.real_ns(123)) == 123
    assert scale.real_bps(100_000_000_000) == 2_000_000
    assert scale.real_bps(10) == 1  # a rate of 0 would block the port


@pytest.mark.parametrize("factor", [0, -1, 10_000_001])
def test_other_factors_are_refused(factor):
    with pytest.raises(ValueError, match=f"scale: {factor} is out of range; accepted: 1..10000000"):
        Scale(factor)


def test_a_clock_that_all_processes_share(monkeypatch):
    now = 5_000_000_000
    monkeypatch.setattr("time.monotonic_ns", lambda: now)
    clock = Clock(Scale(1_000), origin_ns=2_000_000_000)
    assert clock.now_ns() == 3_000_000
    assert clock.seconds_until(3_500_000) == 0.5
    assert clock.seconds_until(1) == 0.0


@pytest.mark.parametrize(
    ("wanted", "factor"), [(0.2, 1), (1, 1), (1.01, 2), (2.5, 5), (5.1, 10), (13_201, 20_000), (9e9, 10_000_000)]
)
def test_factors_people_can_remember(wanted, factor):
    assert rounded(wanted) == factor
