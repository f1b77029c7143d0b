# SPDX-License-Identifier: GPL-2.0-only
"""uN with flavour USD: IPv6 and IPv4 inside, DSCP modes, hop limits, trimmed payloads (RFC 8986 §4.16.3, RFC 1812)."""

from __future__ import annotations

import struct
from ipaddress import IPv6Address
from typing import ClassVar

from scapy.layers.inet import IP

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, forwarded, with_destination
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, Journey, UsdTest, decapsulated, routed, shifted, to, wrapped
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    Srh,
    carrier,
    carrying,
    inner_ipv4,
    inner_ipv6,
    over_ipv4,
    over_ipv6,
    patched,
    payload,
    raw_bytes,
    tcp,
    udp,
    with_ttl,
)
from ptf_tests.switch.settings import Route

# --- Decap -----------------------------------------------------------------------------------------------------------


SEGMENTS_LEFT = 14 + 40 + 3


class Usd(UsdTest):
    """A packet to `B:i::` that carries IPv6 leaves as the inner packet by the route of its destination (vector 6)."""

    requirements: ClassVar = ("SRV6-039",)

    def runTest(self) -> None:
        """UDP and TCP inside, to hosts on two ports."""
        self.configure(Route("fd00::c/128", SPARE))
        second = inner_ipv6(identity=2)
        second.dst = "fd00::c"
        journeys = []
        for inner, port in ((inner_ipv6(), HOST), (over_ipv6(tcp(100, 3)), HOST), (second, SPARE)):
            frame = wrapped(inner, carrier(OWN))
            inner.hlim = 63
            journeys.append(decapsulated(frame, inner, port))
        self.travels(*journeys)


class UsdEverySize(UsdTest):
    """Inner packets of any size leave whole, without a byte of what carried them."""

    requirements: ClassVar = ("SRV6-039", "SRV6-054")

    def runTest(self) -> None:
        """From a few bytes to jumbo frames, large and small by turns."""
        journeys = []
        for size in (12, 8192, 13, 1400, 14, 4096, 64, 8191, 127):
            frame = wrapped(inner_ipv6(size=size, identity=size), carrier(OWN))
            journeys.append(decapsulated(frame, inner_ipv6(size=size, identity=size, hop_limit=63)))
        self.travels(*journeys)


class UsdSrhOneSegment(UsdTest):
    """An SRH of one segment with Segments Left 0 goes away with the outer header (vector 7)."""

    requirements: ClassVar = ("SRV6-040",)

    def runTest(self) -> None:
        srhs = (Srh((carrier(OWN),), 0), Srh((carrier(NEXT),), 0))
        frames = [wrapped(inner_ipv6(), carrier(OWN), srh=srh) for srh in srhs]
        self.travels(*(decapsulated(frame, inner_ipv6(hop_limit=63)) for frame in frames))


class UsdSrhTwoSegments(UsdTest):
    """An SRH of two segments with Segments Left 0 goes away with the outer header (vector 8)."""

    requirements: ClassVar = ("SRV6-041",)

    def runTest(self) -> None:
        """The own SID first and last."""
        lists = ((carrier(OWN), carrier(NEXT)), (carrier(NEXT), carrier(OWN)))
        frames = [wrapped(inner_ipv6(), carrier(OWN), srh=Srh(segments, 0)) for segments in lists]
        self.travels(*(decapsulated(frame, inner_ipv6(hop_limit=63)) for frame in frames))


class UsdSrhTlv(UsdTest):
    """An SRH with a TLV goes away as a whole, or the packet is dropped: it is never cut in the wrong place."""

    requirements: ClassVar = ("SRV6-040",)

    def runTest(self) -> None:
        """A PadN TLV of 8 bytes, whose content is the start of an IPv6 header."""
        inner = inner_ipv6()
        srh = bytes((41, 3, 4, 0, 0, 0, 0, 0)) + IPv6Address(carrier(OWN)).packed + bytes((4, 6)) + bytes(6)
        padded = patched(srh, 24, bytes.fromhex("0406600000000018"))
        for header in (srh, padded):
            frame = carrying(43, header + raw_bytes(inner), carrier(OWN), ecn=0)
            self.send(IN, frame)
            received = self.collect(IN)
            right = decapsulated(frame, inner_ipv6(hop_limit=63)).output
            self.assertIn(received.pop(HOST), ([], [right]), "the inner packet, or nothing")
            self.assertFalse(any(received.values()), "nothing leaves elsewhere")


class UsdSrhLongTlv(UsdTest):
    """However long a TLV is, what it contains is never taken for the inner packet."""

    requirements: ClassVar = ("SRV6-040",)

    def runTest(self) -> None:
        """8 to 512 bytes of an unassigned type (RFC 8754 section 2.1), which look like IPv6 that has a route."""
        self.configure(Route("::/0", OUT))
        for units in (1, 2, 4, 8, 16, 32):
            head = bytes((41, 2 + units, 4, 0, 0, 0, 0, 0)) + IPv6Address(carrier(OWN)).packed
            tlv = bytes((0x60, 8 * units - 2)) + b"\x40" * (8 * units - 2)
            frame = carrying(43, head + tlv + raw_bytes(inner_ipv6()), carrier(OWN), ecn=0)
            self.send(IN, frame)
            received = self.collect(IN)
            right = decapsulated(frame, inner_ipv6(hop_limit=63)).output
            self.assertIn(received.pop(HOST), ([], [right]), "the inner packet, or nothing")
            self.assertFalse(any(received.values()), "nothing leaves elsewhere")


class UsdShifts(UsdTest):
    """A SID with USD and more uSIDs behind it shifts; it decapsulates only as the last one."""

    requirements: ClassVar = ("SRV6-039", "SRV6-001")

    def runTest(self) -> None:
        """One, and two uSIDs behind it."""
        self.configure(Route(f"{carrier(NEXT)}/48", OUT))
        paths = ((NEXT,), (NEXT, OTHER))
        self.travels(*(shifted(to(carrier(OWN, *path), len(path)), carrier(*path)) for path in paths))


class UsdAdvances(UsdTest):
    """A SID with USD and a segment left advances the SRH; it decapsulates only at Segments Left 0."""

    requirements: ClassVar = ("SRV6-075", "SRV6-023")

    def runTest(self) -> None:
        """Segments Left 2 to 1."""
        self.configure(Route(f"{carrier(NEXT)}/48", OUT))
        frame = wrapped(inner_ipv6(), carrier(OWN), srh=Srh((carrier(OWN), carrier(NEXT)), 2))
        output = patched(with_destination(forwarded(frame, OUT), carrier(NEXT)), SEGMENTS_LEFT, b"\x01")
        self.travels(Journey(frame, OUT, output))


class UsdUpperLayer(UsdTest):
    """The next header decides: what does not say that it is IPv6 is not decapsulated, even if it looks like it."""

    requirements: ClassVar = ("SRV6-039",)

    def runTest(self) -> None:
        """An IPv6 packet called UDP, TCP, ESP, or nothing."""
        inner = raw_bytes(inner_ipv6())
        self.drops(*(carrying(header, inner, carrier(OWN)) for header in (17, 6, 50, 59)), reason="sid_upper_layer")


class UsdNotWhatItSays(UsdTest):
    """What says that it is IPv6 or IPv4 and has no such header, or not all of it, is not forwarded."""

    requirements: ClassVar = ("SRV6-039", "SRV6-046", "CNT-027")

    def runTest(self) -> None:
        """Other versions, a short IPv4 header, IPv4 options, headers cut short."""
        self.routes_ipv4()
        six, four = raw_bytes(inner_ipv6()), raw_bytes(inner_ipv4())
        wrong = [(41, patched(six, 0, bytes([version << 4]))) for version in (0, 4, 5, 7, 14)]
        wrong += [(4, patched(four, 0, bytes([first]))) for first in (0x65, 0x55, 0x44, 0x46, 0x4F)]
        wrong += [(41, four), (4, six), (41, six[:39]), (41, six[:1]), (41, b""), (4, four[:19]), (4, four[:1])]
        self.drops(
            *(carrying(header, content, carrier(OWN), ecn=0) for header, content in wrong), reason="inner_unsupported"
        )


class UsdAfterTrim(UsdTest):
    """A packet trimmed upstream is decapsulated like any other; the inner lengths stay what they were."""

    requirements: ClassVar = ("SRV6-039", "SRV6-061")

    def runTest(self) -> None:
        """The inner packet ends in its payload, in its UDP header, and right behind its IPv6 header."""
        inner = raw_bytes(inner_ipv6(size=1000))
        journeys = []
        for kept in (200, 45, 40):
            frame = carrying(41, inner[:kept], carrier(OWN), ecn=0)
            journeys.append(Journey(frame, HOST, forwarded(frame[:14] + inner[:kept], HOST)))
        self.travels(*journeys)


class DscpPipe(UsdTest):
    """DSCP mode pipe: each inner DSCP stays, whatever the outer one is."""

    requirements: ClassVar = ("SRV6-042",)

    def runTest(self) -> None:
        """64 outer DSCPs, the inner one 8 higher (sonic-mgmt vector 6)."""
        journeys = []
        for outer in range(64):
            inner = (outer + 8) % 64
            frame = wrapped(inner_ipv6(dscp=inner, identity=outer), carrier(OWN), dscp=outer)
            journeys.append(decapsulated(frame, inner_ipv6(dscp=inner, identity=outer, hop_limit=63)))
        self.travels(*journeys)


class DscpUniform(UsdTest):
    """DSCP mode uniform: each outer DSCP replaces the inner one."""

    requirements: ClassVar = ("SRV6-043",)

    uniform = True

    def runTest(self) -> None:
        """64 outer DSCPs, the inner one 8 higher."""
        journeys = []
        for outer in range(64):
            frame = wrapped(inner_ipv6(dscp=(outer + 8) % 64, identity=outer), carrier(OTHER), dscp=outer)
            journeys.append(decapsulated(frame, inner_ipv6(dscp=outer, identity=outer, hop_limit=63)))
        self.travels(*journeys)


class HopLimitPipe(UsdTest):
    """The inner hop limit goes down by one; the outer one does not matter."""

    requirements: ClassVar = ("SRV6-044",)

    def runTest(self) -> None:
        """Inner 2, 3, 64, 128 and 255 in outer 2, 64 and 255."""
        journeys = []
        for inner in (2, 3, 64, 128, 255):
            for outer in (2, 64, 255):
                frame = wrapped(inner_ipv6(hop_limit=inner, identity=outer), carrier(OWN), hop_limit=outer)
                journeys.append(decapsulated(frame, inner_ipv6(hop_limit=inner - 1, identity=outer)))
        self.travels(*journeys)


class InnerHopLimitOne(UsdTest):
    """A decapsulated packet whose own hop limit is 1 or 0 is not forwarded."""

    requirements: ClassVar = ("SRV6-044",)

    def runTest(self) -> None:
        self.drops(
            *(wrapped(inner_ipv6(hop_limit=n), carrier(OWN)) for n in (1, 0)),
            reason="hop_limit",
        )


class HopLimitUniform(UsdTest):
    """The outer hop limit, down by one, replaces the inner one."""

    requirements: ClassVar = ("SRV6-045",)

    def runTest(self) -> None:
        """Outer 2, 64 and 255 over inner 7."""
        journeys = []
        for outer in (2, 64, 255):
            frame = wrapped(inner_ipv6(hop_limit=7, identity=outer), carrier(OWN), hop_limit=outer)
            journeys.append(decapsulated(frame, inner_ipv6(hop_limit=outer - 1, identity=outer)))
        self.travels(*journeys)


class InnerDestinationIsRouted(UsdTest):
    """The inner packet is routed, no more: an own SID as inner destination is not processed again."""

    requirements: ClassVar = ("SRV6-016", "SRV6-039")

    def runTest(self) -> None:
        """The inner destination is `B:i:n::`, which has a route."""
        self.configure(Route(f"{carrier(OWN)}/48", SPARE), Route(f"{HOST_DESTINATION}/128", OUT))
        inner = inner_ipv6()
        inner.dst = carrier(OWN, NEXT)
        frame = wrapped(inner, carrier(OWN))
        inner.hlim = 63
        self.travels(decapsulated(frame, inner, SPARE))


# --- Decap ipv4 ------------------------------------------------------------------------------------------------------


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


# --- Decap after trim ------------------------------------------------------------------------------------------------


class UsdIpv4AfterTrim(UsdTest):
    """An IPv4 packet that was trimmed upstream is decapsulated, and its total length stays what it was."""

    requirements: ClassVar = ("SRV6-074", "SRV6-046")

    def runTest(self) -> None:
        """The inner packet ends in its payload, in its UDP header, and right behind its IPv4 header."""
        self.routes_ipv4()
        inner = raw_bytes(inner_ipv4(size=1000))
        journeys = []
        for kept in (200, 25, 20):
            frame = carrying(4, inner[:kept], carrier(OWN), ecn=0)
            bare = forwarded(frame[:12] + b"\x08\x00" + inner[:kept], HOST, hop=False)
            journeys.append(Journey(frame, HOST, with_ttl(bare, 63)))
        self.travels(*journeys)
