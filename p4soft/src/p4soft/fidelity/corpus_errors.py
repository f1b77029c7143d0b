# SPDX-License-Identifier: Apache-2.0
"""Point 5: wrong programs, which p4c refuses; do we?"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from p4soft.fidelity.corpus import (
    CRASH,
    FAIL,
    PASS,
    SKIP,
    V1MODEL,
    CorpusError,
    Outcome,
    error_programs,
    system_includes,
)
from p4soft.fidelity.corpus_compilers import Refused, check_ours, compile_ours, reject_p4c
from p4soft.fidelity.corpus_pool import Pool
from p4soft.fidelity.corpus_report import Report, share
from p4soft.fidelity.reference.errors import ReferenceFault

_WANTED_SHARE = 0.8
_ROW_SAME_LINE = "refused, on a line that p4c's errors name"
_ROW_OTHER_LINE = "refused, on another line"
_ROW_NO_LINE = "refused; p4c names no line"
_V1MODEL_REFERENCE = "p4c-bm2-ss"
_LANGUAGE_REFERENCE = "p4test"


def measure_errors(corpus: Path, pool: Pool) -> Report:
    """Compile every wrong program for v1model or for no architecture.

    A program counts when p4c refuses it with an error message: p4c-bm2-ss for those of v1model, p4test (its front and
    mid end) for the others. Those others go through our front end only: without an architecture our back end would
    refuse them all, which would say nothing.

    Raises:
        CorpusError: p4c is not on the PATH, or there is no corpus.
    """
    missing = [c for c in (_V1MODEL_REFERENCE, _LANGUAGE_REFERENCE) if shutil.which(c) is None]
    if missing:
        raise CorpusError(f"errors: not on the PATH: {', '.join(missing)}")
    outcomes = pool.run("wrong programs", _measure, error_programs(corpus))
    counted = [o for o in outcomes if o.result in (PASS, FAIL, CRASH)]
    refused = sum(o.result == PASS for o in counted)
    crashes = sum(o.result == CRASH for o in outcomes)
    same_line = sum(o.row == _ROW_SAME_LINE for o in counted)
    holds = bool(refused) and refused >= _WANTED_SHARE * len(counted) and not crashes
    remarks = [f"refused {share(refused, len(counted))}, {share(same_line, refused)} of them on one of p4c's lines"]
    target = f"at least {_WANTED_SHARE:.0%} of what p4c refuses are refused, and none crashes us"
    return Report("wrong programs (p4_16_errors)", outcomes, target, holds, remarks)


def _measure(program: Path) -> Outcome:
    for_v1model = V1MODEL in system_includes(program)
    name = str(program)
    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        # Ours first: a crash of ours counts whatever p4c does.
        ours: Refused | None = None
        try:
            if for_v1model:
                compile_ours(program, Path(work))
            else:
                check_ours(program)
        except Refused as refusal:
            ours = refusal
        try:
            reject_p4c(_V1MODEL_REFERENCE if for_v1model else _LANGUAGE_REFERENCE, program, Path(work))
        except Refused as theirs:
            if ours is None:
                return Outcome(name, FAIL, "accepted", f"p4c: {theirs}")
            if ours.lines & theirs.lines:
                return Outcome(name, PASS, _ROW_SAME_LINE)
            row = _ROW_OTHER_LINE if theirs.lines else _ROW_NO_LINE
            return Outcome(name, PASS, row, f"ours: {ours}\np4c: {theirs}")
        except ReferenceFault as fault:
            return Outcome(name, SKIP, "p4c itself crashes", str(fault))
    return Outcome(name, SKIP, "p4c accepts it", f"ours: {ours}" if ours is not None else "")
