# SPDX-License-Identifier: Apache-2.0
"""Figures 18, 20, 21 and 22 (arXiv 2605.04333 §5.4, §5.6): MRC and RoCE in one fabric, and how hard DCQCN cuts.

An incast with a victim, a permutation, and an incast of RoCE NICs that grows. What RoCE asks of the fabric, and DCQCN
of its NICs, is the same in all figures that compare with it (docs/roce.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final

from fabric.experiments.figure import (
    LONGER,
    PAYLOAD_SHARE,
    SEEDS,
    Criterion,
    Curve,
    Finding,
    Level,
    Panel,
    Result,
    Run,
    Scale,
    between,
    curve,
    first_end_us,
    longer,
    mean_gbps,
    no_queue_pair_lost,
    number,
    over_seeds,
    over_seeds_of_flow,
    percent,
    scenario_of,
    spread,
    total_gbps,
    while_open,
)

# --- What RoCE asks of the fabric ------------------------------------------------------------------------------------


ROCE_LINE_GBPS: Final = 400 * 4096 / (4096 + 102)
"""Payload of RoCE on IPv6: Ethernet, IPv6, UDP, BTH and ICRC are 78 bytes, preamble, gap and checksum 24."""


def _lossless(*, xoff: str, xon: str, limit: str) -> Mapping[str, object]:
    """Overrides of a topology: one path per queue pair by ECMP, priority flow control, deep queues that mark.

    K_min, K_max and P_max are those of DCQCN's paper at ten times its link rate, on the last hop too.
    """
    return {
        "ecmp": True,
        "qos.pfc.queue": 1, "qos.pfc.xoff": xoff, "qos.pfc.xon": xon, "qos.queues.1.discard": "drop",
        **{
            f"qos.queues.1.{port}.{field}": value
            for port in ("fabric", "host")
            for field, value in (("limit", limit), ("ecn.min", "50 kB"), ("ecn.max", "2 MB"), ("ecn.p_max", "1 %"))
        },
    }  # fmt: skip


LOSSLESS: Final = _lossless(xoff="200 kB", xon="150 kB", limit="3 MB")
"""Cluster C, figures 16 and 17."""
CLUSTER_D: Final = _lossless(xoff="3 MB", xon="2 MB", limit="40 MB")
"""Cluster D, figures 18, 20, 21 and 22. What the paper's figure 22 shows, 22 MB before priority flow control ends it,
is 3 MB for each of the seven ports that it came by. DCQCN's paper (SIGCOMM 2015, section 4) wants marks before pauses,
so t_PFC > n t_ECN: all n = 8 ports of a switch at K_min hold 0.4 MB. 3 MB is above K_max, too."""

_GROWN: Final = {"additive_bps": 400_000_000, "hyper_bps": 2_000_000_000}
"""R_AI and R_HAI at ten times the link rate of DCQCN's paper."""
PROFILES: Final[Mapping[str, Mapping[str, int]]] = {
    "default": {**_GROWN, "increase_timer_ns": 5_500},
    "aggressive": _GROWN,
    "most-aggressive": {**_GROWN, "cnp_interval_ns": 2_000},
}
"""Profiles of DCQCN, by the names of arXiv 2605.04333, which gives no parameters. `aggressive` is what DCQCN's paper
has, rate steps grown with the link rate. `default` was chosen so that priority flow control acts, as the paper
shows: its increase timer is a tenth, 5.5 us. It is cluster D's in figures 18 and 20 too, whose receiver's port is full
in the paper, as figure 22's is with this profile alone. `most-aggressive` may be cut every 2 us instead of every 50."""


# --- MRC and RoCE ----------------------------------------------------------------------------------------------------


LINE_GBPS = 400 * PAYLOAD_SHARE
_PAPER_SHARED = 196 / 391
"""What is left of a flow that shares its path with one other, figure 20a."""
_BEGIN_US = 100.0
"""What is judged begins then: five to ten round trips after the flows, when their first queue is gone."""
_DCQCN: Mapping[str, object] = {"options": {"timeout": 7}, "congestion": PROFILES["default"]}
_KINDS: dict[str, Mapping[str, object]] = {
    "mrc": {},
    "roce-1qp": {"kind": "roce", "qps": 1, **_DCQCN},
    "roce-8qp": {"kind": "roce", "qps": 8, **_DCQCN},
}
_ALIKE = (
    "Cluster D as it is: 16 NICs of 400 Gb/s, four racks, four spines, one plane. What is judged begins "
    f"{_BEGIN_US:.0f} us after the flows and ends with the first of them. RoCE has figure 22's switches, and of its "
    "profiles of DCQCN the default; "
)
_SCALES: Mapping[Scale, str] = {
    "small": f"{_ALIKE}with eight QPs a write is shared out between them and over with the last of them, after 0.2 ms: "
    "no QP takes what another leaves, as in the paper's minutes.",
    "paper": f"{_ALIKE}writes of {LONGER} ms instead of minutes.",
}
_LENGTHS_MS: Mapping[Scale, int] = {"small": 2, "paper": 2 * LONGER}
_SCALES_18: Mapping[Scale, str] = {
    scale: f"{_ALIKE}with it priority flow control goes on all the time under seven senders that begin at once. Shares "
    f"are judged over some {length}00 round trips under load; one of the paper's samples, 0.22 s, has 20,000. A "
    "receiver evens out what a sender had too little of, so that what is left of it in a mean falls with the time."
    for scale, length in _LENGTHS_MS.items()
}


_VARIANTS: Mapping[str, Mapping[str, Any]] = {
    kind: {"nic": nic, "overrides": CLUSTER_D if nic else {}} for kind, nic in _KINDS.items()
}
"""What differs from the figure's file, by kind of NIC."""


def _runs(figure: str, scale: Scale, variants: Mapping[str, Mapping[str, Any]] = _VARIANTS) -> list[Run]:
    """Runs of each variant with five seeds. A variant with a limit is meant to end there."""
    scenario = scenario_of if scale == "small" else longer
    return [
        Run(f"{kind}-seed{seed}", {**scenario(figure, seed=seed), **changes}, endless="limit" in changes)
        for kind, changes in variants.items()
        for seed in SEEDS
    ]


def _with_queue_pairs(count: int) -> list[dict[str, Any]]:
    """The workload of figure 21 with `count` queue pairs a flow; the limit ends it."""
    senders = ((f"nic{index}", "nic0", "1MiB", 28) for index in (4, 5, 6, 8, 9, 12, 13))
    return [
        {"from": source, "to": to, "bytes": size, "times": times, "outstanding": 8, "qps": count}
        for source, to, size, times in (*senders, ("nic7", "nic1", "8MiB", 25))
    ]


_PFC_ALONE: Mapping[str, Any] = {
    "nic": {"kind": "roce", "congestion": {"algorithm": "none"}, "options": {"timeout": 7}},
    "overrides": CLUSTER_D,
    "limit": "800us",
}


def _of(results: Mapping[str, Result], kind: str) -> list[Result]:
    return [result for name, result in results.items() if name.startswith(f"{kind}-seed")]


def _means(result: Result, begin_us: float = _BEGIN_US) -> list[float]:
    end_us = first_end_us(result)
    return [mean_gbps(result, flow, begin_us, end_us) for flow in range(len(result["flows"]))]


@dataclass(frozen=True, slots=True)
class Incast:
    """Figures 18 and 21: the last flow is the victim.

    Attributes:
        variants: kinds of NICs, `mrc` and others, and what differs from the figure's file.
        rivals: those that are to hurt the victim, and what RoCE leaves of it in the paper, in Gb/s in the mean.
        paper_victim, paper_senders: the paper's means, or least and most, in Gb/s, by kind of NICs.
        begin_us: from when on all are judged.
    """

    name: str = "fig18"
    title: str = "Seven NICs write to one, and a victim passes by"
    paper: str = (
        "MRC: the victim 389 Gb/s (386 to 390), each sender 55.6 within 0.5. RoCE with DCQCN: the victim 319 in the "
        "mean with one QP, 359 with eight; senders 38 to 80."
    )
    shows: str = (
        "That congestion control keeps an incast out of the fabric, so that who passes by is not hurt, and shares the "
        "receiver's port evenly. Nothing of senders that come and go."
    )
    sabotages: Sequence[str] = ("window-fixed",)
    scale: Mapping[Scale, str] = field(default_factory=lambda: _SCALES_18)
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _VARIANTS)
    rivals: Mapping[str, float] = field(default_factory=lambda: {"roce-1qp": 319.0, "roce-8qp": 359.0})
    begin_us: float = _BEGIN_US
    paper_victim: Mapping[str, Sequence[float]] = field(
        default_factory=lambda: {"mrc": (389,), "roce-1qp": (319,), "roce-8qp": (359,)}
    )
    paper_senders: Mapping[str, Sequence[float]] = field(
        default_factory=lambda: {"mrc": (55.6,), "roce-1qp": (57,), "roce-8qp": (38, 80)}
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        return _runs(self.name, scale, self.variants)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        numbers: dict[str, float] = {}
        fair = LINE_GBPS / 7
        for kind in self.variants:
            means = [_means(result, self.begin_us) for result in _of(results, kind)]
            victims = [each[-1] for each in means]
            senders = [sender for each in means for sender in each[:-1]]
            numbers |= {
                f"{kind}.victim.min": min(victims), f"{kind}.victim.mean": fmean(victims),
                f"{kind}.sender.min": min(senders), f"{kind}.sender.max": max(senders),
            }  # fmt: skip
        off = max(abs(numbers["mrc.sender.min"] / fair - 1), abs(numbers["mrc.sender.max"] / fair - 1))
        victim = numbers["mrc.victim.min"] / LINE_GBPS
        criteria = [
            Criterion("each MRC sender within 2 % of its fair share", f"{percent(off, 0.02)} off at most", off <= 0.02),
            Criterion(
                "the victim above 97 % of what its wire carries", f"{percent(victim, 0.97)} at least", victim > 0.97
            ),
            *(self._hurts(kind, left_gbps, numbers) for kind, left_gbps in self.rivals.items()),
            no_queue_pair_lost(_of(results, "mrc"), "all of MRC's writes intact"),
        ]
        return Finding(criteria, [self._panel(kind, _of(results, kind)) for kind in self.variants], numbers)

    def _hurts(self, kind: str, left_gbps: float, numbers: Mapping[str, float]) -> Criterion:
        """Whether it takes as large a share from the victim as in the paper, of what MRC gives it there and here."""
        paper = left_gbps / self.paper_victim["mrc"][0]
        left = numbers[f"{kind}.victim.mean"] / numbers["mrc.victim.mean"]
        return Criterion(
            f"{kind} leaves the victim {100 * paper:.0f} % of MRC's or less ({left_gbps:.0f} Gb/s in the paper)",
            f"{percent(left, paper)}, {numbers[f'{kind}.victim.mean']:.0f} Gb/s in the mean",
            left <= paper,
        )

    def _panel(self, kind: str, results: Sequence[Result]) -> Panel:
        senders = [curve(result, while_open(result, flow), "") for result in results for flow in range(7)]
        curves = [over_seeds_of_flow("victim", results, 7), spread("senders", senders)]
        levels = [
            Level("the paper's victim", self.paper_victim[kind], "victim"),
            Level("the paper's senders", self.paper_senders[kind], "senders"),
        ]
        title = f"{kind}: the victim, and all seven senders; mean, least and most of five seeds"
        return Panel(title, "time, us", "Gb/s", curves, levels)


_PAPER_20: Mapping[str, Sequence[float]] = {
    "mrc": [390] * 8,
    "roce-1qp": (131, 131, 131, 196, 196, 391, 391, 391),
    "roce-8qp": [392] * 8,
}


@dataclass(frozen=True, slots=True)
class Permutation:
    """Figure 20: eight NICs write to eight in other racks."""

    name: str = "fig20"
    title: str = "Eight NICs write to eight others: collisions, or none"
    paper: str = (
        "MRC: 390 Gb/s on every flow. RoCE with one QP: flows at 391, 196 and 131 (paths shared by one, two, three); "
        "with eight QPs and DCQCN all 392."
    )
    shows: str = (
        "That spraying leaves no two flows on one path for long. Nothing of fabrics with less capacity than their NICs."
    )
    sabotages: Sequence[str] = ("one-ev-a-plane",)
    scale: Mapping[Scale, str] = field(default_factory=lambda: _SCALES)

    def runs(self, scale: Scale) -> Sequence[Run]:
        return _runs(self.name, scale)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        numbers: dict[str, float] = {}
        curves = []
        for kind in _KINDS:
            flows = [mean for result in _of(results, kind) for mean in _means(result)]
            numbers |= {f"{kind}.min": min(flows), f"{kind}.mean": fmean(flows), f"{kind}.max": max(flows)}
            by_seed = [Curve("", range(8), sorted(_means(result))) for result in _of(results, kind)]
            curves.append(spread(kind, by_seed))
            curves.append(Curve(f"the paper's {kind}", range(8), _PAPER_20[kind], paper=True, of=kind))
        share = numbers["mrc.min"] / LINE_GBPS
        collided = numbers["roce-1qp.min"] / ROCE_LINE_GBPS
        criteria = [
            Criterion("no MRC flow below 97 % of its line", f"{percent(share, 0.97)} at least", share >= 0.97),
            Criterion(
                "RoCE's collisions are visible: with one QP a flow has half its line or less, as in the paper",
                f"{percent(collided, _PAPER_SHARED)} at the least",
                collided <= _PAPER_SHARED,
            ),
            no_queue_pair_lost(_of(results, "mrc"), "all of MRC's writes intact"),
        ]
        title = "flows, slowest first; mean, least and most of five seeds"
        panel = Panel(title, "flow", "Gb/s", curves, names=[str(flow) for flow in range(1, 9)])
        return Finding(criteria, [panel], numbers)


_SCALE_21 = (
    "Cluster D as it is: 16 NICs of 400 Gb/s, four racks, four spines, one plane. All are judged from 400 us on, when "
    "MRC's eight queue pairs have found their shares; MRC until the first flow ends, some four milliseconds or 400 "
    "round trips later; the paper has minutes, and each of its samples 20,000 round trips. RoCE has figure 22's "
    "switches and no DCQCN, and is judged until 800 us."
)
FIG18 = Incast()
FIG21 = Incast(
    name="fig21",
    title="Figure 18 with eight queue pairs, and RoCE with flow control alone",
    paper="MRC with 8 QPs: the victim 389 Gb/s, each sender 55.5. PFC alone: the victim 97 with one QP (one sender "
    "also 97, six at 49), 25 with eight (senders 25 to 74).",
    shows="That more queue pairs change nothing of MRC's shares, and that flow control alone lets an incast stop who "
    "passes by. Nothing of DCQCN, which is figure 18's.",
    scale={"small": _SCALE_21, "paper": _SCALE_21},
    variants={
        "mrc": {},
        "pfc-1qp": {**_PFC_ALONE, "workload": _with_queue_pairs(1)},
        "pfc-8qp": {**_PFC_ALONE, "workload": _with_queue_pairs(8)},
    },
    rivals={"pfc-8qp": 97.0},  # what flow control alone leaves with one QP; with eight it is 25
    begin_us=400.0,
    paper_victim={"mrc": (389,), "pfc-1qp": (97,), "pfc-8qp": (25,)},
    paper_senders={"mrc": (55.5,), "pfc-1qp": (49, 97), "pfc-8qp": (25, 74)},
)
FIG20 = Permutation()


# --- DCQCN in a growing incast ---------------------------------------------------------------------------------------


_CROWD = 10
"""Judged from the time when this many send."""
_BOUNDS: Mapping[str, tuple[float, float, float]] = {
    "aggressive": (4.0, 0.05, 0.15),
    "most-aggressive": (5.5, 0.15, 0.25),
}
"""The longest queue in MB, the least and the most that is left of the line: the paper's, the latter within 5 points."""
_PAPER: Mapping[str, tuple[float, Sequence[float]]] = {
    "default": (0, (3, 22)),
    "aggressive": (0.1, (4,)),
    "most-aggressive": (0.2, (5.5,)),
}
"""How far below the line, and the longest queue in MB; of the default profile under ten flows, and in the end."""
_PORT = ">nic0:0"


@dataclass(frozen=True, slots=True)
class GrowingIncast:
    """Figure 22: the queue at the receiver, and its throughput, as senders come."""

    name: str = "fig22"
    title: str = "Fifteen RoCE NICs write to one, one after the other, with three profiles of DCQCN"
    paper: str = (
        "Default: 3 MB wait under ten flows, then priority flow control and 22 MB, at line rate. Aggressive: 4 MB at "
        "most, 10 % less throughput. Most aggressive: 5.5 MB at most, 20 % less."
    )
    shows: str = (
        "That DCQCN has either a short queue or a busy link: what cuts hard enough for the one leaves the other idle. "
        "Nothing of MRC, whose incast is figure 18."
    )
    sabotages: Sequence[str] = ()
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: {
            "small": "Cluster D as it is. A flow begins every 200 us instead of every 5 s, a few of DCQCN's timers: "
            "each new flow, at line rate until its first cut, weighs more than in the paper.",
            "paper": f"Cluster D as it is. A flow begins every {LONGER * 200 // 1000} ms instead of every 5 s.",
        }
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        scenario = scenario_of if scale == "small" else longer
        return [
            Run(
                f"{profile}-seed{seed}",
                scenario(self.name, seed=seed, nic={"congestion": dict(parameters)}),
                endless=True,
            )
            for profile, parameters in PROFILES.items()
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput while ten and more send, and the longest queue at the receiver's port."""
        seen = {profile: [_seen(results[f"{profile}-seed{seed}"]) for seed in SEEDS] for profile in PROFILES}
        rates = {profile: fmean(each.gbps for each in runs) for profile, runs in seen.items()}
        queues = {profile: max(each.queue_mb for each in runs) for profile, runs in seen.items()}
        least = min(each.gbps for each in seen["default"])
        pauses = min(each.pauses for each in seen["default"])
        shortest = min(each.queue_mb for each in seen["default"])
        longest = max(queues[profile] for profile in _BOUNDS)
        criteria = [
            Criterion(
                f"default: at least 97 % of the line with {_CROWD} flows and more, with every seed",
                f"{percent(least / ROCE_LINE_GBPS, 0.97)} at the least",
                least >= 0.97 * ROCE_LINE_GBPS,
            ),
            Criterion(
                "default: priority flow control has to end it, the queue four times those of the others or more",
                f"{pauses} pauses at the least, {number(shortest, 1, 4 * longest)} MB",
                pauses > 0 and shortest >= 4 * longest,
            ),
        ]
        for profile, (most_mb, low, high) in _BOUNDS.items():
            idle = 1 - rates[profile] / ROCE_LINE_GBPS
            criteria += [
                Criterion(
                    f"{profile}: {most_mb} MB wait at the most", f"{number(queues[profile], 1, most_mb)} MB",
                    queues[profile] <= most_mb,
                ),
                Criterion(
                    f"{profile}: {100 * low:.0f} to {100 * high:.0f} % below the line", percent(idle, low, high),
                    low <= idle <= high,
                ),
            ]  # fmt: skip
        numbers = {
            f"{profile}.{name}": value
            for profile, runs in seen.items()
            for name, value in (
                ("gbps.min", min(each.gbps for each in runs)), ("gbps.mean", rates[profile]),
                ("gbps.max", max(each.gbps for each in runs)), ("queue_mb.max", queues[profile]),
                ("queue_mb.min", min(each.queue_mb for each in runs)),
            )
        }  # fmt: skip
        return Finding(
            criteria,
            _panels({profile: [results[f"{profile}-seed{seed}"] for seed in SEEDS] for profile in PROFILES}),
            numbers,
        )


@dataclass(frozen=True, slots=True)
class _Seen:
    gbps: float
    queue_mb: float
    pauses: int


def _seen(result: Result) -> _Seen:
    from_us = sorted(flow["post_ns"] for flow in result["flows"])[_CROWD - 1] / 1000
    rates = between(result, total_gbps(result), from_us, result["verdict"]["end_ns"] / 1000)
    return _Seen(fmean(rates), max(_queue_mb(result)), sum(switch["pauses"] for switch in result["fabric"]["switches"]))


def _queue_mb(result: Result) -> list[float]:
    peaks = [port["peak_bytes"] for port in result["timeline"]["ports"] if port["port"].endswith(_PORT)]
    return [octets / 1e6 for octets in peaks[0]]


def _panels(results: Mapping[str, Sequence[Result]]) -> list[Panel]:
    rates, queues, levels = [], [], []
    for profile, seeds in results.items():
        rates.append(over_seeds(profile, seeds, total_gbps))
        queues.append(over_seeds(profile, seeds, _queue_mb))
        below, waits = _PAPER[profile]
        levels.append(
            (
                Level(f"the paper's {profile}", [(1 - below) * ROCE_LINE_GBPS], profile),
                Level(f"the paper's {profile}", waits, profile),
            )
        )
    return [
        Panel(f"{what}; mean, least and most of five seeds", "time, us", unit, curves, of)
        for what, unit, curves, of in zip(
            ("all flows together", "queue at the receiver's port"), ("Gb/s", "MB"), (rates, queues),
            zip(*levels, strict=True), strict=True,
        )
    ]  # fmt: skip


FIG22 = GrowingIncast()
