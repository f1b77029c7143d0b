# SPDX-License-Identifier: GPL-2.0-only
"""What cases with full queues stand on: routes, maps and queues, the forms of trimmed copies, and counters.

All numbers come from the profile's values, and what the sources leave open (which length, which DSCP, which queue,
which counter) from its choices, so that a case says only what its requirement says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, SwitchTest, cell, forwarded
from ptf_tests.switch.device import PORT_TRIM_COUNTERS, SWITCH_TRIM_COUNTERS, Cell
from ptf_tests.switch.packets import (
    ECT_0,
    ETHERNET_BYTES,
    IPV4_BYTES,
    IPV6_BYTES,
    SENTINEL_DSCP,
    carrier,
    inner_ipv6,
    is_ipv4,
    raw_bytes,
    trimmed,
    trimmed_ipv4,
    tunnel,
)
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Rate, Route, Setting, TcToDscp, TcToQueue, Trimming

OWN = 0x1001
"""uSID for the SIDs of the device under test; no route leads to it."""

USIDS = {OUT: 0x2001, HOST: 0x3001, SPARE: 0x4001}
"""Egress port to a uSID behind it."""

HEADER_BYTES = ETHERNET_BYTES + IPV6_BYTES + IPV6_BYTES + 8
"""Ethernet, outer IPv6, inner IPv6, UDP."""

QUEUES = range(8)

BURST = 24
"""How many frames a case sends into one port at once: with the sentinels, what the packet ring of BMv2 (32) holds."""

JUMBO_BURST = 4
"""How many of the largest frames a case sends at once: a packet socket's buffer holds no more than about a dozen."""

UNTRIMMED_REFUSES = frozenset({"qos.block_queue"})
"""Of cases with a blocked queue that trims nothing: a device that polices only the queues it trims cannot block it."""

Moves = Mapping[Cell, int]
"""Counter cells and by how many packets they grow."""


class Fate(Struct, frozen=True):
    """What is to become of a frame: how it leaves (None: not at all), and what it moves."""

    frame: bytes
    wanted: bytes | None
    moves: Moves


def total(*moves: Moves) -> dict[Cell, int]:
    found: Counter[Cell] = Counter()
    for move in moves:
        found.update(move)
    return dict(found)


class CongestionTest(SwitchTest):
    """Routes to OUT, HOST and SPARE; DSCP roles mapped to classes and queues; no queue has a limit.

    Attributes:
        trim_size: bytes that trimming keeps, None for that of the profile.
        dscp_mode, queue_mode, length_mode: a value of the choices trim_dscp, trim_queue, trim_length; None for that of
            the profile.
    """

    trim_size: int | None = None
    dscp_mode: str | None = None
    queue_mode: str | None = None
    length_mode: str | None = None

    def setUp(self) -> None:
        super().setUp()
        values, dscp = self.values, self.values.dscp
        self.configure(
            *(Route(f"{carrier(usid)}/48", port) for port, usid in USIDS.items()),
            DscpToTc(dscp.no_trim, values.data_tc),
            DscpToTc(dscp.trimmable, values.data_tc, trim_eligible=True),
            DscpToTc(dscp.trimmable_retx, values.data_tc, trim_eligible=True),
            DscpToTc(dscp.trimmed, values.trim_tc),
            DscpToTc(dscp.trimmed_lasthop, values.trim_tc),
            DscpToTc(dscp.control, values.control_tc),
            TcToQueue(values.data_tc, values.data_queue),
            TcToQueue(values.trim_tc, values.trim_queue),
            TcToQueue(values.control_tc, values.control_queue),
        )

    def chose(self, choice: str, value: str) -> bool:
        """Whether the profile's (usual) value of a choice is this one."""
        return self.profile.choice(choice) == value

    def chosen_trimming(self) -> Trimming:
        """Trimming by the values and choices of the profile, or of the case where it has its own."""
        values = self.values
        symmetric = self._mode("trim_dscp", self.dscp_mode) == "symmetric"
        return Trimming(
            size=self.trim_size or values.trim_size,
            dscp=values.dscp.trimmed if symmetric else None,
            tc=None if symmetric else values.trim_tc,
            queue=values.trim_queue if self._mode("trim_queue", self.queue_mode) == "static" else None,
            length_mode=self._mode("trim_length", self.length_mode),
        )

    def _mode(self, choice: str, own: str | None) -> str:
        return own or self.profile.choice(choice)

    # -- numbers that nobody else uses ---------------------------------------------------------------------------------

    def free_queues(self) -> list[int]:
        """Queues without a role, lowest priority first; queue 0 is that of the sentinels."""
        values = self.values
        return [q for q in QUEUES[1:] if q not in (values.data_queue, values.trim_queue, values.control_queue)]

    def free_tcs(self) -> list[int]:
        """Traffic classes without a role; 0 is that of DSCPs in no map."""
        values = self.values
        return [tc for tc in range(1, 8) if tc not in (values.data_tc, values.trim_tc, values.control_tc)]

    def free_dscps(self) -> list[int]:
        return [d for d in range(64) if d not in self.values.dscp.model_dump().values() and d != SENTINEL_DSCP]

    # -- frames --------------------------------------------------------------------------------------------------------

    @property
    def long(self) -> int:
        """Bytes of a frame that a trim shortens well: 502 at trim size 256."""
        return self.values.trim_size + 246

    def frame(
        self,
        identity: int = 1,
        *,
        port: int = OUT,
        dscp: int | None = None,
        ecn: int = ECT_0,
        length: int | None = None,
    ) -> bytes:
        """An IPv6-in-IPv6 frame that is routed to `port`, TRIMMABLE unless told otherwise.

        Args:
            identity: of the payload.
            port: where it shall leave.
            dscp: outer DSCP.
            ecn: outer ECN field.
            length: bytes from Ethernet, 110 at least; by default `long`.
        """
        inner = inner_ipv6(size=(length or self.long) - HEADER_BYTES, identity=identity)
        dscp = self.values.dscp.trimmable if dscp is None else dscp
        return raw_bytes(tunnel(inner, carrier(USIDS[port]), dscp=dscp, ecn=ecn))

    def frames(self, count: int, *, port: int = OUT, dscp: int | None = None, length: int | None = None) -> list[bytes]:
        """So many frames with identities from 1 on."""
        return [self.frame(identity, port=port, dscp=dscp, length=length) for identity in range(1, count + 1)]

    # -- counters ------------------------------------------------------------------------------------------------------

    def admitted(self, packets: int = 1, *, port: int = OUT, queue: int | None = None) -> Moves:
        """What packets that a queue (the data queue) admitted move."""
        return {cell("queue_packets", port, self.values.data_queue if queue is None else queue): packets}

    def dropped(self, packets: int = 1, *, port: int = OUT, queue: int | None = None, ingress: int = IN) -> Moves:
        """What packets that a queue (the data queue) refused and did not trim move."""
        queue = self.values.data_queue if queue is None else queue
        return {
            cell("queue_dropped_packets", port, queue): packets,
            cell("drop_queue_full", ingress): packets,
        }

    # -- one-line checks -----------------------------------------------------------------------------------------------

    def passes(self, *frames: bytes, port: int = OUT, queue: int | None = None) -> None:
        """These frames leave whole on `port` through a queue (the data queue), in order."""
        moves = self.admitted(port=port, queue=queue)
        self.each([Fate(frame, forwarded(frame, port), moves) for frame in frames], port=port)

    def drops(self, *frames: bytes, port: int = OUT, queue: int | None = None) -> None:
        """These frames are refused by a queue (the data queue) and leave nowhere."""
        moves = self.dropped(port=port, queue=queue)
        self.each([Fate(frame, None, moves) for frame in frames], port=port)

    def each(self, fates: Sequence[Fate], *, port: int = OUT, in_order: bool = True) -> None:
        """Each frame has its fate on `port`, in bursts; `in_order` unless they take several queues."""
        for start in range(0, len(fates), BURST):
            burst = fates[start : start + BURST]
            frames = [fate.frame for fate in burst]
            wanted = [fate.wanted for fate in burst if fate.wanted is not None]
            moves = total(*(fate.moves for fate in burst))
            if in_order:
                self.ordered(frames, wanted, moves, port=port)
            else:
                self.check(frames, {port: wanted}, moves)

    def ordered(self, frames: Sequence[bytes], wanted: Sequence[bytes], counters: Moves, *, port: int = OUT) -> None:
        """As `check`, and what leaves on `port` leaves in this order."""
        received = self.check(frames, {port: wanted} if wanted else {}, counters)
        self.assertEqual(list(received[port]), list(wanted), "the frames left in another order")


class CountingTest(CongestionTest):
    """For cases about a counter: it must be there, or the claim of the device is wrong."""

    def there(self, *cells: Cell) -> None:
        """Fail if the device does not report these cells."""
        counters = self.device.counters(PORTS)
        missing = [key for key in cells if key not in counters]
        self.assertFalse(missing, f"the profile claims counters that the device does not report: {missing}")


class TrimTest(CongestionTest):
    """OUT and HOST have a data queue that trims and is blocked; trimming as the profile's values and choices have it.

    Attributes:
        trim: discard action of the data queues: trim, else drop.
        blocked: ports whose data queue is blocked.
    """

    trim = True
    blocked: tuple[int, ...] = (OUT, HOST)

    def setUp(self) -> None:
        super().setUp()
        self.configure(self.data_profile(OUT), self.data_profile(HOST), *self.trimming())
        for port in self.blocked:
            self.block(port, self.values.data_queue)

    def data_profile(self, port: int) -> Setting:
        return QueueProfile(port, self.values.data_queue, trim=self.trim)

    def trim_profile(self, limit: int | None, *, port: int = OUT, rate: Rate = "crawl") -> Setting:
        return QueueProfile(port, self.values.trim_queue, rate=rate, limit=limit)

    def add_queue(self, *, trim: bool, port: int = OUT) -> tuple[int, int]:
        """Give `port` a second data queue, blocked, which trims or drops. Returns it and a DSCP that takes it."""
        queue, tc, dscp = self.free_queues()[0], self.free_tcs()[0], self.free_dscps()[0]
        self.configure(
            DscpToTc(dscp, tc, trim_eligible=True), TcToQueue(tc, queue), QueueProfile(port, queue, trim=trim)
        )
        self.block(port, queue)
        return queue, dscp

    def trimming(self) -> list[Setting]:
        """The trim configuration, and the map lines that it reads."""
        chosen = self.chosen_trimming()
        lines = [TcToDscp(port, chosen.tc, self.trim_dscp(port)) for port in PORTS] if chosen.tc is not None else []
        return [*lines, chosen]

    def trim_dscp(self, port: int) -> int:
        """The DSCP of copies that leave on `port`."""
        dscp = self.values.dscp
        symmetric = self._mode("trim_dscp", self.dscp_mode) == "symmetric"
        return dscp.trimmed if symmetric or port != HOST else dscp.trimmed_lasthop

    # -- trimmed copies ------------------------------------------------------------------------------------------------

    def kept(self, frame: bytes, size: int | None = None) -> int:
        """Bytes from Ethernet that a trim leaves of a frame that is long enough."""
        size = size or self.trim_size or self.values.trim_size
        if self.chose("trim_size_base", "frame"):
            return size
        return ETHERNET_BYTES + (IPV4_BYTES if is_ipv4(frame) else IPV6_BYTES) + size

    def cut(self, whole: bytes, port: int = OUT, *, size: int | None = None, dscp: int | None = None) -> bytes:
        """The trimmed copy of `whole`, a frame as it would have left on `port`.

        Args:
            whole: the frame.
            port: where the copy leaves.
            size: configured trim size, by default that of the case.
            dscp: of the copy, by default that of the port.
        """
        make = trimmed_ipv4 if is_ipv4(whole) else trimmed
        update = self._mode("trim_length", self.length_mode) == "update"
        dscp = self.trim_dscp(port) if dscp is None else dscp
        return make(whole, self.kept(whole, size), dscp, update_length=update)

    def copy(self, frame: bytes, port: int = OUT, *, size: int | None = None, dscp: int | None = None) -> bytes:
        """The trimmed copy of an IPv6 frame that is only routed."""
        return self.cut(forwarded(frame, port), port, size=size, dscp=dscp)

    # -- counters and checks -------------------------------------------------------------------------------------------

    def trims_count(
        self,
        packets: int = 1,
        *,
        port: int = OUT,
        queue: int | None = None,
        refused: int = 0,
        ingress: int = IN,
        trim_queue: int | None = None,
    ) -> Moves:
        """What trimmed packets move.

        Args:
            packets: packets trimmed.
            port: egress port.
            queue: queue that refused them, by default the data queue.
            refused: how many of the copies the trim queue refused.
            ingress: port they came in by.
            trim_queue: where the copies went, by default the profile's trim queue.
        """
        queue = self.values.data_queue if queue is None else queue
        trim_queue = self.values.trim_queue if trim_queue is None else trim_queue
        locus = queue if self.chose("counter_locus", "original_queue") else trim_queue
        numbers = {"trim": packets, "tx_trim": packets - refused, "dropped_trim": refused}
        return total(
            {cell(f"queue_{name}_packets", port, locus): number for name, number in numbers.items()},
            {cell(name, port): numbers[kind] for kind, name in PORT_TRIM_COUNTERS.items()},
            {cell(name, 0): numbers[kind] for kind, name in SWITCH_TRIM_COUNTERS.items()},
            {cell("queue_packets", port, trim_queue): packets - refused},
            {cell("queue_dropped_packets", port, queue): packets * self.chose("dropped_counts_trimmed", "included")},
            {cell("drop_trim_queue_full", ingress): refused},
        )

    def trims(self, *frames: bytes, port: int = OUT, queue: int | None = None) -> None:
        """These frames leave trimmed on `port`, in order, and the counters say so."""
        moves = self.trims_count(port=port, queue=queue)
        self.each([Fate(frame, self.copy(frame, port), moves) for frame in frames], port=port)

    def trims_to(self, frame: bytes, wanted: bytes, port: int = OUT) -> None:
        """This frame leaves on `port` as `wanted`, and counts as trimmed."""
        self.check([frame], {port: [wanted]}, self.trims_count(port=port))


class LimitedTrimTest(TrimTest):
    """The data queue of OUT admits `whole` long frames to the byte and then trims; nothing is blocked, nothing drains.

    Attributes:
        whole: frames that fit.
        spare_bytes: by how much the limit exceeds them.
    """

    blocked = ()
    whole = 2
    spare_bytes = 0

    def data_profile(self, port: int) -> Setting:
        limit = self.whole * self.long + self.spare_bytes
        return QueueProfile(port, self.values.data_queue, rate="crawl", limit=limit, trim=self.trim)

    def fill(self, port: int = OUT) -> None:
        """Fill the data queue of `port` with whole frames."""
        self.passes(*(self.frame(1000 + identity, port=port) for identity in range(self.whole)), port=port)
