# SPDX-License-Identifier: Apache-2.0
"""From a queue pair's decisions to its frames: addresses, QPNs and DSCP classes filled in."""

from dataclasses import replace
from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.unboxed import unboxed
from host_stack.wire import icrc
from host_stack.wire.codecs import Builder
from host_stack.wire.constants import ICRC_LEN, IPV6_LEN, UDP_LEN
from host_stack.wire.frames import PADS, FrameBuilder, TrafficClasses
from host_stack.wire.headers import (
    BTH_LEN,
    IMMDT,
    METH,
    PACKET_TYPES,
    RETH,
    TSETH,
    Aeth,
    AnyHeader,
    Bth,
    CcState,
    ImmDt,
    Meth,
    Neth,
    Peth,
    Reth,
    Seth,
    Tseth,
    pack_bth_start,
    pack_rest_of_data,
    tick,
)
from host_stack.wire.options import WireOptions

_BEFORE_REST: Final = UDP_LEN + 8
_REMEMBERED: Final = 1024
_PLAIN: Final = UDP_LEN + BTH_LEN + METH.length + RETH.length + ICRC_LEN + IPV6_LEN


def nominal_size(payload: int, *, immediate: bool = False, timestamps: bool = True) -> int:
    """UDP length + 40 of a data packet (endpoint §7.1), from its payload length."""
    headers = _PLAIN + (TSETH.length if timestamps else 0) + (IMMDT.length if immediate else 0)
    return headers + payload + (-payload & 3)


class _Beginning:
    """What frames of one queue pair on one path, of one kind and length, begin with.

    Attributes:
        entry: the path.
        head: from Ethernet to byte 7 of the BTH.
        running: the ICRC so far.
    """

    __slots__ = ("entry", "head", "running")

    def __init__(self, entry: EvEntry, head: bytes, running: int) -> None:
        self.entry = entry
        self.head = head
        self.running = running


@unboxed(ints="dest_qpn qpn", bools="timestamps")
class QpFrames:
    """Frame construction for one queue pair.

    Attributes:
        wire: the choices of wire format.
        qpn, dest_qpn: its own number, and its peer's.
        timestamps: whether its data packets have a TSETH.
        trimming: whether switches may trim its data.
    """

    __slots__ = (
        "_begun",
        "_builder",
        "_classes",
        "_fast",
        "_inner",
        "_pkey",
        "_sized",
        "dest_qpn",
        "qpn",
        "timestamps",
        "trimming",
        "wire",
    )

    def __init__(self, wire: WireOptions, *, builder: Builder, inner_addresses: bytes, qpn: int, dest_qpn: int) -> None:
        self.wire = wire
        self._builder = builder
        self._fast = builder if isinstance(builder, FrameBuilder) else None
        self._classes = builder.classes
        self._inner = inner_addresses
        self._pkey = wire.pkey
        self.timestamps = bool(wire.timestamps)
        # The last payload that was asked about, which mostly is the next: a path MTU, and its nominal size.
        self._sized = (-1, 0)
        self._begun: dict[int, _Beginning] = {}
        self.qpn = qpn
        self.dest_qpn = dest_qpn
        self.trimming = wire.trimming

    def forbid_trimming(self) -> None:
        """From now on data is sent as NO_TRIM: the peer would not say that it arrived trimmed."""
        self.trimming = False
        self._classes = TrafficClasses(replace(self.wire, trimming=False))
        self._begun.clear()

    def nominal_size(self, payload: int, *, immediate: bool = False) -> int:
        """``nominal_size`` of a data packet of this queue pair."""
        if payload != self._sized[0]:
            self._sized = (payload, nominal_size(payload, timestamps=self.timestamps))
        size = self._sized[1]
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
        """A data frame on the path of ``entry``; for ``rqmsn`` to ``length`` see ``pack_rest_of_data``."""
        timestamps = self.timestamps
        pad = -len(payload) & 3
        if self._fast is None:
            bth = Bth(opcode, self.dest_qpn, psn, pad=pad, pkey=self._pkey, ack_req=ack_req, rtx=rtx, ts=timestamps)
            stamp = (Tseth(tick(now_ns)),) if timestamps else ()
            immediate = (ImmDt(imm),) if imm is not None else ()
            headers = (Meth(rqmsn, msn), *stamp, Reth(address, r_key, length), *immediate)
            return self._frame(entry, bth, headers, payload)
        rest = pack_rest_of_data(
            bits=(0x80 if ack_req else 0) | (0x20 if rtx else 0),
            psn=psn,
            rqmsn=rqmsn,
            msn=msn,
            timestamp=tick(now_ns) if timestamps else None,
            address=address,
            r_key=r_key,
            length=length,
        )
        if imm is not None:
            rest += ImmDt(imm).pack()
        begun = self._begin(entry, opcode, rtx, pad, _BEFORE_REST + len(rest) + len(payload) + pad + ICRC_LEN)
        running = icrc.over_rest(payload, icrc.over_rest(rest, begun.running))
        if not pad:
            return b"".join((begun.head, rest, payload, running.to_bytes(4, "little")))
        tail = PADS[pad]
        return b"".join((begun.head, rest, payload, tail, icrc.over_rest(tail, running).to_bytes(4, "little")))

    def control(
        self,
        entry: EvEntry,
        opcode: int,
        psn: int,
        header: Seth | Neth | Aeth | Peth,
        state: CcState | None = None,
        *,
        rtx: bool = False,
    ) -> bytes:
        """A SACK, NACK, ACK or reliability probe on the path of ``entry``; ``state`` follows the header of a SACK."""
        if self._fast is None:
            bth = Bth(opcode, self.dest_qpn, psn, pkey=self._pkey, rtx=rtx)
            return self._frame(entry, bth, (header,) if state is None else (header, state))
        rest = ((0x20000000 if rtx else 0) | psn).to_bytes(4, "big") + header.pack()
        if state is not None:
            rest += state.pack()
        begun = self._begin(entry, opcode, rtx, 0, _BEFORE_REST + len(rest) + ICRC_LEN)
        return b"".join((begun.head, rest, icrc.over_rest(rest, begun.running).to_bytes(4, "little")))

    def _frame(
        self, entry: EvEntry, bth: Bth, headers: tuple[AnyHeader, ...], payload: memoryview | bytes = b""
    ) -> bytes:
        """A frame by a builder that does not remember how others began."""
        return self._builder.frame(
            port=entry.plane,
            outer_addresses=entry.outer_addresses,
            inner_addresses=self._inner,
            traffic_class=self._traffic_class(bth.opcode, bth.rtx),
            entropy=entry.entropy,
            bth=bth,
            headers=headers,
            payload=payload,
        )

    def _traffic_class(self, opcode: int, rtx: bool) -> int:
        """As of the NIC, but for data that this queue pair may not have trimmed."""
        classes = self._classes if PACKET_TYPES[opcode].data else self._builder.classes
        return classes.of(opcode, rtx)

    def _begin(self, entry: EvEntry, opcode: int, rtx: bool, pad: int, udp_length: int) -> _Beginning:
        key = entry.entropy | udp_length << 32 | opcode << 48 | pad << 56 | (1 << 58 if rtx else 0)
        known = self._begun.get(key)
        if known is None or known.entry is not entry:
            if len(self._begun) >= _REMEMBERED:
                self._begun.clear()
            fast = self._fast
            assert fast is not None, "others build whole frames"
            path = (entry.plane, entry.outer_addresses, self._inner)
            head, running = fast.head((*path, self._traffic_class(opcode, rtx), entry.entropy, udp_length))
            start = pack_bth_start(opcode, pad << 4, self._pkey, self.dest_qpn)
            running = icrc.over_rest(start[5:], icrc.over_bth(running, start[:4]))
            known = self._begun[key] = _Beginning(entry, head + start, running)
        return known
