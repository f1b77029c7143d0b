# SPDX-License-Identifier: Apache-2.0
"""Collectives as flows whose messages wait for what has arrived.

Bandwidths are those of nccl-tests (doc/PERFORMANCE.md): algorithm bandwidth is bytes over time, bus bandwidth is that
times a factor of the pattern, so that it can be held against the rate of a link.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import topologies
from fabric.scenario.workload import CollectiveSpec, Pattern
from fabric.workloads.plan import End, Need, PlannedCollective, PlannedFlow


@dataclass(frozen=True, slots=True)
class Members:
    """A collective as written, and where it stands.

    Attributes:
        topology: of the run.
        spec: as written.
        item: its index in the workload.
        first: index of its first flow.
        seed: of the run.
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
    """Bus bandwidth over algorithm bandwidth, of so many NICs; an incast is a gather, a permutation as sendrecv."""
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

    `outstanding` steps are open at a time: the next begins when what the one so many steps ago brought has arrived, and
    what it sent is acknowledged.
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
    """All send to one."""
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
