# SPDX-License-Identifier: Apache-2.0
"""The invariant CRC of RoCEv2 (IBTA Annex A17.3.3), over the inner packet when encapsulated (wire-format §8).

CRC-32 (IEEE 802.3) of: 8 bytes of ones (for the missing LRH), the IPv6 header with traffic class, flow label and hop
limit as ones, the UDP header with its checksum as ones, the BTH with its byte 4 as ones, and everything after it up to
the ICRC itself. On the wire the CRC's least significant byte comes first. IPv4: ``prefix_ipv4``.
"""

import struct
from typing import Final

try:
    from zlib_ng.zlib_ng import crc32  # ten times as fast as zlib over a payload
except ImportError:  # a browser has no build of it
    from zlib import crc32

_ONES8: Final = b"\xff" * 8
_REMEMBERED: Final = 4096
_pack_fixed: Final = struct.Struct("!8sIHBB32s").pack


def prefix(payload_length: int, addresses: bytes, next_header: int = 17) -> int:
    """Running CRC over the pseudo LRH and the masked IPv6 header.

    Args:
        payload_length: the IPv6 payload length field (16 bit).
        addresses: source and destination, 32 bytes.
        next_header: the next header field.
    """
    return crc32(_pack_fixed(_ONES8, 0x6FFFFFFF, payload_length, next_header, 0xFF, addresses))


def prefix_ipv4(head: bytes) -> int:
    """``prefix`` of IPv4, from a header of 20 bytes: its TOS, TTL and checksum are masked."""
    return crc32(_ONES8 + head[:1] + b"\xff" + head[2:8] + b"\xff" + head[9:10] + b"\xff\xff" + head[12:20])


class Prefixes:
    """``prefix`` remembered: the packets of a connection share addresses and, mostly, a length."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, int], int] = {}

    def of(self, payload_length: int, addresses: bytes) -> int:
        """``prefix`` of a UDP packet."""
        key = (addresses, payload_length)
        running = self._known.get(key)
        if running is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            running = self._known[key] = prefix(payload_length, addresses)
        return running


def finish(running: int, udp_to_payload: bytes, payload: bytes | memoryview = b"", tail: bytes = b"") -> bytes:
    """The four ICRC bytes in wire order.

    Args:
        running: result of ``prefix``.
        udp_to_payload: UDP header, BTH and further headers, unmasked, at least 20 bytes.
        payload: message bytes.
        tail: padding after them.
    """
    masked = b"%b\xff\xff%b\xff%b" % (udp_to_payload[:6], udp_to_payload[8:12], udp_to_payload[13:])
    running = crc32(payload, crc32(masked, running))
    return crc32(tail, running).to_bytes(4, "little")


def over_udp(running: int, udp: bytes) -> int:
    """``running``, a result of ``prefix``, continued over a UDP header (8 bytes, unmasked)."""
    return crc32(udp[:6] + b"\xff\xff", running)


def over_bth(running: int, start: bytes) -> int:
    """``running``, a result of ``over_udp``, continued over the first 4 bytes of a BTH, and byte 4 masked."""
    return crc32(start + b"\xff", running)


over_rest: Final = crc32
"""``over_rest(rest, running)``: a result of ``over_bth`` continued over what comes after byte 4 of the BTH."""


def on_the_wire(running: int) -> bytes:
    """The four ICRC bytes in wire order, when everything has been counted."""
    return running.to_bytes(4, "little")


RESIDUE: Final = 0x2144DF1C
"""``over_rest`` of everything up to and with the ICRC itself, if that is right: what a CRC-32 leaves of any bytes."""


def compute(inner: bytes | memoryview) -> bytes:
    """ICRC of a whole inner packet: IPv6 header up to, not including, the ICRC (60 bytes or more)."""
    packet = bytes(inner)
    (length,) = struct.unpack_from("!H", packet, 4)
    return finish(prefix(length, packet[8:40], packet[6]), packet[40:])
