# SPDX-License-Identifier: Apache-2.0
"""A synchronous training job and what its tail costs, which the paper claims first (arXiv 2605.04333 §1, §4).

All NICs wait for the slowest, so one late message is everybody's. MRC goes through flaps, reboots and dead links; RoCE
waits for routing, or loses a queue pair and with it all steps since the last checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fabric.experiments.figure import (
    SEEDS,
    Criterion,
    Curve,
    Figure,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    at_both,
    no_data,
    no_queue_pair_lost,
    of_seeds,
    percents,
    scenario_of,
    used_left_and_back,
)
from fabric.experiments.figures.roce import LOSSLESS

# --- Jobs ------------------------------------------------------------------------------------------------------------


Changes = Mapping[str, Any]
_ROCE: Changes = {
    "nic": {"kind": "roce", "options": {"timeout": 8}},
    "overrides": {"planes": 1, "links.host.rate": "800 Gb/s", "links.fabric.rate": "800 Gb/s", **LOSSLESS},
    "routing": {"failover": "routed", "convergence": "2ms"},
}
"""One port of as many Gb/s. Routes follow after what stands for 2 s; the local ACK timeout is one of 1.05 s."""
_MS = 1_000_000
_WAITS = 0.5
"""RoCE waits for routing or a timeout: by this share its p99 step is longer than the calm one, or more."""


class Jobs(Struct, frozen=True):
    """Results of a figure, by variant; of one that is calm there is one seed."""

    results: Mapping[str, Result]

    def of(self, variant: str) -> list[Result]:
        return of_seeds(self.results, variant)

    def steps(self, variant: str, which: str) -> list[float]:
        """`p50` or `p99` of the steps (us), by seed. ValueError where a job did not end."""
        found = [result["checks"][f"steps.{which}_us"] for result in self.of(variant)]
        if any(value is None for value in found):
            raise ValueError(f"{variant}: a job is not done")
        return [float(value) for value in found]

    def over(self, variant: str, calm: str, which: str = "p99") -> list[float]:
        """By how much a variant's steps are longer than the calm ones, as shares, by seed."""
        usual = self.steps(calm, which)[0]
        return [each / usual - 1 for each in self.steps(variant, which)]

    def restarts(self, variant: str) -> list[int]:
        return [int(result["checks"]["steps.restarts"]) for result in self.of(variant)]

    def at_most(self, asked: str, bound: float, variant: str, calm: str, which: str = "p99") -> Criterion:
        """Whether steps are longer by a share of `bound` at most."""
        over = self.over(variant, calm, which)
        return Criterion(asked, f"{percents(sorted(over), bound)} longer", max(over) <= bound)

    def waits(self, what: str, variant: str, *, most: bool = False) -> Criterion:
        """Whether the slowest step is half as long again: with each seed, or with `most` of them (the median)."""
        over = self.over(variant, "calm-roce")
        seeds, least = ("most seeds", median(over)) if most else ("each seed", min(over))
        asked = f"{what}: p99 step {100 * _WAITS:.0f} % longer at least, with {seeds}"
        return Criterion(asked, f"{percents(over, _WAITS)} longer", least >= _WAITS)

    def compared(self, titles: Mapping[str, str]) -> list[Panel]:
        """Panels of variants that share their axis, so that one is seen next to the other."""
        panels = [self.panel(variant, title) for variant, title in titles.items()]
        top = 1.05 * max(value for panel in panels for curve in panel.curves for value in curve.y)
        return [replace(panel, top=top) for panel in panels]

    def panel(self, variant: str, title: str) -> Panel:
        """Step time over wall time, of the first seed, and when a fault is there."""
        result = self.of(variant)[0]
        (job,) = result["trainings"]
        spans = [
            (begin, begin + took)
            for begin, took in zip(job["executed"]["begin_ns"], job["executed"]["took_ns"], strict=True)
        ]
        for restart in job["restarts"]:
            begin = max((end for _, end in spans if end <= restart["failed_ns"]), default=job["begin_ns"])
            spans.append((begin, restart["resumed_ns"] or result["verdict"]["end_ns"]))
        spans.sort()
        x = [at / _MS for span in spans for at in span]
        y = [(end - begin) / _MS for begin, end in spans for _ in (0, 1)]
        faults = [(begin / _MS, end / _MS) for begin, end in _faults(result)]
        heading = f"{title}; seed {result['scenario']['seed']}"
        return Panel(heading, "time, ms", "step, ms", [Curve("step", x, y)], faults=faults)


def _faults(result: Result) -> list[tuple[float, float]]:
    """From when to when (ns) something was wrong."""
    open_ns: dict[tuple[str, str], float] = {}
    spans, end_ns = [], float(result["verdict"]["end_ns"])
    for fault in result["scenario"]["faults"]:
        key = fault["target"], fault["affects"]
        if not fault["restores"]:
            open_ns.setdefault(key, fault["at_ns"])
        elif key in open_ns:
            spans.append((open_ns.pop(key), min(fault["at_ns"], end_ns)))
    spans += [(at, end_ns) for at in open_ns.values()]
    return sorted(span for span in spans if span[0] < end_ns)


_PAPER = (
    "Flaps several a minute, four T1s rebooted one after another without telling anyone, links of NICs gone: training "
    "goes on, without impact that could be measured (its authors' post). No figure of its own."
)


@dataclass(frozen=True, slots=True)
class Training(Figure):
    """A figure of jobs.

    Attributes:
        variants: what differs from the figure's file, by name; `calm` ones have one seed.
        judging: what its jobs come to.
    """

    variants: Mapping[str, Changes]
    judging: Callable[[Jobs], Finding]

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Five seeds, the same at both scales."""
        del scale
        return [
            Run(f"{name}-seed{seed}", scenario_of(self.name, seed=seed, **changes))
            for name, changes in self.variants.items()
            for seed in (SEEDS[:1] if name.startswith("calm") else SEEDS)
        ]

    def judge(self, results: Mapping[str, Result]) -> Finding:
        return self.judging(Jobs(results))


_SCALED = (
    "A millisecond stands for a second: routing takes 2 ms, RoCE's local ACK timeout 1.05 ms, a restart 30 ms, and a "
    "step computes for 1.2 to 4 ms. A NIC's 20 to 40 us until it sends a lost packet again are not scaled, so that one "
    "loss is 1 to 2 % of a step here and nothing beside a step of seconds. Four NICs under two T0s; eight planes of "
    "100 Gb/s with four T1s each for MRC, one of 800 Gb/s for RoCE: a T1 is 1/32 of MRC's paths, a quarter of RoCE's."
)

# --- Flaps and reboots -----------------------------------------------------------------------------------------------


_FLAPS: Changes = {
    "flaps": [{"links": ["p*-t0-*--p*-t1-*"], "from": "2ms", "until": "110ms", "every": "4ms", "down": "2ms"}]
}


def _reboots(planes: int) -> Changes:
    """Four T1s, one after another, of different planes where there are: each away for four of seven ms."""
    return {
        "faults": [
            {"at": f"{3 + 7 * t1 + away}ms", "do": f"switch p{t1 % planes}-t1-{t1} {verb}"}
            for t1 in range(4)
            for away, verb in ((0, "stop"), (4, "start"))
        ]
    }


_IMPACT = 0.03


def _judge_flaps(jobs: Jobs) -> Finding:
    criteria = []
    for letter, what in (("flaps", "flaps"), ("reboots", "T1s rebooted")):
        asked = f"MRC, {what}: p99 step within {100 * _IMPACT:.0f} % of the calm one"
        criteria.append(jobs.at_most(asked, _IMPACT, f"mrc-{letter}", "calm-mrc"))
        criteria.append(jobs.waits(f"RoCE waits for routing, {what}", f"roce-{letter}"))
    in_use, _left, back = used_left_and_back(jobs.of("mrc-reboots"), "a T1")
    # When it was left is not asked: each queue pair finds out as it sends by it, and for most of a step none sends.
    criteria += [in_use, back]
    criteria.append(no_queue_pair_lost(list(jobs.results.values())))
    panels = [
        *jobs.compared({"mrc-flaps": "a) MRC, T0-T1 links flap", "roce-flaps": "a) RoCE, T0-T1 links flap"}),
        *jobs.compared(
            {
                "mrc-reboots": "b) MRC, four T1s rebooted one after another",
                "roce-reboots": "b) RoCE, four T1s rebooted one after another",
            }
        ),
    ]
    names = ("calm-mrc", "calm-roce", "mrc-flaps", "roce-flaps", "mrc-reboots", "roce-reboots")
    return Finding(criteria, panels, {f"{name}.p99_us.max": max(jobs.steps(name, "p99")) for name in names})


TRAINING = Training(
    name="training",
    title="A training job while links flap and T1s are rebooted, MRC and RoCE",
    paper=_PAPER,
    shows="That a synchronous job, which waits for its slowest message, does not notice flaps and reboots with MRC, "
    "and waits for routing with RoCE. A lost message costs MRC 17 to 40 us, of any "
    "scale: two of one step are 2 % of its 4 ms, were 3 to 5 % of steps of 1.25 ms, and would be nothing of a step of "
    "seconds. The slowest of 30 steps is the p99. Nothing of jobs of many NICs, whose steps meet more faults each.",
    sabotages=("losses-never-retire", "probes-never-sent"),
    variants={
        "calm-mrc": {}, "calm-roce": _ROCE,
        "mrc-flaps": _FLAPS, "roce-flaps": {**_ROCE, **_FLAPS},
        "mrc-reboots": _reboots(8), "roce-reboots": {**_ROCE, **_reboots(1)},
    },
    judging=_judge_flaps,
    scale=at_both(_SCALED),
)  # fmt: skip

# --- A link, a T0, a transceiver -------------------------------------------------------------------------------------


def _away(target: str, ms: int, words: tuple[str, str] = ("down", "up")) -> list[dict[str, str]]:
    return [{"at": f"{at}ms", "do": f"{target} {verb}"} for at, verb in zip((3, 3 + ms), words, strict=True)]


_STOPS = ("stop", "start")
_ALL_PORTS = [fault for plane in range(8) for fault in _away(f"link nic0:{plane}--p{plane}-t0-0:0", 60)]


def _judge_faults(jobs: Jobs) -> Finding:
    criteria = []
    for variant, what in (("link", "a link of a NIC"), ("t0", "a T0")):
        asked = f"MRC, {what} gone: p99 step within {100 * _IMPACT:.0f} % of the calm one"
        criteria.append(jobs.at_most(asked, _IMPACT, f"mrc-{variant}", "calm-mrc"))
        ours, theirs = jobs.restarts(f"mrc-{variant}"), jobs.restarts(f"roce-{variant}")
        criteria += [
            Criterion(f"MRC, {what} gone: no restart", f"{max(ours)} at most", not max(ours)),
            Criterion(f"RoCE, {what} gone: back to the checkpoint", f"{min(theirs)} times at least", min(theirs) >= 1),
        ]
    both = [*jobs.restarts("mrc-transceiver"), *jobs.restarts("roce-transceiver")]
    criteria += [
        Criterion("all ports of a NIC gone: both go back to the checkpoint", f"{min(both)} at least", min(both) >= 1),
        no_queue_pair_lost(list(jobs.results.values()), "all steps of all jobs are done in the end"),
    ]
    panels = [
        panel
        for letter, variant, what in (
            ("c", "link", "a link of a NIC gone for 12 ms"),
            ("d", "t0", "a T0 gone for 12 ms"),
            ("j", "transceiver", "all ports of a NIC gone for 60 ms"),
        )
        for panel in jobs.compared(
            {f"mrc-{variant}": f"{letter}) MRC, {what}", f"roce-{variant}": f"{letter}) RoCE, {what}"}
        )
    ]
    goodput = {
        f"{name}.goodput.min": min(float(result["trainings"][0]["goodput"]) for result in jobs.of(name))
        for name in ("mrc-link", "roce-link", "mrc-t0", "roce-t0", "mrc-transceiver", "roce-transceiver")
    }
    return Finding(criteria, panels, goodput)


TRAINING_FAULTS = Training(
    name="training-faults",
    title="A training job loses a NIC's link, a T0, and a whole NIC, MRC and RoCE",
    paper=_PAPER,
    shows="That with MRC the job goes on over seven planes of eight where RoCE's queue pairs fail, and the job repeats "
    "the steps since its checkpoint. The restart's 30 ms are given. A NIC that loses all ports stops MRC as well: the "
    "paper names this as its single point of failure.",
    sabotages=("losses-never-retire", "dead-paths-never-left"),
    variants={
        "calm-mrc": {"faults": []},
        "mrc-link": {}, "roce-link": {**_ROCE, "faults": _away("link nic0:0--p0-t0-0:0", 12)},
        "mrc-t0": {"faults": _away("switch p3-t0-0", 12, _STOPS)},
        "roce-t0": {**_ROCE, "faults": _away("switch p0-t0-0", 12, _STOPS)},
        "mrc-transceiver": {"faults": _ALL_PORTS},
        "roce-transceiver": {**_ROCE, "faults": _away("link nic0:0--p0-t0-0:0", 60)},
    },
    judging=_judge_faults,
    scale=at_both(_SCALED),
)  # fmt: skip

# --- A link that loses -----------------------------------------------------------------------------------------------


_LINK_GONE = {"faults": [{"at": "0us", "do": "link nic0:3--p3-t0-0:0 down"}]}
_MAPPED: Changes = {"clustermapper": {"interval": "20us", "timeout": "10us", "t1s": 4}}
_LIKE_GONE, _LOSSY, _BACK = 0.03, 0.2, 0.03
_ACKS_LOST: Changes = {"faults": [{"at": "0us", "do": "flow nic2>nic0 loss 0.2"}]}


def _judge_lossy(jobs: Jobs) -> Finding:
    without = jobs.over("unmapped", "calm-gone", "p50")
    criteria = [
        Criterion(
            f"without Clustermapper: median step {100 * _LOSSY:.0f} % longer than with the link gone, or more",
            f"{percents(without, _LOSSY)} longer",
            min(without) >= _LOSSY,
        ),
        jobs.at_most("with its denylist: median step as with the link gone, within 3 %", _LIKE_GONE, "mapped",
                     "calm-gone", "p50"),
        jobs.at_most("a fifth of all reports lost: p99 step within 3 % of the calm one", _BACK, "back", "calm"),
        jobs.waits("RoCE, as many of the NIC's frames lost", "roce-lossy", most=True),
        no_queue_pair_lost(list(jobs.results.values())),
    ]  # fmt: skip
    panels = [
        jobs.panel("unmapped", "f) MRC, a NIC-T0 link loses 5 %, nobody says which"),
        jobs.panel("mapped", "f) the same with the Clustermapper's denylist"),
        jobs.panel("roce-lossy", "f) RoCE, its only link loses an eighth of 5 %"),
        *jobs.compared({"back": "i) MRC, a fifth of all SACKs lost", "roce-back": "i) RoCE, a fifth of all ACKs lost"}),
    ]
    numbers = {
        f"{name}.p50_us.max": max(jobs.steps(name, "p50"))
        for name in ("calm", "calm-gone", "unmapped", "mapped", "calm-roce", "roce-lossy", "roce-back")
    }
    return Finding(criteria, panels, numbers)


_SCALED_LOSSY = (
    "The fabric of `training`. Steps are short, and half of one is communication: 100 us of computing, a ring "
    "all-reduce of 2 MiB. The Clustermapper probes every 20 us instead of every ms; 5 % of frames are lost. RoCE's "
    "only link loses as many of the NIC's frames, an eighth of 5 %."
)
TRAINING_LOSSY = Training(
    name="training-lossy",
    title="A training job with a lossy link of a NIC, with and without denylist, and RoCE",
    paper=_PAPER,
    shows="That a NIC cannot tell by itself which of its links loses a few frames, so that every step pays, and that "
    "the Clustermapper's denylist makes of it a link that is gone. Reports lost on their way back cost nothing. RoCE "
    "sends a window again for each frame that its link loses, and waits for a timeout where the last one is lost.",
    sabotages=("agents-see-no-loss", "denylist-unheeded"),
    variants={
        "calm": {"faults": []}, "calm-gone": _LINK_GONE, "unmapped": {}, "mapped": _MAPPED,
        "back": _ACKS_LOST,
        "calm-roce": {**_ROCE, "faults": []},
        "roce-lossy": {**_ROCE, "faults": [{"at": "0us", "do": "link nic0:0--p0-t0-0:0 loss 0.00625"}]},
        "roce-back": {**_ROCE, **_ACKS_LOST},
    },
    judging=_judge_lossy,
    scale=at_both(_SCALED_LOSSY),
)  # fmt: skip

# --- Beside others ---------------------------------------------------------------------------------------------------


_JOB: Changes = {
    "name": "job", "nics": ["nic0", "nic4", "nic1", "nic5"],
    "training": {
        "steps": 10, "compute": "100us", "collectives": [{"collective": "ring-all-reduce", "bytes": "2MiB"}],
    },
}  # fmt: skip
_INCAST = [
    {"from": nic, "to": "nic0", "bytes": "512KiB", "times": 40, "at": "50us"}
    for nic in ("nic2", "nic5", "nic6", "nic7")
]
_SINGLE = {"from": "nic2", "to": "nic6", "bytes": "1MiB", "times": 18, "outstanding": 2, "evs": ["p1-t1-0"]}
_DEAD = "p0-t0-0--p0-t1-1"
_INCAST_AND_DEAD: Changes = {
    "workload": [_JOB, *_INCAST], "faults": [{"at": "400us", "do": f"link {_DEAD} down"}],
}  # fmt: skip
_ASYMMETRIC: Changes = {"faults": [{"at": "0us", "do": f"link p0-t0-0--p0-t1-{t1} down"} for t1 in (1, 2, 3)]}
_BESIDE = 0.05


def _blamed(result: Result) -> tuple[int, int]:
    """EVs that went out of use by the dead link, and by any other way."""
    ends = set(_DEAD.split("--"))
    out = [
        set(change["path"])
        for flow in result["flows"]
        for change in flow["ev_changes"]
        if change["to"] == "ASSUMED_BAD"
    ]
    return sum(ends <= path for path in out), sum(not ends <= path for path in out)


def _judge_shared(jobs: Jobs) -> Finding:
    both = jobs.of("incast")
    trims = [int(result["checks"]["trims.total"]) for result in both]
    blamed = [_blamed(result) for result in both]
    gone, asymmetric = median(jobs.steps("calm-gone", "p50")), jobs.steps("asymmetric", "p50")
    single = [float(result["flows"][-1]["goodput_gbps"]) for result in jobs.of("single")]
    criteria = [
        Criterion("incast and a dead link: packets are trimmed", f"{min(trims)} at least", min(trims) > 0)
        if trims
        else no_data("incast and a dead link: packets are trimmed", "no run"),
        Criterion("no EV blamed but those of the dead link", f"{max(other for _, other in blamed)} others",
                  not any(other for _, other in blamed) and all(own for own, _ in blamed)),
        jobs.at_most("single-path traffic beside: median step 5 % longer at most", _BESIDE, "single", "calm", "p50"),
        Criterion("the single path's flow has 85 of its 96 Gb/s at least", f"{min(single):.0f} Gb/s",
                  min(single) >= 85),
        Criterion("a plane with 3 of 4 links dead holds the job up more than without that plane",
                  f"{min(asymmetric):.0f} us for {gone:.0f}", min(asymmetric) > gone),
        jobs.at_most("but by 20 % at most", 0.2, "asymmetric", "calm", "p50"),
        jobs.waits("RoCE waits for routing, an incast and a dead link", "roce-incast"),
        jobs.waits("RoCE waits for routing, three of a T0's four links dead", "roce-asymmetric"),
        no_queue_pair_lost(list(jobs.results.values())),
    ]  # fmt: skip
    panels = [
        panel
        for letter, variant, what in (
            ("g", "incast", "an incast of four NICs, and a dead link"),
            ("h", "single", "a flow with one path beside"),
            ("h", "asymmetric", "three of a T0's four links dead"),
        )
        for panel in jobs.compared({variant: f"{letter}) MRC, {what}", f"roce-{variant}": f"{letter}) RoCE, {what}"})
    ]
    numbers = {"asymmetric.p50_us": max(asymmetric), "gone.p50_us": gone}
    numbers |= {f"{name}.p50_us.max": max(jobs.steps(name, "p50")) for name in ("calm-roce", "roce-single")}
    return Finding(criteria, panels, numbers)


_SCALED_SHARED = (
    "Eight NICs under two T0s, eight planes of 100 Gb/s with four T1s each; four NICs train as in `training-lossy`."
)
TRAINING_SHARED = Training(
    name="training-shared",
    title="A training job beside an incast, single-path traffic, and dead links, MRC and RoCE",
    paper=_PAPER,
    shows="That trims are not blamed on paths while a dead link is, and that the job makes room for traffic with one "
    "path. A plane with many dead links is a bottleneck, as the paper says of MRC: its share of packets stays. RoCE, "
    "whose every flow has one path, waits for routing, and shares a spine with whoever hashes there.",
    sabotages=("trims-dropped", "one-ev-a-plane", "marks-ignored"),
    variants={
        "calm": {},
        "calm-gone": {"faults": [{"at": "0us", "do": "switch p0-t0-0 stop"}]},
        "incast": _INCAST_AND_DEAD,
        "single": {"workload": [_JOB, _SINGLE]},
        "asymmetric": _ASYMMETRIC,
        "calm-roce": _ROCE,
        "roce-incast": {**_ROCE, **_INCAST_AND_DEAD},
        "roce-single": {**_ROCE, "workload": [_JOB, {key: value for key, value in _SINGLE.items() if key != "evs"}]},
        "roce-asymmetric": {**_ROCE, **_ASYMMETRIC},
    },
    judging=_judge_shared,
    scale=at_both(_SCALED_SHARED),
)
