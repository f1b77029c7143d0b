# SPDX-License-Identifier: Apache-2.0
"""The counters of a run in some windows of its time, finer than a recording of the whole has them."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from fabric.emulation.network import Network
from fabric.emulation.watch import Watch
from fabric.scenario.model import Scenario
from fabric.timeline.bins import Bins
from fabric.timeline.counters import Counters
from fabric.timeline.windows import Window
from fabric.traffic.flow import Flow

FINEST_NS = 250
MOST_VALUES = 400_000
"""In all windows together; with many links, bins are longer."""
_NEVER = 1 << 62


class CloseUps(Watch):
    """Looks while a window is open, and else not.

    Attributes:
        taken: bins of each window that there has been; `ends_ns`: when each ended.
    """

    def __init__(self, windows: Sequence[Window], *, step_ns: int) -> None:
        """`windows`: in order of time, apart from each other; `step_ns`: of bins of the whole, which theirs divide."""
        self._windows = windows
        self._step_ns = step_ns
        self._open = False
        self.taken: list[Bins] = []
        self.ends_ns: list[int] = []

    @property
    @override
    def due_ns(self) -> int:
        if self._open:
            return min(self.taken[-1].next_ns, self._windows[len(self.ends_ns)].to_ns)
        return self._windows[len(self.ends_ns)].from_ns if len(self.ends_ns) < len(self._windows) else _NEVER

    @override
    def begin(self, scenario: Scenario, network: Network, flows: Sequence[Flow]) -> None:
        self._network = network
        self._counters = Counters(network, flows)

    @override
    def look(self) -> None:
        if len(self.ends_ns) == len(self._windows):
            return
        now_ns, window = self._network.now_ns, self._windows[len(self.ends_ns)]
        row = self._counters.row()
        if self._open:
            self.taken[-1].add(row)
        elif now_ns >= window.from_ns:
            self._open = True
            self.taken.append(self._bins(window))
        if self._open and now_ns >= window.to_ns:
            self._open = False
            self.ends_ns.append(now_ns)

    def end(self) -> None:
        """The run is over: a window that is still open is over, too."""
        if self._open:
            self._open = False
            self.ends_ns.append(self._network.now_ns)

    def _bins(self, window: Window) -> Bins:
        columns = self._counters.columns
        most = max(8, MOST_VALUES // (len(columns) * len(self._windows)))
        shortest_ns = max(FINEST_NS, (window.to_ns - window.from_ns) / most)
        step_ns = self._step_ns
        while step_ns % 2 == 0 and step_ns // 2 >= shortest_ns:
            step_ns //= 2
        joined = [column.joined for column in columns]
        return Bins(joined, from_ns=window.from_ns, step_ns=step_ns, most=_NEVER)
