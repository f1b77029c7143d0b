# SPDX-License-Identifier: Apache-2.0
"""Figures 6 and 7: a transceiver of a T0 flaps and takes the links of four nodes (arXiv 2605.04333 §5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from fabric.experiments.figure import Criterion, Curve, Finding, Panel, Result, Run, Scale
from fabric.experiments.figures.production import MINUTE_US, in_windows
from fabric.experiments.reading import (
    between,
    first_end_us,
    no_queue_pair_lost,
    over_seeds,
    percent,
    percents,
    spread,
    times_us,
    total_gbps,
)
from fabric.experiments.scaling import LONGER, seeded

_SETTLED_US = 50.0
"""After the links went, until when throughput is not judged: 10 us until the NICs notice, then a few round trips."""
_PAPER_SHARES = ((-0.5, 1.0), (0.5, 5.30 / 7.0), (1.0, 5.08 / 7.0))
_PAPER_AFTER = 6.95 / 7.0
"""Throughput by minutes since the flap, of that before, and after it: 7.0, 5.30, 5.08 and 6.95 Pb/s in samples of half
a minute."""


@dataclass(frozen=True, slots=True)
class Transceiver:
    """A job of rings goes at the pace of its slowest NIC, and goes on."""

    name: str = "fig6"
    title: str = "A transceiver of a T0 flaps and takes the links of four nodes (figures 6 and 7)"
    paper: str = (
        "7.0 Pb/s, then 5.30 and 5.08 (-24 and -27 %) in samples of half a minute, 6.95 within a minute; no queue pair "
        "fails. The worst node loses 6.9e3 packets a second, those that send to it 1.3e3 to 3.5e3. 50,000 GPUs."
    )
    shows: str = (
        "Why four links of 50,000 nodes cost a quarter: three nodes have three of their four planes, and the job waits "
        "for them. And that it does go on at three quarters. NICs and switch notice the link at the same time here; in "
        "the paper they are up to half a minute apart."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster A's four planes of 200 Gb/s and four microseconds for each second; 7 NICs in four rings "
            "instead of 50,000 GPUs, 8 T1s per plane; the links are away for three minutes instead of one, so that a "
            "plateau is seen.",
            "paper": "As at small scale, with 256 T1s per plane and 256 EVs of a queue pair; everything "
            f"{LONGER} times as long.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Five seeds, which draw the EVs."""
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256}, nic={"evs": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The plateau while the links are away, what comes after it, and who lost packets."""
        shares, after, strangers = [], [], 0
        for result in results.values():
            down_us, up_us = _times(result)
            total = total_gbps(result)
            before = fmean(between(result, total, MINUTE_US, down_us))
            shares.append(fmean(between(result, total, down_us + _SETTLED_US, up_us)) / before)
            back = in_windows(result, total, up_us + MINUTE_US, first_end_us(result) - MINUTE_US / 2, MINUTE_US)
            after.append(min(back) / before)
            strangers += sum(_lost(flow) for flow in result["flows"] if not _ends(flow) & _hit(result))
        planes = results["seed1"]["fabric"]["planes"]
        left = 1 - 1 / planes
        off = max(abs(share - left) for share in shares)
        by_node = _by_node(results["seed1"])
        most = max(by_node, key=lambda name: by_node[name])
        criteria = [
            Criterion(
                f"throughput falls by one plane's share: {100 * left:.0f} % of that before, within 3 %",
                f"{percents(shares, left - 0.03, left + 0.03)}, by seed",
                off <= 0.03,
            ),
            Criterion(
                "back a minute after the links: no minute more than 2 % below that before",
                f"{percent(min(after), 0.98)} at the lowest",
                min(after) >= 0.98,
            ),
            no_queue_pair_lost(list(results.values())),
            Criterion(
                "packets lost by the nodes whose links went, and by those that send to them, and nobody else",
                f"{most} lost most; {strangers} packets of others",
                strangers == 0 and most in _hit(results["seed1"]),
            ),
        ]
        panels = [_goodput(list(results.values())), _losses(list(results.values()))]
        numbers = {"share.min": min(shares), "share.max": max(shares), "after.min": min(after)}
        return Finding(
            criteria, panels, {**numbers, **{f"lost.{name}": float(count) for name, count in by_node.items()}}
        )


def _times(result: Result) -> tuple[float, float]:
    """When the links go and come back, us."""
    at = [fault["at_ns"] / 1000 for fault in result["scenario"]["faults"]]
    return min(at), max(at)


def _hit(result: Result) -> set[str]:
    """The NICs whose links go."""
    return {str(fault["target"]).partition(":")[0] for fault in result["scenario"]["faults"]}


def _ends(flow: Mapping[str, object]) -> set[object]:
    return {flow["from"], flow["to"]}


def _lost(flow: Mapping[str, int]) -> int:
    """Packets that were sent again: of a plane that closed, too, and nothing is trimmed here."""
    return flow["retransmissions"]


def _by_node(result: Result) -> dict[str, int]:
    """Packets lost on the way from or to each node, as the paper counts at a node what it lost."""
    lost = {node["name"]: 0 for node in result["fabric"]["nodes"]}
    for flow in result["flows"]:
        for end in _ends(flow):
            lost[str(end)] += _lost(flow)
    return lost


def _goodput(results: Sequence[Result]) -> Panel:
    down_us, up_us = _times(results[0])
    before = fmean(between(results[0], total_gbps(results[0]), MINUTE_US, down_us))
    points = [(down_us + minutes * MINUTE_US, share * before) for minutes, share in _PAPER_SHARES]
    points.append((up_us + MINUTE_US, _PAPER_AFTER * before))
    ours = over_seeds("seven NICs", results, total_gbps)
    x, y = zip(*points, strict=True)
    paper = Curve("the paper, of its 7.0 Pb/s", x, y, paper=True, of=ours.label)
    return Panel("goodput; mean, least and most of five seeds", "time, us", "Gb/s", [ours, paper])


def _losses(results: Sequence[Result]) -> Panel:
    """By the node that sent them, those that lost any with any seed."""
    sent = [_again(result) for result in results]
    nodes = sorted({node for each in sent for node, counts in each.items() if any(counts)})
    curves = [
        spread(node, [Curve(node, times_us(result), each[node]) for result, each in zip(results, sent, strict=True)])
        for node in nodes
    ]
    return Panel("packets sent again; mean, least and most of five seeds", "time, us", "packets in 10 us", curves)


def _again(result: Result) -> dict[str, list[float]]:
    """What each node sent again, by sample."""
    sent: dict[str, list[float]] = {}
    for flow, again in zip(result["flows"], result["timeline"]["retransmissions"], strict=True):
        sums = sent.setdefault(flow["from"], [0.0] * len(again))
        sent[flow["from"]] = [total + count for total, count in zip(sums, again, strict=True)]
    return sent


FIG6 = Transceiver()
