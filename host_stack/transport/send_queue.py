# SPDX-License-Identifier: Apache-2.0
"""The writes of a queue pair, from posting to their transport ACK."""

from collections import deque
from collections.abc import Iterator

from host_stack.errors import QueueFullError
from host_stack.transport.work_requests import WorkRequest


class SendQueue:
    """Writes in the order they were posted: waiting, the one that is being sent, sent and not acknowledged.

    Attributes:
        current: the write that is being sent.
    """

    __slots__ = (
        "_depth",
        "_imms_open",
        "_imms_started",
        "_max_immediates",
        "_pending",
        "_started",
        "_unacked",
        "current",
    )

    def __init__(self, max_immediates: int, depth: int) -> None:
        """``max_immediates``: how many the peer accepts in flight; ``depth``: writes that may be unacknowledged."""
        self._depth = depth
        self.current: WorkRequest | None = None
        self._pending: deque[WorkRequest] = deque()
        self._unacked: deque[WorkRequest] = deque()
        self._max_immediates = max_immediates
        self._started = 0
        self._imms_started = 0
        self._imms_open = 0

    def __len__(self) -> int:
        return len(self._unacked) + len(self._pending)

    def post(self, work: WorkRequest) -> None:
        """Queue a write behind all others. Raises QueueFullError if there is no room."""
        if len(self) >= self._depth:
            raise QueueFullError(f"send queue: {self._depth} writes are not completed; accepted: at most max_send_wr")
        self._pending.append(work)

    @property
    def unsent(self) -> bool:
        """Whether some packet has never been sent."""
        return bool(self._pending) or self.current is not None

    @property
    def busy(self) -> bool:
        """Whether some write is not acknowledged, begun or not."""
        return bool(self._unacked or self._pending)

    @property
    def unacked(self) -> bool:
        """Whether some write has been begun and is not acknowledged."""
        return bool(self._unacked)

    def next(self) -> WorkRequest | None:
        """The write whose packet comes next; None if there is none, or if the peer takes no more immediates."""
        if self.current is not None or not self._pending:
            return self.current
        work = self._pending[0]
        return None if work.imm is not None and self._imms_open >= self._max_immediates else work

    def start(self, work: WorkRequest, first_index: int) -> None:
        """The oldest waiting write gets its sequence numbers and becomes the current one."""
        self._pending.popleft()
        self.current = work
        self._started += 1
        work.number = self._started
        if work.imm is not None:
            self._imms_started += 1
            self._imms_open += 1
            work.rqmsn = self._imms_started & 0xFFFF
        work.first_index = first_index
        work.last_index = first_index + work.packets - 1
        self._unacked.append(work)

    def acknowledged(self, index: int) -> Iterator[WorkRequest]:
        """Take off the writes that end at or before PSN index ``index``, oldest first."""
        while self._unacked and self._unacked[0].last_index <= index:
            yield self._take()

    def _take(self) -> WorkRequest:
        work = self._unacked.popleft()
        if work.imm is not None:
            self._imms_open -= 1
        return work

    def holding(self, index: int) -> WorkRequest | None:
        """The unacknowledged write whose packets have, or will have, PSN index ``index``; None if there is none."""
        return next((work for work in self._unacked if work.first_index <= index <= work.last_index), None)

    def completed_before(self, refused: WorkRequest, msn: int) -> Iterator[WorkRequest]:
        """Take off the writes before ``refused`` that a peer counts as complete (``msn``: 24 bits), oldest first."""
        while self._unacked and self._unacked[0] is not refused:
            if (msn - self._unacked[0].number) & 0xFFFFFF >= 1 << 23:
                return
            yield self._take()

    def newest_received(self, una: int) -> WorkRequest | None:
        """The newest unacknowledged write of which everything, up to index ``una``, has been reported received."""
        done = [work for work in self._unacked if work.last_index < una]
        return done[-1] if done else None

    def flush(self) -> list[WorkRequest]:
        """Take off everything, oldest first."""
        works = [*self._unacked, *self._pending]
        self._unacked.clear()
        self._pending.clear()
        self.current = None
        return works
