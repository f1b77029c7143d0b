# SPDX-License-Identifier: Apache-2.0
"""Frames that fill a queue which lets next to nothing out, so that nothing more fits; the suite never counts them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address, IPv6Network, ip_network
from typing import TypeVar

from ptf_tests.switch.settings import DscpToTc, Route, Setting, SettingError, TcToQueue, mac

SOURCE = IPv6Address("fdad:0:ffff:f111::1")
"""Source address of every filler frame and of nothing else."""

FRAME_BYTES = 1500
"""Without FCS."""

_ETHERNET_AND_IPV6 = 54
_NO_NEXT_HEADER = 59
_TESTER_MAC = bytes.fromhex("020000000001")
_S = TypeVar("_S", bound=Setting)


def filler(settings: Sequence[Setting], ingress: int, port: int, queue: int) -> bytes:
    """A frame that enters at `ingress` and leaves, or waits, in `queue` of `port`.

    Args:
        settings: the configuration, whose routes and maps decide where frames go.
        ingress: port it is sent into.
        port: where it shall leave.
        queue: where it shall wait.

    Raises:
        SettingError: no IPv6 route leads to the port, or no DSCP to the queue.
    """
    head = struct.pack(
        "!6s6sHIHBB",
        mac(ingress).to_bytes(6, "big"),
        _TESTER_MAC,
        0x86DD,
        6 << 28 | _dscp(settings, queue) << 22 | 2 << 20,  # ECT(0): a queue with WRED may drop what is not ECN-capable
        FRAME_BYTES - _ETHERNET_AND_IPV6,
        _NO_NEXT_HEADER,
        64,
    )
    frame = head + SOURCE.packed + _destination(settings, port).packed
    return frame.ljust(FRAME_BYTES, b"\0")


def is_filler(frame: bytes) -> bool:
    """Whether a frame that came out is a filler, trimmed or not."""
    return frame[22:38] == SOURCE.packed


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
    if not lines:
        raise SettingError(f"no DSCP leads to queue {queue}, so that it cannot be filled")
    return min(lines, key=lambda line: (line.trim_eligible, line.dscp)).dscp


def _of(settings: Sequence[Setting], kind: type[_S]) -> Iterator[_S]:
    return (setting for setting in settings if isinstance(setting, kind))
