# SPDX-License-Identifier: Apache-2.0
"""What a NIC and a queue pair are told before they run: ports, addresses, and the attributes of each QP state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from host_stack.paths.ev import EvProfile, PathTemplate
from host_stack.transport.congestion_control import CcProfile
from host_stack.wire.constants import MPR_UNIT
from host_stack.wire.options import TransportOptions, WireOptions


class ConfigError(ValueError):
    """A configuration value is out of range; the message names the field, the value and what is accepted."""


def _range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value} is out of range; accepted: {low}..{high}")


class PathResolver(Protocol):
    """The NIC's static path configuration: templates keyed by destination (topology §2)."""

    def template(self, peer: bytes) -> PathTemplate | None:
        """The template towards the NIC with this 16-byte inner address; None if it is unknown."""


class StaticPaths:
    """A PathResolver from a mapping of 16-byte inner addresses."""

    def __init__(self, templates: Mapping[bytes, PathTemplate]) -> None:
        self._templates = dict(templates)

    def template(self, peer: bytes) -> PathTemplate | None:
        """See PathResolver."""
        return self._templates.get(peer)


@dataclass(frozen=True, slots=True)
class PortConfig:
    """One NIC port; its number is its plane.

    Attributes:
        mac: 6 bytes, its own.
        peer_mac: 6 bytes, the switch port it is wired to.
        rate_bps: link rate in bits per second.
    """

    mac: bytes
    peer_mac: bytes
    rate_bps: int = 100_000_000_000

    def __post_init__(self) -> None:
        if len(self.mac) != 6 or len(self.peer_mac) != 6:
            raise ConfigError(f"port: MACs of {len(self.mac)} and {len(self.peer_mac)} bytes; accepted: 6 bytes")
        _range("port.rate_bps", self.rate_bps, 1, 1 << 60)


@dataclass(frozen=True, slots=True)
class NicConfig:
    """A NIC.

    Attributes:
        name: for reports.
        address: 16-byte inner IPv6 address, the same on every plane.
        ports: one per plane, in plane order; 1 to 8 of them.
        paths: templates towards peers.
        wire: choices of wire format.
        transport: timers and limits.
    """

    name: str
    address: bytes
    ports: tuple[PortConfig, ...]
    paths: PathResolver
    wire: WireOptions = field(default_factory=WireOptions)
    transport: TransportOptions = field(default_factory=TransportOptions)

    def __post_init__(self) -> None:
        if len(self.address) != 16:
            raise ConfigError(f"address: {len(self.address)} bytes; accepted: a 16-byte IPv6 address")
        _range("ports", len(self.ports), 1, 8)


@dataclass(frozen=True, slots=True)
class QpHint:
    """What the application knows about its traffic (API 'hint'): sizing advice, no effect on correctness."""

    qps_per_peer: int = 1
    send_peers: int = 1
    incast_degree: int = 1


@dataclass(frozen=True, slots=True)
class InitAttributes:
    """RESET → INIT needs these (endpoint §1.2)."""

    ev_profile: EvProfile
    cc_profile: CcProfile = field(default_factory=CcProfile)
    hint: QpHint = field(default_factory=QpHint)


@dataclass(frozen=True, slots=True)
class RtrAttributes:
    """INIT → RTR: the responder's half.

    Attributes:
        peer_address: 16-byte inner address of the peer NIC.
        dest_qpn: the peer's queue pair number, 24 bit, not 0x2 (endpoint operations).
        first_psn: PSN of the first packet the peer will send.
        mpr: PSN window in units of 128 PSNs (endpoint §2.1; an 8-bit field), 1..255.
        max_immediates: immediates the peer may have in flight; at least 32 (endpoint §1.1).
    """

    peer_address: bytes
    dest_qpn: int
    first_psn: int = 0
    mpr: int = 8
    max_immediates: int = 128

    def __post_init__(self) -> None:
        if len(self.peer_address) != 16:
            raise ConfigError(f"peer_address: {len(self.peer_address)} bytes; accepted: a 16-byte IPv6 address")
        _range("dest_qpn", self.dest_qpn, 3, 0xFFFFFF)
        _range("first_psn", self.first_psn, 0, 0xFFFFFF)
        _range("mpr", self.mpr, 1, 255)
        _range("max_immediates", self.max_immediates, 32, 0xFFFF)

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
    """

    first_psn: int = 0
    mpr: int = 8
    max_immediates: int = 128
    ack_timeout: int = 7
    linear_retries: int = 7
    exponential_retries: int = 7

    def __post_init__(self) -> None:
        _range("first_psn", self.first_psn, 0, 0xFFFFFF)
        _range("mpr", self.mpr, 1, 255)
        _range("max_immediates", self.max_immediates, 1, 0xFFFF)
        _range("ack_timeout", self.ack_timeout, 0, 24)
        _range("linear_retries", self.linear_retries, 0, 7)
        _range("exponential_retries", self.exponential_retries, 0, 25)

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
