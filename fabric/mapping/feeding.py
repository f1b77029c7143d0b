# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in a run: an agent beside each NIC, one map, and what it finds on the NICs' denylists."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address

from fabric.clustermapper import Agent, AgentOptions, Component, Denied, HealthMap, MapOptions, Report, denied_paths
from fabric.emulation.network import Network
from fabric.mapping.beside import Beside
from fabric.mapping.record import Record
from fabric.scenario.model import Scenario
from host_stack import EvState, Nic, QueuePair
from host_stack.ev_control import EvControl
from topologies import Fabric


class Clustermapper:
    """Agents, their map, and the way from it to the NICs; reports reach the map at once.

    Attributes:
        endpoints: what stands at the ports instead of the NICs.
        health: the map.
        record: what it was given, and what it told.
    """

    def __init__(self, fabric: Fabric, nics: Sequence[Nic], options: AgentOptions, *, seed: int) -> None:
        self.health = HealthMap(fabric, MapOptions(interval_ns=options.interval_ns))
        self.endpoints = [
            Beside(Agent(node, self._reported, options=options, seed=seed), nic)
            for node, nic in zip(fabric.all_nics(), nics, strict=True)
        ]
        self.record = Record(fabric, options.interval_ns)
        self._fabric = fabric
        self._nics = nics
        self._network: Network | None = None
        self._known: frozenset[Component] = frozenset()
        self._denied: dict[tuple[int, int], set[int]] = {}

    def attach(self, network: Network) -> None:
        """Begin, in a network that was made of `endpoints`."""
        self._network = network
        for node in network.nics:
            node.pump()

    def _reported(self, report: Report) -> None:
        self.record.heard(report)
        self.health.feed(report)
        self.record.told(self.health.findings, report.at_ns)
        known = frozenset(self.health.findings)
        if known != self._known and self._network is not None:
            self._known = known
            # A NIC is in the middle of something while its agent reports.
            self._network.loop.at(self._network.now_ns, self._deny, known)

    def _deny(self, faulty: frozenset[Component]) -> None:
        """Put the EVs of every queue pair on its denylist that pass something at fault, and take the others off."""
        assert self._network is not None
        for index, nic in enumerate(self._nics):
            changed = 0
            for qp in nic.queue_pairs.values():
                changed += self._deny_of(index, nic, qp, faulty)
            if changed:
                self._network.nics[index].pump()

    def _deny_of(self, index: int, nic: Nic, qp: QueuePair, faulty: frozenset[Component]) -> int:
        if qp.evs is None or (peer := self._fabric.nic_with_address(ip_address(qp.peer_address))) is None:
            return 0
        paths = denied_paths(self._fabric, faulty, index, peer.index)
        wanted = {entry.entropy for entry in qp.evs if _passes(paths, entry.plane, entry.uplink)}
        before = self._denied.get((index, qp.qpn), set())
        self._denied[index, qp.qpn] = wanted
        control = EvControl(nic)
        return control.set_state(sorted(wanted - before), EvState.DENIED, [qp]) + control.set_state(
            sorted(before - wanted), EvState.GOOD, [qp]
        )


def clustermapper_of(scenario: Scenario, nics: Sequence[Nic]) -> Clustermapper | None:
    """The Clustermapper that a scenario asks for, if it does."""
    spec = scenario.clustermapper
    if spec is None:
        return None
    options = AgentOptions(interval_ns=spec.interval, timeout_ns=spec.timeout, t1s=spec.t1s)
    return Clustermapper(scenario.topology, nics, options, seed=scenario.seed)


def _passes(paths: set[Denied], plane: int, uplink: int) -> bool:
    return Denied(plane, None) in paths or Denied(plane, uplink) in paths
