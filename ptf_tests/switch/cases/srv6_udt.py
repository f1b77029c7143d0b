# SPDX-License-Identifier: GPL-2.0-only
"""uDT6 and uDT46: decapsulation and table lookup, without a shift (RFC 8986 §4.6, §4.8)."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.case import HOST, OUT, SPARE
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, DecapTest, Journey, decapsulated, shifted, to, wrapped
from ptf_tests.switch.packets import Srh, carrier, carrying, inner_ipv4, inner_ipv6, over_ipv6, raw_bytes, tcp
from ptf_tests.switch.settings import Route, Sid, un

TABLE = 0xD006
"""uSID of a uDT behind the own uN (/64)."""

LOCAL = 0xD460
"""uSID of a uDT on its own (/48); it differs from TABLE in more than one bit, for where one bit of that is flipped."""


class Udt6Test(DecapTest):
    """A uDT6 behind the own uN, and one on its own, in DSCP mode pipe."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(Sid("uDT6", f"{carrier(OWN, TABLE)}/64"), Sid("uDT6", f"{carrier(LOCAL)}/48"))


class Udt6(Udt6Test):
    """A packet to a uDT6 that carries IPv6 leaves as the inner packet by the route of the inner destination."""

    requirements: ClassVar = ("SRV6-048",)

    def runTest(self) -> None:
        """UDP and TCP to HOST, another destination to SPARE, each by both SIDs."""
        self.configure(Route("fd00::c/128", SPARE))
        journeys = []
        for sid in (carrier(OWN, TABLE), carrier(LOCAL)):
            second = inner_ipv6(identity=2)
            second.dst = "fd00::c"
            for inner, port in ((inner_ipv6(), HOST), (over_ipv6(tcp(100, 3)), HOST), (second, SPARE)):
                frame = wrapped(inner, sid)
                inner.hlim = 63
                journeys.append(decapsulated(frame, inner, port))
        self.travels(*journeys)


class Udt6BesideUn(Udt6Test):
    """The uDT6 behind the own uN takes its packets, and the uN shifts all others."""

    requirements: ClassVar = ("SRV6-048", "SRV6-001")

    def runTest(self) -> None:
        """USIDs that differ from that of the uDT6 in one bit are shifted."""
        self.configure(un(f"{carrier(OWN)}/48"), Route(f"{carrier()}/32", OUT))
        others = [TABLE ^ 1 << bit for bit in range(16)]
        self.travels(
            decapsulated(wrapped(inner_ipv6(), carrier(OWN, TABLE)), inner_ipv6(hop_limit=63)),
            *(shifted(to(carrier(OWN, usid, NEXT), usid), carrier(usid, NEXT)) for usid in others),
        )


class Udt6Srh(Udt6Test):
    """An SRH with Segments Left 0 goes away with the outer header."""

    requirements: ClassVar = ("SRV6-048",)

    def runTest(self) -> None:
        """One, two and three segments."""
        journeys: list[Journey] = []
        for count in (1, 2, 3):
            frame = wrapped(inner_ipv6(identity=count), carrier(LOCAL), srh=Srh((carrier(NEXT),) * count, 0))
            journeys.append(decapsulated(frame, inner_ipv6(identity=count, hop_limit=63)))
        self.travels(*journeys)


class Udt6RefusesIpv4(Udt6Test):
    """A packet to a uDT6 that carries IPv4 leaves on no port."""

    requirements: ClassVar = ("SRV6-049",)

    def runTest(self) -> None:
        """By both SIDs, with and without an SRH."""
        four = inner_ipv4()
        frames = [wrapped(four, carrier(OWN, TABLE)), wrapped(four, carrier(LOCAL))]
        frames.append(wrapped(four, carrier(LOCAL), srh=Srh((carrier(NEXT),), 0)))
        self.drops(*frames, reason="inner_unsupported")


class Udt6RefusesRoutedIpv4(Udt6Test):
    """It is the SID that refuses IPv4, not the lack of an IPv4 route."""

    requirements: ClassVar = ("SRV6-049", "SRV6-046")

    def runTest(self) -> None:
        """There is a route."""
        self.routes_ipv4()
        self.drops(wrapped(inner_ipv4(), carrier(LOCAL)), reason="inner_unsupported")


class Udt46(DecapTest):
    """A packet to a uDT46 leaves as the inner packet, be it IPv4 or IPv6."""

    requirements: ClassVar = ("SRV6-050",)

    def runTest(self) -> None:
        """Both, with and without an SRH."""
        self.routes_ipv4()
        self.configure(Sid("uDT46", f"{carrier(OWN, LOCAL)}/64"))
        journeys = []
        for srh in (None, Srh((carrier(NEXT),), 0)):
            six, four = (wrapped(inner, carrier(OWN, LOCAL), srh=srh) for inner in (inner_ipv6(), inner_ipv4()))
            journeys += [decapsulated(six, inner_ipv6(hop_limit=63)), decapsulated(four, inner_ipv4(ttl=63))]
        self.travels(*journeys)


class Udt6IgnoresArgument(Udt6Test):
    """A uDT6 decapsulates whatever follows it: each bit of its argument is without effect."""

    requirements: ClassVar = ("SRV6-051",)

    def runTest(self) -> None:
        """One uSID in each place, one bit each, and all bits; the results of a shift would have a route."""
        self.configure(Route(f"{carrier()}/32", OUT))
        paths = [(LOCAL, *(0,) * place, 1 << bit) for place in range(5) for bit in (0, 7, 15)]
        paths += [(OWN, TABLE, *(0,) * place, 1 << bit) for place in range(4) for bit in (0, 7, 15)]
        paths += [(LOCAL, *(0xFFFF,) * 5), (OWN, TABLE, NEXT), (LOCAL, NEXT)]
        self.travels(
            *(
                decapsulated(
                    wrapped(inner_ipv6(identity=index), carrier(*path)), inner_ipv6(identity=index, hop_limit=63)
                )
                for index, path in enumerate(paths)
            )
        )


class Udt46IgnoresArgument(DecapTest):
    """Nor does a uDT46 shift."""

    requirements: ClassVar = ("SRV6-050", "SRV6-051")

    def runTest(self) -> None:
        """With a next uSID that has a route."""
        self.routes_ipv4()
        self.configure(Sid("uDT46", f"{carrier(LOCAL)}/48"), Route(f"{carrier()}/32", OUT))
        self.travels(
            decapsulated(wrapped(inner_ipv6(), carrier(LOCAL, NEXT)), inner_ipv6(hop_limit=63)),
            decapsulated(wrapped(inner_ipv4(), carrier(LOCAL, NEXT)), inner_ipv4(ttl=63)),
        )


class Udt6SegmentsLeft(Udt6Test):
    """A packet to a uDT6 with a segment left is not forwarded: neither decapsulated nor sent to the segment."""

    requirements: ClassVar = ("SRV6-052",)

    def runTest(self) -> None:
        """One and two left, by both SIDs, with and without an argument."""
        self.configure(Route(f"{carrier(NEXT)}/48", OUT))
        paths = ((OWN, TABLE), (LOCAL,), (LOCAL, NEXT))
        frames = [
            wrapped(inner_ipv6(), carrier(*path), srh=Srh((carrier(NEXT),) * left, left))
            for path in paths
            for left in (1, 2)
        ]
        self.drops(*frames, reason="sid_upper_layer")


class Udt46SegmentsLeft(DecapTest):
    """The same for a uDT46, with IPv4 and IPv6 inside."""

    requirements: ClassVar = ("SRV6-050", "SRV6-052")

    def runTest(self) -> None:
        self.routes_ipv4()
        self.configure(Sid("uDT46", f"{carrier(LOCAL)}/48"), Route(f"{carrier(NEXT)}/48", OUT))
        srh = Srh((carrier(NEXT),), 1)
        frames = [wrapped(inner, carrier(LOCAL), srh=srh) for inner in (inner_ipv4(), inner_ipv6())]
        self.drops(*frames, reason="sid_upper_layer")


class UdtUpperLayer(Udt6Test):
    """What does not say that it is IPv6 is not decapsulated by a uDT6, even if it looks like it."""

    requirements: ClassVar = ("SRV6-048",)

    def runTest(self) -> None:
        """An IPv6 packet called UDP, TCP, ESP, or nothing."""
        inner = raw_bytes(inner_ipv6())
        self.drops(*(carrying(header, inner, carrier(LOCAL)) for header in (17, 6, 50, 59)), reason="sid_upper_layer")


class UdtHopLimit(Udt6Test):
    """The inner hop limit goes down by one and the outer one does not matter; with 1 nothing leaves."""

    requirements: ClassVar = ("SRV6-048", "SRV6-044")

    def runTest(self) -> None:
        """2, 64 and 255; then 1."""
        journeys = []
        for inner, outer in ((2, 255), (64, 2), (255, 64)):
            frame = wrapped(inner_ipv6(hop_limit=inner), carrier(LOCAL), hop_limit=outer)
            journeys.append(decapsulated(frame, inner_ipv6(hop_limit=inner - 1)))
        self.travels(*journeys)
        self.drops(wrapped(inner_ipv6(hop_limit=1), carrier(LOCAL)), reason="hop_limit")


class UdtDscpPipe(Udt6Test):
    """DSCP mode pipe of a uDT6: the inner DSCP stays."""

    requirements: ClassVar = ("SRV6-042", "SRV6-048")

    def runTest(self) -> None:
        journeys = []
        for outer in range(1, 64, 8):
            frame = wrapped(inner_ipv6(dscp=63 - outer, identity=outer), carrier(LOCAL), dscp=outer)
            journeys.append(decapsulated(frame, inner_ipv6(dscp=63 - outer, identity=outer, hop_limit=63)))
        self.travels(*journeys)


class UdtDscpUniform(DecapTest):
    """DSCP mode uniform of a uDT6 and a uDT46: the outer DSCP replaces the inner one."""

    requirements: ClassVar = ("SRV6-043", "SRV6-048", "SRV6-050")

    def runTest(self) -> None:
        """Eight DSCPs each."""
        self.routes_ipv4()
        self.configure(Sid("uDT6", f"{carrier(OTHER)}/48", dscp_mode="uniform"))
        self.configure(Sid("uDT46", f"{carrier(LOCAL)}/48", dscp_mode="uniform"))
        journeys = []
        for outer in range(1, 64, 8):
            six, four = inner_ipv6(dscp=63 - outer, identity=outer), inner_ipv4(dscp=63 - outer, identity=outer)
            left_six = inner_ipv6(dscp=outer, identity=outer, hop_limit=63)
            left_four = inner_ipv4(dscp=outer, identity=outer, ttl=63)
            journeys += [decapsulated(wrapped(six, carrier(sid), dscp=outer), left_six) for sid in (OTHER, LOCAL)]
            journeys.append(decapsulated(wrapped(four, carrier(LOCAL), dscp=outer), left_four))
        self.travels(*journeys)
