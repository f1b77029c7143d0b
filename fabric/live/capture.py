# SPDX-License-Identifier: Apache-2.0
"""Captures one cable of a live fabric: `python -m fabric.live.capture WHERE LINK FACTOR ORIGIN_NS FRAMES SNAPLEN`.

WHERE is what `fabric.live.cabling.Cabling.tap` says; where that is an interface, run it in the network of the switches,
where the `b` end of every cable is. It writes pcapng to standard output until standard input ends, or FRAMES are there
(0: no end), up to SNAPLEN bytes of each (0: all), and says on standard error how many there were. An interface per
direction, times in ns of the topology since ORIGIN_NS of `time.monotonic_ns`, as captures of emulated time have them.
An ORIGIN_NS of `-` is the first line of standard input instead; what has passed before that moment is left out.
"""

from __future__ import annotations

import itertools
import os
import selectors
import sys
import time
from collections.abc import Sequence
from typing import BinaryIO

from fabric.live.scale import Clock, Scale
from fabric.live.taps import Seen, Tap, open_tap
from p4soft.outputs.pcapng import NANOSECONDS, PcapngWriter

_AT_ONCE = 256


class Recording:
    """Writes what a tap sees as a capture of one link.

    Attributes:
        frames: written so far.
    """

    def __init__(self, stream: BinaryIO, link: str, clock: Clock, snaplen: int) -> None:
        """Begin the file.

        Args:
            stream: where it goes.
            link: its name, `a--b`; the tap is at `b`.
            clock: of the fabric.
            snaplen: bytes kept of each frame; 0 keeps all.
        """
        self.frames = 0
        self._stream = stream
        self._clock = clock
        near, _, far = link.partition("--")
        self._writer = PcapngWriter(stream, application="mrc-fabric", snaplen=snaplen, resolution=NANOSECONDS)
        self._arriving = self._writer.add_interface(f"{near}>{far}", f"arriving at {far}")
        self._leaving = self._writer.add_interface(f"{far}>{near}", f"leaving {far}")
        stream.flush()

    def add(self, seen: Seen) -> None:
        """Write one frame, unless it passed before time began."""
        at_ns = self._clock.scale.fabric_ns(seen.at_ns - self._clock.origin_ns)
        if at_ns < 0:
            return
        self._writer.write(self._leaving if seen.leaving else self._arriving, at_ns, seen.frame)
        self.frames += 1

    def flush(self) -> None:
        """Let readers see what is there."""
        self._stream.flush()


def record(tap: Tap, recording: Recording, until: int, frames: int) -> None:
    """Record until descriptor `until` ends, or `frames` are there (0: no end)."""
    with selectors.DefaultSelector() as selector:
        selector.register(tap.sock, selectors.EVENT_READ)
        selector.register(until, selectors.EVENT_READ)
        ended_ns = None
        while ended_ns is None and not tap.ended and not (frames and recording.frames >= frames):
            if any(key.fd == until for key, _ in selector.select()):
                ended_ns = time.monotonic_ns()  # what passed until now, and waits, is still taken
            _take(tap, recording, frames, ended_ns)
            recording.flush()


def _take(tap: Tap, recording: Recording, frames: int, ended_ns: int | None) -> None:
    """Record what waits: of a capture that has ended all that had passed then, otherwise some."""
    for taken in itertools.count():
        if ended_ns is None and taken == _AT_ONCE:
            return
        seen = tap.take()
        if seen is None or (ended_ns is not None and seen.at_ns > ended_ns):
            return
        recording.add(seen)
        if frames and recording.frames >= frames:
            return


def main(arguments: Sequence[str]) -> int:
    """Capture; exit status 1 when it cannot begin, or nobody takes what it writes."""
    where, link, factor, origin_ns, frames, snaplen = arguments
    try:
        tap = open_tap(where, link)
        print(f"capturing {link}", file=sys.stderr, flush=True)
        clock = Clock(Scale(int(factor)), int(sys.stdin.readline() or 0) if origin_ns == "-" else int(origin_ns))
        recording = Recording(sys.stdout.buffer, link, clock, int(snaplen))
        record(tap, recording, sys.stdin.fileno(), int(frames))
    except BrokenPipeError:  # a reader that has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"error: {error.strerror}", file=sys.stderr)
        return 1
    lost = tap.lost()
    print(f"{recording.frames:,} frames" + (f", {lost:,} lost: its buffer was full" if lost else ""), file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
