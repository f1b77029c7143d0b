# SPDX-License-Identifier: Apache-2.0
"""Lab 12: what the tail of a training job's steps costs: `tail.py RUN CALM`, two result.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def measure(result: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a run with one training job (`result["trainings"][0]`). Times in microseconds.

    A step counts once. After a restart the job does the steps since its checkpoint again: what it had done of them does
    not count. Times and shares, but for `blamed_us`, are None if the job was not done with all its steps.

    Returns:
        done: how many steps are done.
        median_us, worst_us: of the steps that count; of an even number the median is the mean of the two in the middle.
        p99_us: the step at place ceil(0.99 n) of the n that count, the fastest first.
        lost_us: the time of the job, from its begin to its end, in which it did no step that counts.
        cost: all that a job without a tail would not have taken, as a share of the time that the job took. Such a job
            takes the median time for each step.
        blamed_us: by T1, how much longer than the median (`over_ns`) those slow steps took whose first packet that was
            sent again had left by it; only T1s (`-t1-` is in their names) of which there is such a step.
    """
    # TODO 1, 2, 3
    return {
        "done": 0,
        "median_us": None,
        "worst_us": None,
        "p99_us": None,
        "lost_us": None,
        "cost": None,
        "blamed_us": {},
    }


def compare(result: dict[str, Any], calm: dict[str, Any]) -> dict[str, Any]:
    """A run beside one without faults: by which share (0.5: half as long again) it is longer.

    Returns:
        p99_longer: the p99 step; job_longer: the whole job, from its begin to its end. None where a job is not done.
    """
    # TODO 4
    return {"p99_longer": None, "job_longer": None}


def main(run: str, calm: str) -> None:
    """Print the numbers."""
    results = [json.loads(Path(file).read_text(encoding="utf-8")) for file in (run, calm)]
    for name, value in {**measure(results[0]), **compare(*results)}.items():
        print(f"{name:12} {value}")


if __name__ == "__main__":
    main(*sys.argv[1:])
