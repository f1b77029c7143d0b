# SPDX-License-Identifier: Apache-2.0
"""`python -m topologies prove|mutate|scale`."""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

import topologies
from common import PROJECT_ROOT
from common.written_tables import NoPlaceError, replaced
from controller import ControllerError
from controller.fleet import Folder, plan_fleet
from fabric.errors import FabricError
from fabric.proof.failures import MOST, Failures, text
from fabric.proof.mutations import Mutation, Mutator
from fabric.proof.p4src_run import P4srcRun, TargetRun
from fabric.proof.proving import Mistake, Prover, prove
from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice
from p4soft.outputs import write_text
from p4soft.targets import TARGET_NAMES, get_target
from topologies import Fabric, Switch, TopologyError

ERRORS = (ControllerError, FabricError, TopologyError)

_TOPOLOGY = click.argument("topology", type=click.Path(path_type=Path), default=topologies.LAB)
_JOBS = click.option("--jobs", type=click.IntRange(1), help="Processes; one on each core when left out.")
_SHOWN = 20


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed}/{task.total}"))
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


# --- prove -----------------------------------------------------------------------------------------------------------


@click.command("prove")
@_TOPOLOGY
@click.option(
    "--tables",
    type=click.Path(file_okay=False, path_type=Path),
    help="Prove these tables (`plan --folder`, `controller read --folder`); without, those that the controller plans.",
)
@click.option(
    "--failures", type=click.IntRange(0, MOST), default=0, show_default=True, help="What this many failures take."
)
@click.option("--run", "runs", is_flag=True, help="Run each counterexample through p4src.")
@click.option(
    "--target", type=click.Choice(TARGET_NAMES),
    help="Run them on a switch process of its own; on an embedded switch in this process when left out.",
)  # fmt: skip
@_JOBS
def prove_command(
    *, topology: Path, tables: Path | None, failures: int, runs: bool, target: str | None, jobs: int | None
) -> None:
    """Prove that the tables of TOPOLOGY carry every path and nothing else (docs/proof.md says why that is a proof).

    A wrong entry is answered with a packet that shows it. Exit status 0 only when all is proved.
    """
    if target is not None and not runs:
        raise click.UsageError("--target is where counterexamples are run: give --run too")
    if target is not None and (reason := get_target(target).unavailable()) is not None:
        raise FabricError(reason)
    fabric = topologies.load(topology)
    folder = Folder.open(tables, fabric) if tables is not None else None
    with _progress() as progress:
        task = progress.add_task(f"proving {fabric.name}", total=None)
        proof = prove(
            fabric,
            folder,
            jobs=jobs or 0,
            told=lambda done, total: progress.update(task, completed=done, total=total),
        )
    for line in proof.lines():
        click.echo(line)
    if runs and proof.wrong:
        _run_all(fabric, folder, [mistake for verdict in proof.wrong for mistake in verdict.mistakes], target)
    if not proof.holds:
        sys.exit(1)
    for count in range(1, failures + 1):
        _print_effects(fabric, count)


def _run_all(fabric: Fabric, folder: Folder | None, mistakes: list[Mistake], target: str | None) -> None:
    runner: P4srcRun | TargetRun = P4srcRun() if target is None else TargetRun(target)
    where = "" if target is None else f" on {target}"
    try:
        prover = Prover(fabric)
        for mistake in mistakes:
            if mistake.witness is not None:
                switch = fabric.switch(mistake.switch)
                held = prover.planner.plan(switch) if folder is None else folder.tables(switch.name)
                got = runner.outcome(mistake.witness, held)
                if got is None:
                    click.echo(f"p4src on {mistake.switch}{where}: not run: it takes frames at exact times")
                    continue
                same = "as predicted" if got == mistake.witness.found else f"not as predicted: {got.text()}"
                click.echo(f"p4src on {mistake.switch}{where}: {same}: {mistake.witness.found.text()}")
    finally:
        runner.close()


def _print_effects(fabric: Fabric, count: int) -> None:
    began = time.perf_counter()
    effects = Failures(fabric).effects(count)
    took = time.perf_counter() - began
    total = sum(effect.combinations for effect in effects)
    failures = f"{count} failure{'s' * (count > 1)} at a time"
    click.echo(f"{failures}: {total:,} combinations in {len(effects)} classes, worst first; {took:.2f} s")
    for effect in effects[:_SHOWN]:
        lost, had = effect.worst
        names = ", ".join(text(fabric, each) for each in effect.example)
        click.echo(
            f"  {effect.combinations:,} as {names}: {effect.cut_off:,} pairs cut off, the worst of {effect.pairs:,} "
            f"loses {lost} of {had} paths, {effect.planes} planes hit, {effect.uneven:,} NICs with uneven planes"
        )
    if len(effects) > _SHOWN:
        click.echo(f"  and {len(effects) - _SHOWN} classes that take less")


# --- mutate ----------------------------------------------------------------------------------------------------------


@click.command("mutate")
@_TOPOLOGY
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="How many mistakes.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws them.")
@click.option("--engine", type=click.Choice(ENGINES), default="python", show_default=True, help=ENGINE_HELP)
def mutate_command(*, topology: Path, count: int, seed: int, engine: EngineChoice) -> None:
    """Put one mistake at a time into the tables of TOPOLOGY: each must be found, and shown by p4src.

    Exit status 0 only when all were.
    """
    fabric = topologies.load(topology)
    results: Counter[tuple[str, bool]] = Counter()
    began = time.perf_counter()
    with _progress() as progress:
        task = progress.add_task(f"mutating {fabric.name}", total=count)
        for mutation, problem in mutations(fabric, count, seed, engine):
            results[mutation.kind, not problem] += 1
            if problem:
                click.echo(f"{mutation.kind} in {mutation.table} of {mutation.switch}: {problem}")
            progress.advance(task)
    for kind in sorted({kind for kind, _ in results}):
        click.echo(f"{kind}: {results[kind, True]} of {results[kind, True] + results[kind, False]} found and shown")
    shown = sum(number for (_, good), number in results.items() if good)
    click.echo(f"{shown} of {count} mistakes found, each shown by p4src; {time.perf_counter() - began:.1f} s")
    if shown < count:
        sys.exit(1)


def mutations(fabric: Fabric, count: int, seed: int, engine: EngineChoice = "python") -> Iterator[tuple[Mutation, str]]:
    """Mistakes, and of each why it was not found or not shown; "" when it was.

    The kinds take turns, the switches are drawn.
    """
    draw = random.Random(seed)
    prover, mutator = Prover(fabric), Mutator(fabric, draw)
    nodes = list(fabric.switches())
    runner = P4srcRun(engine)
    try:
        for number in range(count):
            switch = draw.choice(nodes)
            kind = mutator.kinds[number % len(mutator.kinds)]
            mutation = mutator.mutate(kind, switch, prover.planner.plan(switch))
            yield mutation, _problem(prover, runner, mutation, switch)
    finally:
        runner.close()


def _problem(prover: Prover, runner: P4srcRun, mutation: Mutation, switch: Switch) -> str:
    verdict = prover.judge(switch, mutation.tables)
    if verdict is None:
        return "not found"
    witnesses = [each.witness for each in verdict.mistakes if each.witness is not None]
    if not witnesses:
        return "found, and no packet shows it"
    witness = witnesses[0]
    got = runner.outcome(witness, mutation.tables)
    if got != witness.found:
        return f"p4src: {got.text()}, predicted: {witness.found.text()}"
    return "" if got != witness.expected else "p4src does what it should"


# --- scale -----------------------------------------------------------------------------------------------------------


_SCALES = {"1/64": (64, 32), "1/16": (128, 64), "1/4": (256, 128), "1": (512, 256)}
"""T0s, and T1s as downlinks, of a plane; the paper's fabric is 1. Entries grow as their product."""
_WRITER = "python -m topologies scale --write"


@click.command("scale")
@click.option("--only", type=click.Choice(tuple(_SCALES)), multiple=True, help="These; all when left out.")
@click.option("--write", "writes", is_flag=True, help="Store the numbers, and write the table of docs/scale.md.")
@_JOBS
def scale_command(*, only: tuple[str, ...], writes: bool, jobs: int | None) -> None:
    """Plan and prove the paper's fabric at 1/64, 1/16, 1/4 and all of its entries: CPU seconds and memory."""
    numbers = PROJECT_ROOT / "docs" / "scale.json"
    stored = json.loads(numbers.read_text(encoding="utf-8")) if numbers.exists() else {}
    for name in only or _SCALES:
        stored[name] = _measured(*_SCALES[name], jobs or 0)
        click.echo(f"{name}: {json.dumps(stored[name])}")
    if writes:
        page = PROJECT_ROOT / "docs" / "scale.md"
        try:
            text = replaced(page.read_text(encoding="utf-8"), _WRITER, table_of(stored).rstrip("\n"))
        except NoPlaceError as error:
            raise FabricError(f"{page}: {error}") from None
        write_text(numbers, json.dumps(stored, indent=1) + "\n")
        write_text(page, text)


def _measured(t0s: int, t1s: int, jobs: int) -> dict[str, float]:
    paper = PROJECT_ROOT / "topologies" / "paper-8plane.yaml"
    fabric = topologies.load(paper, {"t0s_per_plane": t0s, "t1s_per_plane": t1s, "downlinks_per_t0": t1s})
    clock = [_cpu_seconds()]
    with tempfile.TemporaryDirectory() as place:
        folder = plan_fleet(fabric, Path(place) / "plan", jobs=jobs)
        clock.append(_cpu_seconds())
        proof = prove(fabric, folder, jobs=jobs)
        clock.append(_cpu_seconds())
        size = sum(row.size for row in folder.rows.values())
    if not proof.holds:
        raise FabricError("\n".join(proof.lines()))
    failures = Failures(fabric)
    for count in (1, 2):
        failures.effects(count)
        clock.append(_cpu_seconds())
    plan_s, prove_s, single_s, double_s = (after - before for before, after in pairwise(clock))
    memory = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "switches": proof.switches,
        "entries": proof.entries,
        "plan_s": round(plan_s, 2),
        "plan_mb": round(size / 1e6, 1),
        "prove_s": round(prove_s, 2),
        "single_s": round(single_s, 3),
        "double_s": round(double_s, 3),
        "memory_mb": round(memory / 1e3),
    }


def _cpu_seconds() -> float:
    """Of this process and those that it has waited for."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def table_of(stored: Mapping[str, Mapping[str, float]]) -> str:
    """The table of docs/scale.md."""
    head = "| of the paper's fabric | switches | entries | plan | files | proof | single | double failures | memory |\n"
    lines = [head, "|" + "---|" * 9 + "\n"]
    for name in _SCALES:
        if name in stored:
            each = stored[name]
            lines.append(
                f"| {name} | {each['switches']:,} | {each['entries']:,} | {each['plan_s']:.1f} s "
                f"| {each['plan_mb']:.0f} MB | {each['prove_s']:.1f} s | {each['single_s']:.2f} s "
                f"| {each['double_s']:.2f} s | {each['memory_mb']:.0f} MB |\n"
            )
    return "".join(lines)
