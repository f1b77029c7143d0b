# SPDX-License-Identifier: Apache-2.0
"""Frames on their way from egress to a socket that does not take them yet: simple_switch's output buffer."""

from __future__ import annotations

from collections import deque

FRAMES = 130
"""What simple_switch has between a queue and an interface that blocks: 128 packets in its output buffer, one in the
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
        """How many frames wait."""
        return len(self._waiting)

    @property
    def room(self) -> int:
        """How many more frames of any length are to come here."""
        return max(0, min(self._frames - len(self._waiting), -((self._bytes - self._size) // LARGEST)))

    def append(self, frame: bytes) -> None:
        """Let a frame wait behind the others."""
        self._waiting.append(frame)
        self._bytes += len(frame)

    def first(self) -> bytes:
        """The frame that is to go next. There must be one."""
        return self._waiting[0]

    def remove_first(self) -> None:
        """The first frame has gone."""
        self._bytes -= len(self._waiting.popleft())

    def clear(self) -> int:
        """Forget all frames; how many there were."""
        count = len(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return count
