# SPDX-License-Identifier: GPL-2.0-only
"""Decapsulation: uN with USD, uDT6, uDT46; DSCP pipe and uniform; ECN (RFC 8986 §4.16.3, RFC 6040, SONiC)."""

from __future__ import annotations

from scapy.all import Packet

from ptf_tests import entries
from ptf_tests.base import HOST, IN, SwitchTest, cell, forwarded
from ptf_tests.packets import HOST_DESTINATION, Srh, carrier, inner_ipv4, inner_ipv6, raw_bytes, tunnel

OWN = 0x1001
OUTER_DSCP = 10
INNER_DSCP = 18
IPV4_ETHERTYPE = b"\x08\x00"


class DecapTest(SwitchTest):
    """Routes for the inner destinations; each case adds its SID."""

    def setUp(self) -> None:
        """Install the inner routes."""
        super().setUp()
        self.insert(entries.route6(f"{HOST_DESTINATION}/128", HOST), entries.route4("198.51.100.0/24", HOST))

    def decapsulates(self, frame: bytes, wanted: Packet) -> None:
        """`wanted` (an inner IPv6 packet as it should leave) comes out behind a fresh Ethernet header."""
        output = forwarded(frame[:14] + raw_bytes(wanted), HOST, hop=False)
        self.check([frame], {HOST: [output]}, {cell("queue_packets", HOST, 0): 1})

    def decapsulates_ipv4(self, frame: bytes, wanted: Packet) -> None:
        """The same for an inner IPv4 packet; scapy computes the header checksum of `wanted`."""
        output = forwarded(frame[:12] + IPV4_ETHERTYPE + raw_bytes(wanted), HOST, hop=False)
        self.check([frame], {HOST: [output]}, {cell("queue_packets", HOST, 0): 1})

    def drops(self, frame: bytes, reason: str) -> None:
        """The frame leaves nowhere and counts under `reason`."""
        self.check([frame], {}, {cell(f"drop_{reason}", IN): 1})


class UsdPipe(DecapTest):
    """Vector 6, pipe: the inner DSCP stays, the inner hop limit goes down by one."""

    def runTest(self) -> None:
        """IPv6 in IPv6."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True))
        frame = raw_bytes(tunnel(inner_ipv6(dscp=INNER_DSCP), carrier(OWN), dscp=OUTER_DSCP, ecn=0))
        self.decapsulates(frame, inner_ipv6(dscp=INNER_DSCP, hop_limit=63))


class UsdUniform(DecapTest):
    """Vector 6, uniform: the outer DSCP replaces the inner one."""

    def runTest(self) -> None:
        """IPv6 in IPv6."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True, uniform=True))
        frame = raw_bytes(tunnel(inner_ipv6(dscp=INNER_DSCP), carrier(OWN), dscp=OUTER_DSCP, ecn=0))
        self.decapsulates(frame, inner_ipv6(dscp=OUTER_DSCP, hop_limit=63))


class UsdSrh(DecapTest):
    """Vectors 7 and 8: an SRH of one or two segments with Segments Left 0 goes away with the outer header."""

    def runTest(self) -> None:
        """One and two segments."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True))
        for segments in ((carrier(OWN),), (carrier(OWN), carrier(0x2001))):
            frame = raw_bytes(tunnel(inner_ipv6(dscp=INNER_DSCP), carrier(OWN), srh=Srh(segments, 0), ecn=0))
            self.decapsulates(frame, inner_ipv6(dscp=INNER_DSCP, hop_limit=63))


class UsdIpv4(DecapTest):
    """IPv4 in IPv6: EtherType, TTL and header checksum of what leaves are right, in pipe and in uniform mode."""

    def runTest(self) -> None:
        """Both modes."""
        self.insert(
            entries.un(f"{carrier(OWN)}/48", usd=True), entries.un(f"{carrier(0x1002)}/48", usd=True, uniform=True)
        )
        inner = inner_ipv4(dscp=INNER_DSCP)
        pipe = raw_bytes(tunnel(inner, carrier(OWN), dscp=OUTER_DSCP, ecn=0))
        self.decapsulates_ipv4(pipe, inner_ipv4(dscp=INNER_DSCP, ttl=63))
        uniform = raw_bytes(tunnel(inner, carrier(0x1002), dscp=OUTER_DSCP, ecn=0))
        self.decapsulates_ipv4(uniform, inner_ipv4(dscp=OUTER_DSCP, ttl=63))


class UdtDecap(DecapTest):
    """uDT6 takes IPv6 only, uDT46 both; neither shifts, whatever follows its uSID."""

    def runTest(self) -> None:
        """Each with each."""
        self.insert(
            entries.udt("uDT6", "fcbb:bbbb:1001:d006::/64"),
            entries.udt("uDT46", "fcbb:bbbb:1001:d046::/64", uniform=True),
        )
        six = inner_ipv6(dscp=INNER_DSCP)
        self.decapsulates(
            raw_bytes(tunnel(six, carrier(OWN, 0xD006), ecn=0)), inner_ipv6(dscp=INNER_DSCP, hop_limit=63)
        )
        self.decapsulates(
            raw_bytes(tunnel(six, carrier(OWN, 0xD046, 7), dscp=OUTER_DSCP, ecn=0)),
            inner_ipv6(dscp=OUTER_DSCP, hop_limit=63),
        )
        self.drops(raw_bytes(tunnel(inner_ipv4(), carrier(OWN, 0xD006), ecn=0)), "inner_unsupported")
        self.decapsulates_ipv4(
            raw_bytes(tunnel(inner_ipv4(), carrier(OWN, 0xD046), dscp=OUTER_DSCP, ecn=0)),
            inner_ipv4(dscp=OUTER_DSCP, ttl=63),
        )


class UdtSegmentsLeft(DecapTest):
    """uDT requires Segments Left 0 (RFC 8986 §4.6 S02)."""

    def runTest(self) -> None:
        """Drop."""
        self.insert(entries.udt("uDT6", "fcbb:bbbb:1001:d006::/64"))
        srh = Srh((carrier(0x2001),), 1)
        self.drops(raw_bytes(tunnel(inner_ipv6(), carrier(OWN, 0xD006), srh=srh)), "sid_upper_layer")


class DecapEcn(DecapTest):
    """RFC 6040 §4.2: outer CE over any inner ECT, outer ECT(1) over inner ECT(0), else the inner field."""

    def runTest(self) -> None:
        """Every pair but (CE, Not-ECT)."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True))
        result = {(3, 1): 3, (3, 2): 3, (3, 3): 3, (1, 2): 1}
        for outer in range(4):
            for inner in range(4):
                if (outer, inner) == (3, 0):
                    continue
                with self.subTest(outer=outer, inner=inner):
                    frame = raw_bytes(tunnel(inner_ipv6(ecn=inner), carrier(OWN), ecn=outer))
                    self.decapsulates(frame, inner_ipv6(ecn=result.get((outer, inner), inner), hop_limit=63))


class DecapCeOverNotEct(DecapTest):
    """RFC 6040 §4.2: outer CE over inner Not-ECT is dropped: the mark must not be lost."""

    def runTest(self) -> None:
        """Drop, for both inner versions."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True))
        self.drops(raw_bytes(tunnel(inner_ipv6(ecn=0), carrier(OWN), ecn=3)), "ecn_decap")
        self.drops(raw_bytes(tunnel(inner_ipv4(ecn=0), carrier(OWN), ecn=3)), "ecn_decap")


class DecapInnerHopLimit(DecapTest):
    """The inner packet is forwarded, so its hop limit (TTL) counts."""

    def runTest(self) -> None:
        """1 is dropped, 2 leaves as 1."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True))
        self.drops(raw_bytes(tunnel(inner_ipv6(hop_limit=1), carrier(OWN), ecn=0)), "hop_limit")
        self.drops(raw_bytes(tunnel(inner_ipv4(ttl=1), carrier(OWN), ecn=0)), "hop_limit")
        self.decapsulates(raw_bytes(tunnel(inner_ipv6(hop_limit=2), carrier(OWN), ecn=0)), inner_ipv6(hop_limit=1))


class DecapBadChecksum(DecapTest):
    """An inner IPv4 header with a wrong checksum is not forwarded (RFC 1812 §5.2.2); transit does not look."""

    def runTest(self) -> None:
        """Drop on decapsulation, pass in transit."""
        self.insert(entries.un(f"{carrier(OWN)}/48", usd=True), entries.route6(f"{carrier(0x2001)}/48", HOST))
        bad = inner_ipv4()
        bad.chksum = 0x1234
        self.drops(raw_bytes(tunnel(bad, carrier(OWN), ecn=0)), "inner_checksum")
        frame = raw_bytes(tunnel(bad, carrier(0x2001), ecn=0))
        self.check([frame], {HOST: [forwarded(frame, HOST)]}, {cell("queue_packets", HOST, 0): 1})
