# SPDX-License-Identifier: Apache-2.0
"""One program of both compilers, with entries and packets, in all four pairings, and why two outcomes differ.

A difference is explained by trying: the trial is run again on the embedded switch with one thing changed that no
program may rely on (time, chance, what was never written). Where that changes the outcome, two switches or two
compilers may rightly disagree. What earlier packets left in headers is taken out of the way first.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from msgspec import Struct, structs

from p4soft.command_line import EngineChoice
from p4soft.fidelity.compilers import Compiled
from p4soft.fidelity.corpus import OURS, P4C
from p4soft.fidelity.trial import (
    Clock,
    Difference,
    Document,
    Frames,
    NotRun,
    Outcome,
    Value,
    before_parsing,
    cleared,
    differences,
    run_bmv2,
    run_embedded,
    set_field,
)
from p4soft.fidelity.workload import Amount, Workload, generate, without_translation
from p4soft.messages import p4info_pb2
from p4soft.switch import Program, ProgramError, load_program
from p4soft.switch.program.model import FieldType

# --- One thing changed -----------------------------------------------------------------------------------------------


_LOCALS = "scalars"
_USER_METADATA = "userMetadata."
_TIMES = ("timestamp", "meter")
_CLOCKS = (Clock(), Clock(200_000, 3_000), Clock(0x1555_5555_5555, 700), Clock(0x2AAA_AAAA_AAAA, 3_000_003))
_SEEDS = 3
_QUEUE = ("deq_timedelta", "enq_qdepth", "deq_qdepth", "egress_global_timestamp")
_QUEUE_ALIASES = ("queueing_metadata.", "intrinsic_metadata.egress_global_timestamp")
_RANDOM = "modify_field_rng_uniform"
_PATTERNS = ("01", "10", "1", "00000001", "0000000000000011", "0110100", "1110010011", "000101")


class Kind(Struct, frozen=True):
    """One thing that is changed: `reason` for people, and the ways to run a document.

    `any_cell`: what was changed can be any number, so where it is an index, any cell of the array may be meant.
    """

    reason: str
    runs: tuple[tuple[Document, Clock], ...]
    any_cell: bool = False


def kinds(document: Document) -> Iterator[Kind]:
    """The changes that can matter to a program."""
    text = json.dumps(document)
    program = load_program(document)
    usual = Clock()
    timed, chance = any(word in text for word in _TIMES), _RANDOM in text
    if timed:
        yield Kind("time stamps, or rates of meters", tuple((document, clock) for clock in _CLOCKS))
    if chance:
        yield Kind("random numbers", tuple((document, Clock(seed=seed)) for seed in range(_SEEDS)))
    if timed and chance:
        both = ((document, structs.replace(clock, seed=seed)) for clock in _CLOCKS for seed in range(_SEEDS))
        yield Kind("random numbers drawn as time goes by", tuple(both))
    for reason, fields in _NEVER_WRITTEN.items():
        found = list(fields(program))
        if found:
            changed = (_changed(document, found, bits, fields) for bits in _PATTERNS)
            yield Kind(reason, ((document, usual), *((d, usual) for d in changed)), any_cell=True)
    groups = [fields for fields in _NEVER_WRITTEN.values() if any(fields(program))]
    if len(groups) + timed > 1:
        # A frame may show a time stamp in one place and what was never written in another.
        together = tuple(
            (_all_changed(document, program, groups, bits), _CLOCKS[number % len(_CLOCKS)])
            for number, bits in enumerate(_PATTERNS)
        )
        yield Kind("several of these in one place", ((document, usual), *together), any_cell=True)


_Fields = Callable[[Program], Iterator[tuple[str, FieldType]]]


def _local_variables(program: Program) -> Iterator[tuple[str, FieldType]]:
    header = program.headers.get(_LOCALS)
    if header is not None:
        yield from ((_LOCALS, f) for f in header.type.fields if not f.name.startswith(_USER_METADATA))


def _queue_fields(program: Program) -> Iterator[tuple[str, FieldType]]:
    for header in program.headers.values():
        if header.metadata:
            yield from ((header.name, f) for f in header.type.fields if f.name in _QUEUE)


_NEVER_WRITTEN: Mapping[str, _Fields] = {
    "time in queues and their depth": _queue_fields,
    "variables that were never written": _local_variables,
}


def _all_changed(document: Document, program: Program, groups: Sequence[_Fields], bits: str) -> Document:
    for fields in groups:
        document = _changed(document, list(fields(program)), bits, fields)
    return document


def _changed(document: Document, found: Sequence[tuple[str, FieldType]], bits: str, fields: _Fields) -> Document:
    """The document with a pattern of bits in these fields before parsing begins."""
    sets = [set_field(header, f.name, int((bits * f.width)[-f.width :], 2)) for header, f in found if f.width]
    changed = before_parsing(document, sets)
    if fields is _queue_fields:
        # Without its alias the switch leaves the field alone.
        aliases = changed.get("field_aliases", ())
        assert isinstance(aliases, list | tuple)
        return {**changed, "field_aliases": [a for a in aliases if not str(a[0]).startswith(_QUEUE_ALIASES)]}
    return changed


# --- Why outcomes differ ---------------------------------------------------------------------------------------------


Runner = Callable[[Document, Clock], Outcome]
"""Runs a document of one compiler on the embedded switch."""
Items = Mapping[str, Value]
_ARRAYS = ("counter ", "register ")


@dataclass
class Verdict:
    """The result of one pairing: `explained` differences by reason, and those `left` without one."""

    explained: dict[str, list[Difference]] = field(default_factory=dict)
    left: list[Difference] = field(default_factory=list)


class Variation(Struct, frozen=True):
    """The outcomes of runs with one thing changed; `any_cell` as in `Kind`."""

    reason: str
    runs: tuple[Items, ...]
    any_cell: bool = False

    def arrays(self) -> set[str]:
        """The arrays of which any cell may be meant."""
        if not self.any_cell:
            return set()
        names = {name for run in self.runs for name in run if _array(name)}
        return {_array(name) for name in names if len({str(run.get(name)) for run in self.runs}) > 1}


class Judge:
    """Finds reasons for one program's differences; runs nothing until it is asked.

    Args:
        documents: the JSON of each compiler with what runs it.
        again: a further run of the reference, to see whether it repeats itself.
    """

    def __init__(self, documents: Sequence[tuple[Document, Runner]], again: Callable[[], Outcome]) -> None:
        self._again = again
        self._repeated: Outcome | None = None
        self._found: list[Variation] = []
        self._ahead = _variations(documents)

    def judge(self, differences: Iterable[Difference], reference: Outcome) -> Verdict:
        """Every difference with its reason, or left."""
        verdict, left = Verdict(), list(differences)
        for variation in self._variations():
            if not left:
                return verdict
            left = _explain(verdict, left, variation)
        if left:
            self._repeated = self._repeated or self._again()
            runs = (reference.items(), self._repeated.items())
            left = _explain(verdict, left, Variation("BMv2 does not repeat itself", runs))
        verdict.left = left
        return verdict

    def _variations(self) -> Iterator[Variation]:
        """All of them, each run once."""
        yield from self._found
        for found in self._ahead:
            self._found.append(found)
            yield found


def _variations(documents: Sequence[tuple[Document, Runner]]) -> Iterator[Variation]:
    for document, runner in documents:
        for kind in kinds(document):
            try:
                yield Variation(kind.reason, tuple(runner(*run).items() for run in kind.runs), any_cell=kind.any_cell)
            except NotRun:
                continue


def _explain(verdict: Verdict, left: Sequence[Difference], variation: Variation) -> list[Difference]:
    """Move what varies between runs to a verdict; the rest."""
    arrays = variation.arrays()
    rest = []
    for difference in left:
        runs = [run.get(difference.item) for run in variation.runs]
        if _covers(difference, runs) or _array(difference.item) in arrays:
            verdict.explained.setdefault(variation.reason, []).append(difference)
        else:
            rest.append(difference)
    return rest


def _array(item: str) -> str:
    """The counter, register or meter array that an item is a cell of; "" for other items."""
    return item.partition("[")[0] if item.endswith("]") and item.startswith(_ARRAYS) else ""


def _covers(difference: Difference, runs: Sequence[Value]) -> bool:
    """Whether the difference lies only where runs vary."""
    if all(run == runs[0] for run in runs):
        return False
    values = [v for v in (difference.mine, difference.theirs, *runs) if isinstance(v, tuple)]
    if len(values) != len(runs) + 2:
        return True
    shapes = [_shape(frames) for frames in values]
    if any(shape != shapes[2] for shape in shapes[2:]):
        return True
    if any(shape != shapes[2] for shape in shapes[:2]):
        return False
    return all(a == b or len(set(varying)) > 1 for a, b, *varying in zip(*map(_bytes, values), strict=True))


def _shape(frames: Frames) -> tuple[tuple[int, int], ...]:
    return tuple((port, len(frame)) for port, frame in frames)


def _bytes(frames: Frames) -> list[int]:
    return [byte for _, frame in frames for byte in frame]


# --- One program and one workload ------------------------------------------------------------------------------------


EMBEDDED, BMV2 = "our switch", "BMv2"


@dataclass
class Bench:
    """The JSON and P4Info of either compiler, by its name, and what they are run with."""

    documents: Mapping[str, Document]
    infos: Mapping[str, p4info_pb2.P4Info]
    workload: Workload
    workdir: Path
    engine: EngineChoice

    @cached_property
    def reference(self) -> Outcome:
        """p4c's JSON on BMv2. Raises NotRun: BMv2 falls."""
        return self.run(P4C, BMV2)

    def run(self, compiler: str, switch: str) -> Outcome:
        """One pairing.

        Raises:
            NotRun: the switch refuses the program, or falls.
            ProgramError: the embedded switch refuses the JSON.
        """
        document, info = self.documents[compiler], self.infos[compiler]
        if switch == EMBEDDED:
            return run_embedded(document, info, self.workload, Clock(), self.engine)
        outcome, left = run_bmv2(document, info, self.workload, self.workdir)
        if len(left.packets) != len(self.workload.packets):
            raise NotRun(f"ends BMv2, where p4c's JSON does not: {outcome.faults[0]}")
        return outcome

    def runners(self) -> list[tuple[Document, Runner]]:
        """Each document with what runs it, or a changed one, on the embedded switch."""
        return [(document, self._runner(self.infos[compiler])) for compiler, document in self.documents.items()]

    def _runner(self, info: p4info_pb2.P4Info) -> Runner:
        return lambda document, clock: run_embedded(document, info, self.workload, clock)

    def cleared(self) -> Bench:
        """The same with headers that hold nothing of earlier packets."""
        return dataclasses.replace(
            self, documents={name: cleared(document) for name, document in self.documents.items()}
        )


# --- Pairings against the reference ----------------------------------------------------------------------------------


STALE = "fields of headers that are not valid (stale in BMv2)"


class Court:
    """Judges outcomes of one bench; runs more only where they differ."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def judge(self, pairing: tuple[str, str], outcome: Outcome) -> Verdict:
        """The verdict on a pairing (compiler, switch) with this outcome.

        Outcomes that are alike once headers are cleared differed by old contents. The rest is judged after that.
        """
        found = list(_reported(outcome, self._bench.reference, self._bench.workload))
        if not found:
            return Verdict()
        try:
            settled, reference = self._cleared.run(*pairing), self._cleared.reference
        except (NotRun, ProgramError):
            return self._as_is.judge(found, self._bench.reference)
        rest = list(_reported(settled, reference, self._bench.workload))
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


def _reported(outcome: Outcome, reference: Outcome, workload: Workload) -> Iterator[Difference]:
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


# --- One program -----------------------------------------------------------------------------------------------------


PAIRINGS = ((OURS, EMBEDDED), (P4C, EMBEDDED), (OURS, BMV2))
"""The pairings that are compared with the reference, p4c's JSON on BMv2."""


@dataclass
class Trial:
    """The result of one program.

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
            whole.left += [structs.replace(d, item=f"round {number}, {d.item}") for d in verdict.left]
            for reason, several in verdict.explained.items():
                whole.explained.setdefault(reason, []).extend(several)
    return found


class Plan(Struct, frozen=True):
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
