# SPDX-License-Identifier: GPL-2.0-only
"""Counters of ports and queues: what each packet moves, in packets and in bytes (SAI, SONiC HLD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded
from ptf_tests.switch.congestion import QUEUES, CountingTest, LimitedTrimTest, TrimTest, total
from ptf_tests.switch.device import Cell
from ptf_tests.switch.packets import marked, sentinel
from ptf_tests.switch.settings import DscpToTc, QueueProfile, TcToQueue

FCS_BYTES = 4


class _Trim(CountingTest, TrimTest):
    """The data queues of OUT and HOST trim and are blocked."""


class CounterPortSent(_Trim):
    """The sent counter of a port grows by what leaves it: whole packets, trimmed copies, nothing that was dropped."""

    requirements: ClassVar = ("CNT-001",)

    def runTest(self) -> None:
        """Different numbers on each port."""
        self.there(*(cell("port_tx_packets", port) for port in PORTS))
        self.block(HOST, self.values.trim_queue)
        frames = [*self.frames(3), *self.frames(2, port=HOST), *self.frames(4, port=SPARE)]
        wanted = {
            OUT: [self.copy(frame) for frame in frames[:3]],
            SPARE: [forwarded(frame, SPARE) for frame in frames[5:]],
        }
        moves = total(self.trims_count(3), self.trims_count(2, port=HOST, refused=2), self.admitted(4, port=SPARE))
        self.check(frames, wanted, moves)


class CounterQueueAdmitted(CountingTest):
    """The packet counter of each queue of each port grows by what that queue admitted, and no other cell moves."""

    requirements: ClassVar = ("CNT-002", "QOS-001")

    def runTest(self) -> None:
        """One more packet from queue to queue, on three ports, in one burst."""
        dscps = self.free_dscps()[:7]
        self.configure(
            *(DscpToTc(dscp, tc) for tc, dscp in enumerate(dscps, 1)), *(TcToQueue(tc, tc) for tc in range(1, 8))
        )
        places = [
            (port, queue) for port in (OUT, HOST, SPARE) for queue in QUEUES[1:] for _ in range((queue + port) % 3)
        ]
        frames = [self.frame(i, port=p, dscp=dscps[q - 1], length=110) for i, (p, q) in enumerate(places)]
        wanted: dict[int, list[bytes]] = {}
        for (port, _), frame in zip(places, frames, strict=True):
            wanted.setdefault(port, []).append(forwarded(frame, port))
        self.there(*(cell("queue_packets", port, queue) for port in PORTS for queue in QUEUES))
        self.check(frames, wanted, total(*(self.admitted(port=port, queue=queue) for port, queue in places)))


class CounterTrimmedCopyAdmitted(_Trim):
    """A trimmed copy counts as admitted on the trim queue, its packet nowhere."""

    requirements: ClassVar = ("CNT-002",)

    def runTest(self) -> None:
        self.there(cell("queue_packets", OUT, self.values.trim_queue))
        self.trims(*self.frames(5))


class _Bytes(_Trim):
    """Base of the cases about byte counters."""

    def grow(self, frames: Sequence[bytes], bytes_: Mapping[Cell, int]) -> None:
        """The byte counters grow by so much and no other queue counter moves; nothing else is looked at."""
        self.there(*bytes_)
        before = self.device.counters(PORTS)
        for frame in frames:
            self.send(IN, frame)
        self.collect(IN)
        after = self.device.counters(PORTS)
        found = {key: after[key].bytes - was.bytes - self._sentinels(key) for key, was in before.items()}
        moved = {key: value for key, value in found.items() if key[0] in _BYTE_COUNTERS and value}
        self.assertEqual(moved, dict(bytes_))

    def _sentinels(self, key: Cell) -> int:
        there = key in {cell("queue_packets", port, 0) for port in PORTS}
        return there * self.counted([sentinel(IN, 0)])

    def counted(self, frames: Sequence[bytes]) -> int:
        """What a byte counter makes of these frames."""
        return sum(len(frame) + FCS_BYTES * self.chose("counter_bytes", "frame_and_fcs") for frame in frames)

    def admitted_bytes(self) -> None:
        """Frames of all lengths in the data queue and in the control queue."""
        self.unblock(OUT, self.values.data_queue)
        lengths = (110, 111, 256, 1500, self.values.max_frame)
        data = [self.frame(identity, length=length) for identity, length in enumerate(lengths)]
        control = [self.frame(9, dscp=self.values.dscp.control, length=777)]
        moves = {
            cell("queue_packets", OUT, self.values.data_queue): self.counted(data),
            cell("queue_packets", OUT, self.values.control_queue): self.counted(control),
        }
        self.grow([*data, *control], moves)

    def dropped_bytes(self) -> None:
        """Frames that the data queue refuses, on two ports."""
        dscp = self.values.dscp.no_trim
        for port in (OUT, HOST):
            self.configure(QueueProfile(port, self.values.data_queue))
        frames = {port: [self.frame(i, port=port, dscp=dscp, length=300 * i + port) for i in (1, 2)] for port in (1, 2)}
        moves = {
            cell("queue_dropped_packets", port, self.values.data_queue): self.counted(sent)
            for port, sent in frames.items()
        }
        self.grow([frame for sent in frames.values() for frame in sent], moves)


_BYTE_COUNTERS = ("queue_packets", "queue_dropped_packets")


class CounterBytesAdmitted(_Bytes):
    """The byte counter of a queue grows by the lengths of what it admitted, from Ethernet, without FCS."""

    requirements: ClassVar = ("CNT-003",)

    def runTest(self) -> None:
        self.admitted_bytes()


class CounterBytesDropped(_Bytes):
    """The byte counter of what a queue dropped grows by their lengths, from Ethernet, without FCS."""

    requirements: ClassVar = ("CNT-003",)

    def runTest(self) -> None:
        self.dropped_bytes()


class CounterBytesFcs(_Bytes):
    """Byte counters count 4 bytes of FCS for each frame as well."""

    requirements: ClassVar = ("CNT-004",)

    def runTest(self) -> None:
        """Admitted and dropped."""
        self.admitted_bytes()
        self.dropped_bytes()


class CounterQueueDropped(CountingTest, LimitedTrimTest):
    """The drop counter of a queue grows by what it refused and did not trim, on that queue and port only."""

    requirements: ClassVar = ("CNT-005", "QOS-005")

    trim = False

    def runTest(self) -> None:
        """Two fit, three are dropped; another queue and another port drop other numbers."""
        self.there(cell("queue_dropped_packets", OUT, self.values.data_queue))
        self.fill()
        self.block(OUT, self.values.control_queue)
        self.block(SPARE, self.values.data_queue)
        control = self.values.dscp.control
        frames = [*self.frames(3), self.frame(9, dscp=control), *self.frames(5, port=SPARE)]
        moves = total(self.dropped(3), self.dropped(queue=self.values.control_queue), self.dropped(5, port=SPARE))
        self.check(frames, {}, moves)


class CounterEcn(CountingTest):
    """The ECN counter of a queue grows by the packets which that queue marked, on that queue and port only."""

    requirements: ClassVar = ("CNT-018", "ECN-001")

    def runTest(self) -> None:
        """Data marks on OUT, control on HOST; packets that are not ECN-capable do not count."""
        data, control = self.values.data_queue, self.values.control_queue
        self.configure(
            QueueProfile(OUT, data, rate="crawl", ecn=(0, 0)), QueueProfile(HOST, control, rate="crawl", ecn=(0, 0))
        )
        self.there(*(cell("queue_wred_ecn_marked_packets", port, q) for port in (OUT, HOST) for q in (data, control)))
        dscp = self.values.dscp.control
        frames = [
            *self.frames(3),
            self.frame(4, dscp=dscp),
            self.frame(5, port=HOST),
            *(self.frame(6 + i, port=HOST, dscp=dscp) for i in range(2)),
        ]
        wanted = {
            OUT: [*(marked(forwarded(f, OUT)) for f in frames[:3]), forwarded(frames[3], OUT)],
            HOST: [forwarded(frames[4], HOST), *(marked(forwarded(f, HOST)) for f in frames[5:])],
        }
        moves = total(
            self.admitted(3),
            self.admitted(queue=control),
            self.admitted(port=HOST),
            self.admitted(2, port=HOST, queue=control),
            {cell("queue_wred_ecn_marked_packets", OUT, data): 3},
            {cell("queue_wred_ecn_marked_packets", HOST, control): 2},
        )
        self.check(frames, wanted, moves)


class CounterEcnCe(CountingTest):
    """A packet that arrived with CE counts as marked where the queue marks, and not below the threshold."""

    requirements: ClassVar = ("CNT-019",)

    def runTest(self) -> None:
        """A step at one frame: the first finds none, the second finds one."""
        queue = self.values.data_queue
        self.configure(QueueProfile(OUT, queue, rate="crawl", ecn=(self.long, self.long)))
        key = cell("queue_wred_ecn_marked_packets", OUT, queue)
        self.there(key)
        for identity, moved in ((1, 0), (2, 1)):
            frame = self.frame(identity, ecn=3)
            self.check([frame], {OUT: [forwarded(frame, OUT)]}, total(self.admitted(), {key: moved}))
