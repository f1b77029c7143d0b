# SPDX-License-Identifier: Apache-2.0
"""The sending half of a queue pair: segmentation, the PSN window, and what is sent when (endpoint §4)."""

from host_stack.paths.ev import EvEntry
from host_stack.transport.acknowledgements import Acknowledgements
from host_stack.transport.completions import CompletionStatus
from host_stack.transport.in_flight import InFlight
from host_stack.transport.reliability_probes import ReliabilityProbes
from host_stack.transport.send_state import SendState
from host_stack.transport.silence import Silence
from host_stack.transport.work_requests import SentPacket, WorkRequest
from host_stack.wire.codec import Peth
from host_stack.wire.opcodes import Opcode
from host_stack.wire.parse import DropReason, Packet
from host_stack.wire.psn import psn_of
from host_stack.wire.timestamps import tick


class Requestor:
    """Sends writes, and keeps sending until the peer has said that everything arrived and completed.

    What is missing is sent again, the oldest gap first, each time on a fresh EV: at once when a NACK says it was
    trimmed, after ``InFlight`` has inferred that it is lost, or at the local ACK timeout. When the peer falls silent, a
    reliability probe asks for a SACK.

    Attributes:
        state: what its parts share.
        flight: the books of packets sent.
        probes: reliability probes.
    """

    __slots__ = ("_acknowledgements", "_cc", "_counters", "_frames", "_queue", "_silence", "flight", "probes", "state")

    def __init__(self, state: SendState) -> None:
        self.state = state
        self._silence = Silence(state)
        self._acknowledgements = Acknowledgements(state, self._silence)
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
    def failure(self) -> CompletionStatus | None:
        """Why the queue pair must fail; the NIC acts on it."""
        return self.state.failure

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
            if not queue.unacked:
                self.state.progress(now_ns)
                self.state.hurry = True
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
        first = self._cc.begins
        self._cc.on_sent(record.size)
        counters = self._counters
        counters.ev_packets[entry.entropy] = counters.ev_packets.get(entry.entropy, 0) + 1
        counters.plane_packets[entry.plane] = counters.plane_packets.get(entry.plane, 0) + 1
        # AckReq on the last packet of a message, and often enough that a window smaller than the peer's SACK
        # threshold cannot stall; nor can the part of it that is this queue pair's. And on the first packet where others
        # share the window: they must not wait for long if nothing is answered.
        state = self.state
        state.bytes_since_ack_req += record.size
        ack_req = last or state.bytes_since_ack_req >= self._cc.portion >> 1
        if ack_req:
            state.bytes_since_ack_req = 0
        if ack_req or first:
            self._cc.asked(now_ns)
        state.hurry = state.hurry or state.spent
        return self._frames.data(
            entry,
            opcode=work.opcode(index),
            psn=psn_of(index),
            ack_req=ack_req or first,
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

    def send_probe(self, entry: EvEntry, now_ns: int) -> bytes:
        """Send the queued reliability probe on ``entry``."""
        probe_id = self.probes.sent(entry.entropy, now_ns)
        self._counters.probes_sent += 1
        self._cc.asked(now_ns)
        peth = Peth(probe_id, self._frames.qpn & 0xFFFF, self._frames.dest_qpn & 0xFFFF, tick(now_ns))
        return self._frames.control(entry, Opcode.PROBE, 0, peth.pack())

    # --- What happens -----------------------------------------------------------------------------------------------

    def on_answer(self, packet: Packet, now_ns: int) -> DropReason | None:
        """A SACK, NACK or ACK. Why it was ignored (it speaks of packets never sent, ...), or None."""
        return self._acknowledgements.on_answer(packet, now_ns)

    def planes_closed(self, planes: int, now_ns: int) -> None:
        """The planes of these bits have closed: what was on its way there is sent again on others."""
        self.state.losses.planes_closed(planes, now_ns)
        self.state.hurry = True

    def deadline_ns(self) -> int | None:
        """When ``on_timer`` must be called; None while nothing is outstanding."""
        return self._silence.deadline_ns()

    def hurried(self) -> bool:
        """Whether ``deadline_ns`` may have come closer since this was last asked."""
        state = self.state
        hurry, state.hurry = state.hurry, False
        return hurry

    def on_timer(self, now_ns: int) -> None:
        """The local ACK timeout, the tail probe, and what waits to be sent again."""
        self._silence.on_timer(now_ns)

    # --- The end ----------------------------------------------------------------------------------------------------

    def flush(self, status: CompletionStatus, now_ns: int) -> None:
        """Complete everything unfinished: the write to blame with ``status``, the rest FLUSHED; free the window."""
        works = self.drop()
        blamed = self.state.blamed or (works[0] if works else None)
        for work in works:
            self.state.report(work, status if work is blamed else CompletionStatus.FLUSHED, now_ns)

    def drop(self) -> list[WorkRequest]:
        """Forget everything unfinished, and free the window; what was posted, oldest first."""
        self._cc.close()
        self.flight.clear()
        self.state.losses.clear()
        self.probes.wanted = False
        return self._queue.flush()
