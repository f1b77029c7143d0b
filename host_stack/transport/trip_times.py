# SPDX-License-Identifier: Apache-2.0
"""How long round trips have taken of late: what has not been answered by then is late."""

from typing import Final

_PERIOD: Final = 16
"""What is of late: this and the period before, each of so many unloaded round trips."""


class TripTimes:
    """Of one requestor.

    Attributes:
        patience_ns: the longest round trip of late, and at least an unloaded one.
    """

    __slots__ = ("_before_ns", "_ends_ns", "_least_ns", "_period_ns", "_worst_ns", "patience_ns")

    def __init__(self, base_rtt_ns: int) -> None:
        """``base_rtt_ns``: an unloaded round trip."""
        self._least_ns = self._before_ns = self._worst_ns = self.patience_ns = base_rtt_ns
        self._period_ns = _PERIOD * base_rtt_ns
        self._ends_ns = 0

    @property
    def queued(self) -> bool:
        """Whether one of late took twice as long as an unloaded one: queues are long, and may overflow."""
        return self.patience_ns >= 2 * self._least_ns

    def note(self, rtt_ns: int, now_ns: int) -> None:
        """A round trip has just ended."""
        if now_ns >= self._ends_ns:
            idle = now_ns >= self._ends_ns + self._period_ns
            self._before_ns = self._least_ns if idle else self._worst_ns
            self._worst_ns = self._least_ns
            self._ends_ns = now_ns + self._period_ns
            self.patience_ns = max(self._before_ns, rtt_ns)
        if rtt_ns > self._worst_ns:
            self._worst_ns = rtt_ns
            self.patience_ns = max(self.patience_ns, rtt_ns)
