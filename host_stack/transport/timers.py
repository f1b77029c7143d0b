# SPDX-License-Identifier: Apache-2.0
"""Deadlines by key: set, earliest, pop what is due. A heap with lazy deletion."""

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from typing import Final, Generic, TypeVar

_SLACK: Final = 64
"""Deadlines that were moved stay in the heap until they come up, or until these many more than four per key do."""

K = TypeVar("K", bound=Hashable)


class Timers(Generic[K]):
    """At most one deadline per key; equal deadlines fire in the order they were set."""

    __slots__ = ("_deadlines", "_heap", "_looked", "_order", "_settled")

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, K]] = []
        self._deadlines: dict[K, tuple[int, int]] = {}
        self._order = 0
        # What ``earliest`` found, which is asked for with every frame; no longer true when ``_settled`` is False.
        self._looked: int | None = None
        self._settled = True

    def set(self, key: K, at_ns: int) -> None:
        """Arm ``key``, or move its deadline."""
        current = self._deadlines.get(key)
        if current is not None:
            if current[0] == at_ns:
                return
            self._settled = False
        elif self._settled and (self._looked is None or at_ns < self._looked):
            self._looked = at_ns
        self._order += 1
        self._deadlines[key] = (at_ns, self._order)
        heappush(self._heap, (at_ns, self._order, key))
        if len(self._heap) > 4 * len(self._deadlines) + _SLACK:
            self._heap = [(at_ns, order, key) for key, (at_ns, order) in self._deadlines.items()]
            heapify(self._heap)

    def get(self, key: K) -> int | None:
        """When ``key`` fires."""
        current = self._deadlines.get(key)
        return None if current is None else current[0]

    def cancel(self, key: K) -> None:
        """Disarm ``key``, if it is armed."""
        if key in self._deadlines:
            del self._deadlines[key]
            self._settled = False

    def earliest(self) -> int | None:
        """The next deadline."""
        if not self._settled:
            self._looked = self._look()
            self._settled = True
        return self._looked

    def _look(self) -> int | None:
        heap = self._heap
        while heap:
            at_ns, order, key = heap[0]
            current = self._deadlines.get(key)
            if current is not None and current[1] == order:
                return at_ns
            heappop(heap)
        return None

    def pop_due(self, now_ns: int) -> K | None:
        """Disarm and return one key whose deadline has passed; None if there is none."""
        at_ns = self.earliest()
        if at_ns is None or at_ns > now_ns:
            return None
        self._look()  # the first of the heap is the one
        key = heappop(self._heap)[2]
        del self._deadlines[key]
        self._settled = False
        return key
