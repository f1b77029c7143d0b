# SPDX-License-Identifier: Apache-2.0
"""What a queue pair's work goes through: its receives and its completion queues."""

from collections.abc import Callable

from host_stack.completion_queues import CompletionQueues
from host_stack.errors import ConfigError
from host_stack.transport.attributes import QpCapacity
from host_stack.transport.completion_queue import CompletionQueue
from host_stack.transport.completions import Completion, CompletionKind, CompletionStatus
from host_stack.transport.receive_queue import ReceiveQueue
from host_stack.transport.work_requests import WorkRequest


class WorkQueues:
    """The queues of one queue pair, from its creation to its end.

    Attributes:
        capacity: what it was made for.
        send_cq: where its writes complete; recv_cq: where immediates do. One queue of its own if it was given none.
        receives: its posted receives.
    """

    __slots__ = ("_own", "_queues", "capacity", "receives", "recv_cq", "send_cq")

    def __init__(
        self,
        queues: CompletionQueues,
        capacity: QpCapacity,
        *,
        send_cq: CompletionQueue | None,
        recv_cq: CompletionQueue | None,
        on_limit: Callable[[], None],
    ) -> None:
        """Queues as given; one that is None is the other. ``on_limit``: see ``ReceiveQueue``.

        Raises:
            UnknownObjectError: a completion queue is not one of this NIC.
            CompletionQueueError: a completion queue has overrun.
        """
        for queue in (send_cq, recv_cq):
            if queue is not None:
                queues.usable(queue)
        # An empty queue is false.
        given = send_cq if send_cq is not None else recv_cq
        self._queues = queues
        self._own = given is None
        main = queues.create() if given is None else given
        self.capacity = capacity
        self.send_cq = main if send_cq is None else send_cq
        self.recv_cq = main if recv_cq is None else recv_cq
        self.receives = ReceiveQueue(capacity.max_recv_wr, on_limit)

    def uses(self, queue: CompletionQueue) -> bool:
        """Whether something of the queue pair completes in ``queue``."""
        return queue is self.send_cq or queue is self.recv_cq

    def poll(self, maximum: int | None) -> list[Completion]:
        """Completions of the queue pair's own queue. Raises ConfigError if it was given others."""
        if not self._own:
            raise ConfigError(
                "completions: the queue pair has no completion queue of its own; accepted: poll() of send_cq, recv_cq"
            )
        return self.send_cq.poll(maximum)

    def flush_write(self, work: WorkRequest, now_ns: int, qpn: int) -> None:
        """A write that was posted too late completes at once."""
        self.send_cq.push(
            Completion(CompletionKind.WRITE, CompletionStatus.FLUSHED, work.wr_id, work.length, work.imm, now_ns, qpn)
        )

    def flush_receive(self, wr_id: int, now_ns: int, qpn: int) -> None:
        """A receive that was posted too late completes at once."""
        self.recv_cq.push(Completion(CompletionKind.RECV_IMM, CompletionStatus.FLUSHED, wr_id, 0, None, now_ns, qpn))

    def flush_receives(self, now_ns: int, qpn: int) -> None:
        """No immediate will use the receives any more."""
        for wr_id in self.receives.flush():
            self.flush_receive(wr_id, now_ns, qpn)

    def reset(self, qpn: int) -> None:
        """Forget receives and completions."""
        self.receives.flush()
        if self._own:
            self.send_cq.renew()
        else:
            self.send_cq.forget(qpn)
            self.recv_cq.forget(qpn)

    def end(self) -> None:
        """The queue pair is no more."""
        if self._own:
            self._queues.remove(self.send_cq)
