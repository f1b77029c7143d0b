# SPDX-License-Identifier: Apache-2.0
"""One conformance run of a switch: select, run, judge. What it returns is all that the reports need."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from command_line.interrupt import InterruptedCommandError
from ptf_tests.catalogue.requirements import AREAS, Catalogue
from ptf_tests.conformance import judge
from ptf_tests.conformance.selection import Selection, select
from ptf_tests.dut.api import Bench
from ptf_tests.results import Case, CaseOutcome, Report, Subject
from ptf_tests.run.runner import Ran, Run, prepare, run
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.suite import CaseInfo

SWITCH_AREAS = tuple(area for area in AREAS if area != "nic")
"""Areas of the catalogue that concern a switch."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to run.

    Attributes:
        profile: of the device.
        bench: brings the device up.
        out: directory of the run's files (see `runner.Run.out`).
        tests: names of cases, modules or requirements; empty for all.
        seed: order of the cases; 0 is the order of the files.
        record: also write every case's inputs and outputs to `out/record.jsonl`.
    """

    profile: Profile
    bench: Bench
    out: Path
    tests: tuple[str, ...] = ()
    seed: int = 0
    record: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """A report, and what ended the run early, if anything did: to be raised once the report is written."""

    report: Report
    interruption: InterruptedCommandError | None


@dataclass(frozen=True, slots=True)
class Listener:
    """Told the number of cases to come, then each as it ends."""

    on_start: Callable[[int], None]
    on_case: Callable[[Case], None]


def conform(request: Request, cases: Mapping[str, CaseInfo], listener: Listener) -> Finished:
    """Run every case of `cases` that applies and judge the requirements.

    Raises:
        RunError, SelectionError, CatalogueError.
    """
    catalogue = Catalogue.load()
    profile = request.profile
    selection = select(request.tests, cases, catalogue, profile)
    started = datetime.datetime.now(datetime.UTC)
    clock = time.monotonic()
    ran = Ran((), {})
    if selection.applicable:
        names = tuple(case.name for case in selection.applicable)
        listener.on_start(len(names))
        ran = run(
            Run(request.bench, profile, request.out, names, request.record, request.seed),
            lambda outcome: listener.on_case(_case(cases[outcome.name], outcome)),
        )
    else:
        prepare(request.out)
    found = _results(selection, cases, ran.outcomes)
    report = Report(
        device=_device(profile, ran.versions),
        started=started.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - clock, 1),
        seed=request.seed,
        partial=len(ran.outcomes) < len(selection.applicable),
        sources=judge.sources(catalogue),
        requirements=judge.requirements(catalogue, SWITCH_AREAS, profile, found),
        cases=found,
    )
    return Finished(report, ran.interruption)


def _results(selection: Selection, cases: Mapping[str, CaseInfo], outcomes: Sequence[CaseOutcome]) -> tuple[Case, ...]:
    ended = {outcome.name: _case(cases[outcome.name], outcome) for outcome in outcomes}
    ended.update({name: _skipped(cases[name], reason) for name, reason in selection.excluded.items()})
    return tuple(ended[name] for name in cases if name in ended)


def _case(info: CaseInfo, outcome: CaseOutcome) -> Case:
    evidence = outcome.evidence if outcome.outcome == "failed" else None
    return Case(
        name=info.name,
        title=info.title,
        requirements=info.requirements,
        outcome=outcome.outcome,
        seconds=round(outcome.seconds, 3),
        reason="" if evidence is not None else _last_line(outcome.text),
        evidence=evidence,
    )


def _skipped(info: CaseInfo, reason: str) -> Case:
    return Case(name=info.name, title=info.title, requirements=info.requirements, outcome="skipped", reason=reason)


def _last_line(text: str) -> str:
    """What a traceback ends in, without the name of the exception."""
    lines = text.strip().splitlines()
    return lines[-1].partition(": ")[2] or lines[-1] if lines else ""


def _device(profile: Profile, versions: Mapping[str, str]) -> Subject:
    return Subject(
        name=profile.name,
        dut=profile.dut,
        description=profile.description,
        claims=tuple(sorted(profile.claims)),
        choices={name: ", ".join(values) for name, values in sorted(profile.choices.items())},
        versions=dict(versions),
    )
