# SPDX-License-Identifier: Apache-2.0
"""The receiving half of a queue pair: placement, bitmap, in-order completion, SACK, NACK, ACK (endpoint §2, §3)."""

from collections import deque
from dataclasses import dataclass
from heapq import heappop, heappush

from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_format import EvFormat
from host_stack.transport.attributes import RtrAttributes
from host_stack.transport.counters import QpCounters
from host_stack.transport.memory import AccessError, MemoryTable
from host_stack.transport.options import TransportOptions
from host_stack.transport.qp_frames import QpFrames
from host_stack.transport.receive_window import Arrival, ReceiveWindow
from host_stack.transport.work_requests import Completion, CompletionKind, CompletionStatus
from host_stack.wire.codec import Aeth, CcState, Neth, Peth, Seth
from host_stack.wire.constants import NackReason, Role, SackMark, Syndrome
from host_stack.wire.opcodes import Opcode
from host_stack.wire.options import OutOfWindow, RcvdBytesBasis, WireOptions
from host_stack.wire.parse import DropReason, Packet
from host_stack.wire.psn import index_of, psn_of
from host_stack.wire.timestamps import age_ns

_SACK_MINIMUM = 1024


@dataclass(slots=True)
class SackJob:
    """A SACK to send; cack and bitmap are filled in when it leaves.

    Attributes:
        index: PSN index that triggered it.
        mark: M; entropy, timestamp, rtx: echoed from the trigger; probe_id: set if a reliability probe asked.
        patient_until_ns: how long the answer to a probe waits for its plane's port.
    """

    index: int
    mark: SackMark
    entropy: int
    timestamp: int
    rtx: bool
    probe_id: int | None = None
    patient_until_ns: int = 0


@dataclass(frozen=True, slots=True)
class NackJob:
    """A NACK to send."""

    index: int
    reason: NackReason
    entropy: int
    timestamp: int
    rtx: bool


@dataclass(frozen=True, slots=True)
class AckJob:
    """A transport ACK or NAK to send."""

    index: int
    syndrome: Syndrome


Job = SackJob | NackJob | AckJob


class Responder:
    """Places packets as they come, completes messages as they were sent.

    The five SACK triggers (endpoint §3) are in ``_place``: bytes since the last SACK, AckReq, CE, rtx; the fifth, a
    reliability probe, is ``_on_probe``.

    Attributes:
        window: the PSN bitmap.
        jobs: control packets to send, oldest first.
        failed: a remote access or limit violation was NAKed; the queue pair must fail once ``jobs`` is sent.
    """

    __slots__ = (
        "_basis",
        "_bytes_since_sack",
        "_completed_index",
        "_completions",
        "_counters",
        "_ends",
        "_format",
        "_frames",
        "_limits",
        "_memory",
        "_messages",
        "_nack_outside",
        "_options",
        "_rcvd_bytes",
        "_stashed",
        "failed",
        "jobs",
        "window",
    )

    def __init__(
        self,
        frames: QpFrames,
        memory: MemoryTable,
        *,
        ev_format: EvFormat,
        limits: RtrAttributes,
        wire_options: WireOptions,
        options: TransportOptions,
        counters: QpCounters,
        completions: deque[Completion],
    ) -> None:
        self._frames = frames
        self._format = ev_format
        self._memory = memory
        self._limits = limits
        self._options = options
        self._counters = counters
        self._completions = completions
        self._basis = wire_options.rcvd_bytes
        self._nack_outside = wire_options.out_of_window is OutOfWindow.NACK
        self.window = ReceiveWindow(limits.first_psn, limits.window)
        self.jobs: deque[Job] = deque()
        self.failed = False
        self._bytes_since_sack = 0
        self._rcvd_bytes = 0
        self._messages = 0
        self._completed_index: int | None = None
        self._ends: list[tuple[int, int | None, int]] = []
        self._stashed = 0

    # --- Data -------------------------------------------------------------------------------------------------------

    def on_data(self, packet: Packet, now_ns: int) -> None:
        """A data packet, whole or trimmed."""
        bth = packet.bth
        index = index_of(bth.psn, self.window.cack + 1)
        arrival = self.window.classify(index)
        timestamp = packet.timestamp or 0
        counters = self._counters
        if bth.rtx:
            counters.retransmissions_received += 1
        if packet.trimmed is not None:
            counters.trims_received += 1
        if arrival is Arrival.OUTSIDE:
            counters.out_of_window += 1
            if self._nack_outside:
                self.jobs.append(NackJob(index, NackReason.PSN_OOR_WINDOW, packet.entropy, timestamp, bth.rtx))
        elif packet.trimmed is not None and arrival is Arrival.NEW:
            last_hop = packet.trimmed is Role.TRIMMED_LASTHOP
            reason = NackReason.TRIMMED_LASTHOP if last_hop else NackReason.TRIMMED
            self.jobs.append(NackJob(index, reason, packet.entropy, timestamp, bth.rtx))
        elif arrival is Arrival.NEW:
            self._place(packet, index, timestamp, now_ns)
        else:
            counters.duplicates += 1
            if arrival is Arrival.DUPLICATE_ABOVE:
                self.window.reopen(index)
            elif self._completed_index is not None:
                self._queue_ack()
            mark = SackMark.SKIP_ONCE if packet.marked and packet.trimmed is None else SackMark.NONE
            self.jobs.append(SackJob(index, mark, packet.entropy, timestamp, bth.rtx))

    def _place(self, packet: Packet, index: int, timestamp: int, now_ns: int) -> None:
        reth, payload, bth = packet.reth, packet.payload, packet.bth
        counters = self._counters
        assert reth is not None, "the parser gives every untrimmed data packet a RETH"
        try:
            self._memory.place(reth.r_key, reth.address, payload)
        except AccessError:
            counters.access_errors += 1
            self._refuse(index, Syndrome.NAK_REMOTE_ACCESS)
            return
        size = len(payload)
        counters.packets_placed += 1
        counters.bytes_placed += size
        window = self.window
        if index != window.cack + 1:
            counters.out_of_order += 1
        if packet.timestamp is not None:
            counters.worst_one_way_ns = max(counters.worst_one_way_ns, age_ns(packet.timestamp, now_ns))
        self._rcvd_bytes += (
            packet.udp_length + 40 if self._basis is RcvdBytesBasis.UDP_LENGTH_PLUS_40 else max(size, _SACK_MINIMUM)
        )
        if packet.kind.last:
            heappush(self._ends, (index, packet.imm, reth.length))
            if packet.imm is not None:
                self._stashed += 1
                if self._stashed > self._limits.max_immediates:
                    self._refuse(index, Syndrome.NAK_INVALID_REQUEST)
                    return
        if window.accept(index):
            self._complete(now_ns)
        self._bytes_since_sack += max(size, _SACK_MINIMUM)
        mark = SackMark.NONE
        if packet.marked:
            counters.marked_received += 1
            mark = SackMark.SKIP_ONCE
        if mark or bth.ack_req or bth.rtx or self._bytes_since_sack > self._options.sack_threshold_bytes:
            self._queue_sack(SackJob(index, mark, packet.entropy, timestamp, bth.rtx))

    def _complete(self, now_ns: int) -> None:
        """Complete, in order, every message whose last packet cack has passed; stashed immediates come out here."""
        ends, cack = self._ends, self.window.cack
        done = False
        while ends and ends[0][0] <= cack:
            index, imm, length = heappop(ends)
            self._messages += 1
            self._completed_index = index
            self._counters.messages_received += 1
            done = True
            if imm is not None:
                self._stashed -= 1
                self._counters.immediates += 1
                self._completions.append(
                    Completion(CompletionKind.RECV_IMM, CompletionStatus.SUCCESS, self._messages, length, imm, now_ns)
                )
        if done:
            self._queue_ack()

    def _refuse(self, index: int, syndrome: Syndrome) -> None:
        self.jobs.append(AckJob(index, syndrome))
        self.failed = True

    def on_control(self, packet: Packet, now_ns: int) -> DropReason | None:
        """What a requestor asks without writing: so far, a reliability probe. Why it was dropped, or None."""
        match packet.bth.opcode, packet.control:
            case Opcode.PROBE, (Peth() as peth,):
                self._on_probe(packet, peth, now_ns)
                return None
        return DropReason.UNHANDLED_OPCODE

    def _on_probe(self, packet: Packet, peth: Peth, now_ns: int) -> None:
        """Report everything above cack again, then answer with pr=1."""
        self.window.reopen_all()
        mark = SackMark.SKIP_ONCE if packet.marked else SackMark.NONE
        patient_until_ns = now_ns + self._options.base_rtt_ns
        self.jobs.append(
            SackJob(
                self.window.cack, mark, packet.entropy, peth.timestamp, packet.bth.rtx, peth.probe_id, patient_until_ns
            )
        )

    # --- Control packets --------------------------------------------------------------------------------------------

    def _queue_sack(self, job: SackJob) -> None:
        """Queue a SACK; one that only counts bytes replaces another such that has not left yet."""
        self._bytes_since_sack = 0
        plain = job.mark == SackMark.NONE and not job.rtx
        if plain and self.jobs:
            last = self.jobs[-1]
            if isinstance(last, SackJob) and last.mark == SackMark.NONE and not last.rtx and last.probe_id is None:
                self.jobs[-1] = job
                return
        self.jobs.append(job)

    def _queue_ack(self) -> None:
        """Queue the cumulative transport ACK; one that has not left yet will carry the newest message anyway."""
        if not any(isinstance(job, AckJob) for job in self.jobs):
            self.jobs.append(AckJob(-1, Syndrome.ACK))

    def bound_plane(self, now_ns: int) -> int | None:
        """The plane the oldest job must leave by: the answer to a reliability probe goes back by the probe's plane.

        The peer probes because it hears nothing, and that plane at least works in one direction. If its port does not
        come free within a round trip, any plane will do.
        """
        job = self.jobs[0]
        if isinstance(job, SackJob) and job.probe_id is not None and now_ns < job.patient_until_ns:
            return self._format.plane(job.entropy)
        return None

    def send(self, entry: EvEntry) -> bytes:
        """The oldest job as a frame on ``entry``; ``jobs`` must not be empty."""
        job = self.jobs[0]
        if isinstance(job, SackJob):
            return self._send_sack(job, entry)
        self.jobs.popleft()
        frames, counters = self._frames, self._counters
        if isinstance(job, NackJob):
            reason = int(job.reason)
            counters.nacks_sent[reason] = counters.nacks_sent.get(reason, 0) + 1
            neth = Neth(
                reason, job.entropy, frames.qpn & 0xFFFF, frames.dest_qpn & 0xFFFF, psn_of(job.index), job.timestamp
            )
            return frames.control(entry, Opcode.NACK, psn_of(job.index), neth.pack(), rtx=job.rtx)
        counters.acks_sent += 1
        index = job.index
        if job.syndrome == Syndrome.ACK and self._completed_index is not None:
            index = self._completed_index
        aeth = Aeth(job.syndrome, self._messages & 0xFFFFFF)
        return frames.control(entry, Opcode.ACK, psn_of(index), aeth.pack())

    def _send_sack(self, job: SackJob, entry: EvEntry) -> bytes:
        window, frames = self.window, self._frames
        base, bitmap = window.report()
        cack = window.cack
        probe_id = job.probe_id
        if probe_id is not None and window.has_unreported:
            # The answer to a probe closes the books, so it goes last; what does not fit its bitmap goes before it.
            probe_id = None
            job = SackJob(cack, SackMark.NONE, job.entropy, 0, job.rtx)
        else:
            self.jobs.popleft()
            if window.has_unreported:
                # More is held than 64 bits can say: let the next packet trigger another SACK.
                self._bytes_since_sack = self._options.sack_threshold_bytes
        self._counters.sacks_sent += 1
        seth = Seth(
            job.mark,
            probe_id is not None,
            probe_id if probe_id is not None else max(job.index - cack, -0x8000),
            job.entropy,
            frames.qpn & 0xFFFF,
            frames.dest_qpn & 0xFFFF,
            psn_of(cack),
            0,
            base - cack,
            bitmap,
        )
        state = CcState(job.timestamp, min(window.held, 0x7FFF), (self._rcvd_bytes + 255 >> 8) & 0xFFFFFF)
        return frames.control(entry, Opcode.SACK, psn_of(cack), seth.pack() + state.pack(), rtx=job.rtx)
