# SPDX-License-Identifier: GPL-2.0-only
"""ECN: marking between two thresholds of backlog (RFC 3168, MRC paper), and the field on decapsulation (RFC 6040)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scapy.packet import Packet
from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, cell, forwarded, with_destination
from ptf_tests.switch.congestion import BURST, JUMBO_BURST, OWN, USIDS, CongestionTest, Moves, total
from ptf_tests.switch.packets import (
    CE,
    HOST_DESTINATION,
    carrier,
    inner_ipv4,
    inner_ipv6,
    marked,
    native,
    raw_bytes,
    tunnel,
    with_ttl,
)
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Route, un

# --- Ecn -------------------------------------------------------------------------------------------------------------


class _Marking(CongestionTest):
    """OUT marks from `threshold` bytes on, and hardly drains; HOST has the same queue without marking.

    Attributes:
        frames_below: minimum and maximum threshold in long frames.
        more: bytes by which the thresholds exceed that.
        limit: bytes the queue admits.
    """

    frames_below = (2, 2)
    more = 0
    limit: int | None = None

    def setUp(self) -> None:
        super().setUp()
        queue = self.values.data_queue
        self.configure(
            QueueProfile(OUT, queue, rate="crawl", limit=self.limit, ecn=self.threshold()),
            QueueProfile(HOST, queue, rate="crawl", limit=self.limit),
        )

    def threshold(self) -> tuple[int, int]:
        """Minimum and maximum in bytes."""
        low, high = (self.long * frames + self.more for frames in self.frames_below)
        return low, high

    def marks(self, packets: int) -> Moves:
        """What packets marked by the data queue move."""
        return {cell("queue_wred_ecn_marked_packets", OUT, self.values.data_queue): packets}

    def leaves(self, frames: Sequence[bytes], unmarked: int) -> None:
        """Of these frames, sent at once, the first `unmarked` leave on OUT as they are, the others marked."""
        wanted = [forwarded(frame, OUT) for frame in frames]
        wanted[unmarked:] = [marked(frame) for frame in wanted[unmarked:]]
        self.ordered(frames, wanted, total(self.admitted(len(frames)), self.marks(len(frames) - unmarked)))


class EcnMarksAboveMaximum(_Marking):
    """Every ECN-capable packet that finds the maximum threshold or more ahead of it leaves marked."""

    requirements: ClassVar = ("ECN-001", "CNT-018")

    frames_below = (1, 2)

    def runTest(self) -> None:
        """Below the minimum, then 20 above the maximum; the one between may or may not be marked."""
        queue = self.values.data_queue
        self.configure(QueueProfile(OUT, queue, rate="crawl"))
        self.passes(*self.frames(3))
        self.configure(QueueProfile(OUT, queue, rate="crawl", ecn=self.threshold()))
        self.leaves([self.frame(100 + identity, ecn=1 + identity % 2) for identity in range(20)], 0)


class EcnNoneBelowMinimum(_Marking):
    """No packet that finds less than the minimum threshold ahead of it is marked."""

    requirements: ClassVar = ("ECN-002", "CNT-018")

    frames_below = (20, 40)

    def runTest(self) -> None:
        """The 20th finds 19 frames."""
        self.leaves(self.frames(20), 20)


class FromFirstTest(_Marking):
    """Marks every packet that is ECN-capable."""

    frames_below = (0, 0)


class EcnEct0(FromFirstTest):
    """ECT(0) becomes CE."""

    requirements: ClassVar = ("ECN-003",)

    def runTest(self) -> None:
        self.leaves([self.frame(ecn=2)], 0)


class EcnEct1(FromFirstTest):
    """ECT(1) becomes CE."""

    requirements: ClassVar = ("ECN-003",)

    def runTest(self) -> None:
        self.leaves([self.frame(ecn=1)], 0)


class EcnCeStays(FromFirstTest):
    """A packet that arrives with CE leaves with CE, and counts as marked where the queue marks."""

    requirements: ClassVar = ("ECN-004", "CNT-019")

    def runTest(self) -> None:
        """Above the threshold."""
        self.leaves([self.frame(ecn=3)], 0)


class EcnCeStaysBelow(_Marking):
    """CE from an earlier switch stays below the threshold, too, and does not count as marked here."""

    requirements: ClassVar = ("ECN-002", "ECN-004", "CNT-018")

    frames_below = (8, 8)

    def runTest(self) -> None:
        self.leaves([self.frame(identity, ecn=3) for identity in (1, 2)], 2)


class EcnUncongestedRouted(CongestionTest):
    """Where no queue builds up, all four code points of a routed packet stay."""

    requirements: ClassVar = ("ECN-005",)

    def runTest(self) -> None:
        """One burst, in the data queue and in the control queue."""
        self.passes(*(self.frame(ecn, ecn=ecn) for ecn in range(4)))
        control = self.values.dscp.control
        self.passes(*(self.frame(ecn, ecn=ecn, dscp=control) for ecn in range(4)), queue=self.values.control_queue)


class EcnUncongestedShifted(CongestionTest):
    """Where no queue builds up, all four code points of a shifted packet stay."""

    requirements: ClassVar = ("ECN-005", "SRV6-001")

    def runTest(self) -> None:
        self.configure(un(f"{carrier(OWN)}/48"))
        dscp, next_ = self.values.dscp.trimmable, USIDS[OUT]
        frames = [raw_bytes(tunnel(inner_ipv6(identity=e), carrier(OWN, next_), dscp=dscp, ecn=e)) for e in range(4)]
        wanted = [with_destination(forwarded(frame, OUT), carrier(next_)) for frame in frames]
        self.check(frames, {OUT: wanted}, self.admitted(4))


class EcnNotEct(FromFirstTest):
    """A packet that is not ECN-capable is never marked, while those around it are."""

    requirements: ClassVar = ("ECN-006",)

    def runTest(self) -> None:
        """Passed or dropped, as the profile chose; not marked."""
        frames = [self.frame(1), self.frame(2, ecn=0), self.frame(3)]
        passes = self.chose("not_ect_above_threshold", "pass")
        wanted = [marked(forwarded(frame, OUT)) for frame in (frames[0], frames[2])]
        if passes:
            self.check(frames, {OUT: [*wanted, forwarded(frames[1], OUT)]}, total(self.admitted(3), self.marks(2)))
        else:
            self.check(frames, {OUT: wanted}, total(self.admitted(2), self.marks(2), self.dropped()))


class EcnNotEctPass(_Marking):
    """A packet that is not ECN-capable passes a queue far above its maximum threshold unchanged."""

    requirements: ClassVar = ("ECN-006", "ECN-007")

    def runTest(self) -> None:
        """Ten of them."""
        self.passes(*(self.frame(identity, ecn=0) for identity in range(10)))


class EcnNotEctDrop(_Marking):
    """A packet that is not ECN-capable is dropped where one that is would be marked."""

    requirements: ClassVar = ("ECN-006", "ECN-008")

    def runTest(self) -> None:
        """Two find less than the threshold, the others do not."""
        frames = [self.frame(identity, ecn=0) for identity in range(5)]
        wanted = [forwarded(frame, OUT) for frame in frames[:2]]
        self.check(frames, {OUT: wanted}, total(self.admitted(2), self.dropped(3)))


class EcnOffOnHostPort(FromFirstTest):
    """The last hop does not mark, however long its queue, while a fabric port does."""

    requirements: ClassVar = ("ECN-009",)

    def runTest(self) -> None:
        """By turns to both ports."""
        frames = [self.frame(identity, port=(OUT, HOST)[identity % 2]) for identity in range(12)]
        wanted = {
            OUT: [marked(forwarded(frame, OUT)) for frame in frames[::2]],
            HOST: [forwarded(frame, HOST) for frame in frames[1::2]],
        }
        self.check(frames, wanted, total(self.admitted(6), self.admitted(6, port=HOST), self.marks(6)))


class EcnPerPort(_Marking):
    """The backlog of one port does not make another mark."""

    requirements: ClassVar = ("ECN-002", "ECN-009")

    def runTest(self) -> None:
        """HOST has six frames, OUT marks from two on."""
        self.passes(*self.frames(6, port=HOST), port=HOST)
        self.leaves(self.frames(3), 2)


class EcnOffInControlQueue(FromFirstTest):
    """A queue without marking does not mark while another queue of its port does."""

    requirements: ClassVar = ("ECN-010",)

    def runTest(self) -> None:
        """Control packets, in a queue that hardly drains, by turns with data."""
        queue, control = self.values.control_queue, self.values.dscp.control
        self.configure(QueueProfile(OUT, queue, rate="crawl"))
        data = [self.frame(identity) for identity in range(5)]
        others = [self.frame(10 + identity, dscp=control) for identity in range(5)]
        frames = [frame for pair in zip(data, others, strict=True) for frame in pair]
        wanted = [marked(forwarded(frame, OUT)) for frame in data] + [forwarded(frame, OUT) for frame in others]
        self.check(frames, {OUT: wanted}, total(self.admitted(5), self.admitted(5, queue=queue), self.marks(5)))


class EcnOuterOnly(FromFirstTest):
    """Marking changes the ECN field of the outer header and no other bit."""

    requirements: ClassVar = ("ECN-011",)

    def runTest(self) -> None:
        """DSCPs and flow labels of all ones and all zeros; inner fields ECT and Not-ECT, IPv6 and IPv4."""
        dscps = (1, 62, 32, 31)
        self.configure(*(DscpToTc(dscp, self.values.data_tc) for dscp in dscps))
        frames = []
        for identity, (dscp, label) in enumerate(zip(dscps, (0, 0xFFFFF, 0xF0000, 0x0FFFF), strict=True)):
            for make in (inner_ipv6, inner_ipv4):
                inner = make(identity=identity, dscp=dscp ^ 63, ecn=identity % 3)
                packet = tunnel(inner, carrier(USIDS[OUT]), dscp=dscp, ecn=1 + identity % 2)
                packet["IPv6"].fl = label
                frames.append(raw_bytes(packet))
        self.leaves(frames, 0)


class EcnShifted(FromFirstTest):
    """A shifted packet is marked like a routed one."""

    requirements: ClassVar = ("ECN-012",)

    def runTest(self) -> None:
        """ECT(0), ECT(1) and CE."""
        self.configure(un(f"{carrier(OWN)}/48"))
        dscp, next_ = self.values.dscp.trimmable, USIDS[OUT]
        frames = [raw_bytes(tunnel(inner_ipv6(identity=e), carrier(OWN, next_), dscp=dscp, ecn=e)) for e in (1, 2, 3)]
        wanted = [marked(with_destination(forwarded(frame, OUT), carrier(next_))) for frame in frames]
        self.check(frames, {OUT: wanted}, total(self.admitted(3), self.marks(3)))


class _Decapsulated(FromFirstTest):
    """A SID that decapsulates; inner destinations are behind OUT, which marks from the first byte."""

    def decap(self, inner: Packet, ecn: int) -> bytes:
        """`inner` in a tunnel that ends here and has the same ECN field."""
        self.configure(
            un(f"{carrier(OWN)}/48", usd=True), Route(f"{HOST_DESTINATION}/128", OUT), Route("198.51.100.0/24", OUT)
        )
        return raw_bytes(tunnel(inner, carrier(OWN), dscp=self.values.dscp.trimmable, ecn=ecn))


class EcnDecapsulated(_Decapsulated):
    """A decapsulated IPv6 packet is marked in its own header."""

    requirements: ClassVar = ("ECN-013",)

    def runTest(self) -> None:
        inner = inner_ipv6(dscp=self.values.dscp.trimmable, ecn=2)
        wanted = marked(forwarded(raw_bytes(native(inner)), OUT))
        self.check([self.decap(inner, 2)], {OUT: [wanted]}, total(self.admitted(), self.marks(1)))


class EcnDecapsulatedIpv4(_Decapsulated):
    """A decapsulated IPv4 packet is marked in its own header, whose checksum is right."""

    requirements: ClassVar = ("ECN-013",)

    def runTest(self) -> None:
        """ECT(0) and ECT(1)."""
        for ecn in (1, 2):
            inner = inner_ipv4(dscp=self.values.dscp.trimmable, ecn=ecn)
            wanted = bytearray(forwarded(raw_bytes(native(inner)), OUT, hop=False))
            wanted[15] |= CE
            output = with_ttl(bytes(wanted), 63)
            self.check([self.decap(inner, ecn)], {OUT: [output]}, total(self.admitted(), self.marks(1)))


class EcnProbability(_Marking):
    """Between the thresholds some packets are marked and some are not, more of them further up, in proportion."""

    requirements: ClassVar = ("ECN-014", "ECN-015")

    frames_below = (100, 300)

    def runTest(self) -> None:
        """200 frames climb the ramp, 100 of which are expected to be marked; bounds are 8 standard deviations wide."""
        received = []
        frames = self.frames(302)
        for start in range(0, len(frames), BURST):
            for frame in frames[start : start + BURST]:
                self.send(IN, frame)
            received += self.collect(IN)[OUT]
        self.assertEqual(len(received), len(frames))
        marks = [frame[15] >> 4 & 3 == 3 for frame in received]
        self.assertFalse(any(marks[:101]), "no backlog above the minimum yet")
        self.assertTrue(all(marks[300:]), "from the maximum on every packet is marked")
        lower, upper = sum(marks[101:200]), sum(marks[200:300])
        self.assertTrue(0 < lower < upper < 100, f"{lower} marks of 99 in the lower half, {upper} of 100 in the upper")
        self.assertTrue(100 - 46 < lower + upper < 100 + 46, f"{lower} + {upper} marks of 199")


class EcnStep(_Marking):
    """With equal thresholds marking is a step: unmarked below, marked from there on."""

    requirements: ClassVar = ("ECN-016", "CNT-018")

    frames_below = (3, 3)

    def runTest(self) -> None:
        """The threshold lies half a frame below the fourth."""
        low = self.long * 3 - self.long // 2
        self.configure(QueueProfile(OUT, self.values.data_queue, rate="crawl", ecn=(low, low)))
        self.leaves(self.frames(10), 3)


class _ByteStep(_Marking):
    """A queue with a limit to the byte: four frames fit, the fifth is dropped."""

    def setUp(self) -> None:
        """With the limit."""
        self.limit = None
        super().setUp()
        limit = 4 * self.long
        self.configure(QueueProfile(OUT, self.values.data_queue, rate="crawl", limit=limit, ecn=self.threshold()))

    def steps(self, unmarked: int) -> None:
        """So many frames leave as they are, the others of the first four marked."""
        frames = self.frames(5)
        wanted = [forwarded(frame, OUT) for frame in frames[:4]]
        wanted[unmarked:] = [marked(frame) for frame in wanted[unmarked:]]
        moves = total(self.admitted(4), self.marks(4 - unmarked), self.dropped())
        self.ordered(frames, wanted, moves)


class EcnStepExact(_ByteStep):
    """Exactly the threshold ahead is enough to be marked; a packet that is refused does not count as marked."""

    requirements: ClassVar = ("ECN-001", "ECN-016", "QOS-005")

    def runTest(self) -> None:
        """Two frames are the threshold."""
        self.steps(2)


class EcnStepOneByteMore(_ByteStep):
    """One byte less than the threshold ahead is not."""

    requirements: ClassVar = ("ECN-002", "ECN-016", "QOS-005")

    more = 1

    def runTest(self) -> None:
        """Two frames and a byte."""
        self.steps(3)


class EcnEmptyQueue(_Marking):
    """An empty queue is below every threshold: not even one of a single byte marks the first packet."""

    requirements: ClassVar = ("ECN-002", "ECN-016", "QOS-005")

    frames_below = (0, 0)
    more = 1

    def runTest(self) -> None:
        """The second packet finds more."""
        self.leaves(self.frames(2), 1)


class EcnLargeThreshold(_Marking):
    """Thresholds beyond 16 bits work."""

    requirements: ClassVar = ("ECN-001", "ECN-002", "ECN-016")

    def threshold(self) -> tuple[int, int]:
        """12 of the largest frames, which is more than 65,536 and a little."""
        return 12 * self.values.max_frame, 12 * self.values.max_frame

    def runTest(self) -> None:
        """The thirteenth is the first to be marked."""
        frames = self.frames(16, length=self.values.max_frame)
        for start in range(0, len(frames), JUMBO_BURST):
            self.leaves(frames[start : start + JUMBO_BURST], JUMBO_BURST if start < 12 else 0)


# --- Ecn decap -------------------------------------------------------------------------------------------------------


class _DecapEcn(CongestionTest):
    """A SID that decapsulates; inner destinations are behind HOST, where no queue builds up."""

    ipv4 = False

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(OWN)}/48", usd=True), Route(f"{HOST_DESTINATION}/128", HOST), Route("198.51.100.0/24", HOST)
        )

    def frame_of(self, outer: int, inner: int) -> bytes:
        """A tunnelled packet with these fields."""
        make = inner_ipv4 if self.ipv4 else inner_ipv6
        packet = make(dscp=self.values.dscp.trimmable, ecn=inner, identity=4 * outer + inner)
        return raw_bytes(tunnel(packet, carrier(OWN), ecn=outer))

    def bare(self, outer: int, inner: int, result: int) -> bytes:
        """What leaves of it, with `result` as its field."""
        make = inner_ipv4 if self.ipv4 else inner_ipv6
        packet = make(dscp=self.values.dscp.trimmable, ecn=result, identity=4 * outer + inner)
        if self.ipv4:
            return with_ttl(forwarded(raw_bytes(native(packet)), HOST, hop=False), 63)
        return forwarded(raw_bytes(native(packet)), HOST)

    def decapsulates(self, results: dict[tuple[int, int], int]) -> None:
        """Each pair of outer and inner field gives this one; all in one burst."""
        frames = [self.frame_of(outer, inner) for outer, inner in results]
        wanted = [self.bare(outer, inner, result) for (outer, inner), result in results.items()]
        self.check(frames, {HOST: wanted}, self.admitted(len(frames), port=HOST))


RFC_6040 = {
    (0, 0): 0, (0, 1): 1, (0, 2): 2, (0, 3): 3,
    (1, 0): 0, (1, 1): 1, (1, 2): 1, (1, 3): 3,
    (2, 0): 0, (2, 1): 1, (2, 2): 2, (2, 3): 3,
    (3, 1): 3, (3, 2): 3, (3, 3): 3,
}  # fmt: skip
"""RFC 6040 figure 4: (outer, inner) to what leaves; CE over Not-ECT is dropped. 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE."""


class EcnDecapCe(_DecapEcn):
    """On decapsulation an outer CE makes an ECN-capable inner packet CE."""

    requirements: ClassVar = ("ECN-017",)

    def runTest(self) -> None:
        """Over ECT(1), ECT(0) and CE."""
        self.decapsulates({(3, 1): 3, (3, 2): 3, (3, 3): 3})


class EcnDecapKeepInner(_DecapEcn):
    """On decapsulation the inner field stays."""

    requirements: ClassVar = ("ECN-018",)

    def runTest(self) -> None:
        self.decapsulates({(outer, inner): inner for outer in range(4) for inner in range(4)})


class EcnDecapCopyOuter(_DecapEcn):
    """On decapsulation the outer field replaces the inner one."""

    requirements: ClassVar = ("ECN-019",)

    def runTest(self) -> None:
        self.decapsulates({(outer, inner): outer for outer in range(4) for inner in range(4)})


class EcnDecapTable(_DecapEcn):
    """On decapsulation of IPv6 every pair of fields but CE over Not-ECT gives what RFC 6040 says."""

    requirements: ClassVar = ("ECN-020",)

    def runTest(self) -> None:
        self.decapsulates(RFC_6040)


class EcnDecapTableIpv4(_DecapEcn):
    """On decapsulation of IPv4 the same, and the header checksum is right."""

    requirements: ClassVar = ("ECN-020",)

    ipv4 = True

    def runTest(self) -> None:
        self.decapsulates(RFC_6040)


class EcnDecapLost(_DecapEcn):
    """A packet with outer CE over an inner IPv6 packet that is not ECN-capable is dropped."""

    requirements: ClassVar = ("ECN-021",)

    def runTest(self) -> None:
        """One packet, between two that pass."""
        frames = [self.frame_of(3, 2), self.frame_of(3, 0), self.frame_of(2, 0)]
        wanted = [self.bare(3, 2, 3), self.bare(2, 0, 0)]
        self.check(frames, {HOST: wanted}, total(self.admitted(2, port=HOST), {cell("drop_ecn_decap", IN): 1}))


class EcnDecapLostIpv4(EcnDecapLost):
    """The same for IPv4."""

    requirements: ClassVar = ("ECN-021",)

    ipv4 = True

    def runTest(self) -> None:
        """One packet, between two that pass."""
        super().runTest()
