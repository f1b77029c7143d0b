# SPDX-License-Identifier: Apache-2.0
"""Lab 10, solved: numbers and a plot of two incasts."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from matplotlib.figure import Figure

Result = dict[str, Any]


def took_us(write: dict[str, Any]) -> float | None:
    """From posting a write to its completion, in microseconds; None if that never came."""
    return None if write["completed_ns"] is None else (write["completed_ns"] - write["post_ns"]) / 1000


def receiver_of(result: Result) -> str:
    """The NIC that most writes go to."""
    writes: Counter[str] = Counter(write["to"] for write in result["flows"])
    return writes.most_common(1)[0][0]


def measure(result: Result) -> dict[str, Any]:
    """See the starter."""
    receiver = receiver_of(result)
    incast = [write for write in result["flows"] if write["to"] == receiver]
    (victim,) = (write for write in result["flows"] if write["to"] != receiver)
    done = [(write["bytes"], took) for write in incast if (took := took_us(write)) is not None]
    times = [took for _, took in done]
    rates = [size / took for size, took in done]
    links_bps = sum(link["rate_bps"] for link in result["fabric"]["links"] if receiver in (link["a"], link["b"]))
    checks = result["checks"]
    return {
        "completions_us": sorted(times),
        "unfinished": len(incast) - len(done),
        "median_us": median(times) if times else None,
        "slowest_us": max(times, default=None),
        "ideal_us": sum(write["bytes"] for write in incast) * 8 / links_bps * 1e6,
        "trims": checks["trims.total"],
        "drops": checks["frames.dropped_by_switches"],
        "retransmissions": checks["retransmissions.total"],
        "timeouts": checks["timeouts.total"],
        "fairness": sum(rates) ** 2 / (len(rates) * sum(rate**2 for rate in rates)) if rates else None,
        "victim_us": took_us(victim),
    }


def plot(trimmed: Result, dropped: Result) -> Figure:
    """The share of writes that are done after so long."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for result in (trimmed, dropped):
        times = measure(result)["completions_us"]
        shares = [(place + 1) / len(times) for place in range(len(times))]
        axes.step(times, shares, where="post", marker="o", label=result["scenario"]["name"])
    axes.set(xlabel="time from posting a write to its completion (µs)", ylabel="share of the writes", xlim=(0, None))
    axes.legend()
    return figure


def main(trim: str, drop: str, picture: str) -> None:
    """Print the numbers, and make the picture."""
    results = [json.loads(Path(file).read_text(encoding="utf-8")) for file in (trim, drop)]
    for result in results:
        print(result["scenario"]["name"])
        for name, value in measure(result).items():
            print(f"  {name:16} {value}")
    plot(*results).savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
