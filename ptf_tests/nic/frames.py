# SPDX-License-Identifier: Apache-2.0
"""Frames as the peer and the network send them to the NIC under test, built with `wire` from fields by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.headers.codec import Fields, Layout
from ptf_tests.nic import wire
from ptf_tests.nic.api import Capabilities, Connection
from ptf_tests.nic.settings import Path, Settings, arriving, nic_mac, switch_mac

_ETHERNET_BYTES, _IPV4_BYTES = 14, 20
HOP_LIMIT = 61
"""Left over of 64 after three switches."""
MESSAGE_PACKETS = 200
"""Length of the message that `PeerFrames.data` sends pieces of, in full packets."""


_FULL_MEMBER = 0x8000
"""Bit 15 of a P_Key (IBTA 10.9.1.1)."""


@dataclass(frozen=True, slots=True)
class NetFrame:
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
        return wire.later(self.settings.first_psn_received, index)

    def sent_psn(self, index: int) -> int:
        """PSN of the NIC's packet ``index``."""
        return wire.later(self.settings.first_psn_sent, index)

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
        via: int | None = None,
        reserved: int = 0,
    ) -> NetFrame:
        """A SACK: all up to index ``cack`` arrived, triggered by ``acked``; bitmap from ``base`` with ``received``.

        ``entropy`` is echoed from the NIC's packet; the SACK itself travels on ``via``. ``rcvd_bytes`` is taken modulo
        2^24; ``penalty`` and ``restore`` are rcv_cwnd_pen and restore_cwnd; ``mpr`` is in units of 128 PSNs. ``ports``:
        bit p is the peer's port p, in byte 12, where port state is said in SACKs.
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
        return self.control(bth, [(mrc.SETH, seth), (mrc.CC_STATE, state)], entropy=via, reserved=reserved)

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
        sport, label = wire.split_entropy(entropy, rules)
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
            return NetFrame(port, ethernet + inner + wire.icrc(inner))
        same = {"version": 6, "dscp": dscp, "ecn": ecn, "flow_label": label, "hop_limit": HOP_LIMIT}
        own = {"payload_length": length, "next_header": internet.UDP_PROTOCOL}
        inner = codec.encode(internet.IPV6, {**same, **addresses, **own}) + transport
        ethernet = codec.encode(internet.ETHERNET, {**link, "ethertype": internet.IPV6_TYPE})
        if self.settings.mode != "srv6":
            return NetFrame(port, ethernet + inner + wire.icrc(inner))
        outer = {
            **same,
            "src": addresses["src"],
            "dst": int.from_bytes(arriving(port), "big"),
            "payload_length": len(inner) + 4,
            "next_header": internet.IN_IPV6,
        }
        return NetFrame(port, ethernet + codec.encode(internet.IPV6, outer) + inner + wire.icrc(inner))

    def path_of(self, entropy: int) -> Path | None:
        """The path an EV names; None if it is none of this connection's."""
        return self.settings.path(entropy)


def ipv4_header(**fields: int) -> bytes:
    """An IPv4 header as one of the peer arrives: not to be fragmented, with the checksum that fits."""
    given = {"version": 4, "ihl": 5, "flags": 2, "ttl": HOP_LIMIT, "protocol": internet.UDP_PROTOCOL, **fields}
    checksum = wire.ipv4_checksum(codec.encode(internet.IPV4, given))
    return codec.encode(internet.IPV4, {**given, "checksum": checksum})


# --- What the network does to a frame on its way --------------------------------------------------------------------

OUTER, INNER, UDP, BTH = 14, 54, 94, 102
"""Where the headers of an encapsulated frame start."""


def changed(frame: NetFrame, at: int, layout: Layout, *, icrc: bool, **fields: int) -> NetFrame:
    """``frame`` with fields of the header at ``at`` replaced; with ``icrc``, and an ICRC that fits again."""
    size = codec.size_of(layout)
    header = codec.encode(layout, {**codec.decode(layout, frame.data[at:]), **fields})
    data = frame.data[:at] + header + frame.data[at + size :]
    if icrc:
        data = data[:-4] + wire.icrc(data[INNER:-4])
    return replace(frame, data=data)


def marked(frame: NetFrame) -> NetFrame:
    """CE in the outer header, as a switch with a long queue sets it."""
    return changed(frame, OUTER, internet.IPV6, icrc=False, ecn=internet.CE)


def trimmed(frame: NetFrame, dscp: int, *, size: int = 128, update_length: bool = True) -> NetFrame:
    """Cut to ``size`` bytes from Ethernet on, and re-marked; the outer length follows unless the switch keeps it."""
    cut = frame.data[:size]
    fields = {"dscp": dscp}
    if update_length:
        fields["payload_length"] = len(cut) - _ETHERNET_BYTES - codec.size_of(internet.IPV6)
    return changed(replace(frame, data=cut), OUTER, internet.IPV6, icrc=False, **fields)


def corrupted(frame: NetFrame, at: int, bits: int = 1, *, seal: bool = False) -> NetFrame:
    """``frame`` with bits of the byte at ``at`` flipped, and nothing else; ``seal``: and an ICRC that fits again."""
    data = bytearray(frame.data)
    data[at] ^= bits
    sealed = bytes(data[:-4]) + wire.icrc(bytes(data[INNER:-4])) if seal else bytes(data)
    return replace(frame, data=sealed)
