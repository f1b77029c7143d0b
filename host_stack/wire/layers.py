# SPDX-License-Identifier: GPL-2.0-only
"""Scapy layers of every MRC header (wire-format §6): for ``show()``, captures, pages, and a NIC's ``scapy`` codec.

``layer_codec`` makes and reads a NIC's frames by them; the fast codec writes the same bytes, which property tests hold.
Importing this module binds UDP destination ports 4791 and 4971 to ``MrcBTH``. Layouts are the defaults of
``options.WireOptions`` (SE before M, EETH.op in bits 3:2); ``SwappedBTH`` and ``EETHBits54`` are the others.

``Ether()/IPv6(dst=path)/IPv6(dst=nic)/UDP(sport=…, dport=4791, chksum=0)/MrcBTH(opcode="WRITE_ONLY")/METH()/…``
fills in padding and the ICRC. A packet cut by a switch dissects as far as it goes, with ``icrc=b""`` for "not there".
"""

import socket
import struct

from scapy.fields import (
    BitEnumField,
    BitField,
    ByteEnumField,
    ByteField,
    Field,
    IntField,
    ShortField,
    SignedShortField,
    StrFixedLenField,
    ThreeBytesField,
    X3BytesField,
    XByteField,
    XIntField,
    XLongField,
    XShortField,
)
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.packet import Packet, Raw, bind_layers

from host_stack.wire import icrc
from host_stack.wire.constants import (
    ICRC_LEN,
    NACK_CC_TYPE,
    TSETH_FTYPE,
    UDP_PORT_ROCE,
    UDP_PORT_SPEC,
    EndpointOp,
    NackReason,
    SackMark,
)
from host_stack.wire.headers import BTH_LEN, PACKET_TYPES, Opcode

_ABSENT = b""


class IcrcField(Field):
    """The ICRC, kept with the BTH although it ends the packet: None computes it, ``b""`` leaves it out."""

    def __init__(self, name: str) -> None:
        Field.__init__(self, name, None, fmt="!I")

    def addfield(self, pkt: Packet, s: bytes, val: object) -> bytes:  # noqa: ARG002 - scapy's signature
        """Nothing here: ``TransportHeader.post_build`` puts it at the end."""
        return s

    def getfield(self, pkt: "TransportHeader", s: bytes) -> tuple[bytes, int | bytes]:
        """The four bytes that ``TransportHeader.pre_dissect`` moved here."""
        if pkt.is_cut(BTH_LEN + len(s) + pkt.pad):
            return s, _ABSENT
        return s[ICRC_LEN:], int.from_bytes(s[:ICRC_LEN], "big")

    def i2repr(self, pkt: Packet, x: object) -> str:  # noqa: ARG002
        """Hexadecimal, in wire order."""
        return f"{x:#010x}" if isinstance(x, int) else "absent (trimmed)" if x == _ABSENT else "None"


class TransportHeader(Packet):
    """What every BTH does: the ICRC and the padding end the packet, and so belong to no layer after it."""

    name = "transport header"

    def is_cut(self, length: int) -> bool:
        """Whether ``length`` bytes from the BTH on are fewer than the UDP header promises."""
        udp = self.underlayer
        return isinstance(udp, UDP) and udp.len is not None and udp.len - 8 > length

    def pre_dissect(self, s: bytes) -> bytes:
        """Move the ICRC next to the BTH and drop the padding, so that the payload ends where the message does."""
        if len(s) < BTH_LEN + ICRC_LEN or self.is_cut(len(s)):
            return s
        pad = s[1] >> 4 & 3
        return s[:BTH_LEN] + s[-ICRC_LEN:] + s[BTH_LEN : len(s) - ICRC_LEN - pad]

    def post_dissect(self, s: bytes) -> bytes:
        """Forget the rearranged bytes, so that building goes through ``post_build``."""
        self.raw_packet_cache = None
        return s

    def post_build(self, pkt: bytes, pay: bytes) -> bytes:
        """Pad, and end with the ICRC."""
        if self.icrc == _ABSENT:
            return pkt + pay
        pad = -len(pay) & 3 if self.pad is None else self.pad
        pkt = pkt[:1] + bytes((pkt[1] & 0xCF | pad << 4,)) + pkt[2:]
        body = pkt + pay + bytes(pad)
        given: int | None = self.icrc
        return body + (self.icrc_of(body) if given is None else given.to_bytes(ICRC_LEN, "big"))

    def icrc_of(self, transport: bytes) -> bytes:
        """The ICRC of a packet that is ``transport`` from the BTH to its padding; zeros where no UDP is below it."""
        udp = self.underlayer
        ip = udp.underlayer if isinstance(udp, UDP) else None
        length = 8 + len(transport) + ICRC_LEN
        if isinstance(ip, IPv6):
            addresses = socket.inet_pton(socket.AF_INET6, ip.src) + socket.inet_pton(socket.AF_INET6, ip.dst)
            running = icrc.prefix(length, addresses)
        elif isinstance(ip, IP):
            running = icrc.prefix_ipv4(_ipv4_head(ip, length))
        else:
            return bytes(ICRC_LEN)
        ports = udp.sport.to_bytes(2, "big") + udp.dport.to_bytes(2, "big") + length.to_bytes(2, "big") + b"\0\0"
        return icrc.finish(running, ports + transport)


def _ipv4_head(ip: IP, length: int) -> bytes:
    """The 20 bytes of an IPv4 header that the ICRC covers; what it masks is 0.

    A header that was received has its own total length, which the ICRC covers (IBTA annex A17.5). ``length``: of the
    UDP packet, for a header that is being built.
    """
    total = ip.fields.get("len") or 20 + length
    words = struct.pack("!BBHHHBBH", 0x45, 0, total, ip.id, int(ip.flags) << 13 | ip.frag, 0, ip.proto, 0)
    return words + socket.inet_aton(ip.src) + socket.inet_aton(ip.dst)


OTHER_TRANSPORTS: dict[int, type[TransportHeader]] = {}
"""Whose packets come by the same UDP port, by bits 7:5 of the opcode: ``host_stack.roce.layers`` adds RoCEv2."""


class MrcBTH(TransportHeader):
    """Base transport header. ``pad`` None: from the payload. Padding bytes are zero and not shown."""

    name = "MRC BTH"
    fields_desc = [  # noqa: RUF012 - scapy reads a class attribute
        ByteEnumField("opcode", Opcode.WRITE_ONLY, {int(op): op.name for op in Opcode}),
        BitField("se", 0, 1),
        BitField("m", 0, 1),
        BitField("pad", None, 2),
        BitField("tver", 0, 4),
        XShortField("pkey", 0xFFFF),
        XByteField("rsvd_variant", 0),
        X3BytesField("dqpn", 0),
        BitField("ackreq", 0, 1),
        BitField("rsvd6", 0, 1),
        BitField("rtx", 0, 1),
        BitField("ts", 0, 1),
        BitField("rsvd_invariant", 0, 4),
        ThreeBytesField("psn", 0),
        IcrcField("icrc"),
    ]

    @classmethod
    def dispatch_hook(cls, _pkt: bytes = b"", *_: object, **__: object) -> type[Packet]:
        """MRC's, or what ``OTHER_TRANSPORTS`` has for the opcode."""
        return OTHER_TRANSPORTS.get(_pkt[0] >> 5, cls) if _pkt else cls


class SwappedBTH(MrcBTH):
    """``options.BthFlagOrder.SWAPPED``: M before SE."""

    fields_desc = [  # noqa: RUF012
        MrcBTH.fields_desc[0], MrcBTH.fields_desc[2], MrcBTH.fields_desc[1], *MrcBTH.fields_desc[3:]
    ]  # fmt: skip


def transport_below(layer: Packet) -> TransportHeader | None:
    """The BTH that a header belongs to."""
    while layer is not None and not isinstance(layer, TransportHeader):
        layer = layer.underlayer
    return layer


class METH(Packet):
    """Message header; RQMSN counts writes with immediate."""

    name = "MRC METH"
    fields_desc = [ShortField("rqmsn", 0), ShortField("msn", 0)]  # noqa: RUF012

    def guess_payload_class(self, payload: bytes) -> type[Packet]:  # noqa: ARG002
        """TSETH if the BTH's ts bit says so, else RETH."""
        bth = transport_below(self)
        return TSETH if bth is not None and bth.ts else RETH


class TSETH(Packet):
    """Timestamp header; ticks of 128 ns when tsr is 0."""

    name = "MRC TSETH"
    fields_desc = [  # noqa: RUF012
        ShortField("tx_timestamp", 0),
        BitField("tsr", 0, 1),
        BitField("rsvd", 0, 11),
        BitField("ftype", TSETH_FTYPE, 4),
    ]


WITH_IMMEDIATE = {opcode for opcode, kind in PACKET_TYPES.items() if kind.immediate}
"""Opcodes whose RETH is followed by an ImmDt; ``host_stack.roce.layers`` adds those of RoCEv2."""


class RETH(Packet):
    """RDMA header, in every data packet: address of this payload, key, length of the message."""

    name = "MRC RETH"
    fields_desc = [XLongField("va", 0), XIntField("rkey", 0), IntField("length", 0)]  # noqa: RUF012

    def guess_payload_class(self, payload: bytes) -> type[Packet]:  # noqa: ARG002
        """ImmDt after the last packet of a write with immediate, else the message."""
        bth = transport_below(self)
        return ImmDt if bth is not None and bth.opcode in WITH_IMMEDIATE else Raw


class ImmDt(Packet):
    """The 32 bits of a write with immediate."""

    name = "MRC ImmDt"
    fields_desc = [XIntField("imm", 0)]  # noqa: RUF012


class AETH(Packet):
    """Acknowledge header; syndrome 0x1f is an ACK with the credit field fixed, 0x60 up a NAK."""

    name = "MRC AETH"
    fields_desc = [XByteField("syndrome", 0x1F), ThreeBytesField("msn", 0)]  # noqa: RUF012


class SETH(Packet):
    """SACK header. With pr=1, ack_psn_offset holds the probe id."""

    name = "MRC SETH"
    fields_desc = [  # noqa: RUF012
        BitField("type", 0, 4),
        BitField("next", 0, 5),
        BitEnumField("mark", 0, 2, {int(m): m.name for m in SackMark}),
        BitField("rsvd0", 0, 3),
        BitField("pr", 0, 1),
        BitField("rsvd1", 0, 1),
        SignedShortField("ack_psn_offset", 0),
        XIntField("entropy", 0),
        XShortField("spdcid", 0),
        XShortField("dpdcid", 0),
        XByteField("port_mask", 0),
        ThreeBytesField("cack_psn", 0),
        BitField("cc_type", 0, 4),
        BitField("cc_flags", 0, 4),
        ByteField("mpr", 0),
        SignedShortField("sack_offset", 1),
        XLongField("bitmap", 0),
    ]


class CCState(Packet):
    """CC_STATE of cc_type 0; rcvd_bytes in units of 256 bytes."""

    name = "MRC CC_STATE"
    fields_desc = [  # noqa: RUF012
        ShortField("tx_timestamp", 0),
        BitField("rsvd", 0, 1),
        BitField("ooo_count", 0, 15),
        BitField("restore_cwnd", 0, 1),
        BitField("rcv_cwnd_pen", 0, 7),
        BitField("rcvd_bytes", 0, 24),
    ]


class NETH(Packet):
    """NACK header: which packet, why, and the EV it came by."""

    name = "MRC NETH"
    fields_desc = [  # noqa: RUF012
        BitField("type", 0, 4),
        BitField("next", 0, 5),
        BitField("rsvd0", 0, 7),
        ByteEnumField("reason", NackReason.TRIMMED, {int(r): r.name for r in NackReason}),
        ByteField("vendor", 0),
        XIntField("entropy", 0),
        XShortField("spdcid", 0),
        XShortField("dpdcid", 0),
        ByteField("rsvd1", 0),
        ThreeBytesField("nack_psn", 0),
        BitField("cc_type", NACK_CC_TYPE, 4),
        BitField("cc_flags", 0, 4),
        ByteField("rsvd2", 0),
        ShortField("tx_timestamp", 0),
    ]


class PETH(Packet):
    """Reliability probe header."""

    name = "MRC PETH"
    fields_desc = [  # noqa: RUF012
        BitField("type", 0, 4),
        BitField("next", 0, 5),
        BitField("rsvd0", 0, 7),
        ByteField("rsvd1", 0),
        ByteField("vendor", 0),
        ShortField("probe_id", 0),
        ShortField("rsvd2", 0),
        XShortField("spdcid", 0),
        XShortField("dpdcid", 0),
        ShortField("tx_timestamp", 0),
        BitField("tsr", 0, 1),
        BitField("rsvd3", 0, 11),
        BitField("ftype", TSETH_FTYPE, 4),
    ]


_ENDPOINT_OPS = {int(op): op.name for op in EndpointOp}


class ERTH(Packet):
    """Endpoint request header; bit p of port_status_mask is port p + 1, 1 = up."""

    name = "MRC ERTH"
    fields_desc = [  # noqa: RUF012
        BitField("type", 0, 4),
        BitField("next", 0, 5),
        BitField("rsvd0", 0, 5),
        BitEnumField("op", EndpointOp.EV_PROBE, 2, _ENDPOINT_OPS),
        ByteField("rsvd1", 0),
        ByteField("vendor", 0),
        XIntField("port_status_mask", 0),
        IntField("rsvd2", 0),
        ShortField("tx_timestamp", 0),
        BitField("tsr", 0, 1),
        BitField("rsvd3", 0, 11),
        BitField("ftype", TSETH_FTYPE, 4),
    ]


class EETH(Packet):
    """Endpoint response header."""

    name = "MRC EETH"
    fields_desc = [  # noqa: RUF012
        BitField("type", 0, 4),
        BitField("next", 0, 5),
        BitField("rsvd0", 0, 3),
        BitEnumField("op", EndpointOp.EV_PROBE, 2, _ENDPOINT_OPS),
        BitField("rsvd1", 0, 2),
        StrFixedLenField("rsvd2", bytes(26), 26),
        ShortField("tx_timestamp", 0),
        StrFixedLenField("rsvd3", bytes(6), 6),
    ]


class EETHBits54(EETH):
    """``options.EethOpBits.BITS_5_4``: op two bits higher."""

    fields_desc = [  # noqa: RUF012
        *EETH.fields_desc[:2], BitField("rsvd0", 0, 1), EETH.fields_desc[3], BitField("rsvd1", 0, 4),
        *EETH.fields_desc[5:],
    ]  # fmt: skip


for _port in (UDP_PORT_ROCE, UDP_PORT_SPEC):
    bind_layers(UDP, MrcBTH, dport=_port)
    # Before what scapy knows by source port: that is half of an EV, and any number.
    UDP.payload_guess.insert(0, UDP.payload_guess.pop())
LAYERS: dict[str, type[Packet]] = {
    each().name.removeprefix("MRC "): each
    for each in (MrcBTH, METH, TSETH, RETH, ImmDt, AETH, SETH, CCState, NETH, PETH, ERTH, EETH)
}
"""Every layer by the name of its header. A header without one is shown as raw bytes."""
for _opcode, _kind in PACKET_TYPES.items():
    for _header in _kind.headers[:1]:
        bind_layers(MrcBTH, LAYERS.get(_header.name, Raw), opcode=_opcode)
bind_layers(TSETH, RETH)
bind_layers(SETH, CCState, cc_type=0)
