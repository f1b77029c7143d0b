# SPDX-License-Identifier: Apache-2.0
"""Congestion control: the interface, and the NULL algorithm (a fixed window). NSCC is a later issue and goes here.

One controller per destination, shared by its queue pairs (endpoint §7). A controller counts *inflight* itself:
a packet is in flight from transmission until it is reported received, NACKed, or declared lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SackSample:
    """What one SACK tells the controller.

    Attributes:
        acked_bytes: nominal bytes newly reported received.
        marked: the SACK carried M = SKIP_ONCE, that is, a CE-marked packet triggered it.
        rtt_ns: round trip of the packet that triggered it; None for retransmissions and probes' duplicates.
        rcvd_bytes: CC_STATE.rcvd_bytes (24 bit, 256-byte units).
        now_ns: time of arrival.
    """

    acked_bytes: int
    marked: bool
    rtt_ns: int | None
    rcvd_bytes: int
    now_ns: int


class CongestionController(Protocol):
    """What a requestor asks and tells. Sizes are nominal packet sizes: UDP length + 40 bytes (endpoint §7.1)."""

    @property
    def cwnd(self) -> int:
        """Window in bytes."""

    @property
    def inflight(self) -> int:
        """Bytes in flight towards the destination."""

    def can_send(self, size: int) -> bool:
        """True if a packet of ``size`` bytes may leave now. Always true for the first packet in flight."""

    def on_sent(self, size: int, now_ns: int) -> None:
        """A packet left (first time or again)."""

    def on_sack(self, sample: SackSample) -> None:
        """A SACK arrived."""

    def on_trim(self, size: int, last_hop: bool, now_ns: int) -> None:
        """A NACK said that a packet was trimmed on the way (``last_hop``: at the port of the receiver)."""

    def on_loss(self, size: int, now_ns: int) -> None:
        """A packet was declared lost, by inference, timeout, or a NACK without a trim."""

    def on_discard(self, size: int) -> None:
        """A packet left the books because its queue pair failed."""


class FixedWindow:
    """The NULL algorithm: at most ``cwnd`` bytes in flight, whatever happens."""

    __slots__ = ("cwnd", "inflight")

    def __init__(self, cwnd: int) -> None:
        self.cwnd = cwnd
        self.inflight = 0

    def can_send(self, size: int) -> bool:
        """See CongestionController."""
        return self.inflight + size <= self.cwnd or self.inflight == 0

    def on_sent(self, size: int, now_ns: int) -> None:  # noqa: ARG002 - the interface has the time
        """See CongestionController."""
        self.inflight += size

    def on_sack(self, sample: SackSample) -> None:
        """See CongestionController."""
        self.inflight -= sample.acked_bytes

    def on_trim(self, size: int, last_hop: bool, now_ns: int) -> None:  # noqa: ARG002
        """See CongestionController."""
        self.inflight -= size

    def on_loss(self, size: int, now_ns: int) -> None:  # noqa: ARG002
        """See CongestionController."""
        self.inflight -= size

    def on_discard(self, size: int) -> None:
        """See CongestionController."""
        self.inflight -= size


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


ALGORITHMS: dict[str, Callable[[int], CongestionController]] = {"null": FixedWindow}
"""Algorithm name → constructor from the window in bytes."""
