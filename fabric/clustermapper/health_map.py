# SPDX-License-Identifier: Apache-2.0
"""The fabric's health, from the reports of its agents: what is at fault, since when, and how badly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from fabric.clustermapper.components import Component, Kind, passes
from fabric.clustermapper.evidence import Evidence
from fabric.clustermapper.locating import Explanation, Located, Looked, locate
from fabric.clustermapper.reports import Report, Route
from topologies import Fabric


class State(Enum):
    """What is wrong with a component."""

    DOWN = "down"
    """Nothing passes, and the NICs there have no carrier."""
    BLACK_HOLE = "black hole"
    """Nothing passes, although the NICs there have carrier."""
    DEAD = "dead"
    """Nothing passes; no NIC is there to see whether it is down."""
    LOSSY = "lossy"
    """Some pass."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A component at fault.

    Attributes:
        component: which.
        state: what is wrong.
        loss: share of frames lost in one pass, 0..1; an estimate.
        since_ns: when it was first found.
    """

    component: Component
    state: State
    loss: float
    since_ns: int


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How the map decides.

    Attributes:
        interval_ns: of the agents' probes; the map looks once in it.
        windows: how many intervals it looks back, each on its own: for what is dead, and for what loses little.
        background: share of probes that may be lost without a fault.
        evidence: nats that a fault must be worth, and that must speak against it until it is over.
        doubt: nats against a fault, beside what explains the losses better, at which it is taken back.
        sure: intervals of evidence before findings are taken back for others that explain the losses better.
        confirm: how many looks in a row must find a component before it is told.
        silent: intervals after which an agent that does not report is not waited for.
    """

    interval_ns: int = 1_000_000
    windows: tuple[int, ...] = (5, 40, 300)
    background: float = 1e-3
    evidence: float = 12.0
    doubt: float = 6.0
    sure: int = 20
    confirm: int = 3
    silent: int = 3


_DEAD_LOSS = 0.9
"""Per pass: below it something is lossy. One probe that comes back does not make healthy what is dead, either."""


class HealthMap:
    """Takes reports, tells findings. Deterministic: the same reports in the same order, the same findings.

    What was seen before something broke or healed says nothing of what comes after it: the evidence of a plane begins
    anew then. A finding stays until it is healed, or others explain the losses better.

    Attributes:
        findings: what is at fault now, by component.
    """

    def __init__(self, fabric: Fabric, options: MapOptions | None = None) -> None:
        self._fabric = fabric
        self._options = options = options or MapOptions()
        self._windows = [Evidence(length * options.interval_ns) for length in options.windows]
        self.findings: dict[Component, Finding] = {}
        self._passes: dict[Route, dict[Component, int]] = {}
        self._waiting: list[Report] = []
        self._heard: dict[int, int] = {}
        self._dark: dict[int, frozenset[int]] = {}
        self._looked_ns = 0
        self._candidates: dict[Component, int] = {}
        self._well: dict[Component, int] = {}

    def feed(self, report: Report) -> None:
        """An agent's report. Reports of one agent come in order of time."""
        self._waiting.append(report)
        self._heard[report.nic] = report.at_ns
        latest = max(self._heard.values())
        silent_ns = self._options.silent * self._options.interval_ns
        # All agents of a T0 must have spoken of the same time, or one's losses look like its own.
        cut_ns = min(at_ns for at_ns in self._heard.values() if at_ns >= latest - silent_ns)
        ready = sorted((r for r in self._waiting if r.at_ns <= cut_ns), key=lambda r: (r.at_ns, r.nic))
        self._waiting = [r for r in self._waiting if r.at_ns > cut_ns]
        for each in ready:
            self._ingest(each)
        if ready and cut_ns >= self._looked_ns + self._options.interval_ns:
            self._looked_ns = cut_ns
            for plane in range(self._fabric.planes):
                self._heal(plane)
                self._look(plane, cut_ns)

    def _ingest(self, report: Report) -> None:
        self._dark[report.nic] = report.dark
        for route, tally in report.tallies.items():
            for window in self._windows:
                window.add(report.at_ns, route, tally)
            on_it = self._on(route)
            at_fault = [component for component in on_it if component in self.findings]
            for component in at_fault:
                if not tally.lost:
                    self._well[component] += on_it[component] * tally.sent
                elif len(at_fault) == 1:
                    self._well[component] = 0

    def _heal(self, plane: int) -> None:
        """Take back what so much came through since its last loss that it cannot be at fault any more."""
        for component, finding in list(self.findings.items()):
            against = self._well[component] * -math.log1p(-min(finding.loss, _DEAD_LOSS))
            if component.plane == plane and against > self._options.evidence:
                self._take_back(component)
                self._forget(plane)

    def _look(self, plane: int, now_ns: int) -> None:
        seen = [self._seen(window, plane) for window in self._windows]
        if not any(looked.lost for looked in seen[-1].values()):
            return
        known = {each: finding.loss for each, finding in self.findings.items() if each.plane == plane}
        explained = [self._explain(each, known) for each in seen]
        afresh = self._explain(seen[-1], {})
        if known and self._long_enough(seen[-1]) and afresh.score > explained[-1].score + self._options.doubt:
            for component in known.keys() - afresh.losses.keys():
                self._take_back(component)
            explained = [afresh]
        losses = {component: loss for each in explained for component, loss in each.losses.items()}
        dead = {each: loss for each, loss in explained[0].losses.items() if loss >= _DEAD_LOSS}
        losses |= dead
        for component in known:
            if component not in self.findings:
                continue
            if self._denied(component, seen[-1]):
                self._take_back(component)
            elif component in dead or self._long_enough(seen[-1]):
                self._tell(component, losses[component], now_ns)
        times = {each: self._candidates.get(each, 0) + 1 for each in losses if each not in known}
        self._candidates = {each: count for each, count in self._candidates.items() if each.plane != plane} | times
        fresh = [each for each, count in times.items() if count >= self._options.confirm]
        for component in fresh:
            self._tell(component, losses[component], now_ns)
        if any(known.get(component, 0.0) < _DEAD_LOSS for component in dead.keys() & self.findings.keys()):
            self._forget(plane)  # it has just broken

    def _explain(self, seen: dict[Route, Looked], known: dict[Component, float]) -> Located:
        return locate(seen, background=self._options.background, evidence=self._options.evidence, known=known)

    def _long_enough(self, seen: dict[Route, Looked]) -> bool:
        """Whether enough was seen since the evidence began to take back what was told."""
        return max(looked.sent for looked in seen.values()) >= self._options.sure

    def _denied(self, component: Component, seen: dict[Route, Looked]) -> bool:
        """Whether the other findings hide one, or what was seen denies it beside them."""
        explanation = Explanation(seen, self._options.background)
        for other, finding in self.findings.items():
            if other.plane == component.plane and other != component:
                explanation.take(other, finding.loss)
        denied = explanation.gain(component, self.findings[component].loss) < -self._options.doubt
        return denied or explanation.hides(component)

    def _tell(self, component: Component, loss: float, now_ns: int) -> None:
        before = self.findings.get(component)
        since_ns = now_ns if before is None else before.since_ns
        self.findings[component] = Finding(component, self._state(component, loss), loss, since_ns)
        self._well.setdefault(component, 0)

    def _take_back(self, component: Component) -> None:
        del self.findings[component], self._well[component]
        self._candidates.pop(component, None)

    def _forget(self, plane: int) -> None:
        for window in self._windows:
            window.forget(plane)

    def _state(self, component: Component, loss: float) -> State:
        if loss < _DEAD_LOSS:
            return State.LOSSY
        if component.kind is Kind.NIC_LINK:
            nics = [component.low]
        elif component.kind is Kind.T0:
            first = component.low * self._fabric.downlinks
            nics = [nic for nic in range(first, first + self._fabric.downlinks) if nic in self._dark]
        else:
            return State.DEAD
        return State.DOWN if all(component.plane in self._dark[nic] for nic in nics) else State.BLACK_HOLE

    def _seen(self, evidence: Evidence, plane: int) -> dict[Route, Looked]:
        return {
            route: Looked(sent, lost, self._on(route))
            for route, (sent, lost) in evidence.sums.items()
            if route.plane == plane and sent
        }

    def _on(self, route: Route) -> dict[Component, int]:
        found = self._passes.get(route)
        if found is None:
            found = self._passes[route] = passes(self._fabric, route)
        return found
