# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper of a fabric: in an emulated one an agent next to each NIC, and one map; or agents of a model.

Paths through what is certainly at fault go onto the NICs' denylists. What the map saw and found is recorded over time.

In a modelled fabric probes are numbers of what passes: no switch and no frame. A fabric of hundreds of loops is probed
a hundred times faster than it is emulated. The agents keep the same turns (`clustermapper.probes.Turns`) and make the
same reports, and a test holds both equal. What is left out: a probe meets the fabric as it is when its turn begins, and
links keep their rate. Traffic takes `load` of the time of each port. A probe is in a class before data, so at each port
it waits at most for the frame that is being sent. It is lost if that makes it late.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address

import numpy as np
from numpy.typing import NDArray
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
from fabric.clustermapper.probes import FRAME_BYTES, Turns
from fabric.emulation.interfaces import Endpoint
from fabric.emulation.network import Network
from fabric.errors import FabricError
from fabric.measurements import ProbeFinding, ProbeMeasurement
from fabric.scenario import ClustermapperSpec
from fabric.scenario.faults import Faultable, Selection
from host_stack import EvState, Nic, QueuePair
from host_stack.ev_control import EvControl
from topologies import Fabric

# --- An agent and a NIC behind the same ports ------------------------------------------------------------------------


class AgentAndNic(Endpoint):
    """What the fabric sees of a node with an agent: probes leave first, and what is no probe is the NIC's."""

    def __init__(self, agent: Agent, nic: Endpoint) -> None:
        self._agent = agent
        self._nic = nic
        self._may_be_probe = agent.probe_format.may_be_own
        self._receive, self._transmit, self._next_wakeup = nic.receive, nic.transmit, nic.next_wakeup

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        if not (self._may_be_probe(frame) and self._agent.receive(port, frame, now_ns)):
            self._receive(port, frame, now_ns)

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        if now_ns < self._agent.quiet_ns:
            return self._transmit(free_ports, now_ns)
        return self._agent.transmit(free_ports, now_ns) or self._transmit(free_ports, now_ns)

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        self._agent.set_carrier(port, up)
        self._nic.set_carrier(port, up, now_ns)

    @override
    def next_wakeup(self) -> int | None:
        own, other = self._agent.quiet_ns or self._agent.next_wakeup(), self._next_wakeup()
        return own if other is None or own < other else other


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


# --- Agents in a modelled fabric -------------------------------------------------------------------------------------


Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_DATA_BYTES = 4_300
"""A data frame of the largest MTU, 4,096 bytes of payload with its headers."""
_SIGNAL_NS = 10_000
"""Until a NIC sees that a carrier has changed."""
_OUTPUTS_AT_T0, _OUTPUTS_AT_T1 = 2, 4
"""Ports that a loop leaves by."""


class ModelledFabric(Faultable):
    """Agents at all NICs of a fabric, and what comes back to them.

    Attributes:
        now_ns: how far it has got.
    """

    def __init__(
        self,
        fabric: Fabric,
        tell: Callable[[Report], None],
        options: AgentOptions | None = None,
        *,
        seed: int,
        load: float = 0.0,
    ) -> None:
        """`tell` is given each report; `load`: of each port, 0..1."""
        if not 0.0 <= load < 1.0:
            raise ValueError(f"load: {load}; accepted: 0 or more, below 1")
        self.now_ns = 0
        self._fabric = fabric
        self._tell = tell
        self._options = options = options or AgentOptions()
        self._random = np.random.default_rng(seed)
        self._load = load
        planes, t0s, t1s = fabric.planes, fabric.t0s, fabric.t1s
        self._link_up = {link.name: True for link in fabric.links()}
        self._loss: dict[str, tuple[float, float]] = dict.fromkeys(self._link_up, (0.0, 0.0))
        self._carrier: Bools = np.ones((planes, fabric.nics), dtype=np.bool_)
        self._carrier_ns: NDArray[np.int64] = np.full((planes, fabric.nics), -_SIGNAL_NS, dtype=np.int64)
        self._host: Floats = np.ones((planes, fabric.nics))
        self._up: Floats = np.ones((planes, t0s, t1s))
        self._t0: Floats = np.ones((planes, t0s))
        self._t1: Floats = np.ones((planes, t1s))
        self._places = _places(fabric)
        self._turns = [Turns(node, options, seed) for node in fabric.all_nics()]
        self._open: list[Report | None] = [None] * fabric.nics
        self._due = [(turns.begin_ns, nic) for nic, turns in enumerate(self._turns)]
        heapq.heapify(self._due)

    def advance(self, by_ns: int) -> None:
        """Let the agents probe for so long."""
        until_ns = self.now_ns + by_ns
        while self._due[0][0] <= until_ns:
            at_ns, nic = self._due[0]
            report = self._open[nic]
            if report is None:
                self._open[nic] = self._probe(nic, at_ns)
                heapq.heapreplace(self._due, (at_ns + self._options.timeout_ns, nic))
            else:
                self._open[nic] = None
                heapq.heapreplace(self._due, (self._turns[nic].begin_ns, nic))
                self._tell(Report(nic, at_ns, report.t1s, report.lost, self._dark(nic, at_ns)))
        self.now_ns = until_ns

    def _probe(self, nic: int, now_ns: int) -> Report:
        """What becomes of the probes of a turn, which is reported later."""
        t1s = self._turns[nic].take(now_ns)
        t0 = nic // self._fabric.downlinks
        turned = np.array(t1s[1:])
        back = np.empty((self._fabric.planes, len(t1s)))
        back[:, 0] = self._t0[:, t0]
        back[:, 1:] = (self._t0[:, t0, None] * self._up[:, t0, turned]) * self._t1[:, turned]
        back *= self._host[:, nic, None]
        lost: Bools = self._random.random(back.shape) >= back
        if self._load:
            lost |= self._late(back.shape)
        return Report(nic, now_ns, t1s, lost)

    def _late(self, shape: tuple[int, ...]) -> Bools:
        """Which probes come back after the timeout: each port sends one frame of data before them, or none."""
        links = self._fabric.spec.links
        host, between = links.host, links.fabric
        frame_ns = [8e9 * _DATA_BYTES / link.rate for link in (host, between)]
        probe_ns = [8e9 * FRAME_BYTES / link.rate + link.delay for link in (host, between)]
        took = 8e9 * FRAME_BYTES / host.rate * np.arange(shape[1]) + 2 * probe_ns[0] * np.ones(shape)
        took[:, 1:] += 2 * probe_ns[1]
        for each, at in ((frame_ns[0], 0), (frame_ns[0], 0), (frame_ns[1], 1), (frame_ns[1], 1)):
            drawn = self._random.random((2, *shape))
            waits = np.where(drawn[0] < self._load, drawn[1] * each, 0.0)
            took[:, at:] += waits[:, at:]
        late: Bools = took >= self._options.timeout_ns
        return late

    def _dark(self, nic: int, now_ns: int) -> frozenset[int]:
        """Planes whose port the NIC believes to be without carrier."""
        seen = self._carrier[:, nic] ^ (now_ns < self._carrier_ns[:, nic] + _SIGNAL_NS)
        return frozenset(np.flatnonzero(~seen).tolist())

    # --- Faults

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        node = self._fabric.switch(switch)
        of_tier = self._t0 if node.tier == "t0" else self._t1
        of_tier[node.plane, node.index] = float(forwarding)

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        if self._link_up[link] is up:
            return
        self._link_up[link] = up
        where = self._places[link]
        if len(where) == 2:
            self._carrier[where] = up
            self._carrier_ns[where] = self.now_ns
        self._set(link)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        first, second = self._fabric.link(link).nodes
        self._loss[link] = probability if to in (None, second) else 0.0, probability if to in (None, first) else 0.0
        self._set(link)

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        raise FabricError(f"{link}: modelled links keep their rate; accepted: emulated time")

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        raise FabricError(f"{frames}: modelled links carry no frames; accepted: emulated time")

    def _set(self, link: str) -> None:
        there, back = self._loss[link]
        passed = float(self._link_up[link]) * (1 - there) * (1 - back)
        where = self._places[link]
        if len(where) == 2:
            self._host[where] = passed
        else:
            self._up[where] = passed


def _places(fabric: Fabric) -> dict[str, tuple[int, ...]]:
    """By link: plane and NIC, or plane, T0 and T1."""
    found: dict[str, tuple[int, ...]] = {}
    for plane in range(fabric.planes):
        for nic in range(fabric.nics):
            found[fabric.host_link(plane, nic).name] = plane, nic
        for t0 in range(fabric.t0s):
            for t1 in range(fabric.t1s):
                found[fabric.fabric_link(plane, t0, t1).name] = plane, t0, t1
    return found
