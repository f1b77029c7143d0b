# SPDX-License-Identifier: Apache-2.0
"""VPP in the place of a switch of a live fabric: it forwards uSIDs by the static tables that the switch was planned.

The switch is stopped where it stands, and its links stay up. `in_place_of` then runs this module in the network of all
switches: `python -m fabric.live.stand_in SOURCE SWITCH FOLDER` attaches VPP to the switch's interfaces. VPP has the
switch's SID and routes, and no queues: it trims and marks nothing.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Network
from pathlib import Path

import click
from msgspec import DecodeError, Struct

import controller
from controller.program import BLACKHOLE_IPV6, MY_SID, ROUTE_IPV6, SET_NEXTHOP_IPV6, UN
from fabric.errors import BuildError, FabricError
from fabric.live.messages import TopologySource, message_of
from p4soft.command_line import run_command
from p4soft.table_entries import Lpm, TableEntry
from p4soft.targets import TargetError
from p4soft.targets.process import SwitchProcess, environment, missing_programs
from ptf_tests.dut.api import mac_text
from ptf_tests.dut.router import run_ip, running
from ptf_tests.dut.vpp import Translator, answers, execute, port_lines, version, vpp_command, vppctl
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.settings import Blackhole, Route, Setting, SettingError, un
from topologies import Switch, TopologyError

READY = "forwards:"
"""The first word of the line that this module prints once VPP forwards; the version follows."""
_NAME, _SOCKET = "vpp", "cli.sock"


# --- The process that stands in --------------------------------------------------------------------------------------


def check_programs() -> None:
    """Raise BuildError when VPP is not here."""
    if missing := missing_programs("vpp", "vppctl"):
        raise BuildError(f"{missing}; VPP comes from https://fd.io/, whose guide says how to install it")


class StandIn(Struct, frozen=True):
    """VPP in the place of a switch.

    Attributes:
        version: such as `VPP v26.06-release`.
    """

    switch: str
    version: str
    process: subprocess.Popen[str]

    def death(self) -> str | None:
        """How its process ended; None while it runs."""
        status = self.process.poll()
        return None if status is None else f"exit status {status}"


@contextmanager
def in_place_of(switch: str, source: TopologySource, prefix: Sequence[str] = ()) -> Iterator[StandIn]:
    """Let VPP forward in the place of a switch that was stopped, while the block runs.

    Args:
        switch: its name.
        source: the topology that its tables are planned from.
        prefix: what to put before a command to run it in the network of the fabric's switches.

    Raises:
        FabricError: VPP does not start, or ended by itself.
    """
    with tempfile.TemporaryDirectory(prefix="mrc-") as folder:
        command = [*prefix, sys.executable, "-m", "fabric.live.stand_in", source.text(), switch, folder]
        # A session of its own: Ctrl-C is for us. It ends when its standard input does, so also when we are killed.
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True, env=environment()
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            try:
                if said := process.stdout.readline():
                    yield StandIn(switch, said.removeprefix(READY).strip(), process)
            finally:
                process.stdin.close()
                status = process.wait()
        if status or not said:
            raise FabricError(f"what stood in for {switch} ended (exit status {status})")


# --- VPP's configuration ----------------------------------------------------------------------------------------------


def settings_of(entries: Iterable[TableEntry]) -> Iterator[Setting]:
    """The SIDs and routes among a switch's entries; a router without queues has no use for the others.

    Raises:
        SettingError: a SID or a route that VPP has nothing for.
    """
    for entry in entries:
        match = entry.match.get("dst_addr")
        if not isinstance(match, Lpm):
            continue
        prefix = str(IPv6Network((match.value, match.prefix_len)))
        if entry.table == MY_SID and entry.action == UN:
            yield un(prefix)
        elif entry.table == ROUTE_IPV6 and entry.action == SET_NEXTHOP_IPV6:
            yield Route(prefix, entry.params["port"])
        elif entry.table == ROUTE_IPV6 and entry.action == BLACKHOLE_IPV6:
            yield Blackhole(prefix)
        else:
            raise SettingError(
                f"{entry.table}: {entry.action}: VPP stands in for uN SIDs and IPv6 routes; accepted: those"
            )


def interface_of(switch: Switch, port: int) -> str:
    """A name of an interface that no other switch's has; those of the lab have a dot, VPP's mark of a subinterface."""
    return f"s{switch.device_id}p{port}"


def lines_of(switch: Switch) -> list[str]:
    """What configures VPP as this switch. Raises SettingError for a topology that asks for more."""

    def host(port: int) -> str:
        return f"host-{interface_of(switch, port)}"

    ports = [line for port in switch.ports() for line in port_lines(host(port.number), port.number, port.peer_mac)]
    planned = controller.plan(switch.fabric, switch).entries
    entries = Translator(list(settings_of(planned)), host).translate()
    return [*ports, *(line for entry in entries.values() for line in entry.add)]


def interfaces_of(switch: Switch) -> list[str]:
    return [
        f"create host-interface name {interface_of(switch, port.number)} hw-addr {mac_text(switch.mac(port.number))}"
        for port in switch.ports()
    ]


# --- What it does ----------------------------------------------------------------------------------------------------


@contextmanager
def other_names(switch: Switch) -> Iterator[None]:
    """Second names for the switch's interfaces, for VPP."""
    pairs = [(f"{switch.name}.{port.number}", interface_of(switch, port.number)) for port in switch.ports()]
    run_ip(["-batch", "-"], batch=[f"link property add dev {name} altname {other}" for name, other in pairs])
    try:
        yield
    finally:
        run_ip(["-batch", "-"], batch=[f"link property del dev {name} altname {other}" for name, other in pairs])


@contextmanager
def forwarding(switch: Switch, directory: Path) -> Iterator[SwitchProcess]:
    """VPP in the place of `switch`, in the network of this process. Raises DeviceError, SettingError."""
    lines = lines_of(switch)
    socket = directory / _SOCKET
    command = vpp_command(directory, socket)
    with (
        other_names(switch),
        running(_NAME, command, directory / "log", lambda: socket.exists() and answers(socket)) as router,
    ):
        for line in interfaces_of(switch):
            vppctl(socket, line.split(), _NAME)
        execute(socket, lines, _NAME)
        yield router


def _until_told(router: SwitchProcess) -> None:
    """Wait for the end of standard input. Raises TargetError when the router ends before it."""
    descriptor = os.pidfd_open(router.process_id)
    try:
        select.select([sys.stdin, descriptor], [], [])
    finally:
        os.close(descriptor)
    router.raise_if_exited()


@click.command()
@click.argument("source")
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path))
def main(source: str, name: str, folder: Path) -> None:
    """Forward in the place of switch NAME until standard input closes; VPP's files go into FOLDER."""
    topology = message_of(source, TopologySource).load()
    switch = next(each for each in topology.switches() if each.name == name)
    with forwarding(switch, folder) as router:
        click.echo(f"{READY} VPP {version(folder / _SOCKET)}")
        _until_told(router)


if __name__ == "__main__":
    run_command(
        main, (DeviceError, SettingError, TargetError, TopologyError, DecodeError), status=1,
        name="python -m fabric.live.stand_in",
    )  # fmt: skip
