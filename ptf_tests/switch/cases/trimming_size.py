# SPDX-License-Identifier: GPL-2.0-only
"""What a trimmed copy is made of: size, lengths, checksums, ECN, transports (SAI, sonic-mgmt plan cases 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scapy.layers.inet import IP
from scapy.packet import Packet

from ptf_tests.switch.case import HOST, OUT, cell, current, forwarded
from ptf_tests.switch.congestion import JUMBO_BURST, OWN, TrimTest, total
from ptf_tests.switch.packets import (
    ETHERNET_BYTES,
    HOST_DESTINATION,
    IPV6_BYTES,
    carrier,
    inner_ipv4,
    inner_ipv6,
    native,
    over_ipv4,
    over_ipv6,
    patched,
    raw_bytes,
    set_ipv4_checksum,
    tcp,
    tunnel,
    udp,
    with_ttl,
)
from ptf_tests.switch.settings import QueueProfile, Route, Setting, un

# --- Trimming size ---------------------------------------------------------------------------------------------------


class TrimSize(TrimTest):
    """A trimmed copy is exactly as long as the configured size, counted from the Ethernet header."""

    requirements: ClassVar = ("TRIM-012",)

    def runTest(self) -> None:
        """On a fabric-facing and on a host-facing port."""
        for port in (OUT, HOST):
            received = self.check(
                [self.frame(port=port)], {port: [self.copy(self.frame(port=port), port)]}, self.trims_count(port=port)
            )
            self.assertEqual(len(received[port][0]), self.values.trim_size)


class TrimSizeOfPayload(TrimTest):
    """A trimmed copy keeps exactly the configured number of bytes behind its outer IP header."""

    requirements: ClassVar = ("TRIM-013",)

    def runTest(self) -> None:
        received = self.check([self.frame()], {OUT: [self.copy(self.frame())]}, self.trims_count())
        self.assertEqual(len(received[OUT][0]), ETHERNET_BYTES + IPV6_BYTES + self.values.trim_size)


class TrimOneByteOver(TrimTest):
    """A packet that is one byte longer than the trim size loses that byte; its length field says so."""

    requirements: ClassVar = ("TRIM-014",)

    def runTest(self) -> None:
        """One, two and three bytes over."""
        kept = self.kept(self.frame())
        self.trims(*(self.frame(over, length=kept + over) for over in (1, 2, 3)))


class TrimJumbo(TrimTest):
    """The largest frames are trimmed to the same size, and leave nothing behind that a shorter one would carry."""

    requirements: ClassVar = ("TRIM-014",)

    def runTest(self) -> None:
        """Jumbo and small by turns, in one burst."""
        kept, jumbo = self.kept(self.frame()), self.values.max_frame
        lengths = (jumbo, kept + 1, jumbo - 1, self.long, jumbo)
        self.trims(*(self.frame(identity, length=length) for identity, length in enumerate(lengths)))


class TrimEveryLength(TrimTest):
    """The length of a trimmed copy does not depend on that of the packet."""

    requirements: ClassVar = ("TRIM-014",)

    def runTest(self) -> None:
        """24 lengths up to a jumbo frame, odd and even, the largest last."""
        kept = self.kept(self.frame())
        step = (self.values.max_frame - kept) // 24
        frames = [self.frame(i, length=kept + i * step + i % 2) for i in range(24)]
        for start in range(1, len(frames), JUMBO_BURST):
            self.trims(*frames[start : start + JUMBO_BURST])


class TrimSizesOfProfile(TrimTest):
    """Every size that the profile names is kept to the byte."""

    requirements: ClassVar = ("TRIM-012", "TRIM-014")

    def runTest(self) -> None:
        """One byte over, and a jumbo frame, for each."""
        for size in self.values.trim_sizes or (self.values.trim_size,):
            self.trim_size = size
            self.configure(*self.trimming())
            kept = self.kept(self.frame())
            lengths = (max(kept + 1, 110), self.values.max_frame)
            self.trims(*(self.frame(identity, length=length) for identity, length in enumerate(lengths)))


class _Size(TrimTest):
    lengths: tuple[int, ...] = ()


class TrimSize256(_Size):
    """Size 256: frames of 400 and 1500 bytes leave with 256."""

    requirements: ClassVar = ("TRIM-015",)

    trim_size = 256
    lengths = (400, 1500)

    def runTest(self) -> None:
        """In a tunnel."""
        self.trims(*(self.frame(length=length) for length in self.lengths))


class TrimSizeLargest(_Size):
    """Size 4084: frames of 5000 bytes leave with 4084."""

    requirements: ClassVar = ("TRIM-016",)

    trim_size = 4084
    lengths = (5000, 4085)

    def runTest(self) -> None:
        """In a tunnel; the second is one byte over where the size counts from Ethernet."""
        self.trims(self.frame(1, length=self.lengths[0]))
        if self.chose("trim_size_base", "frame"):
            self.trims(self.frame(2, length=self.lengths[1]))


class TrimSizeSmallest(_Size):
    """Size 128, the default of SAI: frames leave with 128 bytes."""

    requirements: ClassVar = ("TRIM-017",)

    trim_size = 128
    lengths = (400, 1500, 5000)

    def runTest(self) -> None:
        """In a tunnel."""
        self.trims(*(self.frame(length=length) for length in self.lengths))


class TrimBeginning(TrimTest):
    """A trimmed copy is the beginning of the packet: flow label, addresses and payload stay bit for bit."""

    requirements: ClassVar = ("TRIM-018",)

    def runTest(self) -> None:
        """Flow labels and traffic classes of all ones and all zeros around the DSCP; IPv4 inside, with its id."""
        frames = []
        for identity, label in enumerate((0, 0xFFFFF, 0xF0000, 0x0FFFF)):
            packet = tunnel(
                inner_ipv4(size=self.long, identity=identity, dscp=63, ecn=1),
                carrier(0x2001, 0xFFFF, 0, 0xAAAA, 0x5555, 1),
                dscp=self.values.dscp.trimmable,
                ecn=label & 3,
            )
            packet["IPv6"].fl = label
            frames.append(raw_bytes(packet))
        self.trims(*frames)


class TrimHopLimit(TrimTest):
    """A trimmed copy has the hop limit that the whole packet would have left with."""

    requirements: ClassVar = ("TRIM-019",)

    def runTest(self) -> None:
        """2, the least that is forwarded, to 255."""
        frames = []
        for hop_limit in (2, 64, 128, 255):
            frame = bytearray(self.frame(hop_limit))
            frame[21] = hop_limit
            frames.append(bytes(frame))
        self.trims(*frames)


class TrimExpiredHopLimit(TrimTest):
    """A packet whose hop limit expires is not trimmed."""

    requirements: ClassVar = ("TRIM-019", "CNT-026")

    def runTest(self) -> None:
        """Hop limit 1, between two that are trimmed."""
        expired = bytearray(self.frame(2))
        expired[21] = 1
        frames = [self.frame(1), bytes(expired), self.frame(3)]
        wanted = [self.copy(frames[0]), self.copy(frames[2])]
        self.check(frames, {OUT: wanted}, total(self.trims_count(2), {cell("drop_hop_limit", 0): 1}))


class TrimLengthUpdate(TrimTest):
    """Update: the outermost payload length is that of the trimmed copy, inner lengths stay stale."""

    requirements: ClassVar = ("TRIM-020", "TRIM-022")

    length_mode = "update"

    def runTest(self) -> None:
        """Literal offsets, independent of the function that builds expected frames."""
        frame = self.frame()
        wanted = self.copy(frame)
        self.assertEqual(wanted[18:20], (len(wanted) - 14 - 40).to_bytes(2, "big"))
        self.assertEqual(wanted[58:60], frame[58:60], "inner IPv6 payload length")
        self.assertEqual(wanted[98:102], frame[98:102], "UDP length and checksum")
        self.trims(frame, self.frame(2, length=self.values.max_frame))


class TrimLengthUpdatePadding(TrimTest):
    """Update: where only padding behind the IP packet is cut, the length of the packet was right and stays."""

    requirements: ClassVar = ("TRIM-020",)

    length_mode = "update"

    def runTest(self) -> None:
        """A packet of half the trim size, padded beyond it."""
        size = max(110, self.kept(self.frame()) // 2)
        frame = self.frame(length=size) + bytes(self.values.trim_size + 64)
        wanted = bytearray(self.copy(frame))
        wanted[18:20] = frame[18:20]
        self.trims_to(frame, bytes(wanted))


class TrimLengthPreserve(TrimTest):
    """Preserve: no length changes at all."""

    requirements: ClassVar = ("TRIM-021", "TRIM-022")

    length_mode = "preserve"

    def runTest(self) -> None:
        """The stale outer length leaves."""
        frame = self.frame()
        self.assertEqual(self.copy(frame)[18:20], frame[18:20])
        self.trims(frame, self.frame(2, length=self.values.max_frame))


class TrimEcnPreserved(TrimTest):
    """The ECN field of a trimmed copy is that of the packet, for all four code points."""

    requirements: ClassVar = ("TRIM-023",)

    def runTest(self) -> None:
        frames = [self.frame(ecn, ecn=ecn) for ecn in range(4)]
        self.assertEqual([self.copy(frame)[15] >> 4 & 3 for frame in frames], [0, 1, 2, 3])
        self.trims(*frames)


class TrimEcnWhereQueueMarks(TrimTest):
    """A trimmed copy is not marked, although the queue that refused it and the one that takes it would."""

    requirements: ClassVar = ("TRIM-023", "ECN-010")

    def data_profile(self, port: int) -> Setting:
        """As the base, with ECN marking from the first byte."""
        return QueueProfile(port, self.values.data_queue, trim=True, ecn=(0, 0))

    def runTest(self) -> None:
        """All four code points."""
        self.trims(*(self.frame(ecn, ecn=ecn) for ecn in range(4)))


class _Short(TrimTest):
    """Packets no longer than the trim size."""

    def short(self) -> list[bytes]:
        """The shortest, one byte below the trim size, and exactly as long."""
        kept = self.kept(self.frame())
        return [self.frame(identity, length=length) for identity, length in enumerate((110, kept - 1, kept))]


class TrimShortPacket(_Short):
    """A refused packet no longer than the trim size is not cut, but re-marked and re-queued, and counts as trimmed."""

    requirements: ClassVar = ("TRIM-027", "CNT-012")

    def runTest(self) -> None:
        """Up to exactly the size."""
        frames = self.short()
        self.assertEqual([len(self.copy(frame)) for frame in frames], [len(frame) for frame in frames])
        self.trims(*frames)


class TrimShortBesideLong(_Short):
    """Short and long packets in one burst: each is treated by its own length."""

    requirements: ClassVar = ("TRIM-014", "TRIM-027")

    def runTest(self) -> None:
        self.trims(*(frame for short in self.short() for frame in (self.frame(9), short)))


class TrimShortUntouched(_Short):
    """A refused packet no longer than the trim size takes the trim queue with its own DSCP."""

    requirements: ClassVar = ("TRIM-028",)

    def runTest(self) -> None:
        """Up to exactly the size; one byte more is trimmed."""
        for frame in self.short():
            self.trims_to(frame, forwarded(frame, OUT))
        self.trims(self.frame(length=self.kept(frame) + 1))


class TrimShortDropped(_Short):
    """A refused packet no longer than the trim size is dropped."""

    requirements: ClassVar = ("TRIM-029",)

    def runTest(self) -> None:
        """Up to exactly the size; one byte more is trimmed."""
        self.drops(*self.short())
        self.trims(self.frame(length=self.kept(self.frame()) + 1))


class TrimShortStaleLength(_Short):
    """Nothing is cut from a packet no longer than the trim size, so that its length stays, even if it is stale."""

    requirements: ClassVar = ("TRIM-027", "TRIM-053")

    def setUp(self) -> None:
        """Where lengths can be updated, they are: a device that preserves them has nothing to do."""
        if "update" in current().profile.chosen("trim_length"):
            self.length_mode = "update"
        super().setUp()

    def runTest(self) -> None:
        """Each frame is what a trim without update has left of a packet of 1400 bytes."""
        length = (1400).to_bytes(2, "big")
        self.trims(*(patched(frame, 18, length) for frame in self.short()))


# --- Trimming transports ---------------------------------------------------------------------------------------------


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
