# SPDX-License-Identifier: Apache-2.0
"""IP headers: IPv4 as the network of a NIC, what any frame says of its network, and ECN after decapsulation.

On IPv4 the EV is in the UDP source port, and nothing is encapsulated (wire-format §1.1). ``read_network`` reads the
network headers of any frame, whoever it is for: addresses, flow label, where UDP begins. Congestion that the outer
header saw reaches the transport (RFC 6040 §4.2).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, NamedTuple

from host_stack.wire.constants import (
    ECN_CE,
    ECN_ECT0,
    ECN_ECT1,
    ECN_NOT_ECT,
    ETH_LEN,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    IPV6_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
)

# --- IPv4 ------------------------------------------------------------------------------------------------------------

IPV4_LEN = 20
IPV4_ADDRESS_LEN = 4
"""A NIC whose address is so long is on IPv4."""
_VERSION_AND_LENGTH = 0x45
_DO_NOT_FRAGMENT = 0x4000
_FRAGMENT = 0x3FFF
"""More fragments, and the offset."""
_FIXED = struct.Struct("!BBHHHBBH")
_WORDS = struct.Struct("!10H")


def ipv4_checksum(header: bytes) -> int:
    """Internet checksum of a header without options (RFC 1071); 0 over one that is right."""
    total: int = sum(_WORDS.unpack(header))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def ipv4_header(addresses: bytes, *, traffic_class: int, payload_length: int, ttl: int) -> bytes:
    """A header before UDP: not to be fragmented, so that its identification means nothing and is 0 (RFC 6864 §4.1).

    Args:
        addresses: source and destination, 8 bytes.
        traffic_class: DSCP << 2 | ECN.
        payload_length: bytes after it.
        ttl: time to live.
    """
    fixed = (_VERSION_AND_LENGTH, traffic_class, IPV4_LEN + payload_length, 0, _DO_NOT_FRAGMENT, ttl, NH_UDP)
    plain = _FIXED.pack(*fixed, 0) + addresses
    return _FIXED.pack(*fixed, ipv4_checksum(plain)) + addresses


class Ipv4(NamedTuple):
    """A header that was read.

    Attributes:
        traffic_class: DSCP << 2 | ECN.
        end: one past the last byte of the packet in the frame, by its total length; beyond the frame if that is cut.
        protocol: what comes after it.
        sound: without options, not a fragment, and its checksum right.
    """

    traffic_class: int
    end: int
    protocol: int
    sound: bool


def read_ipv4(frame: bytes) -> Ipv4 | None:
    """The header of a frame; None if it is no IPv4, or ends before."""
    start = ETH_LEN
    if len(frame) < start + IPV4_LEN or frame[12:14] != ETHERTYPE_IPV4.to_bytes(2, "big") or frame[start] >> 4 != 4:
        return None
    head = frame[start : start + IPV4_LEN]
    first, traffic_class, length, _, fragment, _, protocol, _ = _FIXED.unpack_from(head)
    sound = first == _VERSION_AND_LENGTH and not fragment & _FRAGMENT and not ipv4_checksum(head)
    return Ipv4(traffic_class, start + length, protocol, sound)


# --- Any frame -------------------------------------------------------------------------------------------------------

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


# --- ECN after decapsulation -----------------------------------------------------------------------------------------

# Figure 4: row = inner ECN field, column = outer ECN field; order Not-ECT, ECT(1), ECT(0), CE. None: drop.
_DECAPSULATED: Final = (
    (ECN_NOT_ECT, ECN_NOT_ECT, ECN_NOT_ECT, None),
    (ECN_ECT1, ECN_ECT1, ECN_ECT1, ECN_CE),
    (ECN_ECT0, ECN_ECT1, ECN_ECT0, ECN_CE),
    (ECN_CE, ECN_CE, ECN_CE, ECN_CE),
)


def decapsulated(inner: int, outer: int) -> int | None:
    """The ECN field after decapsulation; None if RFC 6040 says to drop (inner Not-ECT, outer CE)."""
    return _DECAPSULATED[inner][outer]
