# SPDX-License-Identifier: Apache-2.0
"""What the figures came to, as a file that is kept with the docs, and the table that docs/experiments.md shows of it.

`python -m fabric.experiments table` writes both from stored results. A figure whose results are not there, or are of
other code, keeps its entry, with the digest of the code that made it. So does a sabotage that was not tried again.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from common import written_tables
from fabric.experiments.figure import SEEDS, Criterion, ExperimentError, Figure, Finding, Scale, judged
from fabric.experiments.store import Store, code_digest
from p4soft import outputs

FILES: Final[Mapping[Scale, str]] = {"small": "experiments.json", "paper": "experiments-paper.json"}
"""Names of the stored verdicts, next to the page that shows them."""
COMMANDS: Final[Mapping[Scale, str]] = {
    "small": "python -m fabric.experiments table",
    "paper": "python -m fabric.experiments table --scale paper",
}
"""Which write the tables."""
_DIGEST_LETTERS = 12
_LINE, _LONGEST = 120, 220
"""Letters of a line, and of a row that a command writes (docs/style.md)."""


class Verdict(Struct, frozen=True):
    """What a figure came to.

    Attributes:
        seeds: how many it was judged on, at the most.
        code: the first letters of `store.code_digest` of the code that made its results.
        noticed: by name of each sabotage that was tried, whether the figure noticed it.
        tried: by the same names, the first letters of the digest of the code that it was tried on.
    """

    figure: str
    title: str
    code: str
    runs: int
    criteria: Sequence[Criterion]
    noticed: Mapping[str, bool]
    tried: Mapping[str, str]
    seeds: int = len(SEEDS)

    @property
    def held(self) -> bool:
        return self._finding.held

    @property
    def _finding(self) -> Finding:
        return Finding(self.criteria, ())

    def row(self) -> str:
        """Of a table, at most `_LONGEST` letters."""
        criterion = self._finding.decisive
        sabotages = f"{sum(self.noticed.values())} of {len(self.noticed)}" if self.noticed else ""
        verdict = "holds" if self.held else "**no**"
        cells = [f"`{self.figure}`", self.title, criterion.text, criterion.seen, verdict, sabotages]
        return _row(cells)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def verdict(figure: Figure, store: Store) -> Verdict | None:
    """What a figure's stored results come to; None where one is not there or is of other code."""
    if not store.complete(figure):
        return None
    criteria = tuple(judged(figure, store.results(figure)).criteria)
    noticed = {each["sabotage"]: bool(each["noticed"]) for each in store.trials(figure)}
    runs, code = len(store.runs(figure)), code_digest()[:_DIGEST_LETTERS]
    return Verdict(figure.name, figure.title, code, runs, criteria, noticed, dict.fromkeys(noticed, code), store.seeds)


def read(file: Path) -> dict[str, Verdict]:
    """The stored verdicts by name of the figure; none where there is no file.

    Raises:
        ExperimentError: the file is not one that `write` wrote.
    """
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
        return {each["figure"]: _of(each) for each in entries}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as problem:
        accepted = "a file that `python -m fabric.experiments table` wrote"
        raise ExperimentError(
            f"{file}: no verdicts ({type(problem).__name__}: {problem}); accepted: {accepted}"
        ) from None


def _of(entry: Mapping[str, Any]) -> Verdict:
    tried = dict.fromkeys(entry["noticed"], entry["code"])
    return replace(
        Verdict(**{"tried": tried, **entry}), criteria=tuple(Criterion(**each) for each in entry["criteria"])
    )


def write(file: Path, verdicts: Sequence[Verdict]) -> None:
    """Store verdicts, a line for each figure's criterion, so that a change is read in a diff. Raises OutputError."""
    entries = [to_builtins(each) for each in verdicts]
    outputs.write_text(file, json.dumps(entries, indent=1, ensure_ascii=False) + "\n")


def merged(figures: Sequence[Figure], stored: Mapping[str, Verdict], fresh: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts of figures in their order: a fresh one where there is one, and what was noticed before with it.

    A sabotage that its figure names no more is not among them.
    """
    by_name, made = {each.figure: each for each in fresh}, []
    for figure in figures:
        before, now = stored.get(figure.name), by_name.get(figure.name)
        newest = now or before
        if newest is None:
            continue
        noticed = {**(before.noticed if before else {}), **newest.noticed}
        tried = {**(before.tried if before else {}), **newest.tried}
        names = [name for name in figure.sabotages if name in noticed]
        made.append(replace(newest, noticed={n: noticed[n] for n in names}, tried={n: tried[n] for n in names}))
    return made


def table(verdicts: Sequence[Verdict]) -> str:
    """A table of Markdown: each of these figures with its first criterion that does not hold, or else its first."""
    head = ["figure", "what happens", "asked", "seen (worst of all seeds)", "verdict", "sabotages noticed"]
    rows = [_row(head), "|" + "---|" * len(head), *(each.row() for each in verdicts)]
    return "\n".join(rows)


def replaced(page: str, verdicts: Sequence[Verdict], file: Path, scale: Scale) -> str:
    """A page with the verdicts of a scale between its two marks.

    At the small scale those that do not hold have a row each; at the paper's, where they mostly are the same, names.

    Raises:
        ExperimentError: the marks are not there, or a row is too long to be read.
    """
    red = [each for each in verdicts if not each.held]
    fewer = sorted({each.seeds for each in verdicts} - {len(SEEDS)})
    judged_on = f"Judged on {' or '.join(map(str, fewer))} of {len(SEEDS)} seeds, " if fewer else ""
    said = f"{judged_on}{len(verdicts) - len(red)} of {len(verdicts)} figures hold."
    if red and scale == "small":
        made = f"{said} These do not:\n\n{table(red)}"
    else:
        names = f" These do not: {', '.join(f'`{each.figure}`' for each in red)}." if red else ""
        made = "\n".join(textwrap.wrap(said + names, _LINE, break_on_hyphens=False))
    for row in made.splitlines():
        if len(row) > _LONGEST:
            raise ExperimentError(f"{file}: a row of {len(row)} letters ({row[:50]}...); accepted: at most {_LONGEST}")
    try:
        return written_tables.replaced(page, COMMANDS[scale], made)
    except written_tables.NoPlaceError as error:
        raise ExperimentError(f"{file}: {error}") from None


def older(verdicts: Sequence[Verdict]) -> list[str]:
    """Names of figures whose verdicts are of other code than this."""
    now = code_digest()[:_DIGEST_LETTERS]
    return [each.figure for each in verdicts if each.code != now]


def tried_on_older(verdicts: Sequence[Verdict]) -> list[str]:
    """Names of figures whose verdicts are of this code, but not all of their sabotages."""
    now = code_digest()[:_DIGEST_LETTERS]
    return [each.figure for each in verdicts if each.code == now and set(each.tried.values()) - {now}]
