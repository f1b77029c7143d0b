# SPDX-License-Identifier: Apache-2.0
"""Whole MRC frames taken apart, and the ICRC: the tester's own, from the layouts of `ptf_tests.headers`.

Sources: docs/wire-profile.md, and IBTA Annex A17 for the ICRC.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from ptf_tests.headers import internet, mrc
from ptf_tests.headers.codec import Fields, Layout, WireError, decode, size_of
from ptf_tests.headers.mrc import WireRules

_ICRC_BYTES = 4


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
        return mrc.opcode_name(self.bth["opcode"])

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


def parse(frame: bytes, rules: WireRules) -> Frame:
    """Take a frame of the NIC under test apart. Raises WireError if it is not an encapsulated MRC packet."""
    ethernet, rest = _take(internet.ETHERNET, frame)
    _expect("ethertype", ethernet["ethertype"], internet.IPV6_TYPE)
    outer, rest = _take(internet.IPV6, rest)
    _expect("outer IPv6 version", outer["version"], 6)
    _expect("outer next header", outer["next_header"], internet.IN_IPV6)
    if outer["payload_length"] > len(rest):
        raise WireError(f"outer payload length {outer['payload_length']}, but {len(rest)} bytes follow")
    packet = rest[: outer["payload_length"]]
    inner, rest = _take(internet.IPV6, packet)
    _expect("inner IPv6 version", inner["version"], 6)
    _expect("inner next header", inner["next_header"], internet.UDP_PROTOCOL)
    _expect("inner payload length", inner["payload_length"], len(rest))
    udp, rest = _take(internet.UDP, rest)
    _expect("UDP length", udp["length"], inner["payload_length"])
    bth, rest = _take(mrc.bth_layout(rules), rest)
    headers: dict[str, Fields] = {}
    for name, layout in mrc.following(bth["opcode"], bth["ts"] == 1, rules):
        headers[name], rest = _take(layout, rest)
    body = len(rest) - _ICRC_BYTES - bth["pad"]
    if body < 0:
        raise WireError(f"{len(rest)} bytes left for payload, {bth['pad']} bytes of padding and the ICRC")
    if bth["opcode"] not in mrc.DATA and body:
        raise WireError(f"{body} bytes after the headers of a {mrc.opcode_name(bth['opcode'])}")
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
    return psn + by & mrc.PSN_MASK


def distance(psn: int, reference: int) -> int:
    """How far ``psn`` is after ``reference`` (negative: before), in the nearer half of the PSN space."""
    return (psn - reference + (1 << 23) & mrc.PSN_MASK) - (1 << 23)
