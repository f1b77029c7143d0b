# SPDX-License-Identifier: Apache-2.0
"""One P4Runtime connection with deadlines, honest errors and a clean end.

p4runtime-shell's client is built for a person at a prompt: it calls sys.exit() when a server is silent, waits for ever
on a hung call, logs to standard error, and loops for ever over the details of a batch whose first update succeeded
(P4RuntimeErrorIterator does not step over OK). `Session` keeps its connection set-up and replaces those parts.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, status_pb2
from p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc
from p4runtime_sh.p4runtime import P4RuntimeClient

from controller.errors import SwitchError

# Loopback must never go through a proxy of the environment; a full table is larger than gRPC's default of 4 MiB.
_CHANNEL_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1))
_CLOSE_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class UpdateError:
    """Why one update of a batch was refused: its index, the canonical code's name, the server's message."""

    index: int
    code: str
    message: str


class WriteRefusedError(Exception):
    """A Write of which at least one update was refused.

    Attributes:
        errors: The refused updates; empty when the server gave no details.
        summary: gRPC status and text of the whole call.
    """

    def __init__(self, errors: Sequence[UpdateError], summary: str) -> None:
        """Store what the server said."""
        super().__init__(summary)
        self.errors = tuple(errors)
        self.summary = summary


class Session(P4RuntimeClient):  # type: ignore[misc]  # p4runtime-shell ships no types
    """A connection to one switch. Reading needs nothing more; call `become_primary` before writing.

    Args:
        name: What to call the switch in messages.
        address: ``host:port`` of its P4Runtime server.
        device_id: Its P4Runtime device id.
        election_id: Ours; the highest one is primary.
        timeout_s: Deadline in seconds of each call.
    """

    channel: grpc.Channel
    stub: Any  # grpc's generated stubs are untyped

    def __init__(self, name: str, address: str, device_id: int, election_id: int, timeout_s: float) -> None:
        self.label = f"{name} at {address}"
        self._address = address
        self._timeout_s = timeout_s
        self._requests: queue.SimpleQueue[p4runtime_pb2.StreamMessageRequest | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[p4runtime_pb2.StreamMessageResponse | grpc.RpcError | None] = (
            queue.SimpleQueue()
        )
        self._reader: threading.Thread | None = None
        super().__init__(device_id, address, (0, election_id))

    def set_up_stream(self) -> None:
        """Called by the base class once it has a channel: swap that for ours; the stream waits for `become_primary`."""
        self.channel.close()
        self.channel = grpc.insecure_channel(self._address, options=_CHANNEL_OPTIONS)
        self.stub = p4runtime_pb2_grpc.P4RuntimeStub(self.channel)

    def check_alive(self) -> str:
        """The API version of the server.

        Raises:
            SwitchError: It does not answer within the deadline.
        """
        reply = self.call(self.stub.Capabilities, p4runtime_pb2.CapabilitiesRequest())
        return str(reply.p4runtime_api_version)

    def become_primary(self) -> None:
        """Open the stream channel and win the arbitration; stays primary until `close`.

        Raises:
            SwitchError: No answer, no such device, or another client is primary.
        """
        if self._reader is not None:
            return
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = self.device_id
        request.arbitration.election_id.high, request.arbitration.election_id.low = self.election_id
        self._requests.put(request)
        self._stream = self.stub.StreamChannel(iter(self._requests.get, None))
        self._reader = threading.Thread(target=self._read_stream, name=f"p4runtime {self.label}", daemon=True)
        self._reader.start()
        try:
            reply = self._replies.get(timeout=self._timeout_s)
        except queue.Empty:
            raise SwitchError(f"{self.label}: no answer to arbitration within {self._timeout_s:g} s") from None
        if isinstance(reply, grpc.RpcError):
            raise SwitchError(f"{self.label}: arbitration failed: {self._explain(reply)}")
        if reply is None or not reply.HasField("arbitration"):
            raise SwitchError(f"{self.label}: the server closed the stream during arbitration")
        if reply.arbitration.status.code != code_pb2.OK:
            winner = reply.arbitration.election_id
            raise SwitchError(
                f"{self.label}: not primary: another client controls device {self.device_id} with election id "
                f"{winner.high << 64 | winner.low} (ours is {self.election_id[1]}); stop it, or use a higher one"
            )

    def write(self, request: p4runtime_pb2.WriteRequest) -> None:
        """Send one Write; device, election id and deadline are filled in.

        Raises:
            WriteRefusedError: The server refused at least one update.
            SwitchError: No answer, or we are not primary.
        """
        request.device_id = self.device_id
        request.election_id.high, request.election_id.low = self.election_id
        try:
            self.stub.Write(request, timeout=self._timeout_s)
        except grpc.RpcError as error:
            if error.code() in (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INVALID_ARGUMENT):
                raise WriteRefusedError(_update_errors(error), _status_text(error)) from None
            raise SwitchError(f"{self.label}: Write failed: {self._explain(error)}") from None

    def read(self, entities: Sequence[p4runtime_pb2.Entity]) -> Iterator[p4runtime_pb2.Entity]:
        """Read entities; wildcards as P4Runtime defines them.

        Raises:
            SwitchError: No answer, or the server refused the request.
        """
        request = p4runtime_pb2.ReadRequest(device_id=self.device_id, entities=entities)
        try:
            for response in self.stub.Read(request, timeout=self._timeout_s):
                yield from response.entities
        except grpc.RpcError as error:
            raise SwitchError(f"{self.label}: Read failed: {self._explain(error)}") from None

    def call(self, method: Callable[..., Any], request: object) -> Any:  # noqa: ANN401 (a protobuf message, untyped)
        """One unary call with the deadline. Raises SwitchError for any failure."""
        try:
            return method(request, timeout=self._timeout_s)
        except grpc.RpcError as error:
            raise SwitchError(f"{self.label}: {self._explain(error)}") from error

    def close(self) -> None:
        """End the stream and the channel, wait for the threads. Idempotent."""
        if self._reader is not None:
            self._requests.put(None)  # half-close: a healthy server ends the stream now
            self._reader.join(_CLOSE_TIMEOUT_S)
            self._stream.cancel()
            self._reader.join(_CLOSE_TIMEOUT_S)
            self._reader = None
        self.channel.close()

    def tear_down(self) -> None:
        """The base class's name for `close`."""
        self.close()

    def _read_stream(self) -> None:
        try:
            for message in self._stream:
                self._replies.put(message)
        except grpc.RpcError as error:
            self._replies.put(error)
        self._replies.put(None)

    def _explain(self, error: grpc.RpcError) -> str:
        code = error.code()
        if code == grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"no answer within {self._timeout_s:g} s"
        if code == grpc.StatusCode.UNAVAILABLE:
            return f"no answer: {_one_line(error.details())}; is a P4Runtime server running there?"
        if code == grpc.StatusCode.PERMISSION_DENIED:
            return f"not primary: {_one_line(error.details())}"
        return _status_text(error)


def _status_text(error: grpc.RpcError) -> str:
    return f"{error.code().name}: {_one_line(error.details())}"


def _one_line(text: str | None) -> str:
    return " ".join((text or "no details").split())


def _update_errors(error: grpc.RpcError) -> list[UpdateError]:
    """The refused updates of a batch, from google.rpc.Status details (P4Runtime specification, "Error Reporting")."""
    status = status_pb2.Status()
    for item in error.trailing_metadata() or ():
        if item.key == "grpc-status-details-bin":
            try:
                status.ParseFromString(item.value)
            except DecodeError:
                return []
    refused = []
    for index, packed in enumerate(status.details):
        detail = p4runtime_pb2.Error()
        if packed.Unpack(detail) and detail.canonical_code != code_pb2.OK:
            known = code_pb2.Code.DESCRIPTOR.values_by_number.get(detail.canonical_code)
            code = known.name if known else str(detail.canonical_code)
            refused.append(UpdateError(index, code, _one_line(detail.message)))
    return refused
