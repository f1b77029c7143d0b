# SPDX-License-Identifier: Apache-2.0
"""P4Runtime errors: canonical codes, and the status an RPC ends with (P4Runtime specification, "Error Reporting")."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf import any_pb2

from p4soft.messages import code_pb2, p4runtime_pb2, status_pb2
from p4soft.p4runtime_client import code_name
from p4soft.switch.state import errors as state_errors

OK = code_pb2.OK
UNKNOWN = code_pb2.UNKNOWN
INVALID_ARGUMENT = code_pb2.INVALID_ARGUMENT
NOT_FOUND = code_pb2.NOT_FOUND
ALREADY_EXISTS = code_pb2.ALREADY_EXISTS
PERMISSION_DENIED = code_pb2.PERMISSION_DENIED
RESOURCE_EXHAUSTED = code_pb2.RESOURCE_EXHAUSTED
FAILED_PRECONDITION = code_pb2.FAILED_PRECONDITION
ABORTED = code_pb2.ABORTED
OUT_OF_RANGE = code_pb2.OUT_OF_RANGE
UNIMPLEMENTED = code_pb2.UNIMPLEMENTED
INTERNAL = code_pb2.INTERNAL

_ERROR_URL = "type.googleapis.com/p4.v1.Error"
# Most specific first: OutOfRange is an InvalidEntry.
_STATE_CODES: tuple[tuple[type[state_errors.StateError], int], ...] = (
    (state_errors.OutOfRange, OUT_OF_RANGE),
    (state_errors.InvalidEntry, INVALID_ARGUMENT),
    (state_errors.UnknownObject, NOT_FOUND),
    (state_errors.EntryNotFound, NOT_FOUND),
    (state_errors.EntryExists, ALREADY_EXISTS),
    (state_errors.TableFull, RESOURCE_EXHAUSTED),
    (state_errors.ImmutableEntry, PERMISSION_DENIED),
    (state_errors.ObjectInUse, FAILED_PRECONDITION),
)


class P4RuntimeError(Exception):
    """A refusal: a google.rpc canonical code and a complete message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class BatchError(P4RuntimeError):
    """Some elements of a Write or Read batch failed: top-level UNKNOWN, one p4.v1.Error per element, in order."""

    def __init__(self, what: str, results: Sequence[P4RuntimeError | None]) -> None:
        failures = [(index, result) for index, result in enumerate(results) if result is not None]
        first_index, first = failures[0]
        super().__init__(
            UNKNOWN,
            f"{what}: {len(failures)} of {len(results)} failed; the first is number {first_index} (from 0): "
            f"{code_name(first.code)}: {first.message}",
        )
        self.results = tuple(results)

    def details(self) -> bytes:
        """The serialised google.rpc.Status for the `grpc-status-details-bin` trailer."""
        status = status_pb2.Status(code=self.code, message=self.message)
        for result in self.results:
            error = p4runtime_pb2.Error()
            if result is not None:
                error.canonical_code = result.code
                error.message = result.message
            status.details.append(any_pb2.Any(type_url=_ERROR_URL, value=error.SerializeToString()))
        return bytes(status.SerializeToString())


def invalid(message: str) -> P4RuntimeError:
    """An INVALID_ARGUMENT error, by far the most frequent one."""
    return P4RuntimeError(INVALID_ARGUMENT, message)


def from_state_error(error: state_errors.StateError) -> P4RuntimeError:
    """The P4Runtime error for a refusal by the switch's state."""
    for kind, code in _STATE_CODES:
        if isinstance(error, kind):
            return P4RuntimeError(code, str(error))
    return P4RuntimeError(INTERNAL, str(error))
