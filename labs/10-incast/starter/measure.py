# SPDX-License-Identifier: Apache-2.0
"""Lab 10: numbers and a plot of two incasts: `measure.py TRIM DROP PLOT`, two result.json and the picture to make."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure


def measure(result: dict[str, Any]) -> dict[str, Any]:
    """The numbers of one run.

    The receiver is the NIC that most writes go to. Those writes are the incast; a write to anybody else is the victim.

    Args:
        result: what is in a result.json.

    Returns:
        completions_us: how long each write of the incast took, from when it was posted, in microseconds, in any order;
            those that never completed are left out.
        unfinished: how many writes of the incast never completed.
        median_us, slowest_us: of completions_us; of an even number the median is the mean of the two in the middle.
        ideal_us: how long all the bytes of the incast take over all of the receiver's links, without headers.
        trims, drops: frames that switches trimmed, and frames that they dropped.
        retransmissions, timeouts: of all senders.
        fairness: Jain's index of the rates (bytes by time) of the incast's writes that completed; three decimals.
        victim_us: how long the victim's write took; None if it never completed.
    """
    # TODO 4
    return {
        "completions_us": [],
        "unfinished": 0,
        "median_us": 0.0,
        "slowest_us": 0.0,
        "ideal_us": 0.0,
        "trims": 0,
        "drops": 0,
        "retransmissions": 0,
        "timeouts": 0,
        "fairness": 0.0,
        "victim_us": None,
    }


def plot(trimmed: dict[str, Any], dropped: dict[str, Any]) -> Figure:
    """How long the writes of both incasts took, in one picture.

    In one pair of axes: every write is in it, not only a summary; both axes have a label, the one with times says its
    unit; each of the two series is labelled with its scenario's name, and a legend shows that.
    """
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.set_title(f"{trimmed['scenario']['title']}, and {dropped['scenario']['title']}")  # TODO 5
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
