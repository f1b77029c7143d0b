# SPDX-License-Identifier: Apache-2.0
"""A flow: messages from one NIC to another, as the rest of the fabric sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fabric.measuring.measurements import EvChange, FlowNumbers, MessageTimes, Outstanding


class Flow(Protocol):
    """Messages on their way. `source` and `destination` are NIC indices, times are ns.

    Attributes:
        size: bytes of all messages.
        post_ns: when it began, or is to begin.
    """

    index: int
    source: int
    destination: int
    name: str
    size: int
    post_ns: int

    def post(self) -> None:
        """Begin: post what may be posted to the sending NIC."""

    def completed_ns(self) -> int | None:
        """When the sender saw the last message complete; None before."""

    def failure(self) -> str | None:
        """Why it never will complete; None while it may."""

    def placed_bytes(self) -> int:
        """Bytes placed in the receiver's memory so far, at most the size."""

    def received(self) -> bytes:
        """The region that the last message was written to, as it is now."""

    def digests(self) -> tuple[str, str]:
        """SHA-256 of what was sent and of what was received, as hexadecimal digits.

        Of the message; if there are many, of the SHA-256s of all of them one behind the other.
        """

    def times(self) -> MessageTimes:
        """How long the messages took."""

    def outstanding(self) -> Outstanding | None:
        """What is not done; None if all is."""

    def ev_states(self) -> Mapping[str, int]:
        """How many EVs of the flow are in each of EV_STATES."""

    def numbers(self) -> FlowNumbers:
        """The sender's counters."""

    def ev_changes(self) -> Sequence[EvChange]:
        """Retirements and revivals so far, in order."""
