# SPDX-License-Identifier: Apache-2.0
"""From outcomes of cases to verdicts on requirements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from ptf_tests.catalogue import requirements as cat
from ptf_tests.results import Case, Requirement, Source, Verdict


class Subject(Protocol):
    """What a device says of itself, as far as judging needs it: the profile of a switch, or a NIC's capabilities."""

    @property
    def claims(self) -> frozenset[str]:
        """What it claims."""

    @property
    def limits(self) -> Mapping[str, str]:
        """Requirement id to why it does not meet it."""

    def excludes(self, requirement: cat.Requirement) -> str | None:
        """Why a requirement does not apply to it, or None."""


def requirements(
    catalogue: cat.Catalogue, areas: Collection[str], subject: Subject, cases: Iterable[Case]
) -> tuple[Requirement, ...]:
    """The verdict on every requirement of `areas`.

    Args:
        catalogue: all requirements.
        areas: those that concern this kind of device.
        subject: what the device claims and chose.
        cases: every case of the run, skipped ones included.
    """
    showing: dict[str, list[Case]] = {}
    for case in cases:
        for identity in case.requirements:
            showing.setdefault(identity, []).append(case)
    found = []
    for identity in catalogue:
        entry = catalogue.entry(identity)
        if entry.area in areas:
            verdict, note = _verdict(entry.requirement, subject, showing.get(identity, []))
            found.append(_result(entry, verdict, note, [case.name for case in showing.get(identity, [])]))
    return tuple(found)


def sources(catalogue: cat.Catalogue) -> dict[str, Source]:
    """The documents requirements come from."""
    return {key: Source(title=source.title, url=source.url) for key, source in catalogue.sources.items()}


def _verdict(requirement: cat.Requirement, subject: Subject, cases: list[Case]) -> tuple[Verdict, str]:
    outcomes = {case.outcome for case in cases}
    if outcomes & {"failed", "error"}:
        return "failed", ""
    excluded = subject.excludes(requirement)
    if excluded is not None:
        other_choice = requirement.id not in subject.limits and _claimed(requirement, subject)
        return ("chosen_otherwise" if other_choice else "not_claimed"), excluded
    if requirement.untested is not None:
        return "not_tested", requirement.untested
    if "passed" in outcomes:
        return "held", ""
    skipped = next((case.reason for case in cases if case.outcome == "skipped"), "")
    return "not_tested", f"its cases ask for more: {skipped}" if skipped else "no case of this run shows it"


def _claimed(requirement: cat.Requirement, subject: Subject) -> bool:
    return requirement.claim is None or requirement.claim in subject.claims


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


def outcome_counts(cases: Iterable[Case]) -> Mapping[str, int]:
    """How many cases passed, failed, could not be run, and were skipped."""
    counts = dict.fromkeys(("passed", "failed", "error", "skipped"), 0)
    for case in cases:
        counts[case.outcome] += 1
    return counts
