# SPDX-License-Identifier: Apache-2.0
"""NSCC, "uet-1.0-nscc": a window steered by ECN marks and delay (endpoint §7.3, §7.4).

```
                  delay < target                        delay >= target
   no ECN    proportional increase                    fair increase
             (fast increase while delay is about 0)
   ECN       hold                                     multiplicative decrease, at most once per base RTT
```

Delay is a round trip minus the base RTT. A trim or a loss takes a packet off the window; where far less arrived than
the window allows, a trim sets it to what arrived (quick adapt). The receiver may hold the window down by a penalty.

Its parameters have the OCP API's names (endpoint §7.2), for which the API publishes no default. Each default here is
Ultra Ethernet's formula for what the destination is like (``Conditions``), marked UEC, or ours with its reason. UEC
scales with the bandwidth-delay product: its constants are for a reference of 100 Gb/s and 12 us, so that a = BDP /
150,000 bytes and b = target_delay / 12 us.
"""

from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from host_stack.errors import ConfigError, check_range
from host_stack.transport.congestion.controller import Conditions, CongestionController, SackSample
from host_stack.unboxed import unboxed

# --- Parameters ------------------------------------------------------------------------------------------------------

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
            disable_qa=bool(self.disable_qa),
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


@unboxed(
    ints="adjust_bytes_threshold adjust_period_threshold base_rtt target_delay",
    bools="disable_qa",
    floats="alpha eta fi fi_scale",
)
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


# --- The algorithm ---------------------------------------------------------------------------------------------------

_FAST_SHARE: Final = 12
"""Delay counts as none below base RTT / 12 (uet-htsim: 1 us of its reference of 12 us)."""
_LEAST_SHARE: Final = 16
"""A round trip of less than this part of the configured base RTT is refused: nothing has gone that way so fast."""
_BASE_PERIOD: Final = 64
"""The base RTT is the least of this and the former period, each of this many configured base RTTs."""
_TICK_NS: Final = 128


@unboxed(
    ints="_achieved _adjusted_ns _base_ends_ns _delay_ns _fast_bytes _ignore _ignored _least_ns _peak_ns _qa_end_ns"
    " _received base_rtt",
    bools="_fast _trigger_qa",
    floats="_delay _increase _max_cwnd cwnd",
)
class Nscc(CongestionController):
    """NSCC towards one destination.

    Attributes:
        cwnd: the window, bytes, with fractions.
        base_rtt: the least of late that two round trips have kept to, at most the configured one, ns.
        saved_cwnd: the window when the receiver's penalty began; 0 outside of one.
        decreases, adaptations: multiplicative decreases and quick adapts so far.
    """

    __slots__ = (
        "_achieved",
        "_adjusted_ns",
        "_base_ends_ns",
        "_delay",
        "_delay_ns",
        "_fast",
        "_fast_bytes",
        "_ignore",
        "_ignored",
        "_increase",
        "_least_before_ns",
        "_least_ns",
        "_lowest_ns",
        "_max_cwnd",
        "_numbers",
        "_peak_ns",
        "_peaks",
        "_qa_end_ns",
        "_received",
        "_trigger_qa",
        "adaptations",
        "base_rtt",
        "cwnd",
        "decreased_ns",
        "decreases",
        "saved_cwnd",
    )

    def __init__(self, numbers: NsccNumbers) -> None:
        self._numbers = numbers
        self.base_rtt = self._lowest_ns = self._least_ns = self._least_before_ns = numbers.base_rtt
        self._base_ends_ns = 0
        self._max_cwnd = float(numbers.max_cwnd)
        self.cwnd = max(float(numbers.packet), self._max_cwnd / numbers.sharers)
        self.saved_cwnd = 0.0
        self.decreases = self.adaptations = 0
        self.decreased_ns: int | None = None
        self._delay = 0.0
        self._delay_ns = 0
        self._fast = False
        self._fast_bytes = 0
        self._increase = 0.0
        self._received = 0
        self._adjusted_ns = 0
        self._achieved = 0
        self._qa_end_ns = 0
        self._trigger_qa = False
        self._ignore = self._ignored = 0
        self._peaks = (0, 0)
        self._peak_ns = 0

    @property
    @override
    def window(self) -> int:
        return int(self.cwnd)

    # --- Events -----------------------------------------------------------------------------------------------------

    @override
    def on_sack(self, sample: SackSample) -> None:
        numbers, received, now_ns = self._numbers, sample.received_bytes, sample.now_ns
        self._ignored += received
        self._received += received
        self._achieved += received
        held = self._penalise(sample)
        self._learn_base_rtt(sample.full_rtt_ns, now_ns)
        if sample.rtt_ns is None or sample.rtt_ns < numbers.base_rtt // _LEAST_SHARE:
            # A retransmission's. Bytes that arrived still count, or a window that trims cut small would stay so for as
            # long as there is something to send again: by the average delay, as in uet-htsim.
            delay = int(self._delay)
        else:
            delay = max(0, sample.rtt_ns - self.base_rtt)
            self._average(delay, now_ns)
        if self._quick_adapt(sample.inflight, marked=sample.marked, slow=delay > numbers.qa_threshold, now_ns=now_ns):
            return
        if sample.marked:
            if delay >= numbers.target_delay:
                self._multiplicative_decrease(now_ns)
        elif held:
            self._stop_fast_increase()
        elif delay >= numbers.target_delay:
            self._increase += numbers.fi * received
        else:
            self._proportional_increase(received, delay)
        over = now_ns - self._adjusted_ns >= numbers.adjust_period_threshold
        if not held and (over or self._received > numbers.adjust_bytes_threshold):
            self._apply_increase(now_ns)

    @override
    def on_trim(self, size: int, inflight: int, *, last_hop: bool, now_ns: int) -> None:
        # Every trim cuts, LASTHOP too: UET spares those only where receivers give credits (endpoint §7.4).
        self._average(self._numbers.base_rtt, now_ns)
        self._ignored += size
        self._trigger_qa = True
        if not self._quick_adapt(inflight, marked=True, slow=True, now_ns=now_ns):
            self.cwnd = max(self.cwnd - size, self._numbers.packet)

    @override
    def on_loss(self, size: int, inflight: int, *, now_ns: int) -> None:
        self._ignored += size
        self.cwnd = max(self.cwnd - size, self._numbers.packet)

    # --- Growing ----------------------------------------------------------------------------------------------------

    def _proportional_increase(self, received: int, delay: int) -> None:
        numbers = self._numbers
        if delay <= self.base_rtt // _FAST_SHARE:
            self._fast_bytes += received
            if self._fast or self._fast_bytes > self.cwnd:
                self._fast = True
                self.cwnd = min(self._max_cwnd, self.cwnd + received * numbers.fi_scale)
                return
            self._fast = False
        else:
            self._stop_fast_increase()
        self._increase += numbers.alpha * received * (numbers.target_delay - delay)

    def _stop_fast_increase(self) -> None:
        self._fast = False
        self._fast_bytes = 0

    def _period_over(self, now_ns: int) -> bool:
        return now_ns - self._adjusted_ns >= self._numbers.adjust_period_threshold

    def _apply_increase(self, now_ns: int) -> None:
        grown = self.cwnd + self._increase / self.cwnd
        if self._period_over(now_ns):
            self._adjusted_ns = now_ns
            grown += self._numbers.eta
        self.cwnd = min(self._max_cwnd, grown)
        self._increase = 0.0
        self._received = 0

    # --- Shrinking --------------------------------------------------------------------------------------------------

    def _multiplicative_decrease(self, now_ns: int) -> None:
        self._stop_fast_increase()
        numbers, average = self._numbers, self._delay
        if average <= numbers.target_delay:
            return
        if self.decreased_ns is not None and now_ns - self.decreased_ns <= self.base_rtt:
            return
        excess = (average - numbers.target_delay) / average
        self.cwnd = max(self.cwnd * max(1 - numbers.gamma * excess, numbers.max_md_jump), numbers.packet)
        self.decreased_ns = now_ns
        self.decreases += 1

    def _quick_adapt(self, inflight: int, *, marked: bool, slow: bool, now_ns: int) -> bool:
        """Once per base RTT and target delay: the window becomes what arrived, if that is far below what might have.

        Where nothing was reported nothing is known: all of a first window may be behind a queue, and its first SACK on
        the way. A trim is forgotten once its period has been judged: a later one, of a small window that is reported in
        bursts, may have less than its eighth without any.

        Returns:
            Whether it happened, or what happens now is still about packets sent before it did.
        """
        numbers = self._numbers
        if numbers.disable_qa:
            return False
        settled = True
        if marked and self._ignored < self._ignore:
            settled = False
        elif now_ns >= self._qa_end_ns:
            scarce = 0 < self._achieved < self._max_cwnd / (1 << numbers.qa_gate)
            if self._qa_end_ns and (self._trigger_qa or slow) and scarce:
                self.cwnd = float(max(min(self.cwnd, self._achieved), numbers.packet))
                self._ignore, self._ignored = inflight, 0
                self.adaptations += 1
                settled = False
            self._trigger_qa &= not self._achieved
            self._achieved = 0
            self._qa_end_ns = now_ns + self.base_rtt + numbers.target_delay
        if not settled:
            self._increase = 0.0
            self._received = 0
        return not settled

    def _penalise(self, sample: SackSample) -> bool:
        """The receiver's penalty (endpoint §7.5): 64 in all SACKs of a round trip halves, 127 leaves one packet.

        The window is first cut to the most that was in flight lately, and the packet that did not fit any more, so that
        the penalty meets what really travels.
        """
        flight = sample.inflight + sample.received_bytes
        if sample.now_ns - self._peak_ns > self.base_rtt:
            self._peaks = (self._peaks[1] if sample.now_ns - self._peak_ns <= 2 * self.base_rtt else 0, flight)
            self._peak_ns = sample.now_ns
        elif flight > self._peaks[1]:
            self._peaks = (self._peaks[0], flight)
        if sample.penalty:
            if not self.saved_cwnd:
                self.saved_cwnd = self.cwnd
            received, packet = sample.received_bytes, self._numbers.packet
            cut = min(self.cwnd, max(self._peaks) + packet) - sample.penalty * received / 128
            self.cwnd = max(cut, packet)
            self._increase = 0.0
            return True
        if sample.restore and self.saved_cwnd:
            self.cwnd = max(self.cwnd, min(self.saved_cwnd, self._max_cwnd))
            self.saved_cwnd = 0.0
        return False

    # --- Delay ------------------------------------------------------------------------------------------------------

    def _learn_base_rtt(self, rtt_ns: int | None, now_ns: int) -> None:
        """The least of late, as BBR has it, but never above the configured one: so no path has to be emptied to see.

        What was too small, or has become so as the path grew longer, is forgotten after two periods. One sample alone
        is not believed, since a SACK may name a packet that is still on its way: it takes two to lower it.
        """
        numbers = self._numbers
        configured = numbers.base_rtt
        if now_ns >= self._base_ends_ns:
            period_ns = _BASE_PERIOD * configured
            idle = now_ns >= self._base_ends_ns + period_ns
            self._least_before_ns = configured if idle else self._least_ns
            self._least_ns = self._lowest_ns = configured
            self._base_ends_ns = now_ns + period_ns
        elif rtt_ns is None or rtt_ns >= self._least_ns:
            return
        if rtt_ns is not None and configured // _LEAST_SHARE <= rtt_ns < self._least_ns:
            self._least_ns, self._lowest_ns = max(rtt_ns, self._lowest_ns), min(rtt_ns, self._lowest_ns)
        least = min(self._least_ns, self._least_before_ns)
        if least != self.base_rtt:
            self.base_rtt = least
            self._max_cwnd = max(float(numbers.packet), numbers.max_cwnd * least / configured)
            self.cwnd = min(self.cwnd, self._max_cwnd)

    def _average(self, delay: int, now_ns: int) -> None:
        """The mean delay over about the last base RTT: each sample weighs as much as the time since the one before."""
        weight = min(1.0, max(now_ns - self._delay_ns, _TICK_NS) / self.base_rtt)
        self._delay += (delay - self._delay) * weight
        self._delay_ns = now_ns


def nscc(parameters: NsccParameters, conditions: Conditions) -> CongestionController:
    """NSCC for a destination."""
    return Nscc(parameters.resolve(conditions))
