# SPDX-License-Identifier: Apache-2.0
"""IPv4 as the network of a NIC: the EV is in the UDP source port, and nothing is encapsulated (wire-format §1.1)."""

import struct
from typing import NamedTuple

from host_stack.wire.constants import ETH_LEN, ETHERTYPE_IPV4, NH_UDP

IPV4_LEN = 20
ADDRESS_LEN = 4
"""A NIC whose address is so long is on IPv4."""
_VERSION_AND_LENGTH = 0x45
_DO_NOT_FRAGMENT = 0x4000
_FRAGMENT = 0x3FFF
"""More fragments, and the offset."""
_FIXED = struct.Struct("!BBHHHBBH")
_WORDS = struct.Struct("!10H")


def checksum(header: bytes) -> int:
    """Internet checksum of a header without options (RFC 1071); 0 over one that is right."""
    total: int = sum(_WORDS.unpack(header))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def header(addresses: bytes, *, traffic_class: int, payload_length: int, ttl: int) -> bytes:
    """A header before UDP: not to be fragmented, so that its identification means nothing and is 0 (RFC 6864 §4.1).

    Args:
        addresses: source and destination, 8 bytes.
        traffic_class: DSCP << 2 | ECN.
        payload_length: bytes after it.
        ttl: time to live.
    """
    fixed = (_VERSION_AND_LENGTH, traffic_class, IPV4_LEN + payload_length, 0, _DO_NOT_FRAGMENT, ttl, NH_UDP)
    plain = _FIXED.pack(*fixed, 0) + addresses
    return _FIXED.pack(*fixed, checksum(plain)) + addresses


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


def read(frame: bytes) -> Ipv4 | None:
    """The header of a frame; None if it is no IPv4, or ends before."""
    start = ETH_LEN
    if len(frame) < start + IPV4_LEN or frame[12:14] != ETHERTYPE_IPV4.to_bytes(2, "big") or frame[start] >> 4 != 4:
        return None
    head = frame[start : start + IPV4_LEN]
    first, traffic_class, length, _, fragment, _, protocol, _ = _FIXED.unpack_from(head)
    sound = first == _VERSION_AND_LENGTH and not fragment & _FRAGMENT and not checksum(head)
    return Ipv4(traffic_class, start + length, protocol, sound)
