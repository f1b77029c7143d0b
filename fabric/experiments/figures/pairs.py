# SPDX-License-Identifier: Apache-2.0
"""Figure 15 and section 5.3 of the paper (arXiv 2605.04333 §5.3, §5.5): pairs of NICs, latency and bandwidth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from fabric.experiments.figure import (
    LONGER,
    SEEDS,
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
    longer,
    mean_gbps,
    no_queue_pair_lost,
    number,
    over_seeds_of_flow,
    scenario_of,
    span,
)

_PAPER_MB = (32, 64, 128, 256, 512, 1024, 2048)


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
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster B, 8 NICs of 8 x 100 Gb/s instead of 42,000; messages a sixty-fourth of the paper's, and "
            "none of the time that NCCL needs itself.",
            "paper": f"Cluster B with 8 NICs; messages {LONGER} times as large as at the small scale.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        if scale == "small":
            return [Run(f"seed{seed}", scenario_of(self.name, seed=seed)) for seed in SEEDS]
        return [Run(f"seed{seed}", longer(self.name, seed=seed)) for seed in SEEDS]

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
        larger = _PAPER_MB[-1] / sizes[-1]
        low, high = ([end(values) for values in seen] for end in (min, max))
        ours = Curve("here", [larger * size for size in sizes], means, low=low, high=high)
        paper = Curve("the paper", _PAPER_MB, (676, 695, 702, 733, 747, 750, 751), paper=True, of="here")
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
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster B: 8 planes of 100 Gb/s, 16 T1s instead of 256. 100 messages and 1,000 writes.",
            "paper": f"Cluster B: 8 planes of 256 T1s. {LONGER} times as many messages and writes.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        if scale == "small":
            return [Run(f"seed{seed}", scenario_of(self.name, seed=seed)) for seed in SEEDS]
        return [Run(f"seed{seed}", longer(self.name, seed=seed, overrides={"t1s_per_plane": 256})) for seed in SEEDS]

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


def _mib(size: int) -> str:
    return f"{size / 2**20:g} MiB"


FIG15 = SendReceive()
SEC53 = PointToPoint()
