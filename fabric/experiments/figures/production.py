# SPDX-License-Identifier: Apache-2.0
"""Figures 4 to 8 (arXiv 2605.04333 §5.2): what production sees of bad links, flaps, a dead T1, and a bad transceiver.

A transceiver of a T0 flaps and takes the links of four nodes (6 and 7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from fabric.experiments.figure import (
    LONGER,
    SCENARIOS,
    SEEDS,
    Criterion,
    Curve,
    Cut,
    Figure,
    Finding,
    Level,
    Panel,
    Result,
    Run,
    Scale,
    between,
    changes_over,
    curve,
    first_end_us,
    no_data,
    no_queue_pair_lost,
    number,
    over_seeds,
    percent,
    percents,
    scenario_of,
    seeded,
    spread,
    times_us,
    total_gbps,
    used_and_left,
)
from fabric.scenario.reading import read_layers

# --- Bad links, flaps and a dead T1 ----------------------------------------------------------------------------------


MINUTE_US = 240.0
"""What stands for a minute in figures 4 to 8, as four microseconds stand for a second: the 30 us that a NIC needs, of
any scale, until it takes a packet for lost are to be short beside a minute, as they are in the paper's."""
_ALIKE = "Cluster A's four planes of 200 Gb/s, link delays as in the lab, and four microseconds for each second. "


def summed(result: Result, what: str) -> list[int]:
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


class StartUp(Figure):
    """Figure 4: losses fall as bad EVs are swapped."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        paper = {"overrides": {"t1s_per_plane": 256}, "faults": _bad_among_256()} if scale == "paper" else {}
        return [Run(f"seed{seed}", scenario_of(self.name, seed=seed, **paper)) for seed in SEEDS]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Losses by half a minute: the peak, and what is left a minute after it."""
        falls, worst_of_queue_pairs, curves, nothing = [], [], [], []
        for name, result in results.items():
            half_minutes = in_windows(result, summed(result, "losses"), 0, first_end_us(result), MINUTE_US / 2)
            peak = max(range(len(half_minutes)), key=lambda at: half_minutes[at])
            after = half_minutes[peak + 2 :]
            if not half_minutes[peak] or not after:
                nothing.append(f"{name}: {'no minute after it' if half_minutes[peak] else 'nothing lost'}")
                continue
            floor = fmean(after)
            falls.append(half_minutes[peak] / floor if floor else float("inf"))
            worst_of_queue_pairs.append(max(flow["losses"] for flow in result["flows"]))
            curves.append(
                Curve(
                    name,
                    [(at - peak) / 2 for at in range(len(half_minutes))],
                    [100 * each / half_minutes[peak] for each in half_minutes],
                )
            )
        if nothing:
            more = f", and {len(nothing) - 1} more" if nothing[1:] else ""
            return Finding([no_data("there is a peak of losses, and a minute after it", nothing[0] + more)], [])
        later = max(max(points.y[_after(points) :], default=0.0) for points in curves)
        top = max(_PAPER_LOSSES.values())
        curves.append(
            Curve("the paper", list(_PAPER_LOSSES), [100 * each / top for each in _PAPER_LOSSES.values()], paper=True)
        )
        least, most = min(falls), max(falls)
        dead = [_dead_links(result) for result in results.values()]
        used, links = sum(each.used for each in dead), sum(each.links for each in dead)
        left_us = max(each.left_us for each in dead)
        criteria = [
            Criterion(
                "losses fall 60 times or more from a minute after their peak on",
                f"{_times(least)} at least, {_times(most)} at most",
                least >= 60,
            ),
            Criterion(
                "flat from then on: no half minute with a twentieth of the peak",
                f"{number(later, 1, 5)} % at most",
                later < 5,
            ),
            Criterion(
                f"dead links were in use, and are left a minute ({MINUTE_US:.0f} us) after the last start",
                f"{number(left_us, 0, MINUTE_US)} us; {used} of {links} in use",
                used > 0 and left_us <= MINUTE_US,
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


class _DeadLinks(Struct, frozen=True):
    """Links that are dead from the begin on: how many, how many data was sent to, and how long after the last start."""

    links: int
    used: int
    left_us: float


def _dead_links(result: Result) -> _DeadLinks:
    uses = [use for fault in result["scenario"]["faults"] if (use := fault["dead_path"]) is not None]
    begun_ns = max(flow["post_ns"] for flow in result["flows"])
    last_ns = max((use["last_data_sent_ns"] for use in uses), default=0)
    return _DeadLinks(len(uses), sum(bool(use["data"]) for use in uses), max(0.0, (last_ns - begun_ns) / 1000))


def _after(points: Curve) -> int:
    """The first half minute that is a minute or more after the peak."""
    return next((at for at, minutes in enumerate(points.x) if minutes >= 1), len(points.x))


def _times(fall: float) -> str:
    return f"{number(fall, 0, 60)} times" if fall < float("inf") else "infinitely often"


_DRAIN_US = 90.0
"""Before the end of the run without flaps, from when on all messages are out: 32 of 256 KiB. Then nothing follows what
is lost, and the share of a queue pair that waits stays unused."""


class Flaps(Figure):
    """Figure 5: links flap all the time, and nobody notices."""

    def runs(self, scale: Scale) -> Sequence[Run]:
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
                f"{percent(worst, 0.02)} below {usual:.0f} Gb/s; means {percents(means)}",
                worst <= 0.02,
            ),
            *_left_and_back(list(flapped.values())),
            no_queue_pair_lost(list(results.values())),
        ]
        ends_us = calm["verdict"]["end_ns"] / 1000
        panels = [
            Panel(
                "goodput; mean, least and most of all seeds",
                "time, us",
                "Gb/s",
                [
                    curve(calm, total_gbps(calm), "no flaps"),
                    over_seeds("flaps", list(flapped.values()), total_gbps),
                ],
                cuts=[
                    Cut("before the flaps", [(0.0, MINUTE_US)]),
                    Cut("few messages are left", [(_last_minute_us(until_us), ends_us)]),
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


def _last_minute_us(until_us: float) -> float:
    """The end of the last whole minute before a time, as `in_windows` counts them from the first one on."""
    return until_us - until_us % MINUTE_US


_NOTICED_US = 50.0
"""So long after a link came back what was lost on it at the very end has been noticed: a few round trips."""


class _Flap(Struct, frozen=True):
    """A link that went and came back.

    Attributes:
        hit: whether data was lost there: it was in use.
        out: EVs by it that went out of use before what was lost there had been noticed.
        back: how many as those came back into service within a minute after the link.
        settled: whether the run went on for that minute.
    """

    hit: bool
    out: int = 0
    back: int = 0
    settled: bool = False


def _flaps_of(result: Result) -> Iterator[_Flap]:
    for fault in result["scenario"]["faults"]:
        use = fault["dead_path"]
        if use is None:
            continue
        if not use["data"]:
            yield _Flap(hit=False)
            continue
        up_us = _back_us(result, fault)
        until_ns, soon_ns = 1000 * (up_us + _NOTICED_US), 1000 * (up_us + MINUTE_US)
        of_it = [change for _, change in changes_over(result, fault["target"], fault["at_ns"])]
        out = sum(each["to"] == "ASSUMED_BAD" and each["at_ns"] <= until_ns for each in of_it)
        again = sum(
            each["from"] == "ASSUMED_BAD" and each["to"] == "GOOD" and each["at_ns"] <= soon_ns for each in of_it
        )
        yield _Flap(True, out, min(again, out), up_us + MINUTE_US <= result["verdict"]["end_ns"] / 1000)


def _left_and_back(results: Sequence[Result]) -> list[Criterion]:
    """Whether flaps hit links in use, whether EVs by them went out of use, and whether those came back into service."""
    found = [flap for result in results for flap in _flaps_of(result)]
    flaps, hit = len(found), sum(flap.hit for flap in found)
    left = sum(bool(flap.out) for flap in found)
    settled = [flap for flap in found if flap.settled]
    out, back = sum(flap.out for flap in settled), sum(flap.back for flap in settled)
    asked = (
        "links that flapped were in use",
        "every flap that lost data took an EV out of use",
        "95 % of the EVs that flaps took are in service a minute after their link",
    )
    if not out:
        seen = f"{hit} of {flaps} flaps lost data, {left} took an EV out of use"
        return [Criterion(asked[0], seen, bool(hit)), Criterion(asked[1], seen, held=False), no_data(asked[2], seen)]
    return [
        Criterion(asked[0], f"{hit} of {flaps} flaps lost data", held=True),
        Criterion(asked[1], f"{left} of {hit}", left == hit),
        Criterion(asked[2], f"{back} of {out}", back >= 0.95 * out),
    ]


def _back_us(result: Result, fault: Mapping[str, Any]) -> float:
    """When the target of a fault was there again, or the run ended."""
    later = (
        float(each["at_ns"])
        for each in result["scenario"]["faults"]
        if each["restores"] and each["target"] == fault["target"] and each["at_ns"] > fault["at_ns"]
    )
    return min(later, default=float(result["verdict"]["end_ns"])) / 1000


def _flaps_by_minute(result: Result) -> list[int]:
    begins = [fault["at_ns"] / 1000 for fault in result["scenario"]["faults"] if not fault["restores"]]
    last = max(begins)
    counts, from_us = [], MINUTE_US * (min(begins) // MINUTE_US)
    while from_us + MINUTE_US <= last + MINUTE_US / 2:
        counts.append(sum(from_us <= at < from_us + MINUTE_US for at in begins))
        from_us += MINUTE_US
    return counts


class DeadT1(Figure):
    """Figure 8: a T1 stops forwarding; probes see it, throughput hardly."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Agents probe half as often in a run that lasts longer: a result has what each switch lost by interval."""
        mapper = {"interval": "80us", "timeout": "20us", "t1s": 16}
        overrides = {"t1s_per_plane": 256}
        return seeded(self.name, scale, overrides=overrides, nic={"evs": 256}, clustermapper=mapper)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput, what was sent again, and probes, before the fault, in its minute, after it, from the reboot."""
        all_seeds = list(results.values())
        seen = [_Seen.of(result) for result in all_seeds]
        dip = [1 - each.dip for each in seen]
        worst = max(*dip, *(1 - each.later for each in seen))
        again = {part: [getattr(each, part) for each in seen] for part in ("struck", "outage", "rebooted")}
        peak = fmean(again["struck"])
        rest = max(fmean(again["outage"]), fmean(again["rebooted"]))
        lost = min(each.probes_lost for each in seen)
        others = max(each.probes_lost_else for each in seen)
        found = sum(each.found for each in seen)
        criteria = [
            Criterion(
                "no minute from the fault on more than 2 % below the throughput before",
                f"{percent(worst, 0.02)} below; in the fault's minute {percents(dip)} (below 0: above)",
                worst <= 0.02,
            ),
            *used_and_left(all_seeds, "the T1"),
            _good_again(all_seeds),
            Criterion(
                "a tenth or less of that minute's share is sent again in the outage and after",
                f"{rest:.1e} at most, {peak:.1e} in that minute",
                rest <= peak / 10,
            ),
            Criterion(
                "99 % of probes by that T1 lost while it is dead, no others and never else",
                f"{percent(lost, 0.99)} at least, {others} others",
                lost >= 0.99 and others == 0,
            ),
            Criterion(
                "the Clustermapper tells this T1, and nothing else", f"{found} of {len(seen)} runs", found == len(seen)
            ),
            no_queue_pair_lost(all_seeds),
        ]
        goodput = over_seeds("both flows", all_seeds, total_gbps)
        resent = over_seeds("in 10 us", all_seeds, lambda result: summed(result, "retransmissions"))
        dead = [_away(all_seeds[0])]
        time = f"time, us ({MINUTE_US:.0f} are a minute)"
        panels = [
            Panel(
                "goodput; mean, least and most of all seeds",
                time,
                "Gb/s",
                [goodput],
                cuts=[Cut("the first minute: windows open", [(0.0, MINUTE_US)])],
                faults=dead,
            ),
            Panel("packets sent again; mean, least and most of all seeds", time, "packets", [resent], faults=dead),
            _probes(all_seeds),
        ]
        numbers = {"dip.max": max(dip), "resent.peak": peak, "resent.outage": fmean(again["outage"])}
        return Finding(criteria, panels, {**numbers, "resent.rebooted": fmean(again["rebooted"])})


class _Seen(Struct, frozen=True):
    """One run of figure 8.

    Attributes:
        dip, later: throughput in the minute of the fault, and the lowest of all minutes after it, of that before.
        struck, outage, rebooted: fraction of packets sent again in the minute of the fault, in the rest of the outage,
            and from the reboot on.
        probes_lost: fraction of the probes by the T1 that were lost while it was dead.
        probes_lost_else: how many others were lost.
        found: whether the Clustermapper reported this T1 alone.
    """

    dip: float
    later: float
    struck: float
    outage: float
    rebooted: float
    probes_lost: float
    probes_lost_else: int
    found: bool

    @classmethod
    def of(cls, result: Result) -> _Seen:
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


def _good_again(results: Sequence[Result]) -> Criterion:
    """Whether EVs by a T1 that stops are good again soon after it was rebooted; others have their turn by then."""
    asked = "of the EVs by it that went bad 95 % are good again a minute after the reboot"
    bad = good = 0
    for result in results:
        stop, start = result["scenario"]["faults"]
        of_it = [change for _, change in changes_over(result, stop["target"], 0)]
        gone = sum(each["to"] == "ASSUMED_BAD" and each["at_ns"] < start["at_ns"] for each in of_it)
        soon_ns = start["at_ns"] + 1000 * MINUTE_US
        back = sum(each["to"] == "GOOD" and start["at_ns"] <= each["at_ns"] <= soon_ns for each in of_it)
        bad, good = bad + gone, good + min(back, gone)
    if not bad:
        return no_data(asked, "none went bad")
    return Criterion(asked, f"{percent(good / bad, 0.95)}, {good} of {bad}", good >= 0.95 * bad)


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
        "probes, all seeds together", f"time, us ({MINUTE_US:.0f} are a minute)", "% lost", [curve],
        [Level("the paper's, while it is dead", [99.8], curve.label)],
        faults=[_away(results[0])],
    )  # fmt: skip


FIG4 = StartUp(
    name="fig4",
    title="A job starts on a fabric with bad links, without a denylist",
    paper="9.2e5 losses/s at the peak, 6.2e5 half a minute later, 1.5e4 after a minute (60 times less), then 1.2e3 to "
    "2.5e3; less than five losses per queue pair in the first minute. 75,000 GPUs.",
    shows="That queue pairs find out by themselves which of their EVs are bad, at the price of a few packets each, and "
    "that nobody has to know the links beforehand. How many links are bad, and how many of them lose little, is "
    "ours: the paper does not say. What is still lost a minute later is lost on those that lose little, so they "
    "set the floor, and the fall is as much the scenario's as MRC's. That dead links are left is MRC's alone.",
    sabotages=("losses-never-retire", "dead-paths-never-left"),
    scale={
        "small": f"{_ALIKE}16 NICs with 64 queue pairs of 32 EVs of 128 paths, which send at 13 % of the line "
        "and begin within half a minute; 3 % of the T0-T1 links are dead, 1 % lose one frame in a thousand.",
        "paper": f"{_ALIKE}As at small scale, and as long, with 256 T1s per plane and eight times as many bad "
        "links; 75,000 NICs need more memory than one machine has.",
    },
)
FIG5 = Flaps(
    name="fig5",
    title="T0-T1 links flap all the time",
    paper="4.2 flaps a minute in the mean, 13 at most, over four hours; no impact on performance.",
    shows="That links inside the fabric may flap in service. 256 links flap here as often as all of the paper's "
    "fabric, so that each queue pair is hit far more often than there.",
    sabotages=("losses-never-retire", "probes-never-sent"),
    scale={
        "small": f"{_ALIKE}2 NICs with 8 queue pairs of 32 EVs each write to 2 others, 32 T1s a plane; 9 "
        "minutes. A flap takes half a minute: the paper does not say how long its own take.",
        "paper": f"{_ALIKE}2 NICs with 8 queue pairs of 256 EVs each write to 2 others, 256 T1s per plane; "
        f"{9 * LONGER} minutes.",
    },
)
FIG8 = DeadT1(
    name="fig8",
    title="A T1 stops forwarding, and is rebooted",
    paper="99.8 % of probes lost while it does not forward. Throughput falls by 19 % for one sample of a minute, and "
    "is normal then; the fraction sent again is 1.4e-5 in that minute, 1e-6 during the outage, 2e-7 otherwise; a "
    "quarter of the queue pairs is hit; the reboot itself is invisible. 75,000 GPUs.",
    shows="That a T1 may die and be rebooted while jobs run, and that the Clustermapper's probes tell which one it is. "
    "The paper's sample of -19 % is not expected here: its jobs wait for the slowest of their queue pairs, these "
    "writes do not, and one T1 of 128 is 0.8 % of their paths. What can be seen of it is what was sent into it.",
    sabotages=("agents-see-no-loss", "loops-turn-at-the-t0", "dead-paths-never-left"),
    scale={
        "small": f"{_ALIKE}2 NICs with 8 queue pairs of 32 EVs of 128 paths each (a quarter of them, as in the "
        "paper), which write to 2 others; probes every 40 us.",
        "paper": f"{_ALIKE}256 EVs of 1,024 paths for each of 16 queue pairs; dead for {12 * LONGER} minutes.",
    },
)


# --- A transceiver ---------------------------------------------------------------------------------------------------


_SETTLED_US = 50.0
"""After the links went, until when throughput is not judged: 10 us until the NICs notice, then a few round trips."""
_PAPER_SHARES = ((-0.5, 1.0), (0.5, 5.30 / 7.0), (1.0, 5.08 / 7.0))
_PAPER_AFTER = 6.95 / 7.0
"""Throughput by minutes since the flap, of that before, and after it: 7.0, 5.30, 5.08 and 6.95 Pb/s in samples of half
a minute."""


class Transceiver(Figure):
    """A job of rings goes at the pace of its slowest NIC, and goes on."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256}, nic={"evs": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The plateau while the links are away, what comes after it, and who lost packets."""
        shares, after, strangers = [], [], 0
        for result in results.values():
            down_us, up_us = _away(result)
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
                f"{100 * left:.0f} % of the throughput before while links are away, within 3 %",
                f"{percent(max(shares, key=lambda each: abs(each - left)), left - 0.03, left + 0.03)}",
                off <= 0.03,
            ),
            Criterion(
                "from a minute after the links on no minute more than 2 % below that before",
                f"{percent(min(after), 0.98)} at the lowest",
                min(after) >= 0.98,
            ),
            no_queue_pair_lost(list(results.values())),
            Criterion(
                "only nodes whose links went, and those that send to them, lost packets",
                f"{strangers} packets of others; {most} lost most",
                strangers == 0 and most in _hit(results["seed1"]),
            ),
        ]
        panels = [_goodput(list(results.values())), _losses(list(results.values()))]
        numbers = {"share.min": min(shares), "share.max": max(shares), "after.min": min(after)}
        return Finding(
            criteria, panels, {**numbers, **{f"lost.{name}": float(count) for name, count in by_node.items()}}
        )


def _away(result: Result) -> tuple[float, float]:
    """When what fails goes and comes back, us."""
    at = [fault["at_ns"] / 1000 for fault in result["scenario"]["faults"]]
    return min(at), max(at)


def _hit(result: Result) -> set[str]:
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
    down_us, up_us = _away(results[0])
    before = fmean(between(results[0], total_gbps(results[0]), MINUTE_US, down_us))
    points = [(down_us + minutes * MINUTE_US, share * before) for minutes, share in _PAPER_SHARES]
    points.append((up_us + MINUTE_US, _PAPER_AFTER * before))
    ours = over_seeds("seven NICs", results, total_gbps)
    x, y = zip(*points, strict=True)
    paper = Curve("the paper, of its 7.0 Pb/s", x, y, paper=True, of=ours.label)
    last_us = min(first_end_us(result) for result in results) - MINUTE_US / 2
    cuts = [
        Cut("the first minute", [(0.0, MINUTE_US)]),
        Cut("NICs notice", [(down_us, down_us + _SETTLED_US)]),
        Cut("rings speed up again", [(up_us, up_us + MINUTE_US)]),
        Cut("rings end", [(last_us, results[0]["verdict"]["end_ns"] / 1000)]),
    ]
    return Panel("goodput; mean, least and most of all seeds", "time, us", "Gb/s", [ours, paper], cuts=cuts)


def _losses(results: Sequence[Result]) -> Panel:
    """By the node that sent them, those that lost any with any seed."""
    sent = [_resent_by_node(result) for result in results]
    nodes = sorted({node for each in sent for node, counts in each.items() if any(counts)})
    curves = [
        spread(node, [Curve(node, times_us(result), each[node]) for result, each in zip(results, sent, strict=True)])
        for node in nodes
    ]
    return Panel("packets sent again; mean, least and most of all seeds", "time, us", "packets in 10 us", curves)


def _resent_by_node(result: Result) -> dict[str, list[float]]:
    sent: dict[str, list[float]] = {}
    for flow, again in zip(result["flows"], result["timeline"]["retransmissions"], strict=True):
        sums = sent.setdefault(flow["from"], [0.0] * len(again))
        sent[flow["from"]] = [total + count for total, count in zip(sums, again, strict=True)]
    return sent


FIG6 = Transceiver(
    name="fig6",
    title="A transceiver of a T0 flaps and takes the links of four nodes (figures 6 and 7)",
    paper="7.0 Pb/s, then 5.30 and 5.08 (-24 and -27 %) in samples of half a minute, 6.95 within a minute; no queue "
    "pair fails. The worst node loses 6.9e3 packets a second, those that send to it 1.3e3 to 3.5e3. 50,000 GPUs.",
    shows="Why four links of 50,000 nodes cost a quarter: three nodes have three of their four planes, and the job "
    "waits for them. And that it does go on at three quarters. NICs and switch notice the link at the same time here; "
    "in the paper they are up to half a minute apart.",
    sabotages=("port-status-untold", "planes-stay-closed"),
    scale={
        "small": "Cluster A's four planes of 200 Gb/s and four microseconds for each second; 7 NICs in four rings "
        "instead of 50,000 GPUs, 8 T1s per plane; the links are away for three minutes instead of one, so that a "
        "plateau is seen.",
        "paper": "As at small scale, with 256 T1s per plane and 256 EVs of a queue pair; everything "
        f"{LONGER} times as long.",
    },
)
