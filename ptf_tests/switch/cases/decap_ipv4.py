# SPDX-License-Identifier: GPL-2.0-only
"""uN with flavour USD and IPv4 inside: EtherType, TTL, checksums, DSCP modes (RFC 8986 §4.16.3, RFC 1812)."""

from __future__ import annotations

import struct
from typing import ClassVar

from scapy.layers.inet import IP

from ptf_tests.switch.case import OUT
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, Journey, UsdTest, decapsulated, routed, shifted, wrapped
from ptf_tests.switch.packets import (
    Srh,
    carrier,
    carrying,
    inner_ipv4,
    over_ipv4,
    patched,
    payload,
    raw_bytes,
    tcp,
    udp,
)
from ptf_tests.switch.settings import Route


class UsdIpv4(UsdTest):
    """IPv4 inside: EtherType 0x0800, a right header checksum, and nothing else changed."""

    requirements: ClassVar = ("SRV6-046",)

    def runTest(self) -> None:
        """UDP, TCP, a first and a later fragment, don't-fragment."""
        self.routes_ipv4()
        journeys = []
        for inner in (
            inner_ipv4(),
            over_ipv4(tcp(100, 2)),
            over_ipv4(udp(1400, 3)),
            IP(src="192.0.2.1", dst="198.51.100.2", id=4, flags="MF") / udp(64, 4),
            IP(src="192.0.2.1", dst="198.51.100.2", id=5, frag=185) / payload(5, 64),
            IP(src="192.0.2.1", dst="198.51.100.2", id=6, flags="DF") / udp(64, 6),
        ):
            frame = wrapped(inner, carrier(OWN))
            inner.ttl -= 1
            journeys.append(decapsulated(frame, inner))
        self.travels(*journeys)


class UsdSrhIpv4(UsdTest):
    """The same for IPv4 inside, behind one and two segments."""

    requirements: ClassVar = ("SRV6-040", "SRV6-041", "SRV6-046")

    def runTest(self) -> None:
        self.routes_ipv4()
        lists = ((carrier(OWN),), (carrier(OWN), carrier(NEXT)))
        frames = [wrapped(inner_ipv4(), carrier(OWN), srh=Srh(segments, 0)) for segments in lists]
        self.travels(*(decapsulated(frame, inner_ipv4(ttl=63)) for frame in frames))


class DscpPipeIpv4(UsdTest):
    """DSCP mode pipe with IPv4 inside."""

    requirements: ClassVar = ("SRV6-042", "SRV6-046")

    def runTest(self) -> None:
        """64 outer DSCPs, the inner one 8 higher."""
        self.routes_ipv4()
        journeys = []
        for outer in range(64):
            inner = (outer + 8) % 64
            frame = wrapped(inner_ipv4(dscp=inner, identity=outer), carrier(OWN), dscp=outer)
            journeys.append(decapsulated(frame, inner_ipv4(dscp=inner, identity=outer, ttl=63)))
        self.travels(*journeys)


class DscpUniformIpv4(UsdTest):
    """DSCP mode uniform with IPv4 inside: the checksum follows the DSCP."""

    requirements: ClassVar = ("SRV6-043", "SRV6-046")

    uniform = True

    def runTest(self) -> None:
        """64 outer DSCPs, the inner one 8 higher."""
        self.routes_ipv4()
        journeys = []
        for outer in range(64):
            frame = wrapped(inner_ipv4(dscp=(outer + 8) % 64, identity=outer), carrier(OTHER), dscp=outer)
            journeys.append(decapsulated(frame, inner_ipv4(dscp=outer, identity=outer, ttl=63)))
        self.travels(*journeys)


class HopLimitPipeIpv4(UsdTest):
    """The inner TTL goes down by one."""

    requirements: ClassVar = ("SRV6-044", "SRV6-046")

    def runTest(self) -> None:
        """Inner 2, 3, 64, 128 and 255 in outer 2, 64 and 255."""
        self.routes_ipv4()
        journeys = []
        for inner in (2, 3, 64, 128, 255):
            for outer in (2, 64, 255):
                frame = wrapped(inner_ipv4(ttl=inner, identity=outer), carrier(OWN), hop_limit=outer)
                journeys.append(decapsulated(frame, inner_ipv4(ttl=inner - 1, identity=outer)))
        self.travels(*journeys)


class InnerTtlOne(UsdTest):
    """A decapsulated IPv4 packet whose TTL is 1 or 0 is not forwarded."""

    requirements: ClassVar = ("SRV6-044", "SRV6-046")

    def runTest(self) -> None:
        self.routes_ipv4()
        self.drops(*(wrapped(inner_ipv4(ttl=n), carrier(OWN)) for n in (1, 0)), reason="hop_limit")


class UsdIpv4Checksums(UsdTest):
    """The IPv4 header checksum is right where one's complement arithmetic carries, too."""

    requirements: ClassVar = ("SRV6-046",)

    def runTest(self) -> None:
        """64 identifications, so that checksums before and after lie on both sides of 0x0000 and 0xFEFF."""
        self.routes_ipv4()
        base = inner_ipv4()
        base.id, base.ttl = 0, 64
        zero_at = struct.unpack_from("!H", raw_bytes(base), 10)[0]
        journeys: list[Journey] = []
        for offset in range(-8, 8):
            for step in (0x0000, 0x0100, 0xFF00, 0x8000):
                inner = inner_ipv4(identity=len(journeys))
                inner.id = (zero_at + offset + step) & 0xFFFF
                frame = wrapped(inner, carrier(OWN))
                inner.ttl = 63
                journeys.append(decapsulated(frame, inner))
        self.travels(*journeys)


class InnerChecksumWrong(UsdTest):
    """An inner IPv4 packet with a wrong header checksum is not forwarded after decapsulation."""

    requirements: ClassVar = ("SRV6-047",)

    def runTest(self) -> None:
        """Each bit of the checksum, and one bit of each word of the header."""
        self.routes_ipv4()
        inner = raw_bytes(inner_ipv4())
        word = struct.unpack_from("!H", inner, 10)[0]
        wrong = [patched(inner, 10, struct.pack("!H", word ^ 1 << bit)) for bit in range(16)]
        wrong += [patched(inner, byte, bytes([inner[byte] ^ 1])) for byte in (1, 3, 5, 7, 9, 13, 15, 17, 19)]
        self.drops(*(carrying(4, content, carrier(OWN)) for content in wrong), reason="inner_checksum")


class InnerChecksumInTransit(UsdTest):
    """In transit nobody looks at the checksum of an inner IPv4 header."""

    requirements: ClassVar = ("SRV6-047",)

    def runTest(self) -> None:
        """Routed, and shifted."""
        self.configure(Route(f"{carrier(NEXT)}/48", OUT))
        wrong = patched(raw_bytes(inner_ipv4()), 10, b"\x12\x34")
        self.travels(
            routed(carrying(4, wrong, carrier(NEXT))), shifted(carrying(4, wrong, carrier(OWN, NEXT)), carrier(NEXT))
        )
