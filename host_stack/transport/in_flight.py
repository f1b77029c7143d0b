# SPDX-License-Identifier: Apache-2.0
"""The requestor's books: which packets were sent and are not known to have arrived, and which of them are lost.

Loss inference (the policy is open, endpoint §4.2). Packets are kept in the order they were sent. A report that
a packet sent at time t has arrived is evidence about every packet sent before t: one that is still missing although it
was sent more than ``reorder_ns`` before t is lost. Retransmissions travel in a higher class than first transmissions
and overtake them, so their arrival is evidence about retransmissions only; the arrival of a first transmission, or of a
reliability probe, is evidence about both.

Long before it counts as lost a packet is silent: one sent a round trip after it has been reported. It may be in a
queue, so nothing is sent again, but there are better paths than the one that it took.
"""

from collections.abc import Callable
from enum import IntEnum
from heapq import heappop, heappush
from typing import Final

from host_stack.transport.work_requests import PacketState, SentPacket


class Evidence(IntEnum):
    """What kind of packet a report is about."""

    FIRST = 0
    """A first transmission, or a probe."""
    RETRANSMISSION = 1


_IN_FLIGHT: Final = PacketState.IN_FLIGHT
_LOST: Final = PacketState.LOST
_REMEMBERED: Final = 256
"""Of so many packets that were reported last, and up to twice that, it is known when they left."""


class InFlight:
    """Indices ``[una, next_index)`` have been sent at least once.

    Attributes:
        last_sent_ns: when a packet left last.
        una: lowest index not cumulatively reported received.
        next_index: next index to send.
        told_ns: when a packet was reported last.
        records: packets not known to have arrived, by index; in_flight: how many of them are not waiting to be sent
            again.
    """

    __slots__ = (
        "_arrived",
        "_arrived_before",
        "_delayed",
        "_heard",
        "_latest_ns",
        "_lost",
        "_orders",
        "_silent",
        "in_flight",
        "last_sent_ns",
        "next_index",
        "records",
        "told_ns",
        "una",
    )

    def __init__(self, first: int, heard: Callable[[SentPacket], None] | None = None) -> None:
        """``heard``: told of each silent packet that is not in flight any more, whatever became of it."""
        self.una = first
        self.next_index = first
        self.records: dict[int, SentPacket] = {}
        self.in_flight = 0
        self.told_ns = 0
        self.last_sent_ns = 0
        self._lost: list[int] = []
        self._delayed: list[tuple[int, int]] = []
        # By kind of evidence, in the order they were sent.
        self._orders: tuple[dict[int, SentPacket], dict[int, SentPacket]] = ({}, {})
        self._silent: tuple[dict[int, SentPacket], dict[int, SentPacket]] = ({}, {})
        self._heard = heard
        self._latest_ns = [-1, -1]
        # When packets left for the first time that have been reported by something else than their own SACK.
        self._arrived: dict[int, int] = {}
        self._arrived_before: dict[int, int] = {}

    def sent(self, record: SentPacket, now_ns: int) -> None:
        """``record`` left (again) at ``now_ns``; its EV is already noted in it."""
        record.state = _IN_FLIGHT
        self.in_flight += 1
        record.sent_ns = self.last_sent_ns = now_ns
        record.sends += 1
        record.ahead = record.index - self.una
        record.avoid = None
        record.given_up = False
        self.records[record.index] = record
        if record.sends > 1:
            self._orders[1][record.index] = record
        else:
            self._orders[0][record.index] = record

    def delivered(self, index: int) -> SentPacket | None:
        """The record of a packet now reported received, taken off the books; None if it was not on them.

        Its ``state`` tells whether it was in flight or waiting to be sent again.
        """
        record = self.records.get(index)
        if record is not None:
            del self.records[index]
            if record.state is _IN_FLIGHT:
                self._land(record)
            if record.sends == 1 and record.sent_ns > self._latest_ns[0]:
                self._latest_ns[0] = record.sent_ns
            if len(self._arrived) >= _REMEMBERED:
                self._arrived_before, self._arrived = self._arrived, {}
            self._arrived[index] = record.first_sent_ns
        return record

    def own_report(self, index: int) -> int | None:
        """The SACK that this packet triggered is here: when it left for the first time, if it is off the books.

        A transport ACK, or the SACK of a later packet, may have overtaken it. Asked once, None from then on; None, too,
        if it was reported too long ago.
        """
        first_ns = self._arrived.pop(index, None)
        return self._arrived_before.pop(index, None) if first_ns is None else first_ns

    def witness(self, sent_ns: int, kind: Evidence) -> None:
        """Something of this kind, sent at ``sent_ns``, has arrived."""
        self._latest_ns[kind] = max(self._latest_ns[kind], sent_ns)

    def overdue(self, reorder_ns: int) -> SentPacket | None:
        """A packet that must be lost by now; None if none is left. The caller requeues it before asking for another."""
        for kind in (0, 1):
            waiting = self._silent[kind] or self._orders[kind]
            if waiting:
                record = next(iter(waiting.values()))
                if record.sent_ns <= self.evidence_ns(kind) - reorder_ns:
                    return record
        return None

    def fall_silent(self, patience_ns: int) -> list[SentPacket]:
        """Packets that are silent from now on: others that left ``patience_ns`` after them have been reported."""
        found: list[SentPacket] = []
        for kind in (0, 1):
            order = self._orders[kind]
            horizon = self.evidence_ns(kind) - patience_ns
            while order:
                record = next(iter(order.values()))
                if record.sent_ns > horizon:
                    break
                record.silent = True
                del order[record.index]
                self._silent[kind][record.index] = record
                found.append(record)
        return found

    def again_before(self, limit_ns: int) -> list[SentPacket]:
        """Retransmissions in flight that left at ``limit_ns`` or before, in that order."""
        if not self._orders[1] and not self._silent[1]:
            return []
        found = [record for record in self._silent[1].values() if record.sent_ns <= limit_ns]
        for record in self._orders[1].values():
            if record.sent_ns > limit_ns:
                break
            found.append(record)
        return found

    def evidence_ns(self, kind: int) -> int:
        """When the latest packet left whose arrival says something of first transmissions, or retransmissions (1)."""
        first, again = self._latest_ns
        return again if kind and again > first else first

    def _land(self, record: SentPacket) -> None:
        """``record`` is not in flight any more."""
        self.in_flight -= 1
        kind = 1 if record.sends > 1 else 0
        if not record.silent:
            del self._orders[kind][record.index]
            return
        del self._silent[kind][record.index]
        record.silent = False
        if self._heard is not None:
            self._heard(record)

    def sent_before(self, limit_ns: int) -> list[SentPacket]:
        """Packets in flight whose last transmission is not later than ``limit_ns``."""
        return [r for r in self.records.values() if r.state is PacketState.IN_FLIGHT and r.sent_ns <= limit_ns]

    def requeue(self, record: SentPacket, avoid_until_ns: int, ready_ns: int = 0) -> None:
        """``record`` must be sent again, on another EV than last time if one turns up before ``avoid_until_ns``.

        Not before ``ready_ns``, at which ``release`` must be called; 0: at once.
        """
        if self.records.get(record.index) is record and record.state is _IN_FLIGHT:
            self._land(record)
        record.state = _LOST
        record.avoid = record.entropy
        record.avoid_until_ns = avoid_until_ns
        self.records[record.index] = record
        if ready_ns:
            heappush(self._delayed, (ready_ns, record.index))
        else:
            heappush(self._lost, record.index)

    @property
    def delayed_ns(self) -> int | None:
        """When ``release`` must be called next."""
        return self._delayed[0][0] if self._delayed else None

    def release(self, now_ns: int) -> None:
        """What waited until now may be sent again."""
        while self._delayed and self._delayed[0][0] <= now_ns:
            heappush(self._lost, heappop(self._delayed)[1])

    @property
    def waiting(self) -> bool:
        """Whether something may wait to be sent again now."""
        return bool(self._lost)

    def oldest_lost(self) -> SentPacket | None:
        """The oldest packet waiting to be sent again; it stays queued."""
        lost = self._lost
        while lost:
            record = self.records.get(lost[0])
            if record is not None and record.state is _LOST:
                return record
            heappop(lost)
        return None

    def take_lost(self) -> None:
        """Unqueue what ``oldest_lost`` returned."""
        heappop(self._lost)

    def clear(self) -> None:
        """Forget every packet."""
        if self._heard is not None:
            for record in (*self._silent[0].values(), *self._silent[1].values()):
                self._heard(record)
        self.records.clear()
        self._lost.clear()
        self._delayed.clear()
        self._arrived.clear()
        self._arrived_before.clear()
        self.in_flight = 0
        for order in (*self._orders, *self._silent):
            order.clear()
