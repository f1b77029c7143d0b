# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric run`: from a scenario file to a verdict and everything a run leaves behind."""

from __future__ import annotations

import time
from pathlib import Path

from rich.console import Console

from fabric.emulation.network import Network
from fabric.emulation.run import execute
from fabric.emulation.size import check_size
from fabric.emulation.switches import running_switches
from fabric.finish import finish, write_received
from fabric.mapping.feeding import clustermapper_of
from fabric.program import PROGRAM
from fabric.progress import choose
from fabric.results.build import build
from fabric.scenario.reading import load
from fabric.traffic import workload
from fabric.traffic.nics import build_flows, build_nics
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
    check_size(loaded.topology)
    carried = workload.payloads(loaded, payload)
    loaded = workload.with_time_for(loaded, carried)
    nics = build_nics(loaded)
    flows = build_flows(loaded, nics, [each.data for each in carried])
    say(f"{loaded.title} ({loaded.name}, seed {loaded.seed})")
    with running_switches(loaded.topology, loaded.seed, say, program, engine) as built:
        mapper = clustermapper_of(loaded, nics)
        endpoints = nics if mapper is None else mapper.endpoints
        network = Network(loaded.topology, built.switches, endpoints, seed=loaded.seed, signal_ns=loaded.nic.signal_ns)
        if mapper is not None:
            mapper.attach(network)
        progress = choose(console, show_progress)
        measured = execute(loaded, network, flows, progress=progress, out=out, p4runtime_writes=built.writes)
    say(f"ran {measured.events:,} events")
    write_received(loaded, carried, lambda index: flows[index].received(), out)
    return finish(build(loaded, measured), out, console)
