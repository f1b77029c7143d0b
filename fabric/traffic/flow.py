# SPDX-License-Identifier: Apache-2.0
"""A flow: one write of the workload, as the rest of the fabric sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fabric.measuring.measurements import EvChange, FlowNumbers


class Flow(Protocol):
    """One write on its way. `source` and `destination` are NIC indices, times are ns."""

    index: int
    source: int
    destination: int
    name: str
    sent: bytes
    post_ns: int

    def post(self) -> None:
        """Post the write to the sending NIC."""

    def completed_ns(self) -> int | None:
        """When the sender saw it complete; None before."""

    def failure(self) -> str | None:
        """Why it never will complete; None while it may."""

    def placed_bytes(self) -> int:
        """Bytes placed in the receiver's memory so far, at most the size."""

    def received(self) -> bytes:
        """The written region as it is now."""

    def ev_states(self) -> Mapping[str, int]:
        """How many EVs of the flow are in each of EV_STATES."""

    def numbers(self) -> FlowNumbers:
        """The sender's counters."""

    def ev_changes(self) -> Sequence[EvChange]:
        """Retirements and revivals so far, in order."""
