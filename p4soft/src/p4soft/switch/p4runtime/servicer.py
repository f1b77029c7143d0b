# SPDX-License-Identifier: Apache-2.0
"""gRPC's side of P4Runtime: calls find their device, refusals become statuses, servers of one switch or of many."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import grpc
from google.protobuf.message import DecodeError
from msgspec import Struct
from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client.deadlines import DEADLINES
from p4soft.p4runtime_client.session import DETAILS_KEY
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.status import (
    FAILED_PRECONDITION,
    NOT_FOUND,
    RESOURCE_EXHAUSTED,
    BatchError,
    P4RuntimeError,
)
from p4soft.switch.p4runtime.stream import MAX_STREAMS

# --- Which device a call is for, on a server of one device and on one of many ----------------------------------------


Requests = Iterator[p4runtime_pb2.StreamMessageRequest]
PATIENCE_S = 30.0
"""For a client to say on a stream which device it is for, and to take each part of a long answer."""


class Devices(Protocol):
    def find(self, device_id: int) -> Device:
        """The device with this id; raises P4RuntimeError."""

    def place(self) -> AbstractContextManager[None]:
        """Count a stream as open; raises P4RuntimeError: the server has no room for another."""

    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        """The device that answers a stream and all of its requests; raises P4RuntimeError.

        `give_up` ends the call, if there is no other way to make a client let go of it.
        """


class OneDevice(Devices):
    """A server of one device, which refuses other ids itself."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @override
    def find(self, device_id: int) -> Device:
        return self._device

    @override
    def place(self) -> AbstractContextManager[None]:
        return nullcontext()  # the device itself says how many it has

    @override
    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        return self._device, requests


class ManyDevices(Devices):
    """Calls name their device; a stream does so by its first message.

    Each stream holds a thread of the server, so all devices together have as many as one may have.
    """

    def __init__(self, devices: Iterable[Device]) -> None:
        """Raises ValueError: two have the same id."""
        self._devices: dict[int, Device] = {}
        self._places = threading.BoundedSemaphore(MAX_STREAMS)
        for device in devices:
            if self._devices.setdefault(device.switch.device_id, device) is not device:
                raise ValueError(f"two devices have the id {device.switch.device_id}")

    @override
    def find(self, device_id: int) -> Device:
        device = self._devices.get(device_id)
        if device is None:
            raise P4RuntimeError(NOT_FOUND, f"device_id {device_id} is unknown; {len(self._devices)} others are here")
        return device

    @override
    @contextmanager
    def place(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{MAX_STREAMS} streams are open; close one first")
        try:
            yield
        finally:
            self._places.release()

    @override
    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        with DEADLINES.within(PATIENCE_S, give_up):
            first = next(requests, None)
        if first is None or not first.HasField("arbitration"):
            raise P4RuntimeError(
                FAILED_PRECONDITION,
                "which device a stream is for is not known; accepted: arbitration, as first message",
            )
        return self.find(first.arbitration.device_id), chain((first,), requests)


# --- The RPCs --------------------------------------------------------------------------------------------------------


API_VERSION = "1.4.1"
"""The specification that is implemented. The messages are newer: what came after is refused, not ignored."""
_SERVICE = "p4.v1.P4Runtime"
_LARGE = 32 << 10
"""Bytes of an answer that a client may have to read before the next fits."""


class Servicer:
    """The RPCs of a server: turns P4RuntimeError into a status. Writes come, and answers to Reads go, serialised."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices

    def write(self, request: bytes, context: grpc.ServicerContext) -> p4runtime_pb2.WriteResponse:
        with _refusals(context):
            try:
                self._devices.find(_device_id(request)).write_encoded(request)
            except _UNREADABLE:
                context.abort(grpc.StatusCode.INTERNAL, "the request is no WriteRequest")
        return p4runtime_pb2.WriteResponse()

    def read(self, request: p4runtime_pb2.ReadRequest, context: grpc.ServicerContext) -> Iterator[bytes]:
        with _refusals(context):
            device = self._devices.find(request.device_id)
            for response in device.read_encoded(request):
                if len(response) < _LARGE:
                    yield response
                    continue
                with DEADLINES.within(PATIENCE_S, partial(_cut_off, device, context)):
                    yield response

    def set_pipeline(
        self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest, context: grpc.ServicerContext
    ) -> p4runtime_pb2.SetForwardingPipelineConfigResponse:
        with _refusals(context):
            self._devices.find(request.device_id).set_pipeline(request)
        return p4runtime_pb2.SetForwardingPipelineConfigResponse()

    def get_pipeline(
        self, request: p4runtime_pb2.GetForwardingPipelineConfigRequest, context: grpc.ServicerContext
    ) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        with _refusals(context):
            return self._devices.find(request.device_id).get_pipeline(request)

    def stream(
        self, request_iterator: Iterator[p4runtime_pb2.StreamMessageRequest], context: grpc.ServicerContext
    ) -> Iterator[p4runtime_pb2.StreamMessageResponse]:
        with _refusals(context), self._devices.place():
            device, requests = self._devices.of_stream(_until_gone(request_iterator), context.cancel)
            stream = device.open_stream()
            try:
                # A client that vanishes does not end our wait for something to send; this does.
                if context.add_callback(stream.end):
                    yield from stream.responses(requests, context.cancel)
            finally:
                device.close_stream(stream)

    def capabilities(
        self,
        _request: p4runtime_pb2.CapabilitiesRequest,
        _context: grpc.ServicerContext,
    ) -> p4runtime_pb2.CapabilitiesResponse:
        return p4runtime_pb2.CapabilitiesResponse(p4runtime_api_version=API_VERSION)


def _until_gone(requests: Requests) -> Requests:
    """The requests of a stream, until the client is gone or the server stops."""
    with contextlib.suppress(grpc.RpcError):
        yield from requests


_UNREADABLE = (DecodeError, UnicodeDecodeError)


def _device_id(request: bytes) -> int:
    """The device that a serialised WriteRequest is for, which is said first; raises DecodeError."""
    if request[:1] != b"\x08":
        return p4runtime_pb2.WriteRequest.FromString(request).device_id
    end = next((i for i, octet in enumerate(request[1:11], 2) if octet < 128), 11)
    return p4runtime_pb2.WriteRequest.FromString(request[:end]).device_id


def handlers(servicer: Servicer, readers: futures.ThreadPoolExecutor) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
    """What answers each RPC, by its name; the readers' threads run Reads."""

    def read(request: p4runtime_pb2.ReadRequest, context: grpc.ServicerContext) -> Iterator[bytes]:
        return servicer.read(request, context)

    read.experimental_thread_pool = readers  # type: ignore[attr-defined]
    unary, messages = grpc.unary_unary_rpc_method_handler, p4runtime_pb2
    set_, get = messages.SetForwardingPipelineConfigRequest, messages.GetForwardingPipelineConfigRequest
    set_done, got = messages.SetForwardingPipelineConfigResponse, messages.GetForwardingPipelineConfigResponse
    asked, able = messages.CapabilitiesRequest, messages.CapabilitiesResponse
    to_bytes = messages.WriteResponse.SerializeToString
    return {
        "Write": unary(servicer.write, None, to_bytes),
        "Read": grpc.unary_stream_rpc_method_handler(read, messages.ReadRequest.FromString, None),
        "SetForwardingPipelineConfig": unary(servicer.set_pipeline, set_.FromString, set_done.SerializeToString),
        "GetForwardingPipelineConfig": unary(servicer.get_pipeline, get.FromString, got.SerializeToString),
        "StreamChannel": grpc.stream_stream_rpc_method_handler(
            servicer.stream,
            messages.StreamMessageRequest.FromString,
            messages.StreamMessageResponse.SerializeToString,
        ),
        "Capabilities": unary(servicer.capabilities, asked.FromString, able.SerializeToString),
    }


def _cut_off(device: Device, context: grpc.ServicerContext) -> None:
    device.cut_off()
    context.cancel()  # type: ignore[no-untyped-call]


_CODES = {code.value[0]: code for code in grpc.StatusCode}


@contextlib.contextmanager
def _refusals(context: grpc.ServicerContext) -> Iterator[None]:
    """End the call with the status of a P4RuntimeError."""
    try:
        yield
    except P4RuntimeError as error:
        if isinstance(error, BatchError):
            context.set_trailing_metadata(((DETAILS_KEY, error.details()),))
        context.abort(_CODES[error.code], error.message)


# --- The address, with or without TLS --------------------------------------------------------------------------------


class ServerError(Exception):
    """The server cannot be started; the message is complete and meant for people."""


class Tls(Struct, frozen=True):
    """TLS with given PEM files, as simple_switch_grpc takes them.

    Attributes:
        certificate: the server's certificate (chain).
        key: its private key.
        ca: certificates that clients' certificates are checked against, or None.
        client_auth: refuse clients without a certificate signed by `ca`.
    """

    certificate: Path
    key: Path
    ca: Path | None = None
    client_auth: bool = False

    def credentials(self) -> grpc.ServerCredentials:
        """What gRPC needs; raises ServerError when a file is unreadable or a combination makes no sense."""
        if self.client_auth and self.ca is None:
            raise ServerError("--grpc-server-with-client-auth needs --grpc-server-cacert to check clients against")
        pair = (_pem(self.key, "--grpc-server-key"), _pem(self.certificate, "--grpc-server-cert"))
        roots = _pem(self.ca, "--grpc-server-cacert") if self.ca is not None else None
        return grpc.ssl_server_credentials([pair], roots, self.client_auth)


def bind(server: grpc.Server, address: str, tls: Tls | None) -> str:
    """Bind `server` to `host:port` (port 0: a free one); returns the address actually bound. Raises ServerError."""
    host, separator, port_text = address.rpartition(":")
    if not separator or not host or not port_text.isascii() or not port_text.isdigit() or int(port_text) > 65535:
        raise ServerError(f"gRPC server address {address!r}; accepted: HOST:PORT with a port of 0..65535")
    reason = "the port is in use, or the host is not this one's"
    try:
        if tls is None:
            port = server.add_insecure_port(address)
        else:
            reason += ", or the certificate and the key do not belong together"
            port = server.add_secure_port(address, tls.credentials())
    except RuntimeError:
        port = 0
    if not port:
        raise ServerError(f"gRPC server address {address}: cannot bind: {reason}")
    return f"{host}:{port}"


def _pem(path: Path, option: str) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ServerError(f"{option} {path}: cannot read: {error.strerror}") from None
    if b"-----BEGIN " not in data:
        raise ServerError(f"{option} {path}: not a PEM file; accepted: text with -----BEGIN ...-----")
    return data


# --- Servers ---------------------------------------------------------------------------------------------------------


_UNARY_WORKERS = 8
_READ_WORKERS = 8
_MOST_CALLS = 1024
"""Calls that may be under way or wait for a worker, streams among them."""
_CHANNEL_OPTIONS = (
    ("grpc.max_receive_message_length", 128 << 20),
    ("grpc.max_send_message_length", 128 << 20),
    # Two switches must not share a port by accident.
    ("grpc.so_reuseport", 0),
)


class P4RuntimeServer(Device):
    """Serves a switch over P4Runtime.

    Attributes:
        address: `host:port` actually bound.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        address: str = "127.0.0.1:0",
        *,
        clock: Callable[[], int] | None = None,
        packet_out_sink: Callable[[bytes], None] | None = None,
        on_change: Callable[[], None] | None = None,
        tls: Tls | None = None,
        swap: bool = True,
        without_primary: bool = False,
    ) -> None:
        """Bind, but do not serve yet.

        Args:
            switch: the switch to serve.
            address: `host:port`; port 0 takes a free one.
            clock: as of `Device`.
            packet_out_sink: as of `Device`.
            on_change: as of `Device`.
            tls: serve with TLS; None: in clear text.
            swap: as of `Device`.
            without_primary: as of `Device`.

        Raises:
            ServerError: the address is malformed or in use, or a TLS file is missing or unusable.
        """
        super().__init__(
            switch,
            clock=clock,
            packet_out_sink=packet_out_sink,
            on_change=on_change,
            swap=swap,
            without_primary=without_primary,
        )
        self._server = _grpc_server(OneDevice(self))
        self.address = bind(self._server, address, tls)

    def start(self) -> None:
        """Serve. Returns at once."""
        self._server.start()

    def stop(self) -> None:
        """Stop serving and end every stream. Idempotent."""
        self.end_streams()
        self._server.stop(grace=0.5).wait()


class SharedServer:
    """Serves many switches over P4Runtime at one address: one socket, threads and streams as for one.

    In clear text, and all of them until `stop`.

    Attributes:
        address: `host:port` actually bound.
    """

    def __init__(self, devices: Sequence[Device], address: str = "127.0.0.1:0") -> None:
        """Bind, but do not serve yet.

        Args:
            devices: each with another id.
            address: `host:port`; port 0 takes a free one.

        Raises:
            ServerError: the address is malformed or in use.
            ValueError: two devices have the same id.
        """
        self._devices = devices
        self._server = _grpc_server(ManyDevices(devices))
        self.address = bind(self._server, address, None)

    def start(self) -> None:
        """Serve. Returns at once."""
        self._server.start()

    def stop(self) -> None:
        """Stop serving and end every stream. Idempotent."""
        for device in self._devices:
            device.end_streams()
        self._server.stop(grace=0.5).wait()


def _grpc_server(devices: Devices) -> grpc.Server:
    # Clients that do not read their answers keep only other readers waiting.
    readers = futures.ThreadPoolExecutor(_READ_WORKERS, thread_name_prefix="p4runtime-read")
    server = grpc.server(
        futures.ThreadPoolExecutor(MAX_STREAMS + _UNARY_WORKERS, thread_name_prefix="p4runtime"),
        options=_CHANNEL_OPTIONS,
        maximum_concurrent_rpcs=_MOST_CALLS,
    )
    found = handlers(Servicer(devices), readers)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, found),))
    return server
