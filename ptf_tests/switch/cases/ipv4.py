# SPDX-License-Identifier: GPL-2.0-only
"""IPv4 that arrives as IPv4: what a routed packet looks like, and what is not forwarded (RFC 791, RFC 1812)."""

from __future__ import annotations

import struct
from ipaddress import IPv4Address
from typing import ClassVar

from scapy.layers.inet import IP
from scapy.packet import Raw

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, forwarded
from ptf_tests.switch.forwarding import ForwardingTest, Journey, routed
from ptf_tests.switch.packets import native, over_ipv4, patched, payload, raw_bytes, set_ipv4_checksum, tcp, udp
from ptf_tests.switch.settings import Blackhole, Isolation, Route, un

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
        """Install the route."""
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
