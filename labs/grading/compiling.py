# SPDX-License-Identifier: Apache-2.0
"""Compiles a program for a target in a process of its own, which can be confined: `TARGET SOURCE FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from p4soft.targets import TargetError, get_target


def main() -> None:
    """Compile; exit status 1, with the compiler's messages, if that fails."""
    target, source, folder = sys.argv[1:]
    try:
        get_target(target).compile(Path(source), Path(folder))
    except TargetError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
