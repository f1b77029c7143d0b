# SPDX-License-Identifier: Apache-2.0
"""Figures 4, 5 and 8: what production sees of bad links, flaps and a dead T1 (arXiv 2605.04333 §5.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from fabric.experiments.figure import SEEDS, Criterion, Curve, Finding, Level, Panel, Result, Run, Scale, scenario_of
from fabric.experiments.reading import (
    between,
    curve,
    first_end_us,
    no_queue_pair_lost,
    number,
    over_seeds,
    percent,
    percents,
    total_gbps,
)
from fabric.experiments.scaling import LONGER, SCENARIOS, seeded
from fabric.scenario.layers import read_layers

MINUTE_US = 240.0
"""What stands for a minute in figures 4 to 8, as four microseconds stand for a second: the 30 us that a NIC needs, of
any scale, until it takes a packet for lost are to be short beside a minute, as they are in the paper's."""
_ALIKE = "Cluster A's four planes of 200 Gb/s, link delays as in the lab, and four microseconds for each second. "


def summed(result: Result, what: str) -> list[int]:
    """`losses` or `retransmissions` of all flows, by sample."""
    return [sum(values) for values in zip(*result["timeline"][what], strict=True)]


def in_windows(result: Result, values: Sequence[float], from_us: float, to_us: float, width_us: float) -> list[float]:
    """Mean of the samples in each window between two times, one after the other; the last is whole, too."""
    windows = []
    while from_us + width_us <= to_us:
        windows.append(fmean(between(result, values, from_us, from_us + width_us)))
        from_us += width_us
    return windows


_PAPER_LOSSES = {0.0: 9.2e5, 0.5: 6.2e5, 1.0: 1.5e4, 2.0: 2.5e3, 3.0: 1.2e3}
"""Losses per second by minutes since the peak, digitised; the last two are the range it stays in."""


@dataclass(frozen=True, slots=True)
class StartUp:
    """Figure 4: losses fall as bad EVs are swapped."""

    name: str = "fig4"
    title: str = "A job starts on a fabric with bad links, without a denylist"
    paper: str = (
        "9.2e5 losses/s at the peak, 6.2e5 half a minute later, 1.5e4 after a minute (60 times less), then 1.2e3 to "
        "2.5e3; less than five losses per queue pair in the first minute. 75,000 GPUs."
    )
    shows: str = (
        "That queue pairs find out by themselves which of their EVs are bad, at the price of a few packets each, and "
        "that nobody has to know the links beforehand. How many links are bad, and how many of them lose little, is "
        "ours, and with it the floor: the paper does not say."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": f"{_ALIKE}16 NICs with 64 queue pairs of 32 EVs of 128 paths, which send at 13 % of the line "
            "and begin within half a minute; 3 % of the T0-T1 links are dead, 1 % lose one frame in a thousand.",
            "paper": f"{_ALIKE}As at small scale, and as long, with 256 T1s per plane and eight times as many bad "
            "links; 75,000 NICs need more memory than one machine has.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Five seeds, which draw the EVs."""
        paper = {"overrides": {"t1s_per_plane": 256}, "faults": _bad_among_256()} if scale == "paper" else {}
        return [Run(f"seed{seed}", scenario_of(self.name, seed=seed, **paper)) for seed in SEEDS]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Losses by half a minute: the peak, and what is left a minute after it."""
        falls, worst_of_queue_pairs, curves = [], [], []
        for name, result in results.items():
            halves = in_windows(result, summed(result, "losses"), 0, first_end_us(result), MINUTE_US / 2)
            peak = max(range(len(halves)), key=lambda at: halves[at])
            floor = fmean(halves[peak + 2 :])
            falls.append(halves[peak] / floor if floor else float("inf"))
            worst_of_queue_pairs.append(max(flow["losses"] for flow in result["flows"]))
            curves.append(
                Curve(
                    name, [(at - peak) / 2 for at in range(len(halves))], [100 * each / halves[peak] for each in halves]
                )
            )
        later = max(max(points.y[_after(points) :], default=0.0) for points in curves)
        top = max(_PAPER_LOSSES.values())
        curves.append(
            Curve("the paper", list(_PAPER_LOSSES), [100 * each / top for each in _PAPER_LOSSES.values()], paper=True)
        )
        least, most = min(falls), max(falls)
        criteria = [
            Criterion(
                "from a minute after the peak on, losses at least 60 times fewer in the mean",
                f"{_times(least)} to {_times(most)} fewer, by seed",
                least >= 60,
            ),
            Criterion(
                "flat from then on: no half minute with a twentieth of the peak",
                f"{number(later, 1, 5)} % at most",
                later < 5,
            ),
            no_queue_pair_lost(list(results.values())),
        ]
        numbers = {"losses_per_queue_pair.max": float(max(worst_of_queue_pairs))}
        if least < float("inf"):
            numbers["fall.min"] = least
        return Finding(criteria, [Panel("losses", "minutes after the peak", "% of the peak", curves)], numbers)


def _bad_among_256() -> list[dict[str, str]]:
    """The bad links of the file, which has 32 T1s per plane, and those of every 32nd T1 after theirs."""
    data: dict[str, Any] = read_layers(SCENARIOS / "paper" / "fig4.yaml").data
    faults = []
    for fault in data["faults"]:
        head, t1, tail = re.split(r"(?<=-t1-)(\d+)", fault["do"], maxsplit=1)
        faults += [{**fault, "do": f"{head}{int(t1) + by}{tail}"} for by in range(0, 256, 32)]
    return faults


def _after(points: Curve) -> int:
    """The first half minute that is a minute or more after the peak."""
    return next((at for at, minutes in enumerate(points.x) if minutes >= 1), len(points.x))


def _times(fall: float) -> str:
    return f"{number(fall, 0, 60)} times" if fall < float("inf") else "infinitely many times"


_DRAIN_US = 90.0
"""Before the end of the run without flaps, from when on all messages are out: 32 of 256 KiB. Then nothing follows what
is lost, and a queue pair that waits leaves its share to nobody."""


@dataclass(frozen=True, slots=True)
class Flaps:
    """Figure 5: links flap all the time, and nobody notices."""

    name: str = "fig5"
    title: str = "T0-T1 links flap all the time"
    paper: str = "4.2 flaps a minute in the mean, 13 at most, over four hours; no impact on performance."
    shows: str = (
        "That links inside the fabric may flap in service. 256 links flap here as often as all of the paper's fabric, "
        "so that each queue pair is hit far more often than there."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": f"{_ALIKE}2 NICs with 8 queue pairs of 32 EVs each write to 2 others, 32 T1s a plane; 9 "
            "minutes. A flap takes half a minute: the paper does not say how long its own take.",
            "paper": f"{_ALIKE}2 NICs with 8 queue pairs of 256 EVs each write to 2 others, 256 T1s per plane; "
            f"{9 * LONGER} minutes.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """A run without flaps, and five seeds with them."""
        flapping = seeded(self.name, scale, overrides={"t1s_per_plane": 256}, nic={"evs": 256})
        return [Run("calm", {**flapping[0].scenario, "flaps": []}), *flapping]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput minute by minute against that of the run without flaps."""
        calm = results["calm"]
        usual = fmean(between(calm, total_gbps(calm), MINUTE_US, first_end_us(calm)))
        flapped = {name: result for name, result in results.items() if name != "calm"}
        until_us = first_end_us(calm) - _DRAIN_US
        minutes = {
            name: in_windows(result, total_gbps(result), MINUTE_US, until_us, MINUTE_US)
            for name, result in flapped.items()
        }
        counts = [count for result in flapped.values() for count in _flaps_by_minute(result)]
        worst = 1 - min(min(each) for each in minutes.values()) / usual
        means = [fmean(each) / usual for each in minutes.values()]
        criteria = [
            Criterion(
                "no minute more than 2 % below the throughput without flaps",
                f"{percent(worst, 0.02)} below {usual:.0f} Gb/s at worst; by seed {percents(means)} in the mean",
                worst <= 0.02,
            ),
            Criterion(
                "as many flaps as in the paper: 4.2 a minute in the mean, within a quarter",
                f"{number(fmean(counts), 1, 0.75 * 4.2, 1.25 * 4.2)} in the mean, {min(counts)} to {max(counts)}",
                abs(fmean(counts) / 4.2 - 1) <= 0.25,
            ),
            no_queue_pair_lost(list(results.values())),
        ]
        panels = [
            Panel(
                "goodput; mean, least and most of five seeds",
                "time, us",
                "Gb/s",
                [
                    curve(calm, total_gbps(calm), "no flaps"),
                    over_seeds("flaps", list(flapped.values()), total_gbps),
                ],
            ),
            Panel(
                "flaps",
                "minute, of all seeds",
                "flaps a minute",
                [Curve("ours", range(len(counts)), counts)],
                [Level("the paper's mean", [4.2], "ours")],
            ),
        ]
        lost = float(sum(result["checks"]["losses.total"] for result in flapped.values()))
        numbers = {"worst": worst, "flaps.mean": fmean(counts), "losses": lost}
        return Finding(criteria, panels, numbers)


def _flaps_by_minute(result: Result) -> list[int]:
    begins = [fault["at_ns"] / 1000 for fault in result["scenario"]["faults"] if not fault["restores"]]
    last = max(begins)
    counts, from_us = [], MINUTE_US * (min(begins) // MINUTE_US)
    while from_us + MINUTE_US <= last + MINUTE_US / 2:
        counts.append(sum(from_us <= at < from_us + MINUTE_US for at in begins))
        from_us += MINUTE_US
    return counts


@dataclass(frozen=True, slots=True)
class DeadT1:
    """Figure 8: a T1 stops forwarding; probes see it, throughput hardly."""

    name: str = "fig8"
    title: str = "A T1 stops forwarding, and is rebooted"
    paper: str = (
        "99.8 % of probes lost while it does not forward. Throughput falls by 19 % for one sample of a minute, and is "
        "normal then; the fraction sent again is 1.4e-5 in that minute, 1e-6 during the outage, 2e-7 otherwise; a "
        "quarter of the queue pairs is hit; the reboot itself is invisible. 75,000 GPUs."
    )
    shows: str = (
        "That a T1 may die and be rebooted while jobs run, and that the Clustermapper's probes tell which one it is. "
        "The paper's sample of -19 % is not expected here: its jobs wait for the slowest of their queue pairs, these "
        "writes do not."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": f"{_ALIKE}2 NICs with 8 queue pairs of 32 EVs of 128 paths each (a quarter of them, as in the "
            "paper), which write to 2 others; probes every 40 us.",
            "paper": f"{_ALIKE}256 EVs of 1,024 paths for each of 16 queue pairs; dead for {12 * LONGER} minutes.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Five seeds, which draw the EVs."""
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256}, nic={"evs": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput, what was sent again, and probes, before the fault, in its minute, after it, from the reboot."""
        seen = [_Seen.of(result) for result in results.values()]
        dip = [1 - each.dip for each in seen]
        later = 1 - min(each.later for each in seen)
        again = {part: [getattr(each, part) for each in seen] for part in ("struck", "outage", "rebooted")}
        peak = fmean(again["struck"])
        rest = max(fmean(again["outage"]), fmean(again["rebooted"]))
        lost = min(each.probes_lost for each in seen)
        others = max(each.probes_lost_else for each in seen)
        told = sum(each.told for each in seen)
        criteria = [
            Criterion(
                "no minute but that of the fault more than 2 % below the throughput before",
                f"{percent(later, 0.02)} at worst; the minute of the fault {percents(dip)}",
                later <= 0.02,
            ),
            Criterion(
                "that minute no more than the paper's 19 % below",
                f"{percent(max(dip), 0.19)} at most",
                max(dip) <= 0.19,
            ),
            Criterion(
                "the fraction sent again a tenth or less, both during the rest of the outage and from the reboot on",
                f"{peak:.1e} in that minute, {fmean(again['outage']):.1e}, then {fmean(again['rebooted']):.1e}",
                rest <= peak / 10,
            ),
            Criterion(
                "99 % of probes by that T1 lost while it is dead, none elsewhere or at any other time",
                f"{percent(lost, 0.99)} at least, and {others} elsewhere",
                lost >= 0.99 and others == 0,
            ),
            Criterion(
                "the Clustermapper tells this T1, and nothing else", f"in {told} of {len(seen)} runs", told == len(seen)
            ),
            no_queue_pair_lost(list(results.values())),
        ]
        all_seeds = list(results.values())
        goodput = over_seeds("both flows", all_seeds, total_gbps)
        resent = over_seeds("in 10 us", all_seeds, lambda result: summed(result, "retransmissions"))
        panels = [
            Panel("goodput; mean, least and most of five seeds", "time, us", "Gb/s", [goodput]),
            Panel("packets sent again; mean, least and most of five seeds", "time, us", "packets", [resent]),
            _probes(all_seeds),
        ]
        numbers = {"dip.max": max(dip), "resent.peak": peak, "resent.outage": fmean(again["outage"])}
        return Finding(criteria, panels, {**numbers, "resent.rebooted": fmean(again["rebooted"])})


@dataclass(frozen=True, slots=True)
class _Seen:
    """One run of figure 8.

    Attributes:
        dip, later: throughput in the minute of the fault, and the lowest of all minutes after it, of that before.
        struck, outage, rebooted: fraction of packets sent again in the minute of the fault, in the rest of the outage,
            and from the reboot on.
        probes_lost: fraction of the probes by the T1 that were lost while it was dead.
        probes_lost_else: how many others were lost.
        told: whether the Clustermapper told this T1 alone.
    """

    dip: float
    later: float
    struck: float
    outage: float
    rebooted: float
    probes_lost: float
    probes_lost_else: int
    told: bool

    @classmethod
    def of(cls, result: Result) -> _Seen:
        """Read it from a result."""
        stop, start = result["scenario"]["faults"]
        stop_us, start_us, end_us = stop["at_ns"] / 1000, start["at_ns"] / 1000, first_end_us(result)
        total = total_gbps(result)
        before = fmean(between(result, total, MINUTE_US, stop_us))
        minutes = in_windows(result, total, stop_us, end_us, MINUTE_US)
        lost, sent, elsewhere = _probes_lost(result, stop["target"], stop_us, start_us)
        return cls(
            minutes[0] / before,
            min(minutes[1:]) / before,
            _again(result, stop_us, stop_us + MINUTE_US),
            _again(result, stop_us + MINUTE_US, start_us),
            _again(result, start_us, end_us),
            lost / sent,
            elsewhere,
            [finding["name"] for finding in result["clustermapper"]["findings"]] == [stop["target"]],
        )


def _again(result: Result, from_us: float, to_us: float) -> float:
    """Packets sent again for each packet's worth of payload that arrived, between two times."""
    resent = sum(between(result, summed(result, "retransmissions"), from_us, to_us))
    bits_ns = sum(between(result, total_gbps(result), from_us, to_us))
    return resent / (bits_ns * float(result["timeline"]["interval_ns"]) / 8 / 4096)


def _probes_lost(result: Result, turn: str, from_us: float, to_us: float) -> tuple[int, int, int]:
    """Of probes that turn at a switch, how many were lost and sent between two times; and how many of all others.

    A probe's fate is known up to an interval after it was sent: intervals at the edges count as neither.
    """
    probes = result["clustermapper"]
    step = probes["interval_ns"] / 1000
    lost, sent, elsewhere = 0, 0, 0
    for name, series in probes["lost"].items():
        for at, count in enumerate(series):
            inside = from_us + step <= at * step and (at + 1) * step <= to_us
            touching = from_us < (at + 1) * step and at * step < to_us + step
            if name == turn and inside:
                lost, sent = lost + count, sent + probes["sent"][name][at]
            elif name != turn or not touching:
                elsewhere += count
    return lost, sent, elsewhere


def _probes(results: Sequence[Result]) -> Panel:
    """Of all seeds together, as some send no probe by that T1 in an interval; the paper has 99.8 % in the outage."""
    turn = results[0]["scenario"]["faults"][0]["target"]
    sent, lost = (
        [sum(counts) for counts in zip(*(result["clustermapper"][what][turn] for result in results), strict=False)]
        for what in ("sent", "lost")
    )
    step_us = results[0]["clustermapper"]["interval_ns"] / 1000
    points = [(at * step_us, 100 * gone / of) for at, (gone, of) in enumerate(zip(lost, sent, strict=True)) if of]
    curve = Curve(f"by {turn}", [at for at, _ in points], [share for _, share in points])
    return Panel(
        "probes, all seeds together", "time, us", "% lost", [curve], [Level("the paper's", [99.8], curve.label)]
    )


FIG4 = StartUp()
FIG5 = Flaps()
FIG8 = DeadT1()
