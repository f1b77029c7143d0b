# SPDX-License-Identifier: Apache-2.0
"""Reports as agents would make them, if components lost frames by chance: no network, no bytes."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

import topologies
from fabric.clustermapper import Component, HealthMap, Kind, Report, Route

LAB = topologies.load(Path(topologies.__file__).parent / "lab.yaml")
MS = 1_000_000


def on_loop(route, losses):
    """The share of probes that comes back: links are passed there and back, a T0 once more on the way to a T1."""
    t0 = route.nic // LAB.downlinks
    turns = route.t1 >= 0
    passed = [(Component(Kind.NIC_LINK, route.plane, route.nic, -1), 2)]
    passed += [(Component(Kind.T0, route.plane, t0, -1), 2 if turns else 1)]
    if turns:
        passed += [(Component(Kind.T0_T1_LINK, route.plane, t0, route.t1), 2)]
        passed += [(Component(Kind.T1, route.plane, -1, route.t1), 1)]
    back = 1.0
    for component, times in passed:
        back *= (1 - losses.get(component, 0.0)) ** times
    return back


class Observatory:
    """A health map, and reports of the lab's four agents for it."""

    def __init__(self, seed=1):
        self.health = HealthMap(LAB)
        self._random = random.Random(seed)
        self._phases = sorted((self._random.randrange(MS), nic) for nic in range(LAB.nics))
        self._turn = 0

    def pass_by(self, intervals, losses=None, dark=()):
        """So many intervals, with components that lose shares per pass; ports `(nic, plane)` without carrier."""
        for _ in range(intervals):
            for phase, nic in self._phases:
                t1s = tuple(range(-1, LAB.t1s))
                routes = [[Route(nic, plane, t1) for t1 in t1s] for plane in range(LAB.planes)]
                back = [[on_loop(route, losses or {}) for route in of_plane] for of_plane in routes]
                lost = np.array([[self._random.random() >= share for share in shares] for shares in back])
                planes = frozenset(plane for plane in range(LAB.planes) if (nic, plane) in dark)
                self.health.feed(Report(nic, self._turn * MS + phase, t1s, lost, planes))
            self._turn += 1

    def told(self):
        return {component: finding.state for component, finding in self.health.findings.items()}
