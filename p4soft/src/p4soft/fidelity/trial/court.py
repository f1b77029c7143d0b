# SPDX-License-Identifier: Apache-2.0
"""The pairings of one program against the reference, with what earlier packets left in headers out of the way first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from p4soft.fidelity.corpus_compilers import P4C
from p4soft.fidelity.trial.bench import BMV2, Bench
from p4soft.fidelity.trial.judge import Judge, Verdict
from p4soft.fidelity.trial.outcome import Difference, Outcome, differences
from p4soft.fidelity.trial.run import NotRun
from p4soft.fidelity.workload import Workload
from p4soft.switch import ProgramError

STALE = "fields of headers that are not valid (stale in BMv2)"


class Court:
    """Judges outcomes of one bench; runs more only where they differ."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def judge(self, pairing: tuple[str, str], outcome: Outcome) -> Verdict:
        """What is to be said of a pairing (compiler, switch) that showed this outcome.

        What is alike once headers are cleared differed because of what was in them. The rest is judged as it is then.
        """
        found = list(_told(outcome, self._bench.reference, self._bench.workload))
        if not found:
            return Verdict()
        try:
            settled, reference = self._cleared.run(*pairing), self._cleared.reference
        except (NotRun, ProgramError):
            return self._as_is.judge(found, self._bench.reference)
        rest = list(_told(settled, reference, self._bench.workload))
        verdict = self._judge_cleared.judge(rest, reference)
        left = {difference.item for difference in rest}
        if stale := [difference for difference in found if difference.item not in left]:
            verdict.explained[STALE] = stale
        return verdict

    @cached_property
    def _cleared(self) -> Bench:
        return self._bench.cleared()

    @cached_property
    def _as_is(self) -> Judge:
        return _judge_of(self._bench)

    @cached_property
    def _judge_cleared(self) -> Judge:
        return _judge_of(self._cleared)


def _judge_of(bench: Bench) -> Judge:
    return Judge(bench.runners(), lambda: bench.run(P4C, BMV2))


def _told(outcome: Outcome, reference: Outcome, workload: Workload) -> Iterator[Difference]:
    """The differences, an update with what it is, a packet that failed with why."""
    why = {fault.partition(":")[0]: fault for fault in outcome.faults}
    for difference in differences(outcome, reference):
        kind, _, number = difference.item.partition(" ")
        if kind == "update":
            index = int(number)
            refusal = outcome.writes[index] or reference.writes[index]
            text = f"{workload.updates[index].name}: {difference.mine}: {refusal}"
            yield Difference(difference.item, text, difference.theirs)
        elif difference.item in why:
            yield Difference(difference.item, why[difference.item], difference.theirs)
        else:
            yield difference
