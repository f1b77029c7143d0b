# SPDX-License-Identifier: Apache-2.0
"""Where a run is worth a closer look: around its first packets, each fault, the first trims, losses and retirements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabric.results.document import Result
from fabric.timeline.recording import Recording

MOST_WINDOWS = 12
_BEFORE_NS, _AFTER_NS = 2_000, 10_000
_BEFORE_TURN_NS = 8_000
"""What turned an EV, a round trip before."""
_FAULTS, _CHANGES = 6, 3
"""Of faults, and of changes of EVs of a kind, so many are looked at."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time, and what there is to be seen in it."""

    from_ns: int
    to_ns: int
    reasons: tuple[str, ...]

    def holds(self, at_ns: int) -> bool:
        """Whether a time is in it."""
        return self.from_ns <= at_ns < self.to_ns


def windows(recording: Recording, result: Result) -> list[Window]:
    """In order of time, apart from each other: those around the most important moments, `MOST_WINDOWS` at most.

    They begin and end where bins of the recording do, or with the run.
    """
    end_ns, step_ns = result["verdict"]["end_ns"], recording.bins.step_ns
    found: list[Window] = []
    for from_ns, to_ns, reason in _moments(recording, result):
        first_ns = max(0, from_ns - _BEFORE_NS) // step_ns * step_ns
        new = Window(first_ns, min(end_ns, -(-(to_ns + _AFTER_NS) // step_ns) * step_ns), (reason,))
        touched = [window for window in found if window.from_ns <= new.to_ns and new.from_ns <= window.to_ns]
        if new.from_ns >= new.to_ns or (not touched and len(found) >= MOST_WINDOWS):
            continue
        for window in touched:
            found.remove(window)
            known = tuple(each for each in window.reasons if each not in new.reasons)
            new = Window(min(window.from_ns, new.from_ns), max(window.to_ns, new.to_ns), known + new.reasons)
        found.append(new)
    return sorted(found, key=lambda window: window.from_ns)


def _moments(recording: Recording, result: Result) -> Iterator[tuple[int, int, str]]:
    """From when to when what happened, the most important first."""
    if result["flows"]:
        first_ns = min(flow["post_ns"] for flow in result["flows"])
        yield first_ns, first_ns, "first packets"
    for fault in [each for each in result["scenario"]["faults"] if each["happened"]][:_FAULTS]:
        yield fault["at_ns"], fault["at_ns"], f"{fault['target']} {fault['state']}"
    for what, text in (
        ("trims", "first trims"),
        ("blackholed", "first frames lost in a stopped switch"),
        ("lost", "first frames lost on a link"),
        ("retransmissions", "first retransmissions"),
        ("timeouts", "first timeout"),
        ("dropped", "first frames dropped by a switch"),
    ):
        place = _first(recording, what)
        if place is not None:
            start_ns = recording.bins.start_ns(place)
            yield start_ns, start_ns + recording.bins.step_ns, text
    for fits, text in _TURNS:
        times = sorted(
            change["at_ns"] for flow in result["flows"] for change in flow["ev_changes"] if fits(change["to"])
        )
        for at_ns in times[:_CHANGES]:
            yield at_ns - _BEFORE_TURN_NS, at_ns, text


_OUT = ("ASSUMED_BAD", "DENIED")
_TURNS: Sequence[tuple[Callable[[str], bool], str]] = (
    (lambda to: to == "ASSUMED_BAD", "EVs retired"),
    (lambda to: to == "DENIED", "EVs denied"),
    (lambda to: to not in _OUT, "EVs back in use"),
)


def _first(recording: Recording, what: str) -> int | None:
    """The first bin in which something was counted."""
    places = [place for place, column in enumerate(recording.columns) if column.what == what]
    return next((at for at, row in enumerate(recording.bins.rows) if any(row[place] for place in places)), None)
