# SPDX-License-Identifier: Apache-2.0
"""How long a requestor goes on without progress: retries of the ACK timer, and reliability probes (endpoint §4.3).

Progress is a packet newly reported received, or a write completed. The timer runs from the last progress, or from its
own last expiry; each expiry draws a retry. So does each round of packets that the peer refuses, and the timer starts
again with it: one attempt draws once. NACKs of trims draw nothing, because an incast is full of them, but they are no
progress either: the timer goes on under them.

``ReliabilityProbes`` says when to ask a silent peer for a SACK, and which probe an answer is for.
"""

from typing import Final, NamedTuple

from host_stack.transport.connection import RtsAttributes
from host_stack.unboxed import unboxed

# --- Retries ---------------------------------------------------------------------------------------------------------


@unboxed(ints="_round retries since_ns")
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


# --- Reliability probes ----------------------------------------------------------------------------------------------

_REMEMBERED: Final = 64
_PATIENT: Final = 16
"""So many probes in a row may draw no answer before the pause between two begins to double,"""
_MOST_DOUBLINGS: Final = 4
"""and so often does it double: a peer that is gone is not to be asked at full rate for the whole retry budget."""


class ProbeSent(NamedTuple):
    """A probe that has left: when, and on which EV."""

    sent_ns: int
    entropy: int


@unboxed(ints="_interval_ns _last_ns vain", bools="wanted")
class ReliabilityProbes:
    """At most one probe waits to be sent; the last 64 that left are remembered.

    Attributes:
        wanted: whether one is to be sent.
        last_entropy: the EV that the last one left by; −1: none has left.
        vain: how many were sent since the peer last told something new, or answered one.
    """

    __slots__ = ("_interval_ns", "_last_id", "_last_ns", "_sent", "last_entropy", "vain", "wanted")

    def __init__(self, interval_ns: int) -> None:
        """``interval_ns``: of silence before the first probe; then every half of it, in vain more and more rarely."""
        self._interval_ns = interval_ns
        self._last_id = 0
        self._last_ns = 0
        self._sent: dict[int, ProbeSent] = {}
        self.wanted = False
        self.last_entropy = -1
        self.vain = 0

    def due_ns(self, heard_ns: int) -> int:
        """When to probe, if the peer was last heard at ``heard_ns``."""
        return max(heard_ns + self._interval_ns, self._last_ns + self._pause_ns)

    def soon_ns(self, sent_ns: int, patience_ns: int) -> int:
        """When to probe, if nothing can follow what left at ``sent_ns`` and should be answered in ``patience_ns``.

        A peer that does not answer is asked again as soon, twice, and then no oftener than any other peer.
        """
        return max(
            sent_ns + patience_ns, self._last_ns + min(patience_ns << min(max(0, self.vain - 2), 8), self._pause_ns)
        )

    @property
    def _pause_ns(self) -> int:
        return max(1, self._interval_ns // 2) << min(max(0, self.vain - _PATIENT), _MOST_DOUBLINGS)

    def ask(self, now_ns: int) -> None:
        """A probe is to be sent."""
        self._last_ns = now_ns
        self.wanted = True

    def put_off(self, now_ns: int) -> None:
        """No probe now, something else asks the peer; the next one is due later."""
        self._last_ns = now_ns
        self.vain += 1

    def sent(self, entropy: int, now_ns: int) -> int:
        """The wanted probe leaves on an EV: its id."""
        self.wanted = False
        self.vain += 1
        self._last_ns = now_ns
        self.last_entropy = entropy
        self._last_id = self._last_id + 1 & 0xFFFF
        if len(self._sent) >= _REMEMBERED:
            self._sent.pop(next(iter(self._sent)))
        self._sent[self._last_id] = ProbeSent(now_ns, entropy)
        return self._last_id

    def answered(self, probe_id: int) -> ProbeSent | None:
        """The probe that an answer is for; None if it is for none, or was answered before."""
        probe = self._sent.pop(probe_id, None)
        if probe is not None:
            self.vain = 0
        return probe
