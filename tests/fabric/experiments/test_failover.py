# SPDX-License-Identifier: Apache-2.0
"""The headline claim is judged by the last packet on a dead path, and by the silence until routes change."""

from __future__ import annotations

import pytest
from experiments_kit import held, result

from fabric.experiments.figures.faults import FAILOVER

RUNS = [run.name for run in FAILOVER.runs("small")]
DELAY_NS = 2_000_000_000


def seen(name, *, used_us=80.0, data_us=20.0, back_ms=2011, intact=True, data=5):
    """MRC after 60 us; or RoCE, with a sample a millisecond and a fault at 10.1 ms, that arrives again at `back_ms`."""
    if name.startswith("mrc"):
        made, at_ns = result([[100.0] * 20] * 2, faults=((60, False),), intact=intact), 60_000
    else:
        silence = [0.1] * 11 + [0.0] * (back_ms - 11) + [0.1] * 20
        made, at_ns = result([silence], step_us=1000, faults=((10_100, False),), intact=intact), 10_100_000
        made["routing"] = {"convergence_ns": DELAY_NS}
        made["checks"]["routes.changed"] = 16
        used_us, data_us = used_us * 25_000 - 100, data_us * 100_000 - 100  # 80 and 20 become 2 s less 100 us
    made["scenario"]["faults"][0]["dead_path"] = {
        "at_ns": at_ns, "used_ns": int(used_us * 1000), "last_data_sent_ns": at_ns + int(data_us * 1000), "data": data,
    }  # fmt: skip
    return made


def judged(run, **changes):
    return held(FAILOVER.judge({**{name: seen(name) for name in RUNS}, run: seen(run, **changes)}))


@pytest.mark.parametrize(
    ("run", "changes", "fails"),
    [
        ("mrc-t1-seed3", {}, set()),
        ("mrc-t1-seed3", {"used_us": 100.0}, set()),
        ("mrc-t1-seed3", {"used_us": 101.0}, {1}),
        ("mrc-t1-seed3", {"used_us": 101.0, "data_us": 101.0}, {0, 1}),
        ("mrc-t0-seed1", {"used_us": 110.0}, set()),  # shown, and not what the claim is about
        ("mrc-nic-link-seed5", {"data": 0}, {4}),
        ("mrc-far-link-seed1", {"intact": False}, {5}),
        ("roce-far-link-seed2", {"back_ms": 2010}, {2}),  # a sample that begins 1.9999 s after the fault
        ("roce-far-link-seed2", {"used_us": 79.8}, {3}),
        ("roce-far-link-seed2", {"used_us": 80.1}, {3}),
        ("roce-t1-seed4", {"intact": False}, {5}),
    ],
)
def test_what_holds_and_what_does_not(run, changes, fails):
    assert {at for at, well in enumerate(judged(run, **changes)) if not well} == fails
