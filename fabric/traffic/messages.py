# SPDX-License-Identifier: Apache-2.0
"""A flow over lanes: which message is posted when, where it goes, and whether it arrived as it was sent."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from typing_extensions import override

from common.quantities import show_time
from fabric.measuring.measurements import EvChange, FlowNumbers, MessageTimes, Outstanding, spread, summed
from fabric.scenario.workload import MAX_OUTSTANDING, MAX_WRITE_BYTES
from fabric.traffic.contents import Contents
from fabric.traffic.flow import Flow
from fabric.traffic.lane import Lane, Piece
from fabric.traffic.memory import Memory, Region
from fabric.workloads.plan import End, PlannedFlow

_ENDS: Final = (End.SENDER, End.RECEIVER)


@dataclass(slots=True)
class _Open:
    """A message under way.

    Attributes:
        due_ns: when it was posted; in an open loop when it was to be.
        region: where it goes.
        left: pieces that are not through, per end.
    """

    due_ns: int
    region: Region
    left: dict[End, int]


class MessageFlow(Flow):
    """A `Flow` over connected queue pairs.

    Each message that is under way has a region of the receiver's of its own; the next one takes the place of one that
    has been held against what was sent. So a flow needs as much memory as it has messages under way.

    Attributes:
        plan: what it is to do.
        begun_ns: when it began; None before.
    """

    def __init__(
        self,
        index: int,
        plan: PlannedFlow,
        name: str,
        contents: Contents,
        post_ns: int,
        *,
        lanes: Sequence[Lane],
        memory: Memory,
        share: int | None = None,
    ) -> None:
        """A flow that nobody has begun.

        Args:
            index: of the flow in its run.
            plan: what it is to do.
            name: for people.
            contents: what its messages carry.
            post_ns: when it is to begin.
            lanes: messages are dealt to them in turn.
            memory: the receiver's.
            share: each lane carries so many bytes of each message; None: a message goes by one lane.
        """
        self.index = index
        self.plan = plan
        self.source, self.destination = plan.source, plan.destination
        self.name = name
        self.size = plan.times * contents.size
        self.post_ns = post_ns
        self.begun_ns: int | None = None
        self._contents = contents
        self._lanes = lanes
        self._share = share
        self._memory = memory
        self._free: list[Region] = []
        self._last: Region | None = None
        if not plan.collective:
            self._free.append(memory.register(contents.size))
            self._last = self._free[0]
        self._open: dict[int, _Open] = {}
        self._next = 0
        self._window = min(plan.outstanding or max(1, MAX_WRITE_BYTES // contents.size), MAX_OUTSTANDING, lanes[0].room)
        self._missing: Callable[[int], str | None] | None = None
        self._failure: str | None = None
        self._completed_ns: int | None = None
        self._latest_ns = self._arrived_ns = 0
        self._through: dict[End, set[int]] = {end: set() for end in _ENDS}
        self._prefix = dict.fromkeys(_ENDS, 0)
        self._took: dict[End, list[int]] = {end: [] for end in _ENDS}
        self._damaged: dict[int, bytes] = {}
        self._comparing = 0
        self._heard = False

    # --- Steering ---------------------------------------------------------------------------------------------------

    def steer(self, missing: Callable[[int], str | None], hear: Callable[[int], None]) -> None:
        """From now on a message waits as long as `missing` says what for; `hear`: as of `Lane.listen`."""
        self._missing = missing
        self._heard = True
        for lane in self._lanes:
            lane.listen(hear)

    @override
    def post(self) -> None:
        self.begun_ns = self.post_ns
        self.advance(self.post_ns)

    def advance(self, now_ns: int) -> bool:
        """Post what may be posted now; whether there was something."""
        before = self._next
        while self._next < self.plan.times and len(self._open) < self._window and self._failure is None:
            due_ns = self._due_ns(now_ns)
            if due_ns > now_ns or (self._missing is not None and self._missing(self._next) is not None):
                break
            self._post(self._next, due_ns)
            self._next += 1
        return self._next > before

    def next_due_ns(self) -> int | None:
        """When the next message of an open loop is due; None if there is none, or in a closed loop."""
        if self.plan.every_ns is None or self._next >= self.plan.times:
            return None
        return self._due_ns(0)

    def _due_ns(self, now_ns: int) -> int:
        every_ns = self.plan.every_ns
        return now_ns if every_ns is None else self.post_ns + self._next * every_ns

    def _post(self, number: int, due_ns: int) -> None:
        size = self._contents.size
        region = self._last = self._free.pop() if self._free else self._memory.register(size)
        data = self._contents.message(number)
        if self._share is None:
            pieces = [(self._lanes[number % len(self._lanes)], 0, size)]
        else:
            share = self._share
            pieces = [(lane, at * share, min(size, (at + 1) * share)) for at, lane in enumerate(self._lanes)]
        ends = _ENDS if self.plan.arrivals else _ENDS[:1]
        self._open[number] = _Open(due_ns, region, dict.fromkeys(ends, len(pieces)))
        for lane, begin, end in pieces:
            lane.post(Piece(number, data[begin:end], region, begin), self.plan.operation)

    def settle(self) -> None:
        """Take note of what has completed."""
        for lane in self._lanes:
            for each in lane.through():
                if each.failure is not None:
                    self._failure = self._failure or each.failure
                else:
                    self._piece_through(each.number, each.end, each.time_ns)

    def _piece_through(self, number: int, end: End, time_ns: int) -> None:
        message = self._open[number]
        message.left[end] -= 1
        self._latest_ns = max(self._latest_ns, time_ns)
        if message.left[end]:
            return
        self._took[end].append(time_ns - message.due_ns)
        if end is End.RECEIVER:
            self._arrived_ns = max(self._arrived_ns, time_ns)
        self._note(end, number)
        if any(message.left.values()):
            return
        del self._open[number]
        if self._next == self.plan.times and not self._open:
            self._completed_ns = self._latest_ns
        self._comparing += 1
        self._memory.compare(message.region, self._contents, number, partial(self._compared, number, message.region))

    def _compared(self, number: int, region: Region, found: bytes | None) -> None:
        """What is in memory has been held against what was sent; the region is free."""
        self._comparing -= 1
        self._free.append(region)
        if found is not None:
            self._damaged[number] = found
        if self.plan.collective and self._completed_ns is not None and not self._comparing:
            self._give_back()

    def _give_back(self) -> None:
        """Everything has arrived and been looked at, and the sender knows: nothing is written any more."""
        for region in self._free:
            self._memory.deregister(region)
        self._free.clear()
        self._last = None

    def _note(self, end: End, number: int) -> None:
        through, prefix = self._through[end], self._prefix[end]
        through.add(number)
        while prefix in through:
            through.remove(prefix)
            prefix += 1
        self._prefix[end] = prefix

    def arrived_ns(self) -> int | None:
        """When the receiver knew that the last message had arrived; None before, or if it is not told."""
        return self._arrived_ns if self._prefix[End.RECEIVER] == self.plan.times else None

    def through(self, end: End) -> int:
        """How many messages, from the first on and without a gap, are through at one end."""
        return self._prefix[end]

    # --- What the fabric asks ---------------------------------------------------------------------------------------

    @override
    def completed_ns(self) -> int | None:
        if not self._heard:
            self.settle()
        return self._completed_ns

    @override
    def failure(self) -> str | None:
        if not self._heard:
            self.settle()
        return self._failure

    @override
    def placed_bytes(self) -> int:
        return min(sum(lane.placed_bytes() for lane in self._lanes), self.size)

    @override
    def received(self) -> bytes:
        return b"" if self._last is None else self._last.read(0, self._last.length)

    @override
    def digests(self) -> tuple[str, str]:
        if self.plan.times == 1 and not self.plan.collective:
            message = self._contents.message(0)
            sent = hashlib.sha256(message).hexdigest()
            received = self.received()
            return sent, sent if received == message else hashlib.sha256(received).hexdigest()
        found = {
            number: hashlib.sha256(message.region.read(0, message.region.length)).digest()
            for number, message in self._open.items()
        }
        found |= self._damaged
        all_sent, all_got = hashlib.sha256(), hashlib.sha256()
        for number in range(self.plan.times):
            digest = hashlib.sha256(self._contents.message(number)).digest()
            all_sent.update(digest)
            if number < self._next:
                all_got.update(found.get(number, digest))
        return all_sent.hexdigest(), all_got.hexdigest()

    @override
    def times(self) -> MessageTimes:
        completion = spread(self._took[End.SENDER])
        return MessageTimes(self.plan.times, completion, spread(self._took[End.RECEIVER]), len(self._damaged))

    @override
    def outstanding(self) -> Outstanding | None:
        if self.completed_ns() is not None:
            return None
        paths: Counter[tuple[str, ...]] = Counter()
        for lane in self._lanes:
            paths.update(lane.in_flight())
        left = self.plan.times - self._next + len(self._open)
        return Outstanding(left, len(self._open), self.size - self.placed_bytes(), self._waits(), paths)

    def _waits(self) -> str:
        if self._open:
            ends = [end for lane in self._lanes if (end := lane.timeout_ns()) is not None]
            return f"its local ACK timeout, which ends at {show_time(min(ends))}" if ends else ""
        if self.begun_ns is None:
            return f"it has not begun: it comes after {', '.join(self.plan.after) or 'its time'}"
        if self._failure is not None:
            return f"it has failed: {self._failure}"
        missing = self._missing(self._next) if self._missing is not None else None
        if missing is None:
            return f"message {self._next + 1} of {self.plan.times} is due at {show_time(self._due_ns(0))}"
        return f"message {self._next + 1} of {self.plan.times} waits: {missing}"

    @override
    def ev_states(self) -> Mapping[str, int]:
        states: Counter[str] = Counter()
        for lane in self._lanes:
            states.update(lane.ev_states())
        return states

    @override
    def numbers(self) -> FlowNumbers:
        return summed(lane.numbers() for lane in self._lanes)

    @override
    def ev_changes(self) -> list[EvChange]:
        changes = [change for lane in self._lanes for change in lane.ev_changes()]
        return sorted(changes, key=lambda change: change.at_ns)
