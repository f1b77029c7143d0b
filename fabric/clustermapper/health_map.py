# SPDX-License-Identifier: Apache-2.0
"""The fabric's health, from the reports of its agents: what is at fault, since when, and how badly.

Losses are explained by the fewest components, by likelihood. A probe survives when it survives every pass of every
component, so a route that passes component c n_c times loses the share 1 - (1 - background) * product((1 - q_c) **
n_c). Components are taken one after the other, each with the loss q that raises the likelihood of what was seen most,
as long as that is by more than `evidence` nats; routes on which nothing was lost count against a component. At the
end, those that the others make superfluous are left out.

What is found means for a NIC that writes: which planes and T1s to leave alone, to which peer. The production paper
denies little: T0-T1 links that fail are left to the NIC, a lossy NIC-T0 link is what the denylist is for (arXiv
2605.04333, its section 4). Here every finding counts; a caller that wants fewer passes fewer.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from fabric.clustermapper.probes import Report, Route, Tally
from topologies import Fabric

# --- Components ------------------------------------------------------------------------------------------------------


class Kind(IntEnum):
    """Kinds of components; of two that explain the same losses, the one named first is taken."""

    NIC_LINK = 0
    T0_T1_LINK = 1
    T0 = 2
    T1 = 3


@dataclass(frozen=True, slots=True, order=True)
class Component:
    """A link or switch.

    Attributes:
        low: index of the NIC (`NIC_LINK`), else of the T0; -1 for a T1.
        t1: index of the T1; -1 for a T0 and a link of a NIC.
    """

    kind: Kind
    plane: int
    low: int
    t1: int

    def name(self, fabric: Fabric) -> str:
        """The topology's name of it: `p0-t0-1`, `nic0:0--p0-t0-0:0`."""
        match self.kind:
            case Kind.NIC_LINK:
                return fabric.host_link(self.plane, self.low).name
            case Kind.T0_T1_LINK:
                return fabric.fabric_link(self.plane, self.low, self.t1).name
            case Kind.T0:
                return fabric.t0(self.plane, self.low).name
            case Kind.T1:
                return fabric.t1(self.plane, self.t1).name


def components(fabric: Fabric, plane: int) -> Iterator[Component]:
    for nic in range(fabric.nics):
        yield Component(Kind.NIC_LINK, plane, nic, -1)
    for t0 in range(fabric.t0s):
        for t1 in range(fabric.t1s):
            yield Component(Kind.T0_T1_LINK, plane, t0, t1)
        yield Component(Kind.T0, plane, t0, -1)
    for t1 in range(fabric.t1s):
        yield Component(Kind.T1, plane, -1, t1)


def passes(fabric: Fabric, route: Route) -> dict[Component, int]:
    """The components on a loop, and how often it passes each: links there and back, a T0 twice if it turns at a T1."""
    t0 = route.nic // fabric.downlinks
    found = {Component(Kind.NIC_LINK, route.plane, route.nic, -1): 2}
    if route.t1 < 0:
        found[Component(Kind.T0, route.plane, t0, -1)] = 1
        return found
    found[Component(Kind.T0, route.plane, t0, -1)] = 2
    found[Component(Kind.T0_T1_LINK, route.plane, t0, route.t1)] = 2
    found[Component(Kind.T1, route.plane, -1, route.t1)] = 1
    return found


# --- Probes of the last while ----------------------------------------------------------------------------------------


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
        """Forget what is known of the routes of a plane."""
        for route, samples in self._samples.items():
            if route.plane == plane:
                samples.clear()
                self.sums[route] = [0, 0]


# --- Which components explain losses ---------------------------------------------------------------------------------


LOSSES = (0.999, 0.9, 0.75, 0.6, 0.45, 0.3, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025, 0.017, 0.012, 0.008, 0.005)
"""The values of q that are tried: per pass."""
_ALIKE = 1e-6
_HIDDEN = math.log(0.1)
_ROUNDS = 4
_MOST = 32
"""Components that are taken in one plane; when more is wrong, the worst of it is told."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was seen of one route.

    Attributes:
        sent, lost: probes.
    """

    sent: int
    lost: int
    passes: Mapping[Component, int]


@dataclass(frozen=True, slots=True)
class Located:
    """An explanation.

    Attributes:
        losses: of the components that are at fault: the share that each loses per pass.
        score: logarithm of the likelihood, less what each component must be worth.
    """

    losses: Mapping[Component, float]
    score: float


def locate(
    seen: Mapping[Route, Looked], *, background: float, evidence: float, known: Mapping[Component, float]
) -> Located:
    """The components that explain what was seen.

    Args:
        seen: by route, those with probes; of one plane.
        background: share of probes that may be lost without a fault, above 0.
        evidence: nats that a component must be worth.
        known: at fault already, and how much they lose: they are not asked what they are worth here.
    """
    explanation = Explanation(seen, background)
    for component, loss in known.items():
        explanation.take(component, loss)
    chosen: dict[Component, float] = {}
    while len(chosen) < _MOST:
        best: tuple[float, float, Component] | None = None
        for component in explanation.suspects():
            if component in chosen or component in known:
                continue
            gain, loss = explanation.best(component)
            if gain > evidence and (best is None or gain > best[0] + _ALIKE):
                best = gain, loss, component
        if best is None:
            break
        _, loss, component = best
        chosen[component] = loss
        explanation.take(component, loss)
    chosen = _needed(explanation, chosen, evidence)
    losses = {**known, **chosen}
    _fit(explanation, losses)
    return Located(losses, explanation.likelihood() - evidence * len(losses))


def _needed(explanation: Explanation, chosen: dict[Component, float], evidence: float) -> dict[Component, float]:
    """The components, fitted to each other, without those that the others can do without."""
    _fit(explanation, chosen)
    for component in list(chosen):
        loss = chosen.pop(component)
        before = explanation.likelihood()
        explanation.take(component, loss, sign=-1)
        others = dict(chosen)
        _fit(explanation, others)
        if before - explanation.likelihood() < evidence:
            chosen = others
            continue
        for other, fitted in others.items():
            explanation.take(other, fitted, sign=-1)
            explanation.take(other, chosen[other])
        explanation.take(component, loss)
        chosen[component] = loss
    return chosen


def _fit(explanation: Explanation, chosen: dict[Component, float]) -> None:
    """Give each component the loss that suits it best beside the others, until none changes."""
    for _ in range(_ROUNDS):
        before = dict(chosen)
        for component, loss in before.items():
            explanation.take(component, loss, sign=-1)
            _, chosen[component] = explanation.best(component)
            explanation.take(component, chosen[component])
        if chosen == before:
            return


class Explanation:
    """The routes of a plane, and the logarithm of the share of probes that survives on each of them so far."""

    def __init__(self, seen: Mapping[Route, Looked], background: float) -> None:
        self._seen = seen
        base = math.log1p(-background)
        self._survival = dict.fromkeys(seen, base)
        self._routes: dict[Component, list[Route]] = {}
        for route, looked in seen.items():
            for component in looked.passes:
                self._routes.setdefault(component, []).append(route)

    def suspects(self) -> Sequence[Component]:
        """Components on a route that lost something, in their order."""
        return sorted({component for looked in self._seen.values() if looked.lost for component in looked.passes})

    def best(self, component: Component) -> tuple[float, float]:
        """The worth of a component with the loss that suits it best, and that loss."""
        return max((self.gain(component, loss), loss) for loss in LOSSES)

    def likelihood(self) -> float:
        """The logarithm of how likely what was seen is, but for a constant."""
        total = 0.0
        for route, looked in self._seen.items():
            survival = self._survival[route]
            total += (looked.sent - looked.lost) * survival
            if looked.lost:
                total += looked.lost * math.log(-math.expm1(survival))
        return total

    def hides(self, component: Component) -> bool:
        """Whether next to nothing would come back through a component if it were well."""
        return all(self._survival[route] < _HIDDEN for route in self._routes.get(component, ()))

    def take(self, component: Component, loss: float, sign: int = 1) -> None:
        """A component loses that share from now on; `sign` -1: no longer."""
        step = sign * math.log1p(-loss)
        for route in self._routes.get(component, ()):
            self._survival[route] += step * self._seen[route].passes[component]

    def gain(self, component: Component, loss: float) -> float:
        """The worth of a component, in nats, if it loses that share per pass; below 0 if the reports deny it."""
        step = math.log1p(-loss)
        gain = 0.0
        for route in self._routes.get(component, ()):
            looked = self._seen[route]
            before = self._survival[route]
            after = before + step * looked.passes[component]
            gain += (looked.sent - looked.lost) * (after - before)
            if looked.lost:
                gain += looked.lost * (math.log(-math.expm1(after)) - math.log(-math.expm1(before)))
        return gain


# --- The map ---------------------------------------------------------------------------------------------------------


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


# --- What a NIC should leave alone -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Denied:
    """Paths not to use.

    Attributes:
        t1: that they pass; None: all of the plane.
    """

    plane: int
    t1: int | None


def denied_paths(fabric: Fabric, faulty: Iterable[Component], source: int, destination: int) -> set[Denied]:
    """The paths between two NICs (indices) that pass a component at fault."""
    ends = fabric.nic(source), fabric.nic(destination)
    t0s = {end.t0 for end in ends}
    denied = set()
    for component in faulty:
        match component.kind:
            case Kind.NIC_LINK if component.low in (source, destination):
                denied.add(Denied(component.plane, None))
            case Kind.T0 if component.low in t0s:
                denied.add(Denied(component.plane, None))
            case Kind.T0_T1_LINK if component.low in t0s and len(t0s) == 2:
                denied.add(Denied(component.plane, component.t1))
            case Kind.T1 if len(t0s) == 2:
                denied.add(Denied(component.plane, component.t1))
    return denied
