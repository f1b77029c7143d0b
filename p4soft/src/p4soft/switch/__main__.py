# SPDX-License-Identifier: Apache-2.0
"""The standalone software switch: `python -m p4soft.switch --help`."""

from __future__ import annotations

from p4soft.switch.command import SwitchCommand
from p4soft.switch.standalone import run, run_switch


def main() -> None:
    """Run until SIGTERM or SIGINT; exit status 1 when the switch cannot start, 2 for wrong usage."""
    run_switch(SwitchCommand(run), "python -m p4soft.switch")


if __name__ == "__main__":
    main()
