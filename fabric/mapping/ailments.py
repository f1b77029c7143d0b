# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with a component, how it is done to an emulated fabric, and how it is drawn at random."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from fabric.clustermapper import Component, Kind, State
from fabric.clustermapper.components import components
from fabric.scenario.faults import Faultable
from topologies import Fabric

Ailment = Literal["down", "black hole", "lossy"]
AILMENTS: tuple[Ailment, ...] = ("down", "black hole", "lossy")


@dataclass(frozen=True, slots=True)
class Illness:
    """One component, and what is wrong with it.

    Attributes:
        component: which.
        ailment: `down`: its links have no carrier; `black hole`: they have, and nothing passes; `lossy`: some passes.
        loss: of each frame on each of its links, 0..1; of a lossy one.
    """

    component: Component
    ailment: Ailment
    loss: float

    def states(self, told: Kind) -> set[State]:
        """What the map may rightly say of a component of that kind: where no NIC sees the carrier, dead is dead."""
        if self.ailment == "lossy":
            return {State.LOSSY}
        if self.component.kind in (Kind.NIC_LINK, Kind.T0) and told in (Kind.NIC_LINK, Kind.T0):
            return {State.DOWN if self.ailment == "down" else State.BLACK_HOLE}
        return {State.DEAD, State.BLACK_HOLE}

    def begin(self, fabric: Fabric, network: Faultable) -> None:
        """Let it happen."""
        self._set(fabric, network, well=False)

    def end(self, fabric: Fabric, network: Faultable) -> None:
        """All is well again."""
        self._set(fabric, network, well=True)

    def _set(self, fabric: Fabric, network: Faultable, *, well: bool) -> None:
        switch = self.component.kind in (Kind.T0, Kind.T1)
        if self.ailment == "black hole" and switch:
            network.set_forwarding(self.component.name(fabric), well)
            return
        for link in links(fabric, self.component):
            if self.ailment == "down":
                network.set_link_state(link, well)
            else:
                network.set_link_loss(link, 0.0 if well else self.loss)


def links(fabric: Fabric, component: Component) -> Sequence[str]:
    """The link that a component is, or those of the switch."""
    if component.kind in (Kind.NIC_LINK, Kind.T0_T1_LINK):
        return [component.name(fabric)]
    ports = fabric.switch(component.name(fabric)).ports()
    return [port.link.name for port in ports]


def draw(fabric: Fabric, random: Random, count: int) -> list[Illness]:
    """So many components of the fabric, each kind as likely as another, and what is wrong with each."""
    drawn: dict[Component, Illness] = {}
    while len(drawn) < count:
        plane, kind = random.randrange(fabric.planes), random.choice(list(Kind))
        component = random.choice([each for each in components(fabric, plane) if each.kind is kind])
        ailment = random.choice(AILMENTS)
        loss = math.exp(random.uniform(math.log(0.01), math.log(0.3))) if ailment == "lossy" else 1.0
        drawn[component] = Illness(component, ailment, loss)
    return list(drawn.values())
