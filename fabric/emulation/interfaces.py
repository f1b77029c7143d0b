# SPDX-License-Identifier: Apache-2.0
"""What the emulator needs of those it joins: switches, NICs, and whatever stands at the end of a link.

Apart from the rest because others implement it: a module of interfaces is never compiled (`acceleration`), so that any
Python class may take part.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

from fabric.emulation.frames import Transit


class Receiver(Protocol):
    """A node at the end of a direction."""

    __slots__ = ()

    def deliver(self, port: int, transit: Transit) -> None:
        """The last bit of a frame arrived on `port`."""


class Emitted(Protocol):
    """One frame leaving a switch; `p4soft.switch.Emission` is one."""

    @property
    def port(self) -> int:
        """Output port number."""

    @property
    def priority(self) -> int:
        """Queue 0..7, 7 served first."""

    @property
    def frame(self) -> bytes:
        """Ethernet frame without FCS."""


class Forwarder(Protocol):
    """What the emulator needs of a switch; `p4soft.switch.SimpleSwitch` is one."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held around every call below: P4Runtime serves from its own threads."""

    def receive(self, port: int, frame: bytes, now_us: int) -> Iterable[Emitted]:
        """Process one frame."""

    def advance(self, now_us: int) -> Iterable[Emitted]:
        """Frames whose delay inside the switch has passed."""

    def next_event_us(self) -> int | None:
        """When `advance` has something next."""


class Line(Protocol):
    """What a NIC's node needs to know of the direction behind a port."""

    @property
    def rate_bps(self) -> int:
        """Its rate in bits/s."""


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
