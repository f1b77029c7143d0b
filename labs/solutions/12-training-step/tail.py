# SPDX-License-Identifier: Apache-2.0
"""Lab 12, solved: what the tail of a training job's steps costs."""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

Result = dict[str, Any]


def counted_us(job: dict[str, Any]) -> list[float]:
    """How long each step took that counts, in order of the steps: of one that was done twice, the last time."""
    executed = job["executed"]
    last = {step: took / 1000 for step, took in zip(executed["step"], executed["took_ns"], strict=True)}
    return [last[step] for step in sorted(last)]


def job_us(job: dict[str, Any]) -> float:
    """From the begin of a job to its end."""
    took: float = (job["end_ns"] - job["begin_ns"]) / 1000
    return took


def blamed_us(job: dict[str, Any]) -> dict[str, float]:
    """By T1: how much longer slow steps took whose first packet that was sent again had left by it."""
    blamed: defaultdict[str, float] = defaultdict(float)
    for slow in job["slow_steps"]:
        first = slow["first_resent"]
        for node in first["path"] if first is not None else ():
            if "-t1-" in node:
                blamed[node] += slow["over_ns"] / 1000
    return dict(blamed)


def measure(result: Result) -> dict[str, Any]:
    """See the starter."""
    (job,) = result["trainings"]
    found: dict[str, Any] = dict.fromkeys(("median_us", "worst_us", "p99_us", "lost_us", "cost"))
    if job["done"] == job["steps"]:
        steps = sorted(counted_us(job))
        usual = median(steps)
        found = {
            "median_us": usual,
            "worst_us": steps[-1],
            "p99_us": steps[math.ceil(0.99 * len(steps)) - 1],
            "lost_us": job_us(job) - sum(steps),
            "cost": 1 - usual * len(steps) / job_us(job),
        }
    return {"done": job["done"], **found, "blamed_us": blamed_us(job)}


def compare(result: Result, calm: Result) -> dict[str, Any]:
    """See the starter."""
    ours, usual = measure(result), measure(calm)
    if ours["p99_us"] is None or usual["p99_us"] is None:
        return {"p99_longer": None, "job_longer": None}
    return {
        "p99_longer": ours["p99_us"] / usual["p99_us"] - 1,
        "job_longer": job_us(result["trainings"][0]) / job_us(calm["trainings"][0]) - 1,
    }


def main(run: str, calm: str) -> None:
    """Print the numbers."""
    results = [json.loads(Path(file).read_text(encoding="utf-8")) for file in (run, calm)]
    for name, value in {**measure(results[0]), **compare(*results)}.items():
        print(f"{name:12} {value}")


if __name__ == "__main__":
    main(*sys.argv[1:])
