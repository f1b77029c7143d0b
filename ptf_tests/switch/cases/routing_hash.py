# SPDX-License-Identifier: GPL-2.0-only
"""What tells flows apart in an ECMP group: each field of the five on its own must spread packets over the members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import ClassVar

from scapy.layers.inet import IP
from scapy.packet import Raw
from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, forwarded
from ptf_tests.switch.forwarding import BURST, OWN, ForwardingTest, bursts, wrapped
from ptf_tests.switch.packets import carrier, carrying, inner_ipv4, patched, raw_bytes, udp
from ptf_tests.switch.settings import EcmpMember, EcmpRoute, un

GROUP = 6
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
            EcmpRoute("fd78::/64", GROUP, len(MEMBERS)),
            EcmpRoute("198.51.100.0/24", GROUP, len(MEMBERS)),
            *(EcmpMember(GROUP, member, port) for member, port in enumerate(MEMBERS)),
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
        """The frames use both members."""
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
