# SPDX-License-Identifier: Apache-2.0
"""Figures 15 to 17 and section 5.3 (arXiv 2605.04333 §5.3, §5.5): pairs of NICs, and collectives with MRC and RoCE.

Pairs show latency and bandwidth. Collectives run while NICs lose what comes in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from common.quantities import parse_size
from fabric.experiments.figure import (
    LONGER,
    SCENARIOS,
    SEEDS,
    Collected,
    Criterion,
    Curve,
    Finding,
    Level,
    Panel,
    Result,
    Run,
    Scale,
    collected,
    gbps,
    mean_gbps,
    no_queue_pair_lost,
    number,
    over_seeds_of_flow,
    percent,
    scenario_of,
    seeded,
    span,
)
from fabric.experiments.figures.roce import LOSSLESS
from fabric.scenario.reading import read_layers

# --- Collectives -----------------------------------------------------------------------------------------------------


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
    sabotages: Sequence[str] = ()
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


# --- Pairs -----------------------------------------------------------------------------------------------------------


_PAPER_MB_PAIRS = (32, 64, 128, 256, 512, 1024, 2048)


@dataclass(frozen=True, slots=True)
class SendReceive:
    """Figure 15: every NIC sends to one and receives from another, by size."""

    name: str = "fig15"
    title: str = "Send and receive pairs by size"
    paper: str = "Of 800 Gb/s: 676 per NIC at 32 MB, 695, 702, 733, 747, 750, 751 at 2 GB (the text: up to 736)."
    shows: str = (
        "That every NIC sends and receives at nearly line rate at once, and what the beginning and the end of a "
        "message cost the smaller ones."
    )
    sabotages: Sequence[str] = ("one-ev-a-plane",)
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster B, 8 NICs of 8 x 100 Gb/s instead of 42,000; messages a sixty-fourth of the paper's, and "
            "none of the time that NCCL needs itself.",
            "paper": f"Cluster B with 8 NICs; messages {LONGER} times as large as at the small scale.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        return seeded(self.name, scale)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Bandwidth at each size against the paper's largest, and that it rises."""
        runs = [collected(result) for result in results.values()]
        sizes = [each.bytes for each in runs[0]]
        seen = [[each.bus_gbps or 0.0 for each in same] for same in zip(*runs, strict=True)]
        means = [fmean(values) for values in seen]
        falls = [f"{_mib(sizes[at + 1])}" for at in range(len(means) - 1) if means[at + 1] < means[at]]
        criteria = [
            Criterion(
                f"at least the 736 Gb/s of the paper's text at {_mib(sizes[-1])}, with every seed",
                f"{number(min(seen[-1]), 0, 736)} Gb/s at the least",
                min(seen[-1]) >= 736,
            ),
            Criterion(
                "the larger the message, the more bandwidth",
                f"{means[0]:.0f} to {means[-1]:.0f} Gb/s" + (f", less at {', '.join(falls)}" if falls else ""),
                not falls,
            ),
            no_queue_pair_lost(list(results.values()), "all messages intact"),
        ]
        numbers = {
            f"{_mib(size)}.{name}": value
            for size, values in zip(sizes, seen, strict=True)
            for name, value in (("min", min(values)), ("mean", fmean(values)), ("max", max(values)))
        }
        larger = _PAPER_MB_PAIRS[-1] / sizes[-1]
        low, high = ([end(values) for values in seen] for end in (min, max))
        ours = Curve("here", [larger * size for size in sizes], means, low=low, high=high)
        paper = Curve("the paper", _PAPER_MB_PAIRS, (676, 695, 702, 733, 747, 750, 751), paper=True, of="here")
        title = "bandwidth per NIC; mean, least and most of five seeds"
        label = f"message of the paper, MB; ours are {larger * 2**20:,.3g} times smaller"
        panel = Panel(title, label, "Gb/s", [ours, paper], logarithmic="x")
        return Finding(criteria, [panel], numbers)


@dataclass(frozen=True, slots=True)
class _Path:
    """What a path between two NICs is, and was in the paper.

    Attributes:
        latency, bandwidth: which flow of the file measures it.
        links_ns: propagation over its links (topologies/lab.yaml).
        paper_us, paper_gbps: one way, and of 32 KiB writes.
    """

    latency: int
    bandwidth: int
    links_ns: int
    paper_us: float
    paper_gbps: float


_PATHS: Mapping[str, _Path] = {
    "T0-local": _Path(0, 2, 2 * 500, 5.09, 770.0),
    "cross-T1": _Path(1, 3, 2 * 500 + 2 * 1000, 6.54, 770.0),
}
_BITS_NS = 100
"""What a frame of 2 bytes and all its headers takes at most to be sent four times at 100 Gb/s: 4 x 300 bytes."""
_SETTLING_US = 20.0
"""At both ends of a flow, when it fills and empties what it has open: not counted as its bandwidth."""


@dataclass(frozen=True, slots=True)
class PointToPoint:
    """The paper's section 5.3: between NICs of one T0 and across T1s, on an idle fabric."""

    name: str = "sec53"
    title: str = "Latency of 2 bytes, bandwidth of 32 KiB writes with four queue pairs"
    paper: str = (
        "2 bytes take 5.09 us one way between NICs of one T0, 6.54 us across T1s; 32 KB writes have 770 Gb/s (96 %)."
    )
    shows: str = (
        "That one NIC fills eight planes with small writes. Its latencies are those of links alone: NICs, PCIe and "
        "switches' pipelines take no time here, and the paper's do."
    )
    sabotages: Sequence[str] = ()
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster B: 8 planes of 100 Gb/s, 16 T1s instead of 256. 100 messages and 1,000 writes.",
            "paper": f"Cluster B: 8 planes of 256 T1s. {LONGER} times as many messages and writes.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        return seeded(self.name, scale, overrides={"t1s_per_plane": 256})

    def judge(self, results: Mapping[str, Result]) -> Finding:
        criteria: list[Criterion] = []
        numbers: dict[str, float] = {}
        for name, path in _PATHS.items():
            took = [result["flows"][path.latency]["messages"]["delivery"] for result in results.values()]
            latency_us, longest_us = (
                fmean(each["mean"] for each in took) / 1000,
                max(each["max"] for each in took) / 1000,
            )
            bound_us = (path.links_ns + _BITS_NS) / 1000
            criteria.append(
                Criterion(
                    f"{name}: every 2 bytes there in what the links take, {bound_us:.1f} us at the most (the paper's "
                    f"NICs and switches: {path.paper_us} us in all)",
                    f"{latency_us:.2f} us, {number(longest_us, 2, bound_us)} at the most",
                    longest_us <= bound_us,
                )
            )
            rates = [_bandwidth(result, path.bandwidth) for result in results.values()]
            off = max(abs(rate / path.paper_gbps - 1) for rate in rates)
            criteria.append(
                Criterion(
                    f"{name}: 32 KiB writes within 1 % of the paper's {path.paper_gbps:.0f} Gb/s",
                    f"{span(rates, 0, 0.99 * path.paper_gbps, 1.01 * path.paper_gbps)} Gb/s",
                    off <= 0.01,
                )
            )
            numbers |= {
                f"{name}.latency_us.mean": latency_us, f"{name}.latency_us.max": longest_us,
                f"{name}.gbps.min": min(rates), f"{name}.gbps.mean": fmean(rates), f"{name}.gbps.max": max(rates),
            }  # fmt: skip
        criteria.append(no_queue_pair_lost(list(results.values()), "all messages intact"))
        of_all = list(results.values())
        curves = [over_seeds_of_flow(name, of_all, path.bandwidth) for name, path in _PATHS.items()]
        levels = [Level("the paper, both", sorted({path.paper_gbps for path in _PATHS.values()}), "")]
        title = "32 KiB writes; mean, least and most of five seeds"
        return Finding(criteria, [Panel(title, "time, us", "Gb/s", curves, levels)], numbers)


def _bandwidth(result: Result, flow: int) -> float:
    """Payload of a flow in Gb/s, from some time after its beginning until the same time before its end."""
    values = gbps(result, flow)
    step = result["timeline"]["interval_ns"] / 1000
    busy = [index for index, value in enumerate(values) if value]
    if not busy:
        return 0.0
    return mean_gbps(result, flow, busy[0] * step + _SETTLING_US, (busy[-1] + 1) * step - _SETTLING_US)


FIG15 = SendReceive()
SEC53 = PointToPoint()
