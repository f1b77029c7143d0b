# SPDX-License-Identifier: Apache-2.0
"""Golden frames that the NIC under test must send, worked out by hand from docs/protocol/wire-format.md.

Every nibble is literal but for those the requirement leaves open (``.``), numbers that the NIC or the case chose
(``{name:bytes}``), and the ICRC (``{icrc}``), which follows from the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ptf_tests.catalogue.dscp import DscpRoles
from ptf_tests.headers import codec, internet
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic import wire
from ptf_tests.nic.api import Capabilities
from ptf_tests.nic.frames import INNER, OUTER, UDP, NetFrame, changed


@dataclass(frozen=True, slots=True)
class FrameVector:
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
        one = changed(one, at, internet.IPV6, icrc=False, dscp=chosen.get(header["dscp"], header["dscp"]))
    inner, udp = codec.decode(internet.IPV6, one.data[INNER:]), codec.decode(internet.UDP, one.data[UDP:])
    sport, label = wire.entropy_halves(wire.entropy_of(udp["sport"], inner["flow_label"], WireRules()), rules)
    one = changed(one, INNER, internet.IPV6, icrc=False, flow_label=label)
    return changed(one, UDP, internet.UDP, icrc=False, sport=sport, dport=rules.udp_port).data


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
