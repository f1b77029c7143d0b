# SPDX-License-Identifier: Apache-2.0
"""Figures 9c, 9d, 10 and 11: what fails inside the fabric, and is hardly seen (arXiv 2605.04333 §5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from experiments.figure import Criterion, Finding, Panel, Result, Run
from experiments.reading import between, curve, first_end_us, no_queue_pair_lost, total_gbps

_BEGIN_US, _FIRST_US = 40.0, 150.0
"""Throughput before anything fails is measured between these; the first fault comes at the second."""
_WINDOW_US = 50.0
"""Throughput is judged as the mean of so long: the paper's samples are 0.2 s."""
_PLANES, _T1S = 8, 16


@dataclass(frozen=True, slots=True)
class FabricFault:
    """A fault in the fabric, and the share of throughput that it may cost for good."""

    name: str
    title: str
    paper: str
    scale: str
    faults: Sequence[Mapping[str, str]]
    share: float
    settled_us: float
    """After the first fault, until when a lower throughput is not judged."""

    def runs(self) -> Sequence[Run]:
        """Two NICs write to each other over 8 planes of 16 T1s."""
        both = [("nic0", "nic1"), ("nic1", "nic0")]
        scenario = {
            "name": self.name,
            "title": self.title,
            "topology": "../lab.yaml",
            "overrides": {
                "planes": _PLANES, "t0s_per_plane": 2, "t1s_per_plane": _T1S, "downlinks_per_t0": 1, "nics": 2,
            },
            "limit": "5ms",
            "sample": "10us",
            "workload": [{"from": source, "to": to, "bytes": "48MiB"} for source, to in both],
            "faults": self.faults,
        }  # fmt: skip
        return [Run("mrc", scenario)]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The lowest window after the first fault against what is left of the throughput before it."""
        result = results["mrc"]
        total = total_gbps(result)
        before = fmean(between(result, total, _BEGIN_US, _FIRST_US))
        end_us = first_end_us(result)
        lowest, from_us = float("inf"), _FIRST_US + self.settled_us
        while from_us + _WINDOW_US <= end_us:
            lowest = min(lowest, fmean(between(result, total, from_us, from_us + _WINDOW_US)))
            from_us += _WINDOW_US / 5
        step = 1 - lowest / before
        intact, all_intact = no_queue_pair_lost([result])
        bound = self.share + 0.02
        criteria = [
            Criterion(
                f"no step above {100 * bound:.1f} % ({100 * self.share:.1f} % of the capacity is gone, and 2 %)",
                f"{100 * step:.1f} % below {before:.0f} Gb/s at the lowest",
                step <= bound,
            ),
            Criterion("no queue pair lost", intact, all_intact),
        ]
        panel = Panel("goodput", "time, us", "Gb/s", [curve(result, total, "both directions")])
        return Finding(criteria, [panel], {"before_gbps": before, "step": step})


def _uplinks(count: int) -> list[str]:
    """T0-T1 links of NIC 0's T0s, plane by plane."""
    return [
        f"link p{index % _PLANES}-t0-0:{1 + index // _PLANES}--p{index % _PLANES}-t1-{index // _PLANES}:0"
        for index in range(count)
    ]


_SCALE = (
    "Link rates and delays as in the paper's fabric; 16 T1s per plane instead of 256, so one T1 is 0.8 % of all paths "
    "instead of 0.05 %; half a millisecond instead of minutes, judged in windows of 50 us instead of 0.2 s. "
)

FIG9C = FabricFault(
    name="fig9c",
    title="Twenty T0-T1 links go, one after the other",
    paper="1532 to 1534 Gb/s throughout.",
    scale=_SCALE + "A link every 15 us instead of every second; 20 of 128 uplinks instead of 20 of 2,048.",
    faults=[{"at": f"{150 + 15 * index}us", "do": f"{link} down"} for index, link in enumerate(_uplinks(20))],
    share=0.0,
    settled_us=0.0,
)

FIG9D = FabricFault(
    name="fig9d",
    title="Eight T0-T1 links flap together",
    paper="One sample of 1471 Gb/s (4 % of 0.2 s), else 1531.",
    scale=_SCALE + "Down for 200 us instead of 30 s.",
    faults=[
        {"at": at, "do": f"{link} {verb}"} for at, verb in (("150us", "down"), ("350us", "up")) for link in _uplinks(8)
    ],
    share=0.0,
    settled_us=0.0,
)

FIG10 = FabricFault(
    name="fig10",
    title="A T0 stops forwarding",
    paper="One sample near 4 Gb/s, then 1338 steady: the plane's 100 Gb/s in each direction are gone, nothing else.",
    scale=_SCALE + "The T0's links stay up here and nobody is told, which is harder than in the paper.",
    faults=[{"at": "150us", "do": "switch p7-t0-0 stop"}],
    share=1 / _PLANES,
    settled_us=50.0,
)

FIG11 = FabricFault(
    name="fig11",
    title="A T1 stops forwarding, and comes back",
    paper="1508 Gb/s at least, 1533 in the median: no loss of throughput.",
    scale=_SCALE + "Away for 200 us instead of 70 s.",
    faults=[{"at": "150us", "do": "switch p3-t1-5 stop"}, {"at": "350us", "do": "switch p3-t1-5 start"}],
    share=0.0,
    settled_us=0.0,
)
