# SPDX-License-Identifier: GPL-2.0-only
"""Counters of ports, queues and trims: what each packet moves (SAI, SONiC HLD, sonic-mgmt case 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded
from ptf_tests.switch.congestion import QUEUES, CountingTest, LimitedTrimTest, TrimTest, total
from ptf_tests.switch.device import PORT_TRIM_COUNTERS, SWITCH_TRIM_COUNTERS, Cell, Count
from ptf_tests.switch.packets import marked, sentinel, with_source
from ptf_tests.switch.settings import DisableTrim, DscpToTc, QueueProfile, TcToQueue

# --- Counters --------------------------------------------------------------------------------------------------------


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


# --- Counters trim ---------------------------------------------------------------------------------------------------


class _TrimCounters(CountingTest, TrimTest):
    """The data queues of OUT and HOST trim and are blocked."""

    def trim_cells(self) -> dict[str, Cell]:
        """The three trim counters of the data queue's packets, by kind."""
        original = self.chose("counter_locus", "original_queue")
        queue = self.values.data_queue if original else self.values.trim_queue
        return {kind: cell(f"queue_{kind}_packets", OUT, queue) for kind in ("trim", "tx_trim", "dropped_trim")}


class _Dropped(_TrimCounters):
    """The drop counter of a queue, when it trims and when it drops."""

    def trims_then_drops(self, counted: int) -> None:
        """For two packets that are trimmed it grows by so much, for one that is dropped by one."""
        queue = self.values.data_queue
        key = cell("queue_dropped_packets", OUT, queue)
        self.there(key)
        frames = self.frames(2)
        self.check(frames, {OUT: [self.copy(frame) for frame in frames]}, {**self.trims_count(2), key: counted})
        self.configure(QueueProfile(OUT, queue))
        self.drops(self.frame(3))


class CounterDroppedIncludesTrimmed(_Dropped):
    """The drop counter of a queue also counts the packets that were trimmed."""

    requirements: ClassVar = ("CNT-006",)

    def runTest(self) -> None:
        """Two are trimmed, then one is dropped: two and one."""
        self.trims_then_drops(2)


class CounterDroppedExcludesTrimmed(_Dropped):
    """The drop counter of a queue does not count packets that were trimmed."""

    requirements: ClassVar = ("CNT-007",)

    def runTest(self) -> None:
        """Two are trimmed, then one is dropped: none and one."""
        self.trims_then_drops(0)


class CounterTrimSent(_TrimCounters):
    """A packet whose copy leaves counts once as trimmed and once as sent trimmed, and not as dropped trimmed."""

    requirements: ClassVar = ("CNT-008",)

    def runTest(self) -> None:
        """Three on one port, two on another."""
        cells = self.trim_cells()
        self.there(*cells.values())
        moves = self.trims_count(3)
        self.assertEqual([moves[cells[kind]] for kind in ("trim", "tx_trim", "dropped_trim")], [3, 3, 0])
        self.trims(*self.frames(3))
        self.trims(*self.frames(2, port=HOST), port=HOST)


class CounterTrimDropped(_TrimCounters):
    """A packet whose copy is refused counts once as trimmed and once as dropped trimmed, and not as sent trimmed."""

    requirements: ClassVar = ("CNT-009",)

    def runTest(self) -> None:
        cells = self.trim_cells()
        self.there(*cells.values())
        moves = self.trims_count(3, refused=3)
        self.assertEqual([moves[cells[kind]] for kind in ("trim", "tx_trim", "dropped_trim")], [3, 0, 3])
        self.block(OUT, self.values.trim_queue)
        self.check(self.frames(3), {}, moves)


class CounterTrimSum(CountingTest, LimitedTrimTest):
    """After a mix of whole, trimmed, dropped trimmed and dropped packets, trimmed is sent and dropped trimmed."""

    requirements: ClassVar = ("CNT-010", "QOS-005")

    def runTest(self) -> None:
        """Read from the device, not from what the case expects; summed over all queues of the port."""
        self.configure(self.trim_profile(3 * self.kept(self.frame())))
        _, dscp = self.add_queue(trim=False)
        before = self.device.counters(PORTS)
        for frame in (*self.frames(9), *(self.frame(10 + i, dscp=dscp) for i in range(2))):
            self.send(IN, frame)
        self.collect(IN)
        after = self.device.counters(PORTS)
        grown = {
            kind: sum(
                after[key].packets - before[key].packets
                for key in (cell(f"queue_{kind}_packets", OUT, queue) for queue in QUEUES)
            )
            for kind in ("trim", "tx_trim", "dropped_trim")
        }
        self.assertEqual(grown, {"trim": 7, "tx_trim": 3, "dropped_trim": 4})


class CounterTrimUnmoved(_TrimCounters):
    """Packets that are admitted, dropped or excluded from trimming move no trim counter."""

    requirements: ClassVar = ("CNT-011", "TRIM-041")

    def runTest(self) -> None:
        """A queue that drops and a rule's flow; control, and data on a port with room, are admitted."""
        queue, dscp = self.add_queue(trim=False)
        self.there(*self.trim_cells().values())
        source = "fd00::77"
        self.configure(DisableTrim(f"{source}/128"))
        control = self.frame(3, dscp=self.values.dscp.control)
        frames = [
            self.frame(1, dscp=dscp),
            with_source(self.frame(2), source),
            control,
            self.frame(4, port=SPARE),
        ]
        wanted = {OUT: [forwarded(control, OUT)], SPARE: [forwarded(frames[3], SPARE)]}
        moves = total(
            self.dropped(),
            self.dropped(queue=queue),
            self.admitted(queue=self.values.control_queue),
            self.admitted(port=SPARE),
        )
        self.check(frames, wanted, moves)


class CounterTrimShort(_TrimCounters):
    """A packet that is too short to be cut and is queued again whole counts as trimmed."""

    requirements: ClassVar = ("CNT-012", "TRIM-027")

    def runTest(self) -> None:
        """Two short ones."""
        self.there(*self.trim_cells().values())
        self.trims(*(self.frame(identity, length=110 + identity) for identity in (1, 2)))


class _Locus(_TrimCounters):
    """Two data queues of one port trim into one trim queue."""

    def trims_from_both(self, locus: Callable[[int], int]) -> None:
        """Two packets of one queue, three of the other; the counters stand on `locus` of the queue."""
        queue, dscp = self.add_queue(trim=True)
        data = self.values.data_queue
        keys = {place: cell("queue_trim_packets", OUT, locus(place)) for place in (data, queue)}
        self.there(*keys.values())
        moves = total(self.trims_count(2), self.trims_count(3, queue=queue))
        self.assertEqual(moves[keys[data]], 2 if keys[data] != keys[queue] else 5)
        frames = [*self.frames(2), *(self.frame(10 + i, dscp=dscp) for i in range(3))]
        self.check(frames, {OUT: [self.copy(frame) for frame in frames]}, moves)


class CounterLocusOriginal(_Locus):
    """Trim counters grow on the queue that refused the packet, not on the trim queue."""

    requirements: ClassVar = ("CNT-013",)

    def runTest(self) -> None:
        """The queue itself."""
        self.trims_from_both(lambda queue: queue)


class CounterLocusTrimQueue(_Locus):
    """Trim counters grow on the queue that takes the copy, not on the one that refused the packet."""

    requirements: ClassVar = ("CNT-014",)

    def runTest(self) -> None:
        """The trim queue."""
        self.trims_from_both(lambda _: self.values.trim_queue)


class CounterTrimTotals(_TrimCounters):
    """The trim counters of a port are the sums of its queues', and those of the switch the sums of its ports'."""

    requirements: ClassVar = ("CNT-015",)

    def runTest(self) -> None:
        """Two ports, on one of which copies are refused."""
        self.there(*(cell(name, OUT) for name in PORT_TRIM_COUNTERS.values()))
        self.there(*(cell(name, 0) for name in SWITCH_TRIM_COUNTERS.values()))
        self.block(HOST, self.values.trim_queue)
        frames = [*self.frames(3), *self.frames(2, port=HOST)]
        moves = total(self.trims_count(3), self.trims_count(2, port=HOST, refused=2))
        self.check(frames, {OUT: [self.copy(frame) for frame in frames[:3]]}, moves)


class _Toggle(_TrimCounters):
    """Trimming is turned off and on again."""

    def values_around(self) -> tuple[list[Count], list[Count]]:
        """The trim counters after three trims, and after trimming was off."""
        self.trims(*self.frames(3))
        cells = list(self.trim_cells().values())
        self.there(*cells)
        before = self.device.counters(PORTS)
        self.remove(*self.trimming())
        self.configure(*self.trimming())
        after = self.device.counters(PORTS)
        return [before[key] for key in cells], [after[key] for key in cells]


class CounterKeptWhenOff(_Toggle):
    """Trim counters keep their values when trimming is turned off and on again, and go on from there."""

    requirements: ClassVar = ("CNT-016",)

    def runTest(self) -> None:
        """Three trims, off and on, three more."""
        before, after = self.values_around()
        self.assertEqual(after, before)
        self.assertEqual(after[0].packets, 3)
        self.trims(*self.frames(3))


class CounterClearedWhenOff(_Toggle):
    """Trim counters are zero after trimming was turned off and on again."""

    requirements: ClassVar = ("CNT-017",)

    def runTest(self) -> None:
        """Three trims, off and on, one more."""
        before, after = self.values_around()
        self.assertEqual(before[0].packets, 3)
        self.assertEqual([count.packets for count in after], [0, 0, 0])
        self.trims(self.frame())
