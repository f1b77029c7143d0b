# SPDX-License-Identifier: Apache-2.0
"""The receiving half of a queue pair: in order, or not at all (IBTA 9.7.4, 9.7.5, 9.9.3)."""

from collections.abc import Callable
from dataclasses import dataclass

from host_stack.roce.verbs import CompletionKind, CompletionStatus, QpCounters, Receive, RtrAttributes
from host_stack.roce.wire import ACK, NakCode, Operation, Packet, QpFrames, nak, rnr_nak
from host_stack.transport.memory import AccessError, MemoryTable, ProtectionDomain
from host_stack.unboxed import unboxed
from host_stack.wire.headers import Reth, index_of

Received = Callable[[Receive, CompletionKind, CompletionStatus, int, int | None], None]
"""A posted receive is used up: what for, how it ended, message bytes, immediate."""


@unboxed(ints="done left r_key")
@dataclass(slots=True)
class _Message:
    """The message that is arriving. ``left``: bytes that a write has still to bring; ``done``: bytes that came."""

    operation: Operation
    address: int = 0
    r_key: int = 0
    left: int = 0
    done: int = 0
    receive: Receive | None = None


@dataclass(frozen=True, slots=True)
class _Nak:
    syndrome: int
    index: int


class _RefusedError(Exception):
    """A request that is answered with a NAK."""

    def __init__(self, code: NakCode) -> None:
        super().__init__(code.name)
        self.code = code


class _NotReadyError(Exception):
    """A request that needs a receive, and there is none posted."""


@unboxed(ints="_expected _messages _mtu", bools="_ack_due _complained failed")
class Responder:
    """Takes request packets in the order of their PSNs and answers them.

    One ACK stands for all that came before it, so at most one ACK and one NAK wait to be sent: that is how
    acknowledgements coalesce while the port is busy.

    Attributes:
        receives: posted by the owner, oldest first.
        failed: a request was refused for good: once the NAK is sent, the connection is over.
    """

    __slots__ = (
        "_ack_due",
        "_complained",
        "_counters",
        "_domain",
        "_expected",
        "_frames",
        "_memory",
        "_message",
        "_messages",
        "_mtu",
        "_nak",
        "_received",
        "_rnr_timer",
        "failed",
        "receives",
    )

    def __init__(
        self,
        frames: QpFrames,
        memory: MemoryTable,
        domain: ProtectionDomain,
        *,
        attributes: RtrAttributes,
        counters: QpCounters,
        receives: list[Receive],
        received: Received,
    ) -> None:
        self._frames = frames
        self._memory = memory
        self._domain = domain
        self._mtu = attributes.path_mtu
        self._rnr_timer = attributes.min_rnr_timer
        self._counters = counters
        self._received = received
        self.receives = receives
        self.failed = False
        self._expected = attributes.first_psn
        self._messages = 0
        self._message: _Message | None = None
        self._complained = False
        self._ack_due = False
        self._nak: _Nak | None = None

    @property
    def has_answer(self) -> bool:
        """Whether there is an ACK or a NAK to send."""
        return self._ack_due or self._nak is not None

    def next_answer(self) -> bytes:
        """The frame of ``has_answer``."""
        refused, self._nak = self._nak, None
        self._ack_due = False  # a NAK acknowledges all before it, too
        if refused is not None:
            return self._frames.acknowledge(refused.syndrome, refused.index, self._messages)
        return self._frames.acknowledge(ACK, self._expected - 1, self._messages)

    def on_request(self, packet: Packet) -> None:
        """A request packet of the peer."""
        index = index_of(packet.bth.psn, self._expected)
        if index != self._expected:
            self._out_of_order(index, packet)
            return
        try:
            self._take(packet)
        except _NotReadyError:
            # Each time: the requester has waited as long as it was told.
            self._nak, self._complained = _Nak(rnr_nak(self._rnr_timer), index), True
            return
        except _RefusedError as refused:
            self._nak = _Nak(nak(refused.code), index)
            self.failed = True
            return
        self._expected += 1
        self._complained = False
        self._nak = None  # it was of this very packet
        if packet.kind.last:
            self._messages += 1
            self._message = None
        if packet.bth.ack_req:
            self._ack_due = True

    def _out_of_order(self, index: int, packet: Packet) -> None:
        if index > self._expected:
            self._counters.out_of_sequence += 1
            # Once per expected packet (IBTA 9.7.5.1.2): what else is under way behind it would say nothing new.
            if not self._complained:
                self._nak, self._complained = _Nak(nak(NakCode.SEQUENCE_ERROR), self._expected), True
            return
        self._counters.duplicates += 1
        if packet.bth.ack_req:
            self._ack_due = True

    # --- What is in the packet --------------------------------------------------------------------------------------

    def _take(self, packet: Packet) -> None:
        kind = packet.kind
        length = len(packet.payload)
        message = self._message
        wrong_turn = kind.first if message is not None else not kind.first
        if kind.operation is Operation.UNSUPPORTED or wrong_turn:
            raise _RefusedError(NakCode.INVALID_REQUEST)
        if message is not None and message.operation is not kind.operation:
            raise _RefusedError(NakCode.INVALID_REQUEST)
        # All but the last packet of a message are full; the last of several has at least a byte.
        fits = length <= self._mtu and (kind.first or length > 0) if kind.last else length == self._mtu
        if not fits:
            raise _RefusedError(NakCode.INVALID_REQUEST)
        if kind.operation is Operation.WRITE:
            self._write(packet, message or self._begin_write(packet.reth))
        else:
            self._send(packet, message or self._begin_send())

    def _begin_write(self, reth: Reth | None) -> _Message:
        if reth is None:
            raise _RefusedError(NakCode.INVALID_REQUEST)
        return _Message(Operation.WRITE, reth.address, reth.r_key, reth.length)

    def _write(self, packet: Packet, message: _Message) -> None:
        length = len(packet.payload)
        if length > message.left or (packet.kind.last and length != message.left):
            raise _RefusedError(NakCode.INVALID_REQUEST)
        if packet.kind.immediate and not self.receives:
            raise _NotReadyError
        try:
            if packet.kind.first and length < message.left:
                # The whole range is judged before a byte is placed; nothing of a write of no bytes is (IBTA 9.7.4.1.5).
                self._memory.place(message.r_key, message.address + message.left, b"", self._domain)
            if length:
                self._memory.place(message.r_key, message.address, packet.payload, self._domain)
        except AccessError:
            raise _RefusedError(NakCode.REMOTE_ACCESS) from None
        message.address += length
        message.left -= length
        message.done += length
        self._message = message
        self._counters.bytes_placed += length
        if packet.kind.immediate:
            self._received(
                self.receives.pop(0),
                CompletionKind.RECV_WRITE_IMM,
                CompletionStatus.SUCCESS,
                message.done,
                packet.imm,
            )

    def _begin_send(self) -> _Message:
        if not self.receives:
            raise _NotReadyError
        return _Message(Operation.SEND, receive=self.receives.pop(0))

    def _send(self, packet: Packet, message: _Message) -> None:
        assert message.receive is not None
        end = message.done + len(packet.payload)
        self._message = message
        if end > len(message.receive.buffer):
            self._received(message.receive, CompletionKind.RECV, CompletionStatus.LOCAL_LENGTH, 0, None)
            message.receive = None
            self._message = None
            raise _RefusedError(NakCode.INVALID_REQUEST)
        message.receive.buffer[message.done : end] = packet.payload
        message.done = end
        self._counters.bytes_placed += len(packet.payload)
        if packet.kind.last:
            self._received(message.receive, CompletionKind.RECV, CompletionStatus.SUCCESS, end, packet.imm)
            message.receive = None

    def take_receives(self) -> list[Receive]:
        """Every receive that has not completed, for good: the queue pair has failed."""
        begun = self._message.receive if self._message is not None else None
        left = [begun] if begun is not None else []
        left += self.receives
        self.receives.clear()
        self._message = None
        return left
