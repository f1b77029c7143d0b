# SPDX-License-Identifier: Apache-2.0
"""What a connection is made with: options of the NIC, attributes of each state, capabilities of both ends.

There is no RDMA-CM (endpoint §1.2): each application hands its ``Capabilities`` to the other, with the queue pair's
number and first PSN, as ``ConnectionParameters`` or in whatever form it likes. ``agree`` compares them, at either end
with the same result: what must be the same and is not is refused, what both must have is used if both have it, and each
end keeps to the limits of the other.
"""

import json
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from host_stack.errors import ConfigError, check_address, check_range, is_whole
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.ev_set import EvRules, SkipEnd
from host_stack.transport.congestion.controller import ReceiverPenalty
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.memory import Access
from host_stack.wire.constants import ENDPOINT_QPN, MPR_UNIT
from host_stack.wire.headers import same_partition
from host_stack.wire.options import DscpRoles, ProbeSkipOnce, WireOptions

# --- Timers and limits of the NIC ------------------------------------------------------------------------------------


class LossResponse(Enum):
    """What a loss without a trim costs the congestion window."""

    PATH = "path"
    """Nothing, because a path has failed (endpoint §4.1); a packet only where it looks like congestion."""
    PACKET = "packet"
    """A packet, whatever was lost (Ultra Ethernet's NSCC, 3.6.13)."""


@dataclass(frozen=True, slots=True)
class TransportOptions:
    """Timers and limits. All times in ns. Defaults suit emulated 100 Gb/s ports and a round trip of ~10 us."""

    path_mtu: int = 4096
    """Payload bytes per packet (API example 4096, wire-format §1.1)."""
    sack_threshold_bytes: int = 16384
    """SACK after this many bytes, each packet counting max(payload, 1024) (endpoint §3: no default known)."""
    reorder_ns: int = 20_000
    """A hole is a loss once a packet sent this much later has been reported received (about one queue plus one BDP)."""
    base_rtt_ns: int = 10_000
    """Unloaded round trip: how long a retransmission or a probe's answer waits for the path it should take."""
    tail_probe_ns: int = 30_000
    """Reliability probe after this long without a word from the peer with packets in flight; then every half of it."""
    ev_probe_interval_ns: int = 50_000
    """Between two probes of one ASSUMED_BAD EV; also how long a probe may take to be answered."""
    ev_probe_successes: int = 3
    """Consecutive answers that revive an EV (endpoint §5.4: count unknown; labs use 3 to 5)."""
    reverse_probe_interval_ns: int = 10_000
    """Between two reverse-path probes of a QP that receives but does not send: one round trip (endpoint §6.1)."""
    loss_response: LossResponse = LossResponse.PATH
    """What a loss without a trim costs the congestion window (endpoint §7.4)."""
    receiver_penalty: ReceiverPenalty = ReceiverPenalty.INCAST
    """When SACKs ask senders to hold their windows down (endpoint §7.5: left to the receiver)."""
    skip_timer_ns: int = 0
    """If non-zero, a SKIP EV returns to GOOD after this long even if the cursor has not visited it (endpoint §5.3)."""
    skip_end: SkipEnd = SkipEnd.DOUBLING
    """When a SKIP EV is used again without such a timer (endpoint §5.3: left open)."""
    dynamic_mpr: bool = False
    """Offer peers a window that changes while connected (endpoint §2.1); used where both ends offer it."""
    judge_msn: bool = True
    """Refuse messages whose METH.MSN is not one more than that of the message before (wire-format §6.2)."""

    def __post_init__(self) -> None:
        if not is_whole(self.path_mtu) or not 256 <= self.path_mtu <= 8192 or self.path_mtu % 4:
            raise ConfigError(f"path_mtu: {self.path_mtu!r} is no path MTU; accepted: a multiple of 4 from 256 to 8192")
        for each in fields(self):
            if type(each.default) is int:
                low, bits = 0 if each.name == "skip_timer_ns" else 1, 40 if each.name == "base_rtt_ns" else 62
                check_range(each.name, getattr(self, each.name), low, 1 << bits)

    def ev_rules(self, probe_skip_once: ProbeSkipOnce, *, rate_bps: int = 0) -> EvRules:
        """What of this concerns an EV set, on ports of ``rate_bps`` in all."""
        return EvRules(
            probe_interval_ns=self.ev_probe_interval_ns,
            probe_successes=self.ev_probe_successes,
            skip_timer_ns=self.skip_timer_ns,
            revive_to_skip=probe_skip_once is ProbeSkipOnce.SKIP,
            proof_ns=self.base_rtt_ns,
            skip_end=self.skip_end,
            base_rtt_ns=self.base_rtt_ns,
            window=rate_bps * self.base_rtt_ns * 3 // 2 // (8_000_000_000 * self.path_mtu),
        )


# --- Attributes of each state ----------------------------------------------------------------------------------------

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


# --- Capabilities of two ends ----------------------------------------------------------------------------------------

_ALIKE = ("ev_mode", "ev_halves", "bth_flag_order", "eeth_op_bits", "dscp", "rcvd_bytes", "port_state")
"""Of ``WireOptions``: an end that reads them in another way than the other writes them reads nonsense."""


class CapabilityError(ConfigError):
    """Two ends cannot be connected; the message has a line for each reason."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """One end of a connection, as the other is told.

    Attributes:
        wire: its choices of wire format.
        ports: how many it has: planes 0 .. ports - 1.
        path_mtu: payload bytes of a packet.
        mpr: PSN window that it accepts as responder, in units of 128 PSNs, 1..255.
        dynamic_mpr: it can change that while the connection is there (SACK.mpr), and follow a peer that does.
        max_immediates: writes with immediate that it accepts in flight as responder, at least 32.
        trim_nacks: it sends a NACK for a packet that arrives trimmed.
        service_time: it can leave the wait of its SACKs out of the timestamps that they reflect.
    """

    wire: WireOptions
    ports: int
    path_mtu: int = 4096
    mpr: int = 8
    dynamic_mpr: bool = False
    max_immediates: int = 128
    trim_nacks: bool = True
    service_time: bool = True

    def __post_init__(self) -> None:
        check_range("ports", self.ports, 1, 8)
        check_range("path_mtu", self.path_mtu, 256, 8192)
        check_range("mpr", self.mpr, 1, MAX_MPR)
        check_range("max_immediates", self.max_immediates, MIN_IMMEDIATES, MAX_IMMEDIATES)

    @classmethod
    def of(
        cls, wire: WireOptions, transport: TransportOptions, *, ports: int, mpr: int, max_immediates: int
    ) -> "Capabilities":
        """Those of a NIC with these options that accepts so much."""
        return cls(wire, ports, transport.path_mtu, mpr, transport.dynamic_mpr, max_immediates)


@dataclass(frozen=True, slots=True)
class Agreement:
    """What one end may do on a connection.

    Attributes:
        mpr: the window that the peer accepts, in units of 128 PSNs; with dynamic MPR the one to begin with.
        dynamic_mpr: both ends change and follow windows.
        max_immediates: writes with immediate that the peer accepts in flight.
        trim_nacks: the peer NACKs what arrives trimmed; otherwise data must not be trimmed.
        service_time: both ends leave service time out.
        planes: how many planes both ends have a port in.
    """

    mpr: int
    dynamic_mpr: bool
    max_immediates: int
    trim_nacks: bool
    service_time: bool
    planes: int


def agree(own: Capabilities, peer: Capabilities) -> Agreement:
    """What ``own`` end may do, connected to ``peer``.

    Raises:
        CapabilityError: they do not understand each other.
    """
    problems = _differences(own, peer)
    if problems:
        raise CapabilityError("\n".join(problems))
    return Agreement(
        mpr=peer.mpr,
        dynamic_mpr=own.dynamic_mpr and peer.dynamic_mpr,
        max_immediates=peer.max_immediates,
        trim_nacks=peer.trim_nacks,
        service_time=own.service_time and peer.service_time,
        planes=min(own.ports, peer.ports),
    )


def _differences(own: Capabilities, peer: Capabilities) -> list[str]:
    mine, theirs = own.wire, peer.wire
    found = [
        f"{name}: {_shown(value)} here, {_shown(other)} at the peer; accepted: the same at both ends"
        for name in _ALIKE
        if (value := getattr(mine, name)) != (other := getattr(theirs, name))
    ]
    if own.path_mtu != peer.path_mtu:
        found.append(f"path_mtu: {own.path_mtu} here, {peer.path_mtu} at the peer; accepted: the same at both ends")
    if not same_partition(mine.pkey, theirs.pkey):
        found.append(
            f"pkey: {mine.pkey:#06x} here, {theirs.pkey:#06x} at the peer; "
            "accepted: the same partition, at least one end a full member"
        )
    for sender, reader, whose in ((mine, theirs, "the peer's"), (theirs, mine, "this end's")):
        accepted = reader.udp_ports_accepted | {reader.udp_port}
        if sender.udp_port not in accepted:
            listed = ", ".join(map(str, sorted(accepted)))
            found.append(f"udp_port: {sender.udp_port} is not among {whose} udp_ports_accepted; accepted: {listed}")
    return found


def _shown(value: object) -> str:
    if isinstance(value, DscpRoles):
        return "/".join(str(getattr(value, name)) for name in value.__dataclass_fields__)
    return str(value.value) if isinstance(value, Enum) else str(value)


# --- What an end tells the other -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConnectionParameters:
    """One end, as the other is told.

    Attributes:
        address: its inner address, 16 bytes, or 4 of IPv4.
        qpn: its queue pair, 24 bits.
        first_psn: of the first packet it sends, 24 bits.
        capabilities: what it can do, and accepts.
    """

    address: bytes
    qpn: int
    first_psn: int
    capabilities: Capabilities

    def __post_init__(self) -> None:
        check_address("address", self.address)
        check_range("qpn", self.qpn, ENDPOINT_QPN + 1, 0xFFFFFF)
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)

    def to_json(self) -> str:
        """One line of JSON, for a peer in another process."""
        return json.dumps(
            {"address": self.address.hex(), "qpn": self.qpn, "first_psn": self.first_psn, **_plain(self.capabilities)}
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> "ConnectionParameters":
        """What ``to_json`` wrote at the other end.

        Raises:
            ConfigError: it is something else; the message says which field, and what is accepted.
        """
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise ConfigError(
                f"greeting: no JSON ({problem}); accepted: what ConnectionParameters.to_json writes"
            ) from problem
        if not isinstance(given, dict):
            raise ConfigError(
                f"greeting: {type(given).__name__}; accepted: an object, as ConnectionParameters.to_json writes"
            )
        try:
            address = bytes.fromhex(given["address"])
        except (KeyError, TypeError, ValueError) as problem:
            raise ConfigError(f"address: {given.get('address')!r}; accepted: hexadecimal digits") from problem
        qpn, first_psn = _number(given, "qpn"), _number(given, "first_psn")
        return cls(address, qpn, first_psn, _made(Capabilities, given))


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """Options as JSON has them: enumerations by their value, sets in order."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Capabilities | WireOptions | DscpRoles):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _number(given: dict[str, Any], name: str) -> int:
    value = given.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ConfigError(f"{name}: {value!r}; accepted: a whole number")
    return value


_DEFAULTS = WireOptions()


def _made(kind: type[Any], given: dict[str, Any]) -> Any:  # noqa: ANN401 - one of three dataclasses
    """A dataclass of ``_plain`` again: each field of the type that its default has."""
    sample = Capabilities(_DEFAULTS, 1) if kind is Capabilities else kind()
    return kind(**{field.name: _value(field.name, given, getattr(sample, field.name)) for field in fields(kind)})


def _value(name: str, given: dict[str, Any], sample: object) -> object:
    value = given.get(name)
    if isinstance(sample, WireOptions | DscpRoles):
        if not isinstance(value, dict):
            raise ConfigError(f"{name}: {value!r}; accepted: an object")
        return _made(type(sample), value)
    if isinstance(sample, Enum):
        kinds = {kind.value: kind for kind in type(sample)}
        if not isinstance(value, str | int) or value not in kinds:
            raise ConfigError(f"{name}: {value!r} is unknown; accepted: {', '.join(map(str, kinds))}")
        return kinds[value]
    if isinstance(sample, frozenset):
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise ConfigError(f"{name}: {value!r}; accepted: a list of whole numbers")
        return frozenset(value)
    if isinstance(sample, bool):
        if not isinstance(value, bool):
            raise ConfigError(f"{name}: {value!r}; accepted: true or false")
        return value
    return _number(given, name)
