# SPDX-License-Identifier: Apache-2.0
"""Links to the spines are judged by plateau, dip and loss, each part by what its links carry."""

from __future__ import annotations

from experiments_kit import held, result

from fabric.experiments.figures.faults import FIG19
from fabric.experiments.store import Task

SHARE = 4096 / 4262
STEPS = {  # until when (us), and how many links are up; links come back at the end of a step before which fewer were
    "a": [(600, 4), (1200, 3), (1800, 2), (2400, 1)],
    "b": [(600, 4), (1200, 3), (1800, 2), (2400, 1), (4400, 2), (6400, 3), (8600, 4)],
    "c": [(600, 4), (1200, 2), (3400, 4)],
}


def seen(letter, *, worst=1.0, dip_at=(), intact=True):
    """Each link carries its rate, but for the third step, which has `worst` of it; and 0 for 50 us from `dip_at` on."""
    rate, flow, faults, from_us = (400 if letter == "a" else 100), [], [], 0
    for number, (to_us, up) in enumerate(STEPS[letter]):
        carried = min(400, rate * up) * SHARE * (worst if number == 2 else 1)
        flow += [carried] * ((to_us - from_us) // 10)
        if number:
            change = up - STEPS[letter][number - 1][1]
            faults += [(from_us, change > 0)] * abs(change)
        from_us = to_us
    for at_us in dip_at:
        flow[at_us // 10 : at_us // 10 + 5] = [0.0] * 5
    return result([flow], faults=faults, intact=intact)


def judged(letter="b", **changes):
    results = {run.name: seen(run.name[0]) for run in FIG19.runs("small")}
    results[f"{letter}-seed4"] = seen(letter, **changes)
    return held(FIG19.judge(results))


def wrong(letter="b", **changes):
    return [at for at, well in enumerate(judged(letter, **changes)) if not well]


def test_each_part_is_judged_by_itself():
    assert wrong() == []
    assert wrong("a", worst=0.96) == [0]
    assert wrong("a", worst=1.04) == [0]
    assert wrong("b", worst=0.96) == [2]
    assert wrong("c", worst=0.96) == [5, 7]  # and so it never has what its links carry
    assert wrong("b", dip_at=(1800,)) == []
    assert wrong("b", dip_at=(1800, 1900)) == [3]
    assert wrong("c", intact=False) == [8]


def test_a_link_that_came_back_has_to_carry_its_share_in_time():
    """The last of 19b is back at 6,400 us; its windows are 50 us, and that of 8,150 us is the first that is late."""
    assert wrong("b", dip_at=(8100,)) == []
    assert wrong("b", dip_at=(8150,)) == []
    assert wrong("b", dip_at=(8200,)) == [2, 4]


def test_a_plateau_that_was_not_reached_does_not_hold():
    short = seen("b")
    short["flows"][0]["completed_ns"] = 8_000_000  # nothing of the last one is left to be judged
    results = {run.name: seen(run.name[0]) for run in FIG19.runs("small")} | {"b-seed1": short}
    assert held(FIG19.judge(results))[2] is False


def test_the_parts_differ_in_links_alone():
    runs = {run.name: load_of(run) for run in FIG19.runs("small") if run.name.endswith("seed1")}
    assert {name: scenario.topology.spec.links.fabric.rate for name, scenario in runs.items()} == {
        "a-seed1": 400_000_000_000, "b-seed1": 100_000_000_000, "c-seed1": 100_000_000_000,
    }  # fmt: skip
    assert [len(scenario.faults) for scenario in runs.values()] == [3, 6, 4]


def load_of(run):
    return Task.of(run.scenario).load()
