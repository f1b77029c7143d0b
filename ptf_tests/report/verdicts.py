# SPDX-License-Identifier: Apache-2.0
"""What the verdicts of a run add up to: counts, the sentence on top of every report, and the report on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from rich.console import Console
from rich.table import Table
from rich.text import Text

from common.text import one_line, plural, visible
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence
from ptf_tests.report.causes import causes
from ptf_tests.results import LEVELS, NO_CASE, RESULTS, Outcome, Report, Requirement, Verdict

Tone = Literal["good", "bad", "open"]
"""Of a headline: everything held, something failed, or it cannot be said yet."""


class Look(Struct, frozen=True):
    """How a verdict is shown: never by colour alone.

    Attributes:
        symbol: one character.
        label: for people.
        style: rich style in a terminal.
    """

    symbol: str
    label: str
    style: str


LOOKS: Mapping[Verdict, Look] = {
    "failed": Look("✗", "failed", "bold red"),
    "waived": Look("w", "waived", "yellow"),
    "held": Look("✓", "held", "green"),
    "chosen_otherwise": Look("≠", "chosen otherwise", "yellow"),
    "not_claimed": Look("–", "not claimed", "dim"),
    "not_tested": Look("○", "not tested", "dim"),
    "not_judged": Look("…", "not judged", "yellow"),
}
"""In the order in which reports list them."""

_RARE: tuple[Verdict, ...] = ("waived", "not_judged")
"""Verdicts that most runs have none of."""

OUTCOME_SYMBOLS: Mapping[Outcome, str] = {"passed": "✓", "failed": "✗", "error": "!", "skipped": "–"}
"""Of cases, next to their names."""


class Headline(Struct, frozen=True):
    """The verdict on a device in one sentence."""

    text: str
    tone: Tone


def counts(requirements: Iterable[Requirement]) -> dict[Verdict, int]:
    """How many have which verdict, in the order of `LOOKS`; of `_RARE` ones only if there are any."""
    found = dict.fromkeys(LOOKS, 0)
    for requirement in requirements:
        found[requirement.verdict] += 1
    return {verdict: count for verdict, count in found.items() if count or verdict not in _RARE}


def areas(report: Report) -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for requirement in report.requirements:
        found.setdefault(requirement.area, []).append(requirement)
    return found


def failed(report: Report) -> list[Requirement]:
    """What failed, musts first, otherwise in catalogue order."""
    found = [requirement for requirement in report.requirements if requirement.verdict == "failed"]
    return sorted(found, key=lambda requirement: LEVELS.index(requirement.level))


def waived(report: Report) -> list[Requirement]:
    return [requirement for requirement in report.requirements if requirement.verdict == "waived"]


def chosen_otherwise(report: Report) -> list[Requirement]:
    """Requirements of another choice than the device's, of what the run was asked for.

    No case shows a reading that cannot be tested: only a run of all cases was asked for it.
    """
    whole = not any(each.note == NO_CASE for each in report.requirements)
    return [each for each in report.requirements if each.verdict == "chosen_otherwise" and (each.cases or whole)]


def headline(report: Report) -> Headline:
    """The sentence: about musts alone, because only they decide."""
    of_musts = counts(requirement for requirement in report.requirements if requirement.level == "must")
    total = sum(of_musts.values())
    others = [f"{of_musts[verdict]} {LOOKS[verdict].label}" for verdict in _ALSO_SAID if of_musts.get(verdict)]
    if of_musts["failed"]:
        return Headline(", ".join((f"{of_musts['failed']} of {plural(total, 'must')} failed", *others)), "bad")
    if not of_musts["held"]:
        what = "judged" if of_musts.get("not_judged") else "tested"
        return Headline(f"No must was {what}" if total else "There is no must to test", "open")
    if of_musts["held"] == total:
        text = f"All {total} musts held" if total > 1 else "The only must held"
    else:
        text = ", ".join((f"{of_musts['held']} of {plural(total, 'must')} held, none failed", *others))
    unknown = report.partial or of_musts["not_tested"] or of_musts.get("not_judged") or of_musts.get("waived")
    return Headline(text, "open" if unknown else "good")


_ALSO_SAID: tuple[Verdict, ...] = ("waived", "not_judged", "not_tested", "chosen_otherwise", "not_claimed")


def partial_note(report: Report) -> str:
    """What to know about a run that did not come to its end; empty when it was a whole one."""
    if not report.partial:
        return ""
    done = plural(sum(case.outcome != "skipped" for case in report.cases), "case")
    missing = plural(counts(report.requirements).get("not_judged", 0), "requirement")
    how = f"ended early, after {done}" if report.ended else f"was interrupted after {done}"
    why = f" What ended it: {report.ended}" if report.ended else ""
    return (
        f"The run {how}, with {missing} not judged. What is missing was not tried; it says nothing about the "
        f"device.{why}"
    )


# --- On a terminal: counts per area, what failed, and the verdict last, where the eye is -----------------------------


SHOWN = 3
"""Failed cases that a terminal shows with what differs."""
LINES = 20
"""Of each, at most."""
_TONES = {"good": "bold green", "bad": "bold red", "open": "bold yellow"}


def summary(report: Report, console: Console) -> None:
    """Print it. Colour says nothing that a symbol or a word does not."""
    console.print(_areas(report))
    for title, listed in (("Chosen otherwise", chosen_otherwise(report)), ("Waived", waived(report))):
        if listed:
            console.print()
            console.print(Text(title, "bold"))
            for requirement in listed:
                _print_requirement(requirement, requirement.note or requirement.statement, console)
    if broken := failed(report):
        console.print()
        console.print(Text("Failed", "bold"))
        reasons = _reasons(report)
        for requirement in broken:
            _print_requirement(requirement, requirement.statement, console)
            if requirement.note:
                console.print(Text(f"    {one_line(requirement.note)}", "dim"), soft_wrap=True)
            for name in requirement.cases:
                if name in reasons:
                    console.print(Text(f"    {one_line(name)}: {reasons[name]}", "dim"), soft_wrap=True)
    console.print()
    note = partial_note(report)
    if note:
        console.print(Text(f"Partial run. {one_line(note)}", "bold yellow"), soft_wrap=True)
    console.print(Text(_outcomes(report)), soft_wrap=True)
    verdict = headline(report)
    console.print(Text(f"{one_line(report.device.name)}: {verdict.text}", _TONES[verdict.tone]), soft_wrap=True)


def _outcomes(report: Report) -> str:
    """How many cases passed, failed and so on, in one line."""
    found = Counter(case.outcome for case in report.cases)
    told = [f"{found[outcome]} {word}" for outcome, word in _OUTCOMES.items() if found[outcome]]
    return f"{plural(len(report.cases), 'case')}: {', '.join(told)}"


_OUTCOMES: Mapping[Outcome, str] = {
    "passed": "passed",
    "failed": "failed",
    "error": "not carried out",
    "skipped": "not for this device",
}


def failures(report: Report, page: Path, console: Console) -> None:
    """Print the causes that cases share, then the first failed cases in a few lines each, then where the rest is."""
    for cause in causes(report):
        console.print()
        console.print(Text(f"Same cause? {cause.text}", "bold"), soft_wrap=True)
    broken = [case for case in report.cases if case.outcome in ("failed", "error")]
    rules = WireRules.of(report.device.choices)
    for case in broken[:SHOWN]:
        lines = [case.reason] if case.evidence is None else evidence.brief(case.evidence, rules, LINES)
        console.print()
        console.print(Text(one_line(case.name), "bold"))
        for line in lines:
            console.print(Text(f"  {visible(line)}"), soft_wrap=True)
    if broken:
        others = f"{plural(len(broken) - SHOWN, 'failed case')} more, and " if len(broken) > SHOWN else ""
        console.print(
            f"\n{others}each frame decoded, with traces: {page}; all bytes: {RESULTS} and captures/ beside it",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def _areas(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("area")
    columns = list(counts(report.requirements))
    for verdict in columns:
        table.add_column(f"{LOOKS[verdict].symbol} {LOOKS[verdict].label}", justify="right")
    table.add_column("all", justify="right")
    for area, requirements in sorted(areas(report).items()):
        _add_row(table, one_line(area), columns, requirements)
    _add_row(table, "all", columns, report.requirements)
    return table


def _add_row(table: Table, name: str, columns: Sequence[Verdict], requirements: Sequence[Requirement]) -> None:
    found = counts(requirements)
    numbers = {verdict: found.get(verdict, 0) for verdict in columns}
    cells = [Text(str(count or "·"), LOOKS[verdict].style if count else "dim") for verdict, count in numbers.items()]
    table.add_row(Text(name), *cells, str(len(requirements)))


def _reasons(report: Report) -> dict[str, str]:
    """Why a case did not pass, by its name."""
    return {
        case.name: one_line(case.reason or (case.evidence.message if case.evidence else "") or case.outcome)
        for case in report.cases
        if case.outcome in ("failed", "error")
    }


def _print_requirement(requirement: Requirement, text: str, console: Console) -> None:
    look = LOOKS[requirement.verdict]
    line = Text.assemble(
        (f"  {look.symbol} {one_line(requirement.id)}", look.style), f" ({requirement.level}) {one_line(text)}"
    )
    console.print(line, soft_wrap=True)
