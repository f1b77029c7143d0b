# SPDX-License-Identifier: GPL-2.0-only
"""SRv6 endpoint behaviours with NEXT-C-SID: uN, uA, SRH rules, hop limit (RFC 8986, RFC 9800, sonic-mgmt vectors)."""

from __future__ import annotations

from ptf_tests import entries
from ptf_tests.base import HOST, IN, OUT, SPARE, SwitchTest, cell, forwarded, with_destination
from ptf_tests.packets import Srh, carrier, inner_ipv6, raw_bytes, tunnel

OWN = 0x1001
NEXT = 0x2001
OTHER = 0x1002
SEGMENTS_LEFT_OFFSET = 14 + 40 + 3
QUEUED_OUT = {cell("queue_packets", OUT, 0): 1}


class UnTest(SwitchTest):
    """A switch with one uN SID, a route to the next uSID, and the block's blackhole."""

    usd = False

    def setUp(self) -> None:
        """Install uN, route and blackhole."""
        super().setUp()
        self.own = entries.un(f"{carrier(OWN)}/48", usd=self.usd)
        self.insert(self.own, entries.route6(f"{carrier(NEXT)}/48", OUT), entries.blackhole6("fcbb:bbbb::/32"))

    def passes(self, frame: bytes, destination: str, port: int = OUT) -> None:
        """The frame leaves on `port` with this outer destination, one hop less, nothing else changed."""
        wanted = with_destination(forwarded(frame, port), destination)
        self.check([frame], {port: [wanted]}, {cell("queue_packets", port, 0): 1})

    def drops(self, frame: bytes, reason: str) -> None:
        """The frame leaves nowhere and counts under `reason`."""
        self.check([frame], {}, {cell(f"drop_{reason}", IN): 1})


class UnShift(UnTest):
    """`block:own:a:b:..` leaves as `block:a:b:..`, for 1 to 5 remaining uSIDs (RFC 9800 §4.1.1)."""

    def runTest(self) -> None:
        """Shift each length."""
        for remaining in range(1, 6):
            with self.subTest(remaining=remaining):
                rest = [NEXT, *range(0x3001, 0x3000 + remaining)]
                self.passes(raw_bytes(tunnel(inner_ipv6(identity=remaining), carrier(OWN, *rest))), carrier(*rest))
        self.assertEqual(self.device.read_direct_counter(self.own).packets, 5)


class UnLastUsidWithoutUsd(UnTest):
    """Argument zero, no SRH, flavour NONE: nothing left to do here (RFC 8986 §4.1.1)."""

    def runTest(self) -> None:
        """Drop and count."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN))), "sid_upper_layer")


class UnZeroNextUsid(UnTest):
    """The argument is all bits after the own uSID: a zero next uSID with more behind it is shifted, then unroutable."""

    def runTest(self) -> None:
        """Shift, then the blackhole of the block."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, 0, NEXT))), "blackhole")


class UnZeroNextUsidRouted(UnTest):
    """With a route for it, the shifted destination is followed: the shift tests all 80 bits, not the next 16."""

    def runTest(self) -> None:
        """Only the last 16 bits of the argument are not zero."""
        self.insert(entries.route6("fcbb:bbbb::5:0/128", SPARE))
        frame = raw_bytes(tunnel(inner_ipv6(), "fcbb:bbbb:1001::5"))
        self.passes(frame, "fcbb:bbbb::5:0", SPARE)


class NotMyLocator(UnTest):
    """Another node's uSID in front: plain routing, nothing shifted."""

    def runTest(self) -> None:
        """Route by the unshifted destination."""
        self.insert(entries.route6(f"{carrier(OTHER)}/48", SPARE))
        destination = carrier(OTHER, OWN, NEXT)
        self.passes(raw_bytes(tunnel(inner_ipv6(), destination)), destination, SPARE)


class HopLimitTwo(UnTest):
    """Hop limit 2 leaves as 1."""

    def runTest(self) -> None:
        """Shifted packet and plain packet."""
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT), hop_limit=2)), carrier(NEXT))
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(NEXT), hop_limit=2)), carrier(NEXT))


class HopLimitOne(UnTest):
    """Hop limit 1 is dropped, at an endpoint and in transit."""

    def runTest(self) -> None:
        """Shift, SRH advance, and plain route."""
        srh = Srh((carrier(NEXT),), 1)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT), hop_limit=1)), "hop_limit")
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN), hop_limit=1, srh=srh)), "hop_limit")
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(NEXT), hop_limit=1)), "hop_limit")


class HopLimitZero(UnTest):
    """Hop limit 0 never enters."""

    def runTest(self) -> None:
        """Drop."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT), hop_limit=0)), "hop_limit")


class SrhVector2(UnTest):
    """SRH of one segment, Segments Left 0: the shift does not look at the SRH."""

    def runTest(self) -> None:
        """Shift, SRH untouched."""
        srh = Srh((carrier(NEXT),), 0)
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT), srh=srh)), carrier(NEXT))


class SrhVector3(UnTest):
    """SRH of two segments, Segments Left 0: as vector 2."""

    def runTest(self) -> None:
        """Shift, SRH untouched."""
        srh = Srh((carrier(NEXT), carrier(OTHER)), 0)
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT), srh=srh)), carrier(NEXT))


class SrhAdvance(UnTest):
    """Argument zero and Segments Left > 0: next segment, and the SRH stays (no PSP)."""

    def advances(self, srh: Srh, destination: str, left: int) -> None:
        """The frame leaves with the segment as destination and Segments Left down to `left`."""
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=srh))
        wanted = bytearray(with_destination(forwarded(frame, OUT), destination))
        wanted[SEGMENTS_LEFT_OFFSET] = left
        self.check([frame], {OUT: [bytes(wanted)]}, QUEUED_OUT)


class SrhVector4(SrhAdvance):
    """SRH [B:n::], Segments Left 1 -> 0."""

    def runTest(self) -> None:
        """SRH kept."""
        self.advances(Srh((carrier(NEXT),), 1), carrier(NEXT), 0)


class SrhVector5(SrhAdvance):
    """SRH [B:i::, B:n::], Segments Left 2 -> 1, destination from list index 1."""

    def runTest(self) -> None:
        """The right entry is used."""
        self.advances(Srh((carrier(OWN), carrier(NEXT)), 2), carrier(NEXT), 1)


class SrhLongestList(SrhAdvance):
    """Eight segments: the longest list this switch advances, at both ends."""

    def runTest(self) -> None:
        """First and last entry."""
        fillers = [carrier(OTHER, index) for index in range(7)]
        self.advances(Srh((carrier(NEXT), *fillers), 1), carrier(NEXT), 0)
        self.advances(Srh((*fillers, carrier(NEXT)), 8), carrier(NEXT), 7)


class SrhNextContainerLocalAgain(SrhAdvance):
    """The next container starts with the own uSID again: it leaves the box, there is no second My-SID pass."""

    def runTest(self) -> None:
        """The sonic-mgmt trimming vector (b), untrimmed."""
        self.insert(entries.route6(f"{carrier(OWN)}/48", OUT))
        container = carrier(OWN, 0x0600)
        self.advances(Srh((container, carrier(0x0600, 0x0700, 0x0800, 0x0900, 0x0A00)), 1), container, 0)


class SrhInvalid(UnTest):
    """Segments Left above Last Entry + 1, or Last Entry beyond the header: RFC 8986 S09."""

    def runTest(self) -> None:
        """Drop both."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=Srh((carrier(NEXT),), 3))), "srh_invalid")
        frame = bytearray(raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=Srh((carrier(NEXT),), 1))))
        frame[14 + 40 + 1] = 0  # HdrExtLen 0: no room for the one segment that Last Entry promises
        self.drops(bytes(frame), "srh_invalid")


class SrhTooLong(UnTest):
    """Nine segments: not advanced here; in transit nobody looks at them."""

    def runTest(self) -> None:
        """Drop as endpoint, pass in transit."""
        srh = Srh(tuple(carrier(OTHER, index) for index in range(9)), 9)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=srh)), "srh_invalid")
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(NEXT), srh=srh)), carrier(NEXT))


class OnePass(UnTest):
    """Two own uSIDs in a row, default mode: one shift, then the route table (as ASICs)."""

    def runTest(self) -> None:
        """The second own uSID is routed, not processed."""
        self.insert(entries.un(f"{carrier(OTHER)}/48"), entries.route6(f"{carrier(OTHER)}/48", SPARE))
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN, OTHER, NEXT)))
        self.passes(frame, carrier(OTHER, NEXT), SPARE)


class Redispatch(UnTest):
    """Re-dispatch mode: the destination is looked up among the SIDs again, and each endpoint takes one hop."""

    def runTest(self) -> None:
        """Two shifts, hop limit down by two."""
        self.insert(entries.un(f"{carrier(OTHER)}/48", control=entries.MY_SID_REDISPATCH))
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN, OTHER, NEXT)))
        wanted = bytearray(with_destination(forwarded(frame, OUT), carrier(NEXT)))
        wanted[21] -= 1
        self.check([frame], {OUT: [bytes(wanted)]}, QUEUED_OUT)


class UaShift(UnTest):
    """A uA uSID on its own: shift by 16, then across the adjacency, whatever the route table says."""

    def runTest(self) -> None:
        """NEXT is routed to OUT, the adjacency is SPARE."""
        self.insert(entries.ua("fcbb:bbbb:e001::/48", SPARE))
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(0xE001, NEXT))), carrier(NEXT), SPARE)


class UnUaShift(UnTest):
    """Own uN and uA together (/64): shift by 32, then across the adjacency. The /48 uN alone still works."""

    def runTest(self) -> None:
        """Longest prefix wins."""
        self.insert(entries.un_ua(f"{carrier(OWN, 0xE001)}/64", SPARE))
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, 0xE001, NEXT))), carrier(NEXT), SPARE)
        self.passes(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, NEXT))), carrier(NEXT))


class UaLastUsid(UnTest):
    """uA as the last uSID: with USD the inner packet crosses the adjacency, without it the packet ends here."""

    def runTest(self) -> None:
        """Both flavours."""
        self.insert(entries.ua("fcbb:bbbb:e001::/48", HOST), entries.ua("fcbb:bbbb:e002::/48", HOST, usd=True))
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(0xE001))), "sid_upper_layer")
        inner = inner_ipv6()
        frame = raw_bytes(tunnel(inner, carrier(0xE002)))
        wanted = forwarded(frame[:14] + bytes(inner), HOST)
        self.check([frame], {HOST: [wanted]}, {cell("queue_packets", HOST, 0): 1})
