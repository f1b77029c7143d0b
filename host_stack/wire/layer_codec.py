# SPDX-License-Identifier: GPL-2.0-only
"""Frames by the scapy layers: builds and reads what ``frames`` does, byte for byte and reason for reason.

Every header is written by a layer and read by a layer; a table says which field of a layer is which value of a class of
``headers``. Lengths, IPv4 checksums, padding and the ICRC are the layers' own. Where a header lies, and what is wrong
with a frame, is worked out here once more, with nothing of ``frames`` but its words.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrRouting, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import Ether
from scapy.packet import Packet as Layer
from scapy.packet import Raw
from scapy.utils import checksum

from host_stack.wire import layers
from host_stack.wire.constants import (
    ECN_CE,
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
from host_stack.wire.frames import Drop, DropReason, Packet, TrafficClasses
from host_stack.wire.headers import (
    BTH_LEN,
    PACKET_TYPES,
    TSETH,
    Aeth,
    AnyHeader,
    Bth,
    CcState,
    Eeth,
    Erth,
    ImmDt,
    Meth,
    Neth,
    Peth,
    Reth,
    Seth,
    Tseth,
)
from host_stack.wire.ip import IPV4_ADDRESS_LEN, IPV4_LEN, decapsulated
from host_stack.wire.options import (
    BthFlagOrder,
    EethOpBits,
    EvMode,
    IntactTrim,
    WireOptions,
    join_entropy,
    split_entropy,
)

# --- Values and fields -----------------------------------------------------------------------------------------------

_FIELDS: Final[dict[type[AnyHeader], tuple[str, ...]]] = {
    Meth: ("rqmsn", "msn"),
    Tseth: ("tx_timestamp", "tsr", "ftype"),
    Reth: ("va", "rkey", "length"),
    ImmDt: ("imm",),
    Aeth: ("syndrome", "msn"),
    Seth: (
        "mark", "pr", "ack_psn_offset", "entropy", "spdcid", "dpdcid",
        "cack_psn", "mpr", "sack_offset", "bitmap", "cc_type", "cc_flags", "port_mask",
    ),
    CcState: ("tx_timestamp", "ooo_count", "rcvd_bytes", "restore_cwnd", "rcv_cwnd_pen"),
    Neth: (
        "reason", "entropy", "spdcid", "dpdcid", "nack_psn", "tx_timestamp", "vendor", "cc_type", "cc_flags",
    ),
    Peth: ("probe_id", "spdcid", "dpdcid", "tx_timestamp", "vendor", "tsr", "ftype"),
    Erth: ("op", "tx_timestamp", "port_status_mask", "vendor", "tsr", "ftype"),
    Eeth: ("op", "tx_timestamp"),
}  # fmt: skip
"""Fields of each header's layer, in the order of the header's values."""
_TYPES: Final = {type_.__name__.upper(): type_ for type_ in _FIELDS} | {"CC_STATE": CcState}
_BTH: Final = {
    "opcode": "opcode", "solicited": "se", "migreq": "m", "pad": "pad", "tver": "tver", "pkey": "pkey",
    "dest_qpn": "dqpn", "ack_req": "ackreq", "rtx": "rtx", "ts": "ts", "psn": "psn",
}  # fmt: skip
_FLAGS: Final = frozenset({"solicited", "migreq", "ack_req", "rtx", "ts"})


class _PlainBTH(layers.MrcBTH):
    """MRC's, whatever the opcode: ``MrcBTH`` itself is another layer for opcodes of ``OTHER_TRANSPORTS``."""


class HeaderLayers:
    """The layers of MRC's headers, with the bits where ``options`` has them."""

    def __init__(self, wire: WireOptions) -> None:
        self._bth = layers.SwappedBTH if wire.bth_flag_order is BthFlagOrder.SWAPPED else _PlainBTH
        chosen = {"EETH": layers.EETHBits54} if wire.eeth_op_bits is EethOpBits.BITS_5_4 else {}
        self._layers = layers.LAYERS | chosen

    def bth(self, header: Bth) -> Layer:
        """The layer of a BTH."""
        return self._bth(**{field: int(getattr(header, name)) for name, field in _BTH.items()})

    def header(self, header: AnyHeader) -> Layer:
        """The layer of another header."""
        kind = type(header)
        return self._layers[_name(kind)](**dict(zip(_FIELDS[kind], _values(header), strict=True)))

    def read_bth(self, data: bytes) -> tuple[Layer, Bth]:
        """From 12 bytes."""
        layer = self._bth(data)
        values = layer.fields
        read = {name: bool(values[field]) if name in _FLAGS else values[field] for name, field in _BTH.items()}
        return layer, Bth(**read)

    def read(self, name: str, data: bytes) -> Any:  # noqa: ANN401 - one of AnyHeader, by its name
        """The header of that name, from as many bytes as it has."""
        values = self._layers[name](data).fields
        kind = _TYPES[name.upper()]
        found = [values[field] for field in _FIELDS[kind]]
        if kind is Seth:
            found[1] = bool(found[1])
            found[2] = found[2] & 0xFFFF if found[1] else found[2]  # a probe id has no sign
        return kind(*found)


def _name(kind: type[AnyHeader]) -> str:
    """Of a header's layer in ``layers.LAYERS``."""
    return next(name for name in layers.LAYERS if _TYPES.get(name.upper()) is kind)


def _values(header: AnyHeader) -> list[int]:
    values = [int(value) for value in (header.fields() if isinstance(header, Seth | CcState) else header)]
    if isinstance(header, Seth):
        values[2] = (values[2] + 0x8000 & 0xFFFF) - 0x8000  # the field is signed, also when a probe id is in it
    return values


# --- Frames out ------------------------------------------------------------------------------------------------------


def stacked(*stack: Layer) -> bytes:
    """The bytes of layers, outermost first. They are used up: scapy's ``/`` would copy each of them at every step."""
    for lower, upper in pairwise(stack):
        lower.add_payload(upper)
    for each in stack:
        each.explicit = 1  # no field has several values, of which each would make a packet
    return bytes(stack[0])


def network_layers(
    link: bytes, outer_addresses: bytes, inner_addresses: bytes, *, traffic_class: int, label: int, hop_limit: int
) -> list[Layer]:
    """Ethernet and IP, down to what UDP comes after; arguments as ``FrameBuilder.build`` has them."""
    target, source = link[:6].hex(":"), link[6:12].hex(":")
    if len(inner_addresses) == 2 * IPV4_ADDRESS_LEN:
        source_ip, target_ip = (socket.inet_ntoa(inner_addresses[at : at + 4]) for at in (0, 4))
        # Not to be fragmented, so that the identification means nothing.
        ip = IP(tos=traffic_class, id=0, flags="DF", ttl=hop_limit, proto=NH_UDP, src=source_ip, dst=target_ip)
        return [Ether(dst=target, src=source, type=ETHERTYPE_IPV4), ip]
    found = [Ether(dst=target, src=source, type=ETHERTYPE_IPV6)]
    alike = {"tc": traffic_class, "fl": label, "hlim": hop_limit}
    if outer_addresses:
        routing = outer_addresses[32:]
        found.append(IPv6(**_addresses(outer_addresses), nh=NH_ROUTING if routing else NH_IPV6, **alike))
        if routing:
            found.append(IPv6ExtHdrSegmentRouting(routing))
    found.append(IPv6(**_addresses(inner_addresses), nh=NH_UDP, **alike))
    return found


def _addresses(both: bytes) -> dict[str, str]:
    source, target = (socket.inet_ntop(socket.AF_INET6, both[at : at + 16]) for at in (0, 16))
    return {"src": source, "dst": target}


class LayerBuilder:
    """What ``frames.FrameBuilder`` does, by the layers.

    Attributes:
        classes: traffic classes of what it sends.
        pkey: the P_Key of its packets, 16 bits.
    """

    def __init__(self, wire: WireOptions, links: Sequence[bytes]) -> None:
        """``links``: the Ethernet header of each port, from ``frames.ethernet``."""
        self._wire = wire
        self._links = links
        self._headers = HeaderLayers(wire)
        self.classes = TrafficClasses(wire)
        self.pkey = wire.pkey

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
        """A frame of these headers; ``bth`` has its pad count set for ``payload``."""
        wire = self._wire
        sport, label = split_entropy(entropy, wire.ev_halves)
        network = network_layers(
            self._links[port], outer_addresses, inner_addresses,
            traffic_class=traffic_class, label=label, hop_limit=wire.hop_limit,
        )  # fmt: skip
        stack = [
            *network,
            UDP(sport=sport, dport=wire.udp_port, chksum=0),
            self._headers.bth(bth),
            *(self._headers.header(each) for each in headers),
        ]
        if payload:
            stack.append(Raw(load=bytes(payload)))
        return stacked(*stack)


# --- Frames in -------------------------------------------------------------------------------------------------------


class Below(NamedTuple):
    """The layers below UDP, and where they end.

    Attributes:
        ip: the innermost IP layer.
        start, end: where UDP begins, and one past the last byte of the packet.
        role: of the outermost DSCP.
        marked: CE after decapsulation.
    """

    ip: Layer
    start: int
    end: int
    role: Role
    marked: bool


def address_of(ip: Layer, field: str) -> bytes:
    """16 or 4 bytes of an IP layer's ``src`` or ``dst``."""
    family = socket.AF_INET6 if isinstance(ip, IPv6) else socket.AF_INET
    return socket.inet_pton(family, ip.fields[field])


def ipv4_is_sound(ip: IP, header: bytes) -> bool:
    """Without options, not a fragment, its checksum right; ``header``: its 20 bytes."""
    return ip.ihl == 5 and not ip.flags.MF and not ip.frag and not checksum(header)


class LayerParser:
    """What ``frames.FrameParser`` does, by the layers."""

    def __init__(self, wire: WireOptions, address: bytes) -> None:
        """``address``: the NIC's own, 16 bytes, or 4 on IPv4."""
        self._wire = wire
        self._address = address
        self._ports = wire.udp_ports_accepted | {wire.udp_port}
        self._roles = wire.dscp.by_dscp()
        self._headers = HeaderLayers(wire)

    def parse(self, frame: bytes) -> Packet | Drop:
        """Classify one frame; any bytes are fine."""
        below = self._ipv4(frame) if len(self._address) == IPV4_ADDRESS_LEN else self._ipv6(frame)
        found = below if isinstance(below, DropReason) else self._transport(frame, below)
        return Drop(found) if isinstance(found, DropReason) else found

    def _ipv6(self, frame: bytes) -> Below | DropReason:
        start = ETH_LEN + IPV6_LEN
        if len(frame) < start:
            return DropReason.TRUNCATED
        link, outer = Ether(frame[:ETH_LEN]), IPv6(frame[ETH_LEN:start])
        # A length in place of a type makes another layer of it.
        if link.fields.get("type") != ETHERTYPE_IPV6 or outer.version != 6:
            return DropReason.NOT_IPV6
        role, end = self._roles[outer.tc >> 2], start + outer.plen
        if end > len(frame):
            if role not in TRIMMED_ROLES:
                return DropReason.TRUNCATED
            end = len(frame)
        ip, ecn, next_header = outer, outer.tc & 3, outer.nh
        if next_header == NH_ROUTING:
            if start + 8 > end:
                return DropReason.NEXT_HEADER
            routing = IPv6ExtHdrRouting(frame[start : start + 8])
            start += 8 + 8 * routing.fields["len"]
            next_header = routing.nh
            if routing.segleft or start > end:
                return DropReason.NEXT_HEADER
        if next_header == NH_IPV6:
            at, start = start, start + IPV6_LEN
            if start > end:
                return DropReason.TRUNCATED
            ip = IPv6(frame[at:start])
            if ip.version != 6:
                return DropReason.NOT_IPV6
            merged = decapsulated(ip.tc & 3, ecn)
            if merged is None:
                return DropReason.ECN
            ecn, next_header = merged, ip.nh
        if next_header != NH_UDP:
            return DropReason.NEXT_HEADER
        return self._for_us(Below(ip, start, end, role, ecn == ECN_CE))

    def _ipv4(self, frame: bytes) -> Below | DropReason:
        start = ETH_LEN + IPV4_LEN
        if len(frame) < start:
            return DropReason.TRUNCATED
        header = frame[ETH_LEN:start]
        link, ip = Ether(frame[:ETH_LEN]), IP(header)
        if link.fields.get("type") != ETHERTYPE_IPV4 or ip.version != 4:
            return DropReason.NOT_IPV6
        if not ipv4_is_sound(ip, header):
            return DropReason.IPV4_HEADER
        role, end = self._roles[ip.tos >> 2], ETH_LEN + ip.fields["len"]
        if end > len(frame):
            if role not in TRIMMED_ROLES:
                return DropReason.TRUNCATED
            end = len(frame)
        if ip.proto != NH_UDP:
            return DropReason.NEXT_HEADER
        return self._for_us(Below(ip, start, end, role, ip.tos & 3 == ECN_CE))

    def _for_us(self, below: Below) -> Below | DropReason:
        if address_of(below.ip, "dst") != self._address:
            return DropReason.NOT_OUR_ADDRESS
        return DropReason.TRUNCATED if below.start + UDP_LEN + BTH_LEN > below.end else below

    def _transport(self, frame: bytes, below: Below) -> Packet | DropReason:
        ip, start, end, role, marked = below
        bth_at, body = start + UDP_LEN, start + UDP_LEN + BTH_LEN
        udp = UDP(frame[start:bth_at])
        length: int = udp.fields["len"]
        trimmed = role in TRIMMED_ROLES
        if udp.dport not in self._ports:
            return DropReason.UDP_PORT
        consistent = length == end - start and (not isinstance(ip, IPv6) or ip.plen == length)
        if not consistent and not trimmed:
            return DropReason.IPV6_LENGTH
        layer, bth = self._headers.read_bth(frame[bth_at:body])
        if bth.tver:
            return DropReason.TVER
        kind = PACKET_TYPES.get(bth.opcode)
        if kind is None:
            return DropReason.OPCODE
        label = ip.fl if isinstance(ip, IPv6) and self._wire.ev_mode is not EvMode.UDP else 0
        packet = Packet(
            role=role,
            marked=marked,
            entropy=join_entropy(udp.sport, label, self._wire.ev_halves),
            source=address_of(ip, "src"),
            bth=bth,
            kind=kind,
            udp_length=length,
        )
        ip.add_payload(udp)
        udp.add_payload(layer)
        whole = end >= body + ICRC_LEN
        if trimmed:
            place = self._wire.intact_trim is IntactTrim.PLACE
            if not (place and consistent and whole and icrc_holds(layer, frame[bth_at:end])):
                return self._cut(packet, frame[body:end])
            packet.marked = marked or role is Role.TRIMMED
        elif not whole:
            return DropReason.TRUNCATED
        elif not icrc_holds(layer, frame[bth_at:end]):
            return DropReason.ICRC
        return self._whole(packet, memoryview(frame)[body : max(body, end - ICRC_LEN - bth.pad)], end - ICRC_LEN - body)

    def _cut(self, packet: Packet, rest: bytes) -> Packet | DropReason:
        """A packet that was trimmed: METH, and TSETH if there is one, are needed."""
        if not packet.kind.data:
            return DropReason.TRIMMED_CONTROL
        names = ("METH", "TSETH") if packet.bth.ts else ("METH",)
        if len(rest) < 4 * len(names):
            return DropReason.TRUNCATED
        packet.trimmed = packet.role
        packet.rqmsn, packet.msn = self._headers.read("METH", rest[:4])
        if packet.bth.ts:
            packet.timestamp = self._headers.read("TSETH", rest[4:8]).timestamp
        return packet

    def _whole(self, packet: Packet, rest: memoryview, unpadded: int) -> Packet | DropReason:
        """Everything between BTH and padding; ``unpadded``: how long it is with that."""
        kind, bth = packet.kind, packet.bth
        names = [header.name for header in kind.headers if header is not TSETH or bth.ts]
        lengths = {header.name: header.length for header in kind.headers}
        length = sum(lengths[name] for name in names)
        if kind.data:
            if length > unpadded - bth.pad:
                return DropReason.PAYLOAD_LENGTH
        elif bth.pad or length != unpadded:
            return DropReason.PAYLOAD_LENGTH
        read, at = {}, 0
        for name in names:
            read[name] = self._headers.read(name, bytes(rest[at : at + lengths[name]]))
            at += lengths[name]
        if not kind.data:
            packet.control = tuple(read.values())
            return packet
        packet.rqmsn, packet.msn = read["METH"]
        packet.address, packet.r_key, packet.length = read["RETH"]
        packet.timestamp = read["TSETH"].timestamp if bth.ts else None
        packet.imm = read["ImmDt"].value if kind.immediate else None
        packet.payload = rest[at:]
        return packet


def icrc_holds(bth: layers.TransportHeader, transport: bytes) -> bool:
    """Whether a packet ends in the ICRC that its layers work out; ``transport``: from the BTH to its end."""
    return bth.icrc_of(transport[:-ICRC_LEN]) == transport[-ICRC_LEN:]
