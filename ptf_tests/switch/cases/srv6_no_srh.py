# SPDX-License-Identifier: GPL-2.0-only
"""What looks like an SRH and is none: other routing types, and other headers with the same bytes (RFC 8754 §2)."""

from __future__ import annotations

from typing import ClassVar

from ptf_tests.switch.forwarding import NEXT, OWN, UnTest
from ptf_tests.switch.packets import Srh, carrier, inner_ipv6, patched, raw_bytes, tunnel

NEXT_HEADER = 14 + 6
ROUTING_TYPE = 14 + 40 + 2
SRH_TYPE = 4
ROUTING = 43

UPPER_LAYERS = (0, 1, 4, 6, 17, 33, 41, 42, 44, 47, 50, 51, 58, 59, 60, 107, 132, 135, 171, 253)
"""Next headers whose number, or some of its bits, could be taken for that of a routing header, and common ones."""


class _NoSrh(UnTest):
    """OWN is a uN without decapsulation, so that only an SRH lets a packet to its end of container go on."""

    def setUp(self) -> None:
        """Route the whole block."""
        super().setUp()
        self.routes_block()
        srh = Srh((carrier(NEXT),), 1)
        self.frame = raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=srh))


class SrhRoutingType(_NoSrh):
    """A routing header of another type than 4 with a segment left is not advanced."""

    requirements: ClassVar = ("SRV6-072", "SRV6-014")

    def runTest(self) -> None:
        """Types that differ from 4 in one bit, and others."""
        types = {SRH_TYPE ^ 1 << bit for bit in range(8)} | {1, 2, 3, 7, 253, 255}
        frames = [patched(self.frame, ROUTING_TYPE, bytes([number])) for number in sorted(types)]
        self.drops(*frames, reason="sid_upper_layer")


class SrhNextHeader(_NoSrh):
    """Bytes of an SRH with a segment left behind another next header than 43 are not advanced."""

    requirements: ClassVar = ("SRV6-072", "SRV6-014")

    def runTest(self) -> None:
        """Common ones, and those that differ from 43 in one bit."""
        numbers = {ROUTING ^ 1 << bit for bit in range(8)} | set(UPPER_LAYERS)
        frames = [patched(self.frame, NEXT_HEADER, bytes([number])) for number in sorted(numbers)]
        self.drops(*frames, reason="sid_upper_layer")
