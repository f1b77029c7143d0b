# SPDX-License-Identifier: Apache-2.0
"""One conformance run of a device: select, run, judge. What it returns is all that the reports need."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from p4soft.command_line import InterruptedCommandError
from ptf_tests.catalogue.cases import CaseInfo
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import judge
from ptf_tests.conformance.selection import Selection, select
from ptf_tests.results import Case, CaseOutcome, Report
from ptf_tests.run.request import Ran, Request, RunError, Runner, prepare


@dataclass(frozen=True, slots=True)
class Finished:
    """A report, and what ended the run early, if anything did: to be raised once the report is written."""

    report: Report
    interruption: InterruptedCommandError | RunError | None


@dataclass(frozen=True, slots=True)
class Listener:
    """Told the number of cases to come, then each as it ends."""

    on_start: Callable[[int], None]
    on_case: Callable[[Case], None]


def conform(runner: Runner, request: Request, listener: Listener) -> Finished:
    """Run every case of `request.tests` that applies and judge the requirements.

    Raises:
        SelectionError: a name that matches nothing.
        CatalogueError: the catalogue cannot be read.
        RunError: the run could not be made.
        NicError: the NIC cannot be opened.
    """
    catalogue = Catalogue.own()
    cases = runner.cases
    selection = select(request.tests, cases, catalogue, runner.declared)
    started = datetime.datetime.now(datetime.UTC)
    clock = time.monotonic()
    ran = Ran()
    if selection.applicable:
        names = tuple(case.name for case in selection.applicable)
        listener.on_start(len(names))
        ran = runner.run(
            replace(request, tests=names), lambda outcome: listener.on_case(_case(cases[outcome.name], outcome))
        )
    else:
        prepare(request.out)
    found = results(selection, cases, ran.outcomes)
    ended = {outcome.name for outcome in ran.outcomes}
    missing = tuple(case for case in selection.applicable if case.name not in ended)
    report = Report(
        device=runner.subject.model_copy(update={"versions": dict(ran.versions or {})}),
        started=started.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - clock, 1),
        seed=request.seed,
        partial=bool(missing),
        ended=ran.ended,
        sources=judge.sources(catalogue),
        requirements=judge.requirements(catalogue, runner.areas, runner.declared, found, missing),
        cases=found,
    )
    return Finished(report, ran.interruption or (RunError(ran.ended) if ran.ended else None))


def results(selection: Selection, cases: Mapping[str, CaseInfo], outcomes: Iterable[CaseOutcome]) -> tuple[Case, ...]:
    """The cases that ended and those that were left out, in the order of `cases`."""
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
        reason="" if evidence is not None else outcome.text,
        evidence=evidence,
    )


def _skipped(info: CaseInfo, reason: str) -> Case:
    return Case(name=info.name, title=info.title, requirements=info.requirements, outcome="skipped", reason=reason)
