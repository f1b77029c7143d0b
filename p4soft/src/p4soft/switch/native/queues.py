# SPDX-License-Identifier: Apache-2.0
"""Output queues in native memory: a row per queue of a port, found through an array of the ports' rows."""

from __future__ import annotations

from p4soft.switch.native.layout import Cell
from p4soft.switch.native.memory import new_memory, view, write_word
from p4soft.switch.queues import Queue

# A queue's row.
LAST_NS = Cell(0, 64, signed=True)  # when the last packet left, or will leave
DELAY_NS = Cell(8, 64)  # from one packet to the next
LENGTH = Cell(16, 64)  # packets waiting
DEPTH = Cell(24, 64)  # packets that may wait
QUEUE_SIZE = 32

PORTS = 1024  # ports that have a place; those beyond leave through Python
_LIMIT = (1 << 62) - 1


class NativeQueue(Queue):
    """A queue whose numbers are in its row."""

    __slots__ = ("_row",)

    def __init__(self, row: memoryview, like: Queue) -> None:
        self._row = row
        super().__init__(like.depth, like.delay_ns, like.size, like.last_ns)

    @property
    def last_ns(self) -> int:
        """When the last packet left, or will leave."""
        return self._row[0]

    @last_ns.setter
    def last_ns(self, value: int) -> None:
        self._row[0] = max(-_LIMIT, min(value, _LIMIT))

    @property
    def delay_ns(self) -> int:
        """From one packet to the next."""
        return self._row[1]

    @delay_ns.setter
    def delay_ns(self, value: int) -> None:
        self._row[1] = value

    @property
    def size(self) -> int:
        """Packets that wait now."""
        return self._row[2]

    @size.setter
    def size(self, value: int) -> None:
        self._row[2] = value

    @property
    def depth(self) -> int:
        """Packets that may wait."""
        return self._row[3]

    @depth.setter
    def depth(self, value: int) -> None:
        self._row[3] = min(value, _LIMIT)


class QueueMemory:
    """The queues of one switch.

    Attributes:
        address: where the array of the ports' rows is.
    """

    def __init__(self) -> None:
        self._memory = new_memory()
        self._ports = self._memory.allocate(8 * PORTS, "output queues")
        self.address = self._ports.address
        self._rows: dict[int, int] = {}

    def open(self, port: int, queues: list[Queue]) -> list[Queue]:
        """The queues of a port, like those given."""
        if not 0 <= port < PORTS:
            return queues
        block = self._memory.allocate(QUEUE_SIZE * len(queues), f"queues of port {port}")
        rows = view(self._memory, block.address, block.size, "q")
        step = QUEUE_SIZE // 8
        made: list[Queue] = [NativeQueue(rows[i * step : (i + 1) * step], q) for i, q in enumerate(queues)]
        self._rows[port] = block.address
        self.show(port)
        return made

    def hide(self, port: int) -> None:
        """Let machine code stop at every packet of `port` instead of looking at its queues."""
        if port in self._rows:
            write_word(self.address + 8 * port, 0)

    def show(self, port: int) -> None:
        """Let machine code look at a port's queues."""
        if port in self._rows:
            write_word(self.address + 8 * port, self._rows[port])
