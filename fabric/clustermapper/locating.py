# SPDX-License-Identifier: Apache-2.0
"""Which components of a plane explain the probes that were lost: the fewest, by likelihood and by how often each fails.

A probe survives when it survives every pass of every component, so a loop that passes component c n_c times loses the
share 1 - (1 - background) * product((1 - q_c) ** n_c). Components are taken one after the other, each with the loss q
that raises the likelihood of what was seen most, as long as that is by more than `evidence` nats and what `PRIOR` asks
of its kind on top; loops on which nothing was lost count against a component. At the end, those that the others make
superfluous are left out.

The loops of a plane are an array [T0, downlink, 1 + T1]: the NICs, and where the probe turns, column 0 at the T0
itself. Each component is a slice of it (`Loops.through`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from topologies import Fabric

Floats = NDArray[np.float64]
Slices = tuple[slice, slice, slice]

# --- Components ------------------------------------------------------------------------------------------------------


class Kind(IntEnum):
    """Kinds of components; of two that explain the same losses equally well, the one named first is taken."""

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


# --- The loops of a plane --------------------------------------------------------------------------------------------


_ALL = slice(None)


class Loops(Struct, frozen=True):
    """The loops of a plane, from the number of downlinks of each T0 and the number of T1s."""

    t0s: int
    downlinks: int
    t1s: int

    @classmethod
    def of(cls, fabric: Fabric) -> Loops:
        return cls(fabric.t0s, fabric.downlinks, fabric.t1s)

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.t0s, self.downlinks, 1 + self.t1s

    def through(self, component: Component) -> Slices:
        """The loops through a component."""
        low, t1 = component.low, slice(1 + component.t1, 2 + component.t1)
        match component.kind:
            case Kind.NIC_LINK:
                t0, downlink = divmod(low, self.downlinks)
                return slice(t0, t0 + 1), slice(downlink, downlink + 1), _ALL
            case Kind.T0_T1_LINK:
                return slice(low, low + 1), _ALL, t1
            case Kind.T0:
                return slice(low, low + 1), _ALL, _ALL
            case Kind.T1:
                return _ALL, _ALL, t1

    def nested(self, one: Component, other: Component) -> bool:
        """Whether all loops through one component pass the other, too: a link and its switch."""
        both = tuple(zip(self.through(one), self.through(other), strict=True))
        return all(b in (_ALL, a) for a, b in both) or all(a in (_ALL, b) for a, b in both)

    def passes(self, kind: Kind) -> Floats:
        """How often a loop passes a component: links there and back, a T0 twice if it turns at a T1; by column.

        One column serves all loops through a component of a kind, whichever they are.
        """
        match kind:
            case Kind.NIC_LINK | Kind.T0_T1_LINK:
                return np.full(1, 2.0)
            case Kind.T0:
                return np.array([1.0] + [2.0] * self.t1s)
            case Kind.T1:
                return np.ones(1)


class Seen(Struct, frozen=True):
    """Probes by loop of a plane, as numbers of those sent and those lost."""

    plane: int
    sent: Floats
    lost: Floats


# --- An explanation --------------------------------------------------------------------------------------------------


LOSSES = (0.999, 0.9, 0.75, 0.6, 0.45, 0.3, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025, 0.017, 0.012, 0.008, 0.005)
"""The values of q that are tried: per pass."""
_CLOSER = 17
"""Values that are tried between the best of these and its neighbours, so that a misfit is not taken for a fault."""
_STEPS = np.log1p(-np.array(LOSSES))
PRIOR = {Kind.NIC_LINK: 0.0, Kind.T0_T1_LINK: 0.0, Kind.T0: 3.0, Kind.T1: 3.0}
"""Nats that a component of a kind must be worth on top: a switch goes wrong once where its links do twenty times."""
_NOTHING_ASKED = dict.fromkeys(Kind, 0.0)
_ALIKE = 1e-6
_HIDDEN = math.log(0.1)
_ROUNDS = 4
_MOST = 32
"""Components that are taken in one plane; when more is wrong, the worst of it is told."""


def _log_lost(survival: Floats) -> Floats:
    """The logarithm of the share that is lost, of the logarithm of the share that survives."""
    found: Floats = np.log(-np.expm1(survival))
    return found


class Explanation:
    """The loops of a plane, and the logarithm of the share of probes that survives on each of them so far."""

    def __init__(self, loops: Loops, seen: Seen, background: float) -> None:
        self._loops = loops
        self._plane = seen.plane
        self._sent, self._lost = seen.sent, seen.lost
        self._well = seen.sent - seen.lost
        self._survival: Floats = np.full(loops.shape, math.log1p(-background))
        self._bad = np.flatnonzero(seen.lost)
        self._passes = {kind: loops.passes(kind) for kind in Kind}

    def likelihood(self) -> float:
        """The logarithm of how likely what was seen is, but for a constant."""
        bad = self._bad
        return float(
            (self._well * self._survival).sum() + (self._lost.flat[bad] * _log_lost(self._survival.flat[bad])).sum()
        )

    def take(self, component: Component, loss: float, sign: int = 1) -> None:
        """A component loses that share from now on; `sign` -1: no longer."""
        self._survival[self._loops.through(component)] += sign * math.log1p(-loss) * self._passes[component.kind]

    def gain(self, component: Component, loss: float) -> float:
        """The worth of a component, in nats, if it loses that share per pass; below 0 if the reports deny it."""
        return float(self._gains(component, np.log1p(-np.array([loss])))[0])

    def best(self, component: Component) -> tuple[float, float]:
        """The worth of a component with the loss that suits it best, and that loss."""
        at = int(self._gains(component, _STEPS).argmax())
        closer = np.geomspace(LOSSES[max(at - 1, 0)], LOSSES[min(at + 1, len(LOSSES) - 1)], _CLOSER)
        gains = self._gains(component, np.log1p(-closer))
        at = int(gains.argmax())
        return float(gains[at]), float(closer[at])

    def probed(self, component: Component) -> bool:
        return bool(self._sent[self._loops.through(component)].any())

    def hides(self, component: Component) -> bool:
        """Whether next to nothing would come back through a component if it were well; False where nothing was sent."""
        through = self._loops.through(component)
        probed = self._sent[through] > 0
        return bool(probed.any() and (self._survival[through][probed] < _HIDDEN).all())

    def strongest(
        self, taken: Iterable[Component], asked: Mapping[Kind, float] = PRIOR
    ) -> tuple[float, float, Component]:
        """Of all components but those taken: the worth of the best, less what its kind asks, its loss, and itself."""
        found: tuple[float, float, Component] | None = None
        worths = self._worths()
        for component in taken:
            where: tuple[slice | int, ...] = (_ALL, *self._place(component))
            worths[component.kind][where] = -math.inf
        for kind, of_kind in worths.items():
            loss, *place = np.unravel_index(int(of_kind.argmax()), of_kind.shape)
            worth = float(of_kind[(loss, *place)]) - asked[kind]
            if found is None or worth > found[0] + _ALIKE:
                found = worth, LOSSES[loss], self._named(kind, *(int(index) for index in place))
        assert found is not None
        return found

    def _gains(self, component: Component, steps: Floats) -> Floats:
        through = self._loops.through(component)
        passes = np.broadcast_to(self._passes[component.kind], self._lost[through].shape)
        gains: Floats = steps * float((self._well[through] * passes).sum())
        lost = self._lost[through]
        bad = lost > 0
        if bad.any():
            before = self._survival[through][bad]
            after = before + steps[:, None] * passes[bad]
            gains += ((_log_lost(after) - _log_lost(before)) * lost[bad]).sum(axis=1)
        return gains

    def _worths(self) -> dict[Kind, Floats]:
        """By kind: the worth of each of its components, by loss along the first axis."""
        well, (t0s, downlinks, columns) = self._well, self._loops.shape
        bad, lost = self._bad, self._lost.flat[self._bad]
        before = self._survival.flat[bad]
        terms = []
        for passes in (1, 2):
            term: Floats = np.zeros((len(LOSSES), t0s * downlinks * columns))
            term[:, bad] = (_log_lost(before + passes * _STEPS[:, None]) - _log_lost(before)) * lost
            terms.append(term.reshape(-1, t0s, downlinks, columns))
        once, twice = terms
        steps = _STEPS[:, None]
        at_t0 = well[..., 0].sum(axis=1) + 2 * well[..., 1:].sum(axis=(1, 2))
        up = well[..., 1:].sum(axis=1)
        return {
            Kind.NIC_LINK: twice.sum(axis=3) + steps[..., None] * 2 * well.sum(axis=2),
            Kind.T0_T1_LINK: twice[..., 1:].sum(axis=2) + steps[..., None] * 2 * up,
            Kind.T0: once[..., 0].sum(axis=2) + twice[..., 1:].sum(axis=(2, 3)) + steps * at_t0,
            Kind.T1: once[..., 1:].sum(axis=(1, 2)) + steps * up.sum(axis=0),
        }

    def _place(self, component: Component) -> tuple[int, ...]:
        match component.kind:
            case Kind.NIC_LINK:
                return divmod(component.low, self._loops.downlinks)
            case Kind.T0_T1_LINK:
                return component.low, component.t1
            case Kind.T0:
                return (component.low,)
            case Kind.T1:
                return (component.t1,)

    def _named(self, kind: Kind, *place: int) -> Component:
        match kind:
            case Kind.NIC_LINK:
                return Component(kind, self._plane, place[0] * self._loops.downlinks + place[1], -1)
            case Kind.T0_T1_LINK:
                return Component(kind, self._plane, *place)
            case Kind.T0:
                return Component(kind, self._plane, place[0], -1)
            case Kind.T1:
                return Component(kind, self._plane, -1, place[0])


# --- The fewest that explain -----------------------------------------------------------------------------------------


class Located(Struct, frozen=True):
    """An explanation.

    Attributes:
        losses: of the components that are at fault: the share that each loses per pass.
        margins: of those that were not known: nats by which each explains more than any other would in its place.
        score: logarithm of the likelihood, less what each component must be worth.
    """

    losses: Mapping[Component, float]
    margins: Mapping[Component, float]
    score: float


def locate(
    loops: Loops, seen: Seen, *, background: float, evidence: float, known: Mapping[Component, float]
) -> Located:
    """The components that explain what was seen.

    Args:
        loops: of a plane.
        seen: the probes on them.
        background: share of probes that may be lost without a fault, above 0.
        evidence: nats that a component must be worth.
        known: at fault already, and about how much they lose: they are not asked what they are worth here.
    """
    explanation = Explanation(loops, seen, background)
    known = dict(known)
    for component, loss in known.items():
        explanation.take(component, loss)
    _fit(explanation, known)
    chosen: dict[Component, float] = {}
    while len(chosen) < _MOST:
        worth, loss, component = explanation.strongest([*chosen, *known])
        if worth <= evidence:
            break
        chosen[component] = loss
        explanation.take(component, loss)
    chosen = _needed(explanation, chosen, evidence)
    losses = {**known, **chosen}
    margins = _margins(explanation, chosen, losses)
    _fit(explanation, losses)
    asked = sum(evidence + PRIOR[component.kind] for component in losses)
    return Located(losses, margins, explanation.likelihood() - asked)


def _needed(explanation: Explanation, chosen: dict[Component, float], evidence: float) -> dict[Component, float]:
    """The components, fitted to each other, without those that the others can do without."""
    _fit(explanation, chosen)
    for component in list(chosen) if len(chosen) > 1 else ():
        loss = chosen.pop(component)
        before = explanation.likelihood()
        explanation.take(component, loss, sign=-1)
        others = dict(chosen)
        _fit(explanation, others)
        if before - explanation.likelihood() < evidence + PRIOR[component.kind]:
            chosen = others
            continue
        for other, fitted in others.items():
            explanation.take(other, fitted, sign=-1)
            explanation.take(other, chosen[other])
        explanation.take(component, loss)
        chosen[component] = loss
    return chosen


def _margins(
    explanation: Explanation, chosen: Mapping[Component, float], taken: Mapping[Component, float]
) -> dict[Component, float]:
    """By how much each component explains more than the best other in its place."""
    found = {}
    for component, loss in chosen.items():
        explanation.take(component, loss, sign=-1)
        other, _, _ = explanation.strongest(taken, _NOTHING_ASKED)
        found[component] = explanation.gain(component, loss) - other
        explanation.take(component, loss)
    return found


def _fit(explanation: Explanation, chosen: dict[Component, float]) -> None:
    """Give each component the loss that suits it best next to the others, until none changes."""
    for _ in range(_ROUNDS):
        before = dict(chosen)
        for component, loss in before.items():
            if not explanation.probed(component):
                continue
            explanation.take(component, loss, sign=-1)
            _, chosen[component] = explanation.best(component)
            explanation.take(component, chosen[component])
        if chosen == before:
            return
