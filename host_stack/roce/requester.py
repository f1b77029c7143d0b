# SPDX-License-Identifier: Apache-2.0
"""The sending half of a queue pair: go-back-N (IBTA 9.7.5, 9.7.6)."""

from collections.abc import Callable
from typing import Final

from host_stack.counters import MOST_RESENT, Resent, Why
from host_stack.roce.verbs import CompletionStatus, QpCounters, RtsAttributes, SendRequest
from host_stack.roce.wire import REQUESTS, RNR_TIMERS_NS, Answer, NakCode, Operation, QpFrames, answer_of
from host_stack.unboxed import unboxed
from host_stack.wire.headers import index_of

_WINDOW: Final = 1 << 23
"""PSNs that may be under way: half of them all, or old and new could not be told apart (IBTA 9.7.2)."""
_FOR_EVER: Final = 7
_FATAL: Final = {
    NakCode.INVALID_REQUEST: CompletionStatus.REMOTE_INVALID_REQUEST,
    NakCode.REMOTE_ACCESS: CompletionStatus.REMOTE_ACCESS,
    NakCode.REMOTE_OPERATION: CompletionStatus.REMOTE_OPERATION,
}

Completed = Callable[[SendRequest, int], None]
"""A message is acknowledged to its end; the time in ns."""


@unboxed(ints="_ack_every _at _end _mtu _next _sent _unacked _unasked hold_until_ns")
class Requester:
    """Sends messages in order, and again from what was lost on.

    PSNs are indices here: integers without end, of which the wire has the low 24 bits.

    Attributes:
        failure: why the queue pair cannot go on; None while it can.
        deadline_ns: when ``run`` has something to do; None: never.
        hold_until_ns: nothing is sent before (an RNR NAK asked for it).
        resent: from what was gone back to, the newest; None while the record is off.
    """

    __slots__ = (
        "_ack_every",
        "_asked",
        "_at",
        "_completed",
        "_counters",
        "_end",
        "_first_sent_ns",
        "_frames",
        "_limits",
        "_mtu",
        "_next",
        "_requests",
        "_retries",
        "_rnr_retries",
        "_sent",
        "_unacked",
        "_unasked",
        "deadline_ns",
        "failure",
        "hold_until_ns",
        "resent",
    )

    def __init__(
        self,
        frames: QpFrames,
        limits: RtsAttributes,
        *,
        mtu: int,
        ack_every: int,
        counters: QpCounters,
        completed: Completed,
    ) -> None:
        self._frames = frames
        self._limits = limits
        self._mtu = mtu
        self._ack_every = ack_every
        self._counters = counters
        self._completed = completed
        self._requests: list[SendRequest] = []  # lists: what is under way is little mostly, and an empty one is small
        self._at = 0  # of the request that is being sent
        self._unacked = self._next = self._sent = self._end = limits.first_psn
        self._first_sent_ns: list[int] = []
        self._unasked = 0
        self._asked: int | None = None  # the last packet sent that asked for an ACK
        self.deadline_ns: int | None = None
        self._retries = limits.retry_count
        self._rnr_retries = limits.rnr_retry
        self.failure: CompletionStatus | None = None
        self.hold_until_ns = 0
        self.resent: list[Resent] | None = None

    def __len__(self) -> int:
        return len(self._requests)

    @property
    def has_data(self) -> bool:
        """Whether there is a packet to send, now or after a wait."""
        return self._next < self._end and self._next - self._unacked < _WINDOW

    @property
    def in_flight(self) -> int:
        """Packets sent and not acknowledged."""
        return self._sent - self._unacked

    def post(self, request: SendRequest) -> None:
        """Queue a message."""
        request.first = self._end
        request.packets = max(1, -(-len(request.data) // self._mtu))
        self._end += request.packets
        self._requests.append(request)

    def take_all(self) -> list[SendRequest]:
        """Every message that has not completed, for good: the queue pair has failed."""
        left, self._requests = self._requests, []
        self._at = 0
        self._next = self._sent = self._unacked = self._end
        self._first_sent_ns.clear()
        self.deadline_ns = None
        return left

    # --- Out --------------------------------------------------------------------------------------------------------

    def next_frame(self, now_ns: int) -> bytes:
        """The next packet of ``has_data``."""
        request = self._requests[self._at]
        index = self._next
        number = index - request.first
        last = index == request.last
        payload = request.data if last and not number else request.data[number * self._mtu : (number + 1) * self._mtu]
        kind = REQUESTS[request.operation is Operation.WRITE, not number, last, last and request.imm is not None]
        reth = (request.address, request.r_key, len(request.data)) if kind.reth else None
        imm = request.imm if kind.immediate else None
        self._unasked += 1
        ack_req = last or self._unasked >= self._ack_every
        if ack_req:
            self._unasked = 0
            self._asked = index if self._asked is None else max(self._asked, index)
            if self.deadline_ns is None:
                self._start_timer(now_ns)
        if index < self._sent:
            self._counters.retransmissions += 1
        else:
            self._counters.data_packets += 1
            self._sent += 1
            self._first_sent_ns.append(now_ns)
        self._next += 1
        if last:
            self._at += 1
        return self._frames.request(kind.opcode, index, ack_req=ack_req, reth=reth, imm=imm, payload=payload)

    # --- In ---------------------------------------------------------------------------------------------------------

    def on_acknowledge(self, psn: int, syndrome: int, now_ns: int) -> None:
        """An ACK or a NAK of the peer."""
        index = index_of(psn, self._unacked)
        answer, value = answer_of(syndrome)
        if answer is Answer.ACK:
            self._counters.acks += 1
            if index < self._unacked:
                return
            if index >= self._sent:
                self._counters.ignored += 1
                return
            self._acknowledged(index + 1, now_ns)
            return
        known = answer is Answer.RNR_NAK or (answer is Answer.NAK and value <= NakCode.REMOTE_OPERATION)
        if not known or not self._unacked <= index < self._sent:
            self._counters.ignored += 1
            return
        self._acknowledged(index, now_ns)
        if answer is Answer.RNR_NAK:
            self._counters.rnr_naks += 1
            self._tell(Why.REFUSED, now_ns)
            self._not_ready(now_ns + RNR_TIMERS_NS[value])
        elif value == NakCode.SEQUENCE_ERROR:
            self._counters.sequence_naks += 1
            self._again(Why.ASKED_FOR, now_ns)
        else:
            self.failure = _FATAL[NakCode(value)]

    def _acknowledged(self, before: int, now_ns: int) -> None:
        """Everything before this index has arrived."""
        if before <= self._unacked:
            return
        sent_ns, counters = self._first_sent_ns, self._counters
        counters.worst_delivery_ns = max(counters.worst_delivery_ns, now_ns - sent_ns[0])
        del sent_ns[: before - self._unacked]
        self._unacked = before
        self._retries = self._limits.retry_count
        self._rnr_retries = self._limits.rnr_retry
        while self._requests and self._requests[0].last < before:  # who hears of it may end the queue pair
            self._at -= 1
            self._completed(self._requests.pop(0), now_ns)
        if self._next < before:
            self._go_to(before)
        self.deadline_ns = None
        if self._asked is not None and self._asked >= before:
            self._start_timer(now_ns)
        else:
            self._asked = None

    def _not_ready(self, until_ns: int) -> None:
        if self._rnr_retries != _FOR_EVER:
            if self._rnr_retries == 0:
                self.failure = CompletionStatus.RNR_RETRY_EXCEEDED
                return
            self._rnr_retries -= 1
        self.hold_until_ns = until_ns
        self.deadline_ns = self._asked = None
        self._go_to(self._unacked)

    def _again(self, why: Why, now_ns: int) -> None:
        """From the oldest packet that is not acknowledged on, if that is still allowed."""
        if self._retries == 0:
            self.failure = CompletionStatus.RETRY_EXCEEDED
            return
        self._retries -= 1
        self._tell(why, now_ns)
        self._go_to(self._unacked)
        self._start_timer(now_ns)

    def _tell(self, why: Why, now_ns: int) -> None:
        if self.resent is not None and self._first_sent_ns and self._requests:
            self.resent.append(Resent(now_ns, self._first_sent_ns[0], self._requests[0].wr_id, 0, why))
            del self.resent[:-MOST_RESENT]

    def _go_to(self, index: int) -> None:
        self._next = index
        self._at = 0
        while self._at < len(self._requests) and self._requests[self._at].last < index:
            self._at += 1

    # --- Time -------------------------------------------------------------------------------------------------------

    def _start_timer(self, now_ns: int) -> None:
        timeout_ns = self._limits.timeout_ns
        self.deadline_ns = None if timeout_ns is None else now_ns + timeout_ns

    def run(self, now_ns: int) -> None:
        """The local ACK timeout may have passed."""
        if self.deadline_ns is not None and now_ns >= self.deadline_ns:
            self._counters.timeouts += 1
            self._again(Why.TIMEOUT, now_ns)
