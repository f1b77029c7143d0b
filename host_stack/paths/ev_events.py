# SPDX-License-Identifier: Apache-2.0
"""The channel in which a NIC reports transitions of EVs (endpoint §9: EV events, with the number of drops)."""

from collections import deque
from collections.abc import Iterator

from host_stack.paths.ev import EvEvent, EvState


class EvEvents:
    """EV events in time order, until they are taken.

    Attributes:
        depth: how many are kept; a new one that finds the channel full is dropped.
        mask: events from or to one of these states are kept, others are nobody's interest.
        dropped: how many did not fit.
    """

    __slots__ = ("_events", "depth", "dropped", "mask")

    def __init__(self, depth: int, mask: frozenset[EvState] = frozenset(EvState)) -> None:
        self._events: deque[EvEvent] = deque()
        self.depth = depth
        self.mask = mask
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[EvEvent]:
        return iter(self._events)

    def append(self, event: EvEvent, /) -> None:
        """Report a transition, if the mask has it and there is room."""
        if event.new not in self.mask and event.old not in self.mask:
            return
        if len(self._events) >= self.depth:
            self.dropped += 1
        else:
            self._events.append(event)

    def take(self, maximum: int | None = None) -> list[EvEvent]:
        """Up to ``maximum`` events (all by default), oldest first; each is returned once."""
        count = len(self._events) if maximum is None else min(maximum, len(self._events))
        return [self._events.popleft() for _ in range(count)]
