# SPDX-License-Identifier: Apache-2.0
"""The penalty that a NIC's SACKs carry while many senders share its ports (endpoint §7.5).

The switch port that faces a NIC does not mark (switch §1), so that senders learn of a queue there only from delay,
and NSCC does not decrease on delay alone. The receiver stands where that queue ends: it sees who sends how much, and
how much later than at their fastest packets arrive. So while its ports are full and several peers send, it

* asks all for what NSCC's multiplicative decrease would have done once the queue is longer than NSCC's target,
* asks those who have more than a fair share for more, as far as the queue has bytes to spare,
* and holds the windows of all but the few who are furthest below theirs (a penalty, however small, stops increases).

Once a single sender is left, its SACKs tell it to restore its window. How a receiver works out its penalty is left to
it (UEC, 3.6.13.2); this policy is ours. It works in turns of a round trip, because what it asks for shows a round trip
later: measure ─► ask (the SACKs of one turn carry the penalty) ─► wait ─► measure.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from typing_extensions import override

from host_stack.transport.congestion.controller import FlowControl
from host_stack.unboxed import unboxed
from host_stack.wire.constants import TICK_NS

_FULL: Final = 0.917
"""Ports count as full from this share of their rate on."""
_UNCOUNTED: Final = 78
"""Bytes of a frame besides UDP length + 40: Ethernet, FCS, preamble and gap, and the outer header. Of short writes that
is half of what a port carries."""
_RECENT: Final = 16
"""The delay of now is averaged over about this many packets."""
_GAIN: Final = 2
"""A peer's level is averaged over about this many turns: a turn has only a few packets of each of many peers."""
_MEMORY: Final = 64
"""A surplus is forgotten over about this many turns."""
_HORIZON: Final = 6
"""And is to be given back over this many."""
_MOST_SURPLUS: Final = 3.0
"""In fair shares of a turn: what a cold start did is no debt for long."""
_GROWING: Final = 2
"""At most half of the peers, and at most this many, may increase at once, so that together they do not overshoot."""
_TOLERANCE: Final = 1 / 32
"""No peer is asked to give up less than this share of its window."""
_PATIENCE: Final = 3
"""A peer with a window of one packet may miss this many turns and still count as a sender."""
_LONGEST: Final = 64
"""Peers that sent nothing for this many turns are forgotten."""
_HOLD: Final = 1
"""The least penalty: no increase, and less than 1 % off per round trip."""
_MOST: Final = 127


class NoPenalty(FlowControl):
    """Asks no peer for a penalty."""

    @override
    def on_data(self, peer: bytes, size: int, *, plane: int, timestamp: int | None, now_ns: int) -> None:
        pass

    @override
    def penalty(self, peer: bytes, now_ns: int) -> tuple[int, int]:
        return 0, 0


@unboxed(ints="penalty received silent_rounds", bools="asked may_grow", floats="level surplus")
class _Peer:
    """What is known of a sender.

    Attributes:
        received: bytes in this turn.
        level: what it gets, in fair shares, of late; 0 while it is silent.
        surplus: what it has had too much, in fair shares of a turn; below 0 too little.
        penalty: what it is asked for in the turn of asking; may_grow: whether it is left alone otherwise.
        asked: whether its SACKs have carried a penalty that it has not been told to restore from.
        silent_rounds: since it was last heard of.
    """

    __slots__ = ("_least_tick", "asked", "level", "may_grow", "penalty", "received", "silent_rounds", "surplus")

    def __init__(self) -> None:
        self.received = 0
        self.level = self.surplus = 0.0
        self.penalty = 0
        self.may_grow = True
        self.asked = False
        self.silent_rounds = 0
        self._least_tick: int | None = None

    def stand(self, level: float) -> None:
        """The sender had ``level`` fair shares in the turn that ends."""
        self.level = level if not self.level else self.level + (level - self.level) / _GAIN
        surplus = self.surplus * (1 - 1 / _MEMORY) + level - 1
        self.surplus = max(-_MOST_SURPLUS, min(_MOST_SURPLUS, surplus))

    def delay_ticks(self, timestamp: int, now_ns: int) -> int:
        """How much longer than its fastest a packet travelled; the clocks of the two ends need not agree."""
        tick = now_ns // TICK_NS - timestamp & 0xFFFF
        least = self._least_tick
        if least is None or (tick - least & 0xFFFF) >= 0x8000:
            self._least_tick = tick
            return 0
        return tick - least & 0xFFFF


class _Turn(Enum):
    MEASURE = "measure"
    ASK = "ask"
    WAIT = "wait"


@unboxed(
    ints="_base_rtt_ns _began_ns _delay_ticks _ends_ns _frames _packets _senders _target_ns turns",
    bools="_full",
    floats="_delay_ns _recent_ns",
)
class IncastPenalty(FlowControl):
    """The policy above, for one NIC.

    Attributes:
        turns: turns so far; asked: how many of them were spent asking.
    """

    __slots__ = (
        "_base_rtt_ns",
        "_began_ns",
        "_delay_ns",
        "_delay_ticks",
        "_ends_ns",
        "_frames",
        "_full",
        "_packets",
        "_peers",
        "_planes",
        "_rates",
        "_recent_ns",
        "_senders",
        "_target_ns",
        "_turn",
        "asked",
        "turns",
    )

    def __init__(self, port_rates_bps: Sequence[int], *, base_rtt_ns: int, target_ns: int) -> None:
        """``target_ns``: the queueing delay to aim for, which is the senders' too."""
        self._rates = [rate / 8e9 for rate in port_rates_bps]
        self._base_rtt_ns = base_rtt_ns
        self._target_ns = target_ns
        self._peers: dict[bytes, _Peer] = {}
        self._turn = _Turn.MEASURE
        self._began_ns = self._ends_ns = 0
        self._planes = 0
        self._delay_ticks = self._packets = self._frames = 0
        self._delay_ns = self._recent_ns = 0.0
        self._senders = 0
        self._full = False
        self.turns = self.asked = 0

    @override
    def on_data(self, peer: bytes, size: int, *, plane: int, timestamp: int | None, now_ns: int) -> None:
        if now_ns >= self._ends_ns:
            self._next_turn(now_ns)
        known = self._peers.get(peer)
        if known is None:
            known = self._peers[peer] = _Peer()
        known.received += size
        self._frames += 1
        self._planes |= 1 << plane
        if timestamp is not None:
            ticks = known.delay_ticks(timestamp, now_ns)
            self._recent_ns += (ticks * TICK_NS - self._recent_ns) / _RECENT
            self._delay_ticks += ticks
            self._packets += 1

    @override
    def penalty(self, peer: bytes, now_ns: int) -> tuple[int, int]:
        known = self._peers.get(peer)
        if known is None:
            return 0, 0
        if self._senders < 2:
            return 0, int(known.asked)
        penalty = known.penalty if self._turn is _Turn.ASK else 0
        if not penalty and self._full and (not known.may_grow or self._recent_ns >= self._target_ns):
            penalty = _HOLD
        known.asked |= penalty > 0
        return penalty, 0

    # --- Turns ------------------------------------------------------------------------------------------------------

    def _next_turn(self, now_ns: int) -> None:
        elapsed_ns = max(1, now_ns - self._began_ns)
        idle = now_ns - self._ends_ns > self._base_rtt_ns + int(self._delay_ns)
        self._look(elapsed_ns, idle=idle)
        if self._turn is _Turn.MEASURE:
            if self._full and self._senders > 1 and self._ask():
                self._turn = _Turn.ASK
                self.asked += 1
        else:
            self._turn = _Turn.WAIT if self._turn is _Turn.ASK else _Turn.MEASURE
        self._began_ns, self._ends_ns = now_ns, now_ns + self._base_rtt_ns + int(self._delay_ns)
        for known in self._peers.values():
            known.received = 0
        self._planes = self._delay_ticks = self._packets = self._frames = 0

    def _look(self, elapsed_ns: int, *, idle: bool) -> None:
        """Find the senders of the turn that ends, whether the ports were full, and how long the queue was."""
        self.turns += 1
        active, total = [], 0
        for peer, known in list(self._peers.items()):
            received = known.received
            known.silent_rounds = 0 if received else known.silent_rounds + 1
            if known.silent_rounds <= _PATIENCE:
                active.append(known)
                total += received
            elif known.silent_rounds > _LONGEST:
                del self._peers[peer]
            else:
                known.level = known.surplus = 0.0
        carried = total + self._frames * _UNCOUNTED
        capacity, planes = 0.0, self._planes
        for plane, rate in enumerate(self._rates):
            if planes >> plane & 1:
                capacity += rate
        self._senders = 0 if idle else len(active)
        self._full = not idle and carried >= _FULL * capacity * elapsed_ns
        self._delay_ns = 0.0 if idle or not self._packets else self._delay_ticks * TICK_NS / self._packets
        if total:
            self._compare(active)

    def _compare(self, active: list[_Peer]) -> None:
        """How each sender stands to its fair share: now, and over the past; the furthest below may grow."""
        if len(active) == 1:
            active[0].stand(1.0)
            active[0].may_grow = True
            return
        share = _fair_share([known.received for known in active])
        for known in active:
            known.stand(known.received / share)
        active.sort(key=lambda known: known.level + known.surplus / _HORIZON)
        for rank, known in enumerate(active):
            known.may_grow = rank < max(1, min(_GROWING, len(active) // 2))

    def _ask(self) -> bool:
        """Work out each peer's penalty; whether any peer gets one."""
        active = [known for known in self._peers.values() if known.level]
        delay, whole = self._delay_ns, self._base_rtt_ns + self._delay_ns
        keep = 1 - max(0.0, delay - self._target_ns) / whole
        wanted = [1 - keep * min(1.0, (1 - known.surplus / _HORIZON) / known.level) for known in active]
        # What is taken from some is missing until others have grown: no more than half the target's queue covers.
        spare = max(0.0, delay - self._target_ns / 2) / whole
        taken = sum(known.level * cut for known, cut in zip(active, wanted, strict=True))
        scale = min(1.0, spare * sum(known.level for known in active) / taken) if taken > 0 else 0.0
        asked = False
        for known, cut in zip(active, wanted, strict=True):
            known.penalty = min(_MOST, round(128 * cut * scale)) if cut * scale > _TOLERANCE else 0
            if known.penalty:
                known.level *= 1 - cut * scale
                asked = True
        return asked


def _fair_share(received: list[int]) -> float:
    """The max-min fair share of the sum, were each free to take twice what it has; more than 0 if the sum is."""
    left, rising = sum(received), sorted(received)
    for index, one in enumerate(rising):
        share = left / (len(rising) - index)
        if 2 * one >= share:
            return share
        left -= 2 * one
    return max(1.0, left)
