# SPDX-License-Identifier: Apache-2.0
"""Frames that arrived: RoCEv2 over IPv6 or IPv4, judged and read. Nothing raises, whatever the bytes."""

import struct
from enum import Enum
from typing import Final

from host_stack.wire import icrc, ipv4
from host_stack.wire.codec import IMMDT, RETH, Aeth, ImmDt, Reth
from host_stack.wire.constants import (
    ECN_CE,
    ETH_LEN,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    IPV6_LEN,
    NH_UDP,
    UDP_LEN,
    UDP_PORT_ROCE,
)
from roce.wire.bth import BTH_LEN, Bth
from roce.wire.opcodes import PACKET_TYPES, Operation, PacketType

_UDP: Final = struct.Struct("!HHHH")
_IPV6: Final = struct.Struct("!IHB")
_TYPE: Final = ETHERTYPE_IPV6.to_bytes(2, "big")
_LEAST: Final = UDP_LEN + BTH_LEN + ICRC_LEN
CNP_PAYLOAD: Final = bytes(16)
"""After the BTH of a CNP: reserved (A17.9.3)."""


class DropReason(Enum):
    """Why a frame went no further."""

    NETWORK = "network"
    """Neither IPv6 nor IPv4 that is sound, or cut short."""
    ADDRESS = "address"
    """For somebody else."""
    UDP = "udp"
    """Not UDP to port 4791, or its length is wrong."""
    ICRC = "icrc"
    VERSION = "version"
    """The BTH's transport version is not 0."""
    OPCODE = "opcode"
    """Not of the reliable connection, nor a CNP."""
    PAYLOAD_LENGTH = "payload_length"
    """Shorter than its headers and padding, or an acknowledgement with a payload."""
    PORT = "port"
    """It came by another port than its queue pair's."""
    UNKNOWN_QP = "unknown_qp"
    QP_STATE = "qp_state"
    """Its queue pair is not connected, or has failed."""
    PEER = "peer"
    """Not from the address that its queue pair is connected to."""
    PKEY = "pkey"


class Packet:
    """A frame that was fine.

    Attributes:
        kind: its opcode's row.
        bth: its BTH.
        marked: the network set CE.
        source: the sender's address, 16 or 4 bytes.
        reth: where a write goes, in its first packet; None otherwise.
        imm: immediate data, None without.
        aeth: what an acknowledgement says; None otherwise.
        payload: message bytes.
    """

    __slots__ = ("aeth", "bth", "imm", "kind", "marked", "payload", "reth", "source")

    def __init__(self, kind: PacketType, bth: Bth, source: bytes, *, marked: bool) -> None:
        self.kind = kind
        self.bth = bth
        self.source = source
        self.marked = marked
        self.reth: Reth | None = None
        self.imm: int | None = None
        self.aeth: Aeth | None = None
        self.payload = memoryview(b"")


class FrameParser:
    """Reads what arrives for one address."""

    __slots__ = ("_address", "_prefixes")

    def __init__(self, address: bytes) -> None:
        """``address``: the NIC's own, 16 bytes of IPv6 or 4 of IPv4."""
        self._address = address
        self._prefixes = icrc.Prefixes()

    def parse(self, frame: bytes) -> Packet | DropReason:
        """The packet of a frame from its Ethernet header on, without FCS; padding of Ethernet may follow."""
        if len(self._address) == ipv4.ADDRESS_LEN:
            head = ipv4.read(frame)
            if head is None or not head.sound or head.protocol != NH_UDP or head.end > len(frame):
                return DropReason.NETWORK
            start, end, ecn = ETH_LEN + ipv4.IPV4_LEN, head.end, head.traffic_class & 3
            source, target = frame[start - 8 : start - 4], frame[start - 4 : start]
        else:
            if len(frame) < ETH_LEN + IPV6_LEN or frame[12:14] != _TYPE or frame[ETH_LEN] >> 4 != 6:
                return DropReason.NETWORK
            word, length, next_header = _IPV6.unpack_from(frame, ETH_LEN)
            start = ETH_LEN + IPV6_LEN
            end, ecn = start + length, word >> 20 & 3
            if next_header != NH_UDP or end > len(frame):
                return DropReason.NETWORK
            source, target = frame[start - 32 : start - 16], frame[start - 16 : start]
        if target != self._address:
            return DropReason.ADDRESS
        if end - start < _LEAST:
            return DropReason.UDP
        _, port, length, _ = _UDP.unpack_from(frame, start)
        if port != UDP_PORT_ROCE or length != end - start:
            return DropReason.UDP
        if not self._icrc_holds(frame, start, end):
            return DropReason.ICRC
        return _read(frame, start + UDP_LEN, end - ICRC_LEN, source, marked=ecn == ECN_CE)

    def _icrc_holds(self, frame: bytes, start: int, end: int) -> bool:
        if len(self._address) == ipv4.ADDRESS_LEN:
            running = icrc.prefix_ipv4(frame[ETH_LEN:start])
        else:
            running = self._prefixes.of(end - start, frame[start - 32 : start])
        body = start + UDP_LEN + BTH_LEN
        view = memoryview(frame)
        return icrc.finish(running, frame[start:body], view[body : end - ICRC_LEN]) == frame[end - ICRC_LEN : end]


def _read(frame: bytes, at: int, end: int, source: bytes, *, marked: bool) -> Packet | DropReason:
    """The transport headers from the BTH at ``at`` on; ``end``: where the ICRC begins."""
    bth = Bth.unpack(frame, at)
    if bth.tver:
        return DropReason.VERSION
    kind = PACKET_TYPES.get(bth.opcode)
    if kind is None:
        return DropReason.OPCODE
    body, end = at + BTH_LEN, end - bth.pad
    payload = body + kind.length
    if payload > end:
        return DropReason.PAYLOAD_LENGTH
    packet = Packet(kind, bth, source, marked=marked)
    if kind.reth:
        packet.reth = Reth.unpack(frame, body)
        body += RETH.length
    if kind.immediate:
        packet.imm = ImmDt.unpack(frame, body).value
        body += IMMDT.length
    if kind.aeth:
        packet.aeth = Aeth.unpack(frame, body)
    if kind.operation is Operation.ACKNOWLEDGE and payload != end:
        return DropReason.PAYLOAD_LENGTH
    packet.payload = memoryview(frame)[payload:end]
    return packet
