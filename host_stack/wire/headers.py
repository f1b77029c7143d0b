# SPDX-License-Identifier: Apache-2.0
"""MRC's headers from the BTH on, as the fast codec packs and unpacks them, and its opcodes (wire-format §5, §6).

All fields are big-endian. Each header has ``pack`` and ``unpack``, which takes a buffer and an offset and expects
enough bytes there (the frame parser has checked), and a ``Header`` for the table of opcodes. Reserved fields are sent
as zero and ignored on receive.

PSNs (RFC 1982 serial arithmetic, 24 bits): inside the engine a PSN is an unbounded integer, its *index*; the wire
carries the index modulo 2^24. ``index_of`` undoes the modulus next to a known index, so nothing else in the engine has
to think about wrap-around.

The tx_timestamp of TSETH and its echoes (wire-format §6.3) has 16 bits: ticks of 128 ns, one turn in 8.39 ms.

A row of ``PACKET_TYPES`` says of an opcode which headers follow the BTH, which class of service it has, and who the
packet is for. Everything else follows: what the parser reads, which traffic class the builder writes, how scapy's
layers are bound, and where a NIC takes what arrived. A new opcode is a name and a row here and, if it brings a new
header, that header's class here, in ``layers.py`` and in ``layer_codec.py``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from typing_extensions import override

from host_stack.wire.constants import NACK_CC_TYPE, PSN_MASK, TICK_NS, TSETH_FTYPE
from host_stack.wire.options import BthFlagOrder, EethOpBits, WireOptions

# --- Headers after the BTH -------------------------------------------------------------------------------------------

Buf = bytes | memoryview


@dataclass(frozen=True, slots=True)
class Header:
    """A header that may follow the BTH.

    Attributes:
        name: as wire-format §6 has it, and ``layers.LAYERS``.
        length: bytes.
        reader: from the choices of wire format to the function that reads it at an offset.
    """

    name: str
    length: int
    reader: Callable[[WireOptions], Reader]


def _header(name: str, layout: struct.Struct, read: Reader) -> Header:
    """A header that is the same whatever was chosen."""
    return Header(name, layout.size, lambda _: read)


_METH: Final = struct.Struct("!HH")


class Meth(NamedTuple):
    """Message header: RQMSN counts writes with immediate (0 in plain writes), MSN counts all messages."""

    rqmsn: int
    msn: int

    def pack(self) -> bytes:
        """4 bytes for the wire."""
        return _METH.pack(self.rqmsn, self.msn)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Meth:
        """From 4 bytes on the wire."""
        return Meth(*_METH.unpack_from(data, at))


METH: Final = _header("METH", _METH, Meth.unpack)

_TSETH: Final = struct.Struct("!HH")


class Tseth(NamedTuple):
    """Timestamp header; ``timestamp`` in ticks of 128 ns when ``tsr`` is 0."""

    timestamp: int
    tsr: int = 0
    ftype: int = TSETH_FTYPE

    def pack(self) -> bytes:
        """4 bytes for the wire."""
        return _TSETH.pack(self.timestamp, self.tsr << 15 | self.ftype)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Tseth:
        """From 4 bytes on the wire."""
        timestamp, word = _TSETH.unpack_from(data, at)
        return Tseth(timestamp, word >> 15, word & 15)


TSETH: Final = _header("TSETH", _TSETH, Tseth.unpack)

_RETH: Final = struct.Struct("!QII")


class Reth(NamedTuple):
    """RDMA header: address of this packet's payload, r_key, length of the whole message."""

    address: int
    r_key: int
    length: int

    def pack(self) -> bytes:
        """16 bytes for the wire."""
        return _RETH.pack(self.address, self.r_key, self.length)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Reth:
        """From 16 bytes on the wire."""
        return Reth(*_RETH.unpack_from(data, at))


RETH: Final = _header("RETH", _RETH, Reth.unpack)

_IMMDT: Final = struct.Struct("!I")


class ImmDt(NamedTuple):
    """The 32 bits of a write with immediate."""

    value: int

    def pack(self) -> bytes:
        """4 bytes for the wire."""
        return _IMMDT.pack(self.value)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> ImmDt:
        """From 4 bytes on the wire."""
        return ImmDt(*_IMMDT.unpack_from(data, at))


IMMDT: Final = _header("ImmDt", _IMMDT, ImmDt.unpack)

_AETH: Final = struct.Struct("!I")


class Aeth(NamedTuple):
    """Acknowledge header: syndrome 8 bits, MSN 24 bits."""

    syndrome: int
    msn: int

    def pack(self) -> bytes:
        """4 bytes for the wire."""
        return _AETH.pack(self.syndrome << 24 | self.msn)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Aeth:
        """From 4 bytes on the wire."""
        word = _AETH.unpack_from(data, at)[0]
        return Aeth(word >> 24, word & 0xFFFFFF)


AETH: Final = _header("AETH", _AETH, Aeth.unpack)

_SETH: Final = struct.Struct("!HHIHHIBBhQ")


class _Plain:
    """A header of every few packets: a plain class, because that, compiled, is made five times as fast as a tuple."""

    __slots__ = ()

    def fields(self) -> tuple[int, ...]:
        """What it says, in the order in which it is made of it."""
        raise NotImplementedError

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Plain) and type(self) is type(other) and self.fields() == other.fields()

    @override
    def __hash__(self) -> int:
        return hash(self.fields())

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields()}"


class Seth(_Plain):
    """SACK header. ``ack_offset`` holds the probe id when ``probe`` (pr) is set; offsets are relative to cack.

    ``port_mask`` is reserved in version 1.0: 0 unless peers learn the state of ports from SACKs
    (``PortStateCarriage.SACK_BITMAP``); then bit p is port p, 1 = up.
    """

    __slots__ = (
        "ack_offset",
        "bitmap",
        "cack",
        "cc_flags",
        "cc_type",
        "dpdcid",
        "entropy",
        "mark",
        "mpr",
        "port_mask",
        "probe",
        "sack_offset",
        "spdcid",
    )

    def __init__(  # noqa: PLR0917  the fields of the header, in its order
        self,
        mark: int,
        probe: bool,
        ack_offset: int,
        entropy: int,
        spdcid: int,
        dpdcid: int,
        cack: int,
        mpr: int,
        sack_offset: int,
        bitmap: int,
        cc_type: int = 0,
        cc_flags: int = 0,
        port_mask: int = 0,
    ) -> None:
        self.mark = mark
        self.probe = probe
        self.ack_offset = ack_offset
        self.entropy = entropy
        self.spdcid = spdcid
        self.dpdcid = dpdcid
        self.cack = cack
        self.mpr = mpr
        self.sack_offset = sack_offset
        self.bitmap = bitmap
        self.cc_type = cc_type
        self.cc_flags = cc_flags
        self.port_mask = port_mask

    @override
    def fields(self) -> tuple[int, ...]:
        peers = (self.mark, self.probe, self.ack_offset, self.entropy, self.spdcid, self.dpdcid)
        received = (self.cack, self.mpr, self.sack_offset, self.bitmap)
        return (*peers, *received, self.cc_type, self.cc_flags, self.port_mask)

    def pack(self) -> bytes:
        """28 bytes for the wire."""
        return _SETH.pack(
            self.mark << 5 | (2 if self.probe else 0),
            self.ack_offset & 0xFFFF,
            self.entropy,
            self.spdcid,
            self.dpdcid,
            self.port_mask << 24 | self.cack,
            self.cc_type << 4 | self.cc_flags,
            self.mpr,
            self.sack_offset,
            self.bitmap,
        )

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Seth:
        """From 28 bytes on the wire; ``ack_offset`` is signed, unless it is a probe id."""
        head: int
        ack: int
        cack: int
        cc: int
        head, ack, entropy, spdcid, dpdcid, cack, cc, mpr, sack_offset, bitmap = _SETH.unpack_from(data, at)
        probe = head & 2 != 0
        if not probe and ack & 0x8000:
            ack -= 0x10000
        mark, ports, cack, cc_type, cc_flags = head >> 5 & 3, cack >> 24, cack & 0xFFFFFF, cc >> 4, cc & 15
        return Seth(mark, probe, ack, entropy, spdcid, dpdcid, cack, mpr, sack_offset, bitmap, cc_type, cc_flags, ports)


SETH: Final = _header("SETH", _SETH, Seth.unpack)

_CC_STATE: Final = struct.Struct("!HHI")


class CcState(_Plain):
    """Congestion state of cc_type 0, right after SETH; ``rcvd_bytes`` in 256-byte units."""

    __slots__ = ("ooo_count", "penalty", "rcvd_bytes", "restore_cwnd", "timestamp")

    def __init__(
        self, timestamp: int, ooo_count: int, rcvd_bytes: int, restore_cwnd: int = 0, penalty: int = 0
    ) -> None:
        self.timestamp = timestamp
        self.ooo_count = ooo_count
        self.rcvd_bytes = rcvd_bytes
        self.restore_cwnd = restore_cwnd
        self.penalty = penalty

    @override
    def fields(self) -> tuple[int, ...]:
        return (self.timestamp, self.ooo_count, self.rcvd_bytes, self.restore_cwnd, self.penalty)

    def pack(self) -> bytes:
        """8 bytes for the wire."""
        return _CC_STATE.pack(
            self.timestamp, self.ooo_count, self.restore_cwnd << 31 | self.penalty << 24 | self.rcvd_bytes
        )

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> CcState:
        """From 8 bytes on the wire."""
        ooo: int
        word: int
        timestamp, ooo, word = _CC_STATE.unpack_from(data, at)
        return CcState(timestamp, ooo & 0x7FFF, word & 0xFFFFFF, word >> 31, word >> 24 & 0x7F)


CC_STATE: Final = _header("CC_STATE", _CC_STATE, CcState.unpack)

_NETH: Final = struct.Struct("!HBBIHHIBBH")


class Neth(NamedTuple):
    """NACK header: which packet, why, and the EV it came by."""

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
        """20 bytes for the wire."""
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

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Neth:
        """From 20 bytes on the wire."""
        _, reason, vendor, entropy, spdcid, dpdcid, psn, cc, _, timestamp = _NETH.unpack_from(data, at)
        return Neth(reason, entropy, spdcid, dpdcid, psn & 0xFFFFFF, timestamp, vendor, cc >> 4, cc & 15)


NETH: Final = _header("NETH", _NETH, Neth.unpack)

_PETH: Final = struct.Struct("!HxBHHHHHH")


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
        """16 bytes for the wire."""
        return _PETH.pack(
            0, self.vendor, self.probe_id, 0, self.spdcid, self.dpdcid, self.timestamp, self.tsr << 15 | self.ftype
        )

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Peth:
        """From 16 bytes on the wire."""
        _, vendor, probe_id, _, spdcid, dpdcid, timestamp, word = _PETH.unpack_from(data, at)
        return Peth(probe_id, spdcid, dpdcid, timestamp, vendor, word >> 15, word & 15)


PETH: Final = _header("PETH", _PETH, Peth.unpack)

_ERTH: Final = struct.Struct("!HBBIIHH")


class Erth(NamedTuple):
    """Endpoint request header; bit p of ``port_mask`` is the NIC's port p+1 (ports are 1-based in the API)."""

    op: int
    timestamp: int
    port_mask: int = 0
    vendor: int = 0
    tsr: int = 0
    ftype: int = TSETH_FTYPE

    def pack(self) -> bytes:
        """16 bytes for the wire."""
        return _ERTH.pack(self.op, 0, self.vendor, self.port_mask, 0, self.timestamp, self.tsr << 15 | self.ftype)

    @staticmethod
    def unpack(data: Buf, at: int = 0) -> Erth:
        """From 16 bytes on the wire."""
        head, _, vendor, mask, _, timestamp, word = _ERTH.unpack_from(data, at)
        return Erth(head & 3, timestamp, mask, vendor, word >> 15, word & 15)


ERTH: Final = _header("ERTH", _ERTH, Erth.unpack)

_EETH: Final = struct.Struct("!H26xH6x")


class Eeth(NamedTuple):
    """Endpoint response header; ``timestamp`` reflects the request's. Where ``op`` sits in byte 1 is a choice."""

    op: int
    timestamp: int

    def pack(self, bits: EethOpBits) -> bytes:
        """36 bytes for the wire."""
        return _EETH.pack(self.op << bits.shift, self.timestamp)

    @staticmethod
    def unpack(data: Buf, at: int, bits: EethOpBits) -> Eeth:
        """From 36 bytes on the wire."""
        head, timestamp = _EETH.unpack_from(data, at)
        return Eeth(head >> bits.shift & 3, timestamp)


def _eeth_reader(wire: WireOptions) -> Reader:
    def read(data: Buf, at: int) -> Eeth:
        return Eeth.unpack(data, at, wire.eeth_op_bits)

    return read


EETH: Final = Header("EETH", _EETH.size, _eeth_reader)

AnyHeader = Meth | Tseth | Reth | ImmDt | Aeth | Seth | CcState | Neth | Peth | Erth | Eeth
Reader = Callable[[Buf, int], AnyHeader]

_pack_data: Final = struct.Struct("!IHHHHQII").pack
_pack_data_no_ts: Final = struct.Struct("!IHHQII").pack
_BTH_START: Final = struct.Struct("!BBHI")


def pack_bth_start(opcode: int, flags: int, pkey: int, dest_qpn: int) -> bytes:
    """The first 8 bytes of a BTH, which are alike for many packets of a queue pair; ``flags`` is its byte 1."""
    return _BTH_START.pack(opcode, flags, pkey, dest_qpn)


def pack_rest_of_data(
    *,
    bits: int,
    psn: int,
    rqmsn: int,
    msn: int,
    timestamp: int | None,
    address: int,
    r_key: int,
    length: int,
) -> bytes:
    """The last 4 bytes of the BTH + METH + [TSETH] + RETH in one go.

    ``bits`` is BTH byte 8 without the ts bit, which follows from ``timestamp``; ``rqmsn`` and ``msn`` are METH's,
    ``address``, ``r_key`` and ``length`` RETH's.
    """
    if timestamp is None:
        return _pack_data_no_ts(bits << 24 | psn, rqmsn, msn, address, r_key, length)
    return _pack_data((bits | 0x10) << 24 | psn, rqmsn, msn, timestamp, TSETH_FTYPE, address, r_key, length)


# --- The base transport header (wire-format §6.1) --------------------------------------------------------------------

_BTH: Final = struct.Struct("!BBHII")
BTH_LEN: Final = _BTH.size


def same_partition(pkey: int, other: int) -> bool:
    """Whether the owners of two P_Keys may talk: same low 15 bits, and one of them a full member (IBTA 10.9.3)."""
    return not (pkey ^ other) & 0x7FFF and bool((pkey | other) & 0x8000)


class Bth:
    """Base transport header, 12 bytes, as IBTA with TVer 0 and MRC's rtx and ts bits in byte 8.

    There is one for every packet, so it is a plain class: compiled, that is made five times as fast as a tuple.
    """

    __slots__ = (
        "ack_req",
        "dest_qpn",
        "migreq",
        "opcode",
        "pad",
        "pkey",
        "psn",
        "rtx",
        "solicited",
        "ts",
        "tver",
    )

    def __init__(
        self,
        opcode: int,
        dest_qpn: int,
        psn: int,
        *,
        solicited: bool = False,
        migreq: bool = False,
        pad: int = 0,
        pkey: int = 0xFFFF,
        ack_req: bool = False,
        rtx: bool = False,
        ts: bool = False,
        tver: int = 0,
    ) -> None:
        self.opcode = opcode
        self.dest_qpn = dest_qpn
        self.psn = psn
        self.solicited = solicited
        self.migreq = migreq
        self.pad = pad
        self.pkey = pkey
        self.ack_req = ack_req
        self.rtx = rtx
        self.ts = ts
        self.tver = tver

    def _fields(self) -> tuple[int, ...]:
        flags = (self.solicited, self.migreq, self.ack_req, self.rtx, self.ts)
        return (self.opcode, self.dest_qpn, self.psn, self.pad, self.pkey, self.tver, *flags)

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bth) and self._fields() == other._fields()

    @override
    def __hash__(self) -> int:
        return hash(self._fields())

    @override
    def __repr__(self) -> str:
        return f"Bth(opcode={self.opcode:#04x}, dest_qpn={self.dest_qpn:#x}, psn={self.psn:#x}, rtx={self.rtx})"


class BthCodec:
    """BTH with a choice of SE/M order (``options.BthFlagOrder``)."""

    __slots__ = ("_m", "_se")

    def __init__(self, order: BthFlagOrder) -> None:
        self._se, self._m = (0x80, 0x40) if order is BthFlagOrder.IBTA else (0x40, 0x80)

    def pack(self, h: Bth) -> bytes:
        """12 bytes for the wire."""
        flags = (self._se if h.solicited else 0) | (self._m if h.migreq else 0) | h.pad << 4 | h.tver
        bits = (0x80 if h.ack_req else 0) | (0x20 if h.rtx else 0) | (0x10 if h.ts else 0)
        return _BTH.pack(h.opcode, flags, h.pkey, h.dest_qpn, bits << 24 | h.psn)

    def unpack(self, data: bytes | memoryview, at: int = 0) -> Bth:
        """From 12 bytes on the wire."""
        opcode: int
        flags: int
        pkey: int
        qpn: int
        word: int
        opcode, flags, pkey, qpn, word = _BTH.unpack_from(data, at)
        return Bth(
            opcode,
            qpn & 0xFFFFFF,
            word & 0xFFFFFF,
            solicited=flags & self._se != 0,
            migreq=flags & self._m != 0,
            pad=flags >> 4 & 3,
            pkey=pkey,
            ack_req=word & 0x80000000 != 0,
            rtx=word & 0x20000000 != 0,
            ts=word & 0x10000000 != 0,
            tver=flags & 15,
        )


# --- PSNs ------------------------------------------------------------------------------------------------------------

_MODULUS: Final = PSN_MASK + 1
_HALF: Final = _MODULUS >> 1


def psn_of(index: int) -> int:
    """The 24-bit PSN of an index."""
    return index & PSN_MASK


def index_of(psn: int, near: int) -> int:
    """The index closest to ``near`` whose 24-bit PSN is ``psn``; a distance of exactly 2^23 counts as behind."""
    distance = (psn - near) & PSN_MASK
    return near + distance - _MODULUS if distance >= _HALF else near + distance


# --- Timestamps ------------------------------------------------------------------------------------------------------


def tick(now_ns: int) -> int:
    """The tx_timestamp of a time."""
    return now_ns // TICK_NS & 0xFFFF


def age_ns(timestamp: int, now_ns: int) -> int:
    """Whole ticks since the latest time, not after ``now_ns``, that has this timestamp; in ns."""
    return (now_ns // TICK_NS - timestamp & 0xFFFF) * TICK_NS


def sent_ns(timestamp: int, now_ns: int) -> int:
    """The latest time, not after ``now_ns``, that has this timestamp."""
    return now_ns // TICK_NS * TICK_NS - age_ns(timestamp, now_ns)


def waited(timestamp: int, waited_ns: int) -> int:
    """A timestamp moved on by the whole ticks of ``waited_ns``, so that who gets it back does not count that time."""
    return timestamp + waited_ns // TICK_NS & 0xFFFF


# --- Opcodes ---------------------------------------------------------------------------------------------------------


class Opcode(IntEnum):
    """BTH opcodes (wire-format §5). Bits 7:5 are 0b110 in every MRC packet."""

    WRITE_FIRST = 0xC6
    WRITE_MIDDLE = 0xC7
    WRITE_LAST = 0xC8
    WRITE_LAST_IMM = 0xC9
    WRITE_ONLY = 0xCA
    WRITE_ONLY_IMM = 0xCB
    ACK = 0xD1
    ENDPOINT_REQUEST = 0xD8
    ENDPOINT_RESPONSE = 0xD9
    SACK = 0xDC
    NACK = 0xDD
    PROBE = 0xDE


class Service(Enum):
    """Class of service (wire-format §7); ``frames.TrafficClasses`` gives each its DSCP and ECN field."""

    DATA = "data"
    PROBE = "probe"
    """Reliability probes: as data, but never trimmed."""
    CONTROL = "control"


class Recipient(Enum):
    """The part of a NIC that handles a packet."""

    RESPONDER = "responder"
    REQUESTOR = "requestor"
    ENDPOINT = "endpoint"
    """The NIC itself: an endpoint operation, which belongs to no queue pair."""


@dataclass(frozen=True, slots=True)
class PacketType:
    """What an opcode says about its packet.

    Attributes:
        opcode: the opcode.
        service: class of service it is sent in.
        recipient: who it is for.
        headers: what follows the BTH, in order; the TSETH of data is there only if the BTH's ts bit says so.
        first: it begins a message.
        last: it ends a message.
        data: it carries a part of a message.
        immediate: it carries immediate data.
        length: bytes of all headers: in a control packet, everything between BTH and ICRC.
    """

    opcode: Opcode
    service: Service
    recipient: Recipient
    headers: tuple[Header, ...]
    first: bool = False
    last: bool = False
    data: bool = field(init=False)
    immediate: bool = field(init=False)
    length: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", self.service is Service.DATA)
        object.__setattr__(self, "immediate", IMMDT in self.headers)
        object.__setattr__(self, "length", sum(header.length for header in self.headers))


def _write(opcode: Opcode, *, first: bool = False, last: bool = False, immediate: bool = False) -> PacketType:
    headers = (METH, TSETH, RETH, IMMDT) if immediate else (METH, TSETH, RETH)
    return PacketType(opcode, Service.DATA, Recipient.RESPONDER, headers, first, last)


def _control(opcode: Opcode, recipient: Recipient, *headers: Header) -> PacketType:
    return PacketType(opcode, Service.CONTROL, recipient, headers)


PACKET_TYPES: dict[int, PacketType] = {
    int(kind.opcode): kind
    for kind in (
        _write(Opcode.WRITE_FIRST, first=True),
        _write(Opcode.WRITE_MIDDLE),
        _write(Opcode.WRITE_LAST, last=True),
        _write(Opcode.WRITE_LAST_IMM, last=True, immediate=True),
        _write(Opcode.WRITE_ONLY, first=True, last=True),
        _write(Opcode.WRITE_ONLY_IMM, first=True, last=True, immediate=True),
        _control(Opcode.ACK, Recipient.REQUESTOR, AETH),
        _control(Opcode.SACK, Recipient.REQUESTOR, SETH, CC_STATE),
        _control(Opcode.NACK, Recipient.REQUESTOR, NETH),
        PacketType(Opcode.PROBE, Service.PROBE, Recipient.RESPONDER, (PETH,)),
        _control(Opcode.ENDPOINT_REQUEST, Recipient.ENDPOINT, ERTH),
        _control(Opcode.ENDPOINT_RESPONSE, Recipient.ENDPOINT, EETH),
    )
}
"""By opcode. A plain integer is the key, because that is what a BTH holds."""

WRITES = {(kind.first, kind.last, kind.immediate): kind for kind in PACKET_TYPES.values() if kind.data}
"""Packet types of a write, by (first, last, with immediate)."""
