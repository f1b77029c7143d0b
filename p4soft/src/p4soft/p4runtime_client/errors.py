# SPDX-License-Identifier: Apache-2.0
"""What a P4Runtime server, or its silence, tells a client (P4Runtime specification, "Error Reporting")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import grpc
from finsy.proto.google.rpc import code_pb2, status_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf.message import DecodeError

DETAILS_KEY = "grpc-status-details-bin"
"""The trailer that carries one p4.v1.Error for each element of a batch."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one element of a batch was refused: its index, the canonical code's name, the server's message."""

    index: int
    code: str
    message: str


class SessionError(Exception):
    """A call failed, or nobody answered. The message is complete: it names the switch.

    Attributes:
        code: The status gRPC gave; None when it gave none.
        refusals: The refused elements of a batch; empty when the server gave no details.
    """

    def __init__(self, message: str, *, code: grpc.StatusCode | None = None, refusals: Sequence[Refusal] = ()) -> None:
        """Store what the server said."""
        super().__init__(message)
        self.code = code
        self.refusals = tuple(refusals)


class WriteRefusedError(SessionError):
    """A Write of which at least one update was refused.

    Attributes:
        summary: gRPC status and text of the whole call.
    """

    def __init__(self, label: str, error: grpc.RpcError) -> None:
        """Store what the server said about the whole and its parts."""
        self.summary = status_text(error)
        super().__init__(f"{label}: refused: {self.summary}", code=error.code(), refusals=refusals(error))


def status_text(error: grpc.RpcError) -> str:
    """`NOT_FOUND: what the server said`, in one line."""
    return f"{error.code().name}: {one_line(error.details())}"


def one_line(text: str | None) -> str:
    """A server's message without line breaks."""
    return " ".join((text or "no details").split())


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
            known = code_pb2.Code.DESCRIPTOR.values_by_number.get(detail.canonical_code)
            code = known.name if known else str(detail.canonical_code)
            found.append(Refusal(index, code, one_line(detail.message)))
    return found
