# SPDX-License-Identifier: GPL-2.0-only
"""Admission to queues: limits and overhead to the byte, blocking, draining, priority of control (docs/pipeline.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar
from unittest import SkipTest

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, cell, forwarded
from ptf_tests.switch.congestion import JUMBO_BURST, OWN, USIDS, CongestionTest, TrimTest, total
from ptf_tests.switch.device import Clock
from ptf_tests.switch.packets import HOST_DESTINATION, Srh, carrier, native, over_ipv6, raw_bytes, tunnel, udp
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Route, TcToQueue, un

# --- Qos admission ---------------------------------------------------------------------------------------------------


WIRE_OVERHEAD = 24
"""Preamble 8, gap 12, FCS 4 bytes."""


class _Limited(CongestionTest):
    """The data queue of OUT admits up to a limit, without trimming, and hardly drains."""

    def limit(self, limit: int, *, port: int = OUT, queue: int | None = None, overhead: int = 0) -> None:
        """Give a queue (the data queue) a limit."""
        queue = self.values.data_queue if queue is None else queue
        self.configure(QueueProfile(port, queue, rate="crawl", limit=limit, overhead=overhead))

    def admits(self, frames: Sequence[bytes], admitted: Sequence[bytes], *, port: int = OUT) -> None:
        """Of these frames, sent at once, these leave; the others are refused."""
        moves = total(self.admitted(len(admitted), port=port), self.dropped(len(frames) - len(admitted), port=port))
        self.ordered(frames, [forwarded(frame, port) for frame in admitted], moves, port=port)


class QosLimitExact(_Limited):
    """A packet that fits the limit exactly is admitted, and then none, however short."""

    requirements: ClassVar = ("QOS-005",)

    def runTest(self) -> None:
        """Three frames fit."""
        self.limit(3 * self.long)
        frames = [*self.frames(3), self.frame(4, length=110)]
        self.admits(frames, frames[:3])


class QosLimitOneByteShort(_Limited):
    """A packet that exceeds the limit by one byte is refused; a shorter one is admitted after it."""

    requirements: ClassVar = ("QOS-005",)

    def runTest(self) -> None:
        """Three frames but a byte: the third is refused, one that is a byte shorter is not."""
        self.limit(3 * self.long - 1)
        frames = [*self.frames(3), self.frame(4, length=self.long - 1), self.frame(5, length=110)]
        self.admits(frames, [*frames[:2], frames[3]])


class QosLimitMixedSizes(_Limited):
    """What a queue holds is the sum of the bytes of all lengths, to the byte."""

    requirements: ClassVar = ("QOS-005",)

    def runTest(self) -> None:
        """Odd lengths; the last byte is the one that does not fit."""
        lengths = (111, 1501, 255, 256, 257, self.long)
        self.limit(sum(lengths) + 110)
        frames = [self.frame(identity, length=length) for identity, length in enumerate((*lengths, 111, 110))]
        self.admits(frames, [*frames[:6], frames[7]])


class QosLimitLarge(_Limited):
    """Limits of a quarter of a megabyte and more work, to the byte."""

    requirements: ClassVar = ("QOS-005", "QOS-011")

    def runTest(self) -> None:
        """As many of the largest frames as make 2^18 bytes, and a little; then all of it drains."""
        jumbo = self.values.max_frame
        count = 2**18 // jumbo + 2
        self.limit(count * jumbo)
        frames = self.frames(count, length=jumbo)
        for start in range(0, count, JUMBO_BURST):
            self.passes(*frames[start : start + JUMBO_BURST])
        self.drops(self.frame(1001, length=110))
        self.limit((count + 1) * jumbo - 1)
        frames = [self.frame(2001, length=jumbo), self.frame(2002, length=jumbo - 1)]
        self.admits(frames, frames[1:])
        self.configure(QueueProfile(OUT, self.values.data_queue, rate="line", limit=jumbo))
        self.passes(self.frame(3001, length=jumbo))


class _Decapsulated(_Limited):
    """A SID that decapsulates; the inner destination is behind OUT."""

    def fits_bare(self, srh: Srh | None = None) -> None:
        """Of two packets in tunnels, exactly the bytes that leave fit; the next one does not, by one byte."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True), Route(f"{HOST_DESTINATION}/128", OUT))
        dscp = self.values.dscp.trimmable
        inner = [over_ipv6(udp(size=200, identity=identity), dscp=dscp) for identity in (1, 2, 3)]
        bare = [raw_bytes(native(packet)) for packet in inner]
        self.limit(len(bare[0]) + len(bare[1]))
        frames = [raw_bytes(tunnel(packet, carrier(OWN), dscp=dscp, ecn=0, srh=srh)) for packet in inner]
        wanted = [forwarded(packet, OUT) for packet in bare[:2]]
        self.ordered(frames, wanted, total(self.admitted(2), self.dropped()))


class QosLimitDecapsulated(_Decapsulated):
    """A decapsulated packet is admitted by the bytes that leave, without its outer header."""

    requirements: ClassVar = ("QOS-005", "SRV6-039")

    def runTest(self) -> None:
        self.fits_bare()


class QosLimitDecapsulatedSrh(_Decapsulated):
    """Nor do the bytes of its SRH count."""

    requirements: ClassVar = ("QOS-005", "SRV6-041")

    def runTest(self) -> None:
        """Two segments, Segments Left 0."""
        self.fits_bare(Srh((carrier(OWN), carrier(USIDS[OUT])), 0))


class QosLimitSmallerThanFrame(_Limited):
    """An empty queue refuses a packet that is larger than its limit, and admits one that is as large."""

    requirements: ClassVar = ("QOS-005",)

    def runTest(self) -> None:
        """A byte too large, then right."""
        self.limit(300)
        frames = [self.frame(1, length=301), self.frame(2, length=300)]
        self.admits(frames, frames[1:])


class QosLimitCountsBytes(_Limited):
    """The limit counts bytes: where two packets fit, ten times as many of a tenth of the size do."""

    requirements: ClassVar = ("QOS-006",)

    def runTest(self) -> None:
        """1500 and 150 bytes, on two ports."""
        for port, length, fit in ((OUT, 1500, 2), (HOST, 150, 20)):
            self.limit(3000, port=port)
            frames = self.frames(fit + 2, port=port, length=length)
            self.admits(frames, frames[:fit], port=port)


class _Overhead(_Limited):
    """24 bytes of overhead per frame."""

    def fits(self, limit: int, whole: int) -> None:
        """Of four frames with their overhead, `whole` fit the limit."""
        self.limit(limit, overhead=WIRE_OVERHEAD)
        frames = self.frames(4)
        self.admits(frames, frames[:whole])


class QosOverheadExact(_Overhead):
    """The overhead of every frame counts, that of the frame which is to be admitted, too."""

    requirements: ClassVar = ("QOS-005", "QOS-007")

    def runTest(self) -> None:
        """Three frames and three overheads fit."""
        self.fits(3 * (self.long + WIRE_OVERHEAD), 3)


class QosOverheadOneByteShort(_Overhead):
    """With one byte less the third does not fit."""

    requirements: ClassVar = ("QOS-005", "QOS-007")

    def runTest(self) -> None:
        """Two frames fit."""
        self.fits(3 * (self.long + WIRE_OVERHEAD) - 1, 2)


class QosBlockedQueue(CongestionTest):
    """A blocked queue admits nothing, from the shortest frame to the largest, and its backlog does not matter."""

    requirements: ClassVar = ("QOS-008",)

    def runTest(self) -> None:
        """A queue without a limit."""
        self.block(OUT, self.values.data_queue)
        lengths = (110, self.long, self.values.max_frame)
        self.drops(*(self.frame(identity, length=length) for identity, length in enumerate(lengths)))


class QosBlockLeavesOthers(CongestionTest):
    """Blocking a queue does not touch the other queues of its port, nor the same queue of other ports."""

    requirements: ClassVar = ("QOS-009",)

    def runTest(self) -> None:
        """The data queue of OUT is blocked."""
        self.block(OUT, self.values.data_queue)
        control = self.frame(2, dscp=self.values.dscp.control)
        frames = [self.frame(1), control, self.frame(3, port=HOST), self.frame(4, port=SPARE)]
        wanted = {port: [forwarded(f, port)] for port, f in zip((OUT, HOST, SPARE), frames[1:], strict=True)}
        moves = total(
            self.dropped(),
            self.admitted(queue=self.values.control_queue),
            self.admitted(port=HOST),
            self.admitted(port=SPARE),
        )
        self.check(frames, wanted, moves)


class QosUnblockedQueue(CongestionTest):
    """Blocking and unblocking take effect on the next packet."""

    requirements: ClassVar = ("QOS-008", "QOS-009")

    def runTest(self) -> None:
        for _ in range(2):
            self.block(OUT, self.values.data_queue)
            self.drops(self.frame(1))
            self.unblock(OUT, self.values.data_queue)
            self.passes(self.frame(2))


class QosBurstInOrder(CongestionTest):
    """As long as no queue is full, every packet of a burst leaves whole and in order."""

    requirements: ClassVar = ("QOS-010",)

    def runTest(self) -> None:
        """60 packets of changing length in one queue."""
        self.passes(*(self.frame(identity, length=110 + identity * 97 % 1400) for identity in range(60)))


class QosOrderPerQueue(CongestionTest):
    """Packets of each queue keep their order when queues alternate."""

    requirements: ClassVar = ("QOS-010",)

    def runTest(self) -> None:
        """Data and control by turns: each in order, whatever the two are to one another."""
        control = self.values.dscp.control
        data = [self.frame(identity) for identity in range(10)]
        others = [self.frame(100 + identity, dscp=control) for identity in range(10)]
        frames = [frame for pair in zip(data, others, strict=True) for frame in pair]
        moves = total(self.admitted(10), self.admitted(10, queue=self.values.control_queue))
        received = self.check(frames, {OUT: [forwarded(frame, OUT) for frame in frames]}, moves)[OUT]
        for sent in (data, others):
            wanted = [forwarded(frame, OUT) for frame in sent]
            self.assertEqual([frame for frame in received if frame in wanted], wanted, "left in another order")


class QosDrained(_Limited):
    """A queue that was full admits again once it has drained."""

    requirements: ClassVar = ("QOS-011",)

    def runTest(self) -> None:
        """Full while it crawls, and full again after the rate of the line has emptied it."""
        queue, limit = self.values.data_queue, 2 * self.long
        self.limit(limit)
        frames = self.frames(3)
        self.admits(frames, frames[:2])
        self.configure(QueueProfile(OUT, queue, rate="line", limit=limit))
        self.passes(self.frame(4))


class QosLimitPerPort(_Limited):
    """Filling the queue of one port takes nothing from the queue of another."""

    requirements: ClassVar = ("QOS-005", "QOS-009")

    def runTest(self) -> None:
        """Both ports have room for two frames, and both fill up."""
        for port in (OUT, HOST):
            self.limit(2 * self.long, port=port)
        for port in (OUT, HOST):
            frames = self.frames(3, port=port)
            self.admits(frames, frames[:2], port=port)


class QosNoPauseFrames(_Limited):
    """Congestion makes no pause frame leave: no port says anything but the packets sent to it."""

    requirements: ClassVar = ("QOS-012",)

    def runTest(self) -> None:
        """A full queue and a blocked one, 20 packets refused by each."""
        self.limit(self.long)
        frames = self.frames(21)
        self.admits(frames, frames[:1])
        self.block(HOST, self.values.data_queue)
        self.drops(*self.frames(20, port=HOST), port=HOST)


class QosPriorityToTheByte(CongestionTest):
    """What a higher queue admits counts against lower ones to the byte."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """A control frame of 111 bytes and a data frame fit exactly; after another byte, data does not."""
        queue, control = self.values.data_queue, self.values.control_queue
        low, high = min(queue, control), max(queue, control)
        dscps = {queue: self.values.dscp.trimmable, control: self.values.dscp.control}
        for port, length, fits in ((OUT, 111, True), (HOST, 112, False)):
            self.configure(
                QueueProfile(port, low, rate="crawl", limit=self.long + 111),
                QueueProfile(port, high, rate="crawl", limit=self.long),
            )
            self.passes(self.frame(1, port=port, dscp=dscps[high], length=length), port=port, queue=high)
            frame = self.frame(2, port=port, dscp=dscps[low])
            if fits:
                self.passes(frame, port=port, queue=low)
            else:
                self.drops(frame, port=port, queue=low)


class QosControlWhileDataFull(_Limited):
    """While the data queue is full, packets of the control class leave whole."""

    requirements: ClassVar = ("QOS-014",)

    def runTest(self) -> None:
        """The control queue has room for two, whatever waits below it."""
        queue = self.values.control_queue
        self.limit(2 * self.long)
        self.limit(2 * self.long, queue=queue)
        frames = self.frames(3)
        self.admits(frames, frames[:2])
        self.passes(*(self.frame(i, dscp=self.values.dscp.control) for i in (11, 12)), queue=queue)


class QosControlWhileDataBlocked(CongestionTest):
    """While every data queue is blocked, packets of the control class leave whole."""

    requirements: ClassVar = ("QOS-014",)

    def runTest(self) -> None:
        """Data and control by turns."""
        for queue in (self.values.data_queue, *self.free_queues()):
            self.block(OUT, queue)
        control = [self.frame(i, dscp=self.values.dscp.control) for i in (11, 12)]
        frames = [self.frame(1), control[0], self.frame(2), control[1]]
        moves = total(self.dropped(2), self.admitted(2, queue=self.values.control_queue))
        self.check(frames, {OUT: [forwarded(frame, OUT) for frame in control]}, moves)


class QosRuntimeChange(_Limited):
    """A change of a queue's limit, or of its ECN thresholds, holds for the next packet."""

    requirements: ClassVar = ("QOS-005", "CFG-013")

    def runTest(self) -> None:
        """Room for two, then for three, then for two again."""
        for limit, identity, fits in ((2, 0, 2), (3, 10, 1), (2, 20, 0), (4, 30, 1)):
            self.limit(limit * self.long)
            frames = [self.frame(identity + i) for i in range(3)]
            self.admits(frames, frames[:fits])


class QosDropCounterIngress(CongestionTest):
    """A refused packet counts on the ingress port it came by, and on the queue that refused it."""

    requirements: ClassVar = ("QOS-008", "CNT-005", "CNT-029")

    def runTest(self) -> None:
        """From three ports."""
        self.block(OUT, self.values.data_queue)
        for ingress in (IN, HOST, SPARE):
            moves = {
                cell("queue_dropped_packets", OUT, self.values.data_queue): 2,
                cell("drop_queue_full", ingress): 2,
            }
            self.check(self.frames(2), {}, moves, ingress=ingress)


# --- Qos draining ----------------------------------------------------------------------------------------------------


ROUND = 22
"""Frames that pass some time. A tester does not send a frame in less than 50 us."""


class QosBlockedQueueAndDraining(CongestionTest):
    """While packets keep arriving at a blocked queue, another queue of the port drains at its rate."""

    requirements: ClassVar[tuple[str, ...]] = ("QOS-009", "QOS-011")

    rounds = 10
    """By far more time than the queue needs, on any device."""

    def runTest(self) -> None:
        """A queue that is full, and drained after 12 ms; until then its packets are refused."""
        draining, blocked = 1, 2
        self.maps(draining, blocked)
        size = 500
        self.configure(QueueProfile(OUT, draining, rate="crawl", limit=size), QueueProfile(OUT, blocked))
        self.block(OUT, blocked)
        self.passes(self.frame(dscp=self.dscp(draining), length=size), queue=draining)
        self.configure(QueueProfile(OUT, draining, rate=8 * size * 1000 // 12, limit=size))
        self.drains(self.frame(2, dscp=self.dscp(draining), length=size), self.dscp(blocked))

    def dscp(self, queue: int) -> int:
        """A DSCP without a role for each queue."""
        return self.free_dscps()[queue]

    def maps(self, *queues: int) -> None:
        """These queues' DSCPs take them."""
        for queue in queues:
            self.configure(DscpToTc(self.dscp(queue), queue), TcToQueue(queue, queue))

    def drains(self, frame: bytes, blocked: int) -> None:
        """Between packets of DSCP `blocked`, none of which leaves, the frame is admitted in the end."""
        for _ in range(self.rounds):
            for refused in (self.frame(identity, dscp=blocked) for identity in range(ROUND)):
                self.send(IN, refused)
            self.send(IN, frame)
            received = self.collect(IN)[OUT]
            if received:
                self.assertEqual(received, [forwarded(frame, OUT)])
                return
        self.fail("the queue did not drain while packets arrived at the blocked one")


class QosIdlePort(QosBlockedQueueAndDraining):
    """A queue that was full is empty after any time without packets, however long: half an hour, 72 minutes, days."""

    requirements: ClassVar = ("QOS-011",)

    def runTest(self) -> None:
        """Idle for as long as clocks of 31, 32, 40 and 47 bits of microseconds run; the queue drains in ten seconds.

        Raises SkipTest where time is not the suite's to set.
        """
        device = self.device
        if not isinstance(device, Clock):
            raise SkipTest(f"{device.name}: its time is not the suite's to set")
        queue, size = 1, 500
        self.maps(queue)
        frame = self.frame(dscp=self.dscp(queue), length=size)
        for bits in (31, 32, 40, 47):
            self.configure(QueueProfile(OUT, queue, rate=400, limit=size))
            self.passes(frame, queue=queue)
            self.drops(frame, queue=queue)
            device.pass_time(1 << bits)
            self.passes(frame, queue=queue)
            device.pass_time(60_000_000)


class TrimBlockedQueueAndDraining(QosBlockedQueueAndDraining):
    """The same while copies of trimmed packets keep arriving at a blocked trim queue."""

    requirements: ClassVar = ("QOS-009", "TRIM-033")

    def runTest(self) -> None:
        """As there; trimming with a static queue."""
        draining, refusing, blocked = 1, 2, 3
        self.maps(draining, refusing)
        size = 500
        self.configure(
            DscpToTc(self.dscp(refusing), refusing, trim_eligible=True),
            replace(self.chosen_trimming(), dscp=self.values.dscp.trimmed, tc=None, queue=blocked),
            QueueProfile(OUT, draining, rate="crawl", limit=size),
            QueueProfile(OUT, refusing, trim=True),
            QueueProfile(OUT, blocked),
        )
        self.block(OUT, refusing)
        self.block(OUT, blocked)
        self.passes(self.frame(dscp=self.dscp(draining), length=size), queue=draining)
        self.configure(QueueProfile(OUT, draining, rate=8 * size * 1000 // 12, limit=size))
        self.drains(self.frame(2, dscp=self.dscp(draining), length=size), self.dscp(refusing))


class TrimQueueDrained(TrimTest):
    """A trim queue that was full admits copies again once it has drained."""

    requirements: ClassVar = ("QOS-011", "TRIM-036")

    def runTest(self) -> None:
        """Room for one copy: full while the queue crawls, and empty after 21 us at 100 Mb/s."""
        limit = self.kept(self.frame())
        self.configure(self.trim_profile(limit))
        self.trims(self.frame(1))
        self.check([self.frame(2)], {}, self.trims_count(refused=1))
        self.configure(self.trim_profile(limit, rate=100_000_000))
        self.trims(self.frame(3))


class QosDrainedAfterAWhile(TrimTest):
    """A queue drains by all of the time since its last packet, a trim queue, too."""

    requirements: ClassVar = ("QOS-011", "TRIM-036")

    blocked = (HOST,)

    def runTest(self) -> None:
        """4 ms are enough for what either holds, and 88 frames to another port take longer."""
        queue, kept = self.values.data_queue, self.kept(self.frame())
        self.configure(QueueProfile(OUT, queue, rate="crawl", limit=self.long), self.trim_profile(kept, port=HOST))
        self.passes(self.frame(1))
        self.trims(self.frame(2, port=HOST), port=HOST)
        self.configure(
            QueueProfile(OUT, queue, rate=8 * self.long * 1000 // 4, limit=self.long),
            self.trim_profile(kept, port=HOST, rate=8 * kept * 1000 // 4),
        )
        for _ in range(4):
            self.passes(*self.frames(ROUND, port=SPARE), port=SPARE)
        self.passes(self.frame(3))
        self.trims(self.frame(4, port=HOST), port=HOST)
