# SPDX-License-Identifier: Apache-2.0
"""A switch that pauses who sends it too much, and pauses when it is asked to."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Transit
from fabric.emulation.interfaces import Forwarder
from fabric.emulation.lossless.accounts import Accounts, Thresholds
from fabric.emulation.lossless.direction import PausableDirection
from fabric.emulation.switch_node import SwitchNode
from roce.wire import pause


class LosslessSwitchNode(SwitchNode):
    """A `SwitchNode` with priority flow control: its ports take pause frames, its program never sees them.

    Attributes:
        accounts: what it holds, and how often it has paused a port.
    """

    __slots__ = ("_pausable", "accounts")

    def __init__(self, loop: EventLoop, name: str, index: int, switch: Forwarder, thresholds: Thresholds) -> None:
        super().__init__(loop, name, index, switch)
        self._pausable: dict[int, PausableDirection] = {}
        self.accounts = Accounts(loop, thresholds, self._pausable)

    @property
    @override
    def pauses(self) -> int:
        return self.accounts.pauses

    def add_output(self, port: int, direction: PausableDirection) -> None:
        """A direction that leaves by ``port``."""
        self.outputs[port] = self._pausable[port] = direction
        direction.begin_at(self.accounts)

    @property
    def pausable(self) -> Mapping[int, PausableDirection]:
        """Its outputs, by port."""
        return self._pausable

    @override
    def deliver(self, port: int, transit: Transit) -> None:
        quanta = pause.unpack(transit.frame)
        if quanta is not None:
            self._pausable[port].pause(quanta)
            return
        self.accounts.ingress = port
        super().deliver(port, transit)
