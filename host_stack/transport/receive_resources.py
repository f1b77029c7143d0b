# SPDX-License-Identifier: Apache-2.0
"""What a NIC has to receive with, and what it answers when that is used up (wire-format §6.9).

Each limit stands for something that hardware has little of, and by default there is none. A packet that is refused is
not received: its sender is told why by a NACK, and sends it again later, on its retry budget. What comes in order needs
no memory for what is missing, so that progress is always possible.
"""

from dataclasses import dataclass, fields

from host_stack.transport.receive_window import ReceiveWindow
from host_stack.wire.constants import NackReason
from host_stack.wire.ranges import check_range

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


class ReceiveResources:
    """What of them is in use.

    Attributes:
        limits: what there is.
        limited: whether there is any limit.
        psns: PSNs tracked out of order now; messages: messages that wait for their beginning.
    """

    __slots__ = ("_backlog", "_drained_ns", "limited", "limits", "messages", "psns")

    def __init__(self, limits: ReceiveLimits) -> None:
        self.limits = limits
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
        """Window of one of so many queue pairs with dynamic MPR, in units of ``unit`` PSNs: from 1 to ``most``."""
        if not self.limits.bitmap_psns:
            return most
        return max(1, min(most, self.limits.bitmap_psns // (unit * max(1, queue_pairs))))
