# SPDX-License-Identifier: Apache-2.0
"""EVs that are assumed bad: when each is probed, and what brings it back (endpoint §5.4)."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.wire.constants import SackMark

_PATIENT_PROBES: Final = 7
"""So many probes in a row may stay unanswered before the interval begins to double,"""
_MOST_DOUBLINGS: Final = 4
"""and so often does it double."""


class SkipEnd(Enum):
    """When an EV that was marked or trimmed is used again (endpoint §5.3), where no timer says so."""

    TURN = "turn"
    """When the cursor comes by."""
    ROUND_TRIPS = "round_trips"
    """As ``TURN``, but in a set of fewer EVs than a window has packets not before eight base RTTs are over."""
    DOUBLING = "doubling"
    """As ``TURN``, but not before a time that doubles whenever it is marked again soon after, and stands out."""


@dataclass(frozen=True, slots=True)
class EvRules:
    """How EVs come back.

    Attributes:
        probe_interval_ns: between two probes of one ASSUMED_BAD EV; also how long a probe may take to be answered.
        probe_successes: consecutive answers that revive an EV.
        skip_timer_ns: if non-zero, a SKIP EV returns to GOOD after this long, and not when the cursor visits it.
        proof_ns: an EV is proven while no packet that arrived had left by another so much later than by it.
        revive_to_skip: an EV whose reviving probe was answered with SKIP_ONCE goes to SKIP, not to GOOD.
        skip_end: when SKIP ends if ``skip_timer_ns`` is 0.
        base_rtt_ns: an unloaded round trip; window: packets of a first window, or 0 if that does not matter.
    """

    probe_interval_ns: int
    probe_successes: int
    skip_timer_ns: int
    revive_to_skip: bool
    proof_ns: int
    skip_end: SkipEnd = SkipEnd.TURN
    base_rtt_ns: int = 10_000
    window: int = 0


class BadEvs:
    """Those of one queue pair. ``closed`` is everywhere a mask: bit p says that plane p is closed, and not probed."""

    __slots__ = ("_entries", "_rules")

    def __init__(self, rules: EvRules) -> None:
        self._rules = rules
        self._entries: list[EvEntry] = []

    def add(self, entry: EvEntry, now_ns: int) -> None:
        """Assumed bad from now on."""
        entry.successes = 0
        entry.failures = 0
        entry.losses = 0
        entry.probe_open = False
        entry.probe_due_ns = now_ns + self._rules.probe_interval_ns
        self._entries.append(entry)

    def remove(self, entry: EvEntry) -> None:
        """No more; it must have been."""
        self._entries.remove(entry)

    def next_ns(self, closed: int) -> int | None:
        """When one is to be probed next; None if none is."""
        if not self._entries:
            return None
        return min((entry.probe_due_ns for entry in self._entries if not closed >> entry.plane & 1), default=None)

    def due(self, closed: int, now_ns: int) -> list[EvEntry]:
        """Those to probe now. One whose previous probe is still unanswered starts counting from zero."""
        due = [entry for entry in self._entries if entry.probe_due_ns <= now_ns and not closed >> entry.plane & 1]
        for entry in due:
            if entry.probe_open:
                entry.successes = 0
                entry.failures += 1
            entry.probe_open = True
            doublings = min(max(0, entry.failures - _PATIENT_PROBES), _MOST_DOUBLINGS)
            entry.probe_due_ns = now_ns + (self._rules.probe_interval_ns << doublings)
        return due

    def answered(self, entry: EvEntry, mark: int) -> bool:
        """A probe of it was answered, with M = ``mark``; whether it has been proved good."""
        if mark == SackMark.ALWAYS_SKIP:
            return False
        entry.failures = 0
        entry.successes += 1
        return entry.successes >= self._rules.probe_successes
