# SPDX-License-Identifier: Apache-2.0
"""From outcomes of cases to verdicts on requirements."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ptf_tests.catalogue import applicability
from ptf_tests.catalogue import requirements as cat
from ptf_tests.catalogue.applicability import Declared
from ptf_tests.catalogue.cases import CaseInfo
from ptf_tests.results import Case, Requirement, Source, Verdict


def requirements(
    catalogue: cat.Catalogue,
    areas: Collection[str],
    device: Declared,
    cases: Iterable[Case],
    missing: Iterable[CaseInfo] = (),
) -> tuple[Requirement, ...]:
    """The verdict on every requirement of `areas`.

    Args:
        catalogue: all requirements.
        areas: those that concern this kind of device.
        device: what it claims and chose.
        cases: every case of the run, skipped ones included.
        missing: cases that a run that ended early did not come to.
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
            found.append(_result(entry, verdict, note, [case.name for case in showing.get(identity, [])]))
    return tuple(found)


def sources(catalogue: cat.Catalogue) -> dict[str, Source]:
    """The documents requirements come from."""
    return {key: Source(title=source.title, url=source.url) for key, source in catalogue.sources.items()}


def _verdict(
    requirement: cat.Requirement, device: Declared, cases: list[Case], missing: list[str]
) -> tuple[Verdict, str]:
    outcomes = {case.outcome for case in cases}
    if outcomes & {"failed", "error"}:
        return "failed", ""
    excluded = applicability.excluded(requirement, device)
    if excluded is not None:
        other_choice = requirement.id not in device.limits and _claimed(requirement, device)
        return ("chosen_otherwise" if other_choice else "not_claimed"), excluded
    if requirement.untested is not None:
        return "not_tested", requirement.untested
    if missing:
        more = f" and {len(missing) - 1} more of its cases" if len(missing) > 1 else ""
        return "not_judged", f"the run ended before {missing[0]}{more}"
    if "passed" in outcomes:
        return "held", ""
    skipped = next((case.reason for case in cases if case.outcome == "skipped"), "")
    return "not_tested", f"its cases ask for more: {skipped}" if skipped else "no case of this run shows it"


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
