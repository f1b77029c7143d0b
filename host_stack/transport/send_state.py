# SPDX-License-Identifier: Apache-2.0
"""What the parts of a requestor share: its books, what governs them, and how it stands."""

from host_stack.paths.ev_set import EvSet
from host_stack.transport.attributes import RtsAttributes
from host_stack.transport.completion_queue import CompletionQueue
from host_stack.transport.completions import Completion, CompletionKind, CompletionStatus
from host_stack.transport.congestion.destination import Account
from host_stack.transport.counters import QpCounters
from host_stack.transport.in_flight import InFlight
from host_stack.transport.losses import Losses
from host_stack.transport.options import TransportOptions
from host_stack.transport.qp_frames import QpFrames
from host_stack.transport.reliability_probes import ReliabilityProbes
from host_stack.transport.retry_budget import RetryBudget
from host_stack.transport.send_queue import SendQueue
from host_stack.transport.work_requests import SentPacket, WorkRequest


class SendState:
    """Of one requestor.

    Attributes:
        queue: writes; flight: packets sent; losses: what is taken for lost of them.
        cc, evs, budget, probes: congestion control, paths, retries, reliability probes.
        frames, options, counters: how packets look, timers and limits, what is counted.
        full_size: nominal bytes of a full packet.
        service_time: agreed with the peer: the timestamps that it reflects are moved on by the time its answers waited.
        window: how many PSNs may be in flight; with dynamic MPR what the newest SACK says.
        failure: why the queue pair must fail; blamed: the write that completes with it, the oldest one if None.
        heard_ns: when the peer last told something new.
        bytes_since_ack_req: what has left since a packet asked for a SACK.
        hurry: a deadline may have come closer.
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
        "hurry",
        "losses",
        "options",
        "probes",
        "queue",
        "service_time",
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
        service_time: bool,
    ) -> None:
        """``depth``: writes that may be posted and not completed."""
        self.frames = frames
        self.evs = evs
        self.cc = cc
        self.window = limits.window
        self.dynamic = limits.dynamic_mpr
        self.options = options
        self.service_time = service_time
        self.full_size = frames.nominal_size(options.path_mtu)
        self.counters = counters
        self._completions = completions
        self.flight = InFlight(limits.first_psn, self._heard_of)
        self.failure: CompletionStatus | None = None
        self.blamed: WorkRequest | None = None
        self.hurry = False
        self.probes = ReliabilityProbes(options.tail_probe_ns)
        self.losses = Losses(self.flight, evs, cc, self.probes, options=options, counters=counters)
        self.budget = RetryBudget(limits)
        self.queue = SendQueue(limits.max_immediates, depth)
        self.bytes_since_ack_req = 0
        self.heard_ns = 0

    @property
    def spent(self) -> bool:
        """Whether nothing can leave for the first time: it has all left, or a window is closed."""
        flight = self.flight
        return (
            not self.queue.unsent
            or flight.next_index - flight.una >= self.window
            or not self.cc.can_send(self.full_size)
        )

    def _heard_of(self, record: SentPacket) -> None:
        """A packet is silent no more: the EV that it left by is no worse than others for it."""
        self.evs.wake(record.entropy)

    def progress(self, now_ns: int) -> None:
        """The peer has told something new, or need not have: all retries are back."""
        self.heard_ns = now_ns
        self.probes.vain = 0
        self.budget.progress(now_ns)

    def fail(self, status: CompletionStatus, blamed: WorkRequest | None = None) -> None:
        """The queue pair must fail: ``blamed`` completes with ``status``, or the oldest write if nobody is named."""
        self.failure = status
        self.blamed = blamed

    def report(self, work: WorkRequest, status: CompletionStatus, now_ns: int) -> None:
        """A write completes."""
        self._completions.push(
            Completion(CompletionKind.WRITE, status, work.wr_id, work.length, work.imm, now_ns, self.frames.qpn)
        )
