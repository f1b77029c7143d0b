# SPDX-License-Identifier: Apache-2.0
"""Figure 22: results made by hand are judged."""

from __future__ import annotations

import pytest

from fabric.experiments.figures.roce import FIG22

LINE = 400 * 4096 / 4198  # frame of 4,096 bytes: 78 of headers and ICRC, 24 of preamble, gap and checksum


def result(share, queue_mb, pauses, before_mb=3.0, first_us=100):
    """Fifteen flows, one more each sample; until the tenth begins nothing is at the line, and so much waits."""
    rates = [10.0] * 9 + [LINE * share] * 11
    checks = ("frames.overflowed", "frames.dropped_by_switches", "retransmissions.total")
    return {
        "checks": dict.fromkeys(checks, 0),
        "flows": [{"post_ns": index * 10_000} for index in range(15)],
        "verdict": {"end_ns": 200_000},
        "fabric": {
            "switches": [{"pauses": pauses, **({"first_pause_ns": first_us * 1000} if pauses else {})}, {"pauses": 0}]
        },
        "timeline": {
            "interval_ns": 10_000,
            "samples": 20,
            "flows": [rates],
            "ports": [
                {"port": "p0-t0-1:4>p0-t1-0:1", "peak_bytes": [90_000_000] * 20},
                {
                    "port": "p0-t0-0:0>nic0:0",
                    "peak_bytes": [round(before_mb * 1e6)] * 9 + [round(queue_mb * 1e6)] * 11,
                },
            ],
        },
    }


GOOD = {"default": (1.0, 22.0, 5), "aggressive": (0.9, 4.0, 0, 1.0), "most-aggressive": (0.8, 5.5, 0, 1.0)}


def judged(profile, seen):
    profiles = {**GOOD, profile: seen}
    return FIG22.judge({run.name: result(*profiles[run.name.rpartition("-seed")[0]]) for run in FIG22.runs("small")})


def test_one_seed_is_judged_alone():
    runs = [run for run in FIG22.runs("small") if run.seed == 1]
    made = FIG22.judge({run.name: result(*GOOD[run.name.rpartition("-seed")[0]]) for run in runs})
    assert len(runs) == 3 and made.held


@pytest.mark.parametrize(
    ("profile", "seen", "fails"),
    [
        ("default", (1.0, 22.0, 5), None),
        ("default", (0.96, 22.0, 5), 0),
        ("default", (1.0, 22.0, 5, 4.1), 1),
        ("default", (1.0, 22.0, 5, 1.9), 1),
        ("default", (1.0, 22.0, 5, 3.0, 89), 2),
        ("default", (1.0, 22.0, 5, 3.0, 90), None),  # the tenth flow begins at 90 us
        ("default", (1.0, 22.0, 0), 3),
        ("default", (1.0, 21.0, 5), 3),
        ("aggressive", (0.9, 4.0, 1, 1.0), 4),
        ("most-aggressive", (0.8, 5.5, 1, 1.0), 5),
        ("aggressive", (0.9, 4.1, 0, 1.0), 7),
        ("aggressive", (0.96, 4.0, 0, 1.0), 8),
        ("aggressive", (0.84, 4.0, 0, 1.0), 8),
        ("most-aggressive", (0.8, 5.45, 0, 1.0), None),
        ("most-aggressive", (0.86, 5.5, 0, 1.0), 10),
        ("most-aggressive", (0.74, 5.5, 0, 1.0), 10),
    ],
)
def test_either_the_queue_or_the_throughput(profile, seen, fails):
    finding = judged(profile, seen)
    assert [criterion.held for criterion in finding.criteria] == [index != fails for index in range(11)]
    assert [panel.title for panel in finding.panels][1].startswith("queue")


def test_a_queue_above_the_most_does_not_hold():
    finding = judged("most-aggressive", (0.8, 5.6, 0, 1.0))
    assert [criterion.held for criterion in finding.criteria] == [at not in (3, 9) for at in range(11)]
