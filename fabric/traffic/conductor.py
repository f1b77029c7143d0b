# SPDX-License-Identifier: Apache-2.0
"""The conductor lets flows begin and posts their messages when what they wait for has come: no time passes between.

Afterwards it is known how long the collectives of the run took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from fabric.measuring.measurements import CollectiveMeasurement
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow
from fabric.traffic.plan import End, Plan

# --- Conductor -------------------------------------------------------------------------------------------------------


class Clock(Protocol):
    """Where something can be put off to; times are ns."""

    @property
    def now(self) -> int:
        """Time since the start of the run (ns)."""

    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:  # noqa: ANN401
        """Call `action(argument)` then."""


class Conductor:
    """Posts the messages of a plan's flows, by their completions."""

    def __init__(self, plan: Plan, flows: Sequence[Flow], clock: Clock, wake: Callable[[int], None]) -> None:
        """Nothing is posted yet.

        Args:
            plan: what is to be done.
            flows: of the plan, in its order.
            clock: of the run.
            wake: called with the number of a NIC to which something has been posted.
        """
        self._plan = plan
        self._flows = flows
        self._clock = clock
        self._wake = wake
        self._followers: dict[int, list[int]] = {}
        self._steered: dict[int, Flow] = {}
        self._asked: set[int] = set()
        self._left = [len(job.flows) for job in plan.jobs]
        self._waits = [len(job.after) for job in plan.jobs]
        self._begun: set[int] = set()
        self._over: set[int] = set()
        for index, flow in enumerate(plan.flows):
            for need in flow.needs:
                self._followers.setdefault(need.flow, []).append(index)
        for index in sorted(plan.steered()):
            flow_there = flows[index]
            assert isinstance(flow_there, Flow), "an engine that steers has such flows"
            self._steered[index] = flow_there
            flow_there.steer(self._missing_of(index), self._hearing(index))

    def start(self) -> None:
        """Put off what waits for nothing but its time."""
        for index, job in enumerate(self._plan.jobs):
            if not job.after:
                self._clock.at(job.at_ns, self._begin, index)

    def _missing_of(self, index: int) -> Callable[[int], str | None]:
        needs = self._plan.flows[index].needs

        def missing(number: int) -> str | None:
            for need in needs:
                flow = self._steered[need.flow]
                if flow.through(need.end) <= number - need.lag:
                    what = "arrived" if need.end is End.RECEIVER else "completed"
                    return f"message {flow.through(need.end) + 1} of {flow.name} has not {what}"
            return None

        return missing

    def _hearing(self, index: int) -> Callable[[int], None]:
        def hear(time_ns: int) -> None:
            if index not in self._asked:  # the NIC must not be called from here: it is in the middle of something
                self._asked.add(index)
                self._clock.at(max(time_ns, self._clock.now), self._settle, index)

        return hear

    def _begin(self, job: int) -> None:
        flows = self._plan.jobs[job].flows
        for index in flows:
            flow = self._flows[index]
            flow.post_ns = self._clock.now
            self._begun.add(index)
            flow.post()
            self._await_due(index)
        for source in dict.fromkeys(self._flows[index].source for index in flows):
            self._wake(source)

    def _settle(self, index: int) -> None:
        self._asked.discard(index)
        flow = self._steered[index]
        flow.settle()
        self._advance((index, *self._followers.get(index, ())))
        if flow.completed_ns() is not None and index not in self._over:
            self._over.add(index)
            self._one_less(self._plan.flows[index].item)

    def _advance(self, indices: Iterable[int]) -> None:
        """Post what may be posted of flows that have begun."""
        woken: dict[int, None] = {}
        for index in indices:
            if index in self._begun and self._steered[index].advance(self._clock.now):
                woken[self._flows[index].source] = None
                self._await_due(index)
        for source in woken:
            self._wake(source)

    def _await_due(self, index: int) -> None:
        """The next message of an open loop is posted when it is due."""
        flow = self._steered.get(index)
        due_ns = flow.next_due_ns() if flow is not None else None
        if due_ns is not None and due_ns > self._clock.now:
            self._clock.at(due_ns, self._due, index)

    def _due(self, index: int) -> None:
        self._advance((index,))

    def _one_less(self, job: int) -> None:
        """A flow of a job is over; what waits for the job begins when it was the last."""
        self._left[job] -= 1
        if self._left[job]:
            return
        for index, follower in enumerate(self._plan.jobs):
            if job in follower.after:
                self._waits[index] -= 1
                if not self._waits[index]:
                    self._clock.at(max(self._clock.now, follower.at_ns), self._begin, index)


# --- Times of collectives --------------------------------------------------------------------------------------------


def collective_measurements(scenario: Scenario, plan: Plan, flows: Sequence[Flow]) -> list[CollectiveMeasurement]:
    """Every collective of a plan, at the end of a run of its flows."""
    measured = []
    for collective in plan.collectives:
        own = [flow for flow in (flows[index] for index in collective.flows) if isinstance(flow, Flow)]
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
