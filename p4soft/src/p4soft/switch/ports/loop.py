# SPDX-License-Identifier: Apache-2.0
"""The standalone switch's event loop: frames in, frames out, queues released in time, all on one thread."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.ports import (
    BURST,
    LONGEST_WAIT_US,
    BurstTaker,
    EventHandler,
    FrameSink,
    Port,
    PortError,
    PortInfo,
    Received,
)
from p4soft.switch.ports.control import ControlSocket, Service
from p4soft.switch.ports.interface import InterfacePort, LinkMonitor
from p4soft.switch.ports.nanomsg import NanomsgTrunk
from p4soft.switch.ports.pcap import FilePort, FileReplay, PortCapture
from p4soft.switch.ports.unix import UnixPort

if TYPE_CHECKING:
    from p4soft.switch.ports.bursts import BurstPath, FrameRing


# --- Signals ---------------------------------------------------------------------------------------------------------


class SignalWakeup:
    """While it lives, every signal that has a handler makes the selector return. Main thread only.

    Python runs a signal's handler on the main thread, when that thread runs next. The kernel may interrupt any thread
    with it: a main thread that waits in its selector then never sees a SIGTERM that a thread of gRPC got.
    """

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._reader, self._writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        selector.register(self._reader, selectors.EVENT_READ, self._drain)
        signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)

    def close(self) -> None:
        """Take no signal any more. The selector is closed before, or drops the reader itself."""
        signal.set_wakeup_fd(-1)
        os.close(self._reader)
        os.close(self._writer)

    def _drain(self, _events: int) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._reader, 4096):
                pass


# --- Ports that take no more frames for now, so that their packets wait in the queues --------------------------------


class BusyPorts:
    """The busy ones of a switch's ports. Every method on the event loop's thread."""

    def __init__(self, switch: SimpleSwitch, ports: Mapping[int, Port]) -> None:
        self._switch, self._ports = switch, ports
        self._held: set[int] = set()
        self._crowded: set[int] = set()

    def __len__(self) -> int:
        return len(self._held)

    def notice(self, number: int, port: Port) -> None:
        """A port has got a frame: it may have little room left, or none."""
        room = port.room()
        if room >= BURST:
            return
        self._crowded.add(number)
        if not room and number not in self._held:
            self._held.add(number)
            with self._switch.lock:
                self._switch.hold(number)

    def is_crowded(self) -> bool:
        """Whether a burst might bring a port more frames than are to come there."""
        if not self._crowded:
            return False
        rooms = {number: self._ports[number].room() for number in self._crowded if number in self._ports}
        self._crowded = {number for number, room in rooms.items() if room < BURST}
        return any(0 < room < BURST for room in rooms.values())

    def may_release(self) -> bool:
        """Whether a port that is held takes frames again, or is gone."""
        return any(self._takes_frames(number) for number in self._held)

    def release(self, now_us: int) -> Iterator[list[Emission]]:
        """Frames from queues, packet by packet, as far as ports take them; each is to be sent before the next."""
        for number in list(self._held):
            for _ in range(BURST):
                if not self._takes_frames(number):
                    break
                with self._switch.lock:
                    emissions = self._switch.release(number, now_us)
                if emissions is None:
                    self._held.discard(number)
                    break
                yield emissions

    def _takes_frames(self, number: int) -> bool:
        port = self._ports.get(number)
        return port is None or port.room() > 0


# --- What a port is on -----------------------------------------------------------------------------------------------


UNIX_PREFIX = "unix:"


def open_port(number: int, spec: str, sink: FrameSink, bursts: BurstTaker) -> Port:
    """Open port `number` on `spec`: `unix:/path` or the name of a network interface. Raises PortError."""
    if "\0" in spec:
        raise PortError(f"port {number}: {spec!r} has a NUL byte; accepted: unix:/path or an interface name")
    if spec.startswith(UNIX_PREFIX):
        path = spec.removeprefix(UNIX_PREFIX)
        if not path:
            raise PortError(f"port {number}: {spec!r} names no path; accepted: unix:/path or an interface name")
        return UnixPort(number, Path(path), sink, bursts)
    return InterfacePort(number, spec, sink, bursts)


# --- The loop --------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)
_MAX_WAIT_S = 3600.0
MOST_INJECTED = 1024
"""Frames of other threads that may wait, as many as in simple_switch's input buffer; who brings more waits as well."""
_ROOM_TIMEOUT_S = 1.0
"""Between two looks whether the loop has ended, for those who wait for room."""
_CALL_TIMEOUT_S = 10.0
"""Seconds until another thread hears that the loop does not answer."""
_T = TypeVar("_T")


class Ticker(Protocol):
    """Something else that has work to do at certain times; called under the switch's lock."""

    def tick(self, now_us: int) -> None:
        """Do what is due by `now_us`."""

    def next_tick_us(self) -> int | None:
        """When there is something to do next, or None."""


class PortLoop:
    """Runs a switch on real ports and the wall clock.

    Time is in microseconds since this object was made, as simple_switch counts it. Other threads may call only
    `now_us`, `inject`, `wake`, `call` and `stop`.

    Attributes:
        tickers: served in time.
        services: servers with clients, by name, for the control socket to show.
        max_ports: how many ports can be open at once, None for any number.
        unknown_port_drops: frames the program sent to a port that does not exist.
    """

    def __init__(self, switch: SimpleSwitch) -> None:
        self.switch = switch
        self.tickers: list[Ticker] = []
        self.services: dict[str, Service] = {}
        self.max_ports: int | None = None
        self.unknown_port_drops = 0
        self._start_ns = time.monotonic_ns()
        self._selector = selectors.DefaultSelector()
        self._ports: dict[int, Port] = {}
        self._interfaces: dict[int, str] = {}
        self._captures: dict[int, PortCapture] = {}
        self._capture_dir: Path | None = None
        self._trunk: NanomsgTrunk | None = None
        self._replay: FileReplay | None = None
        self._links: LinkMonitor | None = None
        self._control: ControlSocket | None = None
        self._signals: SignalWakeup | None = None
        self._busy = BusyPorts(switch, self._ports)
        self._injected: deque[tuple[int, bytes]] = deque()
        self._room = threading.Semaphore(MOST_INJECTED)
        self._calls: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._wakeup = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._selector.register(self._wakeup, selectors.EVENT_READ, self._woken)
        self._burst_path: BurstPath | None = None
        self._ring_bursts = 0
        self._latest_us = 0
        self._stopping = False

    def open(self, specs: Mapping[int, str], capture_dir: Path | None = None) -> None:
        """Open every port (number to `unix:/path` or interface), and its captures.

        Raises:
            PortError: a port or a capture file cannot be opened; `close` releases the ones that were.
        """
        self._capture_dir = capture_dir
        self.switch.ports.others_up = False
        for number, spec in specs.items():
            self.add_port(number, spec)
        self._links = LinkMonitor(self._selector, self._look_at_links)
        self._look_at_links()

    def open_files(self, names: Mapping[int, str], wait_s: int) -> None:
        """Make each port two pcap files, `<name>_in.pcap` and `<name>_out.pcap`; start reading after `wait_s` seconds.

        Raises:
            PortError: a file cannot be opened; `close` releases the ones that were.
        """
        self.switch.ports.others_up = False
        self._replay = FileReplay(names, self.now_us() + wait_s * 1_000_000)
        self._interfaces.update(names)
        for number, name in names.items():
            self._install(FilePort(number, name))

    def open_trunk(self, address: str) -> None:
        """Carry every port over the nanomsg socket at `address`; raises PortError."""
        self._trunk = NanomsgTrunk(address, self._receive)
        self._trunk.register(self._selector)

    def open_control(self, path: Path) -> None:
        """Take commands on a Unix socket at `path`; raises PortError."""
        self._control = ControlSocket(path, self, self._selector, self.services)

    def wake_on_signals(self) -> None:
        """Let handlers of signals run as soon as one comes, whichever thread gets it. Main thread, before `run`."""
        self._signals = SignalWakeup(self._selector)

    def add_port(self, number: int, spec: str) -> None:
        """Open one more port. On the loop's thread, or before `run`.

        Raises:
            PortError: the number is taken, or the port or its capture cannot be opened.
        """
        if number in self._ports:
            raise PortError(f"port {number} exists already; remove it first")
        if self._trunk is not None or self._replay is not None:
            raise PortError(f"port {number}: ports cannot be added to --use-files or --packet-in")
        if self.max_ports is not None and len(self._ports) >= self.max_ports:
            raise PortError(f"port {number}: there are {len(self._ports)} ports, as many as --max-port-count allows")
        self._install(open_port(number, spec, self._receive, self._receive_burst))
        self._interfaces[number] = spec

    def remove_port(self, number: int) -> None:
        """Close a port; raises PortError when there is none. On the loop's thread, or before `run`."""
        port = self._ports.pop(number, None)
        if port is None:
            raise PortError(f"there is no port {number}; ports: {', '.join(map(str, sorted(self._ports))) or 'none'}")
        self._ports_changed()
        port.close()
        self._interfaces.pop(number, None)
        capture = self._captures.pop(number, None)
        if capture is not None:
            capture.close()
        with self.switch.lock:
            self.switch.ports.forget(number)
            self.switch.ports_changed()

    def port_numbers(self) -> list[int]:
        """The numbers of all ports, ascending."""
        return sorted(self._ports)

    def links(self) -> list[tuple[int, bool]]:
        """Every port, by number, with whether it has a link. On the loop's thread, or before `run`."""
        return [(number, self._ports[number].is_up()) for number in sorted(self._ports)]

    def port_infos(self) -> Sequence[PortInfo]:
        """Facts to show about every port, in the order of their numbers."""
        return [
            PortInfo(number, self._interfaces.get(number, ""), self._ports[number].is_up())
            for number in sorted(self._ports)
        ]

    def losses(self) -> Counter[str]:
        """Frames that left the switch and no port, by port and reason. On the loop's thread, or before `run`."""
        found = Counter({"sent to a port that does not exist": self.unknown_port_drops})
        for number, port in self._ports.items():
            found.update({f"port {number}: {reason}": count for reason, count in port.lost.items()})
        if self._trunk is not None:
            found["no room on the --packet-in socket"] = self._trunk.dropped
        return +found

    def call(self, function: Callable[[], _T]) -> _T:
        """What `function` returns or raises, run on the loop's thread. Any other thread, without the switch's lock.

        Raises:
            PortError: the loop does not run, or does not answer.
        """
        future: Future[_T] = Future()
        self._calls.append((future, function))
        self.wake()
        try:
            return future.result(_CALL_TIMEOUT_S)
        except TimeoutError:
            future.cancel()
            raise PortError("the switch does not answer; try again later") from None

    def now_us(self) -> int:
        """Microseconds since the switch was made."""
        return (time.monotonic_ns() - self._start_ns) // 1000

    def inject(self, port: int, frame: bytes) -> None:
        """Let the switch receive `frame` on `port` (a packet-out arrives on the CPU port).

        Any other thread, without the switch's lock: it waits until there is room.
        """
        while not self._stopping:
            if self._room.acquire(timeout=_ROOM_TIMEOUT_S):
                break
        else:
            return
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
        """Handle events until `stop`. Raises PortError: an input file turns out to be damaged."""
        while not self._stopping:
            for key, events in self._selector.select(self._timeout()):
                # An earlier handler of this round may have closed this one's socket, or replaced it.
                if self._is_registered(key):
                    self._handle(key.data, events)
            self._run_calls()
            self._receive_injected()
            if self._replay is not None:
                for port, frame in self._replay.take(self.now_us()):
                    self._receive(port, frame)
            self._release()
            self._advance()

    def close(self) -> None:
        """Close every port and capture. Idempotent."""
        for helper in (self._links, self._control):
            if helper is not None:
                helper.close()
        if self._trunk is not None:
            self._trunk.close()
        for port in self._ports.values():
            port.close()
        if self._ports or self._trunk is not None:
            for reason, count in self.losses().items():
                _log.info("%d frames lost on the way out: %s", count, reason)
        self._trunk = None
        for capture in self._captures.values():
            capture.close()
        self._ports.clear()
        self._captures.clear()
        if self._wakeup >= 0:
            self._selector.close()
            os.close(self._wakeup)
            self._wakeup = -1
            if self._signals is not None:
                self._signals.close()

    def _next_us(self) -> int:
        """The time for the switch's next call: it never goes back."""
        self._latest_us = max(self._latest_us, self.now_us())
        return self._latest_us

    def _run_calls(self) -> None:
        while self._calls:
            future, function = self._calls.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function())
            except Exception as error:  # noqa: BLE001 - it is the caller's, and must not end the loop
                future.set_exception(error)

    def _install(self, port: Port) -> None:
        if self._capture_dir is not None:
            try:
                self._captures[port.number] = PortCapture(self._capture_dir, port.capture_name)
            except OSError as error:
                port.close()
                raise PortError(
                    f"port {port.number}: cannot write capture {error.filename}: {error.strerror}"
                ) from None
        self._ports[port.number] = port
        self._ports_changed()
        port.register(self._selector)
        with self.switch.lock:
            self._link_is(port, port.is_up())

    def _look_at_links(self) -> None:
        """Something happened to a link of this machine. What somebody said of a port holds until its own changes."""
        with self.switch.lock:
            for port in self._ports.values():
                port.look_at_link()
                up = port.is_up()
                if up != port.was_up:
                    _log.info("port %d is %s", port.number, "up" if up else "down")
                    self._link_is(port, up)

    def _link_is(self, port: Port, up: bool) -> None:
        port.was_up = up
        self.switch.set_port_up(port.number, up)

    def _handle(self, handler: EventHandler, events: int) -> None:
        before = self._ring_bursts
        handler(events)
        if self._ring_bursts == before:  # else all that it did was to take frames
            self._ports_changed()

    def _ports_changed(self) -> None:
        """Frames in bursts may have to leave by other sockets, or by none: they must not overtake what waits."""
        if self._burst_path is not None:
            self._burst_path.ports_changed()

    def _is_registered(self, key: selectors.SelectorKey) -> bool:
        try:
            return bool(self._selector.get_key(key.fileobj).data == key.data)
        except (KeyError, ValueError):
            return False

    def _receive_injected(self) -> None:
        for _ in range(min(BURST, len(self._injected))):
            self._receive(*self._injected.popleft())
            self._room.release()

    def _woken(self, _events: int) -> None:
        os.eventfd_read(self._wakeup)

    def _receive(self, port: int, frame: bytes) -> None:
        capture = self._captures.get(port)
        if capture is not None:
            capture.received.write(frame)
        with self.switch.lock:
            emissions = self.switch.receive(port, frame, self._next_us())
        self._emit(emissions)

    def _receive_burst(self, port: int, source: int | FrameRing) -> Received | None:
        with self.switch.lock:
            if self._captures or not self.switch.takes_records or self._busy.is_crowded():
                return None
            if self._burst_path is None and not self._load_burst_path():
                return None
            assert self._burst_path is not None
            before, now = self._latest_us, self._next_us()
            if not isinstance(source, int):
                self._ring_bursts += 1
            received = self._burst_path.receive(port, source, max(before, now - LONGEST_WAIT_US), now)
            self._next_us()  # the path may have looked at the clock as well
            return received

    def _load_burst_path(self) -> bool:
        """Whether it could be loaded; without room for an open file it cannot, and the next burst tries again."""
        try:
            from p4soft.switch.ports.bursts import BurstPath  # noqa: PLC0415 - only with native code

            self._burst_path = BurstPath(self.switch, self._ports, self._emit, self._start_ns)
        except (OSError, ImportError):
            return False
        return True

    def _advance(self) -> None:
        now = self._next_us()
        with self.switch.lock:
            due = self.switch.next_event_us()
            emissions = self.switch.advance(now) if due is not None and due <= now else []
            for ticker in self.tickers:
                tick = ticker.next_tick_us()
                if tick is not None and tick <= now:
                    ticker.tick(now)
        self._emit(emissions)

    def _release(self) -> None:
        if self._busy:
            for emissions in self._busy.release(self._next_us()):
                self._emit(emissions)

    def _emit(self, emissions: Iterable[Emission]) -> None:
        for emission in emissions:
            port = self._ports.get(emission.port)
            if port is None and self._trunk is not None:
                self._trunk.transmit(emission.port, emission.frame)
                continue
            if port is None:
                self.unknown_port_drops += 1
                continue
            capture = self._captures.get(emission.port)
            if capture is not None:
                capture.sent.write(emission.frame)
            port.transmit(emission.frame)
            self._ports_changed()
            self._busy.notice(emission.port, port)

    def _timeout(self) -> float:
        """Seconds until something is due; captures are complete on disk whenever the loop waits."""
        if self._injected or self._busy.may_release():
            return 0.0
        for capture in self._captures.values():
            capture.flush()
        with self.switch.lock:
            times = [self.switch.next_event_us(), self._replay.next_us() if self._replay is not None else None]
            times += [ticker.next_tick_us() for ticker in self.tickers]
        pending = [t for t in times if t is not None]
        if not pending:
            return _MAX_WAIT_S
        return min(max(0.0, (min(pending) - self.now_us()) / 1e6), _MAX_WAIT_S)


# --- The ports, for other threads ------------------------------------------------------------------------------------


class PortDirectory:
    """Adds, removes and lists ports on the loop's thread. The caller must not hold the switch's lock."""

    def __init__(self, loop: PortLoop) -> None:
        self._loop = loop

    def add(self, number: int, interface: str) -> None:
        """Open one more port; raises PortError."""
        self._loop.call(lambda: self._loop.add_port(number, interface))

    def remove(self, number: int) -> None:
        """Close a port; raises PortError."""
        self._loop.call(lambda: self._loop.remove_port(number))

    def show(self) -> Sequence[PortInfo]:
        """Every port; raises PortError."""
        return self._loop.call(self._loop.port_infos)
