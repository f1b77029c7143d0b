# SPDX-License-Identifier: Apache-2.0
"""One process of the emulator's measurements: `python -m tools.bench.emulator_inside`, which prints a JSON object."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from typing_extensions import override

import topologies
from fabric.emulation.network import Network
from fabric.emulation.run import execute
from fabric.emulation.switches import running_switches
from fabric.measuring.measurements import Measurements
from fabric.progress import Progress, Watched
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic import workload
from fabric.traffic.flow import Flow
from fabric.traffic.nics import build_flows, build_nics

_SCENARIOS = Path(topologies.__file__).parent / "scenarios"
_LAB = Path(topologies.__file__).with_name("lab.yaml")
_ROUNDS = 3
_NICS = 16
_PERMUTATION = """\
name: permutation
topology: {lab}
overrides: {{t0s_per_plane: 4, t1s_per_plane: 4, downlinks_per_t0: 4, nics: 16}}
limit: 100ms
workload:
{writes}
"""
_WRITE = "  - {{from: nic{source}, to: nic{sink}, bytes: 2MB}}\n"


@dataclass(frozen=True, slots=True)
class Run:
    """One run, and what it measured.

    Attributes:
        setup_s: seconds to set a switch up, once its program is compiled.
        run_s: processor seconds of all of it but the set-up.
        events_s: those from the first event to the last: without putting together what was measured, which hashes what
            was carried.
    """

    setup_s: float
    run_s: float
    events_s: float
    measured: Measurements

    @property
    def hops(self) -> int:
        """Frames that switches received."""
        return sum(switch.received for switch in self.measured.switches.values())


class _Stopwatch(Progress):
    """Takes the processor time from the first event to the last."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @override
    def started(self, fabric: Watched, flows: Sequence[Flow]) -> None:
        self.seconds = -time.process_time()

    @override
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.seconds += time.process_time()


def main() -> None:
    """Measure, and print: seconds to set a switch up, seconds of the demo, packet-hops a second in a permutation."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        demos = [_run(load(_SCENARIOS / "demo.yaml"), scratch) for _ in range(_ROUNDS)]
        file = scratch / "permutation.yaml"
        pairs = [_WRITE.format(source=i, sink=(i + _NICS // 2) % _NICS) for i in range(_NICS)]
        file.write_text(_PERMUTATION.format(lab=_LAB, writes="".join(pairs)), encoding="utf-8")
        runs = [_run(load(file), scratch) for _ in range(_ROUNDS)]
    measured = {
        "setup": min(run.setup_s for run in demos),
        "demo": min(run.run_s for run in demos),
        "hops": max(run.hops / run.events_s for run in runs),
    }
    sys.stdout.write(json.dumps(measured) + "\n")


def _run(scenario: Scenario, out: Path) -> Run:
    payloads = workload.payloads(scenario, None)
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [each.contents for each in payloads])
    told: list[float] = []  # when the program was compiled, and when every switch held its entries
    with running_switches(scenario.topology, scenario.seed, lambda _: told.append(time.perf_counter())) as built:
        setup = (told[-1] - told[0]) / len(built.switches)
        network = Network(scenario.topology, built.switches, nics, seed=scenario.seed)
        watch = _Stopwatch()
        before = time.process_time()
        measured = execute(scenario, network, flows, progress=watch, out=out)
        return Run(setup, time.process_time() - before, watch.seconds, measured)


if __name__ == "__main__":
    main()
