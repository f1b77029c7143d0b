# SPDX-License-Identifier: GPL-2.0-only
"""Packet trimming: size, DSCP, queue, lengths, eligibility, second admission, ACL (SAI, SONiC HLD, sonic-mgmt plan)."""

from __future__ import annotations

from scapy.layers.inet import IP

from controller.plan import TableEntry
from ptf_tests import entries
from ptf_tests.base import (
    CONTROL_QUEUE,
    DATA_QUEUE,
    HOST,
    IN,
    OUT,
    TRIM_QUEUE,
    SwitchTest,
    cell,
    forwarded,
    with_destination,
)
from ptf_tests.packets import (
    DSCP_CONTROL,
    DSCP_NO_TRIM,
    DSCP_TRIMMABLE,
    DSCP_TRIMMABLE_RETX,
    DSCP_TRIMMED,
    DSCP_TRIMMED_LASTHOP,
    HOST_DESTINATION,
    Srh,
    carrier,
    inner_ipv4,
    inner_ipv6,
    raw_bytes,
    trimmed,
    tunnel,
)

OWN = 0x1001
NEXT = 0x2001
LAST = 0x3001
TRIM_SIZE = 256
DATA_TC = 1
TRIM_TC = 6
CONTROL_TC = 7
RATE_CRAWL = 1  # one byte in 18 minutes: nothing drains while a case runs
SEGMENTS_LEFT_OFFSET = 14 + 40 + 3


def long_frame(
    identity: int = 1, *, dscp: int = DSCP_TRIMMABLE, ecn: int = 2, usid: int = NEXT, size: int = 400
) -> bytes:
    """An SRv6 frame of `size` + 102 bytes towards `usid`."""
    return raw_bytes(tunnel(inner_ipv6(size=size, identity=identity), carrier(usid), dscp=dscp, ecn=ecn))


class TrimTest(SwitchTest):
    """OUT (fabric) and HOST ports whose data queue is blocked and trims; DSCP roles as in docs/wire-profile.md."""

    data_rate = 0
    data_limit = entries.UNLIMITED_BYTES
    trim = True
    trim_size = TRIM_SIZE
    preserve_length = False

    def setUp(self) -> None:
        """Install routes, maps, profiles and trim configuration."""
        super().setUp()
        self.insert(
            entries.un(f"{carrier(OWN)}/48"),
            entries.route6(f"{carrier(NEXT)}/48", OUT),
            entries.route6(f"{carrier(LAST)}/48", HOST),
            entries.dscp_to_tc(DSCP_NO_TRIM, DATA_TC),
            entries.dscp_to_tc(DSCP_TRIMMABLE, DATA_TC, trim_eligible=True),
            entries.dscp_to_tc(DSCP_TRIMMABLE_RETX, DATA_TC, trim_eligible=True),
            entries.dscp_to_tc(DSCP_TRIMMED, TRIM_TC),
            entries.dscp_to_tc(DSCP_TRIMMED_LASTHOP, TRIM_TC),
            entries.dscp_to_tc(DSCP_CONTROL, CONTROL_TC),
            entries.tc_to_queue(DATA_TC, DATA_QUEUE),
            entries.tc_to_queue(TRIM_TC, TRIM_QUEUE),
            entries.tc_to_queue(CONTROL_TC, CONTROL_QUEUE),
            self.data_profile(OUT),
            self.data_profile(HOST),
            *self.trimming(),
        )

    def data_profile(self, port: int) -> TableEntry:
        """The data queue's profile."""
        return entries.queue_profile(port, DATA_QUEUE, rate=self.data_rate, limit=self.data_limit, trim=self.trim)

    def trimming(self) -> list[TableEntry]:
        """SWITCH_TRIMMING of both ports: TRIMMED towards the fabric, TRIMMED_LASTHOP towards the host."""
        return [self.port_trimming(OUT, DSCP_TRIMMED), self.port_trimming(HOST, DSCP_TRIMMED_LASTHOP)]

    def port_trimming(self, port: int, dscp: int) -> TableEntry:
        """SWITCH_TRIMMING of one port."""
        return entries.switch_trimming(
            port, size=self.trim_size, dscp=dscp, queue=TRIM_QUEUE, preserve_length=self.preserve_length
        )

    def trim_counters(self, port: int = OUT, packets: int = 1, queue: int = DATA_QUEUE) -> dict[tuple[str, int], int]:
        """What `packets` trims move: three counters on the queue that refused, one on the trim queue."""
        return {
            cell("queue_dropped_packets", port, queue): packets,
            cell("queue_trim_packets", port, queue): packets,
            cell("queue_tx_trim_packets", port, queue): packets,
            cell("queue_packets", port, TRIM_QUEUE): packets,
        }

    def drop_counters(self, port: int = OUT, packets: int = 1) -> dict[tuple[str, int], int]:
        """What `packets` refused and not trimmed move."""
        return {
            cell("queue_dropped_packets", port, DATA_QUEUE): packets,
            cell("drop_queue_full", IN): packets,
        }

    def trims(self, frame: bytes, wanted: bytes, port: int = OUT) -> None:
        """`frame` leaves on `port` as `wanted`, and the trim counters say so."""
        self.check([frame], {port: [wanted]}, self.trim_counters(port))


class TrimSize(TrimTest):
    """The trimmed frame is exactly `size` bytes from the Ethernet header, whatever the original's length."""

    def runTest(self) -> None:
        """From one byte over to a jumbo frame."""
        for size in (TRIM_SIZE - 102 + 1, 400, 4096, 8192):
            with self.subTest(payload=size):
                frame = long_frame(size=size, identity=size)
                self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))


class TrimSizeSmallest(TrimTest):
    """Size 128, the SAI default."""

    trim_size = 128

    def runTest(self) -> None:
        """128 bytes leave."""
        frame = long_frame()
        self.trims(frame, trimmed(forwarded(frame, OUT), 128, DSCP_TRIMMED))


class TrimSizeLargest(TrimTest):
    """Size 4084, the largest the sonic-mgmt plan tests."""

    trim_size = 4084

    def runTest(self) -> None:
        """A jumbo frame is cut, a 4,084-byte frame is not."""
        jumbo = long_frame(size=5000)
        self.trims(jumbo, trimmed(forwarded(jumbo, OUT), 4084, DSCP_TRIMMED))
        exact = long_frame(size=4084 - 102)
        self.trims(exact, trimmed(forwarded(exact, OUT), 4084, DSCP_TRIMMED))


class TrimDscp(TrimTest):
    """TRIMMABLE and TRIMMABLE_RETX both become TRIMMED; the inner DSCP stays."""

    def runTest(self) -> None:
        """Both roles."""
        for dscp in (DSCP_TRIMMABLE, DSCP_TRIMMABLE_RETX):
            frame = raw_bytes(tunnel(inner_ipv6(size=400, dscp=dscp), carrier(NEXT), dscp=dscp))
            self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))


class TrimLastHopDscp(TrimTest):
    """On a host-facing port the DSCP is TRIMMED_LASTHOP (asymmetric DSCP)."""

    def runTest(self) -> None:
        """Trim on HOST."""
        frame = long_frame(usid=LAST)
        self.trims(frame, trimmed(forwarded(frame, HOST), TRIM_SIZE, DSCP_TRIMMED_LASTHOP), HOST)


class TrimLengthUpdate(TrimTest):
    """Update mode: the outermost payload length is that of the trimmed frame, inner lengths stay stale."""

    def runTest(self) -> None:
        """Literal offsets, independent of the helper that builds expected frames."""
        frame = long_frame()
        wanted = trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED)
        self.assertEqual(wanted[18:20], (TRIM_SIZE - 14 - 40).to_bytes(2, "big"))
        self.assertEqual(wanted[58:60], frame[58:60], "inner IPv6 payload length")
        self.assertEqual(wanted[98:100], frame[98:100], "UDP length")
        self.trims(frame, wanted)


class TrimLengthPreserve(TrimTest):
    """Preserve mode: no length changes at all."""

    preserve_length = True

    def runTest(self) -> None:
        """The stale outer length leaves."""
        frame = long_frame()
        wanted = trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED, update_length=False)
        self.assertEqual(wanted[18:20], frame[18:20])
        self.trims(frame, wanted)


class TrimEcnPreserved(TrimTest):
    """The ECN field of a trimmed packet is what it was, and a trimmed packet is never marked."""

    def data_profile(self, port: int) -> TableEntry:
        """As the base, with ECN marking from the first byte."""
        return entries.queue_profile(port, DATA_QUEUE, rate=0, trim=True, ecn=(0, 0))

    def runTest(self) -> None:
        """All four code points."""
        for ecn in range(4):
            with self.subTest(ecn=ecn):
                frame = long_frame(ecn=ecn)
                wanted = trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED)
                self.assertEqual(wanted[15] >> 4 & 3, ecn)
                self.trims(frame, wanted)


class TrimShortPacket(TrimTest):
    """A packet no longer than the trim size is not cut, but re-marked and re-queued, and counts as trimmed."""

    def runTest(self) -> None:
        """Shorter, and exactly the size."""
        for size in (8, TRIM_SIZE - 102):
            frame = long_frame(size=size)
            wanted = trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED)
            self.assertEqual(len(wanted), len(frame))
            self.trims(frame, wanted)


class TrimNotEligible(TrimTest):
    """NO_TRIM, and any DSCP without a role, is dropped where TRIMMABLE would be trimmed."""

    def runTest(self) -> None:
        """NO_TRIM is in the map; 33 is not, and goes to queue 0 of traffic class 0."""
        self.check([long_frame(dscp=DSCP_NO_TRIM)], {}, self.drop_counters())
        frame = long_frame(dscp=33)
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, 0): 1})


class TrimControlNever(TrimTest):
    """Control traffic is never trimmed: a full control queue drops it."""

    def runTest(self) -> None:
        """Its queue is blocked and would trim."""
        self.insert(entries.queue_profile(OUT, CONTROL_QUEUE, rate=0, trim=True))
        counters = {cell("queue_dropped_packets", OUT, CONTROL_QUEUE): 1, cell("drop_queue_full", IN): 1}
        self.check([long_frame(dscp=DSCP_CONTROL)], {}, counters)


class TrimOtherQueueUntouched(TrimTest):
    """Control traffic passes a port whose data queue is blocked, unchanged."""

    def runTest(self) -> None:
        """The control queue has no profile: no limit."""
        frame = long_frame(dscp=DSCP_CONTROL)
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, CONTROL_QUEUE): 1})


class TrimNeverTwice(TrimTest):
    """A packet trimmed upstream passes the trim queue as it is; when that is full it is dropped, not trimmed again."""

    def runTest(self) -> None:
        """TRIMMED, then with its queue blocked and trimming."""
        frame = trimmed(long_frame(), TRIM_SIZE, DSCP_TRIMMED)
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, TRIM_QUEUE): 1})
        self.insert(entries.queue_profile(OUT, TRIM_QUEUE, rate=0, trim=True))
        counters = {cell("queue_dropped_packets", OUT, TRIM_QUEUE): 1, cell("drop_queue_full", IN): 1}
        self.check([frame], {}, counters)


class TrimQueueFull(TrimTest):
    """A trimmed copy that its queue refuses is dropped and counted on the queue of the original."""

    def runTest(self) -> None:
        """The trim queue is blocked."""
        self.insert(entries.trim_queue_profile(OUT, TRIM_QUEUE, rate=0))
        counters = {
            cell("queue_dropped_packets", OUT, DATA_QUEUE): 1,
            cell("queue_trim_packets", OUT, DATA_QUEUE): 1,
            cell("queue_dropped_trim_packets", OUT, DATA_QUEUE): 1,
            cell("drop_trim_queue_full", IN): 1,
        }
        self.check([long_frame()], {}, counters)


class TrimQueueLimit(TrimTest):
    """The trim queue admits by the bytes of the trimmed copy: two of 256 fit in 600, the third is dropped."""

    def runTest(self) -> None:
        """Three frames at once into a trim queue that hardly drains."""
        self.insert(entries.trim_queue_profile(OUT, TRIM_QUEUE, rate=RATE_CRAWL, limit=600))
        frames = [long_frame(identity) for identity in (1, 2, 3)]
        wanted = [trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED) for frame in frames[:2]]
        counters = {
            cell("queue_dropped_packets", OUT, DATA_QUEUE): 3,
            cell("queue_trim_packets", OUT, DATA_QUEUE): 3,
            cell("queue_tx_trim_packets", OUT, DATA_QUEUE): 2,
            cell("queue_packets", OUT, TRIM_QUEUE): 2,
            cell("queue_dropped_trim_packets", OUT, DATA_QUEUE): 1,
            cell("drop_trim_queue_full", IN): 1,
        }
        self.check(frames, {OUT: wanted}, counters)


class TrimActionDrop(TrimTest):
    """packet_discard_action drop: a full queue drops what is eligible."""

    trim = False

    def runTest(self) -> None:
        """No trim counter moves."""
        self.check([long_frame()], {}, self.drop_counters())


class TrimNotConfigured(TrimTest):
    """A queue that asks for trimming on a port without SWITCH_TRIMMING drops."""

    def trimming(self) -> list[TableEntry]:
        """None."""
        return []

    def runTest(self) -> None:
        """No trim counter moves."""
        self.check([long_frame()], {}, self.drop_counters())


class TrimDisabledByAcl(TrimTest):
    """DISABLE_TRIM: the matching flow is dropped and the rule counts; others, and all after removal, are trimmed."""

    def runTest(self) -> None:
        """Match, mismatch, remove."""
        frame = long_frame()
        wanted = trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED)
        rule = entries.disable_trim("fd00:0:0:ffff::1/128")
        other = entries.disable_trim("fd00:0:0:eeee::1/128", priority=2)
        self.insert(rule, other)
        self.check([frame], {}, self.drop_counters())
        self.assertEqual(self.device.read_direct_counter(rule).packets, 1)
        self.assertEqual(self.device.read_direct_counter(other).packets, 0)
        self.device.delete([rule])
        self.trims(frame, wanted)


class TrimAfterShift(TrimTest):
    """sonic-mgmt vector (a): the trimmed packet already has the shifted destination and one hop less."""

    def runTest(self) -> None:
        """Shift and trim in one pass."""
        frame = raw_bytes(tunnel(inner_ipv6(size=400, dscp=DSCP_TRIMMABLE), carrier(OWN, NEXT)))
        shifted = with_destination(forwarded(frame, OUT), carrier(NEXT))
        self.trims(frame, trimmed(shifted, TRIM_SIZE, DSCP_TRIMMED))


class TrimAfterSrhAdvance(TrimTest):
    """sonic-mgmt vector (b): SRH, Segments Left 1 -> 0, next container local again, outer carries IPv4."""

    def runTest(self) -> None:
        """Inner bytes unchanged."""
        self.insert(entries.route6(f"{carrier(OWN)}/48", OUT))
        container = carrier(OWN, 0x0600)
        srh = Srh((container, carrier(0x0600, 0x0700, 0x0800, 0x0900, 0x0A00)), 1)
        frame = raw_bytes(tunnel(inner_ipv4(size=400), carrier(OWN), srh=srh))
        advanced = bytearray(with_destination(forwarded(frame, OUT), container))
        advanced[SEGMENTS_LEFT_OFFSET] = 0
        self.trims(frame, trimmed(bytes(advanced), TRIM_SIZE, DSCP_TRIMMED))


class TrimAfterDecap(TrimTest):
    """A decapsulated packet is trimmed by its own length, and its own IP header is the one that changes."""

    def runTest(self) -> None:
        """IPv6: payload length. IPv4: total length and header checksum."""
        self.insert(
            entries.un("fcbb:bbbb:1002::/48", usd=True),
            entries.route6(f"{HOST_DESTINATION}/128", HOST),
            entries.route4("198.51.100.0/24", HOST),
        )
        inner = inner_ipv6(size=400, dscp=DSCP_TRIMMABLE)
        frame = raw_bytes(tunnel(inner, "fcbb:bbbb:1002::", ecn=0))
        bare = forwarded(frame[:14] + raw_bytes(inner), HOST)
        self.trims(frame, trimmed(bare, TRIM_SIZE, DSCP_TRIMMED_LASTHOP), HOST)

        inner = inner_ipv4(size=400, dscp=DSCP_TRIMMABLE)
        frame = raw_bytes(tunnel(inner, "fcbb:bbbb:1002::", ecn=0))
        after = inner_ipv4(size=400, dscp=DSCP_TRIMMED_LASTHOP, ttl=63)
        after.len = TRIM_SIZE - 14
        after["UDP"].len = 8 + 400
        after["UDP"].chksum = IP(raw_bytes(inner))["UDP"].chksum
        wanted = forwarded(frame[:12] + b"\x08\x00" + raw_bytes(after), HOST, hop=False)[:TRIM_SIZE]
        self.trims(frame, wanted, HOST)


class TrimWhenFull(TrimTest):
    """Admission in bytes: what is ahead plus the frame itself must fit the limit, to the byte."""

    data_rate = RATE_CRAWL
    data_limit = 1004

    def runTest(self) -> None:
        """Two frames of 502 fit in 1,004; the third is trimmed, into a trim queue without limit."""
        self.fits(2)

    def fits(self, whole: int) -> None:
        """`whole` frames pass, the next is trimmed. One at a time: different queues may overtake each other."""
        for identity in range(whole):
            frame = long_frame(identity)
            self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, DATA_QUEUE): 1})
        frame = long_frame(whole)
        self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))


class TrimWhenOneByteShort(TrimWhenFull):
    """The same with one byte less: only one frame fits."""

    data_limit = 1003

    def runTest(self) -> None:
        """One passes, one is trimmed."""
        self.fits(1)


class TrimCountsOverhead(TrimTest):
    """The bytes that the wire adds to each frame count into the backlog: two of 502 + 24 do not fit in 1,051."""

    data_rate = RATE_CRAWL

    def data_profile(self, port: int) -> TableEntry:
        """One byte short on OUT, exact on HOST."""
        limit = 1051 if port == OUT else 1052
        return entries.queue_profile(port, DATA_QUEUE, rate=RATE_CRAWL, overhead=24, limit=limit, trim=True)

    def runTest(self) -> None:
        """One passes on OUT, two on HOST."""
        for port, usid, dscp, whole in ((OUT, NEXT, DSCP_TRIMMED, 1), (HOST, LAST, DSCP_TRIMMED_LASTHOP, 2)):
            for identity in range(whole):
                frame = long_frame(identity, usid=usid)
                self.check([frame], {port: [forwarded(frame, port)]}, {cell("queue_packets", port, DATA_QUEUE): 1})
            frame = long_frame(whole, usid=usid)
            self.trims(frame, trimmed(forwarded(frame, port), TRIM_SIZE, dscp), port)


class TrimStrictPriority(TrimTest):
    """Bytes admitted to a higher queue delay the lower ones, and not the other way round."""

    data_rate = RATE_CRAWL
    data_limit = 600

    def runTest(self) -> None:
        """A control frame fills the port; then data does not fit. Data first leaves control alone."""
        self.insert(entries.queue_profile(OUT, CONTROL_QUEUE, rate=RATE_CRAWL, limit=600))
        self.insert(entries.queue_profile(HOST, CONTROL_QUEUE, rate=RATE_CRAWL, limit=600))
        control, data = long_frame(1, dscp=DSCP_CONTROL), long_frame(2)
        self.check([control], {OUT: [forwarded(control, OUT)]}, {cell("queue_packets", OUT, CONTROL_QUEUE): 1})
        self.trims(data, trimmed(forwarded(data, OUT), TRIM_SIZE, DSCP_TRIMMED))

        control, data = long_frame(3, dscp=DSCP_CONTROL, usid=LAST), long_frame(4, usid=LAST)
        self.check([data], {HOST: [forwarded(data, HOST)]}, {cell("queue_packets", HOST, DATA_QUEUE): 1})
        self.check([control], {HOST: [forwarded(control, HOST)]}, {cell("queue_packets", HOST, CONTROL_QUEUE): 1})


class TrimConservation(TrimTest):
    """Sent = delivered + trimmed + dropped, to the packet, when both queues overflow."""

    data_rate = RATE_CRAWL
    data_limit = 5 * 502

    def runTest(self) -> None:
        """20 frames: 5 whole, 10 trimmed, 5 dropped."""
        self.insert(entries.trim_queue_profile(OUT, TRIM_QUEUE, rate=RATE_CRAWL, limit=10 * TRIM_SIZE))
        for identity in range(20):
            frame = long_frame(identity)
            if identity < 5:
                counters = {cell("queue_packets", OUT, DATA_QUEUE): 1}
                self.check([frame], {OUT: [forwarded(frame, OUT)]}, counters)
            elif identity < 15:
                self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))
            else:
                counters = {
                    cell("queue_dropped_packets", OUT, DATA_QUEUE): 1,
                    cell("queue_trim_packets", OUT, DATA_QUEUE): 1,
                    cell("queue_dropped_trim_packets", OUT, DATA_QUEUE): 1,
                    cell("drop_trim_queue_full", IN): 1,
                }
                self.check([frame], {}, counters)


class TrimUnblock(TrimTest):
    """A queue that is unblocked admits whole packets again at once."""

    def runTest(self) -> None:
        """Blocked, unblocked, blocked."""
        frame = long_frame()
        self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))
        self.device.modify([entries.queue_profile(OUT, DATA_QUEUE, trim=True)])
        self.check([frame], {OUT: [forwarded(frame, OUT)]}, {cell("queue_packets", OUT, DATA_QUEUE): 1})
        self.device.modify([self.data_profile(OUT)])
        self.trims(frame, trimmed(forwarded(frame, OUT), TRIM_SIZE, DSCP_TRIMMED))
