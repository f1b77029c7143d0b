# SPDX-License-Identifier: Apache-2.0
"""What the emulator knows about a frame besides its bytes: where it came from, when, and which switches it crossed.

The fabric knows no protocol. Latency, paths and losses are therefore measured on the frames themselves, so that a
report shows what the network did and not what a NIC believes.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabric.measuring.measurements import FrameCount


class Transit:
    """One frame on its way through the fabric. Mutable: every switch replaces `frame` with what it emits.

    Attributes:
        frame: Ethernet frame without preamble and FCS.
        origin: index of the NIC that sent it.
        born_ns: emulated time at which the first bit left that NIC.
        trail: bit i set = crossed the switch with run index i (order follows from the tiers).
        trimmed: some switch emitted it shorter than it had received it.
    """

    __slots__ = ("born_ns", "frame", "origin", "trail", "trimmed")

    def __init__(self, frame: bytes, origin: int, born_ns: int, trail: int = 0, trimmed: bool = False) -> None:
        self.frame = frame
        self.origin = origin
        self.born_ns = born_ns
        self.trail = trail
        self.trimmed = trimmed

    def copy(self) -> Transit:
        """The same frame for a second destination (a switch that emits more than one)."""
        return Transit(self.frame, self.origin, self.born_ns, self.trail, self.trimmed)


@dataclass(frozen=True, slots=True)
class Arrived:
    """What has arrived at NIC `nic` from NIC `origin` over one path, as `Transit` names it; times in ns.

    Attributes:
        count: the frames.
        worst_ns: longest time from a frame's first bit out to its last bit in.
    """

    origin: int
    nic: int
    trail: int
    count: FrameCount
    worst_ns: int
