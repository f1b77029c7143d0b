# SPDX-License-Identifier: Apache-2.0
"""What leaves a NIC first when a port is free.

EV probes and answers to them, then SACK, NACK, ACK and reliability probes, then retransmissions, then new data; queue
pairs take turns within each class.
"""

from collections import Counter, deque

from host_stack.queue_pair import QueuePair
from host_stack.transport.work_requests import CompletionStatus

_FIXED_QUEUE_LIMIT = 256


class Scheduler:
    """The queues of one NIC. ``free`` is everywhere a mask: bit p says that port p can take a frame now."""

    __slots__ = ("_control", "_counters", "_data", "_fixed")

    def __init__(self, ports: int, counters: Counter[str]) -> None:
        self._counters = counters
        self._fixed: list[deque[bytes]] = [deque() for _ in range(ports)]
        self._control: deque[QueuePair] = deque()
        self._data: deque[QueuePair] = deque()

    @property
    def waiting(self) -> bool:
        """Whether some queue pair has, or may have, something to send."""
        return bool(self._control or self._data)

    def queue_fixed(self, port: int, frame: bytes) -> None:
        """A frame that must leave by ``port``; dropped, and counted, if too many wait there."""
        queue = self._fixed[port]
        if len(queue) >= _FIXED_QUEUE_LIMIT:
            self._counters["drop.probe_queue_full"] += 1
        else:
            queue.append(frame)

    def queue_control(self, qp: QueuePair) -> None:
        """``qp`` has a control packet to send."""
        if not qp.control_queued:
            qp.control_queued = True
            self._control.append(qp)

    def queue_data(self, qp: QueuePair) -> None:
        """``qp`` may have data to send."""
        if not qp.data_queued:
            qp.data_queued = True
            self._data.append(qp)

    def forget(self, qp: QueuePair) -> None:
        """``qp`` has nothing to send any more."""
        for queue in (self._control, self._data):
            if qp in queue:
                queue.remove(qp)
        qp.control_queued = qp.data_queued = False

    def next_fixed(self, free: int) -> tuple[int, bytes] | None:
        """The next frame that is bound to a port, and the port."""
        for port, queue in enumerate(self._fixed):
            if queue and free >> port & 1:
                return port, queue.popleft()
        return None

    def next_control(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next control packet and its port."""
        control = self._control
        for _ in range(len(control)):
            qp = control.popleft()
            sent = _control_of(qp, free, now_ns)
            if qp.has_control():
                control.append(qp)
            else:
                qp.control_queued = False
                if qp.responder is not None and qp.responder.failed:
                    qp.modify_to_error(CompletionStatus.FLUSHED)
            if sent is not None:
                return sent
        return None

    def next_data(self, free: int, now_ns: int) -> tuple[QueuePair, tuple[int, bytes]] | None:
        """The next data packet, its port, and whose it is."""
        data = self._data
        for choose in (_retransmission_of, _new_of):
            for _ in range(len(data)):
                qp = data.popleft()
                sent = choose(qp, free, now_ns)
                if qp.requestor is not None and qp.requestor.has_work:
                    data.append(qp)
                else:
                    qp.data_queued = False
                if sent is not None:
                    return qp, sent
        return None


def _control_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    if qp.responder is not None and qp.reverse is not None and qp.responder.answers.pending():
        answers = qp.responder.answers
        entry = qp.reverse.choose(free, answers.bound_plane(now_ns))
        if entry is not None:
            return entry.plane, answers.send(entry, now_ns)
    if qp.requestor is not None and qp.requestor.probes.wanted and qp.evs is not None:
        entry = qp.evs.choose(free, now_ns)
        if entry is not None:
            return entry.plane, qp.requestor.send_probe(entry, now_ns)
    return None


def _retransmission_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    record = requestor.next_retransmission()
    if record is None:
        return None
    entry = evs.choose(free, now_ns, record.avoid if now_ns < record.avoid_until_ns else None)
    return None if entry is None else (entry.plane, requestor.retransmit(record, entry, now_ns))


def _new_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    work = requestor.next_new()
    if work is None:
        return None
    entry = evs.choose(free, now_ns)
    return None if entry is None else (entry.plane, requestor.send_new(work, entry, now_ns))
