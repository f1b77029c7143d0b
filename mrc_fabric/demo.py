# SPDX-License-Identifier: Apache-2.0
"""`mrc demo` and `mrc compare`: scenarios run, in emulated time and for real, and set side by side."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from fabric.__main__ import CODECS, ERRORS, STAND_IN_HELP, compare, live, run
from fabric.live.namespaces import CABLE_CHOICES, CABLES_HELP
from mrc_fabric import ROOT
from p4soft.command_line import ENGINE_HELP, ENGINES
from p4soft.targets import TARGET_NAMES

SCENARIOS = ROOT / "topologies" / "scenarios"
__all__ = ["ERRORS", "demo", "side_by_side"]

COMPARED = ("demo", "demo-no-trim", "demo-one-path")

_PATH = click.Path(path_type=Path)
_OUT = click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("out"), show_default=True,
    help="Results go to a folder in it.",
)  # fmt: skip


@click.command("demo")
@click.option(
    "--scenario", default="demo", show_default=True, metavar="FILE|NAME", help="A file, or one that comes with mrc."
)
@click.option("--file", "payload", type=_PATH, help="Send this file; received copies go to OUT/SCENARIO/received.")
@_OUT
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help=ENGINE_HELP)
@click.option("--codec", type=click.Choice(CODECS), default="fast", show_default=True, help="scapy: by scapy layers.")
@click.option("--timeline", is_flag=True, help="Write timeline.html: the run with time under your hand.")
@click.option("--live", "really", is_flag=True, help="Run it for real as well, and compare.")
@click.option(
    "--target", type=click.Choice(TARGET_NAMES), default="embedded", show_default=True, help="Switches of --live."
)
@click.option("--scale", type=click.IntRange(1), metavar="N", help="Slow --live down N times; measured when left out.")
@click.option("--cables", type=click.Choice(CABLE_CHOICES), default="auto", show_default=True, help=CABLES_HELP)
@click.option("--stand-in", "stand_ins", multiple=True, metavar="SWITCH", help=f"--live: {STAND_IN_HELP}")
@click.pass_context
def demo(context: click.Context, /, *, scenario: str, out: Path, really: bool, **chosen: object) -> None:
    """Run the main job: an incast with a dying spine on eight P4 switches.

    Exit status 0 only when all bytes arrived intact and every expectation held.
    """
    if chosen["stand_ins"] and not really:
        raise click.UsageError("--stand-in goes with --live (make: STAND_IN with LIVE=1)")
    file = found(scenario)
    if chosen["stand_ins"]:
        _check_stand_ins(file, cast("Sequence[str]", chosen["stand_ins"]))
    emulated, real = out / file.stem, out / f"{file.stem}-live"
    alike = {"scenario": file, "payload": chosen["payload"], "engine": chosen["engine"]}
    _run(context, run, out=emulated, codec=chosen["codec"], timeline=chosen["timeline"], **alike)
    if really:
        settings = {name: chosen[name] for name in ("target", "scale", "cables", "stand_ins")}
        _run(context, live, out=real, **alike, **settings)
        results = (emulated / "result.json", real / "result.json")
        context.invoke(compare, results=results, out=real / "compare.html")


@click.command("compare")
@click.argument("results", type=_PATH, nargs=-1)
@_OUT
@click.pass_context
def side_by_side(context: click.Context, /, *, results: tuple[Path, ...], out: Path) -> None:
    """Show runs side by side, on the terminal and as a page.

    RESULTS are two or more result.json. Without them the demo runs with trimming, without it, and on one path.
    """
    if not results:
        for name in COMPARED:
            _run(context, run, scenario=found(name), out=out / name)
        results = tuple(out / name / "result.json" for name in COMPARED)
    context.invoke(compare, results=results, out=out / "compare.html")


def _check_stand_ins(file: Path, switches: Sequence[str]) -> None:
    """Refuse what VPP cannot stand in for before anything runs. Raises FabricError."""
    from fabric.live.scenarios.run import check_stand_ins  # noqa: PLC0415 - only this needs it
    from fabric.scenario.reading import load  # noqa: PLC0415 - likewise

    check_stand_ins(load(file).as_live(), switches, "veth")


def found(scenario: str) -> Path:
    """The file of a scenario: a path, or the name of one that comes with `mrc`."""
    path, own = Path(scenario), SCENARIOS / f"{scenario}.yaml"
    return own if not path.exists() and own.is_file() else path


def _run(context: click.Context, command: click.Command, **given: object) -> None:
    """Run a command that ends with its exit status, and go on if that is 0."""
    try:
        context.invoke(command, **given)
    except SystemExit as ended:
        if ended.code:
            sys.exit(ended.code)
