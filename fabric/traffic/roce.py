# SPDX-License-Identifier: Apache-2.0
"""RoCE NICs of a run and its flows: a write is shared out over the queue pairs of its flow, one path each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from typing_extensions import override

from common.documents import Problem
from fabric.errors import ScenarioError
from fabric.measurements import EvChange, FlowNumbers
from fabric.scenario import Operation, Scenario
from fabric.steps import Repeat
from fabric.traffic.flow import Flow, Piece, QpPair, Through
from fabric.traffic.payloads import Contents, NicMemory, local_region
from fabric.traffic.plan import End, PlannedFlow, plan_of
from host_stack.roce import CompletionStatus, ConfigError, DcqcnParameters, Nic
from host_stack.roce.provision import Connection, RoceOptions, connect, dcqcn_of, nic_config, options_of
from host_stack.wire.codecs import Codec


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


def build_roce_nics(scenario: Scenario, codec: Codec = Codec.FAST) -> list[Nic]:
    """Every NIC of the fabric, set up as the scenario says; `codec` makes and reads its frames.

    Raises:
        ScenarioError: an option does not exist or is refused, or the topology does not suit RoCE.
    """
    options = roce_options(scenario)
    nics = []
    for index in range(scenario.topology.nics):
        with _problems_of(scenario, "options"):
            nics.append(Nic(nic_config(scenario.topology, index, options, codec), seed=scenario.seed << 20 | index))
    return nics


def build_roce_flows(scenario: Scenario, nics: Sequence[Nic], carried: Sequence[Contents]) -> list[Flow]:
    """The flows of a scenario's workload, connected. Raises ScenarioError, as `build_roce_nics`."""
    options, topology, plan = roce_options(scenario), scenario.topology, plan_of(scenario)
    flows = []
    for index, (flow, contents) in enumerate(zip(plan.flows, carried, strict=True)):
        if flow.begin_bps is not None and options.dcqcn is None:
            what = Problem(("workload", flow.item, "begin_bps"), "there is no rate without DCQCN", "`algorithm: dcqcn`")
            raise ScenarioError(scenario.document.sentence(what))
        source, destination = nics[flow.source], nics[flow.destination]
        count = used = flow.qps or scenario.nic.qps
        share = None
        if flow.qps is None:
            # Whole packets, the same number for each; the last one has what is left, and there may be none for some.
            packets = -(-contents.size // topology.spec.mtu)
            share = -(-packets // count) * topology.spec.mtu
            used = -(-contents.size // share)
        make = partial(_pairs, scenario, options, nics, flow, used)
        flows.append(
            Flow(
                index, flow, f"{source.config.name} → {destination.config.name}", contents,
                plan.jobs[flow.item].at_ns, qp_pairs=make(), memory=NicMemory(destination), share=share, connect=make,
            )
        )  # fmt: skip
    return flows


def _pairs(scenario: Scenario, options: RoceOptions, nics: Sequence[Nic], flow: PlannedFlow, used: int) -> list[QpPair]:
    """The first `used` of a flow's pairs: the others would have nothing to send."""
    topology = scenario.topology
    source, destination = nics[flow.source], nics[flow.destination]
    made: list[QpPair] = [
        RoceQpPair(
            connect(topology, source, destination, options, port=number % topology.planes),
            source,
            destination,
            flow.begin_bps,
        )
        for number in range(flow.qps or scenario.nic.qps)
    ]
    return made[:used]


class RoceQpPair(QpPair):
    def __init__(self, connection: Connection, source: Nic, destination: Nic, begin_bps: int | None) -> None:
        self._local, self._remote = connection.a, connection.b
        self._nics = source, destination
        self._resent = self._local.log_resent()
        if begin_bps is not None and self._local.reaction_point is not None:
            self._local.reaction_point.start_at(begin_bps)
        self.room = min(source.config.max_send_wr, destination.config.max_recv_wr)

    @override
    def post(self, piece: Piece, operation: Operation) -> None:
        number, imm = piece.number, piece.number if operation != "write" else None
        if operation == "send":
            view = memoryview(local_region(piece.region).data).cast("B")[piece.offset : piece.offset + len(piece.data)]
            self._remote.post_receive(view, wr_id=number)
            self._local.post_send(piece.data, imm=imm, wr_id=number)
            return
        if imm is not None:
            self._remote.post_receive(b"", wr_id=number)
        address = piece.region.address + piece.offset
        self._local.post_write(piece.data, address, piece.region.r_key, imm=imm, wr_id=number)

    @override
    def through(self) -> Iterator[Through]:
        for end, queue_pair in ((End.RECEIVER, self._remote), (End.SENDER, self._local)):
            for done in queue_pair.poll_completions():
                number = done.wr_id if end is End.SENDER else done.imm or 0
                failure = None if done.status is CompletionStatus.SUCCESS else done.status.value
                yield Through(number, end, done.time_ns, failure)

    @override
    def listen(self, hear: Callable[[int], None]) -> None:
        self._local.completion_handler = self._remote.completion_handler = hear

    @override
    def placed_bytes(self) -> int:
        return self._remote.counters.bytes_placed

    @override
    def in_flight(self) -> Mapping[tuple[str, ...], int]:
        packets = self._local.in_flight
        return {(f"plane {self._local.port}", "hashed"): packets} if packets else {}

    @override
    def timeout_ns(self) -> int | None:
        return self._local.ack_deadline_ns

    @override
    def ev_states(self) -> Mapping[str, int]:
        return {}

    @override
    def numbers(self) -> FlowNumbers:
        counters = self._local.counters
        naks, timeouts = counters.sequence_naks, counters.timeouts
        return FlowNumbers(
            packets=counters.data_packets,
            retransmissions=counters.retransmissions,
            nacks=naks + counters.rnr_naks,
            losses=naks + timeouts,
            timeouts=timeouts,
            evs_retired=0,
            evs_revived=0,
            worst_latency_ns=counters.worst_delivery_ns,
            cnps=counters.cnps_received,
        )

    @override
    def lost(self) -> tuple[int, int]:
        counters = self._local.counters
        return counters.sequence_naks + counters.timeouts, counters.retransmissions

    @override
    def ev_changes(self) -> list[EvChange]:
        return []

    @override
    def repeats(self) -> list[Repeat]:
        path = (f"plane {self._local.port}", "hashed")
        return [Repeat(each.time_ns, each.before_ns, each.wr_id, path, None, each.why.value) for each in self._resent]

    @override
    def close(self) -> None:
        for nic, queue_pair in zip(self._nics, (self._local, self._remote), strict=True):
            nic.destroy_qp(queue_pair)
