# SPDX-License-Identifier: GPL-2.0-only
"""A device that looks up a shifted destination again: whatever own SID it is now does what it does on arrival.

Every packet is to OWN first, which is a plain uN, and then to the SID of the case.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address
from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, OUT, SPARE, forwarded
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, OWN_SID_HOPS, Journey, UnTest, routed, shifted, to, wrapped
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    over_ipv6,
    patched,
    raw_bytes,
    tunnel,
    udp,
)
from ptf_tests.switch.settings import Behaviour, Route, Sid

SRH = 14 + 40
HDR_EXT_LEN, SEGMENTS_LEFT, LAST_ENTRY = SRH + 1, SRH + 3, SRH + 4
ADJACENT = 0xE001
"""uSID of an adjacency."""
DECAPSULATE = 0xD006
"""uSID of a uDT."""
OUTER_DSCP, INNER_DSCP = 10, 18


def again(sid: Sid) -> Sid:
    """The SID, for what was shifted."""
    return Sid(sid.behaviour, sid.prefix, sid.port, sid.usd, sid.dscp_mode, redispatch=True)


def bare(frame: bytes, inner: bytes, ether_type: bytes = b"\x86\xdd") -> Journey:
    """It leaves as this inner packet."""
    return Journey(frame, HOST, forwarded(frame[:12] + ether_type + inner, HOST, hop=False))


class RedispatchTest(UnTest):
    """OWN is a uN; the block and the inner destinations have routes."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.routes_block()
        self.configure(Route(f"{HOST_DESTINATION}/128", HOST))

    def redispatches(self, *sids: Sid) -> None:
        """Look these up for what was shifted, and for nothing else."""
        self.configure(*map(again, sids))

    def every_bit(self, prefix: str, width: int, *, shift: int, port: int = OUT) -> Iterable[Journey]:
        """Packets to `prefix` with an argument of `width` bits; what is left when `shift` bits behind the block go.

        A device to which a zero uSID ends the packet gets none whose next uSID is zero.
        """
        block = int(IPv6Address(carrier()))
        shifts_zero = "shift" in self.profile.chosen("zero_next_usid")
        for bit in range(width):
            for identity, argument in ((bit, 1 << bit), (0x100 + bit, (1 << width) - 1 ^ 1 << bit)):
                if not (shifts_zero or argument >> width - 16):
                    continue
                destination = str(IPv6Address(int(IPv6Address(prefix)) | argument))
                rest = (int(IPv6Address(destination)) << shift) & (1 << 96) - 1
                yield self.through_two(to(destination, identity), block | rest, port)

    def advanced(self, usids: tuple[int, ...], count: int, left: int, port: int) -> Journey:
        """The second SID is the last, and the SRH has `count` segments: the next of them becomes the destination."""
        segments = tuple(carrier(0x2100 + index, 0xA0 + index) for index in range(count))
        inner = inner_ipv6(identity=left)
        frame = raw_bytes(tunnel(inner, carrier(OWN, *usids), srh=Srh(segments, left)))
        done = self.through_two(frame, segments[left - 1], port)
        return Journey(frame, port, patched(done.output, SEGMENTS_LEFT, bytes([left - 1])))


class RedispatchOnlyWhatWasShifted(RedispatchTest):
    """A packet that arrives is looked up among the SIDs for arrivals only, and one that was not shifted never again."""

    requirements: ClassVar = ("SRV6-070", "SRV6-076")

    def runTest(self) -> None:
        """To the second SID directly, with and without an argument; to a foreign uSID."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"), Sid("uN", f"{carrier(0x3333)}/48"))
        self.travels(
            routed(to(carrier(OTHER, NEXT), 1)),
            routed(to(carrier(OTHER), 2)),
            routed(to(carrier(0x3333, OTHER, NEXT), 3)),
        )


class RedispatchNotAfterAdjacency(RedispatchTest):
    """What a uA has shifted leaves on its adjacency, even if an own uSID comes next."""

    requirements: ClassVar = ("SRV6-071", "SRV6-017", "SRV6-080", "SRV6-076")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """The uA on arrival; then as the second SID."""
        self.configure(Sid("uA", f"{carrier(ADJACENT)}/48", HOST))
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"), Sid("uA", f"{carrier(ADJACENT)}/48", SPARE))
        self.travels(
            shifted(to(carrier(ADJACENT, OTHER, NEXT), 1), carrier(OTHER, NEXT), HOST),
            shifted(to(carrier(ADJACENT, ADJACENT, NEXT), 2), carrier(ADJACENT, NEXT), HOST),
            self.through_two(to(carrier(OWN, ADJACENT, OTHER, NEXT), 3), carrier(OTHER, NEXT), SPARE),
        )


class RedispatchNotAfterDrop(RedispatchTest):
    """A packet that expires at its first SID is not looked up again: it counts as expired."""

    requirements: ClassVar = ("SRV6-070", "SRV6-011", "CNT-026")

    def runTest(self) -> None:
        """Hop limit 1; the second SID would drop it for another reason, or decapsulate."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"), Sid("uDT6", f"{carrier(DECAPSULATE)}/48"))
        expired = [to(carrier(OWN, usid), hop_limit=1) for usid in (OTHER, DECAPSULATE)]
        self.drops(*expired, reason="hop_limit")


class RedispatchUnEveryBit(RedispatchTest):
    """The second shift moves every bit of the argument and leaves the block alone."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-002")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One bit at a time, and all but that one."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        self.travels(*self.every_bit(carrier(OWN, OTHER), 64, shift=32))


class RedispatchUaEveryBit(RedispatchTest):
    """As RedispatchUnEveryBit, for a uA, which sends everything to its adjacency."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-033")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One bit at a time, and all but that one."""
        self.redispatches(Sid("uA", f"{carrier(ADJACENT)}/48", SPARE))
        self.travels(*self.every_bit(carrier(OWN, ADJACENT), 64, shift=32, port=SPARE))


class RedispatchUnUaEveryBit(RedispatchTest):
    """As RedispatchUaEveryBit, for a uN and a uA in one SID, which shifts by two uSIDs at once."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-034")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One bit at a time, and all but that one."""
        self.redispatches(Sid("uN_uA", f"{carrier(OTHER, ADJACENT)}/64", HOST))
        self.travels(*self.every_bit(carrier(OWN, OTHER, ADJACENT), 48, shift=48, port=HOST))


class RedispatchLastUsid(RedispatchTest):
    """The second SID is the last and may not decapsulate: the packet is dropped, be it uN, uA or both in one."""

    requirements: ClassVar = ("SRV6-070", "SRV6-014", "SRV6-036")

    def runTest(self) -> None:
        """Without an SRH, and with one that has no segment left."""
        self.redispatches(
            Sid("uN", f"{carrier(OTHER)}/48"),
            Sid("uA", f"{carrier(ADJACENT)}/48", SPARE),
            Sid("uN_uA", f"{carrier(OTHER, ADJACENT)}/64", SPARE),
        )
        containers = (carrier(OWN, OTHER), carrier(OWN, ADJACENT), carrier(OWN, OTHER, ADJACENT))
        srh = Srh((carrier(NEXT),), 0)
        self.drops(*map(to, containers), reason="sid_upper_layer")
        self.drops(*(raw_bytes(tunnel(inner_ipv6(), there, srh=srh)) for there in containers), reason="sid_upper_layer")


class RedispatchAdvances(RedispatchTest):
    """The second SID is the last of the container, and the SRH has segments left: the next one becomes destination."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-021", "SRV6-023", "SRV6-024", "SRV6-025")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """Each segment of lists of up to three, and of the longest."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        for count in (1, 2, 3, self.values.max_srh_segments):
            self.travels(*(self.advanced((OTHER,), count, left, OUT) for left in range(1, count + 1)))


class RedispatchUaAdvances(RedispatchTest):
    """As RedispatchAdvances, for a uA, and for a uN and a uA in one SID: the packet crosses the adjacency."""

    requirements: ClassVar = ("SRV6-033", "SRV6-034")
    supposes: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-021")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One segment each."""
        self.redispatches(
            Sid("uA", f"{carrier(ADJACENT)}/48", SPARE), Sid("uN_uA", f"{carrier(OTHER, ADJACENT)}/64", HOST)
        )
        self.travels(self.advanced((ADJACENT,), 2, 2, SPARE), self.advanced((OTHER, ADJACENT), 2, 1, HOST))


class RedispatchSrhInvalid(RedispatchTest):
    """The second SID checks the SRH before it advances: Segments Left beyond Last Entry + 1."""

    requirements: ClassVar = ("SRV6-026",)
    supposes: ClassVar = ("SRV6-070",)

    def runTest(self) -> None:
        """One beyond, for lists of several lengths."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        beyond = [_with_srh(count, count + 1) for count in (1, 2, self.values.max_srh_segments)]
        self.drops(*beyond, reason="srh_invalid")


class RedispatchSrhTooShort(RedispatchTest):
    """The second SID checks the SRH before it advances: it must have room for its list."""

    requirements: ClassVar = ("SRV6-027",)
    supposes: ClassVar = ("SRV6-070",)

    def runTest(self) -> None:
        """A header too short for the segments, a Last Entry too large for the header."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        short = [patched(_with_srh(2, left), HDR_EXT_LEN, bytes([size])) for left in (1, 2) for size in range(4)]
        promised = [patched(_with_srh(2, 1), LAST_ENTRY, bytes([last])) for last in (2, 3, 7, 8)]
        self.drops(*short, *promised, reason="srh_invalid")


class RedispatchSrhTooLong(RedispatchTest):
    """The second SID drops a packet whose SRH has more segments than the device advances."""

    requirements: ClassVar = ("SRV6-028",)
    supposes: ClassVar = ("SRV6-070",)

    def runTest(self) -> None:
        """One more, from the first and from the last Segments Left."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        count = self.values.max_srh_segments + 1
        self.drops(*(_with_srh(count, left) for left in (1, count)), reason="srh_invalid")


def _with_srh(count: int, left: int) -> bytes:
    segments = tuple(carrier(0x2100 + index) for index in range(count))
    return raw_bytes(tunnel(inner_ipv6(), carrier(OWN, OTHER), srh=Srh(segments, left)))


class RedispatchSrhHopLimit(RedispatchTest):
    """Shift and advance take the hops of two SIDs: a packet with no more expires, one with one more leaves."""

    requirements: ClassVar = ("SRV6-070", "SRV6-017", "SRV6-080", "SRV6-030")
    whichever: ClassVar = OWN_SID_HOPS

    def runTest(self) -> None:
        """One more leaves as 1."""
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48"))
        srh = Srh((carrier(NEXT),), 1)
        enough, short = (
            raw_bytes(tunnel(inner_ipv6(), carrier(OWN, OTHER), srh=srh, hop_limit=hop_limit))
            for hop_limit in (self.hops + 1, self.hops)
        )
        done = self.through_two(enough, carrier(NEXT))
        self.travels(Journey(enough, OUT, patched(done.output, SEGMENTS_LEFT, b"\x00")))
        self.drops(short, reason="hop_limit")


class RedispatchDecapsulatesIpv6(RedispatchTest):
    """The second SID is the last and decapsulates: USD in both DSCP modes, and uDT whatever follows it."""

    requirements: ClassVar = ("SRV6-070", "SRV6-039", "SRV6-042", "SRV6-043", "SRV6-048", "SRV6-051")

    def runTest(self) -> None:
        """Without an SRH."""
        self.redispatches(
            Sid("uN", f"{carrier(OTHER)}/48", usd=True),
            Sid("uN", f"{carrier(0x1003)}/48", usd=True, dscp_mode="uniform"),
            Sid("uDT6", f"{carrier(DECAPSULATE)}/48"),
            Sid("uDT6", f"{carrier(0xD007)}/48", dscp_mode="uniform"),
            Sid("uDT46", f"{carrier(0xD046)}/48", dscp_mode="uniform"),
            Sid("uDT46", f"{carrier(0xD047)}/48"),
        )
        modes = (
            ((OTHER,), INNER_DSCP),
            ((0x1003,), OUTER_DSCP),
            ((DECAPSULATE,), INNER_DSCP),
            ((DECAPSULATE, NEXT), INNER_DSCP),
            ((0xD007,), OUTER_DSCP),
            ((0xD046, 7), OUTER_DSCP),
            ((0xD047,), INNER_DSCP),
        )
        self.travels(
            *(
                bare(
                    wrapped(inner_ipv6(dscp=INNER_DSCP, identity=n), carrier(OWN, *usids), dscp=OUTER_DSCP),
                    raw_bytes(inner_ipv6(dscp=dscp, hop_limit=63, identity=n)),
                )
                for n, (usids, dscp) in enumerate(modes)
            )
        )


class RedispatchAdjacencyDecapsulates(RedispatchTest):
    """The second SID is a uA, or a uN and a uA in one, and the last: the inner packet leaves on the adjacency."""

    requirements: ClassVar = ("SRV6-070", "SRV6-038", "SRV6-042", "SRV6-043", "SRV6-046")

    def runTest(self) -> None:
        """Both with flavour USD, in both DSCP modes; the inner IPv6 route leads elsewhere, IPv4 has none."""
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT))
        self.redispatches(
            Sid("uA", f"{carrier(ADJACENT)}/48", HOST, usd=True),
            Sid("uA", f"{carrier(0xE002)}/48", HOST, usd=True, dscp_mode="uniform"),
            Sid("uN_uA", f"{carrier(OTHER, ADJACENT)}/64", HOST, usd=True),
            Sid("uN_uA", f"{carrier(OTHER, 0xE002)}/64", HOST, usd=True, dscp_mode="uniform"),
        )
        modes = (
            ((ADJACENT,), INNER_DSCP),
            ((0xE002,), OUTER_DSCP),
            ((OTHER, ADJACENT), INNER_DSCP),
            ((OTHER, 0xE002), OUTER_DSCP),
        )
        for n, (usids, dscp) in enumerate(modes):
            ipv6, ipv4 = (
                wrapped(make(dscp=INNER_DSCP, identity=n), carrier(OWN, *usids), dscp=OUTER_DSCP)
                for make in (inner_ipv6, inner_ipv4)
            )
            self.travels(
                bare(ipv6, raw_bytes(inner_ipv6(dscp=dscp, hop_limit=63, identity=n))),
                bare(ipv4, raw_bytes(inner_ipv4(dscp=dscp, ttl=63, identity=n)), b"\x08\x00"),
            )


class RedispatchDecapsulatesIpv4(RedispatchTest):
    """As RedispatchDecapsulatesIpv6, with IPv4 inside, which a uDT6 does not take."""

    requirements: ClassVar = ("SRV6-070", "SRV6-042", "SRV6-043", "SRV6-046", "SRV6-049", "SRV6-050")

    def runTest(self) -> None:
        """Without an SRH."""
        self.configure(Route("198.51.100.0/24", HOST))
        self.redispatches(
            Sid("uN", f"{carrier(OTHER)}/48", usd=True, dscp_mode="uniform"),
            Sid("uDT6", f"{carrier(DECAPSULATE)}/48"),
            Sid("uDT46", f"{carrier(0xD046)}/48"),
        )
        self.travels(
            *(
                bare(
                    wrapped(inner_ipv4(dscp=INNER_DSCP, identity=n), carrier(OWN, *usids), dscp=OUTER_DSCP),
                    raw_bytes(inner_ipv4(dscp=dscp, ttl=63, identity=n)),
                    b"\x08\x00",
                )
                for n, (usids, dscp) in enumerate((((OTHER,), OUTER_DSCP), ((0xD046,), INNER_DSCP)))
            )
        )
        self.drops(wrapped(inner_ipv4(), carrier(OWN, DECAPSULATE)), reason="inner_unsupported")


class RedispatchDecapsulatesSrh(RedispatchTest):
    """On decapsulation by the second SID an SRH without a segment left goes with the outer header."""

    requirements: ClassVar = ("SRV6-070", "SRV6-040", "SRV6-041", "SRV6-050", "SRV6-052")

    def runTest(self) -> None:
        """One and two segments; either uDT with a segment left drops."""
        udts: dict[int, Behaviour] = {DECAPSULATE: "uDT6", 0xD046: "uDT46"}
        self.redispatches(
            Sid("uN", f"{carrier(OTHER)}/48", usd=True),
            *(Sid(behaviour, f"{carrier(usid)}/48") for usid, behaviour in udts.items()),
        )
        wanted = raw_bytes(inner_ipv6(hop_limit=63))
        for segments in ((carrier(NEXT),), (carrier(NEXT), carrier(OTHER))):
            for usid in (OTHER, *udts):
                self.travels(bare(wrapped(inner_ipv6(), carrier(OWN, usid), srh=Srh(segments, 0)), wanted))
            left = [wrapped(inner_ipv6(), carrier(OWN, usid), srh=Srh(segments, 1)) for usid in udts]
            self.drops(*left, reason="sid_upper_layer")


class RedispatchInnerUnsupported(RedispatchTest):
    """A second SID that decapsulates drops what is no IP header, is cut short, or has a wrong IPv4 checksum."""

    requirements: ClassVar = ("SRV6-070", "SRV6-047", "CNT-027")

    def runTest(self) -> None:
        """UDP, IPv6 of version 5, IPv4 with options, IPv6 that ends early; a checksum that is off by one."""
        self.configure(Route("198.51.100.0/24", HOST))
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48", usd=True))
        destination = carrier(OWN, OTHER)
        inner = 14 + 40
        six, four = wrapped(inner_ipv6(), destination), wrapped(inner_ipv4(), destination)
        plain = raw_bytes(over_ipv6(udp(40)))
        self.drops(
            patched(six[:14] + plain, 14 + 24, IPv6Address(destination).packed),
            reason="sid_upper_layer",
        )
        self.drops(
            patched(six, inner, b"\x50"),
            patched(four, inner, b"\x46"),
            six[: inner + 39],
            four[: inner + 19],
            reason="inner_unsupported",
        )
        wrong = bytes([four[inner + 11] ^ 1])
        self.drops(patched(four, inner + 11, wrong), reason="inner_checksum")


class RedispatchDecapEcn(RedispatchTest):
    """On decapsulation by the second SID every pair of outer and inner ECN fields gives what RFC 6040 says."""

    requirements: ClassVar = ("SRV6-070", "ECN-020", "ECN-021")

    def runTest(self) -> None:
        """IPv6 and IPv4 inside; CE over Not-ECT is dropped."""
        self.configure(Route("198.51.100.0/24", HOST))
        self.redispatches(Sid("uN", f"{carrier(OTHER)}/48", usd=True))
        rows = ("0123", "0113", "0123", "-333")  # by outer field: what each inner field becomes
        for outer, row in enumerate(rows):
            for inner, result in enumerate(row):
                six = raw_bytes(tunnel(inner_ipv6(ecn=inner), carrier(OWN, OTHER), ecn=outer))
                four = raw_bytes(tunnel(inner_ipv4(ecn=inner), carrier(OWN, OTHER), ecn=outer))
                if result == "-":
                    self.drops(six, four, reason="ecn_decap")
                    continue
                self.travels(
                    bare(six, raw_bytes(inner_ipv6(ecn=int(result), hop_limit=63))),
                    bare(four, raw_bytes(inner_ipv4(ecn=int(result), ttl=63)), b"\x08\x00"),
                )
