# SPDX-License-Identifier: Apache-2.0
"""Which components explain the losses: the fewest of them, by likelihood.

A probe survives when it survives every pass of every component, so a route that passes component c n_c times loses the
share 1 - (1 - background) * product((1 - q_c) ** n_c). Components are taken one after the other, each with the loss q
that raises the likelihood of what was seen most, as long as that is by more than `evidence` nats; routes on which
nothing was lost count against a component. At the end, those that the others make superfluous are left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabric.clustermapper.components import Component
from fabric.clustermapper.reports import Route

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
        passes: of each component.
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
        """What a component is worth with the loss that suits it best, and that loss."""
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
        """What a component is worth, in nats, if it loses that share per pass; below 0: what was seen denies it."""
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
