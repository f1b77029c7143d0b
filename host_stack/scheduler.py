# SPDX-License-Identifier: Apache-2.0
"""What leaves a NIC first when a port is free, and when it is to be asked again although nothing arrives.

EV probes, of which there are few, and answers to those of others, then SACK, NACK, ACK and reliability probes, then
data; queue pairs take turns within each class. In its turn a queue pair sends what it must send again before anything
new, but no queue pair's retransmissions go before another's turn: one whose peer is gone has nothing else to send.
Others set how many answers to probes there are to send, so after one of them a port gives the next turn to anything
else that wants it.
"""

from collections import Counter, deque
from collections.abc import Sequence
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_set import EvSet
from host_stack.paths.probes import EvProber
from host_stack.queue_pair import QueuePair
from host_stack.transport.retries import ReliabilityProbes
from host_stack.unboxed import unboxed

# --- What leaves first -----------------------------------------------------------------------------------------------

_ANSWERS_LIMIT: Final = 256
_FRAME_OVERHEAD: Final = 24
"""Bytes that a frame takes on the wire in addition: preamble, gap and FCS."""
_SLACK_NS: Final = 100
"""How much later than worked out a port may come free and still count as one that carries frames."""


@unboxed(ints="_answered _answers_waiting _patience_ns")
class Scheduler:
    """The queues of one NIC. ``free`` is everywhere a mask: bit p says that port p can take a frame now."""

    __slots__ = (
        "_answered",
        "_answers",
        "_answers_waiting",
        "_busy_until_ns",
        "_control",
        "_counters",
        "_data",
        "_patience_ns",
        "_probes",
        "_rates_bps",
        "_timers",
    )

    def __init__(
        self,
        rates_bps: Sequence[int],
        probes: EvProber,
        timers: "Timers",
        *,
        patience_ns: int,
        counters: Counter[str],
    ) -> None:
        """``rates_bps``: of the ports; ``patience_ns``: how long an answer to a probe may wait and still be wanted."""
        self._counters = counters
        self._probes = probes
        self._timers = timers
        self._patience_ns = patience_ns
        self._rates_bps = tuple(rates_bps)
        self._busy_until_ns = [0] * len(rates_bps)
        # Lists: few answers wait, and of a port without any it takes a tenth of the memory.
        self._answers: list[list[tuple[int, bytes]]] = [[] for _ in rates_bps]
        self._answers_waiting = 0
        self._answered = 0
        self._control: deque[QueuePair] = deque()
        self._data: deque[QueuePair] = deque()

    @property
    def waiting(self) -> bool:
        """Whether some queue pair has, or may have, something to send."""
        return bool(self._control or self._data)

    def queue_answer(self, port: int, frame: bytes, now_ns: int) -> None:
        """The answer to a probe, which must leave by ``port``; dropped, and counted, if too many wait there."""
        queue = self._answers[port]
        if len(queue) >= _ANSWERS_LIMIT:
            self._counters["drop.probe_queue_full"] += 1
        else:
            queue.append((now_ns + self._patience_ns, frame))
            self._answers_waiting += 1

    def queue_control(self, qp: QueuePair) -> None:
        """``qp`` has a control packet to send."""
        if not qp.control_queued:
            qp.control_queued = True
            self._control.append(qp)

    def queue_data(self, qp: QueuePair) -> None:
        """``qp`` may have data to send."""
        if not qp.data_queued:
            qp.data_queued = True
            self._data.append(qp)

    def forget(self, qp: QueuePair) -> None:
        """``qp`` has nothing to send any more."""
        for queue in (self._control, self._data):
            if qp in queue:
                queue.remove(qp)
        qp.control_queued = qp.data_queued = False

    def patient_ns(self, now_ns: int) -> int | None:
        """When the first answer stops waiting for the port that it should leave by; None if none waits for one."""
        if not self._control:
            return None
        first_ns = -1
        for qp in self._control:
            at_ns = qp.responder.answers.patient_ns(now_ns) if qp.responder is not None else None
            if at_ns is not None and (first_ns < 0 or at_ns < first_ns):
                first_ns = at_ns
        # A port may go down while it carries a frame: then no driver reports that it is free.
        for until_ns in self._busy_until_ns:
            free_ns = until_ns + _SLACK_NS
            if free_ns > now_ns and (first_ns < 0 or free_ns < first_ns):
                first_ns = free_ns
        return None if first_ns < 0 else first_ns

    def next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port."""
        sent = self._next(free, now_ns)
        if sent is not None:
            port, frame = sent
            wire_bits = (len(frame) + _FRAME_OVERHEAD) * 8
            self._busy_until_ns[port] = now_ns + wire_bits * 1_000_000_000 // self._rates_bps[port]
        return sent

    def _soon(self, now_ns: int) -> int:
        """The ports that carry a frame just now and come free after it."""
        soon = 0
        for port, at_ns in enumerate(self._busy_until_ns):
            if at_ns + _SLACK_NS > now_ns:
                soon |= 1 << port
        return soon

    def _next(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        sent = self._probes.next(free, now_ns) if self._probes.waiting_paths else None
        if sent is not None:
            return sent
        sent = self._next_answer(free & ~self._answered, now_ns) if self._answers_waiting else None
        if sent is not None:
            self._answered |= 1 << sent[0]
            return sent
        sent = self._next_control(free, now_ns) if self._control else None
        sent = sent or (self._next_data(free, now_ns) if self._data else None)
        if sent is None:
            return self._next_answer(free, now_ns) if self._answers_waiting else None
        self._answered &= ~(1 << sent[0])
        return sent

    def _next_answer(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        for port, queue in enumerate(self._answers):
            if free >> port & 1:
                while queue:
                    until_ns, frame = queue.pop(0)
                    self._answers_waiting -= 1
                    if now_ns <= until_ns:
                        return port, frame
                    self._counters["drop.probe_answer_stale"] += 1
        return None

    def _next_control(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        for _ in range(len(self._control)):
            sent = self._turn_of_control(free, now_ns)
            if sent is not None:
                return sent
        return None

    def _turn_of_control(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """The turn of the first queue pair with a control packet, which then goes behind the others or away."""
        qp = self._control.popleft()
        sent = self._control_of(qp, free, now_ns)
        if qp.has_control():
            self._control.append(qp)
        else:
            qp.control_queued = False
            if qp.responder is not None and qp.responder.failed:
                qp.on_refused()
        return sent

    def _control_of(self, qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
        if qp.responder is not None and qp.reverse is not None and qp.responder.answers.pending():
            answers = qp.responder.answers
            turned = answers.turned_ev(now_ns)
            entry = None if turned is None else qp.reverse.turn(turned, free, now_ns)
            if entry is None:
                entry = qp.reverse.choose(free, answers.bound_plane(now_ns), self._soon(now_ns))
            if entry is not None:
                return entry.plane, answers.send(entry, now_ns)
        if qp.requestor is not None and qp.requestor.probes.wanted and qp.evs is not None:
            entry = self._ev_of_probe(qp.evs, qp.requestor.probes, free, now_ns)
            if entry is not None:
                return entry.plane, qp.requestor.send_probe(entry, now_ns)
        return None

    def _ev_of_probe(self, evs: EvSet, probes: ReliabilityProbes, free: int, now_ns: int) -> EvEntry | None:
        """The EV that a reliability probe leaves by; None if it waits for a port.

        One that was not answered is no reason to ask by the same plane again, by which the answer comes back. Of ports
        that are all full just any is free, again and again the same by chance, so another that is free soon is waited
        for.
        """
        last = evs.get(probes.last_entropy) if probes.vain else None
        if last is None:
            return evs.choose(free, now_ns) if probes.vain else evs.choose_proven(free, now_ns)
        others = sum(1 << plane for plane in evs.planes if plane != last.plane and evs.hopeful(plane))
        entry = evs.choose(free & others, now_ns) if free & others else None
        if entry is None and not self._soon(now_ns) & others & ~free:
            entry = evs.choose(free, now_ns)
        return entry

    def _next_data(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        sent = self._on_its_plane(free, now_ns) if len(self._data) > 1 else None
        return sent or self._turn(free, now_ns)

    def _on_its_plane(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """Data of the first queue pair that has some to send again, or new and whose next plane has a free port.

        A queue pair that waits for a busy port keeps its place. Full ports come free one at a time. If any queue pair
        took the next one, chance would spread each peer's packets over the planes and load its ports unequally: "false
        incast" (endpoint §8). Of the queue pairs to one peer the first is served: to serve another would change nothing
        for the peer. A queue pair that may not send waits for no port. No queue pair waits for a port that carries
        nothing and is not free: it may never become free.
        """
        data = self._data
        soon = self._soon(now_ns)
        passed: set[bytes] = set()
        for place, qp in enumerate(data):
            if qp.evs is None or qp.requestor is None:
                continue
            # Where there is only new data, looking for retransmissions would find none, and change nothing.
            sent = None if qp.requestor.has_only_new else retransmission_of(qp, free, now_ns)
            if sent is None:
                if qp.peer_address in passed:
                    continue
                own = qp.evs.next_plane()
                if own & soon & ~free:
                    if qp.requestor.next_new() is not None:
                        passed.add(qp.peer_address)
                    continue
                sent = new_of(qp, own & free or free, now_ns)
            if sent is not None:
                self._leave(place, qp)
                if qp.probing is not None:
                    qp.probing.sent_ns = now_ns
                self._timers.arm(qp)
                return sent
        return None

    def _turn(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """Every queue pair with data once, until one sends."""
        data = self._data
        for _ in range(len(data)):
            qp = data.popleft()
            requestor = qp.requestor
            sent = retransmission_of(qp, free, now_ns) if requestor is not None and requestor.flight.lost else None
            sent = sent or new_of(qp, free, now_ns)
            self._line_up(qp)
            if sent is not None:
                if qp.probing is not None:
                    qp.probing.sent_ns = now_ns
                self._timers.arm(qp)
                return sent
        return None

    def _leave(self, place: int, qp: QueuePair) -> None:
        """Its turn is over, if it is there still: the garbage collector may have destroyed it as it sent."""
        data = self._data
        if place < len(data) and data[place] is qp:
            del data[place]
            self._line_up(qp)

    def _line_up(self, qp: QueuePair) -> None:
        """Behind the others, if it has more to send."""
        if qp.requestor is not None and qp.requestor.has_work:
            self._data.append(qp)
        else:
            qp.data_queued = False


def retransmission_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    """The oldest packet that ``qp`` must send again, on the port that it leaves by; None if none may leave now."""
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    record = requestor.next_retransmission()
    if record is None:
        return None
    patient = now_ns < record.avoid_until_ns
    entry = evs.choose_proven(free, now_ns, record.avoid) if patient else evs.choose(free, now_ns)
    return None if entry is None else (entry.plane, requestor.retransmit(record, entry, now_ns))


def new_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    """The next packet of ``qp``'s writes, on the port that it leaves by; None if none may leave now."""
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    work = requestor.next_new()
    if work is None:
        return None
    entry = evs.choose(free, now_ns)
    return None if entry is None else (entry.plane, requestor.send_new(work, entry, now_ns))


# --- The timers of a NIC ---------------------------------------------------------------------------------------------

_SLACK: Final = 64
"""Deadlines that were moved stay in the heap until they come up, or until these many more than four per key do."""


class Timer(IntEnum):
    """What a timer is for."""

    REQUESTOR = 0
    EV_PROBE = 1
    REVERSE = 2
    WAKE = 3
    """Of no queue pair: a verb has made something possible that ``transmit`` must be asked for."""
    PORTS = 4
    """Of no queue pair: a port, or a plane towards a peer, is due for something."""


TIMER_BITS: Final = 3
"""A key is a queue pair number (0: none) and, in its lowest bits, what for: one integer is found faster than two."""
_NEVER: Final = (1 << 63) - 1
_WAKE: Final = int(Timer.WAKE)
_PORTS: Final = int(Timer.PORTS)
_REQUESTOR: Final = int(Timer.REQUESTOR)
_EV_PROBE: Final = int(Timer.EV_PROBE)
_REVERSE: Final = int(Timer.REVERSE)


@unboxed(ints="_looked _order _wake_ns _wake_order", bools="_settled")
class Timers:
    """At most one deadline per key; equal deadlines fire in the order they were set. A heap with lazy deletion.

    That of ``Timer.WAKE``, which moves with almost every frame, is kept apart.

    The deadline of a queue pair's requestor is kept (``QueuePair.deadline_ns``), and worked out again only when
    something has happened that may have brought it closer (``SendState.stale``), or when it has come. That of its EV
    probes is kept, too, so that nothing is set again while none of its EVs has gone bad or come back.
    """

    __slots__ = ("_deadlines", "_heap", "_looked", "_order", "_settled", "_wake_ns", "_wake_order")

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, int]] = []
        self._deadlines: dict[int, tuple[int, int]] = {}
        self._order = 0
        # What ``_look`` found, which is asked for with every frame; no longer true when ``_settled`` is False.
        self._looked = _NEVER
        self._settled = True
        self._wake_ns = _NEVER
        self._wake_order = 0

    def set(self, key: int, at_ns: int) -> None:
        """Arm ``key``, or move its deadline."""
        current = self._deadlines.get(key)
        if current is not None:
            if current[0] == at_ns:
                return
            self._settled = False
        elif self._settled and at_ns < self._looked:
            self._looked = at_ns
        self._order += 1
        self._deadlines[key] = (at_ns, self._order)
        heappush(self._heap, (at_ns, self._order, key))
        if len(self._heap) > 4 * len(self._deadlines) + _SLACK:
            self._compact()

    def _compact(self) -> None:
        self._heap = [(at_ns, order, key) for key, (at_ns, order) in self._deadlines.items()]
        heapify(self._heap)

    def cancel(self, key: int) -> None:
        """Disarm ``key``, if it is armed."""
        if key in self._deadlines:
            del self._deadlines[key]
            self._settled = False

    def earliest(self) -> int | None:
        """The next deadline."""
        if not self._settled:
            first = self._look()
            self._looked = _NEVER if first is None else min(first[0], _NEVER)
            self._settled = True
        at_ns = min(self._looked, self._wake_ns)
        return None if at_ns == _NEVER else at_ns

    def _look(self) -> tuple[int, int, int] | None:
        heap = self._heap
        while heap:
            first = heap[0]
            current = self._deadlines.get(first[2])
            if current is not None and current[1] == first[1]:
                return first
            heappop(heap)
        return None

    def pop_due(self, now_ns: int) -> int | None:
        """Disarm and return one key whose deadline has passed; None if there is none."""
        at_ns = self.earliest()
        if at_ns is None or at_ns > now_ns:
            return None
        first = self._look()
        if self._wake_ns != _NEVER and (first is None or (self._wake_ns, self._wake_order) < first[:2]):
            self._wake_ns = _NEVER
            return _WAKE
        key = heappop(self._heap)[2]
        del self._deadlines[key]
        self._settled = False
        return key

    # --- Of the NIC -------------------------------------------------------------------------------------------------

    def wake(self, at_ns: int | None) -> None:
        """Have ``transmit`` asked then; None: not for what was to be possible then."""
        if at_ns is not None and at_ns != self._wake_ns:
            self._order += 1
            self._wake_order = self._order
        self._wake_ns = _NEVER if at_ns is None else min(at_ns, _NEVER)

    def ports(self, at_ns: int | None) -> None:
        """A port, or a plane towards a peer, is due for something then; None: nothing is."""
        if at_ns is None:
            self.cancel(_PORTS)
        else:
            self.set(_PORTS, at_ns)

    # --- Of queue pairs ---------------------------------------------------------------------------------------------

    def arm(self, qp: QueuePair) -> None:
        """Start those that ``qp`` needs and that do not run; a running one is left alone and checks when it fires."""
        requestor = qp.requestor
        if requestor is not None and (qp.deadline_ns is None or requestor.state.stale):
            requestor.state.stale = False
            at_ns = requestor.deadline_ns()
            if at_ns is not None and (qp.deadline_ns is None or at_ns < qp.deadline_ns):
                qp.deadline_ns = at_ns
                self.set(qp.qpn << TIMER_BITS | _REQUESTOR, at_ns)
        evs = qp.evs
        if evs is not None and evs.bad.due_ns is not None and evs.bad.due_ns != qp.ev_probe_ns:
            qp.ev_probe_ns = evs.bad.due_ns
            self.set(qp.qpn << TIMER_BITS | _EV_PROBE, qp.ev_probe_ns)

    def on_data(self, qp: QueuePair, now_ns: int) -> None:
        """``qp``, which waits for no probe of its way back, has received: that is probed while it sends nothing."""
        assert qp.probing is not None, "a queue pair in RTR has a schedule of probes"
        qp.reverse_ns = qp.probing.begin_interval(now_ns)
        self.set(qp.qpn << TIMER_BITS | _REVERSE, qp.reverse_ns)

    def release(self, qp: QueuePair) -> None:
        """``qp`` has ended."""
        for timer in (_REQUESTOR, _EV_PROBE, _REVERSE):
            self.cancel(qp.qpn << TIMER_BITS | timer)
        qp.deadline_ns = qp.ev_probe_ns = qp.reverse_ns = None
