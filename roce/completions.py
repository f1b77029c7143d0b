# SPDX-License-Identifier: Apache-2.0
"""What becomes of a work request, and what a queue pair counts."""

from dataclasses import dataclass
from enum import Enum


class CompletionKind(Enum):
    """What a completion is about (``ibv_wc_opcode``)."""

    WRITE = "write"
    SEND = "send"
    RECV = "recv"
    """A message of the peer's sends, in the buffer of a posted receive."""
    RECV_WRITE_IMM = "recv_write_imm"
    """A write with immediate of the peer, which used a posted receive up."""


class CompletionStatus(Enum):
    """How it ended (``ibv_wc_status``)."""

    SUCCESS = "success"
    RETRY_EXCEEDED = "retry_exceeded"
    RNR_RETRY_EXCEEDED = "rnr_retry_exceeded"
    REMOTE_INVALID_REQUEST = "remote_invalid_request"
    REMOTE_ACCESS = "remote_access"
    REMOTE_OPERATION = "remote_operation"
    LOCAL_LENGTH = "local_length"
    """A message of the peer is longer than the buffer that was posted for it."""
    FLUSHED = "flushed"
    """The queue pair failed before this one's turn."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An entry of a queue pair's completions.

    Attributes:
        kind, status: what, and how it ended.
        wr_id: the poster's id.
        length: message bytes; 0 unless it succeeded.
        imm: 32-bit immediate of the peer's message; None without.
        time_ns: when the NIC knew.
        qpn: the local queue pair.
    """

    kind: CompletionKind
    status: CompletionStatus
    wr_id: int
    length: int
    imm: int | None
    time_ns: int
    qpn: int


@dataclass(slots=True)
class QpCounters:
    """What one queue pair has counted.

    Attributes:
        data_packets: request packets sent for the first time; retransmissions: sent again.
        acks, sequence_naks, rnr_naks: received from the peer.
        timeouts: expiries of the local ACK timeout.
        worst_delivery_ns: longest time from a packet's first transmission until it was acknowledged.
        out_of_sequence, duplicates: request packets received ahead of what was expected, and again.
        bytes_placed: payload put where it belongs.
        marked: packets received with CE; cnps_sent, cnps_received: congestion notifications.
        ignored: acknowledgements that mean nothing: of packets not sent, or with a reserved syndrome.
    """

    data_packets: int = 0
    retransmissions: int = 0
    acks: int = 0
    sequence_naks: int = 0
    rnr_naks: int = 0
    timeouts: int = 0
    worst_delivery_ns: int = 0
    out_of_sequence: int = 0
    duplicates: int = 0
    bytes_placed: int = 0
    marked: int = 0
    cnps_sent: int = 0
    cnps_received: int = 0
    ignored: int = 0
