# SPDX-License-Identifier: GPL-2.0-only
"""Configuration: trimming values accepted and refused, ports down and up, restarts, P4Runtime reads and refusals.

From sonic-mgmt test_trimming_configuration, swss, and sonic-mgmt plan cases 8 and 9.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar
from unittest import SkipTest

from ptf_tests.switch.case import DEADLINE_S, HOST, IN, OUT, SPARE, SwitchTest
from ptf_tests.switch.congestion import TrimTest
from ptf_tests.switch.device import DeviceError, P4RuntimeServer, PortAdmin, Restart
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, RoutingTest, UnTest, routed, shifted, to
from ptf_tests.switch.packets import carrier, echo_request
from ptf_tests.switch.settings import (
    Blackhole,
    DisableTrim,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Isolation,
    QueueProfile,
    Route,
    Setting,
    Sid,
    TcToQueue,
    Trimming,
    merged,
    ua,
    un,
    un_ua,
)

# --- Config ----------------------------------------------------------------------------------------------------------


class TrimmingValues(TrimTest):
    """Trimming with one DSCP for all ports and a configured queue.

    Attributes:
        values_in_force: size, DSCP and queue of trimmed copies.
    """

    values_in_force: tuple[int, int, int] = (256, 12, 6)
    dscp_mode = "symmetric"

    def trimming(self) -> list[Setting]:
        size, dscp, queue = self.values_in_force
        return [self.trimming_of(size, dscp, queue)]

    def trimming_of(self, size: int, dscp: int, queue: int) -> Trimming:
        """Trimming with these values, the length as the profile chose."""
        return replace(self.chosen_trimming(), size=size, dscp=dscp, queue=queue)

    def in_force(self) -> None:
        """Frames to a fabric-facing and a host-facing port are trimmed with the values in force."""
        size, dscp, queue = self.values_in_force
        for port in (OUT, HOST):
            frame = self.frame(port=port, length=size + 246)
            copy = self.copy(frame, port, size=size, dscp=dscp)
            self.check([frame], {port: [copy]}, self.trims_count(port=port, trim_queue=queue))


class _Accepted(TrimmingValues):
    def runTest(self) -> None:
        """On two ports."""
        self.in_force()


class Accepted300(_Accepted):
    """Size 300, DSCP 32, queue 5 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (300, 32, 5)


class Accepted256(_Accepted):
    """Size 256, DSCP 0, queue 0 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (256, 0, 0)


class Accepted4084(_Accepted):
    """Size 4084, DSCP 63, queue 7 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (4084, 63, 7)


class EveryDscpAccepted(TrimmingValues):
    """Any DSCP from 0 to 63 is accepted as that of trimmed copies, and they have it."""

    requirements: ClassVar = ("CFG-002",)

    def runTest(self) -> None:
        """One after the other; the copy is awaited before the next change."""
        size, queue = self.values.trim_size, self.values.trim_queue
        for dscp in range(64):
            self.configure(self.trimming_of(size, dscp, queue))
            frame = self.frame(dscp)
            self.send(IN, frame)
            self.assertEqual(self.device.receive(OUT, DEADLINE_S), self.copy(frame, size=size, dscp=dscp), f"{dscp}")
        self.assertFalse(any(self.collect(IN).values()), "one copy of each")


class RefusedTest(TrimmingValues):
    """Trimming is configured; each case offers other values."""

    def refuses(self, size: int, dscp: int, queue: int) -> None:
        """The device does not take this configuration."""
        offered = merged(self._settings, [self.trimming_of(size, dscp, queue)])
        with self.assertRaises(DeviceError, msg=f"size {size}, DSCP {dscp}, queue {queue}: accepted"):
            self.device.configure(offered)


class RefusedDscp(RefusedTest):
    """A trim DSCP that has no room in 6 bits is refused."""

    requirements: ClassVar = ("CFG-003",)

    def runTest(self) -> None:
        """64, 100, 256 + 12."""
        for dscp in (64, 100, 268):
            self.refuses(256, dscp, 6)


class RefusedQueue(RefusedTest):
    """A trim queue that no port has is refused."""

    requirements: ClassVar = ("CFG-004",)

    def runTest(self) -> None:
        """20, and 256 + 6."""
        for queue in (20, 262):
            self.refuses(256, 12, queue)


class RefusedSize(RefusedTest):
    """A trim size that has no room in 32 bits is refused."""

    requirements: ClassVar = ("CFG-005",)

    def runTest(self) -> None:
        """2^32, 2^32 + 256 and 2^40."""
        for size in (1 << 32, (1 << 32) + 256, 1 << 40):
            self.refuses(size, 12, 6)


class RefusedLeavesTheOld(RefusedTest):
    """After each refusal the configuration before it is in force, all of it."""

    requirements: ClassVar = ("CFG-006",)

    def runTest(self) -> None:
        """Bad DSCP, bad queue, bad size; each comes with other values that would be good."""
        for size, dscp, queue in ((300, 64, 5), (300, 32, 20), (1 << 32, 32, 5)):
            self.refuses(size, dscp, queue)
            self.in_force()


class RefusedThenAccepted(RefusedTest):
    """A refusal does not stand in the way of what comes next."""

    requirements: ClassVar = ("CFG-006", "CFG-008")

    def runTest(self) -> None:
        """A bad DSCP, then a good one."""
        self.refuses(256, 64, 6)
        self.values_in_force = (256, 33, 5)
        self.configure(*self.trimming())
        self.in_force()


# --- Config operations -----------------------------------------------------------------------------------------------


TOGGLES = 10


def port_admin(case: SwitchTest) -> PortAdmin:
    """The device, if the suite can take its ports down; otherwise the case is skipped. Raises SkipTest."""
    if not isinstance(case.device, PortAdmin):
        raise SkipTest(f"{case.device.name}: the suite cannot take its ports down")
    return case.device


def restart(case: SwitchTest) -> None:
    """Restart the device, if the suite can; otherwise the case is skipped. Raises SkipTest."""
    if not isinstance(case.device, Restart):
        raise SkipTest(f"{case.device.name}: the suite cannot restart it")
    case.device.restart()
    case.device.flush()


class PortDown(RoutingTest):
    """A packet whose route leads to a port that is down leaves on no port; it is not flooded."""

    requirements: ClassVar = ("SRV6-069",)

    def runTest(self) -> None:
        """To the port while it is down, and after it came up; another port is not affected."""
        admin = port_admin(self)
        self.configure(Route(f"{carrier(OTHER)}/48", HOST))
        admin.set_port(OUT, up=False)
        try:
            frames = [to(carrier(NEXT), 1), to(carrier(OTHER), 2)]
            for frame in frames:
                self.send(IN, frame)
            other = routed(frames[1], HOST).output
            self.assertEqual(self.device.receive(HOST, 10.0), other)
        finally:
            admin.set_port(OUT, up=True)
        received = self.collect(IN)
        self.assertFalse(any(received.values()), "nothing leaves, by whichever port")
        self.travels(routed(to(carrier(NEXT), 3)))


class TrimAfterPortToggles(TrimTest):
    """After a port was taken down and up ten times, refused packets to it are trimmed as before."""

    requirements: ClassVar = ("CFG-016",)

    def runTest(self) -> None:
        """Trimmed before and after."""
        admin = port_admin(self)
        self.trims(self.frame(1))
        for _ in range(TOGGLES):
            admin.set_port(OUT, up=False)
            admin.set_port(OUT, up=True)
        self.trims(self.frame(2))


class RestartKeepsSidsAndRoutes(UnTest):
    """After a restart SIDs shift and routes lead as before."""

    requirements: ClassVar = ("CFG-020",)

    def runTest(self) -> None:
        """A shift, and routes to two ports."""
        self.configure(Route(f"{carrier(OTHER)}/48", HOST))
        restart(self)
        self.travels(
            shifted(to(carrier(OWN, NEXT), 1), carrier(NEXT)),
            shifted(to(carrier(OWN, OTHER), 2), carrier(OTHER), HOST),
            routed(to(carrier(OTHER), 3), HOST),
        )


class RestartKeepsTrimming(TrimTest):
    """After a restart refused packets are trimmed with the size, DSCP and queue configured before."""

    requirements: ClassVar = ("CFG-021",)

    def runTest(self) -> None:
        """On two ports, whose queues are blocked again."""
        restart(self)
        for port in self.blocked:
            self.block(port, self.values.data_queue)
            self.trims(self.frame(port=port), port=port)


class RestartKeepsIsolation(UnTest):
    """After a restart isolated ports are isolated."""

    requirements: ClassVar = ("CFG-022", "ISO-001")

    def runTest(self) -> None:
        """Data is dropped, ICMPv6 passes."""
        self.configure(Isolation(IN))
        restart(self)
        self.drops(to(carrier(NEXT)), reason="port_isolated")
        self.travels(routed(echo_request(carrier(NEXT))))


# --- Config p4runtime ------------------------------------------------------------------------------------------------


GROUP = 5


class P4RuntimeTest(UnTest):
    """A device whose P4Runtime server the suite can talk to in more words than settings."""

    server: P4RuntimeServer

    def setUp(self) -> None:
        """Find the server. Raises SkipTest."""
        super().setUp()
        if not isinstance(self.device, P4RuntimeServer):
            raise SkipTest(f"{self.device.name}: the suite cannot ask it over P4Runtime")
        self.server = self.device

    def nothing_changed(self) -> None:
        """The device has the entries that were written, and forwards by them."""
        self.assertEqual("\n".join(self.server.differences()), "")
        self.travels(shifted(to(carrier(OWN, NEXT), 1), carrier(NEXT)), routed(to(carrier(NEXT), 2)))


def one_of_each() -> list[Setting]:
    """Every kind of setting that becomes an entry, with values at the ends of their ranges."""
    return [
        un(f"{carrier(OTHER)}/48", usd=True, uniform=True),
        ua(f"{carrier(0xE001)}/48", HOST, usd=True),
        un_ua(f"{carrier(OWN, 0xE001)}/64", SPARE),
        Sid("uDT6", f"{carrier(0xD006)}/48"),
        Sid("uDT46", f"{carrier(OWN, 0xFFFF)}/64", dscp_mode="uniform"),
        Route("::/0", SPARE),
        Route("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127", SPARE),
        Route("0.0.0.0/0", HOST),
        Route("198.51.100.255/32", OUT),
        Blackhole(f"{carrier()}/32"),
        Blackhole("192.0.2.0/25"),
        EcmpRoute("fd77::/64", GROUP, 2),
        EcmpMember(GROUP, 0, OUT),
        EcmpMember(GROUP, 0xFFFF, HOST),
        Isolation(SPARE),
        DscpToTc(0, 7),
        DscpToTc(62, 1, trim_eligible=True),
        TcToQueue(7, 1),
        QueueProfile(OUT, 1, rate=100_000_000_000, overhead=24, limit=0xFFFFFFFE, trim=True, ecn=(1, 0x7FFFFFFF)),
        Trimming(size=0xFFFFFFFF, dscp=61, queue=7, length_mode="preserve"),
        DisableTrim("fd00:0:0:ffff::/64", priority=0x7FFFFFFF),
        DisableTrim("fd00:0:0:ffff::1/128", priority=1),
    ]


class ReadBack(P4RuntimeTest):
    """Reading back what was written gives the same entries, no more and no less."""

    requirements: ClassVar = ("CFG-017",)

    def runTest(self) -> None:
        """An entry of every kind; then changes; then fewer; then as at the start."""
        settings = one_of_each()
        self.configure(*settings)
        self.assertEqual("\n".join(self.server.differences()), "")
        self.configure(
            un(f"{carrier(OTHER)}/48"), Route("::/0", HOST), Trimming(size=128, dscp=0, queue=0), QueueProfile(OUT, 1)
        )
        self.assertEqual("\n".join(self.server.differences()), "")
        self.remove(*settings[::2])
        self.assertEqual("\n".join(self.server.differences()), "")
        self.remove(*settings)
        self.nothing_changed()


class ReadBackMany(P4RuntimeTest):
    """The same for tables with many entries, of which some go and some change."""

    requirements: ClassVar = ("CFG-017",)

    def runTest(self) -> None:
        """512 routes; a third goes, a third changes."""
        routes = [Route(f"{carrier(0x4000 + index, index)}/64", OUT) for index in range(512)]
        self.configure(*routes)
        self.assertEqual("\n".join(self.server.differences()), "")
        self.remove(*routes[::3])
        self.configure(*(Route(route.prefix, HOST) for route in routes[1::3]))
        self.nothing_changed()


class InsertExisting(P4RuntimeTest):
    """Inserting an entry that exists fails with ALREADY_EXISTS and changes nothing, be its action the same or not."""

    requirements: ClassVar = ("CFG-018",)

    def runTest(self) -> None:
        """A route and a SID as they are; with another port; with another behaviour."""
        for setting in (
            Route(f"{carrier(NEXT)}/48", OUT),
            Route(f"{carrier(NEXT)}/48", SPARE),
            Blackhole(f"{carrier(NEXT)}/48"),
            self.own,
            ua(f"{carrier(OWN)}/48", HOST),
        ):
            self.assertIn("ALREADY_EXISTS", self.server.refusal("insert", setting))
            self.nothing_changed()


class ModifyMissing(P4RuntimeTest):
    """Modifying an entry that does not exist fails with NOT_FOUND, and does not insert it."""

    requirements: ClassVar = ("CFG-018",)

    def runTest(self) -> None:
        """Beside, above and below what is there."""
        for setting in _missing():
            self.assertIn("NOT_FOUND", self.server.refusal("modify", setting))
        self.nothing_changed()


class DeleteMissing(P4RuntimeTest):
    """Deleting an entry that does not exist fails with NOT_FOUND, and deletes no other."""

    requirements: ClassVar = ("CFG-018",)

    def runTest(self) -> None:
        """Beside, above and below what is there."""
        for setting in _missing():
            self.assertIn("NOT_FOUND", self.server.refusal("delete", setting))
        self.nothing_changed()


def _missing() -> list[Setting]:
    """Settings that differ from those of `UnTest` in their prefix or its length alone."""
    return [
        Route(f"{carrier(NEXT ^ 1)}/48", OUT),
        Route(f"{carrier(NEXT - 1)}/47", OUT),
        Route(f"{carrier(NEXT)}/49", OUT),
        un(f"{carrier(OWN ^ 1)}/48"),
        un(f"{carrier(OWN)}/64"),
        Isolation(IN),
    ]


class ControllerGone(P4RuntimeTest):
    """When the controller has gone forwarding goes on unchanged, and the entries are there when one comes back."""

    requirements: ClassVar = ("CFG-019",)

    def runTest(self) -> None:
        """Packets before, without a controller, and after."""
        self.nothing_changed()
        journeys = [shifted(to(carrier(OWN, NEXT), identity), carrier(NEXT)) for identity in range(8)]
        self.server.controller_leaves()
        try:
            for journey in journeys:
                self.send(IN, journey.frame)
            received = self.collect(IN)
        finally:
            self.server.controller_returns()
        self.same_frames(received.pop(OUT), [journey.output for journey in journeys])
        self.assertFalse(any(received.values()), "nothing leaves elsewhere")
        self.nothing_changed()
        self.assertEqual(self.hits(self.own).packets, len(journeys) + 2, "each packet counted, with and without one")
