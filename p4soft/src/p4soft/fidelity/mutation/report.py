# SPDX-License-Identifier: Apache-2.0
"""Which programs mutated frames go through, and what is said of each and of all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from p4soft.fidelity.corpus import CorpusError
from p4soft.fidelity.mutation.campaign import Death, Outcome
from p4soft.fidelity.mutation.worker import Result
from p4soft.fidelity.wild import programs


def chosen(paths: Sequence[Path], most: int | None) -> list[Path]:
    """The programs at and below paths; at most ``most``, the first and some others.

    Raises:
        CorpusError: there are none.
    """
    found: dict[Path, None] = {}
    for path in paths:
        found.update(dict.fromkeys([path.resolve()] if path.is_file() else [p.resolve() for p in programs(path)]))
    if not found:
        raise CorpusError(f"{', '.join(map(str, paths))}: no v1model programs there")
    first, *others = found
    if most is not None and most - 1 < len(others):
        others = [others[i * len(others) // (most - 1)] for i in range(most - 1)]
    return [first, *others]


def told(found: Result | Death) -> str:
    """One program's line."""
    name = Path(found.program).name
    if isinstance(found, Death):
        last = found.words.strip()
        return f"{name}: DIED: {found.how}, {found.where}" + (f"\n{last}" if last else "")
    if found.left_out:
        return f"{name}: left out: {found.left_out}"
    wrong = "".join(f"\n  WRONG: {text}" for text in found.wrong)
    rate = found.frames / found.seconds if found.seconds else 0
    return f"{name}: {found.frames} frames, {found.left} left the switch, {rate:,.0f}/s{wrong}"


def summary(outcome: Outcome) -> str:
    """The last line."""
    out = sum(bool(result.left_out) for result in outcome.results)
    frames, left = outcome.frames, sum(result.left for result in outcome.results)
    verdict = "no crash, nothing wrong" if outcome.holds else ""
    if outcome.deaths or outcome.wrong:
        verdict = f"{len(outcome.deaths)} crashes, {len(outcome.wrong)} programs with internal errors"
    elif not outcome.holds:
        verdict = "nothing was tried"
    return f"{frames} frames through {outcome.programs} programs, {left} left ({out} programs left out): {verdict}"
