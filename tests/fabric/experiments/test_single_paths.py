# SPDX-License-Identifier: Apache-2.0
"""One lossy EV is judged by what is seen of it: in throughput, in who is blamed, in who comes."""

from __future__ import annotations

import pytest
from experiments_kit import held, result
from msgspec.structs import replace

from fabric.experiments.figure import SCENARIOS
from fabric.experiments.figures.entropy import FIG12
from fabric.scenario.reading import load
from fabric.traffic.nics import build_nics, first_evs
from host_stack.provision import connect

EV = 0xC0030005
RUNS = [run.name for run in FIG12.runs("small")]


def path(uplink, mbytes, plane=3):
    return {"switches": [f"p{plane}-t0-0", f"p{plane}-t1-{uplink}", f"p{plane}-t0-1"], "bytes": mbytes * 1_000_000}


def seen(*, after=1500.0, out_us=40.0, came=1.0, retired=1, intact=True):
    """40 samples of 10 us, a fault at 150 us; flow 0 has two EVs on plane 3 and as much elsewhere as 14 more."""
    total = [1500.0] * 15 + [after] * 25
    made = result([[half / 2 for half in total]] * 2, faults=((150, False),), intact=intact)
    made["scenario"]["faults"][0]["entropy"] = EV
    out = (
        []
        if out_us is None
        else [{"at_ns": int((150 + out_us) * 1000), "ev": EV, "to": "ASSUMED_BAD", "reason": "loss"}]
    )
    sixteenth = 4.0 * (400 - 150 - (out_us or 0)) / 400
    paths = [path(5, 2.0), path(1, 2.0), path(2, sixteenth * came), path(0, 60.0 - sixteenth * came, plane=0)]
    made["flows"][0] |= {"ev_changes": out, "evs_retired": retired, "paths": paths}
    made["flows"][1] |= {"ev_changes": [], "evs_retired": 0, "paths": []}
    return made


def judged(**changes):
    return held(FIG12.judge({**{name: seen() for name in RUNS}, "loss20-seed3": seen(**changes)}))


def test_all_is_well():
    assert judged() == [True] * 6


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ({"after": 1460.0}, {0}),
        ({"out_us": 70.0}, {1}),
        ({"out_us": None}, {1, 2, 3}),
        ({"came": 0.3}, {3}),
        ({"retired": 2}, {4}),
        ({"intact": False}, {5}),
    ],
)
def test_what_is_not(changes, fails):
    assert {at for at, well in enumerate(judged(**changes)) if not well} == fails


def test_an_ev_that_is_good_again_and_parked_is_shown_out_of_use_until_it_joins():
    results = {name: seen() for name in RUNS}
    for name in RUNS:
        if name.startswith("loss20-"):
            parked = {"at_ns": 305_000, "ev": EV, "to": "GOOD", "reason": "parked"}
            joined = {"at_ns": 355_000, "ev": EV, "to": "GOOD", "reason": "activated"}
            results[name]["flows"][0]["ev_changes"] += [parked, joined]
    shown = FIG12.judge(results).panels[1]
    assert shown.curves[1].y == [0] * 19 + [1] * 16 + [0] * 5


def test_the_scenarios_let_an_ev_fail_that_is_in_use():
    scenario = load(SCENARIOS / "paper" / "fig12.yaml")
    drawn = first_evs(scenario)
    assert len(drawn) == 16 and {entropy >> 16 & 0xFF for entropy in drawn} == set(range(8))
    assert f"{next(entropy for entropy in drawn if entropy >> 16 & 0xFF == 3):#010x}" in str(scenario.faults[0])
    # Of a run: its NICs connect in the order of the workload.
    nics = build_nics(replace(scenario, seed=4))
    evs = connect(scenario.topology, nics[0], nics[1], evs=16).a.evs
    assert first_evs(replace(scenario, seed=4)) == [entry.entropy for entry in evs if entry.active] != drawn
