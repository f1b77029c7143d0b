# SPDX-License-Identifier: Apache-2.0
"""From a queue pair's decisions to its frames: addresses, QPNs and DSCP classes filled in."""

from host_stack.paths.ev_set import EvEntry
from host_stack.wire.build import FrameBuilder
from host_stack.wire.codec import Bth, BthCodec, Meth, Reth, pack_data, pack_immdt
from host_stack.wire.constants import ECN_ECT0, ECN_NOT_ECT, ICRC_LEN, TICK_NS, UDP_LEN
from host_stack.wire.options import WireOptions


def tick(now_ns: int) -> int:
    """tx_timestamp of a time: 16 bits, 128 ns."""
    return now_ns // TICK_NS & 0xFFFF


class TrafficClasses:
    """The IPv6 traffic class byte (DSCP << 2 | ECN) of each kind of packet a NIC sends (wire-format §7).

    Data, retransmissions and reliability probes are ECT(0), so switches can mark them; control is Not-ECT.
    """

    __slots__ = ("control", "data", "probe", "retransmission")

    def __init__(self, wire: WireOptions) -> None:
        dscp = wire.dscp
        self.data = (dscp.trimmable if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0
        self.retransmission = (dscp.trimmable_retx if wire.trimming else dscp.no_trim) << 2 | ECN_ECT0
        self.probe = dscp.no_trim << 2 | ECN_ECT0
        self.control = dscp.control << 2 | ECN_NOT_ECT


class QpWiring:
    """Frame construction for one queue pair."""

    __slots__ = (
        "_bth",
        "_builder",
        "_inner",
        "_links",
        "_pkey",
        "_timestamps",
        "classes",
        "dest_qpn",
        "qpn",
    )

    def __init__(
        self,
        wire: WireOptions,
        *,
        builder: FrameBuilder,
        links: tuple[bytes, ...],
        classes: TrafficClasses,
        inner_addresses: bytes,
        qpn: int,
        dest_qpn: int,
    ) -> None:
        self._bth = BthCodec(wire.bth_flag_order)
        self._builder = builder
        self._links = links
        self._inner = inner_addresses
        self._pkey = wire.pkey
        self._timestamps = wire.timestamps
        self.classes = classes
        self.qpn = qpn
        self.dest_qpn = dest_qpn

    def nominal_size(self, payload: int, imm: bool) -> int:
        """UDP length + 40 of a data packet (endpoint §7.1), from its payload length."""
        headers = 36 if self._timestamps else 32
        return UDP_LEN + headers + (4 if imm else 0) + payload + (-payload & 3) + ICRC_LEN + 40

    def data(
        self,
        entry: EvEntry,
        *,
        opcode: int,
        psn: int,
        ack_req: bool,
        rtx: bool,
        meth: Meth,
        reth: Reth,
        payload: memoryview,
        imm: int | None,
        now_ns: int,
    ) -> bytes:
        """A data frame on the path of ``entry``."""
        headers = pack_data(
            opcode=opcode,
            flags=(-len(payload) & 3) << 4,
            pkey=self._pkey,
            dest_qpn=self.dest_qpn,
            bits=(0x80 if ack_req else 0) | (0x20 if rtx else 0),
            psn=psn,
            meth=meth,
            timestamp=tick(now_ns) if self._timestamps else None,
            reth=reth,
        )
        if imm is not None:
            headers += pack_immdt(imm)
        return self._builder.build(
            link_header=self._links[entry.plane],
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._inner,
            traffic_class=self.classes.retransmission if rtx else self.classes.data,
            ev=entry.value,
            headers=headers,
            payload=payload,
        )

    def control(
        self, entry: EvEntry, opcode: int, psn: int, body: bytes, *, rtx: bool = False, dest_qpn: int | None = None
    ) -> bytes:
        """A control-class frame: SACK, NACK, ACK or EV probe. ``dest_qpn`` defaults to the peer's queue pair."""
        bth = Bth(opcode, self.dest_qpn if dest_qpn is None else dest_qpn, psn, pkey=self._pkey, rtx=rtx)
        return self._frame(entry, self.classes.control, bth, body)

    def probe(self, entry: EvEntry, opcode: int, body: bytes) -> bytes:
        """A reliability probe, in the data class."""
        return self._frame(entry, self.classes.probe, Bth(opcode, self.dest_qpn, 0, pkey=self._pkey), body)

    def _frame(self, entry: EvEntry, traffic_class: int, bth: Bth, body: bytes) -> bytes:
        return self._builder.build(
            link_header=self._links[entry.plane],
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._inner,
            traffic_class=traffic_class,
            ev=entry.value,
            headers=self._bth.pack(bth) + body,
        )
