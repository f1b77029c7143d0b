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

from msgspec import Struct

from fabric.experiments.figure import (
    LONGER,
    PAYLOAD_SHARE,
    SEEDS,
    Criterion,
    Curve,
    Figure,
    Finding,
    Level,
    Panel,
    Result,
    Run,
    Scale,
    at_both,
    between,
    curve,
    distribution,
    first_end_us,
    gbps,
    longer,
    mean_gbps,
    no_queue_pair_lost,
    number,
    of_seeds,
    over_seeds,
    percent,
    scenario_of,
    span,
    spread,
    total_gbps,
    while_open,
)

# --- What RoCE asks of the fabric ------------------------------------------------------------------------------------


ROCE_LINE_GBPS: Final = 400 * 4096 / (4096 + 102)
"""Payload of RoCE on IPv6: Ethernet, IPv6, UDP, BTH and ICRC are 78 bytes, preamble, gap and checksum 24."""


def _lossless(limit: str, pfc: Mapping[str, object], wred: tuple[str, str, str]) -> Mapping[str, object]:
    """Overrides of a topology: one path per queue pair by ECMP, priority flow control, deep queues that mark.

    Args:
        limit: of a queue.
        pfc: thresholds of flow control.
        wred: K_min, K_max and P_max, on the last hop too.
    """
    return {
        "ecmp": True,
        "qos.pfc.queue": 1, **{f"qos.pfc.{name}": value for name, value in pfc.items()},
        "qos.queues.1.discard": "drop",
        **{
            f"qos.queues.1.{port}.{field}": value
            for port in ("fabric", "host")
            for field, value in zip(("limit", "ecn.min", "ecn.max", "ecn.p_max"), (limit, *wred), strict=True)
        },
    }  # fmt: skip


LOSSLESS: Final = _lossless("3 MB", {"xoff": "200 kB", "xon": "150 kB"}, ("50 kB", "2 MB", "1 %"))
"""Cluster C, figures 16 and 17. K_min, K_max and P_max are those of DCQCN's paper at ten times its link rate."""
CLUSTER_D: Final = _lossless(
    "60 MB", {"dynamic_th": -5, "pool": "165 MB", "xon_offset": "200 kB"}, ("1 MiB", "2 MiB", "5 %")
)
"""Cluster D, figures 18, 20, 21 and 22. SONiC's WRED_PROFILE for lossless queues (AZURE_LOSSLESS), and dynamic
thresholds, which are a guess: a pool as large as a Tomahawk 5's buffer, and alpha 1/32. The four ports of a rack's
uplinks may have 18 MB together, those of its other NICs 12; 22 MB wait in the paper's figure 22."""

_GROWN: Final = {"additive_bps": 400_000_000, "hyper_bps": 2_000_000_000}
"""R_AI and R_HAI at ten times the link rate of DCQCN's paper."""
PROFILES: Final[Mapping[str, Mapping[str, int | str]]] = {
    "default": {**_GROWN, "cnp_pacing": "port", "cnp_interval_ns": 4_000, "increase_timer_ns": 5_000},
    "aggressive": _GROWN,
    "most-aggressive": {**_GROWN, "cnp_interval_ns": 2_000},
}
"""Profiles of DCQCN, by the names of arXiv 2605.04333, which gives no parameters. `aggressive` is DCQCN as published,
rate steps grown with the link rate; figures 18 and 20 have it. `default` is a guess at what hardware does: one CNP in
4 us for all flows of a port, ConnectX's default. Of N flows each is then cut every N * 4 us, and from some ten on its
increase timer (5 us, a guess) has undone the cut before the next: only priority flow control is left. `most-aggressive`
may be cut every 2 us instead of every 50."""


# --- MRC and RoCE ----------------------------------------------------------------------------------------------------


LINE_GBPS = 400 * PAYLOAD_SHARE
_LINE_BPS = 400_000_000_000
_BEGIN_US = 100.0
"""What is judged of MRC begins then: five to ten round trips after the flows, when their first queue is gone."""
_PAIRS = 8
"""Each of these figures has this many pairs of NICs; in 18 and 21 the last one is the victim's."""
_ENDS_18 = (*((f"nic{index}", "nic0") for index in (4, 5, 6, 8, 9, 12, 13)), ("nic7", "nic1"))
_ENDS_20 = tuple((f"nic{index}", f"nic{index + 8}") for index in range(_PAIRS))
_CLUSTER = "Cluster D as it is: 16 NICs of 400 Gb/s, four racks, four spines, one plane. "
_ENDLESS = "RoCE's queue pairs send on their own, as much as they can, until a limit. "


def _own(ends: Sequence[tuple[str, str]], qps: int, us: int, shares: Sequence[int] = ()) -> list[dict[str, Any]]:
    """A workload: pairs of NICs write with queue pairs that wait for no other, and do not end in this time.

    Args:
        ends: which NICs.
        qps: queue pairs of each pair of NICs; one of several has enough to send for half of the line.
        us: how long they send.
        shares: of how many pairs each begins with an equal share of the line; none: as DCQCN has it.
    """
    begins: list[dict[str, int]] = [{"begin_bps": _LINE_BPS // (share * qps)} for share in shares] or [{}] * len(ends)
    size, outstanding, most_bps = 1 << 20, *((8, _LINE_BPS) if qps == 1 else (2, _LINE_BPS // 2))
    times = most_bps * us // (8_000_000 * size) + outstanding
    return [
        {"from": source, "to": to, "bytes": size, "times": times, "outstanding": outstanding, **begin}
        for (source, to), begin in zip(ends, begins, strict=True)
        for _ in range(qps)
    ]


def _settled(alpha: float) -> Mapping[str, Any]:
    """DCQCN as published, whose senders begin with this alpha."""
    return {"kind": "roce", "options": {"timeout": 9}, "congestion": {**PROFILES["aggressive"], "alpha": alpha}}


_PFC_ALONE: Mapping[str, Any] = {"kind": "roce", "congestion": {"algorithm": "none"}, "options": {"timeout": 9}}
_ALPHAS = {7: 0.14, 8: 0.15, 56: 0.23}
"""Where DCQCN as published settles when so many queue pairs share a line of 400 Gb/s and cluster D's switches mark: the
fixed point of Zhu et al., "ECN or Delay" (CoNEXT 2016, section 3.1)."""


def _variant(
    nic: Mapping[str, Any], us: int, ends: Sequence[tuple[str, str]], qps: int, shares: Sequence[int] = ()
) -> Mapping[str, Any]:
    return {"nic": nic, "overrides": CLUSTER_D, "limit": f"{us}us", "workload": _own(ends, qps, us, shares)}


_FAIR = (7,) * 7 + (1,)
_VARIANTS_18: Mapping[str, Mapping[str, Any]] = {
    "mrc": {},
    "roce-1qp": _variant(_settled(_ALPHAS[7]), 1000, _ENDS_18, 1, _FAIR),
    "roce-8qp": _variant(_settled(_ALPHAS[56]), 1000, _ENDS_18, 8, _FAIR),
}
_VARIANTS_20: Mapping[str, Mapping[str, Any]] = {
    "mrc": {},
    "pfc-1qp": _variant(_PFC_ALONE, 200, _ENDS_20, 1),
    "roce-8qp": _variant(_settled(_ALPHAS[8]), 600, _ENDS_20, 8, (1,) * _PAIRS),
}
_VARIANTS_21: Mapping[str, Mapping[str, Any]] = {
    "mrc": {},
    "pfc-1qp": _variant(_PFC_ALONE, 1600, _ENDS_18, 1),
    "pfc-8qp": _variant(_PFC_ALONE, 1600, _ENDS_18, 8),
}
"""What differs from a figure's file, by kind of NIC."""


def _runs(figure: str, scale: Scale, variants: Mapping[str, Mapping[str, Any]]) -> list[Run]:
    """Runs of each variant with five seeds. A variant with a limit is meant to end there."""
    scenario = scenario_of if scale == "small" else longer
    return [
        Run(f"{kind}-seed{seed}", {**scenario(figure, seed=seed), **changes}, endless="limit" in changes)
        for kind, changes in variants.items()
        for seed in SEEDS
    ]


def _flows(result: Result, pair: int) -> range:
    """The flows of a pair of NICs: one, or one for each queue pair."""
    each = len(result["flows"]) // _PAIRS
    return range(pair * each, (pair + 1) * each)


def _means(result: Result, begin_us: float) -> list[float]:
    """Payload of each pair of NICs in Gb/s, until the first flow ends."""
    end_us = first_end_us(result)
    return [sum(mean_gbps(result, flow, begin_us, end_us) for flow in _flows(result, pair)) for pair in range(_PAIRS)]


def _while_open(result: Result, pair: int) -> list[float]:
    return [sum(values) for values in zip(*(while_open(result, flow) for flow in _flows(result, pair)), strict=True)]


def _pauses(result: Result) -> int:
    return sum(switch["pauses"] for switch in result["fabric"]["switches"])


def _within(paper: float, share: float) -> tuple[float, float]:
    """The least and the most that is the paper's value within a share of it."""
    return (1 - share) * paper, (1 + share) * paper


def _near(text: str, seen: Sequence[float], paper: float, share: float) -> Criterion:
    """Whether what was seen with each seed is the paper's value within a share of it."""
    low, high = _within(paper, share)
    worst = max(seen, key=lambda value: abs(value - paper))
    return Criterion(
        f"{text} {paper:.0f} Gb/s, within {100 * share:.0f} %",
        f"{number(worst, 0, low, high)} Gb/s ({span(seen, 0, low, high)})",
        low <= min(seen) and max(seen) <= high,
    )


def _near_in_the_mean(text: str, seen: Sequence[float], paper: float, share: float) -> Criterion:
    """The same of the mean of all seeds, which differ in how many flows their hashes bring together."""
    (low, high), mean = _within(paper, share), fmean(seen)
    return Criterion(
        f"{text} {paper:.0f} Gb/s, within {100 * share:.0f} %, in the mean",
        f"{number(mean, 0, low, high)} Gb/s ({span(seen)})",
        low <= mean <= high,
    )


def _never_paused(text: str, results: Sequence[Result]) -> Criterion:
    most = max(_pauses(result) for result in results)
    return Criterion(f"{text}: no switch pauses a port", f"{most} pauses at most", most == 0)


def _lossless_held(text: str, results: Sequence[Result]) -> Criterion:
    """Whether flow control did what it is for: no frame dropped, and so none sent again."""
    names = ("frames.overflowed", "frames.dropped_by_switches", "retransmissions.total")
    most = max(sum(int(result["checks"][name]) for name in names) for result in results)
    return Criterion(f"{text}: no frame is dropped or sent again", f"{most} at most", most == 0)


@dataclass(frozen=True, slots=True)
class Incast(Figure):
    """Figures 18 and 21: the last pair is the victim's.

    Attributes:
        variants: kinds of NICs, `mrc` and others, and what differs from the figure's file.
        begins_us: from when on each is judged.
        paper_victim, paper_senders: the paper's means, or least and most, in Gb/s, by kind of NICs.
        within: by kind, how near to the paper's its victim is to be; of others, it is to have the paper's or less.
        paper_spread: what the paper says of its victim's samples: by kind, Gb/s and the share of samples below.
    """

    variants: Mapping[str, Mapping[str, Any]]
    begins_us: Mapping[str, float]
    paper_victim: Mapping[str, float]
    paper_senders: Mapping[str, Sequence[float]]
    within: Mapping[str, float]
    paper_spread: Mapping[str, Mapping[float, float]] = field(default_factory=dict)

    def runs(self, scale: Scale) -> Sequence[Run]:
        return _runs(self.name, scale, self.variants)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        numbers: dict[str, float] = {}
        victims: dict[str, list[float]] = {}
        for kind in self.variants:
            means = [_means(result, self.begins_us[kind]) for result in of_seeds(results, kind)]
            victims[kind] = [each[-1] for each in means]
            senders = [sender for each in means for sender in each[:-1]]
            numbers |= {
                f"{kind}.victim.min": min(victims[kind]), f"{kind}.victim.mean": fmean(victims[kind]),
                f"{kind}.sender.min": min(senders), f"{kind}.sender.max": max(senders),
            }  # fmt: skip
        fair = LINE_GBPS / 7
        off = max(abs(numbers["mrc.sender.min"] / fair - 1), abs(numbers["mrc.sender.max"] / fair - 1))
        victim = numbers["mrc.victim.min"] / LINE_GBPS
        criteria = [
            Criterion("each MRC sender within 2 % of its fair share", f"{percent(off, 0.02)} off at most", off <= 0.02),
            Criterion(
                "the victim above 97 % of what its wire carries", f"{percent(victim, 0.97)} at least", victim > 0.97
            ),
            *(self._hurts(kind, victims) for kind in self.variants if kind != "mrc"),
            *(self._loses(kind, victims[kind]) for kind in self.within),
            *(_never_paused(f"{kind}, DCQCN", of_seeds(results, kind)) for kind in self.within),
            *(
                _lossless_held(kind, of_seeds(results, kind))
                for kind in self.variants
                if kind not in {"mrc", *self.within}
            ),
            no_queue_pair_lost(of_seeds(results, "mrc"), "all of MRC's writes intact"),
        ]
        panels = [self._panel(kind, of_seeds(results, kind)) for kind in self.variants]
        if self.paper_spread:
            panels.append(self._spread({kind: of_seeds(results, kind) for kind in self.variants}))
        return Finding(criteria, panels, numbers)

    def _hurts(self, kind: str, victims: Mapping[str, Sequence[float]]) -> Criterion:
        """Whether it leaves the victim what the paper's does: within bounds, or as large a share of MRC's or less."""
        paper = self.paper_victim[kind]
        if kind in self.within:
            return _near_in_the_mean(f"{kind} leaves the victim", victims[kind], paper, self.within[kind])
        most = paper / self.paper_victim["mrc"]
        left = fmean(victims[kind]) / fmean(victims["mrc"])
        return Criterion(
            f"{kind} leaves the victim {100 * most:.0f} % of MRC's or less ({paper:.0f} Gb/s in the paper)",
            f"{percent(left, most)}, {fmean(victims[kind]):.0f} Gb/s in the mean ({span(victims[kind])})",
            left <= most,
        )

    def _loses(self, kind: str, victims: Sequence[float]) -> Criterion:
        """Whether the victim loses anything at all, which being near the paper's mean does not say."""
        most = fmean(victims) / ROCE_LINE_GBPS
        return Criterion(
            f"{kind}: the victim has less than 97 % of its line, as in the paper, in the mean",
            percent(most, 0.97),
            most < 0.97,
        )

    def _panel(self, kind: str, results: Sequence[Result]) -> Panel:
        senders = [curve(result, _while_open(result, pair), "") for result in results for pair in range(_PAIRS - 1)]
        victim = over_seeds("victim", results, lambda result: _while_open(result, _PAIRS - 1))
        levels = [
            Level("the paper's victim", [self.paper_victim[kind]], "victim"),
            Level("the paper's senders", self.paper_senders[kind], "senders"),
        ]
        title = f"{kind}: the victim, and all seven senders; mean, least and most of all seeds"
        return Panel(title, "time, us", "Gb/s", [victim, spread("senders", senders)], levels)

    def _spread(self, results: Mapping[str, Sequence[Result]]) -> Panel:
        """The victim's samples, of all seeds together, as far as they are judged."""
        curves = []
        for kind, of in results.items():
            curves.append(distribution(kind, [value for result in of for value in self._judged_samples(kind, result)]))
            if known := self.paper_spread.get(kind):
                curves.append(Curve(f"the paper's {kind}", list(known), list(known.values()), paper=True, of=kind))
        sample_us = next(iter(results.values()))[0]["timeline"]["interval_ns"] / 1000
        title = f"the victim's samples, of {sample_us:.0f} us in ours and 0.22 s in the paper's"
        return Panel(title, "the victim, Gb/s", "share of samples below", curves, top=1.0)

    def _judged_samples(self, kind: str, result: Result) -> list[float]:
        """Samples of the victim that are judged: from when shares have settled until the first flow ends."""
        of_pair = [gbps(result, flow) for flow in _flows(result, _PAIRS - 1)]
        total = [sum(values) for values in zip(*of_pair, strict=True)]
        return between(result, total, self.begins_us[kind], first_end_us(result))


_TIMES: Mapping[Scale, int] = {"small": 1, "paper": LONGER}
_SCALES_18: Mapping[Scale, str] = {
    scale: f"{_CLUSTER}{_ENDLESS}They begin where DCQCN settles, with the alpha of its fixed point and a seventh of "
    "the line each, the victim at its line; from a start at line rate that takes tens of milliseconds. RoCE is judged "
    f"from 0.1 to 1 ms. MRC's shares are judged over some {2 * times}00 round trips under load; one of the paper's "
    "samples, 0.22 s, has 20,000. A receiver evens out what a sender had too little of, so that what is left of it in "
    "a mean falls with the time."
    for scale, times in _TIMES.items()
}
FIG18 = Incast(
    name="fig18",
    title="Seven NICs write to one, and a victim passes by",
    paper="MRC: the victim 389 Gb/s (386 to 390), each sender 55.6 within 0.5. RoCE with DCQCN and one QP: the victim "
    "319 in the mean, 285 at least, senders 57. With eight QPs (ten, says its caption): the victim 359 in the mean, "
    "382 in the median, less than 191 in a twentieth of the samples, 62 at least; senders 38 to 80.",
    shows="That congestion control keeps an incast out of the fabric, so that who passes by is not hurt, and shares "
    "the receiver's port evenly. RoCE's victim loses to the senders on its path, none to three by hash, and to its own "
    "cuts. It pauses nobody but where it begins at line rate beside three: they queue 5 MB before cuts of 7 % end it. "
    "Nothing of senders that come and go. With eight QPs the victim keeps its line here, so nothing of the moments in "
    "which the paper's has 62 Gb/s.",
    sabotages=("window-fixed", "cnps-ignored", "switches-never-mark"),
    scale=_SCALES_18,
    variants=_VARIANTS_18,
    begins_us=dict.fromkeys(_VARIANTS_18, _BEGIN_US),
    paper_victim={"mrc": 389, "roce-1qp": 319, "roce-8qp": 359},
    paper_senders={"mrc": (55.6,), "roce-1qp": (57,), "roce-8qp": (38, 80)},
    paper_spread={"mrc": {386: 0, 390: 1}, "roce-1qp": {285: 0}, "roce-8qp": {62: 0, 191: 0.05, 382: 0.5}},
    within={"roce-1qp": 0.15, "roce-8qp": 0.10},
)
_SCALE_21 = (
    f"{_CLUSTER}{_ENDLESS}MRC is judged from 400 us on, when its eight queue pairs have found their shares, until the "
    "first flow ends, some four milliseconds or 400 round trips later; the paper has minutes, and each of its samples "
    "20,000 round trips. RoCE begins at line rate, without DCQCN, and is judged from 0.8 to 1.6 ms, when all buffers "
    "on the way are full."
)
FIG21 = Incast(
    name="fig21",
    title="Figure 18 with eight queue pairs, and RoCE with flow control alone",
    paper="MRC with 8 QPs: the victim 389 Gb/s, each sender 55.5. PFC alone: the victim 97 with one QP (one sender "
    "also 97, six at 49), 25 with eight (senders 25 to 74).",
    shows="That more queue pairs change nothing of MRC's shares in the mean, once they have found them, and that flow "
    "control alone lets an incast slow who passes by, though it drops nothing. Nothing of DCQCN, which is figure 18's. "
    "With one QP the victim gets what the sender on its path gets: that is the hash's, and the paper has one draw of "
    "it. With eight it has 19 to 32 Gb/s from 0.8 to 1.2 ms, where the paper has 25, and 44 to 80 after that, which is "
    "not explained. MRC's victim has a dip at 1.4 ms: its eight writes of 8 MiB end within 15 us, and each queue pair "
    "begins its next one a round trip later.",
    sabotages=("window-fixed", "switches-never-pause", "pauses-unheeded"),
    scale=at_both(_SCALE_21),
    variants=_VARIANTS_21,
    begins_us={"mrc": 400.0, "pfc-1qp": 800.0, "pfc-8qp": 800.0},
    paper_victim={"mrc": 389, "pfc-1qp": 97, "pfc-8qp": 25},
    paper_senders={"mrc": (55.5,), "pfc-1qp": (49, 97), "pfc-8qp": (25, 74)},
    within={},
)


# --- A permutation ---------------------------------------------------------------------------------------------------


_PAPER_20: Mapping[str, Sequence[float]] = {
    "mrc": [390] * 8,
    "pfc-1qp": (131, 131, 131, 196, 196, 391, 391, 391),
    "roce-8qp": [392] * 8,
}
_PAPER_SHARED = 196 / 391
"""What is left of a flow that shares its path with one other, figure 20a."""
_BEGINS_20 = {"mrc": _BEGIN_US, "pfc-1qp": _BEGIN_US, "roce-8qp": 300.0}
_OFF_A_PART = 0.05
_SCALES_20: Mapping[Scale, str] = {
    scale: f"{_CLUSTER}{_ENDLESS}With one QP and flow control alone, as the paper, they begin at line rate and are "
    "judged from 0.1 to 0.2 ms. With eight and DCQCN they begin at an eighth of the line and are judged from 0.3 to "
    f"0.6 ms. MRC: writes of {8 * times} MiB, judged from {_BEGIN_US:.0f} us until the first ends."
    for scale, times in _TIMES.items()
}


class Permutation(Figure):
    """Figure 20: eight NICs write to eight in other racks."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        return _runs(self.name, scale, _VARIANTS_20)

    def judge(self, results: Mapping[str, Result]) -> Finding:
        numbers: dict[str, float] = {}
        flows: dict[str, list[float]] = {}
        curves = []
        for kind in _VARIANTS_20:
            by_seed = [sorted(_means(result, _BEGINS_20[kind])) for result in of_seeds(results, kind)]
            seen = flows[kind] = [mean for means in by_seed for mean in means]
            numbers |= {f"{kind}.min": min(seen), f"{kind}.mean": fmean(seen), f"{kind}.max": max(seen)}
            curves.append(spread(kind, [Curve("", range(_PAIRS), means) for means in by_seed]))
            curves.append(Curve(f"the paper's {kind}", range(_PAIRS), _PAPER_20[kind], paper=True, of=kind))
        share = numbers["mrc.min"] / LINE_GBPS
        collided = numbers["pfc-1qp.min"] / ROCE_LINE_GBPS
        off = max(min(abs(part * flow / ROCE_LINE_GBPS - 1) for part in range(1, 5)) for flow in flows["pfc-1qp"])
        criteria = [
            Criterion("no MRC flow below 97 % of its line", f"{percent(share, 0.97)} at least", share >= 0.97),
            Criterion(
                "pfc-1qp: collisions leave a flow half its line or less, as in the paper",
                f"{percent(collided, _PAPER_SHARED)} at the least",
                collided <= _PAPER_SHARED,
            ),
            Criterion(
                f"pfc-1qp: each flow has its line, a half, third or fourth, within {100 * _OFF_A_PART:.0f} %",
                f"{percent(off, _OFF_A_PART)} off at most",
                off <= _OFF_A_PART,
            ),
            _near("roce-8qp: each flow has", flows["roce-8qp"], 392, 0.10),
            _never_paused("roce-8qp, DCQCN", of_seeds(results, "roce-8qp")),
            no_queue_pair_lost(of_seeds(results, "mrc"), "all of MRC's writes intact"),
        ]
        title = "flows, slowest first; mean, least and most of all seeds"
        panel = Panel(title, "flow", "Gb/s", curves, names=[str(flow) for flow in range(1, _PAIRS + 1)])
        return Finding(criteria, [panel], numbers)


FIG20 = Permutation(
    name="fig20",
    title="Eight NICs write to eight others: collisions, or none",
    paper="MRC: 390 Gb/s on every flow. RoCE with one QP and PFC: flows at 391, 196 and 131 (paths shared by one, two, "
    "three); with eight QPs and DCQCN all 392.",
    shows="That spraying leaves no two flows on one path for long, where RoCE's hash does. Nothing of MRC's congestion "
    "control: a permutation has room for all, so it holds with marks ignored or with a fixed window. Nothing of "
    "fabrics with less capacity than their NICs. RoCE's flows of eight QPs are below the paper's: hashed to "
    "four spines, each QP begins up to 30 Gb/s away from its share, and DCQCN as published makes up 0.4 Gb/s of a QP "
    "in 55 us, or 7 in a millisecond. The paper's run lasts minutes.",
    sabotages=("one-ev-a-plane", "cnps-ignored", "switches-never-mark"),
    scale=_SCALES_20,
)


# --- DCQCN in a growing incast ---------------------------------------------------------------------------------------


_CROWD = 10
"""Throughput is judged from the time when this many send; before, priority flow control is not to act."""
_UNTIL_FULL: Mapping[str, object] = {"limit": "5ms"}
"""The default profile runs on until the buffers are full."""
_BEFORE_MB = 3.0
_NEAR = 1 / 3
"""What waits with the default profile under ten flows in the paper, and how near ours is to be."""
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


class GrowingIncast(Figure):
    """Figure 22: the queue at the receiver, and its throughput, as senders come."""

    def runs(self, scale: Scale) -> Sequence[Run]:
        scenario = scenario_of if scale == "small" else longer
        return [
            Run(
                f"{profile}-seed{seed}",
                {
                    **scenario(self.name, seed=seed, nic={"congestion": dict(parameters)}),
                    **(_UNTIL_FULL if profile == "default" and scale == "small" else {}),
                },
                endless=True,
            )
            for profile, parameters in PROFILES.items()
            for seed in SEEDS
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """Throughput while ten and more send, and the longest queue at the receiver's port, before and in all."""
        seen = {profile: [_seen(each) for each in of_seeds(results, profile)] for profile in PROFILES}
        rates = {profile: fmean(each.gbps for each in runs) for profile, runs in seen.items()}
        queues = {profile: max(each.queue_mb for each in runs) for profile, runs in seen.items()}
        default = seen["default"]
        least = min(each.gbps for each in default)
        pauses, early = min(each.pauses for each in default), sum(each.early for each in default)
        shortest = min(each.queue_mb for each in default)
        longest = max(queues[profile] for profile in _BOUNDS)
        before = [each.before_mb for each in default]
        worst = max(before, key=lambda value: abs(value - _BEFORE_MB))
        low_mb, high_mb = _within(_BEFORE_MB, _NEAR)
        criteria = [
            Criterion(
                f"default: at least 97 % of the line with {_CROWD} flows and more, with every seed",
                f"{percent(least / ROCE_LINE_GBPS, 0.97)} at the least",
                least >= 0.97 * ROCE_LINE_GBPS,
            ),
            Criterion(
                f"default: under {_CROWD} flows {_BEFORE_MB:.0f} MB wait at most, within a third",
                f"{number(worst, 1, low_mb, high_mb)} MB ({span(before, 1, low_mb, high_mb)})",
                low_mb <= min(before) and max(before) <= high_mb,
            ),
            Criterion(f"default: no switch pauses a port under {_CROWD} flows", f"{early} switches did", early == 0),
            Criterion(
                "default: priority flow control ends it, with four times the others' queue",
                f"{number(shortest, 1, 4 * longest)} MB, {pauses} pauses at the least",
                pauses > 0 and shortest >= 4 * longest,
            ),
            *(_never_paused(profile, of_seeds(results, profile)) for profile in _BOUNDS),
            _lossless_held("all profiles", [each for profile in PROFILES for each in of_seeds(results, profile)]),
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
                ("before_mb.max", max(each.before_mb for each in runs)),
            )
        }  # fmt: skip
        return Finding(
            criteria,
            _panels({profile: of_seeds(results, profile) for profile in PROFILES}),
            numbers,
        )


class _Seen(Struct, frozen=True):
    """What a run shows; `before_mb`, `early`: the queue, and the switches that paused, until the tenth flow begins."""

    gbps: float
    queue_mb: float
    before_mb: float
    pauses: int
    early: int


def _seen(result: Result) -> _Seen:
    from_us = sorted(flow["post_ns"] for flow in result["flows"])[_CROWD - 1] / 1000
    rates = between(result, total_gbps(result), from_us, result["verdict"]["end_ns"] / 1000)
    queue = _queue_mb(result)
    firsts = [switch.get("first_pause_ns") for switch in result["fabric"]["switches"]]
    early = sum(first is not None and first / 1000 < from_us for first in firsts)
    return _Seen(fmean(rates), max(queue), max(between(result, queue, 0.0, from_us)), _pauses(result), early)


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
        Panel(f"{what}; mean, least and most of all seeds", "time, us", unit, curves, of)
        for what, unit, curves, of in zip(
            ("all flows together", "queue at the receiver's port"), ("Gb/s", "MB"), (rates, queues),
            zip(*levels, strict=True), strict=True,
        )
    ]  # fmt: skip


FIG22 = GrowingIncast(
    name="fig22",
    title="Fifteen RoCE NICs write to one, with three profiles of DCQCN",
    paper="Default: 3 MB wait under ten flows, then priority flow control and 22 MB, at line rate. Aggressive: 4 MB at "
    "most, 10 % less throughput. Most aggressive: 5.5 MB at most, 20 % less.",
    shows="That DCQCN has either a short queue or a busy link: what cuts hard enough for the one leaves the other "
    "idle. That CNPs which are paced per port, as ConnectX does, suffice for some ten flows and not for more is a "
    "guess that fits the paper; its NICs' profiles are not published. Nothing of MRC, whose incast is figure 18.",
    sabotages=("cnps-ignored", "switches-never-mark", "switches-never-pause"),
    scale={
        "small": "Cluster D as it is. A flow begins every 200 us instead of every 5 s, a few of DCQCN's timers: "
        "each new flow, at line rate until its first cut, weighs more than in the paper. A run ends after 3.2 ms; "
        "with the default profile after 5, when buffers are full.",
        "paper": f"Cluster D as it is. A flow begins every {LONGER * 200 // 1000} ms instead of every 5 s.",
    },
)
