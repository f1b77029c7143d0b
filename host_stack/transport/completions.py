# SPDX-License-Identifier: Apache-2.0
"""What becomes of a work request: an entry of a completion queue."""

from dataclasses import dataclass
from enum import Enum


class CompletionKind(Enum):
    """What a completion is about."""

    WRITE = "write"
    """A posted write, at the side that posted it."""
    RECV_IMM = "recv_imm"
    """A write with immediate, at the side whose memory was written; or a receive that no immediate will use."""


class CompletionStatus(Enum):
    """How it ended."""

    SUCCESS = "success"
    RETRY_EXCEEDED = "retry_exceeded"
    REMOTE_ACCESS = "remote_access"
    REMOTE_INVALID_REQUEST = "remote_invalid_request"
    REMOTE_OPERATION = "remote_operation"
    FATAL_NACK = "fatal_nack"
    LOCAL_QP_OPERATION = "local_qp_operation"
    """The queue pair's completion queue has overrun."""
    FLUSHED = "flushed"
    """The queue pair failed before this one's turn."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An entry of a completion queue.

    Attributes:
        kind: write done here, or immediate received.
        status: SUCCESS or why not.
        wr_id: the poster's id; for an immediate of a queue pair without posted receives the message's sequence number
            (from 1).
        length: message bytes; 0 for a receive that was flushed.
        imm: 32-bit immediate, None for a plain write.
        time_ns: when the NIC knew.
        qpn: the local queue pair that it is of, by the number that it had then.
    """

    kind: CompletionKind
    status: CompletionStatus
    wr_id: int
    length: int
    imm: int | None
    time_ns: int
    qpn: int
