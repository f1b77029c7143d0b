# SPDX-License-Identifier: GPL-2.0-only
"""ECMP groups: which packets stay together, and whether flows spread (for modes without SRv6 and the RoCE baseline)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from scapy.layers.inet import UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Raw

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded
from ptf_tests.switch.forwarding import BURST, OWN, ForwardingTest, bursts, routed, wrapped
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    SWITCH_MAC,
    TESTER_MAC,
    carrier,
    carrying,
    inner_ipv4,
    inner_ipv6,
    patched,
    payload,
    traffic_class,
)
from ptf_tests.switch.settings import EcmpMember, EcmpRoute, Route, Setting, un

GROUP = 5
SOURCE_PORTS = range(50000, 50064)
"""64 flows."""


def flow(
    source_port: int = 50000,
    *,
    destination: str = "fd77::1",
    source: str = "fd00::1",
    label: int = 0,
    dscp: int = 4,
    hop_limit: int = 64,
    size: int = 64,
) -> bytes:
    """A packet of a flow, in no tunnel; dscp, hop limit and size are not part of what makes a flow."""
    return bytes(
        Ether(dst=SWITCH_MAC, src=TESTER_MAC)
        / IPv6(src=source, dst=destination, hlim=hop_limit, fl=label, tc=traffic_class(dscp, dscp % 4))
        / UDP(sport=source_port, dport=4791)
        / Raw(payload(source_port << 16 | dscp << 8 | hop_limit, size))
    )


def group(prefix: str, *ports: int, number: int = GROUP) -> list[Setting]:
    """A route to a group of these ports."""
    members = [EcmpMember(number, member, port) for member, port in enumerate(ports)]
    return [EcmpRoute(prefix, number, len(ports)), *members]


class EcmpTest(ForwardingTest):
    """A route to a group of OUT and HOST.

    Attributes:
        members: its ports.
    """

    members: tuple[int, ...] = (OUT, HOST)

    def setUp(self) -> None:
        """Install the group."""
        super().setUp()
        self.configure(*group("fd77::/64", *self.members))

    def ports(self, frames: Sequence[bytes]) -> list[int]:
        """The port by which each frame leaves: exactly one of the group's, the frame whole, and nothing besides."""
        found = []
        for burst in bursts(frames):
            for frame in burst:
                self.send(IN, frame)
            received: Mapping[int, list[bytes]] = self.collect(IN)
            for frame in burst:
                ways = [port for port in PORTS if forwarded(frame, port) in received[port]]
                self.assertEqual(len(ways), 1, "each packet leaves once, by one port")
                received[ways[0]].remove(forwarded(frame, ways[0]))
                found += ways
            self.assertFalse(any(received.values()), "nothing else leaves")
        self.assertLessEqual(set(found), set(self.members), "only by members of the group")
        return found


class Ecmp(EcmpTest):
    """64 flows that differ in the UDP source port alone use both members."""

    requirements: ClassVar = ("SRV6-067",)

    def runTest(self) -> None:
        """Neither member has less than an eighth of them, which a fair hash does once in 10^9 choices of flows."""
        used = Counter(self.ports([flow(port) for port in SOURCE_PORTS]))
        self.assertEqual(set(used), {OUT, HOST}, "both members are used")
        self.assertGreaterEqual(min(used.values()), len(SOURCE_PORTS) // 8, "no member is hardly used")


class EcmpOtherPorts(EcmpTest):
    """The members' ports are those of the group's members, in whatever order they are numbered."""

    requirements: ClassVar = ("SRV6-067",)

    members = (SPARE, OUT)

    def runTest(self) -> None:
        """Both are used, and HOST is not."""
        self.assertEqual(set(self.ports([flow(port) for port in SOURCE_PORTS])), {SPARE, OUT}, "both members are used")


class EcmpSticks(EcmpTest):
    """Every packet of a flow takes the same member, however often and in between whichever others it comes."""

    requirements: ClassVar = ("SRV6-066",)

    def runTest(self) -> None:
        """64 flows, three rounds, each in another order."""
        flows = list(SOURCE_PORTS)
        rounds = [flows, flows[::-1], flows[::2] + flows[1::2]]
        ways = [dict(zip(order, self.ports([flow(port) for port in order]), strict=True)) for order in rounds]
        self.assertEqual(ways[0], ways[1], "each flow stays on its member")
        self.assertEqual(ways[0], ways[2], "each flow stays on its member")


class EcmpFlowIsFiveFields(EcmpTest):
    """DSCP, ECN, hop limit, size and payload of a packet do not decide: its addresses, flow label and ports do."""

    requirements: ClassVar = ("SRV6-066",)

    def runTest(self) -> None:
        """Eight flows, eight packets each."""
        for port in SOURCE_PORTS[:8]:
            dscps = (0, 1, 2, 4, 8, 16, 32, 63)
            frames = [flow(port, dscp=d, hop_limit=255 - d, size=40 + 17 * d) for d in dscps]
            self.assertEqual(len(set(self.ports(frames))), 1, f"UDP source port {port}: one member")


class EcmpFlowsByLabel(EcmpTest):
    """Flows that differ in other fields of the five each stay on one member, too."""

    requirements: ClassVar = ("SRV6-066",)

    def runTest(self) -> None:
        """16 flow labels, 16 sources, 16 destinations, twice."""
        frames = [flow(label=n << 4 | n, hop_limit=60 + n) for n in range(16)]
        frames += [flow(source=f"fd00::{n:x}", hop_limit=80 + n) for n in range(16)]
        frames += [flow(destination=f"fd77::{n:x}", hop_limit=100 + n) for n in range(16)]
        self.assertEqual(self.ports(frames), self.ports(frames), "each flow stays on its member")


class EcmpThree(EcmpTest):
    """A group of three uses all three, for flows that differ in the UDP source port alone."""

    requirements: ClassVar = ("SRV6-067",)

    members = (OUT, HOST, SPARE)

    def runTest(self) -> None:
        used = set(self.ports([flow(port) for port in SOURCE_PORTS]))
        self.assertEqual(used, set(self.members), "all three members are used")


class EcmpTwoGroups(EcmpTest):
    """Members belong to their own group: flows by another group's route leave by that group's ports."""

    requirements: ClassVar = ("SRV6-067",)

    members = (OUT, HOST)

    def runTest(self) -> None:
        """A second group of SPARE alone, longer and shorter than the first one's prefix."""
        self.configure(*group("fd77::1/128", SPARE, number=GROUP + 1), *group("fd00::/8", SPARE, number=GROUP - 1))
        self.travels(*(routed(flow(port), SPARE) for port in SOURCE_PORTS))
        self.travels(*(routed(flow(port, destination="fd78::1"), SPARE) for port in SOURCE_PORTS))
        used = set(self.ports([flow(port, destination="fd77::2") for port in SOURCE_PORTS]))
        self.assertEqual(used, {OUT, HOST}, "both members are used")


class EcmpIpv4(EcmpTest):
    """Decapsulated IPv4 packets use the members of a group as well, and flows stay together."""

    requirements: ClassVar = ("SRV6-066", "SRV6-067", "SRV6-046", "SRV6-039")

    def runTest(self) -> None:
        """64 flows, twice, told apart by UDP source port and payload."""
        self.configure(un(f"{carrier(OWN)}/48", usd=True), EcmpRoute("198.51.100.0/24", GROUP, len(self.members)))
        flows = list(SOURCE_PORTS)
        first, second = self._ways(flows), self._ways(flows[::-1])
        self.assertEqual(first, second, "each flow stays on its member")
        self.assertEqual(set(first.values()), {OUT, HOST}, "both members are used")

    def _ways(self, flows: Sequence[int]) -> dict[int, int]:
        found = {}
        for burst in bursts(flows):
            for port in burst:
                inner = inner_ipv4(identity=port)
                inner["UDP"].sport = port
                self.send(IN, wrapped(inner, carrier(OWN)))
            received = self.collect(IN)
            left = {int.from_bytes(f[34:36], "big"): port for port in PORTS for f in received[port]}
            count = sum(map(len, received.values()))
            self.assertEqual((set(left), count), (set(burst), len(burst)), "each packet leaves once")
            found.update(left)
        return found


class EcmpIpv6Inside(EcmpTest):
    """Decapsulated IPv6 packets that differ in the UDP source port alone use both members."""

    requirements: ClassVar = ("SRV6-067", "SRV6-039")

    def runTest(self) -> None:
        self.configure(un(f"{carrier(OWN)}/48", usd=True), EcmpRoute(f"{HOST_DESTINATION}/128", GROUP, 2))
        used: set[int] = set()
        for burst in bursts(SOURCE_PORTS):
            for port in burst:
                inner = inner_ipv6(identity=port)
                inner["UDP"].sport = port
                self.send(IN, wrapped(inner, carrier(OWN)))
            received = self.collect(IN)
            self.assertEqual(sum(map(len, received.values())), len(burst), "each packet leaves once")
            used.update(port for port in PORTS if received[port])
        self.assertEqual(used, {OUT, HOST}, "both members are used")


class EcmpBehindSrh(EcmpTest):
    """Flows whose UDP header is behind an SRH use both members as well."""

    requirements: ClassVar = ("SRV6-067", "SRV6-029")

    def runTest(self) -> None:
        """64 flows with an SRH of two segments, Segments Left 0."""
        srh = bytes((17, 4, 4, 0, 1, 0, 0, 0)) + bytes(32)
        frames = [carrying(43, srh + flow(port)[54:], "fd77::1") for port in SOURCE_PORTS]
        self.assertEqual(set(self.ports(frames)), {OUT, HOST}, "both members are used")


class EcmpChanged(EcmpTest):
    """When a member of a group moves to another port, its flows follow, and the others stay."""

    requirements: ClassVar = ("SRV6-066", "CFG-015")

    def runTest(self) -> None:
        """Member 1 moves from HOST to SPARE."""
        frames = [flow(port) for port in SOURCE_PORTS]
        before = self.ports(frames)
        self.members = (OUT, SPARE)
        self.configure(EcmpMember(GROUP, 1, SPARE))
        wanted = [SPARE if port == HOST else port for port in before]
        self.assertEqual(self.ports(frames), wanted, "flows of the member that moved follow it, and the others stay")


class EcmpWithoutMember(ForwardingTest):
    """A flow whose member of the group is not installed leaves on no port."""

    requirements: ClassVar = ("SRV6-068",)

    def runTest(self) -> None:
        """One member promised and none installed; another group's member 0 is."""
        self.configure(EcmpRoute("fd77::/64", GROUP, 1), *group("fd78::/64", SPARE, number=GROUP + 1))
        self.drops(*(flow(port) for port in SOURCE_PORTS[:16]), reason="no_route")


class EcmpOneMemberMissing(EcmpTest):
    """Flows of a missing member are dropped; those of the members that are there are not touched."""

    requirements: ClassVar = ("SRV6-068", "SRV6-066")

    def runTest(self) -> None:
        """The second of two members goes."""
        frames = [flow(port) for port in SOURCE_PORTS[:BURST]]
        ways = self.ports(frames)
        self.remove(EcmpMember(GROUP, 1, HOST))
        stay = [forwarded(frame, OUT) for frame, port in zip(frames, ways, strict=True) if port == OUT]
        moves = {cell("queue_packets", OUT, 0): len(stay), cell("drop_no_route", IN): len(frames) - len(stay)}
        self.check(frames, {OUT: stay}, moves)


class EcmpKeepsPackets(EcmpTest):
    """A packet that a group forwards changes like any routed packet."""

    requirements: ClassVar = ("SRV6-066", "SRV6-053")

    def runTest(self) -> None:
        """One member; a packet without UDP, and one whose UDP header is cut short."""
        self.configure(*group("fd79::/64", HOST, number=GROUP + 1), Route("fd79::f/128", SPARE))
        frame = flow(destination="fd79::1")
        self.travels(
            routed(frame, HOST),
            routed(patched(frame, 20, b"\x06"), HOST),
            routed(patched(frame[:58], 18, b"\x00\x04"), HOST),
            routed(flow(destination="fd79::f"), SPARE),
        )
