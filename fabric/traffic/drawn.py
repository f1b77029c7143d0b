# SPDX-License-Identifier: Apache-2.0
"""Which EVs a scenario's NICs draw, without running it: who lets one of them fail has to know."""

from __future__ import annotations

from fabric.scenario.model import Scenario
from fabric.traffic.nics import build_nics, cc_profile
from host_stack.provision import connect


def first_evs(scenario: Scenario) -> list[int]:
    """The EVs that the sender of the workload's first write begins with, by plane.

    Raises:
        ScenarioError: the NICs cannot be set up so.
    """
    topology, options, first = scenario.topology, scenario.nic, scenario.writes[0]
    nics = build_nics(scenario)
    ends = [nics[topology.nic(name).index] for name in (first.source, first.to)]
    pair = connect(topology, ends[0], ends[1], evs=options.evs, paths=options.paths, cc=cc_profile(scenario))
    return [entry.entropy for entry in pair.a.evs or () if entry.active]
