# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric`: run a scenario, compare results, make a page from a result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console

import topologies
from common.errors import DocumentError
from controller import ControllerError
from fabric.errors import FabricError
from fabric.live.namespaces import CABLE_CHOICES, CABLES_HELP, CableChoice
from p4soft import outputs
from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice, run_command
from p4soft.targets import TARGET_NAMES, TargetError
from topologies import LAB, TopologyError

Command = TypeVar("Command", bound=Callable[..., object])
CODECS = ("fast", "scapy")
_CODEC_HELP = "Codec of the NICs' frames; scapy is slower and gives the same result."
STAND_IN_HELP = "Let VPP forward in the place of this switch."
ERRORS = (FabricError, TopologyError, ControllerError, TargetError)
_RESULT = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def cli() -> None:
    """Run MRC fabrics, in emulated time or as a live lab."""


def _running(help_of_file: str) -> Callable[[Command], Command]:
    """The arguments of a command that runs a scenario; --file says what that command makes of it."""
    of_all = (
        click.argument("scenario", type=click.Path(path_type=Path)),
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            required=True,
            help="Directory for everything the run writes.",
        ),
        click.option("--file", "payload", type=click.Path(path_type=Path), help=help_of_file),
        click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help=ENGINE_HELP),
        click.option("--progress/--no-progress", default=True, help="Show progress while it runs."),
    )

    def decorate(command: Command) -> Command:
        for each in reversed(of_all):
            command = each(command)
        return command

    return decorate


@cli.command()
@_running("Write this file instead of the scenario's data; received copies go to OUT/received.")
@click.option("--codec", type=click.Choice(CODECS), default="fast", show_default=True, help=_CODEC_HELP)
@click.option("--timeline", is_flag=True, help="Also write OUT/timeline.html, a page that replays the run.")
def run(
    *, scenario: Path, out: Path, payload: Path | None, engine: EngineChoice, progress: bool, codec: str, timeline: bool
) -> None:
    """Run SCENARIO; exit status 0 only when all bytes arrived intact and every expectation held."""
    from fabric.running import run_scenario  # noqa: PLC0415 - `--help` and `report` need no switches
    from host_stack.wire.codecs import Codec  # noqa: PLC0415

    console = Console()
    recorded = None
    if timeline:
        from fabric.timeline import Timeline  # noqa: PLC0415

        recorded = Timeline()
    passed = run_scenario(
        scenario, out, payload, console,
        show_progress=progress, engine=engine, codec=Codec(codec), observer=recorded,
    )  # fmt: skip
    if recorded is not None:
        outputs.write_text(out / "timeline.html", recorded.page)
        console.print(f"{out}/timeline.html", markup=False, highlight=False, soft_wrap=True)
    sys.exit(0 if passed else 1)


@cli.command("slice")
@click.argument("topology", type=click.Path(path_type=Path))
@click.argument("wanted", metavar="SLICE")
@click.option("--fault", "faults", metavar="'TIME FAULT'", multiple=True, help="A fault, as scenarios write it.")
@click.option("--bytes", "size", metavar="SIZE", help="Bytes of the write; 8 packets for each path when left out.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Directory of the run.")
def slice_(*, topology: Path, wanted: str, faults: tuple[str, ...], size: str | None, out: Path) -> None:
    """Run a slice of a fabric: two NICs or more, and the switches that their paths need.

    SLICE is such as 'nic 17 nic 90210 plane 0-7'. The first NIC writes to the others over every path. OUT/scenario.yaml
    is what ran, and can be changed and run again.
    """
    from common.quantities import parse_size  # noqa: PLC0415 - `--help` needs none of it
    from fabric.running import run_scenario, write_slice_scenario  # noqa: PLC0415
    from topologies.slicing import parse_wish  # noqa: PLC0415

    try:
        size_bytes = parse_size(size) if size is not None else None
    except ValueError as problem:
        raise click.BadParameter(str(problem), param_hint="--bytes") from None
    file = out / "scenario.yaml"
    write_slice_scenario(topology, parse_wish(wanted), faults, file, size_bytes)
    sys.exit(0 if run_scenario(file, out, None, Console()) else 1)


@cli.command()
@_running("Write this file, as `run` does.")
@click.option("--target", type=click.Choice(TARGET_NAMES), default="embedded", show_default=True)
@click.option("--cables", type=click.Choice(CABLE_CHOICES), default="auto", show_default=True, help=CABLES_HELP)
@click.option(
    "--scale",
    type=click.IntRange(1),
    metavar="N",
    help="Run N times slower than the topology; measured when left out.",
)
@click.option("--stand-in", "stand_ins", multiple=True, metavar="SWITCH", help=STAND_IN_HELP)
def live(
    *,
    scenario: Path,
    out: Path,
    payload: Path | None,
    target: str,
    cables: CableChoice,
    scale: int | None,
    stand_ins: tuple[str, ...],
    engine: EngineChoice,
    progress: bool,
) -> None:
    """Run SCENARIO live: a process per switch and NIC, cables between them, in slowed time."""
    from fabric.live.scenarios.run import LiveOptions, run_live  # noqa: PLC0415 - `--help` needs none of it

    options = LiveOptions(
        scenario=str(scenario),
        out=str(out),
        payload=None if payload is None else str(payload),
        target=target,
        cables=cables,
        engine=engine,
        factor=scale,
        stand_ins=stand_ins,
        progress=progress,
    )
    sys.exit(run_live(options, Console()))


@cli.command()
@click.argument("words", nargs=-1)
def fields(*, words: tuple[str, ...]) -> None:
    """List the fields of a scenario: name, default, accepted values.

    WORDS choose those whose dotted name has one of them, as `workload` or `nic.evs`.
    """
    from common.documents import listing  # noqa: PLC0415 - `--help` needs none of it
    from common.text import reading_width  # noqa: PLC0415
    from fabric.scenario import ScenarioSpec  # noqa: PLC0415

    try:
        click.echo(listing(ScenarioSpec, words, reading_width()))
    except DocumentError as error:
        raise FabricError(str(error)) from None


@cli.command()
@click.argument("results", type=_RESULT, nargs=-1, required=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the comparison as a page (HTML).")
def compare(*, results: tuple[Path, ...], out: Path | None) -> None:
    """Show RESULTS (two or more result.json) side by side, against the first."""
    from fabric.report import comparison  # noqa: PLC0415 - matplotlib takes a second
    from fabric.results import load  # noqa: PLC0415

    if len(results) < 2:
        raise click.UsageError("comparing takes two or more result.json")
    loaded = [load(file) for file in results]
    comparison.print_comparison(loaded, _console())
    if out is not None:
        outputs.write_text(out, comparison.comparison_page(loaded))
        click.echo(f"wrote {out}")


@cli.command()
@click.argument("result", type=_RESULT)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page; report.html beside the result when left out.",
)
def report(*, result: Path, out: Path | None) -> None:
    """Make the tables and the page of RESULT (a result.json) again."""
    from fabric.report import tables  # noqa: PLC0415 - matplotlib takes a second
    from fabric.report.page import run_page  # noqa: PLC0415
    from fabric.results import load  # noqa: PLC0415

    loaded = load(result)
    tables.print_result(loaded, _console())
    outputs.write_text(out or result.with_name("report.html"), run_page(loaded))


@cli.command()
@click.argument("result", type=_RESULT)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Directory of the pictures (SVG)."
)
def slides(*, result: Path, out: Path) -> None:
    """Draw RESULT (a result.json) for slides: the fabric, a trimmed packet, paths sprayed and retired."""
    from fabric.report.drawing import slides as draw  # noqa: PLC0415 - matplotlib takes a second
    from fabric.results import load  # noqa: PLC0415

    for name, svg in draw(load(result)):
        outputs.write_text(out / name, svg)
        click.echo(f"wrote {out / name}")


@cli.command()
@click.option(
    "--topology",
    type=click.Path(path_type=Path),
    default=LAB,
    show_default="topologies/lab.yaml",
    help="The fabric.",
)
@click.option("--trials", type=click.IntRange(1), default=20, show_default=True, help="How many trials.")
@click.option("--most", type=click.IntRange(1, 8), default=2, show_default=True, help="Faults at a time, at most.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same faults.")
@click.option("--modelled", is_flag=True, help="Model what comes back instead of emulating switches and frames.")
@click.option(
    "--load",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    show_default=True,
    help="With --modelled: share of each port that traffic takes.",
)
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help=ENGINE_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Store the scores next to this page, and write its table (docs/clustermapper.md).",
)
def mapper(
    *,
    topology: Path,
    trials: int,
    most: int,
    seed: int,
    modelled: bool,
    load: float,
    engine: EngineChoice,
    as_json: bool,
    page: Path | None,
) -> None:
    """Cause random faults and judge what the Clustermapper finds: precision, recall, time to locate."""
    from fabric.mapper_trials import Asked, run_mapper  # noqa: PLC0415 - `--help` needs no switches

    if load and not modelled:
        raise click.UsageError("--load needs --modelled: emulated trials have no traffic")
    asked = Asked(topology, trials, seed, most, load if modelled else None, engine, page)
    run_mapper(asked, _console(), as_json=as_json)


@cli.command()
@click.option(
    "--topology",
    type=click.Path(path_type=Path),
    default=LAB,
    show_default="topologies/lab.yaml",
    help="The fabric, of any size.",
)
@click.option("--trials", type=click.IntRange(1), default=10, show_default=True, help="Faults of each kind.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same faults.")
def probing(*, topology: Path, trials: int, seed: int) -> None:
    """Say what the Clustermapper's agents of a large fabric send, and simulate how soon they locate a fault."""
    from fabric.probing import run_probing  # noqa: PLC0415 - `--help` plans no tables

    run_probing(topologies.load(topology), trials, _console(), seed=seed)


@cli.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Directory of the plots (SVG)."
)
@click.option(
    "--rtts", type=click.IntRange(40, 2000), default=200, show_default=True, help="Base round trips of each run."
)
def incasts(*, out: Path, rtts: int) -> None:
    """Run incasts of 2 to 16 senders into one modelled port: print how it is shared, and plot it."""
    from fabric import incast as figures  # noqa: PLC0415 - matplotlib takes a second

    _console().print(figures.table(rtts))
    out.mkdir(parents=True, exist_ok=True)
    for name, drawing in figures.plots(rtts):
        outputs.write_text(out / f"{name}.svg", drawing)


@cli.command()
@click.argument("result", type=_RESULT)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The picture (SVG).")
def picture(*, result: Path, out: Path) -> None:
    """Draw RESULT (a result.json) as one SVG: the fabric and the throughput of each plane."""
    from fabric.report.drawing import picture as draw  # noqa: PLC0415 - matplotlib takes a second
    from fabric.results import load  # noqa: PLC0415

    outputs.write_text(out, draw(load(result)))


def _console() -> Console:
    from fabric.report.tables import wide_enough  # noqa: PLC0415

    return wide_enough(Console())


def main() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    run_command(cli, ERRORS, status=1)


if __name__ == "__main__":
    main()
