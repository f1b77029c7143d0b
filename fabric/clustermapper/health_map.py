# SPDX-License-Identifier: Apache-2.0
"""The fabric's health, from the reports of its agents: what is at fault, since when, and how badly.

The map keeps the probes of the last while as arrays, and asks once in an interval which components explain the losses
(`locating`). It is slow to accuse: a component is told when several looks in a row find it and no other would explain
the losses nearly as well, and a switch one look later than a link. The carrier of a NIC's port is evidence of its own.

What is found means for a NIC that writes: which planes and T1s to leave alone, to which peer. The production paper
denies little: T0-T1 links that fail are left to the NIC, a lossy NIC-T0 link is what the denylist is for (arXiv
2605.04333, its section 4). Here every finding counts that is dead or has been told for a while.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from fabric.clustermapper.locating import Component, Explanation, Kind, Located, Loops, Seen, locate
from fabric.clustermapper.probes import Report
from topologies import Fabric

# --- Probes of the last while ----------------------------------------------------------------------------------------


Counts = NDArray[np.int32]


class Turn(Struct, frozen=True, eq=False):
    """A report by loop: what one NIC sent (by column) and lost (by plane and column)."""

    t0: int
    downlink: int
    at_ns: int
    sent: Counts
    lost: Counts

    @classmethod
    def of(cls, report: Report, loops: Loops) -> Turn:
        t0, downlink = divmod(report.nic, loops.downlinks)
        columns = [1 + t1 for t1 in report.t1s]
        sent: Counts = np.zeros(1 + loops.t1s, dtype=np.int32)
        lost: Counts = np.zeros((len(report.lost), 1 + loops.t1s), dtype=np.int32)
        sent[columns] = 1
        lost[:, columns] = report.lost
        return cls(t0, downlink, report.at_ns, sent, lost)


class Evidence:
    """Numbers of probes over a sliding window, by loop: arrays [plane, T0, downlink, 1 + T1]."""

    def __init__(self, loops: Loops, planes: int, window_ns: int) -> None:
        shape = (planes, *loops.shape)
        self._loops = loops
        self._window_ns = window_ns
        self._sent: Counts = np.zeros(shape, dtype=np.int32)
        self._lost: Counts = np.zeros(shape, dtype=np.int32)
        self._begin_ns: NDArray[np.int64] = np.full(shape, -1, dtype=np.int64)
        """What was reported until then is forgotten."""
        self._forgot_ns = -1
        self._turns: dict[tuple[int, int], deque[Turn]] = {}

    def add(self, turn: Turn) -> None:
        """The turns of a NIC come in order of time."""
        turns = self._turns.setdefault((turn.t0, turn.downlink), deque())
        turns.append(turn)
        self._count(turn, 1)
        while turns[0].at_ns <= turn.at_ns - self._window_ns:
            self._count(turns.popleft(), -1)

    def forget(self, component: Component, until_ns: int) -> None:
        """Forget what was reported until then of the loops through a component."""
        through = (component.plane, *self._loops.through(component))
        self._begin_ns[through] = np.maximum(self._begin_ns[through], until_ns)
        self._forgot_ns = max(self._forgot_ns, until_ns)
        sent, lost = np.zeros_like(self._sent[component.plane]), np.zeros_like(self._lost[component.plane])
        for (t0, downlink), turns in self._turns.items():
            begin_ns = self._begin_ns[component.plane, t0, downlink]
            for turn in turns:
                if turn.at_ns > until_ns:
                    sent[t0, downlink] += turn.sent * (begin_ns < turn.at_ns)
                    lost[t0, downlink] += turn.lost[component.plane] * (begin_ns < turn.at_ns)
        self._sent[through] = sent[through[1:]]
        self._lost[through] = lost[through[1:]]

    def seen(self, plane: int) -> Seen:
        return Seen(plane, self._sent[plane].astype(np.float64), self._lost[plane].astype(np.float64))

    def anything_lost(self, plane: int) -> bool:
        return bool(self._lost[plane].any())

    def turns(self, component: Component) -> int:
        """How often the loop through a component that was probed most often was probed."""
        return int(self._sent[(component.plane, *self._loops.through(component))].max())

    def _count(self, turn: Turn, sign: int) -> None:
        where = (slice(None), turn.t0, turn.downlink)
        sent, lost = sign * turn.sent, sign * turn.lost
        if turn.at_ns <= self._forgot_ns:
            known = self._begin_ns[where] < turn.at_ns
            sent, lost = sent * known, lost * known
        self._sent[where] += sent
        self._lost[where] += lost


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


class Finding(Struct, frozen=True):
    """A component at fault.

    Attributes:
        loss: share of frames lost in one pass, 0..1; an estimate.
        since_ns: when it was first found.
    """

    component: Component
    state: State
    loss: float
    since_ns: int


class MapOptions(Struct, frozen=True):
    """How the map decides.

    Attributes:
        interval_ns: of the agents' probes; the map looks once in it.
        windows: how many intervals it looks back, each on its own: for what is dead, and for what loses little.
        background: share of probes that may be lost without a fault.
        evidence: nats that a fault must be worth, and that must speak against it until it is over.
        margin: nats by which a component must explain more than any other in its place, or it is not told yet.
        doubt: nats against a fault, next to what explains the losses better, at which it is taken back.
        sure: turns of a loop before findings are taken back for others that explain the losses better.
        confirm: how many looks in a row must find a link before it is told; a switch: one more.
        plain: nats of margin at which it is one look less.
        alike: how many, if another explains the losses nearly as well.
        proven: intervals for which what is lossy has been told before paths by it are denied.
        silent: intervals after which an agent that does not report is not waited for.
    """

    interval_ns: int = 1_000_000
    windows: tuple[int, ...] = (5, 40, 300)
    background: float = 1e-3
    evidence: float = 12.0
    margin: float = 8.0
    doubt: float = 6.0
    sure: int = 20
    confirm: int = 3
    plain: float = 40.0
    alike: int = 20
    proven: int = 10
    silent: int = 3


_DEAD_LOSS = 0.9
"""Per pass: below it something is lossy. One probe that comes back does not make healthy what is dead, either."""
_NO_CARRIER = 0.999


class HealthMap:
    """Takes reports, tells findings. Deterministic: the same reports in the same order, the same findings.

    What was seen before something broke or healed says nothing of what comes after it: the evidence of the loops
    through it begins anew then. A finding stays until it is healed, or others explain the losses better.

    Attributes:
        findings: what is at fault now, by component.
    """

    def __init__(self, fabric: Fabric, options: MapOptions | None = None) -> None:
        self._fabric = fabric
        self._options = options = options or MapOptions()
        self._loops = Loops.of(fabric)
        self._passes = {kind: self._loops.passes(kind) for kind in Kind}
        self._windows = [Evidence(self._loops, fabric.planes, each * options.interval_ns) for each in options.windows]
        self.findings: dict[Component, Finding] = {}
        self._waiting: list[Report] = []
        self._heard: dict[int, int] = {}
        self._dark: dict[int, frozenset[int]] = {}
        self._looked_ns = 0
        self._candidates: dict[Component, tuple[int, int]] = {}
        """By component that is not told yet: looks in a row that found it, and the time of the first."""
        self._well: dict[Component, float] = {}
        """Passes that probes came through since the last loss, by finding."""

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
                self._heal(plane, cut_ns)
                self._look(plane, cut_ns)

    def certain(self) -> frozenset[Component]:
        """What is dead, or has been told for long enough that paths by it should be denied."""
        proven_ns = self._looked_ns - self._options.proven * self._options.interval_ns
        return frozenset(
            component
            for component, finding in self.findings.items()
            if finding.state is not State.LOSSY or finding.since_ns <= proven_ns
        )

    def _ingest(self, report: Report) -> None:
        self._dark[report.nic] = report.dark
        turn = Turn.of(report, self._loops)
        for window in self._windows:
            window.add(turn)
        on: dict[Component, NDArray[np.float64]] = {}
        at_fault = np.zeros(turn.lost.shape)
        for component in self.findings:
            passes = self._passes_of(component, turn)
            if passes is not None:
                on[component] = passes
                at_fault[component.plane] += on[component] > 0
        for component, passes in on.items():
            lost = turn.lost[component.plane] > 0
            if (lost & (passes > 0) & (at_fault[component.plane] == 1)).any():
                self._well[component] = 0.0
            else:
                self._well[component] += float(passes[~lost].sum())

    def _passes_of(self, component: Component, turn: Turn) -> NDArray[np.float64] | None:
        """How often the probes of a turn passed a component, by column; None: none could."""
        t0s, downlinks, columns = self._loops.through(component)
        if t0s.start not in (None, turn.t0) or downlinks.start not in (None, turn.downlink):
            return None
        passes = np.zeros(1 + self._loops.t1s)
        passes[columns] = self._passes[component.kind]
        passes *= turn.sent
        return passes

    def _heal(self, plane: int, now_ns: int) -> None:
        """Take back what so much came through since its last loss that it cannot be at fault any more."""
        for component, finding in list(self.findings.items()):
            against = self._well[component] * -math.log1p(-min(finding.loss, _DEAD_LOSS))
            if component.plane == plane and against > self._options.evidence:
                self._take_back(component)
                self._forget(component, now_ns)

    def _look(self, plane: int, now_ns: int) -> None:
        if not self._windows[-1].anything_lost(plane):
            self._candidates = {each: count for each, count in self._candidates.items() if each.plane != plane}
            return
        seen = [window.seen(plane) for window in self._windows]
        known = {each: finding.loss for each, finding in self.findings.items() if each.plane == plane}
        cut = {each: _NO_CARRIER for each in self._cut(plane) if each not in known}
        explained = [self._explain(each, known | cut) for each in seen]
        if revised := self._revised(known, cut, seen, explained[-1]):
            explained = [revised]
        self._renew(plane, explained, seen, now_ns)
        self._consider(plane, explained, cut, now_ns)

    def _cut(self, plane: int) -> list[Component]:
        """Links of NICs that see no carrier where another NIC of the T0 sees it: it is not the T0 that is gone."""
        found = []
        for t0 in range(self._loops.t0s):
            first = t0 * self._loops.downlinks
            heard = [nic for nic in range(first, first + self._loops.downlinks) if nic in self._dark]
            dark = [nic for nic in heard if plane in self._dark[nic]]
            if len(heard) == 1 or len(dark) < len(heard):
                found += [Component(Kind.NIC_LINK, plane, nic, -1) for nic in dark]
        return found

    def _revised(
        self, known: dict[Component, float], cut: dict[Component, float], seen: list[Seen], explained: Located
    ) -> Located | None:
        """What explains the losses better than the findings do, if so; those it has no need of are taken back."""
        fixed = {component: loss for component, loss in known.items() if not self._long_enough(component)}
        if fixed.keys() == known.keys():
            return None
        afresh = self._explain(seen[-1], fixed | cut)
        if afresh.score <= explained.score + self._options.doubt:
            return None
        needless = known.keys() - afresh.losses.keys()
        for shorter in seen[:-1] if needless else ():  # what has just begun is worth little in a long window
            needless -= self._explain(shorter, fixed | cut).losses.keys()
        for component in needless:
            self._take_back(component)
        return afresh if needless else None

    def _renew(self, plane: int, explained: list[Located], seen: list[Seen], now_ns: int) -> None:
        """What is told already: what it loses now, or that it was not at fault."""
        for component in [each for each in self.findings if each.plane == plane]:
            if all(self._denied(component, each) for each in seen):
                self._take_back(component)
                continue
            before, loss = self.findings[component].loss, explained[0].losses.get(component, 0.0)
            if loss >= _DEAD_LOSS:
                self._tell(component, loss, now_ns)
                if before < _DEAD_LOSS:
                    self._forget(component, now_ns)  # it has just broken
            elif self._long_enough(component) and component in explained[-1].losses:
                self._tell(component, explained[-1].losses[component], now_ns)

    def _consider(self, plane: int, explained: list[Located], cut: dict[Component, float], now_ns: int) -> None:
        """What is not told yet: tell it as soon as looks enough found it."""
        losses = {component: loss for each in explained for component, loss in each.losses.items()}
        losses |= {each: loss for each, loss in explained[0].losses.items() if loss >= _DEAD_LOSS} | cut
        margins: dict[Component, float] = dict.fromkeys(cut, math.inf)
        for each in explained:
            for component, margin in each.margins.items():
                margins[component] = max(margin, margins.get(component, 0.0))
        fresh = {
            each: (count + 1, first_ns)
            for each in margins
            if each not in self.findings
            for count, first_ns in [self._candidates.get(each, (0, now_ns))]
        }
        self._candidates = {each: found for each, found in self._candidates.items() if each.plane != plane} | fresh
        for component in sorted(fresh, key=lambda each: -margins[each]):
            # What it counted so far may be the losses of a link or switch around it that has just been told.
            count, first_ns = self._candidates.get(component, (0, now_ns))
            if count >= self._looks(component, margins[component]):
                self._tell(component, losses[component], now_ns)
                if component in cut or component in explained[0].losses:
                    self._forget(component, first_ns)  # it has just begun
                self._candidates = {
                    each: found for each, found in self._candidates.items() if not self._nested(each, component)
                }

    def _looks(self, component: Component, margin: float) -> int:
        """How many looks in a row must find a component before it is told."""
        if margin < self._options.margin:
            return self._options.alike
        return self._options.confirm + (component.kind in (Kind.T0, Kind.T1)) - (margin >= self._options.plain)

    def _nested(self, one: Component, other: Component) -> bool:
        return one.plane == other.plane and self._loops.nested(one, other)

    def _explain(self, seen: Seen, known: Mapping[Component, float]) -> Located:
        return locate(
            self._loops, seen, background=self._options.background, evidence=self._options.evidence, known=known
        )

    def _long_enough(self, component: Component) -> bool:
        """Whether enough was seen since the evidence began to take back what was told."""
        return self._windows[-1].turns(component) >= self._options.sure

    def _denied(self, component: Component, seen: Seen) -> bool:
        """Whether the other findings hide one, or what was seen denies it beside them."""
        explanation = Explanation(self._loops, seen, self._options.background)
        for other, finding in self.findings.items():
            if other.plane == component.plane and other != component:
                explanation.take(other, finding.loss)
        denied = explanation.gain(component, self.findings[component].loss) < -self._options.doubt
        return denied or explanation.hides(component)

    def _tell(self, component: Component, loss: float, now_ns: int) -> None:
        before = self.findings.get(component)
        since_ns = now_ns if before is None else before.since_ns
        self.findings[component] = Finding(component, self._state(component, loss), loss, since_ns)
        self._well.setdefault(component, 0.0)

    def _take_back(self, component: Component) -> None:
        del self.findings[component], self._well[component]
        self._candidates.pop(component, None)

    def _forget(self, component: Component, now_ns: int) -> None:
        for window in self._windows:
            window.forget(component, now_ns)

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
