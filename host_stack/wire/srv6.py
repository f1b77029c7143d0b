# SPDX-License-Identifier: Apache-2.0
"""SRv6 encapsulation at the NIC: outer IPv6 with the path in its destination, and RFC 6040 ECN on the way back in."""

import struct

from host_stack.wire.constants import ECN_CE, ECN_ECT0, ECN_ECT1, ECN_NOT_ECT, NH_IPV6

_IPV6 = struct.Struct("!IHBB")

_DROP = -1
# RFC 6040 §4.2, Figure 4: row = inner ECN field, column = outer ECN field; order Not-ECT, ECT(1), ECT(0), CE.
_DECAP = (
    (ECN_NOT_ECT, ECN_NOT_ECT, ECN_NOT_ECT, _DROP),
    (ECN_ECT1, ECN_ECT1, ECN_ECT1, ECN_CE),
    (ECN_ECT0, ECN_ECT1, ECN_ECT0, ECN_CE),
    (ECN_CE, ECN_CE, ECN_CE, ECN_CE),
)


def decap_ecn(inner: int, outer: int) -> int | None:
    """The ECN field after decapsulation; None if RFC 6040 says to drop (inner Not-ECT, outer CE)."""
    result = _DECAP[inner][outer]
    return None if result == _DROP else result


def ipv6_word(traffic_class: int, flow_label: int) -> int:
    """First 32 bits of an IPv6 header."""
    return 6 << 28 | traffic_class << 20 | flow_label


def ipv6_header(word: int, length: int, next_header: int, hop_limit: int, addresses: bytes) -> bytes:
    """40 bytes; ``word`` from ``ipv6_word``, ``addresses`` is source and destination."""
    return _IPV6.pack(word, length, next_header, hop_limit) + addresses


def encapsulate(inner: bytes, path: bytes, source: bytes, hop_limit: int = 64) -> bytes:
    """An inner IPv6 packet in an outer one: NH 41, DA ``path``; traffic class and flow label copied (RFC 6040 §4.1)."""
    (word,) = struct.unpack_from("!I", inner)
    return ipv6_header(word, len(inner), NH_IPV6, hop_limit, source + path) + inner


def decapsulate(packet: bytes) -> bytes | None:
    """The inner packet with the ECN field of RFC 6040; None if NH is not 41 or RFC 6040 says to drop.

    The frame parser does the same in place without copying; this function is the readable form, and what it is tested
    against.
    """
    if len(packet) < 80 or packet[6] != NH_IPV6:
        return None
    (outer,) = struct.unpack_from("!I", packet)
    (inner,) = struct.unpack_from("!I", packet, 40)
    ecn = decap_ecn(inner >> 20 & 3, outer >> 20 & 3)
    if ecn is None:
        return None
    return struct.pack("!I", inner & ~(3 << 20) | ecn << 20) + packet[44:]
