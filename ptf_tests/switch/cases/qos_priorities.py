# SPDX-License-Identifier: GPL-2.0-only
"""All eight queues of a port with each other, to the byte: what is admitted to one counts against it and lower ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from ptf_tests.switch.case import HOST, OUT, cell, forwarded
from ptf_tests.switch.congestion import OWN, QUEUES, CongestionTest, TrimTest
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    marked,
    native,
    raw_bytes,
    tunnel,
    with_ttl,
)
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Route, Setting, Sid, TcToQueue, Trimming, un

SECOND = 0xD046
"""uSID of a SID for what was shifted."""

PROBE = 120
"""Bytes of the frames that find out what waits."""

SEGMENTS = (0, 1, 4, 8)
"""Lengths of SRHs, 0 for none."""

SENTINEL_BYTES = 70
"""Each check puts one sentinel into queue 0 of each port."""


class Waiting:
    """What waits ahead of a new packet in each queue of a port that hardly drains: the requirement as arithmetic."""

    def __init__(self) -> None:
        self._ahead = [0] * len(QUEUES)

    def admit(self, queue: int, size: int) -> None:
        """A packet of so many bytes is admitted: it is ahead of everything in its queue and in lower ones."""
        for lower in range(queue + 1):
            self._ahead[lower] += size

    def ahead(self, queue: int) -> int:
        """Bytes that leave before a new packet of this queue."""
        return self._ahead[queue]


class _EveryQueue(CongestionTest):
    """A DSCP and a traffic class for each queue."""

    def maps(self, free_dscps: list[int]) -> Iterable[Setting]:
        """The DSCP of queue q is the q-th without a role; its traffic class is q."""
        self.dscps = free_dscps[: len(QUEUES)]
        for queue in QUEUES:
            yield DscpToTc(self.dscps[queue], queue)
            yield TcToQueue(queue, queue)

    def probes(self, waiting: Waiting, queue: int) -> None:
        """What `waiting` says of a queue is so to the byte: with one byte less of limit a frame is refused."""
        frame = self.frame(dscp=self.dscps[queue], length=PROBE)
        limit = waiting.ahead(queue) + PROBE
        self.configure(QueueProfile(OUT, queue, rate="crawl", limit=limit - 1))
        self.drops(frame, queue=queue)
        self.configure(QueueProfile(OUT, queue, rate="crawl", limit=limit))
        self.passes(frame, queue=queue)
        waiting.admit(queue, PROBE)


class QosEveryPairOfQueues(_EveryQueue):
    """What a queue admits counts against itself and each lower queue, and against no higher one, to the byte."""

    requirements: ClassVar = ("QOS-005", "QOS-013")

    def runTest(self) -> None:
        """Each admits another length; then in each, one byte too few is refused, and the byte more is admitted."""
        self.configure(*self.maps(self.free_dscps()))
        waiting = Waiting()
        for queue in QUEUES[1:]:
            self._admits(waiting, queue, 200 + (1 << queue))
        for queue in (*QUEUES[1:], *QUEUES[:0:-1]):
            self.probes(waiting, queue)

    def _admits(self, waiting: Waiting, queue: int, size: int) -> None:
        self.configure(QueueProfile(OUT, queue, rate="crawl"))
        self.passes(self.frame(dscp=self.dscps[queue], length=size), queue=queue)
        waiting.admit(queue, size)


class QosLowestQueue(_EveryQueue):
    """What a higher queue admits is ahead of packets of the lowest one to the byte: marking by a threshold shows it."""

    requirements: ClassVar = ("QOS-013", "ECN-001", "ECN-002", "ECN-016")

    def runTest(self) -> None:
        """Each queue from 1 on; queue 0 has no limit, for the sentinels take it."""
        self.configure(*self.maps(self.free_dscps()))
        self.configure(QueueProfile(OUT, 0, rate="crawl"))
        waiting = Waiting()
        for queue in QUEUES[1:]:
            self.configure(QueueProfile(OUT, queue, rate="crawl"))
            self.passes(self.frame(dscp=self.dscps[queue], length=200 + queue), queue=queue)
            waiting.admit(queue, 200 + queue)
            waiting.admit(0, SENTINEL_BYTES)
            for short, marks in ((1, False), (0, True)):
                threshold = waiting.ahead(0) + short
                self.configure(QueueProfile(OUT, 0, rate="crawl", ecn=(threshold, threshold)))
                self._probe(marks=marks)
                waiting.admit(0, PROBE + SENTINEL_BYTES)

    def _probe(self, *, marks: bool) -> None:
        frame = self.frame(dscp=self.dscps[0], length=PROBE)
        output = forwarded(frame, OUT)
        moves = {cell("queue_packets", OUT, 0): 1, cell("queue_wred_ecn_marked_packets", OUT, 0): int(marks)}
        self.check([frame], {OUT: [marked(output) if marks else output]}, moves)


class TrimQueueAmongQueues(TrimTest, _EveryQueue):
    """Whichever queue trimmed copies take, they count with their length against it and lower queues, to the byte."""

    requirements: ClassVar = ("QOS-005", "QOS-013", "TRIM-033", "TRIM-036")

    blocked = (OUT,)
    queue_mode = "static"

    def runTest(self) -> None:
        """Each queue but the data queue: copies are admitted and refused to the byte; then all queues show them."""
        self.configure(*self.maps(self.free_dscps()))
        data = self.values.data_queue
        waiting = Waiting()
        for number, queue in enumerate(q for q in QUEUES[1:] if q != data):
            self.configure(self._trimming_into(queue))
            for times in range(2):
                limit = waiting.ahead(queue) + self.kept(self.frame())
                self.configure(QueueProfile(OUT, queue, rate="crawl", limit=limit - 1))
                self.check([self.frame()], {}, self.trims_count(refused=1, trim_queue=queue))
                self.configure(QueueProfile(OUT, queue, rate="crawl", limit=limit))
                frame = self.frame(2 * number + times)
                self.check([frame], {OUT: [self.copy(frame)]}, self.trims_count(trim_queue=queue))
                waiting.admit(queue, self.kept(frame))
        # Queue 0 has no limit, for the sentinels take it; what it admits must not count against any other.
        self.configure(self._trimming_into(0), QueueProfile(OUT, 0, rate="crawl"))
        frame = self.frame(100)
        self.check([frame], {OUT: [self.copy(frame)]}, self.trims_count(trim_queue=0))
        self.unblock(OUT, data)
        for queue in QUEUES[1:]:
            self.probes(waiting, queue)

    def _trimming_into(self, queue: int) -> Setting:
        return replace(self.chosen_trimming(), queue=queue)


class TrimIntoLowerQueue(TrimTest, _EveryQueue):
    """The trim queue may lie below the queue that refused: copies count against it and lower queues, to the byte."""

    requirements: ClassVar = ("QOS-005", "QOS-013", "TRIM-033", "TRIM-052")

    blocked = ()
    queue_mode = "static"

    def runTest(self) -> None:
        """From queue 7 into each queue between."""
        self.configure(*self.maps(self.free_dscps()))
        refusing = QUEUES[-1]
        self.configure(
            DscpToTc(self.dscps[refusing], refusing, trim_eligible=True),
            QueueProfile(OUT, refusing, rate="crawl", limit=self.long - 1, trim=True),
        )
        configured = self.trimming()[-1]
        assert isinstance(configured, Trimming)
        waiting = Waiting()
        for queue in QUEUES[1:refusing]:
            for fits in (True, False):
                frame = self.frame(queue, dscp=self.dscps[refusing])
                limit = waiting.ahead(queue) + self.kept(frame) - (not fits)
                self.configure(replace(configured, queue=queue), QueueProfile(OUT, queue, rate="crawl", limit=limit))
                counts = self.trims_count(queue=refusing, trim_queue=queue, refused=int(not fits))
                self.check([frame], {OUT: [self.copy(frame)]} if fits else {}, counts)
                if fits:
                    waiting.admit(queue, self.kept(frame))


class TrimFromLowestQueue(TrimTest, _EveryQueue):
    """Queue 0 trims what it refuses like any other; nothing waits in a higher queue on account of that."""

    requirements: ClassVar = ("QOS-005", "QOS-013", "TRIM-033", "TRIM-036")

    blocked = ()
    queue_mode = "static"

    def runTest(self) -> None:
        """Into each queue above, which has room for the copy to the byte; sentinels fit queue 0."""
        self.configure(*self.maps(self.free_dscps()))
        self.configure(
            DscpToTc(self.dscps[0], 0, trim_eligible=True), QueueProfile(OUT, 0, limit=self.long - 1, trim=True)
        )
        configured = self.trimming()[-1]
        assert isinstance(configured, Trimming)
        for queue in QUEUES[1:]:
            frame = self.frame(queue, dscp=self.dscps[0])
            profile = QueueProfile(OUT, queue, rate="crawl", limit=self.kept(frame))
            self.configure(replace(configured, queue=queue), profile)
            counts = self.trims_count(queue=0, trim_queue=queue)
            self.check([frame], {OUT: [self.copy(frame)]}, counts)


class TrimQueueOverhead(TrimTest):
    """The trim queue adds its own overhead to each copy, not that of the queue that refused the packet."""

    requirements: ClassVar = ("QOS-007", "TRIM-036")

    def runTest(self) -> None:
        """24 bytes in the trim queue of OUT and none in the data queue, the other way round on HOST."""
        for port, data, copies in ((OUT, 0, 24), (HOST, 24, 0)):
            self.configure(QueueProfile(port, self.values.data_queue, overhead=data, trim=True))
            for identity, fits in ((1, False), (2, True)):
                frame = self.frame(identity, port=port)
                limit = self.kept(frame) + copies - (not fits)
                queue = self.values.trim_queue
                self.configure(QueueProfile(port, queue, rate="crawl", overhead=copies, limit=limit))
                counts = self.trims_count(port=port, refused=int(not fits))
                self.check([frame], {port: [self.copy(frame, port)]} if fits else {}, counts)


class TrimAheadOfLowestQueue(TrimTest):
    """Trimmed copies are ahead of packets of the lowest queue, to the byte: marking by a threshold shows it."""

    requirements: ClassVar = ("QOS-013", "ECN-016", "TRIM-036")

    def runTest(self) -> None:
        """Two copies; each check puts a sentinel into queue 0, behind what it looks at."""
        self.configure(self.trim_profile(None), QueueProfile(OUT, 0, rate="crawl"))
        ahead = 0
        for frame in self.frames(2):
            self.trims(frame)
            ahead += self.kept(frame) + SENTINEL_BYTES
        for short in (1, 0):
            threshold = ahead + short
            self.configure(QueueProfile(OUT, 0, rate="crawl", ecn=(threshold, threshold)))
            frame = self.frame(dscp=self.free_dscps()[0], length=PROBE)
            output = forwarded(frame, OUT)
            moves = {cell("queue_packets", OUT, 0): 1, cell("queue_wred_ecn_marked_packets", OUT, 0): int(not short)}
            self.check([frame], {OUT: [output if short else marked(output)]}, moves)
            ahead += PROBE + SENTINEL_BYTES


class _DecapsulatedLength(CongestionTest):
    """OWN decapsulates; a limit of the queue of what leaves on HOST shows its length."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(OWN)}/48", usd=True), Route(f"{HOST_DESTINATION}/128", HOST), Route("198.51.100.0/24", HOST)
        )

    def counts_as(self, frame: bytes, output: bytes) -> None:
        """A queue that is still empty admits the frame from the length of what leaves on, and not with a byte less."""
        queue = self.values.data_queue
        self.configure(QueueProfile(HOST, queue, rate="crawl", limit=self._sent + len(output) - 1))
        self.drops(frame, port=HOST)
        self.configure(QueueProfile(HOST, queue, rate="crawl", limit=self._sent + len(output)))
        self.check([frame], {HOST: [output]}, {cell("queue_packets", HOST, queue): 1})
        self._sent += len(output)

    _sent = 0


class QosDecapsulatedIpv6(_DecapsulatedLength):
    """A decapsulated IPv6 packet counts with the length it leaves with, whatever SRH it came with."""

    requirements: ClassVar = ("QOS-024", "SRV6-039", "SRV6-040")

    def runTest(self) -> None:
        """Without an SRH, and with SRHs of one to eight segments."""
        inner = inner_ipv6(dscp=self.values.dscp.trimmable, size=300)
        output = forwarded(raw_bytes(native(inner)), HOST)
        for count in SEGMENTS:
            srh = Srh((carrier(0x2100),) * count, 0) if count else None
            self.counts_as(raw_bytes(tunnel(inner, carrier(OWN), ecn=0, srh=srh)), output)


class QosDecapsulatedIpv4(_DecapsulatedLength):
    """A decapsulated IPv4 packet counts with the length it leaves with, whatever SRH it came with."""

    requirements: ClassVar = ("QOS-024", "SRV6-046")

    def runTest(self) -> None:
        """Without an SRH, and with SRHs of one to eight segments."""
        inner = inner_ipv4(dscp=self.values.dscp.trimmable, size=300)
        output = with_ttl(forwarded(raw_bytes(native(inner)), HOST, hop=False), 63)
        for count in SEGMENTS:
            srh = Srh((carrier(0x2100),) * count, 0) if count else None
            self.counts_as(raw_bytes(tunnel(inner, carrier(OWN), ecn=0, srh=srh)), output)


class QosRedispatchedDecapsulated(_DecapsulatedLength):
    """So does a packet that the second SID of a device with re-dispatch decapsulates."""

    requirements: ClassVar = ("QOS-024", "SRV6-070", "SRV6-046")

    def runTest(self) -> None:
        """IPv6 and IPv4, without an SRH, and with one of eight segments."""
        self.configure(Sid("uDT46", f"{carrier(SECOND)}/48", redispatch=True))
        dscp = self.values.dscp.trimmable
        ipv6, ipv4 = inner_ipv6(dscp=dscp, size=300), inner_ipv4(dscp=dscp, size=300)
        outputs = (
            (ipv6, forwarded(raw_bytes(native(ipv6)), HOST)),
            (ipv4, with_ttl(forwarded(raw_bytes(native(ipv4)), HOST, hop=False), 63)),
        )
        for inner, output in outputs:
            for srh in (None, Srh((carrier(0x2100),) * 8, 0)):
                self.counts_as(raw_bytes(tunnel(inner, carrier(OWN, SECOND), ecn=0, srh=srh)), output)
