# SPDX-License-Identifier: Apache-2.0
"""Priority flow control: switches pause neighbours that send too much, links obey, and queues lose nothing.

These are the parts of such a network, in Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

import topologies
from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.interfaces import Forwarder, Receiver
from fabric.emulation.nodes import Direction, PythonParts, SwitchNode
from host_stack.roce import pause
from topologies.schema import headroom_of

# --- What a switch holds of each port --------------------------------------------------------------------------------


#: A pause that has to go on is asked for again after this part of its time.
_AGAIN: Final = 2
#: Switch ports send their pause frames from an address that no receiver reads.
_MAC: Final = b"\x02\0\0\0\0\0"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Limits of every port and lossless priority, in bytes of frame.

    Attributes:
        priorities: bit p: priority p is lossless.
        xoff: held above it, the port is paused; xon: held at most this, it is released.
        headroom: what may still arrive then; beyond it frames are lost.
    """

    priorities: int
    xoff: int
    xon: int
    headroom: int


class Accounts:
    """The frames in a switch's output queues, by (ingress port, priority).

    Attributes:
        ingress: the port that the frame came by which the switch is working on.
        pauses: how often it has asked a port to pause, repetitions not counted.
        peak_bytes: most that was held of one port and priority.
    """

    __slots__ = ("_held", "_loop", "_outputs", "_paused", "_sizes", "_thresholds", "ingress", "pauses", "peak_bytes")

    def __init__(self, loop: EventLoop, thresholds: Thresholds, outputs: Mapping[int, Direction]) -> None:
        """``outputs``: of the switch, by port; they take the pause frames."""
        self._loop = loop
        self._thresholds = thresholds
        self._outputs = outputs
        self._held: dict[tuple[int, int], int] = {}
        self._sizes: dict[Transit, tuple[tuple[int, int], int]] = {}
        self._paused: dict[tuple[int, int], int] = {}
        self.ingress = -1
        self.pauses = 0
        self.peak_bytes = 0

    def charge(self, transit: Transit, priority: int) -> bool:
        """A frame is to wait in an output queue; False if there is no room for it even in the headroom."""
        thresholds = self._thresholds
        if not thresholds.priorities >> priority & 1:
            return True
        key = (self.ingress, priority)
        size = len(transit.frame)
        held = self._held.get(key, 0) + size
        if held > thresholds.xoff + thresholds.headroom:
            return False
        self._held[key] = held
        self._sizes[transit] = key, size
        self.peak_bytes = max(self.peak_bytes, held)
        if held > thresholds.xoff and key not in self._paused:
            self.pauses += 1
            self._paused[key] = self.pauses
            self._pause((key, self.pauses))
        return True

    def release(self, transit: Transit) -> None:
        """A frame has left its queue."""
        charged = self._sizes.pop(transit, None)
        if charged is None:
            return
        key, size = charged
        self._held[key] -= size
        if self._held[key] <= self._thresholds.xon and key in self._paused:
            del self._paused[key]
            self._ask(key, 0)

    def _pause(self, item: tuple[tuple[int, int], int]) -> None:
        """Ask for the longest pause, and again before it is over, as long as it is this one that goes on."""
        key, number = item
        if self._paused.get(key) != number:
            return
        self._ask(key, pause.LONGEST)
        again_ns = pause.pause_ns(pause.LONGEST, self._outputs[key[0]].rate_bps) // _AGAIN
        self._loop.at(self._loop.now + again_ns, self._pause, item)

    def _ask(self, key: tuple[int, int], quanta: int) -> None:
        port, priority = key
        self._outputs[port].send_first(Transit(pause.pack(_MAC, {priority: quanta}), -1, self._loop.now))


# --- A direction that can be paused ----------------------------------------------------------------------------------


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


# --- A switch that pauses --------------------------------------------------------------------------------------------


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
        return self._pausable

    @override
    def deliver(self, port: int, transit: Transit) -> None:
        quanta = pause.unpack(transit.frame)
        if quanta is not None:
            self._pausable[port].pause(quanta)
            return
        self.accounts.ingress = port
        super().deliver(port, transit)


# --- All parts -------------------------------------------------------------------------------------------------------


def lossless_parts(topology: topologies.Fabric) -> LosslessParts | None:
    """What a fabric with `qos.pfc` is made of; None without, when speed may choose."""
    pfc = topology.qos.pfc
    if pfc is None:
        return None
    bdp_bytes = topology.bdp_bytes
    thresholds = Thresholds(
        priorities=1 << pfc.queue,
        xoff=pfc.xoff.resolve(bdp_bytes),
        xon=pfc.xon.resolve(bdp_bytes),
        headroom=headroom_of(topology.spec, pfc, bdp_bytes),
    )
    return LosslessParts(thresholds)


class LosslessParts(PythonParts):
    def __init__(self, thresholds: Thresholds) -> None:
        super().__init__()
        self._thresholds = thresholds
        self._lossless: dict[str, LosslessSwitchNode] = {}

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> LosslessSwitchNode:
        node = LosslessSwitchNode(self.loop, name, index, switch, self._thresholds)
        self._switches[name] = self._lossless[name] = node
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> Direction:
        direction = self._direction(PausableDirection, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        switch = self._lossless.get(source[0])
        if switch is None:
            self._outputs[source[0]][source[1]] = direction
        else:
            switch.add_output(source[1], direction)
        return direction
