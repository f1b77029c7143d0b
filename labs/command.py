# SPDX-License-Identifier: Apache-2.0
"""The commands of the live lab."""

from __future__ import annotations

from pathlib import Path

import click
import click.shell_completion
from rich.console import Console

from fabric.errors import FabricError
from fabric.live.cable_choice import CABLE_CHOICES, CABLES_HELP, CableChoice
from labs import view
from labs.client import ask
from labs.errors import LabError
from labs.fault_commands import fail, fault, heal
from labs.invocation import COMMAND, program, to_type
from labs.node_commands import capture, execute, logs, shell, trace
from labs.options import LAB
from labs.own_view import show_own
from labs.page_command import PORT, page, say_page
from labs.place import Place, places
from labs.requests import Look, Looked, OwnState, State
from labs.write_command import write
from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice, run_command
from topologies import TopologyError

_TOPOLOGY = Path(__file__).resolve().parents[1] / "topologies" / "lab.yaml"


@click.group()
def cli() -> None:
    """Run a network for real, on this machine alone: an MRC fabric with its NICs, or your own switches and hosts."""


@cli.command()
@LAB
@click.option(
    "--topology", type=click.Path(path_type=Path), default=_TOPOLOGY, show_default="topologies/lab.yaml",
    help="Which fabric, or network of your own (docs/own-fabric.md).",
)  # fmt: skip
@click.option("--target", type=click.Choice(["embedded", "bmv2"]), default="embedded", show_default=True)
@click.option(
    "--scale", type=click.IntRange(1), default=None, metavar="N",
    help="Run N times slower than the topology; measured when left out.",
)  # fmt: skip
@click.option("--cables", type=click.Choice(CABLE_CHOICES), default="auto", show_default=True, help=CABLES_HELP)
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help=ENGINE_HELP)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of NICs and switches.")
@click.option("--trace", "traced", is_flag=True, help="Switches write what they do with each packet; slow.")
@click.option("--page/--no-page", "paged", default=True, help="Serve the lab's page; `page` does it later.")
@PORT
def up(
    *,
    where: Place,
    topology: Path,
    target: str,
    cables: CableChoice,
    scale: int | None,
    seed: int,
    traced: bool,
    engine: EngineChoice,
    paged: bool,
    page_port: int,
) -> None:
    """Bring the lab up: processes, cables, tables; then the controller is gone."""
    from labs.starting import bring_up, check_free  # noqa: PLC0415 - other commands start nothing
    from labs.wanted import wanted  # noqa: PLC0415

    check_free(where)
    found = wanted(topology, target, cables, scale=scale, seed=seed, engine=engine, traced=traced, say=click.echo)
    bring_up(where, found.settings, found.prefix, say=click.echo)
    click.echo(view.next_steps(where.name, found.steps))
    if paged:
        say_page(where, page_port)


@cli.command()
@LAB
def down(*, where: Place) -> None:
    """End the lab, or clean what a crash of it left. Nothing to end is no error."""
    from labs.starting import take_down  # noqa: PLC0415 - other commands start nothing

    click.echo("down" if take_down(where) else f"there is no lab {where.name!r}")


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(*, shell: str) -> None:
    """Print what lets SHELL complete the words of mrc-lab: `eval "$(mrc-lab completion bash)"`."""
    kind = click.shell_completion.get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, COMMAND, f"_{COMMAND.upper().replace('-', '_')}_COMPLETE").source())


@cli.command("list")
def list_labs() -> None:
    """List your labs: which are up, and which left something behind."""
    found = places()
    if not found:
        click.echo(f"no lab; bring one up with `{to_type('up')}`")
    for each in found:
        click.echo(f"{each.name}: {'up' if each.is_up() else 'not up; `down` cleans it'}")


@cli.command()
@LAB
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
def status(*, where: Place, as_json: bool) -> None:
    """Switches, NICs or hosts, writes, links, faults."""
    state = ask(where, Look(), Looked)
    if as_json:
        click.echo(state.model_dump_json(indent=2))
    elif isinstance(state, State):
        view.show(state, Console())
    elif isinstance(state, OwnState):
        show_own(state, Console())


for _command in (write, fail, heal, fault, page, execute, logs, shell, trace, capture):
    cli.add_command(_command)


def main() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    run_command(cli, (LabError, FabricError, TopologyError), status=1, name=program())
