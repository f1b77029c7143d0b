# SPDX-License-Identifier: Apache-2.0
"""Hosts: a network namespace each, held by a process that does nothing; programs are run in it by who wants to."""

from __future__ import annotations

import contextlib
import select
import subprocess
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from fabric.errors import BuildError
from fabric.live.isolation import inner, network_of
from fabric.own.model import Host, Interface
from p4soft.targets import links
from p4soft.targets.api import TargetError
from p4soft.targets.process import environment, exit_of

_START_S = 20.0
_END_S = 5.0
_QUIET = "disable_ipv6=1"
_ADDRESSED = ("accept_ra=0", "router_solicitations=0", "accept_dad=0", "addr_gen_mode=1", "autoconf=0")
"""IPv6 for addresses that are given, without asking anybody for more (ip-sysctl.rst)."""


class HostNetwork:
    """The network of one host.

    Attributes:
        name: of the host.
        log: what the process that holds it said.
        process_id: of that process, in the namespace of its parent.
        host_process_id: the same, as the machine has it.
    """

    def __init__(self, host: Host, workdir: Path) -> None:
        """Make it, with nothing in it but loopback. Raises BuildError."""
        self.name = host.name
        self.log = workdir / f"{host.name}.log"
        command = [*inner(), "sh", "-c", _script(host)]
        try:
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                    env=environment(), start_new_session=True,
                )  # fmt: skip
        except OSError as error:
            raise BuildError(f"{host.name}: cannot start {command[0]}: {error.strerror}") from None
        self.process_id = self._process.pid
        try:
            self.host_process_id = self._read_number()
        except BaseException:  # an interrupt as well: the process is nobody else's
            self.stop()
            raise

    def death(self) -> str | None:
        """How the process ended, `signal 9`; None while it runs."""
        return exit_of(self._process.poll())

    def run(self, program: str, lines: Iterable[str]) -> None:
        """Run lines of `ip -batch` or `tc -batch` in it. Raises BuildError."""
        try:
            links.batch(program, lines, within=network_of(self.host_process_id))
        except TargetError as error:
            raise BuildError(f"{self.name}: {error}") from None

    def stop(self) -> None:
        """Give it up; the kernel takes it away when nothing runs in it any more. Idempotent."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()

    def _read_number(self) -> int:
        assert self._process.stdout is not None
        deadline = time.monotonic() + _START_S
        poller = select.poll()
        poller.register(self._process.stdout, select.POLLIN | select.POLLHUP)
        if poller.poll(max(0.0, deadline - time.monotonic()) * 1000):
            line = self._process.stdout.readline().strip()
            if line.isdigit():
                return int(line)
        said = self.log.read_text(errors="replace").strip().splitlines()
        raise BuildError(f"{self.name}: its network did not come up{': ' + said[-1] if said else ''}")


def plugged(host: Host, names: Iterable[str], mtu: int) -> Iterator[str]:
    """Lines of `ip -batch`, inside a host's network, once its interfaces are there.

    Args:
        host: whose.
        names: what its interfaces are still called, in their order.
        mtu: of all of them, bytes.
    """
    for interface, name in zip(host.interfaces, names, strict=True):
        yield f"link set {name} name {interface.name}"
        yield f"link set {interface.name} address {interface.mac} mtu {mtu} up"
        for address in interface.addresses:
            yield f"addr add {address} dev {interface.name}"
    for neighbor, mac in host.neighbors.items():
        device = host.interface_to(neighbor) or host.interfaces[0]
        yield f"neigh replace {neighbor} lladdr {mac} dev {device.name} nud permanent"


def routes(host: Host) -> Iterator[str]:
    """Lines of `ip -batch` that send what is for others to its gateways; its interfaces are up."""
    for gateway in host.gateways:
        device: Interface | None = host.interface_to(gateway)
        assert device is not None  # the file was checked
        yield f"route replace default via {gateway} dev {device.name}"


def _script(host: Host) -> str:
    settings = _ADDRESSED if host.speaks_ipv6 else (_QUIET,)
    folder = "/proc/sys/net/ipv6/conf"
    lines = [
        "set -e",
        "read number rest </proc/self/stat",  # a builtin: the number is of this process, as the machine has it
        f"if test -d {folder}; then for each in all default; do",
        *(f"echo {value} >{folder}/$each/{name}" for name, value in (each.split("=") for each in settings)),
        "done; fi",
        "ip link set lo up",
        "echo $number",
        "exec cat >/dev/null",  # until whoever made it closes its standard input
    ]
    return "\n".join(lines)
