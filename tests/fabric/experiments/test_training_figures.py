# SPDX-License-Identifier: Apache-2.0
"""Training jobs are judged by their steps, their restarts, and what was blamed; on results made by hand."""

from __future__ import annotations

import pytest
from experiments_kit import held, result

from fabric.experiments.figures.training import TRAINING, TRAINING_FAULTS, TRAINING_LOSSY, TRAINING_SHARED

DEAD = ["p0-t0-0", "p0-t1-1", "p0-t0-1"]
OTHER = ["p0-t0-0", "p0-t1-2", "p0-t0-1"]
STEPS = {
    "training": {"roce-flaps": 3000.0, "roce-reboots": 3000.0},
    "training-faults": {},
    "training-lossy": {"unmapped": 1500.0, "roce-lossy": 3000.0},
    "training-shared": {"asymmetric": 1100.0, "roce-incast": 3000.0, "roce-asymmetric": 3000.0},
}
"""What a good run's steps take, us, where it is not 1,000."""


def run(*, step_us=1000.0, restarts=0, paths=(DEAD,), trims=5, gbps=95.0, seed=1):
    made = result([[100.0] * 40], faults=((10, False), (20, True)))
    stop, start = made["scenario"]["faults"]
    for fault in (stop, start):
        fault |= {"target": "p0-t1-0", "affects": "forwarding", "happened": True, "dead_path": None}
    stop["dead_path"] = {
        "at_ns": 10_000, "data": 5, "last_data_sent_ns": 20_000, "before_bytes": 10_000, "back_bytes": 100_000,
    }  # fmt: skip
    made["scenario"]["seed"] = seed
    made["checks"] |= {
        "steps.p50_us": step_us,
        "steps.p99_us": step_us,
        "steps.restarts": restarts,
        "trims.total": trims,
    }
    made["flows"][0] |= {
        "goodput_gbps": gbps,
        "ev_changes": [
            {"at_ns": 11_000, "ev": number, "path": path, "to": "ASSUMED_BAD", "reason": "loss"}
            for number, path in enumerate(paths)
        ],
    }
    again = [{"failed_ns": 15_000, "resumed_ns": 18_000}] * restarts
    made["trainings"] = [
        {"executed": {"begin_ns": [0], "took_ns": [9_000]}, "restarts": again, "begin_ns": 0, "goodput": 0.9}
    ]
    return made


def judged(figure, variant=None, seeds="1", **changes):
    """Each run is good; these seeds of a variant are not."""
    results = {}
    for each in figure.runs("small"):
        name, seed = each.name.split("-seed")
        good = {"step_us": STEPS[figure.name].get(name, 1000.0)}
        if figure is TRAINING_FAULTS and (name.startswith("roce") or "transceiver" in name):
            good["restarts"] = 1
        results[each.name] = run(**{**good, **(changes if name == variant and seed in seeds else {})})
    return {at for at, well in enumerate(held(figure.judge(results))) if not well}


@pytest.mark.parametrize(
    ("figure", "variant", "changes", "fails"),
    [
        (TRAINING, None, {}, set()),
        (TRAINING, "mrc-flaps", {"step_us": 1029.0}, set()),
        (TRAINING, "mrc-flaps", {"step_us": 1031.0}, {0}),
        (TRAINING, "roce-flaps", {"step_us": 1499.0}, {1}),
        (TRAINING, "mrc-reboots", {"step_us": 1031.0}, {2}),
        (TRAINING, "roce-reboots", {"step_us": 1499.0}, {3}),
        (TRAINING_FAULTS, None, {}, set()),
        (TRAINING_FAULTS, "mrc-link", {"step_us": 1031.0}, {0}),
        (TRAINING_FAULTS, "mrc-link", {"restarts": 1}, {1}),
        (TRAINING_FAULTS, "roce-link", {"restarts": 0}, {2}),
        (TRAINING_FAULTS, "mrc-t0", {"restarts": 1}, {4}),
        (TRAINING_FAULTS, "mrc-transceiver", {"restarts": 0}, {6}),
        (TRAINING_LOSSY, None, {}, set()),
        (TRAINING_LOSSY, "unmapped", {"step_us": 1199.0}, {0}),
        (TRAINING_LOSSY, "mapped", {"step_us": 1031.0}, {1}),
        (TRAINING_LOSSY, "back", {"step_us": 1031.0}, {2}),
        (TRAINING_LOSSY, "roce-lossy", {"step_us": 1300.0, "seeds": "12"}, set()),
        (TRAINING_LOSSY, "roce-lossy", {"step_us": 1499.0, "seeds": "123"}, {3}),
        (TRAINING_SHARED, None, {}, set()),
        (TRAINING_SHARED, "incast", {"trims": 0}, {0}),
        (TRAINING_SHARED, "incast", {"paths": [DEAD, OTHER]}, {1}),
        (TRAINING_SHARED, "incast", {"paths": []}, {1}),
        (TRAINING_SHARED, "single", {"step_us": 1051.0}, {2}),
        (TRAINING_SHARED, "single", {"gbps": 84.0}, {3}),
        (TRAINING_SHARED, "asymmetric", {"step_us": 1000.0}, {4}),
        (TRAINING_SHARED, "asymmetric", {"step_us": 1201.0}, {5}),
        (TRAINING_SHARED, "roce-incast", {"step_us": 1499.0}, {6}),
        (TRAINING_SHARED, "roce-asymmetric", {"step_us": 1499.0}, {7}),
    ],
)
def test_what_holds_and_what_does_not(figure, variant, changes, fails):
    assert judged(figure, variant, **changes) == fails


def test_a_job_that_is_not_done_is_no_data():
    results = {each.name: run() for each in TRAINING.runs("small")}
    results["mrc-flaps-seed2"]["checks"]["steps.p99_us"] = None
    with pytest.raises(ValueError, match="mrc-flaps: a job is not done"):
        TRAINING.judge(results)


def test_a_restart_is_one_long_step_in_the_plot():
    results = {each.name: run(restarts=1) for each in TRAINING_FAULTS.runs("small")}
    ours, theirs, *_ = TRAINING_FAULTS.judge(results).panels
    (step,) = ours.curves
    assert (list(step.x), list(step.y)) == ([0.0, 0.009, 0.009, 0.018], [0.009] * 4)
    assert list(ours.faults) == [(0.01, 0.02)]
    assert ours.top == theirs.top == pytest.approx(1.05 * 0.009)
