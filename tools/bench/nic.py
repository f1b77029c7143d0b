# SPDX-License-Identifier: Apache-2.0
"""Data packets per second through two NICs back to back: encoded, with ICRC, decoded, placed and acknowledged."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import targets
from acceleration import VARIABLE
from tools.bench.results import Figure
from tools.bench.settings import Settings

_ROOT = Path(targets.__file__).resolve().parents[1]
_MEBIBYTES = 64
_ASK = "import acceleration; print(acceleration.is_accelerated())"
_MEASURE = f"from host_stack.bench import transfer; print(*transfer({_MEBIBYTES} << 20))"
_ROUNDS = 3


def nic_packets(settings: Settings) -> Iterator[Figure]:
    """The compiled NIC beside the Python one, each in a process of its own, in turn; both ends on one core."""
    del settings
    compiled_is_there = _python(_ASK, "1") == "True"
    python = compiled = 0.0
    for _ in range(_ROUNDS):
        python = max(python, _rate("0"))
        if compiled_is_there:
            compiled = max(compiled, _rate("1"))
    if compiled_is_there:
        yield Figure("nic_packets", compiled, "packets/s", "the same sources, interpreted", python)
    else:
        yield Figure("nic_packets", python, "packets/s", why="no compiled build: make accelerate")


def _rate(accelerated: str) -> float:
    packets, seconds = _python(_MEASURE, accelerated).split()
    return int(packets) / float(seconds)


def _python(code: str, accelerated: str) -> str:
    environment = {**os.environ, VARIABLE: accelerated}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=_ROOT, env=environment, check=True, capture_output=True, text=True, timeout=600)
    return done.stdout.strip()
