# SPDX-License-Identifier: GPL-2.0-only
"""Devices that are configured over P4Runtime: what they read back, what they refuse, and life without a controller."""

from __future__ import annotations

from typing import ClassVar
from unittest import SkipTest

from ptf_tests.switch.case import HOST, IN, OUT, SPARE
from ptf_tests.switch.device import P4RuntimeServer
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, UnTest, routed, shifted, to
from ptf_tests.switch.packets import carrier
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
    ua,
    un,
    un_ua,
)

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
        self.assertEqual(received.pop(OUT), [journey.output for journey in journeys])
        self.assertFalse(any(received.values()), "nothing leaves elsewhere")
        self.nothing_changed()
        self.assertEqual(self.hits(self.own).packets, len(journeys) + 2, "each packet counted, with and without one")
