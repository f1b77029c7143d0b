# SPDX-License-Identifier: GPL-2.0-only
"""Link isolation: an ingress port that is closed to everything in IPv6 but ICMPv6 (sonic-mgmt, MRC paper)."""

from __future__ import annotations

from typing import ClassVar

from scapy.layers.inet6 import ICMPv6EchoReply, ICMPv6EchoRequest
from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE
from ptf_tests.switch.forwarding import NEXT, OWN, UnTest, routed, shifted, to
from ptf_tests.switch.packets import (
    Srh,
    carrier,
    carrying,
    echo_request,
    inner_ipv6,
    over_ipv6,
    payload,
    raw_bytes,
    tunnel,
)
from ptf_tests.switch.settings import Isolation, Route, un

ICMPV6 = 58
UNREACHABLE, PACKET_TOO_BIG, TIME_EXCEEDED = 1, 2, 3
"""ICMPv6 error types (RFC 4443)."""

INGRESS_PORTS = (IN, HOST, SPARE)
"""Ports other than OUT, where everything goes."""


class IsolationTest(UnTest):
    """IN is isolated; the uSID NEXT is routed to OUT."""

    isolated: tuple[int, ...] = (IN,)

    @override
    def setUp(self) -> None:
        super().setUp()
        self.isolate(*self.isolated)

    def isolate(self, *ports: int) -> None:
        self.configure(*(Isolation(port) for port in ports))

    def closed(self, port: int, identity: int = 1) -> None:
        """Data that enters `port` is dropped."""
        self.drops(to(carrier(NEXT), identity), reason="port_isolated", ingress=port)

    def open(self, port: int, identity: int = 1) -> None:
        """Data that enters `port` is forwarded."""
        self.travels(routed(to(carrier(NEXT), identity)), ingress=port)


class EveryDscp(IsolationTest):
    """Data that enters an isolated port is dropped, whatever its DSCP and ECN."""

    requirements: ClassVar = ("ISO-001",)

    def runTest(self) -> None:
        frames = [raw_bytes(tunnel(inner_ipv6(), carrier(NEXT), dscp=dscp, ecn=dscp % 4)) for dscp in range(64)]
        self.drops(*frames, reason="port_isolated")


class EveryNextHeader(IsolationTest):
    """Of the 256 next headers, only ICMPv6 passes an isolated port."""

    requirements: ClassVar = ("ISO-001",)

    def runTest(self) -> None:
        """255 of them, in bursts."""
        frames = [carrying(header, payload(header, 64), carrier(NEXT)) for header in range(256) if header != ICMPV6]
        self.drops(*frames, reason="port_isolated")


class WithoutRoute(IsolationTest):
    """An isolated port drops at the entrance: also what would have had no route, or an invalid SRH."""

    requirements: ClassVar = ("ISO-001",)

    def runTest(self) -> None:
        """Both count as isolated."""
        invalid = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=Srh((carrier(NEXT),), 9)))
        self.drops(to("2001:db8::1"), invalid, reason="port_isolated")


class Icmpv6Passes(IsolationTest):
    """ICMPv6 that enters an isolated port is forwarded like on any other, one hop less."""

    requirements: ClassVar = ("ISO-002",)

    def runTest(self) -> None:
        """Echo request and reply, three errors; none of them is for the device itself."""
        messages = [ICMPv6EchoRequest(id=1, seq=1), ICMPv6EchoReply(id=2, seq=2)]
        frames = [carrying(ICMPV6, raw_bytes(over_ipv6(message))[40:], carrier(NEXT)) for message in messages]
        for kind in (UNREACHABLE, PACKET_TOO_BIG, TIME_EXCEEDED):
            frames.append(carrying(ICMPV6, bytes((kind, 0, 0, 0)) + payload(kind, 60), carrier(NEXT), dscp=kind))
        self.travels(*(routed(frame) for frame in frames))


class Icmpv6Shifted(IsolationTest):
    """ICMPv6 to an own SID is shifted there, too: probes of a path cross an isolated link."""

    requirements: ClassVar = ("ISO-002", "SRV6-001")

    def runTest(self) -> None:
        self.travels(shifted(echo_request(carrier(OWN, NEXT)), carrier(NEXT)))


class OwnSid(IsolationTest):
    """A packet to an own SID that enters an isolated port is dropped, not shifted."""

    requirements: ClassVar = ("ISO-003",)

    def runTest(self) -> None:
        """A shift, and the last uSID."""
        self.drops(to(carrier(OWN, NEXT)), to(carrier(OWN)), reason="port_isolated")


class OwnSidDecapsulation(IsolationTest):
    """Nor is it decapsulated."""

    requirements: ClassVar = ("ISO-003", "SRV6-039")

    def runTest(self) -> None:
        """The inner destination has a route."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True), Route("fd00::b/128", HOST))
        self.drops(to(carrier(OWN)), reason="port_isolated")


class Icmpv6Inside(IsolationTest):
    """The outer next header decides: ICMPv6 in a tunnel, or behind an SRH, is dropped."""

    requirements: ClassVar = ("ISO-004",)

    def runTest(self) -> None:
        """In IPv6, behind an SRH, behind an SRH that says ICMPv6, in UDP, behind destination options."""
        echo = over_ipv6(ICMPv6EchoRequest(id=1, seq=1))
        inside = raw_bytes(echo)[40:]
        srh = bytes((ICMPV6, 2, 4, 0, 0, 0, 0, 0)) + bytes(16)
        frames = [
            raw_bytes(tunnel(echo, carrier(NEXT))),
            raw_bytes(tunnel(echo, carrier(NEXT), srh=Srh((carrier(NEXT),), 0))),
            carrying(43, srh + inside, carrier(NEXT)),
            carrying(17, inside, carrier(NEXT)),
            carrying(60, bytes((ICMPV6, 0, 1, 4, 0, 0, 0, 0)) + inside, carrier(NEXT)),
        ]
        self.drops(*frames, reason="port_isolated")


class OtherPorts(IsolationTest):
    """Isolating a port changes nothing for packets that enter other ports."""

    requirements: ClassVar = ("ISO-005",)

    def runTest(self) -> None:
        """Routed, shifted, and ICMPv6, by two other ports."""
        for port in (HOST, SPARE):
            self.travels(
                routed(to(carrier(NEXT), 1)),
                shifted(to(carrier(OWN, NEXT), 2), carrier(NEXT)),
                routed(echo_request(carrier(NEXT))),
                ingress=port,
            )
        self.closed(IN)


class EachPort(IsolationTest):
    """Isolation is of the one port it names, whichever that is."""

    requirements: ClassVar = ("ISO-001", "ISO-005")

    isolated = ()

    def runTest(self) -> None:
        """Each port in turn, all ports tried."""
        for closed in PORTS:
            isolation = Isolation(closed)
            self.configure(isolation)
            for port in PORTS:
                (self.closed if port == closed else self.open)(port)
            self.remove(isolation)


class LeavesByIsolatedPort(IsolationTest):
    """Packets still leave by an isolated port: isolation is for what enters."""

    requirements: ClassVar = ("ISO-006",)

    isolated = (OUT,)

    def runTest(self) -> None:
        """Routed and shifted to OUT, which is isolated."""
        self.travels(routed(to(carrier(NEXT), 1)), shifted(to(carrier(OWN, NEXT), 2), carrier(NEXT)))
        self.closed(OUT)


class SeveralPorts(IsolationTest):
    """Several ports can be isolated at a time, and releasing one leaves the others isolated."""

    requirements: ClassVar = ("ISO-007",)

    isolated = PORTS

    def runTest(self) -> None:
        """All four; released one by one."""
        for port in PORTS:
            self.closed(port)
        for count, port in enumerate(PORTS, 1):
            self.remove(Isolation(port))
            for other in PORTS:
                (self.open if other in PORTS[:count] else self.closed)(other)


class Released(IsolationTest):
    """A port that is released forwards data again at once, and can be isolated again."""

    requirements: ClassVar = ("ISO-008",)

    def runTest(self) -> None:
        """Five times; the first packet after each change tells."""
        for identity in range(5):
            self.closed(IN, identity)
            self.remove(Isolation(IN))
            self.open(IN, identity)
            self.isolate(IN)


class ReleasedBetweenPackets(IsolationTest):
    """Packets that follow the release of a port without a pause are all forwarded."""

    requirements: ClassVar = ("ISO-008",)

    def runTest(self) -> None:
        """A burst right behind the change."""
        self.remove(Isolation(IN))
        self.travels(*(routed(to(carrier(NEXT), identity)) for identity in range(16)))


class CounterOfDropped(IsolationTest):
    """The counter of an isolated port grows by the packets dropped there, and not by what is permitted."""

    requirements: ClassVar = ("ISO-009",)

    isolated = (IN, SPARE)

    def runTest(self) -> None:
        """Three dropped at IN, one at SPARE, ICMPv6 at both."""
        self.drops(*(to(carrier(NEXT), identity) for identity in range(3)), reason="port_isolated")
        self.travels(routed(echo_request(carrier(NEXT))))
        self.travels(routed(echo_request(carrier(NEXT))), ingress=SPARE)
        self.assertEqual([self.hits(Isolation(port)).packets for port in (IN, SPARE)], [3, 0])
        self.closed(SPARE)
        self.assertEqual([self.hits(Isolation(port)).packets for port in (IN, SPARE)], [3, 1])


class CounterOfOtherPorts(IsolationTest):
    """It does not grow by packets that enter other ports, or leave by the isolated one."""

    requirements: ClassVar = ("ISO-009",)

    isolated = (OUT,)

    def runTest(self) -> None:
        """Data from three ports to the isolated one."""
        for port in INGRESS_PORTS:
            self.open(port)
        self.assertEqual(self.hits(Isolation(OUT)).packets, 0)
