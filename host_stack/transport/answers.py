# SPDX-License-Identifier: Apache-2.0
"""What a responder has to say, until a port is free: SACK, NACK, transport ACK and NAK (endpoint §2, §3).

The NACK of a trim may be lost on the way back. A trimmed packet whose NACK arrives is sent again about a round trip
later. If it has not come again by then, the sender is about to take the hole for a loss and to blame a path that only
was full; so ``TrimRepeats`` repeats the NACK, once, and before the answer to a reliability probe, after which the
sender knows no other reason.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host_stack.counters import QpCounters
from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_source import EvFormat
from host_stack.transport.connection import RtrAttributes, TransportOptions
from host_stack.transport.frames import QpFrames
from host_stack.transport.windows import Arrival, ReceiveResources, ReceiveWindow
from host_stack.unboxed import unboxed
from host_stack.wire.constants import TRIM_REASONS, NackReason, SackMark, Syndrome
from host_stack.wire.headers import Aeth, CcState, Neth, Opcode, Seth, psn_of, waited

# --- Answers ---------------------------------------------------------------------------------------------------------

# Members that are asked for with every few packets, looked up once.
_UNMARKED: Final = SackMark.NONE
_NEW: Final = Arrival.NEW
_SACK: Final = int(Opcode.SACK)
_SACK_BYTES: Final = 100
_PROBE_BYTES: Final = 80
"""UDP length + 40 of a SACK, and of a reliability probe."""
_AMPLIFICATION: Final = 4
"""Bytes of answers to probes, for each byte that has come."""
_MOST_WAITING: Final = 4096
"""Answers that may wait for a port: one for each packet of a large window (endpoint §2.1)."""
_MORE_THAN_WINDOW: Final = 64
"""Answers that may wait beyond one for each packet of a smaller window."""
_REPORTED: Final = 64
"""PSNs that one SACK reports."""


@unboxed(ints="bytes_since_sack messages mpr rcvd_bytes")
@dataclass(slots=True)
class Reception:
    """What a responder has received so far: what its answers tell.

    Attributes:
        window: the PSN bitmap.
        rcvd_bytes: bytes of new packets, as CC_STATE counts them, not yet in units nor modulo.
        bytes_since_sack: bytes since a SACK was last queued.
        mpr: window that SACKs advertise, in units of 128 PSNs; 0: none, it is fixed.
        messages: writes completed in order; completed_index: PSN index of the last packet of the newest of them.
    """

    window: ReceiveWindow
    rcvd_bytes: int = 0
    bytes_since_sack: int = 0
    mpr: int = 0
    messages: int = 0
    completed_index: int | None = None


class ProbeAnswer:
    """What a SACK that a reliability probe asked for owes to the probe.

    Attributes:
        probe_id: of the probe.
        patient_until_ns: how long the SACK waits for the port of the probe's plane.
        turned: the SACK is to leave by the EV that the probe came by.
    """

    __slots__ = ("patient_until_ns", "probe_id", "turned")

    def __init__(self, probe_id: int, patient_until_ns: int, *, turned: bool) -> None:
        self.probe_id = probe_id
        self.patient_until_ns = patient_until_ns
        self.turned = turned


@unboxed(ints="arrived_ns entropy index timestamp", bools="rtx")
class SackJob:
    """A SACK to send; cack and bitmap are filled in when it leaves.

    Attributes:
        index: PSN index that triggered it.
        mark: M; entropy, timestamp, rtx: echoed from the trigger; probe: set if a reliability probe asked.
        arrived_ns: when the trigger came; the time until the SACK leaves is the service time (endpoint §7.1).
    """

    __slots__ = ("arrived_ns", "entropy", "index", "mark", "probe", "rtx", "timestamp")

    def __init__(  # noqa: PLR0917  the fields of a plain record
        self,
        index: int,
        mark: SackMark,
        entropy: int,
        timestamp: int,
        rtx: bool,
        arrived_ns: int,
        probe: ProbeAnswer | None = None,
    ) -> None:
        self.index = index
        self.mark = mark
        self.entropy = entropy
        self.timestamp = timestamp
        self.rtx = rtx
        self.arrived_ns = arrived_ns
        self.probe = probe

    @property
    def plain(self) -> bool:
        """Whether it only counts bytes, so that a later one says all that it would."""
        return self.mark is _UNMARKED and not self.rtx and self.probe is None


class NackJob:
    """A NACK to send; what a ``SackJob`` says, and the reason."""

    __slots__ = ("entropy", "index", "reason", "rtx", "timestamp")

    def __init__(self, index: int, reason: NackReason, entropy: int, timestamp: int, rtx: bool) -> None:
        self.index = index
        self.reason = reason
        self.entropy = entropy
        self.timestamp = timestamp
        self.rtx = rtx


@unboxed(ints="index")
class AckJob:
    """A transport ACK or NAK to send; an ACK gets its PSN when it leaves."""

    __slots__ = ("index", "syndrome")

    def __init__(self, index: int, syndrome: Syndrome) -> None:
        self.index = index
        self.syndrome = syndrome


Job = SackJob | NackJob | AckJob


@unboxed(ints="limit", bools="_service_time")
class Answers:
    """Answers in the order of their causes.

    At most ``limit`` wait: what comes while no port is free and finds the queue full is counted
    (``QpCounters.answers_refused``) and forgotten, which the peer takes for a lost answer and repairs. However many
    wait, one more takes no longer.

    A probe draws as many SACKs as its report takes while they are no more than four times the bytes that have come,
    payload and probes; at least one. What is left over is told by the next packet's SACK, or to the next probe.

    Attributes:
        limit: how many may wait.
    """

    __slots__ = (
        "_ack",
        "_counters",
        "_credit",
        "_credited",
        "_flow_control",
        "_format",
        "_frames",
        "_jobs",
        "_most_credit",
        "_options",
        "_peer",
        "_ports",
        "_probe_ids",
        "_reception",
        "_reopened_ns",
        "_service_time",
        "limit",
    )

    def __init__(
        self,
        frames: QpFrames,
        reception: Reception,
        resources: ReceiveResources,
        *,
        limits: RtrAttributes,
        ev_format: EvFormat,
        options: TransportOptions,
        counters: QpCounters,
    ) -> None:
        """``resources``: what the NIC has to receive with; ``limits``: of the queue pair, and who its peer is."""
        self._frames = frames
        self._reception = reception
        self._format = ev_format
        self._options = options
        self._peer = limits.peer_address
        self._service_time = bool(limits.service_time)
        self._flow_control = resources.flow_control
        self._ports = resources.ports
        self.limit = min(limits.window, _MOST_WAITING) + _MORE_THAN_WINDOW
        self._counters = counters
        self._jobs: deque[Job] = deque()
        # Of what waits: the transport ACK or NAK, and whose probes are answered.
        self._ack: AckJob | None = None
        self._probe_ids: set[int] = set()
        self._most_credit = (limits.window // _REPORTED + 1) * _SACK_BYTES
        self._credit = 0
        self._credited = counters.bytes_placed
        self._reopened_ns = -options.base_rtt_ns

    def __len__(self) -> int:
        return len(self._jobs)

    def clear(self) -> None:
        """Say nothing of what waits."""
        self._jobs.clear()
        self._ack = None
        self._probe_ids.clear()

    # --- In ---------------------------------------------------------------------------------------------------------

    def sack(self, job: SackJob) -> None:
        """Queue a SACK; one that only counts bytes replaces another such that has not left yet."""
        self._reception.bytes_since_sack = 0
        if self._jobs and job.plain:
            last = self._jobs[-1]
            if isinstance(last, SackJob) and last.plain:
                self._jobs[-1] = job
                return
        self._queue(job)

    def probe(self, job: SackJob, *, again: bool, now_ns: int) -> None:
        """Queue the answer to a reliability probe, unless it waits already, and report everything above cack again.

        Everything once in a round trip. A peer that asks ``again``, with no data in between, first gets the rest of
        the last report.
        """
        assert job.probe is not None
        probe_id = job.probe.probe_id
        if probe_id in self._probe_ids:
            return
        window, placed = self._reception.window, self._counters.bytes_placed
        earned = _AMPLIFICATION * (placed - self._credited + _PROBE_BYTES)
        self._credit = min(self._most_credit, self._credit + earned)
        self._credited = placed
        if not (again and window.has_unreported) and now_ns >= self._reopened_ns + self._options.base_rtt_ns:
            self._reopened_ns = now_ns
            window.reopen_all()
        self._reception.bytes_since_sack = 0
        if self._queue(job):
            self._probe_ids.add(probe_id)

    def nack(self, job: NackJob) -> None:
        """Queue a NACK."""
        self._queue(job)

    def ack(self) -> None:
        """Queue the cumulative transport ACK; one that has not left yet will carry the newest message anyway."""
        if self._ack is None:
            job = AckJob(-1, Syndrome.ACK)
            if self._queue(job):
                self._ack = job

    def nak(self, index: int, syndrome: Syndrome) -> None:
        """Queue a transport NAK: it takes the place of a transport ACK or NAK that has not left yet."""
        if self._ack is None:
            self._ack = AckJob(index, syndrome)
            self._jobs.append(self._ack)
        else:
            self._ack.index, self._ack.syndrome = index, syndrome

    def _queue(self, job: Job) -> bool:
        """Whether there was room for it."""
        if len(self._jobs) >= self.limit:
            self._counters.answers_refused += 1
            return False
        self._jobs.append(job)
        return True

    # --- Out --------------------------------------------------------------------------------------------------------

    def pending(self) -> bool:
        """Whether there is something to say; a NACK of a trim that has been made good meanwhile is not."""
        jobs = self._jobs
        while jobs:
            job = jobs[0]
            if not isinstance(job, NackJob) or int(job.reason) not in TRIM_REASONS:
                return True
            if self._reception.window.classify(job.index) is _NEW:
                return True
            jobs.popleft()
        return False

    def bound_plane(self, now_ns: int) -> int | None:
        """The plane the oldest answer must leave by: that of a reliability probe goes back by the probe's plane.

        The peer probes because it hears nothing, and that plane at least works in one direction. If its port does not
        come free within a round trip, any plane will do.
        """
        job = self._jobs[0]
        if isinstance(job, SackJob) and job.probe is not None and now_ns < job.probe.patient_until_ns:
            return self._format.plane(job.entropy)
        return None

    def turned_ev(self, now_ns: int) -> int | None:
        """The EV the oldest answer is to leave by, if that is the EV of a reliability probe; None otherwise."""
        job = self._jobs[0]
        if isinstance(job, SackJob) and (probe := job.probe) is not None and probe.turned:
            return job.entropy if now_ns < probe.patient_until_ns else None
        return None

    def patient_ns(self, now_ns: int) -> int | None:
        """When the oldest answer stops waiting for the port that it should leave by; None if it does not wait."""
        job = self._jobs[0] if self._jobs else None
        probe = job.probe if isinstance(job, SackJob) else None
        return probe.patient_until_ns if probe is not None and probe.patient_until_ns > now_ns else None

    def send(self, entry: EvEntry, now_ns: int) -> bytes:
        """The oldest answer as a frame on ``entry``; there must be one."""
        job = self._jobs[0]
        if isinstance(job, SackJob):
            return self._send_sack(job, entry, now_ns)
        self._jobs.popleft()
        frames, counters, reception = self._frames, self._counters, self._reception
        if isinstance(job, NackJob):
            reason = int(job.reason)
            counters.nacks_sent[reason] = counters.nacks_sent.get(reason, 0) + 1
            neth = Neth(
                reason, job.entropy, frames.qpn & 0xFFFF, frames.dest_qpn & 0xFFFF, psn_of(job.index), job.timestamp
            )
            return frames.control(entry, Opcode.NACK, psn_of(job.index), neth, rtx=job.rtx)
        self._ack = None
        counters.acks_sent += 1
        index = job.index
        if job.syndrome == Syndrome.ACK and reception.completed_index is not None:
            index = reception.completed_index
        aeth = Aeth(job.syndrome, reception.messages & 0xFFFFFF)
        return frames.control(entry, Opcode.ACK, psn_of(index), aeth)

    def _send_sack(self, job: SackJob, entry: EvEntry, now_ns: int) -> bytes:
        reception, frames = self._reception, self._frames
        window = reception.window
        base, bitmap = window.report()
        cack = window.cack
        probe_id = job.probe.probe_id if job.probe is not None else None
        if probe_id is not None:
            self._credit -= _SACK_BYTES
        if probe_id is not None and window.has_unreported and self._credit >= _SACK_BYTES:
            # The answer to a probe closes the books, so it goes last; what does not fit its bitmap goes before it.
            probe_id = None
            # No packet triggered it: as that of a retransmission, it is no sample of a round trip.
            job = SackJob(cack, _UNMARKED, job.entropy, 0, True, now_ns)
        else:
            self._jobs.popleft()
            if probe_id is not None:
                self._probe_ids.discard(probe_id)
            if window.has_unreported:
                # More is held than 64 bits can say: let the next packet trigger another SACK.
                reception.bytes_since_sack = self._options.sack_threshold_bytes
        self._counters.sacks_sent += 1
        offset = job.index - cack
        seth = Seth(
            job.mark,
            probe_id is not None,
            probe_id if probe_id is not None else (offset if offset > -0x8000 else -0x8000),
            job.entropy,
            frames.qpn & 0xFFFF,
            frames.dest_qpn & 0xFFFF,
            psn_of(cack),
            reception.mpr,
            base - cack,
            bitmap,
            port_mask=self._ports.sack_mask,
        )
        timestamp = job.timestamp
        if self._service_time:
            timestamp = waited(timestamp, now_ns - job.arrived_ns)
        penalty, restore = self._flow_control.penalty(self._peer, now_ns)
        rcvd_bytes = (reception.rcvd_bytes + 255 >> 8) & 0xFFFFFF
        state = CcState(timestamp, min(window.held, 0x7FFF), rcvd_bytes, restore, penalty)
        return frames.control(entry, _SACK, psn_of(cack), seth, state, rtx=job.rtx)


# --- NACKs that are repeated -----------------------------------------------------------------------------------------


class TrimRepeats:
    """Of one responder.

    Attributes:
        waiting: when each is to be repeated, and the NACK; at most one for each PSN of its window.
    """

    __slots__ = ("_early_ns", "_patience_ns", "waiting")

    def __init__(self, reorder_ns: int, base_rtt_ns: int) -> None:
        """``reorder_ns``: how long the peer waits before it takes a hole for a loss; the same here, less a quarter."""
        self._patience_ns = reorder_ns * 3 // 4
        self._early_ns = max(0, self._patience_ns - base_rtt_ns)
        self.waiting: dict[int, tuple[int, NackJob]] = {}

    def note(self, job: NackJob, now_ns: int) -> None:
        """This NACK is on its way."""
        self.waiting.pop(job.index, None)
        self.waiting[job.index] = (now_ns + self._patience_ns, job)

    def due(self, now_ns: int, *, asked: bool = False) -> Iterator[NackJob]:
        """The NACKs to repeat, unless what they are about has come; one round trip old, if the peer ``asked``."""
        waiting = self.waiting
        while waiting:
            index, (due_ns, job) = next(iter(waiting.items()))
            if due_ns > now_ns + (self._early_ns if asked else 0):
                return
            del waiting[index]
            yield job
