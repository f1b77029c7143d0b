# SPDX-License-Identifier: Apache-2.0
"""The NICs of a run and its flows: one queue pair per write, connected before time starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from typing_extensions import override

import topologies
from documents import Problem
from fabric.errors import ScenarioError
from fabric.measuring.measurements import EvChange, FlowNumbers
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow
from host_stack import CcProfile, CompletionStatus, ConfigError, EvState, MemoryRegion, Nic, NicConfig, QueuePair
from host_stack.provision import connect, nic_config
from host_stack.transport.qp_frames import nominal_size

_OUT = (EvState.ASSUMED_BAD, EvState.DENIED)


def build_nics(scenario: Scenario) -> list[Nic]:
    """Every NIC of the fabric, set up as the scenario says.

    Raises:
        ScenarioError: an option of `nic.options` does not exist or has a value the NIC refuses.
    """
    return [
        Nic(replace(nic_of(scenario, index), ev_event_mask=frozenset(_OUT)), seed=scenario.seed << 20 | index)
        for index in range(scenario.topology.nics)
    ]


def nic_of(scenario: Scenario, index: int) -> NicConfig:
    """How the scenario sets up one NIC. Raises ScenarioError, as `build_nics`."""
    options = scenario.nic
    try:
        return nic_config(scenario.topology, index, trimming=options.trimming, overrides=options.options)
    except ConfigError as problem:
        name, _, what = str(problem).partition(": ")
        problem_there = Problem(("nic", "options", name), what)
        raise ScenarioError(scenario.document.sentence(problem_there)) from None


class WriteFlow(Flow):
    """A `Flow` over a connected pair of queue pairs. The receiver's region is exactly as long as the write."""

    def __init__(
        self,
        index: int,
        source: int,
        destination: int,
        data: bytes,
        post_ns: int,
        *,
        nics: Sequence[Nic],
        pairs: tuple[QueuePair, QueuePair],
        topology: topologies.Fabric,
    ) -> None:
        self.index = index
        self.source = source
        self.destination = destination
        self.sent = data
        self.post_ns = post_ns
        self.name = f"{nics[source].config.name} → {nics[destination].config.name}"
        self._nic = nics[source]
        self._local, self._remote = pairs
        self._topology = topology
        self._region: MemoryRegion = nics[destination].register_memory(len(data))
        self._completed_ns: int | None = None
        self._failure: str | None = None

    @override
    def post(self) -> None:
        self._local.post_write(self.sent, self._region.address, self._region.r_key)

    def _poll(self) -> None:
        for completion in self._local.poll_completions():
            if completion.status is CompletionStatus.SUCCESS:
                self._completed_ns = completion.time_ns
            else:
                self._failure = completion.status.value

    @override
    def completed_ns(self) -> int | None:
        self._poll()
        return self._completed_ns

    @override
    def failure(self) -> str | None:
        self._poll()
        return self._failure

    @override
    def placed_bytes(self) -> int:
        return min(self._remote.counters.bytes_placed, len(self.sent))

    @override
    def received(self) -> bytes:
        return bytes(self._region.data)

    @override
    def ev_states(self) -> Mapping[str, int]:
        return Counter(entry.state.value for entry in self._local.evs or ())

    @override
    def numbers(self) -> FlowNumbers:
        counters = self._local.counters
        return FlowNumbers(
            packets=counters.data_packets,
            retransmissions=counters.retransmissions,
            nacks=sum(counters.nacks_received.values()),
            losses=counters.losses_inferred + counters.timeout_losses,
            timeouts=counters.timeouts,
            evs_retired=counters.evs_retired,
            evs_revived=counters.evs_revived,
            worst_latency_ns=counters.worst_delivery_ns,
        )

    @override
    def ev_changes(self) -> list[EvChange]:
        return [
            EvChange(
                event.time_ns,
                event.entropy,
                event.plane,
                self._path(event.plane, event.uplink),
                event.old.value if event.old else "none",
                event.new.value,
                event.reason,
            )
            for event in self._nic.events
            if event.qpn == self._local.qpn and (event.new in _OUT or event.old in _OUT)
        ]

    def _path(self, plane: int, uplink: int) -> tuple[str, ...]:
        named = uplink if self._nic.config.wire.ev_mode.encapsulates else None
        return path_names(self._topology, self.source, self.destination, plane, named)


def path_names(
    topology: topologies.Fabric, source: int, destination: int, plane: int, uplink: int | None
) -> tuple[str, ...]:
    """The switches of a path between two NICs; `uplink` is None where switches choose it by a hash."""
    if uplink is None:
        return ("hashed",)
    local = topology.nic(source).t0 == topology.nic(destination).t0
    return topology.path(source, destination, plane, None if local else uplink).switches


def build_flows(scenario: Scenario, nics: Sequence[Nic], payloads: Sequence[bytes]) -> list[WriteFlow]:
    """One connected flow per write of the scenario.

    Raises:
        ScenarioError: the NIC options do not allow a connection, or the congestion control is not one.
    """
    topology, options = scenario.topology, scenario.nic
    profile = cc_profile(scenario)
    flows = []
    for index, (write, data) in enumerate(zip(scenario.workload, payloads, strict=True)):
        source, destination = topology.nic(write.source).index, topology.nic(write.to).index
        try:
            pair = connect(topology, nics[source], nics[destination], evs=options.evs, paths=options.paths, cc=profile)
        except (ConfigError, ValueError) as problem:
            raise ScenarioError(scenario.document.sentence(Problem(("nic",), str(problem)))) from None
        flows.append(
            WriteFlow(
                index, source, destination, data, write.at,
                nics=nics, pairs=(pair.a, pair.b), topology=topology,
            )
        )  # fmt: skip
    return flows


def cc_profile(scenario: Scenario) -> CcProfile:
    """The congestion control of `nic.congestion`; `nic.window` is the fixed window in full packets.

    Raises:
        ScenarioError: there is no such algorithm, or it has no such parameter.
    """
    given = dict(scenario.nic.congestion)
    name = str(given.pop("algorithm", CcProfile().algorithm))
    if scenario.nic.window is not None:
        given["window"] = scenario.nic.window * nominal_size(scenario.topology.spec.mtu)
    try:
        return CcProfile(name, given)
    except ConfigError as problem:
        field, _, what = str(problem).removeprefix("cc.").partition(": ")
        raise ScenarioError(scenario.document.sentence(Problem(("nic", "congestion", field), what))) from None
