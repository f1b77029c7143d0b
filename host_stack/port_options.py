# SPDX-License-Identifier: Apache-2.0
"""How a NIC treats its own ports, and what it tells peers of them."""

from dataclasses import dataclass, fields

from host_stack.errors import ConfigError
from host_stack.wire.ranges import check_range


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
