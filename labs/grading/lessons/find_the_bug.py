# SPDX-License-Identifier: GPL-2.0-only
"""Lab 11: find the bug. Everybody gets a broken switch of their own, by name, says what is wrong and repairs it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from pydantic import Field

from common import PROJECT_ROOT, documents
from common.errors import DocumentError
from common.model import Model
from labs.grading.bench import COMPILES, cut
from labs.grading.lesson import Item, Lesson, Work, WrongError, identity, marked_as
from labs.grading.sandbox import check_includes
from p4soft.compiler import CompileErrors
from p4soft.outputs import write_text
from p4soft.switch import Program, ProgramError, TraceEvent, load_program
from p4soft.switch.trace import is_hidden, render
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.conformance import select
from ptf_tests.headers.mrc import WireRules
from ptf_tests.mutants import vendor
from ptf_tests.mutants.run import MODULES
from ptf_tests.report.files import frames_of, write_capture
from ptf_tests.results import CaseOutcome, Evidence
from ptf_tests.run.in_process import outcomes
from ptf_tests.switch.case import cases, describe
from ptf_tests.switch.profile import Profile, load, named

_HEX_LINE = re.compile(r"([0-9a-f]{4})  [0-9a-f]{2}( |$)")
_SHOWN_BYTES = 0xA0
"""Bytes kept of each packet: its headers, and the beginning of its payload."""
_WIDEST = 160
SOURCES = PROJECT_ROOT / "p4src"
FINDING = "finding.yaml"
BUGS = (
    "retrims", "trims-control-traffic", "trims-where-the-queue-drops", "disable-trim-acl-drops",
    "retransmissions-are-not-trimmed", "trims-ecn-capable-only", "stale-bytes-after-the-trim", "trims-jumbos-late",
    "forgets-the-ipv4-checksum", "drops-short-packets",
)  # fmt: skip
"""Vendors' mutants that are handed out: a dozen cases or fewer notice each, so that the requirement says something."""

_MOST_TRACED = 400


class Finding(Model):
    """An answer.

    Attributes:
        student: whose switch it is about.
        stage: the file of `p4src/` that is wrong, such as `stages/route.p4`.
        requirement: one that the broken switch does not meet.
    """

    student: Annotated[str, Field(min_length=1)]
    stage: str = ""
    requirement: str = ""


@cache
def bug_of(student: str) -> vendor.Replacement:
    number = int.from_bytes(sha256(identity(student).encode()).digest()[:8], "big")
    name = BUGS[number % len(BUGS)]
    return next(each for each in vendor.read_replacements(SOURCES) if each.name == name)


@cache
def _profile() -> Profile:
    return load(named("embedded"))


@cache
def _applicable() -> tuple[str, ...]:
    return tuple(case.name for case in select((), cases(), Catalogue.own(), _profile()).applicable)


def _about(file: str) -> tuple[str, ...]:
    return tuple(name for name in _applicable() if name.startswith(MODULES[Path(file).stem]))


def _ran(program: Program, names: Sequence[str]) -> dict[str, CaseOutcome]:
    found = {each.name: each for each in outcomes(program, _profile(), names)}
    return {name: each for name, each in found.items() if each.outcome in ("failed", "error")}


@cache
def _broken(bug: vendor.Replacement) -> tuple[Program, dict[str, CaseOutcome]]:
    (mutant,) = vendor.mutants(SOURCES, [bug])
    program = load_program(dict[str, object](mutant.program))
    return program, _ran(program, _about(bug.file))


def accepted(bug: vendor.Replacement) -> set[str]:
    """Requirements of which half of the cases or more notice this bug."""
    _, noticed = _broken(bug)
    named_by: dict[str, list[str]] = {}
    for name in _about(bug.file):
        for requirement in cases()[name].requirements:
            named_by.setdefault(requirement, []).append(name)
    return {
        requirement
        for requirement, names in named_by.items()
        if 2 * sum(name in noticed for name in names) >= len(names)
    }


def shortened(text: str) -> str:
    """Decoded packets without most of their payloads: headers are what one looks for, and the capture has the rest."""
    lines = []
    for line in text.splitlines():
        offset = _HEX_LINE.match(line)
        if offset is None or int(offset[1], 16) < _SHOWN_BYTES:
            lines.append(line if len(line) <= _WIDEST else f"{line[: _WIDEST - 4]} ...")
        elif int(offset[1], 16) == _SHOWN_BYTES:
            lines.append("....  the rest is in packets.pcapng")
    return "\n".join(lines)


def material(student: str, folder: Path) -> None:
    """Write the broken program, what a case saw, the switch's trace of it, and an empty finding.

    Raises:
        OutputError: a file cannot be written.
    """
    bug = bug_of(student)
    _, noticed = _broken(bug)
    case, outcome = min(noticed.items(), key=lambda item: (item[1].evidence is None, item[1].seconds))
    lines = _Lines()
    program, _ = _broken(bug)
    list(outcomes(program, _profile(), [case], lines))
    shutil.copytree(SOURCES, folder / "p4src", dirs_exist_ok=True)
    vendor.apply(bug, folder / "p4src")
    evidence = outcome.evidence or Evidence(message=cut(outcome.text))
    write_text(folder / "seen.txt", f"What a conformance case saw:\n\n{shortened(describe(evidence))}\n")
    write_text(folder / "trace.txt", "\n".join(lines.lines[-_MOST_TRACED:]) + "\n")
    write_capture(
        folder / "packets.pcapng", frames_of(evidence, WireRules()), "sent into a broken switch, and received from it"
    )
    write_text(
        folder / FINDING,
        f"student: {student}\nstage: ''  # such as stages/route.p4\nrequirement: ''    # such as SRV6-001\n",
    )


class _Lines:
    """A tracer that keeps its events as text."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def event(self, event: TraceEvent) -> None:
        if not is_hidden(event):
            self.lines.append(render(event))


def _grade(work: Work) -> None:
    with work.must("finding"):
        finding = _finding(work.answer)
        bug = bug_of(marked_as(finding.student, work.student))
    with work.item("stage"):
        if finding.stage.strip().removeprefix("p4src/") != bug.file:
            raise WrongError(f"the mistake is not in {finding.stage!r}" if finding.stage else "no stage is named")
    with work.item("requirement"):
        wanted = accepted(bug)
        if finding.requirement.strip().upper() not in wanted:
            known = any(finding.requirement in each.requirements for each in cases().values())
            text = "which the switch meets, or which others say better" if known else "which no case is about"
            raise WrongError(f"{finding.requirement or 'none'}: {text}")
    with work.must(COMPILES.name):
        program = _repaired(work, bug)
    with work.item("repaired"):
        _no_failures(_ran(program, sorted(_broken(bug)[1])), "a case that noticed the bug still fails")
    with work.item("nothing-else"):
        others = [name for name in _applicable() if name not in _broken(bug)[1]]
        _no_failures(
            _ran(program, work.rng.sample(others, 60)),
            "a case that says nothing of the bug, and passes on the switch as it should be, fails",
        )


def _finding(path: Path) -> Finding:
    try:
        return documents.validate(documents.read(path), Finding)
    except DocumentError as error:
        raise WrongError(str(error)) from None


def _repaired(work: Work, bug: vendor.Replacement) -> Program:
    """The broken program, with the files that the answer has instead."""
    sources = work.room / "p4src"
    shutil.copytree(SOURCES, sources)
    vendor.apply(bug, sources)
    own = work.answer.parent / "p4src"
    if not own.is_dir():
        raise WrongError(f"there is no p4src/ beside {work.answer.name}; README.md, step 1, makes one")
    for name in _files(SOURCES):
        if (own / name).is_file():
            shutil.copyfile(own / name, sources / name)
    check_includes(sources / "main.p4", sources)
    try:
        return load_program(dict[str, object](vendor.program_of(sources)))
    except (CompileErrors, ProgramError, UnicodeDecodeError) as error:
        raise WrongError(f"the program does not compile:\n{cut(str(error))}") from None


def _files(folder: Path) -> Iterable[Path]:
    return (each.relative_to(folder) for each in sorted(folder.rglob("*.p4")))


def _no_failures(failed: dict[str, CaseOutcome], what: str) -> None:
    if failed:
        first = min(failed.values(), key=lambda each: each.name)
        seen = describe(first.evidence) if first.evidence else first.text.strip().splitlines()[-1]
        raise WrongError(f"{what} ({len(failed)} do); the first saw:\n{cut(seen)}")


LESSON = Lesson(
    title="find the bug",
    only="embedded",
    items=(
        Item("finding", f"{FINDING} can be read, and says whose switch it is", "README.md, step 1"),
        Item("stage", "the file with the mistake is named", "trace.txt: the last line that is still right; hint 2", 2),
        Item("requirement", "a requirement is named that the switch breaks", "hints 3 and 4", 2),
        COMPILES,
        Item("repaired", "whatever noticed the bug is content", "README.md, step 5", 3),
        Item("nothing-else", "nothing that worked is broken now", "did you change more than the mistake?"),
    ),
    grade=_grade,
    material=material,
)  # fmt: skip
