# SPDX-License-Identifier: Apache-2.0
"""Other people's v1model programs: what either compiler makes of every program in a folder, and how all of it runs."""

from __future__ import annotations

import json
import re
import resource
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from google.protobuf import text_format
from msgspec import Struct, field

from p4soft.command_line import EngineChoice
from p4soft.fidelity.compilers import Compiled, Refused, compile_ours, compile_p4c, differences
from p4soft.fidelity.corpus import (
    FAIL,
    PASS,
    SKIP,
    V1MODEL,
    CorpusError,
    Outcome,
    Pool,
    Report,
    own_includes,
    share,
    system_includes,
)
from p4soft.fidelity.reference import P4C_BM2_SS, SIMPLE_SWITCH_GRPC, available
from p4soft.fidelity.verdict import Plan, Trial, merged, try_program
from p4soft.fidelity.workload import Amount

_MAIN = re.compile(r"\bV1Switch\b[\s\S]*\bmain\s*;")
_ALIKE = "equal P4Info, equal behaviour"
_BOTH_REFUSE = "refused by both compilers"
_SHOWN = 8
_KNOWN: tuple[tuple[str, str], ...] = (
    (r"BMV2 does not support for-in loops", "loops over ranges and lists are unrolled here"),
    (r"slice bit index values must be constants", "the index of an unrolled loop is a constant here"),
    (r"has an anonymous table property", "p4c has no P4Info for it; the JSON is made by both"),
    (r"no end after|took longer than", "p4c had no end"),
    (r"Compiler Bug|BUG", "p4c has a bug there"),
    (r"action parameters must be bit<> or int<>", "a `bool` that the control plane gives an action is one bit here"),
    (r"cc1: fatal error: (?=[^:]*\d{9})[^:]*\.p4: No such file", "p4c does not find a file whose name is not ASCII"),
    (r"tables can only be applied in the body", "a compiler's own intermediate form, with a table in a loop"),
)
"""Differences with a reason: what either compiler says, and why that is so."""
_P4C_WRONG: tuple[tuple[str, str], ...] = (
    (r"\bfor\s*\(", "p4c runs the body of some for loops once, or not at all"),
    (r"\bexit\s*;", "p4c loses what a callee that exits would copy back"),
)
"""Faults of p4c's output (docs/bmv2-fidelity.md): they count only where the two compilers differ on both switches."""


class Settings(Struct, frozen=True):
    """How programs are compiled and tried.

    Attributes:
        defines: macros for both compilers.
        amount: entries and packets; None runs nothing.
        seed: of entries and packets; a program's own also has its path in it.
        rounds: how many workloads each program is tried with.
        include_dirs: further folders for `#include`, for both compilers.
        engine: of the embedded switch.
        memory_mib: how much address space a worker and what it starts may have.
    """

    defines: Mapping[str, str | None] = field(default_factory=dict)
    amount: Amount | None = None
    seed: int = 1
    engine: EngineChoice = "python"
    memory_mib: int = 8192
    rounds: int = 1
    include_dirs: tuple[Path, ...] = ()


class Tried(Outcome, frozen=True):
    """How one program did, with everything for the report."""

    facts: Mapping[str, object] = field(default_factory=dict)


def measure_wild(folder: Path, pool: Pool, settings: Settings) -> Report:
    """Compile every v1model program below a folder with both compilers; compare acceptance, P4Info and what runs.

    Raises:
        CorpusError: p4c-bm2-ss or simple_switch_grpc is not on the PATH, or the folder has no v1model programs.
    """
    if not available(P4C_BM2_SS):
        raise CorpusError("wild: p4c-bm2-ss is not on the PATH")
    if settings.amount is not None and not available(SIMPLE_SWITCH_GRPC):
        raise CorpusError("wild: simple_switch_grpc is not on the PATH; accepted: --compile-only")
    found = programs(folder)
    if not found:
        raise CorpusError(f"{folder}: no v1model programs there; accepted: a folder of P4_16 programs for V1Switch")
    outcomes = pool.run("programs", partial(_measure, settings, folder), found)
    holds = not any(o.result not in (PASS, SKIP) for o in outcomes)
    return Report(f"Programs of {folder.name}", outcomes, "every difference has a reason", holds, _remarks(outcomes))


def _remarks(outcomes: Sequence[Outcome]) -> list[str]:
    facts = [o.facts for o in outcomes if isinstance(o, Tried)]
    both = [f for f in facts if f.get("ours") == f.get("p4c") == "compiled"]
    remarks = [f"equal P4Info {share(sum(f.get('p4info') == 'equal' for f in both), len(both))}"]
    tried = [f for f in both if "packets" in f]
    if tried:
        remarks.append(f"alike in all four pairings {share(sum(f['alike'] is True for f in tried), len(tried))}")
        remarks += [
            f"{what} {sum(int(str(f[what])) for f in tried)}"
            for what in ("updates", "packets", "through", "frames", "cells")
        ]
        native = sum(f["engine"] == "native" for f in tried)
        if native:
            remarks.append(f"on the native engine {share(native, len(tried))}")
        reasons = Counter(reason for f in tried for reason in _words(f["reasons"]))
        remarks += [f"programs that differ only in {reason}: {count}" for reason, count in sorted(reasons.items())]
    return remarks


def _words(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, Mapping | list) else []


def report_json(report: Report) -> str:
    """The report as JSON: the same programs, tools and seed make the same text."""
    programs_ = [
        {
            "program": o.program,
            "result": o.result,
            "row": o.row,
            "detail": o.detail,
            **(o.facts if isinstance(o, Tried) else {}),
        }
        for o in report.outcomes
    ]
    document = {"title": report.title, "holds": report.holds, "remarks": list(report.remarks), "programs": programs_}
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def programs(folder: Path) -> list[Path]:
    """The v1model programs below a folder: their main may stand in a file they include, and no other includes them."""
    found = {path: own_includes(path) for path in sorted(folder.rglob("*.p4")) if path.is_file()}
    parts = {part for path, included in found.items() for part in included if part != path.resolve()}
    return [
        path
        for path, included in found.items()
        if path.resolve() not in parts and V1MODEL in system_includes(path) and any(map(_has_main, included))
    ]


def _has_main(path: Path) -> bool:
    return _MAIN.search(path.read_text(encoding="utf-8", errors="replace")) is not None


def _measure(settings: Settings, folder: Path, program: Path) -> Outcome:
    limit = settings.memory_mib << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with tempfile.TemporaryDirectory(prefix="wild-") as work:
        theirs = _outcome(partial(compile_p4c, program, Path(work), settings.defines, settings.include_dirs))
        ours = _outcome(partial(compile_ours, program, Path(work), settings.defines, settings.include_dirs))
        facts: dict[str, object] = {
            "ours": ours if isinstance(ours, str) else "compiled",
            "p4c": theirs if isinstance(theirs, str) else "compiled",
        }
        name = str(program)
        if isinstance(ours, str) or isinstance(theirs, str):
            return _refused(name, ours, theirs, facts)
        difference = differences(ours.p4info, theirs.p4info)
        facts["p4info"] = difference or "equal"
        if difference:
            return Tried(name, FAIL, "different P4Info", difference, facts=facts)
        if settings.amount is None:
            return Tried(name, PASS, "equal P4Info", facts=facts)
        seed = f"{settings.seed}/{program.relative_to(folder).as_posix()}"
        seeds = [seed, *(f"{seed}/{number}" for number in range(2, settings.rounds + 1))]
        trials = []
        for seed in seeds:
            trials.append(try_program(ours, theirs, Plan(seed, settings.amount, settings.engine), Path(work)))
            if trials[-1].no_reference:
                break
    return _tried(program, merged(trials), facts)


def _p4c_wrong(program: Path, trial: Trial) -> str:
    """The known fault of p4c behind a program whose differences are the compilers', or ""."""
    if trial.who_differs != "the compilers":
        return ""
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in sorted(own_includes(program)))
    return next((why for pattern, why in _P4C_WRONG if re.search(pattern, text)), "")


def _refused(name: str, ours: Compiled | str, theirs: Compiled | str, facts: Mapping[str, object]) -> Outcome:
    if isinstance(ours, str) and isinstance(theirs, str):
        return Tried(name, SKIP, _BOTH_REFUSE, f"ours: {ours}\np4c: {theirs}", facts=facts)
    row, said = ("compiled by p4c only", ours) if isinstance(ours, str) else ("compiled by us only", theirs)
    assert isinstance(said, str)
    reason = next((why for pattern, why in _KNOWN if re.search(pattern, said)), None)
    if reason is None:
        return Tried(name, FAIL, row, said, facts=facts)
    return Tried(name, SKIP, f"{row}: {reason}", said, facts=facts)


def _tried(program: Path, trial: Trial, facts: dict[str, object]) -> Outcome:
    name = str(program)
    if trial.no_reference:
        facts["no reference"] = trial.no_reference
        return Tried(name, SKIP, "BMv2 does not run p4c's JSON", trial.no_reference, facts=facts)
    wrong = trial.wrong
    facts |= {
        "alike": not wrong and not trial.reasons,
        "updates": trial.updates,
        "accepted": trial.accepted,
        "packets": trial.packets,
        "through": trial.through,
        "frames": trial.frames,
        "cells": trial.cells,
        "engine": trial.engine,
        "left out": trial.left_out,
        "notes": list(trial.notes),
        "reasons": trial.reasons,
        "wrong": wrong,
    }
    details = [*wrong[:_SHOWN], *([f"... and {len(wrong) - _SHOWN} more"] if len(wrong) > _SHOWN else [])]
    details += [f"{count} items: {reason}" for reason, count in sorted(trial.reasons.items())]
    details += [f"BMv2: {text}" for text in trial.left_out]
    detail = "\n".join(details)
    if wrong and (why := _p4c_wrong(program, trial)):
        return Tried(name, SKIP, f"different behaviour: {why}", detail, facts=facts)
    if wrong:
        return Tried(name, FAIL, f"different behaviour: {trial.who_differs}", detail, facts=facts)
    row = _ALIKE
    return Tried(name, PASS, f"{row} but for what is undefined" if trial.reasons else row, detail, facts=facts)


def _outcome(compiler: partial[Compiled]) -> Compiled | str:
    try:
        result = compiler()
    except Refused as refusal:
        return str(refusal)
    except text_format.ParseError as error:
        return f"the P4Info is not of P4Runtime's version in use here: {error}"
    return result.no_p4info or result
