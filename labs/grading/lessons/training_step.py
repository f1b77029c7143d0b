# SPDX-License-Identifier: Apache-2.0
"""Lab 12: what the tail of a training job's steps costs with RoCE, and the change that cures it.

Random jobs are run here as well, with restarts and one that never ends: no student has seen them.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from pydantic import Field

import topologies
from common import PROJECT_ROOT, documents
from common.errors import DocumentError
from common.model import Model
from fabric.errors import FabricError
from fabric.results import Result
from fabric.scenario import Scenario, reading
from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.lessons.incast import emulated, shown
from labs.grading.sandbox import Dialogue, DialogueError, dialogue

JOB, CURE, FINDING, TAIL = "job.yaml", "cure.yaml", "finding.yaml", "tail.py"
GIVEN = PROJECT_ROOT / "labs" / "12-training-step" / "starter" / JOB
CURED = 0.25
"""By which share the p99 step of a cured job may be longer than without the fault. Of job.yaml it is 0.8.

Each loss on the way to the last message costs MRC some 20 us, which is 0.06 of this step; two of them were seen.
"""
MOST_EVS = 1024

# --- Jobs and their numbers ------------------------------------------------------------------------------------------


_SHORT = {"kind": "roce", "options": {"timeout": 3, "retry_count": 3}}
"""Queue pairs that fail within a fraction of a millisecond."""


def random_jobs(rng: Random) -> list[str]:
    """Scenarios: MRC, each T1 away once; RoCE back to a checkpoint; RoCE without one, so not done; and a calm one."""
    compute = rng.randrange(50, 90)
    collectives = [
        {"collective": "ring-all-reduce", "bytes": f"{rng.randrange(160, 256)}KiB", "buckets": 2, "overlap": 0.5},
        {"collective": "all-to-all", "bytes": "32KiB"},
    ]
    training = {"steps": rng.randrange(6, 10), "compute": f"{compute}us", "collectives": collectives}
    saved = {**training, "checkpoint": {"every": 3, "restart": f"{rng.randrange(300, 900)}us"}}
    seed, first, down = rng.randrange(1 << 20), rng.randrange(2), rng.randrange(250, 350)

    def job(name: str, of: Mapping[str, object], away: Mapping[str, tuple[int, int]], nic: Mapping[str, object]) -> str:
        faults = [
            {"at": f"{at}us", "do": f"switch {switch} {does}"}
            for switch, span in away.items()
            for at, does in zip(span, ("stop", "start"), strict=True)
        ]
        return json.dumps({
            "name": f"{name}-{seed:05x}", "topology": str(topologies.LAB),
            "overrides": {"ecmp": nic is _SHORT, "planes": 1}, "limit": "20ms", "seed": seed, "nic": nic,
            "workload": [{"name": "job", "training": of}], "faults": faults,
        })  # fmt: skip

    t1s = {f"p0-t1-{first}": (down, down + 200), f"p0-t1-{1 - first}": (down + 450, down + 650)}
    return [
        job("sprayed", saved, t1s, {"evs": 16}),
        job("restarted", saved, {f"p0-t0-{first}": (down, down + 700)}, _SHORT),
        job("ended", training, {f"p0-t0-{first}": (down, 9000)}, _SHORT),
        job("calm", saved, {}, {"evs": 16}),
    ]


def numbers(result: Result) -> dict[str, Any]:
    """What `measure` is to find."""
    (job,) = result["trainings"]
    found: dict[str, Any] = dict.fromkeys(("median_us", "worst_us", "p99_us", "lost_us", "cost"))
    if job["done"] == job["steps"]:
        counted: dict[int, float] = {}
        for step, took_ns in zip(job["executed"]["step"], job["executed"]["took_ns"], strict=True):
            counted[step] = took_ns / 1000  # what came after a restart takes the place of what came before it
        steps = sorted(counted.values())
        job_us = (job["end_ns"] - job["begin_ns"]) / 1000
        usual = median(steps)
        found = {
            "median_us": usual, "worst_us": steps[-1], "p99_us": steps[math.ceil(0.99 * len(steps)) - 1],
            "lost_us": job_us - sum(steps), "cost": (job_us - usual * len(steps)) / job_us,
        }  # fmt: skip
    blamed: dict[str, float] = {}
    for slow in job["slow_steps"]:
        for node in (slow["first_resent"] or {"path": ()})["path"]:
            if "-t1-" in node:
                blamed[node] = blamed.get(node, 0.0) + slow["over_ns"] / 1000
    return {"done": job["done"], **found, "blamed_us": blamed}


def compared(result: Result, calm: Result) -> dict[str, Any]:
    """What `compare` is to find."""
    found, usual = numbers(result), numbers(calm)
    if found["p99_us"] is None or usual["p99_us"] is None:
        return {"p99_longer": None, "job_longer": None}
    took, usually = ((job["end_ns"] - job["begin_ns"]) for each in (result, calm) for job in each["trainings"])
    return {"p99_longer": found["p99_us"] / usual["p99_us"] - 1, "job_longer": took / usually - 1}


def same(value: object, wanted: object, within: float = 0.06) -> bool:
    """Whether a number, None or numbers by name are right, but for last digits; shares are told by `within`."""
    if isinstance(wanted, dict):
        return (
            isinstance(value, dict)
            and value.keys() == wanted.keys()
            and all(same(value[key], wanted[key], within) for key in wanted)
        )
    if wanted is None or value is None or isinstance(value, bool):
        return value is wanted
    if not isinstance(value, int | float) or not isinstance(wanted, int | float):
        return False
    return abs(value - wanted) <= (0 if isinstance(wanted, int) else within)


# --- What a student's files say --------------------------------------------------------------------------------------


class Longer(Model):
    job: float
    cure: float


class Finding(Model):
    """What the student found in the slow step of job.yaml."""

    step: int = Field(description="counted from 1")
    source: str = Field(alias="from", description="a NIC's name")
    to: str = Field(description="a NIC's name")
    bucket: int = Field(description="counted from 1")
    waited_us: float
    longer: Longer


def _finding(folder: Path) -> Finding:
    missing = [name for name in (CURE, FINDING) if not (folder / name).is_file()]
    if missing:
        raise WrongError(f"{missing[0]}: not beside {TAIL}; accepted: a folder with {TAIL}, {CURE}, {FINDING}")
    try:
        return documents.validate(documents.read(folder / FINDING), Finding)
    except DocumentError as error:
        raise WrongError(str(error)) from None


def _cure(folder: Path, room: Path) -> Scenario:
    """The student's scenario over the job that was handed out. Raises WrongError."""
    place = room / "labs" / "12-training-step" / "answer"
    place.mkdir(parents=True)
    (room / "topologies").symlink_to(PROJECT_ROOT / "topologies")
    shutil.copyfile(GIVEN, place / JOB)
    shutil.copyfile(folder / CURE, place / CURE)
    try:
        return reading.load(place / CURE)
    except FabricError as error:
        raise WrongError(str(error).replace(f"{place}/", "")) from None


def _check_fair(cure: Scenario, given: Scenario) -> None:
    """NICs differ, the headers of their packets with them, and whether routing helps; nothing else."""
    for name in ("seed", "workload", "faults", "limit_ns"):
        if getattr(cure, name) != getattr(given, name):
            raise WrongError(f"{CURE}: {name} differs from {JOB}: then it is another job, or another fault")
    ecmp = {"ecmp": given.topology.spec.ecmp}
    if cure.topology.spec.model_copy(update=ecmp) != given.topology.spec:
        raise WrongError(f"{CURE}: its fabric differs from that of {JOB}, and not by `ecmp` alone")
    if cure.routing.failover == given.routing.failover and cure.routing != given.routing:
        raise WrongError(f"{CURE}: routing is faster than in {JOB}; accepted: as there, or none")
    if cure.nic.evs > MOST_EVS:
        raise WrongError(f"{CURE}: nic.evs: {cure.nic.evs} is too much for a grader; accepted: up to {MOST_EVS}")


def _text(scenario: Scenario, faults: Sequence[Mapping[str, str]] | None = None) -> str:
    """A scenario without what it draws or expects, with other faults if they are given."""
    left_out = ("expect", "live", "captures", "snaplen")
    data = {name: value for name, value in scenario.document.data.items() if name not in left_out}
    data["topology"] = str(Path(scenario.topology_file).resolve())
    return json.dumps(data if faults is None else {**data, "faults": faults}, default=str)


def _other_reboot(rng: Random) -> list[dict[str, str]]:
    """The other T1, in another step: a cure for one switch is none."""
    down = rng.randrange(900, 960)  # while messages are under way
    return [{"at": f"{at}us", "do": f"switch p0-t1-1 {does}"} for at, does in ((down, "stop"), (down + 1000, "start"))]


def _check_cured(cure: Scenario, rng: Random) -> None:
    calm = emulated(_text(cure, []))
    for text, which in ((_text(cure), "the fault"), (_text(cure, _other_reboot(rng)), "the other T1 rebooted")):
        longer = compared(emulated(text), calm)["p99_longer"]
        if longer is None:
            raise WrongError(f"{CURE}, {which}: the job is not done within its limit")
        if longer > CURED:
            raise WrongError(f"{CURE}, {which}: p99 step {longer:.0%} longer than calm; accepted: {CURED:.0%}")


def _check_cause(finding: Finding, result: Result) -> None:
    slow = result["trainings"][0]["slow_steps"][0]
    wanted = {
        "step": slow["step"] + 1, "from": slow["from"], "to": slow["to"], "bucket": slow["bucket"] + 1,
        "waited_us": (slow["message_ns"] - slow["usual_ns"]) / 1000,
    }  # fmt: skip
    said = finding.model_dump(by_alias=True)
    wrong = [name for name, value in wanted.items() if said[name] != value and not same(said[name], value, 0.6)]
    if wrong:
        raise WrongError(f"not what happened: {', '.join(f'{name}: {shown(said[name])}' for name in wrong)}")


# --- The lab ---------------------------------------------------------------------------------------------------------


_OF_ITEM = {
    "steps": ("done", "median_us", "worst_us", "p99_us"),
    "lost": ("lost_us", "cost"),
    "blame": ("blamed_us",),
}
_SHARE = 0.0011
_DRAWS = 8
"""Of jobs, until the first has a T1 to blame: one in eight has none."""


def _call(talk: Dialogue, name: str, *results: Result) -> Mapping[str, object]:
    try:
        found = talk.call(name, *results)
    except DialogueError as error:
        raise WrongError(str(error)) from None
    if not isinstance(found, dict):
        raise WrongError(f"{name} returned {found!r:.80}; accepted: a dictionary, as the starter's")
    return found


def _check(found: Mapping[str, object], wanted: Mapping[str, object], names: Sequence[str], run: str) -> None:
    for name in names:
        if name not in found:
            raise WrongError(f"{name} is missing")
        within = 0.06 if name.endswith("_us") else _SHARE
        if not same(found[name], wanted[name], within):
            raise WrongError(f"of {run}: {name} is {shown(found[name])}, and should be {shown(wanted[name])}")


def _grade_functions(work: Work) -> None:
    jobs = random_jobs(work.rng)
    for _ in range(_DRAWS):
        if numbers(emulated(jobs[0]))["blamed_us"]:
            break
        jobs = random_jobs(work.rng)
    results = [emulated(text) for text in jobs]
    with dialogue(work.answer.parent / TAIL, "", cpu_s=10, memory_mib=1536) as talk:
        found: list[Mapping[str, object]] = []
        for item, names in _OF_ITEM.items():
            with work.item(item):
                found = found or [_call(talk, "measure", result) for result in results]
                for each, result in zip(found, results, strict=True):
                    _check(each, numbers(result), names, result["scenario"]["name"])
        with work.item("compare"):
            for result in results[:-1]:
                wanted = compared(result, results[-1])
                said = _call(talk, "compare", result, results[-1])
                _check(said, wanted, tuple(wanted), result["scenario"]["name"])


def _grade(work: Work) -> None:
    folder = work.answer.parent
    with work.must("files"):
        finding = _finding(folder)
    given = reading.load(GIVEN)
    _grade_functions(work)
    job = emulated(_text(given))
    with work.item("cause"):
        _check_cause(finding, job)
    cure: Scenario | None = None
    with work.item("fair"):
        found = _cure(folder, work.room)
        _check_fair(found, given)
        cure = found
    with work.item("cured"):
        _check_cured(_needed(cure), work.rng)
    with work.item("numbers"):
        cure = _needed(cure)
        for name, of, said in (("job", given, finding.longer.job), ("cure", cure, finding.longer.cure)):
            longer = compared(emulated(_text(of)), emulated(_text(of, [])))["p99_longer"]
            if longer is None or abs(said - longer) > 0.006:
                raise WrongError(f"longer.{name}: {said:g} is not what {name}.yaml gives")


def _needed(cure: Scenario | None) -> Scenario:
    if cure is None:
        raise WrongError(f"{CURE} is not the same job on fair terms yet; see above")
    return cure


LESSON = Lesson(
    title="what the tail of a training step costs",
    items=(
        Item("files", f"{FINDING} can be read, and the other files are beside it", "leave the starter's names"),
        Item("steps", "measure: median, p99 and worst of the steps that count", "README.md, step 2; hints 1 and 2", 2),
        Item("lost", "measure: time lost to restarts, and the whole tail's share", "README.md, step 2; hint 3", 2),
        Item("blame", "measure: by which T1 slow steps lost their time", "README.md, step 3; hint 4", 2),
        Item("compare", "compare: how much longer the p99 step and the job are", "hint 5"),
        Item("cause", "the message that made the step slow, and for how long it was waited", "README.md, step 4", 2),
        Item("fair", f"{CURE} has the same job, fault and links", "README.md, step 5; hint 6"),
        Item("cured", f"the p99 step is at most {CURED:.0%} longer than without a fault, of either T1", "hint 6", 2),
        Item("numbers", f"`longer` in {FINDING} is what the two scenarios give", "README.md, step 6"),
    ),
    grade=_grade,
    only="embedded",
)
