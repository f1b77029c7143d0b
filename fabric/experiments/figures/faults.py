# SPDX-License-Identifier: Apache-2.0
"""Links and switches fail (arXiv 2605.04333 §5.4, §5.6): what throughput remains, and how long dead paths are used.

Figures 9 to 11 and 19: links of a NIC go and come back (9a, 9b), faults inside the fabric are hardly seen (9c, 9d,
10, 11), and links between a rack and the spines go and come back in a fabric of one plane (19). The headline claim is
the time from a fault to the last packet sent on the dead path: of MRC, and of RoCE over routed failover.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any

from msgspec import Struct

from fabric.experiments.figure import (
    ENDS_US,
    LEFT_US,
    PAYLOAD_SHARE,
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
    at_both,
    between,
    dips,
    ends_of,
    first_end_us,
    first_fault_us,
    gbps,
    last_judged_us,
    link_changes,
    lowest_window,
    no_queue_pair_lost,
    number,
    of_seeds,
    over_seeds,
    over_seeds_of_flow,
    percent,
    scenario_of,
    seeded,
    times_us,
    total_gbps,
    used_and_left,
    used_left_and_back,
)

# --- Failover --------------------------------------------------------------------------------------------------------


_T1 = {1: 5, 2: 5, 3: 2, 4: 0, 5: 2}
"""By seed, which T1 of plane 0 the RoCE queue pair's hash takes: that is what fails, for MRC as well. A run in which
nothing was lost there is red."""
_ROCE_EVERY_US = 2_500.0
"""A RoCE packet is sent so often; the path is known to be in use as exactly as that."""
_ROCE_AT = "10100us"
_ROCE: Mapping[str, Any] = {
    "nic": {"kind": "roce", "qps": 1, "options": {"timeout": 18}},
    "limit": "4s",
    "sample": "1ms",
    "workload": [{"from": "nic0", "to": "nic1", "bytes": "4KiB", "every": "2500us", "times": 830}],
}
"""A packet every 2.5 ms for the two seconds that routing takes; a local ACK timeout of 1.07 s and seven retries, as
collective libraries set them: with less than the convergence delay in all, the queue pair is lost."""
_FAULTS = {
    "nic-link": "link nic1:0--p0-t0-1:0 down",
    "near-link": "link p0-t0-0--p0-t1-{t1} down",
    "far-link": "link p0-t0-1--p0-t1-{t1} down",
    "t1": "switch p0-t1-{t1} stop",
    "t0": "switch p0-t0-1 stop",
}
_JUDGED = ("nic-link", "near-link", "far-link", "t1")
"""What the criterion of MRC is about. `t0` is shown beside it."""
_ROUTED = ("near-link", "far-link", "t1")
"""For these there is another way in the plane, which routing can find."""
_NAMES = {
    "nic-link": "a NIC's link",
    "near-link": "link T0-T1, at the sender",
    "far-link": "link T0-T1, at the receiver",
    "t1": "a T1 stops",
    "t0": "a T0 stops (not judged)",
}


def _runs() -> list[Run]:
    runs = []
    for seed in SEEDS:
        for kind, text in _FAULTS.items():
            fault = text.format(t1=_T1[seed])
            mrc = scenario_of("failover", seed=seed, faults=[{"at": "60us", "do": fault}])
            runs.append(Run(f"mrc-{kind}-seed{seed}", mrc))
            if kind in _ROUTED:
                roce = scenario_of("failover", seed=seed, faults=[{"at": _ROCE_AT, "do": fault}], **_ROCE)
                runs.append(Run(f"roce-{kind}-seed{seed}", roce))
    return runs


def _use(result: Result) -> Mapping[str, Any]:
    found: Mapping[str, Any] = result["scenario"]["faults"][0]["dead_path"]
    return found


def _used_us(result: Result) -> float:
    return float(_use(result)["used_ns"]) / 1000


def _data_us(result: Result) -> float:
    use = _use(result)
    return max(0.0, float(use["last_data_sent_ns"] - use["at_ns"]) / 1000)


def _silent_us(result: Result) -> float:
    """From the fault to the begin of the first sample in which payload arrived again; to the end, if none did."""
    step_us, fault_us = result["timeline"]["interval_ns"] / 1000, first_fault_us(result)
    begins = [at * step_us for at, value in enumerate(gbps(result, 0)) if value and at * step_us > fault_us]
    return min(begins, default=float(result["verdict"]["end_ns"]) / 1000) - fault_us


class Failover(Figure):
    def runs(self, scale: Scale) -> Sequence[Run]:
        """Each fault with five seeds, which draw MRC's EVs and RoCE's path. Larger fabrics take no longer."""
        del scale
        return _runs()

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The longest use of a dead path of MRC, the shortest of RoCE."""
        mrc = {kind: of_seeds(results, f"mrc-{kind}") for kind in _FAULTS}
        roce = {kind: of_seeds(results, f"roce-{kind}") for kind in _ROUTED}
        numbers: dict[str, float] = {}
        for kind, of_kind in mrc.items():
            used, data = [_used_us(result) for result in of_kind], [_data_us(result) for result in of_kind]
            numbers |= {f"mrc.{kind}.used_us.min": min(used), f"mrc.{kind}.used_us.max": max(used)}
            numbers |= {f"mrc.{kind}.data_us.min": min(data), f"mrc.{kind}.data_us.max": max(data)}
        for kind, of_kind in roce.items():
            used, silent = [_used_us(result) for result in of_kind], [_silent_us(result) for result in of_kind]
            numbers |= {f"roce.{kind}.used_us.min": min(used), f"roce.{kind}.used_us.max": max(used)}
            numbers[f"roce.{kind}.silent_us.min"] = min(silent)
            numbers[f"roce.{kind}.entries"] = max(float(each["checks"]["routes.changed"]) for each in of_kind)
        worst = max(numbers[f"mrc.{kind}.used_us.max"] for kind in _JUDGED)
        least = min(numbers[f"mrc.{kind}.used_us.min"] for kind in _JUDGED)
        least_data = min(numbers[f"mrc.{kind}.data_us.min"] for kind in _JUDGED)
        most_data = max(numbers[f"mrc.{kind}.data_us.max"] for kind in _JUDGED)
        delay_us = roce[_ROUTED[0]][0]["routing"]["convergence_ns"] / 1000
        used_us = min(numbers[f"roce.{kind}.used_us.min"] for kind in _ROUTED)
        used_most_us = max(numbers[f"roce.{kind}.used_us.max"] for kind in _ROUTED)
        silent_us = min(numbers[f"roce.{kind}.silent_us.min"] for kind in _ROUTED)
        dead = [*(result for kind in mrc for result in mrc[kind]), *(result for kind in roce for result in roce[kind])]
        hit = sum(bool(_use(result)["data"]) for result in dead)
        criteria = [
            Criterion(
                f"MRC: {LEFT_US:.0f} us until the last data at most (NIC's link, T0-T1 links, T1)",
                f"{number(most_data, 0, LEFT_US)} us at most, {least_data:.0f} at least",
                most_data <= LEFT_US,
            ),
            Criterion(
                f"MRC: {LEFT_US:.0f} us until the last of any packets but EV probes, same faults",
                f"{number(worst, 0, LEFT_US)} us at most, {least:.0f} at least",
                worst <= LEFT_US,
            ),
            Criterion(
                f"RoCE: nothing arrives for the {delay_us / 1e6:g} s (an input) that routing takes to converge",
                f"{number(silent_us / 1e6, 4, delay_us / 1e6)} s at least",
                silent_us >= delay_us,
            ),
            Criterion(
                "RoCE: the dead path in use until then, to the 2.5 ms between two packets",
                f"{used_us / 1e6:.4f} to {used_most_us / 1e6:.4f} s",
                delay_us - _ROCE_EVERY_US <= used_us <= used_most_us <= delay_us,
            ),
            Criterion("the path that died was in use in every run", f"{hit} of {len(dead)}", hit == len(dead)),
            no_queue_pair_lost(dead),
        ]
        return Finding(criteria, _panels(mrc, roce), numbers)


def _panels(mrc: Mapping[str, Sequence[Result]], roce: Mapping[str, Sequence[Result]]) -> list[Panel]:
    curves = [
        _at_faults("MRC, all packets", mrc, _used_us),
        _at_faults("MRC, data", mrc, _data_us),
        _at_faults("RoCE, all packets", roce, _used_us),
        _at_faults("RoCE, until something arrives", roce, _silent_us),
    ]
    title = "from the fault to the last packet on the dead path; mean, least and most of all seeds"
    return [Panel(title, "", "us", curves, names=list(_NAMES.values()), logarithmic="y")]


def _at_faults(label: str, by_kind: Mapping[str, Sequence[Result]], read: Callable[[Result], float]) -> Curve:
    """A point for each fault: of RoCE not of those that routing cannot go round."""
    seen = [[read(result) for result in results] for results in by_kind.values()]
    places = [list(_NAMES).index(kind) for kind in by_kind]
    return Curve(
        label, places, [fmean(of) for of in seen], low=[min(of) for of in seen], high=[max(of) for of in seen]
    )  # fmt: skip


FAILOVER = Failover(
    name="failover",
    title="From a fault to the last packet on the dead path, MRC and RoCE",
    paper="MRC leaves a path that failed in microseconds, where routing takes seconds to tens of seconds (its authors' "
    "post). No figure of its own.",
    shows="How long packets are still sent where nothing takes them: counted where they are lost, timed when they left "
    "their NIC, EV probes aside, as those look whether the path is back. SACKs of a NIC that only receives may "
    "take longer than data: it learns of its way back from a probe per round trip, of one plane after the other. "
    "Nothing of how routing converges: its delay is given, and all switches change at once.",
    sabotages=(
        "losses-never-retire",
        "dead-paths-never-left",
        "routing-stands-still",
        "ecmp-ignores-ports",
    ),
    scale=dict.fromkeys(
        ("small", "paper"),
        "Link rates and delays as in the paper's fabric; four planes of eight T1s. The convergence delay is not "
        "scaled: 2 s, where seconds to tens of seconds are reported. RoCE sends a packet every 2.5 ms meanwhile, as 2 "
        "seconds of a 100 Gb/s link are six million packets; how long a path is used does not depend on it. MRC "
        "sends at the rate of its links; with less to send it would learn later.",
    ),
)


# --- Links of a NIC --------------------------------------------------------------------------------------------------


_SETTLED_US = 50.0
"""After a step, until when the plateau is not judged: 10 us until the NIC notices, then a few round trips."""
_LINK_GBPS = 100 * PAYLOAD_SHARE


@dataclass(frozen=True, slots=True)
class Removals(Figure):
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
                        worst = max(worst, abs(1 - fmean(plateau) / (up * _LINK_GBPS)))
                    dips_most = max(dips_most, dips(between(result, seen, from_us, to_us), up * _LINK_GBPS))
            shortfalls.append(worst)
        retired = max(result["checks"]["evs.retired"] for result in runs)
        criteria = [
            Criterion(
                "each plateau within 3 % of what remains, in each direction",
                f"{percent(max(shortfalls), 0.03)} off at most",
                max(shortfalls) <= 0.03,
            ),
            Criterion("one dip below nine tenths per step at most", f"{dips_most} at most", dips_most <= 1),
            no_queue_pair_lost(runs),
            Criterion("no path blamed", f"{retired} EVs retired at most", retired == 0),
        ]
        ours = over_seeds("both directions", runs, total_gbps)
        steps = _steps(runs[0])
        middles = [(from_us + to_us) / 2 for from_us, to_us, _ in steps][: len(self.paper_gbps)]
        paper = Curve("the paper's plateaus", middles, self.paper_gbps, paper=True, of=ours.label)
        cuts = [
            ends_of(runs),
            Cut("NICs notice (dips are counted)", [(from_us, from_us + _SETTLED_US) for from_us, _, _ in steps]),
        ]
        panel = Panel("goodput; mean, least and most of all seeds", "time, us", "Gb/s", [ours, paper], cuts=cuts)
        return Finding(criteria, [panel], {"worst_shortfall": max(shortfalls), "dips": float(dips_most)})


def _steps(result: Result) -> list[tuple[float, float, int]]:
    """From when to when (us) how many links are up, until the first flow has completed."""
    up, last_us, found = result["fabric"]["planes"], ENDS_US, []
    end_us = last_judged_us(result)
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
    paper="Plateaus of 1531, 1334, 1145, 952, 766, 568 and 383 Gb/s (both directions, 191 a link); at each "
    "removal after the first a drop below 35 for 0.9 s; with one link left it oscillates between 0 and 280; restores "
    "are clean steps.",
    shows="That a queue pair lives on over what remains of its planes, at the rate that remains, where the NIC sees "
    "its link go. Nothing of the paper's drops of 0.9 s: those are its NIC's, which takes long to map its ports anew. "
    "Nothing of the oscillation with one link left, which the paper does not explain: ours carries what one link does.",
    sabotages=("port-status-untold", "carrier-untold", "planes-stay-closed"),
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
    sabotages=("port-status-untold", "closed-planes-used", "planes-stay-closed"),
    scale=_scales("the links are away for 300 us instead of 12 s", "the links are away for 3 ms instead of 12 s"),
    paper_gbps=(1533, 761, 1533),
)


# --- Inside the fabric -----------------------------------------------------------------------------------------------


_PLANES = 8


@dataclass(frozen=True, slots=True)
class FabricFault(Figure):
    """A fault in the fabric, and the share of throughput that it may cost for good."""

    paper_gbps: float
    """The paper's throughput from the fault on."""
    share: float
    settled_us: float
    """After the first fault, until when a lower throughput is not judged."""
    fails: str
    """What fails, for people: it has to be in use before, and to be left."""
    returns: bool = False
    """Whether it comes back, and has to be used again."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Two NICs write to each other over 8 planes of 16 T1s; of 256, and for longer, at the paper's scale."""
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The lowest window after the first fault against what is left of the throughput before it."""
        runs = list(results.values())
        usual = [_before_gbps(result) for result in runs]
        steps = [1 - self._lowest_gbps(result) / before for result, before in zip(runs, usual, strict=True)]
        off, before = max(steps, key=lambda step: abs(step - self.share)), fmean(usual)
        bounds = self.share - 0.02 if self.share else float("-inf"), self.share + 0.02
        criteria = [
            Criterion(
                f"{100 * self.share:.1f} % of the throughput are gone from the fault on, within 2 %"
                if self.share
                else "no step above 2 % from the first fault on",
                f"{percent(off, *bounds)} below {before:.0f} Gb/s at the lowest",
                bounds[0] <= min(steps) <= max(steps) <= bounds[1],
            ),
            *(used_left_and_back if self.returns else used_and_left)(runs, self.fails),
            no_queue_pair_lost(runs),
        ]
        ours = over_seeds("both directions", runs, total_gbps)
        levels = [Level("the paper's", [self.paper_gbps], ours.label)]
        cuts = [ends_of(runs)]
        if self.settled_us:
            fault_us = first_fault_us(runs[0])
            cuts.append(Cut("the NIC finds out", [(fault_us, fault_us + self.settled_us)]))
        panel = Panel("goodput; mean, least and most of all seeds", "time, us", "Gb/s", [ours], levels, cuts=cuts)
        return Finding(criteria, [panel], {"before_gbps": before, "step": max(steps)})

    def _lowest_gbps(self, result: Result) -> float:
        from_us = first_fault_us(result) + self.settled_us
        return lowest_window(result, total_gbps(result), from_us, last_judged_us(result))


def _before_gbps(result: Result) -> float:
    return fmean(between(result, total_gbps(result), ENDS_US, first_fault_us(result)))


def _fabric_scales(small: str, paper: str) -> Mapping[Scale, str]:
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
    sabotages=("dead-paths-never-left", "one-ev-a-plane", "paths-over-one-t1"),
    scale=_fabric_scales(
        "A link every 15 us instead of every second; 20 of 128 uplinks instead of 20 of 2,048.",
        "A link every 150 us instead of every second.",
    ),
    paper_gbps=1533,
    share=0.0,
    settled_us=0.0,
    fails="a link",
)

FIG9D = FabricFault(
    name="fig9d",
    title="Eight T0-T1 links flap together",
    paper="One sample of 1471 Gb/s (4 % of 0.2 s), else 1531.",
    shows="That links inside the fabric may go and come back in service. Nothing of links that do so all the time.",
    sabotages=("losses-never-retire", "probes-never-sent", "paths-over-one-t1"),
    scale=_fabric_scales("Down for 200 us instead of 30 s.", "Down for 2 ms instead of 30 s."),
    paper_gbps=1531,
    share=0.0,
    settled_us=0.0,
    fails="a link",
    returns=True,
)

FIG10 = FabricFault(
    name="fig10",
    title="A T0 stops forwarding",
    paper="One sample near 4 Gb/s, then 1338 steady: the plane's 100 Gb/s in each direction are gone, nothing else.",
    shows="That a plane which nobody told of its end costs its own share. Nothing of the other NICs of that T0.",
    sabotages=("dead-paths-never-left", "lost-sent-there-again"),
    scale=_fabric_scales(
        "The T0's links stay up here and nobody is told, which is harder than in the paper.",
        "The T0's links stay up here and nobody is told, which is harder than in the paper.",
    ),
    paper_gbps=1338,
    share=1 / _PLANES,
    settled_us=50.0,
    fails="a T0",
)

FIG11 = FabricFault(
    name="fig11",
    title="A T1 stops forwarding, and comes back",
    paper="1508 Gb/s at least, 1533 in the median: no loss of throughput.",
    shows="That the end of a spine switch is not seen in throughput. Nothing of how many packets it cost.",
    sabotages=("losses-never-retire", "dead-paths-never-left", "probes-never-sent", "one-ev-a-plane"),
    scale=_fabric_scales("Away for 200 us instead of 70 s.", "Away for 2 ms instead of 70 s."),
    paper_gbps=1533,
    share=0.0,
    settled_us=0.0,
    fails="a T1",
    returns=True,
)


# --- Between a rack and the spines -----------------------------------------------------------------------------------


_HOST_GBPS = 400
_UPLINKS = 4
_GONE_US, _BACK_US = 150.0, 1800.0
"""After a link went, and after one came back, until when the plateau is not judged. The receiver, which knows nothing
of the links, tries one path for its SACKs after the other, a round trip or two each; a NIC probes a path that has been
bad for long every 800 us, until the first answer counts, and believes three."""
_SPINE_ENDS_US = 60.0
_WINDOW = 5
"""Samples of 10 us that make one of those in which dips are counted, as in the other figures."""


class _Part(Struct, frozen=True):
    """19a, 19b or 19c.

    Attributes:
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


class SpineLinks(Figure):
    """Throughput is what the links that are up carry, at most what the NIC does."""

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
            of_part = of_seeds(results, part.letter)
            worst = [max(_shortfalls(part, result)) for result in of_part]
            dipped = [_dips_of(part, result) for result in of_part]
            back_us = [each for result in of_part for each in _backs_us(part, result)]
            numbers |= {
                f"{part.letter}.shortfall.min": min(worst), f"{part.letter}.shortfall.max": max(worst),
                f"{part.letter}.dips.max": float(max(dipped)),
            }  # fmt: skip
            criteria += [
                Criterion(
                    f"19{part.letter}: each plateau within 3 % of what links that are up carry",
                    f"{percent(max(worst), 0.03)} off at most",
                    max(worst) <= 0.03,
                ),
                Criterion(f"19{part.letter}: one dip per step at most", f"{max(dipped)} at most", max(dipped) <= 1),
            ]
            if back_us:
                most_us = max(back_us)
                numbers |= {f"{part.letter}.back_us.max": most_us} if most_us < float("inf") else {}
                criteria.append(
                    Criterion(
                        f"19{part.letter}: a link that came back carries its share within {_BACK_US:,.0f} us",
                        f"{number(most_us, 0, _BACK_US)} us at most" if most_us < float("inf") else "not at all",
                        most_us <= _BACK_US,
                    )
                )
            panels.append(_panel(part, of_part))
        criteria.append(no_queue_pair_lost(list(results.values())))
        return Finding(criteria, panels, numbers)


def _spine_steps(part: _Part, result: Result) -> list[tuple[float, float, float, float]]:
    """From when to when (us), from when it is judged, and what the links carry; until the flow has completed."""
    up, last_us, judged_us, found = _UPLINKS, _SPINE_ENDS_US, _SPINE_ENDS_US, []
    end_us = first_end_us(result) - _SPINE_ENDS_US
    for at_us, by in [*link_changes(result), (end_us, 0)]:
        carried = min(_HOST_GBPS, up * part.link_gbps) * PAYLOAD_SHARE
        found.append((last_us, judged_us, min(at_us, end_us), carried))
        up, last_us, judged_us = up + by, at_us, at_us + (_BACK_US if by > 0 else _GONE_US)
    return found


def _shortfalls(part: _Part, result: Result) -> list[float]:
    """How far each plateau is off, as a share; 1 for a plateau that is missing."""
    seen = [
        (between(result, gbps(result, 0), judged_us, to_us), carried)
        for _, judged_us, to_us, carried in _spine_steps(part, result)
    ]
    return [abs(1 - fmean(plateau) / carried) if plateau else 1.0 for plateau, carried in seen]


def _backs_us(part: _Part, result: Result) -> list[float]:
    """How long each time, once a link was back, until all later windows had what links that are up carry; 3 % less."""
    width_us = _WINDOW * result["timeline"]["interval_ns"] / 1000
    steps, found = _spine_steps(part, result), []
    for (*_, before), (from_us, _, to_us, carried) in pairwise(steps):
        if carried > before:
            windows = _windows(between(result, gbps(result, 0), from_us, to_us))
            low = [at for at, value in enumerate(windows) if value < 0.97 * carried]
            last = max(low, default=-1) + 1
            found.append(float("inf") if last == len(windows) else width_us * last)
    return found


def _windows(samples: Sequence[float]) -> list[float]:
    return [fmean(samples[at : at + _WINDOW]) for at in range(0, len(samples) - _WINDOW + 1, _WINDOW)]


def _dips_of(part: _Part, result: Result) -> int:
    """The most in one step, below what was carried before or is now, whichever is less."""
    most, before = 0, float("inf")
    for from_us, _, to_us, carried in _spine_steps(part, result):
        samples = between(result, gbps(result, 0), from_us, to_us)
        most = max(most, dips(_windows(samples), min(before, carried)))
        before = carried
    return most


def _panel(part: _Part, results: Sequence[Result]) -> Panel:
    steps = _spine_steps(part, results[0])
    middles = [(judged_us + to_us) / 2 for _, judged_us, to_us, _ in steps]
    late = [(from_us, judged_us, judged_us - from_us == _BACK_US) for from_us, judged_us, _, _ in steps[1:]]
    cuts = [
        Cut("the flow begins, and ends", [(0.0, _SPINE_ENDS_US), (steps[-1][2], times_us(results[0])[-1])]),
        Cut("SACKs look for a way (dips are counted)", [(begin, end) for begin, end, back in late if not back]),
        Cut("probes look whether a link is back", [(begin, end) for begin, end, back in late if back]),
    ]
    curves = [
        over_seeds_of_flow("goodput", results, 0),
        Curve("the paper's plateaus", middles, part.paper_gbps, paper=True, of="goodput"),
    ]
    title = f"19{part.letter}; mean, least and most of all seeds"
    return Panel(title, "time, us", "Gb/s", curves, cuts=[cut for cut in cuts if cut.spans])


FIG19 = SpineLinks(
    name="fig19",
    title="A rack's links to the spines go, and come back",
    paper="a: 384 Gb/s, flat, with three of four links gone. b, with links slowed to 100 Gb/s: 384, 286, 191, 96, 191, "
    "286, 382, with samples of 0 at the third removal and the first restore. c, two at once: 384, 191, 384.",
    shows="That a NIC on a single plane goes round dead links of the fabric and uses them again, with nobody telling "
    "it, down to the last path. Nothing of several flows that share the links.",
    sabotages=("probes-never-sent", "dead-paths-never-left"),
    scale=at_both(_SCALE),
)
