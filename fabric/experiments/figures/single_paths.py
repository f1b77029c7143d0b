# SPDX-License-Identifier: Apache-2.0
"""Figures 12 and 13: one EV of sixteen loses packets, and another takes its turn (arXiv 2605.04333 §5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import fmean
from typing import Any

from fabric.experiments.figure import SEEDS, Criterion, Finding, Level, Panel, Result, Run, Scale, scenario_of
from fabric.experiments.reading import (
    between,
    first_end_us,
    first_fault_us,
    lowest_window,
    no_queue_pair_lost,
    number,
    over_seeds,
    percent,
    total_gbps,
)
from fabric.experiments.scaling import LONGER, SCENARIOS, longer
from fabric.scenario.reading import load
from fabric.traffic.drawn import first_evs

_RATES = (0.02, 0.2, 1.0)
_PLANE, _EVS = 3, 16
_BEGIN_US = 40.0
_AT_ONCE_US = 60.0
"""With a fifth lost: the first lost packet (one of five that the EV sends in 3.5 us; 25 us at worst in a thousand), a
hole that may be reordering for 20 us, and two round trips."""


@cache
def _victim(seed: int) -> int:
    """The first EV of plane 3 that nic0 begins with."""
    drawn = first_evs(replace(load(SCENARIOS / "paper" / "fig12.yaml"), seed=seed))
    return next(entropy for entropy in drawn if entropy >> 16 & 0xFF == _PLANE)


def _name(rate: float, seed: int) -> str:
    return f"loss{100 * rate:g}-seed{seed}"


@dataclass(frozen=True, slots=True)
class LossyEv:
    """One EV loses packets, at several rates."""

    name: str = "fig12"
    title: str = "One of sixteen EVs loses packets (figures 12 and 13)"
    paper: str = (
        "1515 to 1547 Gb/s throughout, with 16 EVs, two per plane, and a fifth lost on one; at once that EV is "
        "inactive and another active. The same at other rates."
    )
    shows: str = (
        "That a NIC tells one bad path from fifteen good ones by the packets that it loses there, and goes round it "
        "before anybody sees it in throughput. Nothing of losses on all paths at once."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Link rates and delays as in the paper's fabric; eight T1s per plane instead of 256, 200 us after "
            "the first loss instead of a minute; judged in windows of 50 us instead of 0.2 s.",
            "paper": "Link rates and delays as in the paper's fabric; eight T1s per plane, as no more than two and "
            f"their backups are used; writes {LONGER} times as long, judged in windows of 50 us instead of 0.2 s.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Each rate with five seeds, which draw the EVs and what is lost."""
        scenario = scenario_of if scale == "small" else longer
        at = "150us" if scale == "small" else f"{150 * LONGER}us"
        return [
            Run(
                _name(rate, seed),
                {**scenario(self.name, seed=seed), "faults": [{"at": at, "do": _fault(rate, seed)}], **_EXPECTED},
            )
            for rate in _RATES
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The lowest window against what was before; when which EV went, and who came."""
        numbers: dict[str, float] = {}
        steps, out_us, shares, blamed = [], [], [], []
        for rate in _RATES:
            of_rate = [results[_name(rate, seed)] for seed in SEEDS]
            seen = [_step(result) for result in of_rate]
            out = [_out_us(result) for result in of_rate]
            numbers |= {
                f"loss{100 * rate:g}.step.max": max(seen), f"loss{100 * rate:g}.step.min": min(seen),
                f"loss{100 * rate:g}.out_us.min": min(out), f"loss{100 * rate:g}.out_us.max": max(out),
            }  # fmt: skip
            steps += seen
            out_us += out
            shares += [_stand_in_share(result) for result in of_rate]
            blamed += [sum(flow["evs_retired"] for flow in result["flows"]) for result in of_rate]
        fifth = numbers["loss20.out_us.max"]
        gone = sum(each < float("inf") for each in out_us)
        criteria = [
            Criterion(
                "flat: no step above 2 % at any rate", f"{percent(max(steps), 0.02)} at the lowest", max(steps) <= 0.02
            ),
            Criterion(
                f"at once: with a fifth lost, the EV out of use within {_AT_ONCE_US:.0f} us of the fault",
                f"within {numbers['loss20.out_us.min']:.0f} to {number(fifth, 0, _AT_ONCE_US)} us",
                fifth <= _AT_ONCE_US,
            ),
            Criterion("the lossy EV out of use at every rate", f"{gone} of {len(out_us)} runs", gone == len(out_us)),
            Criterion(
                "another of its plane in its place: at least half of a sixteenth of what comes from then on",
                f"{number(min(shares), 2, 0.5)} of a sixteenth at least",
                min(shares) >= 0.5,
            ),
            Criterion("no other EV blamed", f"{max(blamed)} retired in a run at most", max(blamed) <= 1),
            no_queue_pair_lost(list(results.values())),
        ]
        finite = {name: value for name, value in numbers.items() if value < float("inf")}
        return Finding(criteria, _panels(results), finite)


_EXPECTED: Mapping[str, Any] = {"expect": {"evs.retired": None}}


def _fault(rate: float, seed: int) -> str:
    return f"flow nic0>nic1 loss {rate} ev {_victim(seed):#010x}"


def _step(result: Result) -> float:
    total, from_us = total_gbps(result), first_fault_us(result)
    return 1 - lowest_window(result, total, from_us, first_end_us(result)) / fmean(
        between(result, total, _BEGIN_US, from_us)
    )


def _lossy(result: Result) -> int:
    return int(result["scenario"]["faults"][0]["entropy"])


def _out_us(result: Result) -> float:
    """How long after the fault the lossy EV was retired; infinite if it never was."""
    begun_us, entropy = first_fault_us(result), _lossy(result)
    out = [
        float(change["at_ns"]) / 1000 - begun_us
        for change in result["flows"][0]["ev_changes"]
        if (change["ev"], change["to"]) == (entropy, "ASSUMED_BAD")
    ]
    return min(out, default=float("inf"))


def _stand_in_share(result: Result) -> float:
    """What the EV that came for the lossy one carried since it was out, in sixteenths of all that came since."""
    flow, begun_us = result["flows"][0], first_fault_us(result)
    out_us, end_us = begun_us + _out_us(result), float(flow["completed_ns"]) / 1000
    lossy = f"p{_PLANE}-t1-{_lossy(result) & 0xFFFF}"
    others = [
        path
        for path in flow["paths"]
        if path["switches"][1].startswith(f"p{_PLANE}-") and lossy not in path["switches"]
    ]
    if len(others) < 2 or out_us >= end_us:
        return 0.0
    stand_in = sorted(float(path["bytes"]) for path in others)[-2]
    return stand_in / (sum(float(path["bytes"]) for path in flow["paths"]) / _EVS * (end_us - out_us) / end_us)


def _panels(results: Mapping[str, Result]) -> list[Panel]:
    of_rates = {rate: [results[_name(rate, seed)] for seed in SEEDS] for rate in _RATES}
    curves = [over_seeds(f"{100 * rate:g} % lost on one EV", of, total_gbps) for rate, of in of_rates.items()]
    used = [over_seeds(f"{100 * rate:g} %", of, _not_used) for rate, of in of_rates.items()]
    paper = Level("the paper, least and most", (1515, 1547), "")
    return [
        Panel("goodput, both directions; mean, least and most of five seeds", "time, us", "Gb/s", curves, [paper]),
        Panel(
            "EVs out of use: bad, or good again and parked as a backup; mean, least and most of five seeds",
            "time, us", "EVs", used,
        ),
    ]  # fmt: skip


def _not_used(result: Result) -> list[float]:
    """By sample, the EVs that are out of use at its end: a backup has their turn, also when they are good again."""
    step, samples = result["timeline"]["interval_ns"], result["timeline"]["samples"]
    out = [0.0] * samples
    for flow in result["flows"]:
        gone: set[int] = set()
        changes = sorted(flow["ev_changes"], key=lambda change: int(change["at_ns"]))
        for at in range(samples):
            while changes and changes[0]["at_ns"] < (at + 1) * step:
                change = changes.pop(0)
                parked = change["to"] == "ASSUMED_BAD" or change["reason"] == "parked"
                (gone.add if parked else gone.discard)(change["ev"])
            out[at] += len(gone)
    return out


FIG12 = LossyEv()
