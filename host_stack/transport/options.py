# SPDX-License-Identifier: Apache-2.0
"""Timers and limits of the transport."""

from dataclasses import dataclass
from enum import Enum

from host_stack.errors import ConfigError, check_range
from host_stack.paths.ev_set import EvRules, SkipEnd
from host_stack.transport.congestion.controller import ReceiverPenalty
from host_stack.wire.options import ProbeSkipOnce


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
        if not 256 <= self.path_mtu <= 8192 or self.path_mtu % 4:
            raise ConfigError(f"path_mtu: {self.path_mtu} is no path MTU; accepted: a multiple of 4 from 256 to 8192")
        for name in self.__dataclass_fields__:
            if not isinstance(getattr(self, name), int) or isinstance(getattr(self, name), bool):
                continue
            low = 0 if name == "skip_timer_ns" else 1
            check_range(name, getattr(self, name), low, 1 << 62)

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
