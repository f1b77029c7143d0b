# SPDX-License-Identifier: Apache-2.0
"""The counters of a run over its whole time, taken beside it: bins as fine as their number allows."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from fabric.emulation.network import Network
from fabric.emulation.watch import Watch
from fabric.scenario.model import Scenario
from fabric.timeline.bins import Bins
from fabric.timeline.counters import Column, Counters
from fabric.traffic.flow import Flow

FINEST_NS = 1_000
"""Bins begin so short."""
MOST_VALUES = 800_000
"""In all bins together; a network with many links has fewer bins."""
_FEWEST, _MOST = 64, 1_200
"""Bins that are joined to half as many."""


class Recording(Watch):
    """Takes the counters of a run at the end of each bin.

    Attributes:
        scenario, flows: of the run.
        columns: what the values of a row are.
        bins: the rows so far.
        end_ns: when it looked last.
    """

    scenario: Scenario
    flows: Sequence[Flow]
    columns: Sequence[Column]
    bins: Bins

    def __init__(self) -> None:
        self.end_ns = 0

    @property
    @override
    def due_ns(self) -> int:
        return self.bins.next_ns

    @override
    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        self.scenario, self.flows = scenario, flows
        self._network = network
        self._counters = Counters(network, flows)
        self.columns = self._counters.columns
        most = min(_MOST, max(_FEWEST, MOST_VALUES // len(self.columns) & ~1))
        self.bins = Bins([c.joined for c in self.columns], from_ns=network.now_ns, step_ns=FINEST_NS, most=most)

    @override
    def look(self) -> None:
        now_ns = self._network.now_ns
        if now_ns > self.end_ns:
            self.end_ns = now_ns
            self.bins.add(self._counters.row())
