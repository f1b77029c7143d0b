# SPDX-License-Identifier: Apache-2.0
"""Ports of the standalone switch: what the event loop wants of a transport, and a buffer for frames that wait."""

from __future__ import annotations

import selectors
from collections import Counter, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from p4soft.switch.ports.bursts import FrameRing

# --- simple_switch's output buffer -----------------------------------------------------------------------------------


FRAMES = 130
"""simple_switch's room between a queue and an interface that blocks: 128 packets in its output buffer, one in the
hands of the egress thread and one in those of the transmit thread (simple_switch.cpp). There all ports share them."""


LARGEST = 65_535
"""Bytes of the largest frame."""
UNLIMITED = 1 << 30


class OutputBuffer:
    """Frames that wait, in order.

    Without room left, further packets are to wait in the switch's queues. Frames that are beyond the queues already, as
    the rest of a burst, are kept all the same.
    """

    def __init__(self, *, frames: int = UNLIMITED, size: int = UNLIMITED * LARGEST) -> None:
        """Empty, with room for `frames` frames or `size` bytes, whichever is reached first."""
        self._frames, self._size = frames, size
        self._waiting: deque[bytes] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def room(self) -> int:
        """How many more frames of any length are to come here."""
        return max(0, min(self._frames - len(self._waiting), -((self._bytes - self._size) // LARGEST)))

    def append(self, frame: bytes) -> None:
        self._waiting.append(frame)
        self._bytes += len(frame)

    def first(self) -> bytes:
        """The frame that is to go next. There must be one."""
        return self._waiting[0]

    def remove_first(self) -> None:
        self._bytes -= len(self._waiting.popleft())

    def clear(self) -> int:
        """Forget all frames; how many there were."""
        count = len(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return count


# --- Ports -----------------------------------------------------------------------------------------------------------


FrameSink = Callable[[int, bytes], None]
"""Called with (port number, frame) for every received frame."""


class Received(NamedTuple):
    """The result of one burst: how many frame records, and whether the other end has closed the connection."""

    frames: int
    ended: bool


BurstTaker = Callable[[int, "int | FrameRing"], "Received | None"]
"""Called with (port number, file descriptor or ring) when frames wait there: takes a burst of them, or none (None) when
frames go one by one for now. Raises OSError when there is nothing."""

EventHandler = Callable[[int], None]
"""Called with a mask of selectors' events for the file object it was registered with."""

BURST = 64
"""Frames taken from one port before the loop looks at the others."""
LONGEST_WAIT_US = 100
"""The longest time that the switch is told a frame of a burst has waited."""


class PortError(Exception):
    """A port cannot be opened; the message is complete and meant for people."""


class PortInfo(NamedTuple):
    """One port, for people: its number, the interface or `unix:/path` behind it, and whether it has a link."""

    number: int
    interface: str
    is_up: bool


class Port(Protocol):
    """A front-panel port over some transport. Every method runs on the event loop's thread."""

    number: int
    capture_name: str
    """File name stem for captures."""
    lost: Counter[str]
    """Frames that came to this port and did not leave by it, by reason."""
    was_up: bool = False
    """Whether it had a link when the loop last looked."""

    def register(self, selector: selectors.BaseSelector) -> None:
        """Register the file objects to wait for, each with an `EventHandler` as data."""

    def is_up(self) -> bool:
        """Whether the port has a link."""

    def transmit(self, frame: bytes) -> bool:
        """Send one frame without blocking, or keep it until it can go; False when it is lost."""

    def room(self) -> int:
        """How many frames more may come before packets are to wait in the switch's queues."""
        return UNLIMITED

    def burst_socket(self) -> int | None:
        """The socket (a file descriptor) that takes frames in bursts now; None: they go through `transmit`."""
        return None

    def send_ring(self) -> int:
        """The address of a ring by which frames may leave that the socket takes (`bursts.SendRing`); 0: none."""
        return 0

    def begin_send_ring(self) -> bool:
        """Many frames at a time leave by this port: have a ring, if that can be. Whether there is a new one."""
        return False

    def look_at_link(self) -> None:
        """Something about an interface has changed, perhaps about this one."""
        return

    def close(self) -> None:
        """Release everything, socket files included."""
