# SPDX-License-Identifier: Apache-2.0
"""What a run of mutants found, as data, as a table for a terminal, and as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict
from rich.table import Table

from p4soft.outputs import write_text

JSON = "mutants.json"
MARKDOWN = "mutants.md"

Outcome = Literal["killed", "equivalent", "survived", "does not load", "not tried"]
COLUMNS: Mapping[str, str] = {
    "killed": "noticed by a case",
    "equivalent": "does the same as the program, as equivalent.yaml shows",
    "survived": "noticed by no case",
    "does not load": "refused by the switch; does not count",
    "not tried": "the run was interrupted",
}


class Result(BaseModel):
    """One mutant.

    Attributes:
        id, operator, file, line, what: of the mutant.
        outcome: what became of it.
        killer: the case that noticed, or "".
        how: failed, error or "did not end"; "" if none noticed.
        tried: how many cases were run.
        why: why it is equivalent, or "".
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    operator: str
    file: str
    line: int
    what: str
    outcome: Outcome
    killer: str = ""
    how: str = ""
    tried: int = 0
    why: str = ""


class Results(BaseModel):
    """A run.

    Attributes:
        partial: it was interrupted: mutants are missing.
        cases: how many cases were run against each mutant at most.
        seconds: how long it took.
        mutants: in the order they were made.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    partial: bool
    cases: int
    seconds: float
    mutants: tuple[Result, ...]

    def of(self, outcome: Outcome) -> list[Result]:
        return [result for result in self.mutants if result.outcome == outcome]


def counts(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    """Operator to outcome to how many, operators in the order of the run, `all` last."""
    found: dict[str, dict[str, int]] = {}
    everything = dict.fromkeys(COLUMNS, 0)
    for result in results:
        row = found.setdefault(result.operator, dict.fromkeys(COLUMNS, 0))
        row[result.outcome] += 1
        everything[result.outcome] += 1
    return {**found, "all": everything}


def table(results: Results) -> Table:
    """For a terminal: a line per operator."""
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("operator")
    made.add_column("mutants", justify="right")
    columns = _columns(results.mutants)
    for column in columns:
        made.add_column(column, justify="right")
    for operator, row in counts(results.mutants).items():
        made.add_row(operator, str(sum(row.values())), *(str(row[column] or "·") for column in columns))
    return made


def _columns(results: Sequence[Result]) -> list[str]:
    there = {result.outcome for result in results} | {"killed", "equivalent", "survived"}
    return [column for column in COLUMNS if column in there]


def write(results: Results, directory: Path) -> None:
    """Write mutants.json and mutants.md. Raises OSError."""
    write_text(directory / JSON, results.model_dump_json(indent=1) + "\n")
    write_text(directory / MARKDOWN, markdown(results))


def markdown(results: Results) -> str:
    """The run as a page: the table, survivors, vendors' mutants with their killers, equivalent ones with the reason."""
    columns = _columns(results.mutants)
    lines = ["# Mutants of p4src/", ""]
    if results.partial:
        lines += ["**Partial: the run was interrupted.**", ""]
    lines += [f"{len(results.mutants)} broken programs, {results.cases} cases, {results.seconds:.0f} s.", ""]
    lines += [f"| operator | mutants | {' | '.join(columns)} |", f"|---|{'---:|' * (len(columns) + 1)}"]
    for operator, row in counts(results.mutants).items():
        lines.append(f"| {operator} | {sum(row.values())} | {' | '.join(str(row[column]) for column in columns)} |")
    sections = {
        "Survivors": [f"| `{_cell(r.file)}:{r.line}` | {_cell(r.what)} |" for r in results.of("survived")],
        "What a vendor could ship": [
            f"| {_cell(r.id)} | {_cell(r.what)} | {r.killer or r.outcome} |"
            for r in results.mutants
            if r.operator == "vendor"
        ],
        "Equivalent": [f"| {_cell(r.id)} | {_cell(r.why)} |" for r in results.of("equivalent")],
    }
    heads = {
        "Survivors": ("where", "what"),
        "What a vendor could ship": ("mutant", "mistake", "noticed by"),
        "Equivalent": ("mutant", "why"),
    }
    for title, rows in sections.items():
        if rows:
            head = heads[title]
            lines += ["", f"## {title}", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *rows]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
