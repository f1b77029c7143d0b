# SPDX-License-Identifier: Apache-2.0
"""The standalone software switch: `python -m targets.softswitch --help`."""

from __future__ import annotations

from targets.softswitch.command import SwitchCommand
from targets.softswitch.standalone import run, run_switch


def main() -> None:
    """Run until SIGTERM or SIGINT; exit status 1 when the switch cannot start, 2 for wrong usage."""
    run_switch(SwitchCommand(run), "python -m targets.softswitch")


if __name__ == "__main__":
    main()
