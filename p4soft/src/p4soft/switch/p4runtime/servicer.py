# SPDX-License-Identifier: Apache-2.0
"""gRPC's view of P4Runtime: calls find their device, refusals become statuses."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from concurrent import futures

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc
from typing_extensions import override

from p4soft.p4runtime_client.errors import DETAILS_KEY
from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.devices import Devices
from p4soft.switch.p4runtime.status import BatchError, P4RuntimeError

API_VERSION = "1.4.1"
"""The specification that is implemented. The messages are newer: what came after is refused, not ignored."""
_LARGE = 32 << 10
"""Bytes of an answer that a client may have to read before the next fits."""
PATIENCE_S = 30.0
"""For a client to take each part of a long answer."""


class Servicer(p4runtime_pb2_grpc.P4RuntimeServicer):
    """The RPCs of a server: turns P4RuntimeError into a status."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices

    @override
    def Write(self, request: p4runtime_pb2.WriteRequest, context: grpc.ServicerContext) -> p4runtime_pb2.WriteResponse:
        with _refusals(context):
            self._devices.find(request.device_id).write(request)
        return p4runtime_pb2.WriteResponse()

    @override
    def Read(
        self, request: p4runtime_pb2.ReadRequest, context: grpc.ServicerContext
    ) -> Iterator[p4runtime_pb2.ReadResponse]:
        with _refusals(context):
            device = self._devices.find(request.device_id)
            for response in device.read(request):
                if response.ByteSize() < _LARGE:
                    yield response
                    continue
                late = threading.Timer(PATIENCE_S, _cut_off, (device, context))
                late.daemon = True
                late.start()
                try:
                    yield response
                finally:
                    late.cancel()

    @override
    def SetForwardingPipelineConfig(
        self, request: p4runtime_pb2.SetForwardingPipelineConfigRequest, context: grpc.ServicerContext
    ) -> p4runtime_pb2.SetForwardingPipelineConfigResponse:
        with _refusals(context):
            self._devices.find(request.device_id).set_pipeline(request)
        return p4runtime_pb2.SetForwardingPipelineConfigResponse()

    @override
    def GetForwardingPipelineConfig(
        self, request: p4runtime_pb2.GetForwardingPipelineConfigRequest, context: grpc.ServicerContext
    ) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        with _refusals(context):
            return self._devices.find(request.device_id).get_pipeline(request)

    @override
    def StreamChannel(
        self, request_iterator: Iterator[p4runtime_pb2.StreamMessageRequest], context: grpc.ServicerContext
    ) -> Iterator[p4runtime_pb2.StreamMessageResponse]:
        with _refusals(context), self._devices.place():
            device, requests = self._devices.of_stream(request_iterator, context.cancel)
            stream = device.open_stream()
            try:
                # A client that vanishes does not end our wait for something to send; this does.
                if context.add_callback(stream.end):
                    yield from stream.responses(requests, context.cancel)
            finally:
                device.close_stream(stream)

    @override
    def Capabilities(
        self,
        request: p4runtime_pb2.CapabilitiesRequest,
        context: grpc.ServicerContext,
    ) -> p4runtime_pb2.CapabilitiesResponse:
        return p4runtime_pb2.CapabilitiesResponse(p4runtime_api_version=API_VERSION)


def reads_in_pool(servicer: Servicer, readers: futures.ThreadPoolExecutor) -> Servicer:
    """Let threads of their own run the servicer's Reads."""
    read = servicer.Read

    def in_pool(
        request: p4runtime_pb2.ReadRequest, context: grpc.ServicerContext
    ) -> Iterator[p4runtime_pb2.ReadResponse]:
        return read(request, context)

    in_pool.experimental_thread_pool = readers  # type: ignore[attr-defined]
    servicer.Read = in_pool  # type: ignore[method-assign]
    return servicer


def _cut_off(device: Device, context: grpc.ServicerContext) -> None:
    device.cut_off()
    context.cancel()  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def _refusals(context: grpc.ServicerContext) -> Iterator[None]:
    """End the call with the status of a P4RuntimeError."""
    try:
        yield
    except P4RuntimeError as error:
        if isinstance(error, BatchError):
            context.set_trailing_metadata(((DETAILS_KEY, error.details()),))
        context.abort(error.grpc_code, error.message)
