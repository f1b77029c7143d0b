# SPDX-License-Identifier: Apache-2.0
"""A small P4Runtime client: become primary, set a pipeline, write, read. Every refusal is a RefusedError."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterator
from typing import Any

import grpc
from google.rpc import status_pb2
from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc

from targets.stf.errors import RefusedError, StfError

_TIMEOUT_S = 20.0
# Loopback must never go through a proxy of the environment.
_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1))
_DETAILS_KEY = "grpc-status-details-bin"


class Client:
    """A connection to one P4Runtime server, primary from `__init__` to `close`.

    Raises:
        StfError: the server does not answer or another client is primary.
    """

    def __init__(self, address: str, device_id: int) -> None:
        self._device_id = device_id
        self._requests: queue.SimpleQueue[p4runtime_pb2.StreamMessageRequest | None] = queue.SimpleQueue()
        self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        self._stub: Any = p4runtime_pb2_grpc.P4RuntimeStub(self._channel)
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = device_id
        request.arbitration.election_id.low = 1
        self._requests.put(request)
        self._stream = self._stub.StreamChannel(iter(self._requests.get, None))
        try:
            reply = next(iter(self._stream))
        except grpc.RpcError as error:
            self.close()
            raise StfError(f"{address}: no P4Runtime arbitration: {error}") from None
        if reply.arbitration.status.code:
            self.close()
            raise StfError(f"{address}: another P4Runtime client is primary")

    def set_pipeline(self, p4info: p4info_pb2.P4Info, device_config: bytes) -> None:
        """Load a program; raises RefusedError."""
        request = p4runtime_pb2.SetForwardingPipelineConfigRequest(
            device_id=self._device_id,
            action=p4runtime_pb2.SetForwardingPipelineConfigRequest.VERIFY_AND_COMMIT,
        )
        request.election_id.low = 1
        request.config.p4info.CopyFrom(p4info)
        request.config.p4_device_config = device_config
        with _refusals("cannot load the program"):
            self._stub.SetForwardingPipelineConfig(request, timeout=_TIMEOUT_S)

    def write(self, kind: int, entity: p4runtime_pb2.Entity) -> None:
        """One INSERT, MODIFY or DELETE; raises RefusedError."""
        request = p4runtime_pb2.WriteRequest(device_id=self._device_id)
        request.election_id.low = 1
        request.updates.add(type=kind, entity=entity)
        with _refusals("the switch refuses"):
            self._stub.Write(request, timeout=_TIMEOUT_S)

    def read(self, entity: p4runtime_pb2.Entity) -> list[p4runtime_pb2.Entity]:
        """What the switch has for a (partly filled in) entity; raises RefusedError."""
        request = p4runtime_pb2.ReadRequest(device_id=self._device_id)
        request.entities.append(entity)
        with _refusals("the switch refuses"):
            return [e for reply in self._stub.Read(request, timeout=_TIMEOUT_S) for e in reply.entities]

    def close(self) -> None:
        """Disconnect. Idempotent."""
        self._requests.put(None)
        self._stream.cancel()
        self._channel.close()


@contextlib.contextmanager
def _refusals(what: str) -> Iterator[None]:
    try:
        yield
    except grpc.RpcError as error:
        raise RefusedError(f"{what}: {_message(error)}") from None


def _message(error: grpc.RpcError) -> str:
    """The server's words: those about the one update when it gives them, else those about the call."""
    text = f"{error.code().name}: {error.details() or 'no reason given'}"
    metadata: Any = error.trailing_metadata() or ()
    for key, value in metadata:
        if key == _DETAILS_KEY:
            status = status_pb2.Status.FromString(value)
            for detail in status.details:
                update = p4runtime_pb2.Error()
                if detail.Unpack(update) and update.canonical_code:
                    return update.message or text
    return text
