# SPDX-License-Identifier: Apache-2.0
"""From the items of a workload to flows and what their messages wait for: plain data, the same for every engine.

Collectives are flows whose messages wait for what has arrived. Their bandwidths are those of nccl-tests
(doc/PERFORMANCE.md): algorithm bandwidth is bytes over time, bus bandwidth is that times a factor of the pattern, so
that it can be held against the rate of a link.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import topologies
from fabric.scenario.model import CollectiveSpec, Operation, Pattern, Scenario, WriteSpec
from fabric.scenario.reading import predecessors

# --- Flows and collectives -------------------------------------------------------------------------------------------


class End(Enum):
    """The end of a flow at which something is known."""

    SENDER = "sender"
    """The message has completed there: it has been acknowledged."""
    RECEIVER = "receiver"
    """The message has arrived there: its immediate, or its receive, has completed."""


@dataclass(frozen=True, slots=True)
class Need:
    """What each message of a flow waits for: message m for the one ``lag`` messages before it, of flow ``flow``.

    Attributes:
        flow: index of a flow, whose messages up to m - ``lag`` must be through; messages below ``lag`` do not wait.
        lag: 0 or more.
        end: where they must be through.
    """

    flow: int
    lag: int
    end: End


@dataclass(frozen=True, slots=True)
class PlannedFlow:
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

    @property
    def arrivals(self) -> bool:
        """Whether the receiver notices that a message has arrived."""
        return self.operation != "write"


@dataclass(frozen=True, slots=True)
class Job:
    """What begins together: the flows of one item of a workload.

    Attributes:
        at_ns: when, at the earliest.
        after: indices of jobs that must be over before.
    """

    at_ns: int
    after: tuple[int, ...]
    flows: range


@dataclass(frozen=True, slots=True)
class PlannedCollective:
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


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole workload: its flows, and its items as jobs, in the order of the file; and its collectives."""

    flows: Sequence[PlannedFlow]
    jobs: Sequence[Job]
    collectives: Sequence[PlannedCollective] = ()

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


@dataclass(frozen=True, slots=True)
class Members:
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

    @property
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
        )  # fmt: skip


def expanded(members: Members) -> tuple[list[PlannedFlow], PlannedCollective]:
    """The flows of a collective, a victim's behind the others; and what is to be measured."""
    spec, count = members.spec, len(members.nics)
    flows = _PATTERNS[spec.collective](members)
    measured = PlannedCollective(
        members.item,
        spec.collective,
        members.nics,
        _counted_bytes(spec.collective, spec.bytes, count),
        spec.times,
        _factor(spec.collective, count),
        range(members.first, members.first + len(flows)),
    )
    if spec.victim is not None:
        ends = members.topology.nic(spec.victim.source).index, members.topology.nic(spec.victim.to).index
        size = spec.victim.bytes or spec.bytes * len(flows)
        flows.append(members.flow(ends, size, times=spec.times))
    return flows, measured


def _counted_bytes(pattern: Pattern, size: int, count: int) -> int:
    """What nccl-tests calls the size: of a gather all that its root gets; of what is shared out what divides evenly."""
    match pattern:
        case "ring-all-reduce" | "all-to-all":
            return size // count * count
        case "incast":
            return size * count
        case "send-receive" | "permutation":
            return size


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
        members.flow(
            (nic, nics[(place + 1) % count]), members.spec.bytes // count, times=steps, outstanding=None,
            needs=(Need(members.first + (place - 1) % count, 1, End.RECEIVER),),
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
            ends = nic, nics[(place + step) % count]
            size = members.spec.bytes // count
            flows.append(members.flow(ends, size, times=members.spec.times, needs=needs))
    return flows


def _send_receive(members: Members) -> list[PlannedFlow]:
    """Each NIC sends to the next and receives from the one before; the next round begins when both are through."""
    nics, count = members.nics, len(members.nics)
    return [
        members.flow(
            (nic, nics[(place + 1) % count]), members.spec.bytes, times=members.spec.times,
            needs=(Need(members.first + (place - 1) % count, 1, End.RECEIVER),),
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


# --- From items to flows ---------------------------------------------------------------------------------------------


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
        begin_bps=item.begin_bps,
        operation=item.operation,
        evs=tuple(item.evs) if item.evs is not None else None,
        file=item.file,
        after=tuple(item.after),
    )
