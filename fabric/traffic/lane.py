# SPDX-License-Identifier: Apache-2.0
"""A connected pair of queue pairs, whatever the kind of its NICs: what a flow posts to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fabric.measuring.measurements import EvChange, FlowNumbers
from fabric.scenario.workload import Operation
from fabric.traffic.memory import Region
from fabric.workloads.plan import End


@dataclass(frozen=True, slots=True)
class Through:
    """A message, or a piece of it, is through at one end.

    Attributes:
        number: of the message in its flow.
        end: where.
        time_ns: when the NIC knew.
        failure: why it never will arrive; None if it did.
    """

    number: int
    end: End
    time_ns: int
    failure: str | None


@dataclass(frozen=True, slots=True)
class Piece:
    """What one queue pair sends of a message.

    Attributes:
        number: of the message in its flow.
        data: the bytes.
        region, offset: where they go.
    """

    number: int
    data: memoryview
    region: Region
    offset: int


class Lane(Protocol):
    """Two connected queue pairs, from the sender's to the receiver's.

    Attributes:
        room: pieces that may be open at a time.
    """

    room: int

    def post(self, piece: Piece, operation: Operation) -> None:
        """Send a piece; what it needs at the receiver is posted there first."""

    def through(self) -> Iterable[Through]:
        """What has completed at both ends since this was asked last."""

    def listen(self, hear: Callable[[int], None]) -> None:
        """Have `hear` called with the time (ns) whenever something completes, before the NIC is done with it."""

    def placed_bytes(self) -> int:
        """Payload placed in the receiver's memory."""

    def in_flight(self) -> Mapping[tuple[str, ...], int]:
        """Packets that were sent and are not known to have arrived, by the switches of the path they took last."""

    def timeout_ns(self) -> int | None:
        """When the local ACK timeout of those ends; None where packets that are lost come again long before."""
        return None

    def ev_states(self) -> Mapping[str, int]:
        """How many EVs of the sender's are in each of EV_STATES."""

    def numbers(self) -> FlowNumbers:
        """The sender's counters."""

    def ev_changes(self) -> Sequence[EvChange]:
        """Retirements and revivals so far, in order."""
