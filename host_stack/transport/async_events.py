# SPDX-License-Identifier: Apache-2.0
"""What a NIC has to say that is no completion (IBTA 11.6.3), in a channel with a bound."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


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
        self._events: deque[AsyncEvent] = deque()
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
        count = len(self._events) if maximum is None else min(maximum, len(self._events))
        return [self._events.popleft() for _ in range(count)]
