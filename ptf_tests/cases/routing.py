# SPDX-License-Identifier: GPL-2.0-only
"""Admission to the switch, static routes, ECMP, link isolation: every way in and every named way out."""

from __future__ import annotations

from scapy.all import ARP, Ether, ICMPv6EchoRequest, IPv6, Raw
from scapy.layers.inet import UDP

from ptf_tests import entries
from ptf_tests.base import HOST, IN, OUT, SPARE, SwitchTest, cell, forwarded
from ptf_tests.packets import (
    SWITCH_MAC,
    TESTER_MAC,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    payload,
    raw_bytes,
    tunnel,
)

NEXT = 0x2001
GROUP = 5


class RoutingTest(SwitchTest):
    """A switch with one route."""

    def setUp(self) -> None:
        """Install the route."""
        super().setUp()
        self.insert(entries.route6(f"{carrier(NEXT)}/48", OUT))

    def drops(self, frame: bytes, reason: str) -> None:
        """The frame leaves nowhere and counts under `reason`."""
        self.check([frame], {}, {cell(f"drop_{reason}", IN): 1})


class RouteHit(RoutingTest):
    """A routed packet changes in MAC addresses and hop limit only, at any size up to a jumbo frame."""

    def runTest(self) -> None:
        """Several sizes in one go; order is kept."""
        frames = [
            raw_bytes(tunnel(inner_ipv6(size=size, identity=size), carrier(NEXT))) for size in (8, 64, 1200, 4096, 8192)
        ]
        wanted = [forwarded(frame, OUT) for frame in frames]
        self.check(frames, {OUT: wanted}, {cell("queue_packets", OUT, 0): len(frames)})


class RouteLongestPrefix(RoutingTest):
    """The longest prefix wins, also over the blackhole of the block."""

    def runTest(self) -> None:
        """/32 blackhole, /48 to OUT, /128 to HOST."""
        host_route = entries.route6(f"{carrier(NEXT, 7)}/128", HOST)
        self.insert(entries.blackhole6("fcbb:bbbb::/32"), host_route)
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT, 7)))
        self.check([frame], {HOST: [forwarded(frame, HOST)]}, {cell("queue_packets", HOST, 0): 1})
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT, 8)))
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, 0): 1})
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(0x2002))), "blackhole")
        self.assertEqual(self.device.read_direct_counter(host_route).packets, 1)


class RouteMiss(RoutingTest):
    """No route: dropped under its own name."""

    def runTest(self) -> None:
        """Drop."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(0x2002))), "no_route")


class Blackhole(RoutingTest):
    """A blackhole is an entry, and has a counter of its own."""

    def runTest(self) -> None:
        """Drop, and the entry counts."""
        entry = entries.blackhole6("fcbb:bbbb::/32")
        self.insert(entry)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(0x2002))), "blackhole")
        self.assertEqual(self.device.read_direct_counter(entry).packets, 1)


class NotIpv6(RoutingTest):
    """Anything but IPv6 is dropped."""

    def runTest(self) -> None:
        """ARP and an EtherType nobody uses."""
        self.drops(bytes(Ether(dst="ff:ff:ff:ff:ff:ff", src=TESTER_MAC) / ARP()), "not_ipv6")
        self.drops(bytes(Ether(dst=SWITCH_MAC, src=TESTER_MAC, type=0x88B5) / Raw(payload(1, 64))), "not_ipv6")


class Malformed(RoutingTest):
    """An outer header cut short, and an IP version that is not 6."""

    def runTest(self) -> None:
        """Drop both."""
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT)))
        self.drops(frame[: 14 + 39], "malformed")
        self.drops(frame[:14] + bytes([0x40 | frame[14] & 0xF]) + frame[15:], "malformed")


class InnerCutShort(RoutingTest):
    """A frame that ends inside an inner header (as after a trim upstream) is forwarded like any other."""

    def runTest(self) -> None:
        """Cut in the inner IPv6 header, and in UDP."""
        whole = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT)))
        frames = [whole[: 14 + 40 + 20], whole[: 14 + 40 + 40 + 3]]
        self.check(frames, {OUT: [forwarded(f, OUT) for f in frames]}, {cell("queue_packets", OUT, 0): 2})


class Multicast(RoutingTest):
    """Multicast is not for this fabric."""

    def runTest(self) -> None:
        """As destination and as source."""
        self.drops(raw_bytes(tunnel(inner_ipv6(), "ff02::1")), "multicast")
        frame = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT)))
        self.drops(frame[:22] + b"\xff" + frame[23:], "multicast")


class MulticastInside(RoutingTest):
    """Nor is it as a segment or as an inner destination, even where a default route would take it."""

    def runTest(self) -> None:
        """SRH segment, inner IPv6, inner IPv4."""
        self.insert(
            entries.route6("::/0", OUT), entries.route4("0.0.0.0/0", OUT), entries.un(f"{carrier(0x1001)}/48", usd=True)
        )
        segment = Srh(("ff0e::1",), 1)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(0x1001), srh=segment)), "multicast")
        for inner in (inner_ipv6(), inner_ipv4()):
            inner.dst = "ff0e::1" if inner.version == 6 else "239.1.1.1"
            self.drops(raw_bytes(tunnel(inner, carrier(0x1001), ecn=0)), "multicast")


class Isolation(RoutingTest):
    """An isolated ingress link passes ICMPv6 and nothing else; other links are not affected."""

    def runTest(self) -> None:
        """Data dropped, echo passed, data on another port passed."""
        self.insert(entries.isolate(IN))
        data = raw_bytes(tunnel(inner_ipv6(), carrier(NEXT)))
        self.drops(data, "port_isolated")
        echo = bytes(
            Ether(dst=SWITCH_MAC, src=TESTER_MAC)
            / IPv6(src="fd00::1", dst=carrier(NEXT), hlim=64)
            / ICMPv6EchoRequest(id=1, seq=1)
        )
        self.check([echo], {OUT: [forwarded(echo, OUT)]}, {cell("queue_packets", OUT, 0): 1})
        self.check([data], {OUT: [forwarded(data, OUT)]}, {cell("queue_packets", OUT, 0): 1}, ingress=SPARE)


class Ecmp(RoutingTest):
    """An ECMP group: every flow sticks to one member, different flows use both."""

    def runTest(self) -> None:
        """64 flows, twice each."""
        members = [entries.ecmp_member(GROUP, member, port) for member, port in enumerate((OUT, HOST))]
        self.insert(entries.ecmp6("fd77::/64", GROUP, len(members)), *members)
        frames = [self._flow(source_port) for source_port in range(50000, 50064)]
        used = set()
        for frame in frames:
            self.dataplane.send(0, IN, frame)
            self.dataplane.send(0, IN, frame)
            received = self.collect(IN)
            ports = [port for port in (OUT, HOST) if received[port]]
            self.assertEqual(len(ports), 1, "both copies of a flow leave on one member")
            self.assertEqual(received[ports[0]], [forwarded(frame, ports[0])] * 2)
            self.assertFalse(received[SPARE] or received[IN])
            used.update(ports)
        self.assertEqual(used, {OUT, HOST}, "64 flows use both members")

    @staticmethod
    def _flow(source_port: int) -> bytes:
        return bytes(
            Ether(dst=SWITCH_MAC, src=TESTER_MAC)
            / IPv6(src="fd00::1", dst="fd77::1", hlim=64)
            / UDP(sport=source_port, dport=4791)
            / Raw(payload(source_port, 64))
        )


class EcmpWithoutMember(RoutingTest):
    """A group that promises a member nobody installed: the flow that hashes to it has no route."""

    def runTest(self) -> None:
        """One promised, none installed."""
        self.insert(entries.ecmp6("fd77::/64", GROUP, 1))
        frame = bytes(
            Ether(dst=SWITCH_MAC, src=TESTER_MAC) / IPv6(src="fd00::1", dst="fd77::1") / UDP() / Raw(b"x" * 32)
        )
        self.drops(frame, "no_route")
