# SPDX-License-Identifier: Apache-2.0
"""Commands that look into one switch, NIC or link of a lab: its network, its log, its tables, its packets."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from fabric.scenario.names import unknown
from labs.capturing import capture_link
from labs.client import ask
from labs.completion import links, networks, nodes, switches
from labs.entering import inside, inside_node
from labs.errors import LabError
from labs.options import LAB
from labs.place import Place
from labs.requests import Look, Looked, State, SwitchState
from labs.tracing import follow_trace, stop_trace
from p4soft.targets.process import environment, find_program, missing_programs

_READ_ONLY = "0,0"
"""An election id below that of `fabric.live.guard`, which is there: no primary (P4Runtime, "Client Arbitration")."""
_NOT_FOUND = 127
"""The status with which a shell says that there is no such program (POSIX, 2.8.2)."""


@click.command("exec", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@LAB
@click.argument("node", shell_complete=networks)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def execute(*, where: Place, node: str, command: tuple[str, ...]) -> None:
    """Run COMMAND in the network of NODE, a NIC or a host; `fabric` is the network of all switches."""
    state = ask(where, Look(), Looked)
    if state.cables == "unix":
        raise LabError(
            "nothing in this lab has a network of its own: its cables are unix sockets; "
            "accepted: `exec` in a lab that was brought up with `--cables veth`"
        )
    processes = {"fabric": state.process_id, **state.networks}
    process = processes[_known("network", node, processes)]
    if node in state.dead and state.dead[node] != "does not answer":
        raise LabError(f"{node} is gone ({state.dead[node]}), and its network with it; its log: {state.logs[node]}")
    program = command[1:] if command[0] == "--" else command
    if missing := missing_programs(*program[:1]):  # told here: nsenter's and the shell's words name no package
        click.echo(f"error: {missing}", err=True)
        raise SystemExit(_NOT_FOUND)
    _become([*inside_node(state, node, process), *program])


@click.command()
@LAB
@click.argument("node", shell_complete=nodes)
@click.option("--follow", is_flag=True, help="Go on as it grows.")
def logs(*, where: Place, node: str, follow: bool) -> None:
    """Show what the process of NODE said: a switch, a NIC, a host, or `keeper`."""
    found = ask(where, Look(), Looked).logs
    _become(_tail(found[_known("node", node, found)], follow=follow))


@click.command()
@LAB
@click.argument("switch", shell_complete=switches)
@click.option("--follow", is_flag=True, help="Go on as it grows, in a lab that was brought up with `--trace`.")
@click.option("--stop", is_flag=True, help="End a trace that was left on, and show nothing.")
def trace(*, where: Place, switch: str, follow: bool, stop: bool) -> None:
    """Show what SWITCH does with each packet, and why: from now until Ctrl-C, or all since `up --trace`."""
    state = ask(where, Look(), Looked)
    found = _switch(state, switch)
    if found.trace is not None:
        _become(_tail(found.trace, follow=follow))
    _must_forward(found, state.dead.get(switch))
    if stop:
        stop_trace(found)
    else:
        follow_trace(found, state.process_id)


@click.command()
@LAB
@click.argument("switch", shell_complete=switches)
def shell(*, where: Place, switch: str) -> None:
    """Open p4runtime-shell at SWITCH: tables, counters, registers; read-only at switches of an MRC fabric."""
    state = ask(where, Look(), Looked)
    found = _switch(state, switch)
    _must_forward(found, state.dead.get(switch))
    options = ["--grpc-addr", found.grpc_address, "--device-id", str(found.device_id)]
    if isinstance(state, State):  # of a network of one's own nobody guards the switches
        options += ["--election-id", _READ_ONLY]
    _become([*inside(state, state.process_id), sys.executable, "-m", "p4soft.p4runtime_client.shell", *options])


@click.command()
@LAB
@click.argument("link", shell_complete=links)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), required=True,
    help="FILE.pcapng, or - for standard output: `... -o - | wireshark -k -i -`.",
)  # fmt: skip
@click.option("--frames", type=click.IntRange(1), metavar="N", help="End after so many frames.")
def capture(*, where: Place, link: str, output: Path, frames: int | None) -> None:
    """Capture LINK (`nic0:0--p0-t0-0:0`, `nic0--p0-t0-0`, `h1-s1`), both ways, until Ctrl-C; in the time of the lab."""
    capture_link(ask(where, Look(), Looked), link, output, frames)


def _must_forward(switch: SwitchState, dead: str | None = None) -> None:
    if not switch.forwards:
        raise LabError(f"{switch.name} does not answer: it is {dead or 'stopped'}")


def _switch(state: Looked, name: str) -> SwitchState:
    switches = {each.name: each for each in state.switches}
    return switches[_known("switch", name, switches)]


def _known(kind: str, name: str, names: Iterable[str]) -> str:
    found = list(names)
    if name in found:
        return name
    raise LabError(str(unknown(kind, name, found)))


def _tail(file: str, *, follow: bool) -> list[str]:
    return ["tail", "-n", "+1", *(["-F"] if follow else []), file]


def _become(command: Sequence[str]) -> None:
    """Let this process be that command: signals, exit status and terminal are its own. Raises LabError."""
    program = find_program(command[0])
    if program is None:
        raise LabError(str(missing_programs(command[0])))
    sys.stdout.flush()
    os.execve(program, list(command), environment())
