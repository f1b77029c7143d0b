# SPDX-License-Identifier: Apache-2.0
"""Which queue pair sends next on a port: answers before data, each in turn; and who is to be looked at when."""

import heapq
from collections import deque
from dataclasses import dataclass, field

from roce.queue_pair import QueuePair


@dataclass(slots=True)
class _Port:
    """Queue pairs with something to send on one port. A queue pair is in each queue at most once."""

    cnps: deque[QueuePair] = field(default_factory=deque)
    answers: deque[QueuePair] = field(default_factory=deque)
    data: deque[QueuePair] = field(default_factory=deque)


class Scheduler:
    """Turns of the queue pairs, port by port: CNPs, then answers, then data while its rate allows it."""

    def __init__(self, ports: int) -> None:
        self._ports = [_Port() for _ in range(ports)]
        self._in_cnps: set[int] = set()
        self._in_answers: set[int] = set()
        self._in_data: set[int] = set()
        self._heap: list[tuple[int, int]] = []
        self._armed: dict[int, int] = {}

    def look_at(self, qp: QueuePair, now_ns: int) -> None:
        """``qp`` has changed: queue it for what it can send now, and remember when it can do something later."""
        if qp.has_cnp and qp.qpn not in self._in_cnps:
            self._in_cnps.add(qp.qpn)
            self._ports[qp.port].cnps.append(qp)
        if qp.has_answer and qp.qpn not in self._in_answers:
            self._in_answers.add(qp.qpn)
            self._ports[qp.port].answers.append(qp)
        at_ns = qp.next_ns()
        if qp.qpn not in self._in_data:
            data_ns = qp.data_ns()
            if data_ns is not None and data_ns <= now_ns:
                self._in_data.add(qp.qpn)
                self._ports[qp.port].data.append(qp)
            elif data_ns is not None:
                at_ns = data_ns if at_ns is None else min(at_ns, data_ns)
        if at_ns is not None and at_ns < self._armed.get(qp.qpn, at_ns + 1):
            self._armed[qp.qpn] = at_ns
            heapq.heappush(self._heap, (at_ns, qp.qpn))

    def forget(self, qp: QueuePair) -> None:
        """``qp`` sends no more."""
        self._armed.pop(qp.qpn, None)
        for waiting, queue in (
            (self._in_cnps, self._ports[qp.port].cnps),
            (self._in_answers, self._ports[qp.port].answers),
            (self._in_data, self._ports[qp.port].data),
        ):
            if qp.qpn in waiting:
                waiting.remove(qp.qpn)
                queue.remove(qp)

    def next(self, data_ports: int, cnp_ports: int, now_ns: int) -> tuple[int, bytes, QueuePair] | None:
        """The next frame, its port, and whose it is; bit p of ``cnp_ports``: CNPs may leave by port p, and so on."""
        for number, port in enumerate(self._ports):
            if cnp_ports >> number & 1:
                while port.cnps:
                    qp = port.cnps.popleft()
                    self._in_cnps.remove(qp.qpn)
                    if qp.has_cnp:
                        return number, qp.next_cnp(), qp
            if data_ports >> number & 1:
                found = self._next_of(port, now_ns)
                if found is not None:
                    return number, *found
        return None

    def _next_of(self, port: _Port, now_ns: int) -> tuple[bytes, QueuePair] | None:
        """An answer, or else data of the queue pair whose turn it is."""
        while port.answers:
            qp = port.answers.popleft()
            self._in_answers.remove(qp.qpn)
            if qp.has_answer:
                return qp.next_answer(), qp
        for _ in range(len(port.data)):
            qp = port.data.popleft()
            self._in_data.remove(qp.qpn)
            data_ns = qp.data_ns()
            if data_ns is not None and data_ns <= now_ns:
                return qp.next_data(now_ns), qp
            self.look_at(qp, now_ns)
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
