# SPDX-License-Identifier: Apache-2.0
"""Small writes over many queue pairs: results made by hand are judged, and runs have the queue pairs they say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fabric.experiments.figures.ablations import CONNECTIONS, COUNTS
from fabric.experiments.store import Task

LEFT = 400 * 4096 / 4262 - 4096 * 8 / 200  # 220.6 Gb/s


def held(p99_us=None, *, large=LEFT, intact=True):
    """Two flows of small writes, and the large one; `p99_us` of the slower flow by queue pairs."""
    results = {}
    for count in COUNTS["paper"]:
        slow = (p99_us or {}).get(count, 7.8) * 1000
        small = [{"completion": {"p99": each, "max": each}} for each in (7_000, slow)]
        flows = [{"messages": each, "intact": intact} for each in small]
        results[f"{count}-qps"] = {"flows": [*flows, {"goodput_gbps": large, "intact": intact}]}
    return [criterion.held for criterion in CONNECTIONS.judge(results).criteria]


@pytest.mark.parametrize(
    ("given", "red"),
    [
        ({}, []),
        ({"p99_us": {10_000: 8.5}}, []),
        ({"p99_us": {10_000: 8.6}}, [0]),  # 1.103 times 7.8
        ({"p99_us": {100: 9.0}}, [0]),
        ({"p99_us": {1: 8.2}}, [1]),  # 6 us of links and six frames of 341 ns are 8.05
        ({"large": 0.96 * LEFT}, [2]),
        ({"intact": False}, [3]),
    ],
)
def test_a_small_write_waits_for_nobody(given, red):
    assert [at for at, well in enumerate(held(**given)) if not well] == red


def test_runs_have_the_queue_pairs_they_are_named_for():
    for run in CONNECTIONS.runs("paper"):
        *small, large = Task.of(run.scenario).load().workload
        assert sum(flow.qps for flow in small) == int(run.name.removesuffix("-qps"))
        assert sum(flow.times for flow in small) == 10_000
        assert large.bytes == 48 << 20
        posted = sorted(flow.at + number * flow.every for flow in small for number in range(flow.times))
        assert {after - before for before, after in pairwise(posted)} == {200}
