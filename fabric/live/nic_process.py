# SPDX-License-Identifier: Apache-2.0
"""One NIC of a live fabric as a process.

`python -m fabric.live.nic_process TOPOLOGY NIC FACTOR ORIGIN_NS SETTINGS ORDERS FD` is started by `fabric.live.nics`.
Requests come as lines over the socket of descriptor FD (`fabric.live.messages`); when the other end closes it, the
process ends. Orders come over that of ORDERS (`fabric.live.orders`).
"""

from __future__ import annotations

import selectors
import socket
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

import topologies
from fabric.errors import FabricError
from fabric.live.answering import Answering
from fabric.live.arrivals import Arrivals
from fabric.live.cables import await_up, ip, silence, tc
from fabric.live.ends import read_ends
from fabric.live.isolation import host_process_id
from fabric.live.lateness import typical_and_worst
from fabric.live.messages import (
    Carrier,
    Connect,
    Done,
    EndsRead,
    EvChanged,
    InFlight,
    Measure,
    Measured,
    NicSample,
    NicSettings,
    NicStatus,
    Open,
    Opened,
    Pace,
    PathEvs,
    Ports,
    QpStatus,
    ReadEnds,
    Register,
    Registered,
    Release,
    Reply,
    Request,
    Sample,
    Save,
    SetPort,
    Sockets,
    Status,
    Tc,
    Write,
    read_request,
)
from fabric.live.nic_loop import NicLoop
from fabric.live.nic_orders import NicOrders
from fabric.live.nic_ports import InterfacePort, SocketPort
from fabric.live.scale import Clock, Scale
from fabric.live.source import TopologySource
from host_stack import CcProfile, CompletionStatus, EvState, MemoryRegion, Nic, QueuePair
from host_stack.errors import HostStackError
from host_stack.greeting import Greeting
from host_stack.parameters import qp_parameters
from host_stack.provision import enter_rts, greet, nic_config, open_qp, peer_address
from p4soft.switch.ports.interface import LinkMonitor

_OUT = frozenset((EvState.ASSUMED_BAD, EvState.DENIED))
_SAMPLED = 16
"""Queue pairs whose paths a sample has; the newest."""


class NicProcess:
    """The NIC, its loop, and what it answers."""

    def __init__(
        self,
        fabric: topologies.Fabric,
        index: int,
        clock: Clock,
        settings: NicSettings,
        *,
        control: socket.socket,
        orders: socket.socket,
    ) -> None:
        config = nic_config(fabric, index, trimming=settings.trimming, overrides=settings.options)
        self._fabric = fabric
        self._parameters = qp_parameters(settings.options)
        self._index = index
        self._clock = clock
        self._nic = Nic(replace(config, ev_event_mask=_OUT), settings.seed << 20 | index)
        self._selector = selectors.SelectSelector()  # epoll waits in whole milliseconds
        self._arrivals = Arrivals(fabric, config)
        self._loop = NicLoop(
            self._nic, clock, self._selector,
            signal_ns=settings.signal_ns, hold_ns=settings.hold_ns, saw=self._arrivals.saw,
        )  # fmt: skip
        self._answering = Answering(
            control, self._selector, lambda line: self._do(read_request(line)),
            (ValueError, KeyError, RuntimeError, MemoryError, FabricError, HostStackError),
        )  # fmt: skip
        self._monitor: LinkMonitor | None = None
        self._regions: dict[int, MemoryRegion] = {}
        self._orders = NicOrders(self._nic, clock, orders, self._selector, self._regions)
        self._greetings: dict[int, Greeting] = {}
        self._completed: dict[int, list[int]] = {}
        self._failures: dict[int, list[str]] = {}

    def run(self) -> None:
        """Until the other end of the control socket is closed."""
        try:
            while not self._answering.ended:
                self._loop.turn()
                self._orders.tell()
        finally:
            if self._monitor is not None:
                self._monitor.close()
            self._loop.close()

    def _do(self, request: Request) -> Reply:
        match request:
            case Ports():
                self._open_interfaces()
            case Sockets(descriptors=descriptors):
                self._open_sockets(descriptors)
            case Carrier(port=port, up=up):
                self._loop.ports[port].notice(up)
                self._loop.look()
            case Open():
                return self._open(request)
            case Connect(qpn=qpn, peer=peer):
                own = self._greetings[qpn]
                enter_rts(self._nic.queue_pairs[qpn], own, Greeting.from_json(peer), self._parameters)
            case Register(size=size):
                region = self._nic.register_memory(size)
                self._regions[region.r_key] = region
                return Registered(address=region.address, r_key=region.r_key)
            case Write():
                data = Path(request.file).read_bytes()
                self._nic.queue_pairs[request.qpn].post_write(data, request.address, request.r_key)
            case Save(r_key=r_key, file=file):
                Path(file).write_bytes(self._regions[r_key].data)
            case Release(qpn=qpn, r_key=r_key):
                self._release(qpn, r_key)
            case Pace(port=port, rate_bps=rate_bps):
                self._loop.ports[port].rate_bps = rate_bps
            case Tc(lines=lines):
                tc(lines)
            case SetPort(port=port, up=up):
                ip([f"link set {self._port_names()[port]} {'up' if up else 'down'}"])
            case Status():
                return self._status()
            case Sample():
                return self._sample()
            case Measure():
                return self._measured()
            case ReadEnds():
                names = self._port_names()
                ends = read_ends(names)
                return EndsRead(ends=[ends[name] for name in names])
            case _:
                assert_never(request)
        return Done()

    def _open_interfaces(self) -> None:
        ports, names = self._nic.config.ports, self._port_names()
        ip(f"link set n{self._index}.{number} name {name}" for number, name in enumerate(names))
        for name in ("lo", *names):
            silence(name)
        ip(f"link set {name} address {port.mac.hex(':')} up" for name, port in zip(names, ports, strict=True))
        await_up(names)  # a NIC whose port came up later would tell its peers, and the first capture would have that
        self._monitor = LinkMonitor(self._selector, self._loop.look)  # what changes from now on it is told
        self._loop.open([InterfacePort(name, port.rate_bps) for name, port in zip(names, ports, strict=True)])

    def _open_sockets(self, descriptors: Sequence[int]) -> None:
        ports = zip(descriptors, self._nic.config.ports, strict=True)
        self._loop.open([SocketPort(descriptor, port.rate_bps) for descriptor, port in ports])

    def _port_names(self) -> list[str]:
        return [f"port{number}" for number in range(len(self._nic.config.ports))]

    def _open(self, request: Open) -> Opened:
        peer = peer_address(self._nic, self._fabric.nic(request.peer))
        congestion = CcProfile(request.congestion.algorithm, request.congestion.parameters)
        qp = open_qp(
            self._fabric, self._nic, peer,
            evs=request.evs, paths=request.paths, cc=congestion, parameters=self._parameters, pinned=request.pinned,
        )  # fmt: skip
        self._arrivals.expect(peer, request.peer)
        own = self._greetings[qp.qpn] = greet(self._fabric, self._nic, qp, self._parameters)
        return Opened(qpn=qp.qpn, greeting=own.to_json(), room=qp.queues.capacity.max_send_wr)

    def _release(self, qpn: int, r_key: int | None) -> None:
        self._nic.destroy_qp(self._nic.queue_pairs[qpn])
        for kept in (self._greetings, self._completed, self._failures):
            kept.pop(qpn, None)
        if r_key is not None:
            self._nic.deregister_memory(self._regions.pop(r_key))

    def _status(self) -> NicStatus:
        loop = self._loop
        changes = [
            EvChanged(
                time_ns=event.time_ns,
                qpn=event.qpn,
                entropy=event.entropy,
                plane=event.plane,
                uplink=event.uplink,
                old=event.old.value if event.old else "none",
                new=event.new.value,
                reason=event.reason,
            )
            for event in self._nic.events.take()
        ]
        return NicStatus(
            process_id=host_process_id(),
            now_ns=self._clock.now_ns(),
            ports_up=[port.up for port in loop.ports],
            late_ns=typical_and_worst(loop.late_ns),
            lost_by_kernel=sum(port.count_losses() for port in loop.ports),
            not_sent=sum(port.not_sent for port in loop.ports),
            counters=dict(self._nic.counters),
            queue_pairs=[self._qp_status(qp) for _, qp in sorted(self._nic.queue_pairs.items())],
            ev_changes=changes,
        )

    def _measured(self) -> Measured:
        return Measured(
            arrived=self._arrivals.told(),
            in_flight={
                qpn: [InFlight(way=way, packets=packets) for way, packets in qp.in_flight().items()]
                for qpn, qp in sorted(self._nic.queue_pairs.items())
            },
            posted_late_ns=typical_and_worst(self._orders.late_ns),
        )

    def _sample(self) -> NicSample:
        newest = sorted(self._nic.queue_pairs.items())[-_SAMPLED:]
        return NicSample(
            now_ns=self._clock.now_ns(),
            paths={qpn: _paths(qp) for qpn, qp in newest},
        )

    def _qp_status(self, qp: QueuePair) -> QpStatus:
        completed, failures = self._completed.setdefault(qp.qpn, []), self._failures.setdefault(qp.qpn, [])
        for completion in () if qp.qpn in self._orders.watched else qp.poll_completions():
            if completion.status is CompletionStatus.SUCCESS:
                completed.append(completion.time_ns)
            else:
                failures.append(completion.status.value)
        counters = qp.counters
        states = [entry.state.value for entry in qp.evs or ()]
        return QpStatus(
            qpn=qp.qpn,
            state=qp.state.value,
            evs={state: states.count(state) for state in sorted(set(states))},
            completed=completed,
            failures=failures,
            bytes_placed=counters.bytes_placed,
            packets=counters.data_packets,
            retransmissions=counters.retransmissions,
            nacks=sum(counters.nacks_received.values()),
            losses=counters.losses_inferred + counters.timeout_losses,
            timeouts=counters.timeouts,
            evs_retired=counters.evs_retired,
            evs_revived=counters.evs_revived,
            worst_delivery_ns=counters.worst_delivery_ns,
        )


def _paths(qp: QueuePair) -> list[PathEvs]:
    ways: dict[tuple[int, int], str] = {}
    for entry in qp.evs or ():
        letter = entry.state.value[0]
        way = entry.plane, entry.uplink
        ways[way] = ways.get(way, "") + (letter if entry.active else letter.lower())
    return [PathEvs(plane=plane, uplink=uplink, states=states) for (plane, uplink), states in sorted(ways.items())]


def main(arguments: Sequence[str]) -> None:
    """Run one NIC until it is no longer wanted."""
    topology, index, factor, origin_ns, settings, orders, descriptor = arguments
    fabric = TopologySource.model_validate_json(topology).load()
    clock = Clock(Scale(int(factor)), int(origin_ns))
    given = NicSettings.model_validate_json(settings)
    with socket.socket(fileno=int(descriptor)) as control, socket.socket(fileno=int(orders)) as steering:
        NicProcess(fabric, int(index), clock, given, control=control, orders=steering).run()


if __name__ == "__main__":
    main(sys.argv[1:])
