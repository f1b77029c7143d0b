# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric run`: from a scenario file to a verdict and everything a run leaves behind."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from rich.console import Console

from fabric.emulation.run import execute
from fabric.finish import finish, write_received
from fabric.program import PROGRAM
from fabric.progress import Progress, choose
from fabric.results.build import build
from fabric.results.document import Result
from fabric.running import Observer, ready
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic import workload
from p4soft.engine_choice import EngineChoice


def run_scenario(
    file: Path,
    out: Path,
    payload: Path | None,
    console: Console,
    *,
    show_progress: bool = True,
    program: Path = PROGRAM,
    engine: EngineChoice = "auto",
    observer: Observer | None = None,
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
        observer: looks at the run.

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
    say(f"{loaded.title} ({loaded.name}, seed {loaded.seed})")
    again = partial(ready, loaded, carried, program=program, engine=engine)
    with again(say) as built:
        measured = execute(
            loaded, built.network, built.flows,
            progress=progress, out=out, p4runtime_writes=built.writes, rerouting=built.rerouting, watch=observer,
            probes=built.probes,
        )  # fmt: skip
    say(f"ran {measured.events:,} events")
    write_received(loaded, carried, lambda index: built.flows[index].received(), out)
    made = build(loaded, measured)
    if observer is not None:
        say("looking again for the timeline")
        observer.finish(made, lambda join: again(_silent, join=join))
    return finish(made, out, console)


def result_of(scenario: Scenario, observer: Observer | None = None) -> Result:
    """The result of a scenario, for a program: nothing is shown or written. Raises FabricError.

    Args:
        scenario: to be run.
        observer: looks at the run.
    """
    carried = workload.payloads(scenario, None)
    scenario = workload.with_time_for(scenario, carried)
    with ready(scenario, carried, _silent) as built:
        measured = execute(
            scenario, built.network, built.flows,
            progress=Progress(), p4runtime_writes=built.writes, rerouting=built.rerouting, watch=observer,
            probes=built.probes,
        )  # fmt: skip
    made = build(scenario, measured)
    if observer is not None:
        observer.finish(made, lambda join: ready(scenario, carried, _silent, join=join))
    return made


def _silent(_text: str) -> None:
    """For who wants no progress."""
