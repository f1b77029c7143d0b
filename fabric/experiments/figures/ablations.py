# SPDX-License-Identifier: Apache-2.0
"""What a part of MRC is for: the same traffic with it and without, or with more of it (arXiv 2605.04333 §2).

Parts are ECN, the number of EVs and planes, and being without a controller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from statistics import fmean
from typing import Any

from fabric.experiments.figure import (
    LEFT_US,
    PAYLOAD_SHARE,
    SCENARIOS,
    SEEDS,
    Criterion,
    Curve,
    Cut,
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
    no_data,
    no_queue_pair_lost,
    number,
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
class Comparison:
    """Variants of one scenario, five seeds each.

    Attributes:
        variants: by name, what differs from the figure's file; by seed, where that matters.
        ask: the criteria, but for what holds of every figure.
        check: of `result.json`'s checks, which is plotted by variant.
        also: other plots.
    """

    name: str
    title: str
    paper: str
    shows: str
    sabotages: Sequence[str]
    scale: Mapping[Scale, str]
    variants: Mapping[str, Changes | Callable[[int], Changes]]
    ask: Callable[[Judged], Sequence[Criterion]]
    check: str
    also: Callable[[Judged], Sequence[Panel]] = lambda _judged: ()

    def runs(self, scale: Scale) -> Sequence[Run]:
        del scale
        return [
            Run(f"{variant}-seed{seed}", scenario_of(self.name, seed=seed, **(made(seed) if callable(made) else made)))
            for variant, made in self.variants.items()
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        judged = {variant: [results[f"{variant}-seed{seed}"] for seed in SEEDS] for variant in self.variants}
        criteria = [*self.ask(judged), no_queue_pair_lost(list(results.values()))]
        ends = [[how(checks(of, self.check)) for of in judged.values()] for how in (fmean, min, max)]
        curve = Curve("here", range(len(judged)), ends[0], low=ends[1], high=ends[2])
        title = f"{self.check}; mean, least and most of five seeds"
        numbers = {
            f"{variant}.{self.check}.{name}": how(checks(of, self.check))
            for variant, of in judged.items()
            for name, how in (("min", min), ("mean", fmean), ("max", max))
        }
        panel = Panel(title, "", self.check, [curve], names=list(judged))
        return Finding(criteria, [panel, *self.also(judged)], numbers)


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
    shows="That the mistake costs little here: every path of a receiver is marked alike, so leaving them out once "
    "changes nothing, and NSCC takes the marks as they are meant: the queue is shorter, and the port a little less "
    "full. Nothing of algorithms that know marks alone.",
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


_SETTLED_US, _ENDS_US = 50.0, 40.0
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
    from_us, to_us = first_fault_us(result) + _SETTLED_US, first_end_us(result) - _ENDS_US
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
    fault_us, end_us = first_fault_us(results[0]), min(map(first_end_us, results)) - _ENDS_US
    cuts = [
        Cut("the link is there", [(0.0, fault_us)]),
        Cut("the NIC is told", [(fault_us, fault_us + _SETTLED_US)]),
        Cut("the write ends", [(end_us, times_us(max(results, key=first_end_us))[-1])]),
    ]
    return [Panel("goodput; mean, least and most of five seeds", "time, us", "Gb/s", curves, cuts=cuts)]


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
    check="goodput_total_gbps",
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
