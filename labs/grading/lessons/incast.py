# SPDX-License-Identifier: Apache-2.0
"""Lab 10: an incast with and without trimming: the student's two runs, a function that measures any, and a plot.

Random incasts are run here as well, so that the student's function is measured on runs that no student has seen.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from statistics import median
from typing import Annotated

from pydantic import Field

import topologies
from common import PROJECT_ROOT, documents
from common.errors import DocumentError
from common.model import Model
from fabric.errors import BuildError, FabricError
from fabric.results import Result, load
from fabric.running import result_of
from fabric.scenario import Scenario, reading
from labs.grading.lesson import Item, Lesson, UngradableError, Work, WrongError
from labs.grading.sandbox import Dialogue, DialogueError, Limits, dialogue, run

# --- Runs and their numbers ------------------------------------------------------------------------------------------


TOPOLOGY = topologies.LAB
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


# --- The lab ---------------------------------------------------------------------------------------------------------


TRIM, DROP, ANSWERS, MEASURE = "trim.yaml", "drop.yaml", "answers.yaml", "measure.py"
FEWEST_SENDERS = 5
SIZES = 32 << 10, 128 << 10
LARGEST = {"planes": 4, "nics": 64, "limit_ns": 100_000_000, "bytes": 16 << 20, "evs": 1024}
"""What a scenario of a student's may have: the grader runs it."""

_CPU_S = 30
_MEMORY_MIB = 1536
TOLD = {"answer": {"later-ones-arrive"}, "seen": {"losses.total", "nacks.total"}}
SLOW = {
    "answer": {"news-come-later"},
    "seen": {"latency.worst_us", "losses.total", "nacks.total", "retransmissions.total", "retransmission_fraction"},
}
PATHS = {"answer": {"blamed"}, "seen": {"evs.retired", "evs.revived"}}

_OF_ITEM = {
    "completion": ("completions_us", "unfinished", "median_us", "slowest_us"),
    "ideal": ("ideal_us",),
    "books": ("trims", "drops", "retransmissions", "timeouts"),
    "fairness": ("fairness",),
    "victim": ("victim_us",),
}


class Reported(Model):
    median_us: float
    slowest_us: float
    ideal_us: float
    trims: int
    drops: int
    retransmissions: int
    timeouts: int
    fairness: float
    victim_us: float


class Choice(Model):
    answer: str = Field(description="one of the words listed above it")
    seen: str = Field(description="the name of a number under `checks` in result.json")


class Answers(Model):
    """What the student writes down: numbers, where it happened, and why."""

    trim: Reported
    drop: Reported
    port: Annotated[str, Field(description="a port as result.json names it")]
    told: Choice
    slow: Choice
    paths: Choice


def _grade(work: Work) -> None:
    folder = work.answer.parent
    with work.must("files"):
        answers = _answers(folder)
    pair: tuple[str, str] | None = None
    with work.item("incast"):
        trim = _scenario(folder, TRIM, work.room)
        _check_incast(trim)
    with work.item("fair"):
        trim, drop = (_scenario(folder, name, work.room) for name in (TRIM, DROP))
        _check_fair(trim, drop)
        pair = _text(trim), _text(drop)
    ran: tuple[Result, Result] | None = None
    with work.item("congested"):
        _check_pair(pair, work)
        assert pair is not None
        ran = emulated(pair[0]), emulated(pair[1])
        _check_congested(*ran)
    hidden = [random_incast(work.rng), rough_incast(work.rng)]
    one, rough = (each.text(trimming=True) for each in hidden)
    results = [emulated(text) for text in (one, hidden[0].text(trimming=False), rough)]
    if work.target != "embedded" and ran is not None and pair is not None:
        for name, text in zip(("live-trim", "live-drop"), pair, strict=True):
            room = work.room / name
            room.mkdir()
            results.append(live(text, work.target, room))
    _grade_functions(work, results)
    with work.item("numbers"):
        _check_numbers(answers, _needed(ran))
    with work.item("reasons"):
        _check_reasons(answers, *_needed(ran))


def _answers(folder: Path) -> Answers:
    missing = [name for name in (TRIM, DROP, MEASURE) if not (folder / name).is_file()]
    if missing:
        raise WrongError(f"{missing[0]}: not beside {ANSWERS}; accepted: a folder with {TRIM}, {DROP}, {MEASURE}")
    try:
        return documents.validate(documents.read(folder / ANSWERS), Answers)
    except DocumentError as error:
        raise WrongError(str(error)) from None


def _scenario(folder: Path, name: str, room: Path) -> Scenario:
    """A scenario of the student's, as it would be where the starter is. Raises WrongError."""
    place = room / "labs" / "10-incast" / "answer"
    if not place.is_dir():
        place.mkdir(parents=True)
        (room / "topologies").symlink_to(PROJECT_ROOT / "topologies")
        for file in folder.glob("*.yaml"):
            shutil.copyfile(file, place / file.name)
    try:
        found = reading.load(place / name)
    except FabricError as error:
        raise WrongError(str(error).replace(f"{place}/", "")) from None
    if len(found.writes) < len(found.workload) or any(write.times > 1 or write.after for write in found.writes):
        raise WrongError(f"{name}: workload: repeats or waits; accepted: plain writes, {{from, to, bytes, at}}")
    if any(write.file is not None for write in found.writes):
        raise WrongError(f"{name}: workload: a write of a file; accepted: `bytes`")
    fabric = found.topology
    sizes = {
        "planes": fabric.planes, "nics": fabric.nics, "limit_ns": found.limit_ns, "evs": found.nic.evs,
        "bytes": sum(write.bytes or 0 for write in found.writes),
    }  # fmt: skip
    for what, size in sizes.items():
        if size > LARGEST[what]:
            raise WrongError(f"{name}: {what}: {size} is too much for a grader; accepted: up to {LARGEST[what]}")
    return found


def _text(scenario: Scenario) -> str:
    left_out = ("expect", "live", "captures", "snaplen")
    data = {name: value for name, value in scenario.document.data.items() if name not in left_out}
    return json.dumps({**data, "topology": str(Path(scenario.topology_file).resolve())}, default=str)


def _receiver(scenario: Scenario) -> str:
    return Counter(write.to for write in scenario.writes).most_common(1)[0][0]


def _check_incast(scenario: Scenario) -> None:
    topology, receiver = scenario.topology, _receiver(scenario)
    incast = [write for write in scenario.writes if write.to == receiver]
    others = [write for write in scenario.writes if write.to != receiver]
    rack = topology.nic(receiver).t0
    senders = {write.source for write in incast}
    for holds, wrong in (
        (
            len(senders) >= FEWEST_SENDERS,
            f"{len(senders)} write to {receiver}; accepted: {FEWEST_SENDERS} NICs or more",
        ),
        (len(senders) == len(incast), "a NIC writes to the receiver twice; accepted: one write of each sender"),
        (len({write.at for write in incast}) == 1, "the senders begin at different times; accepted: all at once"),
        (len({write.bytes for write in incast}) == 1, "the senders write different amounts; accepted: all the same"),
        (
            all(SIZES[0] <= (write.bytes or 0) <= SIZES[1] for write in incast),
            f"a sender writes {incast[0].bytes} bytes; accepted: 32 to 128 KiB each, so that it is a burst",
        ),
        (
            all(topology.nic(name).t0 != rack for name in senders),
            f"a sender is on {receiver}'s own T0; accepted: senders of another T0",
        ),
        (len(others) == 1, f"{len(others)} writes are not to {receiver}; accepted: one, the victim's"),
        (
            all(write.source not in senders | {receiver} for write in others),
            "the victim's NIC takes part in the incast; accepted: one that does not",
        ),
        (
            all(topology.nic(write.to).t0 == rack != topology.nic(write.source).t0 for write in others),
            f"the victim does not pass by; accepted: a write from another T0 to a neighbour of {receiver} on its T0",
        ),
    ):
        if not holds:
            raise WrongError(f"{TRIM}: {wrong}")


def _check_fair(trim: Scenario, drop: Scenario) -> None:
    """Trimming is off in the second, in the switches or in the NICs, and nothing else differs."""
    if not (trim.topology.qos.trim.enabled and trim.nic.trimming):
        raise WrongError(f"{TRIM}: it does not trim")
    off = [not drop.topology.qos.trim.enabled, not drop.nic.trimming]
    if not any(off):
        raise WrongError(f"{DROP}: it trims; accepted: overrides with qos.trim.enabled: false")
    for name in ("seed", "workload", "faults", "limit_ns"):
        if getattr(trim, name) != getattr(drop, name):
            raise WrongError(f"{name} differs between {TRIM} and {DROP}: then what do the two runs compare?")
    if trim.nic.model_copy(update={"trimming": drop.nic.trimming}) != drop.nic:
        raise WrongError(f"nic differs between {TRIM} and {DROP}, and not by trimming alone")
    qos = drop.topology.spec.qos
    trimming = qos.trim.model_copy(update={"enabled": True})
    same = drop.topology.spec.model_copy(update={"qos": qos.model_copy(update={"trim": trimming})})
    if same != trim.topology.spec:
        raise WrongError(f"the fabric of {TRIM} and that of {DROP} differ, and not by qos.trim.enabled alone")


def _check_pair(pair: tuple[str, str] | None, work: Work) -> None:
    if pair is None or not work.passed("incast"):
        raise WrongError("the two scenarios are not an incast on fair terms yet; see above")


def _check_congested(trim: Result, drop: Result) -> None:
    for result, name, count, other in ((trim, TRIM, "trims", "drops"), (drop, DROP, "drops", "trims")):
        if not result["verdict"]["all_intact"]:
            raise WrongError(f"{name}: not every byte arrived within its limit")
        found = dataclasses.asdict(numbers(result))
        if not found[count] or found[other] > found[count]:
            raise WrongError(f"{name}: {found[count]} {count} and {found[other]} {other}; is it an incast that hurts?")
    if numbers(drop).slowest_us < 1.2 * numbers(trim).slowest_us:
        raise WrongError(
            "the slowest write is about as slow with trimming as without: try fewer bytes, a shorter queue"
        )


def _needed(ran: tuple[Result, Result] | None) -> tuple[Result, Result]:
    if ran is None:
        raise WrongError("there are no two runs to compare with; see above")
    return ran


def _grade_functions(work: Work, results: Sequence[Result]) -> None:
    file = work.answer.parent / MEASURE
    with dialogue(file, "", cpu_s=_CPU_S, memory_mib=_MEMORY_MIB) as talk:
        found: list[Mapping[str, object]] = []
        for item, names in _OF_ITEM.items():
            with work.item(item):
                if not found:
                    found.extend(measured(talk, result) for result in results)
                for each, result in zip(found, results, strict=True):
                    check_measured(each, result, names)
        with work.item("plot"):
            check_plot(talk, results[0], results[1])


def _check_numbers(answers: Answers, ran: tuple[Result, Result]) -> None:
    wrong = []
    for name, reported, result in (("trim", answers.trim, ran[0]), ("drop", answers.drop, ran[1])):
        wanted = dataclasses.asdict(numbers(result))
        for each, value in reported.model_dump().items():
            if not same(each, value, wanted[each], rounded=True):
                wrong.append(f"{name}.{each}: {shown(value)}")
    if wrong:
        raise WrongError(f"not what your two scenarios give: {', '.join(wrong)}")


def _check_reasons(answers: Answers, trim: Result, drop: Result) -> None:
    ports = busiest_ports(trim)
    wrong = [] if answers.port.strip() in ports else [f"port: {answers.port!r} is not where most was trimmed"]
    for name, choice, right in (
        ("told", answers.told, TOLD), ("slow", answers.slow, SLOW), ("paths", answers.paths, PATHS),
    ):  # fmt: skip
        seen = choice.seen.strip()
        if choice.answer.strip() not in right["answer"]:
            wrong.append(f"{name}: {choice.answer or 'nothing'}: your runs say something else")
        elif seen not in trim["checks"]:
            wrong.append(f"{name}: {seen or 'nothing'} is no number under checks")
        elif trim["checks"][seen] == drop["checks"][seen]:
            wrong.append(f"{name}: {seen} is the same in both runs: it shows nothing")
        elif seen not in right["seen"]:
            wrong.append(f"{name}: {seen} differs, and does not show this")
    if wrong:
        raise WrongError("\n".join(wrong))


_LOOK = "README.md, step"

LESSON = Lesson(
    title="an incast, with and without trimming",
    items=(
        Item("files", f"{ANSWERS} can be read, and the other files are beside it", "leave the starter's names"),
        Item("incast", f"{TRIM} is an incast, and a victim passes by", f"{_LOOK} 2", 2),
        Item("fair", f"{DROP} differs by trimming, and by nothing else", f"{_LOOK} 3; hint 1", 2),
        Item("congested", "both runs end with every byte; one trims, one drops, and that shows", f"{_LOOK} 2; hint 2"),
        Item("completion", "measure: how long the writes of the incast took", f"{_LOOK} 4; hint 3", 2),
        Item("ideal", "measure: how long they would take at the speed of the receiver's links", "hint 4"),
        Item("books", "measure: trims, drops, retransmissions and time-outs", "hint 5"),
        Item("fairness", "measure: Jain's index of the rates", "README.md, Background; hint 6"),
        Item("victim", "measure: how long the victim took", "hint 3"),
        Item("plot", "both series in one picture, every write in it, labels, unit and legend", f"{_LOOK} 5; hint 7", 2),
        Item("numbers", f"the numbers in {ANSWERS} are those of your two runs", f"{_LOOK} 6"),
        Item("reasons", "why it is so, and where one sees it", f"{_LOOK} 7; hint 8", 3),
    ),
    grade=_grade,
)
