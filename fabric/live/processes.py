# SPDX-License-Identifier: Apache-2.0
"""The processes of a live network, as their parent sees them: started, asked, ordered, ended. NICs, and hosts.

A host is a network namespace, held by a process that does nothing; a user runs programs in it. Its interfaces
send whole frames of their MTU with whole checksums, as a cable would carry them. Between two ends of a veth the kernel
leaves checksums and segmentation to a device that does not exist; a P4 switch then gets TCP and UDP without checksums,
in frames of 64 KiB. As `ethtool -K eth0 tx off sg off tso off gso off gro off`.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

from fabric.errors import BuildError, FabricError
from fabric.live.description import Host, Interface
from fabric.live.messages import (
    REPORTS,
    Done,
    EndsRead,
    EndState,
    Lines,
    Message,
    NicSettings,
    Order,
    Ports,
    ReadEnds,
    Refused,
    Report,
    SetPort,
    Tc,
    TopologySource,
    line_of,
    message_of,
    text_of,
)
from fabric.live.namespaces import inner, network_of
from fabric.live.scale import Clock
from p4soft.targets import TargetError
from p4soft.targets import links as iproute
from p4soft.targets.process import environment, exit_of
from topologies import NicNode

# --- Any process -----------------------------------------------------------------------------------------------------


_ANSWER_S = 30.0
_END_S = 5.0
_LATE_S = 0.2
"""Given to one that owes an answer already."""
_R = TypeVar("_R", bound=Message)


class Child:
    """One process, as its parent sees it."""

    def __init__(self, name: str, command: Sequence[str], log: Path, *, descriptors: Sequence[int] = ()) -> None:
        """Start it.

        Args:
            name: of what it is, for people.
            command: to which the descriptor of its end of the socket is added; the process ends when that is closed.
            log: of what it says.
            descriptors: which it inherits besides, by the same numbers.

        Raises:
            BuildError: it cannot be started.
        """
        self.name = name
        self.log = log
        self._pending = b""
        self._owed = 0
        ours, theirs = socket.socketpair()
        ours.settimeout(_ANSWER_S)
        self._control = ours
        try:
            with theirs, log.open("ab") as stream:
                self._process = subprocess.Popen(
                    [*command, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=stream,
                    stderr=stream,
                    pass_fds=[theirs.fileno(), *descriptors],
                    env=environment(),
                    start_new_session=True,
                )
        except OSError as error:
            ours.close()
            raise BuildError(f"{name}: cannot start {command[0]}: {error.strerror}") from None
        self.process_id = self._process.pid

    def death(self) -> str | None:
        """How the process ended, `signal 9`; None while it runs."""
        return exit_of(self._process.poll())

    def ask(self, request: Message, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
        """Send a request and wait for its answer.

        Args:
            request: what to ask.
            answer: the kind of answer it has.
            patience_s: how long to wait; less when it owes an answer to a request before.

        Raises:
            FabricError: it refused, does not answer, or is gone.
        """
        line = self._exchange(request, patience_s)
        try:
            return message_of(line, answer)
        except ValueError:
            pass
        try:
            why = message_of(line, Refused).why
        except ValueError:
            why = f"answered {line[:100]!r} to {type(request).__name__}"
        raise FabricError(f"{self.name}: {why}")

    def stop(self) -> None:
        """End the process. Idempotent."""
        self._control.close()
        _end(self._process)

    def _exchange(self, request: Message, patience_s: float) -> bytes:
        try:
            if self._owed:  # it was too slow once: a late answer is not the answer to this
                self._control.settimeout(_LATE_S)
                while self._owed:
                    self._line()
            self._control.settimeout(patience_s)
            self._owed += 1
            self._control.sendall(line_of(request))
            return self._line()
        except TimeoutError:
            raise FabricError(f"{self.name} does not answer; its log: {self.log}") from None
        except OSError as error:
            raise FabricError(f"{self.name} is gone ({self.death() or error.strerror}); its log: {self.log}") from None

    def _line(self) -> bytes:
        while b"\n" not in self._pending:
            data = self._control.recv(1 << 20)
            if not data:
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self._pending += data
        self._owed -= 1
        line, _, self._pending = self._pending.partition(b"\n")
        return line


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process whose parent has let go of it, and kill it if it stays."""
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()


# --- Orders ----------------------------------------------------------------------------------------------------------


_READ = 1 << 18


class OrderChannel:
    """A channel of orders to one NIC process. Not for two threads at once.

    Orders for which the socket has no room wait: `flush` again when it has.
    """

    def __init__(self, name: str, sock: socket.socket) -> None:
        self._name = name
        self._sock = sock
        self._out = bytearray()
        self._lines = Lines()
        sock.setblocking(False)

    def fileno(self) -> int:
        """The socket's descriptor, so that `select` takes a channel."""
        return self._sock.fileno()

    def close(self) -> None:
        """Let it go. Idempotent."""
        self._sock.close()

    @property
    def waiting(self) -> bool:
        return bool(self._out)

    def order(self, order: Order) -> None:
        """Have the NIC do something. Raises FabricError: it is gone."""
        self._out += line_of(order)
        self.flush()

    def flush(self) -> None:
        """Send what waits. Raises FabricError: the NIC is gone."""
        try:
            while self._out:
                del self._out[: self._sock.send(self._out)]
        except BlockingIOError:
            pass
        except OSError as error:
            raise FabricError(f"{self._name} is gone ({error.strerror})") from None

    def read(self) -> list[Report]:
        """The reports since the last call. Raises FabricError: the NIC is gone, or has refused something."""
        try:
            data = self._sock.recv(_READ)
        except BlockingIOError:
            return []
        except OSError as error:
            raise FabricError(f"{self._name} is gone ({error.strerror})") from None
        if not data:
            raise FabricError(f"{self._name} is gone")
        try:
            reports = [REPORTS.read(line) for line in self._lines.take(data)]
        except ValueError:
            raise FabricError(f"{self._name} tells what is no report") from None
        for report in reports:
            if isinstance(report, Refused):
                raise FabricError(f"{self._name}: {report.why}")
        return reports


# --- A NIC -----------------------------------------------------------------------------------------------------------


class NicClient(Child):
    """One NIC process (`fabric.live.nic_process`).

    Attributes:
        orders: by which a program that steers a workload has it post.
    """

    def __init__(
        self,
        source: TopologySource,
        node: NicNode,
        clock: Clock,
        settings: NicSettings,
        workdir: Path,
        *,
        prefix: Sequence[str],
        descriptors: Sequence[int],
    ) -> None:
        """Start the process of a NIC.

        Raises:
            BuildError: it cannot be started.
        """
        ours, theirs = socket.socketpair()
        self.orders = OrderChannel(node.name, ours)
        command = [
            *prefix, sys.executable, "-m", "fabric.live.nic_process",
            source.text(), str(node.index), str(clock.scale.factor), str(clock.origin_ns), text_of(settings),
            str(theirs.fileno()),
        ]  # fmt: skip
        log = workdir / f"{node.name}.log"
        try:
            with theirs:
                super().__init__(node.name, command, log, descriptors=[*descriptors, theirs.fileno()])
        except BuildError:
            ours.close()
            raise

    def plugged(self) -> None:
        """Its interfaces are in its network now: it opens them. Raises FabricError."""
        self.ask(Ports(), Done)

    def run_tc(self, lines: Sequence[str]) -> None:
        """Run lines of `tc -batch` in its network. Raises FabricError."""
        self.ask(Tc(lines=list(lines)), Done)

    def interface(self, port: int) -> str:
        return f"port{port}"

    def set_port(self, port: int, *, up: bool) -> None:
        """Set the interface of a port up or down. Raises FabricError."""
        self.ask(SetPort(port=port, up=up), Done)

    def read_ends(self) -> list[EndState]:
        """What its ends of cables count and hold, by port. Raises FabricError."""
        return self.ask(ReadEnds(), EndsRead).ends

    @override
    def stop(self) -> None:
        self.orders.close()
        super().stop()


# --- A host ----------------------------------------------------------------------------------------------------------


_START_S = 20.0
_QUIET = "disable_ipv6=1"
_ADDRESSED = ("accept_ra=0", "router_solicitations=0", "accept_dad=0", "addr_gen_mode=1", "autoconf=0")
"""IPv6 for addresses that are given, without asking anybody for more (ip-sysctl.rst)."""


class HostNetwork:
    """The network of one host.

    Attributes:
        log: what the process that holds it said.
        process_id: of that process, in the namespace of its parent.
        host_process_id: the same, as the machine has it.
    """

    def __init__(self, host: Host, mtu: int, workdir: Path) -> None:
        """Make it, with nothing in it but loopback. Raises BuildError."""
        self.name = host.name
        self._host = host
        self._mtu = mtu
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
        except BaseException:  # an interrupt as well: no one else stops this process
            self.stop()
            raise

    def death(self) -> str | None:
        """How the process ended, `signal 9`; None while it runs."""
        return exit_of(self._process.poll())

    def plugged(self) -> None:
        """Its interfaces are in it now: give them names and addresses, and it its routes. Raises BuildError."""
        names = [f"{self.name}.{port}" for port in range(len(self._host.interfaces))]
        self._run("ip", _addressed(self._host, names, self._mtu))
        self._run("ip", _routes(self._host))

    def run_tc(self, lines: Sequence[str]) -> None:
        """Run lines of `tc -batch` in it. Raises BuildError."""
        self._run("tc", lines)

    def interface(self, port: int) -> str:
        return self._host.interfaces[port].name

    def _run(self, program: str, lines: Iterable[str]) -> None:
        try:
            iproute.batch(program, lines, within=network_of(self.host_process_id))
        except TargetError as error:
            raise BuildError(f"{self.name}: {error}") from None

    def stop(self) -> None:
        """Give it up; the kernel takes it away when nothing runs in it any more. Idempotent."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        _end(self._process)

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


def _addressed(host: Host, names: Iterable[str], mtu: int) -> Iterator[str]:
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


def _routes(host: Host) -> Iterator[str]:
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
        "exec cat >/dev/null",  # until its parent closes its standard input
    ]
    return "\n".join(lines)


# --- Whole frames ----------------------------------------------------------------------------------------------------


_SIOCETHTOOL = 0x8946
# linux/ethtool.h: ETHTOOL_STXCSUM, ETHTOOL_SSG, ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO
_CHECKSUMS = 0x17
_SEGMENTATION = (0x19, 0x1F, 0x24, 0x2C)


def compute_everything(interface: str) -> None:
    """Leave nothing to the device, for good. Raises BuildError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            _switch_off(sock, interface, _CHECKSUMS)
        except OSError as error:
            raise BuildError(f"interface {interface}: checksums stay with the device: {error.strerror}") from None
        for feature in _SEGMENTATION:
            with contextlib.suppress(OSError):  # without checksums there is no segmentation where these are not known
                _switch_off(sock, interface, feature)


def _switch_off(sock: socket.socket, interface: str, feature: int) -> None:
    value = ctypes.create_string_buffer(struct.pack("@II", feature, 0))
    request = struct.pack("@16sP", interface.encode(), ctypes.addressof(value))
    fcntl.ioctl(sock, _SIOCETHTOOL, request)
