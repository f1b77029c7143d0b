# SPDX-License-Identifier: Apache-2.0
"""The ports of a NIC: carrier, administration, damping.

```
            carrier lost                     carrier back, penalty at or below suppress_threshold
     UP ─────────────────► DOWN ────────────────────────────────────────────────────────────────► UP
      ▲                     ▲ │ carrier back, penalty above suppress_threshold
      │        carrier lost │ ▼
      └─────────────────── DAMPED      penalty below reuse_threshold, or max_suppress_time_ns over: UP
   any ⇄ DISABLED: the controller only
```
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import ceil, log2

from host_stack.port_options import PortOptions


class PortState(Enum):
    """What a port is, to its NIC."""

    UP = "up"
    DOWN = "down"
    """No carrier."""
    DAMPED = "damped"
    """It has a carrier again, and has lost it too often lately."""
    DISABLED = "disabled"
    """The controller has taken it out of service."""


@dataclass(frozen=True, slots=True)
class PortReport:
    """One port, as the controller sees it.

    Attributes:
        port: its number.
        state: what it is now.
        carrier: whether its link is there; enabled: whether the controller lets it be used.
        penalty: of its flaps, decayed until now.
        downs: how often it has lost its carrier.
    """

    port: int
    state: PortState
    carrier: bool
    enabled: bool
    penalty: int
    downs: int


class _Port:
    __slots__ = ("carrier", "downs", "enabled", "penalty", "penalty_ns", "reuse_ns")

    def __init__(self) -> None:
        self.carrier = True
        self.enabled = True
        self.penalty = 0.0
        self.penalty_ns = 0
        self.reuse_ns: int | None = None
        self.downs = 0

    @property
    def state(self) -> PortState:
        if not self.enabled:
            return PortState.DISABLED
        if not self.carrier:
            return PortState.DOWN
        return PortState.UP if self.reuse_ns is None else PortState.DAMPED


class Ports:
    """All ports of one NIC.

    Attributes:
        up: bit p: port p is UP; leaving: it has a carrier and is not UP.
    """

    __slots__ = ("_on_change", "_options", "_ports", "leaving", "up")

    def __init__(self, count: int, options: PortOptions, on_change: Callable[[int], None]) -> None:
        """``count`` ports with a carrier, in service; ``on_change`` is told the time whenever ``up`` has changed."""
        self._options = options
        self._ports = [_Port() for _ in range(count)]
        self._on_change = on_change
        self.up = (1 << count) - 1
        self.leaving = 0

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """The link of a port went down, or is there again."""
        one = self._ports[port]
        if one.carrier is up:
            return
        one.carrier = up
        options = self._options
        if not up:
            one.downs += 1
            one.penalty = self._decayed(one, now_ns) + options.flap_penalty
            one.penalty_ns = now_ns
            one.reuse_ns = None
        elif self._decayed(one, now_ns) > options.suppress_threshold:
            half_lives = log2(self._decayed(one, now_ns) / options.reuse_threshold)
            decayed_ns = now_ns + ceil(half_lives * options.decay_half_life_ns)
            one.reuse_ns = min(decayed_ns, now_ns + options.max_suppress_time_ns)
        self._changed(now_ns)

    def set_enabled(self, port: int, enabled: bool, now_ns: int) -> None:
        """The controller takes a port out of service, or puts it back; carrier and penalty stay what they are."""
        self._ports[port].enabled = enabled
        self._changed(now_ns)

    def reports(self, now_ns: int) -> list[PortReport]:
        """Every port, by number."""
        return [
            PortReport(number, one.state, one.carrier, one.enabled, round(self._decayed(one, now_ns)), one.downs)
            for number, one in enumerate(self._ports)
        ]

    def next_ns(self) -> int | None:
        """When ``run`` must be called: the first damped port has been quiet for long enough."""
        return min((one.reuse_ns for one in self._ports if one.reuse_ns is not None), default=None)

    def run(self, now_ns: int) -> None:
        """Damped ports whose time has come are used again."""
        for one in self._ports:
            if one.reuse_ns is not None and one.reuse_ns <= now_ns:
                one.reuse_ns = None
        self._changed(now_ns)

    def _changed(self, now_ns: int) -> None:
        carriers = sum(1 << number for number, one in enumerate(self._ports) if one.carrier)
        up = sum(1 << number for number, one in enumerate(self._ports) if one.state is PortState.UP)
        self.leaving = carriers & ~up
        if up != self.up:
            self.up = up
            self._on_change(now_ns)

    def _decayed(self, one: _Port, now_ns: int) -> float:
        """The penalty now: halved every half-life."""
        if not one.penalty:
            return 0.0
        halved: float = one.penalty * 0.5 ** ((now_ns - one.penalty_ns) / self._options.decay_half_life_ns)
        return halved
