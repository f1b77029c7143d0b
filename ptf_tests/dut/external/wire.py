# SPDX-License-Identifier: Apache-2.0
"""The wire to an external device: its own MAC addresses for those of the suite, no fillers, and queues that empty.

Fillers are frames that fill a queue which lets next to nothing out, and that show when one is empty; no case sees them.
Between two cases, queues that were blocked or slow are given line rate (`drained`), and a numbered frame is sent
through each (`markers`): once it is out, so is what waited before it. The last ones go through queue 0, behind all.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_network
from typing import TypeVar

from typing_extensions import override

from ptf_tests.dut.api import Wire
from ptf_tests.switch.profile import SENTINEL_DSCP
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
