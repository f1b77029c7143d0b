# SPDX-License-Identifier: Apache-2.0
"""The NIC: what it has, and what leaves it when. Sans-I/O; every call carries the time in ns."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from host_stack.completion_queues import CompletionQueues
from host_stack.config import NicConfig
from host_stack.device_attributes import DeviceAttributes, query_device
from host_stack.endpoint import Endpoint
from host_stack.errors import ConfigError
from host_stack.incoming import Incoming
from host_stack.journal import Journal
from host_stack.paths.ev_events import EvEvents
from host_stack.paths.ev_probes import EvProber, OpenProbe, Purpose
from host_stack.port_control import PortControl
from host_stack.qp_numbers import QpNumbers
from host_stack.queue_pair import QueuePair
from host_stack.scheduler import Scheduler
from host_stack.transport.async_events import AsyncEvent, AsyncEventKind, AsyncEvents
from host_stack.transport.attributes import QpCapacity
from host_stack.transport.capabilities import Capabilities
from host_stack.transport.completion_queue import CompletionChannel, CompletionQueue, CompletionQueueError
from host_stack.transport.completions import CompletionStatus
from host_stack.transport.congestion.destination import Destination
from host_stack.transport.congestion.destinations import Destinations
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.memory import (
    DEFAULT_DOMAIN,
    Access,
    Buffer,
    MemoryRegion,
    MemoryTable,
    ProtectionDomain,
)
from host_stack.transport.qp_frames import nominal_size
from host_stack.transport.receive_resources import ReceiveResources
from host_stack.transport.receiver_control import receiver_control
from host_stack.wakeups import Timer, Wakeups
from host_stack.window_shares import share_windows
from host_stack.wire.build import FrameBuilder, ethernet


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
        flow_control: what its SACKs ask of senders.
        resources: what it receives with.
        now_ns: latest time it was told.
    """

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
        self._rng = Random(seed)
        self._psn_rng = Random(f"psn {seed}")
        self._links = tuple(ethernet(port.mac, port.peer_mac) for port in config.ports)
        self.builder = FrameBuilder(config.wire, self._links)
        rates_bps = [port.rate_bps for port in config.ports]
        self.prober = EvProber(
            config.address,
            config.paths,
            config.wire,
            builder=self.builder,
            rates_bps=rates_bps,
            counters=self._counters,
        )
        self._wakeups = Wakeups()
        self.ports = PortControl(
            config, builder=self.builder, prober=self.prober, counters=self._counters, schedule=self._wakeups.ports
        )
        self._endpoint = Endpoint(self.prober, self.ports, self._on_probe_answer, self._counters)
        self._scheduler = Scheduler(
            rates_bps,
            self.prober,
            patience_ns=config.transport.ev_probe_interval_ns,
            counters=self._counters,
        )
        self._incoming = Incoming(
            config,
            self._links,
            self.queue_pairs,
            endpoint=self._endpoint,
            ports=self.ports,
            scheduler=self._scheduler,
            wakeups=self._wakeups,
            answered=self._after_requestor,
            counters=self._counters,
        )
        self._destinations = Destinations(
            [port.rate_bps for port in config.ports],
            base_rtt_ns=config.transport.base_rtt_ns,
            packet_bytes=nominal_size(config.transport.path_mtu, timestamps=config.wire.timestamps),
        )
        self.flow_control = receiver_control(config.transport, rates_bps)
        self.resources = ReceiveResources(config.receive_limits)
        self._domains = 0
        self._settled = True

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
        return self.memory.register(buffer, address=address, domain=domain, access=access, rng=self._rng)

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
            Random(self._rng.getrandbits(64)),
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
        return self._psn_rng.getrandbits(24)

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
        self.now_ns = now_ns
        self.ports.set_carrier(port, up, now_ns)

    def set_port_enabled(self, port: int, enabled: bool, now_ns: int) -> None:
        """The controller takes a port out of service, or puts it back (``PortControl.set_enabled``)."""
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
        self._wakeups.wake(self.now_ns)

    def _end_overrun(self) -> None:
        for queue in self.completion_queues.take_overrun():
            for qp in self.queue_pairs.values():
                if qp.queues.uses(queue) and qp.receives:
                    self.report(AsyncEventKind.QP_FATAL, qp.qpn)
                    qp.modify_to_error(CompletionStatus.LOCAL_QP_OPERATION)

    def wake(self, qp: QueuePair) -> None:
        """``qp`` was changed from outside: start the timers that it needs, and have ``transmit`` asked at once."""
        self.arm(qp)
        self._wakeups.wake(self.now_ns)

    def release(self, qp: QueuePair) -> None:
        """``qp`` has ended: forget its timers, its turns and its probes, and let others have what it gave back."""
        self._wakeups.release(qp)
        self._scheduler.forget(qp)
        self.ports.disconnect(qp)
        share_windows((other for other in self.queue_pairs.values() if other is not qp), self.resources)
        self.prober.forget(qp.qpn)
        if self._scheduler.waiting:
            self._wakeups.wake(self.now_ns)

    # --- In ---------------------------------------------------------------------------------------------------------

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on ``port``. Whatever its bytes, it is handled or counted and dropped.

        Raises:
            ConfigError: there is no such port.
        """
        if not 0 <= port < len(self._links):
            raise ConfigError(f"port: {port} does not exist; accepted: 0..{len(self._links) - 1}")
        self.now_ns = now_ns
        self._settled = False
        self._received += 1
        if self.journal is not None:
            self.journal.received(port, frame, now_ns)
        self._incoming.receive(port, frame, now_ns)

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
        self.now_ns = now_ns
        self._run_timers(now_ns)
        free = free_ports & self.ports.up
        sent = (self.ports.next(free, now_ns) or self._scheduler.next(free, now_ns)) if free else None
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
        at_ns = self._wakeups.earliest()
        if self._settled or (at_ns is not None and at_ns <= self.now_ns):
            return at_ns
        self._settle(self.now_ns)
        return self._wakeups.earliest()

    def _settle(self, now_ns: int) -> None:
        """Everything that is possible now has been asked for, or no port is free.

        The next probe may have to wait for its budget, and an answer for a port that may not come free.
        """
        self._settled = True
        at_ns, patient_ns = self.prober.next_ns(now_ns), self._scheduler.patient_ns(now_ns)
        if at_ns is None or (patient_ns is not None and patient_ns < at_ns):
            at_ns = patient_ns
        self._wakeups.wake(at_ns)

    # --- Timers -----------------------------------------------------------------------------------------------------

    def _after_requestor(self, qp: QueuePair) -> None:
        requestor = qp.requestor
        if requestor is None:
            return
        if requestor.failure is not None:
            qp.modify_to_error(requestor.failure)
            return
        if requestor.probes.wanted:
            self._scheduler.queue_control(qp)
        if requestor.has_work:
            self.activate(qp)
        self.arm(qp)

    def arm(self, qp: QueuePair) -> None:
        """Start the timers that are needed and not running; a running one is left alone and checks when it fires."""
        self._wakeups.arm(qp)

    def _run_timers(self, now_ns: int) -> None:
        while True:
            due = self._wakeups.pop_due(now_ns)
            if due is None:
                return
            timer = due[1]
            if timer is Timer.WAKE:
                self._end_overrun()
                continue
            if timer is Timer.PORTS:
                self.ports.run(now_ns)
                continue
            qp = self.queue_pairs.get(due[0])
            if qp is None or not qp.receives:
                continue
            if timer is Timer.REQUESTOR and qp.requestor is not None:
                qp.requestor.on_timer(now_ns)
                self._after_requestor(qp)
            elif timer is Timer.EV_PROBE and qp.probing is not None:
                qp.probing.revive(now_ns)
                self.arm(qp)
            elif timer is Timer.REVERSE and qp.probing is not None and not qp.probing.quiet():
                self._wakeups.on_data(qp, now_ns)
                qp.probing.probe_reverse(now_ns)
