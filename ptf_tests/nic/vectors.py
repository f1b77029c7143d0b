# SPDX-License-Identifier: Apache-2.0
"""Golden bytes, worked out by hand from docs/protocol/wire-format.md. Nothing computes them.

They guard `wire.py`: each header must encode to exactly its bytes and decode back. Of the frames that the NIC under
test must send, every nibble is literal but for those the requirement leaves open (``.``), numbers that the NIC or the
case chose (``{name:bytes}``), and the ICRC (``{icrc}``), which follows from the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.headers import codec, internet, mrc
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic import wire
from ptf_tests.nic.api import Capabilities
from ptf_tests.nic.wire import INNER, OUTER, UDP, NetFrame, changed

# --- Headers ---------------------------------------------------------------------------------------------------------


class HeaderVector(Struct, frozen=True):
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


# --- Frames ----------------------------------------------------------------------------------------------------------


class FrameVector(Struct, frozen=True):
    """One whole frame that the NIC must send. See the module's docstring for the notation."""

    name: str
    requirements: tuple[str, ...]
    text: str

    def fill(self, received: bytes, numbers: Mapping[str, int], capabilities: Capabilities) -> bytes:
        """The expected frame: open nibbles as in ``received``, names from ``numbers``, and what the profile chose."""
        digits: list[str] = []
        shown = received.hex()
        has_icrc = False
        for token in self.text.split():
            number = re.fullmatch(r"\{(\w+):(\d)\}", token)
            if token == "{icrc}":
                has_icrc = True
            elif number is not None:
                digits += f"{numbers[number[1]]:0{2 * int(number[2])}x}"
            else:
                for digit in token:
                    at = len(digits)
                    digits.append(shown[at : at + 1] or "0" if digit == "." else digit)
        frame = _as_chosen(bytes.fromhex("".join(digits)), capabilities)
        return frame + wire.icrc(frame[INNER:]) if has_icrc else frame


def _as_chosen(frame: bytes, capabilities: Capabilities) -> bytes:
    """The vector's bytes follow the default choices; a profile with others moves DSCP, UDP port and EV halves."""
    rules = capabilities.rules
    chosen = dict(zip(dict(DscpRoles()).values(), dict(capabilities.dscp).values(), strict=True))
    one = NetFrame(0, frame)
    for at in (OUTER, INNER):
        header = codec.decode(internet.IPV6, frame[at:])
        one = changed(one, at, internet.IPV6, seal=False, dscp=chosen.get(header["dscp"], header["dscp"]))
    inner, udp = codec.decode(internet.IPV6, one.data[INNER:]), codec.decode(internet.UDP, one.data[UDP:])
    sport, label = wire.split_entropy(wire.entropy_of(udp["sport"], inner["flow_label"], WireRules()), rules)
    one = changed(one, INNER, internet.IPV6, seal=False, flow_label=label)
    return changed(one, UDP, internet.UDP, seal=False, sport=sport, dport=rules.udp_port).data


_NIC_TO_PEER = "fd6d7263000000000000000000000001 fd6d7263000000000000000000000002"
_ANY_ADDRESS = "." * 32

WRITE_ONLY = FrameVector(
    "write only of 6 bytes on EV 0xc0010003",
    ("NIC-012",),
    f"""
    020000000201 020000000101 86dd
    612..... 0060 29 .. {_ANY_ADDRESS} fcbbbbbb120021031201310000000000
    61200003 0038 11 .. {_NIC_TO_PEER}
    c001 12b7 0038 ....
    ca 20 ffff 00 0a1b2c {{bits:1}} {{psn:3}}
    0000 {{msn:2}}
    .... 0001
    1000200030004000 55667788 00000006
    4d52432d3121 0000
    {{icrc}}""",
)
WRITE_ONLY_IMMEDIATE = FrameVector(
    "write only with immediate of 4 bytes on EV 0xc0010003",
    ("NIC-084",),
    f"""
    020000000201 020000000101 86dd
    612..... 0060 29 .. {_ANY_ADDRESS} fcbbbbbb120021031201310000000000
    61200003 0038 11 .. {_NIC_TO_PEER}
    c001 12b7 0038 ....
    cb 00 ffff 00 0a1b2c {{bits:1}} {{psn:3}}
    {{rqmsn:2}} {{msn:2}}
    .... 0001
    1000200030004000 55667788 00000004
    deadbeef
    4d524321
    {{icrc}}""",
)

_TO_SWITCH = "020000000200 020000000100 86dd"
_ONLY_PATH = f"{_ANY_ADDRESS} fcbbbbbb100020001001300000000000"


def _control(udp_length: str, outer_length: str, traffic_class: str, rest: str) -> str:
    """A control frame on the only path, EV 0xc0000000; lengths and traffic class as hex."""
    return f"""
    {_TO_SWITCH}
    6{traffic_class}..... {outer_length} 29 .. {_ONLY_PATH}
    6{traffic_class}00000 {udp_length} 11 .. {_NIC_TO_PEER}
    c000 12b7 {udp_length} ....
    {rest}
    {{icrc}}"""


_CONTROL_CLASS = "b8"
"""DSCP 46, Not-ECT."""

SACK_AFTER_A_HOLE = FrameVector(
    "SACK of packets 0 and 2",
    ("NIC-032",),
    _control(
        "003c",
        "0064",
        _CONTROL_CLASS,
        "dc 00 ffff 00 0a1b2c 00 ......"
        " 0000 0002 c0000000 {qp:2} 1b2c {ports:1} fffffc 00 00 .... ................"
        " 1111 .... 00 {rcvd_bytes:3}",
    ),
)
SACK_FOR_A_PROBE = FrameVector(
    "SACK that answers reliability probe 0xbeef",
    ("NIC-032",),
    _control(
        "003c",
        "0064",
        _CONTROL_CLASS,
        "dc 00 ffff 00 0a1b2c 00 ......"
        " 0002 beef c0000000 {qp:2} 1b2c {ports:1} fffffc 00 00 .... ................"
        " 4321 .... 00 {rcvd_bytes:3}",
    ),
)
NACK_TRIMMED = FrameVector(
    "NACK of packet 3, trimmed",
    ("NIC-032",),
    _control(
        "002c",
        "0054",
        _CONTROL_CLASS,
        "dd 00 ffff 00 0a1b2c 00 ...... 0000 01 .. c0000000 {qp:2} 1b2c 00 ffffff 20 00 1111",
    ),
)
TRANSPORT_ACK = FrameVector(
    "transport ACK of the first message",
    ("NIC-083",),
    _control("001c", "0044", _CONTROL_CLASS, "d1 00 ffff 00 0a1b2c 00 fffffc 1f 000001"),
)
EV_PROBE_ANSWER = FrameVector(
    "answer to EV probe 0xbeef",
    ("NIC-082", "NIC-049", "NIC-050"),
    _control(
        "003c",
        "0064",
        _CONTROL_CLASS,
        "d9 00 ffff 00 000002 00 00beef 00 {op:1} 0000" + " 00000000" * 6 + " 4321 000000000000",
    ),
)
EV_PROBE_REQUEST = FrameVector(
    "EV probe request",
    ("NIC-081",),
    _control("0028", "0050", "..", "d8 00 ffff 00 000002 00 00 {id:2} 0001 00 .. ........ 00000000 .... 0001"),
)
RELIABILITY_PROBE = FrameVector(
    "reliability probe",
    ("NIC-080",),
    _control(
        "0028",
        "0050",
        "..",
        "de 00 ffff 00 0a1b2c 00 ...... 0000 00 .. .... 0000 {qp:2} 1b2c .... 0001",
    ),
)
