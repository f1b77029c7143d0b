# SPDX-License-Identifier: Apache-2.0
"""``python -m controller``: errors as ``error: <message>`` on standard error with status 1, usage errors with 2.

Switches are given as ``NAME=HOST:PORT`` arguments or by an inventory file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

import topologies
from common.documents import DocumentError, read
from controller.client import InstallReport, SwitchClient, differences_text
from controller.errors import ControllerError, SwitchError, VerifyError
from controller.pipeline import Pipeline
from controller.switch_plan import SwitchPlan, entry_text, json_text, plan_json, plan_text, value_text
from controller.tables import plan as make_plan
from controller.tables import walk
from p4soft.command_line import run_command
from p4soft.outputs import atomic_file
from topologies import Fabric, Outages, Switch, TopologyError

# --- Where switches listen -------------------------------------------------------------------------------------------


_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:\[\]/]+):([0-9]{1,5})", re.ASCII)
_ACCEPTED = "HOST:PORT, such as 127.0.0.1:9559"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A switch and the ``host:port`` of its P4Runtime server."""

    switch: Switch
    address: str


def from_arguments(fabric: Fabric, arguments: Iterable[str]) -> list[Endpoint]:
    """Endpoints from ``NAME=HOST:PORT`` arguments. Raises ControllerError."""
    endpoints = []
    for argument in arguments:
        name, equals, address = argument.partition("=")
        if not equals:
            raise ControllerError(f"--switch {argument}: no address; accepted: NAME=HOST:PORT")
        endpoints.append(_endpoint(fabric, name, address, f"--switch {argument}"))
    return endpoints


def from_file(fabric: Fabric, path: Path) -> list[Endpoint]:
    """Endpoints from a YAML map of switch names to addresses. Raises ControllerError (``file:line: ...``)."""
    try:
        document = read(path)
    except DocumentError as error:
        raise ControllerError(str(error)) from None
    if not document.data:
        raise ControllerError(f"{path}:1: an empty inventory; accepted: a map from switch name to {_ACCEPTED}")
    return [
        _endpoint(fabric, name, str(address), f"{document.position((name,))}: {name}")
        for name, address in document.data.items()
    ]


def check_unique(endpoints: Iterable[Endpoint]) -> None:
    """Refuse a switch given twice and an address given to two switches. Raises ControllerError."""
    names: set[str] = set()
    addresses: dict[str, str] = {}
    for endpoint in endpoints:
        name = endpoint.switch.name
        if name in names:
            raise ControllerError(f"switch {name} is given twice; accepted: each switch once")
        names.add(name)
        other = addresses.setdefault(endpoint.address, name)
        if other != name:
            raise ControllerError(
                f"{endpoint.address} is the address of {other} and {name}; accepted: one address each"
            )


def _endpoint(fabric: Fabric, name: str, address: str, where: str) -> Endpoint:
    try:
        switch = fabric.switch(name)
    except TopologyError as error:
        raise ControllerError(f"{where}: {error}") from None
    match = _ADDRESS.fullmatch(address)
    if match is None or not 1 <= int(match[1]) <= 65535:
        raise ControllerError(f"{where}: bad address {address!r}; accepted: {_ACCEPTED}")
    return Endpoint(switch, address)


# --- Commands --------------------------------------------------------------------------------------------------------


WHOLE_FABRIC_LIMIT = 64
"""Above this many switches, `plan` wants --switch or --all: the paper's fabric has 6,144 of 4,109 entries each."""

ERRORS = (ControllerError, TopologyError)

_TOPOLOGY = click.argument("topology", type=click.Path(path_type=Path))


@click.group()
def main() -> None:
    """Turn a topology into static tables and install them once over P4Runtime."""


@main.command("plan")
@click.argument("topology", type=click.Path(path_type=Path), default=topologies.LAB)
@click.option("--switch", "names", multiple=True, metavar="NAME", help="Only this switch; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="All switches, however many.")
@click.option("--without", multiple=True, metavar="NAME", help="As if this switch or link were gone; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead of standard output.")
def plan_command(
    *,
    topology: Path,
    names: tuple[str, ...],
    everything: bool,
    without: tuple[str, ...],
    as_json: bool,
    output: Path | None,
) -> None:
    """Print the static tables of each switch of TOPOLOGY (topologies/lab.yaml when left out)."""
    fabric = topologies.load(topology)
    outages = _outages(fabric, without)
    plans = (make_plan(fabric, switch, outages) for switch in _chosen(fabric, names, everything))
    chunks = _json_chunks(fabric, plans) if as_json else _text_chunks(fabric, plans)
    if output is None:
        for chunk in chunks:
            click.echo(chunk, nl=False)
    else:
        _write_whole(output, chunks)


def _number(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    if math.isnan(value):  # every comparison with it is false, so no range refuses it
        raise click.BadParameter("nan is not a number")
    return value


def _inventory_options(command: click.decorators.FC) -> click.decorators.FC:
    options = (
        click.option("--p4info", required=True, type=click.Path(path_type=Path), help="P4Info, protobuf text format."),
        click.option("--json", "config", required=True, type=click.Path(path_type=Path), help="BMv2 JSON."),
        click.option(
            "--switch", "switches", multiple=True, metavar="NAME=HOST:PORT", help="A switch; may be repeated."
        ),
        click.option(
            "--inventory", type=click.Path(path_type=Path), help="YAML file: NAME: HOST:PORT for each switch."
        ),
        click.option(
            "--timeout",
            default=10.0,
            show_default=True,
            type=click.FloatRange(0.01, 3600),
            callback=_number,
            help="Seconds per call; six times as long for the program to be loaded.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@main.command("install")
@_TOPOLOGY
@_inventory_options
@click.option(
    "--election-id", default=1, show_default=True, type=click.IntRange(min=1, max=2**63), help="The highest wins."
)
def install_command(
    *,
    topology: Path,
    p4info: Path,
    config: Path,
    switches: tuple[str, ...],
    inventory: Path | None,
    timeout: float,
    election_id: int,
) -> None:
    """Make each switch hold its tables: pipeline, entries, read back, compare. Twice changes nothing."""
    fabric = topologies.load(topology)
    endpoints = _endpoints(fabric, switches, inventory)
    pipeline = Pipeline.load(p4info, config)
    reports: list[InstallReport] = []
    failures: list[ControllerError] = []
    with _progress() as progress:
        task = progress.add_task("", total=len(endpoints))
        for endpoint in endpoints:
            progress.update(task, description=f"installing {endpoint.switch.name}")
            try:
                with _client(endpoint, pipeline, timeout, election_id) as client:
                    reports.append(client.install(make_plan(fabric, endpoint.switch)))
            except (SwitchError, VerifyError) as error:  # the other switches may still get theirs
                failures.append(error)
            progress.advance(task)
    _print_reports(reports)
    if failures:
        raise ControllerError("\n".join(str(failure) for failure in failures))


@main.command("verify")
@_TOPOLOGY
@_inventory_options
def verify_command(
    *, topology: Path, p4info: Path, config: Path, switches: tuple[str, ...], inventory: Path | None, timeout: float
) -> None:
    """Read each switch and compare it with its plan; write nothing. Says exactly which entry differs."""
    fabric = topologies.load(topology)
    endpoints = _endpoints(fabric, switches, inventory)
    pipeline = Pipeline.load(p4info, config)
    failures: list[str] = []
    for endpoint in endpoints:
        plan = make_plan(fabric, endpoint.switch)
        try:
            with _client(endpoint, pipeline, timeout, election_id=1) as client:
                differences = client.verify(plan)
        except (SwitchError, VerifyError) as error:
            failures.append(str(error))
            continue
        if differences:
            failures.append(f"{plan.switch}: {len(differences)} entries\n{differences_text(differences)}")
        else:
            click.echo(f"{plan.switch}: {len(plan.entries)} entries as planned")
    if failures:
        raise VerifyError("\n".join(failures))


@main.command("path")
@_TOPOLOGY
@click.argument("src")
@click.argument("dst")
@click.option("--plane", default=0, show_default=True, help="Plane, from 0.")
@click.option("--t1", type=int, help="T1 to cross, from 0; default: 0, or none when both NICs share a T0.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def path_command(*, topology: Path, src: str, dst: str, plane: int, t1: int | None, as_json: bool) -> None:
    """Show a path from NIC SRC to NIC DST: switches, uSIDs, outer destination, table entries hit."""
    fabric = topologies.load(topology)
    source, target = fabric.nic(src), fabric.nic(dst)
    if t1 is None and source.t0 != target.t0:
        t1 = 0
    path = fabric.path(source.index, target.index, plane, t1)
    hops = walk(fabric, path)
    paths = fabric.planes * (fabric.t1s if source.t0 != target.t0 else 1)
    document = {
        "source": {"nic": source.name, "address": source.address_text, "port": path.egress_port},
        "destination": {"nic": target.name, "address": target.address_text, "port": plane},
        "paths": paths,
        "plane": plane,
        "t1": t1,
        "switches": list(path.switches),
        "usids": [f"{usid:04x}" for usid in path.usids],
        "outer_destination": path.destination_text,
        "hops": [
            {
                "switch": hop.switch,
                "destination": value_text("dst_addr", hop.destination),
                "my_sid": entry_text(hop.sid),
                "shifted": value_text("dst_addr", hop.shifted),
                "route": entry_text(hop.route),
                "port": hop.port,
                "peer": hop.peer,
            }
            for hop in hops
        ],
    }
    if as_json:
        click.echo(json_text(document), nl=False)
        return
    via = "T0-local" if t1 is None else f"T1 {t1}"
    click.echo(f"{source.name} ({source.address_text}) -> {target.name} ({target.address_text})")
    click.echo(f"plane {plane}, {via}; {paths} shortest paths between them")
    click.echo(f"uSIDs {' '.join(f'{usid:04x}' for usid in path.usids)}")
    click.echo(f"outer destination {path.destination_text}, sent on NIC port {path.egress_port}")
    for hop in hops:
        click.echo(f"{hop.switch}")
        click.echo(f"  {entry_text(hop.sid)}")
        click.echo(f"  {entry_text(hop.route)}")
        click.echo(f"  leaves port {hop.port} to {hop.peer} with destination {value_text('dst_addr', hop.shifted)}")


def _chosen(fabric: Fabric, names: tuple[str, ...], everything: bool) -> Iterable[Switch]:
    if names and everything:
        raise click.UsageError("--switch and --all exclude each other")
    if names:
        return [fabric.switch(name) for name in names]
    count = fabric.switch_count
    if count > WHOLE_FABRIC_LIMIT and not everything:
        raise ControllerError(f"{fabric.name} has {count} switches; accepted: --switch NAME, or --all for all of them")
    return fabric.switches()


def _outages(fabric: Fabric, names: Iterable[str]) -> Outages:
    links = frozenset(fabric.link(name).name for name in names if "--" in name)
    return Outages(links, frozenset(fabric.switch(name).name for name in names if "--" not in name))


def _text_chunks(fabric: Fabric, plans: Iterable[SwitchPlan]) -> Iterator[str]:
    yield f"fabric {fabric.name}\n"
    for plan in plans:
        yield "\n".join(plan_text(plan)) + "\n"


def _json_chunks(fabric: Fabric, plans: Iterable[SwitchPlan]) -> Iterator[str]:
    """One JSON document, produced switch by switch so that the largest fabric needs the memory of one plan."""
    yield f'{{"fabric": "{fabric.name}", "switches": ['
    separator = "\n"
    for plan in plans:
        yield separator + json_text(plan_json(plan)).rstrip("\n")
        separator = ",\n"
    yield "\n]}\n"


def _write_whole(output: Path, chunks: Iterable[str]) -> None:
    with atomic_file(output) as stream:
        stream.writelines(chunk.encode() for chunk in chunks)


def _endpoints(fabric: Fabric, switches: tuple[str, ...], inventory: Path | None) -> list[Endpoint]:
    endpoints = from_arguments(fabric, switches)
    if inventory is not None:
        endpoints += from_file(fabric, inventory)
    if not endpoints:
        raise click.UsageError("name at least one switch: --switch NAME=HOST:PORT or --inventory FILE")
    check_unique(endpoints)
    return endpoints


def _client(endpoint: Endpoint, pipeline: Pipeline, timeout: float, election_id: int) -> SwitchClient:
    switch = endpoint.switch
    return SwitchClient(
        endpoint.address, switch.device_id, pipeline, name=switch.name, timeout_s=timeout, election_id=election_id
    )


def _progress() -> Progress:
    """A spinner on standard error, gone when done and absent without a terminal."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed}/{task.total}"))
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _print_reports(reports: list[InstallReport]) -> None:
    table = Table("switch", "pipeline", "inserted", "modified", "deleted", "entries")
    for report in reports:
        table.add_row(
            report.switch,
            "set" if report.pipeline_set else "unchanged",
            *(str(count) for count in (report.inserted, report.modified, report.deleted, report.entries)),
        )
    if reports:
        Console().print(table)


def run() -> None:
    """Run the command line. Raises SystemExit when it ends otherwise than well."""
    run_command(main, ERRORS, status=1, name="python -m controller")


if __name__ == "__main__":
    run()
