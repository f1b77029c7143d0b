# SPDX-License-Identifier: Apache-2.0
"""From a queue pair's decisions to its frames: addresses, QPNs and DSCP classes filled in."""

from dataclasses import replace
from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.wire.bth import BTH_LEN
from host_stack.wire.build import FrameBuilder, TrafficClasses
from host_stack.wire.codec import IMMDT, METH, RETH, TSETH, ImmDt, pack_data
from host_stack.wire.constants import ICRC_LEN, IPV6_LEN, UDP_LEN
from host_stack.wire.options import WireOptions
from host_stack.wire.timestamps import tick

_PLAIN: Final = UDP_LEN + BTH_LEN + METH.length + RETH.length + ICRC_LEN + IPV6_LEN


def nominal_size(payload: int, *, immediate: bool = False, timestamps: bool = True) -> int:
    """UDP length + 40 of a data packet (endpoint §7.1), from its payload length."""
    headers = _PLAIN + (TSETH.length if timestamps else 0) + (IMMDT.length if immediate else 0)
    return headers + payload + (-payload & 3)


class QpFrames:
    """Frame construction for one queue pair.

    Attributes:
        qpn, dest_qpn: its own number, and its peer's.
        timestamps: whether its data packets have a TSETH.
        trimming: whether switches may trim its data.
    """

    __slots__ = (
        "_builder",
        "_classes",
        "_inner",
        "_pkey",
        "_sizes",
        "_wire",
        "dest_qpn",
        "qpn",
        "timestamps",
        "trimming",
    )

    def __init__(
        self, wire: WireOptions, *, builder: FrameBuilder, inner_addresses: bytes, qpn: int, dest_qpn: int
    ) -> None:
        self._wire = wire
        self._builder = builder
        self._classes = builder.classes
        self._inner = inner_addresses
        self._pkey = wire.pkey
        self.timestamps = wire.timestamps
        self._sizes: dict[int, int] = {}
        self.qpn = qpn
        self.dest_qpn = dest_qpn
        self.trimming = wire.trimming

    def forbid_trimming(self) -> None:
        """From now on data is sent as NO_TRIM: the peer would not say that it arrived trimmed."""
        self.trimming = False
        self._classes = TrafficClasses(replace(self._wire, trimming=False))

    def nominal_size(self, payload: int, *, immediate: bool = False) -> int:
        """``nominal_size`` of a data packet of this queue pair."""
        size = self._sizes.get(payload)
        if size is None:
            size = self._sizes[payload] = nominal_size(payload, timestamps=self.timestamps)
        return size + IMMDT.length if immediate else size

    def data(
        self,
        entry: EvEntry,
        *,
        opcode: int,
        psn: int,
        ack_req: bool,
        rtx: bool,
        rqmsn: int,
        msn: int,
        address: int,
        r_key: int,
        length: int,
        payload: memoryview,
        imm: int | None,
        now_ns: int,
    ) -> bytes:
        """A data frame on the path of ``entry``; for ``rqmsn`` to ``length`` see ``pack_data``."""
        headers = pack_data(
            opcode=opcode,
            flags=(-len(payload) & 3) << 4,
            pkey=self._pkey,
            dest_qpn=self.dest_qpn,
            bits=(0x80 if ack_req else 0) | (0x20 if rtx else 0),
            psn=psn,
            rqmsn=rqmsn,
            msn=msn,
            timestamp=tick(now_ns) if self.timestamps else None,
            address=address,
            r_key=r_key,
            length=length,
        )
        if imm is not None:
            headers += ImmDt(imm).pack()
        return self._builder.build(
            port=entry.plane,
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._inner,
            traffic_class=self._classes.of(opcode, rtx),
            entropy=entry.entropy,
            headers=headers,
            payload=payload,
        )

    def control(self, entry: EvEntry, opcode: int, psn: int, body: bytes, *, rtx: bool = False) -> bytes:
        """A SACK, NACK, ACK or reliability probe on the path of ``entry``."""
        return self._builder.control(
            port=entry.plane,
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._inner,
            entropy=entry.entropy,
            opcode=opcode,
            dest_qpn=self.dest_qpn,
            psn=psn,
            body=body,
            rtx=rtx,
        )
