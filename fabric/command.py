# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric run`: from a scenario file to a verdict and everything a run leaves behind."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import outputs
from fabric.emulation.network import Network
from fabric.emulation.run import execute
from fabric.emulation.size import check_size
from fabric.emulation.switches import running_switches
from fabric.program import PROGRAM
from fabric.progress import choose
from fabric.report import tables
from fabric.report.page import run_page
from fabric.results.build import build
from fabric.results.document import dumps
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic import workload
from fabric.traffic.flow import Flow
from fabric.traffic.nics import build_flows, build_nics
from targets.engine_choice import EngineChoice

#: Where received copies go below the output directory.
RECEIVED = "received"


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
        network = Network(loaded.topology, built.switches, nics, seed=loaded.seed, signal_ns=loaded.nic.signal_ns)
        progress = choose(console, show_progress)
        measured = execute(loaded, network, flows, progress=progress, out=out, p4runtime_writes=built.writes)
    say(f"ran {measured.events:,} events")
    made = build(loaded, measured)
    _write_received(loaded, flows, carried, out)
    outputs.write_text(out / "result.json", dumps(made))
    outputs.write_text(out / "report.html", run_page(made))
    wide = console if console.width >= tables.MINIMUM_WIDTH else Console(file=console.file, width=tables.MINIMUM_WIDTH)
    tables.print_result(made, wide)
    console.print(f"{out}/result.json, {out}/report.html", markup=False, highlight=False, soft_wrap=True)
    return bool(made["verdict"]["passed"])


def _write_received(scenario: Scenario, flows: Sequence[Flow], carried: Sequence[workload.Payload], out: Path) -> None:
    """What arrived, whole or not: the user may want to look at a broken copy too."""
    for flow, write, payload in zip(flows, scenario.workload, carried, strict=True):
        if payload.file_name is not None:
            name = workload.received_name(flow.index, write.source, write.to, payload.file_name)
            outputs.write_bytes(out / RECEIVED / name, flow.received()[: payload.copy_bytes])
