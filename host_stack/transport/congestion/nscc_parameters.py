# SPDX-License-Identifier: Apache-2.0
"""The parameters of NSCC: the OCP API's names, and what each one is when nobody says (endpoint §7.2, §7.4).

The API publishes no default. Each default below is Ultra Ethernet's formula for what the destination is like
(``Conditions``), marked UEC, or ours with its reason. UEC scales with the bandwidth-delay product: its constants are
for a reference of 100 Gb/s and 12 us, so that a = BDP / 150,000 bytes and b = target_delay / 12 us.
"""

from dataclasses import dataclass

from host_stack.errors import ConfigError
from host_stack.transport.congestion.controller import Conditions
from host_stack.wire.ranges import check_range

_REFERENCE_BDP = 150_000
_REFERENCE_RTT_NS = 12_000
_U32 = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class NsccParameters:
    """What an operator may set; None takes the default.

    Attributes:
        disable_qa: no quick adapt.
        adjust_bytes_threshold: bytes received after which increases are applied. UEC: 8 packets.
        adjust_period_threshold: or this many ns after the last time. UEC: one base RTT.
        base_rtt: round trip of a full packet over the longest path without queues, ns. Ours: the NIC's ``base_rtt_ns``.
        eta: bytes added per adjust_period_threshold, whatever happens. UEC: 0.15 packets times a.
        fi: bytes that fair increase adds per window received. UEC: 5 packets times a.
        fi_scale: fast increase adds this many bytes per byte received. UEC: 0.25 times a.
        gamma: share of the excess delay that a multiplicative decrease takes off, 0..1. UEC: 0.8.
        max_md_jump: a multiplicative decrease keeps at least this share of the window, 0..1. UEC: 0.5.
        max_cwnd: largest window, and the first one unless a hint says that others share the port, bytes. UEC: 1.5
            bandwidth-delay products.
        qa_gate: quick adapt only while less than max_cwnd / 2^qa_gate arrived in its period, 0..31. UEC: 3.
        qa_threshold: a delay above which quick adapt happens without a loss, ns. UEC: 4 target_delay without
            trimming; with trimming out of reach.
        target_delay: queueing delay to aim for, ns. UEC: 0.75 base RTT with trimming, 1.0 without.
    """

    disable_qa: bool = False
    adjust_bytes_threshold: int | None = None
    adjust_period_threshold: int | None = None
    base_rtt: int | None = None
    eta: float | None = None
    fi: float | None = None
    fi_scale: float | None = None
    gamma: float = 0.8
    max_md_jump: float = 0.5
    max_cwnd: int | None = None
    qa_gate: int = 3
    qa_threshold: int | None = None
    target_delay: int | None = None

    def __post_init__(self) -> None:
        for name in _WHOLE:
            value = getattr(self, name)
            if value is not None:
                check_range(f"cc.{name}", value, 1, _U32)
        check_range("cc.qa_gate", self.qa_gate, 0, 31)
        for name in ("eta", "fi", "fi_scale"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= _U32:
                raise ConfigError(f"cc.{name}: {value} is out of range; accepted: 0..{_U32}")
        for name in ("gamma", "max_md_jump"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ConfigError(f"cc.{name}: {value} is out of range; accepted: 0..1")

    def resolve(self, conditions: Conditions) -> "NsccNumbers":
        """Every parameter as a number.

        Raises:
            ConfigError: max_cwnd is less than one packet of this destination.
        """
        packet = conditions.packet_bytes
        base_rtt = _or(self.base_rtt, conditions.base_rtt_ns)
        bdp = conditions.rate_bps * base_rtt // 8_000_000_000
        a = bdp / _REFERENCE_BDP
        target = _or(self.target_delay, base_rtt * 3 // 4 if conditions.trimming else base_rtt)
        b = target / _REFERENCE_RTT_NS
        if self.max_cwnd is not None and self.max_cwnd < packet:
            raise ConfigError(f"cc.max_cwnd: {self.max_cwnd} is less than a packet; accepted: {packet}..{_U32} bytes")
        return NsccNumbers(
            disable_qa=self.disable_qa,
            adjust_bytes_threshold=_or(self.adjust_bytes_threshold, 8 * packet),
            adjust_period_threshold=_or(self.adjust_period_threshold, base_rtt),
            base_rtt=base_rtt,
            eta=0.15 * packet * a if self.eta is None else self.eta,
            fi=5.0 * packet * a if self.fi is None else self.fi,
            fi_scale=0.25 * a if self.fi_scale is None else self.fi_scale,
            gamma=self.gamma,
            max_md_jump=self.max_md_jump,
            max_cwnd=max(packet, _or(self.max_cwnd, bdp * 3 // 2)),
            qa_gate=self.qa_gate,
            qa_threshold=_or(self.qa_threshold, _U32 if conditions.trimming else 4 * target),
            target_delay=target,
            alpha=4.0 * packet * a * b / target,
            packet=packet,
            sharers=conditions.sharers,
        )


_WHOLE = (
    "adjust_bytes_threshold",
    "adjust_period_threshold",
    "base_rtt",
    "max_cwnd",
    "qa_threshold",
    "target_delay",
)


def _or(given: int | None, default: int) -> int:
    return max(1, default) if given is None else given


@dataclass(frozen=True, slots=True)
class NsccNumbers:
    """``NsccParameters`` without a blank, and what follows from them.

    Attributes:
        alpha: bytes that proportional increase adds per window received and ns below the target. Not in the API; UEC:
            4 packets times a times b, per target_delay.
        packet: nominal size of a full packet, which is also the smallest window.
        sharers: the first window is so small a part of the largest.
    """

    disable_qa: bool
    adjust_bytes_threshold: int
    adjust_period_threshold: int
    base_rtt: int
    eta: float
    fi: float
    fi_scale: float
    gamma: float
    max_md_jump: float
    max_cwnd: int
    qa_gate: int
    qa_threshold: int
    target_delay: int
    alpha: float
    packet: int
    sharers: int = 1
