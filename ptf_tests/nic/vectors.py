# SPDX-License-Identifier: Apache-2.0
"""Golden bytes of each header, worked out by hand from docs/protocol/wire-format.md. Nothing computes them.

They guard `wire.py`: each must encode to exactly these bytes and decode back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ptf_tests.headers import codec, mrc
from ptf_tests.headers.mrc import WireRules


@dataclass(frozen=True, slots=True)
class HeaderVector:
    """One header.

    Attributes:
        name: what it shows.
        requirements: ids.
        header: a name of `LAYOUTS`.
        hex: its bytes, in groups.
        fields: those that are not zero.
    """

    name: str
    requirements: tuple[str, ...]
    header: str
    hex: str
    fields: Mapping[str, int]


LAYOUTS: Mapping[str, codec.Layout] = {
    **mrc.layouts(WireRules()),
    "BTH, SE and M swapped": mrc.bth_layout(WireRules(bth_flag_order="swapped")),
    "EETH, op in bits 5:4": mrc.eeth_layout(WireRules(eeth_op_bits="bits_5_4")),
}

HEADERS: tuple[HeaderVector, ...] = (
    # opcode | SE=0 M=1 pad=01 TVer=0000 | P_Key | variant | QPN | AckReq=1 0 rtx=1 ts=1 0000 | PSN
    HeaderVector(
        "BTH of a retransmitted write only that asks for a SACK",
        ("NIC-085",),
        "BTH",
        "ca 50 8001 00 000010 b0 123456",
        {
            "opcode": 0xCA,
            "m": 1,
            "pad": 1,
            "pkey": 0x8001,
            "dest_qp": 0x10,
            "ack_req": 1,
            "rtx": 1,
            "ts": 1,
            "psn": 0x123456,
        },
    ),
    # SE=1 M=0 pad=11
    HeaderVector(
        "BTH with SE and three bytes of padding",
        ("NIC-085",),
        "BTH",
        "c7 b0 ffff 00 0a1b2c 10 ffffff",
        {"opcode": 0xC7, "se": 1, "pad": 3, "pkey": 0xFFFF, "dest_qp": 0x0A1B2C, "ts": 1, "psn": 0xFFFFFF},
    ),
    HeaderVector(
        "BTH with all reserved bits set",
        ("NIC-085",),
        "BTH",
        "c6 00 ffff ff 000003 4f 000000",
        {"opcode": 0xC6, "pkey": 0xFFFF, "rsvd_variant": 0xFF, "dest_qp": 3, "rsvd_6": 1, "rsvd_invariant": 15},
    ),
    HeaderVector(
        "BTH with SE in bit 6",
        ("NIC-085",),
        "BTH, SE and M swapped",
        "c6 40 0000 00 000000 00 000000",
        {"opcode": 0xC6, "se": 1},
    ),
    HeaderVector("METH", ("NIC-014",), "METH", "0102 0304", {"rqmsn": 0x0102, "msn": 0x0304}),
    HeaderVector("TSETH, 128 ns ticks", ("NIC-016",), "TSETH", "abcd 0001", {"tx_timestamp": 0xABCD, "ftype": 1}),
    HeaderVector(
        "TSETH, other resolution", ("NIC-016",), "TSETH", "abcd 8001", {"tx_timestamp": 0xABCD, "tsr": 1, "ftype": 1}
    ),
    HeaderVector("TSETH, reserved bits set", ("NIC-016",), "TSETH", "0000 7ff1", {"rsvd": 0x7FF, "ftype": 1}),
    HeaderVector(
        "RETH",
        ("NIC-015",),
        "RETH",
        "1122334455667788 99aabbcc 00010000",
        {"va": 0x1122334455667788, "r_key": 0x99AABBCC, "dma_length": 0x10000},
    ),
    HeaderVector("ImmDt", ("NIC-084",), "ImmDt", "deadbeef", {"immediate": 0xDEADBEEF}),
    HeaderVector("AETH of an ACK", ("NIC-083",), "AETH", "1f 000007", {"syndrome": 0x1F, "msn": 7}),
    HeaderVector("AETH of a NAK", ("NIC-083",), "AETH", "62 ffffff", {"syndrome": 0x62, "msn": 0xFFFFFF}),
    # M=SKIP_ONCE is 01 in bits 6:5 of byte 1; acked PSN = cack - 2
    HeaderVector(
        "SETH, SKIP_ONCE",
        ("NIC-032",),
        "SETH",
        "0020 fffe c0010003 1b2c 0010 00 fffffe 00 08 0001 0000000000000005",
        {
            "mark": 1,
            "ack_psn_offset": -2,
            "entropy": 0xC0010003,
            "spdcid": 0x1B2C,
            "dpdcid": 0x10,
            "cack_psn": 0xFFFFFE,
            "mpr": 8,
            "sack_offset": 1,
            "bitmap": 5,
        },
    ),
    # M=ALWAYS_SKIP is 10 and pr is bit 1: 0x42; the offset field holds the probe id 0x3eef
    HeaderVector(
        "SETH, answer to a probe",
        ("NIC-032",),
        "SETH",
        "0042 3eef c0010003 1b2c 0010 00 000000 00 00 ffff 8000000000000000",
        {
            "mark": 2,
            "pr": 1,
            "ack_psn_offset": 0x3EEF,
            "entropy": 0xC0010003,
            "spdcid": 0x1B2C,
            "dpdcid": 0x10,
            "sack_offset": -1,
            "bitmap": 1 << 63,
        },
    ),
    # type and next (9 bits), bits 4:2 and bit 0 of byte 1, byte 12; cc_type 3, cc_flags 10
    HeaderVector(
        "SETH, reserved bits set",
        ("NIC-032",),
        "SETH",
        "ff9d 0000 00000000 0000 0000 ff 000000 3a 00 0000 0000000000000000",
        {"rsvd_type": 15, "rsvd_next": 31, "rsvd_4_2": 7, "rsvd_0": 1, "rsvd_12": 0xFF, "cc_type": 3, "cc_flags": 10},
    ),
    HeaderVector(
        "CC_STATE",
        ("NIC-032",),
        "CC_STATE",
        "1234 0005 c0 000102",
        {"tx_timestamp": 0x1234, "ooo_count": 5, "restore_cwnd": 1, "rcv_cwnd_pen": 64, "rcvd_bytes": 0x102},
    ),
    HeaderVector(
        "CC_STATE, largest values",
        ("NIC-032",),
        "CC_STATE",
        "0000 ffff 7f ffffff",
        {"rsvd": 1, "ooo_count": 0x7FFF, "rcv_cwnd_pen": 127, "rcvd_bytes": 0xFFFFFF},
    ),
    HeaderVector(
        "NETH, TRIMMED_LASTHOP",
        ("NIC-032",),
        "NETH",
        "0000 02 00 c0010003 1b2c 0010 00 123456 20 00 abcd",
        {
            "reason": 2,
            "entropy": 0xC0010003,
            "spdcid": 0x1B2C,
            "dpdcid": 0x10,
            "nack_psn": 0x123456,
            "cc_type": 2,
            "tx_timestamp": 0xABCD,
        },
    ),
    HeaderVector(
        "NETH, UNEXP_EVENT, reserved bits set",
        ("NIC-032",),
        "NETH",
        "ffff 19 5a 00000000 0000 0000 ff ffffff 23 ff 0000",
        {
            "rsvd_type": 15,
            "rsvd_next": 31,
            "rsvd_1": 127,
            "reason": 0x19,
            "vendor": 0x5A,
            "rsvd_12": 0xFF,
            "nack_psn": 0xFFFFFF,
            "cc_type": 2,
            "cc_flags": 3,
            "rsvd_17": 0xFF,
        },
    ),
    HeaderVector(
        "PETH",
        ("NIC-080",),
        "PETH",
        "0000 00 00 beef 0000 1b2c 0010 abcd 0001",
        {"probe_id": 0xBEEF, "spdcid": 0x1B2C, "dpdcid": 0x10, "tx_timestamp": 0xABCD, "ftype": 1},
    ),
    # tsr=1, eleven reserved ones, ftype 1
    HeaderVector(
        "PETH, reserved bits set",
        ("NIC-080",),
        "PETH",
        "ffff ff 5a 0000 ffff 0000 0000 0000 fff1",
        {
            "rsvd_type": 15,
            "rsvd_next": 31,
            "rsvd_1": 127,
            "rsvd_2": 0xFF,
            "vendor": 0x5A,
            "rsvd_6": 0xFFFF,
            "tsr": 1,
            "rsvd_14": 0x7FF,
            "ftype": 1,
        },
    ),
    HeaderVector(
        "ERTH, EV probe",
        ("NIC-081",),
        "ERTH",
        "0001 00 00 00000000 00000000 abcd 0001",
        {"op": 1, "tx_timestamp": 0xABCD, "ftype": 1},
    ),
    HeaderVector(
        "ERTH, port status of ports 1 and 2 up, reserved bits set",
        ("NIC-081",),
        "ERTH",
        "fffc ff 5a 00000003 ffffffff 0000 7ff1",
        {
            "rsvd_type": 15,
            "rsvd_next": 31,
            "rsvd_1": 31,
            "rsvd_2": 0xFF,
            "vendor": 0x5A,
            "port_status_mask": 3,
            "rsvd_8": 0xFFFFFFFF,
            "rsvd_14": 0x7FF,
            "ftype": 1,
        },
    ),
    HeaderVector(
        "EETH, EV probe",
        ("NIC-082", "NIC-049", "NIC-050"),
        "EETH",
        "0004" + "00" * 26 + "abcd" + "00" * 6,
        {"op": 1, "tx_timestamp": 0xABCD},
    ),
    HeaderVector(
        "EETH, EV probe, op in bits 5:4",
        ("NIC-082", "NIC-049", "NIC-050"),
        "EETH, op in bits 5:4",
        "0010" + "00" * 26 + "abcd" + "00" * 6,
        {"op": 1, "tx_timestamp": 0xABCD},
    ),
)

ICRC_INNER = (
    # IPv6 / UDP / BTH and 24 more bytes, built once with scapy 2.8.0's contrib.roce, an independent implementation.
    "6121234500301109 fd6d7263000000000000000000000001 fd6d7263000000000000000000000002 c00112b700300000"
    "ca10ffff0000001080123456 000102030405060708090a0b0c0d0e0f10111213141516 00"
)
ICRC_VALUE = "ffc13b4a"
"""Its ICRC, in wire order."""
