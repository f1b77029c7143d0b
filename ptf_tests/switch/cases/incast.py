# SPDX-License-Identifier: GPL-2.0-only
"""Incast: n hosts send to one egress port at once, from all other ports; no packet gets lost unseen (sonic-mgmt).

The data queue has room for one sender's burst and the trim queue for 16 copies of each of its packets: 4096 bytes are
16 times 256, so headers overflow above 17:1. Nothing drains during a burst, so that no result depends on timing, and a
burst can be sent in parts that the buffers of the test bed hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ptf_tests.results import Evidence, SentFrame
from ptf_tests.switch.case import HOST, IN, OUT, PORTS, SPARE, addressed, cell, forwarded
from ptf_tests.switch.congestion import HEADER_BYTES, Fate, TrimTest, total
from ptf_tests.switch.device import Cell
from ptf_tests.switch.packets import with_source
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Setting, TcToQueue

BURST = 4
"""Packets of each sender."""

FRAME_BYTES = 4096
COPIES_PER_PACKET = 16

PART = 12
"""How many packets enter one port before what came out is collected."""

INGRESS = (IN, HOST, SPARE)


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet of the burst: where it enters, what it is, and the two forms in which it may leave."""

    ingress: int
    frame: bytes
    whole: bytes
    copy: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a burst: packets by how they left OUT, in the order in which they did, and what counters say."""

    whole: tuple[Packet, ...]
    trimmed: tuple[Packet, ...]
    grown: Mapping[Cell, int]


class _Incast(TrimTest):
    """Limits for one sender's burst and for 16 copies of each of its packets; senders are spread over three ports.

    Attributes:
        senders: n of n:1.
    """

    blocked = ()
    senders = 4
    ingress: tuple[int, ...] = INGRESS

    def setUp(self) -> None:
        super().setUp()
        self.configure(self.trim_profile(BURST * COPIES_PER_PACKET * self.kept(self.frame())))

    def packet_bytes(self) -> int:
        """Length of the packets."""
        return FRAME_BYTES

    def data_profile(self, port: int) -> Setting:
        return QueueProfile(port, self.values.data_queue, rate="crawl", limit=BURST * self.packet_bytes(), trim=True)

    def burst(self, *, dscps: Sequence[int] = ()) -> list[Packet]:
        """All senders' packets, by turns; each sender has an address and an ingress port of its own.

        Args:
            dscps: of the senders, by turns; TRIMMABLE when there are none.
        """
        found = []
        for number in range(BURST):
            for sender in range(self.senders):
                dscp = dscps[sender % len(dscps)] if dscps else None
                frame = self.frame(sender << 16 | number, length=self.packet_bytes(), dscp=dscp)
                frame = with_source(frame, f"fd00:0:0:{sender:x}::1")
                ingress = self.ingress[sender % len(self.ingress)]
                found.append(Packet(ingress, frame, forwarded(frame, OUT), self.copy(frame)))
        return found

    def offer(self, burst: Sequence[Packet]) -> Outcome:
        """Send the burst; every frame that leaves must be one of its packets, in one of the two forms, and once."""
        before = self.device.counters(PORTS)
        received: dict[int, list[bytes]] = {port: [] for port in PORTS}
        part = PART * len(self.ingress)
        for start in range(0, len(burst), part):
            sent = burst[start : start + part]
            for packet in sent:
                self.send(packet.ingress, packet.frame)
            for ingress in dict.fromkeys(packet.ingress for packet in sent):
                for port, frames in self.collect(ingress).items():
                    received[port] += frames
        after = self.device.counters(PORTS)
        forms = {packet.whole: packet for packet in burst} | {packet.copy: packet for packet in burst}
        strange = [frame for frame in received[OUT] if frame not in forms]
        strange += [frame for port, frames in received.items() if port != OUT for frame in frames]
        self._refuse(strange, "left that no packet of the burst becomes", burst)
        times = Counter(forms[frame].frame for frame in received[OUT])
        self._refuse([frame for frame, number in times.items() if number > 1], "packet(s) left twice", burst)
        left = [(frame, forms[frame]) for frame in received[OUT]]
        return Outcome(
            tuple(packet for frame, packet in left if frame == packet.whole),
            tuple(packet for frame, packet in left if frame == packet.copy),
            {key: after[key].packets - was.packets for key, was in before.items()},
        )

    def _refuse(self, frames: Sequence[bytes], what: str, burst: Sequence[Packet]) -> None:
        if not frames:
            return
        message = f"{len(frames)} frame(s): {what}"
        sent = tuple(SentFrame(port=p.ingress, hex=addressed(p.frame, p.ingress).hex()) for p in burst)
        received = tuple(SentFrame(port=OUT, hex=frame.hex()) for frame in frames)
        self._session.save_evidence(Evidence(message=message, sent=sent, received=received))
        self.fail(message)

    def adds_up(self, burst: Sequence[Packet], found: Outcome) -> None:
        """Sent = whole + trimmed + dropped, to the packet, and so say the counters that the device has."""
        whole, trimmed_ = len(found.whole), len(found.trimmed)
        refused = len(burst) - whole - trimmed_
        moves = dict(self.admitted(whole))
        for ingress in INGRESS:
            entered = sum(packet.ingress == ingress for packet in burst)
            lost = entered - sum(packet.ingress == ingress for packet in (*found.whole, *found.trimmed))
            moves[cell("drop_trim_queue_full", ingress)] = lost
        moves = {**self.trims_count(trimmed_ + refused, refused=refused), **moves}
        grown = {key: found.grown[key] for key in moves if key in found.grown}
        self.assertEqual(grown, {key: moves[key] for key in grown})
        self.assertTrue(found.trimmed, "nothing was trimmed: the queues are not limited as configured")

    def in_order(self, burst: Sequence[Packet], found: Outcome) -> None:
        """Of the packets of one ingress port, the whole ones leave in order, and so do the copies."""
        position = {packet.frame: number for number, packet in enumerate(burst)}
        for packets in (found.whole, found.trimmed):
            for ingress in self.ingress:
                numbers = [position[packet.frame] for packet in packets if packet.ingress == ingress]
                self.assertEqual(numbers, sorted(numbers), f"packets that entered port {ingress} overtook others")

    def all_arrive(self) -> None:
        """Every packet leaves, whole or trimmed, once and in order."""
        burst = self.burst()
        found = self.offer(burst)
        self.assertEqual(len(found.whole) + len(found.trimmed), len(burst), "packets are missing")
        self.adds_up(burst, found)
        self.in_order(burst, found)

    def some_are_lost(self) -> Outcome:
        """Every packet leaves, whole or trimmed, once and in order, or is dropped as a copy and counted."""
        burst = self.burst()
        found = self.offer(burst)
        self.adds_up(burst, found)
        self.in_order(burst, found)
        return found

    def exact(self) -> None:
        """From one port, where the order is known: which packet leaves in which form is what the limits say."""
        burst = self.burst()
        room = BURST * (1 + COPIES_PER_PACKET)
        found = self.offer(burst)
        self.adds_up(burst, found)
        self.same(found.whole, burst[:BURST], "left whole")
        self.same(found.trimmed, burst[BURST:room], "left trimmed")

    def same(self, found: Sequence[Packet], wanted: Sequence[Packet], what: str) -> None:
        """These packets and no others, in this order."""
        numbers = ([packet.frame[HEADER_BYTES : HEADER_BYTES + 8].hex() for packet in side] for side in (found, wanted))
        self.assertEqual(*numbers, f"other packets {what} than the limits give")


class Incast4(_Incast):
    """4:1 incast: every packet leaves whole or trimmed, exactly once, in order, and counters say the same."""

    requirements: ClassVar = ("QOS-017",)

    def runTest(self) -> None:
        self.all_arrive()


class Incast8(_Incast):
    """8:1 incast: every packet leaves whole or trimmed, exactly once, in order, and counters say the same."""

    requirements: ClassVar = ("QOS-018",)

    senders = 8

    def runTest(self) -> None:
        self.all_arrive()


class Incast12(_Incast):
    """12:1 incast: whole, trimmed and dropped copies add up to what was sent."""

    requirements: ClassVar = ("QOS-019",)

    senders = 12

    def runTest(self) -> None:
        self.some_are_lost()


class Incast20(_Incast):
    """20:1 incast: the trim queue overflows too, and whole, trimmed and dropped packets add up to what was sent."""

    requirements: ClassVar = ("QOS-020",)

    senders = 20

    def runTest(self) -> None:
        """80 packets; some copies are lost."""
        found = self.some_are_lost()
        self.assertLess(len(found.whole) + len(found.trimmed), self.senders * BURST, "the trim queue did not overflow")


class Incast20Numbers(_Incast):
    """20:1 incast from three ports: as many whole and trimmed packets as the limits have room for, to the packet."""

    requirements: ClassVar = ("QOS-020", "QOS-023")

    senders = 20

    def runTest(self) -> None:
        """Which packets these are depends on how the ports interleave; how many does not."""
        found = self.some_are_lost()
        self.assertEqual((len(found.whole), len(found.trimmed)), (BURST, BURST * COPIES_PER_PACKET))


class Incast4Exact(_Incast):
    """4:1 incast: exactly the packets that the limits give leave whole, the others trimmed."""

    requirements: ClassVar = ("QOS-017", "QOS-023")

    ingress = (IN,)

    def runTest(self) -> None:
        """4 whole, 12 trimmed."""
        self.exact()


class Incast8Exact(_Incast):
    """8:1 incast: exactly the packets that the limits give leave whole, the others trimmed."""

    requirements: ClassVar = ("QOS-018", "QOS-023")

    senders = 8
    ingress = (IN,)

    def runTest(self) -> None:
        """4 whole, 28 trimmed."""
        self.exact()


class Incast12Exact(_Incast):
    """12:1 incast: exactly the packets that the limits give leave whole, the others trimmed."""

    requirements: ClassVar = ("QOS-019", "QOS-023")

    senders = 12
    ingress = (IN,)

    def runTest(self) -> None:
        """4 whole, 44 trimmed."""
        self.exact()


class Incast20Exact(_Incast):
    """20:1 incast: exactly the packets that the limits give leave whole, trimmed, and not at all."""

    requirements: ClassVar = ("QOS-020", "QOS-023")

    senders = 20
    ingress = (IN,)

    def runTest(self) -> None:
        """4 whole, 64 trimmed, 12 dropped."""
        self.exact()


class IncastDscp(_Incast):
    """In an incast every packet that leaves shorter than it came has the trim DSCP, and every whole one its own."""

    requirements: ClassVar = ("QOS-021",)

    senders = 8

    def runTest(self) -> None:
        """First transmissions and retransmissions."""
        roles = (self.values.dscp.trimmable, self.values.dscp.trimmable_retx)
        burst = self.burst(dscps=roles)
        found = self.offer(burst)
        self.adds_up(burst, found)
        for packet in found.whole:
            self.assertEqual(packet.whole[14:16], packet.frame[14:16])
        for packet in found.trimmed:
            self.assertEqual((packet.copy[14] & 0xF) << 2 | packet.copy[15] >> 6, self.trim_dscp(OUT))


class IncastVictim(_Incast):
    """In an incast the flows to another port lose nothing and are not trimmed."""

    requirements: ClassVar = ("QOS-022",)

    senders = 20
    ingress = (IN,)

    def runTest(self) -> None:
        """One packet to SPARE after every four of the incast, through the same data queue number."""
        burst = self.burst()
        victims = [self.frame(1000 + i, port=SPARE, length=FRAME_BYTES) for i in range(len(burst) // 4)]
        at_victim, at_incast = [], []
        for number, victim in enumerate(victims):
            for packet in burst[4 * number : 4 * number + 4]:
                self.send(IN, packet.frame)
            self.send(IN, victim)
            received = self.collect(IN)
            at_victim += received[SPARE]
            at_incast += received[OUT]
        self.assertEqual(at_victim, [forwarded(frame, SPARE) for frame in victims])
        self.assertTrue(any(len(frame) < FRAME_BYTES for frame in at_incast), "no incast took place")


class IncastTwoVictimPorts(_Incast):
    """Two incasts at once, to two ports: each port has room of its own."""

    requirements: ClassVar = ("QOS-022", "QOS-023")

    senders = 8

    def packet_bytes(self) -> int:
        """Short enough for one burst."""
        return self.long

    def runTest(self) -> None:
        """4 whole and 28 trimmed on each."""
        self.configure(self.trim_profile(BURST * COPIES_PER_PACKET * self.kept(self.frame()), port=HOST))
        frames = {port: self.frames(8 * BURST, port=port) for port in (OUT, HOST)}
        for start in range(0, 8 * BURST, BURST):
            sent = {port: both[start : start + BURST] for port, both in frames.items()}
            form, moved = (forwarded, self.admitted) if start == 0 else (self.copy, self.trims_count)
            wanted = {port: [form(frame, port) for frame in part] for port, part in sent.items()}
            moves = total(*(moved(BURST, port=port) for port in sent))
            self.check([frame for pair in zip(*sent.values(), strict=True) for frame in pair], wanted, moves)


class IncastTwoQueues(_Incast):
    """In an incast on two data queues of one port both trim into the same trim queue, by strict priority."""

    requirements: ClassVar = ("TRIM-010", "QOS-013", "QOS-023")

    senders = 8
    ingress = (IN,)

    def packet_bytes(self) -> int:
        """Short enough for one burst."""
        return self.long

    def runTest(self) -> None:
        """A packet finds ahead of it what its own queue and all higher ones admitted, trimmed copies included."""
        v = self.values
        queue, tc, dscp = self.free_queues()[-1], self.free_tcs()[0], self.free_dscps()[0]
        limit = BURST * self.packet_bytes()
        self.configure(
            DscpToTc(dscp, tc, trim_eligible=True),
            TcToQueue(tc, queue),
            QueueProfile(OUT, queue, rate="crawl", limit=limit, trim=True),
        )
        waiting = dict.fromkeys((queue, v.data_queue, v.trim_queue), 0)
        fates = []
        for number, packet in enumerate(self.burst(dscps=(v.dscp.trimmable, dscp))):
            own = (v.data_queue, queue)[number % 2]
            if self.ahead(waiting, own) + len(packet.frame) <= limit:
                fates.append(Fate(packet.frame, packet.whole, self.admitted(queue=own)))
                waiting[own] += len(packet.whole)
            elif self.ahead(waiting, v.trim_queue) + len(packet.copy) <= BURST * COPIES_PER_PACKET * len(packet.copy):
                fates.append(Fate(packet.frame, packet.copy, self.trims_count(queue=own)))
                waiting[v.trim_queue] += len(packet.copy)
            else:
                fates.append(Fate(packet.frame, None, self.trims_count(queue=own, refused=1)))
        self.each(fates, in_order=False)

    def ahead(self, waiting: Mapping[int, int], queue: int) -> int:
        """Bytes in this and all higher queues."""
        return sum(number for other, number in waiting.items() if other >= queue)
