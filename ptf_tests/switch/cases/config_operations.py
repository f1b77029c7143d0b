# SPDX-License-Identifier: GPL-2.0-only
"""Ports that go down and come up, and restarts: what must be as before (sonic-mgmt plan cases 8 and 9)."""

from __future__ import annotations

from typing import ClassVar
from unittest import SkipTest

from ptf_tests.switch.case import HOST, IN, OUT, SwitchTest
from ptf_tests.switch.congestion import TrimTest
from ptf_tests.switch.device import PortAdmin, Restart
from ptf_tests.switch.forwarding import NEXT, OTHER, OWN, RoutingTest, UnTest, routed, shifted, to
from ptf_tests.switch.packets import carrier, echo_request
from ptf_tests.switch.settings import Isolation, Route

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
