# SPDX-License-Identifier: GPL-2.0-only
"""Counters of SIDs, routes, rules and drop reasons: what each packet moves on its way to a queue."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, cell, forwarded, with_destination
from ptf_tests.switch.congestion import OWN, USIDS, CountingTest, TrimTest, total
from ptf_tests.switch.device import DROP_COUNTERS, Count
from ptf_tests.switch.packets import (
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    native,
    over_ipv4,
    patched,
    raw_bytes,
    tunnel,
    udp,
    with_source,
)
from ptf_tests.switch.settings import Blackhole, DisableTrim, Route, Sid, un

FCS_BYTES = 4
DECAP = 0x1002
"""uSID whose SID decapsulates."""


class _Trim(CountingTest, TrimTest):
    """The data queues of OUT and HOST trim and are blocked."""


class _Sids(CountingTest):
    """Three uN SIDs that differ in one bit."""

    sids: ClassVar[tuple[Sid, ...]] = tuple(un(f"{carrier(usid)}/48") for usid in (OWN, 0x1003, 0x9001))

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(*self.sids)

    def to_sid(self, usid: int, identity: int = 1, *, length: int = 200) -> bytes:
        """A frame that `usid` shifts towards OUT."""
        return with_destination(self.frame(identity, length=length), carrier(usid, USIDS[OUT]))

    def counts(self) -> list[int]:
        """Packets that each SID counted."""
        return [self.hits(sid).packets for sid in self.sids]


class CounterSidPackets(_Sids):
    """The packet counter of a SID grows by the packets that matched it, and that of no other SID moves."""

    requirements: ClassVar = ("CNT-020", "SRV6-001")

    def runTest(self) -> None:
        """Three to one, one to another, none to the third, and one that is only routed."""
        before = self.counts()
        frames = [*(self.to_sid(OWN, i) for i in range(3)), self.to_sid(0x9001, 4), self.frame(5)]
        wanted = [with_destination(forwarded(frame, OUT), carrier(USIDS[OUT])) for frame in frames[:4]]
        self.check(frames, {OUT: [*wanted, forwarded(frames[4], OUT)]}, self.admitted(5))
        self.assertEqual([now - was for now, was in zip(self.counts(), before, strict=True)], [3, 0, 1])


class CounterSidDropped(_Sids):
    """A packet that matches a SID and is then dropped counts on the SID, too."""

    requirements: ClassVar = ("CNT-020", "CNT-026")

    def runTest(self) -> None:
        """Its hop limit expires."""
        frame = bytearray(self.to_sid(OWN))
        frame[21] = 1
        self.check([bytes(frame)], {}, {cell("drop_hop_limit", IN): 1})
        self.assertEqual(self.counts(), [1, 0, 0])


class CounterSidBytes(_Sids):
    """The byte counter of a SID grows by the lengths of the frames, without FCS."""

    requirements: ClassVar = ("CNT-003", "CNT-020")

    extra = 0

    def runTest(self) -> None:
        """A short frame and the largest."""
        lengths = (110, self.values.max_frame)
        frames = [self.to_sid(OWN, i, length=length) for i, length in enumerate(lengths)]
        wanted = [with_destination(forwarded(frame, OUT), carrier(USIDS[OUT])) for frame in frames]
        self.check(frames, {OUT: wanted}, self.admitted(2))
        self.assertEqual(self.hits(self.sids[0]), Count(2, sum(lengths) + 2 * self.extra))


class CounterSidBytesFcs(CounterSidBytes):
    """The byte counter of a SID counts 4 bytes of FCS for each frame as well."""

    requirements: ClassVar = ("CNT-004", "CNT-020")

    extra = FCS_BYTES

    def runTest(self) -> None:
        """A short frame and the largest."""
        super().runTest()


class CounterSidTrimmed(_Trim):
    """A packet that matches a SID and is then trimmed counts once on the SID."""

    requirements: ClassVar = ("CNT-021", "TRIM-044")

    def runTest(self) -> None:
        """Two packets; the copy of one is refused."""
        sid = un(f"{carrier(OWN)}/48")
        self.configure(sid, self.trim_profile(self.kept(self.frame())))
        frames = [with_destination(self.frame(i), carrier(OWN, USIDS[OUT])) for i in (1, 2)]
        wanted = self.cut(with_destination(forwarded(frames[0], OUT), carrier(USIDS[OUT])))
        self.check(frames, {OUT: [wanted]}, self.trims_count(2, refused=1))
        self.assertEqual(self.hits(sid).packets, 2)


class CounterRoutes(CountingTest):
    """The counter of a route or blackhole grows by the packets that it decided, of several that match the longest."""

    requirements: ClassVar = ("CNT-022",)

    def runTest(self) -> None:
        """A /32 blackhole around /48 and /64 routes."""
        hole = Blackhole("fcbb:bbbb::/32")
        wide, narrow = Route(f"{carrier(USIDS[OUT])}/48", OUT), Route(f"{carrier(USIDS[OUT], 7)}/64", OUT)
        self.configure(hole, narrow)
        before = [self.hits(route).packets for route in (hole, wide, narrow)]
        frames = [*self.frames(2), *(with_destination(self.frame(9 + i), carrier(USIDS[OUT], 7)) for i in range(3))]
        lost = with_destination(self.frame(20), carrier(0x7777))
        wanted = [forwarded(frame, OUT) for frame in frames]
        self.check([*frames, lost], {OUT: wanted}, total(self.admitted(5), {cell("drop_blackhole", IN): 1}))
        after = [self.hits(route).packets for route in (hole, wide, narrow)]
        self.assertEqual([now - was for now, was in zip(after, before, strict=True)], [1, 2, 3])


class CounterAclRules(_Trim):
    """The counter of a disable-trim rule grows by the packets it matched; of two that match, that of the first."""

    requirements: ClassVar = ("CNT-023",)

    def runTest(self) -> None:
        """A host rule above a prefix rule, and one for another host."""
        host = DisableTrim("fd00:0:0:ffff::1/128", priority=30)
        prefix = DisableTrim("fd00:0:0:ffff::/64", priority=20)
        other = DisableTrim("fd00:0:0:eeee::1/128", priority=10)
        self.configure(host, prefix, other)
        frames = [*self.frames(2), *(with_source(self.frame(9 + i), "fd00:0:0:ffff::2") for i in range(3))]
        self.drops(*frames)
        self.assertEqual([self.hits(rule).packets for rule in (host, prefix, other)], [2, 3, 0])


class _Drops(_Trim):
    """SIDs and routes so that every reason to drop can be met; OUT's data queue refuses, its trim queue too."""

    @override
    def setUp(self) -> None:
        super().setUp()
        self.configure(
            un(f"{carrier(OWN)}/48"),
            un(f"{carrier(DECAP)}/48", usd=True),
            Sid("uDT6", f"{carrier(0x1003)}/48"),
            Route(f"{HOST_DESTINATION}/128", SPARE),
            Route("198.51.100.0/24", SPARE),
            Blackhole(f"{carrier(0x5001)}/48"),
        )
        self.block(OUT, self.values.trim_queue)
        self.drop_queue, self.drop_dscp = self.add_queue(trim=False)

    def to(self, destination: str, identity: int = 1) -> bytes:
        return with_destination(self.frame(identity, length=200), destination)

    def reasons(self) -> dict[str, bytes]:
        """Drop counter to a packet that is dropped for this reason."""
        bad_version, expired = bytearray(self.frame()), bytearray(self.frame())
        bad_version[14] = 0x40 | bad_version[14] & 0xF
        expired[21] = 1
        damaged = inner_ipv4()
        damaged.chksum = 0x1234
        bad_srh = Srh((carrier(USIDS[OUT]),), 5)
        bare = raw_bytes(native(over_ipv4(udp(64))))
        own = {
            "drop_ipv4_checksum": patched(bare, 24, b"\x12\x34"),
            "drop_ipv4_options": patched(bare, 14, b"\x46"),
        }
        return {
            **(own if "routing.ipv4" in self.profile.claims else {}),
            "drop_no_route": self.to("2001:db8::1"),
            "drop_blackhole": self.to(carrier(0x5001)),
            "drop_hop_limit": bytes(expired),
            "drop_malformed": bytes(bad_version),
            "drop_srh_invalid": raw_bytes(tunnel(inner_ipv6(), carrier(OWN), srh=bad_srh)),
            "drop_sid_upper_layer": self.to(carrier(OWN)),
            "drop_inner_unsupported": raw_bytes(tunnel(inner_ipv4(), carrier(0x1003), ecn=0)),
            "drop_inner_checksum": raw_bytes(tunnel(damaged, carrier(DECAP), ecn=0)),
            "drop_queue_full": self.frame(dscp=self.drop_dscp),
            "drop_trim_queue_full": self.frame(),
        }

    def counts(self, *names: str) -> None:
        """Of each of these, the first is met once, the second twice, and so on, in one burst."""
        self.there(*(cell(name, IN) for name in names))
        packets = self.reasons()
        frames = [packets[name] for times, name in enumerate(names, 1) for _ in range(times)]
        moves = {cell(name, IN): times for times, name in enumerate(names, 1)}
        self.check(frames, {}, moves)


class CounterNotForwarded(_Drops):
    """What cannot be forwarded anyway counts under its own reason, and on no route: nobody looks for a next hop."""

    requirements: ClassVar = ("CNT-030", "CNT-022", "CNT-026")

    def runTest(self) -> None:
        """Expired: without a route, to a blackhole, to a route; without a route after decapsulation, or multicast."""
        blackhole, route = Blackhole(f"{carrier(0x5002)}/48"), Route(f"{carrier(0x5003)}/48", SPARE)
        self.configure(blackhole, route)
        expired = [self.to(address) for address in ("2001:db8::1", carrier(0x5002), carrier(0x5003))]
        expired = [patched(frame, 21, b"\x01") for frame in expired]
        inner, ipv4, group = inner_ipv6(hop_limit=1), inner_ipv4(ttl=1), inner_ipv6()
        inner.dst, ipv4.dst, group.dst = "2001:db8::1", "203.0.113.1", "ff0e::1"
        expired += [raw_bytes(tunnel(packet, carrier(DECAP), ecn=0)) for packet in (inner, ipv4)]
        multicast = raw_bytes(tunnel(group, carrier(DECAP), ecn=0))
        self.check([*expired, multicast], {}, {cell("drop_hop_limit", IN): 5, cell("drop_multicast", IN): 1})
        self.assertEqual((self.hits(blackhole).packets, self.hits(route).packets), (0, 0))


class CounterFirstReason(_Drops):
    """A packet that cannot enter for several reasons counts under the first of them only."""

    requirements: ClassVar = ("CNT-031", "CNT-024")

    def runTest(self) -> None:
        """Multicast with hop limits 1 and 0, and with version 5."""
        to, source = self.to("ff0e::1"), with_source(self.frame(), "ff0e::1")
        expired = [patched(frame, 21, b"\x01") for frame in (to, source)]
        zero = [patched(frame, 21, b"\x00") for frame in (to, source)]
        malformed = [patched(frame, 14, bytes((0x50 | frame[14] & 0xF,))) for frame in (*expired, *zero)]
        moves = {cell("drop_multicast", IN): 2, cell("drop_hop_limit", IN): 2, cell("drop_malformed", IN): 4}
        self.check([*expired, *zero, *malformed], {}, moves)


class CounterRouteDrops(_Drops):
    """A packet without a route and one that meets a blackhole count under different reasons."""

    requirements: ClassVar = ("CNT-025",)

    def runTest(self) -> None:
        """One and two."""
        self.counts("drop_no_route", "drop_blackhole")


class CounterHopLimitDrops(_Drops):
    """An expired hop limit counts under a reason of its own: routed, shifted, decapsulated IPv6 and IPv4."""

    requirements: ClassVar = ("CNT-026",)

    def runTest(self) -> None:
        shifted = bytearray(self.to(carrier(OWN, USIDS[OUT])))
        shifted[21] = 1
        frames = [
            self.reasons()["drop_hop_limit"],
            bytes(shifted),
            raw_bytes(tunnel(inner_ipv6(hop_limit=1), carrier(DECAP), ecn=0, hop_limit=1)),
            raw_bytes(tunnel(inner_ipv4(ttl=1), carrier(DECAP), ecn=0, hop_limit=1)),
        ]
        self.there(cell("drop_hop_limit", IN))
        self.check(frames, {}, {cell("drop_hop_limit", IN): 4})


class CounterHeaderDrops(_Drops):
    """What is wrong with a packet's headers counts under five different reasons."""

    requirements: ClassVar = ("CNT-027",)

    def runTest(self) -> None:
        """One to five packets of each."""
        self.counts(
            "drop_malformed",
            "drop_srh_invalid",
            "drop_sid_upper_layer",
            "drop_inner_unsupported",
            "drop_inner_checksum",
        )


class CounterQueueDrops(_Drops):
    """A packet that a data queue refused and a copy that the trim queue refused count under different reasons."""

    requirements: ClassVar = ("CNT-028",)

    def runTest(self) -> None:
        """One and two."""
        self.there(cell("drop_queue_full", IN), cell("drop_trim_queue_full", IN))
        packets = self.reasons()
        frames = [packets["drop_queue_full"], *[packets["drop_trim_queue_full"]] * 2]
        self.check(frames, {}, total(self.dropped(queue=self.drop_queue), self.trims_count(2, refused=2)))


class CounterDropsPerIngress(_Drops):
    """A dropped packet counts on the port it entered, and on no other."""

    requirements: ClassVar = ("CNT-029",)

    def runTest(self) -> None:
        """Every port; as many packets as its number and one."""
        packets = self.reasons()
        self.there(*(cell("drop_no_route", port) for port in PORTS))
        for port in PORTS:
            frames = [*[packets["drop_no_route"]] * (port + 1), packets["drop_blackhole"], packets["drop_queue_full"]]
            moves = {cell("drop_no_route", port): port + 1, cell("drop_blackhole", port): 1}
            self.check(frames, {}, total(moves, self.dropped(queue=self.drop_queue, ingress=port)), ingress=port)


class CounterConservation(_Drops):
    """Every packet that enters leaves on exactly one port or counts in exactly one drop counter of its ingress port."""

    requirements: ClassVar = ("CNT-024",)

    def runTest(self) -> None:
        """Every reason but isolation, packets cut at every header, and packets that leave, whole and trimmed."""
        whole = self.frame(1, port=SPARE)
        shifted = self.to(carrier(OWN, USIDS[SPARE]), 2)
        decapsulated = raw_bytes(tunnel(inner_ipv6(), carrier(DECAP), ecn=0))
        trimmed_ = self.frame(3, port=HOST)
        multicast = self.to("ff02::1")
        stray = whole[:12] + b"\x88\xb5" + whole[14:]
        cut = [frame[:size] for frame in (shifted, decapsulated) for size in (60, 64, 80, 94, 100)]
        lost_mark = raw_bytes(tunnel(inner_ipv6(ecn=0), carrier(DECAP), ecn=3))
        sent = [whole, shifted, decapsulated, trimmed_, multicast, stray, lost_mark, *cut, *self.reasons().values()]
        for ingress in (IN, HOST):
            before = self.device.counters(PORTS)
            for frame in sent:
                self.send(ingress, frame)
            received = self.collect(ingress)
            after = self.device.counters(PORTS)
            dropped = {
                name: after[cell(name, ingress)].packets - before[cell(name, ingress)].packets
                for name in DROP_COUNTERS
                if cell(name, ingress) in before
            }
            left = sum(map(len, received.values()))
            self.assertEqual(left + sum(dropped.values()), len(sent), f"{left} left; drop counters: {dropped}")
            self.assertGreaterEqual(left, 4)
