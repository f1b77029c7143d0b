# SPDX-License-Identifier: Apache-2.0
"""DCQCN: congestion control of RoCEv2 by ECN marks, in the two NICs (the switch only marks).

Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015, section 3: the receiver (notification
point) tells a sender at most once per interval that packets of its flow were marked; the sender (reaction point) cuts
its rate by an estimate of how often that is, and recovers by a timer and a byte counter.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from host_stack.errors import ConfigError
from host_stack.unboxed import unboxed

_LINE: Final = 0.999
"""From this part of the line rate on a flow is not limited any more: halving the distance never quite ends it."""
PACINGS: Final = ("qp", "port")
_SHARES: Final = ("g", "alpha")


@dataclass(frozen=True, slots=True)
class DcqcnParameters:
    """The published parameters (sections 4 and 5, "DCQCN parameters used in our testbed"; units in the names).

    Attributes:
        g: weight of a new observation in alpha.
        cnp_interval_ns: N, how often at most a flow's receiver sends a CNP.
        cnp_pacing: ``qp``: N is of each queue pair, as published. ``port``: of a port of the receiver, whatever queue
            pairs it has; the first marked packet after N is answered, and the others are forgotten.
        alpha_timer_ns: K, how long without a CNP until alpha decays once.
        increase_timer_ns: period of the rate increase timer.
        byte_counter: B, bytes sent per increase event of the byte counter.
        fast_recovery: F, events of either until increase is additive, and of both until it is hyper.
        additive_bps, hyper_bps: R_AI and R_HAI. The paper has no number for R_HAI: that of its authors' ns-3 model.
        minimum_bps: no rate is cut below this. The paper has none; a flow that is cut again and again lives on R_AI.
        begin_bps: rate at which a queue pair begins, at most its line's; None: at line rate, as published.
        alpha: the estimate of congestion that it begins with.
    """

    g: float = 1 / 256
    cnp_interval_ns: int = 50_000
    cnp_pacing: str = "qp"
    alpha_timer_ns: int = 55_000
    increase_timer_ns: int = 55_000
    byte_counter: int = 10_000_000
    fast_recovery: int = 5
    additive_bps: int = 40_000_000
    hyper_bps: int = 200_000_000
    minimum_bps: int = 40_000_000
    begin_bps: int | None = None
    alpha: float = 1.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _SHARES:
                if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
                    raise ConfigError(f"{field.name}: {value!r} is out of range; accepted: above 0, at most 1")
            elif field.name == "cnp_pacing":
                if value not in PACINGS:
                    raise ConfigError(f"cnp_pacing: {value!r} is unknown; accepted: {', '.join(PACINGS)}")
            elif field.name == "begin_bps" and value is None:
                continue
            elif type(value) is not int or not 0 < value < 1 << 48:
                raise ConfigError(
                    f"{field.name}: {value!r} is out of range; accepted: a whole number 1..{(1 << 48) - 1}"
                )


@unboxed(ints="_by_bytes _by_time _sent", bools="_limited")
class ReactionPoint:
    """The sender's half for one flow.

    It has no timers: each query first applies the steps that timers would have made since the last one.

    Attributes:
        rate_bps: R_C, what the flow may send at now.
        target_bps: R_T, where fast recovery takes it.
        cnps: notifications so far.
    """

    __slots__ = (
        "_alpha",
        "_alpha_ns",
        "_by_bytes",
        "_by_time",
        "_limited",
        "_line_bps",
        "_p",
        "_sent",
        "_timer_ns",
        "cnps",
        "rate_bps",
        "target_bps",
    )

    def __init__(self, parameters: DcqcnParameters, line_bps: int) -> None:
        """A flow on a line of ``line_bps`` (bits/s), at which it starts unless the parameters say otherwise."""
        self._p = parameters
        self._line_bps = float(line_bps)
        self.cnps = 0
        self._alpha = parameters.alpha
        self._alpha_ns = 0
        self._timer_ns: int | None = None
        self._sent = 0
        self._by_time = self._by_bytes = 0
        self.start_at(line_bps if parameters.begin_bps is None else parameters.begin_bps)

    @property
    def limited(self) -> bool:
        """Whether it is held below line rate."""
        return self._limited

    def start_at(self, rate_bps: float) -> None:
        """Begin at another rate, at most the line's; the increase timer runs from the first packet on."""
        self.rate_bps = self.target_bps = min(float(rate_bps), self._line_bps)
        self._limited = self.rate_bps < self._line_bps

    def alpha(self, now_ns: int) -> float:
        """The estimate of congestion, decayed until now (eq. 2)."""
        quiet = (now_ns - self._alpha_ns) // self._p.alpha_timer_ns
        decayed: float = self._alpha * (1 - self._p.g) ** quiet if quiet > 0 and self.cnps else self._alpha
        return decayed

    def on_cnp(self, now_ns: int) -> None:
        """A CNP arrived: cut (eq. 1), and begin to recover anew."""
        self.advance(now_ns)
        alpha = self.alpha(now_ns)
        self.cnps += 1
        self.target_bps = self.rate_bps
        self.rate_bps = max(self.rate_bps * (1 - alpha / 2), min(self._p.minimum_bps, self._line_bps))
        self._alpha = (1 - self._p.g) * alpha + self._p.g
        self._alpha_ns = self._timer_ns = now_ns
        self._sent = self._by_time = self._by_bytes = 0
        self._limited = True

    def on_sent(self, octets: int, now_ns: int) -> None:
        """So many bytes of the flow have been sent."""
        if not self._limited:
            return
        self.advance(now_ns)
        self._sent += octets
        while self._sent >= self._p.byte_counter and self._limited:
            self._sent -= self._p.byte_counter
            self._by_bytes += 1
            self._increase()

    def advance(self, now_ns: int) -> None:
        """Do what the increase timer would have done by now."""
        if self._timer_ns is None:
            self._timer_ns = now_ns
        while self._limited and now_ns - self._timer_ns >= self._p.increase_timer_ns:
            self._timer_ns += self._p.increase_timer_ns
            self._by_time += 1
            self._increase()

    def _increase(self) -> None:
        """One event of timer or byte counter (eq. 3 and 4): fast recovery, additive or hyper increase.

        Each further stage of hyper increase adds one R_HAI more, as in QCN and in ns3-rdma.
        """
        p = self._p
        hyper = min(self._by_time, self._by_bytes) - p.fast_recovery
        if hyper > 0:
            self.target_bps += hyper * p.hyper_bps
        elif max(self._by_time, self._by_bytes) >= p.fast_recovery:
            self.target_bps += p.additive_bps
        self.target_bps = min(self.target_bps, self._line_bps)
        self.rate_bps = (self.target_bps + self.rate_bps) / 2
        if self.rate_bps >= _LINE * self._line_bps:
            self.rate_bps = self.target_bps = self._line_bps
            self._limited = False


@unboxed(bools="_remembers again")
class NotificationPoint:
    """The receiver's half for one flow: when to send a CNP (section 3.1, figure 6).

    The first marked packet is answered at once; what is marked within the interval after a CNP, once at its end, or
    not at all: a port that paces the CNPs of all its flows does not remember whose packet was marked.

    Attributes:
        again: something was marked in the interval, so that ``run`` is to be asked at its end.
    """

    __slots__ = ("_ends_ns", "_interval_ns", "_remembers", "again")

    def __init__(self, interval_ns: int, *, remembers: bool = True) -> None:
        self._interval_ns = interval_ns
        self._remembers = bool(remembers)
        self._ends_ns: int | None = None
        self.again = False

    def on_marked(self, now_ns: int) -> bool:
        """A packet of the flow arrived with CE; whether to send a CNP now."""
        if self._ends_ns is not None and now_ns < self._ends_ns:
            self.again = self._remembers
            return False
        self.again = False
        self._ends_ns = now_ns + self._interval_ns
        return True

    def next_ns(self) -> int | None:
        """When to ask ``run``: the interval ends in which something was marked."""
        return self._ends_ns if self.again else None

    def run(self, now_ns: int) -> bool:
        """Whether to send a CNP now, because of what was marked in the interval that has ended."""
        if not self.again or self._ends_ns is None or now_ns < self._ends_ns:
            return False
        return self.on_marked(now_ns)
