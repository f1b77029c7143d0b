# SPDX-License-Identifier: Apache-2.0
"""What a NIC is told before it runs: its ports, its address, the paths to its peers."""

from dataclasses import dataclass, field

from host_stack.errors import ConfigError
from host_stack.paths.ev import EvState
from host_stack.paths.template import PathResolver
from host_stack.port_options import PortOptions
from host_stack.transport.options import TransportOptions
from host_stack.transport.receive_resources import ReceiveLimits
from host_stack.wire.ipv4 import ADDRESS_LEN
from host_stack.wire.options import EvMode, WireOptions
from host_stack.wire.ranges import check_address, check_range


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
        check_range("port.rate_bps", self.rate_bps, 1, 1 << 60)


@dataclass(frozen=True, slots=True)
class NicConfig:
    """A NIC.

    Attributes:
        name: for reports.
        address: inner address, the same on every plane: 16 bytes of IPv6, or 4 of IPv4, where EVs are UDP ports.
        ports: one per plane, in plane order; 1 to 8 of them.
        paths: templates towards peers.
        wire: choices of wire format.
        transport: timers and limits.
        port_options: port status and damping.
        receive_limits: what it has to receive with.
        ev_event_depth: EV transitions kept until they are taken; further ones are counted and forgotten.
        ev_event_mask: transitions from or to a state in here are kept.
        async_event_depth: other events kept until they are taken (``AsyncEvents``); further ones are counted.
    """

    name: str
    address: bytes
    ports: tuple[PortConfig, ...]
    paths: PathResolver
    wire: WireOptions = field(default_factory=WireOptions)
    transport: TransportOptions = field(default_factory=TransportOptions)
    port_options: PortOptions = field(default_factory=PortOptions)
    receive_limits: ReceiveLimits = field(default_factory=ReceiveLimits)
    ev_event_depth: int = 1 << 16
    ev_event_mask: frozenset[EvState] = frozenset(EvState)
    async_event_depth: int = 1 << 12

    def __post_init__(self) -> None:
        check_address("address", self.address)
        if len(self.address) == ADDRESS_LEN and self.wire.ev_mode is not EvMode.UDP:
            raise ConfigError(f"ev_mode: {self.wire.ev_mode.value} has no place in IPv4; accepted: {EvMode.UDP.value}")
        check_range("ports", len(self.ports), 1, 8)
        check_range("ev_event_depth", self.ev_event_depth, 1, 1 << 32)
        check_range("async_event_depth", self.async_event_depth, 1, 1 << 32)
