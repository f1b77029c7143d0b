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
from ptf_tests.nic.settings import Mode

_ICRC_BYTES = 4
_IPV4_VERSION, _IPV4_WORDS = 4, 5


def icrc(inner: bytes) -> bytes:
    """ICRC of an inner packet, from its IP header up to but not including the ICRC (IBTA Annex A17.3.3).

    CRC-32 over eight bytes of ones, then the packet with what may change on the way set to ones: traffic class, flow
    label and hop limit (TOS, TTL and checksum on IPv4), UDP checksum, and byte 4 of the BTH. The least significant byte
    comes first on the wire.
    """
    masked = bytearray(inner)
    if inner[0] >> 4 == _IPV4_VERSION:
        changing: tuple[int, ...] = (1, 8, 10, 11, 26, 27, 32)
    else:
        masked[0:4] = struct.pack("!I", struct.unpack("!I", inner[:4])[0] | 0x0FFFFFFF)
        changing = (7, 46, 47, 52)
    for at in changing:
        masked[at] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + masked))


@dataclass(frozen=True, slots=True)
class Frame:
    """A decoded frame: fields of each header, in the order of the wire.

    Attributes:
        ethernet, outer, inner, udp, bth: the headers every MRC frame has; without encapsulation ``outer`` is ``inner``.
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


def split_entropy(entropy: int, rules: WireRules) -> tuple[int, int]:
    """(UDP source port, flow label) that carry an EV."""
    high, low = entropy >> 16, entropy & 0xFFFF
    return (high, low) if rules.ev_halves == "sport_high" else (low, high)


def parse(frame: bytes, rules: WireRules, mode: Mode = "srv6") -> Frame:
    """Take a frame of the NIC under test apart. Raises WireError if it is not an MRC packet as ``mode`` has it."""
    ethernet, packet = _take(internet.ETHERNET, frame)
    _expect("ethertype", ethernet["ethertype"], internet.IPV4_TYPE if mode == "ipv4" else internet.IPV6_TYPE)
    outer: Fields | None = None
    if mode == "srv6":
        outer, rest = _take(internet.IPV6, packet)
        _expect("outer IPv6 version", outer["version"], 6)
        _expect("outer next header", outer["next_header"], internet.IN_IPV6)
        if outer["payload_length"] > len(rest):
            raise WireError(f"outer payload length {outer['payload_length']}, but {len(rest)} bytes follow")
        packet = rest[: outer["payload_length"]]
    inner, rest = _ipv4(packet) if mode == "ipv4" else _ipv6(packet)
    udp, rest = _take(internet.UDP, rest)
    _expect("UDP length", udp["length"], len(rest) + size_of(internet.UDP))
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
        inner if outer is None else outer,
        inner,
        udp,
        bth,
        headers,
        payload=rest[:body],
        pad=rest[body:-_ICRC_BYTES],
        icrc=rest[-_ICRC_BYTES:],
        icrc_expected=icrc(packet[:-_ICRC_BYTES]),
        entropy=entropy_of(udp["sport"], inner.get("flow_label", 0), rules),
    )


def _ipv6(packet: bytes) -> tuple[Fields, bytes]:
    inner, rest = _take(internet.IPV6, packet)
    _expect("inner IPv6 version", inner["version"], 6)
    _expect("inner next header", inner["next_header"], internet.UDP_PROTOCOL)
    _expect("inner payload length", inner["payload_length"], len(rest))
    return inner, rest


def _ipv4(packet: bytes) -> tuple[Fields, bytes]:
    inner, rest = _take(internet.IPV4, packet)
    _expect("IPv4 version", inner["version"], _IPV4_VERSION)
    _expect("IHL", inner["ihl"], _IPV4_WORDS)
    _expect("protocol", inner["protocol"], internet.UDP_PROTOCOL)
    _expect("total length", inner["total_length"], len(packet))
    return inner, rest


def ipv4_checksum(header: bytes) -> int:
    """Checksum of an IPv4 header whose own is zero (RFC 1071)."""
    total = sum(int.from_bytes(header[at : at + 2], "big") for at in range(0, len(header), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


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
