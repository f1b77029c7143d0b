# SPDX-License-Identifier: Apache-2.0
"""Which packets of a run a timeline keeps: of each window the first of each kind, and what became of lost ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from fabric.timeline.journeys import Journey
from fabric.timeline.reading import DATA, RETRANSMISSION
from fabric.timeline.windows import Window

MOST_PACKETS = 120
"""So many, and what is chosen of one more window."""
TRIMMED, LOST = "trimmed", "lost"
_OF_A_KIND = {DATA: 3, TRIMMED: 3, LOST: 3, RETRANSMISSION: 3}
"""Of a window, each of another NIC; of any other kind one."""


def chosen(journeys: Sequence[Journey], windows: Iterable[Window], *, until_ns: int) -> list[Journey]:
    """The journeys to keep, about `MOST_PACKETS` at most, in the order in which they began.

    Args:
        journeys: to choose from, in that order.
        windows: where to look.
        until_ns: what was seen later and did not arrive is on its way, not lost.
    """
    kept: dict[int, Journey] = {}
    moments = [(at_ns, what, journey) for journey in journeys for what, at_ns in _moments(journey, until_ns)]
    moments.sort(key=lambda moment: moment[0])
    for window in windows:
        seen: dict[str, set[int]] = defaultdict(set)
        for at_ns, what, journey in moments:
            nics, nic = seen[what], journey.key.nic
            if window.holds(at_ns) and nic not in nics and len(nics) < _OF_A_KIND.get(what, 1):
                nics.add(nic)
                kept[id(journey)] = journey
        if len(kept) >= MOST_PACKETS:
            break
    missed = {_identity(journey) for journey in kept.values() if _moments_of_harm(journey, until_ns)}
    for journey in journeys:
        if journey.read.kind == RETRANSMISSION and _identity(journey) in missed and len(kept) < MOST_PACKETS:
            kept[id(journey)] = journey
    return sorted(kept.values(), key=lambda journey: journey.key)


def _identity(journey: Journey) -> tuple[int, tuple[int, int] | None]:
    """The part of a message that it carries, of whichever transmission."""
    return journey.key.nic, journey.read.psn


def _moments(journey: Journey, until_ns: int) -> Iterator[tuple[str, int]]:
    """What a packet is, and what befell it, and when."""
    harm = _moments_of_harm(journey, until_ns)
    if not harm or journey.read.kind != DATA:
        yield journey.read.kind, journey.key.born_ns
    yield from harm


def _moments_of_harm(journey: Journey, until_ns: int) -> list[tuple[str, int]]:
    harm = [] if journey.trimmed_ns is None else [(TRIMMED, journey.trimmed_ns)]
    if not journey.arrived and journey.last_ns < until_ns:
        harm.append((LOST, journey.last_ns))
    return harm
