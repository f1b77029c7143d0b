# SPDX-License-Identifier: GPL-2.0-only
"""Queues: classification by DSCP, admission by bytes, blocking, strict priority (SONiC maps, docs/pipeline.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import OUT, forwarded, with_destination
from ptf_tests.switch.congestion import OWN, QUEUES, USIDS, CongestionTest, Fate, Moves, total
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    SENTINEL_DSCP,
    Srh,
    carrier,
    inner_ipv6,
    native,
    over_ipv6,
    raw_bytes,
    tunnel,
    udp,
)
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Route, Setting, TcToQueue, un

SEGMENTS_LEFT_OFFSET = 14 + 40 + 3

WIRE_OVERHEAD = 24
"""Preamble 8, gap 12, FCS 4 bytes."""


def queue_of(dscp: int) -> int:
    """The queue of a DSCP in `EVERY_DSCP`: all queues in use, none equal to its traffic class; 63 takes queue 0."""
    tc = (dscp + 1) % 8
    return (tc * 3) % 8


EVERY_DSCP: tuple[Setting, ...] = (
    *(DscpToTc(dscp, (dscp + 1) % 8) for dscp in range(64)),
    *(TcToQueue(tc, tc * 3 % 8) for tc in range(8)),
)


class EveryDscpTest(CongestionTest):
    """A map of all DSCPs over all queues."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(*EVERY_DSCP)

    def all_dscps(self) -> list[bytes]:
        """One frame of each DSCP."""
        return [self.frame(dscp, dscp=dscp, length=110) for dscp in range(64)]

    def classified(self, frames: Sequence[bytes], wanted: Sequence[bytes]) -> None:
        """64 frames of one DSCP each leave, and each queue admits those that the map leads to it."""
        moves = [self.admitted(queue=queue_of(dscp)) for dscp in range(64)]
        self.each([Fate(*fate) for fate in zip(frames, wanted, moves, strict=True)], in_order=False)


class QosEveryDscp(EveryDscpTest):
    """Each of the 64 DSCPs counts on the queue to which the maps lead it."""

    requirements: ClassVar = ("QOS-001", "CNT-002")

    def runTest(self) -> None:
        frames = self.all_dscps()
        self.classified(frames, [forwarded(frame, OUT) for frame in frames])


class QosEveryDscpByBlocking(EveryDscpTest):
    """With one queue blocked at a time, exactly the DSCPs that the maps lead to it do not pass."""

    requirements: ClassVar = ("QOS-001", "QOS-008", "QOS-009")

    def runTest(self) -> None:
        """Queues 1 to 7."""
        frames = self.all_dscps()
        for queue in QUEUES[1:]:
            self.block(OUT, queue)
            fates = [
                Fate(frame, forwarded(frame, OUT), self.admitted(queue=queue_of(dscp)))
                if queue_of(dscp) != queue
                else Fate(frame, None, self.dropped(queue=queue))
                for dscp, frame in enumerate(frames)
            ]
            self.each(fates, in_order=False)
            self.unblock(OUT, queue)


class QosEveryDscpShifted(EveryDscpTest):
    """A shifted packet is classified by its outer DSCP, whatever the inner one is."""

    requirements: ClassVar = ("QOS-002", "CNT-002")

    def runTest(self) -> None:
        """64 outer DSCPs, the inner one its complement."""
        self.configure(un(f"{carrier(OWN)}/48"))
        frames = [
            raw_bytes(tunnel(inner_ipv6(dscp=dscp ^ 63, identity=dscp), carrier(OWN, USIDS[OUT]), dscp=dscp))
            for dscp in range(64)
        ]
        self.classified(frames, [with_destination(forwarded(frame, OUT), carrier(USIDS[OUT])) for frame in frames])


class QosShiftedByBlocking(EveryDscpTest):
    """The same, shown by a blocked queue: the outer DSCP decides."""

    requirements: ClassVar = ("QOS-002", "QOS-008")

    def runTest(self) -> None:
        """Outer and inner DSCP of two queues, one way and the other."""
        self.configure(un(f"{carrier(OWN)}/48"))
        one, two = 0, 1
        frames = [
            raw_bytes(tunnel(inner_ipv6(dscp=inner, identity=outer), carrier(OWN, USIDS[OUT]), dscp=outer))
            for outer, inner in ((one, two), (two, one))
        ]
        self.block(OUT, queue_of(one))
        wanted = with_destination(forwarded(frames[1], OUT), carrier(USIDS[OUT]))
        counters = total(self.dropped(queue=queue_of(one)), self.admitted(queue=queue_of(two)))
        self.check(frames, {OUT: [wanted]}, counters)


class QosSrh(EveryDscpTest):
    """A packet whose SRH is advanced is classified by its outer DSCP, too."""

    requirements: ClassVar = ("QOS-002", "SRV6-023")

    def runTest(self) -> None:
        """Eight DSCPs, one per queue."""
        self.configure(un(f"{carrier(OWN)}/48"))
        frames, wanted = [], []
        srh = Srh((carrier(OWN), carrier(USIDS[OUT])), 2)
        for dscp in range(8):
            frame = raw_bytes(tunnel(inner_ipv6(dscp=dscp ^ 63, identity=dscp), carrier(OWN), dscp=dscp, srh=srh))
            frames.append(frame)
            advanced = bytearray(with_destination(forwarded(frame, OUT), carrier(USIDS[OUT])))
            advanced[SEGMENTS_LEFT_OFFSET] = 1
            wanted.append(bytes(advanced))
        self.check(frames, {OUT: wanted}, total(*(self.admitted(queue=queue_of(dscp)) for dscp in range(8))))


class _Decapsulated(EveryDscpTest):
    """A SID that decapsulates; the inner destination is behind OUT."""

    uniform = False

    def leaves_with(self, left: int) -> None:
        """Outer DSCP 8, inner DSCP 9: the packet leaves with `left`, and takes that one's queue."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True, uniform=self.uniform), Route(f"{HOST_DESTINATION}/128", OUT))
        frame = raw_bytes(tunnel(over_ipv6(udp(size=64), dscp=9), carrier(OWN), dscp=8, ecn=0))
        wanted = forwarded(raw_bytes(native(over_ipv6(udp(size=64), dscp=left))), OUT)
        self.check([frame], {OUT: [wanted]}, self.admitted(queue=queue_of(left)))
        self.block(OUT, queue_of(left))
        self.check([frame], {}, self.dropped(queue=queue_of(left)))


class QosDecapPipe(_Decapsulated):
    """A decapsulated packet that keeps its inner DSCP takes the queue of it."""

    requirements: ClassVar = ("QOS-003", "SRV6-042")

    def runTest(self) -> None:
        self.leaves_with(9)


class QosDecapUniform(_Decapsulated):
    """A decapsulated packet that takes over the outer DSCP takes the queue of that."""

    requirements: ClassVar = ("QOS-003", "SRV6-043")

    uniform = True

    def runTest(self) -> None:
        self.leaves_with(8)


class QosUnmappedDscp(CongestionTest):
    """A DSCP that is in no map takes queue 0: it passes while every other queue is blocked."""

    requirements: ClassVar = ("QOS-004",)

    def runTest(self) -> None:
        """All DSCPs without a role, in one burst."""
        for queue in QUEUES[1:]:
            self.block(OUT, queue)
        self.passes(*(self.frame(dscp, dscp=dscp, length=110) for dscp in self.free_dscps()), queue=0)


class _Priorities(EveryDscpTest):
    """Queues 1 to 7 of each port with room for one frame each, none of which drains."""

    @override
    def setUp(self) -> None:
        super().setUp()
        limit = self.long
        self.configure(*(QueueProfile(port, q, rate="crawl", limit=limit) for port in USIDS for q in QUEUES[1:]))

    def in_queue(self, queue: int, port: int) -> bytes:
        """A frame that takes `queue`."""
        dscp = next(d for d in range(SENTINEL_DSCP) if queue_of(d) == queue)
        return self.frame(16 * port + queue, dscp=dscp, port=port)

    def sends(self, order: Sequence[int], admitted: Sequence[int], *, port: int = OUT) -> None:
        """One frame to each queue in this order; these queues admit theirs."""
        frames = {queue: self.in_queue(queue, port) for queue in order}
        moves: Moves = total(
            *((self.admitted if q in admitted else self.dropped)(port=port, queue=q) for q in order),
        )
        self.check(list(frames.values()), {port: [forwarded(frames[q], port) for q in admitted]}, moves)

    def fills(self, queue: int, port: int) -> None:
        """After one frame in `queue`, it and all lower queues are full, and all higher ones are not."""
        self.sends((queue,), (queue,), port=port)
        self.sends(QUEUES[1:], QUEUES[queue + 1 :], port=port)


class QosPriorityUpwards(_Priorities):
    """What waits in lower queues does not count against higher ones: from the lowest up, each queue admits."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """Queues 1 to 7, one frame each; then all are full."""
        self.sends(QUEUES[1:], QUEUES[1:])
        self.sends(QUEUES[1:], ())


class QosPriorityDownwards(_Priorities):
    """What a higher queue admits counts against every lower one."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """From the highest down, only the first fits."""
        self.sends(QUEUES[:0:-1], (7,))


class QosPriorityOfLowQueues(_Priorities):
    """A frame in queue 1, 2 or 3 counts against that queue and all lower ones, and against no higher one."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """One queue on each port."""
        for queue, port in enumerate(USIDS, 1):
            self.fills(queue, port)


class QosPriorityOfHighQueues(_Priorities):
    """A frame in queue 4, 5 or 6 counts against that queue and all lower ones, and against no higher one."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """One queue on each port."""
        for queue, port in enumerate(USIDS, 4):
            self.fills(queue, port)
