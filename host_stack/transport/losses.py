# SPDX-License-Identifier: Apache-2.0
"""What a requestor takes for lost, which EV it blames for it, and when it takes that back (endpoint §4, §5.3).

A loss without a trim means that the path has failed, and its EV goes out of use at once. That is wrong if the packet
was not lost on its way there: when the plane has closed (``PlaneLosses``), when it is the reports that were lost on
their way back (``ReverseDoubt``), and when the packet turns up after all, or is said to have been trimmed.
"""

from collections import deque

from host_stack.paths.ev_set import EvSet
from host_stack.transport.congestion.destination import Account
from host_stack.transport.counters import QpCounters
from host_stack.transport.in_flight import Evidence, InFlight
from host_stack.transport.options import LossResponse, TransportOptions
from host_stack.transport.plane_losses import PlaneLosses
from host_stack.transport.reliability_probes import ReliabilityProbes
from host_stack.transport.repeats import Repeats, count_in
from host_stack.transport.reverse_doubt import ReverseDoubt
from host_stack.transport.trip_times import TripTimes
from host_stack.transport.work_requests import PacketState, SentPacket


class Losses:
    """Of one requestor: it has the books, and tells EVs and congestion control.

    Attributes:
        trips: how long round trips take.
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
        "_repeats",
        "_silent",
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
        self._repeats = Repeats(flight, evs, cc, self.trips, options=options, counters=counters)

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
        self._give_up()
        oldest = flight.overdue(reorder_ns)
        if self._doubt.holds(oldest, self._cc.unreported, now_ns):
            if self._doubt.begun(now_ns):
                self._counters.reports_doubted += 1
                self._probes.ask(now_ns)
        else:
            while oldest is not None:
                self._counters.losses_inferred += 1
                self._lose(oldest, "loss", now_ns)
                oldest = flight.overdue(reorder_ns)
            self._repeats.judge(now_ns)
        self._repeats.look(asked_ns, now_ns)

    def _give_up(self) -> None:
        """What is missing half a round trip longer than any took of late does not hold the window any more.

        Where queues are long it may still be in one.
        """
        silent = self._silent
        horizon_ns = (
            self._flight.evidence_ns(Evidence.FIRST) - self.trips.patience_ns - (self._options.base_rtt_ns >> 1)
        )
        while silent and silent[0][0] <= horizon_ns:
            sent_ns, record = silent.popleft()
            if record.silent and record.sent_ns == sent_ns and not self.trips.queued:
                record.given_up = True
                self._cc.on_path_loss(record.size)

    def count_in(self, record: SentPacket) -> None:
        """What was given up counts as in flight again: what becomes of it takes it off."""
        count_in(self._cc, record)

    def time_out(self, timeout_ns: int, now_ns: int) -> None:
        """The local ACK timeout: what was in flight for all of it is lost."""
        for record in self._flight.sent_before(now_ns - timeout_ns):
            self._counters.timeout_losses += 1
            self._lose(record, "timeout", now_ns)

    def _lose(self, record: SentPacket, reason: str, now_ns: int) -> None:
        count_in(self._cc, record)
        path_failed = self._evs.path_failed(record.entropy, record.sent_ns)
        if path_failed and self._options.loss_response is LossResponse.PATH and not self.trips.queued:
            self._cc.on_path_loss(record.size)
        else:
            self._cc.on_loss(record.size, now_ns)
        blamed = self._evs.on_loss(record.entropy, record.sent_ns, reason, now_ns)
        record.blamed = record.entropy if blamed else None
        self._flight.requeue(record, now_ns + self._options.base_rtt_ns)

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
            self._flight.requeue(record, now_ns)

    def clear(self) -> None:
        """Forget every packet."""
        self._repeats.clear()
        self._silent.clear()

    # --- Second thoughts --------------------------------------------------------------------------------------------

    def turned_up(self, record: SentPacket, entropy: int, now_ns: int) -> bool:
        """A first transmission of this packet on this EV arrived, or was trimmed; whether that had been blamed."""
        if record.blamed != entropy:
            return False
        self._evs.exonerate(entropy, now_ns)
        record.blamed = None
        return True

    def named(self, index: int, entropy: int) -> None:
        """An answer names this packet and the EV that it came by."""
        self._repeats.turned_up(index, entropy)

    def reported(self, record: SentPacket, now_ns: int) -> None:
        """A packet is reported received: if it has not been sent again yet, it had not been lost."""
        if record.repeated:
            self._repeats.reported(record, now_ns)
        if record.blamed is not None and record.state is PacketState.LOST:
            self.turned_up(record, record.blamed, now_ns)
