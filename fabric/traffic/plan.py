# SPDX-License-Identifier: Apache-2.0
"""From the items of a workload to flows and what their messages wait for: plain data, the same for every engine.

Collectives are flows whose messages wait for what has arrived. Their bandwidths are those of nccl-tests
(doc/PERFORMANCE.md): algorithm bandwidth is bytes over time, bus bandwidth is that times a factor of the pattern, so
that it can be held against the rate of a link.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

import topologies
from fabric.scenario import (
    SLOTS,
    CollectiveSpec,
    Operation,
    Pattern,
    Scenario,
    StepCollectiveSpec,
    TrainingSpec,
    WriteSpec,
)
from fabric.scenario.reading import predecessors

# --- Flows and collectives -------------------------------------------------------------------------------------------


class End(Enum):
    """The end of a flow at which something is known."""

    SENDER = "sender"
    """The message has completed there: it has been acknowledged."""
    RECEIVER = "receiver"
    """The message has arrived there: its immediate, or its receive, has completed."""

    __hash__ = object.__hash__  # an enum's own is Python code, and dictionaries of ends are asked for every message


class Need(Struct, frozen=True):
    """What each message of a flow waits for: message m for the one ``lag`` messages before it, of flow ``flow``.

    Attributes:
        flow: index of a flow, whose messages up to m - ``lag`` must be through; messages below ``lag`` do not wait.
        lag: 0 or more.
        end: where they must be through.
    """

    flow: int
    lag: int
    end: End


class PlannedFlow(Struct, frozen=True):
    """Messages from one NIC to another over queue pairs of their own.

    Attributes:
        source, destination: numbers of NICs.
        bytes: of one message; None for the contents of ``file``.
        outstanding: how many may be open at a time; None for all that are due.
        every_ns: a message is due at this interval; None: as soon as it may be posted.
        qps: queue pairs that messages are dealt to in turn; None for what the kind of NIC does by itself.
        begin_bps: rate at which each of these begins; None: as congestion control has it.
        operation: by which they are sent.
        evs: of each queue pair, as written; None for those that the NIC draws.
        item: of the workload that it belongs to.
        file: whose contents are the message.
        after: names of the items that it begins after.
        collective: it is part of one: it shares a buffer with the others, and gives memory back when it is over.
        latency_ns: from when its item begins, and from what its messages wait for at their own NIC, until they are
            posted.
    """

    source: int
    destination: int
    bytes: int | None
    item: int
    times: int = 1
    outstanding: int | None = 1
    every_ns: int | None = None
    qps: int | None = None
    begin_bps: int | None = None
    operation: Operation = "write"
    evs: tuple[int | str, ...] | None = None
    needs: tuple[Need, ...] = ()
    file: str | None = None
    after: tuple[str, ...] = ()
    collective: bool = False
    latency_ns: int = 0

    @property
    def arrivals(self) -> bool:
        """Whether the receiver notices that a message has arrived."""
        return self.operation != "write"


class Job(Struct, frozen=True):
    """What begins together: the flows of one item of a workload.

    Attributes:
        at_ns: when, at the earliest.
        after: indices of jobs that must be over before.
    """

    at_ns: int
    after: tuple[int, ...]
    flows: range


class PlannedCollective(Struct, frozen=True):
    """A collective of a plan.

    Attributes:
        nics: numbers of the NICs that take part, in their order.
        bytes: that count for each of them, as nccl-tests counts; a remainder of the division is left out.
        factor: bus bandwidth over algorithm bandwidth (nccl-tests, PERFORMANCE.md).
        flows: indices of its flows; those of a victim are not among them.
    """

    item: int
    pattern: Pattern
    nics: tuple[int, ...]
    bytes: int
    times: int
    factor: Fraction
    flows: range


class Stage(Struct, frozen=True):
    """A collective of each step of a training job.

    Attributes:
        flows: indices of its flows, which have it in every step.
        rounds: messages of each flow in a bucket.
        ready_ns: when each bucket may begin, after the step has.
        nic_bytes: what a NIC sends in a bucket.
    """

    pattern: Pattern
    flows: range
    rounds: int
    ready_ns: tuple[int, ...]
    nic_bytes: int

    @property
    def messages(self) -> int:
        """Of each flow in a step."""
        return self.rounds * len(self.ready_ns)


class PlannedTraining(Struct, frozen=True):
    """A training job of a plan: in each step all compute, then come its stages; the next begins when all are done.

    Attributes:
        nics: numbers of the NICs that take part, in their order.
        every, restart_ns: steps between checkpoints, and what going back to one takes; None: it cannot.
    """

    item: int
    nics: tuple[int, ...]
    steps: int
    compute_ns: int
    stages: tuple[Stage, ...]
    every: int | None = None
    restart_ns: int | None = None

    @property
    def flows(self) -> range:
        return range(self.stages[0].flows.start, self.stages[-1].flows.stop)

    def ideal_ns(self, nic_bps: int) -> float:
        """A step at the least: every payload byte at the full rate of a NIC's ports, and nothing takes longer."""
        done_ns = 0.0
        for stage in self.stages:
            for ready_ns in stage.ready_ns:
                done_ns = max(done_ns, ready_ns) + stage.nic_bytes * 8e9 / nic_bps
        return max(done_ns, self.compute_ns)


class Plan(Struct, frozen=True):
    """A whole workload: its flows, and its items as jobs, in the order of the file; its collectives, and trainings."""

    flows: Sequence[PlannedFlow]
    jobs: Sequence[Job]
    collectives: Sequence[PlannedCollective] = ()
    trainings: Sequence[PlannedTraining] = ()

    def together(self) -> bool:
        """Whether no flow waits for another, so that all may share the NICs' ports and each has a fair share."""
        return not any(job.after for job in self.jobs) and not any(flow.needs for flow in self.flows)

    def steered(self) -> frozenset[int]:
        """Flows that must be looked at whenever something of them completes: by index."""
        waited_for = {index for job in self.jobs for before in job.after for index in self.jobs[before].flows}
        needed = {need.flow for flow in self.flows for need in flow.needs}
        many = {index for index, flow in enumerate(self.flows) if flow.times > 1 or flow.collective}
        return frozenset(waited_for | needed | many)


# --- Patterns of collectives -----------------------------------------------------------------------------------------


class Members(Struct, frozen=True, dict=True):
    """A collective as written, and where it stands.

    Attributes:
        item: its index in the workload.
        first: index of its first flow.
    """

    topology: topologies.Fabric
    spec: CollectiveSpec
    item: int
    first: int
    seed: int

    @cached_property
    def nics(self) -> tuple[int, ...]:
        """Numbers of the NICs that take part, in the order of the file."""
        if self.spec.nics is None:
            return tuple(range(self.topology.nics))
        return tuple(self.topology.nic(name).index for name in self.spec.nics)

    def flow(
        self,
        ends: tuple[int, int],
        size: int,
        *,
        times: int = 1,
        outstanding: int | None = 1,
        needs: tuple[Need, ...] = (),
    ) -> PlannedFlow:
        """A flow of it, from NIC to NIC."""
        return PlannedFlow(
            *ends, size, self.item, times=times, outstanding=outstanding, qps=self.spec.qps,
            operation=self.spec.operation, needs=needs, after=tuple(self.spec.after), collective=True,
            latency_ns=self.spec.latency,
        )  # fmt: skip

    def sliced(
        self, ends: tuple[int, int], *, times: int, outstanding: int | None, needs: tuple[Need, ...], own: int
    ) -> PlannedFlow:
        """A flow of steps, each in slices; a slice waits for its like of what the step needs.

        A slice has the slot of the one `slots` before it, as soon as that is acknowledged; `own`: index of the flow.
        """
        slices, size = self.spec.step(len(self.nics))
        needs = tuple(replace(need, lag=need.lag * slices) for need in needs)
        if self.spec.slice is not None:
            outstanding = self.spec.slots or SLOTS
            needs += (Need(own, outstanding, End.SENDER),)
        return self.flow(ends, size, times=times * slices, outstanding=outstanding, needs=needs)


def expanded(members: Members) -> tuple[list[PlannedFlow], PlannedCollective]:
    """The flows of a collective, a victim's behind the others; and what is to be measured."""
    spec, count = members.spec, len(members.nics)
    flows = _PATTERNS[spec.collective](members)
    measured = PlannedCollective(
        members.item,
        spec.collective,
        members.nics,
        _counted_bytes(spec, count),
        spec.times,
        _factor(spec.collective, count),
        range(members.first, members.first + len(flows)),
    )
    if spec.victim is not None:
        ends = members.topology.nic(spec.victim.source).index, members.topology.nic(spec.victim.to).index
        size = spec.victim.bytes or spec.bytes * len(flows)
        flows.append(members.flow(ends, size, times=spec.times))
    return flows, measured


def _counted_bytes(spec: CollectiveSpec, count: int) -> int:
    """What nccl-tests calls the size: of a gather all that its root gets; of what is shared out what divides evenly."""
    slices, size = spec.step(count)
    each = slices * size
    return each if spec.collective in ("send-receive", "permutation") else each * count


def _factor(pattern: Pattern, count: int) -> Fraction:
    """Bus bandwidth over algorithm bandwidth, of this many NICs; an incast is a gather, a permutation as sendrecv."""
    match pattern:
        case "ring-all-reduce":
            return Fraction(2 * (count - 1), count)
        case "all-to-all" | "incast":
            return Fraction(count - 1, count)
        case "send-receive" | "permutation":
            return Fraction(1)


def _ring_all_reduce(members: Members) -> list[PlannedFlow]:
    """Reduce-scatter, then all-gather: 2 (n - 1) steps round the ring, of an n-th of the bytes each.

    In each step a NIC passes on what the step before has brought it.
    """
    nics, count = members.nics, len(members.nics)
    steps = 2 * (count - 1) * members.spec.times
    return [
        members.sliced(
            (nic, nics[(place + 1) % count]), times=steps, outstanding=None,
            needs=(Need(members.first + (place - 1) % count, 1, End.RECEIVER),), own=members.first + place,
        )
        for place, nic in enumerate(nics)
    ]  # fmt: skip


def _all_to_all(members: Members) -> list[PlannedFlow]:
    """In step k, 1 .. n - 1, a NIC sends to the k-th after it and hears from the k-th before it.

    `outstanding` steps are open at a time: the next begins when the data of the step `outstanding` steps ago has
    arrived, and what it sent is acknowledged.
    """
    nics, count = members.nics, len(members.nics)
    steps, ahead = count - 1, members.spec.outstanding or 1

    def number(place: int, step: int) -> int:
        return members.first + place % count * steps + step - 1

    flows = []
    for place, nic in enumerate(nics):
        for step in range(1, count):
            lag, before = (0, step - ahead) if step > ahead else (1, step - ahead + steps)
            needs = (
                Need(number(place - before, before), lag, End.RECEIVER),
                Need(number(place, before), lag, End.SENDER),
            )
            ends, own = (nic, nics[(place + step) % count]), number(place, step)
            flows.append(members.sliced(ends, times=members.spec.times, outstanding=1, needs=needs, own=own))
    return flows


def _send_receive(members: Members) -> list[PlannedFlow]:
    """Each NIC sends to the next and receives from the one before; the next round begins when both are through."""
    nics, count = members.nics, len(members.nics)
    return [
        members.sliced(
            (nic, nics[(place + 1) % count]), times=members.spec.times, outstanding=1,
            needs=(Need(members.first + (place - 1) % count, 1, End.RECEIVER),), own=members.first + place,
        )
        for place, nic in enumerate(nics)
    ]  # fmt: skip


def _permutation(members: Members) -> list[PlannedFlow]:
    """Each NIC sends to one and receives from one, drawn by the seed: a round trip of all of them in random order."""
    order = list(members.nics)
    random.Random(f"{members.seed}/permutation/{members.item}").shuffle(order)
    after = dict(zip(order, [*order[1:], order[0]], strict=True))
    spec = members.spec
    return [
        members.flow((nic, after[nic]), spec.bytes, times=spec.times, outstanding=spec.outstanding or 1)
        for nic in members.nics
    ]


def _incast(members: Members) -> list[PlannedFlow]:
    spec = members.spec
    to = members.nics[0] if spec.to is None else members.topology.nic(spec.to).index
    return [
        members.flow((nic, to), spec.bytes, times=spec.times, outstanding=spec.outstanding or 1)
        for nic in members.nics
        if nic != to
    ]


_PATTERNS: dict[Pattern, Callable[[Members], list[PlannedFlow]]] = {
    "ring-all-reduce": _ring_all_reduce,
    "all-to-all": _all_to_all,
    "send-receive": _send_receive,
    "permutation": _permutation,
    "incast": _incast,
}


# --- Training --------------------------------------------------------------------------------------------------------


def _training(
    topology: topologies.Fabric, item: TrainingSpec, index: int, first: int
) -> tuple[list[PlannedFlow], PlannedTraining]:
    """The flows of a training job: those of each of its collectives, which is done once for each step and bucket."""
    job, flows = item.training, list[PlannedFlow]()
    stages: list[Stage] = []
    for each in job.collectives:
        begin = first + len(flows)
        spec = CollectiveSpec(
            collective=each.collective, nics=item.nics, bytes=each.bytes // each.buckets,
            times=job.steps * each.buckets, operation=item.operation, qps=item.qps, after=item.after,
            **({} if each.outstanding is None else {"outstanding": each.outstanding}),
        )  # fmt: skip
        own = _PATTERNS[each.collective](Members(topology, spec, index, begin, seed=0))
        flows += own
        rounds = own[0].times // spec.times
        sent = sum(flow.bytes or 0 for flow in own if flow.source == own[0].source)
        ready = _ready(each, job.compute)
        stages.append(Stage(each.collective, range(begin, first + len(flows)), rounds, ready, sent * rounds))
    every, restart = (None, None) if job.checkpoint is None else (job.checkpoint.every, job.checkpoint.restart)
    nics = Members(topology, spec, index, first, seed=0).nics
    return flows, PlannedTraining(index, nics, job.steps, job.compute, tuple(stages), every, restart)


def _ready(collective: StepCollectiveSpec, compute_ns: int) -> tuple[int, ...]:
    """When buckets are ready: evenly in the last share `overlap` of computing, the last one at its end."""
    count, during_ns = collective.buckets, round(collective.overlap * compute_ns)
    return tuple(compute_ns - during_ns * (count - 1 - place) // count for place in range(count))


# --- From items to flows ---------------------------------------------------------------------------------------------


def plan_of(scenario: Scenario) -> Plan:
    """What a scenario's workload comes to; a plain write is one flow of one message."""
    flows: list[PlannedFlow] = []
    jobs: list[Job] = []
    collectives: list[PlannedCollective] = []
    trainings: list[PlannedTraining] = []
    for index, (item, after) in enumerate(zip(scenario.workload, predecessors(scenario.workload), strict=True)):
        first = len(flows)
        if isinstance(item, WriteSpec):
            flows.append(_write(scenario, index, item))
        elif isinstance(item, TrainingSpec):
            trained, training = _training(scenario.topology, item, index, first)
            flows += trained
            trainings.append(training)
        else:
            members = Members(scenario.topology, item, index, first, scenario.seed)
            more, collective = expanded(members)
            flows += more
            collectives.append(collective)
        jobs.append(Job(item.at, after, range(first, len(flows))))
    return Plan(flows, jobs, collectives, trainings)


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
        begin_bps=item.begin_bps,
        operation=item.operation,
        evs=tuple(item.evs) if item.evs is not None else None,
        file=item.file,
        after=tuple(item.after),
    )
