# SPDX-License-Identifier: Apache-2.0
"""A student's Python, in a process with limits."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from labs.grading import confined
from labs.grading.lesson import WrongError
from labs.grading.limits import Ended, Limits, run
from labs.grading.readable import readable

_SHOWN = 2000
PYTHON_LIMITS = Limits()


def run_python(
    arguments: Sequence[str], *, room: Path, reads: Sequence[Path] = (), limits: Limits = PYTHON_LIMITS
) -> Ended:
    """Run `python ARGUMENTS` in `room`, where alone it can write; how it ends is the caller's to judge.

    It reads what is `readable`, and the files and folders `reads`.
    """
    paths = readable(*reads)
    confining = [sys.executable, "-I", confined.__file__, str(room), str(len(paths)), *paths]
    return run([*confining, sys.executable, *arguments], limits, cwd=room, env={"TMPDIR": str(room)})


def check_ended_well(ended: Ended, what: str) -> None:
    """Raise WrongError, with the end of its output, if a process did not end with status 0 and within its limits."""
    if not ended.why:
        return
    tail = ended.output[-_SHOWN:].strip()
    raise WrongError(f"{what} {ended.why}" + (f"; the end of what it wrote:\n{tail}" if tail else "; it wrote nothing"))
