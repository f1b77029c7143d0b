# SPDX-License-Identifier: Apache-2.0
"""Ways to run a v1model P4 program, behind one interface.

A *target* compiles a P4 program and starts switch processes that serve P4Runtime. Two exist: the embedded one
(`p4soft.targets.embedded`) and the real BMv2 programs (`p4soft.targets.bmv2`). Callers hold only the types here.

>>> get_target("embedded").unavailable() is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from p4soft.command_line import LOG_LEVELS, EngineChoice

TARGET_NAMES = ("embedded", "bmv2")

DROP_PORT_DEFAULT = 511
"""simple_switch's drop port: the largest value of v1model's 9-bit `egress_spec`."""

MAX_PORT = 510
"""Largest front-panel port number: v1model ports are 9 bits wide and 511 is the default drop port."""


class TargetError(Exception):
    """A target could not compile, start or reach a switch; the message is complete and meant for people."""


class CompiledFiles(Struct, frozen=True):
    json: Path
    """BMv2 JSON (the P4 device config)."""
    p4info: Path
    """P4Info in protobuf text format."""


class SwitchOptions(Struct, frozen=True):
    """simple_switch_grpc's options; the defaults are simple_switch_grpc's own.

    Raises:
        ValueError: a value outside what v1model's 9-bit ports and 3-bit priority can express.
    """

    cpu_port: int | None = None
    """Port number of packet-in and packet-out, 1..511, or None for no packet I/O."""
    drop_port: int = DROP_PORT_DEFAULT
    """Port number that means drop, 0..511."""
    priority_queues: int = 1
    """Strict-priority queues per port, 1..8; a packet with `priority` at or above it is dropped."""
    seed: int = 0
    """Seed of `random()` and of action selectors on the embedded target; BMv2 takes no seed."""
    engine: EngineChoice = "auto"
    """What runs the program on the embedded target: "native", "python", or "auto"; BMv2 has only its own."""
    trace: Path | None = None
    """Write the embedded switch's packet trace to this file; BMv2 writes its own trace to the log."""
    control: Path | None = None
    """A Unix socket at which the embedded switch takes commands on ports, queues and traces; BMv2 has none."""
    pcap_dir: Path | None = None
    """Write one capture per port into this (existing) directory."""
    log_level: str = "info"
    """trace, debug, info, warn, error or off."""
    grpc_port: int = 0
    """TCP port of the P4Runtime server, on loopback; 0 for any that is free."""
    prefix: tuple[str, ...] = ()
    """What to put before the command of the embedded switch's process; it must become that command."""
    start_timeout_s: float = 20.0
    """Seconds until a switch that does not answer Capabilities is given up."""

    def __post_init__(self) -> None:
        if self.cpu_port is not None and not 1 <= self.cpu_port <= 511:
            raise ValueError(f"cpu_port: {self.cpu_port} is out of range; accepted: 1..511, or None for no packet I/O")
        if not 0 <= self.drop_port <= 511:
            raise ValueError(f"drop_port: {self.drop_port} is out of range; accepted: 0..511")
        if self.cpu_port == self.drop_port:
            raise ValueError(f"cpu_port and drop_port are both {self.drop_port}; give them different ports")
        if not 1 <= self.priority_queues <= 8:
            raise ValueError(f"priority_queues: {self.priority_queues} is out of range; accepted: 1..8")
        if not 0 <= self.grpc_port <= 65535:
            raise ValueError(f"grpc_port: {self.grpc_port} is out of range; accepted: 0..65535")
        if self.log_level not in LOG_LEVELS:
            raise ValueError(f"log_level: {self.log_level!r} is unknown; accepted: {', '.join(LOG_LEVELS)}")


@dataclass(frozen=True, slots=True)
class RunningSwitch:
    """One started switch process. Use it as a context manager, or call `stop`."""

    grpc_address: str
    """`host:port` of the P4Runtime server (loopback)."""
    device_id: int
    """The P4Runtime device id."""
    attachments: Mapping[int, str]
    """Port number to what `p4soft.targets.links.open_attachment` opens: an interface name or `unix:/path`."""
    log: Path
    """The switch's log file (standard output and standard error)."""
    process_id: int
    stop: Callable[[], None] = field(repr=False)
    """Stops the switch. Idempotent; leaves no process, interface or socket file behind."""

    def __enter__(self) -> RunningSwitch:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()


class Target(Protocol):
    """A way to run v1model programs."""

    @property
    def name(self) -> str:
        """`embedded` or `bmv2`."""

    def unavailable(self) -> str | None:
        """Why the target cannot be used here and how to enable it, or None when it can."""

    def missing(self) -> str | None:
        """The part of `unavailable` that stays true in private namespaces, where any user is root: programs."""

    def versions(self) -> Mapping[str, str]:
        """Of what runs programs, by name; only what can be found out."""

    def compile(self, source: Path, out_dir: Path) -> CompiledFiles:
        """Compile `source` into `out_dir` (created); file names as p4c's: `<stem>.json`, `<stem>.p4info.txtpb`.

        Raises:
            TargetError: with the compiler's diagnostics.
        """

    def warm_up(self, files: CompiledFiles, options: SwitchOptions) -> None:
        """Do once, before many switches with these options start, what each would do with the program, where it lasts.

        Nothing depends on it but time; a program that cannot run is refused by the switches.
        """

    def start(
        self,
        *,
        device_id: int,
        ports: Sequence[int] | Mapping[int, str],
        workdir: Path,
        options: SwitchOptions | None = None,
    ) -> RunningSwitch:
        """Start a switch without a program and wait until it answers P4Runtime.

        Args:
            device_id: P4Runtime device id, at least 1.
            ports: front-panel port numbers, 0..510, unique: the target makes an attachment for each. A mapping from
                number to interface attaches the switch to interfaces that exist, and there are no attachments.
            workdir: existing directory for the log and sockets.
            options: None means the defaults.

        Raises:
            TargetError: the target is unavailable, or the switch did not start (with the end of its log).
        """


def check_start_arguments(device_id: int, ports: Iterable[int], workdir: Path, options: SwitchOptions) -> None:
    """Check what every target demands of `Target.start`'s arguments.

    Raises:
        TargetError: an argument that no target accepts.
    """
    ports = list(ports)
    if not 1 <= device_id < 2**63:
        raise TargetError(f"device_id: {device_id} is out of range; accepted: 1..{2**63 - 1}")
    for port in ports:
        if not 0 <= port <= MAX_PORT:
            raise TargetError(f"port {port} is out of range; accepted: 0..{MAX_PORT}")
        if port == options.cpu_port:
            raise TargetError(f"port {port} is the CPU port; it cannot be attached to anything")
        if port == options.drop_port:
            raise TargetError(f"port {port} is the drop port; choose another port or another drop port")
    if len(set(ports)) != len(ports):
        raise TargetError(f"ports are not unique: {', '.join(map(str, sorted(ports)))}")
    if not workdir.is_dir():
        raise TargetError(f"workdir {workdir}: not a directory")
    if options.pcap_dir is not None and not options.pcap_dir.is_dir():
        raise TargetError(f"pcap_dir {options.pcap_dir}: not a directory")


def get_target(name: str) -> Target:
    """The target called `name`. Raises TargetError: unknown name; the message lists the accepted ones."""
    # Imported here because both import the types above.
    if name == "embedded":
        from p4soft.targets.embedded import EmbeddedTarget  # noqa: PLC0415

        return EmbeddedTarget()
    if name == "bmv2":
        from p4soft.targets.bmv2 import Bmv2Target  # noqa: PLC0415

        return Bmv2Target()
    raise TargetError(f"unknown target {name!r}; accepted: {', '.join(TARGET_NAMES)}")
