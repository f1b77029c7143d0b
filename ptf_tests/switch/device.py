# SPDX-License-Identifier: Apache-2.0
"""The device under test as cases see it. What drives one is in `ptf_tests/dut/`, which knows this and not the reverse.

*Device* means this everywhere in the suite: the switch (or NIC) that is judged.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

from common.errors import UserError
from controller import program as names
from controller.program import DROP_REASONS, QUEUES, queue_index
from ptf_tests.switch.settings import Setting

# --- Counters, by the names of docs/pipeline.md, and their cells -----------------------------------------------------


def drop_counter(reason: str) -> str:
    """What cases call the counter of a drop reason."""
    return f"drop_{reason.lower()}"


DROP_COUNTERS = tuple(map(drop_counter, DROP_REASONS))
"""One counter per drop reason, indexed by ingress port."""

QUEUE_COUNTERS = tuple(name.rpartition(".")[2] for name in names.QUEUE_COUNTERS)
"""Per egress port and queue, index = port * 8 + queue."""

PORT_COUNTER = names.PORT_TX_PACKETS.rpartition(".")[2]
"""Indexed by egress port."""

PORT_TRIM_COUNTERS = MappingProxyType(
    {"trim": "port_trim_packets", "tx_trim": "port_tx_trim_packets", "dropped_trim": "port_dropped_trim_packets"}
)
"""Trim counters of a port (SAI_PORT_STAT_*), which `p4src/` does not have: kind to name. Indexed by egress port."""

SWITCH_TRIM_COUNTERS = MappingProxyType(
    {"tx_trim": "switch_tx_trim_packets", "dropped_trim": "switch_dropped_trim_packets"}
)
"""The same of the whole switch (SAI_SWITCH_STAT_*): kind to name. Index 0."""

Cell = tuple[str, int]
"""A counter cell: name of the counter and index."""


class Count(Struct, frozen=True):
    """Packets and bytes of one counter cell."""

    packets: int
    bytes: int


def watched_cells(ports: Sequence[int]) -> list[Cell]:
    """Every drop, queue and port counter of these ports."""
    cells = [(name, port) for name in DROP_COUNTERS for port in ports]
    for port in ports:
        cells += [(name, queue_index(port, queue)) for name in QUEUE_COUNTERS for queue in range(QUEUES)]
        cells.append((PORT_COUNTER, port))
    return cells


# --- The device ------------------------------------------------------------------------------------------------------


PORTS = (0, 1, 2, 3)
"""Ports of every device under test."""


class DeviceError(UserError):
    """The device cannot be brought up, does not answer, or refuses; the message is complete and meant for people."""


class DeviceGoneError(DeviceError):
    """Nothing can be told to the device, or asked of it, any more: a run ends here, for the rest cannot be judged.

    No answer, no interface, a command of its owner that fails. A device that refuses one thing is a `DeviceError`.
    """


@contextmanager
def untimed() -> Iterator[None]:
    """Stop the clock of PTF's time-out for a case, which is no measure of people and of configuration commands."""
    remaining = signal.alarm(0)
    try:
        yield
    finally:
        signal.alarm(remaining)


class DeviceUnderTest(Protocol):
    """A device as cases see it.

    Every method raises DeviceError when the device refuses, DeviceGoneError when it does not answer, and SkipTest when
    the suite cannot do to this device what the case needs, which is no fault of the device.
    """

    name: str

    def capabilities(self) -> frozenset[str]:
        """The profile claims (ptf_tests/catalogue/claims.py) that the suite can show on this kind of device."""

    def reset(self) -> None:
        """Empty configuration, empty queues, nothing blocked."""

    def configure(self, settings: Sequence[Setting]) -> None:
        """Make the device's configuration exactly `settings`; what is unchanged is left alone."""

    def block(self, port: int, queue: int) -> None:
        """From now on the queue admits nothing, or is so full that nothing fits; before or after `configure`."""

    def unblock(self, port: int, queue: int) -> None:
        """The queue drains and admits again."""

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame into `port`."""

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame out of `port`, or None after `timeout_s` seconds without one."""

    def flush(self) -> None:
        """Forget frames that came out and were not received."""

    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every counter this device has of these ports, by the names of docs/pipeline.md (last component)."""

    def hits(self, setting: Setting) -> Count | None:
        """How many packets matched a SID, route or ACL rule of the configuration; None if it does not count them."""
        del setting
        return None

    def trace(self) -> list[str]:
        """What the device says it did since the last call, line by line; empty if it does not tell."""
        return []

    def close(self) -> None:
        """Disconnect; the device stays up. Idempotent."""


# --- Abilities of some devices: ports down and up, time, a restart, details of P4Runtime -----------------------------
# A device that can has the methods; a case that needs them is skipped, with the reason, on one that has not. Cases ask
# by isinstance and know no device: so these are protocols, even where only one device here can, or none.


Verb = Literal["insert", "modify", "delete"]
"""Types of update of a P4Runtime Write."""


@runtime_checkable
class PortAdmin(Protocol):
    """Ports can be taken down and up (claims `config.port_admin`, `trimming.port_admin`)."""

    def set_port(self, port: int, *, up: bool) -> None:
        """Take a port up or down; returns once it is. The tester's end stays open. Raises DeviceError."""


@runtime_checkable
class Clock(Protocol):
    """The device's time is the suite's to set: hours pass in no time."""

    def pass_time(self, microseconds: int) -> None:
        """Nothing happens on any port for so long."""


@runtime_checkable
class Restart(Protocol):
    """The device can be restarted (claims `config.persistence`, `trimming.persistence`)."""

    def restart(self) -> None:
        """Save the configuration, restart, and return once it forwards again. Raises DeviceError."""


@runtime_checkable
class Controlled(Protocol):
    """The device takes its configuration from one controller at a time, and can say whether that is the suite."""

    def check_control(self) -> None:
        """Raise DeviceGoneError when it is somebody else by now."""


@runtime_checkable
class P4RuntimeServer(Protocol):
    """The device is a P4Runtime server (claim `config.p4runtime`)."""

    def differences(self) -> list[str]:
        """How a wildcard read differs from what was written, one line per entry; empty if it does not."""

    def refusal(self, verb: Verb, setting: Setting) -> str:
        """Send one update for the setting's first entry; what the server refused it with, or "" if it took it."""

    def controller_leaves(self) -> None:
        """Close the stream and the connection: no client is primary then. Frames can still be sent and received."""

    def controller_returns(self) -> None:
        """Connect and become primary again; nothing is written."""
