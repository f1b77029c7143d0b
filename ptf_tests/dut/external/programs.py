# SPDX-License-Identifier: Apache-2.0
"""Programs that a run starts: without a shell, with a time-out, and ended together with what they started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: status None if it was not started or not in time, which `errors` says then."""

    status: int | None
    output: str
    errors: str

    def last(self) -> str:
        """The last line of its errors, or of its output."""
        lines = [line.strip() for text in (self.output, self.errors) for line in text.splitlines() if line.strip()]
        return lines[-1] if lines else "it wrote nothing"


def run_program(
    words: Sequence[str], timeout_s: float, data: str = "", variables: Mapping[str, str] | None = None
) -> Ended:
    """Run a program with `data` as its standard input."""
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=variables,
            start_new_session=True,
        )
    except (OSError, IndexError, ValueError) as error:
        return Ended(None, "", (error.strerror or str(error)) if isinstance(error, OSError) else "empty")
    try:
        output, errors = process.communicate(data, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return Ended(None, "", f"did not end within {timeout_s:g} s")
    finally:
        if process.poll() is None:  # ours, with whatever it started: a session of its own
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ended(process.returncode, output, errors)
