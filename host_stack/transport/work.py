# SPDX-License-Identifier: Apache-2.0
"""Work of a queue pair: writes, the packets they become, and the queues that writes and receives wait in.

Receives wait for writes with immediate (endpoint §1.1: posted beforehand, because there is no RNR NAK).
"""

from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from operator import attrgetter
from typing import Final

from host_stack.counters import Why
from host_stack.errors import ConfigError, QueueFullError, check_range, for_all, is_whole
from host_stack.paths.ev import Sending
from host_stack.transport.completions import (
    Completion,
    CompletionKind,
    CompletionQueue,
    CompletionQueues,
    CompletionStatus,
)
from host_stack.transport.connection import QpCapacity
from host_stack.transport.memory import Buffer, bytes_of, lender_of
from host_stack.unboxed import unboxed
from host_stack.wire.constants import MESSAGE_MAX
from host_stack.wire.headers import WRITES

# --- Writes and their packets ----------------------------------------------------------------------------------------

_MIDDLE: Final = int(WRITES[False, False, False].opcode)


@unboxed(ints="first_index last_index length mtu number r_key rqmsn", bools="signalled")
class WorkRequest:
    """A posted write, cut into packets of one path MTU as it is sent.

    Attributes:
        first_index, last_index: PSN indices; set when its first packet is sent.
        number: which write of its queue pair it is, from 1 (METH.MSN is 16 bits of it); set when its first packet is
            sent.
        lender: whose bytes ``data`` are, if they never change.
        rqmsn: METH field (16 bit).
        signalled: whether it completes in a completion queue; if it fails, it does in any case.
    """

    __slots__ = (
        "data",
        "first_index",
        "imm",
        "last_index",
        "lender",
        "length",
        "mtu",
        "number",
        "r_key",
        "remote_address",
        "rqmsn",
        "signalled",
        "wr_id",
    )

    def __init__(
        self,
        wr_id: int,
        data: memoryview,
        *,
        remote_address: int,
        r_key: int,
        imm: int | None,
        mtu: int,
        signalled: bool = True,
    ) -> None:
        self.wr_id = wr_id
        self.data = data
        self.length = len(data)
        self.lender = lender_of(data)
        self.remote_address = remote_address
        self.r_key = r_key
        self.imm = imm
        self.mtu = mtu
        self.signalled = bool(signalled)
        self.first_index = 0
        self.last_index = -1
        self.number = 0
        self.rqmsn = 0

    @property
    def packets(self) -> int:
        """How many packets it takes; one without payload for no bytes."""
        return max(1, -(-self.length // self.mtu))

    @property
    def first_size(self) -> int:
        """Payload bytes of its first packet."""
        return min(self.mtu, self.length)

    def payload_size(self, index: int) -> int:
        """Payload bytes of the packet with PSN index ``index``."""
        left = self.length - (index - self.first_index) * self.mtu
        return left if left < self.mtu else self.mtu

    def opcode(self, index: int) -> int:
        """Opcode of the packet with PSN index ``index``."""
        first, last = index == self.first_index, index == self.last_index
        if not first and not last:
            return _MIDDLE
        return WRITES[first, last, last and self.imm is not None].opcode


def write_request(
    data: Buffer,
    remote_address: int,
    r_key: int,
    *,
    imm: int | None,
    wr_id: int,
    mtu: int,
    signalled: bool,
) -> WorkRequest:
    """What a program asks for, as a work request.

    Raises:
        ConfigError: the length, address, key or immediate is out of range, or ``data`` is no contiguous buffer.
    """
    view = bytes_of("data", data)
    if len(view) > MESSAGE_MAX:
        raise ConfigError(f"length: {len(view)} bytes is not a message; accepted: 0..{MESSAGE_MAX}")
    for name, value, most in (("remote_address", remote_address, "0xffffffffffffffff"), ("r_key", r_key, "0xffffffff")):
        if not is_whole(value):
            raise ConfigError(f"{name}: {value!r} is no whole number; accepted: 0..{most}")
    if not 0 <= remote_address <= 0xFFFFFFFFFFFFFFFF - max(1, len(view)) + 1:
        raise ConfigError(f"remote_address: {remote_address:#x} + {len(view)} leaves the 64-bit address space")
    if not 0 <= r_key <= 0xFFFFFFFF:
        raise ConfigError(f"r_key: {r_key:#x} is out of range; accepted: 0..0xffffffff")
    if imm is not None:
        check_range("imm", imm, 0, 0xFFFFFFFF)
    return WorkRequest(wr_id, view, remote_address=remote_address, r_key=r_key, imm=imm, mtu=mtu, signalled=signalled)


class PacketState(Enum):
    """Where a sent packet stands at the requestor."""

    IN_FLIGHT = "in_flight"
    LOST = "lost"
    """Waiting to be sent again."""


_IN_FLIGHT: Final = PacketState.IN_FLIGHT


@unboxed(ints="ahead avoid_until_ns first_sent_ns index refused size", bools="given_up repeated silent")
class SentPacket(Sending):
    """A data packet that has been sent and is not known to have arrived.

    Attributes:
        index: PSN index; work: its message; size: nominal bytes (UDP length + 40).
        first_sent_ns: when it left for the first time.
        ahead: how far it was ahead of the oldest packet not known to have arrived when it left last.
        refused: recoverable NACKs of them but those of trims.
        blamed: the EV that its loss was blamed on, if it was; repeated: it was sent again before it counted as lost.
        why: of the latest time that it waits, or waited, to be sent again.
        silent: what was sent later has been reported, and this, which is in flight, has not.
        given_up: it is not counted as in flight any more, though it is not sent again yet.
        avoid, avoid_until_ns: an EV not to use for the next transmission, and until when that is worth waiting for.
    """

    __slots__ = (
        "ahead",
        "avoid",
        "avoid_until_ns",
        "blamed",
        "first_sent_ns",
        "given_up",
        "index",
        "refused",
        "repeated",
        "silent",
        "size",
        "state",
        "why",
        "work",
    )

    def __init__(self, index: int, work: WorkRequest, size: int, now_ns: int) -> None:
        # What ``Sending`` has, without another call for each packet.
        self.entropy = 0
        self.entry = None
        self.sent_ns = now_ns
        self.sends = 0
        self.index = index
        self.work = work
        self.size = size
        self.state = _IN_FLIGHT
        self.first_sent_ns = now_ns
        self.ahead = 0
        self.refused = 0
        self.silent = False
        self.avoid: int | None = None
        self.avoid_until_ns = 0
        self.blamed: int | None = None
        self.repeated = False
        self.given_up = False
        self.why = Why.MISSING


_FEW: Final = 8
_FOLD: Final = 4
"""Places that a ring has at first, and how many times as many when it has grown: powers of two."""
_INDEX: Final = attrgetter("index")


@unboxed(ints="_count")
class PacketRing:
    """Sent packets by PSN index: in flight is a window that moves on, so an index has its place modulo a power of two.

    Where two would have the same place, the ring grows, to less than four times the indices from the lowest in it to
    the highest. A peer that takes back what it has reported, and so widens the window, does so in posted writes.
    """

    __slots__ = ("_count", "_places")

    def __init__(self) -> None:
        self._count = 0
        self._places: list[SentPacket | None] = [None] * _FEW

    def __len__(self) -> int:
        return self._count

    def get(self, index: int) -> SentPacket | None:
        """The packet of this index, if there is one."""
        places = self._places
        record = places[index & len(places) - 1]
        return record if record is not None and record.index == index else None

    def put(self, record: SentPacket) -> None:
        """``record`` is the packet of its index from now on."""
        index = record.index
        while True:
            place = index & len(self._places) - 1
            there = self._places[place]
            if there is None:
                self._count += 1
            elif there.index != index:
                self._grow()
                continue
            self._places[place] = record
            return

    def _grow(self) -> None:
        held = self._places
        size = _FOLD * len(held)
        places: list[SentPacket | None] = [None] * size
        for record in held:
            if record is not None:
                places[record.index & size - 1] = record
        self._places = places

    def pop(self, index: int) -> SentPacket | None:
        """The packet of this index, if there is one, which is none from now on."""
        places = self._places
        place = index & len(places) - 1
        record = places[place]
        if record is None or record.index != index:
            return None
        places[place] = None
        self._count -= 1
        return record

    def in_order(self) -> list[SentPacket]:
        """All packets, by index."""
        return sorted((record for record in self._places if record is not None), key=_INDEX)

    def clear(self) -> None:
        """Forget every packet."""
        self._count = 0
        self._places = [None] * _FEW


# --- The send queue --------------------------------------------------------------------------------------------------


@unboxed(ints="_imms_open _imms_started _max_immediates _started")
class SendQueue:
    """Writes in the order they were posted: waiting, the one that is being sent, sent and not acknowledged.

    Attributes:
        begun: writes that are sent, wholly or in part, and not acknowledged; current: the one that is being sent.
        pending: those that wait behind it.
    """

    __slots__ = (
        "_depth",
        "_imms_open",
        "_imms_started",
        "_max_immediates",
        "_started",
        "begun",
        "current",
        "pending",
    )

    def __init__(self, max_immediates: int, depth: int) -> None:
        """``max_immediates``: how many the peer accepts in flight; ``depth``: writes that may be unacknowledged."""
        self._depth = depth
        self.current: WorkRequest | None = None
        self.pending: deque[WorkRequest] = deque()
        self.begun: deque[WorkRequest] = deque()
        self._max_immediates = max_immediates
        self._started = 0
        self._imms_started = 0
        self._imms_open = 0

    def __len__(self) -> int:
        return len(self.begun) + len(self.pending)

    def post(self, work: WorkRequest) -> None:
        """Queue a write behind all others. Raises QueueFullError if there is no room."""
        if len(self) >= self._depth:
            raise QueueFullError(f"send queue: {self._depth} writes are not completed; accepted: at most max_send_wr")
        self.pending.append(work)

    @property
    def unsent(self) -> bool:
        """Whether some packet has never been sent."""
        return bool(self.pending) or self.current is not None

    @property
    def busy(self) -> bool:
        """Whether some write is not acknowledged, begun or not."""
        return bool(self.begun or self.pending)

    def next(self) -> WorkRequest | None:
        """The write whose packet comes next; None if there is none, or if the peer takes no more immediates."""
        if self.current is not None or not self.pending:
            return self.current
        work = self.pending[0]
        return None if work.imm is not None and self._imms_open >= self._max_immediates else work

    def start(self, work: WorkRequest, first_index: int) -> None:
        """The oldest waiting write gets its sequence numbers and becomes the current one."""
        self.pending.popleft()
        self.current = work
        self._started += 1
        work.number = self._started
        if work.imm is not None:
            self._imms_started += 1
            self._imms_open += 1
            work.rqmsn = self._imms_started & 0xFFFF
        work.first_index = first_index
        work.last_index = first_index + work.packets - 1
        self.begun.append(work)

    def acknowledged(self, index: int) -> Iterator[WorkRequest]:
        """Take off the writes that end at or before PSN index ``index``, oldest first."""
        while self.begun and self.begun[0].last_index <= index:
            yield self._take()

    def _take(self) -> WorkRequest:
        work = self.begun.popleft()
        if work.imm is not None:
            self._imms_open -= 1
        return work

    def holding(self, index: int) -> WorkRequest | None:
        """The unacknowledged write whose packets have, or will have, PSN index ``index``; None if there is none."""
        return next((work for work in self.begun if work.first_index <= index <= work.last_index), None)

    def completed_before(self, refused: WorkRequest, msn: int) -> Iterator[WorkRequest]:
        """Take off the writes before ``refused`` that a peer counts as complete (``msn``: 24 bits), oldest first."""
        while self.begun and self.begun[0] is not refused:
            if (msn - self.begun[0].number) & 0xFFFFFF >= 1 << 23:
                return
            yield self._take()

    def newest_received(self, una: int) -> WorkRequest | None:
        """The newest unacknowledged write of which everything, up to index ``una``, has been reported received."""
        done = [work for work in self.begun if work.last_index < una]
        return done[-1] if done else None

    def flush(self) -> list[WorkRequest]:
        """Take off everything, oldest first."""
        works = [*self.begun, *self.pending]
        self.begun.clear()
        self.pending.clear()
        self.current = None
        return works


# --- The receive queue -----------------------------------------------------------------------------------------------


class ReceiveQueue:
    """The receives of one queue pair, oldest first.

    An immediate that completes uses up the oldest. One that finds none is refused: the peer was told, before it
    connected, how many it may have in flight, and there is no NAK that asks it to wait. Without a depth the NIC has a
    receive for every immediate by itself.

    Attributes:
        depth: how many may be posted at a time; None if none is.
    """

    __slots__ = ("_limit", "_on_limit", "_posted", "depth")

    def __init__(self, depth: int | None, on_limit: Callable[[], None]) -> None:
        """``on_limit`` is called when fewer are left than ``arm`` was told."""
        self.depth = depth
        self._on_limit = on_limit
        self._posted: deque[int] = deque()
        self._limit = 0

    def __len__(self) -> int:
        return len(self._posted)

    def post(self, wr_id: int) -> None:
        """One more receive.

        Raises:
            QueueFullError: there is no room, or the queue pair was made without receives to be posted.
        """
        if self.depth is None:
            raise QueueFullError(
                "receive queue: the NIC has a receive for every immediate by itself; "
                "accepted: a queue pair with max_recv_wr in its QpCapacity"
            )
        if len(self._posted) >= self.depth:
            raise QueueFullError(f"receive queue: {self.depth} receives are posted; accepted: at most max_recv_wr")
        self._posted.append(wr_id)

    def take(self, number: int) -> int | None:
        """The wr_id of the receive for the immediate that is write ``number``; None if none is posted."""
        if self.depth is None:
            return number
        if not self._posted:
            return None
        wr_id = self._posted.popleft()
        if len(self._posted) < self._limit:
            self._limit = 0
            self._on_limit()
        return wr_id

    def arm(self, limit: int) -> None:
        """Have it said, once, that fewer than ``limit`` receives are left, as of a shared receive queue (IBTA 11.6.3).

        Raises:
            ConfigError: there are never that many.
        """
        check_range("limit", limit, 1, self.depth or 0)
        self._limit = limit

    def flush(self) -> list[int]:
        """Take off everything, oldest first."""
        posted = list(self._posted)
        self._posted.clear()
        self._limit = 0
        return posted


# --- All of a queue pair ---------------------------------------------------------------------------------------------


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
        for_all(self.receives.flush(), lambda wr_id: self.flush_receive(wr_id, now_ns, qpn))

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
