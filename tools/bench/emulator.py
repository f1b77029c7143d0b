# SPDX-License-Identifier: Apache-2.0
"""The emulated fabric: the demo's run, packets through switches in a permutation, and the set-up of a switch."""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.bench.accelerated import COMPILED, PYTHON, compiled_is_there, python
from tools.bench.results import Better, Figure
from tools.bench.settings import Settings

_HTSIM = "htsim_uec"
_HTSIM_NODES = 128
_HTSIM_BYTES = 2_000_000
_HTSIM_HOPS = 3  # leaf, spine, leaf
_INTERPRETED = "the same sources, interpreted"


def emulator(settings: Settings) -> Iterator[Figure]:
    """Set-up, the demo without it, and packet-hops a second with real P4 and real bytes, NICs included.

    Compiled, beside the Python sources, when there is a build of them; each in a process of its own.
    """
    sources = _measure(PYTHON)
    compiled = _measure(COMPILED) if compiled_is_there() else None
    yield Figure(
        "setup_per_switch",
        sources["setup"],
        "s",
        better=Better.LESS,
        why="program, entries and reading back over P4Runtime",
    )
    if compiled is None:
        why = "without set-up; no compiled build: make accelerate"
        yield Figure("demo_run", sources["demo"], "s", better=Better.LESS, why=why)
    else:
        yield Figure("demo_run", compiled["demo"], "s", _INTERPRETED, sources["demo"], Better.LESS, "without set-up")
        yield Figure("emulator_hops_compiled", compiled["hops"], "packet-hops/s", _INTERPRETED, sources["hops"])
    hops = sources["hops"] if compiled is None else compiled["hops"]
    theirs = _htsim(settings.scratch)
    if theirs is None:
        yield Figure("emulator_hops", hops, "packet-hops/s", why=f"{_HTSIM} is not on the PATH")
    else:
        why = "htsim moves descriptions of packets: it has no bytes, no P4 and no tables"
        yield Figure("emulator_hops", hops, "packet-hops/s", "uet-htsim", theirs, why=why)


def _measure(accelerated: str) -> dict[str, float]:
    measured: dict[str, float] = json.loads(python("-m", "tools.bench.emulator_inside", accelerated=accelerated))
    return measured


def _htsim(folder: Path) -> float | None:
    """Packet-hops per second of processor time of uet-htsim's permutation; None when it is not on the PATH."""
    program = shutil.which(_HTSIM)
    if program is None:
        return None
    matrix = folder / "permutation.cm"
    half = _HTSIM_NODES // 2
    lines = [f"Nodes {_HTSIM_NODES}", f"Connections {_HTSIM_NODES}"]
    lines += [f"{i}->{(i + half) % _HTSIM_NODES} id {i + 1} start 0 size {_HTSIM_BYTES}" for i in range(_HTSIM_NODES)]
    matrix.write_text("\n".join(lines) + "\n", encoding="ascii")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "-nodes", str(_HTSIM_NODES), "-tiers", "2", "-tm", str(matrix), "-end", "1000", "-seed", "1"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=600)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    counts = re.search(r"New: (\d+) Rtx: (\d+) .*ACKs: (\d+) NACKs: (\d+)", done.stdout)
    return None if counts is None else sum(map(int, counts.groups())) * _HTSIM_HOPS / seconds
