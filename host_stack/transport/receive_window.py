# SPDX-License-Identifier: Apache-2.0
"""The responder's PSN bitmap: what has been received above the cumulative acknowledgement (endpoint §2)."""

from enum import Enum
from typing import Final

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
