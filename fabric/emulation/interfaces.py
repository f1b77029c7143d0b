# SPDX-License-Identifier: Apache-2.0
"""What the emulator needs of switches and NICs, and what a network is made of.

A network is made of Python (`nodes`) or of machine code (`native`). These are interfaces, apart from the rest because
other packages implement them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from fabric.emulation.events import Arrived, EventLoop, Transit
from p4soft.switch import Emission

if TYPE_CHECKING:  # nodes are built on these interfaces
    from fabric.emulation.nodes import NicNode

# --- Who is joined ---------------------------------------------------------------------------------------------------


class Receiver(Protocol):
    """A node at the end of a direction."""

    __slots__ = ()

    def deliver(self, port: int, transit: Transit) -> None:
        """The last bit of a frame arrived on `port`."""


class Forwarder(Protocol):
    """What the emulator needs of a switch; `p4soft.switch.SimpleSwitch` is one."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held around every call below: P4Runtime serves from its own threads."""

    def receive(self, port: int, frame: bytes, now_us: int) -> Iterable[Emission]:
        """Process one frame."""

    def advance(self, now_us: int) -> Iterable[Emission]:
        """Frames whose delay inside the switch has passed."""

    def next_event_us(self) -> int | None:
        """When `advance` has something next."""


class Endpoint(Protocol):
    """What the emulator needs of a NIC; `host_stack.Nic` is one. Times in ns."""

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """A frame arrived on `port`."""

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """The next frame and its port, among the ports whose bit is set in `free_ports`; None when there is none.

        It is not asked when no port is free, unless `next_wakeup` says that something is due.
        """

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """It has noticed that the link of `port` is gone, or is there again."""

    def next_wakeup(self) -> int | None:
        """When `transmit` should be asked again although nothing arrives and no port comes free."""


# --- What a network is made of ---------------------------------------------------------------------------------------


Tap = Callable[[int, bytes], None]
"""Sees each frame, and the time at which its first bit leaves."""


Lost = Callable[[bytes, int, int], None]
"""Sees each frame that is sent where nothing takes it any more, when its first bit had left its NIC, and the time."""


class Wire(Protocol):
    """One direction of a link: `nodes.Direction` says what it does and what its attributes are."""

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
"""Reads some directions: the most bytes that waited since the last call, and frames trimmed so far, of each."""


class SwitchSide(Protocol):
    """A switch in the network: `nodes.SwitchNode` says what its attributes are."""

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

    @property
    def first_pause_ns(self) -> int | None:
        """When it did for the first time; None: never."""


class Parts(Protocol):
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
