# SPDX-License-Identifier: Apache-2.0
"""The wire format of RoCEv2: opcodes, headers, syndromes, frames in and out. It knows no queue pair and no clock.

The base transport header is IBTA's (9.2), with FECN and BECN as RoCEv2 has them (A17.9). The table of opcodes has those
of the reliable connection (9.2, table 38) and the CNP (A17.9.3). The parser judges frames over IPv6 or IPv4 and reads
them; it raises nothing, whatever the bytes. AETH syndromes (9.7.5.1.4, tables 44 to 46) are ACK, RNR NAK with its
timer, and NAK with its code.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final, NamedTuple, Protocol

from host_stack.wire import frames, icrc
from host_stack.wire.codecs import Codec, layered
from host_stack.wire.constants import (
    ECN_CE,
    ECN_ECT0,
    ECN_NOT_ECT,
    ETH_LEN,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    IPV6_LEN,
    NH_UDP,
    UDP_LEN,
    UDP_PORT_ROCE,
)
from host_stack.wire.headers import IMMDT, RETH, Aeth, ImmDt, Reth, psn_of
from host_stack.wire.ip import IPV4_ADDRESS_LEN, IPV4_LEN, read_ipv4
from host_stack.wire.options import WireOptions

# --- Base transport header -------------------------------------------------------------------------------------------

_BTH: Final = struct.Struct("!BBHII")
BTH_LEN: Final = _BTH.size


class Bth(NamedTuple):
    """12 bytes. MRC's BTH (``host_stack.wire.headers``) has other bits in bytes 4 and 8.

    Attributes:
        opcode: 8 bits; dest_qpn: 24; psn: 24; pkey: 16.
        ack_req: the requester asks for an acknowledgement.
        pad: bytes of padding after the payload, 0..3; tver: transport header version, 0.
        solicited, migreq: SE and M. A queue pair that never migrates has M set (IBTA 17.2.8.1.1).
        fecn, becn: explicit congestion, forward and backward; becn is set in a CNP.
    """

    opcode: int
    dest_qpn: int
    psn: int
    ack_req: bool = False
    pad: int = 0
    pkey: int = 0xFFFF
    solicited: bool = False
    migreq: bool = True
    tver: int = 0
    fecn: bool = False
    becn: bool = False

    def pack(self) -> bytes:
        """12 bytes for the wire."""
        opcode, dest_qpn, psn, ack_req, pad, pkey, solicited, migreq, tver, fecn, becn = self
        flags = solicited << 7 | migreq << 6 | pad << 4 | tver
        return _BTH.pack(opcode, flags, pkey, fecn << 31 | becn << 30 | dest_qpn, ack_req << 31 | psn)

    @staticmethod
    def unpack(data: bytes | memoryview, at: int = 0) -> Bth:
        """From 12 bytes on the wire; reserved bits are ignored."""
        opcode, flags, pkey, qpn, word = _BTH.unpack_from(data, at)
        return Bth(
            opcode,
            qpn & 0xFFFFFF,
            word & 0xFFFFFF,
            bool(word >> 31),
            flags >> 4 & 3,
            pkey,
            bool(flags & 0x80),
            bool(flags & 0x40),
            flags & 15,
            bool(qpn >> 31),
            bool(qpn >> 30 & 1),
        )


# --- Opcodes ---------------------------------------------------------------------------------------------------------


class Opcode(IntEnum):
    """BTH opcodes. Bits 7:5 are 000 for the reliable connection, 100 for a CNP."""

    SEND_FIRST = 0x00
    SEND_MIDDLE = 0x01
    SEND_LAST = 0x02
    SEND_LAST_IMM = 0x03
    SEND_ONLY = 0x04
    SEND_ONLY_IMM = 0x05
    WRITE_FIRST = 0x06
    WRITE_MIDDLE = 0x07
    WRITE_LAST = 0x08
    WRITE_LAST_IMM = 0x09
    WRITE_ONLY = 0x0A
    WRITE_ONLY_IMM = 0x0B
    READ_REQUEST = 0x0C
    ACKNOWLEDGE = 0x11
    COMPARE_SWAP = 0x13
    FETCH_ADD = 0x14
    SEND_LAST_INVALIDATE = 0x16
    SEND_ONLY_INVALIDATE = 0x17
    CNP = 0x81


class Operation(Enum):
    """What a packet is a part of."""

    SEND = "send"
    WRITE = "write"
    UNSUPPORTED = "unsupported"
    """A request of IBTA that this NIC does not serve: it is answered with NAK Invalid Request."""
    ACKNOWLEDGE = "acknowledge"
    CNP = "cnp"


@dataclass(frozen=True, slots=True)
class PacketType:
    """What an opcode says about its packet.

    Attributes:
        opcode: the opcode.
        operation: what it is a part of.
        first: it begins a message; last: it ends one.
        reth, immediate, aeth: which headers follow the BTH, in this order.
        length: bytes of those headers.
    """

    opcode: Opcode
    operation: Operation
    first: bool = False
    last: bool = False
    reth: bool = False
    immediate: bool = False
    aeth: bool = False
    length: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", 16 * self.reth + 4 * self.immediate + 4 * self.aeth)


_SEND, _WRITE, _OTHER = Operation.SEND, Operation.WRITE, Operation.UNSUPPORTED

PACKET_TYPES: dict[int, PacketType] = {
    int(kind.opcode): kind
    for kind in (
        PacketType(Opcode.SEND_FIRST, _SEND, first=True),
        PacketType(Opcode.SEND_MIDDLE, _SEND),
        PacketType(Opcode.SEND_LAST, _SEND, last=True),
        PacketType(Opcode.SEND_LAST_IMM, _SEND, last=True, immediate=True),
        PacketType(Opcode.SEND_ONLY, _SEND, first=True, last=True),
        PacketType(Opcode.SEND_ONLY_IMM, _SEND, first=True, last=True, immediate=True),
        PacketType(Opcode.WRITE_FIRST, _WRITE, first=True, reth=True),
        PacketType(Opcode.WRITE_MIDDLE, _WRITE),
        PacketType(Opcode.WRITE_LAST, _WRITE, last=True),
        PacketType(Opcode.WRITE_LAST_IMM, _WRITE, last=True, immediate=True),
        PacketType(Opcode.WRITE_ONLY, _WRITE, first=True, last=True, reth=True),
        PacketType(Opcode.WRITE_ONLY_IMM, _WRITE, first=True, last=True, reth=True, immediate=True),
        PacketType(Opcode.READ_REQUEST, _OTHER, first=True, last=True),
        PacketType(Opcode.COMPARE_SWAP, _OTHER, first=True, last=True),
        PacketType(Opcode.FETCH_ADD, _OTHER, first=True, last=True),
        PacketType(Opcode.SEND_LAST_INVALIDATE, _OTHER, last=True),
        PacketType(Opcode.SEND_ONLY_INVALIDATE, _OTHER, first=True, last=True),
        PacketType(Opcode.ACKNOWLEDGE, Operation.ACKNOWLEDGE, aeth=True),
        PacketType(Opcode.CNP, Operation.CNP),
    )
}
"""By opcode. A plain integer is the key, because that is what a BTH holds."""

AnyHeader = Reth | ImmDt | Aeth
"""What may follow a BTH."""

REQUESTS = {
    (kind.operation is _WRITE, kind.first, kind.last, kind.immediate): kind
    for kind in PACKET_TYPES.values()
    if kind.operation in (_SEND, _WRITE)
}
"""Packet types of a message, by (write or send, first, last, with immediate)."""


# --- Frames in -------------------------------------------------------------------------------------------------------

_UDP: Final = struct.Struct("!HHHH")
_IPV6: Final = struct.Struct("!IHBx16s16s")
_TYPE: Final = ETHERTYPE_IPV6.to_bytes(2, "big")
_LEAST: Final = UDP_LEN + BTH_LEN + ICRC_LEN
CNP_PAYLOAD: Final = bytes(16)
"""After the BTH of a CNP: reserved (A17.9.3)."""


class DropReason(Enum):
    """Why a frame went no further."""

    NETWORK = "network"
    """Neither IPv6 nor IPv4 that is sound, or cut short."""
    ADDRESS = "address"
    """For another destination."""
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

    __slots__ = ("_address", "_any")

    def __init__(self, address: bytes) -> None:
        """``address``: the NIC's own, 16 bytes of IPv6 or 4 of IPv4."""
        self._address = address
        self._any = self._parse_ipv4 if len(address) == IPV4_ADDRESS_LEN else self._parse_ipv6

    def parse(self, frame: bytes) -> Packet | DropReason:
        """The packet of a frame from its Ethernet header on, without FCS; padding of Ethernet may follow."""
        return self._any(frame)

    def _parse_ipv6(self, frame: bytes) -> Packet | DropReason:
        start = ETH_LEN + IPV6_LEN
        if len(frame) < start or frame[12:14] != _TYPE:
            return DropReason.NETWORK
        word, length, protocol, source, destination = _IPV6.unpack_from(frame, ETH_LEN)
        if word >> 28 != 6 or protocol != NH_UDP or start + length > len(frame):
            return DropReason.NETWORK
        if destination != self._address:
            return DropReason.ADDRESS
        prefix = icrc.prefix(length, source + destination)
        return self._parse_udp(frame, start, start + length, prefix, source, marked=word >> 20 & 3 == ECN_CE)

    def _parse_ipv4(self, frame: bytes) -> Packet | DropReason:
        head = read_ipv4(frame)
        if head is None or not head.sound or head.protocol != NH_UDP or head.end > len(frame):
            return DropReason.NETWORK
        start = ETH_LEN + IPV4_LEN
        if frame[start - 4 : start] != self._address:
            return DropReason.ADDRESS
        prefix, source = icrc.prefix_ipv4(frame[ETH_LEN:start]), frame[start - 8 : start - 4]
        return self._parse_udp(frame, start, head.end, prefix, source, marked=head.traffic_class & 3 == ECN_CE)

    def _parse_udp(
        self, frame: bytes, start: int, end: int, prefix: int, source: bytes, *, marked: bool
    ) -> Packet | DropReason:
        """From UDP, at ``start``, to ``end``; ``prefix``: the ICRC so far."""
        if end - start < _LEAST:
            return DropReason.UDP
        _, port, length, _ = _UDP.unpack_from(frame, start)
        if port != UDP_PORT_ROCE or length != end - start:
            return DropReason.UDP
        at, rest = start + UDP_LEN, start + UDP_LEN + BTH_LEN
        running = icrc.over_bth(icrc.over_udp(prefix, frame[start:at]), frame[at : at + 4])
        if not self._icrc_holds(running, memoryview(frame)[at + 5 : end]):
            return DropReason.ICRC
        return _read(frame, Bth.unpack(frame, at), rest, end - ICRC_LEN, source, marked=marked)

    @staticmethod
    def _icrc_holds(running: int, rest: memoryview) -> bool:
        """``running``: over all up to byte 4 of the BTH; ``rest``: what follows, with the ICRC."""
        return icrc.over_rest(rest, running) == icrc.RESIDUE


def _read(frame: bytes, bth: Bth, body: int, end: int, source: bytes, *, marked: bool) -> Packet | DropReason:
    """The transport headers, of which those after the BTH are at ``body``; ``end``: where the ICRC begins."""
    if bth.tver:
        return DropReason.VERSION
    kind = PACKET_TYPES.get(bth.opcode)
    if kind is None:
        return DropReason.OPCODE
    end -= bth.pad
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


# --- Syndromes -------------------------------------------------------------------------------------------------------

ACK: Final = 0x1F
"""ACK whose credit field is 31: this end sets no limit, no matter how many receives are posted."""
_KIND: Final = 0x60
_RNR: Final = 0x20
_NAK: Final = 0x60
_FIELD: Final = 0x1F


class NakCode(IntEnum):
    """Why a request was refused (table 46)."""

    SEQUENCE_ERROR = 0
    INVALID_REQUEST = 1
    REMOTE_ACCESS = 2
    REMOTE_OPERATION = 3
    INVALID_RD_REQUEST = 4


class Answer(Enum):
    """Bits 6:5 of a syndrome."""

    ACK = "ack"
    RNR_NAK = "rnr_nak"
    NAK = "nak"
    RESERVED = "reserved"


def answer_of(syndrome: int) -> tuple[Answer, int]:
    """The kind of a syndrome (8 bit), and its 5-bit value: credits, RNR timer or NAK code."""
    if syndrome & 0x80:
        return Answer.RESERVED, syndrome & _FIELD
    kind = {0: Answer.ACK, _RNR: Answer.RNR_NAK, _NAK: Answer.NAK}.get(syndrome & _KIND, Answer.RESERVED)
    return kind, syndrome & _FIELD


def nak(code: NakCode) -> int:
    """The syndrome of a NAK."""
    return _NAK | code


def rnr_nak(timer: int) -> int:
    """The syndrome of an RNR NAK; ``timer``: index into ``RNR_TIMERS_NS``."""
    return _RNR | timer


_TENS_OF_US: Final = (
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192,
    256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
)  # fmt: skip
RNR_TIMERS_NS: Final = tuple(10_000 * tens for tens in _TENS_OF_US)
"""How long a requester waits after an RNR NAK, by its 5-bit timer (table 45): 655.36 ms, then 10 us to 491.52 ms."""


# --- Frames out ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrafficClasses:
    """DSCP (0..63) of what a NIC sends. Data is ECT(0); acknowledgements and CNPs are not to be marked.

    Attributes:
        data: of requests, and of their acknowledgements, which share the connection's service level (IBTA 9.7.5.1.1).
        cnp: of CNPs, ahead of data (Zhu et al., SIGCOMM 2015, section 3.1).
    """

    data: int
    cnp: int


class FrameBuilder:
    """Builds frames of one NIC, which are never encapsulated."""

    __slots__ = ("_plain",)

    def __init__(self, links: Sequence[bytes], hop_limit: int) -> None:
        """``links``: the Ethernet header of each port, from ``wire.frames.ethernet``."""
        self._plain = frames.FrameBuilder(WireOptions(udp_port=UDP_PORT_ROCE, hop_limit=hop_limit), links)

    def frame(
        self,
        *,
        port: int,
        addresses: bytes,
        traffic_class: int,
        source_port: int,
        bth: Bth,
        headers: Sequence[AnyHeader] = (),
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A frame.

        Args:
            port: the port it leaves by.
            addresses: own and peer's, 32 bytes of IPv6 or 8 of IPv4.
            traffic_class: DSCP << 2 | ECN.
            source_port: UDP source port, 16 bits.
            bth: base transport header, with its pad count set for ``payload``.
            headers: what follows it.
            payload: message bytes.
        """
        return self._plain.build(
            port=port,
            outer_addresses=b"",
            inner_addresses=addresses,
            traffic_class=traffic_class,
            entropy=source_port << 16,  # flow label 0
            headers=b"".join([bth.pack(), *(header.pack() for header in headers)]),
            payload=payload,
        )


class QpFrames:
    """Builds the frames of one connection."""

    __slots__ = ("_addresses", "_builder", "_classes", "_peer", "_port", "_source_port")

    def __init__(
        self,
        builder: Builder,
        classes: TrafficClasses,
        *,
        port: int,
        addresses: bytes,
        source_port: int,
        peer_qpn: int,
    ) -> None:
        """A connection's frames.

        Args:
            builder: of the NIC.
            classes: of the NIC.
            port: the port of the NIC that they leave by.
            addresses: own and peer's, 32 bytes of IPv6 or 8 of IPv4.
            source_port: UDP source port, 16 bits.
            peer_qpn: destination queue pair, 24 bits.
        """
        self._builder = builder
        self._classes = classes
        self._port = port
        self._addresses = addresses
        self._source_port = source_port
        self._peer = peer_qpn

    def request(
        self,
        opcode: int,
        index: int,
        *,
        ack_req: bool,
        reth: tuple[int, int, int] | None,
        imm: int | None,
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A packet of a message, with its RETH and immediate or without; ``index``: its PSN before the modulus."""
        headers: list[AnyHeader] = [] if reth is None else [Reth(*reth)]
        headers += [] if imm is None else [ImmDt(imm)]
        bth = Bth(opcode, self._peer, psn_of(index), ack_req, -len(payload) & 3)
        return self._frame(self._classes.data << 2 | ECN_ECT0, bth, headers, payload)

    def acknowledge(self, syndrome: int, index: int, msn: int) -> bytes:
        """An ACK or a NAK; ``msn``: messages completed, 24 bits of it are sent."""
        bth = Bth(Opcode.ACKNOWLEDGE, self._peer, psn_of(index))
        return self._frame(self._classes.data << 2 | ECN_NOT_ECT, bth, [Aeth(syndrome, psn_of(msn))])

    def cnp(self) -> bytes:
        """A congestion notification packet."""
        bth = Bth(Opcode.CNP, self._peer, 0, migreq=False, becn=True)
        return self._frame(self._classes.cnp << 2 | ECN_NOT_ECT, bth, (), CNP_PAYLOAD)

    def _frame(
        self, traffic_class: int, bth: Bth, headers: Sequence[AnyHeader], payload: bytes | memoryview = b""
    ) -> bytes:
        return self._builder.frame(
            port=self._port,
            addresses=self._addresses,
            traffic_class=traffic_class,
            source_port=self._source_port,
            bth=bth,
            headers=headers,
            payload=payload,
        )


# --- Codecs ----------------------------------------------------------------------------------------------------------


class Parser(Protocol):
    """Reads what arrives for one address."""

    def parse(self, frame: bytes) -> Packet | DropReason:
        """The packet of a frame, or why it is none; any bytes are fine."""


class Builder(Protocol):
    """Makes the frames of one NIC."""

    def frame(
        self,
        *,
        port: int,
        addresses: bytes,
        traffic_class: int,
        source_port: int,
        bth: Bth,
        headers: Sequence[AnyHeader] = (),
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """What ``FrameBuilder.frame`` says."""


def parser_of(codec: Codec, address: bytes) -> Parser:
    """What reads frames for the NIC at ``address``. Raises ConfigError: scapy is not installed."""
    if codec is Codec.FAST:
        return FrameParser(address)
    parser: Parser = layered("host_stack.roce.layers").LayerParser(address)
    return parser


def builder_of(codec: Codec, links: Sequence[bytes], hop_limit: int) -> Builder:
    """What makes frames; ``links``: as ``FrameBuilder`` takes them. Raises ConfigError: scapy is not installed."""
    if codec is Codec.FAST:
        return FrameBuilder(links, hop_limit)
    builder: Builder = layered("host_stack.roce.layers").LayerBuilder(links, hop_limit)
    return builder


# --- The source port: all that ECMP has to tell queue pairs apart ----------------------------------------------------

_FLOW_LABEL: Final = 0xFFFFF
_FIRST_PORT: Final = 0xC000


def udp_source_port(local_qpn: int, remote_qpn: int) -> int:
    """A port in 0xC000..0xFFFF by the two queue pair numbers (24 bit each).

    As Linux does it (``rdma_calc_flow_label`` and ``rdma_flow_label_to_udp_sport``): their product folded to 20 bits,
    and those to 14. IBTA (A17.9.2) says only that a flow keeps one value.
    """
    product = local_qpn * remote_qpn & 0xFFFF_FFFF_FFFF_FFFF
    product ^= product >> 20
    product ^= product >> 40
    label = product & _FLOW_LABEL
    return (label & 0x3FFF ^ label >> 14) | _FIRST_PORT
