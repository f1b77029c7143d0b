# SPDX-License-Identifier: GPL-2.0-only
"""UDP and TCP over IPv4 and IPv6, without and with a tunnel, are trimmed alike (sonic-mgmt plan case 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scapy.layers.inet import IP
from scapy.packet import Packet

from ptf_tests.switch.case import OUT, forwarded
from ptf_tests.switch.congestion import OWN, TrimTest
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    carrier,
    inner_ipv4,
    inner_ipv6,
    native,
    over_ipv4,
    over_ipv6,
    raw_bytes,
    set_ipv4_checksum,
    tcp,
    tunnel,
    udp,
    with_ttl,
)
from ptf_tests.switch.settings import Route, un

TOTAL_LENGTH = slice(16, 18)
"""Of an IPv4 header right behind Ethernet."""


class _Transport(TrimTest):
    """UDP or TCP in IPv6, with and without a tunnel."""

    def trims_packet(self, packet: Packet) -> None:
        """The packet is trimmed natively and in a tunnel."""
        self.configure(Route(f"{HOST_DESTINATION}/128", OUT))
        outer = tunnel(packet, carrier(0x2001), dscp=self.values.dscp.trimmable)
        self.trims(raw_bytes(native(packet)), raw_bytes(outer))


class TrimUdpOverIpv6(_Transport):
    """UDP over IPv6 is trimmed, without and with a tunnel; UDP length and checksum stay."""

    requirements: ClassVar = ("TRIM-022", "TRIM-024")

    def runTest(self) -> None:
        """A payload that needs trimming in both forms."""
        self.trims_packet(over_ipv6(udp(size=self.long), dscp=self.values.dscp.trimmable, ecn=2))


class TrimTcpOverIpv6(_Transport):
    """TCP over IPv6 is trimmed, without and with a tunnel; the checksum stays."""

    requirements: ClassVar = ("TRIM-022", "TRIM-024")

    def runTest(self) -> None:
        """A payload that needs trimming in both forms."""
        self.trims_packet(over_ipv6(tcp(size=self.long), dscp=self.values.dscp.trimmable, ecn=2))


class TrimInIpv4Tunnelled(TrimTest):
    """UDP and TCP over IPv4 inside IPv6 are trimmed; the inner header stays, its length and checksum included."""

    requirements: ClassVar = ("TRIM-022", "TRIM-024")

    def runTest(self) -> None:
        """Both in one burst."""
        dscp = self.values.dscp.trimmable
        packets = [over_ipv4(udp(size=self.long), dscp=1), over_ipv4(tcp(size=self.long), dscp=1)]
        self.trims(*(raw_bytes(tunnel(packet, carrier(0x2001), dscp=dscp)) for packet in packets))


class _Ipv4(TrimTest):
    """IPv4 as the device takes it: as it is, unless its ports carry IPv6 only; and in a tunnel that the device ends."""

    def tunnelled(self, packet: Packet) -> Packet:
        """`packet` in a tunnel that ends here, with the same DSCP, ECN field and TTL outside."""
        tos = packet[IP].tos
        return tunnel(packet, carrier(OWN), dscp=tos >> 2, ecn=tos & 3, hop_limit=packet[IP].ttl)

    def trims_ipv4(self, *packets: Packet, padding: bytes = b"") -> None:
        """The packets leave trimmed, with the header checksum right; of packets with `padding`, only that is cut."""
        self.configure(Route("198.51.100.0/24", OUT))
        claims = self.profile.claims
        if "routing.ipv4" in claims or "routing.ip_only" not in claims:
            self._trims(packets, padding, tunnelled=False)
        if {"srv6.usd", "srv6.ipv4_inner", "trimming.decap"} <= claims:
            self.configure(un(f"{carrier(OWN)}/48", usd=True))
            self._trims(packets, padding, tunnelled=True)

    def _trims(self, packets: Sequence[Packet], padding: bytes, *, tunnelled: bool) -> None:
        frames, wanted = [], []
        for packet in packets:
            bare = raw_bytes(native(packet)) + padding
            frames.append(raw_bytes(self.tunnelled(packet)) + padding if tunnelled else bare)
            dscp = packet[IP].tos >> 2 if tunnelled and self.chose("trim_decap_dscp", "keep") else None
            whole = with_ttl(forwarded(bare, OUT, hop=False), packet[IP].ttl - 1)
            copy = bytearray(self.cut(whole, dscp=dscp))
            if padding:
                copy[TOTAL_LENGTH] = whole[TOTAL_LENGTH]
                set_ipv4_checksum(copy)
            wanted.append(bytes(copy))
        self.ordered(frames, wanted, self.trims_count(len(frames)))


class TrimIpv4Checksum(_Ipv4):
    """A trimmed IPv4 packet has a correct header checksum; its id and fragment fields stay."""

    requirements: ClassVar = ("TRIM-018", "TRIM-025")

    def runTest(self) -> None:
        """Ids for which the checksum carries and does not, and the DF bit."""
        dscp = self.values.dscp.trimmable
        packets = [over_ipv4(udp(size=self.long), dscp=dscp, ecn=2, ttl=ttl) for ttl in (64, 2, 255)]
        packets[0][IP].id, packets[1][IP].id, packets[2][IP].flags = 0xFFFF, 0, "DF"
        self.trims_ipv4(*packets)


class TrimUdpOverIpv4(_Ipv4):
    """UDP over IPv4 is trimmed; UDP length and checksum stay."""

    requirements: ClassVar = ("TRIM-022", "TRIM-024", "TRIM-025")

    def runTest(self) -> None:
        """All ECN code points."""
        dscp = self.values.dscp.trimmable
        self.trims_ipv4(*(over_ipv4(udp(size=self.long), dscp=dscp, ecn=ecn) for ecn in range(4)))


class TrimTcpOverIpv4(_Ipv4):
    """TCP over IPv4 is trimmed; the TCP checksum stays."""

    requirements: ClassVar = ("TRIM-022", "TRIM-024", "TRIM-025")

    def runTest(self) -> None:
        self.trims_ipv4(over_ipv4(tcp(size=self.long), dscp=self.values.dscp.trimmable, ecn=2))


class TrimIpv4LengthPreserve(_Ipv4):
    """Preserve: the IPv4 total length stays, and the header checksum is right all the same."""

    requirements: ClassVar = ("TRIM-021", "TRIM-025")

    length_mode = "preserve"

    def runTest(self) -> None:
        self.trims_ipv4(over_ipv4(udp(size=self.long), dscp=self.values.dscp.trimmable, ecn=1))


class TrimIpv4SizeLargest(_Ipv4):
    """Size 4084: an IPv4 packet of more leaves with 4084 bytes, and with the total length that belongs to them."""

    requirements: ClassVar = ("TRIM-016", "TRIM-020", "TRIM-025")

    trim_size = 4084
    length_mode = "update"

    def runTest(self) -> None:
        """5000 bytes of UDP payload."""
        self.trims_ipv4(over_ipv4(udp(size=5000), dscp=self.values.dscp.trimmable, ecn=2))


class TrimIpv4LengthPadding(_Ipv4):
    """Update: where only padding behind the IPv4 packet is cut, its total length was right and stays."""

    requirements: ClassVar = ("TRIM-020", "TRIM-025")

    length_mode = "update"

    def runTest(self) -> None:
        """A packet of half the trim size, padded beyond it."""
        packet = over_ipv4(udp(size=self.values.trim_size // 2), dscp=self.values.dscp.trimmable, ecn=1)
        self.trims_ipv4(packet, padding=bytes(self.values.trim_size))


class TrimInnerDscpStays(TrimTest):
    """Trimming changes the DSCP of the outermost header only."""

    requirements: ClassVar = ("TRIM-032",)

    def runTest(self) -> None:
        """Inner IPv6 and IPv4 with DSCPs that are trimmable, trimmed, and all ones."""
        dscp = self.values.dscp
        frames = []
        for identity, inner in enumerate((dscp.trimmable, dscp.trimmed, 63, 0)):
            for make in (inner_ipv6, inner_ipv4):
                packet = make(size=self.long, identity=identity, dscp=inner, ecn=1)
                frames.append(raw_bytes(tunnel(packet, carrier(0x2001), dscp=dscp.trimmable)))
        self.trims(*frames)
