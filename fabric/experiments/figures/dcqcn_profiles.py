# SPDX-License-Identifier: Apache-2.0
"""Figure 22 (arXiv 2605.04333 §5.6): an incast of RoCE NICs that grows, and how hard DCQCN cuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from fabric.experiments.figure import SEEDS, Criterion, Finding, Level, Panel, Result, Run, Scale, scenario_of
from fabric.experiments.figures.lossless import PROFILES, ROCE_LINE_GBPS
from fabric.experiments.reading import between, number, over_seeds, percent, total_gbps
from fabric.experiments.scaling import LONGER, longer

_CROWD = 10
"""Judged from when so many send."""
_BOUNDS: Mapping[str, tuple[float, float, float]] = {
    "aggressive": (4.0, 0.05, 0.15),
    "most-aggressive": (5.5, 0.15, 0.25),
}
"""The longest queue in MB, the least and the most that is left of the line: the paper's, the latter within 5 points."""
_PAPER: Mapping[str, tuple[float, Sequence[float]]] = {
    "default": (0, (3, 22)),
    "aggressive": (0.1, (4,)),
    "most-aggressive": (0.2, (5.5,)),
}
"""How far below the line, and the longest queue in MB; of the default profile under ten flows, and in the end."""
_PORT = ">nic0:0"


@dataclass(frozen=True, slots=True)
class GrowingIncast:
    """Figure 22: the queue at the receiver, and its throughput, as senders come."""

    name: str = "fig22"
    title: str = "Fifteen RoCE NICs write to one, one after the other, with three profiles of DCQCN"
    paper: str = (
        "Default: 3 MB wait under ten flows, then priority flow control and 22 MB, at line rate. Aggressive: 4 MB at "
        "most, 10 % less throughput. Most aggressive: 5.5 MB at most, 20 % less."
    )
    shows: str = (
        "That DCQCN has either a short queue or a busy link: what cuts hard enough for the one leaves the other idle. "
        "Nothing of MRC, whose incast is figure 18."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster D as it is. A flow begins every 200 us instead of every 5 s, a few of DCQCN's timers: "
            "each new flow, at line rate until its first cut, weighs more than in the paper.",
            "paper": f"Cluster D as it is. A flow begins every {LONGER * 200 // 1000} ms instead of every 5 s.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Three profiles, five seeds each."""
        scenario = scenario_of if scale == "small" else longer
        return [
            Run(
                f"{profile}-seed{seed}",
                scenario(self.name, seed=seed, nic={"congestion": dict(parameters)}),
                endless=True,
            )
            for profile, parameters in PROFILES.items()
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput while ten and more send, and the longest queue at the receiver's port."""
        seen = {profile: [_seen(results[f"{profile}-seed{seed}"]) for seed in SEEDS] for profile in PROFILES}
        rates = {profile: fmean(each.gbps for each in runs) for profile, runs in seen.items()}
        queues = {profile: max(each.queue_mb for each in runs) for profile, runs in seen.items()}
        least = min(each.gbps for each in seen["default"])
        pauses = min(each.pauses for each in seen["default"])
        shortest = min(each.queue_mb for each in seen["default"])
        longest = max(queues[profile] for profile in _BOUNDS)
        criteria = [
            Criterion(
                f"default: at least 97 % of the line with {_CROWD} flows and more, with every seed",
                f"{percent(least / ROCE_LINE_GBPS, 0.97)} at the least",
                least >= 0.97 * ROCE_LINE_GBPS,
            ),
            Criterion(
                "default: priority flow control has to end it, the queue four times those of the others or more",
                f"{pauses} pauses at the least, {number(shortest, 1, 4 * longest)} MB",
                pauses > 0 and shortest >= 4 * longest,
            ),
        ]
        for profile, (most_mb, low, high) in _BOUNDS.items():
            idle = 1 - rates[profile] / ROCE_LINE_GBPS
            criteria += [
                Criterion(
                    f"{profile}: {most_mb} MB wait at the most", f"{number(queues[profile], 1, most_mb)} MB",
                    queues[profile] <= most_mb,
                ),
                Criterion(
                    f"{profile}: {100 * low:.0f} to {100 * high:.0f} % below the line", percent(idle, low, high),
                    low <= idle <= high,
                ),
            ]  # fmt: skip
        numbers = {
            f"{profile}.{name}": value
            for profile, runs in seen.items()
            for name, value in (
                ("gbps.min", min(each.gbps for each in runs)), ("gbps.mean", rates[profile]),
                ("gbps.max", max(each.gbps for each in runs)), ("queue_mb.max", queues[profile]),
                ("queue_mb.min", min(each.queue_mb for each in runs)),
            )
        }  # fmt: skip
        return Finding(
            criteria,
            _panels({profile: [results[f"{profile}-seed{seed}"] for seed in SEEDS] for profile in PROFILES}),
            numbers,
        )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a run came to, from when ten were sending."""

    gbps: float
    queue_mb: float
    pauses: int


def _seen(result: Result) -> _Seen:
    from_us = sorted(flow["post_ns"] for flow in result["flows"])[_CROWD - 1] / 1000
    rates = between(result, total_gbps(result), from_us, result["verdict"]["end_ns"] / 1000)
    return _Seen(fmean(rates), max(_queue_mb(result)), sum(switch["pauses"] for switch in result["fabric"]["switches"]))


def _queue_mb(result: Result) -> list[float]:
    """What waits at the receiver's port at most, by sample."""
    peaks = [port["peak_bytes"] for port in result["timeline"]["ports"] if port["port"].endswith(_PORT)]
    return [octets / 1e6 for octets in peaks[0]]


def _panels(results: Mapping[str, Sequence[Result]]) -> list[Panel]:
    rates, queues, levels = [], [], []
    for profile, seeds in results.items():
        rates.append(over_seeds(profile, seeds, total_gbps))
        queues.append(over_seeds(profile, seeds, _queue_mb))
        below, waits = _PAPER[profile]
        levels.append(
            (
                Level(f"the paper's {profile}", [(1 - below) * ROCE_LINE_GBPS], profile),
                Level(f"the paper's {profile}", waits, profile),
            )
        )
    return [
        Panel(f"{what}; mean, least and most of five seeds", "time, us", unit, curves, of)
        for what, unit, curves, of in zip(
            ("all flows together", "queue at the receiver's port"), ("Gb/s", "MB"), (rates, queues),
            zip(*levels, strict=True), strict=True,
        )
    ]  # fmt: skip


FIG22 = GrowingIncast()
