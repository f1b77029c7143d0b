# SPDX-License-Identifier: GPL-2.0-only
"""Test packets and expected packets, as pure functions of what a requirement says.

Everything is built field by field with scapy's generic layers; nothing here knows the program under test.
"""

from __future__ import annotations

import struct
from ipaddress import IPv6Address

from msgspec import Struct
from scapy.layers.inet import IP, TCP, UDP
from scapy.layers.inet6 import ICMPv6EchoRequest, IPv6, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import Ether
from scapy.packet import Packet, Raw

from ptf_tests.catalogue.roles import DscpRoles

ETHERNET_BYTES = 14
IPV6_BYTES = 40
IPV4_BYTES = 20

DSCP_TRIMMABLE = DscpRoles().trimmable
SENTINEL_DSCP = 63
"""In no case's DSCP map: traffic class 0, queue 0, which no case limits."""

ECT_0 = 2
CE = 3

TUNNEL_SOURCE = "fd00:0:0:ffff::1"
"""Outer source address of tunnelled packets."""

HOST_SOURCE = "fd00::a"
HOST_DESTINATION = "fd00::b"
TESTER_MAC = "02:00:00:00:00:01"
SWITCH_MAC = "02:00:00:00:00:02"


def carrier(*usids: int) -> str:
    """The IPv6 address `block : usid : usid ...` (F3216), zero filled; up to six 16-bit uSIDs. Raises ValueError."""
    if len(usids) > 6:
        raise ValueError(f"{len(usids)} uSIDs do not fit an address; accepted: 0..6")
    return str(
        IPv6Address(bytes.fromhex("fcbbbbbb") + b"".join(struct.pack("!H", usid) for usid in usids).ljust(12, b"\0"))
    )


class Srh(Struct, frozen=True):
    """An SRH by its segment list (Segment List[0] first, as on the wire) and Segments Left."""

    segments: tuple[str, ...]
    segments_left: int


def payload(identity: int, size: int) -> bytes:
    """`size` bytes that start with an 8-byte identity, so that outputs match inputs by content and not by time."""
    head = struct.pack("!Q", identity)
    return (head + bytes((identity + i) & 0xFF for i in range(max(0, size - len(head)))))[:size]


def traffic_class(dscp: int, ecn: int) -> int:
    """DSCP (6 bits) and ECN (2 bits) as the IPv6 traffic class octet."""
    return dscp << 2 | ecn


def inner_ipv6(*, dscp: int = 0, ecn: int = 0, hop_limit: int = 64, size: int = 64, identity: int = 1) -> Packet:
    """An inner IPv6/UDP packet from one host to another with `size` bytes of UDP payload."""
    return (
        IPv6(src=HOST_SOURCE, dst=HOST_DESTINATION, tc=traffic_class(dscp, ecn), hlim=hop_limit, fl=0x12345)
        / UDP(sport=0xC123, dport=4791)
        / Raw(payload(identity, size))
    )


def inner_ipv4(*, dscp: int = 0, ecn: int = 0, ttl: int = 64, size: int = 64, identity: int = 1) -> Packet:
    """An inner IPv4/UDP packet with `size` bytes of UDP payload."""
    return (
        IP(src="192.0.2.1", dst="198.51.100.2", tos=traffic_class(dscp, ecn), ttl=ttl, id=7)
        / UDP(sport=0xC123, dport=4791)
        / Raw(payload(identity, size))
    )


def udp(size: int, identity: int = 1) -> Packet:
    """UDP with `size` bytes of payload, ports as in the sonic-mgmt trimming tests."""
    return UDP(sport=4321, dport=1234) / Raw(payload(identity, size))


def tcp(size: int, identity: int = 1) -> Packet:
    """TCP without options and with `size` bytes of payload."""
    return TCP(sport=4321, dport=1234, seq=0x01020304, ack=0x05060708, flags="A") / Raw(payload(identity, size))


def mrc_write(size: int, identity: int = 1) -> Packet:
    """UDP with an MRC Write Only: BTH (12 bytes), METH (4), TSETH (4), RETH (16), `size` bytes of payload, ICRC (4).

    Source: the MRC specification, packet rules. Every header byte is another one, so that none can stand for another.
    """
    bth = bytes.fromhex("ca40ffff 00123456 b0654321")  # write only, M; QP 0x123456; AckReq, rtx, ts; PSN 0x654321
    meth, tseth = bytes.fromhex("a1a2a3a4"), bytes.fromhex("b1b20001")
    reth = bytes.fromhex("c1c2c3c4c5c6c7c8 d1d2d3d4") + struct.pack("!I", size)
    return UDP(sport=0xC123, dport=4791) / Raw(bth + meth + tseth + reth + payload(identity, size) + b"ICRC")


def over_ipv6(transport: Packet, *, dscp: int = 0, ecn: int = 0, hop_limit: int = 64) -> Packet:
    """A transport packet in IPv6, from one host to another."""
    return IPv6(src=HOST_SOURCE, dst=HOST_DESTINATION, tc=traffic_class(dscp, ecn), hlim=hop_limit) / transport


def over_ipv4(transport: Packet, *, dscp: int = 0, ecn: int = 0, ttl: int = 64) -> Packet:
    """A transport packet in IPv4, from one host to another."""
    return IP(src="192.0.2.1", dst="198.51.100.2", tos=traffic_class(dscp, ecn), ttl=ttl, id=0xBEEF) / transport


def native(packet: Packet) -> Packet:
    """An IPv4 or IPv6 packet in Ethernet, without a tunnel."""
    return Ether(src=TESTER_MAC, dst=SWITCH_MAC) / packet


def tunnel(
    inner: Packet,
    destination: str,
    *,
    dscp: int = DSCP_TRIMMABLE,
    ecn: int = ECT_0,
    hop_limit: int = 64,
    srh: Srh | None = None,
    src_mac: str = TESTER_MAC,
    dst_mac: str = SWITCH_MAC,
) -> Packet:
    """`inner` in an outer IPv6 header towards `destination`, with an SRH when one is given."""
    outer = IPv6(src=TUNNEL_SOURCE, dst=destination, tc=traffic_class(dscp, ecn), hlim=hop_limit, fl=0x12345)
    next_header = 4 if isinstance(inner, IP) else 41
    frame = Ether(src=src_mac, dst=dst_mac) / outer
    if srh is None:
        frame[IPv6].nh = next_header
        return frame / inner
    header = IPv6ExtHdrSegmentRouting(
        nh=next_header, addresses=list(srh.segments), segleft=srh.segments_left, lastentry=len(srh.segments) - 1
    )
    frame[IPv6].nh = 43
    return frame / header / inner


def carrying(
    next_header: int,
    content: bytes,
    destination: str,
    *,
    dscp: int = DSCP_TRIMMABLE,
    ecn: int = ECT_0,
    flow_label: int = 0x12345,
    hop_limit: int = 64,
    source: str = TUNNEL_SOURCE,
) -> bytes:
    """A frame whose outer IPv6 header carries any `content` under any next header."""
    words = (6 << 28 | traffic_class(dscp, ecn) << 20 | flow_label, len(content), next_header, hop_limit)
    header = struct.pack("!IHBB", *words) + IPv6Address(source).packed + IPv6Address(destination).packed
    macs = bytes.fromhex((SWITCH_MAC + TESTER_MAC).replace(":", ""))
    return macs + b"\x86\xdd" + header + content


def patched(frame: bytes, offset: int, replacement: bytes) -> bytes:
    """The frame with the bytes from `offset` on overwritten."""
    return frame[:offset] + replacement + frame[offset + len(replacement) :]


def shortened(frame: bytes, size: int) -> bytes:
    """The first `size` bytes of an IPv6 frame, the outermost payload length corrected, as a trim upstream leaves it."""
    return patched(frame[:size], ETHERNET_BYTES + 4, struct.pack("!H", size - ETHERNET_BYTES - IPV6_BYTES))


def without_srh(frame: bytes) -> bytes:
    """A frame whose SRH follows the outer IPv6 header, after penultimate segment pop (RFC 8986 §4.16.1)."""
    srh = ETHERNET_BYTES + IPV6_BYTES
    length = 8 * (frame[srh + 1] + 1)
    left = struct.unpack_from("!H", frame, ETHERNET_BYTES + 4)[0] - length
    return patched(frame[:srh] + frame[srh + length :], ETHERNET_BYTES + 4, struct.pack("!HB", left, frame[srh]))


def echo_request(destination: str, *, source: str = TUNNEL_SOURCE, sequence: int = 1, hop_limit: int = 64) -> bytes:
    """An ICMPv6 echo request on its own, without a tunnel."""
    return bytes(
        Ether(src=TESTER_MAC, dst=SWITCH_MAC)
        / IPv6(src=source, dst=destination, tc=traffic_class(DSCP_TRIMMABLE, ECT_0), hlim=hop_limit)
        / ICMPv6EchoRequest(id=0x7E57, seq=sequence, data=payload(sequence, 32))
    )


def raw_bytes(packet: Packet) -> bytes:
    """The packet on the wire, lengths and checksums filled in."""
    return bytes(packet)


def trimmed(frame: bytes, size: int, dscp: int, *, update_length: bool = True) -> bytes:
    """What a trim makes of an IPv6 frame: its first `size` bytes, another DSCP, ECN kept, outermost length updated.

    Source: SAI packet trimming proposal (length updated) and SONiC-VPP (preserved). A frame that is not longer than
    `size` is not cut, and its length is right already.
    """
    cut = bytearray(frame[:size])
    ecn = (cut[15] >> 4) & 0x3
    set_traffic_class(cut, traffic_class(dscp, ecn))
    if update_length and len(frame) > size:
        struct.pack_into("!H", cut, ETHERNET_BYTES + 4, size - ETHERNET_BYTES - IPV6_BYTES)
    return bytes(cut)


def is_ipv4(frame: bytes) -> bool:
    return frame[12:14] == b"\x08\x00"


def trimmed_ipv4(frame: bytes, size: int, dscp: int, *, update_length: bool = True) -> bytes:
    """What a trim makes of an IPv4 frame without options: as `trimmed`, and the header checksum is right."""
    cut = bytearray(frame[:size])
    cut[15] = traffic_class(dscp, cut[15] & 0x3)
    if update_length and len(frame) > size:
        struct.pack_into("!H", cut, ETHERNET_BYTES + 2, size - ETHERNET_BYTES)
    set_ipv4_checksum(cut)
    return bytes(cut)


def set_ipv4_checksum(frame: bytearray) -> None:
    """Make the checksum of an IPv4 header without options right (RFC 1071)."""
    frame[24:26] = b"\0\0"
    sum_ = sum(struct.unpack("!10H", frame[ETHERNET_BYTES : ETHERNET_BYTES + IPV4_BYTES]))
    while sum_ > 0xFFFF:
        sum_ = (sum_ & 0xFFFF) + (sum_ >> 16)
    struct.pack_into("!H", frame, 24, sum_ ^ 0xFFFF)


def with_ttl(frame: bytes, ttl: int) -> bytes:
    """An IPv4 frame without options with another TTL and the checksum that belongs to it."""
    copy = bytearray(frame)
    copy[22] = ttl
    set_ipv4_checksum(copy)
    return bytes(copy)


def with_source(frame: bytes, address: str) -> bytes:
    return frame[:22] + IPv6Address(address).packed + frame[38:]


def set_traffic_class(frame: bytearray, value: int) -> None:
    """Overwrite the outer IPv6 traffic class octet, which straddles the second and third nibble."""
    frame[14] = 0x60 | value >> 4
    frame[15] = (value & 0xF) << 4 | frame[15] & 0xF


def marked(frame: bytes) -> bytes:
    """The frame with its outer ECN field set to CE; the checksum of an IPv4 header without options is right."""
    copy = bytearray(frame)
    copy[15] |= CE if is_ipv4(frame) else CE << 4
    if is_ipv4(frame):
        set_ipv4_checksum(copy)
    return bytes(copy)


def sentinel(port: int, identity: int) -> bytes:
    """An ICMPv6 echo that the base class routes to `port` in the lowest queue, behind everything sent before it."""
    return bytes(
        Ether(src=TESTER_MAC, dst=SWITCH_MAC)
        / IPv6(src="fd5e::1", dst=sentinel_address(port), tc=traffic_class(SENTINEL_DSCP, 0), hlim=64)
        / ICMPv6EchoRequest(id=0x5E5E, seq=identity & 0xFFFF, data=struct.pack("!Q", identity))
    )


def sentinel_address(port: int) -> str:
    """Destination of the sentinel that leaves on `port`."""
    return str(IPv6Address(f"fd5e:5e5e::{port:x}"))


def is_sentinel(frame: bytes, identity: int) -> bool:
    """Whether a received frame is the sentinel with this identity."""
    return len(frame) == 70 and frame[20] == 58 and frame[62:70] == struct.pack("!Q", identity)


def describe(frame: bytes) -> str:
    """A frame for people: decoded layer by layer, then hex."""
    lines = [Ether(frame).show(dump=True)]
    for offset in range(0, len(frame), 16):
        chunk = frame[offset : offset + 16]
        lines.append(f"{offset:04x}  {chunk.hex(' ')}")
    return "\n".join(lines)
