# SPDX-License-Identifier: Apache-2.0
"""The sweep of writes with trims and without: results made by hand are judged at the sizes that are asked for."""

from __future__ import annotations

import pytest

from fabric.experiments.figures.ablations import KIB, TRIMMING, VARIANTS, run_name
from fabric.experiments.store import Task

SMALL, LARGE, NONE = "256-byte trims", "128-byte trims", "no trims"


def held(changed=None, *, intact=True, **checks):
    """Trims halve the time; `checks` of seed 3 of the changed variant and size."""
    results = {}
    for variant in VARIANTS:
        for kib in KIB:
            for seed in range(1, 6):
                drops = variant == NONE and kib >= 64
                made = {
                    "completion_us": 2.0 * kib if drops else 1.0 * kib,
                    "losses.total": 9 if drops else 0,
                    "evs.retired": 2 if drops else 0,
                }
                odd = checks if (variant, kib, seed) == (*(changed or ()), 3) else {}
                results[f"{run_name(variant, kib)}-seed{seed}"] = {"checks": made | odd, "flows": [{"intact": intact}]}
    return [criterion.held for criterion in TRIMMING.judge(results).criteria]


@pytest.mark.parametrize(
    ("changed", "checks", "fails"),
    [
        ((SMALL, 64), {"completion_us": 86.0}, [0]),  # 128 is 1.49 times 86
        ((LARGE, 128), {"completion_us": 171.0}, [0]),
        ((SMALL, 64), {"completion_us": 85.0}, []),
        ((NONE, 128), {"completion_us": None}, []),  # it never ended
        ((SMALL, 128), {"completion_us": None}, [0]),
        ((SMALL, 256), {"completion_us": 512.0}, []),  # the port is full whatever is lost
        ((LARGE, 512), {"losses.total": 1}, [1]),
        ((NONE, 64), {"losses.total": 0}, [1]),
        ((NONE, 32), {"losses.total": 0}, []),
        ((LARGE, 32), {"evs.retired": 1}, [2]),
        ((NONE, 512), {"evs.retired": 0}, [2]),
    ],
)
def test_what_trims_are_for(changed, checks, fails):
    assert [at for at, well in enumerate(held(changed, **checks)) if not well] == fails


def test_a_damaged_write_does_not_hold():
    assert held(intact=False) == [True, True, True, False]


@pytest.mark.parametrize(("variant", "trim"), [(SMALL, 256), (LARGE, 128)])
def test_trims_have_the_size_that_the_variant_says(variant, trim):
    runs = {run.name: run for run in TRIMMING.runs("small")}
    scenario = Task.of(runs[f"{run_name(variant, 512)}-seed2"].scenario).load()
    assert scenario.topology.qos.trim.size == trim
    assert {write.bytes for write in scenario.writes} == {512 << 10} and len(scenario.writes) == 15
