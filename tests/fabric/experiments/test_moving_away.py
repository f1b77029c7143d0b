# SPDX-License-Identifier: Apache-2.0
"""A flow that is to move is judged by where it went, and by what both have."""

from __future__ import annotations

from experiments_kit import held, result

from fabric.experiments.figures.entropy import FIG14

LINE = 100 * 4096 / 4262


def seen(on_a, first=1.0, second=1.0, intact=True):
    """40 samples of 10 us; the second flow comes after 20. `on_a`: of the first, since then, by EV-A."""
    flows = [[LINE] * 20 + [LINE * first] * 20, [0.0] * 20 + [LINE * second] * 20]
    made = result(flows, intact=intact)
    before, since = 20.0, 20.0 * first
    paths = {"p0-t1-0": before / 2 + since * on_a, "p0-t1-1": before / 2 + since * (1 - on_a)}
    made["flows"][0]["paths"] = [{"switches": ["p0-t0-0", t1, "p0-t0-1"], "bytes": part} for t1, part in paths.items()]
    return made


def judged(turn, timer):
    runs = {run.name: seen(0.02) for run in FIG14.runs("small")}
    return held(FIG14.judge(runs | {"turn-seed3": turn, "timer-seed2": timer}))


def test_both_ways_of_ending_skip_are_judged_alike():
    well = seen(0.02)
    assert judged(well, well) == [True] * 5
    assert judged(seen(1 / 3, second=0.65), well) == [False, False, True, True, True]
    assert judged(well, seen(0.12)) == [True, True, False, True, True]
    assert judged(well, seen(0.02, second=0.94)) == [True, True, True, False, True]
    assert judged(seen(0.02, first=0.94), well) == [True, False, True, True, True]
    assert judged(well, seen(0.02, intact=False)) == [True, True, True, True, False]
