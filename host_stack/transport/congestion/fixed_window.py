# SPDX-License-Identifier: Apache-2.0
"""A window that never changes, and none at all."""

from dataclasses import dataclass

from typing_extensions import override

from host_stack.transport.congestion.controller import Conditions, CongestionController, SackSample
from host_stack.wire.ranges import check_range

#: More bytes than the largest PSN window holds (255 units of 128 packets of 8,192 bytes and headers).
UNLIMITED = 1 << 40


@dataclass(frozen=True, slots=True)
class FixedWindowParameters:
    """Attributes: window: bytes in flight, at least 1; None for 1.5 bandwidth-delay products, NSCC's first window."""

    window: int | None = None

    def __post_init__(self) -> None:
        if self.window is not None:
            check_range("cc.window", self.window, 1, UNLIMITED)


@dataclass(frozen=True, slots=True)
class NullParameters:
    """The NULL algorithm has none."""


class FixedWindow(CongestionController):
    """At most ``window`` bytes in flight, whatever happens."""

    __slots__ = ("_window",)

    def __init__(self, window: int) -> None:
        self._window = window

    @property
    @override
    def window(self) -> int:
        return self._window

    @override
    def on_sack(self, sample: SackSample) -> None:
        pass

    @override
    def on_trim(self, size: int, inflight: int, *, last_hop: bool, now_ns: int) -> None:
        pass

    @override
    def on_loss(self, size: int, inflight: int, *, now_ns: int) -> None:
        pass


def fixed_window(parameters: FixedWindowParameters, conditions: Conditions) -> CongestionController:
    """The window that was asked for."""
    default = max(conditions.packet_bytes, conditions.bdp_bytes * 3 // 2)
    return FixedWindow(default if parameters.window is None else parameters.window)


def null(_parameters: NullParameters, _conditions: Conditions) -> CongestionController:
    """The NULL algorithm (endpoint §7.1): no congestion control, the PSN window alone limits."""
    return FixedWindow(UNLIMITED)
