# SPDX-License-Identifier: Apache-2.0
"""Lab 10: an incast with and without trimming: the student's two runs, a function that measures any, and a plot."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from common import PROJECT_ROOT, documents
from common.documents import DocumentError
from fabric.errors import FabricError
from fabric.results import Result
from fabric.scenario import reading
from fabric.scenario.model import Scenario
from labs.grading import measure_pupil
from labs.grading.dialogue import dialogue
from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.lessons.incast_runs import (
    busiest_ports,
    check_measured,
    check_plot,
    emulated,
    live,
    measured,
    numbers,
    random_incast,
    rough_incast,
    same,
    shown,
)

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


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Reported(_Strict):
    """Numbers of a run, as measured."""

    median_us: float
    slowest_us: float
    ideal_us: float
    trims: int
    drops: int
    retransmissions: int
    timeouts: int
    fairness: float
    victim_us: float


class Choice(_Strict):
    """A word, and the check that shows it."""

    answer: str = Field(description="one of the words listed above it")
    seen: str = Field(description="the name of a number under `checks` in result.json")


class Answers(_Strict):
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
    """All of a scenario as one file; YAML contains JSON."""
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
    with dialogue(file, "", pupil=Path(measure_pupil.__file__), cpu_s=_CPU_S, memory_mib=_MEMORY_MIB) as talk:
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
