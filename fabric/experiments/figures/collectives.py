# SPDX-License-Identifier: Apache-2.0
"""Figures 16 and 17 (arXiv 2605.04333 §5.5): collectives with MRC and with RoCE, while NICs lose what comes in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from common.quantities import parse_size
from fabric.experiments.figure import (
    SCENARIOS,
    SEEDS,
    Collected,
    Criterion,
    Curve,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    collected,
    no_queue_pair_lost,
    number,
    percent,
    scenario_of,
)
from fabric.experiments.figures.roce import LOSSLESS
from fabric.scenario.reading import read_layers

LOSSES: Mapping[str, tuple[float, str]] = {
    "no": (0, "no loss"),
    "0p1": (0.001, "0.1 % of loss"),
    "1": (0.01, "1 % of loss"),
}
"""What a NIC loses of all frames that come in, by what a run's name has for it."""
_TIMEOUT = 9
"""RoCE's local ACK timeout, 4.096 us * 2^9 = 2.1 ms."""
KINDS: Mapping[str, Mapping[str, object]] = {
    "mrc": {},
    "roce-1qp": {"kind": "roce", "qps": 1, "options": {"timeout": _TIMEOUT}},
    "roce-16qp": {"kind": "roce", "qps": 16, "options": {"timeout": _TIMEOUT}},
}
_ONE_PLANE: Mapping[str, object] = {
    "planes": 1, "links.host.rate": "400 Gb/s", "links.fabric.rate": "400 Gb/s", **LOSSLESS,
}  # fmt: skip
"""RoCE's NICs have one port of 400 Gb/s, as in the paper's cluster C."""
_PAPER_MB = (4, 16, 64, 256, 1024, 4096, 16384)
_BESIDE_SMALLEST_MB = 1024
"""The paper's buffer that our smallest stands for; the others follow, as all are scaled alike."""
_PLANES = 4
_LARGER = 8
"""Buffers at the paper's scale, in those of the file."""
_ALIKE = (
    "Cluster C: 4 planes of 100 Gb/s for MRC, one of 400 Gb/s for RoCE, as many uplinks as downlinks at each T0. A "
    "ring has four channels, as NCCL has several, with a queue pair (or sixteen) to the neighbour in each. RoCE's "
    "local ACK timeout is 2 ms, about what a lost last packet costs in the paper at 4 MB (docs/experiments.md). "
)
_SCALE: Mapping[Scale, str] = {
    "small": _ALIKE
    + "8 NICs instead of 64, so 16 paths instead of 256, and 8 in the all-to-all, whose NICs are under four T0s: an EV "
    "that is left out for a loss takes 16 or 32 times as much with it. Buffers are a thousandth of the paper's: "
    "finding a loss out weighs more against a step, and so does what a frame takes from hop to hop.",
    "paper": _ALIKE + "64 NICs, 64 paths instead of 256; buffers a hundredth of the paper's.",
}


def ingress_loss(nics: int, t0s: int, planes: int, probability: float) -> Iterator[Mapping[str, str]]:
    """The faults by which every NIC loses a share (0..1) of what comes in, on all planes, from the beginning on."""
    downlinks = nics // t0s
    for nic in range(nics):
        for plane in range(planes):
            link = f"nic{nic}:{plane}--p{plane}-t0-{nic // downlinks}:{nic % downlinks}"
            yield {"at": "0us", "do": f"link {link} loss {probability:g} to nic{nic}"}


def to_and_fro(nics: int, t0s: int) -> list[str]:
    """All NICs in an order in which each is under another T0 than the one before."""
    downlinks = nics // t0s
    return [f"nic{t0 * downlinks + downlink}" for downlink in range(downlinks) for t0 in range(t0s)]


@dataclass(frozen=True, slots=True)
class Collective:
    """One of the two figures.

    Attributes:
        paper_gbps: the paper's values at its sizes, by kind of NIC and loss.
        costs: the least and the most that a loss costs MRC in the paper, at large sizes.
        t0s: of each plane, at the small scale; the paper's scale has four.
    """

    name: str
    title: str
    paper: str
    shows: str
    paper_gbps: Mapping[tuple[str, str], Sequence[int]]
    costs: Mapping[str, tuple[float, float]]
    t0s: int
    scale: Mapping[Scale, str] = field(default_factory=lambda: _SCALE)

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Three kinds of NICs, three losses, five seeds; in each run all sizes, one after the other."""
        return [
            Run(f"{kind}-loss-{loss}-seed{seed}", self._scenario(scale, kind, loss, seed))
            for kind in KINDS
            for loss in LOSSES
            for seed in SEEDS
        ]

    def _scenario(self, scale: Scale, kind: str, loss: str, seed: int) -> dict[str, object]:
        nics, t0s = (64, 4) if scale == "paper" else (8, self.t0s)
        planes = _PLANES if kind == "mrc" else 1
        probability = LOSSES[loss][0]
        overrides = {} if kind == "mrc" else dict(_ONE_PLANE)
        changes: dict[str, object] = {
            "seed": seed,
            "nic": KINDS[kind],
            "faults": list(ingress_loss(nics, t0s, planes, probability)) if probability else [],
        }
        if scale == "paper":
            downlinks = nics // t0s
            overrides |= {"nics": nics, "t0s_per_plane": t0s, "downlinks_per_t0": downlinks, "t1s_per_plane": downlinks}
            if kind != "mrc":  # more ports may have to be paused before a queue stops growing
                overrides |= {f"qos.queues.1.{port}.limit": "16 MB" for port in ("fabric", "host")}
            changes |= {"limit": "2s", "workload": _larger(self.name, to_and_fro(nics, t0s))}
        return scenario_of(self.name, overrides=overrides, **changes)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Bus bandwidth of every kind of NIC at every size and loss, the mean of the seeds."""
        seen = {
            (kind, loss): _Seen([collected(results[f"{kind}-loss-{loss}-seed{seed}"]) for seed in SEEDS])
            for kind in KINDS
            for loss in LOSSES
        }
        criteria = [
            *(self._ahead(seen, loss) for loss in LOSSES),
            *(self._cost(seen, loss) for loss in self.costs),
            no_queue_pair_lost(
                [result for name, result in results.items() if name.startswith("mrc-")], "all that MRC moved is intact"
            ),
        ]
        numbers = {
            f"{kind}.loss-{loss}.{_mib(size)}.{name}": value
            for (kind, loss), each in seen.items()
            for size, values in zip(each.sizes, each.bus_gbps, strict=True)
            for name, value in (("min", min(values)), ("mean", fmean(values)), ("max", max(values)))
        }
        return Finding(criteria, list(self._panels(seen)), numbers)

    def _ahead(self, seen: Mapping[tuple[str, str], _Seen], loss: str) -> Criterion:
        mrc = seen["mrc", loss]
        behind, least = [], float("inf")
        for kind in KINDS:
            if kind == "mrc":
                continue
            for size, ours, other in zip(mrc.sizes, mrc.means, seen[kind, loss].means, strict=True):
                least = min(least, ours / other) if other else least
                if ours <= other:
                    behind.append(f"{kind} at {_mib(size)}: {number(ours, 0, other)} to {number(other, 0, ours)} Gb/s")
        unfinished = sum(seen[kind, loss].unfinished for kind in KINDS)
        said = [
            f"{number(least, 2, 1)} times RoCE's at the least",
            *behind,
            *([f"{unfinished} not finished"] * (unfinished > 0)),
        ]
        text = f"MRC above RoCE with 1 and 16 queue pairs, {LOSSES[loss][1]}, at every size"
        return Criterion(text, "; ".join(said), not behind and not unfinished)

    def _cost(self, seen: Mapping[tuple[str, str], _Seen], loss: str) -> Criterion:
        lossy, size = seen["mrc", loss], seen["mrc", "no"].sizes[-1]
        cost = 1 - lossy.means[-1] / seen["mrc", "no"].means[-1]
        least, most = self.costs[loss]
        paper = f"{100 * least:.0f} to {100 * most:.0f} %"
        text = f"{LOSSES[loss][1]} costs MRC what it costs in the paper, {paper}, at {_mib(size)}"
        return Criterion(text, percent(cost, least, most), least <= cost <= most)

    def _panels(self, seen: Mapping[tuple[str, str], _Seen]) -> Iterator[Panel]:
        for loss, (_, said) in LOSSES.items():
            curves = []
            for kind in KINDS:
                ours = seen[kind, loss]
                larger = _BESIDE_SMALLEST_MB / ours.sizes[0]
                low, high = ([end(values) for values in ours.bus_gbps] for end in (min, max))
                curves.append(Curve(kind, [larger * size for size in ours.sizes], ours.means, low=low, high=high))
                paper = self.paper_gbps[kind, loss]
                curves.append(Curve(f"the paper's {kind}", _PAPER_MB, paper, paper=True, of=kind))
            title = f"bus bandwidth, {said}; mean, least and most of five seeds"
            label = f"buffer of the paper, MB; ours are {larger * 2**20:,.0f} times smaller"
            yield Panel(title, label, "Gb/s", curves, logarithmic="x")


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the seeds of one kind of NIC at one loss came to."""

    runs: Sequence[Sequence[Collected]]

    @property
    def sizes(self) -> list[int]:
        return [each.bytes for each in self.runs[0]]

    @property
    def bus_gbps(self) -> list[list[float]]:
        """By size, of all seeds; 0 of what had not finished."""
        return [[each.bus_gbps or 0.0 for each in same] for same in zip(*self.runs, strict=True)]

    @property
    def means(self) -> list[float]:
        """The mean of all seeds, by size, in Gb/s."""
        return [fmean(values) for values in self.bus_gbps]

    @property
    def unfinished(self) -> int:
        return sum(each.bus_gbps is None for run in self.runs for each in run)


def _larger(figure: str, order: Sequence[str]) -> list[dict[str, Any]]:
    """The figure's workload for these NICs, its buffers `_LARGER` times as large."""
    data: dict[str, Any] = read_layers(SCENARIOS / "paper" / f"{figure}.yaml").data
    return [{**item, "bytes": _LARGER * parse_size(item["bytes"]), "nics": list(order)} for item in data["workload"]]


def _mib(size: int) -> str:
    return f"{size / 2**20:g} MiB"


FIG16 = Collective(
    name="fig16",
    title="A ring all-reduce, without loss and with",
    paper="64-way, at 16 GB: MRC 375 Gb/s, RoCE 223 with one QP and 362 with sixteen; with 0.1 % of loss 339, 193 and "
    "214; with 1 % 151, 32 and 29.",
    shows="That one MRC queue pair over many paths beats RoCE with one path or sixteen, and how much less it suffers "
    "from loss that no path can avoid. Nothing of loss on some paths only.",
    paper_gbps={
        ("mrc", "no"): (43, 104, 183, 272, 378, 381, 375),
        ("roce-1qp", "no"): (43, 102, 178, 158, 200, 221, 223),
        ("roce-16qp", "no"): (42, 96, 179, 269, 302, 366, 362),
        ("mrc", "0p1"): (13, 32, 81, 131, 220, 339, 339),
        ("roce-1qp", "0p1"): (3, 7, 21, 34, 84, 154, 193),
        ("roce-16qp", "0p1"): (2, 5, 13, 20, 48, 122, 214),
        ("mrc", "1"): (6, 17, 45, 75, 106, 146, 151),
        ("roce-1qp", "1"): (1, 1, 3, 5, 12, 22, 32),
        ("roce-16qp", "1"): (1, 1, 2, 4, 8, 18, 29),
    },
    costs={"0p1": (0.08, 0.11), "1": (0.55, 0.65)},
    t0s=2,
)

FIG17 = Collective(
    name="fig17",
    title="An all-to-all, without loss and with",
    paper="64-way, at 16 GB: MRC 361 Gb/s, RoCE 327 with one QP and 295 with sixteen; with 0.1 % of loss 331, "
    "323 and 298; with 1 % 234, 126 and 125.",
    shows="The same where every NIC sends to all others at once, so that a late packet holds up one pair of many.",
    paper_gbps={
        ("mrc", "no"): (224, 335, 387, 378, 363, 362, 361),
        ("roce-1qp", "no"): (214, 303, 331, 354, 328, 329, 327),
        ("roce-16qp", "no"): (212, 304, 336, 324, 299, 293, 295),
        ("mrc", "0p1"): (83, 182, 245, 273, 300, 325, 331),
        ("roce-1qp", "0p1"): (12, 25, 66, 150, 239, 312, 323),
        ("roce-16qp", "0p1"): (9, 20, 54, 129, 196, 282, 298),
        ("mrc", "1"): (57, 140, 176, 179, 213, 227, 234),
        ("roce-1qp", "1"): (2, 5, 13, 31, 44, 95, 126),
        ("roce-16qp", "1"): (2, 5, 11, 32, 53, 97, 125),
    },
    costs={"0p1": (0.08, 0.11), "1": (0.30, 0.40)},
    t0s=4,
)
