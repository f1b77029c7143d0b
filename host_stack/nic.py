# SPDX-License-Identifier: Apache-2.0
"""The NIC: ports, demultiplexing, scheduling, timers. Sans-I/O; every call carries the time in ns.

What leaves first when a port is free: EV probes and answers to them, then SACK, NACK, ACK and reliability probes, then
retransmissions, then new data; queue pairs take turns within each class.
"""

from collections import Counter, deque
from enum import IntEnum
from random import Random

from host_stack.config import NicConfig
from host_stack.paths.ev import EvEvent
from host_stack.paths.ev_probes import EvProber, OpenProbe, Purpose
from host_stack.paths.ev_set import EvSet
from host_stack.queue_pair import QpState, QueuePair
from host_stack.transport.congestion_control import CcProfile, CongestionController
from host_stack.transport.memory import MemoryRegion, MemoryTable
from host_stack.transport.qp_frames import TrafficClasses
from host_stack.transport.timers import Timers
from host_stack.transport.work_requests import CompletionStatus
from host_stack.wire.build import FrameBuilder, ethernet
from host_stack.wire.codec import Aeth, Eeth, Erth, Neth, Peth
from host_stack.wire.constants import DATA_OPCODES, ENDPOINT_QPN, EndpointOp, Opcode, SackMark
from host_stack.wire.parse import Drop, FrameParser, Packet

_FIRST_QPN = 0x10
_FIRST_ADDRESS = 0x1_0000_0000
_REGION_ALIGNMENT = 1 << 21
_FIXED_QUEUE_LIMIT = 256
_REVERSE_PATIENCE = 2
"""A reverse probe has failed if it is unanswered when the next but one is due."""
_RECEIVE_STATES = (QpState.RTR, QpState.RTS)


class _Timer(IntEnum):
    """What a timer of a queue pair is for."""

    REQUESTOR = 0
    EV_PROBE = 1
    REVERSE = 2


class Nic:
    """An MRC NIC.

    Attributes:
        config: what it was told.
        counters: frames and drops by name: ``rx.frames``, ``tx.frames``, ``drop.<reason>``, ``ev_probe.*``.
        events: EV transitions of all its queue pairs, in time order.
        memory: its registered regions.
        queue_pairs: by queue pair number.
        now_ns: latest time it was told.
    """

    def __init__(self, config: NicConfig, seed: int) -> None:
        """A NIC whose every random choice follows from ``seed``."""
        self.config = config
        self.counters: Counter[str] = Counter()
        self.events: list[EvEvent] = []
        self.memory = MemoryTable()
        self.queue_pairs: dict[int, QueuePair] = {}
        self.builder = FrameBuilder(config.wire)
        self.links = tuple(ethernet(port.mac, port.peer_mac) for port in config.ports)
        self.classes = TrafficClasses(config.wire)
        self.now_ns = 0
        self._rng = Random(seed)
        self._parser = FrameParser(config.wire, config.address)
        self._prober = EvProber(config, self.builder, self.links, self.classes, self.counters)
        self._port_mask = (1 << len(config.ports)) - 1
        self._controllers: dict[bytes, CongestionController] = {}
        self._next_qpn = _FIRST_QPN
        self._next_address = _FIRST_ADDRESS
        self._timers: Timers[tuple[int, _Timer]] = Timers()
        self._fixed: list[deque[bytes]] = [deque() for _ in config.ports]
        self._control: deque[QueuePair] = deque()
        self._active: deque[QueuePair] = deque()

    # --- Set-up -----------------------------------------------------------------------------------------------------

    def register_memory(self, buffer: int | bytearray, *, address: int | None = None) -> MemoryRegion:
        """Register a buffer (or a new one of that many bytes) that peers may write, at ``address`` or one that is free.

        Raises:
            ValueError: the address range leaves 64 bits.
        """
        data = bytearray(buffer) if isinstance(buffer, int) else buffer
        if address is None:
            address = self._next_address
            self._next_address += -(-max(1, len(data)) // _REGION_ALIGNMENT) * _REGION_ALIGNMENT
        r_key = self._rng.getrandbits(32)
        while self.memory.has(r_key):
            r_key = self._rng.getrandbits(32)
        region = MemoryRegion(address, data, r_key)
        self.memory.add(region)
        return region

    def deregister_memory(self, region: MemoryRegion) -> None:
        """Withdraw a region: from now on its r_key is refused. Raises KeyError if it is not registered."""
        self.memory.remove(region)

    def create_qp(self) -> QueuePair:
        """A queue pair in RESET."""
        qp = QueuePair(self, self._next_qpn, Random(self._rng.getrandbits(64)))
        self.queue_pairs[qp.qpn] = qp
        self._next_qpn += 1
        return qp

    def congestion_controller(self, peer: bytes, profile: CcProfile) -> CongestionController:
        """The controller of a destination (16-byte inner address), made from ``profile`` at first use."""
        controller = self._controllers.get(peer)
        if controller is None:
            controller = self._controllers[peer] = profile.create()
        return controller

    def activate(self, qp: QueuePair) -> None:
        """``qp`` may have data to send."""
        if not qp.data_queued:
            qp.data_queued = True
            self._active.append(qp)

    # --- In ---------------------------------------------------------------------------------------------------------

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on ``port``. Whatever its bytes, it is handled or counted and dropped.

        Raises:
            ValueError: there is no such port.
        """
        if not 0 <= port < len(self.links):
            raise ValueError(f"port: {port} does not exist; accepted: 0..{len(self.links) - 1}")
        self.now_ns = now_ns
        self.counters["rx.frames"] += 1
        if frame[:6] != self.links[port][6:12]:
            self.counters["drop.wrong_mac"] += 1
            return
        packet = self._parser.parse(frame)
        if isinstance(packet, Drop):
            self.counters["drop." + packet.reason.value] += 1
            return
        qpn = packet.bth.dest_qpn
        endpoint = packet.bth.opcode in (Opcode.ENDPOINT_REQUEST, Opcode.ENDPOINT_RESPONSE)
        if (qpn == ENDPOINT_QPN) is not endpoint:
            self.counters["drop.endpoint_qpn"] += 1
            return
        if endpoint:
            self._on_endpoint(packet, now_ns)
            return
        qp = self.queue_pairs.get(qpn)
        if qp is None:
            self.counters["drop.unknown_qpn"] += 1
        elif qp.state not in _RECEIVE_STATES:
            self.counters["drop.qp_state"] += 1
        elif packet.source != qp.peer_address:
            self.counters["drop.wrong_peer"] += 1
        elif packet.bth.opcode in DATA_OPCODES:
            self._on_data(qp, packet, now_ns)
        else:
            self._on_control(qp, packet, now_ns)

    def _on_data(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        responder = qp.responder
        assert responder is not None, "a queue pair in RTR has a responder"
        if responder.failed:
            self.counters["drop.qp_state"] += 1
            return
        responder.on_data(packet, now_ns)
        qp.received_ns = now_ns
        if self._timers.get((qp.qpn, _Timer.REVERSE)) is None:
            self._await_reverse(qp, now_ns)
        if responder.jobs:
            self._queue_control(qp)

    def _on_control(self, qp: QueuePair, packet: Packet, now_ns: int) -> None:
        responder, requestor, header = qp.responder, qp.requestor, packet.control
        assert responder is not None, "a queue pair in RTR has a responder"
        if isinstance(header, Peth):
            responder.on_probe(packet, header, now_ns)
            self._queue_control(qp)
            return
        if requestor is None:
            self.counters["drop.qp_state"] += 1
            return
        known = False
        if packet.seth is not None and packet.cc_state is not None:
            known = requestor.on_sack(packet.seth, packet.cc_state, packet.bth.rtx, now_ns)
            if known and packet.seth.mark == SackMark.NONE and qp.evs is not None and qp.reverse is not None:
                entry = qp.evs.get(packet.seth.entropy)
                if entry is not None:
                    qp.reverse.confirm(entry)
        elif isinstance(header, Neth):
            known = requestor.on_nack(header, now_ns)
        elif isinstance(header, Aeth):
            known = requestor.on_ack(packet.bth.psn, header, now_ns)
        if not known:
            self.counters["drop.unsent_psn"] += 1
        self._after_requestor(qp)

    def _on_endpoint(self, packet: Packet, now_ns: int) -> None:
        header = packet.control
        if isinstance(header, Erth):
            if header.op != EndpointOp.EV_PROBE:
                # Port status updates are a later issue; an unknown operation is not answered.
                self.counters["drop.endpoint_op"] += 1
                return
            answer = self._prober.response(packet, header)
            if answer is not None:
                self._queue_fixed(*answer)
        elif isinstance(header, Eeth):
            probe = self._prober.answer(packet, header)
            qp = self.queue_pairs.get(probe.qpn) if probe is not None else None
            if probe is None or qp is None or qp.evs is None or qp.reverse is None:
                return
            if probe.purpose is Purpose.REVIVE:
                qp.evs.on_probe_answer(probe.entry.value, SackMark.NONE, now_ns)
                self._arm(qp)
            else:
                qp.reverse.confirm(probe.entry)

    # --- Out --------------------------------------------------------------------------------------------------------

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port, for a driver that can take one on any port whose bit is set in ``free_ports``.

        Timers that are due run first. None means: nothing to send on these ports now.
        """
        self.now_ns = now_ns
        self._run_timers(now_ns)
        free = free_ports & self._port_mask
        if not free:
            return None
        sent = self._send_fixed(free)
        if sent is None and self._control:
            sent = self._send_control(free, now_ns)
        if sent is None and self._active:
            sent = self._send_data(free, now_ns)
        if sent is not None:
            self.counters["tx.frames"] += 1
        return sent

    def next_wakeup(self) -> int | None:
        """When to call ``transmit`` even if nothing arrives; None: not before something arrives or is posted."""
        return self._timers.earliest()

    def _send_fixed(self, free: int) -> tuple[int, bytes] | None:
        for port, queue in enumerate(self._fixed):
            if queue and free >> port & 1:
                return port, queue.popleft()
        return None

    def _send_control(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        control = self._control
        for _ in range(len(control)):
            qp = control.popleft()
            sent = self._control_of(qp, free, now_ns)
            if self._has_control(qp):
                control.append(qp)
            else:
                qp.control_queued = False
                if qp.responder is not None and qp.responder.failed:
                    qp.modify_to_error(CompletionStatus.FLUSHED)
            if sent is not None:
                return sent
        return None

    def _has_control(self, qp: QueuePair) -> bool:
        return bool((qp.responder and qp.responder.jobs) or (qp.requestor and qp.requestor.probes))

    def _control_of(self, qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
        if qp.responder is not None and qp.responder.jobs and qp.reverse is not None:
            entry = qp.reverse.choose(free, qp.responder.bound_plane(now_ns))
            if entry is not None:
                return entry.plane, qp.responder.send(entry)
        if qp.requestor is not None and qp.requestor.probes and qp.evs is not None:
            entry = qp.evs.choose(free, now_ns)
            if entry is not None:
                return entry.plane, qp.requestor.send_probe(entry, now_ns)
        return None

    def _send_data(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        active = self._active
        for retransmit in (True, False):
            for _ in range(len(active)):
                qp = active.popleft()
                sent = self._data_of(qp, retransmit, free, now_ns)
                if qp.requestor is not None and qp.requestor.has_work:
                    active.append(qp)
                else:
                    qp.data_queued = False
                if sent is not None:
                    qp.sent_data_ns = now_ns
                    self._arm(qp)
                    return sent
        return None

    def _data_of(self, qp: QueuePair, retransmit: bool, free: int, now_ns: int) -> tuple[int, bytes] | None:
        requestor, evs = qp.requestor, qp.evs
        if requestor is None or evs is None:
            return None
        if retransmit:
            record = requestor.next_retransmission()
            if record is None:
                return None
            avoid = record.avoid if now_ns < record.avoid_until_ns else None
            entry = evs.choose(free, now_ns, avoid)
            return None if entry is None else (entry.plane, requestor.retransmit(record, entry, now_ns))
        work = requestor.next_new()
        if work is None:
            return None
        entry = evs.choose(free, now_ns)
        return None if entry is None else (entry.plane, requestor.send_new(work, entry, now_ns))

    # --- Queues and timers ------------------------------------------------------------------------------------------

    def _queue_control(self, qp: QueuePair) -> None:
        if not qp.control_queued:
            qp.control_queued = True
            self._control.append(qp)

    def _queue_fixed(self, port: int, frame: bytes) -> None:
        queue = self._fixed[port]
        if len(queue) >= _FIXED_QUEUE_LIMIT:
            self.counters["drop.probe_queue_full"] += 1
        else:
            queue.append(frame)

    def _after_requestor(self, qp: QueuePair) -> None:
        requestor = qp.requestor
        if requestor is None:
            return
        if requestor.failure is not None:
            qp.modify_to_error(requestor.failure)
            return
        if requestor.probes:
            self._queue_control(qp)
        if requestor.has_work:
            self.activate(qp)
        self._arm(qp)

    def _arm(self, qp: QueuePair) -> None:
        """Start the timers that are needed and not running; a running one is left alone and checks when it fires."""
        timers = self._timers
        key = (qp.qpn, _Timer.REQUESTOR)
        if qp.requestor is not None and timers.get(key) is None:
            at_ns = qp.requestor.deadline_ns()
            if at_ns is not None:
                timers.set(key, at_ns)
        if qp.evs is not None:
            at_ns = qp.evs.next_probe_ns()
            if at_ns is not None:
                timers.set((qp.qpn, _Timer.EV_PROBE), at_ns)

    def _run_timers(self, now_ns: int) -> None:
        while True:
            due = self._timers.pop_due(now_ns)
            if due is None:
                return
            qp = self.queue_pairs.get(due[0])
            if qp is None or qp.state not in _RECEIVE_STATES:
                continue
            if due[1] is _Timer.REQUESTOR and qp.requestor is not None:
                qp.requestor.on_timer(now_ns)
                self._after_requestor(qp)
            elif due[1] is _Timer.EV_PROBE and qp.evs is not None:
                self._probe_bad(qp, qp.evs, now_ns)
                self._arm(qp)
            elif due[1] is _Timer.REVERSE:
                self._probe_reverse(qp, now_ns)

    def _probe_bad(self, qp: QueuePair, evs: EvSet, now_ns: int) -> None:
        """Probe every ASSUMED_BAD EV whose turn it is."""
        for entry in evs.due_probes(now_ns):
            previous = qp.revival_probes.get(entry.value)
            if previous is not None:
                self._prober.give_up(previous)
            probe = qp.revival_probes[entry.value] = OpenProbe(qp.qpn, qp.peer_address, entry, Purpose.REVIVE)
            self._queue_fixed(entry.plane, self._prober.request(probe, now_ns))

    def _await_reverse(self, qp: QueuePair, now_ns: int) -> None:
        """A round trip begins, at the end of which the reverse path is probed if data has come in."""
        qp.reverse_since_ns = now_ns
        self._timers.set((qp.qpn, _Timer.REVERSE), now_ns + self.config.transport.reverse_probe_interval_ns)

    def _probe_reverse(self, qp: QueuePair, now_ns: int) -> None:
        """A queue pair that receives but does not send probes one random EV per interval (endpoint §6.1)."""
        interval = self.config.transport.reverse_probe_interval_ns
        reverse = qp.reverse
        if reverse is None or qp.received_ns < qp.reverse_since_ns:
            return
        probes = qp.reverse_probes
        if len(probes) == _REVERSE_PATIENCE:
            oldest = probes.popleft()
            if not oldest.answered:
                self._prober.give_up(oldest)
                reverse.fail(oldest.entry)
        self._await_reverse(qp, now_ns)
        entry = reverse.candidate() if qp.sent_data_ns <= now_ns - interval else None
        if entry is not None:
            probe = OpenProbe(qp.qpn, qp.peer_address, entry, Purpose.REVERSE)
            probes.append(probe)
            self._queue_fixed(entry.plane, self._prober.request(probe, now_ns))
