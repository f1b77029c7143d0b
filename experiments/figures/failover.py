# SPDX-License-Identifier: Apache-2.0
"""From a fault to the last packet sent on the dead path: MRC, and RoCE over routed failover (arXiv 2605.04333)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.figure import SEEDS, Criterion, Curve, Finding, Panel, Result, Run, Scale, scenario_of
from experiments.reading import curve, first_fault_us, gbps, no_queue_pair_lost

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
_SHOWN = "1: a NIC's link, 2: T0-T1 link of the sender's T0, 3: of the receiver's, 4: T1 black hole, 5: T0 black hole"


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
    """What still came to where the fault had left nothing."""
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
    """The headline claim."""

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
                f"{least_data:.0f} to {most_data:.0f} us",
                most_data <= _MRC_MOST_US,
            ),
            Criterion(
                f"MRC: at most {_MRC_MOST_US:.0f} us until the last packet of any kind but EV probes, the same faults",
                f"{least:.0f} to {worst:.0f} us",
                worst <= _MRC_MOST_US,
            ),
            Criterion(
                f"RoCE: nothing arrives for the convergence delay of {delay_us / 1e6:g} s at least",
                f"{silent_us / 1e6:.4f} s at least",
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
        return Finding(criteria, _panels(mrc, roce, delay_us), numbers)


def _panels(mrc: Mapping[str, Sequence[Result]], roce: Mapping[str, Sequence[Result]], delay_us: float) -> list[Panel]:
    faults = list(range(1, len(mrc) + 1))
    ends = ((max, "most"), (min, "least"))
    used = [
        Curve(f"{what}, {word} of five seeds", faults, [end(map(of, results)) for results in mrc.values()])
        for what, of in (("all packets", _used_us), ("data", _data_us))
        for end, word in ends
    ]
    routed = [curve(results[0], gbps(results[0], 0), f"RoCE, {kind}, seed 1") for kind, results in roce.items()]
    routed.append(Curve("routes change", [10_100 + delay_us], [0], paper=True))
    return [
        Panel(f"MRC: from the fault to the last packet ({_SHOWN})", "fault", "us", used),
        Panel("RoCE over routed failover: what arrives of a packet every 2.5 ms", "time, us", "Gb/s", routed),
    ]


FAILOVER = Failover()
