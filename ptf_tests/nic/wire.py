# SPDX-License-Identifier: Apache-2.0
"""Whole MRC frames taken apart and built, and the ICRC: the tester's own, from the layouts of `ptf_tests.headers`.

`PeerFrames` builds frames, from fields by name, as the peer and the network send them to the NIC under test. Sources:
docs/wire-profile.md, and IBTA Annex A17 for the ICRC.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.headers.codec import Fields, Layout, WireError, decode, size_of
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic.api import Capabilities, Connection, Mode, Path, Settings, arriving, nic_mac, switch_mac

# --- Frames taken apart ----------------------------------------------------------------------------------------------


_ICRC_BYTES = 4
_IPV4_VERSION, _IPV4_WORDS = 4, 5


def icrc(inner: bytes) -> bytes:
    """ICRC of an inner packet, from its IP header up to but not including the ICRC (IBTA Annex A17.3.3).

    CRC-32 over eight bytes of ones, then the packet with what may change on the way set to ones: traffic class, flow
    label and hop limit (TOS, TTL and checksum on IPv4), UDP checksum, and byte 4 of the BTH. The least significant byte
    comes first on the wire.
    """
    masked = bytearray(inner)
    if inner[0] >> 4 == _IPV4_VERSION:
        changing: tuple[int, ...] = (1, 8, 10, 11, 26, 27, 32)
    else:
        masked[0:4] = struct.pack("!I", struct.unpack("!I", inner[:4])[0] | 0x0FFFFFFF)
        changing = (7, 46, 47, 52)
    for at in changing:
        masked[at] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + masked))


class Frame(Struct, frozen=True):
    """A decoded frame: fields of each header, in the order of the wire.

    Attributes:
        ethernet, outer, inner, udp, bth: the headers every MRC frame has; without encapsulation ``outer`` is ``inner``.
        headers: what follows the BTH, by name: METH, TSETH, RETH, ImmDt, AETH, SETH, CC_STATE, NETH, PETH, ERTH, EETH.
        payload: message bytes; pad: the padding bytes after them.
        icrc: as received; icrc_expected: as it should be.
        entropy: 32-bit EV.
    """

    ethernet: Fields
    outer: Fields
    inner: Fields
    udp: Fields
    bth: Fields
    headers: dict[str, Fields]
    payload: bytes
    pad: bytes
    icrc: bytes
    icrc_expected: bytes
    entropy: int

    @property
    def name(self) -> str:
        """What kind of packet it is, for messages."""
        return mrc.opcode_name(self.bth["opcode"])

    def reserved(self) -> Iterator[tuple[str, int]]:
        """Every reserved field after the IPv6 headers, as (header.field, value)."""
        for header, fields in (("BTH", self.bth), *self.headers.items()):
            for name, value in fields.items():
                if name.startswith("rsvd"):
                    yield f"{header}.{name}", value


def entropy_of(sport: int, flow_label: int, rules: WireRules) -> int:
    """The 32-bit EV that a UDP source port and the low 16 bits of a flow label carry."""
    label = flow_label & 0xFFFF
    return sport << 16 | label if rules.ev_halves == "sport_high" else label << 16 | sport


def split_entropy(entropy: int, rules: WireRules) -> tuple[int, int]:
    """(UDP source port, flow label) that carry an EV."""
    high, low = entropy >> 16, entropy & 0xFFFF
    return (high, low) if rules.ev_halves == "sport_high" else (low, high)


def parse(frame: bytes, rules: WireRules, mode: Mode = "srv6") -> Frame:
    """Take a frame of the NIC under test apart. Raises WireError if it is not an MRC packet as ``mode`` has it."""
    ethernet, packet = _take(internet.ETHERNET, frame)
    _expect("ethertype", ethernet["ethertype"], internet.IPV4_TYPE if mode == "ipv4" else internet.IPV6_TYPE)
    outer: Fields | None = None
    if mode == "srv6":
        outer, rest = _take(internet.IPV6, packet)
        _expect("outer IPv6 version", outer["version"], 6)
        _expect("outer next header", outer["next_header"], internet.IN_IPV6)
        if outer["payload_length"] > len(rest):
            raise WireError(f"outer payload length {outer['payload_length']}, but {len(rest)} bytes follow")
        packet = rest[: outer["payload_length"]]
    inner, rest = _ipv4(packet) if mode == "ipv4" else _ipv6(packet)
    udp, rest = _take(internet.UDP, rest)
    _expect("UDP length", udp["length"], len(rest) + size_of(internet.UDP))
    bth, rest = _take(mrc.bth_layout(rules), rest)
    headers: dict[str, Fields] = {}
    for name, layout in mrc.following(bth["opcode"], bth["ts"] == 1, rules):
        headers[name], rest = _take(layout, rest)
    body = len(rest) - _ICRC_BYTES - bth["pad"]
    if body < 0:
        raise WireError(f"{len(rest)} bytes left for payload, {bth['pad']} bytes of padding and the ICRC")
    if bth["opcode"] not in mrc.DATA and body:
        raise WireError(f"{body} bytes after the headers of a {mrc.opcode_name(bth['opcode'])}")
    return Frame(
        ethernet,
        inner if outer is None else outer,
        inner,
        udp,
        bth,
        headers,
        payload=rest[:body],
        pad=rest[body:-_ICRC_BYTES],
        icrc=rest[-_ICRC_BYTES:],
        icrc_expected=icrc(packet[:-_ICRC_BYTES]),
        entropy=entropy_of(udp["sport"], inner.get("flow_label", 0), rules),
    )


def _ipv6(packet: bytes) -> tuple[Fields, bytes]:
    inner, rest = _take(internet.IPV6, packet)
    _expect("inner IPv6 version", inner["version"], 6)
    _expect("inner next header", inner["next_header"], internet.UDP_PROTOCOL)
    _expect("inner payload length", inner["payload_length"], len(rest))
    return inner, rest


def _ipv4(packet: bytes) -> tuple[Fields, bytes]:
    inner, rest = _take(internet.IPV4, packet)
    _expect("IPv4 version", inner["version"], _IPV4_VERSION)
    _expect("IHL", inner["ihl"], _IPV4_WORDS)
    _expect("protocol", inner["protocol"], internet.UDP_PROTOCOL)
    _expect("total length", inner["total_length"], len(packet))
    return inner, rest


def ipv4_checksum(header: bytes) -> int:
    """Checksum of an IPv4 header whose own is zero (RFC 1071)."""
    total = sum(int.from_bytes(header[at : at + 2], "big") for at in range(0, len(header), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def _take(layout: Layout, data: bytes) -> tuple[Fields, bytes]:
    return decode(layout, data), data[size_of(layout) :]


def _expect(what: str, value: int, expected: int) -> None:
    if value != expected:
        raise WireError(f"{what}: {value:#x}; expected {expected:#x}")


def later(psn: int, by: int) -> int:
    """A PSN ``by`` packets further on, modulo 2^24."""
    return psn + by & mrc.PSN_MASK


def distance(psn: int, reference: int) -> int:
    """How far ``psn`` is after ``reference`` (negative: before), in the nearer half of the PSN space."""
    return (psn - reference + (1 << 23) & mrc.PSN_MASK) - (1 << 23)


# --- Frames built ----------------------------------------------------------------------------------------------------


_ETHERNET_BYTES, _IPV4_BYTES = 14, 20
HOP_LIMIT = 61
"""Left over of 64 after three switches."""
MESSAGE_PACKETS = 200
"""Length of the message that `PeerFrames.data` sends pieces of, in full packets."""


_FULL_MEMBER = 0x8000
"""Bit 15 of a P_Key (IBTA 10.9.1.1)."""


class NetFrame(Struct, frozen=True):
    """A frame about to reach the NIC: port and bytes."""

    port: int
    data: bytes


def payload(index: int, size: int) -> bytes:
    """Bytes that tell which packet they belong to; they repeat after 256."""
    period = bytes((index * 31 + at * 7 + 1) & 0xFF for at in range(256))
    return (period * (size // 256 + 1))[:size]


def reserved_ones(layout: Layout) -> Fields:
    """All reserved fields of a header with every bit set."""
    return {spec.name: (1 << spec.bits) - 1 for spec in layout if spec.name.startswith("rsvd")}


class PeerFrames:
    """The peer's half of one connection.

    Indices are packets of the peer's first message, from 0 (``data``), or of what the NIC has sent, from 0 (``sack``).
    ``reserved`` sends all reserved bits as ones, which a receiver must ignore.
    """

    def __init__(self, settings: Settings, capabilities: Capabilities, connection: Connection) -> None:
        self.settings = settings
        self.capabilities = capabilities
        self.connection = connection
        self.paths = settings.paths()
        self.default = self.paths[-1].entropy
        """The EV frames carry unless told otherwise: the last path of the last plane."""

    # --- Data -------------------------------------------------------------------------------------------------------

    def received_psn(self, index: int) -> int:
        """PSN of the peer's packet ``index``."""
        return later(self.settings.first_psn_received, index)

    def sent_psn(self, index: int) -> int:
        """PSN of the NIC's packet ``index``."""
        return later(self.settings.first_psn_sent, index)

    def data(
        self,
        index: int,
        *,
        of: int = MESSAGE_PACKETS,
        ack_req: int = 0,
        rtx: int = 0,
        timestamp: int | None = 0x1111,
        entropy: int | None = None,
        reserved: int = 0,
    ) -> NetFrame:
        """Packet ``index`` of the first message, a write of ``of`` full packets to the start of the region."""
        opcode = mrc.WRITE_FIRST if index == 0 else mrc.WRITE_LAST if index == of - 1 else mrc.WRITE_MIDDLE
        return self.write(
            index,
            payload(index, self.settings.mtu),
            opcode=opcode,
            offset=index * self.settings.mtu,
            dma_length=of * self.settings.mtu,
            ack_req=ack_req,
            rtx=rtx,
            timestamp=timestamp,
            entropy=entropy,
            reserved=reserved,
        )

    def write(
        self,
        index: int,
        data: bytes,
        *,
        opcode: int = mrc.WRITE_ONLY,
        offset: int = 0,
        dma_length: int | None = None,
        immediate: int | None = None,
        rqmsn: int = 0,
        msn: int = 1,
        ack_req: int = 0,
        rtx: int = 0,
        timestamp: int | None = 0x1111,
        entropy: int | None = None,
        r_key: int | None = None,
        reserved: int = 0,
    ) -> NetFrame:
        """A data packet with PSN ``index`` after the first, whose payload belongs at ``offset`` of the region."""
        headers = [(mrc.METH, {"rqmsn": rqmsn, "msn": msn})]
        if timestamp is not None:
            headers.append((mrc.TSETH, {"tx_timestamp": timestamp, "ftype": 1}))
        reth = {
            "va": self.connection.region_address + offset,
            "r_key": self.connection.r_key if r_key is None else r_key,
            "dma_length": len(data) if dma_length is None else dma_length,
        }
        headers.append((mrc.RETH, reth))
        if immediate is not None:
            headers.append((mrc.IMMDT, {"immediate": immediate}))
        bth = {
            "opcode": opcode,
            "psn": self.received_psn(index),
            "ack_req": ack_req,
            "rtx": rtx,
            "ts": int(timestamp is not None),
        }
        dscp = self.capabilities.dscp
        return self.frame(
            bth,
            headers,
            data,
            dscp=dscp.trimmable_retx if rtx else dscp.trimmable,
            ecn=internet.ECT0,
            entropy=entropy,
            reserved=reserved,
        )

    # --- Control ----------------------------------------------------------------------------------------------------

    def sack(
        self,
        cack: int,
        acked: int,
        *,
        base: int = 0,
        received: tuple[int, ...] = (),
        mark: int = mrc.MARK_NONE,
        entropy: int | None = None,
        probe_id: int | None = None,
        timestamp: int = 0,
        rtx: int = 0,
        rcvd_bytes: int = 0,
        penalty: int = 0,
        restore: int = 0,
        mpr: int = 0,
        ports: int = 0,
        reserved: int = 0,
    ) -> NetFrame:
        """A SACK: all up to index ``cack`` arrived, triggered by ``acked``; bitmap from ``base`` with ``received``.

        ``entropy`` is echoed from the NIC's packet. ``rcvd_bytes`` is taken modulo 2^24; ``penalty`` and ``restore``
        are rcv_cwnd_pen and restore_cwnd; ``mpr`` is in units of 128 PSNs. ``ports``: bit p is the peer's port p, in
        byte 12, where port state is said in SACKs.
        """
        seth = {
            "mark": mark,
            "pr": int(probe_id is not None),
            "ack_psn_offset": acked - cack if probe_id is None else probe_id,
            "entropy": self.default if entropy is None else entropy,
            "spdcid": self.settings.peer_qp & 0xFFFF,
            "dpdcid": self.connection.qp & 0xFFFF,
            "cack_psn": self.sent_psn(cack),
            "mpr": mpr,
            "sack_offset": base - cack,
            "bitmap": sum(1 << index - base for index in received),
        }
        if ports:
            seth["rsvd_12"] = ports
        state = {
            "tx_timestamp": timestamp,
            "rcvd_bytes": rcvd_bytes & 0xFFFFFF,
            "rcv_cwnd_pen": penalty,
            "restore_cwnd": restore,
        }
        bth = {"opcode": mrc.SACK, "psn": self.sent_psn(cack), "rtx": rtx}
        return self.control(bth, [(mrc.SETH, seth), (mrc.CC_STATE, state)], reserved=reserved)

    def nack(
        self, index: int, reason: int, entropy: int, *, rtx: int = 0, timestamp: int = 0, reserved: int = 0
    ) -> NetFrame:
        """A NACK of the NIC's packet ``index``, which came with ``entropy``."""
        neth = {
            "reason": reason,
            "entropy": entropy,
            "spdcid": self.settings.peer_qp & 0xFFFF,
            "dpdcid": self.connection.qp & 0xFFFF,
            "nack_psn": self.sent_psn(index),
            "cc_type": 2,
            "tx_timestamp": timestamp,
        }
        bth = {"opcode": mrc.NACK, "psn": self.sent_psn(index), "rtx": rtx}
        return self.control(bth, [(mrc.NETH, neth)], reserved=reserved)

    def ack(self, index: int, msn: int, *, syndrome: int = mrc.SYNDROME_ACK, reserved: int = 0) -> NetFrame:
        """A transport ACK (or NAK) of everything up to the NIC's packet ``index``, ``msn`` messages so far."""
        bth = {"opcode": mrc.ACK, "psn": self.sent_psn(index)}
        return self.control(bth, [(mrc.AETH, {"syndrome": syndrome, "msn": msn})], reserved=reserved)

    def probe(
        self, probe_id: int, *, timestamp: int = 0x1111, entropy: int | None = None, reserved: int = 0
    ) -> NetFrame:
        """A reliability probe of the peer."""
        peth = {
            "probe_id": probe_id,
            "spdcid": self.settings.peer_qp & 0xFFFF,
            "dpdcid": self.connection.qp & 0xFFFF,
            "tx_timestamp": timestamp,
            "ftype": 1,
        }
        dscp = self.capabilities.dscp.no_trim
        return self.frame({"opcode": mrc.PROBE}, [(mrc.PETH, peth)], entropy=entropy, dscp=dscp, reserved=reserved)

    def ev_probe(
        self, request_id: int, *, entropy: int | None = None, timestamp: int = 0x1111, reserved: int = 0
    ) -> NetFrame:
        """An EV probe request of the peer."""
        erth = {"op": mrc.OP_EV_PROBE, "tx_timestamp": timestamp, "ftype": 1}
        bth = {"opcode": mrc.ENDPOINT_REQUEST, "dest_qp": mrc.ENDPOINT_QP, "psn": request_id}
        return self.control(bth, [(mrc.ERTH, erth)], entropy=entropy, reserved=reserved)

    def port_status(self, mask: int, *, request_id: int = 0) -> NetFrame:
        """A port status update of the peer: bit p of ``mask`` is port p + 1 of the API, 1 = up."""
        erth = {"op": mrc.OP_PORT_STATUS, "port_status_mask": mask, "ftype": 1}
        bth = {"opcode": mrc.ENDPOINT_REQUEST, "dest_qp": mrc.ENDPOINT_QP, "psn": request_id}
        return self.control(bth, [(mrc.ERTH, erth)])

    def ev_answer(self, request_id: int, entropy: int, timestamp: int) -> NetFrame:
        """The peer's answer to an EV probe of the NIC."""
        return self.endpoint_answer(request_id, entropy, timestamp, op=mrc.OP_EV_PROBE)

    def endpoint_answer(self, request_id: int, entropy: int, timestamp: int, *, op: int) -> NetFrame:
        """The peer's answer to an endpoint request of the NIC."""
        layout = mrc.eeth_layout(self.capabilities.rules)
        bth = {"opcode": mrc.ENDPOINT_RESPONSE, "dest_qp": mrc.ENDPOINT_QP, "psn": request_id}
        return self.control(bth, [(layout, {"op": op, "tx_timestamp": timestamp})], entropy=entropy)

    def control(
        self, bth: Fields, headers: list[tuple[Layout, Fields]], *, entropy: int | None = None, reserved: int = 0
    ) -> NetFrame:
        """A packet of the control class."""
        return self.frame(bth, headers, dscp=self.capabilities.dscp.control, entropy=entropy, reserved=reserved)

    # --- Whole frames -----------------------------------------------------------------------------------------------

    def frame(
        self,
        bth: Fields,
        headers: list[tuple[Layout, Fields]],
        data: bytes = b"",
        *,
        dscp: int,
        ecn: int = internet.NOT_ECT,
        entropy: int | None = None,
        reserved: int = 0,
    ) -> NetFrame:
        """Ethernet, outer and inner IPv6, UDP, BTH, headers, payload, padding, ICRC."""
        rules = self.capabilities.rules
        pad = -len(data) & 3
        layout = mrc.bth_layout(rules)
        fields = {"pkey": self.settings.pkey | _FULL_MEMBER, "dest_qp": self.connection.qp, "pad": pad, **bth}
        body = b"".join(
            codec.encode(header, {**(reserved_ones(header) if reserved else {}), **values})
            for header, values in [(layout, fields), *headers]
        )
        entropy = self.default if entropy is None else entropy
        sport, label = split_entropy(entropy, rules)
        length = codec.size_of(internet.UDP) + len(body) + len(data) + pad + 4
        path = self.settings.path(entropy)
        port = self.paths[-1].port if path is None else path.port
        addresses = {
            "src": int.from_bytes(self.settings.peer_address, "big"),
            "dst": int.from_bytes(self.settings.nic_address, "big"),
        }
        transport = (
            codec.encode(internet.UDP, {"sport": sport, "dport": rules.udp_port, "length": length})
            + body
            + data
            + bytes(pad)
        )
        link = {"dst": nic_mac(port), "src": switch_mac(port)}
        if self.settings.mode == "ipv4":
            inner = ipv4_header(dscp=dscp, ecn=ecn, total_length=_IPV4_BYTES + length, **addresses) + transport
            ethernet = codec.encode(internet.ETHERNET, {**link, "ethertype": internet.IPV4_TYPE})
            return NetFrame(port, ethernet + inner + icrc(inner))
        same = {"version": 6, "dscp": dscp, "ecn": ecn, "flow_label": label, "hop_limit": HOP_LIMIT}
        own = {"payload_length": length, "next_header": internet.UDP_PROTOCOL}
        inner = codec.encode(internet.IPV6, {**same, **addresses, **own}) + transport
        ethernet = codec.encode(internet.ETHERNET, {**link, "ethertype": internet.IPV6_TYPE})
        if self.settings.mode != "srv6":
            return NetFrame(port, ethernet + inner + icrc(inner))
        outer = {
            **same,
            "src": addresses["src"],
            "dst": int.from_bytes(arriving(port), "big"),
            "payload_length": len(inner) + 4,
            "next_header": internet.IN_IPV6,
        }
        return NetFrame(port, ethernet + codec.encode(internet.IPV6, outer) + inner + icrc(inner))

    def path_of(self, entropy: int) -> Path | None:
        """The path an EV names; None if it is none of this connection's."""
        return self.settings.path(entropy)


def ipv4_header(**fields: int) -> bytes:
    """An IPv4 header as one of the peer arrives: not to be fragmented, with the checksum that fits."""
    given = {"version": 4, "ihl": 5, "flags": 2, "ttl": HOP_LIMIT, "protocol": internet.UDP_PROTOCOL, **fields}
    checksum = ipv4_checksum(codec.encode(internet.IPV4, given))
    return codec.encode(internet.IPV4, {**given, "checksum": checksum})


# --- What the network does to a frame on its way --------------------------------------------------------------------

OUTER, INNER, UDP, BTH = 14, 54, 94, 102
"""Where the headers of an encapsulated frame start."""


def changed(frame: NetFrame, at: int, layout: Layout, *, seal: bool, **fields: int) -> NetFrame:
    """``frame`` with fields of the header at ``at`` replaced; with ``seal``, and an ICRC that fits again."""
    size = codec.size_of(layout)
    header = codec.encode(layout, {**codec.decode(layout, frame.data[at:]), **fields})
    data = frame.data[:at] + header + frame.data[at + size :]
    if seal:
        data = data[:-4] + icrc(data[INNER:-4])
    return replace(frame, data=data)


def marked(frame: NetFrame) -> NetFrame:
    """CE in the outer header, as a switch with a long queue sets it."""
    return changed(frame, OUTER, internet.IPV6, seal=False, ecn=internet.CE)


def trimmed(frame: NetFrame, dscp: int, *, size: int = 128, update_length: bool = True) -> NetFrame:
    """Cut to ``size`` bytes from Ethernet on, and re-marked; the outer length follows unless the switch keeps it."""
    cut = frame.data[:size]
    fields = {"dscp": dscp}
    if update_length:
        fields["payload_length"] = len(cut) - _ETHERNET_BYTES - codec.size_of(internet.IPV6)
    return changed(replace(frame, data=cut), OUTER, internet.IPV6, seal=False, **fields)


def corrupted(frame: NetFrame, at: int, bits: int = 1, *, seal: bool = False) -> NetFrame:
    """``frame`` with bits of the byte at ``at`` flipped, and nothing else; ``seal``: and an ICRC that fits again."""
    data = bytearray(frame.data)
    data[at] ^= bits
    sealed = bytes(data[:-4]) + icrc(bytes(data[INNER:-4])) if seal else bytes(data)
    return replace(frame, data=sealed)
