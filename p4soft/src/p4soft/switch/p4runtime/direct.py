# SPDX-License-Identifier: Apache-2.0
"""A session with a switch in this process: P4Runtime's messages by direct call, without gRPC, sockets and threads.

The switch checks and answers each message as it does for a client over gRPC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from finsy.proto.google.rpc import code_pb2
from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from p4soft.p4runtime_client import Refusal, Sent, SessionError, WriteRefusedError, status_text
from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.status import FAILED_PRECONDITION, BatchError, P4RuntimeError, code_name
from p4soft.switch.p4runtime.stream import Stream

_Get = p4runtime_pb2.GetForwardingPipelineConfigRequest
_Set = p4runtime_pb2.SetForwardingPipelineConfigRequest


class _Answered(Sent):
    """A Write that the switch has answered."""

    def __init__(self, error: SessionError | None) -> None:
        self._error = error

    @override
    def wait(self) -> None:
        if self._error is not None:
            raise self._error


class DirectSession:
    """A client of one device in this process; the methods are those of `Session`.

    Args:
        name: What to call the switch in messages.
        device: The switch.
        election_id: Ours; the highest one is primary.
    """

    def __init__(self, name: str, device: Device, *, election_id: int = 1) -> None:
        self.label = name
        self._device = device
        self._id = device.switch.device_id
        self._election_id = p4runtime_pb2.Uint128(high=election_id >> 64, low=election_id & (1 << 64) - 1)
        self._stream: Stream | None = None

    def become_primary(self) -> None:
        """Win the arbitration; stays primary until `close`. Raises SessionError: another client is primary."""
        if self._stream is not None:
            return
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = self._id
        request.arbitration.election_id.CopyFrom(self._election_id)
        with self._errors():
            self._stream = self._device.open_stream()
            self._device.stream_message(self._stream.client, request)
        if not self.is_primary():
            raise SessionError(f"{self.label}: not primary: another client controls device {self._id}")

    def is_primary(self) -> bool:
        """Whether this client is the primary one."""
        return self._stream is not None and self._device.is_primary(self._stream.client)

    def pipeline_cookie(self) -> int | None:
        """The cookie of the pipeline the switch runs (0: set without one), None when it runs none."""
        request = _Get(device_id=self._id, response_type=_Get.COOKIE_ONLY)
        try:
            reply = self._device.get_pipeline(request)
        except P4RuntimeError as error:
            if error.code == FAILED_PRECONDITION:
                return None
            raise self._error(error) from None
        return int(reply.config.cookie.cookie) if reply.HasField("config") else None

    def set_pipeline(self, p4info: p4info_pb2.P4Info, device_config: bytes, cookie: int | None = None) -> None:
        """Push a program; every table is empty afterwards.

        Raises:
            SessionError: We are not primary, or the switch cannot run the program.
        """
        request = _Set(device_id=self._id, election_id=self._election_id, action=_Set.VERIFY_AND_COMMIT)
        request.config.p4info.CopyFrom(p4info)
        request.config.p4_device_config = device_config
        if cookie is not None:
            request.config.cookie.cookie = cookie
        with self._errors():
            self._device.set_pipeline(request)

    def write(self, updates: Iterable[p4runtime_pb2.Update]) -> None:
        """One Write.

        Raises:
            WriteRefusedError: The switch refused at least one update.
            SessionError: We are not primary.
        """
        request = self.write_request()
        request.updates.extend(updates)
        self.send(request).wait()

    def write_request(self) -> p4runtime_pb2.WriteRequest:
        """A Write without updates, for `send`."""
        return p4runtime_pb2.WriteRequest(device_id=self._id, election_id=self._election_id)

    def send(self, request: p4runtime_pb2.WriteRequest) -> Sent:
        """Make one Write; `Sent.wait` raises what `write` does."""
        try:
            self._device.write(request)
        except P4RuntimeError as error:
            return _Answered(self._error(error))
        return _Answered(None)

    def read(self, entities: Iterable[p4runtime_pb2.Entity]) -> Iterator[p4runtime_pb2.Entity]:
        """Read entities; wildcards as P4Runtime defines them. Raises SessionError: the switch refused."""
        with self._errors():
            for response in self._device.read(p4runtime_pb2.ReadRequest(device_id=self._id, entities=entities)):
                yield from response.entities

    def close(self) -> None:
        """Give up control. Idempotent."""
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
        if isinstance(error, BatchError):
            refused = [
                Refusal(index, code_name(result.code), result.message)
                for index, result in enumerate(error.results)
                if result is not None and result.code != code_pb2.OK
            ]
            return WriteRefusedError(self.label, code, error.message, refused)
        return SessionError(f"{self.label}: {status_text(code, error.message)}", code=code)
