# SPDX-License-Identifier: Apache-2.0
"""The streams of one server: so many at most, and one that never spoke makes room for one that may."""

from __future__ import annotations

import threading
from collections import Counter

from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError
from p4soft.switch.p4runtime.streams.stream import Handle, Stream

MAX_STREAMS = 32


class OpenStreams:
    """Streams that have not ended. Every method on any thread."""

    def __init__(self, handle: Handle) -> None:
        """`handle` deals with the requests of every stream, as `Stream` says."""
        self._handle = handle
        self._lock = threading.Lock()
        self._streams: dict[Stream, None] = {}  # in the order in which they came
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are open."""
        return len(self._streams)

    def open(self) -> Stream:
        """A new stream; the one longest here without an arbitration update ends if there are too many.

        Raises:
            P4RuntimeError: RESOURCE_EXHAUSTED; all of them are at work.
        """
        stream = Stream(self._handle)
        with self._lock:
            if len(self._streams) >= MAX_STREAMS:
                silent = next((each for each in self._streams if not each.client.live), None)
                if silent is None:
                    self._counts["streams refused: too many"] += 1
                    raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{MAX_STREAMS} streams are open; close one first")
                self._counts["streams closed for another one, without ever an arbitration update"] += 1
                del self._streams[silent]
                message = "no arbitration update has come on this stream, and another client needs its place"
                silent.fail(P4RuntimeError(RESOURCE_EXHAUSTED, message))
            self._streams[stream] = None
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream that has ended. Idempotent."""
        with self._lock:
            self._streams.pop(stream, None)
            self._take_counts(stream)

    def end_all(self) -> None:
        """Make every stream stop."""
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.end()

    def counts(self) -> Counter[str]:
        """What became of streams, and of what was to be sent on them, by reason."""
        with self._lock:
            for stream in self._streams:
                self._take_counts(stream)
            return Counter(self._counts)

    def _take_counts(self, stream: Stream) -> None:
        if lost := stream.take_dropped():
            self._counts["notifications dropped: the client does not read"] += lost
        if stream.take_overrun():
            self._counts["streams ended: the client does not read"] += 1
