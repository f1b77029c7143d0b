# SPDX-License-Identifier: GPL-2.0-only
"""ECN marking between two thresholds of backlog, off on host ports (MRC paper, WRED as SONiC configures it)."""

from __future__ import annotations

from ptf_tests import entries
from ptf_tests.base import DATA_QUEUE, HOST, IN, OUT, SwitchTest, cell, forwarded
from ptf_tests.packets import DSCP_TRIMMABLE, carrier, inner_ipv6, marked, raw_bytes, tunnel

NEXT = 0x2001
LAST = 0x3001
DATA_TC = 1
RATE_CRAWL = 1  # one byte in 18 minutes: nothing drains while a case runs
FRAME_BYTES = 502
BURST = 30
"""BMv2 has room for 64 packets in a queue and drops the rest without a word."""


def data_frame(identity: int, *, ecn: int = 2, usid: int = NEXT) -> bytes:
    """A frame of 502 bytes."""
    return raw_bytes(tunnel(inner_ipv6(size=400, identity=identity), carrier(usid), dscp=DSCP_TRIMMABLE, ecn=ecn))


class EcnTest(SwitchTest):
    """OUT marks from two frames of backlog on; HOST has the same queue without marking."""

    threshold = (2 * FRAME_BYTES, 2 * FRAME_BYTES)

    def setUp(self) -> None:
        """Install routes, maps and profiles."""
        super().setUp()
        self.insert(
            entries.route6(f"{carrier(NEXT)}/48", OUT),
            entries.route6(f"{carrier(LAST)}/48", HOST),
            entries.dscp_to_tc(DSCP_TRIMMABLE, DATA_TC, trim_eligible=True),
            entries.tc_to_queue(DATA_TC, DATA_QUEUE),
            entries.queue_profile(OUT, DATA_QUEUE, rate=RATE_CRAWL, ecn=self.threshold),
            entries.queue_profile(HOST, DATA_QUEUE, rate=RATE_CRAWL),
        )

    def counters(self, packets: int, marks: int = 0, port: int = OUT) -> dict[tuple[str, int], int]:
        """What `packets` admitted, `marks` of them marked, move."""
        return {
            cell("queue_packets", port, DATA_QUEUE): packets,
            cell("queue_wred_ecn_marked_packets", port, DATA_QUEUE): marks,
        }


class EcnMarksAboveMaximum(EcnTest):
    """Every ECT packet that finds the maximum or more ahead is marked, none that finds less than the minimum."""

    def runTest(self) -> None:
        """Backlogs 0, 502, 1004, 1506 with a step at 1004."""
        frames = [data_frame(identity) for identity in range(4)]
        wanted = [forwarded(frame, OUT) for frame in frames]
        wanted[2:] = [marked(frame) for frame in wanted[2:]]
        self.check(frames, {OUT: wanted}, self.counters(4, marks=2))


class EcnBothEct(EcnTest):
    """ECT(0) and ECT(1) become CE; CE stays CE and counts as marked."""

    threshold = (0, 0)

    def runTest(self) -> None:
        """All ECN-capable code points."""
        frames = [data_frame(identity, ecn=identity) for identity in (1, 2, 3)]
        self.check(frames, {OUT: [marked(forwarded(frame, OUT)) for frame in frames]}, self.counters(3, marks=3))


class EcnNotEct(EcnTest):
    """A packet that is not ECN-capable is never marked."""

    threshold = (0, 0)

    def runTest(self) -> None:
        """Not-ECT passes."""
        frame = data_frame(1, ecn=0)
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, self.counters(1))


class EcnOffOnHostPort(EcnTest):
    """The last hop does not mark, however long its queue."""

    def runTest(self) -> None:
        """Six frames of backlog."""
        frames = [data_frame(identity, usid=LAST) for identity in range(6)]
        self.check(frames, {HOST: [forwarded(frame, HOST) for frame in frames]}, self.counters(6, port=HOST))


class EcnProbability(EcnTest):
    """Between the thresholds some packets are marked and some are not, more of them further up."""

    threshold = (FRAME_BYTES, 201 * FRAME_BYTES)

    def runTest(self) -> None:
        """200 frames climb the ramp: half of them are expected to be marked; bounds are 8 standard deviations wide."""
        frames = [data_frame(identity) for identity in range(202)]
        received = []
        for start in range(0, len(frames), BURST):
            for frame in frames[start : start + BURST]:
                self.dataplane.send(0, IN, frame)
            received += self.collect(IN)[OUT]
        self.assertEqual(len(received), len(frames))
        marks = [frame[15] >> 4 & 3 == 3 for frame in received]
        self.assertFalse(any(marks[:2]), "no backlog above the minimum yet")
        self.assertTrue(marks[201], "at the maximum every packet is marked")
        lower, upper = sum(marks[2:101]), sum(marks[101:201])
        self.assertLess(lower, upper)
        self.assertTrue(100 - 46 < lower + upper < 100 + 46, f"{lower} + {upper} marks of 199")
