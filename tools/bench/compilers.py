# SPDX-License-Identifier: Apache-2.0
"""How long it takes to compile p4src, process start included, beside p4c."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import targets
from tools.bench.results import Better, Figure
from tools.bench.settings import Settings
from tools.bench.timing import best_seconds

_ROOT = Path(targets.__file__).resolve().parents[1]
_PROGRAM = _ROOT / "p4src" / "main.p4"


def compile_times(settings: Settings) -> Iterator[Figure]:
    """Seconds from source to BMv2 JSON and P4Info."""
    outputs = [
        "-o",
        str(settings.scratch / "main.json"),
        "--p4runtime-files",
        str(settings.scratch / "main.p4info.txtpb"),
    ]
    ours = best_seconds(lambda: _run([sys.executable, "-m", "targets.compiler", str(_PROGRAM), *outputs]))
    p4c = shutil.which("p4c-bm2-ss")
    if p4c is None:
        yield Figure("compile_p4src", ours, "s", better=Better.LESS, why="p4c-bm2-ss is not on the PATH")
        return
    theirs = best_seconds(lambda: _run([p4c, "--std", "p4-16", str(_PROGRAM), *outputs]))
    yield Figure("compile_p4src", ours, "s", "p4c-bm2-ss", theirs, Better.LESS, "the start of Python is 0.1 s of it")


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=_ROOT, check=True, capture_output=True, timeout=600)
