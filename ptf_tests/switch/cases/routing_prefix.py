# SPDX-License-Identifier: GPL-2.0-only
"""Which static route decides: the longest prefix, a blackhole, or none."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network
from typing import ClassVar

from ptf_tests.switch.case import HOST, OUT, SPARE
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, ForwardingTest, RoutingTest, decapsulated, routed, to, wrapped
from ptf_tests.switch.packets import carrier, inner_ipv4
from ptf_tests.switch.settings import Blackhole, Route, un

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
