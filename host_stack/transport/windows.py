# SPDX-License-Identifier: Apache-2.0
"""What can be received: the PSN bitmap of a responder, and what its NIC has to receive with.

A ``ReceiveWindow`` knows what has been received above the cumulative acknowledgement (endpoint §2).
``ReceiveResources`` says what a NIC answers when what it has is used up (wire-format §6.9). Each limit stands for
something that hardware has little of, and by default there is none. A packet that is refused is not received: its
sender is told why by a NACK, and sends it again later, on its retry budget. What comes in order needs no memory for
what is missing, so that progress is always possible.
"""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from host_stack.errors import check_range
from host_stack.transport.congestion.controller import FlowControl
from host_stack.transport.memory import MemoryTable
from host_stack.unboxed import unboxed
from host_stack.wire.constants import NackReason

# --- The PSN window --------------------------------------------------------------------------------------------------

_BITMAP_BITS: Final = 64
_BITMAP_MASK: Final = (1 << _BITMAP_BITS) - 1


class Arrival(Enum):
    """What a PSN is to the window."""

    NEW = "new"
    DUPLICATE_BELOW = "duplicate_below"
    """At or below cack: everything up to it was received."""
    DUPLICATE_ABOVE = "duplicate_above"
    OUTSIDE = "outside"


_NEW: Final = Arrival.NEW
_OUTSIDE: Final = Arrival.OUTSIDE


@unboxed(ints="_size cack edge max_received")
class ReceiveWindow:
    """PSN indices ``(cack, edge]``, one bit each.

    The edge is ``cack + size`` and never goes back: a window that is made smaller still takes what the peer was allowed
    to send.

    Attributes:
        cack: highest index up to which everything has been received; first index − 1 at the start.
        edge: highest index that is accepted.
        max_received: highest index received.
    """

    __slots__ = ("_received", "_size", "_unreported", "cack", "edge", "max_received")

    def __init__(self, first: int, size: int) -> None:
        self.cack = first - 1
        self.max_received = first - 1
        self._size = size
        self.edge = self.cack + size
        self._received = 0
        self._unreported = 0

    def classify(self, index: int) -> Arrival:
        """What ``index`` is, changing nothing."""
        offset = index - self.cack - 1
        if offset < 0:
            return Arrival.DUPLICATE_BELOW if offset >= -(1 << 22) else _OUTSIDE
        if index > self.edge:
            return _OUTSIDE
        return Arrival.DUPLICATE_ABOVE if self._received and self._received >> offset & 1 else _NEW

    def accept(self, index: int) -> bool:
        """Record a NEW index; True if cack moved."""
        bit = 1 << index - self.cack - 1
        self._received |= bit
        self._unreported |= bit
        self.max_received = max(self.max_received, index)
        if not self._received & 1:
            return False
        received = self._received
        advance = (received ^ (received + 1)).bit_length() - 1
        self._received = received >> advance
        self._unreported >>= advance
        self.cack += advance
        self.edge = max(self.edge, self.cack + self._size)
        return True

    def resize(self, size: int) -> None:
        """From now on the window is this large; a smaller one comes true as ``cack`` moves."""
        self._size = size
        self.edge = max(self.edge, self.cack + size)

    def reopen(self, index: int) -> None:
        """Report ``index`` again: the peer retransmitted it, so the SACK that reported it was lost."""
        offset = index - self.cack - 1
        if offset >= 0 and index <= self.edge:
            self._unreported |= 1 << offset

    def reopen_all(self) -> None:
        """Report everything above cack again."""
        self._unreported = self._received

    @property
    def held(self) -> int:
        """How many PSNs above cack have been received (CC_STATE.ooo_count)."""
        return self._received.bit_count()

    @property
    def has_unreported(self) -> bool:
        """Whether a received PSN above cack has not been in a SACK bitmap yet."""
        return self._unreported != 0

    def report(self) -> tuple[int, int]:
        """(base index, 64-bit bitmap) of the next SACK; bit i is base + i.

        The window starts at the lowest PSN not yet reported, moved down so that it ends at the highest one received
        (reporting the 64 latest again costs nothing and makes a lost SACK harmless), never below cack + 1.
        """
        floor = self.cack + 1
        unreported = self._unreported
        start = floor + (unreported & -unreported).bit_length() - 1 if unreported else self.max_received
        base = max(floor, min(start, self.max_received - _BITMAP_BITS + 1))
        offset = base - floor
        self._unreported = unreported & ~(_BITMAP_MASK << offset)
        return base, self._received >> offset & _BITMAP_MASK


# --- The NIC's resources ---------------------------------------------------------------------------------------------

_BIT_NS = 8 * 1_000_000_000


@dataclass(frozen=True, slots=True)
class ReceiveLimits:
    """What a NIC has; 0: as much as it takes."""

    bitmap_psns: int = 0
    """PSNs tracked out of order, over all queue pairs; further ones get NO_BITMAP. Dynamic MPR shares them out."""
    buffer_bytes: int = 0
    """Packet buffer in front of the host's memory; what does not fit gets NO_PKT_BUFFER."""
    host_bps: int = 0
    """Rate at which that buffer is emptied into memory, bit/s; 0: at once."""
    messages: int = 0
    """Messages whose end is here and whose beginning is not, over all queue pairs; further ones get NO_RESOURCE."""

    def __post_init__(self) -> None:
        for each in fields(self):
            check_range(f"receive_limits.{each.name}", getattr(self, each.name), 0, 1 << 60)


@unboxed(ints="leaving sack_mask up")
class PortMasks:
    """What responders need to know of their NIC's ports.

    Attributes:
        up: bit p: port p is up and in service.
        leaving: bit p: port p has a carrier, and is not to be used: it is out of service, or damped.
        sack_mask: what SACKs say of the ports: ``up``, or 0 if they say nothing.
    """

    __slots__ = ("leaving", "sack_mask", "up")

    def __init__(self, up: int, sack_mask: int) -> None:
        self.up = up
        self.sack_mask = sack_mask
        self.leaving = 0


@unboxed(bools="limited")
class ReceiveResources:
    """What a NIC has to receive with, and what of it is in use.

    Attributes:
        limits: what there is; memory: registered regions.
        ports: the state of its ports; flow_control: what its SACKs ask of senders.
        limited: whether there is any limit.
        psns: PSNs tracked out of order now; messages: messages that wait for their beginning.
    """

    __slots__ = ("_backlog", "_drained_ns", "flow_control", "limited", "limits", "memory", "messages", "ports", "psns")

    def __init__(self, limits: ReceiveLimits, memory: MemoryTable, ports: PortMasks, flow_control: FlowControl) -> None:
        self.limits = limits
        self.memory = memory
        self.ports = ports
        self.flow_control = flow_control
        self.limited = bool(limits.bitmap_psns or limits.messages or (limits.buffer_bytes and limits.host_bps))
        self.psns = 0
        self.messages = 0
        self._backlog = 0.0
        self._drained_ns = 0

    def refuse(self, window: ReceiveWindow, index: int, size: int, *, last: bool, now_ns: int) -> NackReason | None:
        """Why a new packet of ``size`` bytes of payload cannot be received; None if it can, and takes its room.

        ``last``: it ends a message.
        """
        limits = self.limits
        in_order = index == window.cack + 1
        if not in_order and limits.bitmap_psns and self.psns >= limits.bitmap_psns:
            return NackReason.NO_BITMAP
        if not in_order and last and limits.messages and self.messages >= limits.messages:
            return NackReason.NO_RESOURCE
        if limits.buffer_bytes and limits.host_bps:
            drained = (now_ns - self._drained_ns) * limits.host_bps / _BIT_NS
            self._backlog = max(0.0, self._backlog - drained)
            self._drained_ns = now_ns
            # An empty buffer takes a packet of any size.
            if self._backlog and self._backlog + size > limits.buffer_bytes:
                return NackReason.NO_PKT_BUFFER
            self._backlog += size
        return None

    def share(self, queue_pairs: int, most: int, unit: int) -> int:
        """Window of one of this many queue pairs with dynamic MPR, in units of ``unit`` PSNs: from 1 to ``most``."""
        if not self.limits.bitmap_psns:
            return most
        return max(1, min(most, self.limits.bitmap_psns // (unit * max(1, queue_pairs))))
