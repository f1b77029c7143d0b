# SPDX-License-Identifier: Apache-2.0
"""Routed failover: some time after a link or a switch went, or came back, the switches' routes go around it.

The controller plans routes to NICs' addresses anew, and writes what differs over P4Runtime, as it installed them. What
it knows of the fabric is what was the case the convergence delay ago, so that until then frames are lost. SRv6's routes
never change: a path that a packet names has no other way.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from typing_extensions import override

import controller
import topologies
from controller import SwitchPlan
from controller.client import InstallReport
from fabric.emulation.switches import Switches
from fabric.errors import BuildError
from fabric.measurements import RouteChange
from fabric.scenario.faults import Fault, Faultable, Selection

_NOTICED = ("state", "forwarding")
"""Which faults a routing protocol notices: whether a link or switch is there, not how well it does."""


class KnownState(Faultable):
    def __init__(self) -> None:
        self._links: set[str] = set()
        self._switches: set[str] = set()

    @property
    def outages(self) -> topologies.Outages:
        return topologies.Outages(frozenset(self._links), frozenset(self._switches))

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        (self._switches.discard if forwarding else self._switches.add)(switch)

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        (self._links.discard if up else self._links.add)(link)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        pass

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        pass

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        pass


class Rerouting:
    """The controller of a run with routed failover."""

    def __init__(
        self, topology: topologies.Fabric, switches: Switches, faults: Iterable[Fault], convergence_ns: int
    ) -> None:
        """For switches that hold the plan of the whole topology, and faults in order of time."""
        self._topology = topology
        self._switches = switches
        self._known = KnownState()
        self._planned_for = topologies.NO_OUTAGES
        self._held = {node.name: controller.plan(topology, node) for node in topology.switches()}
        noticed = [fault for fault in faults if fault.affects in _NOTICED]
        due = groupby(noticed, key=lambda fault: fault.at_ns + convergence_ns)
        self._due = [(at_ns, list(each)) for at_ns, each in due]
        self.changes: list[RouteChange] = []

    def next_ns(self) -> int | None:
        """When to `converge` next; None when nothing is left to happen."""
        return self._due[0][0] if self._due else None

    def converge(self) -> None:
        """What happened a convergence delay ago has become known: plan without what is gone, and write what differs.

        Not while the loop runs, which holds the switches' locks.

        Raises:
            BuildError: there is no such plan, or a switch refuses it.
        """
        at_ns, faults = self._due.pop(0)
        for fault in faults:
            fault.apply(self._known)
        outages = self._known.outages
        if outages == self._planned_for:
            return
        self._planned_for = outages
        reports = []
        for node in self._topology.switches():
            if node.name not in outages.switches:  # it cannot be reached; it is written when it is back
                try:
                    plan = controller.plan(self._topology, node, outages)
                    if plan.entries != self._held[node.name].entries:
                        reports.append(self._write(node.name, plan))
                except controller.ControllerError as problem:
                    raise BuildError(f"routing at {at_ns} ns: {node.name}: {problem}") from None
        self.changes.append(
            RouteChange(
                at_ns=at_ns,
                faults=[str(fault) for fault in faults],
                switches=len(reports),
                inserted=sum(report.inserted for report in reports),
                modified=sum(report.modified for report in reports),
                deleted=sum(report.deleted for report in reports),
            )
        )

    def _write(self, name: str, plan: SwitchPlan) -> InstallReport:
        before, self._held[name] = self._held[name], plan
        with self._switches.client(name) as client:
            return client.change(before, plan)
