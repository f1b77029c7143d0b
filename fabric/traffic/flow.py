# SPDX-License-Identifier: Apache-2.0
"""A flow: one write of the workload, as the rest of the fabric sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

#: EV states in the order in which reports show them (endpoint §5.2).
EV_STATES = ("GOOD", "SKIP", "ASSUMED_BAD", "DENIED")


@dataclass(frozen=True, slots=True)
class FlowNumbers:
    """What the sending NIC counted for one flow.

    Attributes:
        packets: data packets sent for the first time.
        retransmissions: data packets sent again.
        nacks: NACKs received.
        losses: packets inferred lost (no trim, no NACK).
        timeouts: retransmission timeouts.
        evs_retired: transitions to ASSUMED_BAD.
        evs_revived: transitions from ASSUMED_BAD to GOOD or SKIP.
        worst_latency_ns: longest time from a packet's first transmission until its sender knew that it had arrived.
    """

    packets: int
    retransmissions: int
    nacks: int
    losses: int
    timeouts: int
    evs_retired: int
    evs_revived: int
    worst_latency_ns: int


@dataclass(frozen=True, slots=True)
class EvChange:
    """An EV of a flow that was retired, revived or denied."""

    at_ns: int
    ev: int
    plane: int
    path: tuple[str, ...]
    before: str
    after: str
    reason: str


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
