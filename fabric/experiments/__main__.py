# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric.experiments`: run the paper's figures, judge them, and put them on one page."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from common.quantities import show_size
from fabric.experiments.figure import SCALES, SEEDS, ExperimentError, Figure, Scale, options
from p4soft import outputs
from p4soft.command_line import run_command

if TYPE_CHECKING:
    from distributed import Client

    from fabric.experiments import page


ERRORS = (ExperimentError,)


_seeds = click.option(
    "--seeds",
    type=click.IntRange(1, len(SEEDS)),
    default=len(SEEDS),
    show_default=True,
    help="How many seeds of each figure; a figure is judged on these alone.",
)


@click.group()
def cli() -> None:
    """The production paper's experiments on the emulated fabric."""


@cli.command(name="list")
@click.option("--paper", is_flag=True, help="What the paper's figures show, with their values.")
def list_figures(*, paper: bool) -> None:
    """The figures there are."""
    if paper:
        for figure in _figures():
            click.echo(click.wrap_text(f"{figure.name}: {figure.paper}", 79, "", "    "))
        return
    table = Table("figure", "what", "runs")
    for figure in _figures():
        table.add_row(figure.name, figure.title, str(len(figure.runs("small"))))
    Console().print(table)


@cli.command()
@click.option("--only", default="", metavar="FIG,...", help="These figures; all when left out.")
@click.option(
    "--scale",
    type=click.Choice(SCALES),
    default="small",
    show_default=True,
    help="small: all in some minutes; paper: the paper's counts of nodes and switches.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/experiments"),
    show_default=True,
    help="Folder of results; a finished run of the same code is not repeated.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    default=240,
    show_default=True,
    help="A figure with a run that will take longer, of one core and by estimate, is refused.",
)
@click.option("--workers", type=click.IntRange(1), help="Local processes; one per core, or fewer if memory is short.")
@_seeds
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Run on this Dask scheduler, not on local processes.")
@click.option("--timeline", is_flag=True, help="Also write a timeline of each run.")
@click.option(
    "--sabotage",
    is_flag=False,
    flag_value="1",
    default="",
    metavar="[NAME,...]",
    help="Take away what figures show, one mechanism after the other (all that a figure names, or these), and see "
    "whether they notice; exit status 1 when one does not.",
)
def run(
    *,
    only: str,
    scale: Scale,
    out: Path,
    minutes: float,
    workers: int | None,
    seeds: int,
    cluster: str | None,
    timeline: bool,
    sabotage: str,
) -> None:
    """Run figures; exit status 0 only when every criterion of each holds."""
    if sabotage not in ("", "0"):
        given = {"--cluster": cluster is not None, "--timeline": timeline, "--seeds": seeds != len(SEEDS)}
        if refused := next((name for name, there in given.items() if there), ""):
            raise click.UsageError(
                f"{refused} with --sabotage; accepted: processes of this machine, one seed, no timelines"
            )
        sys.exit(0 if _sabotage(sabotage, only, scale, out, minutes, workers) else 1)
    from fabric.experiments import page, running  # noqa: PLC0415 - `--help` and `list` need neither Dask nor matplotlib
    from fabric.experiments.running import Allowance, free_memory, plan  # noqa: PLC0415 - the same
    from fabric.experiments.store import Store  # noqa: PLC0415 - the same

    chosen = _chosen(only)
    store = Store(out, scale, seeds)
    console = Console()
    free = free_memory()
    planned = plan(chosen, store, Allowance(None if cluster else free, minutes))
    if planned.missing:
        many = len(planned.missing)
        console.print(f"{many} runs to be made, about {planned.seconds / 60:.1f} minutes of one core", highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with contextlib.ExitStack() as stack:
        shown = stack.enter_context(Progress(*columns, console=console))
        tasks = {
            each.name: shown.add_task(each.name, total=len(store.runs(each)))
            for each in chosen
            if each.name not in planned.refused
        }

        @cache
        def client() -> Client:
            dask = stack.enter_context(running.dask(cluster, planned.workers(workers or os.cpu_count() or 1, free)))
            console.print(f"Dask's dashboard: {dask.dashboard_link}")
            return dask

        running.run_figures(planned, store, client, lambda figure, _run, _there: shown.advance(tasks[figure]))
        if timeline:
            seen = [figure for figure in chosen if figure.name not in planned.refused]
            total = sum(len(running.one_seed(figure, scale)) for figure in seen)
            watching = shown.add_task("timelines", total=total)
            running.make_timelines(seen, store, client, lambda _figure, _run: shown.advance(watching))
    sections = [page.section(figure, store, planned.refused.get(figure.name, "")) for figure in _figures()]
    written = page.write(store, sections)
    mine = [section for section in sections if section.figure in chosen]
    console.print(_verdicts(mine))
    console.print(_costs(mine))
    console.print(str(written), markup=False, highlight=False, soft_wrap=True)
    sys.exit(0 if all(section.held for section in mine) else 1)


@cli.command(name="table")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/experiments"),
    show_default=True,
    help="Folder of results, as `run` wrote it.",
)
@click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True, help="Of the results.")
@_seeds
@click.option(
    "--page",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("docs/experiments.md"),
    show_default=True,
    help="Page with the table; the verdicts are stored next to it, as experiments.json or experiments-paper.json.",
)
@click.option("--show", is_flag=True, help="Write nothing; print the stored verdict of every figure.")
def make_table(*, out: Path, scale: Scale, seeds: int, file: Path, show: bool) -> None:
    """Write the docs' table of verdicts from stored results.

    Figures without results of this code keep the row that they have.
    """
    from fabric.experiments import verdicts  # noqa: PLC0415 - as in `run`
    from fabric.experiments.store import Store  # noqa: PLC0415 - the same

    store, stored_in = Store(out, scale, seeds), file.with_name(verdicts.FILES[scale])
    if show:
        click.echo(verdicts.table(list(verdicts.read(stored_in).values())))
        return
    try:
        page = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise ExperimentError(f"--page: {file}: {problem}; accepted: a page of the project's docs") from None
    fresh = [each for figure in _figures() if (each := verdicts.verdict(figure, store)) is not None]
    everything = verdicts.merged(_figures(), verdicts.read(stored_in), fresh)
    written = verdicts.replaced(page, everything, file, scale)
    verdicts.write(stored_in, everything)
    outputs.write_text(file, written)
    click.echo(f"{file}: {len(fresh)} of {len(_figures())} figures from {store.root}")
    for name in verdicts.older(everything):
        command = f"make experiments ONLY={name}{options(scale, seeds)}"
        click.echo(f"{name}: its row is of other code; `{command}` makes it anew")
    for name in verdicts.tried_on_older(everything):
        click.echo(f"{name}: sabotages were tried on other code; `make experiments SABOTAGE=1 ONLY={name}` tries them")


def _sabotage(asked: str, only: str, scale: Scale, out: Path, minutes: float, workers: int | None) -> bool:
    """Let figures judge themselves without what they show, and say which noticed; whether all did."""
    from fabric.experiments import page, running  # noqa: PLC0415 - as in `run`
    from fabric.experiments.sabotage import chosen, try_out  # noqa: PLC0415 - the same
    from fabric.experiments.store import Store  # noqa: PLC0415 - the same

    try:
        figures = _chosen(only)
        pairs = chosen(figures, asked)
    except ExperimentError as problem:
        raise click.UsageError(str(problem)) from None
    store, console, free = Store(out, scale), Console(), running.free_memory()
    planned = running.plan(figures, store, running.Allowance(free, minutes))
    pairs = [(figure, each) for figure, each in pairs if figure.name not in planned.refused]
    with contextlib.ExitStack() as stack:
        shown = stack.enter_context(Progress(TextColumn("{task.description}"), TimeElapsedColumn(), console=console))
        task = shown.add_task("sabotage")

        @cache
        def client() -> Client:
            return stack.enter_context(running.dask(None, planned.workers(workers or os.cpu_count() or 1, free)))

        trials = try_out(pairs, store, client, lambda figure: shown.update(task, description=f"sabotage: {figure}"))
    table = Table("figure", "sabotage", "what the criterion said", "noticed")
    for trial in trials:
        noticed = "[green]yes[/]" if trial.noticed else "[red]no[/]"
        table.add_row(trial.figure.name, trial.sabotage.name, trial.said, noticed)
    for name, why in planned.refused.items():
        table.add_row(name, "", why, "[red]not run[/]")
    for figure in figures:
        if not figure.sabotages and asked == "1":
            table.add_row(figure.name, "", "names no sabotage", "[red]not tried[/]")
    console.print(table)
    written = page.write(store, [page.section(figure, store) for figure in _figures()])
    console.print(str(written), markup=False, highlight=False, soft_wrap=True)
    everything = not planned.refused and all(figure.sabotages or asked != "1" for figure in figures)
    return everything and all(trial.noticed for trial in trials)


def _figures() -> tuple[Figure, ...]:
    from fabric.experiments.figures import FIGURES  # noqa: PLC0415 - they are written in the NIC's words, so they load it

    return FIGURES


def _chosen(only: str) -> list[Figure]:
    if not only:
        return list(_figures())
    names = [name.strip() for name in only.split(",")]
    unknown = [name for name in names if name not in {figure.name for figure in _figures()}]
    if unknown:
        accepted = ", ".join(figure.name for figure in _figures())
        raise ExperimentError(f"--only: {unknown[0]!r} is not a figure; accepted: {accepted}")
    return [figure for figure in _figures() if figure.name in names]


def _verdicts(sections: list[page.Section]) -> Table:
    table = Table("figure", "criterion", "seen", "")
    for section in sections:
        for criterion in section.criteria:
            verdict = "[green]holds[/]" if criterion.held else "[red]does not hold[/]"
            table.add_row(section.figure.name, criterion.text, criterion.seen, verdict)
        for sentence in section.unfinished:
            table.add_row(section.figure.name, "", sentence, "")
        if section.refused:
            table.add_row(section.figure.name, "", section.refused, "[red]not run[/]")
    return table


def _costs(sections: list[page.Section]) -> Table:
    table = Table("figure", "runs", "packets", "switch passes", "seconds of a core", "memory at most")
    for section in sections:
        cost = section.cost
        if cost is not None:
            counts = (len(section.costs), cost["packets"], cost.get("switch_passes"), cost["seconds"])
            memory = show_size(int(cost["peak_bytes"]))
            table.add_row(section.figure.name, *("" if it is None else f"{it:,.0f}" for it in counts), memory)
    return table


def main() -> None:
    run_command(cli, ERRORS, status=1, name="python -m fabric.experiments")


if __name__ == "__main__":
    main()
