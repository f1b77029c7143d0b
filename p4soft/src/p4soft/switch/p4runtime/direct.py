# SPDX-License-Identifier: Apache-2.0
"""A session with a switch in this process: P4Runtime's messages by direct call, without gRPC, sockets and threads.

The switch checks and answers each message as it does for a client over gRPC.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from typing_extensions import override

from p4soft.messages import code_pb2, p4runtime_pb2
from p4soft.p4runtime_client import (
    BaseSession,
    Refusal,
    Sent,
    SessionError,
    WriteRefusedError,
    code_name,
    status_text,
)
from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.status import BatchError, P4RuntimeError
from p4soft.switch.p4runtime.stream import Stream


class _Answered(Sent):
    """A Write that the switch has answered."""

    def __init__(self, error: SessionError | None) -> None:
        self._error = error

    @override
    def wait(self) -> None:
        if self._error is not None:
            raise self._error


class DirectSession(BaseSession):
    """A session with a device in this process.

    Args:
        name: What to call the switch in messages.
        device: The switch.
        election_id: Ours; the highest one is primary.
    """

    def __init__(self, name: str, device: Device, *, election_id: int = 1) -> None:
        super().__init__(name, device.switch.device_id, election_id)
        self._device = device
        self._stream: Stream | None = None

    @override
    def become_primary(self) -> None:
        if self._stream is not None:
            return
        with self._errors():
            self._stream = self._device.open_stream()
            self._device.stream_message(self._stream.client, self._arbitration())
        if not self.is_primary():
            raise SessionError(f"{self.label}: not primary: another client controls device {self._device_id}")

    @override
    def is_primary(self) -> bool:
        return self._stream is not None and self._device.is_primary(self._stream.client)

    @override
    def _write(self, request: bytes) -> Sent:
        try:
            self._device.write_encoded(request)
        except BatchError as error:
            code = code_name(error.code)
            return _Answered(WriteRefusedError(self.label, code, error.message, _refusals(error)))
        except P4RuntimeError as error:
            return _Answered(self._error(error))
        return _Answered(None)

    @override
    def _get_pipeline(
        self, request: p4runtime_pb2.GetForwardingPipelineConfigRequest
    ) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        with self._errors():
            return self._device.get_pipeline(request)

    @override
    def _set_pipeline(self, request: bytes) -> None:
        with self._errors():
            self._device.set_pipeline(p4runtime_pb2.SetForwardingPipelineConfigRequest.FromString(request))

    @override
    def _read(self, request: p4runtime_pb2.ReadRequest) -> Iterator[bytes]:
        with self._errors():
            yield from self._device.read_encoded(request)

    @override
    def close(self) -> None:
        if self._stream is not None:
            self._device.close_stream(self._stream)
            self._stream = None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except P4RuntimeError as error:
            raise self._error(error) from None

    def _error(self, error: P4RuntimeError) -> SessionError:
        code = code_name(error.code)
        refusals = _refusals(error) if isinstance(error, BatchError) else ()
        return SessionError(f"{self.label}: {status_text(code, error.message)}", code=code, refusals=refusals)


def _refusals(error: BatchError) -> list[Refusal]:
    """The refused elements of a batch."""
    return [
        Refusal(index, code_name(result.code), result.message)
        for index, result in enumerate(error.results)
        if result is not None and result.code != code_pb2.OK
    ]
