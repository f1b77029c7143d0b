# SPDX-License-Identifier: Apache-2.0
"""Priority flow control: switches pause neighbours that send too much, links obey, and queues lose nothing.

These are the parts of such a network, in Python; `native.lossless` has the same in machine code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from msgspec import Struct
from typing_extensions import override

import topologies
from fabric.emulation.events import PRIORITIES, EventLoop, Transit
from fabric.emulation.interfaces import Forwarder, Receiver
from fabric.emulation.nodes import Direction, PythonParts, SwitchNode
from host_stack.roce import pause
from topologies.schema import EcnSpec, headroom_of

# --- What a switch holds of each port --------------------------------------------------------------------------------


#: A pause that has to go on is asked for again after this part of its time.
_AGAIN: Final = 2
#: Switch ports send their pause frames from an address that no receiver reads.
_MAC: Final = b"\x02\0\0\0\0\0"


class Thresholds(Struct, frozen=True):
    """Limits of every port and lossless priority, in bytes of frame.

    Without ``pool`` they are static, `xoff` and `xon`. With one, all ports of the switch share it, and a port may have
    ``alpha`` times what is left of it (SAI: SAI_BUFFER_PROFILE_THRESHOLD_MODE_DYNAMIC).

    Attributes:
        priorities: bit p: priority p is lossless.
        headroom: what may still arrive when a port is paused; beyond it frames are lost.
        xoff: held above it, the port is paused; xon: held at most this, it is released.
        xon_offset: of a pool: so far below the threshold of the moment the port is released.
    """

    priorities: int
    headroom: int
    xoff: int = 0
    xon: int = 0
    pool: int = 0
    alpha: float = 0.0
    xon_offset: int = 0

    def xoff_at(self, used: int) -> int:
        """The threshold when this many bytes of the pool are used."""
        return int(self.alpha * (self.pool - used)) if self.pool else self.xoff

    def xon_at(self, used: int) -> int:
        return max(0, self.xoff_at(used) - self.xon_offset) if self.pool else self.xon


class Pausable(Protocol):
    """A direction that leaves a switch with flow control."""

    @property
    def rate_bps(self) -> int:
        """Of its line."""

    def send_first(self, frame: bytes) -> None:
        """Send a frame of the link itself, as soon as the one that is being sent is out."""

    def hold(self, priority: int) -> None:
        """Send nothing more of this priority."""

    def let_go(self, priority: int) -> None:
        """Send what is held."""


class SentPauses:
    """What a switch asks of its neighbours. A pause is asked for again until it is to end.

    Attributes:
        count: how often it has asked a port to pause, repetitions not counted.
        first_ns: when it did for the first time; None: never.
    """

    __slots__ = ("_going_on", "_loop", "_outputs", "count", "first_ns")

    def __init__(self, loop: EventLoop, outputs: Mapping[int, Pausable]) -> None:
        """``outputs``: of the switch, by port; they take the pause frames."""
        self._loop = loop
        self._outputs = outputs
        self._going_on: dict[tuple[int, int], int] = {}
        self.count = 0
        self.first_ns: int | None = None

    def __contains__(self, key: tuple[int, int]) -> bool:
        return key in self._going_on

    def begin(self, key: tuple[int, int]) -> None:
        """A port is to pause a priority."""
        if not self.count:
            self.first_ns = self._loop.now
        self.count += 1
        self._going_on[key] = self.count
        self._pause((key, self.count))

    def end(self, key: tuple[int, int]) -> None:
        del self._going_on[key]
        self._ask(key, 0)

    def _pause(self, item: tuple[tuple[int, int], int]) -> None:
        """Ask for the longest pause, and again before it is over, as long as it is this one that goes on."""
        key, number = item
        if self._going_on.get(key) != number:
            return
        self._ask(key, pause.LONGEST)
        again_ns = pause.pause_ns(pause.LONGEST, self._outputs[key[0]].rate_bps) // _AGAIN
        self._loop.at(self._loop.now + again_ns, self._pause, item)

    def _ask(self, key: tuple[int, int], quanta: int) -> None:
        port, priority = key
        self._outputs[port].send_first(pause.pack(_MAC, {priority: quanta}))


class ReceivedPauses:
    """What the other end of a direction asks of it."""

    __slots__ = ("_direction", "_ends_ns", "_loop")

    def __init__(self, loop: EventLoop, direction: Pausable) -> None:
        self._loop = loop
        self._direction = direction
        self._ends_ns: dict[int, int] = {}

    def take(self, quanta: Mapping[int, int]) -> None:
        """The other end has asked for this; by priority, 0 ends a pause."""
        loop, direction = self._loop, self._direction
        for priority, count in quanta.items():
            if priority == PRIORITIES - 1:  # frames of the link itself wait there, and are not paused (802.1Q 36)
                continue
            ends_ns = self._ends_ns[priority] = loop.now + pause.pause_ns(count, direction.rate_bps)
            if count:
                direction.hold(priority)
                loop.at(ends_ns, self._over, (priority, ends_ns))
            else:
                direction.let_go(priority)

    def _over(self, item: tuple[int, int]) -> None:
        priority, ends_ns = item
        if self._ends_ns.get(priority) == ends_ns:
            self._direction.let_go(priority)

    def forget(self) -> None:
        """The link is down."""
        self._ends_ns.clear()


@dataclass(slots=True)
class _Held:
    """Bytes of a port and priority: below its threshold when they came, and above it."""

    shared: int = 0
    headroom: int = 0

    @property
    def total(self) -> int:
        return self.shared + self.headroom


class Accounts:
    """The frames in a switch's output queues, by (ingress port, priority).

    Attributes:
        thresholds: of every port.
        ingress: the port that the frame came by which the switch is working on; -1: nothing has arrived yet.
        pauses: that the switch has asked for.
        peak_bytes: most that was held of one port and priority.
    """

    __slots__ = ("_held", "_sizes", "_used", "ingress", "pauses", "peak_bytes", "thresholds")

    def __init__(self, thresholds: Thresholds, pauses: SentPauses) -> None:
        self._held: dict[tuple[int, int], _Held] = {}
        self._sizes: dict[Transit, tuple[tuple[int, int], int]] = {}
        self._used = 0
        self.thresholds = thresholds
        self.ingress = -1
        self.pauses = pauses
        self.peak_bytes = 0

    def is_lossless(self, priority: int) -> bool:
        return bool(self.thresholds.priorities >> priority & 1)

    def charge(self, transit: Transit, priority: int) -> bool:
        """A frame is to wait in an output queue; False if there is no room for it even in the headroom."""
        if self.ingress < 0 or not self.is_lossless(priority):
            return True
        thresholds = self.thresholds
        key = (self.ingress, priority)
        size = len(transit.frame)
        held = self._held.setdefault(key, _Held())
        if held.total + size <= thresholds.xoff_at(self._used):
            held.shared += size
            self._used += size
        elif held.headroom + size > thresholds.headroom:
            return False
        else:
            held.headroom += size
            if key not in self.pauses:
                self.pauses.begin(key)
        self._sizes[transit] = key, size
        self.peak_bytes = max(self.peak_bytes, held.total)
        return True

    def release(self, transit: Transit) -> None:
        """A frame has left its queue."""
        charged = self._sizes.pop(transit, None)
        if charged is None:
            return
        key, size = charged
        held = self._held[key]
        of_headroom = min(held.headroom, size)
        held.headroom -= of_headroom
        held.shared -= size - of_headroom
        self._used -= size - of_headroom
        # Not before the headroom is free: the next pause needs all of it.
        if key in self.pauses and not held.headroom and held.total <= self.thresholds.xon_at(self._used):
            self.pauses.end(key)


# --- Marks of a queue that was paused --------------------------------------------------------------------------------


_IPV6, _IPV4 = b"\x86\xdd", b"\x08\x00"
_TRAFFIC_CLASS: Final = 15
"""Byte of the frame with the two bits of ECN: the lower ones of IPv6's upper half of it, and of IPv4's whole."""
_CHECKSUM: Final = slice(24, 26)


def marked(frame: bytes) -> bytes:
    """A frame with CE, if it is IP and its transport knows ECN; any other as it is."""
    kind, octet = frame[12:14], frame[_TRAFFIC_CLASS] if len(frame) > _CHECKSUM.stop else 0
    if kind == _IPV6 and octet >> 4 & 3:
        return frame[:_TRAFFIC_CLASS] + bytes((octet | 0x30,)) + frame[_TRAFFIC_CLASS + 1 :]
    if kind == _IPV4 and octet & 3:
        # RFC 1624: HC' = ~(~HC + ~m + m'), of which m' - m is what CE adds to the first word.
        total = (int.from_bytes(frame[_CHECKSUM], "big") ^ 0xFFFF) + (3 - (octet & 3))
        checksum = ((total & 0xFFFF) + (total >> 16)) ^ 0xFFFF
        head = frame[:_TRAFFIC_CLASS] + bytes((octet | 3,)) + frame[_TRAFFIC_CLASS + 1 : _CHECKSUM.start]
        return head + checksum.to_bytes(2, "big") + frame[_CHECKSUM.stop :]
    return frame


class Wred(Struct, frozen=True):
    """Marking by the length of a queue, in bytes: SONiC's WRED_PROFILE with `ecn`."""

    low: int
    high: int
    most: float

    def probability(self, queued: int) -> float:
        """None below ``low``, 1 from ``high`` on, up to ``most`` between them."""
        if queued < self.low:
            return 0.0
        return 1.0 if queued >= self.high else self.most * (queued - self.low) / (self.high - self.low)


# --- A direction that can be paused ----------------------------------------------------------------------------------


ROOM_BYTES: Final = 1 << 40
"""Of the queues of such a direction: what may wait is up to the accounts."""


def mark_draws(seed: str, name: str) -> Random:
    """What decides whether a direction of this name marks a frame."""
    return Random(f"{seed}/{name}/marks")


class PausableDirection(Direction):
    """A `Direction` of a switch, whose frames are on the accounts of the ports that they came by until they leave.

    The switch's program marks by a queue of its own, which goes on draining while the port is paused. So from a pause
    until its queue is empty the port marks, too, by the queue that is there.

    Attributes:
        accounts: of the switch that it leaves; None for a NIC's, which obeys pauses itself.
        pauses: that it obeys.
        wred: how its lossless queue marks; None: not at all.
    """

    __slots__ = ("_draws", "_was_paused", "accounts", "pauses", "wred")

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
        self.wred: Wred | None = None
        self.pauses = ReceivedPauses(loop, self)
        self._was_paused = False
        self._draws = mark_draws(seed, name)

    def begin_at(self, accounts: Accounts) -> None:
        """It leaves a switch with these accounts, which say what there is room for."""
        self.accounts = accounts
        self.limit_bytes = ROOM_BYTES

    @override
    def send(self, transit: Transit, priority: int = 0) -> None:
        accounts = self.accounts
        priority = min(max(priority, 0), PRIORITIES - 1)
        if accounts is not None and self.up and not accounts.charge(transit, priority):
            self.lost_overflow += 1
            return
        if self._was_paused and accounts is not None and accounts.is_lossless(priority):
            self._mark(transit)
        super().send(transit, priority)

    def _mark(self, transit: Transit) -> None:
        if not self.queued_bytes and not self.held:
            self._was_paused = False
        elif self.wred is not None and self._draws.random() < self.wred.probability(self.queued_bytes):
            transit.frame = marked(transit.frame)

    @override
    def hold(self, priority: int) -> None:
        self._was_paused = True
        super().hold(priority)

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
            self.pauses.forget()
            for queue in self._queues:
                for transit in tuple(queue):  # a pause frame may come
                    self._forget(transit)
        super().set_state(up)


# --- A switch that pauses --------------------------------------------------------------------------------------------


class LosslessSwitchNode(SwitchNode):
    """A `SwitchNode` with priority flow control: its ports take pause frames, its program never sees them.

    Attributes:
        pausable: the directions that leave it, by port.
        accounts: what it holds.
    """

    __slots__ = ("accounts", "pausable")

    def __init__(self, loop: EventLoop, name: str, index: int, switch: Forwarder, thresholds: Thresholds) -> None:
        super().__init__(loop, name, index, switch)
        self.pausable: dict[int, PausableDirection] = {}
        self.accounts = Accounts(thresholds, SentPauses(loop, self.pausable))

    @property
    @override
    def pauses(self) -> int:
        return self.accounts.pauses.count

    @property
    @override
    def first_pause_ns(self) -> int | None:
        return self.accounts.pauses.first_ns

    def add_output(self, port: int, direction: PausableDirection) -> None:
        """A direction that leaves by ``port``."""
        self.outputs[port] = self.pausable[port] = direction
        direction.begin_at(self.accounts)

    @property
    def peak_held_bytes(self) -> int:
        """Most that was held of one port and priority."""
        return self.accounts.peak_bytes

    @override
    def deliver(self, port: int, transit: Transit) -> None:
        quanta = pause.unpack(transit.frame)
        if quanta is not None:
            self.pausable[port].pauses.take(quanta)
            return
        self.accounts.ingress = port
        super().deliver(port, transit)


# --- All parts -------------------------------------------------------------------------------------------------------


class FlowControl(Struct, frozen=True):
    """Priority flow control of a fabric.

    Attributes:
        fabric, host: how ports to switches and to NICs mark.
    """

    thresholds: Thresholds
    fabric: Wred | None = None
    host: Wred | None = None


def flow_control(topology: topologies.Fabric) -> FlowControl | None:
    """That of `qos.pfc`; None without."""
    pfc = topology.qos.pfc
    if pfc is None:
        return None
    bdp_bytes = topology.bdp_bytes
    headroom = headroom_of(topology.spec, pfc, bdp_bytes)
    if pfc.dynamic_th is None:
        assert pfc.xoff is not None and pfc.xon is not None  # the schema saw to it
        thresholds = Thresholds(1 << pfc.queue, headroom, pfc.xoff.resolve(bdp_bytes), pfc.xon.resolve(bdp_bytes))
    else:
        assert pfc.pool is not None  # the same
        thresholds = Thresholds(
            1 << pfc.queue, headroom,
            pool=pfc.pool.resolve(bdp_bytes), alpha=pfc.alpha, xon_offset=pfc.xon_offset.resolve(bdp_bytes),
        )  # fmt: skip
    queue = topology.qos.queues[pfc.queue]
    return FlowControl(thresholds, *(_wred(each.ecn, bdp_bytes) for each in (queue.fabric, queue.host)))


def _wred(ecn: EcnSpec | None, bdp_bytes: int) -> Wred | None:
    return None if ecn is None else Wred(ecn.min.resolve(bdp_bytes), ecn.max.resolve(bdp_bytes), ecn.p_max)


class LosslessParts(PythonParts):
    def __init__(self, control: FlowControl) -> None:
        super().__init__()
        self._control = control
        self._lossless: dict[str, LosslessSwitchNode] = {}

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> LosslessSwitchNode:
        node = LosslessSwitchNode(self.loop, name, index, switch, self._control.thresholds)
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
            direction.wred = self._control.fabric if sink[0] in self._lossless else self._control.host
            switch.add_output(source[1], direction)
        return direction
