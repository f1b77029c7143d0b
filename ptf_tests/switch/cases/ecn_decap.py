# SPDX-License-Identifier: GPL-2.0-only
"""The ECN field on decapsulation: every pair of outer and inner code points (RFC 6040, RFC 3168)."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, cell, forwarded
from ptf_tests.switch.congestion import OWN, CongestionTest, total
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    carrier,
    inner_ipv4,
    inner_ipv6,
    native,
    raw_bytes,
    tunnel,
    with_ttl,
)
from ptf_tests.switch.settings import Route, un


class _DecapEcn(CongestionTest):
    """A SID that decapsulates; inner destinations are behind HOST, where no queue builds up."""

    ipv4 = False

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(OWN)}/48", usd=True), Route(f"{HOST_DESTINATION}/128", HOST), Route("198.51.100.0/24", HOST)
        )

    def frame_of(self, outer: int, inner: int) -> bytes:
        """A tunnelled packet with these fields."""
        make = inner_ipv4 if self.ipv4 else inner_ipv6
        packet = make(dscp=self.values.dscp.trimmable, ecn=inner, identity=4 * outer + inner)
        return raw_bytes(tunnel(packet, carrier(OWN), ecn=outer))

    def bare(self, outer: int, inner: int, result: int) -> bytes:
        """What leaves of it, with `result` as its field."""
        make = inner_ipv4 if self.ipv4 else inner_ipv6
        packet = make(dscp=self.values.dscp.trimmable, ecn=result, identity=4 * outer + inner)
        if self.ipv4:
            return with_ttl(forwarded(raw_bytes(native(packet)), HOST, hop=False), 63)
        return forwarded(raw_bytes(native(packet)), HOST)

    def decapsulates(self, results: dict[tuple[int, int], int]) -> None:
        """Each pair of outer and inner field gives this one; all in one burst."""
        frames = [self.frame_of(outer, inner) for outer, inner in results]
        wanted = [self.bare(outer, inner, result) for (outer, inner), result in results.items()]
        self.check(frames, {HOST: wanted}, self.admitted(len(frames), port=HOST))


RFC_6040 = {
    (0, 0): 0, (0, 1): 1, (0, 2): 2, (0, 3): 3,
    (1, 0): 0, (1, 1): 1, (1, 2): 1, (1, 3): 3,
    (2, 0): 0, (2, 1): 1, (2, 2): 2, (2, 3): 3,
    (3, 1): 3, (3, 2): 3, (3, 3): 3,
}  # fmt: skip
"""RFC 6040 figure 4: (outer, inner) to what leaves; CE over Not-ECT is dropped. 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE."""


class EcnDecapCe(_DecapEcn):
    """On decapsulation an outer CE makes an ECN-capable inner packet CE."""

    requirements: ClassVar = ("ECN-017",)

    def runTest(self) -> None:
        """Over ECT(1), ECT(0) and CE."""
        self.decapsulates({(3, 1): 3, (3, 2): 3, (3, 3): 3})


class EcnDecapKeepInner(_DecapEcn):
    """On decapsulation the inner field stays."""

    requirements: ClassVar = ("ECN-018",)

    def runTest(self) -> None:
        self.decapsulates({(outer, inner): inner for outer in range(4) for inner in range(4)})


class EcnDecapCopyOuter(_DecapEcn):
    """On decapsulation the outer field replaces the inner one."""

    requirements: ClassVar = ("ECN-019",)

    def runTest(self) -> None:
        self.decapsulates({(outer, inner): outer for outer in range(4) for inner in range(4)})


class EcnDecapTable(_DecapEcn):
    """On decapsulation of IPv6 every pair of fields but CE over Not-ECT gives what RFC 6040 says."""

    requirements: ClassVar = ("ECN-020",)

    def runTest(self) -> None:
        self.decapsulates(RFC_6040)


class EcnDecapTableIpv4(_DecapEcn):
    """On decapsulation of IPv4 the same, and the header checksum is right."""

    requirements: ClassVar = ("ECN-020",)

    ipv4 = True

    def runTest(self) -> None:
        self.decapsulates(RFC_6040)


class EcnDecapLost(_DecapEcn):
    """A packet with outer CE over an inner IPv6 packet that is not ECN-capable is dropped."""

    requirements: ClassVar = ("ECN-021",)

    def runTest(self) -> None:
        """One packet, between two that pass."""
        frames = [self.frame_of(3, 2), self.frame_of(3, 0), self.frame_of(2, 0)]
        wanted = [self.bare(3, 2, 3), self.bare(2, 0, 0)]
        self.check(frames, {HOST: wanted}, total(self.admitted(2, port=HOST), {cell("drop_ecn_decap", IN): 1}))


class EcnDecapLostIpv4(EcnDecapLost):
    """The same for IPv4."""

    requirements: ClassVar = ("ECN-021",)

    ipv4 = True

    def runTest(self) -> None:
        """One packet, between two that pass."""
        super().runTest()
