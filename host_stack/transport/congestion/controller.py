# SPDX-License-Identifier: Apache-2.0
"""The interfaces of congestion control: of an algorithm at the sender, and of what a receiver asks of its senders.

An algorithm keeps a window in bytes. Everything else is done around it: ``Destination`` counts what is in flight and
decides whether a packet may leave, ``Account`` turns a queue pair's SACKs into samples. To add one, write a class with
the members of ``CongestionController`` in a module of its own, and a row of ``profile.ALGORITHMS``
(``tests/host_stack/transport/congestion/test_own_algorithm.py`` is a whole example).

Sizes are nominal: UDP length + 40 bytes per packet (endpoint §7.1). Times are integers in ns.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

# --- The sender's algorithm ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a controller is made for.

    Attributes:
        base_rtt_ns: round trip of a full packet over the longest path without queues.
        rate_bps: sum of the rates of the ports that lead to the destination.
        packet_bytes: nominal size of a full packet.
        trimming: whether switches may trim its data (they drop it otherwise).
        sharers: among how many the application expects a port to be shared when it begins: destinations of this NIC, or
            senders to that one, whichever are more (endpoint §1.2, the hint). Advice for a first window.
    """

    base_rtt_ns: int
    rate_bps: int
    packet_bytes: int
    trimming: bool
    sharers: int = 1

    @property
    def bdp_bytes(self) -> int:
        """Bandwidth-delay product of all ports together."""
        return self.rate_bps * self.base_rtt_ns // 8_000_000_000


class SackSample(NamedTuple):
    """What one SACK tells the controller.

    Attributes:
        received_bytes: by how much the bytes known to have arrived grew since the last SACK, 0 or more; what a
            transport ACK told in between is in it.
        inflight: bytes in flight towards the destination after it.
        marked: the SACK carried M = SKIP_ONCE, that is, a CE-marked packet triggered it.
        rtt_ns: round trip of the packet that triggered it, the peer's service time not included; None where there is no
            honest sample, as for a retransmission.
        full_rtt_ns: that round trip by the sender's own clock, service time and all, if the packet was a full one and
            in the books: what a base RTT may be learned from, as no peer can shorten it. None otherwise.
        penalty: CC_STATE.rcv_cwnd_pen, 0..127; 0 says nothing.
        restore: CC_STATE.restore_cwnd.
        now_ns: time of arrival.
    """

    received_bytes: int
    inflight: int
    marked: bool
    rtt_ns: int | None
    penalty: int
    restore: bool
    now_ns: int
    full_rtt_ns: int | None = None


class CongestionController(Protocol):
    """One algorithm at work towards one destination.

    Attributes:
        window: bytes that may be in flight, at any time. One packet may always be.
    """

    @property
    def window(self) -> int:
        """Bytes that may be in flight now."""

    def on_sack(self, sample: SackSample) -> None:
        """A SACK arrived."""

    def on_trim(self, size: int, inflight: int, *, last_hop: bool, now_ns: int) -> None:
        """A NACK: a packet of ``size`` was trimmed (``last_hop``: at the port of the receiver). It has left flight."""

    def on_loss(self, size: int, inflight: int, *, now_ns: int) -> None:
        """A packet of ``size`` was declared lost: inferred, timed out, or refused by a NACK without a trim."""


# --- The receiver's half (endpoint §7.5) -----------------------------------------------------------------------------


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
