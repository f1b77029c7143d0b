# SPDX-License-Identifier: Apache-2.0
"""Measurements of NICs and emulator in a process of their own: the Python sources, or their compiled build."""

from __future__ import annotations

import os
import subprocess
import sys

from common import PROJECT_ROOT
from common.acceleration import VARIABLE

_ASK = "from common import acceleration; print(acceleration.is_accelerated())"
PYTHON, COMPILED = "0", "1"


def compiled_is_there() -> bool:
    """Whether `make accelerate` has made a build of these sources."""
    return python("-c", _ASK, accelerated=COMPILED) == "True"


def python(*arguments: str, accelerated: str) -> str:
    """What Python prints, run with these arguments; `accelerated`: PYTHON or COMPILED."""
    environment = {**os.environ, VARIABLE: accelerated}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, check=True, capture_output=True, text=True, timeout=600
    )
    return done.stdout.strip()
