# SPDX-License-Identifier: GPL-2.0-only
"""Hop limits at endpoints: what a shift takes, what expires, and whether the source hears of it (RFC 8986)."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.case import HOST, IN, SPARE
from ptf_tests.switch.forwarding import NEXT, OWN, UnTest, shifted, to
from ptf_tests.switch.packets import TUNNEL_SOURCE, carrier
from ptf_tests.switch.settings import Route, ua

USIDS = (0x0001, 0x8000, 0xFFFF, NEXT, 0x00FF)


class UnHopLimits(UnTest):
    """A shift takes exactly one from the outer hop limit, whatever it is; the inner one stays."""

    requirements: ClassVar = ("SRV6-003",)

    def runTest(self) -> None:
        """Around every power of two."""
        limits = sorted({value for bit in range(2, 9) for value in ((1 << bit) - 1, 1 << bit) if value < 256})
        self.travels(*(shifted(to(carrier(OWN, NEXT), n, hop_limit=n), carrier(NEXT)) for n in limits))


class HopLimitTwo(UnTest):
    """A packet with hop limit 2 is shifted and leaves with 1."""

    requirements: ClassVar = ("SRV6-010",)

    def runTest(self) -> None:
        self.travels(shifted(to(carrier(OWN, NEXT), hop_limit=2), carrier(NEXT)))


class HopLimitOne(UnTest):
    """A packet to an own SID with hop limit 1 is not forwarded."""

    requirements: ClassVar = ("SRV6-011",)

    def runTest(self) -> None:
        """With arguments of one to five uSIDs; its source has no route, so nothing can answer either."""
        frames = [to(carrier(OWN, *USIDS[:length]), hop_limit=1) for length in range(1, 6)]
        self.routes_block()
        self.drops(*frames, reason="hop_limit")


class HopLimitZero(UnTest):
    """A packet to an own SID with hop limit 0 is not forwarded, and above all not with 255."""

    requirements: ClassVar = ("SRV6-011",)

    def runTest(self) -> None:
        self.drops(to(carrier(OWN, NEXT), hop_limit=0), reason="hop_limit")


class UaHopLimits(UnTest):
    """A uA, too, takes exactly one from the outer hop limit."""

    requirements: ClassVar = ("SRV6-003", "SRV6-033")

    def runTest(self) -> None:
        """2, 3, 64 and 255."""
        self.configure(ua(f"{carrier(0xE001)}/48", HOST))
        limits = (2, 3, 64, 255)
        self.travels(*(shifted(to(carrier(0xE001, NEXT), n, hop_limit=n), carrier(NEXT), HOST) for n in limits))


class UaHopLimitOne(UnTest):
    """A packet to a uA with hop limit 1 or 0 does not cross the adjacency."""

    requirements: ClassVar = ("SRV6-011", "SRV6-033")

    def runTest(self) -> None:
        self.configure(ua(f"{carrier(0xE001)}/48", HOST))
        self.drops(*(to(carrier(0xE001, NEXT), hop_limit=n) for n in (1, 0)), reason="hop_limit")


class HopLimitExpiredSilently(UnTest):
    """When a packet expires nothing leaves, although its source has a route: this device sends no ICMPv6 errors."""

    requirements: ClassVar = ("SRV6-032",)

    def runTest(self) -> None:
        """At a shift, and in transit; the source is behind the ingress port, then behind another."""
        for port in (IN, SPARE):
            self.configure(Route(f"{TUNNEL_SOURCE}/128", port))
            frames = [to(carrier(OWN, NEXT), hop_limit=1), to(carrier(NEXT), hop_limit=1)]
            self.drops(*frames, reason="hop_limit")


class _Answered(UnTest):
    """The outer source is behind SPARE."""

    def setUp(self) -> None:
        """Install its route."""
        super().setUp()
        self.configure(Route(f"{TUNNEL_SOURCE}/128", SPARE))

    def answer(self, frame: bytes) -> bytes:
        """What leaves when the frame arrives: one frame, towards its outer source."""
        self.send(IN, frame)
        received = self.collect(IN)
        answers = received.pop(SPARE)
        self.assertFalse(any(received.values()), "nothing leaves on other ports")
        self.assertEqual(len(answers), 1, "one answer")
        return answers[0]


class HopLimitExpiredAnswered(_Answered):
    """When a packet expires its outer source gets ICMPv6 Time Exceeded, code 0."""

    requirements: ClassVar = ("SRV6-031",)

    def runTest(self) -> None:
        """At a shift, and in transit; one answer each, to the port behind which the source is."""
        for destination in (carrier(OWN, NEXT), carrier(NEXT)):
            frame = to(destination, hop_limit=1)
            answer = self.answer(frame)
            self.assertEqual(answer[12:14], b"\x86\xdd", "IPv6")
            self.assertEqual((answer[20], answer[54], answer[55]), (58, 3, 0), "ICMPv6 Time Exceeded, code 0")
            self.assertEqual(answer[38:54], frame[22:38], "to the outer source")


class HopLimitExpiredQuoted(_Answered):
    """The answer to a packet that expired has the packet inside as it arrived."""

    requirements: ClassVar = ("SRV6-077",)

    def runTest(self) -> None:
        """Its outer header, at a shift and in transit."""
        for destination in (carrier(OWN, NEXT), carrier(NEXT)):
            frame = to(destination, hop_limit=1)
            self.assertEqual(self.answer(frame)[62 : 62 + 40], frame[14:54], "the packet as it arrived")
