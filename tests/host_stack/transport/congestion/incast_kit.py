# SPDX-License-Identifier: Apache-2.0
"""Many senders, one receiver, one switch port per plane in between: an incast in virtual time without switches."""

from __future__ import annotations

from dataclasses import dataclass, field

from host_stack_kit import Pipe, address, config, is_data, join, trim, with_ce

from host_stack import CcProfile, Nic, QueuePair, TransportOptions

RATE_BPS = 100_000_000_000
DELAY_NS = 3_000
FRAME_NS = (4096 + 142 + 24) * 8 * 1_000_000_000 // RATE_BPS
BASE_RTT_NS = 2 * DELAY_NS + 2 * FRAME_NS + 100
BDP_BYTES = RATE_BPS * BASE_RTT_NS // 8_000_000_000
"""Of one plane."""


@dataclass
class Port:
    """A switch port that faces the receiver: 1.5 BDP of room, then it trims; marks only between two thresholds."""

    limit_bytes: int = BDP_BYTES * 3 // 2
    ecn_bytes: tuple[int, int] | None = None
    free_ns: int = 0
    marked: int = 0
    peak_bytes: int = 0

    def admit(self, frame: bytes, now_ns: int) -> tuple[int, bytes]:
        """How long the frame waits, and what becomes of it."""
        waiting = max(0, self.free_ns - now_ns)
        queued = waiting * RATE_BPS // 8_000_000_000
        if queued + len(frame) > self.limit_bytes:
            return 0, trim(frame, dscp=16)
        self.peak_bytes = max(self.peak_bytes, queued)
        if self.ecn_bytes is not None:
            low, high = self.ecn_bytes
            # The n-th packet is marked where n times the probability passes a whole number: no dice.
            share = min(1.0, max(0.0, (queued - low) / (high - low)))
            self.marked_share = getattr(self, "marked_share", 0.0) + share
            if self.marked_share >= 1:
                self.marked_share -= 1
                self.marked += 1
                frame = with_ce(frame)
        done = now_ns + waiting + (len(frame) + 24) * 8_000_000_000 // RATE_BPS
        self.free_ns = done
        return done - now_ns, frame


@dataclass
class Sender:
    """One writer: when it starts, what it has, and what it got there when."""

    nic: Nic
    qp: QueuePair
    start_ns: int
    size: int
    placed: list[int] = field(default_factory=list)
    windows: list[int] = field(default_factory=list)
    retransmissions: list[int] = field(default_factory=list)
    packets: list[int] = field(default_factory=list)
    done_ns: int | None = None


class Incast:
    """``sizes``: bytes each sender writes; ``starts_ns``: when (0 for all by default)."""

    def __init__(
        self,
        sizes,
        *,
        starts_ns=None,
        cc: CcProfile | None = None,
        planes: int = 2,
        ecn: bool = False,
        transport: TransportOptions | None = None,
        sample_ns: int = BASE_RTT_NS,
    ) -> None:
        self.transport = transport or options()
        peers = range(2, 2 + len(sizes))
        self.receiver = Nic(config("r", 1, peers, planes=planes, transport=self.transport), seed=1)
        nics = [Nic(config(f"s{n}", n, [1], planes=planes, transport=self.transport), seed=n) for n in peers]
        self.pipe = Pipe([self.receiver, *nics], delay_ns=DELAY_NS, rate_bps=RATE_BPS)
        self.pipe.hook = self._hook
        self.sample_ns = sample_ns
        marks = (BDP_BYTES // 5, BDP_BYTES * 4 // 5) if ecn else None
        self.ports = [Port(ecn_bytes=marks) for _ in range(planes)]
        self.trims: list[int] = []
        self.queues: list[int] = []
        self._trimmed = 0
        self.senders = []
        for index, (nic, size) in enumerate(zip(nics, sizes, strict=True)):
            qp, _ = join(nic, self.receiver, cc=cc or CcProfile(), mpr=32)
            start = starts_ns[index] if starts_ns is not None else 0
            self.senders.append(Sender(nic, qp, start, size))

    def _hook(self, _name, port, frame, now):
        if frame[78:94] != address(1) or not is_data(frame):
            return [(0, frame)]
        wait, passed = self.ports[port].admit(frame, now)
        if len(passed) < len(frame):
            self._trimmed += 1
        return [(wait, passed)]

    def run(self, until_ns: int | None = None, limit_ns: int = 20_000_000) -> Incast:
        pipe = self.pipe
        for sender in self.senders:
            region = self.receiver.register_memory(sender.size)

            def start(sender=sender, region=region):
                sender.qp.post_write(bytes(sender.size), region.address, region.r_key)
                pipe.pump(sender.nic)

            pipe.at(sender.start_ns, start)
        pipe.at(self.sample_ns, self._sample)
        end = until_ns
        pipe.run(
            lambda: all(sender.done_ns is not None for sender in self.senders) if end is None else pipe.now >= end,
            limit_ns=limit_ns if end is None else end,
        )
        return self

    def _sample(self) -> None:
        now = self.pipe.now
        self.trims.append(self._trimmed)
        self.queues.append(max(max(0, port.free_ns - now) * RATE_BPS // 8_000_000_000 for port in self.ports))
        for sender in self.senders:
            counters = sender.qp.counters
            sender.placed.append(counters.data_bytes - in_books(sender))
            sender.windows.append(self.window(sender))
            sender.retransmissions.append(counters.retransmissions)
            sender.packets.append(counters.data_packets)
            if sender.done_ns is None and counters.messages_completed:
                sender.done_ns = now
        self.pipe.at(now + self.sample_ns, self._sample)

    def window(self, sender: Sender) -> int:
        return sender.nic.destination(address(1), CcProfile(), (0,)).controller.window


def in_books(sender: Sender) -> int:
    requestor = sender.qp.requestor
    return 4096 * len(requestor.flight.records) if requestor is not None else 0


def options(**kw) -> TransportOptions:
    """Timers in proportion to this network's round trip, as `provision` sets them."""
    return TransportOptions(
        **{
            "base_rtt_ns": BASE_RTT_NS,
            "reorder_ns": 4 * BASE_RTT_NS,
            "tail_probe_ns": 6 * BASE_RTT_NS,
            "reverse_probe_interval_ns": 1 << 60,
            **kw,
        }
    )
