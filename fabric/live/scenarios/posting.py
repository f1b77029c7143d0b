# SPDX-License-Identifier: Apache-2.0
"""The program beside the NICs of a live run: has messages posted when their time comes, or what they wait for.

What has completed at any NIC is told to it, and what waited for that is ordered from the NIC that is to post it. Both
take real time, which is measured.
"""

from __future__ import annotations

import heapq
import itertools
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any

from fabric.errors import FabricError
from fabric.live.network import LiveNetwork
from fabric.live.orders import Compare, Compared, Ended, Order, Provide, Provided, Report, Watch
from fabric.live.scale import Clock

_LONGEST_WAIT_S = 0.05
_ANSWER_S = 30.0
_KEPT = 4096
"""Latenesses kept for the statistics."""

Hear = Callable[[Ended], None]


class Posting:
    """A clock for a `Conductor`, in a thread of its own: who touches a flow meanwhile holds `lock`.

    Attributes:
        lock: held while the thread does something with flows.
        heard_ns: how long after it was known at a NIC this heard of each of the newest completions, ns of the topology.
    """

    def __init__(self, network: LiveNetwork) -> None:
        """Without a beginning: `begin` is to come."""
        self.lock = threading.Lock()
        self.heard_ns: deque[int] = deque(maxlen=_KEPT)
        self._network = network
        self._channels = [nic.orders for nic in network.nics]
        self._clock = network.clock
        self._heard_by: dict[tuple[int, int], Hear] = {}
        self._compared_by: dict[int, Callable[[bytes | None], None]] = {}
        self._provided: dict[int, deque[Provided]] = {}
        self._told: deque[tuple[int, Report]] = deque()
        self._tickets = itertools.count()
        self._timers: list[tuple[int, int, Callable[[Any], None], Any]] = []
        self._order = itertools.count()
        self._ending = self._closed = False
        self._settled = threading.Event()
        self._pool = ThreadPoolExecutor(1, "posting")
        self._running: Future[None] | None = None

    # --- What flows and their conductor ask ---------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Time since the run began (ns of the topology); below 0 before."""
        return self._clock.now_ns()

    @property
    def now_of_nics(self) -> int:
        """The same, as the NICs count."""
        return self._network.clock.now_ns()

    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:  # noqa: ANN401
        """Call `action(argument)` then."""
        heapq.heappush(self._timers, (when_ns, next(self._order), action, argument))

    def watch(self, nic: int, qpn: int, hear: Hear) -> None:
        """Have `hear` called with everything that ends at a queue pair. Raises FabricError."""
        self._heard_by[nic, qpn] = hear
        self.order(nic, Watch(qpn=qpn))

    def order(self, nic: int, order: Order) -> None:
        """Have a NIC do something. Raises FabricError."""
        self._channels[nic].order(order)

    def provide(self, nic: int, size: int) -> Provided:
        """A region of a NIC, when it has answered. Raises FabricError."""
        self.order(nic, Provide(size=size))
        answers = self._provided.setdefault(nic, deque())
        deadline = time.monotonic() + _ANSWER_S
        while not answers:
            if time.monotonic() > deadline:
                raise FabricError(f"{self._network.nics[nic].name} does not answer")
            self._listen(self._ready(_LONGEST_WAIT_S))
        return answers.popleft()

    def compare(self, nic: int, r_key: int, file: str, begin: int, then: Callable[[bytes | None], None]) -> None:
        """Hold a region against a file, from `begin` on. Raises FabricError."""
        ticket = next(self._tickets)
        self._compared_by[ticket] = then
        self.order(nic, Compare(ticket=ticket, r_key=r_key, file=file, begin=begin))

    # --- Its life -----------------------------------------------------------------------------------------------------

    def begin(self, clock: Clock) -> None:
        """From now on things happen; `clock` is that of the run."""
        self._clock = clock
        self._running = self._pool.submit(self._run)

    def check(self) -> None:
        """Raise FabricError if it could not go on."""
        if self._running is not None and self._running.done():
            self._running.result()

    def finish(self) -> None:
        """Post nothing any more; wait for what is still being compared. Raises FabricError.

        What NICs tell is still taken, and ignored: one whose reports nobody takes would wait, and answer nothing.
        """
        with self.lock:
            self._ending = True
        deadline = time.monotonic() + _ANSWER_S
        while self._running is not None and not self._settled.wait(_LONGEST_WAIT_S):
            self.check()
            if time.monotonic() > deadline:
                raise FabricError("NICs do not tell whether what arrived is what was sent")
        self.check()

    def __enter__(self) -> Posting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.lock:
            self._closed = True
        self._pool.shutdown()

    def _run(self) -> None:
        while not self._closed:
            ready = self._ready(self._wait_s())
            with self.lock:
                self._listen(ready)
                self._dispatch()
                self._strike()
                if self._ending and not self._compared_by:
                    self._settled.set()

    def _wait_s(self) -> float:
        timers = self._timers
        if not timers or self._ending:
            return _LONGEST_WAIT_S
        return min(_LONGEST_WAIT_S, self._clock.seconds_until(timers[0][0]))

    def _ready(self, wait_s: float) -> list[int]:
        """Numbers of the NICs that have told something, after that time at most."""
        channels = self._channels
        readable, _, _ = select.select(channels, [each for each in channels if each.waiting], [], wait_s)
        return [index for index, channel in enumerate(channels) if channel in readable]

    def _listen(self, ready: list[int]) -> None:
        for channel in self._channels:
            if channel.waiting:
                channel.flush()
        for nic in ready:
            for report in self._channels[nic].read():
                if isinstance(report, Provided):
                    self._provided.setdefault(nic, deque()).append(report)
                else:
                    self._told.append((nic, report))

    def _dispatch(self) -> None:
        while self._told:
            nic, report = self._told.popleft()
            if isinstance(report, Compared):
                found = None if report.found is None else bytes.fromhex(report.found)
                self._compared_by.pop(report.ticket)(found)
            elif isinstance(report, Ended) and not self._ending:
                self.heard_ns.append(self.now_of_nics - report.time_ns)
                self._heard_by[nic, report.qpn](report)

    def _strike(self) -> None:
        while self._timers and not self._ending and self._timers[0][0] <= self.now:
            _, _, action, argument = heapq.heappop(self._timers)
            action(argument)
