# SPDX-License-Identifier: Apache-2.0
"""Comparisons are judged by what a part of MRC is for: each criterion holds by its numbers, and fails by them."""

from __future__ import annotations

import pytest
from experiments_kit import dead, held, result

from fabric.experiments.figures.ablations import ECN, EVS, LAST_HOP_ECN, NO_CONTROLLER, PLANES
from fabric.experiments.store import Task
from fabric.traffic.nics import first_evs

LINE = 400 * 4096 / 4262
NIC = 800 * 4096 / 4262
GOOD = {
    ECN.name: {
        "on": {"queue.peak_bytes": 10, "retransmissions.total": 50},
        "off": {"queue.peak_bytes": 11, "retransmissions.total": 100},
    },
    LAST_HOP_ECN.name: {
        "off": {"completion_us": 100.0, "queue": 100},
        "on": {"completion_us": 104.0, "evs.retired": 0, "queue": 80},
    },
    EVS.name: {
        "16-evs": {"losses.total": 16, "evs.retired": 1},
        "64-evs": {"losses.total": 4, "evs.retired": 1},
        "256-evs": {"losses.total": 1, "evs.retired": 1},
    },
    PLANES.name: {"4": {}, "8": {}},
    NO_CONTROLLER.name: {
        name: {"p4runtime_writes_during_run": 0, "completion_us": 100.0} for name in NO_CONTROLLER.variants
    },
}
FIGURES = (ECN, LAST_HOP_ECN, EVS, PLANES, NO_CONTROLLER)


def judged(figure, variant=None, *, flow=None, use=None, intact=True, **checks):
    """Each run has what is good; seed 3 of a variant has other checks, another rate or use, or lost a write."""
    results = {}
    for run in figure.runs("small"):
        name, seed = run.name.split("-seed")
        rate = NIC * (int(name) - 1) / int(name) if figure is PLANES else LINE
        odd = name == variant and seed == "3"
        made = result([[flow if odd and flow is not None else rate] * 40], faults=((120, False),), intact=intact)
        made["flows"][0]["goodput_gbps"] = made["timeline"]["flows"][0][0]
        made["checks"] = {**GOOD[figure.name][name], **(checks if odd else {})}
        made["timeline"]["ports"] = [{"peak_bytes": [made["checks"].get("queue", 0)] * 40}, {"peak_bytes": [1] * 40}]
        dead(made["scenario"]["faults"][0], **(use if odd and use else {}))
        results[run.name] = made
    return held(figure.judge(results))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_what_is_good_holds_and_a_lost_queue_pair_does_not(figure):
    assert all(judged(figure))
    assert [at for at, well in enumerate(judged(figure, intact=False)) if not well] == [len(judged(figure)) - 1]


@pytest.mark.parametrize(
    ("figure", "variant", "checks", "fails"),
    [
        (ECN, "on", {"retransmissions.total": 51}, [0]),
        (ECN, "off", {"queue.peak_bytes": 10}, [1]),
        (LAST_HOP_ECN, "off", {"flow": 0.94 * LINE}, [0]),
        (LAST_HOP_ECN, "on", {"completion_us": 106.0}, [1]),
        (LAST_HOP_ECN, "on", {"completion_us": None}, [1]),
        (LAST_HOP_ECN, "on", {"queue": 81}, [2]),
        (LAST_HOP_ECN, "on", {"evs.retired": 1}, [3]),
        (EVS, "64-evs", {"losses.total": 30}, [0]),
        (EVS, "256-evs", {"evs.retired": 2}, [1]),
        (PLANES, "4", {"flow": 0.96 * NIC * 3 / 4}, [0]),
        (PLANES, "8", {"flow": 0.96 * NIC * 7 / 8}, [1]),
        (PLANES, "8", {"flow": 1.04 * NIC * 7 / 8}, [1]),
        (PLANES, "4", {"use": {"data": 0}}, [2]),
        (PLANES, "4", {"use": {"left_us": 21}}, [3]),
        (NO_CONTROLLER, "flaps", {"p4runtime_writes_during_run": 1}, [0]),
        (NO_CONTROLLER, "t0", {"completion_us": 151.0}, [1]),
        (NO_CONTROLLER, "t1", {"use": {"left_us": 101}}, [2]),
    ],
)  # fmt: skip
def test_what_is_not(figure, variant, checks, fails):
    assert [at for at, well in enumerate(judged(figure, variant, **checks)) if not well] == fails


def test_the_ev_that_dies_is_in_use():
    for run in EVS.runs("small"):
        scenario = Task.of(run.scenario).load()
        assert scenario.faults[0].frames.entropy in first_evs(scenario)
