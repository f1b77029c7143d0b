# SPDX-License-Identifier: Apache-2.0
"""What trimming is for (arXiv 2605.04333 §2): short writes of fifteen NICs to one, by size, with trims and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from fabric.experiments.figure import (
    PAYLOAD_SHARE,
    SEEDS,
    Criterion,
    Curve,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    at_both,
    no_queue_pair_lost,
    number,
    scenario_of,
    span,
)

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
_SCALE = (
    "NICs of 400 Gb/s, four racks, four spines, one plane, as cluster D. Fifteen writes to one NIC, as many as in "
    "figure 22, of 32 to 512 KiB."
)


@dataclass(frozen=True, slots=True)
class Trimming:
    """Fifteen writes to one NIC: sizes from 32 to 512 KiB, two sizes of trims, and none."""

    name: str = "trimming"
    title: str = "Trimming on, and off, by the size of a write"
    paper: str = (
        "No figure; section 2: what a queue cannot take is trimmed, so that its sender knows within a round trip."
    )
    shows: str = (
        "What trimming is for: the NIC that lost a packet to a full queue knows at once, and blames no path. Above "
        "128 KiB the port is full whatever is lost, so that no write ends much sooner. Nothing of losses on links."
    )
    sabotages: Sequence[str] = ("trims-dropped", "trims-blame-paths")
    scale: Mapping[Scale, str] = field(default_factory=lambda: at_both(_SCALE))

    def runs(self, scale: Scale) -> Sequence[Run]:
        del scale
        return [
            Run(run_name(variant, kib, seed), scenario_of(self.name, seed=seed, workload=_writes(kib), **changes))
            for variant, changes in VARIANTS.items()
            for kib in KIB
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """How much later the last write ends without trims; what is taken for lost, and which paths are blamed."""

        def seen(check: str, variant: str, kib: int) -> list[float]:
            found = [results[run_name(variant, kib, seed)]["checks"][check] for seed in SEEDS]
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
                "when the last write ends; mean, least and most of five seeds",
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


def run_name(variant: str, kib: int, seed: int) -> str:
    """Of the run of a variant at a size."""
    return f"{variant.replace(' ', '-')}-{kib}k-seed{seed}"


def _writes(kib: int) -> list[dict[str, str]]:
    return [{"from": f"nic{nic}", "to": "nic0", "bytes": f"{kib}KiB"} for nic in range(1, _SENDERS + 1)]


TRIMMING = Trimming()
