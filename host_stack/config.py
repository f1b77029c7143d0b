# SPDX-License-Identifier: Apache-2.0
"""What a NIC is told before it runs: ports, address, paths, port status; and what it answers to a device query.

A device query is ``ibv_query_device`` and the OCP API's two.
"""

from dataclasses import dataclass, field, fields

from host_stack.errors import ConfigError, check_address, check_range
from host_stack.paths.ev import EvState
from host_stack.paths.ev_profile import Selection
from host_stack.paths.ev_source import PathResolver
from host_stack.transport.completions import MAX_DEPTH
from host_stack.transport.congestion.profile import ALGORITHMS
from host_stack.transport.connection import MAX_IMMEDIATES, MAX_MPR, MAX_WORK_REQUESTS, MIN_IMMEDIATES, TransportOptions
from host_stack.transport.windows import ReceiveLimits
from host_stack.wire.codecs import Codec, check_codec
from host_stack.wire.constants import MESSAGE_MAX
from host_stack.wire.ip import IPV4_ADDRESS_LEN
from host_stack.wire.options import EvMode, WireOptions

# --- Port options ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PortOptions:
    """Port status and damping. Times in ns; the defaults suit a round trip of about 10 µs.

    The names of damping's parameters are those of SAI and SONiC (link event damping, algorithm AIED), its numbers
    without a unit those that routers use for RFC 2439; their times are minutes there, and own here.
    """

    port_status_retry_ns: int = 20_000
    """A port status update that is not answered is repeated after this long, then after twice as long each time."""
    port_status_retries: int = 7
    """So often; then the peer finds out by itself, and hears of the next change."""
    plane_probe_interval_ns: int = 10_000
    """Between two probes of a plane whose ports are up again at both ends: one round trip."""
    plane_probe_successes: int = 3
    """Probes of it in a row that must be answered before it carries anything."""
    flap_penalty: int = 1000
    """Added each time a port goes down; 0 damps nothing."""
    suppress_threshold: int = 2000
    """A port whose penalty is above this is held down although its carrier is there,"""
    reuse_threshold: int = 750
    """until the penalty has decayed below this,"""
    decay_half_life_ns: int = 1_000_000
    """which halves in this time,"""
    max_suppress_time_ns: int = 4_000_000
    """or until this long after the carrier came back."""

    def __post_init__(self) -> None:
        for each in fields(self):
            low = 0 if each.name in ("port_status_retries", "flap_penalty") else 1
            check_range(each.name, getattr(self, each.name), low, 1 << 62)
        check_range("port_status_retries", self.port_status_retries, 0, 30)
        if self.reuse_threshold >= self.suppress_threshold:
            raise ConfigError(
                f"reuse_threshold: {self.reuse_threshold} is not below suppress_threshold {self.suppress_threshold}; "
                f"accepted: 1..{self.suppress_threshold - 1}"
            )


# --- The NIC ---------------------------------------------------------------------------------------------------------


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
        codec: what makes and reads its frames; the bytes are the same.
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
    codec: Codec = Codec.FAST

    def __post_init__(self) -> None:
        check_codec(self.codec)
        check_address("address", self.address)
        if len(self.address) == IPV4_ADDRESS_LEN and self.wire.ev_mode is not EvMode.UDP:
            raise ConfigError(f"ev_mode: {self.wire.ev_mode.value} has no place in IPv4; accepted: {EvMode.UDP.value}")
        check_range("ports", len(self.ports), 1, 8)
        check_range("ev_event_depth", self.ev_event_depth, 1, 1 << 32)
        check_range("async_event_depth", self.async_event_depth, 1, 1 << 32)


# --- The answer to a device query ------------------------------------------------------------------------------------

FIRST_QPN = 0x10
LAST_QPN = 0xFFFFFF
"""Queue pair numbers have 24 bits."""


@dataclass(frozen=True, slots=True)
class DeviceAttributes:
    """Limits and capabilities of a NIC. Where a limit is None there is only that of the machine's memory.

    Attributes:
        phys_port_cnt: ports; the plane of a port is its number.
        port_rates_bps: bit/s of each.
        max_qp: queue pairs at a time.
        max_qp_wr: writes, and receives, that a queue pair may be made for.
        max_sge: pieces of a work request.
        max_cq: completion queues; max_cqe: completions that one may have room for.
        max_mr: registered regions (r_keys are 32 bits); max_mr_size: bytes of one; max_pd: protection domains.
        max_msg_sz: bytes of a write.
        path_mtu: payload bytes of a packet.
        max_wimm, max_wimm_dest: writes with immediate in flight that may be configured, as requestor and responder;
            min_wimm_dest: the fewest that a responder may offer.
        max_mpr: PSN window that may be configured, in units of 128 PSNs; mpr_resolution: in steps of so many units.
        max_qp_hint: hints.
        trim_nack, dynamic_mpr, svc_time: it can NACK trims, change windows while connected, leave out service time.
        ev_max_count_profile, ev_max_profiles, ev_max_fmt_profiles: EVs of a profile, profiles, formats.
        ev_max_width: bits of an EV.
        ev_fmt_modes: how EVs may travel; ev_modes: how a profile may say which there are.
        ev_event_precise_drop_cnt: the number of EV events that were dropped is exact.
        ep_op_ev_probe: it answers EV probes, and sends them.
        cc_algorithms: congestion controls by name.
    """

    phys_port_cnt: int
    port_rates_bps: tuple[int, ...]
    path_mtu: int
    max_qp: int = LAST_QPN - FIRST_QPN + 1
    max_qp_wr: int = MAX_WORK_REQUESTS
    max_sge: int = 1
    max_cq: int | None = None
    max_cqe: int = MAX_DEPTH
    max_mr: int = 1 << 32
    max_mr_size: int = 1 << 64
    max_pd: int | None = None
    max_msg_sz: int = MESSAGE_MAX
    max_wimm: int = MAX_IMMEDIATES
    max_wimm_dest: int = MAX_IMMEDIATES
    min_wimm_dest: int = MIN_IMMEDIATES
    max_mpr: int = MAX_MPR
    mpr_resolution: int = 1
    max_qp_hint: int | None = None
    trim_nack: bool = True
    dynamic_mpr: bool = True
    svc_time: bool = True
    ev_max_count_profile: int | None = None
    ev_max_profiles: int | None = None
    ev_max_fmt_profiles: int | None = None
    ev_max_width: int = 32
    ev_fmt_modes: tuple[EvMode, ...] = tuple(EvMode)
    ev_modes: tuple[Selection, ...] = tuple(Selection)
    ev_event_precise_drop_cnt: bool = True
    ep_op_ev_probe: bool = True
    cc_algorithms: tuple[str, ...] = ()


def query_device(config: NicConfig) -> DeviceAttributes:
    """Of a NIC with this configuration."""
    return DeviceAttributes(
        phys_port_cnt=len(config.ports),
        port_rates_bps=tuple(port.rate_bps for port in config.ports),
        path_mtu=config.transport.path_mtu,
        cc_algorithms=tuple(sorted(ALGORITHMS)),
    )
