# SPDX-License-Identifier: Apache-2.0
"""What a network is made of, whoever makes it: Python (`python_parts`) or machine code (`native`).

Apart from both because a module of interfaces is never compiled (`acceleration`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived
from fabric.emulation.interfaces import Endpoint, Forwarder
from fabric.emulation.nic_node import NicNode

Tap = Callable[[int, bytes], None]
"""Sees each frame, and the time at which its first bit leaves."""


Lost = Callable[[bytes, int, int], None]
"""Sees each frame that is sent where nothing takes it any more, when its first bit had left its NIC, and the time."""


class Wire(Protocol):
    """One direction of a link: `links.Direction` says what it does and what its attributes are."""

    name: str
    peak_bytes: int
    loss: float
    loses: Callable[[bytes], bool] | None
    tap: Tap | None
    on_lost: Lost | None

    @property
    def up(self) -> bool:
        """Whether the link is up."""

    @property
    def rate_bps(self) -> int:
        """Its rate in bits/s."""

    @property
    def queued_bytes(self) -> int:
        """Bytes that wait."""

    @property
    def sent_frames(self) -> int:
        """Frames put on the wire."""

    @property
    def delivered_bytes(self) -> int:
        """Bytes that reached the other end."""

    @property
    def lost_random(self) -> int:
        """Frames lost to `loss` or `loses`."""

    @property
    def lost_down(self) -> int:
        """Frames lost to a link that was or went down."""

    @property
    def lost_overflow(self) -> int:
        """Frames lost to a full queue."""

    @property
    def trims(self) -> int:
        """Frames that a switch shortened before queueing them here."""

    def set_rate(self, rate_bps: int) -> None:
        """Change the rate (bits/s)."""

    def set_state(self, up: bool) -> None:
        """Bring the direction up or down."""


PortSample = Callable[[], tuple[Sequence[int], Sequence[int]]]
"""Of some directions: the most bytes that waited since it was called last, and frames trimmed so far."""


class SwitchSide(Protocol):
    """A switch in the network: `switch_node.SwitchNode` says what its attributes are."""

    name: str
    stopped: bool
    on_lost: Lost | None

    @property
    def received(self) -> int:
        """Frames that reached it."""

    @property
    def emitted(self) -> int:
        """Frames that left it."""

    @property
    def trimmed(self) -> int:
        """Frames emitted shorter than received."""

    @property
    def consumed(self) -> int:
        """Frames that led to no emission."""

    @property
    def blackholed(self) -> int:
        """Frames that arrived while it was stopped."""

    @property
    def pauses(self) -> int:
        """How often it has asked a port to pause."""


class Resumed(Protocol):
    """A switch for which machine code comes back to Python."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held while machine code runs."""

    def prepare(self) -> None:
        """Machine code is going to run: see what of this switch it may run."""

    def resume(self, port: int, frame: bytes, reason: int) -> None:
        """Take a frame that came on `port` to its end; `reason`: how far machine code took it."""

    def call_failed(self, reason: int) -> None:
        """A call from this switch's machine code into Python went wrong."""


class Parts(Protocol):
    """Makes the parts of one network, and joins them."""

    @property
    def loop(self) -> EventLoop:
        """The clock of them all."""

    def switch(self, name: str, index: int, switch: Forwarder) -> SwitchSide:
        """A switch; `index`: its run index, from 0 in order."""

    def nic(self, name: str, index: int, nic: Endpoint) -> NicNode:
        """A NIC; `index`: its number, from 0 in order."""

    def wire(self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str) -> Wire:
        """The direction from one node's port to another's, by their names."""

    def attach(self) -> None:
        """All is there: give the NICs their ports."""

    def count_arrivals(self) -> Callable[[], Iterable[Arrived]]:
        """From now on frames that reach a NIC are counted; what is returned says how many so far, path by path."""

    def sample(self, wires: Sequence[Wire]) -> PortSample:
        """What looks at these directions, all at once."""
