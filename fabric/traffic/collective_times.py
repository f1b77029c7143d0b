# SPDX-License-Identifier: Apache-2.0
"""How long the collectives of a run took."""

from __future__ import annotations

from collections.abc import Sequence

from fabric.measuring.measurements import CollectiveMeasurement
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow
from fabric.traffic.messages import MessageFlow
from fabric.workloads.plan import Plan


def collective_measurements(scenario: Scenario, plan: Plan, flows: Sequence[Flow]) -> list[CollectiveMeasurement]:
    """Every collective of a plan, at the end of a run of its flows."""
    measured = []
    for collective in plan.collectives:
        own = [flow for flow in (flows[index] for index in collective.flows) if isinstance(flow, MessageFlow)]
        arrived = [flow.arrived_ns() for flow in own]
        known = [at for at in arrived if at is not None]
        measured.append(
            CollectiveMeasurement(
                scenario.workload[collective.item].name or collective.pattern,
                collective.pattern,
                [scenario.topology.nic(nic).name for nic in collective.nics],
                collective.bytes,
                collective.times,
                own[0].begun_ns,
                max(known) if len(known) == len(arrived) else None,
                float(collective.factor),
                collective.flows,
            )
        )
    return measured
