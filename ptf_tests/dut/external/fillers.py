# SPDX-License-Identifier: Apache-2.0
"""Frames that fill a queue which lets next to nothing out, and that show when one is empty; no case ever sees them.

Between two cases, queues that were blocked or slow are given line rate (`drained`), and a numbered frame is sent
through each (`markers`): once it is out, so is what waited before it. The last ones go through queue 0, behind all.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_network
from typing import TypeVar

from ptf_tests.switch.profile_checks import SENTINEL_DSCP
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

Place = tuple[int, int]
"""A queue: its port and its number."""

SOURCE = IPv6Address("fdad:0:ffff:f111::1")
"""Source address of every filler frame and of nothing else."""

FRAME_BYTES = 1500
"""Without FCS."""

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


def holding(settings: Sequence[Setting], blocked: Collection[Place]) -> frozenset[Place]:
    """The queues in which frames may wait for longer than their case lasts."""
    slow = {(each.port, each.queue) for each in _of(settings, QueueProfile) if each.rate != "line"}
    return frozenset(slow | set(blocked))


def drained(settings: Sequence[Setting], places: Collection[Place]) -> tuple[Setting, ...]:
    """The configuration in which these queues empty: line rate, no limit; every port takes frames in.

    Queue 0 of their ports has a profile as well: to the model of `p4src/`, time passes for a port's queues when a frame
    comes to one that has.
    """
    fast = [QueueProfile(port, queue) for port, queue in sorted({*places, *((port, 0) for port, _ in places)})]
    return merged([each for each in settings if not isinstance(each, Isolation)], fast)


def markers(settings: Sequence[Setting], places: Collection[Place], ports: Sequence[int]) -> list[Marker]:
    """A marker through each of these queues that one can reach, then one through queue 0 of each of their ports."""
    found: list[Marker] = []
    lowest = {(port, 0) for port, _ in places}
    for port, queue in (*sorted({*places} - lowest), *sorted(lowest)):
        ingress = next(each for each in ports if each != port)
        number = len(found) + 1
        try:
            found.append(Marker(ingress, port, number, filler(settings, ingress, port, queue, number=number)))
        except SettingError:
            continue  # no frame of this configuration has filled it either
    return found


def filler(settings: Sequence[Setting], ingress: int, port: int, queue: int, *, number: int = 0) -> bytes:
    """A frame that enters at `ingress` and leaves, or waits, in `queue` of `port`.

    Args:
        settings: the configuration, whose routes and maps decide where frames go.
        ingress: port it is sent into.
        port: where it shall leave.
        queue: where it shall wait.
        number: to tell it by, 0 to 2^20 - 1.

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
        FRAME_BYTES - _ETHERNET_AND_IPV6,
        _NO_NEXT_HEADER,
        64,
    )
    frame = head + SOURCE.packed + _destination(settings, port).packed
    return frame.ljust(FRAME_BYTES, b"\0")


def is_filler(frame: bytes) -> bool:
    """Whether a frame that came out is a filler, trimmed or not."""
    return frame[22:38] == SOURCE.packed


def number_of(frame: bytes) -> int:
    """The number of a filler."""
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
