# SPDX-License-Identifier: Apache-2.0
"""What one types to run a command of the live lab: as this program was called, so that it can be copied."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from labs.place import DEFAULT

COMMAND = "mrc-lab"
"""What `make tools` calls the program."""


def program() -> str:
    """`mrc-lab`, or `.venv/bin/python -m labs` with the Python that runs this, below this directory if it is there."""
    if Path(sys.argv[0]).name == COMMAND and shutil.which(COMMAND):
        return COMMAND
    return f"{_python()} -m labs"


def to_type(words: str, lab: str = DEFAULT) -> str:
    """A command line: `words` begin with a command's name, `lab` is the name of the lab that it is for."""
    command, *rest = words.split(" ", 1)
    return " ".join([program(), command, *(["--name", lab] if lab != DEFAULT else []), *rest])


def _python() -> str:
    ours = Path(sys.executable)
    for name in ("python", "python3"):
        if shutil.which(name) == str(ours):
            return name
    here = Path.cwd()
    if ours.is_relative_to(here):
        below = ours.relative_to(here)
        return shlex.quote(str(below) if len(below.parts) > 1 else f"./{below}")
    return shlex.quote(str(ours))
