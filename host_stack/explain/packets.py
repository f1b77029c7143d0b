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
from host_stack.wire.constants import ECN_CE, ICRC_LEN, TRIMMED_ROLES, UDP_LEN, Role
from host_stack.wire.entropy import join_entropy
from host_stack.wire.network import read_network
from host_stack.wire.opcodes import PACKET_TYPES, PacketType
from host_stack.wire.options import WireOptions

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
        network = read_network(data)
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
