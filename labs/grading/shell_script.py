# SPDX-License-Identifier: Apache-2.0
"""Runs a script with p4runtime-shell connected to a switch: `ADDRESS DEVICE_ID SCRIPT [ARGUMENT...]`.

In the script `from p4runtime_sh.shell import TableEntry` and the like work as at the shell's prompt.
"""

from __future__ import annotations

import runpy
import sys

from p4soft.p4runtime_client.shell import alias

ELECTION_ID = (0, 1000)
"""High and low half: above whoever started the switch."""


def main() -> None:
    """Connect, run the script as `__main__`, disconnect; exit status 1 where the shell is not installed."""
    address, device_id, script, *arguments = sys.argv[1:]
    alias()
    try:
        from p4runtime_sh import shell  # noqa: PLC0415 (after the alias)
    except ModuleNotFoundError as error:
        print(f"error: {error}; it comes with requirements.txt", file=sys.stderr)
        raise SystemExit(1) from None
    shell.setup(device_id=int(device_id), grpc_addr=address, election_id=ELECTION_ID, verbose=False)
    sys.argv = [script, *arguments]
    try:
        runpy.run_path(script, run_name="__main__")
    finally:
        shell.teardown()


if __name__ == "__main__":
    main()
