# SPDX-License-Identifier: Apache-2.0
"""The standalone switch's event loop: frames in, frames out, queues released in time, all on one thread."""

from __future__ import annotations

import logging
import os
import selectors
import time
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from targets.softswitch import Emission, SimpleSwitch
from targets.softswitch.ports import open_port
from targets.softswitch.ports.base import Port, PortError
from targets.softswitch.ports.capture import PortCapture

_log = logging.getLogger(__name__)
_MAX_WAIT_S = 3600.0


class Ticker(Protocol):
    """Something else that has work to do at certain times; called under the switch's lock."""

    def tick(self, now_us: int) -> None:
        """Do what is due by `now_us`."""

    def next_tick_us(self) -> int | None:
        """When there is something to do next, or None."""


class PortLoop:
    """Runs a switch on real ports and the wall clock.

    Time is in microseconds since this object was made, as simple_switch counts it. Other threads may call only
    `now_us`, `inject`, `wake` and `stop`.

    Attributes:
        ticker: served in time, or None.
        unknown_port_drops: frames the program sent to a port that does not exist.
    """

    def __init__(self, switch: SimpleSwitch) -> None:
        self.switch = switch
        self.ticker: Ticker | None = None
        self.unknown_port_drops = 0
        self._start_ns = time.monotonic_ns()
        self._selector = selectors.DefaultSelector()
        self._ports: dict[int, Port] = {}
        self._captures: dict[int, PortCapture] = {}
        self._injected: deque[tuple[int, bytes]] = deque()
        self._wakeup = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._selector.register(self._wakeup, selectors.EVENT_READ, self._woken)
        self._stopping = False

    def open(self, specs: Mapping[int, str], capture_dir: Path | None = None) -> None:
        """Open every port (number to `unix:/path` or interface), and its captures.

        Raises:
            PortError: a port or a capture file cannot be opened; `close` releases the ones that were.
        """
        for number, spec in specs.items():
            port = open_port(number, spec, self._receive)
            self._ports[number] = port
            port.register(self._selector)
            if capture_dir is not None:
                try:
                    self._captures[number] = PortCapture(capture_dir, port.capture_name)
                except OSError as error:
                    raise PortError(f"port {number}: cannot write capture {error.filename}: {error.strerror}") from None

    def now_us(self) -> int:
        """Microseconds since the switch was made."""
        return (time.monotonic_ns() - self._start_ns) // 1000

    def inject(self, port: int, frame: bytes) -> None:
        """Let the switch receive `frame` on `port` (a packet-out arrives on the CPU port). Any thread."""
        self._injected.append((port, frame))
        self.wake()

    def wake(self) -> None:
        """Make the loop look at its timers again. Any thread."""
        os.eventfd_write(self._wakeup, 1)

    def stop(self) -> None:
        """Make `run` return soon. Any thread, and signal handlers."""
        self._stopping = True
        self.wake()

    def run(self) -> None:
        """Handle events until `stop`."""
        while not self._stopping:
            ready = self._selector.select(self._timeout())
            for key, events in ready:
                # An earlier handler of this round may have closed this one's socket, or replaced it.
                if self._is_registered(key):
                    key.data(events)
            while self._injected:
                self._receive(*self._injected.popleft())
            self._advance()

    def close(self) -> None:
        """Close every port and capture. Idempotent."""
        for number, port in self._ports.items():
            port.close()
            if port.dropped:
                _log.info(
                    "port %d: %d frames dropped on the way out: no tester attached, or no room", number, port.dropped
                )
        if self.unknown_port_drops:
            _log.info("%d frames dropped: sent to ports that do not exist", self.unknown_port_drops)
        for capture in self._captures.values():
            capture.close()
        self._ports.clear()
        self._captures.clear()
        if self._wakeup >= 0:
            self._selector.close()
            os.close(self._wakeup)
            self._wakeup = -1

    def _is_registered(self, key: selectors.SelectorKey) -> bool:
        try:
            return bool(self._selector.get_key(key.fileobj).data == key.data)
        except (KeyError, ValueError):
            return False

    def _woken(self, _events: int) -> None:
        os.eventfd_read(self._wakeup)

    def _receive(self, port: int, frame: bytes) -> None:
        capture = self._captures.get(port)
        if capture is not None:
            capture.received.write(frame)
        with self.switch.lock:
            emissions = self.switch.receive(port, frame, self.now_us())
        self._emit(emissions)

    def _advance(self) -> None:
        now = self.now_us()
        with self.switch.lock:
            due = self.switch.next_event_us()
            emissions = self.switch.advance(now) if due is not None and due <= now else []
            if self.ticker is not None:
                tick = self.ticker.next_tick_us()
                if tick is not None and tick <= now:
                    self.ticker.tick(now)
        self._emit(emissions)

    def _emit(self, emissions: Iterable[Emission]) -> None:
        for emission in emissions:
            port = self._ports.get(emission.port)
            if port is None:
                self.unknown_port_drops += 1
                continue
            capture = self._captures.get(emission.port)
            if capture is not None:
                capture.sent.write(emission.frame)
            port.transmit(emission.frame)

    def _timeout(self) -> float:
        """Seconds until something is due; captures are complete on disk whenever the loop waits."""
        if self._injected:
            return 0.0
        for capture in self._captures.values():
            capture.flush()
        with self.switch.lock:
            times = [self.switch.next_event_us()]
            if self.ticker is not None:
                times.append(self.ticker.next_tick_us())
        pending = [t for t in times if t is not None]
        if not pending:
            return _MAX_WAIT_S
        return min(max(0.0, (min(pending) - self.now_us()) / 1e6), _MAX_WAIT_S)
