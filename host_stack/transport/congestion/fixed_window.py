# SPDX-License-Identifier: Apache-2.0
"""The NULL algorithm (endpoint §7.1)."""

from typing_extensions import override

from host_stack.transport.congestion.controller import CongestionController, SackSample


class FixedWindow(CongestionController):
    """The NULL algorithm: at most ``cwnd`` bytes in flight, whatever happens."""

    __slots__ = ("cwnd", "inflight")

    def __init__(self, cwnd: int) -> None:
        self.cwnd = cwnd
        self.inflight = 0

    @override
    def can_send(self, size: int) -> bool:
        return self.inflight + size <= self.cwnd or self.inflight == 0

    @override
    def on_sent(self, size: int, now_ns: int) -> None:
        self.inflight += size

    @override
    def on_sack(self, sample: SackSample) -> None:
        self.inflight -= sample.acked_bytes

    @override
    def on_trim(self, size: int, last_hop: bool, now_ns: int) -> None:
        self.inflight -= size

    @override
    def on_loss(self, size: int, now_ns: int) -> None:
        self.inflight -= size

    @override
    def on_discard(self, size: int) -> None:
        self.inflight -= size
