# SPDX-License-Identifier: Apache-2.0
"""The traffic manager: per {port, priority} queues with a depth in packets and a rate in packets per second.

As in BMv2, a packet's departure time is fixed when it is queued (a later change of rate does not move it), the rate
applies to each priority of a port separately, and among packets ready at the same time the higher priority goes first.

A port's peer may take no more frames for a while (`hold`): packets then wait in the port's queues at any rate until
`next_held` takes them, as BMv2's wait while its transmit thread does.
"""

from __future__ import annotations

import heapq
from collections import deque
from typing import TYPE_CHECKING

from p4soft.switch.codegen.layout import Packet

if TYPE_CHECKING:
    from p4soft.switch.native.storage import QueueMemory

DEFAULT_DEPTH = 64


class Queue:
    """One queue. Times are nanoseconds; `last_ns` is long ago, so that a first packet never waits."""

    __slots__ = ("delay_ns", "depth", "last_ns", "size")

    def __init__(self, depth: int, delay_ns: int, size: int = 0, last_ns: int = -(1 << 61)) -> None:
        self.depth = depth
        self.delay_ns = delay_ns
        self.size = size
        self.last_ns = last_ns


class TrafficManager:
    def __init__(self, priorities: int) -> None:
        self.priorities = priorities
        self._depth = DEFAULT_DEPTH
        self._delay_ns = 0
        self._queues: dict[int, list[Queue]] = {}
        # (departure, -priority, arrival number, port, packet)
        self._heap: list[tuple[int, int, int, int, Packet]] = []
        # The packets of ports that are held, by priority: (departure, arrival number, packet).
        self._held: dict[int, list[deque[tuple[int, int, Packet]]]] = {}
        self._arrivals = 0
        self._home: QueueMemory | None = None

    def move(self, home: QueueMemory | None) -> None:
        """Keep queues, those there are and those to come, at `home`; None: here."""
        self._home = home
        for port, queues in self._queues.items():
            copies = [Queue(q.depth, q.delay_ns, q.size, q.last_ns) for q in queues]
            self._queues[port] = copies if home is None else home.open(port, copies)
            if home is not None and port in self._held:
                home.hide(port)

    def set_depth(self, packets: int, port: int | None, priority: int | None) -> None:
        """Change the depth of one queue, of a port's queues, or of all (future ones too).

        Raises:
            ValueError: a negative depth.
        """
        if packets < 0:
            raise ValueError(f"queue depth {packets} is negative; accepted: 0 or more packets")
        for queue in self._selected(port, priority):
            queue.depth = packets
        if port is None:
            self._depth = packets

    def set_rate(self, pps: int, port: int | None, priority: int | None) -> None:
        """Change the rate likewise; 0 = unlimited. Raises ValueError: a negative rate."""
        if pps < 0:
            raise ValueError(f"queue rate {pps} is negative; accepted: 0 (unlimited) or more packets per second")
        delay_ns = 1_000_000_000 // pps if pps else 0
        for queue in self._selected(port, priority):
            queue.delay_ns = delay_ns
        if port is None:
            self._delay_ns = delay_ns

    def size(self, port: int, priority: int) -> int:
        queues = self._queues.get(port)
        return queues[priority].size if queues else 0

    def push(self, port: int, priority: int, packet: Packet, now_us: int) -> bool | None:
        """Queue a packet: True = it leaves at once (and was not queued), None = it waits, False = the queue is full."""
        queue = (self._queues.get(port) or self._open(port))[priority]
        if queue.size >= queue.depth:
            return False
        now_ns = now_us * 1000
        departure = queue.last_ns + queue.delay_ns
        held = self._held.get(port)
        if departure <= now_ns and queue.size == 0 and held is None:
            queue.last_ns = now_ns
            return True
        departure = max(departure, now_ns)
        queue.last_ns = departure
        queue.size += 1
        self._arrivals += 1
        if held is not None:
            held[priority].append((departure, self._arrivals, packet))
        else:
            heapq.heappush(self._heap, (departure, -priority, self._arrivals, port, packet))
        return None

    def hold(self, port: int) -> None:
        """Let packets for `port` wait, those that wait already included."""
        if port in self._held:
            return
        if port not in self._queues:
            self._open(port)
        lines = self._held[port] = [deque() for _ in range(self.priorities)]
        mine = sorted(item for item in self._heap if item[3] == port)
        if mine:
            self._heap = [item for item in self._heap if item[3] != port]
            heapq.heapify(self._heap)
        for departure, priority, arrival, _, packet in mine:
            lines[-priority].append((departure, arrival, packet))
        if self._home is not None:
            self._home.hide(port)

    def next_held(self, port: int, now_us: int) -> tuple[int, Packet] | None:
        """The next packet of a held port that is due, as (priority, packet): the highest priority's oldest.

        None when none is due: the port is then held no more.
        """
        lines = self._held.get(port)
        if lines is None:
            return None
        for priority in reversed(range(self.priorities)):
            line = lines[priority]
            if line and line[0][0] <= now_us * 1000:
                self._queues[port][priority].size -= 1
                return priority, line.popleft()[2]
        del self._held[port]
        for priority, line in enumerate(lines):
            for departure, arrival, packet in line:
                heapq.heappush(self._heap, (departure, -priority, arrival, port, packet))
        if self._home is not None:
            self._home.show(port)
        return None

    def pop(self, now_us: int) -> tuple[int, int, int, Packet] | None:
        """The next packet due by `now_us` as (port, priority, departure in microseconds, packet), or None."""
        if not self._heap or self._heap[0][0] > now_us * 1000:
            return None
        departure, priority, _, port, packet = heapq.heappop(self._heap)
        self._queues[port][-priority].size -= 1
        return port, -priority, -(-departure // 1000), packet

    def next_event_ns(self) -> int | None:
        """When the next packet is due."""
        return self._heap[0][0] if self._heap else None

    def next_event_us(self) -> int | None:
        """When the next packet is due, rounded up to a microsecond."""
        return -(-self._heap[0][0] // 1000) if self._heap else None

    def clear(self) -> None:
        """Drop every waiting packet; depths and rates stay, and ports stay held."""
        self._heap.clear()
        for lines in self._held.values():
            for line in lines:
                line.clear()
        for queues in self._queues.values():
            for queue in queues:
                queue.size = 0

    def _open(self, port: int) -> list[Queue]:
        queues = [Queue(self._depth, self._delay_ns) for _ in range(self.priorities)]
        if self._home is not None:
            queues = self._home.open(port, queues)
        self._queues[port] = queues
        return queues

    def _selected(self, port: int | None, priority: int | None) -> list[Queue]:
        if priority is not None and not 0 <= priority < self.priorities:
            raise ValueError(f"queue priority {priority} is out of range; accepted: 0..{self.priorities - 1}")
        ports = list(self._queues.values()) if port is None else [self._queues.get(port) or self._open(port)]
        return [q for queues in ports for i, q in enumerate(queues) if priority is None or i == priority]
