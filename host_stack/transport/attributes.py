# SPDX-License-Identifier: Apache-2.0
"""The attributes of each state of a queue pair (endpoint §1.2)."""

from dataclasses import dataclass, field

from host_stack.paths.ev_profile import EvProfile
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.memory import Access
from host_stack.wire.constants import MPR_UNIT
from host_stack.wire.ranges import check_address, check_range

MAX_MPR = 255
"""Units of 128 PSNs: an 8-bit field (endpoint §2.1)."""
MIN_IMMEDIATES = 32
MAX_IMMEDIATES = 0xFFFF
"""In flight, as far as a responder must and can be told (endpoint §1.1)."""
MAX_WORK_REQUESTS = 1 << 20
"""Of one queue, as far as a program may ask for."""


@dataclass(frozen=True, slots=True)
class QpCapacity:
    """What a queue pair is made for (``ibv_qp_cap`` and ``sq_sig_all``, which the OCP API takes at its creation).

    Attributes:
        max_send_wr: writes that may be posted and not completed, 1..2^20.
        max_recv_wr: receives that may be posted, 0..2^20. Each write with immediate uses one, and is refused without
            one. None: no receives are posted; the NIC has one for each immediate by itself.
        signal_all: a write completes in the completion queue unless it was posted as unsignalled; if False, only if it
            was posted as signalled. One that fails always does.
    """

    max_send_wr: int = 1 << 14
    max_recv_wr: int | None = None
    signal_all: bool = True

    def __post_init__(self) -> None:
        check_range("max_send_wr", self.max_send_wr, 1, MAX_WORK_REQUESTS)
        if self.max_recv_wr is not None:
            check_range("max_recv_wr", self.max_recv_wr, 0, MAX_WORK_REQUESTS)


@dataclass(frozen=True, slots=True)
class QpHint:
    """What the application knows about its traffic (API, ``mrc_qp_hint_attr``): sizing advice, else without effect.

    Attributes:
        num_qps_per_peer: queue pairs that send to the same peer at a time; they share one window anyway.
        num_send_peers: peers that this NIC sends to at a time.
        num_remote_recv_peers: queue pairs of all NICs that send to the same peer at a time: its incast.
    """

    num_qps_per_peer: int = 1
    num_send_peers: int = 1
    num_remote_recv_peers: int = 1

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            check_range(f"hint.{name}", getattr(self, name), 1, 1 << 32)

    @property
    def sharers(self) -> int:
        """Among how many a port is shared, here or at the peer: the first congestion window is that much smaller."""
        return max(self.num_send_peers, -(-self.num_remote_recv_peers // self.num_qps_per_peer))


@dataclass(frozen=True, slots=True)
class InitAttributes:
    """RESET → INIT needs these (endpoint §1.2). ``access``: what the peer may do by this queue pair."""

    ev_profile: EvProfile
    cc_profile: CcProfile = field(default_factory=CcProfile)
    hint: QpHint = field(default_factory=QpHint)
    access: Access = Access.REMOTE_WRITE


@dataclass(frozen=True, slots=True)
class RtrAttributes:
    """INIT → RTR: the responder's half.

    Attributes:
        peer_address: inner address of the peer NIC, 16 bytes, or 4 of IPv4.
        dest_qpn: the peer's queue pair number, 24 bit, not 0x2 (endpoint operations).
        first_psn: PSN of the first packet the peer will send.
        mpr: PSN window in units of 128 PSNs (endpoint §2.1; an 8-bit field), 1..255.
        max_immediates: immediates the peer may have in flight; at least 32 (endpoint §1.1).
        service_time: agreed with the peer (endpoint §1.2): the timestamp that a SACK reflects is moved on by the time
            the SACK waited here, so that the peer's round trips do not contain it (endpoint §7.1).
        dynamic_mpr: agreed with the peer: the window changes, and every SACK says it (endpoint §2.1).
    """

    peer_address: bytes
    dest_qpn: int
    first_psn: int = 0
    mpr: int = 8
    max_immediates: int = 128
    service_time: bool = False
    dynamic_mpr: bool = False

    def __post_init__(self) -> None:
        check_address("peer_address", self.peer_address)
        check_range("dest_qpn", self.dest_qpn, 3, 0xFFFFFF)
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)
        check_range("mpr", self.mpr, 1, MAX_MPR)
        check_range("max_immediates", self.max_immediates, MIN_IMMEDIATES, MAX_IMMEDIATES)

    @property
    def window(self) -> int:
        """PSN window in packets."""
        return self.mpr * MPR_UNIT


@dataclass(frozen=True, slots=True)
class RtsAttributes:
    """RTR → RTS: the requestor's half.

    Attributes:
        first_psn: PSN of the first packet to send.
        mpr: the peer's window in units of 128 PSNs, 1..255.
        max_immediates: immediates the peer accepts in flight.
        ack_timeout: n of the local ACK timeout 1.024 µs · 2^n, 0..24 (endpoint §4.3).
        linear_retries: timeouts at that interval, 0..7.
        exponential_retries: further timeouts, each twice as long, 0..25; 25 means for ever.
        dynamic_mpr: agreed with the peer: its SACKs say the window from the first on.
        trim_nacks: the peer NACKs what arrives trimmed; if not, data is sent as NO_TRIM (endpoint §4.1).
    """

    first_psn: int = 0
    mpr: int = 8
    max_immediates: int = 128
    ack_timeout: int = 7
    linear_retries: int = 7
    exponential_retries: int = 7
    dynamic_mpr: bool = False
    trim_nacks: bool = True

    def __post_init__(self) -> None:
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)
        check_range("mpr", self.mpr, 1, MAX_MPR)
        check_range("max_immediates", self.max_immediates, 1, MAX_IMMEDIATES)
        check_range("ack_timeout", self.ack_timeout, 0, 24)
        check_range("linear_retries", self.linear_retries, 0, 7)
        check_range("exponential_retries", self.exponential_retries, 0, 25)

    @property
    def window(self) -> int:
        """PSN window in packets."""
        return self.mpr * MPR_UNIT

    def timeout_ns(self, retries: int) -> int | None:
        """The ACK timeout after ``retries`` expiries without progress, in ns; None when retries are exhausted."""
        if retries <= self.linear_retries:
            doublings = 0
        else:
            doublings = retries - self.linear_retries
            if self.exponential_retries < 25 and doublings > self.exponential_retries:
                return None
        # 1.024 us * 2^n = 1024 ns << n; the exponent never passes 24 (17.17 s).
        return 1024 << min(24, self.ack_timeout + doublings)
