# SPDX-License-Identifier: Apache-2.0
"""MRC above UDP: opcodes, what follows the BTH of each, and the layout of every header.

Sources: the transcriptions of the OCP MRC specification 1.0 that docs/wire-profile.md lists, and IBTA volume 1 for BTH,
RETH, ImmDt and AETH. Where those conflict, `WireRules` says which reading is meant. `nic/vectors.py` holds the literal
bytes that these tables are checked against.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.headers.codec import FieldSpec, Layout, WireError, hex_spec, hexadecimal, named, signed, spec

WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM = range(0xC6, 0xCC)
ACK = 0xD1
ENDPOINT_REQUEST = 0xD8
ENDPOINT_RESPONSE = 0xD9
SACK = 0xDC
NACK = 0xDD
PROBE = 0xDE

UDP_PORTS = (4791, 4971)
"""UDP destination ports: RoCEv2's, and the one that transcriptions of the MRC specification print."""
ENDPOINT_QP = 2
OP_PORT_STATUS, OP_EV_PROBE = 0, 1
MARK_NONE, MARK_SKIP_ONCE, MARK_ALWAYS_SKIP = 0, 1, 2
TRIMMED, TRIMMED_LASTHOP, NO_BITMAP, NO_PKT_BUFFER, NO_RESOURCE = 0x01, 0x02, 0x06, 0x07, 0x0A
PSN_OOR_WINDOW, UNEXP_EVENT = 0x0B, 0x19
SYNDROME_ACK = 0x1F
SYNDROME_INVALID_REQUEST, SYNDROME_REMOTE_ACCESS = 0x61, 0x62
CC_STATE_NSCC = 0
"""cc_type of a SACK that a CC_STATE follows."""
TICK_NS = 128
"""One tick of a tx_timestamp with tsr = 0."""
PSN_MASK = 0xFFFFFF


class WireRules(Struct, frozen=True):
    """Where the sources of the wire format conflict, the choice of the NIC under test.

    Names and values are those of `ptf_tests.catalogue.claims.CHOICES`.
    """

    udp_port: int = 4791
    ev_halves: str = "sport_high"
    bth_flag_order: str = "ibta"
    eeth_op_bits: str = "bits_3_2"

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> WireRules:
        """The rules that a device's choices make; the default where they say nothing that is known."""
        known = {name: choices[name] for name in cls.__struct_fields__ if choices.get(name) in CHOICES[name]}
        return cls(udp_port=int(known.pop("udp_port", cls().udp_port)), **known)

    @property
    def eeth_op_shift(self) -> int:
        """Where the low bit of EETH.op is in byte 1."""
        return _EETH_OP_SHIFTS[self.eeth_op_bits]


_EETH_OP_SHIFTS = {"bits_3_2": 2, "bits_5_4": 4}


def _reserved(name: str, bits: int, label: str = "reserved") -> FieldSpec:
    return hex_spec(f"rsvd_{name}" if name else "rsvd", bits, label)


_DCIDS = (hex_spec("spdcid", 16, "SPDCID"), hex_spec("dpdcid", 16, "DPDCID"))
_TIMESTAMP = (spec("tx_timestamp", 16, "tx_timestamp"), spec("tsr", 1))

_HEADER = (_reserved("type", 4, "type"), _reserved("next", 5, "next"))
"""The first bits of the control headers are shaped as UET's, and reserved in MRC."""

METH: Layout = (spec("rqmsn", 16, "RQMSN"), spec("msn", 16, "MSN"))
TSETH: Layout = (*_TIMESTAMP, _reserved("", 11), spec("ftype", 4))
RETH: Layout = (hex_spec("va", 64, "VA"), hex_spec("r_key", 32, "R_Key"), spec("dma_length", 32, "length"))
IMMDT: Layout = (hex_spec("immediate", 32),)
AETH: Layout = (hex_spec("syndrome", 8), spec("msn", 24, "MSN"))
SETH: Layout = (
    *_HEADER,
    spec("mark", 2, show=named({MARK_NONE: "NONE", MARK_SKIP_ONCE: "SKIP_ONCE", MARK_ALWAYS_SKIP: "ALWAYS_SKIP"})),
    _reserved("4_2", 3), spec("pr", 1), _reserved("0", 1, "reserved 2"),
    spec("ack_psn_offset", 16, "ack_psn_offset", signed), hex_spec("entropy", 32), *_DCIDS,
    _reserved("12", 8, "reserved 3"), spec("cack_psn", 24, "cack_psn"), spec("cc_type", 4, "cc_type"),
    hex_spec("cc_flags", 4, "cc_flags"), spec("mpr", 8), spec("sack_offset", 16, "sack_offset", signed),
    hex_spec("bitmap", 64),
)  # fmt: skip
CC_STATE: Layout = (
    spec("tx_timestamp", 16, "tx_timestamp"), _reserved("", 1), spec("ooo_count", 15, "ooo_count"),
    spec("restore_cwnd", 1, "restore_cwnd"), spec("rcv_cwnd_pen", 7, "rcv_cwnd_pen"),
    spec("rcvd_bytes", 24, "rcvd_bytes"),
)  # fmt: skip
NETH: Layout = (
    *_HEADER, _reserved("1", 7),
    spec("reason", 8, show=named({
        TRIMMED: "TRIMMED", TRIMMED_LASTHOP: "TRIMMED_LASTHOP", NO_BITMAP: "NO_BITMAP", NO_PKT_BUFFER: "NO_PKT_BUFFER",
        NO_RESOURCE: "NO_RESOURCE", PSN_OOR_WINDOW: "PSN_OOR_WINDOW", UNEXP_EVENT: "UNEXP_EVENT",
    }, hexadecimal)),
    hex_spec("vendor", 8), hex_spec("entropy", 32), *_DCIDS, _reserved("12", 8, "reserved 2"),
    spec("nack_psn", 24, "nack_psn"), spec("cc_type", 4, "cc_type"), hex_spec("cc_flags", 4, "cc_flags"),
    _reserved("17", 8, "reserved 3"), spec("tx_timestamp", 16, "tx_timestamp"),
)  # fmt: skip
PETH: Layout = (
    *_HEADER, _reserved("1", 7), _reserved("2", 8, "reserved 2"), hex_spec("vendor", 8), spec("probe_id", 16),
    _reserved("6", 16, "reserved 3"), *_DCIDS, *_TIMESTAMP, _reserved("14", 11, "reserved 4"), spec("ftype", 4),
)  # fmt: skip
ERTH: Layout = (
    *_HEADER, _reserved("1", 5), spec("op", 2), _reserved("2", 8, "reserved 2"), hex_spec("vendor", 8),
    hex_spec("port_status_mask", 32, "port_status_mask"), _reserved("8", 32, "reserved 3"), *_TIMESTAMP,
    _reserved("14", 11, "reserved 4"), spec("ftype", 4),
)  # fmt: skip


def eeth_layout(rules: WireRules) -> Layout:
    """The endpoint response header, 36 bytes."""
    shift = rules.eeth_op_shift
    return (
        *_HEADER,
        _reserved("1", 5 - shift),
        spec("op", 2),
        _reserved("low", shift, "reserved 2"),
        _reserved("2", 26 * 8, "reserved 3"),
        spec("tx_timestamp", 16, "tx_timestamp"),
        _reserved("30", 6 * 8, "reserved 4"),
    )


@cache
def layouts(rules: WireRules) -> Mapping[str, Layout]:
    """Every header by its name."""
    return {
        "BTH": bth_layout(rules),
        "METH": METH,
        "TSETH": TSETH,
        "RETH": RETH,
        "ImmDt": IMMDT,
        "AETH": AETH,
        "SETH": SETH,
        "CC_STATE": CC_STATE,
        "NETH": NETH,
        "PETH": PETH,
        "ERTH": ERTH,
        "EETH": eeth_layout(rules),
    }


class PacketType(Struct, frozen=True):
    """What an opcode says about its packet.

    Attributes:
        name: for people.
        headers: names of `layouts`, in wire order; a TSETH is there only if BTH.ts is set.
        is_data: it carries payload and takes a PSN.
    """

    name: str
    headers: tuple[str, ...]
    is_data: bool = False


_WRITE = ("METH", "TSETH", "RETH")

PACKET_TYPES: Mapping[int, PacketType] = {
    WRITE_FIRST: PacketType("Write First", _WRITE, is_data=True),
    WRITE_MIDDLE: PacketType("Write Middle", _WRITE, is_data=True),
    WRITE_LAST: PacketType("Write Last", _WRITE, is_data=True),
    WRITE_LAST_IMM: PacketType("Write Last + Imm", (*_WRITE, "ImmDt"), is_data=True),
    WRITE_ONLY: PacketType("Write Only", _WRITE, is_data=True),
    WRITE_ONLY_IMM: PacketType("Write Only + Imm", (*_WRITE, "ImmDt"), is_data=True),
    ACK: PacketType("ACK", ("AETH",)),
    ENDPOINT_REQUEST: PacketType("Endpoint Request", ("ERTH",)),
    ENDPOINT_RESPONSE: PacketType("Endpoint Response", ("EETH",)),
    SACK: PacketType("SACK", ("SETH", "CC_STATE")),
    NACK: PacketType("NACK", ("NETH",)),
    PROBE: PacketType("Probe", ("PETH",)),
}
"""Every opcode of MRC: the one place where an opcode is added."""

DATA = frozenset(code for code, kind in PACKET_TYPES.items() if kind.is_data)

ROCE_OPCODES: Mapping[int, str] = {
    0x00: "RC Send First", 0x01: "RC Send Middle", 0x02: "RC Send Last", 0x04: "RC Send Only",
    0x06: "RC Write First", 0x07: "RC Write Middle", 0x08: "RC Write Last", 0x0A: "RC Write Only",
    0x0C: "RC Read Request", 0x11: "RC Acknowledge", 0x81: "CNP",
}  # fmt: skip
"""Others that share the UDP port (IBTA volume 1), by name only."""
_NAMES = {**ROCE_OPCODES, **{code: kind.name for code, kind in PACKET_TYPES.items()}}


def opcode_name(code: int) -> str:
    """What kind of packet it is, for messages."""
    return _NAMES.get(code, f"opcode {code:#04x}")


def bth_layout(rules: WireRules) -> Layout:
    """The base transport header, 12 bytes."""
    flags = (spec("se", 1, "SE"), spec("m", 1, "M"))
    return (
        spec("opcode", 8, show=named(_NAMES, hexadecimal)),
        *(flags if rules.bth_flag_order == "ibta" else flags[::-1]),
        spec("pad", 2),
        spec("tver", 4, "TVer"),
        hex_spec("pkey", 16, "P_Key"),
        _reserved("variant", 8, "reserved (variant)"),
        hex_spec("dest_qp", 24, "destination QP"),
        spec("ack_req", 1, "AckReq"),
        spec("rsvd_6", 1, "reserved"),
        spec("rtx", 1),
        spec("ts", 1),
        _reserved("invariant", 4, "reserved (invariant)"),
        spec("psn", 24, "PSN"),
    )


def following(code: int, has_timestamp: bool, rules: WireRules) -> tuple[tuple[str, Layout], ...]:
    """The headers after the BTH of an opcode. Raises WireError for an opcode MRC does not have."""
    kind = PACKET_TYPES.get(code)
    if kind is None:
        accepted = ", ".join(f"{known:#04x}" for known in sorted(PACKET_TYPES))
        raise WireError(f"opcode {code:#04x} is none of MRC's; expected one of {accepted}")
    table = layouts(rules)
    return tuple((name, table[name]) for name in kind.headers if name != "TSETH" or has_timestamp)
