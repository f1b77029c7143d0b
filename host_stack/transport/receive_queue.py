# SPDX-License-Identifier: Apache-2.0
"""Receives, which wait for writes with immediate (endpoint §1.1: posted beforehand, because there is no RNR NAK)."""

from collections import deque
from collections.abc import Callable

from host_stack.errors import QueueFullError
from host_stack.wire.ranges import check_range


class ReceiveQueue:
    """The receives of one queue pair, oldest first.

    An immediate that completes uses up the oldest. One that finds none is refused: the peer was told, before it
    connected, how many it may have in flight, and there is no NAK that asks it to wait. Without a depth the NIC has a
    receive for every immediate by itself.

    Attributes:
        depth: how many may be posted at a time; None if none is.
    """

    __slots__ = ("_limit", "_on_limit", "_posted", "depth")

    def __init__(self, depth: int | None, on_limit: Callable[[], None]) -> None:
        """``on_limit`` is called when fewer are left than ``arm`` was told."""
        self.depth = depth
        self._on_limit = on_limit
        self._posted: deque[int] = deque()
        self._limit = 0

    def __len__(self) -> int:
        return len(self._posted)

    def post(self, wr_id: int) -> None:
        """One more receive.

        Raises:
            QueueFullError: there is no room, or the queue pair was made without receives to be posted.
        """
        if self.depth is None:
            raise QueueFullError(
                "receive queue: the NIC has a receive for every immediate by itself; "
                "accepted: a queue pair with max_recv_wr in its QpCapacity"
            )
        if len(self._posted) >= self.depth:
            raise QueueFullError(f"receive queue: {self.depth} receives are posted; accepted: at most max_recv_wr")
        self._posted.append(wr_id)

    def take(self, number: int) -> int | None:
        """The wr_id of the receive for the immediate that is write ``number``; None if none is posted."""
        if self.depth is None:
            return number
        if not self._posted:
            return None
        wr_id = self._posted.popleft()
        if len(self._posted) < self._limit:
            self._limit = 0
            self._on_limit()
        return wr_id

    def arm(self, limit: int) -> None:
        """Have it said, once, that fewer than ``limit`` receives are left, as of a shared receive queue (IBTA 11.6.3).

        Raises:
            ConfigError: there are never so many.
        """
        check_range("limit", limit, 1, self.depth or 0)
        self._limit = limit

    def flush(self) -> list[int]:
        """Take off everything, oldest first."""
        posted = list(self._posted)
        self._posted.clear()
        self._limit = 0
        return posted
