# SPDX-License-Identifier: Apache-2.0
"""Whole frames by the fast codec: from headers to bytes, and from bytes to a packet or a named reason to drop.

A frame is Ethernet / outer IPv6 / inner IPv6 / UDP / BTH and what follows / ICRC (wire-format §1). Builder and parser
remember how frames of a path begin. The parser never raises, whatever the bytes.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from host_stack.wire import icrc
from host_stack.wire.constants import (
    ECN_CE,
    ECN_ECT0,
    ECN_NOT_ECT,
    ETH_LEN,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    IPV6_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
    TRIMMED_ROLES,
    UDP_LEN,
    Role,
)
from host_stack.wire.headers import (
    BTH_LEN,
    METH,
    PACKET_TYPES,
    RETH,
    TSETH,
    AnyHeader,
    Bth,
    BthCodec,
    Eeth,
    ImmDt,
    Meth,
    PacketType,
    Reader,
    Reth,
    Service,
    Tseth,
)
from host_stack.wire.ip import IPV4_ADDRESS_LEN, IPV4_LEN, decapsulated, ipv4_header, read_ipv4
from host_stack.wire.options import EvMode, IntactTrim, WireOptions, join_entropy, split_entropy

# --- Frames out ------------------------------------------------------------------------------------------------------


_UDP: Final = struct.Struct("!HHHH")
_IPV6_FIXED: Final = struct.Struct("!IHBB")
_REMEMBERED: Final = 1024
HeadKey = tuple[int, bytes, bytes, int, int, int]
"""What a frame's bytes up to the BTH follow from: the arguments of ``FrameBuilder.build``, and the UDP length."""
PADS: Final = (b"", b"\0", b"\0\0", b"\0\0\0")


def ethernet(mac: bytes, peer_mac: bytes) -> bytes:
    """The 14-byte Ethernet header of a port."""
    return peer_mac + mac + ETHERTYPE_IPV6.to_bytes(2, "big")


class TrafficClasses:
    """The IPv6 traffic class byte (DSCP << 2 | ECN) of each kind of packet a NIC sends (wire-format §7).

    Data, retransmissions and reliability probes are ECT(0), so switches can mark them; control is Not-ECT.
    """

    __slots__ = ("_again", "_control", "_first", "_probe")

    def __init__(self, wire: WireOptions) -> None:
        dscp = wire.dscp
        self._first = (dscp.trimmable if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0
        self._again = (dscp.trimmable_retx if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0
        self._probe = dscp.no_trim << 2 | ECN_ECT0
        self._control = dscp.control << 2 | ECN_NOT_ECT

    def of(self, opcode: int, rtx: bool = False) -> int:
        """The traffic class of an opcode's packets, or of those with the rtx bit."""
        service = PACKET_TYPES[opcode].service
        if service is Service.DATA:
            return self._again if rtx else self._first
        return self._probe if service is Service.PROBE else self._control


Readers = tuple[tuple[int, Reader], ...]
"""Offset after the BTH and reader of each header of a control packet."""


class _Tables(NamedTuple):
    """What follows from the options alone: all NICs with the same ones share it.

    Attributes:
        ports: UDP destination ports that are accepted.
        roles: of each DSCP.
        readers: of each opcode without data.
    """

    classes: TrafficClasses
    ports: frozenset[int]
    roles: tuple[Role, ...]
    readers: Mapping[int, Readers]


_TABLES: dict[WireOptions, tuple[tuple[tuple[int, PacketType], ...], _Tables]] = {}


def _tables(wire: WireOptions) -> _Tables:
    types = tuple(PACKET_TYPES.items())
    known = _TABLES.get(wire)
    if known is None or known[0] != types:
        readers = {opcode: _readers(kind, wire) for opcode, kind in types if not kind.data}
        ports = wire.udp_ports_accepted | {wire.udp_port}
        known = _TABLES[wire] = types, _Tables(TrafficClasses(wire), ports, wire.dscp.by_dscp(), readers)
    return known[1]


def _readers(kind: PacketType, wire: WireOptions) -> Readers:
    readers, offset = [], 0
    for header in kind.headers:
        readers.append((offset, header.reader(wire)))
        offset += header.length
    return tuple(readers)


class FrameBuilder:
    """Builds frames of one NIC. UDP checksum is sent as zero (wire-format §3); the ICRC covers the inner packet.

    Both IPv6 headers carry the same traffic class, flow label and hop limit; the outer source is the NIC's own address.

    Attributes:
        classes: traffic classes of what it sends.
        pkey: the P_Key of its packets, 16 bits.
    """

    __slots__ = (
        "_bth",
        "_dport",
        "_eeth_bits",
        "_ev_split",
        "_heads",
        "_hop_limit",
        "_links",
        "_prefixes",
        "classes",
        "pkey",
    )

    def __init__(self, wire: WireOptions, links: Sequence[bytes]) -> None:
        """``links``: the Ethernet header of each port, from ``ethernet``."""
        self._bth = BthCodec(wire.bth_flag_order)
        self._dport = wire.udp_port
        self._eeth_bits = wire.eeth_op_bits
        self._ev_split = wire.ev_halves
        self._hop_limit = wire.hop_limit
        self._links = tuple(links)
        self.pkey = wire.pkey
        self._prefixes = icrc.Prefixes()
        self._heads: dict[HeadKey, tuple[bytes, int]] = {}
        self.classes = _tables(wire).classes

    def frame(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        entropy: int,
        bth: Bth,
        headers: Sequence[AnyHeader],
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """``build`` of headers that are not packed yet; ``bth`` has its pad count set for ``payload``."""
        packed = [self._bth.pack(bth)]
        for each in headers:
            packed.append(each.pack(self._eeth_bits) if isinstance(each, Eeth) else each.pack())
        return self.build(
            port=port,
            outer_addresses=outer_addresses,
            inner_addresses=inner_addresses,
            traffic_class=traffic_class,
            entropy=entropy,
            headers=b"".join(packed),
            payload=payload,
        )

    def build(
        self,
        *,
        port: int,
        outer_addresses: bytes,
        inner_addresses: bytes,
        traffic_class: int,
        entropy: int,
        headers: bytes,
        payload: bytes | memoryview = b"",
    ) -> bytes:
        """A frame.

        Args:
            port: the port it leaves by.
            outer_addresses: own address and SRv6 path, 32 bytes; a routing header may follow; b"" for no outer header.
            inner_addresses: own address and peer's address, 32 bytes; 8 on IPv4, where there is no outer header.
            traffic_class: DSCP << 2 | ECN.
            entropy: the EV's 32 bits.
            headers: BTH (with its pad count set for ``payload``) and what follows it.
            payload: message bytes.
        """
        pad = -len(payload) & 3
        udp_length = UDP_LEN + len(headers) + len(payload) + pad + ICRC_LEN
        key = (port, outer_addresses, inner_addresses, traffic_class, entropy, udp_length)
        known = self._heads.get(key)
        if known is None:
            if len(self._heads) >= _REMEMBERED:
                self._heads.clear()
            known = self._heads[key] = self.head(key)
        head, running = known
        tail = PADS[pad]
        running = icrc.over_rest(headers[5:], icrc.over_bth(running, headers[:4]))
        running = icrc.over_rest(tail, icrc.over_rest(payload, running))
        return b"".join((head, headers, payload, tail, icrc.on_the_wire(running)))

    def head(self, key: HeadKey) -> tuple[bytes, int]:
        """A frame up to and with its UDP header, and the ICRC so far: alike for many packets of a path."""
        port, outer_addresses, inner_addresses, traffic_class, entropy, udp_length = key
        sport, label = split_entropy(entropy, self._ev_split)
        udp = _UDP.pack(sport, self._dport, udp_length, 0)
        if len(inner_addresses) == 2 * IPV4_ADDRESS_LEN:
            network = ipv4_header(
                inner_addresses, traffic_class=traffic_class, payload_length=udp_length, ttl=self._hop_limit
            )
            link = self._links[port][:12] + ETHERTYPE_IPV4.to_bytes(2, "big")
            return link + network + udp, icrc.over_udp(icrc.prefix_ipv4(network), udp)
        word = 6 << 28 | traffic_class << 20 | label
        # With a routing header there is more than two addresses; without encapsulation, nothing.
        extra = len(outer_addresses) - 32
        outer = b""
        if extra >= 0:
            next_header = NH_ROUTING if extra else NH_IPV6
            outer = _IPV6_FIXED.pack(word, IPV6_LEN + extra + udp_length, next_header, self._hop_limit)
        inner = _IPV6_FIXED.pack(word, udp_length, NH_UDP, self._hop_limit)
        running = icrc.over_udp(self._prefixes.of(udp_length, inner_addresses), udp)
        return b"".join((self._links[port], outer, outer_addresses, inner, inner_addresses, udp)), running


# --- Frames in -------------------------------------------------------------------------------------------------------


class DropReason(Enum):
    """Why a frame was dropped: by the parser, but for the last four, which are whom it was for."""

    TRUNCATED = "truncated"
    """Shorter than its headers or its IPv6 lengths say."""
    NOT_IPV6 = "not_ipv6"
    """Nor IPv4, to a NIC on IPv4."""
    IPV4_HEADER = "ipv4_header"
    """Options, a fragment, or a wrong checksum."""
    NEXT_HEADER = "next_header"
    """Neither IPv6-in-IPv6 nor UDP, or segments left in a routing header."""
    IPV6_LENGTH = "ipv6_length"
    """Inner length or UDP length disagrees with the outer length of an untrimmed packet."""
    ECN = "ecn"
    """Inner Not-ECT under outer CE (RFC 6040)."""
    NOT_OUR_ADDRESS = "not_our_address"
    UDP_PORT = "udp_port"
    TVER = "tver"
    OPCODE = "opcode"
    ICRC = "icrc"
    PAYLOAD_LENGTH = "payload_length"
    """Headers and padding do not fit in, or there are bytes after a control header."""
    TRIMMED_CONTROL = "trimmed_control"
    """A packet that may not be trimmed carries a trimmed DSCP."""
    UNSENT_PSN = "unsent_psn"
    """An answer about a packet that was never sent."""
    STALE_PSN = "stale_psn"
    """An answer that would end the queue pair, about a packet that is not in flight or a write that has completed."""
    NACK_REASON = "nack_reason"
    """A NACK with an undefined reason."""
    UNHANDLED_OPCODE = "unhandled_opcode"
    """Its opcode has a row in the table, and whom it is for does not know it."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A frame that goes no further."""

    reason: DropReason


class Packet:
    """A received packet. ``trimmed`` packets have BTH (and TSETH) only: no payload, no RETH, ICRC unchecked.

    Attributes:
        role: DSCP role, from the outer header.
        marked: CE after decapsulation (RFC 6040).
        entropy: the 32 bits of the EV it came by.
        source: inner source address, 16 bytes, or 4 on IPv4.
        bth: base transport header.
        kind: what its opcode says.
        trimmed: TRIMMED or TRIMMED_LASTHOP when the packet was cut, else None.
        udp_length: UDP length field.
        timestamp: TSETH.timestamp, None without TSETH.
        rqmsn, msn: of the METH of data packets.
        address, r_key, length, payload, imm: of whole ones, the first three from RETH; ``payload`` is a view into the
            frame.
        control: the headers of a control packet.
    """

    __slots__ = (
        "address",
        "bth",
        "control",
        "entropy",
        "imm",
        "kind",
        "length",
        "marked",
        "msn",
        "payload",
        "r_key",
        "role",
        "rqmsn",
        "source",
        "timestamp",
        "trimmed",
        "udp_length",
    )

    def __init__(
        self, *, role: Role, marked: bool, entropy: int, source: bytes, bth: Bth, kind: PacketType, udp_length: int
    ) -> None:
        self.role = role
        self.marked = marked
        self.entropy = entropy
        self.source = source
        self.bth = bth
        self.kind = kind
        self.udp_length = udp_length
        self.trimmed: Role | None = None
        self.timestamp: int | None = None
        self.rqmsn = 0
        self.msn = 0
        self.address = 0
        self.r_key = 0
        self.length = 0
        self.payload: memoryview = _EMPTY
        self.imm: int | None = None
        self.control: tuple[AnyHeader, ...] = ()

    @property
    def meth(self) -> Meth | None:
        """Of a data packet."""
        return Meth(self.rqmsn, self.msn) if self.kind.data else None

    @property
    def reth(self) -> Reth | None:
        """Of a data packet that was not trimmed."""
        return Reth(self.address, self.r_key, self.length) if self.kind.data and self.trimmed is None else None


class _Head:
    """What the bytes of a good frame say from its EtherType to its P_Key, where each frame of a path begins alike.

    Attributes:
        end: one past the last byte of the packet.
        running: the ICRC up to and with byte 4 of the BTH.
    """

    __slots__ = ("bth", "end", "entropy", "kind", "marked", "role", "running", "source", "udp_length")

    def __init__(self, packet: Packet, end: int, running: int) -> None:
        self.role = packet.role
        self.marked = packet.marked
        self.entropy = packet.entropy
        self.source = packet.source
        self.kind = packet.kind
        self.udp_length = packet.udp_length
        self.bth = packet.bth
        self.end = end
        self.running = running


_EMPTY: Final = memoryview(b"")
_U16: Final = struct.Struct("!H").unpack_from
_U32: Final = struct.Struct("!I").unpack_from
_READ_UDP: Final = struct.Struct("!HHHH").unpack_from
_METH_TSETH_RETH: Final = struct.Struct("!HHH2xQII").unpack_from
_METH_RETH: Final = struct.Struct("!HHQII").unpack_from
_MIN_TRANSPORT: Final = UDP_LEN + BTH_LEN
_INNER: Final = ETH_LEN + IPV6_LEN
_UDP_AT: Final = _INNER + IPV6_LEN
_BTH_AT: Final = _UDP_AT + UDP_LEN
_HEAD_END: Final = _BTH_AT + 4
_BODY_AT: Final = _BTH_AT + BTH_LEN
_BTH_LAST_WORDS: Final = struct.Struct("!II").unpack_from


class FrameParser:
    """Parses frames addressed to one NIC (inner ``address``: 16 bytes, 4 on IPv4). Keeps no packet state."""

    __slots__ = (
        "_address",
        "_bth",
        "_ev_split",
        "_heads",
        "_labels",
        "_place_intact",
        "_port",
        "_ports",
        "_prefixes",
        "_readers",
        "_roles",
    )

    def __init__(self, wire: WireOptions, address: bytes) -> None:
        self._address = address
        self._ev_split = wire.ev_halves
        # Where the source port alone is the EV, a flow label that is set is no part of it.
        self._labels = wire.ev_mode is not EvMode.UDP
        self._port = wire.udp_port  # machine code looks for this one alone
        _, self._ports, self._roles, self._readers = _tables(wire)
        self._bth = BthCodec(wire.bth_flag_order)
        self._place_intact = wire.intact_trim is IntactTrim.PLACE
        self._prefixes = icrc.Prefixes()
        self._heads: dict[bytes, _Head] = {}

    def parse(self, frame: bytes) -> Packet | Drop:
        """Classify one frame; any bytes are fine.

        The packet may come encapsulated (NH 41), with a used-up routing header in between, or bare (NH 17) when a
        switch has decapsulated it; DSCP role and CE come from the outermost IPv6 header that is there.
        """
        head = self._heads.get(frame[12:_HEAD_END])
        if head is None or head.end > len(frame):
            return self._parse_ipv4(frame) if len(self._address) == IPV4_ADDRESS_LEN else self._parse_ipv6(frame)
        # A frame that was fine began with the same bytes.
        end = head.end - ICRC_LEN
        view = memoryview(frame)
        if icrc.over_rest(view[_HEAD_END + 1 : head.end], head.running) != icrc.RESIDUE:
            return Drop(DropReason.ICRC)
        first, kind = head.bth, head.kind
        qpn: int
        word: int
        qpn, word = _BTH_LAST_WORDS(frame, _HEAD_END)
        bth = Bth(
            first.opcode,
            qpn & 0xFFFFFF,
            word & 0xFFFFFF,
            solicited=first.solicited,
            migreq=first.migreq,
            pad=first.pad,
            pkey=first.pkey,
            ack_req=word & 0x80000000 != 0,
            rtx=word & 0x20000000 != 0,
            ts=word & 0x10000000 != 0,
            tver=first.tver,
        )
        packet = Packet(
            role=head.role,
            marked=head.marked,
            entropy=head.entropy,
            source=head.source,
            bth=bth,
            kind=kind,
            udp_length=head.udp_length,
        )
        if kind.data:
            return _data(packet, view, _BODY_AT, end - bth.pad)
        if bth.pad:
            return Drop(DropReason.PAYLOAD_LENGTH)
        return self._control(packet, frame, _BODY_AT, end)

    def _parse_ipv6(self, frame: bytes) -> Packet | Drop:
        """A frame whose beginning is not remembered."""
        size = len(frame)
        if size < ETH_LEN + IPV6_LEN:
            return Drop(DropReason.TRUNCATED)
        if _U16(frame, 12)[0] != ETHERTYPE_IPV6 or frame[ETH_LEN] >> 4 != 6:
            return Drop(DropReason.NOT_IPV6)
        outer = _U32(frame, ETH_LEN)[0]
        role = self._roles[outer >> 22 & 0x3F]
        trimmed = role in TRIMMED_ROLES
        end = ETH_LEN + IPV6_LEN + _U16(frame, ETH_LEN + 4)[0]
        if end > size:
            # A switch that keeps the original lengths is tolerated on trimmed packets (trimming §8 row 1, `preserve`).
            if not trimmed:
                return Drop(DropReason.TRUNCATED)
            end = size
        at = ETH_LEN
        next_header = frame[at + 6]
        ecn = outer >> 20 & 3
        if next_header == NH_ROUTING:
            skipped = _skip_routing(frame, ETH_LEN + IPV6_LEN, end)
            if skipped is None:
                return Drop(DropReason.NEXT_HEADER)
            next_header, start = skipped
        else:
            start = ETH_LEN + IPV6_LEN
        if next_header == NH_IPV6:
            at = start
            start = at + IPV6_LEN
            if start > end:
                return Drop(DropReason.TRUNCATED)
            if frame[at] >> 4 != 6:
                return Drop(DropReason.NOT_IPV6)
            merged = decapsulated(frame[at + 1] >> 4 & 3, ecn)
            if merged is None:
                return Drop(DropReason.ECN)
            ecn = merged
            next_header = frame[at + 6]
        if next_header != NH_UDP:
            return Drop(DropReason.NEXT_HEADER)
        if frame[at + 24 : at + 40] != self._address:
            return Drop(DropReason.NOT_OUR_ADDRESS)
        if start + _MIN_TRANSPORT > end:
            return Drop(DropReason.TRUNCATED)
        return self._transport(frame, at=at, start=start, end=end, role=role, marked=ecn == ECN_CE)

    def _parse_ipv4(self, frame: bytes) -> Packet | Drop:
        """As ``_parse_ipv6``, of a NIC on IPv4."""
        if len(frame) < ETH_LEN + IPV4_LEN:
            return Drop(DropReason.TRUNCATED)
        head = read_ipv4(frame)
        if head is None:
            return Drop(DropReason.NOT_IPV6)
        if not head.sound:
            return Drop(DropReason.IPV4_HEADER)
        role = self._roles[head.traffic_class >> 2]
        end = head.end
        if end > len(frame):
            if role not in TRIMMED_ROLES:
                return Drop(DropReason.TRUNCATED)
            end = len(frame)
        if head.protocol != NH_UDP:
            return Drop(DropReason.NEXT_HEADER)
        if frame[ETH_LEN + 16 : ETH_LEN + IPV4_LEN] != self._address:
            return Drop(DropReason.NOT_OUR_ADDRESS)
        start = ETH_LEN + IPV4_LEN
        if start + _MIN_TRANSPORT > end:
            return Drop(DropReason.TRUNCATED)
        marked = head.traffic_class & 3 == ECN_CE
        return self._transport(frame, at=ETH_LEN, start=start, end=end, role=role, marked=marked)

    def _transport(self, frame: bytes, *, at: int, start: int, end: int, role: Role, marked: bool) -> Packet | Drop:
        """UDP onwards: ``at`` is the innermost IP header, ``start`` UDP, ``end`` one past the last byte."""
        version_6 = frame[at] >> 4 == 6
        sport, dport, udp_length, _ = _READ_UDP(frame, start)
        if dport not in self._ports:
            return Drop(DropReason.UDP_PORT)
        consistent = udp_length == end - start and (not version_6 or _U16(frame, at + 4)[0] == udp_length)
        if not consistent and role not in TRIMMED_ROLES:
            return Drop(DropReason.IPV6_LENGTH)
        bth = self._bth.unpack(frame, start + UDP_LEN)
        if bth.tver:
            return Drop(DropReason.TVER)
        kind = PACKET_TYPES.get(bth.opcode)
        if kind is None:
            return Drop(DropReason.OPCODE)
        packet = Packet(
            role=role,
            marked=marked,
            entropy=join_entropy(sport, _U32(frame, at)[0] if version_6 and self._labels else 0, self._ev_split),
            source=frame[at + 8 : at + 24] if version_6 else frame[at + 12 : at + 16],
            bth=bth,
            kind=kind,
            udp_length=udp_length,
        )
        body = start + _MIN_TRANSPORT
        if role in TRIMMED_ROLES:
            intact = self._place_intact and consistent and self._icrc_holds(frame, at, start, end)
            if not intact:
                return _trimmed(packet, frame, body, end)
            # A queue on the way was full: the path is to be left out once, unless it was the receiver's own link.
            packet.marked = marked or role is Role.TRIMMED
        elif end < body + ICRC_LEN:
            return Drop(DropReason.TRUNCATED)
        elif not self._icrc_holds(frame, at, start, end):
            return Drop(DropReason.ICRC)
        elif at == _INNER and start == _UDP_AT:
            self._remember(frame, packet, end)
        last = end - ICRC_LEN - bth.pad
        if kind.data:
            return _data(packet, memoryview(frame), body, last)
        if bth.pad:
            return Drop(DropReason.PAYLOAD_LENGTH)
        return self._control(packet, frame, body, last)

    def _remember(self, frame: bytes, packet: Packet, end: int) -> None:
        """The packet, with one outer header and nothing wrong up to its ICRC: others will begin as it does."""
        if len(self._heads) >= _REMEMBERED:
            self._heads.clear()
        running = self._prefixes.of(packet.udp_length, frame[_INNER + 8 : _UDP_AT])
        running = icrc.over_bth(icrc.over_udp(running, frame[_UDP_AT:_BTH_AT]), frame[_BTH_AT:_HEAD_END])
        self._heads[frame[12:_HEAD_END]] = _Head(packet, end, running)

    def _icrc_holds(self, frame: bytes, at: int, start: int, end: int) -> bool:
        if end - start < _MIN_TRANSPORT + ICRC_LEN:
            return False
        if frame[at] >> 4 == 4:
            running = icrc.prefix_ipv4(frame[at:start])
        else:
            running = self._prefixes.of(_U16(frame, at + 4)[0], frame[at + 8 : at + 40])
        view = memoryview(frame)
        body = start + _MIN_TRANSPORT
        return icrc.finish(running, frame[start:body], view[body : end - ICRC_LEN]) == frame[end - ICRC_LEN : end]

    def _control(self, packet: Packet, frame: bytes, body: int, last: int) -> Packet | Drop:
        if last - body != packet.kind.length:
            return Drop(DropReason.PAYLOAD_LENGTH)
        headers = []
        for offset, read in self._readers[packet.bth.opcode]:
            headers.append(read(frame, body + offset))
        packet.control = tuple(headers)
        return packet


def _skip_routing(frame: bytes, at: int, end: int) -> tuple[int, int] | None:
    """(next header, offset after) a routing header with no segments left; None otherwise (RFC 8200 §4.4)."""
    if at + 8 > end or frame[at + 3]:
        return None
    after = at + 8 + 8 * frame[at + 1]
    return None if after > end else (frame[at], after)


def _trimmed(packet: Packet, frame: bytes, body: int, end: int) -> Packet | Drop:
    """A cut data packet: needs BTH, METH and, if the ts bit says so, TSETH (trimming §1.2: 122 bytes of frame)."""
    if not packet.kind.data:
        return Drop(DropReason.TRIMMED_CONTROL)
    need = METH.length + (TSETH.length if packet.bth.ts else 0)
    if body + need > end:
        return Drop(DropReason.TRUNCATED)
    packet.trimmed = packet.role
    packet.rqmsn, packet.msn = Meth.unpack(frame, body)
    if packet.bth.ts:
        packet.timestamp = Tseth.unpack(frame, body + METH.length).timestamp
    return packet


def _data(packet: Packet, frame: memoryview, body: int, last: int) -> Packet | Drop:
    kind, ts = packet.kind, packet.bth.ts
    start = body + kind.length - (0 if ts else TSETH.length)
    length: int
    if start > last:
        return Drop(DropReason.PAYLOAD_LENGTH)
    if ts:
        packet.rqmsn, packet.msn, packet.timestamp, packet.address, packet.r_key, length = _METH_TSETH_RETH(frame, body)
        at = body + METH.length + TSETH.length
    else:
        packet.rqmsn, packet.msn, packet.address, packet.r_key, length = _METH_RETH(frame, body)
        at = body + METH.length
    packet.length = length
    if kind.immediate:
        packet.imm = ImmDt.unpack(frame, at + RETH.length).value
    packet.payload = frame[start:last]
    return packet
