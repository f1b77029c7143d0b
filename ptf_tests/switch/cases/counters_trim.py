# SPDX-License-Identifier: GPL-2.0-only
"""Trim counters: trimmed, sent trimmed, dropped trimmed; on which queue, port and switch (SAI, sonic-mgmt case 13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded
from ptf_tests.switch.congestion import QUEUES, CountingTest, LimitedTrimTest, TrimTest, total
from ptf_tests.switch.device import PORT_TRIM_COUNTERS, SWITCH_TRIM_COUNTERS, Cell, Count
from ptf_tests.switch.packets import with_source
from ptf_tests.switch.settings import DisableTrim, QueueProfile


class _Trim(CountingTest, TrimTest):
    """The data queues of OUT and HOST trim and are blocked."""

    def trim_cells(self, port: int = OUT) -> dict[str, Cell]:
        """The three trim counters of the data queue's packets, by kind."""
        original = self.chose("counter_locus", "original_queue")
        queue = self.values.data_queue if original else self.values.trim_queue
        return {kind: cell(f"queue_{kind}_packets", port, queue) for kind in ("trim", "tx_trim", "dropped_trim")}


class _Dropped(_Trim):
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


class CounterTrimSent(_Trim):
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


class CounterTrimDropped(_Trim):
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


class CounterTrimUnmoved(_Trim):
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


class CounterTrimShort(_Trim):
    """A packet that is too short to be cut and is queued again whole counts as trimmed."""

    requirements: ClassVar = ("CNT-012", "TRIM-027")

    def runTest(self) -> None:
        """Two short ones."""
        self.there(*self.trim_cells().values())
        self.trims(*(self.frame(identity, length=110 + identity) for identity in (1, 2)))


class _Locus(_Trim):
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


class CounterTrimTotals(_Trim):
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


class _Toggle(_Trim):
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
