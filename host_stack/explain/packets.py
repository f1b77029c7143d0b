# SPDX-License-Identifier: Apache-2.0
"""One frame of a capture, decoded as far as it goes: whoever it is for, however much of it was kept or cut off.

The NIC's own parser (``wire.parse``) decides what a NIC acts on; this one only looks. It checks no ICRC.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from host_stack.explain.captures import CapturedFrame
from host_stack.paths.plane_uplink import PLANE_UPLINK
from host_stack.wire.bth import BTH_LEN, Bth, BthCodec
from host_stack.wire.codec import METH, RETH, TSETH, AnyHeader, Meth, Reth, Tseth
from host_stack.wire.constants import (
    ECN_CE,
    ETH_LEN,
    ICRC_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
    TRIMMED_ROLES,
    UDP_LEN,
    Role,
)
from host_stack.wire.entropy import join_entropy
from host_stack.wire.opcodes import PACKET_TYPES, PacketType
from host_stack.wire.options import WireOptions

_IPV4, _IPV6, _VLAN = 0x0800, 0x86DD, 0x8100
_IPV6_LEN, _IPV4_LEN = 40, 20
_OPCODE_MASK, _OPCODE_MRC = 0xE0, 0xC0


@dataclass(frozen=True, slots=True)
class SeenPacket:
    """An MRC packet as a link saw it.

    Attributes:
        number, time_ns, interface: of the frame.
        source, destination: innermost addresses, 16 bytes (or 4: IPv4).
        role: of the outermost DSCP; marked: it was CE.
        entropy: its EV; plane, uplink: what it names, as far as this project's fabrics go (None: unknown).
        bth, kind: base header, and what its opcode says.
        trimmed: it carries the DSCP of a trimmed packet, and payload is missing.
        payload: bytes of message it carried before any cut.
        meth, timestamp, reth: of data packets, as far as they are there.
        control: headers of a control packet; () if they are not whole.
    """

    number: int
    time_ns: int
    interface: str
    source: bytes
    destination: bytes
    role: Role
    marked: bool
    entropy: int
    plane: int | None
    uplink: int | None
    bth: Bth
    kind: PacketType
    trimmed: bool
    payload: int
    meth: Meth | None
    timestamp: int | None
    reth: Reth | None
    control: tuple[AnyHeader, ...]


@dataclass(frozen=True, slots=True)
class _Network:
    """What the network headers say; ``at`` is where UDP begins."""

    at: int
    source: bytes
    destination: bytes
    label: int
    dscp: int
    ecn: int
    headers: int
    """IP headers and routing headers before UDP."""


class PacketReader:
    """Decodes frames by one choice of wire format."""

    def __init__(self, wire: WireOptions) -> None:
        self._wire = wire
        self._ports = wire.udp_ports_accepted | {wire.udp_port}
        self._roles = wire.dscp.by_dscp()
        self._bth = BthCodec(wire.bth_flag_order)

    def read(self, frame: CapturedFrame) -> SeenPacket | None:
        """The MRC packet in a frame; None if there is none, or not even its BTH was kept. Never raises."""
        data = frame.data
        network = _network(data)
        if network is None:
            return None
        at = network.at
        body = at + UDP_LEN + BTH_LEN
        if body > len(data):
            return None
        sport, dport, udp_length = struct.unpack_from("!HHH", data, at)
        if dport not in self._ports or data[at + UDP_LEN] & _OPCODE_MASK != _OPCODE_MRC:
            return None
        bth = self._bth.unpack(data, at + UDP_LEN)
        kind = PACKET_TYPES.get(bth.opcode)
        if kind is None:
            return None
        role = self._roles[network.dscp]
        entropy = join_entropy(sport, network.label, self._wire.ev_halves)
        plane, uplink = _path(entropy, sport, network.headers)
        meth, timestamp, reth, headers = _data_headers(data, body, bth) if kind.data else (None, None, None, 0)
        return SeenPacket(
            frame.number,
            frame.time_ns,
            frame.interface,
            network.source,
            network.destination,
            role,
            network.ecn == ECN_CE,
            entropy,
            plane,
            uplink,
            bth,
            kind,
            trimmed=role in TRIMMED_ROLES and udp_length > frame.length - at,
            payload=_payload(udp_length, bth, kind, headers),
            meth=meth,
            timestamp=timestamp,
            reth=reth,
            control=() if kind.data else self._control(data, body, kind),
        )

    def _control(self, data: bytes, body: int, kind: PacketType) -> tuple[AnyHeader, ...]:
        found: list[AnyHeader] = []
        for header in kind.headers:
            if body + header.length > len(data):
                return ()
            found.append(header.reader(self._wire)(data, body))
            body += header.length
        return tuple(found)


def _path(entropy: int, sport: int, headers: int) -> tuple[int | None, int | None]:
    """(plane, T0 uplink) of an EV of this project, by how it travels; None for what it does not say."""
    if headers == 1:
        # Not encapsulated: 0b11 and the plane begin the source port, and switches hash the rest.
        return (sport >> 11 & 7 if sport >> 14 == 3 else None), None
    if headers > 2:
        return None, None  # a routing header: the EV is any fabric's own
    try:
        return PLANE_UPLINK.path(entropy)
    except ValueError:
        return None, None


def _payload(udp_length: int, bth: Bth, kind: PacketType, headers: int) -> int:
    if not kind.data:
        return 0
    return max(0, udp_length - UDP_LEN - BTH_LEN - (headers + (4 if kind.immediate else 0)) - bth.pad - ICRC_LEN)


def _data_headers(data: bytes, body: int, bth: Bth) -> tuple[Meth | None, int | None, Reth | None, int]:
    """What is there of METH, TSETH and RETH, and how long they are when whole."""
    length = METH.length + (TSETH.length if bth.ts else 0) + RETH.length
    meth = Meth.unpack(data, body) if body + METH.length <= len(data) else None
    at = body + METH.length
    timestamp = None
    if bth.ts:
        if at + TSETH.length <= len(data):
            timestamp = Tseth.unpack(data, at).timestamp
        at += TSETH.length
    reth = Reth.unpack(data, at) if at + RETH.length <= len(data) else None
    return meth, timestamp, reth, length


def _network(data: bytes) -> _Network | None:
    """Past Ethernet (and a VLAN tag) and up to two IP headers with routing headers between; None if no UDP follows."""
    at, ethertype = ETH_LEN, int.from_bytes(data[12:14], "big")
    if ethertype == _VLAN:
        at, ethertype = at + 4, int.from_bytes(data[16:18], "big")
    if ethertype == _IPV4:
        return _ipv4(data, at, None, 1)
    if ethertype != _IPV6:
        return None
    outermost: tuple[int, int] | None = None
    headers = 0
    for _ in range(2):
        headers += 1
        if at + _IPV6_LEN > len(data) or data[at] >> 4 != 6:
            return None
        (word,) = struct.unpack_from("!I", data, at)
        outermost = outermost or (word >> 22 & 0x3F, word >> 20 & 3)
        next_header, start = data[at + 6], at + _IPV6_LEN
        while next_header == NH_ROUTING and start + 8 <= len(data):
            next_header, start = data[start], start + 8 + 8 * data[start + 1]
            headers += 1
        if next_header == NH_UDP:
            addresses = data[at + 8 : at + 24], data[at + 24 : at + 40]
            return _Network(start, *addresses, word & 0xFFFFF, *outermost, headers)
        if next_header == 4:
            return _ipv4(data, start, outermost, headers + 1)
        if next_header != NH_IPV6:
            return None
        at = start
    return None


def _ipv4(data: bytes, at: int, outermost: tuple[int, int] | None, headers: int) -> _Network | None:
    if at + _IPV4_LEN > len(data) or data[at] >> 4 != 4 or data[at + 9] != NH_UDP:
        return None
    dscp, ecn = outermost or (data[at + 1] >> 2, data[at + 1] & 3)
    addresses = data[at + 12 : at + 16], data[at + 16 : at + 20]
    return _Network(at + 4 * (data[at] & 15), *addresses, 0, dscp, ecn, headers)
