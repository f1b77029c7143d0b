# SPDX-License-Identifier: Apache-2.0
"""Figure 15 and section 5.3: results made by hand are judged."""

from __future__ import annotations

import pytest

from fabric.experiments.figures.collectives import FIG15, SEC53, START_US
from fabric.experiments.store import Task


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
        for size, rate in zip((32, 64), rates, strict=True)
    ]
    return {"collectives": collectives, "flows": [{"intact": intact}]}


@pytest.mark.parametrize(
    ("rates", "holds"),
    [
        ((676.0, 709.0), [True, True, True]),
        ((676.0, 700.0), [True, True, True]),  # 767 us less 38: 736.5
        ((676.0, 698.0), [True, False, True]),  # 769 us less 38: 734
        ((668.0, 709.0), [True, True, True]),
        ((664.0, 709.0), [True, False, True]),  # 404 us less 38: 733
        ((640.0, 709.0), [False, False, True]),
        ((676.0, 735.0), [False, True, True]),
        ((705.0, 704.0), [True, True, False]),
    ],
)
def test_send_and_receive_has_the_papers_bandwidth_at_each_size(rates, holds):
    assert held(FIG15, sent_and_received(rates)) == [*holds, True]


def test_a_damaged_message_does_not_hold():
    assert held(FIG15, sent_and_received((676.0, 709.0), intact=False)) == [True, True, True, False]


def test_the_start_that_is_taken_off_is_the_scenarios():
    items = Task.of(FIG15.runs("small")[0].scenario).load().workload
    assert [(item.bytes >> 20, item.latency / 1000) for item in items] == [(32, START_US), (64, START_US)]


def point_to_point(gbps, loaded_ns=10_000):
    """Load, 2 bytes to a full port and on idle paths, then writes, each 100 us, slow in its first and last 20 us."""
    delivery = {2: loaded_ns, 3: 1026, 4: 3052}
    idle = [0.0] * 10
    busy = [[10.0] * 2 + [rate] * 6 + [10.0] * 2 for rate in gbps]
    return {
        "flows": [
            {"completed_ns": None, "intact": True, "messages": {"delivery": {"mean": ns, "max": ns}}}
            for ns in (delivery.get(index, 0) for index in range(7))
        ],
        "timeline": {
            "interval_ns": 10_000,
            "samples": 20,
            "flows": [idle * 2] * 5 + [busy[0] + idle, idle + busy[1]],
        },
    }


@pytest.mark.parametrize(
    ("loaded_ns", "gbps", "holds"),
    [
        (14_000, (769.0, 768.0), [True, True, True]),  # 3.05 us of links, and 138 kB at 100 Gb/s: 14.1 us
        (14_200, (769.0, 768.0), [False, True, True]),
        (3_052, (769.0, 768.0), [False, True, True]),  # the port was not full
        (10_000, (762.0, 768.0), [True, False, True]),
        (10_000, (769.0, 778.0), [True, True, False]),
    ],
)
def test_short_messages_wait_for_a_queue_at_most_and_bandwidth_is_that_of_the_paper(loaded_ns, gbps, holds):
    assert held(SEC53, point_to_point(gbps, loaded_ns)) == [*holds, True]
