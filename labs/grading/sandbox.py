# SPDX-License-Identifier: Apache-2.0
"""A student's Python, in a process with limits."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from labs.grading import confined
from labs.grading.lesson import WrongError
from labs.grading.limits import Ended, Limits, run

_SHOWN = 2000
PYTHON_LIMITS = Limits()


def run_python(
    arguments: Sequence[str], *, room: Path, limits: Limits = PYTHON_LIMITS, env: Mapping[str, str] | None = None
) -> Ended:
    """Run `python ARGUMENTS` in `room`, where alone it can write; how it ends is the caller's to judge."""
    command = [sys.executable, "-I", confined.__file__, str(room), sys.executable, *arguments]
    return run(command, limits, cwd=room, env=env)


def check_ended_well(ended: Ended, what: str) -> None:
    """Raise WrongError, with the end of its output, if a process did not end with status 0 and within its limits."""
    if not ended.why:
        return
    tail = ended.output[-_SHOWN:].strip()
    raise WrongError(f"{what} {ended.why}" + (f"; the end of what it wrote:\n{tail}" if tail else "; it wrote nothing"))
