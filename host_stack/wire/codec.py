# SPDX-License-Identifier: Apache-2.0
"""Fast fixed-layout codec of every MRC header (wire-format §6), byte-identical to ``host_stack.wire.layers``.

All fields are big-endian. Each header is a NamedTuple with ``pack()`` and an ``unpack`` function that takes a buffer
and an offset and expects enough bytes there (the frame parser has checked). Reserved fields are sent as zero and
ignored on receive.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple

from host_stack.wire.constants import NACK_CC_TYPE, TSETH_FTYPE
from host_stack.wire.options import BthFlagOrder, EethOpBits

Buf = bytes | memoryview


class Bth(NamedTuple):
    """Base transport header, 12 bytes, as IBTA with TVer 0 and MRC's rtx and ts bits in byte 8."""

    opcode: int
    dest_qpn: int
    psn: int
    solicited: bool = False
    migreq: bool = False
    pad: int = 0
    pkey: int = 0xFFFF
    ack_req: bool = False
    rtx: bool = False
    ts: bool = False
    tver: int = 0


_BTH = struct.Struct("!BBHII")


class BthCodec:
    """BTH with a choice of SE/M order (``options.BthFlagOrder``)."""

    __slots__ = ("_m", "_se")

    def __init__(self, order: BthFlagOrder) -> None:
        self._se, self._m = (0x80, 0x40) if order is BthFlagOrder.IBTA else (0x40, 0x80)

    def pack(self, h: Bth) -> bytes:
        """12 bytes."""
        flags = (self._se if h.solicited else 0) | (self._m if h.migreq else 0) | h.pad << 4 | h.tver
        bits = (0x80 if h.ack_req else 0) | (0x20 if h.rtx else 0) | (0x10 if h.ts else 0)
        return _BTH.pack(h.opcode, flags, h.pkey, h.dest_qpn, bits << 24 | h.psn)

    def unpack(self, data: Buf, at: int = 0) -> Bth:
        """Read 12 bytes."""
        opcode, flags, pkey, qpn, word = _BTH.unpack_from(data, at)
        return Bth(
            opcode,
            qpn & 0xFFFFFF,
            word & 0xFFFFFF,
            flags & self._se != 0,
            flags & self._m != 0,
            flags >> 4 & 3,
            pkey,
            word & 0x80000000 != 0,
            word & 0x20000000 != 0,
            word & 0x10000000 != 0,
            flags & 15,
        )


class Meth(NamedTuple):
    """Message header: RQMSN counts writes with immediate (0 in plain writes), MSN counts all messages."""

    rqmsn: int
    msn: int

    def pack(self) -> bytes:
        """4 bytes."""
        return _METH.pack(self.rqmsn, self.msn)


class Tseth(NamedTuple):
    """Timestamp header; ``timestamp`` in ticks of 128 ns when ``tsr`` is 0."""

    timestamp: int
    tsr: int = 0
    ftype: int = TSETH_FTYPE

    def pack(self) -> bytes:
        """4 bytes."""
        return _TSETH.pack(self.timestamp, self.tsr << 15 | self.ftype)


class Reth(NamedTuple):
    """RDMA header: address of this packet's payload, r_key, length of the whole message."""

    address: int
    r_key: int
    length: int

    def pack(self) -> bytes:
        """16 bytes."""
        return _RETH.pack(self.address, self.r_key, self.length)


class Aeth(NamedTuple):
    """Acknowledge header: syndrome 8 bits, MSN 24 bits."""

    syndrome: int
    msn: int

    def pack(self) -> bytes:
        """4 bytes."""
        return _WORD.pack(self.syndrome << 24 | self.msn)


class Seth(NamedTuple):
    """SACK header. ``ack_offset`` holds the probe id when ``probe`` (pr) is set; offsets are relative to cack."""

    mark: int
    probe: bool
    ack_offset: int
    entropy: int
    spdcid: int
    dpdcid: int
    cack: int
    mpr: int
    sack_offset: int
    bitmap: int
    cc_type: int = 0
    cc_flags: int = 0

    def pack(self) -> bytes:
        """28 bytes."""
        return _SETH.pack(
            self.mark << 5 | (2 if self.probe else 0),
            self.ack_offset & 0xFFFF,
            self.entropy,
            self.spdcid,
            self.dpdcid,
            self.cack,
            self.cc_type << 4 | self.cc_flags,
            self.mpr,
            self.sack_offset,
            self.bitmap,
        )


class CcState(NamedTuple):
    """Congestion state of cc_type 0, right after SETH; ``rcvd_bytes`` in 256-byte units."""

    timestamp: int
    ooo_count: int
    rcvd_bytes: int
    restore_cwnd: int = 0
    penalty: int = 0

    def pack(self) -> bytes:
        """8 bytes."""
        return _CC_STATE.pack(
            self.timestamp, self.ooo_count, self.restore_cwnd << 31 | self.penalty << 24 | self.rcvd_bytes
        )


class Neth(NamedTuple):
    """NACK header."""

    reason: int
    entropy: int
    spdcid: int
    dpdcid: int
    psn: int
    timestamp: int
    vendor: int = 0
    cc_type: int = NACK_CC_TYPE
    cc_flags: int = 0

    def pack(self) -> bytes:
        """20 bytes."""
        return _NETH.pack(
            0,
            self.reason,
            self.vendor,
            self.entropy,
            self.spdcid,
            self.dpdcid,
            self.psn,
            self.cc_type << 4 | self.cc_flags,
            0,
            self.timestamp,
        )


class Peth(NamedTuple):
    """Reliability probe header."""

    probe_id: int
    spdcid: int
    dpdcid: int
    timestamp: int
    vendor: int = 0
    tsr: int = 0
    ftype: int = TSETH_FTYPE

    def pack(self) -> bytes:
        """16 bytes."""
        return _PETH.pack(
            0,
            self.vendor,
            self.probe_id,
            0,
            self.spdcid,
            self.dpdcid,
            self.timestamp,
            self.tsr << 15 | self.ftype,
        )


class Erth(NamedTuple):
    """Endpoint request header; bit p of ``port_mask`` is the NIC's port p+1 (ports are 1-based in the API)."""

    op: int
    timestamp: int
    port_mask: int = 0
    vendor: int = 0
    tsr: int = 0
    ftype: int = TSETH_FTYPE

    def pack(self) -> bytes:
        """16 bytes."""
        return _ERTH.pack(self.op, 0, self.vendor, self.port_mask, 0, self.timestamp, self.tsr << 15 | self.ftype)


class Eeth(NamedTuple):
    """Endpoint response header; ``timestamp`` reflects the request's."""

    op: int
    timestamp: int


_METH = struct.Struct("!HH")
_TSETH = struct.Struct("!HH")
_RETH = struct.Struct("!QII")
_WORD = struct.Struct("!I")
_SETH = struct.Struct("!HHIHHIBBhQ")
_CC_STATE = struct.Struct("!HHI")
_NETH = struct.Struct("!HBBIHHIBBH")
_PETH = struct.Struct("!HxBHHHHHH")
_ERTH = struct.Struct("!HBBIIHH")
_EETH = struct.Struct("!H26xH6x")


def unpack_meth(data: Buf, at: int = 0) -> Meth:
    """Read 4 bytes."""
    return Meth(*_METH.unpack_from(data, at))


def unpack_tseth(data: Buf, at: int = 0) -> Tseth:
    """Read 4 bytes."""
    timestamp, word = _TSETH.unpack_from(data, at)
    return Tseth(timestamp, word >> 15, word & 15)


def unpack_reth(data: Buf, at: int = 0) -> Reth:
    """Read 16 bytes."""
    return Reth(*_RETH.unpack_from(data, at))


def pack_immdt(value: int) -> bytes:
    """4 bytes of immediate data."""
    return _WORD.pack(value)


def unpack_immdt(data: Buf, at: int = 0) -> int:
    """Read 4 bytes of immediate data."""
    value: int = _WORD.unpack_from(data, at)[0]
    return value


def unpack_aeth(data: Buf, at: int = 0) -> Aeth:
    """Read 4 bytes."""
    word = _WORD.unpack_from(data, at)[0]
    return Aeth(word >> 24, word & 0xFFFFFF)


def unpack_seth(data: Buf, at: int = 0) -> Seth:
    """Read 28 bytes; ack_offset is signed unless the SACK answers a probe, then it is the unsigned probe id."""
    head, ack, entropy, spdcid, dpdcid, cack, cc, mpr, sack_offset, bitmap = _SETH.unpack_from(data, at)
    probe = head & 2 != 0
    if not probe and ack & 0x8000:
        ack -= 0x10000
    return Seth(
        head >> 5 & 3, probe, ack, entropy, spdcid, dpdcid, cack & 0xFFFFFF, mpr, sack_offset, bitmap, cc >> 4, cc & 15
    )


def unpack_cc_state(data: Buf, at: int = 0) -> CcState:
    """Read 8 bytes."""
    timestamp, ooo, word = _CC_STATE.unpack_from(data, at)
    return CcState(timestamp, ooo & 0x7FFF, word & 0xFFFFFF, word >> 31, word >> 24 & 0x7F)


def unpack_neth(data: Buf, at: int = 0) -> Neth:
    """Read 20 bytes."""
    _, reason, vendor, entropy, spdcid, dpdcid, psn, cc, _, timestamp = _NETH.unpack_from(data, at)
    return Neth(reason, entropy, spdcid, dpdcid, psn & 0xFFFFFF, timestamp, vendor, cc >> 4, cc & 15)


def unpack_peth(data: Buf, at: int = 0) -> Peth:
    """Read 16 bytes."""
    _, vendor, probe_id, _, spdcid, dpdcid, timestamp, word = _PETH.unpack_from(data, at)
    return Peth(probe_id, spdcid, dpdcid, timestamp, vendor, word >> 15, word & 15)


def unpack_erth(data: Buf, at: int = 0) -> Erth:
    """Read 16 bytes."""
    head, _, vendor, mask, _, timestamp, word = _ERTH.unpack_from(data, at)
    return Erth(head & 3, timestamp, mask, vendor, word >> 15, word & 15)


def eeth_codec(bits: EethOpBits) -> tuple[Callable[[Eeth], bytes], Callable[[Buf, int], Eeth]]:
    """(pack to 36 bytes, unpack) for a choice of where ``op`` sits in byte 1."""
    shift = bits.value

    def pack(h: Eeth) -> bytes:
        return _EETH.pack(h.op << shift, h.timestamp)

    def unpack(data: Buf, at: int) -> Eeth:
        head, timestamp = _EETH.unpack_from(data, at)
        return Eeth(head >> shift & 3, timestamp)

    return pack, unpack


_DATA = struct.Struct("!BBHIIHHHHQII")
_DATA_NO_TS = struct.Struct("!BBHIIHHQII")


def pack_data(
    *,
    opcode: int,
    flags: int,
    pkey: int,
    dest_qpn: int,
    bits: int,
    psn: int,
    meth: Meth,
    timestamp: int | None,
    reth: Reth,
) -> bytes:
    """BTH + METH + [TSETH] + RETH in one go: the headers of every data packet.

    ``flags`` is BTH byte 1; ``bits`` is BTH byte 8 without the ts bit, which follows from ``timestamp``.
    """
    if timestamp is None:
        return _DATA_NO_TS.pack(opcode, flags, pkey, dest_qpn, bits << 24 | psn, *meth, *reth)
    return _DATA.pack(opcode, flags, pkey, dest_qpn, (bits | 0x10) << 24 | psn, *meth, timestamp, TSETH_FTYPE, *reth)
