# SPDX-License-Identifier: Apache-2.0
"""A reliable connection, as a program sees it: verbs, states, completions (IBTA 10.3, 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from host_stack.counters import Resent
from host_stack.errors import ConfigError, QueueFullError, check_range, for_all
from host_stack.roce.dcqcn import NotificationPoint, ReactionPoint
from host_stack.roce.requester import Requester
from host_stack.roce.responder import Responder
from host_stack.roce.verbs import (
    Completion,
    CompletionKind,
    CompletionStatus,
    QpCounters,
    Receive,
    RtrAttributes,
    RtsAttributes,
    SendRequest,
)
from host_stack.roce.wire import DropReason, Operation, Packet, QpFrames, udp_source_port
from host_stack.transport.memory import DEFAULT_DOMAIN, Buffer, ProtectionDomain, bytes_of
from host_stack.unboxed import unboxed
from host_stack.verbs import QpState, QpStateError

if TYPE_CHECKING:
    from host_stack.roce.nic import Nic

_WIRE_OVERHEAD = 24
"""Bytes that each frame takes on the wire in addition: preamble, FCS, gap."""
_NS_PER_BYTE = 8 * 1_000_000_000
_SENDS = (CompletionKind.WRITE, CompletionKind.SEND)
_MESSAGE_MAX = 1 << 31
"""Longest message in bytes (IBTA 9.4.3)."""


def earlier(one_ns: int | None, other_ns: int | None) -> int | None:
    """The earlier of two times (ns); None: never."""
    if one_ns is None or other_ns is None:
        return other_ns if one_ns is None else one_ns
    return min(one_ns, other_ns)


@unboxed(ints="_pace_ns port", bools="_last_words cnp_due data_queued")
class QueuePair:
    """One end of a reliable connection. Made by ``Nic.create_qp``.

    Attributes:
        qpn: 24-bit number; state: where it is; error: why it is in ERROR, None if its owner wanted it.
        counters: what it has counted.
        cnp_due: whether there is a CNP to send.
        cnp_queued, answer_queued, data_queued: whether it waits for its turn; the scheduler's.
        port: the port of the NIC that its packets use; source_port: their UDP source port. Known from RTR on.
        reaction_point: its rate, from RTS on and with DCQCN; None otherwise.
        completion_handler: called with the time (ns) of each completion, in the middle of what the NIC is doing, so
            that it must not call the NIC; None: not called.
    """

    __slots__ = (
        "_completions",
        "_domain",
        "_frames",
        "_last_words",
        "_mtu",
        "_nic",
        "_notification_point",
        "_pace_ns",
        "_peer",
        "_receives",
        "_requester",
        "_responder",
        "_unpolled_receives",
        "_unpolled_sends",
        "answer_queued",
        "cnp_due",
        "cnp_queued",
        "completion_handler",
        "counters",
        "data_queued",
        "error",
        "port",
        "qpn",
        "reaction_point",
        "source_port",
        "state",
    )

    def __init__(self, nic: Nic, qpn: int, domain: ProtectionDomain = DEFAULT_DOMAIN) -> None:
        self._nic = nic
        self._domain = domain
        self.qpn = qpn
        self.completion_handler: Callable[[int], None] | None = None
        self.cnp_queued = self.answer_queued = self.data_queued = False
        self._begin()

    def _begin(self) -> None:
        """As it is in RESET."""
        self.state = QpState.RESET
        self.error: CompletionStatus | None = None
        self.counters = QpCounters()
        self.port = 0
        self.source_port = 0
        self.reaction_point: ReactionPoint | None = None
        # Lists are short mostly, and an empty one is small: a NIC may have thousands of queue pairs.
        self._completions: list[Completion] = []
        self._receives: list[Receive] = []
        self._unpolled_sends = self._unpolled_receives = 0
        self._peer = b""
        self._mtu = 0
        self._frames: QpFrames | None = None
        self._requester: Requester | None = None
        self._responder: Responder | None = None
        self._notification_point: NotificationPoint | None = None
        self.cnp_due = False
        self._pace_ns = 0
        self._last_words = False

    def __repr__(self) -> str:
        return f"QueuePair(qpn={self.qpn:#x}, state={self.state.value})"

    # --- States -----------------------------------------------------------------------------------------------------

    def modify_to_init(self) -> None:
        """RESET to INIT: receives may be posted. Raises QpStateError."""
        self._need("modify_to_init", QpState.RESET)
        self.state = QpState.INIT

    def modify_to_rtr(self, attributes: RtrAttributes) -> None:
        """INIT to RTR: it receives.

        Raises:
            QpStateError: it is not in INIT.
            ConfigError: the peer's address is not of the NIC's version of IP, or there is no such port.
        """
        self._need("modify_to_rtr", QpState.INIT)
        config = self._nic.config
        if len(attributes.peer_address) != len(config.address):
            raise ConfigError(
                f"peer_address: {len(attributes.peer_address)} bytes; accepted: {len(config.address)}, as the NIC's own"
            )
        check_range("port", attributes.port, 0, len(config.ports) - 1)
        self.port = attributes.port
        given = attributes.source_port
        self.source_port = udp_source_port(self.qpn, attributes.peer_qpn) if given is None else given
        self._peer = attributes.peer_address
        self._mtu = attributes.path_mtu
        self._frames = QpFrames(
            self._nic.builder,
            config.classes,
            port=self.port,
            addresses=config.address + attributes.peer_address,
            source_port=self.source_port,
            peer_qpn=attributes.peer_qpn,
        )
        self._responder = Responder(
            self._frames,
            self._nic.memory,
            self._domain,
            attributes=attributes,
            counters=self.counters,
            receives=self._receives,
            received=self._on_received,
        )
        self._notification_point = self._nic.notification_point(self.port)
        self.state = QpState.RTR

    def modify_to_rts(self, attributes: RtsAttributes | None = None) -> None:
        """RTR to RTS: it sends, too. Raises QpStateError."""
        self._need("modify_to_rts", QpState.RTR)
        assert self._frames is not None
        config = self._nic.config
        self._requester = Requester(
            self._frames,
            attributes or RtsAttributes(),
            mtu=self._mtu,
            ack_every=config.ack_every,
            counters=self.counters,
            completed=self._on_completed,
        )
        if config.dcqcn is not None:
            self.reaction_point = ReactionPoint(config.dcqcn, config.ports[self.port].rate_bps)
        self.state = QpState.RTS

    def modify_to_error(self) -> None:
        """Any state to ERROR: what is posted completes as FLUSHED."""
        self._fail(None)

    def reset(self) -> None:
        """Any state to RESET: whatever it had is gone, completions that were not polled too."""
        self._nic.release(self)
        if self._requester is not None:
            self._requester.take_all()  # it may be completing them just now
        self._begin()

    def _need(self, what: str, *states: QpState) -> None:
        if self.state not in states:
            names = " or ".join(state.value for state in states)
            raise QpStateError(f"{what}: queue pair {self.qpn} is in {self.state.value}; accepted: {names}")

    # --- Verbs ------------------------------------------------------------------------------------------------------

    def post_write(self, data: Buffer, address: int, r_key: int, *, imm: int | None = None, wr_id: int = 0) -> None:
        """Write ``data`` to the peer's ``address`` (64 bit).

        With ``imm`` (32 bit) the peer hears of it, and must have posted a receive.

        Raises:
            QpStateError: it is not in RTS (in ERROR the write completes as FLUSHED).
            QueueFullError: there are too many writes and sends that are posted or were not polled.
            ConfigError: a number is out of range, or ``data`` is not contiguous or too long.
        """
        check_range("address", address, 0, (1 << 64) - 1)
        check_range("r_key", r_key, 0, 0xFFFFFFFF)
        self._post(SendRequest(Operation.WRITE, self._message(data), address, r_key, imm, wr_id))

    def post_send(self, data: Buffer, *, imm: int | None = None, wr_id: int = 0) -> None:
        """Send ``data`` to the buffer that the peer has posted. Raises as ``post_write``."""
        self._post(SendRequest(Operation.SEND, self._message(data), 0, 0, imm, wr_id))

    def post_receive(self, buffer: Buffer, *, wr_id: int = 0) -> None:
        """A writable buffer for a send of the peer; of no bytes is enough for writes with immediate.

        Raises:
            QpStateError: it is in RESET.
            QueueFullError: there are too many receives that are posted or were not polled.
            ConfigError: ``buffer`` cannot be written, or is not contiguous.
        """
        self._need("post_receive", QpState.INIT, QpState.RTR, QpState.RTS, QpState.ERROR)
        view = bytes_of("buffer", buffer)
        if view.readonly and view.nbytes:
            raise ConfigError(f"buffer: {type(buffer).__name__} cannot be written; accepted: a bytearray")
        limit = self._nic.config.max_recv_wr
        if self._unpolled_receives >= limit:
            raise QueueFullError(f"receive queue of queue pair {self.qpn}: full; accepted: {limit} receives")
        self._unpolled_receives += 1
        receive = Receive(view, wr_id)
        if self.state is QpState.ERROR:
            self._on_received(receive, CompletionKind.RECV, CompletionStatus.FLUSHED, 0, None)
        else:
            self._receives.append(receive)

    def poll_completions(self, maximum: int | None = None) -> list[Completion]:
        """Up to ``maximum`` completions (all by default), oldest first; each is returned once."""
        waiting = self._completions
        if maximum is None:
            polled, self._completions = waiting, []
        else:
            polled, self._completions = waiting[:maximum], waiting[maximum:]
        for completion in polled:
            if completion.kind in _SENDS:
                self._unpolled_sends -= 1
            else:
                self._unpolled_receives -= 1
        return polled

    def _message(self, data: Buffer) -> memoryview:
        view = bytes_of("data", data)
        check_range("data", view.nbytes, 0, _MESSAGE_MAX)
        return view

    def _post(self, request: SendRequest) -> None:
        self._need("post", QpState.RTS, QpState.ERROR)
        if request.imm is not None:
            check_range("imm", request.imm, 0, 0xFFFFFFFF)
        limit = self._nic.config.max_send_wr
        if self._unpolled_sends >= limit:
            raise QueueFullError(f"send queue of queue pair {self.qpn}: full; accepted: {limit} writes and sends")
        self._unpolled_sends += 1
        if self.state is QpState.ERROR or self._requester is None:
            self._complete(request, CompletionStatus.FLUSHED, self._nic.now_ns)
            return
        self._requester.post(request)
        self._nic.activate(self)

    # --- In ---------------------------------------------------------------------------------------------------------

    def receive(self, packet: Packet, now_ns: int) -> DropReason | None:
        """A packet for this queue pair; why it was dropped, or None."""
        if self.state not in (QpState.RTR, QpState.RTS) or self._responder is None:
            return DropReason.QP_STATE
        if packet.source != self._peer:
            return DropReason.PEER
        operation = packet.kind.operation
        if operation is Operation.CNP:
            self.counters.cnps_received += 1
            if self.reaction_point is not None:
                self.reaction_point.on_cnp(now_ns)
            return None
        if packet.marked:
            self.counters.marked += 1
            if self._notification_point is not None and self._notification_point.on_marked(now_ns):
                self.cnp_due = True
        if operation is Operation.ACKNOWLEDGE:
            if self._requester is None or packet.aeth is None:
                return DropReason.QP_STATE
            self._requester.on_acknowledge(packet.bth.psn, packet.aeth.syndrome, now_ns)
            self._after_requester()
        else:
            responder = self._responder
            responder.on_request(packet)
            if responder.failed and responder is self._responder:  # who heard of it may have ended the queue pair
                self._last_words = True
                self._fail(None)
        return None

    # --- Out --------------------------------------------------------------------------------------------------------

    def next_cnp(self) -> bytes:
        """The CNP that is due."""
        assert self._frames is not None
        self.cnp_due = False
        self.counters.cnps_sent += 1
        return self._frames.cnp()

    @property
    def in_flight(self) -> int:
        """Packets that were sent and are not acknowledged."""
        return 0 if self._requester is None else self._requester.in_flight

    def log_resent(self) -> list[Resent]:
        """What it goes back to from now on, until it is in ERROR. Raises QpStateError before RTS."""
        self._need("log_resent", QpState.RTS)
        assert self._requester is not None
        resent = self._requester.resent = []
        return resent

    @property
    def ack_deadline_ns(self) -> int | None:
        """When the local ACK timeout is over for what is in flight (ns); None if it does not run."""
        return None if self._requester is None else self._requester.deadline_ns

    @property
    def has_answer(self) -> bool:
        """Whether there is an ACK or a NAK to send."""
        responder = self._responder
        if responder is None or not responder.has_answer:
            return False
        return self.state in (QpState.RTR, QpState.RTS) or self._last_words

    def next_answer(self) -> bytes:
        """The frame of ``has_answer``."""
        assert self._responder is not None
        self._last_words = False
        return self._responder.next_answer()

    def data_ns(self) -> int | None:
        """From when on it may send data; None while it has none."""
        requester = self._requester
        if requester is None or not requester.has_data:
            return None
        hold_ns, pace_ns = requester.hold_until_ns, self._pace_ns
        return hold_ns if hold_ns > pace_ns else pace_ns

    def next_data(self, now_ns: int) -> bytes:
        """The next data frame, when ``data_ns`` has come."""
        assert self._requester is not None
        frame = self._requester.next_frame(now_ns)
        point = self.reaction_point
        if point is not None:
            octets = len(frame) + _WIRE_OVERHEAD
            point.on_sent(octets, now_ns)
            if point.limited:
                # What a busy port has delayed is made up for, up to one packet.
                self._pace_ns = max(self._pace_ns + int(octets * _NS_PER_BYTE / point.rate_bps), now_ns)
        return frame

    # --- Time -------------------------------------------------------------------------------------------------------

    def next_ns(self) -> int | None:
        """When ``run`` has something to do."""
        point = self._notification_point
        at_ns = None if self._requester is None else self._requester.deadline_ns
        return at_ns if point is None or not point.again else earlier(at_ns, point.next_ns())

    def run(self, now_ns: int) -> None:
        """Timers that are due."""
        if self._notification_point is not None and self._notification_point.run(now_ns):
            self.cnp_due = True
        if self._requester is not None:
            self._requester.run(now_ns)
            self._after_requester()

    # --- Ends -------------------------------------------------------------------------------------------------------

    def _after_requester(self) -> None:
        if self._requester is not None and self._requester.failure is not None:
            self._fail(self._requester.failure)

    def _fail(self, status: CompletionStatus | None) -> None:
        """Into ERROR: the oldest message ends with ``status``, everything else is flushed."""
        if self.state is QpState.ERROR:
            return
        self.state = QpState.ERROR
        self.error = status
        self.cnp_due = False
        self._notification_point = None
        for_all(self._ends(status), lambda end: end())

    def _ends(self, status: CompletionStatus | None) -> Iterator[Callable[[], None]]:
        """What completes each request and each receive of a queue pair in ERROR, in this order."""
        for request in self._requester.take_all() if self._requester is not None else ():
            yield partial(self._complete, request, status or CompletionStatus.FLUSHED, self._nic.now_ns)
            status = None
        self._requester = None
        for receive in self._responder.take_receives() if self._responder is not None else tuple(self._receives):
            yield partial(self._on_received, receive, CompletionKind.RECV, CompletionStatus.FLUSHED, 0, None)
        self._receives.clear()

    def _on_completed(self, request: SendRequest, now_ns: int) -> None:
        self._complete(request, CompletionStatus.SUCCESS, now_ns)

    def _complete(self, request: SendRequest, status: CompletionStatus, now_ns: int) -> None:
        length = len(request.data) if status is CompletionStatus.SUCCESS else 0
        self._push(Completion(request.kind, status, request.wr_id, length, None, now_ns, self.qpn))

    def _on_received(
        self, receive: Receive, kind: CompletionKind, status: CompletionStatus, length: int, imm: int | None
    ) -> None:
        self._push(Completion(kind, status, receive.wr_id, length, imm, self._nic.now_ns, self.qpn))

    def _push(self, completion: Completion) -> None:
        self._completions.append(completion)
        if self.completion_handler is not None:
            self.completion_handler(completion.time_ns)
