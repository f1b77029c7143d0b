# SPDX-License-Identifier: Apache-2.0
"""A packet's way through the fabric, node by node, as it was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from fabric.timeline.reading import Read
from p4soft.switch.trace import TraceEvent


class Key(NamedTuple):
    """Which packet of a run: the NIC that sent it, when (ns) and on which port. A second run has the same."""

    nic: int
    born_ns: int
    port: int


@dataclass(slots=True)
class Hop:
    """A packet at one node.

    Attributes:
        node: its name.
        port: by which it came; None where it began.
        at_ns: when its last bit came.
        frame: as it came.
        out_port: by which it leaves; None: it does not.
        out: as it leaves.
        left_ns: when its first bit left; None: it never did.
        trace: what the switch did with it, if it was asked.
    """

    node: str
    port: int | None
    at_ns: int
    frame: bytes
    out_port: int | None = None
    out: bytes = b""
    left_ns: int | None = None
    trace: list[TraceEvent] = field(default_factory=list)

    @property
    def trimmed(self) -> bool:
        """It leaves shorter than it came."""
        return self.out_port is not None and len(self.out) < len(self.frame)


@dataclass(slots=True)
class Journey:
    """A packet.

    Attributes:
        key: which.
        read: what it is.
        hops: where it was, the sending NIC first, and last the NIC that it reached, if it did.
        arrived: it reached one.
    """

    key: Key
    read: Read
    hops: list[Hop]
    arrived: bool = False

    @property
    def trimmed_ns(self) -> int | None:
        """When a switch first trimmed it."""
        return next((hop.at_ns for hop in self.hops if hop.trimmed), None)

    @property
    def last_ns(self) -> int:
        """When it was last seen."""
        last = self.hops[-1]
        return last.at_ns if last.left_ns is None else last.left_ns
