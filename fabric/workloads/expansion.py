# SPDX-License-Identifier: Apache-2.0
"""From the items of a workload to flows."""

from __future__ import annotations

from fabric.scenario.model import Scenario
from fabric.scenario.ordering import predecessors
from fabric.scenario.workload import WriteSpec
from fabric.workloads.collectives import Members, expanded
from fabric.workloads.plan import Job, Plan, PlannedCollective, PlannedFlow


def plan_of(scenario: Scenario) -> Plan:
    """What a scenario's workload comes to; a plain write is one flow of one message."""
    flows: list[PlannedFlow] = []
    jobs: list[Job] = []
    collectives: list[PlannedCollective] = []
    for index, (item, after) in enumerate(zip(scenario.workload, predecessors(scenario.workload), strict=True)):
        first = len(flows)
        if isinstance(item, WriteSpec):
            flows.append(_write(scenario, index, item))
        else:
            members = Members(scenario.topology, item, index, first, scenario.seed)
            more, collective = expanded(members)
            flows += more
            collectives.append(collective)
        jobs.append(Job(item.at, after, range(first, len(flows))))
    return Plan(flows, jobs, collectives)


def _write(scenario: Scenario, index: int, item: WriteSpec) -> PlannedFlow:
    return PlannedFlow(
        scenario.topology.nic(item.source).index,
        scenario.topology.nic(item.to).index,
        item.bytes,
        index,
        times=item.times,
        outstanding=None if item.every is not None else item.outstanding or 1,
        every_ns=item.every,
        qps=item.qps,
        operation=item.operation,
        evs=tuple(item.evs) if item.evs is not None else None,
        file=item.file,
        after=tuple(item.after),
    )
