# SPDX-License-Identifier: Apache-2.0
"""Packets that were on their way when their plane closed: those lost with it are sent again without waiting for a hole.

What left a round trip before the plane closed and has not been reported is lost. What left later may still be
reported: it is lost if it has not been by a round trip after. Neither blames an EV, nor is it a sign of congestion on
other planes.
"""

from collections.abc import Iterator

from host_stack.paths.ev_set import EvSet
from host_stack.transport.in_flight import InFlight
from host_stack.transport.work_requests import SentPacket


class PlaneLosses:
    """Of one requestor."""

    __slots__ = ("_evs", "_flight", "_patience_ns", "_waiting")

    def __init__(self, flight: InFlight, evs: EvSet, base_rtt_ns: int) -> None:
        self._flight = flight
        self._evs = evs
        self._patience_ns = base_rtt_ns * 3 // 2
        self._waiting: list[tuple[int, int, int]] = []

    @property
    def due_ns(self) -> int | None:
        """When ``overdue`` must be asked for next."""
        return self._waiting[0][0] if self._waiting else None

    def closed(self, planes: int, now_ns: int) -> list[SentPacket]:
        """The planes of these bits have closed: what must be lost already. ``overdue`` has the rest, later."""
        self._waiting.append((now_ns + self._patience_ns, planes, now_ns))
        return list(self._sent(planes, now_ns - self._patience_ns))

    def overdue(self, now_ns: int) -> list[SentPacket]:
        """What was on its way when its plane closed and ought to have been reported by now."""
        lost: list[SentPacket] = []
        while self._waiting and self._waiting[0][0] <= now_ns:
            _, planes, closed_ns = self._waiting.pop(0)
            lost += self._sent(planes, closed_ns)
        return lost

    def _sent(self, planes: int, limit_ns: int) -> Iterator[SentPacket]:
        for record in self._flight.sent_before(limit_ns):
            entry = self._evs.get(record.entropy)
            if entry is not None and planes >> entry.plane & 1:
                yield record
