# SPDX-License-Identifier: Apache-2.0
"""``python -m controller``: errors as ``error: <message>`` on standard error with status 1, usage errors with 2."""

from __future__ import annotations

import sys

from controller.cli import main
from controller.errors import ControllerError
from controller.interrupt import InterruptedCommandError, interruptible
from topologies import TopologyError


def run() -> int:
    """Run the command line; the exit status."""
    try:
        with interruptible():
            main(prog_name="python -m controller")
    except InterruptedCommandError as interrupted:
        print(f"error: {interrupted}", file=sys.stderr)
        return interrupted.status
    except (ControllerError, TopologyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(run())
