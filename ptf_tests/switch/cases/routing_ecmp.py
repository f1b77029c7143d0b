# SPDX-License-Identifier: GPL-2.0-only
"""ECMP groups: which packets stay together, and whether each field of the five tuple spreads flows over the members."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import ClassVar

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from typing_extensions import override

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
    raw_bytes,
    traffic_class,
    udp,
)
from ptf_tests.switch.settings import EcmpMember, EcmpRoute, Route, Setting, un

# --- Routing ecmp ----------------------------------------------------------------------------------------------------


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

    requirements: ClassVar = ("SRV6-082",)

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


# --- Routing hash ----------------------------------------------------------------------------------------------------


HASH_GROUP = 6
MEMBERS = (OUT, HOST)
FLOWS = range(1, 65)
"""64 flows: all take the same of two members once in 2^63 choices of flows."""

DESTINATION = "fd78::1"
ROUTING, FRAGMENT, ICMPV6 = 43, 44, 58


class _Spreads(ForwardingTest):
    """A group of OUT and HOST for IPv6 and for decapsulated IPv4."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(OWN)}/48", usd=True),
            EcmpRoute("fd78::/64", HASH_GROUP, len(MEMBERS)),
            EcmpRoute("198.51.100.0/24", HASH_GROUP, len(MEMBERS)),
            *(EcmpMember(HASH_GROUP, member, port) for member, port in enumerate(MEMBERS)),
        )

    def used(self, frames: Sequence[bytes], outputs: Mapping[int, Sequence[bytes]]) -> set[int]:
        """The members' ports the frames use; each leaves once, as `outputs` has it for each member's port."""
        used = set()
        for numbers in bursts(range(len(frames))):
            for number in numbers:
                self.send(IN, frames[number])
            received = self.collect(IN)
            for number in numbers:
                ways = [port for port in MEMBERS if outputs[port][number] in received[port]]
                self.assertEqual(len(ways), 1, "each packet leaves once, by one member")
                received[ways[0]].remove(outputs[ways[0]][number])
                used.update(ways)
            self.assertFalse(any(received[port] for port in PORTS), "nothing else leaves")
        return used

    def spreads(self, frames: Sequence[bytes], outputs: Mapping[int, Sequence[bytes]]) -> None:
        self.assertEqual(self.used(frames, outputs), set(MEMBERS), "64 flows use both members")

    def spreads_ipv6(self, frames: Sequence[bytes]) -> None:
        """The same for IPv6 packets that are only routed."""
        self.spreads(frames, {port: [forwarded(frame, port) for frame in frames] for port in MEMBERS})

    def stays(self, frames: Sequence[bytes], outputs: Mapping[int, Sequence[bytes]]) -> None:
        """The frames, which are of one flow, use one member."""
        self.assertEqual(len(self.used(frames, outputs)), 1, "a flow uses one member")


class EcmpBySource(_Spreads):
    """Flows that differ in the IPv6 source address alone use both members."""

    requirements: ClassVar = ("SRV6-073",)

    def runTest(self) -> None:
        """Any packets: these have no ports."""
        content = b"\x80\x00" + bytes(30)
        self.spreads_ipv6([carrying(ICMPV6, content, DESTINATION, source=f"fd00::{number:x}") for number in FLOWS])


class EcmpByDestination(_Spreads):
    """Flows that differ in the IPv6 destination address alone use both members."""

    requirements: ClassVar = ("SRV6-073",)

    def runTest(self) -> None:
        """Any packets: these have no ports."""
        content = b"\x80\x00" + bytes(30)
        self.spreads_ipv6([carrying(ICMPV6, content, f"fd78::{number:x}") for number in FLOWS])


class EcmpByFlowLabel(_Spreads):
    """Flows that differ in the IPv6 flow label alone use both members."""

    requirements: ClassVar = ("SRV6-073",)

    def runTest(self) -> None:
        """Any packets: these have no ports."""
        content = b"\x80\x00" + bytes(30)
        self.spreads_ipv6([carrying(ICMPV6, content, DESTINATION, flow_label=number) for number in FLOWS])


class EcmpByDestinationPort(_Spreads):
    """Flows that differ in the UDP destination port alone use both members."""

    requirements: ClassVar = ("SRV6-073",)

    def runTest(self) -> None:
        """One source port."""
        contents = [patched(raw_bytes(udp(40)), 2, number.to_bytes(2, "big")) for number in FLOWS]
        self.spreads_ipv6([carrying(17, content, DESTINATION) for content in contents])


class EcmpIpv4ByAddress(_Spreads):
    """Decapsulated IPv4 flows that differ in their source or in their destination address alone use both members."""

    requirements: ClassVar = ("SRV6-073", "SRV6-046")

    def runTest(self) -> None:
        """Sources, then destinations."""
        for field, network in (("src", "192.0.2.0"), ("dst", "198.51.100.0")):
            arriving, leaving = [], []
            for number in FLOWS:
                inner, after = inner_ipv4(), inner_ipv4(ttl=63)
                for packet in (inner, after):
                    setattr(packet, field, str(ip_address(network) + number))
                arriving.append(wrapped(inner, carrier(OWN)))
                leaving.append(raw_bytes(after))
            heads = {
                port: forwarded(arriving[0][:12] + b"\x08\x00" + bytes(40), port, hop=False)[:14] for port in MEMBERS
            }
            self.spreads(arriving, {port: [heads[port] + packet for packet in leaving] for port in MEMBERS})


class _WithoutPorts(_Spreads):
    """Contents that begin with other four bytes each, where UDP would have its ports."""

    def contents(self, start: bytes = b"") -> list[bytes]:
        """One burst of them, behind `start`."""
        return [start + bytes((number, 255 - number, 3 * number, 1)) + bytes(28) for number in range(BURST)]


class EcmpWithoutPorts(_WithoutPorts):
    """IPv6 packets that have no ports are one flow by addresses and flow label, whatever they carry."""

    requirements: ClassVar = ("SRV6-078",)

    def runTest(self) -> None:
        """ICMPv6, the same behind an SRH, and fragments other than the first."""
        srh = bytes((ICMPV6, 2, 4, 0, 0, 0, 0, 0)) + bytes(16)
        fragments = [bytes((17, 0)) + (number << 3).to_bytes(2, "big") + bytes(28) for number in range(1, BURST)]
        for next_header, contents in (
            (ICMPV6, self.contents()),
            (ROUTING, self.contents(srh)),
            (FRAGMENT, fragments),
        ):
            frames = [carrying(next_header, content, DESTINATION) for content in contents]
            self.stays(frames, {port: [forwarded(frame, port) for frame in frames] for port in MEMBERS})


class EcmpWithoutPortsInside(_WithoutPorts):
    """Decapsulated packets that have no ports are one flow by addresses and flow label, whatever they carry."""

    requirements: ClassVar = ("SRV6-078", "SRV6-039")

    def runTest(self) -> None:
        inner = [carrying(ICMPV6, content, DESTINATION) for content in self.contents()]
        frames = [carrying(41, packet[14:], carrier(OWN)) for packet in inner]
        self.stays(frames, {port: [forwarded(packet, port) for packet in inner] for port in MEMBERS})


class EcmpIpv4WithoutPorts(_WithoutPorts):
    """The same for IPv4 packets."""

    requirements: ClassVar = ("SRV6-078", "SRV6-046")

    def runTest(self) -> None:
        """ICMP, and UDP fragments other than the first."""
        for fields in ({"proto": 1}, {"proto": 17, "frag": 185}):
            frames: list[bytes] = []
            packets: list[bytes] = []
            for content in self.contents():
                for made, ttl in ((frames, 64), (packets, 63)):
                    inner = IP(src="192.0.2.1", dst="198.51.100.2", ttl=ttl, id=7, **fields) / Raw(content)
                    made.append(wrapped(inner, carrier(OWN)) if ttl == 64 else raw_bytes(inner))
            self.stays(
                frames,
                {
                    port: [forwarded(frames[0][:12] + b"\x08\x00" + packet, port, hop=False) for packet in packets]
                    for port in MEMBERS
                },
            )
