# SPDX-License-Identifier: Apache-2.0
"""Limits this process and becomes a command: `CPU_SECONDS MEMORY FILE_SIZE PARENT COMMAND...`; sizes in bytes."""

import ctypes
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Limit this process as its first arguments say, and become the command that the others are."""
    seconds, memory, file_size, parent, *command = sys.argv[1:]
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(parent):
        sys.exit(1)  # it is gone already
    _limit(resource.RLIMIT_CPU, int(seconds), int(seconds) + 5)  # SIGXCPU, and what ignores that is killed
    _limit(resource.RLIMIT_AS, int(memory), int(memory))
    _limit(resource.RLIMIT_FSIZE, int(file_size), int(file_size))
    _limit(resource.RLIMIT_CORE, 0, 0)
    os.execvp(command[0], command)


def _limit(what: int, soft: int, hard: int) -> None:
    _, most = resource.getrlimit(what)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(what, (soft, hard))


if __name__ == "__main__":
    main()
