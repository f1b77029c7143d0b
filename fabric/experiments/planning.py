# SPDX-License-Identifier: Apache-2.0
"""Which runs are to be made, and what they will take: those that are not there, of figures that are within bounds.

What a run will take is memory, switch passes and time of one quiet core. docs/experiments.md has what was estimated
and what was measured, at both scales.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

from common.quantities import show_size
from fabric.emulation.switches import entry_count, needed_bytes, port_count, switch_count
from fabric.experiments.figure import Figure, Run
from fabric.experiments.store import Store, Task
from fabric.scenario.model import Scenario
from fabric.traffic.plan import Plan as WorkloadPlan
from fabric.traffic.plan import PlannedFlow, plan_of

# --- What a run will take --------------------------------------------------------------------------------------------


PROCESS_BYTES = 350_000_000
"""Memory of a process before its first run: Python, Dask, the compiler, machine code."""
SAMPLE_BYTES = 16
"""Memory of a switch port for each sample: its queue and its trims."""
PASSES_PER_PACKET = 3.6
"""Three switches between T0s, and the reports on the way back."""
LONGER_THAN_LINES = 2
"""By how much a run is longer, at the most, than its busiest NIC needs at its line's rate."""
START_SECONDS, SWITCH_SECONDS, ENTRY_SECONDS = 0.2, 0.012, 90e-6
"""Of one core: what every run begins with; a switch to be set up, with each of its table entries."""
PASS_SECONDS, PAUSABLE_PASS_SECONDS, CROWD_SECONDS = 24e-6, 48e-6, 10e-9
"""Of one core: a frame in a switch with its share of links and NICs, not compiled; where there is priority flow
control, whose links are Python's; and for each switch of the fabric, whose tables have to be in a cache, too."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take.

    Attributes:
        memory_bytes: of its process, at the most.
        switch_passes: frames that switches will receive, at the most.
        seconds: of one core.
    """

    memory_bytes: int
    switch_passes: int
    seconds: float

    def __str__(self) -> str:
        minutes = self.seconds / 60
        time = f"{minutes / 60:,.1f} hours" if minutes >= 120 else f"{minutes:,.1f} minutes"
        return f"{show_size(self.memory_bytes)} of memory, {time} of one core, {self.switch_passes:,} switch passes"


def estimate(scenario: Scenario) -> Estimate:
    """What a scenario will take: its writes, or what its NICs can send and receive until its limit, if that is less."""
    topology = scenario.topology
    plan = plan_of(scenario)
    line_bps = topology.planes * topology.rate_bps("host")
    most = line_bps * scenario.limit_ns // 8_000_000_000
    ends = [Counter[int](), Counter[int]()]
    for flow in plan.flows:
        for end, nic in zip(ends, (flow.source, flow.destination), strict=True):
            end[nic] += (flow.bytes or 0) * flow.times
    sent = min(sum(min(most, each) for each in end.values()) for end in ends)
    busiest = max((each for end in ends for each in end.values()), default=0)
    passes = round(sent / topology.spec.mtu * PASSES_PER_PACKET)
    lasts_ns = min(scenario.limit_ns, LONGER_THAN_LINES * busiest * 8_000_000_000 // line_bps)
    samples = port_count(topology) * (lasts_ns // scenario.sample_ns) * SAMPLE_BYTES
    memory = PROCESS_BYTES + needed_bytes(topology) + _contents(plan) + samples
    setting_up = switch_count(topology) * SWITCH_SECONDS + entry_count(topology) * ENTRY_SECONDS
    passing = PAUSABLE_PASS_SECONDS if topology.qos.pfc is not None else PASS_SECONDS
    passing += switch_count(topology) * CROWD_SECONDS
    return Estimate(memory, passes, START_SECONDS + setting_up + passes * passing)


def _contents(plan: WorkloadPlan) -> int:
    """Bytes of what is written: at senders, at receivers, and one message once more, while the two are compared."""
    shared = {(flow.item, flow.bytes or 0) for flow in plan.flows if flow.collective}
    own = [flow for flow in plan.flows if not flow.collective]
    sent = sum(size for _, size in shared) + sum(flow.bytes or 0 for flow in own)
    largest = max((flow.bytes or 0 for flow in plan.flows), default=0)
    return sent + sum(map(_received, own)) + _most_at_a_time(plan) + largest


def _received(flow: PlannedFlow) -> int:
    """Bytes of a flow's messages under way; of those that wait for others, one that comes and one that is compared."""
    return (flow.bytes or 0) * min(flow.times, 2 if flow.needs else flow.outstanding or flow.times)


def _most_at_a_time(plan: WorkloadPlan) -> int:
    """Bytes under way of collectives, which give memory back for those that come after them."""
    levels: dict[int, int] = {}
    taken = Counter[int]()
    for number in TopologicalSorter({number: job.after for number, job in enumerate(plan.jobs)}).static_order():
        job = plan.jobs[number]
        levels[number] = 1 + max((levels[before] for before in job.after), default=0)
        flows = (plan.flows[index] for index in job.flows)
        taken[levels[number]] += sum(_received(flow) for flow in flows if flow.collective)
    return max(taken.values(), default=0)


def free_memory() -> int:
    """Bytes that processes of this machine may still take."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


# --- Which runs are to be made ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one run may take, by estimate.

    Attributes:
        memory_bytes: of one process; None where runs are made elsewhere.
        minutes: of one core.
    """

    memory_bytes: int | None
    minutes: float


@dataclass(frozen=True, slots=True)
class Planned:
    figure: Figure
    run: Run
    task: Task
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done.

    Attributes:
        there: runs whose results are there.
        refused: why a figure is not run, by its name.
    """

    there: Sequence[tuple[Figure, Run]]
    missing: Sequence[Planned]
    refused: Mapping[str, str]

    @property
    def seconds(self) -> float:
        return sum(each.estimate.seconds for each in self.missing)

    def workers(self, cores: int, memory_bytes: int) -> int:
        """How many processes of this machine may run at a time: one per core, as long as the largest fit in memory."""
        largest = max((each.estimate.memory_bytes for each in self.missing), default=1)
        return max(1, min(cores, memory_bytes // largest))


def plan(figures: Sequence[Figure], store: Store, allowance: Allowance) -> Plan:
    """What is there, what is to be made, and what is refused.

    Raises:
        ExperimentError: a run is not a scenario.
        FabricError: a run is a scenario that cannot be run.
    """
    there: list[tuple[Figure, Run]] = []
    missing: list[Planned] = []
    refused: dict[str, str] = {}
    for figure in figures:
        runs = [run for run in figure.runs(store.scale) if not store.has(figure, run)]
        there += [(figure, run) for run in figure.runs(store.scale) if run not in runs]
        planned = [_planned(figure, run) for run in runs]
        problems = [problem for each in planned if (problem := _problem(each, allowance))]
        if problems:
            refused[figure.name] = problems[0]
        else:
            missing += planned
    return Plan(there, missing, refused)


def _planned(figure: Figure, run: Run) -> Planned:
    task = Task.of(run.scenario)
    return Planned(figure, run, task, estimate(task.load()))


def _problem(planned: Planned, allowance: Allowance) -> str | None:
    needed = planned.estimate
    if allowance.memory_bytes is not None and needed.memory_bytes > allowance.memory_bytes:
        accepted = f"the {show_size(allowance.memory_bytes)} that are free here, or a cluster"
    elif needed.seconds > 60 * allowance.minutes:
        accepted = f"{allowance.minutes:g} minutes a run, or a larger --minutes"
    else:
        return None
    return f"run {planned.run.name} needs about {needed}; accepted: {accepted}"
