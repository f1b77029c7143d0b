# SPDX-License-Identifier: Apache-2.0
"""Runs a command that the kernel kills when its parent ends, however that ends, and even when it is stopped.

    python fabric/live/child_lifetime.py PARENT COMMAND [ARGUMENT...]

What a namespace of processes does for a live fabric (`fabric.live.namespaces`), this does where there is none
(prctl(2), PR_SET_PDEATHSIG). PARENT is the parent's number: it may be gone already. The kernel watches the thread that
started the command. A script that imports nothing of the project, for it is started as often as there are processes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def bound_to_parent(parent: int) -> list[str]:
    """What to put before a command.

    Args:
        parent: process that starts it, by the number that it has for itself.
    """
    return [sys.executable, "-I", "-S", __file__, str(parent)]


def main() -> None:
    parent, *command = sys.argv[1:]
    if ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0):
        raise SystemExit("error: the kernel does not end processes with their parents (PR_SET_PDEATHSIG)")
    if os.getppid() == int(parent):
        os.execvp(command[0], command)


if __name__ == "__main__":
    main()
