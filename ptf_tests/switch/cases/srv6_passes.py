# SPDX-License-Identifier: GPL-2.0-only
"""A destination that is an own SID again after a shift or an SRH advance: routed, or looked up once more."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.case import HOST, OUT, SPARE, forwarded, with_destination
from ptf_tests.switch.congestion import CongestionTest
from ptf_tests.switch.forwarding import (
    NEXT,
    OTHER,
    OWN,
    OWN_SID_HOPS,
    Journey,
    UnTest,
    decapsulated,
    shifted,
    to,
    wrapped,
)
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    patched,
    raw_bytes,
    tunnel,
    with_ttl,
)
from ptf_tests.switch.settings import QueueProfile, Route, Setting, Sid, ua, un, un_ua

SEGMENTS_LEFT = 14 + 40 + 3
ADJACENT = 0xE001


def both(sid: Sid) -> tuple[Setting, ...]:
    """A SID that takes packets as they come in, and again after a shift."""
    return sid, Sid(sid.behaviour, sid.prefix, sid.port, sid.usd, sid.dscp_mode, redispatch=True)


class OnePassAfterShift(UnTest):
    """Two own uSIDs in a row: one shift, then the route of the second one, which is not processed."""

    requirements: ClassVar = ("SRV6-016",)

    def runTest(self) -> None:
        """Another own uSID, and the same one again."""
        self.configure(un(f"{carrier(OTHER)}/48"), Route(f"{carrier(OTHER)}/48", SPARE))
        self.configure(Route(f"{carrier(OWN)}/48", HOST))
        self.travels(
            shifted(to(carrier(OWN, OTHER, NEXT), 1), carrier(OTHER, NEXT), SPARE),
            shifted(to(carrier(OWN, OWN, NEXT), 2), carrier(OWN, NEXT), HOST),
        )


class OnePassBeforeDecapsulation(UnTest):
    """A shift that leaves an own SID with flavour USD, or a uA, as destination: it is routed, no more."""

    requirements: ClassVar = ("SRV6-016",)

    def runTest(self) -> None:
        """The inner destination has a route of its own."""
        self.configure(un(f"{carrier(OTHER)}/48", usd=True), ua(f"{carrier(ADJACENT)}/48", OUT))
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT), Route(f"{carrier(OTHER)}/48", SPARE))
        self.configure(Route(f"{carrier(ADJACENT)}/48", HOST))
        self.travels(
            shifted(to(carrier(OWN, OTHER), 1), carrier(OTHER), SPARE),
            shifted(to(carrier(OWN, ADJACENT, NEXT), 2), carrier(ADJACENT, NEXT), HOST),
        )


class OnePassAfterAdvance(UnTest):
    """The next container of the SRH starts with the own uSID again: it leaves the box (sonic-mgmt vector b)."""

    requirements: ClassVar = ("SRV6-016", "SRV6-023")

    def runTest(self) -> None:
        """Segments Left 2 to 1."""
        self.configure(Route(f"{carrier(OWN)}/48", HOST))
        container = carrier(OWN, 0x0600, 0x0700)
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=Srh((carrier(NEXT), container), 2)))
        output = patched(with_destination(forwarded(frame, HOST), container), SEGMENTS_LEFT, b"\x01")
        self.travels(Journey(frame, HOST, output))


class Redispatch(UnTest):
    """A packet to `B:i:j:n::`, i and j both own: two shifts, out by the route of n; the hop limit as chosen."""

    requirements: ClassVar = (
        "SRV6-070",
        "SRV6-017",
        "SRV6-080",
    )
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """J alone, j with more behind n, i twice; and a packet to j first is shifted as before."""
        self.configure(*both(self.own), *both(un(f"{carrier(OTHER)}/48")))
        self.travels(
            self.through_two(to(carrier(OWN, OTHER, NEXT), 1), carrier(NEXT)),
            self.through_two(to(carrier(OWN, OTHER, NEXT, 0x3001, 0x3002), 2), carrier(NEXT, 0x3001, 0x3002)),
            self.through_two(to(carrier(OWN, OWN, NEXT), 3), carrier(NEXT)),
            shifted(to(carrier(OTHER, NEXT), 4), carrier(NEXT)),
        )


class RedispatchToAdjacency(UnTest):
    """The second own uSID may be a uA: two shifts, then its adjacency."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-033")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """The route of the result leads elsewhere."""
        self.configure(*both(ua(f"{carrier(ADJACENT)}/48", HOST)))
        self.travels(self.through_two(to(carrier(OWN, ADJACENT, NEXT)), carrier(NEXT), HOST))


class RedispatchNotAfterAdjacency(UnTest):
    """Behind a uA an own uSID is not looked at, whichever it is and however often own uSIDs are looked up."""

    requirements: ClassVar = ("SRV6-071",)

    def runTest(self) -> None:
        """That of a uN, of another uA, and of the uA itself."""
        self.configure(*both(un(f"{carrier(OTHER)}/48")))
        self.configure(*both(ua(f"{carrier(ADJACENT)}/48", HOST)), *both(ua(f"{carrier(0xE002)}/48", SPARE)))
        self.travels(
            *(
                shifted(to(carrier(ADJACENT, usid, NEXT), usid), carrier(usid, NEXT), HOST)
                for usid in (OTHER, ADJACENT, 0xE002)
            )
        )


class RedispatchNotAfterAdvance(UnTest):
    """What an SRH advance leaves as destination is routed, although what a shift leaves is looked up again."""

    requirements: ClassVar = ("SRV6-079", "SRV6-023")

    def runTest(self) -> None:
        """Segments Left 2 to 1; the same uSIDs behind the own one are shifted twice."""
        self.configure(*both(un(f"{carrier(OTHER)}/48")), Route(f"{carrier(OTHER)}/48", HOST))
        container = carrier(OTHER, NEXT)
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=Srh((carrier(NEXT), container), 2)))
        output = patched(with_destination(forwarded(frame, HOST), container), SEGMENTS_LEFT, b"\x01")
        self.travels(Journey(frame, HOST, output), self.through_two(to(carrier(OWN, OTHER, NEXT), 2), carrier(NEXT)))


class RedispatchHopLimit(UnTest):
    """A packet with one hop more than two own SIDs take leaves with 1; one with no more than that expires."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-011")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """Enough, then one less."""
        self.configure(*both(un(f"{carrier(OTHER)}/48")))
        self.travels(self.through_two(to(carrier(OWN, OTHER, NEXT), hop_limit=self.hops + 1), carrier(NEXT)))
        self.drops(to(carrier(OWN, OTHER, NEXT), hop_limit=self.hops), reason="hop_limit")


class RedispatchToDecapsulation(UnTest):
    """The second own uSID may be the last and decapsulate: the inner packet still takes its own hop."""

    requirements: ClassVar = ("SRV6-070", "SRV6-039", "SRV6-044")

    def runTest(self) -> None:
        """IPv6 inside; 64 leaves as 63."""
        self.configure(*both(un(f"{carrier(OTHER)}/48", usd=True)), Route(f"{HOST_DESTINATION}/128", HOST))
        frame = wrapped(inner_ipv6(), carrier(OWN, OTHER))
        self.travels(Journey(frame, HOST, forwarded(frame[:14] + raw_bytes(inner_ipv6(hop_limit=63)), HOST, hop=False)))


class RedispatchToDecapsulationIpv4(UnTest):
    """The same with IPv4 inside."""

    requirements: ClassVar = ("SRV6-070", "SRV6-044", "SRV6-046")

    def runTest(self) -> None:
        """64 leaves as 63."""
        self.configure(*both(un(f"{carrier(OTHER)}/48", usd=True)), Route("198.51.100.0/24", HOST))
        inner = raw_bytes(inner_ipv4())
        frame = wrapped(inner_ipv4(), carrier(OWN, OTHER))
        self.travels(Journey(frame, HOST, forwarded(with_ttl(frame[:12] + b"\x08\x00" + inner, 63), HOST, hop=False)))


class RedispatchToPipe(UnTest):
    """The second own uSID is the last and decapsulates, of each kind that can, in DSCP mode pipe."""

    requirements: ClassVar = ("SRV6-070", "SRV6-038", "SRV6-039", "SRV6-042", "SRV6-048", "SRV6-051")

    def runTest(self) -> None:
        """A uN, a uDT6 without and with an argument; a uA and both in one, whose adjacency the inner packet takes."""
        self.configure(Route(f"{HOST_DESTINATION}/128", HOST))
        self.configure(*both(un(f"{carrier(OTHER)}/48", usd=True)), *both(Sid("uDT6", f"{carrier(0xD006)}/48")))
        self.configure(*both(ua(f"{carrier(ADJACENT)}/48", SPARE, usd=True)))
        self.configure(*both(un_ua(f"{carrier(OTHER, ADJACENT)}/64", SPARE, usd=True)))
        ways = (
            ((OTHER,), HOST),
            ((0xD006,), HOST),
            ((0xD006, NEXT), HOST),
            ((ADJACENT,), SPARE),
            ((OTHER, ADJACENT), SPARE),
        )
        self.travels(
            *(
                decapsulated(
                    wrapped(inner_ipv6(dscp=18, identity=n), carrier(OWN, *usids), dscp=10),
                    inner_ipv6(dscp=18, hop_limit=63, identity=n),
                    port,
                )
                for n, (usids, port) in enumerate(ways)
            )
        )


class RedispatchUsdAdvances(UnTest):
    """A second own uSID with USD advances an SRH with a segment left, instead of decapsulating."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-021", "SRV6-075")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One and two segments."""
        self.configure(*both(un(f"{carrier(OTHER)}/48", usd=True)))
        for segments in ((carrier(NEXT),), (carrier(NEXT), carrier(OTHER))):
            frame = wrapped(inner_ipv6(), carrier(OWN, OTHER), srh=Srh(segments, 1))
            advanced = self.through_two(frame, carrier(NEXT))
            self.travels(Journey(frame, OUT, patched(advanced.output, SEGMENTS_LEFT, b"\x00")))


class RedispatchBytes(CongestionTest):
    """What the second SID decapsulates counts into its queue with the bytes that leave."""

    requirements: ClassVar = ("SRV6-070", "SRV6-039", "SRV6-040", "SRV6-046", "QOS-003", "QOS-005")

    def runTest(self) -> None:
        """IPv6 and IPv4, without and with an SRH: each fits to the byte, and not into a byte less."""
        self.configure(un(f"{carrier(OWN)}/48"), *both(un(f"{carrier(OTHER)}/48", usd=True)))
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT), Route("198.51.100.0/24", OUT))
        dscp, queue, ahead = self.values.dscp.trimmable, self.values.data_queue, 0
        inners = (
            (inner_ipv6(dscp=dscp), inner_ipv6(dscp=dscp, hop_limit=63)),
            (inner_ipv4(dscp=dscp), inner_ipv4(dscp=dscp, ttl=63)),
        )
        for srh in (None, Srh((carrier(NEXT),), 0), Srh((carrier(NEXT), carrier(OWN)), 0)):
            for before, after in inners:
                journey = decapsulated(wrapped(before, carrier(OWN, OTHER), srh=srh), after, OUT)
                room = ahead + len(journey.output)
                self.configure(QueueProfile(OUT, queue, rate="crawl", limit=room - 1))
                self.drops(journey.frame)
                self.configure(QueueProfile(OUT, queue, rate="crawl", limit=room))
                self.check([journey.frame], {OUT: [journey.output]}, self.admitted())
                ahead = room
