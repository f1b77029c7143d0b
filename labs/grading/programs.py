# SPDX-License-Identifier: Apache-2.0
"""Programs that the sandbox runs for a student's answer, each in a process that can be confined.

    python -m labs.grading.programs compile TARGET SOURCE FOLDER
    python -m labs.grading.programs shell ADDRESS DEVICE_ID SCRIPT [ARGUMENT...]

`shell` runs a script with p4runtime-shell connected to a switch: `from p4runtime_sh.shell import TableEntry` and the
like work in it as at the shell's prompt.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

ELECTION_ID = (0, 1000)
"""High and low half: above the client that started the switch."""


def compile_program(target: str, source: str, folder: str) -> None:
    """Compile for a target; exit status 1, with the compiler's messages, if that fails."""
    from p4soft.targets import TargetError, get_target  # noqa: PLC0415 - the shell needs none

    try:
        get_target(target).compile(Path(source), Path(folder))
    except TargetError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


def run_in_shell(address: str, device_id: str, script: str, *arguments: str) -> None:
    """Connect, run the script as `__main__`, disconnect."""
    from p4soft.p4runtime_client.shell import alias  # noqa: PLC0415 - the compiler needs none

    alias()
    from p4runtime_sh import shell  # noqa: PLC0415 (after the alias)

    shell.setup(device_id=int(device_id), grpc_addr=address, election_id=ELECTION_ID, verbose=False)
    sys.argv = [script, *arguments]
    try:
        runpy.run_path(script, run_name="__main__")
    finally:
        shell.teardown()


if __name__ == "__main__":
    name, *words = sys.argv[1:]
    if name == "compile":
        compile_program(*words)
    else:
        run_in_shell(*words)
