# SPDX-License-Identifier: Apache-2.0
"""What happens to a packet between the controls: the order is simple_switch.md's.

End of ingress: clone, digest, resubmit, multicast, drop, unicast. End of egress: clone, drop, deparse, recirculate,
transmit. Copies are new packets: they lose requests and truncation (as BMv2's do) and all metadata but the fields
their field list preserves; multicast copies keep their metadata.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from p4soft.switch.codegen.layout import (
    CHECKSUM_ERROR,
    CLONE,
    CLONE_BY,
    CLONE_LIST,
    EGRESS_CLONE,
    ERROR,
    EXIT,
    FRAME,
    GROUP_BY,
    INGRESS_CLONE,
    JOURNEY,
    LEARN,
    LENGTH,
    NORMAL,
    NOW,
    PACKET,
    PACKET_LENGTH,
    PRIORITY_BY,
    RECIRCULATE,
    RECIRCULATED,
    REPLICATION,
    RESUBMIT,
    RESUBMITTED,
    SPEC_BY,
    TRUNCATE,
    Packet,
    Slots,
)
from p4soft.switch.codegen.runtime import AssertionFailed, Engine, reset_requests
from p4soft.switch.program.model import SourceInfo
from p4soft.switch.queues import TrafficManager
from p4soft.switch.state import CloneSession, Replica, SwitchState
from p4soft.switch.trace import (
    Copied,
    Dequeued,
    DigestSent,
    Dropped,
    Emitted,
    Enqueued,
    Journey,
    Pairs,
    PrimitiveRan,
    Received,
    Tracer,
)

if TYPE_CHECKING:
    from p4soft.switch.switch import SimpleSwitch


class SwitchFault(Exception):  # noqa: N818  the word the counters and logs use
    """An internal error while a packet was processed; raised only when `faults_are_fatal`."""


TIME_MASK = (1 << 48) - 1  # width of the global timestamps
MAX_PASSES = 4096  # ingress and egress passes one received frame may cause; BMv2 would loop for ever


class DataPlane:
    def __init__(
        self, owner: SimpleSwitch, engine: Engine, state: SwitchState, queues: TrafficManager, tracer: Tracer | None
    ) -> None:
        self._owner = owner
        self._engine = engine
        self._pre = state.pre
        self._queues = queues
        self._report = tracer.event if tracer is not None else None
        self._template = engine.template
        self._metadata = slice(*engine.layout.metadata)
        self._slots = Slots.of(engine.layout)
        program = self._program = state.program
        self._field_lists = {i: [engine.layout.slot(r) for r in refs] for i, refs in program.field_lists.items()}
        self._learn_lists = {
            i: [(engine.layout.slot(r), (1 << engine.layout.field_type(r).width) - 1) for r in learn.elements]
            for i, learn in program.learn_lists.items()
        }
        self._ingress_queue: deque[tuple[Packet, str]] = deque()
        self._egress_queue: deque[tuple[Packet, int, int, int]] = deque()
        self._passes = 0
        # A field as narrow as egress_spec cannot hold drop_port + 1; like BMv2, let it wrap.
        self._not_dropped = (owner.drop_port + 1) & self._slots.port_mask

    def receive(self, port: int, frame: bytes, now_us: int, number: int) -> None:
        slots, packet = self._slots, self._template[:]
        packet[FRAME] = frame
        packet[LENGTH] = packet[PACKET_LENGTH] = packet[slots.packet_length] = len(frame)
        packet[NOW] = now_us
        packet[PACKET] = number
        if self._report is not None:
            packet[JOURNEY] = Journey(number)
        packet[slots.ingress_port] = port & slots.port_mask
        if slots.ingress_timestamp is not None:
            packet[slots.ingress_timestamp] = now_us & TIME_MASK
        self._passes = 0
        self._ingress(packet, "normal")
        self._finish()

    def drain(self, now_us: int) -> None:
        """Process every queued packet due by `now_us`, and what recirculates from them."""
        while (due := self._queues.pop(now_us)) is not None:
            port, priority, time_us, packet = due
            self._passes = 0
            self._egress(self._engine.adopt(packet), port, priority, time_us)
            self._finish()

    def release(self, port: int, now_us: int) -> bool:
        """Process the next packet that waits for a held port; False when none does, and the port is held no more."""
        due = self._queues.next_held(port, now_us)
        if due is None:
            return False
        priority, packet = due
        self._passes = 0
        self._egress(self._engine.adopt(packet), port, priority, now_us)
        self._finish()
        return True

    def emit(self, port: int, priority: int, frame: bytes) -> None:
        """A frame leaves the switch that machine code took through it."""
        self._owner.emit(port, priority, frame)

    def finish_ingress(self, packet: Packet) -> None:
        """Go on with a packet that machine code took to the end of ingress."""
        self._passes = 1
        try:
            self._end_of_ingress(packet)
        except Exception as error:  # noqa: BLE001  one packet must not take the switch down
            self._fault(packet, "ingress", error)
        self._finish()

    def finish_enqueue(self, packet: Packet) -> None:
        """Go on with a packet that machine code could not put into its queue."""
        self._passes = 1
        self._enqueue(packet, packet[self._slots.egress_spec])
        self._finish()

    def finish_egress(self, packet: Packet, port: int, priority: int) -> None:
        """Go on with a packet that machine code took to the end of egress."""
        self._passes = 2
        try:
            self._end_of_egress(packet, port, priority)
        except Exception as error:  # noqa: BLE001  one packet must not take the switch down
            self._fault(packet, "egress", error)
        self._finish()

    def failed(self, packet: Packet, where: str, error: Exception) -> None:
        """A packet failed in machine code."""
        self._fault(packet, where, error)

    def _finish(self) -> None:
        """Everything the last pass set off that need not wait: copies to egress first, then back to ingress."""
        while self._egress_queue or self._ingress_queue:
            if self._egress_queue:
                self._egress(*self._egress_queue.popleft())
            else:
                self._ingress(*self._ingress_queue.popleft())

    def _ingress(self, packet: Packet, cause: str) -> None:
        if not self._may_pass(packet, "ingress"):
            return
        if self._report is not None:
            port = packet[self._slots.ingress_port]
            frame = packet[FRAME]
            self._report(Received(packet[JOURNEY], port, len(frame), packet[NOW], cause, frame))
        engine, slots = self._engine, self._slots
        try:
            engine.parse(packet)
            engine.verify(packet)
            if slots.parser_error is not None:
                packet[slots.parser_error] = packet[ERROR]
            if slots.checksum_error is not None:
                packet[slots.checksum_error] = packet[CHECKSUM_ERROR]
            engine.ingress(packet)
            packet[EXIT] = 0
            self._end_of_ingress(packet)
        except Exception as error:  # noqa: BLE001  one packet must not take the switch down
            self._fault(packet, "ingress", error)

    def _end_of_ingress(self, packet: Packet) -> None:
        slots = self._slots
        if packet[CLONE] >= 0:
            self._clone_ingress(packet)
        if packet[LEARN]:
            fields = self._learn_lists.get(packet[LEARN])
            if fields is not None:
                if self._report is not None:
                    learn = self._program.learn_lists[packet[LEARN]]
                    names = [str(ref) for ref in learn.elements]
                    values = [packet[s] & mask for s, mask in fields]
                    self._report(DigestSent(packet[JOURNEY], learn.name, tuple(zip(names, values, strict=True))))
                self._owner.digest(packet[LEARN], tuple(packet[s] & mask for s, mask in fields))
        if packet[RESUBMIT]:
            self._resubmit(packet)
            return
        group = packet[slots.mcast_grp] if slots.mcast_grp is not None else 0
        if group:
            packet[slots.instance_type] = REPLICATION
            found = self._pre.groups.get(group)
            if found is None:
                reason = f"no such multicast group: {group}"
                self._drop(packet, "ingress", reason, "no such multicast group", packet[GROUP_BY])
            else:
                self._replicate(packet, found.replicas, "multicast", f"group {group}")
            return
        port = packet[slots.egress_spec]
        if port == self._owner.drop_port:
            self._dropped_by_program(packet, "ingress")
            return
        packet[slots.instance_type] = NORMAL
        self._enqueue(packet, port)

    def _clone_ingress(self, packet: Packet) -> None:
        session = self._session(packet)
        field_list = packet[CLONE_LIST]
        packet[CLONE], packet[CLONE_LIST] = -1, 0
        if session is None:
            return
        slots = self._slots
        copy = self._fresh(packet, packet[FRAME])
        # The parser may look at the ingress port; the rest of the metadata is reset only after parsing, as in BMv2.
        copy[slots.ingress_port] = packet[slots.ingress_port]
        if self._report is not None:
            text = "the frame as received is parsed again for the copy"
            self._report(PrimitiveRan(packet[JOURNEY], "clone", text, packet[CLONE_BY]))
        self._engine.parse(copy)
        copy[self._metadata] = self._template[self._metadata]
        self._preserve(packet, copy, field_list)
        copy[slots.instance_type] = INGRESS_CLONE
        self._clone_out(copy, session, "clone_i2e", field_list)

    def _clone_egress(self, packet: Packet) -> None:
        session = self._session(packet)
        field_list = packet[CLONE_LIST]
        packet[CLONE], packet[CLONE_LIST] = -1, 0
        if session is None:
            return
        copy = packet[:]
        copy[self._metadata] = self._template[self._metadata]
        self._preserve(packet, copy, field_list)
        copy[self._slots.instance_type] = EGRESS_CLONE
        self._clone_out(copy, session, "clone_e2e", field_list)

    def _session(self, packet: Packet) -> CloneSession | None:
        session = self._pre.sessions.get(packet[CLONE])
        if session is None:
            reason = f"no such clone session: {packet[CLONE]}"
            self._drop(packet, "clone", reason, "no such clone session", packet[CLONE_BY])
        return session

    def _clone_out(self, copy: Packet, session: CloneSession, kind: str, field_list: int) -> None:
        if session.class_of_service and self._slots.priority is not None:
            copy[self._slots.priority] = session.class_of_service
        detail, cut = f"session {session.session_id}", session.packet_length_bytes or None
        self._replicate(copy, self._pre.copies(session), kind, detail, cut=cut, field_list=field_list)

    def _replicate(
        self,
        packet: Packet,
        replicas: tuple[Replica, ...],
        kind: str,
        detail: str,
        *,
        cut: int | None = None,
        field_list: int = 0,
    ) -> None:
        rid = self._slots.egress_rid
        for replica in replicas:
            copy = packet[:]
            reset_requests(copy)
            if cut is not None:
                copy[TRUNCATE] = cut
            if rid is not None:
                copy[rid] = replica.instance
            if self._report is not None:
                made = copy[JOURNEY] = packet[JOURNEY].new_copy()
                text, kept = f"{detail} to port {replica.port}", self._preserved(packet, field_list)
                self._report(
                    Copied(packet[JOURNEY], kind, text, made.copy, made.pass_number, port=replica.port, preserved=kept)
                )
            self._enqueue(copy, replica.port)

    def _resubmit(self, packet: Packet) -> None:
        slots = self._slots
        copy = self._fresh(packet, packet[FRAME])
        self._preserve(packet, copy, packet[RESUBMIT])
        copy[slots.instance_type] = RESUBMITTED
        copy[slots.packet_length] = packet[LENGTH]
        self._again(copy, "resubmit", packet[RESUBMIT])

    def _recirculate(self, packet: Packet, frame: bytes) -> None:
        slots = self._slots
        copy = self._fresh(packet, frame)
        self._preserve(packet, copy, packet[RECIRCULATE])
        copy[slots.instance_type] = RECIRCULATED
        copy[slots.packet_length] = len(frame)
        self._again(copy, "recirculate", packet[RECIRCULATE])

    def _again(self, copy: Packet, kind: str, field_list: int) -> None:
        if self._report is not None:
            before, text, kept = copy[JOURNEY], "back to the ingress parser", self._preserved(copy, field_list)
            made = copy[JOURNEY] = before.again()
            self._report(Copied(before, kind, text, made.copy, made.pass_number, preserved=kept))
        self._ingress_queue.append((copy, kind))

    def _fresh(self, packet: Packet, frame: bytes) -> Packet:
        copy = self._template[:]
        copy[FRAME] = frame
        copy[LENGTH] = copy[PACKET_LENGTH] = len(frame)
        copy[NOW], copy[PACKET], copy[JOURNEY] = packet[NOW], packet[PACKET], packet[JOURNEY]
        return copy

    def _preserved(self, packet: Packet, field_list: int) -> Pairs:
        """What a field list carries over to `packet`, for traces."""
        refs = self._program.field_lists.get(field_list, ())
        slots = self._field_lists.get(field_list, ())
        return tuple((str(ref), packet[slot]) for ref, slot in zip(refs, slots, strict=True))

    def _preserve(self, packet: Packet, copy: Packet, field_list: int) -> None:
        for slot in self._field_lists.get(field_list, ()):
            copy[slot] = packet[slot]

    def _enqueue(self, packet: Packet, port: int) -> None:
        slots = self._slots
        priority = packet[slots.priority] if slots.priority is not None else 0
        if priority >= self._owner.priority_queues:
            limit = f"priority {priority} is out of range: the switch has {self._owner.priority_queues} queues per port"
            self._drop(packet, "queue", limit, "priority out of range", packet[PRIORITY_BY])
            return
        now = packet[NOW]
        if slots.enq_timestamp is not None and slots.enq_qdepth is not None:
            packet[slots.enq_timestamp] = now & slots.enqueue_mask
            packet[slots.enq_qdepth] = self._queues.size(port, priority)
        if self._report is not None:
            self._report(Enqueued(packet[JOURNEY], port, priority, self._queues.size(port, priority)))
        accepted = self._queues.push(port, priority, packet, now)
        if accepted:
            self._egress_queue.append((packet, port, priority, now))
        elif accepted is False:
            self._drop(packet, "queue", f"queue of port {port} priority {priority} is full", "queue full")

    def _egress(self, packet: Packet, port: int, priority: int, now_us: int) -> None:
        if not self._may_pass(packet, "egress"):
            return
        slots = self._slots
        packet[NOW] = now_us
        if slots.egress_timestamp is not None:
            packet[slots.egress_timestamp] = now_us & TIME_MASK
        if slots.enq_timestamp is not None and slots.deq_timedelta is not None and slots.deq_qdepth is not None:
            packet[slots.deq_timedelta] = (now_us - packet[slots.enq_timestamp]) & slots.enqueue_mask
            packet[slots.deq_qdepth] = self._queues.size(port, priority)
            if slots.qid is not None:
                packet[slots.qid] = priority
        packet[slots.egress_port] = port & slots.port_mask
        packet[slots.egress_spec] = self._not_dropped
        packet[slots.packet_length] = packet[PACKET_LENGTH]
        packet[SPEC_BY] = None
        if self._report is not None:
            if packet[JOURNEY] is None:  # queued before tracing began
                packet[JOURNEY] = Journey(packet[PACKET])
            self._report(Dequeued(packet[JOURNEY], port, priority, now_us))
        try:
            self._engine.egress(packet)
            packet[EXIT] = 0
            self._end_of_egress(packet, port, priority)
        except Exception as error:  # noqa: BLE001  one packet must not take the switch down
            self._fault(packet, "egress", error)

    def _end_of_egress(self, packet: Packet, port: int, priority: int) -> None:
        if packet[CLONE] >= 0:
            self._clone_egress(packet)
        if packet[self._slots.egress_spec] == self._owner.drop_port:
            self._dropped_by_program(packet, "egress")
            return
        frame = self._engine.deparse(packet)
        if packet[RECIRCULATE]:
            self._recirculate(packet, frame)
            return
        if self._report is not None:
            self._report(Emitted(packet[JOURNEY], port, len(frame), frame))
        self._owner.emit(port, priority, frame)

    def _may_pass(self, packet: Packet, stage: str) -> bool:
        self._passes += 1
        if self._passes <= MAX_PASSES:
            return True
        self._drop(packet, stage, f"one frame caused more than {MAX_PASSES} passes: a loop", "too many passes")
        return False

    def _dropped_by_program(self, packet: Packet, stage: str) -> None:
        if self._report is not None:
            source = packet[SPEC_BY]
            where = source if isinstance(source, SourceInfo) else None
            reason = f"egress_spec is the drop port {self._owner.drop_port}"
            self._report(Dropped(packet[JOURNEY], stage, reason, where))

    def _drop(self, packet: Packet, stage: str, reason: str, counted_as: str, source: SourceInfo | None = None) -> None:
        self._owner.drops[counted_as] += 1
        if self._report is not None:
            self._report(Dropped(packet[JOURNEY], stage, reason, source))

    def _fault(self, packet: Packet, where: str, error: Exception) -> None:
        if self._report is not None:
            reason = f"internal error: {type(error).__name__}: {error}"
            if isinstance(error, AssertionFailed):
                reason = str(error)  # the program's own doing; it names the line
            self._report(Dropped(packet[JOURNEY], where, reason, None))
        try:
            self._owner.fault(packet[PACKET], where, error)
        except SwitchFault:
            self._ingress_queue.clear()
            self._egress_queue.clear()
            raise
