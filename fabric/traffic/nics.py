# SPDX-License-Identifier: Apache-2.0
"""The NICs of a run and its flows, of the kind that the scenario asks for, connected before time starts.

MRC's are here, with the EVs that a flow is given or draws; RoCE's are in `fabric.traffic.roce`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from msgspec import Struct
from typing_extensions import override

import host_stack
import topologies
from common.documents import Problem
from fabric.errors import RefusedValueError, ScenarioError
from fabric.measurements import EvChange, FlowNumbers
from fabric.scenario import NicOptions, Operation, Scenario
from fabric.steps import Repeat
from fabric.traffic.flow import Flow, Piece, QpPair, Through
from fabric.traffic.payloads import Contents, NicMemory
from fabric.traffic.plan import End, PlannedFlow, plan_of
from fabric.traffic.roce import build_roce_flows, build_roce_nics
from host_stack import CcProfile, CompletionStatus, ConfigError, EvState, Nic, NicConfig
from host_stack.paths.ev_source import EvSource
from host_stack.provision import Connection, connect, nic_config, qp_parameters
from host_stack.roce import Nic as RoceNic
from host_stack.transport.frames import nominal_size
from host_stack.wire.codecs import Codec

# --- EVs given to a flow ---------------------------------------------------------------------------------------------


_LISTED = 8


def pinned_evs(scenario: Scenario, flow: PlannedFlow, source: NicConfig, destination: NicConfig) -> list[int] | None:
    """What a flow's `evs` mean between two NICs; None for those that its NIC draws.

    Raises:
        ScenarioError: the flow does not have one.
    """
    if flow.evs is None:
        return None
    known = source.paths.template(destination.address)
    assert known is not None, "both are NICs of one fabric"
    found, problems = [], []
    for position, wanted in enumerate(flow.evs):
        try:
            found.append(_entropy(scenario.topology, flow, known, wanted, source.wire.ev_mode.encapsulates))
        except RefusedValueError as refused:
            problems.append(Problem(("workload", flow.item, "evs", position), refused.what, refused.accepted))
    if problems:
        raise ScenarioError([scenario.document.sentence(problem) for problem in problems])
    return found


def _entropy(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource, wanted: int | str, named: bool) -> int:
    """The EV that is meant. Raises RefusedValueError: the flow does not have it."""
    if isinstance(wanted, int):
        plane = known.format.plane(wanted) if 0 <= wanted < 1 << 32 else known.planes
        if plane >= known.planes or wanted not in known.entropies(plane):
            raise RefusedValueError(f"the flow has no EV {wanted:#010x}", _some(topology, flow, known, named))
        return wanted
    switches = _ways(topology, flow, known) if named else {}
    if wanted not in switches:
        what = f"no path of the flow crosses {wanted!r}" if named else "switches choose its paths by a hash"
        raise RefusedValueError(what, _some(topology, flow, known, named))
    return switches[wanted]


def _ways(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource) -> dict[str, int]:
    """The flow's EVs by the switch in the middle of their path: its T1, or the T0 that both NICs are on."""
    t0 = topology.nic(flow.source).t0
    local = t0 == topology.nic(flow.destination).t0
    return {
        (topology.t0(plane, t0) if local else topology.t1(plane, uplink)).name: entropy
        for plane in range(known.planes)
        for uplink, entropy in ((known.format.path(each)[1], each) for each in known.entropies(plane))
    }


def _some(topology: topologies.Fabric, flow: PlannedFlow, known: EvSource, named: bool) -> str:
    if named:
        all_of = _ways(topology, flow, known)
        shown = [f"{entropy:#010x} ({switch})" for switch, entropy in islice(all_of.items(), _LISTED)]
    else:
        all_of = {f"{entropy:#010x}": entropy for plane in range(known.planes) for entropy in known.entropies(plane)}
        shown = list(islice(all_of, _LISTED))
    more = f", ... ({len(all_of)})" if len(all_of) > _LISTED else ""
    return ", ".join(shown) + more


# --- MRC NICs and flows ----------------------------------------------------------------------------------------------


_OUT = (EvState.ASSUMED_BAD, EvState.DENIED)


def build_nics(scenario: Scenario, codec: Codec = Codec.FAST) -> list[Nic]:
    """Every NIC of the fabric, set up as the scenario says; `codec` makes and reads its frames.

    Raises:
        ScenarioError: an option of `nic.options` does not exist or has a value the NIC refuses.
    """
    return [
        Nic(
            replace(nic_of(scenario, index), ev_event_mask=frozenset(_OUT), codec=codec),
            seed=scenario.seed << 20 | index,
        )
        for index in range(scenario.topology.nics)
    ]


def nic_of(scenario: Scenario, index: int) -> NicConfig:
    """How the scenario sets up one NIC. Raises ScenarioError, as `build_nics`."""
    options = scenario.nic
    try:
        return nic_config(scenario.topology, index, trimming=options.trimming, overrides=options.options)
    except ConfigError as problem:
        raise refused(scenario, problem) from None


def refused(scenario: Scenario, problem: ConfigError) -> ScenarioError:
    """What a NIC refuses, told where the scenario says it, if it does."""
    name, _, what = str(problem).partition(": ")
    name = name.rpartition(".")[2]
    for field in (name, name.removeprefix("ev_")):
        if field in scenario.nic.options:
            return ScenarioError(scenario.document.sentence(Problem(("nic", "options", field), what)))
        if field in NicOptions.model_fields:
            return ScenarioError(scenario.document.sentence(Problem(("nic", field), what)))
    return ScenarioError(scenario.document.sentence(Problem(("nic",), str(problem))))


_EV_STATES = tuple((state, state.value) for state in EvState)


class MrcQpPair(QpPair):
    """A pair of two MRC NICs."""

    def __init__(self, scenario: Scenario, ends: tuple[int, int], nics: Sequence[Nic], pair: Connection) -> None:
        self._ends = ends
        self._nic = nics[ends[0]]
        self._local, self._remote = pair.a, pair.b
        self._nics = nics[ends[0]], nics[ends[1]]
        self._completions = (End.RECEIVER, pair.b.queues.send_cq), (End.SENDER, pair.a.queues.send_cq)
        """By its end; each is of one queue pair alone, where immediates complete, too."""
        self._topology = scenario.topology
        self._resent = self._local.log_resent()
        self.room = self._local.queues.capacity.max_send_wr

    @override
    def post(self, piece: Piece, operation: Operation) -> None:
        address, r_key = piece.region.address + piece.offset, piece.region.r_key
        if operation == "write":
            self._local.post_write(piece.data, address, r_key, wr_id=piece.number)
        else:
            self._local.post_write_imm(piece.data, address, r_key, piece.number, wr_id=piece.number)

    @override
    def through(self) -> Iterator[Through]:
        for end, queue in self._completions:
            for done in queue.poll() if queue or queue.overruns else ():
                number = done.wr_id if end is End.SENDER else done.imm or 0
                failure = None if done.status is CompletionStatus.SUCCESS else done.status.value
                yield Through(number, end, done.time_ns, failure)

    @override
    def listen(self, hear: Callable[[int], None]) -> None:
        for _, queue in self._completions:
            queue.handler = hear

    @override
    def placed_bytes(self) -> int:
        return self._remote.counters.bytes_placed

    @override
    def in_flight(self) -> Mapping[tuple[str, ...], int]:
        return by_path(self._local.in_flight(), self._path)

    @override
    def ev_states(self) -> Mapping[str, int]:
        states = [entry.state for entry in self._local.evs or ()]
        return {name: states.count(state) for state, name in _EV_STATES}

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
    def lost(self) -> tuple[int, int]:
        counters = self._local.counters
        return counters.losses_inferred + counters.timeout_losses, counters.retransmissions

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

    @override
    def repeats(self) -> list[Repeat]:
        return [
            Repeat(
                each.time_ns, each.before_ns, each.wr_id, self._way(each.entropy), each.entropy or None, each.why.value
            )
            for each in self._resent
        ]

    def _way(self, entropy: int) -> tuple[str, ...]:
        """The switches of an EV's path; none without an EV."""
        ways = self._local.ev_profile.template.format
        return self._path(ways.plane(entropy), ways.path(entropy)[1]) if entropy else ()

    @override
    def close(self) -> None:
        for nic, queue_pair in zip(self._nics, (self._local, self._remote), strict=True):
            nic.destroy_qp(queue_pair)

    def _path(self, plane: int, uplink: int) -> tuple[str, ...]:
        named = uplink if self._nic.config.wire.ev_mode.encapsulates else None
        return path_names(self._topology, *self._ends, plane, named)


def by_path(
    packets: Mapping[tuple[int, int] | None, int], path: Callable[[int, int], tuple[str, ...]]
) -> Counter[tuple[str, ...]]:
    """What is in flight by plane and uplink, as `QpPair.in_flight` tells it."""
    paths: Counter[tuple[str, ...]] = Counter()
    for way, count in packets.items():
        paths[("an EV that was replaced",) if way is None else path(*way)] += count
    return paths


def path_names(
    topology: topologies.Fabric, source: int, destination: int, plane: int, uplink: int | None
) -> tuple[str, ...]:
    """The switches of a path between two NICs; `uplink` is None where switches choose it by a hash."""
    if uplink is None:
        return ("hashed",)
    local = topology.nic(source).t0 == topology.nic(destination).t0
    return topology.path(source, destination, plane, None if local else uplink).switches


def build_flows(scenario: Scenario, nics: Sequence[Nic], carried: Sequence[Contents]) -> list[Flow]:
    """The flows of a scenario's workload, connected.

    Raises:
        ScenarioError: the NIC options do not allow a connection, the congestion control is not one, or a flow does not
            have an EV that it is to use.
    """
    plan = plan_of(scenario)
    check_paths(scenario, [nic.config for nic in nics])
    connected = connector(scenario, nics)
    flows = []
    for index, (flow, contents) in enumerate(zip(plan.flows, carried, strict=True)):
        ends = flow.source, flow.destination
        connect = partial(_pairs, scenario, nics, flow, connected)
        flows.append(
            Flow(
                index, flow, f"{nics[ends[0]].config.name} → {nics[ends[1]].config.name}", contents,
                plan.jobs[flow.item].at_ns, qp_pairs=connect(), memory=NicMemory(nics[ends[1]]), connect=connect,
            )
        )  # fmt: skip
    return flows


Connector = Callable[[PlannedFlow], Connection]
"""Makes two queue pairs for a flow. Raises ScenarioError, as `build_flows`."""


def _pairs(scenario: Scenario, nics: Sequence[Nic], flow: PlannedFlow, connected: Connector) -> list[QpPair]:
    """Pairs of queue pairs for a flow. Raises ScenarioError, as `build_flows`."""
    ends = flow.source, flow.destination
    return [MrcQpPair(scenario, ends, nics, connected(flow)) for _ in range(flow.qps or 1)]


def connector(scenario: Scenario, nics: Sequence[Nic]) -> Connector:
    """What a scenario says of queue pairs is read once, for all flows. Raises ScenarioError, as `build_flows`."""
    options, profile = scenario.nic, cc_profile(scenario)
    parameters = qp_parameters(options.options)

    def connected(flow: PlannedFlow) -> Connection:
        source, destination = nics[flow.source], nics[flow.destination]
        pinned = pinned_evs(scenario, flow, source.config, destination.config)
        try:
            return connect(
                scenario.topology, source, destination,
                evs=options.evs, paths=options.paths, cc=profile, parameters=parameters, pinned=pinned,
            )  # fmt: skip
        except ConfigError as problem:
            raise refused(scenario, problem) from None

    return connected


def check_paths(scenario: Scenario, nics: Sequence[NicConfig]) -> None:
    """Raise ScenarioError when flows are to use more paths than any of them has."""
    wanted = scenario.nic.paths
    if wanted is None:
        return
    ends = ((nics[flow.source], nics[flow.destination]) for flow in plan_of(scenario).flows)
    most, source, destination = max((_paths(a, b), a.name, b.name) for a, b in ends)
    if wanted > most:
        what = f"{wanted} are more paths than the fabric has: {most} from {source} to {destination}"
        problem = Problem(("nic", "paths"), what, f"1..{most}, or leave it out for all")
        raise ScenarioError(scenario.document.sentence(problem))


def _paths(source: NicConfig, destination: NicConfig) -> int:
    known = source.paths.template(destination.address)
    assert known is not None, "both are NICs of one fabric"
    return sum(len(known.entropies(plane)) for plane in range(known.planes))


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


# --- NICs of either kind ---------------------------------------------------------------------------------------------


class Traffic(Struct, frozen=True):
    """What sends and what is sent.

    Attributes:
        nics: every NIC, by index; flows: in the order of the plan.
        steered: those of the NICs that choose paths, and can be told which not to use.
    """

    nics: Sequence[host_stack.Nic] | Sequence[RoceNic]
    flows: Sequence[Flow]
    steered: Sequence[host_stack.Nic]


def _mrc(scenario: Scenario, carried: Sequence[Contents], codec: Codec) -> Traffic:
    nics = build_nics(scenario, codec)
    return Traffic(nics, build_flows(scenario, nics, carried), steered=nics)


def _roce(scenario: Scenario, carried: Sequence[Contents], codec: Codec) -> Traffic:
    nics = build_roce_nics(scenario, codec)
    return Traffic(nics, build_roce_flows(scenario, nics, carried), steered=())


_KINDS: dict[str, Callable[[Scenario, Sequence[Contents], Codec], Traffic]] = {"mrc": _mrc, "roce": _roce}


def build_traffic(scenario: Scenario, carried: Sequence[Contents], codec: Codec = Codec.FAST) -> Traffic:
    """The traffic of a scenario; its NICs' frames are made and read by `codec`.

    Raises:
        ScenarioError: the NIC refuses how it is to be set up.
    """
    return _KINDS[scenario.nic.kind](scenario, carried, codec)


# --- EVs that will be drawn ------------------------------------------------------------------------------------------


def first_evs(scenario: Scenario) -> list[int]:
    """The EVs that the sender of the workload's first write begins with, by plane.

    Raises:
        ScenarioError: the NICs cannot be set up so.
    """
    first = next(flow for flow in plan_of(scenario).flows if not flow.collective)
    pair = connector(scenario, build_nics(scenario))(first)
    return [entry.entropy for entry in pair.a.evs or () if entry.active]
