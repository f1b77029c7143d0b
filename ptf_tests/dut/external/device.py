# SPDX-License-Identifier: Apache-2.0
"""A switch that the suite did not start: configured over P4Runtime, by its owner's commands, or by its owner.

The wire to it has its own MAC addresses for those of the suite, no fillers, and queues that empty. Fillers are frames
that fill a queue which lets next to nothing out, and that show when one is empty; no case sees them. Between two cases,
queues that were blocked or slow are given line rate (`drained`), and a numbered frame is sent through each (`markers`):
once it is out, so is what waited before it. The last ones go through queue 0, behind all.
"""

from __future__ import annotations

import json
import struct
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_network
from pathlib import Path
from typing import Protocol, TypeVar
from unittest import SkipTest

from typing_extensions import override

from controller.config_db import Tables, port_name
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from p4soft.outputs import write_text
from p4soft.targets import TargetError, get_target
from p4soft.targets.links import UNIX_PREFIX, AttachError, open_attachment
from ptf_tests.catalogue.claims import CLAIMS, SHOWN_OVER_P4RUNTIME_ONLY
from ptf_tests.dut.api import Attached, Bench, DeviceSpec, OverWire, Wire, neighbour_ipv6
from ptf_tests.dut.external.commands import CommandRunner, Terminal
from ptf_tests.dut.external.configuration import SONIC, TEXT, Configuration, write_configuration
from ptf_tests.dut.external.sonic import SonicSwitch, parsed, trim_class, whole, with_trim_class
from ptf_tests.dut.p4runtime import PROGRAM, P4RuntimeDevice
from ptf_tests.switch.device import PORTS, Cell, Count, DeviceError, DeviceGoneError, DeviceUnderTest, untimed
from ptf_tests.switch.profile import SENTINEL_DSCP, Profile
from ptf_tests.switch.settings import (
    DscpToTc,
    Isolation,
    QueueProfile,
    Route,
    Setting,
    SettingError,
    TcToQueue,
    mac,
    merged,
)

# --- Fillers ---------------------------------------------------------------------------------------------------------


Queue = tuple[int, int]
"""A queue: its port and its number."""

SOURCE = IPv6Address("fdad:0:ffff:f111::1")
"""Source address of every filler frame and of nothing else."""

FRAME_BYTES = 1500
"""Without FCS."""
SMALL_BYTES = 64
"""Of the fillers that take what room the others leave: without them a trimmed packet fits into a queue that is full."""

_ETHERNET_AND_IPV6 = 54
_NO_NEXT_HEADER = 59
_TESTER_MAC = bytes.fromhex("020000000001")
_S = TypeVar("_S", bound=Setting)


@dataclass(frozen=True, slots=True)
class Marker:
    """A filler that shows that a queue is empty once it is out.

    Attributes:
        ingress: port to send it into.
        port: where it comes out.
        number: in its flow label; above 0.
        frame: itself.
    """

    ingress: int
    port: int
    number: int
    frame: bytes


def holding(settings: Sequence[Setting], blocked: Collection[Queue]) -> frozenset[Queue]:
    """The queues in which frames may wait for longer than their case lasts."""
    slow = {(each.port, each.queue) for each in _of(settings, QueueProfile) if each.rate != "line"}
    return frozenset(slow | set(blocked))


def drained(settings: Sequence[Setting], queues: Collection[Queue]) -> tuple[Setting, ...]:
    """The configuration in which these queues empty: line rate, no limit; every port takes frames in.

    Queue 0 of their ports has a profile as well: to the model of `p4src/`, time passes for a port's queues when a frame
    comes to one that has.
    """
    fast = [QueueProfile(port, queue) for port, queue in sorted({*queues, *((port, 0) for port, _ in queues)})]
    return merged([each for each in settings if not isinstance(each, Isolation)], fast)


def markers(settings: Sequence[Setting], queues: Collection[Queue], ports: Sequence[int]) -> list[Marker]:
    """A marker through each of these queues that one can reach, then one through queue 0 of each of their ports."""
    found: list[Marker] = []
    lowest = {(port, 0) for port, _ in queues}
    for port, queue in (*sorted({*queues} - lowest), *sorted(lowest)):
        ingress = next(each for each in ports if each != port)
        number = len(found) + 1
        try:
            found.append(Marker(ingress, port, number, filler(settings, ingress, port, queue, number=number)))
        except SettingError:
            continue  # no frame of this configuration has filled it either
    return found


def filler(
    settings: Sequence[Setting], ingress: int, port: int, queue: int, *, number: int = 0, size: int = FRAME_BYTES
) -> bytes:
    """A frame that enters at `ingress` and leaves, or waits, in `queue` of `port`.

    Args:
        settings: the configuration, whose routes and maps decide where frames go.
        ingress: port it is sent into.
        port: where it shall leave.
        queue: where it shall wait.
        number: to tell it by, 0 to 2^20 - 1.
        size: bytes, 54 or more.

    Raises:
        SettingError: no IPv6 route leads to the port, or no DSCP to the queue.
    """
    head = struct.pack(
        "!6s6sHIHBB",
        mac(ingress).to_bytes(6, "big"),
        _TESTER_MAC,
        0x86DD,
        6 << 28
        | _dscp(settings, queue) << 22
        | 2 << 20
        | number,  # ECT(0): a queue with WRED may drop what is not ECN-capable
        size - _ETHERNET_AND_IPV6,
        _NO_NEXT_HEADER,
        64,
    )
    frame = head + SOURCE.packed + _destination(settings, port).packed
    return frame.ljust(size, b"\0")


def is_filler(frame: bytes) -> bool:
    """Whether a frame that came out is a filler, trimmed or not."""
    return frame[22:38] == SOURCE.packed


def number_of(frame: bytes) -> int:
    return int.from_bytes(frame[15:18], "big") & 0xFFFFF


def _destination(settings: Sequence[Setting], port: int) -> IPv6Address:
    networks = [ip_network(route.prefix) for route in _of(settings, Route) if route.port == port]
    ours = [network for network in networks if isinstance(network, IPv6Network)]
    if not ours:
        raise SettingError(f"no IPv6 route leads to port {port}, so that its queue cannot be filled")
    return max(ours, key=lambda network: network.prefixlen).network_address


def _dscp(settings: Sequence[Setting], queue: int) -> int:
    """A DSCP of the queue; one that is never trimmed, if there is one."""
    queue_of = {line.tc: line.queue for line in _of(settings, TcToQueue)}
    lines = [line for line in _of(settings, DscpToTc) if queue_of.get(line.tc) == queue]
    if not lines and queue == 0:
        return SENTINEL_DSCP
    if not lines:
        raise SettingError(f"no DSCP leads to queue {queue}, so that it cannot be filled")
    return min(lines, key=lambda line: (line.trim_eligible, line.dscp)).dscp


def _of(settings: Sequence[Setting], kind: type[_S]) -> Iterator[_S]:
    return (setting for setting in settings if isinstance(setting, kind))


# --- The wire --------------------------------------------------------------------------------------------------------


DRAIN_S = 10.0
"""How long queues may take to empty at line rate. A device that loses markers is given so long, and not one more."""


class ExternalWire(Wire):
    """Cases and requirements know `settings.mac(port)`; a router has the address its maker gave it."""

    def __init__(self, wire: Wire, macs: Mapping[int, str]) -> None:
        """`macs`: the device's address on each port where it is not the suite's."""
        self._wire = wire
        self._theirs = {port: bytes.fromhex(address.replace(":", "")) for port, address in macs.items()}

    @override
    def send(self, port: int, frame: bytes) -> None:
        """Send, to the device's own address if the frame is to the device."""
        theirs = self._theirs.get(port)
        if theirs is not None and frame[:6] == mac(port).to_bytes(6, "big"):
            frame = theirs + frame[6:]
        self._wire.send(port, frame)

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame that is not a filler, as if the device had the suite's address."""
        deadline = time.monotonic() + timeout_s
        while True:
            frame = self._wire.receive(port, max(0.0, deadline - time.monotonic()))
            if frame is None:
                return None
            if not is_filler(frame):
                break
        theirs = self._theirs.get(port)
        if theirs is not None and frame[6:12] == theirs:
            frame = frame[:6] + mac(port).to_bytes(6, "big") + frame[12:]
        return frame

    def drain(self, markers: Sequence[Marker]) -> bool:
        """Send each marker when the one before it is out, and forget what came out with them; whether all came."""
        deadline = time.monotonic() + DRAIN_S
        found = True
        for marker in markers:
            self.send(marker.ingress, marker.frame)
            found = found and self._comes_out(marker, deadline)
        self.flush()
        return found

    def _comes_out(self, marker: Marker, deadline: float) -> bool:
        while (frame := self._wire.receive(marker.port, max(0.0, deadline - time.monotonic()))) is not None:
            if is_filler(frame) and number_of(frame) == marker.number:
                return True
        return False

    @override
    def flush(self) -> None:
        self._wire.flush()


# --- The device ------------------------------------------------------------------------------------------------------


PROFILE = "profile"
"""Option of the DeviceSpec: the profile, as JSON."""
DIRECTORY = "directory"
"""Option of the DeviceSpec: where configurations are written."""
BEFORE = "before.json"
"""In that directory: the configuration that a SONiC switch had before the run, and is given back."""


class Configurator(Protocol):
    """Makes a device what a directory of files says."""

    def apply(self, directory: Path) -> None:
        """Return when the device is so. Raises DeviceError."""

    def asks_to_empty(self, queues: Collection[Queue]) -> bool:
        """Whether the queues will be empty after the next `apply`, which is told so; False: a configuration does it."""


class CommandConfigurator(Configurator):
    def __init__(self, runner: CommandRunner, command: str) -> None:
        """The command has the placeholder `{directory}`."""
        self._runner = runner
        self._command = command

    @override
    def apply(self, directory: Path) -> None:
        self._runner.run(self._command, {"directory": str(directory)})

    @override
    def asks_to_empty(self, queues: Collection[Queue]) -> bool:
        del queues
        return False


class SonicConfigurator(Configurator):
    """Over SSH: the file `config_db.json` in place of what is the suite's, and the rest as it was before the run."""

    def __init__(self, switch: SonicSwitch, base: Tables, names: Sequence[str]) -> None:
        """`base`: its configuration before the run; `names`: its names of the suite's ports."""
        self._switch = switch
        self._base = base
        self._names = names
        self._class = trim_class(base)

    @override
    def apply(self, directory: Path) -> None:
        ours = with_trim_class(parsed((directory / SONIC).read_bytes()), self._class)
        self._class = trim_class(ours) or self._class
        self._switch.replace(whole(ours, self._base, self._names))
        if "SWITCH_TRIMMING" in ours:
            self._switch.check_trimming(ours)

    @override
    def asks_to_empty(self, queues: Collection[Queue]) -> bool:
        del queues
        return False


class AskingConfigurator(Configurator):
    """Tells a person at a terminal what to configure, and waits for Enter."""

    def __init__(self, name: str, terminal: Terminal) -> None:
        self._name = name
        self._terminal = terminal
        self._first = ""

    @override
    def apply(self, directory: Path) -> None:
        text = (directory / TEXT).read_text(encoding="utf-8")
        head = f"\n=== Configure {self._name} as follows (also in {directory}) ===\n"
        self._terminal.ask(f"{head}{self._first}{text}Press Enter when it is so: ")
        self._first = ""

    @override
    def asks_to_empty(self, queues: Collection[Queue]) -> bool:
        names = ", ".join(f"queue {queue} of port {port}" for port, queue in sorted(queues))
        self._first = f"First let out what waits in {names}.\n"
        return True


def open_external(spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> DeviceUnderTest:
    """Connect in the way the profile says. Raises DeviceError."""
    profile = Profile.model_validate_json(spec.options[PROFILE])
    access = profile.access
    wire = ExternalWire(wire, access.macs)
    if access.p4runtime is not None:
        kind = P4RuntimeDevice if access.p4runtime.pipeline == "push" else ForeignPipelineDevice
        return kind(spec, wire, ports)
    runner = CommandRunner(spec.name, access.commands)
    configurator: Configurator
    sonic = None
    if access.sonic is not None:
        sonic = SonicSwitch(spec.name, access, access.sonic, ports)
        names = [access.names.get(port, port_name(port)) for port in ports]
        configurator = SonicConfigurator(sonic, _before(spec), names)
    elif access.commands.configure:
        configurator = CommandConfigurator(runner, access.commands.configure)
    else:
        configurator = AskingConfigurator(spec.name, Terminal(sys.stdin.isatty))
    return ExternalDevice(spec, profile, wire, ports, configurator=configurator, runner=runner, sonic=sonic)


class ExternalDevice(OverWire):
    """Configured late: only when a frame is sent or a counter read, and only if the device is something else by then.

    Every case starts from an empty configuration and adds to it, which a person or a slow command must not notice. What
    a case leaves in queues is let out before the next one, or their order would decide verdicts; where there is a
    `reset` command, that does it.
    """

    def __init__(
        self,
        spec: DeviceSpec,
        profile: Profile,
        wire: ExternalWire,
        ports: Sequence[int],
        *,
        configurator: Configurator,
        runner: CommandRunner,
        sonic: SonicSwitch | None = None,
    ) -> None:
        """Nothing is sent yet. Raises DeviceError when the compiled program for P4Runtime files cannot be read."""
        self.name = spec.name
        self._profile = profile
        self._wire = self._outside = wire
        self._ports = tuple(ports)
        self._configurator = configurator
        self._runner = runner
        self._directory = Path(spec.options[DIRECTORY])
        self._pipeline = _pipeline(spec)
        self._wanted: tuple[Setting, ...] = ()
        self._blocked: frozenset[tuple[int, int]] = frozenset()
        self._filled: frozenset[tuple[int, int]] = frozenset()
        self._holding: frozenset[Queue] = frozenset()
        self._to_drain: frozenset[Queue] = frozenset()
        self._sonic = sonic
        self._counted: Mapping[Cell, Count] = {}
        self._sent = False
        self._emptied = profile.access.by_hand  # who configures by hand begins with an empty device
        self._applied: Configuration | None = None
        self._written: dict[Configuration, Path] = {}

    @override
    def capabilities(self) -> frozenset[str]:
        return frozenset(CLAIMS) - SHOWN_OVER_P4RUNTIME_ONLY

    @override
    def reset(self) -> None:
        """Unblock; run the `reset` command; what else there is to do waits until the device is used."""
        for port, queue in sorted(self._blocked):
            self.unblock(port, queue)
        self._wanted = ()
        self._counted = {}
        if self._profile.access.commands.reset:
            self._runner.run(self._profile.access.commands.reset, {})
        else:
            self._to_drain |= self._holding
        self._holding = frozenset()

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        self._wanted = tuple(settings)

    @override
    def block(self, port: int, queue: int) -> None:
        """Run the `block` command, or make it part of the configuration; either way it is filled before it is used."""
        if self._profile.access.commands.block:
            self._drain({(port, queue)})
        self._command(self._profile.access.commands.block, port, queue)
        self._blocked |= {(port, queue)}

    @override
    def unblock(self, port: int, queue: int) -> None:
        """Run the `unblock` command, or take it out of the configuration."""
        if (port, queue) in self._blocked:
            self._command(self._profile.access.commands.unblock, port, queue)
        self._blocked -= {(port, queue)}
        self._filled -= {(port, queue)}

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._apply()
        self._holding |= holding(self._wanted, self._blocked)
        self._sent = True
        self._wire.send(port, frame)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Read them. Raises DeviceGoneError when one went backwards since the last time with nothing done to it."""
        self._apply()
        if self._sonic is None:
            found = self._runner.counters(ports)
        else:
            with untimed():
                if self._sent and self._profile.access.sonic is not None:
                    time.sleep(self._profile.access.sonic.counters_s)
                found = self._sonic.counters()
        self._sent = False
        for cell, count in found.items():
            before = self._counted.get(cell, count)
            if count.packets < before.packets:
                place = f"{cell[0]}[{cell[1]}] went from {before.packets} to {count.packets} packets"
                raise DeviceGoneError(f"{self.name}: {place}; does somebody else clear counters, or did it restart?")
        self._counted = found
        return found

    def _command(self, command: str, port: int, queue: int) -> None:
        if command:
            self._counted = {}
            interface = self._profile.access.names.get(port, str(port))
            self._runner.run(command, {"port": port, "interface": interface, "queue": queue})

    def _apply(self) -> None:
        by_command = bool(self._profile.access.commands.block)
        fillers = [self._fillers(*place) for place in sorted(self._blocked - self._filled)]
        self._drain(self._blocked)
        self._make(Configuration(self._wanted, frozenset() if by_command else self._blocked))
        for ingress, frames in fillers:
            for frame in frames:
                self._wire.send(ingress, frame)
        self._filled = self._blocked

    def _make(self, wanted: Configuration) -> None:
        if wanted != self._applied:
            self._applied = None  # until it is so
            with untimed():
                self._configurator.apply(self._files(wanted))
            self._applied = wanted
            self._counted = {}  # a device may clear them when its configuration changes

    def _drain(self, blocked: Collection[Queue]) -> None:
        """Let out what the cases before left in queues; before the first that fills some, what an earlier run left."""
        queues, self._to_drain = self._to_drain, frozenset()
        if queues and self._configurator.asks_to_empty(queues):
            self._applied, self._emptied = None, True
            return
        first = holding(self._wanted, blocked)
        if first and not self._emptied and not self._profile.access.commands.reset:
            queues |= first | {(port, 0) for port in self._ports}
        if queues:
            self._emptied = True
            settings = drained(self._applied.settings if self._applied else self._wanted, queues)
            self._make(Configuration(settings))
            with untimed():
                self._outside.drain(markers(settings, queues, self._ports))

    def _files(self, configuration: Configuration) -> Path:
        if configuration not in self._written:
            directory = self._directory / f"{len(self._written) + 1:04d}"
            try:
                write_configuration(configuration, directory, self._profile, self._pipeline)
            except OSError as error:
                raise DeviceGoneError(f"{directory}: cannot write: {error.strerror}") from None
            self._written[configuration] = directory
        return self._written[configuration]

    def _fillers(self, port: int, queue: int) -> tuple[int, Sequence[bytes]]:
        """The port to send into, and the frames that fill the queue.

        Raises SkipTest, before anything is done to the device: no frame of the suite gets there.
        """
        ingress = next(each for each in self._ports if each != port)
        count = self._profile.access.fill_frames
        if not count:
            return ingress, ()
        try:
            frame = filler(self._wanted, ingress, port, queue)
            small = filler(self._wanted, ingress, port, queue, size=SMALL_BYTES)
        except SettingError as error:
            raise SkipTest(f"{self.name}: {error}") from None
        return ingress, (*[frame] * count, *[small] * (FRAME_BYTES // SMALL_BYTES + 1))


class ForeignPipelineDevice(P4RuntimeDevice):
    """A switch whose program is not the suite's to load: it stays, and a case starts with every entry deleted.

    What the case before left in the model of a queue is let out first, or the order of the cases would decide verdicts.
    """

    def __init__(self, spec: DeviceSpec, wire: ExternalWire, ports: Sequence[int]) -> None:
        """Connect and become primary. Raises DeviceError."""
        super().__init__(spec, wire, ports)
        self._outside = wire
        self._may_hold = True  # what an earlier run left
        with self._device_errors():
            runs = self._device.runs_a_program()
        if not runs:
            accepted = "one that is loaded before the run, or access.p4runtime.pipeline: push"
            raise DeviceError(f"{spec.name}: runs no program; accepted: {accepted}")

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._may_hold = self._may_hold or bool(holding(self._settings, self._blocked))
        super().send(port, frame)

    @override
    def reset(self) -> None:
        """Delete every entry of every table, with queues empty; counters stay as they are."""
        self._empty()
        if self._may_hold:
            queues = {(port, 0) for port in self._ports}
            settings = drained([Route(f"{neighbour_ipv6(port)}/128", port) for port in self._ports], queues)
            self.configure(settings)
            self._outside.drain(markers(settings, queues, self._ports))
            self._empty()
            self._may_hold = False

    def _empty(self) -> None:
        self._forget()
        self._counts = None
        with self._device_errors():
            self._device.delete_all()


def _before(spec: DeviceSpec) -> Tables:
    return parsed((Path(spec.options[DIRECTORY]) / BEFORE).read_bytes())


def _class_written(directory: Path) -> str:
    """The traffic class of trimmed packets that one of a run's configurations had; "" if none did."""
    return next(filter(None, (trim_class(parsed(path.read_bytes())) for path in directory.glob(f"*/{SONIC}"))), "")


def _pipeline(spec: DeviceSpec) -> Pipeline | None:
    if spec.p4info is None or spec.json_file is None:
        return None
    try:
        return Pipeline.load(spec.p4info, spec.json_file)
    except ControllerError as error:
        raise DeviceError(f"{spec.name}: {error}") from None


# --- The bench: its interfaces are there, up, and may be opened ------------------------------------------------------


_CLASS_NET = Path("/sys/class/net")


@dataclass(frozen=True, slots=True)
class ExternalBench(Bench):
    """A device that is up already, and stays up.

    Attributes:
        profile: where it is and how it is configured.
    """

    profile: Profile

    @property
    @override
    def kind(self) -> str:
        return "external"

    @override
    def unavailable(self) -> str | None:
        """Why its interfaces cannot be used, or None."""
        for port in PORTS:
            spec = self.profile.access.interfaces.get(port)
            reason = f"port {port}: no interface" if spec is None else _refused(port, spec)
            if reason is not None:
                return f"{self.profile.name}: {reason}"
        return None

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Nothing to start; compiles `p4src/` where table ids are needed and none are given. Raises DeviceError."""
        access = self.profile.access
        p4runtime = access.p4runtime
        p4info = p4runtime.p4info if p4runtime else None
        json_file = p4runtime.json_file if p4runtime else None
        if p4info is None:
            try:
                files = get_target("embedded").compile(PROGRAM, workdir / "build")
            except TargetError as error:
                raise DeviceError(str(error)) from None
            p4info, json_file = files.p4info, files.json
        spec = DeviceSpec(
            kind="external",
            name=self.profile.name,
            address=p4runtime.address if p4runtime else "",
            device_id=p4runtime.device_id if p4runtime else 0,
            election_id=p4runtime.election_id if p4runtime else 1,
            p4info=p4info,
            json_file=json_file,
            options={PROFILE: self.profile.model_dump_json(), DIRECTORY: str(workdir / "configuration")},
        )
        attached = Attached(spec, {port: access.interfaces[port] for port in PORTS}, {})
        if access.sonic is None:
            yield attached
            return
        switch = SonicSwitch(self.profile.name, access, access.sonic, PORTS)
        before = switch.configuration()
        if "trimming" in self.profile.claims:
            switch.check_trimming(before)
        switch.counters()
        file = workdir / "configuration" / BEFORE
        write_text(file, json.dumps(before))
        try:
            yield attached
        finally:
            try:
                switch.replace(with_trim_class(before, _class_written(workdir / "configuration")))
            except DeviceError as error:
                raise DeviceError(f"{error}; its configuration before the run is in {file}") from None


def _refused(port: int, spec: str) -> str | None:
    """Why an interface or socket cannot be used."""
    try:
        open_attachment(spec).close()
    except AttachError as error:
        return f"port {port}: {error}"
    if spec.startswith(UNIX_PREFIX):
        return None
    try:
        carrier = (_CLASS_NET / spec / "carrier").read_text(encoding="ascii").strip()
    except OSError:  # the kernel refuses to tell as long as the interface is down
        return f"port {port}: interface {spec} is down; accepted: up, as after `ip link set {spec} up`"
    if carrier != "1":
        return f"port {port}: interface {spec} has no carrier; accepted: a cable to a port of the device that is up"
    return None
