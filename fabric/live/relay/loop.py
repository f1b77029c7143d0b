# SPDX-License-Identifier: Apache-2.0
"""Moves the frames of all cables: from sockets into wires, and out of wires into sockets when their time has come."""

from __future__ import annotations

import functools
import heapq
import itertools
import select
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from fabric.live.messages import EndState
from fabric.live.relay.cable import CableInUserSpace, Tap, Way
from fabric.live.relay.messages import Lay, RelayEnd
from fabric.live.relay.outlet import Outlet
from p4soft.switch.ports.unix import Listener

_KEPT = 4096
"""Latenesses kept for the statistics."""
_LONGEST_WAIT_S = 1.0
_NAME_BYTES = 512


class Relay:
    """All cables, their sockets, and what is to be done next."""

    def __init__(self, selector: selectors.EpollSelector) -> None:
        """Without cables; `selector` waits for everything, and calls its keys' data with a mask of events."""
        self._selector = selector
        self._cables: dict[str, CableInUserSpace] = {}
        self._due: list[tuple[int, int, Way]] = []
        self._order = itertools.count()
        self._late_ns: deque[int] = deque(maxlen=_KEPT)
        self._listener: Listener | None = None
        self._outlets: list[Outlet] = []

    def lay(self, wanted: Lay) -> None:
        """Lay cables between ends that are there. Raises OSError, with the end's path or name: one is not."""
        for laid in wanted.cables:
            cable = self._cables[laid.link] = CableInUserSpace(laid, wanted.bands, wanted.seed)
            there, back = cable.ways
            back.outlet = self._opened(laid.a, there)
            there.outlet = self._opened(laid.b, back)
        self._listener = Listener("taps", Path(wanted.taps), socket.SOCK_SEQPACKET)
        self._selector.register(self._listener.socket, selectors.EVENT_READ, self._accept)

    def set_state(self, link: str, up: bool) -> None:
        """Plug or unplug. Raises KeyError: no such link."""
        for way in self._ways(link):
            way.wire.set_up(up, time.monotonic_ns())

    def set_loss(self, link: str, there: float, back: float) -> None:
        """Lose a share of frames from now on, there (from the first end) and back. Raises KeyError: no such link."""
        for way, loss in zip(self._ways(link), (there, back), strict=True):
            way.wire.loss = loss

    def set_rate(self, link: str, rate_bps: int) -> None:
        """Have another rate from now on. Raises KeyError: no such link."""
        for way in self._ways(link):
            way.wire.set_rate(rate_bps, time.monotonic_ns())
            self._schedule(way)

    def counted(self) -> dict[str, EndState]:
        """All ends, by name."""
        return {name: state for cable in self._cables.values() for name, state in cable.counted().items()}

    def late_ns(self) -> int:
        """How late frames came out in the worst of 100 of the last few thousand cases."""
        late = sorted(self._late_ns)
        return late[len(late) * 99 // 100] if late else 0

    def turn(self) -> None:
        """Wait for frames, requests, or the time of what is on its way; serve them."""
        wait = _LONGEST_WAIT_S
        if self._due:
            wait = max(0.0, min(wait, (self._due[0][0] - time.monotonic_ns()) / 1e9))
        # epoll waits in whole milliseconds, select in microseconds.
        if select.select((self._selector,), (), (), wait)[0]:
            for key, events in self._selector.select(0):
                key.data(events)
        self._deliver(time.monotonic_ns())

    def close(self) -> None:
        """Let go of every socket, and remove the taps'. Idempotent."""
        if self._listener is not None:
            self._selector.unregister(self._listener.socket)
            self._listener.close()
            self._listener = None
        for outlet in self._outlets:
            outlet.close()
        self._outlets.clear()
        self._cables.clear()
        self._due.clear()

    def _ways(self, link: str) -> tuple[Way, Way]:
        """Both, when what has come out by now is handed over."""
        self._deliver(time.monotonic_ns())
        return self._cables[link].ways

    def _deliver(self, now_ns: int) -> None:
        while self._due and self._due[0][0] <= now_ns:
            due_ns, _, way = heapq.heappop(self._due)
            if way.scheduled_ns != due_ns:
                continue  # it was wanted earlier, and has been
            way.scheduled_ns = None
            self._late_ns.append(now_ns - due_ns)
            way.deliver(now_ns)
            self._schedule(way)

    def _schedule(self, way: Way) -> None:
        next_ns = way.wire.next_ns()
        if next_ns is not None and (way.scheduled_ns is None or next_ns < way.scheduled_ns):
            way.scheduled_ns = next_ns
            heapq.heappush(self._due, (next_ns, next(self._order), way))

    def _opened(self, end: RelayEnd, out: Way) -> Outlet:
        """The socket of an end, whose frames go `out`."""
        if end.path is None:
            sock = socket.socket(fileno=end.descriptor)
        else:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                sock.connect(end.path)
            except OSError as error:
                sock.close()
                raise OSError(error.errno, error.strerror, end.name) from None
        return self._outlet(sock, functools.partial(self._put, out))

    def _outlet(self, sock: socket.socket, take: Callable[[list[bytes]], None]) -> Outlet:
        made = Outlet(sock, self._selector, take)
        self._outlets = [each for each in self._outlets if each.is_open] + [made]
        return made

    def _put(self, way: Way, frames: Sequence[bytes]) -> None:
        now_ns = time.monotonic_ns()
        for frame in frames:
            way.wire.put(frame, now_ns)
        self._schedule(way)

    def _accept(self, _events: int) -> None:
        assert self._listener is not None
        while (newcomer := self._listener.accept()) is not None:
            tap = Tap()
            tap.outlet = self._outlet(newcomer, functools.partial(self._attach, tap))

    def _attach(self, tap: Tap, said: Sequence[bytes]) -> None:
        """Somebody says which cable he wants to look at; he hears when he does."""
        assert tap.outlet is not None
        cable = self._cables.get(said[0][:_NAME_BYTES].decode(errors="replace"))
        if cable is None:
            tap.outlet.close()
            return
        tap.outlet.send(said[0])
        cable.watch(tap)
