# SPDX-License-Identifier: Apache-2.0
"""Incasts for lab 10, random ones and a student's: runs, their numbers, and what a student made of them."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from statistics import median

from common import PROJECT_ROOT
from fabric.errors import BuildError, FabricError
from fabric.results import Result, load
from fabric.running import result_of
from fabric.scenario import reading
from labs.grading.dialogue import Dialogue, DialogueError
from labs.grading.lesson import UngradableError, WrongError
from labs.grading.sandbox import Limits, run

# --- Runs and their numbers ------------------------------------------------------------------------------------------


TOPOLOGY = PROJECT_ROOT / "topologies" / "lab.yaml"
RACK = 8
"""NICs of each T0 in the random fabrics."""

LIVE = Limits(cpu_seconds=300, seconds=900.0, memory=8 << 30)


@dataclass(frozen=True, slots=True)
class Incast:
    """A random incast: scenarios of one fabric, with the same seed, sizes and queue limits."""

    scenario: Mapping[str, object]
    name: str

    def text(self, *, trimming: bool) -> str:
        """The scenario, on switches that trim or drop. YAML contains JSON."""
        overrides = self.scenario["overrides"]
        assert isinstance(overrides, dict)
        name = f"{self.name}-{'cut' if trimming else 'lost'}"
        return json.dumps({
            **self.scenario, "name": name, "overrides": {**overrides, "qos.trim.enabled": trimming},
        })  # fmt: skip


def random_incast(rng: Random) -> Incast:
    """Five to eight senders at one moment, any sizes, any receiver; the victim's write stands anywhere in the list."""
    receiver, neighbour = (f"nic{number}" for number in rng.sample(range(RACK), 2))
    *senders, other = (f"nic{number}" for number in rng.sample(range(RACK, 2 * RACK), rng.randint(6, 8)))
    size, start = rng.randrange(48, 120), rng.randrange(10, 30)
    writes = [{"from": name, "to": receiver, "bytes": f"{size}KiB", "at": f"{start}us"} for name in senders]
    victim = {"from": other, "to": neighbour, "bytes": f"{rng.randrange(200, 600)}KiB", "at": f"{rng.randrange(20)}us"}
    writes.insert(rng.randrange(len(writes) + 1), victim)
    return Incast(
        {
            "topology": str(TOPOLOGY),
            "overrides": {
                "planes": rng.randint(1, 2),
                "t0s_per_plane": 2,
                "downlinks_per_t0": RACK,
                "nics": 2 * RACK,
                "qos.queues.1.host.limit": f"{rng.uniform(0.3, 0.6):.2f} BDP",
            },
            "seed": rng.randrange(1 << 20),
            "limit": "20ms",
            "nic": {"evs": 16},
            "workload": writes,
        },
        f"run-{rng.randrange(1 << 20):05x}",
    )


def rough_incast(rng: Random) -> Incast:
    """Writes of different sizes and times, of which one never ends; all spines die for a while; few headers fit."""
    receiver, neighbour = (f"nic{number}" for number in rng.sample(range(RACK), 2))
    *senders, late, other = (f"nic{number}" for number in rng.sample(range(RACK, 2 * RACK), 7))
    writes = [
        {"from": name, "to": receiver, "bytes": f"{rng.randrange(190, 260)}KiB", "at": f"{rng.randrange(12)}us"}
        for name in senders
    ]
    writes += [
        {"from": late, "to": receiver, "bytes": "300KiB", "at": "1498us"},
        {"from": other, "to": neighbour, "bytes": f"{rng.randrange(100, 200)}KiB", "at": f"{rng.randrange(12)}us"},
    ]
    rng.shuffle(writes)
    down = rng.randrange(32, 40)
    return Incast(
        {
            "topology": str(TOPOLOGY),
            "overrides": {
                "planes": 2,
                "t0s_per_plane": 2,
                "t1s_per_plane": 1,
                "downlinks_per_t0": RACK,
                "nics": 2 * RACK,
                "qos.queues.1.host.limit": f"{rng.uniform(0.3, 0.5):.2f} BDP",
                "qos.queues.6.host.limit": "1000 B",
            },
            "seed": rng.randrange(1 << 20),
            "limit": "1500us",
            "nic": {"evs": 16},
            "workload": writes,
            "faults": [
                {"at": f"{at}us", "do": f"switch p{plane}-t1-0 {does}"}
                for at, does in ((down, "stop"), (rng.randrange(280, 320), "start"))
                for plane in range(2)
            ],
        },
        f"rough-{rng.randrange(1 << 20):05x}",
    )


@lru_cache(maxsize=64)
def emulated(text: str) -> Result:
    """The result of a scenario in emulated time.

    Raises:
        WrongError: what the fabric says of the scenario.
        UngradableError: this machine is too busy, or too small, for its switches.
    """
    with tempfile.TemporaryDirectory(prefix="incast-") as room:
        file = Path(room) / "scenario.yaml"
        file.write_text(text, encoding="utf-8")
        try:
            return result_of(reading.load(file))
        except BuildError as error:
            raise UngradableError(f"the emulated fabric did not come up: {error}") from None
        except FabricError as error:
            raise WrongError(str(error).replace(str(file), "the scenario")) from None


def live(text: str, target: str, room: Path) -> Result:
    """The result of a scenario on a live fabric: `python -m fabric live`, at whatever scale this machine carries.

    Raises:
        WrongError: it did not end well.
        UngradableError: this machine has no live fabric.
    """
    file = room / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    command = ["-m", "fabric", "live", str(file), "--out", str(room / "live"), "--target", target, "--no-progress"]
    ended = run([sys.executable, *command], LIVE, cwd=PROJECT_ROOT)
    if ended.why and not (room / "live" / "result.json").is_file():
        raise UngradableError(f"python {' '.join(command)} {ended.why}:\n{ended.output[-1500:].strip()}")
    return load(room / "live" / "result.json")


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the student's `measure` is to find in a result; times in microseconds."""

    completions_us: Sequence[float]
    unfinished: int
    median_us: float
    slowest_us: float
    ideal_us: float
    trims: int
    drops: int
    retransmissions: int
    timeouts: int
    fairness: float
    victim_us: float | None


def numbers(result: Result) -> Numbers:
    """The numbers of an incast of which at least one write completed, with one victim."""
    flows = result["flows"]
    receiver = Counter(flow["to"] for flow in flows).most_common(1)[0][0]
    incast = [flow for flow in flows if flow["to"] == receiver]
    done = [flow for flow in incast if flow["completed_ns"] is not None]
    took = sorted(_took_us(flow) for flow in done)
    rates = [flow["bytes"] / _took_us(flow) for flow in done]
    links = [link["rate_bps"] for link in result["fabric"]["links"] if receiver in (link["a"], link["b"])]
    victim = next(flow for flow in flows if flow["to"] != receiver)
    switches = result["fabric"]["switches"]
    return Numbers(
        completions_us=took,
        unfinished=len(incast) - len(done),
        median_us=median(took),
        slowest_us=took[-1],
        ideal_us=sum(flow["bytes"] for flow in incast) * 8e6 / sum(links),
        trims=sum(switch["trimmed"] for switch in switches),
        drops=sum(switch["dropped"] for switch in switches),
        retransmissions=sum(flow["retransmissions"] for flow in flows),
        timeouts=sum(flow["timeouts"] for flow in flows),
        fairness=sum(rates) ** 2 / len(rates) / sum(rate * rate for rate in rates),
        victim_us=None if victim["completed_ns"] is None else _took_us(victim),
    )


def busiest_ports(result: Result) -> set[str]:
    """The switch port that trimmed most, or those that did; empty if none trimmed."""
    trims = {port["port"]: sum(port["trims"]) for port in result["timeline"]["ports"]}
    most = max(trims.values(), default=0)
    return {port for port, count in trims.items() if most and count == most}


def _took_us(flow: Mapping[str, int]) -> float:
    return (flow["completed_ns"] - flow["post_ns"]) / 1000


# --- What a student's functions say ----------------------------------------------------------------------------------


_UNIT = re.compile(r"\b(ns|us|[µμ]s|ms|s|(nano|micro|milli)?seconds?)\b", re.IGNORECASE)
_SCALES = (1e-6, 1e-3, 1.0, 1e3)
"""Seconds, milliseconds, microseconds and nanoseconds, in microseconds."""

_EXACT = ("unfinished", "trims", "drops", "retransmissions", "timeouts")
"""Numbers that are counts."""


def measured(talk: Dialogue, result: Result) -> Mapping[str, object]:
    """What the student's function says of a result. Raises WrongError."""
    try:
        found = talk.call("measure", result)
    except DialogueError as error:
        raise WrongError(str(error)) from None
    if not isinstance(found, dict):
        raise WrongError(f"measure returned {found!r:.80}; accepted: a dictionary, as the starter's")
    return found


def check_measured(found: Mapping[str, object], result: Result, names: Sequence[str]) -> None:
    """Raise WrongError if a number of these names is not the result's."""
    wanted = dataclasses.asdict(numbers(result))
    for name in names:
        if name not in found:
            raise WrongError(f"measure returns no {name}")
        value = found[name]
        if not same(name, value, wanted[name]):
            writes = result["flows"]
            raise WrongError(
                f"of a run with {len(writes)} writes to {len({each['to'] for each in writes})} NICs "
                f"({result['scenario']['name']}): {name} is {shown(value)}, and should be {shown(wanted[name])}"
            )


def same(name: str, value: object, wanted: object, *, rounded: bool = False) -> bool:
    """Whether a number is right: a count exactly, a measure but for its last digits, of which `rounded` has few."""
    if isinstance(wanted, list):
        if not isinstance(value, list) or len(value) != len(wanted):
            return False
        if not all(isinstance(each, int | float) for each in value):
            return False
        return all(same("", *each) for each in zip(sorted(value), wanted, strict=True))
    if wanted is None or value is None or isinstance(value, bool):
        return value is wanted
    if not isinstance(value, int | float) or not isinstance(wanted, int | float):
        return False
    if name in _EXACT:
        return value == wanted
    if name == "fairness":
        return abs(value - wanted) <= (0.006 if rounded else 0.001)
    return abs(value - wanted) <= (max(0.6, 0.01 * wanted) if rounded else max(0.06, 0.002 * wanted))


def shown(value: object) -> str:
    """A number, or several, for people."""
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value[:12])) + "]"
    return f"{value:.4g}" if isinstance(value, float) else f"{value!r:.60}"


def check_plot(talk: Dialogue, trim: Result, drop: Result) -> None:
    """Raise WrongError if no pair of axes of the student's figure shows both results as the starter asks."""
    try:
        found = talk.call("plot", trim, drop)
    except DialogueError as error:
        raise WrongError(str(error)) from None
    assert isinstance(found, list)
    if not found:
        raise WrongError("the figure has no axes")
    problems = [_axes_problem(axes, trim, drop) for axes in found]
    if all(problems):
        raise WrongError(problems[0])


def _axes_problem(axes: Mapping[str, object], trim: Result, drop: Result) -> str:
    """What one pair of axes lacks; empty if nothing."""
    series = axes["series"]
    assert isinstance(series, list)
    unnamed = [letter for letter in "xy" if not str(axes[letter]).strip()]
    if unnamed:
        return f"the {' and the '.join(unnamed)} axis has no label"
    legend = axes["legend"]
    assert isinstance(legend, list)
    for result in (trim, drop):
        name = str(result["scenario"]["name"])
        if not any(name in str(text) for text in legend):
            return f"the legend says {', '.join(map(str, legend)) or 'nothing'}; which series is {name}?"
        times = numbers(result).completions_us
        on = {
            letter
            for label, x, y in series
            if name in label
            for letter, values in (("x", x), ("y", y))
            if any(_holds(values, times, scale) for scale in _SCALES)
        }
        if not on:
            return f"the series {name} does not have every write's time: {shown(list(times))} us"
        if not any(_UNIT.search(str(axes[letter])) for letter in on):
            return f"the axis of times says {axes[min(on)]!r}; in which unit?"
    return ""


def _holds(values: Sequence[object], times: Sequence[float], scale: float) -> bool:
    """Whether every time, in microseconds, is among the values, each as often as it is there."""
    left = sorted(each for each in values if isinstance(each, int | float) and not isinstance(each, bool))
    for time in times:
        at = next((at for at, each in enumerate(left) if abs(each - time * scale) <= 0.002 * time * scale), None)
        if at is None:
            return False
        del left[at]
    return True
