# SPDX-License-Identifier: Apache-2.0
"""What the map makes of reports: which component, how badly, since when, and when it is over."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from long_kit import share

import topologies
from fabric.clustermapper import Component, Denied, HealthMap, Kind, Report, Route, State, denied_paths

# --- Reports ---------------------------------------------------------------------------------------------------------
# Reports as agents would make them, if components lost frames by chance: no network, no bytes.

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


# --- The map ---------------------------------------------------------------------------------------------------------
# What the map makes of reports: which component, how badly, since when, and when it is over.

NIC2 = Component(Kind.NIC_LINK, 0, 2, -1)
LINK = Component(Kind.T0_T1_LINK, 1, 0, 1)
T0 = Component(Kind.T0, 0, 1, -1)
T1 = Component(Kind.T1, 1, -1, 1)


def test_a_healthy_fabric_has_no_findings():
    seen = Observatory()
    seen.pass_by(300)
    assert seen.told() == {}


@pytest.mark.parametrize(
    ("component", "state"),
    [(NIC2, State.BLACK_HOLE), (LINK, State.DEAD), (T0, State.BLACK_HOLE), (T1, State.DEAD)],
    ids=lambda value: value.name if isinstance(value, State) else value.kind.name,
)
def test_what_is_dead_is_told_within_ten_intervals_and_taken_back_within_ten(component, state):
    seen = Observatory()
    seen.pass_by(400)
    seen.pass_by(10, {component: 1.0})
    assert seen.told() == {component: state}
    seen.pass_by(10)
    assert seen.told() == {}


LOSSY = list(product((NIC2, LINK, T0, T1), (0.02, 0.3)))


@pytest.mark.parametrize(
    ("component", "loss"),
    share(LOSSY, [(NIC2, 0.3), (LINK, 0.02), (T0, 0.3), (T1, 0.02)]),
    ids=[f"{component.kind.name}-{loss}" for component, loss in LOSSY],
)
def test_what_loses_some_is_lossy_and_its_loss_is_estimated(component, loss):
    seen = Observatory(seed=2)
    seen.pass_by(50)
    seen.pass_by(250 if loss < 0.1 else 80, {component: loss})
    assert seen.told() == {component: State.LOSSY}
    assert loss / 2 < seen.health.findings[component].loss < 2 * loss


@pytest.mark.parametrize(("component", "loss"), [(T0, 0.3), (T1, 0.1), (T1, 0.3)])
def test_what_is_well_is_not_told_while_a_loss_is_new(component, loss):
    """The first losses of a switch may be on one of its links: two looks at the same few probes are no confirmation."""
    seen, told = Observatory(seed=1), set()
    seen.pass_by(20)
    for _ in range(80):
        seen.pass_by(1, {component: loss})
        told |= seen.told().keys()
    assert told == {component}


def test_carriers_tell_what_is_down_from_a_black_hole():
    seen = Observatory()
    seen.pass_by(20)
    seen.pass_by(10, {NIC2: 1.0}, dark={(2, 0)})
    assert seen.told() == {NIC2: State.DOWN}
    other = Observatory()
    other.pass_by(20)
    other.pass_by(10, {T0: 1.0}, dark={(2, 0), (3, 0)})
    assert other.told() == {T0: State.DOWN}


def test_two_faults_at_once_are_two_findings():
    seen = Observatory(seed=5)
    seen.pass_by(20)
    seen.pass_by(120, {T1: 1.0, Component(Kind.NIC_LINK, 1, 0, -1): 0.05})
    assert seen.told() == {T1: State.DEAD, Component(Kind.NIC_LINK, 1, 0, -1): State.LOSSY}


def test_all_nics_of_a_t0_at_once_are_the_t0_and_all_links_of_a_t1_the_t1():
    seen = Observatory()
    seen.pass_by(20)
    seen.pass_by(60, {Component(Kind.NIC_LINK, 0, nic, -1): 1.0 for nic in (2, 3)})
    assert seen.told() == {T0: State.BLACK_HOLE}
    other = Observatory()
    other.pass_by(20)
    other.pass_by(60, {Component(Kind.T0_T1_LINK, 1, t0, 1): 1.0 for t0 in (0, 1)})
    assert other.told() == {T1: State.DEAD}


def test_a_finding_keeps_the_time_at_which_it_was_first_told():
    seen = Observatory()
    seen.pass_by(20)
    seen.pass_by(10, {LINK: 1.0})
    since_ns = seen.health.findings[LINK].since_ns
    seen.pass_by(100, {LINK: 1.0})
    assert seen.health.findings[LINK].since_ns == since_ns
    assert 20 * MS <= since_ns <= 30 * MS


def test_an_agent_that_is_silent_is_not_waited_for_long():
    seen = Observatory()
    seen.pass_by(5)
    lost = np.array([[True] * 3, [False] * 3])
    for turn in range(5, 20):  # the three others have ended
        seen.health.feed(Report(0, turn * MS, (-1, 0, 1), lost))
    assert Component(Kind.NIC_LINK, 0, 0, -1) in seen.told() or Component(Kind.T0, 0, 0, -1) in seen.told()


def test_same_reports_same_findings():
    once, again = Observatory(seed=9), Observatory(seed=9)
    for seen in (once, again):
        seen.pass_by(40, {T0: 0.1, LINK: 0.03})
    assert once.health.findings == again.health.findings


@pytest.mark.parametrize(
    ("component", "pair", "denied"),
    [
        (Component(Kind.NIC_LINK, 0, 2, -1), (0, 2), {Denied(0, None)}),
        (Component(Kind.NIC_LINK, 0, 2, -1), (0, 3), set()),
        (Component(Kind.T0, 1, 1, -1), (0, 2), {Denied(1, None)}),
        (Component(Kind.T0, 1, 1, -1), (0, 1), set()),
        (Component(Kind.T0_T1_LINK, 1, 0, 1), (0, 2), {Denied(1, 1)}),
        (Component(Kind.T0_T1_LINK, 1, 0, 1), (0, 1), set()),
        (Component(Kind.T1, 0, -1, 1), (0, 2), {Denied(0, 1)}),
        (Component(Kind.T1, 0, -1, 1), (0, 1), set()),
    ],
)
def test_paths_are_denied_to_those_whose_packets_would_pass(component, pair, denied):
    """NICs 0 and 1 are on one T0 of the lab, 2 and 3 on the other; on one T0 they need no T1."""
    assert denied_paths(LAB, [component], *pair) == denied
