# SPDX-License-Identifier: Apache-2.0
"""The reliability probes of a requestor: when to ask a silent peer for a SACK, and which probe an answer is for."""

from typing import NamedTuple

_REMEMBERED = 64


class ProbeSent(NamedTuple):
    """A probe that has left: when, and on which EV."""

    sent_ns: int
    entropy: int


class ReliabilityProbes:
    """At most one probe waits to be sent; the last 64 that left are remembered.

    Attributes:
        wanted: whether one is to be sent.
    """

    __slots__ = ("_interval_ns", "_last_id", "_last_ns", "_sent", "wanted")

    def __init__(self, interval_ns: int) -> None:
        """``interval_ns``: of silence before the first probe; then every half of it, and at least 1."""
        self._interval_ns = interval_ns
        self._last_id = 0
        self._last_ns = 0
        self._sent: dict[int, ProbeSent] = {}
        self.wanted = False

    def due_ns(self, heard_ns: int, silence_ns: int | None = None) -> int:
        """When to probe, if the peer was last heard at ``heard_ns``; ``silence_ns``: instead of the usual interval."""
        interval = self._interval_ns if silence_ns is None else min(silence_ns, self._interval_ns)
        return max(heard_ns + interval, self._last_ns + max(1, interval // 2))

    def ask(self, now_ns: int) -> None:
        """A probe is to be sent."""
        self._last_ns = now_ns
        self.wanted = True

    def put_off(self, now_ns: int) -> None:
        """No probe now, something else asks the peer; the next one is due later."""
        self._last_ns = now_ns

    def sent(self, entropy: int, now_ns: int) -> int:
        """The wanted probe leaves on an EV: its id."""
        self.wanted = False
        self._last_ns = now_ns
        self._last_id = self._last_id + 1 & 0xFFFF
        if len(self._sent) >= _REMEMBERED:
            self._sent.pop(next(iter(self._sent)))
        self._sent[self._last_id] = ProbeSent(now_ns, entropy)
        return self._last_id

    def answered(self, probe_id: int) -> ProbeSent | None:
        """The probe that an answer is for; None if it is for none, or was answered before."""
        return self._sent.pop(probe_id, None)
