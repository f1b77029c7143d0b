# SPDX-License-Identifier: GPL-2.0-only
"""Decapsulation of what a switch upstream has trimmed: inner lengths no longer fit, and stay as they are."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.case import HOST, forwarded
from ptf_tests.switch.forwarding import OWN, Journey, UsdTest
from ptf_tests.switch.packets import carrier, carrying, inner_ipv4, raw_bytes, with_ttl


class UsdIpv4AfterTrim(UsdTest):
    """An IPv4 packet that was trimmed upstream is decapsulated, and its total length stays what it was."""

    requirements: ClassVar = ("SRV6-074", "SRV6-046")

    def runTest(self) -> None:
        """The inner packet ends in its payload, in its UDP header, and right behind its IPv4 header."""
        self.routes_ipv4()
        inner = raw_bytes(inner_ipv4(size=1000))
        journeys = []
        for kept in (200, 25, 20):
            frame = carrying(4, inner[:kept], carrier(OWN), ecn=0)
            bare = forwarded(frame[:12] + b"\x08\x00" + inner[:kept], HOST, hop=False)
            journeys.append(Journey(frame, HOST, with_ttl(bare, 63)))
        self.travels(*journeys)
