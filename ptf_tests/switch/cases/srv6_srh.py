# SPDX-License-Identifier: GPL-2.0-only
"""uN and the Segment Routing Header: shifted past, advanced, refused, let through (RFC 8986 §4.1, RFC 8754 §2)."""

from __future__ import annotations

import struct
from typing import ClassVar

from ptf_tests.switch.case import OUT, SPARE, forwarded, with_destination
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, Journey, UnTest, routed, shifted
from ptf_tests.switch.packets import (
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    patched,
    raw_bytes,
    shortened,
    tunnel,
    without_srh,
)
from ptf_tests.switch.settings import Route

# --- Srv6 srh --------------------------------------------------------------------------------------------------------


SRH = 14 + 40
"""Offset of the SRH in a frame; its fields follow (RFC 8754 §2)."""

HDR_EXT_LEN, ROUTING_TYPE, SEGMENTS_LEFT, LAST_ENTRY, FLAGS = range(SRH + 1, SRH + 6)
TLVS_AFTER_ONE = SRH + 8 + 16
"""Where TLVs are in an SRH of one segment."""

PADN = bytes.fromhex("0406000000000000")
"""A PadN TLV of 8 bytes (RFC 8754 §2.1.1.2)."""


def segment(index: int) -> str:
    """A segment that no other index has, in any half of its 128 bits."""
    return carrier(0x2100 + index, 0x00A0 + index, 0, 0, 0xF000 + index, 0x0100 * index + 1)


def segments(count: int) -> tuple[str, ...]:
    """A list of so many."""
    return tuple(segment(index) for index in range(count))


def with_srh(srh: Srh, *usids: int, identity: int = 1, hop_limit: int = 64) -> bytes:
    """A tunnelled frame with an SRH, to the own uSID and what follows it."""
    return raw_bytes(tunnel(inner_ipv6(identity=identity), carrier(OWN, *usids), srh=srh, hop_limit=hop_limit))


def advanced(frame: bytes, destination: str, port: int = OUT) -> Journey:
    """The frame leaves with this destination, one segment and one hop less."""
    output = with_destination(forwarded(frame, port), destination)
    return Journey(frame, port, patched(output, SEGMENTS_LEFT, bytes([frame[SEGMENTS_LEFT] - 1])))


class SrhVector2(UnTest):
    """SRH of one segment, Segments Left 0: the packet is shifted, and the SRH stays as it is (vector 2)."""

    requirements: ClassVar = ("SRV6-019",)

    def runTest(self) -> None:
        """With one and with two uSIDs behind the own one."""
        srh = Srh((carrier(NEXT),), 0)
        self.travels(
            shifted(with_srh(srh, NEXT, identity=1), carrier(NEXT)),
            shifted(with_srh(srh, NEXT, OTHER, identity=2), carrier(NEXT, OTHER)),
        )


class SrhVector3(UnTest):
    """SRH of two segments, Segments Left 0: as vector 2 (vector 3)."""

    requirements: ClassVar = ("SRV6-020",)

    def runTest(self) -> None:
        srh = Srh((carrier(OTHER), carrier(OWN, NEXT)), 0)
        self.travels(shifted(with_srh(srh, NEXT), carrier(NEXT)))


class SrhShiftComesFirst(UnTest):
    """While the argument is not zero an SRH is not looked at, whatever Segments Left says: the shift alone happens."""

    requirements: ClassVar = ("SRV6-004",)

    def runTest(self) -> None:
        """Segments Left 1 and 2 of two, one beyond the list, a list that is too long, one that is cut short."""
        two = Srh((segment(0), segment(1)), 1)
        frames = [
            with_srh(two, NEXT, identity=1),
            with_srh(Srh(two.segments, 2), NEXT, identity=2),
            with_srh(Srh(two.segments, 9), NEXT, identity=3),
            with_srh(Srh(segments(self.values.max_srh_segments + 1), 1), NEXT, identity=4),
            shortened(with_srh(two, NEXT, identity=5), SRH + 8 + 16 + 3),
        ]
        self.travels(*(shifted(frame, carrier(NEXT)) for frame in frames))


class SrhVector4(UnTest):
    """SRH [B:n::], Segments Left 1: the packet leaves to B:n:: with Segments Left 0, and the SRH stays (vector 4)."""

    requirements: ClassVar = ("SRV6-021",)

    def runTest(self) -> None:
        """Advance; IPv6 and IPv4 inside."""
        srh = Srh((carrier(NEXT),), 1)
        four = raw_bytes(tunnel(inner_ipv4(), carrier(OWN), srh=srh))
        self.travels(advanced(with_srh(srh), carrier(NEXT)), advanced(four, carrier(NEXT)))


class SrhVector4Psp(UnTest):
    """SRH [B:n::], Segments Left 1: the packet leaves to B:n:: without the SRH (penultimate segment pop)."""

    requirements: ClassVar = ("SRV6-022",)

    def runTest(self) -> None:
        """IPv6 and IPv4 inside; payload length and next header follow."""
        srh = Srh((carrier(NEXT),), 1)
        frames = [with_srh(srh), raw_bytes(tunnel(inner_ipv4(), carrier(OWN), srh=srh))]
        outputs = [without_srh(with_destination(forwarded(frame, OUT), carrier(NEXT))) for frame in frames]
        self.travels(*(Journey(frame, OUT, output) for frame, output in zip(frames, outputs, strict=True)))


class SrhVector5(UnTest):
    """SRH [B:i::, B:n::], Segments Left 2: the packet leaves to B:n:: with Segments Left 1 (vector 5)."""

    requirements: ClassVar = ("SRV6-023", "SRV6-024")

    def runTest(self) -> None:
        """List index 1 is the destination."""
        self.travels(advanced(with_srh(Srh((carrier(OWN), carrier(NEXT)), 2)), carrier(NEXT)))


class SrhRest(UnTest):
    """Advancing changes nothing else of the SRH: flags, tag, TLVs, and the list itself stay."""

    requirements: ClassVar = ("SRV6-024",)

    def runTest(self) -> None:
        """A tag, each flag, a PadN TLV, and all of them."""
        self.routes_block()
        plain = with_srh(Srh(segments(2), 2))
        tagged = patched(plain, FLAGS + 1, b"\xbe\xef")
        padded = self._padded(plain)
        flags = [patched(plain, FLAGS, bytes((1 << bit,))) for bit in range(8)]
        frames = [tagged, *flags, padded, patched(padded, FLAGS, b"\xff\xca\xfe")]
        self.travels(*(advanced(frame, segment(1)) for frame in frames))

    @staticmethod
    def _padded(frame: bytes) -> bytes:
        """The frame with a TLV of 8 bytes behind its two segments."""
        end = SRH + 8 + 2 * 16
        length = struct.unpack_from("!H", frame, 18)[0] + len(PADN)
        frame = patched(patched(frame, 18, struct.pack("!H", length)), HDR_EXT_LEN, b"\x05")
        return frame[:end] + PADN + frame[end:]


class SrhHopLimits(UnTest):
    """Advancing takes exactly one from the outer hop limit."""

    requirements: ClassVar = ("SRV6-024",)

    def runTest(self) -> None:
        """From 2, 3, 64 and 255."""
        srh = Srh((segment(0), carrier(NEXT)), 2)
        self.travels(*(advanced(with_srh(srh, identity=n, hop_limit=n), carrier(NEXT)) for n in (2, 3, 64, 255)))


class SrhEveryPosition(UnTest):
    """Lists of any length up to the longest are advanced from each Segments Left above 1, to the right segment."""

    requirements: ClassVar = ("SRV6-025",)

    def runTest(self) -> None:
        """Every pair of length and Segments Left."""
        self.routes_block()
        pairs = [(count, left) for count in range(2, self.values.max_srh_segments + 1) for left in range(2, count + 1)]
        self.travels(
            *(
                advanced(with_srh(Srh(segments(count), left), identity=count << 8 | left), segment(left - 1))
                for count, left in pairs
            )
        )


class SrhLastOfEveryLength(UnTest):
    """Lists of any length are advanced to their first entry, and stay."""

    requirements: ClassVar = ("SRV6-025", "SRV6-021")

    def runTest(self) -> None:
        """Segments Left 1 of each length."""
        self.routes_block()
        lengths = range(1, self.values.max_srh_segments + 1)
        self.travels(*(advanced(with_srh(Srh(segments(count), 1), identity=count), segment(0)) for count in lengths))


class SrhLastOfEveryLengthPsp(UnTest):
    """Lists of any length are popped when they are advanced to their first entry."""

    requirements: ClassVar = ("SRV6-025", "SRV6-022")

    def runTest(self) -> None:
        """Segments Left 1 of each length."""
        self.routes_block()
        journeys = []
        for count in range(1, self.values.max_srh_segments + 1):
            frame = with_srh(Srh(segments(count), 1), identity=count)
            journeys.append(Journey(frame, OUT, without_srh(with_destination(forwarded(frame, OUT), segment(0)))))
        self.travels(*journeys)


class SrhWholeRange(UnTest):
    """A segment may be any address: its first and its last bit arrive in the destination."""

    requirements: ClassVar = ("SRV6-023",)

    def runTest(self) -> None:
        """Routes by the whole address."""
        found = ("2001:db8::1", "a001:db8::", "::8000:0:0:1:0", "fd12:3456:789a:bcde:f012:3456:789a:bcdf")
        self.configure(*(Route(f"{destination}/128", SPARE) for destination in found))
        frames = [with_srh(Srh((carrier(OWN), last), 2), identity=n) for n, last in enumerate(found)]
        self.travels(*(advanced(frame, last, SPARE) for frame, last in zip(frames, found, strict=True)))


class SrhSegmentsLeftTooLarge(UnTest):
    """Segments Left above Last Entry + 1: the packet is not forwarded, from the first such value on."""

    requirements: ClassVar = ("SRV6-026",)

    def runTest(self) -> None:
        """One, two, three and the most segments; just beyond, and far beyond."""
        self.routes_block()
        pairs = [(count, left) for count in (1, 2, 3, self.values.max_srh_segments) for left in (count + 1, count + 2)]
        pairs += [(1, 127), (1, 128), (2, 255)]
        self.drops(*(with_srh(Srh(segments(count), left)) for count, left in pairs), reason="srh_invalid")


class SrhTooShort(UnTest):
    """An SRH whose Hdr Ext Len has no room for the segments that Last Entry promises: the packet is not forwarded."""

    requirements: ClassVar = ("SRV6-027",)

    def runTest(self) -> None:
        """Each length that is too small for one, two and three segments."""
        self.routes_block()
        frames = [
            patched(with_srh(Srh(segments(count), left)), HDR_EXT_LEN, bytes([length]))
            for count, left in ((1, 1), (2, 1), (2, 2), (3, 3))
            for length in range(2 * count)
        ]
        self.drops(*frames, reason="srh_invalid")


class SrhLastEntryTooLarge(UnTest):
    """A Last Entry beyond the list that is there, though Segments Left is within it: the packet is not forwarded."""

    requirements: ClassVar = ("SRV6-027",)

    def runTest(self) -> None:
        """Lists of one and two segments that promise up to 256."""
        self.routes_block()
        frames = [
            patched(with_srh(Srh(segments(count), 1)), LAST_ENTRY, bytes([last]))
            for count in (1, 2)
            for last in (count, count + 1, 7, 8, 127, 255)
        ]
        self.drops(*frames, reason="srh_invalid")


class SrhCutShort(UnTest):
    """A packet that ends within the segments that its SRH promises, as after a trim, is not forwarded half read."""

    requirements: ClassVar = ("SRV6-027",)

    def runTest(self) -> None:
        """Before, inside and right behind the first of two segments."""
        self.routes_block()
        frame = with_srh(Srh(segments(2), 1))
        ends = (SRH + 8, SRH + 8 + 7, SRH + 8 + 16, SRH + 8 + 31)
        self.drops(*(shortened(frame, end) for end in ends), reason="srh_invalid")


class SrhTooLong(UnTest):
    """A list that is longer than the device advances is dropped, from every Segments Left."""

    requirements: ClassVar = ("SRV6-028",)

    def runTest(self) -> None:
        """One segment more, and as many more as there were."""
        self.routes_block()
        most = self.values.max_srh_segments
        pairs = [(most + 1, left) for left in range(1, most + 2)] + [(2 * most, 1), (2 * most, 2 * most)]
        self.drops(*(with_srh(Srh(segments(count), left)) for count, left in pairs), reason="srh_invalid")


class SrhInTransit(UnTest):
    """The SRH of a packet that is not for an own SID passes unread, whatever is in it."""

    requirements: ClassVar = ("SRV6-029",)

    def runTest(self) -> None:
        """Whole, too long, Segments Left beyond it, no room for it, far too much room, an unknown type, cut short."""
        most = self.values.max_srh_segments
        frames = [
            self._transit(Srh(segments(2), 1), 1),
            self._transit(Srh(segments(most + 1), most + 1), 2),
            self._transit(Srh(segments(2 * most), 1), 3),
            self._transit(Srh(segments(1), 255), 4),
            patched(self._transit(Srh(segments(1), 1), 5), HDR_EXT_LEN, b"\x00"),
            patched(self._transit(Srh(segments(1), 1), 6), HDR_EXT_LEN, b"\xff"),
            patched(self._transit(Srh(segments(1), 1), 7), LAST_ENTRY, b"\xff"),
            patched(self._transit(Srh(segments(1), 1), 8), ROUTING_TYPE, b"\x03"),
            patched(self._transit(Srh(segments(1), 1), 9), FLAGS, b"\xff\xff\xff"),
            patched(self._transit(Srh((carrier(OWN),), 1), 10), SRH, b"\x3b"),
            shortened(self._transit(Srh(segments(2), 1), 11), SRH + 8 + 16),
            shortened(self._transit(Srh(segments(2), 1), 12), SRH + 8),
            shortened(self._transit(Srh(segments(2), 1), 13), SRH + 6),
        ]
        self.travels(*(routed(frame) for frame in frames))

    @staticmethod
    def _transit(srh: Srh, identity: int) -> bytes:
        return raw_bytes(tunnel(inner_ipv6(identity=identity), carrier(NEXT), srh=srh))


class SrhHopLimitOne(UnTest):
    """A packet with hop limit 1 and a segment left is not forwarded."""

    requirements: ClassVar = ("SRV6-030",)

    def runTest(self) -> None:
        """Segments Left 1 and 2."""
        frames = [with_srh(Srh((carrier(NEXT),) * left, left), hop_limit=1) for left in (1, 2)]
        self.drops(*frames, reason="hop_limit")


class SrhHopLimitZero(UnTest):
    """A packet with hop limit 0 and a segment left is not forwarded."""

    requirements: ClassVar = ("SRV6-011", "SRV6-030")

    def runTest(self) -> None:
        """Segments Left 1."""
        self.drops(with_srh(Srh((carrier(NEXT),), 1), hop_limit=0), reason="hop_limit")


class OtherRoutingHeader(UnTest):
    """A routing header of another type is no SRH: nothing is left to do at `B:i::`, and nothing is advanced."""

    requirements: ClassVar = ("SRV6-072", "SRV6-014")

    def runTest(self) -> None:
        """Every type of one bit but 4, and its neighbours; otherwise a valid SRH with a segment left."""
        frame = with_srh(Srh((carrier(NEXT),), 1))
        types = sorted({0, 3, 5} | {1 << bit for bit in range(8)} - {4})
        self.drops(*(patched(frame, ROUTING_TYPE, bytes([kind])) for kind in types), reason="sid_upper_layer")


# --- Srv6 no srh -----------------------------------------------------------------------------------------------------


NEXT_HEADER = 14 + 6
SRH_TYPE = 4
ROUTING = 43

UPPER_LAYERS = (0, 1, 4, 6, 17, 33, 41, 42, 44, 47, 50, 51, 58, 59, 60, 107, 132, 135, 171, 253)
"""Next headers whose number, or some of its bits, could be taken for that of a routing header, and common ones."""


class _NoSrh(UnTest):
    """OWN is a uN without decapsulation, so that only an SRH lets a packet to its end of container go on."""

    def setUp(self) -> None:
        super().setUp()
        self.routes_block()
        srh = Srh((carrier(NEXT),), 1)
        self.frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=srh))


class SrhRoutingType(_NoSrh):
    """A routing header of another type than 4 with a segment left is not advanced."""

    requirements: ClassVar = ("SRV6-072", "SRV6-014")

    def runTest(self) -> None:
        """Types that differ from 4 in one bit, and others."""
        types = {SRH_TYPE ^ 1 << bit for bit in range(8)} | {1, 2, 3, 7, 253, 255}
        frames = [patched(self.frame, ROUTING_TYPE, bytes([number])) for number in sorted(types)]
        self.drops(*frames, reason="sid_upper_layer")


class SrhNextHeader(_NoSrh):
    """Bytes of an SRH with a segment left behind another next header than 43 are not advanced."""

    requirements: ClassVar = ("SRV6-072", "SRV6-014")

    def runTest(self) -> None:
        """Common ones, and those that differ from 43 in one bit."""
        numbers = {ROUTING ^ 1 << bit for bit in range(8)} | set(UPPER_LAYERS)
        frames = [patched(self.frame, NEXT_HEADER, bytes([number])) for number in sorted(numbers)]
        self.drops(*frames, reason="sid_upper_layer")
