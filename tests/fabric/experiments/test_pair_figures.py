# SPDX-License-Identifier: Apache-2.0
"""Figure 15 and section 5.3: results made by hand are judged."""

from __future__ import annotations

import pytest

from fabric.experiments.figures.collectives import FIG15, SEC53


def held(figure, result):
    return [criterion.held for criterion in figure.judge({"seed1": result, "seed2": result}).criteria]


def sent_and_received(rates, *, intact=True):
    collectives = [
        {
            "name": f"{size}MiB",
            "bytes": size << 20,
            "begin_ns": 0,
            "end_ns": 1000,
            "duration_ns": 1000,
            "bus_gbps": rate,
        }
        for size, rate in zip((1, 2, 4), rates, strict=True)
    ]
    return {"collectives": collectives, "flows": [{"intact": intact}]}


def test_send_and_receive_rises_to_the_papers_bandwidth():
    assert held(FIG15, sent_and_received((400.0, 700.0, 737.0))) == [True, True, True]
    assert held(FIG15, sent_and_received((400.0, 700.0, 735.0))) == [False, True, True]
    assert held(FIG15, sent_and_received((400.0, 740.0, 737.0))) == [True, False, True]
    assert held(FIG15, sent_and_received((400.0, 700.0, 737.0), intact=False)) == [True, True, False]


def point_to_point(latency_ns, gbps):
    """Two flows of 2 bytes each, then two of writes, each 100 us at these rates, slow in its first and last 20 us."""
    took = [{"delivery": {"mean": each, "max": each}} for each in latency_ns]
    idle = [0.0] * 10
    busy = [[10.0] * 2 + [rate] * 6 + [10.0] * 2 for rate in gbps]
    return {
        "flows": [
            *({"messages": each, "intact": True} for each in took),
            *[{"completed_ns": None, "intact": True}] * 2,
        ],
        "timeline": {
            "interval_ns": 10_000,
            "samples": 20,
            "flows": [idle * 2, idle * 2, busy[0] + idle, idle + busy[1]],
        },
    }


@pytest.mark.parametrize(
    ("latency_ns", "gbps", "holds"),
    [
        ((1030, 3050), (769.0, 768.0), [True, True, True, True]),
        ((1101, 3050), (769.0, 768.0), [False, True, True, True]),
        ((1030, 3101), (769.0, 768.0), [True, True, False, True]),
        ((1030, 3050), (762.0, 768.0), [True, False, True, True]),
        ((1030, 3050), (769.0, 778.0), [True, True, True, False]),
    ],
)
def test_latency_is_that_of_the_links_and_bandwidth_that_of_the_paper(latency_ns, gbps, holds):
    assert held(SEC53, point_to_point(latency_ns, gbps)) == [*holds, True]
