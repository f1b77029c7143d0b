# SPDX-License-Identifier: Apache-2.0
"""Figures 9c, 9d, 10 and 11: what fails inside the fabric, and is hardly seen (arXiv 2605.04333 §5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fabric.experiments.figure import Criterion, Finding, Level, Panel, Result, Run, Scale
from fabric.experiments.reading import (
    between,
    first_end_us,
    first_fault_us,
    lowest_window,
    no_queue_pair_lost,
    over_seeds,
    percents,
    total_gbps,
)
from fabric.experiments.scaling import seeded

_BEGIN_US = 40.0
"""Throughput before anything fails is measured from then on, until the first fault."""
_PLANES = 8


@dataclass(frozen=True, slots=True)
class FabricFault:
    """A fault in the fabric, and the share of throughput that it may cost for good."""

    name: str
    title: str
    paper: str
    shows: str
    scale: Mapping[Scale, str]
    paper_gbps: float
    """The paper's throughput from the fault on."""
    share: float
    settled_us: float
    """After the first fault, until when a lower throughput is not judged."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Two NICs write to each other over 8 planes of 16 T1s; of 256, and for longer, at the paper's scale."""
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The lowest window after the first fault against what is left of the throughput before it."""
        runs = list(results.values())
        usual = [_before_gbps(result) for result in runs]
        steps = [1 - self._lowest_gbps(result) / before for result, before in zip(runs, usual, strict=True)]
        bound, before = self.share + 0.02, fmean(usual)
        criteria = [
            Criterion(
                f"no step above {100 * bound:.1f} % ({100 * self.share:.1f} % of the capacity is gone, and 2 %)",
                f"{percents(steps, bound)} below {before:.0f} Gb/s at the lowest, by seed",
                max(steps) <= bound,
            ),
            no_queue_pair_lost(runs),
        ]
        ours = over_seeds("both directions", runs, total_gbps)
        levels = [Level("the paper's", [self.paper_gbps], ours.label)]
        panel = Panel("goodput; mean, least and most of five seeds", "time, us", "Gb/s", [ours], levels)
        return Finding(criteria, [panel], {"before_gbps": before, "step": max(steps)})

    def _lowest_gbps(self, result: Result) -> float:
        from_us = first_fault_us(result) + self.settled_us
        return lowest_window(result, total_gbps(result), from_us, first_end_us(result))


def _before_gbps(result: Result) -> float:
    return fmean(between(result, total_gbps(result), _BEGIN_US, first_fault_us(result)))


def _scales(small: str, paper: str) -> Mapping[Scale, str]:
    alike = "Link rates and delays as in the paper's fabric; judged in windows of 50 us instead of 0.2 s. "
    return {
        "small": f"{alike}16 T1s per plane instead of 256, so one T1 is 0.8 % of all paths instead of 0.05 %. {small}",
        "paper": f"{alike}8 planes of 256 T1s, and of the T0s the two that are used. {paper}",
    }


FIG9C = FabricFault(
    name="fig9c",
    title="Twenty T0-T1 links go, one after the other",
    paper="1532 to 1534 Gb/s throughout.",
    shows="That a NIC finds out about dead links inside the fabric by itself, while it sends, and loses nothing by it. "
    "Nothing of links that are slow or lossy.",
    scale=_scales(
        "A link every 15 us instead of every second; 20 of 128 uplinks instead of 20 of 2,048.",
        "A link every 150 us instead of every second.",
    ),
    paper_gbps=1533,
    share=0.0,
    settled_us=0.0,
)

FIG9D = FabricFault(
    name="fig9d",
    title="Eight T0-T1 links flap together",
    paper="One sample of 1471 Gb/s (4 % of 0.2 s), else 1531.",
    shows="That links inside the fabric may go and come back in service. Nothing of links that do so all the time.",
    scale=_scales("Down for 200 us instead of 30 s.", "Down for 2 ms instead of 30 s."),
    paper_gbps=1531,
    share=0.0,
    settled_us=0.0,
)

FIG10 = FabricFault(
    name="fig10",
    title="A T0 stops forwarding",
    paper="One sample near 4 Gb/s, then 1338 steady: the plane's 100 Gb/s in each direction are gone, nothing else.",
    shows="That a plane which nobody told of its end costs its own share. Nothing of the other NICs of that T0.",
    scale=_scales(
        "The T0's links stay up here and nobody is told, which is harder than in the paper.",
        "The T0's links stay up here and nobody is told, which is harder than in the paper.",
    ),
    paper_gbps=1338,
    share=1 / _PLANES,
    settled_us=50.0,
)

FIG11 = FabricFault(
    name="fig11",
    title="A T1 stops forwarding, and comes back",
    paper="1508 Gb/s at least, 1533 in the median: no loss of throughput.",
    shows="That the end of a spine switch is not seen in throughput. Nothing of how many packets it cost.",
    scale=_scales("Away for 200 us instead of 70 s.", "Away for 2 ms instead of 70 s."),
    paper_gbps=1533,
    share=0.0,
    settled_us=0.0,
)
