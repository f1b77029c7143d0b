# SPDX-License-Identifier: GPL-2.0-only
"""Static forwarding: what a routed packet looks like, what is not forwarded, and which route decides."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network
from typing import ClassVar

from scapy.layers.l2 import ARP, Dot1Q, Ether
from scapy.packet import Raw

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, ForwardingTest, RoutingTest, decapsulated, routed, to, wrapped
from ptf_tests.switch.packets import (
    SWITCH_MAC,
    TESTER_MAC,
    Srh,
    carrier,
    carrying,
    inner_ipv4,
    inner_ipv6,
    native,
    over_ipv4,
    over_ipv6,
    patched,
    payload,
    raw_bytes,
    shortened,
    tcp,
    tunnel,
    udp,
    with_source,
)
from ptf_tests.switch.settings import Blackhole, Route, un

# --- Routing ---------------------------------------------------------------------------------------------------------


HEADER_BYTES = 14 + 40 + 40 + 8
"""Ethernet, outer and inner IPv6, UDP."""

LARGEST = 8294
"""8192 bytes of payload in these headers."""


class RouteHit(RoutingTest):
    """A routed packet leaves by its route's port alone, with the MAC addresses of the hop and one hop less."""

    requirements: ClassVar = ("SRV6-053",)

    def runTest(self) -> None:
        """To each port, the ingress port included, from two ports."""
        usids = {port: 0x5000 + port for port in PORTS}
        self.configure(*(Route(f"{carrier(usid)}/48", port) for port, usid in usids.items()))
        for ingress in (IN, SPARE):
            self.travels(*(routed(to(carrier(usid), usid), port) for port, usid in usids.items()), ingress=ingress)


class RouteNothingElse(RoutingTest):
    """Nothing else of a routed packet changes, whatever its headers say."""

    requirements: ClassVar = ("SRV6-053",)

    def runTest(self) -> None:
        """Traffic class, flow label, source, next header, broken and unknown content, another source MAC address."""
        frames = [to(carrier(NEXT), label, hop_limit=255) for label in range(4)]
        frames += [carrying(17, payload(n, 64), carrier(NEXT), flow_label=1 << n, ecn=n % 4) for n in range(20)]
        frames += [carrying(header, payload(header, 64), carrier(NEXT)) for header in (4, 6, 41, 43, 44, 50, 59, 58)]
        frames.append(with_source(to(carrier(NEXT), 5), carrier(OWN, NEXT)))
        frames.append(patched(to(carrier(NEXT), 6), 6, bytes.fromhex("00005e0053ff")))
        self.travels(*(routed(frame) for frame in frames))


class RouteNative(RoutingTest):
    """Packets without a tunnel are routed like others: UDP and TCP right behind IPv6."""

    requirements: ClassVar = ("SRV6-053",)

    def runTest(self) -> None:
        """To a host."""
        self.configure(Route("fd00::b/128", HOST))
        packets = (over_ipv6(udp(100)), over_ipv6(tcp(100)))
        self.travels(*(routed(raw_bytes(native(packet)), HOST) for packet in packets))


class RouteEverySize(RoutingTest):
    """Frames of any size up to 8294 bytes leave whole."""

    requirements: ClassVar = ("SRV6-054",)

    def runTest(self) -> None:
        """Around powers of two and the usual limits, large and small by turns."""
        limits = (128, 256, 512, 1024, 1500, 1514, 1518, 2048, 4096, 8192, LARGEST)
        sizes = sorted({size for limit in limits for size in (limit - 1, limit)} | {HEADER_BYTES + 8})
        alternating = [size for pair in zip(sizes, reversed(sizes), strict=True) for size in pair]
        self.travels(
            *(
                routed(raw_bytes(tunnel(inner_ipv6(size=size - HEADER_BYTES, identity=index), carrier(NEXT))))
                for index, size in enumerate(alternating)
            )
        )


class RouteOrder(RoutingTest):
    """Packets of one queue leave in the order in which they arrived."""

    requirements: ClassVar = ("SRV6-055",)

    def runTest(self) -> None:
        """30 packets of many sizes to one port, and 15 each to two ports by turns."""
        self.configure(Route(f"{carrier(OTHER)}/48", HOST))
        for usids in ((NEXT, NEXT), (NEXT, OTHER)):
            journeys = []
            for index in range(30):
                inner = inner_ipv6(size=16 + 977 * index % 1400, identity=index)
                usid = usids[index % 2]
                journeys.append(routed(raw_bytes(tunnel(inner, carrier(usid))), OUT if usid == NEXT else HOST))
            expected = {port: [j.output for j in journeys if j.port == port] for port in (OUT, HOST)}
            for journey in journeys:
                self.send(IN, journey.frame)
            received = self.collect(IN)
            for port in (OUT, HOST):
                self.assertEqual(received[port], expected[port], f"port {port}: other packets, or another order")


class InnerCutShort(RoutingTest):
    """A frame that ends inside an inner header, as after a trim upstream, is forwarded like any other."""

    requirements: ClassVar = ("SRV6-061",)

    def runTest(self) -> None:
        """In the inner IPv6, IPv4 and UDP headers, and behind the outer header; the outer length is right."""
        six, four = (raw_bytes(tunnel(inner, carrier(NEXT))) for inner in (inner_ipv6(), inner_ipv4()))
        srh = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT), srh=Srh((carrier(OWN),), 1)))
        frames = [shortened(six, end) for end in (55, 60, 74, 93, 94, 97, 101)]
        frames += [shortened(four, end) for end in (55, 65, 73, 77)]
        frames += [shortened(srh, end) for end in (57, 63, 78, 79)]
        self.travels(*(routed(frame) for frame in frames))


class InnerCutShortLengthKept(RoutingTest):
    """The same where trims upstream preserve the outer length, which then exceeds the frame."""

    requirements: ClassVar = ("SRV6-061", "TRIM-021")

    def runTest(self) -> None:
        """In the inner IPv6 header, and in UDP."""
        six = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT)))
        self.travels(*(routed(six[:end]) for end in (74, 97)))


class HopLimits(RoutingTest):
    """Hop limit 2 leaves as 1, and 255 as 254."""

    requirements: ClassVar = ("SRV6-062",)

    def runTest(self) -> None:
        """Around every power of two."""
        limits = sorted({value for bit in range(2, 9) for value in ((1 << bit) - 1, 1 << bit) if value < 256} | {2})
        self.travels(*(routed(to(carrier(NEXT), n, hop_limit=n)) for n in limits))


class HopLimitExpires(RoutingTest):
    """With hop limit 1 or 0 a packet is not forwarded; its source has no route, so nothing can answer either."""

    requirements: ClassVar = ("SRV6-062",)

    def runTest(self) -> None:
        self.drops(*(to(carrier(NEXT), hop_limit=n) for n in (1, 0)), reason="hop_limit")


class Malformed(RoutingTest):
    """A frame that ends inside the outer IPv6 header leaves on no port."""

    requirements: ClassVar = ("SRV6-063",)

    def runTest(self) -> None:
        """Without a byte of it, with one, with half of it, and with all but one."""
        frame = to(carrier(NEXT))
        self.drops(*(frame[: 14 + length] for length in (0, 1, 20, 24, 39)), reason="malformed")


class WrongVersion(RoutingTest):
    """EtherType IPv6 over a version that is not 6 leaves on no port."""

    requirements: ClassVar = ("SRV6-063",)

    def runTest(self) -> None:
        """The 15 other versions."""
        frame = to(carrier(NEXT))
        versions = [version for version in range(16) if version != 6]
        self.drops(*(patched(frame, 14, bytes([n << 4 | frame[14] & 0xF])) for n in versions), reason="malformed")


class NotIp(RoutingTest):
    """Anything but IP leaves on no port."""

    requirements: ClassVar = ("SRV6-064",)

    def runTest(self) -> None:
        """ARP, IPv6 behind a VLAN tag, pause, LLDP, an EtherType nobody uses, those next to IPv6's; perhaps IPv4."""
        six = to(carrier(NEXT))
        self.configure(Route("198.51.100.0/24", OUT))
        broadcast = Ether(dst="ff:ff:ff:ff:ff:ff", src=TESTER_MAC)
        frames = [
            raw_bytes(broadcast / ARP()),
            raw_bytes(Ether(dst=SWITCH_MAC, src=TESTER_MAC) / Dot1Q(vlan=1, type=0x86DD) / Raw(six[14:])),
            *(patched(six, 12, bytes.fromhex(kind)) for kind in ("8808", "88cc", "88b5", "86dc", "06dd", "0000")),
        ]
        if "routing.ipv4" not in self.profile.claims:
            frames.append(raw_bytes(native(over_ipv4(udp(64)))))
        self.drops(*frames, reason="not_ip")


class Multicast(RoutingTest):
    """A multicast destination or source leaves on no port, even where a default route would take it."""

    requirements: ClassVar = ("SRV6-065",)

    def runTest(self) -> None:
        """Scopes from interface to global; the first and the last such address."""
        self.configure(Route("::/0", OUT))
        multicast = ("ff02::1", "ff0e::1", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ff7f::1")
        frames = [to(address) for address in multicast]
        frames += [with_source(to(carrier(NEXT)), address) for address in multicast]
        self.drops(*frames, reason="multicast")


class MulticastNeighbours(RoutingTest):
    """Unicast next to the multicast range is routed, as destination and as source."""

    requirements: ClassVar = ("SRV6-053", "SRV6-065")

    def runTest(self) -> None:
        """The first byte differs from 0xFF in one bit, and all after it are set; no link-local or unique local ones."""
        self.configure(Route("::/0", SPARE))
        firsts = (0x7F, 0xBF, 0xDF, 0xEF, 0xF7, 0xFB)
        addresses = [f"{first:02x}{second}::1" for first in firsts for second in ("00", "ff")]
        journeys = [routed(to(address, index), SPARE) for index, address in enumerate(addresses)]
        self.travels(*journeys, *(routed(with_source(to(carrier(NEXT), 99), address)) for address in addresses))


class MulticastSegment(RoutingTest):
    """A multicast address as the next segment leaves on no port."""

    requirements: ClassVar = ("SRV6-065", "SRV6-023")

    def runTest(self) -> None:
        """Segments Left 2 to 1, a default route."""
        self.configure(Route("::/0", OUT), un(f"{carrier(OWN)}/48"))
        srh = Srh((carrier(NEXT), "ff0e::1"), 2)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=srh)), reason="multicast")


class MulticastInside(RoutingTest):
    """A multicast inner destination leaves on no port after decapsulation."""

    requirements: ClassVar = ("SRV6-065", "SRV6-039", "SRV6-046")

    def runTest(self) -> None:
        """IPv6, and the first and last IPv4 group; default routes."""
        self.configure(Route("::/0", OUT), Route("0.0.0.0/0", OUT), un(f"{carrier(OWN)}/48", usd=True))
        frames = []
        for destination in ("ff0e::1", "224.0.0.0", "239.255.255.255"):
            inner = inner_ipv6() if ":" in destination else inner_ipv4()
            inner.dst = destination
            frames.append(wrapped(inner, carrier(OWN)))
        self.drops(*frames, reason="multicast")


# --- Routing prefix --------------------------------------------------------------------------------------------------


NOWHERE = 0x2002
"""A uSID that nobody has."""


class NestedRoutesTest(ForwardingTest):
    """129 routes nested in one another, from /0 to /128.

    Attributes:
        reverse: the longest is installed first.
    """

    INSIDE = "2001:db8:1234:5678:9abc:def0:1357:9bdf"
    reverse = False

    def setUp(self) -> None:
        """Install a route of each length, to the ports by turns."""
        super().setUp()
        lengths = range(129)
        self.configure(*(self.route(length) for length in (reversed(lengths) if self.reverse else lengths)))

    def route(self, length: int) -> Route:
        """The route of that length around `INSIDE`."""
        return Route(str(IPv6Network((self.INSIDE, length), strict=False)), self.port(length))

    @staticmethod
    def port(length: int) -> int:
        """Where the route of that length leads: another port than the next shorter and longer ones."""
        return (OUT, HOST, SPARE)[length % 3]

    def destination(self, length: int) -> str:
        """An address that agrees with `INSIDE` in its first `length` bits, and not in the next."""
        inside = int(IPv6Address(self.INSIDE))
        return str(IPv6Address(inside ^ (1 << 127 - length) if length < 128 else inside))


class LongestPrefix(NestedRoutesTest):
    """Of 129 routes nested in one another, from /0 to /128, the longest that matches decides."""

    requirements: ClassVar = ("SRV6-056",)

    def runTest(self) -> None:
        """129 destinations, the longest match of each another length."""
        self.travels(*(routed(to(self.destination(n), n), self.port(n)) for n in range(129)))


class LongestPrefixInstalledFirst(LongestPrefix):
    """The order in which routes were installed does not matter: here the longest came first."""

    requirements: ClassVar = ("SRV6-056",)

    reverse = True


class LongestPrefixRemoved(NestedRoutesTest):
    """When routes go, packets take the longest of those that are left."""

    requirements: ClassVar = ("SRV6-056", "CFG-014")

    def runTest(self) -> None:
        """Every length that is not a multiple of 16 goes."""
        self.remove(*(self.route(length) for length in range(129) if length % 16))
        self.travels(*(routed(to(self.destination(n), n), self.port(n // 16 * 16)) for n in range(129)))


class LongestPrefixIpv4(ForwardingTest):
    """The same holds for the IPv4 routes of decapsulated packets, from /0 to /32."""

    requirements: ClassVar = ("SRV6-056", "SRV6-046", "SRV6-039")

    INSIDE = 0x1AA85AB7  # 26.168.90.183

    def runTest(self) -> None:
        """33 routes, 33 destinations; none of them is multicast."""
        ports = (OUT, HOST, SPARE)
        self.configure(un(f"{carrier(OWN)}/48", usd=True))
        journeys = []
        for length in range(33):
            network = self.INSIDE >> 32 - length << 32 - length
            self.configure(Route(f"{_dotted(network)}/{length}", ports[length % 3]))
            inner = inner_ipv4(identity=length)
            inner.dst = _dotted(self.INSIDE ^ (1 << 31 - length) if length < 32 else self.INSIDE)
            frame = wrapped(inner, carrier(OWN))
            inner.ttl = 63
            journeys.append(decapsulated(frame, inner, ports[length % 3]))
        self.travels(*journeys)


def _dotted(value: int) -> str:
    return ".".join(str(byte) for byte in value.to_bytes(4, "big"))


class RouteMiss(RoutingTest):
    """A packet without a route leaves on no port."""

    requirements: ClassVar = ("SRV6-057",)

    def runTest(self) -> None:
        """Far from every route, next to one in each bit of its prefix, and 100 packets of one destination."""
        prefix = int(IPv6Address(carrier(NEXT)))
        neighbours = [str(IPv6Address(prefix ^ 1 << bit)) for bit in range(80, 96)]
        self.drops(*(to(address) for address in ("2001:db8::1", *neighbours)), reason="no_route")
        self.drops(*(to(carrier(NOWHERE), identity) for identity in range(100)), reason="no_route")


class RouteMissIpv4(ForwardingTest):
    """Nor does a decapsulated IPv4 packet without a route."""

    requirements: ClassVar = ("SRV6-057", "SRV6-046", "SRV6-039")

    def runTest(self) -> None:
        """There is a route to another network, and one for all of IPv6."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True), Route("198.51.101.0/24", OUT), Route("::/0", SPARE))
        self.drops(wrapped(inner_ipv4(), carrier(OWN)), reason="no_route")


class BlackholeOfTheBlock(RoutingTest):
    """A uSID within the block that nobody has meets the blackhole of the block, and uSIDs with routes do not."""

    requirements: ClassVar = ("SRV6-058",)

    def runTest(self) -> None:
        """A default route would take it otherwise."""
        self.configure(Blackhole(f"{carrier()}/32"), Route("::/0", SPARE))
        self.drops(to(carrier(NOWHERE)), to(carrier()), to(carrier(NOWHERE, NEXT)), reason="blackhole")
        self.travels(routed(to(carrier(NEXT), 1)), routed(to("2001:db8::1", 2), SPARE))


class BlackholeNested(RoutingTest):
    """Blackholes and routes nest: the longest prefix decides, whichever kind it is."""

    requirements: ClassVar = ("SRV6-058", "SRV6-056")

    def runTest(self) -> None:
        """Route /32, blackhole /48, route /64, blackhole /128."""
        self.configure(Route(f"{carrier()}/32", SPARE), Blackhole(f"{carrier(NOWHERE)}/48"))
        self.configure(Route(f"{carrier(NOWHERE, 1)}/64", HOST), Blackhole(f"{carrier(NOWHERE, 1, 2)}/128"))
        self.travels(
            routed(to(carrier(OTHER), 1), SPARE),
            routed(to(carrier(NOWHERE, 1), 2), HOST),
            routed(to(carrier(NOWHERE, 1, 3), 3), HOST),
        )
        self.drops(to(carrier(NOWHERE)), to(carrier(NOWHERE, 2)), to(carrier(NOWHERE, 1, 2)), reason="blackhole")


class BlackholeIpv4(ForwardingTest):
    """A blackhole for IPv4 drops decapsulated packets."""

    requirements: ClassVar = ("SRV6-058", "SRV6-046", "SRV6-039")

    def runTest(self) -> None:
        """/25 blackhole in a /24 route."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True), Blackhole("198.51.100.0/25"), Route("198.51.100.0/24", HOST))
        self.drops(wrapped(inner_ipv4(), carrier(OWN)), reason="blackhole")
        other = inner_ipv4()
        other.dst = "198.51.100.129"
        frame = wrapped(other, carrier(OWN))
        other.ttl = 63
        self.travels(decapsulated(frame, other))
