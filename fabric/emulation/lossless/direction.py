# SPDX-License-Identifier: Apache-2.0
"""One direction of a link whose sending end can be told to pause, priority by priority."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Transit
from fabric.emulation.interfaces import Receiver
from fabric.emulation.links import Direction
from fabric.emulation.lossless.accounts import Accounts
from roce.wire import pause


class PausableDirection(Direction):
    """A `Direction` of a switch, whose frames are on the accounts of the ports that they came by until they leave.

    Attributes:
        accounts: of the switch that it leaves; None for a NIC's, which obeys pauses itself.
    """

    __slots__ = ("_ends_ns", "accounts")

    def __init__(
        self,
        loop: EventLoop,
        name: str,
        *,
        rate_bps: int,
        delay_ns: int,
        sink: Receiver,
        sink_port: int,
        seed: str,
    ) -> None:
        super().__init__(loop, name, rate_bps=rate_bps, delay_ns=delay_ns, sink=sink, sink_port=sink_port, seed=seed)
        self.accounts: Accounts | None = None
        self._ends_ns: dict[int, int] = {}

    def begin_at(self, accounts: Accounts) -> None:
        """It leaves a switch with these accounts, which say what there is room for."""
        self.accounts = accounts
        self.limit_bytes = 1 << 40

    @override
    def send(self, transit: Transit, priority: int = 0) -> None:
        accounts = self.accounts
        if accounts is not None and self.up and not accounts.charge(transit, priority):
            self.lost_overflow += 1
            return
        super().send(transit, priority)

    def pause(self, quanta: Mapping[int, int]) -> None:
        """The other end has asked for this; by priority, 0 ends a pause."""
        loop = self._loop
        for priority, count in quanta.items():
            ends_ns = self._ends_ns[priority] = loop.now + pause.pause_ns(count, self.rate_bps)
            if count:
                self.hold(priority)
                loop.at(ends_ns, self._pause_over, (priority, ends_ns))
            else:
                self.let_go(priority)

    def _pause_over(self, item: tuple[int, int]) -> None:
        priority, ends_ns = item
        if self._ends_ns.get(priority) == ends_ns:
            self.let_go(priority)

    @override
    def _start(self, transit: Transit) -> None:
        self._forget(transit)
        super()._start(transit)

    def _forget(self, transit: Transit) -> None:
        if self.accounts is not None:
            self.accounts.release(transit)

    @override
    def set_state(self, up: bool) -> None:
        if not up:
            self.held = 0
            self._ends_ns.clear()
            for queue in self._queues:
                for transit in queue:
                    self._forget(transit)
        super().set_state(up)
