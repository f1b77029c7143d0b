# SPDX-License-Identifier: GPL-2.0-only
"""uA, alone and together with the own uN: the shift, the adjacency, and the end of the container (RFC 9800 §4.1.2)."""

from __future__ import annotations

from ipaddress import IPv6Address
from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, OUT, SPARE, forwarded, with_destination
from ptf_tests.switch.forwarding import NEXT, OWN, Journey, UnTest, decapsulated, routed, shifted, to, wrapped
from ptf_tests.switch.packets import HOST_DESTINATION, Srh, carrier, inner_ipv4, inner_ipv6, patched, raw_bytes, tunnel
from ptf_tests.switch.settings import Blackhole, Route, Sid, ua, un_ua

LEFT, RIGHT = 0xE001, 0xE002
"""uA uSIDs of the adjacencies on HOST and SPARE."""

SEGMENTS_LEFT = 14 + 40 + 3
LENGTHS = range(1, 6)
RESTS = ((NEXT, 0x3001, 0x3002, 0x3003, 0x3004), (0x0001, 0x8000, 0x00FF, 0xFF00, 0xFFFF))


class UaTest(UnTest):
    """Two uA SIDs besides the uN.

    Attributes:
        ua_usd: whether the uAs may decapsulate.
    """

    ua_usd = False

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            ua(f"{carrier(LEFT)}/48", HOST, usd=self.ua_usd), ua(f"{carrier(RIGHT)}/48", SPARE, usd=self.ua_usd)
        )


class UaShift(UaTest):
    """A packet to a uA is shifted by 16 bits and crosses the adjacency, although the route table says otherwise."""

    requirements: ClassVar = ("SRV6-033",)

    def runTest(self) -> None:
        """Each adjacency with one to five uSIDs behind it."""
        paths = [rest[:length] for rest in RESTS for length in LENGTHS]
        self.travels(
            *(
                shifted(to(carrier(usid, *path), 16 * port + index), carrier(*path), port)
                for usid, port in ((LEFT, HOST), (RIGHT, SPARE))
                for index, path in enumerate(paths)
            )
        )


class UaShiftEveryBit(UaTest):
    """Any single bit of the next uSID makes the argument of a uA non-zero."""

    requirements: ClassVar = ("SRV6-033",)

    def runTest(self) -> None:
        """16 uSIDs of one bit, to where no route leads."""
        usids = [1 << bit for bit in range(16)]
        self.travels(*(shifted(to(carrier(LEFT, usid), usid), carrier(usid), HOST) for usid in usids))


class UaIgnoresBlackhole(UaTest):
    """Not even a blackhole for the result holds up a packet that crosses an adjacency."""

    requirements: ClassVar = ("SRV6-033", "SRV6-058")

    def runTest(self) -> None:
        """Of the block, and of the very uSID."""
        self.configure(Blackhole(f"{carrier()}/32"), Blackhole(f"{carrier(0x2002)}/48"))
        self.travels(shifted(to(carrier(LEFT, 0x2002)), carrier(0x2002), HOST))
        self.drops(to(carrier(0x2002)), reason="blackhole")


class UaZeroNextUsid(UaTest):
    """The whole argument of a uA counts, each of its last 64 bits."""

    requirements: ClassVar = ("SRV6-012", "SRV6-033")

    def runTest(self) -> None:
        """One bit at a time."""
        own, block = int(IPv6Address(carrier(LEFT))), int(IPv6Address(carrier()))
        pairs = [(str(IPv6Address(own | 1 << n)), str(IPv6Address(block | 1 << n + 16)), n) for n in range(64)]
        self.travels(*(shifted(to(arrives, n), leaves, HOST) for arrives, leaves, n in pairs))


class UaAdvance(UaTest):
    """A uA with argument zero and a segment left: the next segment, across the adjacency."""

    requirements: ClassVar = ("SRV6-033", "SRV6-023")

    def runTest(self) -> None:
        """Segments Left 2 to 1; the segment has a route elsewhere."""
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(LEFT), srh=Srh((carrier(OWN), carrier(NEXT)), 2)))
        output = patched(with_destination(forwarded(frame, HOST), carrier(NEXT)), SEGMENTS_LEFT, b"\x01")
        self.travels(Journey(frame, HOST, output))


class UnUaTest(UnTest):
    """Besides the uN, one /64 SID of the same uN and each uA."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(un_ua(f"{carrier(OWN, LEFT)}/64", HOST), un_ua(f"{carrier(OWN, RIGHT)}/64", SPARE))


class UnUaShift(UnUaTest):
    """A packet to own uN and uA together is shifted by 32 bits and crosses the adjacency."""

    requirements: ClassVar = ("SRV6-034",)

    def runTest(self) -> None:
        """Each adjacency with one to four uSIDs behind it."""
        paths = [rest[:length] for rest in RESTS for length in range(1, 5)]
        self.travels(
            *(
                shifted(to(carrier(OWN, usid, *path), 16 * port + index), carrier(*path), port)
                for usid, port in ((LEFT, HOST), (RIGHT, SPARE))
                for index, path in enumerate(paths)
            )
        )


class UnUaShiftEveryBit(UnUaTest):
    """Any single bit of the next uSID makes the argument of a /64 SID non-zero, and moves by 32."""

    requirements: ClassVar = ("SRV6-034",)

    def runTest(self) -> None:
        """16 uSIDs of one bit."""
        usids = [1 << bit for bit in range(16)]
        self.travels(*(shifted(to(carrier(OWN, LEFT, usid), usid), carrier(usid), HOST) for usid in usids))


class UnUaZeroNextUsid(UnUaTest):
    """The whole argument of a /64 SID counts, each of its last 48 bits."""

    requirements: ClassVar = ("SRV6-012", "SRV6-034")

    def runTest(self) -> None:
        """One bit at a time."""
        own, block = int(IPv6Address(carrier(OWN, LEFT))), int(IPv6Address(carrier()))
        pairs = [(str(IPv6Address(own | 1 << n)), str(IPv6Address(block | 1 << n + 32)), n) for n in range(48)]
        self.travels(*(shifted(to(arrives, n), leaves, HOST) for arrives, leaves, n in pairs))


class UnUaLongestWins(UnUaTest):
    """The /64 SIDs take what they match to the last bit, and the /48 uN takes all the rest."""

    requirements: ClassVar = ("SRV6-035",)

    def runTest(self) -> None:
        """USIDs that differ from the uA in one bit are shifted by 16 and routed."""
        self.routes_block()
        others = [LEFT ^ 1 << bit for bit in range(16)]
        self.travels(
            shifted(to(carrier(OWN, LEFT, NEXT), 1), carrier(NEXT), HOST),
            shifted(to(carrier(OWN, NEXT, LEFT), 2), carrier(NEXT, LEFT)),
            *(shifted(to(carrier(OWN, usid, NEXT), usid), carrier(usid, NEXT)) for usid in others if usid != RIGHT),
        )


class UaOfOtherNode(UnUaTest):
    """A /64 SID belongs to its uN: behind another node's uSID the uA means nothing here."""

    requirements: ClassVar = ("SRV6-035",)

    def runTest(self) -> None:
        self.travels(routed(to(carrier(NEXT, LEFT, 0x3001))))


class UaEndDropped(UaTest):
    """A uA as the last uSID, without USD and without an SRH: the packet leaves on no port."""

    requirements: ClassVar = ("SRV6-036",)

    def runTest(self) -> None:
        """IPv6 and IPv4 inside."""
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT))
        frames = [raw_bytes(tunnel(inner, carrier(LEFT))) for inner in (inner_ipv6(), inner_ipv4())]
        self.drops(*frames, reason="sid_upper_layer")


class UnUaEndDropped(UnUaTest):
    """The same for a /64 SID, which is not the uN then either."""

    requirements: ClassVar = ("SRV6-036", "SRV6-034")

    def runTest(self) -> None:
        """IPv6 inside; the uN, too, would leave by a route."""
        self.routes_block()
        self.drops(to(carrier(OWN, LEFT)), reason="sid_upper_layer")


class UaEndCrosses(UaTest):
    """A uA as the last uSID: the packet crosses the adjacency with nothing but the block as destination."""

    requirements: ClassVar = ("SRV6-037",)

    def runTest(self) -> None:
        """On both adjacencies."""
        self.travels(shifted(to(carrier(LEFT), 1), carrier(), HOST), shifted(to(carrier(RIGHT), 2), carrier(), SPARE))


class UaUsdTest(UaTest):
    """The uAs have flavour USD; the inner destinations have routes, which do not matter."""

    ua_usd = True

    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT))


class UaUsd(UaUsdTest):
    """A uA with USD as the last uSID: the inner packet crosses the adjacency, one hop less."""

    requirements: ClassVar = ("SRV6-038",)

    def runTest(self) -> None:
        """On both adjacencies."""
        journeys = []
        for usid, port in ((LEFT, HOST), (RIGHT, SPARE)):
            frame = to(carrier(usid), port)
            journeys.append(Journey(frame, port, forwarded(frame[:14] + frame[54:], port)))
        self.travels(*journeys)


class UaUsdIpv4(UaUsdTest):
    """The same with IPv4 inside; no IPv4 route is there, and none is needed."""

    requirements: ClassVar = ("SRV6-038", "SRV6-046")

    def runTest(self) -> None:
        """TTL 64 leaves as 63."""
        frame = wrapped(inner_ipv4(), carrier(LEFT))
        output = frame[:12] + b"\x08\x00" + raw_bytes(inner_ipv4(ttl=63))
        self.travels(Journey(frame, HOST, forwarded(output, HOST, hop=False)))


class UnUaUsd(UaUsdTest):
    """A /64 SID with USD and nothing behind it: the inner packet crosses the adjacency."""

    requirements: ClassVar = ("SRV6-038", "SRV6-034")

    def runTest(self) -> None:
        """Its port is SPARE."""
        self.configure(un_ua(f"{carrier(OWN, LEFT)}/64", SPARE, usd=True))
        frame = to(carrier(OWN, LEFT))
        self.travels(Journey(frame, SPARE, forwarded(frame[:14] + frame[54:], SPARE)))


class UnUaUsdIpv4(UaUsdTest):
    """The same with IPv4 inside, for which no route is there."""

    requirements: ClassVar = ("SRV6-038", "SRV6-034", "SRV6-046")

    def runTest(self) -> None:
        """TTL 64 leaves as 63."""
        self.configure(un_ua(f"{carrier(OWN, LEFT)}/64", SPARE, usd=True))
        frame = wrapped(inner_ipv4(), carrier(OWN, LEFT))
        output = frame[:12] + b"\x08\x00" + raw_bytes(inner_ipv4(ttl=63))
        self.travels(Journey(frame, SPARE, forwarded(output, SPARE, hop=False)))


class UaUsdUniform(UaUsdTest):
    """A uA, alone or with the own uN, that decapsulates in DSCP mode uniform: the inner packet gets the outer DSCP."""

    requirements: ClassVar = ("SRV6-038", "SRV6-034", "SRV6-043", "SRV6-046")

    def runTest(self) -> None:
        """IPv6 and IPv4 inside, and the same in mode pipe."""
        outer, inner = 10, 18
        self.configure(
            Sid("uA", f"{carrier(0xE003)}/48", HOST, usd=True, dscp_mode="uniform"),
            Sid("uN_uA", f"{carrier(OWN, 0xE003)}/64", HOST, usd=True, dscp_mode="uniform"),
            Sid("uN_uA", f"{carrier(OWN, LEFT)}/64", HOST, usd=True),
        )
        for usids, dscp in (((0xE003,), outer), ((OWN, 0xE003), outer), ((LEFT,), inner), ((OWN, LEFT), inner)):
            ipv6 = wrapped(inner_ipv6(dscp=inner), carrier(*usids), dscp=outer)
            ipv4 = wrapped(inner_ipv4(dscp=inner), carrier(*usids), dscp=outer)
            self.travels(
                decapsulated(ipv6, inner_ipv6(dscp=dscp, hop_limit=63)),
                decapsulated(ipv4, inner_ipv4(dscp=dscp, ttl=63)),
            )


class UaUsdShifts(UaUsdTest):
    """A uA with USD and more uSIDs behind it shifts like any other."""

    requirements: ClassVar = ("SRV6-038", "SRV6-033")

    def runTest(self) -> None:
        """Nothing is decapsulated."""
        self.travels(shifted(to(carrier(LEFT, NEXT)), carrier(NEXT), HOST))
