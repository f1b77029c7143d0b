# SPDX-License-Identifier: Apache-2.0
"""Several reports: the shards of a run as one, and two runs side by side.

The shards of a run (`run --shard K/N`) have, merged, the verdicts of a run that was not divided. Two runs are two
devices, or one before and after an update. What differs comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.text import one_line
from p4soft.outputs import write_text
from ptf_tests.report import files, verdicts
from ptf_tests.report.verdicts import LOOKS
from ptf_tests.results import LEVELS, Case, Report, Requirement, ResultsError, Shard, Verdict

# --- Shards of a run as one ------------------------------------------------------------------------------------------


_FIRST: tuple[Verdict, ...] = (
    "failed",
    "waived",
    "chosen_otherwise",
    "not_claimed",
    "not_judged",
    "held",
    "not_tested",
)
"""Which verdict counts if shards differ on a requirement; the order in which `conformance` asks."""


def merged(reports: Sequence[tuple[Path, Report]]) -> Report:
    """One report of all shards of a run, each given with its file.

    Captures are not named in it: `write_all` writes them anew.

    Raises:
        ResultsError: they are not the shards of one run, or not all of them.
    """
    shards = _shards(reports)
    cases = _cases(shards)
    first = shards[0]
    versions: dict[str, str] = {}
    for shard in shards:
        for name, version in shard.device.versions.items():
            found = versions.get(name, version)
            versions[name] = found if version in found.split(", ") else f"{found}, {version}"
    return first.model_copy(
        update={
            "device": first.device.model_copy(update={"versions": versions}),
            "started": min(shard.started for shard in shards),
            "seconds": round(sum(shard.seconds for shard in shards), 1),
            "partial": any(shard.partial for shard in shards),
            "ended": "; ".join(shard.ended for shard in shards if shard.ended),
            "shard": None,
            "requirements": tuple(_requirements(shards, cases)),
            "cases": cases,
        }
    )


def _shards(reports: Sequence[tuple[Path, Report]]) -> list[Report]:
    """The reports by number of their shards. Raises ResultsError."""
    first_path, first = reports[0]
    found: dict[int, tuple[Path, Report]] = {}
    for path, report in reports:
        shard = report.shard
        if shard is None:
            raise ResultsError(f"{path}: shard: none; accepted: results of `run --shard K/N`")
        if (place := _difference(first, report)) is not None:
            raise ResultsError(f"{path}: {place}: not as in {first_path}; accepted: the shards of one run")
        if shard.number in found:
            raise ResultsError(f"{path}: shard: {shard.number}/{shard.of} is {found[shard.number][0]} too")
        found[shard.number] = path, report
    whole: Shard = first.shard or Shard(number=1, of=1, cases=0)
    missing = [f"{number}/{whole.of}" for number in range(1, whole.of + 1) if number not in found]
    if missing:
        raise ResultsError(f"shard {', '.join(missing)}: missing; accepted: the results of all {whole.of} shards")
    shards = [found[number][1] for number in sorted(found)]
    left_out = _left_out(shards)
    ran = [case.name for shard in shards for case in shard.cases if case.name not in left_out]
    short = len(ran) < whole.cases and whole.of > 1 and not any(shard.partial for shard in shards)
    if short or len(ran) > whole.cases or len(set(ran)) < len(ran):
        raise ResultsError(f"{first_path}: cases: {len(ran)} in all shards; accepted: {whole.cases}, each in one shard")
    return shards


def _difference(first: Report, other: Report) -> str | None:
    """The field in which two reports cannot be of one run."""
    for field in ("name", "dut", "claims", "choices"):
        if getattr(first.device, field) != getattr(other.device, field):
            return f"device.{field}"
    if first.seed != other.seed:
        return "seed"
    if first.shard is not None and other.shard is not None:
        for field in ("of", "cases"):
            if getattr(first.shard, field) != getattr(other.shard, field):
                return f"shard.{field}"
    if [each.id for each in first.requirements] != [each.id for each in other.requirements]:
        return "requirements"
    return None


def _left_out(shards: Sequence[Report]) -> frozenset[str]:
    """Cases that the profile excludes: every shard has them."""
    return frozenset.intersection(
        *(frozenset(case.name for case in shard.cases if case.outcome == "skipped") for shard in shards)
    )


def _cases(shards: Sequence[Report]) -> tuple[Case, ...]:
    """All cases in the suite's order: every shard has those left out, and its part of the rest in between."""
    left_out = _left_out(shards)
    placed: dict[tuple[int, int, int], Case] = {}
    for number, shard in enumerate(shards):
        passed = 0
        for position, case in enumerate(shard.cases):
            if case.name in left_out:
                placed[passed, len(shards), 0] = case
                passed += 1
            else:
                placed[passed, number, position] = _without_capture(case)
    return tuple(case for _, case in sorted(placed.items(), key=lambda item: item[0]))


def _without_capture(case: Case) -> Case:
    if case.evidence is None:
        return case
    return case.model_copy(update={"evidence": case.evidence.model_copy(update={"pcap": ""})})


def _requirements(shards: Sequence[Report], cases: Sequence[Case]) -> Iterator[Requirement]:
    showing: dict[str, list[str]] = {}
    for case in cases:
        for identity in case.requirements:
            showing.setdefault(identity, []).append(case.name)
    for row in zip(*(shard.requirements for shard in shards), strict=True):
        decisive = min(row, key=lambda requirement: _FIRST.index(requirement.verdict))
        yield decisive.model_copy(update={"cases": tuple(showing.get(decisive.id, ()))})


# --- Two runs side by side -------------------------------------------------------------------------------------------


_ABSENT = "absent"


class RequirementRow(Struct, frozen=True):
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


class ValueRow(Struct, frozen=True):
    """Something both devices have a value of; empty where one has none."""

    name: str
    a: str
    b: str


class Comparison(Struct, frozen=True):
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
        key=lambda row: (not row.failures, LEVELS.index(row.either.level)),
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
