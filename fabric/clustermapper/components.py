# SPDX-License-Identifier: Apache-2.0
"""The parts of a fabric that can be at fault, and which of them a probe's loop passes, how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from fabric.clustermapper.reports import Route
from topologies import Fabric


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
        kind: of component.
        plane: it is in.
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
    """All of a plane."""
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
