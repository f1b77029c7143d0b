# SPDX-License-Identifier: Apache-2.0
"""VPP in the place of a switch of a live lab: it forwards uSIDs by the static tables that the switch was planned.

`labs.node_commands` stops the switch where it stands, whose links stay up, and runs this module in the network of all
switches: `python -m labs.stand_in TOPOLOGY SWITCH FOLDER` attaches VPP to the switch's interfaces. VPP has the switch's
SID and routes, and no queues: it trims and marks nothing.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Network
from pathlib import Path

import click

import controller
from controller.program import BLACKHOLE_IPV6, MY_SID, ROUTE_IPV6, SET_NEXTHOP_IPV6, UN
from p4soft.command_line import run_command
from p4soft.table_entries import Lpm, TableEntry
from p4soft.targets.process import environment, missing_programs
from ptf_tests.dut.api import mac_text
from ptf_tests.dut.router import interface, run_ip
from ptf_tests.dut.vpp import Translator, answers, execute, host, port_lines, vpp_command, vppctl
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.settings import Blackhole, Route, Setting, SettingError, un
from topologies import Switch, TopologyError, load

READY = "forwards"
"""What this module prints when VPP forwards."""
_START_S = 30.0
_GRACE_S = 5.0
_TRY_AGAIN_S = 0.1
_NAME = "vpp"


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


def lines_of(switch: Switch) -> list[str]:
    """What configures VPP as this switch. Raises SettingError for a topology that asks for more."""
    ports = [line for port in switch.ports() for line in port_lines(host(port.number), port.number, port.peer_mac)]
    planned = controller.plan(switch.fabric, switch).entries
    entries = Translator(list(settings_of(planned)), host).translate()
    return [*ports, *(line for entry in entries.values() for line in entry.add)]


def interfaces_of(switch: Switch) -> list[str]:
    return [
        f"create host-interface name {interface(port.number)} hw-addr {mac_text(switch.mac(port.number))}"
        for port in switch.ports()
    ]


@contextmanager
def other_names(switch: Switch) -> Iterator[None]:
    """Second names for the switch's interfaces: in those of the lab is a dot, which VPP takes for a subinterface."""
    pairs = [(f"{switch.name}.{port.number}", interface(port.number)) for port in switch.ports()]
    run_ip(["-batch", "-"], batch=[f"link property add dev {name} altname {other}" for name, other in pairs])
    try:
        yield
    finally:
        run_ip(["-batch", "-"], batch=[f"link property del dev {name} altname {other}" for name, other in pairs])


@contextmanager
def forwarding(switch: Switch, directory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """VPP in the place of `switch`, in the network of this process. Raises DeviceError, SettingError."""
    lines = lines_of(switch)
    if missing := missing_programs("vpp", "vppctl"):
        raise DeviceError(missing)
    socket = directory / "cli.sock"
    with other_names(switch), (directory / "log").open("wb") as log:
        router = subprocess.Popen(
            vpp_command(directory, socket), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment()
        )
        try:
            _await(router, socket, directory / "log")
            for line in interfaces_of(switch):
                vppctl(socket, line.split(), _NAME)
            execute(socket, lines, _NAME)
            yield router
        finally:
            _end(router)


def _end(router: subprocess.Popen[bytes]) -> None:
    router.terminate()
    try:
        router.wait(_GRACE_S)
    except subprocess.TimeoutExpired:  # it takes no SIGTERM while it starts
        router.kill()
        router.wait()


def _await(router: subprocess.Popen[bytes], socket: Path, log: Path) -> None:
    deadline = time.monotonic() + _START_S
    while not (ready := socket.exists() and answers(socket)) and router.poll() is None and time.monotonic() < deadline:
        time.sleep(_TRY_AGAIN_S)
    if not ready:
        said = " ".join(log.read_text(errors="replace").split())[-300:]
        raise DeviceError(f"vpp: takes no commands; it said: {said or 'nothing'}")


@click.command()
@click.argument("topology", type=click.Path(path_type=Path))
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path))
def main(topology: Path, name: str, folder: Path) -> None:
    """Forward in the place of switch NAME until standard input closes; VPP's files go into FOLDER."""
    switch = next(each for each in load(topology).switches() if each.name == name)
    with forwarding(switch, folder) as router:
        click.echo(READY)
        sys.stdin.buffer.read()
        if router.poll() is not None:
            raise DeviceError("vpp: it ended by itself")


if __name__ == "__main__":
    run_command(main, (DeviceError, SettingError, TopologyError), status=1, name="python -m labs.stand_in")
