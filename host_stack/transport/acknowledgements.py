# SPDX-License-Identifier: Apache-2.0
"""What SACKs, NACKs, ACKs and NAKs of the peer do to a requestor's books (endpoint §4)."""

from typing import Final

from host_stack.transport.completions import CompletionStatus
from host_stack.transport.in_flight import Evidence
from host_stack.transport.round_trips import service_ns, trigger_ns
from host_stack.transport.send_state import SendState
from host_stack.transport.silence import Silence
from host_stack.transport.work_requests import PacketState, SentPacket, WorkRequest
from host_stack.wire.codec import Aeth, CcState, Neth, Seth
from host_stack.wire.constants import MPR_UNIT, RECOVERABLE_REASONS, TRIM_REASONS, NackReason, SackMark, Syndrome
from host_stack.wire.opcodes import Opcode
from host_stack.wire.parse import DropReason, Packet
from host_stack.wire.psn import index_of

# Members that are asked for with every few packets, looked up once.
_IN_FLIGHT: Final = PacketState.IN_FLIGHT
_SACK: Final = int(Opcode.SACK)
_NACK: Final = int(Opcode.NACK)
_ACK: Final = int(Opcode.ACK)
_UNMARKED: Final = int(SackMark.NONE)
_FIRST: Final = Evidence.FIRST
_AGAIN: Final = Evidence.RETRANSMISSION
_SKIP_ONCE: Final = int(SackMark.SKIP_ONCE)
_NAK_STATUS: Final = {
    int(Syndrome.NAK_INVALID_REQUEST): CompletionStatus.REMOTE_INVALID_REQUEST,
    int(Syndrome.NAK_REMOTE_ACCESS): CompletionStatus.REMOTE_ACCESS,
}


class Acknowledgements:
    """Of one requestor.

    A message completes on the transport ACK; a SACK only says that packets arrived.
    """

    __slots__ = ("_late_bytes", "_silence", "_state")

    def __init__(self, state: SendState, silence: Silence) -> None:
        self._state = state
        self._silence = silence
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
            sent_ns = trigger_ns(trigger, timestamp, now_ns, rtx=rtx, service_time=state.service_time)
            if not rtx:
                state.losses.turned_up(trigger, seth.entropy, now_ns)
        if not seth.probe:
            state.losses.named(index, seth.entropy)
        acked = self._deliver_up_to(cack, now_ns)
        base, bitmap = cack + seth.sack_offset, seth.bitmap
        while bitmap:
            low = bitmap & -bitmap
            acked += self._deliver(base + low.bit_length() - 1, now_ns)
            bitmap ^= low
        revives = False
        if seth.probe:
            probe = state.probes.answered(seth.ack_offset)
            if probe is not None:
                sent_ns = probe.sent_ns
                state.evs.heard(probe.entropy, sent_ns)
                state.evs.on_answered(probe.entropy, sent_ns)
                known = state.evs.on_probe_answer(probe.entropy, seth.mark, now_ns)
                revives = known and probe.entropy == seth.entropy
                if probe.sent_ns > flight.told_ns:
                    self._take_back(cack + 1, now_ns)
        else:
            acked += self._deliver(index, now_ns)
            first_ns = flight.own_report(index)
            if trigger is None and not rtx:
                sent_ns = first_ns
        if sent_ns is not None:
            flight.witness(sent_ns, Evidence.RETRANSMISSION if rtx else _FIRST)
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
                    state.evs.on_round_trip(seth.entropy, rtt)
                    state.losses.trips.note(rtt, now_ns)
            if trigger is not None and trigger.size >= state.full_size:
                full_rtt = now_ns - sent_ns
        late, self._late_bytes = self._late_bytes, 0
        if state.dynamic and seth.mpr and state.cc.newest(cc_state):
            state.window = seth.mpr * MPR_UNIT
        marked = seth.mark == _SKIP_ONCE
        state.cc.on_sack(acked, late, cc_state, marked=marked, rtt_ns=rtt, full_rtt_ns=full_rtt, now_ns=now_ns)
        if acked or late:
            state.cc.heard(flight.evidence_ns(_AGAIN), now_ns)
        state.losses.infer(sent_ns if seth.probe and state.spent else None, now_ns)
        state.hurry = state.hurry or self._silence.stalled_ns() is not None
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
        if trimmed:
            counters.trims_signalled += 1
        if trimmed:
            state.losses.named(index, neth.entropy)
        late = trimmed and record is not None and state.losses.turned_up(record, neth.entropy, now_ns)
        if not late and record is not None and record.state is PacketState.LOST and record.entropy == neth.entropy:
            return None  # said before: the peer fears that its NACK was lost
        if reason == NackReason.TRIMMED:
            state.evs.on_trim(neth.entropy, now_ns)
        # A NACK that names another EV is about an earlier transmission; the later one is still on its way.
        if record is None or record.state is not PacketState.IN_FLIGHT or record.entropy != neth.entropy:
            return None
        state.losses.count_in(record)
        if trimmed:
            state.heard_ns = now_ns
            state.evs.heard(neth.entropy, record.sent_ns)
            state.cc.on_trim(record.size, last_hop=reason == NackReason.TRIMMED_LASTHOP, now_ns=now_ns)
            state.cc.heard(state.flight.evidence_ns(_AGAIN), now_ns)
        else:
            if reason == NackReason.PSN_OOR_WINDOW and not state.dynamic:
                # The peer's window is smaller than agreed: at most the whole units that fit before this packet.
                state.window = min(state.window, max(MPR_UNIT, record.ahead - record.ahead % MPR_UNIT))
            record.refused += 1
            if state.budget.refuse(record.refused, now_ns):
                state.fail(CompletionStatus.RETRY_EXCEEDED)
            state.cc.on_refused(record.size, now_ns, congested=reason == NackReason.NO_PKT_BUFFER)
        vain = state.budget.retries if trimmed else record.refused
        ready_ns = now_ns + state.budget.backoff_ns(state.options.base_rtt_ns, vain)
        state.hurry = state.hurry or ready_ns > now_ns or self._silence.stalled_ns() is not None
        state.flight.requeue(record, ready_ns + state.options.base_rtt_ns, ready_ns if ready_ns > now_ns else 0)
        return None

    def _on_ack(self, psn: int, now_ns: int) -> DropReason | None:
        state = self._state
        index = index_of(psn, state.flight.una - 1)
        if index >= state.flight.next_index:
            return DropReason.UNSENT_PSN
        acked = self._deliver_up_to(index, now_ns)
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
        acked = self._deliver(work.last_index, now_ns)
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
            state.cc.heard(state.flight.evidence_ns(_AGAIN), now_ns)

    def _take_back(self, index: int, now_ns: int) -> None:
        """The peer, asked since anything was reported, lacks this packet: if it was called received, that was wrong.

        cack never goes back, so that an earlier SACK was not the peer's, or not what it said.
        """
        state = self._state
        work = state.queue.holding(index) if index < state.flight.next_index else None
        if work is None or index in state.flight.records:
            return
        state.counters.reports_taken_back += 1
        size = state.frames.nominal_size(
            work.payload_size(index), immediate=work.imm is not None and index == work.last_index
        )
        record = SentPacket(index, work, size, now_ns)
        record.sends = 1
        state.flight.una = min(state.flight.una, index)
        state.flight.requeue(record, now_ns)

    def _deliver_up_to(self, index: int, now_ns: int) -> int:
        flight = self._state.flight
        acked = 0
        if index >= flight.una:
            for received in range(flight.una, index + 1):
                acked += self._deliver(received, now_ns)
            flight.una = index + 1
        return acked

    def _deliver(self, index: int, now_ns: int) -> int:
        """Note that a packet arrived; the in-flight bytes this frees."""
        state = self._state
        record = state.flight.delivered(index)
        if record is None:
            return 0
        state.flight.told_ns = now_ns
        state.losses.reported(record, now_ns)
        state.evs.on_delivered(record.entropy, record.sent_ns, surely=record.sends == 1)
        elapsed = now_ns - record.first_sent_ns
        counters = state.counters
        counters.worst_delivery_ns = max(counters.worst_delivery_ns, elapsed)
        counters.total_delivery_ns += elapsed
        counters.deliveries += 1
        if index >= state.flight.una:
            # That a copy of what had arrived long ago arrives (``_repeat_last``) is nothing new: its ACK would be.
            state.progress(now_ns)
        if record.state is not _IN_FLIGHT or record.given_up:
            self._late_bytes += record.size
            return 0
        return record.size
