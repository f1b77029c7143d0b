# SPDX-License-Identifier: Apache-2.0
"""Figure 14: a flow is forced onto one of another's two EVs, and ECN moves that away (arXiv 2605.04333 §5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fabric.experiments.figure import SEEDS, Criterion, Finding, Panel, Result, Run, Scale, scenario_of
from fabric.experiments.reading import (
    PAYLOAD_SHARE,
    between,
    first_end_us,
    gbps,
    mean_gbps,
    no_queue_pair_lost,
    over_seeds_of_flow,
    percents,
)

_LINE_GBPS = 100 * PAYLOAD_SHARE
_FORCED_US, _SETTLED_US = 200.0, 100.0
_NEAR = 0.95
_ENDS = {"turn": "its turn, the default", "timer": "a timer of 400 us"}
"""What ends SKIP: the specification has both, and leaves open whether a turn is one visit of the cursor."""
_SCALE = (
    "Link rates and delays as in the paper's fabric; one plane, two T1s and four NICs, as no more take part; the "
    "second flow comes after 200 us instead of 65 s. How long an EV that was marked is left out is nowhere said; "
    "400 us here, some fifty round trips."
)


@dataclass(frozen=True, slots=True)
class MovingAway:
    """Two flows and two EVs: the first flow has both, the second is pinned to one."""

    name: str = "fig14"
    title: str = "A flow is forced onto one of another's two EVs"
    paper: str = "ECN moves the first flow to the other EV, and both are near line."
    shows: str = (
        "That marks move a flow away from where it meets another, if an EV that is marked whenever it is used is left "
        "out for longer and longer, or any for a time that is set. If each mark were worth one turn, a third of the "
        "packets of two EVs would be sent on the marked one (`skip_end: turn`)."
    )
    scale: Mapping[Scale, str] = field(default_factory=lambda: {"small": _SCALE, "paper": _SCALE})

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
            of = [results[f"{how}-seed{seed}"] for seed in SEEDS]
            first, second = ([_share(result, flow) for result in of] for flow in (0, 1))
            stayed = [_left_on(result) for result in of]
            criteria += [
                Criterion(
                    f"SKIP ends by {words}: the first flow moves, less than a tenth of it on EV-A",
                    f"{percents(stayed, 0.1)} on EV-A",
                    max(stayed) < 0.1,
                ),
                Criterion(
                    f"SKIP ends by {words}: both near line, {100 * _NEAR:.0f} % at least",
                    f"the first {percents(first, _NEAR)}, the second {percents(second, _NEAR)}",
                    min(*first, *second) >= _NEAR,
                ),
            ]
            numbers |= {
                f"{how}.on_a.max": max(stayed), f"{how}.first.min": min(first), f"{how}.second.min": min(second),
            }  # fmt: skip
            curves = [over_seeds_of_flow("first flow", of, 0), over_seeds_of_flow("second, on EV-A", of, 1)]
            title = f"SKIP ends by {words}; mean, least and most of five seeds"
            panels.append(Panel(title, "time, us", "Gb/s", curves))
        criteria.append(no_queue_pair_lost(list(results.values())))
        return Finding(criteria, panels, numbers)


def _share(result: Result, flow: int) -> float:
    """Of the line, while both are there."""
    return mean_gbps(result, flow, _FORCED_US + _SETTLED_US, first_end_us(result)) / _LINE_GBPS


def _left_on(result: Result) -> float:
    """The share of the first flow's bytes that took EV-A since the second was there; before, each EV had a half."""
    paths = {path["switches"][1]: float(path["bytes"]) for path in result["flows"][0]["paths"]}
    total = sum(paths.values())
    seen = gbps(result, 0)
    before = total * sum(between(result, seen, 0.0, _FORCED_US)) / sum(seen)
    return (paths["p0-t1-0"] - before / 2) / (total - before)


FIG14 = MovingAway()
