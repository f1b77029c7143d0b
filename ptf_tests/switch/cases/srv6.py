# SPDX-License-Identifier: GPL-2.0-only
"""uN without an SRH: the shift, the hop limit, and the end of the container (RFC 9800 §4.1.1, sonic-mgmt vector 1)."""

from __future__ import annotations

from ipaddress import IPv6Address
from typing import ClassVar

from scapy.layers.inet import IP

from ptf_tests.switch.case import HOST, IN, OUT, SPARE
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, Journey, UnTest, routed, shifted, to
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    TUNNEL_SOURCE,
    carrier,
    carrying,
    echo_request,
    inner_ipv4,
    inner_ipv6,
    over_ipv4,
    over_ipv6,
    patched,
    payload,
    raw_bytes,
    tcp,
    tunnel,
    udp,
)
from ptf_tests.switch.settings import Blackhole, Route, ua, un

# --- Srv6 ------------------------------------------------------------------------------------------------------------


ARGUMENT_BITS = 80
"""Bits behind block and own uSID of a uN."""

FLOW_LABELS = (0, 1, 0x80000, 0x5A5A5, 0xFFFFF)

LOW_USIDS = (0x0001, 0x8000, 0xFFFF, 0x1001, 0x00FF)
"""uSIDs of one bit, of all bits, of half of them, and the own one again."""


def address(value: int) -> str:
    """An IPv6 address from its 128 bits."""
    return str(IPv6Address(value))


def bits(destination: str) -> int:
    """The 128 bits of an IPv6 address."""
    return int(IPv6Address(destination))


class UnShift(UnTest):
    """`B:i:n::` leaves as `B:n::` by the route of that destination, one hop less, nothing else changed (vector 1)."""

    requirements: ClassVar = ("SRV6-001", "SRV6-003", "SRV6-004", "SRV6-007")

    def runTest(self) -> None:
        """To two next uSIDs behind two ports."""
        self.configure(Route(f"{carrier(OTHER)}/48", HOST))
        self.travels(
            shifted(to(carrier(OWN, NEXT), 1), carrier(NEXT)),
            shifted(to(carrier(OWN, OTHER), 2), carrier(OTHER), HOST),
        )


class UnShiftEveryLength(UnTest):
    """One to five uSIDs behind the own one all move 16 bits up, and zeros fill the end."""

    requirements: ClassVar = ("SRV6-002",)

    def runTest(self) -> None:
        """Each length, with uSIDs that look alike in one half, and with none that does."""
        self.routes_block()
        journeys: list[Journey] = []
        for rest in (LOW_USIDS, (NEXT, 0x3001, 0x3002, 0x3003, 0x3004), (0xFFFF,) * 5):
            for length in range(1, 6):
                used = rest[:length]
                journeys.append(shifted(to(carrier(OWN, *used), len(journeys)), carrier(*used)))
        self.travels(*journeys)


class UnShiftEveryNextBit(UnTest):
    """A next uSID of a single bit is a uSID like any other, whichever bit it is."""

    requirements: ClassVar = ("SRV6-001", "SRV6-002")

    def runTest(self) -> None:
        """16 uSIDs of one bit."""
        self.routes_block()
        usids = [1 << bit for bit in range(16)]
        self.travels(*(shifted(to(carrier(OWN, usid), usid), carrier(usid)) for usid in usids))


class UnShiftEveryLaterBit(UnTest):
    """Each of the 64 bits behind the next uSID moves by 16, up to the last one."""

    requirements: ClassVar = ("SRV6-002",)

    def runTest(self) -> None:
        """The next uSID and one more bit."""
        self.routes_block()
        arrives, leaves = bits(carrier(OWN, NEXT)), bits(carrier(NEXT))
        self.travels(
            *(
                shifted(to(address(arrives | 1 << bit), bit), address(leaves | 1 << bit + 16))
                for bit in range(ARGUMENT_BITS - 16)
            )
        )


class UnNothingElse(UnTest):
    """Flow label, source address, ECN, inner headers and payload leave as they came."""

    requirements: ClassVar = ("SRV6-004",)

    def runTest(self) -> None:
        """Flow labels by sources by ECN, 60 frames."""
        sources = ("fd00::1", "2001:db8:ffff:ffff:ffff:ffff:ffff:fffe", carrier(OWN))
        frames: list[bytes] = []
        for label in FLOW_LABELS:
            for source in sources:
                for ecn in range(4):
                    inner = raw_bytes(inner_ipv6(identity=len(frames), dscp=63, ecn=ecn ^ 3))
                    frame = carrying(41, inner, carrier(OWN, NEXT), ecn=ecn, flow_label=label, source=source)
                    frames.append(frame)
        self.travels(*(shifted(frame, carrier(NEXT)) for frame in frames))


class UnOtherPayloads(UnTest):
    """What a device does not understand passes a shift untouched: stale lengths and checksums inside, random bytes."""

    requirements: ClassVar = ("SRV6-004",)

    def runTest(self) -> None:
        """Broken inner IPv6 length, IPv6 version, UDP length, UDP checksum; broken IPv4 checksum; no inner header."""
        six, four = raw_bytes(inner_ipv6()), raw_bytes(inner_ipv4())
        contents = [
            (41, patched(six, 4, b"\xff\xff")),
            (41, patched(six, 0, b"\x50")),
            (41, patched(six, 40 + 4, b"\xff\xff")),
            (41, patched(six, 40 + 6, b"\x00\x00")),
            (41, payload(0xA5, 60)),
            (4, patched(four, 10, b"\x12\x34")),
            (4, patched(four, 0, b"\x4f")),
            (17, payload(0x11, 60)),
            (43, b"\x3b\x01\x04\x01\x07" + payload(0x2B, 55)),
        ]
        self.travels(
            *(shifted(carrying(header, content, carrier(OWN, NEXT)), carrier(NEXT)) for header, content in contents)
        )


class UnEveryDscp(UnTest):
    """A shift leaves each of the 64 outer DSCPs alone, and the inner one too."""

    requirements: ClassVar = ("SRV6-005",)

    def runTest(self) -> None:
        """64 DSCPs, another inner DSCP each."""
        frames = [
            raw_bytes(tunnel(inner_ipv6(identity=d, dscp=63 - d), carrier(OWN, NEXT), dscp=d, ecn=d % 4))
            for d in range(64)
        ]
        self.travels(*(shifted(frame, carrier(NEXT)) for frame in frames))


class _Carried(UnTest):
    next_header = 41
    contents: tuple[bytes, ...] = ()

    def runTest(self) -> None:
        """One shift for each content."""
        frames = [carrying(self.next_header, content, carrier(OWN, NEXT)) for content in self.contents]
        self.travels(*(shifted(frame, carrier(NEXT)) for frame in frames))


class UnCarriesIpv6(_Carried):
    """The shift of a packet that carries IPv6, with UDP or TCP inside."""

    requirements: ClassVar = ("SRV6-006",)

    contents = (raw_bytes(inner_ipv6()), raw_bytes(over_ipv6(tcp(200, 2))), raw_bytes(over_ipv6(udp(0))))


class UnCarriesIpv4(_Carried):
    """The shift of a packet that carries IPv4, with UDP, TCP, a fragment or options inside."""

    requirements: ClassVar = ("SRV6-006",)

    next_header = 4
    contents = (
        raw_bytes(inner_ipv4()),
        raw_bytes(over_ipv4(tcp(200, 2))),
        raw_bytes(IP(src="192.0.2.1", dst="198.51.100.2", frag=185, flags="MF") / payload(3, 64)),
        raw_bytes(IP(src="192.0.2.1", dst="198.51.100.2", options=b"\x94\x04\x00\x00") / udp(64, 4)),
    )


class UnCarriesUdp(_Carried):
    """The shift of a packet that carries UDP right behind the outer header."""

    requirements: ClassVar = ("SRV6-006",)

    next_header = 17
    contents = tuple(raw_bytes(over_ipv6(udp(size, size)))[40:] for size in (8, 100, 1400))


class UnCarriesOther(UnTest):
    """The shift of packets that carry TCP, ICMPv6, ESP, a fragment, another routing header, or nothing."""

    requirements: ClassVar = ("SRV6-006",)

    def runTest(self) -> None:
        """In one exchange; the next header of a routing header of type 3 is UDP."""
        contents = {6: raw_bytes(tcp(64)), 50: payload(50, 64), 44: b"\x11\x00\x00\x01" + payload(44, 64)}
        contents |= {59: b"", 43: b"\x11\x00\x03\x00" + payload(43, 64)}
        frames = [carrying(header, content, carrier(OWN, NEXT)) for header, content in contents.items()]
        frames.append(echo_request(carrier(OWN, NEXT)))
        self.travels(*(shifted(frame, carrier(NEXT)) for frame in frames))


class NotOwnLocator(UnTest):
    """A destination that differs from the own locator in any one of its 48 bits is routed unchanged."""

    requirements: ClassVar = ("SRV6-008",)

    LOCATOR = "2001:1001:1001::"
    """No address that differs from this one in a single bit is multicast, link-local or loopback."""

    def runTest(self) -> None:
        """48 neighbours of the locator, and the locator itself."""
        locator = bits(self.LOCATOR)
        own, after = address(locator | NEXT << 64), address(bits("2001:1001::") | NEXT << 80)
        neighbours = [locator ^ 1 << bit for bit in range(80, 128)]
        self.configure(un(f"{self.LOCATOR}/48"), Route(f"{after}/48", OUT))
        self.configure(*(Route(f"{address(neighbour)}/48", SPARE) for neighbour in neighbours))
        self.travels(
            shifted(to(own, 1), after),
            *(routed(to(address(n | NEXT << 64), index), SPARE) for index, n in enumerate(neighbours, 2)),
        )


class NotMyLocator(UnTest):
    """Another node's uSID in front: the packet is routed by its unchanged destination, though an own uSID follows."""

    requirements: ClassVar = ("SRV6-009",)

    def runTest(self) -> None:
        """The own uSID second, third and last."""
        self.configure(Route(f"{carrier(OTHER)}/48", SPARE))
        paths = ((OTHER, OWN, NEXT), (OTHER, OTHER, OWN), (OTHER, NEXT, 0, 0, 0, OWN))
        self.travels(*(routed(to(carrier(*path), index), SPARE) for index, path in enumerate(paths)))


class ZeroNextUsidShift(UnTest):
    """A zero next uSID with more behind it is shifted: the whole argument counts, each of its bits."""

    requirements: ClassVar = ("SRV6-012",)

    def runTest(self) -> None:
        """Only one of the last 64 bits is not zero; the result is routed like any other."""
        self.configure(Route("fcbb:bbbb::/48", SPARE))
        own, block = bits(carrier(OWN)), bits(carrier())
        self.travels(
            *(
                shifted(to(address(own | 1 << bit), bit), address(block | 1 << bit + 16), SPARE)
                for bit in range(ARGUMENT_BITS - 16)
            )
        )


class ZeroNextUsidBlackhole(UnTest):
    """In a planned fabric the result of such a shift meets the blackhole of the block."""

    requirements: ClassVar = ("SRV6-012", "SRV6-058")

    def runTest(self) -> None:
        """Shift, then blackhole."""
        self.configure(Blackhole(f"{carrier()}/32"))
        self.drops(to(carrier(OWN, 0, NEXT)), reason="blackhole")


class ZeroNextUsidDrop(UnTest):
    """A device that looks at the next 16 bits alone drops a packet whose next uSID is zero."""

    requirements: ClassVar = ("SRV6-013",)

    def runTest(self) -> None:
        """Nothing leaves, although the result of a shift would have a route."""
        self.routes_block()
        self.drops(to(carrier(OWN, 0, NEXT)), reason="sid_upper_layer")


class LastUsidDropped(UnTest):
    """Argument zero, no SRH, no decapsulation: nothing is left to do here, and the packet leaves on no port."""

    requirements: ClassVar = ("SRV6-014",)

    def runTest(self) -> None:
        """IPv6, IPv4 and UDP inside, although the inner destinations and the locator have routes."""
        self.configure(Route(f"{HOST_DESTINATION}/128", HOST), Route(f"{carrier(OWN)}/48", OUT))
        contents = ((41, raw_bytes(inner_ipv6())), (4, raw_bytes(inner_ipv4())), (17, payload(1, 64)))
        self.drops(*(carrying(header, content, carrier(OWN)) for header, content in contents), reason="sid_upper_layer")


class LastUsidLocal(UnTest):
    """An ICMPv6 echo request to `B:i::` is answered by the device itself."""

    requirements: ClassVar = ("SRV6-015",)

    def runTest(self) -> None:
        """The reply has the addresses swapped and the identifier, sequence number and data of the request."""
        request = echo_request(carrier(OWN), source="fd00::1", sequence=0x1234)
        self.configure(Route("fd00::1/128", IN))
        self.send(IN, request)
        replies = self.collect(IN)[IN]
        self.assertEqual(len(replies), 1, "one reply")
        reply = replies[0]
        self.assertEqual((reply[20], reply[54], reply[55]), (58, 129, 0), "ICMPv6 echo reply")
        self.assertEqual((reply[22:38], reply[38:54]), (request[38:54], request[22:38]), "addresses swapped")
        self.assertEqual(reply[58:], request[58:], "identifier, sequence number and data")


class ManySids(UnTest):
    """128 uN SIDs at a time: a packet to each is shifted and leaves by its own route."""

    requirements: ClassVar = ("SRV6-018",)

    COUNT = 128

    def runTest(self) -> None:
        """128 SIDs, each with a route to one of three ports."""
        ports = (OUT, HOST, SPARE)
        pairs = [(0x4000 + index, 0x5000 + index, ports[index % 3]) for index in range(self.COUNT)]
        self.configure(*(un(f"{carrier(own)}/48") for own, _, _ in pairs))
        self.configure(*(Route(f"{carrier(following)}/48", port) for _, following, port in pairs))
        self.travels(
            *(shifted(to(carrier(own, following), own), carrier(following), port) for own, following, port in pairs)
        )


class LastUsidOfThePath(UnTest):
    """The last uSID, a downlink of this leaf, is routed: the NIC gets the outer header with the destination `B:n::`."""

    requirements: ClassVar = ("SRV6-059",)

    DOWNLINK = 0x00D1

    def runTest(self) -> None:
        """From the path's last shift, and as it is; the inner destination has a route elsewhere."""
        self.configure(Route(f"{carrier(self.DOWNLINK)}/48", HOST), Route(f"{HOST_DESTINATION}/128", SPARE))
        last = carrier(self.DOWNLINK)
        self.travels(shifted(to(carrier(OWN, self.DOWNLINK), 1), last, HOST), routed(to(last, 2), HOST))


class OutOfTheIngressPort(UnTest):
    """A packet whose route leads back out of the port it came in by is sent there."""

    requirements: ClassVar = ("SRV6-060",)

    PROBE = 0x0B0E

    def runTest(self) -> None:
        """Shifted and routed, from two ports."""
        for port in (IN, HOST):
            self.configure(Route(f"{carrier(self.PROBE)}/48", port))
            probe = carrier(self.PROBE)
            through = shifted(to(carrier(OWN, self.PROBE), 1), probe, port)
            self.travels(through, routed(to(probe, 2), port), ingress=port)


# --- Srv6 hop limit --------------------------------------------------------------------------------------------------


USIDS = (0x0001, 0x8000, 0xFFFF, NEXT, 0x00FF)


class UnHopLimits(UnTest):
    """A shift takes exactly one from the outer hop limit, whatever it is; the inner one stays."""

    requirements: ClassVar = ("SRV6-003",)

    def runTest(self) -> None:
        """Around every power of two."""
        limits = sorted({value for bit in range(2, 9) for value in ((1 << bit) - 1, 1 << bit) if value < 256})
        self.travels(*(shifted(to(carrier(OWN, NEXT), n, hop_limit=n), carrier(NEXT)) for n in limits))


class HopLimitTwo(UnTest):
    """A packet with hop limit 2 is shifted and leaves with 1."""

    requirements: ClassVar = ("SRV6-010",)

    def runTest(self) -> None:
        self.travels(shifted(to(carrier(OWN, NEXT), hop_limit=2), carrier(NEXT)))


class HopLimitOne(UnTest):
    """A packet to an own SID with hop limit 1 is not forwarded."""

    requirements: ClassVar = ("SRV6-011",)

    def runTest(self) -> None:
        """With arguments of one to five uSIDs; its source has no route, so nothing can answer either."""
        frames = [to(carrier(OWN, *USIDS[:length]), hop_limit=1) for length in range(1, 6)]
        self.routes_block()
        self.drops(*frames, reason="hop_limit")


class HopLimitZero(UnTest):
    """A packet to an own SID with hop limit 0 is not forwarded, and above all not with 255."""

    requirements: ClassVar = ("SRV6-011",)

    def runTest(self) -> None:
        self.drops(to(carrier(OWN, NEXT), hop_limit=0), reason="hop_limit")


class UaHopLimits(UnTest):
    """A uA, too, takes exactly one from the outer hop limit."""

    requirements: ClassVar = ("SRV6-003", "SRV6-033")

    def runTest(self) -> None:
        """2, 3, 64 and 255."""
        self.configure(ua(f"{carrier(0xE001)}/48", HOST))
        limits = (2, 3, 64, 255)
        self.travels(*(shifted(to(carrier(0xE001, NEXT), n, hop_limit=n), carrier(NEXT), HOST) for n in limits))


class UaHopLimitOne(UnTest):
    """A packet to a uA with hop limit 1 or 0 does not cross the adjacency."""

    requirements: ClassVar = ("SRV6-011", "SRV6-033")

    def runTest(self) -> None:
        self.configure(ua(f"{carrier(0xE001)}/48", HOST))
        self.drops(*(to(carrier(0xE001, NEXT), hop_limit=n) for n in (1, 0)), reason="hop_limit")


class HopLimitExpiredSilently(UnTest):
    """When a packet expires nothing leaves, although its source has a route: this device sends no ICMPv6 errors."""

    requirements: ClassVar = ("SRV6-032",)

    def runTest(self) -> None:
        """At a shift, and in transit; the source is behind the ingress port, then behind another."""
        for port in (IN, SPARE):
            self.configure(Route(f"{TUNNEL_SOURCE}/128", port))
            frames = [to(carrier(OWN, NEXT), hop_limit=1), to(carrier(NEXT), hop_limit=1)]
            self.drops(*frames, reason="hop_limit")


class _Answered(UnTest):
    """The outer source is behind SPARE."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(f"{TUNNEL_SOURCE}/128", SPARE))

    def answer(self, frame: bytes) -> bytes:
        """What leaves when the frame arrives: one frame, towards its outer source."""
        self.send(IN, frame)
        received = self.collect(IN)
        answers = received.pop(SPARE)
        self.assertFalse(any(received.values()), "nothing leaves on other ports")
        self.assertEqual(len(answers), 1, "one answer")
        return answers[0]


class HopLimitExpiredAnswered(_Answered):
    """When a packet expires its outer source gets ICMPv6 Time Exceeded, code 0."""

    requirements: ClassVar = ("SRV6-031",)

    def runTest(self) -> None:
        """At a shift, and in transit; one answer each, to the port behind which the source is."""
        for destination in (carrier(OWN, NEXT), carrier(NEXT)):
            frame = to(destination, hop_limit=1)
            answer = self.answer(frame)
            self.assertEqual(answer[12:14], b"\x86\xdd", "IPv6")
            self.assertEqual((answer[20], answer[54], answer[55]), (58, 3, 0), "ICMPv6 Time Exceeded, code 0")
            self.assertEqual(answer[38:54], frame[22:38], "to the outer source")


class HopLimitExpiredQuoted(_Answered):
    """The answer to a packet that expired has the packet inside as it arrived."""

    requirements: ClassVar = ("SRV6-031", "SRV6-077")

    def runTest(self) -> None:
        """Its outer header, at a shift and in transit."""
        for destination in (carrier(OWN, NEXT), carrier(NEXT)):
            frame = to(destination, hop_limit=1)
            self.assertEqual(self.answer(frame)[62 : 62 + 40], frame[14:54], "the packet as it arrived")


class HopLimitExpiredQuotedShifted(_Answered):
    """The answer to a packet that expired at a SID has the packet inside with the destination that the SID left."""

    requirements: ClassVar = ("SRV6-031", "SRV6-081")

    def runTest(self) -> None:
        """The hop limit aside: devices differ in whether it is down by then."""
        frame = to(carrier(OWN, NEXT), hop_limit=1)
        quoted, arrived = self.answer(frame)[62 : 62 + 40], frame[14:54]
        self.assertEqual(quoted[:7], arrived[:7], "up to the hop limit as it arrived")
        self.assertEqual(quoted[8:24], arrived[8:24], "the source")
        self.assertEqual(quoted[24:], IPv6Address(carrier(NEXT)).packed, "the destination that the SID left")
