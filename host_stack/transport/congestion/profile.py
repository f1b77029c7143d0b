# SPDX-License-Identifier: Apache-2.0
"""The congestion control algorithms by name, and the choice among them."""

from collections.abc import Callable
from dataclasses import dataclass

from host_stack.transport.congestion.controller import CongestionController
from host_stack.transport.congestion.fixed_window import FixedWindow

ALGORITHMS: dict[str, Callable[[int], CongestionController]] = {"null": FixedWindow}
"""Algorithm name → constructor from the window in bytes."""


@dataclass(frozen=True, slots=True)
class CcProfile:
    """Which controller a queue pair's destination gets; the first queue pair to a destination decides.

    Attributes:
        algorithm: a key of ``ALGORITHMS``.
        cwnd: window in bytes, nominal packet sizes; for NULL the fixed window, later the initial one.
    """

    algorithm: str = "null"
    cwnd: int = 256 * 1024

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise ValueError(f"cc.algorithm: {self.algorithm!r} is unknown; accepted: {', '.join(sorted(ALGORITHMS))}")
        if self.cwnd < 1:
            raise ValueError(f"cc.cwnd: {self.cwnd} is not a window; accepted: 1 or more bytes")

    def create(self) -> CongestionController:
        """A fresh controller."""
        return ALGORITHMS[self.algorithm](self.cwnd)
