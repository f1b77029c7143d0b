# SPDX-License-Identifier: Apache-2.0
"""Figure 19: links between a rack and the spines go and come back, in a fabric of one plane (arXiv 2605.04333 §5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from fabric.experiments.figure import SEEDS, Criterion, Curve, Finding, Panel, Result, Run, Scale, scenario_of
from fabric.experiments.reading import (
    PAYLOAD_SHARE,
    between,
    dips,
    first_end_us,
    gbps,
    link_changes,
    no_queue_pair_lost,
    over_seeds_of_flow,
    percents,
)

_HOST_GBPS = 400
_UPLINKS = 4
_GONE_US, _BACK_US = 300.0, 1800.0
"""After a link went, and after one came back, until when the plateau is not judged. The receiver, which knows nothing
of the links, tries one path for its SACKs after the other, a round trip or two each; a NIC probes a path that has been
bad for long every 800 us, until the first answer counts, and believes three."""
_ENDS_US = 60.0
_WINDOW = 5
"""Samples of 10 us that make one of those in which dips are counted, as in the other figures."""


@dataclass(frozen=True, slots=True)
class _Part:
    """19a, 19b or 19c.

    Attributes:
        letter: which.
        paper_gbps: plateaus as digitised, in their order.
        link_gbps: rate of a T0-T1 link.
        changes: what differs from the figure's file.
    """

    letter: str
    paper_gbps: Sequence[float]
    link_gbps: int
    changes: Mapping[str, Any]


def _faults(*steps: tuple[int, int, str]) -> list[Mapping[str, str]]:
    return [{"at": f"{at_us}us", "do": f"link p0-t0-0--p0-t1-{t1} {verb}"} for at_us, t1, verb in steps]


_PARTS = (
    _Part(
        "a",
        (384, 384, 384, 384),
        400,
        {
            "overrides": {"links.fabric.rate": "400 Gb/s"},
            "workload": [{"from": "nic0", "to": "nic1", "bytes": "8MiB", "times": 14, "outstanding": 4}],
            "faults": _faults((600, 0, "down"), (1200, 1, "down"), (1800, 2, "down")),
        },
    ),
    _Part("b", (384, 286, 191, 96, 191, 286, 382), 100, {}),
    _Part(
        "c",
        (384, 191, 384),
        100,
        {
            "workload": [{"from": "nic0", "to": "nic1", "bytes": "8MiB", "times": 22, "outstanding": 4}],
            "faults": _faults((600, 0, "down"), (600, 1, "down"), (1200, 0, "up"), (1200, 1, "up")),
        },
    ),
)
_SCALE = (
    "Cluster D's rates: NICs of 400 Gb/s, one plane, four spines, T0-T1 links of 400 Gb/s (19a) or slowed to 100 Gb/s "
    "(19b, 19c); two racks with a NIC each. Links go every 600 us instead of some seconds, and what comes back is "
    "waited for until the NIC's probes have found it, two milliseconds; dips are counted in windows of 50 us instead "
    "of 0.22 s."
)


@dataclass(frozen=True, slots=True)
class SpineLinks:
    """Throughput is what the links that are up carry, at most what the NIC does."""

    name: str = "fig19"
    title: str = "A rack's links to the spines go, and come back"
    paper: str = (
        "a: 384 Gb/s, flat, with three of four links gone. b, with links slowed to 100 Gb/s: 384, 286, 191, 96, 191, "
        "286, 382, with samples of 0 at the third removal and the first restore. c, two at once: 384, 191, 384."
    )
    shows: str = (
        "That a NIC on a single plane goes round dead links of the fabric and uses them again, with nobody telling it, "
        "down to the last path. Nothing of several flows that share the links."
    )
    scale: Mapping[Scale, str] = field(default_factory=lambda: {"small": _SCALE, "paper": _SCALE})

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Three parts with five seeds each; the fabric is the paper's at either scale."""
        del scale
        return [
            Run(f"{part.letter}-seed{seed}", scenario_of(self.name, seed=seed, **part.changes))
            for part in _PARTS
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Each part, step by step, against what the links that are up carry."""
        numbers: dict[str, float] = {}
        criteria, panels = [], []
        for part in _PARTS:
            of_part = [results[f"{part.letter}-seed{seed}"] for seed in SEEDS]
            worst = [max(_shortfalls(part, result)) for result in of_part]
            dipped = [_dips_of(part, result) for result in of_part]
            numbers |= {
                f"{part.letter}.shortfall.min": min(worst), f"{part.letter}.shortfall.max": max(worst),
                f"{part.letter}.dips.max": float(max(dipped)),
            }  # fmt: skip
            criteria += [
                Criterion(
                    f"19{part.letter}: each plateau within 3 % of what remains",
                    f"{percents(worst, 0.03)} below at worst",
                    max(worst) <= 0.03,
                ),
                Criterion(f"19{part.letter}: one dip per step at most", f"{max(dipped)} at most", max(dipped) <= 1),
            ]
            panels.append(_panel(part, of_part))
        criteria.append(no_queue_pair_lost(list(results.values())))
        return Finding(criteria, panels, numbers)


def _steps(part: _Part, result: Result) -> list[tuple[float, float, float, float]]:
    """From when to when (us), from when it is judged, and what the links carry; until the flow has completed."""
    up, last_us, judged_us, found = _UPLINKS, _ENDS_US, _ENDS_US, []
    end_us = first_end_us(result) - _ENDS_US
    for at_us, by in [*link_changes(result), (end_us, 0)]:
        carried = min(_HOST_GBPS, up * part.link_gbps) * PAYLOAD_SHARE
        found.append((last_us, judged_us, min(at_us, end_us), carried))
        up, last_us, judged_us = up + by, at_us, at_us + (_BACK_US if by > 0 else _GONE_US)
    return found


def _shortfalls(part: _Part, result: Result) -> list[float]:
    """Of each plateau; 1 of one that is not there."""
    seen = [
        (between(result, gbps(result, 0), judged_us, to_us), carried)
        for _, judged_us, to_us, carried in _steps(part, result)
    ]
    return [1 - fmean(plateau) / carried if plateau else 1.0 for plateau, carried in seen]


def _dips_of(part: _Part, result: Result) -> int:
    """The most in one step, below what was carried before or is now, whichever is less."""
    most, before = 0, float("inf")
    for from_us, _, to_us, carried in _steps(part, result):
        samples = between(result, gbps(result, 0), from_us, to_us)
        windows = [fmean(samples[at : at + _WINDOW]) for at in range(0, len(samples) - _WINDOW + 1, _WINDOW)]
        most = max(most, dips(windows, min(before, carried)))
        before = carried
    return most


def _panel(part: _Part, results: Sequence[Result]) -> Panel:
    middles = [(judged_us + to_us) / 2 for _, judged_us, to_us, _ in _steps(part, results[0])]
    curves = [
        over_seeds_of_flow("goodput", results, 0),
        Curve("the paper's plateaus", middles, part.paper_gbps, paper=True, of="goodput"),
    ]
    return Panel(f"19{part.letter}; mean, least and most of five seeds", "time, us", "Gb/s", curves)


FIG19 = SpineLinks()
