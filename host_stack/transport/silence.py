# SPDX-License-Identifier: Apache-2.0
"""What a requestor does when its peer says nothing: it asks, and gives up in the end (endpoint §4.3)."""

from typing import Final

from host_stack.transport.completions import CompletionStatus
from host_stack.transport.send_state import SendState
from host_stack.transport.work_requests import SentPacket

_MOST_COPIES: Final = 4
"""Copies of the last packet that go unanswered before a probe asks whether the peer has what it is said to have."""


class Silence:
    """Of one requestor: reliability probes that ask for a SACK, and the local ACK timeout."""

    __slots__ = ("_state",)

    def __init__(self, state: SendState) -> None:
        self._state = state

    def deadline_ns(self) -> int | None:
        """When ``on_timer`` must be called; None while nothing is outstanding."""
        state = self._state
        timeout = state.budget.timeout_ns
        if not state.queue.busy or timeout is None:
            return None
        at_ns = state.budget.since_ns + timeout
        if state.queue.unacked:
            at_ns = min(at_ns, state.probes.due_ns(state.heard_ns))
        urgent = (state.flight.delayed_ns, self.stalled_ns(), state.losses.planes_due_ns, state.cc.due_ns)
        return min((at_ns, *(at for at in urgent if at is not None)))

    def stalled_ns(self) -> int | None:
        """When to ask about what is under way while nothing new can follow; None if something can.

        Nothing that follows will tell what of it was lost. It may be fewer bytes than trigger a SACK, too, and the
        packet that asked for one may have been trimmed. An answer takes a round trip: the longest of late, and half of
        an unloaded one. Where everything arrived, and only the transport ACK is missing, that is asked for instead.
        """
        state = self._state
        flight = state.flight
        patience_ns = state.losses.trips.patience_ns + (state.options.base_rtt_ns >> 1)
        if flight.in_flight:
            return state.probes.soon_ns(flight.last_sent_ns, patience_ns) if state.spent else None
        if flight.records or state.queue.unsent or not state.queue.unacked:
            return None
        return state.probes.soon_ns(state.heard_ns, patience_ns)

    def on_timer(self, now_ns: int) -> None:
        """The local ACK timeout, the tail probe, and what waits to be sent again."""
        state = self._state
        timeout = state.budget.timeout_ns
        if not state.queue.busy or timeout is None:
            return
        state.flight.release(now_ns)
        state.losses.run(now_ns)
        state.cc.waited(now_ns)
        if now_ns >= state.budget.since_ns + timeout:
            self._timeout(now_ns, timeout)
        elif state.queue.unacked and now_ns >= min(
            state.probes.due_ns(state.heard_ns), self.stalled_ns() or now_ns + 1
        ):
            flight, probes = state.flight, state.probes
            if flight.records or flight.una < flight.next_index or probes.vain > _MOST_COPIES:
                probes.ask(now_ns)
            else:
                state.probes.put_off(now_ns)
                self._repeat_last(now_ns)

    def _timeout(self, now_ns: int, timeout: int) -> None:
        state = self._state
        state.counters.timeouts += 1
        state.heard_ns = now_ns
        if self._starved():
            state.budget.put_off(now_ns)
            return
        if state.budget.expire(now_ns):
            state.fail(CompletionStatus.RETRY_EXCEEDED)
            return
        state.losses.time_out(timeout, now_ns)
        if not state.flight.records:
            self._repeat_last(now_ns)

    def _starved(self) -> bool:
        """Whether nothing of this queue pair is under way because others hold the shared window."""
        state = self._state
        if state.flight.in_flight:
            return False
        lost = state.flight.oldest_lost()
        if lost is not None:
            return not state.cc.can_send(lost.size)
        return state.queue.unsent and not state.cc.can_send(state.full_size)

    def _repeat_last(self, now_ns: int) -> None:
        """All arrived but the transport ACK: a copy of the last packet makes the peer repeat it (endpoint §2.3)."""
        state = self._state
        work = state.queue.newest_received(state.flight.una)
        if work is not None:
            size = state.frames.nominal_size(work.payload_size(work.last_index), immediate=work.imm is not None)
            record = SentPacket(work.last_index, work, size, now_ns)
            record.sends = 1
            state.flight.requeue(record, now_ns)
