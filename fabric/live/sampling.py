# SPDX-License-Identifier: Apache-2.0
"""What changes all the time in a live fabric, read off its switches and NICs: counters, queues, paths.

Made to be asked again and again beside traffic: a switch is asked for a few dozen cells in one Read, a NIC answers
between two frames, and nobody who stands still is waited for.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2

from controller import program as names
from controller.pipeline import Pipeline
from controller.program import QUEUES, queue_index
from fabric.errors import FabricError
from fabric.live.counter_cells import CounterCells
from fabric.live.messages import NicSample, Sample
from fabric.live.network import LiveNetwork
from fabric.live.samples import PortSample, Sampled
from p4soft.p4runtime_client import Session, SessionError
from topologies import Fabric, Switch

_FRESH_S = 0.2
"""Whoever asks again sooner gets the same sample: however many ask, the lab is asked five times a second at most."""
_PATIENCE_S = 1.0
_, _REFUSED, _MARKED, _TRIMMED, _, _TRIM_DROPPED = names.QUEUE_COUNTERS
_BACKLOG = "port_backlog"
"""A register of a file, so p4c and ours may put different things before its name."""
_LANE_BITS, _FRACTION_BITS = 64, 30
"""Of a queue's backlog in `port_backlog` (p4src/stages/virtual_queue.p4): bytes in units of 2^-30."""


class Sampler:
    """Takes samples of one fabric."""

    def __init__(self, network: LiveNetwork) -> None:
        self._network = network
        self._cells = Cells(network.fabric, network.pipeline)
        self._sessions: dict[str, Session] = {}
        self._waiting: Mapping[tuple[str, int], int] = {}
        self._last: Sampled | None = None
        self._next_s = 0.0

    def take(self, silent: Collection[str]) -> Sampled:
        """A sample; the last one when that is fresh.

        Args:
            silent: switches and NICs that would not answer.
        """
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
            if error.code != grpc.StatusCode.UNIMPLEMENTED:
                raise
        self._cells = self._cells.without_registers()  # BMv2 shows none over P4Runtime
        self._waiting = self._queued()
        return self._cells.ports(switch, session.read(self._cells.of(switch)), self._waiting)

    def _queued(self) -> dict[tuple[str, int], int]:
        """By switch and port, what waits to enter the cable there; nothing where the program itself can be asked."""
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
        """Whether it asks for queues."""
        return self._register is not None

    def without_registers(self) -> Cells:
        """The same, but for queues."""
        return Cells(self._fabric, self._pipeline, registers=False)

    def of(self, switch: Switch) -> Iterator[p4runtime_pb2.Entity]:
        """What to read of a switch."""
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
    """Bytes ahead of a packet of a queue, rounded down."""
    return (state >> queue * _LANE_BITS & (1 << _LANE_BITS) - 1) >> _FRACTION_BITS
