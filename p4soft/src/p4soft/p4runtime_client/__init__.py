# SPDX-License-Identifier: Apache-2.0
"""The client's side of P4Runtime: one session with one switch, with deadlines, the server's own errors, a clean end.

It knows messages, not what is in them: tables and programs are the business of its users. `BaseSession` has what every
session says; `Session` says it over gRPC, which nothing else here needs.

p4runtime-shell's client is built for a person at a prompt: it calls sys.exit() when a server is silent, waits for ever
on a hung call, logs to standard error, and loops for ever over the details of a batch whose first update succeeded
(P4RuntimeErrorIterator does not step over OK). So this one stands on gRPC's generated stubs alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from google.protobuf.message import DecodeError
from msgspec import Struct

from p4soft.messages import code_pb2, p4info_pb2, p4runtime_pb2

if TYPE_CHECKING:
    from p4soft.p4runtime_client.session import Connection, Session

__all__ = [
    "BaseSession",
    "Connection",
    "Refusal",
    "Sent",
    "Session",
    "SessionError",
    "WriteRefusedError",
    "bytestring",
    "code_name",
    "encoded_config",
]


def __getattr__(name: str) -> object:
    """`Session` and `Connection`, imported on first use: gRPC is large, and not everywhere."""
    if name not in ("Connection", "Session"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("p4soft.p4runtime_client.session"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# --- Byte strings ----------------------------------------------------------------------------------------------------


def bytestring(value: int) -> bytes:
    """The canonical byte string of an unsigned value."""
    return value.to_bytes((value.bit_length() + 7) // 8 or 1, "big")


# --- What a switch says, or its time-out -----------------------------------------------------------------------------


class Refusal(Struct, frozen=True):
    """Why one element of a batch was refused: its index, the canonical code's name, the server's message."""

    index: int
    code: str
    message: str


class SessionError(Exception):
    """A call failed, or the switch did not answer. The message is complete: it names the switch.

    Attributes:
        code: The name of the status that the call ended with (`UNAVAILABLE`); None when it had none.
        refusals: The refused elements of a batch; empty when the server gave no details.
    """

    def __init__(self, message: str, *, code: str | None = None, refusals: Sequence[Refusal] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.refusals = tuple(refusals)


class WriteRefusedError(SessionError):
    """A Write of which at least one update was refused.

    Attributes:
        summary: status and text of the whole call.
    """

    def __init__(self, label: str, code: str, details: str | None, refusals: Sequence[Refusal]) -> None:
        """What the server said about the whole and its parts."""
        self.summary = status_text(code, details)
        super().__init__(f"{label}: refused: {self.summary}", code=code, refusals=refusals)


class Sent(Protocol):
    """A Write on its way; a session's `send` makes it."""

    def wait(self) -> None:
        """Wait for the server's answer.

        Raises:
            WriteRefusedError: The server refused at least one update.
            SessionError: No answer, or we are not primary.
        """


def code_name(code: int) -> str:
    """`INVALID_ARGUMENT` for 3, and so on; a number that is no canonical code as it is."""
    known = code_pb2.Code.DESCRIPTOR.values_by_number.get(code)
    return str(known.name) if known else str(code)


def status_text(code: str, details: str | None) -> str:
    """`NOT_FOUND: what the server said`, in one line."""
    return f"{code}: {one_line(details)}"


def one_line(text: str | None) -> str:
    """A server's message without line breaks."""
    return " ".join((text or "no details").split())


# --- What a session says ---------------------------------------------------------------------------------------------


_Get = p4runtime_pb2.GetForwardingPipelineConfigRequest
_Set = p4runtime_pb2.SetForwardingPipelineConfigRequest


def encoded_config(p4info: p4info_pb2.P4Info, device_config: bytes, cookie: int | None = None) -> bytes:
    """The `config` field of a SetForwardingPipelineConfigRequest, serialised."""
    request = _Set()
    request.config.p4info.CopyFrom(p4info)
    request.config.p4_device_config = device_config
    if cookie is not None:
        request.config.cookie.cookie = cookie
    return request.SerializeToString()


class BaseSession(ABC):
    """One client's session with one switch, whatever carries its messages. Call `become_primary` before writing.

    Args:
        label: What to call the switch in messages.
        device_id: Its P4Runtime device id.
        election_id: Ours; the highest one is primary.
    """

    def __init__(self, label: str, device_id: int, election_id: int) -> None:
        self.label = label
        self._device_id = device_id
        self._election_id = p4runtime_pb2.Uint128(high=election_id >> 64, low=election_id & (1 << 64) - 1)

    @abstractmethod
    def become_primary(self) -> None:
        """Open a stream and win the arbitration; stays primary until `close`.

        Raises:
            SessionError: No answer, no such device, or another client is primary.
        """

    @abstractmethod
    def is_primary(self) -> bool:
        """Whether this client is still the primary one since `become_primary`."""

    def pipeline_cookie(self) -> int | None:
        """The cookie of the pipeline the switch runs (0: set without one), None when it runs none.

        Raises:
            SessionError: No answer, or the switch refused the request.
        """
        request = _Get(device_id=self._device_id, response_type=_Get.COOKIE_ONLY)
        try:
            reply = self._get_pipeline(request)
        except SessionError as error:
            if error.code == "FAILED_PRECONDITION":
                return None
            raise
        return int(reply.config.cookie.cookie) if reply.HasField("config") else None

    def set_pipeline(self, p4info: p4info_pb2.P4Info, device_config: bytes, cookie: int | None = None) -> None:
        """Push a program; every table is empty afterwards.

        Raises:
            SessionError: No answer, we are not primary, or the switch cannot run the program.
        """
        self.load(encoded_config(p4info, device_config, cookie))

    def load(self, config: bytes) -> None:
        """Push a program, as `encoded_config` makes it: for many switches once. Raises as `set_pipeline`."""
        head = _Set(device_id=self._device_id, election_id=self._election_id, action=_Set.VERIFY_AND_COMMIT)
        self._set_pipeline(head.SerializeToString() + config)

    def write(self, updates: Iterable[p4runtime_pb2.Update]) -> None:
        """Send one Write.

        Raises:
            WriteRefusedError: The switch refused at least one update.
            SessionError: No answer, or we are not primary.
        """
        self.send(p4runtime_pb2.WriteRequest(updates=updates).SerializeToString()).wait()

    def send(self, updates: bytes) -> Sent:
        """Start one Write. The switch may apply it at any time until `Sent.wait` returns.

        Args:
            updates: the `updates` fields of a WriteRequest, serialised. A million of them cost less so than as
                messages.
        """
        head = p4runtime_pb2.WriteRequest(device_id=self._device_id, election_id=self._election_id)
        return self._write(head.SerializeToString() + updates)

    def read(self, entities: Iterable[p4runtime_pb2.Entity]) -> Iterator[p4runtime_pb2.Entity]:
        """Read entities; wildcards as P4Runtime defines them.

        Raises:
            SessionError: No answer, or the switch refused the request.
        """
        for data in self.read_encoded(entities):
            try:
                response = p4runtime_pb2.ReadResponse.FromString(data)
            except DecodeError:
                raise SessionError(f"{self.label}: Read failed: an answer that is no ReadResponse") from None
            yield from response.entities

    def read_encoded(self, entities: Iterable[p4runtime_pb2.Entity]) -> Iterator[bytes]:
        """As `read`, but each ReadResponse as it was sent, serialised."""
        return self._read(p4runtime_pb2.ReadRequest(device_id=self._device_id, entities=entities))

    @abstractmethod
    def close(self) -> None:
        """Give up control and disconnect. Idempotent."""

    # -- what carries the messages ---------------------------------------------------------------------------------

    @abstractmethod
    def _get_pipeline(self, request: _Get) -> p4runtime_pb2.GetForwardingPipelineConfigResponse:
        """Make the GetForwardingPipelineConfig call. Raises SessionError."""

    @abstractmethod
    def _set_pipeline(self, request: bytes) -> None:
        """Make the SetForwardingPipelineConfig call with a serialised request. Raises SessionError."""

    @abstractmethod
    def _write(self, request: bytes) -> Sent:
        """Start the Write call with a serialised WriteRequest."""

    @abstractmethod
    def _read(self, request: p4runtime_pb2.ReadRequest) -> Iterator[bytes]:
        """Make the Read call; its serialised responses as they come. Raises SessionError."""

    def _arbitration(self) -> p4runtime_pb2.StreamMessageRequest:
        """The first message of a stream."""
        request = p4runtime_pb2.StreamMessageRequest()
        request.arbitration.device_id = self._device_id
        request.arbitration.election_id.CopyFrom(self._election_id)
        return request
