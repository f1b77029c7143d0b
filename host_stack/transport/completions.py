# SPDX-License-Identifier: Apache-2.0
"""What becomes of work requests: completions and their queues, and what a NIC has to say besides (IBTA 11.6.3).

A completion queue is of one queue pair or of many; a channel tells a program that something is in it. What is no
completion is an asynchronous event, in a channel with a bound.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from host_stack.errors import HostStackError, UnknownObjectError, check_range
from host_stack.unboxed import unboxed

# --- Completions -----------------------------------------------------------------------------------------------------


class CompletionKind(Enum):
    """What a completion is about."""

    WRITE = "write"
    """A posted write, at the side that posted it."""
    RECV_IMM = "recv_imm"
    """A write with immediate, at the side whose memory was written; or a receive that no immediate will use."""


class CompletionStatus(Enum):
    """How it ended."""

    SUCCESS = "success"
    RETRY_EXCEEDED = "retry_exceeded"
    REMOTE_ACCESS = "remote_access"
    REMOTE_INVALID_REQUEST = "remote_invalid_request"
    REMOTE_OPERATION = "remote_operation"
    FATAL_NACK = "fatal_nack"
    LOCAL_QP_OPERATION = "local_qp_operation"
    """The queue pair's completion queue has overrun."""
    FLUSHED = "flushed"
    """The queue pair failed before this one's turn."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An entry of a completion queue.

    Attributes:
        kind: write done here, or immediate received.
        status: SUCCESS or why not.
        wr_id: the poster's id; for an immediate of a queue pair without posted receives the message's sequence number
            (from 1).
        length: message bytes; 0 for a receive that was flushed.
        imm: 32-bit immediate, None for a plain write.
        time_ns: when the NIC knew.
        qpn: the local queue pair that it is of, by the number that it had then.
    """

    kind: CompletionKind
    status: CompletionStatus
    wr_id: int
    length: int
    imm: int | None
    time_ns: int
    qpn: int


# --- Completion queues -----------------------------------------------------------------------------------------------


class CompletionQueueError(HostStackError):
    """A completion queue has lost completions, or is in use; the message says how many, or by whom."""


class CompletionChannel:
    """The armed completion queues that have got a completion: what a program looks at instead of at every queue.

    A queue is in it at most once per arming, so it is never longer than there are queues.
    """

    __slots__ = ("_ready",)

    def __init__(self) -> None:
        self._ready: deque[CompletionQueue] = deque()

    def __len__(self) -> int:
        return len(self._ready)

    def notify(self, queue: "CompletionQueue") -> None:
        """``queue`` has something."""
        if queue not in self._ready:
            self._ready.append(queue)

    def forget(self, queue: "CompletionQueue") -> None:
        """``queue`` is no more."""
        if queue in self._ready:
            self._ready.remove(queue)

    def take(self) -> list["CompletionQueue"]:
        """The queues that have got something since they were armed, in that order; each is returned once."""
        ready = list(self._ready)
        self._ready.clear()
        return ready


@unboxed(ints="depth overruns", bools="_armed")
class CompletionQueue:
    """Completions in the order in which the NIC knew of them, until they are polled.

    There is room for ``depth``. A completion that finds none is lost, which is an error
    (IBTA 11.6.3, CQ error): it is counted, the NIC reports it once, every queue pair of the queue fails, and ``poll``
    raises as soon as what was kept has been polled. Such a queue takes nothing any more.

    Attributes:
        number: which of its NIC's it is; depth: for how many completions there is room.
        channel: where it says that it has something, once it is armed.
        overruns: completions that were lost.
        handler: called with the time (ns) of each completion, in the middle of what the NIC is doing: it may post, and
            end queue pairs, but must neither give the NIC frames nor ask it for some; None: not called.
    """

    __slots__ = ("_armed", "_completions", "_on_overrun", "channel", "depth", "handler", "number", "overruns")

    def __init__(
        self,
        number: int,
        depth: int,
        *,
        channel: CompletionChannel | None,
        on_overrun: "Callable[[CompletionQueue], None]",
    ) -> None:
        """``on_overrun`` is told of the first completion that is lost."""
        self.number = number
        self.depth = depth
        self.channel = channel
        self.overruns = 0
        self._on_overrun = on_overrun
        self._armed = False
        self.handler: Callable[[int], None] | None = None
        self._completions: deque[Completion] = deque()

    def __len__(self) -> int:
        return len(self._completions)

    def __repr__(self) -> str:
        return f"CompletionQueue(number={self.number}, depth={self.depth}, waiting={len(self)})"

    def push(self, completion: Completion) -> None:
        """Add a completion, or count it as lost."""
        if self.overruns or len(self._completions) >= self.depth:
            self.overruns += 1
            if self.overruns == 1:
                self._on_overrun(self)
        else:
            self._completions.append(completion)
        if self._armed and self.channel is not None:
            self._armed = False
            self.channel.notify(self)
        if self.handler is not None:
            self.handler(completion.time_ns)

    def poll(self, maximum: int | None = None) -> list[Completion]:
        """Up to ``maximum`` completions (all by default), oldest first; each is returned once.

        Raises:
            CompletionQueueError: it has overrun, and what was kept has been polled.
        """
        waiting = self._completions
        if self.overruns and not waiting:
            raise CompletionQueueError(
                f"completion queue {self.number}: {self.overruns} completions were lost; "
                f"accepted: at most {self.depth} that are not polled, or a larger depth"
            )
        count = len(waiting) if maximum is None else min(maximum, len(waiting))
        return [waiting.popleft() for _ in range(count)]

    def arm(self) -> None:
        """Have the next completion put the queue into its channel, once; what is there already does not.

        So arm, then poll until there is nothing, then wait for the channel.
        """
        self._armed = True

    def forget(self, qpn: int) -> None:
        """Drop the completions of a queue pair that is reset or destroyed."""
        if any(completion.qpn == qpn for completion in self._completions):
            self._completions = deque(completion for completion in self._completions if completion.qpn != qpn)

    def renew(self) -> None:
        """As new: of the one queue pair that uses it, which is reset."""
        self._completions.clear()
        self._armed = False
        self.overruns = 0


# --- The queues of a NIC ---------------------------------------------------------------------------------------------

MAX_DEPTH = 1 << 22
"""For how many completions a queue may have room."""
OWN_DEPTH = 1 << 16
"""Room in the queue of a queue pair that was given none."""


class CompletionQueues:
    """Makes completion queues, and knows which there are.

    Attributes:
        overrun: those that have lost a completion, and whose queue pairs have not been ended yet.
    """

    def __init__(self, on_overrun: Callable[[CompletionQueue], None]) -> None:
        """``on_overrun`` is called when a queue loses its first completion, after it is in ``overrun``."""
        self._on_overrun = on_overrun
        self._queues: set[CompletionQueue] = set()
        self._next = 1
        self.overrun: list[CompletionQueue] = []

    def __len__(self) -> int:
        return len(self._queues)

    def create(self, depth: int = OWN_DEPTH, channel: CompletionChannel | None = None) -> CompletionQueue:
        """Another queue. Raises ConfigError unless ``depth`` is in 1..2^22."""
        check_range("depth", depth, 1, MAX_DEPTH)
        queue = CompletionQueue(self._next, depth, channel=channel, on_overrun=self._lost)
        self._next += 1
        self._queues.add(queue)
        return queue

    def usable(self, queue: CompletionQueue) -> CompletionQueue:
        """The queue itself, if a new queue pair may use it.

        Raises:
            UnknownObjectError: it is not one of this NIC, or not any more.
            CompletionQueueError: it has overrun.
        """
        self._check(queue)
        if queue.overruns:
            raise CompletionQueueError(f"completion queue {queue.number} has overrun; accepted: another")
        return queue

    def remove(self, queue: CompletionQueue) -> None:
        """Destroy a queue that no queue pair uses. Raises UnknownObjectError if it is not one of this NIC."""
        self._check(queue)
        self._queues.remove(queue)
        if queue in self.overrun:
            self.overrun.remove(queue)
        if queue.channel is not None:
            queue.channel.forget(queue)

    def take_overrun(self) -> list[CompletionQueue]:
        """What is in ``overrun``, each once."""
        taken, self.overrun = self.overrun, []
        return taken

    def _check(self, queue: CompletionQueue) -> None:
        if queue not in self._queues:
            raise UnknownObjectError(f"{queue} is not one of this NIC")

    def _lost(self, queue: CompletionQueue) -> None:
        self.overrun.append(queue)
        self._on_overrun(queue)


# --- Asynchronous events ---------------------------------------------------------------------------------------------


class AsyncEventKind(Enum):
    """What happened; the names are those of ``ibv_event_type``, in lower case, without its prefix."""

    CQ_ERR = "cq_err"
    """A completion queue has overrun (``number``: its own)."""
    QP_FATAL = "qp_fatal"
    """A queue pair failed with its completion queue."""
    QP_REQ_ERR = "qp_req_err"
    """A peer asked for what cannot be: more immediates than it may have in flight, or than receives are posted."""
    QP_ACCESS_ERR = "qp_access_err"
    """A peer asked for memory that it may not write."""
    SRQ_LIMIT_REACHED = "srq_limit_reached"
    """A queue pair has fewer receives left than ``arm_receive_limit`` said; MRC has no shared receive queues."""


@dataclass(frozen=True, slots=True)
class AsyncEvent:
    """One of them.

    Attributes:
        kind: what happened.
        number: of the queue pair, or of the completion queue, that it is about.
        time_ns: when.
    """

    kind: AsyncEventKind
    number: int
    time_ns: int


class AsyncEvents:
    """Events in time order, until they are taken.

    Attributes:
        depth: how many are kept; a new one that finds the channel full is dropped.
        dropped: how many did not fit.
    """

    __slots__ = ("_events", "depth", "dropped")

    def __init__(self, depth: int) -> None:
        self._events: list[AsyncEvent] = []
        self.depth = depth
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[AsyncEvent]:
        return iter(self._events)

    def append(self, event: AsyncEvent) -> None:
        """Report something, if there is room."""
        if len(self._events) >= self.depth:
            self.dropped += 1
        else:
            self._events.append(event)

    def take(self, maximum: int | None = None) -> list[AsyncEvent]:
        """Up to ``maximum`` events (all by default), oldest first; each is returned once."""
        taken = self._events if maximum is None else self._events[: max(maximum, 0)]
        self._events = self._events[len(taken) :]
        return taken
