# SPDX-License-Identifier: Apache-2.0
"""Probes of each route over the last while: what was sent, and what was lost."""

from __future__ import annotations

from collections import deque

from fabric.clustermapper.reports import Route, Tally


class Evidence:
    """Sums over a sliding window, by route.

    Attributes:
        sums: of every route that has been probed: `[sent, lost]`.
    """

    def __init__(self, window_ns: int) -> None:
        self.sums: dict[Route, list[int]] = {}
        self._window_ns = window_ns
        self._samples: dict[Route, deque[tuple[int, Tally]]] = {}

    def add(self, at_ns: int, route: Route, tally: Tally) -> None:
        """Probes of a route whose fate is known since `at_ns`, which does not go back."""
        samples = self._samples.setdefault(route, deque())
        sums = self.sums.setdefault(route, [0, 0])
        samples.append((at_ns, tally))
        sums[0] += tally.sent
        sums[1] += tally.lost
        while samples[0][0] <= at_ns - self._window_ns:
            _, old = samples.popleft()
            sums[0] -= old.sent
            sums[1] -= old.lost

    def forget(self, plane: int) -> None:
        """What is known of the routes of a plane holds no more."""
        for route, samples in self._samples.items():
            if route.plane == plane:
                samples.clear()
                self.sums[route] = [0, 0]
