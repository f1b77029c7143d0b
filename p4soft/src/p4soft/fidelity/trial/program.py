# SPDX-License-Identifier: Apache-2.0
"""One program of both compilers, with entries and packets, in all four pairings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from p4soft.engine_choice import EngineChoice
from p4soft.fidelity.corpus_compilers import OURS, P4C, Compiled
from p4soft.fidelity.trial.bench import BMV2, EMBEDDED, Bench
from p4soft.fidelity.trial.cleared import Document
from p4soft.fidelity.trial.court import Court
from p4soft.fidelity.trial.judge import Verdict
from p4soft.fidelity.trial.run import NotRun, run_bmv2
from p4soft.fidelity.workload import Amount, generate, without_translation
from p4soft.switch import ProgramError, load_program

PAIRINGS = ((OURS, EMBEDDED), (P4C, EMBEDDED), (OURS, BMV2))
"""Those that are compared with the reference: p4c's JSON on BMv2."""


@dataclass
class Trial:
    """What came of a program.

    Attributes:
        no_reference: why there is nothing to compare with, or "".
        updates, accepted: how many were written, and how many BMv2 took.
        packets, through, frames: how many packets were compared, how many of them came through BMv2, and how many
            frames it made of them.
        cells: how many entries, counter cells, registers and meters were read back.
        engine: which engine of the embedded switch ran it.
        left_out: packets that BMv2 does not survive or never ends with.
        notes: what the workload leaves out.
        refused: pairings that do not run, with the reason.
        verdicts: the others'.
    """

    no_reference: str = ""
    updates: int = 0
    accepted: int = 0
    packets: int = 0
    through: int = 0
    frames: int = 0
    cells: int = 0
    engine: str = ""
    left_out: list[str] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)

    @property
    def wrong(self) -> list[str]:
        """Everything that has no reason, in words."""
        found = [f"{name}: {why}" for name, why in self.refused.items()]
        return found + [f"{name}: {d}" for name, verdict in self.verdicts.items() for d in verdict.left]

    @property
    def who_differs(self) -> str:
        """Whether it is the JSON or the switch that makes what is wrong."""
        wrong = {pairing for pairing in PAIRINGS if self._is_wrong(_name(*pairing))}
        if (P4C, EMBEDDED) not in wrong:
            return "the compilers"
        return "the switches" if (OURS, BMV2) not in wrong else "compilers and switches"

    def _is_wrong(self, name: str) -> bool:
        return name in self.refused or (name in self.verdicts and bool(self.verdicts[name].left))

    @property
    def reasons(self) -> dict[str, int]:
        """Why the pairings differ, with how many items do."""
        found: dict[str, int] = {}
        for verdict in self.verdicts.values():
            for reason, several in verdict.explained.items():
                found[reason] = found.get(reason, 0) + len(several)
        return found


def merged(trials: Sequence[Trial]) -> Trial:
    """Several trials of one program as one; what is said of one round only names it, from the second on."""
    found = trials[0]
    for number, trial in enumerate(trials[1:], 2):
        found.no_reference = found.no_reference or trial.no_reference
        for count in ("updates", "accepted", "packets", "through", "frames", "cells"):
            setattr(found, count, getattr(found, count) + getattr(trial, count))
        found.engine = trial.engine or found.engine
        found.left_out += [f"round {number}: {text}" for text in trial.left_out]
        found.notes = tuple(dict.fromkeys((*found.notes, *trial.notes)))
        for pairing, why in trial.refused.items():
            found.refused.setdefault(pairing, why)
        for pairing, verdict in trial.verdicts.items():
            whole = found.verdicts.setdefault(pairing, Verdict())
            whole.left += [replace(d, item=f"round {number}, {d.item}") for d in verdict.left]
            for reason, several in verdict.explained.items():
                whole.explained.setdefault(reason, []).extend(several)
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """How a program is tried: the seed and the amount of its workload, and the engine of the embedded switch."""

    seed: str
    amount: Amount
    engine: EngineChoice = "python"


def try_program(ours: Compiled, theirs: Compiled, plan: Plan, workdir: Path) -> Trial:
    """Run the four pairings; nothing is raised for what a switch does."""
    documents: dict[str, Document] = {OURS: json.loads(ours.json.read_text()), P4C: json.loads(theirs.json.read_text())}
    trial, infos = Trial(), {}
    for compiler, compiled in ((OURS, ours), (P4C, theirs)):
        try:
            program = load_program(documents[compiler])
        except ProgramError as error:
            trial.refused[_name(compiler, EMBEDDED)] = str(error)
            return trial
        infos[compiler], note = without_translation(compiled.p4info, program)
    workload = generate(documents[P4C], infos[P4C], plan.seed, plan.amount)
    trial.notes, trial.updates = (*((note,) if note else ()), *workload.notes), len(workload.updates)
    try:
        reference, workload = run_bmv2(documents[P4C], infos[P4C], workload, workdir)
    except NotRun as why:
        trial.no_reference = str(why)
        return trial
    trial.left_out = reference.faults
    trial.notes += tuple(f"BMv2 cannot read back: {name}" for name in reference.unread)
    trial.accepted = sum(not text for text in reference.writes)
    trial.packets, trial.cells = len(workload.packets), len(reference.cells)
    trial.through = sum(bool(frames) for frames in reference.packets)
    trial.frames = sum(len(frames or ()) for frames in reference.packets)
    bench = Bench(documents, infos, workload, workdir, plan.engine)
    bench.reference = reference
    court = Court(bench)
    for pairing in PAIRINGS:
        try:
            outcome = bench.run(*pairing)
        except (NotRun, ProgramError) as why:
            trial.refused[_name(*pairing)] = str(why)
            continue
        trial.engine = outcome.engine or trial.engine
        trial.verdicts[_name(*pairing)] = court.judge(pairing, outcome)
    return trial


def _name(compiler: str, switch: str) -> str:
    return f"{compiler} on {switch}"
