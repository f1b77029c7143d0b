# SPDX-License-Identifier: Apache-2.0
"""Completion queues, of one queue pair or of many, and how a program learns that there is something in them."""

from collections import deque
from collections.abc import Callable

from host_stack.errors import HostStackError
from host_stack.transport.completions import Completion


class CompletionQueueError(HostStackError):
    """A completion queue has lost completions, or is in use; the message says how many, or by whom."""


class CompletionChannel:
    """The armed completion queues that have got a completion: what a program looks at instead of at every queue.

    A queue is in it at most once per arming, so it is never longer than there are queues.
    """

    __slots__ = ("_ready",)

    def __init__(self) -> None:
        self._ready: deque[CompletionQueue] = deque()

    def __len__(self) -> int:
        return len(self._ready)

    def notify(self, queue: "CompletionQueue") -> None:
        """``queue`` has something."""
        if queue not in self._ready:
            self._ready.append(queue)

    def forget(self, queue: "CompletionQueue") -> None:
        """``queue`` is no more."""
        if queue in self._ready:
            self._ready.remove(queue)

    def take(self) -> list["CompletionQueue"]:
        """The queues that have got something since they were armed, in that order; each is returned once."""
        ready = list(self._ready)
        self._ready.clear()
        return ready


class CompletionQueue:
    """Completions in the order in which the NIC knew of them, until they are polled.

    There is room for ``depth``. A completion that finds none is lost, and that is an error that nobody can overlook
    (IBTA 11.6.3, CQ error): it is counted, the NIC reports it once, every queue pair of the queue fails, and ``poll``
    raises as soon as what was kept has been polled. Such a queue takes nothing any more.

    Attributes:
        number: which of its NIC's it is; depth: for how many completions there is room.
        channel: where it says that it has something, once it is armed.
        overruns: completions that were lost.
        handler: called with the time (ns) of each completion, in the middle of what the NIC is doing, so that it must
            not call the NIC; None for nobody.
    """

    __slots__ = ("_armed", "_completions", "_on_overrun", "channel", "depth", "handler", "number", "overruns")

    def __init__(
        self,
        number: int,
        depth: int,
        *,
        channel: CompletionChannel | None,
        on_overrun: "Callable[[CompletionQueue], None]",
    ) -> None:
        """``on_overrun`` is told of the first completion that is lost."""
        self.number = number
        self.depth = depth
        self.channel = channel
        self.overruns = 0
        self._on_overrun = on_overrun
        self._armed = False
        self.handler: Callable[[int], None] | None = None
        self._completions: deque[Completion] = deque()

    def __len__(self) -> int:
        return len(self._completions)

    def __repr__(self) -> str:
        return f"CompletionQueue(number={self.number}, depth={self.depth}, waiting={len(self)})"

    def push(self, completion: Completion) -> None:
        """Add a completion, or count it as lost."""
        if self.overruns or len(self._completions) >= self.depth:
            self.overruns += 1
            if self.overruns == 1:
                self._on_overrun(self)
        else:
            self._completions.append(completion)
        if self._armed and self.channel is not None:
            self._armed = False
            self.channel.notify(self)
        if self.handler is not None:
            self.handler(completion.time_ns)

    def poll(self, maximum: int | None = None) -> list[Completion]:
        """Up to ``maximum`` completions (all by default), oldest first; each is returned once.

        Raises:
            CompletionQueueError: it has overrun, and what was kept has been polled.
        """
        waiting = self._completions
        if self.overruns and not waiting:
            raise CompletionQueueError(
                f"completion queue {self.number}: {self.overruns} completions were lost; "
                f"accepted: at most {self.depth} that are not polled, or a larger depth"
            )
        count = len(waiting) if maximum is None else min(maximum, len(waiting))
        return [waiting.popleft() for _ in range(count)]

    def arm(self) -> None:
        """Have the next completion put the queue into its channel, once; what is there already does not.

        So arm, then poll until there is nothing, then wait for the channel.
        """
        self._armed = True

    def forget(self, qpn: int) -> None:
        """Drop the completions of a queue pair that is reset or destroyed."""
        if any(completion.qpn == qpn for completion in self._completions):
            self._completions = deque(completion for completion in self._completions if completion.qpn != qpn)

    def renew(self) -> None:
        """As new: of the one queue pair that uses it, which is reset."""
        self._completions.clear()
        self._armed = False
        self.overruns = 0
