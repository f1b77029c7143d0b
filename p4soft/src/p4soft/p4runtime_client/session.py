# SPDX-License-Identifier: Apache-2.0
"""A session over gRPC."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from typing_extensions import override

from p4soft.messages import code_pb2, messages_alone, p4runtime_pb2, status_pb2
from p4soft.p4runtime_client import (
    BaseSession,
    Refusal,
    Sent,
    SessionError,
    WriteRefusedError,
    code_name,
    one_line,
    status_text,
)
from p4soft.p4runtime_client.deadlines import DEADLINES

with messages_alone():
    from finsy.proto.p4.v1 import p4runtime_pb2_grpc

DETAILS_KEY = "grpc-status-details-bin"
"""The trailer that carries one p4.v1.Error for each element of a batch."""


def refusals(error: grpc.RpcError) -> list[Refusal]:
    """The refused elements of a batch, from the google.rpc.Status in the call's trailer."""
    status = status_pb2.Status()
    for item in error.trailing_metadata() or ():
        if item.key == DETAILS_KEY:
            try:
                status.ParseFromString(item.value)
            except DecodeError:
                return []
    found = []
    for index, packed in enumerate(status.details):
        detail = p4runtime_pb2.Error()
        if packed.Unpack(detail) and detail.canonical_code != code_pb2.OK:
            found.append(Refusal(index, code_name(detail.canonical_code), one_line(detail.message)))
    return found


# --- The session -----------------------------------------------------------------------------------------------------


_MAX_TRAILER = 64 << 20
# Loopback must never go through a proxy of the environment; a full table is larger than gRPC's default of 4 MiB; and
# what a server says of a refused batch, an error for each update, is larger than gRPC's default of 8 KiB.
# A server that comes back shall be noticed soon.
_CHANNEL_OPTIONS = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 5000),
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_metadata_size", _MAX_TRAILER),
    ("grpc.absolute_max_metadata_size", _MAX_TRAILER),
    ("SingleThreadedUnaryStream", 1),  # who reads takes the answers itself, not over another thread
)
_CLOSE_TIMEOUT_S = 2.0

LOADING = 6
"""Deadlines that a switch has to load a program: it compiles it, on a busy machine perhaps together with others."""


class _Call(Sent):
    def __init__(self, session: Session, call: Any) -> None:  # noqa: ANN401 (grpc's stubs do not say)
        self._session = session
        self._call = call

    @override
    def wait(self) -> None:
        try:
            _result(self._call)
        except grpc.RpcError as error:
            raise self._session.write_error(error) from None


def _result(call: Any) -> Any:  # noqa: ANN401
    """What a call answers. gRPC's own wait wakes ten times a second, and a fleet has many calls waiting."""
    done = threading.Event()
    call.add_done_callback(lambda _: done.set())
    done.wait()
    return call.result()


class Connection:
    """A connection to a P4Runtime server, which the sessions of all its switches may share.

    Args:
        address: ``host:port`` of the server.
        credentials: of gRPC, for TLS; None: in clear text.
        server_name: the name in the server's certificate, where it is not the host of ``address``.
    """

    def __init__(
        self, address: str, credentials: grpc.ChannelCredentials | None = None, server_name: str | None = None
    ) -> None:
        self.address = address
        options: tuple[tuple[str, object], ...] = _CHANNEL_OPTIONS
        if server_name is not None:
            options = (*options, ("grpc.ssl_target_name_override", server_name))
        self._channel = (
            grpc.insecure_channel(address, options)
            if credentials is None
            else grpc.secure_channel(address, credentials, options)
        )
        self.stub: Any = p4runtime_pb2_grpc.P4RuntimeStub(self._channel)  # grpc's generated stubs are untyped
        # Requests and answers of megabytes, as they stand on the wire: without (de)serializers gRPC takes bytes.
        self.write: Any = self._channel.unary_unary("/p4.v1.P4Runtime/Write", None, None)
        self.read: Any = self._channel.unary_stream("/p4.v1.P4Runtime/Read", None, None)
        self.set_pipeline: Any = self._channel.unary_unary("/p4.v1.P4Runtime/SetForwardingPipelineConfig", None, None)

    def close(self) -> None:
        """End every call and disconnect. Idempotent."""
        self._channel.close()


class Session(BaseSession):
    """A session over a gRPC connection. Reading needs nothing more; call `become_primary` before writing.

    Args:
        name: What to call the switch in messages.
        server: ``host:port`` of its P4Runtime server, in clear text; or a connection, which stays open.
        device_id: Its P4Runtime device id.
        election_id: Ours; the highest one is primary.
        timeout_s: Deadline in seconds of each call; `LOADING` times as long for a program to be loaded.
        watched: Whether the stream is read after the arbitration, which `is_primary` needs. It takes a thread.
    """

    def __init__(
        self,
        name: str,
        server: str | Connection,
        device_id: int,
        *,
        election_id: int = 1,
        timeout_s: float = 10.0,
        watched: bool = True,
    ) -> None:
        self._connection = Connection(server) if isinstance(server, str) else server
        self._owned = self._connection if isinstance(server, str) else None
        super().__init__(f"{name} at {self._connection.address}", device_id, election_id)
        self._timeout_s = timeout_s
        self._stream: Any = None
        self._reader: threading.Thread | None = None
        self._watched = watched
        self._primary = False
        self._stub = self._connection.stub

    def api_version(self) -> str:
        """The API version of the server. Raises SessionError: it does not answer within the deadline."""
        reply = self._ask(self._stub.Capabilities, p4runtime_pb2.CapabilitiesRequest())
        return str(reply.p4runtime_api_version)

    @override
    def become_primary(self) -> None:
        if self._stream is not None:
            return
        # Nothing of a stream before is left.
        self._requests: queue.SimpleQueue[p4runtime_pb2.StreamMessageRequest | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[p4runtime_pb2.StreamMessageResponse | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._requests.put(self._arbitration())
        self._stream = self._stub.StreamChannel(iter(self._requests.get, None))
        if not self._stream.add_callback(self._ended.set):
            self._ended.set()
        reply = self._first_reply()
        if self._watched:
            self._reader = threading.Thread(
                target=self._read_stream, args=(self._stream,), name=f"p4runtime {self.label}", daemon=True
            )
            self._reader.start()
        if reply.arbitration.status.code != code_pb2.OK:
            raise SessionError(
                f"{self.label}: not primary: another client controls device {self._device_id} with election id "
                f"{_number(reply.arbitration.election_id)} (ours is {_number(self._election_id)}); stop it, or use a "
                "higher one; a switch may remember it until it restarts",
                code=code_name(reply.arbitration.status.code),
            )
        self._primary = True

    def _first_reply(self) -> p4runtime_pb2.StreamMessageResponse:
        """The switch's answer to the arbitration."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self._stream.cancel()

        try:
            with DEADLINES.within(self._timeout_s, give_up):
                reply: p4runtime_pb2.StreamMessageResponse | None = next(self._stream, None)
        except grpc.RpcError as error:
            if late.is_set():
                raise SessionError(
                    f"{self.label}: no answer to arbitration within {self._timeout_s:g} s", code="DEADLINE_EXCEEDED"
                ) from None
            raise self._error("arbitration failed: ", error) from None
        if reply is None or not reply.HasField("arbitration"):
            raise SessionError(f"{self.label}: the server closed the stream during arbitration", code="UNAVAILABLE")
        return reply

    @override
    def is_primary(self) -> bool:
        """As of `BaseSession`; False when the stream ended. Only of a session that is watched."""
        assert self._watched
        while self._primary:
            try:
                reply = self._replies.get_nowait()
            except queue.Empty:
                return True
            displaced = reply is None or (  # None: the stream ended
                reply.HasField("arbitration") and reply.arbitration.status.code != code_pb2.OK
            )
            self._primary = not displaced
        return False

    @override
    def _write(self, request: bytes) -> Sent:
        return _Call(self, self._connection.write.future(request, timeout=self._timeout_s))

    def write_error(self, error: grpc.RpcError) -> SessionError:
        """The error of a Write that failed as gRPC says."""
        if error.code() in (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INVALID_ARGUMENT):
            return WriteRefusedError(self.label, error.code().name, error.details(), refusals(error))
        return self._error("Write failed: ", error)

    @override
    def _get_pipeline(
        self, request: p4runtime_pb2.GetForwardingPipelineConfigRequest
    ) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        reply: p4runtime_pb2.GetForwardingPipelineConfigResponse
        reply = self._ask(self._stub.GetForwardingPipelineConfig, request)
        return reply

    @override
    def _set_pipeline(self, request: bytes) -> None:
        deadline = LOADING * self._timeout_s
        try:
            _result(self._connection.set_pipeline.future(request, timeout=deadline))
        except grpc.RpcError as error:
            raise self._error("", error, deadline) from None

    @override
    def _read(self, request: p4runtime_pb2.ReadRequest) -> Iterator[bytes]:
        try:
            yield from self._connection.read(request.SerializeToString(), timeout=self._timeout_s)
        except grpc.RpcError as error:
            raise self._error("Read failed: ", error) from None

    @override
    def close(self) -> None:
        """End the stream, and the connection if it is this session's own; wait for the threads. Idempotent."""
        if self._stream is not None:
            self._requests.put(None)  # half-close: a healthy server ends the stream now
            self._ended.wait(_CLOSE_TIMEOUT_S)
            self._stream.cancel()
            self._stream, self._primary = None, False
        if self._reader is not None:
            self._reader.join(_CLOSE_TIMEOUT_S)
            self._reader = None
        if self._owned is not None:
            self._owned.close()

    def _ask(self, method: Any, request: object) -> Any:  # noqa: ANN401
        """Make a call that is answered soon, in this thread: half the CPU of one that another thread waits for."""
        try:
            return method(request, timeout=self._timeout_s)
        except grpc.RpcError as error:
            raise self._error("", error) from None

    def _read_stream(self, stream: Iterator[p4runtime_pb2.StreamMessageResponse]) -> None:
        with suppress(grpc.RpcError):
            for message in stream:
                self._replies.put(message)
        self._replies.put(None)

    def _error(self, what: str, error: grpc.RpcError, deadline_s: float | None = None) -> SessionError:
        code = error.code()
        if code == grpc.StatusCode.DEADLINE_EXCEEDED:
            reason = f"no answer within {deadline_s or self._timeout_s:g} s"
        elif code == grpc.StatusCode.UNAVAILABLE:
            reason = f"no answer: {one_line(error.details())}; is a P4Runtime server running there?"
        elif code == grpc.StatusCode.PERMISSION_DENIED:
            reason = f"not primary: {one_line(error.details())}"
        else:
            reason = status_text(code.name, error.details())
        return SessionError(f"{self.label}: {what}{reason}", code=code.name, refusals=refusals(error))


def _number(election_id: p4runtime_pb2.Uint128) -> int:
    return int(election_id.high << 64 | election_id.low)
