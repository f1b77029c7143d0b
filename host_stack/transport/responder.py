# SPDX-License-Identifier: Apache-2.0
"""The receiving half of a queue pair: placement, bitmap, in-order completion, SACK, NACK, ACK (endpoint §2, §3).

``MessageRules`` judges which packets make up a message, out of order too. IBTA (volume 1, 9.7.4.1) knows one RETH a
message, and packets in the order of their PSNs. In MRC every data packet has a RETH: its own address, and key and
length of the whole message (wire-format §6.4). So two things can be judged:

* a packet alone, when it arrives: FIRST and MIDDLE carry one path MTU, LAST what is left, ONLY everything;
* a packet behind the one before it, when everything before it has arrived, which is when it arrives if it comes in
  order: FIRST and ONLY follow the end of a message; MIDDLE and LAST continue one, at the next address, under the same
  key, length and MSN; and a message ends where its length says, so that what completes is what was placed.

The MSN grows by one a message (wire-format §6.2). So a packet that took the PSN of another is noticed, which would
otherwise pass for its duplicate and never be placed. Where MSNs begin is not agreed, and not judged; nor is the RQMSN.
"""

from heapq import heappop, heappush
from struct import Struct
from typing import Final, TypeAlias

from host_stack.counters import QpCounters
from host_stack.paths.ev_source import EvFormat
from host_stack.transport.answers import Answers, NackJob, ProbeAnswer, Reception, SackJob, TrimRepeats
from host_stack.transport.completions import Completion, CompletionKind, CompletionStatus
from host_stack.transport.connection import RtrAttributes, TransportOptions
from host_stack.transport.frames import QpFrames
from host_stack.transport.memory import AccessError, ProtectionDomain
from host_stack.transport.windows import Arrival, ReceiveResources, ReceiveWindow
from host_stack.transport.work import WorkQueues
from host_stack.unboxed import unboxed
from host_stack.wire.constants import MPR_UNIT, NackReason, Role, SackMark, Syndrome
from host_stack.wire.frames import DropReason, Packet
from host_stack.wire.headers import Opcode, PacketType, Peth, age_ns, index_of
from host_stack.wire.options import OutOfWindow, RcvdBytesBasis

# --- Which packets make up a message ---------------------------------------------------------------------------------

Part: TypeAlias = tuple[int, int, int, int, int, bool, bool]
"""Of a data packet: address, r_key, DMA length, MSN, bytes of payload, whether it is its message's first, and last."""
_EARLY: Final = Struct("<QQIIHH??2x")
"""What is kept of a packet: its PSN index, which is not 0, and its ``Part``."""
_FEW: Final = 16
"""Packets that there is room for at first."""


@unboxed(ints="_left _length _msn _mtu _r_key _waiting", bools="_judge_msn")
class MessageRules:
    """Of one responder.

    Packets that wait are in an array, each at its index modulo the array's length, as ``_EARLY`` has it. An array that
    has become too small is doubled by a copy of itself: what was at its place is at its new one, whichever half that
    is in. In the other half is a copy at a place that is not that index's, where nobody looks for it.
    """

    __slots__ = ("_address", "_early", "_judge_msn", "_left", "_length", "_msn", "_mtu", "_r_key", "_waiting")

    def __init__(self, path_mtu: int, *, judge_msn: bool) -> None:
        """``path_mtu``: payload of a full packet, bytes; ``judge_msn``: whether MSNs must count messages."""
        self._mtu = path_mtu
        self._judge_msn = bool(judge_msn)
        self._msn = -1  # of the packet before; at first any may come
        # The message that is not at its end: how many of its bytes are to come, from where on, by its key and length.
        self._left = 0
        self._address = 0
        self._r_key = 0
        self._length = 0
        self._early = bytearray()
        self._waiting = 0

    def __len__(self) -> int:
        """Packets that wait for the one before them."""
        return self._waiting

    def alone(self, kind: PacketType, size: int, length: int) -> bool:
        """Whether a packet of this kind in a message of ``length`` bytes has ``size`` bytes of payload."""
        mtu = self._mtu
        if not kind.last:
            return size == mtu and length > (mtu if kind.first else 2 * mtu)
        if kind.first:
            return size == length and size <= mtu
        return length > mtu and size == (length - 1) % mtu + 1

    def follows(self, part: Part) -> bool:
        """Whether a packet that is right alone follows the one before it, which it then is for the next."""
        address, r_key, length, msn, size, first, last = part
        if self._judge_msn:
            if self._msn >= 0 and msn != (self._msn + 1 & 0xFFFF if first else self._msn):
                return False
            self._msn = msn
        if first:
            if self._left:
                return False
            self._left, self._address, self._r_key, self._length = length - size, address + size, r_key, length
            return True
        left = self._left - size
        if address != self._address or r_key != self._r_key or length != self._length:
            return False
        if left != 0 if last else left <= 0:
            return False
        self._left = left
        self._address += size
        return True

    def keep(self, index: int, part: Part) -> None:
        """A packet has come before the one before it."""
        while not self._early or self._is_taken(index):
            self.make_room()
        place = self._place(index)
        self._waiting += self._index_at(place) != index
        _EARLY.pack_into(self._early, place, index, *part)

    def _place(self, index: int) -> int:
        return index * _EARLY.size % len(self._early)

    def _index_at(self, place: int) -> int:
        there: int = _EARLY.unpack_from(self._early, place)[0]
        return there

    def _is_taken(self, index: int) -> bool:
        """Whether another packet waits at the place of this one."""
        place = self._place(index)
        there = self._index_at(place)
        return there not in {0, index} and self._place(there) == place

    def make_room(self) -> None:
        """Twice as many packets can wait."""
        self._early *= 2
        if not self._early:
            self._early.extend(bytes(_FEW * _EARLY.size))

    def settle(self, first: int, last: int) -> int | None:
        """These PSN indices are in order now: the first that does not follow, None if all do."""
        early = self._early
        for index in range(first, last + 1):
            if not self._waiting:
                break
            place = self._place(index)
            there, address, r_key, length, msn, size, is_first, is_last = _EARLY.unpack_from(early, place)
            if there != index:
                continue
            part = (address, r_key, length, msn, size, is_first, is_last)
            _EARLY.pack_into(early, place, 0, *part)
            self._waiting -= 1
            if not self.follows(part):
                return index
        return None

    def clear(self) -> None:
        """Nothing more will be judged."""
        self._early.clear()
        self._waiting = 0


# --- The responder ---------------------------------------------------------------------------------------------------

_SACK_MINIMUM: Final = 1024
# Members that are asked for with every packet, looked up once.
_NEW: Final = Arrival.NEW
_OUTSIDE: Final = Arrival.OUTSIDE
_UNMARKED: Final = SackMark.NONE
_SKIP_ONCE: Final = SackMark.SKIP_ONCE


@unboxed(ints="_asked _stashed", bools="_counts_nominal failed")
class Responder:
    """Places packets as they come, completes messages as they were sent.

    The five SACK triggers (endpoint §3) are in ``_place``: bytes since the last SACK, AckReq, CE, rtx; the fifth, a
    reliability probe, is ``_on_probe``.

    A packet that asks for memory it may not write, or that makes up no message with those before it
    (``MessageRules``), has been received all the same (reliability and semantics are independent, endpoint §1.1): it is
    SACKed, nothing of it or behind it is placed any more, and once everything before it has arrived and completed a
    transport NAK names it.

    Attributes:
        reception: what has been received.
        answers: control packets to send.
        failed: a NAK is on its way or out; the queue pair must fail once ``answers`` is empty.
    """

    __slots__ = (
        "_asked",
        "_closed",
        "_completions",
        "_counters",
        "_counts_nominal",
        "_domain",
        "_ends",
        "_flow_control",
        "_format",
        "_held",
        "_limits",
        "_memory",
        "_nack_outside",
        "_options",
        "_peer",
        "_ports",
        "_qpn",
        "_receives",
        "_refused",
        "_repeats",
        "_resources",
        "_rules",
        "_stashed",
        "answers",
        "failed",
        "reception",
    )

    def __init__(
        self,
        frames: QpFrames,
        queues: WorkQueues,
        resources: ReceiveResources,
        *,
        limits: RtrAttributes,
        domain: ProtectionDomain | None,
        ev_format: EvFormat,
        options: TransportOptions,
        counters: QpCounters,
    ) -> None:
        """``resources``: what the NIC has to receive with; ``domain``: whose regions peers may write, None for none."""
        self._memory = resources.memory
        self._domain = domain
        self._limits = limits
        self._options = options
        self._counters = counters
        self._completions = queues.recv_cq
        self._receives = queues.receives
        self._qpn = frames.qpn
        self._counts_nominal = frames.wire.rcvd_bytes is RcvdBytesBasis.UDP_LENGTH_PLUS_40
        self._nack_outside = frames.wire.out_of_window is OutOfWindow.NACK
        self.reception = Reception(ReceiveWindow(limits.first_psn, limits.window))
        self.reception.mpr = limits.mpr if limits.dynamic_mpr else 0
        self.answers = Answers(
            frames,
            self.reception,
            resources,
            limits=limits,
            ev_format=ev_format,
            options=options,
            counters=counters,
        )
        self._format = ev_format
        self._peer = limits.peer_address
        self._flow_control = resources.flow_control
        self._ports = resources.ports
        self._resources = resources
        self._rules = MessageRules(options.path_mtu, judge_msn=options.judge_msn)
        self._repeats = TrimRepeats(options.reorder_ns, options.base_rtt_ns)
        self._held = (0, 0)
        self._asked = 0  # reliability probes since data came last
        self.failed = False
        self._refused: tuple[int, Syndrome] | None = None
        self._ends: list[tuple[int, int | None, int]] = []
        self._stashed = 0
        self._closed = False

    def _take_room(self, psns: int, messages: int) -> None:
        """How many PSNs are tracked out of order, and how many messages wait for their beginning."""
        resources, (had_psns, had_messages) = self._resources, self._held
        resources.psns += psns - had_psns
        resources.messages += messages - had_messages
        self._held = (psns, messages)

    def close(self) -> None:
        """The queue pair has ended: nothing waits to be said, and what it held of the NIC's resources is free."""
        self.answers.clear()
        self._rules.clear()
        self._ends.clear()
        self._take_room(0, 0)
        self._closed = True

    @property
    def most_mpr(self) -> int:
        """The window that was agreed, in units of 128 PSNs."""
        return self._limits.mpr

    def advertise(self, mpr: int) -> None:
        """From now on SACKs advertise a window of ``mpr`` · 128 PSNs, and it is that large; dynamic MPR only."""
        self.reception.mpr = mpr
        self.reception.window.resize(mpr * MPR_UNIT)

    # --- Data -------------------------------------------------------------------------------------------------------

    def on_data(self, packet: Packet, now_ns: int) -> None:
        """A data packet, whole or trimmed."""
        bth, answers, reception = packet.bth, self.answers, self.reception
        self._asked = 0
        window = reception.window
        index = index_of(bth.psn, window.cack + 1)
        arrival = window.classify(index)
        timestamp = packet.timestamp or 0
        counters = self._counters
        if bth.rtx:
            counters.retransmissions_received += 1
        if packet.trimmed is not None:
            counters.trims_received += 1
        if self._repeats.waiting:
            self._repeat_nacks(now_ns, asked=False)
        if arrival is _OUTSIDE:
            counters.out_of_window += 1
            if self._nack_outside:
                answers.nack(NackJob(index, NackReason.PSN_OOR_WINDOW, packet.entropy, timestamp, bth.rtx))
        elif packet.trimmed is not None and arrival is _NEW:
            last_hop = packet.trimmed is Role.TRIMMED_LASTHOP
            reason = NackReason.TRIMMED_LASTHOP if last_hop else NackReason.TRIMMED
            job = NackJob(index, reason, packet.entropy, timestamp, bth.rtx)
            answers.nack(job)
            self._repeats.note(job, now_ns)
        elif arrival is _NEW:
            self._place(packet, index, timestamp, now_ns)
        else:
            counters.duplicates += 1
            if arrival is Arrival.DUPLICATE_ABOVE:
                window.reopen(index)
            mark = self._mark(packet) if packet.trimmed is None else SackMark.NONE
            answers.sack(SackJob(index, mark, packet.entropy, timestamp, bth.rtx, now_ns))
            if arrival is not Arrival.DUPLICATE_ABOVE and reception.completed_index is not None:
                answers.ack()

    def _repeat_nacks(self, now_ns: int, *, asked: bool) -> None:
        for job in self._repeats.due(now_ns, asked=asked):
            if self.reception.window.classify(job.index) is Arrival.NEW:
                self._counters.nacks_repeated += 1
                self.answers.nack(job)

    def _place(self, packet: Packet, index: int, timestamp: int, now_ns: int) -> None:
        payload, bth = packet.payload, packet.bth
        counters = self._counters
        size = len(payload)
        reception = self.reception
        window = reception.window
        resources = self._resources
        if resources.limited:
            reason = resources.refuse(window, index, size, last=packet.kind.last, now_ns=now_ns)
            if reason is not None:
                self.answers.nack(NackJob(index, reason, packet.entropy, timestamp, bth.rtx))
                return
        in_order = index == window.cack + 1
        if (self._refused is None or index < self._refused[0]) and self._stands(packet, index, in_order=in_order):
            try:
                # Of a write of no bytes, address and key say nothing (IBTA C9-88).
                if size or self._domain is None:
                    self._memory.place(packet.r_key, packet.address, payload, self._domain)
            except AccessError:
                counters.access_errors += 1
                self._refused = (index, Syndrome.NAK_REMOTE_ACCESS)
            else:
                counters.packets_placed += 1
                counters.bytes_placed += size
        if not in_order:
            counters.out_of_order += 1
        if packet.timestamp is not None:
            one_way_ns = age_ns(packet.timestamp, now_ns)
            counters.worst_one_way_ns = max(counters.worst_one_way_ns, one_way_ns)
        least = size if size > _SACK_MINIMUM else _SACK_MINIMUM
        counted = packet.udp_length + 40 if self._counts_nominal else least
        reception.rcvd_bytes += counted
        plane = self._format.plane(packet.entropy)
        self._flow_control.on_data(self._peer, counted, plane=plane, timestamp=packet.timestamp, now_ns=now_ns)
        if packet.kind.last:
            heappush(self._ends, (index, packet.imm, packet.length))
            if packet.imm is not None:
                self._stashed += 1
                if self._stashed > self._limits.max_immediates:
                    # Nothing can complete that would make room, so this does not wait for its turn.
                    self._refuse(index, Syndrome.NAK_INVALID_REQUEST)
                    return
        advanced = window.accept(index)
        if advanced and window.cack > index and len(self._rules):
            self._settle(index + 1)
        reception.bytes_since_sack += least
        mark = self._mark(packet)
        if packet.marked:
            counters.marked_received += 1
        if (
            mark is not _UNMARKED
            or bth.ack_req
            or bth.rtx
            or reception.bytes_since_sack > self._options.sack_threshold_bytes
        ):
            self.answers.sack(SackJob(index, mark, packet.entropy, timestamp, bth.rtx, now_ns))
        # The transport ACK goes behind the SACK: a requestor that hears it first may have forgotten when the packet
        # left, and then learns neither its round trip nor what its mark was about.
        if advanced:
            self._complete(now_ns)
        if resources.limited and not self._closed:  # a completion handler may have ended the queue pair
            self._take_room(window.held, len(self._ends))

    def _stands(self, packet: Packet, index: int, *, in_order: bool) -> bool:
        """Whether a new packet is right alone, and behind the one before it if that is known; it is refused if not."""
        rules = self._rules
        kind = packet.kind
        _, _, length, _, size, _, _ = part = (
            packet.address, packet.r_key, packet.length, packet.msn, len(packet.payload), kind.first, kind.last,
        )  # fmt: skip
        if not rules.alone(kind, size, length):
            self._counters.length_errors += 1
        elif not in_order:
            rules.keep(index, part)
            return True
        elif rules.follows(part):
            return True
        else:
            self._counters.sequence_errors += 1
        self._refused = (index, Syndrome.NAK_INVALID_REQUEST)
        return False

    def _settle(self, first: int) -> None:
        """Everything from ``first`` to cack has come out of order, and has its place now."""
        cack, refused = self.reception.window.cack, self._refused
        wrong = self._rules.settle(first, cack if refused is None else min(cack, refused[0] - 1))
        if wrong is not None:
            self._counters.sequence_errors += 1
            self._refused = (wrong, Syndrome.NAK_INVALID_REQUEST)

    def _mark(self, packet: Packet) -> SackMark:
        """M of the SACK for a packet: ALWAYS_SKIP if it came by a port that is going out of use."""
        leaving = self._ports.leaving
        if leaving and leaving >> self._format.plane(packet.entropy) & 1:
            return SackMark.ALWAYS_SKIP
        return _SKIP_ONCE if packet.marked else _UNMARKED

    def _complete(self, now_ns: int) -> None:
        """Complete, in order, every message whose last packet cack has passed; stashed immediates come out here.

        A refused packet stops that, and is NAKed when it is its turn.
        """
        ends, reception, refused = self._ends, self.reception, self._refused
        cack = reception.window.cack
        last = cack if refused is None else min(cack, refused[0] - 1)
        done = False
        while ends and ends[0][0] <= last:
            index, imm, length = ends[0]
            wr_id = None if imm is None else self._receives.take(reception.messages + 1)
            if imm is not None and wr_id is None:
                # Its bytes are there, but no completion can say so: no receive is posted, and there is no RNR NAK.
                self._counters.receives_missing += 1
                self._refuse(index, Syndrome.NAK_INVALID_REQUEST)
                return
            heappop(ends)
            reception.messages += 1
            reception.completed_index = index
            self._counters.messages_received += 1
            done = True
            if wr_id is not None:
                self._stashed -= 1
                self._counters.immediates += 1
                self._completions.push(
                    Completion(CompletionKind.RECV_IMM, CompletionStatus.SUCCESS, wr_id, length, imm, now_ns, self._qpn)
                )
        if refused is not None and cack >= refused[0]:
            self._refuse(*refused)
        elif done:
            self.answers.ack()

    def _refuse(self, index: int, syndrome: Syndrome) -> None:
        """NAK, once; from now on every question gets the same answer (``repeat``)."""
        self._refused = (index, syndrome)
        self.failed = True
        self.answers.nak(index, syndrome)

    @property
    def refusal(self) -> Syndrome | None:
        """With what it refused, if it did."""
        return self._refused[1] if self.failed and self._refused is not None else None

    def answer_failed(self, packet: Packet) -> bool:
        """The peer goes on asking after the end. Whether there is an answer.

        That is the NAK again if one was sent, because it was lost; and if the queue pair failed for reasons of its own,
        which the peer cannot know, a NACK that its packets are not expected any more.
        """
        if self.failed and self._refused is not None:
            self.answers.nak(*self._refused)
            return True
        if not packet.kind.data:
            return False
        index = index_of(packet.bth.psn, self.reception.window.cack + 1)
        timestamp = packet.timestamp or 0
        self.answers.clear()  # one at a time: the first that arrives ends it
        self.answers.nack(NackJob(index, NackReason.UNEXP_EVENT, packet.entropy, timestamp, packet.bth.rtx))
        return True

    def on_control(self, packet: Packet, now_ns: int) -> DropReason | None:
        """What a requestor asks without writing: so far, a reliability probe. Why it was dropped, or None."""
        match packet.bth.opcode, packet.control:
            case Opcode.PROBE, (Peth() as peth,):
                self._on_probe(packet, peth, now_ns)
                return None
        return DropReason.UNHANDLED_OPCODE

    def _on_probe(self, packet: Packet, peth: Peth, now_ns: int) -> None:
        """Report everything above cack again, then answer with pr=1.

        A peer that probes got no answer, perhaps because the way back is dead. The path that the probe took works, at
        least in one direction. A peer that probes again and sends no data did not get the last answer either.
        """
        self._repeat_nacks(now_ns, asked=True)
        self._asked += 1
        self.answers.probe(
            SackJob(
                self.reception.window.cack,
                self._mark(packet),
                packet.entropy,
                peth.timestamp,
                packet.bth.rtx,
                now_ns,
                ProbeAnswer(peth.probe_id, now_ns + self._options.base_rtt_ns, turned=self._asked % 2 == 1),
            ),
            again=self._asked > 1,
            now_ns=now_ns,
        )
