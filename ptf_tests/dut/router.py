# SPDX-License-Identifier: Apache-2.0
"""Routers that are programs of this machine: started in a namespace for a run, told by lines of their command tool.

What is common to `grout.py`, `vpp.py` and, where it is about settings or namespaces, `linux.py`. A setting becomes
entries: lines that add it and lines that remove it. A device writes only what differs from what is there. `ip` makes
the network namespaces.
"""

from __future__ import annotations

import contextlib
import os
import platform
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct
from typing_extensions import override

from p4soft.command_line import shielded
from p4soft.targets import TargetError
from p4soft.targets.process import SwitchProcess, environment, find_program, missing_programs
from ptf_tests.dut.api import Attached, Bench, DeviceSpec, OverWire, Wire, mac_text
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.settings import EcmpMember, EcmpRoute, Setting, SettingError, Sid, mac

# --- Network namespaces ----------------------------------------------------------------------------------------------


NAMESPACE: Final = "namespace"
"""Option of a DeviceSpec: name of the network namespace."""
IP_TIMEOUT_S = 30.0
MTU: Final = 9600
"""Room for the largest frame of a profile (Values.max_frame) and more."""

_CONF = Path("/proc/sys/net/ipv6/conf")


class Namespace(Struct, frozen=True):
    """A namespace for a run.

    Attributes:
        name: of the namespace.
        testers: port to the tester's interface, which is outside of the namespace.
    """

    name: str
    testers: Mapping[int, str]


def interface(port: int) -> str:
    """Name of a port's interface in the device's network namespace."""
    return f"p{port}"


def unavailable(*programs: str) -> str | None:
    """Why this machine cannot run such programs in a namespace, and how to enable it; None if it can."""
    if platform.system() != "Linux":
        return "needs a Linux kernel; this is " + platform.system()
    if missing := missing_programs("ip", *programs):
        return missing
    if os.geteuid() != 0:
        return "network namespaces need root: run the command with sudo, or in a privileged container"
    return None


@contextmanager
def scratch_namespace(ports: Sequence[int], purpose: str = "dut") -> Iterator[Namespace]:
    """An empty namespace; on exit it is gone, and so are the testers' interfaces. Raises DeviceError."""
    token = secrets.token_hex(3)
    space = Namespace(f"mrc-{purpose}-{token}", {port: f"mrc{token}t{port}" for port in ports})
    try:
        with shielded():
            run_ip(["netns", "add", space.name])
        yield space
    finally:
        with shielded():
            for name in space.testers.values():
                _quietly(["link", "delete", name])
            _quietly(["netns", "delete", space.name])


def add_pairs(space: Namespace) -> None:
    """A veth pair for each port: in the namespace with the device's address, outside up and otherwise silent."""
    run_ip(["-batch", "-"], batch=[_pair(space, port, tester) for port, tester in space.testers.items()])
    quiet(space.testers.values())


def quiet(testers: Iterable[str]) -> None:
    """Bring the testers' interfaces up, on which the kernel outside says nothing itself."""
    for name in testers:
        _disable_ipv6(name)
    run_ip(["-batch", "-"], batch=[f"link set {name} up" for name in testers])


def write_settings(namespace: str, values: Mapping[str, int]) -> None:
    """Set kernel parameters under /proc/sys/net/ in a namespace."""
    write_files(namespace, {f"/proc/sys/net/{name}": value for name, value in values.items()})


def write_files(namespace: str, values: Mapping[str, int]) -> None:
    script = "".join(f"echo {value} > {path}\n" for path, value in values.items())
    run_ip(["netns", "exec", namespace, "sh", "-e"], batch=script.splitlines())


def run_ip(arguments: Sequence[str], *, batch: Sequence[str] = ()) -> str:
    """Run `ip` and return what it prints; `batch` lines go to its standard input.

    Raises:
        DeviceError: with the refused line and the kernel's reason.
        DeviceGoneError: it cannot be run, or does not end.
    """
    command = ["ip", *arguments]
    text = "".join(f"{line}\n" for line in batch)
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, timeout=IP_TIMEOUT_S, env=environment()
        )
    except OSError as error:
        raise DeviceGoneError(missing_programs("ip") or f"ip: cannot run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise DeviceGoneError(f"{' '.join(command)}: no end after {IP_TIMEOUT_S:.0f} s") from None
    if done.returncode:
        raise DeviceError(f"{' '.join(command)}: {_refusal(done.stderr, batch)}")
    return done.stdout


def _refusal(stderr: str, batch: Sequence[str]) -> str:
    """`Error: reason` and `Command failed -:3` as one sentence with the line that failed."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    if not lines:
        return "failed without a message"
    number = lines[-1].rpartition(":")[2]
    if lines[-1].startswith("Command failed") and number.isdigit() and 0 < int(number) <= len(batch):
        return f"{batch[int(number) - 1]!r} refused: {' '.join(lines[:-1])}"
    return " ".join(lines)


def _pair(space: Namespace, port: int, tester: str) -> str:
    peer = f"peer name {interface(port)} mtu {MTU} address {mac_text(mac(port))} netns {space.name}"
    return f"link add {tester} mtu {MTU} type veth {peer}"


def _disable_ipv6(name: str) -> None:
    """Keep the tester's own kernel quiet."""
    setting = _CONF / name / "disable_ipv6"
    try:
        setting.write_text("1", encoding="ascii")
    except OSError as error:
        raise DeviceError(f"{setting}: cannot write: {error.strerror}; accepted: /proc/sys that is writable") from None


def _quietly(arguments: list[str]) -> None:
    with contextlib.suppress(OSError):
        subprocess.run(["ip", *arguments], capture_output=True, check=False, env=environment())


# --- Settings as entries ---------------------------------------------------------------------------------------------


class Entry(Struct, frozen=True):
    """One thing of a router's configuration: the lines that add it, and those that take it away."""

    add: tuple[str, ...]
    remove: tuple[str, ...]


Entries = Mapping[str, Entry]
"""A configuration: each entry by what identifies it, such as the prefix of a route."""


def changes(there: Entries, wanted: Entries) -> list[str]:
    """Lines that turn one configuration into another: first what goes, last added first, then what comes."""
    lines = [line for key, entry in reversed(list(there.items())) if wanted.get(key) != entry for line in entry.remove]
    return lines + [line for key, entry in wanted.items() if there.get(key) != entry for line in entry.add]


def sids_last(settings: Sequence[Setting]) -> list[Setting]:
    """In an order in which a SID takes the place of a static route of its very prefix."""
    return sorted(settings, key=lambda setting: isinstance(setting, Sid))


def check_twins(settings: Sequence[Setting], device: str) -> None:
    """Two SIDs of one prefix, for what arrives and for what was shifted, must be the same one. Raises SettingError."""
    found: dict[str, Sid] = {}
    for setting in settings:
        if isinstance(setting, Sid):
            sid = replace(setting, redispatch=False)
            if found.setdefault(normal(sid.prefix), sid) != sid:
                raise SettingError(
                    f"{setting}: another SID of this prefix takes the packets that arrive, and {device} looks "
                    "up what was shifted like them; accepted: the same SID for both"
                )


def members_of(route: EcmpRoute, settings: Sequence[Setting], device: str) -> list[int]:
    """The ports that an ECMP route leads to. Raises SettingError if there is none."""
    ports = [
        member.port
        for member in settings
        if isinstance(member, EcmpMember) and member.group == route.group and member.member < route.members
    ]
    if not ports:
        raise SettingError(f"{route}: no member is configured; accepted by {device}: at least one")
    return ports


def adjacency(sid: Sid) -> int:
    """The port of a uA. Raises SettingError if it has none."""
    if sid.port is None:
        raise SettingError(f"{sid}: no port; accepted: the port of the adjacency")
    return sid.port


def require_pipe(sid: Sid, device: str) -> None:
    """Raises SettingError for a SID that shall set the inner DSCP."""
    if sid.dscp_mode != "pipe":
        raise SettingError(f"{sid}: {device} keeps the inner DSCP; accepted: dscp_mode pipe")


def normal(prefix: str) -> str:
    return str(ip_network(prefix))


def end_of_container(prefix: str) -> str:
    """The prefix of the one address of a SID whose argument is zero."""
    return f"{ip_network(prefix).network_address}/128"


# --- The command tool ------------------------------------------------------------------------------------------------


TOOL_TIMEOUT_S = 30.0


def run_tool(command: Sequence[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a router's command tool. Raises DeviceGoneError when it cannot be run, or does not end."""
    try:
        return subprocess.run(
            command,
            input=text,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=TOOL_TIMEOUT_S,
            env=environment(),
        )
    except OSError as error:
        raise DeviceGoneError(missing_programs(command[0]) or f"{command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise DeviceGoneError(f"{shlex.join(command)}: no end after {TOOL_TIMEOUT_S:.0f} s") from None


# --- The device ------------------------------------------------------------------------------------------------------


SOCKET: Final = "socket"
"""Option of the DeviceSpec: the Unix socket of the router's command tool."""


class RouterDevice(ABC, OverWire):
    """Configures by difference: what is there already is not written again.

    Attributes:
        title: what messages call the program.
    """

    title: str

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        """Raises DeviceError when the router does not answer."""
        if not spec.options.get(SOCKET):
            raise DeviceError(f"{spec.name}: no socket given; accepted: option {SOCKET}")
        self.name = spec.name
        self._socket = Path(spec.options[SOCKET])
        self._wire = wire
        self._ports = tuple(ports)
        self._entries: Entries = {}
        self._tallies: Mapping[str, int] = self.tallies()

    @abstractmethod
    def translate(self, settings: Sequence[Setting]) -> Entries:
        """The configuration that makes the router behave as `settings` say. Raises SettingError."""

    @abstractmethod
    def tell(self, lines: Sequence[str]) -> None:
        """Have the router do these lines. Raises DeviceError with the first that it refused."""

    @abstractmethod
    def tallies(self) -> Mapping[str, int]:
        """How many packets each node of its graph, or reason to drop, has counted so far."""

    @override
    def reset(self) -> None:
        """Remove every entry of a configuration."""
        self.configure(())

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        """Add and remove what differs. Raises DeviceError."""
        try:
            wanted = self.translate(settings)
        except SettingError as error:
            raise DeviceError(f"{self.name}: {error}") from None
        lines = changes(self._entries, wanted)
        if lines:
            self.tell(lines)
        self._entries = wanted

    @override
    def block(self, port: int, queue: int) -> None:
        """Refused: ports of a plain router have no queues that the suite could fill."""
        raise DeviceError(
            f"{self.name}: cannot block queue {queue} of port {port}: ports of {self.title} have no queues here; "
            "claim no trimming"
        )

    @override
    def unblock(self, port: int, queue: int) -> None:
        raise DeviceError(f"{self.name}: cannot unblock queue {queue} of port {port}: ports here have no queues")

    @override
    def trace(self) -> list[str]:
        """What the router has counted since the last call: the nodes that packets went through, and why some ended."""
        before, self._tallies = self._tallies, self.tallies()
        moved = {name: number - before.get(name, 0) for name, number in self._tallies.items()}
        return [f"{name} +{number}" for name, number in sorted(moved.items()) if number > 0]


# --- The bench -------------------------------------------------------------------------------------------------------


LOG = "switch-1.log"
START_TIMEOUT_S = 60.0
_TRY_AGAIN_S = 0.1
_Answer = TypeVar("_Answer")


class RouterBench(Bench):
    """A router in a namespace of its own, which ends with the run.

    Attributes:
        ports: ports of the device.
        programs: what must be on the PATH: the router, then its command tool.
        where: where people get them.
    """

    programs: tuple[str, str]
    where: str

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = tuple(ports)

    @abstractmethod
    def command(self, directory: Path) -> list[str]:
        """The command that runs the router in the foreground.

        Args:
            directory: a short-lived one with a short name, for sockets and what else the router wants.
        """

    @abstractmethod
    def socket(self, directory: Path) -> Path:
        """Where its command tool reaches it."""

    @abstractmethod
    def answers(self, socket: Path) -> bool:
        """Whether the router takes commands yet."""

    @abstractmethod
    def connect(self, space: Namespace, socket: Path) -> None:
        """Give it its ports, their addresses and neighbours. Raises DeviceError."""

    @abstractmethod
    def prepare(self, space: Namespace) -> None:
        """What the namespace must hold before the router starts. Raises DeviceError."""

    @abstractmethod
    def versions(self, socket: Path) -> dict[str, str]:
        """Of the programs, by name."""

    @override
    def unavailable(self) -> str | None:
        """What is missing here, and how to get it; None when nothing is."""
        absent = [name for name in self.programs if find_program(name) is None]
        if absent:
            return f"not on the PATH: {', '.join(absent)}; {self.where}"
        return unavailable()

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Start it in a new namespace, and end both. Raises DeviceError."""
        with (
            scratch_namespace(self.ports) as space,
            tempfile.TemporaryDirectory(prefix="mrc-") as name,
        ):
            directory = Path(name)
            socket = self.socket(directory)
            with shielded():
                self.prepare(space)
            inside = ["ip", "netns", "exec", space.name, *self.command(directory)]
            with running(self.programs[0], inside, workdir / LOG, lambda: socket.exists() and self.answers(socket)):
                self.connect(space, socket)
                spec = DeviceSpec(kind=self.kind, name=self.kind, options={SOCKET: str(socket)})
                yield Attached(spec, space.testers, self.versions(socket))


@contextmanager
def running(name: str, command: Sequence[str], log: Path, answers: Callable[[], bool]) -> Iterator[SwitchProcess]:
    """The process of the router `name`, from when it `answers` to the end of the block. Raises DeviceError.

    It ends with this process, also when that is killed.
    """
    with shielded():
        process = _started([sys.executable, "-m", "p4soft.targets.links", "", *command], log)
    try:
        deadline = time.monotonic() + START_TIMEOUT_S
        while not answers():
            _translated(lambda: process.raise_if_exited(_TRY_AGAIN_S))
            if time.monotonic() > deadline:
                raise DeviceError(f"{name}: takes no command after {START_TIMEOUT_S:.0f} s; see {process.log}")
        yield process
    finally:
        with shielded():
            process.stop()


def _started(command: Sequence[str], log: Path) -> SwitchProcess:
    return _translated(lambda: SwitchProcess(command, log))


def _translated(action: Callable[[], _Answer]) -> _Answer:
    try:
        return action()
    except TargetError as error:
        raise DeviceError(str(error)) from None
