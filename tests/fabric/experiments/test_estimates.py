# SPDX-License-Identifier: Apache-2.0
"""Estimates beside what runs took, within a factor of two: nine of ten small runs, and these of every kind."""

from __future__ import annotations

import pytest
from experiments_kit import TINY

from fabric.experiments.figures import FIGURES
from fabric.experiments.running import estimate
from fabric.experiments.store import Task

MEASURED = [
    # figure, scale, run, seconds of one core, MiB of its process at most. Small: on two quiet cores, in a sweep of all.
    ("fig4", "small", "seed1", 10.6, 405),
    ("fig6", "small", "seed1", 19.9, 405),
    ("fig9a", "small", "seed1", 2.9, 650),
    ("fig15", "small", "seed1", 10.5, 320),
    ("fig18", "small", "mrc-seed1", 2.8, 602),
    ("fig18", "small", "roce-8qp-seed1", 3.4, 391),
    ("fig19", "small", "a-seed1", 0.62, 345),
    ("fig22", "small", "aggressive-seed1", 5.6, 363),
    ("failover", "small", "mrc-far-link-seed1", 0.8, 376),
    ("failover", "small", "roce-t1-seed5", 0.9, 353),
    ("evs", "small", "64-evs-seed5", 4.0, 526),
    ("fig16", "small", "mrc-loss-0p1-4mb-seed1", 34.4, 429),
    ("fig16", "small", "mrc-loss-no-16mb-seed1", 64.0, 429),
    ("fig16", "small", "roce-1qp-loss-no-16mb-seed1", 62.8, 354),
    ("fig17", "small", "mrc-loss-no-4mb-seed1", 42.6, 937),
    ("fig17", "small", "roce-1qp-loss-no-16mb-seed1", 42.6, 782),
    ("fig17", "small", "roce-16qp-loss-no-4mb-seed1", 48.5, 1169),
    ("connections", "paper", "10000-qps", 36, 1108),
    # The paper's: 2,064 switches; beside seven other processes on the two cores, and beside twenty.
    ("fig9b", "paper", "seed1", 84, 4422),
    ("fig9c", "paper", "seed1", 112, 4454),
]


@pytest.mark.parametrize(("figure", "scale", "run", "seconds", "mebibytes"), MEASURED)
def test_an_estimate_is_within_a_factor_of_two_of_what_a_run_took(figure, scale, run, seconds, mebibytes):
    runs = next(each for each in FIGURES if each.name == figure).runs(scale)
    estimated = estimate(Task.of(next(each for each in runs if each.name == run).scenario).load())
    assert 0.5 < estimated.seconds / seconds < 2
    assert 0.9 < estimated.memory_bytes / (mebibytes << 20) < 2


def sized(**changes):
    return estimate(Task.of({**TINY, **changes}).load())


def test_set_up_is_of_each_switch_and_each_port():
    few, more = (sized(overrides={**TINY["overrides"], "t1s_per_plane": t1s}) for t1s in (101, 201))
    # A hundred T1s: at each a port, and one at the T0, of 8 entries each; 13 entries of the switch itself.
    assert more.seconds - few.seconds == pytest.approx(100 * (0.012 + (2 * 8 + 13) * 90e-6), rel=0.01)
    assert more.switch_passes == few.switch_passes


def test_nobody_sends_more_than_its_peer_can_receive_until_the_limit():
    fan_in = {"overrides": {**TINY["overrides"], "downlinks_per_t0": 4, "nics": 4}, "limit": "1ms"}
    writes = [{"from": f"nic{number}", "to": "nic3", "bytes": "1GiB"} for number in range(3)]
    alone, together = (sized(**fan_in, workload=some) for some in (writes[:1], writes))
    assert together.switch_passes == alone.switch_passes


def test_collectives_that_come_after_others_take_no_more_memory_than_the_largest():
    nics = {"overrides": {**TINY["overrides"], "downlinks_per_t0": 4, "nics": 4}}
    small, large = (
        {"name": size, "collective": "send-receive", "bytes": size, "nics": ["nic0", "nic1", "nic2", "nic3"]}
        for size in ("1MiB", "64MiB")
    )
    alone = sized(**nics, workload=[large]).memory_bytes
    after = sized(**nics, workload=[{**large, "after": ["1MiB"]}, small]).memory_bytes
    at_once = sized(**nics, workload=[large, small]).memory_bytes
    # What the small one sends, and its four pairs of queue pairs.
    assert after - alone == pytest.approx((1 << 20) + 4 * 130_000, rel=0.1)
    assert at_once - after == 4 << 20  # what it receives
