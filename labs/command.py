# SPDX-License-Identifier: Apache-2.0
"""The commands of the live lab."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TransferSpeedColumn

from command_line.run import run_command
from documents.quantities import parse_size
from fabric.errors import FabricError
from fabric.live.isolation import enter
from fabric.live.source import TopologySource
from labs import view
from labs.client import ask
from labs.errors import LabError
from labs.place import Place, place, places
from labs.requests import Fetch, Look, Ok, Posted, PostWrite, State, Strike
from topologies import TopologyError

_TOPOLOGY = Path(__file__).resolve().parents[1] / "topologies" / "lab.yaml"
_POLL_S = 0.2


class _PlaceType(click.ParamType[Place]):
    name = "name"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> Place:
        """The place of the lab of that name."""
        try:
            return place(str(value))
        except LabError as problem:
            self.fail(str(problem), parameter, context)


_LAB = click.option("--name", "where", type=_PlaceType(), default="lab", show_default=True, help="Which lab.")
_NIC = click.STRING


@click.group()
def cli() -> None:
    """Run an MRC fabric for real: one process per switch and NIC, veths between them, on this machine alone."""


@cli.command()
@_LAB
@click.option(
    "--topology", type=click.Path(path_type=Path), default=_TOPOLOGY, show_default="topologies/lab.yaml",
    help="Which fabric.",
)  # fmt: skip
@click.option("--target", type=click.Choice(["embedded", "bmv2"]), default="embedded", show_default=True)
@click.option(
    "--scale", type=click.IntRange(1), default=None, metavar="N",
    help="Run N times slower than the topology; measured when left out.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of NICs and switches.")
def up(*, where: Place, topology: Path, target: str, scale: int | None, seed: int) -> None:
    """Bring the lab up: processes, cables, tables; then the controller is gone."""
    from fabric.live.measure import suitable_factor  # noqa: PLC0415 - other commands measure nothing
    from labs.starting import bring_up  # noqa: PLC0415

    source = TopologySource(file=str(topology.absolute()))
    fabric = source.load()
    factor = scale if scale is not None else suitable_factor(fabric, target)
    bring_up(where, source, target, factor=factor, seed=seed, say=click.echo)
    click.echo("up; `python -m labs status` shows it, `python -m labs down` ends it")


@cli.command()
@_LAB
def down(*, where: Place) -> None:
    """End the lab, or clean what a crash of it left. Nothing to end is no error."""
    from labs.starting import take_down  # noqa: PLC0415 - other commands start nothing

    click.echo("down" if take_down(where) else f"there is no lab {where.name!r}")


@cli.command("list")
def list_labs() -> None:
    """List your labs: which are up, and which left something behind."""
    for each in places():
        click.echo(f"{each.name}: {'up' if each.is_up() else 'not up; `down` cleans it'}")


@cli.command()
@_LAB
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
def status(*, where: Place, as_json: bool) -> None:
    """Switches, NICs, writes, faults."""
    state = ask(where, Look(), State)
    if as_json:
        click.echo(state.model_dump_json(indent=2))
    else:
        view.show(state, Console())


@cli.command()
@_LAB
@click.argument("source", type=_NIC)
@click.argument("destination", type=_NIC)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--bytes", "size", help="So many bytes of noise instead of a file, such as 4MiB.")
@click.option("--wait/--no-wait", default=True, help="Wait until it is complete, and compare what arrived.")
def write(*, where: Place, source: str, destination: str, file: Path | None, size: str | None, wait: bool) -> None:
    """Write FILE (or --bytes) from NIC SOURCE to NIC DESTINATION; exit status 0 when every byte arrived."""
    if (file is None) == (size is None):
        raise click.UsageError("give FILE or --bytes, not both")
    with tempfile.TemporaryDirectory() as folder:
        sent = file if file is not None else _noise(Path(folder) / "noise", size or "")
        request = PostWrite(source=source, destination=destination, file=str(sent.absolute()))
        index = ask(where, request, Posted).index
        click.echo(f"write {index}: {source} to {destination}, {sent.stat().st_size:,} bytes")
        if wait:
            _wait(where, index)
            received = Path(folder) / "received"
            ask(where, Fetch(index=index, file=str(received)), Ok)
            if received.read_bytes() != sent.read_bytes():
                raise LabError(f"write {index}: complete, but not what was sent")
            click.echo("every byte arrived")


@cli.command()
@_LAB
@click.argument("fault", nargs=-1, required=True)
def fault(*, where: Place, fault: tuple[str, ...]) -> None:
    """Let a FAULT happen, written as in a scenario: `switch p0-t1-0 stop`, `link nic0--p0-t0-0 loss 0.1`."""
    ask(where, Strike(fault=" ".join(fault)), Ok)


@cli.command("exec", context_settings={"ignore_unknown_options": True})
@_LAB
@click.argument("node")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def execute(*, where: Place, node: str, command: tuple[str, ...]) -> None:
    """Run COMMAND in the network of NODE, a NIC; `fabric` is the network of all switches."""
    state = ask(where, Look(), State)
    processes = {"fabric": state.process_id, **{name: nic.process_id for name, nic in state.nics.items()}}
    if node not in processes:
        raise LabError(f"no NIC named {node!r}; accepted: {', '.join(processes)}")
    raise SystemExit(subprocess.run([*enter(processes[node]), *command], check=False).returncode)


@cli.command()
@_LAB
@click.argument("switch")
@click.option("--follow", is_flag=True, help="Go on as it grows.")
def logs(*, where: Place, switch: str, follow: bool) -> None:
    """What the process of SWITCH said."""
    state = ask(where, Look(), State)
    found = {each.name: each.log for each in state.switches}
    if switch not in found:
        raise LabError(f"no switch named {switch!r}; accepted: {', '.join(found)}")
    command = ["tail", "-n", "+1", *(["-F"] if follow else []), found[switch]]
    raise SystemExit(subprocess.run(command, check=False).returncode)


def _noise(file: Path, size: str) -> Path:
    import random  # noqa: PLC0415

    try:
        wanted = parse_size(size)
    except ValueError as problem:
        raise LabError(f"--bytes: {problem}") from None
    file.write_bytes(random.Random(wanted).randbytes(wanted))
    return file


def _wait(where: Place, index: int) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TransferSpeedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"write {index}", total=None)
        while True:
            state = ask(where, Look(), State).writes[index]
            progress.update(task, total=state.size, completed=state.placed)
            if state.failure is not None:
                raise LabError(f"write {index}: {state.failure}")
            if state.completed_ns is not None:
                return
            time.sleep(_POLL_S)


def main() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    run_command(cli, (LabError, FabricError, TopologyError), status=1, name="python -m labs")
