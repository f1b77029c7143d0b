# SPDX-License-Identifier: Apache-2.0
"""How long a requestor goes on without progress (endpoint §4.3): the local ACK timer and its retries.

Progress is a packet newly reported received, or a write completed. The timer runs from the last progress, or from its
own last expiry; each expiry draws a retry, and so does each round of packets that the peer refuses. NACKs of trims draw
nothing, because an incast is full of them, but they are no progress either: the timer goes on under them.
"""

from host_stack.transport.attributes import RtsAttributes


def backoff_ns(unit_ns: int, times: int) -> int:
    """How long what was in vain ``times`` times waits before it is sent again: not at first, then longer and longer."""
    return unit_ns << min(times, 20) if times > 1 else 0


class RetryBudget:
    """The retries of one queue pair.

    Attributes:
        retries: drawn since the last progress.
        since_ns: when the timer was last started.
    """

    __slots__ = ("_limits", "_round", "retries", "since_ns")

    def __init__(self, limits: RtsAttributes) -> None:
        self._limits = limits
        self._round = 0
        self.retries = 0
        self.since_ns = 0

    @property
    def timeout_ns(self) -> int | None:
        """The interval of the timer; None when retries are exhausted."""
        return self._limits.timeout_ns(self.retries)

    def progress(self, now_ns: int) -> None:
        """All retries are back, and the timer starts again."""
        self.retries = 0
        self._round = 0
        self.since_ns = now_ns

    def expire(self, now_ns: int) -> bool:
        """The timer has expired; whether that was the last retry."""
        self.since_ns = now_ns
        return self._draw()

    def refuse(self, times: int) -> bool:
        """The peer refused a packet, for the ``times``-th time; whether that was the last retry.

        The first packet that is refused so often begins a round; the others of it draw nothing.
        """
        if times <= self._round:
            return False
        self._round = times
        return self._draw()

    def put_off(self, now_ns: int) -> None:
        """The timer has expired with nothing under way that could have been answered: it starts again."""
        self.since_ns = now_ns

    def _draw(self) -> bool:
        self.retries += 1
        return self.timeout_ns is None
