# SPDX-License-Identifier: Apache-2.0
"""Which queue pair sends next on a port: answers before data, each in turn; and who is to be looked at when."""

import heapq
from collections import deque
from dataclasses import dataclass, field

from roce.queue_pair import QueuePair


@dataclass(slots=True)
class _Port:
    """Queue pairs with something to send on one port. A queue pair is in each queue at most once."""

    control: deque[QueuePair] = field(default_factory=deque)
    data: deque[QueuePair] = field(default_factory=deque)


class Scheduler:
    """Turns of the queue pairs, port by port; each leaves in turn while its rate allows it."""

    def __init__(self, ports: int) -> None:
        self._ports = [_Port() for _ in range(ports)]
        self._in_control: set[int] = set()
        self._in_data: set[int] = set()
        self._heap: list[tuple[int, int]] = []
        self._armed: dict[int, int] = {}

    def look_at(self, qp: QueuePair, now_ns: int) -> None:
        """``qp`` has changed: queue it for what it can send now, and remember when it can do something later."""
        if qp.has_control and qp.qpn not in self._in_control:
            self._in_control.add(qp.qpn)
            self._ports[qp.port].control.append(qp)
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
            (self._in_control, self._ports[qp.port].control),
            (self._in_data, self._ports[qp.port].data),
        ):
            if qp.qpn in waiting:
                waiting.remove(qp.qpn)
                queue.remove(qp)

    def next(self, ports: int, now_ns: int) -> tuple[int, bytes, QueuePair] | None:
        """The next frame, its port, and whose it is, among the ports whose bit is set."""
        for number, port in enumerate(self._ports):
            if not ports >> number & 1:
                continue
            while port.control:
                qp = port.control.popleft()
                self._in_control.remove(qp.qpn)
                if qp.has_control:
                    return number, qp.next_control(), qp
            for _ in range(len(port.data)):
                qp = port.data.popleft()
                self._in_data.remove(qp.qpn)
                data_ns = qp.data_ns()
                if data_ns is not None and data_ns <= now_ns:
                    return number, qp.next_data(now_ns), qp
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
