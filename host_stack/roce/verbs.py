# SPDX-License-Identifier: Apache-2.0
"""What a program gives a NIC, and what it gets back: configuration, attributes, requests, completions, counters."""

from dataclasses import dataclass, field
from enum import Enum

from host_stack.config import PortConfig
from host_stack.errors import ConfigError, check_address, check_range
from host_stack.roce.dcqcn import DcqcnParameters
from host_stack.roce.wire import Operation, TrafficClasses
from host_stack.transport.memory import lender_of
from host_stack.unboxed import unboxed
from host_stack.wire.codecs import Codec, check_codec

# --- Configuration and attributes ------------------------------------------------------------------------------------

MTUS = (256, 512, 1024, 2048, 4096)
"""Path MTUs of IBTA, bytes of payload."""


@dataclass(frozen=True, slots=True)
class NicConfig:
    """A NIC.

    Attributes:
        name: for reports.
        address: 16 bytes of IPv6 or 4 of IPv4; one for all ports, which are a bond: each queue pair uses one of them.
        ports: 1 to 8.
        classes: DSCPs of what it sends.
        hop_limit: of what it sends, 1..255.
        pkey: its partition, 16 bits.
        data_priority, cnp_priority: 0..7, under which switches pause data and its acknowledgements, and CNPs.
        dcqcn: congestion control of every queue pair; None for none: each sends at line rate.
        ack_every: a packet within a message asks for an ACK after this many that did not; the last one always does.
        max_send_wr, max_recv_wr: work requests of a queue pair that are posted or whose completion was not polled.
        codec: what makes and reads its frames; the bytes are the same.
    """

    name: str
    address: bytes
    ports: tuple[PortConfig, ...]
    classes: TrafficClasses = field(default_factory=lambda: TrafficClasses(data=26, cnp=48))
    hop_limit: int = 64
    pkey: int = 0xFFFF
    data_priority: int = 3
    cnp_priority: int = 6
    dcqcn: DcqcnParameters | None = field(default_factory=DcqcnParameters)
    ack_every: int = 16
    max_send_wr: int = 1024
    max_recv_wr: int = 1024
    codec: Codec = Codec.FAST

    def __post_init__(self) -> None:
        check_codec(self.codec)
        check_address("address", self.address)
        check_range("ports", len(self.ports), 1, 8)
        check_range("hop_limit", self.hop_limit, 1, 255)
        check_range("pkey", self.pkey, 0, 0xFFFF)
        check_range("classes.data", self.classes.data, 0, 63)
        check_range("classes.cnp", self.classes.cnp, 0, 63)
        check_range("data_priority", self.data_priority, 0, 7)
        check_range("cnp_priority", self.cnp_priority, 0, 7)
        check_range("ack_every", self.ack_every, 1, 1 << 16)
        check_range("max_send_wr", self.max_send_wr, 1, 1 << 20)
        check_range("max_recv_wr", self.max_recv_wr, 1, 1 << 20)


@dataclass(frozen=True, slots=True)
class RtrAttributes:
    """What a queue pair must know to receive (IBTA 11.2.5.2, INIT to RTR).

    Attributes:
        peer_address: as long as the NIC's own; peer_qpn: 24 bits; first_psn: of the peer's first packet, 24 bits.
        path_mtu: bytes of payload, one of ``MTUS``.
        port: the port of the NIC that all its packets use.
        source_port: UDP source port of all its packets; None for one by the queue pair numbers.
        min_rnr_timer: index of the time in its RNR NAKs (``wire.RNR_TIMERS_NS``), 0..31.
    """

    peer_address: bytes
    peer_qpn: int
    first_psn: int = 0
    path_mtu: int = 4096
    port: int = 0
    source_port: int | None = None
    min_rnr_timer: int = 12

    def __post_init__(self) -> None:
        check_address("peer_address", self.peer_address)
        check_range("peer_qpn", self.peer_qpn, 0, 0xFFFFFF)
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)
        check_range("port", self.port, 0, 7)
        check_range("min_rnr_timer", self.min_rnr_timer, 0, 31)
        if self.path_mtu not in MTUS:
            raise ConfigError(f"path_mtu: {self.path_mtu} is not an MTU; accepted: {', '.join(map(str, MTUS))}")
        if self.source_port is not None:
            check_range("source_port", self.source_port, 0, 0xFFFF)


@dataclass(frozen=True, slots=True)
class RtsAttributes:
    """What a queue pair must know to send (IBTA 11.2.5.2, RTR to RTS).

    Attributes:
        first_psn: of its first packet, 24 bits.
        timeout: the local ACK timeout is 4.096 us * 2^timeout, 1..31; 0 for none (IBTA 9.7.6.1.3; the real one may be
            up to four times as long, here it is not).
        retry_count: how often without progress, 0..7, before the queue pair fails: timeouts and sequence errors.
        rnr_retry: the same for RNR NAKs; 7 for ever.
    """

    first_psn: int = 0
    timeout: int = 14
    retry_count: int = 7
    rnr_retry: int = 7

    def __post_init__(self) -> None:
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)
        check_range("timeout", self.timeout, 0, 31)
        check_range("retry_count", self.retry_count, 0, 7)
        check_range("rnr_retry", self.rnr_retry, 0, 7)

    @property
    def timeout_ns(self) -> int | None:
        """The local ACK timeout."""
        return 4096 << self.timeout if self.timeout else None


# --- Completions and counters ----------------------------------------------------------------------------------------


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


@unboxed(
    ints="acks bytes_placed data_packets duplicates ignored marked out_of_sequence retransmissions worst_delivery_ns"
)
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


# --- Work requests ---------------------------------------------------------------------------------------------------


@unboxed(ints="first packets r_key")
@dataclass(slots=True)
class SendRequest:
    """A message to send.

    Attributes:
        operation: SEND or WRITE.
        data: the message; not to be changed until it has completed.
        address, r_key: where a write goes.
        imm: 32-bit immediate, None without.
        wr_id: the poster's id.
        first: index of its first packet; packets: how many it has, at least one.
        lender: whose bytes ``data`` are, if they never change.
    """

    operation: Operation
    data: memoryview
    address: int
    r_key: int
    imm: int | None
    wr_id: int
    first: int = 0
    packets: int = 1
    lender: bytes | None = field(init=False)

    def __post_init__(self) -> None:
        self.lender = lender_of(self.data)

    @property
    def last(self) -> int:
        """Index of its last packet."""
        return self.first + self.packets - 1

    @property
    def kind(self) -> CompletionKind:
        """What its completion is about."""
        return CompletionKind.WRITE if self.operation is Operation.WRITE else CompletionKind.SEND


@dataclass(frozen=True, slots=True)
class Receive:
    """A buffer for a message of the peer; a write with immediate uses one up and leaves the buffer alone."""

    buffer: memoryview
    wr_id: int
