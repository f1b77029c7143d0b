# SPDX-License-Identifier: GPL-2.0-only
"""What cases without full queues stand on: frames by the dozen in one exchange, and where each must leave.

Frames are told apart by the identity in their payload, so that one exchange can carry many of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv6Address
from typing import TypeVar

from msgspec import Struct
from scapy.packet import Packet

from ptf_tests.switch.case import HOST, IN, OUT, SwitchTest, cell, forwarded, with_destination
from ptf_tests.switch.packets import (
    DSCP_TRIMMABLE,
    ECT_0,
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv6,
    patched,
    raw_bytes,
    tunnel,
)
from ptf_tests.switch.settings import Route, Sid, un

OWN = 0x1001
"""uSID of the device under test."""

OTHER = 0x1002
"""A uSID that is another node's, or a second one of the device, as the case has it."""

NEXT = 0x2001
"""uSID of the node behind OUT."""

OUTER_HOP_LIMIT = 14 + 7
"""Byte of a frame with an outer IPv6 header."""

OWN_SID_HOPS = frozenset({"own_sid_hops"})
"""Of cases that show either value of this choice."""

BURST = 24
"""Frames in one exchange at most: BMv2 reads from each port through a ring of libpcap that has room for 31 frames."""

_T = TypeVar("_T")


class Journey(Struct, frozen=True):
    """A frame, the port it must leave by, and what it must look like then."""

    frame: bytes
    port: int
    output: bytes


def to(destination: str, identity: int = 1, *, hop_limit: int = 64) -> bytes:
    return raw_bytes(tunnel(inner_ipv6(identity=identity, ecn=ECT_0), destination, hop_limit=hop_limit))


def wrapped(
    inner: Packet, destination: str, *, dscp: int = DSCP_TRIMMABLE, hop_limit: int = 64, srh: Srh | None = None
) -> bytes:
    """An inner packet in an outer header that is not ECN-capable, so that its own ECN field survives."""
    return raw_bytes(tunnel(inner, destination, dscp=dscp, ecn=0, hop_limit=hop_limit, srh=srh))


def routed(frame: bytes, port: int = OUT) -> Journey:
    """It leaves with other MAC addresses and one hop less."""
    return Journey(frame, port, forwarded(frame, port))


def shifted(frame: bytes, destination: str, port: int = OUT) -> Journey:
    """It leaves with another outer destination as well."""
    return Journey(frame, port, with_destination(forwarded(frame, port), destination))


def decapsulated(frame: bytes, inner: Packet, port: int = HOST) -> Journey:
    """It leaves as this IPv4 or IPv6 packet; lengths and checksums are filled in."""
    macs_and_type = frame[:12] + (b"\x08\x00" if inner.version == 4 else b"\x86\xdd")
    return Journey(frame, port, forwarded(macs_and_type + raw_bytes(inner), port, hop=False))


def bursts(items: Iterable[_T]) -> Iterator[Sequence[_T]]:
    """`BURST` of them at a time."""
    every = list(items)
    for start in range(0, len(every), BURST):
        yield every[start : start + BURST]


class ForwardingTest(SwitchTest):
    """Ways to say where frames go. No maps: every packet is in traffic class and queue 0, which never fills."""

    def travels(self, *journeys: Journey, ingress: int = IN) -> None:
        """Each frame leaves exactly as its journey says, and nothing else does."""
        for burst in bursts(journeys):
            expected: dict[int, list[bytes]] = {}
            for journey in burst:
                expected.setdefault(journey.port, []).append(journey.output)
            counters = Counter(cell("queue_packets", journey.port, 0) for journey in burst)
            self.check([journey.frame for journey in burst], expected, counters, ingress=ingress)

    def drops(self, *frames: bytes, reason: str, ingress: int = IN) -> None:
        """None of the frames leaves; each counts under `reason`."""
        for burst in bursts(frames):
            self.check(burst, {}, {cell(f"drop_{reason}", ingress): len(burst)}, ingress=ingress)


class RoutingTest(ForwardingTest):
    """A device with one route."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(f"{carrier(NEXT)}/48", OUT))


class UnTest(ForwardingTest):
    """A device with one uN SID, and a route to the next uSID.

    Attributes:
        usd: whether the SID may decapsulate.
    """

    usd = False

    def setUp(self) -> None:
        super().setUp()
        self.own: Sid = un(f"{carrier(OWN)}/48", usd=self.usd)
        self.configure(self.own, Route(f"{carrier(NEXT)}/48", OUT))

    def routes_block(self, port: int = OUT) -> None:
        """Route the whole block, so that any result of a shift leaves."""
        self.configure(Route(f"{carrier()}/32", port))

    @property
    def hops(self) -> int:
        """What two own SIDs in a row take from the hop limit, as the device chose (SRV6-017, SRV6-080)."""
        return 2 if self.profile.choice("own_sid_hops") == "each_sid" else 1

    def through_two(self, frame: bytes, destination: int | str, port: int = OUT) -> Journey:
        """Two own SIDs in a row have it: it leaves with this destination."""
        output = with_destination(forwarded(frame, port), str(IPv6Address(destination)))
        hop_limit = frame[OUTER_HOP_LIMIT] - self.hops
        return Journey(frame, port, patched(output, OUTER_HOP_LIMIT, bytes([hop_limit])))


class DecapTest(ForwardingTest):
    """Routes for the inner destinations; each case adds its SID."""

    def setUp(self) -> None:
        super().setUp()
        self.configure(Route(f"{HOST_DESTINATION}/128", HOST))

    def routes_ipv4(self) -> None:
        """Route the inner IPv4 destination to HOST; on its own, for not every device has IPv4."""
        self.configure(Route("198.51.100.0/24", HOST))


class UsdTest(DecapTest):
    """OWN decapsulates in DSCP mode pipe, OTHER in DSCP mode uniform where the case asks for it."""

    uniform = False

    def setUp(self) -> None:
        super().setUp()
        self.configure(un(f"{carrier(OWN)}/48", usd=True))
        if self.uniform:
            self.configure(un(f"{carrier(OTHER)}/48", usd=True, uniform=True))
