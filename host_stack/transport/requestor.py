# SPDX-License-Identifier: Apache-2.0
"""The sending half of a queue pair: what is sent when, what answers do to it, and what it does without (endpoint §4).

``Requestor`` cuts writes into packets within the PSN window. ``Acknowledgements`` takes SACKs, NACKs, ACKs and NAKs of
the peer. ``AckTimeout`` is for a peer that says nothing: it asks, and gives up in the end (endpoint §4.3).
``SendState`` is what they share.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from host_stack.counters import QpCounters, Resent, Why
from host_stack.errors import for_all
from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_set import EvSet
from host_stack.transport.completions import Completion, CompletionKind, CompletionStatus
from host_stack.transport.congestion.destination import Account
from host_stack.transport.connection import RtsAttributes, TransportOptions
from host_stack.transport.frames import QpFrames
from host_stack.transport.recovery import InFlight, Losses, count_in, service_ns, trigger_ns
from host_stack.transport.retries import ReliabilityProbes, RetryBudget
from host_stack.transport.work import PacketState, SendQueue, SentPacket, WorkQueues, WorkRequest
from host_stack.unboxed import unboxed
from host_stack.wire.constants import (
    MPR_UNIT,
    PSN_MASK,
    RECOVERABLE_REASONS,
    TRIM_REASONS,
    NackReason,
    SackMark,
    Syndrome,
)
from host_stack.wire.frames import DropReason, Packet
from host_stack.wire.headers import Aeth, CcState, Neth, Opcode, Peth, Seth, index_of, tick

# --- What the parts share --------------------------------------------------------------------------------------------


@unboxed(ints="bytes_since_ack_req full_size heard_ns window", bools="dynamic service_time stale")
class SendState:
    """Of one requestor.

    Attributes:
        queue: writes; flight: packets sent; losses: what is taken for lost of them.
        cc, evs, budget, probes: congestion control, paths, retries, reliability probes.
        frames, options, counters: how packets look, timers and limits, what is counted.
        full_size: nominal bytes of a full packet.
        service_time: agreed with the peer: the timestamps that it reflects are moved on by the time its answers waited.
        window: how many PSNs may be in flight; with dynamic MPR what the newest SACK says.
        failure: why the queue pair must fail, on which the NIC acts; blamed: the write that completes with it, the
            oldest one if None.
        heard_ns: when the peer last told something new.
        bytes_since_ack_req: what has left since a packet asked for a SACK.
        resent: packets that were sent again, the newest; None while the record is off.
        stale: the deadline that was worked out last may be too late.
    """

    __slots__ = (
        "_completions",
        "blamed",
        "budget",
        "bytes_since_ack_req",
        "cc",
        "counters",
        "dynamic",
        "evs",
        "failure",
        "flight",
        "frames",
        "full_size",
        "heard_ns",
        "losses",
        "options",
        "probes",
        "queue",
        "resent",
        "service_time",
        "stale",
        "window",
    )

    def __init__(
        self,
        frames: QpFrames,
        evs: EvSet,
        queues: WorkQueues,
        *,
        cc: Account,
        limits: RtsAttributes,
        options: TransportOptions,
        counters: QpCounters,
        service_time: bool,
    ) -> None:
        self.frames = frames
        self.evs = evs
        self.cc = cc
        self.window = limits.window
        self.dynamic = bool(limits.dynamic_mpr)
        self.options = options
        self.service_time = bool(service_time)
        self.full_size = frames.nominal_size(options.path_mtu)
        self.counters = counters
        self._completions = queues.send_cq
        self.flight = InFlight(limits.first_psn, self._heard_of, self._reported)
        self.failure: CompletionStatus | None = None
        self.blamed: WorkRequest | None = None
        self.stale = False
        self.resent: deque[Resent] | None = None
        self.probes = ReliabilityProbes(options.tail_probe_ns)
        self.losses = Losses(self.flight, evs, cc, self.probes, options=options, counters=counters)
        self.budget = RetryBudget(limits)
        self.queue = SendQueue(limits.max_immediates, queues.capacity.max_send_wr)
        self.bytes_since_ack_req = 0
        self.heard_ns = 0

    @property
    def spent(self) -> bool:
        """Whether nothing can leave for the first time: it has all left, or a window is closed."""
        queue, flight = self.queue, self.flight
        return (
            (queue.current is None and not queue.pending)
            or flight.next_index - flight.una >= self.window
            or not self.cc.can_send(self.full_size)
        )

    @property
    def stalled(self) -> bool:
        """Whether something is under way, or not acknowledged, that nothing will follow that could tell of it."""
        queue, flight = self.queue, self.flight
        if flight.in_flight:
            return self.spent
        return bool(queue.begun) and not flight.records and queue.current is None and not queue.pending

    def _reported(self, record: SentPacket, now_ns: int) -> None:
        self.losses.reported(record, now_ns)

    def _heard_of(self, record: SentPacket) -> None:
        """A packet is silent no more: the EV that it left by is no worse than others for it."""
        self.evs.wake(record.entropy)

    def progress(self, now_ns: int) -> None:
        """The peer has told something new, or need not have: all retries are back."""
        self.heard_ns = now_ns
        self.probes.vain = 0
        self.budget.progress(now_ns)

    def fail(self, status: CompletionStatus, blamed: WorkRequest | None = None) -> None:
        """The queue pair must fail: ``blamed`` completes with ``status``, or the oldest write if none is named."""
        self.failure = status
        self.blamed = blamed

    def report(self, work: WorkRequest, status: CompletionStatus, now_ns: int) -> None:
        """A write completes."""
        self._completions.push(
            Completion(CompletionKind.WRITE, status, work.wr_id, work.length, work.imm, now_ns, self.frames.qpn)
        )


# --- When the peer says nothing --------------------------------------------------------------------------------------

_MOST_COPIES: Final = 4
"""Copies of the last packet that go unanswered before a probe asks whether the peer has what it is said to have."""


class AckTimeout:
    """Of one requestor: reliability probes that ask for a SACK, and the local ACK timeout."""

    __slots__ = ("_state",)

    def __init__(self, state: SendState) -> None:
        self._state = state

    def deadline_ns(self) -> int | None:
        """When ``on_timer`` must be called; None while nothing is outstanding."""
        state = self._state
        timeout = state.budget.timeout_ns
        if not state.queue.busy or timeout is None:
            return None
        at_ns = state.budget.since_ns + timeout
        if state.queue.begun:
            at_ns = min(at_ns, state.probes.due_ns(state.heard_ns))
        urgent = (state.flight.delayed_ns, self.stalled_ns(), state.losses.planes_due_ns, state.cc.due_ns)
        return min((at_ns, *(at for at in urgent if at is not None)))

    def stalled_ns(self) -> int | None:
        """When to ask about what is under way while nothing new can follow; None if something can.

        Nothing that follows will tell what of it was lost. It may be fewer bytes than trigger a SACK, too, and the
        packet that asked for one may have been trimmed. An answer takes a round trip: the longest of late, and half of
        an unloaded one. Where everything arrived, and only the transport ACK is missing, that is asked for instead.
        """
        state = self._state
        if not state.stalled:
            return None
        patience_ns = state.losses.trips.patience_ns + (state.options.base_rtt_ns >> 1)
        since_ns = state.flight.last_sent_ns if state.flight.in_flight else state.heard_ns
        return state.probes.soon_ns(since_ns, patience_ns)

    def on_timer(self, now_ns: int) -> None:
        """The local ACK timeout, the tail probe, and what waits to be sent again."""
        state = self._state
        timeout = state.budget.timeout_ns
        if not state.queue.busy or timeout is None:
            return
        state.flight.release(now_ns)
        state.losses.run(now_ns)
        state.cc.waited(now_ns)
        if now_ns >= state.budget.since_ns + timeout:
            self._timeout(now_ns, timeout)
        elif state.queue.begun and now_ns >= min(state.probes.due_ns(state.heard_ns), self.stalled_ns() or now_ns + 1):
            flight, probes = state.flight, state.probes
            if flight.records or flight.una < flight.next_index or probes.vain > _MOST_COPIES:
                probes.ask(now_ns)
            else:
                state.probes.put_off(now_ns)
                self._repeat_last(now_ns)

    def _timeout(self, now_ns: int, timeout: int) -> None:
        state = self._state
        state.counters.timeouts += 1
        state.heard_ns = now_ns
        if self._starved():
            state.budget.put_off(now_ns)
            return
        if state.budget.expire(now_ns):
            state.fail(CompletionStatus.RETRY_EXCEEDED)
            return
        state.losses.time_out(timeout, now_ns)
        if not state.flight.records:
            self._repeat_last(now_ns)

    def _starved(self) -> bool:
        """Whether nothing of this queue pair is under way because others hold the shared window."""
        state = self._state
        if state.flight.in_flight:
            return False
        lost = state.flight.oldest_lost()
        if lost is not None:
            return not state.cc.can_send(lost.size)
        return state.queue.unsent and not state.cc.can_send(state.full_size)

    def _repeat_last(self, now_ns: int) -> None:
        """All arrived but the transport ACK: a copy of the last packet makes the peer repeat it (endpoint §2.3)."""
        state = self._state
        work = state.queue.newest_received(state.flight.una)
        if work is not None:
            size = state.frames.nominal_size(work.payload_size(work.last_index), immediate=work.imm is not None)
            record = SentPacket(work.last_index, work, size, now_ns)
            record.sends = 1
            state.flight.requeue(record, now_ns, why=Why.ANSWER_LOST)


# --- What the peer says ----------------------------------------------------------------------------------------------

# Members that are asked for with every few packets, looked up once.
_IN_FLIGHT: Final = PacketState.IN_FLIGHT
_SACK: Final = int(Opcode.SACK)
_NACK: Final = int(Opcode.NACK)
_ACK: Final = int(Opcode.ACK)
_UNMARKED: Final = int(SackMark.NONE)
_SKIP_ONCE: Final = int(SackMark.SKIP_ONCE)
_NAK_STATUS: Final = {
    int(Syndrome.NAK_INVALID_REQUEST): CompletionStatus.REMOTE_INVALID_REQUEST,
    int(Syndrome.NAK_REMOTE_ACCESS): CompletionStatus.REMOTE_ACCESS,
}


@unboxed(ints="_late_bytes")
class Acknowledgements:
    """Of one requestor.

    A message completes on the transport ACK; a SACK only says that packets arrived.
    """

    __slots__ = ("_ack_timeout", "_late_bytes", "_state")

    def __init__(self, state: SendState, ack_timeout: AckTimeout) -> None:
        self._state = state
        self._ack_timeout = ack_timeout
        self._late_bytes = 0

    def on_answer(self, packet: Packet, now_ns: int) -> DropReason | None:
        """A SACK, NACK or ACK. Why it was ignored (it speaks of packets never sent, ...), or None."""
        opcode, control = packet.bth.opcode, packet.control
        header = control[0] if control else None
        if opcode == _SACK and isinstance(header, Seth):
            cc_state = control[1]
            assert isinstance(cc_state, CcState), "the table of opcodes puts it behind the SETH"
            return self._on_sack(header, cc_state, packet.bth.rtx, now_ns)
        if opcode == _NACK and isinstance(header, Neth):
            return self._on_nack(header, now_ns)
        if opcode == _ACK and isinstance(header, Aeth):
            if header.syndrome & 0x60:
                return self._on_nak(packet.bth.psn, header, now_ns)
            return self._on_ack(packet.bth.psn, now_ns)
        return DropReason.UNHANDLED_OPCODE

    def _on_sack(self, seth: Seth, cc_state: CcState, rtx: bool, now_ns: int) -> DropReason | None:
        state = self._state
        flight = state.flight
        cack = index_of(seth.cack, flight.una - 1)
        if cack >= flight.next_index:
            return DropReason.UNSENT_PSN
        state.counters.sacks_received += 1
        index = cack + seth.ack_offset
        trigger = None if seth.probe else flight.records.get(index)
        timestamp = cc_state.timestamp if state.frames.timestamps else None
        sent_ns: int | None = None
        if trigger is not None:
            if rtx:
                sent_ns = trigger_ns(trigger, timestamp, now_ns, rtx=True, service_time=state.service_time)
            else:
                sent_ns = trigger.first_sent_ns
                if trigger.blamed == seth.entropy:
                    state.losses.turned_up(trigger, seth.entropy, now_ns)
        if not seth.probe and state.losses.repeats.open:
            state.losses.repeats.turned_up(index, seth.entropy)
        reported = [*range(flight.una, cack + 1)]
        base, bitmap = cack + seth.sack_offset, seth.bitmap
        while bitmap:
            low = bitmap & -bitmap
            reported.append(base + low.bit_length() - 1)
            bitmap ^= low
        if not seth.probe:
            reported.append(index)
        acked = self._deliver(reported, now_ns, None if seth.probe else index)
        if cack >= flight.una:
            flight.una = cack + 1
        revives = False
        if seth.probe:
            probe = state.probes.answered(seth.ack_offset)
            if probe is not None:
                sent_ns = probe.sent_ns
                state.evs.heard(probe.entropy, sent_ns)
                state.evs.on_answered(probe.entropy, sent_ns)
                known = state.evs.on_probe_answer(probe.entropy, seth.mark, now_ns)
                revives = known and probe.entropy == seth.entropy
                if probe.sent_ns > flight.reported_ns:
                    self._take_back(cack + 1, now_ns)
        elif trigger is None:
            first_ns = flight.own_report(index)
            if not rtx:
                sent_ns = first_ns
        if sent_ns is not None:
            if not rtx and sent_ns > flight.first_ns:
                flight.first_ns = sent_ns
            flight.again_ns = max(flight.again_ns, sent_ns)
        if seth.mark != _UNMARKED:
            state.counters.sacks_marked += 1
            if not revives:
                state.evs.on_mark(seth.entropy, seth.mark, sent_ns, now_ns)
        rtt: int | None = None
        full_rtt: int | None = None
        if sent_ns is not None and not rtx:
            waited: int | None = 0
            if state.service_time and (seth.probe or timestamp is not None):
                waited = service_ns(sent_ns, cc_state.timestamp, now_ns)
            if waited is not None:
                rtt = now_ns - sent_ns - waited
                if not seth.probe:
                    state.evs.on_trip(seth.entropy, rtt, now_ns, marked=seth.mark != _UNMARKED)
                    state.losses.trips.note(rtt, now_ns)
            if trigger is not None and trigger.size >= state.full_size:
                full_rtt = now_ns - sent_ns
        late, self._late_bytes = self._late_bytes, 0
        if state.dynamic and seth.mpr and state.cc.newest(cc_state):
            state.window = seth.mpr * MPR_UNIT
        marked = seth.mark == _SKIP_ONCE
        state.cc.on_sack(acked, late, cc_state, marked=marked, rtt_ns=rtt, full_rtt_ns=full_rtt, now_ns=now_ns)
        if acked or late:
            state.cc.heard(flight.again_ns, now_ns)
        state.losses.infer(sent_ns if seth.probe and state.spent else None, now_ns)
        state.stale = state.stale or state.stalled
        return None

    def _on_nack(self, neth: Neth, now_ns: int) -> DropReason | None:
        state = self._state
        index = index_of(neth.psn, state.flight.una)
        if index >= state.flight.next_index:
            return DropReason.UNSENT_PSN
        reason, counters = neth.reason, state.counters
        record = state.flight.records.get(index)
        if reason == NackReason.UNEXP_EVENT and (record is None or record.state is not PacketState.IN_FLIGHT):
            return DropReason.STALE_PSN
        if reason != NackReason.UNEXP_EVENT and reason not in RECOVERABLE_REASONS:
            return DropReason.NACK_REASON
        counters.nacks_received[reason] = counters.nacks_received.get(reason, 0) + 1
        if reason == NackReason.UNEXP_EVENT:
            state.fail(CompletionStatus.FATAL_NACK, state.queue.holding(index))
            return None
        trimmed = reason in TRIM_REASONS
        late = False
        if trimmed:
            counters.trims_signalled += 1
            if state.losses.repeats.open:
                state.losses.repeats.turned_up(index, neth.entropy)
            if record is not None and record.blamed == neth.entropy:
                late = state.losses.turned_up(record, neth.entropy, now_ns)
        if not late and record is not None and record.state is PacketState.LOST and record.entropy == neth.entropy:
            return None  # said before: the peer fears that its NACK was lost
        if reason == NackReason.TRIMMED:
            state.evs.on_trim(neth.entropy, now_ns)
        # A NACK that names another EV is about an earlier transmission; the later one is still on its way.
        if record is None or record.state is not PacketState.IN_FLIGHT or record.entropy != neth.entropy:
            return None
        if record.given_up:
            count_in(state.cc, record)
        if trimmed:
            state.heard_ns = now_ns
            state.evs.heard(neth.entropy, record.sent_ns)
            state.cc.on_trim(record.size, last_hop=reason == NackReason.TRIMMED_LASTHOP, now_ns=now_ns)
            state.cc.heard(state.flight.again_ns, now_ns)
        else:
            if reason == NackReason.PSN_OOR_WINDOW and not state.dynamic:
                # The peer's window is smaller than agreed: at most the whole units that fit before this packet.
                state.window = min(state.window, max(MPR_UNIT, record.ahead - record.ahead % MPR_UNIT))
            record.refused += 1
            if state.budget.refuse(record.refused, now_ns):
                state.fail(CompletionStatus.RETRY_EXCEEDED)
            state.cc.on_refused(record.size, now_ns, congested=reason == NackReason.NO_PKT_BUFFER)
        vain = state.budget.retries if trimmed else record.refused
        base_rtt_ns = state.options.base_rtt_ns
        ready_ns = now_ns + (state.budget.backoff_ns(base_rtt_ns, vain) if vain > 1 else 0)
        state.stale = state.stale or ready_ns > now_ns or state.stalled
        why = Why.TRIMMED if trimmed else Why.REFUSED
        state.flight.requeue(record, ready_ns + base_rtt_ns, ready_ns if ready_ns > now_ns else 0, why)
        return None

    def _on_ack(self, psn: int, now_ns: int) -> DropReason | None:
        state = self._state
        index = index_of(psn, state.flight.una - 1)
        if index >= state.flight.next_index:
            return DropReason.UNSENT_PSN
        flight = state.flight
        acked = self._deliver(range(flight.una, index + 1), now_ns)
        if index >= flight.una:
            flight.una = index + 1
        for work in state.queue.acknowledged(index):
            acked += self._complete(work, now_ns)
        self._freed(acked, now_ns)
        return None

    def _on_nak(self, psn: int, aeth: Aeth, now_ns: int) -> DropReason | None:
        """A transport NAK names a packet: its write fails, and AETH.MSN counts the writes before it that completed."""
        state = self._state
        index = index_of(psn, state.flight.una - 1)
        if index >= state.flight.next_index:
            return DropReason.UNSENT_PSN
        refused = state.queue.holding(index)
        if refused is None:
            return DropReason.STALE_PSN
        acked = sum(self._complete(work, now_ns) for work in state.queue.completed_before(refused, aeth.msn))
        self._freed(acked, now_ns)
        state.fail(_NAK_STATUS.get(aeth.syndrome, CompletionStatus.REMOTE_OPERATION), refused)
        return None

    def _complete(self, work: WorkRequest, now_ns: int) -> int:
        """A write is done; the in-flight bytes this frees (of a copy of its last packet, see ``_repeat_last``)."""
        state = self._state
        acked = self._deliver((work.last_index,), now_ns)
        state.counters.messages_completed += 1
        state.progress(now_ns)
        if work.signalled:
            state.report(work, CompletionStatus.SUCCESS, now_ns)
        return acked

    def _freed(self, acked: int, now_ns: int) -> None:
        """A transport ACK or NAK reported packets that no SACK had."""
        late, self._late_bytes = self._late_bytes, 0
        if acked or late:
            state = self._state
            state.cc.on_ack(acked, late)
            state.cc.heard(state.flight.again_ns, now_ns)

    def _take_back(self, index: int, now_ns: int) -> None:
        """The peer, asked since anything was reported, lacks this packet: if it was called received, that was wrong.

        cack never goes back, so that an earlier SACK was not the peer's, or not what it said.
        """
        state = self._state
        work = state.queue.holding(index) if index < state.flight.next_index else None
        if work is None or state.flight.records.get(index) is not None:
            return
        state.counters.reports_taken_back += 1
        size = state.frames.nominal_size(
            work.payload_size(index), immediate=work.imm is not None and index == work.last_index
        )
        record = SentPacket(index, work, size, now_ns)
        record.sends = 1
        state.flight.una = min(state.flight.una, index)
        state.flight.requeue(record, now_ns)

    def _deliver(self, indices: Iterable[int], now_ns: int, own: int | None = None) -> int:
        """Note which packets arrived; the in-flight bytes this frees."""
        state = self._state
        counters, una = state.counters, state.flight.una
        acked = 0
        progress = False
        delivered = state.flight.delivered(indices, now_ns, own)
        state.evs.on_delivered(delivered)
        for record in delivered:
            elapsed = now_ns - record.first_sent_ns
            counters.worst_delivery_ns = max(counters.worst_delivery_ns, elapsed)
            counters.total_delivery_ns += elapsed
            counters.deliveries += 1
            # That a copy of what had arrived long ago arrives (``_repeat_last``) is nothing new: its ACK would be.
            progress = progress or record.index >= una
            if record.state is not _IN_FLIGHT or record.given_up:
                self._late_bytes += record.size
            else:
                acked += record.size
        if progress:
            state.progress(now_ns)
        return acked


# --- The requestor ---------------------------------------------------------------------------------------------------


class Requestor:
    """Sends writes, and keeps sending until the peer has said that everything arrived and completed.

    What is missing is sent again, the oldest gap first, each time on a fresh EV: at once when a NACK says it was
    trimmed, after ``InFlight`` has inferred that it is lost, or at the local ACK timeout. When the peer falls silent, a
    reliability probe asks for a SACK.

    Attributes:
        state: what its parts share; acknowledgements: what takes SACKs, NACKs, ACKs and NAKs.
        flight: the books of packets sent.
        probes: reliability probes.
    """

    __slots__ = (
        "_ack_timeout",
        "_cc",
        "_counters",
        "_frames",
        "_queue",
        "acknowledgements",
        "flight",
        "probes",
        "state",
    )

    def __init__(self, state: SendState) -> None:
        self.state = state
        self._ack_timeout = AckTimeout(state)
        self.acknowledgements = Acknowledgements(state, self._ack_timeout)
        self.flight: InFlight = state.flight
        self.probes: ReliabilityProbes = state.probes
        self._queue = state.queue
        self._frames = state.frames
        self._cc = state.cc
        self._counters = state.counters

    # --- Posting and sending ----------------------------------------------------------------------------------------

    def post(self, work: WorkRequest, now_ns: int) -> None:
        """Queue a write. From now on the peer, or a path to it, has the time of the whole retry budget to show up.

        Raises:
            QueueFullError: as many as there may be are not completed.
        """
        if not self._queue.busy:
            self.state.progress(now_ns)
        self._queue.post(work)

    @property
    def posted(self) -> int:
        """Writes that are not completed."""
        return len(self._queue)

    @property
    def has_work(self) -> bool:
        """Whether anything is to be sent, now or when the window opens."""
        queue = self._queue
        return queue.current is not None or bool(queue.pending) or self.flight.oldest_lost() is not None

    @property
    def has_only_new(self) -> bool:
        """Whether there is something to be sent, and nothing of it again."""
        queue = self._queue
        return (queue.current is not None or bool(queue.pending)) and not self.flight.lost

    def next_retransmission(self) -> SentPacket | None:
        """The oldest packet to send again, if the window allows."""
        record = self.flight.oldest_lost()
        return record if record is not None and self._cc.can_send(record.size) else None

    def retransmit(self, record: SentPacket, entry: EvEntry, now_ns: int) -> bytes:
        """Send ``record`` (from ``next_retransmission``) again, on ``entry``."""
        self.flight.take_lost()
        resent = self.state.resent
        if resent is not None:
            resent.append(Resent(now_ns, record.sent_ns, record.work.wr_id, record.entropy, record.why))
        self._counters.retransmissions += 1
        self._counters.retransmitted_bytes += record.work.payload_size(record.index)
        return self._send(record, entry, now_ns)

    def next_new(self) -> WorkRequest | None:
        """The message whose next packet may be sent for the first time now, or None."""
        flight = self.flight
        if flight.next_index - flight.una >= self.state.window or (self._cc.aside and flight.records):
            return None
        work = self._queue.next()
        if work is None:
            return None
        started = work is self._queue.current
        size = work.payload_size(flight.next_index) if started else work.first_size
        return work if self._cc.can_send(self._frames.nominal_size(size)) else None

    def send_new(self, work: WorkRequest, entry: EvEntry, now_ns: int) -> bytes:
        """Send the next packet of ``work`` (from ``next_new``) on ``entry``."""
        queue, index = self._queue, self.flight.next_index
        if work is not queue.current:
            if not queue.begun:
                self.state.progress(now_ns)
                self.state.stale = True
            queue.start(work, index)
        self.flight.next_index += 1
        payload = work.payload_size(index)
        last = index == work.last_index
        if last:
            queue.current = None
        self._counters.data_packets += 1
        self._counters.data_bytes += payload
        size = self._frames.nominal_size(payload, immediate=last and work.imm is not None)
        return self._send(SentPacket(index, work, size, now_ns), entry, now_ns)

    def _send(self, record: SentPacket, entry: EvEntry, now_ns: int) -> bytes:
        work, index = record.work, record.index
        offset = (index - work.first_index) * work.mtu
        last = index == work.last_index
        record.entry, record.entropy = entry, entry.entropy
        self.flight.sent(record, now_ns)
        first = self._cc.begins
        self._cc.on_sent(record.size)
        entry.packets += 1
        self._counters.plane_packets[entry.plane] += 1
        # AckReq on the last packet of a message, and often enough that a window smaller than the peer's SACK
        # threshold cannot stall; nor can the part of it that is this queue pair's. And on the first packet where others
        # share the window: they must not wait for long if nothing is answered.
        state = self.state
        state.bytes_since_ack_req += record.size
        ack_req = last or state.bytes_since_ack_req > self._cc.ack_req_bytes
        if ack_req:
            state.bytes_since_ack_req = 0
        if ack_req or first:
            self._cc.asked(now_ns)
        state.stale = state.stale or state.spent
        return self._frames.data(
            entry,
            opcode=work.opcode(index),
            psn=index & PSN_MASK,
            ack_req=ack_req or first,
            rtx=record.sends > 1,
            rqmsn=work.rqmsn,
            msn=work.number & 0xFFFF,
            address=work.remote_address + offset,
            r_key=work.r_key,
            length=work.length,
            payload=work.data[offset : offset + work.mtu],
            imm=work.imm if last else None,
            now_ns=now_ns,
        )

    def send_probe(self, entry: EvEntry, now_ns: int) -> bytes:
        """Send the queued reliability probe on ``entry``."""
        probe_id = self.probes.sent(entry.entropy, now_ns)
        self._counters.probes_sent += 1
        self._cc.asked(now_ns)
        peth = Peth(probe_id, self._frames.qpn & 0xFFFF, self._frames.dest_qpn & 0xFFFF, tick(now_ns))
        return self._frames.control(entry, Opcode.PROBE, 0, peth)

    # --- What happens -----------------------------------------------------------------------------------------------

    def planes_closed(self, planes: int, now_ns: int) -> None:
        """The planes of these bits have closed: what was on its way there is sent again on others."""
        self.state.losses.planes_closed(planes, now_ns)
        self.state.stale = True

    def deadline_ns(self) -> int | None:
        """When ``on_timer`` must be called; None while nothing is outstanding."""
        return self._ack_timeout.deadline_ns()

    def on_timer(self, now_ns: int) -> None:
        """The local ACK timeout, the tail probe, and what waits to be sent again."""
        self._ack_timeout.on_timer(now_ns)

    # --- The end ----------------------------------------------------------------------------------------------------

    def flush(self, status: CompletionStatus, now_ns: int) -> None:
        """Complete everything unfinished: the write to blame with ``status``, the rest FLUSHED; free the window."""
        works = self.drop()
        blamed = self.state.blamed or (works[0] if works else None)
        flushed = CompletionStatus.FLUSHED
        for_all(works, lambda work: self.state.report(work, status if work is blamed else flushed, now_ns))

    def drop(self) -> list[WorkRequest]:
        """Forget everything unfinished, and free the window; what was posted, oldest first."""
        self._cc.close()
        self.flight.clear()
        self.state.losses.clear()
        self.probes.wanted = False
        return self._queue.flush()
