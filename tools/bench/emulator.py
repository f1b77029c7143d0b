# SPDX-License-Identifier: Apache-2.0
"""The emulated fabric: the demo's run, packets through switches in a permutation, and the set-up of a switch."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import topologies
from fabric.emulation.network import Network
from fabric.emulation.run import execute
from fabric.emulation.switches import running_switches
from fabric.measuring.measurements import Measurements
from fabric.progress import Progress
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic import workload
from fabric.traffic.nics import build_flows, build_nics
from tools.bench.results import Better, Figure
from tools.bench.settings import Settings

_SCENARIOS = Path(topologies.__file__).parent / "scenarios"
_LAB = Path(topologies.__file__).with_name("lab.yaml")
_HTSIM = "htsim_uec"
_HTSIM_NODES = 128
_HTSIM_BYTES = 2_000_000
_HTSIM_HOPS = 3  # leaf, spine, leaf
_PERMUTATION = """\
name: permutation
topology: {lab}
overrides: {{t0s_per_plane: 4, t1s_per_plane: 4, downlinks_per_t0: 4, nics: 16}}
limit: 100ms
workload:
{writes}
"""
_WRITE = "  - {{from: nic{source}, to: nic{sink}, bytes: 512KiB}}\n"


@dataclass(frozen=True, slots=True)
class Run:
    """One run: seconds to set a switch up once its program is compiled, processor seconds to run, what was measured."""

    setup_s: float
    run_s: float
    measured: Measurements

    @property
    def hops(self) -> int:
        """Frames that switches received."""
        return sum(switch.received for switch in self.measured.switches.values())


def emulator(settings: Settings) -> Iterator[Figure]:
    """Set-up, the demo without it, and packet-hops a second with real P4 and real bytes, NICs included."""
    demos = [_run(load(_SCENARIOS / "demo.yaml"), settings.scratch) for _ in range(3)]
    yield Figure(
        "setup_per_switch",
        min(run.setup_s for run in demos),
        "s",
        better=Better.LESS,
        why="program, entries and reading back over P4Runtime",
    )
    yield Figure(
        "demo_run",
        min(run.run_s for run in demos),
        "s",
        better=Better.LESS,
        why="without set-up; most of it is the NICs, in Python",
    )
    file = settings.scratch / "permutation.yaml"
    pairs = [_WRITE.format(source=i, sink=(i + 8) % 16) for i in range(16)]
    file.write_text(_PERMUTATION.format(lab=_LAB, writes="".join(pairs)), encoding="utf-8")
    run = _run(load(file), settings.scratch)
    hops = run.hops / run.run_s
    theirs = _htsim(settings.scratch)
    if theirs is None:
        yield Figure("emulator_hops", hops, "packet-hops/s", why=f"{_HTSIM} is not on the PATH")
    else:
        why = "htsim moves descriptions of packets: it has no bytes, no P4 and no tables"
        yield Figure("emulator_hops", hops, "packet-hops/s", "uet-htsim", theirs, why=why)


def _run(scenario: Scenario, out: Path) -> Run:
    payloads = workload.payloads(scenario, None)
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [each.data for each in payloads])
    told: list[float] = []  # when the program was compiled, and when every switch held its entries
    with running_switches(scenario.topology, scenario.seed, lambda _: told.append(time.perf_counter())) as built:
        setup = (told[-1] - told[0]) / len(built.switches)
        network = Network(scenario.topology, built.switches, nics, seed=scenario.seed)
        before = time.process_time()
        measured = execute(scenario, network, flows, progress=Progress(), out=out)
        return Run(setup, time.process_time() - before, measured)


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
