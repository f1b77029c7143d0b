# SPDX-License-Identifier: Apache-2.0
"""One conformance run of a device: select the cases, run them, judge the requirements.

What every run has, whatever is tested, is a request (what to run and where to write) and a runner, which says how far
it came. What a run returns is all that the reports need.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from common.errors import UserError
from common.text import did_you_mean, plural
from p4soft.command_line import InterruptedCommandError
from ptf_tests.catalogue import requirements as cat
from ptf_tests.catalogue.names import AREAS
from ptf_tests.catalogue.requirements import CaseInfo, Catalogue, Declared, Waiver, excluded, left_out, near_id
from ptf_tests.dut.api import TRACE
from ptf_tests.results import (
    NO_CASE,
    RESULTS,
    Case,
    CaseOutcome,
    Report,
    Requirement,
    ResultsError,
    Shard,
    Source,
    Subject,
    Verdict,
    load,
)

# --- What to run, and what runs it -----------------------------------------------------------------------------------


MARK = "ptf.txt"
"""PTF's output. There from the start of a run, it tells a directory of an earlier one."""
OUTCOMES = "outcomes.jsonl"
REFUSAL = "refused.txt"
"""Next to the outcomes: why the device could not be driven, or not any longer."""
SESSION = "session.json"
RECORD = "record.jsonl"
FAILED_TRACES = "failed-traces.txt"
"""What goes into `TRACE` when PTF has ended."""
AGAIN = "again"
"""Where cases that failed run once more, for their traces."""
WRITTEN = (
    MARK,
    OUTCOMES,
    REFUSAL,
    SESSION,
    RECORD,
    TRACE,
    FAILED_TRACES,
    AGAIN,
    "junit.xml",
    "conformance.json",
    "conformance.html",
    "captures",
    "build",
    "log",
    "configuration",
    "switch-1.log",
)
"""What a run writes into its directory, and so may delete of an earlier one."""


class RunError(UserError):
    """The suite could not be run; the message is complete and meant for people."""


class Request(Struct, frozen=True):
    """What to run.

    Attributes:
        out: directory for logs, outcomes and records: new, empty, or of an earlier run, whose files are deleted first.
        tests: modules (`srv6`), cases (`trimming.TrimDscp`), requirements (`TRIM-007`), areas (`TRIM`); empty for all.
        seed: shuffles the order of the cases; 0 leaves it.
        record: also write every case's inputs and outputs to `out/record.jsonl`.
        traces: keep the switch's trace of every case in `out/switch-trace.txt`, not only of those that failed.
    """

    out: Path
    tests: tuple[str, ...] = ()
    seed: int = 0
    record: bool = False
    traces: bool = False


class Ran(Struct, frozen=True):
    """How far a run came.

    Attributes:
        outcomes: of the cases that ended, in the order they did.
        versions: of the programs involved.
        interruption: who ended the run early, if anybody did; raise it once the results are safe.
        ended: what ended the run early, if anything else did; raise a RunError that says so once the results are safe.
    """

    outcomes: tuple[CaseOutcome, ...] = ()
    versions: Mapping[str, str] | None = None
    interruption: InterruptedCommandError | None = None
    ended: str = ""


def answered(outcomes: Sequence[CaseOutcome]) -> Sequence[CaseOutcome]:
    """The outcomes of a run whose device was gone at the end, without those at its end in which it was silent."""
    count = len(outcomes)
    while count and outcomes[count - 1].unanswered:
        count -= 1
    return outcomes[:count]


class Runner(Protocol):
    """One device, the cases for its kind, and how they are run."""

    @property
    def subject(self) -> Subject: ...

    @property
    def declared(self) -> Declared: ...

    @property
    def areas(self) -> tuple[str, ...]: ...

    @property
    def cases(self) -> Mapping[str, CaseInfo]: ...

    def reloads(self, names: Sequence[str]) -> tuple[int, float] | None:
        """How often these cases let the device be configured anew, and the seconds each takes; None: as good as never.

        Seconds are 0 where a person does it.
        """

    def run(self, request: Request, on_outcome: Callable[[CaseOutcome], None]) -> Ran:
        """Run the cases that `request.tests` names one by one; a run that ends early returns what there is.

        Raises:
            RunError: the device is unavailable, or `out` is not ours to write in.
        """


def prepare(out: Path) -> None:
    """Make `out`, without what an earlier run left there; what we did not write is never deleted. Raises RunError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()) and not (out / MARK).is_file():
            raise RunError(f"{out}: holds files of something else; accepted: a new, an empty or an earlier run's --out")
        for path in (out / name for name in WRITTEN):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        (out / MARK).touch()
    except OSError as error:
        raise RunError(f"{out}: cannot write: {error.strerror}; accepted: a directory") from None


def folder_of(device: str) -> str:
    """The name of a device as that of the directory of its reports: letters, digits, `.`, `_` and `-`."""
    return re.sub(r"[^\w.-]+", "-", device).strip(".-") or "device"


def check_device(out: Path, subject: Subject) -> None:
    """Raise RunError if `out` has the results of another device, which a run would delete."""
    with contextlib.suppress(ResultsError):
        other = load(out / RESULTS).device.name
        if other != subject.name:
            what = f"holds the results of {other!r}, which a run of {subject.name!r} would delete"
            raise RunError(f"{out}: {what}; accepted: another --out")


# --- The run ---------------------------------------------------------------------------------------------------------


class Finished(Struct, frozen=True):
    """A report, and what ended the run early, if anything did: to be raised once the report is written."""

    report: Report
    interruption: InterruptedCommandError | RunError | None


class Listener(Struct, frozen=True):
    """Told the cases to come, then each as it ends."""

    on_start: Callable[[Sequence[str]], None]
    on_case: Callable[[Case], None]


def conform(runner: Runner, request: Request, listener: Listener, shard: tuple[int, int] | None) -> Finished:
    """Run every case of `request.tests` that applies and judge the requirements.

    Args:
        runner: the device.
        request: what to run.
        listener: told how it goes.
        shard: run only the Kth of N parts of the cases, (K, N); None: all. `report.merged` joins the reports.

    Raises:
        SelectionError: a name that matches nothing.
        CatalogueError: the catalogue cannot be read.
        RunError: the run could not be made.
        NicError: the NIC cannot be opened.
    """
    check_device(request.out, runner.subject)
    catalogue = Catalogue.own()
    cases = runner.cases
    selection = select(request.tests, cases, catalogue, runner.declared)
    whole = len(selection.applicable)
    if shard is not None:
        selection = replace(selection, applicable=part(selection.applicable, *shard))
    started = datetime.datetime.now(datetime.UTC)
    clock = time.monotonic()
    ran = Ran()
    if selection.applicable:
        names = tuple(case.name for case in selection.applicable)
        listener.on_start(names)
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
        shard=None if shard is None else Shard(number=shard[0], of=shard[1], cases=whole),
        sources=_sources(catalogue),
        requirements=judged(catalogue, runner.areas, runner.declared, found, missing, today=started.date()),
        cases=found,
    )
    return Finished(report, ran.interruption or (RunError(ran.ended) if ran.ended else None))


def forecast(runner: Runner, names: Sequence[str], earlier: Path) -> str:
    """How long these cases will take, before they begin, as far as it can be told.

    Args:
        runner: the device.
        names: of the cases.
        earlier: results of a run of it, whose times count if it ran all of these cases.
    """
    cases = plural(len(names), "case")
    if len(names) < len(runner.cases):
        cases += f" of {len(runner.cases)}"
    with contextlib.suppress(ResultsError):
        before = load(earlier)
        took = {case.name: case.seconds for case in before.cases if case.outcome in ("passed", "failed")}
        if before.device.name == runner.subject.name and took.keys() >= set(names):
            return f"{cases}: about {_duration(sum(took[name] for name in names))}, as in the run before"
    reloads = runner.reloads(names)
    if reloads is None:
        return cases
    count, seconds = reloads
    configurations = plural(count, "configuration")
    if not seconds:
        return f"{cases}, {configurations} by hand"
    return f"{cases}, {configurations} of {seconds:g} s: about {_duration(count * seconds)}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def nothing_judged(report: Report) -> str:
    """Why a run that came to its end judged no requirement, for an error; "" if it judged one.

    A shard may have no case, or none that applies: that the whole run judged something is for `merge` to see.
    """
    if report.shard is not None or any(each.verdict in ("held", "failed", "waived") for each in report.requirements):
        return ""
    reasons = Counter(case.reason for case in report.cases).most_common()
    told = [f"{count} because {reason}" for reason, count in reasons[:_REASONS]]
    if len(reasons) > _REASONS:
        told.append(f"{sum(count for _, count in reasons[_REASONS:])} for other reasons")
    return (
        f"{report.device.name}: nothing was judged: none of {plural(len(report.cases), 'case')} was carried out: "
        f"{', '.join(told) or 'there was none'}; accepted: tests of what the profile claims"
    )


_REASONS = 4
"""Reasons why cases were left out that an error has."""


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


# --- Selection: by name, module or requirement, and by what the profile of the device excludes -----------------------


class SelectionError(UserError):
    """A test name that matches nothing; the message is complete and meant for people."""


class Selection(Struct, frozen=True):
    """The cases of a run.

    Attributes:
        applicable: to be run.
        excluded: with the reason: the claim that is not made, the choice made otherwise, or the named limit.
    """

    applicable: tuple[CaseInfo, ...]
    excluded: Mapping[str, str]


def matching(tests: Sequence[str], cases: Mapping[str, CaseInfo]) -> list[CaseInfo]:
    """The cases that `tests` name: modules (`srv6`), cases (`trimming.TrimSize`), requirements (`TRIM-007`) or areas.

    An area is the prefix of its requirements (`TRIM`), or its name where that is no module's.

    Raises:
        SelectionError: one of them matches nothing.
    """
    if not tests:
        return list(cases.values())
    wanted: dict[str, CaseInfo] = {}
    for test in tests:
        found = {name: case for name, case in cases.items() if _matches(test, case)} or _of_area(test, cases)
        if not found:
            near = _near(test, cases)
            raise SelectionError(f"test {test!r} matches no case{near}; accepted: {_accepted(test, cases)}")
        wanted.update(found)
    return [case for name, case in cases.items() if name in wanted]


def select(tests: Sequence[str], cases: Mapping[str, CaseInfo], catalogue: Catalogue, device: Declared) -> Selection:
    """The cases that `tests` name, and which of them are not for the device. Raises SelectionError."""
    applicable, excluded = [], {}
    for case in matching(tests, cases):
        reason = left_out(case, catalogue, device)
        if reason is None:
            applicable.append(case)
        else:
            excluded[case.name] = reason
    return Selection(tuple(applicable), excluded)


def other_modules(tests: Sequence[str], cases: Mapping[str, CaseInfo]) -> list[str]:
    """A line for each module of `tests` that has an area's name and only some of its cases."""
    areas: dict[str, Counter[str]] = {}
    for name, case in cases.items():
        areas.setdefault(name.partition(".")[0], Counter()).update(map(_prefix, case.requirements))
    said = []
    for test in tests:
        prefix = AREAS.get(test)
        of_area = [name for name, found in areas.items() if found.most_common(1)[0][0] == prefix]
        others = [name for name in of_area if name not in tests]
        if test in areas and others and prefix not in tests:
            said.append(f"{test}: other modules of this area: {', '.join(others)}; {prefix} stands for all of the area")
    return said


def part(cases: tuple[CaseInfo, ...], number: int, of: int) -> tuple[CaseInfo, ...]:
    """The `number`th of `of` parts of equal size, neighbours together: they often share a configuration."""
    return cases[len(cases) * (number - 1) // of : len(cases) * number // of]


def _matches(test: str, case: CaseInfo) -> bool:
    return test in (case.name, case.name.partition(".")[0]) or test in case.requirements


def _of_area(test: str, cases: Mapping[str, CaseInfo]) -> dict[str, CaseInfo]:
    wanted = AREAS.get(test, test)
    return {name: case for name, case in cases.items() if wanted in map(_prefix, case.requirements)}


def _prefix(identity: str) -> str:
    return identity.partition("-")[0]


def _near(test: str, cases: Mapping[str, CaseInfo]) -> str:
    """`; did you mean ...?` with modules, cases or requirements of a like name: `srv6.srh` is much like `srv6_srh`."""
    modules = dict.fromkeys(name.partition(".")[0] for name in cases)
    ids = {each for case in cases.values() for each in case.requirements}
    first, second = (cases, modules) if test.partition(".")[0] in modules and "." in test else (modules, cases)
    if near := near_id(test, ids) or did_you_mean(test, first) or did_you_mean(test, second):
        return near
    last = test.lower().rpartition(".")[2]
    named = [each for each in (*modules, *cases) if last and last in each.lower()]
    return f"; did you mean {' or '.join(named[:3])}?" if named else ""


def _accepted(test: str, cases: Mapping[str, CaseInfo]) -> str:
    modules = list(dict.fromkeys(name.partition(".")[0] for name in cases))
    module = test.partition(".")[0]
    if module in modules:
        return f"{module}.{{{', '.join(name.partition('.')[2] for name in cases if name.startswith(f'{module}.'))}}}"
    example = next(iter(cases.values())).requirements[0]
    some = f"a requirement such as {example}, or {_prefix(example)} for all of that area"
    return f"a module ({', '.join(modules)}), module.Class, {some}"


# --- Judging: from outcomes of cases to verdicts on requirements -----------------------------------------------------


def judged(
    catalogue: Catalogue,
    areas: Collection[str],
    device: Declared,
    cases: Iterable[Case],
    missing: Iterable[CaseInfo] = (),
    *,
    today: datetime.date = datetime.date.min,
) -> tuple[Requirement, ...]:
    """The verdict on every requirement of `areas`.

    Args:
        catalogue: all requirements.
        areas: those that concern this kind of device.
        device: what it claims and chose.
        cases: every case of the run, skipped ones included.
        missing: cases that a run that ended early did not come to.
        today: the day by which waivers have ended or not.
    """
    unseen: dict[str, list[str]] = {}
    for info in missing:
        for identity in info.requirements:
            unseen.setdefault(identity, []).append(info.name)
    showing: dict[str, list[Case]] = {}
    for case in cases:
        for identity in case.requirements:
            showing.setdefault(identity, []).append(case)
    found = []
    for identity in catalogue:
        entry = catalogue.entry(identity)
        if entry.area in areas:
            verdict, note = _verdict(entry.requirement, device, showing.get(identity, []), unseen.get(identity, []))
            verdict, note = _waived(verdict, note, device.waivers.get(identity), today)
            found.append(_result(entry, verdict, note, [case.name for case in showing.get(identity, [])]))
    return tuple(found)


def _sources(catalogue: Catalogue) -> dict[str, Source]:
    return {key: Source(title=source.title, url=source.url) for key, source in catalogue.sources.items()}


def _verdict(
    requirement: cat.Requirement, device: Declared, cases: list[Case], missing: list[str]
) -> tuple[Verdict, str]:
    outcomes = {case.outcome for case in cases}
    if outcomes & {"failed", "error"}:
        return "failed", ""
    reason = excluded(requirement, device)
    if reason is not None:
        other_choice = requirement.id not in device.limits and _claimed(requirement, device)
        return ("chosen_otherwise" if other_choice else "not_claimed"), reason
    if requirement.untested is not None:
        return "not_tested", requirement.untested
    if missing:
        more = f" and {len(missing) - 1} more of its cases" if len(missing) > 1 else ""
        return "not_judged", f"the run ended before {missing[0]}{more}"
    if "passed" in outcomes:
        return "held", ""
    skipped = "; ".join(dict.fromkeys(case.reason for case in cases if case.outcome == "skipped"))
    return "not_tested", f"its cases ask for more: {skipped}" if skipped else NO_CASE


def _waived(verdict: Verdict, note: str, waiver: Waiver | None, today: datetime.date) -> tuple[Verdict, str]:
    """A verdict and its note with what the device's profile waives."""
    if waiver is None or verdict not in ("failed", "held"):
        return verdict, note
    if verdict == "held":
        return verdict, "the profile waives it, and need not"
    if today > waiver.until:
        return verdict, f"its waiver ended on {waiver.until}: {waiver.reason}"
    return "waived", f"until {waiver.until}: {waiver.reason}"


def _claimed(requirement: cat.Requirement, device: Declared) -> bool:
    return requirement.claim is None or requirement.claim in device.claims


def _result(entry: cat.Entry, verdict: Verdict, note: str, cases: list[str]) -> Requirement:
    requirement = entry.requirement
    return Requirement(
        id=requirement.id,
        area=entry.area,
        level=requirement.level,
        statement=requirement.statement,
        document=requirement.source.document,
        section=requirement.source.section,
        confidence=requirement.confidence,
        rationale=requirement.rationale,
        verdict=verdict,
        cases=tuple(cases),
        note=note,
    )
