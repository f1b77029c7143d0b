# SPDX-License-Identifier: Apache-2.0
"""How many queue pairs one NIC can have (no figure of arXiv 2605.04333): small writes over 1 to 10,000 of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fabric.experiments.figure import (
    PAYLOAD_SHARE,
    Criterion,
    Curve,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    no_queue_pair_lost,
    number,
    percent,
    scenario_of,
)

COUNTS: Mapping[Scale, Sequence[int]] = {"small": (1, 10, 100, 1_000), "paper": (1, 10, 100, 1_000, 10_000)}
"""Queue pairs that take the small writes in turn. 10,000 take a minute, and a sabotage of them a quarter of an hour."""
_A_FLOW = 50
"""Queue pairs of one flow; larger numbers are several flows, whose writes alternate."""
_WRITES = 10_000
_EVERY_NS = 200
_LINE_GBPS = 400 * PAYLOAD_SHARE
_LONGER = 1.1
_ROUND_TRIP_US = 6 + 4 * 4262 * 8 / 100_000 + 2 * 4262 * 8 / 100_000
"""Links both ways, four links' time for the frame, and two frames' wait for ports; answers are short."""
_LEFT = 0.97
_SCALE = (
    "Cluster C's NICs, two racks, 8 T1s a plane, 32 EVs. 4 KiB every 200 ns, 164 Gb/s in all, to one NIC; one write "
    "of 48 MiB to another takes the rest of the line. One seed: it draws EVs alone."
)


@dataclass(frozen=True, slots=True)
class Connections:
    """The time of a small write by the number of queue pairs."""

    name: str = "connections"
    title: str = "4 KiB writes over 1 to 10,000 queue pairs"
    paper: str = "No figure; the protocol wants little state per connection, so that a NIC can have very many."
    shows: str = (
        "That queue pairs take turns: a small write waits neither for a large one nor for the others, however many "
        "there are. Nothing of caches in a NIC's chip, which run out of contexts: `make bench` has memory and set-up "
        "time of a queue pair here."
    )
    sabotages: Sequence[str] = ("no-turns", "window-quarter")
    scale: Mapping[Scale, str] = field(default_factory=lambda: {"small": f"{_SCALE} 1,000 at most.", "paper": _SCALE})

    def runs(self, scale: Scale) -> Sequence[Run]:
        return [Run(_run_name(count), scenario_of(self.name, workload=_workload(count))) for count in COUNTS[scale]]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The slowest of a hundred writes, beside that of one queue pair; and what the large write has."""
        p99_us, most_us, of_line = [], [], []
        counts = [count for count in COUNTS["paper"] if _run_name(count) in results]
        for count in counts:
            flows = results[_run_name(count)]["flows"]
            took = [flow["messages"]["completion"] for flow in flows[:-1]]
            p99_us.append(max(each["p99"] for each in took) / 1000)
            most_us.append(max(each["max"] for each in took) / 1000)
            small_gbps = 4096 * 8 / _EVERY_NS
            of_line.append(flows[-1]["goodput_gbps"] / (_LINE_GBPS - small_gbps))
        longest = max(range(len(counts)), key=lambda at: p99_us[at])
        times = p99_us[longest] / p99_us[0]
        criteria = [
            Criterion(
                f"p99 of a 4 KiB write: {_LONGER} times that with one queue pair at most",
                f"{number(times, 2, _LONGER)} times, {p99_us[longest]:.2f} us with {counts[longest]:,}",
                times <= _LONGER,
            ),
            Criterion(
                f"with one queue pair: the links' time and two frames' wait, {_ROUND_TRIP_US:.1f} us at most",
                f"{number(p99_us[0], 1, _ROUND_TRIP_US)} us",
                p99_us[0] <= _ROUND_TRIP_US,
            ),
            Criterion(
                f"the large write has {100 * _LEFT:.0f} % of what they leave it, or more",
                percent(min(of_line), _LEFT),
                min(of_line) >= _LEFT,
            ),
            no_queue_pair_lost(list(results.values())),
        ]
        curves = [Curve("p99", counts, p99_us), Curve("longest", counts, most_us)]
        panel = Panel("4 KiB writes, posted to acknowledged", "queue pairs", "us", curves, logarithmic="x")
        numbers = {f"{count}.p99_us": value for count, value in zip(counts, p99_us, strict=True)}
        return Finding(criteria, [panel], numbers)


def _run_name(count: int) -> str:
    return f"{count}-qps"


def _workload(count: int) -> list[dict[str, Any]]:
    """`_WRITES` writes over so many queue pairs, and the large one last."""
    flows = -(-count // _A_FLOW)
    small = [
        {
            "name": f"small.{flow}", "from": "nic0", "to": "nic2", "bytes": "4KiB", "qps": count // flows,
            "times": _WRITES // flows, "every": f"{_EVERY_NS * flows}ns", "at": f"{_EVERY_NS * flow}ns",
        }
        for flow in range(flows)
    ]  # fmt: skip
    return [*small, {"name": "large", "from": "nic0", "to": "nic3", "bytes": "48MiB"}]


CONNECTIONS = Connections()
