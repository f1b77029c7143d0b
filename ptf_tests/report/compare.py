# SPDX-License-Identifier: Apache-2.0
"""Two runs side by side: two devices, or one before and after an update. What differs comes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.text import one_line
from p4soft.outputs import write_text
from ptf_tests.report import files, verdicts
from ptf_tests.report.verdicts import LOOKS
from ptf_tests.results import Report, Requirement

_ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class RequirementRow:
    """A requirement in both runs; None in the one whose catalogue does not have it.

    Attributes:
        id: of the requirement.
        a: in the first run.
        b: in the second run.
    """

    id: str
    a: Requirement | None
    b: Requirement | None

    @property
    def either(self) -> Requirement:
        """The one to describe it with, the first if possible."""
        found = self.a or self.b
        if found is None:
            raise ValueError(f"{self.id}: in neither run")
        return found

    @property
    def reworded(self) -> bool:
        """Statement or level are not the same, so the verdicts may not be about the same thing."""
        return (
            self.a is not None
            and self.b is not None
            and ((self.a.statement, self.a.level) != (self.b.statement, self.b.level))
        )

    @property
    def differs(self) -> bool:
        return self.a is None or self.b is None or self.a.verdict != self.b.verdict

    @property
    def failures(self) -> int:
        return sum(each is not None and each.verdict == "failed" for each in (self.a, self.b))


@dataclass(frozen=True, slots=True)
class ValueRow:
    """Something both devices have a value of; empty where one has none."""

    name: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that a comparison shows.

    Attributes:
        names: of the two runs, told apart.
        differing: requirements with another verdict: those that failed on one side first, musts before others.
        same: the other requirements, in catalogue order.
        choices: choices that differ.
        claims: claims that only one of them makes.
        versions: versions that differ.
    """

    names: tuple[str, str]
    differing: tuple[RequirementRow, ...]
    same: tuple[RequirementRow, ...]
    choices: tuple[ValueRow, ...]
    claims: tuple[ValueRow, ...]
    versions: tuple[ValueRow, ...]


def comparison(a: Report, b: Report) -> Comparison:
    ours = {requirement.id: requirement for requirement in a.requirements}
    theirs = {requirement.id: requirement for requirement in b.requirements}
    rows = [RequirementRow(each, ours.get(each), theirs.get(each)) for each in dict.fromkeys((*ours, *theirs))]
    differing = sorted(
        (row for row in rows if row.differs),
        key=lambda row: (not row.failures, verdicts.LEVELS.index(row.either.level)),
    )
    claims = sorted(set(a.device.claims) ^ set(b.device.claims))
    return Comparison(
        _names(a, b),
        tuple(differing),
        tuple(row for row in rows if not row.differs),
        _differing(a.device.choices, b.device.choices),
        tuple(ValueRow(each, *("claimed" if each in x.device.claims else "" for x in (a, b))) for each in claims),
        _differing(a.device.versions, b.device.versions),
    )


def lost_musts(a: Report, b: Report) -> list[str]:
    """Ids of the musts that a run held, and that a later one failed, waived, or did not judge.

    A must that the later profile no longer claims, or names as a limit, is lost too.
    """
    now = {requirement.id: requirement.verdict for requirement in b.requirements}
    musts = [each.id for each in a.requirements if each.level == "must" and each.verdict == "held"]
    return [identity for identity in musts if now.get(identity) != "held"]


def compare(a: Report, b: Report, console: Console) -> None:
    found = comparison(a, b)
    names = found.names
    for name, report in zip(names, (a, b), strict=True):
        verdict = verdicts.headline(report)
        partial = " (partial run)" if report.partial else ""
        console.print(Text(f"{name}: {verdict.text}{partial}"), soft_wrap=True)
    console.print()
    if found.differing:
        table = _table("Requirements whose verdict differs", ("requirement", *names, "what it asks"))
        for row in found.differing:
            requirement = row.either
            title = f"{one_line(requirement.id)} ({requirement.level})"
            table.add_row(Text(title), _verdict(row.a), _verdict(row.b), _asks(row))
        console.print(table)
    else:
        console.print(Text("No verdict differs."))
    for title, rows in (("Choices", found.choices), ("Claims", found.claims), ("Versions", found.versions)):
        if rows:
            console.print()
            table = _table(f"{title} that differ", ("name", *names))
            for value in rows:
                table.add_row(*(Text(one_line(text) or "none") for text in (value.name, value.a, value.b)))
            console.print(table)
    console.print()
    console.print(Text(f"{len(found.same)} requirements have the same verdict on both."))


def page(a: Report, b: Report) -> str:
    """The comparison as one HTML page; the same results give the same bytes."""
    template = files.environment().get_template("compare.html.j2")
    return template.render(
        found=comparison(a, b),
        runs=[
            {"report": each, "headline": verdicts.headline(each), "shares": files.shares(each.requirements)}
            for each in (a, b)
        ],
    )


def write_comparison(a: Report, b: Report, path: Path) -> Path:
    """Write the whole file. Raises OutputError."""
    return write_text(path, page(a, b))


def _table(title: str, columns: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(columns):
        # The verdicts are what the table is for; ids and statements may wrap.
        table.add_column(Text(column), min_width=12 if number else 10)
    return table


def _verdict(requirement: Requirement | None) -> Text:
    if requirement is None:
        return Text(_ABSENT, "dim")
    look = LOOKS[requirement.verdict]
    return Text(f"{look.symbol} {look.label}", look.style)


def _asks(row: RequirementRow) -> Text:
    """What the requirement asks, and below it why one of the devices was not held to it."""
    text = Text(one_line(row.either.statement) + (" (worded differently in the other)" if row.reworded else ""))
    for side in (row.a, row.b):
        if side is not None and side.note:
            text.append(f"\n{one_line(side.note)}", "dim")
    return text


def _differing(a: Mapping[str, str], b: Mapping[str, str]) -> tuple[ValueRow, ...]:
    names = sorted({*a, *b})
    return tuple(ValueRow(name, a.get(name, ""), b.get(name, "")) for name in names if a.get(name) != b.get(name))


def _names(a: Report, b: Report) -> tuple[str, str]:
    """Of the devices; with the time of the run, or failing that a number, where the device is the same."""
    first, second = one_line(a.device.name), one_line(b.device.name)
    if first != second:
        return first, second
    if a.started != b.started:
        return f"{first}, {one_line(a.started)}", f"{second}, {one_line(b.started)}"
    return f"{first} #1", f"{second} #2"
