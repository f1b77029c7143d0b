# SPDX-License-Identifier: Apache-2.0
"""What the map's findings mean for a NIC that writes: which planes and T1s to leave alone, to which peer.

The production paper denies little: T0-T1 links that fail are left to the NIC itself, a lossy NIC-T0 link is what the
denylist is for (arXiv 2605.04333 §4). Here every finding counts; who wants fewer passes fewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fabric.clustermapper.components import Component, Kind
from topologies import Fabric


@dataclass(frozen=True, slots=True, order=True)
class Denied:
    """Paths not to use.

    Attributes:
        plane: of the paths.
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
