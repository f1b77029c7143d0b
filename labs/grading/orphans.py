# SPDX-License-Identifier: Apache-2.0
"""Ends what a child left behind: processes that a student's program forked off into sessions of their own."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_DEADLINE_S = 5.0


@contextmanager
def no_orphans() -> Iterator[None]:
    """Kill, at the end of the block, all new children of this process, and those that it inherits meanwhile.

    What a descendant forks off becomes a child of this process when its own parent ends (prctl(2),
    PR_SET_CHILD_SUBREAPER). The block starts no process that is to outlive it.
    """
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = _children()
    try:
        yield
    finally:
        end = time.monotonic() + _DEADLINE_S
        while (left := _children() - before) and time.monotonic() < end:
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(process, 0)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)  # nobody would wait for what is orphaned later


def _children() -> set[int]:
    own = str(os.getpid())
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                # After the name in parentheses, which may hold anything: state, then the parent (proc_pid_stat(5)).
                if (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                    found.add(int(entry.name))
    return found
