# SPDX-License-Identifier: Apache-2.0
"""From a fault to the last packet sent on the dead path: MRC, and RoCE over routed failover (arXiv 2605.04333)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from fabric.experiments.figure import (
    SEEDS,
    Criterion,
    Curve,
    Finding,
    Panel,
    Result,
    Run,
    Scale,
    first_fault_us,
    gbps,
    no_queue_pair_lost,
    number,
    scenario_of,
)

_T1 = {1: 5, 2: 5, 3: 2, 4: 0, 5: 2}
"""By seed, which T1 of plane 0 the RoCE queue pair's hash takes: that is what fails, for MRC as well. A run in which
nothing was lost there is red."""
_MRC_MOST_US = 100.0
_ROCE_EVERY_US = 2_500.0
"""A RoCE packet is sent so often; the path is known to be in use as exactly as that."""
_ROCE_AT = "10100us"
_ROCE: Mapping[str, Any] = {
    "nic": {"kind": "roce", "qps": 1, "options": {"timeout": 18}},
    "limit": "4s",
    "sample": "1ms",
    "workload": [{"from": "nic0", "to": "nic1", "bytes": "4KiB", "every": "2500us", "times": 830}],
}
"""A packet every 2.5 ms for the two seconds that routing takes; a local ACK timeout of 1.07 s and seven retries, as
collective libraries set them: with less than the convergence delay in all, the queue pair is lost."""
_FAULTS = {
    "nic-link": "link nic1:0--p0-t0-1:0 down",
    "near-link": "link p0-t0-0--p0-t1-{t1} down",
    "far-link": "link p0-t0-1--p0-t1-{t1} down",
    "t1": "switch p0-t1-{t1} stop",
    "t0": "switch p0-t0-1 stop",
}
_JUDGED = ("nic-link", "near-link", "far-link", "t1")
"""What the criterion of MRC is about. `t0` is shown beside it."""
_ROUTED = ("near-link", "far-link", "t1")
"""For these there is another way in the plane, which routing can find."""
_NAMES = {
    "nic-link": "a NIC's link",
    "near-link": "link T0-T1, at the sender",
    "far-link": "link T0-T1, at the receiver",
    "t1": "a T1 stops",
    "t0": "a T0 stops (not judged)",
}


def _runs() -> list[Run]:
    runs = []
    for seed in SEEDS:
        for kind, text in _FAULTS.items():
            fault = text.format(t1=_T1[seed])
            mrc = scenario_of("failover", seed=seed, faults=[{"at": "60us", "do": fault}])
            runs.append(Run(f"mrc-{kind}-seed{seed}", mrc))
            if kind in _ROUTED:
                roce = scenario_of("failover", seed=seed, faults=[{"at": _ROCE_AT, "do": fault}], **_ROCE)
                runs.append(Run(f"roce-{kind}-seed{seed}", roce))
    return runs


def _use(result: Result) -> Mapping[str, Any]:
    found: Mapping[str, Any] = result["scenario"]["faults"][0]["dead_path"]
    return found


def _used_us(result: Result) -> float:
    return float(_use(result)["used_ns"]) / 1000


def _data_us(result: Result) -> float:
    use = _use(result)
    return max(0.0, float(use["last_data_sent_ns"] - use["at_ns"]) / 1000)


def _silent_us(result: Result) -> float:
    """From the fault to the begin of the first sample in which payload arrived again; to the end, if none did."""
    step_us, fault_us = result["timeline"]["interval_ns"] / 1000, first_fault_us(result)
    begins = [at * step_us for at, value in enumerate(gbps(result, 0)) if value and at * step_us > fault_us]
    return min(begins, default=float(result["verdict"]["end_ns"]) / 1000) - fault_us


@dataclass(frozen=True, slots=True)
class Failover:
    name: str = "failover"
    title: str = "From a fault to the last packet sent on the dead path, MRC and RoCE over routed failover"
    paper: str = (
        "MRC leaves a path that failed in microseconds, where routing takes seconds to tens of seconds (its authors' "
        "post). No figure of its own."
    )
    shows: str = (
        "How long packets are still sent where nothing takes them: counted where they are lost, timed when they left "
        "their NIC, EV probes aside, as those look whether the path is back. SACKs of a NIC that only receives may "
        "take longer than data: it learns of its way back from a probe per round trip, of one plane after the other. "
        "Nothing of how routing converges: its delay is given, and all switches change at once."
    )
    scale: Mapping[Scale, str] = field(
        default_factory=lambda: dict.fromkeys(
            ("small", "paper"),
            "Link rates and delays as in the paper's fabric; four planes of eight T1s. The convergence delay is not "
            "scaled: 2 s, of the seconds that are reported. RoCE sends a packet every 2.5 ms meanwhile, as two "
            "seconds of a 100 Gb/s link are six million packets; how long a path is used does not depend on it. MRC "
            "sends at the rate of its links; with less to send it would learn later.",
        )
    )

    def runs(self, scale: Scale) -> Sequence[Run]:
        """Each fault with five seeds, which draw MRC's EVs and RoCE's path. Larger fabrics take no longer."""
        del scale
        return _runs()

    def judge(self, results: Mapping[str, Result]) -> Finding:
        """The longest use of a dead path of MRC, the shortest of RoCE."""
        mrc = {kind: [results[f"mrc-{kind}-seed{seed}"] for seed in SEEDS] for kind in _FAULTS}
        roce = {kind: [results[f"roce-{kind}-seed{seed}"] for seed in SEEDS] for kind in _ROUTED}
        numbers: dict[str, float] = {}
        for kind, of_kind in mrc.items():
            used, data = [_used_us(result) for result in of_kind], [_data_us(result) for result in of_kind]
            numbers |= {f"mrc.{kind}.used_us.min": min(used), f"mrc.{kind}.used_us.max": max(used)}
            numbers |= {f"mrc.{kind}.data_us.min": min(data), f"mrc.{kind}.data_us.max": max(data)}
        for kind, of_kind in roce.items():
            used, silent = [_used_us(result) for result in of_kind], [_silent_us(result) for result in of_kind]
            numbers |= {f"roce.{kind}.used_us.min": min(used), f"roce.{kind}.used_us.max": max(used)}
            numbers[f"roce.{kind}.silent_us.min"] = min(silent)
            numbers[f"roce.{kind}.entries"] = max(float(each["checks"]["routes.changed"]) for each in of_kind)
        worst = max(numbers[f"mrc.{kind}.used_us.max"] for kind in _JUDGED)
        least = min(numbers[f"mrc.{kind}.used_us.min"] for kind in _JUDGED)
        least_data = min(numbers[f"mrc.{kind}.data_us.min"] for kind in _JUDGED)
        most_data = max(numbers[f"mrc.{kind}.data_us.max"] for kind in _JUDGED)
        delay_us = results[f"roce-{_ROUTED[0]}-seed{SEEDS[0]}"]["routing"]["convergence_ns"] / 1000
        used_us = min(numbers[f"roce.{kind}.used_us.min"] for kind in _ROUTED)
        used_most_us = max(numbers[f"roce.{kind}.used_us.max"] for kind in _ROUTED)
        silent_us = min(numbers[f"roce.{kind}.silent_us.min"] for kind in _ROUTED)
        dead = [*(result for kind in mrc for result in mrc[kind]), *(result for kind in roce for result in roce[kind])]
        hit = sum(bool(_use(result)["data"]) for result in dead)
        criteria = [
            Criterion(
                f"MRC: at most {_MRC_MOST_US:.0f} us until the last packet of data (a NIC's link, T0-T1 links, a T1)",
                f"{least_data:.0f} to {number(most_data, 0, _MRC_MOST_US)} us",
                most_data <= _MRC_MOST_US,
            ),
            Criterion(
                f"MRC: at most {_MRC_MOST_US:.0f} us until the last packet of any kind but EV probes, the same faults",
                f"{least:.0f} to {number(worst, 0, _MRC_MOST_US)} us",
                worst <= _MRC_MOST_US,
            ),
            Criterion(
                f"RoCE: nothing arrives for the convergence delay of {delay_us / 1e6:g} s at least",
                f"{number(silent_us / 1e6, 4, delay_us / 1e6)} s at least",
                silent_us >= delay_us,
            ),
            Criterion(
                "RoCE: the dead path in use until then, to the 2.5 ms between two packets",
                f"{used_us / 1e6:.4f} to {used_most_us / 1e6:.4f} s",
                delay_us - _ROCE_EVERY_US <= used_us <= used_most_us <= delay_us,
            ),
            Criterion("the path that died was in use in every run", f"{hit} of {len(dead)}", hit == len(dead)),
            no_queue_pair_lost(dead),
        ]
        return Finding(criteria, _panels(mrc, roce), numbers)


def _panels(mrc: Mapping[str, Sequence[Result]], roce: Mapping[str, Sequence[Result]]) -> list[Panel]:
    curves = [
        _at_faults("MRC, all packets", mrc, _used_us),
        _at_faults("MRC, data", mrc, _data_us),
        _at_faults("RoCE, all packets", roce, _used_us),
        _at_faults("RoCE, until something arrives", roce, _silent_us),
    ]
    title = "from the fault to the last packet on the dead path; mean, least and most of five seeds"
    return [Panel(title, "", "us", curves, names=list(_NAMES.values()), logarithmic="y")]


def _at_faults(label: str, by_kind: Mapping[str, Sequence[Result]], read: Callable[[Result], float]) -> Curve:
    """A point for each fault: of RoCE not of those that routing cannot go round."""
    seen = [[read(result) for result in results] for results in by_kind.values()]
    places = [list(_NAMES).index(kind) for kind in by_kind]
    return Curve(
        label, places, [fmean(of) for of in seen], low=[min(of) for of in seen], high=[max(of) for of in seen]
    )  # fmt: skip


FAILOVER = Failover()
