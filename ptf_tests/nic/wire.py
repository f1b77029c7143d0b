# SPDX-License-Identifier: Apache-2.0
"""The tester's own encoder and decoder of MRC frames: layouts as tables, and pure functions over them.

Widths are in bits and all fields are big-endian, in wire order, as in the protocol notes §1.4 to §1.7. A field whose
name starts with ``rsvd`` is reserved: zero when sent, ignored when received. ``vectors.py`` holds the literal bytes
that these tables are checked against.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Layout = tuple[tuple[str, int], ...]
Fields = dict[str, int]

ETHERTYPE_IPV6 = 0x86DD
NH_IPV6 = 41
NH_UDP = 17

WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM = range(0xC6, 0xCC)
ACK = 0xD1
ENDPOINT_REQUEST = 0xD8
ENDPOINT_RESPONSE = 0xD9
SACK = 0xDC
NACK = 0xDD
PROBE = 0xDE

DATA = frozenset(range(WRITE_FIRST, WRITE_ONLY_IMM + 1))
WITH_IMMEDIATE = frozenset({WRITE_LAST_IMM, WRITE_ONLY_IMM})
NAMES = {
    WRITE_FIRST: "write first",
    WRITE_MIDDLE: "write middle",
    WRITE_LAST: "write last",
    WRITE_LAST_IMM: "write last with immediate",
    WRITE_ONLY: "write only",
    WRITE_ONLY_IMM: "write only with immediate",
    ACK: "transport ACK",
    ENDPOINT_REQUEST: "endpoint request",
    ENDPOINT_RESPONSE: "endpoint response",
    SACK: "SACK",
    NACK: "NACK",
    PROBE: "reliability probe",
}

ENDPOINT_QP = 2
OP_PORT_STATUS, OP_EV_PROBE = 0, 1
MARK_NONE, MARK_SKIP_ONCE, MARK_ALWAYS_SKIP = 0, 1, 2
TRIMMED, TRIMMED_LASTHOP, NO_BITMAP, NO_PKT_BUFFER, NO_RESOURCE = 0x01, 0x02, 0x06, 0x07, 0x0A
PSN_OOR_WINDOW, UNEXP_EVENT = 0x0B, 0x19
SYNDROME_ACK = 0x1F
SYNDROME_INVALID_REQUEST, SYNDROME_REMOTE_ACCESS = 0x61, 0x62
NOT_ECT, ECT1, ECT0, CE = range(4)
TICK_NS = 128
"""One tick of a tx_timestamp with tsr = 0."""
PSN_MASK = 0xFFFFFF

ETHERNET: Layout = (("dst", 48), ("src", 48), ("ethertype", 16))
IPV6: Layout = (
    ("version", 4),
    ("dscp", 6),
    ("ecn", 2),
    ("flow_label", 20),
    ("payload_length", 16),
    ("next_header", 8),
    ("hop_limit", 8),
    ("src", 128),
    ("dst", 128),
)
UDP: Layout = (("sport", 16), ("dport", 16), ("length", 16), ("checksum", 16))
METH: Layout = (("rqmsn", 16), ("msn", 16))
TSETH: Layout = (("tx_timestamp", 16), ("tsr", 1), ("rsvd", 11), ("ftype", 4))
RETH: Layout = (("va", 64), ("r_key", 32), ("dma_length", 32))
IMMDT: Layout = (("immediate", 32),)
AETH: Layout = (("syndrome", 8), ("msn", 24))
SETH: Layout = (
    ("rsvd_header", 9),
    ("mark", 2),
    ("rsvd_4_2", 3),
    ("pr", 1),
    ("rsvd_0", 1),
    ("ack_psn_offset", 16),
    ("entropy", 32),
    ("spdcid", 16),
    ("dpdcid", 16),
    ("rsvd_12", 8),
    ("cack_psn", 24),
    ("cc_type", 4),
    ("cc_flags", 4),
    ("mpr", 8),
    ("sack_offset", 16),
    ("bitmap", 64),
)
CC_STATE: Layout = (
    ("tx_timestamp", 16),
    ("rsvd", 1),
    ("ooo_count", 15),
    ("restore_cwnd", 1),
    ("rcv_cwnd_pen", 7),
    ("rcvd_bytes", 24),
)
NETH: Layout = (
    ("rsvd_header", 16),
    ("reason", 8),
    ("vendor", 8),
    ("entropy", 32),
    ("spdcid", 16),
    ("dpdcid", 16),
    ("rsvd_12", 8),
    ("nack_psn", 24),
    ("cc_type", 4),
    ("cc_flags", 4),
    ("rsvd_17", 8),
    ("tx_timestamp", 16),
)
PETH: Layout = (
    ("rsvd_header", 16),
    ("rsvd_2", 8),
    ("vendor", 8),
    ("probe_id", 16),
    ("rsvd_6", 16),
    ("spdcid", 16),
    ("dpdcid", 16),
    ("tx_timestamp", 16),
    ("tsr", 1),
    ("rsvd_14", 11),
    ("ftype", 4),
)
ERTH: Layout = (
    ("rsvd_header", 14),
    ("op", 2),
    ("rsvd_2", 8),
    ("vendor", 8),
    ("port_status_mask", 32),
    ("rsvd_8", 32),
    ("tx_timestamp", 16),
    ("tsr", 1),
    ("rsvd_14", 11),
    ("ftype", 4),
)
_SIGNED = frozenset({"ack_psn_offset", "sack_offset"})
_ICRC_BYTES = 4
_BTH_BYTES = 12


class WireError(Exception):
    """Bytes that are no MRC frame; the message says which part is wrong and what was expected."""


@dataclass(frozen=True, slots=True)
class WireRules:
    """Where the sources of the wire format conflict (protocol notes §9), the choice of the NIC under test.

    Names and values are those of `ptf_tests.catalogue.claims.CHOICES`.
    """

    udp_port: int = 4791
    ev_halves: str = "sport_high"
    bth_flag_order: str = "ibta"
    eeth_op_bits: str = "bits_3_2"

    @property
    def eeth_op_shift(self) -> int:
        """Where the low bit of EETH.op is in byte 1."""
        return {"bits_3_2": 2, "bits_5_4": 4}[self.eeth_op_bits]


def bth_layout(rules: WireRules) -> Layout:
    """The base transport header, 12 bytes."""
    flags = ("se", "m") if rules.bth_flag_order == "ibta" else ("m", "se")
    return (
        ("opcode", 8),
        *((flag, 1) for flag in flags),
        ("pad", 2),
        ("tver", 4),
        ("pkey", 16),
        ("rsvd_variant", 8),
        ("dest_qp", 24),
        ("ack_req", 1),
        ("rsvd_6", 1),
        ("rtx", 1),
        ("ts", 1),
        ("rsvd_invariant", 4),
        ("psn", 24),
    )


def eeth_layout(rules: WireRules) -> Layout:
    """The endpoint response header, 36 bytes."""
    shift = rules.eeth_op_shift
    return (
        ("rsvd_header", 14 - shift),
        ("op", 2),
        ("rsvd_low", shift),
        ("rsvd_2", 26 * 8),
        ("tx_timestamp", 16),
        ("rsvd_30", 6 * 8),
    )


def size_of(layout: Layout) -> int:
    """Bytes of a header."""
    return sum(width for _, width in layout) // 8


def encode(layout: Layout, fields: Mapping[str, int]) -> bytes:
    """A header; fields that are not given are zero. Raises ValueError for a name or value that does not fit."""
    unknown = set(fields) - {name for name, _ in layout}
    if unknown:
        raise ValueError(f"no field {', '.join(sorted(unknown))}; accepted: {', '.join(name for name, _ in layout)}")
    word = 0
    for name, width in layout:
        value = fields.get(name, 0)
        if name in _SIGNED and value < 0:
            value += 1 << width
        if not 0 <= value < 1 << width:
            raise ValueError(f"{name}: {fields[name]} does not fit in {width} bits")
        word = word << width | value
    return word.to_bytes(size_of(layout), "big")


def decode(layout: Layout, data: bytes) -> Fields:
    """The fields of a header at the start of ``data``. Raises WireError if it is too short."""
    size = size_of(layout)
    if len(data) < size:
        raise WireError(f"{len(data)} bytes left where a header of {size} bytes is expected")
    word = int.from_bytes(data[:size], "big")
    fields: Fields = {}
    for name, width in reversed(layout):
        value = word & (1 << width) - 1
        if name in _SIGNED and value >> width - 1:
            value -= 1 << width
        fields[name] = value
        word >>= width
    return fields


def icrc(inner: bytes) -> bytes:
    """ICRC of an inner packet, from its IPv6 header up to but not including the ICRC (IBTA Annex A17.3.3).

    CRC-32 over eight bytes of ones, then the packet with what may change on the way set to ones: traffic class, flow
    label, hop limit, UDP checksum, and byte 4 of the BTH. The least significant byte comes first on the wire.
    """
    masked = bytearray(inner)
    masked[0:4] = struct.pack("!I", struct.unpack("!I", inner[:4])[0] | 0x0FFFFFFF)
    for at in (7, 46, 47, 52):
        masked[at] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + masked))


@dataclass(frozen=True, slots=True)
class Frame:
    """A decoded frame: fields of each header, in the order of the wire.

    Attributes:
        ethernet, outer, inner, udp, bth: the headers every MRC frame has.
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
        return NAMES.get(self.bth["opcode"], f"opcode {self.bth['opcode']:#04x}")

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


def entropy_halves(entropy: int, rules: WireRules) -> tuple[int, int]:
    """(UDP source port, flow label) that carry an EV."""
    high, low = entropy >> 16, entropy & 0xFFFF
    return (high, low) if rules.ev_halves == "sport_high" else (low, high)


def following(opcode: int, has_timestamp: bool, rules: WireRules) -> tuple[tuple[str, Layout], ...]:
    """The headers after the BTH of an opcode. Raises WireError for an opcode MRC does not have."""
    if opcode in DATA:
        timestamp = (("TSETH", TSETH),) if has_timestamp else ()
        immediate = (("ImmDt", IMMDT),) if opcode in WITH_IMMEDIATE else ()
        return (("METH", METH), *timestamp, ("RETH", RETH), *immediate)
    control: dict[int, tuple[tuple[str, Layout], ...]] = {
        ACK: (("AETH", AETH),),
        SACK: (("SETH", SETH), ("CC_STATE", CC_STATE)),
        NACK: (("NETH", NETH),),
        PROBE: (("PETH", PETH),),
        ENDPOINT_REQUEST: (("ERTH", ERTH),),
        ENDPOINT_RESPONSE: (("EETH", eeth_layout(rules)),),
    }
    if opcode not in control:
        accepted = ", ".join(f"{op:#04x}" for op in sorted(NAMES))
        raise WireError(f"opcode {opcode:#04x} is none of MRC's; expected one of {accepted}")
    return control[opcode]


def parse(frame: bytes, rules: WireRules) -> Frame:
    """Take a frame of the NIC under test apart. Raises WireError if it is not an encapsulated MRC packet."""
    ethernet, rest = _take(ETHERNET, frame)
    _expect("ethertype", ethernet["ethertype"], ETHERTYPE_IPV6)
    outer, rest = _take(IPV6, rest)
    _expect("outer IPv6 version", outer["version"], 6)
    _expect("outer next header", outer["next_header"], NH_IPV6)
    if outer["payload_length"] > len(rest):
        raise WireError(f"outer payload length {outer['payload_length']}, but {len(rest)} bytes follow")
    packet = rest[: outer["payload_length"]]
    inner, rest = _take(IPV6, packet)
    _expect("inner IPv6 version", inner["version"], 6)
    _expect("inner next header", inner["next_header"], NH_UDP)
    _expect("inner payload length", inner["payload_length"], len(rest))
    udp, rest = _take(UDP, rest)
    _expect("UDP length", udp["length"], inner["payload_length"])
    bth, rest = _take(bth_layout(rules), rest)
    headers: dict[str, Fields] = {}
    for name, layout in following(bth["opcode"], bth["ts"] == 1, rules):
        headers[name], rest = _take(layout, rest)
    body = len(rest) - _ICRC_BYTES - bth["pad"]
    if body < 0:
        raise WireError(f"{len(rest)} bytes left for payload, {bth['pad']} bytes of padding and the ICRC")
    if bth["opcode"] not in DATA and body:
        raise WireError(f"{body} bytes after the headers of a {NAMES[bth['opcode']]}")
    return Frame(
        ethernet,
        outer,
        inner,
        udp,
        bth,
        headers,
        payload=rest[:body],
        pad=rest[body:-_ICRC_BYTES],
        icrc=rest[-_ICRC_BYTES:],
        icrc_expected=icrc(packet[:-_ICRC_BYTES]),
        entropy=entropy_of(udp["sport"], inner["flow_label"], rules),
    )


def _take(layout: Layout, data: bytes) -> tuple[Fields, bytes]:
    return decode(layout, data), data[size_of(layout) :]


def _expect(what: str, value: int, expected: int) -> None:
    if value != expected:
        raise WireError(f"{what}: {value:#x}; expected {expected:#x}")


def later(psn: int, by: int) -> int:
    """A PSN ``by`` packets further on, modulo 2^24."""
    return psn + by & PSN_MASK


def distance(psn: int, reference: int) -> int:
    """How far ``psn`` is after ``reference`` (negative: before), in the nearer half of the PSN space."""
    return (psn - reference + (1 << 23) & PSN_MASK) - (1 << 23)
