# SPDX-License-Identifier: Apache-2.0
"""A probe's bytes: Ethernet / outer IPv6 with the loop as uSIDs / IPv6 from and to the NIC itself / UDP / 24 bytes.

The paper publishes no format; this one is ours. The payload is `MCMP`, version (8 bits), plane (8), T1 (16, 0xffff: the
loop turns at the T0), sequence number (64) and the agent's key (64), big endian. Probes are in the class of control
packets (DSCP 46, Not-ECT): they measure links and switches, not queues.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from fabric.clustermapper.reports import Route
from topologies import NicNode

UDP_PORT = 49_191
"""Both ports of a probe, from the dynamic range (RFC 6335 §6)."""
_MAGIC = b"MCMP"
_VERSION = 1
_PAYLOAD = struct.Struct("!4sBBHQQ")
_IPV6 = struct.Struct("!IHBB16s16s")
_UDP = struct.Struct("!HHHH")
_ETHERTYPE = b"\x86\xdd"
_IN_IPV6, _UDP_NEXT = 41, 17
_HOP_LIMIT = 64
_AT_T0 = 0xFFFF
_ETHERNET = 14


@dataclass(frozen=True, slots=True)
class Probe:
    """What a frame that came back says.

    Attributes:
        plane: it was sent in.
        t1: where it turned; -1: at the T0.
        sequence: 64 bits.
    """

    plane: int
    t1: int
    sequence: int


class ProbeFormat:
    """Frames of one NIC's probes, out and in."""

    def __init__(self, node: NicNode, *, key: int, dscp: int) -> None:
        """`key`: 64 bits that nobody else knows, so that nobody else answers; `dscp`: 6 bits."""
        self._node = node
        self._key = key
        self._word = 6 << 28 | dscp << 22
        self._own = node.address.to_bytes(16, "big")
        self._heads: dict[Route, bytes] = {}

    def frame(self, route: Route, sequence: int) -> bytes:
        """A probe of a route. Raises TopologyError when the fabric has no such route."""
        head = self._heads.get(route)
        if head is None:
            head = self._heads[route] = self._head(route)
        t1 = _AT_T0 if route.t1 < 0 else route.t1
        payload = _PAYLOAD.pack(_MAGIC, _VERSION, route.plane, t1, sequence, self._key)
        length = _UDP.size + len(payload)
        udp = _UDP.pack(UDP_PORT, UDP_PORT, length, 0)
        checksum = _checksum(self._own + self._own + struct.pack("!II", length, _UDP_NEXT) + udp + payload)
        return head + udp[:6] + checksum.to_bytes(2, "big") + payload

    def parse(self, frame: bytes) -> Probe | None:
        """The probe that a frame is; None when it is none of ours. Any bytes will do."""
        at = _ETHERNET
        if frame[12:14] != _ETHERTYPE or len(frame) < at + _IPV6.size:
            return None
        if frame[at + 6] == _IN_IPV6:  # the T0 leaves the outer header on
            at += _IPV6.size
        if len(frame) < at + _IPV6.size + _UDP.size + _PAYLOAD.size:
            return None
        word, length, following, _, source, destination = _IPV6.unpack_from(frame, at)
        if word >> 28 != 6 or following != _UDP_NEXT or source != self._own or destination != self._own:
            return None
        at += _IPV6.size
        ports = _UDP.unpack_from(frame, at)
        if ports[:3] != (UDP_PORT, UDP_PORT, _UDP.size + _PAYLOAD.size) or length != ports[2]:
            return None
        datagram = frame[at : at + length]
        if _checksum(source + destination + struct.pack("!II", length, _UDP_NEXT) + datagram) != 0xFFFF:
            return None  # that of what is whole sums up to nothing, which is sent as all ones
        magic, version, plane, t1, sequence, key = _PAYLOAD.unpack_from(frame, at + _UDP.size)
        if (magic, version, key) != (_MAGIC, _VERSION, self._key):
            return None
        return Probe(plane, -1 if t1 == _AT_T0 else t1, sequence)

    def _head(self, route: Route) -> bytes:
        node, plane = self._node, route.plane
        fabric = node.fabric
        path = fabric.path(node.index, node.index, plane, None if route.t1 < 0 else route.t1)
        length = _UDP.size + _PAYLOAD.size
        ethernet = node.switch(plane).mac(node.downlink).to_bytes(6, "big") + node.mac(plane).to_bytes(6, "big")
        outer = _IPV6.pack(
            self._word, _IPV6.size + length, _IN_IPV6, _HOP_LIMIT, self._own, path.destination.to_bytes(16, "big")
        )
        inner = _IPV6.pack(self._word, length, _UDP_NEXT, _HOP_LIMIT, self._own, self._own)
        return ethernet + _ETHERTYPE + outer + inner


def _checksum(data: bytes) -> int:
    """The Internet checksum (RFC 1071) of an even number of bytes; 0 is 0xffff, as in UDP (RFC 768)."""
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF or 0xFFFF
