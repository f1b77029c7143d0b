# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper in an emulated fabric: an agent next to each NIC, and one map.

Paths through what is certainly at fault go onto the NICs' denylists. What the map saw and found is recorded over time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from ipaddress import ip_address

from typing_extensions import override

from fabric.clustermapper import (
    Agent,
    AgentOptions,
    Component,
    Denied,
    Finding,
    HealthMap,
    MapOptions,
    Report,
    denied_paths,
)
from fabric.emulation.interfaces import Endpoint
from fabric.emulation.network import Network
from fabric.measurements import ProbeFinding, ProbeMeasurement
from fabric.scenario.model import ClustermapperSpec
from host_stack import EvState, Nic, QueuePair
from host_stack.ev_control import EvControl
from topologies import Fabric

# --- An agent and a NIC behind the same ports ------------------------------------------------------------------------


class AgentAndNic(Endpoint):
    """What the fabric sees of a node with an agent: probes leave first, and what is no probe is the NIC's."""

    def __init__(self, agent: Agent, nic: Endpoint) -> None:
        self._agent = agent
        self._nic = nic

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        if not self._agent.receive(port, frame, now_ns):
            self._nic.receive(port, frame, now_ns)

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        return self._agent.transmit(free_ports, now_ns) or self._nic.transmit(free_ports, now_ns)

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        self._agent.set_carrier(port, up)
        self._nic.set_carrier(port, up, now_ns)

    @override
    def next_wakeup(self) -> int | None:
        own, other = self._agent.next_wakeup(), self._nic.next_wakeup()
        return own if other is None else min(own, other)


class IdleNic(Endpoint):
    """A NIC without traffic."""

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        return

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        return None

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        return

    @override
    def next_wakeup(self) -> int | None:
        return None


# --- What was seen and found -----------------------------------------------------------------------------------------


class Record:
    """Takes what the map is given and what it tells, in order of time."""

    def __init__(self, fabric: Fabric, interval_ns: int) -> None:
        self._fabric = fabric
        self._interval_ns = interval_ns
        self._tallies: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
        self._open: dict[Component, ProbeFinding] = {}
        self._over: list[ProbeFinding] = []
        self._last = 0

    def heard(self, report: Report) -> None:
        at = report.at_ns // self._interval_ns
        self._last = max(self._last, at)
        t0 = self._fabric.nic(report.nic).t0
        for plane, of_plane in enumerate(report.lost.tolist()):
            for t1, gone in zip(report.t1s, of_plane, strict=True):
                switch = self._fabric.t0(plane, t0) if t1 < 0 else self._fabric.t1(plane, t1)
                turn = self._tallies[switch.name]
                sent, lost = turn.get(at, (0, 0))
                turn[at] = sent + 1, lost + gone

    def found(self, findings: Mapping[Component, Finding], now_ns: int) -> None:
        """All that is at fault now; of what is wrong with one, the last that was reported counts."""
        for component in self._open.keys() - findings.keys():
            self._over.append(self._open.pop(component).ended(now_ns))
        for component, finding in findings.items():
            since_ns = self._open[component].since_ns if component in self._open else now_ns
            name = component.name(self._fabric)
            self._open[component] = ProbeFinding(name, finding.state.value, since_ns, None)

    def measured(self) -> ProbeMeasurement:
        findings = sorted((*self._over, *self._open.values()), key=lambda each: (each.since_ns, each.name))
        return ProbeMeasurement(
            self._interval_ns, {name: self._series(name, 0) for name in sorted(self._tallies)},
            {name: self._series(name, 1) for name in sorted(self._tallies)}, findings,
        )  # fmt: skip

    def _series(self, turn: str, which: int) -> list[int]:
        return [self._tallies[turn].get(at, (0, 0))[which] for at in range(self._last + 1)]


# --- The Clustermapper of a run --------------------------------------------------------------------------------------


class Clustermapper:
    """Agents, their map, and the way from it to the NICs; reports reach the map at once.

    Attributes:
        endpoints: what stands at the ports instead of the NICs.
        record: what it was given, and what it reported.
    """

    def __init__(self, fabric: Fabric, nics: Sequence[Nic], options: AgentOptions, *, seed: int) -> None:
        self.health = HealthMap(fabric, MapOptions(interval_ns=options.interval_ns))
        self.endpoints = [
            AgentAndNic(Agent(node, self._reported, options=options, seed=seed), nic)
            for node, nic in zip(fabric.all_nics(), nics, strict=True)
        ]
        self.record = Record(fabric, options.interval_ns)
        self._fabric = fabric
        self._nics = nics
        self._network: Network | None = None
        self._known: frozenset[Component] = frozenset()
        self._denied: dict[tuple[int, int], set[int]] = {}

    def attach(self, network: Network) -> None:
        self._network = network
        for node in network.nics:
            node.pump()

    def _reported(self, report: Report) -> None:
        self.record.heard(report)
        self.health.feed(report)
        self.record.found(self.health.findings, report.at_ns)
        known = self.health.certain()
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


def clustermapper_of(spec: ClustermapperSpec, fabric: Fabric, nics: Sequence[Nic], seed: int) -> Clustermapper:
    options = AgentOptions(interval_ns=spec.interval, timeout_ns=spec.timeout, t1s=spec.t1s)
    return Clustermapper(fabric, nics, options, seed=seed)


def _passes(paths: set[Denied], plane: int, uplink: int) -> bool:
    return Denied(plane, None) in paths or Denied(plane, uplink) in paths
