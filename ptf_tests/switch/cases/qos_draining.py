# SPDX-License-Identifier: GPL-2.0-only
"""Queues drain with the time that goes by, whatever else happens on their port meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar
from unittest import SkipTest

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, forwarded
from ptf_tests.switch.congestion import CongestionTest, TrimTest
from ptf_tests.switch.device import Clock
from ptf_tests.switch.settings import DscpToTc, QueueProfile, TcToQueue

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
