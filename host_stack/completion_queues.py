# SPDX-License-Identifier: Apache-2.0
"""The completion queues of a NIC."""

from collections.abc import Callable

from host_stack.errors import UnknownObjectError
from host_stack.transport.completion_queue import CompletionChannel, CompletionQueue, CompletionQueueError
from host_stack.wire.ranges import check_range

MAX_DEPTH = 1 << 22
"""For how many completions a queue may have room."""
OWN_DEPTH = 1 << 16
"""Room in the queue of a queue pair that was given none."""


class CompletionQueues:
    """Makes completion queues, and knows which there are.

    Attributes:
        overrun: those that have lost a completion, and whose queue pairs have not been ended yet.
    """

    def __init__(self, on_overrun: Callable[[CompletionQueue], None]) -> None:
        """``on_overrun`` is called when a queue loses its first completion, after it is in ``overrun``."""
        self._on_overrun = on_overrun
        self._queues: set[CompletionQueue] = set()
        self._next = 1
        self.overrun: list[CompletionQueue] = []

    def __len__(self) -> int:
        return len(self._queues)

    def create(self, depth: int = OWN_DEPTH, channel: CompletionChannel | None = None) -> CompletionQueue:
        """Another queue. Raises ConfigError unless ``depth`` is in 1..2^22."""
        check_range("depth", depth, 1, MAX_DEPTH)
        queue = CompletionQueue(self._next, depth, channel=channel, on_overrun=self._lost)
        self._next += 1
        self._queues.add(queue)
        return queue

    def usable(self, queue: CompletionQueue) -> CompletionQueue:
        """The queue itself, if a new queue pair may use it.

        Raises:
            UnknownObjectError: it is not one of this NIC, or not any more.
            CompletionQueueError: it has overrun.
        """
        self._check(queue)
        if queue.overruns:
            raise CompletionQueueError(f"completion queue {queue.number} has overrun; accepted: another")
        return queue

    def remove(self, queue: CompletionQueue) -> None:
        """A queue that nobody uses is no more. Raises UnknownObjectError if it is not one of this NIC."""
        self._check(queue)
        self._queues.remove(queue)
        if queue in self.overrun:
            self.overrun.remove(queue)
        if queue.channel is not None:
            queue.channel.forget(queue)

    def take_overrun(self) -> list[CompletionQueue]:
        """What is in ``overrun``, each once."""
        taken, self.overrun = self.overrun, []
        return taken

    def _check(self, queue: CompletionQueue) -> None:
        if queue not in self._queues:
            raise UnknownObjectError(f"{queue} is not one of this NIC")

    def _lost(self, queue: CompletionQueue) -> None:
        self.overrun.append(queue)
        self._on_overrun(queue)
