# SPDX-License-Identifier: Apache-2.0
"""One conformance run of a NIC: run the cases of `ptf_tests/nic/`, judge the requirements of area nic."""

from __future__ import annotations

import datetime
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from command_line.interrupt import InterruptedCommandError
from ptf_tests.catalogue import requirements as cat
from ptf_tests.conformance import judge
from ptf_tests.conformance.run import Finished, Listener
from ptf_tests.conformance.selection import SelectionError
from ptf_tests.nic.api import Capabilities, NicUnderTest
from ptf_tests.nic.embedded import EmbeddedNic
from ptf_tests.nic.interface import InterfaceNic
from ptf_tests.nic.profile import load
from ptf_tests.nic.runner import all_cases, run_nic
from ptf_tests.results import Case, Report, Subject
from ptf_tests.run.runner import prepare

AREA = "nic"


@dataclass(frozen=True, slots=True)
class NicSubject:
    """A NIC to be tested.

    Attributes:
        description: one line for the report.
        capabilities: what it claims and chose.
        open: gives the NIC.
        limits: requirement id to why it does not meet it.
    """

    description: str
    capabilities: Capabilities
    open: Callable[[], NicUnderTest]
    limits: Mapping[str, str] = field(default_factory=dict)

    @property
    def claims(self) -> frozenset[str]:
        """What it claims."""
        return self.capabilities.claims

    def excludes(self, requirement: cat.Requirement) -> str | None:
        """Why a requirement does not apply: a named limit, a claim not made, another choice; None if it does."""
        name = self.capabilities.name
        if requirement.id in self.limits:
            return f"limit: {self.limits[requirement.id]}"
        if requirement.claim is not None and requirement.claim not in self.claims:
            return f"{name} does not claim {requirement.claim}"
        choice = requirement.choice
        if choice is not None and self.capabilities.choice(choice.name) != choice.value:
            return f"{name} chose {choice.name} {self.capabilities.choice(choice.name)}"
        return None


def subject_of(profile: Path | None) -> NicSubject:
    """The embedded NIC, or the one that a profile describes. Raises DocumentError."""
    if profile is None:
        nic = EmbeddedNic()
        return NicSubject("host_stack's NIC, in virtual time", nic.capabilities, lambda: nic)
    described = load(profile)
    return NicSubject(
        described.description, described.capabilities(), lambda: InterfaceNic(described), described.limits
    )


def conform_nic(subject: NicSubject, out: Path, tests: Sequence[str], listener: Listener) -> Finished:
    """Run every case that applies and judge.

    Args:
        subject: the NIC.
        out: directory of the run's files, as for switches.
        tests: names of cases, modules or requirements; empty for all.
        listener: told as the run goes on.

    Raises:
        NicError: the NIC cannot be opened.
        SelectionError: a name that matches nothing.
        RunError: `out` is not ours to write in.
        CatalogueError: the catalogue cannot be read.
    """
    catalogue = cat.Catalogue.load()
    names = _matching(tests)
    prepare(out)
    listener.on_start(len(names))
    started = datetime.datetime.now(datetime.UTC)
    clock = time.monotonic()
    found: list[Case] = []
    interruption = None

    def on_progress(case: Case, _number: int, _count: int) -> None:
        found.append(case)
        listener.on_case(case)

    try:
        run_nic(subject.open, names, on_progress, limits=subject.limits)
    except InterruptedCommandError as error:
        interruption = error
    report = Report(
        device=_device(subject),
        started=started.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - clock, 1),
        seed=0,
        partial=len(found) < len(names),
        sources=judge.sources(catalogue),
        requirements=judge.requirements(catalogue, (AREA,), subject, found),
        cases=tuple(found),
    )
    return Finished(report, interruption)


def _matching(tests: Sequence[str]) -> list[str]:
    cases = all_cases()
    if not tests:
        return list(cases)
    wanted: set[str] = set()
    for test in tests:
        found = {
            name for name, case in cases.items() if test in (name, name.partition(".")[0]) or test in case.requirements
        }
        if not found:
            modules = ", ".join(dict.fromkeys(name.partition(".")[0] for name in cases))
            accepted = f"a module ({modules}), module.Class, or a requirement such as NIC-001"
            raise SelectionError(f"test {test!r} matches no case; accepted: {accepted}")
        wanted |= found
    return [name for name in cases if name in wanted]


def _device(subject: NicSubject) -> Subject:
    capabilities = subject.capabilities
    return Subject(
        name=capabilities.name,
        dut=AREA,
        description=subject.description,
        claims=tuple(sorted(capabilities.claims)),
        choices=dict(sorted(capabilities.choices.items())),
        versions={"python": platform.python_version()},
    )
