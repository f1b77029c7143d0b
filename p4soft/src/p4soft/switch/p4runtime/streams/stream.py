# SPDX-License-Identifier: Apache-2.0
"""One StreamChannel: messages in on gRPC's thread, messages out through a queue."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError
from p4soft.switch.p4runtime.streams.arbitration import Client

_MOST_WAITING = 20_000
MOST_BYTES = 32 << 20
"""Responses, and bytes of them, that a client may leave unread before packet-ins and other notifications to it are
dropped. A client that leaves so many arbitration updates unread is beyond help: its stream ends."""

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
        self._overrun = self._overrun_told = False
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
        """Whether the stream has ended because its client does not read; told once."""
        with self._lock:
            told, self._overrun_told = self._overrun_told, self._overrun
            return self._overrun and not told

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
