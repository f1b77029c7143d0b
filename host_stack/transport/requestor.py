# SPDX-License-Identifier: Apache-2.0
"""The sending half of a queue pair: segmentation, the PSN window, what SACKs, NACKs and ACKs do (endpoint §4)."""

from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_set import EvSet
from host_stack.transport.attributes import RtsAttributes
from host_stack.transport.completion_queue import CompletionQueue
from host_stack.transport.completions import Completion, CompletionKind, CompletionStatus
from host_stack.transport.congestion.destination import Account
from host_stack.transport.counters import QpCounters
from host_stack.transport.in_flight import Evidence, InFlight
from host_stack.transport.losses import Losses
from host_stack.transport.options import TransportOptions
from host_stack.transport.qp_frames import QpFrames
from host_stack.transport.reliability_probes import ReliabilityProbes
from host_stack.transport.retry_budget import RetryBudget
from host_stack.transport.round_trips import trigger_ns
from host_stack.transport.send_queue import SendQueue
from host_stack.transport.work_requests import PacketState, SentPacket, WorkRequest
from host_stack.wire.codec import Aeth, CcState, Neth, Peth, Seth
from host_stack.wire.constants import MPR_UNIT, RECOVERABLE_REASONS, TRIM_REASONS, NackReason, SackMark, Syndrome
from host_stack.wire.opcodes import Opcode
from host_stack.wire.parse import DropReason, Packet
from host_stack.wire.psn import index_of, psn_of
from host_stack.wire.timestamps import tick

# Members that are asked for with every few packets, looked up once.
_IN_FLIGHT: Final = PacketState.IN_FLIGHT
_SACK: Final = int(Opcode.SACK)
_NACK: Final = int(Opcode.NACK)
_ACK: Final = int(Opcode.ACK)
_UNMARKED: Final = int(SackMark.NONE)
_FIRST: Final = Evidence.FIRST
_SKIP_ONCE: Final = int(SackMark.SKIP_ONCE)
_NAK_STATUS: Final = {
    int(Syndrome.NAK_INVALID_REQUEST): CompletionStatus.REMOTE_INVALID_REQUEST,
    int(Syndrome.NAK_REMOTE_ACCESS): CompletionStatus.REMOTE_ACCESS,
}


class Requestor:
    """Sends writes, and keeps sending until the peer has said that everything arrived and completed.

    A message completes on the transport ACK; a SACK only says that packets arrived. What is missing is sent again, the
    oldest gap first, each time on a fresh EV: at once when a NACK says it was trimmed, after ``InFlight`` has inferred
    that it is lost, or at the local ACK timeout. When the peer falls silent, a reliability probe asks for a SACK.

    Attributes:
        flight: the books of packets sent.
        failure: why the queue pair must fail; the NIC acts on it.
        probes: reliability probes.
        window: how many PSNs may be in flight; with dynamic MPR what the newest SACK says.
        hurry: ``deadline_ns`` may have come closer since it was last asked for.
    """

    __slots__ = (
        "_blamed",
        "_budget",
        "_bytes_since_ack_req",
        "_cc",
        "_completions",
        "_counters",
        "_dynamic",
        "_evs",
        "_frames",
        "_heard_ns",
        "_late_bytes",
        "_losses",
        "_options",
        "_queue",
        "failure",
        "flight",
        "hurry",
        "probes",
        "window",
    )

    def __init__(
        self,
        frames: QpFrames,
        evs: EvSet,
        *,
        cc: Account,
        limits: RtsAttributes,
        options: TransportOptions,
        counters: QpCounters,
        completions: CompletionQueue,
        depth: int,
    ) -> None:
        """``depth``: writes that may be posted and not completed."""
        self._frames = frames
        self._evs = evs
        self._cc = cc
        self.window = limits.window
        self._dynamic = limits.dynamic_mpr
        self._options = options
        self._counters = counters
        self._completions = completions
        self.flight = InFlight(limits.first_psn, self._heard_of)
        self.failure: CompletionStatus | None = None
        self.hurry = False
        self.probes = ReliabilityProbes(options.tail_probe_ns)
        self._losses = Losses(self.flight, evs, cc, self.probes, options=options, counters=counters)
        self._budget = RetryBudget(limits)
        self._queue = SendQueue(limits.max_immediates, depth)
        self._blamed: WorkRequest | None = None
        self._bytes_since_ack_req = 0
        self._heard_ns = 0
        self._late_bytes = 0

    # --- Posting and sending ----------------------------------------------------------------------------------------

    def post(self, work: WorkRequest, now_ns: int) -> None:
        """Queue a write. From now on the peer, or a path to it, has the time of the whole retry budget to show up.

        Raises:
            QueueFullError: as many as there may be are not completed.
        """
        if not self._queue.busy:
            self._progress(now_ns)
        self._queue.post(work)

    @property
    def posted(self) -> int:
        """Writes that are not completed."""
        return len(self._queue)

    @property
    def has_work(self) -> bool:
        """Whether anything is to be sent, now or when the window opens."""
        return self._queue.unsent or self.flight.oldest_lost() is not None

    @property
    def has_only_new(self) -> bool:
        """Whether there is something to be sent, and nothing of it again."""
        return self._queue.unsent and not self.flight.waiting

    def next_retransmission(self) -> SentPacket | None:
        """The oldest packet to send again, if the window allows."""
        record = self.flight.oldest_lost()
        return record if record is not None and self._cc.can_send(record.size) else None

    def retransmit(self, record: SentPacket, entry: EvEntry, now_ns: int) -> bytes:
        """Send ``record`` (from ``next_retransmission``) again, on ``entry``."""
        self.flight.take_lost()
        self._counters.retransmissions += 1
        self._counters.retransmitted_bytes += record.work.payload_size(record.index)
        return self._send(record, entry, now_ns)

    def next_new(self) -> WorkRequest | None:
        """The message whose next packet may be sent for the first time now, or None."""
        flight = self.flight
        if flight.next_index - flight.una >= self.window:
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
            if not queue.unacked:
                self._progress(now_ns)
                self.hurry = True
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
        record.entropy = entry.entropy
        self.flight.sent(record, now_ns)
        self._cc.on_sent(record.size)
        counters = self._counters
        counters.ev_packets[entry.entropy] = counters.ev_packets.get(entry.entropy, 0) + 1
        counters.plane_packets[entry.plane] = counters.plane_packets.get(entry.plane, 0) + 1
        # AckReq on the last packet of a message, and often enough that a window smaller than the peer's SACK
        # threshold cannot stall.
        self._bytes_since_ack_req += record.size
        ack_req = last or self._bytes_since_ack_req >= self._cc.window >> 1
        if ack_req:
            self._bytes_since_ack_req = 0
        return self._frames.data(
            entry,
            opcode=work.opcode(index),
            psn=psn_of(index),
            ack_req=ack_req,
            rtx=record.sends > 1,
            rqmsn=work.rqmsn,
            msn=work.msn,
            address=work.remote_address + offset,
            r_key=work.r_key,
            length=work.length,
            payload=work.data[offset : offset + work.mtu],
            imm=work.imm if last else None,
            now_ns=now_ns,
        )

    # --- Answers ----------------------------------------------------------------------------------------------------

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
        flight = self.flight
        cack = index_of(seth.cack, flight.una - 1)
        if cack >= flight.next_index:
            return DropReason.UNSENT_PSN
        self._counters.sacks_received += 1
        trigger = None if seth.probe else flight.records.get(cack + seth.ack_offset)
        if trigger is not None and not rtx:
            self._losses.turned_up(trigger, seth.entropy, now_ns)
        acked = self._deliver_up_to(cack, now_ns)
        base, bitmap = cack + seth.sack_offset, seth.bitmap
        while bitmap:
            low = bitmap & -bitmap
            acked += self._deliver(base + low.bit_length() - 1, now_ns)
            bitmap ^= low
        sent_ns: int | None = None
        revives = False
        if seth.probe:
            probe = self.probes.answered(seth.ack_offset)
            if probe is not None:
                sent_ns = probe.sent_ns
                known = self._evs.on_probe_answer(probe.entropy, seth.mark, now_ns)
                revives = known and probe.entropy == seth.entropy
        else:
            acked += self._deliver(cack + seth.ack_offset, now_ns)
            if self._frames.timestamps:
                sent_ns = trigger_ns(trigger, cc_state.timestamp, now_ns)
            elif trigger is not None and trigger.sends == 1:
                sent_ns = trigger.sent_ns
        if sent_ns is not None:
            flight.witness(sent_ns, Evidence.RETRANSMISSION if rtx else _FIRST)
        if seth.mark != _UNMARKED:
            self._counters.sacks_marked += 1
            if not revives:
                self._evs.on_mark(seth.entropy, seth.mark, now_ns)
        rtt = now_ns - sent_ns if sent_ns is not None and not rtx else None
        if rtt is not None and trigger is not None:
            self._evs.on_round_trip(seth.entropy, rtt)
        late, self._late_bytes = self._late_bytes, 0
        if self._dynamic and seth.mpr and self._cc.newest(cc_state):
            self.window = seth.mpr * MPR_UNIT
        marked = seth.mark == _SKIP_ONCE
        self._cc.on_sack(acked, late, cc_state, marked=marked, rtt_ns=rtt, now_ns=now_ns)
        self._losses.infer(answered=seth.probe, now_ns=now_ns)
        self.hurry = self.hurry or self._stalled_ns() is not None
        return None

    def _on_nack(self, neth: Neth, now_ns: int) -> DropReason | None:
        index = index_of(neth.psn, self.flight.una)
        if index >= self.flight.next_index:
            return DropReason.UNSENT_PSN
        reason, counters = neth.reason, self._counters
        record = self.flight.records.get(index)
        if reason == NackReason.UNEXP_EVENT and (record is None or record.state is not PacketState.IN_FLIGHT):
            return DropReason.STALE_PSN
        if reason != NackReason.UNEXP_EVENT and reason not in RECOVERABLE_REASONS:
            return DropReason.NACK_REASON
        counters.nacks_received[reason] = counters.nacks_received.get(reason, 0) + 1
        if reason == NackReason.UNEXP_EVENT:
            self._fail(CompletionStatus.FATAL_NACK, self._queue.holding(index))
            return None
        trimmed = reason in TRIM_REASONS
        if trimmed:
            counters.trims_signalled += 1
        late = trimmed and record is not None and self._losses.turned_up(record, neth.entropy, now_ns)
        if not late and record is not None and record.state is PacketState.LOST and record.entropy == neth.entropy:
            return None  # said before: the peer fears that its NACK was lost
        if reason == NackReason.TRIMMED:
            self._evs.on_trim(neth.entropy, now_ns)
        # A NACK that names another EV is about an earlier transmission; the later one is still on its way.
        if record is None or record.state is not PacketState.IN_FLIGHT or record.entropy != neth.entropy:
            return None
        if trimmed:
            self._heard_ns = now_ns
            self._cc.on_trim(record.size, last_hop=reason == NackReason.TRIMMED_LASTHOP, now_ns=now_ns)
        else:
            record.refused += 1
            if self._budget.refuse(record.refused, now_ns):
                self._fail(CompletionStatus.RETRY_EXCEEDED)
            self._cc.on_loss(record.size, now_ns)
        vain = self._budget.retries if trimmed else record.refused
        ready_ns = now_ns + self._budget.backoff_ns(self._options.base_rtt_ns, vain)
        self.hurry = self.hurry or ready_ns > now_ns or self._stalled_ns() is not None
        self.flight.requeue(record, ready_ns + self._options.base_rtt_ns, ready_ns if ready_ns > now_ns else 0)
        return None

    def _on_ack(self, psn: int, now_ns: int) -> DropReason | None:
        index = index_of(psn, self.flight.una - 1)
        if index >= self.flight.next_index:
            return DropReason.UNSENT_PSN
        acked = self._deliver_up_to(index, now_ns)
        for work in self._queue.acknowledged(index):
            acked += self._complete(work, now_ns)
        self._freed(acked, now_ns)
        return None

    def _on_nak(self, psn: int, aeth: Aeth, now_ns: int) -> DropReason | None:
        """A transport NAK names a packet: its write fails, and AETH.MSN counts the writes before it that completed."""
        index = index_of(psn, self.flight.una - 1)
        if index >= self.flight.next_index:
            return DropReason.UNSENT_PSN
        refused = self._queue.holding(index)
        if refused is None:
            return DropReason.STALE_PSN
        acked = sum(self._complete(work, now_ns) for work in self._queue.completed_before(refused, aeth.msn))
        self._freed(acked, now_ns)
        self._fail(_NAK_STATUS.get(aeth.syndrome, CompletionStatus.REMOTE_OPERATION), refused)
        return None

    def _complete(self, work: WorkRequest, now_ns: int) -> int:
        """A write is done; the in-flight bytes this frees (of a copy of its last packet, see ``_repeat_last``)."""
        acked = self._deliver(work.last_index, now_ns)
        self._counters.messages_completed += 1
        self._progress(now_ns)
        if work.signalled:
            self._report(work, CompletionStatus.SUCCESS, now_ns)
        return acked

    def _report(self, work: WorkRequest, status: CompletionStatus, now_ns: int) -> None:
        self._completions.push(
            Completion(CompletionKind.WRITE, status, work.wr_id, work.length, work.imm, now_ns, self._frames.qpn)
        )

    def _freed(self, acked: int, now_ns: int) -> None:
        """A transport ACK or NAK reported packets that no SACK had."""
        late, self._late_bytes = self._late_bytes, 0
        if acked or late:
            self._cc.on_ack(acked, late, now_ns)

    def _fail(self, status: CompletionStatus, blamed: WorkRequest | None = None) -> None:
        """The queue pair must fail: ``blamed`` completes with ``status``, or the oldest write if nobody is named."""
        self.failure = status
        self._blamed = blamed

    def _deliver_up_to(self, index: int, now_ns: int) -> int:
        flight = self.flight
        acked = 0
        if index >= flight.una:
            for received in range(flight.una, index + 1):
                acked += self._deliver(received, now_ns)
            flight.una = index + 1
        return acked

    def _deliver(self, index: int, now_ns: int) -> int:
        """Note that a packet arrived; the in-flight bytes this frees."""
        record = self.flight.delivered(index)
        if record is None:
            return 0
        self._losses.reported(record, now_ns)
        self._evs.on_delivered(record.entropy, record.sent_ns)
        elapsed = now_ns - record.first_sent_ns
        counters = self._counters
        counters.worst_delivery_ns = max(counters.worst_delivery_ns, elapsed)
        counters.total_delivery_ns += elapsed
        counters.deliveries += 1
        self._progress(now_ns)
        if record.state is not _IN_FLIGHT:
            self._late_bytes += record.size
            return 0
        return record.size

    def _heard_of(self, record: SentPacket) -> None:
        """A packet is silent no more: the EV that it left by is no worse than others for it."""
        self._evs.wake(record.entropy)

    def _progress(self, now_ns: int) -> None:
        self._heard_ns = now_ns
        self._budget.progress(now_ns)

    def planes_closed(self, planes: int, now_ns: int) -> None:
        """The planes of these bits have closed: what was on its way there is sent again on others."""
        self._losses.planes_closed(planes, now_ns)
        self.hurry = True

    # --- Time -------------------------------------------------------------------------------------------------------

    def deadline_ns(self) -> int | None:
        """When ``on_timer`` must be called; None while nothing is outstanding."""
        timeout = self._budget.timeout_ns
        if not self._queue.busy or timeout is None:
            return None
        at_ns = self._budget.since_ns + timeout
        if self._queue.unacked:
            at_ns = min(at_ns, self.probes.due_ns(self._heard_ns))
        urgent = (self.flight.delayed_ns, self._stalled_ns(), self._losses.planes_due_ns)
        return min((at_ns, *(at for at in urgent if at is not None)))

    def _stalled_ns(self) -> int | None:
        """When to ask a peer that nothing under way asks, while the window, shrunk meanwhile, lets nothing follow.

        What is under way may be fewer bytes than trigger a SACK, and the packet that asked for one may have been
        trimmed. An answer takes a round trip and the queue in between; twice the round trip is enough.
        """
        if not self._bytes_since_ack_req or not self.flight.in_flight or self._cc.can_send(self._options.path_mtu):
            return None
        return self.probes.due_ns(self._heard_ns, 2 * self._options.base_rtt_ns)

    def on_timer(self, now_ns: int) -> None:
        """The local ACK timeout, the tail probe, and what waits to be sent again."""
        timeout = self._budget.timeout_ns
        if not self._queue.busy or timeout is None:
            return
        self.flight.release(now_ns)
        self._losses.run(now_ns)
        if now_ns >= self._budget.since_ns + timeout:
            self._timeout(now_ns, timeout)
        elif self._queue.unacked and now_ns >= min(
            self.probes.due_ns(self._heard_ns), self._stalled_ns() or now_ns + 1
        ):
            if self.flight.records:
                self.probes.ask(now_ns)
            else:
                self.probes.put_off(now_ns)
                self._repeat_last(now_ns)

    def _timeout(self, now_ns: int, timeout: int) -> None:
        self._counters.timeouts += 1
        self._heard_ns = now_ns
        if self._starved():
            self._budget.put_off(now_ns)
            return
        if self._budget.expire(now_ns):
            self._fail(CompletionStatus.RETRY_EXCEEDED)
            return
        self._losses.time_out(timeout, now_ns)
        if not self.flight.records:
            self._repeat_last(now_ns)

    def _starved(self) -> bool:
        """Whether nothing of this queue pair is under way because others hold the shared window."""
        if self.flight.in_flight:
            return False
        lost = self.flight.oldest_lost()
        if lost is not None:
            return not self._cc.can_send(lost.size)
        return self._queue.unsent and not self._cc.can_send(self._options.path_mtu)

    def _repeat_last(self, now_ns: int) -> None:
        """All arrived but the transport ACK: a copy of the last packet makes the peer repeat it (endpoint §2.3)."""
        work = self._queue.newest_received(self.flight.una)
        if work is not None:
            size = self._frames.nominal_size(work.payload_size(work.last_index), immediate=work.imm is not None)
            record = SentPacket(work.last_index, work, size, now_ns)
            record.sends = 1
            self.flight.requeue(record, now_ns)

    def send_probe(self, entry: EvEntry, now_ns: int) -> bytes:
        """Send the queued reliability probe on ``entry``."""
        probe_id = self.probes.sent(entry.entropy, now_ns)
        self._counters.probes_sent += 1
        peth = Peth(probe_id, self._frames.qpn & 0xFFFF, self._frames.dest_qpn & 0xFFFF, tick(now_ns))
        return self._frames.control(entry, Opcode.PROBE, 0, peth.pack())

    # --- The end ----------------------------------------------------------------------------------------------------

    def flush(self, status: CompletionStatus, now_ns: int) -> None:
        """Complete everything unfinished: the write to blame with ``status``, the rest FLUSHED; free the window."""
        works = self.drop()
        blamed = self._blamed or (works[0] if works else None)
        for work in works:
            self._report(work, status if work is blamed else CompletionStatus.FLUSHED, now_ns)

    def drop(self) -> list[WorkRequest]:
        """Forget everything unfinished, and free the window; what was posted, oldest first."""
        self._cc.close()
        self.flight.clear()
        self.probes.wanted = False
        return self._queue.flush()
