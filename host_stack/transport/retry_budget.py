# SPDX-License-Identifier: Apache-2.0
"""How long a requestor goes on without progress (endpoint §4.3): the local ACK timer and its retries.

Progress is a packet newly reported received, or a write completed. The timer runs from the last progress, or from its
own last expiry; each expiry draws a retry. So does each round of packets that the peer refuses, and the timer starts
again with it: one attempt draws once. NACKs of trims draw nothing, because an incast is full of them, but they are no
progress either: the timer goes on under them.
"""

from host_stack.transport.attributes import RtsAttributes


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

    def backoff_ns(self, unit_ns: int, times: int) -> int:
        """How long what was in vain ``times`` times waits to be sent again: not at first, then longer and longer.

        Half of the timer's interval at most: no retry passes without an attempt.
        """
        longest = self.timeout_ns
        return 0 if times <= 1 or longest is None else min(unit_ns << min(times, 20), longest // 2)

    def refuse(self, times: int, now_ns: int) -> bool:
        """The peer refused a packet, for the ``times``-th time; whether that was the last retry.

        The first packet that is refused so often begins a round; the others of it draw nothing.
        """
        if times <= self._round:
            return False
        self._round = times
        self.since_ns = now_ns
        return self._draw()

    def put_off(self, now_ns: int) -> None:
        """The timer has expired with nothing under way that could have been answered: it starts again."""
        self.since_ns = now_ns

    def _draw(self) -> bool:
        self.retries += 1
        return self.timeout_ns is None
