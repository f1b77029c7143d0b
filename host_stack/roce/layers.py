# SPDX-License-Identifier: GPL-2.0-only
"""RoCEv2 in scapy: the base transport header as a layer of its own, and a NIC's frames made and read by the layers.

RETH, ImmDt and AETH are those of ``host_stack.wire.layers``. An import of this module lets ``MrcBTH`` decode opcodes of
the reliable connection and CNPs as ``RoceBTH``: both protocols come by UDP port 4791.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scapy.fields import BitField, ByteEnumField, ThreeBytesField, X3BytesField, XShortField
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Packet as Layer
from scapy.packet import Raw, bind_layers

from host_stack.roce.wire import (
    BTH_LEN,
    PACKET_TYPES,
    AnyHeader,
    Bth,
    DropReason,
    Opcode,
    Operation,
    Packet,
)
from host_stack.wire.constants import (
    ECN_CE,
    ETH_LEN,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    IPV6_LEN,
    NH_UDP,
    UDP_LEN,
    UDP_PORT_ROCE,
)
from host_stack.wire.headers import AETH, IMMDT, RETH
from host_stack.wire.ip import IPV4_ADDRESS_LEN, IPV4_LEN
from host_stack.wire.layer_codec import HeaderLayers, address_of, icrc_holds, ipv4_is_sound, network_layers, stacked
from host_stack.wire.layers import (
    LAYERS,
    OTHER_TRANSPORTS,
    WITH_IMMEDIATE,
    IcrcField,
    TransportHeader,
)
from host_stack.wire.options import WireOptions

# --- The layer -------------------------------------------------------------------------------------------------------


class RoceBTH(TransportHeader):
    """IBTA's base transport header, with FECN and BECN. ``pad`` None: from the payload."""

    name = "RoCE BTH"
    fields_desc = [  # noqa: RUF012 - scapy reads a class attribute
        ByteEnumField("opcode", Opcode.WRITE_ONLY, {int(op): op.name for op in Opcode}),
        BitField("se", 0, 1),
        BitField("m", 1, 1),
        BitField("pad", None, 2),
        BitField("tver", 0, 4),
        XShortField("pkey", 0xFFFF),
        BitField("fecn", 0, 1),
        BitField("becn", 0, 1),
        BitField("rsvd6", 0, 6),
        X3BytesField("dqpn", 0),
        BitField("ackreq", 0, 1),
        BitField("rsvd7", 0, 7),
        ThreeBytesField("psn", 0),
        IcrcField("icrc"),
    ]


_RELIABLE_CONNECTION, _CONGESTION = 0b000, 0b100
OTHER_TRANSPORTS.update({_RELIABLE_CONNECTION: RoceBTH, _CONGESTION: RoceBTH})
for _opcode, _kind in PACKET_TYPES.items():
    _first = RETH if _kind.reth else IMMDT if _kind.immediate else AETH if _kind.aeth else None
    bind_layers(RoceBTH, LAYERS[_first.name] if _first is not None else Raw, opcode=_opcode)
    if _kind.reth and _kind.immediate:
        WITH_IMMEDIATE.add(_opcode)

# --- Frames out ------------------------------------------------------------------------------------------------------

_HEADERS: Final = HeaderLayers(WireOptions())
_BTH: Final = {
    "opcode": "opcode", "dest_qpn": "dqpn", "psn": "psn", "ack_req": "ackreq", "pad": "pad", "pkey": "pkey",
    "solicited": "se", "migreq": "m", "tver": "tver", "fecn": "fecn", "becn": "becn",
}  # fmt: skip
_FLAGS: Final = frozenset({"ack_req", "solicited", "migreq", "fecn", "becn"})


class LayerBuilder:
    """What ``wire.FrameBuilder`` does, by the layers."""

    def __init__(self, links: Sequence[bytes], hop_limit: int) -> None:
        """``links``: the Ethernet header of each port, from ``wire.frames.ethernet``."""
        self._links = links
        self._hop_limit = hop_limit

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
        """A frame; the arguments are those of ``wire.FrameBuilder.frame``."""
        network = network_layers(
            self._links[port], b"", addresses, traffic_class=traffic_class, label=0, hop_limit=self._hop_limit
        )
        stack = [
            *network,
            UDP(sport=source_port, dport=UDP_PORT_ROCE, chksum=0),
            RoceBTH(**{field: int(getattr(bth, name)) for name, field in _BTH.items()}),
            *(_HEADERS.header(each) for each in headers),
        ]
        if payload:
            stack.append(Raw(load=bytes(payload)))
        return stacked(*stack)


# --- Frames in -------------------------------------------------------------------------------------------------------


class LayerParser:
    """What ``wire.FrameParser`` does, by the layers."""

    def __init__(self, address: bytes) -> None:
        """``address``: the NIC's own, 16 bytes of IPv6 or 4 of IPv4."""
        self._address = address

    def parse(self, frame: bytes) -> Packet | DropReason:
        """The packet of a frame from its Ethernet header on, without FCS; padding of Ethernet may follow."""
        found = self._ipv4(frame) if len(self._address) == IPV4_ADDRESS_LEN else self._ipv6(frame)
        if found is None:
            return DropReason.NETWORK
        ip, ecn, start, end = found
        if address_of(ip, "dst") != self._address:
            return DropReason.ADDRESS
        bth_at, body = start + UDP_LEN, start + UDP_LEN + BTH_LEN
        if body + ICRC_LEN > end:
            return DropReason.UDP
        udp = UDP(frame[start:bth_at])
        if udp.dport != UDP_PORT_ROCE or udp.fields["len"] != end - start:
            return DropReason.UDP
        layer = RoceBTH(frame[bth_at:body])
        ip.add_payload(udp)
        udp.add_payload(layer)
        if not icrc_holds(layer, frame[bth_at:end]):
            return DropReason.ICRC
        values = layer.fields
        bth = Bth(**{name: bool(values[field]) if name in _FLAGS else values[field] for name, field in _BTH.items()})
        return _read(bth, memoryview(frame)[body : end - ICRC_LEN], address_of(ip, "src"), marked=ecn == ECN_CE)

    def _ipv6(self, frame: bytes) -> tuple[Layer, int, int, int] | None:
        """IP layer, ECN, where UDP begins, where the packet ends; None for what is not whole."""
        start = ETH_LEN + IPV6_LEN
        if len(frame) < start:
            return None
        link, ip = Ether(frame[:ETH_LEN]), IPv6(frame[ETH_LEN:start])
        end = start + ip.plen
        whole = link.fields.get("type") == ETHERTYPE_IPV6 and ip.version == 6 and ip.nh == NH_UDP and end <= len(frame)
        return (ip, ip.tc & 3, start, end) if whole else None

    def _ipv4(self, frame: bytes) -> tuple[Layer, int, int, int] | None:
        start = ETH_LEN + IPV4_LEN
        if len(frame) < start:
            return None
        header = frame[ETH_LEN:start]
        link, ip = Ether(frame[:ETH_LEN]), IP(header)
        end = ETH_LEN + ip.fields["len"]
        sound = link.fields.get("type") == ETHERTYPE_IPV4 and ip.version == 4 and ipv4_is_sound(ip, header)
        return (ip, ip.tos & 3, start, end) if sound and ip.proto == NH_UDP and end <= len(frame) else None


def _read(bth: Bth, rest: memoryview, source: bytes, *, marked: bool) -> Packet | DropReason:
    """``rest``: from the BTH to the ICRC."""
    if bth.tver:
        return DropReason.VERSION
    kind = PACKET_TYPES.get(bth.opcode)
    if kind is None:
        return DropReason.OPCODE
    wanted = ((kind.reth, RETH), (kind.immediate, IMMDT), (kind.aeth, AETH))
    headers = [header for there, header in wanted if there]
    length = sum(header.length for header in headers)
    left = len(rest) - bth.pad - length
    if left < 0 or (kind.operation is Operation.ACKNOWLEDGE and left):
        return DropReason.PAYLOAD_LENGTH
    found, at = {}, 0
    for header in headers:
        found[header.name] = _HEADERS.read(header.name, bytes(rest[at : at + header.length]))
        at += header.length
    packet = Packet(kind, bth, source, marked=marked)
    packet.reth, packet.aeth = found.get("RETH"), found.get("AETH")
    packet.imm = found["ImmDt"].value if kind.immediate else None
    packet.payload = rest[at : len(rest) - bth.pad]
    return packet
