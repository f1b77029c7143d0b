# SPDX-License-Identifier: Apache-2.0
"""The commands of the live lab: up, down, status, faults, the page. `labs.node_commands` has those about one node."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
import click.shell_completion
from msgspec import json
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from common.errors import DocumentError
from common.quantities import show_rate, show_time
from fabric.errors import FabricError
from fabric.live.messages import text_of
from fabric.live.namespaces import CABLE_CHOICES, CABLES_HELP, CableChoice
from fabric.live.scale import advice, overload
from labs.control_socket import FAIL, HEAL, ApplyFault, CustomState, Fail, Happened, Heal, Look, Looked, State, ask
from labs.directory import COMMAND, LabDirectory, LabError, lab_directories, program, to_type
from labs.node_commands import LAB, capture, execute, failing, healing, logs, read, shell, stand_in, trace, write
from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice, InterruptedCommandError, run_command
from topologies import LAB as LAB_TOPOLOGY
from topologies import TopologyError

# --- An MRC fabric ---------------------------------------------------------------------------------------------------


def show_fabric(state: State, console: Console) -> None:
    """Print everything a person wants to know first."""
    slow = show_rate(max(1, state.host_bps // state.factor))
    console.print(
        f"[bold]{state.name}[/]: {escape(state.fabric)} on {state.target}, {state.factor:,} times slower than the "
        f"topology: {show_rate(state.host_bps)} is {slow} here; {state.now_ns / 1e6:,.3f} ms of its time have passed"
    )
    if not state.delays:
        console.print("cables have no delay (no CONFIG_NET_SCH_NETEM here); NICs hold what arrives as long instead")
    _show_switches(state, console)
    console.print(_nics(state))
    if state.writes:
        console.print(_writes(state))
    _show_trouble(state, console)
    reasons = overload(state.nics, state.base_rtt_ns, state.cables_late_ns, state.busy)
    for line in reasons:
        console.print(f"[yellow]{line}[/]")
    if reasons:
        console.print(f"[bold yellow]{advice(reasons, state.factor)}[/]")


def _next_steps(name: str, steps: Iterable[tuple[str, str]]) -> str:
    """The commands that a user may type once a lab of that name is up, and what each is for."""
    commands = [(to_type(command, name), what) for command, what in steps]
    width = max(len(command) for command, _ in commands)
    return "\n".join(["up; next:", *(f"  {command:<{width}}  # {what}" for command, what in commands)])


def _show_switches(state: Looked, console: Console) -> None:
    table = Table("switch", "device", "P4Runtime", "forwards", title="Switches", title_justify="left")
    for switch in state.switches:
        forwards = "yes" if switch.forwards else f"[red]no: {state.dead.get(switch.name, 'stopped')}[/]"
        table.add_row(switch.name, str(switch.device_id), switch.grpc_address, forwards)
    console.print(table)


def _show_trouble(state: Looked, console: Console) -> None:
    for name, how in state.dead.items():
        console.print(f"[red]{name}: {how}; `{to_type(f'logs {name}', state.name)}` shows what it said[/]")
    for target, faults in state.faults.items():
        console.print(f"[red]{target}: {', '.join(faults)}[/]")


def _nics(state: State) -> Table:
    table = Table("NIC", "ports", "sent", "received", "EVs", title="NICs", title_justify="left")
    for name, nic in state.nics.items():
        if name in state.dead:
            table.add_row(name, f"[red]{state.dead[name]}[/]")
            continue
        ports = " ".join("up" if up else "[red]down[/]" for up in nic.ports_up)
        evs: dict[str, int] = {}
        for qp in nic.queue_pairs:
            for kind, count in qp.evs.items():
                evs[kind] = evs.get(kind, 0) + count
        shown = ", ".join(f"{count} {kind}" for kind, count in sorted(evs.items()))
        counters = nic.counters
        table.add_row(name, ports, f"{counters.get('tx.frames', 0):,}", f"{counters.get('rx.frames', 0):,}", shown)
    return table


def _writes(state: State) -> Table:
    table = Table("write", "from", "to", "bytes", "placed", "took", title="Writes", title_justify="left")
    for index, each in enumerate(state.writes):
        if each.failure is not None:
            took = f"[red]{each.failure}[/]"
        elif each.completed_ns is None:
            took = "..."
        else:
            took = f"{(each.completed_ns - each.posted_ns) / 1e3:,.1f} us"
        placed = f"{100 * each.placed / each.size:.0f} %"
        table.add_row(str(index), each.source, each.destination, f"{each.size:,}", placed, took)
    return table


# --- A custom network ------------------------------------------------------------------------------------------------


def _show_custom(state: CustomState, console: Console) -> None:
    """Print everything a person wants to know first."""
    seconds = f"{state.now_ns / 1e9:,.0f} s"
    console.print(f"[bold]{state.name}[/]: {escape(state.fabric)} on {state.target}, up for {seconds}")
    if not state.delays:
        console.print("[yellow]links have no delay: this kernel has no netem (CONFIG_NET_SCH_NETEM)[/]")
    _show_switches(state, console)
    console.print(_hosts(state))
    console.print(_links(state))
    _show_trouble(state, console)


def _hosts(state: CustomState) -> Table:
    table = Table("host", "interface", "addresses", "MAC", "link", title="Hosts", title_justify="left")
    for name, interfaces in state.hosts.items():
        for each in interfaces:
            table.add_row(name, each.name, " ".join(each.addresses), each.mac, each.link)
    return table


def _links(state: CustomState) -> Table:
    table = Table("link", "from", "to", "rate", "delay", "is", title="Links", title_justify="left")
    for name, link in state.links.items():
        ends = (f"{node}:{port}" for node, port in (link.a, link.b))
        wrong = state.faults.get(name)
        how = f"[red]{', '.join(wrong)}[/]" if wrong else f"loses {link.loss:g}" if link.loss else "up"
        table.add_row(name, *ends, show_rate(link.rate_bps), show_time(link.delay_ns), how)
    return table


# --- Faults ----------------------------------------------------------------------------------------------------------


_WORDS = {"ignore_unknown_options": True}
"""`loss -1` is a value that is refused, not an option."""
_CAN_FAIL = "One of: " + ", ".join(FAIL) + "."
_CAN_HEAL = "One of: " + ", ".join(HEAL) + "."


@click.command(context_settings=_WORDS)
@LAB
@click.argument("fault", nargs=-1, required=True)
def fault(*, where: LabDirectory, fault: tuple[str, ...]) -> None:
    """Cause a FAULT, written as in a scenario: `switch p0-t1-0 stop`, `link nic0:0--p0-t0-0:0 loss 0.1`."""
    _show(ask(where, ApplyFault(fault=" ".join(fault)), Happened))


@click.command(context_settings=_WORDS, epilog=_CAN_FAIL, short_help="Make a switch, link, port or plane fail or lose.")
@LAB
@click.argument("what", nargs=-1, required=True, shell_complete=failing)
def fail(*, where: LabDirectory, what: tuple[str, ...]) -> None:
    """Make WHAT fail: `switch p0-t1-0`, `port nic0:1`, `plane 0`, `loss nic0:0--p0-t0-0:0 0.1`."""
    _show(ask(where, Fail(words=list(what)), Happened))


@click.command(context_settings=_WORDS, epilog=_CAN_HEAL, short_help="Heal what failed: one thing, or all.")
@LAB
@click.argument("what", nargs=-1, required=True, shell_complete=healing)
def heal(*, where: LabDirectory, what: tuple[str, ...]) -> None:
    """Heal WHAT failed: `all`, or what `fail` takes; of a link, a port and a plane everything that is wrong there."""
    _show(ask(where, Heal(words=list(what)), Happened))


def _show(answer: Happened) -> None:
    for line in answer.faults or ["nothing to heal"]:
        click.echo(line)


# --- The page --------------------------------------------------------------------------------------------------------


PORT = click.option(
    "--page-port", "page_port", type=click.IntRange(0, 65535), default=0, show_default="any that is free",
    help="Port of the page, on 127.0.0.1.",
)  # fmt: skip


@click.command()
@LAB
@PORT
def page(*, where: LabDirectory, page_port: int) -> None:
    """Print the URL of the lab's page, and serve it if nobody does: the fabric in your browser, live."""
    click.echo(_opened(where, page_port))


def say_page(where: LabDirectory, port: int) -> None:
    """Print the URL of the page of a lab that just came up; a lab is up without its page, too."""
    try:
        click.echo(f"the page: {_opened(where, port)}")
    except LabError as problem:
        click.echo(f"no page: {problem}; `{to_type('page', where.name)}` tries again", err=True)


def _opened(where: LabDirectory, port: int) -> str:
    from labs.page import open_page  # noqa: PLC0415 - other commands serve nothing

    return open_page(where, port)


# --- Up, down, and what there is -------------------------------------------------------------------------------------


ERRORS = (LabError, FabricError, TopologyError)


@click.group()
def cli() -> None:
    """Run a live network on this machine: an MRC fabric, or your own switches and hosts."""


@cli.command()
@LAB
@click.option(
    "--topology", type=click.Path(path_type=Path), default=LAB_TOPOLOGY, show_default="topologies/lab.yaml",
    help="A topology, or your own network (docs/own-fabric.md).",
)  # fmt: skip
@click.option("--target", type=click.Choice(["embedded", "bmv2"]), default="embedded", show_default=True)
@click.option(
    "--scale", type=click.IntRange(1), default=None, metavar="N",
    help="Run N times slower than the topology; measured when left out.",
)  # fmt: skip
@click.option("--cables", type=click.Choice(CABLE_CHOICES), default="auto", show_default=True, help=CABLES_HELP)
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True, help=ENGINE_HELP)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of NICs and switches.")
@click.option("--trace", "traced", is_flag=True, help="Switches write what they do with each packet; slow.")
@click.option("--page/--no-page", "paged", default=True, help="Serve the lab's page; `page` does it later.")
@PORT
def up(
    *,
    where: LabDirectory,
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
    """Start the lab: processes, cables and tables; then the controller ends."""
    from labs.starting import (  # noqa: PLC0415 - other commands start nothing
        bring_up,
        check_free,
        wanted,
    )

    check_free(where)
    found = wanted(topology, target, cables, scale=scale, seed=seed, engine=engine, traced=traced, say=click.echo)
    bring_up(where, found.settings, found.prefix, say=click.echo)
    try:
        click.echo(_next_steps(where.name, found.steps))
        if paged:
            say_page(where, page_port)
    except InterruptedCommandError:
        click.echo(f"the lab is up; `{to_type('down', where.name)}` ends it", err=True)
        raise


@cli.command()
@LAB
def down(*, where: LabDirectory) -> None:
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


@cli.command()
@click.argument("words", nargs=-1)
def fields(*, words: tuple[str, ...]) -> None:
    """List the fields of a network's file: name, default, accepted values.

    WORDS choose those whose dotted name has one of them, as `hosts` or `links`.
    """
    from common.documents import listing  # noqa: PLC0415 - `--help` needs none of it
    from common.text import reading_width  # noqa: PLC0415
    from fabric.custom.reading import NetworkSpec  # noqa: PLC0415

    try:
        click.echo(listing(NetworkSpec, words, reading_width()))
    except DocumentError as error:
        raise LabError(str(error)) from None


@cli.command("list")
def list_labs() -> None:
    """List your labs: which are up, and which left something behind."""
    found = lab_directories()
    if not found:
        click.echo(f"no lab; bring one up with `{to_type('up')}`")
    for each in found:
        click.echo(f"{each.name}: {'up' if each.is_up() else 'not up; `down` cleans it'}")


@cli.command()
@LAB
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
def status(*, where: LabDirectory, as_json: bool) -> None:
    """Switches, NICs or hosts, writes, links, faults."""
    state = ask(where, Look(), Looked)
    if as_json:
        click.echo(json.format(text_of(state), indent=2))
    elif isinstance(state, State):
        show_fabric(state, Console())
    elif isinstance(state, CustomState):
        _show_custom(state, Console())


for _command in (write, fail, heal, fault, page, execute, logs, read, shell, stand_in, trace, capture):
    cli.add_command(_command)


def main() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    run_command(cli, ERRORS, status=1, name=program())
