# SPDX-License-Identifier: Apache-2.0
"""Figures 12 to 14 (arXiv 2605.04333 §5.4): EVs that lose packets or are marked, and others that take their turn.

One EV of sixteen loses packets (12 and 13); a flow is forced onto one of another's two EVs, and ECN moves that away
(14).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from fabric.experiments.figure import (
    ENDS_US,
    LONGER,
    PAYLOAD_SHARE,
    SCENARIOS,
    SEEDS,
    Criterion,
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
    ends_of,
    first_end_us,
    first_fault_us,
    gbps,
    last_judged_us,
    longer,
    lowest_window,
    mean_gbps,
    no_queue_pair_lost,
    number,
    of_seeds,
    over_seeds,
    over_seeds_of_flow,
    percent,
    scenario_of,
    times_us,
    total_gbps,
)
from fabric.scenario.reading import load
from fabric.traffic.nics import first_evs

# --- One EV of sixteen -----------------------------------------------------------------------------------------------


_RATES = (0.02, 0.2, 1.0)
_PLANE, _EVS = 3, 16
_AT_ONCE_US = 60.0
"""With a fifth lost: the first lost packet (one of five that the EV sends in 3.5 us; 25 us at worst in a thousand), a
hole that may be reordering for 20 us, and two round trips."""


@cache
def _victim(seed: int) -> int:
    """The first EV of plane 3 that nic0 begins with."""
    drawn = first_evs(replace(load(SCENARIOS / "paper" / "fig12.yaml"), seed=seed))
    return next(entropy for entropy in drawn if entropy >> 16 & 0xFF == _PLANE)


def _name(rate: float) -> str:
    return f"loss{100 * rate:g}"


class LossyEv(Figure):
    def runs(self, scale: Scale) -> Sequence[Run]:
        """Each rate with five seeds, which draw the EVs and what is lost."""
        scenario = scenario_of if scale == "small" else longer
        at = "150us" if scale == "small" else f"{150 * LONGER}us"
        return [
            Run(
                f"{_name(rate)}-seed{seed}",
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
            of_rate = of_seeds(results, _name(rate))
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
                f"{number(fifth, 0, _AT_ONCE_US)} us at most" if fifth < float("inf") else "never",
                fifth <= _AT_ONCE_US,
            ),
            Criterion("the lossy EV out of use at every rate", f"{gone} of {len(out_us)} runs", gone == len(out_us)),
            Criterion(
                "another of its plane in its place: half to one and a half of a sixteenth",
                f"{number(min(shares), 2, 0.5)} of a sixteenth at least, {number(max(shares), 2, 1.5)} at most",
                0.5 <= min(shares) <= max(shares) <= 1.5,
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
    return 1 - lowest_window(result, total, from_us, last_judged_us(result)) / fmean(
        between(result, total, ENDS_US, from_us)
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
    of_rates = {rate: of_seeds(results, _name(rate)) for rate in _RATES}
    curves = [over_seeds(f"{100 * rate:g} % lost on one EV", of, total_gbps) for rate, of in of_rates.items()]
    used = [over_seeds(f"{100 * rate:g} %", of, _not_used) for rate, of in of_rates.items()]
    paper = Level("the paper, least and most", (1515, 1547), "")
    first = results[next(iter(results))]
    lossy = [(first_fault_us(first), times_us(first)[-1])]
    return [
        Panel(
            "goodput, both directions; mean, least and most of all seeds",
            "time, us", "Gb/s", curves, [paper], cuts=[ends_of(list(results.values()))], faults=lossy,
        ),
        Panel(
            "EVs out of use: bad, or good again and parked as a backup; mean, least and most of all seeds",
            "time, us", "EVs", used, faults=lossy,
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


FIG12 = LossyEv(
    name="fig12",
    title="One of sixteen EVs loses packets (figures 12 and 13)",
    paper="1515 to 1547 Gb/s throughout, with 16 EVs, two per plane, and a fifth lost on one; at once that EV is "
    "inactive and another active. The same at other rates.",
    shows="That a NIC tells one bad path from fifteen good ones by the packets that it loses there, and goes round it "
    "before it is seen in windows of 50 us; in samples of 10 us a dead EV costs 4 %. An EV that loses little is out "
    "later. Nothing of losses on all paths at once.",
    sabotages=("losses-never-retire", "no-backup-ev", "reordering-is-loss"),
    scale={
        "small": "Link rates and delays as in the paper's fabric; eight T1s per plane instead of 256, 200 us after "
        "the first loss instead of a minute; judged in windows of 50 us instead of 0.2 s.",
        "paper": "Link rates and delays as in the paper's fabric; eight T1s per plane, as no more than two and "
        f"their backups are used; writes {LONGER} times as long, judged in windows of 50 us instead of 0.2 s.",
    },
)


# --- ECN moves a flow away -------------------------------------------------------------------------------------------


_LINE_GBPS = 100 * PAYLOAD_SHARE
_FORCED_US, _SETTLED_US = 200.0, 100.0
_NEAR = 0.95
_ENDS = {"turn": "a turn (default)", "timer": "a timer of 400 us"}
"""What ends SKIP: the specification has both, and leaves open whether a turn is one visit of the cursor."""
_SCALE = (
    "Link rates and delays as in the paper's fabric; one plane, two T1s and four NICs, as no more take part; the "
    "second flow comes after 200 us instead of 65 s. How long an EV that was marked is left out is nowhere said; "
    "400 us here, some fifty round trips."
)


class MovingAway(Figure):
    """Two flows and two EVs: the first flow has both, the second is pinned to one."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        """SKIP ended by its turn, and by a timer, with five seeds each; the fabric is the same at any scale."""
        del scale
        turn = {"evs": 2, "options": {"skip_timer_ns": 0}}
        return [
            Run(f"{how}-seed{seed}", scenario_of(self.name, seed=seed, **({"nic": turn} if how == "turn" else {})))
            for how in _ENDS
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Both flows against the line, from when the second has begun; and where the first went."""
        criteria: list[Criterion] = []
        panels: list[Panel] = []
        numbers: dict[str, float] = {}
        for how, words in _ENDS.items():
            of = of_seeds(results, how)
            first, second = ([_share(result, flow) for result in of] for flow in (0, 1))
            stayed = [_left_on(result) for result in of]
            criteria += [
                Criterion(
                    f"SKIP ends by {words}: less than a tenth of the first flow on EV-A",
                    f"{percent(max(stayed), 0.1)} at most",
                    max(stayed) < 0.1,
                ),
                Criterion(
                    f"SKIP ends by {words}: both near line, {100 * _NEAR:.0f} % at least",
                    f"{percent(min(*first, *second), _NEAR)}; the first {percent(min(first), _NEAR)} at least",
                    min(*first, *second) >= _NEAR,
                ),
            ]
            numbers |= {
                f"{how}.on_a.max": max(stayed), f"{how}.first.min": min(first), f"{how}.second.min": min(second),
            }  # fmt: skip
            curves = [over_seeds_of_flow("first flow", of, 0), over_seeds_of_flow("second, on EV-A", of, 1)]
            title = f"SKIP ends by {words}; mean, least and most of all seeds"
            cuts = [
                Cut("one flow alone", [(0.0, _FORCED_US)]),
                Cut("the first flow moves", [(_FORCED_US, _FORCED_US + _SETTLED_US)]),
                Cut("one flow alone again", [(min(map(first_end_us, of)), of[0]["verdict"]["end_ns"] / 1000)]),
            ]
            panels.append(Panel(title, "time, us", "Gb/s", curves, cuts=cuts))
        criteria.append(no_queue_pair_lost(list(results.values())))
        return Finding(criteria, panels, numbers)


def _share(result: Result, flow: int) -> float:
    return mean_gbps(result, flow, _FORCED_US + _SETTLED_US, first_end_us(result)) / _LINE_GBPS


def _left_on(result: Result) -> float:
    """The share of the first flow's bytes that took EV-A since the second was there; before, each EV had a half."""
    paths = {path["switches"][1]: float(path["bytes"]) for path in result["flows"][0]["paths"]}
    total = sum(paths.values())
    seen = gbps(result, 0)
    before = total * sum(between(result, seen, 0.0, _FORCED_US)) / sum(seen)
    return (paths["p0-t1-0"] - before / 2) / (total - before)


FIG14 = MovingAway(
    name="fig14",
    title="A flow is forced onto one of another's two EVs",
    paper="ECN moves the first flow to the other EV, and both are near line.",
    shows="That marks move a flow away from where it meets another, if an EV that is marked whenever it is used is "
    "left out for longer and longer, or any for a time that is set. If each mark were worth one turn, a third of the "
    "packets of two EVs would be sent on the marked one (`skip_end: turn`). With the timer, what is trimmed moves "
    "the flow too, so that marks are missed with the default alone.",
    sabotages=("marks-never-set", "marks-ignored", "marks-leave-no-ev-out"),
    scale=at_both(_SCALE),
)
