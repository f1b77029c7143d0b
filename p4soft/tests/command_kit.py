# SPDX-License-Identifier: Apache-2.0
"""A command of the project in the tests' own process: starting another interpreter takes longer than what most do."""

import io
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def status(entry, arguments):
    """The exit status of a command's entry point."""
    with mock.patch.object(sys, "argv", ["command", *map(str, arguments)]):
        try:
            entry()
        except SystemExit as ended:
            return ended.code or 0
    return 0


def ran(entry, *arguments, cwd=ROOT):
    """A command's entry point with these arguments in `cwd`; an exception that a person would see fails the test."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err):
        code = status(entry, arguments)
    return Done(code, out.getvalue(), err.getvalue())
