# SPDX-License-Identifier: Apache-2.0
"""The RoCEv2 NIC: what it has, what leaves it when, what switches have paused. Sans-I/O; calls carry the time in ns."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from host_stack.errors import ConfigError, UnknownObjectError, check_time
from host_stack.roce import pause
from host_stack.roce.dcqcn import NotificationPoint
from host_stack.roce.queue_pair import QueuePair, earlier
from host_stack.roce.verbs import NicConfig
from host_stack.roce.wire import DropReason, Operation, builder_of, parser_of
from host_stack.transport.memory import (
    DEFAULT_DOMAIN,
    Access,
    Buffer,
    MemoryRegion,
    MemoryTable,
    ProtectionDomain,
)
from host_stack.unboxed import unboxed
from host_stack.wire.frames import ethernet
from host_stack.wire.headers import same_partition

# --- Scheduler -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Turns:
    """Queue pairs with something to send on one port. A queue pair is in each queue at most once."""

    cnps: deque[QueuePair] = field(default_factory=deque)
    answers: deque[QueuePair] = field(default_factory=deque)
    data: deque[QueuePair] = field(default_factory=deque)


class Scheduler:
    """Turns of the queue pairs, port by port: CNPs, then answers, then data while its rate allows it."""

    __slots__ = ("_armed", "_heap", "_ports")

    def __init__(self, ports: int) -> None:
        self._ports = [Turns() for _ in range(ports)]
        self._heap: list[tuple[int, int]] = []
        self._armed: dict[int, int] = {}

    def look_at(self, qp: QueuePair, now_ns: int) -> None:
        """``qp`` has changed: queue it for what it can send now, and remember when it can do something later."""
        self._queue_answers(qp)
        self._look_at_data(qp, now_ns)

    def look_at_answers(self, qp: QueuePair) -> None:
        """As ``look_at`` where it has no more data to send than before."""
        self._queue_answers(qp)
        self._remember(qp.qpn, qp.next_ns())

    def _queue_answers(self, qp: QueuePair) -> None:
        if qp.cnp_due and not qp.cnp_queued:
            qp.cnp_queued = True
            self._ports[qp.port].cnps.append(qp)
        if not qp.answer_queued and qp.has_answer:
            qp.answer_queued = True
            self._ports[qp.port].answers.append(qp)

    def _look_at_data(self, qp: QueuePair, now_ns: int) -> None:
        at_ns = qp.next_ns()
        if not qp.data_queued:
            data_ns = qp.data_ns()
            if data_ns is not None and data_ns <= now_ns:
                qp.data_queued = True
                self._ports[qp.port].data.append(qp)
            elif data_ns is not None:
                at_ns = data_ns if at_ns is None else min(at_ns, data_ns)
        self._remember(qp.qpn, at_ns)

    def _remember(self, qpn: int, at_ns: int | None) -> None:
        if at_ns is not None and at_ns < self._armed.get(qpn, at_ns + 1):
            self._armed[qpn] = at_ns
            heapq.heappush(self._heap, (at_ns, qpn))

    def forget(self, qp: QueuePair) -> None:
        """``qp`` sends no more."""
        self._armed.pop(qp.qpn, None)
        port = self._ports[qp.port]
        for queued, queue in (
            (qp.cnp_queued, port.cnps),
            (qp.answer_queued, port.answers),
            (qp.data_queued, port.data),
        ):
            if queued:
                queue.remove(qp)
        qp.cnp_queued = qp.answer_queued = qp.data_queued = False

    def next(self, data_ports: int, cnp_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port; bit p of ``cnp_ports``: CNPs may leave by port p, and so on."""
        for number, port in enumerate(self._ports):
            if port.cnps and cnp_ports >> number & 1:
                while port.cnps:
                    qp = port.cnps.popleft()
                    qp.cnp_queued = False
                    if qp.cnp_due:
                        return number, qp.next_cnp()
            if (port.answers or port.data) and data_ports >> number & 1:
                frame = self._next_of(port, now_ns)
                if frame is not None:
                    return number, frame
        return None

    def _next_of(self, port: Turns, now_ns: int) -> bytes | None:
        """An answer, or else data of the queue pair whose turn it is."""
        while port.answers:
            qp = port.answers.popleft()
            qp.answer_queued = False
            if qp.has_answer:
                return qp.next_answer()
        for _ in range(len(port.data)):
            qp = port.data.popleft()
            qp.data_queued = False
            data_ns = qp.data_ns()
            frame = qp.next_data(now_ns) if data_ns is not None and data_ns <= now_ns else None
            self._look_at_data(qp, now_ns)
            if frame is not None:
                return frame
        return None

    def due(self, now_ns: int) -> int | None:
        """The number of a queue pair whose time has come; None when there is no more."""
        while self._heap and self._heap[0][0] <= now_ns:
            at_ns, qpn = heapq.heappop(self._heap)
            if self._armed.get(qpn) == at_ns:
                del self._armed[qpn]
                return qpn
        return None

    def earliest(self) -> int | None:
        """When ``due`` has something next."""
        heap = self._heap
        while heap and self._armed.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None


# --- Pauses ----------------------------------------------------------------------------------------------------------


@unboxed(ints="last_ns")
class Pauses:
    """Per port and priority: until when nothing is sent.

    Attributes:
        last_ns: when none is left, so that most calls look no further.
    """

    __slots__ = ("_rates_bps", "_until_ns", "last_ns")

    def __init__(self, rates_bps: Sequence[int]) -> None:
        self._rates_bps = rates_bps
        self._until_ns = [[0] * 8 for _ in rates_bps]
        self.last_ns = 0

    def receive(self, port: int, frame: bytes, now_ns: int) -> bool:
        """Whether a frame was a pause frame, which has been heeded then."""
        quanta = pause.unpack(frame)
        if quanta is None:
            return False
        for priority, count in quanta.items():
            until_ns = self._until_ns[port][priority] = now_ns + pause.pause_ns(count, self._rates_bps[port])
            self.last_ns = max(self.last_ns, until_ns)
        return True

    def ports(self, priority: int, now_ns: int) -> int:
        """The ports (bit p: port p) that may not send at this priority now."""
        if self.last_ns <= now_ns:
            return 0
        return sum(1 << port for port, until_ns in enumerate(self._until_ns) if until_ns[priority] > now_ns)

    def next_ns(self, now_ns: int) -> int | None:
        """When the next pause ends by itself; None when there is none."""
        if self.last_ns <= now_ns:
            return None
        return min((at for until_ns in self._until_ns for at in until_ns if at > now_ns), default=None)


# --- The NIC ---------------------------------------------------------------------------------------------------------

_ANSWERS = (Operation.ACKNOWLEDGE, Operation.CNP)
_MAC_CONTROL = pause.ETHERTYPE.to_bytes(2, "big")
_FIRST_QPN = 0x10
_LAST_QPN = 0xFFFFFF


@unboxed(ints="_carriers now_ns", bools="_asked")
class Nic:
    """A RoCEv2 NIC. The fabric drives it as it drives an MRC NIC.

    Attributes:
        config: what it was told.
        counters: ``rx.frames``, ``tx.frames``, ``drop.<reason>``.
        memory: its registered regions; queue_pairs: by queue pair number; builder: what makes its frames.
        now_ns: latest time it was told.
    """

    __slots__ = (
        "__dict__",  # machine code that takes the place of methods (``native``)
        "_asked",
        "_carriers",
        "_paced_ports",
        "_parser",
        "_pauses",
        "_rng",
        "_scheduler",
        "builder",
        "config",
        "counters",
        "memory",
        "now_ns",
        "queue_pairs",
    )

    def __init__(self, config: NicConfig, seed: int) -> None:
        """A NIC whose queue pair numbers and r_keys follow from ``seed``."""
        self.config = config
        self.counters: Counter[str] = Counter()
        self.memory = MemoryTable()
        self.queue_pairs: dict[int, QueuePair] = {}
        self.now_ns = 0
        self._rng = Random(seed)
        links = [ethernet(port.mac, port.peer_mac) for port in config.ports]
        self.builder = builder_of(config.codec, links, config.hop_limit)
        self._parser = parser_of(config.codec, config.address)
        self._scheduler = Scheduler(len(config.ports))
        self._carriers = (1 << len(config.ports)) - 1
        self._pauses = Pauses([port.rate_bps for port in config.ports])
        self._asked = False
        dcqcn = config.dcqcn
        self._paced_ports = (
            [NotificationPoint(dcqcn.cnp_interval_ns, remembers=False) for _ in config.ports]
            if dcqcn is not None and dcqcn.cnp_pacing == "port"
            else None
        )
        from host_stack.native import use_machine_code  # noqa: PLC0415  it knows what NICs are made of

        use_machine_code(self)

    # --- Set-up -----------------------------------------------------------------------------------------------------

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

    def create_qp(self, domain: ProtectionDomain = DEFAULT_DOMAIN) -> QueuePair:
        """A queue pair in RESET, by which peers reach the regions of ``domain``; its number is random by the seed."""
        while True:
            qpn = self._rng.randint(_FIRST_QPN, _LAST_QPN)
            if qpn not in self.queue_pairs:
                break
        qp = self.queue_pairs[qpn] = QueuePair(self, qpn, domain)
        return qp

    def destroy_qp(self, qp: QueuePair) -> None:
        """End a queue pair for good. Raises UnknownObjectError if it is not one of this NIC, or not any more."""
        if self.queue_pairs.get(qp.qpn) is not qp:
            raise UnknownObjectError(f"queue pair {qp.qpn} is not one of this NIC")
        qp.modify_to_error()
        self.release(qp)
        del self.queue_pairs[qp.qpn]

    def draw_psn(self) -> int:
        """A PSN to begin a connection with (24 bit), random by the seed."""
        return self._rng.getrandbits(24)

    # --- What a queue pair asks for ---------------------------------------------------------------------------------

    def notification_point(self, port: int) -> NotificationPoint | None:
        """What paces the CNPs of a queue pair on ``port``: its own, or the port's; None without DCQCN."""
        if self._paced_ports is not None:
            return self._paced_ports[port]
        dcqcn = self.config.dcqcn
        return None if dcqcn is None else NotificationPoint(dcqcn.cnp_interval_ns)

    def activate(self, qp: QueuePair) -> None:
        """``qp`` may have something to send, or a timer to start."""
        self._scheduler.look_at(qp, self.now_ns)
        self._asked = True

    def release(self, qp: QueuePair) -> None:
        """Forget what ``qp`` wanted to send."""
        self._scheduler.forget(qp)

    # --- The fabric's contract --------------------------------------------------------------------------------------

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """The link of ``port`` is gone, or there again. Its queue pairs stay on it: RoCE has no other path."""
        check_time(now_ns)
        self.now_ns = now_ns
        self._carriers = self._carriers & ~(1 << port) | int(up) << port

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on ``port``. Whatever its bytes, it is handled or counted and dropped.

        Raises:
            ConfigError: there is no such port, or ``now_ns`` is none of 0..2^62-1, as in all calls with a time.
        """
        if not 0 <= port < len(self.config.ports):
            raise ConfigError(f"port: {port} does not exist; accepted: 0..{len(self.config.ports) - 1}")
        check_time(now_ns)
        self.now_ns = now_ns
        self.counters["rx.frames"] += 1
        if frame[12:14] == _MAC_CONTROL and self._pauses.receive(port, frame, now_ns):
            self.counters["rx.pauses"] += 1
            return
        packet = self._parser.parse(frame)
        if isinstance(packet, DropReason):
            self.counters[f"drop.{packet.value}"] += 1
            return
        qp = self.queue_pairs.get(packet.bth.dest_qpn)
        if qp is None:
            dropped: DropReason | None = DropReason.UNKNOWN_QP
        elif not same_partition(packet.bth.pkey, self.config.pkey):
            dropped = DropReason.PKEY
        else:
            dropped = qp.receive(packet, now_ns)
            if packet.kind.operation in _ANSWERS:
                self._scheduler.look_at(qp, now_ns)
            else:
                self._scheduler.look_at_answers(qp)
        if dropped is not None:
            self.counters[f"drop.{dropped.value}"] += 1

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port, for a driver that can take one on any port whose bit is set in ``free_ports``.

        Timers that are due run first. None means: nothing to send on these ports now.
        """
        check_time(now_ns)
        self.now_ns = now_ns
        self._asked = False
        while (qpn := self._scheduler.due(now_ns)) is not None:
            qp = self.queue_pairs.get(qpn)
            if qp is not None:
                qp.run(now_ns)
                self._scheduler.look_at(qp, now_ns)
        data = cnps = free_ports & self._carriers
        if self._pauses.last_ns > now_ns:
            data &= ~self._pauses.ports(self.config.data_priority, now_ns)
            cnps &= ~self._pauses.ports(self.config.cnp_priority, now_ns)
        sent = self._scheduler.next(data, cnps, now_ns)
        if sent is not None:
            self.counters["tx.frames"] += 1
        return sent

    def next_wakeup(self) -> int | None:
        """When to call ``transmit`` even if nothing arrives; None: not before something arrives or is posted."""
        if self._asked:
            return self.now_ns
        wakeup = self._scheduler.earliest()
        return wakeup if self._pauses.last_ns <= self.now_ns else earlier(wakeup, self._pauses.next_ns(self.now_ns))
