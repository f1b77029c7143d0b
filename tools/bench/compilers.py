# SPDX-License-Identifier: Apache-2.0
"""How long it takes to compile p4src, process start included, beside p4c; and its JSON to machine code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from common import PROJECT_ROOT
from p4soft.switch.native.object_cache import VARIABLE
from tools.bench.results import Better, Figure
from tools.bench.settings import Settings
from tools.bench.timing import best_seconds

_PROGRAM = PROJECT_ROOT / "p4src" / "main.p4"
_ROUNDS = 3
_LOAD = """
import sys, time
from p4soft.switch import SimpleSwitch, load_program
text = open(sys.argv[1], encoding="utf-8").read()
switch, start = SimpleSwitch(engine="native"), time.perf_counter()
switch.load(load_program(text))
print(time.perf_counter() - start)
"""


def compile_times(settings: Settings) -> Iterator[Figure]:
    """Seconds from source to BMv2 JSON and P4Info."""
    outputs = [
        "-o",
        str(settings.scratch / "main.json"),
        "--p4runtime-files",
        str(settings.scratch / "main.p4info.txtpb"),
    ]
    ours = best_seconds(lambda: _run([sys.executable, "-m", "p4soft.compiler", str(_PROGRAM), *outputs]))
    yield from _native(settings.scratch)
    p4c = shutil.which("p4c-bm2-ss")
    if p4c is None:
        yield Figure("compile_p4src", ours, "s", better=Better.LESS, why="p4c-bm2-ss is not on the PATH")
        return
    theirs = best_seconds(lambda: _run([p4c, "--std", "p4-16", str(_PROGRAM), *outputs]))
    yield Figure("compile_p4src", ours, "s", "p4c-bm2-ss", theirs, Better.LESS, "the start of Python is 0.1 s of it")


def _native(scratch: Path) -> Iterator[Figure]:
    """Seconds by the clock to load the JSON as machine code, in a new process whose start is not counted."""
    json = str(scratch / "main.json")
    fresh = min(_load(json, "off") for _ in range(_ROUNDS))
    _load(json, str(scratch / "cache"))
    cached = min(_load(json, str(scratch / "cache")) for _ in range(_ROUNDS))
    yield Figure("load_p4src_native", fresh, "s", better=Better.LESS, why="LLVM; nothing on disk yet")
    yield Figure("load_p4src_cached", cached, "s", "the first time", fresh, Better.LESS)


def _load(json: str, cache: str) -> float:
    return float(_run([sys.executable, "-c", _LOAD, json], **{VARIABLE: cache}))


def _run(command: list[str], **more: str) -> str:
    environment = {**os.environ, **more}
    return subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, check=True, capture_output=True, text=True, timeout=600
    ).stdout
