# SPDX-License-Identifier: Apache-2.0
"""One StreamChannel: messages in on gRPC's thread, messages out through a queue."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2

from targets.softswitch.p4runtime.status import P4RuntimeError
from targets.softswitch.p4runtime.streams.arbitration import Client

_MAX_WAITING = 20_000
"""Responses a client may leave unread before packet-ins and other notifications to it are dropped."""

Handle = Callable[[Client, p4runtime_pb2.StreamMessageRequest], None]


class Stream:
    """Runs one client's stream until either side ends it."""

    def __init__(self, handle: Handle) -> None:
        """`handle` deals with each request; it raises P4RuntimeError to end the stream with that status."""
        self._handle = handle
        self._responses: queue.SimpleQueue[p4runtime_pb2.StreamMessageResponse | P4RuntimeError | None] = (
            queue.SimpleQueue()
        )
        self.client = Client(self._send)
        self.dropped = 0

    def end(self) -> None:
        """Make `responses` stop. Any thread."""
        self._responses.put(None)

    def responses(
        self, requests: Iterator[p4runtime_pb2.StreamMessageRequest]
    ) -> Iterator[p4runtime_pb2.StreamMessageResponse]:
        """What to send, until the client is done; raises P4RuntimeError when the stream must end with an error."""
        reader = threading.Thread(target=self._read, args=(requests,), name="p4runtime-stream", daemon=True)
        reader.start()
        while True:
            response = self._responses.get()
            if response is None:
                return
            if isinstance(response, P4RuntimeError):
                raise response
            yield response

    def _read(self, requests: Iterator[p4runtime_pb2.StreamMessageRequest]) -> None:
        try:
            for request in requests:
                self._handle(self.client, request)
        except P4RuntimeError as error:
            self._responses.put(error)
        except grpc.RpcError:
            pass  # The client is gone, or the server is stopping.
        finally:
            self._responses.put(None)

    def _send(self, response: p4runtime_pb2.StreamMessageResponse) -> None:
        if self._responses.qsize() >= _MAX_WAITING and not response.HasField("arbitration"):
            self.dropped += 1
            return
        self._responses.put(response)
