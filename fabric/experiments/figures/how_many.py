# SPDX-License-Identifier: Apache-2.0
"""How many EVs and planes, and no controller: what a fault costs (arXiv 2605.04333 §2)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from statistics import fmean

from fabric.experiments.figure import Criterion, Result
from fabric.experiments.figures.what_for import Changes, Comparison, Judged, checks
from fabric.experiments.reading import (
    PAYLOAD_SHARE,
    between,
    first_end_us,
    first_fault_us,
    gbps,
    number,
    percents,
    span,
)
from fabric.experiments.scaling import SCENARIOS
from fabric.scenario.reading import load
from fabric.traffic.drawn import first_evs

_SETTLED_US, _ENDS_US = 50.0, 40.0
_NIC_GBPS = 800 * PAYLOAD_SHARE


def _of_evs(judged: Judged) -> list[Criterion]:
    lost = {variant: checks(of, "losses.total") for variant, of in judged.items()}
    means = [fmean(each) for each in lost.values()]
    out = [checks(of, "evs.retired") for of in judged.values()]
    return [
        Criterion(
            "what a path's end costs shrinks with the EVs: four times as many, less than half the packets lost",
            "; ".join(f"{variant}: {span(each)}" for variant, each in lost.items()),
            means[1] < means[0] / 2 and means[2] < means[1] / 2 and means[2] > 0,
        ),
        Criterion(
            "the dead EV is out in every run, and no other",
            f"{span([each for of in out for each in of])} EVs retired",
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
    return [
        Criterion(
            f"{variant} planes: {int(variant) - 1} links carry what they can, within 3 %",
            percents(of, 0.97),
            min(of) >= 0.97,
        )
        for variant, of in shares.items()
    ]


def _without_controller(judged: Judged) -> list[Criterion]:
    writes = [each for of in judged.values() for each in checks(of, "p4runtime_writes_during_run")]
    calm = fmean(checks(judged["nothing"], "completion_us"))
    ratios = {variant: max(checks(of, "completion_us")) / calm for variant, of in judged.items()}
    worst = max(ratios, key=lambda variant: ratios[variant])
    return [
        Criterion(
            "no switch is written to after set-up, whatever fails", f"{sum(writes):.0f} writes", sum(writes) == 0
        ),
        Criterion(
            "every fault is survived: the writes take at most half as long again as with nothing wrong",
            f"{number(ratios[worst], 2, 1.5)} times as long at worst ({worst})",
            ratios[worst] <= 1.5,
        ),
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
    scale={"small": _EVS_SCALE, "paper": _EVS_SCALE},
    variants={f"{count}-evs": partial(_dead_ev, count) for count in (16, 64, 256)},
    ask=_of_evs,
    check="losses.total",
)
PLANES = Comparison(
    name="planes",
    title="Four planes, and eight, of which a NIC loses one",
    paper="No figure; section 4: clusters with 4 x 200 Gb/s and with 8 x 100 Gb/s.",
    shows="That a NIC keeps what its other links carry: three quarters with four planes, seven eighths with eight.",
    scale={"small": _PLANES_SCALE, "paper": _PLANES_SCALE},
    variants={
        "4": {"overrides": {"planes": 4, "links.host.rate": "200 Gb/s", "links.fabric.rate": "200 Gb/s"}},
        "8": {},
    },
    ask=_of_planes,
    check="goodput_total_gbps",
)
NO_CONTROLLER = Comparison(
    name="no-controller",
    title="The controller installs once, and is gone",
    paper="No figure; section 2: switches have static tables; endpoints find faults and go round them.",
    shows="That nothing has to be written to a switch for a fabric to survive what fails in it. Nothing of what "
    "is to be repaired.",
    scale={"small": _ALONE_SCALE, "paper": _ALONE_SCALE},
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
