# SPDX-License-Identifier: Apache-2.0
"""Other people's v1model programs: what either compiler makes of every program in a folder, and why they differ."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from google.protobuf import text_format

from tools.fidelity.corpus import FAIL, PASS, SKIP, V1MODEL, CorpusError, Outcome, own_includes, system_includes
from tools.fidelity.corpus_compilers import Compiled, Refused, compile_ours, compile_p4c
from tools.fidelity.corpus_p4info import differences
from tools.fidelity.corpus_pool import Pool
from tools.fidelity.corpus_report import Report, share
from tools.fidelity.reference import p4c

_MAIN = re.compile(r"\bV1Switch\b[\s\S]*\bmain\s*;")
_EQUAL, _BOTH_REFUSE = "equal P4Info", "refused by both compilers"
_KNOWN: tuple[tuple[str, str], ...] = (
    (r"BMV2 does not support for-in loops", "loops over ranges and lists are unrolled here"),
    (r"slice bit index values must be constants", "the index of an unrolled loop is a constant here"),
    (r"has an anonymous table property", "p4c has no P4Info for it; the JSON is made by both"),
    (r"no end after|took longer than", "p4c had no end"),
    (r"Compiler Bug|BUG", "p4c has a bug there"),
    (r"tables can only be applied in the body", "a compiler's own intermediate form, with a table in a loop"),
)
"""Differences with a reason: what either compiler says, and why that is so."""


def measure_wild(folder: Path, pool: Pool, defines: Mapping[str, str | None]) -> Report:
    """Compile every v1model program below a folder with both compilers; compare acceptance and P4Info.

    Raises:
        CorpusError: p4c-bm2-ss is not on the PATH, or the folder has no v1model programs.
    """
    if not p4c.available():
        raise CorpusError("wild: p4c-bm2-ss is not on the PATH")
    found = programs(folder)
    if not found:
        raise CorpusError(f"{folder}: no v1model programs there; accepted: a folder of P4_16 programs for V1Switch")
    outcomes = pool.run("programs", partial(_measure, dict(defines)), found)
    theirs = [o for o in outcomes if o.result == FAIL or o.row == _EQUAL]
    equal = sum(o.row == _EQUAL for o in outcomes)
    remarks = [f"equal P4Info {share(equal, len(theirs))}"]
    holds = not any(o.result not in (PASS, SKIP) for o in outcomes)
    return Report(f"Programs of {folder.name}", outcomes, "every difference has a reason", holds, remarks)


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


def _measure(defines: Mapping[str, str | None], program: Path) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="wild-") as work:
        theirs = _outcome(partial(compile_p4c, program, Path(work), defines))
        ours = _outcome(partial(compile_ours, program, Path(work), defines))
    name = str(program)
    if isinstance(ours, str) and isinstance(theirs, str):
        return Outcome(name, SKIP, _BOTH_REFUSE, f"ours: {ours}\np4c: {theirs}")
    if isinstance(ours, str) or isinstance(theirs, str):
        row, said = ("compiled by p4c only", ours) if isinstance(ours, str) else ("compiled by us only", theirs)
        assert isinstance(said, str)
        reason = next((why for pattern, why in _KNOWN if re.search(pattern, said)), None)
        if reason is None:
            return Outcome(name, FAIL, row, said)
        return Outcome(name, SKIP, f"{row}: {reason}", said)
    difference = differences(ours.p4info, theirs.p4info)
    if difference:
        return Outcome(name, FAIL, "different P4Info", difference)
    return Outcome(name, PASS, _EQUAL)


def _outcome(compiler: partial[Compiled]) -> Compiled | str:
    try:
        result = compiler()
    except Refused as refusal:
        return str(refusal)
    except text_format.ParseError as error:
        return f"the P4Info is not of P4Runtime's version in use here: {error}"
    return result.no_p4info or result
