# SPDX-License-Identifier: Apache-2.0
"""The receiver's half of congestion control: what a NIC's SACKs ask of their senders (endpoint §7.5)."""

from enum import Enum
from typing import Protocol


class ReceiverPenalty(Enum):
    """Whether a NIC's SACKs carry a penalty of their own."""

    INCAST = "incast"
    """While several peers fill its ports (``incast_penalty``)."""
    NONE = "none"


class FlowControl(Protocol):
    """What responders tell, and what their SACKs carry."""

    def on_data(self, peer: bytes, size: int, *, plane: int, timestamp: int | None, now_ns: int) -> None:
        """A whole new data packet of ``size`` nominal bytes arrived from ``peer``; ``timestamp``: of its TSETH."""

    def penalty(self, peer: bytes, now_ns: int) -> tuple[int, int]:
        """(rcv_cwnd_pen, restore_cwnd) of a SACK to ``peer`` that leaves now."""
