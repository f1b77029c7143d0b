# SPDX-License-Identifier: GPL-2.0-only
"""ECMP groups of IPv4: the EV of an MRC NIC there is the UDP source port, and it must decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scapy.layers.inet import IP, UDP
from scapy.packet import Raw

from ptf_tests.switch.case import HOST, IN, OUT, cell, forwarded
from ptf_tests.switch.cases.ipv4 import DESTINATION, NETWORK, SOURCE
from ptf_tests.switch.cases.routing_ecmp import GROUP, SOURCE_PORTS, EcmpTest, group
from ptf_tests.switch.packets import native, payload, raw_bytes
from ptf_tests.switch.settings import EcmpMember

FLOWS = range(1, 65)
"""64 flows: all take the same of two members once in 2^63 choices of flows."""


def flow(source_port: int = 50000, *, port: int = 4791, size: int = 64, **fields: object) -> bytes:
    """A packet of a flow; what `fields` of scapy's IP say besides addresses is not part of what makes one."""
    named: dict[str, object] = {"src": SOURCE, "dst": DESTINATION, "id": source_port, **fields}
    return raw_bytes(native(IP(**named) / UDP(sport=source_port, dport=port) / Raw(payload(source_port, size))))


class _Ipv4EcmpTest(EcmpTest):
    """A route of IPv4 to a group of OUT and HOST."""

    def setUp(self) -> None:
        """Install the group."""
        super().setUp()
        self.configure(*group(NETWORK, *self.members))

    def one_member(self, frames: Sequence[bytes]) -> None:
        """The frames, which are of one flow, use one member."""
        self.assertEqual(len(set(self.ports(frames))), 1, "a flow uses one member")

    def both_members(self, frames: Sequence[bytes]) -> None:
        """The frames, of a flow each, use both members."""
        self.assertEqual(set(self.ports(frames)), {OUT, HOST}, "64 flows use both members")


class Ipv4EcmpBySourcePort(_Ipv4EcmpTest):
    """64 IPv4 flows that differ in the UDP source port alone use both members."""

    requirements: ClassVar = ("IPV4-013",)

    def runTest(self) -> None:
        """Neither member has less than an eighth of them, which a fair hash does once in 10^9 choices of flows."""
        ports = self.ports([flow(port) for port in SOURCE_PORTS])
        self.assertGreaterEqual(min(ports.count(port) for port in (OUT, HOST)), len(SOURCE_PORTS) // 8)


class Ipv4EcmpSticks(_Ipv4EcmpTest):
    """Every packet of a flow takes the same member, in between whichever others it comes."""

    requirements: ClassVar = ("IPV4-012",)

    def runTest(self) -> None:
        """64 flows, twice, in another order."""
        flows = list(SOURCE_PORTS)
        first = dict(zip(flows, self.ports([flow(port) for port in flows]), strict=True))
        second = dict(zip(flows[::-1], self.ports([flow(port, ttl=9) for port in flows[::-1]]), strict=True))
        self.assertEqual(first, second, "each flow stays on its member")


class Ipv4EcmpFlowIsFourFields(_Ipv4EcmpTest):
    """DSCP, ECN, TTL, identification, DF and size of a packet do not decide: its addresses and ports do."""

    requirements: ClassVar = ("IPV4-012",)

    def runTest(self) -> None:
        """Eight flows, eight packets each."""
        for port in SOURCE_PORTS[:8]:
            tosses = (0, 1, 2, 7, 32, 65, 128, 255)
            self.one_member(
                [
                    flow(port, tos=tos, ttl=255 - tos // 2, id=tos * 257, flags="DF" * (tos % 2), size=40 + 11 * n)
                    for n, tos in enumerate(tosses)
                ]
            )


class Ipv4EcmpByOtherFields(_Ipv4EcmpTest):
    """Flows that differ in source, destination or UDP destination port alone use both members."""

    requirements: ClassVar = ("IPV4-014",)

    def runTest(self) -> None:
        """64 of each."""
        self.both_members([flow(src=f"192.0.2.{number}") for number in FLOWS])
        self.both_members([flow(dst=f"198.51.100.{number}") for number in FLOWS])
        self.both_members([flow(port=4000 + number) for number in FLOWS])


class Ipv4EcmpPortless(_Ipv4EcmpTest):
    """Packets that have no ports are one flow by addresses, whatever they carry."""

    requirements: ClassVar = ("IPV4-015",)

    def runTest(self) -> None:
        """ICMP, and UDP fragments other than the first."""
        for fields in ({"proto": 1}, {"proto": 17, "frag": 185}):
            contents = [bytes((n, 255 - n, 3 * n % 256, 1)) + bytes(28) for n in range(24)]
            packets = [IP(src=SOURCE, dst=DESTINATION, id=7, **fields) / Raw(content) for content in contents]
            self.one_member([raw_bytes(native(packet)) for packet in packets])


class Ipv4EcmpMemberMissing(_Ipv4EcmpTest):
    """IPv4 flows of a missing member are dropped; those of the members that are there are not touched."""

    requirements: ClassVar = ("IPV4-012", "SRV6-068")

    def runTest(self) -> None:
        """The first of two members goes."""
        frames = [flow(port) for port in SOURCE_PORTS[:24]]
        ways = self.ports(frames)
        self.remove(EcmpMember(GROUP, 0, OUT))
        stay = [forwarded(frame, HOST) for frame, port in zip(frames, ways, strict=True) if port == HOST]
        lost = len(frames) - len(stay)
        self.check(frames, {HOST: stay}, {cell("queue_packets", HOST, 0): len(stay), cell("drop_no_route", IN): lost})
