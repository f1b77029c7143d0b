# SPDX-License-Identifier: Apache-2.0
"""What a part of MRC is for: the same traffic with it and without, or with more of it (arXiv 2605.04333 §2).

Parts are ECN, the number of EVs and planes, being without a controller, and trimming. And how many queue pairs one NIC
can have: small writes over 1 to 10,000 of them. None is a figure of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from fabric.experiments.figure import (
    LEFT_US,
    PAYLOAD_SHARE,
    SCENARIOS,
    SEEDS,
    Criterion,
    Curve,
    Cut,
    Figure,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    at_both,
    between,
    first_end_us,
    first_fault_us,
    gbps,
    last_judged_us,
    no_data,
    no_queue_pair_lost,
    number,
    of_seeds,
    over_seeds_of_flow,
    percent,
    scenario_of,
    span,
    times_us,
)
from fabric.scenario.reading import load
from fabric.traffic.nics import first_evs

# --- ECN -------------------------------------------------------------------------------------------------------------


Judged = Mapping[str, Sequence[Result]]
"""Results by variant, in the order of the seeds."""
Changes = Mapping[str, Any]
"""Fields over those of a figure's file."""


@dataclass(frozen=True, slots=True)
class Comparison(Figure):
    """Variants of one scenario, five seeds each.

    Attributes:
        variants: by name, what differs from the figure's file; by seed, where that matters.
        ask: the criteria, but for what holds of every figure.
        check: of `result.json`'s checks, which is plotted by variant; None: none.
        also: other plots.
    """

    variants: Mapping[str, Changes | Callable[[int], Changes]]
    ask: Callable[[Judged], Sequence[Criterion]]
    check: str | None
    also: Callable[[Judged], Sequence[Panel]] = lambda _judged: ()

    def runs(self, scale: Scale) -> Sequence[Run]:
        del scale
        return [
            Run(f"{variant}-seed{seed}", scenario_of(self.name, seed=seed, **(made(seed) if callable(made) else made)))
            for variant, made in self.variants.items()
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        judged = {variant: of_seeds(results, variant) for variant in self.variants}
        criteria = [*self.ask(judged), no_queue_pair_lost(list(results.values()))]
        if self.check is None:
            return Finding(criteria, list(self.also(judged)))
        ends = [[how(checks(of, self.check)) for of in judged.values()] for how in (fmean, min, max)]
        curve = Curve("here", range(len(judged)), ends[0], low=ends[1], high=ends[2])
        what, unit = _CHECKS[self.check]
        numbers = {
            f"{variant}.{self.check}.{name}": how(checks(of, self.check))
            for variant, of in judged.items()
            for name, how in (("min", min), ("mean", fmean), ("max", max))
        }
        panel = Panel(f"{what}; mean, least and most of all seeds", "", unit, [curve], names=list(judged))
        return Finding(criteria, [panel, *self.also(judged)], numbers)


_CHECKS: Mapping[str, tuple[str, str]] = {
    "retransmissions.total": ("packets sent again", "packets"),
    "losses.total": ("packets that were found lost", "packets"),
    "completion_us": ("when the last write ends", "us"),
}
"""By check, the title and the unit of its plot."""


def checks(results: Sequence[Result], name: str) -> list[float]:
    """One of the checks of each result; infinite where it has none, as the completion of what did not complete."""
    found = [result["checks"][name] for result in results]
    return [float("inf") if each is None else float(each) for each in found]


def _of_ecn(judged: Judged) -> list[Criterion]:
    on, off = judged["on"], judged["off"]
    queues = checks(on, "queue.peak_bytes"), checks(off, "queue.peak_bytes")
    again = checks(on, "retransmissions.total"), checks(off, "retransmissions.total")
    return [
        Criterion(
            "with marks half as many packets are trimmed and sent again, or fewer",
            f"{max(again[0]):.0f} at most with, {min(again[1]):.0f} at least without",
            max(again[0]) * 2 <= min(again[1]),
        ),
        Criterion(
            "with marks the longest queue is shorter in every seed",
            f"{max(queues[0]):,.0f} B with, {min(queues[1]):,.0f} B without",
            all(with_it < without for with_it, without in zip(*queues, strict=True)),
        ),
    ]


def _of_last_hop(judged: Judged) -> list[Criterion]:
    victims = [result["flows"][-1]["goodput_gbps"] / (400 * PAYLOAD_SHARE) for of in judged.values() for result in of]
    ends = checks(judged["off"], "completion_us"), checks(judged["on"], "completion_us")
    ratio = [by_mistake / right for right, by_mistake in zip(*ends, strict=True)]
    queues = [[_last_queue(result) for result in judged[variant]] for variant in ("on", "off")]
    shorter = [by_mistake / right for by_mistake, right in zip(*queues, strict=True)]
    blamed = checks(judged["on"], "evs.retired")
    return [
        Criterion(
            "the victim keeps 95 % of its wire over its whole write, with and without",
            f"{percent(min(victims), 0.95)} at least",
            min(victims) >= 0.95,
        ),
        Criterion(
            "with marks on the last hop the writes take no more than 5 % longer",
            f"{number(max(ratio), 3, 1.05)} times as long at most, {min(ratio):.3f} at least",
            max(ratio) <= 1.05,
        ),
        Criterion(
            "these marks are heeded: the last queue has four fifths of its length or less",
            f"{number(max(shorter), 2, 0.8)} at most, {min(shorter):.2f} at least",
            max(shorter) <= 0.8,
        ),
        Criterion("no path is blamed for them", f"{max(blamed):.0f} EVs retired at most", max(blamed) == 0),
    ]


_INCAST_US = (50.0, 300.0)
"""While the writes to one NIC meet: after their first windows, and before the first of them is over."""


def _last_queue(result: Result) -> float:
    """Mean of the longest queue of each sample, of the port before the NIC that all but the victim write to."""
    port = max(result["timeline"]["ports"], key=lambda each: int(sum(each["peak_bytes"])))
    return fmean(between(result, port["peak_bytes"], *_INCAST_US))


_CLUSTER_D = "NICs of 400 Gb/s, four racks, four spines, one plane, as cluster D. "

ECN = Comparison(
    name="ecn",
    title="ECN on the fabric's ports on, and off",
    paper="No figure; section 2: a mark makes a NIC leave out that path once, before its queue is full.",
    shows="What marks are for inside the fabric: paths are left before their queues overflow. Nothing of the last hop, "
    "where no other path leads.",
    sabotages=("marks-ignored", "marks-leave-no-ev-out", "marks-never-set"),
    scale=at_both(
        "Figure 14's fabric with four T1s, for two milliseconds: a second flow has one of the first's four paths, "
        "and sends 90 Gb/s there, which fills its queue over several round trips."
    ),
    variants={
        "on": {},
        "off": {"overrides": {"qos.queues.1.fabric.ecn.min": "0.998 BDP", "qos.queues.1.fabric.ecn.max": "0.999 BDP"}},
    },
    ask=_of_ecn,
    check="retransmissions.total",
)
LAST_HOP_ECN = Comparison(
    name="lasthop-ecn",
    title="ECN on the last hop, by mistake",
    paper="No figure; section 2: marks are off on the last hop, as no path leads around it.",
    shows="That the mistake costs 1 to 5 % here: every path of a receiver is marked alike, so leaving them out once "
    "changes nothing, and NSCC takes the marks as they are meant: the queue is shorter, and the port less full. One "
    "seed of five is beyond 5 %. Nothing of algorithms that know marks alone. The victim's share is of its whole "
    "write, with its first round trips.",
    sabotages=("window-fixed", "trims-dropped", "marks-ignored", "marks-never-set"),
    scale=at_both(_CLUSTER_D + "Seven writes of 2 MiB to one NIC, and a victim's of 14 MiB."),
    variants={
        "off": {},
        "on": {"overrides": {"qos.queues.1.host.ecn.min": "0.2 BDP", "qos.queues.1.host.ecn.max": "0.8 BDP"}},
    },
    ask=_of_last_hop,
    check="completion_us",
)


# --- EVs, planes, no controller --------------------------------------------------------------------------------------


_SETTLED_US = 50.0
_SIGNAL_US, _TOLD_US = 10.0, 20.0
"""From when its link has gone until a NIC is told, and until nothing more may leave by it."""
_NIC_GBPS = 800 * PAYLOAD_SHARE


def _of_evs(judged: Judged) -> list[Criterion]:
    lost = {variant: checks(of, "losses.total") for variant, of in judged.items()}
    means = [fmean(each) for each in lost.values()]
    out = [checks(of, "evs.retired") for of in judged.values()]
    return [
        Criterion(
            "with four times as many EVs a path's end costs less than half the packets",
            f"{', '.join(number(mean, 1) for mean in means)} lost with {', '.join(lost)}".replace("-evs", ""),
            means[1] < means[0] / 2 and means[2] < means[1] / 2 and means[2] > 0,
        ),
        Criterion(
            "the dead EV is out in every run, and no other",
            f"{span([each for of in out for each in of])} EVs retired in a run",
            all(each == 1 for of in out for each in of),
        ),
    ]


@cache
def _dead_ev(evs: int, seed: int) -> Changes:
    """So many EVs, of which one that this seed draws loses everything."""
    scenario = load(SCENARIOS / "paper" / "evs.yaml")
    nic = scenario.nic.model_copy(update={"evs": evs})
    dead = first_evs(replace(scenario, seed=seed, nic=nic))[0]
    return {"nic": {"evs": evs}, "faults": [{"at": "60us", "do": f"flow nic0>nic1 loss 1 ev {dead:#010x}"}]}


def _remaining(result: Result, planes: int) -> float:
    """The plateau after the link went, of what the others carry."""
    from_us, to_us = first_fault_us(result) + _SETTLED_US, last_judged_us(result)
    return fmean(between(result, gbps(result, 0), from_us, to_us)) / (_NIC_GBPS * (planes - 1) / planes)


def _of_planes(judged: Judged) -> list[Criterion]:
    shares = {variant: [_remaining(result, int(variant)) for result in of] for variant, of in judged.items()}
    uses = [result["scenario"]["faults"][0]["dead_path"] for of in judged.values() for result in of]
    hit, used_us = sum(bool(use["data"]) for use in uses), max(use["used_ns"] for use in uses) / 1000
    return [
        Criterion(
            f"{variant} planes: {int(variant) - 1} links carry what they can, within 3 %",
            f"{percent(max(of, key=lambda share: abs(1 - share)), 0.97, 1.03)}",
            0.97 <= min(of) <= max(of) <= 1.03,
        )
        for variant, of in shares.items()
    ] + [
        Criterion("the link was in use when it went", f"{hit} of {len(uses)} runs", hit == len(uses)),
        Criterion(
            f"it is left within {_TOLD_US:.0f} us: {_SIGNAL_US:.0f} until the NIC is told, and a round trip",
            f"{number(used_us, 0, _TOLD_US)} us at most",
            used_us <= _TOLD_US,
        ),
    ]


def _planes_over_time(judged: Judged) -> list[Panel]:
    curves = [over_seeds_of_flow(f"{variant} planes", of, 0) for variant, of in judged.items()]
    results = [result for of in judged.values() for result in of]
    fault_us, end_us = first_fault_us(results[0]), min(map(last_judged_us, results))
    cuts = [
        Cut("the link is there", [(0.0, fault_us)]),
        Cut("the NIC is told", [(fault_us, fault_us + _SETTLED_US)]),
        Cut("the write ends", [(end_us, times_us(max(results, key=first_end_us))[-1])]),
    ]
    return [Panel("goodput; mean, least and most of all seeds", "time, us", "Gb/s", curves, cuts=cuts)]


def _without_controller(judged: Judged) -> list[Criterion]:
    writes = [each for of in judged.values() for each in checks(of, "p4runtime_writes_during_run")]
    faults = [fault for of in judged.values() for result in of for fault in result["scenario"]["faults"]]
    uses = [use for fault in faults if (use := fault["dead_path"]) is not None]
    left_us = [(use["last_data_sent_ns"] - use["at_ns"]) / 1000 for use in uses if use["data"]]
    calm = fmean(checks(judged["nothing"], "completion_us"))
    ratios = {variant: max(checks(of, "completion_us")) / calm for variant, of in judged.items()}
    worst = max(ratios, key=lambda variant: ratios[variant])
    return [
        Criterion(
            "no P4Runtime write reaches a switch after set-up, whatever fails",
            f"{sum(writes):.0f} writes, counted at the switches",
            sum(writes) == 0,
        ),
        Criterion(
            "every fault is survived: writes take half as long again at most",
            f"{number(ratios[worst], 2, 1.5)} times as long at worst ({worst})",
            ratios[worst] <= 1.5,
        ),
        Criterion(
            f"at most {LEFT_US:.0f} us until the last packet of data for what failed",
            f"{number(max(left_us), 0, LEFT_US)} us at most, of {len(left_us)} in use",
            max(left_us) <= LEFT_US,
        )
        if left_us
        else no_data("data was sent to what died", f"none at any of {len(uses)}"),
    ]


def _at(at: str, *faults: str) -> Changes:
    return {"faults": [{"at": at, "do": fault} for fault in faults]}


_RATES = "Link rates and delays as in the paper's fabric, two NICs on different racks. "
_EVS_SCALE = (
    _RATES
    + "Eight planes of 32 T1s, so that 256 EVs are 256 paths; one way, 10 MiB in packets of 1,024 bytes, so that "
    "each of 256 EVs has several on it in the time that a NIC needs to notice."
)
_PLANES_SCALE = _RATES + "Two T1s per plane; four planes of 200 Gb/s, or eight of 100 Gb/s."
_ALONE_SCALE = _RATES + "Four planes of four T1s; each fault comes 60 us after the writes."

EVS = Comparison(
    name="evs",
    title="16, 64 and 256 EVs, one of which dies",
    paper="No figure; section 2: 128 to 256 EVs, so that a path is a fraction of a percent of a flow.",
    shows="What many EVs are for: the more there are, the less is on each that dies. Nothing of what they cost a NIC.",
    sabotages=("losses-never-retire", "one-ev-a-plane", "reordering-is-loss"),
    scale=at_both(_EVS_SCALE),
    variants={f"{count}-evs": partial(_dead_ev, count) for count in (16, 64, 256)},
    ask=_of_evs,
    check="losses.total",
)
PLANES = Comparison(
    name="planes",
    title="Four planes, and eight, of which a NIC loses one",
    paper="No figure; section 4: clusters with 4 x 200 Gb/s and with 8 x 100 Gb/s.",
    shows="That a NIC keeps what its other links carry: three quarters with four planes, seven eighths with eight.",
    sabotages=("carrier-untold", "closed-planes-used"),
    scale=at_both(_PLANES_SCALE),
    variants={
        "4": {"overrides": {"planes": 4, "links.host.rate": "200 Gb/s", "links.fabric.rate": "200 Gb/s"}},
        "8": {},
    },
    ask=_of_planes,
    check=None,
    also=_planes_over_time,
)
NO_CONTROLLER = Comparison(
    name="no-controller",
    title="The controller installs once, and is gone",
    paper="No figure; section 2: switches have static tables; endpoints find faults and go round them.",
    shows="That nothing has to be written to a switch for a fabric to survive what fails in it. Switches have routes "
    "to NICs' addresses, too, which an agent of routing would change. Nothing of what is to be repaired.",
    sabotages=("agent-of-routing", "dead-paths-never-left", "one-ev-a-plane"),
    scale=at_both(_ALONE_SCALE),
    variants={
        "nothing": {},
        "t1": _at("60us", "switch p1-t1-2 stop"),
        "t0": _at("60us", "switch p1-t0-0 stop"),
        "fabric-links": _at("60us", *(f"link p{plane}-t0-0--p{plane}-t1-0 down" for plane in range(4))),
        "nic-link": _at("60us", "link nic0:2--p2-t0-0:0 down"),
        "lossy-link": _at("60us", "link p2-t0-0--p2-t1-1 loss 0.1"),
        "flaps": {
            "flaps": [{"links": ["p*-t0-0--p*"], "from": "40us", "until": "300us", "every": "25us", "down": "40us"}]
        },
    },
    ask=_without_controller,
    check="completion_us",
)


# --- Trimming, by the size of a write --------------------------------------------------------------------------------


_SENDERS = 15
KIB: Sequence[int] = (32, 64, 128, 256, 512)
"""Of each write."""
_JUDGED_KIB = (64, 128)
"""More than the port's queue holds of the first windows, and not so much that the port is full whatever is lost."""
_LATER = 1.5
_DROPPING_KIB = tuple(kib for kib in KIB if kib >= min(_JUDGED_KIB))
_TRIMS: Mapping[str, Mapping[str, Any]] = {
    "256-byte trims": {},
    "128-byte trims": {"overrides": {"qos.trim.size": 128}},
}
_NO_TRIMS = "no trims"
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    **_TRIMS,
    _NO_TRIMS: {"overrides": {"qos.queues.1.discard": "drop"}, "nic": {"trimming": False}},
}
"""By label, what differs from the figure's file."""
_TRIMMING_SCALE = (
    "NICs of 400 Gb/s, four racks, four spines, one plane, as cluster D. Fifteen writes to one NIC, as many as in "
    "figure 22, of 32 to 512 KiB."
)


class Trimming(Figure):
    """Fifteen writes to one NIC: sizes from 32 to 512 KiB, two sizes of trims, and none."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        del scale
        return [
            Run(
                f"{run_name(variant, kib)}-seed{seed}",
                scenario_of(self.name, seed=seed, workload=_writes(kib), **changes),
            )
            for variant, changes in VARIANTS.items()
            for kib in KIB
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """How much later the last write ends without trims; what is taken for lost, and which paths are blamed."""

        def seen(check: str, variant: str, kib: int) -> list[float]:
            found = [each["checks"][check] for each in of_seeds(results, run_name(variant, kib))]
            return [float("inf") if each is None else float(each) for each in found]

        later = [
            without / with_trims
            for kib in _JUDGED_KIB
            for variant in _TRIMS
            for with_trims, without in zip(
                seen("completion_us", variant, kib), seen("completion_us", _NO_TRIMS, kib), strict=True
            )
        ]
        ends = {variant: [seen("completion_us", variant, kib) for kib in KIB] for variant in VARIANTS}
        criteria = [
            Criterion(
                f"64 and 128 KiB: without trims the last write ends {_LATER} times as late, or more",
                f"{number(min(later), 2, _LATER)} to {max(later):.2f} times",
                min(later) >= _LATER,
            ),
            _only_without("packets taken for lost", seen, "losses.total"),
            _only_without("paths blamed", seen, "evs.retired"),
            no_queue_pair_lost(list(results.values())),
        ]
        line = [_SENDERS * kib * 1024 * 8 / (400 * PAYLOAD_SHARE) / 1000 for kib in KIB]
        curves = [
            Curve(variant, KIB, [*map(fmean, of)], low=[*map(min, of)], high=[*map(max, of)])
            for variant, of in ends.items()
        ]
        panels = [
            Panel(
                "when the last write ends; mean, least and most of all seeds",
                "bytes of each of fifteen writes, KiB", "us", [*curves, Curve("the port, always full", KIB, line)],
                logarithmic="xy",
            )
        ]  # fmt: skip
        numbers = {
            f"{variant}.{kib}KiB.completion_us.{name}": how(values)
            for variant, of in ends.items()
            for kib, values in zip(KIB, of, strict=True)
            for name, how in (("min", min), ("max", max))
        }
        return Finding(criteria, panels, numbers)


def _only_without(what: str, seen: Callable[[str, str, int], list[float]], check: str) -> Criterion:
    """None with trims, at any size; without, some in every run in which the queue overflows."""
    with_trims = [value for variant in _TRIMS for kib in KIB for value in seen(check, variant, kib)]
    without = [value for kib in _DROPPING_KIB for value in seen(check, _NO_TRIMS, kib)]
    return Criterion(
        f"{what}: none with trims at any size; without, from {_DROPPING_KIB[0]} KiB on",
        f"{max(with_trims):.0f} with; {span(without)} without",
        max(with_trims) == 0 < min(without),
    )


def run_name(variant: str, kib: int) -> str:
    """Of the run of a variant at a size."""
    return f"{variant.replace(' ', '-')}-{kib}k"


def _writes(kib: int) -> list[dict[str, str]]:
    return [{"from": f"nic{nic}", "to": "nic0", "bytes": f"{kib}KiB"} for nic in range(1, _SENDERS + 1)]


TRIMMING = Trimming(
    name="trimming",
    title="Trimming on, and off, by the size of a write",
    paper="No figure; section 2: what a queue cannot take is trimmed, so that its sender knows within a round trip.",
    shows="What trimming is for: the NIC that lost a packet to a full queue knows at once, and blames no path. Above "
    "128 KiB the port is full whatever is lost, so that no write ends much sooner. Nothing of losses on links.",
    sabotages=("trims-dropped", "trims-blame-paths"),
    scale=at_both(_TRIMMING_SCALE),
)


# --- Many queue pairs ------------------------------------------------------------------------------------------------


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
_KEPT_SHARE = 0.97
_QPS_SCALE = (
    "Cluster C's NICs, two racks, 8 T1s a plane, 32 EVs. 4 KiB every 200 ns, 164 Gb/s in all, to one NIC; one write "
    "of 48 MiB to another takes the rest of the line. One seed: it draws EVs alone."
)


class Connections(Figure):
    """The time of a small write by the number of queue pairs."""

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
                f"the large write has {100 * _KEPT_SHARE:.0f} % of what they leave it, or more",
                percent(min(of_line), _KEPT_SHARE),
                min(of_line) >= _KEPT_SHARE,
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
    """`_WRITES` writes over a number of queue pairs, and the large one last."""
    flows = -(-count // _A_FLOW)
    small = [
        {
            "name": f"small.{flow}", "from": "nic0", "to": "nic2", "bytes": "4KiB", "qps": count // flows,
            "times": _WRITES // flows, "every": f"{_EVERY_NS * flows}ns", "at": f"{_EVERY_NS * flow}ns",
        }
        for flow in range(flows)
    ]  # fmt: skip
    return [*small, {"name": "large", "from": "nic0", "to": "nic3", "bytes": "48MiB"}]


CONNECTIONS = Connections(
    name="connections",
    title="4 KiB writes over 1 to 10,000 queue pairs",
    paper="No figure; the protocol wants little state per connection, so that a NIC can have very many.",
    shows="That queue pairs take turns: a small write waits neither for a large one nor for the others, however many "
    "there are. Nothing of caches in a NIC's chip, which run out of contexts: `make bench` has memory and set-up "
    "time of a queue pair here.",
    sabotages=("no-turns", "window-quarter"),
    scale={"small": f"{_QPS_SCALE} 1,000 at most.", "paper": _QPS_SCALE},
)
