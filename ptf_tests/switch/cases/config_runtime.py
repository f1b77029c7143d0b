# SPDX-License-Identifier: GPL-2.0-only
"""Changes while packets are forwarded: trimming, queues, SIDs, routes (SONiC trimming HLD, sonic-mgmt GCU)."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, cell, forwarded
from ptf_tests.switch.cases.config import TrimmingValues
from ptf_tests.switch.congestion import UNTRIMMED_REFUSES, CongestionTest, TrimTest, total
from ptf_tests.switch.forwarding import (
    NEXT,
    OTHER,
    OWN,
    RoutingTest,
    UnTest,
    decapsulated,
    routed,
    shifted,
    to,
    wrapped,
)
from ptf_tests.switch.packets import HOST_DESTINATION, carrier, inner_ipv6, marked
from ptf_tests.switch.settings import Blackhole, QueueProfile, Route, TcToDscp, ua, un

# -- trimming ----------------------------------------------------------------------------------------------------------


class TrimSizeChanges(TrimmingValues):
    """A change of the trim size holds for the next packet."""

    requirements: ClassVar = ("CFG-008", "TRIM-015")

    def runTest(self) -> None:
        """Up and down."""
        for size in (256, 300, 4084, 256):
            self.values_in_force = (size, 12, 6)
            self.configure(*self.trimming())
            self.in_force()


class TrimDscpChanges(TrimmingValues):
    """A change of the trim DSCP holds for the next packet."""

    requirements: ClassVar = ("CFG-008",)

    def runTest(self) -> None:
        """Values of other bits."""
        for dscp in (12, 51, 0, 63, 12):
            self.values_in_force = (self.values.trim_size, dscp, self.values.trim_queue)
            self.configure(*self.trimming())
            self.in_force()


class TrimQueueChanges(TrimmingValues):
    """A change of the trim queue holds for the next packet."""

    requirements: ClassVar = ("CFG-008", "TRIM-033")

    def runTest(self) -> None:
        """Each queue but the data queue, which trims."""
        for queue in (0, *self.free_queues(), self.values.control_queue, self.values.trim_queue):
            self.values_in_force = (self.values.trim_size, self.values.dscp.trimmed, queue)
            self.configure(*self.trimming())
            self.in_force()


class LastOfSeveralChanges(TrimmingValues):
    """Of several changes made one right behind the other, the last holds."""

    requirements: ClassVar = ("CFG-009",)

    def runTest(self) -> None:
        """Ten DSCPs in a row; then there and back, so that the last is what was in force at the start."""
        size, queue = self.values.trim_size, self.values.trim_queue
        for dscps in (range(20, 30), (12, 40, 12), (41, 12, 41)):
            for dscp in dscps:
                self.values_in_force = (size, dscp, queue)
                self.configure(*self.trimming())
            self.in_force()


class LastOfSeveralActions(TrimTest):
    """The same for the discard action of a queue."""

    requirements: ClassVar = ("CFG-009", "CFG-011")
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """Trim, drop, trim; then drop, trim, drop."""
        for actions in ((True, False, True), (False, True, False)):
            for self.trim in actions:
                self.configure(self.data_profile(OUT))
            (self.trims if self.trim else self.drops)(self.frame())


class ActionOfOnePort(TrimTest):
    """Turning trimming off and on again on one port leaves that of the others as it was."""

    requirements: ClassVar = ("CFG-010",)
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """HOST trims throughout."""
        queue = self.values.data_queue
        for trim in (False, True):
            self.configure(QueueProfile(OUT, queue, trim=trim))
            (self.trims if trim else self.drops)(self.frame(1))
            self.trims(self.frame(2, port=HOST), port=HOST)


class DscpOfOnePort(TrimTest):
    """Changing the DSCP of copies on one port leaves that of the others as it was."""

    requirements: ClassVar = ("CFG-010", "TRIM-031")

    dscp_mode = "asymmetric"

    def runTest(self) -> None:
        """The line of HOST changes twice, that of OUT never."""
        for dscp in (33, 21):
            self.configure(TcToDscp(HOST, self.values.trim_tc, dscp))
            frames = [self.frame(1), self.frame(2, port=HOST)]
            copies = {OUT: [self.copy(frames[0])], HOST: [self.copy(frames[1], HOST, dscp=dscp)]}
            self.check(frames, copies, total(self.trims_count(), self.trims_count(port=HOST)))


class ActionToggledTenTimes(TrimTest):
    """After each of ten changes between trim and drop, refused packets are trimmed or dropped accordingly."""

    requirements: ClassVar = ("CFG-011",)
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        for identity in range(10):
            self.trim = identity % 2 == 1
            self.configure(self.data_profile(OUT))
            (self.trims if self.trim else self.drops)(self.frame(identity))


class DscpModeToggledFiveTimes(TrimTest):
    """After each of five changes between one DSCP and one per port, trimmed copies have the DSCP asked for."""

    requirements: ClassVar = ("CFG-012",)

    def runTest(self) -> None:
        """On a fabric-facing and on a host-facing port."""
        for self.dscp_mode in ("symmetric", "asymmetric", "symmetric", "asymmetric", "symmetric", "asymmetric"):
            self.configure(*self.trimming())
            frames = [self.frame(1), self.frame(2, port=HOST)]
            copies = {OUT: [self.copy(frames[0])], HOST: [self.copy(frames[1], HOST)]}
            self.check(frames, copies, total(self.trims_count(), self.trims_count(port=HOST)))


# -- queues ------------------------------------------------------------------------------------------------------------


class LimitChanges(CongestionTest):
    """A change of a queue's limit holds for the next packet, and what waits in the queue goes on waiting."""

    requirements: ClassVar = ("CFG-013", "QOS-005")

    def runTest(self) -> None:
        """Room for two frames, for four, for four less a byte, for as many as there are."""
        self._limit(2)
        self.passes(self.frame(1), self.frame(2))
        self.drops(self.frame(3))
        self._limit(4)
        self.passes(self.frame(4))
        self._limit(4, spare=-1)
        self.drops(self.frame(5))
        self._limit(4)
        self.passes(self.frame(6))
        self.drops(self.frame(7))
        self._limit(None)
        self.passes(*(self.frame(identity) for identity in range(8, 16)))

    def _limit(self, frames: int | None, spare: int = 0) -> None:
        limit = None if frames is None else frames * self.long + spare
        self.configure(QueueProfile(OUT, self.values.data_queue, rate="crawl", limit=limit))


class EcnThresholdsChange(CongestionTest):
    """A change of ECN thresholds holds for the next packet."""

    requirements: ClassVar = ("CFG-013", "ECN-001")

    def runTest(self) -> None:
        """A step above the backlog, at it, a byte above it, none, and zero; every packet adds a frame of backlog."""
        for ahead, step, marks in ((0, 1, 0), (1, 1, 1), (2, 1, 1), (3, 4, 0), (4, 4, 1), (5, None, 0), (6, 0, 1)):
            self._step(None if step is None else step * self.long)
            self._sends(ahead, marks)
        self._step(7 * self.long + 1)
        self._sends(7, 0)

    def _step(self, at: int | None) -> None:
        ecn = None if at is None else (at, at)
        self.configure(QueueProfile(OUT, self.values.data_queue, rate="crawl", ecn=ecn))

    def _sends(self, identity: int, marks: int) -> None:
        frame = self.frame(identity)
        output = forwarded(frame, OUT)
        moves = total(self.admitted(), {cell("queue_wred_ecn_marked_packets", OUT, self.values.data_queue): marks})
        self.check([frame], {OUT: [marked(output) if marks else output]}, moves)


# -- SIDs and routes ---------------------------------------------------------------------------------------------------


class SidRemovedAndAdded(UnTest):
    """A SID that is removed no longer shifts, and one that is added shifts at once."""

    requirements: ClassVar = ("CFG-014",)

    def runTest(self) -> None:
        """Three times; without the SID its locator is routed like any other."""
        self.configure(Route(f"{carrier(OWN)}/48", SPARE))
        for identity in range(3):
            self.travels(shifted(to(carrier(OWN, NEXT), identity), carrier(NEXT)))
            self.remove(self.own)
            self.travels(routed(to(carrier(OWN, NEXT), identity), SPARE))
            self.configure(self.own)
        self.travels(shifted(to(carrier(OWN, NEXT)), carrier(NEXT)))


class SidRemovedWithoutRoute(UnTest):
    """Where no route takes its place, packets to a SID that was removed leave on no port."""

    requirements: ClassVar = ("CFG-014", "SRV6-057")

    def runTest(self) -> None:
        """Removed, then another one is added."""
        self.remove(self.own)
        self.configure(un(f"{carrier(OTHER)}/48"))
        self.drops(to(carrier(OWN, NEXT)), reason="no_route")
        self.travels(shifted(to(carrier(OTHER, NEXT)), carrier(NEXT)))


class OtherSidsUndisturbed(UnTest):
    """Packets to other SIDs are shifted throughout, whatever is added and removed meanwhile."""

    requirements: ClassVar = ("CFG-014",)

    CHANGES = 10

    def runTest(self) -> None:
        """Packets between ten changes, without waiting for any of them."""
        other = un(f"{carrier(OTHER)}/48")
        journeys = [shifted(to(carrier(OWN, NEXT), identity), carrier(NEXT)) for identity in range(2 * self.CHANGES)]
        for change in range(self.CHANGES):
            (self.remove if change % 2 else self.configure)(other)
            for journey in journeys[2 * change : 2 * change + 2]:
                self.send(IN, journey.frame)
        received = self.collect(IN)
        self.same_frames(received.pop(OUT), [journey.output for journey in journeys])
        self.assertFalse(any(received.values()), "nothing leaves elsewhere")


class SidBehaviourChanges(UnTest):
    """A SID can change its behaviour: the next packet is treated by the new one."""

    requirements: ClassVar = ("CFG-014", "SRV6-033")

    def runTest(self) -> None:
        """uN, uA to one port, uA to another port, uN."""
        path = carrier(OWN, NEXT)
        self.travels(shifted(to(path), carrier(NEXT)))
        for port in (HOST, SPARE):
            self.configure(ua(f"{carrier(OWN)}/48", port))
            self.travels(shifted(to(path), carrier(NEXT), port))
        self.configure(self.own)
        self.travels(shifted(to(path), carrier(NEXT)))


class SidFlavourChanges(UnTest):
    """A SID can be given flavour USD, and lose it again."""

    requirements: ClassVar = ("CFG-014", "SRV6-039", "SRV6-014")

    def runTest(self) -> None:
        """The packet is dropped, decapsulated, dropped."""
        self.configure(Route(f"{HOST_DESTINATION}/128", HOST))
        frame = wrapped(inner_ipv6(), carrier(OWN))
        self.drops(frame, reason="sid_upper_layer")
        self.configure(un(f"{carrier(OWN)}/48", usd=True))
        self.travels(decapsulated(frame, inner_ipv6(hop_limit=63)))
        self.configure(self.own)
        self.drops(frame, reason="sid_upper_layer")


class RouteChanges(RoutingTest):
    """While a route changes each packet leaves once, by the old or the new port; afterwards by the new one only."""

    requirements: ClassVar = ("CFG-015",)

    CHANGES = 10
    PACKETS = 4

    def runTest(self) -> None:
        """Ten changes between two ports, with packets in between that nobody waits for."""
        sent = []
        for change in range(self.CHANGES):
            self.configure(Route(f"{carrier(NEXT)}/48", (HOST, OUT)[change % 2]))
            for packet in range(self.PACKETS):
                sent.append(to(carrier(NEXT), self.PACKETS * change + packet))
                self.send(IN, sent[-1])
        received = self.collect(IN)
        last = sent[-self.PACKETS :]
        self.assertEqual(received[OUT][-len(last) :], [forwarded(frame, OUT) for frame in last])
        for frame in sent:
            copies = [(port, forwarded(frame, port)) for port in (OUT, HOST)]
            ways = [port for port, copy in copies if copy in received[port]]
            self.assertEqual(len(ways), 1, "each packet leaves by one of the two ports")
            received[ways[0]].remove(forwarded(frame, ways[0]))
        self.assertFalse(any(received.values()), "once, and nothing else does")
        self.travels(routed(to(carrier(NEXT))))


class RouteChangesOnce(RoutingTest):
    """The packet behind a change takes the new port, the packet before it the old one."""

    requirements: ClassVar = ("CFG-015",)

    def runTest(self) -> None:
        """There and back."""
        for port in (OUT, HOST, SPARE, OUT):
            self.configure(Route(f"{carrier(NEXT)}/48", port))
            self.travels(routed(to(carrier(NEXT)), port))


class RouteBecomesBlackhole(RoutingTest):
    """A route can become a blackhole of the same prefix, and a route again."""

    requirements: ClassVar = ("CFG-015", "SRV6-058")

    def runTest(self) -> None:
        """There and back."""
        self.configure(Blackhole(f"{carrier(NEXT)}/48"))
        self.drops(to(carrier(NEXT)), reason="blackhole")
        self.configure(Route(f"{carrier(NEXT)}/48", HOST))
        self.travels(routed(to(carrier(NEXT)), HOST))


class SameConfigurationAgain(UnTest):
    """Configuring what is there already changes nothing, and neither does removing what is not there."""

    requirements: ClassVar = ("CFG-014", "CFG-015")

    def runTest(self) -> None:
        """Twice the same, a SID and a route nobody has, the reverse order."""
        route = Route(f"{carrier(NEXT)}/48", OUT)
        for settings in ((self.own, route), (self.own, route), (route, self.own)):
            self.configure(*settings)
            self.travels(shifted(to(carrier(OWN, NEXT)), carrier(NEXT)))
        self.remove(un(f"{carrier(OTHER)}/48"), Route(f"{carrier(OTHER)}/48", OUT))
        self.travels(shifted(to(carrier(OWN, NEXT)), carrier(NEXT)))
