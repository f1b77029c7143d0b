# SPDX-License-Identifier: Apache-2.0
"""What the network headers of any frame say, whoever it is for: addresses, flow label, where UDP begins."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from host_stack.wire.constants import (
    ETH_LEN,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    IPV6_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
)
from host_stack.wire.ipv4 import IPV4_LEN

_VLAN = 0x8100
_NH_IPV4 = 4


@dataclass(frozen=True, slots=True)
class NetworkHeaders:
    """What they say; ``at`` is where UDP begins.

    Attributes:
        source, destination: innermost addresses, 16 bytes, or 4 on IPv4; label: innermost flow label, 20 bits.
        dscp, ecn: outermost.
        headers: IP headers and routing headers before UDP.
    """

    at: int
    source: bytes
    destination: bytes
    label: int
    dscp: int
    ecn: int
    headers: int


def read_network(data: bytes) -> NetworkHeaders | None:
    """Past Ethernet (and a VLAN tag) and up to two IP headers with routing headers between; None if no UDP follows.

    Any bytes are fine, also those of a packet that was cut.
    """
    at, ethertype = ETH_LEN, int.from_bytes(data[12:14], "big")
    if ethertype == _VLAN:
        at, ethertype = at + 4, int.from_bytes(data[16:18], "big")
    if ethertype == ETHERTYPE_IPV4:
        return _ipv4(data, at, None, 1)
    if ethertype != ETHERTYPE_IPV6:
        return None
    outermost: tuple[int, int] | None = None
    headers = 0
    for _ in range(2):
        headers += 1
        if at + IPV6_LEN > len(data) or data[at] >> 4 != 6:
            return None
        (word,) = struct.unpack_from("!I", data, at)
        outermost = outermost or (word >> 22 & 0x3F, word >> 20 & 3)
        next_header, start = data[at + 6], at + IPV6_LEN
        while next_header == NH_ROUTING and start + 8 <= len(data):
            next_header, start = data[start], start + 8 + 8 * data[start + 1]
            headers += 1
        if next_header == NH_UDP:
            addresses = data[at + 8 : at + 24], data[at + 24 : at + 40]
            return NetworkHeaders(start, *addresses, word & 0xFFFFF, *outermost, headers)
        if next_header == _NH_IPV4:
            return _ipv4(data, start, outermost, headers + 1)
        if next_header != NH_IPV6:
            return None
        at = start
    return None


def _ipv4(data: bytes, at: int, outermost: tuple[int, int] | None, headers: int) -> NetworkHeaders | None:
    if at + IPV4_LEN > len(data) or data[at] >> 4 != 4 or data[at + 9] != NH_UDP:
        return None
    dscp, ecn = outermost or (data[at + 1] >> 2, data[at + 1] & 3)
    addresses = data[at + 12 : at + 16], data[at + 16 : at + 20]
    return NetworkHeaders(at + 4 * (data[at] & 15), *addresses, 0, dscp, ecn, headers)
