# SPDX-License-Identifier: Apache-2.0
"""The NIC: what it has, whom a frame is for, and what leaves when. Sans-I/O; every call carries the time in ns."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from host_stack.config import FIRST_QPN, LAST_QPN, DeviceAttributes, NicConfig, query_device
from host_stack.errors import ConfigError, UnknownObjectError, check_time, for_all
from host_stack.journal import Journal
from host_stack.paths.ev import EvEvents
from host_stack.paths.probes import EvProber, OpenProbe, Purpose
from host_stack.ports import PortControl
from host_stack.queue_pair import QueuePair
from host_stack.scheduler import TIMER_BITS, Scheduler, Timer, Timers
from host_stack.transport.completions import (
    AsyncEvent,
    AsyncEventKind,
    AsyncEvents,
    CompletionChannel,
    CompletionQueue,
    CompletionQueueError,
    CompletionQueues,
    CompletionStatus,
)
from host_stack.transport.congestion.controller import FlowControl, ReceiverPenalty
from host_stack.transport.congestion.destination import Destination, Destinations
from host_stack.transport.congestion.incast_penalty import IncastPenalty, NoPenalty
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.connection import Capabilities, QpCapacity, TransportOptions
from host_stack.transport.frames import nominal_size
from host_stack.transport.memory import (
    DEFAULT_DOMAIN,
    Access,
    Buffer,
    MemoryRegion,
    MemoryTable,
    ProtectionDomain,
)
from host_stack.transport.windows import ReceiveResources
from host_stack.unboxed import unboxed
from host_stack.verbs import QpState
from host_stack.wire.codecs import builder_of, parser_of
from host_stack.wire.constants import ENDPOINT_QPN, MPR_UNIT, EndpointOp, SackMark
from host_stack.wire.frames import Drop, DropReason, Packet, ethernet
from host_stack.wire.headers import Eeth, Erth, Opcode, Recipient, Seth, same_partition

# --- Queue pair numbers ----------------------------------------------------------------------------------------------


class QpNumbers:
    """Gives numbers in turn: one that was used comes again when 16 million others have been.

    Attributes:
        queue_pairs: by number; next: the number that is tried next.
    """

    def __init__(self) -> None:
        self.queue_pairs: dict[int, QueuePair] = {}
        self.next = FIRST_QPN

    def free(self) -> int:
        """A number that is nobody's."""
        while True:
            qpn = self.next
            self.next = qpn + 1 if qpn < LAST_QPN else FIRST_QPN
            if qpn not in self.queue_pairs:
                return qpn

    def renumber(self, qp: QueuePair) -> int:
        """Another number for ``qp``, which from now on is its only one."""
        qpn = self.free()
        del self.queue_pairs[qp.qpn]
        self.queue_pairs[qpn] = qp
        return qpn

    def check(self, qp: QueuePair) -> None:
        """Raises UnknownObjectError if ``qp`` has no number here, or not any more."""
        if self.queue_pairs.get(qp.qpn) is not qp:
            raise UnknownObjectError(f"queue pair {qp.qpn} is not one of this NIC")


# --- Shared windows --------------------------------------------------------------------------------------------------


def share_windows(queue_pairs: Iterable[QueuePair], resources: ReceiveResources) -> None:
    """Give every receiving queue pair with dynamic MPR its share, at most the window that was agreed."""
    if not resources.limits.bitmap_psns:
        return
    responders = [qp.responder for qp in queue_pairs if qp.receives and qp.responder is not None]
    dynamic = [responder for responder in responders if responder.reception.mpr]
    for responder in dynamic:
        responder.advertise(resources.share(len(dynamic), responder.most_mpr, MPR_UNIT))


# --- Endpoint operations ---------------------------------------------------------------------------------------------


class Operation(NamedTuple):
    """What to do with a request, whose answer is a (port, frame) or None, and with a response that came by a port."""

    on_request: Callable[[Packet, Erth, int], tuple[int, bytes] | None]
    on_response: Callable[[Packet, int, int], None]


class Endpoint:
    """What NICs ask each other outside of any queue pair, at QP 0x2 (wire-format §6.13): a row for each operation."""

    def __init__(
        self,
        prober: EvProber,
        ports: PortControl,
        on_probe_answer: Callable[[OpenProbe, int], None],
        counters: Counter[str],
    ) -> None:
        """``on_probe_answer`` takes an EV probe that has been answered, and the time."""
        self._prober = prober
        self._on_probe_answer = on_probe_answer
        self._counters = counters
        self._ports = ports
        self._operations = {
            int(EndpointOp.PORT_STATUS): Operation(ports.on_request, self._port_status_response),
            int(EndpointOp.EV_PROBE): Operation(self._ev_probe_request, self._ev_probe_response),
        }

    def receive(self, packet: Packet, port: int, now_ns: int) -> tuple[int, bytes] | None:
        """A request or a response came by ``port``: the (port, frame) to answer with; unknown ones are counted."""
        match packet.bth.opcode, packet.control:
            case Opcode.ENDPOINT_REQUEST, (Erth() as erth,):
                operation = self._operations.get(erth.op)
                if operation is not None:
                    return operation.on_request(packet, erth, now_ns)
                self._counters["drop.endpoint_op"] += 1
            case Opcode.ENDPOINT_RESPONSE, (Eeth() as eeth,):
                operation = self._operations.get(eeth.op)
                if operation is not None:
                    operation.on_response(packet, port, now_ns)
                else:
                    self._counters["drop.probe_response"] += 1
            case _:
                self._counters[f"drop.{DropReason.UNHANDLED_OPCODE.value}"] += 1
        return None

    def _ev_probe_request(self, packet: Packet, erth: Erth, _now_ns: int) -> tuple[int, bytes] | None:
        answer = self._prober.response(packet, erth)
        if answer is not None:
            self._counters["ev_probe.responses"] += 1
        return answer

    def _port_status_response(self, packet: Packet, _port: int, now_ns: int) -> None:
        self._ports.on_response(packet, now_ns)

    def _ev_probe_response(self, packet: Packet, port: int, now_ns: int) -> None:
        for probe in self._prober.answer(packet, port, now_ns):
            self._on_probe_answer(probe, now_ns)


# --- The NIC ---------------------------------------------------------------------------------------------------------


# Members that are asked for with every packet, looked up once.
_ENDPOINT: Final = Recipient.ENDPOINT
_RESPONDER: Final = Recipient.RESPONDER
_RTR: Final = QpState.RTR
_RTS: Final = QpState.RTS
_UNMARKED: Final = int(SackMark.NONE)
_TIMER: Final = (1 << TIMER_BITS) - 1


@unboxed(ints="_received _sent now_ns", bools="_settled")
class Nic:
    """An MRC NIC.

    Attributes:
        config: what it was told.
        events: EV transitions of all its queue pairs, in time order, until they are taken.
        journal: where it logs its frames; None, as at the start, for not at all.
        async_events: what else it has to report (``AsyncEventKind``), until it is taken.
        memory: its registered regions; completion_queues: its completion queues.
        queue_pairs: by queue pair number.
        builder, prober: what makes its frames and its EV probes.
        ports: its ports, and the planes towards its peers.
        resources: what it receives with.
        now_ns: latest time it was told.
    """

    __slots__ = (
        "__dict__",  # machine code that takes the place of methods (``native``)
        "__weakref__",
        "_counters",
        "_destinations",
        "_domains",
        "_endpoint",
        "_good_pkey",
        "_macs",
        "_masks",
        "_numbers",
        "_parser",
        "_pkey",
        "_psn_rng",
        "_received",
        "_rng",
        "_scheduler",
        "_seed",
        "_sent",
        "_settled",
        "_timers",
        "async_events",
        "builder",
        "completion_queues",
        "config",
        "events",
        "journal",
        "memory",
        "now_ns",
        "ports",
        "prober",
        "queue_pairs",
        "resources",
    )

    def __init__(self, config: NicConfig, seed: int) -> None:
        """A NIC whose every random choice follows from ``seed``."""
        self.config = config
        self._counters: Counter[str] = Counter()
        self._received = self._sent = 0
        self.journal: Journal | None = None
        self.events = EvEvents(config.ev_event_depth, config.ev_event_mask)
        self.async_events = AsyncEvents(config.async_event_depth)
        self.memory = MemoryTable()
        self.completion_queues = CompletionQueues(self._on_overrun)
        self._numbers = QpNumbers()
        self.queue_pairs = self._numbers.queue_pairs
        self.now_ns = 0
        self._seed = seed
        self._rng: Random | None = None  # a generator takes 2.5 kB: they are made when they are needed
        self._psn_rng: Random | None = None
        self._macs = [port.mac for port in config.ports]
        self._parser = parser_of(config.codec, config.wire, config.address)
        # A P_Key that needs no comparison: the own one, of a full member.
        self._pkey = config.wire.pkey
        self._good_pkey = self._pkey if self._pkey & 0x8000 else -1
        links = tuple(ethernet(port.mac, port.peer_mac) for port in config.ports)
        self.builder = builder_of(config.codec, config.wire, links)
        rates_bps = [port.rate_bps for port in config.ports]
        self.prober = EvProber(
            config.address,
            config.paths,
            builder=self.builder,
            rates_bps=rates_bps,
            counters=self._counters,
        )
        self._timers = Timers()
        self.ports = PortControl(
            config, builder=self.builder, prober=self.prober, counters=self._counters, schedule=self._timers.ports
        )
        self._masks = self.ports.masks
        self._endpoint = Endpoint(self.prober, self.ports, self._on_probe_answer, self._counters)
        self._scheduler = Scheduler(
            rates_bps,
            self.prober,
            self._timers,
            patience_ns=config.transport.ev_probe_interval_ns,
            counters=self._counters,
        )
        self._destinations = Destinations(
            [port.rate_bps for port in config.ports],
            base_rtt_ns=config.transport.base_rtt_ns,
            packet_bytes=nominal_size(config.transport.path_mtu, timestamps=config.wire.timestamps),
        )
        flow_control = _receiver_control(config.transport, rates_bps)
        self.resources = ReceiveResources(config.receive_limits, self.memory, self.ports.masks, flow_control)
        self._domains = 0
        self._settled = True
        from host_stack.native import use_machine_code  # noqa: PLC0415  it knows what NICs are made of

        use_machine_code(self)

    @property
    def counters(self) -> Counter[str]:
        """Frames and drops by name: ``rx.frames``, ``tx.frames``, ``drop.<reason>``, ``ev_probe.*``."""
        counters = self._counters
        # Counted apart: a Counter takes its time, and these are for every frame.
        for name, frames in (("rx.frames", self._received), ("tx.frames", self._sent)):
            if frames:
                counters[name] = frames
        return counters

    # --- Set-up -----------------------------------------------------------------------------------------------------

    def create_protection_domain(self) -> ProtectionDomain:
        """Another protection domain: what is in it is reached only by queue pairs that are in it."""
        self._domains += 1
        return ProtectionDomain(self._domains)

    def register_memory(
        self,
        buffer: int | Buffer,
        *,
        address: int | None = None,
        domain: ProtectionDomain = DEFAULT_DOMAIN,
        access: Access = Access.REMOTE_WRITE,
    ) -> MemoryRegion:
        """Register a buffer (or a new one of that many bytes) that peers may write, at ``address`` or one that is free.

        Raises:
            ConfigError: the buffer cannot be written, is not contiguous, or leaves the 64-bit address space.
        """
        return self.memory.register(buffer, address=address, domain=domain, access=access, rng=self._random())

    def deregister_memory(self, region: MemoryRegion) -> None:
        """Withdraw a region: from now on its r_key is refused. Raises UnknownObjectError if it is not registered."""
        self.memory.remove(region)

    def create_cq(self, depth: int, channel: CompletionChannel | None = None) -> CompletionQueue:
        """A completion queue with room for ``depth``, for any number of queue pairs; ``arm`` notifies ``channel``.

        Raises:
            ConfigError: ``depth`` is not in 1..2^22.
        """
        return self.completion_queues.create(depth, channel)

    def destroy_cq(self, queue: CompletionQueue) -> None:
        """End a completion queue, with what is in it.

        Raises:
            CompletionQueueError: a queue pair uses it.
            UnknownObjectError: it is not one of this NIC, or not any more.
        """
        users = [qp.qpn for qp in self.queue_pairs.values() if qp.queues.uses(queue)]
        if users:
            raise CompletionQueueError(
                f"completion queue {queue.number} is used by queue pair {users[0]}; accepted: after destroy_qp"
            )
        self.completion_queues.remove(queue)

    def create_qp(
        self,
        domain: ProtectionDomain = DEFAULT_DOMAIN,
        *,
        capacity: QpCapacity | None = None,
        send_cq: CompletionQueue | None = None,
        recv_cq: CompletionQueue | None = None,
    ) -> QueuePair:
        """A queue pair in RESET, by which peers reach the regions of ``domain``.

        Args:
            domain: its protection domain.
            capacity: how much may be posted; None for the defaults.
            send_cq: where its writes complete, and ``recv_cq`` where immediates do; without one it is the other, and
                without both a queue of its own.
            recv_cq: see ``send_cq``.

        Raises:
            UnknownObjectError: a completion queue is not one of this NIC.
            CompletionQueueError: a completion queue has overrun.
        """
        qp = QueuePair(
            self,
            self._numbers.free(),
            self._random().getrandbits(64),
            domain,
            capacity=capacity or QpCapacity(),
            send_cq=send_cq,
            recv_cq=recv_cq,
        )
        self.queue_pairs[qp.qpn] = qp
        return qp

    def renumber(self, qp: QueuePair) -> int:
        """Another queue pair number for ``qp``, which from now on is its only one."""
        return self._numbers.renumber(qp)

    def draw_psn(self) -> int:
        """A PSN to begin a connection with (24 bit), random by the seed."""
        if self._psn_rng is None:
            self._psn_rng = Random(f"psn {self._seed}")
        return self._psn_rng.getrandbits(24)

    def _random(self) -> Random:
        if self._rng is None:
            self._rng = Random(self._seed)
        return self._rng

    def destroy_qp(self, qp: QueuePair) -> None:
        """End a queue pair for good: packets for it are unknown from now on.

        Raises:
            UnknownObjectError: it is not one of this NIC, or not any more.
        """
        self._numbers.check(qp)
        qp.destroyed()
        del self.queue_pairs[qp.qpn]

    def query_device(self) -> DeviceAttributes:
        """Its limits and capabilities."""
        return query_device(self.config)

    def capabilities(self, *, mpr: int = 8, max_immediates: int = 128) -> Capabilities:
        """What to tell a peer before a connection on which this end accepts so much (``Capabilities``)."""
        config = self.config
        return Capabilities.of(
            config.wire, config.transport, ports=len(config.ports), mpr=mpr, max_immediates=max_immediates
        )

    def destination(
        self, peer: bytes, profile: CcProfile, planes: Sequence[int], *, trimming: bool = True, sharers: int = 1
    ) -> Destination:
        """What is in flight to ``peer`` (inner address), and its congestion control, made at first use.

        Raises:
            ConfigError: ``profile`` does not suit the ports of ``planes``.
        """
        trimming = trimming and self.config.wire.trimming
        return self._destinations.of(peer, profile, planes, trimming=trimming, sharers=sharers)

    # --- Ports ------------------------------------------------------------------------------------------------------

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """The driver has seen that the link of a port is gone, or is there again (``PortControl.set_carrier``)."""
        check_time(now_ns)
        self.now_ns = now_ns
        self.ports.set_carrier(port, up, now_ns)

    def set_port_enabled(self, port: int, enabled: bool, now_ns: int) -> None:
        """The controller takes a port out of service, or puts it back (``PortControl.set_enabled``)."""
        check_time(now_ns)
        self.now_ns = now_ns
        self.ports.set_enabled(port, enabled, now_ns)

    def connected(self, qp: QueuePair) -> None:
        """``qp`` has a peer from now on: the state of both ends' ports is its own too."""
        self.ports.connect(qp, self.now_ns)
        share_windows(self.queue_pairs.values(), self.resources)

    def activate(self, qp: QueuePair) -> None:
        """``qp`` may have data to send."""
        self._scheduler.queue_data(qp)

    def report(self, kind: AsyncEventKind, number: int) -> None:
        """Something happened that is no completion, to the queue pair or completion queue of that number."""
        self.async_events.append(AsyncEvent(kind, number, self.now_ns))

    def _on_overrun(self, queue: CompletionQueue) -> None:
        """A completion has just been lost: what leads to the queue is ended, but not in the middle of it all."""
        self.report(AsyncEventKind.CQ_ERR, queue.number)
        self._timers.wake(self.now_ns)

    def _end_overrun(self) -> None:
        def end(found: tuple[CompletionQueue, QueuePair]) -> None:
            queue, qp = found
            if qp.queues.uses(queue) and qp.receives:
                self.report(AsyncEventKind.QP_FATAL, qp.qpn)
                qp.modify_to_error(CompletionStatus.LOCAL_QP_OPERATION)

        queues = self.completion_queues.take_overrun()
        # A handler may end or make queue pairs.
        for_all(((queue, qp) for queue in queues for qp in list(self.queue_pairs.values())), end)

    def wake(self, qp: QueuePair) -> None:
        """``qp`` was changed from outside: start the timers that it needs, and have ``transmit`` asked at once."""
        self.arm(qp)
        self._timers.wake(self.now_ns)

    def release(self, qp: QueuePair) -> None:
        """``qp`` has ended: forget its timers, its turns and its probes, and let others have what it gave back."""
        self._timers.release(qp)
        self._scheduler.forget(qp)
        self.ports.disconnect(qp)
        share_windows((other for other in self.queue_pairs.values() if other is not qp), self.resources)
        self.prober.forget(qp.qpn)
        if self._scheduler.waiting:
            self._timers.wake(self.now_ns)

    # --- In ---------------------------------------------------------------------------------------------------------

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on ``port``. Whatever its bytes, it is handled or counted and dropped.

        Raises:
            ConfigError: there is no such port, or ``now_ns`` is none of 0..2^62-1, as in all calls with a time.
        """
        if not 0 <= port < len(self._macs):
            raise ConfigError(f"port: {port} does not exist; accepted: 0..{len(self._macs) - 1}")
        check_time(now_ns)
        self.now_ns = now_ns
        self._settled = False
        self._received += 1
        if self.journal is not None:
            self.journal.received(port, frame, now_ns)
        counters = self._counters
        if frame[:6] != self._macs[port]:
            counters["drop.wrong_mac"] += 1
            return
        packet = self._parser.parse(frame)
        if isinstance(packet, Drop):
            counters["drop." + packet.reason.value] += 1
            return
        bth, recipient = packet.bth, packet.kind.recipient
        if bth.pkey != self._good_pkey and not same_partition(bth.pkey, self._pkey):
            counters["drop.pkey"] += 1
            return
        qpn = bth.dest_qpn
        if (qpn == ENDPOINT_QPN) is not (recipient is _ENDPOINT):
            counters["drop.endpoint_qpn"] += 1
            return
        if recipient is _ENDPOINT:
            answer = self._endpoint.receive(packet, port, now_ns)
            if answer is not None:
                self._scheduler.queue_answer(*answer, now_ns)
            return
        qp = self.queue_pairs.get(qpn)
        if qp is None:
            counters["drop.unknown_qpn"] += 1
            return
        state = qp.state
        receives = state is _RTS or state is _RTR
        if not receives and state is not QpState.ERROR:
            counters["drop.qp_state"] += 1
        elif packet.source != qp.peer_address:
            counters["drop.wrong_peer"] += 1
        elif not receives:
            self._to_failed(qp, packet)
        elif recipient is _RESPONDER:
            self._to_responder(qp, packet, now_ns)
        else:
            self._to_requestor(qp, packet, now_ns)

    def _to_responder(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        responder, probing = qp.responder, qp.probing
        assert responder is not None, "a queue pair in RTR has a responder"
        assert probing is not None, "a queue pair in RTR has a schedule of probes"
        if responder.failed:
            self._to_failed(qp, packet)
            return
        if packet.kind.data:
            responder.on_data(packet, now_ns)
            if qp.responder is not responder:  # a completion handler has ended the queue pair
                return
            if qp.reverse is not None and qp.reverse.turned is not None:
                qp.reverse.heard(now_ns)
        else:
            dropped = responder.on_control(packet, now_ns)
            if dropped is not None:
                self._counters["drop." + dropped.value] += 1
        # Who only asks, because nothing of a full window is reported, needs a way back as much as who sends.
        probing.received_ns = now_ns
        if qp.reverse_ns is None:
            self._timers.on_data(qp, now_ns)
        if not qp.control_queued and len(responder.answers):
            self._scheduler.queue_control(qp)

    def _to_failed(self, qp: QueuePair, packet: Packet) -> None:
        """A packet for a queue pair in ERROR, or on its way there: who asks is told the reason again."""
        self._counters["drop.qp_state"] += 1
        if packet.kind.recipient is _RESPONDER and qp.responder is not None and qp.responder.answer_failed(packet):
            self._scheduler.queue_control(qp)

    def _to_requestor(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        requestor, evs = qp.requestor, qp.evs
        if requestor is None:
            self._counters["drop.qp_state"] += 1
            return
        assert evs is not None, "a queue pair in RTS has EVs"
        dropped = requestor.acknowledgements.on_answer(packet, now_ns)
        if dropped is not None:
            self._counters["drop." + dropped.value] += 1
        elif isinstance(seth := packet.control[0], Seth):
            entry = evs.entries.get(seth.entropy) if seth.mark == _UNMARKED else None
            if entry is not None and qp.reverse is not None:
                qp.reverse.confirm(entry)
            if self.ports.in_sacks:
                self.ports.on_sack(packet.source, seth.port_mask, now_ns)
        if evs.health is not None and evs.health.suspicious:
            self.ports.listen(packet.source, now_ns)
        self._after_requestor(qp)

    def _on_probe_answer(self, probe: OpenProbe, now_ns: int) -> None:
        if probe.purpose is Purpose.RETURN:
            self.ports.on_probe_answer(probe, now_ns)
            return
        if probe.purpose is Purpose.CONTROLLER:
            return
        qp = self.queue_pairs.get(probe.qpn)
        if qp is not None and qp.probing is not None:
            qp.probing.on_answer(probe, now_ns)
            self.arm(qp)

    # --- Out --------------------------------------------------------------------------------------------------------

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port, for a driver that can take one on any port whose bit is set in ``free_ports``.

        Timers that are due run first. None means: nothing to send on these ports now.
        """
        check_time(now_ns)
        self.now_ns = now_ns
        due_ns = self._timers.earliest()
        if due_ns is not None and due_ns <= now_ns:
            self._run_timers(now_ns)
        free = free_ports & self._masks.up
        sent = self.ports.next(free, now_ns) if free and self.ports.pending else None
        if sent is None and free:
            sent = self._scheduler.next(free, now_ns)
        return self._leaving(sent, now_ns)

    def _leaving(self, sent: tuple[int, bytes] | None, now_ns: int) -> tuple[int, bytes] | None:
        if sent is None:
            self._settle(now_ns)
            return None
        self._settled = False
        self._sent += 1
        if self.journal is not None:
            self.journal.sent(sent[0], sent[1], now_ns)
        return sent

    def next_wakeup(self) -> int | None:
        """When to call ``transmit`` even if nothing arrives; None: not before something arrives or is posted.

        A driver none of whose ports is free may ask this instead of ``transmit``, which has nothing for it then; a time
        that has come says that something is due, for which ``transmit`` must be called all the same.
        """
        at_ns = self._timers.earliest()
        if self._settled or (at_ns is not None and at_ns <= self.now_ns):
            return at_ns
        self._settle(self.now_ns)
        return self._timers.earliest()

    def _settle(self, now_ns: int) -> None:
        """Everything that is possible now has been asked for, or no port is free.

        The next probe may have to wait for its budget, and an answer for a port that may not come free.
        """
        self._settled = True
        at_ns, patient_ns = self.prober.next_ns(now_ns), self._scheduler.patient_ns(now_ns)
        if at_ns is None or (patient_ns is not None and patient_ns < at_ns):
            at_ns = patient_ns
        self._timers.wake(at_ns)

    # --- Timers -----------------------------------------------------------------------------------------------------

    def _after_requestor(self, qp: QueuePair) -> None:
        requestor = qp.requestor
        if requestor is None:
            return
        failure = requestor.state.failure
        if failure is not None:
            qp.modify_to_error(failure)
            return
        if requestor.probes.wanted:
            self._scheduler.queue_control(qp)
        if not qp.data_queued and requestor.has_work:
            self._scheduler.queue_data(qp)
        evs = qp.evs
        if qp.deadline_ns is None or requestor.state.stale or (evs is not None and evs.bad.due_ns != qp.ev_probe_ns):
            self._timers.arm(qp)

    def arm(self, qp: QueuePair) -> None:
        """Start the timers that are needed and not running; a running one is left alone and checks when it fires."""
        self._timers.arm(qp)

    def _run_timers(self, now_ns: int) -> None:
        while True:
            due = self._timers.pop_due(now_ns)
            if due is None:
                return
            timer = due & _TIMER
            if timer == Timer.WAKE:
                self._end_overrun()
                continue
            if timer == Timer.PORTS:
                self.ports.run(now_ns)
                continue
            qp = self.queue_pairs.get(due >> TIMER_BITS)
            if qp is None:
                continue
            if timer == Timer.REQUESTOR:
                qp.deadline_ns = None
            elif timer == Timer.EV_PROBE:
                qp.ev_probe_ns = None
            elif timer == Timer.REVERSE:
                qp.reverse_ns = None
            if not qp.receives:
                continue
            if timer == Timer.REQUESTOR and qp.requestor is not None:
                qp.requestor.on_timer(now_ns)
                self._after_requestor(qp)
            elif timer == Timer.EV_PROBE and qp.probing is not None:
                qp.probing.revive(now_ns)
                self._timers.arm(qp)
            elif timer == Timer.REVERSE and qp.probing is not None and not qp.probing.quiet():
                self._timers.on_data(qp, now_ns)
                qp.probing.probe_reverse(now_ns)


def _receiver_control(options: TransportOptions, rates_bps: Sequence[int]) -> FlowControl:
    """What SACKs ask of senders, of a NIC with ports of these rates."""
    if options.receiver_penalty is ReceiverPenalty.NONE:
        return NoPenalty()
    return IncastPenalty(rates_bps, base_rtt_ns=options.base_rtt_ns, target_ns=options.base_rtt_ns * 3 // 4)
