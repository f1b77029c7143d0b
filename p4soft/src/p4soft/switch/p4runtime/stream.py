# SPDX-License-Identifier: Apache-2.0
"""StreamChannel: one client's messages in on gRPC's thread, out through a queue; and how many streams there may be."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.arbitration import Client
from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError

_MOST_WAITING = 20_000
MOST_BYTES = 32 << 20
"""Responses, and bytes of them, that a client may leave unread before packet-ins and other notifications to it are
dropped. The stream of a client that leaves as many arbitration updates unread ends."""

PATIENCE_S = 30.0
"""For a client to take what ends its stream."""

Handle = Callable[[Client, p4runtime_pb2.StreamMessageRequest], None]


class Stream:
    """Runs one client's stream until either side ends it."""

    def __init__(self, handle: Handle) -> None:
        """`handle` deals with each request; it raises P4RuntimeError to end the stream with that status."""
        self._handle = handle
        self._responses: queue.SimpleQueue[p4runtime_pb2.StreamMessageResponse | P4RuntimeError | None] = (
            queue.SimpleQueue()
        )
        self._lock = threading.Lock()
        self._waiting = self._bytes = 0
        self._dropped = 0
        self._overrun = self._overrun_reported = False
        self.client = Client(self._send)

    def end(self) -> None:
        """Make `responses` stop. Any thread."""
        self._responses.put(None)

    def fail(self, error: P4RuntimeError) -> None:
        """Make `responses` end with an error, whatever waits. Any thread."""
        with self._lock:
            while not self._responses.empty():
                self._responses.get()
            self._waiting = self._bytes = 0
            self._responses.put(error)

    def take_dropped(self) -> int:
        """Responses that did not fit, since this was asked last."""
        with self._lock:
            dropped, self._dropped = self._dropped, 0
            return dropped

    def take_overrun(self) -> bool:
        """Whether the stream has ended because its client does not read; True once."""
        with self._lock:
            before, self._overrun_reported = self._overrun_reported, self._overrun
            return self._overrun and not before

    def responses(
        self, requests: Iterator[p4runtime_pb2.StreamMessageRequest], give_up: Callable[[], None]
    ) -> Iterator[p4runtime_pb2.StreamMessageResponse]:
        """What to send, until the client is done; raises P4RuntimeError when the stream must end with an error.

        `give_up` ends the call at once, if there is no other way to make a client let go of it.
        """
        reader = threading.Thread(target=self._read, args=(requests, give_up), name="p4runtime-stream", daemon=True)
        reader.start()
        while True:
            response = self._responses.get()
            if response is None:
                return
            if isinstance(response, P4RuntimeError):
                raise response
            with self._lock:
                self._waiting -= 1
                self._bytes -= response.ByteSize()
            yield response

    def _read(self, requests: Iterator[p4runtime_pb2.StreamMessageRequest], give_up: Callable[[], None]) -> None:
        try:
            for request in requests:
                self._handle(self.client, request)
                if self._overrun:
                    self.fail(P4RuntimeError(RESOURCE_EXHAUSTED, "this client does not read what it is sent"))
                    late = threading.Timer(PATIENCE_S, give_up)
                    late.daemon = True
                    late.start()
                    return
        except P4RuntimeError as error:
            self._responses.put(error)
        except grpc.RpcError:
            pass  # The client is gone, or the server is stopping.
        finally:
            self._responses.put(None)

    def _send(self, response: p4runtime_pb2.StreamMessageResponse) -> None:
        size = response.ByteSize()
        with self._lock:
            if self._waiting < _MOST_WAITING and self._bytes + size <= MOST_BYTES:
                self._waiting += 1
                self._bytes += size
                self._responses.put(response)
            else:
                self._dropped += 1
                self._overrun = self._overrun or response.HasField("arbitration")


# --- The streams of one server: one that never spoke makes room for one that may -------------------------------------


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
