# SPDX-License-Identifier: Apache-2.0
"""RoCE NICs of a run and its flows: a write is shared out over the queue pairs of its flow, one path each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from typing_extensions import override

from documents import Problem
from fabric.errors import ScenarioError
from fabric.measuring.measurements import EvChange, FlowNumbers
from fabric.scenario.model import Scenario
from fabric.traffic.flow import Flow
from roce import CompletionStatus, ConfigError, DcqcnParameters, MemoryRegion, Nic
from roce.provision import Connection, RoceOptions, connect, dcqcn_of, nic_config, options_of


def roce_options(scenario: Scenario) -> RoceOptions:
    """What `nic` says. Raises ScenarioError: an option or a parameter does not exist, or is refused."""
    with _problems_of(scenario, "congestion"):
        dcqcn = _congestion(scenario.nic.congestion)
    with _problems_of(scenario, "options"):
        return options_of(scenario.nic.options, dcqcn)


def _congestion(given: Mapping[str, bool | int | str | float]) -> DcqcnParameters | None:
    parameters = dict(given)
    algorithm = parameters.pop("algorithm", "dcqcn")
    if algorithm == "dcqcn":
        return dcqcn_of(parameters)
    if algorithm != "none":
        raise ConfigError(f"algorithm: {algorithm!r} is unknown to a RoCE NIC; accepted: dcqcn, none")
    if parameters:
        raise ConfigError(f"{next(iter(parameters))}: `algorithm: none` has no parameters; accepted: dcqcn")
    return None


@contextmanager
def _problems_of(scenario: Scenario, section: str) -> Iterator[None]:
    """What the NIC refuses in the block is a problem of `nic.<section>.<field>`."""
    try:
        yield
    except ConfigError as problem:
        field, _, what = str(problem).partition(": ")
        raise ScenarioError(scenario.document.sentence(Problem(("nic", section, field), what))) from None


def build_roce_nics(scenario: Scenario) -> list[Nic]:
    """Every NIC of the fabric, set up as the scenario says.

    Raises:
        ScenarioError: an option does not exist or is refused, or the topology does not suit RoCE.
    """
    options = roce_options(scenario)
    nics = []
    for index in range(scenario.topology.nics):
        with _problems_of(scenario, "options"):
            nics.append(Nic(nic_config(scenario.topology, index, options), seed=scenario.seed << 20 | index))
    return nics


def build_roce_flows(scenario: Scenario, nics: Sequence[Nic], payloads: Sequence[bytes]) -> list[RoceFlow]:
    """One flow per write of the scenario, its queue pairs connected. Raises ScenarioError, as `build_roce_nics`."""
    options, topology = roce_options(scenario), scenario.topology
    flows = []
    for index, (write, data) in enumerate(zip(scenario.workload, payloads, strict=True)):
        ends = topology.nic(write.source).index, topology.nic(write.to).index
        source, destination = (nics[end] for end in ends)
        connections = [
            connect(topology, source, destination, options, port=number % topology.planes)
            for number in range(scenario.nic.qps)
        ]
        flows.append(
            RoceFlow(
                index, ends, f"{write.source} → {write.to}", data, write.at,
                region=destination.register_memory(len(data)), connections=connections, mtu=topology.spec.mtu,
            )
        )  # fmt: skip
    return flows


class RoceFlow(Flow):
    """A `Flow` over connected pairs of queue pairs, each of which writes one part of the data."""

    def __init__(
        self,
        index: int,
        ends: tuple[int, int],
        name: str,
        data: bytes,
        post_ns: int,
        *,
        region: MemoryRegion,
        connections: Sequence[Connection],
        mtu: int,
    ) -> None:
        self.index = index
        self.source, self.destination = ends
        self.name = name
        self.sent = data
        self.post_ns = post_ns
        # Whole packets, the same number for each; the last one has what is left, and there may be none for some.
        packets = -(-len(data) // mtu)
        self._share = -(-packets // len(connections)) * mtu
        self._connections = connections[: -(-len(data) // self._share)]
        self._region = region
        self._left = len(self._connections)
        self._completed_ns: int | None = None
        self._failure: str | None = None

    @override
    def post(self) -> None:
        data = memoryview(self.sent)
        for number, connection in enumerate(self._connections):
            begin = number * self._share
            part = data[begin : begin + self._share]
            connection.a.post_write(part, self._region.address + begin, self._region.r_key)

    def _poll(self) -> None:
        for connection in self._connections:
            for completion in connection.a.poll_completions():
                if completion.status is CompletionStatus.SUCCESS:
                    self._left -= 1
                    if not self._left:
                        self._completed_ns = completion.time_ns
                elif self._failure is None:
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
        return min(sum(connection.b.counters.bytes_placed for connection in self._connections), len(self.sent))

    @override
    def received(self) -> bytes:
        return bytes(self._region.data)

    @override
    def ev_states(self) -> Mapping[str, int]:
        return {}

    @override
    def numbers(self) -> FlowNumbers:
        counters = [connection.a.counters for connection in self._connections]
        naks = sum(each.sequence_naks for each in counters)
        timeouts = sum(each.timeouts for each in counters)
        return FlowNumbers(
            packets=sum(each.data_packets for each in counters),
            retransmissions=sum(each.retransmissions for each in counters),
            nacks=naks + sum(each.rnr_naks for each in counters),
            losses=naks + timeouts,
            timeouts=timeouts,
            evs_retired=0,
            evs_revived=0,
            worst_latency_ns=max(each.worst_delivery_ns for each in counters),
            cnps=sum(each.cnps_received for each in counters),
        )

    @override
    def ev_changes(self) -> list[EvChange]:
        return []
