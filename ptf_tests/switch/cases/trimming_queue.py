# SPDX-License-Identifier: GPL-2.0-only
"""The second admission: which queue takes trimmed copies, by what it admits them, in which order they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, cell, forwarded
from ptf_tests.switch.congestion import UNTRIMMED_REFUSES, LimitedTrimTest, TrimTest, total
from ptf_tests.switch.packets import trimmed
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Setting, TcToDscp, TcToQueue


class _Queue(TrimTest):
    """A configured queue instead of the profile's, shown by blocking: what its queue refuses does not leave."""

    queue_mode = "static"

    def trim_queue(self) -> int:
        """The queue that copies take."""
        return self.values.trim_queue

    def trimming(self) -> list[Setting]:
        return [*super().trimming()[:-1], replace(self.chosen_trimming(), queue=self.trim_queue())]

    def takes(self, queue: int) -> None:
        """Copies take this queue: they leave while all others are blocked, and do not while it is."""
        others = [q for q in range(1, 8) if q not in (queue, self.values.data_queue)]
        for other in others:
            self.block(OUT, other)
        frames = self.frames(2)
        counters = self.trims_count(2, trim_queue=queue)
        self.check(frames, {OUT: [self.copy(frame) for frame in frames]}, counters)
        for other in others:
            self.unblock(OUT, other)
        self.block(OUT, queue)
        self.check([self.frame(3)], {}, self.trims_count(trim_queue=queue, refused=1))


class TrimStaticQueue(_Queue):
    """Static: copies take the configured queue, where the maps would lead their DSCP, too."""

    requirements: ClassVar = ("TRIM-033",)

    def runTest(self) -> None:
        """The maps agree."""
        self.takes(self.values.trim_queue)


class TrimStaticQueueAgainstMaps(_Queue):
    """Static: copies take the configured queue although the maps lead their DSCP to another."""

    requirements: ClassVar = ("TRIM-033",)

    def runTest(self) -> None:
        """The class of trimmed packets leads to the lowest queue that has no role."""
        self.configure(TcToQueue(self.values.trim_tc, self.free_queues()[0]))
        self.takes(self.values.trim_queue)


class TrimStaticQueueUnmapped(_Queue):
    """Static: copies take the configured queue although their DSCP is in no map."""

    requirements: ClassVar = ("TRIM-033",)

    def runTest(self) -> None:
        """No line for the trim DSCPs."""
        dscp = self.values.dscp
        self.remove(*(DscpToTc(d, self.values.trim_tc) for d in (dscp.trimmed, dscp.trimmed_lasthop)))
        self.takes(self.values.trim_queue)


class TrimStaticQueueLow(_Queue):
    """Static: the configured queue may be any other, such as the lowest without a role."""

    requirements: ClassVar = ("TRIM-033",)

    def trim_queue(self) -> int:
        return self.free_queues()[0]

    def runTest(self) -> None:
        """The maps still lead to the profile's queue."""
        self.takes(self.trim_queue())


class TrimStaticQueueHigh(_Queue):
    """Static: the configured queue may be the highest without a role."""

    requirements: ClassVar = ("TRIM-033",)

    def trim_queue(self) -> int:
        return self.free_queues()[-1]

    def runTest(self) -> None:
        """The maps still lead to the profile's queue."""
        self.takes(self.trim_queue())


class _Dynamic(_Queue):
    """The queue follows from the new DSCP."""

    queue_mode = "dynamic"

    def trimming(self) -> list[Setting]:
        return TrimTest.trimming(self)


class TrimDynamicQueue(_Dynamic):
    """Dynamic: copies take the queue to which the maps lead their new DSCP."""

    requirements: ClassVar = ("TRIM-034",)

    def runTest(self) -> None:
        """The profile's maps."""
        self.takes(self.values.trim_queue)


class TrimDynamicQueueMoves(_Dynamic):
    """Dynamic: when a map changes, copies take the other queue."""

    requirements: ClassVar = ("TRIM-034",)

    def runTest(self) -> None:
        """First the line of the traffic class, then that of the DSCP."""
        queue = self.free_queues()[-1]
        self.configure(TcToQueue(self.values.trim_tc, queue))
        frame = self.frame(1)
        self.check([frame], {OUT: [self.copy(frame)]}, self.trims_count(trim_queue=queue))
        tc, other = self.free_tcs()[0], self.free_queues()[0]
        self.configure(DscpToTc(self.trim_dscp(OUT), tc), TcToQueue(tc, other))
        self.takes(other)


class TrimDynamicQueuePerPort(_Dynamic):
    """Dynamic with asymmetric DSCP: copies on the two ports take the queues of their DSCPs."""

    requirements: ClassVar = ("TRIM-031", "TRIM-034")

    dscp_mode = "asymmetric"

    def runTest(self) -> None:
        """TRIMMED_LASTHOP has a class and a queue of its own."""
        tc, queue = self.free_tcs()[0], self.free_queues()[-1]
        self.configure(DscpToTc(self.values.dscp.trimmed_lasthop, tc), TcToQueue(tc, queue))
        frames = [self.frame(1), self.frame(2, port=HOST)]
        wanted = {OUT: [self.copy(frames[0])], HOST: [self.copy(frames[1], HOST)]}
        self.check(frames, wanted, total(self.trims_count(), self.trims_count(port=HOST, trim_queue=queue)))
        self.block(HOST, queue)
        self.block(OUT, queue)
        wanted = {OUT: [self.copy(frames[0])]}
        counters = total(self.trims_count(), self.trims_count(port=HOST, trim_queue=queue, refused=1))
        self.check(frames, wanted, counters)


class TrimQueueFull(TrimTest):
    """A copy that the trim queue refuses is dropped: neither it nor the packet leaves."""

    requirements: ClassVar = ("TRIM-035", "CNT-009")

    def runTest(self) -> None:
        """The trim queue is blocked on one port, not on the other."""
        self.block(OUT, self.values.trim_queue)
        frames = [self.frame(1), self.frame(2, port=HOST), self.frame(3)]
        counters = total(self.trims_count(2, refused=2), self.trims_count(port=HOST))
        self.check(frames, {HOST: [self.copy(frames[1], HOST)]}, counters)


class TrimQueueNotTrimming(TrimTest):
    """A full trim queue drops copies although its own discard action is trim: no copy is trimmed again."""

    requirements: ClassVar = ("TRIM-035", "TRIM-038")

    def runTest(self) -> None:
        """Where the DSCP decides, and so trim in the trim queue's profile means nothing."""
        trim = self.chose("trim_eligibility", "dscp")
        self.configure(QueueProfile(OUT, self.values.trim_queue, trim=trim))
        self.block(OUT, self.values.trim_queue)
        self.check(self.frames(2), {}, self.trims_count(2, refused=2))


class TrimQueueLimit(TrimTest):
    """The trim queue admits by the bytes of the copy: with room for exactly three copies, the fourth is dropped."""

    requirements: ClassVar = ("TRIM-036", "QOS-005")

    def runTest(self) -> None:
        """Jumbo packets, so that their own length would not fit once."""
        kept = self.kept(self.frame())
        self.configure(self.trim_profile(3 * kept))
        frames = self.frames(4, length=self.values.max_frame)
        self.ordered(frames, [self.copy(frame) for frame in frames[:3]], self.trims_count(4, refused=1))


class TrimQueueLimitOneByteShort(TrimTest):
    """With one byte less, the third copy is dropped."""

    requirements: ClassVar = ("TRIM-036", "QOS-005")

    def runTest(self) -> None:
        self.configure(self.trim_profile(3 * self.kept(self.frame()) - 1))
        frames = self.frames(4)
        self.ordered(frames, [self.copy(frame) for frame in frames[:2]], self.trims_count(4, refused=2))


class TrimQueueShortCopies(TrimTest):
    """A short packet takes only its own bytes of the trim queue."""

    requirements: ClassVar = ("TRIM-027", "TRIM-036", "QOS-005")

    def runTest(self) -> None:
        """A short one and a copy fit exactly; the next short one does not."""
        short = self.kept(self.frame()) // 2 + 55
        self.configure(self.trim_profile(short + self.kept(self.frame())))
        frames = [self.frame(1, length=short), self.frame(2), self.frame(3, length=110)]
        self.ordered(frames, [self.copy(frame) for frame in frames[:2]], self.trims_count(3, refused=1))


class TrimQueueSharedWithTrimmed(TrimTest):
    """Packets that arrive trimmed and copies made here share the limit of the trim queue."""

    requirements: ClassVar = ("TRIM-036", "TRIM-037", "QOS-005")

    def runTest(self) -> None:
        """One arrives trimmed, one is trimmed, and there is no room for a third."""
        kept = self.kept(self.frame())
        self.configure(self.trim_profile(2 * kept))
        arrived = trimmed(self.frame(1), kept, self.values.dscp.trimmed)
        frames = [arrived, self.frame(2), self.frame(3)]
        counters = total(self.admitted(queue=self.values.trim_queue), self.trims_count(2, refused=1))
        self.ordered(frames, [forwarded(arrived, OUT), self.copy(frames[1])], counters)


class TrimArrivedTrimmed(TrimTest):
    """A packet that arrives trimmed passes as it is, in the queue of its DSCP, where data is trimmed."""

    requirements: ClassVar = ("TRIM-037",)

    def runTest(self) -> None:
        """Both trimmed roles, with a right and with a stale length, cut inside the inner headers and behind them."""
        frames = [
            trimmed(self.frame(size), size, dscp, update_length=update)
            for dscp in (self.values.dscp.trimmed, self.values.dscp.trimmed_lasthop)
            for size in (64, 100, 128, 256)
            for update in (True, False)
        ]
        self.passes(*frames, queue=self.values.trim_queue)


class TrimNeverTwice(TrimTest):
    """A packet that arrives trimmed is never trimmed again: when its queue refuses it, it is dropped."""

    requirements: ClassVar = ("TRIM-038",)
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """Its queue is blocked; where the DSCP decides, its discard action is even trim."""
        queue = self.values.trim_queue
        self.configure(QueueProfile(OUT, queue, trim=self.chose("trim_eligibility", "dscp")))
        self.block(OUT, queue)
        dscp = self.values.dscp
        long = [self.frame(i, dscp=d) for i, d in enumerate((dscp.trimmed, dscp.trimmed_lasthop))]
        self.drops(*long, *(trimmed(frame, 128, dscp.trimmed) for frame in long), queue=queue)


class TrimNeverTwiceInDataQueue(TrimTest):
    """In a trimming data queue, too, a packet that arrives trimmed is dropped rather than trimmed again."""

    requirements: ClassVar = ("TRIM-005", "TRIM-038")

    def runTest(self) -> None:
        """The maps lead TRIMMED to the data queue."""
        dscp = self.values.dscp.trimmed
        self.configure(DscpToTc(dscp, self.values.data_tc))
        self.drops(self.frame(dscp=dscp))


class TrimOrder(TrimTest):
    """Trimmed copies leave in the order in which their packets arrived, whatever their length was."""

    requirements: ClassVar = ("TRIM-039",)

    def runTest(self) -> None:
        """40 packets, long and short by turns."""
        lengths = (2 * self.long, self.kept(self.frame()) + 1, self.long)
        self.trims(*(self.frame(i, length=lengths[i % 3]) for i in range(40)))


class TrimOrderAmongArrived(TrimTest):
    """Copies made here and packets that arrived trimmed leave in one order, for they share a queue."""

    requirements: ClassVar = ("TRIM-037", "TRIM-039")

    def runTest(self) -> None:
        if self.values.settle_ms:
            self.skipTest("packets that are treated differently overtake one another here (values.settle_ms)")
        frames, wanted = [], []
        for identity in range(0, 20, 2):
            arrived = trimmed(self.frame(identity), 128, self.values.dscp.trimmed)
            frames += [arrived, self.frame(identity + 1)]
            wanted += [forwarded(arrived, OUT), self.copy(frames[-1])]
        counters = total(self.trims_count(10), self.admitted(10, queue=self.values.trim_queue))
        self.ordered(frames, wanted, counters)


class TrimQueueStrict(LimitedTrimTest):
    """Data that waits in a lower queue takes nothing from the trim queue: copies are admitted to its own limit."""

    requirements: ClassVar = ("QOS-005", "QOS-015")

    whole = 4

    def runTest(self) -> None:
        """A trim queue that is smaller than what waits in the data queue: two copies fit."""
        self.configure(self.trim_profile(2 * self.kept(self.frame())))
        self.fill()
        frames = self.frames(3)
        self.ordered(frames, [self.copy(frame) for frame in frames[:2]], self.trims_count(3, refused=1))


class TrimConservation(LimitedTrimTest):
    """Whole, trimmed and dropped packets of one burst add up, and each is the one that the limits give."""

    requirements: ClassVar = ("QOS-005", "QOS-023", "CNT-010")

    whole = 5

    def runTest(self) -> None:
        """20 packets: 5 whole, 10 trimmed, 5 dropped."""
        self.configure(self.trim_profile(10 * self.kept(self.frame())))
        frames = self.frames(20)
        wanted = [forwarded(frame, OUT) for frame in frames[:5]] + [self.copy(frame) for frame in frames[5:15]]
        self.check(frames, {OUT: wanted}, total(self.admitted(5), self.trims_count(15, refused=5)))


class TrimToggles(TrimTest):
    """After each of ten changes of the discard action, refused packets are trimmed or dropped accordingly."""

    requirements: ClassVar = ("TRIM-001", "TRIM-003", "CFG-011")
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """Drop and trim by turns, on OUT only; HOST goes on trimming."""
        for round_ in range(10):
            trim = round_ % 2 == 1
            self.configure(QueueProfile(OUT, self.values.data_queue, trim=trim))
            frames = [self.frame(round_), self.frame(100 + round_, port=HOST)]
            wanted = {HOST: [self.copy(frames[1], HOST)]}
            if trim:
                wanted[OUT] = [self.copy(frames[0])]
            counters = total(self.trims_count(port=HOST), self.trims_count() if trim else self.dropped())
            self.check(frames, wanted, counters)


class TrimRuntimeChange(TrimTest):
    """A change of size, DSCP or queue holds for the next packet that is trimmed."""

    requirements: ClassVar = ("TRIM-001", "CFG-008")

    def runTest(self) -> None:
        """One after the other, and all at once."""
        size, queue, high = self.values.trim_size, self.values.trim_queue, self.free_queues()[-1]
        if "asymmetric" in self.profile.chosen("trim_dscp"):
            self.configure(*(TcToDscp(port, self.values.trim_tc, 50) for port in (OUT, HOST)))
        for changed, dscp, to in ((size, 50, queue), (size + 44, 50, queue), (size + 44, 51, queue), (size, 52, high)):
            self.configure(replace(self.chosen_trimming(), size=changed, dscp=dscp, tc=None, queue=to))
            frame = self.frame(dscp)
            wanted = self.copy(frame, size=changed, dscp=dscp)
            self.check([frame], {OUT: [wanted]}, self.trims_count(trim_queue=to))


class TrimOff(TrimTest):
    """Trimming is turned off and on again: in between, refused packets are dropped."""

    requirements: ClassVar = ("TRIM-004", "CFG-011")
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """The whole configuration goes away and comes back."""
        self.trims(self.frame(1))
        self.remove(*self.trimming())
        self.check(
            [self.frame(2)],
            {},
            {
                cell("queue_dropped_packets", OUT, self.values.data_queue): 1,
                cell("drop_queue_full", IN): 1,
            },
        )
        self.configure(*self.trimming())
        self.trims(self.frame(3))
