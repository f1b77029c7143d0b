# SPDX-License-Identifier: Apache-2.0
"""NACKs of trims that may have been lost on the way back.

A trimmed packet whose NACK arrives is sent again about a round trip later. If it has not come again by then, the sender
is about to take the hole for a loss and to blame a path that only was full; so the NACK is repeated, once, and before
the answer to a reliability probe, after which the sender knows no other reason.
"""

from collections import OrderedDict
from collections.abc import Iterator

from host_stack.transport.answers import NackJob


class TrimRepeats:
    """Of one responder; at most one entry for each PSN of its window."""

    __slots__ = ("_early_ns", "_patience_ns", "_waiting")

    def __init__(self, reorder_ns: int, base_rtt_ns: int) -> None:
        """``reorder_ns``: how long the peer waits before it takes a hole for a loss; the same here, less a quarter."""
        self._patience_ns = reorder_ns * 3 // 4
        self._early_ns = max(0, self._patience_ns - base_rtt_ns)
        self._waiting: OrderedDict[int, tuple[int, NackJob]] = OrderedDict()

    def note(self, job: NackJob, now_ns: int) -> None:
        """This NACK is on its way."""
        self._waiting[job.index] = (now_ns + self._patience_ns, job)
        self._waiting.move_to_end(job.index)

    @property
    def any(self) -> bool:
        """Whether there is any to repeat, now or later."""
        return bool(self._waiting)

    def due(self, now_ns: int, *, asked: bool = False) -> Iterator[NackJob]:
        """The NACKs to repeat, unless what they are about has come; one round trip old, if the peer ``asked``."""
        waiting = self._waiting
        while waiting:
            index, (due_ns, job) = next(iter(waiting.items()))
            if due_ns > now_ns + (self._early_ns if asked else 0):
                return
            del waiting[index]
            yield job
