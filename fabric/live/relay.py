# SPDX-License-Identifier: Apache-2.0
"""Cables in user space, and the process that carries their frames: `python -m fabric.live.relay FD`.

A cable is a wire each way, with rate, strict priority, delay, loss and state, which knows no socket and no clock, and
the sockets of switches and NICs at its ends. The process is started by `fabric.live.cabling`. Requests come as
lines over the socket of descriptor FD (`fabric.live.messages`); when the other end closes it, the process ends.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import gc
import heapq
import itertools
import random
import select
import selectors
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from fabric.live.messages import (
    RELAY_REQUESTS,
    SEEN,
    Answering,
    Counted,
    Done,
    EndState,
    Lay,
    Read,
    RelayCable,
    RelayEnd,
    SetLoss,
    SetRate,
    SetState,
)
from fabric.live.scale import latenesses
from p4soft.packet_socket import MAX_FRAME
from p4soft.switch.ports import OutputBuffer, PortError
from p4soft.switch.ports.unix import Listener

# --- A wire ----------------------------------------------------------------------------------------------------------


BANDS = 8
LIMIT_BYTES = 64 << 20
"""How much may wait in one direction: the P4 program limits its queues, this only bounds memory."""
_BIT_NS = 8 * 1_000_000_000
"""Nanoseconds that a byte takes at 1 bit/s."""
_DSCP = {b"\x86\xdd": (0x0FC0, 6), b"\x08\x00": (0x00FC, 2)}
"""By EtherType, which of an IP header's first 16 bits are the DSCP, and how far from the right (RFC 8200, section 3;
RFC 791, section 3.1)."""

Saw = Callable[[int, bytes], None]
"""When, and which frame."""


class Wire:
    """One direction of a cable, in real time that its caller tells.

    Frames wait in bands, the first served first, each in its order; one on its way is not overtaken. A frame occupies
    the wire for its bytes at the rate, is lost by chance at the end of that, and comes out a delay later. Times in
    ns never go back from call to call.

    Attributes:
        up: the link; see `set_up`.
        loss: probability 0..1 that a frame that is sent from now on is lost.
        began: called with each frame that is not lost, when its first bit leaves; None without a tap.
        queued_bytes: that wait to be sent.
        sent_frames, sent_bytes: whose first bit has left, lost ones included.
        lost_random, lost_down, lost_overflow: frames lost by chance, to a link that was or went down, to a full queue.
    """

    def __init__(self, rate_bps: int, delay_ns: int, bands: Mapping[int, int], seed: str) -> None:
        """An idle wire.

        Args:
            rate_bps: bits per second, at least 1.
            delay_ns: from the last bit's leaving to its arrival.
            bands: DSCP to band, 0 (served first) to 7; what has another DSCP, or none, is in the last.
            seed: of what is lost.
        """
        self.up = True
        self.loss = 0.0
        self.began: Saw | None = None
        self.queued_bytes = 0
        self.sent_frames = self.sent_bytes = 0
        self.lost_random = self.lost_down = self.lost_overflow = 0
        self._rate_bps = rate_bps
        self._delay_ns = delay_ns
        self._bands = {dscp: band for dscp, band in bands.items() if 0 <= band < BANDS}
        self._drawn = random.Random(seed)
        self._waiting: list[deque[bytes]] = [deque() for _ in range(BANDS)]
        self._on_the_way: deque[tuple[int, bytes]] = deque()
        self._free_ns = 0
        self._fraction = 0

    def put(self, frame: bytes, now_ns: int) -> None:
        """Send a frame; a frame that cannot be sent is counted as lost."""
        self._advance(now_ns)
        if not self.up:
            self.lost_down += 1
        elif self._free_ns <= now_ns:
            self._free_ns, self._fraction = now_ns, 0
            self._send(frame)
        elif self.queued_bytes + len(frame) > LIMIT_BYTES:
            self.lost_overflow += 1
        else:
            self._waiting[self._band(frame)].append(frame)
            self.queued_bytes += len(frame)

    def take(self, now_ns: int) -> list[tuple[int, bytes]]:
        """The frames that have come out by now, with the times when they did."""
        self._advance(now_ns)
        taken, way = [], self._on_the_way
        while way and way[0][0] <= now_ns:
            taken.append(way.popleft())
        return taken

    def next_ns(self) -> int | None:
        """When to ask for frames again; None when none is on its way, or waits."""
        if self._on_the_way:
            return self._on_the_way[0][0]
        return self._free_ns if self.queued_bytes else None  # the frames before them were lost

    def set_up(self, up: bool, now_ns: int) -> None:
        """Plug or unplug: what waits, and what is on its way, is lost."""
        self._advance(now_ns)
        self.up = up
        if up:
            return
        arrived = [each for each in self._on_the_way if each[0] <= now_ns]
        self.lost_down += len(self._on_the_way) - len(arrived) + sum(len(band) for band in self._waiting)
        self._on_the_way = deque(arrived)
        for band in self._waiting:
            band.clear()
        self.queued_bytes = 0
        self._free_ns = min(self._free_ns, now_ns)

    def set_rate(self, rate_bps: int, now_ns: int) -> None:
        """Another rate from now on, for what is left of the frame that is being sent as well."""
        self._advance(now_ns)
        left_ns = self._free_ns - now_ns
        if left_ns > 0:
            free_ns = now_ns + left_ns * self._rate_bps // rate_bps
            if self._on_the_way and self._on_the_way[-1][0] == self._free_ns + self._delay_ns:  # it was not lost
                self._on_the_way[-1] = free_ns + self._delay_ns, self._on_the_way[-1][1]
            self._free_ns = free_ns
        self._rate_bps = rate_bps

    def _advance(self, now_ns: int) -> None:
        """Send the frames that are due by now. Each came before the wire was free, so it leaves when it gets free."""
        while self.queued_bytes and self._free_ns <= now_ns:
            band = next(band for band in self._waiting if band)
            frame = band.popleft()
            self.queued_bytes -= len(frame)
            self._send(frame)

    def _send(self, frame: bytes) -> None:
        began_ns = self._free_ns
        took_ns, self._fraction = divmod(len(frame) * _BIT_NS + self._fraction, self._rate_bps)
        self._free_ns += took_ns
        self.sent_frames += 1
        self.sent_bytes += len(frame)
        if self.loss and self._drawn.random() < self.loss:
            self.lost_random += 1
            return
        self._on_the_way.append((self._free_ns + self._delay_ns, frame))
        if self.began is not None:
            self.began(began_ns, frame)

    def _band(self, frame: bytes) -> int:
        place = _DSCP.get(frame[12:14])
        if place is None or len(frame) < 16:
            return BANDS - 1
        mask, shift = place
        return self._bands.get((int.from_bytes(frame[14:16], "big") & mask) >> shift, BANDS - 1)


# --- The socket at an end --------------------------------------------------------------------------------------------


KEPT_BYTES = 8 << 20
"""What a stopped process finds when it goes on, as in the socket of an interface (`p4soft.switch.ports`)."""
_AT_ONCE = 64
"""Frames taken from one connection before the others have their turn."""
_BUFFER = 4 << 20


class Outlet:
    """A non-blocking SOCK_SEQPACKET connection, and the frames that wait for it."""

    def __init__(
        self,
        sock: socket.socket,
        selector: selectors.BaseSelector,
        take: Callable[[list[bytes]], None],
    ) -> None:
        """Register it.

        Args:
            sock: connected; this closes it when its other end is gone.
            selector: whose keys' data are called with a mask of events.
            take: given the frames that have come, some at a time.
        """
        self._sock: socket.socket | None = sock
        self._selector = selector
        self._take = take
        self._waiting = OutputBuffer(size=KEPT_BYTES)
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        selector.register(sock, selectors.EVENT_READ, self._ready)

    @property
    def is_open(self) -> bool:
        return self._sock is not None

    def send(self, frame: bytes) -> bool:
        """Whether a frame was taken, or waits; it is lost when too many wait, or the other end is gone."""
        if self._sock is None:
            return False
        if not self._waiting:
            try:
                self._sock.send(frame)
            except BlockingIOError:
                self._selector.modify(self._sock, selectors.EVENT_READ | selectors.EVENT_WRITE, self._ready)
            except OSError as error:
                self._fail(error)
                return False
            else:
                return True
        if not self._waiting.room:
            return False
        self._waiting.append(frame)
        return True

    def close(self) -> None:
        """Let it go, and what waits. Idempotent."""
        if self._sock is None:
            return
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(self._sock)
        self._sock.close()
        self._sock = None
        self._waiting.clear()

    def _ready(self, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._flush()
        if events & selectors.EVENT_READ:
            self._receive()

    def _receive(self) -> None:
        frames: list[bytes] = []
        ended = False
        while self._sock is not None and not ended and len(frames) < _AT_ONCE:
            try:
                frame = self._sock.recv(MAX_FRAME)
            except BlockingIOError:
                break
            except OSError:
                frame = b""
            ended = not frame
            if frame:
                frames.append(frame)
        if frames:
            self._take(frames)
        if ended:
            self.close()

    def _flush(self) -> None:
        while self._sock is not None and self._waiting:
            try:
                self._sock.send(self._waiting.first())
            except BlockingIOError:
                return
            except OSError as error:
                self._fail(error)
            if self.is_open:
                self._waiting.remove_first()
        if self._sock is not None:
            self._selector.modify(self._sock, selectors.EVENT_READ, self._ready)

    def _fail(self, error: OSError) -> None:
        """The kernel did not send a frame, which is lost; with the connection, unless it is the frame's own fault."""
        if error.errno not in (errno.EMSGSIZE, errno.ENOBUFS):
            self.close()


# --- A cable ---------------------------------------------------------------------------------------------------------


class Tap:
    """A connection to a capture of one cable, which gets each frame as `SEEN` and its bytes."""

    def __init__(self) -> None:
        self.outlet: Outlet | None = None
        self._lost = 0

    @property
    def is_open(self) -> bool:
        return self.outlet is None or self.outlet.is_open

    def tell(self, at_ns: int, leaving: bool, frame: bytes) -> None:
        """A frame has left the cable's second end, or arrived there."""
        if self.outlet is not None and not self.outlet.send(SEEN.pack(at_ns, leaving, self._lost) + frame):
            self._lost += 1


class Way:
    """One direction: its wire, and the end that it leads to.

    Attributes:
        received_frames, received_bytes: that have come out, and were taken.
        lost: frames for which the other end had no room, or that had no other end.
        scheduled_ns: when frames are going to be asked for; None when they are not. The caller sets it.
    """

    def __init__(self, wire: Wire, tell: Callable[[int, bytes], None] | None) -> None:
        self.wire = wire
        self.received_frames = self.received_bytes = 0
        self.lost = 0
        self.scheduled_ns: int | None = None
        self.outlet: Outlet | None = None
        self._tell = tell

    def deliver(self, now_ns: int) -> None:
        for at_ns, frame in self.wire.take(now_ns):
            if self._tell is not None:
                self._tell(at_ns, frame)
            if self.outlet is None or not self.outlet.send(frame):
                self.lost += 1
                continue
            self.received_frames += 1
            self.received_bytes += len(frame)


class CableInUserSpace:
    """Both ways of a cable.

    Attributes:
        ways: from the first end to the second, and back.
    """

    def __init__(self, laid: RelayCable, bands: Mapping[int, int], seed: int) -> None:
        self._names = laid.a.name, laid.b.name
        wires = [Wire(laid.rate_bps, laid.delay_ns, bands, f"{seed}/{name}") for name in self._names]
        self.ways = Way(wires[0], self._arrived), Way(wires[1], None)
        self._taps: list[Tap] = []

    def watch(self, tap: Tap) -> None:
        self._taps.append(tap)
        self.ways[1].wire.began = self._left

    def counted(self) -> dict[str, EndState]:
        return {
            name: EndState(
                received_frames=back.received_frames,
                received_bytes=back.received_bytes,
                sent_frames=out.wire.sent_frames,
                sent_bytes=out.wire.sent_bytes,
                queued_bytes=out.wire.queued_bytes,
                lost_random=out.wire.lost_random,
                lost_overflow=out.wire.lost_overflow + out.lost,
                lost_down=out.wire.lost_down,
            )
            for name, out, back in zip(self._names, self.ways, self.ways[::-1], strict=True)
        }

    def _arrived(self, at_ns: int, frame: bytes) -> None:
        self._say(at_ns, False, frame)

    def _left(self, at_ns: int, frame: bytes) -> None:
        self._say(at_ns, True, frame)

    def _say(self, at_ns: int, leaving: bool, frame: bytes) -> None:
        if not self._taps:
            return
        for tap in self._taps:
            tap.tell(at_ns, leaving, frame)
        self._taps = [tap for tap in self._taps if tap.is_open]
        if not self._taps:
            self.ways[1].wire.began = None


# --- All cables ------------------------------------------------------------------------------------------------------


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
        self._late_ns = latenesses()
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
        return {name: state for cable in self._cables.values() for name, state in cable.counted().items()}

    def late_ns(self) -> int:
        """How late frames came out in the worst of 100 of the last few thousand cases."""
        late = sorted(self._late_ns)
        return late[len(late) * 99 // 100] if late else 0

    def step(self) -> None:
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


# --- The process -----------------------------------------------------------------------------------------------------


def _answer(relay: Relay, line: bytes) -> Done | Counted:
    match RELAY_REQUESTS.read(line):
        case Lay() as wanted:
            relay.lay(wanted)
            gc.freeze()
        case SetState(link=link, up=up):
            relay.set_state(link, up)
        case SetLoss(link=link, there=there, back=back):
            relay.set_loss(link, there, back)
        case SetRate(link=link, rate_bps=rate_bps):
            relay.set_rate(link, rate_bps)
        case Read():
            return Counted(ends=relay.counted(), late_ns=relay.late_ns())
        case unknown:
            assert_never(unknown)
    return Done()


def main(arguments: Sequence[str]) -> None:
    """Relay until the parent closes its end."""
    selector = selectors.EpollSelector()
    relay = Relay(selector)
    with socket.socket(fileno=int(arguments[0])) as control:
        answering = Answering(control, selector, lambda line: _answer(relay, line), (ValueError, KeyError, PortError))
        try:
            while not answering.ended:
                relay.step()
        finally:
            relay.close()


if __name__ == "__main__":
    main(sys.argv[1:])
