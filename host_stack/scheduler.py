# SPDX-License-Identifier: Apache-2.0
"""What leaves a NIC first when a port is free.

EV probes, of which there are few, and answers to those of others, then SACK, NACK, ACK and reliability probes, then
data; queue pairs take turns within each class. In its turn a queue pair sends what it must send again before anything
new, but no queue pair's retransmissions go before another's turn: one whose peer is gone has nothing else to send.
Others set how many answers to probes there are to send, so after one of them a port gives the next turn to anything
else that wants it.
"""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

from host_stack.paths.ev import EvEntry
from host_stack.paths.ev_probes import EvProber
from host_stack.paths.ev_set import EvSet
from host_stack.queue_pair import QueuePair
from host_stack.transport.reliability_probes import ReliabilityProbes

_ANSWERS_LIMIT: Final = 256
_BESIDE_FRAME: Final = 24
"""Bytes on the wire beside a frame: preamble, gap and FCS."""
_SLACK_NS: Final = 100
"""How much later than worked out a port may come free and still count as one that carries frames."""


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
    )

    def __init__(self, rates_bps: Sequence[int], probes: EvProber, *, patience_ns: int, counters: Counter[str]) -> None:
        """``rates_bps``: of the ports; ``patience_ns``: how long an answer to a probe may wait and still be wanted."""
        self._counters = counters
        self._probes = probes
        self._patience_ns = patience_ns
        self._rates_bps = tuple(rates_bps)
        self._busy_until_ns = [0] * len(rates_bps)
        self._answers: list[deque[tuple[int, bytes]]] = [deque() for _ in rates_bps]
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
        # A port that is believed to carry a frame may have gone down under it: then nobody says that it is free.
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
            wire_bits = (len(frame) + _BESIDE_FRAME) * 8
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
        sent = self._probes.next(free, now_ns)
        if sent is not None:
            return sent
        sent = self._next_answer(free & ~self._answered, now_ns)
        if sent is not None:
            self._answered |= 1 << sent[0]
            return sent
        sent = self._next_control(free, now_ns) or self._next_data(free, now_ns)
        if sent is None:
            return self._next_answer(free, now_ns)
        self._answered &= ~(1 << sent[0])
        return sent

    def _next_answer(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        if not self._answers_waiting:
            return None
        for port, queue in enumerate(self._answers):
            if free >> port & 1:
                while queue:
                    until_ns, frame = queue.popleft()
                    self._answers_waiting -= 1
                    if now_ns <= until_ns:
                        return port, frame
                    self._counters["drop.probe_answer_stale"] += 1
        return None

    def _next_control(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        control = self._control
        for _ in range(len(control)):
            qp = control.popleft()
            sent = self._control_of(qp, free, now_ns)
            if qp.has_control():
                control.append(qp)
            else:
                qp.control_queued = False
                if qp.responder is not None and qp.responder.failed:
                    qp.on_refused()
            if sent is not None:
                return sent
        return None

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
        data = self._data
        if not data:
            return None
        sent = self._on_its_plane(free, now_ns) if len(data) > 1 else None
        return sent or self._turn(free, now_ns)

    def _on_its_plane(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """Data of the first queue pair that has some to send again, or new and whose next plane has a free port.

        Who waits for a busy port keeps its place. Full ports come free one at a time. If just anybody took the next
        one, each peer's packets would be spread over the planes by chance, and its ports unequally loaded: "false
        incast" (endpoint §8). Nobody is passed over for another queue pair to the same peer: that would change nothing
        for it. Who may not send anyhow waits for no port, and nobody waits for one that carries nothing and is not
        free: it may never be.
        """
        data = self._data
        soon = self._soon(now_ns)
        passed: set[bytes] = set()
        for place, qp in enumerate(data):
            if qp.evs is None or qp.requestor is None:
                continue
            # Where there is only new data, looking for retransmissions would find none, and change nothing.
            sent = None if qp.requestor.has_only_new else _retransmission_of(qp, free, now_ns)
            if sent is None:
                if qp.peer_address in passed:
                    continue
                own = qp.evs.next_plane()
                if own & soon & ~free:
                    if qp.requestor.next_new() is not None:
                        passed.add(qp.peer_address)
                    continue
                sent = _new_of(qp, own & free or free, now_ns)
            if sent is not None:
                del data[place]
                self._line_up(qp)
                qp.on_data_sent(now_ns)
                return sent
        return None

    def _turn(self, free: int, now_ns: int) -> tuple[int, bytes] | None:
        """Every queue pair with data once, until one sends."""
        data = self._data
        for _ in range(len(data)):
            qp = data.popleft()
            sent = _retransmission_of(qp, free, now_ns) or _new_of(qp, free, now_ns)
            self._line_up(qp)
            if sent is not None:
                qp.on_data_sent(now_ns)
                return sent
        return None

    def _line_up(self, qp: QueuePair) -> None:
        """Behind the others, if it has more to send."""
        if qp.requestor is not None and qp.requestor.has_work:
            self._data.append(qp)
        else:
            qp.data_queued = False


def _retransmission_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    record = requestor.next_retransmission()
    if record is None:
        return None
    patient = now_ns < record.avoid_until_ns
    entry = evs.choose_proven(free, now_ns, record.avoid) if patient else evs.choose(free, now_ns)
    return None if entry is None else (entry.plane, requestor.retransmit(record, entry, now_ns))


def _new_of(qp: QueuePair, free: int, now_ns: int) -> tuple[int, bytes] | None:
    requestor, evs = qp.requestor, qp.evs
    if requestor is None or evs is None:
        return None
    work = requestor.next_new()
    if work is None:
        return None
    entry = evs.choose(free, now_ns)
    return None if entry is None else (entry.plane, requestor.send_new(work, entry, now_ns))
