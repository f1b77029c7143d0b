# SPDX-License-Identifier: Apache-2.0
"""One NIC of a live fabric as a process.

`python -m fabric.live.nic_process TOPOLOGY NIC FACTOR ORIGIN_NS SETTINGS ORDERS FD` is started by
`fabric.live.processes`. Requests come as lines over the socket of descriptor FD; when the other end closes it, the
process ends. Orders come over that of ORDERS. `fabric.live.messages` has both.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import selectors
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

import topologies
from fabric.errors import FabricError
from fabric.live.messages import (
    ORDERS,
    REQUESTS,
    Answering,
    Arrived,
    Carrier,
    Compare,
    Compared,
    Connect,
    Done,
    Ended,
    EndsRead,
    EvChanged,
    InFlight,
    Lines,
    Measure,
    Measured,
    NicSample,
    NicSettings,
    NicStatus,
    Open,
    Opened,
    Order,
    Pace,
    PathEvs,
    Ports,
    Post,
    Provide,
    Provided,
    QpStatus,
    ReadEnds,
    Refused,
    Register,
    Registered,
    Release,
    Reply,
    Report,
    Request,
    Sample,
    Save,
    SetPort,
    Sockets,
    Status,
    Tc,
    TopologySource,
    Watch,
    Write,
    line_of,
    message_of,
)
from fabric.live.namespaces import host_process_id
from fabric.live.nic_loop import InterfacePort, NicLoop, SocketPort
from fabric.live.scale import Clock, Scale, latenesses, typical_and_worst
from fabric.live.tc import await_up, disable_ipv6, read_ends, run_ip, run_tc
from fabric.measurements import FrameCount
from host_stack import (
    CcProfile,
    CompletionKind,
    CompletionStatus,
    ConfigError,
    EvState,
    MemoryRegion,
    Nic,
    NicConfig,
    QueuePair,
)
from host_stack.errors import HostStackError
from host_stack.provision import (
    FabricPaths,
    connection_parameters,
    enter_rts,
    nic_config,
    open_qp,
    peer_address,
    qp_parameters,
)
from host_stack.transport.connection import ConnectionParameters
from host_stack.wire.constants import TRIMMED_ROLES
from host_stack.wire.frames import Drop, FrameParser
from p4soft.switch.ports.interface import LinkMonitor

# --- Orders ----------------------------------------------------------------------------------------------------------


_READ = 1 << 16


class NicOrders:
    """Reads orders when a selector says that there are some; reports leave when the NIC is done with what it is doing.

    Attributes:
        watched: numbers of the queue pairs whose completions are reported; no other code may take their completions.
        late_ns: how long after it was ordered each of the newest messages was posted, ns of the topology.
    """

    def __init__(
        self,
        nic: Nic,
        clock: Clock,
        control: socket.socket,
        selector: selectors.BaseSelector,
        regions: dict[int, MemoryRegion],
    ) -> None:
        """Begin to listen.

        Args:
            nic: whose.
            clock: of the fabric.
            control: where orders come from, and reports go to.
            selector: whose keys' data are called with a mask of events.
            regions: the NIC's by r_key; ordered regions are added.
        """
        self.watched: set[int] = set()
        self.late_ns = latenesses()
        self._nic = nic
        self._clock = clock
        self._control = control
        self._selector = selector
        self._regions = regions
        self._files: dict[str, mmap.mmap] = {}
        self._lines = Lines()
        self._ended: dict[int, None] = {}
        selector.register(control, selectors.EVENT_READ, self._readable)

    def tell(self) -> None:
        """Report what has ended since the last time; called when the NIC is done with what it was doing."""
        if not self._ended:
            return
        ended, self._ended = self._ended, {}
        for qpn in ended:
            for done in self._nic.queue_pairs[qpn].poll_completions():
                number = done.wr_id if done.kind is CompletionKind.WRITE else done.imm or 0
                failure = None if done.status is CompletionStatus.SUCCESS else done.status.value
                self._report(Ended(qpn=qpn, number=number, time_ns=done.time_ns, failure=failure))

    def _readable(self, _events: int) -> None:
        try:
            data = self._control.recv(_READ)
        except OSError:  # reset: the other end closed without reading all reports
            data = b""
        if not data:  # no orders will come any more
            self._selector.unregister(self._control)
            return
        for line in self._lines.take(data):
            try:
                self._do(ORDERS.read(line))
            except KeyError as problem:
                self._report(Refused(why=f"no queue pair or region {problem} here"))
            except (OSError, ValueError, MemoryError, HostStackError) as problem:
                self._report(Refused(why=str(problem) or type(problem).__name__))

    def _do(self, order: Order) -> None:
        match order:
            case Watch(qpn=qpn):
                self.watched.add(qpn)
                self._nic.queue_pairs[qpn].queues.send_cq.handler = self._bell(qpn)
            case Provide(size=size):
                region = self._nic.register_memory(size)
                self._regions[region.r_key] = region
                self._report(Provided(address=region.address, r_key=region.r_key))
            case Post():
                self._post(order)
            case Compare():
                region = self._regions[order.r_key]
                wanted = self._file(order.file)[order.begin : order.begin + region.length]
                found = None if region.data == wanted else hashlib.sha256(region.data).hexdigest()
                self._report(Compared(ticket=order.ticket, found=found))
            case _:
                assert_never(order)

    def _bell(self, qpn: int) -> Callable[[int], None]:
        def ring(_time_ns: int) -> None:  # the NIC must not be called from here: it is in the middle of something
            self._ended[qpn] = None

        return ring

    def _post(self, order: Post) -> None:
        now_ns = self._clock.now_ns()
        self.late_ns.append(now_ns - order.ordered_ns)
        queue_pair = self._nic.queue_pairs[order.qpn]
        data = memoryview(self._file(order.file))[order.begin : order.begin + order.size]
        try:
            if order.immediate:
                queue_pair.post_write_imm(data, order.address, order.r_key, order.number, wr_id=order.number)
            else:
                queue_pair.post_write(data, order.address, order.r_key, wr_id=order.number)
        except HostStackError as problem:
            self._report(Ended(qpn=order.qpn, number=order.number, time_ns=now_ns, failure=str(problem)))

    def _file(self, name: str) -> mmap.mmap:
        if name not in self._files:
            with Path(name).open("rb") as stream:
                self._files[name] = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        return self._files[name]

    def _report(self, report: Report) -> None:
        with contextlib.suppress(OSError):  # the other end is gone: the NIC's process is about to end, too
            self._control.sendall(line_of(report))


# --- What arrived from whom ------------------------------------------------------------------------------------------


class Arrivals:
    """Counts frames per sending NIC and EV; what an EV names is looked up on demand."""

    def __init__(self, fabric: topologies.Fabric, config: NicConfig) -> None:
        self._fabric = fabric
        self._config = config
        self._parser = FrameParser(config.wire, config.address)
        self._uses: dict[tuple[bytes, int, int], FrameCount] = {}
        self._peers: dict[bytes, int] = {}

    def expect(self, peer: bytes, index: int) -> None:
        """Frames from this address are of that NIC; others are not counted."""
        self._peers[peer] = index

    def saw(self, port: int, frame: bytes) -> None:
        packet = self._parser.parse(frame)
        if isinstance(packet, Drop) or packet.source not in self._peers:
            return
        key = packet.source, port, packet.entropy
        use = self._uses.get(key)
        if use is None:
            use = self._uses[key] = FrameCount()
        use.frames += 1
        use.bytes += len(frame)
        use.trimmed += packet.role in TRIMMED_ROLES

    def counted(self) -> list[Arrived]:
        """All counts, in order of NICs and paths."""
        sums: dict[tuple[int, int, int | None], FrameCount] = {}
        for (peer, port, entropy), use in self._uses.items():
            path = sums.setdefault((self._peers[peer], port, self._uplink(self._peers[peer], entropy)), FrameCount())
            path.frames += use.frames
            path.bytes += use.bytes
            path.trimmed += use.trimmed
        return [
            Arrived(source=source, plane=plane, uplink=uplink, frames=u.frames, bytes=u.bytes, trimmed=u.trimmed)
            for (source, plane, uplink), u in sorted(sums.items(), key=lambda item: (*item[0][:2], item[0][2] or 0))
        ]

    def _uplink(self, source: int, entropy: int) -> int | None:
        """The uplink that an EV of a NIC names; None where it names none."""
        wire = self._config.wire
        if not wire.ev_mode.encapsulates:
            return None
        towards = FabricPaths(self._fabric, self._fabric.nic(source), wire).template(self._config.address)
        try:
            return None if towards is None else towards.format.path(entropy)[1]
        except ConfigError:
            return None


# --- The process -----------------------------------------------------------------------------------------------------


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
            control, self._selector, lambda line: self._do(REQUESTS.read(line)),
            (ValueError, KeyError, RuntimeError, MemoryError, FabricError, HostStackError),
        )  # fmt: skip
        self._monitor: LinkMonitor | None = None
        self._regions: dict[int, MemoryRegion] = {}
        self._orders = NicOrders(self._nic, clock, orders, self._selector, self._regions)
        self._parameters_of: dict[int, ConnectionParameters] = {}
        self._completed: dict[int, list[int]] = {}
        self._failures: dict[int, list[str]] = {}

    def run(self) -> None:
        try:
            while not self._answering.ended:
                self._loop.step()
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
                own = self._parameters_of[qpn]
                enter_rts(self._nic.queue_pairs[qpn], own, ConnectionParameters.from_json(peer), self._parameters)
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
                self._loop.ports[port].pace(rate_bps, self._clock.now_ns())
            case Tc(lines=lines):
                run_tc(lines)
            case SetPort(port=port, up=up):
                run_ip([f"link set {self._port_names()[port]} {'up' if up else 'down'}"])
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
        run_ip(f"link set n{self._index}.{number} name {name}" for number, name in enumerate(names))
        for name in ("lo", *names):
            disable_ipv6(name)
        run_ip(f"link set {name} address {port.mac.hex(':')} up" for name, port in zip(names, ports, strict=True))
        await_up(names)  # a NIC whose port came up later would tell its peers, and the first capture would have that
        self._monitor = LinkMonitor(self._selector, self._loop.look)  # it reports changes from now on
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
        own = self._parameters_of[qp.qpn] = connection_parameters(self._fabric, self._nic, qp, self._parameters)
        return Opened(qpn=qp.qpn, parameters=own.to_json(), room=qp.queues.capacity.max_send_wr)

    def _release(self, qpn: int, r_key: int | None) -> None:
        self._nic.destroy_qp(self._nic.queue_pairs[qpn])
        for by_number in (self._parameters_of, self._completed, self._failures):
            by_number.pop(qpn, None)
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
            arrived=self._arrivals.counted(),
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
    fabric = message_of(topology, TopologySource).load()
    clock = Clock(Scale(int(factor)), int(origin_ns))
    given = message_of(settings, NicSettings)
    with socket.socket(fileno=int(descriptor)) as control, socket.socket(fileno=int(orders)) as steering:
        NicProcess(fabric, int(index), clock, given, control=control, orders=steering).run()


if __name__ == "__main__":
    main(sys.argv[1:])
