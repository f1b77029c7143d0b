# SPDX-License-Identifier: GPL-2.0-only
"""Trimming together with SRv6: after a shift, after an SRH advance, after decapsulation (sonic-mgmt plan case 11)."""

from __future__ import annotations

from typing import ClassVar

from scapy.layers.inet import IP
from scapy.packet import Packet
from typing_extensions import override

from ptf_tests.switch.case import HOST, OUT, forwarded, with_destination
from ptf_tests.switch.congestion import OWN, USIDS, TrimTest
from ptf_tests.switch.packets import (
    ETHERNET_BYTES,
    HOST_DESTINATION,
    IPV6_BYTES,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    is_ipv4,
    mrc_write,
    native,
    over_ipv6,
    raw_bytes,
    tunnel,
    with_ttl,
)
from ptf_tests.switch.settings import Route, un

NEXT = USIDS[OUT]
DECAP = 0x1002
"""uSID whose SID decapsulates."""

SEGMENTS_LEFT_OFFSET = ETHERNET_BYTES + IPV6_BYTES + 3


class _Srv6(TrimTest):
    """Own uN SID, and packets to it."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(un(f"{carrier(OWN)}/48"))

    def outer(self, inner: Packet, destination: str, srh: Srh | None = None) -> bytes:
        """`inner` towards `destination`, TRIMMABLE."""
        return raw_bytes(tunnel(inner, destination, dscp=self.values.dscp.trimmable, srh=srh))


class TrimAfterShift(_Srv6):
    """sonic-mgmt vector (a): the copy has the shifted destination and a hop limit one lower; the inner packet stays."""

    requirements: ClassVar = ("TRIM-044",)

    def runTest(self) -> None:
        """IPv6 and IPv4 inside."""
        dscp = self.values.dscp.trimmable
        for inner in (inner_ipv6(size=self.long, dscp=dscp), inner_ipv4(size=self.long, dscp=dscp)):
            frame = self.outer(inner, carrier(OWN, NEXT))
            self.trims_to(frame, self.cut(with_destination(forwarded(frame, OUT), carrier(NEXT))))


class TrimAfterShiftLastHop(_Srv6):
    """A packet that is shifted towards a host port gets the trim DSCP of that port."""

    requirements: ClassVar = ("TRIM-044",)

    def runTest(self) -> None:
        """Two more uSIDs follow."""
        frame = self.outer(inner_ipv6(size=self.long), carrier(OWN, USIDS[HOST], 0x4001, 0xFFFF))
        shifted = with_destination(forwarded(frame, HOST), carrier(USIDS[HOST], 0x4001, 0xFFFF))
        self.trims_to(frame, self.cut(shifted, HOST), HOST)


class TrimShortAfterShift(_Srv6):
    """A short packet that is shifted and refused is shifted and re-marked."""

    requirements: ClassVar = ("TRIM-027", "TRIM-044")

    def runTest(self) -> None:
        """Shorter than the trim size."""
        frame = self.outer(inner_ipv6(size=8), carrier(OWN, NEXT))
        self.trims_to(frame, self.cut(with_destination(forwarded(frame, OUT), carrier(NEXT))))


class TrimMrcHeaders(_Srv6):
    """At size 256 a trimmed MRC write keeps every header through RETH: 138 bytes in an SRv6 tunnel."""

    requirements: ClassVar = ("TRIM-026",)

    trim_size = 256

    def runTest(self) -> None:
        """A write of 4096 bytes, shifted."""
        dscp = self.values.dscp.trimmable
        inner = over_ipv6(mrc_write(size=4096), dscp=dscp, ecn=2)
        frame = self.outer(inner, carrier(OWN, NEXT))
        wanted = self.cut(with_destination(forwarded(frame, OUT), carrier(NEXT)))
        self.assertEqual(wanted[102:138], frame[102:138], "BTH, METH, TSETH, RETH")
        self.trims_to(frame, wanted)


class _Advance(_Srv6):
    """Vector (b): no argument behind the own uSID, SRH with Segments Left 1; the segment is local again."""

    def advances(self, inner: Packet, segments: tuple[str, ...]) -> None:
        """The copy has Segment List[0] as destination and Segments Left 0."""
        self.configure(Route(f"{carrier(OWN)}/48", OUT))
        frame = self.outer(inner, carrier(OWN), Srh(segments, 1))
        advanced = bytearray(with_destination(forwarded(frame, OUT), segments[0]))
        advanced[SEGMENTS_LEFT_OFFSET] = 0
        self.trims_to(frame, self.cut(bytes(advanced)))


class TrimAfterSrhAdvance(_Advance):
    """sonic-mgmt vector (b): an SRH of two segments, Segments Left 1 to 0, the next container local again."""

    requirements: ClassVar = ("TRIM-045", "SRV6-021", "SRV6-016")

    def runTest(self) -> None:
        """Outer carries IPv4, whose bytes stay."""
        segments = (carrier(OWN, 0x0600), carrier(0x0600, 0x0700, 0x0800, 0x0900, 0x0A00))
        self.advances(inner_ipv4(size=self.long, dscp=3, ecn=1), segments)


class TrimAfterSrhAdvanceIpv6(_Advance):
    """The same with IPv6 inside."""

    requirements: ClassVar = ("TRIM-045", "SRV6-021", "SRV6-016")

    def runTest(self) -> None:
        """Inner IPv6 with a DSCP of its own."""
        segments = (carrier(OWN, 0x0600), carrier(0x0600, 0x0700))
        self.advances(inner_ipv6(size=self.long, dscp=3, ecn=1), segments)


class TrimAfterSrhAdvanceOn(_Advance):
    """The same with a segment of another node next, for a device that looks its own SIDs up again, too."""

    requirements: ClassVar = ("TRIM-045", "SRV6-021")

    def runTest(self) -> None:
        """Inner IPv6 with a DSCP of its own."""
        segments = (carrier(NEXT, 0x0600), carrier(0x0600, 0x0700))
        self.advances(inner_ipv6(size=self.long, dscp=3, ecn=1), segments)


class _Decap(_Srv6):
    """A SID that decapsulates, and routes of the inner destinations to HOST."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(DECAP)}/48", usd=True),
            Route(f"{HOST_DESTINATION}/128", HOST),
            Route("198.51.100.0/24", HOST),
        )

    def decap_copy(self, inner: Packet, dscp: int | None = None) -> bytes:
        """The copy of a packet that was decapsulated, with `dscp` or the trim DSCP."""
        bare = forwarded(raw_bytes(native(inner)), HOST, hop=False)
        whole = with_ttl(bare, bare[22] - 1) if is_ipv4(bare) else forwarded(bare, HOST)
        return self.cut(whole, HOST, dscp=dscp)

    def own_dscp(self) -> int | None:
        """The DSCP a copy keeps where the device keeps it."""
        return self.values.dscp.trimmable if self.chose("trim_decap_dscp", "keep") else None

    def ends(self, inner: Packet, *, dscp: int | None = None, srh: Srh | None = None) -> bytes:
        """`inner` in a tunnel that ends here; the outer DSCP (by default) and ECN field are those of `inner`."""
        field = inner.tos if isinstance(inner, IP) else inner.tc
        dscp = field >> 2 if dscp is None else dscp
        return raw_bytes(tunnel(inner, carrier(DECAP), dscp=dscp, ecn=field & 3, srh=srh))


class TrimAfterDecap(_Decap):
    """A decapsulated IPv6 packet is trimmed by its own length."""

    requirements: ClassVar = ("TRIM-046",)

    def runTest(self) -> None:
        """One that needs trimming, and one that did before its outer header went: that one leaves at full length."""
        dscp = self.values.dscp.trimmable
        inner = inner_ipv6(size=self.long, dscp=dscp)
        self.trims_to(self.ends(inner), self.decap_copy(inner, self.own_dscp()), HOST)
        kept = self.kept(raw_bytes(native(inner)))
        over = inner_ipv6(size=kept + 1 - ETHERNET_BYTES - IPV6_BYTES - 8, dscp=dscp)
        self.trims_to(self.ends(over), self.decap_copy(over, self.own_dscp()), HOST)


class TrimShortAfterDecap(_Decap):
    """A packet that is longer than the trim size only with its outer header leaves whole after decapsulation."""

    requirements: ClassVar = ("TRIM-027", "TRIM-046")

    def runTest(self) -> None:
        """Exactly the trim size without it."""
        size = self.kept(raw_bytes(native(inner_ipv6()))) - ETHERNET_BYTES - IPV6_BYTES - 8
        inner = inner_ipv6(size=size, dscp=self.values.dscp.trimmable)
        self.trims_to(self.ends(inner), self.decap_copy(inner, self.own_dscp()), HOST)


class TrimAfterDecapIpv4(_Decap):
    """A decapsulated IPv4 packet is trimmed, with its total length and header checksum right."""

    requirements: ClassVar = ("TRIM-025", "TRIM-046")
    needs: ClassVar = frozenset({"srv6.ipv4_inner"})

    def runTest(self) -> None:
        inner = inner_ipv4(size=self.long, dscp=self.values.dscp.trimmable, ecn=1)
        self.trims_to(self.ends(inner), self.decap_copy(inner, self.own_dscp()), HOST)


class TrimAfterDecapSrh(_Decap):
    """The bytes of an SRH, too, are gone before a decapsulated packet is trimmed."""

    requirements: ClassVar = ("TRIM-046", "SRV6-041")

    def runTest(self) -> None:
        """Two segments, Segments Left 0: 40 bytes; exactly one byte over the trim size without them."""
        size = self.kept(raw_bytes(native(inner_ipv6()))) - ETHERNET_BYTES - IPV6_BYTES - 8 + 1
        inner = inner_ipv6(size=size, dscp=self.values.dscp.trimmable)
        srh = Srh((carrier(DECAP), carrier(NEXT)), 0)
        self.trims_to(self.ends(inner, srh=srh), self.decap_copy(inner, self.own_dscp()), HOST)


class TrimDecapByInnerDscp(_Decap):
    """A packet that keeps its inner DSCP on decapsulation is eligible by that one, whatever the outer one was."""

    requirements: ClassVar = ("TRIM-005", "TRIM-046", "QOS-003", "SRV6-042")

    def runTest(self) -> None:
        """TRIMMABLE inside NO_TRIM is trimmed, NO_TRIM inside TRIMMABLE is dropped."""
        dscp = self.values.dscp
        inner = inner_ipv6(size=self.long, dscp=dscp.trimmable)
        self.trims_to(self.ends(inner, dscp=dscp.no_trim), self.decap_copy(inner, self.own_dscp()), HOST)
        inner = inner_ipv6(size=self.long, dscp=dscp.no_trim)
        self.drops(self.ends(inner, dscp=dscp.trimmable), port=HOST)


class TrimDecapRemarked(_Decap):
    """A decapsulated packet that is trimmed has the trim DSCP in its IP header."""

    requirements: ClassVar = ("TRIM-047",)

    def runTest(self) -> None:
        """With IPv6 inside."""
        inner = inner_ipv6(size=self.long, dscp=self.values.dscp.trimmable)
        self.trims_to(self.ends(inner), self.decap_copy(inner), HOST)


class TrimDecapRemarkedIpv4(_Decap):
    """An IPv4 packet that is decapsulated and trimmed has the trim DSCP in its IP header."""

    requirements: ClassVar = ("TRIM-047",)
    needs: ClassVar = frozenset({"srv6.ipv4_inner"})

    def runTest(self) -> None:
        """Its checksum is right."""
        inner = inner_ipv4(size=self.long, dscp=self.values.dscp.trimmable)
        self.trims_to(self.ends(inner), self.decap_copy(inner), HOST)


class TrimDecapKeepsDscp(_Decap):
    """A decapsulated packet that is trimmed keeps its DSCP."""

    requirements: ClassVar = ("TRIM-048",)

    def runTest(self) -> None:
        """IPv6 and IPv4."""
        dscp = self.values.dscp.trimmable
        for inner in (inner_ipv6(size=self.long, dscp=dscp), inner_ipv4(size=self.long, dscp=dscp)):
            self.trims_to(self.ends(inner), self.decap_copy(inner, dscp), HOST)
