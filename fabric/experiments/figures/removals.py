# SPDX-License-Identifier: Apache-2.0
"""Figures 9a and 9b: links of a NIC go and come back, and throughput is what remains (arXiv 2605.04333 §5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fabric.experiments.figure import Criterion, Curve, Finding, Panel, Result, Run, Scale
from fabric.experiments.reading import (
    PAYLOAD_SHARE,
    between,
    dips,
    first_end_us,
    gbps,
    link_changes,
    no_queue_pair_lost,
    over_seeds,
    percents,
    total_gbps,
)
from fabric.experiments.scaling import seeded

_SETTLED_US = 50.0
"""After a step, until when the plateau is not judged: 10 us until the NIC notices, then a few round trips."""
_ENDS_US = 40.0
"""At the begin and the end of the writes, not judged: the first round trips, the last packets."""
_LINK_GBPS = 100 * PAYLOAD_SHARE


@dataclass(frozen=True, slots=True)
class Removals:
    """Steps of links that are up."""

    name: str
    title: str
    paper: str
    shows: str
    scale: Mapping[Scale, str]
    paper_gbps: Sequence[float]
    """The plateaus that were digitised from the plot, both directions together, in their order."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Five seeds, which draw the EVs; with 256 T1s a plane, and longer steps, at the paper's scale."""
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Each direction, step by step, against what the links that are up carry."""
        runs = list(results.values())
        shortfalls, dips_most = [], 0
        for result in runs:
            worst = 0.0
            for flow in range(len(result["flows"])):
                seen = gbps(result, flow)
                for from_us, to_us, up in _steps(result):
                    plateau = between(result, seen, from_us + _SETTLED_US, to_us)
                    if plateau:
                        worst = max(worst, 1 - fmean(plateau) / (up * _LINK_GBPS))
                    dips_most = max(dips_most, dips(between(result, seen, from_us, to_us), up * _LINK_GBPS))
            shortfalls.append(worst)
        retired = max(result["checks"]["evs.retired"] for result in runs)
        criteria = [
            Criterion(
                "each plateau within 3 % of what remains",
                f"{percents(shortfalls, 0.03)} below at worst, by seed",
                max(shortfalls) <= 0.03,
            ),
            Criterion("one dip per step at most", f"{dips_most} at most", dips_most <= 1),
            no_queue_pair_lost(runs),
            Criterion("no path blamed", f"{retired} EVs retired at most", retired == 0),
        ]
        ours = over_seeds("both directions", runs, total_gbps)
        middles = [(from_us + to_us) / 2 for from_us, to_us, _ in _steps(runs[0])][: len(self.paper_gbps)]
        paper = Curve("the paper's plateaus", middles, self.paper_gbps, paper=True, of=ours.label)
        panel = Panel("goodput; mean, least and most of five seeds", "time, us", "Gb/s", [ours, paper])
        return Finding(criteria, [panel], {"worst_shortfall": max(shortfalls), "dips": float(dips_most)})


def _steps(result: Result) -> list[tuple[float, float, int]]:
    """From when to when (us) how many links are up, until the first flow has completed."""
    up, last_us, found = result["fabric"]["planes"], _ENDS_US, []
    end_us = first_end_us(result) - _ENDS_US
    for at_us, by in link_changes(result):
        found.append((last_us, min(at_us, end_us), up))
        up, last_us = up + by, at_us
    found.append((last_us, end_us, up))
    return [step for step in found if step[0] < step[1]]


def _scales(small: str, paper: str) -> Mapping[Scale, str]:
    alike = "Link rates, delays and message headers as in the paper's fabric, "
    return {
        "small": f"{alike}{small}. Two T0s and two T1s per plane: paths are fewer, links of the NIC as many.",
        "paper": f"{alike}{paper}. 8 planes of 256 T1s, and of the T0s the two that are used.",
    }


FIG9A = Removals(
    name="fig9a",
    title="Seven of a NIC's eight links go, one at a time, and come back",
    paper="Plateaus of 1531, 1334, 1145, 952, 766, 568 and 383 Gb/s (both directions, 191 a link), with a drop of "
    "0.9 s at each removal; with one link left it oscillates between 0 and 280; restores are clean steps.",
    shows="That a queue pair lives on over what remains of its planes, at the rate that remains, where the NIC sees "
    "its link go. Nothing of the paper's drops of 0.9 s: those are its NIC's, which takes long to map its ports anew.",
    scale=_scales(
        "100 us a step instead of 14 s, so a dip of a few tens of us weighs more here", "1 ms a step instead of 14 s"
    ),
    paper_gbps=(1531, 1334, 1145, 952, 766, 568, 383),
)

FIG9B = Removals(
    name="fig9b",
    title="Four of a NIC's eight links go at once, and come back",
    paper="1533 to 761 Gb/s within 0.4 s (one sample is 0.22 s), and back to 1533 within 0.2 s.",
    shows="As figure 9a, for half of the planes at once.",
    scale=_scales("the links are away for 300 us instead of 12 s", "the links are away for 3 ms instead of 12 s"),
    paper_gbps=(1533, 761, 1533),
)
