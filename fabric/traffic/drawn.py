# SPDX-License-Identifier: Apache-2.0
"""Which EVs a scenario's NICs draw, without running it: who lets one of them fail has to know."""

from __future__ import annotations

from fabric.scenario.model import Scenario
from fabric.traffic.nics import build_nics, connection
from fabric.workloads.expansion import plan_of


def first_evs(scenario: Scenario) -> list[int]:
    """The EVs that the sender of the workload's first write begins with, by plane.

    Raises:
        ScenarioError: the NICs cannot be set up so.
    """
    first = next(flow for flow in plan_of(scenario).flows if not flow.collective)
    pair = connection(scenario, build_nics(scenario), first)
    return [entry.entropy for entry in pair.a.evs or () if entry.active]
