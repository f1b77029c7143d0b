# SPDX-License-Identifier: Apache-2.0
"""Shows a measurement: a table, the programs that fail, JUnit XML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from p4soft.fidelity.corpus import CRASH, ERROR, FAIL, PASS, SKIP, Outcome
from p4soft.outputs import junit

_ORDER = (PASS, FAIL, ERROR, CRASH, SKIP)
_TAGS = {FAIL: "failure", ERROR: "error", CRASH: "error", SKIP: "skipped"}


@dataclass(frozen=True, slots=True)
class Report:
    """A finished measurement. `target` says what must hold ("" for the reference), `holds` whether it does."""

    title: str
    outcomes: Sequence[Outcome]
    target: str
    holds: bool
    remarks: Sequence[str] = ()

    @property
    def counted(self) -> list[Outcome]:
        """Those that say something about us."""
        return [o for o in self.outcomes if o.result != SKIP]

    def text(self, *, with_list: bool) -> str:
        """The table; with `with_list`, also every program that did not pass or not plainly, with why."""
        rows = Counter((o.result, o.row) for o in self.outcomes)
        ordered = sorted(rows.items(), key=lambda item: (_ORDER.index(item[0][0]), -item[1], item[0][1]))
        width = max([len(row) for (_, row), _ in ordered] + [len("programs")])
        lines = [self.title, *(f"  {row:{width}}  {count:5}" for (_, row), count in ordered)]
        lines += [f"  {'programs':{width}}  {len(self.outcomes):5}", *(f"  {remark}" for remark in self.remarks)]
        if self.target:
            lines.append(f"  target: {self.target}: {'holds' if self.holds else 'DOES NOT HOLD'}")
        if with_list:
            for outcome in sorted(self.outcomes, key=lambda o: (_ORDER.index(o.result), o.row, o.program)):
                if outcome.result == PASS and not outcome.detail:
                    continue
                lines.append(f"{outcome.program}: {outcome.row}")
                lines += [f"    {line}" for line in outcome.detail.splitlines()]
        return "\n".join(lines)

    def junit(self) -> bytes:
        """One suite, one test case per program."""
        return junit.document(
            self.title,
            [
                junit.Case(self.title, o.program, o.seconds, _TAGS.get(o.result, ""), o.row, o.detail)
                for o in self.outcomes
            ],
        )


def share(part: int, whole: int) -> str:
    """`part of whole (percent)`."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"
