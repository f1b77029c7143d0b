# SPDX-License-Identifier: GPL-2.0-only
"""IPv4 that arrives as IPv4: routing (RFC 791, RFC 1812), ECMP by UDP source port, classification, ECN and trims."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from ipaddress import IPv4Address
from typing import ClassVar

from scapy.layers import inet
from scapy.layers.inet import IP
from scapy.packet import Raw
from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded
from ptf_tests.switch.cases.ecn import FromFirstTest
from ptf_tests.switch.cases.qos import EveryDscpTest
from ptf_tests.switch.cases.routing_ecmp import GROUP, SOURCE_PORTS, EcmpTest, group
from ptf_tests.switch.cases.trimming import TrimRulesTest
from ptf_tests.switch.congestion import UNTRIMMED_REFUSES, TrimTest
from ptf_tests.switch.forwarding import ForwardingTest, Journey, routed
from ptf_tests.switch.packets import (
    mrc_write,
    native,
    over_ipv4,
    patched,
    payload,
    raw_bytes,
    set_ipv4_checksum,
    tcp,
    traffic_class,
    udp,
)
from ptf_tests.switch.settings import Blackhole, DisableTrim, EcmpMember, Isolation, Route, un

# --- Ipv4 ------------------------------------------------------------------------------------------------------------


SOURCE, DESTINATION = "192.0.2.1", "198.51.100.2"
NETWORK = "198.51.100.0/24"
HEADER_BYTES = 14 + 20 + 8
"""Ethernet, IPv4, UDP."""
LARGEST = 8294
ICMP, TCP, UDP = 1, 6, 17


def datagram(identity: int = 1, *, size: int = 64, **fields: object) -> bytes:
    """A frame with UDP in IPv4, from `SOURCE` to `DESTINATION` unless `fields` of scapy's IP say otherwise."""
    named: dict[str, object] = {"src": SOURCE, "dst": DESTINATION, "id": 7, **fields}
    return raw_bytes(native(IP(**named) / udp(size, identity)))


def patched_header(frame: bytes, at: int, value: bytes) -> bytes:
    """`frame` with bytes of its IPv4 header, counted from there, replaced and the checksum of 20 bytes right."""
    copy = bytearray(patched(frame, 14 + at, value))
    set_ipv4_checksum(copy)
    return bytes(copy)


class Ipv4Test(ForwardingTest):
    """A device with one IPv4 route, to OUT."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(NETWORK, OUT))


class Ipv4RouteHit(Ipv4Test):
    """A routed packet leaves by its route's port alone, with the MAC addresses of the hop and one TTL less."""

    requirements: ClassVar = ("IPV4-001",)

    def runTest(self) -> None:
        """To each port, the ingress port included, from two ports."""
        hosts = {port: f"203.0.113.{port + 1}" for port in PORTS}
        self.configure(*(Route(f"{host}/32", port) for port, host in hosts.items()))
        for ingress in (IN, SPARE):
            self.travels(*(routed(datagram(port, dst=host), port) for port, host in hosts.items()), ingress=ingress)


class Ipv4NothingElse(Ipv4Test):
    """Nothing else of a routed packet changes, whatever its header says and whatever it carries."""

    requirements: ClassVar = ("IPV4-001",)

    def runTest(self) -> None:
        """DSCP and ECN, identification, flags, fragments, protocols, sources, another source MAC address."""
        frames = [datagram(tos, tos=tos) for tos in range(0, 256, 5)]
        frames += [datagram(bit, id=1 << bit) for bit in range(16)]
        frames += [datagram(1, flags=flags, frag=frag) for flags in ("", "DF", "MF") for frag in (0, 1, 185)]
        frames += [
            raw_bytes(native(IP(src=SOURCE, dst=DESTINATION, proto=n) / Raw(payload(n, 64))))
            for n in (0, ICMP, 4, TCP, UDP, 41, 43, 50, 58, 255)
        ]
        frames += [raw_bytes(native(over_ipv4(tcp(100, 2)))), datagram(3, src="10.0.0.1"), datagram(4, src="223.1.2.3")]
        frames.append(patched(datagram(5), 6, bytes.fromhex("00005e0053ff")))
        self.travels(*(routed(frame) for frame in frames))


class Ipv4EverySize(Ipv4Test):
    """Frames of any size leave whole, a header with nothing behind it and padding included."""

    requirements: ClassVar = ("IPV4-001",)

    def runTest(self) -> None:
        """A bare header, padded and not; around powers of two and the usual limits."""
        bare = raw_bytes(native(IP(src=SOURCE, dst=DESTINATION)))
        sizes = sorted({size for limit in (128, 256, 512, 1514, 4096, LARGEST) for size in (limit - 1, limit)})
        frames = [bare, bare + bytes(26), datagram(1) + bytes(9)]
        frames += [datagram(size, size=size - HEADER_BYTES) for size in sizes]
        self.travels(*(routed(frame) for frame in frames))


class Ipv4Checksums(Ipv4Test):
    """The header checksum is right where one's complement arithmetic carries, too."""

    requirements: ClassVar = ("IPV4-001",)

    def runTest(self) -> None:
        """64 identifications, so that checksums before and after lie on both sides of 0x0000 and 0xFEFF."""
        zero_at = struct.unpack_from("!H", datagram(id=0), 24)[0]
        steps = ((offset, step) for offset in range(-8, 8) for step in (0x0000, 0x0100, 0xFF00, 0x8000))
        frames = [datagram(n, id=(zero_at + offset + step) & 0xFFFF) for n, (offset, step) in enumerate(steps)]
        self.travels(*(routed(frame) for frame in frames))


class Ipv4Ttls(Ipv4Test):
    """TTL 2 leaves as 1, and 255 as 254."""

    requirements: ClassVar = ("IPV4-002",)

    def runTest(self) -> None:
        """Around every power of two."""
        limits = sorted({value for bit in range(2, 9) for value in ((1 << bit) - 1, 1 << bit) if value < 256} | {2})
        self.travels(*(routed(datagram(ttl, ttl=ttl)) for ttl in limits))


class Ipv4TtlExpires(Ipv4Test):
    """With TTL 1 or 0 a packet is not forwarded; its source has no route, so nothing can answer either."""

    requirements: ClassVar = ("IPV4-002",)

    def runTest(self) -> None:
        self.drops(*(datagram(ttl=ttl) for ttl in (1, 0)), reason="hop_limit")


class Ipv4ChecksumWrong(Ipv4Test):
    """A packet with a wrong header checksum leaves on no port."""

    requirements: ClassVar = ("IPV4-003",)

    def runTest(self) -> None:
        """Each bit of the checksum, and one bit of each word of the header."""
        frame = datagram()
        word = struct.unpack_from("!H", frame, 24)[0]
        wrong = [patched(frame, 24, struct.pack("!H", word ^ 1 << bit)) for bit in range(16)]
        wrong += [patched(frame, 14 + at, bytes([frame[14 + at] ^ 1])) for at in (1, 3, 5, 7, 9, 13, 15, 17, 19)]
        self.drops(*wrong, reason="ipv4_checksum")


class Ipv4CutShort(Ipv4Test):
    """A frame that ends inside the IPv4 header leaves on no port."""

    requirements: ClassVar = ("IPV4-004",)

    def runTest(self) -> None:
        """Without a byte of it, with one, with half of it, and with all but one."""
        self.drops(*(datagram()[: 14 + length] for length in (0, 1, 10, 16, 19)), reason="malformed")


class Ipv4WrongVersion(Ipv4Test):
    """EtherType IPv4 over a version that is not 4 leaves on no port."""

    requirements: ClassVar = ("IPV4-004",)

    def runTest(self) -> None:
        """The 15 other versions; the checksum is right."""
        versions = [version for version in range(16) if version != 4]
        self.drops(*(patched_header(datagram(), 0, bytes([n << 4 | 5])) for n in versions), reason="malformed")


class Ipv4WrongLengths(Ipv4Test):
    """A header length below 5 words, or a total length below 20 bytes, leaves on no port; a total length of 20 does."""

    requirements: ClassVar = ("IPV4-004",)

    def runTest(self) -> None:
        """Every header length below; total lengths up to 19; the checksum is right."""
        wrong = [patched_header(datagram(), 0, bytes([0x40 | words])) for words in range(5)]
        wrong += [patched_header(datagram(), 2, struct.pack("!H", length)) for length in (0, 1, 8, 16, 19)]
        self.drops(*wrong, reason="malformed")
        self.travels(routed(patched_header(datagram(), 2, struct.pack("!H", 20))))


class Ipv4WithOptions(Ipv4Test):
    """Packets with options, every header length above 5 words; the checksums are right."""

    def optioned(self) -> list[bytes]:
        """With No Operation (type 1) in 4 to 40 bytes of options."""
        return [datagram(words, options=b"\x01" * 4 * words) for words in range(1, 11)]


class Ipv4OptionsDropped(Ipv4WithOptions):
    """A packet with options leaves on no port."""

    requirements: ClassVar = ("IPV4-005",)

    def runTest(self) -> None:
        self.drops(*self.optioned(), reason="ipv4_options")


class Ipv4OptionsForwarded(Ipv4WithOptions):
    """A packet whose options ask for nothing leaves like any other, and they stay."""

    requirements: ClassVar = ("IPV4-006",)

    def runTest(self) -> None:
        journeys = []
        for words, frame in enumerate(self.optioned(), 1):
            after = datagram(words, options=b"\x01" * 4 * words, ttl=63)
            journeys.append(Journey(frame, OUT, forwarded(after, OUT, hop=False)))
        self.travels(*journeys)


class Ipv4LongestPrefix(ForwardingTest):
    """Of 33 routes nested in one another, from /0 to /32, the longest that matches decides."""

    requirements: ClassVar = ("IPV4-007",)

    INSIDE = 0x1AA85AB7  # 26.168.90.183

    def runTest(self) -> None:
        """33 destinations, the longest match of each another length; none of them is multicast."""
        ports = (OUT, HOST, SPARE)
        for length in range(33):
            self.configure(
                Route(f"{IPv4Address(self.INSIDE >> 32 - length << 32 - length)}/{length}", ports[length % 3])
            )
        outside = [self.INSIDE ^ (1 << 31 - length) if length < 32 else self.INSIDE for length in range(33)]
        self.travels(
            *(routed(datagram(n, dst=str(IPv4Address(to))), ports[n % 3]) for n, to in enumerate(outside)),
        )


class Ipv4RouteMiss(Ipv4Test):
    """An IPv4 packet without a route leaves on no port."""

    requirements: ClassVar = ("IPV4-008",)

    def runTest(self) -> None:
        """Far from the route, and next to it in each bit of its prefix that does not make it multicast."""
        prefix = int(IPv4Address("198.51.100.2"))
        near = [str(IPv4Address(prefix ^ 1 << 31 - bit)) for bit in range(24) if bit != 2]
        self.drops(*(datagram(dst=address) for address in ("10.0.0.1", *near)), reason="no_route")


class Ipv4Blackhole(Ipv4Test):
    """A packet that meets a blackhole leaves on no port; its neighbours leave."""

    requirements: ClassVar = ("IPV4-008", "CNT-022")

    def runTest(self) -> None:
        """A /32 within a route; the counters of both say which decided."""
        hole, route = Blackhole(f"{DESTINATION}/32"), Route(NETWORK, OUT)
        self.configure(hole)
        self.drops(datagram(), datagram(2), reason="blackhole")
        self.travels(routed(datagram(3, dst="198.51.100.3")))
        self.assertEqual((self.hits(hole).packets, self.hits(route).packets), (2, 1))


class Ipv4NotUnicast(Ipv4Test):
    """A source or destination of multicast, reserved or broadcast kind leaves on no port, even by a default route."""

    requirements: ClassVar = ("IPV4-009",)

    def runTest(self) -> None:
        """The first and last multicast, reserved and broadcast addresses; those before them pass."""
        self.configure(Route("0.0.0.0/0", OUT))
        refused = ("224.0.0.0", "224.0.0.1", "239.255.255.255", "240.0.0.0", "250.1.2.3", "255.255.255.255")
        self.drops(*(datagram(dst=address) for address in refused), reason="multicast")
        self.drops(*(datagram(src=address) for address in refused), reason="multicast")
        passed = ("223.255.255.254", "192.0.0.9", "160.0.0.1", "96.0.0.1")
        self.travels(*(routed(datagram(1, dst=address)) for address in passed))
        self.travels(*(routed(datagram(2, src=address)) for address in passed))


class Ipv4CutUpstream(Ipv4Test):
    """A packet that was trimmed upstream is forwarded like any other."""

    requirements: ClassVar = ("IPV4-010",)

    def runTest(self) -> None:
        """Cut behind and inside UDP and right behind IPv4; the total length is that of the cut, or of the whole."""
        journeys = []
        for end in (34, 35, 41, 42, 60, 100):
            cut = datagram(end, size=400)[:end]
            journeys += [routed(cut), routed(patched_header(cut, 2, struct.pack("!H", end - 14)))]
        self.travels(*journeys)


class Ipv4MeetsNoSid(Ipv4Test):
    """A packet meets no SID and no IPv6 route, even ones of an address that is all zeros."""

    requirements: ClassVar = ("IPV4-011",)

    def runTest(self) -> None:
        """SIDs that would take it, and one that would decapsulate; an IPv6 default route to another port."""
        self.configure(un("::/48"), Route("::/0", SPARE))
        frames = [datagram(1), raw_bytes(native(IP(src=SOURCE, dst=DESTINATION, proto=41) / Raw(bytes(60))))]
        self.travels(*(routed(frame) for frame in frames))
        self.configure(un("::/48", usd=True))
        self.travels(*(routed(frame) for frame in frames))


class Ipv4Isolated(Ipv4Test):
    """IPv4 that enters an isolated port leaves on no port; by others it does, and out of the isolated one."""

    requirements: ClassVar = ("ISO-010", "ISO-005", "ISO-006")

    def runTest(self) -> None:
        """UDP, ICMP, the number of ICMPv6, a fragment; without a route, too. What cannot enter anyway says so."""
        closed, open_to = Isolation(IN), Route("203.0.113.0/24", IN)
        self.configure(closed, open_to)
        frames = [
            datagram(1),
            *(raw_bytes(native(IP(src=SOURCE, dst=DESTINATION, proto=n) / Raw(payload(n, 64)))) for n in (ICMP, 58)),
            datagram(2, frag=185),
            datagram(3, dst="10.0.0.1"),
        ]
        self.drops(*frames, reason="port_isolated")
        self.drops(patched(datagram(5), 24, b"\x12\x34"), reason="ipv4_checksum")
        self.travels(routed(frames[0]), routed(datagram(4, dst="203.0.113.9"), IN), ingress=HOST)
        self.remove(closed)
        self.travels(routed(frames[0]))


# --- Ipv4 ecmp -------------------------------------------------------------------------------------------------------


FLOWS = range(1, 65)
"""64 flows: all take the same of two members once in 2^63 choices of flows."""


def flow(source_port: int = 50000, *, port: int = 4791, size: int = 64, **fields: object) -> bytes:
    """A packet of a flow; what `fields` of scapy's IP say besides addresses is not part of what makes one."""
    named: dict[str, object] = {"src": SOURCE, "dst": DESTINATION, "id": source_port, **fields}
    return raw_bytes(native(IP(**named) / inet.UDP(sport=source_port, dport=port) / Raw(payload(source_port, size))))


class _Ipv4EcmpTest(EcmpTest):
    """A route of IPv4 to a group of OUT and HOST."""

    def setUp(self) -> None:
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


# --- Ipv4 queues -----------------------------------------------------------------------------------------------------


HOST_NETWORK = "203.0.113.0/24"
HOST_ADDRESS = "203.0.113.7"
ANY = "0.0.0.0/0"


class Ipv4EveryDscp(EveryDscpTest):
    """Each of the 64 DSCPs of IPv4 counts on the queue to which the maps lead it."""

    requirements: ClassVar = ("IPV4-016",)

    def runTest(self) -> None:
        """Each with another ECN field than the next."""
        self.configure(Route(NETWORK, OUT))
        frames = [datagram(dscp, tos=traffic_class(dscp, dscp % 4)) for dscp in range(64)]
        self.classified(frames, [forwarded(frame, OUT) for frame in frames])


class Ipv4Marked(FromFirstTest):
    """ECN-capable packets leave marked, with a correct header checksum; others leave as they are."""

    requirements: ClassVar = ("IPV4-017",)

    def runTest(self) -> None:
        """Not-ECT first, then ECT(1), ECT(0), CE; identifications for which the checksum carries and does not."""
        self.configure(Route(NETWORK, OUT))
        dscp = self.values.dscp.trimmable
        plain = [datagram(n, tos=traffic_class(dscp, 0), id=n << 12) for n in range(4)]
        capable = [datagram(n, tos=traffic_class(dscp, 1 + n % 3), id=n * 0x1111) for n in range(16)]
        self.leaves([*plain, *capable], len(plain))


class _Ipv4TrimTest(TrimTest):
    """Routes of IPv4 to OUT and HOST, whose data queues trim and are blocked."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(NETWORK, OUT), Route(HOST_NETWORK, HOST))

    def datagram(self, identity: int = 1, *, dscp: int | None = None, **fields: object) -> bytes:
        """A packet that a trim shortens, ECT(0) and TRIMMABLE unless told otherwise."""
        dscp = self.values.dscp.trimmable if dscp is None else dscp
        return datagram(identity, size=self.long, tos=traffic_class(dscp, 2), **fields)


class Ipv4TrimMrcWrite(_Ipv4TrimTest):
    """A trimmed MRC write keeps its headers through RETH, in both directions of the fabric."""

    requirements: ClassVar = ("IPV4-021", "TRIM-025")

    def runTest(self) -> None:
        """4096 bytes of payload towards another switch and towards a host, first transmissions and repeated ones."""
        dscp = self.values.dscp
        for port, destination in ((OUT, DESTINATION), (HOST, HOST_ADDRESS)):
            frames = [
                raw_bytes(
                    native(IP(src=SOURCE, dst=destination, tos=traffic_class(role, 2), flags="DF") / mrc_write(4096))
                )
                for role in (dscp.trimmable, dscp.trimmable_retx)
            ]
            for frame in frames:
                self.assertEqual(self.copy(frame, port)[34:112], frame[34:112], "UDP, BTH, METH, TSETH and RETH")
            self.trims(*frames, port=port)


class Ipv4TrimmedStays(_Ipv4TrimTest):
    """A packet that arrives trimmed passes as it is in the queue of its DSCP, and is dropped where that refuses it."""

    requirements: ClassVar = ("IPV4-020", "IPV4-010")
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """Both DSCPs of trimmed packets; then the trim queue is blocked."""
        values = self.values
        frames = [self.datagram(n, dscp=n) for n in (values.dscp.trimmed, values.dscp.trimmed_lasthop)]
        self.passes(*frames, queue=values.trim_queue)
        self.block(OUT, values.trim_queue)
        self.drops(*frames, queue=values.trim_queue)


class _Rules(_Ipv4TrimTest, TrimRulesTest):
    """A packet of IPv4."""

    @override
    def setUp(self) -> None:
        super().setUp()
        dscp = self.values.dscp
        self.matching = self.datagram(1)
        tos = traffic_class(dscp.trimmable, 2)
        self.others = {
            "source": self.datagram(2, src="192.0.2.2"),
            "destination": self.datagram(3, dst="198.51.100.3"),
            "next_header": raw_bytes(native(IP(src=SOURCE, dst=DESTINATION, tos=tos, id=7) / tcp(self.long, 4))),
            "dscp": self.datagram(5, dscp=dscp.trimmable_retx),
        }


class Ipv4RuleEachField(_Rules):
    """A rule of one field of IPv4 drops what matches it where packets that differ in that field are trimmed."""

    requirements: ClassVar = ("IPV4-018",)

    def runTest(self) -> None:
        """Source, destination, protocol, DSCP and ingress port."""
        rules = {
            "source": DisableTrim(f"{SOURCE}/32"),
            "destination": DisableTrim(ANY, destination=f"{DESTINATION}/32"),
            "next_header": DisableTrim(ANY, next_header=UDP),
            "dscp": DisableTrim(ANY, dscp=self.values.dscp.trimmable),
        }
        self.each_alone(rules, DisableTrim(ANY, ingress=IN), (SPARE,))


class Ipv4RuleAllFields(_Rules):
    """A rule of all fields drops what matches every one of them, and nothing that differs in one; it counts that."""

    requirements: ClassVar = ("IPV4-018", "CNT-023")

    def runTest(self) -> None:
        """One rule, and a packet for each field."""
        rule = DisableTrim(
            f"{SOURCE}/32",
            destination=f"{DESTINATION}/32",
            next_header=UDP,
            dscp=self.values.dscp.trimmable,
            ingress=IN,
        )
        self.all_together(rule)
        self.assertEqual(self.hits(rule).packets, 1)


class Ipv4RulesApart(_Rules):
    """A rule for one version of IP does not touch packets of the other, though it asks for nothing more."""

    requirements: ClassVar = ("IPV4-019",)

    def runTest(self) -> None:
        """All IPv6, then all IPv4."""
        six, four = DisableTrim("::/0"), DisableTrim(ANY)
        self.configure(six)
        self.trims(self.matching)
        self.drops(self.frame())
        self.remove(six)
        self.configure(four)
        self.drops(self.matching)
        self.trims(self.frame())
