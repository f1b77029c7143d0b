# SPDX-License-Identifier: Apache-2.0
"""An MRC fabric as a live network: described by its topology, filled by the controller, sampled; and its NICs' traffic.

The controller is gone once tables are installed. An idle client stays primary at each switch, so that
every other client may only read: BMv2 makes a client primary that is alone, whatever its election id is, and P4Runtime
knows one primary at a time, which alone writes (P4Runtime specification, "Client Arbitration and Controller
Replication"). The same session reads counters.

A sample is what changes all the time: counters, queues, paths. It is taken again and again while traffic flows: a
switch is asked for a few dozen cells in one Read, a NIC answers between two frames, and a stopped process is not
waited for.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from typing_extensions import override

import controller
from controller import ControllerError
from controller import program as names
from controller.client import SwitchClient, install
from controller.pipeline import Pipeline
from controller.program import DROP_REASONS, QUEUES, drop_index, queue_index
from fabric import PRIORITY_QUEUES
from fabric.errors import FabricError
from fabric.live.description import BringUp, Description, End, Link, NicNodes, SwitchNode
from fabric.live.messages import (
    Congestion,
    Connect,
    Done,
    NicSample,
    NicSettings,
    Open,
    Opened,
    PortSample,
    Register,
    Registered,
    Release,
    Sample,
    Sampled,
    Save,
    TopologySource,
    Write,
)
from fabric.live.network import START_S, Network, Tables
from fabric.live.scale import Scale
from fabric.live.tc import BANDS
from host_stack.transport.congestion.profile import NSCC
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import Session, SessionError
from topologies import Fabric, Switch

# --- Its description -------------------------------------------------------------------------------------------------


def described(
    source: TopologySource, fabric: Fabric, slow: Fabric, program: Path, settings: NicSettings
) -> Description:
    """A fabric as a network."""
    links = fabric.spec.links
    return Description(
        name=fabric.name,
        switches={
            node.name: SwitchNode(node.name, node.device_id, program, queues=PRIORITY_QUEUES)
            for node in slow.switches()
        },
        links={
            link.name: Link(link.name, End(*link.a), End(*link.b), link.rate_bps, link.delay_ns)
            for link in slow.links()
        },
        programs={program: f"{program.parent.name}/{program.name}"},
        nics=NicNodes(source, tuple(fabric.all_nics()), settings, 2 * links.host.delay + 2 * links.fabric.delay),
        bands=bands(fabric),
    )


def bands(fabric: Fabric) -> dict[int, int]:
    """DSCP to band: the queue that the fabric gives each role, queue 7 first."""
    qos = fabric.qos
    return {role.dscp: BANDS - 1 - qos.tc_to_queue.get(role.tc, 0) for role in qos.roles.values()}


# --- Its switches ----------------------------------------------------------------------------------------------------


_IDLE = 1 << 64
"""Its election id: above those that controllers and p4runtime-shell choose by default."""
_ANSWER_S = 30.0
"""A switch that was loaded just now may still be making machine code of its program, beside all the others."""
_TRIMS = names.QUEUE_COUNTERS[4]
"""Trimmed packets that were sent, per egress port and the queue that had no room for them."""


class CounterCells:
    """The counters of one program. A counter that it lacks has no cells: a user's program may have others."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._numbers = {name: found[0] for name, found in pipeline.counters.items()}
        self._names = {number: name for name, number in self._numbers.items()}

    def asked(self, name: str, indices: Iterable[int]) -> Iterator[p4runtime_pb2.Entity]:
        if name not in self._numbers:
            return
        for index in indices:
            entity = p4runtime_pb2.Entity()
            entity.counter_entry.counter_id = self._numbers[name]
            entity.counter_entry.index.index = index
            yield entity

    def packets(self, read: Iterable[p4runtime_pb2.Entity]) -> Iterator[tuple[str, int, int]]:
        """Name, index and packets of each cell among what was read."""
        for entity in read:
            if entity.HasField("counter_entry"):
                cell = entity.counter_entry
                yield self._names[cell.counter_id], cell.index.index, cell.data.packet_count


class SwitchCounts(Struct, frozen=True):
    """What a switch's program has counted.

    Attributes:
        trimmed: packets that it sent trimmed, by egress port.
        dropped: packets that it dropped, by reason; reasons without drops are left out.
    """

    trimmed: dict[int, int]
    dropped: dict[str, int]


class IdlePrimary:
    def __init__(self, node: Switch, address: str, pipeline: Pipeline) -> None:
        """Become primary. Raises ControllerError: no answer, or another client is primary."""
        self._ports = [port.number for port in node.ports()]
        self._client = SwitchClient(
            address, node.device_id, pipeline, name=node.name, timeout_s=_ANSWER_S, election_id=_IDLE
        )
        try:
            self._client.become_primary()
        except BaseException:  # an interrupt as well
            self._client.close()
            raise
        self._cells = CounterCells(pipeline)

    def counts(self) -> SwitchCounts:
        """What the program has counted since it was loaded. Raises FabricError."""
        queues = {queue_index(port, queue): port for port in self._ports for queue in range(QUEUES)}
        reasons = {drop_index(port, number): reason for port in self._ports for reason, number in DROP_REASONS.items()}
        trimmed, dropped = dict.fromkeys(self._ports, 0), dict.fromkeys(DROP_REASONS, 0)
        asked = [*self._cells.asked(_TRIMS, queues), *self._cells.asked(names.DROPPED_PACKETS, reasons)]
        try:
            read = self._client.read(*asked) if asked else []
        except ControllerError as problem:
            raise FabricError(str(problem)) from None
        for name, index, packets in self._cells.packets(read):
            if name == _TRIMS:
                trimmed[queues[index]] += packets
            else:
                dropped[reasons[index]] += packets
        return SwitchCounts(trimmed, {reason: packets for reason, packets in dropped.items() if packets})

    def displaced(self) -> bool:
        """Whether another client is primary, or has been."""
        return not self._client.is_primary()

    def close(self) -> None:
        """Give the place up. Idempotent."""
        self._client.close()


class InstalledTables(Tables):
    """Each switch gets the entries that the controller plans for it, verified; then the controller is gone."""

    def __init__(self, slow: Fabric) -> None:
        self._slow = slow
        self._entries: dict[str, int] = {}
        self._primaries: dict[str, IdlePrimary] = {}

    @override
    def prepare(self, pipelines: Mapping[Path, Pipeline]) -> None:
        pass

    @override
    def fill(self, node: SwitchNode, address: str, pipeline: Pipeline, stack: ExitStack) -> None:
        switch = self._slow.switch(node.name)
        installed = install(address, pipeline, controller.plan(self._slow, switch), timeout_s=START_S)
        self._entries[node.name] = installed.entries
        primary = self._primaries[node.name] = IdlePrimary(switch, address, pipeline)
        stack.callback(primary.close)

    @override
    def summary(self, switches: int) -> str:
        return f"{switches} switches hold {sum(self._entries.values())} verified entries; the controller is gone"

    def counted(self, name: str) -> SwitchCounts:
        """What the program of a switch has counted. Raises FabricError."""
        return self._primaries[name].counts()

    def writes(self) -> dict[str, int] | None:
        """P4Runtime writes since the controller is gone, by switch; None when another client might have written."""
        if any(primary.displaced() for primary in self._primaries.values()):
            return None
        return dict.fromkeys(self._primaries, 0)  # an idle primary does not write


# --- The fabric ------------------------------------------------------------------------------------------------------

BY_NSCC = Congestion(algorithm=NSCC)


class LivePair(Struct, frozen=True):
    """A connected pair of queue pairs.

    Attributes:
        source, destination: NICs by number.
        room: messages that may be open at a time.
    """

    source: int
    destination: int
    source_qpn: int
    destination_qpn: int
    room: int


class LiveFlow(LivePair, frozen=True):
    """The same, and a region at its far end.

    Attributes:
        address, r_key: of the region at the destination.
        size: of the region, bytes.
    """

    address: int
    r_key: int
    size: int


class LiveFabric(Network):
    """A fabric that is up, and what its NICs send.

    Attributes:
        fabric: as its file has it.
    """

    def __init__(
        self, source: TopologySource, scale: Scale, program: Path, settings: NicSettings, how: BringUp
    ) -> None:
        """Bring it up.

        Raises:
            BuildError: something did not come up; nothing of it stays.
            TopologyError: the file is not a topology.
        """
        self.fabric = source.load()
        slow = scale.slowed(self.fabric)
        self._program = program
        self._tables = InstalledTables(slow)
        super().__init__(described(source, self.fabric, slow, program, settings), self._tables, how, scale)

    @property
    def pipeline(self) -> Pipeline:
        return self.pipelines[self._program]

    def counted(self, switch: str) -> SwitchCounts | None:
        """What the program of a switch has counted; None if the switch is stopped or gone. Raises FabricError."""
        if switch in self.standing or self.processes.death(switch) is not None:
            return None
        return self._tables.counted(switch)

    def writes(self) -> dict[str, int] | None:
        """P4Runtime writes since the fabric is up, by switch; None when another client might have written."""
        return self._tables.writes()

    def pair(
        self,
        source: int,
        destination: int,
        *,
        evs: int = 128,
        paths: int | None = None,
        congestion: Congestion = BY_NSCC,
        pinned: Sequence[int] | None = None,
    ) -> LivePair:
        """Connect two NICs by queue pairs with `evs` EVs, or those `pinned` from the first. Raises FabricError."""
        near, far = self.nics[source], self.nics[destination]
        first = None if pinned is None else list(pinned)
        here = near.ask(Open(peer=destination, evs=evs, paths=paths, congestion=congestion, pinned=first), Opened)
        there = far.ask(Open(peer=source, evs=evs, paths=paths, congestion=congestion), Opened)
        far.ask(Connect(qpn=there.qpn, peer=here.parameters), Done)
        near.ask(Connect(qpn=here.qpn, peer=there.parameters), Done)
        return LivePair(source, destination, here.qpn, there.qpn, here.room)

    def connect(self, source: int, destination: int, size: int) -> LiveFlow:
        """Connect two NICs for writes of up to `size` bytes. Raises FabricError."""
        pair = self.pair(source, destination)
        region = self.nics[destination].ask(Register(size=size), Registered)
        return LiveFlow(
            source, destination, pair.source_qpn, pair.destination_qpn, pair.room, region.address, region.r_key, size
        )

    def write(self, flow: LiveFlow, file: Path) -> None:
        """Post the write of a file's contents. Raises FabricError."""
        request = Write(qpn=flow.source_qpn, file=str(file), address=flow.address, r_key=flow.r_key)
        self.nics[flow.source].ask(request, Done)

    def save(self, flow: LiveFlow, file: Path) -> None:
        """Write what has arrived so far into a file. Raises FabricError."""
        self.nics[flow.destination].ask(Save(r_key=flow.r_key, file=str(file)), Done)

    def release(self, flow: LiveFlow) -> None:
        """Give back what `connect` took at both ends, also at one when the other is gone. Raises FabricError."""
        try:
            self.nics[flow.source].ask(Release(qpn=flow.source_qpn, r_key=None), Done)
        finally:
            self.nics[flow.destination].ask(Release(qpn=flow.destination_qpn, r_key=flow.r_key), Done)


# --- Samples ---------------------------------------------------------------------------------------------------------


_FRESH_S = 0.2
"""A sample is served again for this long: however many clients ask, the lab is read five times a second at most."""
_PATIENCE_S = 1.0
_, _REFUSED, _MARKED, _TRIMMED, _, _TRIM_DROPPED = names.QUEUE_COUNTERS
_BACKLOG = "port_backlog"
"""A register of a file, so p4c and ours may put different things before its name."""
_LANE_BITS, _FRACTION_BITS = 64, 30
"""Of a queue's backlog in `port_backlog` (p4src/stages/virtual_queue.p4): bytes in units of 2^-30."""


class Sampler:
    def __init__(self, network: LiveFabric) -> None:
        self._network = network
        self._cells = Cells(network.fabric, network.pipeline)
        self._sessions: dict[str, Session] = {}
        self._waiting: Mapping[tuple[str, int], int] = {}
        self._last: Sampled | None = None
        self._next_s = 0.0

    def take(self, silent: Collection[str]) -> Sampled:
        """A sample; the last one when that is fresh."""
        if self._last is None or time.monotonic() >= self._next_s:
            self._waiting = self._queued()
            self._last = Sampled(
                now_ns=self._network.clock.now_ns(),
                links=dict(self._network.cabling.carried()),
                ports=dict(self._switches(silent)),
                nics=dict(self._nics(silent)),
            )
            self._next_s = time.monotonic() + _FRESH_S
        return self._last

    def close(self) -> None:
        """Let the switches go. Idempotent."""
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    def _switches(self, silent: Collection[str]) -> Iterator[tuple[str, list[PortSample]]]:
        for switch in self._network.fabric.switches():
            if switch.name in silent:
                continue
            with contextlib.suppress(SessionError):
                yield switch.name, self._ports(switch)

    def _ports(self, switch: Switch) -> list[PortSample]:
        session = self._session(switch)
        try:
            return self._cells.ports(switch, session.read(self._cells.of(switch)), self._waiting)
        except SessionError as error:
            if error.code != "UNIMPLEMENTED":
                raise
        self._cells = self._cells.without_registers()  # BMv2 shows none over P4Runtime
        self._waiting = self._queued()
        return self._cells.ports(switch, session.read(self._cells.of(switch)), self._waiting)

    def _queued(self) -> dict[tuple[str, int], int]:
        """Bytes that wait to enter a cable, by switch and port; empty where the program itself can be asked."""
        if self._cells.has_registers:
            return {}
        states = self._network.switch_ends()
        ends = (end for cable in self._network.cables.values() for end in cable.ends)
        return {(end.node, end.port): states[end.interface].queued_bytes for end in ends if end.interface in states}

    def _session(self, switch: Switch) -> Session:
        if switch.name not in self._sessions:
            address = self._network.switches[switch.name].grpc_address
            self._sessions[switch.name] = Session(switch.name, address, switch.device_id, timeout_s=_PATIENCE_S)
        return self._sessions[switch.name]

    def _nics(self, silent: Collection[str]) -> Iterator[tuple[str, NicSample]]:
        for nic in self._network.nics:
            if nic.name in silent:
                continue
            try:
                yield nic.name, nic.ask(Sample(), NicSample, patience_s=_PATIENCE_S)
            except FabricError:
                continue


class Cells:
    """Which cells of the P4 program a sample is made of, and the sample that they make."""

    def __init__(self, fabric: Fabric, pipeline: Pipeline, *, registers: bool = True) -> None:
        self._fabric, self._pipeline = fabric, pipeline
        qos = fabric.qos
        used = {qos.tc_to_queue.get(role.tc, 0) for role in qos.roles.values()}
        self._queues = sorted(used | {qos.tc_to_queue.get(qos.default_tc, 0)})
        self._counters = CounterCells(pipeline)
        found = (each.preamble.id for each in pipeline.p4info.registers if each.preamble.name.endswith(_BACKLOG))
        self._register = next(found, None) if registers else None

    @property
    def has_registers(self) -> bool:
        return self._register is not None

    def without_registers(self) -> Cells:
        return Cells(self._fabric, self._pipeline, registers=False)

    def of(self, switch: Switch) -> Iterator[p4runtime_pb2.Entity]:
        for port in switch.ports():
            for queue in self._queues:
                wanted = [_REFUSED]
                spec = self._fabric.qos.queues.get(queue)
                if spec is not None and spec.discard == "trim":
                    wanted += [_TRIMMED, _TRIM_DROPPED]
                if spec is not None and (spec.fabric.ecn or spec.host.ecn):
                    wanted.append(_MARKED)
                for name in wanted:
                    yield from self._counters.asked(name, [queue_index(port.number, queue)])
            if self._register is not None:
                entity = p4runtime_pb2.Entity()
                entity.register_entry.register_id = self._register
                entity.register_entry.index.index = port.number
                yield entity

    def ports(
        self, switch: Switch, cells: Iterable[p4runtime_pb2.Entity], waiting: Mapping[tuple[str, int], int]
    ) -> list[PortSample]:
        """What was read of a switch; `waiting` by switch and port, where the program was not asked."""
        read = list(cells)
        packets: Counter[tuple[str, int]] = Counter()
        for name, index, count in self._counters.packets(read):
            packets[name, index // QUEUES] += count
        states = {
            cell.register_entry.index.index: int.from_bytes(cell.register_entry.data.bitstring, "big")
            for cell in read
            if cell.HasField("register_entry")
        }
        return [
            self._port(port.number, packets, states.get(port.number), waiting.get((switch.name, port.number)))
            for port in switch.ports()
        ]

    def _port(
        self, number: int, packets: Counter[tuple[str, int]], state: int | None, waiting: int | None
    ) -> PortSample:
        refused, marked, trimmed, trim_dropped = (
            packets[name, number] for name in (_REFUSED, _MARKED, _TRIMMED, _TRIM_DROPPED)
        )
        return PortSample(
            trimmed=trimmed,
            trim_dropped=trim_dropped,
            dropped=refused - trimmed,
            marked=marked,
            backlog_us=(state or 0) >> QUEUES * _LANE_BITS,
            waiting=waiting,
            backlog=[] if state is None else [_lane(state, queue) for queue in range(QUEUES)],
        )


def _lane(state: int, queue: int) -> int:
    return (state >> queue * _LANE_BITS & (1 << _LANE_BITS) - 1) >> _FRACTION_BITS
