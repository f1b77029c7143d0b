# SPDX-License-Identifier: Apache-2.0
"""What a port transport is to the event loop."""

from __future__ import annotations

import selectors
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, Protocol

from p4soft.switch.ports.output_buffer import UNLIMITED

FrameSink = Callable[[int, bytes], None]
"""Called with (port number, frame) for every received frame."""

BurstTaker = Callable[[int, int], "bool | None"]
"""Called with (port number, file descriptor) when frames wait there: takes a burst of them, and says whether the other
end has closed the connection; None when frames go one by one for now. Raises OSError when there is nothing."""

EventHandler = Callable[[int], None]
"""Called with a mask of selectors' events for the file object it was registered with."""

BURST = 64
"""Frames taken from one port before the loop looks at the others."""


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

    def close(self) -> None:
        """Release everything, socket files included."""
