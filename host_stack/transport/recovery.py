# SPDX-License-Identifier: Apache-2.0
"""Loss recovery: which packets are in flight, which of them are lost, and what is done about it (endpoint §4, §5.3).

``Losses`` decides, and the other classes here are what it decides by.

**Inference** (the policy is open, endpoint §4.2). ``InFlight`` keeps packets in the order they were sent. A report that
a packet sent at time t has arrived is evidence about every packet sent before t: one that is still missing although it
was sent more than ``reorder_ns`` before t is lost. Retransmissions travel in a higher class than first transmissions
and overtake them, so their arrival is evidence about retransmissions only; the arrival of a first transmission, or of a
reliability probe, is evidence about both. Long before it counts as lost a packet is *silent*: one sent a round trip
after it has been reported. It may be in a queue, so nothing is sent again, but other paths are better than its own.

**Blame.** A loss without a trim means that the path has failed, and its EV goes out of use at once. That is wrong if
the packet was not lost on its way there: when the plane has closed (``PlaneLosses``), when it is the reports that were
lost on their way back (``ReverseDoubt``), and when the packet turns up after all, or is said to have been trimmed.

**Repeats.** A hole counts as lost when a packet sent ``reorder_ns`` later has been reported: the time that queues may
take. That evidence comes late, or never, just where it is needed most. A packet that was sent again and is lost again
holds the PSN window until it closes; then nothing leaves any more whose report could be evidence. Nothing leaves behind
the end of a write, either. So packets are sent again before they count as lost (``Repeats``):

* a retransmission, which its receiver must report at once (endpoint §3), when what left a round trip after it has been
  reported and it has not;
* when nothing new can leave, a reliability probe is sent (``requestor.AckTimeout``), and what left a round trip before
  it and is missing from its answer is sent again.

A round trip is here the longest of late (``TripTimes``). None of this blames an EV: that waits until the packet would
have counted as lost, and is off if it turns up by the EV that it had left by. Until then the EV rests.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from host_stack.counters import QpCounters, Why
from host_stack.paths.ev_set import EvSet
from host_stack.transport.congestion.destination import Account
from host_stack.transport.connection import LossResponse, TransportOptions
from host_stack.transport.retries import ReliabilityProbes
from host_stack.transport.work import PacketRing, PacketState, SentPacket
from host_stack.unboxed import unboxed
from host_stack.wire.constants import TICK_NS
from host_stack.wire.headers import sent_ns, tick

# --- Packets in flight -----------------------------------------------------------------------------------------------


_IN_FLIGHT: Final = PacketState.IN_FLIGHT
_LOST: Final = PacketState.LOST
_REMEMBERED: Final = 256
"""For this many of the packets reported last, at least, it is known when they left; for twice as many at most."""


@unboxed(ints="_oldest again_ns first_ns in_flight last_sent_ns next_index reported_ns una")
class InFlight:
    """Indices ``[una, next_index)`` have been sent at least once.

    Attributes:
        last_sent_ns: when a packet left last.
        una: lowest index not cumulatively reported received.
        next_index: next index to send.
        reported_ns: when a packet was reported last.
        first_ns, again_ns: when the latest packet left whose arrival says something of first transmissions, and of
            retransmissions; −1: none.
        lost: a heap of what may wait to be sent again now; some of it may have been reported since.
        again: retransmissions in flight that are not silent, in the order they were sent; first transmissions leave in
            the order of their indices, so ``records`` has these in order.
        silent: first transmissions and retransmissions that are, in the order they were sent.
        records: packets not known to have arrived; in_flight: how many of them are not waiting to be sent again.
    """

    __slots__ = (
        "_arrived",
        "_arrived_before",
        "_delayed",
        "_heard",
        "_oldest",
        "_reported",
        "again",
        "again_ns",
        "first_ns",
        "in_flight",
        "last_sent_ns",
        "lost",
        "next_index",
        "records",
        "reported_ns",
        "silent",
        "una",
    )

    def __init__(
        self,
        first: int,
        heard: Callable[[SentPacket], None] | None = None,
        reported: Callable[[SentPacket, int], None] | None = None,
    ) -> None:
        """``heard``: told of each silent packet that is not in flight any more, whatever became of it.

        ``reported``: told of each packet that was repeated or blamed on an EV, when it is reported received.
        """
        self.una = first
        self.next_index = first
        self.records = PacketRing()
        self.in_flight = 0
        self.reported_ns = 0
        self.last_sent_ns = 0
        self.lost: list[int] = []
        self._delayed: list[tuple[int, int]] = []
        # No first transmission that is in flight and not silent has a lower index.
        self._oldest = first
        self.again: dict[int, SentPacket] = {}
        self.silent: tuple[dict[int, SentPacket], dict[int, SentPacket]] = ({}, {})
        self._heard = heard
        self._reported = reported
        self.first_ns = self.again_ns = -1
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
        self.records.put(record)
        if record.sends > 1:
            self.again[record.index] = record
        elif record.index < self._oldest:
            self._oldest = record.index

    def delivered(self, indices: Iterable[int], now_ns: int, own: int | None = None) -> list[SentPacket]:
        """The records of packets now reported received, taken off the books, in this order; of those that were on them.

        Their ``state`` tells whether they were in flight or waiting to be sent again. ``own``: the packet whose SACK it
        is, if it is one's; ``own_report`` of that is not asked any more.
        """
        found: list[SentPacket] = []
        records, arrived = self.records, self._arrived
        for index in indices:
            record = records.pop(index)
            if record is None:
                continue
            found.append(record)
            if record.state is _IN_FLIGHT:
                if record.silent:
                    self._land(record)
                else:
                    self.in_flight -= 1
                    if record.sends > 1:
                        del self.again[index]
            if record.sends == 1 and record.sent_ns > self.first_ns:
                self.first_ns = record.sent_ns
            if len(arrived) >= _REMEMBERED:
                self._arrived_before = arrived
                arrived = self._arrived = {}
            if index == own:
                arrived.pop(index, None)
            else:
                arrived[index] = record.first_sent_ns
            if self._reported is not None and (record.repeated or record.blamed is not None):
                self._reported(record, now_ns)
        if found:
            self.again_ns = max(self.again_ns, self.first_ns)
            self.reported_ns = now_ns
        return found

    def own_report(self, index: int) -> int | None:
        """The SACK that this packet triggered is here, and it is off the books: when it left for the first time.

        A transport ACK, or the SACK of a later packet, may have overtaken it. Asked once, None from then on; None, too,
        if it was reported too long ago.
        """
        first_ns = self._arrived.pop(index, None)
        return self._arrived_before.pop(index, None) if first_ns is None else first_ns

    def overdue(self, reorder_ns: int) -> SentPacket | None:
        """A packet that must be lost by now; None if none is left. The caller requeues it before asking for another."""
        for kind in (0, 1):
            silent = self.silent[kind]
            record = next(iter(silent.values())) if silent else self._oldest_heard(kind)
            if record is not None and record.sent_ns <= (self.again_ns if kind else self.first_ns) - reorder_ns:
                return record
        return None

    def fall_silent(self, patience_ns: int) -> list[SentPacket]:
        """Packets that are silent from now on: others that left ``patience_ns`` after them have been reported."""
        found: list[SentPacket] = []
        for kind in (0, 1):
            horizon = (self.again_ns if kind else self.first_ns) - patience_ns
            while (record := self._oldest_heard(kind)) is not None and record.sent_ns <= horizon:
                record.silent = True
                if kind:
                    del self.again[record.index]
                self.silent[kind][record.index] = record
                found.append(record)
        return found

    def _oldest_heard(self, kind: int) -> SentPacket | None:
        """The packet in flight that is not silent and left longest ago: for the first time (``kind`` 0), or again."""
        if kind:
            return next(iter(self.again.values()), None)
        while self._oldest < self.next_index:
            record = self.records.get(self._oldest)
            if record is not None and record.state is _IN_FLIGHT and record.sends == 1 and not record.silent:
                return record
            self._oldest += 1
        return None

    def _land(self, record: SentPacket) -> None:
        """``record`` is not in flight any more."""
        self.in_flight -= 1
        again = record.sends > 1
        if not record.silent:
            if again:
                del self.again[record.index]
            return
        del self.silent[again][record.index]
        record.silent = False
        if self._heard is not None:
            self._heard(record)

    def sent_before(self, limit_ns: int) -> list[SentPacket]:
        """Packets in flight whose last transmission is not later than ``limit_ns``."""
        return [r for r in self.records.in_order() if r.state is _IN_FLIGHT and r.sent_ns <= limit_ns]

    def requeue(self, record: SentPacket, avoid_until_ns: int, ready_ns: int = 0, why: Why = Why.MISSING) -> None:
        """``record`` must be sent again, on another EV than last time if one turns up before ``avoid_until_ns``.

        Not before ``ready_ns``, at which ``release`` must be called; 0: at once.
        """
        if self.records.get(record.index) is record and record.state is _IN_FLIGHT:
            self._land(record)
        record.state = _LOST
        record.why = why
        record.avoid = record.entropy
        record.avoid_until_ns = avoid_until_ns
        self.records.put(record)
        if ready_ns:
            heappush(self._delayed, (ready_ns, record.index))
        else:
            heappush(self.lost, record.index)

    @property
    def delayed_ns(self) -> int | None:
        """When ``release`` must be called next."""
        return self._delayed[0][0] if self._delayed else None

    def release(self, now_ns: int) -> None:
        """What waited until now may be sent again."""
        while self._delayed and self._delayed[0][0] <= now_ns:
            heappush(self.lost, heappop(self._delayed)[1])

    def oldest_lost(self) -> SentPacket | None:
        """The oldest packet waiting to be sent again; it stays queued."""
        lost = self.lost
        while lost:
            record = self.records.get(lost[0])
            if record is not None and record.state is _LOST:
                return record
            heappop(lost)
        return None

    def take_lost(self) -> None:
        """Unqueue what ``oldest_lost`` returned."""
        heappop(self.lost)

    def clear(self) -> None:
        """Forget every packet."""
        if self._heard is not None:
            for record in (*self.silent[0].values(), *self.silent[1].values()):
                self._heard(record)
        self.records.clear()
        self.lost.clear()
        self._delayed.clear()
        self._arrived.clear()
        self._arrived_before.clear()
        self.in_flight = 0
        for order in (self.again, *self.silent):
            order.clear()


# --- Planes that close -----------------------------------------------------------------------------------------------


class PlaneLosses:
    """Packets that were on their way when their plane closed: they are sent again without waiting for a hole.

    What left a round trip before the plane closed and has not been reported is lost. What left later may still be
    reported: it is lost if it has not been by a round trip after. Neither blames an EV, nor is it a sign of congestion
    on other planes.
    """

    __slots__ = ("_evs", "_flight", "_patience_ns", "_waiting")

    def __init__(self, flight: InFlight, evs: EvSet, base_rtt_ns: int) -> None:
        self._flight = flight
        self._evs = evs
        self._patience_ns = base_rtt_ns * 3 // 2
        self._waiting: list[tuple[int, int, int]] = []

    @property
    def due_ns(self) -> int | None:
        """When ``overdue`` must be asked for next."""
        return self._waiting[0][0] if self._waiting else None

    def closed(self, planes: int, now_ns: int) -> list[SentPacket]:
        """The planes of these bits have closed: what must be lost already. ``overdue`` has the rest, later."""
        self._waiting.append((now_ns + self._patience_ns, planes, now_ns))
        return list(self._sent(planes, now_ns - self._patience_ns))

    def overdue(self, now_ns: int) -> list[SentPacket]:
        """What was on its way when its plane closed and ought to have been reported by now."""
        lost: list[SentPacket] = []
        while self._waiting and self._waiting[0][0] <= now_ns:
            _, planes, closed_ns = self._waiting.pop(0)
            lost += self._sent(planes, closed_ns)
        return lost

    def _sent(self, planes: int, limit_ns: int) -> Iterator[SentPacket]:
        for record in self._flight.sent_before(limit_ns):
            entry = self._evs.get(record.entropy)
            if entry is not None and planes >> entry.plane & 1:
                yield record


# --- Reports that are lost -------------------------------------------------------------------------------------------

_ROUNDED_BYTES = 256
"""rcvd_bytes counts in units of this many, rounded up."""


class ReverseDoubt:
    """Packets that no report names although they may have arrived: were they lost, or their reports?

    A SACK counts every byte that has arrived (CC_STATE.rcvd_bytes), and names 64 packets. When it has counted more than
    all reports together have named, reports were lost on the way back. Then what is overdue is not lost yet, and no EV
    to be blamed: a reliability probe makes the peer report everything again (endpoint §3), and what that leaves open is
    lost. A part of that report may be lost, too: then it goes on, for two round trips at most.
    """

    __slots__ = ("_patience_ns", "asked_ns")

    def __init__(self, base_rtt_ns: int) -> None:
        self._patience_ns = 2 * base_rtt_ns
        self.asked_ns: int | None = None

    def holds(self, oldest: SentPacket, unreported: int, now_ns: int) -> bool:
        """Whether the oldest overdue packet may have arrived, so that the answer to a probe is to be waited for.

        Args:
            oldest: the first of the packets that are overdue.
            unreported: bytes that the peer has counted and not named.
            now_ns: time of the SACK.
        """
        if unreported < oldest.size + _ROUNDED_BYTES:
            self.asked_ns = None
            return False
        if self.asked_ns is None:
            self.asked_ns = now_ns
        return now_ns < self.asked_ns + self._patience_ns

    def begun(self, now_ns: int) -> bool:
        """Whether it began now: the peer is to be asked."""
        return self.asked_ns == now_ns


# --- Round trips -----------------------------------------------------------------------------------------------------

_PERIOD: Final = 16
"""Recent round trips are those of this period and the one before, each of this many unloaded round trips."""


@unboxed(ints="_ends_ns _worst_ns patience_ns")
class TripTimes:
    """How long round trips have taken of late: what has not been answered by then is late.

    Attributes:
        patience_ns: the longest round trip of late, and at least an unloaded one.
    """

    __slots__ = ("_before_ns", "_ends_ns", "_least_ns", "_period_ns", "_worst_ns", "patience_ns")

    def __init__(self, base_rtt_ns: int) -> None:
        """``base_rtt_ns``: an unloaded round trip."""
        self._least_ns = self._before_ns = self._worst_ns = self.patience_ns = base_rtt_ns
        self._period_ns = _PERIOD * base_rtt_ns
        self._ends_ns = 0

    @property
    def queued(self) -> bool:
        """Whether one of late took twice as long as an unloaded one: queues are long, and may overflow."""
        return self.patience_ns >= 2 * self._least_ns

    def note(self, rtt_ns: int, now_ns: int) -> None:
        """A round trip has just ended."""
        if now_ns >= self._ends_ns:
            idle = now_ns >= self._ends_ns + self._period_ns
            self._before_ns = self._least_ns if idle else self._worst_ns
            self._worst_ns = self._least_ns
            self._ends_ns = now_ns + self._period_ns
            self.patience_ns = max(self._before_ns, rtt_ns)
        if rtt_ns > self._worst_ns:
            self._worst_ns = rtt_ns
            self.patience_ns = max(self.patience_ns, rtt_ns)


# --- Repeats ---------------------------------------------------------------------------------------------------------

_MOST_SENDS: Final = 8
"""A packet that has left so often waits to be lost as any other."""
_MOST_OPEN: Final = 64
"""Transmissions whose EV may wait for judgement; the oldest is acquitted for another."""


@dataclass(slots=True)
class _Earlier:
    """A transmission of a packet that has left again since, and may have arrived."""

    record: SentPacket
    entropy: int
    sent_ns: int
    arrived: bool = False


def count_in(cc: Account, record: SentPacket) -> None:
    """What was given up counts as in flight again, for what becomes of it takes it off."""
    if record.given_up:
        record.given_up = False
        cc.on_sent(record.size)


class Repeats:
    """Packets that one requestor sends again before they count as lost.

    Attributes:
        open: transmissions whose EV waits for judgement.
    """

    __slots__ = ("_cc", "_counters", "_evs", "_flight", "_options", "_trips", "open")

    def __init__(
        self,
        flight: InFlight,
        evs: EvSet,
        cc: Account,
        trips: TripTimes,
        *,
        options: TransportOptions,
        counters: QpCounters,
    ) -> None:
        self._flight = flight
        self._evs = evs
        self._cc = cc
        self._trips = trips
        self._options = options
        self._counters = counters
        self.open: list[_Earlier] = []

    def look(self, asked_ns: int | None, now_ns: int) -> None:
        """After a SACK; ``asked_ns``: it answers a probe that left then, and nothing new can leave."""
        flight, patience_ns = self._flight, self._trips.patience_ns
        missing: list[SentPacket] = []
        if asked_ns is not None:
            missing = flight.sent_before(asked_ns - patience_ns)
        else:
            limit_ns = flight.again_ns - patience_ns
            for record in flight.silent[1].values():
                if record.sent_ns <= limit_ns:
                    missing.append(record)
            for record in flight.again.values():
                if record.sent_ns > limit_ns:
                    break
                missing.append(record)
        for record in missing:
            # Every SACK repeats the cumulative acknowledgement; a report of any other packet may have been lost.
            if record.index == flight.una or self._cc.unreported < record.size:
                self._repeat(record, now_ns)

    def _repeat(self, record: SentPacket, now_ns: int) -> None:
        if record.sends >= _MOST_SENDS:
            return
        self._counters.repeats += 1
        if len(self.open) >= _MOST_OPEN:
            self._evs.wake(self.open.pop(0).entropy)
        self.open.append(_Earlier(record, record.entropy, record.sent_ns))
        self._evs.rest(record.entropy, record.sent_ns)
        record.repeated = True
        count_in(self._cc, record)
        path_failed = self._evs.path_failed(record.entropy, record.sent_ns)
        if path_failed and self._options.loss_response is LossResponse.PATH and not self._trips.queued:
            self._cc.on_path_loss(record.size)
        else:
            self._cc.on_loss(record.size, now_ns)
        self._flight.requeue(record, now_ns + self._options.base_rtt_ns, why=Why.UNANSWERED)

    # --- What became of the earlier transmission --------------------------------------------------------------------

    def reported(self, record: SentPacket, now_ns: int) -> None:
        """A repeated packet is reported received: by the earlier transmission, if the later one cannot have been."""
        if record.state is PacketState.LOST or now_ns - record.sent_ns < self._options.base_rtt_ns // 2:
            for earlier in self.open:
                if earlier.record is record:
                    earlier.arrived = True

    def turned_up(self, index: int, entropy: int) -> None:
        """A transmission of this packet by this EV has arrived, or was trimmed."""
        for earlier in self.open:
            if earlier.record.index == index and earlier.entropy == entropy:
                earlier.arrived = True

    def judge(self, now_ns: int) -> None:
        """Transmissions that would count as lost by now are held against their EVs, unless they have turned up."""
        limit_ns = self._flight.first_ns - self._options.reorder_ns
        for earlier in [each for each in self.open if each.arrived or each.sent_ns <= limit_ns]:
            self.open.remove(earlier)
            if not earlier.arrived:
                self._counters.losses_inferred += 1
                self._evs.on_loss(earlier.entropy, earlier.sent_ns, "loss", now_ns)
            self._evs.wake(earlier.entropy)

    def clear(self) -> None:
        """Forget every packet."""
        for earlier in self.open:
            self._evs.wake(earlier.entropy)
        self.open.clear()


# --- Losses ----------------------------------------------------------------------------------------------------------


class Losses:
    """Of one requestor: it has the books, and tells EVs and congestion control.

    Attributes:
        repeats: packets that are sent again before they count as lost; trips: how long round trips take.
    """

    __slots__ = (
        "_cc",
        "_counters",
        "_doubt",
        "_evs",
        "_flight",
        "_options",
        "_planes",
        "_probes",
        "_silent",
        "repeats",
        "trips",
    )

    def __init__(
        self,
        flight: InFlight,
        evs: EvSet,
        cc: Account,
        probes: ReliabilityProbes,
        *,
        options: TransportOptions,
        counters: QpCounters,
    ) -> None:
        self._flight = flight
        self._evs = evs
        self._cc = cc
        self._probes = probes
        self._options = options
        self._counters = counters
        self._planes = PlaneLosses(flight, evs, options.base_rtt_ns)
        self._doubt = ReverseDoubt(options.base_rtt_ns)
        self.trips = TripTimes(options.base_rtt_ns)
        self._silent: deque[tuple[int, SentPacket]] = deque()
        self.repeats = Repeats(flight, evs, cc, self.trips, options=options, counters=counters)

    def infer(self, asked_ns: int | None, now_ns: int) -> None:
        """After a SACK: what must be lost by now is, if the reports were not.

        ``asked_ns``: it answers a reliability probe that left then, and nothing new can leave.
        """
        flight, reorder_ns = self._flight, self._options.reorder_ns
        for record in flight.fall_silent(self._options.base_rtt_ns):
            self._evs.rest(record.entropy, record.sent_ns)
            if self._cc.unreported < record.size:
                self._evs.missing(record.entropy, record.sent_ns)
                self._silent.append((record.sent_ns, record))
        if self._silent:
            self._give_up()
        oldest = flight.overdue(reorder_ns)
        if oldest is None:
            self._doubt.asked_ns = None
        if oldest is not None and self._doubt.holds(oldest, self._cc.unreported, now_ns):
            if self._doubt.begun(now_ns):
                self._counters.reports_doubted += 1
                self._probes.ask(now_ns)
        else:
            while oldest is not None:
                self._counters.losses_inferred += 1
                self._lose(oldest, Why.MISSING, now_ns)
                oldest = flight.overdue(reorder_ns)
            if self.repeats.open:
                self.repeats.judge(now_ns)
        if asked_ns is not None or flight.again or flight.silent[1]:
            self.repeats.look(asked_ns, now_ns)

    def _give_up(self) -> None:
        """What is missing half a round trip longer than any took of late does not hold the window any more.

        Where queues are long it may still be in one.
        """
        silent = self._silent
        horizon_ns = self._flight.first_ns - self.trips.patience_ns - (self._options.base_rtt_ns >> 1)
        while silent and silent[0][0] <= horizon_ns:
            sent_ns, record = silent.popleft()
            if record.silent and record.sent_ns == sent_ns and not self.trips.queued:
                record.given_up = True
                self._cc.on_path_loss(record.size)

    def time_out(self, timeout_ns: int, now_ns: int) -> None:
        """The local ACK timeout: what was in flight for all of it is lost."""
        for record in self._flight.sent_before(now_ns - timeout_ns):
            self._counters.timeout_losses += 1
            self._lose(record, Why.TIMEOUT, now_ns)

    def _lose(self, record: SentPacket, why: Why, now_ns: int) -> None:
        count_in(self._cc, record)
        path_failed = self._evs.path_failed(record.entropy, record.sent_ns)
        if path_failed and self._options.loss_response is LossResponse.PATH and not self.trips.queued:
            self._cc.on_path_loss(record.size)
        else:
            self._cc.on_loss(record.size, now_ns)
        reason = "timeout" if why is Why.TIMEOUT else "loss"
        blamed = self._evs.on_loss(record.entropy, record.sent_ns, reason, now_ns)
        record.blamed = record.entropy if blamed else None
        self._flight.requeue(record, now_ns + self._options.base_rtt_ns, why=why)

    # --- Planes -----------------------------------------------------------------------------------------------------

    @property
    def planes_due_ns(self) -> int | None:
        """When ``run`` must be called; None unless a plane has just closed."""
        return self._planes.due_ns

    def planes_closed(self, planes: int, now_ns: int) -> None:
        """The planes of these bits have closed."""
        self._lose_with_plane(self._planes.closed(planes, now_ns), now_ns)

    def run(self, now_ns: int) -> None:
        """What was on its way when its plane closed has had its time to be reported."""
        self._lose_with_plane(self._planes.overdue(now_ns), now_ns)

    def _lose_with_plane(self, records: list[SentPacket], now_ns: int) -> None:
        for record in records:
            self._counters.plane_losses += 1
            count_in(self._cc, record)
            self._cc.on_path_loss(record.size)
            self._flight.requeue(record, now_ns, why=Why.PLANE)

    def clear(self) -> None:
        """Forget every packet."""
        self.repeats.clear()
        self._silent.clear()

    # --- Second thoughts --------------------------------------------------------------------------------------------

    def turned_up(self, record: SentPacket, entropy: int, now_ns: int) -> bool:
        """A first transmission of this packet on this EV arrived, or was trimmed; whether that had been blamed."""
        if record.blamed != entropy:
            return False
        self._evs.exonerate(entropy, now_ns)
        record.blamed = None
        return True

    def reported(self, record: SentPacket, now_ns: int) -> None:
        """A packet is reported received: if it has not been sent again yet, it had not been lost."""
        if record.repeated:
            self.repeats.reported(record, now_ns)
        if record.blamed is not None and record.state is PacketState.LOST:
            self.turned_up(record, record.blamed, now_ns)


# --- What a SACK says of its trigger (wire-format §6.3) --------------------------------------------------------------

_TURN_NS: Final = TICK_NS << 16


# The requestor goes by its own clock: it remembers when it sent each packet, so that no peer can make a round trip
# shorter than it was, whatever it reflects, and one may be longer than the 8.39 ms that 16 bits can tell. The reflected
# timestamp says two things: which of several retransmissions arrived, and, where both ends have agreed on it, how long
# the answer waited at the peer (service time), by which the peer has moved it on.


def trigger_ns(record: SentPacket, timestamp: int | None, now_ns: int, *, rtx: bool, service_time: bool) -> int | None:
    """When the transmission of ``record`` left that triggered a SACK; None if that is unknown.

    Args:
        record: the packet that the SACK names.
        timestamp: as reflected in CC_STATE; None if data carries none.
        now_ns: time of arrival.
        rtx: the SACK's; it tells a first transmission from a retransmission.
        service_time: the timestamp may have been moved on.
    """
    if not rtx:
        return record.first_sent_ns
    if record.sends <= 2:
        return record.sent_ns if record.sends == 2 else None
    if timestamp is None:
        return None
    moved_ns = (timestamp - tick(record.sent_ns) & 0xFFFF) * TICK_NS
    if not moved_ns or (service_time and record.sent_ns + moved_ns <= now_ns):
        return record.sent_ns
    # It is about an earlier one; which turn of the clock that was, is only clear if there was but one.
    earlier_ns = sent_ns(timestamp, now_ns)
    known = now_ns - record.first_sent_ns < _TURN_NS and record.first_sent_ns <= earlier_ns < record.sent_ns
    return earlier_ns if known else None


def service_ns(left_ns: int, timestamp: int, now_ns: int) -> int | None:
    """How long a peer says that its answer waited; None if that is no part of the round trip.

    Args:
        left_ns: when the packet left that the SACK is about.
        timestamp: as reflected in CC_STATE, moved on by the waiting time.
        now_ns: time of arrival.
    """
    waited_ns = (timestamp - tick(left_ns) & 0xFFFF) * TICK_NS
    return waited_ns if waited_ns < now_ns - left_ns else None
