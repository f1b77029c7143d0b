# SPDX-License-Identifier: Apache-2.0
"""The report on a terminal: counts per area, what failed, and the verdict last, where the eye is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ptf_tests.report import verdicts
from ptf_tests.report.text import one_line
from ptf_tests.report.verdicts import LOOKS
from ptf_tests.results import Report, Requirement, Verdict

_TONES = {"good": "bold green", "bad": "bold red", "open": "bold yellow"}


def summary(report: Report, console: Console) -> None:
    """Print it. Colour says nothing that a symbol or a word does not."""
    console.print(_areas(report))
    otherwise = [each for each in report.requirements if each.verdict == "chosen_otherwise"]
    if otherwise:
        console.print()
        console.print(Text("Chosen otherwise", "bold"))
        for requirement in otherwise:
            _print_requirement(requirement, requirement.note or requirement.statement, console)
    failed = verdicts.failed(report)
    if failed:
        console.print()
        console.print(Text("Failed", "bold"))
        reasons = _reasons(report)
        for requirement in failed:
            _print_requirement(requirement, requirement.statement, console)
            for name in requirement.cases:
                if name in reasons:
                    console.print(Text(f"    {one_line(name)}: {reasons[name]}", "dim"), soft_wrap=True)
    console.print()
    note = verdicts.partial_note(report)
    if note:
        console.print(Text(f"Partial run. {one_line(note)}", "bold yellow"), soft_wrap=True)
    verdict = verdicts.headline(report)
    console.print(Text(f"{one_line(report.device.name)}: {verdict.text}", _TONES[verdict.tone]), soft_wrap=True)


def _areas(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("area")
    columns = list(verdicts.counts(report.requirements))
    for verdict in columns:
        table.add_column(f"{LOOKS[verdict].symbol} {LOOKS[verdict].label}", justify="right")
    table.add_column("all", justify="right")
    for area, requirements in sorted(verdicts.areas(report).items()):
        _add_row(table, one_line(area), columns, requirements)
    _add_row(table, "all", columns, report.requirements)
    return table


def _add_row(table: Table, name: str, columns: Sequence[Verdict], requirements: Sequence[Requirement]) -> None:
    counts = verdicts.counts(requirements)
    numbers = {verdict: counts.get(verdict, 0) for verdict in columns}
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
