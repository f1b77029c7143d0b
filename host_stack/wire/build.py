# SPDX-License-Identifier: Apache-2.0
"""Whole outgoing frames: Ethernet / outer IPv6 / inner IPv6 / UDP / BTH and what follows / ICRC (wire-format §1)."""

import struct

from host_stack.wire import icrc
from host_stack.wire.constants import ETHERTYPE_IPV6, NH_IPV6, NH_UDP, UDP_LEN
from host_stack.wire.options import EvHalves, WireOptions
from host_stack.wire.srv6 import ipv6_word

_UDP = struct.Struct("!HHHH")
_IPV6_FIXED = struct.Struct("!IHBB")
_PADS = (b"", b"\0", b"\0\0", b"\0\0\0")
_CRC_CACHE_LIMIT = 4096


def split_ev(ev: int, halves: EvHalves) -> tuple[int, int]:
    """(UDP source port, low 16 bits of the flow label) of a 32-bit EV."""
    high, low = ev >> 16, ev & 0xFFFF
    return (high, low) if halves is EvHalves.SPORT_HIGH else (low, high)


def join_ev(sport: int, label: int, halves: EvHalves) -> int:
    """The 32-bit EV of a packet's UDP source port and flow label (of which 16 bits count)."""
    label &= 0xFFFF
    return sport << 16 | label if halves is EvHalves.SPORT_HIGH else label << 16 | sport


def ethernet(mac: bytes, peer_mac: bytes) -> bytes:
    """The 14-byte Ethernet header of a port."""
    return peer_mac + mac + ETHERTYPE_IPV6.to_bytes(2, "big")


class FrameBuilder:
    """Builds frames of one NIC. UDP checksum is sent as zero (wire-format §3); the ICRC covers the inner packet.

    Both IPv6 headers carry the same traffic class, flow label and hop limit; the outer source is the NIC's own address.
    """

    __slots__ = ("_crc_prefixes", "_dport", "_halves", "_hop_limit")

    def __init__(self, wire: WireOptions) -> None:
        self._dport = wire.udp_port
        self._halves = wire.ev_halves
        self._hop_limit = wire.hop_limit
        self._crc_prefixes: dict[tuple[bytes, int], int] = {}

    def build(
        self,
        *,
        link_header: bytes,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        ev: int,
        headers: bytes,
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A frame.

        Args:
            link_header: 14 bytes, from ``ethernet``.
            outer_addresses: own address and SRv6 path, 32 bytes.
            inner_addresses: own address and peer's address, 32 bytes.
            traffic_class: DSCP << 2 | ECN.
            ev: 32-bit entropy value.
            headers: BTH (with its pad count set for ``payload``) and what follows it.
            payload: message bytes.
        """
        pad = -len(payload) & 3
        udp_length = UDP_LEN + len(headers) + len(payload) + pad + 4
        sport, label = split_ev(ev, self._halves)
        transport = _UDP.pack(sport, self._dport, udp_length, 0) + headers
        key = (inner_addresses, udp_length)
        running = self._crc_prefixes.get(key)
        if running is None:
            if len(self._crc_prefixes) >= _CRC_CACHE_LIMIT:
                self._crc_prefixes.clear()
            running = self._crc_prefixes[key] = icrc.prefix(udp_length, inner_addresses)
        word = ipv6_word(traffic_class, label)
        hop_limit = self._hop_limit
        tail = _PADS[pad]
        return b"".join(
            (
                link_header,
                _IPV6_FIXED.pack(word, udp_length + 40, NH_IPV6, hop_limit),
                outer_addresses,
                _IPV6_FIXED.pack(word, udp_length, NH_UDP, hop_limit),
                inner_addresses,
                transport,
                payload,
                tail,
                icrc.finish(running, transport, payload, tail),
            )
        )
