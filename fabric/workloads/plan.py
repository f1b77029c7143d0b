# SPDX-License-Identifier: Apache-2.0
"""A workload as flows and what their messages wait for: plain data, the same for every engine and kind of NIC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from fabric.scenario.workload import Operation, Pattern


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
        times: how many messages.
        outstanding: how many may be open at a time; None for all that are due.
        every_ns: a message is due at this interval; None: as soon as it may be posted.
        qps: queue pairs that messages are dealt to in turn; None for what the kind of NIC does by itself.
        operation: by which they are sent.
        evs: of each queue pair, as written; None for those that the NIC draws.
        needs: what messages wait for.
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
        flows: indices of its flows.
    """

    at_ns: int
    after: tuple[int, ...]
    flows: range


@dataclass(frozen=True, slots=True)
class PlannedCollective:
    """A collective of a plan.

    Attributes:
        item: of the workload.
        pattern: which.
        nics: numbers of the NICs that take part, in their order.
        bytes: that count for each of them, as nccl-tests counts; what does not divide evenly is left out.
        times: how often.
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
        """Flows that somebody must look at whenever something of them completes: by index."""
        waited_for = {index for job in self.jobs for before in job.after for index in self.jobs[before].flows}
        needed = {need.flow for flow in self.flows for need in flow.needs}
        many = {index for index, flow in enumerate(self.flows) if flow.times > 1 or flow.collective}
        return frozenset(waited_for | needed | many)
