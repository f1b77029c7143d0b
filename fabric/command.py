# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric run`: from a scenario file to a verdict and everything a run leaves behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from fabric.emulation.lossless.parts import lossless_parts
from fabric.emulation.network import Network
from fabric.emulation.rerouting import Rerouting
from fabric.emulation.run import execute
from fabric.emulation.size import check_size
from fabric.emulation.switches import running_switches
from fabric.finish import finish, write_received
from fabric.mapping.feeding import clustermapper_of
from fabric.measuring.measurements import Measurements
from fabric.program import PROGRAM
from fabric.progress import Progress, choose
from fabric.results.build import build
from fabric.results.document import Result
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic import workload
from fabric.traffic.build import build_traffic
from fabric.traffic.flow import Flow
from targets.engine_choice import EngineChoice


def run_scenario(
    file: Path,
    out: Path,
    payload: Path | None,
    console: Console,
    *,
    show_progress: bool = True,
    program: Path = PROGRAM,
    engine: EngineChoice = "auto",
) -> bool:
    """Run a scenario and write `result.json`, `report.html`, captures and received files below `out`.

    Args:
        file: the scenario.
        out: output directory, made when missing.
        payload: a file every write carries instead of the scenario's data; None for the scenario's own.
        console: for progress, tables and the verdict.
        show_progress: False prints results only.
        program: P4 source of the switches.
        engine: what runs it; the result is the same.

    Returns:
        True when all bytes arrived intact and every expectation held.

    Raises:
        FabricError: anything the user can put right; nothing half-written remains.
    """
    started = time.monotonic()

    def say(text: str) -> None:
        if show_progress:
            console.print(f"{time.monotonic() - started:6.1f} s  {text}", markup=False, highlight=False, soft_wrap=True)

    loaded = load(file)
    carried = workload.payloads(loaded, payload)
    loaded = workload.with_time_for(loaded, carried)
    progress = choose(console, show_progress)
    measured, flows = _executed(loaded, carried, say, progress=progress, out=out, program=program, engine=engine)
    say(f"ran {measured.events:,} events")
    write_received(loaded, carried, lambda index: flows[index].received(), out)
    return finish(build(loaded, measured), out, console)


def result_of(scenario: Scenario) -> Result:
    """The result of a scenario, for a program: nothing is shown or written. Raises FabricError."""
    carried = workload.payloads(scenario, None)
    scenario = workload.with_time_for(scenario, carried)
    measured, _ = _executed(scenario, carried, lambda _: None, progress=Progress())
    return build(scenario, measured)


def _executed(
    scenario: Scenario,
    carried: Sequence[workload.Payload],
    say: Callable[[str], None],
    *,
    progress: Progress,
    out: Path | None = None,
    program: Path = PROGRAM,
    engine: EngineChoice = "auto",
) -> tuple[Measurements, Sequence[Flow]]:
    """Build the fabric and run it to its end."""
    check_size(scenario.topology)
    traffic = build_traffic(scenario, [each.contents for each in carried])
    flows = traffic.flows
    say(f"{scenario.title} ({scenario.name}, seed {scenario.seed})")
    with running_switches(scenario.topology, scenario.seed, say, program, engine) as built:
        mapper = clustermapper_of(scenario, traffic.steered)
        network = Network(
            scenario.topology,
            built.switches,
            traffic.nics if mapper is None else mapper.endpoints,
            seed=scenario.seed,
            parts=lossless_parts(scenario.topology),
            signal_ns=scenario.nic.signal_ns,
        )
        if mapper is not None:
            mapper.attach(network)
        convergence = scenario.routing.convergence
        rerouting = (
            Rerouting(scenario.topology, built, scenario.faults, convergence) if convergence is not None else None
        )
        measured = execute(
            scenario, network, flows,
            progress=progress, out=out, p4runtime_writes=built.writes, rerouting=rerouting,
        )  # fmt: skip
        return measured, flows
