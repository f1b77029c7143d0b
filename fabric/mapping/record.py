# SPDX-License-Identifier: Apache-2.0
"""What the Clustermapper of a run saw and told, over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from fabric.clustermapper import Component, Finding, Report, Route
from fabric.measuring.measurements import ProbeFinding, ProbeMeasurement
from topologies import Fabric


class Record:
    """Takes what the map is given and what it tells, in order of time."""

    def __init__(self, fabric: Fabric, interval_ns: int) -> None:
        """Of agents that probe every `interval_ns`."""
        self._fabric = fabric
        self._interval_ns = interval_ns
        self._tallies: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
        self._open: dict[Component, ProbeFinding] = {}
        self._over: list[ProbeFinding] = []
        self._last = 0

    def heard(self, report: Report) -> None:
        """An agent's report."""
        at = report.at_ns // self._interval_ns
        self._last = max(self._last, at)
        for route, tally in report.tallies.items():
            turn = self._tallies[self._turn(route)]
            sent, lost = turn.get(at, (0, 0))
            turn[at] = sent + tally.sent, lost + tally.lost

    def told(self, findings: Mapping[Component, Finding], now_ns: int) -> None:
        """All that is at fault now; of what is wrong with one, the last that was told counts."""
        for component in self._open.keys() - findings.keys():
            self._over.append(self._open.pop(component).ended(now_ns))
        for component, finding in findings.items():
            since_ns = self._open[component].since_ns if component in self._open else now_ns
            name = component.name(self._fabric)
            self._open[component] = ProbeFinding(name, finding.state.value, since_ns, None)

    def measured(self) -> ProbeMeasurement:
        """All of it, up to now."""
        findings = sorted((*self._over, *self._open.values()), key=lambda each: (each.since_ns, each.name))
        return ProbeMeasurement(
            self._interval_ns, {name: self._series(name, 0) for name in sorted(self._tallies)},
            {name: self._series(name, 1) for name in sorted(self._tallies)}, findings,
        )  # fmt: skip

    def _series(self, turn: str, which: int) -> list[int]:
        return [self._tallies[turn].get(at, (0, 0))[which] for at in range(self._last + 1)]

    def _turn(self, route: Route) -> str:
        if route.t1 < 0:
            return self._fabric.t0(route.plane, self._fabric.nic(route.nic).t0).name
        return self._fabric.t1(route.plane, route.t1).name
