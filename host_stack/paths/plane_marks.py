# SPDX-License-Identifier: Apache-2.0
"""Which EVs of a plane were marked: whether one of them alone is full, or others are as well, and how long it rests.

One mark is worth one turn (endpoint §5.3). Of many EVs that is a round trip or more, and the queue has gone when the EV
is used again. Of two it is a packet: a third of the flow stays on a full path whatever the marks say. So the time grows
with the need: an EV that is marked again soon after it came back is left out for a base RTT, for two, and so on up to
64, but only while it stands out: of its last packets six at least and a third were marked, or trimmed, and four times
as many as of any other EV's in use of its plane. Where all are full, leaving each out for long would only move one
queue to and fro; where a flow alone fills all its paths, chance marks now one and now the other, but few packets of it.
An EV that is alone stands out from none.
"""

from collections.abc import Iterable
from typing import Final

from host_stack.paths.bad_evs import EvRules, SkipEnd
from host_stack.paths.ev import EvEntry

_SOON: Final = 4
"""Base RTTs: marked again within these, or within the time that it was left out, an EV came back too early."""
_MOST: Final = 64
"""Base RTTs: no longer is an EV left out."""
_STANDS_OUT: Final = 4
"""Times as many marks for each packet."""
_LEAST: Final = 6
"""Marks of late: fewer are chance,"""
_LEAST_PART: Final = 3
"""and so are fewer than so large a part, 1 / 3, of its packets."""
_FEW: Final = 8
"""Base RTTs that ``SkipEnd.ROUND_TRIPS`` waits."""


class PlaneMarks:
    """Of one EV set."""

    __slots__ = ("_before", "_last", "_rules")

    def __init__(self, rules: EvRules) -> None:
        self._last: dict[int, tuple[EvEntry, int]] = {}
        self._before: dict[int, int] = {}
        self._rules = rules

    def of_others(self, entry: EvEntry, now_ns: int) -> int:
        """When another EV of its plane was last heard to be marked, −1 if none was; now this one is."""
        plane = entry.plane
        last = self._last.get(plane)
        if last is not None and last[0] is not entry:
            self._before[plane] = last[1]
        self._last[plane] = (entry, now_ns)
        return self._before.get(plane, -1)

    def held_ns(self, entry: EvEntry, entries: Iterable[EvEntry], now_ns: int, *, few: bool) -> int:
        """How long an EV of ``entries`` is left out at least, besides its turn; ``few``: less than a window of them."""
        rules = self._rules
        rtt_ns = rules.base_rtt_ns
        if rules.skip_end is SkipEnd.TURN or rules.skip_timer_ns:
            return 0
        if rules.skip_end is SkipEnd.ROUND_TRIPS:
            return _FEW * rtt_ns if few else 0
        soon = entry.back_ns >= 0 and now_ns - entry.back_ns <= max(entry.held_ns, _SOON * rtt_ns)
        if not soon or not self._stands_out(entry, entries):
            return 0
        return min(max(2 * entry.held_ns, rtt_ns), _MOST * rtt_ns)

    def _stands_out(self, entry: EvEntry, entries: Iterable[EvEntry]) -> bool:
        marked, told = entry.marked_lately, entry.told_lately
        if marked < _LEAST or marked * _LEAST_PART < told:
            return False
        others = [other for other in entries if other.plane == entry.plane and other.active and other is not entry]
        return bool(others) and not any(
            other.marked_lately * told * _STANDS_OUT > marked * other.told_lately for other in others
        )
