# SPDX-License-Identifier: Apache-2.0
"""Packets that are sent again before they count as lost, because waiting for that would stop the queue pair.

A hole counts as lost when a packet sent ``reorder_ns`` later has been reported: the time that queues may take. That
evidence comes late, or never, just where it is needed most. A packet that was sent again and is lost again holds the
PSN window until it closes; then nothing leaves any more whose report could be evidence. Nothing leaves behind the end
of a write, either. So:

* a retransmission, which its receiver must report at once (endpoint §3), is sent again when what left a round trip
  after it has been reported and it has not;
* when nothing new can leave, a reliability probe is sent (``Silence``), and what left a round trip before it and is
  missing from its answer is sent again.

A round trip is here the longest of late. None of this blames an EV: that waits until the packet would have counted as
lost, and is off if it turns up by the EV that it had left by. Until then the EV rests.
"""

from dataclasses import dataclass
from typing import Final

from host_stack.paths.ev_set import EvSet
from host_stack.transport.congestion.destination import Account
from host_stack.transport.counters import QpCounters
from host_stack.transport.in_flight import Evidence, InFlight
from host_stack.transport.options import LossResponse, TransportOptions
from host_stack.transport.trip_times import TripTimes
from host_stack.transport.work_requests import PacketState, SentPacket

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
    """Of one requestor."""

    __slots__ = ("_cc", "_counters", "_earlier", "_evs", "_flight", "_options", "_trips")

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
        self._earlier: list[_Earlier] = []

    def look(self, asked_ns: int | None, now_ns: int) -> None:
        """After a SACK; ``asked_ns``: it answers a probe that left then, and nothing new can leave."""
        flight, patience_ns = self._flight, self._trips.patience_ns
        missing = flight.again_before(flight.evidence_ns(Evidence.RETRANSMISSION) - patience_ns)
        if asked_ns is not None:
            missing = flight.sent_before(asked_ns - patience_ns)
        for record in missing:
            # Every SACK repeats the cumulative acknowledgement; a report of any other packet may have been lost.
            if record.index == flight.una or self._cc.unreported < record.size:
                self._repeat(record, now_ns)

    def _repeat(self, record: SentPacket, now_ns: int) -> None:
        if record.sends >= _MOST_SENDS:
            return
        self._counters.repeats += 1
        if len(self._earlier) >= _MOST_OPEN:
            self._evs.wake(self._earlier.pop(0).entropy)
        self._earlier.append(_Earlier(record, record.entropy, record.sent_ns))
        self._evs.rest(record.entropy, record.sent_ns)
        record.repeated = True
        count_in(self._cc, record)
        path_failed = self._evs.path_failed(record.entropy, record.sent_ns)
        if path_failed and self._options.loss_response is LossResponse.PATH and not self._trips.queued:
            self._cc.on_path_loss(record.size)
        else:
            self._cc.on_loss(record.size, now_ns)
        self._flight.requeue(record, now_ns + self._options.base_rtt_ns)

    # --- What became of the earlier transmission --------------------------------------------------------------------

    def reported(self, record: SentPacket, now_ns: int) -> None:
        """A repeated packet is reported received: by the earlier transmission, if the later one cannot have been."""
        if record.state is PacketState.LOST or now_ns - record.sent_ns < self._options.base_rtt_ns // 2:
            for earlier in self._earlier:
                if earlier.record is record:
                    earlier.arrived = True

    def turned_up(self, index: int, entropy: int) -> None:
        """A transmission of this packet by this EV has arrived, or was trimmed."""
        for earlier in self._earlier:
            if earlier.record.index == index and earlier.entropy == entropy:
                earlier.arrived = True

    def judge(self, now_ns: int) -> None:
        """Transmissions that would count as lost by now are held against their EVs, unless they have turned up."""
        if not self._earlier:
            return
        limit_ns = self._flight.evidence_ns(Evidence.FIRST) - self._options.reorder_ns
        for earlier in [each for each in self._earlier if each.arrived or each.sent_ns <= limit_ns]:
            self._earlier.remove(earlier)
            if not earlier.arrived:
                self._counters.losses_inferred += 1
                self._evs.on_loss(earlier.entropy, earlier.sent_ns, "loss", now_ns)
            self._evs.wake(earlier.entropy)

    def clear(self) -> None:
        """Forget every packet."""
        for earlier in self._earlier:
            self._evs.wake(earlier.entropy)
        self._earlier.clear()
