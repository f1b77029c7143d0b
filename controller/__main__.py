# SPDX-License-Identifier: Apache-2.0
"""``python -m controller``: errors as ``error: <message>`` on standard error with status 1, usage errors with 2."""

from __future__ import annotations

from controller.command import main
from controller.errors import ControllerError
from p4soft.command_line import run_command
from topologies import TopologyError


def run() -> None:
    """Run the command line. Raises SystemExit when it ends otherwise than well."""
    run_command(main, (ControllerError, TopologyError), status=1, name="python -m controller")


if __name__ == "__main__":
    run()
